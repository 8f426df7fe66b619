/*
** test_win_condition.c - win conditions against the definition of the game,
** against staircases made here, and against the recursion itself for large n.
*/
#include "plain.h"

#include "naive_cash.h"
#include "takeaway/win_condition.h"

OWNS(ta_win_condition, ta_win_condition_destroy)

static ta_win_condition *find(const ta_amount *set, size_t count) {
    ta_win_limits limits = TA_WIN_LIMITS;
    ta_win_condition *wc = NULL;
    ok(ta_win_condition_find(NULL, &plain, set, count, &limits, &wc));
    return wc;
}

static ta_amount least(ta_win_condition *wc, ta_amount n, ta_amount e) {
    ta_amount value = -1;
    ok(ta_win_condition_least_cash(wc, &plain, n, e, &value));
    return value;
}

/* ---- The definition: W(n; d, e) by recursion on all positions ---- */

TEST(test_by_definition) {
    enum { MOST = 25 };
    for (unsigned mask = 1; mask < 64; mask++) {
        ta_amount set[32];
        size_t count = members_of(mask, set);
        OWN(ta_win_condition) *wc = find(set, count);
        naive_cash(set, count, MOST);
        for (int n = 0; n <= MOST; n++)
            for (int d = 0; d <= MOST; d++)
                for (int e = 0; e <= MOST; e++) {
                    int mover = -1;
                    ok(ta_win_condition_winner(wc, &plain, n, d, e, &mover));
                    assert_int_equal(mover, cash_wins[n][d][e]);
                }
    }
}

/* ---- Staircases by their recursion ---- */

static void check_row(ta_win_condition *wc, const int32_t *s, int n, int most) {
    for (int e = 0; e <= most; e++)
        if (least(wc, n, e) != naive_stair(s, most, n, e)) fail_msg("n = %d, e = %d", n, e);
    assert_true(least(wc, n, TA_INF) == naive_stair(s, most, n, most));
}

TEST(test_all_sets_to_eight) {
    rng r = rng_start(51);
    int most = short_run() ? 300 : 1100;
    for (unsigned mask = 1; mask < 256; mask++) {
        ta_amount set[32];
        size_t count = members_of(mask, set);
        OWN(ta_win_condition) *wc = find(set, count);
        FREED int32_t *s = naive_staircases(set, count, most);
        for (int times = 0; times < 40; times++) {
            int n = (int)(rng_next(&r) % (uint64_t)(most + 1));
            check_row(wc, s, n, most);
        }
        for (int n = 0; n < 60; n++) check_row(wc, s, n, most);
    }
}

TEST(test_hard_sets) {
    static const ta_amount sets[3][5] = { { 3, 5, 6, 10, 11 },
                                          { 3, 7, 8, 12 },
                                          { 3, 5, 7, 8, 12 } };
    static const size_t counts[3] = { 5, 4, 5 };
    int most = short_run() ? 900 : 3000;
    for (int i = 0; i < 3; i++) {
        OWN(ta_win_condition) *wc = find(sets[i], counts[i]);
        FREED int32_t *s = naive_staircases(sets[i], counts[i], most);
        for (int n = 0; n <= most; n++) check_row(wc, s, n, most);
    }
}

/* ---- Far out: the recursion itself ---- */

/* The mover wins at (n; d, e) exactly when a move leads to a loss of the next. */
static void check_recursion(ta_win_condition *wc, ta_amount n, ta_amount d, ta_amount e) {
    ta_win_info info;
    ta_win_condition_info(wc, &info);
    int mover = -1, next = -1, any = 0;
    ta_amount moves[64];
    size_t count = 0, at = 0;
    ok(ta_win_condition_winner(wc, &plain, n, d, e, &mover));
    ok(ta_win_condition_moves(wc, &plain, n, d, e, moves, &count));
    for (size_t j = 0; j < info.set_count; j++) {
        ta_amount a = info.set[j];
        if (a > n || a > d) continue;
        ta_amount left = d == TA_INF ? d : d - a;
        ok(ta_win_condition_winner(wc, &plain, n - a, e, left, &next));
        if (next) continue;
        any = 1;
        assert_true(at < count && moves[at] == a);
        at++;
    }
    assert_int_equal(at, count);
    assert_int_equal(any, mover);
}

