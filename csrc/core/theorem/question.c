/*
** question.c - are there numbers that satisfy all conditions? The vectors of the conditions' states
** are explored, by length of the word. A vector is dropped if one of its conditions cannot hold any
** more. So the first word found is a shortest one; if none is found, there is none.
*/
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "theorem_int.h"

/* ---- Building ---- */

static condition *add(question *q) {
    if (!q->failed)
        q->failed = room_reserve(&q->t->room, (void **)&q->condition, &q->cap, q->count + 1,
                                 sizeof *q->condition);
    if (q->failed) return NULL;
    condition *c = &q->condition[q->count++];
    memset(c, 0, sizeof *c);
    return c;
}

unsigned question_track(question *q) {
    unsigned track = q->tracks;
    if (track == TRACKS) {
        if (!q->failed)
            q->failed = ta_fail(q->t->room.call, TA_ELIMIT, "more than %d numbers at once", TRACKS);
        return 0;
    }
    q->tracks++;
    return track;
}

void question_begin(question *q, theorem *t, const span *name, unsigned names) {
    memset(q, 0, sizeof *q);
    q->t = t;
    q->names = names;
    for (unsigned i = 0; i < names; i++) {
        q->name[i] = name[i];
        question_track(q);
    }
}

void question_tracks(question *q, const automaton *set, const unsigned *track, int wanted) {
    condition *c = add(q);
    if (c) condition_set(q->t, c, set, track, wanted);
    for (unsigned i = 0; wanted && i < set->tracks; i++) q->read[track[i]] = 1;
}

void question_set(question *q, const automaton *set, int wanted) {
    unsigned track[TRACKS];
    for (unsigned i = 0; i < TRACKS; i++) track[i] = i;
    question_tracks(q, set, track, wanted);
}

void question_linear(question *q, const form *term, int equal) {
    condition *c = add(q);
    if (c) q->failed = condition_linear(q->t, c, term, equal);
}

static void clear(question *q) {
    room *r = &q->t->room;
    for (size_t i = 0; i < q->count; i++) condition_clear(q->t, &q->condition[i]);
    room_free(r, q->condition, q->cap, sizeof *q->condition);
    room_free(r, q->states, q->states_cap, sizeof *q->states);
    room_free(r, q->from, q->from_cap, sizeof *q->from);
    room_free(r, q->letter, q->letter_cap, sizeof *q->letter);
    room_free(r, q->slot, q->slot_cap, sizeof *q->slot);
}

/* ---- Vectors of states ---- */

static uint64_t hash_states(const uint32_t *states, size_t count) {
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i++) hash = ta_hash(hash ^ states[i]);
    return hash;
}

static ta_status grow_slots(question *q) {
    if (2 * ((size_t)q->met + 1) <= q->slot_cap) return TA_OK;
    uint32_t *slot = NULL;
    size_t cap = 0;
    ta_status s = room_reserve(&q->t->room, (void **)&slot, &cap,
                               q->slot_cap ? 2 * q->slot_cap : 64, sizeof *slot);
    if (s) return s;
    memset(slot, 0, cap * sizeof *slot);
    for (uint32_t i = 0; i < q->met; i++) {
        uint64_t at = hash_states(q->states + i * q->count, q->count) & (cap - 1);
        while (slot[at]) at = (at + 1) & (cap - 1);
        slot[at] = i + 1;
    }
    room_free(&q->t->room, q->slot, q->slot_cap, sizeof *slot);
    q->slot = slot;
    q->slot_cap = cap;
    return TA_OK;
}

/* Add the vector stored after all others, unless it is a known one. */
static ta_status meet(question *q, uint32_t from, uint32_t letter) {
    size_t count = q->count;
    const uint32_t *states = q->states + q->met * count;
    ta_status s = grow_slots(q);
    if (s) return s;
    uint64_t mask = q->slot_cap - 1, at = hash_states(states, count) & mask;
    for (; q->slot[at]; at = (at + 1) & mask)
        if (memcmp(q->states + (q->slot[at] - 1) * count, states, count * sizeof *states) == 0)
            return TA_OK;
    if (q->met == UNKNOWN - 1)
        return ta_fail(q->t->room.call, TA_ELIMIT, "more than 2^32 vectors of states");
    s = room_reserve(&q->t->room, (void **)&q->from, &q->from_cap, (size_t)q->met + 1,
                     sizeof *q->from);
    if (!s)
        s = room_reserve(&q->t->room, (void **)&q->letter, &q->letter_cap, (size_t)q->met + 1,
                         sizeof *q->letter);
    if (s) return s;
    q->from[q->met] = from;
    q->letter[q->met] = letter;
    q->slot[at] = ++q->met;
    return TA_OK;
}

