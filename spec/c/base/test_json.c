/*
** test_json.c - the tokens of JSON and the characters of UTF-8. The memory of each text ends with it, so
** the sanitizers notice a read past its end. Truncated text is refused.
*/
#include "base/json.h"
#include "base/utf8.h"
#include "testing.h"

/* One token of the text, in memory of its size: 's', 'n', or 0 if it is refused; and its end. */
static int token(const char *text, size_t length, size_t *at) {
    char *own = malloc(length + !length), *out = malloc(length + 1);
    memcpy(own, text, length);
    json_scanner s = { own, 0, length };
    json_string string;
    json_number number;
    int kind = 0;
    if (json_next(&s) == '"') {
        kind = json_read_string(&s, &string) ? 0 : 's';
        if (kind) assert_true(json_decode(&string, out) <= string.length);
    } else {
        kind = json_read_number(&s, &number) ? 0 : 'n';
        if (kind) assert_true(number.from + number.length == own + s.at);
    }
    *at = s.at;
    assert_true(s.at <= length);
    free(own);
    free(out);
    return kind;
}

TEST(test_cut_off) {
    static const char *const strings[] = { "\"a\\n\\u00e9\\ud83d\\ude00\\\\\"",
                                           "\" \\/\\b\\f\\r\\t\\udead\"" };
    static const char *const numbers[] = { "-12.50e+7", "0.25E-3", "9223372036854775807" };
    size_t at;
    EACH(text, strings) {
        size_t n = strlen(*text);
        for (size_t i = 0; i < n; i++) assert_int_equal(token(*text, i, &at), 0);
        assert_int_equal(token(*text, n, &at), 's');
        assert_int_equal(at, n);
    }
    EACH(text, numbers) {
        for (size_t i = 1; i <= strlen(*text); i++) {
            char last = (*text)[i - 1];
            assert_int_equal(token(*text, i, &at), last >= '0' && last <= '9' ? 'n' : 0);
            assert_int_equal(at, last >= '0' && last <= '9' ? i : 0);
        }
    }
}

TEST(test_random) {
    static const char letters[] = "\"\\u0d8ce-+.1 \n/bx\xC3\xA9\xFF";
    rng r = rng_start(41);
    char text[12];
    size_t at, read = 0;
    for (int i = 0; i < 200000; i++) {
        size_t n = (size_t)rng_between(&r, 0, sizeof text);
        for (size_t k = 0; k < n; k++) text[k] = letters[rng_between(&r, 0, sizeof letters - 2)];
        if (n > 0 && i % 2) text[0] = '"';
        read += token(text, n, &at) != 0;
    }
    assert_true(read > 10000);
}

TEST(test_says) {
    json_string string;
    json_number number;
    char out[32];
    static const char pairs[] = " \"\\ud83d\\ude00\\ud83dx\\u0041\\t\" ";
    json_scanner s = { pairs, 0, strlen(pairs) };
    assert_null(json_read_string(&s, &string));
    size_t n = json_decode(&string, out);
    assert_int_equal(n, 10);
    assert_memory_equal(out, "\xF0\x9F\x98\x80\xEF\xBF\xBDxA\t", n);
    s = (json_scanner){ "-9223372036854775808,9223372036854775808", 0, 40 };
    assert_null(json_read_number(&s, &number));
    assert_true(number.is_integer && number.integer == INT64_MIN && json_take(&s, ','));
    assert_string_equal(json_read_number(&s, &number), "an integer that 64 bits hold");
    assert_int_equal(s.at, 21);
}

/* A character is read of all its bytes, of its shortest form, and no surrogate is one. */
TEST(test_characters) {
    for (unsigned code = 0; code < 0x110000; code++) {
        char text[4] = { (char)code };
        size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        unsigned read = 0;
        if (n > 1) text[0] = (char)(0xF00 >> n | code >> 6 * (n - 1));
        for (size_t k = 1; k < n; k++) text[k] = (char)(0x80 | (code >> 6 * (n - 1 - k) & 0x3F));
        int surrogate = code >= 0xD800 && code < 0xE000;
        if (ta_utf8(text, n, &read) != (surrogate ? 0 : n) || (!surrogate && read != code))
            fail_msg("U+%04X: %zu bytes, U+%04X", code, ta_utf8(text, n, &read), read);
        if (n > 1 && ta_utf8(text, n - 1, &read) != 0) fail_msg("U+%04X cut off", code);
    }
    unsigned read;
    static const char *const none[] = { "\xC0\x80",         "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF",
                                        "\xF4\x90\x80\x80", "\x80",         "\xFF" };
    EACH(text, none) assert_int_equal(ta_utf8(*text, strlen(*text), &read), 0);
    assert_true(ta_steers(0x202E) && ta_steers('\n') && ta_steers(0x9B));
    assert_false(ta_steers('a') || ta_steers(0xE9));
}

RUN_TESTS
