/*
** cash.c - NIM with Cash by staircases.
**
** W(n;d,e) = I is kept by raising d or lowering e, so a pile of n stones is one
** nondecreasing staircase s_n(e), the least d that wins. A player can spend at
** most n, so e and d run over 0..n and anything more is the same as n:
**   s_n(e) = min over a in A, a <= n, of a + t_{n-a}(e),  t its inverse.
** Rows are kept for as long as memory lasts; past it the oldest go, but never
** the last max A + 1, which the next row and the winning moves need.
** Cost: O(n^2 |A|) vector cells for everything up to n; then O(1) a question.
** Past the limit or the memory a question is put to the theory (cash_theory.c):
** whatever a rich or poor purse or a proved closed form decides is answered.
*/
#include <stdlib.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "cash_int.h"

#define SMALL 6.4e7 /* bytes of rows that are taken without asking the system */

/* ---- Games ---- */

static int ascending(const void *x, const void *y) {
    int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    return (a > b) - (a < b);
}

ta_status ta_cash_create(const ta_allocator *allocator, ta_call *call, const ta_amount *members,
                         size_t count, ta_amount limit, double memory, ta_cash **out) {
    const ta_allocator *a = ta_allocator_or_default(allocator);
    if (count == 0) return ta_fail(call, TA_EINVAL, "A is empty: it needs a positive integer");
    for (size_t i = 0; i < count; i++)
        if (members[i] < 1 || members[i] > TA_CASH_LARGEST)
            return ta_fail(call, TA_EINVAL, "member %lld of A is not from 1 to %d",
                           (long long)members[i], TA_CASH_LARGEST);
    ta_cash *g = ta_alloc(a, 1, sizeof *g);
    if (!g) return TA_ENOMEM;
    g->alloc = *a;
    g->limit = limit > 0 ? limit : 1000000;
    g->memory = memory;
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < g->count && g->a[j] != members[i]) j++;
        if (j < g->count) continue;
        if (g->count == TA_CASH_MEMBERS) {
            ta_cash_destroy(g);
            return ta_fail(call, TA_EINVAL, "A has more than %d members", TA_CASH_MEMBERS);
        }
        g->a[g->count++] = (int32_t)members[i];
    }
    qsort(g->a, g->count, sizeof *g->a, ascending);
    *out = g;
    return TA_OK;
}

const int32_t *ta_cash_members(const ta_cash *game, size_t *count) {
    *count = game->count;
    return game->a;
}

/* ---- Rows ---- */

static size_t cell_size(const ta_cash *g) {
    return g->wide ? sizeof(uint32_t) : sizeof(uint16_t);
}

static double row_bytes(const ta_cash *g, ta_amount n) {
    return ((double)n + 1 + CASH_PAD) * (double)cell_size(g);
}

static void drop_row(ta_cash *g) {
    ta_amount n = g->first++;
    g->bytes -= row_bytes(g, n);
    ta_free(&g->alloc, g->rows[n], (size_t)n + 1 + CASH_PAD, cell_size(g));
    g->rows[n] = NULL;
}

static void drop_all(ta_cash *g) {
    while (g->first < g->known) drop_row(g);
    g->first = g->known = 0;
    ta_free(&g->alloc, g->scratch, g->scratch_cells, cell_size(g));
    g->scratch = NULL;
    g->scratch_cells = 0;
}

void ta_cash_destroy(ta_cash *g) {
    if (!g) return;
    ta_allocator a = g->alloc;
    drop_all(g);
    ta_free(&a, g->rows, g->rows_cap, sizeof *g->rows);
    cash_free_theory(g);
    ta_free(&a, g, 1, sizeof *g);
}

static ta_status make_row(ta_cash *g, ta_amount n) {
    size_t cells = (size_t)n + 1 + CASH_PAD;
    void *row = ta_realloc(&g->alloc, NULL, 0, cells, cell_size(g));
    if (!row) return TA_ENOMEM;
    const void *prev[TA_CASH_MEMBERS];
    for (size_t j = 0; j < g->count; j++) prev[j] = g->a[j] <= n ? g->rows[n - g->a[j]] : NULL;
    if (g->wide)
        cash_step32(row, g->scratch, (const uint32_t *const *)prev, g->a, g->count, (size_t)n,
                    g->portable);
    else
        cash_step16(row, g->scratch, (const uint16_t *const *)prev, g->a, g->count, (size_t)n,
                    g->portable);
    g->rows[n] = row;
    g->known = n + 1;
    g->bytes += row_bytes(g, n);
    return TA_OK;
}

