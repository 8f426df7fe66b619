/*
** automata_int.h - diagrams, and what the files of automata ask of each other, lowest first:
** pairs.c and keys.c (tables), nodes.c (diagrams), automaton.c, refine.c, minimise.c, maker.c (an
** automaton being made), rename.c, dense.c, subsets.c, merge.c and bits.c (graphs), lanes.c, explore.c,
** product.c, exists.c, join.c, combine.c, any.c, weights.c, linear.c, greedy.c, numeration.c, digits.c,
** table.c, learn.c; and limits.c, limit_search.c (what is learned from).
**
** The moves of a state are a decision diagram over the tracks: a node names a track and has one
** child for each digit; tracks grow towards the leaves; a leaf is a state. Equal nodes are one,
** and a node whose children are all the same is left out: a track that does not matter is not
** there. So 6 tracks need no table of 2^6 letters, and automata on different tracks meet
** without being made alike.
*/
#ifndef TA_AUTOMATA_INT_H
#define TA_AUTOMATA_INT_H

#include "base/int128.h"
#include "takeaway/automaton.h"
#include "takeaway/limits.h"

#define LEAF 0x80000000u
#define ID_MOST 0x7ffffffeu

/* ---- pairs.c: a value for two words ---- */

typedef struct ta_pairs {
    uint64_t *key; /* key + 1, 0: free */
    uint32_t *value;
    size_t cap, count; /* cap: a power of two, or 0 */
} ta_pairs;

/* The budget of one operation: what it may hold, and what it holds. */
typedef struct ta_budget {
    const ta_allocator *allocator; /* borrowed */
    double bytes_most;
    double bytes;
    int64_t states_most;
    int64_t states_seen; /* the most at once, for messages */
} ta_budget;

void ta_budget_begin(ta_budget *b, const ta_numeration *numeration);

/* ELIMIT when there are more states than may be. */
ta_status ta_budget_states(ta_budget *b, ta_call *call, int64_t states);

/* ELIMIT when `more` bytes may not be taken; else they are counted. */
ta_status ta_budget_take(ta_budget *b, ta_call *call, double more);

/* A growing array within the budget. */
ta_status ta_budget_reserve(ta_budget *b, ta_call *call, void **block, size_t *cap, size_t need,
                            size_t size);

int ta_pairs_get(const ta_pairs *p, uint32_t a, uint32_t b, uint32_t *value);
ta_status ta_pairs_put(ta_pairs *p, ta_budget *budget, ta_call *call, uint32_t a, uint32_t b,
                       uint32_t value);
void ta_pairs_empty(ta_pairs *p); /* keeps the room */
void ta_pairs_clear(ta_pairs *p, ta_budget *budget);

/* ---- keys.c: a number for a list of words, in order of arrival ---- */

typedef struct ta_keys {
    uint32_t *words;
    size_t used, words_cap;
    size_t *at; /* list i is words[at[i] .. at[i + 1]) */
    size_t at_cap;
    uint64_t *slot; /* of the hash 32 bits, below them id + 1; 0: free */
    size_t slot_cap;
    uint32_t count;
} ta_keys;

ta_status ta_keys_id(ta_keys *k, ta_budget *budget, ta_call *call, const uint32_t *words,
                     size_t count, uint32_t *id);
const uint32_t *ta_keys_list(const ta_keys *k, uint32_t id, size_t *count);
void ta_keys_clear(ta_keys *k, ta_budget *budget);

/* ---- nodes.c: diagrams, equal nodes one ---- */

typedef struct ta_nodes {
    unsigned digits;
    uint8_t *track;
    size_t track_cap;
    uint32_t *child; /* node i: child[i * digits ..] */
    size_t child_cap;
    uint32_t count;
    uint32_t *slot;
    size_t slot_cap;
} ta_nodes;

/* The diagram that reads `track` and goes on as child[digit] (tracks of children are larger). */
ta_status ta_nodes_make(ta_nodes *n, ta_budget *budget, ta_call *call, unsigned track,
                        const uint32_t *child, uint32_t *node);
/* The diagram of a row: a state for each letter on these tracks, the first track's digit weighing
** most; name[state] in its place, unless NULL. */
ta_status ta_nodes_letters(ta_nodes *n, ta_budget *budget, ta_call *call, uint32_t tracks,
                           size_t letters, const uint32_t *row, const uint32_t *name,
                           uint32_t *node);
void ta_nodes_clear(ta_nodes *n, ta_budget *budget);

