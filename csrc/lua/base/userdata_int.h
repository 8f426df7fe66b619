/*
** userdata_int.h - the fields of a box. Only userdata.c and call.c include this.
*/
#ifndef LUSERDATA_INT_H
#define LUSERDATA_INT_H

#include <stdint.h>

#include "userdata.h"
#include "takeaway/solver.h"

struct ludata {
    const ludata_type *type;
    void *object;     /* NULL before creation and after close */
    int busy;         /* calls into the core in progress */
    int hears;        /* a progress function is set */
    uint32_t threads; /* threads its calls may use; 0: the default */
    ta_limits limits; /* of its calls */
};

#endif
