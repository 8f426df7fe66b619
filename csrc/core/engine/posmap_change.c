/*
** posmap_change.c - changes the representation, and with it the ids.
**
** A change builds the new map beside the old one, and then swaps. It carries over each live id and
** each id with a value in some column. On failure the old map stays. The cost is amortised over the
** positions met since the last change. A box may have the greatest of three numbers of cells: 24
** for each known position, the number in `fair`, the number granted by ta_posmap_cover. A box grows
** by half its side. An interned map tests whether a box pays when its count has doubled.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "posmap_int.h"

#define ASKED_EMPTY 4 /* cells for each position of ta_posmap_cover: many will be solved at once */
#define BOX_EMPTY 24  /* cells for each known position: about the bytes of an interned one */

/* A map that knows this number of positions may always have a box of this number of cells. */
static const struct {
    size_t positions;
    double cells;
} fair[] = { { 0, 1 << 16 }, { 1 << 12, 1 << 22 }, { 1 << 15, 1 << 24 } };

/* ---- Boxes ---- */

/* Cells of the box lo..hi, as a double: they may be far too many. */
static double volume(size_t arity, const int64_t *lo, const int64_t *hi) {
    double cells = 1;
    for (size_t i = 0; i < arity; i++) cells *= (double)hi[i] - (double)lo[i] + 1;
    return cells;
}

static void shape(ta_posmap *m, size_t arity, const int64_t *lo, const int64_t *hi) {
    size_t cells = 1;
    m->box = 1;
    m->arity = arity;
    for (size_t i = arity; i-- > 0;) {
        m->lo[i] = lo[i];
        m->hi[i] = hi[i];
        m->stride[i] = cells;
        cells *= (size_t)(hi[i] - lo[i] + 1);
    }
    m->room = cells;
}

/* The cells a box may have for this number of known positions. */
static double cells_allowed(const ta_posmap *m, size_t positions) {
    double most = (double)positions * BOX_EMPTY;
    if (most < m->granted) most = m->granted;
    for (size_t i = 0; i < sizeof fair / sizeof *fair; i++)
        if (positions >= fair[i].positions && most < fair[i].cells) most = fair[i].cells;
    return most < TA_ID_MOST ? most : TA_ID_MOST;
}

static size_t known(const ta_posmap *m) {
    size_t most = 0;
    for (int c = 0; c < TA_COLUMNS; c++)
        if (m->column[c].known > most) most = m->column[c].known;
    return most;
}

/* Open columns in `to` like those of `from`, with a cell for each id of `to`. */
static ta_status open_columns(ta_posmap *to, const ta_posmap *from) {
    for (int c = 0; c < TA_COLUMNS; c++) {
        const ta_column *old = &from->column[c];
        if (!old->players) continue;
        to->column[c].players = old->players;
        to->column[c].width = old->width;
        to->column[c].known = old->known;
        if (!to->room) continue;
        ta_status s = ta_posmap_resize(to, &to->column[c], to->room * old->players);
        if (s) return s;
    }
    return TA_OK;
}

static ta_status id_in(ta_posmap *to, ta_call *call, const ta_posmap *from, uint32_t old,
                       uint32_t *id) {
    int64_t room[TA_COMPONENTS];
    ta_position p;
    ta_posmap_position(from, old, room, &p);
    if (ta_posmap_boxed(to, &p, id)) return TA_OK;
    ta_assert(!to->box);
    return ta_posmap_intern(to, call, &p, id);
}

/* The first id from `old` on, below `ids`, with a value in the column; else `ids`. Boxes may be
** nearly empty: zeros are skipped word by word. */
static size_t next_known(const ta_column *column, size_t old, size_t ids) {
    size_t cell = (size_t)column->players * column->width, size = ids * cell, at = old * cell;
    const unsigned char *bytes = column->data;
    if (!column->known) return ids;
    for (uint64_t word = 0; size - at >= sizeof word; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        if (word) break;
    }
    while (at < size && !bytes[at]) at++;
    return at / cell;
}

/* Copy the values of all ids of `from`, in the order of these ids. */
static ta_status carry(ta_posmap *to, ta_call *call, const ta_posmap *from) {
    size_t ids = from->box ? from->room : from->count, next[TA_COLUMNS];
    for (int c = 0; c < TA_COLUMNS; c++) next[c] = next_known(&from->column[c], 0, ids);
    for (;;) {
        size_t old = ids;
        uint32_t id;
        for (int c = 0; c < TA_COLUMNS; c++)
            if (next[c] < old) old = next[c];
        if (old == ids) return TA_OK;
        ta_status s = id_in(to, call, from, (uint32_t)old, &id);
        if (s) return s;
        for (int c = 0; c < TA_COLUMNS; c++) {
            const ta_column *column = &from->column[c];
            if (next[c] != old) continue;
            for (size_t j = 0; j < column->players; j++) {
                uint32_t value = ta_column_get(column, old * column->players + j);
                if (value) ta_column_put(&to->column[c], (size_t)id * column->players + j, value);
            }
            next[c] = next_known(column, old + 1, ids);
        }
    }
}

