/*
** posmap_keys.c - the interned representation: ids in order of arrival.
**
** Invariant: every id below `count` names one position by its key. The key is the packed position
** if it fits one word (two if the map is wide), else its index in the arena. Slots hold each id
** once. A map becomes wide, with all its keys at once, when it meets the first position that needs
** two words. So the arena holds only positions that do not fit a key.
*/
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/status.h"
#include "posmap_int.h"

/* Most integers in a key, at least 4 bits each; the tag of such a key is their number. */
#define PACKED 14u
#define TAG_TEXT 16u /* + length, 0..15 */
#define TAG_ARENA 255u

/* ---- Keys ---- */

/* The tag in the low 8 bits, then the fields. */
typedef struct key {
    uint64_t low, high; /* `high` is 0 if keys are one word */
} key;

static inline key key_of(const ta_posmap *m, size_t id) {
    key k = { m->keys[m->wide ? 2 * id : id], m->wide ? m->keys[2 * id + 1] : 0 };
    return k;
}

static inline void put_key(ta_posmap *m, size_t id, key k) {
    m->keys[m->wide ? 2 * id : id] = k.low;
    if (m->wide) m->keys[2 * id + 1] = k.high;
}

/* Set the field that begins at bit `shift` >= 8 to c. In a key of one word it ends below 64. */
static inline void put_field(key *k, int wide, uint64_t c, unsigned shift) {
    if (!wide) {
        k->low |= c << shift;
        return;
    }
    if (shift >= 64) {
        k->high |= c << (shift - 64);
        return;
    }
    k->low |= c << shift;
    k->high |= c >> (64 - shift);
}

static inline uint64_t get_field(key k, unsigned shift) {
    return shift >= 64 ? k.high >> (shift - 64) : k.low >> shift | k.high << (64 - shift);
}

/* Bits of each of n fields. */
static inline unsigned field_bits(size_t n, int wide) {
    unsigned bits = (unsigned)((wide ? 120 : 56) / n);
    return bits < 64 ? bits : 64;
}

