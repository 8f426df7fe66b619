/*
** native.c - calls a C function through libffi, by a table of types.
**
** libffi widens an integer result narrower than ffi_arg to an ffi_arg, so a union receives the
** result and the type decides which member to read. The call interface is prepared once and stays
** with the loaded library.
*/
#include "native.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "library.h"
#include "types.h"
#include "base/mem.h"
#include "base/status.h"

typedef struct native {
    ta_allocator allocator;
    void *library;
    void (*function)(void);
    ffi_cif cif;
    ffi_type *argument_types[1];
    const ta_type *result, *argument;
} native;

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
    if (k > n->argument->most)
        return ta_fail(call, TA_ERANGE, "f(%lld): the argument does not fit %s", (long long)k,
                       n->argument->name);
    switch (n->argument->type->size) {
    case 1: argument.i8 = (int8_t)k; break;
    case 2: argument.i16 = (int16_t)k; break;
    case 4: argument.i32 = (int32_t)k; break;
    default:
        if (n->argument->is_double) argument.d = (double)k;
        else argument.i64 = k;
    }
    void *arguments[1] = { &argument };
    memset(&result, 0, sizeof result);
    ffi_call(&n->cif, n->function, &result, arguments);
    if (n->result->is_double) {
        if (result.d > 0x1p62) *out = TA_INF;
        else if (result.d == floor(result.d) && result.d > -0x1p62) *out = (ta_amount)result.d;
        else
            return ta_fail(call, TA_EBADRULE,
                           "f(%lld) = %.17g; a limit is a positive integer or infinity",
                           (long long)k, result.d);
    } else if (n->result->is_signed) {
        *out = n->result->type->size < sizeof(ffi_arg) ? (ta_amount)result.sword : result.i;
    } else {
        uint64_t u = n->result->type->size < sizeof(ffi_arg) ? (uint64_t)result.word : result.u;
        *out = u > (uint64_t)TA_MAX ? TA_INF : (ta_amount)u;
    }
    return TA_OK;
}

static void release(void *ctx) {
    native *n = ctx;
    ta_allocator allocator = n->allocator;
    ta_library_close(n->library);
    ta_free(&allocator, n, 1, sizeof *n);
}

ta_status ta_native_movefn(const ta_allocator *allocator, ta_call *call, const char *path,
                           const char *symbol, const char *signature, ta_movefn **f) {
    allocator = ta_allocator_or_default(allocator);
    const ta_type *result, *argument;
    ta_status s = ta_types_read(call, signature, &result, &argument);
    if (s) return s;
    native *n = ta_alloc(allocator, 1, sizeof *n);
    if (!n) return TA_ENOMEM;
    n->allocator = *allocator;
    n->result = result;
    n->argument = argument;
    n->argument_types[0] = argument->type;
    s = ta_library_open(call, path, symbol, &n->library, &n->function);
    if (s) {
        ta_free(allocator, n, 1, sizeof *n);
        return s;
    }
    char name[200];
    snprintf(name, sizeof name, "native %.80s in %.100s", symbol, path);
    if (ffi_prep_cif(&n->cif, FFI_DEFAULT_ABI, 1, result->type, n->argument_types) != FFI_OK)
        s = ta_fail(call, TA_EIO, "libffi refused the signature %s", signature);
    if (!s) s = ta_movefn_host(allocator, call, value, n, release, name, f);
    if (s) release(n);
    return s;
}
