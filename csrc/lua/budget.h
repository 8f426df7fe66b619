/*
** budget.h - what a call may take: time, memory, positions, depth of play, and who may end it.
**
** Budgets are nested. A call that has limits of its own, and a function that `within` calls, enter
** a budget; what runs inside it is bound by the least of its limits and those around it. So a rule
** that asks another game has the time that is left, and every function that hears of progress may
** end what runs inside.
**
** Time is looked at when the core polls, before a rule in Lua is called, and by a count hook where
** Lua code runs (in calls with seconds, and in `within`). Memory is counted by the allocator of the state's core objects:
** at the limit it refuses, and the failure is told as ELIMIT. What Lua itself holds is looked at
** with the clock.
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
    const char *who; /* set the limits, for messages; NULL: the call itself */
    ta_limits own;
    double ends;      /* on the clock */
    size_t most;      /* bytes that core objects may come to */
    size_t sweep;     /* at so many Lua's garbage is collected: it may hold core objects */
    double lua_most;  /* bytes that Lua may come to, but for garbage; */
    double lua_sweep; /* at so many that is let go */
    const lbudget *time; /* the budget whose time is over first, or NULL */
    lbudget *memory;     /* the one whose memory is full first, or NULL */
    int64_t positions, depth; /* the least, or 0 */
    int level; /* where its progress function is, or 0 */
    int cancelled;
    double next; /* clock time of the next report of progress */
};

/* What all calls of a Lua state share. */
typedef struct lstate {
    lua_State *main;
    lbudget *top;
    const lbudget *refused; /* why the allocator last refused, since a call began */
    size_t held;            /* bytes of core objects */
    unsigned threads;       /* how many calls use; 0: as the core thinks */
    unsigned calls;         /* how many calls began */
    int levels;             /* progress functions of the budgets in force */
    int watched;            /* a loop in Lua was heard by the watcher */
    double next;            /* clock time of the next report of such a loop to it */
    int shielded;           /* what is undone after a call is not ended */
    double step, now;       /* a clock that is stepped by being read; step 0: the system's */
    lua_Number polls, late, refusals; /* counted for tests */
} lstate;

/* The state's, made when the module is opened. [-0, +0] */
lstate *lstate_of(lua_State *L);

/* Enter a budget inside that in force, with the function at stack index `progress`, or 0. It may
** raise. [-0, +0] */
void lbudget_enter(lua_State *L, lstate *s, lbudget *b, const ta_limits *own, const char *who,
                   int progress);

/* Leave it: takes no memory. [-0, +0] */
void lbudget_leave(lua_State *L, lstate *s, lbudget *b);

/* Set the count hook where no hook is set: loops in Lua are then ended with the budget. 1 if it was
** set, for lbudget_unhook, which takes it away unless a Ctrl-C has replaced it. */
int lbudget_hook(lua_State *L);
void lbudget_unhook(lua_State *L, int hooked);

/* Is a hook set that is not a budget's: a Ctrl-C, or the user's? */
int lbudget_foreign_hook(lua_State *L);

/* Seconds of a clock that only goes on. */
double lbudget_now(lstate *s);

/* Is what is in force over? Looks at the clock, at Lua's memory where `lua`, and at who cancelled.
** [-0, +0] */
ta_status lbudget_check(lua_State *L, lstate *s, ta_call *call, double now, int lua);

/* For a loop in C that Lua called and that may raise. Raises if a budget in force is over. Calls
** the progress functions with the work done, and lets Ctrl-C interrupt. [-0, +0] */
void lbudget_look(lua_State *L, double done, double total);

/* The watcher has cancelled: all that is in force is over. */
void lbudget_cancel(lstate *s);

/* The error on top was raised by a progress function: nobody but the user catches it. [-0, +0] */
void lbudget_broken(lua_State *L);

/* Could it be over by now? As cheap as it can be: before a rule in Lua is called. */
int lbudget_late(lstate *s);

/* A failed allocation in a call: ELIMIT with its message where the budget refused it. */
ta_status lbudget_memory(lstate *s, ta_call *call, ta_status status);

/* Where a budget's memory is half full, what is garbage is let go: a finalizer may run. [-0, +0] */
void lbudget_sweep(lua_State *L, lstate *s);

/* Raise the message on top as a failure with the status's name. */
int lbudget_raise(lua_State *L, ta_status status);

/* Raise for want of memory: a failure where the budget refused it. */
int lbudget_no_memory(lua_State *L);

/* The progress function of a budget. [-0, +1] */
void lbudget_push_progress(lua_State *L, const lbudget *b);

/* The watcher, where there is one: [-0, +1]; it hears that a call has ended, and may raise.
** [-0, +0] */
int lbudget_push_watcher(lua_State *L);
void lbudget_tell_end(lua_State *L);

/* The allocator that counts. */
ta_allocator lbudget_allocator(lua_State *L);

/* Opens what the Lua front needs (base/budget.lua, base/watch.lua) in the module on top, and makes
** the state. watch(f): calls and loops that no progress function hears report to f, as f(done,
** total), and f() when such a call has ended; watch(nil) ends that. watching(): f, or nil. A prompt
** shows with it how far a question is. [-0, +0] */
void lbudget_open(lua_State *L);

#endif
