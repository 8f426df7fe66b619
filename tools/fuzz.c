/*
** fuzz.c - random and mutated input for the expression parser, and random f for
** two-pile play against the definition. Built under the sanitizers by make fuzz.
**
**     fuzz SEED ROUNDS      seed 0: from the clock, printed
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "naive_two_pile.h"
#include "random.h"
#include "takeaway/two_pile.h"

static const char *const seeds[] = {
    "2k+1", "floor(7k/2)", "min(k^2, 40)", "2^k", "max(1, 10-2^k)", "isqrt(k)+log2(k)+1", "k%7+mod(k,3)+1",
    "popcount(k)+lowbit(k)", "((((k))))", "-(-k)", "10^30k/10^30", "abs(3-k)+1", "round(k/3)+ceil(k/2)",
};

static void parse_one(rng *r) {
    char text[96];
    static const char alphabet[] = "k0123456789+-*/%^(), .floorceilminmaxabsmodlowbitpopcountisqrtlog2";
    const char *seed = seeds[rng_between(r, 0, (int64_t)(sizeof seeds / sizeof *seeds) - 1)];
    size_t n = strlen(seed);
    memcpy(text, seed, n);
    for (int64_t edits = rng_between(r, 0, 6); edits > 0; edits--) {
        size_t at = (size_t)rng_between(r, 0, (int64_t)n);
        char c = rng_between(r, 0, 20) ? alphabet[rng_between(r, 0, (int64_t)sizeof alphabet - 2)] : (char)rng_between(r, 0, 255);
        if (rng_between(r, 0, 1) && n < sizeof text - 1) {
            memmove(text + at + 1, text + at, n - at);
            text[at] = c;
            n++;
        } else if (at < n) {
            text[at] = c;
        }
    }
    ta_call call = TA_CALL_INIT;
    ta_movefn *f = NULL;
    if (ta_movefn_parse(NULL, &call, text, n, &f) != TA_OK) return;
    ta_amount at, last = 0, v;
    int known = ta_movefn_known_nondecreasing(f, &call);
    for (ta_amount k = 1; k <= 20; k++) {
        if (ta_movefn_value(f, &call, k, &v) != TA_OK) break;
        if (known && v < last) {
            fprintf(stderr, "said to be nondecreasing: %.*s at %lld\n", (int)n, text, (long long)k);
            abort();
        }
        last = v;
    }
    ta_movefn_value(f, &call, rng_between(r, 1, TA_MAX), &v);
    ta_movefn_nondecreasing(f, &call, 50, 100, &at);
    ta_movefn_destroy(f);
}

static void play_one(rng *r) {
    enum { M = 40 };
    static uint32_t table[(M + 1) * (M + 1)], limits[M + 1];
    ta_amount values[M + 1];
    int misere = (int)rng_between(r, 0, 1);
    uint32_t m = (uint32_t)rng_between(r, 1, M);
    int64_t most = rng_between(r, 1, M);
    for (uint32_t k = 1; k <= m; k++) values[k - 1] = limits[k] = (uint32_t)rng_between(r, 1, most);
    if (misere) naive_least_misere(limits, m, table);
    else naive_least(limits, m, table);
    ta_call call = TA_CALL_INIT;
    ta_movefn *f = NULL;
    ta_two_pile *game = NULL;
    ta_two_pile_options options = { .misere = misere };
    if (ta_movefn_list(NULL, &call, values, m, NULL, &f) || ta_two_pile_create(NULL, &call, f, &options, &game)) abort();
    for (int i = 0; i < 30; i++) {
        uint32_t p = (uint32_t)rng_between(r, 0, m), q = (uint32_t)rng_between(r, 0, m);
        ta_amount v, want = table[p * (m + 1) + q];
        if (want == NAIVE_INF) want = TA_INF;
        if (ta_two_pile_least_move(game, &call, p, q, &v) || v != want) {
            fprintf(stderr, "misere %d, f =", misere);
            for (uint32_t k = 1; k <= m; k++) fprintf(stderr, " %u", limits[k]);
            fprintf(stderr, "\nL(%u, %u) = %lld, not %lld (asked %d)\n", p, q, (long long)v, (long long)want, i);
            abort();
        }
    }
    ta_two_pile_destroy(game);
    ta_movefn_destroy(f);
}

int main(int argc, char **argv) {
    rng r = { argc > 1 ? strtoull(argv[1], NULL, 10) : 0 };
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 100000;
    if (r.word == 0) r.word = (uint64_t)time(NULL);
    printf("seed %llu, %ld rounds\n", (unsigned long long)r.word, rounds);
    for (long i = 0; i < rounds; i++) {
        parse_one(&r);
        if (i % 50 == 0) play_one(&r);
    }
    puts("fuzz: clean");
    return 0;
}
