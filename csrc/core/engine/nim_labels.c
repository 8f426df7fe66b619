/*
** nim_labels.c - nim values when play need not end.
**
** A position gets label m if m is the mex of its labelled options, and each unlabelled option has
** an option labelled m. A position that never gets a label has the value inf(K), where K is the set
** of its options' labels. A possible label stays possible: an option labelled later has an option
** m, so its label is not m. So the order does not matter. An option that is a sum of parts is
** labelled by the parts' nim sum once all have labels. With one unlabelled part, the sum has an
** option labelled m if that part has one labelled m + the rest. With two it has none.
**
** Why it is right. Take a labelled position and *m. A move may lead to an unlabelled option, or to
** one labelled above m. The second player answers it with a position that was labelled m before
** this one, so play ends. The rest is nim. Now take unlabelled parts and a nim heap. A player to
** move who cannot win can leave two parts unlabelled, or one part without an option of the value of
** all the rest. Then the other player cannot win either. C. A. B. Smith 1966; A. S. Fraenkel, Y.
** Perl 1975; Winning Ways, chapter 12.
**
** First, positions where play ends get labels, options before positions, in O(edges). Then each
** position waits for one option at a time, the first that has neither a label nor an option m, and
** continues from there. When m grows it starts again. Cost: O(edges) for each value m that a
** position waits with; a few words of memory for each vertex, and one for each edge.
*/
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "game_graph.h"

#define NONE UINT32_MAX

typedef struct state {
    uint32_t open; /* options, or parts of a sum, without a label */
    uint32_t mex;  /* mex of the options' labels; for a sum: the nim sum of its labelled parts */
    uint32_t size; /* distinct labels of the options: label[first .. first + size), ascending */
    uint32_t cursor;
    uint32_t waiting;    /* head of the list of vertices that wait for this one */
    uint32_t next, last; /* neighbours in that list; `last` of the head is NONE */
    uint32_t at;         /* the vertex this one waits for, or NONE */
    uint8_t asked;       /* on the todo list */
} state;

typedef struct labels {
    ta_reach *g;
    state *state;
    uint32_t *label;
    uint32_t *done; /* labelled, in order; `told` of them are propagated */
    size_t found, told;
    uint32_t *todo;
    size_t todos;
    uint32_t *mark;
    size_t mark_size;
} labels;

static const uint32_t *options_of(const labels *l, uint32_t v) {
    return l->g->edge + l->g->vertex[v].first;
}

static void set_label(labels *l, uint32_t v, uint32_t value) {
    ta_assert(l->g->vertex[v].cell == 0);
    l->g->vertex[v].cell = VALUE + value;
    l->done[l->found++] = v;
}

static int open_vertex(const labels *l, uint32_t v) {
    return l->g->vertex[v].cell == 0;
}

/* ---- Positions where play ends ---- */

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The value of v. All its options have labels. */
static uint32_t mex_of(labels *l, uint32_t v) {
    const ta_vertex *x = &l->g->vertex[v];
    uint32_t mex = 0;
    for (uint32_t i = 0; i < x->degree; i++) {
        uint32_t value = l->g->vertex[options_of(l, v)[i]].cell - VALUE;
        if (value <= x->degree) l->mark[value] = v + 1;
    }
    while (l->mark[mex] == v + 1) mex++;
    return mex;
}

static ta_status label_what_ends(labels *l, ta_call *call) {
    ta_reach *g = l->g;
    for (uint32_t v = 0; v < g->count; v++) {
        l->state[v].open = g->vertex[v].degree;
        if (g->vertex[v].cell >= VALUE) l->done[l->found++] = v;
        else if (open_vertex(l, v) && g->vertex[v].degree == 0) set_label(l, v, 0);
    }
    for (; l->told < l->found; l->told++) {
        uint32_t u = l->done[l->told], value = g->vertex[u].cell - VALUE;
        size_t preds = g->into[u + 1] - g->into[u];
        ta_status st = ta_poll(call, 1 + (uint32_t)(preds & 0xffff), (double)g->count, 0);
        if (st) return st;
        for (size_t i = g->into[u]; i < g->into[u + 1]; i++) {
            uint32_t v = g->pred[i];
            state *s = &l->state[v];
            if (ta_reach_is_sum(g, v)) s->mex ^= value;
            if (--s->open == 0 && open_vertex(l, v))
                set_label(l, v, ta_reach_is_sum(g, v) ? s->mex : mex_of(l, v));
        }
    }
    return TA_OK;
}

