/*
** takeaway/program.h - small programs over 64-bit integers that emit positions: an analysed rule,
** run without its language.
**
** A program is a list of instructions over registers. Arithmetic is Lua's: it wraps around, // and
** % round down, shifts past 63 give 0. A program never guesses: if it cannot continue, it ends
** with TA_PROGRAM_BAILED, and the caller uses the rule itself.
**
** Loading checks a program. Every register, target, table and operand is in range. No instruction
** writes a constant's register. Only LOOP and NEXT jump back, each time for a unit of fuel. So any
** program ends, and none reads or writes elsewhere.
**
**     ta_builder b;
**     ta_builder_init(&b, NULL, 1, 3);                            (n): register 0; 3 registers
**     int one = ta_builder_constant(&b, 1);
**     ta_builder_add(&b, TA_OP_SUB, 1, 0, one, 0, 0);             r1 = n - 1
**     int at = ta_builder_operand(&b, 1);
**     ta_builder_add(&b, TA_OP_EMIT, 0, 0, 0, at, 1);             emit (r1)
**     ta_builder_add(&b, TA_OP_END, 0, 0, 0, 0, 0);
**     status = ta_program_load(&b, &call, &program);
*/
#ifndef TAKEAWAY_PROGRAM_H
#define TAKEAWAY_PROGRAM_H

#include "takeaway/movefn.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Registers are a, b, c; `to` is an instruction or the first of several operands; `n` counts. */
typedef enum ta_op {
    TA_OP_MOVE, /* a = b */
    TA_OP_ADD,  /* a = b + c, and so on */
    TA_OP_SUB,
    TA_OP_MUL,
    TA_OP_AND,
    TA_OP_OR,
    TA_OP_XOR,
    TA_OP_SHL,
    TA_OP_SHR,
    TA_OP_IDIV,     /* b // c; bails at c = 0 */
    TA_OP_MOD,      /* b % c; bails at c = 0 */
    TA_OP_QUOTIENT, /* floor of the real b / c; bails if a double is not exact */
    TA_OP_MIN,
    TA_OP_MAX,
    TA_OP_NEG, /* a = -b */
    TA_OP_NOT, /* a = ~b */
    TA_OP_ABS,
    TA_OP_VALUE, /* a = f(b), f the move function c; bails at b < 1 and if f is infinite */
    TA_OP_JUMP,  /* forward, to `to` */
    TA_OP_LOOP,  /* back, to `to` */
    TA_OP_JEQ,   /* forward to `to` where b = c */
    TA_OP_JNE,
    TA_OP_JLT,
    TA_OP_JLE,
    TA_OP_JULT, /* unsigned b and c */
    TA_OP_PREP, /* begin a loop from a to a+1 by a+2, its variable in a+3; if empty, go to `to` */
    TA_OP_NEXT,  /* next iteration at `to`, if any is left: a+1 counts those left after it */
    TA_OP_CELL,  /* a = entry b of table c; go to `to` one past either end; bails farther out */
    TA_OP_ENTRY, /* the same for the table whose number is in c; bails if there is none */
    TA_OP_NEW,   /* list c becomes empty */
    TA_OP_SET,   /* list c: entry b = a; appends just past the end; bails elsewhere */
    TA_OP_GET,   /* a = entry b of list c; go to `to` if there is none */
    TA_OP_LEN,   /* a = entries of list c */
    TA_OP_COUNT, /* a = positions emitted so far */
    TA_OP_EMIT,  /* emit the position of `n` operands */
    TA_OP_RUN,   /* emit 1 + a positions: the first has `n` operands as components. The `n` operands
                 ** that follow are the steps from each position to the next */
    TA_OP_LIST,  /* emit list c as a position */
    TA_OP_END,   /* end the run; `n` becomes ta_program_result.code */
    TA_OP_BAIL,  /* bail; `n` only marks the place in the source */
    TA_OPS
} ta_op;

typedef struct ta_instruction {
    uint16_t op, a, b, c;
    int32_t to, n;
} ta_instruction;

#define TA_PROGRAM_REGISTERS 4096 /* at most, constants not counted */
#define TA_PROGRAM_CODE 65536     /* instructions, at most */
#define TA_PROGRAM_LIST 256       /* entries of a list, at most */
#define TA_PROGRAM_FUEL (1 << 22) /* backward jumps in one run, at most */

/* A table of entries first..first + count - 1; `cells` is its index among all tables' cells. */
typedef struct ta_program_table {
    int64_t first;
    size_t count, cells;
} ta_program_table;

