/*
** cash.c - scenes of cash.h, win_condition.h and phases.h.
*/
#include "calls.h"

static void thresholds(scene *s, ta_cash *game) {
    ta_amount rich[2] = { -1, -1 }, exact[2] = { -1, -1 }, poor[2] = { -1, -1 };
    int first = -1;
    ta_cash_class c = { 0, "", 0, "" };
    ask(ta_cash_normal(game, &s->call, 1000000007, &first));
    ask(ta_cash_rich(game, &s->call, 60, rich));
    ask(ta_cash_exact_rich(game, &s->call, 60, exact));
    ta_cash_poor(game, 60, poor);
    say(s, "normal %d", first);
    say_amounts(s, ", rich", rich, 2);
    say_amounts(s, "least rich", exact, 2);
    say_amounts(s, "poor", poor, 2);
    for (ta_amount d = 5; d <= 45; d += 8) {
        ask(ta_cash_classify(game, &s->call, 40, d, 24, &c));
        say(s, " %d%.2s%d(%s)", c.first, c.purse, c.critical, c.by);
    }
    say(s, "\n");
}

static void for_all(scene *s, ta_cash *game, int closed) {
    ta_cash_asym asym = { 0, 0, 0, { NULL, NULL } };
    ta_cash_period period = { 0, 0, { NULL, NULL } };
    ta_cash_theorem theorem = { TA_CASH_NONE, 0, 0, "" };
    ta_amount bad[3] = { -1, -1, -1 };
    int first = -1, in = -1;
    ask(ta_cash_asymptotics(game, &s->call, 0, &asym));
    say(s, "modulus %ld from %ld, window %ld,", asym.modulus, asym.preperiod, asym.window);
    say_amounts(s, "slopes", asym.slope[0], (size_t)asym.modulus);
    ask(ta_cash_periodicity(game, &s->call, 0, &period));
    say(s, "period %ld offset %ld", period.period, period.offset);
    say_amounts(s, "", period.c[1], (size_t)period.period);
    if (closed) {
        ask(ta_cash_closed_form(game, &s->call, &theorem, bad));
        say(s, "family %d proved %d: %s\n", theorem.family, theorem.proved, theorem.source);
        ask(ta_cash_closed_winner(game, &s->call, TA_MAX, TA_MAX / 2, 12345, &first));
        ask(ta_cash_solution(game, &s->call, 1, 1, 1, &in));
        say(s, "winner %d, in the solution set %d\n", first, in);
    } else {
        ask_in_vain(ta_cash_closed_form(game, &s->call, &theorem, bad));
    }
}

/* Positions beyond all staircases. */
static void far(scene *s, ta_cash *game) {
    const ta_amount n = (ta_amount)1 << 60, e = n / 2 + 5;
    ta_amount least = -1, beaten = -1, moves[TA_CASH_MEMBERS];
    size_t wins = 0;
    int first = -1;
    ask(ta_cash_least(game, &s->call, n, e, &least));
    ask(ta_cash_beaten(game, &s->call, n, n / 2, &beaten));
    ask(ta_cash_winner(game, &s->call, n, n / 2, e, &first));
    ask(ta_cash_moves(game, &s->call, n + 2, n / 2 + 2, n / 2 - 9, moves, &wins));
    say(s, "far: least %ld, beaten %ld, winner %d", least, beaten, first);
    say_amounts(s, ", moves", moves, wins);
}

/* A set of a family with a closed form, and one of none. */
static void game_of(scene *s) {
    static const ta_amount sets[][4] = { { 4, 1 }, { 1, 3, 4, 6 } };
    ta_cash *game = NULL;
    ta_amount least = -1, beaten = -1, number = -1, moves[TA_CASH_MEMBERS];
    size_t members = 0, wins = 0;
    int first = -1;
    make(ta_cash, game,
         ta_cash_create(s->allocator, &s->call, sets[s->which], s->which ? 4 : 2, 400, 1e8, &game));
    const int32_t *member = ta_cash_members(game, &members);
    for (size_t i = 0; i < members; i++) say(s, "%d ", member[i]);
    ask(ta_cash_solve(game, &s->call, 50));
    ask(ta_cash_winner(game, &s->call, 60, 33, 20, &first));
    ask(ta_cash_moves(game, &s->call, 60, 33, 20, moves, &wins));
    say(s, "winner %d", first);
    say_amounts(s, ", moves", moves, wins);
    ask(ta_cash_least(game, &s->call, 60, 20, &least));
    ask(ta_cash_beaten(game, &s->call, 60, 33, &beaten));
    ask(ta_cash_count(game, &s->call, 30, &number));
    say(s, "least %ld, beaten %ld, of 31^3 %ld\n", least, beaten, number);
    thresholds(s, game);
    far(s, game);
    for_all(s, game, s->which == 0);
}

static void value(scene *s) {
    const ta_amount moves[] = { 1, 3 };
    ta_values *values = NULL;
    ta_value g = TA_VALUE_ZERO;
    char text[2000] = "";
    size_t length = 0;
    make(ta_values, values, ta_values_create(s->allocator, &s->call, 0, 1u << 28, &values));
    for (ta_amount n = 3; n <= 9; n++) {
        ask(ta_value_cash(values, &s->call, moves, 2, n, 5, 4, &g));
        ask(ta_value_text(values, &s->call, g, TA_ASCII, text, sizeof text, &length));
        say(s, "%ld: %s\n", n, text);
    }
}

