/*
** test_misere.c - the store of misere forms without Lua: against the definition on all games born by
** day 4, sums, differences, parts, links; its limits, failing memory.
*/
#include "stores.h"
#include "takeaway/misere.h"
#include "misere/misere_int.h"

OWNS(ta_misere_column, ta_misere_column_destroy)
OWNS(ta_miseres, ta_miseres_destroy)

#define FEW 22 /* forms born by day 4 */

static ta_miseres *new_store(ta_call *call) {
    ta_miseres *v = NULL;
    assert_status(TA_OK, call, ta_miseres_create(NULL, call, 0, 1 << 28, &v));
    return v;
}

static ta_misere read(ta_miseres *v, const char *text) {
    ta_misere g = TA_NO_MISERE;
    ok(ta_misere_parse(v, &plain, text, strlen(text), &g));
    return g;
}

static void assert_name(ta_miseres *v, ta_misere g, const char *expected) {
    char text[4096];
    size_t length;
    ok(ta_misere_text(v, &plain, g, text, sizeof text, &length));
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void few(ta_miseres *v, ta_misere forms[FEW]) {
    ta_misere_list list;
    ok(ta_misere_day(v, &plain, 4, &list));
    assert_int_equal(list.count, FEW);
    memcpy(forms, list.at, FEW * sizeof *forms);
}

static ta_misere sum(ta_miseres *v, ta_misere g, ta_misere h) {
    ta_misere x = TA_NO_MISERE;
    ok(ta_misere_sum(v, &plain, g, h, &x));
    return x;
}

static int wins(const ta_miseres *v, ta_misere g) {
    return ta_misere_outcome(v, g) == TA_N;
}

/* ---- By definition ---- */

/* The 65536 games whose options are sets of the 16 games whose options are sets of the 4 ..., game i
** having as options the games of the bits of i. So game i < 16 is among the games < 65536. */
#define GAMES 65536
static unsigned char n_position[GAMES][16]; /* does the mover win game i + game x, x < 16? */

/* In misere play: a player who cannot move wins. */
static void play(unsigned games) {
    for (unsigned i = 0; i < games; i++)
        for (unsigned x = 0; x < 16; x++) {
            int win = i == 0 && x == 0;
            for (unsigned o = 0; o < 16; o++) {
                if (i >> o & 1) win |= !n_position[x > o ? x : o][x > o ? o : x];
                if (x >> o & 1) win |= !n_position[i][o];
            }
            n_position[i][x] = (unsigned char)win;
        }
}

/* Sums of two games below 16 come in any order, so the games are played until nothing changes: such a sum
** lasts 6 moves. */
static void play_all(void) {
    for (int round = 0; round < 8; round++) play(16);
    play(GAMES);
}

static ta_misere form_of_bits(ta_miseres *v, unsigned bits, const ta_misere *of) {
    ta_misere options[16], form = TA_NO_MISERE;
    size_t count = 0;
    for (unsigned o = 0; o < 16; o++)
        if (bits >> o & 1) options[count++] = of[o];
    ok(ta_misere_from_options(v, &plain, options, count, &form));
    return form;
}

/* Equal forms have the same outcome beside every game born by day 3, and sums have the outcome of
** play. A game with different outcomes distinguishes forms that differ. */
TEST(test_definition) {
    static ta_misere form[GAMES];
    OWN(ta_miseres) *v = new_store(&plain);
    ta_misere seen[FEW];
    unsigned distinct = 0;
    play_all();
    for (unsigned i = 0; i < GAMES; i++) form[i] = form_of_bits(v, i, form);
    for (unsigned i = 0; i < GAMES; i++)
        for (unsigned x = 0; x < 16; x++)
            if (wins(v, sum(v, form[i], form[x])) != n_position[i][x])
                fail_msg("game %u + game %u", i, x);
    for (unsigned i = 0; i < GAMES; i++) {
        unsigned k = 0;
        while (k < distinct && seen[k] != form[i]) k++;
        if (k < distinct) continue;
        assert_true(distinct < FEW);
        seen[distinct++] = form[i];
    }
    assert_int_equal(distinct, FEW);
    for (unsigned i = 0; i < FEW; i++)
        for (unsigned k = 0; k < FEW; k++) {
            ta_misere x;
            if (i == k) continue;
            ok(ta_misere_distinguisher(v, &plain, seen[i], seen[k], &x));
            assert_false(wins(v, sum(v, seen[i], x)));
            assert_true(wins(v, sum(v, seen[k], x)));
        }
}

/* Day 5 by the theorem on canonical forms, on sets of the 22: 4171780 of the 4194304 (Conway and
** Thompson, ONAG chapter 12); the store agrees which of them are canonical. */
TEST(test_day_five) {
    OWN(ta_miseres) *v = new_store(&plain);
    ta_misere forms[FEW];
    uint32_t options[FEW] = { 0 }, holders[FEW] = { 0 }, losing = 0;
    few(v, forms);
    for (int g = 0; g < FEW; g++) {
        losing |= (uint32_t)!wins(v, forms[g]) << g;
        for (int x = 0; x < FEW; x++)
            if (ta_misere_has(v, forms[g], forms[x])) {
                options[g] |= (uint32_t)1 << x;
                holders[x] |= (uint32_t)1 << g;
            }
    }
    rng r = rng_start(5);
    uint32_t count = 0;
    for (uint32_t set = 0; set < (uint32_t)1 << FEW; set++) {
        int canonical = 1;
        for (int h = 0; h < FEW && canonical; h++) {
            uint32_t rest = set & ~options[h];
            canonical =
                !rest || (options[h] & ~set) || (rest & ~holders[h]) || (h == 0 && !(set & losing));
        }
        count += (uint32_t)canonical;
        if (rng_between(&r, 0, 1000)) continue;
        ta_misere list[FEW], form;
        size_t n = 0;
        for (int x = 0; x < FEW; x++)
            if (set >> x & 1) list[n++] = forms[x];
        ok(ta_misere_from_options(v, &plain, list, n, &form));
        assert_int_equal(canonical, ta_misere_option_count(v, form) == n);
    }
    assert_int_equal(count, 4171780);
    for (int64_t day = 0; day < 4; day++) {
        static const size_t born[] = { 1, 2, 3, 5 };
        ta_misere_list list;
        ok(ta_misere_day(v, &plain, day, &list));
        assert_int_equal(list.count, born[day]);
    }
    ta_misere_list list;
    refused(TA_ELIMIT, "", ta_misere_day(v, &plain, 6, &list));
}

/* ---- Consequences ---- */

static int holds(const ta_misere_list *list, ta_misere g) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == g) return 1;
    return 0;
}

