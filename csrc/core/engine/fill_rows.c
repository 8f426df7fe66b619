/*
** fill_rows.c - rows of places solved together: single bits. Nim values are in fill_values.c.
**
** What a rule names in a row (rows.h) is a list of items: in position t the places id + t by + i step, for i up
** to turns + t more. An item with by = 1 and as many options in each position is, for one i, a row of answers
** some way back: of single bits 64 positions are looked up at once, shifted. The other items, and those that lead
** into the row itself, are looked up one by one, only where no option is known to lose.
**
** A batch is several rows that share a list: first what each names before the batch is gathered, which
** rows need not wait for each other for, so that threads do it side by side; then, row by row, the rest. Answers of the batch stay in memory of their
** own until it is done, so the data are only read meanwhile.
**
** Why it is right: an answer is used only where every place it comes from is smaller than the position's: `ordered`
** looks at the corners of an item, which is linear in t, i and the row; and those are answered: they lie before the
** batch, in a row of it that is done, or in the row itself before t.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

/* ---- Room ---- */

#define ROWS_WORDS (FILL_CELLS / 64 + 2 * FILL_CELLS / FILL_ROW_LEAST) /* of rows of any length */

ta_status ta_fill_rows_room(fill *w, ta_call *call) {
    const ta_allocator *a = &w->s->allocator;
    int nim = w->f->what == TA_ASK_NIM_VALUE;
    double seconds = (nim ? 4e-8 : 2e-8) * (double)w->count;
    ta_status st = ta_team_open(&w->team, a, call, ta_threads(call, seconds));
    if (st) return w->team.threads = 0, st;
    if (nim) return ta_fill_values_room(w);
    w->won = ta_alloc(a, ROWS_WORDS, sizeof *w->won);
    w->lost = ta_alloc(a, ROWS_WORDS, sizeof *w->lost);
    return w->won && w->lost ? TA_OK : TA_ENOMEM;
}

void ta_fill_rows_clear(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    ta_fill_values_clear(w);
    if (w->team.threads) ta_team_close(&w->team);
    ta_free(a, w->won, ROWS_WORDS, sizeof *w->won);
    ta_free(a, w->lost, ROWS_WORDS, sizeof *w->lost);
    ta_free(a, w->rest, w->rest_cap, sizeof *w->rest);
    ta_free(a, w->next, w->item_cap, sizeof *w->next);
    ta_row_clear(&w->row, a);
}

/* Room for so many items in each thread. */
static ta_status item_room(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    size_t need = w->row.count * w->team.threads;
    ta_status st = ta_reserve(a, (void **)&w->rest, &w->rest_cap, need, sizeof *w->rest);
    return st ? st : ta_reserve(a, (void **)&w->next, &w->item_cap, need, sizeof *w->next);
}

/* ---- Items ---- */

static inline int64_t row_start(const fill *w, int64_t u) {
    return w->base + u * w->n;
}

/* Do all places of the item lie before its position's, in rows 0 and w->rows - 1, and so in all? */
static int ordered(const fill *w, const ta_row_item *item) {
    int64_t last = w->n - 1;
    for (int corner = 0; corner < 8; corner++) {
        int64_t t = corner & 1 ? last : item->from, u = corner & 4 ? w->rows - 1 : 0;
        int64_t i = corner & 2 ? item->turns + t * item->more : 0;
        if (item->id + u * item->up + t * item->by + i * item->step >= row_start(w, u) + t)
            return 0;
    }
    return 1;
}

/* The same options with the last one first, where that one is the same in each position. */
static void reverse(ta_row_item *item) {
    if (item->by == 0 || item->by != -item->more * item->step) return;
    item->id += item->turns * item->step;
    item->step = -item->step;
    item->by = 0;
}

/* Is one option of each position the one `by` = 1 on from that of the position before? */
static inline int across(const ta_row_item *item) {
    return item->by == 1 && item->more == 0;
}

static inline int growing(const ta_row_item *item) {
    return item->by == 0 && item->more >= 0;
}

/* ---- Single bits ---- */

static inline uint64_t *won_of(const fill *w, int64_t u) {
    return w->won + (size_t)u * w->words;
}

static inline uint64_t *lost_of(const fill *w, int64_t u) {
    return w->lost + (size_t)u * w->words;
}

static inline int loses(const fill *w, int64_t place) {
    if (place < w->base) return (int)ta_answer_get(w->f->data, 1, (uint64_t)place);
    int64_t u = 0, t = place - w->base;
    if (w->rows > 1) {
        u = t / w->n;
        t -= u * w->n;
    }
    return (int)(lost_of(w, u)[t >> 6] >> (t & 63) & 1);
}

