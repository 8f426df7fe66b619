/*
** automata_int.h - decision diagrams, and the internal calls between the files of automata, lowest
** first: pairs.c and tuple_index.c (tables), nodes.c (diagrams), automaton.c, refine.c, minimise.c,
** builder.c (a builder), rename.c, dense.c, bisimulation.c, bits.c and subsets.c (graphs). Then
** packed_product.c, explore.c, product.c, exists.c, conjunction.c, combine.c, emptiness.c,
** prefix_values.c, linear.c, admissible.c, numeration.c, digits.c, table.c, learn.c; and limits.c,
** limit_search.c (sources for learn.c).
**
** The moves of a state are a decision diagram over the tracks. A node names a track and has one
** child for each digit; tracks grow towards the leaves; a leaf is a state. Equal nodes are shared.
** A node whose children are all the same is left out, so a track that does not matter does not
** appear. So 6 tracks need no table of 2^6 letters, and automata on different tracks combine
** without conversion.
*/
#ifndef TA_AUTOMATA_INT_H
#define TA_AUTOMATA_INT_H

#include "base/int128.h"
#include "takeaway/automaton.h"
#include "takeaway/limits.h"

#define LEAF 0x80000000u
#define ID_MOST 0x7ffffffeu

/* ---- pairs.c: a map from two words to a value ---- */

typedef struct ta_pairs {
    uint64_t *key; /* key + 1; 0: free */
    uint32_t *value;
    size_t cap, count; /* cap: a power of two, or 0 */
} ta_pairs;

/* The budget of one operation: its limits and its current use. */
typedef struct ta_budget {
    const ta_allocator *allocator; /* borrowed */
    double bytes_most;
    double bytes;
    int64_t states_most;
    int64_t states_seen; /* largest number at once, for messages */
} ta_budget;

void ta_budget_begin(ta_budget *b, const ta_numeration *numeration);

/* ELIMIT if there are more states than allowed. */
ta_status ta_budget_states(ta_budget *b, ta_call *call, int64_t states);

/* Count `more` bytes; ELIMIT if they exceed the limit. */
ta_status ta_budget_take(ta_budget *b, ta_call *call, double more);

/* A growing array within the budget. */
ta_status ta_budget_reserve(ta_budget *b, ta_call *call, void **block, size_t *cap, size_t need,
                            size_t size);

int ta_pairs_get(const ta_pairs *p, uint32_t a, uint32_t b, uint32_t *value);
ta_status ta_pairs_put(ta_pairs *p, ta_budget *budget, ta_call *call, uint32_t a, uint32_t b,
                       uint32_t value);
void ta_pairs_empty(ta_pairs *p); /* keeps its memory */
void ta_pairs_clear(ta_pairs *p, ta_budget *budget);

/* ---- tuple_index.c: consecutive ids for lists of words ---- */

typedef struct ta_keys {
    uint32_t *words;
    size_t used, words_cap;
    size_t *at; /* list i is words[at[i] .. at[i + 1]) */
    size_t at_cap;
    uint64_t *slot; /* 32 bits of the hash above id + 1; 0: free */
    size_t slot_cap;
    uint32_t count;
} ta_keys;

ta_status ta_keys_id(ta_keys *k, ta_budget *budget, ta_call *call, const uint32_t *words,
                     size_t count, uint32_t *id);
const uint32_t *ta_keys_list(const ta_keys *k, uint32_t id, size_t *count);
void ta_keys_clear(ta_keys *k, ta_budget *budget);

/* ---- nodes.c: diagrams, equal nodes shared ---- */

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

/* The diagram that reads `track` and continues as child[digit] (tracks of children are larger). */
ta_status ta_nodes_make(ta_nodes *n, ta_budget *budget, ta_call *call, unsigned track,
                        const uint32_t *child, uint32_t *node);
/* The diagram of a table row: a state for each letter on these tracks, the first track's digit most
** significant. `name` maps the states, unless NULL. */
ta_status ta_nodes_letters(ta_nodes *n, ta_budget *budget, ta_call *call, uint32_t tracks,
                           size_t letters, const uint32_t *row, const uint32_t *name,
                           uint32_t *node);
void ta_nodes_clear(ta_nodes *n, ta_budget *budget);

/* The track a diagram reads first; TA_TRACKS for a leaf. */
static inline unsigned ta_nodes_track(const ta_nodes *n, uint32_t node) {
    return node & LEAF ? TA_TRACKS : n->track[node];
}

