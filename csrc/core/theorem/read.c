/*
** read.c - the lines of a certificate, as lua/takeaway/engine/automata/certificate.lua says them.
**
** Numerations: U(n) = c1 U(n-1) + ... + cm U(n-m), U(0) = 1. A word is read in pieces c1 ... ci d
** with d < c(i+1), i < m; it may end inside a piece, after c1 ... ci, iff U(i) is 1 more than c1
** U(i-1) + ... + ci U(0), and may not iff it is equal. Then the words of n digits are worth 0, ...,
** U(n) - 1 in their order, each once: by induction on n, piece by piece. Base b is m = 1, c1 = b.
*/
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "theorem_int.h"

#define WEIGHT ((int64_t)1 << 18) /* the largest that is computed with */

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
    span s;
    ta_status failed = reader_expect(r, "takeaway theorem ", &s);
    if (failed) return failed;
    if (!same(s, "2"))
        return unsupported(r, "another version of certificates of theorems; this one reads 2");
    failed = reader_expect(r, "what ", &s);
    if (failed) return failed;
    t->values = same(s, "nim_value");
    t->limits = same(s, "least_limit");
    if (!t->values && !t->limits && !same(s, "p_positions"))
        return reader_fail(r, "what: expected p_positions, nim_value or least_limit", s);
    failed = reader_expect(r, "play ", &s);
    if (failed) return failed;
    t->misere = same(s, "misere");
    if (!t->misere && !same(s, "normal"))
        return reader_fail(r, "play: expected normal or misere", s);
    if (t->misere && t->values) return reader_fail(r, "nim values: expected normal play", s);
    failed = reader_expect(r, "variables ", &s);
    if (!failed) failed = reader_names(r, s, t->name, &t->variables);
    if (!failed && t->limits && t->variables < 2)
        return reader_fail(r, "least limits: expected two variables at least", s);
    return failed;
}

static ta_status read_guard(reader *r, move *m, span text) {
    theorem *t = r->t;
    span right = text, left;
    form a, b;
    if (!span_cut(&right, "<=", &left))
        return reader_fail(r, "expected a comparison with <=", span_trim(text));
    ta_status failed = reader_term(r, left, m->name, m->names, &a);
    if (!failed) failed = reader_term(r, right, m->name, m->names, &b);
    if (!failed) failed = form_add(t, &a, &b, -1);
    if (!failed)
        failed = room_reserve(&t->room, (void **)&t->guard, &t->guard_cap, t->guard_count + 1,
                              sizeof *t->guard);
    if (failed) return failed;
    t->guard[t->guard_count++] = a;
    m->guards++;
    return TA_OK;
}

static ta_status read_move(reader *r, span s) {
    theorem *t = r->t;
    static const char value[] = "value";
    span parameters, guards, one;
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
    if (t->values && m->names < TRACKS) m->name[m->names++] = (span){ value, 0 };
    span rest = s;
    if (!span_cut(&rest, ":", &parameters) || !span_cut(&rest, "->", &guards))
        return reader_fail(r, "expected parameters: guards -> targets", s);
    if (span_trim(parameters).length) failed = reader_names(r, parameters, m->name, &m->names);
    int more = 1;
    while (!failed && more) {
        more = span_cut(&guards, ",", &one);
        failed = read_guard(r, m, one);
    }
    unsigned targets = 0;
    for (more = 1; !failed && more; targets++) {
        more = span_cut(&rest, ",", &one);
        if (targets == t->variables) return reader_fail(r, "too many targets", s);
        failed = reader_term(r, one, m->name, m->names, &m->target[targets]);
    }
    if (t->values) m->name[t->variables].length = sizeof value - 1; /* now none can name it */
    if (!failed && targets < t->variables) return reader_fail(r, "too few targets", s);
    return failed;
}

static ta_status read_integers(reader *r, span s, int64_t low, int64_t high, int64_t *list,
                               unsigned most, unsigned *count) {
    ta_status failed = TA_OK;
    *count = 0;
    while (!failed && span_trim(s).length) {
        if (*count == most) return reader_fail(r, "too many numbers", s);
        failed = reader_integer(r, &s, low, high, &list[(*count)++]);
    }
    return failed;
}

static ta_status read_numeration(reader *r) {
    theorem *t = r->t;
    unsigned starts;
    int known;
    int64_t total = 0;
    span s;
    ta_status failed = reader_expect(r, "recurrence ", &s);
    if (!failed) failed = read_integers(r, s, 0, DIGIT, t->c, ORDER, &t->order);
    if (!failed) failed = reader_expect(r, "weights ", &s);
    if (!failed) failed = read_integers(r, s, 1, WEIGHT, t->weight, ORDER, &starts);
    if (failed) return failed;
    if (starts != t->order || starts == 0)
        return reader_fail(r, "weights: expected as many as the recurrence has", s);
    for (unsigned i = 0; i < t->order; i++) total += t->c[i];
    known = t->weight[0] == 1 && t->c[0] > 0 && total > 1; /* so weights grow without end */
    t->ends[0] = 1;
    for (unsigned i = 0; i < 2 * t->order - 1; i++) {
        int64_t sum = 0;
        for (unsigned j = 1; j <= i && j <= t->order; j++) sum += t->c[j - 1] * t->weight[i - j];
        if (i >= t->order) t->weight[i] = sum;
        else if (i > 0) {
            t->ends[i] = t->weight[i] == sum + 1;
            known = known && (t->ends[i] || t->weight[i] == sum);
        }
        known = known && t->weight[i] <= WEIGHT;
        if (!known) break;
        if ((unsigned)t->c[i % t->order] + (t->order > 1) > t->digits)
            t->digits = (unsigned)t->c[i % t->order] + (t->order > 1);
    }
    return known ? TA_OK : unsupported(r, "a numeration of which this checker knows no words");
}

