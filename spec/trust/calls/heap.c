/*
** heap.c - scenes of heap.h and quotient.h.
*/
#include "calls.h"

static void values_of(scene *s, ta_heap *game, ta_amount to, ta_amount large) {
    ta_amount value = -1;
    uint32_t g[64] = { 0 };
    ask(ta_heap_extend(game, &s->call, to));
    ask(ta_heap_fill(game, &s->call, to, 4, g));
    say(s, "%s, width %d:", ta_heap_text(game), ta_heap_width(game, to));
    for (ta_amount n = 0; n <= to; n++) say(s, " %u", g[n]);
    ask(ta_heap_nim_value(game, &s->call, large, &value));
    say(s, "\ng(%ld) = %ld\n", large, value);
}

static void period_of(scene *s, ta_heap *game, ta_amount limit) {
    ta_period p = { 0, 0, 0, 0, 0, 0 };
    ask(ta_heap_periodicity(game, &s->call, limit, &p));
    say(s, "period %ld after %ld, saltus %ld, proved %d of %ld, needs %ld\n", p.period, p.preperiod,
        p.saltus, p.proved, p.proved ? 0 : p.heaps,
        p.needs); /* proved: of what was known before too */
    say(s, "proved %d\n", ta_heap_proved(game, &p));
}

static void moves_of(scene *s, ta_heap *game, size_t misere) {
    const ta_amount heaps[] = { 5, 8, 11 };
    ta_reach reach = { 0, 0 };
    ta_amount value = -1;
    ta_outcome outcome = TA_P;
    int bounded = ta_heap_reach(game, &reach);
    say(s, "reach %d %ld %ld, options:", bounded, reach.takes, reach.heaps);
    ask(ta_heap_options(game, &s->call, 6, visit_heaps, s));
    say(s, "\nof value 1:");
    ask(ta_heap_options_of_value(game, &s->call, 9, 1, visit_heaps, s));
    ask(ta_heap_sum_value(game, &s->call, heaps, 3, &value));
    ask(ta_heap_outcome(game, &s->call, heaps, 3, &outcome));
    say(s, "\nsum %ld, %c, wins:", value, outcome);
    ask(ta_heap_winning_moves(game, &s->call, heaps, 3, visit_move, s));
    say(s, "\nzero:");
    ask(ta_heap_p_positions(game, &s->call, 60, visit_amount, s));
    ask(ta_heap_misere_nim_value_within(game, &s->call, 100000, heaps, misere, &value));
    say(s, "\nmisere %ld", value);
    ask(ta_heap_misere_nim_value(game, &s->call, heaps, misere, &value));
    say(s, " %ld\n", value);
}

static void all_of(scene *s, ta_heap *game, ta_amount limit) {
    char text[80] = "";
    size_t length = 0;
    values_of(s, game, 40, limit > 0 ? 300 : 45);
    if (!s->over && limit > 0) period_of(s, game, limit);
    moves_of(s, game, limit > 0 ? 2 : 1);
    ask_in_vain(ta_heap_code(game, &s->call, text, sizeof text, &length));
    say(s, "code %s, %zu\n", text, length);
}

/* A set, and all but a set. */
static void subtraction(scene *s) {
    static const ta_amount sets[][3] = { { 2, 5, 7 }, { 3, 4 } };
    const ta_heap_settings settings = { 0, 0, 0, 1 };
    ta_heap *game = NULL;
    make(ta_heap, game,
         ta_heap_subtraction(s->allocator, &s->call, sets[s->which], s->which ? 2 : 3, s->which,
                             s->which ? &settings : NULL, &game));
    all_of(s, game, 200);
}

static void octal(scene *s) {
    ta_heap *game = NULL;
    make(ta_heap, game, ta_heap_octal(s->allocator, &s->call, "0.77", 4, NULL, &game));
    all_of(s, game, 400);
    ask_in_vain(ta_heap_octal(s->allocator, &s->call, "0.7#", 4, NULL, &game));
}

static void sparse(scene *s) {
    const ta_heap_settings settings = { 3000, 0, 0, 1 };
    ta_heap *game = NULL;
    ta_period period;
    make(ta_heap, game, ta_heap_octal(s->allocator, &s->call, "0.165", 5, &settings, &game));
    values_of(s, game, 40, 300);
    ask_in_vain(ta_heap_periodicity(game, &s->call, 4500, &period));
}

static void growing(scene *s) {
    ta_heap *game = NULL;
    make(ta_heap, game, ta_heap_octal(s->allocator, &s->call, "20.3!", 5, NULL, &game));
    ask_in_vain(ta_heap_extend(game, &s->call, 5));
}

static void spawning(scene *s) {
    ta_heap *game = NULL;
    make(ta_heap, game, ta_heap_spawning(s->allocator, &s->call, "2-3,4C", 6, NULL, &game));
    all_of(s, game, 0);
}

/* Take 1 or 2, or part into two unequal heaps. */
static ta_status rule(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_status st = hosted(ctx);
    for (ta_amount k = 1; !st && k <= 2 && k <= n; k++) {
        const ta_amount left = n - k;
        st = ta_heap_emit(sink, call, &left, 1);
    }
    for (ta_amount a = 1; !st && 2 * a < n; a++) {
        const ta_amount left[2] = { a, n - a };
        st = ta_heap_emit(sink, call, left, 2);
    }
    return st;
}

static void scripted(scene *s) {
    ta_heap *game = NULL;
    make(ta_heap, game, ta_heap_scripted(s->allocator, &s->call, rule, s, "mine", NULL, &game));
    all_of(s, game, 0);
}

static void look_into(scene *s, ta_quotient *q, ta_heap *game) {
    const ta_amount heaps[] = { 3, 5, 6 };
    ta_period p = { 0, 0, 0, 0, 0, 0 };
    size_t element = 0, order = ta_quotient_order(q), total = 0;
    int proved = ta_quotient_period(q, &p);
    say(s, "order %zu to %ld, period %d %ld %ld\n", order, ta_quotient_heaps(q), proved,
        proved ? p.period : 0, proved ? p.preperiod : 0);
    for (size_t x = 0; x < order; x++) {
        size_t count = 0;
        const uint16_t *at = ta_quotient_position(q, x, &count);
        say(s, "%zu%s =", x, ta_quotient_is_p(q, x) ? " in P" : "");
        for (size_t i = 0; i < count; i++) say(s, " %d", at[i]);
        say(s, ";");
        for (size_t y = 0; y < order; y++) total += (x + 1) * ta_quotient_product(q, x, y);
    }
    ask(ta_quotient_element(q, &s->call, heaps, 3, &element));
    say(s, "\nproducts %zu, element %zu, wins:", total, element);
    ask(ta_quotient_winning_moves(q, &s->call, game, heaps, 3, visit_move, s));
    say(s, "\n");
}

static void quotient(scene *s) {
    const ta_quotient_settings settings = { 0, 0, 1, 0 };
    ta_heap *game = NULL;
    ta_quotient *q = NULL;
    make(ta_heap, game, ta_heap_octal(s->allocator, &s->call, "0.75", 4, NULL, &game));
    make(ta_quotient, q, ta_quotient_create(s->allocator, &s->call, game, 40, &settings, &q));
    look_into(s, q, game);
}

const act heap_acts[] = {
    { "subtraction", subtraction, 0 }, { "all but", subtraction, 1 },      { "octal", octal, 0 },
    { "octal, longer", sparse, 0 },    { "heaps that grow", growing, 0 },  { "coins", spawning, 0 },
    { "heaps by rule", scripted, 0 },  { "misere quotient", quotient, 0 }, { NULL, NULL, 0 }
};
