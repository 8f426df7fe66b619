/*
** types.h - the types of a signature, "result(argument)". Only this file includes ffi.h. native.c calls C
** functions with it, and C code calls back through closure.c.
*/
#ifndef TA_TYPES_H
#define TA_TYPES_H

#include <ffi.h>

#include "takeaway/base.h"

typedef struct ta_type {
    const char *name;
    ffi_type *type;
    ta_amount most; /* the largest exact value */
    int is_signed, is_double;
} ta_type;

/* The two types of a signature. Errors: EINVAL. */
ta_status ta_types_read(ta_call *call, const char *signature, const ta_type **result,
                        const ta_type **argument);

#endif
