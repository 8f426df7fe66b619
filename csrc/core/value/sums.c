/*
** sums.c - the disjunctive, ordinal, conjunctive and selective sum, and multiples.
**
** Each is a fold (work_stack.c) of its definition. In the disjunctive sum compact values add by
** parts, and g + -g is 0. In the sum with a number only the other summand has moves: translate.c.
** The other three sums depend on the form of their parts, and use the options of the canonical
** forms.
*/
#include <limits.h>

#include "base/amount.h"
#include "base/int128.h"
#include "work_stack.h"

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

/* Add the pairs (g, h') for all options h' of one side. */
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

static ta_status multiple_compact(ta_values *v, ta_call *call, ta_dyadic n, const ta_game *g,
                                  ta_value *value) {
    ta_dyadic x;
    const ta_int128 most = TA_COMPACT_MOST;
    ta_int128 ups = (ta_int128)g->ups * ta_dyadic_clip(n);
    uint32_t star = ta_dyadic_digit(n, 0) ? g->star : 0;
    ups = ups > most ? most : ups < -most ? -most : ups; /* then ta_values_compact fails */
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

/* If n is an integer, op(g, n) needs op(g, k) for all integers k from 0 to n. These are different
** values, as g is no integer. ELIMIT if the store cannot hold them. */
static ta_status few_days(const ta_values *v, ta_call *call, ta_value n) {
    char born[32];
    if (!ta_is_integer(v, n)) return TA_OK;
    ta_amount days = ta_value_birthday(v, n);
    if (days < (ta_amount)(v->store.most_bytes / sizeof(ta_game)) &&
        days < (ta_amount)v->store.most_games)
        return TA_OK;
    return ta_fail(call, TA_ELIMIT,
                   "a form for each of %s days, more than the store of values may hold",
                   ta_amount_text(born, days));
}

/* x:n for a number x and an integer n, not 0. Each step of n > 0 halves the distance 2^-k to the
** right option of x. Without a right option x is an integer, and the result is x + n. */
static ta_status ordinal_integer(ta_values *v, ta_call *call, ta_value g, ta_dyadic n,
                                 ta_dyadic *sum) {
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
    return s ? s : ta_dyadic_add(v, call, x, way, sum);
}

/* side:x of a number, side 1 or -1. 1:x is (x + n) / 2^(n - 1) for the least n >= 1 with x + n > 1
** (E. Berlekamp, The Hackenbush number system, 1974; Winning Ways, chapter 3). */
static ta_status ordinal_one(ta_values *v, ta_call *call, int side, ta_dyadic x, ta_dyadic *sum) {
    ta_dyadic n = ta_dyadic_integer(1), down = n;
    if (side < 0) x = ta_dyadic_neg(x);
    ta_status s = TA_OK;
    if (x.num <= 0) { /* n is 2 + floor(-x) */
        s = ta_dyadic_floor(v, call, ta_dyadic_neg(x), &n);
        int64_t halvings = s ? 0 : ta_dyadic_clip(n);
        halvings = halvings < INT_MAX ? halvings + 1 : INT_MAX;
        if (!s) s = ta_dyadic_add(v, call, n, ta_dyadic_integer(2), &n);
        if (!s) s = ta_dyadic_make(v, call, 1, (int)halvings, &down);
    }
    if (!s) s = ta_dyadic_add(v, call, x, n, &x);
    if (!s) s = ta_dyadic_mul(v, call, x, down, &x);
    if (!s) *sum = side < 0 ? ta_dyadic_neg(x) : x;
    return s;
}

/* g:h for numbers, h not 0: the signs of g, then those of h. For an integer g = n > 0 it is n - 1
** followed by 1:h. After a g with p > 0 places, the i-th sign of h counts 2^-(p + i); and it counts
** 2^-(i + 1) in 1:(-1:h). */
static ta_status ordinal_numbers(ta_values *v, ta_call *call, ta_value g, ta_dyadic h,
                                 ta_value *value) {
    ta_dyadic x = ta_number_part(&v->games[g]), y, half, scale;
    int places = ta_dyadic_places(x), side = x.num > 0 ? 1 : -1;
    ta_status s;
    if (ta_dyadic_places(h) == 0) {
        s = ordinal_integer(v, call, g, h, &x);
    } else if (places == 0) {
        s = ordinal_one(v, call, side, h, &y);
        if (!s) s = ta_dyadic_add(v, call, x, ta_dyadic_integer(-side), &x);
        if (!s) s = ta_dyadic_add(v, call, x, y, &x);
    } else {
        s = ordinal_one(v, call, -1, h, &y);
        if (!s) s = ordinal_one(v, call, 1, y, &y);
        if (!s) s = ta_dyadic_make(v, call, 1, 1, &half);
        if (!s) s = ta_dyadic_sub(v, call, y, half, &y);
        if (!s) s = ta_dyadic_make(v, call, 1, places - 1, &scale);
        if (!s) s = ta_dyadic_mul(v, call, y, scale, &y);
        if (!s) s = ta_dyadic_add(v, call, x, y, &x);
    }
    return s ? s : ta_values_compact(v, call, x, 0, 0, value);
}

static ta_status ordinal_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                              ta_value *h, ta_value *value, int *known) {
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO;
    if (*known) *value = *g == TA_VALUE_ZERO ? *h : *g;
    if (*known) return TA_OK;
    *known = ta_is_number(v, *g) && ta_is_number(v, *h);
    if (*known) return ordinal_numbers(v, call, *g, ta_number_part(&v->games[*h]), value);
    const ta_game *a = &v->games[*g], *b = &v->games[*h];
    *known = ta_is_nimber(a) && ta_is_nimber(b); /* *m:*n has the options *0 to *(m + n - 1) */
    if (*known)
        return ta_values_compact(v, call, ta_dyadic_integer(0), 0, (int64_t)a->star + b->star,
                                 value);
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

/* The given form has the options f->plus: f->s left ones, then the right ones. Its value is
** f->t. */
static ta_status form_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *h,
                           ta_value *tag, ta_value *value, int *known) {
    (void)tag;
    *known = *h == TA_VALUE_ZERO;
    *value = f->t;
    return *known ? TA_OK : few_days(v, call, *h);
}

