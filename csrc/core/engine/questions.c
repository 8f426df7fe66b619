/*
** questions.c - each question puts a position's parts on the live list, searches the
** question's column, and reads the answer off.
*/
#include "base/check.h"
#include "base/status.h"
#include "solver_int.h"

/* The parts of `position` as live ids 0..count-1, and the column ready. */
static ta_status start(ta_solver *s, ta_call *call, question q, const ta_position *position,
                       size_t *count) {
    ta_solver_begin(s, call);
    ta_status st = ta_posmap_open(&s->map, call, q, ta_solver_players(s, q));
    if (!st) st = ta_solver_intern(s, call, position);
    *count = s->map.live_count;
    return st;
}

/* Solve q and give the value of the one part there is. */
static ta_status ask(ta_solver *s, ta_call *call, question q, const ta_position *position,
                     ta_player player, uint32_t *value) {
    size_t count;
    if (s->rules.parts)
        return ta_fail(call, TA_EUNSUPPORTED, "positions with parts are solved as sums");
    ta_status st = start(s, call, q, position, &count);
    if (!st) st = ta_solver_search(s, call, q, count, player);
    ta_sound(ta_solver_check(s));
    if (st) return st;
    ta_assert(count == 1); /* without parts a position is one */
    const ta_column *c = &s->map.column[q];
    size_t id = s->map.live[0] & TA_ID_MASK;
    *value = ta_column_get(c, id * c->players + (c->players > 1 ? (size_t)player : 0)) - VALUE;
    return TA_OK;
}

ta_status ta_solver_nim_value(ta_solver *s, ta_call *call, const ta_position *position,
                              ta_amount *value) {
    size_t count;
    if (s->rules.partizan)
        return ta_fail(call, TA_EPARTIZAN,
                       "a partizan game has no nim values; ask for the outcome");
    ta_status st = start(s, call, Q_NIM, position, &count);
    if (!st) st = ta_solver_search(s, call, Q_NIM, count, TA_LEFT);
    ta_sound(ta_solver_check(s));
    if (st) return st;
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t id = s->map.live[i] & TA_ID_MASK;
        if (id != NO_PARTS) sum ^= ta_column_get(&s->map.column[Q_NIM], id) - VALUE;
    }
    *value = sum;
    return TA_OK;
}

ta_status ta_solver_wins(ta_solver *s, ta_call *call, const ta_position *position, ta_player player,
                         int misere, int *wins) {
    uint32_t value = 0;
    ta_amount nim;
    ta_status st;
    if (s->rules.parts && !s->rules.partizan && !misere) {
        st = ta_solver_nim_value(s, call, position, &nim);
        if (!st) *wins = nim != 0;
        return st;
    }
    st = ask(s, call, misere ? Q_WINS_MISERE : Q_WINS, position,
             s->rules.partizan ? player : TA_LEFT, &value);
    if (!st) *wins = value != 0;
    return st;
}

ta_status ta_solver_outcome(ta_solver *s, ta_call *call, const ta_position *position, int misere,
                            ta_outcome *outcome) {
    int left, right;
    ta_status st = ta_solver_wins(s, call, position, TA_LEFT, misere, &left);
    if (st) return st;
    if (!s->rules.partizan) {
        *outcome = left ? TA_N : TA_P;
        return TA_OK;
    }
    st = ta_solver_wins(s, call, position, TA_RIGHT, misere, &right);
    if (!st) *outcome = left ? (right ? TA_N : TA_L) : (right ? TA_R : TA_P);
    return st;
}

ta_status ta_solver_remoteness(ta_solver *s, ta_call *call, const ta_position *position,
                               ta_player player, int misere, ta_amount *moves) {
    uint32_t value = 0;
    ta_status st = ask(s, call, misere ? Q_REMOTE_MISERE : Q_REMOTE, position,
                       s->rules.partizan ? player : TA_LEFT, &value);
    if (!st) *moves = value;
    return st;
}
