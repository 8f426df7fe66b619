/*
** saved.c - saved data of the core, written and read again: certificates of win conditions, codes, names of
** values. Machines of either byte order print the same text, so each can read what another wrote.
*/
#include "calls.h"

static void win_condition(scene *s, const ta_amount *set) {
    const ta_win_limits limits = { 240, 120, 0 };
    ta_win_condition *found = NULL, *loaded = NULL;
    char text[8000] = "";
    ta_amount least = -1;
    size_t count = 0;
    int holds = -1;
    while (count < 4 && set[count]) count++;
    make(ta_win_condition, found,
         ta_win_condition_find(s->allocator, &s->call, set, count, &limits, &found));
    size_t length = ta_win_condition_text(found, text, sizeof text);
    for (char *c = text; *c; c++) /* JSON takes spaces as well */
        if (*c == '\n') *c = ' ';
    make(ta_win_condition, loaded,
         ta_win_condition_load(s->allocator, &s->call, text, length, &loaded));
    ask(ta_win_condition_check(loaded, &s->call, &holds));
    say(s, "%s\nholds %d:", text, holds);
    for (ta_amount n = 1; n < 3000; n += 123) {
        ask(ta_win_condition_least_cash(loaded, &s->call, n, n / 3, &least));
        say(s, " %ld", least);
    }
    say(s, "\n");
}

static void code(scene *s, const char *text) {
    const int coins = strchr(text, ',') != NULL, to = coins ? 30 : 100;
    ta_heap *game = NULL;
    uint32_t g[101] = { 0 };
    make(ta_heap, game,
         (coins ? ta_heap_spawning : ta_heap_octal)(s->allocator, &s->call, text, strlen(text),
                                                    NULL, &game));
    ask(ta_heap_extend(game, &s->call, to));
    ask(ta_heap_fill(game, &s->call, to, 4, g));
    say(s, "%s:", ta_heap_text(game));
    for (int n = 0; n <= to; n++) say(s, " %u", g[n]);
    say(s, "\n");
}

static void value(scene *s, ta_values *store, const char *text) {
    char name[1000] = "";
    size_t length = 0;
    ta_value g = TA_VALUE_ZERO, again = TA_VALUE_ZERO;
    ask(ta_value_parse(store, &s->call, text, strlen(text), &g));
    ask(ta_value_sum(store, &s->call, g, g, &g));
    ask(ta_value_text(store, &s->call, g, TA_ASCII, name, sizeof name, &length));
    ask(ta_value_parse(store, &s->call, name, length, &again));
    say(s, "%s %d\n", name, g == again);
}

static void saved(scene *s) {
    static const ta_amount sets[][4] = {
        { 1, 2, 4, 0 }, { 1, 3, 4, 0 }, { 2, 3, 0, 0 }, { 1, 2, 3, 5 }
    };
    static const char *const codes[] = { "0.77", "0.3[1]", "4.7", "2-3,6C" };
    static const char *const values[] = { "{3||2|1}", "^^*3", "{2|-1,{0|-4}}", "-5/8" };
    ta_values *store = NULL;
    make(ta_values, store, ta_values_create(s->allocator, &s->call, 0, 0, &store));
    for (int i = 0; i < 4; i++) {
        win_condition(s, sets[i]);
        code(s, codes[i]);
        value(s, store, values[i]);
    }
}

const act saved_acts[] = { { "what is saved", saved, 0 }, { NULL, NULL, 0 } };
