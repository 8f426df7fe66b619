/*
** digits.c - codes whose digits are a byte each, for the kernels.
*/
#include "digits.h"

#include <string.h>

#include "base/mem.h"

/* 1 if all heaps left may have any sizes, 2 if pairs are unequal, 0 for every other code. */
static int shape_of(const heap_notation *code) {
    uint64_t any = 0, unequal = 0, others = code->added;
    for (size_t k = 0; k < code->count; k++) {
        const heap_allowed *row = &code->rows[k];
        any |= row->left[HEAP_ANY];
        unequal |= row->left[HEAP_UNEQUAL];
        others |= row->from | row->left[HEAP_SOME_UNEQUAL] | row->left[HEAP_EQUAL];
    }
    if (others) return 0;
    if (!unequal) return any <= 15;
    return any <= 3 && unequal == 4 ? 2 : 0;
}

int heap_digits_can(const heap_notation *code) {
    return shape_of(code) != 0;
}

static int most_heaps(int digit) {
    return digit & 8 ? 3 : digit & 4 ? 2 : digit & 2 ? 1 : 0;
}

ta_status heap_digits_make(heap_digits *digits, const ta_allocator *a, const heap_notation *code) {
    memset(digits, 0, sizeof *digits);
    digits->digits = ta_alloc(a, code->count, 1);
    if (!digits->digits) return TA_ENOMEM;
    digits->count = code->count;
    digits->tail = code->tail;
    digits->unequal = shape_of(code) == 2;
    for (size_t k = 0; k < code->count; k++) {
        const heap_allowed *row = &code->rows[k];
        digits->digits[k] = (uint8_t)(row->left[HEAP_ANY] | row->left[HEAP_UNEQUAL]);
        if (most_heaps(digits->digits[k]) > digits->most)
            digits->most = most_heaps(digits->digits[k]);
    }
    return TA_OK;
}

void heap_digits_clear(heap_digits *code, const ta_allocator *a) {
    ta_free(a, code->digits, code->count, 1);
    memset(code, 0, sizeof *code);
}
