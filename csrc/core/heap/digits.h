/*
** digits.h - the digits of a take-and-break code that asks for no more than a byte each: nothing
** is added, at most three heaps are left, of any sizes; or at most two, always unequal.
*/
#ifndef TA_HEAP_DIGITS_H
#define TA_HEAP_DIGITS_H

#include "notation.h"

/* Bit j of digit k: k counters may be taken, leaving exactly j heaps. */
typedef struct heap_digits {
    uint8_t *digits; /* d0, d1, ..., the repeating group once after them */
    size_t count;    /* of all of these */
    size_t tail;     /* length of the repeating group, 0 for none */
    int most;        /* the most heaps one option leaves */
    int unequal;     /* two heaps are left only where they are unequal */
} heap_digits;

/* Is the code such a one? */
int heap_digits_can(const heap_notation *code);

/* Its digits. ENOMEM. */
ta_status heap_digits_make(heap_digits *digits, const ta_allocator *a, const heap_notation *code);
void heap_digits_clear(heap_digits *code, const ta_allocator *a);

/* Digit k, for any k. */
static inline int heap_digit(const heap_digits *code, size_t k) {
    if (k < code->count) return code->digits[k];
    if (!code->tail) return 0;
    return code->digits[code->count - code->tail + (k - code->count) % code->tail];
}

/* Pairs a, m - a that may be left have a from 1 up to this. */
static inline size_t heap_digits_half(const heap_digits *code, size_t m) {
    return m > 0 ? (m - (size_t)code->unequal) / 2 : 0;
}

/* Is a pair of two heaps of a allowed, where pairs are? */
static inline int heap_digits_pairs(const heap_digits *code, size_t a, size_t m) {
    return !code->unequal || 2 * a != m;
}

#endif
