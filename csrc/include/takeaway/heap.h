/*
** takeaway/heap.h - impartial heap games: subtraction games, take-and-break games by code, and
** games with a rule of the host.
**
** A position is a sum of heaps, each with its own moves. Its nim value is the exclusive or of the
** nim values of the heaps (Sprague, Grundy). The game object holds the sequence g(0), g(1), ... as
** far as it was needed, and extends it on demand. Once a period is proved, g(n) is known for every
** n. A call that needs more heaps computes them in order, and looks for a proof of the period.
*/
#ifndef TAKEAWAY_HEAP_H
#define TAKEAWAY_HEAP_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_heap ta_heap;

/*
** Settings of a game:
**   check      single nim values are computed for heaps up to `check` if no period is proved
**              (0: 1000000);
**   memory     bytes that the sequence may take (0: the free memory of the system);
**   positions  positions held by a misere search (0: 2000000);
**   portable   use no vector instructions (the values are the same).
*/
typedef struct ta_heap_settings {
    ta_amount check, memory, positions;
    int portable;
} ta_heap_settings;

/* ---- Making ---- */

/* The largest member of a subtraction set. */
#define TA_SUBTRACTION_MOST 1000000

/*
** The subtraction game: take k counters, k in the set (all_but = 0), or k >= 1 not in the set
** (all_but = 1). Members are 1..TA_SUBTRACTION_MOST; repeats count once. The set may be empty only
** for all_but. `settings` may be NULL. Errors: EINVAL (a member out of range; an empty set),
** ENOMEM.
*/
TA_API ta_status ta_heap_subtraction(const ta_allocator *allocator, ta_call *call,
                                     const ta_amount *set, size_t count, int all_but,
                                     const ta_heap_settings *settings, ta_heap **game);

/*
** The take-and-break game of a code d0.d1d2...: bit j of digit k allows taking k counters and
** leaving exactly j heaps. Digits are 0-9 A-Z (also a-v); d0 lacks bits 0 and 1. A bracketed group
** at the end repeats without end. Also:
**
**     e2 e1 d0.d1...  digits before d0: a move adds 1, 2, ... counters to a heap
**     d!  d?  d=      the heaps left are pairwise unequal, not all equal, all equal; no condition
**                     on fewer than two heaps
**     {2,4!}  {3+}    instead of a digit: numbers of heaps up to 63; + adds all larger ones
**     *               {0+}
**
** (The notation of Siegel's CGSuite.) If heaps may grow, a heap from which play need not end has
** no value: ELOOPY. Errors: EINVAL with a caret at the error in the message, ENOMEM.
*/
TA_API ta_status ta_heap_octal(const ta_allocator *allocator, ta_call *call, const char *code,
                               size_t length, const ta_heap_settings *settings, ta_heap **game);

/*
** A coin-turning game as a game of heaps (Winning Ways, chapter 14). A move in heap n turns coin n
** of a row and some before it, and leaves a heap for each of these. The code gives the number of
** coins turned in all: "3", "1-3" or "2+". Letters restrict them: C consecutive, E equally spaced,
** S symmetrical, C(5) within five places, F the first of the row among them. A comma joins codes,
** "2-3,6C". (The notation of Siegel's CGSuite.) Errors: EINVAL with a caret in the message, ENOMEM.
*/
TA_API ta_status ta_heap_spawning(const ta_allocator *allocator, ta_call *call, const char *code,
                                  size_t length, const ta_heap_settings *settings, ta_heap **game);

/*
** A game by rule. For a heap of n >= 0 counters `rule` emits every option by ta_heap_emit(sink,
** heaps, count): the heaps left, each from 0 to n-1. A status other than TA_OK is passed through.
** While values are computed, the rule is called once for each heap; options are cached while they
** fit in 64 MiB.
*/
typedef struct ta_heap_sink ta_heap_sink;
typedef ta_status (*ta_heap_rule)(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink);

TA_API ta_status ta_heap_scripted(const ta_allocator *allocator, ta_call *call, ta_heap_rule rule,
                                  void *ctx, const char *name, const ta_heap_settings *settings,
                                  ta_heap **game);

/* Emit one option. Errors: EBADRULE (a heap not below n), ELIMIT (more than 10^7 options), ENOMEM.
** After a failure the rule should return that status. */
TA_API ta_status ta_heap_emit(ta_heap_sink *sink, ta_call *call, const ta_amount *heaps,
                              size_t count);

/* Free the game; NULL is allowed. */
TA_API void ta_heap_destroy(ta_heap *game);

/* "subtraction {2, 3, 7}", "octal 0.77", the host's name. Owned by the game. */
TA_API const char *ta_heap_text(const ta_heap *game);

/*
** The code of a game made by a code or a set, with a final 0, into `text` if size > *length. For
** take-and-break games it is the normal form: two games have the same options at every heap
** exactly if their codes are equal. Errors: EUNSUPPORTED (a game by rule).
*/
TA_API ta_status ta_heap_code(const ta_heap *game, ta_call *call, char *text, size_t size,
                              size_t *length);

/* ---- Nim values ---- */

/*
** g(n), 0 <= n <= TA_MAX. Errors: ELIMIT (n is past `check` and no period is proved; the message
** gives the last known heap), ELOOPY (codes that grow heaps), those of rules and poll.
*/
TA_API ta_status ta_heap_nim_value(ta_heap *game, ta_call *call, ta_amount n, ta_amount *value);

/* Compute g(0..to), to < 2^32 if no period is proved. Memory is checked first: ELIMIT. */
TA_API ta_status ta_heap_extend(ta_heap *game, ta_call *call, ta_amount to);

/* Bytes a value (1, 2 or 4) in which g(0..to) fits; after ta_heap_extend. */
TA_API int ta_heap_width(const ta_heap *game, ta_amount to);

