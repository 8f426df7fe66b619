/*
** option_fold.h - computes a position's cell from the cells of its options, one at a time or a run at a
** time, by definition:
**
**     wins         some option loses (misere: or there is none)
**     nim value    mex of the options' nim values
**     remoteness   1 + the least over losing options, else 1 + the greatest over all
**
** Without a losing option, a drawn one makes a draw. A fold only reads cells, in any order and
** however often. It never needs to know which option a cell belongs to: the set of cells seen
** decides. Unknown cells are not folded: the caller keeps them until they are known.
*/
#ifndef TA_OPTION_FOLD_H
#define TA_OPTION_FOLD_H

#include "posmap.h"

/* A cell: 0 is unknown; a value v is VALUE + v. Remoteness is twice the moves left, plus 1 if the
** mover wins: a losing option's cell is odd. */
#define ON_STACK 1u
#define DRAWN 2u /* play need not end: a draw, or a nim value inf(...) */
#define VALUE 3u

typedef enum ta_folding { FOLD_WINS, FOLD_NIM, FOLD_REMOTE } ta_folding;

/* A set of numbers: v is in it if at[v] == stamp. */
typedef struct ta_marks {
    uint8_t *at;
    size_t cap;
    uint8_t stamp;
} ta_marks;

/* Empty the set, and make room for numbers below `need`. */
ta_status ta_marks_begin(ta_marks *m, const ta_allocator *a, size_t need);
ta_status ta_marks_room(ta_marks *m, const ta_allocator *a, size_t need); /* keeps the set */
void ta_marks_clear(ta_marks *m, const ta_allocator *a);                  /* frees */

/* The least number not in the set, from `from` on. */
size_t ta_marks_least(const ta_marks *m, size_t from);

typedef struct ta_cells {
    ta_folding kind;
    const ta_column *column; /* the column with the options' cells */
    unsigned player;         /* the player to move there */
    const uint8_t *bytes;    /* the cells by id, if they are bytes for one player; else NULL */
    uint64_t seen;           /* FOLD_WINS, FOLD_NIM: bit c is set if a cell c < 64 was folded */
    ta_marks *marks;         /* FOLD_NIM: larger cells, and those of long runs, if `marked`; */
    int marked;              /* cells beyond its capacity exceed any mex */
    int drawn;               /* ta_row_fill wrote a DRAWN cell; never reset */
    uint32_t low;            /* FOLD_REMOTE: the least cell folded */
    uint32_t least, most;    /* the least odd one, and the greatest even one */
} ta_cells;

/* Make room in f->marks for every cell that counts. ENOMEM. */
ta_status ta_cells_room(ta_cells *f, const ta_allocator *a);

/* Start a fold with nothing seen. ENOMEM. */
static inline ta_status ta_cells_begin(ta_cells *f, const ta_allocator *a) {
    f->seen = 0;
    f->most = 0;
    f->low = f->least = UINT32_MAX;
    f->marked = 0;
    f->bytes = f->column->width == 1 && f->column->players == 1 ? f->column->data : NULL;
    return f->kind == FOLD_NIM ? ta_cells_room(f, a) : TA_OK;
}

/* Mark a cell of 64 or more, for FOLD_NIM. */
void ta_cells_mark(ta_cells *f, uint32_t cell);

/* The result of a fold: continue, stop because the cell is decided, or the cell was unknown. */
typedef enum ta_folded { FOLDED, FOLDED_ENOUGH, FOLDED_UNKNOWN } ta_folded;

/* Fold the cells of ids id, id + by, ..., `count` of them. FOLDED_UNKNOWN: one is unknown, and some
** or none of the others are folded. Then fold them one by one. */
ta_folded ta_cells_run(ta_cells *f, uint32_t id, uint32_t by, size_t count);

/* Fold one cell. */
static inline ta_folded ta_cells_one(ta_cells *f, uint32_t id) {
    const ta_column *c = f->column;
    uint32_t v = f->bytes
                     ? f->bytes[id]
                     : ta_column_get(c, (size_t)id * c->players + (c->players > 1 ? f->player : 0));
    if (v < DRAWN) return FOLDED_UNKNOWN;
    switch (f->kind) {
    case FOLD_WINS: f->seen |= 1u << v; return v == VALUE ? FOLDED_ENOUGH : FOLDED;
    case FOLD_NIM:
        if (v < 64) f->seen |= (uint64_t)1 << v;
        else ta_cells_mark(f, v);
        return FOLDED;
    default:
        if (v < f->low) f->low = v;
        if (!(v & 1)) f->most = v > f->most ? v : f->most;
        else if (v < f->least) f->least = v;
        return FOLDED;
    }
}

/* The least cell of a value neither seen nor marked; 0: a nim value that is not a number. */
uint32_t ta_cells_unmarked(const ta_cells *f);

/* The cell of a position with `count` options, once the folded ones decide it; 0: a nim value that
** is not a number. */
static inline uint32_t ta_cells_end(const ta_cells *f, size_t count, int misere) {
    if (f->kind == FOLD_WINS) {
        if (f->seen & 1u << VALUE) return VALUE + 1;
        if (f->seen & 1u << DRAWN) return DRAWN;
        return VALUE + (count == 0 && misere);
    }
    if (f->kind == FOLD_NIM) {
        uint64_t unseen = ~f->seen >> VALUE;
        if (f->seen & 1u << DRAWN) return 0;
        if (f->marked) return ta_cells_unmarked(f);
        return VALUE + (unseen ? (uint32_t)__builtin_ctzll(unseen) : 64 - VALUE);
    }
    if (count == 0) return VALUE + (misere != 0);
    if (f->least != UINT32_MAX) return f->least + 3; /* a win, one move longer */
    return f->low == DRAWN ? DRAWN : f->most + 1;    /* a loss, one move longer */
}

#endif
