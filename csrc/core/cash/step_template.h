/*
** step_template.h - one row of the staircases from earlier ones; a template over CELL, its
** all-ones value INFINITE, and NAME. Included by step16.c and step32.c.
**
**   t_n(d) = max over a in A, a <= min(n, d), of s_{n-a}(d - a)
**   s_n(e) = the least d with e < t_n(d)
**
** which is the minimum of staircase.h seen from the other side: e < s_{n-a}(d - a) says
** that after a the e dollars of the other do not win against d - a. All ones are a cell
** that nothing reaches, larger than every number. The maximum runs in vectors, over shifted
** rows; the same loop is compiled for the portable instruction set and for AVX2 and
** AVX-512, chosen at run time. The inverse walks the staircase once: every d stores a
** block of eight cells where its run begins, and what is too many is stored over by the
** next d.
*/
#include <string.h>

#include "base/check.h"
#include "base/vector.h"
#include "step.h"

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

static void invert(CELL *restrict s, const CELL *restrict t, size_t n) {
    size_t e = 0, cells = n + 1;
    for (size_t d = 0; d <= n && e < cells; d++) {
        size_t end = t[d] < cells ? t[d] : cells;
        ta_assert(end >= e); /* more cash beats no less: t is nondecreasing */
        do {
            for (size_t k = 0; k < 8; k++) s[e + k] = (CELL)d;
            e += 8;
        } while (e < end);
        e = end;
    }
    for (; e < cells; e++) s[e] = INFINITE;
}

void NAME(CELL *s, CELL *t, const CELL *const *prev, const int32_t *a, size_t count, size_t n,
          int portable) {
    max_row *maximum = choose(portable);
    memset(t, 0, (n + 1) * sizeof *t);
    for (size_t j = 0; j < count && prev[j]; j++) maximum(t + a[j], prev[j], n - (size_t)a[j] + 1);
    invert(s, t, n);
}
