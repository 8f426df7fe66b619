/*
** stored.c - values of a sequence in packed form: computed into memory that may be a mapped file,
** and resumed from there.
**
** A take-and-break game reads all its values repeatedly. So the data is lent to its sequence
** (nim_values.h). Values of one byte are written and read there. So are values of two bytes, once
** the first of them needs two. Values held elsewhere (fewer bits, or the first values of a file of
** 16 bits) are packed as they are computed.
**
** A subtraction game reads its last max S values alone. When it holds HELD values or more, these
** last ones are moved to the front of its sequence, as heaps 0, 1, ..., and the others dropped.
**
** To resume, the values in the data are loaded into the sequence, up to each count where a proof
** of a period is searched. So the same values give the same proof as when they were computed. The
** kinds rebuild their tables from the values (in `resume`, or when they next grow). Sets, rare
** values and their chains take one pass. A finite code of three heaps needs all sets of pairs
** again. Codes of more heaps or with a repeating tail need all their sets, which is a part of the
** first cost. Values are the mex by definition, whatever the history of the tables.
*/
#include "stored.h"

#include <string.h>

#include "base/answers.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "kind.h"

#define STEP 16384             /* values computed between calls of `reached` */
#define LONG_STEP 65536        /* the same for a kind with a window */
#define HELD ((size_t)1 << 20) /* values a kind with a window holds, or 16 windows if more */
#define ROW 4096               /* values packed at once */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define WIDEST_LENT 1
#else
#define WIDEST_LENT 2
#endif

/* ---- Packing ---- */

/* Pack `count` values below 2^bits, one byte each, as the values of heaps `place` on. */
static void pack(uint8_t *data, unsigned bits, uint64_t place, const uint8_t *v, size_t count) {
    size_t i = 0;
    unsigned each = 8 / bits;
    if (bits == 8) {
        memcpy(data + place, v, count);
        return;
    }
    for (; i < count && (place + i) % each; i++) ta_answer_put(data, bits, place + i, v[i]);
    uint8_t *to = data + (place + i) / each;
    size_t bytes = (count - i) / each;
    const uint8_t *from = v + i;
    if (bits == 4) {
        for (size_t k = 0; k < bytes; k++) to[k] = (uint8_t)(from[2 * k] | from[2 * k + 1] << 4);
    } else if (bits == 2) {
        for (size_t k = 0; k < bytes; k++, from += 4)
            to[k] = (uint8_t)(from[0] | from[1] << 2 | from[2] << 4 | from[3] << 6);
    } else {
        for (size_t k = 0; k < bytes; k++, from += 8)
            to[k] = (uint8_t)(from[0] | from[1] << 1 | from[2] << 2 | from[3] << 3 | from[4] << 4 |
                              from[5] << 5 | from[6] << 6 | from[7] << 7);
    }
    for (i += bytes * each; i < count; i++) ta_answer_put(data, bits, place + i, v[i]);
}

static ta_status too_large(const ta_heap *h, ta_call *call, const ta_storing *s, uint64_t n,
                           uint64_t value) {
    if (s->refused) *s->refused = value;
    return ta_fail(call, TA_ELIMIT, "%s: heap %llu: the nim value %llu takes more than %u bit%s",
                   h->text, (unsigned long long)n, (unsigned long long)value, s->bits,
                   s->bits > 1 ? "s" : "");
}

/* Store values for heaps `place` on, up to the first that does not fit. */
static ta_status put_row(const ta_heap *h, ta_call *call, const ta_storing *s, uint64_t place,
                         const uint64_t *values, size_t count) {
    uint8_t small[ROW];
    size_t fit = 0;
    for (; fit < count && values[fit] >> s->bits == 0; fit++) {
        if (s->bits == 16) ta_answer_put(s->data, 16, place + fit, (uint32_t)values[fit]);
        else small[fit] = (uint8_t)values[fit];
    }
    if (s->bits < 16) pack(s->data, s->bits, place, small, fit);
    return fit < count ? too_large(h, call, s, place + fit, values[fit]) : TA_OK;
}

