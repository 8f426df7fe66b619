/*
** test_rational.c - exact arithmetic against a naive one on small numbers, the bounds of huge results against
** known numbers, and every failure. The contents of a memo against a plain list.
*/
#include "plain.h"

#include "base/hash.h"
#include "base/mem.h"
#include "movefn/memo.h"
#include "movefn/rational.h"
#include "naive_rational.h"

static ta_rational of(naive f) {
    ta_rational n = ta_rational_integer(f.num), d = ta_rational_integer(f.den), r;
    ok(ta_rational_div(n, d, &r));
    return r;
}

static void assert_is(ta_rational r, naive f) {
    assert_null(ta_rational_check(r));
    assert_int_equal(r.huge, 0);
    assert_true(r.num == f.num && r.den == f.den);
}

/* x op y, or floor(x): as by definition; where that is undefined it says so, and leaves the result as it was. */
static void check_operation(ta_op op, naive a, naive b) {
    ta_rational x = of(a), y = of(b), r = x;
    ta_status s = op == OP_ADD   ? ta_rational_add(x, y, &r)
                  : op == OP_SUB ? ta_rational_sub(x, y, &r)
                  : op == OP_MUL ? ta_rational_mul(x, y, &r)
                  : op == OP_DIV ? ta_rational_div(x, y, &r)
                  : op == OP_MOD ? ta_rational_mod(x, y, &r)
                  : op == OP_POW ? ta_rational_pow(x, y, &r)
                                 : ta_rational_floor(x, &r);
    naive expected = apply(op, a, b);
    assert_int_equal(s, expected.is == KNOWN ? TA_OK : TA_EBADRULE);
    assert_is(r, expected.is == KNOWN ? expected : a);
}

/* All pairs of fractions with numerators -6..6 and denominators 1..6. */
TEST(test_small) {
    static const ta_op ops[] = { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_FLOOR };
    const int64_t from[4] = { -6, 1, -6, 1 }, to[4] = { 6, 6, 6, 6 };
    int64_t at[4] = { -6, 1, -6, 1 };
    do {
        naive a = make(at[0], at[1]), b = make(at[2], at[3]);
        int64_t difference = at[0] * at[3] - at[2] * at[1];
        int sign;
        EACH(op, ops) check_operation(*op, a, b);
        if (at[2]) check_operation(OP_FLOOR, apply(OP_DIV, a, b), b);
        ok(ta_rational_compare(of(a), of(b), &sign));
        assert_int_equal(sign, (difference > 0) - (difference < 0));
    } while (next_place(at, 4, from, to));
}

TEST(test_powers) {
    for (int64_t n = -4; n <= 4; n++)
        for (int64_t d = 1; d <= 3; d++)
            for (int e = -5; e <= 5; e++) check_operation(OP_POW, make(n, d), make(e, 1));
    ta_rational r, more, most = ta_rational_integer(TA_MAX);
    check_operation(OP_POW, make(2, 1), make(1, 2));
    ok(ta_rational_add(most, ta_rational_integer(1), &more));
    assert_int_equal(ta_rational_pow(ta_rational_integer(2), more, &r), TA_ERANGE);
    ok(ta_rational_pow(ta_rational_integer(1), more, &r));
    assert_is(r, make(1, 1));
}

static ta_rational two_to(int64_t e) {
    ta_rational r;
    ok(ta_rational_pow(ta_rational_integer(2), ta_rational_integer(e), &r));
    assert_null(ta_rational_check(r));
    return r;
}

