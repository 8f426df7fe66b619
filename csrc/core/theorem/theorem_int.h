/*
** theorem_int.h - a certificate as data, and the internal calls between the files of its checker.
** These are, lowest first, check_limits.c (memory and steps), text.c (lines, names, integers, linear
** terms), read.c (the certificate). Then condition.c and question.c (is there a word that satisfies
** all conditions?), parity.c (sums over GF(2)), check.c (the obligations).
**
** Tracks index the numbers of a vector, from 0. The digit of the first track is the most
** significant in the number of a letter.
*/
#ifndef TA_THEOREM_INT_H
#define TA_THEOREM_INT_H

#include "takeaway/theorem.h"

#define TRACKS 24 /* of a question */
#define ORDER 16  /* of a numeration's recurrence */
#define COEFFICIENT 4096  /* its largest coefficient */
#define MOVES 64
#define LETTERS (1u << 20)        /* of a question, or a set */
#define NUMBER ((int64_t)1 << 32) /* largest number in a term */
#define NONE UINT32_MAX

/* ---- check_limits.c ---- */

typedef struct room {
    ta_allocator allocator;
    ta_call *call;
    double bytes, bytes_most, steps, steps_most;
} room;

ta_status room_reserve(room *r, void **block, size_t *cap, size_t need, size_t size);
void room_free(room *r, void *block, size_t cap, size_t size);
ta_status room_spend(room *r, uint32_t steps); /* counts, and polls */

/* ---- The certificate ---- */

typedef struct span {
    const char *at; /* in the certificate's text */
    size_t length;
} span;

typedef struct form { /* constant + a[0] x(0) + ... */
    int64_t constant;
    int64_t a[TRACKS];
} form;

typedef struct automaton {
    char name[8];
    unsigned tracks;
    uint32_t states, letters;
    uint32_t *next; /* of state s and letter l: next[s * letters + l] */
    uint8_t *accepts;
    uint8_t *hope; /* bit 1: some word from here is accepted; bit 0: some word is not */
    size_t next_cap, accepts_cap, hope_cap;
} automaton;

typedef struct move {
    unsigned names; /* the variables, then the parameters */
    span name[TRACKS];
    size_t first, guards; /* guard[first .. first + guards) of the certificate: form >= 0 */
    form target[TRACKS];
} move;

typedef struct theorem {
    room room;
    int misere;
    unsigned variables;
    span name[TRACKS];
    move *moves;
    form *guard;
    size_t move_count, move_cap, guard_count, guard_cap;
    unsigned order, digits, last, period, stride;        /* see read.c */
    int64_t c[ORDER], rank[TRACKS];
    int64_t weight[ORDER];                               /* U(0), ..., U(order - 1) */
    int64_t q, bound[ORDER], largest;                    /* see read.c */
    automaton numbers, successor, all, positions, ended; /* N, S, W, P, E of check.c */
    automaton *by_move;                                  /* K1, K2, ... */
    size_t by_move_cap;
} theorem;

void automaton_clear(room *r, automaton *a);
ta_status automaton_alloc(room *r, automaton *a); /* for its states and letters */
ta_status automaton_hope(room *r, automaton *a);
uint32_t theorem_letters(const theorem *t, unsigned tracks); /* 0: more than LETTERS */

/* ---- text.c ---- */

typedef struct reader {
    theorem *t;
    const char *at, *end; /* the remaining lines */
    span line;
    unsigned long number; /* of the line, for messages */
} reader;

ta_status reader_fail(reader *r, const char *what, span shown);
/* If the line starts with `word`, read it, and set `rest`. 0: it does not. */
int reader_next(reader *r, const char *word, span *rest);
ta_status reader_expect(reader *r, const char *word, span *rest);
int reader_word(span *rest, span *word); /* 0: there is none */
ta_status reader_integer(reader *r, span *rest, int64_t low, int64_t high, int64_t *value);
ta_status reader_names(reader *r, span list, span *name, unsigned *count);
/* Read a linear term in names[0..count): numbers before a name, or alone. */
ta_status reader_term(reader *r, span text, const span *name, unsigned count, form *term);

