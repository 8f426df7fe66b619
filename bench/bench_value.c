/*
** bench_value.c - the kernel alone: rates, growth from n to 2n, bytes a game, and the share of
** time spent comparing, for random games and for all positions of three rulesets.
**
** The options of the positions are worked out first; what is timed is canonical forms from
** options. Every call of ta_value_leq from outside compare.c goes through the wrapper below (the
** linker's --wrap), which only notes that it is under way; a timer of processor time samples
** that note. About 250 samples a second, so shares are good to a few parts in a hundred.
*/
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "takeaway/value.h"

#define SIDE_MOST 64

/* ---- Time, and the share of it in comparisons ---- */

static volatile sig_atomic_t comparing;
static volatile long samples[2];

ta_status __real_ta_value_leq(ta_values *v, ta_call *call, ta_value g, ta_value h, int *leq);
ta_status __wrap_ta_value_leq(ta_values *v, ta_call *call, ta_value g, ta_value h, int *leq);

ta_status __wrap_ta_value_leq(ta_values *v, ta_call *call, ta_value g, ta_value h, int *leq) {
    comparing = 1;
    ta_status s = __real_ta_value_leq(v, call, g, h, leq);
    comparing = 0;
    return s;
}

static void sample(int number) {
    (void)number;
    samples[comparing]++;
}

