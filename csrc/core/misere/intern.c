/*
** intern.c - from the options of a game to its canonical form, and one id for each form.
**
** All options are forms. The game equals H if and only if two conditions hold: its options
** include those of H, and each of its other options has H as an option (that move is reversed). If
** H = 0, the game must be an N-position as well, as 0 is (ONAG, chapter 12; Siegel, section V.3).
** One such test is enough: a game that reverses to a game which reverses further also reverses
** to the last one. H is an option of every option born last. Otherwise such an option were an
** option of H, H would be born after all options, and be an option of none. Equal games have equal
** g+ and g-. g- = 1 for 0 covers the condition for H = 0.
**
** A game that equals no such H is a form. It is even: the even partner of an odd form is one of its
** options, so the pair is stored already. That search comes first.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "misere_int.h"

/* ---- Finding ---- */

static uint32_t hash_of(const ta_misere *options, size_t count) {
    uint64_t h = 0;
    for (size_t i = 0; i < count; i++) h = ta_misere_hash(h, options[i]);
    return (uint32_t)h;
}

typedef struct even_key {
    const ta_ids *list;
    uint32_t hash;
} even_key;

static int equal_even(const void *miseres, size_t pair, const void *key) {
    const ta_miseres *v = miseres;
    const misere_pair *p = &v->pairs[pair];
    const even_key *k = key;
    const ta_ids *list = k->list;
    return p->hash == k->hash && p->count == list->count &&
           (!list->count ||
            !memcmp(ta_misere_even_options(v, p), list->at, list->count * sizeof *list->at));
}

/* The even form with these options, or TA_NO_MISERE. */
static ta_misere find_even(const ta_miseres *v, const ta_ids *list, uint32_t hash) {
    const even_key key = { list, hash };
    const ta_slots *t = &v->store.slots;
    uint32_t slot = t->at[ta_slots_find(t, hash, equal_even, v, &key)];
    return slot ? 2 * (slot - 1) : TA_NO_MISERE;
}

/* The odd form with these options, or TA_NO_MISERE. The even partner is the last option. */
static ta_misere find_odd(const ta_miseres *v, const ta_ids *list) {
    if (!list->count) return TA_NO_MISERE;
    ta_misere even = list->at[list->count - 1];
    if ((even & 1) || ta_misere_option_count(v, even) + 1 != list->count) return TA_NO_MISERE;
    for (size_t i = 0; i + 1 < list->count; i++)
        if (!ta_misere_has(v, even, list->at[i] ^ 1)) return TA_NO_MISERE;
    return even | 1;
}

/* ---- Reversing ---- */

/* Is the form y, born before the last option, equal to the game with the options in work? */
static int equals(const ta_miseres *v, ta_ids *list, ta_ids *own, ta_misere y) {
    size_t k = 0;
    if (ta_misere_option_count(v, y) > list->count) return 0;
    own->count = ta_misere_option_count(v, y);
    ta_misere_options(v, y, own->at);
    for (size_t i = 0; i < list->count; i++) {
        if (k < own->count && own->at[k] == list->at[i]) k++;
        else if (!ta_misere_has(v, list->at[i], y)) return 0;
    }
    return k == own->count;
}

static ta_status reversal(ta_miseres *v, ta_call *call, ta_amount plus, ta_amount minus,
                          ta_misere *form) {
    ta_ids *list = &v->work, *own = &v->own;
    ta_misere last = list->at[0];
    for (size_t i = 1; i < list->count; i++)
        if (ta_misere_birthday(v, list->at[i]) > ta_misere_birthday(v, last)) last = list->at[i];
    ta_status s = ta_misere_fetch(v, call, last, &v->scratch);
    if (!s) s = TA_RESERVE(&v->store, call, &own->at, &own->cap, list->count + 1);
    for (size_t i = 0; !s && i < v->scratch.count; i++) {
        ta_misere y = v->scratch.at[i];
        if (ta_misere_nim_value(v, y) != plus || ta_misere_misere_nim_value(v, y) != minus)
            continue;
        s = ta_store_poll(&v->store, call, (uint32_t)(list->count & 0xffff));
        if (!s && equals(v, list, own, y)) {
            *form = y;
            return TA_OK;
        }
    }
    return s;
}

/* ---- Storing ---- */

static ta_status begin_pair(ta_miseres *v, ta_call *call) {
    return ta_store_extend(&v->store, call, (void **)&v->pairs, 1);
}

static void enter(ta_miseres *v, const misere_pair *p) {
    v->digit_count += p->digits;
    v->pairs[v->store.count] = *p;
    ta_store_add(&v->store, p->hash);
}

