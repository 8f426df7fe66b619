/*
** types.h - the types of a signature, "result(argument)". The one file that includes ffi.h; it is
** for native.c, which calls C, and closure.c, which C calls.
*/
#ifndef TA_TYPES_H
#define TA_TYPES_H

#include <ffi.h>

#include "takeaway/base.h"

typedef struct ta_type {
    const char *name;
    ffi_type *type;
    ta_amount most; /* what the type holds exactly */
    int is_signed, is_double;
} ta_type;

/* The two types of a signature. Errors: EINVAL. */
ta_status ta_types_read(ta_call *call, const char *signature, const ta_type **result,
                        const ta_type **argument);

#endif