/* The track a diagram reads first; TA_TRACKS for a leaf. */
static inline unsigned ta_nodes_track(const ta_nodes *n, uint32_t node) {
    return node & LEAF ? TA_TRACKS : n->track[node];
}

/* The diagram after `digit` on `track`, which is not after its first. */
static inline uint32_t ta_nodes_child(const ta_nodes *n, uint32_t node, unsigned track,
                                      unsigned digit) {
    if (ta_nodes_track(n, node) != track) return node;
    return n->child[(size_t)node * n->digits + digit];
}

/* ---- Automata ---- */

struct ta_automaton {
    ta_allocator allocator;
    const ta_numeration *numeration; /* borrowed */
    uint32_t tracks;
    uint32_t states; /* at least 1; the first is the start */
    uint32_t *root;  /* of each state */
    uint8_t *accepts;
    ta_nodes nodes;
    size_t states_cap, accepts_cap;
};

struct ta_numeration {
    ta_allocator allocator;
    ta_automaton_limits limits;
    unsigned order;
    unsigned last, period, mixed; /* weights.c */
    int64_t c[TA_ORDER_MOST];
    int64_t first[TA_ORDER_MOST];
    unsigned digits;
    int64_t *weight; /* U(0), U(1), ... below 2^61 */
    size_t weights, weight_cap;
    ta_automaton *words; /* on track 0 */
};

/* ---- maker.c: an automaton being made, state by state ---- */

typedef struct ta_maker {
    ta_budget budget;
    const ta_numeration *numeration;
    ta_keys keys;   /* what a state stands for; the next states to make */
    ta_nodes nodes; /* leaves: numbers of keys */
    ta_pairs memo;
    uint32_t *root; /* of the states made */
    uint8_t *accepts;
    size_t root_cap, accepts_cap;
    uint32_t made;
    int least; /* are the states known to be told apart? */
} ta_maker;

void ta_maker_begin(ta_maker *m, ta_call *call, const ta_numeration *numeration);
void ta_maker_clear(ta_maker *m);

/* The leaf of the state that stands for these words. */
ta_status ta_maker_leaf(ta_maker *m, ta_call *call, const uint32_t *words, size_t count,
                        uint32_t *leaf);

/* The next state, number `made`, has this diagram. Polls, and counts against the limits. */
ta_status ta_maker_state(ta_maker *m, ta_call *call, uint32_t root, int accepts);

/* The least automaton of what was made (start: state `start`). */
ta_status ta_maker_finish(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                          ta_automaton **automaton);

/* ---- refine.c and minimise.c ---- */

/* Blocks of elements are split until all elements of one lead, with each digit, to one block:
** next[element * digits + digit]. block[] of each element and how many there are: first those to
** begin with, 0, 1, ..., none of them empty; then those in the end. */
ta_status ta_refine(ta_budget *budget, ta_call *call, uint32_t elements, unsigned digits,
                    const uint32_t *next, uint32_t *block, uint32_t *blocks);

/* The least automaton; `m` is used up but for ta_maker_clear. */
ta_status ta_maker_minimise(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                            ta_automaton **automaton);

/* ---- dense.c: tables ---- */

/* The least automaton of a table of states and letters; state 0 is the start, and each is reached
** from it. */
ta_status ta_dense_least(ta_budget *budget, ta_call *call, const ta_numeration *numeration,
                         uint32_t tracks, uint32_t states, const uint32_t *next,
                         const uint8_t *accepts, ta_automaton **automaton);

/* ---- subsets.c: graphs ---- */

typedef struct ta_edge {
    uint32_t letter, to;
} ta_edge;

/* States in order, each with its edges before it is entered. */
typedef struct ta_graph {
    ta_budget budget;
    const ta_numeration *numeration;
    uint32_t tracks; /* that are read; */
    uint32_t letters;
    ta_edge *edge;
    size_t edges, edge_cap;
    size_t *past; /* of a state: past its last edge */
    uint8_t *accepts;
    size_t past_cap, accepts_cap;
    uint32_t states;
    int accepting; /* does any of the states accept? */
} ta_graph;

void ta_graph_begin(ta_graph *g, ta_call *call, const ta_numeration *numeration, uint32_t tracks);
ta_status ta_graph_edge(ta_graph *g, ta_call *call, uint32_t letter, uint32_t to);
ta_status ta_graph_state(ta_graph *g, ta_call *call, int accepts);

/* Its first edge; they go on to past[q]. */
static inline size_t ta_graph_first(const ta_graph *g, uint32_t q) {
    return q ? g->past[q - 1] : 0;
}

