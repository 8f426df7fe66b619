/*
** read.c - reads the lines of a certificate, in the format of
** lua/takeaway/engine/automata/certificate.lua.
**
** Numerations: U(n) = c1 U(n-1) + ... + cm U(n-m) from n = m on; a word of digits is worth the sum
** of digit U(place). Let q = c1 + ... + cm - 1 and B(n) = sum of b(j) U(n+j), b(j) = 1 - c1 - ... -
** c(m-1-j), j < m. Then q times U(0) + ... + U(n-1) is B(n) - B(0): sum the recurrence of U(m),
** ..., U(m+n-1). So B is a form in U that bounds the worth of n digits.
**
** Statements about such forms for all n: lags with a nonzero coefficient are multiples of `period`,
** d. So the n of one remainder, a class, have a sequence of their own. A run is as many consecutive
** terms of a class as the largest lag spans. If no coefficient is negative, and a run is >= a >= 0,
** so are all later terms. If some are negative, let c(d) - 1, c(d) + c(2d) - 1, ... all be >= 0. If
** a run is >= a >= 0 and does not decrease, the same holds for all later terms. For the next term
** w(n) minus w(n-d) is (c(d) - 1) w(n-d) + c(2d) w(n-2d) + .... By parts this combines these
** numbers with differences >= 0 and the last term. The weights are checked for the same property.
** `stride` is the distance of compared terms: d, or `order` for no comparison.
*/
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "theorem_int.h"

#define WEIGHT ((int64_t)1 << 24) /* the largest given weight */

uint32_t theorem_letters(const theorem *t, unsigned tracks) {
    uint64_t letters = 1;
    for (unsigned i = 0; i < tracks && letters <= LETTERS; i++) letters *= t->digits;
    return letters <= LETTERS ? (uint32_t)letters : 0;
}

static int same(span s, const char *word) {
    return s.length == strlen(word) && memcmp(s.at, word, s.length) == 0;
}

static ta_status unsupported(reader *r, const char *what) {
    return ta_fail(r->t->room.call, TA_EUNSUPPORTED, "line %lu: %s", r->number, what);
}

static ta_status read_head(reader *r) {
    theorem *t = r->t;
    span s, word;
    ta_status failed = reader_expect(r, "takeaway theorem", &s);
    if (failed) return failed;
    reader_word(&s, &word);
    if (!same(word, "3"))
        return unsupported(r, "another version of certificates of theorems; this one reads 3");
    failed = reader_expect(r, "play", &s);
    if (failed) return failed;
    reader_word(&s, &word);
    t->misere = same(word, "misere");
    if (!t->misere && !same(word, "normal"))
        return reader_fail(r, "play: expected normal or misere", word);
    failed = reader_expect(r, "variables", &s);
    if (!failed) failed = reader_names(r, s, t->name, &t->variables);
    return failed || t->variables ? failed : reader_fail(r, "expected at least one name", s);
}

static ta_status read_guard(reader *r, move *m, span s) {
    theorem *t = r->t;
    ta_status failed = room_reserve(&t->room, (void **)&t->guard, &t->guard_cap, t->guard_count + 1,
                                    sizeof *t->guard);
    if (failed) return failed;
    m->guards++;
    return reader_term(r, s, m->name, m->names, &t->guard[t->guard_count++]);
}

static ta_status read_move(reader *r, span s) {
    theorem *t = r->t;
    if (t->move_count == MOVES)
        return ta_fail(t->room.call, TA_ELIMIT, "line %lu: more than %d moves", r->number, MOVES);
    ta_status failed = room_reserve(&t->room, (void **)&t->moves, &t->move_cap, t->move_count + 1,
                                    sizeof *t->moves);
    if (failed) return failed;
    move *m = &t->moves[t->move_count++];
    memset(m, 0, sizeof *m);
    m->first = t->guard_count;
    m->names = t->variables;
    memcpy(m->name, t->name, sizeof t->name);
    failed = reader_names(r, s, m->name, &m->names);
    while (!failed && reader_next(r, "guard", &s)) failed = read_guard(r, m, s);
    for (unsigned j = 0; !failed && j < t->variables; j++) {
        failed = reader_expect(r, "target", &s);
        if (!failed) failed = reader_term(r, s, m->name, m->names, &m->target[j]);
    }
    return failed;
}

