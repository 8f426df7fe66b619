/*
** closure.h - C function pointers made by libffi. Functions of this library compute their results.
**
** A pointer stays valid until the process ends. A call after ta_closure_close, or from another thread than
** the one that made it, returns the failure value.
*/
#ifndef TA_CLOSURE_H
#define TA_CLOSURE_H

#include "takeaway/base.h"
#include "takeaway/native_rules.h"

typedef struct ta_closure ta_closure;

typedef struct ta_number {
    int is_double;
    int64_t integer;
    double real;
} ta_number;

/* These run in the thread that made the closure, while it is open. They return 0 for no answer. */
typedef struct ta_closure_answers {
    int (*value)(void *ctx, const ta_number *argument, ta_number *result);
    int (*options)(void *ctx, const int64_t *component, int count, ta_native_emit *emit,
                   void *sink);
} ta_closure_answers;

/*
** A pointer to a function of this signature, as in ta_native_movefn, or for "options" a
** ta_native_options. The function returns `failure` when it has no answer; for NULL it returns 0, or -1
** for options. Errors: EINVAL (signature; a failure value that does not fit, or 0 for options), EIO,
** ENOMEM.
*/
ta_status ta_closure_create(ta_call *call, const char *signature, const ta_number *failure,
                            const ta_closure_answers *answers, void *ctx, ta_closure **closure);

/* Stops the use of `ctx`. The memory, some 200 bytes, is never freed. */
void ta_closure_close(ta_closure *closure);

void *ta_closure_pointer(const ta_closure *closure);
const char *ta_closure_signature(const ta_closure *closure);

/* Is the number one of the result's type? For int64 and uint64 infinity is the greatest value. */
int ta_closure_fits(const ta_closure *closure, const ta_number *result);

/* Why the last refused call was refused, since the last query with `forget`. NULL: none was refused. */
const char *ta_closure_refused(ta_closure *closure, int forget);

#endif
