/*
** nim_values.c - growing and widening sequences of nim values.
*/
#include "nim_values.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"

void ta_nim_values_init(ta_nim_values *v, const ta_allocator *allocator) {
    memset(v, 0, sizeof *v);
    v->allocator = allocator;
    v->width = 1;
}

void ta_nim_values_clear(ta_nim_values *v) {
    if (v->data != v->room) ta_free(v->allocator, v->data, v->cap, v->width);
    ta_nim_values_init(v, v->allocator);
}

void ta_nim_values_lend(ta_nim_values *v, void *room, uint32_t width, size_t cap) {
    ta_require(v->cap == 0 && (width == 1 || width == 2));
    v->room = room;
    v->room_cap = cap;
    v->room_width = width;
    if (width > v->width) return;
    v->data = room;
    v->cap = cap;
}

ta_status ta_nim_values_reserve(ta_nim_values *v, ta_call *call, size_t count, double memory) {
    if (count <= v->cap) return TA_OK;
    if (count > TA_HEAPS_MOST)
        return ta_fail(call, TA_ELIMIT, "a sequence holds at most 2^32 heaps");
    double have = ta_memory_available(), need = (double)count * v->width;
    if (memory > 0 && memory < have) have = memory;
    if (need > have) return ta_fail_memory(call, "the sequence", need, have);
    size_t target = v->cap + v->cap / 2;
    if (target < count || (double)target * v->width > have) target = count;
    void *grown = ta_realloc(v->allocator, v->data, v->cap, target, v->width);
    if (!grown) return TA_ENOMEM;
    v->data = grown;
    v->cap = target;
    return TA_OK;
}

ta_status ta_nim_values_widen(ta_nim_values *v, uint32_t width) {
    if (width <= v->width) return TA_OK;
    if (v->room && width > v->room_width) return TA_ELIMIT;
    if (v->cap == 0 && !v->room) {
        v->width = width;
        return TA_OK;
    }
    size_t cap = v->room ? v->room_cap : v->cap;
    void *wide = v->room ? v->room : ta_alloc(v->allocator, cap, width);
    if (!wide) return TA_ENOMEM;
    for (size_t i = 0; i < v->count; i++) {
        uint32_t value = ta_nim_values_at(v, i);
        if (width == 2) ((uint16_t *)wide)[i] = (uint16_t)value;
        else ((uint32_t *)wide)[i] = value;
    }
    ta_free(v->allocator, v->data, v->cap, v->width);
    v->data = wide;
    v->cap = cap;
    v->width = width;
    return TA_OK;
}

const char *ta_nim_values_check(const ta_nim_values *v) {
    if (v->count > v->cap) return "nim values: more than there is room for";
    if (v->width != 1 && v->width != 2 && v->width != 4) return "nim values: an odd width";
    if (ta_nim_values_width(v->largest) > v->width) return "nim values: the largest does not fit";
    for (size_t i = 0; i < v->count; i += ta_check_step(v->count))
        if (ta_nim_values_at(v, i) > v->largest) return "nim values: one above the largest";
    return NULL;
}