/* Differences undo sums, both terms are parts, and partitions add up. */
TEST(test_parts) {
    OWN(ta_miseres) *v = new_store(&plain);
    ta_misere forms[FEW], x;
    few(v, forms);
    for (int i = 0; i < FEW; i++)
        for (int k = 0; k < FEW; k++) {
            ta_misere g = forms[i], h = forms[k], s = sum(v, g, h);
            ta_misere_list list;
            const size_t *end;
            size_t ways;
            ok(ta_misere_minus(v, &plain, s, g, &x));
            assert_int_equal(x, h);
            ta_status found = ta_misere_minus(v, &plain, g, h, &x);
            if (!found) assert_int_equal(sum(v, x, h), g);
            else assert_int_equal(found, TA_EUNSUPPORTED);
            if (g < 2 || h < 2) continue;
            ok(ta_misere_parts(v, &plain, s, &list));
            assert_true(holds(&list, g & ~1u) && holds(&list, h & ~1u));
            ok(ta_misere_partitions(v, &plain, s, &list, &end, &ways));
            assert_true(ways >= 1);
            ta_misere terms[64];
            size_t ends[16];
            assert_true(list.count <= 64 && ways <= 16);
            memcpy(terms, list.at, list.count * sizeof *terms);
            memcpy(ends, end, ways * sizeof *ends);
            for (size_t w = 0, at = 0; w < ways; w++) {
                ta_misere all = TA_MISERE_ZERO;
                assert_true(ends[w] > at + 1);
                for (; at < ends[w]; at++) all = sum(v, all, terms[at]);
                assert_int_equal(all, s);
            }
        }
}

