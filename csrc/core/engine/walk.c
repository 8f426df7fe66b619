/*
** walk.c - options, followers, and the walk: shows positions to a visitor, and counts them.
**
** followers is a plain closure: a list of positions met, each expanded once, so loops do not
** matter. The walk is the search with every option of both players; a position's value is the next
** number.
*/
#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "solver_int.h"

/* ---- Options ---- */

/* Copy the options emitted for `position` into `kept`, without repeats. */
static ta_status distinct_options(ta_solver *s, ta_call *call, const ta_position *position,
                                  ta_player player, ta_sink *kept) {
    ta_posmap seen;
    ta_posmap_init(&seen, &s->allocator);
    uint32_t over = 0;
    ta_sink_empty(&s->options);
    ta_status st = ta_solver_over(s, call, position, player, &over);
    if (st || over) return st;
    st = s->rules.options(s->rules.ctx, call, s->rules.partizan ? player : TA_LEFT, position,
                          &s->options);
    if (!st) st = ta_posmap_open(&seen, call, 0, 1);
    for (size_t i = 0, at = 0; !st && i < s->options.count; i++) {
        ta_position option;
        uint32_t id;
        at = ta_sink_read(&s->options, at, &option);
        st = ta_posmap_id(&seen, call, &option, &id);
        if (st || ta_column_get(&seen.column[0], id)) continue;
        ta_column_put(&seen.column[0], id, 1);
        seen.column[0].known++;
        st = ta_sink_emit(kept, call, &option);
    }
    ta_posmap_clear(&seen);
    return st;
}

ta_status ta_solver_options(ta_solver *s, ta_call *call, const ta_position *position,
                            ta_player player, int winning, ta_visit visit, void *ctx) {
    ta_sink kept;
    ta_sink_init(&kept, &s->allocator);
    ta_solver_begin(s, call);
    ta_status st = distinct_options(s, call, position, player, &kept);
    uint32_t shown = 0;
    for (size_t i = 0, at = 0; !st && i < kept.count; i++) {
        ta_position option;
        ta_result result = TA_LOSS; /* of the next player to move */
        at = ta_sink_read(&kept, at, &option);
        if (winning >= 0)
            st = ta_solver_result(s, call, &option, player == TA_LEFT ? TA_RIGHT : TA_LEFT, winning,
                                  &result);
        if (!st && result == TA_LOSS) st = visit(ctx, call, shown++, &option, NULL, NULL);
    }
    ta_sink_clear(&kept);
    ta_sound(ta_solver_check(s));
    return st;
}

/* ---- Followers ---- */

/* Replace the last position of the list by its new options, of both players. */
static ta_status meet_options(ta_solver *s, ta_call *call) {
    ta_posmap *m = &s->map;
    size_t base = m->live_count - 1, kept = base;
    ta_status st = TA_OK;
    for (int player = 0; !st && player <= (s->rules.partizan != 0); player++) {
        int64_t room[TA_COMPONENTS];
        ta_position p;
        uint32_t over = 0;
        ta_posmap_position(m, m->live[base] & TA_ID_MASK, room, &p);
        st = ta_solver_tick(s, call, Q_SEEN);
        if (!st) st = ta_solver_over(s, call, &p, TA_LEFT, &over);
        if (!st && !over) st = ta_solver_expand(s, call, Q_SEEN, &p, (ta_player)player);
    }
    if (st) return st;
    for (size_t i = base + 1; i < m->live_count; i++) {
        uint32_t id = m->live[i] & TA_ID_MASK;
        if (ta_column_get(&m->column[Q_SEEN], id)) continue;
        ta_column_put(&m->column[Q_SEEN], id, 1);
        m->column[Q_SEEN].known++;
        m->live[kept++] = m->live[i];
    }
    m->live_count = kept;
    return TA_OK;
}

/* live lists the positions met and not yet expanded. Entries from end[k] on are at least k + 1
** moves from the first, along the play that reached them. */
static ta_status meet_all(ta_solver *s, ta_call *call) {
    ta_posmap *m = &s->map;
    size_t moves = 0;
    while (m->live_count > 0) {
        while (moves > 0 && s->end[moves - 1] >= m->live_count) moves--;
        ta_status st = ta_solver_deep(s, call, moves);
        if (!st && moves == s->end_cap)
            st = ta_posmap_allow(m, call, 2.0 * (double)moves * sizeof *s->end);
        if (!st)
            st = ta_reserve(&s->allocator, (void **)&s->end, &s->end_cap, moves + 1,
                            sizeof *s->end);
        if (st) return st;
        s->end[moves++] = m->live_count - 1;
        st = meet_options(s, call);
        if (st) return st;
    }
    return TA_OK;
}

ta_status ta_solver_followers(ta_solver *s, ta_call *call, const ta_position *position,
                              ta_amount *count) {
    ta_posmap *m = &s->map;
    if (s->rules.parts)
        return ta_fail(call, TA_EUNSUPPORTED, "positions with parts are solved as sums");
    ta_solver_begin(s, call);
    ta_posmap_drop(m, Q_SEEN);
    ta_status st = ta_posmap_open(m, call, Q_SEEN, 1);
    if (!st) st = ta_solver_intern(s, call, position);
    if (!st) {
        ta_column_put(&m->column[Q_SEEN], m->live[0] & TA_ID_MASK, 1);
        m->column[Q_SEEN].known = 1;
    }
    if (!st) st = meet_all(s, call);
    ta_amount met = (ta_amount)m->column[Q_SEEN].known;
    ta_posmap_drop(m, Q_SEEN);
    m->live_count = 0;
    ta_sound(ta_solver_check(s));
    if (!st) *count = met;
    return st;
}

/* ---- The walk ---- */

ta_status ta_solver_walk(ta_solver *s, ta_call *call, const ta_position *position, ta_visit visit,
                         void *ctx, const uint32_t **numbers, size_t *count) {
    if (s->rules.terminal)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "a game that is over by rule has outcomes, and no values");
    if (s->rules.entails)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "a game with entailing moves has nim values, and no canonical forms");
    s->visit = visit;
    s->visit_ctx = ctx;
    ta_solver_begin(s, call);
    ta_status st = ta_posmap_open(&s->map, call, Q_ORDER, 1);
    if (!st) st = ta_solver_intern(s, call, position);
    size_t parts = s->map.live_count, found = 0;
    if (!st) st = ta_solver_search(s, call, Q_ORDER, 0, parts, TA_LEFT);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&s->part, &s->part_cap, parts + 1, sizeof *s->part);
    ta_sound(ta_solver_check(s));
    if (st) return st;
    for (size_t i = 0; i < parts; i++) {
        uint32_t id = s->map.live[i] & TA_ID_MASK;
        if (id != NO_PARTS) s->part[found++] = ta_column_get(&s->map.column[Q_ORDER], id) - VALUE;
    }
    *numbers = s->part;
    *count = found;
    return TA_OK;
}
