/*
** parity.c - do several sets together accept each vector an even number of times?
**
** Each set reads the vector on its first tracks, and anything on further ones. It accepts a word as
** often as there are words on the further tracks with which it accepts. Over GF(2), after a word,
** the states reached an odd number of times form a vector of bits. A letter maps it linearly, and
** "evenly many of them accept" is a linear condition. It holds after every word if it holds on a
** basis of the space that the vectors span. (M. P. Schuetzenberger, On the definition of a family
** of automata, 1961.) Reduced vectors serve as well. They are found by length of the word, so the
** first that fails belongs to a shortest word. The words begin with ZEROS zeros, so that the
** numbers on the further tracks may be that many digits longer.
*/
#include <string.h>

#include "base/status.h"
#include "theorem_int.h"

#define ZEROS 64

typedef struct parity {
    theorem *t;
    const automaton *const *set;
    size_t sets, total, words; /* 64-bit words of a vector */
    unsigned tracks;
    uint64_t *basis; /* `rank` vectors, and memory for one more */
    size_t basis_cap;
    uint32_t *from, *letter; /* of each vector */
    size_t from_cap, letter_cap;
    uint32_t *pivot; /* by bit: the basis vector whose lowest bit it is; NONE */
    size_t pivot_cap;
    uint32_t rank;
} parity;

/* Apply a letter to a vector. States from which nothing is accepted are left out. */
static ta_status advance(parity *p, const uint64_t *v, uint32_t letter, uint64_t *to) {
    size_t base = 0;
    memset(to, 0, p->words * sizeof *to);
    for (size_t i = 0; i < p->sets; base += p->set[i++]->states) {
        const automaton *a = p->set[i];
        uint32_t block = theorem_letters(p->t, a->tracks - p->tracks);
        for (size_t w = base / 64; w <= (base + a->states - 1) / 64; w++) {
            uint64_t bits = v[w];
            for (; bits; bits &= bits - 1) {
                size_t at = 64 * w + (size_t)__builtin_ctzll(bits);
                if (at < base || at >= base + a->states) continue;
                const uint32_t *next = a->next + (at - base) * a->letters + (size_t)letter * block;
                for (uint32_t u = 0; u < block; u++)
                    if (a->hope[next[u]] & 2)
                        to[(base + next[u]) / 64] ^= (uint64_t)1 << (base + next[u]) % 64;
                ta_status s = room_spend(&p->t->room, block);
                if (s) return s;
            }
        }
    }
    return TA_OK;
}

static uint64_t *vector(parity *p, uint32_t i) {
    return p->basis + i * p->words;
}

static int odd(const parity *p, const uint64_t *v) {
    size_t base = 0;
    int sum = 0;
    for (size_t i = 0; i < p->sets; base += p->set[i++]->states)
        for (uint32_t state = 0; state < p->set[i]->states; state++)
            sum ^= (int)(v[(base + state) / 64] >> (base + state) % 64 & 1) &
                   p->set[i]->accepts[state];
    return sum;
}

/* Reduce the vector stored after the basis, and add it if it is not 0. */
static ta_status join(parity *p, uint32_t from, uint32_t letter) {
    room *r = &p->t->room;
    uint64_t *v = vector(p, p->rank);
    for (size_t w = 0; w < p->words; w++) {
        while (v[w]) {
            size_t bit = 64 * w + (size_t)__builtin_ctzll(v[w]);
            if (p->pivot[bit] == NONE) {
                ta_status s = room_reserve(r, (void **)&p->from, &p->from_cap, (size_t)p->rank + 1,
                                           sizeof *p->from);
                if (!s)
                    s = room_reserve(r, (void **)&p->letter, &p->letter_cap, (size_t)p->rank + 1,
                                     sizeof *p->letter);
                if (s) return s;
                p->from[p->rank] = from;
                p->letter[p->rank] = letter;
                p->pivot[bit] = p->rank++;
                return TA_OK;
            }
            const uint64_t *other = vector(p, p->pivot[bit]);
            for (size_t i = w; i < p->words; i++) v[i] ^= other[i];
            ta_status s = room_spend(r, (uint32_t)(p->words - w) / 8 + 1);
            if (s) return s;
        }
    }
    return TA_OK;
}

static ta_status show(parity *p, uint32_t at, const span *name, const char *what) {
    uint32_t *letter = NULL;
    size_t cap = 0, length = 0;
    ta_status s = TA_OK;
    for (; !s && at != 0; at = p->from[at]) {
        s = room_reserve(&p->t->room, (void **)&letter, &cap, length + 1, sizeof *letter);
        if (!s) letter[length++] = p->letter[at];
    }
    if (!s) theorem_example(p->t, what, name, p->tracks, p->tracks, letter, length);
    room_free(&p->t->room, letter, cap, sizeof *letter);
    return s;
}

static ta_status room_for_one(parity *p) {
    return room_reserve(&p->t->room, (void **)&p->basis, &p->basis_cap,
                        ((size_t)p->rank + 2) * p->words, sizeof *p->basis);
}

/* Start the basis with the start vector after ZEROS zeros. */
static ta_status begin(parity *p) {
    size_t base = 0;
    ta_status s = room_for_one(p);
    if (!s)
        s = room_reserve(&p->t->room, (void **)&p->pivot, &p->pivot_cap, 64 * p->words,
                         sizeof *p->pivot);
    if (s) return s;
    for (size_t bit = 0; bit < 64 * p->words; bit++) p->pivot[bit] = NONE;
    memset(p->basis, 0, p->words * sizeof *p->basis);
    for (size_t i = 0; i < p->sets; base += p->set[i++]->states)
        if (p->set[i]->hope[0] & 2) p->basis[base / 64] |= (uint64_t)1 << base % 64;
    for (int i = 0; !s && i < ZEROS; i++) {
        s = advance(p, vector(p, (uint32_t)(i % 2)), 0, vector(p, (uint32_t)(1 - i % 2)));
    }
    return s ? s : join(p, 0, 0);
}

static ta_status run(parity *p, const span *name, const char *what, int *holds) {
    uint32_t letters = theorem_letters(p->t, p->tracks);
    ta_status s = begin(p);
    for (uint32_t at = 0; !s && at < p->rank; at++) {
        if (odd(p, vector(p, at))) {
            *holds = 0;
            return show(p, at, name, what);
        }
        for (uint32_t letter = 0; !s && letter < letters; letter++) {
            s = room_for_one(p);
            if (!s) s = advance(p, vector(p, at), letter, vector(p, p->rank));
            if (!s) s = join(p, at, letter);
        }
    }
    return s;
}

ta_status parity_check(theorem *t, const automaton *const *set, size_t count, const span *name,
                       unsigned names, const char *what, int *holds) {
    parity p = { .t = t, .set = set, .sets = count, .tracks = names };
    for (size_t i = 0; i < count; i++) p.total += set[i]->states;
    p.words = (p.total + 63) / 64;
    ta_status s = run(&p, name, what, holds);
    room_free(&t->room, p.basis, p.basis_cap, sizeof *p.basis);
    room_free(&t->room, p.pivot, p.pivot_cap, sizeof *p.pivot);
    room_free(&t->room, p.from, p.from_cap, sizeof *p.from);
    room_free(&t->room, p.letter, p.letter_cap, sizeof *p.letter);
    return s;
}
