/*
** check.c - the invariants of a store: forms are canonical, stored once, and described rightly.
**
** Options are checked for dominated and reversible ones only by known comparisons. A search would
** change the store.
*/
#include "base/amount.h"
#include "base/check.h"
#include "big.h"
#include "value_int.h"

static const char *check_compact(const ta_values *v, const ta_game *g, ta_value id) {
    if (g->exp < 0 && !ta_big_is_sound(&v->bigs, ta_number_part(g)))
        return "digits that are not kept";
    if (g->exp > v->bigs.plain_exp || (g->exp > 0 && g->num % 2 == 0)) return "not in lowest terms";
    if (g->exp >= 0 && (g->num > v->bigs.plain_num || g->num < -v->bigs.plain_num))
        return "a number that is not plain";
    if (g->ups >= TA_COMPACT_MOST || g->ups <= -TA_COMPACT_MOST || g->star >= TA_COMPACT_MOST)
        return "a multiple of up or a nimber beyond 2^30";
    if (g->stop[0] != g->stop[1]) return "a compact value that is hot";
    if (g->ups == 0 && g->star == 0 ? g->stop[0] != id : v->games[g->stop[0]].num != g->num)
        return "a stop that is another number";
    if (g->traits != ((g->num == 0 ? ALL_SMALL : 0) | (!g->ups && !g->star ? OF_NUMBERS : 0)))
        return "all-small, or of numbers, against its parts";
    return NULL;
}

/* Check one list of a TREE: it is in order, and no option is dominated or reversible. */
static const char *check_list(const ta_values *v, ta_value id, int side) {
    const ta_game *g = &v->games[id];
    const ta_value *list = v->pool + g->first + (side ? g->left_count : 0);
    size_t count = side ? g->right_count : g->left_count;
    for (size_t i = 0; i < count; i++) {
        if (list[i] >= id) return "an option stored after its game";
        if (i > 0 && ta_order(v, list[i - 1], list[i]) >= 0) return "options out of order";
        ta_value near = i > 0 ? list[i - 1] : TA_NO_VALUE;
        if (i > 0 && (ta_value_leq_known(v, near, list[i]) == 1 ||
                      ta_value_leq_known(v, list[i], near) == 1))
            return "a dominated option";
        const ta_game *option = &v->games[list[i]];
        if (option->kind != TREE) continue;
        const ta_value *reply = v->pool + option->first + (side ? 0 : option->left_count);
        size_t replies = side ? option->left_count : option->right_count;
        for (size_t j = 0; j < replies; j++)
            if (ta_value_leq_known(v, side ? id : reply[j], side ? reply[j] : id) == 1)
                return "a reversible option";
    }
    return NULL;
}

static const char *check_tree(const ta_values *v, ta_value id) {
    const ta_game *g = &v->games[id];
    ta_amount born = 0;
    int traits = ALL_SMALL | OF_NUMBERS;
    size_t options = (size_t)g->left_count + g->right_count;
    if (!g->left_count || !g->right_count) return "a game with a player who cannot move";
    if (g->first + options > v->pool_count) return "options outside the pool";
    const char *broken = check_list(v, id, TA_LEFT);
    if (!broken) broken = check_list(v, id, TA_RIGHT);
    for (size_t i = 0; !broken && i < options; i++) {
        const ta_game *option = &v->games[v->pool[g->first + i]];
        ta_amount later = ta_add(ta_value_birthday(v, v->pool[g->first + i]), 1);
        int side = i < g->left_count ? TA_LEFT : TA_RIGHT;
        int order = ta_compare_numbers(v, option->stop[1 - side], g->stop[side]);
        if (side == TA_LEFT ? order > 0 : order < 0) broken = "a stop that an option passes";
        traits &= option->traits;
        if (later > born) born = later;
    }
    if (!broken && born != g->birthday) broken = "a birthday that is not one after its options'";
    if (!broken && g->traits != traits) broken = "all-small, or of numbers, against its options";
    return broken;
}

