/*
** value.c - scenes of value.h.
*/
#include "calls.h"

static void say_value(scene *s, ta_values *values, ta_value g, const char *end) {
    char text[4000] = "";
    size_t length = 0;
    ask(ta_value_text(values, &s->call, g, TA_ASCII, text, sizeof text, &length));
    say(s, "%s%s", text, end);
}

static ta_status read(scene *s, ta_values *values, const char *text, ta_value *g) {
    return ta_value_parse(values, &s->call, text, strlen(text), g);
}

static void say_dyadic(scene *s, ta_dyadic x) {
    char text[200];
    if (ta_dyadic_room(x) > sizeof text) say(s, "(long) ");
    else say(s, "%s ", ta_dyadic_text(text, x));
}

static void look_at(scene *s, ta_values *values, ta_value g) {
    ta_dyadic x = { 0, 0 }, mean = { 0, 0 }, temperature = { 0, 0 };
    int32_t ups = 0;
    uint32_t star = 0;
    ta_outcome outcome = TA_P;
    ta_corner corner[20];
    size_t corners = 0;
    int compact = ta_value_compact(values, g, &x, &ups, &star);
    say_value(s, values, g, ":");
    ask(ta_value_outcome(values, &s->call, g, &outcome));
    say(s, " %c, compact %d ", outcome, compact);
    if (compact) say(s, "%d %u ", ups, star);
    say_dyadic(s, ta_value_stop(values, g, TA_LEFT));
    say_dyadic(s, ta_value_stop(values, g, TA_RIGHT));
    say(s, "birthday %ld, all small %d\n", ta_value_birthday(values, g),
        ta_value_is_all_small(values, g));
    for (int side = TA_LEFT; side <= TA_RIGHT; side++)
        for (size_t i = 0; i < ta_value_option_count(values, g, (ta_player)side); i++) {
            ta_value option = TA_VALUE_ZERO, gain = TA_VALUE_ZERO;
            ask(ta_value_option(values, &s->call, g, (ta_player)side, i, &option));
            ask(ta_value_incentive(values, &s->call, g, (ta_player)side, i, &gain));
            say_value(s, values, option, " gains ");
            say_value(s, values, gain, side == TA_LEFT ? ", " : "; ");
        }
    ask(ta_value_mean(values, &s->call, g, &mean));
    ask(ta_value_temperature(values, &s->call, g, &temperature));
    ask(ta_value_wall(values, &s->call, g, TA_RIGHT, corner, 20, &corners));
    say(s, "\nmean and temperature ");
    say_dyadic(s, mean);
    say_dyadic(s, temperature);
    say(s, "%d, wall", ta_dyadic_compare(mean, temperature));
    for (size_t i = 0; i < corners && i < 20; i++) {
        say(s, " (");
        say_dyadic(s, corner[i].t);
        say_dyadic(s, corner[i].value);
        say(s, ")");
    }
    say(s, "\n");
}

static void looking(scene *s) {
    static const char *const texts[] = { "3/4", "{3||2|1}", "^^*3", "{2|-1,{0|-4}}", "{1|*,^}" };
    ta_values *values = NULL;
    ta_value g = TA_VALUE_ZERO;
    make(ta_values, values, ta_values_create(s->allocator, &s->call, 0, 1u << 28, &values));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ask(read(s, values, texts[i], &g));
        look_at(s, values, g);
    }
    ask_in_vain(read(s, values, "{1|2", &g));
}

/* Numbers that a word does not hold. */
static void big_numbers(scene *s) {
    static const char *const texts[] = { "1267650600228229401496703205376",
                                         "3/1267650600228229401496703205376",
                                         "-1267650600228229401496703205377^*2" };
    ta_values *values = NULL;
    ta_value g = TA_VALUE_ZERO, sum = TA_VALUE_ZERO;
    make(ta_values, values, ta_values_create(s->allocator, &s->call, 0, 1u << 28, &values));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ask(read(s, values, texts[i], &g));
        ask(ta_value_sum(values, &s->call, sum, g, &sum));
        ta_dyadic stop = ta_value_stop(values, sum, TA_LEFT);
        say_value(s, values, sum, ": ");
        say_dyadic(s, stop);
        say(s, "with %d places\n", ta_dyadic_places(stop));
    }
}

#define sums_of(call)                 \
    do {                              \
        ask(call);                    \
        say_value(s, values, k, " "); \
    } while (0) /* a macro, because calls are counted by name */

