/*
** digits.h - the digits of a take-and-break code that fit in a byte each. No move adds counters.
** Options leave at most three heaps of any sizes, or at most two, always unequal.
*/
#ifndef TA_HEAP_DIGITS_H
#define TA_HEAP_DIGITS_H

#include "notation.h"

/* Bit j of digit k: k counters may be taken, leaving exactly j heaps. */
typedef struct heap_digits {
    uint8_t *digits; /* d0, d1, ..., with the repeating group once at the end */
    size_t count;    /* of all digits */
    size_t tail;     /* length of the repeating group, 0 for none */
    int most;        /* the most heaps one option leaves */
    int unequal;     /* the two heaps of an option must be unequal */
} heap_digits;

/* Is the code of this form? */
int heap_digits_can(const heap_notation *code);

/* The digits of such a code. ENOMEM. */
ta_status heap_digits_make(heap_digits *digits, const ta_allocator *a, const heap_notation *code);
void heap_digits_clear(heap_digits *code, const ta_allocator *a);

/* Digit k, for any k. */
static inline int heap_digit(const heap_digits *code, size_t k) {
    if (k < code->count) return code->digits[k];
    if (!code->tail) return 0;
    return code->digits[code->count - code->tail + (k - code->count) % code->tail];
}

/* The largest a of the pairs a <= m - a that may be left. */
static inline size_t heap_digits_half(const heap_digits *code, size_t m) {
    return m > 0 ? (m - (size_t)code->unequal) / 2 : 0;
}

/* May a pair a, m - a be left, if pairs may? */
static inline int heap_digits_pairs(const heap_digits *code, size_t a, size_t m) {
    return !code->unequal || 2 * a != m;
}

#endif
