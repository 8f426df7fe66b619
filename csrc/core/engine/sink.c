/*
** sink.c - positions written by rules, and positions as text.
*/
#include "sink.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "base/utf8.h"

void ta_sink_init(ta_sink *sink, const ta_allocator *allocator) {
    memset(sink, 0, sizeof *sink);
    sink->allocator = allocator;
}

void ta_sink_clear(ta_sink *sink) {
    ta_free(sink->allocator, sink->words, sink->cap, sizeof *sink->words);
    ta_sink_init(sink, sink->allocator);
}

/* Do the last positions repeat periodically, each equal to one a fixed number before it? */
static bool repeats(const ta_sink *sink) {
    size_t last[TA_SINK_LAST], count = 0; /* a ring of their start words */
    size_t at[TA_SINK_LAST + 1];          /* the same in order, and the end */
    for (size_t word = 0; word < sink->used;) {
        ta_position p;
        last[count++ % TA_SINK_LAST] = word;
        word = ta_sink_read(sink, word, &p);
    }
    if (count < TA_SINK_LAST) return false;
    for (size_t i = 0; i < TA_SINK_LAST; i++) at[i] = last[(count + i) % TA_SINK_LAST];
    at[TA_SINK_LAST] = sink->used;
    for (size_t round = 1; round <= TA_SINK_LAST / 2; round++) {
        size_t i = round, size;
        for (; i < TA_SINK_LAST; i++) {
            size = at[i + 1] - at[i];
            if (at[i - round + 1] - at[i - round] != size ||
                memcmp(sink->words + at[i - round], sink->words + at[i],
                       size * sizeof *sink->words) != 0)
                break;
        }
        if (i == TA_SINK_LAST) return true;
    }
    return false;
}

static ta_status too_many(const ta_sink *sink, ta_call *call) {
    if (repeats(sink))
        return ta_fail(
            call, TA_EBADRULE,
            "more than %d options were emitted from one position; does the rule's loop end?",
            TA_OPTIONS_MOST);
    return ta_fail(call, TA_ELIMIT, "more than %d options of one position", TA_OPTIONS_MOST);
}

ta_status ta_sink_grow(ta_sink *sink, ta_call *call, size_t words) {
    if (sink->count >= TA_OPTIONS_MOST) return too_many(sink, call);
    return ta_reserve(sink->allocator, (void **)&sink->words, &sink->cap, sink->used + words,
                      sizeof *sink->words);
}

/* Write a position that is not in the box. It is not inlined, to keep the fast path short. */
__attribute__((noinline)) static ta_status write(ta_sink *sink, ta_call *call,
                                                 const ta_position *position) {
    size_t count = position->count;
    if (position->component ? count < 1 || count > TA_COMPONENTS : count > TA_TEXT_MOST)
        return ta_fail(call, TA_EBADRULE,
                       "a position has 1 to %d integers or one string, not %zu %s", TA_COMPONENTS,
                       count, position->component ? "integers" : "bytes");
    size_t words = position->component ? count : (count + 7) / 8;
    ta_status s = ta_sink_grow(sink, call, words + 1);
    if (s) return s;
    int64_t *at = sink->words + sink->used;
    at[0] = position->component ? (int64_t)count : -(int64_t)count;
    if (position->component) memcpy(at + 1, position->component, count * sizeof *at);
    else if (count) {
        at[words] = 0;
        memcpy(at + 1, position->text, count);
    }
    sink->used += words + 1;
    sink->count++;
    return TA_OK;
}

void ta_sink_seek(ta_sink *sink, const ta_position *position) {
    const ta_posmap *m = sink->box;
    const ta_column *c = &m->column[sink->column];
    uint32_t id;
    if (position->component && position->count == 0) return; /* it will be refused */
    if (m->count == 0 || !ta_posmap_find(m, position, &id)) return;
    size_t cell = (size_t)id * c->players + (c->players > 1 ? (size_t)sink->player : 0);
    if (ta_column_get(c, cell) == sink->losing) sink->stopped = 1;
}

ta_status ta_sink_emit(ta_sink *sink, ta_call *call, const ta_position *position) {
    return ta_sink_place(sink, position) ? TA_OK : write(sink, call, position);
}

ta_status ta_sink_emit_integers(ta_sink *sink, ta_call *call, const int64_t *component,
                                size_t count) {
    ta_position position = { component, NULL, count };
    return ta_sink_place(sink, &position) ? TA_OK : write(sink, call, &position);
}

int ta_sink_stopped(const ta_sink *sink) {
    return sink->stopped;
}

/* ---- Runs ---- */

/* Are both ends of a run, and so all of it, in the sink's box? A run that passes 2^63 is not. */
static bool within(const ta_posmap *m, const int64_t *start, const int64_t *step, size_t size,
                   size_t count) {
    if (!m || !m->box || size != m->arity || size == 0) return false;
    for (size_t i = 0; i < size; i++) {
        int64_t last;
        if (start[i] < m->lo[i] || start[i] > m->hi[i]) return false;
        if (__builtin_mul_overflow(step[i], (int64_t)count - 1, &last)) return false;
        if (__builtin_add_overflow(last, start[i], &last)) return false;
        if (last < m->lo[i] || last > m->hi[i]) return false;
    }
    return true;
}

