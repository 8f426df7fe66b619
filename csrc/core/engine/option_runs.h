/*
** option_runs.h - the options of many neighbours in a box at once. The cells of each one's options are
** those of the previous one, shifted.
*/
#ifndef TA_OPTION_RUNS_H
#define TA_OPTION_RUNS_H

#include "option_fold.h"
#include "takeaway/solver.h"

/*
** A faster way to a rule's options, if there is one. It names exactly the options that the rule
** names, and calls no host. If it is `shared`, any number of threads may read it at once, each with
** its own memory, prepared once by `ready`. Else only the calling thread may read it. A reader is
** valid until the rule is called in another way.
*/
typedef struct ta_row_reader {
    void *of;
    /* Describes the options of `position`, of the one whose last component is one more, and so on,
    ** at most `most`. Returns how many positions the records of ta_program_row (takeaway/program.h)
    ** cover. *rows: for how many rows they hold, at most the given number. The records last until
    ** `room` is used again. 0: none; call the rule for each position. */
    int64_t (*read)(void *of, void *room, ta_call *call, const ta_position *position,
                    int64_t most, int64_t *rows, const int64_t **words, size_t *used);
    void (*ready)(void *of, void *room);
    int shared;
    size_t bytes; /* of `room`, aligned for any type */
    void *room;   /* prepared memory for the calling thread */
    unsigned version; /* changes whenever the rule may have changed */
} ta_row_reader;

/* Sets the reader for positions of `size` components; 0: there is none now. */
typedef int (*ta_row_rule)(void *ctx, ta_call *call, size_t size, ta_row_reader *reader);

/* Rules that are not partizan may have one. Its first argument is the ruleset's ctx. */
void ta_solver_set_row_rule(ta_solver *s, ta_row_rule rule);

/* Options of the positions t >= from: ids id + t * by + i * step for i = 0 .. turns + t * more. In
** the next row the ids are `up` more. */
typedef struct ta_row_item {
    int64_t from, id, by, step, turns, more, up;
} ta_row_item;

#define TA_ROW_RUNS 8

typedef struct ta_row {
    ta_row_item *item;
    size_t count, cap;
    int single;    /* each item is one option of every position */
    int growing;   /* each position has all options of the one before it */
    size_t moving; /* the first items grow with t; each other one is constant from t = `from` on */
    size_t runs;   /* runs of those others, each in the order of `from` */
    uint32_t end[TA_ROW_RUNS];
    uint32_t next[TA_ROW_RUNS]; /* those before are folded */
    uint32_t cell;              /* of all positions from here on; 0: not yet known */
} ta_row;

/* A box of `size` components from lo to hi. An id is the sum of (component - lo) times stride. */
typedef struct ta_row_box {
    size_t size;
    const int64_t *lo, *hi;
    const size_t *stride;
    int64_t first; /* the last component of position 0 */
} ta_row_box;

/* Read the records of `positions` positions. *rows becomes 1 unless they lie in the box in all
** *rows rows. *boxed: all that they name in the first row lies in the box. ENOMEM. */
ta_status ta_row_read(ta_row *row, const ta_allocator *a, const ta_row_box *box, int64_t positions,
                      int64_t *rows, const int64_t *words, size_t used, int *boxed);
void ta_row_next(ta_row *row); /* move to the next row */
ta_status ta_row_copy(ta_row *to, const ta_row *row, const ta_allocator *a); /* ENOMEM */
void ta_row_clear(ta_row *row, const ta_allocator *a);

/* An upper bound of (an option's id - its position's id), counting only the last `level`
** components; at least 0. The records describe `positions` positions from `at` on, in `rows` rows,
** with all options in the box. */
int64_t ta_row_lead(const ta_row_box *box, const int64_t *at, const int64_t *words, size_t used,
                    int64_t positions, int64_t rows, size_t level);

/* The greatest last component in these records. INT64_MIN: none. INT64_MAX: overflow. */
int64_t ta_row_end(const int64_t *words, size_t used, int64_t positions);

/* Has every option a smaller id than its position? Position 0 of the row has the given id. */
int ta_row_ordered(const ta_row *row, int64_t id, int64_t positions);

/* Fill the cells of positions t, t + 1, ... from their options' cells; the first has cell `id`.
** Stop after `most`, at a known cell, an unknown option, a cell that needs the search, or one that
** does not fit. *filled: how many. `fold` is for their column. ENOMEM. */
ta_status ta_row_fill(ta_row *row, const ta_allocator *a, ta_cells *fold, ta_column *column,
                      size_t id, int64_t t, int64_t most, int misere, int64_t *filled);

#endif