const act cash_acts[] = { { "cash", game_of, 0 },
                          { "cash of no family", game_of, 1 },
                          { "cash as values", value, 0 },
                          { NULL, NULL, 0 } };

static void questions(scene *s, ta_win_condition *wc) {
    ta_amount least = -1, moves[3] = { 0 };
    size_t count = 0;
    int mover = -1;
    ask(ta_win_condition_least_cash(wc, &s->call, 1000, 333, &least));
    ask(ta_win_condition_winner(wc, &s->call, 20, 7, 9, &mover));
    ask(ta_win_condition_moves(wc, &s->call, 1000, 600, 20, moves, &count));
    say(s, "least %ld, mover wins %d", least, mover);
    say_amounts(s, ", moves", moves, count);
}

static void win_condition(scene *s) {
    const ta_amount set[] = { 1, 2, 4 };
    const ta_win_limits limits = { 120, 60, 0 };
    ta_win_condition *wc = NULL, *back = NULL;
    ta_win_info info;
    ta_win_item item;
    char text[8000] = "";
    int holds = -1;
    memset(&info, 0, sizeof info);
    make(ta_win_condition, wc, ta_win_condition_find(s->allocator, &s->call, set, 3, &limits, &wc));
    ask(ta_win_condition_check(wc, &s->call, &holds));
    ta_win_condition_info(wc, &info);
    say(s, "holds %d: period %ld, base %ld, level %ld, blocks %ld, letters %ld, checked %d\n",
        holds, info.period, info.base, info.level, info.blocks, info.letters, info.checked);
    for (ta_amount r = 0; ta_win_condition_end(wc, r); r++) {
        for (size_t i = 0; ta_win_condition_item(wc, r, i, &item); i++)
            say(s, "%.*s^(%ld+%ldk) ", (int)item.length, item.letters, item.c, item.g);
        say(s, "%c\n", ta_win_condition_end(wc, r));
    }
    questions(s, wc);
    size_t length = ta_win_condition_text(wc, text, sizeof text);
    say(s, "%zu bytes: %s\n", length, text);
    make(ta_win_condition, back,
         ta_win_condition_load(s->allocator, &s->call, text, length, &back));
    questions(s, back);
    ask_in_vain(ta_win_condition_load(s->allocator, &s->call, text, length - 2, &back));
}

static void classes(scene *s, ta_phases *p) {
    int mover = -1;
    ta_phases_class c = { -1, -1, -1, 0 };
    ta_phase f;
    ta_amount least = -1, moves[5] = { 0 };
    size_t count = 0;
    ask(ta_phases_winner(p, &s->call, TA_MAX, TA_MAX / 3, TA_MAX / 2, &mover));
    ask(ta_phases_least_cash(p, &s->call, 1000, 333, &least));
    ask(ta_phases_moves(p, &s->call, 1000, 600, 20, moves, &count));
    say(s, "least %ld", least);
    say_amounts(s, ", moves", moves, count);
    ask(ta_phases_class_of(p, &s->call, 1000, &c));
    say(s, "mover wins %d; m = %ld + %ld k, k = %ld\n", mover, c.from, c.modulus, c.k);
    for (size_t i = 0; i < (size_t)c.phases; i++) {
        memset(&f, 0, sizeof f);
        ask(ta_phases_phase(p, &s->call, 1000, i, &f));
        say(s, "%ld + %ld k: %ld + %ld k times,", f.from, f.from_k, f.times, f.times_k);
        say_amounts(s, "least", f.least, (size_t)f.period);
        say_amounts(s, "by k", f.least_k, (size_t)f.period);
        say_amounts(s, "rise", f.rise, (size_t)f.period);
    }
}

static void phases(scene *s) {
    const ta_amount set[] = { 6, 3, 10, 5, 11 };
    const ta_phases_limits limits = TA_PHASES_LIMITS, few = { 10, 1000 };
    ta_phases *p = NULL, *back = NULL;
    ta_phases_info info;
    char text[8000] = "";
    int holds = -1;
    memset(&info, 0, sizeof info);
    make(ta_phases, p, ta_phases_find(s->allocator, &s->call, set, 5, &limits, &p));
    ask(ta_phases_check(p, &s->call, &holds));
    ta_phases_info_of(p, &info);
    say(s, "holds %d: %ld classes, %ld single, modulus %ld, from %ld, %ld phases, checked %d",
        holds, info.classes, info.single, info.modulus, info.from, info.phases, info.checked);
    say_amounts(s, ", set", info.set, info.set_count);
    classes(s, p);
    size_t length = ta_phases_text(p, text, sizeof text);
    say_hash(s, text, length);
    make(ta_phases, back, ta_phases_load(s->allocator, &s->call, text, length, &back));
    classes(s, back);
    ask_in_vain(ta_phases_load(s->allocator, &s->call, text, length - 2, &back));
    ask_in_vain(ta_phases_find(s->allocator, &s->call, set, 5, &few, &back));
}

const act win_condition_acts[] = { { "win condition", win_condition, 0 },
                                   { "phases", phases, 0 },
                                   { NULL, NULL, 0 } };
