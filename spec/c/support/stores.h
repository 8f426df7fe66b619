/*
** stores.h - tests for all stores of canonical forms: refused memory, limits reached, a query stopped at each poll.
**
** The file that uses STORE_TESTS defines `work`, which makes queries of every kind: ta_status work(store *v,
** ta_call *call).
*/
#ifndef STORES_H
#define STORES_H

#include "plain.h"

static inline ta_status next_poll_stops(ta_call *call, double done, double total) {
    return --*(int *)call->host <= 0 ? TA_ECANCELLED : TA_OK;
}

/* A macro: it defines tests. `dense` and `step` as in SOME_REFUSALS; bytes that end the work, as a loop has them; a text
** that takes many polls, and another of the same game. */
#define STORE_TESTS(store, value, none, dense, step, least, most_bytes, by, text, same) \
    TEST(test_oom) {                                                                    \
        SOME_REFUSALS(o, 20, dense, step) {                                             \
            store##_statistics d;                                                       \
            OWN(store) *v = NULL;                                                       \
            o.lasting = 1;                                                              \
            if (store##_create(&o.allocator, &plain, 0, 1 << 24, &v)) continue;         \
            ta_status s = work(v, &plain);                                              \
            store##_describe(v, &d);                                                    \
            assert_int_equal(d.bytes, o.bytes);                                         \
            assert_null(store##_check(v));                                              \
            if (s) { /* everything goes on once there is memory */                      \
                assert_int_equal(s, TA_ENOMEM);                                         \
                o.left = -1;                                                            \
                ok(work(v, &plain));                                                    \
            }                                                                           \
            store##_clear(v);                                                           \
            store##_describe(v, &d);                                                    \
            assert_int_equal(d.bytes, o.bytes);                                         \
        }                                                                               \
    }                                                                                   \
    TEST(test_limits) {                                                                 \
        int games_ended = 0, bytes_ended = 0;                                           \
        store##_statistics all, d;                                                      \
        MADE(store, v, store##_create(NULL, &plain, 0, 1 << 24, &v));                   \
        ok(work(v, &plain));                                                            \
        store##_describe(v, &all);                                                      \
        for (size_t most = 2; most < all.games + 4; most += 1 + all.games / 12) {       \
            store##_clear(v);                                                           \
            store##_limit(v, most, 1 << 24);                                            \
            ta_status s = work(v, &plain);                                              \
            games_ended += s == TA_ELIMIT;                                              \
            assert_true(s == TA_OK || s == TA_ELIMIT);                                  \
            store##_describe(v, &d);                                                    \
            assert_true(d.games <= most);                                               \
            store##_limit(v, 0, 1 << 24);                                               \
            ok(work(v, &plain));                                                        \
        }                                                                               \
        for (size_t most = least; most < (most_bytes); most += (by)) {                  \
            OWN(store) *w = NULL;                                                       \
            ta_status s = store##_create(NULL, &plain, 0, most, &w);                    \
            if (!s) {                                                                   \
                s = work(w, &plain);                                                    \
                store##_describe(w, &d);                                                \
                assert_true(d.bytes <= most);                                           \
            }                                                                           \
            bytes_ended += s == TA_ELIMIT;                                              \
            assert_true(s == TA_OK || s == TA_ELIMIT);                                  \
        }                                                                               \
        assert_true(games_ended > 5 && bytes_ended > 1);                                \
    }                                                                                   \
    /* One poll at a time: what was done is kept, and the end is reached. */            \
    TEST(test_cancel) {                                                                 \
        int left = 1, cancelled = 0;                                                    \
        ta_call call = { &left, next_poll_stops, 0, "", 0 };                            \
        MADE(store, v, store##_create(NULL, &plain, 0, 1 << 28, &v));                   \
        value found = none, again;                                                      \
        for (; found == none; left = 1) {                                               \
            ta_status s = value##_parse(v, &call, text, sizeof text - 1, &found);       \
            assert_true(s == TA_OK || s == TA_ECANCELLED);                              \
            cancelled += s == TA_ECANCELLED;                                            \
        }                                                                               \
        assert_true(cancelled > 0);                                                     \
        ok(value##_parse(v, &plain, same, sizeof same - 1, &again));                    \
        assert_int_equal(found, again);                                                 \
    }                                                                                   \
    struct stores_end /* takes the semicolon */

#endif
