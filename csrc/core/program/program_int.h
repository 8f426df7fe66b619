/*
** program_int.h - a program that was checked, and its memory.
*/
#ifndef TA_PROGRAM_INT_H
#define TA_PROGRAM_INT_H

#include "takeaway/program.h"
#include "takeaway/ruleset.h"

/* Words after which `out` is handed over, so that who has enough says so early; and for one more
** record: a run of 64 components has 130. */
enum { CHUNK = 96, RECORD = 132 };

struct ta_program {
    ta_allocator allocator;
    int arguments, first, registers, lists;
    ta_instruction *code;
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
    ta_program_code compiled; /* or NULL: the machine runs it */
    int64_t out[CHUNK + RECORD];
};

/* Which fields of an instruction are registers, and of what kind. */
typedef struct ta_op_shape {
    const char *name;
    const char *text; /* how it prints: a b c registers, T table, F function, L list, t target, O
                      ** operands, n the count */
    uint8_t writes_a, reads_a, reads_b, reads_c;
    uint8_t jumps, back; /* has a target; may go back */
    uint8_t ends;        /* the next instruction is not reached from here */
} ta_op_shape;

extern const ta_op_shape ta_op_shapes[TA_OPS];

/* f(k), or 0 where the program bails. */
typedef int64_t (*ta_program_value)(ta_movefn *f, ta_call *call, int64_t k);

/* ta_program_run by p->compiled. */
ta_status ta_program_run_compiled(ta_program *p, ta_call *call, const int64_t *arguments,
                                  ta_program_take take, void *ctx, ta_program_value of,
                                  ta_program_result *result);

#endif
