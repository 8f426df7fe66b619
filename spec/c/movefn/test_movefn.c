/*
** test_movefn.c - move functions in the core: every form, exact values, properties
** known by form, errors, reentry, and every failure of the allocator.
*/
#include "plain.h"

#include "takeaway/movefn.h"

static ta_amount value(ta_movefn *f, ta_amount k) {
    ta_amount v = -1;
    ok(ta_movefn_value(f, &plain, k, &v));
    return v;
}

TEST(test_values_of_expressions) {
    static const struct {
        const char *text;
        ta_amount k, v;
    } rows[] = {
        { "k", 7, 7 },
        { "2k+1", 7, 15 },
        { "7k/2", 2, 7 },
        { "floor(7k/2)", 3, 10 },
        { "ceil(5k/2)", 3, 8 },
        { "round(k/2)", 1, 1 },
        { "round(k/2)", 3, 2 },
        { "k^2", 9, 81 },
        { "2^k", 10, 1024 },
        { "2^k", 62, TA_MAX },
        { "2^k", 63, TA_INF },
        { "2^k", TA_MAX, TA_INF },
        { "2^3^k", 2, 512 },
        { "-k^2+50", 7, 1 },
        { "10-2-3+k", 1, 6 },
        { "12/2/3k", 5, 10 },
        { "min(2^k, 10)", 500, 10 },
        { "max(1, 10-2^k)", 500, 1 },
        { "k%7+1", 13, 7 },
        { "mod(-k, 7)+1", 1, 7 },
        { "lowbit(12k)", 2, 8 },
        { "popcount(k)", 255, 8 },
        { "isqrt(k)", 99, 9 },
        { "isqrt(k^2)", TA_MAX, TA_MAX },
        { "log2(k)+1", 1023, 10 },
        { "abs(3-k)+1", 5, 3 },
        { "k(k+1)/2", 100, 5050 },
        { "3floor(k/2)+1", 5, 7 },
        { "0k+4", 99, 4 },
        { "k k", 12, 144 },
        { "(k)(k)", 12, 144 },
        { "2^-1*2k", 3, 3 },
        { "k*10^30/10^30", 5, 5 },
        { "k^5/k^4", 1000, 1000 },
        { "floor((3/2)^k)", 200, TA_INF },
        { "7/2", 5, 17 },
        { "3", 5, 15 },
        { "2^62k", 1, TA_MAX },
        { "2^62k", 2, TA_INF },
        { "9223372036854775807", 1, TA_INF },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        OWN(ta_movefn) *f = parse_f(rows[i].text);
        if (value(f, rows[i].k) != rows[i].v)
            fail_msg("%s at %lld gave %lld, not %lld", rows[i].text, (long long)rows[i].k,
                     (long long)value(f, rows[i].k), (long long)rows[i].v);
    }
}

