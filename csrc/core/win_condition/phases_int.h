/*
** phases_int.h - phases as data, and their users: the finder, the checker that believes nothing, the reader and writer
** of their text, and questions.
**
** The classes of m are the leaves of a tree, whose root is m = 0 + 1 k. A node m = from + modulus k is parted in one
** of two ways, so that every m is in one leaf, whatever a certificate says:
**   split q   into from + i modulus + q modulus k, 0 <= i < q;
**   first j   into the single m = from + i modulus, 0 <= i < j, and from + j modulus + modulus k.
** The tree stands in preorder in `code`. A leaf tells how many values of T follow one another before a phase, its
** period, and for how many periods more than those seen it lasts, times + times_k k; the last phase lasts for ever.
*/
#ifndef TA_PHASES_INT_H
#define TA_PHASES_INT_H

#include "certificate.h"
#include "takeaway/phases.h"

#define PHASES_LARGEST \
    ((int64_t)1 << 40) /* numbers of a certificate, and x and m they lead to at k = 0 and by k */
#define PHASES_PERIOD ((int64_t)1 << 24) /* values and periods */
#define PHASES_SPLIT (-1)                /* in code: then q */
#define PHASES_FIRST \
    (-2) /* then j; else: how many phases end, for each values, period, times, times_k; values, period */

typedef struct phases_pair {
    int64_t v, s; /* v + s k */
} phases_pair;

typedef struct phases_class {
    int64_t from, modulus; /* 0: alone */
} phases_class;

typedef struct phases_leaf {
    phases_class class;
    size_t at; /* code[at] is how many phases end */
} phases_leaf;

/* ---- phases_line.c: T_m(x), x = 0, 1, ..., for all m of a class ---- */

typedef struct phases_line {
    ta_allocator alloc;
    const certificate_set *set;
    phases_class class;
    phases_pair x;  /* the next x */
    phases_pair *t; /* the last values, those before a skip forgotten */
    size_t held, cap;
} phases_line;

void phases_line_start(phases_line *l, phases_class class);
/* That many values more. *later > 0: before they are all there, no move's is the largest for all k, but for all k from
** there on. */
ta_status phases_line_extend(phases_line *l, size_t more, int64_t *later);
/* Have the last p + max A values risen by what those p before did, evenly in k? Adds the comparisons to *steps. */
int phases_line_repeats(const phases_line *l, size_t p, double *steps);
int64_t phases_line_rise(const phases_line *l, size_t p, size_t at);
/* Leave out that many periods of p, which lasts so long. ELIMIT: beyond PHASES_LARGEST. */
ta_status phases_line_skip(phases_line *l, size_t p, phases_pair times);
void phases_line_clear(phases_line *l);

/* ---- The tree, in preorder ---- */

typedef struct phases_node {
    phases_class class;
    int64_t kind, arg, next; /* the child that comes next */
} phases_node;

typedef struct phases_walk {
    ta_allocator alloc;
    phases_node *nodes; /* those whose children are not done, from the root */
    size_t depth, cap;
} phases_walk;

ta_status phases_walk_start(phases_walk *w, const ta_allocator *alloc);
int phases_walk_next(phases_walk *w, phases_class *class); /* 0: all are done */
/* The class that came last has children. ELIMIT: beyond PHASES_LARGEST. */
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
    phases_line line; /* for questions */
    ta_amount *shown; /* the arrays of the phase that was asked for last */
    size_t shown_cap;
};

ta_status phases_put(ta_phases *p, int64_t number);
ta_status phases_leaf_put(ta_phases *p, phases_class class, size_t at);

/* phases_find.c, and text.c */
ta_status phases_search(ta_phases *p, ta_call *call, const ta_phases_limits *limits);
ta_status phases_read(ta_phases *p, ta_call *call, const char *text, size_t length);

#endif
