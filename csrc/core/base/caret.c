/*
** caret.c - cuts the part of a text that fits a line, and adds a caret.
*/
#include "caret.h"

#include <string.h>

#include "check.h"
#include "status.h"
#include "utf8.h"

#define BEFORE 60 /* most bytes shown before the error */
#define AFTER 40

static int goes_on(char byte) {
    return (byte & 0xc0) == 0x80;
}

/* Bytes of the character at `s`, if a terminal may show it; else 0. */
static size_t printable(const char *s, size_t left) {
    unsigned character;
    size_t bytes = ta_utf8(s, left, &character);
    return bytes > 0 && !ta_steers(character) ? bytes : 0;
}

ta_status ta_fail_at(ta_call *call, ta_status status, const char *what, const char *text,
                     size_t length, size_t at) {
    ta_require(at <= length);
    size_t from = at > BEFORE ? at - BEFORE : 0, to = length - at > AFTER ? at + AFTER : length;
    while (from > 0 && from < at && goes_on(text[from])) from++;
    char shown[BEFORE + AFTER + 4];
    size_t used = 0, column = 0;
    for (size_t i = from; i < to;) {
        size_t size = printable(text + i, length - i);
        column += i < at;
        if (size) memcpy(shown + used, text + i, size);
        else shown[used] = '?';
        used += size ? size : 1;
        i += size ? size : 1;
    }
    return ta_fail(call, status, "%s\n    %.*s\n    %*s^", what, (int)used, shown, (int)column, "");
}
