/*
** test_crc32.c - the checksum is the known one, continues from an earlier value, and detects every small change.
*/
#include "base/crc32.h"
#include "testing.h"

TEST(test_known) {
    assert_int_equal(ta_crc32(0, "", 0), 0);
    assert_int_equal(ta_crc32(0, "123456789", 9),
                     0xCBF43926); /* the check value of the catalogue of CRCs */
    assert_int_equal(ta_crc32(0, "The quick brown fox jumps over the lazy dog", 43), 0x414FA339);
}

/* Random bytes, and their sum. */
static uint32_t fill(uint64_t seed, unsigned char *text, size_t count) {
    rng r = rng_start(seed);
    for (size_t i = 0; i < count; i++) text[i] = (unsigned char)rng_between(&r, 0, 255);
    return ta_crc32(0, text, count);
}

TEST(test_goes_on) {
    unsigned char text[200];
    uint32_t whole = fill(5, text, sizeof text);
    for (size_t at = 0; at <= sizeof text; at++)
        assert_int_equal(ta_crc32(ta_crc32(0, text, at), text + at, sizeof text - at), whole);
}

/* A long text, by whole words from any byte on, is the short ones it is made of. */
TEST(test_long) {
    static unsigned char text[20011];
    fill(7, text, sizeof text);
    for (size_t from = 0; from < 17; from++) {
        for (size_t count = 4090; count + from <= sizeof text; count += 1 + count % 977) {
            uint32_t crc = 77;
            for (size_t i = 0, n; i < count; i += n) {
                n = count - i < 100 ? count - i : 100;
                crc = ta_crc32(crc, text + from + i, n);
            }
            assert_int_equal(ta_crc32(77, text + from, count), crc);
        }
    }
}

/* Every byte made every other, and any two bits. */
TEST(test_changes) {
    unsigned char text[60];
    uint32_t whole = fill(6, text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        for (int change = 1; change < 256; change++) {
            text[i] ^= (unsigned char)change;
            assert_int_not_equal(ta_crc32(0, text, sizeof text), whole);
            text[i] ^= (unsigned char)change;
        }
    }
    for (size_t i = 0; i < 8 * sizeof text; i++) {
        for (size_t j = i + 1; j < 8 * sizeof text; j++) {
            text[i / 8] ^= (unsigned char)(1 << i % 8), text[j / 8] ^= (unsigned char)(1 << j % 8);
            assert_int_not_equal(ta_crc32(0, text, sizeof text), whole);
            text[i / 8] ^= (unsigned char)(1 << i % 8), text[j / 8] ^= (unsigned char)(1 << j % 8);
        }
    }
}

RUN_TESTS
