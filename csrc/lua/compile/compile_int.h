/*
** compile_int.h - a Lua function read from its own bytecode, and what is known of its values at
** each point. The parts of the compiler share these.
**
** For each register a `known` holds the kind of its value and the program register it lies in. Each
** pair of a bytecode index and what is known there is compiled once (a version). So a running
** program never tests a type: a value of two possible types leads to two versions behind a branch.
**
**   compile_read     bytecode to protos             compile_values   loads, arithmetic, tests
**   compile_flow     leaders, liveness              compile_tables   tables, lists
**   compile_capture  what a function refers to      compile_loops    for loops, runs
**   compile_state    known, versions, edges         compile_calls    emit, calls, returns
*/
#ifndef LCOMPILE_INT_H
#define LCOMPILE_INT_H

#include <lauxlib.h>
#include <lua.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "compile.h"
#include "takeaway/ruleset.h"

/* ---- Bytecode ---- */

/* The opcodes of Lua 5.4.0 to 5.4.8, which are the same. */
typedef enum opcode {
    OP_MOVE,
    OP_LOADI,
    OP_LOADF,
    OP_LOADK,
    OP_LOADKX,
    OP_LOADFALSE,
    OP_LFALSESKIP,
    OP_LOADTRUE,
    OP_LOADNIL,
    OP_GETUPVAL,
    OP_SETUPVAL,
    OP_GETTABUP,
    OP_GETTABLE,
    OP_GETI,
    OP_GETFIELD,
    OP_SETTABUP,
    OP_SETTABLE,
    OP_SETI,
    OP_SETFIELD,
    OP_NEWTABLE,
    OP_SELF,
    OP_ADDI,
    OP_ADDK,
    OP_SUBK,
    OP_MULK,
    OP_MODK,
    OP_POWK,
    OP_DIVK,
    OP_IDIVK,
    OP_BANDK,
    OP_BORK,
    OP_BXORK,
    OP_SHRI,
    OP_SHLI,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_MOD,
    OP_POW,
    OP_DIV,
    OP_IDIV,
    OP_BAND,
    OP_BOR,
    OP_BXOR,
    OP_SHL,
    OP_SHR,
    OP_MMBIN,
    OP_MMBINI,
    OP_MMBINK,
    OP_UNM,
    OP_BNOT,
    OP_NOT,
    OP_LEN,
    OP_CONCAT,
    OP_CLOSE,
    OP_TBC,
    OP_JMP,
    OP_EQ,
    OP_LT,
    OP_LE,
    OP_EQK,
    OP_EQI,
    OP_LTI,
    OP_LEI,
    OP_GTI,
    OP_GEI,
    OP_TEST,
    OP_TESTSET,
    OP_CALL,
    OP_TAILCALL,
    OP_RETURN,
    OP_RETURN0,
    OP_RETURN1,
    OP_FORLOOP,
    OP_FORPREP,
    OP_TFORPREP,
    OP_TFORCALL,
    OP_TFORLOOP,
    OP_SETLIST,
    OP_CLOSURE,
    OP_VARARG,
    OP_VARARGPREP,
    OP_EXTRAARG,
    OPCODES
} opcode;

typedef uint32_t code;

static inline opcode op_of(code i) {
    return (opcode)(i & 0x7F);
}
static inline int arg_a(code i) {
    return (int)(i >> 7 & 0xFF);
}
static inline int arg_k(code i) {
    return (int)(i >> 15 & 1);
}
static inline int arg_b(code i) {
    return (int)(i >> 16 & 0xFF);
}
static inline int arg_c(code i) {
    return (int)(i >> 24);
}
static inline int arg_sb(code i) {
    return arg_b(i) - 127;
}
static inline int arg_sc(code i) {
    return arg_c(i) - 127;
}
static inline int arg_bx(code i) {
    return (int)(i >> 15);
}
static inline int arg_sbx(code i) {
    return arg_bx(i) - 65535;
}
static inline int arg_ax(code i) {
    return (int)(i >> 7);
}
static inline int arg_sj(code i) {
    return arg_ax(i) - 16777215;
}

typedef struct constant {
    int type;  /* LUA_TNIL, LUA_TBOOLEAN, LUA_TNUMBER, LUA_TSTRING */
    int whole; /* a boolean that is true, or an integer */
    int64_t i;
    double number;
    const char *text;
    size_t length;
} constant;

typedef struct mask {
    uint64_t word[4];
} mask;

