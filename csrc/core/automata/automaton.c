/*
** automaton.c - an automaton as an object: destruction, and questions.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

void ta_automaton_destroy(ta_automaton *a) {
    if (!a) return;
    ta_budget none = { &a->allocator, 0, 0, 0, 0 };
    ta_nodes_clear(&a->nodes, &none);
    ta_free(&a->allocator, a->root, a->states_cap, sizeof *a->root);
    ta_free(&a->allocator, a->accepts, a->accepts_cap, sizeof *a->accepts);
    ta_allocator allocator = a->allocator;
    ta_free(&allocator, a, 1, sizeof *a);
}

/* ---- Questions ---- */

const ta_numeration *ta_automaton_numeration(const ta_automaton *a) {
    return a->numeration;
}

uint32_t ta_automaton_tracks(const ta_automaton *a) {
    return a->tracks;
}

uint32_t ta_automaton_states(const ta_automaton *a) {
    return a->states;
}

uint32_t ta_automaton_nodes(const ta_automaton *a) {
    return a->nodes.count;
}

double ta_automaton_bytes(const ta_automaton *a) {
    return (double)sizeof *a + (double)a->states_cap * sizeof *a->root + (double)a->accepts_cap +
           (double)a->nodes.track_cap + (double)a->nodes.child_cap * sizeof *a->nodes.child +
           (double)a->nodes.slot_cap * sizeof *a->nodes.slot;
}

int ta_automaton_is_empty(const ta_automaton *a) {
    return a->states == 1 && !a->accepts[0]; /* the minimal automaton of the empty set */
}

/* Have the numerations the same weights? Limits may differ. */
static int alike(const ta_numeration *a, const ta_numeration *b) {
    return a == b || (a->order == b->order && memcmp(a->c, b->c, a->order * sizeof *a->c) == 0 &&
                      memcmp(a->first, b->first, a->order * sizeof *a->first) == 0);
}

int ta_automaton_equal(const ta_automaton *a, const ta_automaton *b) {
    size_t children = (size_t)a->nodes.count * a->nodes.digits;
    return alike(a->numeration, b->numeration) && a->tracks == b->tracks &&
           a->states == b->states && a->nodes.count == b->nodes.count &&
           memcmp(a->accepts, b->accepts, a->states) == 0 &&
           memcmp(a->root, b->root, a->states * sizeof *a->root) == 0 &&
           (a->nodes.count == 0 ||
            (memcmp(a->nodes.track, b->nodes.track, a->nodes.count) == 0 &&
             memcmp(a->nodes.child, b->nodes.child, children * sizeof *a->nodes.child) == 0));
}

uint32_t ta_automaton_next(const ta_automaton *a, uint32_t state, const uint8_t digit[TA_TRACKS]) {
    uint32_t node = a->root[state];
    while (!(node & LEAF))
        node = a->nodes.child[(size_t)node * a->nodes.digits + digit[a->nodes.track[node]]];
    return node & ~LEAF;
}

int ta_automaton_accepts_at(const ta_automaton *a, uint32_t state) {
    return a->accepts[state];
}

/* ---- A shortest word ---- */

typedef struct walk {
    const ta_automaton *a;
    uint32_t *from;  /* the state before, plus one; 0: not visited */
    uint8_t *letter; /* by state: the letter that led there, TA_TRACKS digits */
    uint32_t *queue;
    size_t met;
} walk;

/* Visit the successors of a state in the order of the digits. Returns the first new one that
** accepts, or UINT32_MAX. */
static uint32_t spread(walk *w, uint32_t state, uint32_t node, uint8_t digit[TA_TRACKS]) {
    const ta_nodes *n = &w->a->nodes;
    if (node & LEAF) {
        uint32_t q = node & ~LEAF;
        if (w->from[q]) return UINT32_MAX;
        w->from[q] = state + 1;
        memcpy(w->letter + (size_t)q * TA_TRACKS, digit, TA_TRACKS);
        w->queue[w->met++] = q;
        return w->a->accepts[q] ? q : UINT32_MAX;
    }
    uint32_t found = UINT32_MAX;
    for (unsigned d = 0; d < n->digits && found == UINT32_MAX; d++) {
        digit[n->track[node]] = (uint8_t)d;
        found = spread(w, state, n->child[(size_t)node * n->digits + d], digit);
    }
    digit[n->track[node]] = 0;
    return found;
}

static void trace(const walk *w, uint32_t q, uint8_t *word, size_t *length) {
    size_t n = 0;
    for (uint32_t at = q; at != 0; at = w->from[at] - 1) n++;
    *length = n;
    for (uint32_t at = q; word && at != 0; at = w->from[at] - 1)
        memcpy(word + --n * TA_TRACKS, w->letter + (size_t)at * TA_TRACKS, TA_TRACKS);
}

ta_status ta_automaton_shortest(ta_call *call, const ta_automaton *a, uint8_t *word,
                                size_t *length) {
    const ta_allocator *al = &a->allocator;
    if (a->accepts[0]) {
        *length = 0;
        return TA_OK;
    }
    walk w = { a, ta_alloc(al, a->states, sizeof *w.from), ta_alloc(al, a->states, TA_TRACKS),
               ta_alloc(al, a->states, sizeof *w.queue), 1 };
    ta_status st = w.from && w.letter && w.queue ? TA_OK : TA_ENOMEM;
    uint32_t found = UINT32_MAX;
    if (!st) w.from[0] = 1;
    for (size_t i = 0; !st && i < w.met && found == UINT32_MAX; i++) {
        uint8_t digit[TA_TRACKS] = { 0 };
        found = spread(&w, w.queue[i], a->root[w.queue[i]], digit);
        st = ta_poll(call, 16, (double)i, (double)a->states);
    }
    if (!st && found == UINT32_MAX) *length = SIZE_MAX;
    else if (!st) trace(&w, found, word, length);
    ta_free(al, w.from, a->states, sizeof *w.from);
    ta_free(al, w.letter, a->states, TA_TRACKS);
    ta_free(al, w.queue, a->states, sizeof *w.queue);
    return st;
}
