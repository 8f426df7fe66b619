/*
** certificate.c - win conditions: building a certificate, and answering
** from one.
**
** For n >= N0, (k, i) = divmod(n - N0, m) and s_n(e) is read off the word of
** residue i at level k: walk its items, subtracting their columns from e, with
** one division in the item that e falls in. Below N0 a table holds s_n(e) for
** e <= n (a purse beyond n is worth n). Every number met is at most n for a
** certificate that holds, and no other is walked: 64 bits suffice.
*/
#include "certificate.h"

#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

struct ta_win_condition {
    certificate cert;
    int checked;
    uint32_t *heights;     /* per letter H of an item: the V before it in the item */
    size_t *height_at;     /* per item: where its heights begin */
    uint16_t *table;       /* s_n(e), e <= n < N0, at n (n + 1) / 2 + e; NONE is infinite */
};

#define NONE UINT16_MAX

/* ---- Building ---- */

void certificate_init(certificate *c, const ta_allocator *allocator) {
    memset(c, 0, sizeof *c);
    c->allocator = *ta_allocator_or_default(allocator);
}

void certificate_clear(certificate *c) {
    ta_allocator a = c->allocator;
    ta_free(&a, c->set, c->set_cap, sizeof *c->set);
    ta_free(&a, c->words, c->word_cap, sizeof *c->words);
    ta_free(&a, c->items, c->item_cap, sizeof *c->items);
    ta_free(&a, c->letters, c->letter_cap, 1);
    certificate_init(c, &a);
}

void certificate_reset(certificate *c) {
    c->word_count = c->item_count = c->letter_count = 0;
    c->period = c->base = c->level = 0;
}

ta_status certificate_add_member(certificate *c, ta_amount a) {
    size_t at = 0;
    while (at < c->set_count && c->set[at] < a) at++;
    if (at < c->set_count && c->set[at] == a) return TA_OK;
    ta_status s = ta_reserve(&c->allocator, (void **)&c->set, &c->set_cap, c->set_count + 1,
                             sizeof *c->set);
    if (s) return s;
    memmove(c->set + at + 1, c->set + at, (c->set_count - at) * sizeof *c->set);
    c->set[at] = a;
    c->set_count++;
    return TA_OK;
}

ta_status certificate_add_word(certificate *c) {
    ta_status s = ta_reserve(&c->allocator, (void **)&c->words, &c->word_cap, c->word_count + 1,
                             sizeof *c->words);
    if (s) return s;
    c->words[c->word_count++] = (cert_word){ c->item_count, 0, 'H' };
    return TA_OK;
}

ta_status certificate_add_letters(certificate *c, char letter, size_t count) {
    ta_status s = ta_reserve(&c->allocator, (void **)&c->letters, &c->letter_cap,
                             c->letter_count + count, 1);
    if (s) return s;
    memset(c->letters + c->letter_count, letter, count);
    c->letter_count += count;
    return TA_OK;
}

ta_status certificate_add_item(certificate *c, size_t at, int64_t times, int64_t growth) {
    ta_status s = ta_reserve(&c->allocator, (void **)&c->items, &c->item_cap, c->item_count + 1,
                             sizeof *c->items);
    if (s) return s;
    cert_item item = { at, (int64_t)(c->letter_count - at), 0, 0, times, growth };
    for (size_t i = at; i < c->letter_count; i++)
        if (c->letters[i] == 'H') item.columns++;
    item.rows = item.length - item.columns;
    c->items[c->item_count++] = item;
    c->words[c->word_count - 1].count++;
    return TA_OK;
}

/* ---- Making and freeing ---- */

void ta_win_condition_destroy(ta_win_condition *wc) {
    if (!wc) return;
    ta_allocator a = wc->cert.allocator;
    size_t base = (size_t)wc->cert.base;
    ta_free(&a, wc->heights, wc->cert.letter_count + 1, sizeof *wc->heights);
    ta_free(&a, wc->height_at, wc->cert.item_count + 1, sizeof *wc->height_at);
    ta_free(&a, wc->table, base * (base + 1) / 2 + 1, sizeof *wc->table);
    certificate_clear(&wc->cert);
    ta_free(&a, wc, 1, sizeof *wc);
}

/* The heights of the columns within every item. */
static ta_status index_columns(ta_win_condition *wc) {
    const certificate *c = &wc->cert;
    wc->heights = ta_alloc(&c->allocator, c->letter_count + 1, sizeof *wc->heights);
    wc->height_at = ta_alloc(&c->allocator, c->item_count + 1, sizeof *wc->height_at);
    if (!wc->heights || !wc->height_at) return TA_ENOMEM;
    size_t to = 0;
    for (size_t i = 0; i < c->item_count; i++) {
        const cert_item *item = &c->items[i];
        uint32_t height = 0;
        wc->height_at[i] = to;
        for (int64_t l = 0; l < item->length; l++) {
            if (c->letters[item->at + (size_t)l] == 'H') wc->heights[to++] = height;
            else height++;
        }
    }
    return TA_OK;
}