static ta_status too_large(ta_cash *g, ta_call *call, ta_amount n) {
    char bytes[32];
    double rows = (double)cash_most_member(g) + 1;
    return ta_fail(call, TA_ELIMIT,
                   "the staircases to n = %lld would take %s of memory and %.2g steps, and this "
                   "game evaluates n <= %lld; theorem() and win_condition() answer any n",
                   (long long)n, ta_bytes_text(bytes, rows * ((double)n + 1) * 4),
                   (double)n * (double)n * (double)g->count / 2, (long long)g->limit);
}

/* Room for the work up to n: the scratch row, the list of rows, and at least
** the last max A + 1 rows. The bytes the rows may take come through *budget. */
static ta_status make_room(ta_cash *g, ta_call *call, ta_amount n, double *budget) {
    ta_amount tail = cash_most_member(g) < n ? cash_most_member(g) : n;
    *budget = SMALL; /* asking the system takes longer than a small row */
    if (row_bytes(g, n) * (double)(n + 1) > SMALL) *budget = ta_memory_available() / 2 + g->bytes;
    if (g->memory > 0) *budget = g->memory;
    double need = ((double)tail + 2) * row_bytes(g, n);
    if (need > *budget)
        return ta_fail_memory(call,
                              "the last rows of the staircases "
                              "(theorem() and win_condition() need none)",
                              need, *budget);
    void *rows = g->rows;
    ta_status s = ta_reserve(&g->alloc, &rows, &g->rows_cap, (size_t)n + 1, sizeof *g->rows);
    g->rows = rows;
    if (s) return s;
    size_t cells = (size_t)n + 1 + CASH_PAD;
    return ta_reserve(&g->alloc, &g->scratch, &g->scratch_cells, cells, cell_size(g));
}

/* Make all rows from `low` to `high` known. */
static ta_status ensure(ta_cash *g, ta_call *call, ta_amount low, ta_amount high) {
    if (g->first <= low && high < g->known) return TA_OK;
    if (high > g->limit || high > (ta_amount)UINT32_MAX - 1) return too_large(g, call, high);
    if (low < g->first || (high > CASH_NARROW && !g->wide)) {
        drop_all(g);
        g->wide = high > CASH_NARROW;
    }
    double budget;
    ta_status s = make_room(g, call, high, &budget);
    ta_amount most = cash_most_member(g);
    while (s == TA_OK && g->known <= high) {
        ta_amount n = g->known;
        while (g->bytes + row_bytes(g, n) > budget && n - g->first > most && g->first < low)
            drop_row(g);
        s = make_row(g, n);
        uint32_t steps = (uint32_t)((uint64_t)n * g->count / 16 % (1u << 24)) + 1;
        if (s == TA_OK)
            s = ta_poll(call, steps, (double)n * (double)n, (double)high * (double)high);
    }
    return s;
}

/* The rows that the state (n; ., .) and its options are read from. */
static ta_status ensure_around(ta_cash *g, ta_call *call, ta_amount n) {
    ta_amount most = cash_most_member(g);
    return ensure(g, call, n > most ? n - most : 0, n);
}

ta_status ta_cash_solve(ta_cash *game, ta_call *call, ta_amount n) {
    return ensure_around(game, call, n);
}

/* ---- Questions ---- */

ta_amount cash_row_least(const ta_cash *g, ta_amount n, ta_amount e) {
    ta_assert(g->first <= n && n < g->known);
    if (e > n) e = n;
    if (g->wide) {
        uint32_t s = ((const uint32_t *)g->rows[n])[e];
        return s == UINT32_MAX ? TA_INF : s;
    }
    uint16_t s = ((const uint16_t *)g->rows[n])[e];
    return s == UINT16_MAX ? TA_INF : s;
}

