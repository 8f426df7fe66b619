/*
** canonical.c - from options to the canonical form.
**
** 1. Is it a number? If some number x fits, with no left option >= x and no right
**    option <= x, {L | R} equals the simplest such x. Let a be the largest right stop of
**    a left option and b the least left stop of a right option. Only numbers from a to b
**    can fit. All numbers between them do; a and b themselves are compared. Before this
**    step, options that are all x plus nimbers, with one mex m on both sides, give
**    x + *m, in O(options). Else dominated options are removed.
** 2. Otherwise its stops are a and b. Replace a reversible option (a left option with a
**    right option <= the game) by the left options of that right option, and test these
**    in turn. Comparisons are always with the game given, whose value does not change.
**    Remove dominated options again.
** The result has no dominated and no reversible option. So it is the canonical form
** (Conway, ONAG, chapter 10), and intern.c finds its id. If the undominated options are
** those of a stored game, the result is that game, without a test of reversibility.
*/
#include <string.h>

#include "base/check.h"
#include "base/status.h"
#include "value_int.h"

/* ---- Step 1 ---- */

/* The largest right stop (side 0) or least left stop (side 1) of a list. */
static ta_value extreme(const ta_values *v, const ta_ids *list, int side) {
    ta_value best = TA_NO_VALUE;
    for (size_t i = 0; i < list->count; i++) {
        ta_value stop = ta_stop_id(v, list->at[i], 1 - side);
        int order = best == TA_NO_VALUE ? 0 : ta_compare_numbers(v, stop, best);
        if (best == TA_NO_VALUE || (side ? order < 0 : order > 0)) best = stop;
    }
    return best;
}

/* Does the list of `side` allow the number `end` as the value? */
static ta_status admits(ta_values *v, ta_call *call, int side, ta_value end, int *in) {
    const ta_ids *list = &v->work[side];
    *in = 1;
    for (size_t i = 0; i < list->count && *in; i++) {
        int beyond;
        ta_value option = list->at[i];
        ta_status s = side ? ta_value_leq(v, call, option, end, &beyond)
                           : ta_value_leq(v, call, end, option, &beyond);
        if (s) return s;
        *in = !beyond;
    }
    return TA_OK;
}

static ta_status try_number(ta_values *v, ta_call *call, int *found, ta_value *value) {
    ta_interval i;
    ta_status s = TA_OK;
    ta_dyadic x;
    memset(&i, 0, sizeof i);
    *found = 0;
    ta_value low = extreme(v, &v->work[0], 0), high = extreme(v, &v->work[1], 1);
    i.has_low = low != TA_NO_VALUE;
    i.has_high = high != TA_NO_VALUE;
    int order = i.has_low && i.has_high ? ta_compare_numbers(v, low, high) : -1;
    if (order <= 0 && i.has_low) s = admits(v, call, TA_LEFT, low, &i.low_in);
    if (!s && order <= 0 && i.has_high) s = admits(v, call, TA_RIGHT, high, &i.high_in);
    if (s) return s;
    if (order > 0 || (order == 0 && !(i.low_in && i.high_in))) {
        v->virtual_stop[TA_LEFT] = low;
        v->virtual_stop[TA_RIGHT] = high;
        return TA_OK;
    }
    if (i.has_low) i.low = ta_number_part(&v->games[low]);
    if (i.has_high) i.high = ta_number_part(&v->games[high]);
    s = ta_dyadic_simplest(v, call, i, &x);
    if (s) return s;
    *found = 1;
    return ta_values_compact(v, call, x, 0, 0, value);
}

/* ---- Nimbers ---- */

/* The number x of x + *m, m >= 0, or TA_NO_VALUE. */
static ta_value nimber_base(const ta_game *g) {
    return g->kind == COMPACT && g->ups == 0 ? g->stop[0] : TA_NO_VALUE;
}

/* The least m such that x + *m is not in the list; `seen` is scratch. *is = 0 if the list has an
** option of another form. */
static ta_status mex(ta_values *v, ta_call *call, const ta_ids *list, ta_value x, ta_ids *seen,
                     int *is, size_t *least) {
    *is = 1;
    for (size_t i = 0; i < list->count && *is; i++) *is = nimber_base(&v->games[list->at[i]]) == x;
    if (!*is) return TA_OK;
    ta_status s = TA_RESERVE(&v->store, call, &seen->at, &seen->cap, list->count + 1);
    if (s) return s;
    memset(seen->at, 0, (list->count + 1) * sizeof *seen->at);
    for (size_t i = 0; i < list->count; i++) {
        uint32_t star = v->games[list->at[i]].star;
        if (star < list->count) seen->at[star] = 1;
    }
    for (*least = 0; seen->at[*least];) ++*least;
    return TA_OK;
}

