/*
** intern.c - one id for each canonical form.
**
** A hash table finds a game by its content. A new game is stored together with its negative, so
** negation is one memory access. A TREE whose lists are those of a number, of x + a nimber or of
** x + ups + a nimber is recognised and stored COMPACT, so these have one id as well:
**
**     x = m / 2^k     {x - 1/2^k | x + 1/2^k},  integers {n-1 | }, { | n+1}
**     x + *m          {x, x*, ..., x*(m-1) | the same}
**     x^*             {x, x* | x}
**     x^n*m           {x | x^(n-1)*(m xor 1)} otherwise, n >= 1, and mirrored
**
** Facts that follow from the options alone are computed here once: stops, birthday, all-small, and
** the name.
*/
#include <string.h>

#include "base/amount.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"
#include "big.h"
#include "value_int.h"

/* ---- Finding by content ---- */

static uint32_t hash_compact(ta_dyadic x, int64_t ups, int64_t star) {
    uint64_t infinitesimal = (uint64_t)ups << 32 | (uint32_t)star;
    uint64_t number = x.exp < 0 ? 2 * (uint64_t)ta_big_of(x)->hash + (x.num < 0)
                                : (uint64_t)x.num << 6 | (uint64_t)x.exp;
    return (uint32_t)ta_hash(ta_hash(infinitesimal) ^ number);
}

static uint32_t hash_tree(const ta_ids lists[2]) {
    uint64_t h = TREE;
    for (int side = 0; side < 2; side++) {
        h = ta_hash(h ^ lists[side].count);
        for (size_t i = 0; i < lists[side].count; i++) h = ta_hash(h ^ lists[side].at[i]);
    }
    return (uint32_t)h;
}

/* Reserve space for a game and its negative. */
static ta_status reserve_pair(ta_values *v, ta_call *call) {
    return ta_store_extend(&v->store, call, (void **)&v->games, 2);
}

static ta_value add(ta_values *v, ta_game game) {
    v->games[v->store.count] = game;
    return (ta_value)ta_store_add(&v->store, game.hash);
}

/* The game whose content equals `key`, or TA_NO_VALUE. */
static inline ta_value find(const ta_values *v, uint32_t hash, ta_slots_equal *equal,
                            const void *key) {
    const ta_slots *t = &v->store.slots;
    uint32_t slot = t->cap ? t->at[ta_slots_find(t, hash, equal, v, key)] : 0;
    return slot ? slot - 1 : TA_NO_VALUE;
}

/* ---- Compact values ---- */

typedef struct compact_key {
    ta_dyadic x;
    int64_t ups, star;
    uint32_t hash;
} compact_key;

static int equal_compact(const void *values, size_t id, const void *key) {
    const ta_game *g = &((const ta_values *)values)->games[id];
    const compact_key *k = key;
    return g->hash == k->hash && g->kind == COMPACT && g->num == k->x.num && g->exp == k->x.exp &&
           g->ups == k->ups && g->star == k->star;
}

static ta_value find_compact(const ta_values *v, ta_dyadic x, int64_t ups, int64_t star) {
    const compact_key key = { x, ups, star, hash_compact(x, ups, star) };
    return find(v, key.hash, equal_compact, &key);
}

static ta_game compact_game(ta_dyadic x, int64_t ups, int64_t star) {
    ta_game g;
    memset(&g, 0, sizeof g);
    g.num = x.num;
    g.exp = (int8_t)x.exp;
    g.ups = (int32_t)ups;
    g.star = (uint32_t)star;
    g.kind = COMPACT;
    g.traits = (uint8_t)((x.num == 0 ? ALL_SMALL : 0) | (ups == 0 && star == 0 ? OF_NUMBERS : 0));
    g.hash = hash_compact(x, ups, star);
    g.gauge = ta_gauge_compact(&g);
    g.size[0] = g.size[1] = ta_dyadic_size(x);
    return g;
}

/* Store a compact value and its negative, for which space is reserved. `number` is the id of x, or
** TA_NO_VALUE if the value is x itself. */
static ta_value add_compact(ta_values *v, ta_dyadic x, int64_t ups, int64_t star, ta_value number) {
    ta_value id = add(v, compact_game(x, ups, star)), negative = id;
    if (x.num || ups) negative = add(v, compact_game(ta_dyadic_neg(x), -ups, star));
    v->games[id].negative = negative;
    v->games[negative].negative = id;
    for (int side = 0; side < 2; side++) {
        v->games[id].stop[side] = number == TA_NO_VALUE ? id : number;
        v->games[negative].stop[side] =
            number == TA_NO_VALUE ? negative : v->games[number].negative;
    }
    return id;
}