static inline int mask_has(const mask *m, int r) {
    return (int)(m->word[r >> 6] >> (r & 63) & 1);
}
static inline void mask_add(mask *m, int r) {
    m->word[r >> 6] |= (uint64_t)1 << (r & 63);
}
static inline void mask_remove(mask *m, int r) {
    m->word[r >> 6] &= ~((uint64_t)1 << (r & 63));
}

typedef struct upvalue {
    int in_stack, index;
} upvalue;

typedef struct proto {
    int params, vararg, stack;
    code *code;
    int *line; /* of each instruction */
    int code_count;
    constant *k;
    int k_count;
    upvalue *up;
    int up_count;
    struct proto *inner;
    int inner_count;
    uint8_t *leader; /* for each instruction: is it jumped to? */
    mask *live;      /* registers read from each instruction on */
    mask captured;   /* by functions made in this one */
} proto;

/* ---- What is known ---- */

typedef enum known_kind {
    K_DEAD, /* unknown: never read, or not supported */
    K_NIL,
    K_FALSE,
    K_TRUE,
    K_INT,   /* in register `at` */
    K_FIXED, /* a constant integer, in constant `at`: the code is specialized for it */
    K_ROW, /* a table of integers, an entry of captured table `id`; its number in register `at` */
    K_RATIO,  /* a float: register `at` divided by register `id`; forgotten at the block's end */
    K_OBJECT, /* object number `id`: a function, table, string, float, userdata that was captured */
    K_EMIT,
    K_NEW,     /* list number `id` of the program, empty */
    K_LIST,    /* list `id`, of integers */
    K_PARTS,   /* list `id`, of positions, which were emitted when they were added */
    K_CLOSURE, /* inner function `id` of frame `at` */
    K_IPAIRS,  /* the iterator of ipairs */
    K_SPREAD   /* all entries of list `id`, as a call's last arguments */
} known_kind;

typedef struct known {
    uint8_t kind;
    uint16_t at;
    int32_t id;
    int64_t turn; /* what each turn adds, in a loop tried as a run */
} known;

enum { KNOWNS = 512, FRAMES = 16, TEMPORARIES = 512, VERSIONS = 3000, OBJECTS = 400, REASONS = 20 };

typedef struct frame {
    proto *p;
    int pc;                 /* current instruction, or where it continues after a call */
    int base;               /* register 0 */
    int func;               /* register of its results */
    int results;            /* wanted; -1: all */
    int extra, extra_count; /* varargs */
    int top;                /* one past the last open result */
    int object;             /* the function, or -1: made in frame `outer` */
    int outer;
    int crossed; /* a version began after it was entered */
} frame;

typedef struct state {
    int depth; /* number of frames; the last one runs */
    frame frame[FRAMES];
    known value[KNOWNS];
} state;

/* ---- The compiler ---- */

typedef struct captured {
    int type;
    lua_CFunction function; /* a C function without upvalues */
    int c_function;
    int name;    /* object of the field name it was found by, or 0 */
    proto *p;    /* a Lua function, read at its first call */
    int table;   /* number of its table of integers in the program; -1: none, -2: not computed */
    int grid;    /* number of the table of its entries' numbers; -1 and -2 as above */
    int lengths; /* number of the table of its entries' lengths */
    ta_movefn *movefn;
} captured;

typedef struct version {
    uint64_t hash;
    const unsigned char *key;
    size_t size;
    int at; /* its first instruction */
} version;

typedef struct edge {
    int patch; /* the instruction whose target it is, or -1 */
    state *state;
} edge;

/* A loop body tried as a run. */
typedef struct trial {
    int on, failed;
    int depth, loop; /* the frame and pc of its FORLOOP */
    int emits, size;
    int start[64];
    int64_t step[64];
    size_t emitted;                         /* code up to where the position is emitted */
    size_t code, operands, edges, versions; /* sizes before the trial */
    int temporary;
} trial;

typedef struct block block;

struct compiler {
    lua_State *L;
    int anchors; /* stack index of the list of anchored objects */
    lcompiled *out;
    ta_builder *b;
    const ta_allocator *allocator;
    block *blocks; /* the arena */
    lrule_kind rule;
    int arity, has_parts, partizan;
    state *now;
    int ended;     /* the block has ended */
    int fresh;     /* a version, or a trial, begins here */
    int temporary; /* the next free temporary */
    trial trial;
    captured *objects;
    int object_count;
    const lua_CFunction *genuine;
    version *versions;
    size_t version_count, version_cap;
    edge *edges;
    size_t edge_count, edge_cap;
    state *spare; /* state before the trial */
    int refused;  /* lc_refuse raised the reason */
    int listing;  /* a listing is wanted, with the line of each instruction */
    int *line;
    size_t line_cap;
};
typedef struct compiler compiler;

