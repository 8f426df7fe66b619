/*
** staircase.c - making, keeping and dropping the rows of staircase.h.
**
** Rows are made one after another by step16 or step32, and kept for as long as memory
** lasts; past it the oldest go, but never the last max A + 1, which the next row and the
** winning moves need. A question about a row that is gone makes all rows again.
** Cost: O(n^2 |A|) vector cells for everything up to n; then O(1) a question.
*/
#include "staircase.h"

#include "base/amount.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "step.h"

#define SMALL 6.4e7 /* bytes of rows that are taken without asking the system */

static ta_amount most_member(const cash_staircases *s) {
    return s->a[s->count - 1];
}

/* ---- Room ---- */

static size_t cell_size(const cash_staircases *s) {
    return s->wide ? sizeof(uint32_t) : sizeof(uint16_t);
}

static double row_bytes(const cash_staircases *s, ta_amount n) {
    return ((double)n + 1 + CASH_PAD) * (double)cell_size(s);
}

static void drop_row(cash_staircases *s) {
    ta_amount n = s->first++;
    s->bytes -= row_bytes(s, n);
    ta_free(&s->alloc, s->rows[n], (size_t)n + 1 + CASH_PAD, cell_size(s));
    s->rows[n] = NULL;
}

static void drop_all(cash_staircases *s) {
    while (s->first < s->known) drop_row(s);
    s->first = s->known = 0;
    ta_free(&s->alloc, s->scratch, s->scratch_cells, cell_size(s));
    s->scratch = NULL;
    s->scratch_cells = 0;
}

void cash_staircases_clear(cash_staircases *s) {
    drop_all(s);
    ta_free(&s->alloc, s->rows, s->rows_cap, sizeof *s->rows);
    s->rows = NULL;
    s->rows_cap = 0;
}

ta_status cash_staircases_refuse(const cash_staircases *s, ta_call *call, ta_amount n) {
    char bytes[32];
    double rows = (double)most_member(s) + 1;
    return ta_fail(call, TA_ELIMIT,
                   "the staircases to n = %lld would take %s of memory and %.2g steps, and this "
                   "game evaluates n <= %lld; theorem() and win_condition() answer any n",
                   (long long)n, ta_bytes_text(bytes, rows * ((double)n + 1) * 4),
                   (double)n * (double)n * (double)s->count / 2, (long long)s->limit);
}

/* Room for the work up to n: the scratch row, the list of rows, and the rows from `low`
** or of the last max A + 1. The bytes the rows may take come through *budget. */
static ta_status make_room(cash_staircases *s, ta_call *call, ta_amount low, ta_amount n,
                           double *budget) {
    *budget = SMALL; /* asking the system takes longer than a small row */
    if (row_bytes(s, n) * (double)(n + 1) > SMALL) *budget = ta_memory_available() / 2 + s->bytes;
    if (s->memory > 0) *budget = s->memory;
    double need = ((double)(n - low) + 2) * (row_bytes(s, low) + row_bytes(s, n)) / 2;
    if (need > *budget) return ta_fail_memory(call, s->what, need, *budget);
    void *rows = s->rows;
    ta_status status = ta_reserve(&s->alloc, &rows, &s->rows_cap, (size_t)n + 1, sizeof *s->rows);
    s->rows = rows;
    if (status) return status;
    size_t cells = (size_t)n + 1 + CASH_PAD;
    return ta_reserve(&s->alloc, &s->scratch, &s->scratch_cells, cells, cell_size(s));
}

/* ---- Rows ---- */

