/*
** parts.c - the parts of a game, and all ways to write it as a sum of primes.
**
** H is a part of G if H + X = G for some X. Then each option of G is H' + X or H + X', so H or X is
** a part of it. So all parts of G are among the parts P of any one option of G and the G - P. The
** computation starts at 0, whose parts are 0 and *1, and goes up a line of play to G. *1 is a part
** of every game, so the even parts suffice. There are finitely many (ONAG, chapter 12; Siegel,
** V.3), but G may be a sum of primes in several ways.
*/
#include "misere_int.h"

static ta_status minus(ta_miseres *v, ta_call *call, ta_misere g, ta_misere h, ta_misere *x) {
    ta_status s = ta_misere_run(v, call, MISERE_MINUS, g, h, x);
    if (!s && *x != TA_NO_MISERE) *x &= ~1u;
    return s;
}

/* Replace the even parts of an option of the even game g, in v->list, by those of g. */
static ta_status step_up(ta_miseres *v, ta_call *call, ta_misere g) {
    ta_ids *list = &v->list;
    size_t before = list->count, kept = 0;
    ta_status s = TA_OK;
    for (size_t i = 0; i < before && !s; i++) {
        ta_misere x, part = list->at[i];
        s = minus(v, call, g, part, &x);
        if (s || x == TA_NO_MISERE) continue;
        list->at[kept++] = part;
        s = ta_ids_push(&v->store, call, list, x);
    }
    for (size_t i = before; i < list->count && !s; i++) list->at[kept++] = list->at[i];
    if (s) return s;
    list->count = kept;
    return ta_misere_sort(v, call, list);
}

/* Set v->list to all even parts of the even game g, including 0 and g. */
static ta_status all_parts(ta_miseres *v, ta_call *call, ta_misere g) {
    ta_ids *line = &v->ways;
    ta_status s = TA_OK;
    line->count = 0;
    for (ta_misere x = g & ~1u; x != TA_MISERE_ZERO && !s;) {
        s = ta_ids_push(&v->store, call, line, x);
        x = ta_misere_even_options(v, ta_misere_pair_of(v, x))[0] & ~1u;
    }
    v->list.count = 0;
    if (!s) s = ta_ids_push(&v->store, call, &v->list, TA_MISERE_ZERO);
    for (size_t i = line->count; i-- > 0 && !s;) s = step_up(v, call, line->at[i]);
    return s;
}

ta_status ta_misere_parts(ta_miseres *store, ta_call *call, ta_misere g, ta_misere_list *parts) {
    ta_status s = ta_miseres_check_id(store, call, g);
    if (!s) s = all_parts(store, call, g);
    if (s) return s;
    size_t kept = 0;
    for (size_t i = 0; i < store->list.count; i++) {
        ta_misere x = store->list.at[i];
        if (x != TA_MISERE_ZERO && x != (g & ~1u)) store->list.at[kept++] = x;
    }
    ta_misere_list list = { store->list.at, kept };
    *parts = list;
    ta_sound(ta_miseres_check(store));
    return TA_OK;
}

/* ---- Partitions ---- */

/* Keep the primes of v->list, which holds all even parts of some game, 0 first. A prime has no
** other part except 0. */
static ta_status keep_primes(ta_miseres *v, ta_call *call) {
    ta_ids *list = &v->list, *all = &v->ways;
    ta_status s = TA_OK;
    all->count = 0;
    for (size_t i = 1; i < list->count && !s; i++)
        s = ta_ids_push(&v->store, call, all, list->at[i]);
    list->count = 0;
    for (size_t i = 0; i < all->count && !s; i++) {
        ta_misere x = TA_NO_MISERE;
        for (size_t j = 0; j < all->count && !s && x == TA_NO_MISERE; j++)
            if (i != j) s = minus(v, call, all->at[i], all->at[j], &x);
        if (!s && x == TA_NO_MISERE) s = ta_ids_push(&v->store, call, list, all->at[i]);
    }
    return s;
}

