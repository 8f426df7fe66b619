/*
** staircase.c - computes, keeps and drops the rows of staircase.h.
**
** fill.c computes some hundreds of rows at a time. Rows are kept while memory lasts. Then the
** oldest are dropped, but never the last max A + 1, which the next row and the winning moves
** need. A query about a dropped row computes all rows again.
** Cost: O(n^2 |A|) vector cells for everything up to n; then O(1) a query.
*/
#include "staircase.h"

#include "base/amount.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "step.h"

#define SMALL 6.4e7 /* if all rows take at most this many bytes, the free memory is not queried */

static ta_amount most_member(const cash_staircases *s) {
    return s->rich->a[s->rich->count - 1];
}

/* ---- Memory ---- */

static size_t cell_size(const cash_staircases *s) {
    return s->wide ? sizeof(uint32_t) : sizeof(uint16_t);
}

static size_t row_cells(const cash_staircases *s, const cash_row *row) {
    return row->tail - cash_row_from(s->rich, row) + CASH_PAD;
}

static ta_amount head_of(const cash_staircases *s, ta_amount n) {
    return n / (2 * s->rich->a[0]) * s->rich->a[0];
}

/* An upper bound of the bytes of row n, for any f. */
static double row_bytes(const cash_staircases *s, ta_amount n) {
    double head = (double)head_of(s, n), most = (double)most_member(s);
    return ((double)n - (head > most ? head - most : 0) + CASH_PAD) * (double)cell_size(s);
}

/* Free the rows from n on that share one block of memory. */
static void free_rows(cash_staircases *s, ta_amount n) {
    cash_row *rows = &s->rows[n];
    size_t cells = 0;
    for (uint32_t i = 0; i < rows->together; i++) cells += row_cells(s, &rows[i]);
    s->bytes -= (double)cells * (double)cell_size(s);
    ta_free(&s->rich->alloc, rows->cells, cells, cell_size(s));
}

static void drop_first(cash_staircases *s) {
    ta_amount n = s->first;
    s->first += s->rows[n].together;
    free_rows(s, n);
}

static void drop_all(cash_staircases *s) {
    while (s->first < s->known) drop_first(s);
    s->first = s->known = 0;
}

void cash_staircases_clear(cash_staircases *s) {
    if (!s->rich) return;
    drop_all(s);
    ta_free(&s->rich->alloc, s->rows, s->rows_cap, sizeof *s->rows);
    s->rows = NULL;
    s->rows_cap = 0;
}

ta_status cash_staircases_refuse(const cash_staircases *s, ta_call *call, ta_amount n) {
    char bytes[32];
    double rows = (double)most_member(s) + 1;
    return ta_fail(call, TA_ELIMIT,
                   "the staircases to n = %lld would take %s of memory and %.2g steps, and this "
                   "game evaluates n <= %lld; winner() and win_condition() answer any n",
                   (long long)n, ta_bytes_text(bytes, rows * ((double)n + 1) * 2),
                   (double)n * (double)n * (double)s->rich->count / 4, (long long)s->limit);
}

/* Reserve memory for the work up to n: the list of rows, and the rows from `low` on. *budget is the
** number of bytes that the rows may take. */
static ta_status make_room(cash_staircases *s, ta_call *call, ta_amount low, ta_amount n,
                           double *budget) {
    *budget = SMALL; /* a query of the free memory takes longer than small rows */
    if (row_bytes(s, n) * (double)(n + 1) > SMALL) *budget = ta_memory_available() / 2 + s->bytes;
    if (s->memory > 0) *budget = s->memory;
    double need = ((double)(n - low) + 2) * (row_bytes(s, low) + row_bytes(s, n)) / 2;
    if (need > *budget) return ta_fail_memory(call, s->what, need, *budget);
    void *rows = s->rows;
    ta_status status =
        ta_reserve(&s->rich->alloc, &rows, &s->rows_cap, (size_t)n + 1, sizeof *s->rows);
    s->rows = rows;
    return status;
}

/* ---- Rows ---- */

/* Describe row n without its cells. */
static ta_status describe_row(cash_staircases *s, ta_call *call, ta_amount n) {
    cash_thresholds *rich = s->rich;
    ta_status status = TA_OK;
    while (!status && rich->known <= n) status = cash_thresholds_next(rich, call);
    if (status) return status;
    uint32_t head = (uint32_t)head_of(s, n), tail = (uint32_t)rich->f[1][n];
    s->rows[n] = (cash_row){ .head = head,
                             .tail = tail > head ? tail : head,
                             .end = rich->wins[n] ? (uint32_t)rich->f[0][n] : CASH_NEVER };
    return TA_OK;
}