/* Check the stops, sizes and gauges that comparisons use first. */
static const char *check_atoms(const ta_values *v, const ta_game *g) {
    ta_gauge gauge = ta_gauge_compact(g);
    if (g->kind == TREE) {
        const ta_value *at = v->pool + g->first;
        const ta_ids lists[2] = { { (ta_value *)(uintptr_t)at, g->left_count, 0 },
                                  { (ta_value *)(uintptr_t)(at + g->left_count), g->right_count,
                                    0 } };
        gauge = ta_gauge_lists(v, lists);
    }
    if (gauge.above != g->gauge.above || gauge.below != g->gauge.below) return "gauges misread";
    for (int side = 0; side < 2; side++) {
        float size = ta_dyadic_size(ta_number_part(&v->games[g->stop[side]]));
        if (size < g->size[side] || size > g->size[side]) return "a stop of another size";
    }
    return NULL;
}

static const char *check_game(const ta_values *v, ta_value id) {
    const ta_game *g = &v->games[id];
    if (g->negative >= v->store.count || v->games[g->negative].negative != id)
        return "a game that is not the negative of its own";
    for (int side = 0; side < 2; side++)
        if (g->stop[side] >= v->store.count || !ta_is_number(v, g->stop[side]))
            return "a stop that is no number";
    if (ta_compare_numbers(v, g->stop[0], g->stop[1]) < 0) return "a right stop above the left";
    if (g->thermo > v->thermos.count) return "a thermograph that is not there";
    const char *broken = g->kind == COMPACT ? check_compact(v, g, id) : check_tree(v, id);
    if (!broken) broken = check_atoms(v, g);
    if (!broken && ta_values_same(v, id) != id) broken = "a form that is not found under its id";
    return broken;
}

static size_t bytes_of(const ta_values *v) {
    const ta_store *s = &v->store;
    size_t ids = v->pool_cap + v->scratch.cap + s->slots.cap;
    for (int side = 0; side < 2; side++)
        ids += v->work[side].cap + v->given[side].cap + v->mirrored[side].cap;
    return sizeof *v + ta_bigs_bytes(&v->bigs) + ids * sizeof *v->pool + s->cap * sizeof *v->games +
           (v->results.stored.cap + v->results.passing.cap) * sizeof(ta_result_slot) +
           v->thermos.cap * sizeof *v->thermos.at +
           v->thermos.corner_cap * sizeof *v->thermos.corners +
           v->compare_cap * sizeof *v->compare + v->frame_cap * sizeof *v->frames +
           v->item_cap * sizeof *v->items;
}

static const char *check_memo(const ta_values *v, const ta_result_table *m) {
    size_t step = ta_check_step(m->cap);
    if (m->cap & (m->cap - 1)) return "a memo of no power of two";
    for (size_t i = step > 1 ? v->store.count % step : 0; i < m->cap; i += step) {
        const ta_result_slot *slot = &m->at[i];
        if (slot->operation > OP_REDUCED) return "a result of no operation";
        if (slot->operation == OP_LEQ && slot->result > 1) return "a comparison neither 0 nor 1";
        if (slot->operation > OP_LEQ && slot->operation != OP_PAIR &&
            slot->result >= v->store.count)
            return "a result that is not stored";
    }
    return NULL;
}

const char *ta_values_check(const ta_values *v) {
    if (v->frame_count || v->compare_count || v->item_count || v->scratch.count) return NULL;
    const char *broken = ta_store_check(&v->store);
    if (!broken && v->pool_count > v->pool_cap) broken = "the pool overflows";
    if (!broken && bytes_of(v) > v->store.bytes) broken = "bytes held that are not counted";
    if (!broken) broken = check_memo(v, &v->results.stored);
    if (!broken) broken = check_memo(v, &v->results.passing);
    size_t step = ta_check_step(v->store.count);
    for (size_t id = step > 1 ? v->store.count % step : 0; !broken && id < v->store.count;
         id += step)
        broken = check_game(v, (ta_value)id);
    return broken;
}
