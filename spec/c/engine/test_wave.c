/*
** test_wave.c - wavefronts of blocks of a box by several threads. Moves of the random rules go back in the
** row, grow with it, go to earlier rows and layers, past their own column there, and beyond the box. Which
** blocks are used. All queries against the definition, for each number of threads, in memory and into packed
** answers. Boxes that are partly known. Values that do not fit. Limits. Stopping and resuming, also while memory
** is refused.
*/
#include <pthread.h>
#include <sched.h>

#include "base/answers.h"
#include "base/mem.h"
#include "engine/solver_int.h"
#include "engine/wavefront.h"
#include "row_rule.h"

enum { A = 4, B = 14, C = 140, SIZE = A * B * C, KINDS = 16 /* and some more */, MOVES = 5 };

static const int64_t FROM[3] = { 0, 0, 0 }, TO[3] = { A - 1, B - 1, C - 1 };

typedef struct game {
    moves m;
    int kind[MOVES];
    int64_t k[MOVES]; /* 1 to 5 */
    long calls;
    long late; /* rows are available after this number of calls */
} game;

static atomic_long rows_told;
static int alone; /* only the calling thread may ask for rows; */
static pthread_t calling;
static atomic_int others; /* did another one? */

/* One move as a record, in the row of (a, b), its t being c; 0: there is none there. It holds from column `first` on for
** *most columns at most, and for *held rows b, b + 1 and so on at most. */
static int record_of(const void *of, int j, int64_t a, int64_t b, int64_t first, int64_t *to,
                     int64_t *most, int64_t *held) {
    const game *g = of;
    int64_t k = g->k[j], from = 0, turns = 0, more = 0, m = C / 2 + k;
    int64_t start[3] = { a, b, 0 }, each[3] = { 0, 0, 1 }, step[3] = { 0, 0, 0 },
            up[3] = { 0, 1, 0 };
    switch (g->kind[j]) {
    case 0: /* (a, b, c - k) */
        from = k;
        start[2] = -k;
        break;
    case 1: /* all (a, b, c - i) */
        from = 1, turns = -1, more = 1;
        start[2] = -1;
        step[2] = -1;
        break;
    case 2: /* (a, b - k, c) */
        if (b < k) return *held = 1, 0;
        start[1] -= k;
        break;
    case 3: /* all (a, b - i, c) */
        *held = 1;
        if (b == 0) return 0;
        turns = b - 1;
        start[1]--;
        step[1] = -1;
        break;
    case 4: /* all (a - i, b, c) */
        if (a == 0) return 0;
        turns = a - 1;
        start[0]--;
        step[0] = -1;
        break;
    case 5: /* (a, b - 1, c - k) */
        if (b == 0) return *held = 1, 0;
        from = k;
        start[1]--;
        start[2] = -k;
        break;
    case 6: /* (a, b - 1, m) from m - k on: some columns ahead */
        if (b == 0) return *held = 1, 0;
        from = m - k;
        start[1]--;
        start[2] = m;
        each[2] = 0;
        break;
    case 7: /* (a - 1, B - 1 - b, 2 m - c) from m - 2 k on, as long as that is in the box */
        *held = 1;
        if (a == 0) return 0;
        from = m - 2 * k;
        start[0]--;
        start[1] = B - 1 - b;
        start[2] = 2 * m;
        each[2] = -1;
        break;
    case 10: /* all (a, b - i, c - i): the row is cut at b */
        *held = 1;
        if (b == 0) return 0;
        from = 1, turns = -1, more = 1;
        if (first >= b) turns = b - 1, more = 0;
        else if (*most > b - first) *most = b - first;
        start[1]--, start[2]--;
        step[1] = step[2] = -1;
        break;
    case 11: /* (a, b - 1, m): far ahead, so that rows do not do, and planes do */
    case 13: /* (a, b - 1, C + 2 k): beyond the box */
        if (b == 0) return *held = 1, 0;
        start[1]--;
        start[2] = g->kind[j] == 11 ? m : C + 2 * k;
        each[2] = 0;
        break;
    case 14: /* (a - 1, B - 1, c) */
        *held = 1;
        if (a == 0) return 0;
        start[0]--;
        start[1] = B - 1;
        break;
    case 15: /* (a - 1, 2 b, c): the further ahead the higher b is */
    case 16: /* (a, 2 b - 5, c - k), b < 7: before it but for b = 6 */
        m = g->kind[j] == 15 ? 2 * b : 2 * b - 5;
        if (m < 0 || m > (g->kind[j] == 15 ? B - 1 : 7) || (a == 0 && g->kind[j] == 15))
            return *held = 1, 0;
        if (*held > (B - 1 - m) / 2 + 1) *held = (B - 1 - m) / 2 + 1;
        start[1] = m;
        up[1] = 2;
        if (g->kind[j] == 15) start[0]--;
        else from = k, start[2] = -k, *held = *held < 4 ? *held : 4;
        break;
    case 17: /* (a, b - 1, 2 C - 1) of what is beyond the box alone */
        if (b == 0) return *held = 1, 0;
        from = C;
        start[1]--;
        start[2] = 2 * C - 1;
        each[2] = 0;
        break;
    case 12: /* all (a - i, b, m + k i) from k on */
        if (a == 0) return 0;
        from = k;
        turns = a - 1;
        start[0]--;
        start[2] = m + k;
        each[2] = 0;
        step[0] = -1;
        step[2] = k;
        break;
    case 9: /* (a, b + 1, c - k) from m on: not before it */
        if (b == B - 1) return 0;
        *held = 1;
        from = m;
        start[1]++;
        start[2] = -k;
        break;
    default: /* (a, b - 1, c + k): some of them are not in the box */
        if (b == 0) return *held = 1, 0;
        start[1]--;
        start[2] = k;
    }
    to[0] = 3, to[1] = from, to[2] = turns, to[3] = more;
    memcpy(to + 4, start, sizeof start);
    memcpy(to + 7, each, sizeof each);
    memcpy(to + 10, step, sizeof step);
    memcpy(to + 13, up, sizeof up);
    return 1;
}

