/*
** text.c - the tokens of a certificate: lines, names, integers and linear terms.
*/
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

int reader_word(span *rest, span *word) {
    size_t n = 0;
    while (rest->length && is_space(*rest->at)) rest->at++, rest->length--;
    while (n < rest->length && !is_space(rest->at[n])) n++;
    *word = (span){ rest->at, n };
    *rest = (span){ rest->at + n, rest->length - n };
    return n > 0;
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
    if (r->line.length && r->line.at[r->line.length - 1] == '\r') r->line.length--;
}

int reader_next(reader *r, const char *word, span *rest) {
    size_t size = strlen(word);
    if (r->number == 0 && !r->line.at) next_line(r);
    if (!r->line.at || r->line.length < size || memcmp(r->line.at, word, size) != 0) return 0;
    if (r->line.length > size && r->line.at[size] != ' ') return 0;
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
    span word;
    int64_t found = 0;
    reader_word(rest, &word);
    size_t sign = low < 0 && word.length > 0 && word.at[0] == '-', n = sign;
    for (; n < word.length && is_digit(word.at[n]); n++)
        if (found <= NUMBER) found = 10 * found + (word.at[n] - '0'); /* else too large */
    if (sign) found = -found;
    if (n == sign || n < word.length || found < low || found > high) {
        char what[80];
        snprintf(what, sizeof what, "expected an integer from %lld to %lld", (long long)low,
                 (long long)high);
        return reader_fail(r, what, word);
    }
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
    span one;
    while (reader_word(&list, &one)) {
        size_t n = 0;
        while (n < one.length && is_word(one.at[n])) n++;
        if (n < one.length || !is_letter(one.at[0]) || find_name(one, name, *count) >= 0)
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

/* Read a number, alone or followed by a name. */
static ta_status read_part(reader *r, span word, const span *name, unsigned count, form *term) {
    form part = { 0 };
    int64_t number = 0;
    size_t minus = word.at[0] == '-', n = minus;
    while (n < word.length && n < 11 && is_digit(word.at[n]))
        number = 10 * number + (word.at[n++] - '0');
    if (n == minus || (n < word.length && is_digit(word.at[n])))
        return reader_fail(r, "not a linear term", word);
    span behind = { word.at + n, word.length - n };
    int at = behind.length ? find_name(behind, name, count) : 0;
    if (at < 0) return reader_fail(r, "unknown name", behind);
    if (behind.length) part.a[at] = 1;
    else part.constant = 1;
    return form_add(r->t, term, &part, minus ? -number : number);
}

ta_status reader_term(reader *r, span text, const span *name, unsigned count, form *term) {
    span word;
    ta_status failed = TA_OK;
    memset(term, 0, sizeof *term);
    if (!reader_word(&text, &word)) return reader_fail(r, "expected a linear term", word);
    do failed = read_part(r, word, name, count, term);
    while (!failed && reader_word(&text, &word));
    return failed;
}
