/*
** search.c - depth-first search over positions, with an explicit stack.
**
** A position is expanded once: its rule is called, and its options become ids on the live list.
** Then its options are examined in turn; an unknown one is expanded first. When all are known the
** value is folded from theirs, by definition:
**     wins         some option loses (misere: or there is none)
**     nim value    mex of the options' nim values (of a sum: their nim sum); with
**                  entailing moves as in entail.c, ordinal sums as in fold_nim
**     remoteness   1 + the least over losing options, else 1 + the greatest over all
** Without a losing option, a drawn one makes a draw. A losing option ends the search of a position
** for `wins`. An option that is on the stack closes a loop. Then the search stops and retrograde.c
** answers the question; what was solved stays known. Options are searched from the end with smaller
** components. Small positions come first, which keeps the stack short.
*/
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "solver_int.h"

#define MANY (1 << 18) /* entries on the live list */

static size_t cell_of(const ta_column *c, uint32_t entry, unsigned player) {
    return (size_t)(entry & TA_ID_MASK) * c->players + (c->players > 1 ? player : 0);
}

static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Move the unknown options to the front, sorted by id. */
static void sort_unknown(const ta_column *c, uint32_t *live, size_t count, unsigned player) {
    size_t unknown = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t entry = live[i];
        if (ta_column_get(c, cell_of(c, entry, player)) != 0) continue;
        live[i] = live[unknown];
        live[unknown++] = entry;
    }
    if (unknown > 1) qsort(live, unknown, sizeof *live, by_id);
}

/* Small positions first: reverse the options if the last is smaller than the first. A rule may also
** name options from the middle outwards, so that each frame keeps all of its own. If the frames
** below hold many entries in a box, sort the unknown options by id, the order of the components.
** Then the stack stops growing. */
static void small_first(ta_solver *s, question q, size_t first, unsigned mover) {
    uint32_t *live = s->map.live;
    size_t end = s->map.live_count;
    if (s->rules.parts || end - first < 2) return;
    if (first > MANY && s->map.box) {
        sort_unknown(&s->map.column[q], live + first, end - first, mover);
        return;
    }
    if (!s->falling) return;
    for (size_t i = first, j = end - 1; i < j; i++, j--) {
        uint32_t id = live[i];
        live[i] = live[j];
        live[j] = id;
    }
}

/* ---- The fold ---- */

static ta_status fold_nim(ta_solver *s, const frame *f, uint32_t *value) {
    const ta_column *c = &s->map.column[Q_NIM];
    size_t options = f->end - f->cursor;
    ta_status st = ta_marks_begin(&s->marks, &s->allocator, options + 1);
    if (st) return st;
    uint32_t sum = 0, upper = 0;
    for (size_t i = f->cursor; i < f->end; i++) {
        uint32_t entry = s->map.live[i];
        if ((entry & TA_ID_MASK) != NO_PARTS) sum ^= ta_column_get(c, entry & TA_ID_MASK) - VALUE;
        if (!(entry & LAST)) continue;
        if (i >= f->upper) upper = sum;
        else if (sum <= options) s->marks.at[sum] = s->marks.stamp;
        sum = 0;
    }
    *value = (uint32_t)ta_marks_least(&s->marks, 0);
    for (; upper > 0; upper--) { /* above *n: the n-th number that no option of the base has */
        if (*value > options) break;
        *value = (uint32_t)ta_marks_least(&s->marks, *value + 1);
    }
    *value += upper;
    return TA_OK;
}

static int any_drawn(const ta_solver *s, const frame *f, question q) {
    const ta_column *c = &s->map.column[q];
    for (size_t i = f->cursor; s->drawn[q] && i < f->end; i++)
        if ((s->map.live[i] & TA_ID_MASK) != NO_PARTS &&
            ta_column_get(c, cell_of(c, s->map.live[i], f->player ^ 1u)) == DRAWN)
            return 1;
    return 0;
}

static uint32_t fold_remoteness(const ta_solver *s, const frame *f, question q) {
    const ta_column *c = &s->map.column[q];
    uint32_t least = UINT32_MAX, most = 0, drawn = 0;
    if (f->cursor == f->end) return VALUE + (q == Q_REMOTE_MISERE);
    for (size_t i = f->cursor; i < f->end; i++) {
        uint32_t cell = ta_column_get(c, cell_of(c, s->map.live[i], f->player ^ 1u));
        uint32_t v = cell - VALUE;
        ta_assert(cell >= DRAWN);
        if (cell == DRAWN) drawn = 1;
        else if (v & 1) most = v > most ? v : most;
        else least = v < least ? v : least;
    }
    if (least != UINT32_MAX) return VALUE + least + 3; /* a win, one move longer */
    return drawn ? DRAWN : VALUE + most + 1;           /* a loss, one move longer */
}

