/*
** budget.h - what a call may take: time, memory, positions, depth of play, and who may end it.
**
** Budgets are nested. A call with limits of its own enters a budget, and so does `within`. The
** least of a budget's limits and those around it binds the calls inside. So a rule that calls
** another game has the time that is left. Every progress function may end what runs inside its
** budget.
**
** The clock is read when the core polls, and before a rule in Lua is called. In calls with seconds,
** and in `within`, a count hook reads it while Lua code runs. The allocator of the state's core
** objects counts memory: at the limit it refuses, and the call fails with ELIMIT. Lua's own memory
** is checked whenever the clock is.
*/
#ifndef LBUDGET_H
#define LBUDGET_H

#include <lua.h>
#include <stddef.h>

#include "takeaway/base.h"
#include "takeaway/solver.h"

typedef struct lbudget lbudget;
struct lbudget {
    lbudget *outer;
    const char *who; /* for messages, who set the limits; NULL: the call itself */
    ta_limits own;
    double ends;      /* on the clock */
    size_t most;      /* the most bytes core objects may hold */
    size_t sweep;     /* bytes of core objects at which to collect garbage and so free some */
    double lua_most;  /* the most bytes Lua may hold after a collection */
    double lua_sweep; /* bytes of Lua at which to collect garbage */
    const lbudget *time; /* the budget whose time ends first, or NULL */
    lbudget *memory;     /* the budget whose memory is full first, or NULL */
    int64_t positions, depth; /* the least in force, or 0 */
    int level; /* index of its progress function, or 0 */
    int cancelled;
    double next; /* clock time of the next report of progress */
};

/* What all calls of a Lua state share. */
typedef struct lstate {
    lua_State *main;
    lbudget *top;
    const lbudget *refused; /* the budget the allocator last refused for, since a call began */
    size_t held;            /* bytes of core objects */
    unsigned threads;       /* the default of calls; 0: the core's choice */
    unsigned calls;         /* number of calls begun */
    int levels;             /* number of progress functions of the budgets in force */
    int watched;            /* a loop in Lua reported to the watcher */
    double next;            /* clock time of the loop's next report to the watcher */
    int shielded;           /* an `ensure` undo runs, which no budget ends */
    double step, now;       /* a clock that each reading advances; step 0: the system's */
    lua_Number polls, late, refusals; /* counted for tests */
} lstate;

/* The state's record, made when the module is opened. [-0, +0] */
lstate *lstate_of(lua_State *L);

/* Enter a budget inside that in force. `progress` is the stack index of a progress function, or 0.
** May raise. [-0, +0] */
void lbudget_enter(lua_State *L, lstate *s, lbudget *b, const ta_limits *own, const char *who,
                   int progress);

/* Leave it. Takes no memory. [-0, +0] */
void lbudget_leave(lua_State *L, lstate *s, lbudget *b);

/* Set the count hook unless a hook is set, so that a budget can end loops in Lua. 1 if it was set,
** for lbudget_unhook, which removes it unless a Ctrl-C has replaced it. */
int lbudget_hook(lua_State *L);
void lbudget_unhook(lua_State *L, int hooked);

/* Is a hook set that is not a budget's, such as a Ctrl-C or the user's? */
int lbudget_foreign_hook(lua_State *L);

/* Seconds of a monotonic clock. */
double lbudget_now(lstate *s);

/* Fails when a budget in force has ended: by its time, by Lua's memory when `lua`, or because it
** was cancelled. [-0, +0] */
ta_status lbudget_check(lua_State *L, lstate *s, ta_call *call, double now, int lua);

/* For a loop in C that Lua called and that may raise. Raises if a budget in force has ended. Calls
** the progress functions with the work done, and lets Ctrl-C interrupt. [-0, +0] */
void lbudget_look(lua_State *L, double done, double total);

/* The watcher has cancelled: end all budgets in force. */
void lbudget_cancel(lstate *s);

/* Record that a progress function raised the error on top. Only the user catches it. [-0, +0] */
void lbudget_broken(lua_State *L);

/* Has the time ended? As cheap as possible, since it runs before every rule in Lua. */
int lbudget_late(lstate *s);

/* Status of a failed allocation in a call: ELIMIT with its message when the budget refused it. */
ta_status lbudget_memory(lstate *s, ta_call *call, ta_status status);

/* Collect garbage when half of the memory left at the last collection is used. A finalizer may
** run. [-0, +0] */
void lbudget_sweep(lua_State *L, lstate *s);

/* Raise the message on top as a failure with the status's name. */
int lbudget_raise(lua_State *L, ta_status status);

/* Raise for lack of memory: a failure when the budget refused it. */
int lbudget_no_memory(lua_State *L);

/* Push the progress function of a budget. [-0, +1] */
void lbudget_push_progress(lua_State *L, const lbudget *b);

/* Push the watcher and return 1, or push nothing and return 0. [-0, +1 or 0] lbudget_tell_end calls
** the watcher without arguments when a call has ended, and may raise. [-0, +0] */
int lbudget_push_watcher(lua_State *L);
void lbudget_tell_end(lua_State *L);

/* The allocator that counts core objects' bytes. */
ta_allocator lbudget_allocator(lua_State *L);

/* Adds the functions of base/budget.lua and base/watch.lua to the module on top, and makes the
** state. watch(f): calls and loops without a progress function report to f as f(done, total), and
** by f() at the end of such a call. watch(nil) removes it. watching() returns f or nil. A prompt
** shows the progress of a call with it. [-0, +0] */
void lbudget_open(lua_State *L);
void lwithin_open(lua_State *L); /* within.c */

#endif
