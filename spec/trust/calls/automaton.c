/*
** automaton.c - scenes of automaton.h, limits.h and theorem.h.
*/
#include "calls.h"
#include "certificates.h"

/* Its size, and the first of its words. */
static void about(scene *s, const char *name, const ta_automaton *a) {
    uint8_t word[64 * TA_TRACKS];
    size_t length = 0;
    ask(ta_automaton_shortest(&s->call, a, NULL, &length));
    say(s, "%s: tracks %x, %u states, %u nodes, empty %d", name, ta_automaton_tracks(a),
        ta_automaton_states(a), ta_automaton_nodes(a), ta_automaton_is_empty(a));
    if (length < 64) {
        uint32_t state = 0;
        ask(ta_automaton_shortest(&s->call, a, word, &length));
        for (size_t i = 0; i < length; i++) {
            state = ta_automaton_next(a, state, word + i * TA_TRACKS);
            say(s, " %d%d", word[i * TA_TRACKS], word[i * TA_TRACKS + 1]);
        }
        say(s, " accepted %d", ta_automaton_accepts_at(a, state));
    }
    say(s, "\n");
}

static void sets(scene *s, const ta_numeration *n) {
    static const uint8_t track[2] = { 0, 1 };
    static const int64_t less[2] = { 1, -1 }, twice[2] = { 2, -1 };
    const uint8_t to[TA_TRACKS] = { 1, 0 };
    ta_automaton *x = NULL, *y = NULL, *both = NULL, *some = NULL, *others = NULL, *turned = NULL;
    ta_automaton *all = NULL, *joined = NULL, *same = NULL;
    make(ta_automaton, x, ta_automaton_linear(n, &s->call, 2, track, less, TA_AT_MOST, -1, &x));
    make(ta_automaton, y, ta_automaton_linear(n, &s->call, 2, track, twice, TA_EQUAL, 3, &y));
    make(ta_automaton, all, ta_automaton_all(n, &s->call, 3, &all));
    make(ta_automaton, both, ta_automaton_combine(&s->call, x, y, TA_AND, &both));
    make(ta_automaton, some, ta_automaton_exists(&s->call, both, 1, &some));
    make(ta_automaton, others, ta_automaton_not(&s->call, both, &others));
    const ta_automaton *parts[2] = { x, y }, *missed[1] = { both };
    make(ta_automaton, joined, ta_automaton_join(&s->call, 2, parts, 1, missed, 2, &joined));
    const ta_join joins[2] = { { 1, 1, parts, missed, 1 }, { 2, 0, parts, NULL, 0 } };
    int any = 0;
    ask(ta_automaton_any(n, &s->call, 1, parts, 1, parts + 1, 2, joins, &any));
    say(s, "any %d\n", any);
    make(ta_automaton, turned, ta_automaton_rename(&s->call, y, to, &turned));
    make(ta_automaton, same, ta_automaton_copy(&s->call, turned, &same));
    about(s, "x", x);
    about(s, "both", both);
    about(s, "some", some);
    about(s, "others", others);
    about(s, "joined", joined);
    about(s, "turned", turned);
    about(s, "all", all);
    say(s, "same %d, %d, of one numeration %d, bytes %d\n", ta_automaton_equal(turned, same),
        ta_automaton_equal(turned, y), ta_automaton_numeration(same) == n,
        ta_automaton_bytes(y) > 0);
}

/* Base 2 and Zeckendorf. */
static void numeration(scene *s) {
    static const int64_t recurrence[2][2] = { { 2 }, { 1, 1 } }, first[2][2] = { { 1 }, { 1, 2 } };
    const ta_automaton_limits limits = { 100000, 0 };
    ta_numeration *n = NULL;
    uint8_t digit[80] = { 0 };
    char text[80] = "";
    size_t count = 0, room = sizeof text;
    make(ta_numeration, n,
         ta_numeration_create(s->allocator, &s->call, s->which ? 2 : 1, recurrence[s->which],
                              first[s->which], &limits, &n));
    say(s, "%u digits, words of %u states\n", ta_numeration_digits(n),
        ta_automaton_states(ta_numeration_words(n)));
    ask(ta_numeration_write(n, &s->call, "1234567890", 10, digit, &count));
    for (size_t i = 0; i < count; i++) say(s, "%d", digit[i]);
    ask(ta_numeration_read(n, &s->call, digit, count, text, &room));
    say(s, " = %s\n", text);
    sets(s, n);
}