/* The cell of the top frame, whose options are known. */
static ta_status fold(ta_solver *s, ta_call *call, question q, frame *f, uint32_t *cell) {
    ta_status st = TA_OK;
    uint32_t value = 0;
    f->cursor = f->first + 1;
    if (f->over) *cell = f->over;
    else if (q == Q_WINS || q == Q_WINS_MISERE) { /* a losing option ended the search earlier */
        if (f->cursor == f->end) *cell = VALUE + (q == Q_WINS_MISERE);
        else *cell = any_drawn(s, f, q) ? DRAWN : VALUE;
    } else if (q == Q_REMOTE || q == Q_REMOTE_MISERE) {
        *cell = fold_remoteness(s, f, q);
    } else if (q == Q_NIM && any_drawn(s, f, q)) {
        s->looped = 1;
        return TA_ELOOPY;
    } else {
        st = q == Q_ORDER       ? ta_solver_number(s, call, f, &value)
             : s->rules.entails ? ta_solver_entail(s, call, f, &value)
                                : fold_nim(s, f, &value);
        *cell = VALUE + value;
    }
    return st;
}

/* ---- The search ---- */

static ta_status set(ta_solver *s, ta_call *call, question q, size_t cell, uint32_t value) {
    ta_column *c = &s->map.column[q];
    ta_assert(ta_column_get(c, cell) == ON_STACK); /* a cell is written once */
    if (!ta_column_fits(c, value)) {
        ta_status st = ta_posmap_widen(&s->map, call, q, value);
        if (st) return st;
    }
    ta_column_put(c, cell, value);
    return TA_OK;
}

/* Append the options of the frame's position; in a walk those of both players. */
static ta_status expand(ta_solver *s, ta_call *call, question q, frame *f) {
    int64_t room[TA_COMPONENTS];
    ta_position position;
    ta_posmap_position(&s->map, s->map.live[f->first] & TA_ID_MASK, room, &position);
    ta_status st =
        ta_solver_expand(s, call, q, &position, (ta_player)(q == Q_ORDER ? 0 : f->player));
    f->left_end = s->map.live_count;
    if (st || q != Q_ORDER || !s->rules.partizan) return st;
    ta_posmap_position(&s->map, s->map.live[f->first] & TA_ID_MASK, room, &position);
    return ta_solver_expand(s, call, q, &position, TA_RIGHT);
}

/* Push a position and expand it. Its options follow it, so it must be the last live id. */
static ta_status push(ta_solver *s, ta_call *call, question q, uint32_t id, unsigned player) {
    ta_posmap *m = &s->map;
    ta_status st = ta_solver_deep(s, call, s->depth);
    if (!st) st = ta_posmap_live_grow(m, call, 1);
    if (!st && s->depth == s->frame_cap) {
        st = ta_posmap_allow(m, call, 2.0 * (double)s->depth * sizeof *s->frames);
        if (!st)
            st = ta_reserve(&s->allocator, (void **)&s->frames, &s->frame_cap, s->depth + 1,
                            sizeof *s->frames);
    }
    if (!st) st = ta_solver_tick(s, call, q);
    if (st) return st;
    ta_assert(id != NO_PARTS &&
              ta_column_get(&m->column[q], cell_of(&m->column[q], id, player)) == 0);
    frame *f = &s->frames[s->depth++];
    f->first = m->live_count;
    f->player = (uint8_t)player;
    f->over = 0;
    f->upper = SIZE_MAX;
    m->live[m->live_count++] = id;
    ta_column_put(&m->column[q], cell_of(&m->column[q], id, player), ON_STACK);
    m->column[q].known++;

    int64_t room[TA_COMPONENTS];
    ta_position position;
    ta_posmap_position(m, id, room, &position);
    uint32_t over = 0;
    if (s->rules.terminal) st = ta_solver_over(s, call, &position, (ta_player)player, &over);
    if (st) return st;
    f->over = (uint8_t)over;
    if (over || (q == Q_NIM && s->rules.nim_value)) {
        f->cursor = f->end = m->live_count;
        return TA_OK;
    }
    int ordinal = 0;
    if (s->rules.ordinal_sum && q == (s->rules.partizan ? Q_ORDER : Q_NIM))
        st = ta_solver_ordinal(s, call, q, &position, f, &ordinal);
    if (!st && !ordinal) st = expand(s, call, q, f);
    if (st) return st;
    if (q != Q_ORDER && !ordinal) small_first(s, q, f->first + 1, player ^ 1u);
    f->cursor = f->first + 1;
    f->end = m->live_count;
    if (!ordinal) f->upper = f->end;
    st = ta_poll(call, (uint32_t)((f->end - f->first) & 0xffff), (double)m->column[q].known, 0);
    return st;
}

/* Is a losing option known before any search? It stopped the rule, or it is among the options. */
static int has_losing(const ta_solver *s, question q, const frame *f) {
    if (f->over) return 0;
    if (s->options.stopped) return 1;
    const ta_column *c = &s->map.column[q];
    for (size_t i = f->cursor; i < f->end; i++)
        if (ta_column_get(c, cell_of(c, s->map.live[i], f->player ^ 1u)) == VALUE) return 1;
    return 0;
}

