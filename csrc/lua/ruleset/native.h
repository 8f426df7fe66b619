/*
** native.h - a ruleset's functions as programs: when each is compiled, whether it is still valid,
** and whether it agrees with Lua.
**
** Rules are called through Lua until they were called often enough to pay for compilation, once for
** each number of components. All functions of a ruleset are compiled together. Otherwise each call
** of another function through Lua would force a new check of a program's guards.
**
** A program's first answers are compared with Lua's, in check mode all of them. When a guard no
** longer holds, the function is compiled again. A program that bails too often, or ever differs, is
** dropped. Between two checks of the guards no Lua code has run, except calls that were compared
** and agreed with the program.
*/
#ifndef LNATIVE_H
#define LNATIVE_H

#include "lua/base/call.h"
#include "lua/compile/compile.h"
#include "engine/option_runs.h"
#include "engine/sink.h"

/* CC is deprecated: it means ON, and lnative_push_compiled reports that. */
typedef enum lnative_mode { LNATIVE_ON, LNATIVE_OFF, LNATIVE_CHECK, LNATIVE_CC } lnative_mode;

/* One function of a ruleset: its programs, by the number of components. */
typedef struct lnative_rule {
    lrule_kind kind;
    int there; /* does the ruleset have it? */
    int64_t asked, bailed;
    int compiled; /* number of compilations */
    int off;
    char why[160];
    struct lnative_program *program[TA_COMPONENTS + 1];
} lnative_rule;

#define LNATIVE_RULES 7 /* FN_LEFT up to FN_ENTAILS (ruleset_int.h), which index `rule` */

typedef struct lnative {
    const ta_allocator *allocator;
    lnative_mode mode;
    int partizan, has_parts;
    int text;          /* was called for positions that are text */
    unsigned question; /* number of the current query */
    int64_t calls;     /* of all functions, through Lua, before compilation */
    const lua_CFunction *genuine;
    lnative_rule rule[LNATIVE_RULES];
    ta_sink found, expect; /* options of the program and of Lua, for comparison */
    int64_t code;          /* the end code of a program, or the nim value it computed */
    int quiet, collects;   /* no finalizer runs in a comparison; the collector restarts after it */
    unsigned ran;          /* the call's `ran` before the comparison */
    ta_status status;
} lnative;

void lnative_init(lnative *n, const ta_allocator *allocator, int partizan, int has_parts);
void lnative_clear(lnative *n);

typedef enum lnative_answer {
    LNATIVE_NONE,   /* call Lua */
    LNATIVE_DONE,   /* options are in the sink, or the result in `code` */
    LNATIVE_FAILED, /* `status` */
    LNATIVE_COMPARE /* call Lua into n->expect, then lnative_compare */
} lnative_answer;

/* Run the program of rule `which` for this position. Its function is at stack index `function`, and
** the list of captured objects at `anchors`. */
lnative_answer lnative_ask(lnative *n, ta_call *call, int which, int function, int anchors,
                           const ta_position *position, ta_sink *sink);

/* The same, with options taken as records. After LNATIVE_NONE the caller discards those taken. */
lnative_answer lnative_ask_records(lnative *n, ta_call *call, int which, int function, int anchors,
                                   const ta_position *position, ta_program_take to, void *ctx);

/* A ta_row_rule (core/engine/option_runs.h): fill *reader, which reads the options of a row of
** neighbouring positions. 0 until the program's first answers agreed with Lua's. */
int lnative_rows(lnative *n, ta_call *call, int which, int anchors, size_t size,
                 ta_row_reader *reader);

/* Compare the program's answer with Lua's: its status, its options in n->expect, and its code for a
** rule without options. Copies Lua's options to the sink in any case. EBADRULE when they differ in
** check mode. */
ta_status lnative_compare(lnative *n, ta_call *call, int which, const ta_position *position,
                          ta_status status, int64_t code, ta_sink *sink);

/* Replaces lnative_compare when Lua's options were refused, or Lua was not called. */
void lnative_compare_not(lnative *n, ta_call *call);

/* Compile for `arity` components unless that was done. ENOMEM, or the status of the poll or a
** hook. */
ta_status lnative_compile(lnative *n, ta_call *call, int which, int function, int anchors,
                          int arity);

/* Push a rule's program as a table, or the reason that it has none, as text. Pushes nil when this
** Lua compiles nothing. `anchors` is the index of an empty list. ENOMEM, or the status of a hook.
** [-0, +1] */
ta_status lnative_listing(lnative *n, ta_call *call, int which, int function, int anchors,
                          int arity);

/* Push true, "partly" or false; the reasons; the share that bailed; the programs' texts. A pusher
** for an lnative. */
int lnative_push_compiled(lua_State *L, const void *results);

/* The mode for true, false, "check" or the deprecated "cc" at `index`. */
lnative_mode lnative_mode_at(lua_State *L, int index);

#endif