ROW_RULE(game_reader, 1, (MOVES * TA_ROW_RECORD(3))) {
    const game *g = of;
    atomic_fetch_add(&rows_told, 1);
    if (alone && !pthread_equal(pthread_self(), calling)) atomic_store(&others, 1);
    return moves_write(&g->m, p, most, held, to);
}

static int game_row(void *ctx, ta_call *call, size_t size, ta_row_reader *reader) {
    const game *g = ctx;
    if (g->calls < g->late) return 0;
    game_reader(ctx, call, size, reader);
    reader->shared = !alone;
    return 1;
}

OPTIONS(game_options) {
    game *g = ctx;
    g->calls++;
    return moves_emit(&g->m, call, p, sink);
}

/* ---- The definition ---- */

/* Columns of the definition: what is named to the right of the box is computed, too. */
enum { WIDE = C + 6 * B, ALL = A * B * WIDE };

typedef struct truth {
    int wins[ALL], misere[ALL], nim[ALL], far[ALL], misere_far[ALL];
} truth;

static int remote(const int *value, const int *option, int count, int misere) {
    int least = INT32_MAX, most = -1;
    if (count == 0) return misere != 0;
    for (int i = 0; i < count; i++) {
        int far = value[option[i]] >> 1, won = value[option[i]] & 1;
        if (!won && far < least) least = far;
        if (far > most) most = far;
    }
    return least < INT32_MAX ? 2 * (least + 1) + 1 : 2 * (most + 1);
}

