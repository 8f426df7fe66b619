/*
** check.c - the proof obligations of a certificate; docs/theory/automatic-games.md says why they
** prove the theorem.
**
** - (N) N has a word of 0, and S leads from each word of N to one of the next number. So N has
**   words of all numbers. W has all vectors of them, and parameters that K_i accepts are such
**   words.
** - (O0) A legal move has targets >= 0 and decreases the rank.
** - (O2) No legal move leads from P to P.
** - (O3) What K_i accepts is a legal move i that leads to P (in misere play: from P, or to P).
** - (O4) P, K1, K2, ... together accept each position an odd number of times (in misere play E, K1,
**   ...), with parameters up to 64 digits longer (parity.c).
** - (O1) In misere play E misses P, and no move is legal in E.
*/
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "theorem_int.h"

#define WHAT 128

static void add_guards(question *q, const move *m) {
    for (size_t i = 0; i < m->guards; i++) question_linear(q, &q->t->guard[m->first + i], 0);
}

static form unit(unsigned track, int64_t times, int64_t constant) {
    form f = { .constant = constant };
    f.a[track] = times;
    return f;
}

/* Add the condition that the term is negative: -1 - term >= 0. */
static void below_0(question *q, const form *term) {
    form f = { .constant = -1 };
    if (!q->failed) q->failed = form_add(q->t, &f, term, -1);
    question_linear(q, &f, 0);
}

/* The track whose number the form is; TRACKS: none. */
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

/* Add the condition that the move's target is, or is not, in P. */
static void add_target(question *q, const move *m, int wanted) {
    theorem *t = q->t;
    unsigned track[TRACKS];
    for (unsigned j = 0; j < t->variables; j++) {
        track[j] = alone(&m->target[j]);
        if (track[j] < TRACKS) continue;
        track[j] = question_track(q);
        form own = unit(track[j], 1, 0), difference = m->target[j];
        if (!q->failed) q->failed = form_add(t, &difference, &own, -1);
        question_linear(q, &difference, 1);
    }
    question_tracks(q, &t->positions, track, wanted);
}

/* ---- Moves ---- */

/* question_never, with a message that names the move: `before`, its number, `after`. */
static ta_status never(question *q, int *holds, const char *before, size_t i, const char *after) {
    char what[2 * WHAT];
    snprintf(what, sizeof what, "%s%zu%s", before, i + 1, after);
    return question_never(q, holds, what);
}

static ta_status check_falls(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    form rise = { 0 };
    char after[WHAT];
    question q;
    ta_status s = TA_OK;
    for (unsigned j = 0; !s && *holds && j < t->variables; j++) {
        form own = unit(j, 1, 0);
        s = form_add(t, &rise, &m->target[j], t->rank[j]);
        if (!s) s = form_add(t, &rise, &own, -t->rank[j]);
        if (s) return s;
        question_begin(&q, t, m->name, m->names);
        below_0(&q, &m->target[j]);
        add_guards(&q, m);
        snprintf(after, sizeof after, " has a negative target %.*s", (int)t->name[j].length,
                 t->name[j].at);
        s = never(&q, holds, "(O0) fails: move ", i, after);
    }
    if (s || !*holds) return s;
    question_begin(&q, t, m->name, m->names);
    question_linear(&q, &rise, 0);
    add_guards(&q, m);
    return never(&q, holds, "(O0) fails: the rank does not decrease with move ", i, "");
}

static ta_status check_legal(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    question q;
    ta_status s = TA_OK;
    for (size_t g = 0; !s && *holds && g < m->guards; g++) {
        question_begin(&q, t, m->name, m->names);
        below_0(&q, &t->guard[m->first + g]);
        question_set(&q, &t->by_move[i], 1);
        s = never(&q, holds, "(O3) fails: K", i, " accepts an illegal move");
    }
    return s;
}

static ta_status check_parameters(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    question q;
    ta_status s = TA_OK;
    for (unsigned track = t->variables; !s && *holds && track < m->names; track++) {
        question_begin(&q, t, m->name, m->names);
        question_set(&q, &t->by_move[i], 1);
        question_tracks(&q, &t->numbers, &track, 0);
        s = never(&q, holds, "(N) fails: K", i, " has a word that N lacks");
    }
    return s;
}