/* A link makes P-positions of both; there is one unless one is an option of the other. */
TEST(test_links) {
    OWN(ta_miseres) *v = new_store(&plain);
    ta_misere forms[FEW], x;
    few(v, forms);
    for (int i = 0; i < FEW; i++)
        for (int k = 0; k < FEW; k++) {
            ta_misere g = forms[i], h = forms[k];
            int linked = -1;
            ok(ta_misere_link(v, &plain, g, h, &linked, &x));
            assert_int_equal(linked, !ta_misere_has(v, g, h) && !ta_misere_has(v, h, g));
            if (linked) assert_false(wins(v, sum(v, g, x)) || wins(v, sum(v, h, x)));
            ok(ta_misere_mate(v, &plain, g, &x));
            assert_false(wins(v, sum(v, g, x)));
        }
    refused(TA_EUNSUPPORTED, "", ta_misere_distinguisher(v, &plain, 2, 2, &x));
}

TEST(test_large_heaps) {
    OWN(ta_miseres) *v = new_store(&plain);
    ta_misere g, h;
    ok(ta_misere_heap(v, &plain, 100001, &g));
    assert_int_equal(ta_misere_birthday(v, g), 100001);
    assert_int_equal(ta_misere_nim_value(v, g), 100001);
    assert_int_equal(ta_misere_genus_digit(v, g, 1), 100001 ^ 2);
    assert_int_equal(ta_misere_option_count(v, g), 100001);
    assert_true(ta_misere_has(v, g, g ^ 1) && !ta_misere_has(v, g ^ 1, g));
    refused(TA_EINVAL, "", ta_misere_heap(v, &plain, -1, &h));
    ta_misere options[8];
    for (int n = 0; n < 8; n++) ta_misere_heap(v, &plain, n, &options[n]);
    for (size_t n = 0; n < 8; n++) {
        ok(ta_misere_from_options(v, &plain, options, n, &h));
        assert_int_equal(h, options[n]);
    }
}

/* ---- Limits ---- */

static ta_status work(ta_miseres *v, ta_call *call) {
    const char *text = "*[((2#1)[2]2[#2#]2[#1])((2#0)[2]2[#2#]2#)(2#1)(2#0)[1]] + *[4#5]";
    ta_misere g, x;
    ta_misere_list list;
    const size_t *end;
    char name[512];
    size_t length, ways;
    int linked;
    ta_status s = ta_misere_parse(v, call, text, strlen(text), &g);
    if (!s) s = ta_misere_text(v, call, g, name, sizeof name, &length);
    if (!s) s = ta_misere_partitions(v, call, g, &list, &end, &ways);
    if (!s) s = ta_misere_link(v, call, g, 1, &linked, &x);
    if (!s) s = ta_misere_parse(v, call, "*[2##]", 6, &g);
    if (!s) s = ta_misere_parts(v, call, g, &list);
    if (!s) assert_int_equal(list.count, 6);
    if (!s) s = ta_misere_day(v, call, 3, &list);
    if (!s) assert_int_equal(list.count, 5);
    return s;
}

STORE_TESTS(ta_miseres, ta_misere, TA_NO_MISERE, 0, 1, 1000, all.bytes + 1000, 1 + all.bytes / 24,
            "*26 + *22 + *24", "*22 + *24 + *26");

/* ---- Clearing, ids, columns ---- */

