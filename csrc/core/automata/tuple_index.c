/*
** tuple_index.c - consecutive ids for lists of words; a list describes a state. A slot holds half of its
** list's hash. So other lists in a probe sequence are skipped unread, and a larger table is filled
** from the slots alone.
*/
#include <string.h>

#include "automata_int.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"

/* Two words a step. */
static uint32_t hash_of(const uint32_t *words, size_t count) {
    uint64_t h = count;
    size_t i = 0;
    for (; i + 2 <= count; i += 2) h = ta_hash(h ^ ((uint64_t)words[i] << 32 | words[i + 1]));
    return (uint32_t)(i < count ? ta_hash(h ^ words[i]) : h);
}

const uint32_t *ta_keys_list(const ta_keys *k, uint32_t id, size_t *count) {
    *count = k->at[id + 1] - k->at[id];
    return k->words + k->at[id];
}

static int same(const uint32_t *a, const uint32_t *b, size_t count) {
    while (count && a[count - 1] == b[count - 1]) count--;
    return count == 0;
}

static size_t slot_of(const ta_keys *k, uint32_t hash, const uint32_t *words, size_t count) {
    size_t i = hash & (k->slot_cap - 1);
    for (; k->slot[i]; i = (i + 1) & (k->slot_cap - 1)) {
        size_t held;
        if (k->slot[i] >> 32 != hash) continue;
        const uint32_t *list = ta_keys_list(k, (uint32_t)k->slot[i] - 1, &held);
        if (held == count && same(list, words, count)) break;
    }
    return i;
}

static ta_status grow(ta_keys *k, ta_budget *budget, ta_call *call) {
    size_t cap = k->slot_cap ? k->slot_cap * (k->slot_cap < 1024 ? 4 : 2) : 64, old = k->slot_cap;
    ta_status st = ta_budget_take(budget, call, (double)(cap * sizeof *k->slot));
    if (st) return st;
    uint64_t *slot = ta_alloc(budget->allocator, cap, sizeof *slot);
    budget->bytes -= (double)((slot ? old : cap) * sizeof *k->slot);
    if (!slot) return TA_ENOMEM;
    for (size_t from = 0; from < old; from++) {
        if (!k->slot[from]) continue;
        size_t i = (k->slot[from] >> 32) & (cap - 1);
        while (slot[i]) i = (i + 1) & (cap - 1);
        slot[i] = k->slot[from];
    }
    ta_free(budget->allocator, k->slot, old, sizeof *k->slot);
    k->slot = slot;
    k->slot_cap = cap;
    return TA_OK;
}

ta_status ta_keys_id(ta_keys *k, ta_budget *budget, ta_call *call, const uint32_t *words,
                     size_t count, uint32_t *id) {
    uint32_t hash = hash_of(words, count);
    ta_status st = TA_OK;
    if (2 * ((size_t)k->count + 1) > k->slot_cap && (st = grow(k, budget, call))) return st;
    size_t slot = slot_of(k, hash, words, count);
    if (k->slot[slot]) {
        *id = (uint32_t)k->slot[slot] - 1;
        return TA_OK;
    }
    if (k->count >= ID_MOST) return ta_fail(call, TA_ELIMIT, "an automaton of 2^31 states");
    st = ta_budget_reserve(budget, call, (void **)&k->words, &k->words_cap, k->used + count + 1,
                           sizeof *k->words);
    if (!st)
        st = ta_budget_reserve(budget, call, (void **)&k->at, &k->at_cap, (size_t)k->count + 2,
                               sizeof *k->at);
    if (st) return st;
    if (k->count == 0) k->at[0] = 0;
    if (count) memcpy(k->words + k->used, words, count * sizeof *words);
    k->used += count;
    k->slot[slot] = (uint64_t)hash << 32 | (k->count + 1);
    *id = k->count++;
    k->at[k->count] = k->used;
    return TA_OK;
}

void ta_keys_clear(ta_keys *k, ta_budget *budget) {
    const ta_allocator *a = budget->allocator;
    budget->bytes -= (double)(k->words_cap * sizeof *k->words + k->at_cap * sizeof *k->at +
                              k->slot_cap * sizeof *k->slot);
    ta_free(a, k->words, k->words_cap, sizeof *k->words);
    ta_free(a, k->at, k->at_cap, sizeof *k->at);
    ta_free(a, k->slot, k->slot_cap, sizeof *k->slot);
    memset(k, 0, sizeof *k);
}
