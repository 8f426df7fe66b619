/*
** parse.c - reads names of forms.
**
**   text   terms with + between them
**   term   * [ items ]   one item: that item; several: the game with these options; none: 0
**          * or * n      a heap; outside brackets also n alone. A star may be in Unicode
**   item   a base with suffixes; commas and spaces between items are skipped
**   base   a digit or &n; for a heap; ( items ) as above; [ items ] the game with these options,
**          even for one item; a term; items with + between them are one item
**   suffix #: the game with this one option; [ ... ]: # and heaps to add, or after a minus heaps
**          to subtract
**
** v->list holds the items of all open brackets. For each bracket, v->ways holds the start of its
** items, its kind, and whether a + was last. So there is no recursion.
*/
#include <string.h>

#include "base/caret.h"
#include "misere_int.h"

enum { TEXT, STAR, GROUP, LIST };
enum { FRAME = 3, START = 0, KIND = 1, ADDING = 2 };

#define HEAP_MOST 100000000

typedef struct reader {
    ta_miseres *v;
    ta_call *call;
    const char *text;
    size_t length, at;
} reader;

static ta_status wrong(reader *r, const char *what, size_t at) {
    return ta_fail_at(r->call, TA_EINVAL, what, r->text, r->length, at);
}

static int next(const reader *r) {
    return r->at < r->length ? (unsigned char)r->text[r->at] : 0;
}

static int is_digit(int c) {
    return c >= '0' && c <= '9';
}

static ta_misere *frame(const reader *r) {
    return r->v->ways.at + r->v->ways.count - FRAME;
}

static ta_status open_frame(reader *r, uint32_t kind) {
    ta_ids *ways = &r->v->ways;
    ta_status s = ta_ids_push(&r->v->store, r->call, ways, (ta_misere)r->v->list.count);
    if (!s) s = ta_ids_push(&r->v->store, r->call, ways, kind);
    return s ? s : ta_ids_push(&r->v->store, r->call, ways, 0);
}

/* Replace the items from `start` on by the game with these options. */
static ta_status make_set(reader *r, size_t start, ta_misere *form) {
    ta_ids *list = &r->v->list, *work = &r->v->work;
    ta_status s = TA_OK;
    work->count = 0;
    for (size_t i = start; i < list->count && !s; i++)
        s = ta_ids_push(&r->v->store, r->call, work, list->at[i]);
    if (!s) s = ta_misere_form(r->v, r->call, form);
    list->count = start;
    return s;
}

/* ---- Heaps and suffixes ---- */

static ta_status number(reader *r, uint32_t *n) {
    size_t from = r->at;
    uint64_t value = 0;
    for (; is_digit(next(r)); r->at++) {
        value = value * 10 + (uint64_t)(next(r) - '0');
        if (value > HEAP_MOST) return wrong(r, "a heap of more than 100000000", from);
    }
    if (r->at == from) return wrong(r, "the size of a heap is wanted", from);
    *n = (uint32_t)value;
    return TA_OK;
}

/* Read a digit, or &n; as a heap. */
static ta_status heap(reader *r, ta_misere *form) {
    uint32_t n = 0;
    ta_status s = TA_OK;
    if (is_digit(next(r))) {
        n = (uint32_t)(r->text[r->at++] - '0');
    } else {
        r->at++;
        s = number(r, &n);
        if (!s && next(r) != ';') s = wrong(r, "after &n a semicolon is wanted", r->at);
        r->at++;
    }
    return s ? s : ta_misere_heap(r->v, r->call, n, form);
}

static ta_status sharp(reader *r, ta_misere *form) {
    r->at++;
    r->v->work.count = 0;
    ta_status s = ta_ids_push(&r->v->store, r->call, &r->v->work, *form);
    return s ? s : ta_misere_form(r->v, r->call, form);
}

static ta_status add_heap(reader *r, ta_misere *form, int less) {
    size_t from = r->at;
    ta_misere n, found;
    r->at += (size_t)less;
    if (!is_digit(next(r)) && next(r) != '&')
        return wrong(r, "in brackets below: #, heaps, heaps after a minus", r->at);
    ta_status s = heap(r, &n);
    if (!s) s = ta_misere_run(r->v, r->call, less ? MISERE_MINUS : MISERE_SUM, *form, n, &found);
    if (!s && found == TA_NO_MISERE) return wrong(r, "this heap cannot be taken away", from);
    if (!s) *form = found;
    return s;
}

/* Read the suffixes # and [...] after a base. */
static ta_status suffixes(reader *r, ta_misere *form) {
    ta_status s = TA_OK;
    int below = 0;
    while (!s) {
        int c = next(r);
        if (c == '#') s = sharp(r, form);
        else if (!below && c == '[') below = (int)++r->at > 0;
        else if (below && c == ']') below = (int)r->at++ < 0;
        else if (below) s = add_heap(r, form, c == '-');
        else break;
    }
    return s;
}