TEST(test_clear) {
    OWN(ta_miseres) *v = new_store(&plain);
    ta_miseres_statistics before, after;
    ok(work(v, &plain));
    ta_miseres_describe(v, &before);
    ta_miseres_clear(v);
    ta_miseres_describe(v, &after);
    assert_int_equal(after.games, 2);
    assert_true(after.bytes < before.bytes);
    assert_int_equal(after.generation, before.generation + 1);
    assert_int_equal(after.results, 0);
    assert_name(v, read(v, "*[2[#2]]"), "*[2[#2]]");
    ta_misere stale = 1000000, x;
    refused(TA_EINVAL, "", ta_misere_sum(v, &plain, stale, 0, &x));
    refused(TA_EINVAL, "", ta_misere_from_options(v, &plain, &stale, 1, &x));
    refused(TA_EINVAL, "", ta_misere_multiple(v, &plain, -1, 0, &x));
    ok(ta_misere_multiple(v, &plain, 4000000000000000001, 1, &x));
    assert_int_equal(x, 1);
    ok(ta_misere_multiple(v, &plain, 3, read(v, "*2"), &x));
    assert_name(v, x, "*[2[22]]");
    ta_miseres_describe(v, &before);
    refused(TA_ELIMIT, "", ta_misere_multiple(v, &plain, INT64_MAX, read(v, "*2"), &x));
    ta_miseres_limit(v, 60000, 0);
    refused(TA_ELIMIT, "", ta_misere_multiple(v, &plain, 30001, read(v, "*[2#]"), &x));
    ta_miseres_limit(v, 0, before.bytes + 1000000);
    refused(TA_ELIMIT, "", ta_misere_multiple(v, &plain, 30000, read(v, "*2"), &x));
    ta_miseres_describe(v, &after);
    assert_true(after.games <= before.games + 2); /* nothing was begun */
    ta_miseres_limit(v, 60000, 0);
    ok(ta_misere_multiple(v, &plain, 29000, read(v, "*2"), &x));
    ta_miseres_destroy(NULL);
}

TEST(test_column) {
    OWN(ta_miseres) *v = new_store(&plain);
    ta_misere g;
    MADE(ta_misere_column, c, ta_misere_column_create(v, &plain, &c));
    const uint32_t part[] = { 0, 1, 1, 2, 2 };
    const size_t one[] = { 1, 2 }, sums[] = { 3, 5 };
    refused(TA_EINVAL, "", ta_misere_column_put(c, &plain, 1, NULL, NULL, 0));
    ok(ta_misere_column_put(c, &plain, 0, NULL, NULL, 0)); /* 0 */
    ok(ta_misere_column_put(c, &plain, 1, part, one, 1));  /* 1 */
    ok(ta_misere_column_put(c, &plain, 2, part, one, 2));  /* 2 */
    ok(ta_misere_column_put(c, &plain, 3, part, sums, 2)); /* {0, 2+2} */
    const uint32_t ask[] = { 3, 1 }, bad[] = { 4 };
    ok(ta_misere_column_get(c, &plain, ask, 2, &g));
    assert_int_equal(g, read(v, "*[2[2]0] + *[1]"));
    refused(TA_EINVAL, "", ta_misere_column_get(c, &plain, bad, 1, &g));
    ok(ta_misere_column_get(c, &plain, ask, 0, &g));
    assert_int_equal(g, TA_MISERE_ZERO);
    assert_false(ta_misere_column_stale(c));
    assert_true(ta_misere_column_bytes(c) > 0 && ta_misere_column_bytes(NULL) == 0);
    ta_miseres_clear(v);
    assert_true(ta_misere_column_stale(c));
    refused(TA_EINVAL, "", ta_misere_column_get(c, &plain, ask, 2, &g));
    ta_misere_column_destroy(NULL);
}

/* ---- Names ---- */

