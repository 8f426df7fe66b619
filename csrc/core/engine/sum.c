/*
** sum.c - sums as a ruleset whose positions are bags of terms.
**
** A move in a bag replaces one copy of one term by an option of it. If a term is entailed, the move
** is in that one. Bags have one normal form: ordered, without dead terms, and in reduced sums with
** G - G cancelled and nimbers added. So equal sums are equal bytes, and the solver does the rest.
** Reductions are exact. A dead component changes nothing in any play. Adding H - H where H must
** end, or replacing an impartial component that has a nim value by its nim heap, keeps the normal
** outcome. This holds beside entailing moves too: they are answered in their own component, and H -
** H where a player moves in it. Components with entailing moves are never reduced. Play that need
** not end is searched as it is, and may be drawn.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "sum_int.h"

ta_status ta_sum_create(const ta_allocator *allocator, ta_call *call, int reduced, ta_sum **sum) {
    (void)call;
    allocator = ta_allocator_or_default(allocator);
    ta_sum *s = ta_alloc(allocator, 1, sizeof *s);
    if (!s) return TA_ENOMEM;
    s->allocator = *allocator;
    s->reduced = reduced;
    ta_posmap_init(&s->keys, &s->allocator);
    s->keys.plain = 1;
    ta_sink_init(&s->options, &s->allocator);
    ta_sink_init(&s->parts, &s->allocator);
    ta_sink_init(&s->canonical, &s->allocator);
    ta_sink_init(&s->start, &s->allocator);
    *sum = s;
    return TA_OK;
}

void ta_sum_clear(ta_sum *s) {
    const ta_allocator *a = &s->allocator;
    ta_solver_destroy(s->solver);
    ta_posmap_clear(&s->keys);
    s->keys.plain = 1;
    ta_sink_clear(&s->options);
    ta_sink_clear(&s->parts);
    ta_sink_clear(&s->canonical);
    ta_sink_clear(&s->start);
    ta_free(a, s->terms, s->term_cap, sizeof *s->terms);
    ta_free(a, s->lists, s->list_cap, sizeof *s->lists);
    ta_free(a, s->bag.e, s->bag.cap, sizeof *s->bag.e);
    ta_free(a, s->key, s->key_cap, 1);
    ta_free(a, s->way, s->way_cap, sizeof *s->way);
    s->solver = NULL;
    s->terms = NULL;
    s->lists = NULL;
    s->bag.e = NULL;
    s->key = NULL;
    s->way = NULL;
    s->term_count = s->term_cap = s->list_count = s->list_cap = 0;
    s->bag.count = s->bag.cap = s->key_cap = s->way_count = s->way_cap = s->expanded = 0;
}

void ta_sum_destroy(ta_sum *s) {
    if (!s) return;
    ta_sum_clear(s);
    ta_allocator a = s->allocator;
    ta_free(&a, s->games, s->game_cap, sizeof *s->games);
    ta_free(&a, s, 1, sizeof *s);
}

ta_status ta_sum_add(ta_sum *s, ta_call *call, ta_solver *game, size_t *index) {
    if (s->solver) return ta_fail(call, TA_EINVAL, "games are added before the first question");
    ta_status st = ta_reserve(&s->allocator, (void **)&s->games, &s->game_cap, s->game_count + 1,
                              sizeof(ta_solver *));
    if (st) return st;
    *index = s->game_count;
    s->games[s->game_count++] = game;
    s->partizan |= game->rules.partizan;
    return TA_OK;
}

void ta_sum_limit(ta_sum *s, const ta_limits *limits) {
    s->limits = *limits;
}

void ta_sum_statistics(const ta_sum *s, ta_statistics *statistics) {
    memset(statistics, 0, sizeof *statistics);
    if (s->solver) ta_solver_statistics(s->solver, statistics);
    statistics->bytes += ta_posmap_bytes(&s->keys) + (double)s->term_cap * sizeof *s->terms +
                         (double)s->list_cap * sizeof *s->lists + (double)sizeof *s;
}

/* ---- Bags ---- */

