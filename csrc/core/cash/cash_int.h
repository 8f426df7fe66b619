/*
** cash_int.h - what the files of NIM with Cash share: the game itself.
*/
#ifndef TA_CASH_INT_H
#define TA_CASH_INT_H

#include "takeaway/cash.h"

/* Row x < alpha + q floor((y + beta) / q) of a solution set, clipped at 0. */
typedef struct cash_step {
    int64_t alpha, beta;
} cash_step;

struct ta_cash {
    ta_allocator alloc;
    int32_t a[TA_CASH_MEMBERS]; /* ascending */
    size_t count;
    ta_amount limit;
    double memory; /* bytes the rows may use; 0: half of what is free */
    int portable;  /* do not use the vector paths (for tests) */

    /* Staircases: rows[n] is s_n(0..n) for first <= n < known. */
    void **rows;
    size_t rows_cap;
    ta_amount first, known;
    int wide;      /* cells of 32 bits, for n > 65534, else of 16 */
    void *scratch; /* one row t_n */
    size_t scratch_cells;
    double bytes; /* in rows */

    /* Thresholds for n < f_known. */
    int32_t *f[2];
    uint8_t *normal; /* W(n) = I */
    size_t f_cap;
    ta_amount f_known;

    int has_asym, has_period;
    ta_amount asym_limit; /* looked this far in vain */
    ta_cash_asym asym;
    int64_t *slope[2];
    ta_cash_period period;
    int64_t *c[2];

    int has_theorem; /* theorem.family may be TA_CASH_NONE */
    ta_cash_theorem theorem;
    ta_amount bad[3];
    int64_t modulus, q; /* of X */
    cash_step *step;    /* one a residue */
};

static inline ta_amount cash_least_member(const ta_cash *g) {
    return g->a[0];
}
static inline ta_amount cash_most_member(const ta_cash *g) {
    return g->a[g->count - 1];
}

/* How far the search for a linear form of f looks when no limit is given. */
static inline ta_amount cash_asym_limit(const ta_cash *g) {
    return 16384 + 64 * (ta_amount)g->a[g->count - 1];
}

static inline int64_t cash_floor(int64_t x, int64_t q) {
    int64_t r = x / q;
    return r - (x % q < 0);
}

/* s_n(e) and t_n(d) from known rows; arguments are clipped to n here. */
ta_amount cash_row_least(const ta_cash *g, ta_amount n, ta_amount e);
ta_amount cash_row_beaten(const ta_cash *g, ta_amount n, ta_amount d);

/* Make f and W known for all x <= n, by definition. */
ta_status cash_thresholds(ta_cash *g, ta_call *call, ta_amount n);

/* W(n;d,e) from the staircase of n; ELIMIT past the limit or the memory. */
ta_status cash_staircase_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                                int *first);

/* W(n;d,e) by 3.7, 2.4 or a proved closed form, with no staircase of n; ELIMIT where
** none decides. */
ta_status cash_theory_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                             int *first);

/* Theorems 2.4 and 3.7, given f(n), g(n) and W(n); leaves by = NULL when critical. */
void cash_decide(ta_cash_class *c, ta_amount a1, ta_amount d, ta_amount e, const ta_amount f[2],
                 const ta_amount p[2], int normal);

/* Threshold of row i of X at b' = y: (i; b, y) in X iff b < it. Never below 0. */
static inline int64_t cash_x_row(const ta_cash *g, int64_t i, int64_t y) {
    int64_t s = g->step[i].alpha + g->q * cash_floor(y + g->step[i].beta, g->q);
    return s > 0 ? s : 0;
}

/* Free the parts made by each file. */
void cash_free_theory(ta_cash *g);

/* One staircase: s_n from the rows prev[j] = s_{n - a[j]}, those with a[j] <= n
** (a NULL prev ends the list), through t. Both have room for 16 more cells. */
void cash_step16(uint16_t *s, uint16_t *t, const uint16_t *const *prev, const int32_t *a,
                 size_t count, size_t n, int portable);
void cash_step32(uint32_t *s, uint32_t *t, const uint32_t *const *prev, const int32_t *a,
                 size_t count, size_t n, int portable);

#define CASH_PAD 16
#define CASH_NARROW 65534 /* largest n whose rows fit in 16 bits */

#endif
