/*
** handle.h - hosts by number: which thread may use one, and when.
*/
#ifndef HANDLE_H
#define HANDLE_H

#include <lua.h>
#include <pthread.h>

#include "takeaway/host.h"

/* A callback in progress. */
typedef struct frame {
    struct frame *outer;
    lua_State *L;
    int emit;    /* stack index of the function that takes options, or 0 */
    int results; /* values given so far, on top of the stack; -1 after an error, which is on top */
    const char *text; /* the argument, if it is a text */
    size_t length;
    int done, failed; /* ta_host_done, ta_host_fail */
    char message[TA_MESSAGE_SIZE];
} frame;

typedef struct host {
    ta_host number;
    struct host *next;
    pthread_t owner;
    lua_State *L;
    size_t bytes, most;           /* held; the most allowed, 0: any */
    size_t functions, collect_at; /* function objects alive; their number that starts a collection */
    int busy;                     /* a call is in progress */
    frame *frame;                 /* the innermost callback in progress, or NULL */
    ta_host_watcher *watcher;
    void *watcher_ctx;
    /* Cancelling sets a hook from another thread, which Lua allows from a signal handler. The hook walks the
    ** list of active calls and marks those of Lua functions. This lock covers that walk, the beginning and
    ** the end of a call, and every release of memory, so the walk meets no freed memory. If a frame ends
    ** meanwhile and a C function reuses it, the mark falls into a field for functions that yield. The
    ** state's main thread has no such function. */
    pthread_mutex_t lock;
} host;

/* Keep a message for ta_host_error, and return the status. */
ta_host_status handle_fail(ta_host_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Add a host under a new number. */
void handle_add(host *h);
void handle_remove(host *h);

/* The host, for a call from outside. On failure NULL, with the reason in *status. */
host *handle_enter(ta_host number, ta_host_status *status);

/* The host, for a call from a callback in progress. On failure NULL, with the reason in *status. */
host *handle_inside(ta_host number, ta_host_status *status);

/* A call is in progress between handle_begin and handle_end. Only then can it be cancelled. */
void handle_begin(host *h);
void handle_end(host *h);

/* The registry key of the object that a cancelled call raises. */
extern const char handle_interrupt_key;
void handle_interrupt(lua_State *L);

#endif