static ta_status check_move(theorem *t, size_t i, int *holds) {
    const move *m = &t->moves[i];
    question q;
    ta_status s = check_falls(t, i, holds);
    if (!s && *holds) s = check_parameters(t, i, holds);
    if (!s && *holds) {
        question_begin(&q, t, m->name, m->names);
        add_guards(&q, m);
        question_set(&q, &t->positions, 1);
        add_target(&q, m, 1);
        s = never(&q, holds, "(O2) fails: move ", i, " leads from P to P");
    }
    if (!s && *holds) s = check_legal(t, i, holds);
    if (!s && *holds) {
        question_begin(&q, t, m->name, m->names);
        question_set(&q, &t->by_move[i], 1);
        add_target(&q, m, 0);
        if (t->misere) question_set(&q, &t->positions, 0);
        s = never(&q, holds, "(O3) fails: K", i, " accepts a move that does not lead to P");
    }
    if (!s && *holds && t->misere) {
        question_begin(&q, t, m->name, m->names);
        add_guards(&q, m);
        question_set(&q, &t->ended, 1);
        s = never(&q, holds, "(O1) fails: move ", i, " is legal in E");
    }
    return s;
}

/* ---- Sets ---- */

static ta_status check_successor(theorem *t, int *holds) {
    static const span xy[] = { { "x", 1 }, { "y", 1 } };
    const automaton *set[] = { &t->numbers, &t->successor };
    const unsigned second = 1;
    question q;
    ta_status s = TA_OK;
    for (int sign = -1; !s && *holds && sign <= 1; sign += 2) { /* y >= x + 2; then x >= y */
        form f = unit(0, sign, sign < 0 ? -2 : 0);
        f.a[1] = -sign;
        question_begin(&q, t, xy, 2);
        question_linear(&q, &f, 0);
        question_set(&q, &t->successor, 1);
        s = question_never(&q, holds, "(N) fails: S has (x, y) with y not x + 1");
    }
    if (s || !*holds) return s;
    question_begin(&q, t, xy, 2);
    question_set(&q, &t->successor, 1);
    question_tracks(&q, &t->numbers, &second, 0);
    s = question_never(&q, holds, "(N) fails: S has a word that N lacks");
    if (s || !*holds) return s;
    return parity_check(t, set, 2, xy, 1, "(N) fails: S lacks a word of N", holds);
}

static ta_status check_sets(theorem *t, int *holds) {
    question q;
    if (!t->numbers.accepts[0]) {
        theorem_example(t, "(N) fails: N lacks 0", NULL, 0, 0, NULL, 0);
        *holds = 0;
        return TA_OK;
    }
    ta_status s = check_successor(t, holds);
    if (s || !*holds) return s;
    question_begin(&q, t, t->name, t->variables);
    question_set(&q, &t->all, 0);
    s = question_never(&q, holds, "(N) fails: W lacks a position");
    if (s || !*holds || !t->misere) return s;
    question_begin(&q, t, t->name, t->variables);
    question_set(&q, &t->positions, 1);
    question_set(&q, &t->ended, 1);
    return question_never(&q, holds, "(O1) fails: E and P intersect");
}

static ta_status check_sums(theorem *t, int *holds) {
    const automaton *set[MOVES + 2] = { &t->all, t->misere ? &t->ended : &t->positions };
    char what[WHAT];
    snprintf(what, sizeof what, "(O4) fails: a position outside %s has an even number of moves",
             set[1]->name);
    for (size_t i = 0; i < t->move_count; i++) set[2 + i] = &t->by_move[i];
    return parity_check(t, set, 2 + t->move_count, t->name, t->variables, what, holds);
}

/* ---- The check ---- */

ta_status ta_theorem_check(const ta_allocator *allocator, ta_call *call, const char *certificate,
                           size_t length, const ta_theorem_limits *limits, int *holds) {
    theorem t = { .room = { .allocator = *ta_allocator_or_default(allocator), .call = call } };
    int found = 1;
    t.room.steps_most = limits && limits->steps > 0 ? limits->steps : 1e300;
    t.room.bytes_most = limits && limits->bytes > 0 ? limits->bytes : ta_memory_available() / 2;
    ta_status s = theorem_read(&t, certificate, length);
    if (!s) s = check_sets(&t, &found);
    for (size_t i = 0; !s && found && i < t.move_count; i++) s = check_move(&t, i, &found);
    if (!s && found) s = check_sums(&t, &found);
    theorem_clear(&t);
    if (!s) *holds = found;
    return s;
}
