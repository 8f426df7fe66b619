/*
** store.c - the store of values: its memory, its limits, and what it remembers.
**
** What is remembered is in open-addressed tables with windows of four slots, one cache
** line. A full window makes its table grow while it stays below a quarter of the
** store's bytes; after that the oldest of a window gives way. Failing to grow
** only costs time. Comparisons with the virtual game have a table of their own, in
** which those with virtual games of before are free slots: they are met no more, and the
** table stays small.
*/
#include "store.h"

#define GAMES_MOST ((size_t)1 << 30)
#define WINDOW 4
#define MEMO_START 4096
#define PASSING_START 256

/* ---- Memory ---- */

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

ta_status ta_values_create(const ta_allocator *allocator, ta_call *call, size_t most_games,
                           size_t most_bytes, ta_values **values) {
    allocator = ta_allocator_or_default(allocator);
    ta_values *v = ta_alloc(allocator, 1, sizeof *v);
    if (!v) return TA_ENOMEM;
    v->allocator = *allocator;
    v->bytes = sizeof *v;
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

/* Give the memory of an array back. */
#define RELEASE(v, block, cap)                                 \
    do {                                                       \
        ta_free(&(v)->allocator, block, cap, sizeof *(block)); \
        (v)->bytes -= (cap) * sizeof *(block);                 \
        (block) = NULL;                                        \
        (cap) = 0;                                             \
    } while (0) /* a macro: it assigns to two of its arguments */

static void forget(ta_values *v) {
    RELEASE(v, v->memo.at, v->memo.cap);
    RELEASE(v, v->passing.at, v->passing.cap);
    v->memo.used = v->passing.used = 0;
}

void ta_values_clear(ta_values *values) {
    ta_values *v = values;
    forget(v);
    RELEASE(v, v->pool, v->pool_cap);
    RELEASE(v, v->thermos, v->thermo_cap);
    RELEASE(v, v->corners, v->corner_cap);
    v->pool_count = v->thermo_count = v->corner_count = 0;
    /* 0 stays, in arrays brought down to what it needs, which cannot fail to shrink */
    ta_game *games = ta_realloc(&v->allocator, v->games, v->games_cap, 16, sizeof *games);
    if (games) {
        v->games = games;
        v->bytes -= (v->games_cap - 16) * sizeof *games;
        v->games_cap = 16;
    }
    v->count = 1;
    memset(v->slots, 0, v->slot_cap * sizeof *v->slots);
    v->slots[v->games[0].hash & (v->slot_cap - 1)] = 1;
    v->generation++;
}

void ta_values_describe(const ta_values *values, ta_values_statistics *statistics) {
    ta_values_statistics s = { values->count,      values->bytes,      values->most_games,
                               values->most_bytes, values->generation, values->comparisons,
                               values->canonical };
    *statistics = s;
}

const ta_allocator *ta_values_allocator(const ta_values *values) {
    return &values->allocator;
}

/* ---- What is remembered ---- */

static size_t window_of(const ta_results *m, uint32_t operation, uint32_t a, uint32_t b) {
    uint64_t x = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29) ^ operation) * 0xbf58476d1ce4e5b9u;
    return (size_t)(x >> 32) & (m->cap - WINDOW);
}

static int is_passing(uint32_t operation, uint32_t a, uint32_t b) {
    return operation == OP_LEQ && ((a | b) & TA_VIRTUAL);
}

uint32_t ta_values_recall(const ta_values *v, uint32_t operation, uint32_t a, uint32_t b) {
    const ta_results *m = is_passing(operation, a, b) ? &v->passing : &v->memo;
    if (!m->cap) return TA_NO_VALUE;
    const ta_memo_slot *slot = &m->at[window_of(m, operation, a, b)];
    for (int i = 0; i < WINDOW; i++, slot++)
        if (slot->operation == operation && slot->a == a && slot->b == b) return slot->result;
    return TA_NO_VALUE;
}

/* Put into a free slot of its window; 0 when there is none. `now`: the virtual game, of
** which the table is, or 0. */
static int put(ta_results *m, uint32_t now, const ta_memo_slot *entry) {
    ta_memo_slot *slot = &m->at[window_of(m, entry->operation, entry->a, entry->b)];
    for (int i = 0; i < WINDOW; i++, slot++) {
        if (slot->operation && !(now && slot->a != now && slot->b != now)) continue;
        *slot = *entry;
        return 1;
    }
    return 0;
}

static void replace(ta_results *m, const ta_memo_slot *entry) {
    size_t at = window_of(m, entry->operation, entry->a, entry->b);
    m->at[at + (m->used++ & (WINDOW - 1))] = *entry;
}