static void define(const game *g, truth *to) {
    int up = 0;
    for (int j = 0; j < g->m.count; j++) up |= g->kind[j] == 9 || g->kind[j] == 16;
    for (int n = 0; n < ALL; n++) { /* in an order where options come before */
        static int option[ALL];
        static char seen[ALL];
        int count = 0;
        int64_t a = n / (B * WIDE), b = up ? n % B : n / WIDE % B, c = up ? n / B % WIDE : n % WIDE;
        int place = (int)((a * B + b) * WIDE + c);
        for (int j = 0; j < g->m.count; j++) {
            int64_t at[3], step[3], turns = moves_run(&g->m, j, INTEGERS(a, b, c), at, step);
            for (; turns > 0; turns--) {
                if (at[2] >= 0 && at[2] < WIDE)
                    option[count++] = (int)((at[0] * B + at[1]) * WIDE + at[2]);
                for (int x = 0; x < 3; x++) at[x] += step[x];
            }
        }
        memset(seen, 0, (size_t)count + 1);
        to->wins[place] = 0;
        to->misere[place] = count == 0;
        for (int i = 0; i < count; i++) {
            to->wins[place] |= !to->wins[option[i]];
            to->misere[place] |= !to->misere[option[i]];
            if (to->nim[option[i]] <= count) seen[to->nim[option[i]]] = 1;
        }
        to->nim[place] = 0;
        while (seen[to->nim[place]]) to->nim[place]++;
        to->far[place] = remote(to->far, option, count, 0);
        to->misere_far[place] = remote(to->misere_far, option, count, 1);
    }
}

static int told(const truth *t, ta_question what, int64_t a, int64_t b, int64_t c) {
    static const int outcomes[] = { 3 * TA_LOSS + TA_LOSS, 3 * TA_WIN + TA_WIN };
    int64_t place = (a * B + b) * WIDE + c;
    switch (what) {
    case TA_ASK_OUTCOME: return outcomes[t->wins[place]];
    case TA_ASK_MISERE_OUTCOME: return outcomes[t->misere[place]];
    case TA_ASK_NIM_VALUE: return t->nim[place];
    case TA_ASK_REMOTENESS: return t->far[place] >> 1;
    default: return t->misere_far[place] >> 1;
    }
}

/* ---- Random rules ---- */

/* A rule of moves that stay in the box and have smaller ids, or of any. */
static game random_game(rng *r, int any) {
    static const int inner[] = { 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 15 };
    game g = { .m.record = record_of };
    int right = 0, up = 0;
    g.m.count = (int)rng_between(r, 1, MOVES);
    for (int j = 0; j < g.m.count; j++) {
        static const int all[KINDS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16 };
        g.kind[j] = any ? all[rng_between(r, 0, KINDS - 1)]
                        : inner[rng_between(r, 0, sizeof inner / sizeof *inner - 1)];
        g.k[j] = rng_between(r, 1, 5);
        right |= g.kind[j] == 8 || g.kind[j] == 13;
        up |= g.kind[j] == 9 || g.kind[j] == 16;
    }
    for (int j = 0; j < g.m.count;
         j++) { /* so that no way to the right is longer than WIDE - C; and play ends */
        int kind = g.kind[j];
        if (right && kind == 7) g.kind[j] = 5;
        if (up && ((kind >= 6 && kind < 9) || kind == 11 || kind == 13)) g.kind[j] = 5;
    }
    return g;
}

/* (a, b, c - 1) and (a, b - 1, c). */
static const game near = { { 2, record_of }, .kind = { 0, 2 }, .k = { 1, 1 } };

static ta_solver *solver_of(game *g, const ta_allocator *a) {
    ta_solver *s = solver_by(a, (ta_ruleset){ .ctx = g, .options = game_options });
    if (s) ta_solver_set_row_rule(s, game_row);
    return s;
}

