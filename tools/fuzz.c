/*
** fuzz.c - random and mutated input for the expression parser and the parser of values (what
** is read is written and read back, the same), programs with fields changed for the checker, changed
** certificates of theorems, and random f for two-pile play against the definition. Built under the sanitizers by make fuzz.
**
**     fuzz SEED ROUNDS      seed 0: from the clock, printed
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "certificates.h"
#include "naive_two_pile.h"
#include "random.h"
#include "takeaway/program.h"
#include "takeaway/theorem.h"
#include "takeaway/two_pile.h"
#include "takeaway/value.h"

static const char *const seeds[] = {
    "2k+1",
    "floor(7k/2)",
    "min(k^2, 40)",
    "2^k",
    "max(1, 10-2^k)",
    "isqrt(k)+log2(k)+1",
    "k%7+mod(k,3)+1",
    "popcount(k)+lowbit(k)",
    "((((k))))",
    "-(-k)",
    "10^30k/10^30",
    "abs(3-k)+1",
    "round(k/3)+ceil(k/2)",
};

enum { ROOM = 96 };

/* `seed` with up to `most` characters inserted or replaced, mostly from the alphabet. */
static size_t mutate(rng *r, char text[ROOM], const char *seed, const char *alphabet, int most) {
    size_t n = strlen(seed), letters = strlen(alphabet);
    memcpy(text, seed, n);
    for (int64_t edits = rng_between(r, 0, most); edits > 0; edits--) {
        size_t at = (size_t)rng_between(r, 0, (int64_t)n);
        char c = rng_between(r, 0, 20) ? alphabet[rng_between(r, 0, (int64_t)letters - 1)]
                                       : (char)rng_between(r, 0, 255);
        int64_t how = rng_between(r, 0, 4);
        if (how < 2 && n < ROOM - 1) {
            memmove(text + at + 1, text + at, n - at);
            text[at] = c;
            n++;
        } else if (how < 3 && at < n) {
            memmove(text + at, text + at + 1, n - at - 1);
            n--;
        } else if (at < n) {
            text[at] = c;
        }
    }
    return n;
}

static void parse_one(rng *r) {
    char text[ROOM];
    const char *seed = seeds[rng_between(r, 0, (int64_t)(sizeof seeds / sizeof *seeds) - 1)];
    size_t n = mutate(r, text, seed,
                      "k0123456789+-*/%^(), .floorceilminmaxabsmodlowbitpopcountisqrtlog2", 6);
    ta_call call = TA_CALL_INIT;
    ta_movefn *f = NULL;
    if (ta_movefn_parse(NULL, &call, text, n, &f) != TA_OK) return;
    ta_amount at, last = 0, v;
    int known = ta_movefn_known_nondecreasing(f, &call);
    for (ta_amount k = 1; k <= 20; k++) {
        if (ta_movefn_value(f, &call, k, &v) != TA_OK) break;
        if (known && v < last) {
            fprintf(stderr, "said to be nondecreasing: %.*s at %lld\n", (int)n, text, (long long)k);
            abort();
        }
        last = v;
    }
    ta_movefn_value(f, &call, rng_between(r, 1, TA_MAX), &v);
    ta_movefn_nondecreasing(f, &call, 50, 100, &at);
    ta_movefn_destroy(f);
}

/* ---- Values ---- */

static const char *const names[] = {
    "0",
    "-5/8",
    "7",
    "*3",
    "^",
    "vv",
    "^3*2",
    "3/4*",
    "-1^^",
    "+-1",
    "+-{2|1}",
    "+-{0,1*}",
    "Tiny(2)",
    "2Miny(1/2)",
    "^[3]",
    "v<2>*",
    "{3||2|1}",
    "{1|0||0,*|-2}",
    "{3||2*|1*} - ^*",
    "{^^^|vv}",
    "(1 - {2|-1}) + *",
    "{0||||0||v<2>|-1|||-1/2}",
    "4611686018427387904",
    "4611686018427387903/2",
    "1/4611686018427387904",
    "*1073741823",
    "^1073741823",
    "{|}",
    "{,}",
    "3\u00bd\u2191\u2217",
    "\u00b1{\u29fe(2)|\u21d3}",
    "{4611686018427387904|-4611686018427387904}",
};

