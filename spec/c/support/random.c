/*
** random.c - splitmix64.
*/
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

rng rng_start(uint64_t otherwise) {
    const char *text = getenv("TAKEAWAY_SEED");
    rng r = { text ? strtoull(text, NULL, 10) : otherwise };
    printf("# seed %llu\n", (unsigned long long)r.word);
    return r;
}

uint64_t rng_next(rng *r) {
    uint64_t z = r->word += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int64_t rng_between(rng *r, int64_t low, int64_t high) {
    return low + (int64_t)(rng_next(r) % ((uint64_t)(high - low) + 1));
}

int short_run(void) {
    return getenv("TAKEAWAY_SHORT") != NULL;
}
