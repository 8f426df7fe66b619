/*
** machine.c - runs a program that was checked.
**
** Instructions have up to three registers. The case of each jumps straight to the case of the next
** (through a table of labels, which GNU C has), or back to one switch. The machine runs a copy of
** the program in which fuse.c has fused frequent sequences. Positions go into a small buffer and
** from there to `take`, so one call passes many of them. The first few go early, for callers that
** need no more. Integers wrap around: they are added, subtracted and multiplied without sign. An
** instruction costs about 1 ns.
*/
#include <string.h>

#include "arith.h"
#include "program_int.h"

#if defined(__GNUC__) && !defined(TA_PORTABLE)
#define THREADED 1
#pragma GCC diagnostic ignored "-Wpedantic" /* labels as values */
#else
#define THREADED 0
#endif

/* Lua's forprep for integers: 1 if the loop does not run. The caller bails at a step of 0 before. */
static inline int prepare(int64_t *r) {
    int64_t from = r[0], limit = r[1], step = r[2];
    if (step > 0 ? from > limit : from < limit) return 1;
    uint64_t count = step > 0 ? WRAP(limit) - WRAP(from) : WRAP(from) - WRAP(limit);
    if (step > 1) count /= WRAP(step);
    else if (step < -1) count /= WRAP(-(step + 1)) + 1u;
    r[1] = (int64_t)count;
    r[3] = from;
    return 0;
}

/* Writes the record of a run, from its operands. */
static inline void write_run(ta_program_frame *o, const int64_t *r, const uint16_t *operand, int size,
                             int64_t turns) {
    int64_t *to = o->next;
    to[0] = -size;
    to[1] = turns;
    for (int k = 0; k < 2 * size; k++) to[2 + k] = r[operand[k]];
    o->next = to + 2 + 2 * size;
}

static inline void write_position(ta_program_frame *o, const int64_t *r, const uint16_t *operand,
                                  int size) {
    int64_t *to = o->next;
    to[0] = size;
    for (int k = 0; k < size; k++) to[1 + k] = r[operand[k]];
    o->next = to + 1 + size;
}

static inline void write_list(ta_program_frame *o, const int64_t *entry, int64_t length) {
    o->next[0] = length;
    memcpy(o->next + 1, entry, (size_t)length * sizeof *entry);
    o->next += length + 1;
}

#define A r[i->a]
#define B r[i->b]
#define C r[i->c]
#define BAIL_IF(condition) \
    if (condition) goto bail
#define ROOM               \
    BAIL_IF(--o.left < 0); \
    if (o.next >= o.end && ta_program_flush(&o)) goto stop;

#if THREADED
#define RUN goto *label[i->op];
#define CASE(op) L_##op
#define ENTRY(op) L_##op
#define GO goto *label[i->op]
#else
#define RUN \
    for (;;) switch (i->op)
#define CASE(op) case op
#define ENTRY(op) \
    case op:      \
        L_##op
#define GO continue
#endif

/* ENTRY is a case that THEN can continue with, as the second part of a pair. */
#define NEXT \
    i++;     \
    GO
#define THEN(op) \
    i++;         \
    goto L_##op
#define GO_IF(condition)                  \
    i = (condition) ? code + i->to : i + 1; \
    GO

#define ADD A = (int64_t)(WRAP(B) + WRAP(C))
#define SUB A = (int64_t)(WRAP(B) - WRAP(C))
#define EMIT(size)               \
    ROOM o.next[0] = size;       \
    o.next[1] = A;               \
    if (size > 1) o.next[2] = B; \
    if (size > 2) o.next[3] = C; \
    o.next += size + 1

/* Runs a C function instead of the machine. The frame is a copy because its address escapes. */
static ta_status run_compiled(ta_program_frame frame, ta_program_result *result) {
    result->end = (ta_program_end)frame.p->compiled(&frame);
    result->at = 0;
    frame.p->turns = 0;
    return frame.status;
}

void ta_program_use(ta_program *p, ta_program_code code) {
    p->compiled = code;
}

