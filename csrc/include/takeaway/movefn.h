/*
** takeaway/movefn.h - move functions.
**
** A move function f gives the limit on the next move from the size k of this
** one: after taking k, at most f(k) may be taken next. k ranges over 1..TA_MAX,
** f(k) over 1..TA_MAX and TA_INF (no limit); larger values saturate to TA_INF.
** All forms are one object: linear, expression, list, or callback.
**
** What is known of f for all k is known by form: a linear function always, an
** expression where its syntax proves it, a list where its rest does. A callback
** is known only where it was evaluated; it is called once for each k, remembered,
** and must be pure.
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
** f(k) = floor((a k + b) / c), c > 0; with c = 0, f is TA_INF everywhere.
** Whether the values are positive is looked at when f is evaluated.
** Errors: EINVAL (c < 0), ENOMEM.
*/
TA_API ta_status ta_movefn_linear(const ta_allocator *allocator, ta_call *call, int64_t a,
                                  int64_t b, int64_t c, ta_movefn **f);

/*
** f from text of `length` bytes: an expression in k such as "2k+1",
** "floor(7k/2)", "min(k^2, 40)"; text without k is a ratio r, f = floor(r k).
** Arithmetic is exact. Grammar in docs/move-functions.md.
** Errors: EINVAL with the place marked by a caret in the message, ENOMEM.
*/
TA_API ta_status ta_movefn_parse(const ta_allocator *allocator, ta_call *call, const char *text,
                                 size_t length, ta_movefn **f);

/*
** f(1..count) from a list (copied), then `rest` for larger k; with rest NULL
** reaching past the end is EBADRULE. `rest` is borrowed and must outlive f.
** Errors: EBADRULE (an entry out of range, named), ENOMEM.
*/
TA_API ta_status ta_movefn_list(const ta_allocator *allocator, ta_call *call,
                                const ta_amount *values, size_t count, ta_movefn *rest,
                                ta_movefn **f);

/*
** f from the host. `value` gets `ctx` and the record of the call in progress,
** and stores f(k); anything but TA_OK is passed through to the caller of the
** library. `release(ctx)` (may be NULL) is called by ta_movefn_destroy. `name`
** is copied. On failure `release` is not called. A callback that returns
** TA_OK and has stored nothing gives f(k) = 0, which is EBADRULE; a status that is
** none is ECALLBACK. One by ctypes of Python must catch every exception itself:
** ctypes drops it and leaves the status unwritten.
*/
typedef ta_status (*ta_movefn_callback)(void *ctx, ta_call *call, ta_amount k, ta_amount *value);

TA_API ta_status ta_movefn_host(const ta_allocator *allocator, ta_call *call,
                                ta_movefn_callback value, void *ctx, void (*release)(void *ctx),
                                const char *name, ta_movefn **f);

/* Free f; NULL is nothing. */
TA_API void ta_movefn_destroy(ta_movefn *f);

/* ---- Asking ---- */

/* f(k), 1 <= k <= TA_MAX. Errors: EINVAL (k), EBADRULE (a value below 1 or not
** an integer, naming k), ERANGE (not representable exactly), ECALLBACK, ENOMEM. */
TA_API ta_status ta_movefn_value(ta_movefn *f, ta_call *call, ta_amount k, ta_amount *value);

/* f(from..to) into values[0..to-from]; 1 <= from <= to. Errors as for value,
** and those of call->poll. On failure `values` holds nothing of use. */
TA_API ta_status ta_movefn_tabulate(ta_movefn *f, ta_call *call, ta_amount from, ta_amount to,
                                    ta_amount *values);

/* How f is written: "2k+1", "floor(7k/2)", the host's name. Owned by f. */
TA_API const char *ta_movefn_text(const ta_movefn *f);

/* The last argument at which f is given: TA_MAX, or the length of a list without
** a rest. */
TA_API ta_amount ta_movefn_last(const ta_movefn *f);

/* 1 when evaluating f may call the host (a callback, or a list with one behind). */
TA_API int ta_movefn_is_host(const ta_movefn *f);

/* 1 when f(k) is told without calling the host: by its form, or since the host was asked before. */
TA_API int ta_movefn_is_known(const ta_movefn *f, ta_amount k);

/* 1 when f is known, by its form, to be nondecreasing for all k. May evaluate
** f once (a list and its rest). */
TA_API int ta_movefn_known_nondecreasing(ta_movefn *f, ta_call *call);

/* The least s for which f is known, by its form, to be nondecreasing on all k >= s:
** 1 when it is everywhere, past its end for a list on such a rest, 0 when unknown. */
TA_API ta_amount ta_movefn_known_from(ta_movefn *f, ta_call *call);

/* 1 and a, b, c when f(k) = floor((a k + b) / c) for all k (c = 0: infinite). */
TA_API int ta_movefn_is_linear(const ta_movefn *f, int64_t *a, int64_t *b, int64_t *c);

/*
** Is f nondecreasing on 1..to? *at = 0 when it is, else the least k <= to with
** f(k) < f(k-1). By form where known, else by evaluation, remembered; `check`
** bounds the arguments evaluated.
** Errors: those of value, ELIMIT when `to` > `check` and the form does not tell.
*/
TA_API ta_status ta_movefn_nondecreasing(ta_movefn *f, ta_call *call, ta_amount to, ta_amount check,
                                         ta_amount *at);

/* TA_OK when f may be evaluated at all of 1..to under `check`: `to` <= check, or f
** is known to be nondecreasing without the host, so that memory is the only bound.
** Else ELIMIT. */
TA_API ta_status ta_movefn_allow(ta_movefn *f, ta_call *call, ta_amount to, ta_amount check);

/* The default of `check`. */
#define TA_CHECK_DEFAULT 1000000

#ifdef __cplusplus
}
#endif

#endif
