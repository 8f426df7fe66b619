/*
** solver_int.h - the solver's internals: one search, many questions.
**
** A question is a column of the position map; a cell is (position, mover). option_fold.h defines its
** content; with entailing moves a nim value is coded (entail.c). An option is a run of live ids
** whose last has the LAST bit; most runs have one id. The empty sum is the id NO_PARTS alone.
*/
#ifndef TA_SOLVER_INT_H
#define TA_SOLVER_INT_H

#include "base/check.h"
#include "base/poll.h"
#include "posmap.h"
#include "option_runs.h"
#include "sink.h"
#include "takeaway/solver.h"

#define LAST 0x80000000u
#define NO_PARTS 0x7fffffffu

typedef enum question {
    Q_WINS, /* 0: the mover loses; 1: wins */
    Q_WINS_MISERE,
    Q_NIM,
    Q_REMOTE, /* twice the moves left, plus 1 if the mover wins */
    Q_REMOTE_MISERE,
    Q_ORDER, /* the walk's number */
    Q_SEEN   /* followers: met; game_graph.c: the vertex number plus one */
} question;

/* A position on the stack: live[first] is its id, followed by its options. */
typedef struct frame {
    size_t first, cursor, end, left_end;
    size_t upper; /* ordinal sum: start of the upper part, after the base's options; else `end` */
    uint8_t player;
    uint8_t over; /* 0, or the cell of a position that is over by rule */
} frame;

/* The sets of entailed positions (entail.c). */
typedef struct nim_set {
    size_t first; /* number[first .. first + size), ascending */
    uint32_t size;
    uint32_t all_but; /* the set is the complement */
} nim_set;

typedef struct nim_sets {
    nim_set *set;
    uint32_t *number;
    size_t count, cap, used, room;
    uint32_t *some, *left; /* scratch: gathered numbers, and exceptions */
    size_t some_cap, left_cap;
} nim_sets;

struct ta_solver {
    ta_allocator allocator;
    ta_ruleset rules;
    ta_row_rule row_rule; /* or NULL: no rows */
    unsigned row_version; /* of the last reader used */
    ta_limits limits;
    ta_posmap map;
    ta_sink options, parts, canonical, ordinal;
    int falling; /* the last expanded option is smaller than the first */
    frame *frames;
    size_t depth, frame_cap;
    ta_marks marks; /* mex scratch */
    uint8_t sight;  /* of 255: recent share of tries decided at sight */
    uint8_t unseen; /* counts positions, to try one in 16 */
    uint32_t *part; /* a walk's options as numbers */
    size_t part_cap;
    size_t *end;
    size_t end_cap;
    uint32_t walked;           /* numbers assigned */
    uint8_t drawn[TA_COLUMNS]; /* a DRAWN cell may exist */
    int looped;                /* the search met what it cannot solve: */
    size_t loop;               /* a cycle that starts at this frame, or an option inf(...) */
    ta_amount *reach;          /* finite values of the options of a nim value inf(...) */
    size_t reach_cap;
    nim_sets sets;
    int64_t rule_calls;
    double deadline;   /* on the clock in seconds, or 0 */
    double done, goal; /* positions of a sweep; goal 0: no sweep */
    uint32_t pulses;   /* rule calls, to check the clock at every 16th */
    ta_visit visit;
    void *visit_ctx;
};

/* The number of movers that a question distinguishes. */
static inline int ta_solver_players(const ta_solver *s, question q) {
    return s->rules.partizan && q != Q_NIM && q != Q_ORDER && q != Q_SEEN ? 2 : 1;
}

/* Can options be folded? Each position has its own id, and its cell depends only on its options. */
static inline int ta_solver_plain(const ta_solver *s, question q) {
    return !s->rules.parts && !s->rules.canonical && q != Q_ORDER && q != Q_SEEN &&
           !(q == Q_NIM && (s->rules.nim_value || s->rules.entails));
}

/* Start a call: limits, clock, empty stack, no message of an earlier failure. */
void ta_solver_begin(ta_solver *s, ta_call *call);

/* Call the rule, and append the options' ids to the live list. q is the column used next. */
ta_status ta_solver_expand(ta_solver *s, ta_call *call, question q, const ta_position *position,
                           ta_player player);

/* Is this position an ordinal sum? If so, append the base's options and then the parts of the upper
** position, and set where each begins in the frame. */
ta_status ta_solver_ordinal(ta_solver *s, ta_call *call, question q, const ta_position *position,
                            frame *f, int *is);
/* ELIMIT: a position that is `moves` moves from the first is too deep to expand. */
ta_status ta_solver_deep(const ta_solver *s, ta_call *call, size_t moves);

/* Append the parts of a position, as it was emitted or given, to the live list. */
ta_status ta_solver_intern(ta_solver *s, ta_call *call, const ta_position *position);

/* The cell of a position that is over by rule, `player` to move; unchanged if play goes on. It is
** the same for outcomes and remoteness: no move is left. */
ta_status ta_solver_over(ta_solver *s, ta_call *call, const ta_position *position, ta_player player,
                         uint32_t *cell);

