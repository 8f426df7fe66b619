/*
** infinitesimal.c - atomic weight, and the game reduced by infinitesimals.
**
** Atomic weight. For an all-small g let G = {aw(gL) - 2 | aw(gR) + 2}. If G is no integer,
** aw(g) = G. If G is an integer, compare g with the far star, a nimber larger than any in g. If
** they are confused, aw(g) = 0. If g is less (greater), aw(g) is the least (greatest) integer
** that fits between the options of G. (Winning Ways, chapter 8.) If g is infinitesimal but not
** all-small, options that threaten a number count as very large weights. Then the result w
** must pass v + far star < g - w.up < up + far star, where v is -up: the definition of atomic
** weight w (Siegel, II.7).
**
** Reduction. If both stops are x, g reduces to x. Otherwise options are reduced, and dominated
** and reversible ones are removed. Here g <= h is up to infinitesimals: the right stop of h - g
** is at least 0. (Grossman and Siegel, Reductions of partizan games, 2009.)
*/
#include "base/status.h"
#include "work_stack.h"

#define FAR_MOST ((ta_amount)1 << 20)

/* ---- Atomic weight ---- */

static int sign_of(const ta_values *v, ta_value g, int side) {
    int64_t num = v->games[v->games[g].stop[side]].num;
    return num > 0 ? 1 : num < 0 ? -1 : 0;
}

static ta_status weight_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                             ta_value *h, ta_value *value, int *known) {
    (void)h;
    const ta_game *game = &v->games[*g];
    *known = 1;
    if (sign_of(v, *g, TA_RIGHT) > 0) *value = f->s; /* positive stops: a very large weight */
    else if (sign_of(v, *g, TA_LEFT) < 0) *value = ta_value_negative(v, f->s);
    else if (game->kind == COMPACT) return ta_value_number(v, call, game->ups, 0, value);
    else *known = 0;
    return TA_OK;
}

static ta_status weight_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                ta_value h, int side) {
    return ta_fold_moves(v, call, g, h, side, ta_value_negative(v, f->t));
}

/* The integer that fits nearest to `list`: the least above a left list, the greatest below a right
** list. */
static ta_status fitting(ta_values *v, ta_call *call, const ta_value *list, size_t count, int side,
                         ta_value *integer) {
    ta_value best = TA_NO_VALUE;
    for (size_t i = 0; i < count; i++) {
        ta_value stop = v->games[list[i]].stop[1 - side];
        int order = best == TA_NO_VALUE ? 0 : ta_compare_numbers(v, stop, best);
        if (best == TA_NO_VALUE || (side ? order < 0 : order > 0)) best = stop;
    }
    if (best == TA_NO_VALUE) { /* no bound on this side, which does not occur */
        *integer = TA_VALUE_ZERO;
        return TA_OK;
    }
    int crossed = 0, far = side == TA_LEFT ? 1 : -1;
    ta_dyadic end = ta_number_part(&v->games[best]), n;
    ta_status s = ta_dyadic_floor(v, call, end, &n);
    if (!s && side == TA_LEFT && !ta_dyadic_same(n, end))
        s = ta_dyadic_add(v, call, n, ta_dyadic_integer(1), &n);
    if (!s) s = ta_values_compact(v, call, n, 0, 0, integer);
    for (size_t i = 0; i < count && !s && !crossed; i++)
        s = side ? ta_value_leq(v, call, list[i], *integer, &crossed)
                 : ta_value_leq(v, call, *integer, list[i], &crossed);
    if (s || !crossed) return s;
    s = ta_dyadic_add(v, call, n, ta_dyadic_integer(far), &n);
    return s ? s : ta_values_compact(v, call, n, 0, 0, integer);
}

static ta_status born_late(ta_call *call) {
    return ta_fail(call, TA_EUNSUPPORTED,
                   "no atomic weight is worked out for games born after day %lld",
                   (long long)FAR_MOST - 1);
}

