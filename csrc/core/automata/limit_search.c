/*
** limit_search.c - outcomes of single positions of games whose last number limits the next move. It
** computes what limits.c does, but only for the positions that a query meets.
**
** For each p met, least[p] is a lower bound: no winning move at p needs a limit below it. If a move
** with that need wins, the bound is exact, as in limits.c. So (p, x) is lost if x < least[p]. Else
** the moves that need least[p] or more are tried, in the order of their needs, up to x; the first
** winning one ends this. A move that is tried pushes its target on a stack, with the limit there.
** Most moves need little and leave little, so the search meets the p near by. A box would hold all
** p below.
**
** If a permutation of the numbers maps the moves onto themselves, p and its image have the same
** outcomes. The search looks for permutations that swap two numbers. They form classes in which any
** order is equivalent, so p is stored with the numbers of each class ascending. This representative
** is the first of its orbit in the order in which moves decrease (p(0) most significant). Assume
** that all moves lead to earlier positions. Then the representative's moves do too, and the
** target's representative is not after the target. So play among representatives also decreases.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "takeaway/limits.h"

#define NONE UINT32_MAX
#define NUMBER_MOST ((int64_t)1 << 31) /* a position's numbers are below this */

typedef struct frame {
    uint32_t id;
    uint32_t need; /* moves that need less were tried */
    uint32_t x;    /* the limit up to which moves are tried */
    size_t move;   /* the next move to try with this need */
    int64_t k, last;
    uint8_t begun; /* k and last are set for this move and need */
    uint8_t all;   /* all moves are tried, not only promising ones */
} frame;

struct ta_limit_search {
    ta_allocator held;
    ta_budget budget;
    size_t numbers, moves;
    ta_limit_move *move;
    int64_t *rows; /* guards and targets of all moves */
    int64_t *nexts;
    size_t row_count, next_count;
    uint8_t kin[TA_LIMITS_NUMBERS]; /* the first number of its class, or itself */
    int misere;
    ta_keys keys;    /* ids of p */
    uint32_t *least; /* by id: no move that needs less wins */
    uint32_t *wins;  /* by id: a move with this need wins; NONE: unknown */
    uint32_t *from;  /* misere: by id, the least limit with a legal move */
    size_t least_cap, wins_cap, from_cap;
    const ta_automaton *guess; /* borrowed */
    unsigned tracks;
    frame *stack;
    size_t depth, stack_cap;
    int64_t *range; /* first and last k of each frame and move */
    size_t range_cap;
};

typedef ta_limit_search search;

/* ---- Numbers that can be swapped ---- */

static int64_t swapped(size_t i, size_t a, size_t b) {
    return (int64_t)(i == a ? b : i == b ? a : i);
}

/* Is row r, with the numbers a and b swapped, row s? */
static int same_row(const search *l, const int64_t *r, const int64_t *s, size_t a, size_t b) {
    for (size_t i = 0; i < l->numbers + 2; i++)
        if (r[i] != s[swapped(i, a, b)]) return 0;
    return 1;
}

/* Is each guard of m, swapped, a guard of n? */
static int has_guards(const search *l, const ta_limit_move *m, const ta_limit_move *n, size_t a,
                      size_t b) {
    size_t width = l->numbers + 2;
    for (size_t i = 0, j; i < m->guards; i++) {
        for (j = 0; j < n->guards; j++)
            if (same_row(l, m->guard + i * width, n->guard + j * width, a, b)) break;
        if (j == n->guards) return 0;
    }
    return 1;
}

static int same_move(const search *l, const ta_limit_move *m, const ta_limit_move *n, size_t a,
                     size_t b) {
    size_t width = l->numbers + 2;
    for (size_t i = 0; i < l->numbers; i++)
        if (!same_row(l, m->target + i * width, n->target + (size_t)swapped(i, a, b) * width, a, b))
            return 0;
    return m->needs[0] == n->needs[0] && m->needs[1] == n->needs[1] && m->nexts == n->nexts &&
           has_guards(l, m, n, a, b) && has_guards(l, n, m, a, b) &&
           !memcmp(m->next, n->next, m->nexts * sizeof *m->next);
}