/* test_expr.c has what is undefined. */
TEST(test_errors_of_values) {
    static const struct {
        const char *text;
        ta_amount k;
        ta_status status;
        const char *says;
    } rows[] = {
        { "7k/2", 1, TA_EBADRULE, "f(1) = 7/2" },
        { "k-3", 3, TA_EBADRULE, "f(3) = 0" },
        { "5-k", 9, TA_EBADRULE, "f(9) = -4" },
        { "1/(k-3)", 3, TA_EBADRULE, "division by zero" },
        { "2^k-2^k+1", 500, TA_ERANGE, "too large" },
        { "2^k%7+1", 500, TA_ERANGE, "too large" },
        { "k/2^k*2^k", 300, TA_ERANGE, "too large" },
        { "floor((3/2)^k)", 100, TA_ERANGE, "too large" },
        { "-2^k", 400, TA_EBADRULE, "negative" },
        { "1/2", 1, TA_EBADRULE, "f(1) = 0" },
        { "floor((k-9)/2)", 4, TA_EBADRULE, "f(4) = -3" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        ta_amount v = -77;
        OWN(ta_movefn) *f = parse_f(rows[i].text);
        ta_status s = ta_movefn_value(f, &plain, rows[i].k, &v);
        if (s != rows[i].status || v != -77 || !strstr(plain.message, rows[i].says))
            fail_msg("%s at %lld: %s, \"%s\"", rows[i].text, (long long)rows[i].k,
                     ta_status_name(s), plain.message);
    }
}

/* test_expr.c tests refused text. */
TEST(test_constants_below_1) {
    static const char *const texts[] = { "0", "1-2" };
    EACH(text, texts) {
        ta_movefn *f = NULL;
        refused(TA_EINVAL, "", ta_movefn_parse(NULL, &plain, *text, strlen(*text), &f));
        assert_null(f);
    }
}

/* The form's claims for all k are true for every k tested. */
TEST(test_facts_are_true) {
    static const char *const texts[] = { "k",
                                         "2k+1",
                                         "floor(7k/2)",
                                         "ceil(5k/2)",
                                         "floor((2k+3)/5)+1",
                                         "k^2",
                                         "2^k",
                                         "min(k,10)",
                                         "max(k,7)",
                                         "0k+4",
                                         "isqrt(k)+1",
                                         "log2(k)+1",
                                         "k(k+1)/2",
                                         "k-floor(k/2)",
                                         "floor(k/2)-k+99",
                                         "abs(k-5)+1",
                                         "20-min(k,19)",
                                         "lowbit(k)",
                                         "popcount(k)",
                                         "k%5+1",
                                         "ceil(100/k)",
                                         "10^k/k",
                                         "floor(k/3)+floor(k/2)+1",
                                         "round(7k/3)+1",
                                         "2*floor(k/2)+1",
                                         "floor(floor(k/2)/3)+1",
                                         "-1*(-k)",
                                         "ceil(k/2)+k",
                                         "(k-3)^2+1",
                                         "min(k, 7, 3k-2)" };
    for (size_t i = 0; i < COUNT(texts); i++) {
        OWN(ta_movefn) *f = parse_f(texts[i]);
        int64_t a, b, c;
        int known = ta_movefn_known_nondecreasing(f, &plain);
        int linear = ta_movefn_is_linear(f, &a, &b, &c);
        ta_amount before = 0, v;
        ta_amount fall = 0, at;
        for (ta_amount k = 1; k <= 300; k++) {
            if (ta_movefn_value(f, &plain, k, &v) != TA_OK) break;
            if (v < before && fall == 0) fall = k;
            if (linear) {
                int64_t n = a * k + b;
                assert_int_equal(v, n / c - (n % c < 0));
            }
            before = v;
        }
        if (known && fall)
            fail_msg("%s is said not to fall, but does at %lld", texts[i], (long long)fall);
        if (ta_movefn_nondecreasing(f, &plain, 300, 1000, &at) == TA_OK) assert_int_equal(at, fall);
    }
}

TEST(test_linear_forms_are_found) {
    static const struct {
        const char *text;
        int64_t a, b, c;
    } rows[] = {
        { "2k+1", 2, 1, 1 },         { "floor(7k/2)", 7, 0, 2 }, { "ceil(5k/2)", 5, 1, 2 },
        { "0k+4", 0, 4, 1 },         { "7/2", 7, 0, 2 },         { "floor(k/2)+k+1", 3, 2, 2 },
        { "round(k/3)+1", 2, 9, 6 }, { "(3k+6)/3", 1, 2, 1 },    { "1-(-k)", 1, 1, 1 },
        { "floor(6k/4)", 3, 0, 2 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        OWN(ta_movefn) *f = parse_f(rows[i].text);
        int64_t a = 0, b = 0, c = 0;
        assert_true(ta_movefn_is_linear(f, &a, &b, &c));
        for (int64_t k = 1; k < 50; k++) /* the same function, in whatever terms */
            assert_int_equal((a * k + b) / c, (rows[i].a * k + rows[i].b) / rows[i].c);
    }
    OWN(ta_movefn) *f = parse_f("7k/2"); /* not an integer at 1: not linear;
    ta_movefn but an error there */
    int64_t a, b, c;
    assert_false(ta_movefn_is_linear(f, &a, &b, &c));
}

static ta_status counting(void *ctx, ta_call *call, ta_amount k, ta_amount *v) {
    int *calls = ctx;
    calls[0]++;
    if (k == 13) return TA_ECALLBACK;
    *v = k < 5 ? k : TA_MAX + (k == 6);
    return TA_OK;
}

TEST(test_a_callback_is_called_once) {
    int calls[1] = { 0 };
    ta_amount v;
    MADE(ta_movefn, f, ta_movefn_host(NULL, &plain, counting, calls, NULL, "f", &f));
    for (int again = 0; again < 3; again++)
        for (ta_amount k = 1; k <= 12; k++)
            assert_int_equal(value(f, k), k < 5 ? k : k == 6 ? TA_INF : TA_MAX);
    assert_int_equal(value(f, (ta_amount)1 << 40), TA_MAX);
    assert_int_equal(value(f, (ta_amount)1 << 40), TA_MAX);
    assert_int_equal(calls[0], 13);
    refused(TA_EINVAL, "", ta_movefn_value(f, &plain, 0, &v));
    assert_string_not_equal(plain.message, "");
    says(TA_ECALLBACK, "", ta_movefn_value(f, &plain, 13, &v)); /* not that of the call before */
    refused(TA_ELIMIT, "", ta_movefn_allow(f, &plain, 1001, 1000));
    ta_amount at;
    ok(ta_movefn_nondecreasing(f, &plain, 6, 1000, &at));
    assert_int_equal(at, 0);
    ok(ta_movefn_nondecreasing(f, &plain, 20, 1000, &at));
    assert_int_equal(at, 7); /* f(6) is infinite, f(7) is not; f(13) is never asked */
}

/* The state after a bridge to another language has lost an exception. */
static ta_status no_status(void *ctx, ta_call *call, ta_amount k, ta_amount *value) {
    (void)call, (void)k, (void)value;
    int status = *(const int *)ctx;
    ta_status s;
    memcpy(&s, &status, sizeof s);
    return s;
}

TEST(test_no_status) {
    static const struct {
        int returned;
        ta_status status;
    } cases[] = { { 0, TA_EBADRULE }, { -1699801888, TA_ECALLBACK }, { TA_EIO + 1, TA_ECALLBACK } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ta_call call = TA_CALL_INIT;
        ta_movefn *f;
        ta_amount value = 77;
        int returned = cases[i].returned;
        ok(ta_movefn_host(NULL, &call, no_status, &returned, NULL, "f", &f));
        assert_int_equal(ta_movefn_value(f, &call, 3, &value), cases[i].status);
        assert_int_equal(value, 77);
        ta_movefn_destroy(f);
    }
}

TEST(test_known_without_the_host) {
    int calls[1] = { 0 };
    const ta_amount values[] = { 3, 5 };
    OWN(ta_movefn) *f = NULL, *g = NULL, *h = NULL, *linear = parse_f("2k");
    ok(ta_movefn_host(NULL, &plain, counting, calls, NULL, "f", &f));
    ok(ta_movefn_list(NULL, &plain, values, 2, f, &g));
    ok(ta_movefn_list(NULL, &plain, values, 2, NULL, &h));
    for (ta_amount k = 1; k <= 9; k++) {
        assert_int_equal(ta_movefn_is_known(f, k), 0);
        assert_int_equal(ta_movefn_is_known(g, k), k <= 2);
        assert_true(ta_movefn_is_known(h, k) &&
                    ta_movefn_is_known(linear, k)); /* an error is known */
    }
    assert_int_equal(calls[0], 0);
    value(g, 6);
    assert_true(ta_movefn_is_known(f, 6) && ta_movefn_is_known(g, 6) && !ta_movefn_is_known(g, 5));
}

TEST(test_lists) {
    ta_amount values[] = { 3, 5, TA_INF, 9 }, v;
    ta_movefn *g;
    OWN(ta_movefn) *rest = parse_f("2k");
    MADE(ta_movefn, f, ta_movefn_list(NULL, &plain, values, 4, rest, &f));
    assert_int_equal(value(f, 2), 5);
    assert_int_equal(value(f, 3), TA_INF);
    assert_int_equal(value(f, 5), 10);
    assert_false(ta_movefn_known_nondecreasing(f, &plain));
    ok(ta_movefn_list(NULL, &plain, values, 2, rest, &g));
    assert_true(ta_movefn_known_nondecreasing(g, &plain));
    ta_movefn_destroy(g);
    ok(ta_movefn_list(NULL, &plain, values, 2, NULL, &g));
    assert_int_equal(ta_movefn_last(g), 2);
    refused(TA_EBADRULE, "", ta_movefn_value(g, &plain, 3, &v));
    ta_movefn_destroy(g);
    values[1] = 0;
    refused(TA_EBADRULE, "f(2) = 0", ta_movefn_list(NULL, &plain, values, 4, rest, &g));
}

TEST(test_every_failing_allocation) {
    ta_amount values[] = { 1, 2, 3 };
    int calls[1];
    EACH_REFUSAL(o, 1) {
        OWN(ta_movefn) *f = NULL, *g = NULL, *h = NULL;
        ta_amount v;
        ta_status s = ta_movefn_parse(&o.allocator, &plain, "min(2^k, 3k+1)+lowbit(k)", 24, &f);
        if (!s) s = ta_movefn_list(&o.allocator, &plain, values, 3, f, &g);
        if (!s) s = ta_movefn_host(&o.allocator, &plain, counting, calls, NULL, "host", &h);
        for (ta_amount i = 1; !s && i < 1000; i++)
            if (i != 13) s = ta_movefn_value(h, &plain, i * i, &v);
        assert_int_equal(s, oom_status(&o));
    }
}

RUN_TESTS
