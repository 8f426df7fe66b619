/*
** expand.c - calls a rule, and turns the positions it emits into ids on the live list.
**
** An emitted position is replaced by its parts, and each part by its representative, which is
** numbered. Each expanded position counts against the limit of positions. Each call of a rule
** except `terminal` is a pulse: it counts towards the next check of the clock and the next poll of
** the host.
*/

#include "base/check.h"
#include "base/parallel.h"
#include "base/status.h"
#include "solver_int.h"

void ta_solver_begin(ta_solver *s, ta_call *call) {
    call->message[0] = '\0';
    s->depth = 0;
    s->map.live_count = 0;
    s->map.bytes_most = s->limits.bytes;
    s->map.share = 0;
    s->goal = 0;
    s->deadline = s->limits.seconds > 0 ? ta_seconds() + s->limits.seconds : 0;
}

/* Without any limit set, play this deep is taken for endless play. The memory of a large machine
** would be full only after minutes. */
#define DEPTH_MOST ((size_t)1 << 24)

ta_status ta_solver_deep(const ta_solver *s, ta_call *call, size_t moves) {
    const ta_limits *l = &s->limits;
    if (l->depth > 0 && moves >= (uint64_t)l->depth)
        return ta_fail(call, TA_ELIMIT, "the limit of %lld moves is reached, with no end of play",
                       (long long)l->depth);
    if (moves < DEPTH_MOST || l->positions > 0 || l->bytes > 0 || l->seconds > 0 || l->depth > 0)
        return TA_OK;
    return ta_fail(call, TA_ELIMIT,
                   "%zu moves on there is no end of play; where it does end, a limit (`limit`, "
                   "`memory`, `seconds` or `depth`) lets the search go deeper",
                   moves);
}

ta_status ta_solver_late(const ta_solver *s, ta_call *call, size_t held) {
    if (ta_seconds() <= s->deadline) return TA_OK;
    return ta_fail(call, TA_ELIMIT, "the limit of %g seconds is reached; %zu positions are held",
                   s->limits.seconds, held);
}

ta_status ta_solver_full(const ta_solver *s, ta_call *call) {
    return ta_fail(call, TA_ELIMIT, "the limit of %lld positions is reached",
                   (long long)s->limits.positions);
}

/* ---- Options as ids ---- */

#define AHEAD 8 /* positions whose slots are being prefetched */

static ta_status append(ta_solver *s, ta_call *call, const ta_position *p, uint32_t flag) {
    ta_posmap *m = &s->map;
    uint32_t id;
    if (s->rules.canonical) {
        ta_position q;
        ta_status fail = ta_solver_pulse(s, call, m->count);
        if (!fail) fail = ta_sink_canonical(&s->canonical, call, &s->rules, p, &q);
        if (!fail) fail = ta_posmap_id(m, call, &q, &id);
        if (fail) return fail;
    } else if (!ta_posmap_boxed(m, p, &id)) {
        ta_status fail = ta_posmap_id(m, call, p, &id);
        if (fail) return fail;
    }
    if (m->live_count == m->live_cap) {
        ta_status fail = ta_posmap_live_grow(m, call, 1);
        if (fail) return fail;
    }
    m->live[m->live_count++] = id | flag;
    return TA_OK;
}

ta_status ta_solver_intern(ta_solver *s, ta_call *call, const ta_position *position) {
    if (!s->rules.parts) return append(s, call, position, LAST);
    ta_sink_empty(&s->parts);
    ta_status st = ta_solver_pulse(s, call, s->map.count);
    if (!st) st = s->rules.parts(s->rules.ctx, call, position, &s->parts);
    if (st) return st;
    for (size_t i = 0, at = 0; i < s->parts.count; i++) {
        ta_position part;
        at = ta_sink_read(&s->parts, at, &part);
        st = append(s, call, &part, i + 1 == s->parts.count ? LAST : 0);
        if (st) return st;
    }
    if (s->parts.count > 0) return TA_OK;
    st = ta_posmap_live_grow(&s->map, call, 1);
    if (!st) s->map.live[s->map.live_count++] = NO_PARTS | LAST;
    return st;
}

/* A hint of how much play is left, to compare the last option with the first. In a box it is the
** id, which follows the order of the components; else the clamped sum of the components. */
static int64_t size_of(const ta_posmap *m, uint32_t entry) {
    int64_t room[TA_COMPONENTS], size = 0;
    ta_position p;
    uint32_t id = entry & TA_ID_MASK;
    if (m->box || id == NO_PARTS) return id;
    ta_posmap_position(m, id, room, &p);
    for (size_t i = 0; p.component && i < p.count; i++)
        if (__builtin_add_overflow(size, p.component[i], &size)) return INT64_MAX;
    return size;
}