/* A nimber larger than every nimber in g. */
static ta_status far_star(ta_values *v, ta_call *call, ta_value g, ta_value *star) {
    ta_amount born = ta_value_birthday(v, g), far = 1;
    if (born >= FAR_MOST) return born_late(call);
    while (far <= born) far *= 2;
    return ta_values_compact(v, call, ta_dyadic_integer(0), 0, far, star);
}

static ta_status weight_finish(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                               ta_value h, const ta_value *left, size_t left_count,
                               const ta_value *right, size_t right_count, ta_value *value) {
    ta_value weight, star;
    int below, above;
    (void)f;
    (void)h;
    ta_status s = ta_value_from_options(v, call, left, left_count, right, right_count, &weight);
    if (!s && ta_is_integer(v, weight)) {
        s = far_star(v, call, g, &star);
        if (!s) s = ta_value_leq(v, call, g, star, &below);
        if (!s) s = ta_value_leq(v, call, star, g, &above);
        if (s) return s;
        if (below) s = fitting(v, call, left, left_count, TA_LEFT, &weight);
        else if (above) s = fitting(v, call, right, right_count, TA_RIGHT, &weight);
        else weight = TA_VALUE_ZERO;
    }
    if (!s) *value = weight;
    return s;
}

/* Does v + far star < g - w.up < up + far star hold? */
static ta_status has_weight(ta_values *v, ta_call *call, ta_value g, ta_value weight, int *holds) {
    ta_value up, star, rest, high, low;
    int below = 0, above = 0;
    ta_status s = ta_values_compact(v, call, ta_dyadic_integer(0), 1, 0, &up);
    if (!s) s = ta_value_norton(v, call, weight, up, &rest);
    if (!s) s = ta_value_difference(v, call, g, rest, &rest);
    if (!s) s = far_star(v, call, rest, &star);
    if (!s) s = ta_value_sum(v, call, up, star, &high);
    if (!s) s = ta_value_difference(v, call, star, up, &low);
    if (!s) s = ta_value_leq(v, call, rest, high, &below);
    if (!s) s = ta_value_leq(v, call, low, rest, &above);
    *holds = below && above && rest != high && rest != low;
    return s;
}

ta_status ta_value_atomic_weight(ta_values *values, ta_call *call, ta_value g, ta_value *weight) {
    ta_value two, large = TA_VALUE_ZERO, found;
    ta_status s = ta_values_check_id(values, call, g);
    if (s) return s;
    int holds = sign_of(values, g, TA_LEFT) == 0 && sign_of(values, g, TA_RIGHT) == 0;
    ta_amount born = ta_value_birthday(values, g);
    if (holds && born >= FAR_MOST && values->games[g].kind == TREE) return born_late(call);
    if (!holds) return ta_fail(call, TA_EUNSUPPORTED, "this game has no atomic weight");
    s = ta_value_number(values, call, 2, 0, &two);
    ta_amount size = 16;
    while (size < 4 * born && size < TA_MAX / 4) size *= 2; /* few sizes: results are shared */
    if (!s) s = ta_value_number(values, call, size, 0, &large);
    const ta_fold f = { .operation = OP_WEIGHT,
                        .base = weight_base,
                        .options = weight_options,
                        .finish = weight_finish,
                        .add = ta_value_sum,
                        .s = large,
                        .t = two };
    if (!s) s = ta_fold_run(values, call, &f, g, large, &found);
    if (!s && !(values->games[g].traits & ALL_SMALL))
        s = has_weight(values, call, g, found, &holds);
    if (s) return s;
    if (!holds) return ta_fail(call, TA_EUNSUPPORTED, "this game has no atomic weight");
    *weight = found;
    return TA_OK;
}

/* ---- Reduction ---- */

static ta_status reduced_base(ta_values *v, ta_call *call, const ta_fold *f, ta_value *g,
                              ta_value *h, ta_value *value, int *known) {
    (void)call;
    (void)f;
    (void)h;
    const ta_game *game = &v->games[*g];
    *known = game->stop[0] == game->stop[1];
    if (*known) *value = game->stop[0];
    return TA_OK;
}

