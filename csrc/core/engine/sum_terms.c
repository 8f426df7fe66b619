/*
** sum_terms.c - terms: numbered once, expanded once.
**
** The rules of a game are called once for each term and player, when the search first needs its
** options. Later bags with the term need no callback. A term's key is its game and sign, the number
** of integers (0: text), and the bytes of the position.
*/
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "sum_int.h"

typedef struct head {
    uint32_t game, negative, integers, pad;
} head;

static ta_status term_of(ta_sum *s, ta_call *call, const head *h, const ta_position *p,
                         uint32_t *id) {
    size_t bytes = p->component ? p->count * sizeof *p->component : p->count;
    ta_status st = ta_reserve(&s->allocator, (void **)&s->key, &s->key_cap, sizeof *h + bytes, 1);
    if (st) return st;
    memcpy(s->key, h, sizeof *h);
    if (bytes)
        memcpy(s->key + sizeof *h, p->component ? (const void *)p->component : p->text, bytes);
    ta_position key = { NULL, s->key, sizeof *h + bytes };
    st = ta_reserve(&s->allocator, (void **)&s->terms, &s->term_cap, s->term_count + 1,
                    sizeof *s->terms);
    if (!st) st = ta_posmap_id(&s->keys, call, &key, id);
    if (st || *id < s->term_count) return st;
    ta_assert(*id == s->term_count); /* keys are numbered in order: the map is plain */
    term *t = &s->terms[s->term_count++];
    memset(t, 0, sizeof *t);
    t->game = h->game;
    t->negative = (uint8_t)h->negative;
    t->impartial = h->game == NIMBER || !s->games[h->game]->rules.partizan;
    t->twin = NO_TERM;
    return TA_OK;
}

/* The term of a part (a representative); in reduced sums linked with its negative. */
static ta_status part_id(ta_sum *s, ta_call *call, size_t game, int negative, const ta_position *p,
                         uint32_t *id) {
    head h = { (uint32_t)game, negative != 0, p->component ? (uint32_t)p->count : 0, 0 };
    ta_status st = term_of(s, call, &h, p, id);
    if (st || !s->reduced || s->terms[*id].impartial || s->terms[*id].twin != NO_TERM) return st;
    uint32_t twin;
    h.negative ^= 1;
    st = term_of(s, call, &h, p, &twin);
    if (st) return st;
    s->terms[*id].twin = twin;
    s->terms[twin].twin = *id;
    return TA_OK;
}

static ta_status append(ta_sum *s, uint32_t id) {
    ta_status st = ta_reserve(&s->allocator, (void **)&s->lists, &s->list_cap, s->list_count + 1,
                              sizeof *s->lists);
    if (!st) s->lists[s->list_count++] = id;
    return st;
}

ta_status ta_sum_nimber(ta_sum *s, ta_call *call, ta_amount value, uint32_t *id) {
    *id = NO_PARTS;
    if (value == 0) return TA_OK;
    head h = { NIMBER, 0, 1, 0 };
    ta_position p = { &value, NULL, 1 };
    return term_of(s, call, &h, &p, id);
}

static void term_position(const ta_sum *s, uint32_t id, int64_t room[TA_COMPONENTS],
                          ta_position *p) {
    head h;
    int64_t unused[TA_COMPONENTS];
    ta_position key;
    ta_posmap_position(&s->keys, id, unused, &key);
    memcpy(&h, key.text, sizeof h);
    size_t bytes = key.count - sizeof h;
    p->component = NULL;
    p->text = key.text + sizeof h;
    p->count = bytes;
    if (!h.integers) return;
    memcpy(room, p->text, bytes);
    p->component = room;
    p->text = NULL;
    p->count = h.integers;
}

ta_amount ta_sum_nimber_value(const ta_sum *s, uint32_t id) {
    ta_assert(s->terms[id].game == NIMBER);
    int64_t room[TA_COMPONENTS];
    ta_position p;
    term_position(s, id, room, &p);
    return p.component[0];
}

void ta_sum_term_text(const ta_sum *s, uint32_t id, char *text, size_t size) {
    const term *t = &s->terms[id];
    int64_t room[TA_COMPONENTS];
    ta_position p;
    term_position(s, id, room, &p);
    if (t->game == NIMBER) {
        snprintf(text, size, "*%" PRId64, p.component[0]);
        return;
    }
    if (t->negative && size > 1) *text++ = '-', size--;
    ta_sink_text(&s->games[t->game]->rules, text, size, &p);
}

