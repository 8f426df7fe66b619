/*
** value_int.h - the internals of a store of values, for csrc/core/value alone.
**
** games[id] is one canonical form; games[0] is 0. There are two representations:
**
**   COMPACT   x + ups up + *star, x dyadic; its options are computed when needed
**   TREE      left options, then right options, in pool[first ...], each list
**             in the order of ta_order (which does not depend on ids)
**
** Options of a TREE are stored before it, so its id is larger than theirs. Its negative is stored
** with it. store/store.h has ids, limits and generations; results.h has remembered results.
**
** An id with TA_VIRTUAL set is the game being brought to canonical form. It has options and stops,
** but is not stored. There is one at a time, and its number is never used again. So its remembered
** results are never taken for those of another game, and those of the next one replace them.
*/
#ifndef TA_VALUE_INT_H
#define TA_VALUE_INT_H

#include "base/check.h"
#include "base/status.h"
#include "big.h"
#include "results.h"
#include "takeaway/value.h"

#define TA_COMPACT_MOST ((int64_t)1 << 30)

enum { COMPACT, TREE };

/* Traits a TREE inherits when every option has them. OF_NUMBERS: play that leaves the TREEs always
** ends in a number, never in ups or a nimber. */
enum { ALL_SMALL = 1, OF_NUMBERS = 2 };

/* The kind of name of a TREE, set when it is stored. From UP_SUM on it is an uptimal: uptimal.c. */
enum { BRACES, SWITCH, TINY, MINY, UP_SUM, UP_POWER, DOWN_SUM, DOWN_POWER, UP_BRACES, DOWN_BRACES };

/* The gauges of order_filter.c that a game is >= (`above`), and those that it is <= (`below`). */
typedef struct ta_gauge {
    uint32_t above, below;
} ta_gauge;

typedef struct ta_game {
    union {
        int64_t num;        /* COMPACT: x, as in ta_dyadic */
        ta_amount birthday; /* TREE */
    };
    union {
        int32_t ups;
        uint32_t first;
    };
    union {
        uint32_t star;
        uint32_t left_count;
    };
    uint32_t right_count;
    ta_value negative;
    ta_value stop[2]; /* ids of numbers */
    uint32_t hash;
    uint32_t thermo; /* 1 + index in thermos.at; 0: not computed */
    int8_t exp;      /* COMPACT: as in ta_dyadic */
    uint8_t kind, name, traits;
    uint16_t bars;  /* bars of the outermost level when printed in braces */
    uint16_t order; /* n of ^[n] and ^<n>, k of uptimals in braces (uptimal.c) */
    ta_gauge gauge;
    float size[2]; /* its stops, rounded so that g <= h implies size(g) <= size(h) */
} ta_game;

/* A computed thermograph. */
typedef struct ta_thermo {
    uint32_t first[2], count[2]; /* corners of the left and right wall */
} ta_thermo;

typedef struct ta_thermos {
    ta_thermo *at;
    size_t count, cap;
    ta_corner *corners;
    size_t corner_count, corner_cap;
} ta_thermos;

/* Frames of the explicit stacks: compare.c and work_stack.c. */
typedef struct ta_compare_frame {
    ta_value g, h;
    uint32_t i;
    uint32_t right; /* 0: options of g, 1: of h */
} ta_compare_frame;

typedef struct ta_fold_frame {
    ta_value g, h;
    size_t first, next, split, end; /* items: left [first, split), right [split, end) */
} ta_fold_frame;

typedef struct ta_fold_item {
    ta_value g, h, plus;
    uint32_t pending;
} ta_fold_item;

struct ta_values {
    ta_store store; /* of games */
    ta_game *games;
    ta_value *pool;
    size_t pool_count, pool_cap;
    ta_results results;
    ta_bigs bigs;
    ta_thermos thermos;
    uint64_t comparisons, canonical;

    ta_ids work[2], given[2]; /* canonical.c: lists being reduced | lists of the virtual game */
    ta_ids mirrored[2];       /* intern.c: lists of the negative */
    ta_value virtual_stop[2];
    ta_gauge virtual_gauge;
    ta_ids scratch;
    ta_compare_frame *compare;
    size_t compare_count, compare_cap;
    ta_fold_frame *frames;
    size_t frame_count, frame_cap;
    ta_fold_item *items;
    size_t item_count, item_cap;
};

/* ---- intern.c ---- */

/* The id of a compact value. */
ta_status ta_values_compact(ta_values *v, ta_call *call, ta_dyadic x, int64_t ups, int64_t star,
                            ta_value *id);

/* The id of the canonical form with the given options, none of them dominated or reversible. The
** lists are sorted here, unless they are those of `like`, a TREE of numbers, plus a number: then
** they are in order already. `like` may be TA_NO_VALUE. */
ta_status ta_values_tree(ta_values *v, ta_call *call, ta_ids *lists, ta_value like, ta_value *id);

/* The TREE whose options are exactly these, or TA_NO_VALUE. Sorts the lists. */
ta_value ta_values_find(const ta_values *v, ta_ids *lists);

/* The id found for the content of a stored game; in a sound store its own. */
ta_value ta_values_same(const ta_values *v, ta_value id);

