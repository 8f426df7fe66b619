/*
** takeaway/two_pile.h - two-pile move-size dynamic Nim (Holshouser and Reiter).
**
** A position (p, q, x) is two piles and a limit. A move takes 1 <= k <= x counters from one pile;
** the next limit is f(k). The game ends when a pile is empty. In normal play the player who
** empties a pile wins; in misere play that player loses.
**
** L(p, q) is the least winning move: (p, q, x) is an N-position iff x >= L(p, q), for every f. In
** the paper's coordinates L[a, N] = L(a, a + N): a is the smaller pile, N the difference. g(n) is
** the largest power of two that divides n. "Theory" below is docs/theory.md.
*/
#ifndef TAKEAWAY_TWO_PILE_H
#define TAKEAWAY_TWO_PILE_H

#include "takeaway/movefn.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_two_pile ta_two_pile;

typedef struct ta_two_pile_settings {
    int misere;
    ta_amount check; /* most arguments at which f is evaluated to learn about it; 0: 10^6 */
    double memory;   /* most bytes the game may hold; 0: the free memory */
} ta_two_pile_settings;

/*
** A game. f is borrowed and must outlive it; `settings` may be NULL. Creation computes nothing.
** Errors: ENOMEM.
*/
TA_API ta_status ta_two_pile_create(const ta_allocator *allocator, ta_call *call, ta_movefn *f,
                                    const ta_two_pile_settings *settings, ta_two_pile **game);
TA_API void ta_two_pile_destroy(ta_two_pile *game);

/* The settings of the game. */
TA_API ta_movefn *ta_two_pile_movefn(const ta_two_pile *game);
TA_API int ta_two_pile_is_misere(const ta_two_pile *game);

/* Bytes that the game's table takes now. */
TA_API double ta_two_pile_bytes(const ta_two_pile *game);

/* ---- Positions ---- */

/*
** L(p, q), 0 <= p, q <= TA_MAX; TA_INF if no move wins. With an empty pile it is TA_INF in normal
** play, and 0 in misere play (the game is over and was won). It comes from the closed form if that
** is proved to hold (O(1)), else from a table of the recursion, which grows and is kept. Cost:
** O(1) amortised a cell for nondecreasing f, O(L / 32) for any f. Errors: those of f; ELIMIT if
** the table would take too much memory, or f would be evaluated at more than `check` arguments.
*/
TA_API ta_status ta_two_pile_least_move(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                                        ta_amount *least);

/* TA_N or TA_P for (p, q, x); x may be TA_INF, and x = 0 only with an empty pile
** (EINVAL otherwise). Errors and cost as for least_move. */
TA_API ta_status ta_two_pile_outcome(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                                     ta_amount x, ta_outcome *outcome);

/* A visitor of positions (p, q, x). */
typedef ta_status (*ta_two_pile_visitor)(void *ctx, ta_call *call, ta_amount p, ta_amount q,
                                         ta_amount x);

/* The number of options of (p, q, x), TA_INF for more than 2^62; none with an empty pile. */
TA_API ta_amount ta_two_pile_option_count(ta_amount p, ta_amount q, ta_amount x);

/* Visit them, by take, then the pile taken from. Errors: those of f and of the visitor; EINVAL
** for x = 0 with both piles nonempty. One evaluation of f for each take. */
TA_API ta_status ta_two_pile_options(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                                     ta_amount x, ta_two_pile_visitor visit, void *ctx);

/* One move: `take` counters from `pile` 1 (p) or 2 (q). */
typedef struct ta_two_pile_move {
    ta_amount take;
    int pile;
} ta_two_pile_move;

typedef struct ta_two_pile_moves ta_two_pile_moves;

/*
** Walk all winning moves of (p, q, x), by take, then pile: every k with f(k) < L(result). If the
** closed form holds and f is known to be nondecreasing, they are generated as arithmetic
** progressions. So piles may be as large as 2^62. Otherwise each k is tested. The walk borrows
** the game. next: up to `most` moves into `moves`; *count = 0 at the end. If next fails, the same
** call may be repeated. exceed: 1 if it is known at once that there are more than `count` moves.
** Errors as for least_move; EINVAL for x = 0 with both piles nonempty.
*/
TA_API ta_status ta_two_pile_moves_create(ta_two_pile *game, ta_call *call, ta_amount p,
                                          ta_amount q, ta_amount x, ta_two_pile_moves **walk);
TA_API ta_status ta_two_pile_moves_next(ta_two_pile_moves *walk, ta_call *call,
                                        ta_two_pile_move *moves, size_t most, size_t *count);
TA_API int ta_two_pile_moves_exceed(const ta_two_pile_moves *walk, ta_amount count);
TA_API void ta_two_pile_moves_destroy(ta_two_pile_moves *walk);

/* ---- Tables ---- */

typedef struct ta_least_table ta_least_table;

/*
** L(p, q) for 0 <= p, q <= m, as a view of the game's table. The table is computed as far as
** needed, by the closed form if it is proved, else by the recursion, and kept. Release the view;
** it may outlive the game. m < 2^30. Memory: about m^2 bytes (2 m^2 from m = 65,535), plus m^2
** during the computation if f decreases somewhere. Errors: those of f; ELIMIT (memory, with its
** name; check); those of call->poll, after which the next call continues from there.
*/
TA_API ta_status ta_two_pile_table(ta_two_pile *game, ta_call *call, ta_amount m,
                                   ta_least_table **table);
