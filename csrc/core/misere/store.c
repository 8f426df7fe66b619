/*
** store.c - a store of misere forms as an object: made, emptied, bounded, its memory.
**
** The files of a store, each knowing those before it alone: room.c, order.c (options, their
** order), facts.c (genus and classes), intern.c (from options to the form), memo.c (results
** remembered, asked for), arithmetic.c and link.c (rules), operations.c (running them), and
** what is on top: parts.c, print.c, parse.c, column.c, day.c.
*/
#include "store.h"

#include <string.h>

#include "base/mem.h"

/* 0 and *1 are there without being worked out: g- of 0 is 1 by definition. */
static ta_status first_pair(ta_miseres *v, ta_call *call) {
    static const uint32_t digits[3] = { 1, 2, 0 };
    ta_status s = MISERE_ROOM(v, call, &v->pairs, &v->pairs_cap, 1);
    if (!s) s = MISERE_ROOM(v, call, &v->slots, &v->slot_cap, 64);
    if (!s) s = MISERE_ROOM(v, call, &v->digits, &v->digit_cap, 3);
    if (!s) s = ta_misere_push(v, call, &v->heaps, 0);
    if (!s) s = ta_misere_push(v, call, &v->heaps, 1);
    if (s) return s;
    memset(v->slots, 0, v->slot_cap * sizeof *v->slots);
    memset(&v->pairs[0], 0, sizeof v->pairs[0]);
    memcpy(v->digits, digits, sizeof digits);
    v->digit_count = v->pairs[0].digits = 3;
    v->pairs[0].is_heap = 1;
    v->pairs[0].misere_nim_value = 1;
    v->pairs[0].classes =
        TA_MISERE_NIM_HEAP | TA_MISERE_TAME | TA_MISERE_GENERALLY_TAME | TA_MISERE_TAMEABLE;
    v->count = 1;
    v->heaps_hash = ta_misere_hash(ta_misere_hash(0, 0), 1);
    return TA_OK;
}

ta_status ta_miseres_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                            size_t most_bytes, ta_miseres **store) {
    allocator = ta_allocator_or_default(allocator);
    ta_miseres *v = ta_alloc(allocator, 1, sizeof *v);
    if (!v) return TA_ENOMEM;
    v->allocator = *allocator;
    v->bytes = sizeof *v;
    ta_miseres_limit(v, most_games, most_bytes);
    ta_status s = first_pair(v, call);
    if (s) {
        ta_miseres_destroy(v);
        return s;
    }
    *store = v;
    return TA_OK;
}

static void free_ids(ta_miseres *v, misere_ids *list) {
    ta_free(&v->allocator, list->at, list->cap, sizeof *list->at);
    v->bytes -= list->cap * sizeof *list->at;
    memset(list, 0, sizeof *list);
}

/* Give back one array. */
#define RELEASE(v, block, cap)                                                                     \
    (ta_free(&(v)->allocator, block, cap, sizeof *(block)), (v)->bytes -= (cap) * sizeof *(block), \
     (block) = NULL, (cap) = 0) /* clears both names */

static void release(ta_miseres *v) {
    RELEASE(v, v->pool, v->pool_cap);
    RELEASE(v, v->memo, v->memo_cap);
    RELEASE(v, v->tasks, v->task_cap);
    RELEASE(v, v->end, v->end_cap);
    RELEASE(v, v->seen, v->seen_cap);
    RELEASE(v, v->name, v->name_cap);
    free_ids(v, &v->work);
    free_ids(v, &v->merged);
    free_ids(v, &v->options[0]);
    free_ids(v, &v->options[1]);
    free_ids(v, &v->scratch);
    free_ids(v, &v->own);
    free_ids(v, &v->list);
    free_ids(v, &v->ways);
    free_ids(v, &v->terms);
    v->pool_count = v->memo_count = v->task_count = v->end_count = v->name_count = 0;
}

void ta_miseres_destroy(ta_miseres *store) {
    if (!store) return;
    const ta_allocator a = store->allocator;
    release(store);
    RELEASE(store, store->pairs, store->pairs_cap);
    RELEASE(store, store->slots, store->slot_cap);
    RELEASE(store, store->digits, store->digit_cap);
    free_ids(store, &store->heaps);
    ta_free(&a, store, 1, sizeof *store);
}

/* What 0 and *1 need stays; the rest of the memory of the large arrays goes back where it can. */
void ta_miseres_clear(ta_miseres *store) {
    ta_miseres *v = store;
    release(v);
    misere_pair *pairs = v->pairs_cap <= 16
                             ? NULL
                             : ta_realloc(&v->allocator, v->pairs, v->pairs_cap, 16, sizeof *pairs);
    if (pairs) {
        v->pairs = pairs;
        v->bytes -= (v->pairs_cap - 16) * sizeof *pairs;
        v->pairs_cap = 16;
    }
    memset(v->slots, 0, v->slot_cap * sizeof *v->slots);
    v->count = 1;
    v->digit_count = v->pairs[0].digits;
    v->heaps.count = 2;
    v->heaps_hash = ta_misere_hash(ta_misere_hash(0, 0), 1);
    v->generation++;
    ta_sound(ta_miseres_check(v));
}

void ta_miseres_describe(const ta_miseres *store, ta_miseres_statistics *statistics) {
    ta_miseres_statistics s = { 2 * store->count,  store->bytes,      store->most_games,
                                store->most_bytes, store->generation, store->memo_count };
    *statistics = s;
    ta_sound(ta_miseres_check(store));
}
