/*
** takeaway/cash.h - NIM with Cash: one pile, a finite set A of amounts to take, and two purses.
**
** At (n; d, e) the mover, player I, has d dollars and the other, player II, has e. Taking a in A
** needs a <= n and a <= d, costs a dollars, and leads to (n - a; e, d - a). A player who cannot
** move loses.
**
** Amounts are 0..TA_MAX. Purses may be TA_INF, and a purse of n or more is equivalent to an
** infinite one. Source: Gasarch, Purtilo and Ulrich, "NIM with Cash" (arXiv 1511.04035), in the
** corrected form of docs/theory/nim-with-cash.md.
*/
#ifndef TAKEAWAY_CASH_H
#define TAKEAWAY_CASH_H

#include "base.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TA_CASH_MEMBERS 64      /* most members of A */
#define TA_CASH_LARGEST 1000000 /* largest member of A */

typedef struct ta_cash ta_cash;

/* ---- Games ---- */

/*
** A game for the set of `count` members, 1..TA_CASH_LARGEST, in any order; repeated members count
** once. `limit`: the largest n for staircases, 0 for 10^6. `memory`: bytes that the staircases may
** keep, 0 for half of the free memory. EINVAL: no members, too many, or one outside its range.
** Free with destroy.
*/
TA_API ta_status ta_cash_create(const ta_allocator *allocator, ta_call *call,
                                const ta_amount *members, size_t count, ta_amount limit,
                                double memory, ta_cash **out);
TA_API void ta_cash_destroy(ta_cash *game);

/* The members, ascending; their number through *count. Owned by the game. */
TA_API const int32_t *ta_cash_members(const ta_cash *game, size_t *count);

/*
** ---- Exact evaluation ----
** solve and count compute staircases, and fail with ELIMIT past their limit or memory. The others
** read existing staircases, or compute a position alone, for all n to TA_MAX. That takes about a
** microsecond if the members of A are small (by the excess, see docs/theory/nim-with-cash.md);
** least and beaten compute 63 positions at most. Once that has cost as much as the staircases
** would, they are made. A position may take more than 2^28 steps, for members of many thousands.
** Then a rich or a poor purse (Theorems 2.4 and 3.7) may decide; else ELIMIT.
*/

/* Evaluate all states with at most n stones; later queries are look-ups. O(n^2 |A|) for all n
** stones and all purses; known states are not evaluated again. Long calls use several threads
** (ta_call), with the same results. After ECANCELLED or ENOMEM the states of the smallest n are
** kept, and the next call continues from there. */
TA_API ta_status ta_cash_solve(ta_cash *game, ta_call *call, ta_amount n);

/* 1 if the mover wins (n; d, e), else 0. */
TA_API ta_status ta_cash_winner(ta_cash *game, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                                int *first);

/* All winning moves, ascending: `moves` holds TA_CASH_MEMBERS. */
TA_API ta_status ta_cash_moves(ta_cash *game, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                               ta_amount *moves, size_t *count);

/* s_n(e): the least d with which the mover wins, or TA_INF. Nondecreasing in e. */
TA_API ta_status ta_cash_least(ta_cash *game, ta_call *call, ta_amount n, ta_amount e,
                               ta_amount *least);

/* t_n(d): the number of e against which d dollars win, or TA_INF. */
TA_API ta_status ta_cash_beaten(ta_cash *game, ta_call *call, ta_amount n, ta_amount d,
                                ta_amount *beaten);

/* #{(n, d, e) : 0 <= n, d, e <= m, the mover wins}. */
TA_API ta_status ta_cash_count(ta_cash *game, ta_call *call, ta_amount m, ta_amount *count);

/* ---- Thresholds ---- */

/* Standard Nim, both purses infinite: 1 if the mover wins n stones. Any n. */
TA_API ta_status ta_cash_normal(ta_cash *game, ta_call *call, ta_amount n, int *first);

/* f^I(n), f^II(n), Definition 2.3 made total: rich[0], rich[1]. O(n |A|) once. For large n it uses
** the linear form proved by ta_cash_asymptotics. */
TA_API ta_status ta_cash_rich(ta_cash *game, ta_call *call, ta_amount n, ta_amount rich[2]);

/* The least amounts that suffice (never above f). From the staircase of n, or by least and
** beaten. */
TA_API ta_status ta_cash_exact_rich(ta_cash *game, ta_call *call, ta_amount n, ta_amount rich[2]);

/* g^I(n), g^II(n), Definition 3.1. O(1). */
TA_API void ta_cash_poor(const ta_cash *game, ta_amount n, ta_amount poor[2]);