/* Store the next two heaps. Their facts are known: *n has the genus n, n xor 2, ... for even n >
** 0. */
static ta_status store_heaps(ta_miseres *v, ta_call *call) {
    ta_ids *heaps = &v->heaps;
    uint32_t n = (uint32_t)heaps->count;
    ta_misere id = (ta_misere)(2 * v->store.count);
    misere_pair p = { .genus = v->digit_count,
                      .count = n,
                      .digits = 2,
                      .birthday = n,
                      .nim_value = n,
                      .misere_nim_value = n,
                      .hash = (uint32_t)v->heaps_hash,
                      .is_heap = 1 };
    p.classes = TA_MISERE_NIM_HEAP | TA_MISERE_TAME | TA_MISERE_GENERALLY_TAME | TA_MISERE_TAMEABLE;
    ta_status s = begin_pair(v, call);
    if (!s) s = TA_RESERVE(&v->store, call, &heaps->at, &heaps->cap, heaps->count + 2);
    if (!s) s = TA_RESERVE(&v->store, call, &v->digits, &v->digit_cap, p.genus + 2);
    if (!s) s = ta_store_poll(&v->store, call, 1);
    if (s) return s;
    v->digits[p.genus] = n;
    v->digits[p.genus + 1] = n ^ 2;
    enter(v, &p);
    for (ta_misere x = id; x <= (id | 1); x++) {
        heaps->at[heaps->count++] = x;
        v->heaps_hash = ta_misere_hash(v->heaps_hash, x);
    }
    return TA_OK;
}

/* Store the even form whose options are in work, sorted. */
static ta_status store(ta_miseres *v, ta_call *call, uint32_t hash, ta_misere *form) {
    ta_ids *list = &v->work;
    misere_pair p = { .first = v->pool_count, .count = (uint32_t)list->count, .hash = hash };
    ta_misere id = (ta_misere)(2 * v->store.count);
    ta_status s = TA_OK;
    if (list->count == v->heaps.count &&
        !memcmp(list->at, v->heaps.at, list->count * sizeof *list->at)) {
        s = store_heaps(v, call);
        if (!s) *form = id;
        return s;
    }
    s = begin_pair(v, call);
    if (!s) s = TA_RESERVE(&v->store, call, &v->pool, &v->pool_cap, v->pool_count + list->count);
    if (!s) s = ta_misere_facts(v, call, list->at, list->count, &p);
    if (!s) s = ta_store_poll(&v->store, call, 64);
    if (s) return s;
    memcpy(v->pool + v->pool_count, list->at, list->count * sizeof *list->at);
    v->pool_count += list->count;
    enter(v, &p);
    *form = id;
    return TA_OK;
}

ta_status ta_misere_form(ta_miseres *v, ta_call *call, ta_misere *form) {
    ta_ids *list = &v->work;
    ta_misere found = TA_NO_MISERE;
    ta_amount plus = 0, minus = 0;
    ta_status s = ta_misere_sort(v, call, list);
    if (s) return s;
    uint32_t hash = hash_of(list->at, list->count);
    if (!list->count) found = TA_MISERE_ZERO;
    if (found == TA_NO_MISERE) found = find_odd(v, list);
    if (found == TA_NO_MISERE) found = find_even(v, list, hash);
    if (found == TA_NO_MISERE) {
        s = ta_misere_values(v, call, list->at, list->count, &plus, &minus);
        if (!s) s = reversal(v, call, plus, minus, &found);
        if (!s && found == TA_NO_MISERE) s = store(v, call, hash, &found);
    }
    if (!s) *form = found;
    return s;
}

/* ---- Public calls ---- */

ta_status ta_misere_from_options(ta_miseres *store, ta_call *call, const ta_misere *options,
                                 size_t count, ta_misere *form) {
    ta_ids *list = &store->work;
    list->count = 0;
    ta_status s = TA_RESERVE(&store->store, call, &list->at, &list->cap, count + 1);
    for (size_t i = 0; i < count && !s; i++) {
        s = ta_miseres_check_id(store, call, options[i]);
        if (!s) list->at[list->count++] = options[i];
    }
    if (!s) s = ta_misere_form(store, call, form);
    ta_sound(ta_miseres_check(store));
    return s;
}

/* ELIMIT if the heaps to n certainly do not fit; then no heap is stored. */
static ta_status room_for_heaps(const ta_miseres *v, ta_call *call, uint64_t n) {
    const ta_store *s = &v->store;
    size_t held = v->heaps.count, games = s->most_games - ta_store_games(s);
    size_t each = sizeof *v->pairs / 2 + sizeof *v->heaps.at + sizeof *v->digits; /* no less */
    size_t free_pairs = 2 * (s->cap - s->count); /* may be there already */
    if (n < held) return TA_OK;
    if (ta_store_games(s) > s->most_games || n - held >= games ||
        (n - held > free_pairs && n - held - free_pairs > ta_store_room(s) / each))
        return ta_store_full(s, call);
    return TA_OK;
}

ta_status ta_misere_heap(ta_miseres *store, ta_call *call, int64_t n, ta_misere *form) {
    if (n < 0)
        return ta_fail(call, TA_EINVAL, "a nim heap has a size of 0 or more, not %lld",
                       (long long)n);
    ta_status s = room_for_heaps(store, call, (uint64_t)n);
    while (!s && (uint64_t)n >= store->heaps.count) s = store_heaps(store, call);
    if (!s) *form = store->heaps.at[n];
    ta_sound(ta_miseres_check(store));
    return s;
}