/* Before `count` copies of an entailed term are added: at most one may be in the bag. */
static ta_status only_entailed(const ta_sum *s, ta_call *call, uint32_t id, ta_amount count) {
    const bag *b = &s->bag;
    uint32_t other = count > 1 ? id : NO_TERM;
    char one[80], two[80];
    for (size_t i = 0; i < b->count; i++)
        if (s->terms[b->e[i].term].entailed) other = b->e[i].term;
    if (other == NO_TERM) return TA_OK;
    ta_sum_term_text(s, other, one, sizeof one);
    ta_sum_term_text(s, id, two, sizeof two);
    return ta_fail(call, TA_EBADRULE,
                   "%s and %s must both be answered at once; a move entails one answer", one, two);
}

static ta_status add(ta_sum *s, ta_call *call, uint32_t id, ta_amount count) {
    bag *b = &s->bag;
    size_t i = 0;
    if (count == 0 || id == NO_PARTS) return TA_OK;
    if (s->terms[id].game == NIMBER) {
        if (count & 1) s->nim ^= ta_sum_nimber_value(s, id);
        return TA_OK;
    }
    if (s->reduced && s->terms[id].twin != NO_TERM) { /* G - G = 0, if play ends */
        int ends = 0;
        for (i = 0; i < b->count && b->e[i].term != s->terms[id].twin;) i++;
        ta_status st = i < b->count ? ta_sum_ends(s, call, id, &ends) : TA_OK;
        if (st) return st;
        if (ends) {
            ta_assert(b->e[i].count > 0); /* an entry without copies has left the bag */
            uint32_t gone = count < b->e[i].count ? (uint32_t)count : b->e[i].count;
            b->e[i].count -= gone;
            count -= gone;
            if (b->e[i].count == 0) b->e[i] = b->e[--b->count];
            if (count == 0) return TA_OK;
        }
    }
    ta_status st = ta_sum_expand(s, call, id);
    if (st) return st;
    const term *t = &s->terms[id];
    if (t->entailed) {
        st = only_entailed(s, call, id, count);
        if (st) return st;
    } else if (t->first[0] == t->end[0] && t->first[1] == t->end[1]) {
        return TA_OK; /* dead */
    }
    for (i = 0; i < b->count && b->e[i].term != id;) i++;
    ta_amount held = i < b->count ? b->e[i].count : 0;
    if (count > (ta_amount)UINT32_MAX - held)
        return ta_fail(call, TA_ERANGE, "a sum holds at most 2^32 - 1 copies of one position");
    if (i == b->count) {
        st = ta_reserve(&s->allocator, (void **)&b->e, &b->cap, b->count + 2, sizeof *b->e);
        if (st) return st;
        b->e[b->count].term = id;
        b->e[b->count++].count = 0;
    }
    b->e[i].count += (uint32_t)count;
    return TA_OK;
}

static int by_term(const void *a, const void *b) {
    uint32_t x = ((const entry *)a)->term, y = ((const entry *)b)->term;
    return (x > y) - (x < y);
}

/* Add the nimbers as one term, and sort. */
static ta_status settle(ta_sum *s, ta_call *call) {
    bag *b = &s->bag;
    uint32_t id;
    ta_status st = ta_sum_nimber(s, call, s->nim, &id);
    if (!st) st = ta_reserve(&s->allocator, (void **)&b->e, &b->cap, b->count + 1, sizeof *b->e);
    if (!st && id != NO_PARTS) {
        st = ta_sum_expand(s, call, id);
        b->e[b->count].term = id;
        b->e[b->count++].count = 1;
    }
    ta_assert(st || id == NO_PARTS || s->terms[id].game == NIMBER);
    if (!st && b->count > 1) qsort(b->e, b->count, sizeof *b->e, by_term);
    return st;
}

static void begin_bag(ta_sum *s) {
    s->bag.count = 0;
    s->nim = 0;
}

/* ---- Invariants ---- */

static const char *check_list(const ta_sum *s, size_t first, size_t end) {
    if (first == end) return NULL;
    if (first > end || end > s->list_count) return "sum: options outside the lists";
    if (!(s->lists[end - 1] & LAST)) return "sum: a last option that goes on";
    for (size_t i = first; i < end; i++) {
        uint32_t id = s->lists[i] & TA_ID_MASK;
        if (id != NO_PARTS && id >= s->term_count) return "sum: an option that is no term";
    }
    return NULL;
}