/* A long computation is broken off; all else that fails must say why. */
static ta_status patience(ta_call *call, double done, double total) {
    (void)done;
    (void)total;
    return --*(int *)call->host <= 0 ? TA_ECANCELLED : TA_OK;
}

/* A name made at random, of nesting `depth` at most. */
static size_t grow_name(rng *r, char *at, char *end, int depth) {
    char *from = at;
    if (end - at < 40) return 0;
    switch (rng_between(r, depth > 0 ? 0 : 4, 9)) {
    case 0:
    case 1:
    case 2:
        *at++ = '{';
        for (int side = 0; side < 2; side++) {
            for (int64_t i = rng_between(r, 0, 2); i > 0; i--) {
                size_t size = grow_name(r, at, end - 8, depth - 1);
                at += size;
                if (size && i > 1) *at++ = ',';
                if (!size) break;
            }
            if (at[-1] == ',') at--;
            for (int64_t bars = side ? 0 : depth; bars > 0; bars--) *at++ = '|';
        }
        *at++ = '}';
        break;
    case 3:
        at += sprintf(at, "+-");
        at += grow_name(r, at, end - 2, depth - 1);
        break;
    case 4:
        at += sprintf(at, "%d/%d", (int)rng_between(r, -9, 9), 1 << rng_between(r, 0, 4));
        break;
    case 5: at += sprintf(at, "%d*", (int)rng_between(r, -4, 4)); break;
    case 6:
        at += sprintf(at, "^%d*%d", (int)rng_between(r, 0, 4), (int)rng_between(r, 0, 4));
        break;
    case 7:
        at += sprintf(at, "%dTiny(%d)", (int)rng_between(r, -2, 2), (int)rng_between(r, 1, 3));
        break;
    case 8: at += sprintf(at, "v[%d]", (int)rng_between(r, 1, 4)); break;
    default: at += sprintf(at, "%d", (int)rng_between(r, -4, 4)); break;
    }
    return (size_t)(at - from);
}

static void fail_value(const char *what, const char *text, size_t n, const char *name) {
    fprintf(stderr, "%s: %.*s\nis %s\n", what, (int)n, text, name);
    abort();
}

/* The value is written in each notation, and read back from those that can be. */
static void write_one(ta_values *v, ta_call *call, ta_value g, const char *text, size_t n) {
    static char name[1 << 16];
    size_t length;
    ta_value back;
    for (int notation = TA_ASCII; notation <= TA_LATEX; notation++) {
        ta_status s = ta_value_text(v, call, g, (ta_notation)notation, name, sizeof name, &length);
        if (s == TA_ECANCELLED || s == TA_ELIMIT || (!s && length >= sizeof name)) return;
        if (s) fail_value("no name", text, n, ta_status_name(s));
        if (strlen(name) != length) fail_value("length", text, n, name);
        if (notation == TA_LATEX) continue;
        s = ta_value_parse(v, call, name, length, &back);
        if (s == TA_ECANCELLED || s == TA_ELIMIT) return;
        if (s) fail_value(call->message, text, n, name);
        if (back != g) fail_value("read back as another", text, n, name);
    }
}

static void value_one(rng *r, ta_values *v) {
    char text[1 << 10];
    size_t n;
    int left = 40;
    ta_value g = TA_VALUE_ZERO, zero = TA_VALUE_ZERO;
    if (rng_between(r, 0, 1)) n = grow_name(r, text, text + sizeof text, (int)rng_between(r, 0, 4));
    else
        n = mutate(r, text, names[rng_between(r, 0, (int64_t)(sizeof names / sizeof *names) - 1)],
                   "0123456789{}|||,^v*+-()[]<>/ TinyMiny", 8);
    ta_call call = { &left, patience, 0, "" };
    ta_status s = ta_value_parse(v, &call, text, n, &g);
    if (s == TA_EINVAL && !strstr(call.message, "^")) fail_value("no caret", text, n, call.message);
    if (s == TA_OK) {
        write_one(v, &call, g, text, n);
        s = ta_value_difference(v, &call, g, g, &zero);
        if (!s && zero != TA_VALUE_ZERO) fail_value("g - g", text, n, "not 0");
    }
    if (s && s != TA_EINVAL && s != TA_ERANGE && s != TA_ELIMIT && s != TA_ECANCELLED)
        fail_value("status", text, n, ta_status_name(s));
}

