/*
** linear.c - proves that f is linear on residues for large n.
**
** Take m and a window [w - max A, w + m) with slopes D(x) = f(x+m) - f(x). Suppose
** f(x+2m) - f(x+m) = D(x) on [w - max A, w), and W(x+m) = W(x) there. Let every x of
** the window stand for the form f(x) + k D(x). W depends on the max A values before
** it alone, so it repeats for ever. The recursion of Definition 2.3 at n in [w, w+m)
** keeps the forms for all k >= 0 if every decision in it is the same for all k:
**   a maximum  the largest has value and slope >= all others;
**   a minimum  the least has value and slope <= all others;
**   equality   f^I(n-a) = f^II(n) in value and slope, or less in value with no
**              more slope, so never equal.
** Induction on n then gives f(x + km) = f(x) + k D(x) for all k. The search tries
** m upward on the computed values, which also give the least preperiod.
** Cost: O(N |A|) for values to N, and O(m |A|) a certificate.
*/
#include "linear.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

static int64_t rise(const ta_cash *g, int k, ta_amount x, ta_amount m) {
    return (int64_t)g->rich.f[k][x + m] - g->rich.f[k][x];
}

/* Does modulus m hold at x? Needs f to x + 2m. */
static int repeats_at(const ta_cash *g, ta_amount x, ta_amount m) {
    return g->rich.wins[x] == g->rich.wins[x + m] &&
           g->rich.wins[x + m] == g->rich.wins[x + 2 * m] &&
           rise(g, 0, x, m) == rise(g, 0, x + m, m) && rise(g, 1, x, m) == rise(g, 1, x + m, m);
}

/* The least x from which modulus m holds on the values below `end`, or -1 if it does not hold over
** at least `run` values. */
static ta_amount run_start(const ta_cash *g, ta_amount m, ta_amount end, ta_amount run) {
    ta_amount x = end - 2 * m;
    if (x <= run) return -1;
    while (x > 0 && repeats_at(g, x - 1, m)) x--;
    return end - 2 * m - x >= run ? x : -1;
}

/* Are all decisions of the recursion at n the same for all n + k m? */
static int decided(const ta_cash *g, ta_amount n, ta_amount m) {
    int64_t second = g->rich.f[1][n], rise2 = rise(g, 1, n, m);
    int64_t first = g->rich.f[0][n], rise1 = rise(g, 0, n, m);
    int reached1 = 0, reached2 = 0;
    for (size_t j = 0; j < g->count; j++) {
        ta_amount x = n - g->a[j];
        int64_t value = g->rich.f[0][x], slope = rise(g, 0, x, m);
        int same = value == second && slope == rise2;
        if (value > second || slope > rise2) return 0;
        if (value == second && !same) return 0;
        reached2 |= same;
        int counts = g->rich.wins[n] ? !g->rich.wins[x] : same;
        if (!counts) continue;
        value = (int64_t)g->rich.f[1][x] + g->a[j];
        slope = rise(g, 1, x, m);
        if (value < first || slope < rise1) return 0;
        reached1 |= value == first && slope == rise1;
    }
    return reached1 && reached2;
}

/* Does the certificate hold on the window at w? f is known to w + 2m. */
static int certified(const ta_cash *g, ta_amount w, ta_amount m) {
    for (ta_amount x = w - cash_most_member(g); x < w; x++)
        if (!repeats_at(g, x, m)) return 0;
    for (ta_amount n = w; n < w + m; n++)
        if (g->rich.wins[n] != g->rich.wins[n + m] || !decided(g, n, m)) return 0;
    return 1;
}

static ta_status keep(ta_cash *g, ta_amount m, ta_amount start, ta_amount window) {
    int64_t *slope[2];
    for (int k = 0; k < 2; k++) slope[k] = ta_alloc(&g->alloc, (size_t)m, sizeof *slope[k]);
    if (!slope[0] || !slope[1]) {
        for (int k = 0; k < 2; k++) ta_free(&g->alloc, slope[k], (size_t)m, sizeof *slope[k]);
        return TA_ENOMEM;
    }
    for (ta_amount x = start; x < start + m; x++)
        for (int k = 0; k < 2; k++) slope[k][x % m] = rise(g, k, x, m);
    for (int k = 0; k < 2; k++) g->linear.slope[k] = slope[k];
    g->linear.form = (ta_cash_asym){ m, start, window, { slope[0], slope[1] } };
    g->linear.found = 1;
    return TA_OK;
}

/* Try every m on the values below `end`. Sets linear.found on success. */
static ta_status search(ta_cash *g, ta_call *call, ta_amount end) {
    ta_amount most = cash_most_member(g);
    for (ta_amount m = 1; 4 * m + 3 * most < end; m++) {
        ta_status s = ta_poll(call, 16, (double)m, (double)end / 4);
        if (s) return s;
        ta_amount start = run_start(g, m, end, m + 2 * most);
        if (start < 0) continue;
        for (ta_amount w = start + most; w + 2 * m < end; w += m)
            if (certified(g, w, m)) return keep(g, m, start, w);
    }
    return TA_OK;
}

