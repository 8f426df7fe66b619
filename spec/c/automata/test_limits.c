/*
** test_limits.c - games whose last number limits the next move, against their definition by recursion:
** random small linear games, with and without a limit, normal and misere; piles whose least limits
** are known.
*/
#include "automata.h"

enum {
    NUMBERS = 3,
    WIDTH = NUMBERS + 2,
    MOVES = 3,
    GUARDS = 10,
    NEXTS = 70,
    TURNS = 200, /* no k is as large in any game here */
    CELLS = 128,
    LOWEST = -3, /* the tested limits, up to HIGHEST */
    HIGHEST = 160
};

/* Rows use numbers + 2 cells out of WIDTH. */
typedef struct game {
    size_t numbers, moves;
    int misere, limited;
    int64_t side[NUMBERS];
    ta_limit_move move[MOVES];
    int64_t guard[MOVES][GUARDS * WIDTH], target[MOVES][NUMBERS * WIDTH], next[MOVES][NEXTS];
} game;

/* ---- The definition ---- */

typedef struct option {
    int cell;
    int64_t needs, next;
} option;

typedef struct naive {
    const game *g;
    int cells;
    int count[CELLS];
    option options[CELLS][MOVES * TURNS];
    signed char lost[CELLS][HIGHEST - LOWEST + 1]; /* -1: unknown */
} naive;

static int64_t row_value(const game *g, const int64_t *row, const int64_t *p, int64_t k) {
    int64_t sum = row[g->numbers] * k + row[g->numbers + 1];
    for (size_t i = 0; i < g->numbers; i++) sum += row[i] * p[i];
    return sum;
}

/* p after the move; -1: outside the box. */
static int cell_after(const game *g, const ta_limit_move *move, const int64_t *p, int64_t k) {
    int cell = 0;
    for (size_t i = 0; i < g->numbers; i++) {
        int64_t to = row_value(g, move->target + i * (g->numbers + 2), p, k);
        if (to < 0 || to >= g->side[i]) return -1;
        cell = cell * (int)g->side[i] + (int)to;
    }
    return cell;
}

/* The options of p; 0: one of them is not supported. */
static int list(naive *n, int cell, const int64_t *p) {
    const game *g = n->g;
    n->count[cell] = 0;
    for (size_t i = 0; i < g->moves; i++)
        for (int64_t k = 0; k < TURNS; k++) {
            const ta_limit_move *move = &g->move[i];
            int may = 1, to = cell_after(g, move, p, k);
            for (size_t j = 0; j < move->guards; j++)
                may &= row_value(g, move->guard + j * (g->numbers + 2), p, k) >= 0;
            if (!may) continue;
            if (to < 0 || to >= cell || k >= (int64_t)move->nexts) return 0;
            n->options[cell][n->count[cell]++] =
                (option){ to, move->needs[0] * k + move->needs[1], move->next[k] };
        }
    return 1;
}

/* The next p; 0 after the last. */
static int advance(const game *g, int64_t *p) {
    for (size_t i = g->numbers; i-- > 0; p[i] = 0)
        if (++p[i] < g->side[i]) return 1;
    return 0;
}

static ta_status define(naive *n, const game *g) {
    int64_t p[NUMBERS] = { 0 };
    int below = 0, needs_below = 0, all = 1;
    n->g = g;
    n->cells = 0;
    memset(n->lost, -1, sizeof n->lost);
    do all &= list(n, n->cells++, p);
    while (advance(g, p) && all);
    for (size_t i = 0; i < g->moves; i++) {
        needs_below |= g->move[i].needs[1] < 0;
        for (size_t k = 0; k < g->move[i].nexts; k++) below |= g->move[i].next[k] < 0;
    }
    return all && !(below && needs_below) ? TA_OK : TA_EUNSUPPORTED;
}

static int is_lost(naive *n, int cell, int64_t x);

/* Does a move win? *any: is there one? */
static int moves_win(naive *n, int cell, int64_t x, int *any) {
    *any = 0;
    for (int i = 0; i < n->count[cell]; i++) {
        const option *o = &n->options[cell][i];
        if (x < o->needs) continue;
        *any = 1;
        if (is_lost(n, o->cell, o->next)) return 1;
    }
    return 0;
}

static int is_lost(naive *n, int cell, int64_t x) {
    assert_true(x >= LOWEST && x <= HIGHEST);
    signed char *known = &n->lost[cell][x - LOWEST];
    int any;
    if (*known < 0) {
        int won = moves_win(n, cell, x, &any);
        *known = (signed char)(any ? !won : !n->g->misere);
    }
    return *known;
}

/* ---- Random games ---- */