static void compare(const ta_solver *s, ta_question what, const int64_t *from, const truth *t) {
    static uint32_t cells[SIZE];
    ok(ta_solver_box_cells(s, &plain, what, TA_LEFT, 3, from, TO, 4, cells));
    size_t n = 0;
    for (int64_t a = from[0]; a < A; a++)
        for (int64_t b = from[1]; b < B; b++)
            for (int64_t c = from[2]; c < C; c++)
                if ((int)cells[n++] != told(t, what, a, b, c))
                    fail_msg("question %d of (%d, %d, %d): %u, and is %d", (int)what, (int)a,
                             (int)b, (int)c, cells[n - 1], told(t, what, a, b, c));
}

static truth known; /* of the last random game */

static game draw(rng *r, int any) {
    game g = random_game(r, any);
    define(&g, &known);
    print_message("moves:");
    for (int j = 0; j < g.m.count; j++) print_message(" %d(%d)", g.kind[j], (int)g.k[j]);
    print_message("\n");
    return g;
}

TEST(test_box) {
    rng r = rng_start(20261123);
    int games = short_run() ? 12 : 60;
    atomic_store(&rows_told, 0);
    for (int n = 0; n < games; n++) {
        game g = draw(&r, n % 3 == 0);
        ta_question what = (ta_question)rng_between(&r, 0, 4);
        int64_t from[3] = { 0, 0, 0 };
        if (n % 4 == 3) from[0] = 1, from[1] = 2; /* options lie outside the queried box */
        int outside = n % 3 == 0 || n % 4 == 3 || n % 5 == 4;
        int64_t calls = -1;
        EACH_TEAM(threads) {
            ta_call call = TA_CALL_INIT;
            ta_statistics done;
            OWN(ta_solver) *s = solver_of(&g, NULL);
            if (n % 5 == 4) { /* part of it is known, and the memory is larger than the query */
                int64_t corner[3] = { 1, 3, 5 }, end[3] = { 2, 5, C + 1 };
                assert_ok(ta_solver_box(s, &call, what, 3, corner, end, NULL));
            }
            call.threads = threads;
            assert_ok(ta_solver_box(s, &call, what, 3, from, TO, NULL));
            assert_null(ta_solver_check(s));
            compare(s, what, from, &known);
            ta_solver_statistics(s, &done);
            if (calls < 0) calls = done.rule_calls;
            if (!outside) assert_int_equal(done.rule_calls, calls);
        }
    }
    assert_true(atomic_load(&rows_told) > 100);
}

/* ---- Which slabs ---- */

static int open_all(void *ctx, int64_t id) {
    return id >= 0;
}

/* In place of solving: all that may be looked up is done, and nothing is left out. */
typedef struct watched {
    ta_wave *w;
    int64_t first, apart; /* ids of where slabs begin */
    atomic_llong lead;
    int64_t seen[WAVE_SLABS];
} watched;

static ta_status watch(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece, int64_t from,
                       int64_t to, unsigned thread, int64_t *done) {
    watched *x = ctx;
    const ta_wave *w = x->w;
    int64_t need = piece->at + to + w->rows[thread].lead;
    *done = to;
    for (int i = 0; slab == 0 && i < 100; i++)
        sched_yield(); /* the others come as near as they may */
    if (w->rows[thread].lead > atomic_load(&x->lead)) atomic_store(&x->lead, w->rows[thread].lead);
    if (piece->spare != (piece->id % (2 * C) >= C) ||
        piece->id - piece->at != x->first + (int64_t)slab * x->apart)
        return TA_EINVAL;
    if (thread >= w->team->threads || piece->at + from < x->seen[slab]) return TA_EINVAL;
    x->seen[slab] = piece->at + to;
    if (slab > 0 && w->threads > 1 &&
        (int64_t)atomic_load(&w->done[slab - 1].done) < (need < w->n ? need : w->n))
        return TA_EINVAL;
    return TA_OK;
}