ta_status ta_program_run(ta_program *p, ta_call *call, const int64_t *arguments,
                         ta_program_take take, void *ctx, ta_program_result *result) {
#if THREADED
#define LABEL(op) [op] = &&L_##op
    static const void *const label[TA_FAST_OPS] = { TA_EACH_OP(LABEL) };
#endif
    int64_t *const r = p->reg;
    const ta_instruction *const code = p->fast, *i = code;
    int64_t fuel = TA_PROGRAM_FUEL;
    ta_program_frame o = { p, call, arguments, take, ctx, p->out, p->out + FIRST_CHUNK,
                           TA_OPTIONS_MOST, TA_OK };
    result->code = 0;
    if (p->compiled) return run_compiled(o, result);
    result->end = TA_PROGRAM_DONE;
    for (int k = 0; k < p->arguments; k++) r[p->first + k] = arguments[k];
    /* clang-format off */
    RUN {
        CASE(TA_OP_MOVE): A = B; NEXT;
        CASE(TA_OP_ADD): ADD; NEXT;
        CASE(TA_OP_SUB): SUB; NEXT;
        CASE(TA_OP_MUL): A = (int64_t)(WRAP(B) * WRAP(C)); NEXT;
        CASE(TA_OP_AND): A = B & C; NEXT;
        CASE(TA_OP_OR): A = B | C; NEXT;
        CASE(TA_OP_XOR): A = B ^ C; NEXT;
        CASE(TA_OP_SHL): A = shift(B, C); NEXT;
        CASE(TA_OP_SHR): A = shift(B, (int64_t)(0 - WRAP(C))); NEXT;
        CASE(TA_OP_IDIV):
            BAIL_IF(C == 0);
            A = floor_div(B, C);
            NEXT;
        CASE(TA_OP_MOD):
            BAIL_IF(C == 0);
            A = floor_mod(B, C);
            NEXT;
        CASE(TA_OP_QUOTIENT):
            BAIL_IF(inexact(B, C));
            A = floor_div(B, C);
            NEXT;
        CASE(TA_OP_MIN): A = B < C ? B : C; NEXT;
        CASE(TA_OP_MAX): A = B > C ? B : C; NEXT;
        CASE(TA_OP_NEG): A = (int64_t)(0 - WRAP(B)); NEXT;
        CASE(TA_OP_NOT): A = ~B; NEXT;
        CASE(TA_OP_ABS): A = B < 0 ? (int64_t)(0 - WRAP(B)) : B; NEXT;
        CASE(TA_OP_VALUE): {
            int64_t value = value_of(p->functions[i->c], call, B);
            BAIL_IF(value < 1);
            A = value;
            NEXT;
        }
        CASE(TA_OP_LOOP): BAIL_IF(--fuel < 0); i = code + i->to; GO;
        CASE(TA_OP_JUMP): i = code + i->to; GO;
        CASE(TA_OP_JEQ): GO_IF(B == C);
        CASE(TA_OP_JNE): GO_IF(B != C);
        CASE(TA_OP_JLT): GO_IF(B < C);
        CASE(TA_OP_JLE): GO_IF(B <= C);
        CASE(TA_OP_JULT): GO_IF(WRAP(B) < WRAP(C));
        ENTRY(TA_OP_PREP): BAIL_IF(r[i->a + 2] == 0); GO_IF(prepare(r + i->a));
        ENTRY(TA_OP_NEXT): {
            int64_t *loop = r + i->a;
            if (loop[1] == 0) {
                NEXT;
            }
            BAIL_IF(--fuel < 0);
            loop[1] = (int64_t)(WRAP(loop[1]) - 1);
            loop[3] = loop[0] = (int64_t)(WRAP(loop[0]) + WRAP(loop[2]));
            i = code + i->to;
            GO;
        }
        CASE(TA_OP_CELL): {
            const ta_program_table *t = &p->tables[i->c];
            uint64_t at = WRAP(B) - WRAP(t->first);
            if (at < t->count) {
                A = p->cells[t->cells + at];
                NEXT;
            }
            BAIL_IF(at != t->count && at != UINT64_MAX);
            i = code + i->to;
            GO;
        }
        CASE(TA_OP_ENTRY): {
            BAIL_IF(WRAP(C) >= p->table_count);
            const ta_program_table *t = &p->tables[C];
            uint64_t at = WRAP(B) - WRAP(t->first);
            if (at < t->count) {
                A = p->cells[t->cells + at];
                NEXT;
            }
            BAIL_IF(at != t->count && at != UINT64_MAX);
            i = code + i->to;
            GO;
        }
        CASE(TA_OP_NEW): p->length[i->c] = 0; NEXT;
        CASE(TA_OP_SET): {
            uint64_t at = WRAP(B) - 1, length = WRAP(p->length[i->c]);
            BAIL_IF(at > length || at >= TA_PROGRAM_LIST);
            p->length[i->c] += at == length;
            p->list[i->c * TA_PROGRAM_LIST + at] = A;
            NEXT;
        }
        CASE(TA_OP_GET): {
            uint64_t at = WRAP(B) - 1;
            if (at < WRAP(p->length[i->c])) {
                A = p->list[i->c * TA_PROGRAM_LIST + at];
                NEXT;
            }
            i = code + i->to;
            GO;
        }
        CASE(TA_OP_LEN): A = p->length[i->c]; NEXT;
        CASE(TA_OP_COUNT): A = TA_OPTIONS_MOST - o.left; NEXT;
        CASE(TA_OP_EMIT): ROOM write_position(&o, r, p->operands + i->to, i->n); NEXT;
        CASE(TA_OP_RUN): {
            int64_t turns = A;
            BAIL_IF(turns < 0 || turns >= o.left);
            o.left -= turns;
            ROOM write_run(&o, r, p->operands + i->to, i->n, turns);
            NEXT;
        }
        CASE(TA_OP_LIST): {
            int64_t length = p->length[i->c];
            BAIL_IF(length < 1 || length > TA_COMPONENTS);
            ROOM write_list(&o, p->list + i->c * TA_PROGRAM_LIST, length);
            NEXT;
        }
        CASE(TA_OP_END): {
            ta_program_flush(&o);
            result->code = i->n;
            goto done;
        }
        CASE(TA_OP_BAIL): goto bail;

        /* fuse.c */
        CASE(FAST_EMIT1): EMIT(1); NEXT;
        ENTRY(FAST_EMIT2): EMIT(2); NEXT;
        ENTRY(FAST_EMIT3): EMIT(3); NEXT;
        ENTRY(FAST_EMIT2_NEXT): EMIT(2); THEN(TA_OP_NEXT);
        ENTRY(FAST_EMIT3_NEXT): EMIT(3); THEN(TA_OP_NEXT);
        CASE(FAST_ADD_EMIT2): ADD; THEN(FAST_EMIT2);
        CASE(FAST_ADD_EMIT3): ADD; THEN(FAST_EMIT3);
        CASE(FAST_SUB_EMIT2): SUB; THEN(FAST_EMIT2);
        CASE(FAST_SUB_EMIT3): SUB; THEN(FAST_EMIT3);
        CASE(FAST_ADD_EMIT2_NEXT): ADD; THEN(FAST_EMIT2_NEXT);
        CASE(FAST_ADD_EMIT3_NEXT): ADD; THEN(FAST_EMIT3_NEXT);
        CASE(FAST_SUB_EMIT2_NEXT): SUB; THEN(FAST_EMIT2_NEXT);
        CASE(FAST_SUB_EMIT3_NEXT): SUB; THEN(FAST_EMIT3_NEXT);
        CASE(FAST_REST): A = B & (C - 1); NEXT;
        CASE(FAST_HALVES): A = B < 0 ? ~(~B >> i->n) : B >> i->n; NEXT;
        CASE(FAST_MIN_LOOP): A = B < C ? B : C; THEN(FAST_LOOP);
        ENTRY(FAST_LOOP):
            A = B;
            i++;
            A = B;
            THEN(TA_OP_PREP);
    }
/* clang-format on */
bail:
    result->end = TA_PROGRAM_BAILED;
    goto done;
stop:
    result->end = TA_PROGRAM_ENOUGH;
done:
    result->at = (int)(i - code);
    p->turns = TA_PROGRAM_FUEL - fuel;
    return o.status;
}

int64_t ta_program_turns(const ta_program *p) {
    return p->turns;
}
