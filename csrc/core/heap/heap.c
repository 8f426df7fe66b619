/*
** heap.c - creating heap games, and growing their sequences in steps.
**
** A sequence grows until it holds the wanted value or its period is proved. The search for a
** proof runs at counts that double. It runs sooner if a repetition seen so far would be proved
** at a smaller count, and once more at the limit `check`. A search is O(N), so all searches are
** a fraction of the whole work.
*/
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "kind.h"
#include "takeaway/movefn.h"

#define POSITIONS_DEFAULT 2000000
#define LOOK_FIRST 64

/* ---- Making ---- */

ta_status heap_make(const ta_allocator *allocator, const heap_kind *kind,
                    const ta_heap_settings *settings, const char *text, size_t length,
                    ta_heap **out) {
    allocator = ta_allocator_or_default(allocator);
    ta_heap *h = ta_alloc(allocator, 1, sizeof *h);
    if (!h) return TA_ENOMEM;
    h->allocator = *allocator;
    h->kind = kind;
    if (settings) h->settings = *settings;
    if (h->settings.check <= 0) h->settings.check = TA_CHECK_DEFAULT;
    if (h->settings.positions <= 0) h->settings.positions = POSITIONS_DEFAULT;
    ta_nim_values_init(&h->g, &h->allocator);
    h->look_at = LOOK_FIRST;
    h->text_size = length + 1;
    h->text = ta_alloc(&h->allocator, h->text_size, 1);
    h->data = ta_alloc(&h->allocator, 1, kind->size);
    if (!h->text || !h->data) {
        ta_heap_destroy(h);
        return TA_ENOMEM;
    }
    memcpy(h->text, text, length);
    *out = h;
    return TA_OK;
}

void ta_heap_destroy(ta_heap *h) {
    if (!h) return;
    ta_allocator a = h->allocator;
    heap_misere_clear(h);
    if (h->data) h->kind->clear(h);
    ta_free(&a, h->data, 1, h->kind->size);
    ta_nim_values_clear(&h->g);
    ta_free(&a, h->text, h->text_size, 1);
    ta_free(&a, h->code, h->code_size, 1);
    ta_free(&a, h, 1, sizeof *h);
}

const char *ta_heap_text(const ta_heap *h) {
    return h->text;
}

/* ---- Growing ---- */

static ta_status look(ta_heap *h, ta_call *call) {
    int found;
    ta_period p;
    if (!h->kind->prove) return TA_OK;
    ta_status s = heap_find_period(h, call, 0, &p, &found);
    if (!s && found) h->proof = p;
    return s;
}

ta_status heap_look(ta_heap *h, ta_call *call) {
    return h->g.count < h->look_at ? TA_OK : look(h, call);
}

/* Compute g(0..count-1), or stop at a proved period. */
static ta_status advance(ta_heap *h, ta_call *call, size_t count) {
    while (h->g.count < count && !h->proof.proved) {
        size_t next = h->look_at > h->g.count && h->look_at < count ? h->look_at : count;
        ta_status s = ta_nim_values_reserve(&h->g, call, next, (double)h->settings.memory);
        h->goal = count;
        if (!s) s = h->kind->grow(h, call, next);
        h->goal = 0;
        if (!s) s = heap_look(h, call);
        if (s) return s;
    }
    return TA_OK;
}

/* ---- Values ---- */

/* Set *value to g(n) and return 1 if it is known; else return 0. */
static int known_value(const ta_heap *h, ta_amount n, ta_amount *value) {
    if ((uint64_t)n < h->g.count) {
        *value = ta_nim_values_at(&h->g, (size_t)n);
        return 1;
    }
    if (!h->proof.proved) return 0;
    ta_amount past = n - h->proof.preperiod;
    *value = ta_nim_values_at(&h->g, (size_t)(h->proof.preperiod + past % h->proof.period)) +
             past / h->proof.period * h->proof.saltus;
    return 1;
}

ta_status heap_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value) {
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a heap is from 0 to 2^62");
    if (known_value(h, n, value)) return TA_OK;
    if (h->kind->value) return h->kind->value(h, call, n, value);
    ta_amount to = n <= h->settings.check ? n : h->settings.check;
    if (to >= (ta_amount)TA_HEAPS_MOST) to = (ta_amount)TA_HEAPS_MOST - 1;
    ta_status s = advance(h, call, (size_t)to + 1);
    if (!s && !known_value(h, n, value) && h->looked != h->g.count) s = look(h, call);
    if (s || known_value(h, n, value)) return s;
    return ta_fail(
        call, TA_ELIMIT,
        "%s: no period is proved among heaps 0 to %zu, and heap %lld is past check = %lld", h->text,
        h->g.count - 1, (long long)n, (long long)h->settings.check);
}

