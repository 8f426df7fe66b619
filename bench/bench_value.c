/*
** bench_value.c - rows of the book: canonical forms from options, of random games and of all positions of a board.
**
** The positions and their options are computed first; only forms are timed. The definition is from the book (Siegel,
** Combinatorial Game Theory, chapter II.2): g <= h by the options, stored in a square of bytes; reversible options
** are bypassed, dominated ones removed. Equal lists are the same game, which hashing finds.
*/
#include <stdlib.h>
#include <string.h>

#include "row.h"
#include "takeaway/value.h"

#define SIDE_MOST 16

/* ---- Positions after their options ---- */

typedef struct position {
    uint32_t options[2][SIDE_MOST];
    size_t counts[2];
} position;

typedef struct source {
    void (*make)(size_t n, uint32_t width);
    uint32_t width;
} source;

enum { POSITIONS = 65536 };

static position at[POSITIONS];

static uint32_t next_random(uint32_t *x) {
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

/* Options are among the previous 400, and each side has fewer than `width`. */
static void random_games(size_t n, uint32_t width) {
    uint32_t x = 5;
    for (uint32_t g = 0; g < n; g++) {
        uint32_t low = g > 400 ? g - 400 : 0;
        for (int side = 0; side < 2; side++) {
            at[g].counts[side] = g ? next_random(&x) % width : 0;
            for (size_t i = 0; i < at[g].counts[side]; i++)
                at[g].options[side][i] = low + next_random(&x) % (g - low);
        }
    }
}

/* Domineering on the free squares of 4 x 4: the bits of i are the free squares of position i. */
static void dominoes(size_t n, uint32_t width) {
    for (uint32_t i = 0; i < n; i++)
        for (int side = 0; side < 2; side++) {
            at[i].counts[side] = 0;
            for (uint32_t square = 0; square < width * width; square++) {
                uint32_t two = 1u << square | 1u << (square + (side ? 1 : width));
                if (side ? square % width == width - 1 : square / width == width - 1) continue;
                if ((i & two) == two) at[i].options[side][at[i].counts[side]++] = i ^ two;
            }
        }
}

static void prepare(const bench *b, size_t n) {
    const source *s = b->of;
    s->make(n, s->width);
}

/* ---- The kernel ---- */

/* For each position the first one with the same form, and the numbers of its options. Equal forms have equal ids. */
static uint64_t sign_forms(size_t n, const uint32_t *form, size_t forms, uint8_t (*counts)[2]) {
    static uint32_t *first;
    static size_t room;
    if (forms > room) {
        free(first);
        first = bench_memory((room = forms) * sizeof *first);
    }
    memset(first, 0, forms * sizeof *first);
    uint64_t signature = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!first[form[i]]) first[form[i]] = i + 1;
        signature = bench_sign(signature, &first[form[i]], sizeof *first);
        signature = bench_sign(signature, counts[i], 2);
    }
    return signature;
}

static uint64_t kernel(const bench *b, size_t n) {
    ta_values *v;
    ta_value lists[2][SIDE_MOST];
    prepare(b, n);
    ta_value *form = bench_memory(n * sizeof *form), most = 0;
    bench_start();
    bench_must(ta_values_create(&bench_allocator, &bench_call, 0, 0, &v));
    for (size_t i = 0; i < n; i++) {
        const position *q = &at[i];
        for (int side = 0; side < 2; side++)
            for (size_t k = 0; k < q->counts[side]; k++) lists[side][k] = form[q->options[side][k]];
        bench_must(ta_value_from_options(v, &bench_call, lists[0], q->counts[0], lists[1],
                                         q->counts[1], &form[i]));
    }
    bench_stop();
    uint8_t(*counts)[2] = bench_memory(n * sizeof *counts);
    for (size_t i = 0; i < n; i++) {
        for (int side = 0; side < 2; side++)
            counts[i][side] = (uint8_t)ta_value_option_count(v, form[i], side ? TA_RIGHT : TA_LEFT);
        if (form[i] > most) most = form[i];
    }
    uint64_t signature = sign_forms(n, form, (size_t)most + 1, counts);
    ta_values_destroy(v);
    free(form);
    free(counts);
    return signature;
}

/* ---- The definition ---- */

enum { GAMES = 12000, SLOTS = 1 << 16 };

typedef struct game {
    uint32_t *options[2]; /* ascending, canonical */
    size_t counts[2];
} game;

static game games[GAMES + 1]; /* the last entry is the current game */
static uint32_t game_count, at_hand, slots[SLOTS];
static uint8_t *known; /* g <= h: 0 unknown, 1 no, 2 yes */

static int leq(uint32_t g, uint32_t h) {
    uint8_t *k = &known[(size_t)g * (GAMES + 1) + h];
    if (*k) return *k - 1;
    int holds = 1;
    for (size_t i = 0; i < games[g].counts[0] && holds; i++)
        holds = !leq(h, games[g].options[0][i]);
    for (size_t i = 0; i < games[h].counts[1] && holds; i++)
        holds = !leq(games[h].options[1][i], g);
    *k = (uint8_t)(1 + holds);
    return holds;
}

/* Is a at least as good as b for this side? */
static int better(int side, uint32_t a, uint32_t b) {
    return side ? leq(a, b) : leq(b, a);
}

static void drop(game *g, int side, size_t i) {
    g->options[side][i] = g->options[side][--g->counts[side]];
}