static int64_t *add_row(game *g, size_t i) {
    int64_t *row = g->guard[i] + g->move[i].guards++ * (g->numbers + 2);
    assert_true(g->move[i].guards <= GUARDS);
    memset(row, 0, (g->numbers + 2) * sizeof *row);
    return row;
}

/* Guards that keep target j in the box. */
static void keep_inside(game *g, size_t i, size_t j) {
    size_t width = g->numbers + 2;
    const int64_t *target = g->target[i] + j * width;
    int64_t *low = add_row(g, i), *high = add_row(g, i);
    for (size_t c = 0; c < width; c++) {
        low[c] = target[c];
        high[c] = -target[c];
    }
    high[width - 1] += g->side[j] - 1;
}

/* Along lines, to cells before: the first number that changes falls with k. */
static void line_targets(rng *r, game *g, size_t i) {
    size_t width = g->numbers + 2, first = (size_t)rng_between(r, 0, (int64_t)g->numbers - 1);
    int64_t *positive = add_row(g, i);
    positive[g->numbers] = 1;
    positive[g->numbers + 1] = -1;
    for (size_t j = 0; j < g->numbers; j++) {
        int64_t *row = g->target[i] + j * width;
        row[j] = 1;
        row[g->numbers] = j < first    ? 0
                          : j == first ? -rng_between(r, 1, 2)
                                       : rng_between(r, -1, 1);
        if (j > first && rng_between(r, 0, 3) == 0) row[g->numbers + 1] = rng_between(r, -1, 1);
    }
}

/* Anywhere, with the first number smaller by a guard. */
static void any_targets(rng *r, game *g, size_t i) {
    size_t width = g->numbers + 2;
    for (size_t j = 0; j < g->numbers; j++)
        for (size_t c = 0; c < width; c++)
            g->target[i][j * width + c] = c == j           ? 1
                                          : c == width - 1 ? rng_between(r, -1, 2)
                                                           : rng_between(r, -1, 1);
    int64_t *before = add_row(g, i);
    for (size_t c = 0; c < width; c++) before[c] = (c == 0) - g->target[i][c];
    before[width - 1]--;
}

static void limits_after(rng *r, game *g, size_t i, int below) {
    int64_t shape = rng_between(r, 0, 4), by = rng_between(r, 1, 2), last = rng_between(r, 0, 3);
    for (int64_t k = 0; k < NEXTS; k++) {
        int64_t *y = &g->next[i][k];
        switch (g->limited ? shape : -1) {
        case -1: *y = 0; break;
        case 0:
        case 1: *y = by * k + last; break;
        case 2: *y = last += rng_between(r, 0, 2) / 2; break;
        case 3: *y = rng_between(r, below ? -2 : 0, 9); break;
        default: *y = k < 6 ? 6 - k : 1; break;
        }
    }
}

static void random_move(rng *r, game *g, size_t i) {
    ta_limit_move *move = &g->move[i];
    int line = rng_between(r, 0, 2) > 0;
    (line ? line_targets : any_targets)(r, g, i);
    for (size_t j = 0; j < g->numbers; j++)
        if (rng_between(r, 0, 99)) keep_inside(g, i, j); /* at times one leads out */
    if (rng_between(r, 0, 2) == 0) {
        int64_t *row = add_row(g, i);
        for (size_t c = 0; c < g->numbers + 2; c++) row[c] = rng_between(r, -2, 2);
    }
    int64_t *bound = add_row(g, i);
    bound[g->numbers] = -rng_between(r, 1, 2);
    bound[g->numbers + 1] = rng_between(r, 0, 3) ? rng_between(r, 1, 2 * NEXTS - 2) : 1;
    move->nexts = rng_between(r, 0, 19) ? NEXTS : (size_t)rng_between(r, 1, 20);
    if (bound[g->numbers] == -1 && bound[g->numbers + 1] >= NEXTS) bound[g->numbers + 1] /= 2;
    move->needs[0] = g->limited ? rng_between(r, 0, 2) : 0;
    move->needs[1] = g->limited ? rng_between(r, 0, 3) : 0;
    if (g->limited && rng_between(r, 0, 9) == 0) move->needs[1] = -1;
    limits_after(r, g, i, rng_between(r, 0, 4) == 0);
    move->guard = g->guard[i];
    move->target = g->target[i];
    move->next = g->next[i];
}

static void random_game(rng *r, game *g) {
    static const int64_t most[NUMBERS + 1] = { 0, 60, 11, 5 };
    memset(g, 0, sizeof *g);
    g->numbers = (size_t)rng_between(r, 1, NUMBERS);
    g->moves = (size_t)rng_between(r, 1, MOVES);
    g->misere = (int)rng_between(r, 0, 1);
    g->limited = rng_between(r, 0, 3) > 0;
    for (size_t i = 0; i < g->numbers; i++) g->side[i] = rng_between(r, 1, most[g->numbers]);
    for (size_t i = 0; i < g->moves; i++) random_move(r, g, i);
}

