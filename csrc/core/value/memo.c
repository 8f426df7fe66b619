/*
** memo.c - what a store remembers: results by (operation, a, b).
**
** They are in open-addressed tables with windows of four slots, one cache line. A full
** window makes its table grow while it stays below a quarter of the store's bytes; after
** that the oldest of a window gives way. Failing to grow only costs time. Comparisons with
** the virtual game have a table of their own, in which those with virtual games of before
** are free slots: they are met no more, and the table stays small.
*/
#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"
#include "store.h"

#define WINDOW 4
#define MEMO_START 4096
#define PASSING_START 256
#define LOST_TIMES 16 /* what the memo holds may be lost so often */
#define LOST_LEAST ((uint64_t)1 << 22)

void ta_values_forget(ta_values *v) {
    TA_RELEASE(v, &v->memo.at, &v->memo.cap);
    TA_RELEASE(v, &v->passing.at, &v->passing.cap);
    v->memo.used = v->passing.used = 0;
    v->lost = 0;
}

static size_t window_of(const ta_results *m, uint32_t operation, uint32_t a, uint32_t b) {
    uint64_t pair = (uint64_t)a << 32 | b;
    return (size_t)ta_hash(pair + operation * 0x9e3779b97f4a7c15u) & (m->cap - WINDOW);
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

/* Without new games only a bounded number of results is worth having. */
static void lose(ta_values *v) {
    if (v->lost_at != v->count) v->lost = 0;
    v->lost_at = v->count;
    v->lost++;
}

ta_status ta_values_thrash(ta_values *v, ta_call *call) {
    char most[32];
    uint64_t lost = v->lost;
    if (v->lost < LOST_LEAST || v->lost < LOST_TIMES * v->memo.cap) return TA_OK;
    v->lost = 0;
    return ta_fail(call, TA_ELIMIT,
                   "the store holds %zu games, and its %s of memory are too little for what is known "
                   "of them: %llu results were forgotten since the last game was stored",
                   v->count, ta_bytes_text(most, (double)v->most_bytes),
                   (unsigned long long)lost);
}

void ta_values_remember(ta_values *v, uint32_t operation, uint32_t a, uint32_t b, uint32_t result) {
    ta_memo_slot entry = { operation, a, b, result };
    int passing = is_passing(operation, a, b);
    ta_results *m = passing ? &v->passing : &v->memo;
    uint32_t now = passing ? TA_VIRTUAL | v->serial : 0;
    ta_assert(!passing || a == now || b == now);
    if (!m->cap && !grow(v, m, passing ? PASSING_START : MEMO_START)) {
        lose(v);
        return;
    }
    if (put(m, now, &entry)) {
        m->used++;
        return;
    }
    if (m->used > m->cap / 2 && grow(v, m, 0) && put(m, now, &entry)) return;
    replace(m, &entry);
    lose(v);
}

uint32_t ta_values_serial(ta_values *v) {
    v->passing.used = 0;
    if (v->serial + 2 >= TA_VIRTUAL) {
        ta_values_forget(v);
        v->serial = 0;
    }
    return ++v->serial;
}
