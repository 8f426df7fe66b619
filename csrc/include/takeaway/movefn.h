/*
** takeaway/movefn.h - move functions.
**
** A move function f gives the limit on the next move from the size k of this one: after taking k,
** a player may take at most f(k). k is in 1..TA_MAX, f(k) in 1..TA_MAX or TA_INF (no limit);
** larger values saturate to TA_INF. All forms are one object: linear, expression, list, or
** callback.
**
** Some facts about f for all k follow from its form. They always do for a linear function. They do
** for an expression if its syntax proves them, and for a list if its rest does. A callback is known
** only where it was evaluated. It is called once for each k, and cached; it must be pure.
*/
#ifndef TAKEAWAY_MOVEFN_H
#define TAKEAWAY_MOVEFN_H

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ta_movefn ta_movefn;

/* ---- Making ---- */

/*
** f(k) = floor((a k + b) / c), c > 0; with c = 0, f is TA_INF everywhere. Evaluation checks that
** values are positive. Errors: EINVAL (c < 0), ENOMEM.
*/
TA_API ta_status ta_movefn_linear(const ta_allocator *allocator, ta_call *call, int64_t a,
                                  int64_t b, int64_t c, ta_movefn **f);

/*
** f from text of `length` bytes: an expression in k such as "2k+1", "floor(7k/2)", "min(k^2, 40)".
** Text without k is a ratio r, f = floor(r k). Arithmetic is exact. The grammar is in
** docs/move-functions.md. Errors: EINVAL with a caret at the error in the message, ENOMEM.
*/
TA_API ta_status ta_movefn_parse(const ta_allocator *allocator, ta_call *call, const char *text,
                                 size_t length, ta_movefn **f);

/*
** f(1..count) from a list (copied), then `rest` for larger k. With rest NULL, an argument past the
** end is EBADRULE. `rest` is borrowed and must outlive f. Errors: EBADRULE (an entry out of range,
** named), ENOMEM.
*/
TA_API ta_status ta_movefn_list(const ta_allocator *allocator, ta_call *call,
                                const ta_amount *values, size_t count, ta_movefn *rest,
                                ta_movefn **f);

/*
** f from the host. `value` receives `ctx` and the record of the call in progress, and stores f(k).
** A status other than TA_OK is passed through to the caller of the library. ta_movefn_destroy
** calls `release(ctx)` (may be NULL). `name` is copied. On failure `release` is not called. A
** callback that returns TA_OK without storing a value gives f(k) = 0, which is EBADRULE; an
** unknown status is ECALLBACK. A callback by ctypes of Python must catch every exception itself:
** ctypes drops it and leaves the status unwritten.
*/
typedef ta_status (*ta_movefn_callback)(void *ctx, ta_call *call, ta_amount k, ta_amount *value);

TA_API ta_status ta_movefn_host(const ta_allocator *allocator, ta_call *call,
                                ta_movefn_callback value, void *ctx, void (*release)(void *ctx),
                                const char *name, ta_movefn **f);

/* Free f; NULL is allowed. */
TA_API void ta_movefn_destroy(ta_movefn *f);

/* ---- Queries ---- */

/* f(k), 1 <= k <= TA_MAX. Errors: EINVAL (k), EBADRULE (a value below 1 or not
** an integer, naming k), ERANGE (not representable exactly), ECALLBACK, ENOMEM. */
TA_API ta_status ta_movefn_value(ta_movefn *f, ta_call *call, ta_amount k, ta_amount *value);

/* f(from..to) into values[0..to-from]; 1 <= from <= to. Errors as for value, and those of
** call->poll. On failure the contents of `values` are undefined. */
TA_API ta_status ta_movefn_tabulate(ta_movefn *f, ta_call *call, ta_amount from, ta_amount to,
                                    ta_amount *values);

/* f as text: "2k+1", "floor(7k/2)", the host's name. Owned by f. */
TA_API const char *ta_movefn_text(const ta_movefn *f);

/* The last argument at which f is defined: TA_MAX, unless f is a list that ends without a rest, or
** a list whose rest is one. */
TA_API ta_amount ta_movefn_last(const ta_movefn *f);

/* 1 when evaluating f may call the host (a callback, or a list with one behind). */
TA_API int ta_movefn_is_host(const ta_movefn *f);

/* 1 if f(k) is known without calling the host: by its form, or from an earlier call. */
TA_API int ta_movefn_is_known(const ta_movefn *f, ta_amount k);

/* 1 if the form of f proves it nondecreasing for all k. May evaluate f once (a list and its
** rest). */
TA_API int ta_movefn_known_nondecreasing(ta_movefn *f, ta_call *call);

/* The least s such that the form of f proves f nondecreasing for all k >= s; 0 if there is none.
** For a list with a nondecreasing rest, s is at most the first argument of the rest. */
TA_API ta_amount ta_movefn_known_from(ta_movefn *f, ta_call *call);

/* 1 and a, b, c when f(k) = floor((a k + b) / c) for all k (c = 0: infinite). */
TA_API int ta_movefn_is_linear(const ta_movefn *f, int64_t *a, int64_t *b, int64_t *c);

/*
** *at = 0 if f is nondecreasing on 1..to, else the least k <= to with f(k) < f(k-1). By form if
** that suffices, else by evaluation, cached; `check` bounds the arguments evaluated. Errors: those
** of value, ELIMIT if `to` > `check` and the form does not decide.
*/
TA_API ta_status ta_movefn_nondecreasing(ta_movefn *f, ta_call *call, ta_amount to, ta_amount check,
                                         ta_amount *at);

/* TA_OK if f may be evaluated at all of 1..to under `check`. That is so if `to` <= check, or if f
** is known to be nondecreasing without the host, so that only memory bounds it. Else ELIMIT. */
TA_API ta_status ta_movefn_allow(ta_movefn *f, ta_call *call, ta_amount to, ta_amount check);

/* The default of `check`. */
#define TA_CHECK_DEFAULT 1000000

#ifdef __cplusplus
}
#endif

#endif
