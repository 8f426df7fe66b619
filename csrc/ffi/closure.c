/*
** closure.c - C function pointers by libffi.
**
** C code may keep a pointer indefinitely. So neither a closure's memory nor the library that contains this
** code is ever freed. A late call reads `closed` and nothing else. Fields shared between threads are atomic
** or are written before the pointer exists.
*/
#define _GNU_SOURCE /* dladdr */
#include "closure.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "types.h"
#include "base/mem.h"
#include "base/status.h"

enum { PASSED, CLOSED, ELSEWHERE, ARGUMENT };

struct ta_closure {
    ta_closure *next;
    ffi_closure *code;
    void *pointer;
    ffi_cif cif;
    ffi_type *argument_types[4];
    const ta_type *result, *argument; /* NULL: options */
    char signature[24];
    ta_number failure;
    ta_closure_answers answers;
    void *ctx;
    pthread_t owner;
    atomic_int closed, refused;
};

static _Atomic(ta_closure *) all; /* reachable, so leak checkers report none */

/* ---- Numbers of C ---- */

static int64_t least_of(const ta_type *t) {
    return t->is_signed ? -(int64_t)(UINT64_MAX >> (65 - 8 * t->type->size)) - 1 : 0;
}

static int64_t most_of(const ta_type *t) {
    int bits = 8 * (int)t->type->size - t->is_signed;
    return bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
}

/* Does a double represent this value exactly? */
static int is_exact(int64_t n) {
    double d = (double)n;
    return d < 0x1p63 && (int64_t)d == n;
}

static int fits(const ta_type *t, const ta_number *n) {
    if (!t) return !n->is_double && n->integer >= INT32_MIN && n->integer <= INT32_MAX;
    if (t->is_double) return n->is_double || is_exact(n->integer);
    if (n->is_double) return n->real == HUGE_VAL && t->type->size == 8;
    return n->integer >= least_of(t) && n->integer <= most_of(t);
}

/* An integer result narrower than ffi_arg is stored as an ffi_arg. */
static void store(const ta_type *t, const ta_number *n, void *result) {
    if (t && t->is_double) *(double *)result = n->is_double ? n->real : (double)n->integer;
    else if (n->is_double) *(uint64_t *)result = t->is_signed ? INT64_MAX : UINT64_MAX;
    else if (t && t->type->size == 8) *(int64_t *)result = n->integer;
    else *(ffi_sarg *)result = (ffi_sarg)n->integer;
}

/* Returns 0 if the number is not a Lua integer. */
static int fetch(const ta_type *t, const void *at, ta_number *n) {
    n->is_double = t->is_double;
    n->integer = 0;
    n->real = 0;
    switch (t->type->size) {
    case 1: n->integer = t->is_signed ? *(const int8_t *)at : *(const uint8_t *)at; break;
    case 2: n->integer = t->is_signed ? *(const int16_t *)at : *(const uint16_t *)at; break;
    case 4:
        if (t->is_signed) n->integer = *(const int32_t *)at;
        else n->integer = *(const uint32_t *)at;
        break;
    default:
        if (t->is_double) n->real = *(const double *)at;
        else n->integer = *(const int64_t *)at;
    }
    return t->is_signed || n->integer >= 0;
}

/* ---- Called from C ---- */

static int ask(ta_closure *c, void **arguments, ta_number *result) {
    if (!c->argument) {
        const int64_t *component = *(const int64_t **)arguments[0];
        int count = *(int *)arguments[1];
        ta_native_emit *emit = *(ta_native_emit **)arguments[2];
        result->is_double = 0;
        result->integer = 0;
        return c->answers.options(c->ctx, component, count, emit, *(void **)arguments[3]);
    }
    ta_number k;
    if (!fetch(c->argument, arguments[0], &k)) {
        atomic_store(&c->refused, ARGUMENT);
        return 0;
    }
    return c->answers.value(c->ctx, &k, result) && fits(c->result, result);
}

