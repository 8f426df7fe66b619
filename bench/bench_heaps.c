/*
** bench_heaps.c - one pile and heaps against their definitions, in one run: ratios, growth
** from n to 2n, and a signature of the values computed. Times are of this machine and run.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "heap/code.h"
#include "takeaway/one_pile.h"

static uint64_t signature;
static ta_call call = TA_CALL_INIT;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sign(uint64_t value) {
    signature = (signature * 1000003 + value) % 1000000007;
}

static void must(ta_status s) {
    if (!s) return;
    fprintf(stderr, "bench: %s %s\n", ta_status_name(s), call.message);
    exit(1);
}

static void line(const char *what, double ours, double reference, double wanted) {
    printf("  %-58s %10.4f s %10.4f s  ratio %9.1f  (wanted %g)\n", what, ours, reference,
           reference / ours, wanted);
}

/* ---- Definitions ---- */

__attribute__((noinline)) static void define_subtraction(const int *set, int count, size_t to,
                                                         uint8_t *g) {
    for (size_t n = 0; n <= to; n++) {
        uint8_t seen[8] = { 0 }, v = 0; /* count + 1 < 8 values */
        for (int i = 0; i < count; i++)
            if ((size_t)set[i] <= n) seen[g[n - (size_t)set[i]]] = 1;
        while (seen[v]) v++;
        g[n] = v;
    }
}

__attribute__((noinline)) static void define_code(const heap_digits *code, size_t to, uint8_t *g) {
    for (size_t n = 0; n <= to; n++) {
        uint8_t seen[256] = { 0 };
        for (size_t k = 0; k < code->count && k <= n; k++) {
            int d = code->digits[k];
            size_t m = n - k;
            if (d & 1 && m == 0 && k > 0) seen[0] = 1;
            if (d & 2 && m > 0) seen[g[m]] = 1;
            if (d & 4)
                for (size_t a = 1; a <= m - a && a < m; a++) seen[g[a] ^ g[m - a]] = 1;
        }
        uint8_t v = 0;
        while (seen[v]) v++;
        g[n] = v;
    }
}

/* ---- Heaps ---- */

static ta_heap *octal(const char *code) {
    ta_heap *h;
    must(ta_heap_octal(NULL, &call, code, strlen(code), NULL, &h));
    return h;
}

static void bench_subtraction(void) {
    const size_t to = 100000000;
    const int set[] = { 1, 2, 5 };
    const ta_amount members[] = { 1, 2, 5 };
    uint8_t *g = malloc(to + 1), *out = malloc(to + 1);
    if (!g || !out) exit(1);
    memset(out, 1, to + 1); /* touched */
    double t0 = now();
    volatile int members_of_set = 3; /* not a constant to the compiler */
    define_subtraction(set, members_of_set, to, g);
    double t1 = now();
    ta_heap *h;
    must(ta_heap_subtraction(NULL, &call, members, 3, 0, NULL, &h));
    must(ta_heap_extend(h, &call, (ta_amount)to));
    must(ta_heap_fill(h, &call, (ta_amount)to, 1, out));
    double t2 = now();
    line("subtraction {1,2,5} to 10^8: ours, definition", t2 - t1, t1 - t0, 50);
    if (memcmp(g, out, to + 1) != 0) printf("  DIFFERENT VALUES\n"), exit(1);
    double t3 = now();
    memset(out, 2, to + 1);
    double t4 = now();
    printf("  %-58s %10.4f s %10.4f s  share %9.2f  (wanted 0.5)\n",
           "  against writing the same memory", t2 - t1, t4 - t3, (t4 - t3) / (t2 - t1));
    for (size_t n = 0; n <= 1000; n++) sign(g[n]);
    ta_heap_destroy(h);
    free(g);
    free(out);
}

/* By sets of pairs alone, no look for a period. */
static double dense(const char *code, size_t to, uint8_t *out) {
    ta_heap *h = octal(code);
    double t = now();
    must(ta_nim_values_reserve(&h->g, &call, to + 1, 0));
    while (h->g.count <= to) {
        uint32_t v;
        must(heap_dense_value(h, &call, &v));
        must(ta_nim_values_append(&h->g, v));
    }
    t = now() - t;
    memcpy(out, h->g.data, to + 1);
    ta_heap_destroy(h);
    return t;
}

static void bench_dense(void) {
    enum { TO = 65536 };
    static uint8_t g[TO + 1], out[TO + 1];
    heap_digits code;
    must(heap_digits_read(&code, &ta_default_allocator, &call, "0.77", 4));
    double t = now();
    define_code(&code, TO, g);
    t = now() - t;
    double ours = dense("0.77", TO, out), half = dense("0.77", TO / 2, out);
    dense("0.77", TO, out);
    line("0.77 to 65536, dense: ours, definition", ours, t, 8);
    printf("  %-58s %10.2f\n", "  growth from n to 2n", ours / half);
    if (memcmp(g, out, sizeof g) != 0) printf("  DIFFERENT VALUES\n"), exit(1);
    for (size_t n = 0; n <= TO; n++) sign(g[n]);
    heap_digits_clear(&code, &ta_default_allocator);
}

