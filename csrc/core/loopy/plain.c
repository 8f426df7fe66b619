/*
** plain.c - plain values as graphs: their followers in canonical form.
*/
#include "loopy_int.h"

#include "base/hash.h"

/* The followers of a plain value, numbered as they are found, and a hash table from followers to
** numbers plus 1. */
typedef struct followers {
    ta_value *value;
    uint32_t *slot;
    size_t cap, slots;
    uint32_t count;
} followers;

static uint32_t *find(const followers *t, ta_value value) {
    size_t at = (size_t)ta_hash(value) & (t->slots - 1);
    while (t->slot[at] && t->value[t->slot[at] - 1] != value) at = (at + 1) & (t->slots - 1);
    return &t->slot[at];
}

static ta_status number(const ta_allocator *a, ta_call *call, followers *t, ta_value value,
                        uint32_t *n) {
    if (2 * (size_t)t->count >= t->slots) {
        size_t slots = t->slots ? 2 * t->slots : 64;
        uint32_t *slot = ta_alloc(a, slots, sizeof *slot);
        if (!slot) return TA_ENOMEM;
        ta_free(a, t->slot, t->slots, sizeof *slot);
        t->slot = slot;
        t->slots = slots;
        for (uint32_t i = 0; i < t->count; i++) *find(t, t->value[i]) = i + 1;
    }
    uint32_t *slot = find(t, value);
    if (!*slot) {
        void *block = t->value;
        if (t->count >= TA_LOOPY_MOST) return graph_too_large(call);
        ta_status s = ta_reserve(a, &block, &t->cap, (size_t)t->count + 1, sizeof *t->value);
        t->value = block;
        if (s) return s;
        t->value[t->count++] = value;
        *slot = t->count;
    }
    *n = *slot - 1;
    return TA_OK;
}

static ta_status value_options(const ta_allocator *a, ta_call *call, ta_values *values,
                               followers *t, ta_value value, ta_player player, graph *out) {
    size_t count = ta_value_option_count(values, value, player);
    ta_status s = TA_OK;
    for (size_t i = 0; i < count && !s; i++) {
        ta_value option;
        uint32_t n;
        s = ta_value_option(values, call, value, player, i, &option);
        if (!s) s = number(a, call, t, option, &n);
        if (!s) s = graph_append(a, out, (int)player, n);
        if (!s) s = ta_poll(call, 16, 0, 0);
    }
    return s;
}

ta_status loopy_value_graph(const ta_allocator *a, ta_call *call, ta_values *values, ta_value value,
                            graph *g) {
    followers t = { 0 };
    graph out = { 0 };
    uint32_t n;
    ta_status s = number(a, call, &t, value, &n);
    for (uint32_t v = 0; v < t.count && !s; v++) {
        s = graph_add(a, &out);
        for (int p = 0; p < 2 && !s; p++)
            s = value_options(a, call, values, &t, t.value[v], (ta_player)p, &out);
    }
    ta_free(a, t.value, t.cap, sizeof *t.value);
    ta_free(a, t.slot, t.slots, sizeof *t.slot);
    if (s) graph_clear(a, &out);
    else *g = out;
    return s;
}
