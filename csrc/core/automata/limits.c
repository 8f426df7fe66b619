/*
** limits.c - outcomes of games whose last number limits the next move: least[p] is the least limit
** with which a move wins at p. Larger limits win too, since the same move is legal. So a target
** with the limit y is lost for the player to move iff y is below its `least`. In misere play a
** player who cannot move has won: below from[p], the least limit with a legal move, nothing is
** lost.
**
** A move's targets are linear in k: in the table, whose cells are numbered with p(0) slowest, they
** lie a fixed step apart. Both ends of k's range are checked to lie in the box, and in cells before
** p's own, which are done. So those between them do too.
**
** Some moves go along lines through p's own cell or one beside it, to limits that do not fall with
** k. For these most k are skipped. A cell with the value v *reaches* k if the limit after k is
** below v. It does so up to some k, reach[v]. A cell that does not reach k is useless to positions
** farther away. So are the cells behind it that reach no farther. The nearest cell behind it that
** reaches farther is its link. So the links are stacks, as in two_pile/rows_stack.c. A search costs
** O(1) amortised if the guards allow the whole line.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "takeaway/limits.h"

#define NONE UINT32_MAX

struct ta_limited {
    ta_allocator allocator;
    size_t numbers, cells;
    int64_t side[TA_LIMITS_NUMBERS];
    uint32_t *least;
    uint32_t *from; /* NULL in normal play, as if all were 0 */
};

/* A move at the current position. */
typedef struct state {
    int64_t *now;   /* its rows, guards first, at p with k = 0 */
    int64_t cell;   /* of its target with k = 0 */
    int64_t across; /* added to `cell` when the last number grows by one */
    int64_t step;   /* added when k grows by one */
    /* links, if the move goes along lines; else NULL */
    uint16_t *link; /* by cell: distance in steps; 0: none */
    int32_t *reach; /* by value up to `largest`; larger values reach all k */
    int64_t largest, all;
    int64_t by[TA_LIMITS_NUMBERS];
} state;

typedef struct work {
    ta_limited *l;
    const ta_limit_move *move;
    size_t moves;
    state *state; /* of each move */
    int64_t p[TA_LIMITS_NUMBERS];
    int64_t cell;
} work;

/* ---- Rows ---- */

static size_t rows_of(const work *w, const ta_limit_move *move) {
    return move->guards + w->l->numbers;
}

static const int64_t *row_of(const work *w, const ta_limit_move *move, size_t i) {
    size_t width = w->l->numbers + 2;
    return i < move->guards ? move->guard + i * width : move->target + (i - move->guards) * width;
}

/* Compute all rows at p. */
static void set_rows(work *w) {
    size_t m = w->l->numbers;
    for (size_t i = 0; i < w->moves; i++) {
        const ta_limit_move *move = &w->move[i];
        state *s = &w->state[i];
        s->cell = 0;
        for (size_t r = 0; r < rows_of(w, move); r++) {
            const int64_t *row = row_of(w, move, r);
            s->now[r] = row[m + 1];
            for (size_t j = 0; j < m; j++) s->now[r] += row[j] * w->p[j];
            if (r >= move->guards) s->cell = s->cell * w->l->side[r - move->guards] + s->now[r];
        }
    }
}

