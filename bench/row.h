/*
** row.h - rows of the performance book, in C: a kernel, the definition of the same, and a bound.
**
** bench_row measures all three and prints one line, which bench/book.lua reads. They take turns, the least processor
** time of equally many runs (more of threads) counts for each, and kernel and definition must give the same signature: a benchmark is a
** test as well. What is timed lies between bench_start and bench_stop; what is made ready or signed lies outside.
**
** A row without a definition is one of threads: the kernel by all processors beside the kernel by one, in seconds of the
** clock; its bound is the same by one thread in as many processes at once, shared out: what the machine gives to threads that
** share nothing. All other rows are of one thread.
*/
#ifndef BENCH_ROW_H
#define BENCH_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "takeaway/base.h"

typedef struct bench bench;

/* Do the work of size n, and return the signature of its results (a bound returns what it likes). */
typedef uint64_t (*bench_work)(const bench *b, size_t n);

struct bench {
    const char *name; /* what is asked of which kernel */
    const char *
        definition; /* what it is compared with, for a reader to judge; NULL: one thread, see below */
    const char *bound; /* what no program doing this could do without, as it is measured here */
    const char *cost;  /* of the kernel, in n: "n^2"; NULL where n does not vary */
    bench_work kernel, define, limit;
    size_t n, tiny;                            /* the size, and one for a quick look */
    double (*items)(const bench *b, size_t n); /* bytes are counted by these */
    const void *of;                            /* what the three are about */
};

/* Options of the program: "tiny" for the tiny sizes, once. */
void bench_begin(int argc, char **argv);
void bench_row(const bench *b);

/* Of every call into the core; it says how many threads. */
extern ta_call bench_call;

void bench_start(void);
void bench_stop(void);

/* Counts what is held at most between bench_start and bench_stop; the kernels take their memory from it. */
extern const ta_allocator bench_allocator;

uint64_t bench_sign(uint64_t signature, const void *bytes, size_t n);
void bench_must(ta_status s); /* or the program ends */
void *bench_memory(size_t n); /* touched; lives as long as the program */

/* Bounds. Each returns something that depends on all of it. */
uint64_t
bench_chain(uint64_t steps); /* loads from the first cache, each at the place the last one gave */
uint64_t bench_copy(size_t block,
                    uint64_t bytes); /* so many bytes read and written, a warm block at a time */

double bench_linear(const bench *b, size_t n);   /* items: n */
double bench_triangle(const bench *b, size_t n); /* n^2 / 2 */
double bench_square(const bench *b, size_t n);   /* n^2 */

#endif
