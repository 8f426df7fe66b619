/*
** native.c - one call of a C function through libffi, by a table of types.
**
** An integer result narrower than ffi_arg comes back widened into an ffi_arg
** slot (libffi's rule), so results are read from a union by their class. The
** call interface is prepared once and kept with the loaded library.
*/
#include "native.h"

#include <dlfcn.h>
#include <ffi.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"

static const struct {
    const char *name;
    ffi_type *type;
    ta_amount most; /* of an argument: what the type holds exactly */
    int is_signed, is_double;
} types[] = {
    { "int8", &ffi_type_sint8, INT8_MAX, 1, 0 },
    { "int16", &ffi_type_sint16, INT16_MAX, 1, 0 },
    { "int32", &ffi_type_sint32, INT32_MAX, 1, 0 },
    { "int64", &ffi_type_sint64, TA_MAX, 1, 0 },
    { "uint8", &ffi_type_uint8, UINT8_MAX, 0, 0 },
    { "uint16", &ffi_type_uint16, UINT16_MAX, 0, 0 },
    { "uint32", &ffi_type_uint32, UINT32_MAX, 0, 0 },
    { "uint64", &ffi_type_uint64, TA_MAX, 0, 0 },
    { "double", &ffi_type_double, (ta_amount)1 << 53, 1, 1 },
};

#define TYPE_COUNT ((int)(sizeof types / sizeof *types))

typedef struct native {
    ta_allocator allocator;
    void *library;
    void (*function)(void);
    ffi_cif cif;
    ffi_type *argument_types[1];
    int result, argument; /* indices into types */
} native;

static int type_named(const char *name, size_t length) {
    for (int t = 0; t < TYPE_COUNT; t++)
        if (strlen(types[t].name) == length && memcmp(types[t].name, name, length) == 0) return t;
    return -1;
}

/* "result(argument)" -> two indices; 0 when it is not that. */
static int parse_signature(const char *text, int *result, int *argument) {
    const char *open = strchr(text, '(');
    size_t length = strlen(text);
    if (!open || text[length - 1] != ')') return 0;
    *result = type_named(text, (size_t)(open - text));
    *argument = type_named(open + 1, length - (size_t)(open - text) - 2);
    return *result >= 0 && *argument >= 0;
}

static ta_status value(void *ctx, ta_call *call, ta_amount k, ta_amount *out) {
    native *n = ctx;
    union {
        ffi_arg word;
        ffi_sarg sword;
        uint64_t u;
        int64_t i;
        double d;
    } result;
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        double d;
    } argument;
    if (k > types[n->argument].most)
        return ta_fail(call, TA_ERANGE, "f(%lld): the argument does not fit %s", (long long)k,
                       types[n->argument].name);
    switch (types[n->argument].type->size) {
    case 1: argument.i8 = (int8_t)k; break;
    case 2: argument.i16 = (int16_t)k; break;
    case 4: argument.i32 = (int32_t)k; break;
    default:
        if (types[n->argument].is_double) argument.d = (double)k;
        else argument.i64 = k;
    }
    void *arguments[1] = { &argument };
    memset(&result, 0, sizeof result);
    ffi_call(&n->cif, n->function, &result, arguments);
    if (types[n->result].is_double) {
        if (result.d >= 0x1p62) *out = TA_INF;
        else if (result.d == floor(result.d) && result.d > -0x1p62) *out = (ta_amount)result.d;
        else
            return ta_fail(call, TA_EBADRULE,
                           "f(%lld) = %.17g; a limit is a positive integer or infinity",
                           (long long)k, result.d);
    } else if (types[n->result].is_signed) {
        *out = types[n->result].type->size < sizeof(ffi_arg) ? (ta_amount)result.sword : result.i;
    } else {
        uint64_t u =
            types[n->result].type->size < sizeof(ffi_arg) ? (uint64_t)result.word : result.u;
        *out = u > (uint64_t)TA_MAX ? TA_INF : (ta_amount)u;
    }
    return TA_OK;
}

static void release(void *ctx) {
    native *n = ctx;
    ta_allocator allocator = n->allocator;
    dlclose(n->library);
    ta_free(&allocator, n, 1, sizeof *n);
}

static ta_status load(native *n, ta_call *call, const char *path, const char *symbol) {
    n->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!n->library) return ta_fail(call, TA_EIO, "library: %s", dlerror());
    dlerror();
    void *address = dlsym(n->library, symbol);
    if (!address) {
        const char *why = dlerror();
        ta_status s = ta_fail(call, TA_EIO, "symbol: %s", why ? why : "it is a null pointer");
        dlclose(n->library);
        return s;
    }
    memcpy(&n->function, &address, sizeof address); /* POSIX: both have one size */
    return TA_OK;
}

ta_status ta_native_movefn(const ta_allocator *allocator, ta_call *call, const char *path,
                           const char *symbol, const char *signature, ta_movefn **f) {
    allocator = ta_allocator_or_default(allocator);
    int result, argument;
    if (!parse_signature(signature, &result, &argument))
        return ta_fail(
            call, TA_EINVAL,
            "signature: expected result(argument) of int8..int64, uint8..uint64, double, "
            "such as \"int64(int64)\", got \"%.60s\"",
            signature);
    native *n = ta_alloc(allocator, 1, sizeof *n);
    if (!n) return TA_ENOMEM;
    n->allocator = *allocator;
    n->result = result;
    n->argument = argument;
    n->argument_types[0] = types[argument].type;
    ta_status s = load(n, call, path, symbol);
    if (s) {
        ta_free(allocator, n, 1, sizeof *n);
        return s;
    }
    char name[200];
    snprintf(name, sizeof name, "native %.80s in %.100s", symbol, path);
    if (ffi_prep_cif(&n->cif, FFI_DEFAULT_ABI, 1, types[result].type, n->argument_types) != FFI_OK)
        s = ta_fail(call, TA_EIO, "libffi refused the signature %s", signature);
    if (!s) s = ta_movefn_host(allocator, call, value, n, release, name, f);
    if (s) release(n);
    return s;
}
