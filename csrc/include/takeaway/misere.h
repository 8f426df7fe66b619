/*
** takeaway/misere.h - canonical forms of impartial games in misere play: who cannot move wins.
**
** A ta_miseres is a store of canonical forms. A form is an id in it: games are equal in misere
** play (G + X and H + X have the same outcome for every X) exactly when their ids are equal.
** Ids stay good until the store is cleared. Forms come in pairs G, G + *1, whose ids differ by
** the last bit alone; the one born first is the even one, and has the even id.
**
** Every call that may store games fails with ELIMIT at the limits of the store (the message
** says how far it got), ENOMEM, or what call->poll returns; what was stored before is kept, and
** asking again goes on from there. `call` is polled with the number of forms held. Forms of
** sums grow fast: what a limit is for.
**
** Source of the mathematics: J. H. Conway, On Numbers and Games (ONAG), chapter 12; E. Berlekamp,
** J. Conway, R. Guy, Winning Ways, chapter 13; A. N. Siegel, Combinatorial Game Theory (2013), chapter V.
*/
#ifndef TAKEAWAY_MISERE_H
#define TAKEAWAY_MISERE_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_miseres ta_miseres;
typedef uint32_t ta_misere;

#define TA_MISERE_ZERO ((ta_misere)0) /* the id of 0 in every store */

/* ---- The store ---- */

/* A store that holds 0 and *1. `most_games` and `most_bytes` bound it; 0 means 2^31 forms, and
** half of the memory available now. Errors: ENOMEM. */
TA_API ta_status ta_miseres_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                                   size_t most_bytes, ta_miseres **store);

/* Free the store; NULL is nothing. */
TA_API void ta_miseres_destroy(ta_miseres *store);

/* Forget every form and remembered result: all ids but those of 0 and *1 become meaningless,
** and the generation changes. */
TA_API void ta_miseres_clear(ta_miseres *store);

/* Change the limits, as for create. What is held stays, even beyond them. */
TA_API void ta_miseres_limit(ta_miseres *store, size_t most_games, size_t most_bytes);

typedef struct ta_miseres_statistics {
    size_t games, bytes, most_games, most_bytes;
    uint64_t generation; /* number of times the store was cleared */
    uint64_t results;    /* sums, mates, differences, links remembered */
} ta_miseres_statistics;

TA_API void ta_miseres_describe(const ta_miseres *store, ta_miseres_statistics *statistics);

/* ---- Making forms ---- */

/* The canonical form of the game with these options. The list is copied; order and repetition
** do not matter. Errors: EINVAL (an id not in the store). */
TA_API ta_status ta_misere_from_options(ta_miseres *store, ta_call *call, const ta_misere *options,
                                        size_t count, ta_misere *form);

/* The nim heap *n, n >= 0. Cost: O(n) the first time, all smaller heaps with it. */
TA_API ta_status ta_misere_heap(ta_miseres *store, ta_call *call, int64_t n, ta_misere *form);

/*
** Forms of positions numbered 0, 1, 2, ... with options before positions, as a walk over a solved
** game numbers them. A column holds the form of each number. Option i is the sum of the parts
** part[end[i-1]] to part[end[i] - 1] (from 0 for the first), all numbers put before.
** A column made before the store was cleared is EINVAL: start a new one.
*/
typedef struct ta_store_column ta_misere_column;

TA_API ta_status ta_misere_column_create(ta_miseres *store, ta_call *call,
                                         ta_misere_column **column);  /* borrows the store */
TA_API void ta_misere_column_destroy(ta_misere_column *column);       /* NULL is nothing */
TA_API int ta_misere_column_stale(const ta_misere_column *column);    /* was the store cleared? */
TA_API double ta_misere_column_bytes(const ta_misere_column *column); /* of NULL: 0 */
TA_API ta_status ta_misere_column_put(ta_misere_column *column, ta_call *call, uint32_t number,
                                      const uint32_t *part, const size_t *end, size_t options);
/* The form of the sum of the positions with these numbers. */
TA_API ta_status ta_misere_column_get(ta_misere_column *column, ta_call *call,
                                      const uint32_t *numbers, size_t count, ta_misere *form);

/* ---- Looking ---- */

/* How many options; the options themselves, ascending, into room for that many. */
TA_API size_t ta_misere_option_count(const ta_miseres *store, ta_misere g);
TA_API void ta_misere_options(const ta_miseres *store, ta_misere g, ta_misere *options);

TA_API ta_amount ta_misere_birthday(const ta_miseres *store, ta_misere g);

/* g+ and g-: the nim heaps with which g is a P-position in normal and in misere play. */
TA_API ta_amount ta_misere_nim_value(const ta_miseres *store, ta_misere g);
TA_API ta_amount ta_misere_misere_nim_value(const ta_miseres *store, ta_misere g);

/* In misere play: TA_P, TA_N. */
TA_API ta_outcome ta_misere_outcome(const ta_miseres *store, ta_misere g);

