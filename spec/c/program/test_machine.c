/*
** test_machine.c - the machine against program.h. Random programs, and every single instruction, run beside an
** interpreter that takes one instruction at a time. The same records, the same end at the same place, the same
** fuel.
*/
#include "programs.h"

enum { REGISTERS = 12, POOL = 60, LENGTH = 9 };

/* The emitted words: a sum over them, and their number. */
typedef struct taken {
    uint64_t sum;
    size_t words, most; /* words, then enough; 0: never */
    ta_status status;   /* then, in place of enough */
} taken;

static void add_word(taken *t, int64_t word) {
    t->sum = (t->sum ^ (uint64_t)word) * 0x9E3779B97F4A7C15u;
    t->words++;
}

static ta_status take(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    taken *t = ctx;
    for (size_t i = 0; i < used; i++) add_word(t, words[i]);
    if (!t->most || t->words < t->most) return TA_OK;
    *enough = 1;
    return t->status;
}

static int any_register(rng *r, const ta_builder *b) {
    if (rng_between(r, 0, 2)) return (int)rng_between(r, 0, REGISTERS - 1);
    return TA_CONSTANT | (int)rng_between(r, 0, (int64_t)b->constant_count - 1);
}

/* LENGTH instructions, each going within them or to the one behind, then END. */
static void add_fragment(ta_builder *b, rng *r) {
    int first = (int)b->code_count, end = first + LENGTH;
    for (int at = first; at < end; at++) {
        ta_op op = (ta_op)rng_between(r, 0, TA_OPS - 1);
        if (rng_between(r, 0, 5) == 0) op = rng_between(r, 0, 2) ? TA_OP_EMIT : TA_OP_NEXT;
        if (op == TA_OP_NEXT && rng_between(r, 0, 3)) op = TA_OP_ADD;
        if (op == TA_OP_LOOP && rng_between(r, 0, 7)) op = TA_OP_JUMP; /* they mostly never end */
        int back = op == TA_OP_LOOP || op == TA_OP_NEXT;
        int a = (int)rng_between(r, 0, REGISTERS - 4), c = any_register(r, b);
        int to = (int)rng_between(r, back ? first : at + 1, end), n = (int)rng_between(r, 1, 3);
        if (op >= TA_OP_NEW && op <= TA_OP_LIST) c = (int)rng_between(r, 0, 1);
        if (op == TA_OP_CELL) c = (int)rng_between(r, 0, 2);
        if (op == TA_OP_VALUE) c = 0;
        if (op == TA_OP_EMIT || op == TA_OP_RUN) to = (int)rng_between(r, 0, POOL - 6);
        if ((op == TA_OP_END || op == TA_OP_BAIL) && rng_between(r, 0, 3)) op = TA_OP_EMIT, to = 0;
        ADD(b, op, a, any_register(r, b), c, to, n);
    }
    ADD(b, TA_OP_END, .n = (int)rng_between(r, 0, 5));
}

static void add_next(ta_builder *b, int prep) {
    b->code[prep].to = ADD(b, TA_OP_NEXT, 3, 0, 0, prep + 1) + 1;
}

static int is_listed(ta_op op) {
    return op == TA_OP_NEW || op == TA_OP_SET || op == TA_OP_GET || op == TA_OP_LEN ||
           op == TA_OP_LIST;
}

static int divides(ta_op op) {
    return op == TA_OP_IDIV || op == TA_OP_MOD;
}

