/*
** value.c - values of NIM with Cash, through the public calls of the store of values.
**
** Start from n stones, with d dollars for Left and e for Right. Play reaches the positions
** (n - i - j; d - i, e - j), where Left has spent i and Right j. So the table has the indices
** i and j, which are sums of moves. An option has a larger i or j, so the table is filled
** from the largest i + j down.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "takeaway/cash.h"
#include "takeaway/value.h"

typedef struct cash_table {
    ta_values *v;
    const ta_amount *moves;
    size_t count;
    size_t n, d, e;           /* purses clipped to n */
    ta_value *at;             /* at[i * (e + 1) + j] */
    unsigned char *spendable; /* is the amount a sum of moves? Up to the larger purse */
} cash_table;

static ta_status fill(cash_table *t, ta_call *call, size_t i, size_t j, ta_value *lists) {
    size_t counts[2] = { 0, 0 }, left = t->n - i - j;
    for (size_t k = 0; k < t->count; k++) {
        size_t a = (size_t)t->moves[k];
        if (a > left) continue;
        if (a <= t->d - i) lists[counts[0]++] = t->at[(i + a) * (t->e + 1) + j];
        if (a <= t->e - j) lists[t->count + counts[1]++] = t->at[i * (t->e + 1) + j + a];
    }
    return ta_value_from_options(t->v, call, lists, counts[0], lists + t->count, counts[1],
                                 &t->at[i * (t->e + 1) + j]);
}

static ta_status fill_all(cash_table *t, ta_call *call, ta_value *lists) {
    size_t purse = t->d > t->e ? t->d : t->e;
    t->spendable[0] = 1;
    for (size_t s = 1; s <= purse; s++)
        for (size_t k = 0; k < t->count && !t->spendable[s]; k++)
            t->spendable[s] = t->moves[k] <= (ta_amount)s && t->spendable[s - (size_t)t->moves[k]];
    for (size_t spent = t->d + t->e < t->n ? t->d + t->e : t->n;; spent--) {
        for (size_t i = spent > t->e ? spent - t->e : 0; i <= spent && i <= t->d; i++) {
            if (!t->spendable[i] || !t->spendable[spent - i]) continue;
            ta_status s = fill(t, call, i, spent - i, lists);
            if (!s) s = ta_poll(call, 64, (double)(t->n - spent), (double)t->n);
            if (s) return s;
        }
        if (spent == 0) return TA_OK;
    }
}

ta_status ta_value_cash(ta_values *values, ta_call *call, const ta_amount *moves, size_t count,
                        ta_amount n, ta_amount d, ta_amount e, ta_value *value) {
    for (size_t k = 0; k < count; k++)
        if (moves[k] < 1) return ta_fail(call, TA_EINVAL, "a move is a positive integer");
    if (n < 0 || d < 0 || e < 0)
        return ta_fail(call, TA_EINVAL, "stones and purses are not negative");
    if (d > n) d = n;
    if (e > n) e = n;
    double need = ((double)d + 1) * ((double)e + 1) * sizeof(ta_value) + (double)(d > e ? d : e);
    ta_values_statistics store;
    ta_values_describe(values, &store);
    double have = (double)store.most_bytes - (double)store.bytes;
    if (need > have) return ta_fail_memory(call, "the table of purses", need, have);
    cash_table t = { values, moves, count, (size_t)n, (size_t)d, (size_t)e, NULL, NULL };
    size_t cells = (t.d + 1) * (t.e + 1), amounts = (t.d > t.e ? t.d : t.e) + 1;
    const ta_allocator *a = ta_values_allocator(values);
    ta_value *lists = ta_alloc(a, 2 * count + 1, sizeof *lists);
    t.at = ta_alloc(a, cells, sizeof *t.at);
    t.spendable = ta_alloc(a, amounts, 1);
    ta_status s = lists && t.at && t.spendable ? fill_all(&t, call, lists) : TA_ENOMEM;
    if (!s) *value = t.at[0];
    ta_free(a, lists, 2 * count + 1, sizeof *lists);
    ta_free(a, t.at, cells, sizeof *t.at);
    ta_free(a, t.spendable, amounts, 1);
    return s;
}
