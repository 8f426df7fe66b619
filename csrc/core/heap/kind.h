/*
** kind.h - a heap game, and what a kind of game is; private to the heap module.
**
** A game is a growing sequence g and a kind: a table of functions over the kind's own data.
** heap.c asks, grows and looks for proofs through the table and knows no kind by name.
**
**     nim_values.c   sequences of 1, 2 or 4 bytes a value
**     period.c       how far back each period of a sequence reaches
**     proof.c        the search for a period that goes on for ever
**     misere.c       misere play, through the solver
**     heap.c         making, asking, growing in steps
**     subtraction.c  kind: take a member of a set
**     all_but.c      kind: take anything but the members of a set
**     set.c          games of a set: one of these two
**     notation.c     reading codes
**     normal.c       their normal form, and codes written
**     digits.c       those that kernels play
**     parts.c        options by a code, one by one
**     bits.c         sets of values as bits
**     pairs.c        the set {g(a) xor g(b) : a + b = m}, with vectors
**     dense.c        values of take-and-break games through sets of pairs, any code
**     ahead.c        most of the sets of the next heaps, by several threads
**     sparse.c       the same through rare values
**     seek.c         is a value that of a pair of heaps? one value, many pairs at once
**     code.c         kind: take and break by code, with the faster of the two
**     wide.c         kind: codes with more heaps, or with conditions on their sizes
**     script.c       kind: rules of the host; heaps may grow
**     records.h      their options as records: one, or a run
**     growing.c      codes that add counters, as such rules
**     turning.c      coin-turning codes, and their options one by one
**     spawning.c     kind: coins turned by such a code
**     written.c      codes as text
**     fill.c         stretches of values
**     stored.c       values as packed answers, in memory that may be a mapped file
**     moves.c        options, all or of a given nim value
*/
#ifndef TA_HEAP_KIND_H
#define TA_HEAP_KIND_H

#include "base/check.h"
#include "base/poll.h"
#include "nim_values.h"
#include "takeaway/heap.h"
#include "takeaway/solver.h"

/* What is seen of g: g(n + p) = g(n) + s for e <= n < g.count - p, e the least. */
typedef struct heap_repeat {
    size_t p, e;
    ta_amount s;
} heap_repeat;

typedef struct heap_kind {
    size_t size; /* of its data, which starts as zeros */

    /* Free what the data holds; also when making it failed half way. */
    void (*clear)(ta_heap *h);

    /* Grow g to `count` values. Room is there. */
    ta_status (*grow)(ta_heap *h, ta_call *call, size_t count);

    /* Visit every option of heap n. ELIMIT past HEAP_VISITS_MOST; polls. */
    ta_status (*visit)(ta_heap *h, ta_call *call, ta_amount n, ta_heap_visitor visit, void *ctx);

    /* How many values prove that r goes on for ever: at most g.count when it is proved now,
    ** SIZE_MAX when nothing is known to. NULL: nothing ever proves a period. */
    size_t (*prove)(const ta_heap *h, const heap_repeat *r);

    /* OPTIONAL. g(n) alone, without all before it. */
    ta_status (*value)(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value);

    /* OPTIONAL. Visit the options of heap n of one value, faster than looking at all; asked
    ** only once a period is proved. */
    ta_status (*visit_value)(ta_heap *h, ta_call *call, ta_amount n, ta_amount value,
                             ta_heap_visitor visit, void *ctx);

    /* OPTIONAL. How many values are all that those after them depend on, once there are so many; a
    ** kind that has it depends on no heap's size. NULL: all. */
    size_t (*window)(const ta_heap *h);

    /* OPTIONAL. Values of g were put there, and not by `grow`: the data that goes with them.
    ** ENOMEM. NULL: `grow` finds out by itself. */
    ta_status (*resume)(ta_heap *h);

    /* OPTIONAL. How far moves reach, the same at every heap; NULL: not known, or without bound. */
    ta_reach (*reach)(const ta_heap *h);

    /* OPTIONAL. ELOOPY where play from heap n need not end. Without it every option of a heap
    ** leaves smaller ones. */
    ta_status (*ends)(ta_heap *h, ta_call *call, ta_amount n);

    /* What of the data does not hold, in itself or with g; NULL: all holds, as in base/check.h. */
    const char *(*check)(const ta_heap *h);
} heap_kind;