/* A larger table holding what the old one did; nothing happens where it cannot be had. */
static int grow(ta_values *v, ta_results *m, size_t start) {
    const size_t size = sizeof(ta_memo_slot);
    ta_results more = { NULL, m->cap ? 2 * m->cap : start, m->used };
    size_t most = v->most_bytes / 4 / size;
    if (more.cap > most || (more.cap - m->cap) * size + v->bytes > v->most_bytes) return 0;
    more.at = ta_alloc(&v->allocator, more.cap, size);
    if (!more.at) return 0;
    v->bytes += (more.cap - m->cap) * size;
    for (size_t i = 0; i < m->cap; i++)
        if (m->at[i].operation && !put(&more, 0, &m->at[i])) replace(&more, &m->at[i]);
    ta_free(&v->allocator, m->at, m->cap, size);
    *m = more;
    return 1;
}

void ta_values_remember(ta_values *v, uint32_t operation, uint32_t a, uint32_t b, uint32_t result) {
    ta_memo_slot entry = { operation, a, b, result };
    int passing = is_passing(operation, a, b);
    ta_results *m = passing ? &v->passing : &v->memo;
    uint32_t now = passing ? TA_VIRTUAL | v->serial : 0;
    ta_assert(!passing || a == now || b == now);
    if (!m->cap && !grow(v, m, passing ? PASSING_START : MEMO_START)) return;
    if (put(m, now, &entry)) {
        m->used++;
        return;
    }
    if (m->used > m->cap / 2 && grow(v, m, 0) && put(m, now, &entry)) return;
    replace(m, &entry);
}

uint32_t ta_values_serial(ta_values *v) {
    v->passing.used = 0;
    if (v->serial + 2 >= TA_VIRTUAL) {
        forget(v);
        v->serial = 0;
    }
    return ++v->serial;
}

/* ---- Looking ---- */

int ta_value_compact(const ta_values *values, ta_value value, ta_dyadic *x, int32_t *ups,
                     uint32_t *star) {
    if (value >= values->count) return 0;
    const ta_game *g = &values->games[value];
    if (g->kind != COMPACT) return 0;
    if (x) *x = ta_number_part(g);
    if (ups) *ups = g->ups;
    if (star) *star = g->star;
    return 1;
}

ta_value ta_value_negative(const ta_values *values, ta_value g) {
    return ta_game_of(values, g)->negative;
}

ta_dyadic ta_value_stop(const ta_values *values, ta_value value, ta_player side) {
    return ta_number_part(ta_game_of(values, ta_stop_id(values, value, side)));
}

int ta_value_is_all_small(const ta_values *values, ta_value value) {
    return ta_game_of(values, value)->all_small;
}

/* The options of a compact value, as made in ta_value_option below:
** each step lowers |ups| by one and changes *m to *(m xor 1), to x and x* at last. */
ta_amount ta_value_birthday(const ta_values *values, ta_value value) {
    const ta_game *g = ta_game_of(values, value);
    if (g->kind == TREE) return g->birthday;
    int64_t whole = g->num < 0 ? -g->num : g->num;
    ta_amount born = g->exp ? (whole >> g->exp) + g->exp + 1 : whole;
    int64_t n = g->ups < 0 ? -(int64_t)g->ups : g->ups, m = g->star;
    if (n == 0) return ta_add(born, m);
    int64_t last = m ^ ((n - 1) & 1); /* the nimber beside the last up */
    return ta_add(born, last == 1 ? n + 1 : n + (last ^ 1));
}

size_t ta_value_option_count(const ta_values *values, ta_value value, ta_player side) {
    const ta_game *g = ta_game_of(values, value);
    if (g->kind == TREE) return side == TA_LEFT ? g->left_count : g->right_count;
    if (g->ups == 0 && g->star) return g->star;
    if (g->ups == 0) return g->exp > 0 || (side == TA_LEFT ? g->num > 0 : g->num < 0);
    int twice = g->star == 1 && g->ups == (side == TA_LEFT ? 1 : -1); /* {0, * | 0} */
    return twice ? 2 : 1;
}

ta_status ta_value_option(ta_values *values, ta_call *call, ta_value value, ta_player side, size_t i,
                          ta_value *option) {
    const ta_game *g = ta_game_of(values, value);
    ta_assert(i < ta_value_option_count(values, value, side));
    if (g->kind == TREE) {
        *option = values->pool[g->first + (side == TA_LEFT ? 0 : g->left_count) + i];
        return TA_OK;
    }
    ta_dyadic x = ta_number_part(g);
    if (g->ups == 0 && g->star) return ta_values_compact(values, call, x, 0, (int64_t)i, option);
    if (g->ups == 0) { /* a neighbour of x with a smaller birthday */
        ta_status s = ta_dyadic_make((ta_int128)x.num + (side == TA_LEFT ? -1 : 1), x.exp, &x);
        return s ? s : ta_values_compact(values, call, x, 0, 0, option);
    }
    if ((g->ups > 0) == (side == TA_LEFT))
        return ta_values_compact(values, call, x, 0, (int64_t)i, option);
    return ta_values_compact(values, call, x, g->ups + (g->ups > 0 ? -1 : 1),
                             (int64_t)(g->star ^ 1), option);
}
