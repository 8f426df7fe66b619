/*
** closure.h - C function pointers made by libffi, behind which a function of ours answers.
**
** A pointer stays good for as long as the process lives: whoever calls it after ta_closure_close, or
** from another thread than the one that made it, gets the failure value.
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

/* Answers of ours, in the thread that made the closure, while it is open: 0 for none. */
typedef struct ta_closure_answers {
    int (*value)(void *ctx, const ta_number *argument, ta_number *result);
    int (*options)(void *ctx, const int64_t *component, int count, ta_native_emit *emit,
                   void *sink);
} ta_closure_answers;

/*
** A pointer to a function of this signature, as ta_native_movefn takes it, or "options": a
** ta_native_options. `failure` is what it returns for want of an answer; NULL: 0, of options -1.
** Errors: EINVAL (signature; a failure value that does not fit, or is the 0 of options), EIO, ENOMEM.
*/
ta_status ta_closure_create(ta_call *call, const char *signature, const ta_number *failure,
                            const ta_closure_answers *answers, void *ctx, ta_closure **closure);

/* `ctx` is not used any more. The memory, some 200 bytes, is never given back. */
void ta_closure_close(ta_closure *closure);

void *ta_closure_pointer(const ta_closure *closure);
const char *ta_closure_signature(const ta_closure *closure);

/* Is the number one of the result's type? Infinity is the greatest one of int64 and of uint64. */
int ta_closure_fits(const ta_closure *closure, const ta_number *result);

/* Why a call was not passed on, the last one since this was asked with `forget`; NULL: all were. */
const char *ta_closure_refused(ta_closure *closure, int forget);

#endif