static ta_status create(const ta_allocator *allocator, ta_win_condition **wc) {
    const ta_allocator *a = ta_allocator_or_default(allocator);
    ta_win_condition *made = ta_alloc(a, 1, sizeof *made);
    if (!made) return TA_ENOMEM;
    certificate_init(&made->cert, a);
    *wc = made;
    return TA_OK;
}

ta_status ta_win_condition_find(const ta_allocator *allocator, ta_call *call, const ta_amount *set,
                                size_t count, const ta_win_limits *limits, ta_win_condition **wc) {
    if (count == 0) return ta_fail(call, TA_EINVAL, "A: expected at least one member");
    for (size_t i = 0; i < count; i++) {
        if (set[i] < 1)
            return ta_fail(call, TA_EINVAL, "A: expected members from 1 on, got %lld",
                           (long long)set[i]);
        if (set[i] > TA_WIN_MEMBER)
            return ta_fail(call, TA_EUNSUPPORTED, "members of A to %d are supported, here is %lld",
                           TA_WIN_MEMBER, (long long)set[i]);
    }
    ta_win_condition *made = NULL;
    ta_status s = create(allocator, &made);
    for (size_t i = 0; i < count && !s; i++) s = certificate_add_member(&made->cert, set[i]);
    if (!s && made->cert.set_count > CERT_MEMBERS)
        s = ta_fail(call, TA_EINVAL, "A: expected at most %d different members, got %zu",
                    CERT_MEMBERS, made->cert.set_count);
    if (!s) s = certificate_search(&made->cert, call, limits);
    if (!s) s = index_columns(made);
    if (s) {
        ta_win_condition_destroy(made);
        return s;
    }
    made->checked = 1;
    *wc = made;
    return TA_OK;
}

ta_status ta_win_condition_load(const ta_allocator *allocator, ta_call *call, const char *text,
                                size_t length, ta_win_condition **wc) {
    ta_win_condition *made = NULL;
    ta_status s = create(allocator, &made);
    if (!s) s = certificate_read(&made->cert, call, text, length);
    if (!s) s = index_columns(made);
    if (s) {
        ta_win_condition_destroy(made);
        return s;
    }
    *wc = made;
    return TA_OK;
}

ta_status ta_win_condition_check(ta_win_condition *wc, ta_call *call, int *holds) {
    ta_status s = certificate_check(&wc->cert, call, holds);
    if (!s && *holds) wc->checked = 1;
    return s;
}

size_t ta_win_condition_text(const ta_win_condition *wc, char *buffer, size_t size) {
    return certificate_write(&wc->cert, buffer, size);
}

/* ---- Below the base ---- */

/* s_n(e) from the rows before it: min over a of a + t_{n-a}(e), where t_r(e) is
** the number of columns of row r with s <= e, all of them when s_r(r) <= e. */
static void fill_row(const certificate *c, uint16_t *table, const uint16_t *inverse, int64_t n) {
    uint16_t *row = table + n * (n + 1) / 2;
    for (int64_t e = 0; e <= n; e++) row[e] = NONE;
    for (size_t j = 0; j < c->set_count && c->set[j] <= n; j++) {
        int64_t a = c->set[j], from = n - a;
        const uint16_t *t = inverse + from * (from + 1) / 2;
        for (int64_t e = 0; e <= n; e++) {
            uint16_t v = t[e < from ? e : from];
            if (v != NONE && v + a < row[e]) row[e] = (uint16_t)(v + a);
        }
    }
}

static void invert_row(const uint16_t *row, uint16_t *t, int64_t n) {
    int64_t e = 0;
    for (int64_t d = 0; d <= n; d++) {
        while (e <= n && row[e] <= d) e++;
        t[d] = e > n ? NONE : (uint16_t)e;
    }
}

static ta_status build_table(ta_win_condition *wc, ta_call *call) {
    const certificate *c = &wc->cert;
    size_t cells = (size_t)c->base * ((size_t)c->base + 1) / 2 + 1;
    double need = 4.0 * (double)cells, have = ta_memory_available();
    if (need > have) return ta_fail_memory(call, "the table below the base", need, have);
    uint16_t *table = ta_alloc(&c->allocator, cells, sizeof *table);
    uint16_t *inverse = ta_alloc(&c->allocator, cells, sizeof *inverse);
    ta_status s = table && inverse ? TA_OK : TA_ENOMEM;
    for (int64_t n = 0; n < c->base && !s; n++) {
        fill_row(c, table, inverse, n);
        invert_row(table + n * (n + 1) / 2, inverse + n * (n + 1) / 2, n);
        s = ta_poll(call, (uint32_t)(n + 1), (double)n, (double)c->base);
    }
    ta_free(&c->allocator, inverse, cells, sizeof *inverse);
    if (s) ta_free(&c->allocator, table, cells, sizeof *table);
    else wc->table = table;
    return s;
}

