/*
** learn.c - learns the automaton of a set from membership queries.
**
** A state is represented by a word that leads to it. Suffixes distinguish words: the row of a word
** records, for each suffix, whether the word followed by it is in the set. There is a row for each
** state and letter. It belongs to a state whose own row agrees; if there is none, it becomes a new
** state. The automaton is tested on a box of vectors and on the examples, which yields new
** suffixes. If it errs on a word, at some position the state reached and the word's own prefix
** disagree on the rest (Rivest and Schapire). The rest after the last such position is a new
** suffix. It distinguishes a row from its state, so the row moves to another state or becomes one.
** States stay, since some suffix distinguishes each pair. An unknown membership stays open: a row
** with open entries may agree with several states and is given the first. So the automaton is a
** guess, and its user must prove it. If that proof fails, one more example is tested against the
** existing rows, and nothing is learned twice.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

#define LENGTH_MOST 62                 /* letters of a word; longer ones are unknown */
#define NUMBER_MOST ((int64_t)1 << 40) /* largest weight in a queried number */

#define PROBES 64u /* tests for each state */
#define BETWEEN 3u /* most random letters between a state's word and a suffix */

enum { OUT = 0, IN = 1, UNKNOWN = TA_UNKNOWN };

/* Words of at most LENGTH_MOST letters, with their lengths. */
typedef struct words {
    uint32_t *letter;
    uint8_t *length;
    size_t letter_cap, length_cap;
    uint32_t count;
} words;

typedef struct ta_learner {
    const ta_numeration *n;
    ta_call *call;
    ta_budget budget;
    unsigned tracks;
    uint32_t letters;
    uint8_t *digit;  /* by letter, `tracks` each; track 0's is the most significant */
    uint32_t *legal; /* by state of n->words, `digits` each: the successor */
    size_t legal_count;
    ta_member member;
    void *ctx;
    int matters;      /* the current query decides between states */
    ta_status failed; /* status of `member`; later queries return UNKNOWN */
    ta_keys asked;    /* queried vectors, with the answers in `told` */
    uint8_t *told;
    size_t told_cap;
    words states, suffixes;
    uint32_t states_most;
    uint32_t *home; /* the row of each state */
    size_t home_cap;
    /* row 0: the empty word; row 1 + q letters + letter: state q and a letter */
    uint32_t rows;
    uint64_t *bits; /* of each row: `width` words of membership bits, then `width` words of known
                    ** bits */
    size_t bits_cap, width;
    uint32_t *next; /* by row, minus one: its state */
    size_t next_cap;
    int64_t side; /* of the box */
    double box;   /* number of its vectors */
    int64_t *example;
    size_t example_cap, examples;
    double at; /* the vector to test first */
    uint64_t dice;
} learner;

static const uint32_t *letters_of(const words *w, uint32_t i) {
    return w->letter + (size_t)i * LENGTH_MOST;
}

/* Is the vector in the set? It is queried once, and again if it matters and is still unknown. */
static int vector_member(learner *l, const int64_t *x) {
    uint32_t key[2 * TA_TRACKS], id, before = l->asked.count;
    memcpy(key, x, l->tracks * sizeof *x);
    if (l->failed) return UNKNOWN;
    ta_status st = ta_keys_id(&l->asked, &l->budget, l->call, key, 2 * (size_t)l->tracks, &id);
    if (!st && id < before && (l->told[id] != UNKNOWN || !l->matters)) return l->told[id];
    int in = l->matters;
    if (!st)
        st = ta_budget_reserve(&l->budget, l->call, (void **)&l->told, &l->told_cap,
                               (size_t)id + 1, 1);
    if (!st) st = l->member(l->ctx, l->call, x, &in);
    l->failed = st;
    if (!st) l->told[id] = (uint8_t)in;
    return st ? UNKNOWN : in;
}

/* The vector of a word: IN. OUT: a track is not a number. UNKNOWN: the numbers are too large. */
static int vector_of(const learner *l, const uint32_t *word, unsigned length,
                     int64_t x[TA_TRACKS]) {
    const ta_numeration *n = l->n;
    int known = 1;
    memset(x, 0, TA_TRACKS * sizeof *x);
    for (unsigned t = 0; t < l->tracks; t++) {
        uint32_t state = 0;
        for (unsigned i = 0; i < length; i++) {
            uint8_t digit = l->digit[(size_t)word[i] * l->tracks + t];
            state = l->legal[(size_t)state * n->digits + digit];
            if (!digit) continue;
            size_t place = length - 1 - i;
            if (place >= n->weights || n->weight[place] > NUMBER_MOST) known = 0;
            else x[t] += digit * n->weight[place];
        }
        if (!n->words->accepts[state]) return OUT;
    }
    return known ? IN : UNKNOWN;
}