/* Leave out the states from which no accepting one is reached, but for the first. */
ta_status ta_graph_keep_live(ta_graph *g, ta_call *call);

/* merge.c: states that lead alike become one, where that is seen soon. */
ta_status ta_graph_merge(ta_graph *g, ta_call *call);

/* The least automaton. `gone`: there were more tracks; else a letter leads to one state at most. */
ta_status ta_graph_finish(ta_graph *g, ta_call *call, int gone, ta_automaton **automaton);
void ta_graph_clear(ta_graph *g);

/* ---- bits.c: sets of states of a graph, as words ---- */

#define TA_BITS_STATES 512 /* at most */

typedef struct ta_bits {
    const ta_graph *g; /* borrowed */
    uint32_t words;    /* of a set */
    uint32_t *row;     /* where a set leads: a set for each letter */
    uint32_t *accepts; /* the states that accept */
    uint32_t *start;   /* the first state, and what leading zeros lead to */
    size_t room;
    ta_budget *budget;
} ta_bits;

int ta_bits_fit(const ta_graph *g);
ta_status ta_bits_begin(ta_bits *b, const ta_graph *g, ta_budget *budget, ta_call *call);
void ta_bits_clear(ta_bits *b);
ta_status ta_bits_step(ta_bits *b, ta_call *call, const uint32_t *set); /* the row of a set */
int ta_bits_accept(const ta_bits *b, const uint32_t *set);

/* ---- lanes.c: automata side by side where letters and states are few ---- */

#define TA_JOIN_MOST 16 /* automata at once */
#define TA_LANE_LETTERS 64

/* A set, or where it is to be missed, all but it. */
typedef struct ta_part {
    const ta_automaton *a; /* borrowed, or */
    ta_automaton *made;    /* the same, made on the way */
    uint8_t missed;
} ta_part;

/* The root of the state from which nothing is left, which leads back; else no root. */
uint32_t ta_part_dead(const ta_part *p);

typedef struct ta_lane {
    const ta_automaton *a; /* borrowed */
    uint32_t missed, dead;
    unsigned shift;                 /* where its state stands in a tuple, */
    uint64_t mask;                  /* and once there */
    uint32_t letters;               /* of its own tracks; */
    uint8_t own[TA_LANE_LETTERS];   /* which one a letter of all tracks is, */
    uint64_t with[TA_LANE_LETTERS]; /* and which of all one of its own is */
    uint64_t *alive;                /* of a state: the letters of all it goes on with; 0: not known */
    uint32_t *next;                 /* of a state and a letter of its own */
} ta_lane;

typedef struct ta_lanes {
    ta_lane lane[TA_JOIN_MOST];
    size_t count;
    uint64_t all; /* letters */
    uint64_t *alive;
    size_t bytes;
    ta_budget *budget;
} ta_lanes;

/* Names of the letters of `tracks`: each as that of some of them; how many names. The first track's
** digit weighs most. */
unsigned ta_lanes_letters(unsigned digits, uint32_t tracks, uint32_t some,
                          uint8_t name[TA_LANE_LETTERS]);

int ta_lanes_fit(const ta_numeration *n, size_t count, const ta_part *p, uint32_t tracks);
ta_status ta_lanes_begin(ta_lanes *s, const ta_numeration *n, ta_budget *budget, ta_call *call,
                         size_t count, const ta_part *p, uint32_t tracks);
void ta_lanes_clear(ta_lanes *s);

/* Of a tuple, the first of which is 0: the letters it goes on with, where one leads, and whether it
** accepts. */
uint64_t ta_lanes_alive(ta_lanes *s, uint64_t tuple);
uint64_t ta_lanes_next(const ta_lanes *s, uint64_t tuple, unsigned letter);
int ta_lanes_accept(const ta_lanes *s, uint64_t tuple);

/* A number for a tuple, in order of arrival. */
typedef struct ta_met {
    uint64_t *tuple;
    size_t cap;
    uint32_t *slot; /* number + 1; 0: free */
    size_t slot_cap;
    uint32_t count;
} ta_met;

ta_status ta_met_id(ta_met *m, ta_budget *budget, ta_call *call, uint64_t tuple, uint32_t *id);
void ta_met_clear(ta_met *m, ta_budget *budget);

/* ---- explore.c: the graph of the tuples that are met, on tracks some of which are gone ---- */

/* *too_many becomes 1, and the graph is not finished, where there are more than `most`; 0: any. */
ta_status ta_explore(ta_graph *g, ta_call *call, size_t count, const ta_part *p, uint32_t tracks,
                     uint32_t gone, uint32_t most, int *too_many);

