/*
** row_rule.h - rules in tests that emit their options in rows; games whose moves are records.
*/
#ifndef ROW_RULE_H
#define ROW_RULE_H

#include "engine/fill.h"
#include "engine/option_runs.h"
#include "engine/samples.h"
#include "rules.h"
#include "takeaway/program.h"

/* How many of the positions, in rows of `wide`, the rule itself is called for although rows fill them. */
static inline long row_samples(uint64_t positions, uint64_t wide, uint64_t each) {
    ta_samples x = { 0 };
    uint64_t number;
    long count = 0;
    while (ta_samples_next(&x, 0, positions, wide, each, &number)) count++;
    return count;
}

static inline void room_ready(void *of, void *room) {
    memset(room, 0, sizeof(int64_t));
}

/* A macro: it defines a ta_row_rule, `name`, whose room has `count` words. The body writes RECORDs from *to on for
** the row of `p`. One thread at a time calls it if it is not shared. */
#define ROW_RULE(name, shared, count)                                                           \
    static int64_t name##_writes(void *of, const ta_position *p, int64_t most, int64_t *held,   \
                                 int64_t **to);                                                 \
    static int64_t name##_reads(void *of, void *room, ta_call *call, const ta_position *p,      \
                                int64_t most, int64_t *held, const int64_t **words,             \
                                size_t *used) {                                                 \
        int64_t *to = room;                                                                     \
        most = name##_writes(of, p, most, held, &to);                                           \
        *words = room;                                                                          \
        *used = (size_t)(to - *words);                                                          \
        return most;                                                                            \
    }                                                                                           \
    static int name(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {             \
        static int64_t own[count];                                                              \
        *reader = (ta_row_reader){ ctx, name##_reads, room_ready, shared, sizeof own, own, 0 }; \
        return 1;                                                                               \
    }                                                                                           \
    static int64_t name##_writes(void *of, const ta_position *p, int64_t most, int64_t *held,   \
                                 int64_t **to)

#define RECORD(...)                                                    \
    (memcpy(*to, INTEGERS(__VA_ARGS__), sizeof INTEGERS(__VA_ARGS__)), \
     *to += COUNT(INTEGERS(__VA_ARGS__)))

/* ---- Games whose moves are records ---- */

/* The first field of a game of three coordinates. `record` writes move j of the row (a, b), its t being c: it holds
** from column `first` on, for *most columns and *held rows at most. 0: the row has no such move. */
typedef struct moves {
    int count;
    int (*record)(const void *g, int j, int64_t a, int64_t b, int64_t first, int64_t *to,
                  int64_t *most, int64_t *held);
} moves;

/* The records of a ROW_RULE for such a game. */
static inline int64_t moves_write(const moves *g, const ta_position *p, int64_t most, int64_t *held,
                                  int64_t **to) {
    int64_t c = p->component[2];
    for (int j = 0; j < g->count; j++) {
        int64_t *r = *to;
        if (!g->record(g, j, p->component[0], p->component[1], c, r, &most, held)) continue;
        r[1] = r[1] > c ? r[1] - c : 0; /* t = 0 is column c */
        r[2] += c * r[3];
        r[6] += c * r[9];
        *to += TA_ROW_RECORD(3);
    }
    return most;
}

/* Move j of (a, b, c): the number of its options, start and step; 0: it has none. */
static inline int64_t moves_run(const moves *g, int j, const int64_t *at, int64_t *start,
                                int64_t *step) {
    int64_t r[TA_ROW_RECORD(3)], most = 1, held = 1, c = at[2];
    if (!g->record(g, j, at[0], at[1], c, r, &most, &held) || c < r[1]) return 0;
    for (int i = 0; i < 3; i++) start[i] = r[4 + i] + c * r[7 + i], step[i] = r[10 + i];
    return r[2] + c * r[3] + 1;
}

/* The same options one by one: what the records say of column c. */
static inline ta_status moves_emit(const moves *g, ta_call *call, const ta_position *p,
                                   ta_sink *sink) {
    ta_status st = TA_OK;
    for (int j = 0; !st && j < g->count; j++) {
        int64_t start[3], step[3], count = moves_run(g, j, p->component, start, step);
        if (count > 0) st = ta_sink_run(sink, call, start, step, 3, (size_t)count);
    }
    return st;
}

#endif
