/*
** posmap_memory.c - the memory of a position map: its size, its limit, and its columns.
**
** Invariant: every open column has a cell for each of `room` ids, 0 until it is set. If one array
** grows and another cannot, each is freed under its own size.
*/
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "posmap_int.h"

#define CONVERT_FIRST 4096

void ta_posmap_init(ta_posmap *m, const ta_allocator *allocator) {
    memset(m, 0, sizeof *m);
    m->allocator = allocator;
    m->convert_at = CONVERT_FIRST;
}

void ta_posmap_clear(ta_posmap *m) {
    double most = m->bytes_most, share = m->share;
    for (int c = 0; c < TA_COLUMNS; c++) ta_posmap_drop(m, c);
    ta_free(m->allocator, m->keys, m->room, ta_posmap_key_bytes(m));
    ta_free(m->allocator, m->slots, m->slot_cap, sizeof *m->slots);
    ta_free(m->allocator, m->arena, m->arena_cap, sizeof *m->arena);
    ta_free(m->allocator, m->live, m->live_cap, sizeof *m->live);
    ta_posmap_init(m, m->allocator);
    m->bytes_most = most;
    m->share = share;
}

double ta_posmap_bytes(const ta_posmap *m) {
    double bytes = (double)m->slot_cap * sizeof *m->slots +
                   (double)m->arena_cap * sizeof *m->arena + (double)m->live_cap * sizeof *m->live;
    if (m->keys) bytes += (double)m->room * (double)ta_posmap_key_bytes(m);
    for (int c = 0; c < TA_COLUMNS; c++) bytes += (double)m->column[c].cells * m->column[c].width;
    return bytes;
}

/* Without a memory limit, half of the memory free at the first check is used. Play may go on for
** ever through new positions, and other programs need memory too. */
ta_status ta_posmap_allow(ta_posmap *m, ta_call *call, double more) {
    double held = ta_posmap_bytes(m);
    if (m->bytes_most > 0 && held + more > m->bytes_most)
        return ta_fail_memory(call, "going on", held + more, m->bytes_most);
    if (more < 0x1p25) return TA_OK;
    double have = ta_memory_available();
    if (m->bytes_most > 0)
        return more > 0.9 * have ? ta_fail_memory(call, "going on", more, have) : TA_OK;
    if (m->share == 0) m->share = held + have / 2;
    if (held + more <= m->share) return TA_OK;
    char wanted[32], most[32];
    return ta_fail(call, TA_ELIMIT,
                   "going on would take %s of memory; half of what was free, %s, is used unless "
                   "the limit `memory` says otherwise",
                   ta_bytes_text(wanted, held + more), ta_bytes_text(most, m->share));
}

ta_status ta_posmap_live_grow(ta_posmap *m, ta_call *call, size_t more) {
    size_t need = m->live_count + more;
    if (need <= m->live_cap) return TA_OK;
    ta_status s = ta_posmap_allow(m, call, (double)need * 2 * sizeof *m->live);
    return s ? s : ta_reserve(m->allocator, (void **)&m->live, &m->live_cap, need, sizeof *m->live);
}

/* ---- Columns ---- */

ta_status ta_posmap_resize(ta_posmap *m, ta_column *c, size_t cells) {
    if (cells <= c->cells) return TA_OK;
    void *data = ta_realloc(m->allocator, c->data, c->cells, cells, c->width);
    if (!data) return TA_ENOMEM;
    memset((char *)data + c->cells * c->width, 0, (cells - c->cells) * c->width);
    c->data = data;
    c->cells = cells;
    return TA_OK;
}

ta_status ta_posmap_grow_columns(ta_posmap *m, size_t room) {
    for (int c = 0; c < TA_COLUMNS; c++) {
        if (!m->column[c].players) continue;
        ta_status s = ta_posmap_resize(m, &m->column[c], room * m->column[c].players);
        if (s) return s;
    }
    return TA_OK;
}

ta_status ta_posmap_open(ta_posmap *m, ta_call *call, int c, int players) {
    ta_column *column = &m->column[c];
    if (column->players) return TA_OK;
    ta_status s = ta_posmap_allow(m, call, (double)m->room * players);
    if (s) return s;
    column->width = 1;
    column->players = (uint8_t)players;
    if (m->room) s = ta_posmap_resize(m, column, m->room * players);
    if (s) memset(column, 0, sizeof *column);
    return s;
}

void ta_posmap_drop(ta_posmap *m, int c) {
    ta_free(m->allocator, m->column[c].data, m->column[c].cells, m->column[c].width);
    memset(&m->column[c], 0, sizeof m->column[c]);
}

ta_status ta_posmap_widen(ta_posmap *m, ta_call *call, int c, uint32_t value) {
    ta_column *old = &m->column[c], wide = *old;
    if (ta_column_fits(old, value)) return TA_OK;
    wide.width = value >> 16 ? 4 : 2;
    ta_status s = ta_posmap_allow(m, call, (double)wide.cells * wide.width);
    if (s) return s;
    wide.data = ta_alloc(m->allocator, wide.cells, wide.width);
    if (!wide.data) return TA_ENOMEM;
    for (size_t i = 0; i < wide.cells; i++) ta_column_put(&wide, i, ta_column_get(old, i));
    ta_free(m->allocator, old->data, old->cells, old->width);
    *old = wide;
    return TA_OK;
}