ta_amount cash_row_beaten(const ta_cash *g, ta_amount n, ta_amount d) {
    ta_amount low = 0, high = n + 1; /* the first e with s_n(e) > d */
    if (d > n) d = n;
    while (low < high) {
        ta_amount e = low + (high - low) / 2;
        if (cash_row_least(g, n, e) <= d) low = e + 1;
        else high = e;
    }
    return low > n ? TA_INF : low;
}

ta_status cash_staircase_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                                int *first) {
    ta_status s = n < g->known && n >= g->first ? TA_OK : ensure_around(g, call, n);
    if (s == TA_OK) *first = cash_row_least(g, n, e) <= (d < n ? d : n); /* INF <= INF is no win */
    return s;
}

/* The staircase refused, and the theory could not say either: the former's message. */
static ta_status undecided(ta_cash *g, ta_call *call, ta_amount n, ta_status theory) {
    ta_status s = theory == TA_ELIMIT ? ensure_around(g, call, n) : theory;
    return s ? s : too_large(g, call, n);
}

ta_status ta_cash_winner(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                         int *first) {
    ta_require(n >= 0 && n <= TA_MAX && d >= 0 && e >= 0);
    ta_status s = cash_staircase_winner(g, call, n, d, e, first);
    if (s != TA_ELIMIT) return s;
    s = cash_theory_winner(g, call, n, d, e, first);
    return s ? undecided(g, call, n, s) : TA_OK;
}

ta_status ta_cash_moves(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                        ta_amount *moves, size_t *count) {
    ta_status s = ensure_around(g, call, n);
    int by_theory = s == TA_ELIMIT;
    size_t found = 0;
    if (s && !by_theory) return s;
    for (size_t j = 0; j < g->count; j++) {
        ta_amount a = g->a[j], rest = n - a;
        if (a > n || a > d) break;
        /* the other player, now to move with e against d - a, must lose */
        ta_amount left = d == TA_INF ? TA_INF : d - a;
        int other = 0;
        s = by_theory ? cash_theory_winner(g, call, rest, e, left, &other)
                      : cash_staircase_winner(g, call, rest, e, left, &other);
        if (s) return undecided(g, call, n, s);
        if (!other) moves[found++] = a;
    }
    *count = found;
    return TA_OK;
}

/* Past the staircases: the first x in 0..n at which the mover wins (x dollars against y) or,
** for `beaten`, no longer wins (y dollars against x), by bisection: F2. TA_INF when none. */
static ta_status bisect(ta_cash *g, ta_call *call, ta_amount n, ta_amount y, int beaten,
                        ta_amount *least) {
    ta_amount low = 0, high = n + 1;
    while (low < high) {
        ta_amount x = low + (high - low) / 2;
        int first = 0;
        ta_status s = beaten ? cash_theory_winner(g, call, n, y, x, &first)
                             : cash_theory_winner(g, call, n, x, y, &first);
        if (s) return undecided(g, call, n, s);
        if (first == beaten) low = x + 1;
        else high = x;
    }
    *least = low > n ? TA_INF : low;
    return TA_OK;
}

ta_status ta_cash_least(ta_cash *g, ta_call *call, ta_amount n, ta_amount e, ta_amount *least) {
    ta_status s = ensure_around(g, call, n);
    if (s == TA_ELIMIT) return bisect(g, call, n, e, 0, least);
    if (s == TA_OK) *least = cash_row_least(g, n, e);
    return s;
}

ta_status ta_cash_beaten(ta_cash *g, ta_call *call, ta_amount n, ta_amount d, ta_amount *beaten) {
    ta_status s = ensure_around(g, call, n);
    if (s == TA_ELIMIT) return bisect(g, call, n, d, 1, beaten);
    if (s == TA_OK) *beaten = cash_row_beaten(g, n, d);
    return s;
}

ta_status ta_cash_count(ta_cash *g, ta_call *call, ta_amount m, ta_amount *count) {
    ta_amount total = 0;
    for (ta_amount n = 0; n <= m; n++) {
        ta_status s = ensure_around(g, call, n);
        for (ta_amount e = 0; e <= m && s == TA_OK; e++) {
            ta_amount least = cash_row_least(g, n, e);
            if (least <= m) total += m - least + 1;
        }
        if (s == TA_OK) s = ta_poll(call, (uint32_t)(m % (1 << 24)) + 1, (double)n, (double)m);
        if (s) return s;
    }
    *count = total;
    return TA_OK;
}
