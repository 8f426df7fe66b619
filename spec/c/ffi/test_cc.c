/*
** test_cc.c - a program compiled by the system's compiler says what the machine says: the same
** records, the same end at the same place, the same fuel. And what happens where there is no
** compiler, a bad one, or one that never ends.
*/
#include <dirent.h>
#include <sys/stat.h>
#include <time.h>
#include "ffi/cc.h"
#include "base/mem.h"
#include "programs.h"

OWNS(ta_cc, ta_cc_destroy)

/* What was named: a sum over all words, and how many. */
typedef struct taken {
    uint64_t sum;
    size_t words, most; /* words, then enough; 0: never */
    ta_status status;   /* then, in place of enough */
} taken;

static ta_status take(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    taken *t = ctx;
    for (size_t i = 0; i < used; i++) t->sum = (t->sum ^ (uint64_t)words[i]) * 0x9E3779B97F4A7C15u;
    t->words += used;
    if (!t->most || t->words < t->most) return TA_OK;
    *enough = 1;
    return t->status;
}

enum { REGISTERS = 12, POOL = 60, LENGTH = 9 };

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

/* One instruction on arguments 1 and 2, then all that it may have changed. `kind` chooses a step, a
** table or a list; a list holds as many entries as argument 1 says. */
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
                    : op == TA_OP_CELL                   ? 3
                    : is_listed(op)                      ? 2
                                                         : 1;
        for (int kind = 0; kind < kinds; kind++) {
            direct[directs].op = op;
            direct[directs++].kind = kind;
        }
    }
}