/* Update the rows after the last number has grown by one. */
static void next_rows(work *w) {
    size_t m = w->l->numbers;
    for (size_t i = 0; i < w->moves; i++) {
        const ta_limit_move *move = &w->move[i];
        for (size_t r = 0; r < rows_of(w, move); r++)
            w->state[i].now[r] += row_of(w, move, r)[m - 1];
        w->state[i].cell += w->state[i].across;
    }
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The least and largest k that the guards of a move allow. Returns 0 if there is none. */
static int range(const work *w, size_t which, int64_t *lo, int64_t *hi) {
    const ta_limit_move *move = &w->move[which];
    size_t m = w->l->numbers;
    *lo = 0;
    *hi = INT64_MAX;
    for (size_t g = 0; g < move->guards; g++) {
        int64_t rest = w->state[which].now[g], c = move->guard[g * (m + 2) + m];
        if (c == 0 && rest < 0) return 0;
        if (c > 0) {
            int64_t least = c == 1 ? -rest : -floor_div(rest, c);
            if (least > *lo) *lo = least;
        } else if (c < 0) {
            int64_t most = c == -1 ? rest : floor_div(rest, -c);
            if (most < *hi) *hi = most;
        }
    }
    return *lo <= *hi;
}

/* Does the move with k lead into the box, to a cell that is done? */
static int is_done(const work *w, size_t which, int64_t k) {
    const ta_limit_move *move = &w->move[which];
    const state *s = &w->state[which];
    size_t m = w->l->numbers;
    for (size_t i = 0; i < m; i++) {
        int64_t to = s->now[move->guards + i] + move->target[i * (m + 2) + m] * k;
        if (to < 0 || to >= w->l->side[i]) return 0;
    }
    return s->cell + s->step * k < w->cell;
}

/* The first winning k up to hi that needs less than best; hi + 1: none. */
static int64_t search(const work *w, size_t which, int64_t k, int64_t hi, int64_t best) {
    const ta_limited *l = w->l;
    const ta_limit_move *move = &w->move[which];
    const state *s = &w->state[which];
    int64_t to = s->cell + s->step * k;
    while (k <= hi && move->needs[0] * k + move->needs[1] < best) {
        int64_t y = move->next[k], on = 1;
        if (y < l->least[to]) {
            if (!l->from || y >= l->from[to]) return k;
        } else if (s->link && !(on = s->link[to])) {
            break;
        }
        k += on;
        to += on * s->step;
    }
    return hi + 1;
}

/* Lower *best to the least limit with which this move wins here, *start to the least legal one. */
static ta_status best_of(const work *w, ta_call *call, size_t which, int64_t *best,
                         int64_t *start) {
    const ta_limit_move *move = &w->move[which];
    int64_t lo, hi;
    if (!range(w, which, &lo, &hi)) return TA_OK;
    if (hi >= (int64_t)move->nexts || !is_done(w, which, lo) || !is_done(w, which, hi))
        return ta_fail(call, TA_EUNSUPPORTED,
                       "a move leads out of the box or not towards its start");
    int64_t need = move->needs[0] * lo + move->needs[1];
    if (need < *start) *start = need;
    int64_t k = search(w, which, lo, hi, *best);
    if (k <= hi) *best = move->needs[0] * k + move->needs[1];
    int64_t looked = w->state[which].link ? 0 : k - lo; /* with links: O(1) amortised */
    return ta_poll(call, 16 + (uint32_t)looked, (double)w->cell, (double)w->l->cells);
}

static uint32_t clamp(int64_t x) {
    return x < 0 ? 0 : x >= NONE ? NONE : (uint32_t)x;
}

/* ---- Links ---- */

static int64_t reach_of(const state *s, uint32_t v) {
    return v > s->largest ? s->all : s->reach[v];
}

/* Set the link of the current cell, whose value is known. */
static void put_link(const work *w, state *s) {
    const ta_limited *l = w->l;
    for (size_t i = 0; i < l->numbers; i++)
        if (w->p[i] + s->by[i] < 0 || w->p[i] + s->by[i] >= l->side[i]) return;
    int64_t own = reach_of(s, l->least[w->cell]), on = 1, at = w->cell + s->step;
    while (reach_of(s, l->least[at]) <= own + on) {
        if (!s->link[at]) return;
        on += s->link[at];
        at += s->link[at] * s->step;
    }
    s->link[w->cell] = (uint16_t)on;
}

/* Does the move go along lines, to earlier cells and to limits that do not fall? */
static int has_lines(const work *w, const ta_limit_move *move, state *s) {
    size_t m = w->l->numbers;
    for (size_t i = 0; i < m; i++) {
        const int64_t *row = move->target + i * (m + 2);
        for (size_t j = 0; j < m; j++)
            if (row[j] != (i == j)) return 0;
        s->by[i] = row[m];
        if (w->l->side[i] > UINT16_MAX) return 0;
    }
    for (size_t k = 1; k < move->nexts; k++)
        if (move->next[k] < move->next[k - 1]) return 0;
    s->largest = move->next[move->nexts - 1] + 1;
    s->all = (int64_t)move->nexts - 1;
    return s->step < 0 && move->next[0] >= 0 && s->largest < 1 << 24;
}

static ta_status open_state(const work *w, const ta_limit_move *move, state *s) {
    const ta_allocator *a = &w->l->allocator;
    size_t m = w->l->numbers;
    for (size_t i = 0; i < m; i++) {
        const int64_t *row = move->target + i * (m + 2);
        s->across = s->across * w->l->side[i] + row[m - 1];
        s->step = s->step * w->l->side[i] + row[m];
    }
    s->now = ta_alloc(a, rows_of(w, move), sizeof *s->now);
    if (!s->now) return TA_ENOMEM;
    if (!has_lines(w, move, s)) return TA_OK;
    s->link = ta_alloc(a, w->l->cells, sizeof *s->link);
    s->reach = ta_alloc(a, (size_t)s->largest + 1, sizeof *s->reach);
    if (!s->link || !s->reach) return TA_ENOMEM;
    int64_t k = -1;
    for (int64_t v = 0; v <= s->largest; s->reach[v++] = (int32_t)k)
        while (k < s->all && move->next[k + 1] < v) k++;
    return TA_OK;
}

static void shut(const work *w) {
    const ta_allocator *a = &w->l->allocator;
    for (size_t i = 0; w->state && i < w->moves; i++) {
        state *s = &w->state[i];
        ta_free(a, s->now, rows_of(w, &w->move[i]), sizeof *s->now);
        ta_free(a, s->link, w->l->cells, sizeof *s->link);
        ta_free(a, s->reach, (size_t)s->largest + 1, sizeof *s->reach);
    }
    ta_free(a, w->state, w->moves, sizeof *w->state);
}

/* ---- All cells ---- */

static ta_status fill(work *w, ta_call *call) {
    ta_limited *l = w->l;
    for (w->cell = 0; w->cell < (int64_t)l->cells; w->cell++) {
        int64_t best = NONE, start = NONE;
        size_t i = l->numbers - 1;
        if (w->cell == 0) {
            set_rows(w);
        } else if (++w->p[i] < l->side[i]) {
            next_rows(w);
        } else {
            for (; w->p[i] == l->side[i]; w->p[--i]++) w->p[i] = 0;
            set_rows(w);
        }
        for (i = 0; i < w->moves; i++) {
            ta_status st = best_of(w, call, i, &best, &start);
            if (st) return st;
        }
        l->least[w->cell] = clamp(best);
        if (l->from) l->from[w->cell] = clamp(start);
        for (i = 0; i < w->moves; i++)
            if (w->state[i].link) put_link(w, &w->state[i]);
    }
    return TA_OK;
}

static ta_status solve(ta_limited *l, ta_call *call, const ta_limit_move *move, size_t moves) {
    work w = { .l = l, .move = move, .moves = moves };
    if (moves && !(w.state = ta_alloc(&l->allocator, moves, sizeof *w.state))) return TA_ENOMEM;
    ta_status st = TA_OK;
    for (size_t i = 0; !st && i < moves; i++) st = open_state(&w, &move[i], &w.state[i]);
    if (!st) st = fill(&w, call);
    shut(&w);
    return st;
}

/* Do 32 bits hold all limits? Each need and each limit after a move must be below NONE. Some needs
** or some limits after moves may be negative, but not both: then no move is legal from a negative
** limit. */
int ta_limits_are_held(const ta_limit_move *move, size_t moves) {
    int64_t need = 0, low = 0;
    for (size_t i = 0; i < moves; i++) {
        int64_t last = (int64_t)move[i].nexts - 1;
        if (move[i].needs[0] * last + move[i].needs[1] >= NONE) return 0;
        if (move[i].needs[1] < need) need = move[i].needs[1];
        for (int64_t k = 0; k <= last; k++) {
            if (move[i].next[k] >= NONE) return 0;
            if (move[i].next[k] < low) low = move[i].next[k];
        }
    }
    return need == 0 || low == 0;
}

ta_status ta_limits_create(const ta_allocator *allocator, ta_call *call, size_t numbers,
                           const int64_t *side, const ta_limit_move *move, size_t moves, int misere,
                           ta_limited **limits) {
    allocator = ta_allocator_or_default(allocator);
    call->message[0] = '\0';
    ta_require(numbers >= 1 && numbers <= TA_LIMITS_NUMBERS);
    if (!ta_limits_are_held(move, moves))
        return ta_fail(call, TA_EUNSUPPORTED, "limits are below 0, or 2^32 - 1 and more");
    double cells = 1, have = ta_memory_available();
    for (size_t i = 0; i < numbers; i++) cells *= (double)side[i];
    double need = cells * ((misere ? 8 : 4) + 2 * (double)moves);
    if (need > have / 2) return ta_fail_memory(call, "the box", need, have);
    ta_limited *l = ta_alloc(allocator, 1, sizeof *l);
    if (!l) return TA_ENOMEM;
    l->allocator = *allocator;
    l->numbers = numbers;
    memcpy(l->side, side, numbers * sizeof *side);
    l->cells = (size_t)cells;
    l->least = ta_alloc(allocator, l->cells, sizeof *l->least);
    if (misere) l->from = ta_alloc(allocator, l->cells, sizeof *l->from);
    ta_status st = l->least && (l->from || !misere) ? solve(l, call, move, moves) : TA_ENOMEM;
    if (st) ta_limits_destroy(l);
    else *limits = l;
    return st;
}

void ta_limits_destroy(ta_limited *l) {
    if (!l) return;
    ta_allocator a = l->allocator;
    ta_free(&a, l->least, l->cells, sizeof *l->least);
    ta_free(&a, l->from, l->cells, sizeof *l->from);
    ta_free(&a, l, 1, sizeof *l);
}

static int64_t cell_of(const ta_limited *l, const int64_t *p) {
    int64_t cell = 0;
    for (size_t i = 0; i < l->numbers; i++) {
        if (p[i] < 0 || p[i] >= l->side[i]) return -1;
        cell = cell * l->side[i] + p[i];
    }
    return cell;
}

int ta_limits_lost(const ta_limited *l, const int64_t *p, int64_t x) {
    int64_t cell = cell_of(l, p);
    if (cell < 0 || x < 0 || x >= NONE) return -1;
    return x < l->least[cell] && (!l->from || x >= l->from[cell]);
}

ta_amount ta_limits_least(const ta_limited *l, const int64_t *p) {
    int64_t cell = cell_of(l, p);
    return cell < 0 ? -1 : l->least[cell] == NONE ? TA_INF : l->least[cell];
}

size_t ta_limits_numbers(const ta_limited *l) {
    return l->numbers;
}