/* term += factor * other; EUNSUPPORTED beyond NUMBER. */
ta_status form_add(theorem *t, form *term, const form *other, int64_t factor);

/* ---- read.c ---- */

ta_status theorem_read(theorem *t, const char *text, size_t length);
void theorem_clear(theorem *t);

/* ---- condition.c ---- */

/* One condition of a question. A state is what remains of it after some letters. */
typedef struct condition {
    const automaton *set; /* NULL: the condition is on `term` */
    int wanted;           /* 1: in the set; 0: not */
    int equal;            /* 1: term = 0; 0: term >= 0 */
    form term;            /* for a set: the weight of each track's digit in its letters */
    int64_t least, most;  /* n digits add least to most times B(n) - B(0) (read.c) */
    int64_t *vectors;     /* by state: w(0), ..., w(order - 1) */
    uint32_t states;
    uint32_t always; /* the state in which it holds whatever follows, or NONE */
    size_t vector_cap;
    uint32_t *slot; /* hash table of states: state + 1 */
    size_t slot_cap;
    int64_t *sums; /* by input: what a letter adds */
    uint32_t inputs;
    size_t sum_cap;
    uint32_t *after; /* by state and input; UNKNOWN, or NONE: it cannot hold any more */
    size_t after_cap;
    uint32_t *input; /* by letter of the question */
    size_t input_cap;
    uint32_t start;
} condition;

#define UNKNOWN (UINT32_MAX - 1)

void condition_set(theorem *t, condition *c, const automaton *set, const unsigned *track,
                   int wanted);
ta_status condition_linear(theorem *t, condition *c, const form *term, int equal);
ta_status condition_inputs(theorem *t, condition *c, unsigned tracks, uint32_t letters);
ta_status condition_step(theorem *t, condition *c, uint32_t state, uint32_t letter, uint32_t *to);
int condition_ends(const theorem *t, const condition *c, uint32_t state);
void condition_clear(theorem *t, condition *c);

/* ---- question.c ---- */

typedef struct question {
    theorem *t;
    ta_status failed; /* status of the first failed call; later ones do nothing */
    unsigned names, tracks;
    span name[TRACKS];
    uint8_t read[TRACKS]; /* is the number in some set? */
    condition *condition;
    size_t count, cap;
    /* the vectors of states found: `count` states each */
    uint32_t *states, *from, *letter;
    size_t states_cap, from_cap, letter_cap;
    uint32_t *slot;
    size_t slot_cap;
    uint32_t met;
} question;

/* Begin a question on numbers with these names, on tracks 0, 1, ... question_never reports
** errors. */
void question_begin(question *q, theorem *t, const span *name, unsigned names);
unsigned question_track(question *q); /* add a track */
/* Add the condition that the numbers on these tracks are in the set (wanted = 1), or not (0).
** question_set takes the first tracks. */
void question_tracks(question *q, const automaton *set, const unsigned *track, int wanted);
void question_set(question *q, const automaton *set, int wanted);
void question_linear(question *q, const form *term, int equal); /* >= 0, or = 0 */
/* Do no numbers satisfy all conditions? If some do, *holds = 0 and the message is `what` with an
** example. Clears the question in any case. */
ta_status question_never(question *q, int *holds, const char *what);

/* Write the message `what` with the numbers of a word, given by its letters from last to first. */
void theorem_example(theorem *t, const char *what, const span *name, unsigned names,
                     unsigned tracks, const uint32_t *letter, size_t length);

/* ---- parity.c ---- */

/* Do the sets together accept each vector on the first tracks an even number of times? */
ta_status parity_check(theorem *t, const automaton *const *set, size_t count, const span *name,
                       unsigned names, const char *what, int *holds);

#endif