/* Options whose place in position 0 is `place`, of positions from on, as far as rows hold them: 0: not. */
static int gather(const fill *w, int64_t u, int64_t from, int64_t place) {
    uint64_t *won = won_of(w, u) + (from >> 6), first = 0;
    int64_t skip = -from & 63; /* of the first word's positions as many are meant */
    size_t words = w->words - 1 - (size_t)(from >> 6);
    int64_t at = place + from, end = place + w->n;
    if (end <= w->base) {
        if (skip) ta_bits_or(&first, 1, w->f->data, (uint64_t)at);
        if (!skip) ta_bits_or(won, words, w->f->data, (uint64_t)at);
        else if (words > 1) ta_bits_or(won + 1, words - 1, w->f->data, (uint64_t)(at + skip));
    } else {
        int64_t v = (at - w->base) / w->n;
        if (at < w->base || v >= u || end > row_start(w, v + 1)) return 0;
        const uint64_t *lost = lost_of(w, v);
        size_t bit = (size_t)(at - row_start(w, v));
        if (skip) ta_words_or(&first, 1, lost, bit);
        if (!skip) ta_words_or(won, words, lost, bit);
        else if (words > 1) ta_words_or(won + 1, words - 1, lost, bit + (size_t)skip);
    }
    if (skip) won[0] |= first << (64 - skip);
    return 1;
}

/* The numbers i, first <= i < end, of options whose places lie before the batch in all positions. */
static void before(const fill *w, const ta_row_item *item, int64_t place, int64_t *first,
                   int64_t *end) {
    int64_t count = item->turns + 1, step = item->step, room = w->base - w->n - place;
    *first = 0; /* i step <= room */
    *end = count;
    if (step > 0) *end = room < 0 ? 0 : room / step + 1;
    else if (step < 0 && room < 0) *first = (-room - step - 1) / -step;
    else if (room < 0) *end = 0;
    if (*end > count) *end = count;
    if (*first > count) *first = count;
}

/* What is before the batch; the others are noted. */
static void gather_before(const fill *w, int64_t u, fill_rest *rest) {
    for (size_t k = 0; k < w->row.count; k++) {
        const ta_row_item *item = &w->row.item[k];
        if (!across(item)) continue;
        int64_t place = item->id + u * item->up, first, end;
        before(w, item, place, &first, &end);
        for (int64_t i = first; i < end; i++) gather(w, u, item->from, place + i * item->step);
        if (first > 0) rest[k] = (fill_rest){ 0, first };
        else rest[k] = (fill_rest){ end, item->turns + 1 - end };
    }
}

/* What is in the rows of the batch below; what then is left is noted. *any: is there more to look up? */
static void gather_below(const fill *w, int64_t u, fill_rest *rests, int64_t *next, int *any) {
    *any = 0;
    for (size_t k = 0; k < w->row.count; k++) {
        const ta_row_item *item = &w->row.item[k];
        fill_rest *rest = &rests[k];
        next[k] = 0;
        if (!across(item)) {
            *any = 1;
            continue;
        }
        int64_t place = item->id + u * item->up, first = rest->first + rest->count, count = 0;
        for (int64_t i = rest->first; i < rest->first + rest->count; i++) {
            if (gather(w, u, item->from, place + i * item->step)) continue;
            if (count == 0) first = i;
            count = i + 1 - first;
        }
        *rest = (fill_rest){ first, count };
        *any |= count > 0;
    }
}

/* Does an option of position t lose, among those not gathered? *all: it is one of all that come after. */
static int wins(const fill *w, int64_t u, int64_t t, const fill_rest *rest, int64_t *next,
                int *all) {
    for (size_t k = 0; k < w->row.count; k++) {
        const ta_row_item *item = &w->row.item[k];
        if (item->from > t) continue;
        int64_t place = item->id + u * item->up + t * item->by;
        int64_t i = 0, end = item->turns + t * item->more + 1;
        if (across(item)) {
            i = rest[k].first;
            end = i + rest[k].count;
        } else if (growing(item)) {
            i = next[k];
            next[k] = end > i ? end : i;
        }
        for (; i < end; i++) {
            if (!loses(w, place + i * item->step)) continue;
            *all = growing(item);
            return 1;
        }
    }
    return 0;
}