/* ---- The labels of the options of one position ---- */

static int has(const labels *l, uint32_t v, uint32_t value) {
    const uint32_t *set = l->label + l->g->vertex[v].first;
    size_t low = 0, high = l->state[v].size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (set[middle] < value) low = middle + 1;
        else high = middle;
    }
    return low < l->state[v].size && set[low] == value;
}

static void grow_mex(const labels *l, uint32_t v) {
    const uint32_t *set = l->label + l->g->vertex[v].first;
    state *s = &l->state[v];
    while (s->mex < s->size && set[s->mex] == s->mex) s->mex++;
}

/* 1: the value is new. */
static int insert(labels *l, uint32_t v, uint32_t value) {
    uint32_t *set = l->label + l->g->vertex[v].first;
    state *s = &l->state[v];
    if (has(l, v, value)) return 0;
    size_t i = s->size++;
    ta_assert(s->size <= l->g->vertex[v].degree);
    for (; i > 0 && set[i - 1] > value; i--) set[i] = set[i - 1];
    set[i] = value;
    return 1;
}

static void collect(labels *l, uint32_t v) {
    const ta_vertex *x = &l->g->vertex[v];
    uint32_t *set = l->label + x->first, size = 0, kept = 0;
    for (uint32_t i = 0; i < x->degree; i++) {
        uint32_t cell = l->g->vertex[options_of(l, v)[i]].cell;
        if (cell >= VALUE) set[size++] = cell - VALUE;
    }
    if (size > 1) qsort(set, size, sizeof *set, ascending);
    for (uint32_t i = 0; i < size; i++)
        if (i == 0 || set[i] != set[i - 1]) set[kept++] = set[i];
    l->state[v].size = kept;
    grow_mex(l, v);
}

/* Has w, which has no label, an option labelled `value`? */
static int reverts(const labels *l, uint32_t w, uint32_t value) {
    if (!ta_reach_is_sum(l->g, w)) return has(l, w, value);
    if (l->state[w].open != 1) return 0;
    const uint32_t *part = options_of(l, w);
    while (l->g->vertex[*part].cell >= VALUE) part++;
    return has(l, *part, value ^ l->state[w].mex);
}

/* ---- Waiting ---- */

static void ask(labels *l, uint32_t v) {
    state *s = &l->state[v];
    if (s->asked || !open_vertex(l, v)) return;
    s->asked = 1;
    l->todo[l->todos++] = v;
}

static void wait_for(labels *l, uint32_t v, uint32_t w) {
    state *s = &l->state[v];
    uint32_t head = l->state[w].waiting;
    s->at = w;
    s->next = head;
    s->last = NONE;
    if (head != NONE) l->state[head].last = v;
    l->state[w].waiting = v;
}

static void leave(labels *l, uint32_t v) {
    state *s = &l->state[v];
    if (s->at == NONE) return;
    if (s->last == NONE) l->state[s->at].waiting = s->next;
    else l->state[s->last].next = s->next;
    if (s->next != NONE) l->state[s->next].last = s->last;
    s->at = NONE;
}

static void wake(labels *l, uint32_t w) {
    for (uint32_t v; (v = l->state[w].waiting) != NONE;) {
        leave(l, v);
        ask(l, v);
    }
}

