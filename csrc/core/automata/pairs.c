/*
** pairs.c - the budget of an operation, and a map from two words to a value: open addressing, at
** most half full.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"

/* ---- The budget ---- */

#define SMALL (1 << 20) /* bytes allowed before the machine's memory is measured */

void ta_budget_begin(ta_budget *b, const ta_numeration *numeration) {
    memset(b, 0, sizeof *b);
    b->allocator = &numeration->allocator;
    b->bytes_most = numeration->limits.bytes;
    b->states_most = numeration->limits.states;
}

ta_status ta_budget_states(ta_budget *b, ta_call *call, int64_t states) {
    b->states_seen = states;
    if (!b->states_most || states <= b->states_most) return TA_OK;
    return ta_fail(call, TA_ELIMIT, "an intermediate automaton has more than %lld states",
                   (long long)b->states_most);
}

ta_status ta_budget_take(ta_budget *b, ta_call *call, double more) {
    if (b->bytes + more <= SMALL && b->bytes_most == 0) {
        b->bytes += more;
        return TA_OK;
    }
    if (b->bytes_most == 0) b->bytes_most = ta_memory_available() / 2;
    if (b->bytes + more > b->bytes_most) {
        char most[32];
        return ta_fail(call, TA_ELIMIT,
                       "an intermediate automaton needs more than %s: %lld states so far",
                       ta_bytes_text(most, b->bytes_most), (long long)b->states_seen);
    }
    b->bytes += more;
    return TA_OK;
}

ta_status ta_budget_reserve(ta_budget *b, ta_call *call, void **block, size_t *cap, size_t need,
                            size_t size) {
    if (need <= *cap) return TA_OK;
    size_t room = *cap ? *cap : 16; /* as ta_reserve */
    while (room < need) room *= 2;
    double more = (double)(room - *cap) * (double)size;
    ta_status st = ta_budget_take(b, call, more);
    if (!st && (st = ta_reserve(b->allocator, block, cap, need, size))) b->bytes -= more;
    return st;
}

/* ---- Pairs ---- */

static uint64_t key_of(uint32_t a, uint32_t b) {
    return ((uint64_t)a << 32 | b) + 1;
}

/* The slot of a key, or the free one for it. */
static size_t slot_of(const ta_pairs *p, uint64_t key) {
    size_t i = (size_t)ta_hash(key) & (p->cap - 1);
    while (p->key[i] && p->key[i] != key) i = (i + 1) & (p->cap - 1);
    return i;
}

int ta_pairs_get(const ta_pairs *p, uint32_t a, uint32_t b, uint32_t *value) {
    if (!p->count) return 0;
    size_t i = slot_of(p, key_of(a, b));
    if (!p->key[i]) return 0;
    *value = p->value[i];
    return 1;
}

static ta_status grow(ta_pairs *p, ta_budget *budget, ta_call *call) {
    ta_pairs more = { NULL, NULL, p->cap ? p->cap * 2 : 64, 0 };
    size_t item = sizeof *p->key + sizeof *p->value;
    ta_status st = ta_budget_take(budget, call, (double)(more.cap * item));
    if (st) return st;
    more.key = ta_alloc(budget->allocator, more.cap, sizeof *more.key);
    more.value = ta_alloc(budget->allocator, more.cap, sizeof *more.value);
    if (!more.key || !more.value) {
        ta_pairs_clear(&more, budget); /* gives back what was taken */
        return TA_ENOMEM;
    }
    for (size_t i = 0; i < p->cap; i++) {
        if (!p->key[i]) continue;
        size_t at = slot_of(&more, p->key[i]);
        more.key[at] = p->key[i];
        more.value[at] = p->value[i];
    }
    more.count = p->count;
    ta_pairs_clear(p, budget);
    *p = more;
    return TA_OK;
}

ta_status ta_pairs_put(ta_pairs *p, ta_budget *budget, ta_call *call, uint32_t a, uint32_t b,
                       uint32_t value) {
    if (2 * (p->count + 1) > p->cap) {
        ta_status st = grow(p, budget, call);
        if (st) return st;
    }
    size_t i = slot_of(p, key_of(a, b));
    if (!p->key[i]) p->count++;
    p->key[i] = key_of(a, b);
    p->value[i] = value;
    return TA_OK;
}

void ta_pairs_empty(ta_pairs *p) {
    if (p->count) memset(p->key, 0, p->cap * sizeof *p->key);
    p->count = 0;
}

void ta_pairs_clear(ta_pairs *p, ta_budget *budget) {
    budget->bytes -= (double)(p->cap * (sizeof *p->key + sizeof *p->value));
    ta_free(budget->allocator, p->key, p->cap, sizeof *p->key);
    ta_free(budget->allocator, p->value, p->cap, sizeof *p->value);
    *p = (ta_pairs){ NULL, NULL, 0, 0 };
}
