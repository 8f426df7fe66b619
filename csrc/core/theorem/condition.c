/*
** condition.c - one condition on the numbers of some tracks, read letter by letter.
**
** For a set the state is the automaton's. For a linear condition, a(1) x(1) + ... + constant >= 0
** or = 0, it is a sequence: w(n) is q times the worth of what was read, with n digits to come. The
** state stores w(0), ..., w(order - 1); the rest follows by the recurrence. The digits to come add
** from least (B(n) - B(0)) to most (B(n) - B(0)). Here least and most are digits - 1 times the sums
** of the negative and of the positive a(i). read.c defines B and proves: if w(n) + least B(n) is at
** least a >= 0 and grows on the terms examined, this holds for all n of its class. The same holds
** for w(n) + most B(n) below 0.
**
** If the value is so far below 0 that no digits can make it up, the condition fails for all n of
** the class. In the same way it may hold for all. Then w is LOW or HIGH there. A condition that
** fails for all n has no state; one that holds for all has a single state.
*/
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "theorem_int.h"

#define LOW INT64_MIN
#define HIGH INT64_MAX
#define TERM ((int64_t)1 << 44) /* 16 times 4096 such terms are at most 2^60 */
#define SUM 0x1p60              /* bound on what the digits to come add */

void condition_set(theorem *t, condition *c, const automaton *set, const unsigned *track,
                   int wanted) {
    int64_t weight = 1;
    c->set = set;
    c->wanted = wanted;
    c->start = set->hope[0] >> wanted & 1 ? 0 : NONE;
    for (unsigned i = set->tracks; i-- > 0; weight *= t->digits) c->term.a[track[i]] += weight;
}

static uint64_t hash_vector(const int64_t *v, unsigned order) {
    uint64_t hash = 0;
    for (unsigned j = 0; j < order; j++) hash = ta_hash(hash ^ (uint64_t)v[j]);
    return hash;
}

static ta_status grow_slots(theorem *t, condition *c) {
    size_t cap = c->slot_cap, size = cap;
    uint32_t *slot = NULL;
    size_t slot_cap = 0;
    if (2 * ((size_t)c->states + 1) <= size) return TA_OK;
    ta_status s =
        room_reserve(&t->room, (void **)&slot, &slot_cap, size ? 2 * size : 16, sizeof *slot);
    if (s) return s;
    memset(slot, 0, slot_cap * sizeof *slot);
    for (uint32_t i = 0; i < c->states; i++) {
        if (i == c->always) continue;
        uint64_t at = hash_vector(c->vectors + (size_t)i * t->order, t->order) & (slot_cap - 1);
        while (slot[at]) at = (at + 1) & (slot_cap - 1);
        slot[at] = i + 1;
    }
    room_free(&t->room, c->slot, c->slot_cap, sizeof *slot);
    c->slot = slot;
    c->slot_cap = slot_cap;
    return TA_OK;
}

static ta_status add_state(theorem *t, condition *c, const int64_t *v, uint32_t *state) {
    size_t order = t->order;
    if (c->states >= UNKNOWN - 1)
        return ta_fail(t->room.call, TA_ELIMIT, "a linear condition with too many states");
    ta_status s = room_reserve(&t->room, (void **)&c->vectors, &c->vector_cap,
                               ((size_t)c->states + 1) * order, sizeof *c->vectors);
    if (s) return s;
    memcpy(c->vectors + c->states * order, v, order * sizeof *v);
    *state = c->states++;
    return TA_OK;
}

/* LOW or HIGH if the class is decided whatever digits follow, or 0. */
static int64_t decision(const theorem *t, const condition *c, const int64_t *w, unsigned class) {
    const int64_t *B = t->bound, constant = t->q * c->term.constant;
    int64_t low = INT64_MAX, high = INT64_MIN;
    int rises = 1, falls = 1;
    if (w[class] == LOW || w[class] == HIGH) return w[class];
    for (unsigned n = class; n < t->order; n += t->period) {
        int64_t from = w[n] + c->least * B[n], to = w[n] + c->most * B[n];
        if (from < low) low = from;
        if (to > high) high = to;
        if (n < t->stride) continue;
        rises &= from >= w[n - t->stride] + c->least * B[n - t->stride];
        falls &= to <= w[n - t->stride] + c->most * B[n - t->stride];
    }
    int below = falls && high <= 0 && high - c->most * B[0] + constant < 0;
    int64_t from = low - c->least * B[0] + constant;
    if (below || (c->equal && rises && low >= 0 && from > 0)) return LOW;
    return !c->equal && rises && low >= 0 && from >= 0 ? HIGH : 0;
}

/* The state of w, after marking its decided classes. NONE if the condition cannot hold, `always` if
** it holds whatever follows. */
static ta_status state_of(theorem *t, condition *c, int64_t *v, uint32_t *state) {
    unsigned fail = 0, hold = 0;
    for (unsigned class = 0; class < t->period; class++) {
        int64_t as = decision(t, c, v, class);
        fail += as == LOW;
        hold += as == HIGH;
        for (unsigned n = class; as && n < t->order; n += t->period) v[n] = as;
    }
    if (fail == t->period) {
        *state = NONE;
        return TA_OK;
    }
    if (hold == t->period) {
        *state = c->always;
        if (c->always != NONE) return TA_OK;
        ta_status s = add_state(t, c, v, state);
        if (!s) c->always = *state;
        return s;
    }
    ta_status s = grow_slots(t, c);
    if (s) return s;
    uint64_t mask = c->slot_cap - 1, at = hash_vector(v, t->order) & mask;
    for (; c->slot[at]; at = (at + 1) & mask) {
        *state = c->slot[at] - 1;
        if (memcmp(c->vectors + (size_t)*state * t->order, v, t->order * sizeof *v) == 0)
            return TA_OK;
    }
    s = add_state(t, c, v, state);
    if (!s) c->slot[at] = *state + 1;
    return s;
}

