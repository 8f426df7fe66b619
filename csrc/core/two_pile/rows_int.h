/*
** rows_int.h - the inside of ta_rows, shared by rows.c and the two methods alone.
*/
#ifndef TA_TWO_PILE_ROWS_INT_H
#define TA_TWO_PILE_ROWS_INT_H

#include "takeaway/base.h"
#include "rows.h"

#define TA_SLOT_INSIDE 7
#define TA_LINE_SLACK 4096 /* items a line may grow before it is moved back */

typedef struct ta_entry {
    uint32_t at, reach;
} ta_entry;

/* A stack of entries in one cache line; past TA_SLOT_INSIDE, on the heap. */
typedef struct ta_slot {
    uint32_t depth, cap; /* cap 0: inside */
    union {
        ta_entry inside[TA_SLOT_INSIDE];
        ta_entry *heap;
    };
} ta_slot;

_Static_assert(sizeof(ta_slot) == 64, "a slot is one cache line");

/*
** A line of the scan method, reversed: the latest value first, so that taking
** x = 1, 2, ... walks forward in memory.
**
**     block: [ free .......... | latest, latest-1, ..., oldest kept ]
**                              ^ head                               cap
*/
typedef struct ta_line {
    void *block;
    uint32_t head, cap; /* in items */
} ta_line;

struct ta_rows {
    ta_allocator allocator;
    ta_rows_method method;
    int both, narrow; /* narrow: 16-bit items in the scan */
    uint32_t width, height, domain, next;
    uint32_t *row;
    uint32_t *f32; /* f32[x - 1] = f(x) clamped */
    uint16_t *f16;
    /* stack */
    uint32_t *reach; /* reach[v] = t(v) */
    void *slots_block;
    ta_slot *slots, line;
    ta_entry *tops; /* of the columns */
    /* scan */
    ta_line *lines, current; /* current: line b when b > width */
    ta_scan16 scan16;
    ta_scan32 scan32;
};

ta_status ta_rows_create_stack(ta_rows *r);
void ta_rows_clear_stack(ta_rows *r);
ta_status ta_rows_stack_row(ta_rows *r, uint32_t b, const uint32_t *known, uint32_t given);
const char *ta_rows_check_stack(const ta_rows *r);

ta_status ta_rows_create_scan(ta_rows *r, ta_vector vector);
void ta_rows_clear_scan(ta_rows *r);
ta_status ta_rows_scan_row(ta_rows *r, uint32_t b, const uint32_t *known, uint32_t given);
const char *ta_rows_check_scan(const ta_rows *r);

#endif
