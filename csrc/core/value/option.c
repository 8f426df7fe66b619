/*
** option.c - the options of a game. Those of a compact value are computed when needed.
**
** The options of a nimber are the smaller nimbers; those of a number its neighbours. In
** x + n up + *m one option lowers n and changes *m to *(m xor 1), and the other is x. x + up + *
** has x* as well.
*/
#include "base/check.h"
#include "value_int.h"

ta_status ta_value_option(ta_values *values, ta_call *call, ta_value value, ta_player side,
                          size_t i, ta_value *option) {
    const ta_game *g = ta_game_of(values, value);
    ta_assert(i < ta_value_option_count(values, value, side));
    if (g->kind == TREE) {
        *option = values->pool[g->first + (side == TA_LEFT ? 0 : g->left_count) + i];
        return TA_OK;
    }
    ta_dyadic x = ta_number_part(g);
    if (g->ups == 0 && g->star) return ta_values_compact(values, call, x, 0, (int64_t)i, option);
    if (g->ups == 0) { /* a neighbour of x with a smaller birthday */
        ta_dyadic step;
        ta_status s =
            ta_dyadic_make(values, call, side == TA_LEFT ? -1 : 1, ta_dyadic_places(x), &step);
        if (!s) s = ta_dyadic_add(values, call, x, step, &x);
        return s ? s : ta_values_compact(values, call, x, 0, 0, option);
    }
    if ((g->ups > 0) == (side == TA_LEFT))
        return ta_values_compact(values, call, x, 0, (int64_t)i, option);
    return ta_values_compact(values, call, x, g->ups + (g->ups > 0 ? -1 : 1),
                             (int64_t)(g->star ^ 1), option);
}