static int exchangeable(const search *l, size_t a, size_t b) {
    for (size_t i = 0, j; i < l->moves; i++) {
        for (j = 0; j < l->moves; j++)
            if (same_move(l, &l->move[i], &l->move[j], a, b)) break;
        if (j == l->moves) return 0;
    }
    return 1;
}

static void find_kin(search *l) {
    for (size_t i = 0; i < l->numbers; i++) {
        size_t j = 0;
        while (j < i && !(l->kin[j] == j && exchangeable(l, j, i))) j++;
        l->kin[i] = (uint8_t)j;
    }
}

/* Replace p by the representative of its orbit. */
static void sort(const search *l, uint32_t p[TA_LIMITS_NUMBERS]) {
    for (size_t i = 1; i < l->numbers; i++)
        for (size_t j = i, at = i; j-- > 0;) {
            if (l->kin[j] != l->kin[i]) continue;
            if (p[j] <= p[at]) break;
            uint32_t number = p[j];
            p[j] = p[at];
            p[at] = number;
            at = j;
        }
}

/* ---- Moves ---- */

static int64_t row_at(const search *l, const int64_t *row, const uint32_t *p) {
    int64_t sum = row[l->numbers + 1];
    for (size_t i = 0; i < l->numbers; i++) sum += row[i] * (int64_t)p[i];
    return sum;
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t need_of(const ta_limit_move *move, int64_t k) {
    int64_t need = move->needs[0] * k + move->needs[1];
    return need < 0 ? 0 : need;
}

/* The range of k at p. */
static void set_range(const search *l, const ta_limit_move *move, const uint32_t *p,
                      int64_t range[2]) {
    int64_t lo = 0, hi = INT64_MAX;
    for (size_t g = 0; g < move->guards; g++) {
        const int64_t *row = move->guard + g * (l->numbers + 2);
        int64_t c = row[l->numbers], rest = row_at(l, row, p), end;
        if (c > 0 && (end = -floor_div(rest, c)) > lo) lo = end;
        if (c < 0 && (end = floor_div(rest, -c)) < hi) hi = end;
        if (c == 0 && rest < 0) hi = -1;
    }
    range[0] = lo;
    range[1] = hi;
}

/* The least limit with a legal move at p. */
static uint32_t from_of(const search *l, const uint32_t *p) {
    int64_t from = NONE, range[2];
    for (size_t i = 0; i < l->moves; i++) {
        set_range(l, &l->move[i], p, range);
        if (range[0] <= range[1] && need_of(&l->move[i], range[0]) < from)
            from = need_of(&l->move[i], range[0]);
    }
    return (uint32_t)from;
}

/* ---- Stored results ---- */

/* The id of p, which is a representative. */
static ta_status id_of(search *l, ta_call *call, const uint32_t *p, uint32_t *id) {
    uint32_t before = l->keys.count;
    ta_budget *b = &l->budget;
    ta_status st = ta_budget_reserve(b, call, (void **)&l->least, &l->least_cap,
                                     (size_t)before + 1, sizeof *l->least);
    if (!st)
        st = ta_budget_reserve(b, call, (void **)&l->wins, &l->wins_cap, (size_t)before + 1,
                               sizeof *l->wins);
    if (!st && l->misere)
        st = ta_budget_reserve(b, call, (void **)&l->from, &l->from_cap, (size_t)before + 1,
                               sizeof *l->from);
    if (!st) st = ta_keys_id(&l->keys, b, call, p, l->numbers, id);
    if (!st && l->keys.count > before) {
        l->least[before] = 0;
        l->wins[before] = NONE;
        if (l->misere) l->from[before] = from_of(l, p);
    }
    return st;
}

/* Is (p, x) lost? -1: unknown. */
static int known(const search *l, uint32_t id, uint32_t x) {
    if (l->misere && x < l->from[id]) return 0;
    if (x < l->least[id]) return 1;
    return x >= l->wins[id] ? 0 : -1;
}

static void forget(search *l) {
    const ta_allocator *a = l->budget.allocator;
    l->budget.bytes -= (double)(l->least_cap * sizeof *l->least + l->from_cap * sizeof *l->from +
                                l->wins_cap * sizeof *l->wins);
    ta_free(a, l->least, l->least_cap, sizeof *l->least);
    ta_free(a, l->from, l->from_cap, sizeof *l->from);
    ta_free(a, l->wins, l->wins_cap, sizeof *l->wins);
    ta_keys_clear(&l->keys, &l->budget);
    l->least = l->wins = l->from = NULL;
    l->least_cap = l->wins_cap = l->from_cap = 0;
}

/* The least need from `need` on among the moves of the top frame; NONE: there is none. */
static int64_t next_need(const search *l, int64_t need) {
    const int64_t *range = l->range + (l->depth - 1) * 2 * l->moves;
    int64_t least = NONE;
    for (size_t i = 0; i < l->moves; i++, range += 2) {
        const ta_limit_move *m = &l->move[i];
        int64_t k = range[0], own;
        if (k > range[1]) continue;
        if (m->needs[0] && need > need_of(m, k)) k = -floor_div(m->needs[1] - need, m->needs[0]);
        own = need_of(m, k);
        if (k <= range[1] && own >= need && own < least) least = own;
    }
    return least;
}

/* ---- The stack ---- */

static void begin_pass(const search *l, frame *f, int all) {
    f->need = (uint32_t)next_need(l, l->least[f->id]);
    f->move = 0;
    f->begun = 0;
    f->all = (uint8_t)all;
}

static ta_status push(search *l, ta_call *call, uint32_t id, uint32_t x) {
    size_t count;
    ta_status st = ta_budget_reserve(&l->budget, call, (void **)&l->stack, &l->stack_cap,
                                     l->depth + 1, sizeof *l->stack);
    if (!st)
        st = ta_budget_reserve(&l->budget, call, (void **)&l->range, &l->range_cap,
                               (l->depth + 1) * 2 * l->moves + 1, sizeof *l->range);
    if (st) return st;
    const uint32_t *p = ta_keys_list(&l->keys, id, &count);
    for (size_t i = 0; i < l->moves; i++)
        set_range(l, &l->move[i], p, l->range + (l->depth * l->moves + i) * 2);
    l->stack[l->depth++] = (frame){ .id = id, .x = x };
    begin_pass(l, &l->stack[l->depth - 1], !l->guess);
    return TA_OK;
}

/* The target of the move with k, as a representative. */
static ta_status target_of(const search *l, ta_call *call, const ta_limit_move *move, uint32_t id,
                           int64_t k, uint32_t q[TA_LIMITS_NUMBERS]) {
    size_t count, m = l->numbers;
    const uint32_t *p = ta_keys_list(&l->keys, id, &count);
    for (size_t i = 0; i < m; i++) {
        const int64_t *row = move->target + i * (m + 2);
        int64_t to = row_at(l, row, p) + row[m] * k;
        if (to < 0) return ta_fail(call, TA_EUNSUPPORTED, "a move leads below 0");
        if (to >= NUMBER_MOST) return TA_ERANGE;
        q[i] = (uint32_t)to;
    }
    sort(l, q);
    size_t i = 0;
    while (i < m && q[i] == p[i]) i++;
    if (i < m && q[i] < p[i]) return TA_OK;
    return ta_fail(call, TA_EUNSUPPORTED, "a move does not lead towards the start");
}

/* The range of k with the frame's current need. */
static void begin_move(const search *l, frame *f) {
    const ta_limit_move *m = &l->move[f->move];
    const int64_t *range = l->range + ((l->depth - 1) * l->moves + f->move) * 2;
    int64_t a = m->needs[0], b = m->needs[1], need = f->need;
    f->k = range[0];
    f->last = range[1];
    f->begun = 1;
    if (a == 0) {
        if (need_of(m, 0) != need) f->last = -1;
        return;
    }
    int64_t most = floor_div(need - b, a), least = need ? most : 0;
    if (most < f->last) f->last = most;
    if (least > f->k) f->k = least;
    if (f->k <= f->last && need_of(m, f->k) != need) f->last = -1;
}

/* Does the guess say that the target with the limit y is lost? */
static int is_likely(const search *l, const uint32_t *q, int64_t y) {
    const ta_numeration *n = l->guess->numeration;
    int64_t rest[TA_TRACKS];
    size_t length = 0;
    for (unsigned t = 0; t < l->tracks; t++) {
        rest[t] = t < l->numbers ? (int64_t)q[t] : y;
        while (length < n->weights && n->weight[length] <= rest[t]) length++;
    }
    uint32_t state = 0;
    while (length-- > 0) {
        uint8_t digit[TA_TRACKS] = { 0 };
        for (unsigned t = 0; t < l->tracks; t++) {
            digit[t] = (uint8_t)(rest[t] / n->weight[length]);
            rest[t] %= n->weight[length];
        }
        state = ta_automaton_next(l->guess, state, digit);
    }
    return l->guess->accepts[state];
}

/* The top frame has tried all its moves of this pass. */
static void end_pass(search *l, frame *f) {
    if (!f->all) {
        begin_pass(l, f, 1);
        return;
    }
    l->least[f->id] = f->need;
    l->depth--;
}

/* Try the next move of the top frame. */
static ta_status step(search *l, ta_call *call) {
    frame *f = &l->stack[l->depth - 1];
    if (f->need > f->x || f->need == NONE) {
        end_pass(l, f);
        return TA_OK;
    }
    if (f->move == l->moves) {
        f->need = (uint32_t)next_need(l, (int64_t)f->need + 1);
        f->move = 0;
        return TA_OK;
    }
    if (!f->begun) begin_move(l, f);
    const ta_limit_move *move = &l->move[f->move];
    if (f->k > f->last) {
        f->move++;
        f->begun = 0;
        return TA_OK;
    }
    uint32_t q[TA_LIMITS_NUMBERS], id;
    if (f->k >= (int64_t)move->nexts) return TA_ERANGE;
    int64_t y = move->next[f->k];
    int lost = !l->misere;
    if (y >= 0) {
        ta_status st = target_of(l, call, move, f->id, f->k, q);
        if (!st) st = id_of(l, call, q, &id);
        if (st) return st;
        lost = known(l, id, (uint32_t)y);
        if (lost < 0 && (f->all || is_likely(l, q, y))) return push(l, call, id, (uint32_t)y);
    }
    f->k++;
    if (lost > 0) {
        l->wins[f->id] = f->need;
        if (f->all) l->least[f->id] = f->need;
        l->depth--;
    }
    return TA_OK;
}

/* Clear the stack, and keep the bounds found so far. */
static void leave(search *l) {
    for (size_t i = 0; i < l->depth; i++) {
        const frame *f = &l->stack[i];
        if (f->all && f->need > l->least[f->id]) l->least[f->id] = f->need;
    }
    l->depth = 0;
}

ta_status ta_limit_search_lost(ta_limit_search *l, ta_call *call, const int64_t *p, int64_t x,
                               int64_t steps, int *lost) {
    call->message[0] = '\0';
    uint32_t q[TA_LIMITS_NUMBERS], id;
    int found = -1;
    for (size_t i = 0; i < l->numbers; i++) {
        ta_require(p[i] >= 0);
        if (p[i] >= NUMBER_MOST) steps = -1;
        q[i] = (uint32_t)p[i];
    }
    ta_require(x >= 0);
    if (x >= NONE || steps < 0) {
        *lost = found;
        return TA_OK;
    }
    sort(l, q);
    ta_status st = id_of(l, call, q, &id);
    if (!st && (found = known(l, id, (uint32_t)x)) < 0) st = push(l, call, id, (uint32_t)x);
    for (; !st && l->depth && steps > 0; steps--) {
        st = step(l, call);
        if (!st) st = ta_poll(call, 16, (double)l->keys.count, 0);
    }
    leave(l);
    if (st == TA_ELIMIT) forget(l);
    else if (!st) found = known(l, id, (uint32_t)x);
    if (st && st != TA_ELIMIT && st != TA_ERANGE) return st;
    *lost = found;
    return TA_OK;
}

/* ---- The search as an object ---- */

/* Copy the moves. */
static ta_status copy_moves(search *l, const ta_limit_move *move) {
    const ta_allocator *a = l->budget.allocator;
    size_t width = l->numbers + 2;
    l->row_count = l->next_count = 1;
    for (size_t i = 0; i < l->moves; i++) {
        l->row_count += (move[i].guards + l->numbers) * width;
        l->next_count += move[i].nexts;
    }
    l->move = ta_alloc(a, l->moves + 1, sizeof *l->move);
    l->rows = ta_alloc(a, l->row_count, sizeof *l->rows);
    l->nexts = ta_alloc(a, l->next_count, sizeof *l->nexts);
    if (!l->move || !l->rows || !l->nexts) return TA_ENOMEM;
    int64_t *row = l->rows, *next = l->nexts;
    for (size_t i = 0; i < l->moves; i++) {
        size_t guards = move[i].guards * width, targets = l->numbers * width;
        ta_limit_move *m = &l->move[i];
        *m = move[i];
        if (guards) memcpy(row, move[i].guard, guards * sizeof *row);
        memcpy(row + guards, move[i].target, targets * sizeof *row);
        memcpy(next, move[i].next, m->nexts * sizeof *next);
        m->guard = row;
        m->target = row + guards;
        m->next = next;
        row += guards + targets;
        next += m->nexts;
    }
    return TA_OK;
}

ta_status ta_limit_search_create(const ta_allocator *allocator, ta_call *call, size_t numbers,
                                 const ta_limit_move *move, size_t moves, int misere, double bytes,
                                 ta_limit_search **made) {
    allocator = ta_allocator_or_default(allocator);
    call->message[0] = '\0';
    ta_require(numbers >= 1 && numbers <= TA_LIMITS_NUMBERS);
    if (!ta_limits_are_held(move, moves))
        return ta_fail(call, TA_EUNSUPPORTED, "limits are below 0, or 2^32 - 1 and more");
    search *l = ta_alloc(allocator, 1, sizeof *l);
    if (!l) return TA_ENOMEM;
    l->held = *allocator;
    l->budget.allocator = &l->held;
    l->budget.bytes_most = bytes;
    l->numbers = numbers;
    l->moves = moves;
    l->misere = misere;
    ta_status st = copy_moves(l, move);
    if (!st) find_kin(l);
    if (st) ta_limit_search_destroy(l);
    else *made = l;
    return st;
}

void ta_limit_search_destroy(ta_limit_search *l) {
    if (!l) return;
    ta_allocator a = l->held;
    forget(l);
    ta_free(&a, l->stack, l->stack_cap, sizeof *l->stack);
    ta_free(&a, l->range, l->range_cap, sizeof *l->range);
    ta_free(&a, l->move, l->moves + 1, sizeof *l->move);
    ta_free(&a, l->rows, l->row_count, sizeof *l->rows);
    ta_free(&a, l->nexts, l->next_count, sizeof *l->nexts);
    ta_free(&a, l, 1, sizeof *l);
}

size_t ta_limit_search_numbers(const ta_limit_search *l) {
    return l->numbers;
}

void ta_limit_search_lead(ta_limit_search *l, const ta_automaton *guess) {
    l->guess = guess;
    l->tracks = 0;
    for (unsigned t = 0; guess && t < TA_TRACKS; t++)
        if (guess->tracks >> t & 1) l->tracks = t + 1;
}

size_t ta_limit_search_kin(const ta_limit_search *l, size_t i) {
    ta_require(i < l->numbers);
    return l->kin[i];
}