/* Digit i of the genus: the misere nim value of g + i times *2, i >= 0. `count` digits tell all:
** the last two repeat for ever. */
TA_API size_t ta_misere_genus_count(const ta_miseres *store, ta_misere g);
TA_API ta_amount ta_misere_genus_digit(const ta_miseres *store, ta_misere g, size_t i);

/*
** Classes, of the even one of the pair (0 and *1 alike). A genus is tame when it begins n^n,
** 0^1 or 1^0, restive when g+ <= 1 < g-, restless when g- <= 1 < g+.
**   TAME             of tame genus, all options tame
**   GENERALLY_TAME   of tame genus, and so are the options, but for those that have reverting
**                    moves, to generally tame games with its g+ and with its g-; left out they
**                    leave g+ and g- as they are
**   TAMEABLE         the same with tameable for generally tame; where nothing is left, g+ = 0 will do
**   RESTIVE          of restive genus, all options tame
**   GENERALLY_RESTIVE, RESTLESS   as Winning Ways has them
*/
enum {
    TA_MISERE_NIM_HEAP = 1,
    TA_MISERE_TAME = 2,
    TA_MISERE_GENERALLY_TAME = 4,
    TA_MISERE_TAMEABLE = 8,
    TA_MISERE_RESTIVE = 16,
    TA_MISERE_GENERALLY_RESTIVE = 32,
    TA_MISERE_RESTLESS = 64
};
TA_API unsigned ta_misere_classes(const ta_miseres *store, ta_misere g);

/* -1, 0, 1: a total order that depends on the games alone: by the even one of the pair, that by
** birthday, number of options, g+, g- and the options; then the even one first. */
TA_API int ta_misere_order(const ta_miseres *store, ta_misere g, ta_misere h);

/* ---- Arithmetic ---- */

TA_API ta_status ta_misere_sum(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                               ta_misere *sum);
/* n g, n >= 0. Of g that is not 0 or *1 it has n different followers at least: where they cannot fit it
** is ELIMIT at once. */
TA_API ta_status ta_misere_multiple(ta_miseres *store, ta_call *call, int64_t n, ta_misere g,
                                    ta_misere *multiple);

/* The X with X + h = g, of which there is at most one. Errors: EUNSUPPORTED where there is none. */
TA_API ta_status ta_misere_minus(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                 ta_misere *difference);

/* *1 for 0, else the mates of the options: g with its mate is a P-position. */
TA_API ta_status ta_misere_mate(ta_miseres *store, ta_call *call, ta_misere g, ta_misere *mate);

/* An X such that g + X and h + X are P-positions. There is one unless g is an option of h or h one
** of g: *linked is 0 then, and *link untouched. */
TA_API ta_status ta_misere_link(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                int *linked, ta_misere *link);

/* An X such that g + X is a P-position and h + X is none. Errors: EUNSUPPORTED (g = h). */
TA_API ta_status ta_misere_distinguisher(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                         ta_misere *x);

/* ---- Parts ---- */

/* Lists in the store's memory, good until the next call on it. */
typedef struct ta_misere_list {
    const ta_misere *at;
    size_t count;
} ta_misere_list;

/* The even H, neither 0 nor g nor g + *1, with H + X = g for some X; ascending. */
TA_API ta_status ta_misere_parts(ta_miseres *store, ta_call *call, ta_misere g,
                                 ta_misere_list *parts);

/* All ways to write g as a sum of primes (even games without parts, not 0), and *1 where g is odd:
** one after another, each ascending with *1 last; way i ends before end[i]. */
TA_API ta_status ta_misere_partitions(ta_miseres *store, ta_call *call, ta_misere g,
                                      ta_misere_list *terms, const size_t **end, size_t *ways);

/* The forms born by day n, ascending. Errors: ELIMIT (n > 5: more than 2^4171779). */
TA_API ta_status ta_misere_day(ta_miseres *store, ta_call *call, int64_t n, ta_misere_list *forms);

/* ---- Names ---- */

/*
** The name: "*[2#0]", as CGSuite prints it: heaps as digits (10 and more "&10;"), the options of
** a game one after another, the largest first, in parentheses inside; # for the game whose one
** option that is; and below, in brackets, what is added (2[2] is 2 + 2), or taken away (-2).
** *length is its length without the closing zero; when `room` suffices (room > *length) it is
** written to `text`. Errors: ELIMIT (longer than TA_MISERE_NAME_MOST).
*/
#define TA_MISERE_NAME_MOST ((size_t)1 << 22)
TA_API ta_status ta_misere_text(ta_miseres *store, ta_call *call, ta_misere g, char *text,
                                size_t room, size_t *length);

/* Read a name, or a sum of names; commas and spaces between options, lists in brackets, "0", "*",
** "*3" and the star of Unicode are read too. Errors: EINVAL with the place marked by a caret in the
** message. */
TA_API ta_status ta_misere_parse(ta_miseres *store, ta_call *call, const char *text, size_t length,
                                 ta_misere *g);

#ifdef __cplusplus
}
#endif

#endif
