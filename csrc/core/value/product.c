/*
** product.c - Conway's product, and the lattice companion.
**
**     g h   {gL h + g hL - gL hL, gR h + g hR - gR hR | gL h + g hR - gL hR, gR h + g hL - gR hL}
**
** on canonical forms (the product of games that are equal need not be equal: ONAG, chapter 1).
** Products with 0 are 0. An integer n gives n copies (the form of n + 1 is that of the sum n + 1
** with one option repeated). Numbers give their product, and nimbers their nim product (ONAG,
** chapter 6). An option of the product consists of three products. The fold computes them
** one after another, and `finish` adds up each three.
**
** The companion of 0 is *. The companion of g has the companions of g's options. It has 0 as a left
** option too if g > 0, and as a right option if g < 0. This is an automorphism of the lattice of
** games born by day n >= 1 (Siegel, III.2). x + ups + *m is its own companion, except that * is
** added if x = 0 and m <= 1.
*/
#include "base/status.h"
#include "work_stack.h"
#include "takeaway/nimber.h"

/* ---- Conway's product ---- */

static ta_status number_product(ta_values *v, ta_call *call, ta_dyadic a, ta_dyadic b,
                                ta_value *value) {
    ta_dyadic x;
    ta_status s = ta_dyadic_mul(v, call, a, b, &x);
    return s ? s : ta_values_compact(v, call, x, 0, 0, value);
}

static ta_status conway_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                             ta_value *h, ta_value *value, int *known) {
    const ta_game *a = ta_game_of(v, *g), *b = ta_game_of(v, *h);
    (void)f;
    *known = 1;
    if (ta_is_number(v, *g) && ta_is_number(v, *h))
        return number_product(v, call, ta_number_part(a), ta_number_part(b), value);
    if (ta_is_integer(v, *g)) return ta_values_multiple(v, call, ta_number_part(a), *h, value);
    if (ta_is_integer(v, *h)) return ta_values_multiple(v, call, ta_number_part(b), *g, value);
    if (ta_is_nimber(a) && ta_is_nimber(b))
        return ta_values_compact(v, call, ta_dyadic_integer(0), 0,
                                 (int64_t)ta_nim_product(a->star, b->star), value);
    *known = 0;
    if (*g > *h) {
        ta_value swap = *g;
        *g = *h;
        *h = swap;
    }
    return TA_OK;
}

/* Add the three products of each option that combines a move of `near` in g and of `far` in h. */
static ta_status push_triples(ta_values *v, ta_call *call, ta_value g, ta_value h, int near,
                              int far) {
    size_t m = ta_value_option_count(v, g, near), n = ta_value_option_count(v, h, far);
    ta_status s = TA_OK;
    for (size_t i = 0; i < m && !s; i++)
        for (size_t j = 0; j < n && !s; j++) {
            ta_value a, b;
            s = ta_value_option(v, call, g, near, i, &a);
            if (!s) s = ta_value_option(v, call, h, far, j, &b);
            if (!s) s = ta_fold_pair(v, call, a, h, TA_VALUE_ZERO);
            if (!s) s = ta_fold_pair(v, call, g, b, TA_VALUE_ZERO);
            if (!s) s = ta_fold_pair(v, call, a, b, TA_VALUE_ZERO);
        }
    return s;
}

static ta_status conway_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                ta_value h, int side) {
    (void)f;
    ta_status s = push_triples(v, call, g, h, TA_LEFT, side == TA_LEFT ? TA_LEFT : TA_RIGHT);
    return s ? s : push_triples(v, call, g, h, TA_RIGHT, side == TA_LEFT ? TA_RIGHT : TA_LEFT);
}

/* Turn each three products into one option, in place. Both lists are at the end of the scratch
** stack. */
static ta_status conway_finish(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                               ta_value h, const ta_value *left, size_t left_count,
                               const ta_value *right, size_t right_count, ta_value *value) {
    size_t base = v->scratch.count - left_count - right_count;
    size_t l = left_count / 3, all = l + right_count / 3;
    ta_status s = TA_OK;
    (void)f;
    (void)h;
    (void)g;
    (void)left;
    (void)right;
    for (size_t i = 0; i < all && !s; i++) {
        const ta_value *three = v->scratch.at + base + 3 * i;
        ta_value both = three[2], option;
        s = ta_value_sum(v, call, three[0], three[1], &option);
        if (!s) s = ta_value_difference(v, call, option, both, &option);
        if (!s) v->scratch.at[base + i] = option;
    }
    const ta_value *at = v->scratch.at + base;
    return s ? s : ta_value_from_options(v, call, at, l, at + l, all - l, value);
}

ta_status ta_value_conway_product(ta_values *values, ta_call *call, ta_value g, ta_value h,
                                  ta_value *product) {
    static const ta_fold f = { .operation = OP_CONWAY,
                               .base = conway_base,
                               .options = conway_options,
                               .finish = conway_finish };
    return ta_fold_run(values, call, &f, g, h, product);
}

/* ---- The companion ---- */

static ta_status companion_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                                ta_value *h, ta_value *value, int *known) {
    const ta_game *game = ta_game_of(v, *g);
    (void)f;
    (void)h;
    *known = game->kind == COMPACT;
    if (!*known) return TA_OK;
    *value = *g;
    if (game->num || game->star > 1) return TA_OK;
    return ta_values_compact(v, call, ta_dyadic_integer(0), game->ups, game->star ^ 1, value);
}

static ta_status companion_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                   ta_value h, int side) {
    ta_outcome outcome;
    (void)f;
    ta_status s = ta_value_outcome(v, call, g, &outcome);
    if (!s && outcome == (side == TA_LEFT ? TA_L : TA_R)) s = ta_fold_known(v, call, TA_VALUE_ZERO);
    return s ? s : ta_fold_moves(v, call, g, h, side, TA_VALUE_ZERO);
}

ta_status ta_value_companion(ta_values *values, ta_call *call, ta_value g, ta_value *companion) {
    static const ta_fold f = { .operation = OP_COMPANION,
                               .base = companion_base,
                               .options = companion_options };
    return ta_fold_run(values, call, &f, g, TA_VALUE_ZERO, companion);
}
