/*
** test_heap_check.c - heap games with invalid input, under an allocator that refuses its k-th request, and
** with a broken field. Checkers are silent as a game grows, and each finds its broken invariant.
*/
#define _DEFAULT_SOURCE
#include "plain.h"

#include <sys/mman.h>

#include "heap/take_and_break.h"
#include "heaps.h"

/* ---- Bad input ---- */

static ta_status emits_itself(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_amount heap = n + (ctx ? *(ta_amount *)ctx : 0);
    ta_heap_emit(sink, call, &heap, 1); /* the failure must not be lost */
    return TA_OK;
}

static ta_status always_moves(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    return ta_heap_emit(sink, call, NULL, 0);
}

/* Sums drop empty heaps, so a move in one cannot be: 0 and the empty sum are one position. */
TEST(test_an_empty_heap_has_no_options) {
    ta_amount value = 42;
    MADE(ta_heap, h, ta_heap_scripted(NULL, &plain, always_moves, NULL, "always", NULL, &h));
    refused(TA_EBADRULE, "always: heap 0", ta_heap_nim_value(h, &plain, 0, &value));
    assert_int_equal(value, 42);
    assert_int_equal(value_of_heap(h, 3), 1);
}

TEST(test_bad_codes) {
    static const char *const bad[] = { "",       "0",        "0.",   "0.#",  "1.7",
                                       "0.7.7",  "0.[",      "0.[]", "0.[3", "0.77x",
                                       "0.[3]3", "0.[3][3]", "0.]",  ".",    "7",
                                       "0,7",    "0.-1",     " 0.7", "0.7 " };
    EACH(code, bad) {
        ta_heap *h = NULL;
        refused(TA_EINVAL, "^", ta_heap_octal(NULL, &plain, *code, strlen(*code), NULL, &h));
        assert_null(h);
    }
}

TEST(test_bad_sets_and_rules) {
    OWN(ta_heap) *h = NULL;
    const ta_amount bad[] = { 0, -1, TA_SUBTRACTION_MOST + 1, TA_INF };
    refused(TA_EINVAL, "", ta_heap_subtraction(NULL, &plain, NULL, 0, 0, NULL, &h));
    EACH(member, bad) {
        refused(TA_EINVAL, "", ta_heap_subtraction(NULL, &plain, member, 1, 0, NULL, &h));
    }
    ta_amount shifts[] = { 0, 1, -100 }, value = 42;
    EACH(shift, shifts) {
        ok(ta_heap_scripted(NULL, &plain, emits_itself, shift, "itself", NULL, &h));
        refused(TA_EBADRULE, "itself: heap 5", ta_heap_nim_value(h, &plain, 5, &value));
        assert_int_equal(value, 42);
        ta_heap_destroy(h);
    }
    ta_heap_settings o = { 50, 0, 10, 0 };
    ta_amount heaps[] = { 30 };
    ok(make_heap(NULL, &plain, "0.77", &o, &h));
    refused(TA_ELIMIT, "", ta_heap_nim_value(h, &plain, 51, &value));
    refused(TA_ELIMIT, "", ta_heap_misere_nim_value(h, &plain, heaps, 1, &value));
    ok(ta_heap_nim_value(h, &plain, 50, &value));
}

/* ---- A failing allocator ---- */

static ta_status count_options(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    *(size_t *)ctx += count;
    return TA_OK;
}

/* The calls for a game of each kind. */
static const struct life {
    const char *text;
    ta_amount to;
    int many; /* a move may leave many heaps: sums of few small heaps alone */
} lives[] = { { "-3,1,3,70,5", 150, 0 }, { "x3,1,3,70,5", 150, 0 },   { "0.16", 1400, 0 },
              { "0.8[37]", 150, 0 },     { "0.3{2!,3+}", 70, 1 },     { "8=0.3", 70, 1 },
              { "0.5!2", 70, 1 },        { "s1-2,3S,2C(3)F", 70, 1 }, { "kayles", 150, 0 } };

/* Everything a game does; the first failure ends it, and the game is of use once there is memory. */
static ta_status whole_life(oom *o, const struct life *life) {
    const ta_amount sum[] = { 9, 4, 4 }, small[] = { 3, 2, 2 },
                    nine[] = { 1, 1, 3, 1, 1, 3, 1, 1, 2 };
    OWN(ta_heap) *h = NULL;
    ta_amount value;
    ta_period p;
    size_t seen = 0;
    ta_status s = make_heap(&o->allocator, &plain, life->text, NULL, &h);
    if (!s) s = ta_heap_nim_value(h, &plain, 20, &value);
    if (!s) s = ta_heap_extend(h, &plain, life->to);
    if (!s) s = ta_heap_options_of_value(h, &plain, 12, 1, count_options, &seen);
    if (!s) s = ta_heap_options(h, &plain, 12, count_options, &seen);
    if (!s) s = ta_heap_misere_nim_value(h, &plain, life->many ? small : sum, 3, &value);
    if (!s && !life->many) s = ta_heap_misere_nim_value(h, &plain, nine, 9, &value);
    if (!s) s = ta_heap_periodicity(h, &plain, life->to, &p);
    if (s == TA_ELIMIT) s = TA_OK; /* no period in so few heaps */
    if (s && h) {
        o->left = -1;
        OWN(ta_heap) *fresh = heap_of(life->text);
        assert_int_equal(value_of_heap(h, 60), value_of_heap(fresh, 60));
    }
    return s;
}

TEST(test_every_failure_of_the_allocator) {
    EACH(life, lives)
        EACH_REFUSAL(o, 5) {
            assert_refused(&o, whole_life(&o, life));
        }
}

