/*
** takeaway/value.h - values of short partizan games.
**
** A ta_values is a store of canonical forms, and a value is an id in it. Equal games have equal
** ids, however they were computed. Numbers (dyadic), and number + multiple of up + nimber, are
** stored without options; everything else as two lists of options. Ids are valid until the store
** is cleared.
**
** Numbers have up to 2^18 binary digits before the point, fewer after it; multiples of up and
** nimbers are below 2^30. Anything beyond is ERANGE, never wrapped. Every call that may store games
** can fail with ELIMIT at the limits of the store; the message says how far it got. It can fail
** with ENOMEM, or the status of call->poll. Stored games are kept, and the next call continues from
** there. `call` is polled with the number of games held.
**
** Source of the mathematics: J. H. Conway, On Numbers and Games; E. Berlekamp, J. Conway, R. Guy,
** Winning Ways; A. N. Siegel, Combinatorial Game Theory (2013).
*/
#ifndef TAKEAWAY_VALUE_H
#define TAKEAWAY_VALUE_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_values ta_values;
typedef uint32_t ta_value;

#define TA_VALUE_ZERO ((ta_value)0) /* the id of 0 in every store */

/* num / 2^exp in lowest terms: exp is 0 or num is odd. 0 <= exp <= 62. Any other number, or one
** with |num| > 2^62, has exp TA_DYADIC_BIG. Then num has only its sign; its digits are in the
** store, valid until that is cleared. */
#define TA_DYADIC_BIG (-1)
typedef struct ta_dyadic {
    int64_t num;
    int32_t exp;
} ta_dyadic;

/* ---- The store ---- */

/* An empty store. `most_games` and `most_bytes` bound it; 0 means 2^30 games, and
** half of the memory available now. Errors: ENOMEM. */
TA_API ta_status ta_values_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                                  size_t most_bytes, ta_values **values);

/* Free the store; NULL is allowed. */
TA_API void ta_values_destroy(ta_values *values);

/* Remove every game and cached result: all ids but 0 become invalid, and the generation changes. */
TA_API void ta_values_clear(ta_values *values);

/* Change the limits, as for create. Existing games stay, even beyond them. */
TA_API void ta_values_limit(ta_values *values, size_t most_games, size_t most_bytes);

typedef struct ta_values_statistics {
    size_t games, bytes, most_games, most_bytes;
    uint64_t generation;  /* number of times the store was cleared */
    uint64_t comparisons; /* pairs whose order was computed */
    uint64_t canonical;   /* canonical forms computed from options */
} ta_values_statistics;

TA_API void ta_values_describe(const ta_values *values, ta_values_statistics *statistics);

/* The store's allocator, for tables that belong to its values. */
TA_API const ta_allocator *ta_values_allocator(const ta_values *values);

/* ---- Making values ---- */

/*
** The value of {left | right}: dominated options removed, reversible ones bypassed. The lists are
** copied; order and repetition do not matter. Solvers that work bottom up use this function.
** Errors: EINVAL (an id not in the store), ERANGE. Cost: O(n^2) comparisons.
*/
TA_API ta_status ta_value_from_options(ta_values *values, ta_call *call, const ta_value *left,
                                       size_t left_count, const ta_value *right, size_t right_count,
                                       ta_value *value);

/*
** Values of positions numbered 0, 1, 2, ... with options before positions, as a walk over a solved
** game numbers them. A column holds the value of each number. An option is a sum of parts: those of
** option i are part[end[i-1]] to part[end[i] - 1] (from 0 for the first). All are numbers put
** before; the value of the option is the sum of theirs. A column made before the store was cleared
** is EINVAL: start a new one. put: `number` is the number of values put so far. Cost: as
** from_options.
*/
typedef struct ta_store_column ta_value_column;
typedef struct ta_value_list {
    const uint32_t *part;
    const size_t *end;
    size_t count;
} ta_value_list;

TA_API ta_status ta_value_column_create(ta_values *values, ta_call *call,
                                        ta_value_column **column);  /* borrows the store */
TA_API void ta_value_column_destroy(ta_value_column *column);       /* NULL is nothing */
TA_API int ta_value_column_stale(const ta_value_column *column);    /* was the store cleared? */
TA_API double ta_value_column_bytes(const ta_value_column *column); /* of NULL: 0 */
TA_API ta_status ta_value_column_put(ta_value_column *column, ta_call *call, uint32_t number,
                                     const ta_value_list *left, const ta_value_list *right);
