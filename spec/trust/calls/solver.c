/*
** solver.c - scenes of ruleset.h, solver.h and sum.h.
*/
#include "calls.h"

static void say_position(scene *s, const ta_position *p) {
    char text[80];
    say(s, " %s", ta_position_text(text, sizeof text, p));
}

/* Two piles: take 1 to 3 from one; from the first ones of Left alone where `partizan`. */
typedef struct rules {
    scene *s;
    int partizan;
} rules;

static ta_status options(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                         ta_sink *sink) {
    rules *r = ctx;
    int64_t a = p->component[0], b = p->component[1];
    ta_status st = hosted(r->s);
    int64_t start[2] = { a - 1, b }, step[2] = { -1, 0 };
    if (!st && a > 0 && !(r->partizan && player == TA_RIGHT))
        st = ta_sink_run(sink, call, start, step, 2, (size_t)(a < 3 ? a : 3));
    for (int64_t k = 1; !st && k <= 3 && k <= b && !ta_sink_stopped(sink); k++) {
        const int64_t left[2] = { a, b - k };
        const ta_position option = { left, NULL, 2 };
        st = k % 2 ? ta_sink_emit(sink, call, &option) : ta_sink_emit_integers(sink, call, left, 2);
    }
    return st;
}

static ta_status visit(void *ctx, ta_call *call, uint32_t number, const ta_position *p,
                       const ta_options *left, const ta_options *right) {
    ta_status st = hosted(ctx);
    (void)call;
    (void)right;
    if (st) return st;
    say_position(ctx, p);
    if (left) say(ctx, "=%u/%zu", number, left->count);
    return TA_OK;
}

static ta_status create(scene *s, rules *r, ta_solver **solver) {
    const ta_ruleset set = { .ctx = r, .partizan = r->partizan, .options = options };
    return ta_solver_create(s->allocator, &s->call, &set, solver);
}

static void questions(scene *s, ta_solver *solver, int partizan) {
    const int64_t at[2] = { 6, 7 };
    const ta_position p = { at, NULL, 2 };
    ta_statistics held = { 0, 0, 0, 0, 0 };
    ta_result result = TA_DRAW;
    ta_outcome outcome = TA_D;
    ta_amount value = -1, moves = -1, followers = -1;
    int here = -1;
    for (int misere = 0; misere <= 1; misere++) {
        ask(ta_solver_result(solver, &s->call, &p, TA_LEFT, misere, &result));
        ask(ta_solver_outcome(solver, &s->call, &p, misere, &outcome));
        ask(ta_solver_remoteness(solver, &s->call, &p, TA_LEFT, misere, &moves));
        say(s, "%d %c %ld; wins:", result, outcome, moves);
        ask(ta_solver_options(solver, &s->call, &p, TA_LEFT, misere, visit, s));
        say(s, "\n");
    }
    ask(ta_solver_followers(solver, &s->call, &p, &followers));
    ask(ta_solver_entailed(solver, &s->call, &p, &here));
    say(s, "%ld followers, entailed %d, outcome %c", followers, here,
        ta_outcome_of(TA_WIN, TA_LOSS));
    if (partizan) {
        ask_in_vain(ta_solver_nim_value(solver, &s->call, &p, &value));
    } else {
        ask(ta_solver_nim_value(solver, &s->call, &p, &value));
        int known = ta_solver_known(solver, TA_ASK_NIM_VALUE, TA_LEFT, &p, &moves);
        say(s, ", nim value %ld known %d %ld\n", value, known, moves);
    }
    ta_solver_statistics(solver, &held);
    say(s, "holds something %d\n", held.positions > 0 && held.rule_calls > 0);
    ta_solver_clear(solver);
    ta_solver_statistics(solver, &held);
    say(s, "cleared %ld\n", held.positions);
}

static void walk(scene *s, ta_solver *solver) {
    const int64_t at[2] = { 2, 1 };
    const ta_position p = { at, NULL, 2 };
    const uint32_t *numbers = NULL;
    size_t count = 0;
    say(s, "walk:");
    ask_on(ta_solver_walk(solver, &s->call, &p, visit, s, &numbers, &count));
    for (size_t i = 0; i < count; i++) say(s, " %u", numbers[i]);
    say(s, "\n");
}