/* The key of a position that fits; else a key whose low word is 0, which no real key has. */
static inline key pack(const ta_position *p, int wide) {
    static const key none;
    size_t n = p->count;
    key k = { n, 0 };
    if (!p->component) {
        if (n > (wide ? 15 : 7)) return none;
        k.low = TAG_TEXT + n;
        for (size_t i = 0; i < n; i++)
            put_field(&k, wide, (unsigned char)p->text[i], 8 * (unsigned)(i + 1));
        return k;
    }
    if (n > PACKED) return none;
    unsigned bits = field_bits(n, wide), shift = 8;
    for (size_t i = 0; i < n; i++, shift += bits) {
        uint64_t c = (uint64_t)p->component[i];
        if (bits < 64 && c >> bits) return none;
        put_field(&k, wide, c, shift);
    }
    return k;
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

static void read_arena(const ta_posmap *m, key k, ta_position *p) {
    const int64_t *at = m->arena + (k.low >> 8);
    p->count = (size_t)(at[0] > 0 ? at[0] : -at[0]);
    p->component = at[0] > 0 ? at + 1 : NULL;
    p->text = at[0] > 0 ? NULL : (const char *)(at + 1);
}

static int same_long(const ta_posmap *m, key k, const ta_position *p) {
    if ((k.low & 255) != TAG_ARENA) return 0;
    ta_position q;
    read_arena(m, k, &q);
    if (q.count != p->count || !q.component != !p->component) return 0;
    return q.component ? memcmp(q.component, p->component, p->count * sizeof *p->component) == 0
                       : memcmp(q.text, p->text, p->count) == 0;
}

static inline uint64_t hash_packed(const ta_posmap *m, key k) {
    return ta_hash(m->wide ? k.low ^ ta_hash(k.high + 1) : k.low);
}

static uint64_t hash_of_key(const ta_posmap *m, key k) {
    if ((k.low & 255) != TAG_ARENA) return hash_packed(m, k);
    ta_position p;
    read_arena(m, k, &p);
    return hash_long(&p);
}

int ta_posmap_holds_key(const ta_posmap *m, uint32_t id) {
    uint64_t low = key_of(m, id).low, at = low >> 8;
    if ((low & 255) != TAG_ARENA) return low != 0;
    if (at >= m->arena_used || m->arena[at] == INT64_MIN) return 0;
    int64_t size = m->arena[at], words = size > 0 ? size : (7 - size) / 8;
    return (uint64_t)words < m->arena_used - at;
}

static void of_box(const ta_posmap *m, uint32_t id, int64_t room[TA_COMPONENTS],
                   ta_position *position) {
    uint32_t rest = id;
    position->count = m->arity;
    for (size_t i = 0; i + 1 < m->arity; i++) { /* 32-bit divisions: 64-bit ones cost measurably */
        uint32_t stride = (uint32_t)m->stride[i], at = rest / stride;
        room[i] = m->lo[i] + (int64_t)at;
        rest -= at * stride;
    }
    room[m->arity - 1] = m->lo[m->arity - 1] + (int64_t)rest;
}

static void of_key(const ta_posmap *m, key k, int64_t room[TA_COMPONENTS], ta_position *position) {
    unsigned tag = k.low & 255;
    if (tag == TAG_ARENA) {
        read_arena(m, k, position);
    } else if (tag >= TAG_TEXT) {
        position->count = tag - TAG_TEXT;
        position->component = NULL;
        position->text = (const char *)room;
        for (size_t i = 0; i < position->count; i++)
            ((char *)room)[i] = (char)get_field(k, 8 * (unsigned)(i + 1));
    } else {
        unsigned bits = field_bits(tag, m->wide), shift = 8;
        uint64_t mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
        position->count = tag;
        for (size_t i = 0; i < tag; i++, shift += bits)
            room[i] = (int64_t)(get_field(k, shift) & mask);
    }
}

void ta_posmap_position(const ta_posmap *m, uint32_t id, int64_t room[TA_COMPONENTS],
                        ta_position *position) {
    ta_assert(id < (m->box ? m->room : m->count));
    position->text = NULL;
    position->component = room;
    if (m->box) of_box(m, id, room, position);
    else of_key(m, key_of(m, id), room, position);
}

/* ---- The interned representation ---- */

static void fill_slots(const ta_posmap *m, uint32_t *slots, size_t cap) {
    for (size_t id = 0; id < m->count; id++) {
        size_t i = (size_t)hash_of_key(m, key_of(m, id)) & (cap - 1);
        while (slots[i]) i = (i + 1) & (cap - 1);
        slots[i] = (uint32_t)id + 1;
    }
}

static ta_status grow_slots(ta_posmap *m, ta_call *call) {
    size_t cap = m->slot_cap ? 2 * m->slot_cap : 64;
    ta_status s = ta_posmap_allow(m, call, (double)cap * sizeof *m->slots);
    if (s) return s;
    uint32_t *slots = ta_alloc(m->allocator, cap, sizeof *slots);
    if (!slots) return TA_ENOMEM;
    fill_slots(m, slots, cap);
    ta_free(m->allocator, m->slots, m->slot_cap, sizeof *m->slots);
    m->slots = slots;
    m->slot_cap = cap;
    return TA_OK;
}

/* Convert all keys to two words. */
static ta_status widen(ta_posmap *m, ta_call *call) {
    ta_posmap narrow = *m;
    ta_status s = ta_posmap_allow(m, call, 2.0 * (double)m->room * sizeof *m->keys);
    if (s) return s;
    if (m->room) {
        m->keys = ta_alloc(m->allocator, m->room, 2 * sizeof *m->keys);
        if (!m->keys) {
            m->keys = narrow.keys;
            return TA_ENOMEM;
        }
    }
    m->wide = 1;
    for (size_t id = 0; id < m->count; id++) {
        int64_t room[TA_COMPONENTS];
        ta_position p;
        key k = key_of(&narrow, id);
        if ((k.low & 255) != TAG_ARENA) {
            ta_posmap_position(&narrow, (uint32_t)id, room, &p);
            k = pack(&p, 1);
        }
        put_key(m, id, k);
    }
    ta_free(m->allocator, narrow.keys, narrow.room, sizeof *narrow.keys);
    if (m->slot_cap) memset(m->slots, 0, m->slot_cap * sizeof *m->slots);
    fill_slots(m, m->slots, m->slot_cap);
    return TA_OK;
}

/* Grow keys and columns. If growing the keys fails, the columns are already larger; they are freed
** under their own size. */
static ta_status grow_room(ta_posmap *m, ta_call *call) {
    size_t room = m->room ? 2 * m->room : 64;
    if (room > TA_ID_MOST) room = TA_ID_MOST;
    if (m->room >= room) return ta_fail(call, TA_ELIMIT, "2^31 positions are held; no more can be");
    size_t bytes = ta_posmap_key_bytes(m);
    ta_status s = ta_posmap_allow(m, call, (double)room * (double)bytes + ta_posmap_bytes(m) / 2);
    if (!s) s = ta_posmap_grow_columns(m, room);
    if (s) return s;
    uint64_t *keys = ta_realloc(m->allocator, m->keys, m->room, room, bytes);
    if (!keys) return TA_ENOMEM;
    m->keys = keys;
    m->room = room;
    return TA_OK;
}

static ta_status put_arena(ta_posmap *m, ta_call *call, const ta_position *p, key *k) {
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
    k->low = (uint64_t)m->arena_used << 8 | TAG_ARENA;
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

/* The slot of a position: the one with its id, or the free one for it. */
static size_t slot_of(const ta_posmap *m, key k, uint64_t hash, const ta_position *p) {
    size_t mask = m->slot_cap - 1, i = (size_t)hash & mask;
    for (; m->slots[i]; i = (i + 1) & mask) {
        key at = key_of(m, m->slots[i] - 1);
        if (k.low ? at.low == k.low && at.high == k.high : same_long(m, at, p)) break;
    }
    return i;
}

int ta_posmap_interned(const ta_posmap *m, const ta_position *position, uint32_t *id) {
    key k = m->wide ? pack(position, 1) : pack(position, 0);
    if (m->slot_cap == 0) return 0;
    size_t i = slot_of(m, k, k.low ? hash_packed(m, k) : hash_long(position), position);
    *id = m->slots[i] - 1;
    return m->slots[i] != 0;
}

void ta_posmap_prefetch(const ta_posmap *m, const ta_position *position) {
    if (m->slot_cap < 1 << 14) return; /* in the cache anyway */
    key k = pack(position, m->wide);
    if (k.low) __builtin_prefetch(&m->slots[(size_t)hash_packed(m, k) & (m->slot_cap - 1)]);
}

ta_status ta_posmap_intern(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id) {
    ta_assert(!m->box);
    key k = m->wide ? pack(position, 1) : pack(position, 0);
    ta_status s = m->slot_cap ? TA_OK : grow_slots(m, call);
    if (!s && !k.low && !m->wide && pack(position, 1).low) {
        s = widen(m, call);
        k = pack(position, 1);
    }
    if (s) return s;
    uint64_t hash = k.low ? hash_packed(m, k) : hash_long(position);
    size_t i = slot_of(m, k, hash, position);
    if (m->slots[i]) {
        *id = m->slots[i] - 1;
        return TA_OK;
    }
    if (m->count == m->room) s = grow_room(m, call);
    if (!s && 4 * (m->count + 1) > 3 * m->slot_cap) {
        s = grow_slots(m, call);
        if (!s) i = slot_of(m, k, hash, position);
    }
    if (!s && !k.low) s = put_arena(m, call, position, &k);
    if (s) return s;
    ta_assert(m->count < m->room && m->slots[i] == 0); /* at most 3 slots in 4 are used */
    note_bounds(m, position);
    put_key(m, m->count, k);
    m->slots[i] = (uint32_t)m->count + 1;
    *id = (uint32_t)m->count++;
    return TA_OK;
}
