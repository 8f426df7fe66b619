/*
** refine.c - the coarsest stable refinement of a partition, in n log n, after Hopcroft.
**
** Elements have a successor for each digit. Blocks are split until all elements of a block lead,
** with each digit, to one block. A waiting block splits all blocks by the elements that lead into
** it. If a block that does not wait is split in two, only the smaller part must wait. For each
** block leads entirely into or entirely past the old block, so both parts would split it in the
** same way. Each time an element's block waits, its size has at least halved: log n times. For the
** same reason the largest block need not wait at first: together the blocks are all elements.
** Source: J. E. Hopcroft, An n log n algorithm for minimizing states in a finite automaton, 1971.
*/
#include <string.h>

#include "automata_int.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

typedef struct partition {
    uint32_t elements, blocks;
    unsigned digits;
    uint32_t *block;                 /* of an element */
    uint32_t *order, *place;         /* elements block by block; positions there */
    uint32_t *first, *past, *marked; /* block b is order[first[b] .. past[b]), marked first */
    uint32_t *waiting, *waits, waiting_count;
    uint32_t *touched, touched_count; /* blocks with marked elements */
    uint32_t *splitter;               /* a copy of the splitting block's elements */
    uint32_t *at, *from; /* predecessors of i by d: from[at[e] .. at[e + 1]), e = i * digits + d */
} partition;

/* Place the arrays in one allocation. */
static void place_arrays(partition *p, uint32_t *room) {
    size_t n = p->elements;
    uint32_t **part[] = { &p->order,   &p->place, &p->first,   &p->past,    &p->marked,
                          &p->waiting, &p->waits, &p->touched, &p->splitter };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++, room += n) *part[i] = room;
    p->from = room;
    p->at = room + n * p->digits;
}

static size_t words_of(const partition *p) {
    return (size_t)p->elements * (9 + 2 * (size_t)p->digits) + 1;
}

/* Compute predecessors: count them, then fill from the end. */
static void turn_round(partition *p, const uint32_t *next) {
    size_t edges = (size_t)p->elements * p->digits;
    for (size_t e = 0; e < edges; e++) p->at[(size_t)next[e] * p->digits + e % p->digits]++;
    uint32_t sum = 0;
    for (size_t i = 0; i <= edges; i++) p->at[i] = sum += i < edges ? p->at[i] : 0;
    for (size_t e = edges; e-- > 0;)
        p->from[--p->at[(size_t)next[e] * p->digits + e % p->digits]] = (uint32_t)(e / p->digits);
}

static void wait(partition *p, uint32_t b) {
    p->waits[b] = 1;
    p->waiting[p->waiting_count++] = b;
}

/* Set up the initial blocks. */
static void sort(partition *p) {
    uint32_t largest = 0;
    for (uint32_t i = 0; i < p->elements; i++) p->past[p->block[i]]++;
    for (uint32_t b = 0, sum = 0; b < p->blocks; b++) {
        if (p->past[b] > p->past[largest] - p->first[largest]) largest = b;
        p->first[b] = sum;
        p->past[b] = sum += p->past[b];
    }
    for (uint32_t i = p->elements; i-- > 0;) {
        uint32_t b = p->block[i], at = p->first[b] + p->marked[b]++;
        p->order[at] = i;
        p->place[i] = at;
    }
    for (uint32_t b = 0; b < p->blocks; b++) {
        p->marked[b] = 0;
        if (b != largest) wait(p, b);
    }
}

/* Mark i. It is marked at most once for each digit, since it has one successor. */
static void mark(partition *p, uint32_t i) {
    uint32_t b = p->block[i], to = p->first[b] + p->marked[b], other = p->order[to];
    if (p->marked[b]++ == 0) p->touched[p->touched_count++] = b;
    p->order[p->place[i]] = other;
    p->place[other] = p->place[i];
    p->order[to] = i;
    p->place[i] = to;
}

/* Make the marked elements of a block a new block, if there are others. */
static void split(partition *p, uint32_t b) {
    uint32_t count = p->marked[b], rest = p->past[b] - p->first[b] - count;
    p->marked[b] = 0;
    if (!rest) return;
    uint32_t c = p->blocks++;
    p->first[c] = p->first[b];
    p->past[c] = p->first[b] += count;
    for (uint32_t at = p->first[c]; at < p->past[c]; at++) p->block[p->order[at]] = c;
    wait(p, p->waits[b] || count <= rest ? c : b);
}

static ta_status split_by(partition *p, ta_call *call, uint32_t b) {
    uint32_t size = p->past[b] - p->first[b], steps = size * p->digits;
    memcpy(p->splitter, p->order + p->first[b], size * sizeof *p->splitter);
    for (unsigned d = 0; d < p->digits; d++) {
        for (uint32_t i = 0; i < size; i++) {
            size_t to = (size_t)p->splitter[i] * p->digits + d;
            for (uint32_t k = p->at[to]; k < p->at[to + 1]; k++) mark(p, p->from[k]);
            steps += p->at[to + 1] - p->at[to];
        }
        while (p->touched_count) split(p, p->touched[--p->touched_count]);
    }
    return ta_poll(call, 1 + steps / 4, p->blocks, 0);
}

ta_status ta_refine(ta_budget *budget, ta_call *call, uint32_t elements, unsigned digits,
                    const uint32_t *next, uint32_t *block, uint32_t *blocks) {
    partition p = { .elements = elements, .blocks = *blocks, .digits = digits, .block = block };
    size_t words = words_of(&p);
    if ((double)elements * digits > UINT32_MAX)
        return ta_fail(call, TA_ELIMIT, "an automaton of 2^32 moves");
    ta_status st = ta_budget_take(budget, call, (double)(words * sizeof *p.at));
    if (st) return st;
    uint32_t *room = ta_alloc(budget->allocator, words, sizeof *room);
    if (room) {
        place_arrays(&p, room);
        turn_round(&p, next);
        sort(&p);
    }
    st = room ? TA_OK : TA_ENOMEM;
    while (!st && p.waiting_count) {
        uint32_t b = p.waiting[--p.waiting_count];
        p.waits[b] = 0;
        st = split_by(&p, call, b);
    }
    ta_free(budget->allocator, room, words, sizeof *room);
    budget->bytes -= (double)(words * sizeof *room);
    *blocks = p.blocks;
    return st;
}
