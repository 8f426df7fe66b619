/*
** posmap.c - the id of a position in either representation, and the invariants of a map.
**
** posmap_memory.c is the memory, posmap_keys.c the interned representation, posmap_change.c the
** change from one to the other. Each file uses only those before it.
*/
#include "posmap.h"

#include "base/check.h"
#include "posmap_int.h"

ta_status ta_posmap_id(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id) {
    if (!m->box && m->count == 0 && !m->plain) {
        ta_status s = ta_posmap_begin(m, call, position);
        if (s) return s;
    }
    if (m->box) {
        if (ta_posmap_boxed(m, position, id)) return TA_OK;
        ta_status s = ta_posmap_outgrow(m, call, position);
        if (s) return s;
        if (ta_posmap_boxed(m, position, id)) return TA_OK;
    } else if (m->count >= m->convert_at && !m->plain) {
        ta_status s = ta_posmap_consider_box(m, call);
        if (s) return s;
        if (m->box) return ta_posmap_id(m, call, position, id);
    }
    return ta_posmap_intern(m, call, position, id);
}

int ta_posmap_find(const ta_posmap *m, const ta_position *position, uint32_t *id) {
    return m->box ? ta_posmap_boxed(m, position, id) : ta_posmap_interned(m, position, id);
}

/* ---- Invariants ---- */

static const char *check_box(const ta_posmap *m) {
    size_t cells = 1;
    if (m->arity < 1 || m->arity > TA_COMPONENTS) return "posmap: a box of no dimension";
    if (m->keys || m->slots || m->count) return "posmap: a box that holds keys";
    for (size_t i = m->arity; i-- > 0;) {
        if (m->lo[i] > m->hi[i]) return "posmap: an empty box";
        if (m->stride[i] != cells) return "posmap: a stride that is not the cells below it";
        cells *= (size_t)(m->hi[i] - m->lo[i]) + 1;
    }
    if (cells != m->room) return "posmap: a box that is not its room";
    return m->room <= TA_ID_MOST ? NULL : "posmap: more cells than ids";
}

static const char *check_interned(const ta_posmap *m) {
    if (m->count > m->room || m->room > TA_ID_MOST) return "posmap: more ids than room";
    if (m->slot_cap & (m->slot_cap - 1)) return "posmap: slots no power of two";
    if (4 * m->count > 3 * m->slot_cap) return "posmap: slots too full";
    if (m->arena_used > m->arena_cap) return "posmap: the arena overflows";
    size_t step = ta_check_step(m->count);
    for (size_t at = m->count % step; at < m->count; at += step) {
        int64_t room[TA_COMPONENTS];
        uint32_t id;
        ta_position p;
        if (!ta_posmap_holds_key(m, (uint32_t)at)) return "posmap: a key that is none";
        ta_posmap_position(m, (uint32_t)at, room, &p);
        if (!ta_posmap_interned(m, &p, &id) || id != at)
            return "posmap: an id its position does not lead to";
        if (m->arity && (!p.component || p.count != m->arity))
            return "posmap: a position of another size";
        for (size_t i = 0; i < m->arity; i++)
            if (p.component[i] < m->lo[i] || p.component[i] > m->hi[i])
                return "posmap: a position outside the bounds";
    }
    return NULL;
}

static const char *check_column(const ta_posmap *m, const ta_column *c) {
    if (!c->players) return c->data ? "posmap: a closed column with data" : NULL;
    if (c->players > 2 || (c->width != 1 && c->width != 2 && c->width != 4))
        return "posmap: a column of no shape";
    if (c->cells < m->room * c->players) return "posmap: a column without room for every id";
    if (c->known > c->cells) return "posmap: more known than cells";
    size_t taken = (m->box ? m->room : m->count) * c->players, known = 0, step;
    step = ta_check_step(c->cells);
    for (size_t i = step > 1 ? c->known % step : 0; i < c->cells; i += step) {
        if (ta_column_get(c, i) && i >= taken) return "posmap: a value of no id";
        known += ta_column_get(c, i) != 0;
    }
    if (step == 1 ? known != c->known : known > c->known)
        return "posmap: a column that miscounts what is known";
    return NULL;
}

const char *ta_posmap_check(const ta_posmap *m) {
    const char *broken = m->box ? check_box(m) : check_interned(m);
    for (int c = 0; !broken && c < TA_COLUMNS; c++) broken = check_column(m, &m->column[c]);
    if (!broken && m->live_count > m->live_cap) broken = "posmap: live ids without room";
    size_t ids = m->box ? m->room : m->count, step = ta_check_step(m->live_count);
    for (size_t i = 0; !broken && i < m->live_count; i += step) {
        uint32_t id = m->live[i] & TA_ID_MASK; /* values above the last id are the owner's marks */
        if (id >= ids && id <= TA_ID_MOST - 1) broken = "posmap: a live id that names nothing";
    }
    return broken;
}