/* End the compilation: no part of the function can be compiled. */
_Noreturn void lc_refuse(compiler *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The memory of one compilation; refuses when there is none. */
void *lc_take(compiler *c, size_t count, size_t size);
void *lc_grow(compiler *c, void *old, size_t count, size_t *cap, size_t size);

/* compile_read.c: read the function on top of the stack. NULL and a reason when it cannot be
** read. */
proto *lc_read(compiler *c, const char **why);

/* compile_flow.c: fills leader, live, captured. */
void lc_flow(compiler *c, proto *p);

/* compile_capture.c. Pop the value on top of the stack and return what is known of it. */
known lc_capture(compiler *c);
known lc_upvalue(compiler *c, int object, int index);
/* The field of a captured table; 0 when it is unknown. */
int lc_field(compiler *c, int table, const known *key, const constant *name, known *value);
int lc_table(compiler *c, int table); /* its number as a table of integers, or -1 */
int lc_grid(compiler *c, int table);  /* number of the table of its entries' numbers, or -1 */
int lc_length(compiler *c, int table, int64_t *length);
const char *lc_text(const compiler *c, int object); /* of a string, else NULL */
proto *lc_proto(compiler *c, int object, const char **why);
int lc_object(compiler *c); /* anchor and pop the value on top */

/* compile_state.c */
static inline frame *lc_frame(compiler *c) {
    return &c->now->frame[c->now->depth - 1];
}
static inline known *lc_reg(compiler *c, int r) {
    return &c->now->value[lc_frame(c)->base + r];
}
int lc_line(const compiler *c);
void lc_check_builder(compiler *c); /* refuses when the builder failed */
int lc_add(compiler *c, ta_op op, int a, int b, int d, int to, int n);
ta_status lc_say(lcompiled *out, const char *why); /* adds a reason once; ENOMEM */
void lc_bail(compiler *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lc_bail_quietly(compiler *c); /* without a reason: Lua handles it correctly */
known lc_constant(compiler *c, int64_t value);
known lc_plain(known_kind k);
void lc_set(compiler *c, int r, known v);
int lc_lies_in(const known *v, int at); /* is v in that register? */
int lc_target(compiler *c, int r); /* register to compute R[r] into; then call lc_computed */
void lc_computed(compiler *c, int r, int at, int64_t turn);
int lc_temporary(compiler *c);
void lc_home(compiler *c, int r);             /* move the integer R[r] into its own register */
void lc_forget(compiler *c, int from);        /* forget the frame's registers from here on */
void lc_edge(compiler *c, int patch, int pc); /* add an edge to pc with the current state */
void lc_enter(compiler *c);                   /* at a leader: begin a version or jump to one */
void lc_start(compiler *c, edge e);
void lc_settle(compiler *c, int pc, int other); /* move what either reads to its own register */
int lc_value(const compiler *c, int constant, int64_t *value);
void lc_release(compiler *c); /* free all memory */
static inline int lc_is_int(const known *v) {
    return v->kind == K_INT || v->kind == K_FIXED;
}
static inline int lc_in_register(const known *v) {
    return (v->kind == K_INT || v->kind == K_ROW) && !(v->at & TA_CONSTANT);
}
static inline int lc_is_true(const known *v) {
    return v->kind != K_NIL && v->kind != K_FALSE;
}
const char *lc_kind(const compiler *c, const known *v); /* for reasons: "a float" */

/* compile_values.c */
int lc_simple(compiler *c, code i); /* 1 when it handled the instruction */
void lc_compute(compiler *c, ta_op op, int r, known x, known y);
int lc_infinite(const compiler *c, const known *v);    /* 1 or -1 for a float beyond all integers */
void lc_ceiling(compiler *c, int r, known x, known y); /* the ceiling of x / y */

/* compile_tables.c */
int lc_tables(compiler *c, code i);
void lc_index(compiler *c, int r, const known *table, const known *key);
static inline int lc_is_list(const known *v) {
    return v->kind >= K_NEW && v->kind <= K_PARTS;
}

/* compile_loops.c */
int lc_loops(compiler *c, code i);
void lc_trial_end(compiler *c);
int lc_is_trial_end(const compiler *c);

/* compile_calls.c */
int lc_calls(compiler *c, code i);

/* compile_listing.c: pushes the program as a table. [-0, +1] */
int lc_listing(const compiler *c);

#endif
