/*
** native.h - a ruleset's functions as programs: when each is compiled, whether it still holds,
** and what it says beside what Lua says.
**
** Rules are called through Lua until they were called often enough to pay for their compilation, once for each number
** of components; all functions of a ruleset at once, so that none is compiled whose guards another's calls through Lua
** would have looked at anew each time. The first answers of a program are compared with Lua's, all of them where that
** is asked for. A guard that no longer holds compiles anew; a program that bails too often, or ever
** differs, is put away. Between a check of the guards and the next nothing of Lua's has run, but what
** was compared and did as the program.
*/
#ifndef LNATIVE_H
#define LNATIVE_H

#include "call.h"
#include "compile.h"
#include "engine/rows.h"
#include "engine/sink.h"

/* CC is deprecated: it means ON, and lnative_push_compiled says so. */
typedef enum lnative_mode { LNATIVE_ON, LNATIVE_OFF, LNATIVE_CHECK, LNATIVE_CC } lnative_mode;

/* One function of a ruleset: the programs of it, by the number of components. */
typedef struct lnative_rule {
    lrule_kind kind;
    int there; /* does the ruleset have it? */
    int64_t asked, bailed;
    int compiled; /* times */
    int off;
    char why[160];
    struct lnative_program *program[TA_COMPONENTS + 1];
} lnative_rule;

#define LNATIVE_RULES 7 /* by their places on the stack: FN_LEFT... */

typedef struct lnative {
    const ta_allocator *allocator;
    lnative_mode mode;
    int partizan, has_parts;
    int text;          /* was asked about positions that are text */
    unsigned question; /* counts them */
    int64_t calls;     /* of all functions, through Lua, before they are compiled */
    const lua_CFunction *genuine;
    lnative_rule rule[LNATIVE_RULES];
    ta_sink found, expect; /* what the program and what Lua named, to be compared */
    int64_t code;          /* of a program's end, or the nim value it found */
    int quiet, collects;   /* may Lua, run to be compared, be taken to have changed nothing? Does it
                           ** collect garbage else? */
    unsigned ran;          /* of the call, before that */
    ta_status status;
} lnative;

void lnative_init(lnative *n, const ta_allocator *allocator, int partizan, int has_parts);
void lnative_clear(lnative *n);

typedef enum lnative_answer {
    LNATIVE_NONE,   /* ask Lua */
    LNATIVE_DONE,   /* in the sink, or `code` where nothing is named */
    LNATIVE_FAILED, /* `status` */
    LNATIVE_COMPARE /* ask Lua into n->expect, then lnative_compare */
} lnative_answer;

/* Ask the program of rule `which` for this position; its function is at stack index `function`, the list
** of what was captured at `anchors`. */
lnative_answer lnative_ask(lnative *n, ta_call *call, int which, int function, int anchors,
                           const ta_position *position, ta_sink *sink);

/* The same where what is named is taken as records; after LNATIVE_NONE what was taken is not to be used. */
lnative_answer lnative_ask_records(lnative *n, ta_call *call, int which, int function, int anchors,
                                   const ta_position *position, ta_program_take to, void *ctx);

/* What reads the options of neighbours of so many components at once, as of ta_row_rule. 0 until the program's
** first answers were seen to be Lua's. */
int lnative_rows(lnative *n, ta_call *call, int which, int anchors, size_t size,
                 ta_row_reader *reader);

/* Lua was asked, with this status, and this code where the rule names nothing: is it what the program said? What Lua
** named goes to the sink in any case. EBADRULE where all is to be compared and they differ. */
ta_status lnative_compare(lnative *n, ta_call *call, int which, const ta_position *position,
                          ta_status status, int64_t code, ta_sink *sink);

/* In place of lnative_compare: what Lua named was refused for what it is, or Lua was not asked. */
void lnative_compare_not(lnative *n, ta_call *call);

/* Compile for so many components, if that was not done. ENOMEM, or what the poll or a hook says. */
ta_status lnative_compile(lnative *n, ta_call *call, int which, int function, int anchors,
                          int arity);

/* Push what a rule would be as a program, as a table, or why it is none, as text, or nil where none
** is compiled here; `anchors` is the index of an empty list. ENOMEM, or what a hook says. [-0, +1] */
ta_status lnative_listing(lnative *n, ta_call *call, int which, int function, int anchors,
                          int arity);

/* true, "partly" or false; the reasons; the share that bailed; the programs' texts. A pusher, of an lnative. */
int lnative_push_compiled(lua_State *L, const void *results);

/* The mode that true, false, "check" or the deprecated "cc" at `index` says. */
lnative_mode lnative_mode_at(lua_State *L, int index);

#endif
