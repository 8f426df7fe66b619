/*
** machine.c - runs a program that was checked.
**
** One switch over three-register instructions. Positions go into a buffer of some words and from
** there to `take`, so that a call is paid for many of them. Integers wrap around: they are
** added, subtracted and multiplied without sign. Cost: 1 ns an instruction, about.
*/
#include <string.h>

#include "program_int.h"

#define WRAP(x) ((uint64_t)(x))

/* Lua's shift to the left; to the right by a negative number. */
static inline int64_t shift(int64_t x, int64_t by) {
    if (by <= -64 || by >= 64) return 0;
    return (int64_t)(by >= 0 ? WRAP(x) << by : WRAP(x) >> -by);
}

static inline int64_t floor_div(int64_t x, int64_t y) {
    if (y == -1) return (int64_t)(0 - WRAP(x));
    int64_t q = x / y;
    return q - ((x % y != 0) & ((x ^ y) < 0));
}

static inline int64_t floor_mod(int64_t x, int64_t y) {
    if (y == -1) return 0;
    int64_t r = x % y;
    return r != 0 && (r ^ y) < 0 ? r + y : r;
}

/* Up to here floor(x / y) of doubles is x // y: the quotient is exact, or farther from the next
** integer than half its last place. */
#define EXACT ((int64_t)1 << 52)
static inline int inexact(int64_t x, int64_t y) {
    return x < -EXACT || x > EXACT || y < -EXACT || y > EXACT || y == 0;
}

/* Lua's forprep for integers: 1 where there is no turn. Bails at a step of 0 before. */
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

/* f(k), or 0 where the host or a float would be needed: who runs the program asks the host itself,
** and f remembers. A status is none of the program's: the
** rule will say it. */
static int64_t value_of(ta_movefn *f, ta_call *call, int64_t k) {
    ta_amount value;
    char first = call->message[0];
    if (k < 1 || k > TA_MAX || !ta_movefn_is_known(f, k)) return 0;
    ta_status s = ta_movefn_value(f, call, k, &value);
    if (s) call->message[0] = first;
    return s || value == TA_INF ? 0 : value;
}

typedef struct output {
    ta_program *p;
    ta_call *call;
    ta_program_take take;
    void *ctx;
    int64_t *next, *end;
    int64_t left; /* positions that may still be named */
} output;

static ta_status flush(output *o, int *enough) {
    size_t used = (size_t)(o->next - o->p->out);
    o->next = o->p->out;
    return used ? o->take(o->ctx, o->call, o->p->out, used, enough) : TA_OK;
}

/* A record of a run, from its operands. */
static inline void write_run(output *o, const int64_t *r, const uint16_t *operand, int size,
                             int64_t turns) {
    int64_t *to = o->next;
    to[0] = -size;
    to[1] = turns;
    for (int k = 0; k < 2 * size; k++) to[2 + k] = r[operand[k]];
    o->next = to + 2 + 2 * size;
}

#define A r[i->a]
#define B r[i->b]
#define C r[i->c]
#define BAIL_IF(condition) \
    if (condition) goto bail
#define GO_IF(condition)                \
    if (condition) i = p->code + i->to; \
    else i++;                           \
    continue
#define ROOM                                             \
    if (o.next >= o.end) {                               \
        ta_status s = flush(&o, &enough);                \
        if (s || enough) return finish(p, result, i, s); \
    }

static ta_status finish(const ta_program *p, ta_program_result *result, const ta_instruction *i,
                        ta_status s) {
    result->end = TA_PROGRAM_ENOUGH;
    result->at = (int)(i - p->code);
    return s;
}

