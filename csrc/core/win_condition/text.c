/*
** text.c - writes and reads certificates of both forms. Each certificate has exactly one text.
**
** Words are JSON:
**
**   {"format": "takeaway win condition", "version": 1, "set": [1,3,4],
**    "base": 30, "period": 14, "level": 2,
**    "words": [["V", ["VH2",1,0], ["V3H3",5,2]], ...]}
**
** Each residue has one word: its endless letter, then its items [letters, c, g]. Letters are
** run-length coded in maximal runs, with counts from 2 on written. The fields may come in any
** order, each once, and there are no others. The reader refuses numbers over 10^9, and more
** letters than 2^24 plus 16 for every byte of text, before it stores them.
**
** Phases are lines of integers from 0 to 2^40, separated by one space:
**
**   takeaway phases 1
**   set 1 2
**   first 20                   the tree in preorder, see phases_int.h: `split q`, `first j`, a leaf
**   64 3                       values and period of the phase that does not end
**   96 2 15 3 64 3             before them: values, period, times, times_k of a phase that ends
**
** The reader accepts these shapes only, so its depth is bounded. Its time is linear.
*/
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/poll.h"
#include "base/status.h"
#include "phases_int.h"

#define WORDS "\"takeaway win condition\""
#define PHASES "takeaway phases"
#define VERSION 1
#define WORDS_LARGEST 1000000000

/* ---- Writing ---- */

typedef struct writer {
    char *buffer;
    size_t size, length;
} writer;

static void put(writer *w, const char *text) {
    for (; *text; text++, w->length++)
        if (w->length + 1 < w->size) w->buffer[w->length] = *text;
}

static void put_number(writer *w, const char *before, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put(w, before);
    put(w, text);
}

static void put_set(writer *w, const char *first, const char *before, const certificate_set *set) {
    for (size_t i = 0; i < set->count; i++) put_number(w, i ? before : first, set->a[i]);
}

static size_t put_end(writer *w) {
    if (w->size > 0) w->buffer[w->length < w->size ? w->length : w->size - 1] = '\0';
    return w->length;
}

static void put_item(writer *w, const certificate *c, const certificate_item *item) {
    const char *letters = c->letters + item->at;
    put(w, ",[\"");
    for (int64_t i = 0, run; i < item->length; i += run) {
        for (run = 1; i + run < item->length && letters[i + run] == letters[i];) run++;
        put(w, letters[i] == 'H' ? "H" : "V");
        if (run > 1) put_number(w, "", run);
    }
    put_number(w, "\",", item->c);
    put_number(w, ",", item->g);
    put(w, "]");
}

size_t certificate_write(const certificate *c, char *buffer, size_t size) {
    writer w = { buffer, size, 0 };
    put_number(&w, "{\"format\": " WORDS ",\n \"version\": ", VERSION);
    put_set(&w, ",\n \"set\": [", ",", &c->set);
    put_number(&w, "],\n \"base\": ", c->base);
    put_number(&w, ",\n \"period\": ", c->period);
    put_number(&w, ",\n \"level\": ", c->level);
    put(&w, ",\n \"words\": [");
    for (size_t i = 0; i < c->word_count; i++) {
        put(&w, i ? ",\n  " : "\n  ");
        put(&w, c->words[i].end == 'H' ? "[\"H\"" : "[\"V\"");
        for (size_t j = 0; j < c->words[i].count; j++)
            put_item(&w, c, &c->items[c->words[i].first + j]);
        put(&w, "]");
    }
    put(&w, "\n ]}\n");
    return put_end(&w);
}

size_t ta_phases_text(const ta_phases *p, char *buffer, size_t size) {
    writer w = { buffer, size, 0 };
    put_number(&w, PHASES " ", VERSION);
    put_set(&w, "\nset ", " ", &p->set);
    for (size_t at = 0; at < p->length;) {
        int64_t kind = p->code[at++];
        put(&w, "\n");
        if (kind < 0) put_number(&w, kind == PHASES_SPLIT ? "split " : "first ", p->code[at++]);
        for (int64_t i = 0; kind >= 0 && i < 4 * kind + 2; i++)
            put_number(&w, i ? " " : "", p->code[at++]);
    }
    put(&w, "\n");
    return put_end(&w);
}

