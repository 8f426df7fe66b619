/*
** takeaway/one_pile.h - one pile with memory (dynamic take-away games).
**
** At (n, x), take k counters, 1 <= k <= min(n, x); the next bound is f(k). The player who takes
** the last counter wins. (n, *) is the opening (n, n - 1). L(n) is the least x with which the
** mover wins at (n, x): (n, x) is N exactly if x >= L(n). H is the set of n >= 1 with a P-position
** as opening, that is L(n) = n. ta_one_pile_opening sets another opening.
**
** If f is nondecreasing, by form or as evaluated up to n, answers come from H by the theorem of
** Epp and Ferguson and of Zieve: O(terms of H). Otherwise they come from the recursion, up to n <=
** check.
**
** In misere play the player who takes the last counter loses: (n, x) is (n - 1, x) of normal play,
** for n >= 1. With 0 counters the game is over and the player to move has won; so has a player
** without a first move. The opening is (n, n - 1) here, too: it may leave one counter, and so wins
** for every n.
*/
#ifndef TAKEAWAY_ONE_PILE_H
#define TAKEAWAY_ONE_PILE_H

#include "takeaway/movefn.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_one_pile ta_one_pile;

/* The x of the opening, for functions that take x. */
#define TA_OPENING ((ta_amount)-1)

/*
** The game with move function f (borrowed: it must outlive the game). `check` bounds the arguments
** at which an f not known by form is evaluated, and the pile of the recursion and of nim values
** (0: TA_CHECK_DEFAULT). `memory` bounds the bytes of tables (0: the free memory). ENOMEM.
*/
TA_API ta_status ta_one_pile_create(const ta_allocator *allocator, ta_movefn *f, int misere,
                                    ta_amount check, ta_amount memory, ta_one_pile **game);
TA_API void ta_one_pile_destroy(ta_one_pile *game);

/* The most counters of the first move: `most` from 1 on, or all but -most; the default is -1.
** EINVAL: 0, or beyond TA_MAX. */
TA_API ta_status ta_one_pile_opening(ta_one_pile *game, ta_call *call, ta_amount most);

/* L(n), 0 <= n <= TA_MAX; TA_INF for an empty pile (misere: 0 there, TA_INF for 1).
** Errors: ELIMIT (see above), those of f and poll; the same for all calls below. */
TA_API ta_status ta_one_pile_least_move(ta_one_pile *game, ta_call *call, ta_amount n,
                                        ta_amount *least);

/* L(0..to) into out[0..to], to < 2^32. By the stack if f is nondecreasing up to `to`, O(1) a pile;
** else by trying every move. */
TA_API ta_status ta_one_pile_least_moves(ta_one_pile *game, ta_call *call, ta_amount to,
                                         ta_amount *out);

/* The outcome of (n, x); x >= 0, TA_INF, or TA_OPENING. With x = 0, which play does not reach, it
** is P. In misere play it is N for n = 0, and for TA_OPENING if the opening allows no counter. */
TA_API ta_status ta_one_pile_outcome(ta_one_pile *game, ta_call *call, ta_amount n, ta_amount x,
                                     ta_outcome *outcome);

/* Every k that wins at (n, x), ascending: `visit` is called with each. ELIMIT: more than 10^7. */
typedef ta_status (*ta_amount_visitor)(void *ctx, ta_call *call, ta_amount amount);
TA_API ta_status ta_one_pile_winning_moves(ta_one_pile *game, ta_call *call, ta_amount n,
                                           ta_amount x, ta_amount_visitor visit, void *ctx);

/* Knowledge about H beyond a list of its terms up to a limit. */
typedef enum ta_finite {
    TA_FINITE_UNKNOWN,
    TA_FINITE,   /* H is finite and the list is all of it */
    TA_CONTINUES /* H has a larger term than all of the list */
} ta_finite;

/* The n >= 1 whose opening is P, up to limit <= TA_MAX, ascending. *overflow: the next n is past
** TA_MAX. In normal play, if the opening is all but one counter, these n are the terms of H. In
** misere play there are none for that opening. For all but two they are the terms of H, plus one
** each. For other openings they come from the table of L. */
TA_API ta_status ta_one_pile_losing_sizes(ta_one_pile *game, ta_call *call, ta_amount limit,
                                          ta_amount_visitor visit, void *ctx, ta_finite *finite,
                                          int *overflow);

/* n, or n - 1 in misere play, as a sum of terms of H, greedy, largest first; a finite H repeats its
** last term. ELIMIT: more than 10^7 terms. */
TA_API ta_status ta_one_pile_representation(ta_one_pile *game, ta_call *call, ta_amount n,
                                            ta_amount_visitor visit, void *ctx);

/* The nim value of (n, x) in normal play, n <= check. Misere: EUNSUPPORTED (values of misere
** play do not add). O(n^2) for the first, then a look-up. */
TA_API ta_status ta_one_pile_nim_value(ta_one_pile *game, ta_call *call, ta_amount n, ta_amount x,
                                       ta_amount *value);

/* A step in the row of n: from x = `from` to the next step, (n, x) has the nim value `value`. The
** values of a row do not decrease. */
typedef struct ta_threshold {
    uint32_t from, value;
} ta_threshold;

/* Row n as *count thresholds, the first from x = 0; they belong to the game, valid until the
** next call on it. */
TA_API ta_status ta_one_pile_nim_row(ta_one_pile *game, ta_call *call, ta_amount n,
                                     const ta_threshold **row, size_t *count);

/* Every k <= min(n, x) whose option (n - k, f(k)) has nim value `value`, ascending. */
TA_API ta_status ta_one_pile_options_of_value(ta_one_pile *game, ta_call *call, ta_amount n,
                                              ta_amount x, ta_amount value, ta_amount_visitor visit,
                                              void *ctx);

/* f as text. 1 for a misere game. The opening, as it was set. */
TA_API const char *ta_one_pile_text(const ta_one_pile *game);
TA_API int ta_one_pile_is_misere(const ta_one_pile *game);
TA_API ta_amount ta_one_pile_first_move(const ta_one_pile *game);

#ifdef __cplusplus
}
#endif

#endif
