/*
** two_pile_int.h - the internals of a two-pile game, shared by its files.
**
**   table.c        the table: rows stored, grown, resumed, viewed
**   proved_rows.c  its rows where the closed form is proved
**   theory.c       conditions, horizon, closed form, strategy
**   two_pile.c     creation, least moves, outcomes
**   witness.c      K-sets and counterexamples, verification
**   moves.c        the enumeration of winning moves
*/
#ifndef TA_TWO_PILE_INT_H
#define TA_TWO_PILE_INT_H

#include "base/amount.h"
#include "takeaway/two_pile.h"
#include "rows.h"

/*
** A triangle, or a strip below it, of the grid of rows.h: rows 0..known - 1 of at most width + 1
** values each, in one block. Row b starts at
**     b <= width: b (b + 1) / 2     b > width: (width + 1)(width + 2) / 2 + ...
** Values have 16 bits while all fit. `rows` is an unfinished computation, or NULL.
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

/* Convert a pile size >= 1 to a grid coordinate. */
static inline ta_amount ta_to_grid(const ta_two_pile *game, ta_amount pile) {
    return game->misere ? pile - 1 : pile;
}

/* Where row b begins in the block. */
static inline size_t ta_grid_row_start(const ta_grid *grid, uint32_t b) {
    size_t w = grid->width;
    if (b <= w) return (size_t)b * ((size_t)b + 1) / 2;
    return (w + 1) * (w + 2) / 2 + ((size_t)b - w - 1) * (w + 1);
}

/* Fill rows from grid->known to `height`, as far as the closed form is proved for them. Rows filled
** before a failure stay. */
ta_status ta_grid_fill_proved(ta_two_pile *game, ta_call *call, ta_grid *grid, uint32_t height);

/* The value at coordinates a <= b; the grid must hold them. */
ta_amount ta_grid_value(const ta_grid *grid, uint32_t a, uint32_t b);

/* Extend the game's grid to coordinates a <= b. ELIMIT with a message if memory does not suffice.
** Cells computed before a failure stay. */
ta_status ta_two_pile_cover(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b);
void ta_grid_release(ta_grid *grid);

/* NULL, or the invariant that a game's table breaks. */
const char *ta_two_pile_check(const ta_two_pile *game);

/* Total bytes the game may use. */
double ta_two_pile_allowance(const ta_two_pile *game);

/* Rows to be used without storing them, `width` by `height` in grid coordinates; checks memory. */
ta_status ta_two_pile_stream(ta_two_pile *game, ta_call *call, ta_amount width, ta_amount height,
                             ta_rows **rows);

/* Is the closed form proved for larger piles up to M? *yes = 0 if the proof needs f at more than
** `check` arguments. */
ta_status ta_two_pile_proved(ta_two_pile *game, ta_call *call, ta_amount m, int *yes);

/* Is a proof of the closed form worth its calls of f? The recursion calls f below the smaller pile
** a, the proof up to the larger pile b. A host's f may be slow or fail there, so for a small table
** the answer is no. */
int ta_two_pile_worth_proving(const ta_two_pile *game, ta_amount a, ta_amount b);

/* Is the closed form proved at a <= b, and worth the proof? *yes = 0 also if f has no value at an
** amount that the recursion may not need. */
ta_status ta_two_pile_closed(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b, int *yes);

/* ELIMIT if f(1) .. f(last) must all be evaluated and `last` exceeds `check`. */
ta_status ta_two_pile_each(ta_two_pile *game, ta_call *call, ta_amount last);

/* g(n), the largest power of two dividing n >= 1; inf at 0. */
static inline ta_amount ta_g(ta_amount n) {
    return n == 0 ? TA_INF : ta_lowbit(n);
}

#endif
