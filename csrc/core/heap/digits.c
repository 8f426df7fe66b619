/*
** digits.c - reading the codes of take-and-break games: d0.d1d2...[repeating group].
*/
#include "digits.h"

#include <stdio.h>
#include <string.h>

#include "base/caret.h"
#include "base/mem.h"
#include "base/status.h"

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static ta_status misread(ta_call *call, const char *text, size_t length, size_t at,
                         const char *why) {
    char what[120];
    snprintf(what, sizeof what, "code: %s", why);
    return ta_fail_at(call, TA_EINVAL, what, text, length, at);
}

static int most_heaps(int digit) {
    return digit & 8 ? 3 : digit & 4 ? 2 : digit & 2 ? 1 : 0;
}

/* Read digits into code->digits; *at moves past what was read. */
static ta_status read_code(heap_digits *code, ta_call *call, const char *text, size_t length) {
    int bracket = 0;
    size_t group = 0;
    if (length == 0) return misread(call, text, length, 0, "empty; expected a code such as 0.77");
    if (digit_value(text[0]) < 0 || digit_value(text[0]) & 3)
        return misread(call, text, length, 0, "the digit before the point is 0, 4, 8 or C");
    if (length < 2 || text[1] != '.')
        return misread(call, text, length, 1, "expected a point after the first digit");
    code->digits[code->count++] = (uint8_t)digit_value(text[0]);
    for (size_t i = 2; i < length; i++) {
        int d = digit_value(text[i]);
        if (d >= 0 && bracket < 2) {
            code->digits[code->count++] = (uint8_t)d;
        } else if (text[i] == '[' && bracket == 0) {
            bracket = 1;
            group = code->count;
        } else if (text[i] == ']' && bracket == 1) {
            if (code->count == group)
                return misread(call, text, length, i, "an empty repeating group");
            bracket = 2;
            code->tail = code->count - group;
        } else if (bracket == 2) {
            return misread(call, text, length, i, "nothing may follow the repeating group");
        } else {
            return misread(call, text, length, i,
                           "expected a digit 0-9 A-F or a repeating group in brackets");
        }
    }
    if (bracket == 1) return misread(call, text, length, length, "expected ]");
    if (length == 2) return misread(call, text, length, length, "expected a digit after the point");
    return TA_OK;
}

ta_status heap_digits_read(heap_digits *code, const ta_allocator *a, ta_call *call,
                           const char *text, size_t length) {
    memset(code, 0, sizeof *code);
    if (length > HEAP_DIGITS_MOST)
        return ta_fail(call, TA_EINVAL, "code: %zu characters; at most %d are read", length,
                       HEAP_DIGITS_MOST);
    code->digits = ta_alloc(a, length + 1, 1);
    if (!code->digits) return TA_ENOMEM;
    size_t held = length + 1;
    ta_status s = read_code(code, call, text, length);
    if (!s && !code->tail)
        while (code->count > 1 && code->digits[code->count - 1] == 0) code->count--;
    size_t keep = code->count ? code->count : 1;
    uint8_t *exact = s ? NULL : ta_realloc(a, code->digits, held, keep, 1);
    if (s || !exact) {
        ta_free(a, code->digits, held, 1);
        code->digits = NULL;
        code->count = 0;
        return s ? s : TA_ENOMEM;
    }
    code->digits = exact;
    for (size_t k = 0; k < code->count; k++)
        if (most_heaps(code->digits[k]) > code->most) code->most = most_heaps(code->digits[k]);
    return TA_OK;
}

void heap_digits_clear(heap_digits *code, const ta_allocator *a) {
    ta_free(a, code->digits, code->count, 1);
    memset(code, 0, sizeof *code);
}
