/*
** intern.c - from the options of a game to its canonical form, and one id for each form.
**
** The options are forms. The game equals H if and only if H's options are among its own and each
** other option has H as an option (a move there is reversed), where a game that would be left
** without options must be an N-position, as 0 is (ONAG, chapter 12; Siegel, section V.3). Among
** forms this is tried once: a reversal to a game that can be reversed further is one to that as
** well. H is an option of every option born last: were such a one an option of H, H would be born
** after all options, and be an option of none. Of equal games g+ and g- are equal; that 0 has
** g- = 1 is the proviso.
**
** What is reversed to nothing is a form. It is even: of an odd one, the even partner is an option,
** so it is stored, and the form with it; that is looked for first.
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "store.h"

/* ---- Finding ---- */

static uint32_t hash_of(const ta_misere *options, size_t count) {
    uint64_t h = 0;
    for (size_t i = 0; i < count; i++) h = ta_misere_hash(h, options[i]);
    return (uint32_t)h;
}

static size_t find_even(const ta_miseres *v, const misere_ids *list, uint32_t hash) {
    for (size_t at = hash & (v->slot_cap - 1);; at = (at + 1) & (v->slot_cap - 1)) {
        if (!v->slots[at]) return at;
        const misere_pair *p = &v->pairs[v->slots[at] - 1];
        if (p->hash == hash && p->count == list->count &&
            (!list->count ||
             !memcmp(ta_misere_even_options(v, p), list->at, list->count * sizeof *list->at)))
            return at;
    }
}

/* The odd form with these options, or TA_NO_MISERE: the even partner is the last of them. */
static ta_misere find_odd(const ta_miseres *v, const misere_ids *list) {
    if (!list->count) return TA_NO_MISERE;
    ta_misere even = list->at[list->count - 1];
    if ((even & 1) || ta_misere_option_count(v, even) + 1 != list->count) return TA_NO_MISERE;
    for (size_t i = 0; i + 1 < list->count; i++)
        if (!ta_misere_has(v, even, list->at[i] ^ 1)) return TA_NO_MISERE;
    return even | 1;
}

/* ---- Reversing ---- */

/* Is the form y, born before the last options, equal to the game with the options in work? */
static int equals(const ta_miseres *v, misere_ids *list, misere_ids *own, ta_misere y) {
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
    misere_ids *list = &v->work, *own = &v->own;
    ta_misere last = list->at[0];
    for (size_t i = 1; i < list->count; i++)
        if (ta_misere_birthday(v, list->at[i]) > ta_misere_birthday(v, last)) last = list->at[i];
    ta_status s = ta_misere_fetch(v, call, last, &v->scratch);
    if (!s) s = MISERE_ROOM(v, call, &own->at, &own->cap, list->count + 1);
    for (size_t i = 0; !s && i < v->scratch.count; i++) {
        ta_misere y = v->scratch.at[i];
        if (ta_misere_nim_value(v, y) != plus || ta_misere_misere_nim_value(v, y) != minus)
            continue;
        s = ta_poll(call, (uint32_t)(list->count & 0xffff), 2 * (double)v->count, 0);
        if (!s && equals(v, list, own, y)) {
            *form = y;
            return TA_OK;
        }
    }
    return s;
}

/* ---- Storing ---- */

static ta_status grow_slots(ta_miseres *v, ta_call *call) {
    if (2 * (v->count + 1) <= v->slot_cap) return TA_OK;
    size_t before = v->slot_cap;
    ta_status s = MISERE_ROOM(v, call, &v->slots, &v->slot_cap, 2 * before);
    if (s) return s;
    memset(v->slots, 0, v->slot_cap * sizeof *v->slots);
    for (size_t i = 1; i < v->count; i++) { /* 0 has no options and is known without */
        size_t at = v->pairs[i].hash & (v->slot_cap - 1);
        while (v->slots[at]) at = (at + 1) & (v->slot_cap - 1);
        v->slots[at] = (uint32_t)i + 1;
    }
    return TA_OK;
}

static ta_status begin_pair(ta_miseres *v, ta_call *call) {
    ta_status s = ta_miseres_room_for_pair(v, call);
    return s ? s : grow_slots(v, call);
}

static void enter(ta_miseres *v, const misere_pair *p, size_t slot) {
    v->digit_count += p->digits;
    v->slots[slot] = (uint32_t)v->count + 1;
    v->pairs[v->count++] = *p;
}