/* The parts of a program. You may also fill any array directly: loading checks all. */
typedef struct ta_builder {
    const ta_allocator *allocator;
    ta_status failed;     /* ENOMEM, or EINVAL: something is too long. Loading reports it */
    int arguments, first; /* their number, and the register of the first */
    int registers, lists;
    ta_instruction *code;
    size_t code_count, code_cap;
    uint16_t *operands;
    size_t operand_count, operand_cap;
    int64_t *constants;
    size_t constant_count, constant_cap;
    ta_program_table *tables;
    size_t table_count, table_cap;
    int64_t *cells;
    size_t cell_count, cell_cap;
    ta_movefn **functions; /* borrowed: they must outlive the program */
    size_t function_count, function_cap;
} ta_builder;

/* A program with `arguments` arguments, in the first registers unless `first` is changed. */
TA_API void ta_builder_init(ta_builder *b, const ta_allocator *allocator, int arguments,
                            int registers);
TA_API void ta_builder_clear(ta_builder *b);

/* Append, and return the index of the new entry; 0 once anything has failed. */
TA_API int ta_builder_add(ta_builder *b, ta_op op, int a, int b_, int c, int to, int n);
TA_API int ta_builder_operand(ta_builder *b, int reg);
TA_API int ta_builder_function(ta_builder *b, ta_movefn *f);
TA_API int ta_builder_table(ta_builder *b, int64_t first, const int64_t *cells, size_t count);

/* The register that holds this constant: TA_CONSTANT and its number. */
#define TA_CONSTANT 0x8000
TA_API int ta_builder_constant(ta_builder *b, int64_t value);

typedef struct ta_program ta_program;

/* Check the program and copy it. EINVAL, with the error and its place; ENOMEM. */
TA_API ta_status ta_program_load(const ta_builder *b, ta_call *call, ta_program **program);
TA_API void ta_program_destroy(ta_program *program);

/*
** Receives what a run has emitted so far, `used` words, one record after another:
**     size c1 ... csize                            a position
**    -size turns c1 ... csize d1 ... dsize         turns + 1 positions, c + i d, wrapping around
** It may set *enough if nothing more is needed. A status other than TA_OK ends the run with it.
*/
typedef ta_status (*ta_program_take)(void *ctx, ta_call *call, const int64_t *words, size_t used,
                                     int *enough);

typedef enum ta_program_end {
    TA_PROGRAM_DONE,
    TA_PROGRAM_ENOUGH, /* `take` set *enough */
    TA_PROGRAM_BAILED  /* discard what `take` received */
} ta_program_end;

typedef struct ta_program_result {
    ta_program_end end;
    int code; /* of END */
    int at;   /* the last instruction */
} ta_program_result;

/* Run with these arguments. `take` receives at most TA_OPTIONS_MOST positions; more bail. Only one
** run of a program at a time. */
TA_API ta_status ta_program_run(ta_program *program, ta_call *call, const int64_t *arguments,
                                ta_program_take take, void *ctx, ta_program_result *result);

/*
** Several runs at once. Run t adds t to the last of these arguments, t = 0, 1, ..., for at most
** `most` runs. The result is the number of runs that the records describe, all of which finish. It
** is 0 if that cannot be decided. It is also 0 if it would be below eight and `most` is not, since
** separate runs then cost less.
**
** The records last until the next call. In run t >= from, the record
**     size from turns by | start ... | each ... | step ... | up ...
** is the positions start + t each + i step, for i = 0 .. turns + t by. The records hold for several
** rows too: row u = 0, 1, ... adds u to the last but one argument, and u up to each position. *rows
** is the number of rows, at most its value before the call. No start + t each + u up wraps around.
*/
TA_API int64_t ta_program_row(ta_program *program, ta_call *call, const int64_t *arguments,
                              int64_t most, int64_t *rows, const int64_t **words, size_t *used);
#define TA_ROW_RECORD(size) (4 + 4 * (size))

/* Backward jumps in the last run, of TA_PROGRAM_FUEL. */
TA_API int64_t ta_program_turns(const ta_program *program);

/* A function in C that ta_program_run calls instead of the interpreter. It belongs to the caller,
** and must exist as long as the program runs. NULL: the interpreter again. */
typedef struct ta_program_frame ta_program_frame;
typedef int (*ta_program_code)(ta_program_frame *frame);
TA_API void ta_program_use(ta_program *program, ta_program_code code);

/* Instruction `at` as text; NULL past the last. Returns `text`. */
TA_API char *ta_program_line(const ta_program *program, int at, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