/* -1, 0, 1: a total order that depends on the games alone. Numbers come first, then nimbers,
** uptimals, others. */
int ta_order(const ta_values *v, ta_value g, ta_value h);

/* ---- name.c ---- */

/* Compute what ta_name_tree needs for a TREE with these lists. Call it before the TREE is
** stored. */
ta_status ta_name_ready(ta_values *v, ta_call *call, const ta_ids lists[2]);

/* Set name, bars and order of a TREE that is being stored. */
void ta_name_tree(const ta_values *v, ta_game *g);

/* Is g printed in braces? */
int ta_name_is_braces(const ta_game *g);

/* m of a TREE named ^[n]*m or ^<n>*m, or with v. */
uint32_t ta_name_star(const ta_values *v, const ta_game *g);

/* ---- uptimal.c ---- */

/* Is g a number + a nimber + multiples of up-powers? */
int ta_is_uptimal(const ta_game *g);

/* The order of two uptimals: by number, multiples of ^, ^<2>, ..., the number of these, and
** nimber. */
int ta_uptimal_order(const ta_values *v, const ta_game *g, const ta_game *h);

/* Name a TREE that is being stored UP_BRACES or DOWN_BRACES if it is an uptimal whose last multiple
** has this sign. */
void ta_uptimal_name(const ta_values *v, ta_game *g, int sign);

/* ---- canonical.c ---- */

/* The form {left | right}, which is no number and has no dominated or reversible option; `like` as
** for ta_values_tree. */
ta_status ta_values_canonical(ta_values *v, ta_call *call, const ta_value *left, size_t left_count,
                              const ta_value *right, size_t right_count, ta_value like,
                              ta_value *value);

/* ---- translate.c ---- */

/* g + x, x a number. */
ta_status ta_values_translate(ta_values *v, ta_call *call, ta_value g, ta_value x, ta_value *value);

/* ---- sums.c ---- */

/* n g, n an integer. */
ta_status ta_values_multiple(ta_values *v, ta_call *call, ta_dyadic n, ta_value g,
                             ta_value *multiple);

/* ---- thermograph.c ---- */

void ta_thermos_clear(ta_values *v);

/* The mean of a TREE whose thermograph is computed. */
ta_dyadic ta_thermo_mean(const ta_values *v, ta_value g);

/* ---- order_filter.c ---- */

/* The gauge of the game with these options, and of a compact value. */
ta_gauge ta_gauge_lists(const ta_values *v, const ta_ids lists[2]);
ta_gauge ta_gauge_compact(const ta_game *g);

/* The gauge of -g. */
ta_gauge ta_gauge_negative(ta_gauge g);

/* ---- compare.c ---- */

/* g <= h? 1, 0, or -1 if only their options decide. */
int ta_value_leq_known(const ta_values *v, ta_value g, ta_value h);

/* ---- check.c ---- */

/* The invariant that the store breaks, or NULL. During a computation (with something on a stack) it
** checks nothing. */
const char *ta_values_check(const ta_values *v);

/* ---- inline queries ---- */

static inline const ta_game *ta_game_of(const ta_values *v, ta_value id) {
    ta_assert(id < v->store.count);
    return &v->games[id];
}

static inline ta_dyadic ta_number_part(const ta_game *g) {
    ta_dyadic x = { g->num, g->exp };
    return x;
}

static inline int ta_is_nimber(const ta_game *g) {
    return g->kind == COMPACT && g->num == 0 && g->ups == 0;
}

static inline int ta_is_number(const ta_values *v, ta_value id) {
    if (id & TA_VIRTUAL) return 0;
    const ta_game *g = ta_game_of(v, id);
    return g->kind == COMPACT && g->ups == 0 && g->star == 0;
}

/* The only option on a side of a TREE, or TA_NO_VALUE. */
static inline ta_value ta_only_option(const ta_values *v, const ta_game *g, int side) {
    if ((side ? g->right_count : g->left_count) != 1) return TA_NO_VALUE;
    return v->pool[g->first + (side ? g->left_count : 0)];
}

static inline int ta_is_integer(const ta_values *v, ta_value id) {
    return ta_is_number(v, id) && ta_dyadic_places(ta_number_part(&v->games[id])) == 0;
}

static inline ta_value ta_stop_id(const ta_values *v, ta_value id, int side) {
    return id & TA_VIRTUAL ? v->virtual_stop[side] : ta_game_of(v, id)->stop[side];
}

static inline ta_gauge ta_gauge_of(const ta_values *v, ta_value id) {
    return id & TA_VIRTUAL ? v->virtual_gauge : ta_game_of(v, id)->gauge;
}

/* g <= h implies rank(g) <= rank(h). */
static inline int ta_gauge_rank(ta_gauge g) {
    return __builtin_popcount(g.above) - __builtin_popcount(g.below);
}

static inline int ta_compare_numbers(const ta_values *v, ta_value a, ta_value b) {
    return a == b ? 0
                  : ta_dyadic_compare(ta_number_part(&v->games[a]), ta_number_part(&v->games[b]));
}

/* TA_EINVAL unless the id is that of a stored game. */
static inline ta_status ta_values_check_id(const ta_values *v, ta_call *call, ta_value id) {
    return id < v->store.count ? TA_OK : ta_store_no_id(&v->store, call, id);
}

#endif