/* One instruction on arguments 1 and 2, then all that it may have changed. `kind` chooses a step, a
** table, a list or a divisor; a list holds as many entries as argument 1 says. */
static void add_direct(ta_builder *b, ta_op op, int kind) {
    static const int64_t steps[] = { 1, -1, 2, -3, 0, INT64_MIN };
    int listed = is_listed(op);
    if (listed && kind == 0) {
        int prep = add_for(b, 3, ta_builder_constant(b, 1), 1, ta_builder_constant(b, 1));
        ADD(b, TA_OP_SET, 6, 6);
        add_next(b, prep);
    }
    ADD(b, TA_OP_MOVE, 3, 1);
    ADD(b, TA_OP_MOVE, 4, 2);
    ADD(b, TA_OP_MOVE, 5, ta_builder_constant(b, steps[kind]));
    int at = (int)b->code_count, back = op == TA_OP_LOOP || op == TA_OP_NEXT;
    int c = listed ? kind % 2 : op == TA_OP_CELL ? kind % 3 : op == TA_OP_VALUE ? 0 : 2;
    if (divides(op) && kind) c = ta_builder_constant(b, kind == 1 ? 1 : 64);
    int to = op == TA_OP_EMIT || op == TA_OP_RUN ? kind : back ? at : at + 2;
    ADD(b, op, 3, listed ? 2 : 1, c, to, 3);
    ADD(b, TA_OP_EMIT, .to = POOL, .n = 4);
    ADD(b, TA_OP_LEN, 7);
    ADD(b, TA_OP_EMIT, .to = POOL + 1, .n = 4);
    ADD(b, TA_OP_COUNT, 7);
    ADD(b, TA_OP_EMIT, .to = POOL + 1, .n = 4);
    ADD(b, TA_OP_END, .n = kind);
}

/* The direct fragments: every instruction with every kind that makes a difference to it. */
static struct {
    ta_op op;
    int kind;
} direct[100];
static int directs;

static void list_direct(void) {
    for (directs = 0; directs == 0 || direct[directs - 1].op + 1 < TA_OPS;) {
        ta_op op = directs ? direct[directs - 1].op + 1 : 0;
        int kinds = op == TA_OP_PREP || op == TA_OP_NEXT ? 6
                    : op == TA_OP_CELL || divides(op)    ? 3
                    : is_listed(op)                      ? 2
                                                         : 1;
        for (int kind = 0; kind < kinds; kind++) {
            direct[directs].op = op;
            direct[directs++].kind = kind;
        }
    }
}

/* Argument 0 says which fragment is run; all else is set first. */
static void random_program(ta_builder *to, rng *r, int fragments, ta_movefn *f) {
    static const int64_t constants[] = { 0,   1,   -1,  2, 3,  5,   -7,        63,        64,
                                         -63, 100, 256, 1, 70, -64, INT64_MAX, INT64_MIN, 4000 };
    static const int64_t cells[] = { 7, -8, 9, 1 };
    ta_builder b;
    ta_builder_init(&b, NULL, 3, REGISTERS);
    b.lists = 2;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        ta_builder_constant(&b, constants[i]);
    ta_builder_function(&b, f);
    ta_builder_table(&b, 1, cells, 4);
    ta_builder_table(&b, -3, cells + 1, 3);
    ta_builder_table(&b, 0, cells, 0);
    for (int i = 0; i < POOL; i++) ta_builder_operand(&b, any_register(r, &b));
    for (int k = 3; k <= 7; k++) ta_builder_operand(&b, k); /* at POOL */
    for (int k = 3; k < REGISTERS; k++) ADD(&b, TA_OP_MOVE, k, TA_CONSTANT | k);
    ADD(&b, TA_OP_NEW);
    ADD(&b, TA_OP_NEW, 0, 0, 1);
    int chain = (int)b.code_count;
    for (int k = 0; k < fragments; k++) ADD(&b, TA_OP_JEQ, 0, 0, ta_builder_constant(&b, k));
    ADD(&b, TA_OP_BAIL);
    for (int k = 0; k < fragments; k++) {
        b.code[chain + k].to = (int)b.code_count;
        if (k < directs) {
            add_direct(&b, direct[k].op, direct[k].kind);
        } else if (k % 8) {
            add_fragment(&b, r);
        } else {
            int one = ta_builder_constant(&b, 1);
            int prep = add_for(&b, 3, one, ta_builder_constant(&b, 256), one);
            ADD(&b, TA_OP_EMIT, .to = (int)rng_between(r, 0, POOL - 6), .n = 3);
            add_next(&b, prep);
            ADD(&b, TA_OP_END, .n = 1);
        }
    }
    *to = b;
}

typedef struct seen {
    taken t;
    ta_program_result result;
    int64_t turns;
    ta_status status;
} seen;