/* ---- Two-pile play ---- */

static void play_one(rng *r) {
    enum { M = 40 };
    static uint32_t table[(M + 1) * (M + 1)], limits[M + 1];
    ta_amount values[M + 1];
    int misere = (int)rng_between(r, 0, 1);
    uint32_t m = (uint32_t)rng_between(r, 1, M);
    int64_t most = rng_between(r, 1, M);
    for (uint32_t k = 1; k <= m; k++) values[k - 1] = limits[k] = (uint32_t)rng_between(r, 1, most);
    if (misere) naive_least_misere(limits, m, table);
    else naive_least(limits, m, table);
    ta_call call = TA_CALL_INIT;
    ta_movefn *f = NULL;
    ta_two_pile *game = NULL;
    ta_two_pile_settings options = { .misere = misere };
    if (ta_movefn_list(NULL, &call, values, m, NULL, &f) ||
        ta_two_pile_create(NULL, &call, f, &options, &game))
        abort();
    for (int i = 0; i < 30; i++) {
        uint32_t p = (uint32_t)rng_between(r, 0, m), q = (uint32_t)rng_between(r, 0, m);
        ta_amount v, want = table[p * (m + 1) + q];
        if (want == NAIVE_INF) want = TA_INF;
        if (ta_two_pile_least_move(game, &call, p, q, &v) || v != want) {
            fprintf(stderr, "misere %d, f =", misere);
            for (uint32_t k = 1; k <= m; k++) fprintf(stderr, " %u", limits[k]);
            fprintf(stderr, "\nL(%u, %u) = %lld, not %lld (asked %d)\n", p, q, (long long)v,
                    (long long)want, i);
            abort();
        }
    }
    ta_two_pile_destroy(game);
    ta_movefn_destroy(f);
}

/* ---- Programs ---- */

static ta_status swallow(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    int64_t *sum = ctx; /* reads what it is handed */
    (void)call;
    for (size_t i = 0; i < used; i++) *sum ^= words[i];
    *enough = 0;
    return TA_OK;
}

/* A loop with lists and tables, one to three of its fields changed: refused, or it ends. */
static void program_one(rng *r) {
    ta_call call = TA_CALL_INIT;
    ta_program *p = NULL;
    ta_builder b;
    ta_builder_init(&b, NULL, 1, 8);
    b.lists = 2;
    int one = ta_builder_constant(&b, 1), two = ta_builder_constant(&b, 2);
    const int64_t cells[3] = { 1, 3, 4 };
    ta_builder_table(&b, 1, cells, 3);
    const int operands[] = { 5, 4, one, two };
    for (int i = 0; i < 4; i++) ta_builder_operand(&b, operands[i]);
    ta_builder_add(&b, TA_OP_NEW, 0, 0, 0, 0, 0);
    ta_builder_add(&b, TA_OP_MOVE, 1, one, 0, 0, 0);
    ta_builder_add(&b, TA_OP_MOVE, 2, 0, 0, 0, 0);
    ta_builder_add(&b, TA_OP_MOVE, 3, one, 0, 0, 0);
    ta_builder_add(&b, TA_OP_PREP, 1, 0, 0, 10, 0);
    ta_builder_add(&b, TA_OP_CELL, 5, 4, 0, 8, 0);
    ta_builder_add(&b, TA_OP_SET, 5, 4, 0, 0, 0);
    ta_builder_add(&b, TA_OP_GET, 6, 4, 0, 8, 0);
    ta_builder_add(&b, TA_OP_EMIT, 0, 0, 0, 0, 2);
    ta_builder_add(&b, TA_OP_NEXT, 1, 0, 0, 5, 0);
    ta_builder_add(&b, TA_OP_RUN, 2, 0, 0, 0, 2);
    ta_builder_add(&b, TA_OP_LIST, 0, 0, 0, 0, 0);
    ta_builder_add(&b, TA_OP_END, 0, 0, 0, 0, 0);
    for (int64_t edits = rng_between(r, 1, 3); edits > 0; edits--) {
        ta_instruction *i = &b.code[rng_between(r, 0, (int64_t)b.code_count - 1)];
        int64_t to = rng_between(r, 0, 9) ? rng_between(r, -2, 14) : rng_between(r, -70000, 70000);
        switch (rng_between(r, 0, 6)) {
        case 0: i->op = (uint16_t)to; break;
        case 1: i->a = (uint16_t)to; break;
        case 2: i->b = (uint16_t)to; break;
        case 3: i->c = (uint16_t)to; break;
        case 4: i->to = (int32_t)to; break;
        case 5: i->n = (int32_t)to; break;
        default: b.operands[rng_between(r, 0, 3)] = (uint16_t)to;
        }
    }
    if (ta_program_load(&b, &call, &p) == TA_OK) {
        int64_t n = rng_between(r, -2, 12), sum = 0;
        ta_program_result result;
        char line[60];
        for (int i = 0; ta_program_line(p, i, line, sizeof line); i++) sum += line[0];
        if (ta_program_run(p, &call, &n, swallow, &sum, &result)) abort();
        const int64_t *words;
        size_t used;
        int64_t rows = rng_between(r, 1, 9);
        if (ta_program_row(p, &call, &n, 50, &rows, &words, &used))
            for (size_t i = 0; i < used; i++) sum ^= words[i];
        ta_program_destroy(p);
    }
    ta_builder_clear(&b);
}

