/*
** records.h - options of a heap as records.
**
** A record is one option,  count h1 h2 ...  without empty heaps, or a run of options as in
** ta_program_take,  -size turns c1 ... d1 ...  . Such a run has turns + 1 options; option i has
** the heaps c + i d, some of which may be empty. A loop of a rule is one record, never expanded.
*/
#ifndef TA_HEAP_RECORDS_H
#define TA_HEAP_RECORDS_H

#include "takeaway/base.h"

static inline size_t words_of(const ta_amount *record) {
    return record[0] < 0 ? 2 + 2 * (size_t)-record[0] : 1 + (size_t)record[0];
}

static inline ta_amount options_of(const ta_amount *record) {
    return record[0] < 0 ? record[1] + 1 : 1;
}

/* The heaps c, c + d, ..., c + turns d at one index j of the options of a record. */
typedef struct heap_steps {
    ta_amount c, d, turns;
} heap_steps;

static inline size_t size_of(const ta_amount *record) {
    return (size_t)(record[0] < 0 ? -record[0] : record[0]);
}

static inline heap_steps heaps_at(const ta_amount *record, size_t j) {
    if (record[0] >= 0) return (heap_steps){ record[1 + j], 0, 0 };
    return (heap_steps){ record[2 + j], record[2 + size_of(record) + j], record[1] };
}

static inline ta_amount largest_of(heap_steps p) {
    return p.d > 0 ? p.c + p.turns * p.d : p.c;
}

/* Are all heaps of p from 0 to n - 1? The arithmetic does not overflow. */
static inline int are_below(heap_steps p, ta_amount n) {
    if (p.c < 0 || p.c >= n) return 0;
    if (p.turns == 0 || p.d == 0) return 1;
    ta_amount room = p.d > 0 ? n - 1 - p.c : p.c;
    return p.d != INT64_MIN && p.turns <= room / (p.d > 0 ? p.d : -p.d);
}

/* Write option i of a run to `left` without empty heaps. Return the number of heaps. */
static inline size_t turn_of(const ta_amount *record, ta_amount i, ta_amount *left) {
    size_t held = 0;
    for (size_t j = 0; j < size_of(record); j++) {
        heap_steps p = heaps_at(record, j);
        if (p.c + i * p.d > 0) left[held++] = p.c + i * p.d;
    }
    return held;
}

#endif
