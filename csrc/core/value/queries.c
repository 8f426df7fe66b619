/*
** queries.c - queries that read a stored game. None of them creates a game.
*/
#include "base/amount.h"
#include "value_int.h"

int ta_value_compact(const ta_values *values, ta_value value, ta_dyadic *x, int32_t *ups,
                     uint32_t *star) {
    if (value >= values->store.count) return 0;
    const ta_game *g = &values->games[value];
    if (g->kind != COMPACT) return 0;
    if (x) *x = ta_number_part(g);
    if (ups) *ups = g->ups;
    if (star) *star = g->star;
    return 1;
}

ta_value ta_value_negative(const ta_values *values, ta_value g) {
    return ta_game_of(values, g)->negative;
}

ta_dyadic ta_value_stop(const ta_values *values, ta_value value, ta_player side) {
    return ta_number_part(ta_game_of(values, ta_stop_id(values, value, side)));
}

int ta_value_is_all_small(const ta_values *values, ta_value value) {
    return (ta_game_of(values, value)->traits & ALL_SMALL) != 0;
}

/* The options of a compact value are those of ta_value_option. Each step lowers |ups| by one and
** changes *m to *(m xor 1); the last options are x and x*. */
ta_amount ta_value_birthday(const ta_values *values, ta_value value) {
    const ta_game *g = ta_game_of(values, value);
    if (g->kind == TREE) return g->birthday;
    ta_amount born = ta_dyadic_birthday(ta_number_part(g));
    int64_t n = g->ups < 0 ? -(int64_t)g->ups : g->ups, m = g->star;
    if (n == 0) return ta_add(born, m);
    int64_t last = m ^ ((n - 1) & 1); /* the nimber beside the last up */
    return ta_add(born, last == 1 ? n + 1 : n + (last ^ 1));
}

size_t ta_value_option_count(const ta_values *values, ta_value value, ta_player side) {
    const ta_game *g = ta_game_of(values, value);
    if (g->kind == TREE) return side == TA_LEFT ? g->left_count : g->right_count;
    if (g->ups == 0 && g->star) return g->star;
    if (g->ups == 0)
        return ta_dyadic_places(ta_number_part(g)) > 0 ||
               (side == TA_LEFT ? g->num > 0 : g->num < 0);
    int twice = g->star == 1 && g->ups == (side == TA_LEFT ? 1 : -1); /* {0, * | 0} */
    return twice ? 2 : 1;
}
