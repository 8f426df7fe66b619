/*
** one_pile.c - scenes of one_pile.h.
*/
#include "calls.h"

static void rows_of(scene *s, ta_one_pile *game) {
    const ta_threshold *row = NULL;
    size_t count = 0;
    ta_amount value = -1;
    ask(ta_one_pile_nim_value(game, &s->call, 40, 7, &value));
    say(s, "nim value %ld, row:", value);
    ask(ta_one_pile_nim_row(game, &s->call, 33, &row, &count));
    for (size_t i = 0; i < count; i++) say(s, " %u from %u", row[i].value, row[i].from);
    say(s, "\nof value 1:");
    ask(ta_one_pile_options_of_value(game, &s->call, 33, 12, 1, visit_amount, s));
    say(s, "\n");
}

static void game_of(scene *s) {
    static const char *const texts[] = { "2k", "3k", "max(9-k, 2)" };
    static const ta_amount openings[] = { -1, -2, 5 };
    const char *text = texts[s->which];
    const int misere = s->which == 1;
    ta_movefn *f = NULL;
    ta_one_pile *game = NULL;
    ta_amount least = -1, all[31];
    ta_outcome outcome = TA_P;
    ta_finite finite = TA_FINITE_UNKNOWN;
    int overflow = 0;
    make(ta_movefn, f, ta_movefn_parse(s->allocator, &s->call, text, strlen(text), &f));
    make(ta_one_pile, game, ta_one_pile_create(s->allocator, f, misere, 500, 0, &game));
    ask(ta_one_pile_opening(game, &s->call, openings[s->which]));
    say(s, "%s misere %d opening %ld\n", ta_one_pile_text(game), ta_one_pile_is_misere(game),
        ta_one_pile_first_move(game));
    ask(ta_one_pile_least_move(game, &s->call, 100, &least));
    ask(ta_one_pile_least_moves(game, &s->call, 30, all));
    say(s, "L(100) %ld, ", least);
    say_amounts(s, "L(0..30)", all, 31);
    ask(ta_one_pile_outcome(game, &s->call, 55, TA_OPENING, &outcome));
    say(s, "opening %c, wins:", outcome);
    ask(ta_one_pile_winning_moves(game, &s->call, 60, 20, visit_amount, s));
    say(s, "\nlosing:");
    ask(ta_one_pile_losing_sizes(game, &s->call, 200, visit_amount, s, &finite, &overflow));
    say(s, " finite %d overflow %d\n", finite, overflow);
    if (!misere) {
        say(s, "100 =");
        ask(ta_one_pile_representation(game, &s->call, 100, visit_amount, s));
        say(s, "\n");
        rows_of(s, game);
    } else {
        ask_in_vain(ta_one_pile_nim_value(game, &s->call, 40, 7, &least));
    }
}

const act one_pile_acts[] = { { "one pile", game_of, 0 },
                              { "one pile, misere", game_of, 1 },
                              { "one pile, f falls", game_of, 2 },
                              { NULL, NULL, 0 } };
