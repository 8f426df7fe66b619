/*
** heat.c - heating, overheating, cooling, freezing, and Norton's product.
**
**     heat(g, t)       {heat(gL) + t | heat(gR) - t}, numbers stay as they are
**     overheat(g,s,t)  the same, but an integer n becomes n s
**     cool(g, t)       {cool(gL) - t | cool(gR) + t} up to the temperature of g, above it
**                      the mean
**     g . u            {gL.u + (u + d) | gR.u - (u + d)} over the incentives d of u,
**                      an integer n becomes n u; u > 0
**
** All on canonical forms. Source: Winning Ways, chapters 6 and 8; Siegel, II.5-II.6.
*/
#include "base/mem.h"
#include "base/status.h"
#include "work_stack.h"

/* Is g = x + *n heated by t > 0, or cooled by -t < 0? Then H(n) = {H(k) + t | H(k) - t}, H(0) is a
** number, and n^2 options need no comparison. The H are pairwise confused: from H(j) - H(k), j > k,
** either player moves to -t and wins. So no option dominates another. The replies to an option are
** H(i), i < k, and reverse nothing. Replies to the number x + t are beyond the left stop. */
static int is_heated_nimber(const ta_values *v, const ta_fold *f, ta_value g) {
    const ta_game *game = &v->games[g];
    return game->kind == COMPACT && game->star && !game->ups && ta_is_number(v, f->t) &&
           v->games[f->t].num > 0;
}

/* ELIMIT unless the store can hold the forms of H(n). They are H(k) + j t, 0 < k <= n, for all j
** from k - n to n - k: n^2 forms with 2 k options each, n (n + 1) (2 n + 1) / 3 in all. H(0) is a
** number unless g is overheated. */
static ta_status few_heated(const ta_values *v, ta_call *call, const ta_fold *f, ta_value g) {
    if (!is_heated_nimber(v, f, g) || (f->operation == OP_OVERHEAT && v->games[g].num))
        return TA_OK;
    double n = v->games[g].star, options = n * (n + 1) * (2 * n + 1) / 3;
    double bytes = options * sizeof *v->pool;
    char need[32], most[32];
    if (bytes <= (double)v->store.most_bytes) return TA_OK;
    return ta_fail(
        call, TA_ELIMIT,
        "*%u heated and its followers have %.0f options, %s or more; the store of values "
        "may hold %s",
        (unsigned)v->games[g].star, options, ta_bytes_text(need, bytes),
        ta_bytes_text(most, (double)v->store.most_bytes));
}

static ta_status heat_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                              int side) {
    ta_status s = few_heated(v, call, f, g);
    return s ? s : ta_fold_moves(v, call, g, h, side, f->t);
}

static ta_status heat_finish(ta_values *v, ta_call *call, const ta_fold *f, ta_value g, ta_value h,
                             const ta_value *left, size_t left_count, const ta_value *right,
                             size_t right_count, ta_value *value) {
    (void)h;
    if (is_heated_nimber(v, f, g) && ta_is_number(v, left[0]))
        return ta_values_canonical(v, call, left, left_count, right, right_count, TA_NO_VALUE,
                                   value);
    return ta_value_from_options(v, call, left, left_count, right, right_count, value);
}

/* ---- Heating ---- */

static ta_status heat_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g, ta_value *h,
                           ta_value *value, int *known) {
    (void)call;
    (void)h;
    *known = ta_is_number(v, *g) || f->t == TA_VALUE_ZERO;
    if (*known) *value = *g;
    return TA_OK;
}

ta_status ta_value_heat(ta_values *values, ta_call *call, ta_value g, ta_value t,
                        ta_value *heated) {
    const ta_fold f = { .operation = OP_HEAT,
                        .base = heat_base,
                        .options = heat_options,
                        .finish = heat_finish,
                        .add = ta_value_sum,
                        .odd = 1,
                        .t = t };
    return ta_fold_run(values, call, &f, g, t, heated);
}

static ta_status overheat_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                               ta_value *h, ta_value *value, int *known) {
    (void)h;
    *known = ta_is_integer(v, *g);
    return *known ? ta_values_multiple(v, call, ta_number_part(&v->games[*g]), f->s, value) : TA_OK;
}

/* The memo has one parameter, so one number stands for s and t. */
static uint32_t pair_tag(ta_values *v, ta_value s, ta_value t) {
    uint32_t number = ta_results_recall(&v->results, OP_PAIR, s, t);
    if (number == TA_NO_VALUE) {
        number = ta_results_serial(&v->results);
        ta_results_remember(&v->results, OP_PAIR, s, t, number);
    }
    return TA_VIRTUAL | number;
}

