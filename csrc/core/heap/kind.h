/*
** kind.h - a heap game, and what a kind of game is; private to the heap module.
**
** A game is a growing sequence g and a kind: a table of functions over the kind's own data.
** heap.c computes values and searches for proofs through this table. It names no kind.
**
**     nim_values.c          sequences of 1, 2 or 4 bytes a value
**     period.c              how far back each period of a sequence reaches
**     proof.c               the search for a proved period
**     misere.c              misere play, through the solver
**     heap.c                creating games, values, growing in steps
**     subtraction.c         kind: take a member of a set
**     all_but.c             kind: take anything but the members of a set
**     set.c                 games of a set: one of these two
**     notation.c            reading codes
**     normal.c              the normal form of codes, and writing codes
**     digits.c              codes of one byte a digit, for the kernels
**     parts.c               options by a code, one by one
**     bits.c                sets of values as bits
**     pairs.c               the set {g(a) xor g(b) : a + b = m}, with vectors
**     dense.c               values of take-and-break games through sets of pairs, any code
**     pair_sets_parallel.c  most pairs of the sets of the next heaps, by several threads
**     sparse.c              values of take-and-break games through rare values
**     block.c               the same for 64 heaps at once
**     pair_lookup.c         whether one given value is the value of a pair of heaps
**     take_and_break.c      kind: take and break by code, through pairs or rare values
**     wide.c                kind: codes with more heaps, or with conditions on their sizes
**     script.c              kind: rules of the host; heaps may grow
**     records.h             options of such rules as records: one option, or a run
**     growing.c             codes that add counters, as such rules
**     turning.c             coin-turning codes, and their options one by one
**     spawning.c            kind: coin turning by code
**     code_text.c           the code of a game as text, and copies of games
**     fill.c                many values into a buffer
**     stored.c              values as packed answers, in memory that may be a mapped file
**     moves.c               options, all or of a given nim value
*/
#ifndef TA_HEAP_KIND_H
#define TA_HEAP_KIND_H

#include "base/check.h"
#include "base/poll.h"
#include "nim_values.h"
#include "takeaway/heap.h"
#include "takeaway/solver.h"

/* A repetition in the known values: g(n + p) = g(n) + s for e <= n < g.count - p, e the least. */
typedef struct heap_repeat {
    size_t p, e;
    ta_amount s;
} heap_repeat;

typedef struct heap_kind {
    size_t size; /* of its data, which starts as zeros */

    /* Free what the data owns, even if its creation failed half way. */
    void (*clear)(ta_heap *h);

    /* Grow g to `count` values. The caller has reserved memory for them. */
    ta_status (*grow)(ta_heap *h, ta_call *call, size_t count);

    /* Visit every option of heap n. ELIMIT past HEAP_VISITS_MOST; polls. */
    ta_status (*visit)(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit, void *ctx);

    /* The number of values that prove r for all n. It is at most g.count if r is proved now, and
    ** SIZE_MAX if no number is known. NULL: no theorem proves periods of this kind. */
    size_t (*prove)(const ta_heap *h, const heap_repeat *r);

    /* OPTIONAL. g(n) alone, without all values before it. */
    ta_status (*value)(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value);

    /* OPTIONAL. Visit the options of heap n that have one value, faster than by visiting all.
    ** Callers need a proved period. */
    ta_status (*visit_value)(ta_heap *h, ta_call *call, ta_amount n, ta_amount value,
                             ta_heap_visitor visit, void *ctx);

    /* OPTIONAL. The number w such that each value depends on the w values before it alone. The
    ** values of such a kind do not depend on heap sizes. NULL: they depend on all before them. */
    size_t (*window)(const ta_heap *h);

    /* OPTIONAL. Rebuild the kind's data from values of g that `grow` did not compute. ENOMEM.
    ** NULL: the next `grow` does this itself. */
    ta_status (*resume)(ta_heap *h);

    /* OPTIONAL. The reach of moves, the same at every heap. NULL: not known, or unbounded. */
    ta_reach (*reach)(const ta_heap *h);

    /* OPTIONAL. ELOOPY if play from heap n need not end. NULL: options leave smaller heaps only. */
    ta_status (*ends)(ta_heap *h, ta_call *call, ta_amount n);

    /* The invariant that the data breaks, alone or with g; NULL: none, as in base/check.h. */
    const char *(*check)(const ta_heap *h);
} heap_kind;

