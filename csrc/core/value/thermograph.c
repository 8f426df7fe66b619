/*
** thermograph.c - walls, mean and temperature.
**
** Take a game that is no number, and a tax t >= 0. Its left scaffold is the largest right
** wall of its left options minus t, and its right scaffold the least left wall of its right
** options plus t. They meet at the temperature and the mean; above it both walls are the
** mast. A wall is a list of corners, with slopes -1, 0 or 1 between them, and constant
** after the last.
** Numbers, and numbers plus ups and nimbers, are masts from t = 0 on. All coordinates are
** exact.
**
** Corners of a TREE are computed once, after those of its options, with an explicit stack.
** Cost: O(corners) a game and option. Source: ONAG, chapter 9.
*/
#include <string.h>

#include "base/poll.h"
#include "base/status.h"
#include "value_int.h"

typedef struct wall {
    ta_corner *at;
    size_t count, cap;
} wall;

/* ---- Walls ---- */

/* The slope after corner i. */
static int slope(const ta_corner *at, size_t count, size_t i) {
    return i + 1 < count ? ta_dyadic_compare(at[i + 1].value, at[i].value) : 0;
}

/* Add a corner. Drop the corner before it if the wall is straight there. */
static ta_status draw(ta_values *v, ta_call *call, wall *w, ta_dyadic t, ta_dyadic value) {
    ta_corner corner = { t, value };
    if (w->count && ta_dyadic_compare(w->at[w->count - 1].t, t) == 0) return TA_OK;
    if (w->count > 1 &&
        slope(w->at, w->count, w->count - 2) == ta_dyadic_compare(value, w->at[w->count - 1].value))
        w->count--;
    ta_status s = TA_RESERVE(&v->store, call, &w->at, &w->cap, w->count + 1);
    if (s) return s;
    w->at[w->count++] = corner;
    return TA_OK;
}

/* A pencil that follows a wall: its position, and the slope of the wall after it. */
typedef struct pencil {
    const ta_corner *at;
    size_t count, i;
    ta_dyadic value;
    int slope, tax; /* slope includes the tax */
} pencil;

static void start(pencil *p, const ta_corner *at, size_t count, int tax) {
    p->at = at;
    p->count = count;
    p->i = 0;
    p->value = at[0].value;
    p->tax = tax;
    p->slope = slope(at, count, 0) + tax;
}

/* Move from t to u, not beyond the next corner. */
static ta_status follow(ta_values *v, ta_call *call, pencil *p, ta_dyadic t, ta_dyadic u) {
    ta_dyadic dt;
    ta_status s = ta_dyadic_sub(v, call, u, t, &dt);
    if (s || p->slope == 0) return s;
    return ta_dyadic_add(v, call, p->value, p->slope > 0 ? dt : ta_dyadic_neg(dt), &p->value);
}

static void turn(pencil *p, ta_dyadic t) {
    while (p->i + 1 < p->count && ta_dyadic_compare(p->at[p->i + 1].t, t) <= 0) p->i++;
    p->slope = slope(p->at, p->count, p->i) + p->tax;
}

/* The next t at which one of the two walls has a corner; 0 if there is none. */
static int next_turn(const pencil *a, const pencil *b, ta_dyadic *t) {
    int has_a = a->i + 1 < a->count, has_b = b->i + 1 < b->count;
    if (!has_a && !has_b) return 0;
    *t = has_a ? a->at[a->i + 1].t : b->at[b->i + 1].t;
    if (has_a && has_b && ta_dyadic_compare(b->at[b->i + 1].t, *t) < 0) *t = b->at[b->i + 1].t;
    return 1;
}

/* The t, *u, at which the walls meet, if their slopes bring them together. */
static ta_status meeting(ta_values *v, ta_call *call, const pencil *a, const pencil *b, ta_dyadic t,
                         int *meet, ta_dyadic *u) {
    ta_dyadic gap;
    int rate = b->slope - a->slope, order = ta_dyadic_compare(a->value, b->value);
    if (order < 0) rate = -rate;
    *meet = order != 0 && rate > 0;
    if (!*meet) return TA_OK;
    ta_status s = ta_dyadic_gap(v, call, a->value, b->value, rate == 2, &gap);
    return s ? s : ta_dyadic_add(v, call, t, gap, u);
}

