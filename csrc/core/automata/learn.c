/*
** learn.c - the automaton of a set of which members can be asked for.
**
** A state is a word that leads to it, the first by length. Words are told apart by suffixes: the
** row of a word says, for each suffix, whether the word with it is in the set. The suffixes are
** grown: the automaton of the rows is held against a box of vectors, least numbers first, and the examples; where it
** errs, one of the places of that word is where its state and the word's own part ways (Rivest
** and Schapire), and what follows that place is the new suffix. Each one makes a new state.
** What cannot be told is unknown: a row with such places is taken for the first state that agrees
** with it elsewhere. That is a guess, as is the automaton; who uses it proves it.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

#define LENGTH_MOST 62                /* letters of a word: weights are below 2^61 */
#define NUMBER_MOST ((int64_t)1 << 40) /* of the weights of a number that is asked for */

enum { OUT = 0, IN = 1, UNKNOWN = TA_UNKNOWN };

typedef struct learner {
    const ta_numeration *n;
    ta_call *call;
    ta_budget budget;
    unsigned tracks;
    uint32_t letters;
    ta_member member;
    void *ctx;
    ta_status failed; /* of member: what it then says is UNKNOWN */
    ta_keys asked;    /* vectors, and what was told */
    uint8_t *told;
    size_t told_cap;
    /* words: states' and suffixes', LENGTH_MOST letters each, and their lengths */
    uint32_t *state_word, *suffix_word;
    size_t state_word_cap, suffix_word_cap;
    uint8_t *state_length, *suffix_length;
    size_t state_length_cap, suffix_length_cap;
    uint32_t states, suffixes, states_most;
    uint8_t *row; /* of each state, `row_width` places, `suffixes` of them used */
    size_t row_cap, row_width;
    uint8_t *one; /* a row */
    uint32_t *next;
    size_t next_cap;
} learner;

static const uint32_t *state_word(const learner *l, uint32_t q) {
    return l->state_word + (size_t)q * LENGTH_MOST;
}

static const uint32_t *suffix_word(const learner *l, uint32_t e) {
    return l->suffix_word + (size_t)e * LENGTH_MOST;
}

/* The digit of a track in a letter, of which track 0's is the most significant. */
static unsigned digit_of(const learner *l, uint32_t letter, unsigned track) {
    for (unsigned t = l->tracks - 1; t > track; t--) letter /= l->n->digits;
    return letter % l->n->digits;
}

/* Is the vector in the set? Each is asked for once. */
static int vector_member(learner *l, const int64_t *x) {
    uint32_t key[2 * TA_TRACKS], id, before = l->asked.count;
    memcpy(key, x, l->tracks * sizeof *x);
    if (l->failed) return UNKNOWN;
    ta_status st = ta_keys_id(&l->asked, &l->budget, l->call, key, 2 * (size_t)l->tracks, &id);
    if (!st && id < before) return l->told[id];
    int in = UNKNOWN;
    if (!st)
        st = ta_budget_reserve(&l->budget, l->call, (void **)&l->told, &l->told_cap,
                               (size_t)id + 1, 1);
    if (!st) st = l->member(l->ctx, l->call, x, &in);
    l->failed = st;
    if (!st) l->told[id] = (uint8_t)in;
    return st ? UNKNOWN : in;
}

/* Is the word in the set? Words that are no numbers are not. */
static int member(learner *l, const uint32_t *word, unsigned length) {
    int64_t x[TA_TRACKS] = { 0 };
    int known = 1;
    for (unsigned t = 0; t < l->tracks; t++) {
        uint32_t state = 0;
        uint8_t digit[TA_TRACKS] = { 0 };
        for (unsigned i = 0; i < length; i++) {
            digit[0] = (uint8_t)digit_of(l, word[i], t);
            state = ta_automaton_next(l->n->words, state, digit);
            if (!digit[0]) continue;
            size_t place = length - 1 - i;
            if (place >= l->n->weights || l->n->weight[place] > NUMBER_MOST) known = 0;
            else x[t] += digit[0] * l->n->weight[place];
        }
        if (!ta_automaton_accepts_at(l->n->words, state)) return OUT;
    }
    return known ? vector_member(l, x) : UNKNOWN;
}

/* a followed by b; UNKNOWN when too long. */
static int member_of(learner *l, const uint32_t *a, unsigned na, const uint32_t *b,
                     unsigned nb) {
    uint32_t word[LENGTH_MOST];
    if (na + nb > LENGTH_MOST) return UNKNOWN;
    if (na) memcpy(word, a, na * sizeof *a);
    if (nb) memcpy(word + na, b, nb * sizeof *b);
    return member(l, word, na + nb);
}

/* ---- States ---- */