/* Store g(*done..to-1) in the data, and advance *done. */
static ta_status put(const ta_heap *h, ta_call *call, const ta_storing *s, uint64_t to,
                     uint64_t *done) {
    uint64_t values[ROW];
    ta_status st = TA_OK;
    if (h->g.data == s->data) *done = to;
    if (h->g.width == 1 && s->bits <= 8 && h->g.largest >> s->bits == 0 && *done < to) {
        pack(s->data, s->bits, *done, (const uint8_t *)h->g.data + (*done - h->before),
             (size_t)(to - *done));
        *done = to;
    }
    while (!st && *done < to) {
        size_t count = to - *done < ROW ? (size_t)(to - *done) : ROW;
        for (size_t i = 0; i < count; i++)
            values[i] = ta_nim_values_at(&h->g, (size_t)(*done - h->before) + i);
        st = put_row(h, call, s, *done, values, count);
        if (!st) *done += count;
    }
    return st;
}

/* ---- Values in the data ---- */

/* Grow g to `count` values from the data. */
static ta_status load(ta_heap *h, ta_call *call, const uint8_t *data, unsigned bits, size_t count) {
    ta_nim_values *g = &h->g;
    ta_status s = TA_OK;
    while (!s && g->count < count) {
        size_t to = count - g->count < STEP ? count : g->count + STEP;
        uint32_t largest = g->largest;
        if (g->data != data) s = ta_nim_values_reserve(g, call, to, (double)h->settings.memory);
        while (!s && g->count < to && g->data != data)
            s = ta_nim_values_append(g, ta_answer_get(data, bits, h->before + g->count));
        if (g->largest > largest) largest = g->largest;
        for (; !s && g->count < to; g->count++) { /* lent data: the values are in place */
            uint32_t v = ta_nim_values_at(g, g->count);
            if (v > largest) largest = v;
        }
        g->largest = largest;
        if (!s) s = heap_poll(h, call, STEP / 64, g->count);
    }
    return s;
}

/* Search for a proof if it is time, or delay the search if its memory is missing. */
static ta_status look(ta_heap *h, ta_call *call) {
    if (h->g.count >= h->look_at && 8.0 * (double)h->g.count > ta_memory_available()) {
        h->look_at = 2 * h->g.count;
        return TA_OK;
    }
    return heap_look(h, call);
}

/* Load g(0..count-1) from the data, or stop at the proof found when they were computed. */
static ta_status recall(ta_heap *h, ta_call *call, const uint8_t *data, unsigned bits,
                        size_t count) {
    while (h->g.count < count && !h->proof.proved) {
        size_t known = h->g.count, next = h->look_at > known && h->look_at < count ? h->look_at : count;
        ta_status s = load(h, call, data, bits, next);
        if (!s && h->kind->resume) s = h->kind->resume(h);
        if (s && h->kind->resume) h->g.count = known; /* its tables still match these */
        if (!s) s = look(h, call);
        if (s) return s;
    }
    return TA_OK;
}

/* ---- Later values ---- */

/* Renumber heaps so that the last `window` values come first. Drop those before. */
static ta_status shift(ta_heap *h, size_t window) {
    char *g = h->g.data;
    size_t gone = h->g.count - window;
    memmove(g, g + gone * h->g.width, window * h->g.width);
    h->g.count = window;
    h->before += gone;
    h->look_at = SIZE_MAX;
    return h->kind->resume(h);
}

/* Store the values from heap `place` on, which follow from the proved period. */
static ta_status follow(ta_heap *h, ta_call *call, const ta_storing *s, uint64_t place) {
    const ta_period *p = &h->proof;
    uint64_t values[ROW], at = 0, more = 0;
    ta_status st = TA_OK;
    if (place < s->count) {
        uint64_t past = place - (uint64_t)p->preperiod;
        ta_assert(p->proved && place >= (uint64_t)p->preperiod);
        at = past % (uint64_t)p->period;
        more = past / (uint64_t)p->period * (uint64_t)p->saltus;
    }
    while (!st && place < s->count) {
        size_t count = ROW - place % ROW;
        if (s->count - place < count) count = (size_t)(s->count - place);
        for (size_t i = 0; i < count; i++) {
            values[i] = ta_nim_values_at(&h->g, (size_t)p->preperiod + (size_t)at) + more;
            if (++at == (uint64_t)p->period) at = 0, more += (uint64_t)p->saltus;
        }
        st = put_row(h, call, s, place, values, count);
        if (!st) place += count;
        if (!st && (place % LONG_STEP == 0 || place == s->count))
            st = s->reached(s->ctx, call, place);
        if (!st) st = ta_poll(call, ROW / 64, (double)place, (double)s->count);
    }
    return st;
}