/* Collects blocks of this number of coordinates for `threads` from (1, b, 0) on. Returns their number; 0: none. */
static void slabs(game g, int64_t b, unsigned threads, size_t level, size_t count, int64_t lead) {
    int64_t end = g.kind[0] == 17 ? C : level == 2 ? (2 * B - 1) * C + C / 2 : C + C / 2;
    static const size_t stride[3] = { B * 2 * C, 2 * C, 1 };
    const int64_t at[3] = { 1, b, 0 }, hi[3] = { A - 1, B - 1, 2 * C - 1 };
    const ta_wave_box box = { FROM, TO, { 3, FROM, hi, stride, 0 }, C / 2 };
    const ta_allocator *a = &ta_default_allocator;
    static watched x;
    ta_team team;
    ta_wave w = { .run = watch, .open = open_all, .ctx = &x };
    OWN(ta_solver) *s = solver_of(&g, NULL);
    memset(&x, 0, sizeof x);
    x.w = &w;
    ok(ta_team_open(&team, a, &plain, threads));
    ok(ta_wave_open(&w, a, &team, 9 * SIZE, 1));
    ok(ta_wave_collect(&w, s, &plain, &box, at, threads));
    size_t planned = w.count;
    assert_true(count > 0 ? planned >= count : planned == 0);
    assert_int_equal(w.level, level);
    if (planned > 0) {
        x.apart = (level == 2 ? B : 1) * 2 * C;
        x.first = (B + b) * 2 * C;
        assert_int_equal(w.n, x.apart - C + C / 2);
        ok(threads > 1 ? ta_wave_run(&w) : ta_wave_alone(&w, &plain));
        assert_int_equal(w.count, count);
        assert_int_equal(x.lead, lead);
        for (size_t k = 0; k < count; k++) assert_int_equal(w.done[k].reached, w.n);
        for (size_t k = 0; k < count; k++) assert_int_equal(x.seen[k], k > 0 || b > 0 ? end : w.n);
    }
    ta_wave_close(&w, a);
    ta_team_close(&team);
}

/* Planes, of which there are three; rows, where planes are too few; neither, where options lie too far ahead. */
TEST(test_slabs) {
    const game far = { { 2, record_of }, .kind = { 11, 12 }, .k = { 3, 2 } };
    const game deep = { { 2, record_of }, .kind = { 11, 14 }, .k = { 1, 1 } };
    const game cut = { { 2, record_of }, .kind = { 10, 4 }, .k = { 1, 1 } };
    const game ahead = { { 1, record_of }, .kind = { 6 }, .k = { 5 } };
    const game spare = { { 2, record_of }, .kind = { 17, 0 }, .k = { 1, 1 } };
    const game twice = { { 1, record_of }, .kind = { 15 }, .k = { 1 } };
    const game half = { { 1, record_of }, .kind = { 16 }, .k = { 1 } };
    const game later = { { 1, record_of }, .kind = { 9 }, .k = { 1 } };
    slabs(near, 0, 2, 2, 3, 0);
    slabs(near, 0, 3, 2, 3, 0);
    slabs(near, 0, 4, 1, 42, 0);
    slabs(near, 0, 1, 1, 42, 0);
    slabs(near, 3, 2, 1, 11, 0); /* to where planes begin */
    slabs(near, 12, 2, 1, 2, 0);
    slabs(near, 13, 2, 0, 0, 0); /* the last row before that */
    slabs(far, 0, 2, 2, 3, C / 2 + 3 * 2);
    slabs(far, 0, 7, 2, 3, C / 2 + 3 * 2); /* better than none */
    slabs(far, 3, 2, 0, 0, 0);
    slabs(deep, 0, 2, 0, 0, 0);
    slabs(cut, 0, 3, 2, 3, 0);
    slabs(cut, 0, 7, 1, 42, 0);
    slabs(ahead, 0, 7, 1, 42, 5);
    slabs(later, 0, 2, 2, 0, 0);
    slabs(spare, 3, 2, 1, 11, 0); /* without what is beyond the box */
    slabs(twice, 0, 2, 0, 0, 0);  /* in row b as many rows ahead */
    slabs(half, 0, 7, 1, 6, 0);
    slabs(half, 0, 1, 1, 6, 0);
    slabs(half, 0, 2, 2, 0, 0);
}

