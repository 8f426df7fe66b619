/*
** set.h - the set of a subtraction or all-but game: the first field of both kinds' data.
*/
#ifndef TA_HEAP_SET_H
#define TA_HEAP_SET_H

#include "base/check.h"
#include "kind.h"

typedef struct heap_set {
    uint32_t *members; /* ascending, no repeats, from 1 up */
    size_t count;
} heap_set;

extern const heap_kind heap_subtraction; /* subtraction.c */
extern const heap_kind heap_all_but;     /* all_but.c; its set may be empty */

/* The game of `kind`, one of these two, by `members`, which are sorted here without repeats.
** `text` NULL: the game is named by its first members. */
ta_status heap_of_set(const ta_allocator *allocator, const heap_kind *kind, uint32_t *members,
                      size_t count, const ta_heap_settings *settings, const char *text,
                      ta_heap **out);

static inline uint32_t heap_set_most(const heap_set *set) {
    return set->count ? set->members[set->count - 1] : 0;
}

static inline int heap_set_has(const heap_set *set, ta_amount k) {
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (set->members[middle] < k) low = middle + 1;
        else high = middle;
    }
    return low < set->count && set->members[low] == k;
}

static inline const char *heap_set_check(const heap_set *set) {
    for (size_t i = 0; i < set->count; i += ta_check_step(set->count))
        if (set->members[i] < 1 || (i > 0 && set->members[i] <= set->members[i - 1]))
            return "heap: a set out of order";
    return NULL;
}

#endif
