/*
** two_pile.c - scenes of two_pile.h.
*/
#include "calls.h"

static void moves_of(scene *s, ta_two_pile *game) {
    ta_two_pile_moves *walk = NULL;
    ta_two_pile_move moves[4];
    size_t count = 1;
    make(ta_two_pile_moves, walk, ta_two_pile_moves_create(game, &s->call, 12, 20, 9, &walk));
    say(s, "moves, more than 5 %d:", ta_two_pile_moves_exceed(walk, 5));
    while (count > 0) {
        ask(ta_two_pile_moves_next(walk, &s->call, moves, 4, &count));
        for (size_t i = 0; i < count; i++) say(s, " %ld of %d", moves[i].take, moves[i].pile);
    }
    say(s, "\n");
}

static void table_of(scene *s, ta_two_pile *game) {
    ta_least_table *table = NULL;
    uint64_t sum = 0;
    make(ta_least_table, table, ta_two_pile_table(game, &s->call, 30, &table));
    ask(ta_least_table_checksum(table, &s->call, &sum));
    say(s, "table to %ld, checksum %lu, L(7, 19) %ld, L(0, 3) %ld\n", ta_least_table_size(table),
        sum, ta_least_table_value(table, 7, 19), ta_least_table_value(table, 0, 3));
}

static void closed_form_of(scene *s, ta_two_pile *game) {
    ta_amount least = -1, cells = -1;
    int holds = -1, exact = -1;
    ta_mismatch at = { 0, 0, 0, 0 };
    ta_violation why = { 0, 0, "" };
    ta_counterexample example;
    ta_two_pile_strategy_move move = { TA_CASE_1, 0, 0 };
    memset(&example, 0, sizeof example);
    ask(ta_two_pile_closed_form(game, &s->call, 12, 8, &least));
    ask(ta_two_pile_verify(game, &s->call, 40, &holds, &cells, &at));
    say(s, "closed form %ld, holds %d", least, holds);
    if (holds) say(s, " in %ld cells\n", cells);
    else say(s, " not at %ld, %ld: %ld %ld\n", at.p, at.q, at.formula, at.exact);
    ask(ta_two_pile_admissible(game, &s->call, 100, &why, &exact));
    say(s, "condition %d at %ld exact %d: %s\n", why.condition, why.at, exact,
        why.condition ? why.message : "");
    ask(ta_two_pile_counterexample(game, &s->call, 20, &example));
    say(s, "found %d", example.found);
    if (example.found == 1)
        say(s, " at %ld, %ld in K%d", example.at.p, example.at.q, example.witness);
    say(s, "\n");
    if (why.condition == 0 && !ta_two_pile_is_misere(game)) {
        ask(ta_two_pile_formula(game, &s->call, 12, 8, &least));
        ask(ta_two_pile_strategy(game, &s->call, 12, 20, &move));
        say(s, "formula %ld, case %d takes %ld from the larger %d\n", least, move.which, move.take,
            move.from_larger);
    } else {
        ask_in_vain(ta_two_pile_strategy(game, &s->call, 12, 20, &move));
    }
}

static void game_of(scene *s) {
    /* admissible, in misere play, f falls, not admissible */
    static const char *const texts[] = { "2k", "k", "max(9-k, 2)", "4k+1" };
    const char *text = texts[s->which];
    const ta_two_pile_settings settings = { s->which == 1, 5000, 1e8 };
    ta_movefn *f = NULL;
    ta_two_pile *game = NULL;
    ta_amount least = -1;
    ta_outcome outcome = TA_P;
    make(ta_movefn, f, ta_movefn_parse(s->allocator, &s->call, text, strlen(text), &f));
    make(ta_two_pile, game, ta_two_pile_create(s->allocator, &s->call, f, &settings, &game));
    ask(ta_two_pile_least_move(game, &s->call, 13, 29, &least));
    ask(ta_two_pile_outcome(game, &s->call, 14, 22, 3, &outcome));
    say(s, "%s misere %d: L(13, 29) %ld, %c\n", ta_movefn_text(ta_two_pile_movefn(game)),
        ta_two_pile_is_misere(game), least, outcome);
    say(s, "%ld options:", ta_two_pile_option_count(3, 5, 4));
    ask(ta_two_pile_options(game, &s->call, 3, 5, 4, visit_piles, s));
    say(s, "\n");
    moves_of(s, game);
    table_of(s, game);
    closed_form_of(s, game);
    say(s, "holds something %d\n", ta_two_pile_bytes(game) > 0);
}

const act two_pile_acts[] = { { "two piles", game_of, 0 },
                              { "two piles, misere", game_of, 1 },
                              { "two piles, f falls", game_of, 2 },
                              { "two piles, not admissible", game_of, 3 },
                              { NULL, NULL, 0 } };