static void box(scene *s, ta_solver *solver, ta_question question) {
    const int64_t from[2] = { 0, 0 }, to[2] = { 6, 6 };
    int64_t at[2] = { -1, -1 };
    uint16_t cells[49] = { 0 };
    uint8_t bytes[49] = { 0 };
    ask(ta_solver_box(solver, &s->call, question, 2, from, to, at));
    size_t width = question == TA_ASK_OUTCOME ? 1 : 2;
    void *into = width == 1 ? (void *)bytes : (void *)cells;
    say(s, "width %d:", ta_solver_box_width(solver, question) <= width);
    ask(ta_solver_box_cells(solver, &s->call, question, TA_LEFT, 2, from, to, width, into));
    for (int i = 0; i < 49; i++) say(s, " %d", width == 1 ? bytes[i] : cells[i]);
    say(s, "\n");
}

static void two_piles(scene *s) {
    const int partizan = s->which;
    rules r = { s, partizan };
    const ta_limits limits = { 100000, 1e8, 0, 0 };
    ta_solver *solver = NULL;
    make(ta_solver, solver, create(s, &r, &solver));
    ta_solver_limit(solver, &limits);
    questions(s, solver, partizan);
    box(s, solver, TA_ASK_OUTCOME);
    box(s, solver, partizan ? TA_ASK_REMOTENESS : TA_ASK_NIM_VALUE);
}

/* A walk numbers what was not walked before: a solver of its own. */
static void walked(scene *s) {
    rules r = { s, 0 };
    ta_solver *solver = NULL;
    make(ta_solver, solver, create(s, &r, &solver));
    walk(s, solver);
}

/* A token on a ring of 7: one or two steps on, from all but 0; from 5 also back to 3. */
static ta_status ring(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                      ta_sink *sink) {
    int64_t v = p->component[0], to[2] = { (v + 1) % 7, v == 5 ? 3 : (v + 2) % 7 };
    ta_status st = hosted(ctx);
    (void)player;
    for (int i = 0; !st && v > 0 && i < 2; i++) st = ta_sink_emit_integers(sink, call, &to[i], 1);
    return st;
}

static void loopy(scene *s) {
    const ta_ruleset set = { .ctx = s, .options = ring };
    ta_solver *solver = NULL;
    make(ta_solver, solver, ta_solver_create(s->allocator, &s->call, &set, &solver));
    for (int64_t v = 0; v < 7; v++) {
        const ta_position p = { &v, NULL, 1 };
        const ta_amount *reach = NULL;
        size_t count = 0;
        ta_outcome outcome = TA_P;
        ta_amount value = -1;
        ask(ta_solver_outcome(solver, &s->call, &p, 0, &outcome));
        ask(ta_solver_nim_value(solver, &s->call, &p, &value));
        say(s, "%ld: %c %ld", v, outcome, value);
        if (value == TA_INF) {
            ask(ta_solver_nim_reach(solver, &s->call, &p, &reach, &count));
            say_amounts(s, "inf", reach, count);
        } else {
            say(s, "\n");
        }
    }
}

/* Heaps by text: "aaaa" loses one letter, or two, after which it must be answered: 'b' is put before. */
static ta_status letters(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                         ta_sink *sink) {
    char left[16];
    size_t count = p->count - (p->count > 0 && p->text[0] == 'b');
    ta_status st = hosted(ctx);
    (void)player;
    memset(left, 'a', sizeof left);
    const ta_position one = { NULL, left, count - 1 };
    if (!st && count > 0) st = ta_sink_emit(sink, call, &one);
    left[0] = 'b';
    const ta_position two = { NULL, left, count - 1 };
    if (!st && count > 1) st = ta_sink_emit(sink, call, &two);
    return st;
}

static ta_status answer(void *ctx, ta_call *call, const ta_position *p, int *here) {
    (void)call;
    *here = p->count > 0 && p->text[0] == 'b';
    return hosted(ctx);
}

static void entailing(scene *s) {
    static const char *const texts[] = { "", "a", "aa", "aaa", "baa", "aaaaa", "ba", "baaaaaa" };
    const ta_ruleset set = { .ctx = s, .options = letters, .entails = answer };
    ta_solver *solver = NULL;
    make(ta_solver, solver, ta_solver_create(s->allocator, &s->call, &set, &solver));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const ta_position p = { NULL, texts[i], strlen(texts[i]) };
        ta_entailing value = { TA_SUNNY, 0, 0, NULL, 0 };
        int here = -1;
        ask(ta_solver_entailing(solver, &s->call, &p, &value));
        say(s, "'%s': kind %d", texts[i], value.kind);
        if (value.kind == TA_NUMBER) say(s, " %ld\n", value.number);
        else if (value.kind == TA_SUNNY) say(s, "\n");
        else say_amounts(s, value.all_but ? " all but" : " of", value.values, value.count);
        ask(ta_solver_entailed(solver, &s->call, &p, &here));
        say(s, "to be answered %d\n", here);
    }
}