TEST(test_names) {
    OWN(ta_miseres) *v = new_store(&plain);
    static const char *const names[] = {
        "*[0]",
        "*[1]",
        "*[2]",
        "*[&10;]",
        "*[2#]",
        "*[2##]",
        "*[2[2]]",
        "*[2[#1]]",
        "*[2[#-2]]",
        "*[2#0]",
        "*[(2#0)[2]]",
        "*[2[22]]",
        "*[&12;#&10;]",
        "*[4[2#-4]]",
        "*[(2#0)[1]#]",
        "*[((2#0)2[#1]2#)(2#1)[1]]",
        "*[((2#1)[2]2[#2#]2[#1])((2#0)[2]2[#2#]2#)(2#1)(2#0)[1]]"
    };
    for (size_t i = 0; i < COUNT(names); i++)
        if (strcmp(names[i], "*[(2#0)[1]#]") != 0) assert_name(v, read(v, names[i]), names[i]);
    static const char *const same[][2] = {
        { "*[]", "*[0]" },
        { "0", "*[0]" },
        { "*", "*[1]" },
        { "\u2217[2#0] + \u22173", "*[2#0] + *[3]" },
        { "*12", "*[&12;]" },
        { " *[2] + *[3] ", "*[2[3]]" },
        { "*[(2#)0]", "*[2#0]" },
        { "*[[2], 0]", "*[2#0]" },
        { "*[[[2]]]", "*[2##]" },
        { "*[[*[4] + *[2]]]", "*[4[2#]]" },
        { "*[(2#0)[1]#]", "*[(2#0)[1#]]" },
        { "*[12]", "*[0]" },
        { "*[[]]", "*[0]" },
        { "*[2+2,3,2,1]", "*[2[2]321]" },
    };
    for (size_t i = 0; i < COUNT(same); i++)
        assert_int_equal(read(v, same[i][0]), read(v, same[i][1]));
    static const char *const wrong[] = {
        "",  "*[",    "*[2",       "2 2",      "*[2]]",    "*[(])",    "*[()]",
        "+", "*[2]+", "*[2+]",     "*[-2]",    "*[2[-4]]", "*[&2]",    "*[&;]",
        "x", "*[2[",  "999999999", "*[2[]3]x", "#",        "\xe2\x88", "*[\xe2\x88\x98]"
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ta_misere g = 12345;
        refused(TA_EINVAL, "", ta_misere_parse(v, &plain, wrong[i], strlen(wrong[i]), &g));
        assert_int_equal(g, 12345);
    }
}

/* Text of the signs of names, at random: a form or an error; what is a form is printed and read back. */
TEST(test_random_names) {
    static const char signs[] = "0123##[]()(),+* -&;";
    OWN(ta_miseres) *v = new_store(&plain);
    rng r = rng_start(11);
    int read_back = 0;
    for (int i = 0; i < (short_run() ? 9000 : 60000); i++) {
        char text[16] = "*[", name[4096];
        size_t length = 2 + (size_t)rng_between(&r, 0, 9), shown;
        ta_misere g, again;
        for (size_t k = 2; k < length; k++)
            text[k] = signs[rng_between(&r, 0, (int64_t)sizeof signs - 2)];
        if (i % 3) text[length++] = ']';
        ta_status s = ta_misere_parse(v, &plain, text, length, &g);
        if (s == TA_EINVAL) continue;
        ok(s);
        ok(ta_misere_text(v, &plain, g, name, sizeof name, &shown));
        assert_true(shown < sizeof name);
        ok(ta_misere_parse(v, &plain, name, shown, &again));
        assert_int_equal(g, again);
        read_back++;
    }
    assert_true(read_back > 90);
}

/* Each thing the checker says must hold, broken: it sees it. */
TEST(test_check) {
    OWN(ta_miseres) *v = new_store(&plain);
    assert_null(ta_miseres_check(v));
    ta_misere g = read(v, "*[(2#0)2#1]"), twice;
    ok(ta_misere_sum(v, &plain, g, g, &twice));
    assert_null(ta_miseres_check(v));
    misere_pair *p = &v->pairs[g >> 1];
    assert_broken(ta_miseres_check(v), v->store.count, v->store.cap + 1, "count of games");
    assert_broken(ta_miseres_check(v), v->results.used, v->results.cap + 1, "memo");
    assert_broken(ta_miseres_check(v), v->pool_count, 0, "outside their array");
    assert_broken(ta_miseres_check(v), v->digit_count, 0, "outside the digits");
    assert_broken(ta_miseres_check(v), p->misere_nim_value, 9, "another digit");
    assert_broken(ta_miseres_check(v), p->digits, 1, "outside the digits");
    assert_broken(ta_miseres_check(v), p->count, 0, "no options");
    assert_broken(ta_miseres_check(v), p->birthday, 1, "born after");
    assert_broken(ta_miseres_check(v), p->hash, p->hash + 1, "wrong slot");
    assert_broken(ta_miseres_check(v), v->pool[p->first], g, "stored after");
    assert_broken(ta_miseres_check(v), v->pool[p->first], v->pool[p->first + 1], "in order");
}

RUN_TESTS
