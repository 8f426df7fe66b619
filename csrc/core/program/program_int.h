/*
** program_int.h - a checked program, and its memory.
*/
#ifndef TA_PROGRAM_INT_H
#define TA_PROGRAM_INT_H

#include "row.h"
#include "takeaway/program.h"
#include "takeaway/ruleset.h"

/* The buffer `out` goes to `take` after FIRST_CHUNK words, then after twice as many, up to CHUNK.
** So a caller that needs no more can stop early. RECORD leaves space for one more record: a run of
** 64 components has 130 words. */
enum { FIRST_CHUNK = 16, CHUNK = 256, RECORD = 132 };

/*
** The operations of the machine: the program's instructions, and sequences of them fused into one. A fused
** instruction stands at the first of its parts. The other parts stay in place, for jumps to them.
*/
#define TA_EACH_OP(X)                                                                             \
    X(TA_OP_MOVE), X(TA_OP_ADD), X(TA_OP_SUB), X(TA_OP_MUL), X(TA_OP_AND), X(TA_OP_OR),           \
        X(TA_OP_XOR), X(TA_OP_SHL), X(TA_OP_SHR), X(TA_OP_IDIV), X(TA_OP_MOD), X(TA_OP_QUOTIENT), \
        X(TA_OP_MIN), X(TA_OP_MAX), X(TA_OP_NEG), X(TA_OP_NOT), X(TA_OP_ABS), X(TA_OP_VALUE),     \
        X(TA_OP_JUMP), X(TA_OP_LOOP), X(TA_OP_JEQ), X(TA_OP_JNE), X(TA_OP_JLT), X(TA_OP_JLE),     \
        X(TA_OP_JULT), X(TA_OP_PREP), X(TA_OP_NEXT), X(TA_OP_CELL), X(TA_OP_ENTRY), X(TA_OP_NEW), \
        X(TA_OP_SET), X(TA_OP_GET), X(TA_OP_LEN), X(TA_OP_COUNT), X(TA_OP_EMIT), X(TA_OP_RUN),    \
        X(TA_OP_LIST), X(TA_OP_END), X(TA_OP_BAIL), X(FAST_EMIT1), X(FAST_EMIT2), X(FAST_EMIT3),  \
        X(FAST_EMIT2_NEXT), X(FAST_EMIT3_NEXT), X(FAST_ADD_EMIT2), X(FAST_ADD_EMIT3),             \
        X(FAST_SUB_EMIT2), X(FAST_SUB_EMIT3), X(FAST_ADD_EMIT2_NEXT), X(FAST_ADD_EMIT3_NEXT),     \
        X(FAST_SUB_EMIT2_NEXT), X(FAST_SUB_EMIT3_NEXT), X(FAST_REST), X(FAST_HALVES),             \
        X(FAST_MIN_LOOP), X(FAST_LOOP)

enum {
    FAST_EMIT1 = TA_OPS, /* (a), (a, b), (a, b, c) */
    FAST_EMIT2,
    FAST_EMIT3,
    FAST_EMIT2_NEXT,
    FAST_EMIT3_NEXT,
    FAST_ADD_EMIT2,
    FAST_ADD_EMIT3,
    FAST_SUB_EMIT2,
    FAST_SUB_EMIT3,
    FAST_ADD_EMIT2_NEXT,
    FAST_ADD_EMIT3_NEXT,
    FAST_SUB_EMIT2_NEXT,
    FAST_SUB_EMIT3_NEXT,
    FAST_REST,     /* b % c, c a constant that is a power of two */
    FAST_HALVES,   /* b // 2^n */
    FAST_MIN_LOOP, /* min, then */
    FAST_LOOP,     /* two moves and a PREP */
    TA_FAST_OPS
};

#define TA_ROW_WORDS 4096 /* at most for the records of one call */

/* A linear form: in run t of row u a register holds at + by t + up u. */
typedef struct ta_line {
    int64_t at;
    int32_t by, up;
} ta_line;

struct ta_program {
    ta_allocator allocator;
    int arguments, first, registers, lists;
    ta_instruction *code, *fast; /* as written, and fused */
    size_t code_count;
    uint16_t *operands;
    size_t operand_count;
    int64_t *reg; /* registers, then constants */
    size_t reg_count;
    ta_program_table *tables;
    size_t table_count;
    int64_t *cells;
    size_t cell_count;
    ta_movefn **functions;
    size_t function_count;
    int64_t *list; /* TA_PROGRAM_LIST entries a list */
    int64_t *length;
    int64_t turns;
    ta_program_code compiled; /* or NULL for the machine */
    int lined;                /* does ta_line_fits hold for all constants? */
    void *room;               /* the buffer of ta_program_row, see row.c */
    int64_t out[CHUNK + RECORD];
};

/* The state of one run. A function that runs instead of a program writes its records at `next` and returns
** a ta_program_end. */
struct ta_program_frame {
    ta_program *p;
    ta_call *call;
    const int64_t *arguments;
    ta_program_take take;
    void *ctx;
    int64_t *next, *end;
    int64_t left; /* positions that may still be emitted */
    ta_status status;
};

/* Hands the buffer to `take`, and doubles its space up to CHUNK. Not 0: the run is over. */
static inline int ta_program_flush(ta_program_frame *f) {
    int64_t *out = f->p->out;
    size_t used = (size_t)(f->next - out), size = (size_t)(f->end - out);
    int enough = 0;
    f->next = out;
    f->end = out + (2 * size < CHUNK ? 2 * size : CHUNK);
    if (used) f->status = f->take(f->ctx, f->call, out, used, &enough);
    return f->status || enough;
}

/* Which fields of an instruction are registers, and of what kind. */
typedef struct ta_op_shape {
    const char *name;
    const char *text; /* how it prints: a b c registers, T table, F function, L list, t target, O
                      ** operands, n the count */
    uint8_t writes_a, reads_a, reads_b, reads_c;
    uint8_t loop, list;  /* writes up to a + 3 of a loop; c is the index of a list */
    uint8_t jumps, back; /* has a target; may go back */
    uint8_t ends;        /* the next instruction is not reached from here */
} ta_op_shape;

/* fuse.c: p->fast from p->code. */
void ta_program_fuse(ta_program *p);

/* Is a constant small enough for a linear form? */
int ta_line_fits(int64_t value);

extern const ta_op_shape ta_op_shapes[TA_OPS];

#endif