static seen run(ta_program *p, const int64_t *arguments, size_t most, ta_status status) {
    ta_call call = TA_CALL_INIT;
    seen s;
    memset(&s, 0, sizeof s);
    s.t.most = most;
    s.t.status = status;
    s.status = ta_program_run(p, &call, arguments, take, &s.t, &s.result);
    if (s.result.end != TA_PROGRAM_ENOUGH) s.turns = ta_program_turns(p);
    return s;
}

/* Small ones, those at the edges of shifts, lists, tables, options and doubles, and the last. */
#define DOUBLES ((int64_t)1 << 52)
static const int64_t ODD[] = {
    0,       1,       -1,           2,           3,         -3,       4,   -4,  5,
    -7,      63,      64,           65,          -63,       -64,      256, 257, 4194303,
    4194304, DOUBLES, -DOUBLES - 1, DOUBLES + 1, INT64_MAX, INT64_MIN
};
enum { ODDS = sizeof ODD / sizeof *ODD };

/* Run number i: direct fragments at all pairs, but loops that only end for want of fuel at few. 0: it is
** one of those that are left out. */
static int run_number(ta_program *p, int i, int64_t at[3], seen *s) {
    int first = directs * ODDS * ODDS, k = i - first;
    ta_op op = i < first ? direct[i / (ODDS * ODDS)].op : TA_OPS;
    if ((op == TA_OP_LOOP || op == TA_OP_NEXT) && i % 97) return 0;
    at[0] = i < first ? i / (ODDS * ODDS) : directs + k / 6;
    at[1] = i < first ? ODD[i / ODDS % ODDS] : ODD[k * 7 % ODDS];
    at[2] = i < first ? ODD[i % ODDS] : (k * 31) % 80 - 9;
    size_t most = i < first ? 0 : k % 6 == 4 ? 1 : k % 6 == 5 ? 300 : 0;
    *s = run(p, at, most, i >= first && k % 6 == 5 ? TA_ELIMIT : TA_OK);
    return 1;
}

/* ---- By definition ---- */

__extension__ typedef __int128 wide;

typedef struct definition {
    const ta_builder *b;
    int64_t reg[REGISTERS], list[2][TA_PROGRAM_LIST], length[2], left, fuel;
    taken t;
    size_t mark;      /* the number of words after which their sum is recorded */
    uint64_t sum;     /* that */
    int at, end;      /* the next instruction; TA_PROGRAM_BAILED or DONE, -1 before */
} definition;

static int64_t get(const definition *d, unsigned r) {
    return r & TA_CONSTANT ? d->b->constants[r & ~(unsigned)TA_CONSTANT] : d->reg[r];
}

static void put_word(definition *d, int64_t word) {
    add_word(&d->t, word);
    if (d->t.words == d->mark) d->sum = d->t.sum;
}

