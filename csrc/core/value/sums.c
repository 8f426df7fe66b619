/*
** sums.c - the disjunctive, ordinal, conjunctive and selective sum, and multiples.
**
** Each is its definition given to fold.c. In the disjunctive sum compact values add by
** parts, g + -g is 0, and of a number only the other part is moved in (number
** translation). The other three depend on the form of their parts and use the
** options of the canonical forms as they are.
*/
#include "base/int128.h"
#include "fold.h"

/* ---- g + h ---- */

static ta_status sum_compact(ta_values *v, ta_call *call, const ta_game *g, const ta_game *h,
                             ta_value *value) {
    ta_dyadic x;
    int64_t ups = (int64_t)g->ups + h->ups;
    uint32_t star = g->star ^ h->star;
    ta_status s = ta_dyadic_add(ta_number_part(g), ta_number_part(h), &x);
    return s ? ta_dyadic_beyond(call, s) : ta_values_compact(v, call, x, ups, star, value);
}

static ta_status sum_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g, ta_value *h,
                          ta_value *value, int *known) {
    (void)f;
    const ta_game *a = ta_game_of(v, *g), *b = ta_game_of(v, *h);
    *known = 1;
    if (a->kind == COMPACT && b->kind == COMPACT) return sum_compact(v, call, a, b, value);
    if (*g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO) {
        *value = *g == TA_VALUE_ZERO ? *h : *g;
    } else if (a->negative == *h) {
        *value = TA_VALUE_ZERO;
    } else {
        *known = 0;
        if (*g > *h) {
            ta_value swap = *g;
            *g = *h;
            *h = swap;
        }
    }
    return TA_OK;
}

/* The pairs (g, h') for all options h' of one side. */
static ta_status move_in_second(ta_values *v, ta_call *call, ta_value g, ta_value h, int side) {
    size_t count = ta_value_option_count(v, h, side);
    ta_status s = TA_OK;
    for (size_t i = 0; i < count && !s; i++) {
        ta_value option;
        s = ta_value_option(v, call, h, side, i, &option);
        if (!s) s = ta_fold_pair(v, call, g, option, TA_VALUE_ZERO);
    }
    return s;
}

static ta_status sum_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                             int side) {
    (void)f;
    ta_status s = ta_is_number(v, g) ? TA_OK : ta_fold_moves(v, call, g, h, side, TA_VALUE_ZERO);
    return s || ta_is_number(v, h) ? s : move_in_second(v, call, g, h, side);
}

static const ta_fold disjunctive = { .operation = OP_SUM,
                                     .base = sum_base,
                                     .options = sum_options };

ta_status ta_value_sum(ta_values *values, ta_call *call, ta_value g, ta_value h, ta_value *sum) {
    return ta_fold_run(values, call, &disjunctive, g, h, sum);
}

ta_status ta_value_difference(ta_values *values, ta_call *call, ta_value g, ta_value h,
                              ta_value *difference) {
    ta_status s = ta_values_check_id(values, call, h);
    return s ? s : ta_value_sum(values, call, g, ta_value_negative(values, h), difference);
}

/* ---- n g, by doubling ---- */

static ta_status multiple_compact(ta_values *v, ta_call *call, int64_t n, const ta_game *g,
                                  ta_value *value) {
    ta_dyadic x;
    ta_int128 ups = (ta_int128)g->ups * n;
    ta_status s = ta_dyadic_make((ta_int128)g->num * n, g->exp, &x);
    if (s) return ta_dyadic_beyond(call, s);
    if (ups >= TA_COMPACT_MOST) ups = TA_COMPACT_MOST; /* named out of range below */
    if (ups <= -TA_COMPACT_MOST) ups = -TA_COMPACT_MOST;
    return ta_values_compact(v, call, x, (int64_t)ups, n % 2 ? g->star : 0, value);
}

ta_status ta_value_multiple(ta_values *values, ta_call *call, int64_t n, ta_value g,
                            ta_value *multiple) {
    ta_status s = ta_values_check_id(values, call, g);
    if (s) return s;
    if (values->games[g].kind == COMPACT)
        return multiple_compact(values, call, n, &values->games[g], multiple);
    ta_value power = n < 0 ? ta_value_negative(values, g) : g, total = TA_VALUE_ZERO;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    while (left && !s) {
        if (left & 1) s = ta_value_sum(values, call, total, power, &total);
        left >>= 1;
        if (left && !s) s = ta_value_sum(values, call, power, power, &power);
    }
    if (s) return s;
    *multiple = total;
    return TA_OK;
}

/* ---- g : h ---- */

static ta_status ordinal_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                              ta_value *h, ta_value *value, int *known) {
    (void)v;
    (void)call;
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO;
    if (*known) *value = *g == TA_VALUE_ZERO ? *h : *g;
    return TA_OK;
}

