/*
** loopy.c - scenes of loopy.h.
*/
#include "calls.h"

static void about(scene *s, const char *name, const ta_loopy *g) {
    ta_outcome outcome = TA_P;
    ask(ta_loopy_outcome(g, &s->call, &outcome));
    say(s, "%s: outcome %d, stopper %d, sided %d, loopfree %d, plumtree %d;", name, outcome,
        ta_loopy_is_stopper(g), ta_loopy_is_stopper_sided(g), ta_loopy_is_loopfree(g),
        ta_loopy_is_plumtree(g));
    for (uint32_t v = 0; v < ta_loopy_nodes(g, TA_ONSIDE); v++) {
        for (int player = TA_LEFT; player <= TA_RIGHT; player++) {
            size_t count = 0;
            const uint32_t *options = ta_loopy_options(g, TA_ONSIDE, v, (ta_player)player, &count);
            for (size_t i = 0; i < count; i++) say(s, " %u", options[i]);
            say(s, player == TA_LEFT ? " |" : ";");
        }
    }
    say(s, "\n");
}

/* on = {on|}, and upon = {upon|*}: Left may stay. */
static void made(scene *s) {
    ta_values *values = NULL;
    ta_loopy_form *form = NULL;
    ta_loopy *on = NULL, *upon = NULL, *off = NULL, *dud = NULL, *sum = NULL, *three = NULL;
    ta_loopy *side = NULL, *both = NULL, *part = NULL;
    ta_value star = TA_VALUE_ZERO, number = TA_VALUE_ZERO, back = TA_VALUE_ZERO;
    uint32_t node = 0, second = 0, value = 0, whole = 0;
    int geq = -1;
    make(ta_values, values, ta_values_create(s->allocator, &s->call, 0, 1u << 28, &values));
    ask(ta_value_number_up_star(values, &s->call, (ta_dyadic){ 0, 0 }, 0, 1, &star));
    ask(ta_value_number(values, &s->call, 3, 1, &number));
    make(ta_loopy_form, form, ta_loopy_form_create(s->allocator, &s->call, &form));
    ask(ta_loopy_form_node(form, &s->call, &node));
    ask(ta_loopy_form_option(form, &s->call, node, TA_LEFT, node));
    make(ta_loopy, on, ta_loopy_form_simplify(form, &s->call, node, &on));
    ask(ta_loopy_form_node(form, &s->call, &second));
    ask(ta_loopy_form_value(form, &s->call, values, star, &value));
    ask(ta_loopy_form_option(form, &s->call, second, TA_LEFT, second));
    ask(ta_loopy_form_option(form, &s->call, second, TA_RIGHT, value));
    make(ta_loopy, upon, ta_loopy_form_simplify(form, &s->call, second, &upon));
    ask(ta_loopy_form_loopy(form, &s->call, upon, &whole));
    ask_in_vain(ta_loopy_form_option(form, &s->call, whole, TA_LEFT, node));
    make(ta_loopy, off, ta_loopy_negative(on, &s->call, &off));
    make(ta_loopy, dud, ta_loopy_sum(on, off, &s->call, &dud));
    make(ta_loopy, three, ta_loopy_from_value(s->allocator, &s->call, values, number, &three));
    make(ta_loopy, sum, ta_loopy_sum(upon, three, &s->call, &sum));
    ask(ta_loopy_geq(sum, three, &s->call, &geq));
    make(ta_loopy, side, ta_loopy_side(dud, &s->call, TA_OFFSIDE, &side));
    make(ta_loopy, both, ta_loopy_sides(on, upon, &s->call, &both));
    make(ta_loopy, part,
         ta_loopy_follower(upon, &s->call, ta_loopy_nodes(upon, TA_ONSIDE) - 1, &part));
    ask(ta_loopy_value(three, &s->call, values, &back));
    say(s, "geq %d, same %d %d, back %d\n", geq, ta_loopy_same(side, off), ta_loopy_same(on, off),
        back == number);
    about(s, "on", on);
    about(s, "upon", upon);
    about(s, "dud", dud);
    about(s, "sum", sum);
    about(s, "both", both);
    about(s, "part", part);
    ask_in_vain(ta_loopy_value(upon, &s->call, values, &back));
}

const act loopy_acts[] = { { "loopy values", made, 0 }, { NULL, NULL, 0 } };