static wide floor_of(wide x, wide y) {
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

static int64_t wrapped(wide x) {
    return (int64_t)(uint64_t)x;
}

static int64_t shifted(int64_t x, wide by) {
    uint64_t u = (uint64_t)x;
    for (int k = 0; k < 64 && k < by; k++) u <<= 1;
    for (int k = 0; k < 64 && k < -by; k++) u >>= 1;
    return (int64_t)u;
}

static int is_large(int64_t x) {
    return x > DOUBLES || x < -DOUBLES;
}

/* The result of an arithmetic instruction on b and c; 0: it bails. */
static int computed(const ta_instruction *i, int64_t x, int64_t y, int64_t *to) {
    switch (i->op) {
    case TA_OP_MOVE: *to = x; return 1;
    case TA_OP_ADD: *to = wrapped((wide)x + y); return 1;
    case TA_OP_SUB: *to = wrapped((wide)x - y); return 1;
    case TA_OP_MUL: *to = wrapped((wide)x * y); return 1;
    case TA_OP_AND: *to = x & y; return 1;
    case TA_OP_OR: *to = x | y; return 1;
    case TA_OP_XOR: *to = x ^ y; return 1;
    case TA_OP_SHL: *to = shifted(x, y); return 1;
    case TA_OP_SHR: *to = shifted(x, -(wide)y); return 1;
    case TA_OP_MIN: *to = x < y ? x : y; return 1;
    case TA_OP_MAX: *to = x > y ? x : y; return 1;
    case TA_OP_NEG: *to = wrapped(-(wide)x); return 1;
    case TA_OP_NOT: *to = -1 - x; return 1;
    case TA_OP_ABS: *to = wrapped(x < 0 ? -(wide)x : x); return 1;
    case TA_OP_VALUE: *to = wrapped(2 * (wide)x + 1); return x >= 1 && 2 * (wide)x + 1 <= TA_MAX;
    case TA_OP_QUOTIENT:
        if (is_large(x) || is_large(y)) return 0; /* fall through */
    case TA_OP_IDIV: *to = y ? wrapped(floor_of(x, y)) : 0; return y != 0;
    default: *to = y ? wrapped(x - y * floor_of(x, y)) : 0; return y != 0; /* MOD */
    }
}

static int goes(ta_op op, int64_t x, int64_t y) {
    switch (op) {
    case TA_OP_JEQ: return x == y;
    case TA_OP_JNE: return x != y;
    case TA_OP_JLT: return x < y;
    case TA_OP_JLE: return x <= y;
    case TA_OP_JULT: return (uint64_t)x < (uint64_t)y;
    default: return 1; /* JUMP, LOOP */
    }
}

/* Entry x of table number t: 1 and the entry, 0 just past its ends, -1 elsewhere. */
static int entry(const definition *d, uint64_t t, int64_t x, int64_t *to) {
    if (t >= d->b->table_count) return -1;
    const ta_program_table *table = &d->b->tables[t];
    wide at = (wide)x - table->first, count = (wide)table->count;
    if (at == -1 || at == count) return 0;
    if (at < 0 || at > count) return -1;
    *to = d->b->cells[table->cells + (size_t)at];
    return 1;
}

/* One or more positions, of these operands or of a list; 0: too many. */
static int named(definition *d, int64_t size, int64_t turns, const uint16_t *operand,
                 const int64_t *entries) {
    if (turns < 0 || turns >= d->left) return 0;
    d->left -= turns + 1;
    put_word(d, size);
    if (size < 0) put_word(d, turns);
    for (int64_t k = 0; k < (size < 0 ? -2 * size : size); k++)
        put_word(d, operand ? get(d, operand[k]) : entries[k]);
    return 1;
}

static int start_loop(int64_t *r, int *none) {
    wide turns = r[2] ? floor_of((wide)r[1] - r[0], r[2]) : 0;
    if (r[2] == 0) return 0;
    *none = turns < 0;
    if (*none) return 1;
    r[1] = wrapped(turns);
    r[3] = r[0];
    return 1;
}

/* A loop's next turn: 0 where it has no fuel. */
static int turn_loop(definition *d, int64_t *r, int *again) {
    *again = r[1] != 0;
    if (!*again) return 1;
    r[1] = wrapped((wide)r[1] - 1);
    r[3] = r[0] = wrapped((wide)r[0] + r[2]);
    return --d->fuel >= 0;
}

/* Instructions on lists. -1: it bails; 1: it goes to its target. */
static int listed(definition *d, const ta_instruction *i, int64_t x) {
    int64_t *list = d->list[i->c], *length = &d->length[i->c];
    switch (i->op) {
    case TA_OP_NEW: *length = 0; return 0;
    case TA_OP_SET:
        if (x < 1 || x > *length + 1 || x > TA_PROGRAM_LIST) return -1;
        *length += x == *length + 1;
        list[x - 1] = get(d, i->a);
        return 0;
    case TA_OP_GET:
        if (x < 1 || x > *length) return 1;
        d->reg[i->a] = list[x - 1];
        return 0;
    case TA_OP_LEN: d->reg[i->a] = *length; return 0;
    default:
        if (*length < 1 || *length > TA_COMPONENTS) return -1;
        return named(d, *length, 0, NULL, list) ? 0 : -1;
    }
}

/* -1: it bails; 1: it goes to its target; 0: on to the next. */
static int stepped(definition *d, const ta_instruction *i) {
    int there = 0, way;
    int keyed = i->op == TA_OP_SET || i->op == TA_OP_GET;
    if (is_listed(i->op)) return listed(d, i, keyed ? get(d, i->b) : 0);
    switch (i->op) {
    case TA_OP_LOOP: return --d->fuel < 0 ? -1 : 1;
    case TA_OP_JUMP: return 1;
    case TA_OP_JEQ:
    case TA_OP_JNE:
    case TA_OP_JLT:
    case TA_OP_JLE:
    case TA_OP_JULT: return goes(i->op, get(d, i->b), get(d, i->c));
    case TA_OP_PREP: return start_loop(d->reg + i->a, &there) ? there : -1;
    case TA_OP_NEXT: return turn_loop(d, d->reg + i->a, &there) ? there : -1;
    case TA_OP_CELL:
    case TA_OP_ENTRY:
        way = entry(d, i->op == TA_OP_CELL ? i->c : (uint64_t)get(d, i->c), get(d, i->b),
                    &d->reg[i->a]);
        return way < 0 ? -1 : !way;
    case TA_OP_COUNT: d->reg[i->a] = TA_OPTIONS_MOST - d->left; return 0;
    case TA_OP_EMIT: return named(d, i->n, 0, d->b->operands + i->to, NULL) ? 0 : -1;
    case TA_OP_RUN: return named(d, -i->n, get(d, i->a), d->b->operands + i->to, NULL) ? 0 : -1;
    case TA_OP_BAIL: return -1;
    default: {
        int64_t to;
        int fine = computed(i, get(d, i->b), i->op == TA_OP_VALUE ? 0 : get(d, i->c), &to);
        if (fine) d->reg[i->a] = to;
        return fine ? 0 : -1;
    }
    }
}

/* All of it, or the first `mark` words where the machine had enough of those. */
static void define(definition *d, const ta_builder *b, const int64_t at[3], const seen *s) {
    memset(d, 0, sizeof *d);
    d->b = b;
    d->left = TA_OPTIONS_MOST;
    d->fuel = TA_PROGRAM_FUEL;
    d->mark = s->t.words;
    d->end = -1;
    memcpy(d->reg, at, 3 * sizeof *at);
    while (d->end < 0 && !(s->result.end == TA_PROGRAM_ENOUGH && d->t.words >= d->mark)) {
        const ta_instruction *i = &b->code[d->at];
        int way = i->op == TA_OP_END ? 0 : stepped(d, i);
        if (i->op == TA_OP_END) d->end = TA_PROGRAM_DONE;
        else if (way < 0) d->end = TA_PROGRAM_BAILED;
        else d->at = way ? i->to : d->at + 1;
    }
}

/* The machine's words are those of the definition, up to the last flush. */
static int agrees(const seen *s, const definition *d) {
    if (s->t.words > d->t.words || (s->t.words && s->t.sum != d->sum)) return 0;
    if (s->status != (s->t.most && s->t.words >= s->t.most ? s->t.status : TA_OK)) return 0;
    if (s->result.end == TA_PROGRAM_ENOUGH) return s->t.most && s->t.words >= s->t.most;
    return (int)s->result.end == d->end && s->result.at == d->at &&
           s->turns == TA_PROGRAM_FUEL - d->fuel &&
           (d->end == TA_PROGRAM_BAILED ||
            (s->t.words == d->t.words && s->result.code == d->b->code[d->at].n));
}

TEST(test_as_defined) {
    static definition d;
    rng r = rng_start(5501);
    int fragments = short_run() ? 30 : 80, ends[3] = { 0 };
    list_direct();
    ta_call call = TA_CALL_INIT;
    OWN(ta_movefn) *f = NULL;
    CLEARED(ta_builder) b;
    assert_ok(ta_movefn_parse(NULL, &call, "2k+1", 4, &f));
    random_program(&b, &r, directs + fragments, f);
    OWN(ta_program) *p = program_of(&b);
    for (int i = 0; i < directs * ODDS * ODDS + 6 * fragments; i++) {
        seen s;
        int64_t at[3];
        if (!run_number(p, i, at, &s)) continue;
        ends[s.result.end]++;
        define(&d, &b, at, &s);
        if (agrees(&s, &d)) continue;
        print_message("run %d: end %d at %d, by definition %d at %d\n", i, (int)s.result.end,
                      s.result.at, d.end, d.at);
        fail();
    }
    print_message("%d done, %d had enough, %d bailed\n", ends[0], ends[1], ends[2]);
    assert_true(ends[0] > 2000 && ends[1] >= fragments / 4 && ends[2] > 2000);
}

RUN_TESTS