static void answer(ffi_cif *cif, void *result, void **arguments, void *ctx) {
    ta_closure *c = ctx;
    ta_number found;
    int answered = 0;
    (void)cif;
    if (!pthread_equal(c->owner, pthread_self())) atomic_store(&c->refused, ELSEWHERE);
    else if (atomic_load(&c->closed)) atomic_store(&c->refused, CLOSED);
    else answered = ask(c, arguments, &found);
    store(c->result, answered ? &found : &c->failure, result);
}

/* ---- Making ---- */

/* Keeps this code loaded although a Lua state unloads its modules. In a program that has it built in there
** is nothing to keep. */
static void keep_loaded(void) {
    Dl_info here;
    void (*code)(ffi_cif *, void *, void **, void *) = answer;
    void *address;
    memcpy(&address, &code, sizeof address);
    if (dladdr(address, &here) && here.dli_fname)
        (void)dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static ta_status prepare(ta_closure *c, ta_call *call) {
    c->code = ffi_closure_alloc(sizeof *c->code, &c->pointer);
    if (!c->code) return TA_ENOMEM;
    int options = !c->argument;
    c->argument_types[0] = options ? &ffi_type_pointer : c->argument->type;
    c->argument_types[1] = &ffi_type_sint32;
    c->argument_types[2] = c->argument_types[3] = &ffi_type_pointer;
    ffi_type *result = options ? &ffi_type_sint32 : c->result->type;
    if (ffi_prep_cif(&c->cif, FFI_DEFAULT_ABI, options ? 4 : 1, result, c->argument_types) ||
        ffi_prep_closure_loc(c->code, &c->cif, answer, c, c->pointer))
        return ta_fail(call, TA_EIO, "libffi makes no function %s here", c->signature);
    return TA_OK;
}

ta_status ta_closure_create(ta_call *call, const char *signature, const ta_number *failure,
                            const ta_closure_answers *answers, void *ctx, ta_closure **closure) {
    const ta_type *result = NULL, *argument = NULL;
    int options = strcmp(signature, "options") == 0;
    ta_status s = options ? TA_OK : ta_types_read(call, signature, &result, &argument);
    if (s) return s;
    ta_number none = { 0, options ? -1 : 0, 0 };
    if (!failure) failure = &none;
    if (!fits(result, failure))
        return ta_fail(call, TA_EINVAL, "failure: expected a number of the result's type, %s",
                       options ? "int" : result->name);
    if (options && failure->integer == 0)
        return ta_fail(call, TA_EINVAL, "failure: 0 is the success of options");
    ta_closure *c = ta_alloc(&ta_default_allocator, 1, sizeof *c);
    if (!c) return TA_ENOMEM;
    c->result = result;
    c->argument = argument;
    snprintf(c->signature, sizeof c->signature, "%s", signature);
    c->failure = *failure;
    c->answers = *answers;
    c->ctx = ctx;
    c->owner = pthread_self();
    s = prepare(c, call);
    if (s) {
        if (c->code) ffi_closure_free(c->code);
        ta_free(&ta_default_allocator, c, 1, sizeof *c);
        return s;
    }
    keep_loaded();
    c->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &c->next, c)) continue;
    *closure = c;
    return TA_OK;
}

void ta_closure_close(ta_closure *c) {
    atomic_store(&c->closed, 1);
}

/* ---- Queries ---- */

void *ta_closure_pointer(const ta_closure *c) {
    return c->pointer;
}

const char *ta_closure_signature(const ta_closure *c) {
    return c->signature;
}

int ta_closure_fits(const ta_closure *c, const ta_number *result) {
    return fits(c->result, result);
}

const char *ta_closure_refused(ta_closure *c, int forget) {
    switch (forget ? atomic_exchange(&c->refused, PASSED) : atomic_load(&c->refused)) {
    case CLOSED: return "called after it was closed";
    case ELSEWHERE: return "called from another thread than the one that made it";
    case ARGUMENT: return "called with an argument above 2^63 - 1";
    default: return NULL;
    }
}
