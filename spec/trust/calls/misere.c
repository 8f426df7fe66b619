/*
** misere.c - scenes of misere.h.
*/
#include "calls.h"

static void say_form(scene *s, ta_miseres *store, ta_misere g, const char *end) {
    char text[2000] = "";
    size_t length = 0;
    ask(ta_misere_text(store, &s->call, g, text, sizeof text, &length));
    say(s, "%s%s", text, end);
}

static ta_status read(scene *s, ta_miseres *store, const char *text, ta_misere *g) {
    return ta_misere_parse(store, &s->call, text, strlen(text), g);
}

static void look_at(scene *s, ta_miseres *store, ta_misere g) {
    size_t digits = ta_misere_genus_count(store, g), count = ta_misere_option_count(store, g);
    ta_misere options[16] = { 0 };
    say_form(s, store, g, ":");
    say(s, " %c %ld %ld, birthday %ld, classes %u, genus ", ta_misere_outcome(store, g),
        ta_misere_nim_value(store, g), ta_misere_misere_nim_value(store, g),
        ta_misere_birthday(store, g), ta_misere_classes(store, g));
    for (size_t i = 0; i < digits; i++) say(s, "%ld", ta_misere_genus_digit(store, g, i));
    say(s, ", %zu options, order %d\n", count, ta_misere_order(store, g, TA_MISERE_ZERO));
    if (count > 16) return;
    ta_misere_options(store, g, options); /* by id: in an order of the store's own */
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (ta_misere_order(store, options[i], options[j]) > 0) {
                ta_misere o = options[i];
                options[i] = options[j];
                options[j] = o;
            }
    for (size_t i = 0; i < count; i++) say_form(s, store, options[i], i + 1 < count ? ", " : "\n");
}

static void forms(scene *s) {
    static const char *const texts[] = { "*3", "*[2#0]", "*[(2#)320]+*2", "*[(32)(2#)1]" };
    ta_miseres *store = NULL;
    ta_misere g = 0, h = 0, x = 0;
    int linked = -1;
    make(ta_miseres, store, ta_miseres_create(s->allocator, &s->call, 0, 1u << 28, &store));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ask(read(s, store, texts[i], &g));
        look_at(s, store, g);
        ask(ta_misere_mate(store, &s->call, g, &x));
        say_form(s, store, x, " is the mate, ");
        ask(ta_misere_sum(store, &s->call, g, x, &h));
        say(s, "%c together; ", ta_misere_outcome(store, h));
        ask(ta_misere_minus(store, &s->call, h, x, &h));
        say(s, "back %d; ", g == h);
        ask(ta_misere_heap(store, &s->call, 4, &h));
        ask(ta_misere_link(store, &s->call, g, h, &linked, &x));
        say(s, "linked %d; ", linked);
        ask(ta_misere_distinguisher(store, &s->call, g, h, &x));
        say_form(s, store, x, " tells them apart\n");
    }
    ask(ta_misere_multiple(store, &s->call, 3, g, &h));
    say(s, "three: %ld\n", ta_misere_birthday(store, h));
    ask_in_vain(ta_misere_distinguisher(store, &s->call, g, g, &x));
    ask_in_vain(read(s, store, "*[2#", &g));
}

static void parts(scene *s) {
    ta_miseres *store = NULL;
    ta_misere g = 0, list[3] = { 0, 1, 0 };
    ta_misere_list found = { NULL, 0 };
    ta_miseres_statistics held;
    const size_t *end = NULL;
    size_t ways = 0;
    memset(&held, 0, sizeof held);
    make(ta_miseres, store, ta_miseres_create(s->allocator, &s->call, 0, 1u << 28, &store));
    ask(ta_misere_heap(store, &s->call, 2, &list[2]));
    ask(ta_misere_from_options(store, &s->call, list, 3, &g));
    ask(ta_misere_sum(store, &s->call, g, list[2], &g));
    say_form(s, store, g, " has ");
    ask(ta_misere_parts(store, &s->call, g, &found));
    say(s, "%zu parts, ", found.count);
    ask(ta_misere_partitions(store, &s->call, g, &found, &end, &ways));
    say(s, "%zu ways of %zu terms; by day 3 ", ways, ways > 0 ? end[ways - 1] : 0);
    ask(ta_misere_day(store, &s->call, 3, &found));
    say(s, "%zu are born\n", found.count);
    ask_in_vain(ta_misere_day(store, &s->call, 6, &found));
    ta_miseres_describe(store, &held);
    say(s, "games %d\n", held.games > 4);
    ta_miseres_limit(store, 8, 1u << 28);
    ask_in_vain(ta_misere_heap(store, &s->call, 40, &g));
    ta_miseres_limit(store, 0, 1u << 28);
    ask(ta_misere_heap(store, &s->call, 40, &g));
    say_form(s, store, g, "\n");
}

/* Positions 0, 1, 2, ...: n has the options n - 1 and (n - 2) + (n - 3). */
static void column(scene *s) {
    const uint32_t pair[] = { 4, 6 };
    ta_miseres *store = NULL;
    ta_misere_column *column = NULL;
    ta_misere g = 0;
    make(ta_miseres, store, ta_miseres_create(s->allocator, &s->call, 0, 1u << 28, &store));
    make(ta_misere_column, column, ta_misere_column_create(store, &s->call, &column));
    for (uint32_t n = 0; n < 8; n++) {
        const uint32_t part[3] = { n - 1, n - 2, n - 3 };
        const size_t end[2] = { 1, 3 };
        ask(ta_misere_column_put(column, &s->call, n, part, end, n == 0 ? 0 : n < 3 ? 1 : 2));
        ask(ta_misere_column_get(column, &s->call, &n, 1, &g));
        say_form(s, store, g, " ");
    }
    ask(ta_misere_column_get(column, &s->call, pair, 2, &g));
    say(s, "; %ld\n", ta_misere_misere_nim_value(store, g));
    say(s, "stale %d, bytes %d", ta_misere_column_stale(column),
        ta_misere_column_bytes(column) > 0);
    ta_miseres_clear(store);
    say(s, ", stale %d\n", ta_misere_column_stale(column));
    ask_in_vain(ta_misere_column_get(column, &s->call, pair, 2, &g));
}

const act misere_acts[] = { { "forms of misere play", forms, 0 },
                            { "parts of forms", parts, 0 },
                            { "a column of forms", column, 0 },
                            { NULL, NULL, 0 } };