/* Is the word in the set? Words that are not numbers are not. */
static int member(learner *l, const uint32_t *word, unsigned length) {
    int64_t x[TA_TRACKS];
    int in = vector_of(l, word, length, x);
    return in == IN ? vector_member(l, x) : in;
}

/* Is the word of state q, then *middle, then b in the set? UNKNOWN if too long. */
static int member_of(learner *l, uint32_t q, const uint32_t *middle, const uint32_t *b,
                     unsigned nb) {
    uint32_t word[LENGTH_MOST];
    unsigned na = l->states.length[q];
    if (na + (middle != NULL) + nb > LENGTH_MOST) return UNKNOWN;
    if (na) memcpy(word, letters_of(&l->states, q), na * sizeof *word);
    if (middle) word[na++] = *middle;
    if (nb) memcpy(word + na, b, nb * sizeof *b);
    return member(l, word, na + nb);
}

static ta_status add_word(learner *l, words *w, const uint32_t *letter, unsigned length) {
    ta_status st = ta_budget_reserve(&l->budget, l->call, (void **)&w->letter, &w->letter_cap,
                                     ((size_t)w->count + 1) * LENGTH_MOST, sizeof *w->letter);
    if (!st)
        st = ta_budget_reserve(&l->budget, l->call, (void **)&w->length, &w->length_cap,
                               (size_t)w->count + 1, 1);
    if (st) return st;
    if (length) memcpy(w->letter + (size_t)w->count * LENGTH_MOST, letter, length * sizeof *letter);
    w->length[w->count++] = (uint8_t)length;
    return TA_OK;
}

/* ---- Rows ---- */

static uint64_t *row_of(const learner *l, uint32_t row) {
    return l->bits + (size_t)row * 2 * l->width;
}

/* Fill the row's entry for one suffix. */
static void fill(learner *l, uint32_t row, uint32_t e) {
    uint32_t letter = row ? (row - 1) % l->letters : 0, q = row ? (row - 1) / l->letters : 0;
    int in = member_of(l, q, row ? &letter : NULL, letters_of(&l->suffixes, e),
                       l->suffixes.length[e]);
    uint64_t *at = row_of(l, row) + e / 64, bit = (uint64_t)1 << e % 64;
    if (in == UNKNOWN) return;
    if (in == IN) *at |= bit;
    at[l->width] |= bit;
}

static ta_status add_row(learner *l) {
    ta_status st = ta_budget_reserve(&l->budget, l->call, (void **)&l->bits, &l->bits_cap,
                                     ((size_t)l->rows + 1) * 2 * l->width, sizeof *l->bits);
    if (!st)
        st = ta_budget_reserve(&l->budget, l->call, (void **)&l->next, &l->next_cap,
                               (size_t)l->rows + 1, sizeof *l->next);
    if (st) return st;
    uint32_t row = l->rows++;
    memset(row_of(l, row), 0, 2 * l->width * sizeof *l->bits);
    if (row) l->next[row - 1] = UINT32_MAX;
    for (uint32_t e = 0; e < l->suffixes.count; e++) fill(l, row, e);
    return l->failed ? l->failed : ta_poll(l->call, l->suffixes.count + 1, l->states.count, 0);
}

/* Double the width of the rows. */
static ta_status widen(learner *l) {
    size_t width = l->width;
    ta_status st = ta_budget_reserve(&l->budget, l->call, (void **)&l->bits, &l->bits_cap,
                                     (size_t)l->rows * 4 * width, sizeof *l->bits);
    for (size_t half = 2 * (size_t)l->rows; !st && half-- > 0;) {
        uint64_t *to = l->bits + half * 2 * width;
        memmove(to, l->bits + half * width, width * sizeof *to);
        memset(to + width, 0, width * sizeof *to);
    }
    if (!st) l->width = 2 * width;
    return st;
}

static ta_status add_suffix(learner *l, const uint32_t *word, unsigned length) {
    ta_status st = add_word(l, &l->suffixes, word, length);
    if (!st && l->suffixes.count > 64 * l->width) st = widen(l);
    for (uint32_t row = 0; !st && row < l->rows; row++) {
        fill(l, row, l->suffixes.count - 1);
        st = l->failed ? l->failed : ta_poll(l->call, 1, l->states.count, 0);
    }
    return st;
}

