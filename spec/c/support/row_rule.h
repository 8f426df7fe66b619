/*
** row_rule.h - what tells rows, in tests: a function that writes records into a room.
*/
#ifndef ROW_RULE_H
#define ROW_RULE_H

#include <string.h>

#include "engine/rows.h"
#include "engine/samples.h"

static inline void room_ready(void *of, void *room) {
    (void)of;
    memset(room, 0, sizeof(int64_t));
}

/* How many of so many positions, in rows of `wide`, are asked of the rule although they are filled by rows. */
static inline long row_samples(uint64_t positions, uint64_t wide, uint64_t each) {
    ta_samples x = { 0 };
    uint64_t number;
    long count = 0;
    while (ta_samples_next(&x, 0, positions, wide, each, &number)) count++;
    return count;
}

/* int name(...), a ta_row_rule that reads by `tell`, whose room has so many words; in one thread at a time, if it is not shared. */
#define ROW_RULE(name, tell, shared, count)                                                     \
    static int name(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {     \
        static int64_t own[count];                                                      \
        (void)call, (void)size;                                                         \
        *reader = (ta_row_reader){ ctx, tell, room_ready, shared, sizeof own, own, 0 };      \
        return 1;                                                                       \
    }

#endif