ta_status ta_cash_asymptotics(ta_cash *g, ta_call *call, ta_amount limit, ta_cash_asym *out) {
    if (limit == 0) limit = cash_linear_limit(g);
    for (ta_amount end = 256 + 8 * (ta_amount)cash_most_member(g); !g->linear.found; end *= 2) {
        if (end > limit) end = limit;
        if (end > g->linear.looked) {
            ta_status s = cash_thresholds_extend(&g->rich, call, end);
            if (s == TA_OK) s = search(g, call, end);
            if (s) return s;
            g->linear.looked = end;
        }
        if (end == limit) break;
    }
    if (!g->linear.found)
        return ta_fail(call, TA_ELIMIT, "no linear form of f was proved from n <= %lld",
                       (long long)limit);
    ta_sound(ta_cash_check(g));
    *out = g->linear.form;
    return TA_OK;
}

/* ---- Cash-periodicity ---- */

/* C^I (k = 0) or C^II of Definition 4.4, a <= n. */
static int64_t change(const ta_cash *g, int k, ta_amount n, int32_t a) {
    return k == 0 ? (int64_t)g->rich.f[0][n] - g->rich.f[1][n - a] - a
                  : (int64_t)g->rich.f[1][n] - g->rich.f[0][n - a];
}

static int cash_repeats(const ta_cash *g, ta_amount n, ta_amount p) {
    if (g->rich.wins[n] != g->rich.wins[n + p]) return 0;
    for (size_t j = 0; j < g->count && g->a[j] <= n; j++)
        for (int k = 0; k < 2; k++)
            if (change(g, k, n, g->a[j]) != change(g, k, n + p, g->a[j])) return 0;
    return 1;
}

/* Do W and all C repeat with p over one modulus from `from` on? */
static int periodic_with(const ta_cash *g, ta_amount from, ta_amount p) {
    for (ta_amount n = from; n < from + g->linear.form.modulus; n++)
        if (!cash_repeats(g, n, p)) return 0;
    return 1;
}

static ta_status keep_period(ta_cash *g, ta_amount p, ta_amount offset) {
    int64_t *c[2];
    size_t size = (size_t)p * g->count;
    for (int k = 0; k < 2; k++) c[k] = ta_alloc(&g->alloc, size, sizeof *c[k]);
    if (!c[0] || !c[1]) {
        for (int k = 0; k < 2; k++) ta_free(&g->alloc, c[k], size, sizeof *c[k]);
        return TA_ENOMEM;
    }
    ta_amount most = cash_most_member(g), from = offset > most ? offset : most;
    for (ta_amount n = from; n < from + p; n++)
        for (size_t j = 0; j < g->count; j++)
            for (int k = 0; k < 2; k++)
                c[k][(size_t)(n % p) * g->count + j] = change(g, k, n, g->a[j]);
    for (int k = 0; k < 2; k++) g->period.c[k] = c[k];
    g->period.form = (ta_cash_period){ p, offset, { c[0], c[1] } };
    g->period.found = 1;
    return TA_OK;
}

/*
** From `from` on all of f is linear, so C(n + km) = C(n) + k (difference of slopes).
** C is periodic iff C(n + m) = C(n) throughout one modulus; then its least period divides m.
*/
static ta_status find_period(ta_cash *g, ta_call *call) {
    ta_amount m = g->linear.form.modulus, from = g->linear.form.preperiod + cash_most_member(g);
    ta_amount p = 1, n;
    ta_status s = cash_thresholds_extend(&g->rich, call, from + 3 * m);
    if (s) return s;
    for (n = from; n < from + m && cash_repeats(g, n, m); n++) {}
    if (n < from + m)
        return ta_fail(call, TA_ELIMIT,
                       "A is not cash-periodic from any offset: C(n,a) grows "
                       "without bound on n = %lld mod %lld",
                       (long long)(n % m), (long long)m);
    while (m % p != 0 || !periodic_with(g, from, p)) p++;
    for (n = from; n > 0 && cash_repeats(g, n - 1, p); n--) {}
    return keep_period(g, p, n);
}

ta_status ta_cash_periodicity(ta_cash *g, ta_call *call, ta_amount limit, ta_cash_period *out) {
    ta_cash_asym asym;
    if (!g->period.found) {
        ta_status s = ta_cash_asymptotics(g, call, limit, &asym);
        if (s == TA_OK) s = find_period(g, call);
        if (s) return s;
    }
    ta_assert(g->period.form.offset >= 0 && g->linear.form.modulus % g->period.form.period == 0);
    *out = g->period.form;
    return TA_OK;
}

void cash_linear_clear(ta_cash *g) {
    for (int k = 0; k < 2; k++) {
        ta_free(&g->alloc, g->linear.slope[k], (size_t)g->linear.form.modulus,
                sizeof *g->linear.slope[k]);
        ta_free(&g->alloc, g->period.c[k], (size_t)g->period.form.period * g->count,
                sizeof *g->period.c[k]);
    }
}
