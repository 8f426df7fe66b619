/*
** row.c - runs a program once for rows of arguments. In a row the last argument grows by one; from row to
** row the last but one grows by one.
**
** A register holds a linear form at + by t + up u: its value in the run whose last argument is t more than
** given, and the last but one u more. Sums and multiples of forms are forms. A comparison has one result up
** to where two forms meet, a quotient up to where it grows. The row is cut there. So all remaining runs
** take the same branches and emit the same positions, except for what t adds. Where no form results (a
** product, a table at t) the attempt ends, and the caller runs the program once for each argument.
**
** Some loops have more turns the larger t is. Such a loop goes on for the runs that have a turn left: what
** it emits then is emitted from that t on. All runs meet again after the loop. The registers that it wrote
** are then unknown, since they differ from run to run. If the program ends before they meet, the runs
** without a turn have not reached what they emit after the loop, so the attempt ends.
**
** The number of rows is that of the rows which take the first one's branches, for all runs that are left.
** A cut, or an assumption that a form is at least 0, reduces it to the rows for which that holds. If no
** bound expresses that, it becomes one. With one row u is 0, and no `up` matters.
**
** Many positions that are emitted one by one, at equal steps, become one record: multiples, odd numbers, the
** values of the loop's variable that a condition leaves.
**
** All forms are so small that nothing wraps around in a row of ROW_MOST runs. So their arithmetic
** is exact, and the values of a form in the row lie between those at both ends.
*/
#include <string.h>

#include "arith.h"
#include "program_int.h"

#define AT_MOST ((int64_t)1 << 59)
#define BY_MOST (1 << 28)
#define ROW_MOST ((int64_t)1 << 28)
#define WORTH 8 /* a shorter row costs more than separate runs */
#define RECORDS_APART 16 /* records of one position each; later ones are joined to runs */

typedef ta_line line;

typedef struct row {
    const ta_program *p;
    ta_line *line; /* the registers, like p->reg in machine.c */
    ta_call *call;
    int64_t from, n; /* runs t, from <= t < n, take the same branches here, */
    int64_t rows;    /* in this number of rows */
    int64_t fuel, left;
    int64_t *records, *next, *end, *last; /* last is NULL if there is no record */
    const ta_instruction *loop,
        *exit;      /* a growing loop, from the first up to the second; or NULL */
    int64_t before; /* `from` before the growing loop */
} row;

/* `by` of a register that differs from run to run. With anything a form may add, it does not fit. */
#define UNKNOWN (-(1 << 30))

static int small_by(int32_t by) {
    return by < BY_MOST && by > -BY_MOST;
}

static int fits(row *w, line *x) {
    if (!small_by(x->up)) {
        x->up = 0;
        w->rows = 1;
    }
    return x->at < AT_MOST && x->at > -AT_MOST && small_by(x->by);
}

int ta_line_fits(int64_t value) {
    return value < AT_MOST && value > -AT_MOST;
}

static line minus(line x, line y) {
    return (line){ x.at - y.at, x.by - y.by, x.up - y.up };
}

/* Is the form the same in all runs of a row? If it differs from row to row, only one row is left. */
static int fixed(row *w, line x) {
    if (x.up != 0) w->rows = 1;
    return x.by == 0;
}

/* The form's value in the first run that reaches this point. */
static int64_t now(const row *w, line x) {
    return x.at + x.by * w->from;
}

/* Keeps only the rows in which x is at least 0. It is at least 0 in the first row. */
static void keep(row *w, line x) {
    int64_t first = now(w, x), last = x.at + x.by * (w->n - 1);
    int64_t least = first < last ? first : last;
    if (x.up >= 0 || w->rows == 1) return;
    if (least / -x.up < w->rows) w->rows = least / -x.up + 1;
}

static void cut(row *w, int64_t n) {
    if (n < w->n) w->n = n;
}

