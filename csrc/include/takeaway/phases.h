/*
** takeaway/phases.h - NIM with Cash: the winner for all n, d, e, by phases along the excess, with
** a proof.
**
** The excess m = max(0, d + e - n) never changes in play, and x = min(n, d + e) decreases by a
** when a is taken. The mover wins exactly if d >= T_m(x), where T_m(x) = x + m + 1 - max over a in
** A, a <= x, of T_m(x - a) (the maximum of nothing is 0).
**
** All m are split into finitely many classes m = from + modulus k, k = 0, 1, 2, ..., and single
** ones. In each class T_m runs through the same phases. A phase begins at an x linear in k, and
** has a number of periods linear in k. In it, T_m(x + p) = T_m(x) + a rise that depends only on x
** mod p. The last phase has no end. Every step is proved for all k when the classes are found;
** `check` proves it again from A and the classes. docs/win-conditions.md has the theorem.
*/
#ifndef TAKEAWAY_PHASES_H
#define TAKEAWAY_PHASES_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_phases ta_phases;

/* The bounds of the search: classes in all, and values of T between two phases; at least 1 each. */
typedef struct ta_phases_limits {
    ta_amount classes, values;
} ta_phases_limits;

#define TA_PHASES_LIMITS \
    { 1 << 22, 1 << 22 }
#define TA_PHASES_MEMBER 1000000 /* largest member of A; at most 64 different ones */

/*
** The phases of the `count` members of `set` (any order, repeats count once), proved, and accepted
** by the checker. Cost: for each class the values between its phases, |A| steps each: milliseconds
** in all for most sets of members to 100. Errors: EINVAL (no member, one below 1, more than 64),
** EUNSUPPORTED (one above TA_PHASES_MEMBER), ELIMIT (with the open class), ECANCELLED, ENOMEM.
*/
TA_API ta_status ta_phases_find(const ta_allocator *allocator, ta_call *call, const ta_amount *set,
                                size_t count, const ta_phases_limits *limits, ta_phases **phases);

/*
** Phases from the text of a certificate. This reads only its form; no query is answered from it
** until `check` has accepted it. Errors: EIO (not a certificate, with the line), EUNSUPPORTED
** (version), ELIMIT (numbers beyond 2^40), ENOMEM.
*/
TA_API ta_status ta_phases_load(const ta_allocator *allocator, ta_call *call, const char *text,
                                size_t length, ta_phases **phases);

TA_API void ta_phases_destroy(ta_phases *phases);

/*
** *holds = 1 if every class runs through its phases, for all k. Otherwise *holds = 0, and
** call->message has the class and the failure. Every call verifies from A and the certificate
** alone. Errors: those of poll, ELIMIT (x beyond 2^40), ENOMEM.
*/
TA_API ta_status ta_phases_check(ta_phases *phases, ta_call *call, int *holds);

/* The certificate as text into buffer[0..size), with a final zero if size > 0. The result is its
** length, which may be more than was written. */
TA_API size_t ta_phases_text(const ta_phases *phases, char *buffer, size_t size);

/* ---- Queries; a loaded certificate is checked first: EUNSUPPORTED if it does not hold ---- */

/* *mover = 1 if the mover, with d dollars against e, wins at n stones: n in 0..TA_MAX; d, e in
** 0..TA_MAX or TA_INF. Cost: that of finding one class. Errors: those of check. */
TA_API ta_status ta_phases_winner(ta_phases *phases, ta_call *call, ta_amount n, ta_amount d,
                                  ta_amount e, int *mover);

/* The least d with which the mover, against e dollars, wins at n stones, or TA_INF. Cost: some 60
** calls of winner. */
TA_API ta_status ta_phases_least_cash(ta_phases *phases, ta_call *call, ta_amount n, ta_amount e,
                                      ta_amount *least);

/* The winning moves, ascending, into moves[0..*count); room for |A| of them. */
TA_API ta_status ta_phases_moves(ta_phases *phases, ta_call *call, ta_amount n, ta_amount d,
                                 ta_amount e, ta_amount *moves, size_t *count);

/* The class of an m in 0..TA_MAX: m = from + modulus k; modulus 0: this m alone. */
typedef struct ta_phases_class {
    ta_amount from, modulus, k;
    ta_amount phases; /* the number of phases; the last is endless */
} ta_phases_class;

TA_API ta_status ta_phases_class_of(ta_phases *phases, ta_call *call, ta_amount m,
                                    ta_phases_class *out);

/* A phase: T_m(x) = least[j] + least_k[j] k + rise[j] t at x = from + from_k k + j + period t, for
** 0 <= j < period and 0 <= t <= times + times_k k (times is TA_INF if it is endless). The arrays
** belong to the object, and last until its next call. */
typedef struct ta_phase {
    ta_amount from, from_k, period, times, times_k;
    const ta_amount *least, *least_k, *rise;
} ta_phase;

/* Phase `index` of the class of m, below ta_phases_class.phases. */
TA_API ta_status ta_phases_phase(ta_phases *phases, ta_call *call, ta_amount m, size_t index,
                                 ta_phase *out);

typedef struct ta_phases_info {
    const ta_amount *set; /* A, ascending; the object's */
    size_t set_count;
    ta_amount classes, single; /* how many classes m = from + modulus k, and of a single m */
    ta_amount modulus, from;   /* the largest modulus; no m >= from is a single one */
    ta_amount phases;          /* the most phases of one class */
    int checked;               /* 1 once the checker has accepted the certificate */
} ta_phases_info;

TA_API void ta_phases_info_of(const ta_phases *phases, ta_phases_info *info);

#ifdef __cplusplus
}
#endif

#endif
