/*
** conjunction.c - the vectors in all of some sets and none of others, for which numbers exist on some
** tracks. So it is "and", "not" and "there is" in one operation.
**
** The automata run side by side, only while the word may still be accepted. A tuple is left out,
** with the letters that lead to it, if one of the sets can accept nothing more from its state. If
** all words are numbers, a tuple is also left out if one of the complements can refuse nothing
** more. On the projected tracks any digit will do. So the result is a graph whose letters are the
** digits of the remaining tracks, and subsets.c turns it into the minimal automaton. No automaton
** of a part of the formula is built on the way.
**
** This needs a table row of letters for each state. With too many letters or tuples, tracks are
** projected away one after another, each with the sets that read it. Sets are joined in pairs. If
** there are still too many letters, pairs are combined and tracks projected away on diagrams
** (product.c, exists.c). Tracks that no chain of sets connects are projected separately. On a track
** that a set reads, that set refuses words that are not numbers. On a track that only complements
** read, the words of numbers are one more set.
*/
#include <string.h>

#include "automata_int.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"

typedef ta_part part;
typedef ta_parts parts;

/* Explore the tuples, and make their graph an automaton. *automaton is NULL if there are more than
** `most` tuples (0: no limit). */
static ta_status run(ta_call *call, size_t count, const part *p, uint32_t tracks, uint32_t gone,
                     uint32_t most, ta_automaton **automaton) {
    ta_graph g;
    int too_many = 0;
    ta_graph_begin(&g, call, p->a->numeration, tracks & ~gone);
    ta_status st = ta_explore(&g, call, count, p, tracks, gone, most, &too_many);
    if (!st && !too_many) st = ta_graph_finish(&g, call, gone != 0, automaton);
    ta_graph_clear(&g);
    if (too_many) *automaton = NULL;
    return st;
}

/* ---- One exploration ---- */

static uint32_t tracks_of(size_t count, const part *p) {
    uint32_t tracks = 0;
    for (size_t i = 0; i < count; i++) tracks |= p[i].a->tracks;
    return tracks;
}

