/*
** takeaway/base.h - the base of the C API: status codes, amounts, allocators, and the record of a
** call.
**
** Every function that can fail returns a ta_status. Results go through out-pointers, which stay
** untouched on failure. Nothing here prints, exits, keeps global state, or depends on a scripting
** language.
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

/* The outcome classes. N: the next player wins. P: the previous player wins. D: play need not end,
** and neither player can win. L, R: Left, Right wins whoever starts (partizan games only). Two
** letters: the winner if Left starts and the winner if Right starts; D is neither. */
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

/* The result for one player. */
typedef enum ta_result { TA_LOSS = 0, TA_WIN = 1, TA_DRAW = 2 } ta_result;

typedef enum ta_status {
    TA_OK = 0,
    TA_EINVAL,       /* misuse: an argument outside its documented range */
    TA_ENOMEM,       /* the allocator refused */
    TA_ECALLBACK,    /* a callback of the host failed; the host knows why */
    TA_EBADRULE,     /* a rule returned an invalid result (f(3) = 0) */
    TA_ELIMIT,       /* a limit of the caller is reached, or memory is short */
    TA_ECANCELLED,   /* the poll function ended the call */
    TA_ELOOPY,       /* play need not end */
    TA_EPARTIZAN,    /* the game is partizan, the function for impartial ones */
    TA_EUNSUPPORTED, /* there is no method for this answer */
    TA_ERANGE,       /* a number that has no exact representation */
    TA_EIO           /* a file or library could not be used */
} ta_status;

/* The name of a status, such as "ELIMIT" (no prefix). Static text. */
TA_API const char *ta_status_name(ta_status status);

/*
** An allocator, like realloc. `size` 0 frees the block and returns NULL. Otherwise `resize`
** returns a block of `size` bytes with the old contents, or NULL, and then leaves the old block
** unchanged. `old` is the size requested before. A NULL allocator means the C library's. The
** struct is copied; `ctx` must outlive all objects made with it.
*/
typedef struct ta_allocator {
    void *(*resize)(void *ctx, void *block, size_t old, size_t size);
    void *ctx;
} ta_allocator;

/*
** The record of one call into the library, on the caller's stack:
**   host     anything that the host's callbacks need during this call;
**   poll     called every few milliseconds in long computations, with the work done and the total
**            work (0 if unknown). A status other than TA_OK ends the computation with that
**            status; solved results are kept. NULL: never called;
**   message  on failure, the reason, for a person to read; empty if the status suffices. (ENOMEM
**            suffices, and leaves the message unchanged.) A failing callback may write its own;
**   threads  the most threads that the call may use, up to TA_THREADS. 0: one thread for less
**            than about 0.2 seconds of work; otherwise TAKEAWAY_THREADS of the environment, or
**            the number of available processors. Results and failures are the same. Only the
**            calling thread uses host, poll and the allocators.
** All callbacks of the library return their status. Some bridges return without one, such as
** ctypes of Python after an uncaught exception. The status is then arbitrary, even TA_OK: catch
** everything inside the callback. Initialise with TA_CALL_INIT. One ta_call serves any number of
** calls, one after another.
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

/* The player to move. For an impartial game use TA_LEFT. */
typedef enum ta_player { TA_LEFT = 0, TA_RIGHT = 1 } ta_player;

#ifdef __cplusplus
}
#endif

#endif
