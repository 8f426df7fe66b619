/*
** types.c - a fixed table of types, and signatures over it.
*/
#include "types.h"

#include <string.h>

#include "base/status.h"

static const ta_type types[] = {
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

#define TYPE_COUNT (sizeof types / sizeof *types)

static const ta_type *type_named(const char *name, size_t length) {
    for (size_t t = 0; t < TYPE_COUNT; t++)
        if (strlen(types[t].name) == length && memcmp(types[t].name, name, length) == 0)
            return &types[t];
    return NULL;
}

ta_status ta_types_read(ta_call *call, const char *signature, const ta_type **result,
                        const ta_type **argument) {
    const char *open = strchr(signature, '(');
    size_t length = strlen(signature);
    *result = *argument = NULL;
    if (open && signature[length - 1] == ')') {
        *result = type_named(signature, (size_t)(open - signature));
        *argument = type_named(open + 1, length - (size_t)(open - signature) - 2);
    }
    if (*result && *argument) return TA_OK;
    return ta_fail(call, TA_EINVAL,
                   "signature: expected result(argument) of int8..int64, uint8..uint64, double, "
                   "such as \"int64(int64)\", got \"%.60s\"",
                   signature);
}