ta_status ta_values_compact(ta_values *v, ta_call *call, ta_dyadic x, int64_t ups, int64_t star,
                            ta_value *id) {
    if (ups >= TA_COMPACT_MOST || ups <= -TA_COMPACT_MOST || star >= TA_COMPACT_MOST)
        return ta_fail(call, TA_ERANGE, "a multiple of up or a nimber reaches 2^30");
    ta_value found = find_compact(v, x, ups, star);
    if (found == TA_NO_VALUE) {
        ta_value number = TA_NO_VALUE;
        ta_status s = reserve_pair(v, call);
        if (!s && (ups || star)) {
            s = ta_values_compact(v, call, x, 0, 0, &number); /* one level: ups = star = 0 */
            if (!s) s = reserve_pair(v, call);
        }
        if (s) return s;
        found = add_compact(v, x, ups, star, number);
    }
    *id = found;
    return TA_OK;
}

/* ---- Order ---- */

/* Numbers come first, then nimbers, uptimals, and all others, as CGSuite writes options. */
enum { NUMBER, NIMBER, UPTIMAL, OTHER };

static int class_of(const ta_game *g) {
    if (g->kind == TREE) return ta_is_uptimal(g) ? UPTIMAL : OTHER;
    if (g->ups == 0 && (g->star == 0 || g->num == 0)) return g->star ? NIMBER : NUMBER;
    return UPTIMAL;
}

/* The order of two numbers, two nimbers or two uptimals. */
static int order_alike(const ta_values *v, int class, const ta_game *g, const ta_game *h) {
    if (class == NUMBER) return ta_dyadic_compare(ta_number_part(g), ta_number_part(h));
    if (class == NIMBER) return g->star < h->star ? -1 : g->star > h->star;
    return ta_uptimal_order(v, g, h);
}

/* Lists are compared item by item, left before right. The first pair that differs decides, so no
** stack is needed. Adding a number to both keeps the order if all play ends in numbers. Otherwise
** it may not, as it turns nimbers into uptimals. */
int ta_order(const ta_values *v, ta_value g, ta_value h) {
    while (g != h) {
        const ta_game *a = ta_game_of(v, g), *b = ta_game_of(v, h);
        int class = class_of(a), other = class_of(b);
        if (class != other) return class < other ? -1 : 1;
        if (class != OTHER) return order_alike(v, class, a, b);
        const ta_value *p = &v->pool[a->first], *q = &v->pool[b->first];
        for (int side = 0; side < 2; side++) {
            size_t m = side ? a->right_count : a->left_count,
                   n = side ? b->right_count : b->left_count;
            size_t i = 0;
            while (i < m && i < n && p[i] == q[i]) i++;
            if (i < m && i < n) {
                g = p[i];
                h = q[i];
                break;
            }
            if (m != n) return m < n ? -1 : 1;
            p += m;
            q += n;
        }
    }
    return 0;
}

static int is_sorted(const ta_values *v, const ta_ids *list) {
    for (size_t i = 1; i < list->count; i++)
        if (ta_order(v, list->at[i - 1], list->at[i]) > 0) return 0;
    return 1;
}

/* Most lists are sorted already, or come from a sorted one. */
static void sort(const ta_values *v, ta_ids *list) {
    size_t gap = 1;
    if (is_sorted(v, list)) return;
    while (gap < list->count / 3) gap = 3 * gap + 1;
    for (; gap; gap /= 3)
        for (size_t i = gap; i < list->count; i++) {
            ta_value id = list->at[i];
            size_t j = i;
            for (; j >= gap && ta_order(v, id, list->at[j - gap]) < 0; j -= gap)
                list->at[j] = list->at[j - gap];
            list->at[j] = id;
        }
}

/* ---- Trees ---- */

typedef struct tree_key {
    const ta_ids *lists;
    uint32_t hash;
} tree_key;

static int equal_tree(const void *values, size_t id, const void *key) {
    const ta_values *v = values;
    const ta_game *g = &v->games[id];
    const tree_key *k = key;
    size_t l = k->lists[0].count, r = k->lists[1].count;
    return g->hash == k->hash && g->kind == TREE && g->left_count == l && g->right_count == r &&
           memcmp(&v->pool[g->first], k->lists[0].at, l * sizeof *v->pool) == 0 &&
           memcmp(&v->pool[g->first + l], k->lists[1].at, r * sizeof *v->pool) == 0;
}