/* ---- Reading: parts of both forms ---- */

typedef struct reader {
    ta_call *call;
    json_scanner s;
    size_t line; /* the line of phases; 0: JSON, with white space before anything but letters */
} reader;

static ta_status wrong(reader *r, const char *expected) {
    if (r->line)
        return ta_fail(r->call, TA_EIO, "not a certificate: line %zu: expected %s", r->line,
                       expected);
    if (r->s.at >= r->s.length)
        return ta_fail(r->call, TA_EIO, "not a certificate: expected %s, got the end at byte %zu",
                       expected, r->s.length);
    return ta_fail(r->call, TA_EIO, "not a certificate: expected %s at byte %zu", expected,
                   r->s.at + 1);
}

static int is_next(const reader *r, char low, char high) {
    return r->s.at < r->s.length && r->s.text[r->s.at] >= low && r->s.text[r->s.at] <= high;
}

static void skip_space(reader *r) {
    if (!r->line && is_next(r, '\t', ' ')) json_next(&r->s); /* no call without white space */
}

/* If `text` is next, skip it and return 1. */
static inline int take(reader *r, const char *text) {
    size_t length = strlen(text);
    skip_space(r);
    if (r->s.length - r->s.at < length) return 0;
    if (memcmp(r->s.text + r->s.at, text, length) != 0) return 0;
    r->s.at += length;
    return 1;
}

static inline ta_status expect(reader *r, const char *text, const char *expected) {
    return take(r, text) ? TA_OK : wrong(r, expected);
}

static ta_status too_large(reader *r, int64_t high) {
    if (r->line)
        return ta_fail(r->call, TA_ELIMIT, "line %zu of the certificate: a number over %lld",
                       r->line, (long long)high);
    return ta_fail(r->call, TA_ERANGE, "a number over 10^9 at byte %zu of the certificate",
                   r->s.at + 1);
}

static ta_status no_number(reader *r, int64_t low) {
    char expected[64] = "a nonnegative integer";
    if (r->line) snprintf(expected, sizeof expected, "an integer from %lld", (long long)low);
    return wrong(r, expected);
}

/* Read digits without a leading zero. */
static ta_status read_digits(reader *r, int64_t low, int64_t high, int64_t *number) {
    int64_t value = 0;
    const char *from = r->s.text + r->s.at, *at = from, *end = r->s.text + r->s.length;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        value = 10 * value + (*at - '0');
        if (value > high) return too_large(r, high);
    }
    if (at == from || value < low || (*from == '0' && at > from + 1)) return no_number(r, low);
    r->s.at += (size_t)(at - from);
    *number = value;
    return TA_OK;
}

/* Read a number of the form with words. */
static ta_status read_number(reader *r, int64_t *number) {
    skip_space(r);
    return read_digits(r, 0, WORDS_LARGEST, number);
}

static ta_status read_version(reader *r) {
    int64_t version = 0;
    ta_status s =
        r->line ? read_digits(r, 0, PHASES_LARGEST, &version) : read_number(r, &version);
    if (s || version == VERSION) return s;
    return ta_fail(r->call, TA_EUNSUPPORTED,
                   "a certificate of version %lld; this reads version %d", (long long)version,
                   VERSION);
}

/* ---- Reading words ---- */

