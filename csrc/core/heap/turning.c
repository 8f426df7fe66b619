/*
** turning.c - reading the codes of coin-turning games, and their moves one by one.
**
** A move turns a coin showing heads at position n and some coins before it. In the game of heaps,
** heap n becomes the heaps of those coins. Sets without a shape are combinations of positions.
** Symmetrical sets are, for each first position, combinations of pairs of positions, with or
** without the middle.
*/
#include "turning.h"

#include <stdio.h>

#include "base/caret.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

/* ---- Reading ---- */

typedef struct reader {
    ta_call *call;
    const char *text;
    size_t length, at;
} reader;

static ta_status misread(const reader *r, const char *why) {
    char what[120];
    snprintf(what, sizeof what, "code: %s", why);
    return ta_fail_at(r->call, TA_EINVAL, what, r->text, r->length, r->at);
}

/* The next character, letters as capitals; -1 at the end. */
static int next(const reader *r) {
    if (r->at == r->length) return -1;
    int c = (unsigned char)r->text[r->at];
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

static int take(reader *r, int c) {
    if (next(r) != c) return 0;
    r->at++;
    return 1;
}

static ta_status read_number(reader *r, size_t *number) {
    *number = 0;
    if (next(r) < '0' || next(r) > '9') return misread(r, "expected a number of coins");
    for (; next(r) >= '0' && next(r) <= '9'; r->at++) {
        *number = 10 * *number + (size_t)(next(r) - '0');
        if (*number >= TURNING_MOST) return misread(r, "so many coins are not turned");
    }
    return *number > 0 ? TA_OK : misread(r, "a move turns one coin at least");
}

static ta_status read_shape(reader *r, turning_term *term, turning_shape shape) {
    if (term->shape) return misread(r, "one of C, E and S at most");
    term->shape = shape;
    r->at++;
    return TA_OK;
}

static ta_status read_modifiers(reader *r, turning_term *term) {
    ta_status s = TA_OK;
    while (!s && next(r) >= 0 && next(r) != ',') {
        if (next(r) == 'C' && r->at + 1 < r->length && r->text[r->at + 1] == '(') {
            r->at += 2;
            s = read_number(r, &term->span);
            if (!s && !take(r, ')')) s = misread(r, "expected )");
        } else if (next(r) == 'C') {
            s = read_shape(r, term, TURNING_ROW);
        } else if (next(r) == 'E') {
            s = read_shape(r, term, TURNING_EQUAL);
        } else if (next(r) == 'S') {
            s = read_shape(r, term, TURNING_MIRROR);
        } else if (!take(r, 'F')) {
            s = misread(r, "expected C, C(n), E, S, F or a comma");
        } else {
            term->first = 1;
        }
    }
    return s;
}

ta_status turning_read(turning *code, ta_call *call, const char *text, size_t length) {
    reader r = { call, text, length, 0 };
    code->count = 0;
    do {
        if (code->count == TURNING_TERMS) return misread(&r, "at most 64 terms");
        turning_term *term = &code->terms[code->count++];
        *term = (turning_term){ .span = TURNING_UNBOUNDED };
        ta_status s = read_number(&r, &term->least);
        if (s) return s;
        term->most = term->least;
        if (take(&r, '+')) term->most = TURNING_UNBOUNDED;
        else if (take(&r, '-')) s = read_number(&r, &term->most);
        if (!s && term->most < term->least) s = misread(&r, "a range goes up, as in 1-3");
        if (!s) s = read_modifiers(&r, term);
        if (s) return s;
    } while (take(&r, ','));
    return TA_OK;
}

/* ---- Moves ---- */

typedef struct walk {
    ta_heap *h;
    ta_call *call;
    ta_heap_visitor visit;
    void *ctx;
    ta_amount n, left; /* options that may still be visited */
    ta_amount *coin;   /* the coins turned with n */
    ta_amount *chosen; /* the items of a combination, ascending from 0 */
    size_t coin_cap, chosen_cap;
} walk;

static ta_status make_room(walk *w, size_t coins) {
    const ta_allocator *a = &w->h->allocator;
    if (coins > HEAP_VISITS_MOST)
        return ta_fail(w->call, TA_ELIMIT, "%s: an option of heap %lld leaves more than %d heaps",
                       w->h->text, (long long)w->n, HEAP_VISITS_MOST);
    ta_status s = ta_reserve(a, (void **)&w->coin, &w->coin_cap, coins + 1, sizeof *w->coin);
    return s ? s : ta_reserve(a, (void **)&w->chosen, &w->chosen_cap, coins + 1, sizeof *w->chosen);
}

static ta_status turn(walk *w, size_t count) {
    ta_status s = (w->left -= (ta_amount)count + 1) < 0
                      ? heap_too_many(w->h, w->call, w->n)
                      : ta_poll(w->call, 1, (double)(HEAP_VISITS_MOST - w->left), 0);
    return s ? s : w->visit(w->ctx, w->call, w->coin, count);
}

/* Advance to the next choice of `count` of `items`; 0 if there is none. */
static int choose_next(walk *w, size_t count, ta_amount items) {
    for (size_t i = count; i-- > 0;) {
        if (w->chosen[i] + 1 > items - (ta_amount)(count - i)) continue;
        w->chosen[i]++;
        for (size_t j = i + 1; j < count; j++) w->chosen[j] = w->chosen[j - 1] + 1;
        return 1;
    }
    return 0;
}

static ta_status visit_consecutive(walk *w, size_t coins) {
    for (size_t i = 0; i + 1 < coins; i++) w->coin[i] = w->n - (ta_amount)(coins - 1 - i);
    return turn(w, coins - 1);
}

static ta_status visit_spaced(walk *w, const turning_term *t, size_t coins) {
    ta_status s = TA_OK;
    ta_amount step = 1, all = (ta_amount)coins - 1, last = w->n - 1;
    if (last >= (ta_amount)t->span) last = (ta_amount)t->span - 1;
    if (t->first) { /* the distance to the first coin determines the step, if there is one */
        if (last < w->n - 1 || last % all) return TA_OK;
        step = last / all;
    }
    for (; !s && step <= last / all; step++) {
        for (ta_amount i = 0; i < all; i++) w->coin[i] = w->n - (all - i) * step;
        s = turn(w, coins - 1);
    }
    return s;
}

/* Visit the sets of `coins` coins from position `low` on, with the first of the row if required. */
static ta_status visit_free(walk *w, const turning_term *t, ta_amount low, size_t coins) {
    size_t fixed = t->first ? 1 : 0, count = coins - 1 - fixed;
    if (t->first && low > 1) return TA_OK;
    low += (ta_amount)fixed;
    ta_amount items = w->n - low;
    if ((ta_amount)count > items) return TA_OK;
    for (size_t i = 0; i < count; i++) w->chosen[i] = (ta_amount)i;
    ta_status s;
    do {
        if (fixed) w->coin[0] = 1;
        for (size_t i = 0; i < count; i++) w->coin[fixed + i] = low + w->chosen[i];
        s = turn(w, coins - 1);
    } while (!s && choose_next(w, count, items));
    return s;
}

/* Visit the symmetrical sets of `coins` coins from `low` to n, including both. */
static ta_status visit_mirrored(walk *w, ta_amount low, size_t coins) {
    ta_amount items = (w->n - low - 1) / 2; /* pairs between */
    size_t count = (coins - 2) / 2, middle = coins % 2;
    if ((ta_amount)count > items || (middle && (w->n - low) % 2)) return TA_OK;
    for (size_t i = 0; i < count; i++) w->chosen[i] = (ta_amount)i;
    ta_status s;
    do {
        w->coin[0] = low;
        for (size_t i = 0; i < count; i++) {
            w->coin[1 + i] = low + 1 + w->chosen[i];
            w->coin[coins - 2 - i] = w->n - 1 - w->chosen[i];
        }
        if (middle) w->coin[1 + count] = (low + w->n) / 2;
        s = turn(w, coins - 1);
    } while (!s && choose_next(w, count, items));
    return s;
}

/* Visit the sets of `coins` coins that one term allows, with n last. */
static ta_status visit_coins(walk *w, const turning_term *t, size_t coins) {
    ta_amount low = w->n > (ta_amount)t->span ? w->n - (ta_amount)t->span + 1 : 1;
    ta_status s = make_room(w, coins);
    if (s) return s;
    if (coins == 1) return t->first && w->n > 1 ? TA_OK : turn(w, 0);
    switch (t->shape) {
    case TURNING_ANY: return visit_free(w, t, low, coins);
    case TURNING_ROW: return t->first && (size_t)w->n > coins ? TA_OK : visit_consecutive(w, coins);
    case TURNING_EQUAL: return visit_spaced(w, t, coins);
    default: break;
    }
    ta_amount last = t->first ? 1 : w->n - (ta_amount)coins + 1; /* `coins` positions to n */
    for (; !s && low <= last; low++) s = visit_mirrored(w, low, coins);
    return s;
}

ta_status turning_visit(ta_heap *h, ta_call *call, const turning *code, ta_amount n,
                        ta_heap_visitor visit, void *ctx) {
    walk w = { .h = h, .call = call, .visit = visit, .ctx = ctx, .n = n, .left = HEAP_VISITS_MOST };
    ta_status s = TA_OK;
    for (size_t i = 0; i < code->count && !s; i++) {
        const turning_term *t = &code->terms[i];
        size_t most = t->most < t->span ? t->most : t->span;
        for (size_t coins = t->least; coins <= most && (ta_amount)coins <= n && !s; coins++)
            if (!(s = visit_coins(&w, t, coins)))
                s = ta_poll(call, 1, (double)(HEAP_VISITS_MOST - w.left), 0);
    }
    ta_free(&h->allocator, w.coin, w.coin_cap, sizeof *w.coin);
    ta_free(&h->allocator, w.chosen, w.chosen_cap, sizeof *w.chosen);
    return s;
}