static ta_status grow(ta_heap *h, ta_call *call, const ta_storing *s, uint64_t *done, size_t step) {
    size_t left = s->count - *done < step ? (size_t)(s->count - *done) : step;
    size_t next = h->g.count + left;
    if (h->look_at > h->g.count && h->look_at < next) next = h->look_at;
    ta_status st = ta_nim_values_reserve(&h->g, call, next, (double)h->settings.memory);
    h->goal = (size_t)(s->count - h->before);
    h->had = h->g.count;
    if (!st) st = h->kind->grow(h, call, next);
    h->goal = h->had = 0;
    if (st == TA_ELIMIT && h->g.refused) st = too_large(h, call, s, h->g.count, h->g.refused);
    uint64_t before = *done; /* values computed before a failure are kept */
    ta_status put_too = put(h, call, s, h->before + h->g.count, done);
    if (!st) st = put_too;
    if (*done == before) return st;
    put_too = s->reached(s->ctx, call, *done);
    return st ? st : put_too;
}

static ta_status unsupported(const ta_heap *h, ta_call *call) {
    return ta_fail(call, TA_EUNSUPPORTED, "%s: its values are not found one heap after another",
                   h->text);
}

static ta_status too_many(const ta_heap *h, ta_call *call) {
    return ta_fail(call, TA_ELIMIT, "%s: a sequence without a proved period holds at most 2^32 heaps",
                   h->text);
}

/* Load only the last `window` values before heap `from`. */
static ta_status resume_at(ta_heap *h, ta_call *call, const ta_storing *s, uint64_t from,
                           size_t window) {
    h->before = from - window;
    h->had = window;
    h->g.count = 0;
    h->look_at = SIZE_MAX;
    ta_status st = load(h, call, s->data, s->bits, window);
    return st ? st : h->kind->resume(h);
}

static ta_status store(ta_heap *h, ta_call *call, const ta_storing *s, uint64_t from) {
    size_t window = h->kind->window ? h->kind->window(h) : 0;
    size_t held = window ? (16 * window < HELD ? HELD : 16 * window) : TA_HEAPS_MOST;
    if (h->kind->value) return unsupported(h, call);
    if (!window && s->bits >= 8 && s->bits / 8 <= WIDEST_LENT)
        ta_nim_values_lend(&h->g, s->data, s->bits / 8,
                           s->count < TA_HEAPS_MOST ? (size_t)s->count : TA_HEAPS_MOST);
    h->had = (size_t)from;
    ta_status st = recall(h, call, s->data, s->bits, from < held ? (size_t)from : held);
    if (!st && from > h->g.count && !h->proof.proved)
        st = window ? resume_at(h, call, s, from, window) : too_many(h, call);
    h->had = 0;
    while (!st && from < s->count && !h->proof.proved) {
        if (window && h->g.count >= held) st = shift(h, window);
        if (!st) st = grow(h, call, s, &from, window ? LONG_STEP : STEP);
        if (!st) st = look(h, call);
    }
    return st ? st : heap_checked(h, follow(h, call, s, from));
}

ta_status ta_heap_store(const ta_heap *game, ta_call *call, const ta_storing *s, uint64_t from) {
    ta_heap *own; /* its values may be stored in the data */
    ta_require(from <= s->count);
    ta_status st = heap_copy(game, call, &own);
    if (st) return st;
    st = store(own, call, s, from);
    ta_heap_destroy(own);
    return st;
}

ta_status ta_heap_recall(ta_heap *h, ta_call *call, const uint8_t *data, unsigned bits,
                         uint64_t count) {
    if (h->kind->value) return unsupported(h, call);
    size_t most = count < TA_HEAPS_MOST ? (size_t)count : TA_HEAPS_MOST;
    ta_status st = recall(h, call, data, bits, most);
    if (!st && count > most && !h->proof.proved) st = too_many(h, call);
    return heap_checked(h, st);
}