/* ---- Asking ---- */

static ta_status require_checked(ta_win_condition *wc, ta_call *call) {
    if (wc->checked) return TA_OK;
    int holds;
    ta_status s = ta_win_condition_check(wc, call, &holds);
    if (s || holds) return s;
    char why[TA_MESSAGE_SIZE];
    memcpy(why, call->message, sizeof why);
    return ta_fail(call, TA_EUNSUPPORTED, "this certificate does not hold: %.400s", why);
}

/* s_n(e) for n >= N0 and e <= n, read off the word. */
static ta_amount walk(const ta_win_condition *wc, ta_amount n, ta_amount e) {
    const certificate *c = &wc->cert;
    int64_t k = (n - c->base) / c->period;
    const cert_word *word = &c->words[(n - c->base) % c->period];
    int64_t height = 0;
    for (size_t i = word->first; i < word->first + word->count; i++) {
        const cert_item *item = &c->items[i];
        int64_t times = item->c + item->g * k;
        int64_t columns = item->columns * times;
        if (e < columns) {
            int64_t copy = e / item->columns;
            return height + copy * item->rows + wc->heights[wc->height_at[i] + (size_t)(e - copy * item->columns)];
        }
        e -= columns;
        height += item->rows * times;
    }
    return word->end == 'H' ? height : TA_INF;
}

ta_status ta_win_condition_least_cash(ta_win_condition *wc, ta_call *call, ta_amount n, ta_amount e,
                                      ta_amount *least) {
    ta_status s = require_checked(wc, call);
    if (s) return s;
    if (e > n) e = n;
    if (n >= wc->cert.base) {
        *least = walk(wc, n, e);
        return TA_OK;
    }
    if (!wc->table && (s = build_table(wc, call)) != TA_OK) return s;
    uint16_t value = wc->table[n * (n + 1) / 2 + e];
    *least = value == NONE ? TA_INF : value;
    return TA_OK;
}

ta_status ta_win_condition_winner(ta_win_condition *wc, ta_call *call, ta_amount n, ta_amount d,
                                  ta_amount e, int *mover) {
    ta_amount least;
    ta_status s = ta_win_condition_least_cash(wc, call, n, e, &least);
    if (s) return s;
    *mover = least != TA_INF && least <= d;
    return TA_OK;
}

ta_status ta_win_condition_moves(ta_win_condition *wc, ta_call *call, ta_amount n, ta_amount d,
                                 ta_amount e, ta_amount *moves, size_t *count) {
    const certificate *c = &wc->cert;
    ta_status s = require_checked(wc, call);
    size_t found = 0;
    for (size_t j = 0; j < c->set_count && !s; j++) {
        ta_amount a = c->set[j];
        int mover;
        if (a > n || a > d) break;
        s = ta_win_condition_winner(wc, call, n - a, e, d == TA_INF ? d : d - a, &mover);
        if (!s && !mover) moves[found++] = a;
    }
    if (!s) *count = found;
    return s;
}

/* ---- Looking inside ---- */

void ta_win_condition_info(const ta_win_condition *wc, ta_win_info *info) {
    const certificate *c = &wc->cert;
    *info = (ta_win_info){ c->period, c->base, c->level, 0, (ta_amount)c->letter_count,
                           c->set, c->set_count, wc->checked };
    for (size_t i = 0; i < c->word_count; i++) {
        ta_amount growing = 0;
        for (size_t j = 0; j < c->words[i].count; j++)
            if (c->items[c->words[i].first + j].g > 0) growing++;
        if (growing > info->blocks) info->blocks = growing;
    }
}

int ta_win_condition_item(const ta_win_condition *wc, ta_amount residue, size_t index,
                          ta_win_item *item) {
    const certificate *c = &wc->cert;
    if (residue < 0 || residue >= (ta_amount)c->word_count) return 0;
    if (index >= c->words[residue].count) return 0;
    const cert_item *from = &c->items[c->words[residue].first + index];
    *item = (ta_win_item){ c->letters + from->at, from->length, from->c, from->g };
    return 1;
}

char ta_win_condition_end(const ta_win_condition *wc, ta_amount residue) {
    if (residue < 0 || residue >= (ta_amount)wc->cert.word_count) return '\0';
    return wc->cert.words[residue].end;
}
