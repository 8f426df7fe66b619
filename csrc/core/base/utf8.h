/*
** utf8.h - the characters of UTF-8 (RFC 3629).
*/
#ifndef TA_UTF8_H
#define TA_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the character at text[0..count) and returns how many bytes it has. Returns 0 if there is
** none: at a stray byte, a surrogate, or a character in more bytes than it needs. */
static inline size_t ta_utf8(const char *text, size_t count, unsigned *character) {
    static const unsigned least[] = { 0, 0x80, 0x800, 0x10000 };
    if (count == 0) return 0;
    unsigned lead = (unsigned char)text[0];
    size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0x80 ? 1 : 0;
    *character = lead;
    if (more == 0) return 1;
    if (lead < 0xC2 || lead > 0xF4 || count <= more) return 0;
    unsigned code = lead & (0x3Fu >> more);
    for (size_t k = 1; k <= more; k++) {
        unsigned byte = (unsigned char)text[k];
        if ((byte & 0xC0) != 0x80) return 0;
        code = code << 6 | (byte & 0x3F);
    }
    if (code < least[more] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
    *character = code;
    return more + 1;
}

/* Does the character steer a terminal or turn the text around it? The list is also in
** lua/takeaway/base/text.lua. */
static inline bool ta_steers(unsigned code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C ||
           (code >= 0x200E && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

#endif
