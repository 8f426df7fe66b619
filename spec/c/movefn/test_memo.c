/*
** test_memo.c - what is remembered against a plain list; refusal; the checker.
*/
#include "base/hash.h"
#include "base/mem.h"
#include "movefn/memo.h"
#include "testing.h"

enum { HELD = 600 };

/* Arguments near 1, doubling, and far, in any order. */
static ta_amount argument(rng *r) {
    switch (rng_between(r, 0, 2)) {
    case 0: return rng_between(r, 1, 300);
    case 1: return (ta_amount)1 << rng_between(r, 0, 62);
    default: return (ta_amount)(rng_next(r) >> 2) + 1;
    }
}

static void run(ta_memo *m, rng *r, const oom *o) {
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

TEST(test_random) {
    rng r = rng_start(41);
    for (int round = 0; round < 20; round++) {
        ta_memo m;
        ta_memo_init(&m, &ta_default_allocator);
        assert_null(ta_memo_check(&m));
        run(&m, &r, NULL);
        ta_memo_clear(&m);
        assert_null(ta_memo_check(&m));
    }
}

/* Arguments that double, from 1 on, make no dense array that is mostly empty. */
TEST(test_doubling) {
    ta_memo m;
    ta_memo_init(&m, &ta_default_allocator);
    for (int e = 0; e < 50; e++) {
        ok(ta_memo_put(&m, (ta_amount)1 << e, e + 1));
        assert_true(m.dense_cap <= 4 * m.dense_count + 64);
    }
    ta_memo_clear(&m);
}

TEST(test_refusing_allocator) {
    EACH_REFUSAL(o, 1) {
        rng r = { 43 };
        ta_memo m;
        ta_memo_init(&m, &o.allocator);
        run(&m, &r, &o);
        ta_memo_clear(&m);
    }
}

TEST(test_check) {
    ta_memo m;
    ta_memo_init(&m, &ta_default_allocator);
    for (ta_amount k = 1; k < 60; k++) ok(ta_memo_put(&m, k, k));
    for (int e = 20; e < 50; e++) ok(ta_memo_put(&m, (ta_amount)1 << e, e));
    size_t taken = 0;
    while (m.slots[taken].key == 0) taken++;
    assert_broken(ta_memo_check(&m), m.dense[5], -1, "below 1");
    assert_broken(ta_memo_check(&m), m.dense[5], 0, "miscounted");
    assert_broken(ta_memo_check(&m), m.dense_count, m.dense_cap + 1, "more values");
    assert_broken(ta_memo_check(&m), m.slot_cap, m.slot_cap - 1, "power of two");
    assert_broken(ta_memo_check(&m), m.slot_count, m.slot_cap, "too full");
    assert_broken(ta_memo_check(&m), m.slots[taken].value, 0, "below 1");
    assert_broken(ta_memo_check(&m), m.slots[taken].key, -3, "below 1");
    ta_amount other = m.slots[taken].key;
    while (ta_hash((uint64_t)other) % m.slot_cap ==
           ta_hash((uint64_t)m.slots[taken].key) % m.slot_cap)
        other++;
    assert_broken(ta_memo_check(&m), m.slots[taken].key, other, "does not lead to");
    m.dense[0] = 1;
    m.dense_count++;
    assert_string_equal(ta_memo_check(&m), "memo: a value at 0");
    ta_memo_clear(&m);
}

RUN_TESTS