/* Is x below 0? Cuts the row to the runs in which the answer is that of the first run. */
static int negative(row *w, line x) {
    int64_t at = now(w, x);
    int yes = at < 0;
    if (yes ? x.by > 0 : x.by < 0) {
        int64_t way = yes ? -at : at + 1, by = yes ? x.by : -x.by;
        cut(w, w->from + (by == 1 ? way : (way + by - 1) / by));
    }
    if (x.up) keep(w, yes ? (line){ -x.at - 1, -x.by, -x.up } : x);
    return yes;
}

static int zero(row *w, line x) {
    int64_t at = now(w, x), end;
    if (x.by && at == 0) cut(w, w->from + 1);
    else if (x.by && at % x.by == 0 && at / x.by < 0) cut(w, w->from - at / x.by);
    if (!x.up) return at == 0;
    end = x.at + x.by * (w->n - 1);
    if (at > 0 && end > 0) keep(w, (line){ x.at - 1, x.by, x.up });
    else if (at < 0 && end < 0) keep(w, (line){ -x.at - 1, -x.by, -x.up });
    else w->rows = 1;
    return at == 0;
}

/* floor(x / y) for a fixed y that is not 0. */
static int64_t quotient(row *w, line x, int64_t y) {
    if (y < 0) {
        x = minus((line){ 0, 0, 0 }, x);
        y = -y;
    }
    int64_t q = floor_div(now(w, x), y);
    line rest = { x.at - q * y, x.by, x.up };
    negative(w, rest);
    negative(w, minus(rest, (line){ y, 0, 0 }));
    return q;
}

static int scale(line x, int64_t by, line *to) {
    if (__builtin_mul_overflow(x.up, by, &to->up)) to->up = BY_MOST; /* it does not fit */
    return !__builtin_mul_overflow(x.at, by, &to->at) && !__builtin_mul_overflow(x.by, by, &to->by);
}

/* ---- Arithmetic ---- */

/* b / c rounded down, or its rest; 0 if that is no form, or the program would bail. */
static int divide(row *w, ta_op op, line x, line y, line *to) {
    if (!fixed(w, y) || y.at == 0) return 0;
    int64_t end = x.at + x.by * (w->n - 1);
    if (op == TA_OP_QUOTIENT) {
        if (inexact(now(w, x), y.at) || inexact(end, y.at)) return 0;
        if (x.up) w->rows = 1;
    }
    int64_t q = quotient(w, x, y.at);
    *to = op == TA_OP_MOD ? minus(x, (line){ q * y.at, 0, 0 }) : (line){ q, 0, 0 };
    return 1;
}

/* x y; 0 if neither is fixed. */
static int product(row *w, line x, line y, line *to) {
    int plain = y.by == 0 && (y.up == 0 || x.by != 0);
    return plain ? fixed(w, y) && scale(x, y.at, to) : fixed(w, x) && scale(y, x.at, to);
}

/* Operations on fixed integers only. */
static int bits(ta_op op, int64_t x, int64_t y, int64_t *to) {
    switch (op) {
    case TA_OP_AND: *to = x & y; return 1;
    case TA_OP_OR: *to = x | y; return 1;
    case TA_OP_XOR: *to = x ^ y; return 1;
    case TA_OP_SHL: *to = shift(x, y); return 1;
    case TA_OP_SHR: *to = shift(x, -y); return 1;
    default: return 0;
    }
}

