/*
** cells.h - a position's cell from the cells of its options, one at a time or a run at a time,
** by definition:
**
**     wins         some option loses (misere: or there is none)
**     nim value    mex of the options' nim values
**     remoteness   1 + the least over losing options, else 1 + the greatest over all
**
** With no losing option, a drawn one makes a draw. A fold only looks at cells, in any order and
** however often, and never at which position is whose option: what it has seen decides the
** cell. Unknown cells are not folded: who emits them keeps them until they are known.
*/
#ifndef TA_CELLS_H
#define TA_CELLS_H

#include "posmap.h"

/* A cell: 0 is unknown; a value v is VALUE + v. Remoteness is twice the moves left, and 1 where the
** mover wins: a losing option's cell is odd. */
#define ON_STACK 1u
#define DRAWN 2u /* what play that need not end gives (a draw, a nim value inf(...)) */
#define VALUE 3u

typedef enum ta_folding { FOLD_WINS, FOLD_NIM, FOLD_REMOTE } ta_folding;

/* Numbers seen: at[v] == stamp. */
typedef struct ta_marks {
    uint8_t *at;
    size_t cap;
    uint8_t stamp;
} ta_marks;

/* None seen, with room for numbers below `need`. */
ta_status ta_marks_begin(ta_marks *m, const ta_allocator *a, size_t need);
ta_status ta_marks_room(ta_marks *m, const ta_allocator *a, size_t need); /* keeps what is seen */
void ta_marks_clear(ta_marks *m, const ta_allocator *a);                  /* frees */

/* The least number not seen, `from` or more. */
size_t ta_marks_least(const ta_marks *m, size_t from);

typedef struct ta_cells {
    ta_folding kind;
    const ta_column *column; /* where the options' cells are, */
    unsigned player;         /* and whose turn it is there */
    const uint8_t *bytes;    /* the cells by id, where they are bytes of one player; else NULL */
    uint64_t seen;           /* FOLD_WINS, FOLD_NIM: bit c: a cell c was seen, c < 64; */
    ta_marks *marks;         /* FOLD_NIM: the others, and those of long runs, once there are any; */
    int marked;              /* larger ones than it holds exceed any mex */
    int drawn;               /* has a row a cell DRAWN? Never taken back */
    uint32_t low;            /* FOLD_REMOTE: the least cell seen, */
    uint32_t least, most;    /* the least odd one, and the greatest even one */
} ta_cells;

/* Room in f->marks for what may be seen. ENOMEM. */
ta_status ta_cells_room(ta_cells *f, const ta_allocator *a);

/* Nothing seen. ENOMEM. */
static inline ta_status ta_cells_begin(ta_cells *f, const ta_allocator *a) {
    f->seen = 0;
    f->most = 0;
    f->low = f->least = UINT32_MAX;
    f->marked = 0;
    f->bytes = f->column->width == 1 && f->column->players == 1 ? f->column->data : NULL;
    return f->kind == FOLD_NIM ? ta_cells_room(f, a) : TA_OK;
}

/* A cell of 64 or more, for FOLD_NIM. */
void ta_cells_mark(ta_cells *f, uint32_t cell);

/* What folding says: go on; enough is seen, more does not matter; an unknown cell. */
typedef enum ta_folded { FOLDED, FOLDED_ENOUGH, FOLDED_UNKNOWN } ta_folded;

/* The cells of ids id, id + by, ..., `count` of them. With an unknown one among them none may have
** been folded; they are to be folded one by one. */
ta_folded ta_cells_run(ta_cells *f, uint32_t id, uint32_t by, size_t count);

/* One cell. */
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

/* The cell, when there were `count` options and those folded decide; 0: a nim value that is not
** a number. */
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
    if (f->least != UINT32_MAX) return f->least + 3; /* a move more, and won */
    return f->low == DRAWN ? DRAWN : f->most + 1;    /* the next even number */
}

#endif
