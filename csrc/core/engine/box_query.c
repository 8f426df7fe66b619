/*
** box_query.c - answers a question for all positions of a box: sweeps it, then reads the answers off the
** column.
*/
#include "base/check.h"
#include "base/poll.h"
#include "base/status.h"
#include "solver_int.h"

static question question_of(ta_question q) {
    static const question of[] = { Q_WINS, Q_WINS_MISERE, Q_NIM, Q_REMOTE, Q_REMOTE_MISERE };
    return of[q];
}

static ta_status check_box(ta_call *call, size_t size, const int64_t *from, const int64_t *to) {
    if (size < 1 || size > TA_COMPONENTS)
        return ta_fail(call, TA_EINVAL, "a box has 1 to %d dimensions, not %zu", TA_COMPONENTS,
                       size);
    for (size_t i = 0; i < size; i++)
        if (from[i] > to[i])
            return ta_fail(call, TA_EINVAL, "component %zu: from %lld to %lld is no range", i + 1,
                           (long long)from[i], (long long)to[i]);
    return TA_OK;
}

ta_status ta_solver_box(ta_solver *s, ta_call *call, ta_question asked, size_t size,
                        const int64_t *from, const int64_t *to, int64_t *at) {
    question q = question_of(asked);
    int64_t room[TA_COMPONENTS];
    ta_status st = check_box(call, size, from, to);
    if (st) return st;
    if (q == Q_NIM) st = ta_solver_has_nim_values(s, call);
    if (st) return st;
    if (!ta_solver_plain(s, q))
        return ta_fail(call, TA_EUNSUPPORTED,
                       "rules with parts, canonical, nim_value or entails "
                       "are asked position by position");
    ta_solver_begin(s, call);
    st = ta_posmap_open(&s->map, call, q, ta_solver_players(s, q));
    if (!st) st = ta_solver_sweep(s, call, q, size, from, to, room);
    ta_sound(ta_solver_check(s));
    for (size_t i = 0; st && at && i < size; i++) at[i] = room[i];
    return st;
}

size_t ta_solver_box_width(const ta_solver *s, ta_question asked) {
    question q = question_of(asked);
    return q == Q_WINS || q == Q_WINS_MISERE || !s->map.column[q].players ? 1
                                                                          : s->map.column[q].width;
}

/* ---- Reading ---- */

static inline uint32_t answer(question q, const ta_column *c, size_t id, unsigned player) {
    static const uint8_t result[] = { 0, 0, TA_DRAW, TA_LOSS, TA_WIN };
    size_t cell = id * c->players;
    if (q == Q_WINS || q == Q_WINS_MISERE)
        return 3u * result[ta_column_get(c, cell)] +
               result[ta_column_get(c, cell + c->players - 1)];
    uint32_t v = ta_column_get(c, cell + (c->players > 1 ? player : 0));
    if (v == DRAWN) return UINT32_MAX;
    return q == Q_NIM ? v - VALUE : (v - VALUE) >> 1;
}

static int known(const ta_column *c, size_t id) {
    for (size_t j = 0; j < c->players; j++)
        if (ta_column_get(c, id * c->players + j) < DRAWN) return 0;
    return c->players > 0;
}

int ta_solver_known(const ta_solver *s, ta_question asked, ta_player player,
                    const ta_position *position, ta_amount *value) {
    question q = question_of(asked);
    const ta_column *c = &s->map.column[q];
    uint32_t id;
    if (s->rules.parts || s->rules.canonical || (q == Q_NIM && s->rules.entails) ||
        !ta_posmap_find(&s->map, position, &id) || !known(c, id))
        return 0;
    uint32_t v = answer(q, c, id, player);
    *value = v == UINT32_MAX ? TA_INF : (ta_amount)v;
    return 1;
}

/* Answers of byte cells, many at once: a value v becomes (v >> shift) times + plus. */
typedef struct bytes {
    uint8_t drawn, shift, times, plus;
} bytes;

