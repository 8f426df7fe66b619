/*
** text.c - a certificate as JSON, and back.
**
**   {"format": "takeaway win condition", "version": 1, "set": [1,3,4],
**    "base": 30, "period": 14, "level": 2,
**    "words": [["V", ["VH2",1,0], ["V3H3",5,2]], ...]}
**
** One word a residue: its endless letter, then its items [letters, c, g], letters
** run-length coded, each run as long as it can be and counts written from 2 on.
** The fields may come in any order, each once, and there are no others. The
** reader knows this shape and no other, so depth is bounded by it; numbers over
** 10^9 and more letters than 2^24 and 16 for every byte of text are refused before
** they are stored. Linear.
*/
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/poll.h"
#include "base/status.h"
#include "certificate.h"

#define FORMAT "takeaway win condition"
#define VERSION 1
#define LARGEST 1000000000

/* ---- Writing ---- */

typedef struct writer {
    char *buffer;
    size_t size, length;
} writer;

static void put(writer *w, char letter) {
    if (w->length + 1 < w->size) w->buffer[w->length] = letter;
    w->length++;
}

static void put_text(writer *w, const char *text) {
    while (*text) put(w, *text++);
}

static void put_number(writer *w, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put_text(w, text);
}

static void put_field(writer *w, const char *name, int64_t number) {
    put_text(w, ",\n \"");
    put_text(w, name);
    put_text(w, "\": ");
    put_number(w, number);
}

static void put_item(writer *w, const certificate *c, const certificate_item *item) {
    const char *letters = c->letters + item->at;
    put_text(w, ",[\"");
    for (int64_t i = 0, run; i < item->length; i += run) {
        for (run = 1; i + run < item->length && letters[i + run] == letters[i];) run++;
        put(w, letters[i]);
        if (run > 1) put_number(w, run);
    }
    put_text(w, "\",");
    put_number(w, item->c);
    put(w, ',');
    put_number(w, item->g);
    put(w, ']');
}

size_t certificate_write(const certificate *c, char *buffer, size_t size) {
    writer w = { buffer, size, 0 };
    put_text(&w, "{\"format\": \"" FORMAT "\"");
    put_field(&w, "version", VERSION);
    put_text(&w, ",\n \"set\": ");
    for (size_t i = 0; i < c->set_count; i++) {
        put(&w, i ? ',' : '[');
        put_number(&w, c->set[i]);
    }
    put_text(&w, "]");
    put_field(&w, "base", c->base);
    put_field(&w, "period", c->period);
    put_field(&w, "level", c->level);
    put_text(&w, ",\n \"words\": [");
    for (size_t i = 0; i < c->word_count; i++) {
        put_text(&w, i ? ",\n  [\"" : "\n  [\"");
        put(&w, c->words[i].end);
        put(&w, '"');
        for (size_t j = 0; j < c->words[i].count; j++)
            put_item(&w, c, &c->items[c->words[i].first + j]);
        put(&w, ']');
    }
    put_text(&w, "\n ]}\n");
    if (size > 0) buffer[w.length < size ? w.length : size - 1] = '\0';
    return w.length;
}

/* ---- Reading ---- */

typedef struct reader {
    certificate *c;
    ta_call *call;
    json_scanner s;
} reader;

static ta_status wrong(reader *r, const char *expected) {
    if (r->s.at >= r->s.length)
        return ta_fail(r->call, TA_EIO, "not a certificate: expected %s, got the end at byte %zu",
                       expected, r->s.length);
    return ta_fail(r->call, TA_EIO, "not a certificate: expected %s at byte %zu", expected,
                   r->s.at + 1);
}

static ta_status expect(reader *r, char what, const char *expected) {
    return json_take(&r->s, what) ? TA_OK : wrong(r, expected);
}

static int is_digit(const reader *r) {
    const json_scanner *s = &r->s;
    return s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9';
}

/* Digits where we stand, without a leading zero. */
static ta_status read_digits(reader *r, int64_t *number) {
    size_t from = r->s.at;
    int64_t value = 0;
    for (; is_digit(r); r->s.at++) {
        value = 10 * value + (r->s.text[r->s.at] - '0');
        if (value > LARGEST)
            return ta_fail(r->call, TA_ERANGE, "a number over 10^9 at byte %zu of the certificate",
                           from + 1);
    }
    if (r->s.at == from || (r->s.text[from] == '0' && r->s.at > from + 1)) {
        r->s.at = from;
        return wrong(r, "a nonnegative integer");
    }
    *number = value;
    return TA_OK;
}

static ta_status read_number(reader *r, int64_t *number) {
    json_next(&r->s);
    return read_digits(r, number);
}

/* A string without escapes, into out[0..size). */
static ta_status read_string(reader *r, char *out, size_t size, const char *expected) {
    json_string string;
    if (json_read_string(&r->s, &string)) return wrong(r, expected);
    if (string.escapes || string.length >= size) {
        r->s.at -= string.length + 1;
        return wrong(r, expected);
    }
    memcpy(out, string.from, string.length);
    out[string.length] = '\0';
    return TA_OK;
}

