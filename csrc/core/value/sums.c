/*
** sums.c - the disjunctive, ordinal, conjunctive and selective sum, and multiples.
**
** Each is its definition given to fold.c. In the disjunctive sum compact values add by
** parts, g + -g is 0, and of a number only the other part is moved in: translate.c. The
** other three depend on the form of their parts and use the options of the canonical
** forms as they are.
*/
#include <limits.h>

#include "base/amount.h"
#include "base/int128.h"
#include "fold.h"

/* ---- g + h ---- */

static ta_status sum_compact(ta_values *v, ta_call *call, const ta_game *g, const ta_game *h,
                             ta_value *value) {
    ta_dyadic x;
    int64_t ups = (int64_t)g->ups + h->ups;
    uint32_t star = g->star ^ h->star;
    ta_status s = ta_dyadic_add(v, call, ta_number_part(g), ta_number_part(h), &x);
    return s ? s : ta_values_compact(v, call, x, ups, star, value);
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
    } else if (ta_is_number(v, *h)) {
        return ta_values_translate(v, call, *g, *h, value);
    } else if (ta_is_number(v, *g)) {
        return ta_values_translate(v, call, *h, *g, value);
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
    ta_status s = ta_fold_moves(v, call, g, h, side, TA_VALUE_ZERO);
    return s ? s : move_in_second(v, call, g, h, side);
}

static const ta_fold disjunctive = {
    .operation = OP_SUM, .base = sum_base, .options = sum_options
};

ta_status ta_value_sum(ta_values *values, ta_call *call, ta_value g, ta_value h, ta_value *sum) {
    return ta_fold_run(values, call, &disjunctive, g, h, sum);
}

ta_status ta_value_difference(ta_values *values, ta_call *call, ta_value g, ta_value h,
                              ta_value *difference) {
    ta_status s = ta_values_check_id(values, call, h);
    return s ? s : ta_value_sum(values, call, g, ta_value_negative(values, h), difference);
}

/* ---- n g, by doubling ---- */

static ta_status multiple_compact(ta_values *v, ta_call *call, ta_dyadic n, const ta_game *g,
                                  ta_value *value) {
    ta_dyadic x;
    const ta_int128 most = TA_COMPACT_MOST;
    ta_int128 ups = (ta_int128)g->ups * ta_dyadic_clip(n);
    uint32_t star = ta_dyadic_digit(n, 0) ? g->star : 0;
    ups = ups > most ? most : ups < -most ? -most : ups; /* named out of range below */
    ta_status s = ta_dyadic_mul(v, call, ta_number_part(g), n, &x);
    return s ? s : ta_values_compact(v, call, x, (int64_t)ups, star, value);
}

ta_status ta_values_multiple(ta_values *v, ta_call *call, ta_dyadic n, ta_value g,
                             ta_value *multiple) {
    ta_status s = ta_values_check_id(v, call, g);
    if (s) return s;
    if (v->games[g].kind == COMPACT) {
        const ta_game game = v->games[g];
        return multiple_compact(v, call, n, &game, multiple);
    }
    ta_value power = n.num < 0 ? ta_value_negative(v, g) : g, total = TA_VALUE_ZERO;
    size_t length = ta_dyadic_length(n);
    for (size_t i = 0; i < length && !s; i++) {
        if (ta_dyadic_digit(n, i)) s = ta_value_sum(v, call, total, power, &total);
        if (!s && i + 1 < length) s = ta_value_sum(v, call, power, power, &power);
    }
    if (s) return s;
    *multiple = total;
    return TA_OK;
}

ta_status ta_value_multiple(ta_values *values, ta_call *call, int64_t n, ta_value g,
                            ta_value *multiple) {
    ta_dyadic factor;
    ta_status s = ta_dyadic_make(values, call, n, 0, &factor);
    return s ? s : ta_values_multiple(values, call, factor, g, multiple);
}

/* ---- g : h ---- */

/* op(g, n), g no integer, for all integers from 0 to n: these are different values. Is there room for them? */
static ta_status few_days(const ta_values *v, ta_call *call, ta_value n) {
    char born[32];
    if (!ta_is_integer(v, n)) return TA_OK;
    ta_amount days = ta_value_birthday(v, n);
    if (days < (ta_amount)(v->most_bytes / sizeof(ta_game)) && days < (ta_amount)v->most_games)
        return TA_OK;
    return ta_fail(call, TA_ELIMIT,
                   "a form for each of %s days, more than the store of values may hold",
                   ta_amount_text(born, days));
}

/* x:n of a number and an integer, not 0. Each step of n > 0 halves the way to the right option of x, 2^-k
** from it; where there is none x is an integer and goes on to x + n. */
static ta_status ordinal_numbers(ta_values *v, ta_call *call, ta_value g, ta_dyadic n,
                                 ta_value *value) {
    ta_dyadic x = ta_number_part(&v->games[g]), way = n;
    int side = n.num > 0 ? TA_RIGHT : TA_LEFT, toward = n.num > 0 ? 1 : -1;
    int places = ta_dyadic_places(x);
    ta_status s = TA_OK;
    if (ta_value_option_count(v, g, (ta_player)side)) {
        int64_t steps = ta_dyadic_clip(n);
        steps = places + (steps < 0 ? -steps : steps);
        s = ta_dyadic_make(v, call, toward, places, &way);
        if (!s) s = ta_dyadic_add(v, call, x, way, &x);
        if (!s) s = ta_dyadic_make(v, call, -toward, steps < INT_MAX ? (int)steps : INT_MAX, &way);
    }
    if (!s) s = ta_dyadic_add(v, call, x, way, &x);
    return s ? s : ta_values_compact(v, call, x, 0, 0, value);
}

static ta_status ordinal_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                              ta_value *h, ta_value *value, int *known) {
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO;
    if (*known) *value = *g == TA_VALUE_ZERO ? *h : *g;
    if (*known) return TA_OK;
    *known = ta_is_number(v, *g) && ta_is_integer(v, *h);
    if (*known) return ordinal_numbers(v, call, *g, ta_number_part(&v->games[*h]), value);
    return few_days(v, call, *h); /* g:n is greater than g:(n - 1) */
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
    (void)call;
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO; /* over as soon as one is */
    *value = TA_VALUE_ZERO;
    if (*known) return TA_OK;
    *known = ta_is_integer(v, *g) && ta_is_integer(v, *h);
    if (!*known) return TA_OK;
    int order = ta_compare_numbers(v, *g, *h), positive = v->games[*g].num > 0;
    if (positive != (v->games[*h].num > 0))
        return TA_OK;                           /* one has no move in one, the other in the other */
    *value = (order < 0) == positive ? *g : *h; /* so many moves of the same player */
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
static ta_status compound_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                               ta_value *h, ta_value *value, int *known) {
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO ||
             (ta_is_integer(v, *g) && ta_is_integer(v, *h));
    if (*known) return ta_value_sum(v, call, *g, *h, value); /* of integers: by induction */
    ta_status s = few_days(v, call, *g); /* n beside g does better than n - 1, by the same moves */
    return s ? s : few_days(v, call, *h);
}

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
                               .base = compound_base,
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
