/*
** staircase.h - the staircases of NIM with Cash: the one place where they are made; fill.h makes
** the cells. Only the brute check of win conditions, and the checker in Lua, work them out again.
** Layers: win_condition/ may include this.
**
** W(n;d,e) = I is kept by raising d or lowering e, so a pile of n stones is one
** nondecreasing staircase s_n(e), the least d that wins, with the inverse t_n(d), the
** number of e that d beats:
**   s_n(e) = min over a in A, a <= n, of a + t_{n-a}(e).
** Only its middle is held. With a1 = min A and h = a1 floor(n / 2 a1):
**
**   e = 0 .. h - 1            s_n(e) = r(e) = a1 (floor(e / a1) + 1)
**   h .. f^II(n) - 1          the cells
**   f^II(n) and more          f^I(n) where W(n) = I, else no d wins
**
** The head, e < h. With d >= r(e) the mover takes a1 each time: the other has at most e / a1 moves,
** and before the last of the mover's at most r(e) - a1 + e < n - a1 stones are gone. With d < r(e)
** the other answers each move by a1: the mover has at most d / a1 <= e / a1 of them, and d + e <=
** 2h - 2 < n stones are enough for both.
** The tail. t_n(d) is the same from d = f^I(n) on, and s_n(e) from e = f^II(n) on, by induction
** (Theorem 2.4 says it of rich players). W(n) = II: all s_{n-a} end with f^I(n-a), so t_n ends with
** the largest of them, which is f^II(n), and has it as soon as one of those has ended. W(n) = I:
** t_n is infinite as soon as an s_{n-a} is, from d = f^I(n) on; before, it is a finite
** s_{n-a}(d - a), at most f^I(n-a), so at most f^II(n): no larger e is beaten for less.
**
**   rows   first ............ known - 1
**          |-- kept while there is room --|
*/
#ifndef TA_CASH_STAIRCASE_H
#define TA_CASH_STAIRCASE_H

#include "base/check.h"
#include "fill.h"

typedef struct cash_staircases {
    /* Set by the owner, before the first row. */
    cash_thresholds *rich; /* of A; the owner's, used by nobody else meanwhile */
    ta_amount limit;       /* largest n that is evaluated */
    double memory;         /* bytes the rows may use; 0: half of what is free */
    int last_only;         /* keep no more rows than the next ones need */
    int portable;          /* do not use the vector paths (for tests) */
    const char *what;      /* what is short of memory, for the message */

    /* The rows: rows[n] for first <= n < known. */
    cash_row *rows;
    size_t rows_cap;
    ta_amount first, known;
    int wide;     /* cells of 32 bits, for n > 65534, else of 16 */
    double bytes; /* in rows */
} cash_staircases;

/* Frees the rows; may be used again. Nothing where there is no owner yet. */
void cash_staircases_clear(cash_staircases *s);

/*
** Make all rows from `low` to `high` known, and those of the last max A + 1 before `high`. Cost:
** O(|A|) vector cells for each of f^I(n) - n/2 d of a row. Rows below both are kept while the
** memory lasts. By several threads where the call may use them and it pays (fill.h). ELIMIT past
** the limit or the memory, with the rows there were; ENOMEM and ECANCELLED keep what was made.
*/
ta_status cash_staircases_extend(cash_staircases *s, ta_call *call, ta_amount low, ta_amount high);

/* ELIMIT, saying what the rows to n would cost. */
ta_status cash_staircases_refuse(const cash_staircases *s, ta_call *call, ta_amount n);

/* s_n(e) and t_n(d) from known rows, or TA_INF; any e and d. */
static inline ta_amount cash_row_least(const cash_staircases *s, ta_amount n, ta_amount e) {
    ta_assert(s->first <= n && n < s->known);
    const cash_row *row = &s->rows[n];
    if (e >= row->tail) return row->end == CASH_NEVER ? TA_INF : row->end;
    uint32_t a1 = (uint32_t)s->rich->a[0];
    if (e < row->head) return a1 * ((uint32_t)e / a1 + 1);
    size_t at = (size_t)e - cash_row_from(s->rich, row);
    return s->wide ? ((const uint32_t *)row->cells)[at] : ((const uint16_t *)row->cells)[at];
}
ta_amount cash_row_beaten(const cash_staircases *s, ta_amount n, ta_amount d);

/* How many (d, e) with d, e <= m win. O(m) */
ta_amount cash_row_wins(const cash_staircases *s, ta_amount n, ta_amount m);

/* NULL when the last row is nondecreasing, and all its cells, or some of a long row, are
** the minimum that defines them; or what does not hold. */
const char *cash_staircases_check(const cash_staircases *s);

#endif