/* The next two heaps, whose facts are known: *n has the genus n, n xor 2, ... for even n > 0. */
static ta_status store_heaps(ta_miseres *v, ta_call *call) {
    misere_ids *heaps = &v->heaps;
    uint32_t n = (uint32_t)heaps->count;
    ta_misere id = (ta_misere)(2 * v->count);
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
    if (!s) s = MISERE_ROOM(v, call, &heaps->at, &heaps->cap, heaps->count + 2);
    if (!s) s = MISERE_ROOM(v, call, &v->digits, &v->digit_cap, p.genus + 2);
    if (!s) s = ta_poll(call, 1, (double)id, 0);
    if (s) return s;
    v->digits[p.genus] = n;
    v->digits[p.genus + 1] = n ^ 2;
    size_t slot = p.hash & (v->slot_cap - 1);
    while (v->slots[slot]) slot = (slot + 1) & (v->slot_cap - 1);
    enter(v, &p, slot);
    for (ta_misere x = id; x <= (id | 1); x++) {
        heaps->at[heaps->count++] = x;
        v->heaps_hash = ta_misere_hash(v->heaps_hash, x);
    }
    return TA_OK;
}

/* work, sorted, is the option list of an even form that is not stored. */
static ta_status store(ta_miseres *v, ta_call *call, uint32_t hash, ta_misere *form) {
    misere_ids *list = &v->work;
    misere_pair p = { .first = v->pool_count, .count = (uint32_t)list->count, .hash = hash };
    ta_misere id = (ta_misere)(2 * v->count);
    ta_status s = TA_OK;
    if (list->count == v->heaps.count &&
        !memcmp(list->at, v->heaps.at, list->count * sizeof *list->at)) {
        s = store_heaps(v, call);
        if (!s) *form = id;
        return s;
    }
    s = begin_pair(v, call);
    if (!s) s = MISERE_ROOM(v, call, &v->pool, &v->pool_cap, v->pool_count + list->count);
    if (!s) s = ta_misere_facts(v, call, list->at, list->count, &p);
    if (!s) s = ta_poll(call, 64, (double)id, 0);
    if (s) return s;
    memcpy(v->pool + v->pool_count, list->at, list->count * sizeof *list->at);
    v->pool_count += list->count;
    enter(v, &p, find_even(v, list, hash));
    *form = id;
    return TA_OK;
}

ta_status ta_misere_form(ta_miseres *v, ta_call *call, ta_misere *form) {
    misere_ids *list = &v->work;
    ta_misere found = TA_NO_MISERE;
    ta_amount plus = 0, minus = 0;
    ta_status s = ta_misere_sort(v, call, list);
    if (s) return s;
    uint32_t hash = hash_of(list->at, list->count);
    if (!list->count) found = TA_MISERE_ZERO;
    if (found == TA_NO_MISERE) found = find_odd(v, list);
    if (found == TA_NO_MISERE) {
        size_t at = find_even(v, list, hash);
        if (v->slots[at]) found = 2 * (v->slots[at] - 1);
    }
    if (found == TA_NO_MISERE) {
        s = ta_misere_values(v, call, list->at, list->count, &plus, &minus);
        if (!s) s = reversal(v, call, plus, minus, &found);
        if (!s && found == TA_NO_MISERE) s = store(v, call, hash, &found);
    }
    if (!s) *form = found;
    return s;
}

/* ---- From outside ---- */

ta_status ta_misere_from_options(ta_miseres *store, ta_call *call, const ta_misere *options,
                                 size_t count, ta_misere *form) {
    misere_ids *list = &store->work;
    list->count = 0;
    ta_status s = MISERE_ROOM(store, call, &list->at, &list->cap, count + 1);
    for (size_t i = 0; i < count && !s; i++) {
        s = ta_miseres_check_id(store, call, options[i]);
        if (!s) list->at[list->count++] = options[i];
    }
    if (!s) s = ta_misere_form(store, call, form);
    ta_sound(ta_miseres_check(store));
    return s;
}

ta_status ta_misere_heap(ta_miseres *store, ta_call *call, int64_t n, ta_misere *form) {
    if (n < 0)
        return ta_fail(call, TA_EINVAL, "a nim heap has a size of 0 or more, not %lld",
                       (long long)n);
    ta_status s = ta_miseres_room_for_heaps(store, call, (uint64_t)n);
    while (!s && (uint64_t)n >= store->heaps.count) s = store_heaps(store, call);
    if (!s) *form = store->heaps.at[n];
    ta_sound(ta_miseres_check(store));
    return s;
}
