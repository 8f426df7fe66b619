/*
** step_template.h - computes a stretch of one row of the staircases from earlier rows. It is a
** template over CELL and NAME, which step16.c and step32.c include.
**
**   t_n(d) = max over a in A, a <= min(n, d), of s_{n-a}(d - a)
**   s_n(e) = the least d with e < t_n(d)
**
** This is the inverse form of the minimum of staircase.h. e < s_{n-a}(d - a) means that after move
** a the other player, with e dollars, does not win against d - a. Vectors compute the maximum over
** shifted rows, CHUNK d at a time, which fit in the nearest cache. The same loop is compiled for
** the portable instruction set, AVX2 and AVX-512, and chosen at run time. The inverse walks the
** staircase once. Each d stores a block of eight cells where its run begins, and the next d
** overwrites those beyond the run.
*/
#include <string.h>

#include "base/check.h"
#include "base/vector.h"
#include "step.h"

#define CHUNK 1024

#define MAX_ROW(name, attributes)                                                         \
    attributes static void name(CELL *restrict t, const CELL *restrict s, size_t cells) { \
        for (size_t d = 0; d < cells; d++) t[d] = t[d] > s[d] ? t[d] : s[d];              \
    }

typedef void max_row(CELL *restrict t, const CELL *restrict s, size_t cells);

MAX_ROW(max_portable, )

#if TA_VECTOR_X86
MAX_ROW(max_avx2, __attribute__((target("avx2"))))
MAX_ROW(max_avx512, __attribute__((target("avx512bw,avx512vl"))))
#endif

static max_row *choose(int portable) {
#if TA_VECTOR_X86
    ta_vector vector = portable ? TA_VECTOR_PORTABLE : ta_vector_best();
    if (vector == TA_VECTOR_AVX512) return max_avx512;
    if (vector == TA_VECTOR_AVX2) return max_avx2;
#else
    (void)portable;
#endif
    return max_portable;
}

/* Store the cells of a run after its first eight. */
static __attribute__((noinline, cold)) void go_on(CELL *s, size_t e, size_t end, CELL d) {
    for (; e < end; e++) s[e] = d;
}

/* Invert t: t[0], t[1], ... are t_n(d), t_n(d + 1), ... and determine the cells s from e on. `e`
** and `cells` count from s_n(from). Returns the new e. */
static size_t invert(CELL *restrict s, const CELL *restrict t, size_t count, size_t d, size_t from,
                     size_t e, size_t cells) {
    for (size_t k = 0; k < count && e < cells; k++) {
        size_t end = t[k] - from < cells ? t[k] - from : cells;
        ta_assert(t[k] >= from && end >= e); /* t is nondecreasing */
        for (size_t i = 0; i < 8; i++) s[e + i] = (CELL)(d + k);
        if (end > e + 8) go_on(s, e + 8, end, (CELL)(d + k));
        e = end;
    }
    return e;
}

size_t NAME(CELL *cells, size_t from, size_t tail, const cash_source *sources, size_t count,
            size_t d, size_t to, size_t e, int portable) {
    max_row *maximum = choose(portable);
    CELL t[CHUNK];
    for (size_t stop; d < to; d = stop) {
        stop = to - d < CHUNK ? to : d + CHUNK;
        memset(t, 0, (stop - d) * sizeof *t);
        for (size_t j = 0; j < count && sources[j].a < stop; j++) {
            const cash_source *x = &sources[j];
            size_t low = d > x->a ? d : x->a, high = stop < x->a + x->tail ? stop : x->a + x->tail;
            if (low < high)
                maximum(t + (low - d), (const CELL *)x->cells + (low - x->a - x->from), high - low);
            for (size_t i = low < high ? high : low; i < stop; i++)
                if (t[i - d] < x->end) t[i - d] = (CELL)x->end;
        }
        e = from + invert(cells, t, stop - d, d, from, e - from, tail - from);
    }
    return e;
}
