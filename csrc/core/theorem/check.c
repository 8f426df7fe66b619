/*
** check.c - what must hold of a certificate; docs/theory/automatic-games.md says why it is a proof.
**
** Let X be P, or V of (position, value), W all positions.
** (C)  all sets accept words of numbers only, and W all of them;
** (O0) a legal move has targets >= 0, and the rank falls with it;
** (O2) no legal move leads from X to X (with the same value);
** (O3) what K_i accepts is a legal move i that leads to X (in misere play: from P, or to P);
** (O4) each position is accepted by P, K1, K2, ... an odd number of times (in misere play by E, K1,
**      ...; of values: each (p, w) by B, K1, ... an even number), parameters of any length;
** (O1) in misere play E misses P, and no move is legal in E;
** (V)  of values: each p has an odd number of v in V; for (p, v) in V, w < v, (p, w) is in B;
** (L)  of least limits: for (p, x) in L, x >= 1, (p, x) is not in P, and (p, y) is for 1 <= y < x; for x
**      >= 1 and (p, x) not in P, p is in F; p is in F as often as (p, x) is in L, modulo 2; where it
**      says so, no (p, x) is in P for which (p, y) is in L with y < x.
*/
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "theorem_int.h"

#define WHAT 128

/* "name fails: move i ...": a text that lives as long as the caller's buffer. */
static const char *text(char buffer[WHAT], const char *format, size_t i, const char *name) {
    snprintf(buffer, WHAT, format, i, name, name);
    return buffer;
}

static void add_guards(question *q, const move *m) {
    for (size_t i = 0; i < m->guards; i++) question_at_most_0(q, &q->t->guard[m->first + i]);
}

static form unit(unsigned track, int64_t times, int64_t constant) {
    form f = { .constant = constant };
    f.a[track] = times;
    return f;
}

/* term + factor other <= 0 */
static void at_most(question *q, const form *term, const form *other, int64_t factor) {
    form sum = *term;
    if (!q->failed) q->failed = form_add(q->t, &sum, other, factor);
    question_at_most_0(q, &sum);
}

/* The track whose number a form is; TRACKS: of none. */
static unsigned alone(const form *f) {
    unsigned found = TRACKS;
    if (f->constant) return TRACKS;
    for (unsigned i = 0; i < TRACKS; i++) {
        if (f->a[i] == 0) continue;
        if (f->a[i] != 1 || found < TRACKS) return TRACKS;
        found = i;
    }
    return found;
}

/* Where the move leads to, with the same value, is in X or is not. */
static void add_target(question *q, const move *m, int wanted) {
    theorem *t = q->t;
    unsigned track[TRACKS];
    const form zero = { 0 };
    for (unsigned j = 0; j < t->variables; j++) {
        track[j] = alone(&m->target[j]);
        if (track[j] < TRACKS) continue;
        track[j] = question_track(q);
        form own = unit(track[j], 1, 0), difference = m->target[j];
        if (!q->failed) q->failed = form_add(t, &difference, &own, -1);
        question_at_most_0(q, &difference);
        at_most(q, &zero, &difference, -1);
    }
    if (t->values) track[t->variables] = t->variables;
    question_tracks(q, &t->about, track, wanted);
}

/* ---- Moves ---- */

static ta_status check_falls(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    const form one = unit(0, 0, 1);
    form fall = { 0 };
    char what[WHAT], name[32];
    question q;
    ta_status s = TA_OK;
    for (unsigned j = 0; !s && *holds && j < t->variables; j++) {
        form own = unit(j, 1, 0);
        s = form_add(t, &fall, &own, t->rank[j]);
        if (!s) s = form_add(t, &fall, &m->target[j], -t->rank[j]);
        if (s) return s;
        question_begin(&q, t, m->name, m->names);
        add_guards(&q, m);
        at_most(&q, &m->target[j], &one, 1);
        snprintf(name, sizeof name, "%.*s", (int)t->name[j].length, t->name[j].at);
        s = question_never(
            &q, holds, text(what, "(O0) fails: move %zu has a negative target %s", i + 1, name));
    }
    if (s || !*holds) return s;
    question_begin(&q, t, m->name, m->names);
    add_guards(&q, m);
    question_at_most_0(&q, &fall);
    return question_never(
        &q, holds, text(what, "(O0) fails: the rank does not fall with move %zu%s", i + 1, ""));
}