/* 2^e is exact below 2^125 and a bound from there on. What the bound proves is returned, anything else is
** ERANGE. */
TEST(test_huge) {
    for (int64_t e = 0; e < 400; e++) {
        ta_rational r = two_to(e);
        assert_int_equal(r.huge != 0, e >= 125);
        assert_true(r.huge <= e);
        assert_int_equal(ta_rational_sign(r), 1);
    }
    ta_rational h = two_to(500), r, one = ta_rational_integer(1), minus = ta_rational_neg(h);
    int sign;
    assert_true(h.huge > 125 && h.huge <= 500);
    assert_null(ta_rational_check(minus));
    ok(ta_rational_add(h, one, &r));
    assert_true(r.huge > 125 && r.huge <= 500 && r.num > 0);
    ok(ta_rational_sub(h, one, &r));
    assert_true(r.huge > 125 && r.huge <= 499);
    ok(ta_rational_sub(one, h, &r));
    assert_int_equal(ta_rational_sign(r), -1);
    assert_int_equal(ta_rational_sub(h, h, &r), TA_ERANGE);
    assert_int_equal(ta_rational_mod(h, ta_rational_integer(7), &r), TA_ERANGE);
    assert_int_equal(ta_rational_mod(ta_rational_integer(7), h, &r), TA_ERANGE);
    assert_int_equal(ta_rational_div(one, h, &r), TA_ERANGE);
    ok(ta_rational_div(h, ta_rational_integer(-3), &r));
    assert_true(r.huge > 100 && r.huge <= 498 && r.num < 0);
    ok(ta_rational_mul(h, ta_rational_integer(0), &r));
    assert_is(r, make(0, 1));
    ok(ta_rational_mul(h, minus, &r));
    assert_true(r.huge <= 1000 && r.num < 0);
    ok(ta_rational_floor(minus, &r));
    assert_true(r.huge == minus.huge && r.num < 0);
    ok(ta_rational_compare(h, one, &sign));
    assert_int_equal(sign, 1);
    ok(ta_rational_compare(minus, ta_rational_neg(one), &sign));
    assert_int_equal(sign, -1);
    ok(ta_rational_compare(minus, h, &sign));
    assert_int_equal(sign, -1);
    assert_int_equal(ta_rational_compare(h, h, &sign), TA_ERANGE);
    ok(ta_rational_compare(two_to(124), two_to(125), &sign));
    assert_int_equal(sign, -1);
}

/* Numbers of up to 124 bits and denominators up to 2^62. An exact result agrees with a
** relation that holds of exact numbers, and a result is always in lowest terms. */
TEST(test_wide) {
    rng r = rng_start(21);
    for (int i = 0; i < 50000; i++) {
        ta_rational x[3], sum, back, product;
        for (int j = 0; j < 3; j++) {
            uint64_t top_bits = rng_next(&r);
            int64_t n = (int64_t)(top_bits >> rng_between(&r, 1, 62));
            uint64_t bits = rng_next(&r);
            int64_t d = (int64_t)(bits >> rng_between(&r, 2, 62)) + 1;
            ta_rational top = ta_rational_integer(rng_between(&r, 0, 1) ? n : -n);
            if (rng_between(&r, 0, 3) == 0) {
                ta_rational scale = two_to(rng_between(&r, 0, 60));
                ok(ta_rational_mul(top, scale, &top));
            }
            ok(ta_rational_div(top, ta_rational_integer(d), &x[j]));
            assert_null(ta_rational_check(x[j]));
        }
        int sign;
        if (!ta_rational_add(x[0], x[1], &sum) && !sum.huge) {
            assert_null(ta_rational_check(sum));
            if (!ta_rational_sub(sum, x[1], &back) && !back.huge)
                assert_true(back.num == x[0].num && back.den == x[0].den);
            ok(ta_rational_compare(sum, x[0], &sign));
            assert_int_equal(sign, ta_rational_sign(x[1]));
        }
        if (!ta_rational_mul(x[0], x[2], &product) && !product.huge && x[2].num) {
            assert_null(ta_rational_check(product));
            if (!ta_rational_div(product, x[2], &back) && !back.huge)
                assert_true(back.num == x[0].num && back.den == x[0].den);
        }
        ta_rational whole, rest;
        ok(ta_rational_floor(x[0], &whole));
        assert_true(whole.den == 1);
        if (!ta_rational_sub(x[0], whole, &rest) && !rest.huge)
            assert_true(rest.num >= 0 && rest.num < rest.den);
    }
}

TEST(test_log2) {
    for (int bit = 0; bit < 128; bit++) {
        ta_uint128 n = (ta_uint128)1 << bit;
        assert_int_equal(ta_log2_128(n), bit);
        assert_int_equal(ta_log2_128(n | (n - 1)), bit);
    }
}

TEST(test_check_of_rationals) {
    static const ta_rational wrong[] = { { 1, 0, 0 }, { 1, -1, 0 }, { 2, 4, 0 },  { 0, 2, 0 },
                                         { 2, 1, 9 }, { 1, 2, 9 },  { 1, 1, -1 }, { 0, 1, 9 } };
    for (size_t i = 0; i < COUNT(wrong); i++) assert_non_null(ta_rational_check(wrong[i]));
    ta_rational wide = { (ta_int128)1 << 125, 1, 0 }, deep = { 1, INT64_MAX, 0 };
    assert_non_null(ta_rational_check(wide));
    assert_non_null(ta_rational_check(deep));
}

/* ---- Memos ---- */

enum { HELD = 600 };

