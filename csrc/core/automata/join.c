/*
** join.c - the vectors that are in several sets at once, and for which there are numbers on some
** of the tracks: "and" and "there is" in one.
**
** The automata are run side by side, only as far as all of them may still accept: a tuple with a
** state from which one accepts nothing is left out, with the letters that lead there. On the
** tracks that are gone any digit will do, so what is left is a graph whose letters are the digits
** of the tracks that stay; from which subsets.c makes the least automaton. So what is between is
** never made: no automaton of a part, and no set of states of one.
**
** This takes a row of letters for each state; where these are too many, numbers are taken away one
** after another, each with the sets that name it, and at last, where the letters are still too
** many, pairs are combined and numbers taken away on diagrams (combine.c, exists.c). Numbers that
** no set names together are taken away apart.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"

typedef struct join {
    ta_graph g;
    const ta_automaton *const *a;
    size_t count;
    uint32_t gone;
    uint8_t track[TA_TRACKS];
    unsigned tracks;
    uint32_t dead[TA_JOIN_MOST]; /* of each automaton: the state from which nothing is accepted */
    ta_keys tuples;
} join;

/* ---- The tuples that are met ---- */

static ta_status meet(join *j, ta_call *call, uint32_t letter, const uint32_t *leaves) {
    uint32_t tuple[TA_JOIN_MOST], id;
    for (size_t i = 0; i < j->count; i++) tuple[i] = leaves[i] & ~LEAF;
    ta_status st = ta_keys_id(&j->tuples, &j->g.budget, call, tuple, j->count, &id);
    if (!st) st = ta_budget_states(&j->g.budget, call, j->tuples.count);
    return st ? st : ta_graph_edge(&j->g, call, letter, id);
}

/* What is left of the diagrams, `level` tracks having been read. */
static ta_status spread(join *j, ta_call *call, unsigned level, uint32_t letter,
                        const uint32_t *node) {
    if (level == j->tracks) return meet(j, call, letter, node);
    unsigned t = j->track[level], most = j->a[0]->nodes.digits;
    uint32_t next[TA_JOIN_MOST], reads = 0;
    int gone = (int)(j->gone >> t & 1);
    for (size_t i = 0; i < j->count; i++)
        reads |= (uint32_t)(ta_nodes_track(&j->a[i]->nodes, node[i]) == t) << i;
    if (gone && !reads) return spread(j, call, level + 1, letter, node);
    ta_status st = TA_OK;
    memcpy(next, node, j->count * sizeof *node);
    for (unsigned d = 0; !st && d < most; d++) {
        int alive = 1;
        for (size_t i = 0; alive && i < j->count; i++) {
            if (!(reads >> i & 1)) continue;
            next[i] = j->a[i]->nodes.child[(size_t)node[i] * most + d];
            alive = next[i] != j->dead[i];
        }
        if (alive) st = spread(j, call, level + 1, gone ? letter : letter * most + d, next);
    }
    return st;
}

static ta_status next_tuple(join *j, ta_call *call) {
    uint32_t node[TA_JOIN_MOST];
    size_t count;
    const uint32_t *tuple = ta_keys_list(&j->tuples, j->g.states, &count);
    int accepts = 1, alive = 1;
    for (size_t i = 0; i < count; i++) {
        accepts &= j->a[i]->accepts[tuple[i]];
        node[i] = j->a[i]->root[tuple[i]];
        alive &= node[i] != j->dead[i];
    }
    ta_status st = alive ? spread(j, call, 0, 0, node) : TA_OK;
    if (!st) st = ta_poll(call, 16, (double)j->g.states, 0);
    return st ? st : ta_graph_state(&j->g, call, accepts);
}

/* Its root, which is a leaf that leads back. */
static uint32_t dead_state(const ta_automaton *a) {
    for (uint32_t q = 0; q < a->states; q++)
        if (!a->accepts[q] && a->root[q] == (LEAF | q)) return LEAF | q;
    return ID_MOST;
}

