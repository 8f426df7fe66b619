/*
** json.c - a scanner of JSON. Each function is linear in the text that it reads.
*/
#include "json.h"

#include <string.h>

int json_next(json_scanner *s) {
    for (; s->at < s->length; s->at++) {
        char x = s->text[s->at];
        if (x != ' ' && x != '\n' && x != '\t' && x != '\r') return (unsigned char)x;
    }
    return -1;
}

int json_take(json_scanner *s, char what) {
    if (json_next(s) != (unsigned char)what) return 0;
    s->at++;
    return 1;
}

/* ---- Strings ---- */

static const char ESCAPES[] = "\"\\/bfnrt", ESCAPED[] = "\"\\/\b\f\n\r\t";

/* The number of four hexadecimal digits; -1 if the next characters, `left` of them, are none. */
static int hexadecimal(const char *text, size_t left) {
    int code = 0;
    if (left < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char x = text[i];
        int digit = x >= '0' && x <= '9'   ? x - '0'
                    : x >= 'a' && x <= 'f' ? x - 'a' + 10
                    : x >= 'A' && x <= 'F' ? x - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        code = code << 4 | digit;
    }
    return code;
}

const char *json_read_string(json_scanner *s, json_string *string) {
    const char *text = s->text;
    if (!json_take(s, '"')) return "a string";
    string->from = text + s->at;
    string->escapes = 0;
    for (; s->at < s->length && text[s->at] != '"'; s->at++) {
        unsigned char x = (unsigned char)text[s->at];
        if (x < 0x20 || x == 0x7F) return "no control character in a string";
        if (x != '\\') continue;
        string->escapes = 1;
        size_t left = s->length - s->at - 1;
        char escape = left > 0 ? text[s->at + 1] : '\0';
        int code = escape == 'u' ? hexadecimal(text + s->at + 2, left - 1) : -1;
        if (code < 0 && (escape == '\0' || !strchr(ESCAPES, escape))) return "an escape of JSON";
        s->at += code < 0 ? 1 : 5;
    }
    if (s->at == s->length) return "the end of a string";
    string->length = (size_t)(text + s->at++ - string->from);
    return NULL;
}

/* The character in UTF-8, after `out`. */
static char *put_character(char *out, int code) {
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = { 0, 0xC0, 0xE0, 0xF0 };
    *out++ = (char)(leads[more] | code >> 6 * more);
    while (more-- > 0) *out++ = (char)(0x80 | (code >> 6 * more & 0x3F));
    return out;
}

size_t json_decode(const json_string *string, char *out) {
    const char *at = string->from, *end = at + string->length;
    char *to = out;
    while (at < end) {
        const char *stop = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((stop ? stop : end) - at);
        memcpy(to, at, plain);
        to += plain;
        if (!stop) break;
        at = stop + 2;
        if (stop[1] != 'u') {
            *to++ = ESCAPED[strchr(ESCAPES, stop[1]) - ESCAPES];
            continue;
        }
        int code = hexadecimal(at, 4), low = -1;
        at += 4;
        int is_high = code >= 0xD800 && code < 0xDC00;
        if (is_high && end - at >= 6 && at[0] == '\\' && at[1] == 'u') low = hexadecimal(at + 2, 4);
        if (low >= 0xDC00 && low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10) + low - 0xDC00;
            at += 6;
        }
        to = put_character(to, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
    }
    return (size_t)(to - out);
}

/* ---- Numbers ---- */

/* How many digits stand here. */
static size_t digits(const char *text, size_t left) {
    size_t n = 0;
    while (n < left && text[n] >= '0' && text[n] <= '9') n++;
    return n;
}

/* Minus the integer that these digits are, so that the least fits; 0 if 64 bits do not hold it. */
static int negative(const char *text, size_t count, int64_t *value) {
    *value = 0;
    for (size_t i = 0; i < count; i++)
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_sub_overflow(*value, text[i] - '0', value))
            return 0;
    return 1;
}

const char *json_read_number(json_scanner *s, json_number *number) {
    if (json_next(s) < 0) return "a value";
    const char *from = s->text + s->at, *at = from;
    size_t left = s->length - s->at;
    int minus = *at == '-';
    at += minus;
    size_t count = digits(at, left - (size_t)minus);
    if (count == 0 || (*at == '0' && count > 1)) return "a value";
    const char *first = at, *end = from + left;
    at += count;
    number->is_integer = 1;
    if (at < end && *at == '.') {
        size_t n = digits(at + 1, (size_t)(end - at - 1));
        if (n == 0) return "a value";
        at += n + 1;
        number->is_integer = 0;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at += 1 + (at + 1 < end && (at[1] == '+' || at[1] == '-'));
        size_t n = digits(at, (size_t)(end - at));
        if (n == 0) return "a value";
        at += n;
        number->is_integer = 0;
    }
    if (number->is_integer) {
        if (!negative(first, count, &number->integer)) return "an integer that 64 bits hold";
        if (!minus && __builtin_sub_overflow(0, number->integer, &number->integer))
            return "an integer that 64 bits hold";
    }
    number->from = from;
    number->length = (size_t)(at - from);
    s->at += number->length;
    return NULL;
}
