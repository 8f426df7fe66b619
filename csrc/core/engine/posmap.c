/*
** posmap.c - the id of a position, whatever the representation, and what must hold of a map.
**
** posmap_room.c is the memory, posmap_keys.c the interned representation, posmap_change.c
** the passage from one to another; each knows those before it alone.
*/
#include "posmap.h"

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