/* Have the row and the state's row no contradicting entry? */
static int agrees(const learner *l, uint32_t row, uint32_t q) {
    const uint64_t *a = row_of(l, row), *b = row_of(l, l->home[q]);
    for (size_t w = 0; w < l->width; w++)
        if ((a[w] ^ b[w]) & a[w + l->width] & b[w + l->width]) return 0;
    return 1;
}

/* Make the row a state. */
static ta_status add_state(learner *l, uint32_t row) {
    uint32_t word[LENGTH_MOST];
    unsigned length = 0;
    if (l->states_most && l->states.count == l->states_most)
        return ta_fail(l->call, TA_ELIMIT, "more than %u states are needed to agree with the examples",
                       l->states_most);
    if (row) {
        uint32_t from = (row - 1) / l->letters;
        length = l->states.length[from];
        if (length == LENGTH_MOST) return ta_fail(l->call, TA_ELIMIT, "words grow too long");
        if (length) memcpy(word, letters_of(&l->states, from), length * sizeof *word);
        word[length++] = (row - 1) % l->letters;
    }
    ta_status st = ta_budget_reserve(&l->budget, l->call, (void **)&l->home, &l->home_cap,
                                     (size_t)l->states.count + 1, sizeof *l->home);
    if (st) return st;
    l->home[l->states.count] = row;
    return add_word(l, &l->states, word, length);
}

/* Give each row a state. */
static ta_status close_rows(learner *l) {
    ta_status st = TA_OK;
    for (uint32_t row = 1; !st && row <= (uint64_t)l->states.count * l->letters; row++) {
        if (row == l->rows) st = add_row(l);
        if (st) break;
        uint32_t q = l->next[row - 1];
        if (q != UINT32_MAX && agrees(l, row, q)) continue;
        for (q = 0; q < l->states.count && !agrees(l, row, q);) q++;
        if (q == l->states.count) st = add_state(l, row);
        l->next[row - 1] = q;
        if (!st) st = ta_poll(l->call, q + 1, l->states.count, 0);
    }
    return st;
}

/* ---- Counterexamples ---- */