/* ---- The checkers ---- */

static const char *const kinds[] = { "-2,3,7", "x2,3,7", "odd",  "nim",
                                     "0.6",    "0.3G4",  "s1-3", "8=0.3" };

static ta_status nim(void *ctx, ta_call *call, ta_amount n, ta_heap_sink *sink) {
    ta_status s = TA_OK;
    for (ta_amount left = 0; left < n && !s; left++) s = ta_heap_emit(sink, call, &left, 1);
    return s;
}

static ta_heap *make(size_t kind) {
    ta_amount odd[70];
    ta_heap *h;
    for (int i = 0; i < 70; i++) odd[i] = 2 * i + 1;
    if (kind == 2) ok(ta_heap_subtraction(NULL, &plain, odd, 70, 0, NULL, &h));
    else if (kind == 3) ok(ta_heap_scripted(NULL, &plain, nim, NULL, "nim", NULL, &h));
    else h = heap_of(kinds[kind]);
    return h;
}

/* Macro: it assigns to the field. */
#define breaks(field, wrong, message) assert_broken(ta_heap_check(h), field, wrong, message)

TEST(test_every_kind_is_sound_as_it_grows) {
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        OWN(ta_heap) *h = make(kind);
        for (ta_amount n = 0; n < 700; n += 1 + n / 3) {
            assert_null(ta_heap_check(h));
            ok(ta_heap_extend(h, &plain, n));
        }
        assert_null(ta_heap_check(h));
    }
}

/* A value changed: found by the kind's own data, if they reveal it. Of kinds from 3 on the checker looks
** at a sample of pairs, made before the last value. */
TEST(test_a_wrong_value_is_found) {
    static const char *const what[] = { "the ring", "all but", NULL, "the sequence",
                                        "dense",    "wide",    NULL, "the sequence" };
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        OWN(ta_heap) *h = make(kind);
        ok(ta_heap_extend(h, &plain, 50));
        uint8_t *last = (uint8_t *)h->g.data + h->g.count - 1;
        if (kind >= 3) last -= kind == 3 || kind == 7 ? 40 : 30;
        if (what[kind]) breaks(*last, *last ? 0 : 1, what[kind]);
        breaks(*last, (uint8_t)(h->g.largest + 1), "above the largest");
    }
}

/* The last heap of all, 2^32 - 1, by the marks of a large set: those before are put at 0, in pages
** that take no memory. */
TEST(test_marks_of_the_last_heap) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *room = mmap(NULL, TA_HEAPS_MOST, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (room == MAP_FAILED) skip();
    OWN(ta_heap) *h = make(2);
    ta_nim_values_lend(&h->g, room, 1, TA_HEAPS_MOST);
    h->g.count = TA_HEAPS_MOST - 2;
    ok(h->kind->grow(h, &plain, TA_HEAPS_MOST));
    assert_int_equal(ta_nim_values_at(&h->g, TA_HEAPS_MOST - 2), 1);
    assert_int_equal(ta_nim_values_at(&h->g, TA_HEAPS_MOST - 1), 2);
    assert_null(ta_heap_check(h));
    munmap(room, TA_HEAPS_MOST);
}

TEST(test_a_wrong_period_is_found) {
    OWN(ta_heap) *h = heap_of("0.77");
    ta_period p;
    ok(ta_heap_periodicity(h, &plain, 300, &p));
    assert_true(h->proof.proved);
    breaks(h->proof.period, 11, "does not hold");
    breaks(h->proof.preperiod, h->proof.preperiod + 1, "not the least");
    breaks(h->proof.preperiod, 10000, "not known");
    h->proof.period = 24;
    assert_null(ta_heap_check(h));
}

/* ---- Codes ---- */

TEST(test_what_pairs_hold) {
    OWN(ta_heap) *h = heap_of("0.[7]");
    ok(ta_heap_extend(h, &plain, 300));
    heap_code *x = heap_code_of(h);
    breaks(x->dense.absorbed, h->g.count + 1, "unions of heaps not known");
    x->dense.absorbed = 0;
    assert_true(x->dense.unions[1].full > 0);
    breaks(x->dense.unions[1].bits[0], x->dense.unions[1].bits[0] ^ 1, "a gap");
    for (size_t i = 0; i < x->dense.sets[0].slots; i++) /* whichever slot is tested */
        if (x->dense.sets[0].held[i]) x->dense.sets[0].held[i]++;
    assert_non_null(ta_heap_check(h));
    ta_heap_destroy(h);
    h = heap_of("0.77");
    ok(ta_heap_extend(h, &plain, 140));
    x = heap_code_of(h);
    uint8_t *last = x->pairs.mirror + x->pairs.mirror_cap - 1;
    if (x->pairs.mirror_count > 0) breaks(*last, *last ^ 1, "the mirror shows"); /* vectors */
    breaks(x->digits.most, 4, "impossible digits");
}

TEST(test_what_rare_values_hold) {
    OWN(ta_heap) *h = heap_of("0.376");
    ok(ta_heap_extend(h, &plain, 3000));
    heap_sparse *p = &heap_code_of(h)->sparse;
    assert_true(p->usable && p->rare_count > 10);
    size_t i = ta_check_step(p->rare_count);
    breaks(p->rare[i], p->rare[i - 1], "rare heaps out of order");
    breaks(p->common, !p->common, "common heap among the rare");
    breaks(p->before[1], 1, "a chain through another value");
    breaks(p->chained_to, h->g.count + 1, "heaps chained");
    breaks(p->frequent[0], h->g.largest + 1, "never was");
}

RUN_TESTS
