/*
** name.c - the name of a game, as in the literature.
**
** For a number x there are these names, besides those of compact values:
**
**     x Tiny(G)     {x || x | x - G}, G not 0 or less; Miny(G) its mirror
**     x ^[n]*m      {x ^[n-1]*m | x*(m xor 1)}, n >= 2: the sum of the up-powers 1..n, and *m;
**                   for m = 1 {x, x ^[n-1]* | x}
**     x ^<n>*m      {x, x*, ..., x*m | x v[n-1]*(m xor 1)}, n >= 2: the n-th up-power, and *m
**     +-{L}         a game that is its own negative (found when it is stored)
**
** Every other game is printed in braces. An only option in braces is printed without them, and its
** bars are counted: {3||2|1}, up to four bars in a row.
**
** In {x || x | z} no left option of z is reversible, so the left stop of z is at most x. (If z had
** a left option y with a right stop above x, Left could play second on y - {x|z} and win, by moves
** in y while it lasts.) So the mean of z is below x, unless the left stop of z is x. Only then
** ta_name_ready computes the mean, before the game is stored.
** Source: Winning Ways, chapter 8; Siegel, Combinatorial Game Theory, II.
*/
#include "base/status.h"
#include "value_int.h"

#define BARS_MOST 4
#define ORDER_MOST 60000

int ta_name_is_braces(const ta_game *g) {
    return g->name == BRACES || g->name == UP_BRACES || g->name == DOWN_BRACES;
}

/* Bars of an only option printed without its braces. */
static uint32_t bars_of(const ta_values *v, const ta_game *g, int side) {
    ta_value only = ta_only_option(v, g, side);
    if (only == TA_NO_VALUE) return 0;
    const ta_game *option = &v->games[only];
    int bare = option->kind == TREE && ta_name_is_braces(option) && option->bars < BARS_MOST;
    return bare ? option->bars : 0;
}

/* ---- Sums of up-powers, and up-powers ---- */

/* Is g = x + ups + *star for the number with id x? */
static int is_compact(const ta_values *v, ta_value id, ta_value x, int32_t ups, uint32_t star) {
    if (id == TA_NO_VALUE) return 0;
    const ta_game *g = &v->games[id];
    return g->kind == COMPACT && g->stop[0] == x && g->ups == ups && g->star == star;
}

uint32_t ta_name_star(const ta_values *v, const ta_game *g) {
    int near = g->name == UP_SUM || g->name == UP_POWER ? TA_LEFT : TA_RIGHT;
    uint32_t count = near == TA_LEFT ? g->left_count : g->right_count;
    if (g->name == UP_POWER || g->name == DOWN_POWER || count == 2) return count - 1;
    return v->games[ta_only_option(v, g, 1 - near)].star ^ 1;
}

/* n if id is x ^[n]*star, or its mirror by `sign`; else 0. */
static int up_sum_order(const ta_values *v, ta_value id, ta_value x, int sign, uint32_t star) {
    if (id == TA_NO_VALUE) return 0;
    if (is_compact(v, id, x, sign, star)) return 1;
    const ta_game *g = &v->games[id];
    if (g->kind != TREE || g->name != (sign > 0 ? UP_SUM : DOWN_SUM) || g->stop[0] != x) return 0;
    return g->order < ORDER_MOST && ta_name_star(v, g) == star ? g->order : 0;
}

/* Are the options of one side x, x*, ..., x*(count-1)? */
static int is_nimber_list(const ta_values *v, const ta_value *at, uint32_t count, ta_value x) {
    for (uint32_t i = 0; i < count; i++)
        if (!is_compact(v, at[i], x, 0, i)) return 0;
    return 1;
}