static void compare(naive *n, const game *g, const ta_limited *l, int round) {
    int64_t p[NUMBERS] = { 0 };
    assert_int_equal(ta_limits_numbers(l), g->numbers);
    for (int cell = 0; cell < n->cells; cell++, advance(g, p)) {
        ta_amount least = ta_limits_least(l, p), found = TA_INF;
        for (int64_t x = 0; x <= HIGHEST; x++) {
            int any, wins = moves_win(n, cell, x, &any);
            if (wins && found == TA_INF) found = x;
            if (ta_limits_lost(l, p, x) != is_lost(n, cell, x))
                fail_msg("game %d, cell %d, limit %lld: lost %d, by definition %d", round, cell,
                         (long long)x, ta_limits_lost(l, p, x), is_lost(n, cell, x));
        }
        if (least != found)
            fail_msg("game %d, cell %d: least %lld, by definition %lld", round, cell,
                     (long long)least, (long long)found);
    }
}

/* ---- The search ---- */

/* A set of no meaning, of three states, on the numbers and the limit: moves into it are tried first. */
static ta_automaton *random_set(rng *r, const ta_numeration *numeration, unsigned tracks) {
    enum { STATES = 3 };
    uint32_t next[STATES << (NUMBERS + 1)];
    uint8_t accepts[STATES];
    ta_automaton *made = NULL;
    for (size_t i = 0; i < (size_t)STATES << tracks; i++)
        next[i] = (uint32_t)rng_between(r, 0, STATES - 1);
    next[0] = 0; /* leading zeros */
    for (size_t i = 0; i < STATES; i++) accepts[i] = (uint8_t)rng_between(r, 0, 1);
    ok(ta_automaton_from_table(numeration, &plain, tracks, STATES, next, accepts, &made));
    return made;
}

/* Positions in any order, with few steps (then it may not be found, but never wrong) or many; what is kept may be
** forgotten at any time. */
static void compare_search(rng *r, naive *n, const game *g, const ta_automaton *guess, int round) {
    double bytes = rng_between(r, 0, 3) ? 0 : 6000;
    MADE(ta_limit_search, l,
         ta_limit_search_create(NULL, &plain, g->numbers, g->move, g->moves, g->misere, bytes, &l));
    assert_int_equal(ta_limit_search_numbers(l), g->numbers);
    for (int i = 0; i < 100; i++) {
        int64_t p[NUMBERS] = { 0 }, x = rng_between(r, 0, HIGHEST);
        int cell = (int)rng_between(r, 0, n->cells - 1), rest = cell, lost = 2;
        int few = rng_between(r, 0, 3) == 0;
        for (size_t j = g->numbers; j-- > 0; rest /= (int)g->side[j]) p[j] = rest % g->side[j];
        if (i == 50) ta_limit_search_lead(l, guess);
        ok(ta_limit_search_lost(l, &plain, p, x, few ? 20 : 1 << 24, &lost));
        if (lost < 0 ? !few && bytes == 0 : lost != is_lost(n, cell, x))
            fail_msg("game %d, cell %d, limit %lld: search %d, by definition %d", round, cell,
                     (long long)x, lost, is_lost(n, cell, x));
    }
}

TEST(test_random) {
    static naive n;
    static game g;
    rng r = rng_start(20265);
    int done[2][2][NUMBERS + 1] = { 0 }, refused = 0, rounds = short_run() ? 300 : 2000;
    const int64_t two = 2, one = 1;
    ta_call made = TA_CALL_INIT;
    OWN(ta_numeration) *numeration = NULL;
    assert_status(TA_OK, &made,
                  ta_numeration_create(NULL, &made, 1, &two, &one, NULL, &numeration));
    for (int round = 0; round < rounds; round++) {
        OWN(ta_limited) *l = NULL;
        random_game(&r, &g);
        ta_status expected = define(&n, &g);
        ta_status st =
            ta_limits_create(NULL, &plain, g.numbers, g.side, g.move, g.moves, g.misere, &l);
        if (st != expected) fail_msg("game %d: %s", round, ta_status_name(st));
        if (st) {
            assert_null(l);
            assert_true(plain.message[0] != '\0');
            refused++;
            continue;
        }
        done[g.misere][g.limited][g.numbers]++;
        compare(&n, &g, l, round);
        OWN(ta_automaton) *guess = random_set(&r, numeration, (unsigned)g.numbers + 1);
        compare_search(&r, &n, &g, guess, round);
    }
    printf("# %d of %d not supported\n", refused, rounds);
    assert_true(refused > rounds / 50 && refused < rounds / 2);
    for (int i = 0; i < 4; i++)
        for (int m = 1; m <= NUMBERS; m++) assert_true(done[i & 1][i >> 1][m] > rounds / 100);
}

