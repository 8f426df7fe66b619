/*
** two_pile_int.h - the inside of a two-pile game, shared by its files alone.
**
** table.c     the table: rows kept, grown, resumed, viewed
** proved_rows.c  its rows where the closed form is proved
** theory.c    conditions, horizon, closed form, strategy
** two_pile.c  creation, least moves, outcomes: closed form or table
** witness.c   K-sets and counterexamples, verification
** moves.c     the walk over winning moves
*/
#ifndef TA_TWO_PILE_INT_H
#define TA_TWO_PILE_INT_H

#include "base/amount.h"
#include "takeaway/two_pile.h"
#include "rows.h"

/*
** A triangle-or-strip of the grid of rows.h: rows 0..known - 1 of at most
** width + 1 values each, in one block, so that row b starts at
**     b <= width: b (b + 1) / 2     b > width: (width + 1)(width + 2) / 2 + ...
** Values are 16-bit while all fit. `rows` is the computation, kept while unfinished.
*/
typedef struct ta_grid {
    ta_allocator allocator;
    int references, misere, narrow;
    uint32_t width, known;
    void *block;
    size_t cells; /* of the block */
    ta_rows *rows;
} ta_grid;

struct ta_two_pile {
    ta_allocator allocator;
    ta_movefn *f;
    int misere;
    ta_amount check;
    double memory;
    ta_grid *grid; /* may be NULL */
    /* The closed form is proved for larger piles M <= checked with M < fails. */
    ta_amount checked, fails;
};

/* Pile sizes >= 1 to grid coordinates. */
static inline ta_amount ta_to_grid(const ta_two_pile *game, ta_amount pile) {
    return game->misere ? pile - 1 : pile;
}

/* Where row b begins in the block. */
static inline size_t ta_grid_row_start(const ta_grid *grid, uint32_t b) {
    size_t w = grid->width;
    if (b <= w) return (size_t)b * ((size_t)b + 1) / 2;
    return (w + 1) * (w + 2) / 2 + ((size_t)b - w - 1) * (w + 1);
}

/* Rows from grid->known to `height`, as far as the closed form is proved for them. What was
** filled before a failure stays. */
ta_status ta_grid_fill_proved(ta_two_pile *game, ta_call *call, ta_grid *grid, uint32_t height);

/* The value at coordinates a <= b of a grid that has them. */
ta_amount ta_grid_value(const ta_grid *grid, uint32_t a, uint32_t b);

/* Make the game's grid hold coordinates a <= b. ELIMIT with a message when that
** takes too much memory. What was computed before a failure is kept. */
ta_status ta_two_pile_cover(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b);
void ta_grid_release(ta_grid *grid);

/* NULL, or what does not hold of a game's table. */
const char *ta_two_pile_check(const ta_two_pile *game);

/* Bytes the game may take in all. */
double ta_two_pile_allowance(const ta_two_pile *game);

/* Rows to stream, `width` by `height` in grid coordinates; memory checked. */
ta_status ta_two_pile_stream(ta_two_pile *game, ta_call *call, ta_amount width, ta_amount height,
                             ta_rows **rows);

/* Is the closed form proved for larger piles up to M? *yes = 0 when f would be
** needed at more than `check` arguments to know. */
ta_status ta_two_pile_proved(ta_two_pile *game, ta_call *call, ta_amount m, int *yes);

/* The recursion asks f for amounts below the smaller pile a; the closed form is proved by those up to the larger b. Is it worth
** asking for these? Of a host's f, which may take long or fail there, not while the table is small. */
int ta_two_pile_worth_proving(const ta_two_pile *game, ta_amount a, ta_amount b);

/* Is the closed form to be taken at a <= b: is it proved, where that is worth it? Where f has no value at an amount that the
** recursion may not ask for, it is not. */
ta_status ta_two_pile_closed(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b, int *yes);

/* ELIMIT when each of f(1) .. f(last) must be looked at and that is past `check`. */
ta_status ta_two_pile_each(ta_two_pile *game, ta_call *call, ta_amount last);

/* g(n), the largest power of two dividing n >= 1; inf at 0. */
static inline ta_amount ta_g(ta_amount n) {
    return n == 0 ? TA_INF : ta_lowbit(n);
}

#endif
