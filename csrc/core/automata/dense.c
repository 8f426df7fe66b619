/*
** dense.c - the minimal automaton of a table with an entry for each state and letter.
**
** The digit of the first track is the most significant in the number of a letter. The blocks of
** equivalent states (refine.c) are numbered in the order of their discovery from the first state,
** breadth first and by letters. That is the order of minimise.c, so equal sets have equal automata,
** whichever way they were computed.
*/
#include <string.h>

#include "automata_int.h"
#include "base/mem.h"
#include "base/poll.h"

ta_status ta_nodes_letters(ta_nodes *n, ta_budget *budget, ta_call *call, uint32_t tracks,
                           size_t letters, const uint32_t *row, const uint32_t *name,
                           uint32_t *node) {
    if (!tracks) {
        *node = LEAF | (name ? name[*row] : *row);
        return TA_OK;
    }
    uint8_t track = 0;
    while (!(tracks >> track & 1)) track++;
    uint32_t child[TA_DIGITS_MOST];
    ta_status st = TA_OK;
    letters /= n->digits;
    for (unsigned d = 0; !st && d < n->digits; d++)
        st = ta_nodes_letters(n, budget, call, tracks & (tracks - 1), letters, row + d * letters,
                              name, &child[d]);
    return st ? st : ta_nodes_make(n, budget, call, track, child, node);
}

typedef struct table {
    ta_budget *budget;
    uint32_t states;
    size_t letters;
    const uint32_t *next;
    const uint8_t *accepts;
    uint32_t *block;  /* of a state; later its final number */
    uint32_t *number; /* of a block, plus one; 0: not visited */
    uint32_t *queue;  /* a state of each block, by number */
    uint32_t count;
} table;

static ta_status find_blocks(table *t, ta_call *call) {
    uint32_t blocks = 1;
    for (uint32_t q = 0; q < t->states; q++) {
        t->block[q] = t->accepts[q] != t->accepts[0];
        if (t->block[q]) blocks = 2;
    }
    return ta_refine(t->budget, call, t->states, (unsigned)t->letters, t->next, t->block, &blocks);
}

static void number(table *t) {
    t->queue[t->count++] = 0;
    t->number[t->block[0]] = 1;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint32_t *row = t->next + t->queue[i] * t->letters;
        for (size_t l = 0; l < t->letters; l++) {
            uint32_t *n = &t->number[t->block[row[l]]];
            if (*n) continue;
            t->queue[t->count++] = row[l];
            *n = t->count;
        }
    }
    for (uint32_t q = 0; q < t->states; q++) t->block[q] = t->number[t->block[q]] - 1;
}

static ta_status build(table *t, ta_call *call, uint32_t tracks, ta_automaton *a) {
    a->root = ta_alloc(&a->allocator, t->count, sizeof *a->root);
    a->accepts = ta_alloc(&a->allocator, t->count, sizeof *a->accepts);
    if (a->root) a->states_cap = t->count;
    if (a->accepts) a->accepts_cap = t->count;
    if (!a->root || !a->accepts) return TA_ENOMEM;
    a->states = t->count;
    ta_status st = TA_OK;
    for (uint32_t i = 0; !st && i < t->count; i++) {
        const uint32_t *row = t->next + t->queue[i] * t->letters;
        a->accepts[i] = t->accepts[t->queue[i]];
        st = ta_nodes_letters(&a->nodes, t->budget, call, tracks, t->letters, row, t->block,
                              &a->root[i]);
        if (!st) st = ta_poll(call, (uint32_t)t->letters, i, t->count);
    }
    return st;
}

ta_status ta_dense_least(ta_budget *budget, ta_call *call, const ta_numeration *numeration,
                         uint32_t tracks, uint32_t states, const uint32_t *next,
                         const uint8_t *accepts, ta_automaton **automaton) {
    const ta_allocator *al = budget->allocator;
    table t = { .budget = budget, .states = states, .letters = 1, .next = next, .accepts = accepts };
    for (uint32_t rest = tracks; rest; rest &= rest - 1) t.letters *= numeration->digits;
    size_t words = 3 * (size_t)states;
    ta_status st = ta_budget_take(budget, call, (double)(words * sizeof *t.block));
    if (st) return st;
    t.block = ta_alloc(al, words, sizeof *t.block);
    ta_automaton *a = ta_alloc(al, 1, sizeof *a);
    if (a) {
        a->allocator = *al;
        a->numeration = numeration;
        a->tracks = tracks;
        a->nodes.digits = numeration->digits;
    }
    if (!t.block || !a) st = TA_ENOMEM;
    if (!st) st = find_blocks(&t, call);
    if (!st) {
        t.number = t.block + states;
        t.queue = t.number + states;
        number(&t);
        st = build(&t, call, tracks, a);
    }
    ta_free(al, t.block, words, sizeof *t.block);
    budget->bytes -= (double)(words * sizeof *t.block);
    if (st) ta_automaton_destroy(a);
    else *automaton = a;
    return st;
}
