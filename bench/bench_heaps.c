/*
** bench_heaps.c - rows of the book: nim values of heaps, and one pile.
*/
#include <stdlib.h>
#include <string.h>

#include "heap/take_and_break.h"
#include "row.h"
#include "takeaway/one_pile.h"

static size_t rare_pairs; /* pairs with a rare heap, in the kernel */

/* ---- Subtraction sets ---- */

typedef struct set {
    ta_amount members[8];
    size_t count;
} set;

static uint8_t *bytes_for(size_t n) {
    static uint8_t *out;
    static size_t room;
    if (n > room) {
        free(out);
        out = bench_memory(room = n);
    }
    return out;
}

static uint64_t subtraction(const bench *b, size_t n) {
    const set *s = b->of;
    uint8_t *out = bytes_for(n + 1);
    ta_heap *h;
    bench_start();
    bench_must(
        ta_heap_subtraction(&bench_allocator, &bench_call, s->members, s->count, 0, NULL, &h));
    bench_must(ta_heap_extend(h, &bench_call, (ta_amount)n));
    bench_must(ta_heap_fill(h, &bench_call, (ta_amount)n, 1, out));
    bench_stop();
    ta_heap_destroy(h);
    return bench_sign(1, out, n + 1);
}

static uint64_t define_subtraction(const bench *b, size_t n) {
    const set *s = b->of;
    uint8_t *g = bytes_for(n + 1);
    bench_start();
    for (size_t m = 0; m <= n; m++) {
        uint32_t seen = 0; /* values are below 32 */
        for (size_t i = 0; i < s->count; i++)
            if ((size_t)s->members[i] <= m) seen |= 1u << g[m - (size_t)s->members[i]];
        uint8_t v = 0;
        while (seen >> v & 1) v++;
        g[m] = v;
    }
    bench_stop();
    return bench_sign(1, g, n + 1);
}

static uint64_t written(const bench *b, size_t n) {
    (void)b;
    uint8_t *out = bytes_for(n + 1);
    bench_start();
    memset(out, 2, n + 1);
    bench_stop();
    return out[n / 2];
}

/* ---- Codes ---- */

static uint64_t sign_values(const ta_heap *h, size_t n) {
    uint64_t signature = 1;
    for (size_t m = 0; m <= n; m++) {
        uint16_t v = (uint16_t)ta_nim_values_at(&h->g, m);
        signature = bench_sign(signature, &v, sizeof v);
    }
    return signature;
}

static ta_heap *octal(const bench *b) {
    ta_heap *h;
    bench_must(ta_heap_octal(&bench_allocator, &bench_call, b->of, strlen(b->of), NULL, &h));
    return h;
}

/* By sets of pairs only, without a search for a period. */
static uint64_t dense(const bench *b, size_t n) {
    bench_start();
    ta_heap *h = octal(b);
    bench_must(ta_nim_values_reserve(&h->g, &bench_call, n + 1, 0));
    while (h->g.count <= n) {
        uint32_t v;
        bench_must(heap_dense_value(&heap_code_of(h)->dense, &bench_call, &v));
        bench_must(ta_nim_values_append(&h->g, v));
    }
    bench_stop();
    uint64_t signature = sign_values(h, n);
    ta_heap_destroy(h);
    rare_pairs = n * n / 4;
    return signature;
}

static uint64_t extend(const bench *b, size_t n) {
    bench_start();
    ta_heap *h = octal(b);
    bench_must(ta_heap_extend(h, &bench_call, (ta_amount)n));
    bench_stop();
    uint64_t signature = sign_values(h, n);
    const heap_sparse *p = &heap_code_of(h)->sparse;
    rare_pairs = 0;
    for (size_t i = 0; i < p->rare_count; i++) rare_pairs += n - (p->rare[i] < n ? p->rare[i] : n);
    ta_heap_destroy(h);
    return signature;
}

static uint64_t prove(const bench *b, size_t n) {
    ta_period p;
    bench_start();
    ta_heap *h = octal(b);
    bench_must(ta_heap_periodicity(h, &bench_call, 10 * (ta_amount)n, &p));
    bench_stop();
    uint64_t signature = p.proved && (size_t)p.heaps <= n ? sign_values(h, (size_t)p.heaps) : 0;
    rare_pairs = n * n / 4;
    ta_heap_destroy(h);
    return signature;
}