static ta_value find_tree(const ta_values *v, const ta_ids lists[2], uint32_t hash) {
    const tree_key key = { lists, hash };
    return find(v, hash, equal_tree, &key);
}

/* Is the sorted list x, x*, ..., x*(count-1)? */
static int is_nimber_list(const ta_values *v, const ta_ids *list, ta_value first) {
    for (size_t i = 0; i < list->count; i++) {
        const ta_game *g = &v->games[list->at[i]];
        if (g->kind != COMPACT || g->ups || g->star != i || g->stop[0] != first) return 0;
    }
    return 1;
}

/* Recognise x + ups + a nimber from its lists: near = {x} or {x, x*}, far = {x^(n-1)*..}. */
static int as_ups(const ta_values *v, const ta_ids *near, const ta_ids *far, int sign, int64_t *ups,
                  int64_t *star) {
    ta_value x = near->at[0];
    if (!ta_is_number(v, x) || far->count != 1) return 0;
    const ta_game *g = &v->games[far->at[0]];
    if (g->kind != COMPACT || g->stop[0] != x || g->ups * sign < 0) return 0;
    if (near->count == 2) {
        if (far->at[0] != x || !is_nimber_list(v, near, x)) return 0;
        *ups = sign;
        *star = 1;
        return 1;
    }
    if (near->count != 1 || (g->ups == 0 && g->star == 0)) return 0; /* {x|x} is x* */
    *ups = g->ups + sign;
    *star = g->star ^ 1;
    return 1;
}

/* Recognise the sorted canonical lists of a compact value that is no number. */
static int as_compact(const ta_values *v, const ta_ids lists[2], ta_dyadic *x, int64_t *ups,
                      int64_t *star) {
    const ta_ids *left = &lists[0], *right = &lists[1];
    if (!left->count || !right->count) return 0;
    ta_value first = left->at[0];
    *ups = 0;
    *star = (int64_t)left->count;
    int found = ta_is_number(v, first) && left->count == right->count &&
                is_nimber_list(v, left, first) && is_nimber_list(v, right, first);
    if (!found) found = as_ups(v, left, right, 1, ups, star);
    if (!found) found = as_ups(v, right, left, -1, ups, star);
    if (!found) return 0;
    *x = ta_number_part(&v->games[v->games[first].stop[0]]);
    return 1;
}

/* ---- Storing trees ---- */

static ta_status copy_list(ta_values *v, ta_call *call, ta_ids *to, const ta_ids *from) {
    ta_status s = TA_RESERVE(&v->store, call, &to->at, &to->cap, from->count);
    if (s) return s;
    if (from->count) memcpy(to->at, from->at, from->count * sizeof *to->at);
    to->count = from->count;
    return TA_OK;
}

static const ta_value *list_of(const ta_values *v, ta_value tree, int side) {
    const ta_game *g = ta_game_of(v, tree);
    return &v->pool[g->first + (side ? g->left_count : 0)];
}

/* Are the negatives of the options of one side, in the stored sequence, in order? */
static int mirrors(const ta_values *v, ta_value tree, int side) {
    const ta_value *list = list_of(v, tree, side),
                   *other = list_of(v, v->games[tree].negative, 1 - side);
    size_t i = 0, count = ta_value_option_count(v, tree, side);
    while (i < count && v->games[list[i]].negative == other[i]) i++;
    return i == count;
}

/* Set `mirrored` to the negatives of the lists, with sides exchanged. */
static ta_status mirror(ta_values *v, ta_call *call, const ta_ids lists[2], ta_value like,
                        ta_ids negative[2]) {
    for (int side = 0; side < 2; side++) {
        ta_ids *list = &negative[side];
        ta_status s = copy_list(v, call, list, &lists[1 - side]);
        if (s) return s;
        for (size_t i = 0; i < list->count; i++) list->at[i] = v->games[list->at[i]].negative;
        if (like == TA_NO_VALUE || !mirrors(v, like, 1 - side)) sort(v, list);
    }
    return TA_OK;
}