/* Arguments near 1, doubling, and far, in any order. */
static ta_amount argument(rng *r) {
    switch (rng_between(r, 0, 2)) {
    case 0: return rng_between(r, 1, 300);
    case 1: return (ta_amount)1 << rng_between(r, 0, 62);
    default: return (ta_amount)(rng_next(r) >> 2) + 1;
    }
}

static void remember(ta_memo *m, rng *r, const oom *o) {
    ta_amount key[HELD], value[HELD];
    int count = 0;
    for (int i = 0; i < HELD; i++) {
        ta_amount k = argument(r), v = (ta_amount)(rng_next(r) >> 2) + 1;
        int at = 0;
        while (at < count && key[at] != k) at++;
        ta_amount known = at < count ? value[at] : 0;
        assert_true(ta_memo_get(m, k) == known);
        if (ta_memo_put(m, k, v)) {
            assert_true(o && o->failed);
            assert_true(ta_memo_get(m, k) == known);
            v = known;
        }
        assert_null(ta_memo_check(m));
        if (!v) continue;
        key[at] = k;
        value[at] = v;
        count += at == count;
    }
    for (int i = 0; i < count; i++) assert_true(ta_memo_get(m, key[i]) == value[i]);
}

TEST(test_random_memo) {
    rng r = rng_start(41);
    for (int round = 0; round < 20; round++) {
        ta_memo m;
        ta_memo_init(&m, &ta_default_allocator);
        assert_null(ta_memo_check(&m));
        remember(&m, &r, NULL);
        ta_memo_clear(&m);
        assert_null(ta_memo_check(&m));
    }
}

TEST(test_memo_where_memory_is_refused) {
    EACH_REFUSAL(o, 1) {
        rng r = { 43 };
        CLEARED(ta_memo) m;
        ta_memo_init(&m, &o.allocator);
        remember(&m, &r, &o);
    }
}

/* Macro: it assigns to the field. */
#define breaks(field, wrong, message) assert_broken(ta_memo_check(&m), field, wrong, message)

TEST(test_check_of_a_memo) {
    CLEARED(ta_memo) m;
    ta_memo_init(&m, &ta_default_allocator);
    for (ta_amount k = 1; k < 60; k++) ok(ta_memo_put(&m, k, k));
    for (int e = 20; e < 50; e++) ok(ta_memo_put(&m, (ta_amount)1 << e, e));
    size_t taken = 0;
    while (m.slots[taken].key == 0) taken++;
    breaks(m.dense[5], -1, "below 1");
    breaks(m.dense[5], 0, "miscounted");
    breaks(m.dense_count, m.dense_cap + 1, "more values");
    breaks(m.slot_cap, m.slot_cap - 1, "power of two");
    breaks(m.slot_count, m.slot_cap, "too full");
    breaks(m.slots[taken].value, 0, "below 1");
    breaks(m.slots[taken].key, -3, "below 1");
    ta_amount other = m.slots[taken].key;
    while (ta_hash((uint64_t)other) % m.slot_cap ==
           ta_hash((uint64_t)m.slots[taken].key) % m.slot_cap)
        other++;
    breaks(m.slots[taken].key, other, "does not lead to");
    m.dense[0] = 1;
    m.dense_count++;
    assert_string_equal(ta_memo_check(&m), "memo: a value at 0");
}

TEST(test_memo_forgets_nothing) {
    CLEARED(ta_memo) m;
    ta_memo_init(&m, &ta_default_allocator);
    rng r = rng_start(5);
    enum { N = 5000 };
    static ta_amount keys[N];
    for (int i = 0; i < N; i++) {
        keys[i] = i % 3 ? i : rng_between(&r, 1, TA_MAX);
        if (keys[i] == 0) keys[i] = 1;
        ok(ta_memo_put(&m, keys[i], keys[i] / 2 + 1));
    }
    for (int i = 0; i < N; i++) assert_int_equal(ta_memo_get(&m, keys[i]), keys[i] / 2 + 1);
    assert_int_equal(ta_memo_get(&m, TA_MAX - 1), 0);
}

/* Arguments that double, from 1 on, make no dense array that is mostly empty. */
TEST(test_doubling) {
    CLEARED(ta_memo) m;
    ta_memo_init(&m, &ta_default_allocator);
    for (int e = 0; e < 50; e++) {
        ok(ta_memo_put(&m, (ta_amount)1 << e, e + 1));
        assert_true(m.dense_cap <= 4 * m.dense_count + 64);
    }
}

RUN_TESTS