/* One thread computes the rows of all. */
TEST(test_unshared) {
    rng r = rng_start(20261127);
    int games = short_run() ? 6 : 30;
    alone = 1;
    calling = pthread_self();
    for (int n = 0; n < games; n++) {
        game g = draw(&r, n % 2);
        ta_question what = (ta_question)rng_between(&r, 0, 4);
        EACH_TEAM(threads) {
            ta_call call = { .threads = threads };
            OWN(ta_solver) *s = solver_of(&g, NULL);
            assert_ok(ta_solver_box(s, &call, what, 3, FROM, TO, NULL));
            compare(s, what, FROM, &known);
        }
    }
    alone = 0;
    assert_false(atomic_load(&others));
}

/* Solved by `threads` from nothing, and as the definition says. */
static void solved(game *g, ta_question what, unsigned threads, const ta_limits *limits) {
    ta_call call = { .threads = threads };
    OWN(ta_solver) *s = solver_of(g, NULL);
    if (limits) ta_solver_limit(s, limits);
    assert_ok(ta_solver_box(s, &call, what, 3, FROM, TO, NULL));
    if (what == TA_ASK_REMOTENESS) assert_int_equal(ta_solver_box_width(s, what), 2);
    compare(s, what, FROM, &known);
}

/* Emissions past the end of rows fill the rows with them. The search visits only positions before the point where
** the rule gives rows. With a limit of positions only the needed ones are solved. */
TEST(test_beyond) {
    static const long late[] = { 0, 1, 2 * C + 5, 6 * C };
    const ta_limits limits = { SIZE * 2, 0, 0, 0 };
    game g = { { 4, record_of }, .kind = { 0, 11, 13, 12 }, .k = { 1, 3, 5, 2 } };
    define(&g, &known);
    EACH_TEAM(threads)
        EACH(each, late) {
            g.calls = 0;
            g.late = *each;
            solved(&g, TA_ASK_NIM_VALUE, threads, NULL);
            /* some are skipped before rows are tried again, some are searched in spite of them */
            assert_in_range(g.calls, g.late, g.late + 14 + row_samples(SIZE, C, 4096));
            g.calls = 0;
            solved(&g, TA_ASK_NIM_VALUE, threads, &limits);
            assert_true(g.calls > 0);
        }
}

/* Remoteness is c + b, and needs a second byte on the way. */
TEST(test_widths) {
    game g = near;
    define(&g, &known);
    EACH_TEAM(threads) solved(&g, TA_ASK_REMOTENESS, threads, NULL);
}

/* The first that is not solved is named, wherever it is in a row. */
TEST(test_unsolved) {
    game g = near;
    static uint8_t cells[SIZE];
    const int64_t all[3] = { 1, B - 1, C - 1 };
    for (int64_t n = 60; n < C; n++) {
        const int64_t part[3] = { 0, B - 1, n - 1 };
        char text[60];
        OWN(ta_solver) *s = solver_of(&g, NULL);
        ok(ta_solver_box(s, &plain, TA_ASK_OUTCOME, 3, FROM, part, NULL));
        ok(ta_solver_box(s, &plain, TA_ASK_OUTCOME, 3, INTEGERS(1, 0, 0), all, NULL));
        snprintf(text, sizeof text, "the position (0, 0, %d) is not solved", (int)n);
        says(TA_EINVAL, text,
             ta_solver_box_cells(s, &plain, TA_ASK_OUTCOME, TA_LEFT, 3, FROM, all, 1, cells));
    }
}

/* ---- Into packed answers ---- */

static uint32_t value_at(int64_t place) {
    return (uint32_t)known.nim[place / C * WIDE + place % C];
}