/* Move everything of `m` into `to`, an empty map with its shape set; then `to` replaces `m`. */
static ta_status change(ta_posmap *m, ta_call *call, ta_posmap *to) {
    uint32_t *live = NULL;
    ta_status s = TA_OK;
    ta_assert(!m->plain); /* ids of a plain map are fixed */
    if (m->live_cap) {
        live = ta_alloc(m->allocator, m->live_cap, sizeof *live);
        if (!live) return TA_ENOMEM;
    }
    s = open_columns(to, m);
    if (!s) s = carry(to, call, m);
    for (size_t i = 0; !s && i < m->live_count; i++) {
        uint32_t old = m->live[i] & TA_ID_MASK, id = old;
        if (old < TA_ID_MOST) s = id_in(to, call, m, old, &id);
        live[i] = id | (m->live[i] & ~TA_ID_MASK);
    }
    if (s) {
        ta_free(m->allocator, live, m->live_cap, sizeof *live);
        ta_posmap_clear(to);
        return s;
    }
    to->live = live;
    to->live_count = m->live_count;
    to->live_cap = m->live_cap;
    ta_posmap_clear(m);
    *m = *to;
    return TA_OK;
}

static void begin_like(ta_posmap *to, const ta_posmap *m) {
    ta_posmap_init(to, m->allocator);
    to->bytes_most = m->bytes_most;
    to->share = m->share;
    to->granted = m->granted;
}

static double cell_bytes(const ta_posmap *m) {
    double bytes = 0;
    for (int c = 0; c < TA_COLUMNS; c++) bytes += m->column[c].players * m->column[c].width;
    return bytes;
}

ta_status ta_posmap_begin(ta_posmap *m, ta_call *call, const ta_position *p) {
    int64_t lo[TA_COMPONENTS], hi[TA_COMPONENTS];
    if (!p->component) return TA_OK;
    for (size_t i = 0; i < p->count; i++) {
        lo[i] = p->component[i] < 0 ? p->component[i] : 0;
        hi[i] = p->component[i] < 0 ? 0 : p->component[i];
    }
    double cells = volume(p->count, lo, hi);
    if (cells > fair[0].cells) return TA_OK;
    if (m->bytes_most > 0 && cells * cell_bytes(m) > m->bytes_most / 2) return TA_OK;
    ta_posmap to;
    begin_like(&to, m);
    shape(&to, p->count, lo, hi);
    return change(m, call, &to);
}

ta_status ta_posmap_outgrow(ta_posmap *m, ta_call *call, const ta_position *p) {
    double most = cells_allowed(m, known(m));
    ta_posmap to;
    begin_like(&to, m);
    if (p->component && p->count == m->arity) {
        int64_t lo[TA_COMPONENTS], hi[TA_COMPONENTS];
        for (size_t i = 0; i < m->arity; i++) {
            int64_t c = p->component[i], half = (m->hi[i] - m->lo[i] + 1) / 2;
            lo[i] = m->lo[i];
            hi[i] = m->hi[i];
            if (c < lo[i]) lo[i] = lo[i] < INT64_MIN + half ? c : lo[i] - half;
            if (c > hi[i]) hi[i] = hi[i] > INT64_MAX - half ? c : hi[i] + half;
            if (c < lo[i]) lo[i] = c;
            if (c > hi[i]) hi[i] = c;
        }
        double cells = volume(m->arity, lo, hi);
        if (cells <= most && !ta_posmap_allow(m, call, cells * cell_bytes(m))) {
            shape(&to, m->arity, lo, hi);
            return change(m, call, &to);
        }
    }
    call->message[0] = '\0';
    ta_status s = change(m, call, &to);
    if (!s && m->convert_at < 2 * m->count) m->convert_at = 2 * m->count;
    return s;
}

ta_status ta_posmap_consider_box(ta_posmap *m, ta_call *call) {
    m->convert_at = 2 * m->count;
    double cells = m->arity ? volume(m->arity, m->lo, m->hi) : 0;
    if (cells < 1 || cells > cells_allowed(m, m->count)) return TA_OK;
    if (ta_posmap_allow(m, call, cells * cell_bytes(m))) {
        call->message[0] = '\0';
        return TA_OK;
    }
    ta_posmap to;
    begin_like(&to, m);
    shape(&to, m->arity, m->lo, m->hi);
    return change(m, call, &to);
}

ta_status ta_posmap_cover(ta_posmap *m, ta_call *call, size_t size, const int64_t *lo,
                          const int64_t *hi) {
    int64_t low[TA_COMPONENTS], high[TA_COMPONENTS];
    double asked = volume(size, lo, hi);
    int empty = !m->box && m->count == 0, grow = !m->box;
    if (asked > TA_ID_MOST)
        return ta_fail(call, TA_ELIMIT,
                       "a box of %.0f positions is more than the %u that can be numbered", asked,
                       TA_ID_MOST);
    if (m->plain || (!empty && m->arity != size)) return TA_OK;
    if (m->granted < ASKED_EMPTY * asked) m->granted = ASKED_EMPTY * asked;
    for (size_t i = 0; i < size; i++) {
        int64_t own_low = empty ? 0 : m->lo[i], own_high = empty ? 0 : m->hi[i];
        low[i] = lo[i] < own_low ? lo[i] : own_low;
        high[i] = hi[i] > own_high ? hi[i] : own_high;
        if (low[i] < own_low || high[i] > own_high) grow = 1;
    }
    if (!grow) return TA_OK;
    if (empty && volume(size, low, high) > m->granted) {
        for (size_t i = 0; i < size; i++) low[i] = lo[i], high[i] = hi[i];
    }
    double cells = volume(size, low, high);
    if (cells > cells_allowed(m, known(m))) return TA_OK;
    ta_status s = ta_posmap_allow(m, call, cells * cell_bytes(m));
    if (s) return s;
    ta_posmap to;
    begin_like(&to, m);
    shape(&to, size, low, high);
    return change(m, call, &to);
}
