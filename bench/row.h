/*
** row.h - rows of the performance book, in C: a kernel, the definition of the same result, and a bound.
**
** bench_row measures all three and prints one line, which bench/book.lua reads. The three run in turn. Each
** counts with the least processor time of its runs, equally many for each (more for rows of threads). Kernel
** and definition must give the same signature, so a benchmark is also a test. The time from bench_start to
** bench_stop counts. Preparation and signing lie outside.
**
** A row without a definition is a row of threads: the kernel by all processors beside the kernel by one, in
** wall seconds. Its bound is the kernel by one thread in that number of processes at once, divided by the
** number: the machine's limit for threads that share nothing. All other rows use one thread.
*/
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "takeaway/base.h"

typedef struct bench bench;

/* Does the work of size n, and returns the signature of its results (of a bound, any value). */
typedef uint64_t (*bench_work)(const bench *b, size_t n);

struct bench {
    const char *name; /* the task and the kernel */
    const char *
        definition; /* the comparison, for readers; NULL: one thread, see below */
    const char *bound; /* the work that every program for this must do, as measured here */
    const char *cost;  /* the kernel's, in n: "n^2"; NULL if n is fixed */
    bench_work kernel, define, limit;
    size_t n, tiny;                            /* the size, and one for a quick test */
    double (*items)(const bench *b, size_t n); /* the unit for bytes */
    const void *of;                            /* the input of all three */
};

/* Options of the program: "tiny" for the tiny sizes, once. */
void bench_begin(int argc, char **argv);
void bench_row(const bench *b);

/* For every call into the core; it sets the number of threads. */
extern ta_call bench_call;

void bench_start(void);
void bench_stop(void);

/* Counts the peak memory between bench_start and bench_stop. The kernels take their memory from it. */
extern const ta_allocator bench_allocator;

uint64_t bench_sign(uint64_t signature, const void *bytes, size_t n);
void bench_must(ta_status s); /* ends the program on failure */
void *bench_memory(size_t n); /* touched; lives as long as the program */

/* Bounds. Each returns something that depends on all of it. */
uint64_t
bench_chain(uint64_t steps); /* dependent loads from the first cache */
uint64_t bench_copy(size_t block,
                    uint64_t bytes); /* reads and writes the bytes, a warm block at a time */

double bench_linear(const bench *b, size_t n);   /* items: n */
double bench_triangle(const bench *b, size_t n); /* n^2 / 2 */
double bench_square(const bench *b, size_t n);   /* n^2 */

#endif
