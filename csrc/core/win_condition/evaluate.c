/*
** evaluate.c - win conditions: the object, and winners from its certificate.
**
** For n >= N0, let (k, i) = divmod(n - N0, m). Then the word of residue i at level k
** gives s_n(e): walk its items, subtract their columns from e, and divide once in the
** item that contains e. Below N0 the staircases are computed. Only a certificate that
** holds is walked; all its numbers are at most n, so 64 bits suffice.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "certificate.h"

struct ta_win_condition {
    certificate cert;
    int checked;
    uint32_t *heights;            /* of each letter H of an item: the number of V before it there */
    size_t *height_at;            /* of each item: where its heights begin */
    int32_t set[TA_CASH_MEMBERS]; /* A, once it is checked */
    cash_thresholds rich;
    cash_staircases below;        /* s_n(e) for n < N0, computed when first needed */
};

/* ---- Creation and destruction ---- */

void ta_win_condition_destroy(ta_win_condition *wc) {
    if (!wc) return;
    ta_allocator a = wc->cert.allocator;
    ta_free(&a, wc->heights, wc->cert.letter_count + 1, sizeof *wc->heights);
    ta_free(&a, wc->height_at, wc->cert.item_count + 1, sizeof *wc->height_at);
    cash_staircases_clear(&wc->below);
    cash_thresholds_clear(&wc->rich);
    certificate_clear(&wc->cert);
    ta_free(&a, wc, 1, sizeof *wc);
}

/* Compute the heights of the columns within every item. */
static ta_status index_columns(ta_win_condition *wc) {
    const certificate *c = &wc->cert;
    wc->heights = ta_alloc(&c->allocator, c->letter_count + 1, sizeof *wc->heights);
    wc->height_at = ta_alloc(&c->allocator, c->item_count + 1, sizeof *wc->height_at);
    if (!wc->heights || !wc->height_at) return TA_ENOMEM;
    size_t to = 0;
    for (size_t i = 0; i < c->item_count; i++) {
        const certificate_item *item = &c->items[i];
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
    ta_win_condition *made = NULL;
    ta_status s = create(allocator, &made);
    if (!s) s = certificate_set_make(&made->cert.set, call, set, count, TA_WIN_MEMBER);
    if (!s) s = certificate_search(&made->cert, call, limits);
    if (!s) s = index_columns(made);
    if (s) {
        ta_win_condition_destroy(made);
        return s;
    }
    ta_sound(certificate_check_form(&made->cert));
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
    ta_sound(certificate_check_form(&made->cert));
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

/* ---- Queries ---- */

static ta_status require_checked(ta_win_condition *wc, ta_call *call) {
    if (wc->checked) return TA_OK;
    int holds;
    ta_status s = ta_win_condition_check(wc, call, &holds);
    if (s || holds) return s;
    char why[TA_MESSAGE_SIZE];
    memcpy(why, call->message, sizeof why);
    return ta_fail(call, TA_EUNSUPPORTED, "this certificate does not hold: %.400s", why);
}

/* s_n(e) for n >= N0 and e <= n, from the word. */
static ta_amount walk(const ta_win_condition *wc, ta_amount n, ta_amount e) {
    const certificate *c = &wc->cert;
    int64_t k = (n - c->base) / c->period;
    const certificate_word *word = &c->words[(n - c->base) % c->period];
    int64_t height = 0;
    for (size_t i = word->first; i < word->first + word->count; i++) {
        const certificate_item *item = &c->items[i];
        int64_t times = item->c + item->g * k;
        int64_t columns = item->columns * times;
        ta_assert(times >= 0 && columns >= 0); /* at most n, so no product overflows */
        if (e < columns) {
            int64_t copy = e / item->columns;
            return height + copy * item->rows +
                   wc->heights[wc->height_at[i] + (size_t)(e - copy * item->columns)];
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
        ta_assert(*least == TA_INF || *least <= n); /* (G): no word outgrows its n */
        return TA_OK;
    }
    if (!wc->below.rich) {
        certificate_staircases(&wc->cert, wc->set, &wc->rich, &wc->below);
        wc->below.what = "the staircases below the base";
    }
    s = cash_staircases_extend(&wc->below, call, 0, n); /* all rows, so none is computed twice */
    if (!s) *least = cash_row_least(&wc->below, n, e);
    return s;
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
    for (size_t j = 0; j < c->set.count && !s; j++) {
        ta_amount a = c->set.a[j];
        int mover;
        if (a > n || a > d) break;
        s = ta_win_condition_winner(wc, call, n - a, e, d == TA_INF ? d : d - a, &mover);
        if (!s && !mover) moves[found++] = a;
    }
    if (!s) *count = found;
    return s;
}

/* ---- The parts of the certificate ---- */

void ta_win_condition_info(const ta_win_condition *wc, ta_win_info *info) {
    const certificate *c = &wc->cert;
    *info = (ta_win_info){ c->period, c->base,      c->level,   0, (ta_amount)c->letter_count,
                           c->set.a,  c->set.count, wc->checked };
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
    const certificate_item *from = &c->items[c->words[residue].first + index];
    *item = (ta_win_item){ c->letters + from->at, from->length, from->c, from->g };
    return 1;
}

char ta_win_condition_end(const ta_win_condition *wc, ta_amount residue) {
    if (residue < 0 || residue >= (ta_amount)wc->cert.word_count) return '\0';
    return wc->cert.words[residue].end;
}
