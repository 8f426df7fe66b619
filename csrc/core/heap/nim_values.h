/*
** nim_values.h - a growing sequence of nim values of 1, 2 or 4 bytes each, as many as they need.
**
** A kernel reserves memory first, then appends; append widens the values when one needs it. A
** read costs one load if `width` is known at compile time. The caller may lend memory for values
** of a given width, such as a mapped file. Values move there once they have that width, and never
** become wider.
*/
#ifndef TA_NIM_VALUES_H
#define TA_NIM_VALUES_H

#include "takeaway/base.h"

typedef struct ta_nim_values {
    const ta_allocator *allocator; /* borrowed */
    void *data;
    size_t cap, count;
    uint32_t width, largest; /* bytes a value; the largest value held */
    void *room;              /* lent memory or NULL; it is `data` if width is room_width */
    size_t room_cap;
    uint32_t room_width, refused; /* refused: the value too wide for the lent memory */
} ta_nim_values;

/* A sequence has at most this many values (heaps 0..TA_HEAPS_MOST-1). */
#define TA_HEAPS_MOST ((size_t)1 << 32)

void ta_nim_values_init(ta_nim_values *v, const ta_allocator *allocator);
void ta_nim_values_clear(ta_nim_values *v);

/* Reserve memory for `count` values of the current width, within `memory` bytes (0: what the
** system has). ELIMIT, ENOMEM. */
ta_status ta_nim_values_reserve(ta_nim_values *v, ta_call *call, size_t count, double memory);

/* Store values of `width` bytes (1 or 2) in `room`, which holds `cap` of them and outlives v. v
** must be empty. */
void ta_nim_values_lend(ta_nim_values *v, void *room, uint32_t width, size_t cap);

/* Widen values to `width` bytes, or keep them if they are as wide. ENOMEM; ELIMIT: the lent memory
** has fewer bytes a value. */
ta_status ta_nim_values_widen(ta_nim_values *v, uint32_t width);

/* The invariant that v breaks, or NULL. */
const char *ta_nim_values_check(const ta_nim_values *v);

static inline uint32_t ta_nim_values_at(const ta_nim_values *v, size_t i) {
    switch (v->width) {
    case 1: return ((const uint8_t *)v->data)[i];
    case 2: return ((const uint16_t *)v->data)[i];
    default: return ((const uint32_t *)v->data)[i];
    }
}

/* The bytes `value` needs: 1, 2 or 4. */
static inline uint32_t ta_nim_values_width(uint32_t value) {
    return value < 256 ? 1 : value < 65536 ? 2 : 4;
}

/* Append a value; memory is reserved before. It fails only as ta_nim_values_widen does. */
static inline ta_status ta_nim_values_append(ta_nim_values *v, uint32_t value) {
    uint32_t width = ta_nim_values_width(value);
    if (width > v->width) {
        ta_status s = ta_nim_values_widen(v, width);
        if (s == TA_ELIMIT) v->refused = value;
        if (s) return s;
    }
    if (v->width == 1) ((uint8_t *)v->data)[v->count++] = (uint8_t)value;
    else if (v->width == 2) ((uint16_t *)v->data)[v->count++] = (uint16_t)value;
    else ((uint32_t *)v->data)[v->count++] = value;
    if (value > v->largest) v->largest = value;
    return TA_OK;
}

#endif
