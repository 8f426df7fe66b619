/*
** test_product.c - Conway's product, the companion and the names of tinies where memory ends.
**
** What they are is held against definitions in spec/property/value_products_spec.lua.
*/
#include "testing.h"

#include "takeaway/value.h"

static ta_status ask(ta_values *v, ta_call *call, ta_value *product, ta_value *companion,
                     ta_value *tiny) {
    static const char left[] = "{3|^||*2}", right[] = "{2||0|-1/2}", named[] = "{0|||0||0|-4}";
    ta_value g, h;
    ta_status s = ta_value_parse(v, call, left, strlen(left), &g);
    if (!s) s = ta_value_parse(v, call, right, strlen(right), &h);
    if (!s) s = ta_value_conway_product(v, call, g, h, product);
    if (!s) s = ta_value_companion(v, call, g, companion);
    return s ? s : ta_value_parse(v, call, named, strlen(named), tiny);
}

TEST(test_every_failing_allocation) {
    EACH_REFUSAL(o, 1) {
        char name[64];
        size_t length;
        ta_values *v = NULL;
        ta_value product, companion, tiny;
        ta_status s = ta_values_create(&o.allocator, &plain, 0, 0, &v);
        if (!s) s = ask(v, &plain, &product, &companion, &tiny);
        if (!s) s = ta_value_text(v, &plain, tiny, TA_ASCII, name, sizeof name, &length);
        if (!s) assert_string_equal(name, "Tiny({4|0})");
        ta_values_destroy(v);
        /* Without room for a memo the store answers all the same. */
        if (s) assert_true(o.failed && s == TA_ENOMEM);
    }
}

/* A call that failed is asked again, and gives what it gives without a failure. */
TEST(test_an_interrupted_call_goes_on) {
    ta_value expected[3], got[3];
    ta_values *v;
    ok(ta_values_create(NULL, &plain, 0, 0, &v));
    ok(ask(v, &plain, &expected[0], &expected[1], &expected[2]));
    char names[3][512], name[512];
    size_t length;
    for (int i = 0; i < 3; i++)
        ok(ta_value_text(v, &plain, expected[i], TA_ASCII, names[i], 512, &length));
    ta_values_destroy(v);
    for (size_t most = 20; most < 400; most += 7) {
        ok(ta_values_create(NULL, &plain, most, 0, &v));
        ta_status s = ask(v, &plain, &got[0], &got[1], &got[2]);
        assert_true(s == TA_OK || s == TA_ELIMIT);
        ta_values_limit(v, 0, 0);
        ok(ask(v, &plain, &got[0], &got[1], &got[2]));
        for (int i = 0; i < 3; i++) {
            ok(ta_value_text(v, &plain, got[i], TA_ASCII, name, 512, &length));
            assert_string_equal(names[i], name);
        }
        ta_values_destroy(v);
    }
}

RUN_TESTS
