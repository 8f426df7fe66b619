/*
** test_heap_check.c - the checkers of heap games: silent on every game as it grows, and each
** finds what is broken on purpose.
*/
#define _DEFAULT_SOURCE
#include "testing.h"

#include <sys/mman.h>

#include "heap/code.h"

static ta_heap *octal(const char *code) {
    ta_heap *h;
    ok(ta_heap_octal(NULL, &plain, code, strlen(code), NULL, &h));
    return h;
}

static ta_status nim(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    (void)ctx;
    for (ta_amount left = 0; left < n; left++) {
        ta_status s = ta_heap_emit(sink, call, &left, 1);
        if (s) return s;
    }
    return TA_OK;
}

#define KINDS 8

static ta_heap *make(int kind) {
    static const ta_amount set[3] = { 2, 3, 7 };
    static ta_amount many[70];
    ta_heap *h;
    for (int i = 0; i < 70; i++) many[i] = 2 * i + 1;
    switch (kind) {
    case 0: ok(ta_heap_subtraction(NULL, &plain, set, 3, 0, NULL, &h)); break;
    case 1: ok(ta_heap_subtraction(NULL, &plain, set, 3, 1, NULL, &h)); break;
    case 2: ok(ta_heap_subtraction(NULL, &plain, many, 70, 0, NULL, &h)); break;
    case 3: ok(ta_heap_scripted(NULL, &plain, nim, NULL, "nim", NULL, &h)); break;
    case 4: return octal("0.6");
    case 5: return octal("0.3G4");
    case 6: ok(ta_heap_spawning(NULL, &plain, "1-3", 3, NULL, &h)); break;
    default: return octal("8=0.3");
    }
    return h;
}

static void broken(const ta_heap *h, const char *what) {
    const char *found = ta_heap_check(h);
    if (!found) print_error("nothing, not %s\n", what);
    assert_non_null(found);
    if (!strstr(found, what)) print_error("%s, not %s\n", found, what);
    assert_non_null(strstr(found, what));
}

TEST(test_every_kind_is_sound_as_it_grows) {
    for (int kind = 0; kind < KINDS; kind++) {
        ta_heap *h = make(kind);
        for (ta_amount n = 0; n < 700; n += 1 + n / 3) {
            assert_null(ta_heap_check(h));
            ok(ta_heap_extend(h, &plain, n));
        }
        assert_null(ta_heap_check(h));
        ta_heap_destroy(h);
    }
}

/* A value changed: found by the kind's own data, where the data tells. */
TEST(test_a_wrong_value_is_found) {
    static const char *const what[KINDS] = { "the ring", "all but", NULL, "the sequence",
                                             "dense",    "wide",    NULL, "the sequence" };
    for (int kind = 0; kind < KINDS; kind++) {
        ta_heap *h = make(kind);
        ok(ta_heap_extend(h, &plain, 50));
        uint8_t *last = (uint8_t *)h->g.data + h->g.count - 1, right = *last;
        if (kind >= 3)
            last -=
                kind == 3 || kind == 7 ? 40 : 30; /* a sample is looked at, of pairs made before */
        right = *last;
        *last = right ? 0 : 1;
        if (what[kind]) broken(h, what[kind]);
        *last = right;
        assert_null(ta_heap_check(h));
        *last = (uint8_t)(h->g.largest + 1);
        broken(h, "above the largest");
        *last = right;
        ta_heap_destroy(h);
    }
}

/* The last heap of all, 2^32 - 1, by the marks of a large set: those before are put at 0, in pages
** that take no memory. */
TEST(test_marks_of_the_last_heap) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *room = mmap(NULL, TA_HEAPS_MOST, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (room == MAP_FAILED) skip();
    ta_heap *h = make(2);
    ta_nim_values_lend(&h->g, room, 1, TA_HEAPS_MOST);
    h->g.count = TA_HEAPS_MOST - 2;
    ok(h->kind->grow(h, &plain, TA_HEAPS_MOST));
    assert_int_equal(ta_nim_values_at(&h->g, TA_HEAPS_MOST - 2), 1);
    assert_int_equal(ta_nim_values_at(&h->g, TA_HEAPS_MOST - 1), 2);
    assert_null(ta_heap_check(h));
    ta_heap_destroy(h);
    munmap(room, TA_HEAPS_MOST);
}

TEST(test_a_wrong_period_is_found) {
    ta_heap *h = octal("0.77");
    ta_period p;
    ok(ta_heap_periodicity(h, &plain, 300, &p));
    assert_true(h->proof.proved);
    h->proof.period = 11;
    broken(h, "does not hold");
    h->proof.period = 24;
    assert_null(ta_heap_check(h));
    h->proof.period = 12;
    h->proof.preperiod += 1;
    broken(h, "not the least");
    h->proof.preperiod = 10000;
    broken(h, "not known");
    ta_heap_destroy(h);
}

/* ---- Codes ---- */

TEST(test_what_pairs_hold) {
    ta_heap *h = octal("0.[7]");
    ok(ta_heap_extend(h, &plain, 300));
    heap_code *x = heap_code_of(h);
    assert_null(ta_heap_check(h));
    x->dense.absorbed = h->g.count + 1;
    broken(h, "unions of heaps not known");
    x->dense.absorbed = 0;
    assert_true(x->dense.unions[1].full > 0);
    x->dense.unions[1].bits[0] ^= 1;
    broken(h, "a gap");
    x->dense.unions[1].bits[0] ^= 1;
    for (size_t i = 0; i < x->dense.sets[0].slots; i++) { /* whichever is looked at */
        if (!x->dense.sets[0].held[i]) continue;
        x->dense.sets[0].held[i]++;
    }
    assert_non_null(ta_heap_check(h));
    ta_heap_destroy(h);
    h = octal("0.77");
    ok(ta_heap_extend(h, &plain, 140));
    x = heap_code_of(h);
    if (x->pairs.mirror_count > 0) { /* there are vectors here */
        x->pairs.mirror[x->pairs.mirror_cap - 1] ^= 1;
        broken(h, "the mirror shows");
        x->pairs.mirror[x->pairs.mirror_cap - 1] ^= 1;
    }
    assert_null(ta_heap_check(h));
    x->digits.most = 4;
    broken(h, "impossible digits");
    x->digits.most = 2;
    ta_heap_destroy(h);
}

TEST(test_what_rare_values_hold) {
    ta_heap *h = octal("0.376");
    ok(ta_heap_extend(h, &plain, 3000));
    heap_sparse *p = &heap_code_of(h)->sparse;
    assert_true(p->usable && p->rare_count > 10);
    assert_null(ta_heap_check(h));
    size_t i = ta_check_step(p->rare_count);
    uint32_t held = p->rare[i];
    p->rare[i] = p->rare[i - 1];
    broken(h, "rare heaps out of order");
    p->rare[i] = held;
    p->common = !p->common;
    broken(h, "common heap among the rare");
    p->common = !p->common;
    held = p->before[1];
    p->before[1] = 1;
    broken(h, "a chain through another value");
    p->before[1] = held;
    p->chained_to = h->g.count + 1;
    broken(h, "heaps chained");
    p->chained_to = h->g.count;
    p->frequent[0] = h->g.largest + 1;
    broken(h, "never was");
    ta_heap_destroy(h);
}

RUN_TESTS
