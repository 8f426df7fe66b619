/*
** code_text.c - the code of a game as text, from the code that made it or from its set; and copies
** of a game without its values.
*/
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "set.h"

ta_status heap_keep_code(ta_heap *h, heap_maker *maker, const char *code, size_t length) {
    h->code = ta_alloc(&h->allocator, length + 1, 1);
    if (!h->code) {
        ta_heap_destroy(h);
        return TA_ENOMEM;
    }
    h->code_size = length + 1;
    h->maker = maker;
    memcpy(h->code, code, length);
    return TA_OK;
}

/* Write the code of a set, such as 0.00330003; for an all-but game, such as 0.3003330[3]. */
static size_t write_set(const heap_set *set, int all_but, char *text, size_t size) {
    size_t most = heap_set_most(set), length = 2 + most + (all_but ? 3 : 0), next = 0;
    if (size <= length) return length;
    memcpy(text, "0.", 2);
    for (size_t k = 1; k <= most; k++) {
        int listed = next < set->count && set->members[next] == k;
        text[1 + k] = listed != all_but ? '3' : '0';
        next += (size_t)listed;
    }
    memcpy(text + 2 + most, all_but ? "[3]" : "", all_but ? 4 : 1);
    return length;
}

static ta_status by_rule(const ta_heap *h, ta_call *call) {
    return ta_fail(call, TA_EUNSUPPORTED, "%s: its rule is a function, and has no code", h->text);
}

static int of_set(const ta_heap *h) {
    return h->kind == &heap_subtraction || h->kind == &heap_all_but;
}

ta_status heap_copy(const ta_heap *h, ta_call *call, ta_heap **copy) {
    const ta_allocator *a = &h->allocator;
    if (h->code) return h->maker(a, call, h->code, h->code_size - 1, &h->settings, copy);
    if (!of_set(h)) return by_rule(h, call);
    const heap_set *set = h->data;
    uint32_t *members = ta_alloc(a, set->count + 1, sizeof *members);
    if (!members) return TA_ENOMEM;
    if (set->count) memcpy(members, set->members, set->count * sizeof *members);
    ta_status s = heap_of_set(a, h->kind, members, set->count, &h->settings, h->text, copy);
    ta_free(a, members, set->count + 1, sizeof *members);
    return s;
}

ta_status ta_heap_code(const ta_heap *h, ta_call *call, char *text, size_t size, size_t *length) {
    if (h->code) {
        *length = h->code_size - 1;
        if (size >= h->code_size) memcpy(text, h->code, h->code_size);
        return TA_OK;
    }
    if (!of_set(h)) return by_rule(h, call);
    *length = write_set(h->data, h->kind == &heap_all_but, text, size);
    return TA_OK;
}