TEST(test_recursion_far_out) {
    rng r = rng_start(52);
    int sets = short_run() ? 40 : 500;
    for (int times = 0; times < sets; times++) {
        ta_amount set[32];
        size_t count = members_of(1 + (unsigned)(rng_next(&r) % 4095), set);
        OWN(ta_win_condition) *wc = find(set, count);
        for (int i = 0; i < 200; i++) {
            ta_amount n = TA_MAX / 4 + (ta_amount)(rng_next(&r) % 1000);
            if (i % 10 == 0) n = TA_MAX - (ta_amount)(rng_next(&r) % 50);
            ta_amount e = i % 4 == 0 ? (ta_amount)(rng_next(&r) % (uint64_t)n)
                                     : n / 16 * (ta_amount)(rng_next(&r) % 17);
            ta_amount d = least(wc, n, e);
            if (d == TA_INF || i % 3 == 0) d = (ta_amount)(rng_next(&r) % (uint64_t)n);
            for (int x = -2; x <= 2; x++) check_recursion(wc, n, d + x > 0 ? d + x : 0, e);
            check_recursion(wc, n, TA_INF, e);
            check_recursion(wc, n, d, TA_INF);
        }
    }
}

/* Near every corner: the columns where an item of the word ends. */
TEST(test_recursion_at_corners) {
    rng r = rng_start(53);
    for (unsigned mask = 1; mask < 4096; mask += short_run() ? 97 : 11) {
        ta_amount set[32];
        size_t count = members_of(mask, set);
        OWN(ta_win_condition) *wc = find(set, count);
        ta_win_info info;
        ta_win_condition_info(wc, &info);
        for (int i = 0; i < 12; i++) {
            ta_amount residue = (ta_amount)(rng_next(&r) % (uint64_t)info.period),
                      k = TA_MAX / 2 / info.period;
            ta_amount n = info.base + residue + k * info.period, e = 0;
            ta_win_item item;
            for (size_t j = 0; ta_win_condition_item(wc, residue, j, &item); j++) {
                ta_amount columns = 0;
                for (ta_amount l = 0; l < item.length; l++) columns += item.letters[l] == 'H';
                e += columns * (item.c + item.g * k);
                for (ta_amount near = e > 3 ? e - 3 : 0; near <= e + 3; near++) {
                    ta_amount d = least(wc, n, near);
                    if (d == TA_INF) d = least(wc, n, 0);
                    if (d == TA_INF) continue;
                    for (int x = -1; x <= 1; x++)
                        check_recursion(wc, n, d + x > 0 ? d + x : 0, near);
                }
            }
        }
    }
}

/* ---- Texts ---- */

static char *text_of(const ta_win_condition *wc, size_t *length) {
    *length = ta_win_condition_text(wc, NULL, 0);
    char *text = malloc(*length + 1);
    assert_int_equal(ta_win_condition_text(wc, text, *length + 1), *length);
    return text;
}

TEST(test_text_comes_back) {
    for (unsigned mask = 1; mask < 4096; mask += 37) {
        ta_amount set[32];
        OWN(ta_win_condition) *wc = find(set, members_of(mask, set)), *back = NULL;
        size_t length, again;
        FREED char *text = text_of(wc, &length);
        int holds = 0;
        ok(ta_win_condition_load(NULL, &plain, text, length, &back));
        ok(ta_win_condition_check(back, &plain, &holds));
        assert_true(holds);
        FREED char *second = text_of(back, &again);
        assert_int_equal(length, again);
        assert_memory_equal(text, second, length);
        for (ta_amount n = 0; n < 200; n += 7)
            for (ta_amount e = 0; e < n; e += 11)
                assert_true(least(back, n, e) ==
                            least(wc, n, e)); /* from the words, from n = 30 on */
    }
}

/* As much of the text as fits, with a 0 at its end, and nothing after it. */
TEST(test_text_in_little_room) {
    ta_amount set[] = { 2, 3 };
    OWN(ta_win_condition) *wc = find(set, 2);
    size_t length;
    FREED char *text = text_of(wc, &length);
    for (size_t size = 0; size <= length + 2; size += size < 3 || size + 3 >= length ? 1 : 97) {
        FREED char *room = malloc(size + 1);
        room[size] = '!';
        assert_int_equal(ta_win_condition_text(wc, room, size), length);
        assert_int_equal(room[size], '!');
        size_t kept = size > length ? length : size ? size - 1 : 0;
        assert_memory_equal(room, text, kept);
        if (size) assert_int_equal(room[kept], '\0');
    }
}