/* Read letters such as "V3H3": maximal runs, with counts from 2. */
static ta_status read_letters(reader *r, certificate *c) {
    ta_status s = expect(r, "\"", "the letters of an item");
    const size_t most = CERTIFICATE_LETTERS + 16 * r->s.length;
    char before = '\0';
    while (!s && r->s.at < r->s.length && r->s.text[r->s.at] != '"') {
        char x = r->s.text[r->s.at];
        int64_t count = 1;
        if ((x != 'H' && x != 'V') || x == before) return wrong(r, "the other of H and V");
        before = x;
        r->s.at++;
        if (is_next(r, '0', '9')) {
            s = read_number(r, &count);
            if (!s && count < 2) return wrong(r, "a count of at least 2 before this");
        }
        if (!s && (size_t)count > most - c->letter_count)
            return ta_fail(r->call, TA_ELIMIT,
                           "more than %zu letters at byte %zu of the certificate", most,
                           r->s.at + 1);
        if (!s) s = certificate_add_letters(c, x, (size_t)count);
    }
    if (!s && before == '\0') return wrong(r, "H or V");
    return s ? s : expect(r, "\"", "the end of the letters");
}

static ta_status read_item(reader *r, certificate *c) {
    size_t at = c->letter_count;
    int64_t times = 0, growth = 0;
    ta_status s = expect(r, "[", "an item");
    if (!s) s = read_letters(r, c);
    if (!s) s = expect(r, ",", "a comma and c");
    if (!s) s = read_number(r, &times);
    if (!s) s = expect(r, ",", "a comma and g");
    if (!s) s = read_number(r, &growth);
    if (!s) s = expect(r, "]", "the end of the item");
    return s ? s : certificate_add_item(c, at, times, growth);
}

static ta_status read_word(reader *r, certificate *c) {
    ta_status s = expect(r, "[", "a word");
    int is_h = !s && take(r, "\"H\"");
    if (!s && !is_h) s = expect(r, "\"V\"", "\"H\" or \"V\"");
    if (!s) s = certificate_add_word(c);
    if (!s) c->words[c->word_count - 1].end = is_h ? 'H' : 'V';
    while (!s && take(r, ",")) {
        s = read_item(r, c);
        if (!s) s = ta_poll(r->call, 16, (double)r->s.at, (double)r->s.length);
    }
    return s ? s : expect(r, "]", "a comma or the end of the word");
}

static ta_status read_words(reader *r, certificate *c) {
    ta_status s = expect(r, "[", "the list of words");
    if (s || take(r, "]")) return s;
    do s = read_word(r, c);
    while (!s && take(r, ","));
    return s ? s : expect(r, "]", "a comma or the end of the words");
}

/* Read the set. Its members must ascend, so that a certificate has one text. */
static ta_status read_set(reader *r, certificate_set *set) {
    ta_status s = expect(r, "[", "the set A");
    if (s) return s;
    do {
        int64_t a = 0;
        s = read_number(r, &a);
        if (s) return s;
        if (a < 1 || (set->count > 0 && a <= set->a[set->count - 1]))
            return wrong(r, "members from 1 on, ascending, before this");
        if (certificate_set_add(set, a)) return wrong(r, "at most 64 members before this");
    } while (take(r, ","));
    return expect(r, "]", "a comma or the end of the set");
}

enum { IN_FORMAT, IN_VERSION, IN_SET, IN_WORDS, IN_BASE, IN_PERIOD, IN_LEVEL, FIELDS };

static ta_status read_field(reader *r, certificate *c, unsigned *seen) {
    static const char *const names[FIELDS] = { "\"format\"", "\"version\"", "\"set\"",  "\"words\"",
                                               "\"base\"",   "\"period\"",  "\"level\"" };
    int64_t *const numbers[] = { &c->base, &c->period, &c->level };
    unsigned field = 0;
    while (field < FIELDS && ((*seen >> field & 1) || !take(r, names[field]))) field++;
    if (field == FIELDS)
        return wrong(r, "one of format, version, set, base, period, level, words, each once");
    *seen |= 1u << field;
    ta_status s = expect(r, ":", "a colon");
    if (s) return s;
    switch (field) {
    case IN_FORMAT: return expect(r, WORDS, WORDS);
    case IN_VERSION: return read_version(r);
    case IN_SET: return read_set(r, &c->set);
    case IN_WORDS: return read_words(r, c);
    default: return read_number(r, numbers[field - IN_BASE]);
    }
}

