/*
** takeaway/host.h - Takeaway with rules in Lua, for programs in any language that can call C.
**
** libtakeaway-host is a separate library with all of Takeaway in it, including the text of the Lua
** files. It needs only liblua5.4 and libffi, and no environment variable. Link with
** -ltakeaway-host (pkg-config takeaway-host). Requests and replies are JSON; docs/hosting.md
** describes them.
**
** A host is a number. The library refuses a number that is 0, made up, or closed. It refuses a
** call from a thread other than the one that opened the host (ta_host_cancel may come from any).
** It refuses a call during another, that is, from a callback of that host. Hosts are independent,
** in one thread or in several. Nothing jumps over the caller's frames.
*/
#ifndef TAKEAWAY_HOST_H
#define TAKEAWAY_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "takeaway/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t ta_host;

typedef enum ta_host_status {
    TA_HOST_OK = 0,
    TA_HOST_EREPLY,  /* the request has no result: the reply gives the reason */
    TA_HOST_EHANDLE, /* no open host */
    TA_HOST_ETHREAD, /* opened in another thread */
    TA_HOST_EBUSY,   /* a call of this host is in progress; or none is, and one is needed */
    TA_HOST_EINVAL,  /* a null pointer, a count below 0 */
    TA_HOST_ENOMEM,  /* not enough memory; the host stays usable */
    TA_HOST_EBUFFER  /* the buffer is too small: the count is the size needed */
} ta_host_status;

/* The error of the last call of this thread that did not end with TA_HOST_OK; "" before. The text
** belongs to the library, and lasts until the next call. */
TA_API const char *ta_host_error(void);

/* The version of the library, as "major.minor.patch". Static text. */
TA_API const char *ta_host_version(void);

/* ---- Hosts ---- */

/* A new host, 0 on failure. `memory`: bytes that its objects may take, 0 for no bound. */
TA_API ta_host ta_host_open(size_t memory);

/* Closes a host and releases its objects. */
TA_API ta_host_status ta_host_close(ta_host host);

/* ---- Requests ---- */

/*
** The reply to a request of `length` bytes, at *reply, with a final zero byte that *reply_length
** (may be NULL) does not count. It lasts until the next call of this host. OK if it has a result,
** EREPLY if it has an error. With any other status there is no reply, and *reply is NULL.
*/
TA_API ta_host_status ta_host_call(ta_host host, const char *request, size_t length,
                                   const char **reply, size_t *reply_length);

/*
** Rules from the file `path`, or from `text` if that is not NULL; then `path` is only their name
** in messages. `sandbox`: 0 for your own rules; TA_HOST_PROCESS for a stranger's, in their own
** process; TA_HOST_SANDBOX with bounds, but in this process. *object is their number in requests.
** EREPLY: ta_host_error gives the error in them.
*/
enum { TA_HOST_SANDBOX = 1, TA_HOST_PROCESS = 2 };
TA_API ta_host_status ta_host_load(ta_host host, const char *path, const char *text, int sandbox,
                                   int64_t *object);

/*
** The integers of a request's result, into `buffer`. The result is a sequence, a table (row by
** row), a grid, slices (in their order), or a list; EREPLY for other objects. Infinity is
** INT64_MAX. *count is their number. If that is above `capacity`, the status is EBUFFER and nothing
** is written. (To get the size first: capacity 0; request {"value": {"object": n}}, so that the
** object is computed once.)
*/
TA_API ta_host_status ta_host_integers(ta_host host, const char *request, size_t length,
                                       int64_t *buffer, size_t capacity, size_t *count);

/* End the call in progress, from any thread. Its reply has the code ECANCELLED; solved results are
** kept. Also OK if there is none. */
TA_API ta_host_status ta_host_cancel(ta_host host);

/*
** During a call, the library calls `watcher` some twenty times a second with the work done and the
** total work (0: unknown). A result other than 0 ends the call as ta_host_cancel does. NULL: no
** watcher.
*/
typedef int ta_host_watcher(void *ctx, double done, double total);
TA_API ta_host_status ta_host_watch(ta_host host, ta_host_watcher *watcher, void *ctx);

/* ---- Callbacks ---- */

/*
** A function of the caller as an object, {"object": n} in requests. It is a move function, the
** `options` of a ruleset, or another function whose results are numbers, texts or truths. (`parts`
** returns a list, and cannot be given.) It receives `count` integers, at most 64. If it is called
** with a text, count is -1: see ta_host_text. A move function gives its value once, INT64_MAX for
** infinity; `options` gives each option; others give up to 64 results. Then it calls ta_host_done.
** Otherwise it has failed, and so has the call in progress, with the message of ta_host_fail.
**
** It must return: no exception, no longjmp. A language's bridge may lose an exception at the entry
** of a callback. (ctypes of Python does, and leaves the callback's result unwritten.) That is safe
** here, since only ta_host_done means success. Of this host it may call only ta_host_done,
** ta_host_fail, ta_host_text, the four ta_host_give functions, and ta_host_cancel.
*/
typedef void ta_host_body(void *ctx, ta_host host, const int64_t *arguments, int count);

/*
** The function object. Release it like others, by the request {"release": [n]}, at the earliest
** after the request that uses it: objects made with it keep the function. Once nothing uses it,
** `release(ctx)` (NULL: nothing) is called once, in the host's thread. That is during a later call
** of this host in which Lua collects garbage, at the latest by ta_host_close. It must return, and
** may call nothing of this host. Each time the number of functions has doubled, this call collects
** garbage; {"release": [...], "collect": true} does so at once. On failure `release` is not called.
** Errors: EINVAL, ENOMEM.
*/
TA_API ta_host_status ta_host_new_function(ta_host host, ta_host_body *body, void *ctx,
                                           void (*release)(void *ctx), int64_t *object);

/* From a callback: it has given all its results. EREPLY: the callback has failed, since it called
** ta_host_fail or a result was refused. */
TA_API ta_host_status ta_host_done(ta_host host);

/*
** The older form: a function by name, {"callback": name} in requests. Its return value is its
** success: 0, also without ta_host_done. Use it from C only. If the return value may be left
** unwritten, as by ctypes after an exception in Python, a failure can pass for "no options". The
** library keeps the name until it is removed.
*/
typedef int ta_host_function(void *ctx, ta_host host, const int64_t *arguments, int count);

/* The name means `function` from now on, also for objects made with the previous one. It should
** have the same rules, since those objects keep what they have solved. NULL removes the name:
** objects that use it then fail. */
TA_API ta_host_status ta_host_callback(ta_host host, const char *name, ta_host_function *function,
                                       void *ctx);

/* From a callback: the text that is its argument, without a final zero byte; NULL if there is
** none. It lasts until the callback returns. */
TA_API const char *ta_host_text(ta_host host, size_t *length);

/* From a callback: a result of `count` integers, a text, or a truth (0 is false). If a result is
** refused, the callback has failed and should return. */
TA_API ta_host_status ta_host_give(ta_host host, const int64_t *integers, int count);
/* `times` results of `count` integers each, one after another: the same as that many calls. */
TA_API ta_host_status ta_host_give_many(ta_host host, const int64_t *integers, int count,
                                        int times);
TA_API ta_host_status ta_host_give_text(ta_host host, const char *text, size_t length);
TA_API ta_host_status ta_host_give_truth(ta_host host, int truth);

/* From a callback: the reason of its failure. A ta_host_function also reports failure by its
** result. */
TA_API ta_host_status ta_host_fail(ta_host host, const char *message);

#ifdef __cplusplus
}
#endif

#endif