/* Append one part, not split further: the term of its representative. */
static ta_status add_part(ta_sum *s, ta_call *call, size_t game, int negative, ta_position *p) {
    const ta_ruleset *rules = &s->games[game]->rules;
    uint32_t id;
    ta_status st = rules->canonical ? ta_sink_canonical(&s->canonical, call, rules, p, p) : TA_OK;
    if (!st) st = part_id(s, call, game, negative, p, &id);
    return st ? st : append(s, id);
}

ta_status ta_sum_split(ta_sum *s, ta_call *call, size_t game, int negative,
                       const ta_position *position) {
    const ta_ruleset *rules = &s->games[game]->rules;
    ta_position p = *position;
    size_t first = s->list_count;
    if (!rules->partizan) negative = 0;
    if (rules->terminal)
        return ta_fail(call, TA_EUNSUPPORTED, "a game that is over by rule cannot be in a sum");
    ta_amount value = TA_INF;
    ta_status st = ta_solver_pulse(s->solver, call, s->expanded);
    if (!st && s->reduced && !rules->partizan && !rules->entails)
        st = ta_solver_nim_value(s->games[game], call, position, &value);
    if (st) return st;
    if (value != TA_INF) {
        uint32_t id;
        st = ta_sum_nimber(s, call, value, &id);
        if (!st) st = append(s, id);
    } else if (rules->parts) {
        ta_sink_empty(&s->parts);
        st = rules->parts(rules->ctx, call, position, &s->parts);
        for (size_t i = 0, at = 0; !st && i < s->parts.count; i++) {
            at = ta_sink_read(&s->parts, at, &p);
            st = add_part(s, call, game, negative, &p);
        }
        if (!st && s->parts.count == 0) st = append(s, NO_PARTS);
    } else {
        st = add_part(s, call, game, negative, &p);
    }
    if (st) s->list_count = first;
    else s->lists[s->list_count - 1] |= LAST;
    return st;
}

static ta_status expand_nimber(ta_sum *s, ta_call *call, uint32_t id) {
    ta_amount value = ta_sum_nimber_value(s, id);
    size_t first = s->list_count;
    if (value > NIMBER_MOST)
        return ta_fail(
            call, TA_ELIMIT,
            "a sum with partizan games holds the nim value %lld; at most %d are searched",
            (long long)value, NIMBER_MOST);
    for (ta_amount w = 0; w < value; w++) {
        uint32_t option;
        ta_status st = ta_sum_nimber(s, call, w, &option);
        if (!st) st = append(s, option | LAST);
        if (st) return st;
    }
    term *t = &s->terms[id];
    t->first[0] = t->first[1] = first;
    t->end[0] = t->end[1] = s->list_count;
    t->expanded = 1;
    return TA_OK;
}

ta_status ta_sum_expand(ta_sum *s, ta_call *call, uint32_t id) {
    if (s->terms[id].expanded) return TA_OK;
    if (s->terms[id].game == NIMBER) return expand_nimber(s, call, id);
    size_t game = s->terms[id].game, before = s->list_count, first[2], end[2];
    int negative = s->terms[id].negative;
    ta_solver *solver = s->games[game];
    const ta_ruleset *rules = &solver->rules;
    ta_status st = ta_solver_room(s->solver, call, s->expanded);
    int entailed = 0;
    if (!st && rules->entails) {
        int64_t room[TA_COMPONENTS];
        ta_position p;
        term_position(s, id, room, &p);
        st = rules->entails(rules->ctx, call, &p, &entailed);
    }
    for (int player = 0; !st && player <= (rules->partizan != 0); player++) {
        int64_t room[TA_COMPONENTS];
        ta_position p;
        term_position(s, id, room, &p);
        ta_sink_empty(&s->options);
        first[player] = s->list_count;
        solver->rule_calls++;
        st = rules->options(rules->ctx, call, (ta_player)(rules->partizan ? player ^ negative : 0),
                            &p, &s->options);
        for (size_t i = 0, at = 0; !st && i < s->options.count; i++) {
            at = ta_sink_read(&s->options, at, &p);
            st = ta_sum_split(s, call, game, negative, &p);
        }
        end[player] = s->list_count;
    }
    if (st) {
        s->list_count = before;
        return st;
    }
    term *t = &s->terms[id];
    int right = rules->partizan != 0;
    t->first[0] = first[0];
    t->end[0] = end[0];
    t->first[1] = first[right];
    t->end[1] = end[right];
    t->entailed = entailed != 0;
    t->expanded = 1;
    s->expanded++;
    return TA_OK;
}
