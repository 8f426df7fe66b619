/*
** test_names.c - names of misere forms, printed and read; the checker of their store.
*/
#include "testing.h"
#include "takeaway/misere.h"
#include "misere/store.h"

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

/* ---- Names ---- */

TEST(test_names) {
    ta_miseres *v = new_store(&plain);
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
        "*[((2#1)[2]2[#2#]2[#1])((2#0)[2]2[#2#]2#)(2#1)(2#0)[1]]",
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
    ta_miseres_destroy(v);
}

/* Text of the signs of names, at random: a form or an error; what is a form is printed and read back. */
TEST(test_random_names) {
    static const char signs[] = "0123##[]()(),+* -&;";
    ta_miseres *v = new_store(&plain);
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
    ta_miseres_destroy(v);
}

/* Each thing the checker says must hold, broken: it sees it. */
TEST(test_check) {
    ta_miseres *v = new_store(&plain);
    assert_null(ta_miseres_check(v));
    ta_misere g = read(v, "*[(2#0)2#1]"), twice;
    ok(ta_misere_sum(v, &plain, g, g, &twice));
    assert_null(ta_miseres_check(v));
    misere_pair *p = &v->pairs[g >> 1];
    assert_broken(ta_miseres_check(v), v->count, v->pairs_cap + 1, "count of forms");
    assert_broken(ta_miseres_check(v), v->memo_count, v->memo_cap + 1, "memo");
    assert_broken(ta_miseres_check(v), v->pool_count, 0, "outside their array");
    assert_broken(ta_miseres_check(v), v->digit_count, 0, "outside the digits");
    assert_broken(ta_miseres_check(v), p->misere_nim_value, 9, "another digit");
    assert_broken(ta_miseres_check(v), p->digits, 1, "outside the digits");
    assert_broken(ta_miseres_check(v), p->count, 0, "no options");
    assert_broken(ta_miseres_check(v), p->birthday, 1, "born after");
    assert_broken(ta_miseres_check(v), p->hash, p->hash + 1, "wrong slot");
    assert_broken(ta_miseres_check(v), v->pool[p->first], g, "stored after");
    assert_broken(ta_miseres_check(v), v->pool[p->first], v->pool[p->first + 1], "in order");
    ta_miseres_destroy(v);
}

RUN_TESTS