static bytes answers(question q) {
    uint8_t cells[] = { DRAWN, VALUE, VALUE + 1 }, told[3];
    const ta_column all = { cells, sizeof cells, 1, 1, 0 };
    for (size_t k = 0; k < sizeof cells; k++) told[k] = (uint8_t)answer(q, &all, k, 0);
    if (q == Q_WINS || q == Q_WINS_MISERE)
        return (bytes){ told[0], 0, (uint8_t)(told[2] - told[1]), told[1] };
    return (bytes){ told[0], q != Q_NIM, 1, 0 };
}

static inline uint8_t byte_of(uint8_t cell, bytes b) {
    uint8_t v = (uint8_t)(cell - VALUE);
    if (cell == DRAWN) return b.drawn;
    return (uint8_t)((v >> b.shift) * b.times + b.plus);
}

/* Read byte answers of byte cells, up to an unknown one; returns how many. A value that fits a byte
** as a cell fits as an answer. */
static size_t read_bytes(const uint8_t *cells, size_t count, bytes b, uint8_t *restrict to) {
    enum { BLOCK = 64 };
    size_t k = 0;
    for (uint8_t least = UINT8_MAX; k + BLOCK <= count; k += BLOCK) {
        for (size_t i = k; i < k + BLOCK; i++) least = cells[i] < least ? cells[i] : least;
        if (least < DRAWN) break;
        for (size_t i = k; i < k + BLOCK; i++) to[i] = byte_of(cells[i], b);
    }
    for (; k < count && cells[k] >= DRAWN; k++) to[k] = byte_of(cells[k], b);
    return k;
}

static ta_status unfit(ta_call *call, const ta_position *p, const char *why) {
    char text[80];
    return ta_fail(call, TA_EINVAL, "the position %s %s", ta_position_text(text, sizeof text, p),
                   why);
}

ta_status ta_solver_box_cells(const ta_solver *s, ta_call *call, ta_question asked,
                              ta_player player, size_t size, const int64_t *from, const int64_t *to,
                              size_t width, void *cells) {
    question q = question_of(asked);
    const ta_column *c = &s->map.column[q];
    ta_column out = { cells, 0, (uint8_t)width, 1, 0 };
    int64_t at[TA_COMPONENTS];
    ta_position p = { at, NULL, size };
    ta_status st = check_box(call, size, from, to);
    if (st) return st;
    if (width != 1 && width != 2 && width != 4)
        return ta_fail(call, TA_EINVAL, "a width of %zu bytes; it is 1, 2 or 4", width);
    uint32_t infinite = UINT32_MAX >> (32 - 8 * width);
    for (size_t i = 0; i < size; i++) at[i] = from[i];
    int by_bytes = s->map.box && c->width == 1 && c->players == 1 && width == 1;
    const bytes told = by_bytes ? answers(q) : (bytes){ 0, 0, 0, 0 };
    for (size_t i = 0, n = 0, done; i != SIZE_MAX; n += done) {
        uint32_t id;
        if (!ta_posmap_find(&s->map, &p, &id)) return unfit(call, &p, "is not solved");
        if (by_bytes) { /* a row of neighbours, or its part inside the map's box */
            int64_t end = s->map.hi[size - 1] < to[size - 1] ? s->map.hi[size - 1] : to[size - 1];
            size_t row = (size_t)(end - at[size - 1]) + 1;
            done = read_bytes((const uint8_t *)c->data + id, row, told, (uint8_t *)cells + n);
            at[size - 1] += (int64_t)done - (done == row);
            if (done < row) return unfit(call, &p, "is not solved");
        } else {
            done = 1;
            if (!known(c, id)) return unfit(call, &p, "is not solved");
            uint32_t value = answer(q, c, id, player);
            if (value != UINT32_MAX && value >= infinite) /* `infinite` stands for no number */
                return unfit(call, &p, "has an answer that does not fit the width");
            ta_column_put(&out, n, value);
        }
        st = ta_poll(call, (uint32_t)done & 0xffff, (double)n, 0);
        if (st) return st;
        for (i = size - 1; i != SIZE_MAX && at[i] == to[i]; i--) at[i] = from[i];
        if (i != SIZE_MAX) at[i]++;
    }
    return TA_OK;
}