static ta_status check_legal(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    const form one = unit(0, 0, 1);
    char what[WHAT];
    question q;
    ta_status s = TA_OK;
    for (size_t g = 0; !s && *holds && g < m->guards; g++) {
        question_begin(&q, t, m->name, m->names);
        question_set(&q, &t->by_move[i], 1);
        at_most(&q, &one, &t->guard[m->first + g], -1);
        s = question_never(
            &q, holds, text(what, "(O3) fails: K%zu accepts what is no legal move%s", i + 1, ""));
    }
    return s;
}

static ta_status check_move(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    const char *X = t->about.name;
    char what[WHAT];
    question q;
    ta_status s = check_falls(t, i, holds);
    if (!s && *holds) {
        question_begin(&q, t, m->name, m->names);
        question_set(&q, &t->about, 1);
        add_guards(&q, m);
        add_target(&q, m, 1);
        s = question_never(&q, holds,
                           text(what, "(O2) fails: move %zu leads from %s to %s", i + 1, X));
    }
    if (!s && *holds) s = check_legal(t, i, holds);
    if (!s && *holds) {
        question_begin(&q, t, m->name, m->names);
        question_set(&q, &t->by_move[i], 1);
        if (t->misere) question_set(&q, &t->about, 0);
        add_target(&q, m, 0);
        s = question_never(
            &q, holds,
            text(what, "(O3) fails: K%zu accepts a move that does not lead to %s", i + 1, X));
    }
    if (!s && *holds && t->misere) {
        question_begin(&q, t, m->name, m->names);
        question_set(&q, &t->ended, 1);
        add_guards(&q, m);
        s = question_never(&q, holds,
                           text(what, "(O1) fails: move %zu is legal in E%s", i + 1, ""));
    }
    return s;
}

/* ---- Sets ---- */

static ta_status check_words(theorem *t, const automaton *a, int *holds) {
    char what[WHAT];
    question q;
    ta_status s = TA_OK;
    for (unsigned track = 0; !s && *holds && a->states && t->order > 1 && track < a->tracks;
         track++) {
        question_begin(&q, t, NULL, 0);
        q.tracks = a->tracks; /* of any words */
        question_set(&q, a, 1);
        question_tracks(&q, &t->words, &track, 0);
        snprintf(what, sizeof what, "(C) fails: %s accepts what is no number", a->name);
        s = question_never(&q, holds, what);
    }
    return s;
}

static ta_status check_sets(theorem *t, int *holds) {
    const automaton *const sets[] = { &t->all,   &t->about, &t->ended,
                                      &t->below, &t->least, &t->finite };
    ta_status s = TA_OK;
    question q;
    for (size_t i = 0; !s && i < sizeof sets / sizeof *sets; i++)
        s = check_words(t, sets[i], holds);
    for (size_t i = 0; !s && i < t->move_count; i++) s = check_words(t, &t->by_move[i], holds);
    if (s || !*holds) return s;
    question_begin(&q, t, t->name, t->variables);
    question_set(&q, &t->all, 0);
    return question_never(&q, holds, "(C) fails: W lacks a position");
}

static ta_status check_sums(theorem *t, int *holds) {
    const automaton *set[MOVES + 2] = { &t->all, t->misere ? &t->ended : &t->about };
    size_t count = 2;
    if (t->values) set[0] = &t->below, count = 1;
    for (size_t i = 0; i < t->move_count; i++) set[count++] = &t->by_move[i];
    return parity_check(
        t, set, count, t->moves[0].name, t->variables + (unsigned)t->values,
        t->values ? "(O4) fails: B is not where an odd number of moves leads to the value"
        : t->misere
            ? "(O4) fails: a position outside E has an even number of moves, or one in E any"
            : "(O4) fails: a position outside P has an even number of moves",
        holds);
}

static ta_status check_values(theorem *t, int *holds) {
    static const char w[] = "w";
    const automaton *set[] = { &t->all, &t->about };
    unsigned n = t->variables, track[TRACKS];
    span name[TRACKS];
    question q;
    form less = unit(n, -1, 1);
    less.a[n + 1] = 1;
    memcpy(name, t->moves[0].name, (n + 1) * sizeof *name);
    name[n + 1] = (span){ w, 1 };
    for (unsigned i = 0; i < n; i++) track[i] = i;
    track[n] = n + 1;
    question_begin(&q, t, name, n + 2);
    question_set(&q, &t->about, 1);
    question_tracks(&q, &t->below, track, 0);
    question_at_most_0(&q, &less);
    ta_status s = question_never(&q, holds, "(V) fails: B lacks a number less than the value");
    if (s || !*holds) return s;
    return parity_check(t, set, 2, t->name, n, "(V) fails: a position has an even number of values",
                        holds);
}