typedef struct heap_misere heap_misere; /* misere.c */

/* Makes games by a code: ta_heap_octal, ta_heap_spawning. */
typedef ta_status heap_maker(const ta_allocator *allocator, ta_call *call, const char *code,
                             size_t length, const ta_heap_settings *settings, ta_heap **game);

struct ta_heap {
    ta_allocator allocator;
    const heap_kind *kind;
    void *data;        /* of the kind */
    char *text, *code; /* the code it was made by, or NULL */
    size_t text_size, code_size;
    heap_maker *maker; /* where there is a code */
    ta_heap_settings settings;
    ta_nim_values g;
    ta_period proof; /* proof.proved: it stands for all n */
    size_t look_at;  /* the count of values at which to look for a proof next */
    size_t looked;   /* that at which one was looked for last */
    size_t goal;     /* while g grows: the count of values asked for, for progress */
    size_t had;      /* and of those that were there before, where they came from a file */
    uint64_t before; /* heaps before the first of g, which were let go: see stored.c */
    heap_misere *misere;
};

/* Report progress once `steps` more steps are done: heaps 0..n-1 are known or prepared. Threads prepare heaps beyond
** the goal, but the progress reported stops at the goal. Tables made again of values that were there report none. A total of 0 means
** that no goal is set. */
static inline ta_status heap_poll(const ta_heap *h, ta_call *call, uint32_t steps, size_t n) {
    size_t done = n < h->had ? h->had : n;
    if (h->goal && done > h->goal) done = h->goal;
    return ta_poll(call, steps, (double)(h->before + done),
                   h->goal ? (double)(h->before + h->goal) : 0);
}

/* Options of one heap that are looked at. */
#define HEAP_VISITS_MOST 100000000

/* ---- heap.c ---- */

/* A game whose data is zeros yet. ENOMEM. */
ta_status heap_make(const ta_allocator *allocator, const heap_kind *kind,
                    const ta_heap_settings *settings, const char *text, size_t length,
                    ta_heap **out);

/* g(n), as ta_heap_nim_value. */
ta_status heap_value(ta_heap *h, ta_call *call, ta_amount n, ta_amount *value);

/* Look for a proof of a period, where it is time for that. */
ta_status heap_look(ta_heap *h, ta_call *call);

/* What of h does not hold, or NULL. */
const char *ta_heap_check(const ta_heap *h);

/* At the end of every public call. */
static inline ta_status heap_checked(const ta_heap *h, ta_status s) {
    ta_sound(ta_heap_check(h));
    (void)h;
    return s;
}

/* ---- written.c ---- */

/* The code that the game was made by, and by whom. ENOMEM: the game is destroyed. */
ta_status heap_keep_code(ta_heap *h, heap_maker *maker, const char *code, size_t length);

/* The same game, which knows nothing yet. EUNSUPPORTED (a game by rule), ENOMEM. */
ta_status heap_copy(const ta_heap *h, ta_call *call, ta_heap **copy);

/* ---- proof.c ---- */

/* Look at all of g; *found = 1 and p when a period is proved, or else h->look_at moves
** on. `observe`: accept an observed one too; where there is none p is the one that came nearest
** to a proof and fills the later half twice, or its period is 0. */
ta_status heap_find_period(ta_heap *h, ta_call *call, int observe, ta_period *p, int *found);

/* ---- misere.c ---- */

void heap_misere_clear(ta_heap *h);

/* ---- What visitors of options share ---- */

/* Visit the option that leaves m counters in one heap, or none. */
static inline ta_status heap_visit_one(ta_amount m, ta_call *call, ta_heap_visitor visit,
                                       void *ctx) {
    return visit(ctx, call, &m, m > 0);
}

ta_status heap_too_many(const ta_heap *h, ta_call *call, ta_amount n); /* ELIMIT */

#endif