/* The words of one number: a state for the digits of a piece so far, and one for what is none. */
static ta_status make_words(theorem *t) {
    automaton *a = &t->words;
    a->tracks = 1;
    a->states = t->order + 1;
    a->letters = t->digits;
    ta_status failed = automaton_alloc(&t->room, a);
    if (failed) return failed;
    for (uint32_t i = 0; i <= t->order; i++) {
        a->accepts[i] = i < t->order && t->ends[i];
        for (uint32_t digit = 0; digit < a->letters; digit++) {
            int64_t most = i < t->order ? t->c[i] : -1;
            a->next[i * a->letters + digit] = digit > most ? t->order : digit < most ? 0 : i + 1;
        }
    }
    return automaton_hope(&t->room, a);
}

static ta_status read_row(reader *r, automaton *a, uint32_t state) {
    span s;
    ta_status failed = reader_expect(r, "", &s);
    if (failed) return failed;
    if (s.length < 2 || (*s.at != '+' && *s.at != '-') || s.at[1] != ' ')
        return reader_fail(r, "expected + or - and the next states", s);
    a->accepts[state] = *s.at == '+';
    span rest = { s.at + 1, s.length - 1 };
    for (uint32_t letter = 0; letter < a->letters; letter++) {
        int64_t to;
        failed = reader_integer(r, &rest, 0, (int64_t)a->states - 1, &to);
        if (failed) return failed;
        a->next[(size_t)state * a->letters + letter] = (uint32_t)to;
    }
    if (span_trim(rest).length) return reader_fail(r, "too many next states", s);
    return room_spend(&r->t->room, a->letters);
}

static ta_status read_set(reader *r, automaton *a, const char *name, unsigned tracks) {
    char head[16] = "set ";
    int64_t states;
    span s;
    size_t size = strlen(name);
    memcpy(a->name, name, size + 1);
    memcpy(head + 4, name, size);
    memcpy(head + 4 + size, " ", 2);
    ta_status failed = reader_expect(r, head, &s);
    if (!failed) failed = reader_integer(r, &s, 1, 1 << 24, &states);
    if (failed) return failed;
    if (!same(s, " states")) return reader_fail(r, "expected the word states", s);
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
    unsigned wide = t->variables + (unsigned)t->values;
    ta_status failed = read_set(r, &t->all, "W", t->variables);
    if (!failed) failed = read_set(r, &t->about, t->values ? "V" : "P", wide);
    if (!failed && t->misere) failed = read_set(r, &t->ended, "E", t->variables);
    if (!failed && t->values) failed = read_set(r, &t->below, "B", wide);
    if (!failed)
        failed = room_reserve(&t->room, (void **)&t->by_move, &t->by_move_cap, t->move_count,
                              sizeof *t->by_move);
    if (failed) return failed;
    memset(t->by_move, 0, t->by_move_cap * sizeof *t->by_move);
    for (size_t i = 0; !failed && i < t->move_count; i++) {
        char name[8] = "K";
        size_t n = 1, number = i + 1;
        if (number > 9) name[n++] = (char)('0' + number / 10);
        name[n] = (char)('0' + number % 10);
        failed = read_set(r, &t->by_move[i], name, t->moves[i].names);
    }
    if (!failed && t->limits) failed = read_set(r, &t->least, "L", t->variables);
    if (!failed && t->limits) failed = read_set(r, &t->finite, "F", t->variables - 1);
    return failed;
}

ta_status theorem_read(theorem *t, const char *text, size_t length) {
    reader r = { .t = t, .at = text, .end = text + length };
    unsigned ranks;
    span s;
    ta_status failed = read_head(&r);
    while (!failed && reader_next(&r, "move ", &s)) failed = read_move(&r, s);
    if (!failed && t->move_count == 0) failed = reader_expect(&r, "move ", &s);
    if (!failed) failed = read_numeration(&r);
    if (!failed) failed = make_words(t);
    if (!failed) failed = reader_expect(&r, "rank ", &s);
    if (!failed) failed = read_integers(&r, s, 0, 1 << 20, t->rank, t->variables, &ranks);
    if (!failed && ranks < t->variables)
        return reader_fail(&r, "rank: expected a number for each variable", s);
    if (!failed && t->limits && reader_next(&r, "monotone", &s)) {
        if (s.length) return reader_fail(&r, "expected the end of the line", s);
        t->monotone = 1;
    }
    if (!failed) failed = read_sets(&r);
    if (!failed && r.line.at) {
        r.number++;
        return reader_fail(&r, "expected the end", r.line);
    }
    return failed;
}

void theorem_clear(theorem *t) {
    room *r = &t->room;
    automaton *const sets[] = { &t->words, &t->all,   &t->about, &t->ended,
                                &t->below, &t->least, &t->finite };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) automaton_clear(r, sets[i]);
    for (size_t i = 0; t->by_move && i < t->move_count; i++) automaton_clear(r, &t->by_move[i]);
    room_free(r, t->by_move, t->by_move_cap, sizeof *t->by_move);
    room_free(r, t->moves, t->move_cap, sizeof *t->moves);
    room_free(r, t->guard, t->guard_cap, sizeof *t->guard);
}
