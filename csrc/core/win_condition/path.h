/*
** path.h - the path of one staircase as bits. The search compares 64 letters at a time.
**
** Letter e + s(e) is H for each column e; all other letters are V. Past `length` all are `end`.
*/
#ifndef TA_WIN_CONDITION_PATH_H
#define TA_WIN_CONDITION_PATH_H

#include "cash/staircase.h"

typedef struct path {
    uint64_t *bits; /* 1: H; one word past `length` is held too, all `end` */
    int64_t length; /* letters before the endless end */
    char end;       /* 'H' or 'V' */
} path;

/* The path of the known row n. ENOMEM: nothing is allocated. Cost: n + 1 cells. */
ta_status path_make(path *p, const ta_allocator *a, const cash_staircases *s, ta_amount n);
void path_free(path *p, const ta_allocator *a);

/* The 64 letters from i on, the first in the lowest bit. */
static inline uint64_t path_bits(const path *p, int64_t i) {
    ta_assert(i >= 0);
    if (i >= p->length) return p->end == 'H' ? UINT64_MAX : 0;
    uint64_t low = p->bits[i / 64] >> (i % 64);
    return i % 64 ? low | p->bits[i / 64 + 1] << (64 - i % 64) : low;
}

static inline char path_letter(const path *p, int64_t i) {
    return path_bits(p, i) & 1 ? 'H' : 'V';
}

/* The number of letters, at most `most`, in which p from i on and q from j on agree. */
static inline int64_t path_agree(const path *p, int64_t i, const path *q, int64_t j, int64_t most) {
    for (int64_t n = 0; n < most; n += 64) {
        uint64_t differ = path_bits(p, i + n) ^ path_bits(q, j + n);
        if (differ == 0) continue;
        n += __builtin_ctzll(differ);
        return n < most ? n : most;
    }
    return most > 0 ? most : 0;
}

#endif
