/*
** posmap.c - the numbering of positions: ids, and the positions of ids.
**
** Invariant: every id below `count` (interned) or in the box names one position,
** and every column has room for it. posmap_change.c moves everything from one
** representation to another; this file is the two representations themselves.
*/
#include "posmap.h"

#include "base/check.h"
#include "posmap_int.h"

#define PACKED 14u   /* integers that may share a word, at least 4 bits each; their count is the tag */
#define TAG_TEXT 16u /* + length, 0..7 */
#define TAG_ARENA 255u
#define CONVERT_FIRST 4096

void ta_posmap_init(ta_posmap *m, const ta_allocator *allocator) {
    memset(m, 0, sizeof *m);
    m->allocator = allocator;
    m->convert_at = CONVERT_FIRST;
}

void ta_posmap_clear(ta_posmap *m) {
    double most = m->bytes_most;
    for (int c = 0; c < TA_COLUMNS; c++) ta_posmap_drop(m, c);
    ta_free(m->allocator, m->keys, m->room, sizeof *m->keys);
    ta_free(m->allocator, m->slots, m->slot_cap, sizeof *m->slots);
    ta_free(m->allocator, m->arena, m->arena_cap, sizeof *m->arena);
    ta_free(m->allocator, m->live, m->live_cap, sizeof *m->live);
    ta_posmap_init(m, m->allocator);
    m->bytes_most = most;
}

double ta_posmap_bytes(const ta_posmap *m) {
    double bytes = (double)m->slot_cap * sizeof *m->slots +
                   (double)m->arena_cap * sizeof *m->arena + (double)m->live_cap * sizeof *m->live;
    if (m->keys) bytes += (double)m->room * sizeof *m->keys;
    for (int c = 0; c < TA_COLUMNS; c++) bytes += (double)m->column[c].cells * m->column[c].width;
    return bytes;
}

ta_status ta_posmap_allow(const ta_posmap *m, ta_call *call, double more) {
    double held = ta_posmap_bytes(m);
    if (m->bytes_most > 0 && held + more > m->bytes_most)
        return ta_fail_memory(call, "going on", held + more, m->bytes_most);
    if (more < 0x1p25) return TA_OK;
    double have = ta_memory_available();
    if (more > 0.9 * have) return ta_fail_memory(call, "going on", more, have);
    return TA_OK;
}

ta_status ta_posmap_live_grow(ta_posmap *m, ta_call *call, size_t more) {
    size_t need = m->live_count + more;
    if (need <= m->live_cap) return TA_OK;
    ta_status s = ta_posmap_allow(m, call, (double)need * 2 * sizeof *m->live);
    return s ? s : ta_reserve(m->allocator, (void **)&m->live, &m->live_cap, need, sizeof *m->live);
}

/* ---- Keys ---- */

static uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

/* The key of a position that fits one word, or 0: no key is 0. */
static uint64_t pack(const ta_position *p) {
    size_t n = p->count;
    if (!p->component) {
        if (n > 7) return 0;
        uint64_t key = TAG_TEXT + n;
        for (size_t i = 0; i < n; i++) key |= (uint64_t)(unsigned char)p->text[i] << 8 * (i + 1);
        return key;
    }
    if (n > PACKED) return 0;
    unsigned bits = (unsigned)(56 / n), shift = 8;
    uint64_t key = n;
    for (size_t i = 0; i < n; i++, shift += bits) {
        uint64_t c = (uint64_t)p->component[i];
        if (c >> bits) return 0;
        key |= c << shift;
    }
    return key;
}

static uint64_t hash_long(const ta_position *p) {
    uint64_t h = p->count, word = 0;
    if (p->component) {
        for (size_t i = 0; i < p->count; i++) h = mix(h ^ (uint64_t)p->component[i]) + i;
        return h;
    }
    size_t i = 0;
    for (; i + 8 <= p->count; i += 8) {
        memcpy(&word, p->text + i, 8);
        h = mix(h ^ word) + 1;
    }
    if (i < p->count) {
        word = 0;
        memcpy(&word, p->text + i, p->count - i);
        h = mix(h ^ word) + 1;
    }
    return h;
}

static void read_arena(const ta_posmap *m, uint64_t key, ta_position *p) {
    const int64_t *at = m->arena + (key >> 8);
    p->count = (size_t)(at[0] > 0 ? at[0] : -at[0]);
    p->component = at[0] > 0 ? at + 1 : NULL;
    p->text = at[0] > 0 ? NULL : (const char *)(at + 1);
}

static int same_long(const ta_posmap *m, uint64_t key, const ta_position *p) {
    if ((key & 255) != TAG_ARENA) return 0;
    ta_position q;
    read_arena(m, key, &q);
    if (q.count != p->count || !q.component != !p->component) return 0;
    return q.component ? memcmp(q.component, p->component, p->count * sizeof *p->component) == 0
                       : memcmp(q.text, p->text, p->count) == 0;
}

static uint64_t hash_of_key(const ta_posmap *m, uint64_t key) {
    if ((key & 255) != TAG_ARENA) return mix(key);
    ta_position p;
    read_arena(m, key, &p);
    return hash_long(&p);
}