/* ---- Theorems ---- */

/* A certificate with bytes changed, moved or left out, mostly to others of its own. */
static void theorem_one(rng *r) {
    char text[2048];
    const char *from = certificate_texts[rng_between(r, 0, CERTIFICATE_TEXTS - 1)].text;
    size_t n = strlen(from), length = n;
    if (n > sizeof text) abort();
    memcpy(text, from, n);
    for (int64_t edits = rng_between(r, 1, 4); edits > 0; edits--) {
        size_t at = (size_t)rng_between(r, 0, (int64_t)n - 1);
        size_t other = (size_t)rng_between(r, 0, (int64_t)n - 1);
        size_t many = (size_t)rng_between(r, 1, 12);
        switch (rng_between(r, 0, 3)) {
        case 0: text[at] = (char)rng_between(r, 0, 255); break;
        case 1: text[at] = (char)('0' + rng_between(r, 0, 9)); break;
        case 2: text[at] = from[other]; break;
        default:
            if (at + many > n || other + many > n) break;
            memmove(text + at, from + other, many);
        }
    }
    if (rng_between(r, 0, 9) == 0) length = (size_t)rng_between(r, 0, (int64_t)n);
    int left = 40, holds = -1;
    ta_call call = { &left, patience, 0, "" };
    ta_theorem_limits limits = { 2e6, 1 << 25 };
    ta_status s = ta_theorem_check(NULL, &call, text, length, &limits, &holds);
    if (s == TA_OK ? holds != 0 && holds != 1 : holds != -1 || !call.message[0]) abort();
    if (s && s != TA_EIO && s != TA_EUNSUPPORTED && s != TA_ELIMIT && s != TA_ECANCELLED) abort();
}

int main(int argc, char **argv) {
    rng r = { argc > 1 ? strtoull(argv[1], NULL, 10) : 0 };
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 100000;
    if (r.word == 0) r.word = (uint64_t)time(NULL);
    printf("seed %llu, %ld rounds\n", (unsigned long long)r.word, rounds);
    ta_call call = TA_CALL_INIT;
    ta_values *values = NULL;
    if (ta_values_create(NULL, &call, 50000, 1 << 25, &values)) abort();
    for (long i = 0; i < rounds; i++) {
        parse_one(&r);
        value_one(&r, values);
        if (i % 20 == 0) program_one(&r);
        if (i % 10 == 0) theorem_one(&r);
        if (i % 1000 == 0) ta_values_clear(values);
        if (i % 50 == 0) play_one(&r);
    }
    ta_values_destroy(values);
    puts("fuzz: clean");
    return 0;
}