/* Emit a run inside the box: its ids have one step too. */
static ta_status place_run(ta_sink *sink, ta_call *call, const int64_t *start, const int64_t *step,
                           size_t size, size_t count) {
    ta_posmap *m = sink->box;
    ta_position first = { start, NULL, size };
    uint32_t id = 0, by = 0;
    ta_posmap_boxed(m, &first, &id);
    for (size_t i = 0; i < size; i++) by += (uint32_t)step[i] * (uint32_t)m->stride[i];
    ta_folded folded = sink->fold ? ta_cells_run(sink->fold, id, by, count) : FOLDED_UNKNOWN;
    if (folded != FOLDED_UNKNOWN) {
        sink->stopped |= folded == FOLDED_ENOUGH;
        sink->count += count;
        return TA_OK;
    }
    ta_status s = ta_posmap_live_grow(m, call, count);
    if (s) return s;
    for (size_t k = 0; k < count && !sink->stopped; k++, id += by) ta_sink_take(sink, id);
    return TA_OK;
}

ta_status ta_sink_run(ta_sink *sink, ta_call *call, const int64_t *start, const int64_t *step,
                      size_t size, size_t count) {
    int64_t at[TA_COMPONENTS];
    if (count == 0 || sink->stopped) return TA_OK;
    if (sink->count <= TA_SINK_UNSEEN && count <= TA_SINK_UNSEEN - sink->count &&
        within(sink->box, start, step, size, count))
        return place_run(sink, call, start, step, size, count);
    if (size < 1 || size > TA_COMPONENTS) return ta_sink_emit_integers(sink, call, start, size);
    memcpy(at, start, size * sizeof *at);
    for (size_t k = 0; k < count && !sink->stopped; k++) {
        ta_status s = ta_sink_emit_integers(sink, call, at, size);
        if (s) return s;
        for (size_t i = 0; i < size; i++) at[i] = (int64_t)((uint64_t)at[i] + (uint64_t)step[i]);
    }
    return TA_OK;
}

/* ---- Records ---- */

/* Fold positions of `size` integers in the box whose cells are known. Returns the word of the first
** other record. The compiler knows `size`. */
static inline size_t fold_records(ta_sink *sink, const int64_t *words, size_t at, size_t used,
                                  size_t size) {
    const ta_posmap *m = sink->box;
    size_t before = at;
    while (at < used && words[at] == (int64_t)size && !sink->stopped) {
        size_t id = 0;
        for (size_t i = 0; i < size; i++) {
            uint64_t lo = (uint64_t)m->lo[i], c = (uint64_t)words[at + 1 + i] - lo;
            if (c > (uint64_t)m->hi[i] - lo) goto done;
            id += (size_t)c * m->stride[i];
        }
        ta_folded folded = ta_cells_one(sink->fold, (uint32_t)id);
        if (folded == FOLDED_UNKNOWN) break;
        if (folded == FOLDED_ENOUGH) sink->stopped = 1;
        at += size + 1;
    }
done:
    sink->count += (at - before) / (size + 1);
    return at;
}

static size_t fold_known(ta_sink *sink, const int64_t *words, size_t at, size_t used) {
    if (!sink->fold || !sink->box->box || sink->count + used > TA_SINK_UNSEEN) return at;
    switch (sink->box->arity) {
    case 1: return fold_records(sink, words, at, used, 1);
    case 2: return fold_records(sink, words, at, used, 2);
    case 3: return fold_records(sink, words, at, used, 3);
    default: return at;
    }
}

ta_status ta_sink_records(ta_sink *sink, ta_call *call, const int64_t *words, size_t used) {
    ta_status s = TA_OK;
    for (size_t at = fold_known(sink, words, 0, used); at < used && !s && !sink->stopped;) {
        size_t size = (size_t)(words[at] > 0 ? words[at] : -words[at]);
        const int64_t *start = words + at + 2;
        if (words[at] > 0) s = ta_sink_emit_integers(sink, call, start - 1, size);
        else s = ta_sink_run(sink, call, start, start + size, size, (size_t)words[at + 1] + 1);
        at += words[at] > 0 ? size + 1 : 2 * size + 2;
        if (!s) at = fold_known(sink, words, at, used);
    }
    return s;
}

ta_status ta_sink_canonical(ta_sink *sink, ta_call *call, const ta_ruleset *rules,
                            const ta_position *p, ta_position *q) {
    char text[80];
    ta_sink_empty(sink);
    ta_status s = rules->canonical(rules->ctx, call, p, sink);
    if (s) return s;
    if (sink->count != 1)
        return ta_fail(call, TA_EBADRULE,
                       "canonical gave %zu positions for %s; it gives exactly one", sink->count,
                       ta_sink_text(rules, text, sizeof text, p));
    ta_sink_read(sink, 0, q);
    return TA_OK;
}

char *ta_sink_text(const ta_ruleset *rules, char *text, size_t size, const ta_position *position) {
    return rules->text ? rules->text(rules->ctx, text, size, position)
                       : ta_position_text(text, size, position);
}

/* Can a message hold the text: is it UTF-8 without characters that control a terminal? */
static bool prints(const char *text, size_t count) {
    unsigned character;
    for (size_t i = 0, bytes; i < count; i += bytes) {
        bytes = ta_utf8(text + i, count - i, &character);
        if (bytes == 0 || ta_steers(character)) return false;
    }
    return true;
}

char *ta_position_text(char *text, size_t size, const ta_position *position) {
    size_t used = 0;
    if (position->component) {
        for (size_t i = 0; i < position->count && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s%" PRId64, i ? ", " : "(",
                                     position->component[i]);
        if (used < size) snprintf(text + used, size - used, ")");
        return text;
    }
    size_t whole = position->count;
    if (whole && !prints(position->text, whole)) {
        snprintf(text, size, "a string of %zu bytes", whole);
        return text;
    }
    if (size >= 3 && whole > size - 3)
        for (whole = size - 3; whole && (position->text[whole] & 0xC0) == 0x80;) whole--;
    snprintf(text, size, "\"%.*s\"", (int)whole, whole ? position->text : "");
    return text;
}
