/*
** room.c - the memory of a store of misere forms, within its limits.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "store.h"

#define GAMES_MOST ((size_t)1 << 31)

static ta_status over_limit(const ta_miseres *v, ta_call *call) {
    char held[32], most[32];
    return ta_fail(call, TA_ELIMIT,
                   "the store holds %zu misere forms in %s; its limits are %zu forms and %s",
                   2 * v->count, ta_bytes_text(held, (double)v->bytes), v->most_games,
                   ta_bytes_text(most, (double)v->most_bytes));
}

ta_status ta_miseres_reserve(ta_miseres *v, ta_call *call, void **block, size_t *cap, size_t need,
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

ta_status ta_miseres_room_for_pair(ta_miseres *v, ta_call *call) {
    if (2 * v->count + 2 > v->most_games) return over_limit(v, call);
    return MISERE_ROOM(v, call, &v->pairs, &v->pairs_cap, v->count + 1);
}

ta_status ta_miseres_room_for_heaps(const ta_miseres *v, ta_call *call, uint64_t n) {
    size_t held = v->heaps.count, games = v->most_games - 2 * v->count;
    size_t each = sizeof *v->pairs / 2 + sizeof *v->heaps.at + sizeof *v->digits; /* no less */
    size_t room = v->most_bytes > v->bytes ? v->most_bytes - v->bytes : 0;
    if (n < held) return TA_OK;
    size_t free_pairs = 2 * (v->pairs_cap - v->count); /* may be there already */
    if (2 * v->count > v->most_games || n - held >= games) return over_limit(v, call);
    if (n - held > free_pairs && n - held - free_pairs > room / each) return over_limit(v, call);
    return TA_OK;
}

/* What n of some kind take beyond the room there is, of so many bytes each. */
static double beyond(uint64_t n, size_t cap, size_t size) {
    return n > cap ? ((double)n - (double)cap) * (double)size : 0;
}

ta_status ta_miseres_room_for_copies(const ta_miseres *v, ta_call *call, uint64_t n) {
    double room = v->most_bytes > v->bytes ? (double)(v->most_bytes - v->bytes) : 0;
    double need = beyond(n, v->pairs_cap, sizeof *v->pairs) +
                  beyond(n, v->memo_cap / 2, 2 * sizeof *v->memo) +
                  beyond(n, v->slot_cap / 2, 2 * sizeof *v->slots);
    if (n > v->most_games / 2 || need > room) return over_limit(v, call);
    return TA_OK;
}

ta_status ta_misere_push(ta_miseres *v, ta_call *call, misere_ids *list, ta_misere id) {
    ta_status s = MISERE_ROOM(v, call, &list->at, &list->cap, list->count + 1);
    if (!s) s = ta_poll(call, 1, 2 * (double)v->count, 0);
    if (s) return s;
    list->at[list->count++] = id;
    return TA_OK;
}

ta_status ta_miseres_check_id(const ta_miseres *v, ta_call *call, ta_misere id) {
    if ((id >> 1) < v->count) return TA_OK;
    return ta_fail(call, TA_EINVAL, "no misere form in this store has the id %u", (unsigned)id);
}

void ta_miseres_limit(ta_miseres *store, size_t most_games, size_t most_bytes) {
    store->most_games = most_games && most_games < GAMES_MOST ? most_games : GAMES_MOST;
    store->most_bytes = most_bytes;
    if (!most_bytes) {
        double half = ta_memory_available() / 2;
        store->most_bytes = half < (double)(SIZE_MAX / 4) ? (size_t)half : SIZE_MAX / 4;
    }
}