/* In what is asked of least limits the first set reads the variables, the second, which may have y
** in place of the last of them, x; then x >= 1 and y < x, and y >= 1. */
typedef struct asked {
    const automaton *first, *second;
    int wanted, other_wanted, with_y, x_from_1, y_from_1;
    const char *what;
} asked;

static ta_status ask_limits(theorem *t, const asked *a, int *holds) {
    static const char y[] = "y";
    unsigned n = t->variables, track[TRACKS];
    span name[TRACKS];
    question q;
    form x_from_1 = unit(n - 1, -1, 1), y_from_1 = unit(n, -1, 1), less = unit(n - 1, -1, 1);
    less.a[n] = 1;
    memcpy(name, t->name, n * sizeof *name);
    name[n] = (span){ y, 1 };
    for (unsigned i = 0; i < n; i++) track[i] = i;
    if (a->with_y) track[n - 1] = n;
    question_begin(&q, t, name, n + (unsigned)a->with_y);
    if (a->first) question_set(&q, a->first, a->wanted);
    if (a->second) question_tracks(&q, a->second, track, a->other_wanted);
    if (a->x_from_1) question_at_most_0(&q, &x_from_1);
    if (a->y_from_1) question_at_most_0(&q, &y_from_1);
    if (a->with_y) question_at_most_0(&q, &less);
    return question_never(&q, holds, a->what);
}

static ta_status check_limits(theorem *t, int *holds) {
    const automaton *P = &t->about, *L = &t->least, *F = &t->finite, *set[] = { F, L };
    const form zero = unit(t->variables - 1, 1, 0);
    const asked list[] = {
        { L, P, 1, 1, 0, 0, 0, "(L) fails: a position of L is in P" },
        { L, P, 1, 0, 1, 0, 1, "(L) fails: a smaller limit is outside P, too" },
        { P, F, 0, 0, 0, 1, 0, "(L) fails: F lacks a position that has a limit" },
        { P, L, 1, 1, 1, 0, 0, "(L) fails: a limit larger than the least is in P" },
    };
    question q;
    question_begin(&q, t, t->name, t->variables);
    question_set(&q, L, 1);
    question_at_most_0(&q, &zero);
    ta_status s = question_never(&q, holds, "(L) fails: a least limit is 0");
    for (int i = 0; !s && *holds && i < 3 + t->monotone; i++) s = ask_limits(t, &list[i], holds);
    if (s || !*holds) return s;
    return parity_check(t, set, 2, t->name, t->variables - 1,
                        "(L) fails: F and L differ on whether there is a least limit", holds);
}

/* ---- All of it ---- */

static ta_status verify(theorem *t, int *holds) {
    question q;
    ta_status s = check_sets(t, holds);
    if (!s && *holds && t->misere) {
        question_begin(&q, t, t->name, t->variables);
        question_set(&q, &t->about, 1);
        question_set(&q, &t->ended, 1);
        s = question_never(&q, holds, "(O1) fails: E meets P");
    }
    for (size_t i = 0; !s && *holds && i < t->move_count; i++) s = check_move(t, i, holds);
    if (!s && *holds && t->values) s = check_values(t, holds);
    if (!s && *holds) s = check_sums(t, holds);
    if (!s && *holds && t->limits) s = check_limits(t, holds);
    return s;
}

ta_status ta_theorem_check(const ta_allocator *allocator, ta_call *call, const char *certificate,
                           size_t length, const ta_theorem_limits *limits, int *holds) {
    theorem t = { .room = { .allocator = *ta_allocator_or_default(allocator), .call = call } };
    int found = 1;
    t.room.steps_most = limits && limits->steps > 0 ? limits->steps : 1e300;
    t.room.bytes_most = limits && limits->bytes > 0 ? limits->bytes : ta_memory_available() / 2;
    ta_status s = theorem_read(&t, certificate, length);
    if (!s) s = verify(&t, &found);
    theorem_clear(&t);
    if (!s) *holds = found;
    return s;
}
