/*
** random.h - a small generator with a printed seed (TAKEAWAY_SEED overrides it),
** and the switch for short runs.
*/
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

typedef struct rng {
    uint64_t word;
} rng;

/* Seed from TAKEAWAY_SEED or `otherwise`, and print it. */
rng rng_start(uint64_t otherwise);
uint64_t rng_next(rng *r);
/* low..high, both included. */
int64_t rng_between(rng *r, int64_t low, int64_t high);

/* 1 when TAKEAWAY_SHORT is set: valgrind and sanitizer runs. */
int short_run(void);

#endif