ta_status ta_value_overheat(ta_values *values, ta_call *call, ta_value g, ta_value s, ta_value t,
                            ta_value *heated) {
    ta_status status = ta_values_check_id(values, call, s);
    if (!status) status = ta_values_check_id(values, call, t);
    if (status) return status;
    const ta_fold f = { .operation = OP_OVERHEAT,
                        .base = overheat_base,
                        .options = heat_options,
                        .finish = heat_finish,
                        .add = ta_value_sum,
                        .odd = 1,
                        .tag = pair_tag(values, s, t),
                        .s = s,
                        .t = t };
    return ta_fold_run(values, call, &f, g, t, heated);
}

/* ---- Cooling ---- */

static ta_status cool_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g, ta_value *h,
                           ta_value *value, int *known) {
    ta_dyadic temperature, mean;
    (void)h;
    ta_status s = ta_value_temperature(v, call, *g, &temperature);
    if (s) return s;
    *known = ta_dyadic_compare(ta_number_part(&v->games[f->s]), temperature) > 0;
    if (!*known) return TA_OK;
    s = ta_value_mean(v, call, *g, &mean);
    return s ? s : ta_values_compact(v, call, mean, 0, 0, value);
}

ta_status ta_value_cool(ta_values *values, ta_call *call, ta_value g, ta_dyadic t,
                        ta_value *cooled) {
    if (ta_dyadic_compare(t, ta_dyadic_integer(-1)) <= 0)
        return ta_fail(call, TA_EINVAL, "the temperature to cool by is above -1");
    ta_value id;
    ta_status s = ta_values_check_id(values, call, g);
    if (s) return s;
    if (t.num == 0) { /* no tax: frozen nimbers, of which there may be many, do not change */
        *cooled = g;
        return TA_OK;
    }
    s = ta_values_compact(values, call, t, 0, 0, &id);
    if (s) return s;
    const ta_fold f = { .operation = OP_COOL,
                        .base = cool_base,
                        .options = heat_options,
                        .finish = heat_finish,
                        .add = ta_value_sum,
                        .odd = 1,
                        .s = id,
                        .t = ta_value_negative(values, id) };
    return ta_fold_run(values, call, &f, g, id, cooled);
}

ta_status ta_value_freeze(ta_values *values, ta_call *call, ta_value g, ta_value *frozen) {
    ta_dyadic t;
    ta_status s = ta_value_temperature(values, call, g, &t);
    if (s) return s;
    if (!ta_is_number(values, g)) return ta_value_cool(values, call, g, t, frozen);
    *frozen = g;
    return TA_OK;
}

/* ---- Norton's product ---- */

static ta_status norton_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                             ta_value *h, ta_value *value, int *known) {
    (void)f;
    *known = ta_is_integer(v, *g);
    return *known ? ta_values_multiple(v, call, ta_number_part(&v->games[*g]), *h, value) : TA_OK;
}

static ta_status norton_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                ta_value h, int side) {
    ta_status s = TA_OK;
    for (size_t i = 0; i < f->plus_count && !s; i++)
        s = ta_fold_moves(v, call, g, h, side, f->plus[i]);
    return s;
}

/* List u + d for the left incentives d = uL - u and the right ones d = u - uR. */
static ta_status add_incentives(ta_values *v, ta_call *call, ta_value u, ta_ids *list) {
    ta_status s = TA_OK;
    ta_value twice, option;
    for (size_t i = 0, n = ta_value_option_count(v, u, TA_LEFT); i < n && !s; i++) {
        s = ta_value_option(v, call, u, TA_LEFT, i, &option);
        if (!s) s = ta_ids_push(&v->store, call, list, option);
    }
    if (!s) s = ta_value_sum(v, call, u, u, &twice);
    for (size_t i = 0, n = ta_value_option_count(v, u, TA_RIGHT); i < n && !s; i++) {
        s = ta_value_option(v, call, u, TA_RIGHT, i, &option);
        if (!s) s = ta_value_difference(v, call, twice, option, &option);
        if (!s) s = ta_ids_push(&v->store, call, list, option);
    }
    return s;
}

ta_status ta_value_norton(ta_values *values, ta_call *call, ta_value g, ta_value unit,
                          ta_value *product) {
    ta_outcome outcome;
    ta_status s = ta_value_outcome(values, call, unit, &outcome);
    if (s) return s;
    if (outcome != TA_L)
        return ta_fail(call, TA_EUNSUPPORTED, "Norton's product is by a positive game");
    ta_ids plus = { NULL, 0, 0 };
    s = add_incentives(values, call, unit, &plus);
    if (!s) {
        const ta_fold f = { .operation = OP_NORTON,
                            .base = norton_base,
                            .options = norton_options,
                            .add = ta_value_sum,
                            .odd = 1,
                            .plus = plus.at,
                            .plus_count = plus.count };
        s = ta_fold_run(values, call, &f, g, unit, product);
    }
    TA_RELEASE(&values->store, &plus.at, &plus.cap);
    return s;
}