/* The diagram after `digit` on `track`, which is at most its first track. */
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
    uint32_t states; /* at least 1; state 0 is the start */
    uint32_t *root;  /* the diagram of each state */
    uint8_t *accepts;
    ta_nodes nodes;
    size_t states_cap, accepts_cap;
};

struct ta_numeration {
    ta_allocator allocator;
    ta_automaton_limits limits;
    unsigned order;
    unsigned last, period, mixed; /* largest lag, gcd of lags, is a coefficient negative? */
    int64_t c[TA_ORDER_MOST];
    int64_t first[TA_ORDER_MOST];
    unsigned digits;
    int64_t *weight; /* U(0), U(1), ... below 2^61 */
    size_t weights, weight_cap;
    ta_automaton *words; /* numbers, on track 0 */
};

/* ---- builder.c: a builder of automata, state by state ---- */

typedef struct ta_maker {
    ta_budget budget;
    const ta_numeration *numeration;
    ta_keys keys;   /* the word list of each state, in order of discovery */
    ta_nodes nodes; /* leaves are key ids */
    ta_pairs memo;
    uint32_t *root; /* of the built states */
    uint8_t *accepts;
    size_t root_cap, accepts_cap;
    uint32_t made;
    int least; /* no two states are equivalent */
} ta_maker;

void ta_maker_begin(ta_maker *m, ta_call *call, const ta_numeration *numeration);
void ta_maker_clear(ta_maker *m);

/* The leaf of the state with this word list. Checks the limit of states. */
ta_status ta_maker_leaf(ta_maker *m, ta_call *call, const uint32_t *words, size_t count,
                        uint32_t *leaf);

/* Build the next state, number `made`, with this diagram. Polls, and checks the memory limit. */
ta_status ta_maker_state(ta_maker *m, ta_call *call, uint32_t root, int accepts);

/* The minimal automaton of the built states, with start state `start`. */
ta_status ta_maker_finish(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                          ta_automaton **automaton);

/* ---- refine.c and minimise.c ---- */

/* Refine a partition until all elements of a block lead, with each digit, to one block:
** next[element * digits + digit]. block[] and *blocks hold the initial partition, blocks 0, 1, ...
** not empty; then the result. */
ta_status ta_refine(ta_budget *budget, ta_call *call, uint32_t elements, unsigned digits,
                    const uint32_t *next, uint32_t *block, uint32_t *blocks);

/* The minimal automaton. Afterwards only ta_maker_clear may use `m`. */
ta_status ta_maker_minimise(ta_maker *m, ta_call *call, uint32_t start, uint32_t tracks,
                            ta_automaton **automaton);

/* ---- dense.c: tables ---- */

/* The minimal automaton of a table of states and letters. State 0, the start, reaches all. */
ta_status ta_dense_least(ta_budget *budget, ta_call *call, const ta_numeration *numeration,
                         uint32_t tracks, uint32_t states, const uint32_t *next,
                         const uint8_t *accepts, ta_automaton **automaton);

/* ---- subsets.c: graphs ---- */

typedef struct ta_edge {
    uint32_t letter, to;
} ta_edge;

/* States in order; a state's edges are added before the state. */
typedef struct ta_graph {
    ta_budget budget;
    const ta_numeration *numeration;
    uint32_t tracks; /* tracks of the letters */
    uint32_t letters;
    ta_edge *edge;
    size_t edges, edge_cap;
    size_t *past; /* by state: the end of its edges */
    uint8_t *accepts;
    size_t past_cap, accepts_cap;
    uint32_t states;
    int accepting; /* some state accepts */
} ta_graph;

void ta_graph_begin(ta_graph *g, ta_call *call, const ta_numeration *numeration, uint32_t tracks);
ta_status ta_graph_edge(ta_graph *g, ta_call *call, uint32_t letter, uint32_t to);
ta_status ta_graph_state(ta_graph *g, ta_call *call, int accepts);

/* A state's first edge; its last is before past[q]. */
static inline size_t ta_graph_first(const ta_graph *g, uint32_t q) {
    return q ? g->past[q - 1] : 0;
}

/* Remove the states that reach no accepting one, except the first. */
ta_status ta_graph_keep_live(ta_graph *g, ta_call *call);

/* bisimulation.c: merge bisimilar states, if few rounds find them. */
ta_status ta_graph_merge(ta_graph *g, ta_call *call);

/* The minimal automaton. `gone`: tracks were projected away; else the graph is deterministic. */
ta_status ta_graph_finish(ta_graph *g, ta_call *call, int gone, ta_automaton **automaton);
void ta_graph_clear(ta_graph *g);

