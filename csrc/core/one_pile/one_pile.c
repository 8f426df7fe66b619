/*
** one_pile.c - the least winning move L of one pile with memory.
**
** L(0) is infinite; L(n) is the least k <= n with f(k) < L(n-k), or k = n: taking all ends the game
** whatever f(n) is. For nondecreasing f, pile m is open: it is the end of a winning move from n =
** m+1, m+2, ... as long as f(n-m) < L(m), and never again. So L(n) is the distance to the nearest
** open m. A stack holds these: tops are popped when they close, and every pile is pushed once. For
** any other f, every k is tried, and f(k) is evaluated only then.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "one_pile_int.h"

ta_status ta_one_pile_create(const ta_allocator *allocator, ta_movefn *f, int misere,
                             ta_amount check, ta_amount memory, ta_one_pile **game) {
    allocator = ta_allocator_or_default(allocator);
    ta_one_pile *g = ta_alloc(allocator, 1, sizeof *g);
    if (!g) return TA_ENOMEM;
    g->allocator = *allocator;
    g->f = f;
    g->misere = misere;
    g->opening = -1;
    g->check = check > 0 ? check : TA_CHECK_DEFAULT;
    g->memory = memory;
    *game = g;
    return TA_OK;
}

void ta_one_pile_destroy(ta_one_pile *g) {
    if (!g) return;
    ta_allocator a = g->allocator;
    ta_free(&a, g->least, g->least_cap, sizeof *g->least);
    ta_free(&a, g->limit, g->limit_cap, sizeof *g->limit);
    ta_free(&a, g->stack, g->stack_cap, sizeof *g->stack);
    ta_free(&a, g->runs, g->run_cap, sizeof *g->runs);
    ta_free(&a, g->thresholds, g->threshold_cap, sizeof *g->thresholds);
    ta_free(&a, g->start, g->start_cap, sizeof *g->start);
    ta_free(&a, g->seen, g->seen_cap, sizeof *g->seen);
    ta_free(&a, g, 1, sizeof *g);
}

const char *ta_one_pile_text(const ta_one_pile *g) {
    return ta_movefn_text(g->f);
}

ta_amount ta_one_pile_first_move(const ta_one_pile *g) {
    return g->opening;
}

int ta_one_pile_is_misere(const ta_one_pile *g) {
    return g->misere;
}

ta_status ta_one_pile_opening(ta_one_pile *g, ta_call *call, ta_amount most) {
    if (most == 0 || most > TA_MAX || most < -TA_MAX)
        return ta_fail(call, TA_EINVAL, "an opening takes from 1 on, or all but from -1 down");
    g->opening = most;
    return TA_OK;
}

ta_amount one_pile_first(const ta_one_pile *g, ta_amount n) {
    if (g->opening > 0) return g->opening < n ? g->opening : n;
    return n + g->opening > 0 ? n + g->opening : 0;
}

/* Is f nondecreasing on 1..n? If f fails there (a list too short), the answer is no: the question
** may not need those values. */
static ta_status rises(ta_one_pile *g, ta_call *call, ta_amount n, int *yes) {
    ta_amount at;
    ta_status s = ta_movefn_nondecreasing(g->f, call, n, g->check, &at);
    if (s == TA_EBADRULE) {
        call->message[0] = '\0';
        at = n;
        s = TA_OK;
    }
    *yes = at == 0;
    return s;
}

ta_status one_pile_choose(ta_one_pile *g, ta_call *call, ta_amount n, one_pile_method *method) {
    int yes;
    ta_status s = rises(g, call, n, &yes);
    if (!s) *method = yes ? BY_TERMS : BY_TABLE;
    return s;
}

ta_status one_pile_limits(ta_one_pile *g, ta_call *call, size_t k) {
    if (k < g->limits) return TA_OK;
    ta_status s =
        ta_reserve(&g->allocator, (void **)&g->limit, &g->limit_cap, k + 1, sizeof *g->limit);
    if (!s && g->limits == 0) g->limits = 1;
    while (!s && g->limits <= k) {
        s = ta_movefn_value(g->f, call, (ta_amount)g->limits, &g->limit[g->limits]);
        if (!s) g->limits++;
        if (!s) s = ta_poll(call, 16, (double)g->limits, (double)k);
    }
    return s;
}

/* ---- The table ---- */

static ta_status scan(ta_one_pile *g, ta_call *call, size_t n) {
    size_t k = 1;
    for (; k < n; k++) {
        if (k >= g->limits) {
            ta_status s = one_pile_limits(g, call, k);
            if (s) return s;
        }
        if (g->limit[k] < g->least[n - k]) break;
    }
    g->least[n] = (ta_amount)k;
    return ta_poll(call, (uint32_t)(k / 4) + 1, (double)n, 0);
}

