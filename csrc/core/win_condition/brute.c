/*
** brute.c - condition (B) of the checker: from N0 on, for the first levels, the staircases
** computed from A alone are the words of the certificate.
**
** This file is independent on purpose. The search builds certificates from
** cash/staircase.h, so the checker shares no code with it. It runs the plain recurrence in
** two loops,
**   s_n(e) = min over a in A, a <= n, of a + t_{n-a}(e), with t_n(d) = #{e : s_n(e) <= d}
** the inverse of s_n. Beyond e = n, row n is constant, since a purse above n is worth n.
** The last max A + 1 inverses are kept. Cost: |A| N^2 / 2 for n < N.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "certificate.h"

#define NO_CASH (INT32_MAX / 2)

/* Is s(e), for e = 0..n, the column function of the word of residue i at `level`? */
static int word_is(const certificate *c, int64_t i, int64_t level, const int32_t *s, int64_t n) {
    const certificate_word *word = &c->words[i];
    int64_t e = 0;
    int32_t height = 0;
    for (size_t j = word->first; j < word->first + word->count; j++) {
        const certificate_item *item = &c->items[j];
        for (int64_t times = item->c + item->g * level; times > 0; times--)
            for (int64_t l = 0; l < item->length; l++) {
                if (c->letters[item->at + (size_t)l] == 'V') height++;
                else if (e > n || s[e++] != height) return 0;
            }
    }
    for (; e <= n; e++)
        if (s[e] != (word->end == 'H' ? height : NO_CASH)) return 0;
    return 1;
}

/* Compute row n by the recurrence into s, and its inverse t(d) = #{e : s(e) <= d} into
** rows[n % ring]. */
static void next_row(const certificate *c, int32_t *const *rows, int64_t ring, int64_t n,
                     int32_t *s) {
    for (int64_t e = 0; e <= n; e++) s[e] = NO_CASH;
    for (size_t j = 0; j < c->set.count && c->set.a[j] <= n; j++) {
        int32_t a = (int32_t)c->set.a[j];
        int64_t from = n - a;
        const int32_t *t = rows[from % ring];
        for (int64_t e = 0; e <= from; e++) s[e] = t[e] + a < s[e] ? t[e] + a : s[e];
        for (int64_t e = from + 1; e <= n; e++) s[e] = t[from] + a < s[e] ? t[from] + a : s[e];
    }
    int32_t *t = rows[n % ring];
    int64_t e = 0;
    for (int64_t d = 0; d <= n; d++) {
        while (e <= n && s[e] <= d) e++;
        t[d] = e > n ? NO_CASH : (int32_t)e;
    }
}

static ta_status check_rows(const certificate *c, ta_call *call, int32_t *const *rows, int64_t ring,
                            int64_t end, int32_t *s, int *holds) {
    for (int64_t n = 0; n < end; n++) {
        next_row(c, rows, ring, n, s);
        int64_t over = n - c->base;
        if (over >= 0 && !word_is(c, over % c->period, over / c->period, s, n)) {
            *holds = 0;
            return ta_fail(call, TA_OK, "(B) fails at n = %lld: the word is not the staircase",
                           (long long)n);
        }
        ta_status status = ta_poll(call, (uint32_t)n, (double)n, (double)end);
        if (status) return status;
    }
    return TA_OK;
}

ta_status certificate_brute(const certificate *c, ta_call *call, int64_t levels, int *holds) {
    size_t ring = (size_t)c->set.a[c->set.count - 1] + 1;
    int64_t end = c->base + levels * c->period;
    size_t width = (size_t)end + 1;
    double need = 4.0 * (double)ring * (double)width, have = ta_memory_available();
    if (need > have) return ta_fail_memory(call, "brute force", need, have);
    int32_t **rows = ta_alloc(&c->allocator, ring, sizeof *rows);
    int32_t *s = ta_alloc(&c->allocator, width, sizeof *s);
    ta_status status = rows && s ? TA_OK : TA_ENOMEM;
    for (size_t r = 0; r < ring && !status; r++) {
        rows[r] = ta_alloc(&c->allocator, width, sizeof **rows);
        if (!rows[r]) status = TA_ENOMEM;
    }
    if (!status) status = check_rows(c, call, rows, (int64_t)ring, end, s, holds);
    for (size_t r = 0; rows && r < ring; r++) ta_free(&c->allocator, rows[r], width, sizeof **rows);
    ta_free(&c->allocator, s, width, sizeof *s);
    ta_free(&c->allocator, rows, ring, sizeof *rows);
    return status;
}
