/*
** text.c - the certificate of phases as text, and back. One certificate has one text.
**
**   takeaway phases 1
**   set 1 2
**   first 20                   the tree in preorder, see phases_int.h: `split q`, `first j`, or a leaf,
**   64 3                       values, period of the phase that does not end
**   96 2 15 3 64 3             values, period, times, times_k of a phase that ends, before it
**
** Integers from 0 to 2^40, values and periods from 1 to 2^24, one space between two.
*/
#include <stdio.h>
#include <string.h>

#include "base/poll.h"
#include "base/status.h"
#include "phases_int.h"

#define HEAD "takeaway phases"
#define VERSION 1

/* ---- Writing ---- */

typedef struct writer {
    char *buffer;
    size_t size, length;
} writer;

static void put_text(writer *w, const char *text) {
    for (; *text; text++, w->length++)
        if (w->length + 1 < w->size) w->buffer[w->length] = *text;
}

static void put_number(writer *w, const char *before, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put_text(w, before);
    put_text(w, text);
}

size_t ta_phases_text(const ta_phases *p, char *buffer, size_t size) {
    writer w = { buffer, size, 0 };
    put_number(&w, HEAD " ", VERSION);
    put_text(&w, "\nset");
    for (size_t i = 0; i < p->count; i++) put_number(&w, " ", p->a[i]);
    put_text(&w, "\n");
    for (size_t at = 0; at < p->length;) {
        int64_t kind = p->code[at++];
        if (kind < 0) put_number(&w, kind == PHASES_SPLIT ? "split " : "first ", p->code[at++]);
        for (int64_t i = 0; kind >= 0 && i < 4 * kind + 2; i++)
            put_number(&w, i ? " " : "", p->code[at++]);
        put_text(&w, "\n");
    }
    if (size > 0) buffer[w.length < size ? w.length : size - 1] = '\0';
    return w.length;
}

/* ---- Reading ---- */

typedef struct reader {
    ta_phases *p;
    ta_call *call;
    const char *at, *end;
    size_t line;
} reader;

static ta_status wrong(reader *r, const char *expected) {
    return ta_fail(r->call, TA_EIO, "not a certificate: line %zu: expected %s", r->line, expected);
}

/* 1 and past it, where this is the text ahead. */
static int take(reader *r, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, text, length) != 0) return 0;
    r->at += length;
    return 1;
}

static ta_status read_number(reader *r, int64_t low, int64_t high, int64_t *number) {
    const char *from = r->at;
    int64_t value = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        value = 10 * value + (*r->at - '0');
        if (value > high)
            return ta_fail(r->call, TA_ELIMIT, "line %zu of the certificate: a number over %lld",
                           r->line, (long long)high);
    }
    if (r->at == from || value < low || (*from == '0' && r->at > from + 1)) {
        char expected[64];
        snprintf(expected, sizeof expected, "an integer from %lld", (long long)low);
        return wrong(r, expected);
    }
    *number = value;
    return TA_OK;
}

static ta_status read_end(reader *r) {
    if (!take(r, "\n")) return wrong(r, "the end of the line");
    r->line++;
    return TA_OK;
}

static ta_status read_head(reader *r) {
    int64_t number = 0;
    if (!take(r, HEAD " ")) return wrong(r, "\"" HEAD "\" and a version");
    ta_status s = read_number(r, 0, PHASES_LARGEST, &number);
    if (!s && number != VERSION)
        return ta_fail(r->call, TA_EUNSUPPORTED,
                       "a certificate of version %lld; this reads version %d", (long long)number,
                       VERSION);
    if (!s) s = read_end(r);
    if (!s && !take(r, "set")) return wrong(r, "\"set\" and its members");
    for (int64_t before = 0; !s && (before == 0 || (r->at < r->end && *r->at == ' '));
         before = number) {
        if (!take(r, " ")) return wrong(r, "a member of the set");
        s = read_number(r, before + 1, TA_PHASES_MEMBER, &number);
        if (!s) s = phases_member(r->p, r->call, number);
    }
    return s ? s : read_end(r);
}

/* values, period, and once more after times, times_k. */
static ta_status read_leaf(reader *r, phases_class class) {
    ta_phases *p = r->p;
    size_t head = p->length;
    int64_t number = 0, ended = 0;
    ta_status s = phases_put(p, 0);
    for (int i = 0;; i = (i + 1) % 4) {
        if (!s)
            s = i < 2 ? read_number(r, 1, PHASES_PERIOD, &number)
                      : read_number(r, 0,
                                    class.modulus ? PHASES_LARGEST
                                    : i == 2      ? PHASES_LARGEST
                                                  : 0,
                                    &number);
        if (!s) s = phases_put(p, number);
        if (s) return s;
        ended += i == 3;
        if (i == 1 && r->at < r->end && *r->at == '\n') break;
        if (!take(r, " ")) return wrong(r, i == 1 ? "a space or the end of the line" : "a space");
    }
    p->code[head] = ended;
    s = read_end(r);
    return s ? s : phases_leaf_put(p, class, head);
}

static ta_status read_node(reader *r, phases_walk *w, phases_class class) {
    int64_t kind = take(r, "split ") ? PHASES_SPLIT : take(r, "first ") ? PHASES_FIRST : 0, arg = 0;
    if (!kind) return read_leaf(r, class);
    if (class.modulus == 0) return wrong(r, "values and a period: here m is a single one");
    ta_status s = read_number(r, kind == PHASES_SPLIT ? 2 : 1, PHASES_LARGEST, &arg);
    if (!s) s = read_end(r);
    if (!s) s = phases_put(r->p, kind);
    if (!s) s = phases_put(r->p, arg);
    if (!s) s = phases_walk_open(w, class, kind, arg);
    if (s != TA_ELIMIT || r->call->message[0]) return s;
    return ta_fail(r->call, TA_ELIMIT, "line %zu of the certificate: m beyond 2^40", r->line - 1);
}

ta_status phases_read(ta_phases *p, ta_call *call, const char *text, size_t length) {
    reader r = { p, call, text, text + length, 1 };
    phases_walk w;
    phases_class class;
    call->message[0] = '\0'; /* read_node asks whether what failed left a message */
    ta_status s = phases_walk_start(&w, &p->alloc);
    if (!s) s = read_head(&r);
    while (!s && phases_walk_next(&w, &class)) {
        s = read_node(&r, &w, class);
        if (!s) s = ta_poll(call, 16, (double)(r.at - text), (double)length);
    }
    phases_walk_clear(&w);
    if (!s && r.at < r.end) return wrong(&r, "nothing more");
    return s;
}