/* ---- Items ---- */

/* Finish an item: read its suffixes, and apply the + before it. */
static ta_status item(reader *r, ta_misere form, int with_suffixes) {
    ta_ids *list = &r->v->list;
    size_t from = r->at;
    ta_status s = with_suffixes ? suffixes(r, &form) : TA_OK;
    if (s) return s;
    ta_misere *f = frame(r);
    if (f[KIND] == TEXT && list->count > 0 && !f[ADDING])
        return wrong(r, "a + is wanted here", from ? from - 1 : 0);
    if (!f[ADDING]) return ta_ids_push(&r->v->store, r->call, list, form);
    f[ADDING] = 0;
    return ta_misere_run(r->v, r->call, MISERE_SUM, list->at[list->count - 1], form,
                         &list->at[list->count - 1]);
}

/* The number of bytes of the star that is next, in ASCII or Unicode; 0 for none. */
static size_t star_sign(const reader *r) {
    static const char unicode[] = "\u2217";
    if (next(r) == '*') return 1;
    size_t size = sizeof unicode - 1;
    return r->length - r->at >= size && !memcmp(r->text + r->at, unicode, size) ? size : 0;
}

/* Read what follows a star. */
static ta_status star(reader *r) {
    uint32_t n = 1;
    ta_misere form;
    if (next(r) == '[') {
        r->at++;
        return open_frame(r, STAR);
    }
    ta_status s = is_digit(next(r)) ? number(r, &n) : TA_OK;
    if (!s) s = ta_misere_heap(r->v, r->call, n, &form);
    return s ? s : item(r, form, 0);
}

static ta_status close_frame(reader *r, int c) {
    const ta_misere *f = frame(r);
    uint32_t kind = f[KIND];
    size_t start = f[START], count = r->v->list.count - start;
    ta_misere form;
    if (kind == TEXT || (kind == GROUP) != (c == ')'))
        return wrong(r, "a bracket that closes none", r->at);
    if (f[ADDING]) return wrong(r, "after + a game is wanted", r->at);
    if (kind == GROUP && !count) return wrong(r, "in parentheses games are wanted", r->at);
    ta_status s = TA_OK;
    r->at++;
    r->v->ways.count -= FRAME;
    if (count == 1 && kind != LIST) form = r->v->list.at[--r->v->list.count];
    else s = make_set(r, start, &form);
    return s ? s : item(r, form, kind != STAR);
}

static ta_status plus(reader *r) {
    ta_misere *f = frame(r);
    if (f[ADDING] || r->v->list.count == f[START])
        return wrong(r, "before + a game is wanted", r->at);
    r->at++;
    f[ADDING] = 1;
    return TA_OK;
}

static ta_status step(reader *r) {
    int c = next(r);
    ta_misere form;
    uint32_t n;
    ta_status s;
    if (c == ' ' || c == '\t' || (c == ',' && frame(r)[KIND] != TEXT)) {
        r->at++;
        return TA_OK;
    }
    if (c == '+') return plus(r);
    size_t sign = star_sign(r);
    if (sign) {
        r->at += sign;
        return star(r);
    }
    if (c == ')' || c == ']') return close_frame(r, c);
    if (frame(r)[KIND] == TEXT) {
        if (!is_digit(c)) return wrong(r, "a misere form is written *[...], as *[2#0]", r->at);
        s = number(r, &n);
        if (!s) s = ta_misere_heap(r->v, r->call, n, &form);
        return s ? s : item(r, form, 0);
    }
    if (c == '(' || c == '[') {
        r->at++;
        return open_frame(r, c == '(' ? GROUP : LIST);
    }
    if (!is_digit(c) && c != '&') return wrong(r, "a heap or a bracket is wanted", r->at);
    s = heap(r, &form);
    return s ? s : item(r, form, 1);
}

ta_status ta_misere_parse(ta_miseres *store, ta_call *call, const char *text, size_t length,
                          ta_misere *g) {
    reader r = { store, call, text, length, 0 };
    store->list.count = store->ways.count = 0;
    ta_status s = open_frame(&r, TEXT);
    while (!s && r.at < length) s = step(&r);
    if (!s && (store->ways.count > FRAME || store->ways.at[ADDING] || store->list.count != 1))
        s = wrong(&r, store->list.count ? "more is wanted here" : "a misere form is wanted",
                  length);
    if (!s) *g = store->list.at[0];
    ta_sound(ta_miseres_check(store));
    return s;
}
