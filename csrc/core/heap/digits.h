/*
** digits.h - the digits of a take-and-break code.
*/
#ifndef TA_HEAP_DIGITS_H
#define TA_HEAP_DIGITS_H

#include "takeaway/base.h"

#define HEAP_DIGITS_MOST 4096 /* characters of a code that are read */

/* Bit j of digit k: k counters may be taken, leaving exactly j heaps. */
typedef struct heap_digits {
    uint8_t *digits; /* d0, d1, ..., the repeating group once after them */
    size_t count;    /* of all of these */
    size_t tail;     /* length of the repeating group, 0 for none */
    int most;        /* the most heaps one option leaves */
} heap_digits;

/* EINVAL with a caret under the place; ENOMEM. Nothing is held after a failure. */
ta_status heap_digits_read(heap_digits *code, const ta_allocator *a, ta_call *call,
                           const char *text, size_t length);
void heap_digits_clear(heap_digits *code, const ta_allocator *a);

/* Digit k, for any k. */
static inline int heap_digit(const heap_digits *code, size_t k) {
    if (k < code->count) return code->digits[k];
    if (!code->tail) return 0;
    return code->digits[code->count - code->tail + (k - code->count) % code->tail];
}

#endif
