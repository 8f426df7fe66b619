/*
** caret.c - cuts the part of a text that fits a line, and adds a caret.
*/
#include "caret.h"

#include <string.h>

#include "check.h"
#include "status.h"

#define BEFORE 60 /* most bytes shown before the error */
#define AFTER 40

static int goes_on(unsigned char byte) {
    return (byte & 0xc0) == 0x80;
}

/* Bytes of the printable character at the start of a text of `left` bytes; 0: there is none. */
static size_t character(const unsigned char *s, size_t left) {
    static const uint32_t least[5] = { 0, 0, 0xa0, 0x800, 0x10000 }; /* no C1 controls */
    if (*s < 0x80) return *s >= 32 && *s != 127;
    size_t size = *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
    if (*s < 0xc2 || *s > 0xf4 || size > left) return 0;
    uint32_t code = *s & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (!goes_on(s[i])) return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    int surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[size] || code > 0x10ffff || surrogate ? 0 : size;
}

ta_status ta_fail_at(ta_call *call, ta_status status, const char *what, const char *text,
                     size_t length, size_t at) {
    ta_require(at <= length);
    const unsigned char *s = (const unsigned char *)text;
    size_t from = at > BEFORE ? at - BEFORE : 0, to = length - at > AFTER ? at + AFTER : length;
    while (from > 0 && from < at && goes_on(s[from])) from++;
    char shown[BEFORE + AFTER + 4];
    size_t used = 0, column = 0;
    for (size_t i = from; i < to;) {
        size_t size = character(s + i, length - i);
        column += i < at;
        if (size) memcpy(shown + used, s + i, size);
        else shown[used] = '?';
        used += size ? size : 1;
        i += size ? size : 1;
    }
    return ta_fail(call, status, "%s\n    %.*s\n    %*s^", what, (int)used, shown, (int)column, "");
}
