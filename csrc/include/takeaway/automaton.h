/*
** takeaway/automaton.h - sets of vectors of numbers, as automata that read their digits.
**
** A numeration writes each number 0, 1, 2, ... as a word of digits, most significant first. It is
** base 2 to 16, or has the weights of a linear recurrence (Zeckendorf: 1, 2, 3, 5, 8, ...). Tracks
** 0..31 name numbers. An automaton reads the digits of all its tracks side by side, with leading
** zeros in shorter words, and accepts a set of vectors. Every automaton here is the minimal one of
** its set, with states numbered in the order of discovery. So two sets are equal iff their
** automata are.
**
** Linear conditions (ta_automaton_linear), and, or, not (ta_automaton_combine, ta_automaton_not)
** and "there is" (ta_automaton_exists) make sets. So each formula of linear arithmetic becomes an
** automaton, which decides whether it holds for all numbers.
**
** An automaton borrows its numeration; both are read-only once made. All functions that make
** something can fail with ENOMEM, ELIMIT (states or bytes, ta_automaton_limits), and the status of
** call->poll. Cost: the states before minimisation, times the nodes of their diagrams. Sources: J.
** R. Buechi, Weak second-order arithmetic and finite automata, 1960; V. Bruyere, G. Hansel, C.
** Michaux, R. Villemaire, Logic and p-recognizable sets of integers, 1994; C. Frougny,
** Representations of numbers and finite automata, 1992 (recurrences).
*/
#ifndef TAKEAWAY_AUTOMATON_H
#define TAKEAWAY_AUTOMATON_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TA_TRACKS 32
#define TA_DIGITS_MOST 16 /* digits 0 to 15 */
#define TA_ORDER_MOST 16  /* of a recurrence */
#define TA_COEFFICIENTS_MOST 4096 /* the sum of their absolute values */

typedef struct ta_numeration ta_numeration;
typedef struct ta_automaton ta_automaton;

/* Bounds on every intermediate automaton; 0 means none (bytes: half of the free memory). */
typedef struct ta_automaton_limits {
    int64_t states;
    double bytes;
} ta_automaton_limits;

/*
** The numeration of the weights U(0) = 1 < U(1) < ..., with U(n) = c[0] U(n-1) + ... + c[order-1]
** U(n-order) from n = order on, and U(i) = first[i] before. Numbers are written greedily.
**
** Base b: order 1, c = { b }, first = { 1 }. Ostrowski's numeration of [1; 1, 2, 1, 2, ...], the
** square root of 3, has U = 1, 3, 4, 11, 15, ...: order 4, c = { 0, 4, 0, -1 }. The last c are 0
** if the recurrence starts late: 1, 2, 3, 4, 6, 8, 11, ... with U(n) = U(n-1) + U(n-4) from n = 5
** on is { 1, 0, 0, 1, 0 }.
**
** EINVAL: other weights, one more 0 than needed, or digits beyond 15. EUNSUPPORTED: the weights
** grow too slowly, or are not proved to grow for ever (prefix_values.c). ELIMIT: no automaton of
** the greedy words is found within the limits.
*/
TA_API ta_status ta_numeration_create(const ta_allocator *allocator, ta_call *call, unsigned order,
                                      const int64_t *c, const int64_t *first,
                                      const ta_automaton_limits *limits,
                                      ta_numeration **numeration);
TA_API void ta_numeration_destroy(ta_numeration *numeration);

/* The number of digits: they are 0 .. this - 1. */
TA_API unsigned ta_numeration_digits(const ta_numeration *numeration);

/* The automaton on track 0 that accepts the words of all numbers. Borrowed. */
TA_API const ta_automaton *ta_numeration_words(const ta_numeration *numeration);

/*
** The digits of a number given as decimal digits, of any length: written to digit[0..count), most
** significant first. *count is their number. `digit` NULL: only the count (an upper bound that
** suffices as room). EINVAL: not a number. Cost: quadratic in the length.
*/
TA_API ta_status ta_numeration_write(const ta_numeration *numeration, ta_call *call,
                                     const char *decimal, size_t length, uint8_t *digit,
                                     size_t *count);

/* The number of a word of digits, as decimal text with a final 0. `text` holds `room` bytes; text
** NULL: *room becomes a sufficient number of bytes. */
TA_API ta_status ta_numeration_read(const ta_numeration *numeration, ta_call *call,
                                    const uint8_t *digit, size_t count, char *text, size_t *room);

typedef enum ta_relation { TA_EQUAL, TA_AT_MOST } ta_relation;

/* a[0] x(track[0]) + ... + a[count-1] x(track[count-1]) = constant, or <= constant. The tracks
** differ; |a| and |constant| are at most 2^40. */
TA_API ta_status ta_automaton_linear(const ta_numeration *numeration, ta_call *call, size_t count,
                                     const uint8_t *track, const int64_t *a, ta_relation relation,
                                     int64_t constant, ta_automaton **automaton);

/* All vectors of numbers on these tracks (bit t: track t). */
TA_API ta_status ta_automaton_all(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                                  ta_automaton **automaton);

/*
** The vectors, on the tracks of a and of b, for which f(in a, in b) holds: bit 2 (in a) + (in b)
** of `truth` is f. TA_AND is 8. f(0, 0) must be 0 (use ta_automaton_not).
*/
#define TA_AND 8u
#define TA_OR 14u
#define TA_XOR 6u
#define TA_LESS 4u /* in a and not in b */
TA_API ta_status ta_automaton_combine(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                                      unsigned truth, ta_automaton **automaton);

