/*
** staircase.h - the staircases of NIM with Cash: the one place where they are made. Only
** the brute check of win conditions, and the checker in Lua, work them out again.
** Layers: win_condition/ may include this.
**
** W(n;d,e) = I is kept by raising d or lowering e, so a pile of n stones is one
** nondecreasing staircase s_n(e), the least d that wins, with the inverse t_n(d), the
** number of e that d beats:
**   s_n(e) = min over a in A, a <= n, of a + t_{n-a}(e).
** A player can spend at most n, so e and d run over 0..n and anything more is the same as n.
**
**   rows   first ............ known - 1        row n has the cells s_n(0..n)
**          |-- kept while there is room --|
*/
#ifndef TA_CASH_STAIRCASE_H
#define TA_CASH_STAIRCASE_H

#include "base/check.h"
#include "takeaway/cash.h"

typedef struct cash_staircases {
    /* Set by the owner, before the first row. */
    ta_allocator alloc;
    const int32_t *a; /* A, ascending; the owner's */
    size_t count;     /* 1..TA_CASH_MEMBERS */
    ta_amount limit;  /* largest n that is evaluated */
    double memory;    /* bytes the rows may use; 0: half of what is free */
    int last_only;    /* keep no more rows than the next one needs */
    int portable;     /* do not use the vector paths (for tests) */
    const char *what; /* what is short of memory, for the message */

    /* The rows: rows[n] is s_n(0..n) for first <= n < known. */
    void **rows;
    size_t rows_cap;
    ta_amount first, known;
    int wide;      /* cells of 32 bits, for n > 65534, else of 16 */
    void *scratch; /* one row t_n */
    size_t scratch_cells;
    double bytes; /* in rows */
} cash_staircases;

void cash_staircases_clear(cash_staircases *s); /* frees the rows; may be used again */

/*
** Make all rows from `low` to `high` known, and those of the last max A + 1 before `high`.
** Cost: O(n |A|) vector cells a row. Rows below both are kept while the memory lasts.
** ELIMIT past the limit or the memory, with the rows there were; ENOMEM and ECANCELLED
** keep what was made.
*/
ta_status cash_staircases_extend(cash_staircases *s, ta_call *call, ta_amount low, ta_amount high);

/* ELIMIT, saying what the rows to n would cost. */
ta_status cash_staircases_refuse(const cash_staircases *s, ta_call *call, ta_amount n);

/* s_n(e) and t_n(d) from known rows, or TA_INF; arguments beyond n are worth n. */
static inline ta_amount cash_row_least(const cash_staircases *s, ta_amount n, ta_amount e) {
    ta_assert(s->first <= n && n < s->known);
    if (e > n) e = n; /* the other can spend no more */
    if (s->wide) {
        uint32_t d = ((const uint32_t *)s->rows[n])[e];
        return d == UINT32_MAX ? TA_INF : d;
    }
    uint16_t d = ((const uint16_t *)s->rows[n])[e];
    return d == UINT16_MAX ? TA_INF : d;
}
ta_amount cash_row_beaten(const cash_staircases *s, ta_amount n, ta_amount d);

/* NULL when the last row is nondecreasing, and all its cells, or some of a long row, are
** the minimum that defines them; or what does not hold. */
const char *cash_staircases_check(const cash_staircases *s);

#endif
