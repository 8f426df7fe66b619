/*
** handle.h - hosts by number: who may use one, and when.
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
    int results; /* values given so far, on top of the stack; with emit: -1 after an error, on top */
    const char *text; /* the argument, where it is one */
    size_t length;
    int done, failed; /* ta_host_done, ta_host_fail */
    char message[TA_MESSAGE_SIZE];
} frame;

typedef struct host {
    ta_host number;
    struct host *next;
    pthread_t owner;
    lua_State *L;
    size_t bytes, most;           /* held, and allowed */
    size_t functions, collect_at; /* function objects alive; how many lead to a collection */
    int busy;                     /* a call is in progress */
    frame *frame;                 /* the innermost callback in progress, or NULL */
    ta_host_watcher *watcher;
    void *watcher_ctx;
    /* Cancelling sets a hook from another thread, as Lua allows from a signal's handler: it walks the
    ** list of active calls and marks those of Lua functions. Under this lock are that walk, the
    ** beginning and the end of a call, and every release of memory, so that nothing it meets is gone.
    ** A frame that ends meanwhile and becomes a C function's is marked in a field that is for
    ** functions which may yield; this is the main thread of the state, where none may. */
    pthread_mutex_t lock;
} host;

/* Keep a message for ta_host_error, and return the status. */
ta_host_status handle_fail(ta_host_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A new number for the host. */
void handle_add(host *h);
void handle_remove(host *h);

/* The host, for a call from outside; else NULL, and *status is why. */
host *handle_enter(ta_host number, ta_host_status *status);

/* The host, for a call from a callback in progress; else NULL, and *status is why. */
host *handle_inside(ta_host number, ta_host_status *status);

/* Between these two a call is in progress, which can be cancelled. */
void handle_begin(host *h);
void handle_end(host *h);

/* Raise what a cancelled call raises: the object at this key of the registry. */
extern const char handle_interrupt_key;
void handle_interrupt(lua_State *L);

#endif
