/*
** name.c - which of the literature's names a game has.
**
** For a number x, beside compact values:
**
**     x Tiny(y)     {x || x | x - y}, y > 0 a number; Miny(y) its mirror
**     x ^[n]        {x ^[n-1] | x*}, n >= 2: the sum of the up-powers 1..n
**     x ^[n]*       {x, x ^[n-1]* | x}
**     x ^<n>        {x | x v[n-1]*}, n >= 2: the n-th up-power
**     +-{L}         a game that is its own negative (found when it is stored)
**
** Everything else is put in braces. An only option that is itself put in braces is
** printed without them, its bars counted: {3||2|1}, up to four bars in a row.
** Source: Winning Ways, chapter 8; Siegel, Combinatorial Game Theory, II.
*/
#include "store.h"

#define BARS_MOST 4
#define ORDER_MOST 60000

/* Bars of an only option printed without its braces. */
static uint32_t bars_of(const ta_values *v, const ta_game *g, int side) {
    ta_value only = ta_only_option(v, g, side);
    if (only == TA_NO_VALUE) return 0;
    const ta_game *option = &v->games[only];
    return option->kind == TREE && option->name == BRACES && option->bars < BARS_MOST ? option->bars
                                                                                      : 0;
}

/* Is g = x + ups + *star for the number with id x? */
static int is_compact(const ta_values *v, ta_value id, ta_value x, int32_t ups, uint32_t star) {
    if (id == TA_NO_VALUE) return 0;
    const ta_game *g = &v->games[id];
    return g->kind == COMPACT && g->stop[0] == x && g->ups == ups && g->star == star;
}

/* n when id is x ^[n] (with star: x ^[n]*), seen from `sign`, else 0. */
static int up_sum_order(const ta_values *v, ta_value id, ta_value x, int sign, int star) {
    if (id == TA_NO_VALUE) return 0;
    if (is_compact(v, id, x, sign, (uint32_t)star)) return 1;
    const ta_game *g = &v->games[id];
    int up = star ? UP_SUM_STAR : UP_SUM, down = star ? DOWN_SUM_STAR : DOWN_SUM;
    if (g->kind != TREE || g->name != (sign > 0 ? up : down) || g->stop[0] != x) return 0;
    return g->order < ORDER_MOST ? g->order : 0;
}

static int name_uptimal(const ta_values *v, ta_game *g, int sign) {
    int near = sign > 0 ? TA_LEFT : TA_RIGHT;
    ta_value x = g->stop[0], l = ta_only_option(v, g, near), r = ta_only_option(v, g, 1 - near);
    int n;
    if (is_compact(v, r, x, 0, 1) && (n = up_sum_order(v, l, x, sign, 0)) > 0) {
        g->name = sign > 0 ? UP_SUM : DOWN_SUM;
    } else if (l == x && (n = up_sum_order(v, r, x, -sign, 1)) > 0) {
        g->name = sign > 0 ? UP_POWER : DOWN_POWER;
    } else if (r == x && (near ? g->right_count : g->left_count) == 2) {
        const ta_value *pair = &v->pool[g->first + (near ? g->left_count : 0)];
        if (pair[0] != x || (n = up_sum_order(v, pair[1], x, sign, 1)) == 0) return 0;
        g->name = sign > 0 ? UP_SUM_STAR : DOWN_SUM_STAR;
    } else {
        return 0;
    }
    g->order = (uint16_t)(n + 1);
    return 1;
}

/* {x || x | z} with z a number on the far side of x, seen from the left for tiny. */
static int name_tiny(const ta_values *v, ta_game *g, int tiny) {
    int near = tiny ? TA_LEFT : TA_RIGHT;
    ta_value x = g->stop[0], threat = ta_only_option(v, g, 1 - near);
    ta_dyadic y;
    if (ta_only_option(v, g, near) != x || threat == TA_NO_VALUE) return 0;
    const ta_game *t = &v->games[threat];
    if (t->kind != TREE || ta_only_option(v, t, near) != x) return 0;
    ta_value z = ta_only_option(v, t, 1 - near);
    if (z == TA_NO_VALUE || !ta_is_number(v, z)) return 0;
    if (ta_dyadic_sub(ta_number_part(&v->games[x]), ta_number_part(&v->games[z]), &y)) return 0;
    g->name = tiny ? TINY : MINY;
    return 1;
}

void ta_name_tree(const ta_values *v, ta_game *g) {
    uint32_t l = bars_of(v, g, TA_LEFT), r = bars_of(v, g, TA_RIGHT);
    g->bars = (uint16_t)(1 + (l > r ? l : r));
    g->name = BRACES;
    if (g->stop[0] != g->stop[1]) return;
    if (name_tiny(v, g, 1) || name_tiny(v, g, 0)) return;
    if (name_uptimal(v, g, 1)) return;
    name_uptimal(v, g, -1);
}
