/*
** questions.c - answers questions: puts a position's parts on the live list, searches the
** question's column, and reads the answer off.
*/
#include <stdlib.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "solver_int.h"

/* Open the column, and list the parts of `position` as live ids 0..count-1. */
static ta_status start(ta_solver *s, ta_call *call, question q, const ta_position *position,
                       size_t *count) {
    ta_solver_begin(s, call);
    ta_status st = ta_posmap_open(&s->map, call, q, ta_solver_players(s, q));
    if (!st) st = ta_solver_intern(s, call, position);
    *count = s->map.live_count;
    return st;
}

/* Solve q, and return the cell of the only part. */
static ta_status ask(ta_solver *s, ta_call *call, question q, const ta_position *position,
                     ta_player player, uint32_t *cell) {
    size_t count;
    if (s->rules.parts)
        return ta_fail(call, TA_EUNSUPPORTED, "positions with parts are solved as sums");
    ta_status st = start(s, call, q, position, &count);
    if (!st) st = ta_solver_search(s, call, q, 0, count, player);
    ta_sound(ta_solver_check(s));
    if (st) return st;
    ta_assert(count == 1); /* without parts a position is one id */
    const ta_column *c = &s->map.column[q];
    size_t id = s->map.live[0] & TA_ID_MASK;
    *cell = ta_column_get(c, id * c->players + (c->players > 1 ? (size_t)player : 0));
    return TA_OK;
}

/* ---- Nim values ---- */

/* The nim sum of the finite parts live[from..to). *infinite is the number of the other parts,
** *loopy the index of the last of them. */
static uint32_t sum_of(const ta_solver *s, size_t from, size_t to, size_t *infinite,
                       size_t *loopy) {
    uint32_t sum = 0;
    *infinite = 0;
    for (size_t i = from; i < to; i++) {
        uint32_t id = s->map.live[i] & TA_ID_MASK;
        if (id == NO_PARTS) continue;
        uint32_t cell = ta_column_get(&s->map.column[Q_NIM], id);
        if (cell >= VALUE) {
            sum ^= cell - VALUE;
            continue;
        }
        ++*infinite;
        *loopy = i;
    }
    return sum;
}

ta_status ta_solver_has_nim_values(const ta_solver *s, ta_call *call) {
    if (s->rules.partizan)
        return ta_fail(call, TA_EPARTIZAN,
                       "a partizan game has no nim values; ask for the outcome");
    if (s->rules.terminal)
        return ta_fail(call, TA_EUNSUPPORTED,
                       "a game that is over by rule has outcomes, and no nim values");
    return TA_OK;
}

static ta_status solve_nim(ta_solver *s, ta_call *call, const ta_position *position,
                           size_t *count) {
    ta_status st = ta_solver_has_nim_values(s, call);
    if (!st) st = start(s, call, Q_NIM, position, count);
    if (!st) st = ta_solver_search(s, call, Q_NIM, 0, *count, TA_LEFT);
    ta_sound(ta_solver_check(s));
    return st;
}

static ta_status entailing(ta_call *call) {
    return ta_fail(call, TA_EUNSUPPORTED, "with entailing moves values are ta_entailing");
}

ta_status ta_solver_nim_value(ta_solver *s, ta_call *call, const ta_position *position,
                              ta_amount *value) {
    size_t count = 0, infinite, loopy;
    if (s->rules.entails) return entailing(call);
    ta_status st = solve_nim(s, call, position, &count);
    if (st) return st;
    uint32_t sum = sum_of(s, 0, count, &infinite, &loopy);
    *value = infinite ? TA_INF : (ta_amount)sum;
    return TA_OK;
}

static int ascending(const void *a, const void *b) {
    ta_amount x = *(const ta_amount *)a, y = *(const ta_amount *)b;
    return (x > y) - (x < y);
}

/* The values of the finite options of the part live[at], each added to `rest`. */
static ta_status collect(ta_solver *s, ta_call *call, size_t at, uint32_t rest, size_t *count) {
    ta_posmap *m = &s->map;
    size_t first = m->live_count, kept = 0, infinite, loopy;
    int64_t room[TA_COMPONENTS];
    ta_position p;
    ta_posmap_position(m, m->live[at] & TA_ID_MASK, room, &p);
    ta_status st = ta_solver_tick(s, call, Q_SEEN);
    if (!st) st = ta_solver_expand(s, call, Q_NIM, &p, TA_LEFT);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&s->reach, &s->reach_cap, m->live_count,
                        sizeof *s->reach);
    if (st) return st;
    for (size_t from = first, to; from < m->live_count; from = to) {
        for (to = from + 1; !(m->live[to - 1] & LAST);) to++;
        uint32_t sum = sum_of(s, from, to, &infinite, &loopy);
        if (!infinite) s->reach[kept++] = (ta_amount)(sum ^ rest);
    }
    if (kept > 1) qsort(s->reach, kept, sizeof *s->reach, ascending);
    *count = 0;
    for (size_t i = 0; i < kept; i++)
        if (i == 0 || s->reach[i] != s->reach[i - 1]) s->reach[(*count)++] = s->reach[i];
    return TA_OK;
}

