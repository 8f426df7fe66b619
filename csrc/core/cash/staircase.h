/*
** staircase.h - the staircases of NIM with Cash. All code uses them from here; fill.h computes the
** cells. Only the brute check of win conditions and the checker in Lua compute them independently.
** Layers: win_condition/ may include this.
**
** W(n;d,e) = I stays true if d rises or e falls. So a pile of n stones is one nondecreasing
** staircase s_n(e), the least d that wins, with the inverse t_n(d), the number of e that d beats:
**   s_n(e) = min over a in A, a <= n, of a + t_{n-a}(e).
** Only its middle is held. With a1 = min A and h = a1 floor(n / 2 a1):
**
**   e = 0 .. h - 1            s_n(e) = r(e) = a1 (floor(e / a1) + 1)
**   h .. f^II(n) - 1          the cells
**   f^II(n) and more          f^I(n) where W(n) = I, else no d wins
**
** The head, e < h. With d >= r(e) the mover takes a1 each time. The other player has at most e / a1
** moves, and at most r(e) - a1 + e < n - a1 stones are gone before the mover's last move. With
** d < r(e) the other player answers each move by a1. The mover has at most d / a1 <= e / a1 moves,
** and d + e <= 2h - 2 < n stones are enough for both.
** The tail. t_n(d) is constant from d = f^I(n) on, and s_n(e) from e = f^II(n) on. The proof is by
** induction (Theorem 2.4 is this for rich players). If W(n) = II, all s_{n-a} end with f^I(n-a). So
** t_n ends with the largest of these, f^II(n), and reaches it once one of those has ended. If
** W(n) = I, t_n is infinite once some s_{n-a} is, from d = f^I(n) on. Before, it is a finite
** s_{n-a}(d - a) <= f^I(n-a) <= f^II(n), so no smaller d beats an e from f^II(n) on.
**
**   rows   first ............ known - 1
**          |-- kept within the memory ----|
*/
#ifndef TA_CASH_STAIRCASE_H
#define TA_CASH_STAIRCASE_H

#include "base/check.h"
#include "fill.h"

typedef struct cash_staircases {
    /* Set by the owner, before the first row. */
    cash_thresholds *rich; /* of A; the owner's, for exclusive use */
    ta_amount limit;       /* the largest n that is evaluated */
    double memory;         /* bytes the rows may use; 0: half of the free memory */
    int last_only;         /* keep only the rows that the next ones need */
    int portable;          /* do not use the vector paths (for tests) */
    const char *what;      /* the noun in the message when memory is short */

    /* The rows: rows[n] for first <= n < known. */
    cash_row *rows;
    size_t rows_cap;
    ta_amount first, known;
    int wide;     /* cells of 32 bits, for n > 65534, else of 16 */
    double bytes; /* in rows */
} cash_staircases;

/* Free the rows; `s` may be used again. Does nothing before the owner has set its fields. */
void cash_staircases_clear(cash_staircases *s);

/*
** Compute all rows from `low` to `high`, and the last max A + 1 rows to `high`. Cost: O(|A|) vector
** cells for each d, of which a row has f^I(n) - n/2. Rows below both are kept while memory lasts.
** Several threads work if the call allows them and it pays (fill.h). ELIMIT beyond the limit, which
** changes no row, or beyond the memory. That, ENOMEM and ECANCELLED keep the rows computed, but
** older ones may have been dropped.
*/
ta_status cash_staircases_extend(cash_staircases *s, ta_call *call, ta_amount low, ta_amount high);

/* ELIMIT, with the cost of the rows to n in the message. */
ta_status cash_staircases_refuse(const cash_staircases *s, ta_call *call, ta_amount n);

/* s_n(e) and t_n(d) from known rows, or TA_INF, for any e and d. */
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

/* The number of (d, e) with d, e <= m that the mover wins. O(m) */
ta_amount cash_row_wins(const cash_staircases *s, ta_amount n, ta_amount m);

/* The invariant that the last row breaks, or NULL. The row is nondecreasing, and its cells, or some
** of a long row, are the minimum that defines them. */
const char *cash_staircases_check(const cash_staircases *s);

#endif