typedef struct ta_cash_class {
    int first;      /* 1 if the mover wins */
    char purse[2];  /* 'r'ich, 'm'iddle or 'p'oor: player I, player II */
    int critical;   /* neither rich nor poor (Definition 4.1) */
    const char *by; /* the deciding statement: "2.4.1", ..., "4.8", "search" */
} ta_cash_class;

/* The winner, and the statement that decides: 2.4 before 3.7, then Theorem 4.8 if a proved
** solution set is known, then ta_cash_winner ("search"). */
TA_API ta_status ta_cash_classify(ta_cash *game, ta_call *call, ta_amount n, ta_amount d,
                                  ta_amount e, ta_cash_class *out);

/* ---- The asymptotic form of f ---- */

/*
** f(n + m) = f(n) + slope[n % m] for n >= preperiod, and W(n + m) = W(n), for
** both f: proved for all n by a finite certificate on the window that starts
** at `window`. The arrays have `modulus` entries and belong to the game.
*/
typedef struct ta_cash_asym {
    ta_amount modulus, preperiod, window;
    const int64_t *slope[2]; /* of f^I, f^II */
} ta_cash_asym;

/* Find and prove this form, from n up to `limit` (0: a default that grows with max A). ELIMIT if
** nothing is proved by then. */
TA_API ta_status ta_cash_asymptotics(ta_cash *game, ta_call *call, ta_amount limit,
                                     ta_cash_asym *out);

/*
** Cash-periodicity (Definition 4.4, with an offset): for n >= offset, W(n), C^I(n,a) and C^II(n,a)
** depend only on n % period; the least period, then the least offset. c[0] has C^I and c[1] has
** C^II, each period * |A| entries, residue by residue; they belong to the game. ELIMIT if A is not
** cash-periodic or no period was found.
*/
typedef struct ta_cash_period {
    ta_amount period, offset;
    const int64_t *c[2];
} ta_cash_period;

TA_API ta_status ta_cash_periodicity(ta_cash *game, ta_call *call, ta_amount limit,
                                     ta_cash_period *out);

/* ---- Closed forms ---- */

typedef enum ta_cash_family {
    TA_CASH_NONE = 0,
    TA_CASH_ODD,         /* odd members alone, 1 among them */
    TA_CASH_ONE_EVEN,    /* {1, L}, L even: section 5 */
    TA_CASH_TRIPLE_ODD,  /* {1, L, L+1}, L odd: section 6 */
    TA_CASH_TRIPLE_EVEN, /* {1, L, L+1}, L even: section 7 */
    TA_CASH_RANGE        /* {L..M}: section 8 */
} ta_cash_family;

typedef struct ta_cash_theorem {
    ta_cash_family family;
    int proved;         /* the closed form is right for all n */
    ta_amount verified; /* if not proved: it is right at every critical state up to this n */
    const char *source; /* "Theorem 5.7" ... */
} ta_cash_theorem;

/*
** The closed form of A's family, the first of the above that fits, and how far it is proved. It
** is proved if the program verifies the parts of Theorem 4.8 (cash-periodic with a certificate, X
** a solution set in the printed sense, the finite base). EUNSUPPORTED if A is in no family, or if
** the corrected conjecture for {L..M} is false or not known to hold (L < M <= 2L - 2). Then bad,
** if not NULL, receives a state (n, d, e) at which it is wrong, or a negative n if none is known.
*/
TA_API ta_status ta_cash_closed_form(ta_cash *game, ta_call *call, ta_cash_theorem *out,
                                     ta_amount bad[3]);

/* The winner by the closed form, for arguments to TA_MAX, after ta_cash_closed_form succeeded. */
TA_API ta_status ta_cash_closed_winner(ta_cash *game, ta_call *call, ta_amount n, ta_amount d,
                                       ta_amount e, int *first);

/* (i; b, b') in X, the corrected solution set of A's family. EUNSUPPORTED: none. */
TA_API ta_status ta_cash_solution(ta_cash *game, ta_call *call, ta_amount i, ta_amount b,
                                  ta_amount b2, int *in);

/* ---- Values ---- */

/*
** The value of n stones as a partizan game. Left holds d and Right e dollars; taking a (in
** `moves`, `count` positive integers) costs a dollars. TA_INF and all purses beyond n count as n.
** 0 <= n. Cost: at most (min(d, n) + 1)(min(e, n) + 1) canonical forms of 2 |moves| options.
** Source: Gasarch, Purtilo, Ulrich, NIM with Cash, as a partizan game.
*/
TA_API ta_status ta_value_cash(ta_values *values, ta_call *call, const ta_amount *moves,
                               size_t count, ta_amount n, ta_amount d, ta_amount e,
                               ta_value *value);

#ifdef __cplusplus
}
#endif

#endif
