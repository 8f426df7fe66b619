/*
** two_pile.c - a two-pile game: creation, least moves and outcomes.
**
** L comes from the closed form where theory.c proves it, else from the recursion. The recursion
** uses the table if it fits in memory; else it computes rows without storing them. The answers are
** the same either way.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "two_pile_int.h"

ta_status ta_two_pile_create(const ta_allocator *allocator, ta_call *call, ta_movefn *f,
                             const ta_two_pile_settings *settings, ta_two_pile **out) {
    (void)call;
    allocator = ta_allocator_or_default(allocator);
    ta_two_pile *game = ta_alloc(allocator, 1, sizeof *game);
    if (!game) return TA_ENOMEM;
    game->allocator = *allocator;
    game->f = f;
    game->misere = settings && settings->misere;
    game->check = settings && settings->check ? settings->check : TA_CHECK_DEFAULT;
    game->memory = settings ? settings->memory : 0;
    game->fails = TA_INF;
    *out = game;
    return TA_OK;
}

void ta_two_pile_destroy(ta_two_pile *game) {
    if (!game) return;
    ta_allocator allocator = game->allocator;
    ta_grid_release(game->grid);
    ta_free(&allocator, game, 1, sizeof *game);
}

ta_movefn *ta_two_pile_movefn(const ta_two_pile *game) {
    return game->f;
}

int ta_two_pile_is_misere(const ta_two_pile *game) {
    return game->misere;
}

/* L by rows that are not stored: for cells beyond any table. */
static ta_status stream_to(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b,
                           ta_amount *least) {
    ta_rows *rows;
    const uint32_t *row = NULL;
    ta_status s = ta_two_pile_stream(game, call, a, b, &rows);
    if (s) return s;
    while (!s && ta_rows_at(rows) <= b) {
        s = ta_rows_next(rows, &row);
        if (!s) s = ta_poll(call, (uint32_t)a + 1, (double)ta_rows_at(rows), (double)b);
    }
    if (!s) *least = row[a] == TA_ROW_INF ? TA_INF : row[a];
    ta_rows_destroy(rows);
    return s;
}

ta_status ta_two_pile_least_move(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                                 ta_amount *least) {
    if (p < 0 || q < 0 || p > TA_MAX || q > TA_MAX)
        return ta_fail(call, TA_EINVAL, "piles must be from 0 to 2^62");
    ta_amount a = p < q ? p : q, b = p < q ? q : p;
    int proved = 0;
    if (a == 0) {
        *least = game->misere ? 0 : TA_INF;
        return TA_OK;
    }
    ta_status s = ta_two_pile_closed(game, call, a, b, &proved);
    if (s) return s;
    if (proved) return ta_two_pile_closed_form(game, call, a, b - a, least);
    a = ta_to_grid(game, a);
    b = ta_to_grid(game, b);
    s = ta_two_pile_cover(game, call, a, b);
    if (s == TA_ELIMIT && b < TA_ROWS_MOST) return stream_to(game, call, a, b, least);
    if (!s) *least = ta_grid_value(game->grid, (uint32_t)a, (uint32_t)b);
    return s;
}

ta_status ta_two_pile_outcome(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                              ta_amount x, ta_outcome *outcome) {
    ta_amount least;
    if (x < 0 || (x == 0 && p > 0 && q > 0))
        return ta_fail(call, TA_EINVAL, "x must be at least 1 while both piles have counters");
    ta_status s = ta_two_pile_least_move(game, call, p, q, &least);
    if (s) return s;
    *outcome = p == 0 || q == 0                ? (game->misere ? TA_N : TA_P)
               : x >= least && least != TA_INF ? TA_N
                                               : TA_P;
    return TA_OK;
}