static ta_status run(ta_call *call, size_t count, const ta_automaton *const *a, uint32_t tracks,
                     uint32_t gone, ta_automaton **automaton) {
    join j;
    memset(&j, 0, sizeof j);
    ta_graph_begin(&j.g, call, a[0]->numeration, tracks & ~gone);
    j.a = a;
    j.count = count;
    j.gone = gone;
    for (uint8_t t = 0; t < TA_TRACKS; t++)
        if (tracks >> t & 1) j.track[j.tracks++] = t;
    for (size_t i = 0; i < count; i++) j.dead[i] = dead_state(a[i]);
    uint32_t start[TA_JOIN_MOST] = { 0 }, id;
    ta_status st = ta_keys_id(&j.tuples, &j.g.budget, call, start, count, &id);
    while (!st && j.g.states < j.tuples.count && !(j.g.tracks == 0 && j.g.accepting))
        st = next_tuple(&j, call);
    ta_keys_clear(&j.tuples, &j.g.budget);
    if (!st) st = ta_graph_finish(&j.g, call, gone != 0, automaton);
    ta_graph_clear(&j.g);
    return st;
}

/* ---- What is joined at once ---- */

static uint32_t tracks_of(size_t count, const ta_automaton *const *a) {
    uint32_t tracks = 0;
    for (size_t i = 0; i < count; i++) tracks |= a[i]->tracks;
    return tracks;
}

static int few_letters(unsigned digits, uint32_t tracks, double most) {
    double letters = 1;
    for (; tracks; tracks &= tracks - 1) letters *= digits;
    return letters <= most;
}

static int fits(const ta_numeration *n, size_t count, uint32_t tracks, uint32_t gone) {
    return count <= TA_JOIN_MOST && few_letters(n->digits, tracks & ~gone, LETTERS_MOST) &&
           few_letters(n->digits, tracks, LETTERS_MOST * 8);
}

/* By pairs, on diagrams. */
static ta_status by_pairs(ta_call *call, size_t count, const ta_automaton *const *a, uint32_t gone,
                          ta_automaton **automaton) {
    ta_automaton *all = NULL, *more = NULL;
    ta_status st = ta_automaton_copy(call, a[0], &all);
    for (size_t i = 1; !st && i < count; i++) {
        st = ta_side_by_side(call, all, a[i], TA_AND, &more);
        if (st) break;
        ta_automaton_destroy(all);
        all = more;
    }
    if (!st && gone) {
        st = ta_exists_on_diagrams(call, all, gone, &more);
        if (!st) {
            ta_automaton_destroy(all);
            all = more;
        }
    }
    if (st) ta_automaton_destroy(all);
    else *automaton = all;
    return st;
}

static ta_status at_once(ta_call *call, size_t count, const ta_automaton *const *a, uint32_t gone,
                         ta_automaton **automaton) {
    uint32_t tracks = tracks_of(count, a);
    gone &= tracks;
    if (fits(a[0]->numeration, count, tracks, gone)) return run(call, count, a, tracks, gone, automaton);
    return by_pairs(call, count, a, gone, automaton);
}

/* ---- Numbers taken away one after another ---- */

typedef struct pool {
    const ta_automaton **a; /* borrowed, or made on the way */
    ta_automaton **made;    /* the same where made, else NULL */
    size_t count;
} pool;

/* Those of these sets that name a track of `with`, first; how many. */
static size_t bring_forward(pool *p, uint32_t with) {
    size_t n = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (!(p->a[i]->tracks & with)) continue;
        const ta_automaton *a = p->a[i];
        ta_automaton *made = p->made[i];
        p->a[i] = p->a[n];
        p->made[i] = p->made[n];
        p->a[n] = a;
        p->made[n++] = made;
    }
    return n;
}

