/*
** rows_int.h - the internals of ta_rows, shared by the rows files.
*/
#ifndef TA_TWO_PILE_ROWS_INT_H
#define TA_TWO_PILE_ROWS_INT_H

#include "base/parallel.h"
#include "rows.h"

#define TA_SLOT_INSIDE 7
#define TA_LINE_SLACK 4096 /* items by which a line may grow before its values move */

typedef struct ta_entry {
    uint32_t at, reach;
} ta_entry;

/* A stack of entries in one cache line; past TA_SLOT_INSIDE, on the heap. */
typedef struct ta_slot {
    uint32_t depth, cap; /* cap 0: entries are inside */
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

/* Memory of deep stacks, allocated in chunks and freed with the rows. */
typedef struct ta_chunk {
    struct ta_chunk *next;
    size_t entries;
    ta_entry entry[];
} ta_chunk;

/* A thread's own part of a chunk. */
typedef struct ta_pool {
    ta_entry *at;
    size_t left;
} ta_pool;

/* The state that a row under computation carries from column to column. */
typedef struct ta_row_line {
    ta_slot slot; /* stack: of line b, with its top; reach 0: empty */
    ta_entry top;
    ta_line current; /* scan: line b when b > width */
} ta_row_line;

/* The columns from..to - 1 of a row; the first `given` are known. */
typedef struct ta_stretch {
    uint32_t b, from, to;
    const uint32_t *known;
    uint32_t given;
    uint32_t *out;
} ta_stretch;

struct ta_rows {
    ta_allocator allocator;
    ta_rows_method method;
    int both, narrow; /* narrow: 16-bit items in the scan */
    int lost;         /* after an error: a row is incomplete */
    uint32_t width, height, domain, next;
    uint32_t *row;
    ta_row_line line; /* of the row in ta_rows_next */
    uint32_t *f32;    /* f32[x - 1] = f(x) clamped */
    uint16_t *f16;
    /* stack */
    uint32_t *reach; /* reach[v] = t(v) */
    void *slots_block;
    ta_slot *slots;
    ta_entry *tops; /* by column */
    ta_chunk *chunks;
    ta_pool pool; /* of the calling thread */
    /* scan */
    ta_line *lines;
    ta_scan16 scan16;
    ta_scan32 scan32;
};

ta_status ta_rows_create_stack(ta_rows *r);
void ta_rows_clear_stack(ta_rows *r);
void ta_rows_stack_begin(ta_row_line *line);
ta_status ta_rows_stack_stretch(ta_rows *r, ta_call *call, ta_row_line *line, ta_pool *pool,
                                const ta_stretch *x);
const char *ta_rows_check_stack(const ta_rows *r);

ta_status ta_rows_create_scan(ta_rows *r, ta_vector vector);
void ta_rows_clear_scan(ta_rows *r);
ta_status ta_rows_scan_line(ta_rows *r, uint32_t b);           /* for a row b <= width */
ta_status ta_rows_scan_current(ta_rows *r, ta_row_line *line); /* for all later rows */
void ta_rows_scan_clear_current(ta_rows *r, ta_row_line *line);
void ta_rows_scan_begin(ta_rows *r, ta_row_line *line, uint32_t b);
void ta_rows_scan_stretch(ta_rows *r, ta_row_line *line, const ta_stretch *x);
const char *ta_rows_check_scan(const ta_rows *r);

#endif