/* Allocate `count` rows from n on, or as many as the budget allows; with `must` at least one. */
static ta_status take_rows(cash_staircases *s, ta_call *call, ta_amount n, size_t count,
                           double budget, int must, size_t *given) {
    cash_row *rows = &s->rows[n];
    size_t cells = 0, i;
    *given = 0;
    for (i = 0; i < count; i++) {
        ta_status status = describe_row(s, call, n + (ta_amount)i);
        if (status) return status;
        size_t more = row_cells(s, &rows[i]);
        if ((!must || i > 0) && s->bytes + (double)(cells + more) * (double)cell_size(s) > budget)
            break;
        cells += more;
    }
    if (i == 0) return TA_OK;
    char *memory = ta_realloc(&s->rich->alloc, NULL, 0, cells, cell_size(s));
    if (!memory) return TA_ENOMEM;
    s->bytes += (double)cells * (double)cell_size(s);
    rows->together = (uint32_t)i;
    *given = i;
    for (i = 0; i < *given; i++) {
        rows[i].cells = memory;
        memory += row_cells(s, &rows[i]) * cell_size(s);
    }
    return TA_OK;
}

/* Drop rows below `low` that row s->known does not need, until `count` more rows fit. */
static void drop_before(cash_staircases *s, ta_amount low, size_t count, double budget) {
    double room = (double)count * row_bytes(s, s->known + (ta_amount)count - 1);
    ta_amount needed = s->known - most_member(s);
    if (needed > low) needed = low;
    while (s->first < s->known && s->first + s->rows[s->first].together <= needed &&
           (s->last_only || s->bytes + room > budget))
        drop_first(s);
}

/* Compute some hundreds of rows, in bands of one block of memory each; the last band may be short.
** If memory suffices for some rows only, compute those. It fails if there is memory for none. */
static ta_status make_rows(cash_staircases *s, ta_team *team, ta_amount low, ta_amount high,
                           double budget, atomic_size_t *done) {
    size_t left = (size_t)(high - s->known) + 1, ready = 0, made;
    size_t count = left < CASH_PHASE ? left : CASH_PHASE;
    ta_status status = TA_OK;
    /* a smaller step keeps some of the old rows */
    while (count > CASH_BAND_LEAST &&
           (double)count * row_bytes(s, s->known + (ta_amount)count - 1) > budget / 4)
        count /= 2;
    drop_before(s, low, count, budget);
    size_t band = cash_band(count, team->threads), given = band;
    while (!status && ready < count && given == band) {
        size_t more = count - ready < band ? count - ready : band;
        status = take_rows(s, team->call, s->known + (ta_amount)ready, more, budget, ready == 0,
                           &given);
        ready += given;
    }
    if (status && ready == 0) return status;
    const cash_rows rows = { s->rich, s->rows, s->wide, s->portable };
    status = cash_fill(&rows, team, s->known, ready, band, high, done, &made);
    ta_assert(status || made == ready);
    for (size_t i = made; i < ready; i += band) free_rows(s, s->known + (ta_amount)i);
    s->known += (ta_amount)made;
    return status;
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
    ta_team team;
    ta_status status = make_room(s, call, low, high, &budget);
    if (status) return status;
    size_t left = (size_t)(high - s->known) + 1, count = left < CASH_PHASE ? left : CASH_PHASE;
    atomic_size_t *done = ta_alloc(&s->rich->alloc, count, sizeof *done);
    if (!done) return TA_ENOMEM;
    unsigned threads = cash_fill_threads(call, s->rich->count, s->known, high);
    status = ta_team_open(&team, &s->rich->alloc, call, threads);
    if (!status) {
        while (!status && s->known <= high) status = make_rows(s, &team, low, high, budget, done);
        ta_team_close(&team);
    }
    ta_free(&s->rich->alloc, done, count, sizeof *done);
    ta_sound(cash_staircases_check(s));
    return status;
}

/* ---- Queries ---- */

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

ta_amount cash_row_wins(const cash_staircases *s, ta_amount n, ta_amount m) {
    ta_amount tail = s->rows[n].tail, wins = 0, end = cash_row_least(s, n, TA_INF);
    for (ta_amount e = 0; e <= m && e < tail; e++) {
        ta_amount least = cash_row_least(s, n, e);
        if (least > m) return wins;
        wins += m - least + 1;
    }
    if (tail <= m && end <= m) wins += (m - tail + 1) * (m - end + 1);
    return wins;
}

/* ---- The check ---- */

/* s_n(e) by its definition, from the rows before. */
static ta_amount defined(const cash_staircases *s, ta_amount n, ta_amount e) {
    ta_amount least = TA_INF;
    for (size_t j = 0; j < s->rich->count && s->rich->a[j] <= n; j++) {
        ta_amount a = s->rich->a[j], d = ta_add(cash_row_beaten(s, n - a, e), a);
        if (d < least) least = d;
    }
    return least;
}

const char *cash_staircases_check(const cash_staircases *s) {
    ta_amount n = s->known - 1;
    if (s->first < 0 || s->first > s->known) return "staircases: the rows end before they begin";
    if (!s->wide && n > CASH_NARROW) return "staircases: a row is too long for its cells";
    /* row n can be checked only with all the rows that define it */
    if (s->first == s->known || (s->first > 0 && n - s->first < most_member(s))) return NULL;
    for (ta_amount e = 1; e <= n; e++)
        if (cash_row_least(s, n, e) < cash_row_least(s, n, e - 1))
            return "staircases: the last row falls";
    for (ta_amount e = 0; e <= n; e += (ta_amount)ta_check_step((size_t)n))
        if (cash_row_least(s, n, e) != defined(s, n, e))
            return "staircases: a cell of the last row is not the minimum";
    return NULL;
}
