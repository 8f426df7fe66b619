/*
** set.c - making the games of a set: take its members, or take all but them.
*/
#include "set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"

#define TEXT_SIZE 128

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static size_t sort_and_drop_repeats(uint32_t *members, size_t count) {
    size_t kept = 0;
    if (count > 1) qsort(members, count, sizeof *members, ascending);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || members[i] != members[i - 1]) members[kept++] = members[i];
    return kept;
}

/* The text of a set: its first members. */
static void set_text(char text[TEXT_SIZE], const char *head, const uint32_t *members,
                     size_t count) {
    size_t at = (size_t)snprintf(text, TEXT_SIZE, "%s {", head), i = 0;
    for (; i < count && at < TEXT_SIZE - 24; i++)
        at += (size_t)snprintf(text + at, TEXT_SIZE - at, i ? ", %u" : "%u", members[i]);
    snprintf(text + at, TEXT_SIZE - at, i < count ? ", ...}" : "}");
}

ta_status heap_of_set(const ta_allocator *allocator, const heap_kind *kind, uint32_t *members,
                      size_t count, const ta_heap_settings *settings, const char *text,
                      ta_heap **out) {
    char own[TEXT_SIZE];
    ta_heap *h;
    count = sort_and_drop_repeats(members, count);
    if (!text) {
        set_text(own, kind == &heap_all_but ? "subtraction all but" : "subtraction", members,
                 count);
        text = own;
    }
    ta_status s = heap_make(allocator, kind, settings, text, strlen(text), &h);
    if (s) return s;
    heap_set *set = h->data;
    if (count > 0) {
        set->members = ta_alloc(&h->allocator, count, sizeof *members);
        if (!set->members) {
            ta_heap_destroy(h);
            return TA_ENOMEM;
        }
        memcpy(set->members, members, count * sizeof *members);
        set->count = count;
    }
    if (h->look_at < 2 * (size_t)heap_set_most(set)) h->look_at = 2 * (size_t)heap_set_most(set);
    *out = h;
    return TA_OK;
}

ta_status ta_heap_subtraction(const ta_allocator *allocator, ta_call *call, const ta_amount *set,
                              size_t count, int all_but, const ta_heap_settings *settings,
                              ta_heap **game) {
    allocator = ta_allocator_or_default(allocator);
    if (count == 0 && !all_but)
        return ta_fail(call, TA_EINVAL, "an empty set: no move could ever be made");
    for (size_t i = 0; i < count; i++)
        if (set[i] < 1 || set[i] > TA_SUBTRACTION_MOST)
            return ta_fail(call, TA_EINVAL,
                           "member %zu is %lld; a member is an integer from 1 to %d", i + 1,
                           (long long)set[i], TA_SUBTRACTION_MOST);
    uint32_t *members = ta_alloc(allocator, count + 1, sizeof *members);
    if (!members) return TA_ENOMEM;
    for (size_t i = 0; i < count; i++) members[i] = (uint32_t)set[i];
    ta_status s = heap_of_set(allocator, all_but ? &heap_all_but : &heap_subtraction, members,
                              count, settings, NULL, game);
    ta_free(allocator, members, count + 1, sizeof *members);
    return s;
}