/* Move both pencils to the meeting point or to the next corner, whichever comes first. *done if
** there is neither. *met if they met (not only reached a corner). */
static ta_status step(ta_values *v, ta_call *call, pencil *a, pencil *b, ta_dyadic *t, int *done,
                      int *met) {
    ta_dyadic u = *t, m;
    int turns = next_turn(a, b, &u);
    ta_status s = meeting(v, call, a, b, *t, met, &m);
    if (s) return s;
    if (*met && (!turns || ta_dyadic_compare(m, u) <= 0)) u = m;
    else *met = 0;
    *done = !*met && !turns;
    if (*done) return TA_OK;
    s = follow(v, call, a, *t, u);
    if (!s) s = follow(v, call, b, *t, u);
    if (s) return s;
    *t = u;
    turn(a, u);
    turn(b, u);
    return TA_OK;
}

/* Replace a wall by the larger (side 0) or smaller of it and the wall `at`. */
static ta_status merge(ta_values *v, ta_call *call, wall *w, const ta_corner *at, size_t count,
                       int side) {
    wall out = { NULL, 0, 0 };
    pencil a, b;
    ta_dyadic t = { 0, 0 };
    int done = 0, met;
    ta_status s = TA_OK;
    start(&a, w->at, w->count, 0);
    start(&b, at, count, 0);
    while (!s && !done) {
        int order = ta_dyadic_compare(a.value, b.value);
        s = draw(v, call, &out, t, (order > 0) == (side == TA_LEFT) ? a.value : b.value);
        if (!s) s = step(v, call, &a, &b, &t, &done, &met);
    }
    if (s) {
        TA_RELEASE(&v->store, &out.at, &out.cap);
        return s;
    }
    TA_RELEASE(&v->store, &w->at, &w->cap);
    *w = out;
    return TA_OK;
}

/* ---- One game ---- */

/* The corners of a known wall; *one holds the only corner of a compact value. */
static const ta_corner *known_wall(const ta_values *v, ta_value g, int side, ta_corner *one,
                                   size_t *count) {
    const ta_game *game = &v->games[g];
    if (game->kind == TREE) {
        const ta_thermo *thermo = &v->thermos.at[game->thermo - 1];
        *count = thermo->count[side];
        return &v->thermos.corners[thermo->first[side]];
    }
    *count = 1;
    one->t = ta_dyadic_integer(0);
    one->value = ta_number_part(&v->games[game->stop[0]]);
    return one;
}

static int is_same(const ta_corner *at, size_t count, const ta_corner *other, size_t others) {
    size_t i = 0;
    if (count != others) return 0;
    while (i < count && ta_dyadic_same(at[i].t, other[i].t) &&
           ta_dyadic_same(at[i].value, other[i].value))
        i++;
    return i == count;
}

/* The scaffold of one side, without the tax. Consecutive options often have the same wall. */
static ta_status scaffold(ta_values *v, ta_call *call, ta_value g, int side, wall *w) {
    size_t options = ta_value_option_count(v, g, side), count, last_count = 0;
    ta_corner one[2];
    const ta_corner *last = NULL;
    for (size_t i = 0; i < options; i++) {
        ta_value option = v->pool[v->games[g].first + (side ? v->games[g].left_count : 0) + i];
        const ta_corner *at = known_wall(v, option, 1 - side, &one[i % 2], &count);
        ta_status s = TA_OK;
        if (i > 0) {
            if (!is_same(last, last_count, at, count)) s = merge(v, call, w, at, count, side);
        } else {
            s = TA_RESERVE(&v->store, call, &w->at, &w->cap, count);
            if (!s) memcpy(w->at, at, count * sizeof *at);
            w->count = s ? 0 : count;
        }
        if (s) return s;
        last = at;
        last_count = count;
    }
    return TA_OK;
}

/* Tax both scaffolds until they meet. */
static ta_status raise_walls(ta_values *v, ta_call *call, const wall scaffolds[2], wall walls[2]) {
    pencil p[2];
    ta_dyadic t = { 0, 0 };
    int met = 0, done = 0;
    for (int side = 0; side < 2; side++)
        start(&p[side], scaffolds[side].at, scaffolds[side].count, side ? 1 : -1);
    for (;;) {
        ta_status s = draw(v, call, &walls[0], t, p[0].value);
        if (!s) s = draw(v, call, &walls[1], t, p[1].value);
        if (s) return s;
        if (met || ta_dyadic_compare(p[0].value, p[1].value) <= 0) return TA_OK;
        s = step(v, call, &p[0], &p[1], &t, &done, &met);
        if (s) return s;
    }
}