/* Write g(0..to) into `out`, `width` bytes each, width >= ta_heap_width(game, to); after
** ta_heap_extend. Past a proved period this copies. Polls. */
TA_API ta_status ta_heap_fill(const ta_heap *game, ta_call *call, ta_amount to, int width,
                              void *out);

typedef struct ta_period {
    ta_amount period, preperiod; /* g(n + period) = g(n) + saltus for n >= preperiod */
    ta_amount saltus;
    int proved;      /* 1: the period holds for all n; 0: it holds up to `heaps` */
    ta_amount heaps; /* the largest heap whose value was examined */
    ta_amount needs; /* if not proved: the heap up to which the period must hold to be proved, or
                     ** TA_INF if no theorem applies. If proved: 0 */
} ta_period;

/* 1 and the period if a period is proved already, else 0. */
TA_API int ta_heap_proved(const ta_heap *game, ta_period *period);

/*
** The period of g from heaps 0..limit: the least preperiod, then the least period. The proof
** (proof.c) is the bound of Guy and Smith (1956) for finite codes. It is a repeated window for
** subtraction sets, and a repeated condition for all-but sets. Otherwise the period is observed: it
** holds at least on the later half of the range, at least three times, with a saltus of 0 or more.
** Errors: ELIMIT (none found), and those of rules and poll. The message of ELIMIT names the
** candidate nearest to a proof, and how far to look.
*/
TA_API ta_status ta_heap_periodicity(ta_heap *game, ta_call *call, ta_amount limit,
                                     ta_period *period);

/* ---- Moves ---- */

/* A visitor of options: the nonempty heaps left after a move in a heap. */
typedef ta_status (*ta_heap_visitor)(void *ctx, ta_call *call, const ta_amount *heaps,
                                     size_t count);

/*
** Visit every option of heap n, 0 <= n <= TA_MAX. Two ways to take that leave the same heaps may
** be two visits. A visitor may not call the game. Errors: EINVAL, ELIMIT (more than 10^8 options),
** those of rules, poll and the visitor.
*/
TA_API ta_status ta_heap_options(ta_heap *game, ta_call *call, ta_amount n, ta_heap_visitor visit,
                                 void *ctx);

/* No move takes more than `takes` counters or leaves more than `heaps` heaps. */
typedef struct ta_reach {
    ta_amount takes, heaps; /* heaps >= 1 */
} ta_reach;

/* 1 and the reach of the moves of a finite code or subtraction set, the same at every heap; 0 for
** other games. */
TA_API int ta_heap_reach(const ta_heap *game, ta_reach *reach);

/*
** Visit the options of heap n whose nim value is `value`. Errors: ELIMIT (more than 10^8 options
** to examine, except in all-but games with a proved period), those of ta_heap_nim_value and of the
** visitor.
*/
TA_API ta_status ta_heap_options_of_value(ta_heap *game, ta_call *call, ta_amount n,
                                          ta_amount value, ta_heap_visitor visit, void *ctx);

/* ---- Sums of heaps ---- */

/* The nim value of a sum of `count` heaps. The outcome is TA_P if it is 0, else TA_N. Errors and
** cost are those of ta_heap_nim_value for each heap. */
TA_API ta_status ta_heap_sum_value(ta_heap *game, ta_call *call, const ta_amount *heaps,
                                   size_t count, ta_amount *value);
TA_API ta_status ta_heap_outcome(ta_heap *game, ta_call *call, const ta_amount *heaps, size_t count,
                                 ta_outcome *outcome);

/* A visitor of moves in a sum: the index of the heap moved in (from 0), and the heaps left of
** it. */
typedef ta_status (*ta_heap_move_visitor)(void *ctx, ta_call *call, size_t heap,
                                          const ta_amount *left, size_t count);

/* Visit the winning moves of a sum, heap by heap; none in a P-position. Errors: those of
** ta_heap_options_of_value. */
TA_API ta_status ta_heap_winning_moves(ta_heap *game, ta_call *call, const ta_amount *heaps,
                                       size_t count, ta_heap_move_visitor visit, void *ctx);

/* Visit the heaps of nim value 0 from 0 to limit, ascending. Errors: those of ta_heap_extend
** and of the visitor. */
typedef ta_status (*ta_heap_size_visitor)(void *ctx, ta_call *call, ta_amount n);
TA_API ta_status ta_heap_p_positions(ta_heap *game, ta_call *call, ta_amount limit,
                                     ta_heap_size_visitor visit, void *ctx);

/* ---- Misere play: the player who makes the last move loses ---- */

/*
** The misere nim value of a sum of heaps. It is 1 for every position without options, else the mex
** over the options; it is 0 exactly for P-positions. By search over sorted tuples of heaps, cached
** in the game. Errors: EINVAL (a heap not from 0 to 2^62), ELIMIT (more than `positions`, or than
** TA_OPTIONS_MOST options of one sum), ENOMEM, those of rules and poll.
*/
TA_API ta_status ta_heap_misere_nim_value(ta_heap *game, ta_call *call, const ta_amount *heaps,
                                          size_t count, ta_amount *value);

/*
** As ta_heap_misere_nim_value, for at most `room` >= 1 sums more than earlier searches hold; 0: as
** many as `positions` leaves. Visited sums are kept, so a call with more room continues. A caller
** with a second method, such as a misere quotient (takeaway/quotient.h), can dovetail the two.
** Errors: EINVAL (also room below 0), ELIMIT (by room or by `positions`), the others.
*/
TA_API ta_status ta_heap_misere_nim_value_within(ta_heap *game, ta_call *call, ta_amount room,
                                                 const ta_amount *heaps, size_t count,
                                                 ta_amount *value);

#ifdef __cplusplus
}
#endif

#endif
