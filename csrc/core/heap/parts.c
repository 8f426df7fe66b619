/*
** parts.c - options of a heap by a code: for each number taken and each number of heaps, the
** partitions of the counters left, parts ascending, in lexicographic order.
**
** The next partition raises the last part that can grow. The parts after it get their least
** sizes, and the last part gets the rest. Least sizes step by one if heaps must be unequal.
*/
#include "parts.h"

#include "base/mem.h"
#include "base/poll.h"

#define PARTS_MOST 1000000 /* heaps of one option */

typedef struct walk {
    ta_heap *h;
    ta_call *call;
    ta_heap_visitor visit;
    void *ctx;
    ta_amount n, left; /* options that may still be visited */
    ta_amount *part;
    size_t part_cap;
} walk;

/* Count one more option of j heaps; many heaps count as several options. */
static ta_status count_one(walk *w, size_t j) {
    return (w->left -= 1 + (ta_amount)j / 64) < 0
               ? heap_too_many(w->h, w->call, w->n)
               : ta_poll(w->call, 1, (double)(HEAP_VISITS_MOST - w->left), 0);
}

/* The least total of j parts from x on: j x, or x + (x + 1) + ... */
static ta_amount least_total(ta_amount x, ta_amount j, ta_amount step) {
    return j * x + step * (j * (j - 1) / 2);
}

/* Set part[i] = x, the parts after it to their least sizes, and the last to the rest. */
static void fill(walk *w, size_t i, size_t j, ta_amount x, ta_amount rest, ta_amount step) {
    for (; i + 1 < j; i++, x += step) {
        w->part[i] = x;
        rest -= x;
    }
    w->part[j - 1] = rest;
}

/* The next partition into j parts. */
static int advance(walk *w, size_t j, ta_amount step) {
    ta_amount rest = w->part[j - 1];
    for (size_t i = j - 1; i-- > 0;) {
        rest += w->part[i];
        ta_amount x = w->part[i] + 1;
        if (least_total(x, (ta_amount)(j - i), step) > rest) continue;
        fill(w, i, j, x, rest, step);
        return 1;
    }
    return 0;
}

/* Visit the partitions of m counters into j heaps, 2 <= j <= m. */
static ta_status visit_parts(walk *w, ta_amount m, size_t j, heap_how how) {
    ta_amount step = how == HEAP_UNEQUAL;
    if (j > PARTS_MOST) return heap_too_many(w->h, w->call, w->n);
    ta_status s = ta_reserve(&w->h->allocator, (void **)&w->part, &w->part_cap, j, sizeof *w->part);
    if (s) return s;
    if (how == HEAP_EQUAL) {
        if (m % (ta_amount)j) return TA_OK;
        for (size_t i = 0; i < j; i++) w->part[i] = m / (ta_amount)j;
        s = count_one(w, j);
        return s ? s : w->visit(w->ctx, w->call, w->part, j);
    }
    if (least_total(1, (ta_amount)j, step) > m) return TA_OK;
    fill(w, 0, j, 1, m, step);
    do {
        s = count_one(w, j);
        if (!s && !(how == HEAP_SOME_UNEQUAL && w->part[0] == w->part[j - 1]))
            s = w->visit(w->ctx, w->call, w->part, j);
    } while (!s && advance(w, j, step));
    return s;
}

/* Visit the options that leave m counters as the digit allows. */
static ta_status visit_row(walk *w, const heap_allowed *row, ta_amount m) {
    ta_amount most = row->from ? m : m < HEAP_LISTED_MOST ? m : HEAP_LISTED_MOST;
    ta_status s = TA_OK;
    if (m == 0)
        return heap_allows(row, 0, HEAP_ANY) ? heap_visit_one(0, w->call, w->visit, w->ctx) : TA_OK;
    if (heap_allows(row, 1, HEAP_ANY)) s = heap_visit_one(m, w->call, w->visit, w->ctx);
    for (ta_amount j = 2; j <= most && !s; j++)
        for (int how = 0; how < HEAP_HOWS && !s; how++)
            if (heap_allows(row, (size_t)j, (heap_how)how))
                s = visit_parts(w, m, (size_t)j, (heap_how)how);
    return s;
}

ta_status heap_notation_visit(ta_heap *h, ta_call *call, const heap_notation *code, ta_amount n,
                              ta_heap_visitor visit, void *ctx) {
    walk w = { .h = h, .call = call, .visit = visit, .ctx = ctx, .n = n, .left = HEAP_VISITS_MOST };
    ta_amount added = (ta_amount)code->added, last = (ta_amount)code->count - 1 - added;
    if (n == 0) return TA_OK;
    if (code->tail || last > n) last = n;
    ta_status s = TA_OK;
    for (ta_amount k = -added; k <= last && !s; k++) {
        const heap_allowed *row = heap_notation_row(code, (size_t)(k + added));
        if (heap_allows_some(row)) s = visit_row(&w, row, n - k);
        if (!s) s = count_one(&w, 0);
    }
    ta_free(&h->allocator, w.part, w.part_cap, sizeof *w.part);
    return s;
}