/* Compute least[known..to] by the stack; limits up to `to` must be known. */
static void sweep(ta_one_pile *g, size_t to) {
    ta_amount *least = g->least;
    const ta_amount *limit = g->limit;
    uint32_t *stack = g->stack;
    size_t top = g->stack_count;
    for (; g->stacked < g->known; g->stacked++) stack[top++] = (uint32_t)g->stacked;
    for (size_t n = g->known; n <= to; n++) {
        while (stack[top - 1] != 0 && limit[n - stack[top - 1]] >= least[stack[top - 1]]) top--;
        least[n] = (ta_amount)(n - stack[top - 1]);
        stack[top++] = (uint32_t)n;
    }
    g->stack_count = top;
    g->known = g->stacked = to + 1;
}

static ta_status reserve_table(ta_one_pile *g, ta_call *call, size_t n) {
    if (n >= UINT32_MAX) return ta_fail(call, TA_ELIMIT, "tables hold piles below 2^32");
    if (n >= g->least_cap) {
        double need = (double)n * (2 * sizeof *g->least + sizeof *g->stack);
        double have = one_pile_memory(g);
        if (need > have) return ta_fail_memory(call, "the table of least moves", need, have);
    }
    ta_status s =
        ta_reserve(&g->allocator, (void **)&g->least, &g->least_cap, n + 1, sizeof *g->least);
    if (!s)
        s = ta_reserve(&g->allocator, (void **)&g->stack, &g->stack_cap, n + 2, sizeof *g->stack);
    if (!s && g->known == 0) {
        g->least[0] = TA_INF;
        g->known = 1;
    }
    return s;
}

ta_status one_pile_table(ta_one_pile *g, ta_call *call, ta_amount n) {
    int yes;
    if ((uint64_t)n < g->known) return TA_OK;
    ta_status s = reserve_table(g, call, (size_t)n);
    if (!s) s = rises(g, call, n, &yes);
    while (!s && g->known <= (size_t)n) {
        if (yes) {
            size_t to = (size_t)n - g->known > 8192 ? g->known + 8192 : (size_t)n;
            s = one_pile_limits(g, call, to);
            if (!s) sweep(g, to);
            if (!s) s = ta_poll(call, 8192, (double)g->known, (double)n);
        } else {
            s = scan(g, call, g->known);
            if (!s) g->known++;
        }
    }
    return s;
}

ta_status ta_one_pile_least_moves(ta_one_pile *g, ta_call *call, ta_amount to, ta_amount *out) {
    if (to < 0) return ta_fail(call, TA_EINVAL, "a pile is from 0 up");
    ta_status s = one_pile_table(g, call, to);
    if (s) return s;
    if (!g->misere) {
        memcpy(out, g->least, ((size_t)to + 1) * sizeof *out);
    } else {
        if (to > 0) memcpy(out + 1, g->least, (size_t)to * sizeof *out);
        out[0] = 0;
    }
    return one_pile_checked(g, TA_OK);
}

/* ---- One answer ---- */

ta_status one_pile_least(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount *least) {
    one_pile_method method;
    *least = TA_INF;
    if (n == 0) return TA_OK;
    if ((uint64_t)n < g->known) {
        *least = g->least[n];
        return TA_OK;
    }
    ta_status s = one_pile_choose(g, call, n, &method);
    if (!s && method == BY_TABLE && n > g->check)
        s = ta_fail(call, TA_ELIMIT,
                    "f = %s is not known to be nondecreasing; the recursion to %lld is more than "
                    "check = %lld",
                    ta_movefn_text(g->f), (long long)n, (long long)g->check);
    if (s) return s;
    if (method == BY_TABLE) {
        s = one_pile_table(g, call, n);
        if (!s) *least = g->least[n];
        return s;
    }
    s = one_pile_terms(g, call, n);
    if (s) return s;
    while (n > 0) { /* greedy: the last term used */
        *least = one_pile_largest_term(g, n);
        n %= *least;
    }
    return TA_OK;
}

static ta_status check_pile(ta_call *call, ta_amount n) {
    if (n < 0 || n > TA_MAX) return ta_fail(call, TA_EINVAL, "a pile is from 0 to 2^62");
    return TA_OK;
}

ta_status ta_one_pile_least_move(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount *least) {
    ta_amount value = 0;
    ta_status s = check_pile(call, n);
    if (!s && !(g->misere && n == 0)) s = one_pile_least(g, call, n - g->misere, &value);
    if (!s) *least = value;
    return one_pile_checked(g, s);
}

ta_status ta_one_pile_outcome(ta_one_pile *g, ta_call *call, ta_amount n, ta_amount x,
                              ta_outcome *outcome) {
    ta_amount least;
    ta_status s = ta_one_pile_least_move(g, call, n, &least);
    if (s) return s;
    int over = g->misere && n == 0; /* the player to move has won */
    if (x == TA_OPENING) {
        x = one_pile_first(g, n);
        over = g->misere && x == 0;
    }
    *outcome = over || (x >= least && least != TA_INF) ? TA_N : TA_P;
    return TA_OK;
}
