/*
** takeaway/host.h - Takeaway with rules in Lua, for programs in any language that can call C.
**
** A library of its own, libtakeaway-host, with all of Takeaway in it, the Lua files as text: beside it
** only liblua5.4 and libffi are needed, and no environment variable. Link with -ltakeaway-host
** (pkg-config takeaway-host). Requests and replies are JSON; docs/hosting.md tells of them.
**
** A host is a number. One that is 0, made up, or closed is refused, as is a call from another
** thread than the one that opened it (ta_host_cancel alone may come from any), and a call in the
** midst of another: from a callback of that host. Several hosts, in one thread or in several, know
** nothing of each other. Nothing jumps over the caller's frames.
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
    TA_HOST_EREPLY,  /* the request has no result: the reply says why */
    TA_HOST_EHANDLE, /* no open host */
    TA_HOST_ETHREAD, /* opened in another thread */
    TA_HOST_EBUSY,   /* a call of this host is in progress; or none is, where one must be */
    TA_HOST_EINVAL,  /* a null pointer, a count below 0 */
    TA_HOST_ENOMEM,  /* not enough memory; the host goes on */
    TA_HOST_EBUFFER  /* the buffer is too small: the count says what is needed */
} ta_host_status;

/* What went wrong in the last call of this thread that did not end with TA_HOST_OK; "" before.
** Text of the library's, until the next call. */
TA_API const char *ta_host_error(void);

/* The version of the library, as "major.minor.patch". Static text. */
TA_API const char *ta_host_version(void);

/* ---- Hosts ---- */

/* A new host, 0 on failure. `memory`: bytes that its objects may take, 0 for no bound. */
TA_API ta_host ta_host_open(size_t memory);

/* Its objects go with it. */
TA_API ta_host_status ta_host_close(ta_host host);

/* ---- Requests ---- */

/*
** The reply to a request of `length` bytes, at *reply, ended by a zero byte that *reply_length (may
** be NULL) does not count; it stays until the next call of this host. OK when it has a result,
** EREPLY when it has an error; without a reply, all other statuses, *reply is NULL.
*/
TA_API ta_host_status ta_host_call(ta_host host, const char *request, size_t length,
                                   const char **reply, size_t *reply_length);

/*
** Rules from the file `path`, or from `text` where that is not NULL: then `path` is only what
** messages call them. `sandbox`: 0 for one's own rules; TA_HOST_PROCESS for a stranger's, in a
** process of their own; TA_HOST_SANDBOX with bounds, but in this process. *object is their number in
** requests. EREPLY: ta_host_error says what is wrong with them.
*/
enum { TA_HOST_SANDBOX = 1, TA_HOST_PROCESS = 2 };
TA_API ta_host_status ta_host_load(ta_host host, const char *path, const char *text, int sandbox,
                                   int64_t *object);

/*
** The integers that the result of a request consists of, into `buffer`: a sequence's values, a
** table's, row by row, a grid's and those of slices in their order, those of a list. EREPLY for other
** objects. Infinity is INT64_MAX. *count is how many there are; EBUFFER
** when that is above `capacity`, and nothing is written. (To ask for the size first: capacity 0; ask for
** the object by {"value": {"object": n}}, so that it is worked out once.)
*/
TA_API ta_host_status ta_host_integers(ta_host host, const char *request, size_t length,
                                       int64_t *buffer, size_t capacity, size_t *count);

/* End the call in progress, from any thread: its reply has the code ECANCELLED, what is solved is
** kept. OK too where there is none. */
TA_API ta_host_status ta_host_cancel(ta_host host);

/*
** While a call lasts, `watcher` hears some twenty times a second of the work done, and of all of it
** (0: not known). What is not 0 ends the call as ta_host_cancel does. NULL: nobody hears.
*/
typedef int ta_host_watcher(void *ctx, double done, double total);
TA_API ta_host_status ta_host_watch(ta_host host, ta_host_watcher *watcher, void *ctx);

/* ---- Callbacks ---- */

/*
** A function of the caller's as an object, {"object": n} in requests: a move function, the `options` of a
** ruleset, and wherever else a function is taken whose results are numbers, texts or truths: `parts`,
** whose result is a list, cannot be given. It gets `count` integers, 64 at most, or, where it is called
** with a text, count -1: see ta_host_text. A move function gives its value, INT64_MAX for infinity, once;
** `options` gives each option; others up to 64 results. Then it calls ta_host_done. Without that it has
** failed, and so has the call in progress, with the message of ta_host_fail.
**
** It must return: no exception, no longjmp. A language's bridge that loses an exception at the door of a
** callback (ctypes of Python does, and leaves the callback's result unwritten) is safe here, since
** nothing but ta_host_done means success. It may call nothing of this host but the seven functions below.
*/
typedef void ta_host_body(void *ctx, ta_host host, const int64_t *arguments, int count);

/*
** The function object, to be released by the request {"release": [n]} as others are: at the earliest after
** the request that uses it, since what was made with it keeps the function. When nothing uses it any
** more, `release(ctx)` (NULL: nothing) is called once: during a later call of this host in which Lua
** collects garbage, at the latest by ta_host_close, in the host's thread. It must return, and may call
** nothing of this host. Each time the number of functions has doubled, this call collects garbage;
** {"release": [...], "collect": true} does it at once. On failure `release` is not called.
** Errors: EINVAL, ENOMEM.
*/
TA_API ta_host_status ta_host_new_function(ta_host host, ta_host_body *body, void *ctx,
                                           void (*release)(void *ctx), int64_t *object);

/* From a callback: all results are given. After ta_host_fail or a refused result EREPLY: it has failed. */
TA_API ta_host_status ta_host_done(ta_host host);

/*
** The older form: a function by name, {"callback": name} in requests. Its result is its success: 0, also without
** ta_host_done. It is for C alone: where the result may be left unwritten, as by ctypes when a Python function
** raises, a failure can pass for "no options". The library keeps the name until it is taken away.
*/
typedef int ta_host_function(void *ctx, ta_host host, const int64_t *arguments, int count);

/* The name means `function` from now on, for objects that have the one before too: it should be the same
** rules, since what they have solved stays. NULL takes it away: objects that have it fail then. */
TA_API ta_host_status ta_host_callback(ta_host host, const char *name, ta_host_function *function,
                                       void *ctx);

/* From a callback: the text that it is asked of, not ended by a zero byte; NULL where there is
** none. It stays until the callback returns. */
TA_API const char *ta_host_text(ta_host host, size_t *length);

/* From a callback: a result, of `count` integers, a text, or true (not 0) or false. When one is refused the callback should
** return; it has failed. */
TA_API ta_host_status ta_host_give(ta_host host, const int64_t *integers, int count);
/* `times` results of `count` integers each, one after another: as so many calls, but at once. */
TA_API ta_host_status ta_host_give_many(ta_host host, const int64_t *integers, int count,
                                        int times);
TA_API ta_host_status ta_host_give_text(ta_host host, const char *text, size_t length);
TA_API ta_host_status ta_host_give_truth(ta_host host, int truth);

/* From a callback: why it fails; a message of ta_host_function's, which says by its result that it failed. */
TA_API ta_host_status ta_host_fail(ta_host host, const char *message);

#ifdef __cplusplus
}
#endif

#endif