/* A stalk of n edges, any of which may be cut: one edge, and the others above it. */
static ta_status stalk(void *ctx, ta_call *call, ta_player player, const ta_position *p,
                       ta_sink *sink) {
    ta_status st = hosted(ctx);
    (void)player;
    for (int64_t n = 0; !st && n < p->component[0]; n++)
        st = ta_sink_emit_integers(sink, call, &n, 1);
    return st;
}

static ta_status on_an_edge(void *ctx, ta_call *call, const ta_position *p, ta_sink *sink) {
    const int64_t base = 1, upper = p->component[0] - 1;
    ta_status st = hosted(ctx);
    if (!st && upper > 0) st = ta_sink_emit_integers(sink, call, &base, 1);
    return st || upper <= 0 ? st : ta_sink_emit_integers(sink, call, &upper, 1);
}

static void ordinal(scene *s) {
    const int64_t height = 9;
    const ta_position p = { &height, NULL, 1 };
    const ta_ruleset set = { .ctx = s,
                             .partizan = s->which,
                             .options = stalk,
                             .ordinal_sum = on_an_edge };
    const uint32_t *numbers = NULL;
    size_t count = 0;
    ta_amount value = -1;
    ta_solver *solver = NULL;
    make(ta_solver, solver, ta_solver_create(s->allocator, &s->call, &set, &solver));
    if (s->which) {
        ask_on(ta_solver_walk(solver, &s->call, &p, visit, s, &numbers, &count));
        for (size_t i = 0; i < count; i++) say(s, " %u\n", numbers[i]);
    } else {
        ask(ta_solver_nim_value(solver, &s->call, &p, &value));
        say(s, "a stalk: %ld\n", value);
    }
}

static void sum_of(scene *s) {
    const int reduced = s->which;
    rules all = { s, 0 }, left = { s, 1 };
    const int64_t at[3][2] = { { 2, 1 }, { 1, 2 }, { 0, 2 } };
    const ta_limits limits = { 200000, 1e8, 0, 0 };
    ta_solver *impartial_game = NULL, *partizan_game = NULL;
    ta_sum *sum = NULL;
    size_t first = 9, second = 9;
    ta_outcome outcome = TA_D;
    ta_amount moves = -1, followers = -1;
    ta_statistics held = { 0, 0, 0, 0, 0 };
    make(ta_solver, impartial_game, create(s, &all, &impartial_game));
    make(ta_solver, partizan_game, create(s, &left, &partizan_game));
    make(ta_sum, sum, ta_sum_create(s->allocator, &s->call, reduced, &sum));
    ask(ta_sum_add(sum, &s->call, impartial_game, &first));
    ask(ta_sum_add(sum, &s->call, partizan_game, &second));
    ta_sum_limit(sum, &limits);
    const ta_term terms[3] = { { first, 0, 2, { at[0], NULL, 2 } },
                               { second, 0, 1, { at[1], NULL, 2 } },
                               { second, 1, 1, { at[2], NULL, 2 } } };
    ask(ta_sum_outcome(sum, &s->call, terms, 3, 0, &outcome));
    say(s, "sum %c\n", outcome);
    if (reduced) {
        ask_in_vain(ta_sum_outcome(sum, &s->call, terms, 3, 1, &outcome));
    } else {
        ask(ta_sum_outcome(sum, &s->call, terms, 3, 1, &outcome));
        ask(ta_sum_remoteness(sum, &s->call, terms, 3, TA_RIGHT, 0, &moves));
        ask(ta_sum_followers(sum, &s->call, terms, 3, &followers));
        say(s, "misere %c, %ld moves, %ld followers\n", outcome, moves, followers);
    }
    ta_sum_statistics(sum, &held);
    ta_sum_clear(sum);
    say(s, "held something %d\n", held.positions > 0);
}

const act solver_acts[] = { { "rules", two_piles, 0 },
                            { "partizan rules", two_piles, 1 },
                            { "a walk", walked, 0 },
                            { "rules that loop", loopy, 0 },
                            { "entailing moves", entailing, 0 },
                            { "ordinal sums", ordinal, 0 },
                            { "ordinal sums, partizan", ordinal, 1 },
                            { "a sum", sum_of, 0 },
                            { "a reduced sum", sum_of, 1 },
                            { NULL, NULL, 0 } };
