/*
** terms.c - the terms of H, the losing sizes of openings.
**
** Theorem (Epp and Ferguson 1980; Zieve 1996), f nondecreasing: H_1 = 1, and while f(H_j) >= H_j,
** H_{j+1} = H_j + H_l, with l the least index with f(H_l) >= H_j. If f(H_j) < H_j, H ends at H_j.
** L(n) is the last term of n's greedy representation.
**
** l never decreases, and stays as long as H_j <= f(H_l), which is at most f(H_j). So the terms form
** runs, and each run's step is itself a term. For constant or infinite f, H is a single run. The
** next l lies in the first run, from that of the last l on, whose last term is large enough.
** Galloping search finds it there. If no run has one, f(H_j) < H_j.
*/
#include "base/amount.h"
#include "base/mem.h"
#include "base/poll.h"
#include "one_pile_int.h"

static ta_status append_run(ta_one_pile *g, ta_call *call, one_pile_run run) {
    if (g->run_count == g->run_cap && g->run_cap >= 65536) {
        double need = 2 * (double)g->run_cap * sizeof run, have = one_pile_memory(g);
        if (need > have) return ta_fail_memory(call, "the list of losing sizes", need, have);
    }
    ta_status s = ta_reserve(&g->allocator, (void **)&g->runs, &g->run_cap, g->run_count + 1, sizeof run);
    if (!s) g->runs[g->run_count++] = run;
    return s;
}

/* The least i in low..high with f(first + i step) >= least; i = high has it. */
static ta_status first_enough(ta_one_pile *g, ta_call *call, const one_pile_run *run, ta_amount low, ta_amount high,
                              ta_amount least, ta_amount *i) {
    ta_amount limit, ahead = 0;
    ta_status s = TA_OK;
    while (!s && low < high) {
        ta_amount middle = low + ahead < high ? low + ahead : low + (high - low) / 2;
        s = ta_movefn_value(g->f, call, run->first + middle * run->step, &limit);
        if (!s && limit >= least) {
            high = middle;
            ahead = TA_MAX; /* from here on, bisect */
        } else {
            low = middle + 1;
            ahead = ahead > TA_MAX / 4 ? ahead : 2 * ahead + 1;
        }
    }
    *i = low;
    return s;
}

/* Set g->lag to the next term to add: the least t with f(t) >= last, the last term of H. *limit =
** f(t). *ended: there is none. */
static ta_status find_lag(ta_one_pile *g, ta_call *call, ta_amount last, ta_amount *limit, int *ended) {
    ta_status s = TA_OK;
    *ended = 0;
    for (; g->lag_run < g->run_count; g->lag_run++) {
        const one_pile_run *run = &g->runs[g->lag_run];
        ta_amount low = g->lag > run->first ? (g->lag - run->first) / run->step : 0, i;
        s = ta_movefn_value(g->f, call, run->last, limit);
        if (s) return s;
        if (*limit < last) continue;
        s = first_enough(g, call, run, low, (run->last - run->first) / run->step, last, &i);
        if (s) return s;
        g->lag = run->first + i * run->step;
        return ta_movefn_value(g->f, call, g->lag, limit);
    }
    g->lag_run = g->run_count - 1;
    *ended = 1;
    return s;
}

ta_status one_pile_terms(ta_one_pile *g, ta_call *call, ta_amount n) {
    ta_status s = g->run_count ? TA_OK : append_run(g, call, (one_pile_run){ 1, 1, 1 });
    if (!s && g->lag == 0) g->lag = 1;
    while (!s && !g->ended && g->runs[g->run_count - 1].last <= n) {
        one_pile_run *run = &g->runs[g->run_count - 1];
        ta_amount last = run->last, limit;
        s = find_lag(g, call, last, &limit, &g->ended);
        if (s || g->ended) return s;
        ta_amount room = (TA_MAX - last) / g->lag, more = limit == TA_INF ? TA_INF : (limit - last) / g->lag + 1;
        if (more > room) g->ended = 2;
        if (more > room) more = room;
        if (more == 0) return TA_OK;
        one_pile_run next = { last + g->lag, g->lag, last + more * g->lag };
        if (run->step == g->lag) run->last = next.last;
        else s = append_run(g, call, next);
        if (s) g->ended = 0;
        if (!s) s = ta_poll(call, 8, (double)last, (double)n);
    }
    return s;
}

ta_amount one_pile_largest_term(const ta_one_pile *g, ta_amount n) {
    size_t low = 0, high = g->run_count; /* runs[low].first <= n < runs[high].first */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (g->runs[middle].first <= n) low = middle;
        else high = middle;
    }
    const one_pile_run *run = &g->runs[low];
    if (n > run->last) n = run->last;
    return n - (n - run->first) % run->step;
}
