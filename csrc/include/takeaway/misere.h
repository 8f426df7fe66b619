/*
** takeaway/misere.h - canonical forms of impartial games in misere play, where a player who cannot
** move wins.
**
** A ta_miseres is a store of canonical forms, and a form is an id in it. Games are equal in misere
** play (G + X and H + X have the same outcome for every X) exactly if their ids are equal. Ids are
** valid until the store is cleared. Forms come in pairs G, G + *1, whose ids differ only in the
** last bit; the one born first is the even one, and has the even id.
**
** Every call that may store games can fail with ELIMIT at the limits of the store; the message says
** how far it got. It can fail with ENOMEM, or the status of call->poll. Stored forms are kept, and
** the next call continues from there. `call` is polled with the number of forms held. Forms of sums
** grow fast, so set a limit.
**
** Source of the mathematics: J. H. Conway, On Numbers and Games (ONAG), chapter 12; E. Berlekamp,
** J. Conway, R. Guy, Winning Ways, chapter 13; A. N. Siegel, Combinatorial Game Theory (2013),
** chapter V.
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

/* Free the store; NULL is allowed. */
TA_API void ta_miseres_destroy(ta_miseres *store);

/* Remove every form and cached result: all ids but those of 0 and *1 become invalid, and the
** generation changes. */
TA_API void ta_miseres_clear(ta_miseres *store);

/* Change the limits, as for create. Existing forms stay, even beyond them. */
TA_API void ta_miseres_limit(ta_miseres *store, size_t most_games, size_t most_bytes);

typedef struct ta_miseres_statistics {
    size_t games, bytes, most_games, most_bytes;
    uint64_t generation; /* number of times the store was cleared */
    uint64_t results;    /* sums, mates, differences, links cached */
} ta_miseres_statistics;

TA_API void ta_miseres_describe(const ta_miseres *store, ta_miseres_statistics *statistics);

/* ---- Making forms ---- */

/* The canonical form of the game with these options. The list is copied; order and repetition
** do not matter. Errors: EINVAL (an id not in the store). */
TA_API ta_status ta_misere_from_options(ta_miseres *store, ta_call *call, const ta_misere *options,
                                        size_t count, ta_misere *form);

/* The nim heap *n, n >= 0. Cost: O(n) the first time, including all smaller heaps. */
TA_API ta_status ta_misere_heap(ta_miseres *store, ta_call *call, int64_t n, ta_misere *form);

/*
** Forms of positions numbered 0, 1, 2, ..., with options before positions, as a walk over a solved
** game numbers them. A column holds the form of each number. Option i is the sum of the parts
** part[end[i-1]] to part[end[i] - 1] (from 0 for the first), all of them numbers put before. A
** column made before the store was cleared is EINVAL: start a new one.
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

/* ---- Inspection ---- */

/* The number of options; the options themselves, ascending, into room for that many. */
TA_API size_t ta_misere_option_count(const ta_miseres *store, ta_misere g);
TA_API void ta_misere_options(const ta_miseres *store, ta_misere g, ta_misere *options);

TA_API ta_amount ta_misere_birthday(const ta_miseres *store, ta_misere g);

/* g+ and g-: the nim heaps with which g is a P-position in normal and in misere play. */
TA_API ta_amount ta_misere_nim_value(const ta_miseres *store, ta_misere g);
TA_API ta_amount ta_misere_misere_nim_value(const ta_miseres *store, ta_misere g);

/* In misere play: TA_P, TA_N. */
TA_API ta_outcome ta_misere_outcome(const ta_miseres *store, ta_misere g);

/* Digit i of the genus: the misere nim value of g + i times *2, i >= 0. `count` digits suffice:
** the last two repeat without end. */
TA_API size_t ta_misere_genus_count(const ta_miseres *store, ta_misere g);
TA_API ta_amount ta_misere_genus_digit(const ta_miseres *store, ta_misere g, size_t i);

