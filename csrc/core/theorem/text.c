/*
** text.c - the words of a certificate: lines, names, integers and linear terms.
*/
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "theorem_int.h"

#define SHOWN 40 /* bytes of the text in a message */

static int is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

span span_trim(span s) {
    while (s.length && is_space(*s.at)) s.at++, s.length--;
    while (s.length && is_space(s.at[s.length - 1])) s.length--;
    return s;
}

int span_cut(span *s, const char *by, span *left) {
    size_t size = strlen(by);
    for (size_t i = 0; i + size <= s->length; i++) {
        if (memcmp(s->at + i, by, size) != 0) continue;
        *left = (span){ s->at, i };
        *s = (span){ s->at + i + size, s->length - i - size };
        return 1;
    }
    *left = *s;
    *s = (span){ s->at + s->length, 0 };
    return 0;
}

ta_status reader_fail(reader *r, const char *what, span shown) {
    char text[SHOWN + 1];
    size_t n = shown.at && shown.length < SHOWN ? shown.length : SHOWN;
    if (!shown.at) return ta_fail(r->t->room.call, TA_EIO, "line %lu: %s", r->number, what);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)(shown.at[i] >= ' ' && shown.at[i] <= '~' ? shown.at[i] : '?');
    text[n] = '\0';
    return ta_fail(r->t->room.call, TA_EIO, "line %lu: %s, got \"%s\"", r->number, what, text);
}

static void next_line(reader *r) {
    r->line = (span){ NULL, 0 };
    if (r->at == r->end) return;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->line = (span){ r->at, (size_t)((stop ? stop : r->end) - r->at) };
    r->at = stop ? stop + 1 : r->end;
}

int reader_next(reader *r, const char *word, span *rest) {
    size_t size = strlen(word);
    if (r->number == 0 && !r->line.at) next_line(r);
    if (!r->line.at || r->line.length < size || memcmp(r->line.at, word, size) != 0) return 0;
    *rest = (span){ r->line.at + size, r->line.length - size };
    r->number++;
    next_line(r);
    return 1;
}

ta_status reader_expect(reader *r, const char *word, span *rest) {
    if (reader_next(r, word, rest)) return TA_OK;
    r->number++;
    char what[SHOWN + 80]; /* words are short */
    snprintf(what, sizeof what, "not a certificate: expected \"%s\" and what follows it%s", word,
             r->line.at ? "" : ", got the end");
    return reader_fail(r, what, r->line);
}

ta_status reader_integer(reader *r, span *rest, int64_t low, int64_t high, int64_t *value) {
    span s = *rest;
    while (s.length && is_space(*s.at)) s.at++, s.length--;
    size_t n = 0;
    int64_t found = 0;
    while (n < s.length && n < 10 && is_digit(s.at[n])) found = 10 * found + (s.at[n++] - '0');
    if (n == 0 || n == 10 || (n < s.length && !is_space(s.at[n])) || found < low || found > high) {
        char what[80];
        ta_call *call = r->t->room.call;
        span word = s;
        for (n = 0; n < s.length && !is_space(s.at[n]);) n++;
        word.length = n;
        ta_fail(call, TA_EIO, "expected an integer from %lld to %lld", (long long)low,
                (long long)high);
        memcpy(what, call->message, sizeof what);
        what[sizeof what - 1] = '\0';
        return reader_fail(r, what, word);
    }
    *rest = (span){ s.at + n, s.length - n };
    *value = found;
    return TA_OK;
}

static int find_name(span name, const span *names, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (names[i].length == name.length && memcmp(names[i].at, name.at, name.length) == 0)
            return (int)i;
    return -1;
}

ta_status reader_names(reader *r, span list, span *name, unsigned *count) {
    int more = 1;
    while (more) {
        span one;
        more = span_cut(&list, ",", &one);
        one = span_trim(one);
        size_t n = 0;
        while (n < one.length && is_word(one.at[n])) n++;
        if (n == 0 || n < one.length || n > 64 || !is_letter(one.at[0]) ||
            find_name(one, name, *count) >= 0)
            return reader_fail(r, "expected a new name", one);
        if (*count == TRACKS)
            return ta_fail(r->t->room.call, TA_ELIMIT, "line %lu: more than %d names", r->number,
                           TRACKS);
        name[(*count)++] = one;
    }
    return TA_OK;
}

static int add_to(int64_t *to, int64_t x, int64_t factor) {
    int64_t most = NUMBER;
    if (factor &&
        (x > most / (factor < 0 ? -factor : factor) || x < -most / (factor < 0 ? -factor : factor)))
        return 0;
    *to += x * factor;
    return *to <= most && *to >= -most;
}

ta_status form_add(theorem *t, form *term, const form *other, int64_t factor) {
    int fits = add_to(&term->constant, other->constant, factor);
    for (unsigned i = 0; i < TRACKS; i++) fits = add_to(&term->a[i], other->a[i], factor) && fits;
    if (fits) return TA_OK;
    return ta_fail(t->room.call, TA_EUNSUPPORTED, "a number beyond 2^32");
}

/* ["-"] part {("+" | "-") part}, part = number [name] | name. */
ta_status reader_term(reader *r, span text, const span *name, unsigned count, form *term) {
    span s = span_trim(text);
    memset(term, 0, sizeof *term);
    do {
        form part = { 0 };
        int64_t factor = 1;
        int sign = 0;
        size_t n = 0;
        if (s.length && (*s.at == '-' || (*s.at == '+' && s.at != span_trim(text).at))) {
            sign = 1;
            if (*s.at == '-') factor = -1;
            s = span_trim((span){ s.at + 1, s.length - 1 });
        }
        if (!sign && s.at != span_trim(text).at) return reader_fail(r, "not a linear term", text);
        while (n < s.length && is_digit(s.at[n])) n++;
        if (n > 18) return ta_fail(r->t->room.call, TA_EUNSUPPORTED, "a number beyond 2^32");
        if (n) {
            int64_t number = 0;
            for (size_t i = 0; i < n; i++) number = 10 * number + (s.at[i] - '0');
            factor *= number;
        }
        int constant = n > 0;
        s = span_trim((span){ s.at + n, s.length - n });
        for (n = 0; n < s.length && is_word(s.at[n]);) n++;
        if (n && !is_letter(*s.at)) return reader_fail(r, "not a linear term", text);
        if (n == 0 && !constant) return reader_fail(r, "not a linear term", text);
        if (n) {
            int at = find_name((span){ s.at, n }, name, count);
            if (at < 0) return reader_fail(r, "unknown name", (span){ s.at, n });
            part.a[at] = 1;
        } else {
            part.constant = 1;
        }
        s = span_trim((span){ s.at + n, s.length - n });
        ta_status failed = form_add(r->t, term, &part, factor);
        if (failed) return failed;
    } while (s.length);
    return TA_OK;
}
