/*
** test_brute.c - condition (B) against the definition of the game. Words from the outcomes of all
** positions hold, and every word with one change does not. Growing blocks are followed up to the
** given levels.
*/
#include "plain.h"

#include "naive_cash.h"
#include "win_condition/certificate.h"

#define MOST 30 /* n, d, e stay below */

static certificate of_set(unsigned mask) {
    certificate c;
    certificate_init(&c, NULL);
    for (int a = 1; a <= 16; a++)
        if (mask >> (a - 1) & 1) assert_false(certificate_set_add(&c.set, a));
    return c;
}

/* The path of n, as one plain item: V up to the least d that wins, H for each e. Without
** the letters of its end when `trimmed`. */
static void add_word(certificate *c, int n, int trimmed) {
    size_t from = c->letter_count;
    int d = 0, e = 0;
    ok(certificate_add_word(c));
    for (; e <= n; e++) {
        int least = d;
        while (least <= n && !cash_wins[n][least][e]) least++;
        if (least > n) break;
        ok(certificate_add_letters(c, 'V', (size_t)(least - d)));
        ok(certificate_add_letters(c, 'H', 1));
        d = least;
    }
    char end = e > n ? 'H' : 'V';
    while (trimmed && c->letter_count > from && c->letters[c->letter_count - 1] == end)
        c->letter_count--;
    c->words[c->word_count - 1].end = end;
    if (c->letter_count > from) ok(certificate_add_item(c, from, 1, 0));
}

static int holds(const certificate *c, int64_t levels) {
    int so_far = 1;
    ok(certificate_brute(c, &plain, levels, &so_far));
    if (!so_far) assert_non_null(strstr(plain.message, "(B) fails"));
    return so_far;
}

/* Every place at which one word can be changed, and the n that must be named. */
static void change_words(certificate *c) {
    for (size_t i = 0; i < c->word_count; i++) {
        char named[32];
        certificate_word *word = &c->words[i];
        snprintf(named, sizeof named, "n = %d:", (int)(c->base + (int64_t)i));
        for (size_t j = word->first; j < word->first + word->count; j++)
            for (size_t l = c->items[j].at; l + 1 < c->items[j].at + (size_t)c->items[j].length;
                 l++) {
                char *letters = c->letters + l, before = letters[0];
                if (before == letters[1]) continue;
                letters[0] = letters[1];
                letters[1] = before;
                int so_far = 1;
                ok(certificate_brute(c, &plain, 1, &so_far));
                assert_false(so_far);
                assert_non_null(strstr(plain.message, named));
                letters[1] = letters[0];
                letters[0] = before;
            }
        word->end ^= 'H' ^ 'V'; /* an end stands for one column at least */
        assert_false(holds(c, 1));
        word->end ^= 'H' ^ 'V';
    }
}

TEST(test_words_by_definition) {
    for (unsigned mask = 1; mask < 64; mask++)
        for (int trimmed = 0; trimmed < 2; trimmed++) {
            CLEARED(certificate) c = of_set(mask);
            naive_cash(c.set.a, c.set.count, MOST - 1);
            c.base = (int64_t)(mask % 13) + c.set.a[c.set.count - 1];
            c.period = 1 + mask % 9;
            for (int i = 0; i < c.period; i++) add_word(&c, (int)c.base + i, trimmed);
            assert_true(holds(&c, 1));
            if (trimmed) change_words(&c);
        }
}

/* A certificate found: its blocks grow, and each exponent matters at the level it reaches. */
TEST(test_growing_blocks) {
    CLEARED(certificate) c = of_set(0xd); /* {1, 3, 4} */
    ta_win_limits limits = TA_WIN_LIMITS;
    ok(certificate_search(&c, &plain, &limits));
    assert_true(holds(&c, 0));
    assert_true(holds(&c, 12));
    int grew = 0;
    for (size_t i = 0; i < c.item_count; i++) {
        certificate_item *item = &c.items[i];
        item->c++;
        assert_false(holds(&c, 1));
        item->c--;
        if (item->g == 0) continue;
        item->g--; /* seen from the second level on */
        assert_true(holds(&c, 1));
        assert_false(holds(&c, 2));
        item->g++;
        grew++;
    }
    assert_true(grew > 0);
}

/* The check of the debug build sees each field changed. */
TEST(test_form) {
    CLEARED(certificate) c = of_set(0xd);
    ta_win_limits limits = TA_WIN_LIMITS;
    assert_null(certificate_check_form(&c));
    ok(certificate_search(&c, &plain, &limits));
    assert_null(certificate_check_form(&c));
    certificate_item *item = &c.items[c.item_count / 2];
    int64_t *const numbers[] = { &item->length, &item->columns, &item->rows };
    size_t *const places[] = { &item->at, &c.words[1].first, &c.words[1].count, &c.item_count,
                               &c.letter_count };
    EACH(number, numbers) assert_broken(certificate_check_form(&c), **number, **number + 1, "");
    EACH(place, places) assert_broken(certificate_check_form(&c), **place, **place - 1, "");
    assert_broken(certificate_check_form(&c), c.words[0].end, 'X', "");
    assert_broken(certificate_check_form(&c), c.set.a[0], c.set.a[1], "");
}

TEST(test_failures) {
    CLEARED(certificate) c = of_set(0xd);
    polled p;
    ta_win_limits limits = TA_WIN_LIMITS;
    int so_far = 1;
    ok(certificate_search(&c, &plain, &limits));
    polled_start(&p, 0);
    assert_int_equal(certificate_brute(&c, &p.call, 1000, &so_far), TA_ECANCELLED);
    const ta_allocator allocator = c.allocator;
    EACH_REFUSAL(o, 1) {
        c.allocator = o.allocator;
        assert_refused(&o, certificate_brute(&c, &plain, 2, &so_far));
    }
    assert_true(so_far);
    c.allocator = allocator;
}

RUN_TESTS