/* ---- bits.c: sets of states of a graph, as words ---- */

#define TA_BITS_STATES 512 /* at most */

typedef struct ta_bits {
    const ta_graph *g; /* borrowed */
    uint32_t words;    /* of one set */
    uint32_t *row;     /* ta_bits_step: the successor set for each letter */
    uint32_t *accepts; /* the accepting states */
    uint32_t *start;   /* the first state and all states that leading zeros reach */
    size_t room;
    ta_budget *budget;
} ta_bits;

int ta_bits_fit(const ta_graph *g);
ta_status ta_bits_begin(ta_bits *b, const ta_graph *g, ta_budget *budget, ta_call *call);
void ta_bits_clear(ta_bits *b);
ta_status ta_bits_step(ta_bits *b, ta_call *call, const uint32_t *set); /* fill `row` */
int ta_bits_accept(const ta_bits *b, const uint32_t *set);

/* ---- packed_product.c: a product of automata with few letters and states ---- */

#define TA_JOIN_MOST 16 /* automata in one product */
#define TA_LANE_LETTERS 64

/* A set, or if `missed` its complement. */
typedef struct ta_part {
    const ta_automaton *a; /* borrowed, or the same as `made` */
    ta_automaton *made;    /* owned, or NULL */
    uint8_t missed;
} ta_part;

/* The root of the dead state, from which the part accepts nothing; ID_MOST: there is none. */
uint32_t ta_part_dead(const ta_part *p);

typedef struct ta_lane {
    const ta_automaton *a; /* borrowed */
    uint32_t missed, dead;
    unsigned shift;                 /* its state's bits in a tuple */
    uint64_t mask;                  /* the bits after the shift */
    uint32_t letters;               /* number of letters on its own tracks */
    uint8_t own[TA_LANE_LETTERS];   /* its own letter for each letter of all tracks */
    uint64_t with[TA_LANE_LETTERS]; /* by own letter: the letters of all tracks that contain it */
    uint64_t *alive;                /* by state: letters of all tracks that keep it alive; 0:
                                    ** unknown */
    uint32_t *next;                 /* by state and own letter */
} ta_lane;

typedef struct ta_lanes {
    ta_lane lane[TA_JOIN_MOST];
    size_t count;
    uint64_t all; /* every letter, as a bit mask */
    uint64_t *alive;
    size_t bytes;
    ta_budget *budget;
} ta_lanes;

/* Map the letters of `tracks` to letters of the subset `some`. Returns the number of those. The
** first track's digit is the most significant. */
unsigned ta_lanes_letters(unsigned digits, uint32_t tracks, uint32_t some,
                          uint8_t name[TA_LANE_LETTERS]);

int ta_lanes_fit(const ta_numeration *n, size_t count, const ta_part *p, uint32_t tracks);
ta_status ta_lanes_begin(ta_lanes *s, const ta_numeration *n, ta_budget *budget, ta_call *call,
                         size_t count, const ta_part *p, uint32_t tracks);
void ta_lanes_clear(ta_lanes *s);

/* For a tuple (the start is 0): its live letters, its successor, and whether it accepts. */
uint64_t ta_lanes_alive(ta_lanes *s, uint64_t tuple);
uint64_t ta_lanes_next(const ta_lanes *s, uint64_t tuple, unsigned letter);
int ta_lanes_accept(const ta_lanes *s, uint64_t tuple);

/* Consecutive ids for tuples. */
typedef struct ta_met {
    uint64_t *tuple;
    size_t cap;
    uint32_t *slot; /* number + 1; 0: free */
    size_t slot_cap;
    uint32_t count;
} ta_met;

ta_status ta_met_id(ta_met *m, ta_budget *budget, ta_call *call, uint64_t tuple, uint32_t *id);
void ta_met_clear(ta_met *m, ta_budget *budget);

/* ---- explore.c: the graph of reachable tuples, with some tracks projected away ---- */

/* Add the states and edges to g. With more than `most` tuples (0: no limit) *too_many becomes 1,
** and the graph stays unfinished. */
ta_status ta_explore(ta_graph *g, ta_call *call, size_t count, const ta_part *p, uint32_t tracks,
                     uint32_t gone, uint32_t most, int *too_many);

/* ---- conjunction.c ---- */

#define LETTERS_MOST 128 /* of a table row; with the projected tracks, eight times as many */
#define TUPLES_MOST 8192 /* of one exploration, if another method remains */

