/*
** check.c - checks the invariants of a one-pile game that the other files rely on (see
** base/check.h).
*/
#include "base/check.h"
#include "one_pile_int.h"

/* The move L(n) takes 1 to n and wins; the move L(n) - 1 does not win. */
static const char *check_table(const ta_one_pile *g) {
    if (g->known > g->least_cap || g->limits > g->limit_cap)
        return "one pile: a table longer than its room";
    if (g->known > 0 && g->least[0] != TA_INF) return "one pile: a move from nothing";
    for (size_t n = 1; n < g->known; n += ta_check_step(g->known)) {
        size_t k = (size_t)g->least[n];
        if (k < 1 || k > n) return "one pile: a least move that is none";
        if (k < n && k < g->limits && g->limit[k] >= g->least[n - k])
            return "one pile: a least move that loses";
        if (k > 1 && k - 1 < g->limits && g->limit[k - 1] < g->least[n - (k - 1)])
            return "one pile: a smaller move wins";
    }
    return NULL;
}

/* The stack rises from pile 0; the last pile pushed is on top. */
static const char *check_stack(const ta_one_pile *g) {
    if (g->stack_count > g->stack_cap || g->stacked > g->known)
        return "one pile: a stack of piles not known";
    if (g->stack_count == 0) return g->stacked ? "one pile: a stack that lost its piles" : NULL;
    if (g->stack[0] != 0) return "one pile: the empty pile is closed";
    if (g->stack[g->stack_count - 1] + (size_t)1 != g->stacked)
        return "one pile: the last pushed is not on top";
    for (size_t i = 1; i < g->stack_count; i += ta_check_step(g->stack_count))
        if (g->stack[i] <= g->stack[i - 1]) return "one pile: a stack that does not rise";
    return NULL;
}

static int is_term(const ta_one_pile *g, ta_amount n) {
    return n >= 1 && one_pile_largest_term(g, n) == n;
}

/* H rises from 1. Each run's step is a term no larger than the last term before it. */
static const char *check_terms(const ta_one_pile *g) {
    const one_pile_run *run = g->runs;
    if (g->run_count > g->run_cap) return "one pile: more terms than room";
    if (g->run_count == 0) return g->lag > 1 || g->ended ? "one pile: terms lost" : NULL;
    if (run->first != 1 || run->step != 1) return "one pile: H does not start with 1";
    if (g->lag_run >= g->run_count || !is_term(g, g->lag)) return "one pile: the next term adds none that is known";
    for (size_t i = 0; i < g->run_count; i += ta_check_step(g->run_count)) {
        if (run[i].step < 1 || run[i].last < run[i].first || (run[i].last - run[i].first) % run[i].step)
            return "one pile: a run of terms that does not rise";
        if (i > 0 && (run[i].first != run[i - 1].last + run[i].step || !is_term(g, run[i].step)))
            return "one pile: a term of H that is no sum of two";
    }
    return NULL;
}

/* Row n starts with value 0 from x = 0; x and value rise, and x stays within n. */
static const char *check_row(const ta_one_pile *g, size_t n) {
    if (g->start[n + 1] <= g->start[n] || g->start[n + 1] > g->threshold_count)
        return "one pile: a row without thresholds";
    const ta_threshold *row = g->thresholds + g->start[n];
    size_t count = g->start[n + 1] - g->start[n];
    if (row[0].from != 0 || row[0].value != 0) return "one pile: a row that starts above 0";
    if (row[count - 1].from > n) return "one pile: a row that rises past its pile";
    for (size_t i = 1; i < count; i += ta_check_step(count))
        if (row[i].from <= row[i - 1].from || row[i].value <= row[i - 1].value)
            return "one pile: a row that does not rise";
    return NULL;
}

static const char *check_rows(const ta_one_pile *g) {
    const char *broken = NULL;
    if (g->threshold_count > g->threshold_cap || (g->rows > 0 && g->rows >= g->start_cap))
        return "one pile: more rows than room";
    for (size_t n = 0; n < g->rows && !broken; n += ta_check_step(g->rows))
        broken = check_row(g, n);
    return broken;
}

const char *ta_one_pile_check(const ta_one_pile *g) {
    const char *broken = check_table(g);
    if (!broken) broken = check_stack(g);
    if (!broken) broken = check_terms(g);
    return broken ? broken : check_rows(g);
}
