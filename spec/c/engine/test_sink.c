/*
** test_sink.c - positions as text for messages: unprintable strings appear as their length, and a cut is between
** characters.
*/
#include "takeaway/ruleset.h"
#include "testing.h"

static const char *text_of(const char *bytes, size_t count, size_t size) {
    static char text[100];
    ta_position p = { NULL, bytes, count };
    memset(text, 'x', sizeof text);
    return ta_position_text(text, size, &p);
}

TEST(test_text) {
    static const char *const shown[] = {
        "", "abc", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xC2\xA0"
    };
    static const char *const counted[] = { "\x1B[31m",
                                           "\n",
                                           "\x7F",
                                           "\xC2\x9B",
                                           "\xC2\x80",
                                           "\x9B",
                                           "\xFF",
                                           "\xC0\x80",
                                           "\xED\xA0\x80",
                                           "\xF4\x90\x80\x80",
                                           "a\xE2\x82",
                                           "\xE2\x80\xAE",
                                           "\xE2\x81\xA6",
                                           "\xE0\x80\x80",
                                           "\xC3(",
                                           "\xF0\x8F\xBF\xBF",
                                           "\xE2\x80\xA8",
                                           "\xD8\x9C",
                                           "\xF8\x88\x80\x80",
                                           "ab\xC3" };
    char expected[100];
    EACH(text, shown) {
        snprintf(expected, sizeof expected, "\"%s\"", *text);
        assert_string_equal(text_of(*text, strlen(*text), 80), expected);
    }
    EACH(text, counted) {
        snprintf(expected, sizeof expected, "a string of %zu bytes", strlen(*text));
        assert_string_equal(text_of(*text, strlen(*text), 80), expected);
    }
    assert_string_equal(text_of("a\0b", 3, 80), "a string of 3 bytes");
}

TEST(test_cut) {
    assert_string_equal(text_of("abcdefgh", 8, 8), "\"abcde\"");
    assert_string_equal(text_of("abcd\xC3\xA9gh", 8, 8), "\"abcd\"");
    assert_string_equal(text_of("ab\xF0\x9F\x98\x80gh", 8, 8), "\"ab\"");
    assert_string_equal(text_of("abcde", 5, 8), "\"abcde\"");
}

RUN_TESTS