/* Argument 0 says which fragment is run; all else is set first. */
static ta_program *random_program(rng *r, int fragments, ta_movefn *f) {
    static const int64_t constants[] = { 0,   1,   -1,  2, 3,  5,   -7,        63,        64,
                                         -63, 100, 256, 1, 70, -64, INT64_MAX, INT64_MIN, 4000 };
    static const int64_t cells[] = { 7, -8, 9, 1 };
    ta_call call = TA_CALL_INIT;
    ta_program *p = NULL;
    CLEARED(ta_builder) b;
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
    if (ta_program_load(&b, &call, &p)) print_message("%s\n", call.message);
    return p;
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

/* Run number i: direct fragments at all pairs, but loops that only end for want of fuel at few. */
static seen run_number(ta_program *p, int i) {
    int first = directs * ODDS * ODDS, k = i - first;
    const int64_t at[3] = { i / (ODDS * ODDS), ODD[i / ODDS % ODDS], ODD[i % ODDS] };
    ta_op op = i < first ? direct[at[0]].op : TA_OPS;
    static const seen none;
    if ((op == TA_OP_LOOP || op == TA_OP_NEXT) && i % 97) return none;
    if (i < first) return run(p, at, 0, TA_OK);
    const int64_t random[3] = { directs + k / 6, ODD[k * 7 % ODDS], (k * 31) % 80 - 9 };
    size_t most = k % 6 == 4 ? 1 : k % 6 == 5 ? 300 : 0;
    return run(p, random, most, k % 6 == 5 ? TA_ELIMIT : TA_OK);
}

TEST(test_as_the_machine) {
    rng r = rng_start(5501);
    int fragments = short_run() ? 30 : 80, ends[3] = { 0 };
    list_direct();
    int runs = directs * ODDS * ODDS + 6 * fragments;
    ta_call call = TA_CALL_INIT;
    OWN(ta_movefn) *f = NULL;
    OWN(ta_cc) *cc = NULL;
    assert_ok(ta_movefn_parse(NULL, &call, "2k+1", 4, &f));
    OWN(ta_program) *p = random_program(&r, directs + fragments, f);
    assert_non_null(p);
    FREED seen *machine = calloc((size_t)runs, sizeof *machine);
    assert_non_null(machine);
    for (int i = 0; i < runs; i++) {
        machine[i] = run_number(p, i);
        ends[machine[i].result.end]++;
    }
    if (ta_cc_compile(&ta_default_allocator, &call, p, &cc)) {
        print_message("%s\n", call.message);
        fail();
    }
    for (int i = 0; i < runs; i++) {
        seen s = run_number(p, i);
        const seen *m = &machine[i];
        if (s.status == m->status && s.result.end == m->result.end && s.result.at == m->result.at &&
            s.result.code == m->result.code && s.turns == m->turns && s.t.words == m->t.words &&
            s.t.sum == m->t.sum)
            continue;
        print_message("run %d: end %d at %d, machine %d at %d\n", i, (int)s.result.end, s.result.at,
                      (int)m->result.end, m->result.at);
        fail();
    }
    print_message("%d done, %d had enough, %d bailed\n", ends[0], ends[1], ends[2]);
    assert_true(ends[0] > 2000 && ends[1] >= fragments / 4 && ends[2] > 2000);
    ta_program_use(p, NULL);
    run(p, ODD, 0, TA_OK); /* the machine again */
}

/* ---- The compiler ---- */

static ta_program *small_program(void) {
    CLEARED(ta_builder) b;
    ta_builder_init(&b, NULL, 1, 1);
    ta_builder_operand(&b, 0);
    ADD(&b, TA_OP_EMIT, .n = 1);
    ADD(&b, TA_OP_END);
    ta_program *p = program_of(&b);
    return p;
}

static char place[64]; /* a folder of the test's own, which is TMPDIR */

static int files_there(void) {
    int count = -2;
    DIR *all = opendir(place);
    assert_non_null(all);
    while (readdir(all)) count++;
    closedir(all);
    return count;
}

/* The words why it failed; the program runs by the machine, and nothing is left in the folder. */
static const char *failure_of(const char *cc, const char *path) {
    static ta_call call;
    static char before[4096];
    ta_cc *made = NULL;
    ta_program *p = small_program();
    const int64_t arguments[1] = { 7 };
    snprintf(before, sizeof before, "%s", getenv("PATH"));
    if (cc) setenv("CC", cc, 1);
    if (path) setenv("PATH", path, 1);
    call = (ta_call)TA_CALL_INIT;
    assert_status(TA_EIO, &call, ta_cc_compile(&ta_default_allocator, &call, p, &made));
    setenv("PATH", before, 1);
    unsetenv("CC");
    assert_null(made);
    assert_int_equal(run(p, arguments, 0, TA_OK).t.words, 2);
    assert_int_equal(files_there(), 0);
    ta_program_destroy(p);
    return call.message;
}

/* A program of the shell in place of the compiler. */
static void write_script(char *script, size_t size, const char *text) {
    snprintf(script, size, "%s.sh", place);
    FILE *f = fopen(script, "w");
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\n%s", text);
    fclose(f);
    chmod(script, 0700);
}

TEST(test_refusals) {
    char script[128], shell[200], mark[200];
    /* No shell reads CC. What the compiler says is shown without what a terminal would obey. */
    snprintf(shell, sizeof shell, "cc;touch %s/mark", place);
    snprintf(mark, sizeof mark, "echo $(touch %s/mark)", place);
    write_script(script, sizeof script,
                 "printf 'a\\033[31mb\\n' >&2\ntouch \"$(dirname \"$6\")/more\"\nexit 3\n");
    const struct {
        const char *cc, *path, *says;
    } cases[] = {
        { NULL, "", "no C compiler: cc is not on PATH" },
        { NULL, ".:relative::", "no C compiler: cc is not on PATH" },
        { "/", NULL, "no C compiler: / is not on PATH" },
        { "no-such-compiler -O9", NULL, "no C compiler: no-such-compiler is not on PATH" },
        { "false", NULL, "the C compiler failed: it says nothing" },
        { "true", NULL, "what the C compiler made cannot be loaded" },
        { "a a a a a a a a a a a a a a a a a", NULL, "CC has too many words" },
        { script, NULL, "the C compiler failed: a?[31mb" },
    };
    EACH(c, cases) assert_string_equal(failure_of(c->cc, c->path), c->says);
    const char *const in_it[][2] = { { "cc -DBAIL=) -include /nowhere", "the C compiler failed" },
                                     { shell, "is not on PATH" },
                                     { mark, "cannot be loaded" } };
    EACH(c, in_it) assert_non_null(strstr(failure_of((*c)[0], NULL), (*c)[1]));
    remove(script);
}

/* A compiler that would take an hour, and starts another program for it, is ended with that. */
TEST(test_cancel) {
    polled asked;
    char script[128];
    ta_cc *made = NULL;
    OWN(ta_program) *p = small_program();
    polled_start(&asked, 2);
    write_script(script, sizeof script, "sleep 3600\n");
    setenv("CC", script, 1);
    assert_stopped(&asked, ta_cc_compile(&ta_default_allocator, &asked.call, p, &made));
    unsetenv("CC");
    assert_true(asked.stopped);
    assert_null(made);
    assert_int_equal(files_there(), 0);
    remove(script);
}

TEST(test_memory) {
    EACH_REFUSAL(o, 1) {
        ta_call call = TA_CALL_INIT;
        OWN(ta_cc) *made = NULL;
        OWN(ta_program) *p = small_program();
        assert_refused(&o, ta_cc_compile(&o.allocator, &call, p, &made));
    }
    assert_int_equal(files_there(), 0);
}

int main(void) {
    unsetenv("CC");
    snprintf(place, sizeof place, "/tmp/takeaway-test-XXXXXX");
    if (!mkdtemp(place)) return 1;
    setenv("TMPDIR", place, 1);
    int failed = entered_tests();
    remove(place);
    return failed;
}