static const char *check_term(const ta_sum *s, uint32_t id) {
    const term *t = &s->terms[id];
    if (t->game != NIMBER && t->game >= s->game_count) return "sum: a term of no game";
    if (t->impartial != (t->game == NIMBER || !s->games[t->game]->rules.partizan))
        return "sum: a term that mistakes its game";
    if (t->twin != NO_TERM) {
        if (t->twin >= s->term_count || t->twin == id) return "sum: a twin that is none";
        const term *u = &s->terms[t->twin];
        if (u->twin != id || u->game != t->game || u->negative == t->negative)
            return "sum: a term that is not the negative of its own";
    }
    if (!t->expanded) return NULL;
    if (t->game == NIMBER && (t->end[0] - t->first[0] != (size_t)ta_sum_nimber_value(s, id)))
        return "sum: a nim heap with other options than the smaller ones";
    if (t->impartial && (t->first[0] != t->first[1] || t->end[0] != t->end[1]))
        return "sum: an impartial term whose players differ";
    const char *broken = check_list(s, t->first[0], t->end[0]);
    return broken ? broken : check_list(s, t->first[1], t->end[1]);
}

const char *ta_sum_check(const ta_sum *s) {
    const char *broken = ta_posmap_check(&s->keys);
    if (!broken && s->keys.count != s->term_count) broken = "sum: terms and keys differ";
    size_t step = ta_check_step(s->term_count);
    for (size_t id = s->term_count % step; !broken && id < s->term_count; id += step)
        broken = check_term(s, (uint32_t)id);
    for (size_t i = 0; !broken && i < s->bag.count; i++)
        if (s->bag.e[i].term >= s->term_count) broken = "sum: a bag with what is no term";
    return broken || !s->solver ? broken : ta_solver_check(s->solver);
}

/* ---- The ruleset of bags ---- */

/* Emit the bag `from` (count entries, a copy) with one copy of entry i replaced by the option that
** starts at *at in lists. Move *at to the next option. */
static ta_status emit_move(ta_sum *s, ta_call *call, const char *from, size_t count, size_t i,
                           size_t *at, ta_sink *sink) {
    ta_status st = TA_OK;
    begin_bag(s);
    for (size_t j = 0; !st && j < count; j++) {
        entry e;
        memcpy(&e, from + j * sizeof e, sizeof e);
        st = add(s, call, e.term, (ta_amount)e.count - (j == i));
    }
    for (int last = 0; !st && !last; ++*at) {
        uint32_t id = s->lists[*at];
        last = (id & LAST) != 0;
        st = add(s, call, id & TA_ID_MASK, 1);
    }
    if (!st) st = settle(s, call);
    ta_position p = { NULL, (const char *)s->bag.e, s->bag.count * sizeof(entry) };
    return st ? st : ta_sink_emit(sink, call, &p);
}

/* The index of the entailed entry of a bag, or the number of entries. */
static size_t entailed_of(const ta_sum *s, const ta_position *position) {
    size_t i = 0, count = position->count / sizeof(entry);
    for (; i < count; i++) {
        entry e;
        memcpy(&e, position->text + i * sizeof e, sizeof e);
        if (s->terms[e.term].entailed) break;
    }
    return i;
}

static ta_status bag_options(void *ctx, ta_call *call, ta_player player,
                             const ta_position *position, ta_sink *sink) {
    ta_sum *s = ctx;
    size_t count = position->count / sizeof(entry), only = entailed_of(s, position);
    for (size_t i = 0; i < count; i++) {
        entry e;
        if (only < count && i != only) continue;
        memcpy(&e, position->text + i * sizeof e, sizeof e);
        ta_status st = ta_sum_expand(s, call, e.term);
        if (st) return st;
        size_t at = s->terms[e.term].first[player], end = s->terms[e.term].end[player];
        while (at < end) {
            st = emit_move(s, call, position->text, count, i, &at, sink);
            if (st) return st;
        }
    }
    return TA_OK;
}

