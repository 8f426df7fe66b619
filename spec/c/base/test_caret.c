/*
** test_caret.c - the caret stands under its column, and a message is text whatever it quotes.
*/
#include "base/caret.h"
#include "testing.h"

static const char *shown(const char *text, size_t length, size_t at) {
    static ta_call call = TA_CALL_INIT;
    assert_status(TA_ERANGE, &call, ta_fail_at(&call, TA_ERANGE, "why", text, length, at));
    return call.message;
}

TEST(test_short) {
    assert_string_equal(shown("2k+", 3, 3), "why\n    2k+\n       ^");
    assert_string_equal(shown("2k+", 3, 0), "why\n    2k+\n    ^");
    assert_string_equal(shown("", 0, 0), "why\n    \n    ^");
    assert_string_equal(shown("a\tb\0c", 5, 4), "why\n    a?b?c\n        ^");
}

/* The excerpt of a long text: 60 bytes before the error, 40 from it on. */
TEST(test_long) {
    char text[1000], expected[200];
    memset(text, '+', sizeof text);
    text[500] = 'X';
    int n = snprintf(expected, sizeof expected, "why\n    ");
    memset(expected + n, '+', 100);
    expected[n + 60] = 'X';
    snprintf(expected + n + 100, sizeof expected - (size_t)n - 100, "\n    %60s^", "");
    assert_string_equal(shown(text, sizeof text, 500), expected);
    assert_string_equal(strrchr(shown(text, sizeof text, sizeof text), '\n') + 65, "^");
}

/* Characters of several bytes take one column; what is none, or moves a terminal, is "?". */
TEST(test_characters) {
    assert_string_equal(shown("\u2191\u00bd+", 6, 5), "why\n    \u2191\u00bd+\n      ^");
    assert_string_equal(shown("\u2191+", 4, 3), "why\n    \u2191+\n     ^");
    char arrows[400];
    for (int i = 0; i < 100; i++) memcpy(arrows + 3 * i + (i >= 50), "\u2191", 3);
    arrows[150] = '+';
    assert_null(strchr(shown(arrows, 301, 151), '?')); /* neither end cuts through one */
    assert_string_equal(shown("\x1b[2J\x7f", 5, 5), "why\n    ?[2J?\n         ^");
    static const char *const bad[] = {
        "\xff",     "\xc3", "\xc0\xaf",         "\xed\xa0\x80", "\xc2\x9b",
        "\xe2\x86", "\x80", "\xf5\x80\x80\x80", "\xe0\x80\xaf", "\xf4\x90\x80\x80"
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *message = shown(bad[i], strlen(bad[i]), 0);
        for (const char *c = message; *c; c++) assert_in_range((unsigned char)*c, 10, 126);
        assert_int_equal(message[8], '?');
    }
}

/* No cut through a character, wherever the place is; the message is always UTF-8. */
static int is_utf8(const char *text) {
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int more = *s < 0x80 ? 0 : *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc2 ? 1 : -1;
        if (more < 0) return 0;
        for (s++; more > 0; more--, s++)
            if ((*s & 0xc0) != 0x80) return 0;
    }
    return 1;
}

TEST(test_random) {
    rng r = rng_start(13);
    static const char *const pieces[] = { "a",          "\n",   "\u00e9", "\u2191",
                                          "\U0001f600", "\xff", "\x80",   "\xe2" };
    for (int round = 0; round < 20000; round++) {
        char text[400] = "";
        size_t length = 0;
        for (int64_t n = rng_between(&r, 0, 90); n > 0; n--) {
            const char *piece = pieces[rng_between(&r, 0, 7)];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        const char *message = shown(text, length, (size_t)rng_between(&r, 0, (int64_t)length));
        assert_true(is_utf8(message));
        assert_int_equal(message[strlen(message) - 1], '^');
    }
}

RUN_TESTS
