/*
** compile.h - Lua functions as programs over integers (takeaway/program.h).
**
** The compiler reads a function's own bytecode. Values from outside the function are copied, and a
** guard checks later that each is unchanged.
*/
#ifndef LCOMPILE_H
#define LCOMPILE_H

#include <lua.h>

#include "takeaway/program.h"

/* The result of a rule, by kind:
** - options named by emit, its first argument;
** - options of a heap, with emit as second argument;
** - one position, or several parts, as results;
** - a word (the end's code) for terminal, an integer (emitted as a position) for nim_value;
** - a truth value (the end's code) for entails. */
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
    LGUARD_CELLS, /* object[key], object[key + 1], ... are just the `count` cells from `cells` on */
    LGUARD_GRID /* the same for `count` plain tables: first index, count, length, cells of each */
} lguard_kind;

/* The expected value: its type and, for a boolean or an integer, the value; else its anchor. */
typedef struct lguard {
    uint8_t kind, type, whole;
    int32_t object;
    int64_t key, value;
    size_t cells, count;
} lguard;

typedef struct lcompiled {
    const ta_allocator *allocator;
    ta_program *program; /* NULL: no part of it can be compiled */
    lguard *guards;
    size_t guard_count, guard_cap;
    int64_t *cells;
    size_t cell_count, cell_cap;
    char (*reason)[96]; /* why some of it is not compiled */
    size_t reason_count, reason_cap;
} lcompiled;

/* The C functions that the compiler supports, taken from a fresh state, in a fixed order. */
#define LCOMPILE_GENUINE 16
void lcompile_genuine(lua_State *fresh, lua_CFunction functions[LCOMPILE_GENUINE]);

/*
** Compile the function at stack index `function` for positions of `arity` integers. `anchors` is
** the index of a list, which receives the objects referred to. TA_OK, even when nothing can be
** compiled; ENOMEM; ECALLBACK when a hook raised, with the error pushed. Runs under a pcall of its
** own.
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

/* Are all values referred to unchanged? Never raises; needs 4 stack slots. */
int lcompiled_holds(lua_State *L, int anchors, const lcompiled *c);

/* The words of terminal rules, by code. */
extern const char *const lcompile_words[];

#endif
