/*
** memo.c - a dense array for small arguments, a hash table for large ones.
**
** k goes to the dense array if it lies within. Else the array doubles for k under two conditions. k
** is below twice its length (at first 64), and the array would then be about a quarter full. So
** scattered arguments, and arguments that double (f on powers of two), never force a huge array.
*/
#include "memo.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"

#define DENSE_START 64

void ta_memo_init(ta_memo *m, const ta_allocator *allocator) {
    memset(m, 0, sizeof *m);
    m->allocator = allocator;
}

void ta_memo_clear(ta_memo *m) {
    ta_free(m->allocator, m->dense, m->dense_cap, sizeof *m->dense);
    ta_free(m->allocator, m->slots, m->slot_cap, sizeof *m->slots);
    ta_memo_init(m, m->allocator);
}

/* The slot of k, or the free slot for it. */
static size_t slot_of(const ta_memo *m, ta_amount k) {
    size_t i = (size_t)ta_hash((uint64_t)k) & (m->slot_cap - 1);
    while (m->slots[i].key != 0 && m->slots[i].key != k) i = (i + 1) & (m->slot_cap - 1);
    return i;
}

ta_amount ta_memo_get(const ta_memo *m, ta_amount k) {
    if ((uint64_t)k < m->dense_cap && m->dense[k]) return m->dense[k];
    return m->slot_cap ? m->slots[slot_of(m, k)].value : 0;
}

static ta_status grow_slots(ta_memo *m) {
    ta_memo larger = *m;
    larger.slot_cap = m->slot_cap ? 2 * m->slot_cap : 64;
    larger.slots = ta_alloc(m->allocator, larger.slot_cap, sizeof *m->slots);
    if (!larger.slots) return TA_ENOMEM;
    for (size_t i = 0; i < m->slot_cap; i++)
        if (m->slots[i].key) larger.slots[slot_of(&larger, m->slots[i].key)] = m->slots[i];
    ta_free(m->allocator, m->slots, m->slot_cap, sizeof *m->slots);
    *m = larger;
    return TA_OK;
}

ta_status ta_memo_put(ta_memo *m, ta_amount k, ta_amount value) {
    size_t near = m->dense_cap ? 2 * m->dense_cap : DENSE_START;
    if ((uint64_t)k < m->dense_cap ||
        ((uint64_t)k < near && near <= 4 * m->dense_count + DENSE_START)) {
        if ((uint64_t)k >= m->dense_cap) {
            ta_amount *dense =
                ta_realloc(m->allocator, m->dense, m->dense_cap, near, sizeof *dense);
            if (!dense) return TA_ENOMEM;
            memset(dense + m->dense_cap, 0, (near - m->dense_cap) * sizeof *dense);
            m->dense = dense;
            m->dense_cap = near;
        }
        m->dense_count += m->dense[k] == 0;
        m->dense[k] = value;
        ta_sound(ta_memo_check(m));
        return TA_OK;
    }
    if (4 * (m->slot_count + 1) > 3 * m->slot_cap) {
        ta_status s = grow_slots(m);
        if (s) return s;
    }
    size_t i = slot_of(m, k);
    m->slot_count += m->slots[i].key == 0;
    m->slots[i].key = k;
    m->slots[i].value = value;
    ta_sound(ta_memo_check(m));
    return TA_OK;
}

/* ---- Invariants ---- */

static const char *check_dense(const ta_memo *m) {
    size_t step = ta_check_step(m->dense_cap), known = 0;
    if (m->dense_count > m->dense_cap) return "memo: more values than places";
    for (size_t k = step > 1 ? m->dense_count % step : 0; k < m->dense_cap; k += step) {
        if (m->dense[k] < 0) return "memo: a value below 1";
        known += m->dense[k] != 0;
    }
    if (step == 1 ? known != m->dense_count : known > m->dense_count)
        return "memo: values miscounted";
    return m->dense_cap && m->dense[0] ? "memo: a value at 0" : NULL;
}

const char *ta_memo_check(const ta_memo *m) {
    const char *broken = check_dense(m);
    size_t step = ta_check_step(m->slot_cap);
    if (!broken && (m->slot_cap & (m->slot_cap - 1))) broken = "memo: slots no power of two";
    if (!broken && 4 * m->slot_count > 3 * m->slot_cap) broken = "memo: slots too full";
    for (size_t i = step > 1 ? m->slot_count % step : 0; !broken && i < m->slot_cap; i += step) {
        if (m->slots[i].key == 0) continue;
        if (m->slots[i].key < 1 || m->slots[i].value < 1) broken = "memo: a slot below 1";
        else if (slot_of(m, m->slots[i].key) != i) broken = "memo: a slot its key does not lead to";
    }
    return broken;
}
