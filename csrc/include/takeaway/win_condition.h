/*
** takeaway/win_condition.h - the winner of NIM with Cash for all n, d, e, with a proof.
**
** For a finite set A of positive integers, `find` searches for a block-word certificate. It is
** finite data: period m, base N0, level k1, and for each residue a word over H and V with
** exponents linear in k. The winner for every n, d, e is read from it, and `check` verifies it for
** all n from A alone. docs/win-conditions.md has the definitions and the proofs.
*/
#ifndef TAKEAWAY_WIN_CONDITION_H
#define TAKEAWAY_WIN_CONDITION_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_win_condition ta_win_condition;

/* ---- Finding and reading ---- */

/* The bounds of the search. The bases are 30, 60, 120, ... from the first above max A up to
** `max_base`. At each base the period goes up to min(base, max_period), at the last to max_period.
** `seconds` <= 0 is no limit of time. */
typedef struct ta_win_limits {
    ta_amount max_base, max_period; /* 1..TA_WIN_LARGEST */
    double seconds;
} ta_win_limits;

#define TA_WIN_LARGEST 32768
#define TA_WIN_MEMBER 1024 /* largest member of A */
#define TA_WIN_LIMITS \
    { 3840, 3840, 0 }

/*
** A checked win condition for the `count` members of `set` (any order, repeats count once, at most
** 64 different ones). Cost: about |A| (max_base + 2 max_period)^2 steps if nothing is found.
** Errors: EINVAL (a member below 1), EUNSUPPORTED (one above TA_WIN_MEMBER), ELIMIT (with what was
** tried), ECANCELLED, ENOMEM.
*/
TA_API ta_status ta_win_condition_find(const ta_allocator *allocator, ta_call *call,
                                       const ta_amount *set, size_t count,
                                       const ta_win_limits *limits, ta_win_condition **wc);

/*
** A win condition from the text of a certificate. This reads only its form; no query is answered
** from it until ta_win_condition_check has accepted it. Time and memory are linear in `length`: at
** most 2^24 + 16 length letters in all. Errors: EIO (not a certificate, with the byte),
** EUNSUPPORTED (version), ERANGE (a number over 10^9), ELIMIT (more letters), ENOMEM.
*/
TA_API ta_status ta_win_condition_load(const ta_allocator *allocator, ta_call *call,
                                       const char *text, size_t length, ta_win_condition **wc);

TA_API void ta_win_condition_destroy(ta_win_condition *wc);

/*
** *holds = 1 if the certificate holds, for all n. Otherwise *holds = 0, and call->message has the
** first condition that fails. Every call verifies it again from A and the words. Errors: ELIMIT
** (too many classes), those of poll, ENOMEM.
*/
TA_API ta_status ta_win_condition_check(ta_win_condition *wc, ta_call *call, int *holds);

/* The certificate as JSON into buffer[0..size), with a final zero if size > 0. The result is its
** length, which may be more than was written. */
TA_API size_t ta_win_condition_text(const ta_win_condition *wc, char *buffer, size_t size);

/* ---- Queries: n in 0..TA_MAX; d, e in 0..TA_MAX or TA_INF ---- */

/*
** The least d with which the mover, against e dollars, wins at n stones, or TA_INF. O(J) steps
** above the base; below it, a table built once. Checks a loaded certificate first. Errors:
** EUNSUPPORTED (it does not hold), those of check.
*/
TA_API ta_status ta_win_condition_least_cash(ta_win_condition *wc, ta_call *call, ta_amount n,
                                             ta_amount e, ta_amount *least);

/* *mover = 1 if the mover, with d dollars against e, wins at n stones. */
TA_API ta_status ta_win_condition_winner(ta_win_condition *wc, ta_call *call, ta_amount n,
                                         ta_amount d, ta_amount e, int *mover);

/* The winning moves, ascending, into moves[0..*count); room for |A| of them. */
TA_API ta_status ta_win_condition_moves(ta_win_condition *wc, ta_call *call, ta_amount n,
                                        ta_amount d, ta_amount e, ta_amount *moves, size_t *count);

/* ---- Inspection ---- */

typedef struct ta_win_info {
    ta_amount period, base, level; /* m, N0, k1 */
    ta_amount blocks;              /* J: the most growing blocks in one word */
    ta_amount letters;             /* of all words, each block written once */
    const ta_amount *set;          /* A, ascending; owned by the object */
    size_t set_count;
    int checked; /* 1 once check has accepted it */
} ta_win_info;

TA_API void ta_win_condition_info(const ta_win_condition *wc, ta_win_info *info);

/* Item `index` of the word of `residue`: `length` letters H and V (owned by the object), repeated
** c + g k times. Returns 0 if there is no such item. */
typedef struct ta_win_item {
    const char *letters;
    ta_amount length, c, g;
} ta_win_item;

TA_API int ta_win_condition_item(const ta_win_condition *wc, ta_amount residue, size_t index,
                                 ta_win_item *item);

/* 'H' or 'V': the letter that repeats without end after the items of `residue`; 0 if there is no
** such residue. */
TA_API char ta_win_condition_end(const ta_win_condition *wc, ta_amount residue);

#ifdef __cplusplus
}
#endif

#endif