uint32_t ta_parts_tracks(const ta_parts *pool) {
    return tracks_of(pool->count, pool->p);
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

/* Combine pairs on diagrams, starting from all words. */
static ta_status by_pairs(ta_call *call, size_t count, const part *p, uint32_t tracks,
                          uint32_t gone, ta_automaton **automaton) {
    ta_automaton *all = NULL, *more = NULL;
    ta_status st = ta_automaton_words(p->a->numeration, call, tracks, &all);
    for (size_t i = 0; !st && i <= count; i++) {
        if (i == count && !gone) break;
        st = i == count ? ta_exists_on_diagrams(call, all, gone, &more)
                        : ta_side_by_side(call, all, p[i].a, p[i].missed ? TA_LESS : TA_AND, &more);
        if (st) break;
        ta_automaton_destroy(all);
        all = more;
    }
    if (st) ta_automaton_destroy(all);
    else *automaton = all;
    return st;
}

static ta_status at_once(ta_call *call, size_t count, const part *p, uint32_t gone, uint32_t most,
                         ta_automaton **automaton) {
    uint32_t tracks = tracks_of(count, p);
    gone &= tracks;
    if (fits(p->a->numeration, count, tracks, gone))
        return run(call, count, p, tracks, gone, most, automaton);
    return by_pairs(call, count, p, tracks, gone, automaton);
}

/* ---- Tracks projected away one after another ---- */

/* Move the parts that read a track of `with` to the front; returns their number. */
static size_t bring_forward(parts *pool, uint32_t with) {
    size_t n = 0;
    for (size_t i = 0; i < pool->count; i++) {
        if (!(pool->p[i].a->tracks & with)) continue;
        part one = pool->p[i];
        pool->p[i] = pool->p[n];
        pool->p[n++] = one;
    }
    return n;
}

/* Replace the first n parts by their join without the tracks `gone`. *done is 0, and the parts
** stay, if there would be more than `most` tuples. */
static ta_status fold(parts *pool, ta_call *call, size_t n, uint32_t gone, uint32_t most,
                      int *done) {
    ta_automaton *one;
    ta_status st = at_once(call, n, pool->p, gone, most, &one);
    *done = !st && one;
    if (!*done) return st;
    for (size_t i = 0; i < n; i++) ta_automaton_destroy(pool->p[i].made);
    pool->p[0] = (part){ one, one, 0 };
    memmove(pool->p + 1, pool->p + n, (pool->count - n) * sizeof *pool->p);
    pool->count -= n - 1;
    return TA_OK;
}

/* The tracks of all parts that read a track of `with`. */
static uint32_t neighbours(const parts *pool, uint32_t with) {
    uint32_t tracks = 0;
    for (size_t i = 0; i < pool->count; i++)
        if (pool->p[i].a->tracks & with) tracks |= pool->p[i].a->tracks;
    return tracks;
}

static unsigned count_of(uint32_t tracks) {
    unsigned n = 0;
    for (; tracks; tracks &= tracks - 1) n++;
    return n;
}

/* The projected tracks that parts connect with the first one. */
static uint32_t together(const parts *pool, uint32_t gone) {
    uint32_t some = gone & (~gone + 1), before = 0;
    while (some != before) {
        before = some;
        some = (some | neighbours(pool, some)) & gone;
    }
    return some;
}

/* The projected track whose parts read the fewest tracks. */
static uint32_t easiest(const parts *pool, uint32_t gone) {
    unsigned least = UINT32_MAX;
    uint32_t best = 0;
    for (uint32_t rest = gone; rest; rest &= rest - 1) {
        uint32_t one = rest & (~rest + 1);
        unsigned count = count_of(neighbours(pool, one));
        if (count < least) {
            least = count;
            best = one;
        }
    }
    return best;
}

/* Project away the component of the first projected track, or its easiest track. */
static ta_status take_some(parts *pool, ta_call *call, uint32_t gone) {
    const ta_numeration *n = pool->p->a->numeration;
    uint32_t some = together(pool, gone), tracks = tracks_of(pool->count, pool->p);
    int done = 0;
    ta_status st = TA_OK;
    if (some == gone && fits(n, pool->count, tracks, gone))
        st = fold(pool, call, pool->count, gone, TUPLES_MOST, &done);
    else if (fits(n, 0, neighbours(pool, some), some))
        st = fold(pool, call, bring_forward(pool, some), some, TUPLES_MOST, &done);
    if (st || done) return st;
    some = easiest(pool, some);
    return fold(pool, call, bring_forward(pool, some), some, 0, &done);
}

static ta_status take_away(parts *pool, ta_call *call, uint32_t gone) {
    ta_status st = TA_OK;
    while (!st && (gone &= tracks_of(pool->count, pool->p))) st = take_some(pool, call, gone);
    while (!st && (pool->count > 1 || pool->p->missed)) {
        size_t n = pool->count < TA_JOIN_MOST ? pool->count : TA_JOIN_MOST;
        int done = 0;
        if (n > 2) st = fold(pool, call, n, 0, TUPLES_MOST, &done);
        if (!st && !done) st = fold(pool, call, n < 2 ? n : 2, 0, 0, &done);
    }
    return st;
}

int ta_parts_hang_together(const ta_parts *pool, uint32_t gone) {
    uint32_t tracks = ta_parts_tracks(pool);
    gone &= tracks;
    return pool->count > 0 && together(pool, gone) == gone &&
           fits(pool->p->a->numeration, pool->count, tracks, gone);
}

ta_status ta_parts_begin(ta_parts *pool, const ta_numeration *n, size_t count,
                         const ta_automaton *const *a, size_t missed, const ta_automaton *const *b,
                         size_t more) {
    *pool = (ta_parts){ NULL, 0, count + missed + more + TA_TRACKS };
    if (!(pool->p = ta_alloc(&n->allocator, pool->cap, sizeof *pool->p))) return TA_ENOMEM;
    for (size_t i = 0; i < count; i++) pool->p[pool->count++] = (part){ a[i], NULL, 0 };
    for (size_t i = 0; i < missed; i++) pool->p[pool->count++] = (part){ b[i], NULL, 1 };
    for (size_t i = 0; i < pool->count; i++) ta_require(pool->p[i].a->numeration == n);
    return TA_OK;
}

void ta_parts_clear(ta_parts *pool, const ta_numeration *n) {
    for (size_t i = 0; i < pool->count; i++) ta_automaton_destroy(pool->p[i].made);
    ta_free(&n->allocator, pool->p, pool->cap, sizeof *pool->p);
    *pool = (ta_parts){ NULL, 0, 0 };
}

ta_status ta_parts_add_words(ta_parts *pool, const ta_numeration *n, ta_call *call,
                             uint32_t tracks) {
    for (size_t i = 0; i < pool->count; i++)
        if (!pool->p[i].missed) tracks &= ~pool->p[i].a->tracks;
    ta_status st = TA_OK;
    for (uint8_t t = 0; !st && t < TA_TRACKS; t++) {
        if (n->order == 1 || !(tracks >> t & 1)) continue;
        uint8_t to[TA_TRACKS] = { t };
        ta_automaton *words;
        st = ta_automaton_rename(call, n->words, to, &words);
        if (!st) pool->p[pool->count++] = (part){ words, words, 0 };
    }
    return st;
}

ta_status ta_parts_join(ta_parts *pool, ta_call *call, uint32_t gone, ta_automaton **automaton) {
    ta_status st = take_away(pool, call, gone);
    if (!st && !pool->p->made) st = ta_automaton_copy(call, pool->p->a, &pool->p->made);
    if (st) return st;
    *automaton = pool->p->made;
    pool->p->made = NULL;
    return TA_OK;
}

ta_status ta_automaton_join(ta_call *call, size_t count, const ta_automaton *const *a,
                            size_t missed, const ta_automaton *const *b, uint32_t gone,
                            ta_automaton **automaton) {
    call->message[0] = '\0';
    ta_require(count + missed > 0);
    const ta_numeration *n = count ? a[0]->numeration : b[0]->numeration;
    ta_parts pool;
    ta_status st = ta_parts_begin(&pool, n, count, a, missed, b, 0);
    if (!st) st = ta_parts_add_words(&pool, n, call, ta_parts_tracks(&pool));
    if (!st) st = ta_parts_join(&pool, call, gone, automaton);
    ta_parts_clear(&pool, n);
    return st;
}

ta_status ta_automaton_exists(ta_call *call, const ta_automaton *a, uint32_t tracks,
                              ta_automaton **automaton) {
    return ta_automaton_join(call, 1, &a, 0, NULL, tracks, automaton);
}