/* Add the negative of a TREE, for which space is reserved. Its facts come from those of the
** TREE. */
static ta_value add_mirrored(ta_values *v, const ta_ids lists[2], uint32_t hash, ta_value tree) {
    ta_game g = v->games[tree];
    g.hash = hash;
    g.first = (uint32_t)v->pool_count;
    g.left_count = (uint32_t)lists[0].count;
    g.right_count = (uint32_t)lists[1].count;
    g.gauge = ta_gauge_negative(g.gauge);
    for (int side = 0; side < 2; side++) {
        memcpy(v->pool + v->pool_count, lists[side].at, lists[side].count * sizeof *v->pool);
        v->pool_count += lists[side].count;
        g.stop[side] = v->games[v->games[tree].stop[1 - side]].negative;
        g.size[side] = v->games[g.stop[side]].size[0];
    }
    ta_name_tree(v, &g);
    return add(v, g);
}

/* Add a TREE, for which space is reserved. */
static ta_value add_tree(ta_values *v, const ta_ids lists[2], uint32_t hash) {
    ta_game g;
    memset(&g, 0, sizeof g);
    g.kind = TREE;
    g.hash = hash;
    g.first = (uint32_t)v->pool_count;
    g.left_count = (uint32_t)lists[0].count;
    g.right_count = (uint32_t)lists[1].count;
    g.traits = ALL_SMALL | OF_NUMBERS;
    g.gauge = ta_gauge_lists(v, lists);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < lists[side].count; i++) {
            ta_value option = lists[side].at[i], stop = v->games[option].stop[1 - side];
            v->pool[v->pool_count++] = option;
            g.traits &= v->games[option].traits;
            ta_amount born = ta_add(ta_value_birthday(v, option), 1);
            if (born > g.birthday) g.birthday = born;
            int order = i == 0 ? 0 : ta_compare_numbers(v, stop, g.stop[side]);
            if (i == 0 || (side == TA_LEFT ? order > 0 : order < 0)) g.stop[side] = stop;
        }
    for (int side = 0; side < 2; side++) g.size[side] = v->games[g.stop[side]].size[0];
    ta_name_tree(v, &g);
    return add(v, g);
}

ta_value ta_values_find(const ta_values *v, ta_ids *lists) {
    for (int side = 0; side < 2; side++) sort(v, &lists[side]);
    return find_tree(v, lists, hash_tree(lists));
}

ta_value ta_values_same(const ta_values *v, ta_value id) {
    const ta_game *g = ta_game_of(v, id);
    if (g->kind == COMPACT) return find_compact(v, ta_number_part(g), g->ups, g->star);
    ta_ids lists[2] = { { v->pool + g->first, g->left_count, 0 },
                        { v->pool + g->first + g->left_count, g->right_count, 0 } };
    ta_dyadic x;
    int64_t ups, star;
    if (as_compact(v, lists, &x, &ups, &star)) return TA_NO_VALUE;
    return find_tree(v, lists, hash_tree(lists));
}

ta_status ta_values_tree(ta_values *v, ta_call *call, ta_ids *lists, ta_value like, ta_value *id) {
    ta_dyadic x = { 0, 0 };
    int64_t ups = 0, star = 0;
    for (int side = 0; side < 2 && like == TA_NO_VALUE; side++) sort(v, &lists[side]);
    if (as_compact(v, lists, &x, &ups, &star)) return ta_values_compact(v, call, x, ups, star, id);
    uint32_t hash = hash_tree(lists);
    *id = find_tree(v, lists, hash);
    if (*id != TA_NO_VALUE) return TA_OK;
    size_t options = lists[0].count + lists[1].count;
    ta_status s = ta_name_ready(v, call, lists);
    if (!s) s = mirror(v, call, lists, like, v->mirrored);
    if (!s) s = reserve_pair(v, call);
    if (!s) s = TA_RESERVE(&v->store, call, &v->pool, &v->pool_cap, v->pool_count + 2 * options);
    if (s) return s;
    if (v->pool_count + 2 * options > UINT32_MAX)
        return ta_fail(call, TA_ELIMIT, "the store holds %zu games, all it can", v->store.count);
    ta_assert(v->store.count + 2 <= v->store.cap);
    ta_value g = add_tree(v, lists, hash), n = find_tree(v, v->mirrored, hash_tree(v->mirrored));
    if (n == TA_NO_VALUE) n = add_mirrored(v, v->mirrored, hash_tree(v->mirrored), g);
    v->games[g].negative = n;
    v->games[n].negative = g;
    if (n == g) v->games[g].name = SWITCH;
    *id = g;
    return TA_OK;
}
