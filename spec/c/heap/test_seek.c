/*
** test_seek.c - a value sought among all pairs of heaps, against every pair looked at: in 1, 2
** and 4 bytes, with vectors and without; and a sequence that is found through it.
*/
#include "testing.h"

#include "heap/code.h"

/* The first pair of v that an option of heap g.count leaves, as its smaller heap; 0 for none. */
static size_t look(const ta_heap *h, uint32_t v) {
    const heap_digits *code = &heap_code_of(h)->digits;
    for (size_t k = 0; k < code->count; k++)
        for (size_t a = 1, m = h->g.count - k; code->digits[k] & 4 && a <= m / 2; a++)
            if ((ta_nim_values_at(&h->g, a) ^ ta_nim_values_at(&h->g, m - a)) == v) return a;
    return 0;
}

TEST(test_every_value_is_sought) {
    static const char *const codes[] = { "0.007", "0.077", "0.354", "0.0007" };
    static const size_t sizes[] = { 4, 513, 1025, 2900, 20000 };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        for (int portable = 0; portable <= 1; portable++) {
            ta_heap_settings settings = { .portable = portable };
            ta_heap *h;
            ok(ta_heap_octal(NULL, &plain, codes[i], strlen(codes[i]), &settings, &h));
            for (size_t k = 0; k < (short_run() ? 4u : 5u); k++) {
                ok(ta_heap_extend(h, &plain, (ta_amount)sizes[k]));
                for (uint32_t v = 0; v <= h->g.largest + 600; v += 1 + v / 64) {
                    size_t at = SIZE_MAX;
                    ok(heap_seek(h, &plain, v, &at));
                    if (at != look(h, v))
                        fail_msg("%s, %zu heaps, portable %d, width %u: value %u at %zu, not %zu",
                                 codes[i], h->g.count, portable, h->g.width, v, at, look(h, v));
                }
            }
            for (uint32_t width = 2; width <= 4; width *= 2) {
                assert_int_equal(TA_OK, ta_nim_values_widen(&h->g, width));
                for (uint32_t v = 0; v <= h->g.largest + 600; v += 7) {
                    size_t at = SIZE_MAX;
                    ok(heap_seek(h, &plain, v, &at));
                    assert_int_equal(at, look(h, v));
                }
            }
            ta_heap_destroy(h);
        }
}

/* 0.007, of which no period is known: its values to 131,072 have this sum, found by pairs alone. */
TEST(test_far_values) {
    if (short_run()) return;
    ta_heap *h;
    ok(ta_heap_octal(NULL, &plain, "0.007", 5, NULL, &h));
    ok(ta_heap_extend(h, &plain, 131072));
    assert_true(heap_code_of(h)->sparse.rare_count > 10000);
    uint64_t sum = 0;
    for (size_t n = 0; n < h->g.count; n++)
        sum = (sum * 1000003 + ta_nim_values_at(&h->g, n)) % 1000000007;
    assert_int_equal(sum, 253088027);
    ta_heap_destroy(h);
}

RUN_TESTS