static void arithmetic(scene *s) {
    ta_values *values = NULL;
    ta_call *call = &s->call;
    ta_value g = TA_VALUE_ZERO, h = TA_VALUE_ZERO, k = TA_VALUE_ZERO, t = TA_VALUE_ZERO;
    ta_dyadic half = { 1, 1 };
    int leq = -1;
    make(ta_values, values, ta_values_create(s->allocator, call, 0, 1u << 28, &values));
    ask(read(s, values, "{2|-1}", &g));
    ask(read(s, values, "{3/2|^}", &h));
    ask(ta_value_leq(values, call, g, h, &leq));
    say(s, "leq %d: ", leq);
    say_value(s, values, ta_value_negative(values, g), " ");
    sums_of(ta_value_sum(values, call, g, h, &k));
    sums_of(ta_value_difference(values, call, g, h, &k));
    sums_of(ta_value_multiple(values, call, -3, h, &k));
    sums_of(ta_value_ordinal_sum(values, call, g, h, &k));
    sums_of(ta_value_conjunctive_sum(values, call, g, h, &k));
    sums_of(ta_value_selective_sum(values, call, g, h, &k));
    sums_of(ta_value_selective_compound(values, call, g, h, &k));
    sums_of(ta_value_conway_product(values, call, g, h, &k));
    sums_of(ta_value_companion(values, call, g, &k));
    sums_of(ta_value_number(values, call, 6, 2, &t));
    sums_of(ta_value_norton(values, call, g, t, &k));
    sums_of(ta_value_heat(values, call, g, t, &k));
    sums_of(ta_value_overheat(values, call, h, t, t, &k));
    sums_of(ta_value_cool(values, call, g, half, &k));
    sums_of(ta_value_freeze(values, call, g, &k));
    sums_of(ta_value_reduced(values, call, h, &k));
    sums_of(ta_value_number_up_star(values, call, half, -2, 5, &k));
    ask(read(s, values, "{0||0|-2}", &h));
    sums_of(ta_value_atomic_weight(values, call, h, &k));
    say(s, "\n");
    ask_in_vain(ta_value_atomic_weight(values, call, g, &k));
    ask_in_vain(ta_value_norton(values, call, g, g, &k));
}

/* Positions 0, 1, 2, ...: n has the options n - 1 of Left, n - 2 and 1 + (n - 3) of Right. */
static void column(scene *s) {
    ta_values *values = NULL;
    ta_value_column *column = NULL;
    ta_value g = TA_VALUE_ZERO;
    const uint32_t pair[] = { 3, 4 };
    make(ta_values, values, ta_values_create(s->allocator, &s->call, 0, 1u << 28, &values));
    make(ta_value_column, column, ta_value_column_create(values, &s->call, &column));
    for (uint32_t n = 0; n < 9; n++) {
        const uint32_t left[1] = { n - 1 }, right[3] = { n - 2, 1, n - 3 };
        const size_t left_end[1] = { 1 }, right_end[2] = { 1, 3 };
        const ta_value_list l = { left, left_end, n >= 1 },
                            r = { right, right_end, n < 3 ? n / 2 : 2 };
        ask(ta_value_column_put(column, &s->call, n, &l, &r));
        ask(ta_value_column_get(column, &s->call, &n, 1, &g));
        say_value(s, values, g, " ");
    }
    const uint32_t first[1] = { 0 };
    const size_t end[1] = { 1 };
    const ta_value_list zero = { first, end, 1 };
    ask(ta_value_column_put_ordinal(column, &s->call, 9, &zero, &zero, pair, 2));
    ask(ta_value_column_get(column, &s->call, (const uint32_t[]){ 9 }, 1, &g));
    say_value(s, values, g, " ");
    const ta_value up[2] = { TA_VALUE_ZERO, g };
    ask(ta_value_ordinal_sum_of(values, &s->call, up, 1, 2, g, &g));
    say_value(s, values, g, " ");
    ask(ta_value_column_get(column, &s->call, pair, 2, &g));
    say_value(s, values, g, "\n");
    say(s, "stale %d, bytes %d", ta_value_column_stale(column), ta_value_column_bytes(column) > 0);
    ta_values_clear(values);
    say(s, ", stale %d\n", ta_value_column_stale(column));
    ask_in_vain(ta_value_column_get(column, &s->call, pair, 2, &g));
}

static void store(scene *s) {
    ta_values *values = NULL;
    ta_value list[3] = { TA_VALUE_ZERO }, g = TA_VALUE_ZERO;
    ta_values_statistics held;
    memset(&held, 0, sizeof held);
    make(ta_values, values, ta_values_create(s->allocator, &s->call, 0, 1u << 28, &values));
    ask(ta_value_number(values, &s->call, 1, 0, &list[0]));
    ask(read(s, values, "*2", &list[1]));
    ask(read(s, values, "^", &list[2]));
    ask(ta_value_from_options(values, &s->call, list, 3, list + 1, 2, &g));
    say_value(s, values, g, "\n");
    ta_values_describe(values, &held);
    say(s, "games %d, allocator %d\n", held.games > 0,
        ta_values_allocator(values)->ctx == s->allocator->ctx);
    ta_values_limit(values, 4, 1u << 28);
    ask_in_vain(read(s, values, "{5|4||3|2}", &g));
    ta_values_limit(values, 0, 1u << 28);
    ask(read(s, values, "{5|4||3|2}", &g));
    say_value(s, values, g, "\n");
}

const act value_acts[] = { { "values", looking, 0 },
                           { "big numbers", big_numbers, 0 },
                           { "arithmetic of values", arithmetic, 0 },
                           { "a column of values", column, 0 },
                           { "a store of values", store, 0 },
                           { NULL, NULL, 0 } };
