/*
** test_strips.c - condition (S) of one residue against its words, column by column at one level after the
** other. The random words belong to no game. One case makes residue 0 one of its two branches, and the other
** comes below it never, at once, or later. In another residue 0 falls below both, with the level or with e.
*/
#include "plain.h"

#include "win_condition/certificate.h"

OWNS(certificate_checker, certificate_checker_close)

#define LEVELS 160
#define COLUMNS 2048 /* more than three items of two letters have at these levels */

/* F_i(level, e) for all e < COLUMNS into `to`, INT32_MAX if it is infinite. */
static void expand(const certificate *c, int64_t i, int64_t level, int turned, int32_t *to) {
    const certificate_word *word = &c->words[i];
    int32_t height = 0;
    size_t e = 0;
    for (size_t j = word->first; j < word->first + word->count; j++) {
        const certificate_item *item = &c->items[j];
        for (int64_t times = item->c + item->g * level; times > 0; times--)
            for (int64_t l = 0; l < item->length; l++) {
                if ((c->letters[item->at + (size_t)l] == 'V') != turned) height++;
                else if (e < COLUMNS) to[e++] = height;
            }
    }
    for (; e < COLUMNS; e++) to[e] = (word->end == 'H') != turned ? height : INT32_MAX;
}

/* Is it the least of its branches at this level? */
static int follows(const certificate *c, int64_t i, int64_t level) {
    static int32_t least[COLUMNS], own[COLUMNS], row[COLUMNS];
    for (size_t e = 0; e < COLUMNS; e++) least[e] = INT32_MAX;
    for (size_t b = 0; b < c->set.count; b++) {
        int64_t a = c->set.a[b], lag = i < a ? (a - i - 1) / c->period + 1 : 0;
        expand(c, i - a + lag * c->period, level - lag, 1, row);
        for (size_t e = 0; e < COLUMNS; e++)
            if (row[e] != INT32_MAX && row[e] + (int32_t)a < least[e])
                least[e] = row[e] + (int32_t)a;
    }
    expand(c, i, level, 0, own);
    return memcmp(own, least, sizeof own) == 0;
}

/* An item of one or two letters; `letters` gives them, or is NULL for any. */
static void add_item(certificate *c, rng *r, const char *letters, int64_t length, int64_t times,
                     int64_t growth) {
    size_t at = c->letter_count;
    for (int64_t l = 0; l < length; l++) {
        char letter = letters ? letters[l] == 'H' ? 'V' : 'H' : "HV"[rng_between(r, 0, 1)];
        ok(certificate_add_letters(c, letter, 1));
    }
    ok(certificate_add_item(c, at, times, growth));
}

/* Words 1 and 2 of `from`, and for residue 0 that of 1 + F_2^T(k - 1). */
static void add_words(certificate *c, rng *r, const certificate *from) {
    for (int64_t i = 0; i < 3; i++) {
        const certificate_word *word = &from->words[i ? i - 1 : 1];
        ok(certificate_add_word(c));
        c->words[i].end = i ? word->end : word->end == 'H' ? 'V' : 'H';
        if (i == 0) add_item(c, r, "H", 1, 1, 0);
        for (size_t j = word->first; j < word->first + word->count; j++) {
            const certificate_item *item = &from->items[j];
            char letters[2];
            for (int64_t l = 0; l < item->length; l++) {
                letters[l] = from->letters[item->at + (size_t)l];
                if (i) letters[l] = letters[l] == 'H' ? 'V' : 'H';
            }
            add_item(c, r, letters, item->length, item->c - (i ? 0 : item->g), item->g);
        }
    }
}

static void random_words(certificate *c, rng *r) {
    certificate words;
    certificate_init(&words, NULL);
    for (int i = 0; i < 2; i++) {
        ok(certificate_add_word(&words));
        words.words[i].end = "HV"[rng_between(r, 0, 1)];
        for (int64_t n = rng_between(r, 1, 3); n > 0; n--) {
            int64_t growth = rng_between(r, 0, 2), length = rng_between(r, 1, 2);
            add_item(&words, r, NULL, length, growth + rng_between(r, 0, 5), growth);
        }
    }
    certificate_init(c, NULL);
    assert_false(certificate_set_add(&c->set, 1));
    assert_false(certificate_set_add(&c->set, 2));
    add_words(c, r, &words);
    certificate_clear(&words);
    certificate_item *last = &c->items[c->words[0].count - 1];
    char *letter = c->letters + last->at + last->length - 1;
    int64_t how = last->g > 0 ? rng_between(r, 0, 5) : 5;
    if (how < 2) last->g--, last->c++;
    else if (how == 2 && *letter == 'V') *letter = 'H', last->columns++, last->rows--;
    c->period = 3;
}

/* The first level that does not follow, or LEVELS. */
static int64_t first_wrong(const certificate *c) {
    int64_t level = certificate_first_level(c);
    while (level < LEVELS && follows(c, 0, level)) level++;
    return level;
}

TEST(test_as_the_words_are) {
    rng r = rng_start(23);
    int held = 0, below = 0, later = 0;
    for (int n = 0; n < 3000; n++) {
        CLEARED(certificate) c;
        random_words(&c, &r);
        if (!certificate_least_level(&c, &plain, 12, &c.level)) { /* else (S) says nothing */
            int holds = 1;
            MADE(certificate_checker, k, certificate_checker_open(&c, &k));
            ok(certificate_check_residue(k, &plain, 0, &holds));
            int64_t wrong = first_wrong(&c);
            if (holds != (wrong == LEVELS))
                fail_msg("words %d: (S) %s, and level %d is the first that does not follow", n,
                         holds ? "holds" : "fails", (int)wrong);
            held += holds;
            below += wrong < c.level;
            later += wrong > c.level && wrong < LEVELS;
        }
    }
    print_message("# %d hold, %d fail below k1 and %d above\n", held, below, later);
    assert_true(held > 50 && below > 50 && later > 10);
}

RUN_TESTS