/* {x + *a, ... | x + *b, ...} is x + *m if m is the mex of both lists. In the difference a move to
** a > m is answered by *m, and one to a < m by *a on the other side. Moves in numbers are worst. */
static ta_status try_nimber(ta_values *v, ta_call *call, int *found, ta_value *value) {
    size_t least[2] = { 0, 0 };
    *found = v->work[0].count && v->work[1].count;
    if (!*found) return TA_OK;
    ta_value x = nimber_base(&v->games[v->work[0].at[0]]);
    if (x == TA_NO_VALUE) *found = 0;
    for (int side = 0; side < 2 && *found; side++) {
        ta_status s = mex(v, call, &v->work[side], x, &v->given[side], found, &least[side]);
        if (s) return s;
    }
    *found &= least[0] == least[1];
    if (!*found) return TA_OK;
    return ta_values_compact(v, call, ta_number_part(&v->games[x]), 0, (int64_t)least[0], value);
}

/* ---- Step 2 ---- */

static int holds(const ta_ids *list, ta_value id) {
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == id) return 1;
    return 0;
}

/* a <= b on the right, b <= a on the left: is a at least as good for the mover as b? */
static ta_status as_good(ta_values *v, ta_call *call, int side, ta_value a, ta_value b, int *good) {
    return side ? ta_value_leq(v, call, a, b, good) : ta_value_leq(v, call, b, a, good);
}

/* Order g and h by the left stop, the right stop and the gauge, which do not fall from g to h if
** g <= h. -1, 0, 1; with 0 they may be equal, confused or comparable either way. */
static int rank(const ta_game *g, const ta_game *h) {
    for (int side = 0; side < 2; side++)
        if (g->size[side] != h->size[side]) return g->size[side] < h->size[side] ? -1 : 1;
    int a = ta_gauge_rank(g->gauge), b = ta_gauge_rank(h->gauge);
    return (a > b) - (a < b);
}

/* Sort options by rank, the best for their player first. Equal options become neighbours. */
static void sort_by_rank(const ta_values *v, ta_ids *list, int side) {
    size_t gap = 1;
    while (gap < list->count / 3) gap = 3 * gap + 1;
    for (; gap; gap /= 3)
        for (size_t i = gap; i < list->count; i++) {
            ta_value id = list->at[i];
            size_t j = i;
            for (; j >= gap; j -= gap) {
                ta_value other = list->at[j - gap];
                int order = rank(&v->games[other], &v->games[id]);
                if (order ? (order > 0) == (side == TA_LEFT) : other <= id) break;
                list->at[j] = other;
            }
            list->at[j] = id;
        }
}

/* The number of kept options whose right stop is at least as good. They are sorted by it, best
** first. */
static size_t as_good_by_stop(const ta_values *v, const ta_value *kept, size_t count, int side,
                              float size) {
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        float other = v->games[kept[middle]].size[1];
        if (side ? other <= size : other >= size) low = middle + 1;
        else count = middle;
    }
    return low;
}

/* Only options of a higher rank and no worse right stop, or of the same rank, can dominate an
** option. Kept options are at the front, sorted by right stop, each rank together. */
static ta_status remove_dominated(ta_values *v, ta_call *call, int side) {
    ta_ids *list = &v->work[side];
    size_t kept = 0;
    sort_by_rank(v, list, side);
    for (size_t i = 0; i < list->count; i++) {
        ta_value *at = list->at, option = at[i];
        size_t end = as_good_by_stop(v, at, kept, side, v->games[option].size[1]), still = end;
        int worse = 0;
        for (size_t j = 0; j < end && !worse; j++) {
            ta_status s = as_good(v, call, side, at[j], option, &worse);
            if (s) return s;
        }
        if (worse) continue;
        memmove(at + end + 1, at + end, (kept - end) * sizeof *at);
        at[end] = option;
        kept++;
        while (still > 0 && rank(&v->games[at[still - 1]], &v->games[option]) == 0) still--;
        for (size_t j = still; j < end; j++) { /* the new one may dominate others of its rank */
            int beaten;
            ta_status s = as_good(v, call, side, option, at[j], &beaten);
            if (s) return s;
            if (!beaten) at[still++] = at[j];
        }
        memmove(at + still, at + end, (kept - end) * sizeof *at);
        kept -= end - still;
    }
    list->count = kept;
    return TA_OK;
}

/* The reply through which `option` is reversible in the game g, or TA_NO_VALUE. */
static ta_status reversing(ta_values *v, ta_call *call, ta_value g, int side, ta_value option,
                           ta_value *answer) {
    size_t count = ta_value_option_count(v, option, 1 - side);
    for (size_t i = 0; i < count; i++) {
        int good;
        ta_value reply;
        ta_status s = ta_value_option(v, call, option, 1 - side, i, &reply);
        if (!s) s = as_good(v, call, side, g, reply, &good);
        if (s) return s;
        if (good) {
            *answer = reply;
            return TA_OK;
        }
    }
    *answer = TA_NO_VALUE;
    return TA_OK;
}

