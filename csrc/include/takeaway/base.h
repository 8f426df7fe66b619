/*
** takeaway/base.h - the ground floor of the C API: status codes, amounts,
** allocators, and the record that travels with every call.
**
** Every function that can fail returns a ta_status; results go through
** out-pointers, which are left untouched on failure. Nothing here prints,
** exits, keeps global state, or knows of any scripting language.
*/
#ifndef TAKEAWAY_BASE_H
#define TAKEAWAY_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define TA_API
#else
#define TA_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TA_VERSION_MAJOR 0
#define TA_VERSION_MINOR 1
#define TA_VERSION_PATCH 0
#define TA_VERSION "0.1.0"

/* The version of the library linked, as "major.minor.patch". Static text. */
TA_API const char *ta_version(void);

/*
** An amount: counters, stones, dollars, a limit on a move, or a least move.
** Finite amounts lie in 0..TA_MAX; TA_INF is larger than every finite one.
** A computed amount beyond TA_MAX saturates to TA_INF.
*/
typedef int64_t ta_amount;

#define TA_MAX ((ta_amount)1 << 62)
#define TA_INF INT64_MAX

/* The outcome classes. N: next player wins; P: previous player wins; D: play need not end,
** and neither can win; L, R: Left, Right wins whoever starts (partizan games only). Two
** letters: who wins when Left starts, who when Right starts, D neither. */
typedef enum ta_outcome {
    TA_P = 'P',
    TA_N = 'N',
    TA_D = 'D',
    TA_L = 'L',
    TA_R = 'R',
    TA_LD = 'L' | 'D' << 8,
    TA_DL = 'D' | 'L' << 8,
    TA_RD = 'R' | 'D' << 8,
    TA_DR = 'D' | 'R' << 8
} ta_outcome;

/* What a player gets. */
typedef enum ta_result { TA_LOSS = 0, TA_WIN = 1, TA_DRAW = 2 } ta_result;

typedef enum ta_status {
    TA_OK = 0,
    TA_EINVAL,       /* misuse: an argument outside its documented range */
    TA_ENOMEM,       /* the allocator refused */
    TA_ECALLBACK,    /* a callback of the host failed; the host knows why */
    TA_EBADRULE,     /* a rule gave something no rule may give (f(3) = 0) */
    TA_ELIMIT,       /* a limit set by the caller, or memory there is not */
    TA_ECANCELLED,   /* the poll function asked to stop */
    TA_ELOOPY,       /* play need not end */
    TA_EPARTIZAN,    /* asked of a partizan game what only impartial ones have */
    TA_EUNSUPPORTED, /* no answer of this kind is known here */
    TA_ERANGE,       /* a number beyond what can be held exactly */
    TA_EIO           /* a file or library could not be used */
} ta_status;

/* The name of a status, such as "ELIMIT" (no prefix). Static text. */
TA_API const char *ta_status_name(ta_status status);

/*
** An allocator, in the manner of realloc. `size` 0 frees and returns NULL;
** otherwise returns a block of `size` bytes that keeps the old contents, or
** NULL, leaving the old block as it was. `old` is the size asked for before.
** Wherever an allocator is wanted, NULL means the C library's. The struct is
** copied; `ctx` must outlive all objects made with it.
*/
typedef struct ta_allocator {
    void *(*resize)(void *ctx, void *block, size_t old, size_t size);
    void *ctx;
} ta_allocator;

/*
** What travels with one call into the library, on the caller's stack:
**   host     anything the host's callbacks need during this call;
**   poll     called every few milliseconds in long computations with the work
**            done and the work in all (0 when unknown); returning anything but
**            TA_OK ends the computation with that status, with what has been
**            solved kept. NULL: never called;
**   message  on failure, what went wrong, for a person to read; empty when the
**            status says it all (ENOMEM says it all, and leaves this as it was). A
**            callback that fails may write its own here;
**   threads  how many threads the call may use, up to TA_THREADS; 0: one for work of less than
**            about 0.2 seconds, and else TAKEAWAY_THREADS of the environment or as many as
**            there are processors to run on. The results are the same, and so are failures; host,
**            poll and the allocators are used by the calling thread alone.
** All callbacks of the library return their status. A bridge that returns without one, as ctypes of Python
** does after an exception that the callback has not caught, gives any status, also TA_OK: catch all there.
** Start from TA_CALL_INIT. One ta_call serves any number of calls in a row.
*/
#define TA_MESSAGE_SIZE 480
#define TA_THREADS 256

typedef struct ta_call ta_call;
struct ta_call {
    void *host;
    ta_status (*poll)(ta_call *call, double done, double total);
    uint32_t ticks; /* private */
    char message[TA_MESSAGE_SIZE];
    uint32_t threads;
};

#define TA_CALL_INIT \
    { NULL, NULL, 0, "", 0 }

/* Who moves. An impartial game is asked for TA_LEFT alone. */
typedef enum ta_player { TA_LEFT = 0, TA_RIGHT = 1 } ta_player;

#ifdef __cplusplus
}
#endif

#endif