static ta_status expand(question *q, uint32_t at, uint32_t letters) {
    size_t count = q->count;
    for (uint32_t letter = 0; letter < letters; letter++) {
        ta_status s = room_reserve(&q->t->room, (void **)&q->states, &q->states_cap,
                                   ((size_t)q->met + 1) * count, sizeof *q->states);
        const uint32_t *own = q->states + at * count;
        uint32_t *to = q->states + q->met * count;
        size_t i = 0;
        for (; !s && i < count; i++) {
            s = condition_step(q->t, &q->condition[i], own[i], letter, &to[i]);
            if (!s && to[i] == NONE) break;
        }
        if (!s && i == count) s = meet(q, at, letter);
        if (s) return s;
    }
    return room_spend(&q->t->room, letters);
}

/* ---- The search ---- */

void theorem_example(theorem *t, const char *what, const span *name, unsigned names,
                     unsigned tracks, const uint32_t *letter, size_t length) {
    ta_call *call = t->room.call;
    double weight[ORDER] = { 0 }, number[TRACKS] = { 0 }; /* U(n), U(n-1), ... */
    char text[TA_MESSAGE_SIZE];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", what);
    for (size_t n = 0; n < length; n++) {
        uint32_t rest = letter[n];
        double next = n < t->order ? (double)t->weight[n] : 0;
        for (unsigned j = 0; n >= t->order && j < t->order; j++)
            next += (double)t->c[j] * weight[j];
        memmove(weight + 1, weight, (ORDER - 1) * sizeof *weight);
        weight[0] = next;
        for (unsigned track = tracks; track-- > 0; rest /= t->digits)
            number[track] += next * (rest % t->digits);
    }
    for (unsigned i = 0; i < names && used + 1 < sizeof text; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s%.*s = ", i ? ", " : " (for one: ", (int)name[i].length,
                                 name[i].at);
        if (used + 1 >= sizeof text) break;
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 number[i] < 1e15 ? "%.0f" : "about %.5g", number[i]);
    }
    if (names && used + 1 < sizeof text) snprintf(text + used, sizeof text - used, ")");
    ta_fail(call, TA_OK, "%s", text);
}

static ta_status show(question *q, uint32_t at, const char *what) {
    uint32_t *letter = NULL;
    size_t cap = 0, length = 0;
    ta_status s = TA_OK;
    for (; !s && at != 0; at = q->from[at]) {
        s = room_reserve(&q->t->room, (void **)&letter, &cap, length + 1, sizeof *letter);
        if (!s) letter[length++] = q->letter[at];
    }
    if (!s) theorem_example(q->t, what, q->name, q->names, q->tracks, letter, length);
    room_free(&q->t->room, letter, cap, sizeof *letter);
    return s;
}

static ta_status search(question *q, int *holds, const char *what) {
    theorem *t = q->t;
    uint32_t letters = theorem_letters(t, q->tracks);
    ta_status s = q->failed;
    if (!s && !letters)
        s = ta_fail(t->room.call, TA_ELIMIT, "a condition of more than %u letters", LETTERS);
    if (!s)
        s = room_reserve(&t->room, (void **)&q->states, &q->states_cap, q->count,
                         sizeof *q->states);
    for (size_t i = 0; !s && i < q->count; i++) {
        q->states[i] = q->condition[i].start;
        if (q->states[i] == NONE) return TA_OK;
        s = condition_inputs(t, &q->condition[i], q->tracks, letters);
    }
    if (!s) s = meet(q, 0, 0);
    for (uint32_t at = 0; !s && at < q->met; at++) {
        size_t i = 0;
        const uint32_t *own = q->states + at * q->count;
        while (i < q->count && condition_ends(t, &q->condition[i], own[i])) i++;
        if (i == q->count) {
            *holds = 0;
            return show(q, at, what);
        }
        s = expand(q, at, letters);
    }
    return s;
}

/* Require a number's word on each track that no set reads. Each number has one. Sets check the
** tracks they read. */
static void add_numbers(question *q) {
    const automaton *N = &q->t->numbers;
    for (unsigned track = 0; N->hope[0] & 1 && track < q->tracks; track++)
        if (!q->read[track]) question_tracks(q, N, &track, 1);
}

ta_status question_never(question *q, int *holds, const char *what) {
    add_numbers(q);
    ta_status s = search(q, holds, what);
    clear(q);
    return s;
}
