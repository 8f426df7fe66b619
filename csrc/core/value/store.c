/*
** store.c - a store of values as an object: made, emptied, counted, checked.
**
** The files of a store, each knowing those before it alone: room.c and memo.c (memory),
** big.c, dyadic.c and decimal.c (numbers), look.c, name.c, intern.c (one id for each form),
** option.c, compare.c, canonical.c (from options to a form), translate.c, fold.c (recursion over options), and
** the operations on top.
*/
#include "store.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "big.h"

ta_status ta_values_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                           size_t most_bytes, ta_values **values) {
    allocator = ta_allocator_or_default(allocator);
    ta_values *v = ta_alloc(allocator, 1, sizeof *v);
    if (!v) return TA_ENOMEM;
    v->allocator = *allocator;
    v->bytes = sizeof *v;
    v->plain_num = TA_DYADIC_NUM;
    v->plain_exp = TA_DYADIC_EXP;
    ta_values_limit(v, most_games, most_bytes);
    ta_value zero;
    ta_status s = ta_values_compact(v, call, ta_dyadic_integer(0), 0, 0, &zero);
    if (s) {
        ta_values_destroy(v);
        return s;
    }
    ta_assert(zero == TA_VALUE_ZERO);
    *values = v;
    return TA_OK;
}

static void free_ids(ta_values *v, ta_ids *list) {
    ta_free(&v->allocator, list->at, list->cap, sizeof *list->at);
}

void ta_values_destroy(ta_values *values) {
    if (!values) return;
    ta_values *v = values;
    const ta_allocator a = v->allocator;
    ta_big_forget(v);
    ta_free(&a, v->games, v->games_cap, sizeof *v->games);
    ta_free(&a, v->pool, v->pool_cap, sizeof *v->pool);
    ta_free(&a, v->slots, v->slot_cap, sizeof *v->slots);
    ta_free(&a, v->memo.at, v->memo.cap, sizeof *v->memo.at);
    ta_free(&a, v->passing.at, v->passing.cap, sizeof *v->passing.at);
    ta_free(&a, v->thermos, v->thermo_cap, sizeof *v->thermos);
    ta_free(&a, v->corners, v->corner_cap, sizeof *v->corners);
    for (int side = 0; side < 2; side++) {
        free_ids(v, &v->work[side]);
        free_ids(v, &v->given[side]);
        free_ids(v, &v->mirrored[side]);
    }
    free_ids(v, &v->scratch);
    ta_free(&a, v->compare, v->compare_cap, sizeof *v->compare);
    ta_free(&a, v->frames, v->frame_cap, sizeof *v->frames);
    ta_free(&a, v->items, v->item_cap, sizeof *v->items);
    ta_free(&a, v, 1, sizeof *v);
}

void ta_values_clear(ta_values *values) {
    ta_values *v = values;
    ta_values_forget(v);
    ta_big_forget(v);
    TA_RELEASE(v, &v->pool, &v->pool_cap);
    TA_RELEASE(v, &v->thermos, &v->thermo_cap);
    TA_RELEASE(v, &v->corners, &v->corner_cap);
    v->pool_count = v->thermo_count = v->corner_count = 0;
    /* 0 stays; an array that cannot be shrunk stays too */
    ta_game *games = v->games_cap <= 16
                         ? NULL
                         : ta_realloc(&v->allocator, v->games, v->games_cap, 16, sizeof *games);
    if (games) {
        v->games = games;
        v->bytes -= (v->games_cap - 16) * sizeof *games;
        v->games_cap = 16;
    }
    v->count = 1;
    memset(v->slots, 0, v->slot_cap * sizeof *v->slots);
    v->slots[v->games[0].hash & (v->slot_cap - 1)] = 1;
    v->generation++;
    ta_sound(ta_values_check(v));
}

void ta_values_describe(const ta_values *values, ta_values_statistics *statistics) {
    ta_values_statistics s = { values->count,      values->bytes,      values->most_games,
                               values->most_bytes, values->generation, values->comparisons,
                               values->canonical };
    *statistics = s;
    ta_sound(ta_values_check(values));
}

const ta_allocator *ta_values_allocator(const ta_values *values) {
    return &values->allocator;
}