static int name_uptimal(const ta_values *v, ta_game *g, int sign) {
    int near = sign > 0 ? TA_LEFT : TA_RIGHT, n;
    ta_value x = g->stop[0], l = ta_only_option(v, g, near), r = ta_only_option(v, g, 1 - near);
    uint32_t count = near ? g->right_count : g->left_count;
    const ta_value *list = &v->pool[g->first + (near ? g->left_count : 0)];
    const ta_game *far = r == TA_NO_VALUE ? NULL : &v->games[r];
    if (!far) return 0;
    if (l != TA_NO_VALUE && is_compact(v, r, x, 0, far->star) && far->star &&
        (n = up_sum_order(v, l, x, sign, far->star ^ 1)) > 0) {
        g->name = sign > 0 ? UP_SUM : DOWN_SUM;
    } else if (r == x && count == 2 && list[0] == x &&
               (n = up_sum_order(v, list[1], x, sign, 1)) > 0) {
        g->name = sign > 0 ? UP_SUM : DOWN_SUM;
    } else if (is_nimber_list(v, list, count, x) &&
               (n = up_sum_order(v, r, x, -sign, (count - 1) ^ 1)) > 0) {
        g->name = sign > 0 ? UP_POWER : DOWN_POWER;
    } else {
        return 0;
    }
    g->order = (uint16_t)(n + 1);
    return 1;
}

/* ---- Tinies and minies ---- */

/* The z of a game with the only options x, a number, and `threat` = {x|z}, mirrored unless tiny; or
** TA_NO_VALUE. */
static ta_value far_threat(const ta_values *v, ta_value x, ta_value threat, int tiny) {
    int near = tiny ? TA_LEFT : TA_RIGHT;
    if (x == TA_NO_VALUE || threat == TA_NO_VALUE || !ta_is_number(v, x)) return TA_NO_VALUE;
    const ta_game *t = &v->games[threat];
    if (t->kind != TREE || ta_only_option(v, t, near) != x) return TA_NO_VALUE;
    return ta_only_option(v, t, 1 - near);
}

/* Is the stop of z nearer to x beyond x? If it equals x, is the mean of z? -1: the mean is
** unknown. */
static int is_far(const ta_values *v, ta_value z, ta_value x, int tiny) {
    const ta_game *g = &v->games[z];
    if (ta_compare_numbers(v, g->stop[tiny ? 0 : 1], x)) return 1;
    if (!g->thermo) return -1;
    int order = ta_dyadic_compare(ta_thermo_mean(v, z), ta_number_part(&v->games[x]));
    return tiny ? order < 0 : order > 0;
}

/* Name {x || x | z} with z beyond the number x, or its mirror unless tiny. */
static int name_tiny(const ta_values *v, ta_game *g, int tiny) {
    int near = tiny ? TA_LEFT : TA_RIGHT;
    ta_value z = far_threat(v, ta_only_option(v, g, near), ta_only_option(v, g, 1 - near), tiny);
    if (z == TA_NO_VALUE || is_far(v, z, g->stop[0], tiny) != 1) return 0;
    g->name = tiny ? TINY : MINY;
    return 1;
}

ta_status ta_name_ready(ta_values *v, ta_call *call, const ta_ids lists[2]) {
    if (lists[0].count != 1 || lists[1].count != 1) return TA_OK;
    for (int tiny = 0; tiny < 2; tiny++) {
        ta_value x = lists[1 - tiny].at[0];
        ta_value z = far_threat(v, x, lists[tiny].at[0], tiny);
        if (z == TA_NO_VALUE || ta_compare_numbers(v, v->games[z].stop[1 - tiny], x)) continue;
        ta_dyadic mean;
        ta_status s = ta_value_mean(v, call, z, &mean);
        if (!s) s = ta_value_mean(v, call, v->games[z].negative, &mean);
        if (s && s != TA_ERANGE) return s; /* with such numbers the game is printed in braces */
    }
    return TA_OK;
}

void ta_name_tree(const ta_values *v, ta_game *g) {
    uint32_t l = bars_of(v, g, TA_LEFT), r = bars_of(v, g, TA_RIGHT);
    g->bars = (uint16_t)(1 + (l > r ? l : r));
    g->name = BRACES;
    if (g->stop[0] != g->stop[1]) return;
    if (name_tiny(v, g, 1) || name_tiny(v, g, 0)) return;
    for (int sign = 1; sign >= -1; sign -= 2)
        if (g->name == BRACES && !name_uptimal(v, g, sign)) ta_uptimal_name(v, g, sign);
}