static ta_status keep(ta_values *v, ta_call *call, ta_value g, const wall walls[2]) {
    ta_thermos *all = &v->thermos;
    size_t more = walls[0].count + walls[1].count;
    ta_status s = TA_RESERVE(&v->store, call, &all->at, &all->cap, all->count + 1);
    if (!s)
        s = TA_RESERVE(&v->store, call, &all->corners, &all->corner_cap, all->corner_count + more);
    if (s) return s;
    ta_thermo *thermo = &all->at[all->count++];
    for (int side = 0; side < 2; side++) {
        thermo->first[side] = (uint32_t)all->corner_count;
        thermo->count[side] = (uint32_t)walls[side].count;
        memcpy(all->corners + all->corner_count, walls[side].at,
               walls[side].count * sizeof *walls[side].at);
        all->corner_count += walls[side].count;
    }
    v->games[g].thermo = (uint32_t)all->count;
    return TA_OK;
}

/* Compute the thermograph of a TREE whose options have theirs. */
static ta_status work_out(ta_values *v, ta_call *call, ta_value g) {
    wall all[4] = { { NULL, 0, 0 }, { NULL, 0, 0 }, { NULL, 0, 0 }, { NULL, 0, 0 } };
    ta_status s = scaffold(v, call, g, TA_LEFT, &all[0]);
    if (!s) s = scaffold(v, call, g, TA_RIGHT, &all[1]);
    if (!s) s = raise_walls(v, call, all, all + 2);
    if (!s) s = keep(v, call, g, all + 2);
    for (int i = 0; i < 4; i++) TA_RELEASE(&v->store, &all[i].at, &all[i].cap);
    return s;
}

static int lacks(const ta_values *v, ta_value g) {
    return v->games[g].kind == TREE && v->games[g].thermo == 0;
}

/* Compute the thermograph of g, and those of its followers that it needs. */
static ta_status ensure(ta_values *v, ta_call *call, ta_value g) {
    ta_status s = ta_values_check_id(v, call, g);
    if (s || !lacks(v, g)) return s;
    size_t base = v->scratch.count;
    s = ta_ids_push(&v->store, call, &v->scratch, g);
    while (!s && v->scratch.count > base) {
        ta_value top = v->scratch.at[v->scratch.count - 1];
        const ta_game *game = &v->games[top];
        size_t before = v->scratch.count, options = game->left_count + game->right_count;
        for (size_t i = 0; i < options && !s && lacks(v, top); i++)
            if (lacks(v, v->pool[game->first + i]))
                s = ta_ids_push(&v->store, call, &v->scratch, v->pool[game->first + i]);
        if (s || v->scratch.count > before) continue;
        if (lacks(v, top)) s = work_out(v, call, top);
        if (!s) s = ta_store_poll(&v->store, call, 256);
        v->scratch.count--;
    }
    v->scratch.count = base;
    return s;
}

void ta_thermos_clear(ta_values *v) {
    ta_thermos *all = &v->thermos;
    TA_RELEASE(&v->store, &all->at, &all->cap);
    TA_RELEASE(&v->store, &all->corners, &all->corner_cap);
    all->count = all->corner_count = 0;
}

/* ---- Queries ---- */

static ta_corner foot(const ta_values *v, ta_value g) {
    ta_corner one;
    size_t count;
    const ta_corner *at = known_wall(v, g, TA_LEFT, &one, &count);
    return at[count - 1];
}

ta_dyadic ta_thermo_mean(const ta_values *v, ta_value g) {
    return foot(v, g).value;
}

ta_status ta_value_mean(ta_values *values, ta_call *call, ta_value g, ta_dyadic *mean) {
    ta_status s = ensure(values, call, g);
    if (!s) *mean = foot(values, g).value;
    return s;
}

ta_status ta_value_temperature(ta_values *values, ta_call *call, ta_value g,
                               ta_dyadic *temperature) {
    ta_status s = ensure(values, call, g);
    if (s) return s;
    if (ta_is_number(values, g)) { /* -1/2^k */
        return ta_dyadic_make(values, call, -1, ta_dyadic_places(ta_number_part(&values->games[g])),
                              temperature);
    }
    *temperature = foot(values, g).t;
    return TA_OK;
}

ta_status ta_value_wall(ta_values *values, ta_call *call, ta_value g, ta_player side,
                        ta_corner *corners, size_t room, size_t *count) {
    ta_corner one;
    ta_status s = ensure(values, call, g);
    if (s) return s;
    const ta_corner *at = known_wall(values, g, side, &one, count);
    for (size_t i = 0; i < room && i < *count; i++) corners[i] = at[i];
    return TA_OK;
}
