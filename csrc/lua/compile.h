/*
** compile.h - Lua functions as programs over integers (takeaway/program.h).
**
** A function is read from its own bytecode. What it refers to outside of itself is copied, and guarded:
** a guard tells later whether it is still so.
*/
#ifndef LCOMPILE_H
#define LCOMPILE_H

#include <lua.h>

#include "takeaway/program.h"

/* What a rule gives: named options, where the rule gets emit first, or of a heap emit second; one position or several parts as results; a word, which is the
** end's code; an integer, which is named as a position of its own; a truth, which is the end's code. */
typedef enum lrule_kind {
    LRULE_OPTIONS,
    LRULE_HEAP,
    LRULE_CANONICAL,
    LRULE_PARTS,
    LRULE_TERMINAL,
    LRULE_NIM_VALUE,
    LRULE_ENTAILS
} lrule_kind;

typedef enum lguard_kind {
    LGUARD_UPVALUE, /* upvalue `key` of function `object` is `value` */
    LGUARD_FIELD,   /* object[anchor key] is `value` */
    LGUARD_INDEX,   /* object[key] is `value` */
    LGUARD_PLAIN,   /* object has no metatable */
    LGUARD_META,    /* its metatable is object `value` */
    LGUARD_LENGTH,  /* #object is key */
    LGUARD_CELLS, /* object[key], object[key + 1], ... are the `count` cells from `cells`, and no more */
    LGUARD_GRID /* they are so many plain tables, and no more: from `cells` on of each the first
                  ** index, how many, its length, and the cells */
} lguard_kind;

/* What is expected: a type and, of a boolean or an integer, the value; of others the anchor. */
typedef struct lguard {
    uint8_t kind, type, whole;
    int32_t object;
    int64_t key, value;
    size_t cells, count;
} lguard;

typedef struct lcompiled {
    const ta_allocator *allocator;
    ta_program *program; /* NULL: nothing of it can be compiled */
    lguard *guards;
    size_t guard_count, guard_cap;
    int64_t *cells;
    size_t cell_count, cell_cap;
    char (*reason)[96]; /* why not all of it is compiled */
    size_t reason_count, reason_cap;
} lcompiled;

/* The C functions that are compiled, as a fresh state has them, in an order of their own. */
#define LCOMPILE_GENUINE 16
void lcompile_genuine(lua_State *fresh, lua_CFunction functions[LCOMPILE_GENUINE]);

/*
** Compile the function at stack index `function` for positions of `arity` integers. `anchors` is the
** index of a list, which gets what is referred to. TA_OK, also where nothing comes of it;
** ENOMEM; ECALLBACK where a hook raised, with the error pushed. Runs under a pcall of its own.
*/
typedef struct lcompile_of {
    lrule_kind kind;
    int arity, has_parts, partizan;
    const lua_CFunction *genuine;
    int listing; /* no program is wanted but a table of it (compile_listing.c): that, or as text
                 ** why there is none, is pushed */
} lcompile_of;
ta_status lcompile(lua_State *L, const ta_allocator *allocator, int function, int anchors,
                   const lcompile_of *of, lcompiled *out);

void lcompiled_clear(lcompiled *c);

/* Is all that was referred to as it was? Never raises; needs 4 stack slots. */
int lcompiled_holds(lua_State *L, int anchors, const lcompiled *c);

/* The word of a terminal rule with this code. */
extern const char *const lcompile_words[];

#endif
