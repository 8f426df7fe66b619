/*
** row_rule.h - what tells rows, in tests: a function that writes records into a room.
*/
#ifndef ROW_RULE_H
#define ROW_RULE_H

#include <string.h>

#include "engine/rows.h"

static inline void room_ready(void *of, void *room) {
    (void)of;
    memset(room, 0, sizeof(int64_t));
}

/* int name(...), a ta_row_rule that reads by `tell`, whose room has so many words; in one thread at a time, if it is not shared. */
#define ROW_RULE(name, tell, shared, count)                                                     \
    static int name(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {     \
        static int64_t own[count];                                                      \
        (void)call, (void)size;                                                         \
        *reader = (ta_row_reader){ ctx, tell, room_ready, shared, sizeof own, own };         \
        return 1;                                                                       \
    }

#endif