/* "V3H3": maximal runs, counts from 2. */
static ta_status read_letters(reader *r) {
    ta_status s = expect(r, '"', "the letters of an item");
    char before = '\0';
    while (!s && r->s.at < r->s.length && r->s.text[r->s.at] != '"') {
        char x = r->s.text[r->s.at];
        int64_t count = 1;
        if ((x != 'H' && x != 'V') || x == before) return wrong(r, "the other of H and V");
        before = x;
        r->s.at++;
        if (is_digit(r)) {
            s = read_digits(r, &count);
            if (!s && count < 2) return wrong(r, "a count of at least 2 before this");
        }
        if (!s && (size_t)count > CERTIFICATE_LETTERS + 16 * r->s.length - r->c->letter_count)
            return ta_fail(r->call, TA_ELIMIT,
                           "more than %zu letters at byte %zu of the certificate",
                           CERTIFICATE_LETTERS + 16 * r->s.length, r->s.at + 1);
        if (!s) s = certificate_add_letters(r->c, x, (size_t)count);
    }
    if (!s && before == '\0') return wrong(r, "H or V");
    return s ? s : expect(r, '"', "the end of the letters");
}

static ta_status read_item(reader *r) {
    size_t at = r->c->letter_count;
    int64_t times = 0, growth = 0;
    ta_status s = expect(r, '[', "an item");
    if (!s) s = read_letters(r);
    if (!s) s = expect(r, ',', "a comma and c");
    if (!s) s = read_number(r, &times);
    if (!s) s = expect(r, ',', "a comma and g");
    if (!s) s = read_number(r, &growth);
    if (!s) s = expect(r, ']', "the end of the item");
    return s ? s : certificate_add_item(r->c, at, times, growth);
}

static ta_status read_word(reader *r) {
    char end[3];
    ta_status s = expect(r, '[', "a word");
    if (!s) s = read_string(r, end, sizeof end, "\"H\" or \"V\"");
    if (!s && strcmp(end, "H") != 0 && strcmp(end, "V") != 0)
        s = wrong(r, "\"H\" or \"V\" before this");
    if (!s) s = certificate_add_word(r->c);
    if (!s) r->c->words[r->c->word_count - 1].end = end[0];
    while (!s && json_take(&r->s, ',')) {
        s = read_item(r);
        if (!s) s = ta_poll(r->call, 16, (double)r->s.at, (double)r->s.length);
    }
    return s ? s : expect(r, ']', "a comma or the end of the word");
}

static ta_status read_words(reader *r) {
    ta_status s = expect(r, '[', "the list of words");
    if (s || json_take(&r->s, ']')) return s;
    do s = read_word(r);
    while (!s && json_take(&r->s, ','));
    return s ? s : expect(r, ']', "a comma or the end of the words");
}

/* The members ascend, so that one certificate has one text. */
static ta_status read_set(reader *r) {
    certificate *c = r->c;
    ta_status s = expect(r, '[', "the set A");
    if (s) return s;
    do {
        int64_t a;
        s = read_number(r, &a);
        if (s) return s;
        if (a < 1 || (c->set_count > 0 && a <= c->set[c->set_count - 1]))
            return wrong(r, "members from 1 on, ascending, before this");
        if (c->set_count == CERTIFICATE_MEMBERS) return wrong(r, "at most 64 members before this");
        s = certificate_add_member(c, a);
    } while (!s && json_take(&r->s, ','));
    return s ? s : expect(r, ']', "a comma or the end of the set");
}

enum {
    IN_FORMAT = 1,
    IN_VERSION = 2,
    IN_SET = 4,
    IN_BASE = 8,
    IN_PERIOD = 16,
    IN_LEVEL = 32,
    IN_WORDS = 64
};

static ta_status read_field(reader *r, int *seen) {
    static const char *const names[] = { "format", "version", "set",  "base",
                                         "period", "level",   "words" };
    char name[16], format[64];
    int64_t version = 0;
    int field = 0;
    ta_status s = read_string(r, name, sizeof name, "the name of a field");
    for (int i = 0; i < 7 && !s; i++)
        if (strcmp(name, names[i]) == 0) field = 1 << i;
    if (!s && (field == 0 || (*seen & field)))
        s = wrong(
            r, "one of format, version, set, base, period, level, words, each once, before this");
    if (!s) s = expect(r, ':', "a colon");
    if (s) return s;
    *seen |= field;
    switch (field) {
    case IN_FORMAT:
        s = read_string(r, format, sizeof format, "\"" FORMAT "\"");
        return s || strcmp(format, FORMAT) == 0 ? s : wrong(r, "\"" FORMAT "\" before this");
    case IN_VERSION:
        s = read_number(r, &version);
        if (s || version == VERSION) return s;
        return ta_fail(r->call, TA_EUNSUPPORTED,
                       "a certificate of version %lld; this reads version %d", (long long)version,
                       VERSION);
    case IN_SET: return read_set(r);
    case IN_BASE: return read_number(r, &r->c->base);
    case IN_PERIOD: return read_number(r, &r->c->period);
    case IN_LEVEL: return read_number(r, &r->c->level);
    default: return read_words(r);
    }
}

ta_status certificate_read(certificate *c, ta_call *call, const char *text, size_t length) {
    reader r = { c, call, { text, 0, length } };
    int seen = 0;
    ta_status s = expect(&r, '{', "an object");
    if (s) return s;
    do s = read_field(&r, &seen);
    while (!s && json_take(&r.s, ','));
    if (!s) s = expect(&r, '}', "a comma or the end of the object");
    if (s) return s;
    if (json_next(&r.s) >= 0) return wrong(&r, "nothing more");
    if (seen != 127) return ta_fail(call, TA_EIO, "not a certificate: a field is missing");
    return TA_OK;
}