static int falling(const ta_posmap *m, size_t first) {
    if (m->live_count < first + 2) return 0;
    return size_of(m, m->live[m->live_count - 1]) < size_of(m, m->live[first]);
}

ta_status ta_solver_expand(ta_solver *s, ta_call *call, question q, const ta_position *position,
                           ta_player player) {
    ta_posmap *m = &s->map;
    size_t first = m->live_count;
    int plain = !s->rules.parts && !s->rules.canonical;
    ta_sink_empty(&s->options);
    s->options.box = plain ? m : NULL;
    s->options.flag = LAST;
    s->options.column = (int)q;
    s->options.player = player ^ 1;
    s->options.losing = q == Q_WINS || q == Q_WINS_MISERE ? VALUE : 0;
    ta_status st = s->rules.options(s->rules.ctx, call, player, position, &s->options);
    s->options.box = NULL;
    ta_assert(m->live_count >= first); /* options are appended, never removed */
    size_t ahead = 0, lead = 0;
    for (size_t at = 0; !st && at < s->options.used && !s->options.stopped; lead -= lead > 0) {
        ta_position option;
        for (; plain && !m->box && lead < AHEAD && ahead < s->options.used; lead++) {
            ahead = ta_sink_read(&s->options, ahead, &option);
            ta_posmap_prefetch(m, &option);
        }
        at = ta_sink_read(&s->options, at, &option);
        st = ta_solver_intern(s, call, &option);
    }
    if (!st) s->falling = falling(m, first);
    return st;
}

/* ---- Ordinal sums ---- */

/* The base must be one part, or none. Its form counts: the form of the rule's own options. */
static ta_status one_part(ta_solver *s, ta_call *call, const ta_position *position,
                          const ta_position *base, int *none) {
    *none = 0;
    if (!s->rules.parts) return TA_OK;
    char text[80];
    ta_sink_empty(&s->parts);
    ta_status st = ta_solver_pulse(s, call, s->map.count);
    if (!st) st = s->rules.parts(s->rules.ctx, call, base, &s->parts);
    *none = !st && s->parts.count == 0;
    if (st || s->parts.count < 2) return st;
    return ta_fail(call, TA_EBADRULE, "ordinal_sum at %s: the base is %zu parts; expected one",
                   ta_sink_text(&s->rules, text, sizeof text, position), s->parts.count);
}

ta_status ta_solver_ordinal(ta_solver *s, ta_call *call, question q, const ta_position *position,
                            frame *f, int *is) {
    ta_posmap *m = &s->map;
    ta_position base, upper;
    char text[80];
    int none;
    ta_sink_empty(&s->ordinal);
    ta_status st = ta_solver_pulse(s, call, m->count);
    if (!st) st = s->rules.ordinal_sum(s->rules.ctx, call, position, &s->ordinal);
    *is = !st && s->ordinal.count > 0;
    if (!*is) return st;
    if (s->ordinal.count != 2)
        return ta_fail(call, TA_EBADRULE, "ordinal_sum at %s: expected a base and an upper part",
                       ta_sink_text(&s->rules, text, sizeof text, position));
    ta_sink_read(&s->ordinal, ta_sink_read(&s->ordinal, 0, &base), &upper);
    st = one_part(s, call, position, &base, &none);
    if (!st && !none) st = ta_solver_expand(s, call, q, &base, TA_LEFT);
    f->left_end = m->live_count;
    if (!st && !none && s->rules.partizan) st = ta_solver_expand(s, call, q, &base, TA_RIGHT);
    f->upper = m->live_count;
    return st ? st : ta_solver_intern(s, call, &upper);
}

ta_status ta_solver_over(ta_solver *s, ta_call *call, const ta_position *position, ta_player player,
                         uint32_t *cell) {
    ta_terminal over = TA_GOES_ON;
    if (!s->rules.terminal) return TA_OK;
    ta_status st = s->rules.terminal(s->rules.ctx, call, position, &over);
    if (st || over == TA_GOES_ON) return st;
    ta_terminal own = player == TA_LEFT ? TA_LEFT_WINS : TA_RIGHT_WINS;
    *cell = over == TA_DRAWN ? DRAWN : VALUE + (over == TA_MOVER_WINS || over == own);
    return TA_OK;
}