ta_status certificate_read(certificate *c, ta_call *call, const char *text, size_t length) {
    reader r = { call, { text, 0, length }, 0 };
    unsigned seen = 0;
    ta_status s = expect(&r, "{", "an object");
    if (s) return s;
    do s = read_field(&r, c, &seen);
    while (!s && take(&r, ","));
    if (!s) s = expect(&r, "}", "a comma or the end of the object");
    if (s) return s;
    skip_space(&r);
    if (r.s.at < length) return wrong(&r, "nothing more");
    if (seen != (1u << FIELDS) - 1)
        return ta_fail(call, TA_EIO, "not a certificate: a field is missing");
    return TA_OK;
}

/* ---- Reading phases ---- */

static ta_status read_end(reader *r) {
    ta_status s = expect(r, "\n", "the end of the line");
    r->line += !s;
    return s;
}

static ta_status read_head(reader *r, certificate_set *set) {
    int64_t before = 0, a = 0;
    ta_status s = expect(r, PHASES " ", "\"" PHASES "\" and a version");
    if (!s) s = read_version(r);
    if (!s) s = read_end(r);
    if (!s) s = expect(r, "set", "\"set\" and its members");
    for (; !s && (before == 0 || is_next(r, ' ', ' ')); before = a) {
        s = expect(r, " ", "a member of the set");
        if (!s) s = read_digits(r, before + 1, TA_PHASES_MEMBER, &a);
        if (!s && certificate_set_add(set, a)) s = certificate_set_full(r->call);
    }
    return s ? s : read_end(r);
}

/* Read a leaf: values, period; if times, times_k follow, then values, period again, and so on. */
static ta_status read_leaf(reader *r, ta_phases *p, phases_class class) {
    size_t head = p->length;
    int64_t number = 0, ended = 0;
    ta_status s = phases_put(p, 0);
    for (int i = 0;; i = (i + 1) % 4) {
        int64_t most = class.modulus || i == 2 ? PHASES_LARGEST : 0;
        if (!s) s = read_digits(r, i < 2, i < 2 ? PHASES_PERIOD : most, &number);
        if (!s) s = phases_put(p, number);
        if (s) return s;
        ended += i == 3;
        if (i == 1 && is_next(r, '\n', '\n')) break;
        if (!is_next(r, ' ', ' '))
            return wrong(r, i == 1 ? "a space or the end of the line" : "a space");
        r->s.at++;
    }
    p->code[head] = ended;
    s = read_end(r);
    return s ? s : phases_leaf_put(p, class, head);
}

static ta_status read_node(reader *r, ta_phases *p, phases_walk *w, phases_class class) {
    int64_t kind = take(r, "split ") ? PHASES_SPLIT : take(r, "first ") ? PHASES_FIRST : 0, arg = 0;
    if (!kind) return read_leaf(r, p, class);
    if (class.modulus == 0) return wrong(r, "values and a period: here m is a single one");
    ta_status s = read_digits(r, kind == PHASES_SPLIT ? 2 : 1, PHASES_LARGEST, &arg);
    if (!s) s = read_end(r);
    if (!s) s = phases_put(p, kind);
    if (!s) s = phases_put(p, arg);
    if (s) return s;
    s = phases_walk_open(w, class, kind, arg);
    if (s != TA_ELIMIT) return s;
    return ta_fail(r->call, s, "line %zu of the certificate: m beyond 2^40", r->line - 1);
}

ta_status phases_read(ta_phases *p, ta_call *call, const char *text, size_t length) {
    reader r = { call, { text, 0, length }, 1 };
    phases_walk w;
    phases_class class;
    ta_status s = phases_walk_start(&w, &p->alloc);
    if (!s) s = read_head(&r, &p->set);
    while (!s && phases_walk_next(&w, &class)) {
        s = read_node(&r, p, &w, class);
        if (!s) s = ta_poll(call, 16, (double)r.s.at, (double)length);
    }
    phases_walk_clear(&w);
    return !s && r.s.at < length ? wrong(&r, "nothing more") : s;
}