/* All options of the top are known, or it is won: write its cell and pop it. */
static ta_status finish(ta_solver *s, ta_call *call, question q, int won) {
    frame *f = &s->frames[s->depth - 1];
    uint32_t value = VALUE + 1;
    ta_assert(f->end == s->map.live_count); /* frames above are popped */
    ta_status st = won ? TA_OK : fold(s, call, q, f, &value);
    if (st) return st;
    const ta_column *c = &s->map.column[q];
    st = set(s, call, q, cell_of(c, s->map.live[f->first], f->player), value);
    if (st) return st;
    if (value == DRAWN) s->drawn[q] = 1;
    s->map.live_count = f->first;
    s->depth--;
    return TA_OK;
}

/* Push a position unless it is decided at sight. Pop it at once if a losing option is known. */
static ta_status enter(ta_solver *s, ta_call *call, question q, uint32_t id, unsigned player) {
    int decided;
    ta_status st = ta_solver_look(s, call, q, id, player, &decided);
    if (st || decided) return st;
    st = push(s, call, q, id, player);
    if (st || (q != Q_WINS && q != Q_WINS_MISERE)) return st;
    return has_losing(s, q, &s->frames[s->depth - 1]) ? finish(s, call, q, 1) : TA_OK;
}

static size_t frame_of(const ta_solver *s, uint32_t id, unsigned player, int players) {
    size_t i = s->depth;
    while (i-- > 0)
        if ((s->map.live[s->frames[i].first] & TA_ID_MASK) == id &&
            (players == 1 || s->frames[i].player == player))
            return i;
    ta_assert(0 && "an id marked as on the stack is there");
    return 0;
}

static ta_status by_family(ta_solver *s, ta_call *call, const frame *f, uint32_t *value);

/* Examine the options of the top until one must be searched, or all are known. */
static ta_status step(ta_solver *s, ta_call *call, question q) {
    frame *f = &s->frames[s->depth - 1];
    const ta_column *c = &s->map.column[q];
    int outcome = q == Q_WINS || q == Q_WINS_MISERE;
    unsigned other = f->player ^ 1u;
    for (; f->cursor < f->end; f->cursor++) {
        uint32_t entry = s->map.live[f->cursor];
        if ((entry & TA_ID_MASK) == NO_PARTS) continue;
        uint32_t v = ta_column_get(c, cell_of(c, entry, other));
        if (v == 0) return enter(s, call, q, entry & TA_ID_MASK, other);
        if (v == ON_STACK) {
            s->looped = 1;
            s->loop =
                ta_solver_must_end(s, q) ? frame_of(s, entry & TA_ID_MASK, other, c->players) : 0;
            return TA_ELOOPY;
        }
        if (outcome && v == VALUE) return finish(s, call, q, 1);
    }
    if (q != Q_NIM || !s->rules.nim_value) return finish(s, call, q, 0);
    uint32_t value = 0;
    ta_status st = by_family(s, call, f, &value);
    if (!st) st = set(s, call, q, s->map.live[f->first] & TA_ID_MASK, value + VALUE);
    if (st) return st;
    s->map.live_count = f->first;
    s->depth--;
    return TA_OK;
}

static ta_status by_family(ta_solver *s, ta_call *call, const frame *f, uint32_t *value) {
    int64_t room[TA_COMPONENTS];
    ta_position position;
    ta_amount found;
    ta_posmap_position(&s->map, s->map.live[f->first] & TA_ID_MASK, room, &position);
    ta_status st = s->rules.nim_value(s->rules.ctx, call, &position, &found);
    if (st) return st;
    if (found < 0 || found > INT32_MAX)
        return ta_fail(call, TA_ERANGE, "the nim value %lld is beyond what the engine holds",
                       (long long)found);
    *value = (uint32_t)found;
    return TA_OK;
}

/* Remove all unfinished positions from the stack. */
static void unwind(ta_solver *s, question q) {
    ta_column *c = &s->map.column[q];
    while (s->depth > 0) {
        const frame *f = &s->frames[--s->depth];
        ta_column_put(c, cell_of(c, s->map.live[f->first], f->player), 0);
        c->known--;
    }
}

ta_status ta_solver_search(ta_solver *s, ta_call *call, question q, size_t from, size_t count,
                           ta_player player) {
    const ta_column *c = &s->map.column[q];
    ta_status st = TA_OK;
    s->looped = 0;
    for (size_t i = from; !st && i < count; i++) {
        uint32_t entry = s->map.live[i];
        if ((entry & TA_ID_MASK) == NO_PARTS) continue;
        if (ta_column_get(c, cell_of(c, entry, player)) != 0) continue;
        st = enter(s, call, q, entry & TA_ID_MASK, player);
        while (!st && s->depth > 0) st = step(s, call, q);
    }
    int looped = st == TA_ELOOPY && s->looped, wrong = ta_solver_must_end(s, q);
    if (looped && wrong) st = ta_solver_report_loop(s, call, q, s->loop);
    if (st) unwind(s, q);
    ta_assert(s->depth == 0);
    return looped && !wrong ? ta_solver_retrograde(s, call, q, count, player) : st;
}