/* a = b op c; 0 if the result is no form. */
static int compute(row *w, const ta_instruction *i, line x, line y, line *to) {
    switch ((ta_op)i->op) {
    case TA_OP_SUB: *to = minus(x, y); return 1;
    case TA_OP_NEG: *to = minus((line){ 0, 0, 0 }, x); return 1;
    case TA_OP_NOT: *to = minus((line){ -1, 0, 0 }, x); return 1;
    case TA_OP_MUL: return product(w, x, y, to);
    case TA_OP_MIN: *to = negative(w, minus(x, y)) ? x : y; return 1;
    case TA_OP_MAX: *to = negative(w, minus(x, y)) ? y : x; return 1;
    case TA_OP_ABS: *to = negative(w, x) ? minus((line){ 0, 0, 0 }, x) : x; return 1;
    case TA_OP_IDIV:
    case TA_OP_MOD:
    case TA_OP_QUOTIENT: return divide(w, (ta_op)i->op, x, y, to);
    case TA_OP_VALUE:
        if (!fixed(w, x)) return 0;
        *to = (line){ value_of(w->p->functions[i->c], w->call, x.at), 0, 0 };
        return to->at > 0;
    case TA_OP_CELL: {
        const ta_program_table *t = &w->p->tables[i->c];
        uint64_t at = WRAP(x.at) - WRAP(t->first);
        if (!fixed(w, x) || at >= t->count) return 0;
        *to = (line){ w->p->cells[t->cells + at], 0, 0 };
        return 1;
    }
    default:
        *to = (line){ 0, 0, 0 };
        return fixed(w, x) && fixed(w, y) && bits((ta_op)i->op, x.at, y.at, &to->at);
    }
}

/* ---- Control ---- */

/* Is the branch taken? -1 if `op` is no branch, the forms do not decide, or the fuel is used up. */
static int taken(row *w, ta_op op, line x, line y) {
    line d = minus(x, y);
    switch (op) {
    case TA_OP_JUMP: return 1;
    case TA_OP_LOOP: return --w->fuel < 0 ? -1 : 1;
    case TA_OP_JEQ: return zero(w, d);
    case TA_OP_JNE: return !zero(w, d);
    case TA_OP_JLT: return negative(w, d);
    case TA_OP_JLE: return !negative(w, minus(y, x));
    case TA_OP_JULT: return negative(w, x) || negative(w, y) ? -1 : negative(w, d);
    default: return -1;
    }
}

static int known(const line *r, int count) {
    for (int k = 0; k < count; k++)
        if (r[k].by == UNKNOWN) return 0;
    return 1;
}

/* A growing loop, whose limit is `way` beyond its start: the runs that have a turn enter. Returns 1
** if none has. */
static int grow(row *w, const ta_instruction *i, line way) {
    int64_t at = now(w, way);
    w->loop = i + 1;
    w->exit = w->p->code + i->to;
    w->before = w->from;
    if (at < 0) w->from += way.by == 1 ? -at : (way.by - at - 1) / way.by;
    if (w->from < w->n) return 0;
    w->from = w->before;
    w->loop = NULL;
    return 1;
}

/* Lua's forprep: 1 if there is no turn, -1 if that is undecided. */
static int prepare(row *w, const ta_instruction *i, line *r) {
    if (!known(r, 3)) return -1;
    line step = r[2], way = step.at > 0 ? minus(r[1], r[0]) : minus(r[0], r[1]);
    if (!fixed(w, step) || step.at == 0) return -1;
    int64_t by = step.at > 0 ? step.at : -step.at;
    int growing = way.by > 0 && by == 1 && !w->loop;
    if (by == 1 && way.up) w->rows = 1;
    if (growing ? grow(w, i, way) : negative(w, way)) return 1;
    r[1] = by == 1 ? (line){ way.at, way.by, 0 } : (line){ quotient(w, way, by), 0, 0 };
    r[3] = r[0];
    return 0;
}

/* After the growing loop: marks what it wrote as unknown, since that differs from run to run. */
static void leave(row *w) {
    for (const ta_instruction *i = w->loop - 1; w->from > w->before && i < w->exit; i++) {
        const ta_op_shape *shape = &ta_op_shapes[i->op];
        for (int k = 0; shape->writes_a && k <= 3 * shape->loop; k++)
            w->line[i->a + k].by = UNKNOWN;
    }
    w->from = w->before;
    w->loop = NULL;
}

/* Continues at i. Returns 0 if some runs have left the growing loop on another path than the rest. */
static int together(row *w, const ta_instruction *i) {
    if (!w->loop || (i >= w->loop && i < w->exit)) return 1;
    if (i != w->exit && w->from > w->before) return 0;
    leave(w);
    return 1;
}