/* A well-formed but false certificate fails at the first query. */
TEST(test_false_text) {
    ta_amount set[] = { 1 }, value;
    OWN(ta_win_condition) *wc = find(set, 1), *back = NULL;
    size_t length;
    FREED char *text = text_of(wc, &length);
    char *exponent = strstr(text, "\"VH\",15");
    assert_non_null(exponent);
    exponent[6] = '4';
    ok(ta_win_condition_load(NULL, &plain, text, length, &back));
    says(TA_EUNSUPPORTED,
         "this certificate does not hold: (B) fails at n = 30: the word "
         "is not the staircase",
         ta_win_condition_least_cash(back, &plain, 40, 1, &value));
}

/* Every proper beginning is refused; every changed byte is refused or does not hold. */
TEST(test_changed_bytes) {
    static const char letters[] = "0129HV,[]\"{}: x";
    ta_amount set[] = { 2, 3 };
    OWN(ta_win_condition) *wc = find(set, 2);
    ta_win_condition *back = NULL;
    size_t length;
    FREED char *text = text_of(wc, &length);
    for (size_t cut = 0; cut + 1 < length; cut++)
        refused(TA_EIO, "", ta_win_condition_load(NULL, &plain, text, cut, &back));
    for (size_t at = 0; at < length; at++)
        for (const char *put = letters; *put; put++) {
            char was = text[at];
            text[at] = *put;
            int holds = 0;
            ta_status s = ta_win_condition_load(NULL, &plain, text, length, &back);
            if (s == TA_OK) {
                s = ta_win_condition_check(back, &plain, &holds);
                if (s != TA_OK) assert_int_equal(s, TA_ELIMIT);
                ta_win_condition_destroy(back);
            }
            int space = was == ' ' || was == '\n' || *put == ' ';
            if (holds && was != *put && !space)
                fail_msg("byte %zu: %c for %c is accepted", at, *put, was);
            text[at] = was;
        }
}

/* ---- Failing allocators ---- */

static ta_status whole_life(const ta_allocator *a, const char *text, size_t length) {
    ta_win_limits limits = TA_WIN_LIMITS;
    ta_amount set[] = { 1, 3, 4 }, value;
    OWN(ta_win_condition) *wc = NULL, *back = NULL;
    int holds = 0;
    ta_status s = ta_win_condition_find(a, &plain, set, 3, &limits, &wc);
    if (!s) s = ta_win_condition_load(a, &plain, text, length, &back);
    if (!s)
        s = ta_win_condition_least_cash(back, &plain, 5, 2, &value); /* checks, builds the table */
    if (!s) s = ta_win_condition_check(wc, &plain, &holds);
    return s;
}

TEST(test_every_allocation_fails) {
    ta_amount set[] = { 1, 3, 4 };
    OWN(ta_win_condition) *wc = find(set, 3);
    size_t length;
    FREED char *text = text_of(wc, &length);
    EACH_REFUSAL(o, 50) {
        o.lasting = 1;
        assert_refused(&o, whole_life(&o.allocator, text, length));
    }
}

TEST(test_cancel_and_limits) {
    ta_amount set[] = { 3, 5, 6, 10, 11 };
    ta_win_condition *wc = NULL;
    ta_win_limits limits = TA_WIN_LIMITS;
    EACH_STOP(p, 1) {
        assert_stopped(&p, ta_win_condition_find(NULL, &p.call, set, 5, &limits, &wc));
    }
    ta_win_condition_destroy(wc);
    limits.max_base = limits.max_period = 120;
    refused(TA_ELIMIT, "base up to 120", ta_win_condition_find(NULL, &plain, set, 5, &limits, &wc));
    ta_amount bad[] = { 0 };
    assert_int_equal(ta_win_condition_find(NULL, &plain, bad, 1, &limits, &wc), TA_EINVAL);
    assert_int_equal(ta_win_condition_find(NULL, &plain, bad, 0, &limits, &wc), TA_EINVAL);
}

RUN_TESTS
