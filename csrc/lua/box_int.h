/*
** box_int.h - what is in a box: for box.c and call.c alone.
*/
#ifndef LBOX_INT_H
#define LBOX_INT_H

#include <stdint.h>

#include "box.h"
#include "takeaway/solver.h"

struct lbox {
    const lbox_type *type;
    void *object;     /* NULL before creation and after close */
    int busy;         /* calls into the core under way */
    int hears;        /* its progress function is there */
    uint32_t threads; /* that its calls may use; 0: as others */
    ta_limits limits; /* that its calls keep to */
};

#endif
