/*
** order.c - the options of a form, and a total order of forms that depends on the games alone.
**
** Pairs are ordered by birthday, number of options, g+ and g- of the even form, and then by its
** options from the least on. The first options that differ decide, and different forms have
** different ids. So a descent to that difference replaces recursion. In a pair the even form is
** first. The options of the odd form are the partners of the even form's options, and last the even
** form itself. They get their order by an exchange of partners if only one of the two is there.
*/
#include <string.h>

#include "misere_int.h"

size_t ta_misere_option_count(const ta_miseres *store, ta_misere g) {
    return ta_misere_pair_of(store, g)->count + (g & 1);
}

void ta_misere_options(const ta_miseres *store, ta_misere g, ta_misere *options) {
    const misere_pair *p = ta_misere_pair_of(store, g);
    const ta_misere *even = ta_misere_even_options(store, p);
    for (size_t i = 0; i < p->count; i++) {
        ta_misere x = even[i];
        if (!(g & 1)) {
            options[i] = x;
        } else if (!(x & 1) && i + 1 < p->count && even[i + 1] == (x | 1)) {
            options[i] = x;
            options[i + 1] = x | 1;
            i++;
        } else {
            options[i] = x ^ 1;
        }
    }
    if (g & 1) options[p->count] = g ^ 1;
}

ta_status ta_misere_fetch(ta_miseres *v, ta_call *call, ta_misere g, ta_ids *list) {
    size_t count = ta_misere_option_count(v, g);
    list->count = 0;
    ta_status s = TA_RESERVE(&v->store, call, &list->at, &list->cap, count + 1);
    if (s) return s;
    ta_misere_options(v, g, list->at);
    list->count = count;
    return TA_OK;
}

static int by(ta_amount a, ta_amount b) {
    return a < b ? -1 : a > b;
}

/* The order by stored facts; 0 if these are equal. */
static int by_facts(const misere_pair *p, const misere_pair *q) {
    int order = by(p->birthday, q->birthday);
    if (!order) order = by(p->count, q->count);
    if (!order) order = by(p->nim_value, q->nim_value);
    return order ? order : by(p->misere_nim_value, q->misere_nim_value);
}

int ta_misere_order(const ta_miseres *store, ta_misere g, ta_misere h) {
    for (;;) {
        if (((g ^ h) & ~1u) == 0) return by(g, h);
        const misere_pair *p = ta_misere_pair_of(store, g), *q = ta_misere_pair_of(store, h);
        int order = by_facts(p, q);
        if (order) return order;
        const ta_misere *a = ta_misere_even_options(store, p);
        const ta_misere *b = ta_misere_even_options(store, q);
        size_t i = 0;
        while (i < p->count && a[i] == b[i]) i++;
        ta_assert(i < p->count); /* games with the same options are interned once */
        if (i == p->count) return by(g, h);
        g = a[i];
        h = b[i];
    }
}

static int even_has(const ta_miseres *v, const misere_pair *p, ta_misere x) {
    const ta_misere *options = ta_misere_even_options(v, p);
    size_t low = 0, high = p->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = ta_misere_order(v, options[middle], x);
        if (order == 0) return 1;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return 0;
}

int ta_misere_has(const ta_miseres *v, ta_misere g, ta_misere x) {
    if (!(g & 1)) return even_has(v, ta_misere_pair_of(v, g), x);
    return x == (g ^ 1) || even_has(v, ta_misere_pair_of(v, g), x ^ 1);
}

/* Merge two sorted neighbours, at[from ... middle - 1] and at[middle ... end - 1]. `left` has space
** for the first of them. */
static void merge(const ta_miseres *v, ta_misere *at, size_t from, size_t middle, size_t end,
                  ta_misere *left) {
    size_t count = middle - from, i = 0, k = middle;
    if (ta_misere_order(v, at[middle - 1], at[middle]) <= 0) return;
    memcpy(left, at + from, count * sizeof *left);
    while (i < count && k < end)
        at[from++] = ta_misere_order(v, left[i], at[k]) <= 0 ? left[i++] : at[k++];
    memcpy(at + from, left + i, (count - i) * sizeof *left);
}

/* Merge sort. Options of a sum are nearly in order, so they need little more than one
** comparison. */
ta_status ta_misere_sort(ta_miseres *v, ta_call *call, ta_ids *list) {
    ta_misere *at = list->at;
    ta_status s = TA_RESERVE(&v->store, call, &v->merged.at, &v->merged.cap, list->count);
    if (s) return s;
    for (size_t width = 1; width < list->count; width *= 2)
        for (size_t from = 0; from + width < list->count; from += 2 * width) {
            size_t rest = list->count - from;
            merge(v, at, from, from + width, from + (rest < 2 * width ? rest : 2 * width),
                  v->merged.at);
        }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!kept || at[kept - 1] != at[i]) at[kept++] = at[i];
    list->count = kept;
    return TA_OK;
}
