/*
** room.c - the memory of a store, within its limits.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "store.h"

#define GAMES_MOST ((size_t)1 << 30)

static ta_status over_limit(const ta_values *v, ta_call *call) {
    char held[32], most[32];
    return ta_fail(call, TA_ELIMIT,
                   "the store holds %zu games in %s; its limits are %zu games and %s", v->count,
                   ta_bytes_text(held, (double)v->bytes), v->most_games,
                   ta_bytes_text(most, (double)v->most_bytes));
}

ta_status ta_values_reserve(ta_values *v, ta_call *call, void **block, size_t *cap, size_t need,
                            size_t size) {
    if (need <= *cap) return TA_OK;
    size_t before = *cap, room = v->most_bytes > v->bytes ? v->most_bytes - v->bytes : 0;
    size_t target = before ? before : 16;
    while (target < need) target *= 2;
    if ((target - before) > room / size) target = need; /* the last steps are small ones */
    if ((target - before) > room / size) return over_limit(v, call);
    void *grown = ta_realloc(&v->allocator, *block, before, target, size);
    if (!grown) return TA_ENOMEM;
    *block = grown;
    *cap = target;
    v->bytes += (target - before) * size;
    return TA_OK;
}

ta_status ta_ids_push(ta_values *v, ta_call *call, ta_ids *list, ta_value id) {
    ta_status s = TA_ROOM(v, call, &list->at, &list->cap, list->count + 1);
    if (!s) s = ta_poll(call, 1, (double)v->count, 0); /* a nimber has a billion options */
    if (s) return s;
    list->at[list->count++] = id;
    return TA_OK;
}

void ta_values_limit(ta_values *values, size_t most_games, size_t most_bytes) {
    values->most_games = most_games && most_games < GAMES_MOST ? most_games : GAMES_MOST;
    values->most_bytes = most_bytes;
    if (!most_bytes) {
        double half = ta_memory_available() / 2;
        values->most_bytes = half < (double)(SIZE_MAX / 4) ? (size_t)half : SIZE_MAX / 4;
    }
}

void ta_values_release(ta_values *v, void **block, size_t *cap, size_t size) {
    ta_free(&v->allocator, *block, *cap, size);
    v->bytes -= *cap * size;
    *block = NULL;
    *cap = 0;
}
