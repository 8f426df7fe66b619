/*
** native.h - move functions in shared libraries: dlopen, a checked signature,
** and a call through libffi.
*/
#ifndef TA_NATIVE_H
#define TA_NATIVE_H

#include "takeaway/movefn.h"

/*
** f from the function `symbol` of the shared library at `path`. `signature` is
** "result(argument)" over int8 int16 int32 int64 uint8 uint16 uint32 uint64
** double, such as "int64(int64)". If k does not fit the argument's type, f(k)
** fails with ERANGE. A double result must be integral. Negative results and 0
** are bad values as usual. UINT64_MAX, INT64_MAX and HUGE_VAL are infinite.
** The library stays open until f is destroyed.
** Errors: EIO (library or symbol, with the loader's message), EINVAL (signature),
** ENOMEM.
*/
ta_status ta_native_movefn(const ta_allocator *allocator, ta_call *call, const char *path,
                           const char *symbol, const char *signature, ta_movefn **f);

#endif