static char *bag_text(void *ctx, char *text, size_t size, const ta_position *position) {
    const ta_sum *s = ctx;
    size_t used = 0;
    snprintf(text, size, "0");
    for (size_t i = 0; i < position->count / sizeof(entry) && used + 1 < size; i++) {
        entry e;
        char one[80];
        memcpy(&e, position->text + i * sizeof e, sizeof e);
        ta_sum_term_text(s, e.term, one, sizeof one);
        int wrote = e.count == 1 ? snprintf(text + used, size - used, "%s%s", i ? " + " : "", one)
                                 : snprintf(text + used, size - used, "%s%u * %s", i ? " + " : "",
                                            e.count, one);
        used += (size_t)wrote;
    }
    return text;
}

/* ---- Questions ---- */

static ta_status ready(ta_sum *s, ta_call *call) {
    ta_status st = TA_OK;
    if (!s->solver) {
        ta_ruleset rules = {
            .ctx = s, .partizan = s->partizan, .options = bag_options, .text = bag_text
        };
        st = ta_solver_create(&s->allocator, call, &rules, &s->solver);
    }
    if (!st) ta_solver_limit(s->solver, &s->limits);
    return st;
}

/* The sum as a bag, in `start`: the search uses the bag itself again. */
static ta_status bag_of(ta_sum *s, ta_call *call, const ta_term *terms, size_t count,
                        ta_position *position) {
    ta_status st = ready(s, call);
    if (!st) ta_solver_begin(s->solver, call);
    begin_bag(s);
    for (size_t i = 0; !st && i < count; i++) {
        if (terms[i].count < 0 || terms[i].count > UINT32_MAX)
            return ta_fail(call, TA_ERANGE, "a sum holds at most 2^32 - 1 copies of one position");
        size_t first = s->list_count;
        st = ta_sum_split(s, call, terms[i].game, terms[i].negative, &terms[i].position);
        size_t end = s->list_count;
        for (size_t at = first; !st && at < end; at++)
            st = add(s, call, s->lists[at] & TA_ID_MASK, terms[i].count);
        if (s->list_count == end) s->list_count = first; /* nothing new was expanded */
    }
    if (!st) st = settle(s, call);
    if (st) return st;
    position->component = NULL;
    position->count = s->bag.count * sizeof(entry);
    position->text = (const char *)s->bag.e;
    ta_sink_empty(&s->start);
    st = ta_sink_emit(&s->start, call, position);
    if (!st) ta_sink_read(&s->start, 0, position);
    return st;
}

/* bag_of, refused for a reduced sum, which keeps only normal outcomes. */
static ta_status plain_bag_of(ta_sum *s, ta_call *call, const ta_term *terms, size_t count,
                              ta_position *position) {
    if (s->reduced) return ta_fail(call, TA_EINVAL, "a reduced sum has normal outcomes alone");
    return bag_of(s, call, terms, count, position);
}

ta_status ta_sum_outcome(ta_sum *s, ta_call *call, const ta_term *terms, size_t count, int misere,
                         ta_outcome *outcome) {
    ta_position p;
    ta_status st =
        misere ? plain_bag_of(s, call, terms, count, &p) : bag_of(s, call, terms, count, &p);
    ta_outcome found = TA_P;
    if (!st) st = ta_solver_outcome(s->solver, call, &p, misere, &found);
    ta_sound(ta_sum_check(s));
    if (!st) *outcome = found;
    return st;
}

ta_status ta_sum_remoteness(ta_sum *s, ta_call *call, const ta_term *terms, size_t count,
                            ta_player player, int misere, ta_amount *moves) {
    ta_position p;
    ta_status st = plain_bag_of(s, call, terms, count, &p);
    if (!st) st = ta_solver_remoteness(s->solver, call, &p, player, misere, moves);
    ta_sound(ta_sum_check(s));
    return st;
}

ta_status ta_sum_followers(ta_sum *s, ta_call *call, const ta_term *terms, size_t count,
                           ta_amount *followers) {
    ta_position p;
    ta_status st = plain_bag_of(s, call, terms, count, &p);
    if (!st) st = ta_solver_followers(s->solver, call, &p, followers);
    ta_sound(ta_sum_check(s));
    return st;
}