/* Is x a multiple of three? */
static ta_status multiple(void *ctx, ta_call *call, const int64_t *x, int *in) {
    (void)call;
    *in = x[0] % 3 == 0;
    return hosted(ctx);
}

static void learned(scene *s) {
    const int64_t two = 2, one = 1, example = 1000;
    const uint32_t next[6] = { 0, 1, 2, 0, 1, 2 };
    const uint8_t accepting[3] = { 1, 0, 0 };
    ta_numeration *n = NULL;
    ta_learner *l = NULL;
    ta_automaton *guess = NULL, *table = NULL;
    make(ta_numeration, n, ta_numeration_create(s->allocator, &s->call, 1, &two, &one, NULL, &n));
    make(ta_learner, l, ta_learner_create(n, &s->call, 1, 8, &l));
    make(ta_automaton, guess, ta_learner_guess(l, &s->call, multiple, s, &example, 1, 0, &guess));
    about(s, "guess", guess);
    make(ta_automaton, table, ta_automaton_from_table(n, &s->call, 1, 3, next, accepting, &table));
    say(s, "the table's %d\n", ta_automaton_equal(guess, table));
}

/* One pile, at most x of it are taken, and 2 k next. */
static void limited(scene *s) {
    static const int64_t guard[2 * 3] = { 0, 1, -1, 1, -1, 0 }, target[3] = { 1, -1, 0 };
    const int64_t side = 40;
    int64_t next[40];
    ta_limited *l = NULL;
    ta_limit_search *search = NULL;
    int lost = 2;
    for (int64_t k = 0; k < 40; k++) next[k] = 2 * k;
    const ta_limit_move move = { 2, guard, target, { 1, 0 }, next, 40 };
    make(ta_limits, l, ta_limits_create(s->allocator, &s->call, 1, &side, &move, 1, 0, &l));
    say(s, "%zu numbers, least:", ta_limits_numbers(l));
    for (int64_t n = 1; n < 40; n++)
        say(s, " %ld%s", ta_limits_least(l, &n), ta_limits_lost(l, &n, 4) ? "*" : "");
    make(ta_limit_search, search,
         ta_limit_search_create(s->allocator, &s->call, 1, &move, 1, 0, 0, &search));
    say(s, "\n%zu numbers, the first like number %zu, lost:", ta_limit_search_numbers(search),
        ta_limit_search_kin(search, 0));
    ta_limit_search_lead(search, NULL);
    for (int64_t n = 0; n < 60; n++) {
        ask(ta_limit_search_lost(search, &s->call, &n, 4, n % 10 ? 10000 : 1, &lost));
        say(s, " %d", lost);
    }
    say(s, "\n");
}

static void theorems(scene *s) {
    const ta_theorem_limits limits = { 1e8, 0 };
    for (int i = 0; i < CERTIFICATE_TEXTS; i++) {
        const char *text = certificate_texts[i].text;
        int holds = -1;
        ask(ta_theorem_check(s->allocator, &s->call, text, strlen(text), &limits, &holds));
        say(s, "%s: %d\n", certificate_texts[i].name, holds);
        ask_in_vain(ta_theorem_check(s->allocator, &s->call, text, strlen(text) / 2, NULL, &holds));
    }
}

const act automaton_acts[] = { { "sets of numbers, base 2", numeration, 0 },
                               { "sets of numbers, Zeckendorf", numeration, 1 },
                               { "a set learned", learned, 0 },
                               { "limits", limited, 0 },
                               { "theorems", theorems, 0 },
                               { NULL, NULL, 0 } };
