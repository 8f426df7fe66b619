/*
** row.c - measures a row of the performance book; see row.h.
*/
#include "row.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 3, SHARED = 5 /* for rows of threads, since the other processors may be busy */ };

ta_call bench_call = TA_CALL_INIT;

static int tiny;
static const bench *current;
static double started, taken;
static size_t held, most;
static long processors;

/* ---- Time ---- */

static double now(void) {
    struct timespec t;
    clock_gettime(!current->definition ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_start(void) {
    most = held;
    started = now();
}

void bench_stop(void) {
    taken = now() - started;
}

/* ---- Memory ---- */

static void *resize(void *ctx, void *block, size_t old, size_t size) {
    (void)ctx;
    void *made = NULL;
    if (size == 0) free(block);
    else if (!(made = realloc(block, size))) return NULL;
    held = held - (block ? old : 0) + size;
    if (held > most) most = held;
    return made;
}

const ta_allocator bench_allocator = { resize, NULL };

void *bench_memory(size_t n) {
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "bench: no memory for %s\n", current->name);
        exit(1);
    }
    memset(p, 1, n);
    return p;
}

void bench_must(ta_status s) {
    if (!s) return;
    fprintf(stderr, "bench: %s: %s %s\n", current->name, ta_status_name(s), bench_call.message);
    exit(1);
}

/* ---- Signatures and bounds ---- */

uint64_t bench_sign(uint64_t signature, const void *bytes, size_t n) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++) signature = (signature ^ at[i]) * 1099511628211u;
    return signature;
}

uint64_t bench_chain(uint64_t steps) {
    enum { PLACES = 1024 };
    static uint32_t next[PLACES]; /* 4 KiB, one cycle: 5 divides no power of two */
    for (uint32_t i = 0; i < PLACES; i++) next[i] = (5 * i + 1) % PLACES;
    uint32_t at = 0;
    bench_start();
    for (uint64_t i = 0; i < steps; i++) at = next[at];
    bench_stop();
    return at;
}

uint64_t bench_copy(size_t block, uint64_t bytes) {
    if (block == 0) block = 1;
    unsigned char *from = bench_memory(block), *to = bench_memory(block);
    uint64_t sum = 0;
    bench_start();
    for (uint64_t done = 0; done < bytes; done += block) {
        memcpy(to, from, block);
        __asm__ volatile("" : : "r"(to), "r"(from) : "memory"); /* keeps each copy */
        sum += to[block / 2];
    }
    bench_stop();
    free(from);
    free(to);
    return sum;
}

double bench_linear(const bench *b, size_t n) {
    (void)b;
    return (double)n;
}

double bench_triangle(const bench *b, size_t n) {
    (void)b;
    return (double)n * (double)n / 2;
}

double bench_square(const bench *b, size_t n) {
    (void)b;
    return (double)n * (double)n;
}

/* ---- Rows ---- */

void bench_begin(int argc, char **argv) {
    tiny = argc > 1 && strcmp(argv[1], "tiny") == 0;
    processors = sysconf(_SC_NPROCESSORS_ONLN);
    bench_call.threads = 1;
}

static uint64_t run(bench_work work, size_t n, double *least) {
    taken = 0;
    uint64_t signature = work(current, n);
    if (taken < *least) *least = taken;
    return signature;
}

/* The machine's limit for that number of threads without shared memory: the kernel by one thread in that number of processes
** at once. The result is the slowest one's time, divided by the number. */
static void copies(size_t n, uint32_t many, double *least) {
    int ends[2];
    double slowest = 0;
    if (pipe(ends)) return;
    fflush(NULL);
    for (uint32_t k = 0; k < many; k++) {
        if (fork() != 0) continue;
        taken = 0;
        current->kernel(current, n);
        _exit(write(ends[1], &taken, sizeof taken) != sizeof taken);
    }
    close(ends[1]);
    for (uint32_t k = 0; k < many; k++)
        if (read(ends[0], &taken, sizeof taken) == sizeof taken && taken > slowest) slowest = taken;
    close(ends[0]);
    while (wait(NULL) > 0) {}
    if (slowest > 0 && slowest / many < *least) *least = slowest / many;
}

void bench_row(const bench *b) {
    const char *only = getenv("BENCH");
    if (only && !strstr(b->name, only)) return;
    const size_t n = tiny ? b->tiny : b->n;
    const uint32_t many = b->definition || processors < 2 ? 1 : (uint32_t)processors;
    double kernel = 1e9, definition = 1e9, twice = 1e9, limit = 1e9, bytes = 0;
    uint64_t signature = 0;
    current = b;
    for (int i = 0; i < (tiny ? 1 : b->definition ? RUNS : SHARED); i++) {
        bench_call.threads = many;
        signature = run(b->kernel, n, &kernel);
        bytes = (double)most;
        if (b->cost && i < RUNS) run(b->kernel, 2 * n, &twice);
        bench_call.threads = 1;
        if (run(b->definition ? b->define : b->kernel, n, &definition) != signature) {
            fprintf(stderr, "bench: %s: the kernel's results are not those of the definition\n",
                    b->name);
            exit(1);
        }
        if (b->limit) run(b->limit, n, &limit);
        else copies(n, many, &limit);
    }
    printf("%s\t%.9f\t%.9f\t%.9f\t%s\t%.4f\t%.9f\t%08" PRIx32 "\t%s\t%s\n", b->name, kernel,
           definition, b->cost ? twice : 0, b->cost ? b->cost : "", bytes / b->items(b, n), limit,
           (uint32_t)(signature ^ signature >> 32),
           b->definition ? b->definition : "one thread, by the clock",
           b->bound ? b->bound : "as many processes of one thread at once, shared out");
    fflush(stdout);
}