static ta_status ordinal_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                 ta_value h, int side) {
    (void)f;
    size_t count = ta_value_option_count(v, g, side);
    ta_status s = TA_OK;
    for (size_t i = 0; i < count && !s; i++) {
        ta_value option;
        s = ta_value_option(v, call, g, side, i, &option);
        if (!s) s = ta_fold_known(v, call, option);
    }
    return s ? s : move_in_second(v, call, g, h, side);
}

ta_status ta_value_ordinal_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                               ta_value *sum) {
    static const ta_fold f = { .operation = OP_ORDINAL,
                               .base = ordinal_base,
                               .options = ordinal_options };
    return ta_fold_run(values, call, &f, g, h, sum);
}

/* ---- Conjunctive and selective ---- */

static ta_status move_in_both(ta_values *v, ta_call *call, ta_value g, ta_value h, int side) {
    size_t m = ta_value_option_count(v, g, side), n = ta_value_option_count(v, h, side);
    ta_status s = TA_OK;
    for (size_t i = 0; i < m && !s; i++)
        for (size_t j = 0; j < n && !s; j++) {
            ta_value a, b;
            s = ta_value_option(v, call, g, side, i, &a);
            if (!s) s = ta_value_option(v, call, h, side, j, &b);
            if (!s) s = ta_fold_pair(v, call, a, b, TA_VALUE_ZERO);
        }
    return s;
}

static ta_status conjunctive_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                                  ta_value *h, ta_value *value, int *known) {
    (void)v;
    (void)call;
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO; /* over as soon as one is */
    if (*known) *value = TA_VALUE_ZERO;
    return TA_OK;
}

static ta_status conjunctive_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                     ta_value h, int side) {
    (void)f;
    return move_in_both(v, call, g, h, side);
}

ta_status ta_value_conjunctive_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                   ta_value *sum) {
    static const ta_fold f = { .operation = OP_CONJUNCTIVE,
                               .base = conjunctive_base,
                               .options = conjunctive_options };
    return ta_fold_run(values, call, &f, g, h, sum);
}

/* The compound of ONAG, chapter 14: every move is in one part or in both. */
static ta_status compound_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                  ta_value h, int side) {
    (void)f;
    ta_status s = ta_fold_moves(v, call, g, h, side, TA_VALUE_ZERO);
    if (!s) s = move_in_second(v, call, g, h, side);
    return s ? s : move_in_both(v, call, g, h, side);
}

ta_status ta_value_selective_compound(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                      ta_value *sum) {
    static const ta_fold f = { .operation = OP_COMPOUND,
                               .base = ordinal_base,
                               .options = compound_options };
    return ta_fold_run(values, call, &f, g, h, sum);
}

/* ---- The selective sum: the first move selects ---- */

static ta_status push_sums(ta_values *v, ta_call *call, ta_value g, ta_value h, int side,
                           ta_ids *list) {
    ta_value option;
    ta_status s = TA_OK;
    for (size_t i = 0, n = ta_value_option_count(v, g, side); i < n && !s; i++) {
        s = ta_value_option(v, call, g, side, i, &option);
        if (!s) s = ta_value_sum(v, call, option, h, &option);
        if (!s) s = ta_ids_push(v, call, list, option);
    }
    return s;
}

static ta_status push_conjunctive(ta_values *v, ta_call *call, ta_value g, ta_value h, int side,
                                  ta_ids *list) {
    size_t m = ta_value_option_count(v, g, side), n = ta_value_option_count(v, h, side);
    ta_status s = TA_OK;
    for (size_t i = 0; i < m && !s; i++)
        for (size_t j = 0; j < n && !s; j++) {
            ta_value a, b;
            s = ta_value_option(v, call, g, side, i, &a);
            if (!s) s = ta_value_option(v, call, h, side, j, &b);
            if (!s) s = ta_value_conjunctive_sum(v, call, a, b, &a);
            if (!s) s = ta_ids_push(v, call, list, a);
        }
    return s;
}

ta_status ta_value_selective_sum(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                 ta_value *sum) {
    ta_ids lists[2] = { { NULL, 0, 0 }, { NULL, 0, 0 } };
    ta_status s = ta_values_check_id(values, call, g);
    if (!s) s = ta_values_check_id(values, call, h);
    for (int side = 0; side < 2 && !s; side++) {
        s = push_sums(values, call, g, h, side, &lists[side]);
        if (!s) s = push_sums(values, call, h, g, side, &lists[side]);
        if (!s) s = push_conjunctive(values, call, g, h, side, &lists[side]);
    }
    if (!s)
        s = ta_value_from_options(values, call, lists[0].at, lists[0].count, lists[1].at,
                                  lists[1].count, sum);
    for (int side = 0; side < 2; side++) TA_RELEASE(values, &lists[side].at, &lists[side].cap);
    return s;
}
