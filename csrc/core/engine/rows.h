/*
** rows.h - the options of many neighbours in a box at once: each one's cells are those of the one
** before, some way on.
*/
#ifndef TA_ROWS_H
#define TA_ROWS_H

#include "cells.h"
#include "takeaway/solver.h"

/*
** A faster way to a rule's options, where there is one; it names exactly what the rule names. It calls no host. Where it is
** shared, any number of threads may read it at once, each in a room of its own, which is made ready once; else the calling
** thread alone. That holds until the rule is asked in another way.
*/
typedef struct ta_row_reader {
    void *of;
    /* The options of `position`, of the one whose last component is one more, and so on, at most `most`: how many of them are
    ** told at once, by the records of ta_program_row (takeaway/program.h), which last until the room is used again, and for how
    ** many rows, of *rows. 0: none, and the rule is asked one by one. */
    int64_t (*read)(void *of, void *room, ta_call *call, const ta_position *position,
                    int64_t most, int64_t *rows, const int64_t **words, size_t *used);
    void (*ready)(void *of, void *room);
    int shared;
    size_t bytes; /* of a room, aligned for anything; */
    void *room;   /* and one that is ready, for the calling thread */
    unsigned version; /* another number where the rule may be another one */
} ta_row_reader;

/* For positions of `size` components; 0: there is none now. */
typedef int (*ta_row_rule)(void *ctx, ta_call *call, size_t size, ta_row_reader *reader);

/* Rules that are not partizan may have one; its first argument is theirs. */
void ta_solver_set_row_rule(ta_solver *s, ta_row_rule rule);

/* Options of the positions t, t >= from: ids id + t by + i step, i = 0 .. turns + t more. In the
** next row they are `up` more. */
typedef struct ta_row_item {
    int64_t from, id, by, step, turns, more, up;
} ta_row_item;

#define TA_ROW_RUNS 8

typedef struct ta_row {
    ta_row_item *item;
    size_t count, cap;
    int single;    /* all items are one option of all positions */
    int growing;   /* an option of one position is one of those after it; */
    size_t moving; /* the first items grow, of one position; the others are there or not: */
    size_t runs;   /* in so many runs they are in the order of `from`, */
    uint32_t end[TA_ROW_RUNS];
    uint32_t next[TA_ROW_RUNS]; /* and before here they are folded */
    uint32_t cell;              /* of all positions from here on; 0: not yet known */
} ta_row;

/* A box of `size` components from lo to hi; an id is the sum of what each is more than lo, by its stride. */
typedef struct ta_row_box {
    size_t size;
    const int64_t *lo, *hi;
    const size_t *stride;
    int64_t first; /* the last component of position 0 */
} ta_row_box;

/* The records of `positions`, in *rows rows, or one where not all of them are in the box; *boxed: does
** all that they name in the first one lie there? ENOMEM. */
ta_status ta_row_read(ta_row *row, const ta_allocator *a, const ta_row_box *box, int64_t positions,
                      int64_t *rows, const int64_t *words, size_t used, int *boxed);
void ta_row_next(ta_row *row); /* to the next row */
ta_status ta_row_copy(ta_row *to, const ta_row *row, const ta_allocator *a); /* ENOMEM */
void ta_row_clear(ta_row *row, const ta_allocator *a);

/* Of the last `level` components alone: by how much an option's id is more than its position's, at most, among those that
** these records name (which are read: all lie in the box) of so many positions from `at` on and so many rows. */
int64_t ta_row_lead(const ta_row_box *box, const int64_t *at, const int64_t *words, size_t used,
                    int64_t positions, int64_t rows, size_t level);

/* The greatest last component that these records name of so many positions; INT64_MIN: none. INT64_MAX: it may be more. */
int64_t ta_row_end(const int64_t *words, size_t used, int64_t positions);

/* Does every option of the row, whose position 0 is `id` and which has so many, have a smaller id than its position? */
int ta_row_ordered(const ta_row *row, int64_t id, int64_t positions);

/* Positions t, t + 1, ..., at most `most`, whose cells are `id` and those after it: their cells
** from those of their options, up to one that is known, or not all of whose options are, or that
** is for the search to say, or does not fit. How many; `fold` is for their column. ENOMEM. */
ta_status ta_row_fill(ta_row *row, const ta_allocator *a, ta_cells *fold, ta_column *column,
                      size_t id, int64_t t, int64_t most, int misere, int64_t *filled);

#endif