static ta_status end_way(ta_miseres *v, ta_call *call, int odd) {
    const ta_ids *line = &v->ways;
    ta_status s = TA_RESERVE(&v->store, call, &v->end, &v->end_cap, v->end_count + 1);
    for (size_t i = 0; i < line->count && !s; i += 2)
        s = ta_ids_push(&v->store, call, &v->terms, v->list.at[line->at[i]]);
    if (!s && odd) s = ta_ids_push(&v->store, call, &v->terms, 1);
    if (!s) v->end[v->end_count++] = v->terms.count;
    return s;
}

/* Subtract the first possible prime, from index `from` on, from the rest. Push it and the new rest
** on v->ways. *found = 0 if there is none. */
static ta_status take_prime(ta_miseres *v, ta_call *call, size_t from, ta_misere rest, int *found) {
    const ta_ids *primes = &v->list;
    *found = 0;
    for (size_t i = from; i < primes->count; i++) {
        ta_misere left;
        ta_status s = minus(v, call, rest, primes->at[i], &left);
        if (s) return s;
        if (left == TA_NO_MISERE) continue;
        *found = 1;
        s = ta_ids_push(&v->store, call, &v->ways, (ta_misere)i);
        return s ? s : ta_ids_push(&v->store, call, &v->ways, left);
    }
    return TA_OK;
}

/* List all sums of primes, in ascending order. v->ways is the stack of primes subtracted, and of
** the rest after each. */
static ta_status all_ways(ta_miseres *v, ta_call *call, ta_misere g) {
    ta_ids *line = &v->ways;
    size_t from = 0;
    line->count = 0;
    for (;;) {
        int found = 0;
        ta_misere rest = line->count ? line->at[line->count - 1] : g & ~1u;
        ta_status s = rest == TA_MISERE_ZERO ? end_way(v, call, g & 1)
                                             : take_prime(v, call, from, rest, &found);
        if (s) return s;
        if (!found && !line->count) return TA_OK;
        if (!found) line->count -= 2;
        from = line->at[found ? line->count - 2 : line->count] + (found ? 0 : 1);
    }
}

ta_status ta_misere_partitions(ta_miseres *store, ta_call *call, ta_misere g, ta_misere_list *terms,
                               const size_t **end, size_t *ways) {
    store->terms.count = store->end_count = 0;
    ta_status s = ta_miseres_check_id(store, call, g);
    if (!s) s = all_parts(store, call, g);
    if (!s) s = keep_primes(store, call);
    if (!s) s = all_ways(store, call, g);
    if (s) return s;
    ta_misere_list list = { store->terms.at, store->terms.count };
    *terms = list;
    *end = store->end;
    *ways = store->end_count;
    ta_sound(ta_miseres_check(store));
    return TA_OK;
}

/* ---- Days ---- */

static ta_status born_by(ta_miseres *v, ta_call *call, int64_t day) {
    v->list.count = 0;
    for (ta_misere id = 0; id < 2 * v->store.count; id++) {
        if (ta_misere_birthday(v, id) > day) continue;
        ta_status s = ta_ids_push(&v->store, call, &v->list, id);
        if (s) return s;
    }
    return TA_OK;
}

ta_status ta_misere_day(ta_miseres *store, ta_call *call, int64_t n, ta_misere_list *forms) {
    ta_miseres *v = store;
    ta_status s = TA_OK;
    if (n > 5)
        return ta_fail(call, TA_ELIMIT, "4171780 forms are born by day 5, and sets of them later");
    for (int64_t day = 0; day < n && !s; day++) { /* all sets of forms born by `day` */
        s = born_by(v, call, day);
        for (uint32_t set = 0; !s && set < (uint32_t)1 << v->list.count; set++) {
            ta_misere form;
            v->work.count = 0;
            for (size_t i = 0; i < v->list.count && !s; i++)
                if (set >> i & 1) s = ta_ids_push(&v->store, call, &v->work, v->list.at[i]);
            if (!s) s = ta_misere_form(v, call, &form);
        }
    }
    if (!s) s = born_by(v, call, n);
    if (!s) s = ta_misere_sort(v, call, &v->list);
    if (s) return s;
    ta_misere_list list = { v->list.at, v->list.count };
    *forms = list;
    ta_sound(ta_miseres_check(v));
    return TA_OK;
}