TA_API void ta_least_table_release(ta_least_table *table);

/* The size m of the table, and L(p, q) for 0 <= p, q <= m. */
TA_API ta_amount ta_least_table_size(const ta_least_table *table);
TA_API ta_amount ta_least_table_value(const ta_least_table *table, ta_amount p, ta_amount q);

/* h over 1 <= p <= q <= m, row by row (p outer): h = (h * 1000003 + L) mod
** 1000000007 from 0, infinity as 0. O(m^2). Errors: those of call->poll. */
TA_API ta_status ta_least_table_checksum(const ta_least_table *table, ta_call *call, uint64_t *sum);

/* ---- The closed form ---- */

/*
** L[a, N] by the closed form, a >= 0, N >= 0, a + N <= TA_MAX:
**   normal  a if N = 0 or a <= f(g(N)), else g(N)      (Main Theorem, docs/theory.md)
**   misere  g(N), infinite for N = 0                   (Theorem M, docs/theory.md)
** and for a = 0, for every f: infinite, misere 0, since the game is over. O(1) if f is known to be
** nondecreasing; else f is evaluated up to the larger pile M once, under `check`. EUNSUPPORTED
** unless it is proved to hold, which needs:
**   normal  conditions (1)-(3) at all arguments up to M, and (4) for 2N <= M
**   misere  f(x) >= g(x) for all x <= M, and f(x) < 2x for powers of two x <= M
*/
TA_API ta_status ta_two_pile_formula(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount n,
                                     ta_amount *least);

/* The same expression, whether or not it is proved there. Errors: f's. */
TA_API ta_status ta_two_pile_closed_form(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount n,
                                         ta_amount *least);

typedef enum ta_strategy_case {
    TA_CASE_1 = 1, /* N = 0 or a <= f(g(N)): take the whole smaller pile */
    TA_CASE_A,     /* g(N - g(N)) >= 4 g(N): g(N) from the larger */
    TA_CASE_B1,    /* f(g(N)) < 2 g(N): g(N) from the larger */
    TA_CASE_B2     /* g + f(g) <= f(2g): g(N) from the smaller if f(g) < a - g */
} ta_strategy_case;

typedef struct ta_two_pile_strategy_move {
    ta_strategy_case which;
    ta_amount take;
    int from_larger;
} ta_two_pile_strategy_move;

/* The paper's winning move for piles p, q >= 1 and any limit x >= L(p, q); B1 precedes B2.
** EUNSUPPORTED in misere play, and if the closed form is not proved (as for formula). */
TA_API ta_status ta_two_pile_strategy(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                                      ta_two_pile_strategy_move *move);

/*
** The four conditions on f (Definition 2):
**   1: f(g(N)) <= f(N) for all N      2: f(N) < 4N   3: N <= f(N)
**   4: f(N) < 2N or N + f(N) <= f(2N)      (2-4 for powers of two N)
** over all arguments of f up to `limit`, exactly and for all arguments when f is
** linear. `condition` 0: none fails. Else the violation with the least `at`, then
** the least condition, and a sentence about it. *exact: f is linear.
*/
typedef struct ta_violation {
    int condition;
    ta_amount at;
    char message[160];
} ta_violation;

TA_API ta_status ta_two_pile_admissible(ta_two_pile *game, ta_call *call, ta_amount limit,
                                        ta_violation *violation, int *exact);

/* ---- Verification and counterexamples ---- */

/* A cell where closed form and recursion differ. */
typedef struct ta_mismatch {
    ta_amount p, q, formula, exact; /* p <= q */
} ta_mismatch;

/* Compares the closed form with the recursion on all 1 <= p <= q <= m, whether proved or not.
** *cells = m (m + 1) / 2 and *holds = 1; or *holds = 0 and the mismatch with the least q, then the
** least p. Rows are streamed: 64 m bytes for nondecreasing f. */
TA_API ta_status ta_two_pile_verify(ta_two_pile *game, ta_call *call, ta_amount m, int *holds,
                                    ta_amount *cells, ta_mismatch *mismatch);

/*
** The least position (larger pile, then smaller) at which the closed form is wrong. For violations
** of the conditions at arguments up to `limit`, the sets K1..K8 (docs/theory.md) bound its larger
** pile; then the recursion finds it. f may be evaluated beyond `limit`, at the multiples that
** those sets need.
**   found 0: no violation up to `limit`;
**   found 1: `at`; `witness` is the K-set that contains it, 0 if none does;
**   found 2: a table that large does not fit: `set` (count of 2 or 3 positions) contains a failing
**            one, for the reason in `certificate`; `witness` is its kind (0 in misere play, which
**            has other sets: docs/theory.md).
*/
typedef struct ta_counterexample {
    int found, witness;
    ta_mismatch at;
    int count;
    ta_amount set[3][2];
    char certificate[400];
} ta_counterexample;

TA_API ta_status ta_two_pile_counterexample(ta_two_pile *game, ta_call *call, ta_amount limit,
                                            ta_counterexample *result);

/* The default of `limit` above. */
#define TA_TWO_PILE_LIMIT 65536

#ifdef __cplusplus
}
#endif

#endif