/* The first `n` become one, without the numbers that are gone. */
static ta_status fold(pool *p, ta_call *call, size_t n, uint32_t gone) {
    ta_automaton *one;
    ta_status st = at_once(call, n, p->a, gone, &one);
    if (st) return st;
    for (size_t i = 0; i < n; i++) ta_automaton_destroy(p->made[i]);
    p->a[0] = p->made[0] = one;
    memmove(p->a + 1, p->a + n, (p->count - n) * sizeof *p->a);
    memmove(p->made + 1, p->made + n, (p->count - n) * sizeof *p->made);
    p->count -= n - 1;
    return TA_OK;
}

/* The tracks of all sets that name one of `with`. */
static uint32_t neighbours(const pool *p, uint32_t with) {
    uint32_t tracks = 0;
    for (size_t i = 0; i < p->count; i++)
        if (p->a[i]->tracks & with) tracks |= p->a[i]->tracks;
    return tracks;
}

static unsigned count_of(uint32_t tracks) {
    unsigned n = 0;
    for (; tracks; tracks &= tracks - 1) n++;
    return n;
}

/* Of the numbers that are gone, those to take away next: all that hang together with the first,
** or, with too many letters, the one whose sets name the fewest numbers. */
static uint32_t choose(const pool *p, const ta_numeration *n, uint32_t gone) {
    uint32_t part = gone & (~gone + 1), before = 0;
    while (part != before) {
        before = part;
        part = (part | neighbours(p, part)) & gone;
    }
    if (fits(n, 0, neighbours(p, part), part)) return part;
    unsigned least = UINT32_MAX;
    uint32_t best = 0;
    for (uint32_t rest = part; rest; rest &= rest - 1) {
        uint32_t one = rest & (~rest + 1);
        unsigned count = count_of(neighbours(p, one));
        if (count < least) {
            least = count;
            best = one;
        }
    }
    return best;
}

static ta_status take_away(pool *p, ta_call *call, uint32_t gone) {
    const ta_numeration *n = p->a[0]->numeration;
    ta_status st = TA_OK;
    while (!st && (gone &= tracks_of(p->count, p->a))) {
        uint32_t part = choose(p, n, gone);
        int whole = part == gone && fits(n, p->count, tracks_of(p->count, p->a), gone);
        st = fold(p, call, whole ? p->count : bring_forward(p, part), part);
    }
    while (!st && p->count > 1)
        st = fold(p, call, p->count < TA_JOIN_MOST ? p->count : TA_JOIN_MOST, 0);
    return st;
}

ta_status ta_automaton_join(ta_call *call, size_t count, const ta_automaton *const *a,
                            uint32_t gone, ta_automaton **automaton) {
    call->message[0] = '\0';
    ta_require(count > 0);
    for (size_t i = 1; i < count; i++) ta_require(a[i]->numeration == a[0]->numeration);
    const ta_allocator *al = &a[0]->numeration->allocator;
    if (count == 1 && !(gone & a[0]->tracks)) return ta_automaton_copy(call, a[0], automaton);
    pool p = { ta_alloc(al, count, sizeof *p.a), ta_alloc(al, count, sizeof *p.made), count };
    ta_status st = p.a && p.made ? TA_OK : TA_ENOMEM;
    if (!st) {
        memcpy(p.a, a, count * sizeof *a);
        st = take_away(&p, call, gone);
    }
    if (!st) {
        *automaton = p.made[0];
        p.made[0] = NULL;
    }
    for (size_t i = 0; p.made && i < p.count; i++) ta_automaton_destroy(p.made[i]);
    ta_free(al, p.a, count, sizeof *p.a);
    ta_free(al, p.made, count, sizeof *p.made);
    return st;
}

ta_status ta_automaton_exists(ta_call *call, const ta_automaton *a, uint32_t tracks,
                              ta_automaton **automaton) {
    return ta_automaton_join(call, 1, &a, tracks, automaton);
}