/* Three piles, k from each up to the limit; the first has a move of its own unless `alike`. */
static void exchange(int alike, int misere) {
    enum { SIDE = 9, NEXT = 40 };
    int64_t guard[4][2 * 5] = { { 0 } }, target[4][3 * 5] = { { 0 } }, next[NEXT];
    const int64_t side[3] = { SIDE, SIDE, SIDE };
    ta_limit_move move[4];
    OWN(ta_limited) *box = NULL;
    OWN(ta_limit_search) *l = NULL;
    for (int64_t k = 0; k < NEXT; k++) next[k] = k + 1;
    for (size_t i = 0; i < 4; i++) {
        size_t pile = i % 3, one = i == 1; /* guards in another order there */
        guard[i][5 * one + 3] = 1;
        guard[i][5 * one + 4] = -1 - (i == 3);
        guard[i][5 * !one + pile] = 1;
        guard[i][5 * !one + 3] = -1;
        for (size_t j = 0; j < 3; j++) target[i][5 * j + j] = 1;
        target[i][5 * pile + 3] = -1 - (i == 3);
        move[i] = (ta_limit_move){ 2, guard[i], target[i], { 1, 0 }, next, NEXT };
    }
    guard[3][5 * 1 + 3] = -2;
    size_t moves = alike ? 3 : 4;
    ok(ta_limits_create(NULL, &plain, 3, side, move, moves, misere, &box));
    ok(ta_limit_search_create(NULL, &plain, 3, move, moves, misere, 0, &l));
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(ta_limit_search_kin(l, i), alike || i == 0 ? 0 : 1);
    for (int64_t cell = SIDE * SIDE * SIDE; cell-- > 0;)
        for (int64_t x = 0; x < SIDE + 3; x++) {
            int64_t p[3] = { cell / SIDE / SIDE, cell / SIDE % SIDE, cell % SIDE };
            int lost = 2;
            ok(ta_limit_search_lost(l, &plain, p, x, 1 << 24, &lost));
            assert_int_equal(lost, ta_limits_lost(box, p, x));
        }
}

/* Numbers that may be exchanged are known as such, and no others. */
TEST(test_exchanged) {
    for (int i = 0; i < 4; i++) exchange(i & 1, i >> 1);
}

/* ---- One pile ---- */

/* With f = k the least limit is the lowest bit of n, and with 2k the least of Zeckendorf's parts
** (Whinihan); where cells are left out, and in a box too long for that. */
TEST(test_known) {
    enum { SIDE = 66000 };
    static int64_t next[SIDE];
    for (int times = 1; times <= 2; times++)
        for (int longer = 0; longer <= 1; longer++) {
            int64_t side = longer ? SIDE : 60000, fibonacci[30] = { 1, 2 };
            for (int i = 2; i < 30; i++) fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
            for (int64_t k = 0; k < side; k++) next[k] = times * k;
            ta_limit_move move = pile_move(next, (size_t)side);
            MADE(ta_limited, l, pile(&plain, side, &move, &l));
            for (int64_t n = 1; n < side; n++) {
                int64_t least = n & -n;
                for (int i = 29, rest = (int)n; times == 2 && rest > 0; i--)
                    if (fibonacci[i] <= rest) rest -= (int)(least = fibonacci[i]);
                assert_int_equal(ta_limits_least(l, &n), least);
            }
        }
}

/* The omitted options exceed what a link holds: all but the last of 65,537 or more k lose. */
TEST(test_long_links) {
    enum { SIDE = 65600, LONG = 65537 };
    static const int64_t all[2 * 3] = { 1, 0, -1, 0, -1, 0 }, none[3] = { 0 }, five = 5;
    static const int64_t guard[3 * 3] = { 0, 1, -1, 1, -1, 0, 1, 0, -LONG }, less[3] = { 1, -1, 0 };
    static int64_t next[SIDE];
    const ta_limit_move move[2] = { { 2, all, none, { 0, 1 }, &five, 1 },
                                    { 3, guard, less, { 0, 0 }, next, SIDE } };
    int64_t side = SIDE;
    for (int64_t k = 0; k < SIDE; k++) next[k] = 5;
    MADE(ta_limited, l, ta_limits_create(NULL, &plain, 1, &side, move, 2, 0, &l));
    for (int64_t n = 1; n < SIDE; n++) assert_int_equal(ta_limits_least(l, &n), n < LONG);
}

RUN_TESTS