/* Nim values to n by the digits of an octal code, option by option. */
static uint64_t define_code(const bench *b, size_t n) {
    const char *code = b->of; /* "0.77": digit k is at k + 1 */
    const size_t digits = strlen(code) - 1;
    static uint32_t seen[65536];
    uint16_t *g = (uint16_t *)(void *)bytes_for(2 * (n + 1));
    memset(seen, 0, sizeof seen);
    bench_start();
    for (size_t m = 0; m <= n; m++) {
        uint32_t now = (uint32_t)m + 1;
        for (size_t k = 1; k < digits && k <= m; k++) {
            int d = code[k + 1] - '0';
            size_t left = m - k;
            if (d & 1 && left == 0) seen[0] = now;
            if (d & 2 && left > 0) seen[g[left]] = now;
            if (d & 4)
                for (size_t a = 1; a <= left / 2; a++) seen[g[a] ^ g[left - a]] = now;
        }
        uint16_t v = 0;
        while (seen[v] == now) v++;
        g[m] = v;
    }
    bench_stop();
    return bench_sign(1, g, 2 * (n + 1));
}

static uint64_t pairs_read(const bench *b, size_t n) {
    (void)b;
    return bench_copy(n / 2, rare_pairs);
}

/* ---- One pile ---- */

static uint64_t least_moves(const bench *b, size_t n) {
    ta_amount *out = (ta_amount *)(void *)bytes_for((n + 1) * sizeof *out);
    ta_movefn *f;
    ta_one_pile *g;
    bench_start();
    bench_must(ta_movefn_parse(&bench_allocator, &bench_call, b->of, strlen(b->of), &f));
    bench_must(ta_one_pile_create(&bench_allocator, f, 0, 0, 0, &g));
    bench_must(ta_one_pile_least_moves(g, &bench_call, (ta_amount)n, out));
    bench_stop();
    ta_one_pile_destroy(g);
    ta_movefn_destroy(f);
    return bench_sign(1, out, (n + 1) * sizeof *out);
}

static uint64_t define_least(const bench *b, size_t n) {
    const ta_amount slope = strtoll(b->of, NULL, 10);
    ta_amount *least = (ta_amount *)(void *)bytes_for((n + 1) * sizeof *least);
    bench_start();
    least[0] = TA_INF;
    for (ta_amount m = 1; m <= (ta_amount)n; m++) {
        ta_amount k = 1;
        while (k < m && slope * k >= least[m - k]) k++;
        least[m] = k;
    }
    bench_stop();
    return bench_sign(1, least, (n + 1) * sizeof *least);
}

static uint64_t a_load_each(const bench *b, size_t n) {
    return bench_chain((uint64_t)b->items(b, n));
}

int main(int argc, char **argv) {
    static const set low = { { 1, 2, 5 }, 3 }, wide = { { 3, 5, 11, 17, 29, 31 }, 6 };
    static const char code[] = "C: each option once, marked in an array";
    static const char pairs[] =
        "memory: a warm byte copied for each pair of heaps that must be looked at";
    const bench rows[] = {
        { "heaps, subtraction {1, 2, 5}", "C: a bit set of the options' values, its lowest zero",
          "memory: the values written once (memset)", "n", subtraction, define_subtraction, written,
          20000000, 500, bench_linear, &low },
        { "heaps, subtraction {3, 5, 11, 17, 29, 31}",
          "C: a bit set of the options' values, its lowest zero",
          "memory: the values written once (memset)", "n", subtraction, define_subtraction, written,
          20000000, 500, bench_linear, &wide },
        { "heaps, 0.77, all pairs", code, pairs, "n^2", dense, define_code, pairs_read, 40000, 300,
          bench_linear, "0.77" },
        { "heaps, 0.354, sparse", code, pairs, "n rare", extend, define_code, pairs_read, 65536,
          300, bench_linear, "0.354" },
        { "heaps, 0.007, many rare", code, pairs, "n rare", extend, define_code, pairs_read, 65536,
          300, bench_linear, "0.007" },
        { "heaps, 0.165, period proved",
          "C: the heaps that the proof looks at, each option once, no proof", pairs, NULL, prove,
          define_code, pairs_read, 0, 0, bench_linear, "0.165" },
        { "one pile, least moves, f = 2k", "C: moves tried from 1 up",
          "a load that needs the last one, for each pile", "n", least_moves, define_least,
          a_load_each, 4000000, 500, bench_linear, "2k" },
        { "one pile, least moves, f = 100k", "C: moves tried from 1 up",
          "a load that needs the last one, for each pile", "n", least_moves, define_least,
          a_load_each, 4000000, 500, bench_linear, "100k" },
        { "threads: heaps, 0.8, triples", NULL, NULL, NULL, extend, NULL, NULL, 10000, 300,
          bench_linear, "0.8" },
    };
    bench_begin(argc, argv);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b = rows[i];
        if (b.limit == pairs_read && !b.cost) { /* the number of heaps in the proof */
            ta_period p;
            ta_heap *h;
            bench_must(ta_heap_octal(NULL, &bench_call, b.of, strlen(b.of), NULL, &h));
            bench_must(ta_heap_periodicity(h, &bench_call, 1000000, &p));
            b.n = b.tiny = (size_t)p.heaps;
            ta_heap_destroy(h);
        }
        bench_row(&b);
    }
    return 0;
}