/*
** Classes, of the even one of the pair (0 and *1 alike). A genus is tame if it begins n^n, 0^1 or
** 1^0, restive if g+ <= 1 < g-, restless if g- <= 1 < g+.
**   TAME             of tame genus, all options tame
**   GENERALLY_TAME   of tame genus. Each option is generally tame, or has reverting moves to
**                    generally tame games with the game's g+ and with its g-; without such
**                    options g+ and g- are the same
**   TAMEABLE         the same with tameable for generally tame; if no option is left, g+ = 0
**                    suffices
**   RESTIVE          of restive genus, all options tame
**   GENERALLY_RESTIVE, RESTLESS   as in Winning Ways
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

/* -1, 0, 1: a total order that depends only on the games. It compares the even ones of the pairs,
** by birthday, number of options, g+, g- and the options; then the even one comes first. */
TA_API int ta_misere_order(const ta_miseres *store, ta_misere g, ta_misere h);

/* ---- Arithmetic ---- */

TA_API ta_status ta_misere_sum(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                               ta_misere *sum);
/* n g, n >= 0. If g is not 0 or *1, n g has at least n different followers: ELIMIT at once if they
** cannot fit. */
TA_API ta_status ta_misere_multiple(ta_miseres *store, ta_call *call, int64_t n, ta_misere g,
                                    ta_misere *multiple);

/* The unique X with X + h = g. Errors: EUNSUPPORTED if there is none. */
TA_API ta_status ta_misere_minus(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                 ta_misere *difference);

/* *1 for 0, else the game of the mates of the options: g + mate is a P-position. */
TA_API ta_status ta_misere_mate(ta_miseres *store, ta_call *call, ta_misere g, ta_misere *mate);

/* An X such that g + X and h + X are P-positions. It exists unless one of g and h is an option of
** the other. Then *linked is 0, and *link unchanged. */
TA_API ta_status ta_misere_link(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                int *linked, ta_misere *link);

/* An X such that g + X is a P-position and h + X is not. Errors: EUNSUPPORTED (g = h). */
TA_API ta_status ta_misere_distinguisher(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                         ta_misere *x);

/* ---- Parts ---- */

/* Lists in the store's memory, valid until the next call on it. */
typedef struct ta_misere_list {
    const ta_misere *at;
    size_t count;
} ta_misere_list;

/* The even H, neither 0 nor g nor g + *1, with H + X = g for some X; ascending. */
TA_API ta_status ta_misere_parts(ta_miseres *store, ta_call *call, ta_misere g,
                                 ta_misere_list *parts);

/* All ways to write g as a sum of primes (even games without parts, not 0), and *1 if g is odd.
** They follow one another, each ascending with *1 last; way i ends before end[i]. */
TA_API ta_status ta_misere_partitions(ta_miseres *store, ta_call *call, ta_misere g,
                                      ta_misere_list *terms, const size_t **end, size_t *ways);

/* The forms born by day n, ascending. Errors: ELIMIT (n > 5: more than 2^4171779). */
TA_API ta_status ta_misere_day(ta_miseres *store, ta_call *call, int64_t n, ta_misere_list *forms);

/* ---- Names ---- */

/*
** The name, such as "*[2#0]", as CGSuite prints it. Heaps are digits (10 and more "&10;"). The
** options of a game follow one another, the largest first, with nested ones in parentheses. #
** stands for the game with that single option. A subscript, in brackets, is added (2[2] is 2 + 2),
** or taken away (-2). *length is its length without the final zero; the name is written to `text`
** if room > *length. Errors: ELIMIT (longer than TA_MISERE_NAME_MOST).
*/
#define TA_MISERE_NAME_MOST ((size_t)1 << 22)
TA_API ta_status ta_misere_text(ta_miseres *store, ta_call *call, ta_misere g, char *text,
                                size_t room, size_t *length);

/* Read a name, or a sum of names. Also read are commas and spaces between options, lists in
** brackets, "0", "*", "*3" and the star of Unicode. Errors: EINVAL with a caret at the error in
** the message. */
TA_API ta_status ta_misere_parse(ta_miseres *store, ta_call *call, const char *text, size_t length,
                                 ta_misere *g);

#ifdef __cplusplus
}
#endif

#endif
