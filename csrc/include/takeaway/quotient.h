/*
** takeaway/quotient.h - misere quotients of heap games.
**
** Positions X and Y are indistinguishable if X + Z and Y + Z have the same misere outcome for every
** sum Z of the given heaps. The classes are a commutative monoid, the misere quotient Q of these
** heaps. The P-positions are the classes of a subset of Q, called P; (Q, P) determines the outcome
** of every sum of the heaps. Q may be infinite.
**
** A quotient here is proved. csrc/core/quotient/verify.c verifies, from the definition of outcomes,
** that (Q, P) is right at all sums. Positions that were found distinguish its elements.
**
** Sources: T. E. Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005); T.
** E. Plambeck and A. N. Siegel, Misere quotients for impartial games, Journal of Combinatorial
** Theory A 115 (2008).
*/
#ifndef TAKEAWAY_QUOTIENT_H
#define TAKEAWAY_QUOTIENT_H

#include "takeaway/base.h"
#include "takeaway/heap.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_quotient ta_quotient;

#define TA_QUOTIENT_HEAPS_MOST 4095
#define TA_QUOTIENT_ELEMENTS_MOST 32767

/*
** Settings:
**   elements      the most elements (0: 4096; never more than TA_QUOTIENT_ELEMENTS_MOST);
**   positions     the most positions held (0: 2000000; never more than 10^9);
**   until_period  stop at the heap at which a period is proved. Fail if none is proved by the last
**                 heap, or after 5000 steps of work for each of `positions`;
**   stop_at_period  stop at the heap at which a period is proved, if one is.
*/
typedef struct ta_quotient_settings {
    ta_amount elements, positions;
    int until_period, stop_at_period;
} ta_quotient_settings;

/*
** The misere quotient of the heaps 0..to of a game, 0 <= to <= TA_QUOTIENT_HEAPS_MOST. With
** until_period or stop_at_period it may use fewer heaps, if they prove a period. The game is not
** needed afterwards. Cost: the quotient is learned again only at heaps that change it. Errors:
**   EINVAL
**   ELIMIT        more elements or positions than the settings allow (the message names the heap;
**                 the quotient may be infinite); or until_period, and no period is proved by the
**                 last heap or within its work. If poll stops the call with ELIMIT or ECANCELLED,
**                 the message says what was reached
**   EUNSUPPORTED  a move does not make heaps smaller; or until_period, and no theorem proves a
**                 period of such a game
**   ENOMEM; those of rules and poll
*/
TA_API ta_status ta_quotient_create(const ta_allocator *allocator, ta_call *call, ta_heap *game,
                                    ta_amount to, const ta_quotient_settings *settings,
                                    ta_quotient **quotient);

/* Free the quotient; NULL is allowed. */
TA_API void ta_quotient_destroy(ta_quotient *quotient);

/* The number of elements. They are 0..order-1; element 0 is the identity 1, the class of the empty
** position. */
TA_API size_t ta_quotient_order(const ta_quotient *quotient);

/* The largest heap that was used. */
TA_API ta_amount ta_quotient_heaps(const ta_quotient *quotient);

/* 1 and the period if a period of the elements of heaps is proved, else 0. With a period, this is
** the quotient of all heaps. */
TA_API int ta_quotient_period(const ta_quotient *quotient, ta_period *period);

/* Is the element in P? */
TA_API int ta_quotient_is_p(const ta_quotient *quotient, size_t element);

/* The product of two elements. */
TA_API size_t ta_quotient_product(const ta_quotient *quotient, size_t x, size_t y);

/* The first position of an element in order of weight, the greatest number of moves in its play. It
** is `*count` heaps, ascending, owned by the quotient. */
TA_API const uint16_t *ta_quotient_position(const ta_quotient *quotient, size_t element,
                                            size_t *count);

/* The element of a sum of heaps. The sum is a P-position in misere play exactly if its element is
** in P.
** Errors: EINVAL (a heap not from 0 to 2^62), ELIMIT (an unused heap, and no proved period). */
TA_API ta_status ta_quotient_element(const ta_quotient *quotient, ta_call *call,
                                     const ta_amount *heaps, size_t count, size_t *element);

/* Visit the moves from a sum of heaps to P-positions of misere play, heap by heap. Errors: those
** of ta_quotient_element, ta_heap_options and the visitor. */
TA_API ta_status ta_quotient_winning_moves(const ta_quotient *quotient, ta_call *call,
                                           ta_heap *game, const ta_amount *heaps, size_t count,
                                           ta_heap_move_visitor visit, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
