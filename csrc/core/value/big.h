/*
** big.h - numbers that are not plain (dyadic.h). Each is stored once, in the memory of a store.
*/
#ifndef TA_BIG_H
#define TA_BIG_H

#include "dyadic.h"
#include "store/store.h"

/* |x| = (word[0] + word[1] 2^64 + ...) / 2^exp, in lowest terms, the last word not 0. */
typedef struct ta_big {
    uint32_t hash;
    int32_t exp;
    size_t count, cap; /* words | 64-bit units of the block that holds this */
    uint64_t word[];
} ta_big;

typedef struct ta_bigs {
    ta_store *store;   /* the owner of the memory */
    int64_t plain_num; /* limits of plain: TA_DYADIC_NUM and TA_DYADIC_EXP, or less in a test */
    int plain_exp;
    ta_big **at;
    size_t count, cap;
    ta_slots slots;
    uint64_t *digits; /* of the number under construction */
    size_t digit_cap;
} ta_bigs;

void ta_bigs_init(ta_bigs *bigs, ta_store *store);

/* Free all big numbers. */
void ta_bigs_clear(ta_bigs *bigs);

/* The bytes that all big numbers take. */
size_t ta_bigs_bytes(const ta_bigs *bigs);

/* The digits of a big x. */
static inline const ta_big *ta_big_of(ta_dyadic x) {
    uint64_t place = x.num < 0 ? -(uint64_t)x.num : (uint64_t)x.num;
    return (const ta_big *)(uintptr_t)(place << 3); /* blocks begin at multiples of 8 */
}

/* A plain or a big number: (word[0] + word[1] 2^64 + ...) / 2^exp, the last word not 0. */
typedef struct ta_big_view {
    int negative, exp;
    size_t count;
    const uint64_t *word;
} ta_big_view;

/* The view of x. *one holds the word of a plain number. */
ta_big_view ta_big_view_of(ta_dyadic x, uint64_t *one);

/* The number of binary digits of an integer; the number of its final zeros, if it is not 0. */
int64_t ta_big_length(const uint64_t *word, size_t count);
int64_t ta_big_zeros(const uint64_t *word);

/* Reserve zeroed words for a result; then turn `word` / 2^exp into a number, which changes the
** words. */
ta_status ta_big_room(ta_bigs *bigs, ta_call *call, size_t count, uint64_t **word);
ta_status ta_big_settle(ta_bigs *bigs, ta_call *call, int negative, uint64_t *word, size_t count,
                        int64_t exp, ta_dyadic *x);

ta_status ta_big_make(ta_bigs *bigs, ta_call *call, ta_int128 num, int exp, ta_dyadic *x);

/* (a + b) / 2^halvings, and a b. */
ta_status ta_big_sum(ta_bigs *bigs, ta_call *call, ta_dyadic a, ta_dyadic b, int halvings,
                     ta_dyadic *sum);
ta_status ta_big_product(ta_bigs *bigs, ta_call *call, ta_dyadic a, ta_dyadic b,
                         ta_dyadic *product);

int ta_big_compare(ta_dyadic a, ta_dyadic b);

/* As in dyadic.h, for an interval of positive numbers with a low end. */
ta_status ta_big_simplest(ta_bigs *bigs, ta_call *call, const ta_interval *i, ta_dyadic *x);

/* As in dyadic.h, for any number. */
ta_status ta_big_floor(ta_bigs *bigs, ta_call *call, ta_dyadic x, ta_dyadic *n);

/* Is the big number x interned here, with sound digits? */
int ta_big_is_sound(const ta_bigs *bigs, ta_dyadic x);

#endif