static ta_status reduced_options(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                 ta_value h, int side) {
    (void)f;
    return ta_fold_moves(v, call, g, h, side, TA_VALUE_ZERO);
}

/* Is a at least as good as b for the mover of `side`, up to infinitesimals? */
static ta_status as_good(ta_values *v, ta_call *call, int side, ta_value a, ta_value b, int *good) {
    ta_value d;
    ta_status s =
        side ? ta_value_difference(v, call, b, a, &d) : ta_value_difference(v, call, a, b, &d);
    if (!s) *good = sign_of(v, d, TA_RIGHT) >= 0;
    return s;
}

/* Bypass the options from `base` on in the scratch stack that are reversible in g up to
** infinitesimals. */
static ta_status bypass(ta_values *v, ta_call *call, ta_value g, int side, size_t base) {
    for (size_t i = base; i < v->scratch.count; i++) {
        ta_value option = v->scratch.at[i], reply = TA_NO_VALUE, next;
        int good = 0;
        ta_status s = TA_OK;
        for (size_t j = 0, n = ta_value_option_count(v, option, 1 - side); j < n && !good && !s;
             j++) {
            s = ta_value_option(v, call, option, 1 - side, j, &reply);
            if (!s) s = as_good(v, call, side, g, reply, &good);
        }
        if (s) return s;
        if (!good) continue;
        v->scratch.at[i--] = v->scratch.at[--v->scratch.count];
        for (size_t j = 0, n = ta_value_option_count(v, reply, side); j < n && !s; j++) {
            s = ta_value_option(v, call, reply, side, j, &next);
            if (!s) s = ta_ids_push(&v->store, call, &v->scratch, next);
        }
        if (s) return s;
    }
    return TA_OK;
}

static ta_status remove_dominated(ta_values *v, ta_call *call, int side, size_t base) {
    for (size_t i = base; i < v->scratch.count; i++)
        for (size_t j = base; j < v->scratch.count; j++) {
            int worse = 0;
            ta_status s =
                i == j ? TA_OK : as_good(v, call, side, v->scratch.at[j], v->scratch.at[i], &worse);
            if (s) return s;
            if (!worse) continue;
            v->scratch.at[i--] = v->scratch.at[--v->scratch.count];
            break;
        }
    return TA_OK;
}

static ta_status reduced_finish(ta_values *v, ta_call *call, const ta_fold *f, ta_value g,
                                ta_value h, const ta_value *left, size_t left_count,
                                const ta_value *right, size_t right_count, ta_value *value) {
    size_t base = v->scratch.count, split = 0;
    ta_status s = TA_OK;
    (void)f;
    (void)h;
    (void)left; /* both lists end the scratch stack */
    (void)right;
    for (int side = 0; side < 2 && !s; side++) {
        size_t from = base - right_count - (side ? 0 : left_count);
        size_t count = side ? right_count : left_count, first = v->scratch.count;
        for (size_t i = 0; i < count && !s; i++)
            s = ta_ids_push(&v->store, call, &v->scratch, v->scratch.at[from + i]);
        if (!s) s = bypass(v, call, g, side, first);
        if (!s) s = remove_dominated(v, call, side, first);
        if (side == 0) split = v->scratch.count;
    }
    const ta_value *at = v->scratch.at;
    if (!s)
        s = ta_value_from_options(v, call, at + base, split - base, at + split,
                                  v->scratch.count - split, value);
    v->scratch.count = base;
    return s;
}

ta_status ta_value_reduced(ta_values *values, ta_call *call, ta_value g, ta_value *reduced) {
    static const ta_fold f = { .operation = OP_REDUCED,
                               .base = reduced_base,
                               .options = reduced_options,
                               .finish = reduced_finish };
    return ta_fold_run(values, call, &f, g, TA_VALUE_ZERO, reduced);
}
