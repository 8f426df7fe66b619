/*
** posmap_int.h - internal calls between the posmap files, lowest file first.
*/
#ifndef TA_POSMAP_INT_H
#define TA_POSMAP_INT_H

#include "takeaway/base.h"
#include "posmap.h"

/* Bytes of a key. */
static inline size_t ta_posmap_key_bytes(const ta_posmap *m) {
    return m->wide ? 2 * sizeof *m->keys : sizeof *m->keys;
}

/* posmap_memory.c: grow a column to at least `cells` cells, new ones 0. */
ta_status ta_posmap_resize(ta_posmap *m, ta_column *c, size_t cells);

/* Grow every open column to `room` ids, new cells 0. A failure leaves all columns consistent. */
ta_status ta_posmap_grow_columns(ta_posmap *m, size_t room);

/* The id of a position in an interned map, new or not. */
ta_status ta_posmap_intern(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id);

/* The id of a position in an interned map; 0: it has none. */
int ta_posmap_interned(const ta_posmap *m, const ta_position *position, uint32_t *id);

/* Is the key of an interned id valid? */
int ta_posmap_holds_key(const ta_posmap *m, uint32_t id);

/* Choose the representation for the first position. */
ta_status ta_posmap_begin(ta_posmap *m, ta_call *call, const ta_position *position);

/* A position is outside the box: change to a larger box, or to interned. */
ta_status ta_posmap_outgrow(ta_posmap *m, ta_call *call, const ta_position *position);

/* An interned map has grown: change to a box if one is well filled. */
ta_status ta_posmap_consider_box(ta_posmap *m, ta_call *call);

#endif