/* Bypass every reversible option of one side; *changed if there was one. */
static ta_status bypass(ta_values *v, ta_call *call, ta_value g, int side, int *changed) {
    ta_ids *list = &v->work[side];
    for (size_t i = 0; i < list->count; i++) { /* the list may grow in the loop */
        ta_value answer = TA_NO_VALUE, next;
        ta_status s = reversing(v, call, g, side, list->at[i], &answer);
        if (s) return s;
        if (answer == TA_NO_VALUE) continue;
        *changed = 1;
        list->at[i] = TA_NO_VALUE;
        size_t count = ta_value_option_count(v, answer, side);
        for (size_t j = 0; j < count; j++) {
            s = ta_value_option(v, call, answer, side, j, &next);
            if (!s && !holds(list, next)) s = ta_ids_push(&v->store, call, list, next);
            if (s) return s;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] != TA_NO_VALUE) list->at[kept++] = list->at[i];
    list->count = kept;
    return TA_OK;
}

/* Reduce work[] to the canonical form. Its comparisons may store options of compact values, but
** never a TREE, so they do not change the lists and the virtual game. */
static ta_status reduce(ta_values *v, ta_call *call, ta_value *value) {
    int found, changed = 0;
    ta_status s = try_nimber(v, call, &found, value);
    if (s || found) return s;
    for (int side = 0; side < 2 && !s; side++) s = remove_dominated(v, call, side);
    if (!s) s = try_number(v, call, &found, value);
    if (s || found) return s;
    *value = ta_values_find(v, v->work); /* a stored game needs no more work */
    if (*value != TA_NO_VALUE) return TA_OK;
    for (int side = 0; side < 2 && !s; side++) {
        v->given[side].count = 0;
        for (size_t i = 0; i < v->work[side].count && !s; i++)
            s = ta_ids_push(&v->store, call, &v->given[side], v->work[side].at[i]);
    }
    v->virtual_gauge = ta_gauge_lists(v, v->given);
    ta_value g = TA_VIRTUAL | ta_results_serial(&v->results);
    for (int side = 0; side < 2 && !s; side++) s = bypass(v, call, g, side, &changed);
    for (int side = 0; side < 2 && !s && changed; side++) s = remove_dominated(v, call, side);
    return s ? s : ta_values_tree(v, call, v->work, TA_NO_VALUE, value);
}

static ta_status take(ta_values *v, ta_call *call, int side, const ta_value *list, size_t count) {
    ta_ids *work = &v->work[side];
    ta_status s = TA_RESERVE(&v->store, call, &work->at, &work->cap, count);
    work->count = 0;
    for (size_t i = 0; i < count && !s; i++) {
        s = ta_values_check_id(v, call, list[i]);
        if (!s) work->at[work->count++] = list[i];
    }
    return s;
}

ta_status ta_value_from_options(ta_values *values, ta_call *call, const ta_value *left,
                                size_t left_count, const ta_value *right, size_t right_count,
                                ta_value *value) {
    ta_value found;
    ta_status s = take(values, call, TA_LEFT, left, left_count);
    if (!s) s = take(values, call, TA_RIGHT, right, right_count);
    if (!s) s = reduce(values, call, &found);
    ta_sound(ta_values_check(values));
    if (s) return s;
    values->canonical++;
    *value = found;
    return TA_OK;
}

ta_status ta_values_canonical(ta_values *v, ta_call *call, const ta_value *left, size_t left_count,
                              const ta_value *right, size_t right_count, ta_value like,
                              ta_value *value) {
    ta_status s = take(v, call, TA_LEFT, left, left_count);
    if (!s) s = take(v, call, TA_RIGHT, right, right_count);
    return s ? s : ta_values_tree(v, call, v->work, like, value);
}

/* ---- Values from options and parts ---- */

ta_status ta_value_number(ta_values *values, ta_call *call, int64_t num, int exp, ta_value *value) {
    ta_dyadic x;
    ta_status s = ta_dyadic_make(values, call, num, exp, &x);
    return s ? s : ta_values_compact(values, call, x, 0, 0, value);
}

ta_status ta_value_number_up_star(ta_values *values, ta_call *call, ta_dyadic x, int64_t ups,
                                  int64_t star, ta_value *value) {
    if (star < 0) return ta_fail(call, TA_EINVAL, "a negative nimber");
    ta_status s = TA_OK;
    if (x.exp != TA_DYADIC_BIG) s = ta_dyadic_make(values, call, x.num, x.exp, &x);
    return s ? s : ta_values_compact(values, call, x, ups, star, value);
}
