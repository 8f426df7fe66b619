/*
** results.c - stores and replaces remembered results.
*/
#include "results.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"

#define STORED_START 4096
#define PASSING_START 256
#define LOST_TIMES 16 /* at most this many times the size of the memo may be lost */
#define LOST_LEAST ((uint64_t)1 << 22)

void ta_results_clear(ta_results *r) {
    ta_result_clear(r->store, &r->stored);
    ta_result_clear(r->store, &r->passing);
    r->lost = 0;
}

/* Grow the table, if possible. Returns 1 if it grew. */
static int grow(ta_results *r, ta_result_table *m, size_t start) {
    size_t cap = m->cap ? 2 * m->cap : start;
    if (cap > r->store->most_bytes / 4 / sizeof *m->at) return 0;
    return !ta_result_grow(r->store, m, TA_RESULT_WINDOW, start);
}

/* Count a lost result. The count starts again when a game is stored. */
static void lose(ta_results *r) {
    if (r->lost_at != r->store->count) r->lost = 0;
    r->lost_at = r->store->count;
    r->lost++;
}

ta_status ta_results_thrash(ta_results *r, ta_call *call) {
    char most[32];
    uint64_t lost = r->lost;
    if (lost < LOST_LEAST || lost < LOST_TIMES * r->stored.cap) return TA_OK;
    r->lost = 0;
    return ta_fail(
        call, TA_ELIMIT,
        "the store holds %zu games, and its %s of memory are too little for what is known "
        "of them: %llu results were forgotten since the last game was stored",
        r->store->count, ta_bytes_text(most, (double)r->store->most_bytes),
        (unsigned long long)lost);
}

void ta_results_remember(ta_results *r, uint32_t operation, uint32_t a, uint32_t b,
                         uint32_t result) {
    const ta_result_slot entry = { operation, a, b, result };
    int passing = ta_results_is_passing(operation, a, b);
    ta_result_table *m = passing ? &r->passing : &r->stored;
    uint32_t now = passing ? TA_VIRTUAL | r->serial : 0;
    ta_assert(!passing || a == now || b == now);
    if (!m->cap && !grow(r, m, passing ? PASSING_START : STORED_START)) {
        lose(r);
        return;
    }
    if (ta_result_put(m, TA_RESULT_WINDOW, now, &entry)) return;
    if (m->used > m->cap / 2 && grow(r, m, 0) && ta_result_put(m, TA_RESULT_WINDOW, now, &entry))
        return;
    ta_result_replace(m, &entry);
    lose(r);
}

uint32_t ta_results_serial(ta_results *r) {
    r->passing.used = 0;
    if (r->serial + 2 >= TA_VIRTUAL) {
        ta_results_clear(r);
        r->serial = 0;
    }
    return ++r->serial;
}