/* What is not gathered of a row: its answers. */
static void decide(const fill *w, int64_t u, const fill_rest *rest, int64_t *next, int any) {
    uint64_t *won = won_of(w, u), *lost = lost_of(w, u);
    int all = 0;
    for (int64_t t = 0; w->misere && t < w->free; t++) won[t >> 6] |= (uint64_t)1 << (t & 63);
    for (size_t x = 0; x + 1 < w->words && !all; x++) {
        uint64_t open = ~won[x];
        if (w->n - (int64_t)x * 64 < 64) open &= ((uint64_t)1 << (w->n & 63)) - 1;
        if (!any) lost[x] = open;
        for (; any && open && !all; open &= open - 1) {
            int64_t t = (int64_t)x * 64 + __builtin_ctzll(open);
            if (!wins(w, u, t, rest, next, &all)) lost[x] |= open & -open;
        }
    }
}

/* Row `block` of the batch, in one of the threads: those below are waited for when what is before the batch
** is gathered. */
static ta_status fill_bits(void *ctx, ta_call *call, size_t block, unsigned thread) {
    fill *w = ctx;
    int64_t u = (int64_t)block, *next = w->next + thread * w->row.count;
    fill_rest *rest = w->rest + thread * w->row.count;
    int any;
    memset(won_of(w, u), 0, w->words * sizeof *w->won);
    memset(lost_of(w, u), 0, w->words * sizeof *w->lost);
    gather_before(w, u, rest);
    ta_status st = ta_await(call, &w->done, block, (double)w->place, (double)w->count);
    if (st) return st;
    gather_below(w, u, rest, next, &any);
    decide(w, u, rest, next, any);
    atomic_store_explicit(&w->done, block + 1, memory_order_release);
    return ta_poll(call, (uint32_t)(w->n / 16 + (int64_t)w->row.count + 1), (double)w->place,
                   (double)w->count);
}

/* ---- A batch ---- */

/* The list of rows from w->place on, and how many there are: w->n, w->rows. 0: none that will do. */
static ta_status ask(fill *w, ta_call *call, int *fit) {
    const ta_filling *f = w->f;
    const ta_solver *s = w->s;
    size_t last = f->size - 1;
    ta_position p = { w->at, NULL, f->size };
    const ta_row_box box = { f->size, f->from, f->to, w->stride, w->at[last] };
    const int64_t *words;
    size_t used;
    int64_t left = f->to[last] - w->at[last] + 1, most = left < FILL_CELLS ? left : FILL_CELLS;
    int whole = last > 0 && w->at[last] == f->from[last] && most == left;
    *fit = 0;
    w->rows = whole ? f->to[last - 1] - w->at[last - 1] + 1 : 1;
    if (most < FILL_ROW_LEAST) return TA_OK;
    w->n = ta_solver_rows(s, call, &p, most, &w->rows, &words, &used);
    if (w->n == 0) return TA_OK;
    if (w->n < most || !whole) w->rows = 1;
    ta_status st = ta_row_read(&w->row, &s->allocator, &box, w->n, &w->rows, words, used, fit);
    return st || !*fit ? st : item_room(w);
}

/* The items as they are gone through; 0: an option has no smaller place. */
static int take_items(fill *w) {
    int64_t most = FILL_CELLS / w->n;
    if (w->rows > most) w->rows = most;
    w->base = (int64_t)w->place;
    w->words = (size_t)(w->n + 63) / 64 + 1;
    w->free = w->n;
    for (size_t k = 0; k < w->row.count; k++) {
        ta_row_item *item = &w->row.item[k];
        if (!ordered(w, item)) return 0;
        if (item->from < w->free) w->free = item->from;
        reverse(item);
    }
    return 1;
}

ta_status ta_fill_rows(fill *w, ta_call *call, int *went) {
    int fit;
    if (w->value) return ta_fill_values(w, call, went);
    ta_status st = ask(w, call, &fit);
    if (!st && fit) fit = take_items(w);
    if (!st && fit) {
        atomic_store(&w->done, 0);
        st = w->rows > 1 ? ta_team_run(&w->team, (size_t)w->rows, fill_bits, w)
                         : fill_bits(w, call, 0, 0);
    }
    if (st) return st;
    for (int64_t u = 0; fit && u < w->rows; u++)
        ta_bits_write(w->f->data, (uint64_t)row_start(w, u), lost_of(w, u), (size_t)w->n);
    if (fit) w->place += (uint64_t)(w->rows * w->n);
    *went = fit;
    fill_told(w, fit);
    return TA_OK;
}