void ta_posmap_position(const ta_posmap *m, uint32_t id, int64_t room[TA_COMPONENTS],
                        ta_position *position) {
    position->text = NULL;
    position->component = room;
    if (m->box) {
        uint32_t rest = id;
        position->count = m->arity;
        for (size_t i = 0; i + 1 < m->arity; i++) { /* 32-bit divisions: they are felt */
            uint32_t stride = (uint32_t)m->stride[i], at = rest / stride;
            room[i] = m->lo[i] + (int64_t)at;
            rest -= at * stride;
        }
        room[m->arity - 1] = m->lo[m->arity - 1] + (int64_t)rest;
        return;
    }
    uint64_t key = m->keys[id];
    unsigned tag = key & 255;
    if (tag == TAG_ARENA) {
        read_arena(m, key, position);
    } else if (tag >= TAG_TEXT) {
        position->count = tag - TAG_TEXT;
        position->component = NULL;
        position->text = (const char *)room;
        for (size_t i = 0; i < position->count; i++) ((char *)room)[i] = (char)(key >> 8 * (i + 1));
    } else {
        unsigned bits = 56 / tag, shift = 8;
        position->count = tag;
        for (size_t i = 0; i < tag; i++, shift += bits)
            room[i] = (int64_t)(key >> shift & (((uint64_t)1 << bits) - 1));
    }
}

/* ---- The interned representation ---- */

static ta_status grow_slots(ta_posmap *m, ta_call *call) {
    size_t cap = m->slot_cap ? 2 * m->slot_cap : 64;
    ta_status s = ta_posmap_allow(m, call, (double)cap * sizeof *m->slots);
    if (s) return s;
    uint32_t *slots = ta_alloc(m->allocator, cap, sizeof *slots);
    if (!slots) return TA_ENOMEM;
    for (size_t id = 0; id < m->count; id++) {
        size_t i = (size_t)hash_of_key(m, m->keys[id]) & (cap - 1);
        while (slots[i]) i = (i + 1) & (cap - 1);
        slots[i] = (uint32_t)id + 1;
    }
    ta_free(m->allocator, m->slots, m->slot_cap, sizeof *m->slots);
    m->slots = slots;
    m->slot_cap = cap;
    return TA_OK;
}

/* Room in keys and columns for one more id. A part that grew before another
** could not is freed under its old size by ta_posmap_grow_columns. */
static ta_status grow_room(ta_posmap *m, ta_call *call) {
    size_t room = m->room ? 2 * m->room : 64;
    if (room > TA_ID_MOST) room = TA_ID_MOST;
    if (m->room >= room) return ta_fail(call, TA_ELIMIT, "2^31 positions are held; no more can be");
    ta_status s = ta_posmap_allow(m, call, (double)room * sizeof *m->keys + ta_posmap_bytes(m) / 2);
    if (!s) s = ta_posmap_grow_columns(m, room);
    if (s) return s;
    uint64_t *keys = ta_realloc(m->allocator, m->keys, m->room, room, sizeof *keys);
    if (!keys) return TA_ENOMEM;
    m->keys = keys;
    m->room = room;
    return TA_OK;
}

static ta_status put_arena(ta_posmap *m, ta_call *call, const ta_position *p, uint64_t *key) {
    size_t words = 1 + (p->component ? p->count : (p->count + 7) / 8);
    size_t need = m->arena_used + words;
    if (need > m->arena_cap) {
        ta_status s = ta_posmap_allow(m, call, (double)need * 2 * sizeof *m->arena);
        if (!s)
            s = ta_reserve(m->allocator, (void **)&m->arena, &m->arena_cap, need, sizeof *m->arena);
        if (s) return s;
    }
    int64_t *at = m->arena + m->arena_used;
    at[0] = p->component ? (int64_t)p->count : -(int64_t)p->count;
    at[words - 1] = p->component ? at[words - 1] : 0;
    if (p->component) memcpy(at + 1, p->component, p->count * sizeof *at);
    else memcpy(at + 1, p->text, p->count);
    *key = (uint64_t)m->arena_used << 8 | TAG_ARENA;
    m->arena_used = need;
    return TA_OK;
}

static void note_bounds(ta_posmap *m, const ta_position *p) {
    size_t size = p->component ? p->count : 0;
    if (m->count == 0) m->arity = size;
    else if (m->arity != size) m->arity = 0;
    for (size_t i = 0; i < m->arity; i++) {
        int64_t c = p->component[i];
        if (m->count == 0 || c < m->lo[i]) m->lo[i] = c;
        if (m->count == 0 || c > m->hi[i]) m->hi[i] = c;
    }
}

ta_status ta_posmap_intern(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id) {
    if (m->slot_cap == 0) {
        ta_status s = grow_slots(m, call);
        if (s) return s;
    }
    uint64_t key = pack(position);
    uint64_t hash = key ? mix(key) : hash_long(position);
    size_t mask = m->slot_cap - 1, i = (size_t)hash & mask;
    for (; m->slots[i]; i = (i + 1) & mask) {
        uint32_t at = m->slots[i] - 1;
        if (key ? m->keys[at] == key : same_long(m, m->keys[at], position)) {
            *id = at;
            return TA_OK;
        }
    }
    ta_status s = TA_OK;
    if (m->count == m->room) s = grow_room(m, call);
    if (!s && 4 * (m->count + 1) > 3 * m->slot_cap) {
        s = grow_slots(m, call);
        mask = m->slot_cap - 1;
        i = (size_t)hash & mask;
        while (!s && m->slots[i]) i = (i + 1) & mask;
    }
    if (!s && !key) s = put_arena(m, call, position, &key);
    if (s) return s;
    note_bounds(m, position);
    m->keys[m->count] = key;
    m->slots[i] = (uint32_t)m->count + 1;
    *id = (uint32_t)m->count++;
    return TA_OK;
}

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