/* The coded value of the position on top of the stack, whose options are known, under rules with
** `entails`. The functions below manage the stored sets. */
ta_status ta_solver_entail(ta_solver *s, ta_call *call, const frame *f, uint32_t *code);
void ta_nim_sets_clear(ta_solver *s);
double ta_nim_sets_bytes(const ta_solver *s);
const char *ta_nim_sets_check(const ta_solver *s);

/* The value of the solved parts live[0..count). */
ta_status ta_solver_entailing_sum(ta_solver *s, ta_call *call, size_t count, ta_entailing *value);

/* Must play end for this question to have an answer? */
static inline int ta_solver_must_end(const ta_solver *s, question q) {
    return q == Q_ORDER || (q == Q_NIM && s->rules.entails);
}

/* Solve q for live[0..count) when play need not end, by all reachable positions. */
ta_status ta_solver_retrograde(ta_solver *s, ta_call *call, question q, size_t count,
                               ta_player player);

/* The kind of fold for a question other than the walk's. */
ta_folding ta_solver_folding(question q);

/* Call the rule in a box and fold its options. Unknown options go on the live list, options outside
** the box into s->options. `fold` has its kind, column and marks. */
ta_status ta_solver_fold(ta_solver *s, ta_call *call, question q, const ta_position *position,
                         unsigned player, ta_cells *fold);

/* Write a cell that was 0. */
static inline ta_status ta_solver_store(ta_solver *s, ta_call *call, question q, size_t at,
                                        uint32_t cell) {
    ta_column *c = &s->map.column[q];
    ta_assert(ta_column_get(c, at) == 0);
    ta_status st = ta_column_fits(c, cell) ? TA_OK : ta_posmap_widen(&s->map, call, q, cell);
    if (st) return st;
    ta_column_put(c, at, cell);
    c->known++;
    if (cell == DRAWN) s->drawn[q] = 1;
    return TA_OK;
}

/* Solve the position of an id if a try is worth it and all its options are known. */
ta_status ta_solver_look(ta_solver *s, ta_call *call, question q, uint32_t id, unsigned player,
                         int *decided);

/* Solve q for live[from..count), `player` to move; earlier entries are solved. */
ta_status ta_solver_search(ta_solver *s, ta_call *call, question q, size_t from, size_t count,
                           ta_player player);

/* Solve q for all positions of a box of `size` integers, from[i]..to[i], for every mover, in the
** order of the components. On failure `at` is the position that was being solved. */
ta_status ta_solver_sweep(ta_solver *s, ta_call *call, question q, size_t size, const int64_t *from,
                          const int64_t *to, int64_t at[TA_COMPONENTS]);

/* The walk's number for the position on top of the stack. */
ta_status ta_solver_number(ta_solver *s, ta_call *call, const frame *f, uint32_t *value);

/* Report ELOOPY, with a shortest cycle in the message. The cycle on the stack starts at `from`. */
ta_status ta_solver_report_loop(ta_solver *s, ta_call *call, question q, size_t from);

/* EPARTIZAN or EUNSUPPORTED if the rules have no nim values. */
ta_status ta_solver_has_nim_values(const ta_solver *s, ta_call *call);

/* NULL, or the invariant that a solver breaks between two calls. */
const char *ta_solver_check(const ta_solver *s);

/* Checks before a rule call. `pulse` checks the clock and polls; `room` checks the limit of
** positions against `held`; `tick` does both and counts the call. */
ta_status ta_solver_late(const ta_solver *s, ta_call *call, size_t held); /* ELIMIT: too late */
ta_status ta_solver_full(const ta_solver *s, ta_call *call);              /* ELIMIT */

#define TICKS 64 /* poll weight of a rule call */

static inline ta_status ta_solver_pulse(ta_solver *s, ta_call *call, size_t held) {
    ta_status st = TA_OK;
    if (s->deadline > 0 && (++s->pulses & 15) == 0) st = ta_solver_late(s, call, held);
    return st ? st : ta_poll(call, TICKS, s->goal > 0 ? s->done : (double)held, s->goal);
}

static inline ta_status ta_solver_room(const ta_solver *s, ta_call *call, size_t held) {
    if (s->limits.positions <= 0 || (int64_t)held < s->limits.positions) return TA_OK;
    return ta_solver_full(s, call);
}

/* Query rows from a position on, in the calling thread, as ta_row_reader.read. */
static inline int64_t ta_solver_rows(ta_solver *s, ta_call *call, const ta_position *p,
                                     int64_t most, int64_t *rows, const int64_t **words,
                                     size_t *used) {
    ta_row_reader r;
    if (!s->row_rule(s->rules.ctx, call, p->count, &r)) return 0;
    s->row_version = r.version;
    return r.read(r.of, r.room, call, p, most, rows, words, used);
}

static inline ta_status ta_solver_tick(ta_solver *s, ta_call *call, question q) {
    const ta_column *column = &s->map.column[q];
    s->rule_calls++;
    ta_status st = ta_solver_room(s, call, column->known);
    return st ? st : ta_solver_pulse(s, call, column->known);
}

#endif
