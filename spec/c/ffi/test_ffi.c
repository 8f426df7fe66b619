/*
** test_ffi.c - move functions in a shared library: every signature against conversion by
** definition, the limits of each type, and every failure.
*/
#include <dlfcn.h>
#include "ffi/native.h"
#include "plain.h"

#define LIBRARY TAKEAWAY_FIXTURES "/movefns.so"

static const struct {
    const char *name;
    int bits, is_signed; /* bits 0: double */
    ta_amount most;      /* of an argument */
} types[] = {
    { "int8", 8, 1, INT8_MAX },
    { "int16", 16, 1, INT16_MAX },
    { "int32", 32, 1, INT32_MAX },
    { "int64", 64, 1, TA_MAX },
    { "uint8", 8, 0, UINT8_MAX },
    { "uint16", 16, 0, UINT16_MAX },
    { "uint32", 32, 0, UINT32_MAX },
    { "uint64", 64, 0, TA_MAX },
    { "double", 0, 1, (ta_amount)1 << 53 },
};

#define TYPES (sizeof types / sizeof *types)

static ta_movefn *load(const char *symbol, const char *signature) {
    ta_movefn *f = NULL;
    ok(ta_native_movefn(NULL, &plain, LIBRARY, symbol, signature, &f));
    return f;
}

static int is_loaded(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD);
    if (library) dlclose(library);
    return library != NULL;
}

/* k as the result type holds it: modulo 2^bits, below zero from half of that on; to 53 bits. */
static ta_amount held(size_t result, ta_amount k) {
    int bits = types[result].bits;
    if (bits == 0) return (double)k > 0x1p62 ? TA_INF : (ta_amount)(double)k;
    if (bits == 64) return k;
    ta_amount size = (ta_amount)1 << bits, v = k % size;
    return types[result].is_signed && v >= size / 2 ? v - size : v;
}

static void check(size_t result, size_t argument, ta_amount k) {
    char symbol[64], signature[64];
    ta_amount value = -77, expected = held(result, k);
    snprintf(symbol, sizeof symbol, "same_%s_%s", types[result].name, types[argument].name);
    snprintf(signature, sizeof signature, "%s(%s)", types[result].name, types[argument].name);
    OWN(ta_movefn) *f = load(symbol, signature);
    ta_status s = ta_movefn_value(f, &plain, k, &value);
    ta_status wanted = k > types[argument].most ? TA_ERANGE : expected < 1 ? TA_EBADRULE : TA_OK;
    if (s != wanted || value != (wanted ? -77 : expected))
        fail_msg("%s at %lld: %s, %lld", signature, (long long)k, ta_status_name(s),
                 (long long)value);
    if (s) assert_true(strstr(plain.message, "f(") != NULL);
}

TEST(test_every_signature) {
    static const ta_amount most = UINT32_MAX, exact = (ta_amount)1 << 53; /* of a double */
    const ta_amount at[] = { 1,        2,     100,       127,        128,       255,          256,
                             32767,    32768, 65535,     65536,      INT32_MAX, most / 2 + 1, most,
                             most + 1, exact, exact + 1, TA_MAX - 1, TA_MAX };
    for (size_t r = 0; r < TYPES; r++)
        for (size_t a = 0; a < TYPES; a++)
            EACH(k, at) check(r, a, *k);
    assert_false(is_loaded());
}

TEST(test_edges) {
    static const struct {
        const char *symbol, *signature;
        ta_status status;
        ta_amount value;
        const char *message;
    } cases[] = {
        { "most_of_int64", "int64(int64)", TA_OK, TA_INF, "" },
        { "above_int64", "uint64(uint64)", TA_OK, TA_INF, "" },
        { "all_of_it", "uint64(uint64)", TA_OK, TA_INF, "" },
        { "most_of_double", "double(double)", TA_OK, TA_MAX, "" },
        { "above_double", "double(double)", TA_OK, TA_INF, "" },
        { "infinity_of", "double(double)", TA_OK, TA_INF, "" },
        { "twice", "int64(int64)", TA_OK, 10, "" },
        { "half", "double(double)", TA_EBADRULE, 0, "f(5) = 2.5" },
        { "not_a_number", "double(double)", TA_EBADRULE, 0, "nan" },
        { "far_below", "double(double)", TA_EBADRULE, 0, "f(5) = -" },
        { "minus_one", "int64(int64)", TA_EBADRULE, 0, "-1" },
        { "minus_one8", "int8(int8)", TA_EBADRULE, 0, "-1" },
    };
    EACH(c, cases) {
        ta_amount value = 0;
        ta_movefn *f = load(c->symbol, c->signature);
        assert_status(c->status, &plain, ta_movefn_value(f, &plain, 5, &value));
        if (value != c->value || !strstr(plain.message, c->message))
            fail_msg("%s: %lld: %s", c->symbol, (long long)value, plain.message);
        assert_true(is_loaded());
        ta_movefn_destroy(f);
        assert_false(is_loaded());
    }
}

static void refuse(const char *path, const char *symbol, const char *signature, ta_status status,
                   const char *message) {
    ta_movefn *f = NULL;
    ta_status s = ta_native_movefn(NULL, &plain, path, symbol, signature, &f);
    if (s != status || !strstr(plain.message, message))
        fail_msg("%s %s %s: %s: %s", path, symbol, signature, ta_status_name(s), plain.message);
    assert_null(f);
    assert_false(is_loaded());
}

TEST(test_wrong_signatures) {
    static const char *const wrong[] = { "",
                                         "int64",
                                         "int64()",
                                         "(int64)",
                                         "()",
                                         "(",
                                         ")",
                                         ")(",
                                         "int64(int64",
                                         "int64(int64) ",
                                         " int64(int64)",
                                         "float(int64)",
                                         "int64(float)",
                                         "int64(int64)x",
                                         "int64(int64,int64)",
                                         "INT64(int64)",
                                         "int64 (int64)",
                                         "int64((int64))",
                                         "int(int)",
                                         "int64(int64)()",
                                         "int640(int64)",
                                         "int6(int64)" };
    EACH(text, wrong)
        refuse(LIBRARY, "twice", *text, TA_EINVAL, "signature: expected result(argument)");
}

TEST(test_missing) {
    refuse("no/such/library.so", "twice", "int64(int64)", TA_EIO, "library: ");
    refuse("no/such/library.so", "twice", "int64", TA_EINVAL, "signature: ");
    refuse("Makefile", "twice", "int64(int64)", TA_EIO, "library: ");
    refuse(LIBRARY, "thrice", "int64(int64)", TA_EIO, "symbol: ");
    refuse(LIBRARY, "", "int64(int64)", TA_EIO, "symbol: ");
}

/* At every request refused: ENOMEM, nothing held, the library let go; f serves once it is. */
TEST(test_refusing_allocator) {
    EACH_REFUSAL(o, 1) {
        ta_movefn *f = NULL;
        ta_amount value = 0;
        ta_status s = ta_native_movefn(&o.allocator, &plain, LIBRARY, "twice", "int64(int64)", &f);
        for (ta_amount at = 1; !s && at <= 1000; at += at < 3 ? 1 : 100) {
            s = ta_movefn_value(f, &plain, at, &value);
            if (!s) assert_int_equal(value, 2 * at);
        }
        assert_int_equal(s, o.failed ? TA_ENOMEM : TA_OK);
        if (f && s) { /* refused once, it succeeds later */
            ok(ta_movefn_value(f, &plain, 901, &value));
            assert_int_equal(value, 1802);
        }
        ta_movefn_destroy(f);
        assert_false(is_loaded());
        assert_true(o.trial < 100);
    }
}

RUN_TESTS
