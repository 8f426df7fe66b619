/*
** phases_int.h - phases as data, and their users: the finder, the checker that trusts nothing, the
** reader and writer of their text, and queries.
**
** The classes of m are the leaves of a tree with root m = 0 + 1 k. A node m = from + modulus k is
** split in one of two ways, so every m is in exactly one leaf of any certificate:
**   split q   into from + i modulus + q modulus k, 0 <= i < q;
**   first j   into the single m = from + i modulus, 0 <= i < j, and from + j modulus + modulus k.
** `code` holds the tree in preorder. A leaf gives for each phase the number of values of T before
** it and its period. It also gives the number of periods, times + times_k k, for which the phase
** lasts beyond those seen. The last phase lasts for ever.
*/
#ifndef TA_PHASES_INT_H
#define TA_PHASES_INT_H

#include "certificate.h"
#include "takeaway/phases.h"

#define PHASES_LARGEST \
    ((int64_t)1 << 40) /* the limit of a certificate's numbers, and of u, v in x and m = u + v k */
#define PHASES_PERIOD ((int64_t)1 << 24) /* the limit of values and periods */
#define PHASES_SPLIT (-1)                /* in code: then q */
/* A leaf in code is the number of phases that end, the values, period, times, times_k of each, then
** the values and the period of the last phase. */
#define PHASES_FIRST \
    (-2) /* in code: then j. Any other number begins a leaf: it is the number of phases that end */

typedef struct phases_pair {
    int64_t v, s; /* v + s k */
} phases_pair;

typedef struct phases_class {
    int64_t from, modulus; /* modulus 0: the single m = from */
} phases_class;

typedef struct phases_leaf {
    phases_class class;
    size_t at; /* the leaf begins at code[at], the number of its phases that end */
} phases_leaf;

/* ---- phases_line.c: T_m(x), x = 0, 1, ..., for all m of a class ---- */

typedef struct phases_line {
    ta_allocator alloc;
    const certificate_set *set;
    phases_class class;
    phases_pair x;  /* the next x */
    phases_pair *t; /* the last values; a skip drops older ones */
    size_t held, cap;
} phases_line;

void phases_line_start(phases_line *l, phases_class class);
/* Append `more` values. It stops early with *later > 0 if no single move has the largest value for
** all k; one has it for all k >= *later. */
ta_status phases_line_extend(phases_line *l, size_t more, int64_t *later);
/* Have the last p + max A values risen as much as those p before them, with the same slopes in k?
** Adds the number of comparisons to *steps. */
int phases_line_repeats(const phases_line *l, size_t p, double *steps);
int64_t phases_line_rise(const phases_line *l, size_t p, size_t at);
/* Skip `times` periods of p; the phase must last as long. ELIMIT: beyond PHASES_LARGEST. */
ta_status phases_line_skip(phases_line *l, size_t p, phases_pair times);
void phases_line_clear(phases_line *l);

/* ---- The tree, in preorder ---- */

typedef struct phases_node {
    phases_class class;
    int64_t kind, arg, next; /* next: the index of the next child */
} phases_node;

typedef struct phases_walk {
    ta_allocator alloc;
    phases_node *nodes; /* the path of nodes with unvisited children, from the root */
    size_t depth, cap;
} phases_walk;

ta_status phases_walk_start(phases_walk *w, const ta_allocator *alloc);
int phases_walk_next(phases_walk *w, phases_class *class); /* 0: no more classes */
/* Give the last class children. ELIMIT: beyond PHASES_LARGEST. */
ta_status phases_walk_open(phases_walk *w, phases_class class, int64_t kind, int64_t arg);
void phases_walk_clear(phases_walk *w);

/* ---- The object ---- */

struct ta_phases {
    ta_allocator alloc;
    certificate_set set;
    int64_t *code;
    size_t length, cap;
    phases_leaf *leaves; /* in the order of code */
    size_t leaf_count, leaf_cap;
    int checked;
    phases_line line; /* for queries */
    ta_amount *shown; /* the arrays of the phase returned last */
    size_t shown_cap;
};

ta_status phases_put(ta_phases *p, int64_t number);
ta_status phases_leaf_put(ta_phases *p, phases_class class, size_t at);

/* phases_find.c, and text.c */
ta_status phases_search(ta_phases *p, ta_call *call, const ta_phases_limits *limits);
ta_status phases_read(ta_phases *p, ta_call *call, const char *text, size_t length);

#endif