static ta_status add_word(learner *l, uint32_t **words, size_t *cap, uint8_t **lengths,
                          size_t *lengths_cap, uint32_t at, const uint32_t *word,
                          unsigned length) {
    ta_status st = ta_budget_reserve(&l->budget, l->call, (void **)words, cap,
                                     ((size_t)at + 1) * LENGTH_MOST, sizeof **words);
    if (!st)
        st = ta_budget_reserve(&l->budget, l->call, (void **)lengths, lengths_cap, (size_t)at + 1,
                               1);
    if (st) return st;
    if (length) memcpy(*words + (size_t)at * LENGTH_MOST, word, length * sizeof *word);
    (*lengths)[at] = (uint8_t)length;
    return TA_OK;
}

static void find_row(learner *l, const uint32_t *word, unsigned length, uint8_t *row) {
    for (uint32_t e = 0; e < l->suffixes; e++)
        row[e] = (uint8_t)member_of(l, word, length, suffix_word(l, e), l->suffix_length[e]);
}

/* The state of a row: the first that agrees with it, or a new one. */
static ta_status state_of(learner *l, const uint32_t *word, unsigned length, uint32_t *state) {
    find_row(l, word, length, l->one);
    for (uint32_t q = 0; q < l->states; q++) {
        const uint8_t *row = l->row + q * l->row_width;
        uint32_t e = 0;
        while (e < l->suffixes && (row[e] == l->one[e] || row[e] == UNKNOWN || l->one[e] == UNKNOWN))
            e++;
        if (e < l->suffixes) continue;
        *state = q;
        return TA_OK;
    }
    if (l->states_most && l->states == l->states_most)
        return ta_fail(l->call, TA_ELIMIT, "more than %u states are needed to agree with the examples",
                       l->states_most);
    ta_status st = add_word(l, &l->state_word, &l->state_word_cap, &l->state_length,
                            &l->state_length_cap, l->states, word, length);
    if (!st)
        st = ta_budget_reserve(&l->budget, l->call, (void **)&l->row, &l->row_cap,
                               (l->states + (size_t)1) * l->row_width, 1);
    if (st) return st;
    memcpy(l->row + l->states * l->row_width, l->one, l->suffixes);
    *state = l->states++;
    return TA_OK;
}

/* The automaton of the rows, from the start. */
static ta_status close_rows(learner *l) {
    uint32_t word[LENGTH_MOST], start;
    l->states = 0;
    ta_status st = state_of(l, NULL, 0, &start);
    for (uint32_t q = 0; !st && q < l->states; q++) {
        unsigned length = l->state_length[q];
        st = ta_budget_reserve(&l->budget, l->call, (void **)&l->next, &l->next_cap,
                               ((size_t)q + 1) * l->letters, sizeof *l->next);
        if (!st && length == LENGTH_MOST) st = ta_fail(l->call, TA_ELIMIT, "words grow too long");
        if (st) return st;
        if (length) memcpy(word, state_word(l, q), length * sizeof *word);
        for (uint32_t letter = 0; !st && letter < l->letters; letter++) {
            word[length] = letter;
            st = state_of(l, word, length + 1, &l->next[(size_t)q * l->letters + letter]);
            if (!st) st = l->failed ? l->failed : ta_poll(l->call, l->suffixes + 1, (double)l->states, 0);
        }
    }
    return st;
}

/* ---- Where the automaton errs ---- */

/* The word of a vector, as joint letters, as short as can be. */
static unsigned word_of(const learner *l, const int64_t *x, uint32_t word[LENGTH_MOST]) {
    const ta_numeration *n = l->n;
    unsigned length = 0;
    for (unsigned t = 0; t < l->tracks; t++)
        while (length < n->weights && n->weight[length] <= x[t]) length++;
    memset(word, 0, length * sizeof *word);
    for (unsigned t = 0; t < l->tracks; t++) {
        int64_t rest = x[t];
        for (unsigned i = 0; i < length; i++) {
            int64_t weight = n->weight[length - 1 - i];
            word[i] = word[i] * n->digits + (uint32_t)(rest / weight);
            rest %= weight;
        }
    }
    return length;
}

/* The part of a wrong word that is a new suffix: after a place where the word of the state, and
** the state's own word with one letter, are told apart by what follows. 0: not seen. */
static int part_ways(learner *l, const uint32_t *word, unsigned length, unsigned *from) {
    uint32_t q = 0;
    int before = member_of(l, NULL, 0, word, length);
    for (unsigned i = 0; i < length; i++) {
        uint32_t next = l->next[(size_t)q * l->letters + word[i]];
        int after = member_of(l, state_word(l, next), l->state_length[next], word + i + 1,
                              length - i - 1);
        if (before != UNKNOWN && after != UNKNOWN && before != after) {
            *from = i + 1;
            return 1;
        }
        q = next;
        before = after;
    }
    return 0;
}