ta_status ta_program_run(ta_program *p, ta_call *call, const int64_t *arguments,
                         ta_program_take take, void *ctx, ta_program_result *result) {
    if (p->compiled)
        return ta_program_run_compiled(p, call, arguments, take, ctx, value_of, result);
    int64_t *r = p->reg;
    const ta_instruction *i = p->code;
    int64_t fuel = TA_PROGRAM_FUEL;
    int enough = 0;
    output o = { p, call, take, ctx, p->out, p->out + CHUNK, TA_OPTIONS_MOST };
    result->code = 0;
    for (int k = 0; k < p->arguments; k++) r[p->first + k] = arguments[k];
    for (;;) {
        switch ((ta_op)i->op) {
        case TA_OP_MOVE: A = B; break;
        case TA_OP_ADD: A = (int64_t)(WRAP(B) + WRAP(C)); break;
        case TA_OP_SUB: A = (int64_t)(WRAP(B) - WRAP(C)); break;
        case TA_OP_MUL: A = (int64_t)(WRAP(B) * WRAP(C)); break;
        case TA_OP_AND: A = B & C; break;
        case TA_OP_OR: A = B | C; break;
        case TA_OP_XOR: A = B ^ C; break;
        case TA_OP_SHL: A = shift(B, C); break;
        case TA_OP_SHR: A = shift(B, (int64_t)(0 - WRAP(C))); break;
        case TA_OP_IDIV:
            BAIL_IF(C == 0);
            A = floor_div(B, C);
            break;
        case TA_OP_MOD:
            BAIL_IF(C == 0);
            A = floor_mod(B, C);
            break;
        case TA_OP_QUOTIENT:
            BAIL_IF(inexact(B, C));
            A = floor_div(B, C);
            break;
        case TA_OP_MIN: A = B < C ? B : C; break;
        case TA_OP_MAX: A = B > C ? B : C; break;
        case TA_OP_NEG: A = (int64_t)(0 - WRAP(B)); break;
        case TA_OP_NOT: A = ~B; break;
        case TA_OP_ABS: A = B < 0 ? (int64_t)(0 - WRAP(B)) : B; break;
        case TA_OP_VALUE: {
            int64_t value = value_of(p->functions[i->c], call, B);
            BAIL_IF(value < 1);
            A = value;
            break;
        }
        case TA_OP_LOOP: BAIL_IF(--fuel < 0); /* and go there */ /* fall through */
        case TA_OP_JUMP: i = p->code + i->to; continue;
        case TA_OP_JEQ: GO_IF(B == C);
        case TA_OP_JNE: GO_IF(B != C);
        case TA_OP_JLT: GO_IF(B < C);
        case TA_OP_JLE: GO_IF(B <= C);
        case TA_OP_JULT: GO_IF(WRAP(B) < WRAP(C));
        case TA_OP_PREP: BAIL_IF(r[i->a + 2] == 0); GO_IF(prepare(r + i->a));
        case TA_OP_NEXT: {
            int64_t *loop = r + i->a;
            if (loop[1] == 0) break;
            BAIL_IF(--fuel < 0);
            loop[1] = (int64_t)(WRAP(loop[1]) - 1);
            loop[3] = loop[0] = (int64_t)(WRAP(loop[0]) + WRAP(loop[2]));
            i = p->code + i->to;
            continue;
        }
        case TA_OP_CELL: {
            const ta_program_table *t = &p->tables[i->c];
            uint64_t at = WRAP(B) - WRAP(t->first);
            if (at < t->count) {
                A = p->cells[t->cells + at];
                break;
            }
            BAIL_IF(at != t->count && at != UINT64_MAX);
            i = p->code + i->to;
            continue;
        }
        case TA_OP_ENTRY: {
            BAIL_IF(WRAP(C) >= p->table_count);
            const ta_program_table *t = &p->tables[C];
            uint64_t at = WRAP(B) - WRAP(t->first);
            if (at < t->count) {
                A = p->cells[t->cells + at];
                break;
            }
            BAIL_IF(at != t->count && at != UINT64_MAX);
            i = p->code + i->to;
            continue;
        }
        case TA_OP_NEW: p->length[i->c] = 0; break;
        case TA_OP_SET: {
            uint64_t at = WRAP(B) - 1, length = WRAP(p->length[i->c]);
            BAIL_IF(at > length || at >= TA_PROGRAM_LIST);
            p->length[i->c] += at == length;
            p->list[i->c * TA_PROGRAM_LIST + at] = A;
            break;
        }
        case TA_OP_GET: {
            uint64_t at = WRAP(B) - 1;
            if (at < WRAP(p->length[i->c])) {
                A = p->list[i->c * TA_PROGRAM_LIST + at];
                break;
            }
            i = p->code + i->to;
            continue;
        }
        case TA_OP_LEN: A = p->length[i->c]; break;
        case TA_OP_COUNT: A = TA_OPTIONS_MOST - o.left; break;
        case TA_OP_EMIT: {
            BAIL_IF(--o.left < 0);
            ROOM const uint16_t *operand = p->operands + i->to;
            int64_t *to = o.next;
            *to++ = i->n;
            for (int k = 0; k < i->n; k++) *to++ = r[operand[k]];
            o.next = to;
            break;
        }
        case TA_OP_RUN: {
            int64_t turns = A;
            BAIL_IF(turns < 0 || turns >= o.left);
            o.left -= turns + 1;
            ROOM write_run(&o, r, p->operands + i->to, i->n, turns);
            break;
        }
        case TA_OP_LIST: {
            int64_t length = p->length[i->c];
            BAIL_IF(length < 1 || length > TA_COMPONENTS || --o.left < 0);
            ROOM o.next[0] = length;
            memcpy(o.next + 1, p->list + i->c * TA_PROGRAM_LIST, (size_t)length * sizeof *o.next);
            o.next += length + 1;
            break;
        }
        case TA_OP_END: {
            ta_status s = flush(&o, &enough);
            result->end = TA_PROGRAM_DONE;
            result->code = i->n;
            result->at = (int)(i - p->code);
            p->turns = TA_PROGRAM_FUEL - fuel;
            return s;
        }
        case TA_OP_BAIL:
        case TA_OPS: goto bail;
        }
        i++;
    }
bail:
    result->end = TA_PROGRAM_BAILED;
    result->at = (int)(i - p->code);
    p->turns = TA_PROGRAM_FUEL - fuel;
    return TA_OK;
}

int64_t ta_program_turns(const ta_program *p) {
    return p->turns;
}