typedef struct heap_misere heap_misere; /* misere.c */

/* A function that makes games by a code: ta_heap_octal, ta_heap_spawning. */
typedef ta_status heap_maker(const ta_allocator *allocator, ta_call *call, const char *code,
                             size_t length, const ta_heap_settings *settings, ta_heap **game);

struct ta_heap {
    ta_allocator allocator;
    const heap_kind *kind;
    void *data;        /* of the kind */
    char *text, *code; /* the game's name; the code that made it, or NULL */
    size_t text_size, code_size;
    heap_maker *maker; /* NULL without a code */
    ta_heap_settings settings;
    ta_nim_values g;
    ta_period proof; /* proof.proved: the period holds for all n */
    size_t look_at;  /* the count of values at the next search for a proof */
    size_t looked;   /* the count at the last search */
    size_t goal;     /* while g grows: the count of values wanted, for progress */
    size_t had;      /* the count of values that came from a file, for progress */
    uint64_t before; /* heaps dropped before the first of g: see stored.c */
    heap_misere *misere;
};

/* Report progress after `steps` more steps: heaps 0..n-1 are known or prepared. Threads may
** prepare heaps beyond the goal; the progress reported stops at the goal. Rebuilding tables from
** values of a file reports no progress. A total of 0 means that no goal is set. */
static inline ta_status heap_poll(const ta_heap *h, ta_call *call, uint32_t steps, size_t n) {
    size_t done = n < h->had ? h->had : n;
    if (h->goal && done > h->goal) done = h->goal;
    return ta_poll(call, steps, (double)(h->before + done),
                   h->goal ? (double)(h->before + h->goal) : 0);
}

/* At most this many options of one heap are visited. */
#define HEAP_VISITS_MOST 100000000

/* ---- heap.c ---- */

/* A game whose data is still all zeros. ENOMEM. */
ta_status heap_make(const ta_allocator *allocator, const heap_kind *kind,
                    const ta_heap_settings *settings, const char *text, size_t length,
                    ta_heap **out);

/* g(n), as ta_heap_nim_value. */
ta_status heap_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value);

/* Search for a proof of a period, if g has h->look_at values or more. */
ta_status heap_look(ta_heap *h, ta_call *call);

/* The invariant that h breaks, or NULL. */
const char *ta_heap_check(const ta_heap *h);

/* Check the game at the end of a public call. */
static inline ta_status heap_checked(const ta_heap *h, ta_status s) {
    ta_sound(ta_heap_check(h));
    (void)h;
    return s;
}

/* ---- code_text.c ---- */

/* Store the code of the game, and the function that made it. ENOMEM: the game is destroyed. */
ta_status heap_keep_code(ta_heap *h, heap_maker *maker, const char *code, size_t length);

/* The same game with no values computed. EUNSUPPORTED (a game by rule), ENOMEM. */
ta_status heap_copy(const ta_heap *h, ta_call *call, ta_heap **copy);

/* ---- proof.c ---- */

/* Search all of g for a period. *found = 1 and p is set if one is proved; else h->look_at grows.
** `observe`: accept an observed period too. If there is none, p is the candidate nearest to a
** proof: it is seen twice and starts in the first half. Its period is 0 if there is no
** candidate. */
ta_status heap_find_period(ta_heap *h, ta_call *call, int observe, ta_period *p, int *found);

/* ---- misere.c ---- */

void heap_misere_clear(ta_heap *h);

/* ---- Shared by visitors of options ---- */

/* Visit the option that leaves one heap of m counters; no heap if m = 0. */
static inline ta_status heap_visit_one(ta_amount m, ta_call *call, ta_heap_visitor visit,
                                       void *ctx) {
    return visit(ctx, call, &m, m > 0);
}

ta_status heap_too_many(const ta_heap *h, ta_call *call, ta_amount n); /* ELIMIT */

#endif
