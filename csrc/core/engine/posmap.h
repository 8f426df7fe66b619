/*
** posmap.h - numbers positions, and keeps columns of values indexed by these numbers.
**
** A position has an id below 2^31 - 1. The map changes between two representations according to the
** positions it meets, never by a promise of the caller:
**
**   box       all positions have one size and fill a good part of a box of
**             integers: the id is the index in the box, nothing is stored;
**   interned  ids are given in order of arrival. A position is packed into one
**             word if it fits (equal bit fields of 56 bits, or up to 7 bytes of
**             text). From the first position on that needs two words (120 bits,
**             15 bytes), all keys have two. Longer positions are kept in an
**             arena. Ids are found by open addressing.
**
** A column gives each (id, player) a value in 1, 2 or 4 bytes, widened when one does not fit; 0
** means unknown. When the representation changes, all ids change. The map carries along its columns
** and the ids in `live`. So the owner must keep in `live` every id that it needs across
** ta_posmap_id.
**
** Cost: in a box each column's width for each cell (posmap_change.c bounds the cells). Interned: 8
** or 16 bytes for the key, 5 to 11 for the index, each column's width, and the bytes of long
** positions.
*/
#ifndef TA_POSMAP_H
#define TA_POSMAP_H

#include "takeaway/ruleset.h"

#define TA_COLUMNS 7
#define TA_ID_MOST 0x7ffffffeu /* ids are below this */
#define TA_ID_MASK 0x7fffffffu /* of a live entry; the bit above belongs to the owner */

typedef struct ta_column {
    void *data;      /* NULL: no cell is known */
    size_t cells;    /* `room` ids x players */
    uint8_t width;   /* bytes */
    uint8_t players; /* 1 or 2; fixed while data is not NULL */
    size_t known;    /* cells that are not 0 */
} ta_column;

typedef struct ta_posmap {
    const ta_allocator *allocator; /* borrowed */
    int box;
    int plain;   /* never become a box: ids stay fixed */
    size_t room; /* capacity of keys and columns in ids */
    ta_column column[TA_COLUMNS];
    size_t arity; /* integers in every position; 0: mixed sizes, strings, or none yet */
    int64_t lo[TA_COMPONENTS], hi[TA_COMPONENTS]; /* bounds of the box, or of the positions met */
    size_t stride[TA_COMPONENTS];                 /* box */
    int wide;                                     /* interned: keys have two words */
    uint64_t *keys;                               /* interned: key of id */
    size_t count;                                 /* interned: number of ids */
    uint32_t *slots;                              /* interned: id + 1, or 0 */
    size_t slot_cap;                              /* power of two, or 0 */
    int64_t *arena;                               /* interned: long positions, as in a sink */
    size_t arena_used, arena_cap;                 /* words */
    size_t convert_at; /* interned: reconsider the box at this count */
    double granted;    /* cells a box may have whatever is known, set by ta_posmap_cover */
    uint32_t *live;    /* the owner's ids, low 31 bits; rewritten when ids change */
    size_t live_count, live_cap;
    double bytes_most; /* memory limit; 0: `share`, */
    double share;      /* the same, from half of the memory free at the first check; 0: not yet */
} ta_posmap;

void ta_posmap_init(ta_posmap *m, const ta_allocator *allocator);
void ta_posmap_clear(ta_posmap *m);

/* The id of a position in the box; 0: it is not there. */
static inline int ta_posmap_boxed(const ta_posmap *m, const ta_position *position, uint32_t *id) {
    if (!m->box || position->count != m->arity || !position->component) return 0;
    size_t at = 0;
    for (size_t i = 0; i < position->count; i++) {
        uint64_t lo = (uint64_t)m->lo[i], c = (uint64_t)position->component[i] - lo;
        if (c > (uint64_t)m->hi[i] - lo) return 0; /* negative wraps around */
        at += (size_t)c * m->stride[i];
    }
    *id = (uint32_t)at;
    return 1;
}

/* The id of a position that has one; 0: it has none. */
int ta_posmap_find(const ta_posmap *m, const ta_position *position, uint32_t *id);

/* Prefetch the slot of a position whose id will be looked up soon. */
void ta_posmap_prefetch(const ta_posmap *m, const ta_position *position);

/* The id of a position, new or not. On ENOMEM and ELIMIT (bytes) the map is unchanged. */
ta_status ta_posmap_id(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id);

/* Change to a box that holds lo..hi (`size` integers) and all known positions, unless it is much
** larger than lo..hi; else leave the map unchanged. ELIMIT: too many positions or bytes. ENOMEM. */
ta_status ta_posmap_cover(ta_posmap *m, ta_call *call, size_t size, const int64_t *lo,
                          const int64_t *hi);

/* The position of an id. `room` receives integers and short text. */
void ta_posmap_position(const ta_posmap *m, uint32_t id, int64_t room[TA_COMPONENTS],
                        ta_position *position);

/* Make column `c` ready for `players`. */
ta_status ta_posmap_open(ta_posmap *m, ta_call *call, int c, int players);
void ta_posmap_drop(ta_posmap *m, int c);

/* Widen column `c` so that `value` fits. */
ta_status ta_posmap_widen(ta_posmap *m, ta_call *call, int c, uint32_t value);

/* Grow `live` by `more` entries. */
ta_status ta_posmap_live_grow(ta_posmap *m, ta_call *call, size_t more);

/* NULL, or the invariant that the map breaks. */
const char *ta_posmap_check(const ta_posmap *m);

double ta_posmap_bytes(const ta_posmap *m);

/* ELIMIT: allocating `more` bytes would exceed the memory limit. */
ta_status ta_posmap_allow(ta_posmap *m, ta_call *call, double more);

static inline uint32_t ta_column_get(const ta_column *c, size_t cell) {
    switch (c->width) {
    case 1: return ((const uint8_t *)c->data)[cell];
    case 2: return ((const uint16_t *)c->data)[cell];
    default: return ((const uint32_t *)c->data)[cell];
    }
}

/* The value must fit the width. */
static inline void ta_column_put(ta_column *c, size_t cell, uint32_t value) {
    switch (c->width) {
    case 1: ((uint8_t *)c->data)[cell] = (uint8_t)value; break;
    case 2: ((uint16_t *)c->data)[cell] = (uint16_t)value; break;
    default: ((uint32_t *)c->data)[cell] = value; break;
    }
}

static inline int ta_column_fits(const ta_column *c, uint32_t value) {
    return c->width == 4 || value >> (8 * c->width) == 0;
}

#endif