/* 1: one more turn, 0: none, -1: not the same for all runs. */
static int next_turn(row *w, const ta_instruction *i, line *r) {
    if (!known(r, 3) || r[1].by < 0) return -1;
    if (r[1].by > 0 && (!w->loop || w->p->code + i->to != w->loop)) return -1;
    if (now(w, r[1]) == 0) {
        if (r[1].by == 0 || w->from + 1 == w->n) return 0;
        if (i + 1 != w->exit) return -1; /* it ends elsewhere than the runs without a turn */
        w->from++; /* the other runs continue */
    }
    if (--w->fuel < 0) return -1;
    r[1].at--;
    r[0] = (line){ r[0].at + r[2].at, r[0].by + r[2].by, r[0].up + r[2].up };
    r[3] = r[0];
    return fits(w, &r[0]) && fits(w, &r[1]) ? 1 : -1;
}

/* ---- Positions ---- */

/* Does the single position of `to` continue the run of the last record? If that holds one position, the two
** become a run. The program's own runs may wrap around. */
static int goes_on(int64_t *last, const int64_t *to) {
    int64_t size = to[0], *step = last + 4 + 2 * size;
    int moves = 0;
    if (to[2] || to[3] || last[0] != size || last[1] != to[1] || last[3]) return 0;
    for (int64_t k = 4; k < 4 + 4 * size; k++) { /* each, up */
        int of_start = k < 4 + size, of_step = k >= 4 + 2 * size && k < 4 + 3 * size;
        if (!of_start && !of_step && last[k] != to[k]) return 0;
        if (of_start && last[2] > 0 && WRAP(to[k]) != WRAP(last[k]) + WRAP(last[2] + 1) * WRAP(step[k - 4])) return 0;
        moves |= of_start && to[k] != last[k];
    }
    for (int64_t k = 0; k < size && last[2] == 0; k++) step[k] = to[4 + k] - last[4 + k];
    return moves;
}

static int emit(row *w, const ta_instruction *i, const line *r, line turns) {
    const uint16_t *operand = w->p->operands + i->to;
    int size = i->n, run = i->op == TA_OP_RUN;
    if (turns.by == UNKNOWN) return 0;
    if (turns.up) w->rows = 1;
    int64_t last = turns.at + turns.by * (w->n - 1), first = now(w, turns), *to = w->next;
    w->left -= (last > first ? last : first) + 1;
    if (first < 0 || last < 0 || w->left < 0 || w->end - to < TA_ROW_RECORD(size)) return 0;
    to[0] = size;
    to[1] = w->from;
    to[2] = turns.at;
    to[3] = turns.by;
    for (int k = 0; k < size; k++) {
        line x = r[operand[k]], step = run ? r[operand[size + k]] : (line){ 0, 0, 0 };
        if (!fixed(w, step) || x.by == UNKNOWN) return 0;
        to[4 + k] = x.at;
        to[4 + size + k] = x.by;
        to[4 + 2 * size + k] = step.at;
        to[4 + 3 * size + k] = x.up;
    }
    if (w->last && to - w->records >= RECORDS_APART * TA_ROW_RECORD(size) && goes_on(w->last, to)) {
        w->last[2]++;
        return 1;
    }
    w->last = to;
    w->next = to + TA_ROW_RECORD(size);
    return 1;
}