static ta_status add_suffix(learner *l, const uint32_t *word, unsigned length) {
    ta_status st = add_word(l, &l->suffix_word, &l->suffix_word_cap, &l->suffix_length,
                            &l->suffix_length_cap, l->suffixes, word, length);
    if (st || ++l->suffixes <= l->row_width) return st;
    size_t width = l->row_width * 2;
    st = ta_budget_take(&l->budget, l->call, (double)l->row_width);
    uint8_t *one = st ? NULL : ta_alloc(l->budget.allocator, width, 1);
    if (!st && !one) st = TA_ENOMEM;
    if (st) return st;
    ta_free(l->budget.allocator, l->one, l->row_width, 1);
    l->one = one;
    l->row_width = width; /* the rows are made anew */
    return TA_OK;
}

/* Does the automaton agree on a vector? Else a suffix is added that makes it a better one. */
static ta_status hold_against(learner *l, const int64_t *x, int *agrees) {
    uint32_t word[LENGTH_MOST], q = 0;
    unsigned length = word_of(l, x, word), from;
    for (unsigned i = 0; i < length; i++) q = l->next[(size_t)q * l->letters + word[i]];
    int in = vector_member(l, x), said = l->row[q * l->row_width]; /* suffix 0 is the empty one */
    *agrees = in == UNKNOWN || (said == IN) == in;
    if (l->failed) return l->failed;
    if (*agrees) return ta_poll(l->call, 4, (double)l->states, 0);
    if (part_ways(l, word, length, &from)) return add_suffix(l, word + from, length - from);
    if (l->failed) return l->failed;
    return ta_fail(l->call, TA_ERANGE, "what is known does not tell %u states apart", l->states);
}

/* The next vector, numbers below `bound`; 0 after the last. */
static int step(int64_t *x, unsigned tracks, int64_t bound) {
    for (unsigned t = 0; t < tracks; t++) {
        if (++x[t] < bound) return 1;
        x[t] = 0;
    }
    return 0;
}

/* All vectors below `bound`. */
static ta_status hold_box(learner *l, int64_t bound, int *agrees) {
    int64_t x[TA_TRACKS] = { 0 };
    ta_status st;
    do st = hold_against(l, x, agrees);
    while (!st && *agrees && step(x, l->tracks, bound));
    return st;
}

static ta_status learn(learner *l, uint32_t side, const int64_t *examples, size_t count) {
    l->row_width = 64;
    ta_status st = ta_budget_take(&l->budget, l->call, (double)l->row_width);
    if (!st && !(l->one = ta_alloc(l->budget.allocator, l->row_width, 1))) st = TA_ENOMEM;
    if (!st) st = add_suffix(l, NULL, 0);
    for (int agrees = 0; !st && !agrees;) {
        st = close_rows(l);
        agrees = 1;
        for (uint32_t bound = 4; !st && agrees && bound / 2 < side; bound *= 2)
            st = hold_box(l, bound < side ? bound : side, &agrees);
        for (size_t i = 0; !st && agrees && i < count; i++)
            st = hold_against(l, examples + i * l->tracks, &agrees);
    }
    return st;
}

ta_status ta_automaton_learn(const ta_numeration *numeration, ta_call *call, unsigned tracks,
                             ta_member member_of_set, void *ctx, uint32_t side,
                             const int64_t *examples, size_t count, uint32_t states_most,
                             ta_automaton **automaton) {
    learner l;
    memset(&l, 0, sizeof l);
    ta_require(tracks >= 1 && tracks <= 8 && side >= 1);
    call->message[0] = '\0';
    l.n = numeration;
    l.call = call;
    l.budget.allocator = &numeration->allocator;
    l.budget.bytes_most = numeration->limits.bytes;
    l.tracks = tracks;
    l.member = member_of_set;
    l.ctx = ctx;
    l.states_most = states_most;
    l.letters = 1;
    for (unsigned t = 0; t < tracks; t++) l.letters *= numeration->digits;
    ta_status st = learn(&l, side, examples, count);
    uint8_t *accepting = st ? NULL : ta_alloc(l.budget.allocator, l.states, 1);
    if (!st && !accepting) st = TA_ENOMEM;
    for (uint32_t q = 0; !st && q < l.states; q++) accepting[q] = l.row[q * l.row_width] == IN;
    if (!st)
        st = ta_automaton_from_table(numeration, call, tracks, l.states, l.next, accepting,
                                     automaton);
    const ta_allocator *a = l.budget.allocator;
    if (accepting) ta_free(a, accepting, l.states, 1);
    ta_free(a, l.state_word, l.state_word_cap, sizeof *l.state_word);
    ta_free(a, l.suffix_word, l.suffix_word_cap, sizeof *l.suffix_word);
    ta_free(a, l.state_length, l.state_length_cap, 1);
    ta_free(a, l.suffix_length, l.suffix_length_cap, 1);
    ta_free(a, l.row, l.row_cap, 1);
    ta_free(a, l.one, l.row_width, 1);
    ta_free(a, l.next, l.next_cap, sizeof *l.next);
    ta_free(a, l.told, l.told_cap, 1);
    ta_keys_clear(&l.asked, &l.budget);
    return st;
}