static ta_status read_integers(reader *r, const char *word, int64_t low, int64_t high,
                               int64_t *list, unsigned most, unsigned *count) {
    span s, rest;
    ta_status failed = reader_expect(r, word, &s);
    *count = 0;
    for (; !failed; (*count)++) {
        rest = s;
        if (!reader_word(&rest, &rest)) return TA_OK;
        if (*count == most) return reader_fail(r, "too many numbers", s);
        failed = reader_integer(r, &s, low, high, &list[*count]);
    }
    return failed;
}

static unsigned gcd(unsigned a, unsigned b) {
    return b ? gcd(b, a % b) : a;
}

/* Compute `last` (the largest lag), period, stride and q. 0: unsupported numeration. */
static int grows(theorem *t) {
    int fits = 1, mixed = 0;
    t->q = -1;
    for (unsigned lag = 1; lag <= t->order; lag++) {
        int64_t c = t->c[lag - 1];
        t->q += c;
        mixed |= c < 0;
        if (!c) continue;
        fits &= t->q >= 0;
        t->last = lag;
        t->period = gcd(lag, t->period);
    }
    if (t->q <= 0 || (mixed && (!fits || !t->c[t->period - 1]))) return 0;
    t->stride = mixed ? t->period : t->order;
    for (unsigned n = t->stride; n < t->order; n++)
        if (t->weight[n] < t->weight[n - t->stride]) return 0;
    return 1; /* q > 0: weights grow without end */
}

/* Compute B(n), n < order, and `largest`, the greatest of |B(n)| and q U(n) for these n. 0:
** unsupported numeration. */
static int weigh(theorem *t) {
    int64_t b = 1, lowest = 0;
    if (!grows(t)) return 0;
    for (unsigned j = t->order; j-- > 0; b -= t->c[t->order - 1 - j]) lowest += b * t->weight[j];
    for (unsigned n = 0; n < t->order; lowest += t->q * t->weight[n++]) {
        int64_t size = lowest < 0 ? -lowest : lowest, step = t->q * t->weight[n];
        t->bound[n] = lowest;
        if (t->largest < size) t->largest = size;
        if (t->largest < step) t->largest = step;
    }
    return 1;
}

static ta_status read_numeration(reader *r) {
    theorem *t = r->t;
    unsigned count;
    int64_t digits;
    ta_status failed = read_integers(r, "digits", 2, 64, &digits, 1, &count);
    if (!failed && count == 0) return reader_fail(r, "expected the number of digits", r->line);
    if (!failed) t->digits = (unsigned)digits;
    if (!failed) failed = read_integers(r, "recurrence", -COEFFICIENT, COEFFICIENT, t->c, ORDER, &t->order);
    if (!failed) failed = read_integers(r, "weights", 1, WEIGHT, t->weight, ORDER, &count);
    if (failed) return failed;
    if (count != t->order)
        return reader_fail(r, "weights: expected as many as the recurrence has", r->line);
    return weigh(t) ? TA_OK : unsupported(r, "an unknown numeration");
}

static ta_status read_row(reader *r, automaton *a, uint32_t state) {
    span s, word;
    a->accepts[state] = (uint8_t)reader_next(r, "+", &s);
    if (!a->accepts[state] && !reader_next(r, "-", &s)) {
        r->number++;
        return reader_fail(r, "expected + or - and the next states", r->line);
    }
    for (uint32_t letter = 0; letter < a->letters; letter++) {
        int64_t to;
        ta_status failed = reader_integer(r, &s, 0, (int64_t)a->states - 1, &to);
        if (failed) return failed;
        a->next[(size_t)state * a->letters + letter] = (uint32_t)to;
    }
    if (reader_word(&s, &word)) return reader_fail(r, "too many next states", word);
    return room_spend(&r->t->room, a->letters);
}