/* Removes options of the current game that are dominated. */
static void drop_dominated(game *g, int side) {
    for (size_t i = g->counts[side]; i-- > 0;)
        for (size_t j = 0; j < g->counts[side]; j++)
            if (i != j && better(side, g->options[side][j], g->options[side][i])) {
                drop(g, side, i);
                break;
            }
}

/* Replaces an option that can be answered by a game no worse for the other side than the current one: by that game's options. */
static int bypass(game *g, int side) {
    for (size_t i = 0; i < g->counts[side]; i++) {
        const game *o = &games[g->options[side][i]];
        for (size_t k = 0; k < o->counts[1 - side]; k++) {
            const uint32_t answer = o->options[1 - side][k];
            if (!better(side, at_hand, answer)) continue;
            const game *r = &games[answer];
            drop(g, side, i);
            if (g->counts[side] + r->counts[side] > 4 * SIDE_MOST) exit(1);
            for (size_t l = 0; l < r->counts[side]; l++)
                g->options[side][g->counts[side]++] = r->options[side][l];
            return 1;
        }
    }
    return 0;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t named(const game *g) {
    uint64_t h = 1;
    for (int side = 0; side < 2; side++)
        h = bench_sign(h ^ g->counts[side], g->options[side],
                       g->counts[side] * sizeof *g->options[side]);
    for (size_t place = h % SLOTS;; place = (place + 1) % SLOTS) {
        const game *old = &games[slots[place] - 1];
        if (!slots[place]) {
            if (game_count == GAMES) exit(1);
            game *new = &games[slots[place] = ++game_count, game_count - 1];
            *new = *g;
            for (int side = 0; side < 2; side++) {
                size_t size = g->counts[side] * sizeof *g->options[side];
                new->options[side] = memcpy(malloc(size + 1), g->options[side], size);
            }
            return game_count - 1;
        }
        if (old->counts[0] == g->counts[0] && old->counts[1] == g->counts[1] &&
            !memcmp(old->options[0], g->options[0], g->counts[0] * sizeof *g->options[0]) &&
            !memcmp(old->options[1], g->options[1], g->counts[1] * sizeof *g->options[1]))
            return slots[place] - 1;
    }
}

static uint32_t canonical(const position *q, const uint32_t *form) {
    static uint32_t lists[2][4 * SIDE_MOST];
    game *g = &games[at_hand = GAMES];
    for (int side = 0; side < 2; side++) {
        g->options[side] = lists[side];
        g->counts[side] = q->counts[side];
        for (size_t k = 0; k < q->counts[side]; k++) lists[side][k] = form[q->options[side][k]];
    }
    /* forgets the comparisons of the previous current game */
    memset(known + (size_t)GAMES * (GAMES + 1), 0, GAMES + 1);
    for (size_t i = 0; i < game_count; i++) known[i * (GAMES + 1) + GAMES] = 0;
    do
        for (int side = 0; side < 2; side++) drop_dominated(g, side);
    while (bypass(g, 0) || bypass(g, 1)); /* the value and its comparisons stay */
    for (int side = 0; side < 2; side++)
        qsort(lists[side], g->counts[side], sizeof *lists[side], ascending);
    return named(g);
}

static uint64_t define(const bench *b, size_t n) {
    prepare(b, n);
    uint32_t *form = bench_memory(n * sizeof *form);
    if (!known) known = bench_memory((size_t)(GAMES + 1) * (GAMES + 1));
    memset(known, 0, (size_t)(GAMES + 1) * (GAMES + 1));
    memset(slots, 0, sizeof slots);
    for (; game_count > 0; game_count--)
        for (int side = 0; side < 2; side++) free(games[game_count - 1].options[side]);
    bench_start();
    for (size_t i = 0; i < n; i++) form[i] = canonical(&at[i], form);
    bench_stop();
    uint8_t(*counts)[2] = bench_memory(n * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        for (int side = 0; side < 2; side++) counts[i][side] = (uint8_t)games[form[i]].counts[side];
    uint64_t signature = sign_forms(n, form, game_count, counts);
    free(form);
    free(counts);
    return signature;
}

/* ---- The bound: the options of each position looked up once ---- */

static uint64_t looked_up(const bench *b, size_t n) {
    prepare(b, n);
    uint32_t *table = bench_memory((size_t)SLOTS * sizeof *table);
    uint64_t sum = 0;
    bench_start();
    for (size_t i = 0; i < n; i++) {
        uint64_t h = 1;
        for (int side = 0; side < 2; side++)
            for (size_t k = 0; k < at[i].counts[side]; k++)
                h = (h ^ at[i].options[side][k]) * 0x9E3779B97F4A7C15u;
        sum += table[(h >> 32) % SLOTS]++;
    }
    bench_stop();
    free(table);
    return sum;
}

int main(int argc, char **argv) {
    static const source few = { random_games, 4 }, many = { random_games, 8 },
                        board = { dominoes, 4 };
    static const char form[] =
        "C: g <= h remembered in a square of bytes, options compared each with each";
    static const char look[] = "a look-up in a table by hashed options, for each position";
    const bench rows[] = {
        { "values, random games, to 3 options a side", form, look, "n", kernel, define, looked_up,
          8000, 100, bench_linear, &few },
        { "values, random games, to 7 options a side", form, look, "n", kernel, define, looked_up,
          8000, 100, bench_linear, &many },
        { "values, Domineering, half the boards within 4 x 4", form, look, "n", kernel, define,
          looked_up, 32768, 100, bench_linear, &board },
    };
    bench_begin(argc, argv);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) bench_row(&rows[i]);
    return 0;
}
