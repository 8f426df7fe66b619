/*
** posmap_keys.c - the interned representation: ids in order of arrival.
**
** Invariant: every id below `count` names one position, by its key: a position that fits
** one word, or the place in the arena of one that does not. Slots hold each id once.
*/
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"
#include "posmap_int.h"

/* Integers that may share a word, 4 bits each at least; the tag is their count. */
#define PACKED 14u
#define TAG_TEXT 16u /* + length, 0..7 */
#define TAG_ARENA 255u

/* ---- Keys ---- */

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
        for (size_t i = 0; i < p->count; i++) h = ta_hash(h ^ (uint64_t)p->component[i]) + i;
        return h;
    }
    size_t i = 0;
    for (; i + 8 <= p->count; i += 8) {
        memcpy(&word, p->text + i, 8);
        h = ta_hash(h ^ word) + 1;
    }
    if (i < p->count) {
        word = 0;
        memcpy(&word, p->text + i, p->count - i);
        h = ta_hash(h ^ word) + 1;
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
    if ((key & 255) != TAG_ARENA) return ta_hash(key);
    ta_position p;
    read_arena(m, key, &p);
    return hash_long(&p);
}

int ta_posmap_holds_key(const ta_posmap *m, uint32_t id) {
    uint64_t key = m->keys[id], at = key >> 8;
    if ((key & 255) != TAG_ARENA) return key != 0;
    if (at >= m->arena_used || m->arena[at] == INT64_MIN) return 0;
    int64_t size = m->arena[at], words = size > 0 ? size : (7 - size) / 8;
    return (uint64_t)words < m->arena_used - at;
}

void ta_posmap_position(const ta_posmap *m, uint32_t id, int64_t room[TA_COMPONENTS],
                        ta_position *position) {
    ta_assert(id < (m->box ? m->room : m->count));
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

/* The slot of a position: with its id, or the free one where that would go. */
static size_t slot_of(const ta_posmap *m, uint64_t key, uint64_t hash, const ta_position *p) {
    size_t mask = m->slot_cap - 1, i = (size_t)hash & mask;
    for (; m->slots[i]; i = (i + 1) & mask) {
        uint32_t at = m->slots[i] - 1;
        if (key ? m->keys[at] == key : same_long(m, m->keys[at], p)) break;
    }
    return i;
}

int ta_posmap_interned(const ta_posmap *m, const ta_position *position, uint32_t *id) {
    uint64_t key = pack(position);
    if (m->slot_cap == 0) return 0;
    size_t i = slot_of(m, key, key ? ta_hash(key) : hash_long(position), position);
    *id = m->slots[i] - 1;
    return m->slots[i] != 0;
}

void ta_posmap_prefetch(const ta_posmap *m, const ta_position *position) {
    uint64_t key = m->slot_cap >= 1 << 14 ? pack(position) : 0;
    if (key) __builtin_prefetch(&m->slots[(size_t)ta_hash(key) & (m->slot_cap - 1)]);
}

ta_status ta_posmap_intern(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id) {
    ta_assert(!m->box);
    if (m->slot_cap == 0) {
        ta_status s = grow_slots(m, call);
        if (s) return s;
    }
    uint64_t key = pack(position);
    uint64_t hash = key ? ta_hash(key) : hash_long(position);
    size_t i = slot_of(m, key, hash, position);
    if (m->slots[i]) {
        *id = m->slots[i] - 1;
        return TA_OK;
    }
    ta_status s = TA_OK;
    if (m->count == m->room) s = grow_room(m, call);
    if (!s && 4 * (m->count + 1) > 3 * m->slot_cap) {
        s = grow_slots(m, call);
        if (!s) i = slot_of(m, key, hash, position);
    }
    if (!s && !key) s = put_arena(m, call, position, &key);
    if (s) return s;
    ta_assert(m->count < m->room && m->slots[i] == 0); /* at most 3 slots in 4 are taken */
    note_bounds(m, position);
    m->keys[m->count] = key;
    m->slots[i] = (uint32_t)m->count + 1;
    *id = (uint32_t)m->count++;
    return TA_OK;
}