static ta_status make_row(cash_staircases *s, ta_amount n) {
    size_t cells = (size_t)n + 1 + CASH_PAD;
    void *row = ta_realloc(&s->alloc, NULL, 0, cells, cell_size(s));
    if (!row) return TA_ENOMEM;
    const void *prev[TA_CASH_MEMBERS];
    for (size_t j = 0; j < s->count; j++) {
        /* drop_before keeps the last max A rows: all that row n is made from */
        ta_assert(s->a[j] > n || n - s->a[j] >= s->first);
        prev[j] = s->a[j] <= n ? s->rows[n - s->a[j]] : NULL;
    }
    if (s->wide)
        cash_step32(row, s->scratch, (const uint32_t *const *)prev, s->a, s->count, (size_t)n,
                    s->portable);
    else
        cash_step16(row, s->scratch, (const uint16_t *const *)prev, s->a, s->count, (size_t)n,
                    s->portable);
    s->rows[n] = row;
    s->known = n + 1;
    s->bytes += row_bytes(s, n);
    return TA_OK;
}

/* Drop rows below `low` that row n does not need, for its room. */
static void drop_before(cash_staircases *s, ta_amount low, ta_amount n, double budget) {
    while ((s->last_only || s->bytes + row_bytes(s, n) > budget) && n - s->first > most_member(s) &&
           s->first < low)
        drop_row(s);
}

ta_status cash_staircases_extend(cash_staircases *s, ta_call *call, ta_amount low, ta_amount high) {
    ta_amount most = most_member(s);
    if (low > high - most) low = high > most ? high - most : 0;
    if (s->first <= low && high < s->known) return TA_OK;
    if (high > s->limit || high > (ta_amount)UINT32_MAX - 1)
        return cash_staircases_refuse(s, call, high);
    if (low < s->first || (high > CASH_NARROW && !s->wide)) {
        drop_all(s);
        s->wide = high > CASH_NARROW;
    }
    double budget;
    ta_status status = make_room(s, call, low, high, &budget);
    while (status == TA_OK && s->known <= high) {
        ta_amount n = s->known;
        drop_before(s, low, n, budget);
        status = make_row(s, n);
        uint32_t steps = (uint32_t)((uint64_t)n * s->count / 16 % (1u << 24)) + 1;
        if (status == TA_OK)
            status = ta_poll(call, steps, (double)n * (double)n, (double)high * (double)high);
    }
    ta_sound(cash_staircases_check(s));
    return status;
}

/* ---- Questions ---- */

ta_amount cash_row_beaten(const cash_staircases *s, ta_amount n, ta_amount d) {
    ta_amount low = 0, high = n + 1; /* the first e with s_n(e) > d */
    if (d > n) d = n;
    while (low < high) {
        ta_amount e = low + (high - low) / 2;
        if (cash_row_least(s, n, e) <= d) low = e + 1;
        else high = e;
    }
    return low > n ? TA_INF : low;
}

/* ---- The check ---- */

/* s_n(e) by its definition, from the rows before. */
static ta_amount defined(const cash_staircases *s, ta_amount n, ta_amount e) {
    ta_amount least = TA_INF;
    for (size_t j = 0; j < s->count && s->a[j] <= n; j++) {
        ta_amount d = ta_add(cash_row_beaten(s, n - s->a[j], e), s->a[j]);
        if (d < least) least = d;
    }
    return least;
}

const char *cash_staircases_check(const cash_staircases *s) {
    ta_amount n = s->known - 1;
    if (s->first < 0 || s->first > s->known) return "staircases: the rows end before they begin";
    if (!s->wide && n > CASH_NARROW) return "staircases: a row is too long for its cells";
    /* row n can be looked into where there are all the rows that it is made from */
    if (s->first == s->known || (s->first > 0 && n - s->first < most_member(s))) return NULL;
    for (ta_amount e = 1; e <= n; e++)
        if (cash_row_least(s, n, e) < cash_row_least(s, n, e - 1))
            return "staircases: the last row falls";
    for (ta_amount e = 0; e <= n; e += (ta_amount)ta_check_step((size_t)n))
        if (cash_row_least(s, n, e) != defined(s, n, e))
            return "staircases: a cell of the last row is not the minimum";
    return NULL;
}
