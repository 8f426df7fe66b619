/*
** notation.h - a take-and-break code as written: the heaps that may be left, for each number taken.
**
**     20.017        of several digits before the point, all but the last add counters: 2 adds one
**     0.[37]        the group repeats for ever
**     4!.0          ! heaps left pairwise unequal, ? not all equal, = all equal
**     0.{2,3}{2+}   a list of heap counts; + means every larger count too; * is {0+}
*/
#ifndef TA_HEAP_NOTATION_H
#define TA_HEAP_NOTATION_H

#include "takeaway/base.h"

#define HEAP_CODE_MOST 4096 /* characters of a code that are read */
#define HEAP_LISTED_MOST 63 /* the largest number in a list */

/* How the sizes of the heaps left must differ. For two heaps, not all equal means unequal. Fewer
** than two heaps have no condition. */
typedef enum heap_how { HEAP_ANY, HEAP_SOME_UNEQUAL, HEAP_UNEQUAL, HEAP_EQUAL } heap_how;
#define HEAP_HOWS 4

/* What one digit allows. */
typedef struct heap_allowed {
    uint64_t left[HEAP_HOWS]; /* bit j: exactly j heaps may be left under this condition */
    uint8_t from, more;       /* if `from` is not 0: `from` heaps or more may be left ... */
} heap_allowed;               /* ... under the condition `more`, a heap_how */

typedef struct heap_notation {
    heap_allowed *rows; /* rows[i] takes i - added counters; the repeating group once at the end */
    size_t count, added, tail;
} heap_notation;

/* Read a code into normal form. EINVAL with a caret under the error; ENOMEM. Nothing is held after
** a failure. */
ta_status heap_notation_read(heap_notation *code, const ta_allocator *a, ta_call *call,
                             const char *text, size_t length);
void heap_notation_clear(heap_notation *code, const ta_allocator *a);

/* Bring a code to its normal form (normal.c). */
void heap_notation_normalise(heap_notation *code);

/* Write a code in normal form, with a final 0 if size > the length. Return the length. It may
** exceed the length of the code read: a * before the point becomes {1+}. */
size_t heap_notation_write(const heap_notation *code, char *text, size_t size);

/* The heaps that may be left when i - code->added counters are taken, for any i. */
static inline const heap_allowed *heap_notation_row(const heap_notation *code, size_t i) {
    static const heap_allowed nothing;
    if (i < code->count) return &code->rows[i];
    if (!code->tail) return &nothing;
    return &code->rows[code->count - code->tail + (i - code->count) % code->tail];
}

/* May j heaps under this condition be left? */
static inline int heap_allows(const heap_allowed *row, size_t j, heap_how how) {
    if (row->from && j >= row->from) return row->more == how;
    return j <= HEAP_LISTED_MOST && row->left[how] >> j & 1;
}

/* Does the digit allow any number of heaps? */
static inline int heap_allows_some(const heap_allowed *row) {
    uint64_t any = row->from;
    for (int how = 0; how < HEAP_HOWS; how++) any |= row->left[how];
    return any != 0;
}

#endif
