/*
** moves.c - enumerates all winning moves of (p, q, x).
**
** Taking k from a pile wins iff f(k) < L(result). Where L is known by the closed form
** and f does not fall, the winning k form arithmetic progressions. Let a <= b be the piles, N = b -
** a, and t(v) = max{k : f(k) < v}. After taking k the new difference d has some g(d) = 2^j. This
** fixes k modulo 2^(j+1), and then:
**
**   from     d      smaller left s   L(result)                 wins iff
**   larger   N - k  a                a if a <= f(2^j) else 2^j  k <= t(L)
**   larger   0      a                a                          f(N) < a
**   larger   k - N  b - k            s if s <= f(2^j) else 2^j  k <= u(b) or t(2^j)
**   smaller  N + k  a - k            s if s <= f(2^j) else 2^j  k <= u(a) or t(2^j)
**   either   -      0                inf                        always
**
** with u(c) = max{k : f(k) + k < c}, since f(k) < c - k. In misere play the last row loses. There
** L(result) is g(d) (inf for d = 0), and only t(2^j) remains. Progressions of different classes are
** disjoint; a heap merges them by the number taken.
*/
#include "base/amount.h"
#include "base/mem.h"
#include "base/poll.h"
#include "two_pile_int.h"

typedef struct progression {
    ta_amount next, last, step;
    int pile;
} progression;

struct ta_two_pile_moves {
    ta_allocator allocator;
    ta_two_pile *game;
    ta_amount p, q, x;
    int generated;     /* by progressions; else every k is tested */
    ta_amount k, most; /* when tested: the next k, the last k */
    int pile;
    progression *heap; /* least (next, pile) first */
    size_t count, cap;
    ta_amount bound; /* total number of generated moves */
};

/* ---- Progressions ---- */

static int before(const progression *u, const progression *v) {
    return u->next != v->next ? u->next < v->next : u->pile < v->pile;
}

static void sift_down(progression *heap, size_t count, size_t i) {
    for (;;) {
        size_t least = i, child = 2 * i + 1;
        if (child < count && before(&heap[child], &heap[least])) least = child;
        if (child + 1 < count && before(&heap[child + 1], &heap[least])) least = child + 1;
        if (least == i) return;
        progression t = heap[i];
        heap[i] = heap[least];
        heap[least] = t;
        i = least;
    }
}

/* Add the k of low..high with k = residue modulo `step` (a power of two <= 2^63). */
static ta_status add(ta_two_pile_moves *w, int pile, ta_amount low, ta_amount high,
                     ta_amount residue, uint64_t step) {
    if (low > high) return TA_OK;
    uint64_t ahead = ((uint64_t)residue - (uint64_t)low) & (step - 1);
    if (ahead > (uint64_t)(high - low)) return TA_OK;
    ta_amount first = low + (ta_amount)ahead;
    uint64_t more = step ? (uint64_t)(high - first) / step : 0;
    void *heap = w->heap;
    ta_status s = ta_reserve(&w->allocator, &heap, &w->cap, w->count + 1, sizeof *w->heap);
    w->heap = heap;
    if (s) return s;
    w->heap[w->count++] =
        (progression){ first, (ta_amount)((uint64_t)first + more * step), (ta_amount)step, pile };
    w->bound = ta_add(w->bound, ta_add((ta_amount)more, 1));
    return TA_OK;
}

/* The largest k in 0..high with f(k) + (plus ? k : 0) < v. */
static ta_status last_below(ta_two_pile_moves *w, ta_call *call, ta_amount v, int plus,
                            ta_amount high, ta_amount *k) {
    ta_amount low = 0, f;
    while (low < high) {
        ta_amount middle = low + (high - low + 1) / 2;
        ta_status s = ta_movefn_value(w->game->f, call, middle, &f);
        if (s) return s;
        if (ta_add(f, plus ? middle : 0) < v) low = middle;
        else high = middle - 1;
    }
    *k = low;
    return TA_OK;
}

static ta_amount least_of(ta_amount x, ta_amount y) {
    return x < y ? x : y;
}

/*
** Add one class of moves that leave difference d, g(d) = h, and a smaller pile c - k. Here k lies
** in low..high, and k = residue mod 2h. The two calls are the two cases of "s if s <= f(h) else h".
*/
static ta_status add_shrinking(ta_two_pile_moves *w, ta_call *call, int pile, ta_amount low,
                               ta_amount high, ta_amount c, ta_amount h, ta_amount residue) {
    ta_amount limit, t, u = 0, split;
    if (low > high) return TA_OK;
    ta_status s = ta_movefn_value(w->game->f, call, h, &limit);
    if (!s) s = last_below(w, call, h, 0, high, &t);
    if (s) return s;
    if (w->game->misere) return add(w, pile, low, least_of(high, t), residue, 2 * (uint64_t)h);
    s = last_below(w, call, c, 1, high, &u);
    split = limit >= c ? 0 : c - limit; /* from here on s = c - k <= f(h) */
    if (!s)
        s = add(w, pile, split > low ? split : low, least_of(high, u), residue, 2 * (uint64_t)h);
    if (!s) s = add(w, pile, low, least_of(least_of(high, t), split - 1), residue, 2 * (uint64_t)h);
    return s;
}