ta_status condition_linear(theorem *t, condition *c, const form *term, int equal) {
    int64_t zero[ORDER] = { 0 };
    c->term = *term;
    c->equal = equal;
    c->always = NONE;
    for (unsigned i = 0; i < TRACKS; i++) {
        if (term->a[i] < 0) c->least += term->a[i] * (t->digits - 1);
        else c->most += term->a[i] * (t->digits - 1);
    }
    if ((double)(c->most - c->least) * (double)t->largest > SUM)
        return ta_fail(t->room.call, TA_EUNSUPPORTED, "a linear term with numbers too large");
    return state_of(t, c, zero, &c->start);
}

static int64_t worth(const theorem *t, const condition *c, unsigned tracks, uint32_t letter) {
    int64_t sum = 0;
    for (unsigned track = tracks; track-- > 0; letter /= t->digits)
        sum += c->term.a[track] * (int64_t)(letter % t->digits);
    return sum;
}

/* Compute the inputs: for a set, its own letter; for a term, the worth of the digits. */
ta_status condition_inputs(theorem *t, condition *c, unsigned tracks, uint32_t letters) {
    ta_status s =
        room_reserve(&t->room, (void **)&c->input, &c->input_cap, letters, sizeof *c->input);
    if (s) return s;
    for (uint32_t letter = 0; letter < letters; letter++) {
        int64_t sum = worth(t, c, tracks, letter) * (c->set ? 1 : t->q);
        uint32_t i = 0;
        if (c->set) {
            c->input[letter] = (uint32_t)sum;
            continue;
        }
        while (i < c->inputs && c->sums[i] != sum) i++;
        c->input[letter] = i;
        if (i < c->inputs) continue;
        s = room_reserve(&t->room, (void **)&c->sums, &c->sum_cap, (size_t)i + 1, sizeof *c->sums);
        if (!s) s = room_spend(&t->room, 1 + i / 8);
        if (s) return s;
        c->sums[c->inputs++] = sum;
    }
    return TA_OK;
}

static ta_status make_step(theorem *t, condition *c, uint32_t state, uint32_t input, uint32_t *to) {
    const int64_t *v = c->vectors + (size_t)state * t->order;
    int64_t w[ORDER], next = 0, before = v[t->order - t->period]; /* the class of the next one */
    int decided = before == LOW || before == HIGH;
    for (unsigned lag = t->period; lag <= t->last && !decided; lag += t->period)
        next += t->c[lag - 1] * v[t->order - lag];
    for (unsigned n = 0; n < t->order; n++) {
        w[n] = n + 1 < t->order ? v[n + 1] : decided ? before : next;
        if (w[n] == LOW || w[n] == HIGH) continue;
        w[n] += c->sums[input] * t->weight[n];
        if (w[n] > TERM || w[n] < -TERM)
            return ta_fail(t->room.call, TA_ELIMIT, "a linear condition with states beyond 2^44");
    }
    return state_of(t, c, w, to);
}

ta_status condition_step(theorem *t, condition *c, uint32_t state, uint32_t letter, uint32_t *to) {
    uint32_t input = c->input[letter];
    if (c->set) {
        uint32_t next = c->set->next[(size_t)state * c->set->letters + input];
        *to = c->set->hope[next] >> c->wanted & 1 ? next : NONE;
        return TA_OK;
    }
    if (state == c->always) {
        *to = state;
        return TA_OK;
    }
    size_t need = (size_t)c->states * c->inputs, had = c->after_cap;
    if (need > had) {
        ta_status s =
            room_reserve(&t->room, (void **)&c->after, &c->after_cap, need, sizeof *c->after);
        if (s) return s;
        for (size_t i = had; i < c->after_cap; i++) c->after[i] = UNKNOWN;
    }
    *to = c->after[(size_t)state * c->inputs + input];
    if (*to != UNKNOWN) return TA_OK;
    ta_status s = make_step(t, c, state, input, to);
    if (!s) c->after[(size_t)state * c->inputs + input] = *to;
    return s;
}

int condition_ends(const theorem *t, const condition *c, uint32_t state) {
    if (c->set) return c->set->accepts[state] == c->wanted;
    if (state == c->always) return 1;
    int64_t read = c->vectors[(size_t)state * t->order];
    if (read == LOW || read == HIGH) return read == HIGH;
    int64_t value = read + t->q * c->term.constant;
    return value == 0 || (value > 0 && !c->equal);
}

void condition_clear(theorem *t, condition *c) {
    room *r = &t->room;
    room_free(r, c->vectors, c->vector_cap, sizeof *c->vectors);
    room_free(r, c->slot, c->slot_cap, sizeof *c->slot);
    room_free(r, c->sums, c->sum_cap, sizeof *c->sums);
    room_free(r, c->after, c->after_cap, sizeof *c->after);
    room_free(r, c->input, c->input_cap, sizeof *c->input);
}