/* The shortest word of a vector, as joint letters. A length above LENGTH_MOST: too long. */
static unsigned word_of(const learner *l, const int64_t *x, uint32_t word[LENGTH_MOST]) {
    const ta_numeration *n = l->n;
    unsigned length = 0;
    for (unsigned t = 0; t < l->tracks; t++)
        while (length <= LENGTH_MOST && length < n->weights && n->weight[length] <= x[t]) length++;
    if (length > LENGTH_MOST) return length;
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

/* Find the part of a wrong word that is a new suffix. It follows the last position where it
** distinguishes a row from the row's state. 0: not found. */
static int part_ways(learner *l, const uint32_t *word, unsigned length, unsigned *from) {
    uint32_t q[LENGTH_MOST + 1] = { 0 };
    for (unsigned i = 0; i < length; i++) q[i + 1] = l->next[(size_t)q[i] * l->letters + word[i]];
    int after = member_of(l, q[length], NULL, NULL, 0);
    for (unsigned i = length; i > 0; i--) {
        int before = member_of(l, q[i - 1], &word[i - 1], word + i, length - i);
        *from = i;
        if (before != UNKNOWN && after != UNKNOWN && before != after) return 1;
        after = before;
    }
    return 0;
}

/* The test vectors: the box, then the examples. */
static const int64_t *vector_at(const learner *l, double at, int64_t x[TA_TRACKS]) {
    if (at >= l->box) return l->example + (size_t)(at - l->box) * l->tracks;
    int64_t place = (int64_t)at;
    for (unsigned t = 0; t < l->tracks; t++, place /= l->side) x[t] = place % l->side;
    return x;
}

static int is_suffix(const learner *l, uint32_t from, const uint32_t *word, unsigned length) {
    for (uint32_t e = from; e < l->suffixes.count; e++)
        if (l->suffixes.length[e] == length &&
            !memcmp(letters_of(&l->suffixes, e), word, length * sizeof *word))
            return 1;
    return 0;
}

/* Test a vector: *wrong if the automaton errs. Then add the suffix that shows it, unless a suffix
** from number `from` on is the same. */
static ta_status hold_against(learner *l, const int64_t *x, uint32_t from, int *wrong) {
    uint32_t word[LENGTH_MOST], q = 0;
    unsigned length = word_of(l, x, word), at;
    *wrong = 0;
    if (length > LENGTH_MOST) return ta_poll(l->call, 4, l->states.count, 0);
    for (unsigned i = 0; i < length; i++) q = l->next[(size_t)q * l->letters + word[i]];
    int in = vector_member(l, x), said = (int)(*row_of(l, l->home[q]) & 1); /* suffix 0 is empty */
    l->matters = 0;
    *wrong = in != UNKNOWN && said != in;
    if (l->failed || !*wrong) return l->failed ? l->failed : ta_poll(l->call, 4, l->states.count, 0);
    l->matters = 1;
    int parts = part_ways(l, word, length, &at);
    l->matters = 0;
    if (l->failed || !parts || is_suffix(l, from, word + at, length - at)) return l->failed;
    return add_suffix(l, word + at, length - at);
}

/* Test all vectors, from where the last round ended, until enough suffixes are new. *all_agree: no
** test failed. ERANGE: one failed, but no suffix is new. */
static ta_status hold(learner *l, int *all_agree) {
    uint32_t before = l->suffixes.count, most = before + 1 + l->states.count / 16;
    double total = l->box + (double)l->examples;
    int64_t x[TA_TRACKS];
    *all_agree = 1;
    for (double i = 0; i < total && l->suffixes.count < most; i++) {
        int wrong;
        l->matters = l->at >= l->box; /* only examples matter */
        ta_status st = hold_against(l, vector_at(l, l->at, x), before, &wrong);
        if (st) return st;
        *all_agree &= !wrong;
        if (l->suffixes.count < most) l->at = l->at + 1 < total ? l->at + 1 : 0;
    }
    if (*all_agree || l->suffixes.count > before) return TA_OK;
    return ta_fail(l->call, TA_ERANGE, "what is known does not tell %u states apart",
                   l->states.count);
}

/* ---- Random tests ---- */

static uint32_t roll(learner *l, uint32_t below) {
    l->dice = l->dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((l->dice >> 33) % below);
}

/* Test random words: one that leads to a state, a few random letters, and a known suffix. The
** suffix distinguished other states, so such words find errors soonest. */
static ta_status probe(learner *l, int *all_agree) {
    uint32_t before = l->suffixes.count, most = before + 1 + l->states.count / 16;
    uint32_t word[LENGTH_MOST], tries = PROBES * (1 + l->states.count);
    for (uint32_t i = 0; i < tries && l->suffixes.count < most; i++) {
        uint32_t q = roll(l, l->states.count), e = roll(l, before), some = roll(l, BETWEEN + 1);
        unsigned length = l->states.length[q], rest = l->suffixes.length[e];
        int64_t x[TA_TRACKS];
        int wrong;
        if (length + some + rest > LENGTH_MOST) continue;
        if (length) memcpy(word, letters_of(&l->states, q), length * sizeof *word);
        while (some-- > 0) word[length++] = roll(l, l->letters);
        if (rest) memcpy(word + length, letters_of(&l->suffixes, e), rest * sizeof *word);
        if (vector_of(l, word, length + rest, x) != IN) continue;
        ta_status st = hold_against(l, x, before, &wrong);
        if (st) return st;
    }
    *all_agree = l->suffixes.count == before;
    return TA_OK;
}

/* ---- The learner ---- */

/* Compute the digits of the letters, and the successors in the automaton of numbers. */
static ta_status open_tables(learner *l) {
    const ta_automaton *a = l->n->words;
    unsigned digits = l->n->digits;
    l->legal_count = (size_t)a->states * digits;
    size_t bytes = (size_t)l->letters * l->tracks + l->legal_count * sizeof *l->legal;
    ta_status st = ta_budget_take(&l->budget, l->call, (double)bytes);
    if (st) return st;
    l->digit = ta_alloc(l->budget.allocator, (size_t)l->letters * l->tracks, 1);
    l->legal = ta_alloc(l->budget.allocator, l->legal_count, sizeof *l->legal);
    if (!l->digit || !l->legal) return TA_ENOMEM;
    for (uint32_t letter = 0; letter < l->letters; letter++) {
        uint32_t rest = letter;
        for (unsigned t = l->tracks; t-- > 0; rest /= digits)
            l->digit[(size_t)letter * l->tracks + t] = (uint8_t)(rest % digits);
    }
    for (size_t i = 0; i < l->legal_count; i++) {
        uint8_t digit[TA_TRACKS] = { (uint8_t)(i % digits) };
        l->legal[i] = ta_automaton_next(a, (uint32_t)(i / digits), digit);
    }
    return TA_OK;
}

/* Forget everything learned, but keep the examples. */
static void forget(learner *l) {
    const ta_allocator *a = l->budget.allocator;
    ta_free(a, l->digit, (size_t)l->letters * l->tracks, 1);
    ta_free(a, l->legal, l->legal_count, sizeof *l->legal);
    ta_free(a, l->states.letter, l->states.letter_cap, sizeof *l->states.letter);
    ta_free(a, l->states.length, l->states.length_cap, 1);
    ta_free(a, l->suffixes.letter, l->suffixes.letter_cap, sizeof *l->suffixes.letter);
    ta_free(a, l->suffixes.length, l->suffixes.length_cap, 1);
    ta_free(a, l->home, l->home_cap, sizeof *l->home);
    ta_free(a, l->bits, l->bits_cap, sizeof *l->bits);
    ta_free(a, l->next, l->next_cap, sizeof *l->next);
    ta_free(a, l->told, l->told_cap, 1);
    ta_keys_clear(&l->asked, &l->budget);
    learner left = { .n = l->n,
                     .tracks = l->tracks,
                     .letters = l->letters,
                     .width = 1,
                     .side = l->side,
                     .box = l->box,
                     .example = l->example,
                     .example_cap = l->example_cap,
                     .examples = l->examples };
    left.budget.allocator = a;
    left.budget.bytes_most = l->budget.bytes_most;
    left.budget.bytes = (double)(l->example_cap * sizeof *l->example);
    *l = left;
}

static ta_status add_examples(learner *l, const int64_t *examples, size_t count) {
    if (!count) return TA_OK;
    size_t have = l->examples * l->tracks, more = count * l->tracks;
    ta_status st = ta_budget_reserve(&l->budget, l->call, (void **)&l->example, &l->example_cap,
                                     have + more, sizeof *l->example);
    if (st) return st;
    memcpy(l->example + have, examples, more * sizeof *examples);
    l->at = l->box + (double)l->examples; /* new examples are likely counterexamples */
    l->examples += count;
    return TA_OK;
}

static ta_status begin(learner *l) {
    ta_status st = open_tables(l);
    if (!st) st = add_word(l, &l->suffixes, NULL, 0);
    if (!st) st = add_state(l, 0);
    return st ? st : add_row(l);
}

static ta_status learn(learner *l) {
    ta_status st = l->rows ? TA_OK : begin(l);
    for (int all_agree = 0; !st && !all_agree;) {
        st = close_rows(l);
        if (!st) st = hold(l, &all_agree);
        if (!st && all_agree) st = probe(l, &all_agree);
    }
    return st;
}

ta_status ta_learner_create(const ta_numeration *numeration, ta_call *call, unsigned tracks,
                            uint32_t side, ta_learner **made) {
    ta_require(tracks >= 1 && tracks <= 8 && side >= 1);
    call->message[0] = '\0';
    learner *l = ta_alloc(&numeration->allocator, 1, sizeof *l);
    if (!l) return TA_ENOMEM;
    l->n = numeration;
    l->budget.allocator = &numeration->allocator;
    l->budget.bytes_most = numeration->limits.bytes;
    l->tracks = tracks;
    l->side = side;
    l->width = l->letters = 1;
    l->box = 1;
    for (unsigned t = 0; t < tracks; t++) {
        l->letters *= numeration->digits;
        l->box *= side;
    }
    *made = l;
    return TA_OK;
}

void ta_learner_destroy(ta_learner *l) {
    if (!l) return;
    forget(l);
    ta_free(l->budget.allocator, l->example, l->example_cap, sizeof *l->example);
    ta_free(l->budget.allocator, l, 1, sizeof *l);
}

ta_status ta_learner_guess(ta_learner *l, ta_call *call, ta_member member_of_set, void *ctx,
                           const int64_t *examples, size_t count, uint32_t states_most,
                           ta_automaton **automaton) {
    call->message[0] = '\0';
    l->call = call;
    l->member = member_of_set;
    l->ctx = ctx;
    l->states_most = states_most;
    ta_status st = add_examples(l, examples, count);
    if (!st) st = learn(l);
    uint32_t states = l->states.count;
    uint8_t *accepting = st ? NULL : ta_alloc(l->budget.allocator, states, 1);
    if (!st && !accepting) st = TA_ENOMEM;
    for (uint32_t q = 0; !st && q < states; q++) accepting[q] = *row_of(l, l->home[q]) & 1;
    if (!st)
        st = ta_automaton_from_table(l->n, call, l->tracks, states, l->next, accepting, automaton);
    ta_free(l->budget.allocator, accepting, states, 1);
    if (st) forget(l);
    return st;
}