static void sampling(int on) {
    const struct itimerval timer = { { 0, on ? 1000 : 0 }, { 0, on ? 1000 : 0 } };
    if (on) samples[0] = samples[1] = 0;
    setitimer(ITIMER_PROF, &timer, NULL);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Positions with their options, those first ---- */

typedef struct position {
    char text[20];
    uint32_t options[2][SIDE_MOST];
    size_t counts[2];
} position;

typedef struct positions {
    position *at;
    uint32_t *slots; /* number + 1 */
    size_t count, cap, slot_cap;
} positions;

typedef struct rules {
    const char *name;
    size_t width;
    /* the moves of one side as texts, at most SIDE_MOST */
    size_t (*moves)(const char *text, size_t width, int side, char out[][20]);
    const char *const *starts;
} rules;

static uint32_t *slot_of(positions *p, const char *text) {
    uint64_t h = 14695981039346656037u;
    for (const char *c = text; *c; c++) h = (h ^ (unsigned char)*c) * 1099511628211u;
    size_t at = (size_t)(h ^ h >> 32) & (p->slot_cap - 1);
    while (p->slots[at] && strcmp(p->at[p->slots[at] - 1].text, text) != 0)
        at = (at + 1) & (p->slot_cap - 1);
    return &p->slots[at];
}

/* The number of a position; recursion is as deep as the boards have squares. */
static uint32_t number(positions *p, const rules *r, const char *text) {
    uint32_t known = *slot_of(p, text);
    if (known) return known - 1;
    char moves[SIDE_MOST][20];
    position made;
    memset(&made, 0, sizeof made);
    memcpy(made.text, text, strlen(text));
    for (int side = 0; side < 2; side++) {
        made.counts[side] = r->moves(text, r->width, side, moves);
        for (size_t i = 0; i < made.counts[side]; i++)
            made.options[side][i] = number(p, r, moves[i]);
    }
    if (p->count == p->cap) exit(1);
    p->at[p->count] = made;
    *slot_of(p, text) = (uint32_t)++p->count;
    return (uint32_t)p->count - 1;
}

static void put(char out[20], const char *text, size_t i, char a, size_t j, char b) {
    memset(out, 0, 20);
    memcpy(out, text, strlen(text));
    out[i] = a;
    out[j] = b;
}

static size_t domineering(const char *text, size_t width, int side, char out[][20]) {
    size_t n = 0, step = side ? 1 : width;
    for (size_t i = 0; i + step < strlen(text); i++)
        if (text[i] == '.' && text[i + step] == '.' && (!side || i / width == (i + 1) / width))
            put(out[n++], text, i, '#', i + step, '#');
    return n;
}

static size_t clobber(const char *text, size_t width, int side, char out[][20]) {
    size_t n = 0, size = strlen(text);
    (void)width;
    for (size_t i = 0; i + 1 < size; i++)
        for (int turn = 0; turn < 2; turn++) {
            size_t from = turn ? i + 1 : i, to = turn ? i : i + 1;
            if (text[from] == (side ? 'o' : 'x') && text[to] == (side ? 'x' : 'o'))
                put(out[n++], text, from, '.', to, text[from]);
        }
    return n;
}

/* Squares a queen on `from` reaches along rows and columns. */
static size_t reach(const char *text, size_t width, size_t from, size_t squares[20]) {
    static const int steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
    int w = (int)width, rows = (int)strlen(text) / w;
    size_t n = 0;
    for (int d = 0; d < 4; d++) {
        int x = (int)from % w + steps[d][0], y = (int)from / w + steps[d][1];
        while (x >= 0 && x < w && y >= 0 && y < rows && text[y * w + x] == '.') {
            squares[n++] = (size_t)(y * w + x);
            x += steps[d][0];
            y += steps[d][1];
        }
    }
    return n;
}

/* Amazons by rows and columns: a queen moves, then burns a square it reaches. */
static size_t amazons(const char *text, size_t width, int side, char out[][20]) {
    size_t n = 0, to[20], burnt[20];
    char moved[20];
    for (size_t i = 0; i < strlen(text); i++) {
        if (text[i] != (side ? 'o' : 'x')) continue;
        size_t count = reach(text, width, i, to);
        for (size_t j = 0; j < count; j++) {
            put(moved, text, i, '.', to[j], text[i]);
            size_t fires = reach(moved, width, to[j], burnt);
            for (size_t k = 0; k < fires && n < SIDE_MOST; k++)
                put(out[n++], moved, to[j], text[i], burnt[k], '#');
        }
    }
    return n;
}

/* ---- Random games: up to 3 options a side among the 400 before ---- */

static uint32_t next_random(uint32_t *x) {
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

static void random_games(positions *p, size_t n) {
    uint32_t x = 5;
    for (uint32_t g = 0; g < n; g++) {
        uint32_t low = g > 400 ? g - 400 : 0;
        for (int side = 0; side < 2; side++) {
            size_t count = g ? next_random(&x) % 4 : 0;
            for (size_t i = 0; i < count; i++)
                p->at[g].options[side][i] = low + next_random(&x) % (g - low);
            p->at[g].counts[side] = count;
        }
    }
    p->count = n;
}

/* ---- Measuring ---- */

static void all_forms(ta_values *v, const positions *p, ta_value *value) {
    ta_call call = TA_CALL_INIT;
    ta_value lists[2][SIDE_MOST];
    for (size_t n = 0; n < p->count; n++) {
        const position *q = &p->at[n];
        for (int side = 0; side < 2; side++)
            for (size_t i = 0; i < q->counts[side]; i++)
                lists[side][i] = value[q->options[side][i]];
        if (ta_value_from_options(v, &call, lists[0], q->counts[0], lists[1], q->counts[1],
                                  &value[n]))
            exit(1);
    }
}

/* Again and again from an empty store, for a second; seconds of the fastest run. */
static double measure(const char *name, const positions *p) {
    ta_call call = TA_CALL_INIT;
    ta_values *v;
    ta_values_statistics s;
    ta_value *value = malloc(p->count * sizeof *value);
    if (!value || ta_values_create(NULL, &call, 0, 0, &v)) exit(1);
    double total = 0, best = 1e9;
    long runs = 0;
    sampling(1);
    for (; total < 1; runs++) {
        ta_values_clear(v);
        double from = now();
        all_forms(v, p, value);
        double taken = now() - from;
        total += taken;
        if (taken < best) best = taken;
    }
    sampling(0);
    ta_values_describe(v, &s);
    printf("value: %-28s %6zu forms %8.0f forms/s  %5.2f comparisons/form  %6zu games %4.0f "
           "bytes/game  compare %2.0f%% of the time\n",
           name, p->count, (double)p->count / best,
           (double)s.comparisons / (double)runs / (double)p->count, s.games,
           (double)s.bytes / (double)s.games,
           100.0 * (double)samples[1] / (double)(samples[0] + samples[1]));
    ta_values_destroy(v);
    free(value);
    return best;
}

int main(void) {
    static const char *const board[] = { "................", NULL };
    static const char *const strips[] = { "xo",         "xoxo",         "xoxoxo", "xoxoxoxo",
                                          "xoxoxoxoxo", "xoxoxoxoxoxo", NULL };
    static const char *const queens[] = { "x..........o", NULL };
    static const rules known[] = {
        { "domineering 4 x 4", 4, domineering, board },
        { "clobber strips (xo)^n to 12", 20, clobber, strips },
        { "amazons by rows, 4 x 3", 3, amazons, queens },
    };
    positions p = { NULL, NULL, 0, 400000, 1 << 20 };
    p.at = calloc(p.cap, sizeof *p.at);
    p.slots = calloc(p.slot_cap, sizeof *p.slots);
    if (!p.at || !p.slots) return 1;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = sample;
    sigaction(SIGPROF, &action, NULL);
    random_games(&p, 20000);
    double small = measure("random games", &p);
    random_games(&p, 40000);
    printf("value: growth n to 2n %.2f\n", measure("random games", &p) / small);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        memset(p.at, 0, p.cap * sizeof *p.at);
        memset(p.slots, 0, p.slot_cap * sizeof *p.slots);
        p.count = 0;
        for (const char *const *start = known[i].starts; *start; start++)
            number(&p, &known[i], *start);
        measure(known[i].name, &p);
    }
    free(p.at);
    free(p.slots);
    return 0;
}
