/*
** rows.h - the options of many neighbours in a box at once: each one's cells are those of the one
** before, some way on.
*/
#ifndef TA_ROWS_H
#define TA_ROWS_H

#include "cells.h"
#include "takeaway/solver.h"

/*
** A faster way to a rule's options, where there is one. The options of `position`, of the one whose
** last component is one more, and so on, at most `most`: how many of them are told at once, by
** the records of ta_program_row (takeaway/program.h), which last until the next call. 0: none, and
** the rule is asked one by one. It names exactly what the rule names.
*/
typedef int64_t (*ta_row_rule)(void *ctx, ta_call *call, const ta_position *position, int64_t most,
                               const int64_t **words, size_t *used);

/* Rules that are not partizan may have one; its first argument is theirs. */
void ta_solver_set_row_rule(ta_solver *s, ta_row_rule rule);

/* Options of position t: ids id + t by + i step, i = 0 .. turns + t more. */
typedef struct ta_row_item {
    int64_t id, by, step, turns, more;
} ta_row_item;

typedef struct ta_row {
    ta_row_item *item;
    size_t count, cap;
    int same;      /* no item depends on t, */
    uint32_t cell; /* so neither does the cell, once it is known; 0: not yet */
} ta_row;

/* The records of `positions`; *boxed: does all that they name lie in the box? ENOMEM. */
ta_status ta_row_read(ta_row *row, const ta_allocator *a, const ta_posmap *m, int64_t positions,
                      const int64_t *words, size_t used, int *boxed);
void ta_row_clear(ta_row *row, const ta_allocator *a);

/* The cell of position t from those of its options. 0: some are not known, or it is for the search
** to say. ENOMEM. */
ta_status ta_row_cell(ta_row *row, const ta_allocator *a, ta_cells *fold, int64_t t, int misere,
                      uint32_t *cell);

#endif