/* The ordinal sum of a base, whose options these are, and an upper part: the sum of the positions
** with these numbers. Cost: as ordinal_sum_of. */
TA_API ta_status ta_value_column_put_ordinal(ta_value_column *column, ta_call *call,
                                             uint32_t number, const ta_value_list *left,
                                             const ta_value_list *right, const uint32_t *upper,
                                             size_t upper_count);
/* The value of the sum of the positions with these numbers. */
TA_API ta_status ta_value_column_get(ta_value_column *column, ta_call *call,
                                     const uint32_t *numbers, size_t count, ta_value *value);

/* num / 2^exp, not necessarily in lowest terms; exp of either sign. */
TA_API ta_status ta_value_number(ta_values *values, ta_call *call, int64_t num, int exp,
                                 ta_value *value);

/* x + (ups times up) + the nimber *star. Errors: ERANGE beyond 2^30. */
TA_API ta_status ta_value_number_up_star(ta_values *values, ta_call *call, ta_dyadic x, int64_t ups,
                                         int64_t star, ta_value *value);

/* ---- Inspection ---- */

/* 1 and x, ups, star if value = x + ups up + *star, else 0. Any pointer may be NULL. */
TA_API int ta_value_compact(const ta_values *values, ta_value value, ta_dyadic *x, int32_t *ups,
                            uint32_t *star);

/* Options of the canonical form: their number, and the i-th. A nimber *m has m options. */
TA_API size_t ta_value_option_count(const ta_values *values, ta_value value, ta_player side);
TA_API ta_status ta_value_option(ta_values *values, ta_call *call, ta_value value, ta_player side,
                                 size_t i, ta_value *option);

/* The gain of the move to the i-th option: g^L - g for Left, g - g^R for Right. Those of one side
** are pairwise confused. Errors: as ta_value_difference. */
TA_API ta_status ta_value_incentive(ta_values *values, ta_call *call, ta_value g, ta_player side,
                                    size_t i, ta_value *gain);
/* Left (Right) stop: the number reached if Left (Right) starts and both play until a number is
** reached. O(1). */
TA_API ta_dyadic ta_value_stop(const ta_values *values, ta_value value, ta_player side);

/* The birthday of the value; TA_INF beyond 2^62. O(1). */
TA_API ta_amount ta_value_birthday(const ta_values *values, ta_value value);

/* Is the value all-small: in every follower, if one player can move, can both? O(1). */
TA_API int ta_value_is_all_small(const ta_values *values, ta_value value);

/* ---- Comparing ---- */

/* *leq = (g <= h). Memoised. */
TA_API ta_status ta_value_leq(ta_values *values, ta_call *call, ta_value g, ta_value h, int *leq);

/* P, N, L or R. */
TA_API ta_status ta_value_outcome(ta_values *values, ta_call *call, ta_value g,
                                  ta_outcome *outcome);

/* ---- Arithmetic ---- */

TA_API ta_value ta_value_negative(const ta_values *values, ta_value g); /* O(1) */
TA_API ta_status ta_value_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                              ta_value *sum);
TA_API ta_status ta_value_difference(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                     ta_value *difference);

/* n g, for any integer n. */
TA_API ta_status ta_value_multiple(ta_values *values, ta_call *call, int64_t n, ta_value g,
                                   ta_value *multiple);

/* These depend on the form and are taken on canonical forms.
** Ordinal g:h, a move in g ends h. Conjunctive: a move in both, until one ends.
** Selective sum (CGSuite's): the first move selects one part, leaving the disjunctive
** sum, or both, leaving the conjunctive one (so *5 with *6 is *8, 1/2 with 1/2 is 3/4).
** Selective compound (ONAG, chapter 14): every move is in one part or in both (so *m with
** *n is *(m+n), 1/2 with 1/2 is 1). */
TA_API ta_status ta_value_ordinal_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                      ta_value *sum);
/* g:h of a g that is not in canonical form. Only the values of the options of g count, the left
** ones first. g:h = {g^L, g:h^L | g^R, g:h^R}, and h counts by its value alone (the colon
** principle: Winning Ways, chapter 7; Siegel, Combinatorial Game Theory, II.1). Cost: for two
** numbers, and for two nimbers, O(digits); else an option of g:h for each of h and of g, memoised
** for the call. */
TA_API ta_status ta_value_ordinal_sum_of(ta_values *values, ta_call *call, const ta_value *options,
                                         size_t left_count, size_t count, ta_value h,
                                         ta_value *sum);