static ta_status form_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value h,
                              ta_value tag, int side) {
    size_t from = side == TA_LEFT ? 0 : f->s, to = side == TA_LEFT ? f->s : f->plus_count;
    ta_status s = TA_OK;
    for (size_t i = from; i < to && !s; i++) s = ta_fold_known(v, call, f->plus[i]);
    return s ? s : ta_fold_moves(v, call, h, tag, side, TA_VALUE_ZERO);
}

static int is_among(ta_value x, const ta_value *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == x) return 1;
    return 0;
}

/* Are these options, without dominated ones, the options of the canonical form g? */
static ta_status are_options(ta_values *v, ta_call *call, ta_value g, int side,
                             const ta_value *list, size_t count, int *same) {
    size_t own = ta_value_option_count(v, g, (ta_player)side);
    ta_status s = TA_OK;
    *same = own <= count;
    for (size_t i = 0; i < own && *same && !s; i++) {
        ta_value option;
        s = ta_value_option(v, call, g, (ta_player)side, i, &option);
        *same = !s && is_among(option, list, count);
    }
    for (size_t i = 0; i < count && *same && !s; i++) {
        int leq = 0;
        for (size_t j = 0; j < own && !leq && !s; j++) {
            ta_value option;
            s = ta_value_option(v, call, g, (ta_player)side, j, &option);
            if (!s && side == TA_LEFT) s = ta_value_leq(v, call, list[i], option, &leq);
            else if (!s) s = ta_value_leq(v, call, option, list[i], &leq);
        }
        *same = leq;
    }
    return s;
}

ta_status ta_value_ordinal_sum_of(ta_values *values, ta_call *call, const ta_value *options,
                                  size_t left_count, size_t count, ta_value h, ta_value *sum) {
    ta_value g;
    int left = 0, right = 0;
    const ta_value *others = options + left_count;
    ta_status s = ta_values_check_id(values, call, h);
    if (!s)
        s = ta_value_from_options(values, call, options, left_count, others, count - left_count,
                                  &g);
    if (!s) s = are_options(values, call, g, TA_LEFT, options, left_count, &left);
    if (!s && left) s = are_options(values, call, g, TA_RIGHT, others, count - left_count, &right);
    if (s) return s;
    if (right) return ta_value_ordinal_sum(values, call, g, h, sum);
    const ta_fold f = { .operation = OP_ORDINAL,
                        .base = form_base,
                        .options = form_options,
                        .tag = TA_VIRTUAL | ta_results_serial(&values->results),
                        .s = (ta_value)left_count,
                        .t = g,
                        .plus = options,
                        .plus_count = count };
    return ta_fold_run(values, call, &f, h, TA_VALUE_ZERO, sum);
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
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO; /* it ends when one part ends */
    *value = TA_VALUE_ZERO;
    if (*known) return TA_OK;
    *known = ta_is_integer(v, *g) && ta_is_integer(v, *h);
    if (!*known) return TA_OK;
    int order = ta_compare_numbers(v, *g, *h), positive = v->games[*g].num > 0;
    if (positive != (v->games[*h].num > 0))
        return TA_OK;                           /* 0: each player can move in one part only */
    *value = (order < 0) == positive ? *g : *h; /* of one sign: the shorter one ends the game */
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

/* The selective compound of ONAG, chapter 14: every move is in one part or in both. */
static ta_status compound_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                               ta_value *h, ta_value *value, int *known) {
    (void)f;
    *known = *g == TA_VALUE_ZERO || *h == TA_VALUE_ZERO ||
             (ta_is_integer(v, *g) && ta_is_integer(v, *h));
    if (*known) return ta_value_sum(v, call, *g, *h, value); /* of integers: by induction */
    ta_status s = few_days(v, call, *g); /* n with g is better than n - 1, by the same moves */
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
        if (!s) s = ta_ids_push(&v->store, call, list, option);
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
            if (!s) s = ta_ids_push(&v->store, call, list, a);
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
    for (int side = 0; side < 2; side++)
        TA_RELEASE(&values->store, &lists[side].at, &lists[side].cap);
    return s;
}