ta_status ta_solver_nim_reach(ta_solver *s, ta_call *call, const ta_position *position,
                              const ta_amount **values, size_t *count) {
    size_t parts = 0, infinite, loopy = 0, found = 0;
    if (s->rules.entails) return entailing(call);
    ta_status st = solve_nim(s, call, position, &parts);
    if (st) return st;
    uint32_t rest = sum_of(s, 0, parts, &infinite, &loopy);
    if (infinite == 0)
        return ta_fail(call, TA_EINVAL, "the nim value is %u: a number, not inf(...)", rest);
    if (infinite == 1) st = collect(s, call, loopy, rest, &found);
    if (st) return st;
    *values = s->reach;
    *count = found;
    return TA_OK;
}

ta_status ta_solver_entailing(ta_solver *s, ta_call *call, const ta_position *position,
                              ta_entailing *value) {
    size_t count = 0;
    if (!s->rules.entails) return ta_fail(call, TA_EINVAL, "the rules have no entailing moves");
    ta_status st = solve_nim(s, call, position, &count);
    return st ? st : ta_solver_entailing_sum(s, call, count, value);
}

/* ---- Outcomes ---- */

/* Does the player to move win this component alone? */
static int wins(const ta_entailing *value) {
    if (value->kind != TA_ENTAILED) return value->kind == TA_SUNNY || value->number != 0;
    return (value->count > 0 && value->values[0] == 0) != value->all_but;
}

/* The result of an impartial position with parts, in normal play. */
static ta_status result_of_sum(ta_solver *s, ta_call *call, const ta_position *position,
                               ta_result *result) {
    ta_amount value;
    const ta_amount *reach;
    size_t count;
    if (s->rules.entails) {
        ta_entailing entailed;
        ta_status fail = ta_solver_entailing(s, call, position, &entailed);
        if (!fail) *result = wins(&entailed) ? TA_WIN : TA_LOSS;
        return fail;
    }
    ta_status st = ta_solver_nim_value(s, call, position, &value);
    if (st) return st;
    if (value != TA_INF) {
        *result = value ? TA_WIN : TA_LOSS;
        return TA_OK;
    }
    st = ta_solver_nim_reach(s, call, position, &reach, &count);
    if (!st) *result = count > 0 && reach[0] == 0 ? TA_WIN : TA_DRAW;
    return st;
}

ta_status ta_solver_result(ta_solver *s, ta_call *call, const ta_position *position,
                           ta_player player, int misere, ta_result *result) {
    uint32_t cell = 0;
    if ((s->rules.parts || s->rules.ordinal_sum) && !s->rules.partizan && !misere)
        return result_of_sum(s, call, position, result);
    ta_status st = ask(s, call, misere ? Q_WINS_MISERE : Q_WINS, position,
                       s->rules.partizan ? player : TA_LEFT, &cell);
    if (!st) *result = cell == DRAWN ? TA_DRAW : cell == VALUE ? TA_LOSS : TA_WIN;
    return st;
}

ta_outcome ta_outcome_of(ta_result left, ta_result right) {
    static const ta_outcome of[3][3] = { { TA_P, TA_R, TA_RD },
                                         { TA_L, TA_N, TA_LD },
                                         { TA_DL, TA_DR, TA_D } };
    return of[left][right];
}

ta_status ta_solver_outcome(ta_solver *s, ta_call *call, const ta_position *position, int misere,
                            ta_outcome *outcome) {
    ta_result left, right;
    ta_status st = ta_solver_result(s, call, position, TA_LEFT, misere, &left);
    if (st) return st;
    right = left;
    if (s->rules.partizan) st = ta_solver_result(s, call, position, TA_RIGHT, misere, &right);
    if (!st) *outcome = ta_outcome_of(left, right);
    return st;
}

ta_status ta_solver_remoteness(ta_solver *s, ta_call *call, const ta_position *position,
                               ta_player player, int misere, ta_amount *moves) {
    uint32_t cell = 0;
    ta_status st = ask(s, call, misere ? Q_REMOTE_MISERE : Q_REMOTE, position,
                       s->rules.partizan ? player : TA_LEFT, &cell);
    if (!st) *moves = cell == DRAWN ? TA_INF : (ta_amount)((cell - VALUE) >> 1);
    return st;
}