/* The vectors on the same tracks that are not in the set. */
TA_API ta_status ta_automaton_not(ta_call *call, const ta_automaton *a, ta_automaton **automaton);

/*
** The vectors on the other tracks that some numbers on these `tracks` extend to a vector in all
** `count` sets a and in none of the `missed` sets b. That is "and", "not" and "there is" without
** intermediate automata. count + missed >= 1.
*/
TA_API ta_status ta_automaton_join(ta_call *call, size_t count, const ta_automaton *const *a,
                                   size_t missed, const ta_automaton *const *b, uint32_t tracks,
                                   ta_automaton **automaton);

/*
** *any is 1 if some vector of numbers is in all `count` sets `all`, in none of the `missed` sets
** `none`, and in none of the joins; else 0. The search stops at the first such vector. It makes no
** automaton of a join if few of the join's states matter. count + missed + joins >= 1, and in each
** join count + missed >= 1.
*/
typedef struct ta_join {
    size_t count, missed;
    const ta_automaton *const *all, *const *none; /* borrowed; as for ta_automaton_join */
    uint32_t tracks;
} ta_join;
TA_API ta_status ta_automaton_any(const ta_numeration *numeration, ta_call *call, size_t count,
                                  const ta_automaton *const *all, size_t missed,
                                  const ta_automaton *const *none, size_t joins,
                                  const ta_join *join, int *any);

/* The join of one set: the vectors on the other tracks for which there are numbers on these. */
TA_API ta_status ta_automaton_exists(ta_call *call, const ta_automaton *a, uint32_t tracks,
                                     ta_automaton **automaton);

/* Track t becomes to[t]. Two tracks may become one, which keeps the vectors with equal numbers
** there. */
TA_API ta_status ta_automaton_rename(ta_call *call, const ta_automaton *a,
                                     const uint8_t to[TA_TRACKS], ta_automaton **automaton);

/*
** The automaton of a table: next[(state * letters) + letter], with track 0's digit as the most
** significant of a letter and letters = digits^tracks. `accepting` is by state; 0 is the start.
** Words that are not numbers are refused. The function makes leading zeros irrelevant, or fails
** with EINVAL. Tracks 0..tracks-1.
*/
TA_API ta_status ta_automaton_from_table(const ta_numeration *numeration, ta_call *call,
                                         unsigned tracks, uint32_t states, const uint32_t *next,
                                         const uint8_t *accepting, ta_automaton **automaton);

/* Sets *in to 1 if the vector is in the set, to 0 if not, or to TA_UNKNOWN. On entry *in is 1 if
** the answer matters, so that the function may take its time; else 0. */
#define TA_UNKNOWN 2
typedef ta_status (*ta_member)(void *ctx, ta_call *call, const int64_t *x, int *in);

/*
** A learner of sets of vectors on tracks 0..tracks-1, by queries to `member`. A guess is a minimal
** automaton that agrees with `member` on all vectors of numbers below `side`, and on all examples
** so far. ta_learner_guess adds `count` examples of `tracks` numbers each. `member` must be the
** same function in each guess. The learner calls it once for each vector, and again if the answer
** was TA_UNKNOWN and matters; also for some vectors a few digits longer than these.
**
** ELIMIT: more than `states_most` states (0: any number). ERANGE: the answers do not separate
** states. Also member's own failures. After a failure the learner keeps only the examples and
** starts again. The numeration must outlive it. Cost: states times letters times suffixes queries,
** for all guesses together. Source: R. L. Rivest and R. E. Schapire, Inference of finite automata
** using homing sequences, 1993 (suffixes from counterexamples).
*/
typedef struct ta_learner ta_learner;
TA_API ta_status ta_learner_create(const ta_numeration *numeration, ta_call *call, unsigned tracks,
                                   uint32_t side, ta_learner **learner);
TA_API ta_status ta_learner_guess(ta_learner *learner, ta_call *call, ta_member member, void *ctx,
                                  const int64_t *examples, size_t count, uint32_t states_most,
                                  ta_automaton **automaton);
TA_API void ta_learner_destroy(ta_learner *learner);

TA_API ta_status ta_automaton_copy(ta_call *call, const ta_automaton *a, ta_automaton **automaton);
TA_API void ta_automaton_destroy(ta_automaton *automaton);

/* ---- Queries ---- */

TA_API const ta_numeration *ta_automaton_numeration(const ta_automaton *a);
TA_API uint32_t ta_automaton_tracks(const ta_automaton *a);
TA_API uint32_t ta_automaton_states(const ta_automaton *a); /* one of them may accept nothing */
TA_API uint32_t ta_automaton_nodes(const ta_automaton *a);
TA_API double ta_automaton_bytes(const ta_automaton *a);

/* Is the set empty? Are two sets equal, in numerations of the same weights (with the same
** tracks)? */
TA_API int ta_automaton_is_empty(const ta_automaton *a);
TA_API int ta_automaton_equal(const ta_automaton *a, const ta_automaton *b);

/* The state after `state` reads a letter: digit[t] for track t. 0 is the start. */
TA_API uint32_t ta_automaton_next(const ta_automaton *a, uint32_t state,
                                  const uint8_t digit[TA_TRACKS]);
TA_API int ta_automaton_accepts_at(const ta_automaton *a, uint32_t state);

/*
** A shortest word of the set, the first of them. `word` receives TA_TRACKS digits for each letter.
** *length is the number of letters; `word` NULL: only that. *length is SIZE_MAX if the set is
** empty. ENOMEM.
*/
TA_API ta_status ta_automaton_shortest(ta_call *call, const ta_automaton *a, uint8_t *word,
                                       size_t *length);

#ifdef __cplusplus
}
#endif

#endif
