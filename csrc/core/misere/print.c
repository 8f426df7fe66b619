/*
** print.c - names of forms.
**
** A stack of parts still to write replaces recursion, with the next part on top. It holds games,
** signs, and the suffixes of a base, the outermost deepest. Heaps are digits. If G = H + heap
** and H is born before G, G is H with the heap as a suffix; if H = G + heap, the suffix has a
** minus. An odd game is its partner with the suffix 1. A game of one option is that option with #.
** All others are lists.
*/
#include <string.h>

#include "misere_int.h"

enum { SIGN, GAME, HEAP, LESS_HEAP };

static ta_status put(ta_miseres *v, ta_call *call, const char *text, size_t length) {
    if (v->name_count + length > TA_MISERE_NAME_MOST)
        return ta_fail(call, TA_ELIMIT, "the name of this misere form has more than %zu characters",
                       TA_MISERE_NAME_MOST);
    ta_status s = TA_RESERVE(&v->store, call, &v->name, &v->name_cap, v->name_count + length + 1);
    if (s) return s;
    memcpy(v->name + v->name_count, text, length);
    v->name_count += length;
    return TA_OK;
}

static ta_status put_heap(ta_miseres *v, ta_call *call, uint32_t n) {
    char text[16], *at = text + sizeof text;
    if (n < 10) {
        *--at = (char)('0' + n);
    } else {
        *--at = ';';
        for (; n; n /= 10) *--at = (char)('0' + n % 10);
        *--at = '&';
    }
    return put(v, call, at, (size_t)(text + sizeof text - at));
}

static ta_status later(ta_miseres *v, ta_call *call, uint32_t kind, uint32_t what) {
    ta_status s = ta_ids_push(&v->store, call, &v->ways, what);
    return s ? s : ta_ids_push(&v->store, call, &v->ways, kind);
}

/* The form that gives g by the suffix *n, or by minus *n (*kind), or g itself. */
static ta_status without_heap(ta_miseres *v, ta_call *call, ta_misere g, uint32_t n,
                              ta_misere *base, uint32_t *kind) {
    ta_misere heap, x;
    ta_status s = ta_misere_heap(v, call, n, &heap);
    if (!s) s = ta_misere_run(v, call, MISERE_MINUS, g, heap, &x);
    if (s) return s;
    *kind = HEAP;
    *base = g;
    if (x != TA_NO_MISERE && ta_misere_birthday(v, x) < ta_misere_birthday(v, g)) *base = x;
    if (*base != g) return TA_OK;
    /* if X = G + *n is born before G, X and X + *1 are options of G: (2) of arithmetic.c */
    *kind = LESS_HEAP;
    s = ta_misere_fetch(v, call, g, &v->list);
    for (size_t i = 0; i < v->list.count && !s && *base == g; i++) {
        ta_misere sum;
        x = v->list.at[i];
        if ((ta_misere_nim_value(v, x) ^ ta_misere_nim_value(v, g)) != n) continue;
        if (!ta_misere_has(v, g, x ^ 1)) continue;
        s = ta_misere_run(v, call, MISERE_SUM, g, heap, &sum);
        if (!s && sum == x) *base = x;
        break;
    }
    return s;
}

/* Move one suffix from g to the stack, if it has one. */
static ta_status take_suffix(ta_miseres *v, ta_call *call, ta_misere *g, int *taken, int *below) {
    ta_amount born = ta_misere_birthday(v, *g);
    *taken = 1;
    for (uint32_t n = 2 + (*g & 1); n < born; n += 2) {
        uint32_t kind;
        ta_misere base;
        ta_status s = without_heap(v, call, *g, n, &base, &kind);
        if (s) return s;
        if (base == *g) continue;
        *g = base;
        *below = 1;
        return later(v, call, kind, n);
    }
    if (*g & 1) {
        *g ^= 1;
        *below = 1;
        return later(v, call, HEAP, 1);
    }
    if (ta_misere_option_count(v, *g) == 1) {
        ta_misere_options(v, *g, g);
        return later(v, call, SIGN, '#');
    }
    *taken = 0;
    return TA_OK;
}

static int is_heap(const ta_miseres *v, ta_misere g) {
    return ta_misere_pair_of(v, g)->is_heap;
}

/* Push the options, the largest on top, in parentheses unless g is the whole name. */
static ta_status later_options(ta_miseres *v, ta_call *call, ta_misere g, int whole) {
    ta_status s = whole ? TA_OK : later(v, call, SIGN, ')');
    if (!s) s = ta_misere_fetch(v, call, g, &v->list);
    for (size_t i = 0; i < v->list.count && !s; i++) s = later(v, call, GAME, v->list.at[i]);
    return s || whole ? s : later(v, call, SIGN, '(');
}

static ta_status put_game(ta_miseres *v, ta_call *call, ta_misere g, int whole) {
    int taken = 1, below = 0;
    size_t bottom = v->ways.count;
    ta_status s = later(v, call, SIGN, ' ');
    while (!s && taken && !is_heap(v, g)) s = take_suffix(v, call, &g, &taken, &below);
    if (s) return s;
    if (below) {
        v->ways.at[bottom] = ']';
        s = later(v, call, SIGN, '[');
        if (s) return s;
    }
    if (is_heap(v, g)) return put_heap(v, call, (uint32_t)ta_misere_birthday(v, g));
    return later_options(v, call, g, whole && v->ways.count == bottom + 2);
}

static ta_status put_suffix(ta_miseres *v, ta_call *call, uint32_t kind, uint32_t what) {
    char sign = (char)what;
    if (kind == SIGN) return what == ' ' ? TA_OK : put(v, call, &sign, 1);
    ta_status s = kind == LESS_HEAP ? put(v, call, "-", 1) : TA_OK;
    return s ? s : put_heap(v, call, what);
}

/* Write g with an explicit stack: a part is written after all parts above it. */
static ta_status put_all(ta_miseres *v, ta_call *call, ta_misere g) {
    v->ways.count = v->name_count = 0;
    ta_status s = put(v, call, "*[", 2);
    if (!s) s = put_game(v, call, g, 1);
    while (!s && v->ways.count) {
        uint32_t kind = v->ways.at[v->ways.count - 1], what = v->ways.at[v->ways.count - 2];
        v->ways.count -= 2;
        s = kind == GAME ? put_game(v, call, what, 0) : put_suffix(v, call, kind, what);
    }
    return s ? s : put(v, call, "]", 1);
}

ta_status ta_misere_text(ta_miseres *store, ta_call *call, ta_misere g, char *text, size_t room,
                         size_t *length) {
    ta_status s = ta_miseres_check_id(store, call, g);
    if (!s) s = put_all(store, call, g);
    if (s) return s;
    *length = store->name_count;
    if (room > *length) {
        memcpy(text, store->name, *length);
        text[*length] = '\0';
    }
    ta_sound(ta_miseres_check(store));
    return TA_OK;
}