static void fill(game *g, unsigned bits, unsigned threads) {
    static const size_t order[3] = { 0, 1, 2 };
    static uint8_t data[2 * SIZE + TA_ANSWERS_PAD];
    reaching x = { 0, 0 };
    int64_t most = 0, at[3];
    char text[60] = "";
    ta_call call = { .threads = threads };
    OWN(ta_solver) *s = solver_of(g, NULL);
    ta_filling f = { TA_ASK_NIM_VALUE, 3, FROM, TO, order, data, bits, reached, &x, NULL, 0, NULL };
    while (most < SIZE && value_at(most) >> bits == 0) most++;
    if (most < SIZE)
        snprintf(text, 60, "the nim value %u takes more than %u bits", value_at(most), bits);
    assert_says(most < SIZE ? TA_ELIMIT : TA_OK, text, ta_solver_fill(s, &call, &f, 0, at));
    if (most < SIZE) assert_int_equal((at[0] * B + at[1]) * C + at[2], most);
    else assert_int_equal(x.place, SIZE);
    for (uint64_t place = 0; place < x.place; place++)
        assert_int_equal(ta_answer_get(data, bits, place), value_at((int64_t)place));
}

TEST(test_fill) {
    rng r = rng_start(20261124);
    for (int n = 0; n < (short_run() ? 8 : 40); n++) {
        game g = draw(&r, 0);
        EACH_TEAM(threads)
            for (unsigned bits = 1; bits <= 16; bits *= 2) fill(&g, bits, threads);
    }
}

/* ---- Limits, stopping, memory ---- */

TEST(test_limits) {
    rng r = rng_start(20261125);
    for (int n = 0; n < 20; n++) {
        game g = random_game(&r, 0);
        ta_limits limits = { rng_between(&r, 1, SIZE + 100), 0, 0, 0 };
        int64_t first[3], at[3];
        char message[TA_MESSAGE_SIZE] = "";
        EACH_TEAM(threads) {
            ta_call call = { .threads = threads };
            OWN(ta_solver) *s = solver_of(&g, NULL);
            ta_solver_limit(s, &limits);
            ta_status st = ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 3, FROM, TO, at);
            assert_int_equal(st, limits.positions < SIZE ? TA_ELIMIT : TA_OK);
            if (threads == 1) memcpy(first, at, sizeof at), strcpy(message, call.message);
            assert_string_equal(call.message, message);
            if (st) assert_memory_equal(first, at, sizeof at);
        }
    }
}

/* Stopped at each poll, and resumed. */
TEST(test_stopped) {
    rng r = rng_start(20261126);
    long stops = 0;
    for (int n = 0; n < 10; n++) {
        game g = draw(&r, n % 2);
        EACH_TEAM(threads) {
            OWN(ta_solver) *s = solver_of(&g, NULL);
            EACH_STOP(p, 0) {
                p.left = p.trial / 2;
                p.once = 1;
                p.call.ticks = 30000;
                p.call.threads = threads;
                assert_stopped(&p, ta_solver_box(s, &p.call, TA_ASK_NIM_VALUE, 3, FROM, TO, NULL));
                assert_null(ta_solver_check(s));
                stops += p.stopped;
            }
            compare(s, TA_ASK_NIM_VALUE, FROM, &known);
        }
    }
    assert_true(stops > 20);
}

TEST(test_memory) {
    game g = { { 4, record_of }, .kind = { 1, 2, 3, 8 }, .k = { 1, 2, 1, 3 } };
    define(&g, &known);
    EACH_REFUSAL(o, 10) {
        ta_call call = { .threads = 3 };
        OWN(ta_solver) *s = solver_of(&g, &o.allocator);
        if (!s) continue;
        assert_refused(&o, ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 3, FROM, TO, NULL));
        assert_null(ta_solver_check(s));
        if (o.failed) assert_ok(ta_solver_box(s, &call, TA_ASK_NIM_VALUE, 3, FROM, TO, NULL));
        compare(s, TA_ASK_NIM_VALUE, FROM, &known);
    }
}

RUN_TESTS