typedef struct ta_parts {
    ta_part *p;
    size_t count, cap;
} ta_parts;

/* Allocate for the sets, for `more` parts of the caller, and for the words of all tracks. */
ta_status ta_parts_begin(ta_parts *pool, const ta_numeration *n, size_t count,
                         const ta_automaton *const *a, size_t missed, const ta_automaton *const *b,
                         size_t more);
void ta_parts_clear(ta_parts *pool, const ta_numeration *n);

/* For each of the tracks that only complements read, add the words of numbers as one more set. */
ta_status ta_parts_add_words(ta_parts *pool, const ta_numeration *n, ta_call *call,
                             uint32_t tracks);
uint32_t ta_parts_tracks(const ta_parts *pool);

/* Can all parts be explored at once, and do the sets connect the projected tracks? */
int ta_parts_hang_together(const ta_parts *pool, uint32_t gone);

/* The join of the pool. Other automata built here stay in the pool. */
ta_status ta_parts_join(ta_parts *pool, ta_call *call, uint32_t gone, ta_automaton **automaton);

/* product.c: all words on these tracks, and the product of two automata. The caller handles words
** that are not numbers. */
ta_status ta_automaton_words(const ta_numeration *numeration, ta_call *call, uint32_t tracks,
                             ta_automaton **automaton);
ta_status ta_side_by_side(ta_call *call, const ta_automaton *a, const ta_automaton *b,
                          unsigned truth, ta_automaton **automaton);

/* exists.c: project tracks away, on diagrams. */
ta_status ta_exists_on_diagrams(ta_call *call, const ta_automaton *a, uint32_t tracks,
                                ta_automaton **automaton);

/* ---- prefix_values.c: linear forms in the weights ---- */

#define TA_WEIGHTS_MOST 1024u /* computed weights, below 2^61 */

/* Compute the largest lag with a nonzero coefficient, the gcd of such lags, and whether
** coefficients are negative. 0: negative ones for which nothing can be proved about all n. */
int ta_weights_begin(ta_numeration *n);

/* The worth form(n) of a prefix, with n digits to come: v[i] = form(i) for i < order, the rest by
** the recurrence. A class is one remainder of n by n->period; a class that is decided has the value
** LOW or HIGH throughout. The digits to come add from -minus (U(n) - 1) to plus (U(n) - 1). The
** form is compared with a bound. */
#define TA_FORM_LOW INT64_MIN
#define TA_FORM_HIGH INT64_MAX

typedef struct ta_form {
    int64_t v[TA_ORDER_MOST];
    int64_t minus, plus; /* >= 0 */
    int64_t bound;
} ta_form;

/* A proved statement on form(n), plus any digits to come, for all n of a class. */
typedef enum ta_forever {
    TA_SOMETIMES,    /* none of these, or not proved */
    TA_ALWAYS_ABOVE, /* > bound */
    TA_ALWAYS_BELOW, /* < bound */
    TA_NEVER_ABOVE,  /* <= bound */
    TA_NEVER_EQUAL   /* for each n, all > bound or all < bound */
} ta_forever;

ta_forever ta_weights_forever(const ta_numeration *n, const ta_form *f, unsigned class);
int ta_weights_never_above(const ta_numeration *n, const ta_form *f, unsigned class);

/* Move on by one letter: v becomes the worth with one digit less to come. 0: beyond 2^62. */
int ta_weights_shift(const ta_numeration *n, int64_t *v);
int ta_weights_add(const ta_numeration *n, int64_t *v, int64_t digit); /* 0: beyond 2^62 */

/* For a class where the digits to come never change the comparison with the bound. Returns the
** final answer for large n: TA_ALWAYS_ABOVE or TA_NEVER_ABOVE. Toggles in bits[] the bit of each n
** with the other answer. TA_SOMETIMES: the digits matter, or no proof was found. */
ta_forever ta_weights_settled(const ta_numeration *n, const ta_form *f, unsigned class,
                              uint32_t bits[TA_WEIGHTS_MOST / 32]);

void ta_weights_decide(const ta_numeration *n, int64_t *v, unsigned class, int64_t as);

/* ---- limits.c, also for limit_search.c: do all limits fit 32 bits? ---- */
int ta_limits_are_held(const ta_limit_move *move, size_t moves);

/* ---- admissible.c: the automaton, on track 0, of the greedy words of numbers ---- */
ta_status ta_numeration_greedy(ta_numeration *n, ta_call *call, ta_automaton **automaton);

#endif