static ta_status generate(ta_two_pile_moves *w, ta_call *call) {
    int larger = w->p <= w->q ? 2 : 1, misere = w->game->misere;
    ta_amount a = least_of(w->p, w->q), b = w->p + w->q - a, n = b - a;
    ta_amount most_a = least_of(a, w->x), most_b = least_of(b, w->x), limit, t;
    ta_status s = TA_OK;
    for (int j = 0; j < 62 && (ta_amount)1 << j < b && !s; j++) {
        ta_amount h = (ta_amount)1 << j;
        uint64_t step = 2 * (uint64_t)h;
        if (h < n) { /* larger pile, which stays larger */
            s = ta_movefn_value(w->game->f, call, h, &limit);
            ta_amount value = !misere && a <= limit ? a : h;
            if (!s) s = last_below(w, call, value, 0, least_of(n - 1, most_b), &t);
            if (!s) s = add(w, larger, 1, t, n - h, step);
        }
        if (!s)
            s = add_shrinking(w, call, larger, n + 1, least_of(b - 1, most_b), b, h,
                              (ta_amount)(((uint64_t)n + (uint64_t)h) & (step - 1)));
        if (!s)
            s = add_shrinking(w, call, 3 - larger, 1, least_of(a - 1, most_a), a, h,
                              (ta_amount)(((uint64_t)h - (uint64_t)n) & (step - 1)));
    }
    if (!s && n > 0 && n <= most_b) { /* level piles */
        s = ta_movefn_value(w->game->f, call, n, &limit);
        if (!s && (misere || limit < a)) s = add(w, larger, n, n, n, 1);
    }
    if (!s && !misere && a <= most_a) s = add(w, 3 - larger, a, a, a, 1);
    if (!s && !misere && b <= most_b) s = add(w, larger, b, b, b, 1);
    for (size_t i = w->count / 2; i-- > 0;) sift_down(w->heap, w->count, i);
    return s;
}

/* ---- The walk ---- */

/* Make L known for all moves from a <= b: by the closed form, or a table. ELIMIT. */
static ta_status ready(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b, int *proved) {
    ta_status s = ta_two_pile_closed(game, call, a, b, proved);
    return s || *proved ? s : ta_two_pile_cover(game, call, ta_to_grid(game, a), ta_to_grid(game, b));
}

ta_status ta_two_pile_moves_create(ta_two_pile *game, ta_call *call, ta_amount p, ta_amount q,
                                   ta_amount x, ta_two_pile_moves **walk) {
    ta_outcome outcome;
    int proved = 0;
    ta_status s = p > 0 && q > 0 && x > 0 ? ready(game, call, least_of(p, q), p > q ? p : q, &proved) : TA_OK;
    if (!s) s = ta_two_pile_outcome(game, call, p, q, x, &outcome);
    if (s) return s;
    ta_two_pile_moves *w = ta_alloc(&game->allocator, 1, sizeof *w);
    if (!w) return TA_ENOMEM;
    ta_amount larger = p > q ? p : q;
    *w = (ta_two_pile_moves){ .allocator = game->allocator,
                              .game = game,
                              .p = p,
                              .q = q,
                              .x = x,
                              .k = 1,
                              .most = least_of(x, larger),
                              .pile = 1 };
    if (p == 0 || q == 0 || outcome == TA_P) w->most = 0;
    if (w->most > 0 && proved && ta_movefn_known_nondecreasing(game->f, call)) {
        w->generated = 1;
        s = generate(w, call);
    }
    if (s) ta_two_pile_moves_destroy(w);
    else *walk = w;
    return s;
}

static void next_generated(ta_two_pile_moves *w, ta_two_pile_move *moves, size_t most,
                           size_t *count) {
    size_t n = 0;
    while (n < most && w->count > 0) {
        progression *top = w->heap;
        moves[n++] = (ta_two_pile_move){ top->next, top->pile };
        if (top->next == top->last) *top = w->heap[--w->count];
        else top->next += top->step;
        sift_down(w->heap, w->count, 0);
    }
    *count = n;
}

/* Does taking k from `pile` win? */
static ta_status wins(ta_two_pile_moves *w, ta_call *call, ta_amount k, int pile, int *yes) {
    ta_amount p = pile == 1 ? w->p - k : w->p, q = pile == 2 ? w->q - k : w->q, limit, least;
    *yes = 0;
    if (p < 0 || q < 0) return TA_OK;
    if (p == 0 || q == 0) {
        *yes = !w->game->misere;
        return TA_OK;
    }
    ta_status s = ta_movefn_value(w->game->f, call, k, &limit);
    if (!s) s = ta_two_pile_least_move(w->game, call, p, q, &least);
    if (!s) *yes = least == TA_INF || limit < least; /* inf is above every limit */
    return s;
}

ta_status ta_two_pile_moves_next(ta_two_pile_moves *w, ta_call *call, ta_two_pile_move *moves,
                                 size_t most, size_t *count) {
    if (w->generated) {
        next_generated(w, moves, most, count);
        return TA_OK;
    }
    size_t n = 0;
    ta_amount k = w->k; /* a failure leaves the walk unchanged */
    int pile = w->pile;
    while (n < most && k <= w->most) {
        int yes;
        ta_status s = wins(w, call, k, pile, &yes);
        if (!s) s = ta_poll(call, 8, (double)k, (double)w->most);
        if (s) return s;
        if (yes) moves[n++] = (ta_two_pile_move){ k, pile };
        if (pile == 2) k++;
        pile = 3 - pile;
    }
    w->k = k;
    w->pile = pile;
    *count = n;
    return TA_OK;
}

int ta_two_pile_moves_exceed(const ta_two_pile_moves *walk, ta_amount count) {
    return walk->generated && walk->bound > count;
}

void ta_two_pile_moves_destroy(ta_two_pile_moves *w) {
    if (!w) return;
    ta_allocator allocator = w->allocator;
    ta_free(&allocator, w->heap, w->cap, sizeof *w->heap);
    ta_free(&allocator, w, 1, sizeof *w);
}