TA_API ta_status ta_value_conjunctive_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                          ta_value *sum);
TA_API ta_status ta_value_selective_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                        ta_value *sum);
TA_API ta_status ta_value_selective_compound(ta_values *values, ta_call *call, ta_value g,
                                             ta_value h, ta_value *sum);

/* Norton's product g . unit, unit > 0. Errors: EUNSUPPORTED (unit not positive). */
TA_API ta_status ta_value_norton(ta_values *values, ta_call *call, ta_value g, ta_value unit,
                                 ta_value *product);

/* Conway's product (ONAG, chapter 1), on canonical forms. Errors: ERANGE. */
TA_API ta_status ta_value_conway_product(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                         ta_value *product);

/* The companion of g: its image under the automorphism of the lattice of games born by day n,
** any n >= 1 (Siegel, III.2). */
TA_API ta_status ta_value_companion(ta_values *values, ta_call *call, ta_value g,
                                    ta_value *companion);

/* Heating by t (numbers stay); overheating from s to t (integers n become n s). */
TA_API ta_status ta_value_heat(ta_values *values, ta_call *call, ta_value g, ta_value t,
                               ta_value *heated);
TA_API ta_status ta_value_overheat(ta_values *values, ta_call *call, ta_value g, ta_value s,
                                   ta_value t, ta_value *heated);

/* Cooling by the number t > -1 (EINVAL otherwise); above the temperature, the mean.
** Freezing: cooling by the temperature; numbers stay. */
TA_API ta_status ta_value_cool(ta_values *values, ta_call *call, ta_value g, ta_dyadic t,
                               ta_value *cooled);
TA_API ta_status ta_value_freeze(ta_values *values, ta_call *call, ta_value g, ta_value *frozen);

/* ---- Temperature ---- */

TA_API ta_status ta_value_mean(ta_values *values, ta_call *call, ta_value g, ta_dyadic *mean);

/* An integer has temperature -1, a number of denominator 2^k has -1/2^k. */
TA_API ta_status ta_value_temperature(ta_values *values, ta_call *call, ta_value g,
                                      ta_dyadic *temperature);

/*
** One wall of the thermograph over t >= 0, as corners in order of t, the first at t = 0. It is
** straight between them, and vertical above the last, the foot of the mast. *count is their number;
** at most `room` are written.
*/
typedef struct ta_corner {
    ta_dyadic t, value;
} ta_corner;

TA_API ta_status ta_value_wall(ta_values *values, ta_call *call, ta_value g, ta_player side,
                               ta_corner *corners, size_t room, size_t *count);

/* ---- Infinitesimals ---- */

/* The atomic weight. Errors: EUNSUPPORTED if g has none. */
TA_API ta_status ta_value_atomic_weight(ta_values *values, ta_call *call, ta_value g,
                                        ta_value *weight);

/* The simplest game that differs from g by an infinitesimal. */
TA_API ta_status ta_value_reduced(ta_values *values, ta_call *call, ta_value g, ta_value *reduced);

/* ---- Names ---- */

typedef enum ta_notation { TA_ASCII, TA_UNICODE, TA_LATEX, TA_CGSCRIPT } ta_notation;

/*
** The name of a value: "3/4", "^3*2", "+-1", "{3||2|1}"; in CGSCRIPT as input for CGSuite,
** "3/4+^3*2" (CGSuite has its own bounds on integers and options). *length is its length without
** the final zero; the name is written to `text` if room > *length. Errors: ELIMIT (longer than
** TA_NAME_MOST).
*/
#define TA_NAME_MOST ((size_t)1 << 22)
TA_API ta_status ta_value_text(ta_values *values, ta_call *call, ta_value g, ta_notation notation,
                               char *text, size_t room, size_t *length);

/* Read a name, or a sum or difference of names, in ASCII or Unicode notation. Errors: EINVAL with
** a caret at the error in the message, ERANGE. */
TA_API ta_status ta_value_parse(ta_values *values, ta_call *call, const char *text, size_t length,
                                ta_value *g);

/* A dyadic as text, "-5/8". `text` holds at least ta_dyadic_room(x) characters: 48 unless x is
** TA_DYADIC_BIG. */
TA_API size_t ta_dyadic_room(ta_dyadic x);
TA_API const char *ta_dyadic_text(char *text, ta_dyadic x);

/* k of m / 2^k in lowest terms; 0 for an integer. */
TA_API int ta_dyadic_places(ta_dyadic x);

/* -1, 0, 1 for a < b, a = b, a > b. */
TA_API int ta_dyadic_compare(ta_dyadic a, ta_dyadic b);

#ifdef __cplusplus
}
#endif

#endif
