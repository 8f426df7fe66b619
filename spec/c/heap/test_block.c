/*
** test_block.c - 64 heaps at once: the comparison with each vector against every pair looked at,
** and values by blocks against those that are found one by one.
*/
#include "testing.h"

#include "heap/code.h"

enum { HEAPS = 4096 };

static uint64_t seed = 20240607;

static uint32_t draw(uint32_t below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static uint64_t look(const uint16_t *g, size_t m, const uint32_t *list, size_t from, size_t count,
                     const uint16_t *target) {
    uint64_t found = 0;
    for (size_t j = 0; j < HEAP_BLOCK_LANES; j++)
        for (size_t i = from; i < from + count; i++) {
            size_t r = list ? list[i] : i;
            if ((g[r] ^ g[m + j - r]) == target[j]) found |= (uint64_t)1 << j;
        }
    return found;
}

TEST(test_every_vector_compares) {
    static uint16_t g[HEAPS];
    static uint32_t list[HEAPS];
    uint16_t target[HEAP_BLOCK_LANES];
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 300; round++) {
        uint32_t most = round % 3 == 0 ? 4 : round % 3 == 1 ? 300 : 4096;
        for (size_t i = 0; i < HEAPS; i++) g[i] = (uint16_t)draw(most);
        for (size_t j = 0; j < HEAP_BLOCK_LANES; j++)
            target[j] = draw(8) ? (uint16_t)draw(most) : UINT16_MAX;
        for (size_t i = 0; i < HEAPS; i++) list[i] = HEAP_BLOCK_LANES + draw(2000);
        size_t count = draw(80), from = HEAP_BLOCK_LANES + draw(1000), m = 2500 + draw(1000);
        uint64_t listed = look(g, m, list, from, count, target);
        uint64_t unlisted = look(g, m, NULL, from, count, target);
        for (int v = TA_VECTOR_PORTABLE; v <= (int)ta_vector_best(); v++) {
            ta_vector vector = (ta_vector)v;
            assert_true(heap_block_hits(vector, g, m, list, from, count, target) == listed);
            assert_true(heap_block_hits(vector, g, m, NULL, from, count, target) == unlisted);
        }
    }
}

/* Heaps from 17,000 on in blocks, with the mask that is chosen and with others, good or bad; and
** the same alone. Without vectors there are no blocks. */
TEST(test_blocks_are_exact) {
    static const char *const codes[] = { "0.007", "0.06", "0.0407", "0.4407" };
    const size_t from = 17000, to = short_run() ? 17400 : 19000;
    if (ta_vector_best() < TA_VECTOR_AVX2) return;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        ta_heap_settings settings = { .portable = 1 };
        ta_heap *alone;
        ok(ta_heap_octal(NULL, &plain, codes[i], strlen(codes[i]), &settings, &alone));
        ok(ta_heap_extend(alone, &plain, (ta_amount)to));
        for (int round = 0; round < 3; round++) {
            ta_heap *h;
            ok(ta_heap_octal(NULL, &plain, codes[i], strlen(codes[i]), NULL, &h));
            ok(ta_heap_extend(h, &plain, (ta_amount)from));
            ok(ta_nim_values_reserve(&h->g, &plain, to + 1, 0));
            assert_int_equal(ta_nim_values_widen(&h->g, 2), TA_OK);
            ok(heap_sparse_choose(h, &plain));
            heap_sparse *p = &heap_code_of(h)->sparse;
            if (round > 0) p->position = 0, p->common = 1, p->mask = 1 + draw(h->g.largest);
            ok(heap_sparse_sort(h));
            int blocks = 0;
            for (; heap_block_pays(h, to + 1); blocks++) ok(heap_block_values(h, &plain));
            assert_true(blocks > 5 || (round == 0 && p->rare_count < 2048));
            for (size_t n = from; n < h->g.count; n++)
                if (ta_nim_values_at(&h->g, n) != ta_nim_values_at(&alone->g, n))
                    fail_msg("%s, mask %x: heap %zu is %u in a block, %u alone", codes[i], p->mask,
                             n, ta_nim_values_at(&h->g, n), ta_nim_values_at(&alone->g, n));
            assert_null(ta_heap_check(h));
            ta_heap_destroy(h);
        }
        ta_heap_destroy(alone);
    }
}

RUN_TESTS
