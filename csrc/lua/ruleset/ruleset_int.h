/*
** ruleset_int.h - the adapter between a ruleset in Lua and the engine.
*/
#ifndef LRULESET_INT_H
#define LRULESET_INT_H

#include "native.h"
#include "native_rules.h"
#include "ruleset.h"
#include "store/column.h"

/*
** The functions in user value 1, by their stack index from `slot`. First those called with
** integers; from FN_TEXT on those called with text, in the same order; then the rest. The first two
** groups differ only in a ruleset with a packed form.
*/
enum {
    FN_LEFT,
    FN_RIGHT,
    FN_CANONICAL,
    FN_PARTS,
    FN_NIM_VALUE,
    FN_TERMINAL,
    FN_ENTAILS,
    FN_ORDINAL_SUM, /* the last, never compiled */
    FN_TEXT,
    FN_READ = 2 * FN_TEXT,
    FN_SHOW,
    FN_EMIT,
    FN_HANDLER,
    FN_ANCHORS /* list of objects that the programs of the first seven refer to */
};

typedef struct lrules {
    ta_allocator allocator;
    ta_solver *solver;
    ta_limits limits;
    char name[64];
    int partizan, has_parts, has_entails;
    int packed;              /* text is packed into integers, which are shown as text */
    ta_store_column *column; /* forms of positions, or NULL; its store is user value 2 */
    ta_sink found;           /* results of the call in progress */
    ta_native_options *direct[2]; /* Left's and Right's options, if they are C functions */
    lnative native;               /* its functions as programs */
    int slot;                     /* stack index of FN_LEFT */
    const char *rule;             /* for messages: "options" */
    const ta_position *at;
    ta_sink *sink; /* destination of emit; NULL: none */
    ta_call *call; /* in progress, or the last */
    int failed;    /* an emit failed */
    int limited;   /* ... since there are more options than the engine takes */
} lrules;

/* The callbacks of ta_ruleset, ctx an lrules. */
ta_status lrules_options(void *ctx, ta_call *call, ta_player player, const ta_position *position,
                         ta_sink *sink);
int lrules_rows(void *ctx, ta_call *call, size_t size, ta_row_reader *reader);
ta_status lrules_canonical(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);
ta_status lrules_parts(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);
ta_status lrules_nim_value(void *ctx, ta_call *call, const ta_position *position, ta_amount *value);
ta_status lrules_terminal(void *ctx, ta_call *call, const ta_position *position, ta_terminal *over);
char *lrules_text(void *ctx, char *text, size_t size, const ta_position *position);
ta_status lrules_entails(void *ctx, ta_call *call, const ta_position *position, int *here);

/* In callbacks.c: only in Lua. */
ta_status lrules_ordinal_sum(void *ctx, ta_call *call, const ta_position *position, ta_sink *sink);

/* The same in Lua, in callbacks.c. `fn` is FN_LEFT, FN_RIGHT, ...; lnative_compare takes the
** code. */
ta_status lrules_lua_options(lrules *r, ta_call *call, int fn, const ta_position *position,
                             ta_sink *sink);
ta_status lrules_lua_canonical(lrules *r, ta_call *call, int fn, const ta_position *position,
                               ta_sink *sink);
ta_status lrules_lua_parts(lrules *r, ta_call *call, int fn, const ta_position *position,
                           ta_sink *sink);
ta_status lrules_lua_nim_value(lrules *r, ta_call *call, const ta_position *position,
                               int64_t *code);
ta_status lrules_lua_terminal(lrules *r, ta_call *call, const ta_position *position, int64_t *code);
ta_status lrules_lua_entails(lrules *r, ta_call *call, const ta_position *position, int64_t *code);

/* The name of the rule FN_LEFT or FN_RIGHT. */
const char *lrules_name(const lrules *r, int fn);

/* After checking arguments: put the functions of the ruleset at 1 on the stack and enter. */
lrules *lruleset_begin(lcall *c);

/* Set the ruleset's own limits. */
void lruleset_limit(ludata *box, lrules *r, const ta_limits *limits);

/* Forget all solved positions and canonical forms. */
void lruleset_forget(lrules *r);

/* Methods, in ruleset_native.c. */
int lruleset_native(lua_State *L);
int lruleset_compiled(lua_State *L);
int lruleset_listing(lua_State *L);

/* Methods, in canonical.c. */
int lruleset_canonical_form(lua_State *L);
int lruleset_canonical_form_within(lua_State *L);
int lruleset_known_canonical_form(lua_State *L);
int lruleset_misere_canonical_form(lua_State *L);

/* In grid.c. */
int lruleset_grid(lua_State *L);

/* Read the integers of the list at `index`; returns their number. */
size_t lruleset_corner(lcall *c, int index, const char *name, int64_t at[TA_COMPONENTS]);

/* In fill.c. */
int lruleset_fill(lua_State *L);

/* C functions with the box as upvalue 1: emit, and the message handler. The handler's upvalue 2 is
** the list of component names, or nil. */
int lrules_emit(lua_State *L);
int lrules_handler(lua_State *L);

#endif