/* The next instruction; NULL if the attempt ends. */
static inline const ta_instruction *step(row *w, const ta_instruction *i) {
    line *r = w->line;
    const ta_op_shape *shape = &ta_op_shapes[i->op];
    const ta_instruction *to = w->p->code + i->to;
    int go;
    switch ((ta_op)i->op) {
    case TA_OP_MOVE: r[i->a] = r[i->b]; return fits(w, &r[i->a]) ? i + 1 : NULL;
    case TA_OP_ADD:
        r[i->a] =
            (line){ r[i->b].at + r[i->c].at, r[i->b].by + r[i->c].by, r[i->b].up + r[i->c].up };
        return fits(w, &r[i->a]) ? i + 1 : NULL;
    case TA_OP_EMIT: return emit(w, i, r, (line){ 0, 0, 0 }) ? i + 1 : NULL;
    case TA_OP_RUN: return emit(w, i, r, r[i->a]) ? i + 1 : NULL;
    case TA_OP_PREP: go = prepare(w, i, r + i->a); return go < 0 ? NULL : go ? to : i + 1;
    case TA_OP_NEXT: go = next_turn(w, i, r + i->a); return go < 0 ? NULL : go ? to : i + 1;
    case TA_OP_NEW:
    case TA_OP_SET:
    case TA_OP_GET:
    case TA_OP_LEN:
    case TA_OP_LIST:
    case TA_OP_COUNT:
    case TA_OP_BAIL: return NULL;
    default: break;
    }
    line x = shape->reads_b ? r[i->b] : (line){ 0, 0, 0 },
         y = shape->reads_c ? r[i->c] : (line){ 0, 0, 0 };
    if (x.by == UNKNOWN || y.by == UNKNOWN) return NULL;
    if (shape->writes_a) return compute(w, i, x, y, &r[i->a]) && fits(w, &r[i->a]) ? i + 1 : NULL;
    go = taken(w, (ta_op)i->op, x, y);
    return go < 0 ? NULL : go ? to : i + 1;
}

/* ---- Buffers: the forms of registers and constants, then the records ---- */

static size_t lines_of(const ta_program *p) {
    return p->reg_count * sizeof(line);
}

int ta_program_row_shared(const ta_program *p) {
    for (size_t k = 0; k < p->function_count; k++)
        if (ta_movefn_is_host(p->functions[k])) return 0;
    return 1;
}

size_t ta_program_row_room(const ta_program *p) {
    return lines_of(p) + TA_ROW_WORDS * sizeof(int64_t);
}

void ta_program_row_ready(const ta_program *p, void *room) {
    line *x = room;
    memset(x, 0, lines_of(p));
    for (size_t k = (size_t)p->registers; k < p->reg_count; k++) x[k].at = p->reg[k];
}

void *ta_program_row_own(const ta_program *p) {
    return p->room;
}

int64_t ta_program_row_in(const ta_program *p, void *room, ta_call *call, const int64_t *arguments,
                          int64_t most, int64_t *rows, const int64_t **words, size_t *used) {
    int last = p->first + p->arguments - 1;
    int64_t held = p->arguments > 1 ? *rows : 1, worth = most < WORTH ? 1 : WORTH;
    int64_t *records = (int64_t *)(void *)((char *)room + lines_of(p));
    row w = { .p = p,
              .line = room,
              .call = call,
              .n = most < ROW_MOST ? most : ROW_MOST,
              .rows = held < ROW_MOST ? held : ROW_MOST,
              .fuel = TA_PROGRAM_FUEL,
              .left = TA_OPTIONS_MOST,
              .records = records,
              .next = records,
              .end = records + TA_ROW_WORDS };
    if (!p->lined || p->arguments == 0) return 0;
    for (int k = 0; k < p->arguments; k++) {
        if (!ta_line_fits(arguments[k])) return 0;
        w.line[p->first + k] = (line){ arguments[k], 0, 0 };
    }
    w.line[last].by = 1;
    if (w.rows > 1) w.line[last - 1].up = 1;
    const ta_instruction *i = p->code;
    while (i && i->op != TA_OP_END && w.n >= worth) {
        i = step(&w, i);
        if (i && !together(&w, i)) i = NULL;
    }
    if (!i || w.n < worth || (w.loop && w.from > w.before)) return 0;
    *rows = w.rows;
    *words = records;
    *used = (size_t)(w.next - records);
    return w.n;
}

int64_t ta_program_row(ta_program *p, ta_call *call, const int64_t *arguments, int64_t most,
                       int64_t *rows, const int64_t **words, size_t *used) {
    return ta_program_row_in(p, p->room, call, arguments, most, rows, words, used);
}
