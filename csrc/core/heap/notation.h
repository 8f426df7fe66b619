/*
** notation.h - a take-and-break code as it is written: what may be left, for each number taken.
**
**     20.017        digits before the last one ahead of the point add counters: 2 adds one
**     0.[37]        the group repeats for ever
**     4!.0          ! heaps left pairwise unequal, ? not all equal, = all equal
**     0.{2,3}{2+}   heap counts one by one; + and every larger one; * is {0+}
*/
#ifndef TA_HEAP_NOTATION_H
#define TA_HEAP_NOTATION_H

#include "takeaway/base.h"

#define HEAP_CODE_MOST 4096 /* characters of a code that are read */
#define HEAP_LISTED_MOST 63 /* heaps in a list */

/* How the sizes of the heaps left must differ. With two heaps, not all equal is unequal; none
** or one are free. */
typedef enum heap_how { HEAP_ANY, HEAP_SOME_UNEQUAL, HEAP_UNEQUAL, HEAP_EQUAL } heap_how;
#define HEAP_HOWS 4

/* What one digit allows. */
typedef struct heap_allowed {
    uint64_t left[HEAP_HOWS]; /* bit j: exactly j heaps may be left, which differ so */
    uint8_t from, more;       /* `from` heaps and any larger number, where `from` is not 0 ... */
} heap_allowed;               /* ... which differ as `more`, a heap_how */

typedef struct heap_notation {
    heap_allowed *rows; /* of rows[i], i - added counters are taken; the group once after them */
    size_t count, added, tail;
} heap_notation;

/* In normal form. EINVAL with a caret under the place; ENOMEM. Nothing is held after a failure. */
ta_status heap_notation_read(heap_notation *code, const ta_allocator *a, ta_call *call,
                             const char *text, size_t length);
void heap_notation_clear(heap_notation *code, const ta_allocator *a);

/* Make a code the only one that allows its options (normal.c). */
void heap_notation_normalise(heap_notation *code);

/* Write a code in normal form, 0 at its end where size > the length, which is given. It may be longer than
** what was read: of a * before the point {1+} is left. */
size_t heap_notation_write(const heap_notation *code, char *text, size_t size);

/* What may be left when i - code->added counters are taken, for any i. */
static inline const heap_allowed *heap_notation_row(const heap_notation *code, size_t i) {
    static const heap_allowed nothing;
    if (i < code->count) return &code->rows[i];
    if (!code->tail) return &nothing;
    return &code->rows[code->count - code->tail + (i - code->count) % code->tail];
}

/* Is j heaps, which differ so, allowed? */
static inline int heap_allows(const heap_allowed *row, size_t j, heap_how how) {
    if (row->from && j >= row->from) return row->more == how;
    return j <= HEAP_LISTED_MOST && row->left[how] >> j & 1;
}

/* Does it allow anything? */
static inline int heap_allows_some(const heap_allowed *row) {
    uint64_t any = row->from;
    for (int how = 0; how < HEAP_HOWS; how++) any |= row->left[how];
    return any != 0;
}

#endif