ta_status ta_heap_nim_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value) {
    return heap_checked(h, heap_value(h, call, n, value));
}

ta_status ta_heap_extend(ta_heap *h, ta_call *call, ta_amount to) {
    if (to < 0) return ta_fail(call, TA_EINVAL, "a heap is from 0 up");
    if (h->proof.proved) return TA_OK;
    if (to >= (ta_amount)TA_HEAPS_MOST)
        return ta_fail(call, TA_ELIMIT, "a sequence holds at most 2^32 heaps");
    return heap_checked(h, advance(h, call, (size_t)to + 1));
}

int ta_heap_proved(const ta_heap *h, ta_period *period) {
    if (h->proof.proved) *period = h->proof;
    return h->proof.proved;
}

/* The failure when no period is proved, and none fills the later half three times. */
static ta_status no_period(const ta_heap *h, ta_call *call, const ta_period *near) {
    size_t last = h->g.count - 1;
    if (!near->period)
        return ta_fail(call, TA_ELIMIT,
                       "%s: no period is seen among heaps 0 to %zu; values up to %u", h->text, last,
                       h->g.largest);
    ta_amount tenths = 10 * ((ta_amount)last + 1 - near->preperiod) / near->period;
    char would[64] = "; no theorem says when it is proved";
    if (near->needs < TA_INF)
        snprintf(would, sizeof would, ", and is proved if it goes on to heap %lld",
                 (long long)near->needs);
    return ta_fail(call, TA_ELIMIT,
                   "%s: no period is proved among heaps 0 to %zu; period %lld from %lld on is seen "
                   "%lld.%lld times%s",
                   h->text, last, (long long)near->period, (long long)near->preperiod,
                   (long long)(tenths / 10), (long long)(tenths % 10), would);
}

ta_status ta_heap_periodicity(ta_heap *h, ta_call *call, ta_amount limit, ta_period *period) {
    if (limit < 0) return ta_fail(call, TA_EINVAL, "a limit is from 0 up");
    if (limit >= (ta_amount)TA_HEAPS_MOST) limit = (ta_amount)TA_HEAPS_MOST - 1; /* all there are */
    ta_status s = h->proof.proved ? TA_OK : ta_heap_extend(h, call, limit);
    int found = h->proof.proved;
    ta_period p = h->proof;
    if (!s && !found) {
        s = heap_find_period(h, call, 1, &p, &found);
        if (!s && found && p.proved) h->proof = p;
    }
    if (s) return s;
    if (found) *period = p;
    else s = no_period(h, call, &p);
    return heap_checked(h, s);
}

int ta_heap_width(const ta_heap *h, ta_amount to) {
    ta_amount largest = h->g.largest;
    if ((uint64_t)to >= h->g.count && h->proof.proved)
        largest +=
            (to - (ta_amount)h->g.count) / h->proof.period * h->proof.saltus + h->proof.saltus;
    return largest >= ((ta_amount)1 << 32) ? 8 : (int)ta_nim_values_width((uint32_t)largest);
}

/* ---- Checking ---- */

/* The proved period holds for the known values, and its preperiod is the least. */
static const char *check_proof(const ta_heap *h) {
    const ta_period *p = &h->proof;
    const ta_nim_values *g = &h->g;
    size_t e = (size_t)p->preperiod, period = (size_t)p->period;
    if (!p->proved) return NULL;
    if (p->preperiod < 0 || p->period < 1) return "heap: no period to speak of is proved";
    if (e + period > g->count)
        return "heap: a proved period is not known"; /* known_value reads it */
    for (size_t n = e; n + period < g->count; n += ta_check_step(g->count))
        if (ta_nim_values_at(g, n + period) != ta_nim_values_at(g, n) + p->saltus)
            return "heap: a proved period does not hold";
    if (e > 0 && e - 1 + period < g->count &&
        ta_nim_values_at(g, e - 1 + period) == ta_nim_values_at(g, e - 1) + p->saltus)
        return "heap: a preperiod is not the least";
    return NULL;
}

const char *ta_heap_check(const ta_heap *h) {
    const char *broken = ta_nim_values_check(&h->g);
    if (!broken) broken = check_proof(h);
    return broken ? broken : h->kind->check(h);
}