/* Continue with v: give it a label, or make it wait for an option. */
static void try_label(labels *l, uint32_t v) {
    state *s = &l->state[v];
    const ta_vertex *x = &l->g->vertex[v];
    s->asked = 0;
    if (!open_vertex(l, v)) return;
    leave(l, v);
    for (; s->cursor < x->degree; s->cursor++) {
        uint32_t w = options_of(l, v)[s->cursor];
        if (l->g->vertex[w].cell >= VALUE || reverts(l, w, s->mex)) continue;
        wait_for(l, v, w);
        return;
    }
    set_label(l, v, s->mex);
}

/* Propagate a new label to the predecessor v. */
static void hear(labels *l, uint32_t v, uint32_t value) {
    ta_reach *g = l->g;
    state *s = &l->state[v];
    s->open--;
    if (!open_vertex(l, v)) return;
    if (ta_reach_is_sum(g, v)) {
        s->mex ^= value;
        if (s->open == 0) set_label(l, v, s->mex);
        wake(l, v);
        return;
    }
    if (!insert(l, v, value)) return;
    wake(l, v);
    if (g->solver->rules.parts)
        for (size_t i = g->into[v]; i < g->into[v + 1]; i++)
            if (ta_reach_is_sum(g, g->pred[i])) wake(l, g->pred[i]);
    if (value != s->mex) return;
    grow_mex(l, v);
    s->cursor = 0;
    ask(l, v);
}

static ta_status label_the_rest(labels *l, ta_call *call) {
    ta_reach *g = l->g;
    for (uint32_t v = 0; v < g->count; v++) {
        state *s = &l->state[v];
        s->waiting = s->at = NONE;
        if (g->vertex[v].cell >= VALUE || ta_reach_is_sum(g, v)) continue;
        collect(l, v);
        ask(l, v);
    }
    while (l->told < l->found || l->todos > 0) {
        ta_status st = ta_poll(call, 16, (double)g->count, 0);
        if (st) return st;
        if (l->told == l->found) {
            try_label(l, l->todo[--l->todos]);
            continue;
        }
        uint32_t u = l->done[l->told++], value = g->vertex[u].cell - VALUE;
        wake(l, u);
        for (size_t i = g->into[u]; i < g->into[u + 1]; i++) hear(l, g->pred[i], value);
    }
    return TA_OK;
}

ta_status ta_reach_label(ta_reach *g, ta_call *call) {
    labels l;
    memset(&l, 0, sizeof l);
    l.g = g;
    for (uint32_t v = 0; v < g->count; v++)
        if (g->vertex[v].degree + (size_t)2 > l.mark_size) l.mark_size = g->vertex[v].degree + 2;
    ta_status st = ta_reach_alloc(g, call, (void **)&l.state, g->count, sizeof *l.state);
    if (!st) st = ta_reach_alloc(g, call, (void **)&l.done, g->count, sizeof *l.done);
    if (!st) st = ta_reach_alloc(g, call, (void **)&l.mark, l.mark_size, sizeof *l.mark);
    if (!st) st = label_what_ends(&l, call);
    if (!st && l.found < g->count) {
        st = ta_reach_alloc(g, call, (void **)&l.todo, g->count, sizeof *l.todo);
        if (!st) st = ta_reach_alloc(g, call, (void **)&l.label, g->edges, sizeof *l.label);
        if (!st) st = label_the_rest(&l, call);
    }
    for (uint32_t v = 0; !st && v < g->count; v++)
        if (open_vertex(&l, v)) g->vertex[v].cell = DRAWN;
    const ta_allocator *a = &g->solver->allocator;
    size_t count = g->count ? g->count : 1;
    ta_free(a, l.state, count, sizeof *l.state);
    ta_free(a, l.done, count, sizeof *l.done);
    ta_free(a, l.mark, l.mark_size ? l.mark_size : 1, sizeof *l.mark);
    ta_free(a, l.todo, count, sizeof *l.todo);
    ta_free(a, l.label, g->edges ? g->edges : 1, sizeof *l.label);
    return st;
}