static ta_status read_set(reader *r, automaton *a, const char *name, unsigned tracks) {
    char head[16];
    int64_t states;
    span s, word;
    memcpy(a->name, name, strlen(name) + 1);
    snprintf(head, sizeof head, "set %s", name);
    ta_status failed = reader_expect(r, head, &s);
    if (!failed) failed = reader_integer(r, &s, 1, 1 << 24, &states);
    if (failed) return failed;
    if (reader_word(&s, &word)) return reader_fail(r, "expected only the number of states", word);
    a->tracks = tracks;
    a->states = (uint32_t)states;
    a->letters = theorem_letters(r->t, tracks);
    if (!a->letters)
        return ta_fail(r->t->room.call, TA_ELIMIT, "line %lu: more than %u letters", r->number,
                       LETTERS);
    if (!r->line.at || (size_t)a->states > (size_t)(r->end - r->line.at) / (2 * (size_t)a->letters))
        return reader_fail(r, "more states than the text has", s);
    failed = automaton_alloc(&r->t->room, a);
    for (uint32_t state = 0; !failed && state < a->states; state++) failed = read_row(r, a, state);
    if (failed) return failed;
    if (a->next[0] != 0) return reader_fail(r, "leading zeros leave the first state", (span){ 0 });
    return automaton_hope(&r->t->room, a);
}

static ta_status read_sets(reader *r) {
    theorem *t = r->t;
    ta_status failed = read_set(r, &t->numbers, "N", 1);
    if (!failed) failed = read_set(r, &t->successor, "S", 2);
    if (!failed) failed = read_set(r, &t->all, "W", t->variables);
    if (!failed) failed = read_set(r, &t->positions, "P", t->variables);
    if (!failed && t->misere) failed = read_set(r, &t->ended, "E", t->variables);
    if (!failed)
        failed = room_reserve(&t->room, (void **)&t->by_move, &t->by_move_cap, t->move_count,
                              sizeof *t->by_move);
    if (failed) return failed;
    memset(t->by_move, 0, t->by_move_cap * sizeof *t->by_move);
    for (size_t i = 0; !failed && i < t->move_count; i++) {
        char name[8];
        snprintf(name, sizeof name, "K%u", (unsigned)i + 1);
        failed = read_set(r, &t->by_move[i], name, t->moves[i].names);
    }
    return failed;
}

ta_status theorem_read(theorem *t, const char *text, size_t length) {
    reader r = { .t = t, .at = text, .end = text + length };
    unsigned ranks;
    span s;
    ta_status failed = read_head(&r);
    while (!failed && reader_next(&r, "move", &s)) failed = read_move(&r, s);
    if (!failed && t->move_count == 0) failed = reader_expect(&r, "move", &s);
    if (!failed) failed = read_integers(&r, "rank", 0, 1 << 20, t->rank, t->variables, &ranks);
    if (!failed && ranks < t->variables)
        return reader_fail(&r, "rank: expected a number for each variable", r.line);
    if (!failed) failed = read_numeration(&r);
    if (!failed) failed = read_sets(&r);
    if (!failed && r.line.at) {
        r.number++;
        return reader_fail(&r, "expected the end", r.line);
    }
    return failed;
}

void theorem_clear(theorem *t) {
    room *r = &t->room;
    automaton *const sets[] = { &t->numbers, &t->successor, &t->all, &t->positions, &t->ended };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) automaton_clear(r, sets[i]);
    for (size_t i = 0; t->by_move && i < t->move_count; i++) automaton_clear(r, &t->by_move[i]);
    room_free(r, t->by_move, t->by_move_cap, sizeof *t->by_move);
    room_free(r, t->moves, t->move_cap, sizeof *t->moves);
    room_free(r, t->guard, t->guard_cap, sizeof *t->guard);
}