static void bench_periods(void) {
    enum { TO = 100000 };
    static uint8_t g[TO + 1];
    heap_digits code;
    ta_period p;
    must(heap_digits_read(&code, &ta_default_allocator, &call, "0.165", 5));
    double t = now();
    define_code(&code, TO, g);
    t = now() - t;
    heap_digits_clear(&code, &ta_default_allocator);
    ta_heap *h = octal("0.165");
    double ours = now();
    must(ta_heap_periodicity(h, &call, 1000000, &p));
    ours = now() - ours;
    line("0.165 proved within 10^6: ours, definition 100 x (10^5)", ours, 100 * t, 20);
    sign((uint64_t)p.period);
    sign((uint64_t)p.preperiod);
    ta_heap_destroy(h);
    h = octal("0.354");
    ours = now();
    must(ta_heap_periodicity(h, &call, 30000000, &p));
    ours = now() - ours;
    printf("  %-58s %10.2f s  period %lld from %lld, proved from %lld heaps\n", "0.354 proved",
           ours, (long long)p.period, (long long)p.preperiod, (long long)p.heaps);
    sign((uint64_t)p.preperiod);
    ta_heap_destroy(h);
}

/* Many rare heaps and large values: by blocks, and one heap at a time without vectors. */
static void bench_large_values(void) {
    const ta_amount to = 131072;
    const ta_heap_settings settings = { .portable = 1 };
    ta_heap *alone, *h = octal("0.007");
    must(ta_heap_octal(NULL, &call, "0.007", 5, &settings, &alone));
    double t = now();
    must(ta_heap_extend(alone, &call, to));
    t = now() - t;
    double ours = now();
    must(ta_heap_extend(h, &call, to));
    ours = now() - ours;
    line("0.007 to 131072: ours, a heap at a time", ours, t, 1.5);
    for (size_t n = 0; n < h->g.count; n++) {
        if (ta_nim_values_at(&h->g, n) != ta_nim_values_at(&alone->g, n))
            printf("  DIFFERENT VALUES\n"), exit(1);
        sign(ta_nim_values_at(&h->g, n));
    }
    double twice = now();
    must(ta_heap_extend(h, &call, 2 * to));
    twice = now() - twice + ours;
    const heap_sparse *p = &heap_code_of(h)->sparse;
    double bytes = (double)h->g.cap * h->g.width + 4.0 * (double)(p->rare_cap + p->before_cap) +
                   (p->block ? (double)sizeof *p->block : 0);
    const heap_sets *sets = heap_code_of(h)->dense.sets;
    for (int i = 0; i < 2; i++) bytes += 8.0 * (double)(sets[i].slots * sets[i].words);
    printf("  %-58s %10.2f  (%.1f bytes a heap)\n", "  growth from n to 2n", twice / ours,
           bytes / (double)h->g.count);
    ta_heap_destroy(alone);
    ta_heap_destroy(h);
}

/* ---- One pile ---- */

static double stack_to(const char *text, ta_amount to, ta_amount *out) {
    ta_movefn *f;
    ta_one_pile *g;
    must(ta_movefn_parse(NULL, &call, text, strlen(text), &f));
    must(ta_one_pile_create(NULL, f, 0, 0, 0, &g));
    double t = now();
    must(ta_one_pile_least_moves(g, &call, to, out));
    t = now() - t;
    ta_one_pile_destroy(g);
    ta_movefn_destroy(f);
    return t;
}

static void bench_one_pile(void) {
    enum { TO = 40000 };
    static ta_amount least[TO + 1], out[TO + 1];
    double t = now();
    least[0] = TA_INF;
    for (ta_amount n = 1; n <= TO; n++) { /* by definition */
        ta_amount k = 1;
        while (k < n && 100000 * k >= least[n - k]) k++;
        least[n] = k;
    }
    t = now() - t;
    double ours = stack_to("100000k", TO, out), half = stack_to("100000k", TO / 2, out);
    stack_to("100000k", TO, out);
    line("L, f = 100000k, to 40000: stack, scan", ours, t, 10);
    printf("  %-58s %10.2f\n", "  growth from n to 2n", ours / half);
    if (memcmp(least, out, sizeof least) != 0) printf("  DIFFERENT VALUES\n"), exit(1);
    ta_movefn *f;
    ta_one_pile *g;
    ta_amount value;
    must(ta_movefn_parse(NULL, &call, "2k", 2, &f));
    must(ta_one_pile_create(NULL, f, 0, 0, 0, &g));
    t = now();
    must(ta_one_pile_least_move(g, &call, TA_MAX - 1, &value));
    t = now() - t;
    printf("  %-58s %10.1f us\n", "H below 2^62 and one answer, f = 2k", 1e6 * t);
    sign((uint64_t)value);
    ta_one_pile_destroy(g);
    ta_movefn_destroy(f);
}

int main(void) {
    printf("heaps and one pile\n");
    bench_subtraction();
    bench_dense();
    bench_periods();
    bench_large_values();
    bench_one_pile();
    printf("  signature %llu\n", (unsigned long long)signature);
    return 0;
}
