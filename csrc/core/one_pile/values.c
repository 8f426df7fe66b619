/*
** values.c - nim values of one pile with memory, by rows.
**
** v(n, x) = mex{ v(n-k, f(k)) : 1 <= k <= min(n, x) }, v(0, x) = 0. Larger x only add options, so a
** row is nondecreasing. It is stored as the x at which it rises (few: at most ten for f = 2k to n =
** 500). One pass over k makes the row: the option's value is looked up among the thresholds of row
** n - k, and the mex only increases. A row costs O(n) look-ups, rows up to n cost O(n^2). A sum of
** piles, each with its own bound, adds values.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "one_pile_int.h"

/* v(m, x); row m must be known. */
static inline uint32_t look_up(const ta_one_pile *g, size_t m, ta_amount x) {
    const ta_threshold *first = g->thresholds + g->start[m],
                       *last = g->thresholds + g->start[m + 1];
    while (last - first > 8) {
        const ta_threshold *middle = first + (last - first) / 2;
        if (middle->from <= x) first = middle;
        else last = middle;
    }
    while (last - first > 1 && last[-1].from > x) last--;
    return last[-1].value;
}

static ta_status rise(ta_one_pile *g, uint32_t from, uint32_t value) {
    ta_status s = ta_reserve(&g->allocator, (void **)&g->thresholds, &g->threshold_cap,
                             g->threshold_count + 1, sizeof *g->thresholds);
    if (s) return s;
    g->thresholds[g->threshold_count].from = from;
    g->thresholds[g->threshold_count++].value = value;
    return TA_OK;
}

static ta_status add_row(ta_one_pile *g, ta_call *call) {
    size_t n = g->rows, old = g->seen_cap;
    uint32_t mex = 0;
    ta_status s =
        ta_reserve(&g->allocator, (void **)&g->start, &g->start_cap, n + 2, sizeof *g->start);
    if (!s) s = ta_reserve(&g->allocator, (void **)&g->seen, &g->seen_cap, n + 2, sizeof *g->seen);
    if (s) return s;
    if (g->seen_cap > old) memset(g->seen + old, 0, (g->seen_cap - old) * sizeof *g->seen);
    if (n == 0) g->start[0] = 0;
    g->threshold_count = g->start[n]; /* drop the rest of a failed row */
    s = rise(g, 0, 0);
    for (size_t k = 1; k <= n && !s; k++) {
        uint32_t v = 0;
        if (k < n) v = look_up(g, n - k, g->limit[k]);
        if (v <= n) g->seen[v] = (uint32_t)n + 1;
        if (v != mex) continue;
        while (g->seen[mex] == (uint32_t)n + 1) mex++;
        s = rise(g, (uint32_t)k, mex);
    }
    if (s) { /* the row starts again later, with nothing seen */
        memset(g->seen, 0, g->seen_cap * sizeof *g->seen);
        return s;
    }
    g->start[n + 1] = g->threshold_count;
    g->rows++;
    return ta_poll(call, (uint32_t)n / 4 + 1, (double)n, 0);
}

static ta_status rows_to(ta_one_pile *g, ta_call *call, ta_amount n) {
    if (g->misere)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "nim values belong to normal play; those of misere play do not add");
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a pile is from 0 to 2^62");
    if ((uint64_t)n < g->rows) return TA_OK;
    if (n > g->check || n >= UINT32_MAX)
        return ta_fail(call, TA_ELIMIT, "nim values take n^2 steps; pile %lld is past check = %lld",
                       (long long)n, (long long)g->check);
    if ((size_t)n + 2 > g->start_cap) {
        double need = (double)n * (sizeof *g->start + sizeof *g->limit + 2 * sizeof *g->thresholds);
        double have = one_pile_memory(g);
        if (need > have) return ta_fail_memory(call, "the rows of nim values", need, have);
    }
    ta_status s = n > 1 ? one_pile_limits(g, call, (size_t)n - 1) : TA_OK;
    while (!s && g->rows <= (size_t)n) s = add_row(g, call);
    return s;
}

ta_status ta_one_pile_nim_value(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount x,
                                ta_amount *value) {
    ta_status s = rows_to(g, call, n);
    if (s) return s;
    if (x == TA_OPENING) x = one_pile_first(g, n);
    *value = look_up(g, (size_t)n, x);
    return one_pile_checked(g, TA_OK);
}

ta_status ta_one_pile_nim_row(ta_one_pile *g, ta_call *call, ta_amount n, const ta_threshold **row,
                              size_t *count) {
    ta_status s = rows_to(g, call, n);
    if (s) return s;
    *row = g->thresholds + g->start[n];
    *count = g->start[n + 1] - g->start[n];
    return one_pile_checked(g, TA_OK);
}

ta_status ta_one_pile_options_of_value(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount x,
                                       ta_amount value, ta_amount_visitor visit, void *ctx) {
    ta_status s = rows_to(g, call, n);
    if (x == TA_OPENING) x = one_pile_first(g, n);
    if (x > n) x = n;
    for (ta_amount k = 1; k <= x && !s; k++) {
        uint32_t v = k == n ? 0 : look_up(g, (size_t)(n - k), g->limit[k]);
        if (v == value) s = visit(ctx, call, k);
        if (!s) s = ta_poll(call, 1, (double)k, (double)x);
    }
    return one_pile_checked(g, s);
}