/* ---- join.c, and what it falls back on ---- */

#define LETTERS_MOST 128 /* of a row, and eight times as many with those of the tracks that are gone */
#define TUPLES_MOST 8192 /* at once, where there is another way */

typedef struct ta_parts {
    ta_part *p;
    size_t count, cap;
} ta_parts;

/* Room for `more` parts of the caller, and for the words. */
ta_status ta_parts_begin(ta_parts *pool, const ta_numeration *n, size_t count,
                         const ta_automaton *const *a, size_t missed, const ta_automaton *const *b,
                         size_t more);
void ta_parts_clear(ta_parts *pool, const ta_numeration *n);

/* The words of numbers on those of the tracks that no set names but such as are to be missed. */
ta_status ta_parts_add_words(ta_parts *pool, const ta_numeration *n, ta_call *call,
                             uint32_t tracks);
uint32_t ta_parts_tracks(const ta_parts *pool);

/* May all be explored at once, and do the numbers that are gone hang together by the sets that name
** them? */
int ta_parts_hang_together(const ta_parts *pool, uint32_t gone);

/* Their join; of the pool what was made on the way is left. */
ta_status ta_parts_join(ta_parts *pool, ta_call *call, uint32_t gone, ta_automaton **automaton);

/* product.c: all words on these tracks, and two automata side by side; words that are not numbers
** are the caller's matter. */
ta_status ta_automaton_words(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                             ta_automaton **automaton);
ta_status ta_side_by_side(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                          unsigned truth, ta_automaton **automaton);

/* exists.c */
ta_status ta_exists_on_diagrams(ta_call *call, const ta_automaton *a, uint32_t tracks,
                                ta_automaton **automaton);

/* ---- weights.c: forms in the weights ---- */

#define TA_WEIGHTS_MOST 1024u /* that are computed, below 2^61 */

/* The largest lag whose coefficient is not 0, the greatest common divisor of these lags, and are coefficients below 0?
** 0: with such coefficients nothing is seen to hold for ever. */
int ta_weights_begin(ta_numeration *n);

/* What was read is worth form(n), n digits to come: v[i] = form(i), i < order, the others by the
** recurrence; LOW or HIGH for all n of a class, those of one remainder by n->period, where it is decided
** there. The digits to come add from -minus (U(n) - 1) to plus (U(n) - 1). Against a bound. */
#define TA_FORM_LOW INT64_MIN
#define TA_FORM_HIGH INT64_MAX

typedef struct ta_form {
    int64_t v[TA_ORDER_MOST];
    int64_t minus, plus; /* >= 0 */
    int64_t bound;
} ta_form;

/* What is known of form(n), with whatever is added, for all n of a class. */
typedef enum ta_forever {
    TA_SOMETIMES,    /* none of these, or not seen */
    TA_ALWAYS_ABOVE, /* > bound */
    TA_ALWAYS_BELOW, /* < bound */
    TA_NEVER_ABOVE,  /* <= bound */
    TA_NEVER_EQUAL   /* for each n, all above or all below */
} ta_forever;

ta_forever ta_weights_forever(const ta_numeration *n, const ta_form *f, unsigned class);
int ta_weights_never_above(const ta_numeration *n, const ta_form *f, unsigned class);

/* One letter on: v becomes what it is worth with one digit less left. 0: beyond 2^62. */
int ta_weights_shift(const ta_numeration *n, int64_t *v);
int ta_weights_add(const ta_numeration *n, int64_t *v, int64_t digit); /* and that digit read; 0: the same */

/* Where digits that are left make no difference for any n of a class: is form(n), with whatever is
** added, above the bound? The bit of each n where it is not as it is from some n on is turned in
** bits[]. TA_SOMETIMES: they make a difference, or that is not seen; else TA_ALWAYS_ABOVE or
** TA_NEVER_ABOVE, as it is from then on. */
ta_forever ta_weights_settled(const ta_numeration *n, const ta_form *f, unsigned class,
                              uint32_t bits[TA_WEIGHTS_MOST / 32]);

void ta_weights_decide(const ta_numeration *n, int64_t *v, unsigned class, int64_t as);

/* ---- limits.c, for limit_search.c too: do 32 bits hold all limits? ---- */
int ta_limits_are_held(const ta_limit_move *move, size_t moves);

/* ---- greedy.c: the automaton, on track 0, of the words that are numbers ---- */
ta_status ta_numeration_greedy(ta_numeration *n, ta_call *call, ta_automaton **automaton);

#endif
