/*
** posmap_int.h - what the files of posmap.h ask of each other, lowest first.
*/
#ifndef TA_POSMAP_INT_H
#define TA_POSMAP_INT_H

#include "takeaway/base.h"
#include "posmap.h"

/* Bytes of a key. */
static inline size_t ta_posmap_key_bytes(const ta_posmap *m) {
    return m->wide ? 2 * sizeof *m->keys : sizeof *m->keys;
}

/* posmap_room.c: at least `cells` cells in a column, new ones 0. */
ta_status ta_posmap_resize(ta_posmap *m, ta_column *c, size_t cells);

/* Room for `room` ids in every open column, new cells 0. On failure every
** column is still consistent. */
ta_status ta_posmap_grow_columns(ta_posmap *m, size_t room);

/* The id of a position in an interned map. */
ta_status ta_posmap_intern(ta_posmap *m, ta_call *call, const ta_position *position, uint32_t *id);

/* The same for one that is there; 0: it is not. */
int ta_posmap_interned(const ta_posmap *m, const ta_position *position, uint32_t *id);

/* Does the key of an interned id lie within what is held? */
int ta_posmap_holds_key(const ta_posmap *m, uint32_t id);

/* The first position: choose the representation to start with. */
ta_status ta_posmap_begin(ta_posmap *m, ta_call *call, const ta_position *position);

/* A position is outside the box: a larger box, or none. */
ta_status ta_posmap_outgrow(ta_posmap *m, ta_call *call, const ta_position *position);

/* Interned, and grown: turn into a box if one is well filled. */
ta_status ta_posmap_consider_box(ta_posmap *m, ta_call *call);

#endif
