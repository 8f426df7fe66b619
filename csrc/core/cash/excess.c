/*
** excess.c - T_m(x), with skips of whole periods.
*/
#include "excess.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

#define FIRST_LOOK 64 /* values at the first search for a period; half as many more at each next */
#define CHUNK 16384   /* values between two polls */
#define SCAN 4        /* comparisons of a full search, for each value held */
#define KEPT \
    ((size_t)1 << 21) /* drop old values down to this number, or to 8 max A if that is more */

void cash_excess_clear(cash_excess *s) {
    ta_free(&s->alloc, s->t, s->cap, sizeof *s->t);
    s->t = NULL;
    s->cap = s->held = 0;
}

static size_t most_member(const cash_excess *s) {
    return (size_t)s->a[s->count - 1];
}

/* Make space for `more` values. Old values are dropped; longer periods are then not found. */
static ta_status room(cash_excess *s, size_t more) {
    size_t keep = KEPT > 8 * most_member(s) ? KEPT : 8 * most_member(s);
    if (s->held >= 2 * keep) {
        memmove(s->t, s->t + (s->held - keep), keep * sizeof *s->t);
        s->held = keep;
    }
    return ta_reserve(&s->alloc, (void **)&s->t, &s->cap, s->held + more, sizeof *s->t);
}

/* Append `more` values from T_m(x) on. There is space for them. */
static void append(cash_excess *s, uint64_t m, ta_amount x, size_t more) {
    size_t count = s->count;
    const int32_t *a = s->a;
    uint64_t *to = s->t + s->held, *end = to + more, next = (uint64_t)x + m + 1;
    while (count > 0 && a[count - 1] > x) count--; /* the moves that x allows */
    for (; to < end; next++, x++) {
        uint64_t most = 0;
        while (count < s->count && a[count] <= x) count++;
        for (size_t j = 0; j < count; j++) {
            uint64_t other = *(to - a[j]);
            most = other > most ? other : most;
        }
        *to++ = next - most;
    }
    s->held += more;
}

/* Have the last p + max A values risen over p as much as over the p before? Adds the number of
** comparisons to *steps. */
static int repeats(const cash_excess *s, size_t p, double *steps) {
    size_t most = most_member(s), j = 0;
    const uint64_t *last = s->t + s->held - 1;
    if (3 * p + most > s->held) return 0;
    while (j < p + most && *(last - j) - 2 * *(last - j - p) + *(last - j - 2 * p) == 0) j++;
    *steps += (double)j + 1;
    return j == p + most;
}

/* The least period, or 0. If the search takes long, as with large members of A, only sums of two
** members are tried further. */
static size_t period(const cash_excess *s, double *steps) {
    double most = *steps + SCAN * (double)s->held;
    for (size_t p = 1; 3 * p <= s->held && *steps < most; p++)
        if (repeats(s, p, steps)) return p;
    for (size_t i = 0; *steps >= most && i < s->count; i++)
        for (size_t j = 0; j <= i; j++)
            if (repeats(s, (size_t)s->a[i] + (size_t)s->a[j], steps))
                return (size_t)s->a[i] + (size_t)s->a[j];
    return 0;
}

/* The number of further periods, at most `most`, in which no value overtakes its maximum. T_m and
** the maximum add up to x + m + 1, so the maximum rises by p minus the rise of T_m, in this period
** as in the last. A largest value that rose less than the maximum was above it one period before,
** which is impossible. So it rose as much or more. The loop finds the values that rise more. */
static uint64_t lasting(const cash_excess *s, size_t p, uint64_t most) {
    for (size_t i = s->held - p; i < s->held && most > 0; i++) {
        const uint64_t *at = s->t + i;
        int64_t rise = (int64_t)(p - (*at - *(at - p)));
        uint64_t largest = 0;
        for (size_t j = 0; j < s->count; j++) {
            uint64_t v = *(at - s->a[j]);
            largest = v > largest ? v : largest;
        }
        for (size_t j = 0; j < s->count; j++) {
            const uint64_t *v = at - s->a[j];
            int64_t faster = (int64_t)(*v - *(v - p)) - rise;
            if (faster > 0 && (largest - *v) / (uint64_t)faster < most)
                most = (largest - *v) / (uint64_t)faster;
        }
    }
    return most;
}

/* Skip `times` periods of p: raise each of the last values by `times` times its rise. */
static void skip(cash_excess *s, size_t p, uint64_t times) {
    size_t keep = 2 * p + most_member(s);
    for (size_t j = 0, from = s->held - keep; j < keep; j++, from++)
        s->t[j] = s->t[from] + times * (s->t[from] - s->t[from - p]);
    s->held = keep;
}

ta_status cash_excess_make(cash_excess *s, ta_call *call, ta_amount m, ta_amount x) {
    ta_require(m >= 0 && m <= TA_MAX && x >= 0 && x <= TA_MAX);
    double start = s->steps;
    size_t since = 0, look = FIRST_LOOK; /* values since the last skip, and at the next search */
    s->held = 0;
    for (ta_amount y = 0; y <= x;) {
        size_t more = look - since < CHUNK ? look - since : CHUNK, p = 0;
        if ((ta_amount)more > x - y) more = (size_t)(x - y) + 1;
        ta_status st = room(s, more);
        if (st) return st;
        append(s, (uint64_t)m, y, more);
        y += (ta_amount)more;
        since += more;
        s->steps += (double)more;
        if (since == look) {
            p = period(s, &s->steps);
            uint64_t times = p ? lasting(s, p, (uint64_t)(x + 1 - y) / p) : 0;
            if (times > 0) {
                skip(s, p, times);
                y += (ta_amount)(times * p);
                since = 0;
                look = s->held / 4 > FIRST_LOOK ? s->held / 4 : FIRST_LOOK;
            } else look += look / 2;
        }
        st = ta_poll(call, (uint32_t)(more + p), (double)y, (double)x);
        if (!st && s->steps - start > s->most)
            st = ta_fail(call, TA_ELIMIT, "no period is seen among the first %lld stones",
                         (long long)y);
        if (st) return st;
    }
    ta_assert(cash_excess_least(s, 0) <= (uint64_t)x + (uint64_t)m + 1);
    return TA_OK;
}
