/*
** facts.c - genus and classes of a form, from those of its options.
**
** g+ and g- are the mex of those of the options; g- of 0 is 1. Digit i of the genus is g- of
** G + i times *2. Its options are G' + i times *2, and G + (i - 1) times *2 plus 0 or *1. So digit
** i is the mex of the digits i of the options, of digit i - 1 and of that xor 1. Suppose the digits
** of the options repeat with period 2, and digit i = digit i - 2. Then all later digits repeat,
** since each depends only on the one before and on the options' digits.
**
** Reverting moves (Winning Ways, chapter 13, "taming"): an option that is not tame does not matter
** if it has replies to tame games with the g+ and with the g- of the game.
*/
#include <string.h>

#include "misere_int.h"

ta_amount ta_misere_birthday(const ta_miseres *store, ta_misere g) {
    return (ta_amount)ta_misere_pair_of(store, g)->birthday + (g & 1);
}

ta_amount ta_misere_nim_value(const ta_miseres *store, ta_misere g) {
    return ta_misere_pair_of(store, g)->nim_value ^ (g & 1);
}

size_t ta_misere_genus_count(const ta_miseres *store, ta_misere g) {
    return ta_misere_pair_of(store, g)->digits;
}

ta_amount ta_misere_genus_digit(const ta_miseres *store, ta_misere g, size_t i) {
    const misere_pair *p = ta_misere_pair_of(store, g);
    size_t last = p->digits - 1;
    if (i > last) i = last - ((i - last) & 1);
    return store->digits[p->genus + i] ^ (g & 1);
}

ta_amount ta_misere_misere_nim_value(const ta_miseres *store, ta_misere g) {
    return ta_misere_pair_of(store, g)->misere_nim_value ^ (g & 1);
}

ta_outcome ta_misere_outcome(const ta_miseres *store, ta_misere g) {
    return ta_misere_misere_nim_value(store, g) ? TA_N : TA_P;
}

unsigned ta_misere_classes(const ta_miseres *store, ta_misere g) {
    return ta_misere_pair_of(store, g)->classes;
}

/* ---- The genus ---- */

typedef ta_amount digit_of(const ta_miseres *v, ta_misere g, size_t i);

/* Mark a number: in a word if it is below 64, else in v->seen. */
static inline void see(ta_miseres *v, ta_amount value, ta_amount most, uint64_t *low) {
    if (value < 64) *low |= (uint64_t)1 << value;
    else if (value < most) v->seen[value] = 1;
}

/* The least number that is neither digit i of an item, nor *more, nor *more xor 1. */
static ta_status find_mex(ta_miseres *v, ta_call *call, const ta_misere *list, size_t count,
                          digit_of *of, size_t i, const ta_amount *more, ta_amount *mex) {
    ta_amount most = (ta_amount)count + 2; /* an upper bound of the mex */
    uint64_t low = 0;
    if (most >= 64) {
        ta_status s = TA_RESERVE(&v->store, call, &v->seen, &v->seen_cap, (size_t)most + 1);
        if (s) return s;
        memset(v->seen, 0, (size_t)most + 1);
    }
    for (size_t k = 0; k < count; k++) see(v, of(v, list[k], i), most, &low);
    for (int k = 0; more && k < 2; k++) see(v, more[0] ^ k, most, &low);
    ta_amount least = ~low ? __builtin_ctzll(~low) : 64;
    while (least >= 64 && v->seen[least]) least++;
    *mex = least;
    return TA_OK;
}

static ta_amount nim_digit(const ta_miseres *v, ta_misere g, size_t i) {
    (void)i;
    return ta_misere_nim_value(v, g);
}

ta_status ta_misere_values(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                           ta_amount *plus, ta_amount *minus) {
    ta_status s = find_mex(v, call, options, count, nim_digit, 0, NULL, plus);
    return s ? s : find_mex(v, call, options, count, ta_misere_genus_digit, 0, NULL, minus);
}

static ta_status push_digit(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                            misere_pair *p) {
    size_t at = p->genus + p->digits;
    ta_amount before = p->digits ? v->digits[at - 1] : 0, digit;
    ta_status s = find_mex(v, call, options, count, ta_misere_genus_digit, p->digits,
                           p->digits ? &before : NULL, &digit);
    if (!s) s = TA_RESERVE(&v->store, call, &v->digits, &v->digit_cap, at + 1);
    if (s) return s;
    v->digits[at] = (uint32_t)digit;
    p->digits++;
    return TA_OK;
}

static ta_status genus(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                       misere_pair *p) {
    size_t steady = 0, n; /* steady: from this index on the digits of the options repeat */
    for (size_t i = 0; i < count; i++) {
        n = ta_misere_genus_count(v, options[i]) - 2;
        if (n > steady) steady = n;
    }
    p->genus = v->digit_count;
    p->digits = 0;
    const uint32_t *digits;
    do {
        ta_status s = push_digit(v, call, options, count, p);
        if (s) return s;
        digits = v->digits + p->genus;
        n = p->digits;
    } while (n < 3 || n < steady + 2 || digits[n - 1] != digits[n - 3]);
    while (n > 2 && digits[n - 1] == digits[n - 3]) n--;
    p->digits = (uint32_t)n;
    p->misere_nim_value = digits[0];
    return TA_OK;
}

/* ---- Classes ---- */

typedef struct values {
    ta_amount plus, minus;
} values;

static values values_of(const ta_miseres *v, ta_misere g) {
    values x = { ta_misere_nim_value(v, g), ta_misere_misere_nim_value(v, g) };
    return x;
}

static int reverts_tame(values g, values y, int *plus, int *minus) {
    if (y.plus == g.plus) *plus = 1;
    if (y.minus == g.minus) *minus = 1;
    return *plus && *minus;
}

static int near(ta_amount a, ta_amount b) {
    return a <= 1 || (a ^ b) <= 1;
}

static int reverts_restive(values g, values y, int *plus, int *minus) {
    if (y.plus == g.plus && near(y.minus, g.minus)) *plus = 1;
    if (y.minus == g.minus && near(y.plus, g.minus)) *minus = 1;
    return *plus && *minus;
}

typedef int reverting(values g, values y, int *plus, int *minus);

/* Does the option x have reverting moves to games of the classes `to`? */
static ta_status reverts(ta_miseres *v, ta_call *call, values g, ta_misere x, unsigned to,
                         reverting *good, int *found) {
    int plus = 0, minus = 0;
    *found = 0;
    ta_status s = ta_misere_fetch(v, call, x, &v->scratch);
    for (size_t i = 0; !s && i < v->scratch.count && !*found; i++) {
        ta_misere y = v->scratch.at[i];
        if (ta_misere_classes(v, y) & to) *found = good(g, values_of(v, y), &plus, &minus);
    }
    return s;
}

/* May the options that are not of the class `kept` be left out? They need reverting moves, and the
** kept options must give the same g+ and g-. */
static ta_status tamed(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                       values g, unsigned kept, unsigned to, reverting *good, int *found) {
    ta_ids *list = &v->own;
    values rest;
    list->count = 0;
    *found = 1;
    for (size_t i = 0; i < count && *found; i++) {
        ta_status s = ta_misere_classes(v, options[i]) & kept
                          ? ta_ids_push(&v->store, call, list, options[i])
                          : reverts(v, call, g, options[i], to, good, found);
        if (s) return s;
    }
    if (!*found) return TA_OK;
    ta_status s = ta_misere_values(v, call, list->at, list->count, &rest.plus, &rest.minus);
    *found = rest.plus == g.plus && rest.minus == g.minus;
    if (kept == TA_MISERE_TAMEABLE && !list->count && !g.plus) *found = 1;
    return s;
}

static ta_status classes(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                         misere_pair *p) {
    enum { GT = TA_MISERE_GENERALLY_TAME, GR = TA_MISERE_GENERALLY_RESTIVE };
    values g = { p->nim_value, v->digits[p->genus] };
    unsigned all = TA_MISERE_TAME | GT;
    int found = 0;
    ta_status s = TA_OK;
    p->classes = 0;
    for (size_t i = 0; i < count; i++) all &= ta_misere_classes(v, options[i]);
    if (g.plus == g.minus || (g.plus | g.minus) == 1) {
        if (all) p->classes = (uint8_t)(all | TA_MISERE_TAMEABLE);
        else s = tamed(v, call, options, count, g, GT, GT, reverts_tame, &found);
        if (found) p->classes = GT | TA_MISERE_TAMEABLE;
        else if (!s && !all)
            s = tamed(v, call, options, count, g, TA_MISERE_TAMEABLE, TA_MISERE_TAMEABLE,
                      reverts_tame, &found);
        if (found) p->classes |= TA_MISERE_TAMEABLE;
    } else if (g.plus < 2) {
        if (all & TA_MISERE_TAME) p->classes = TA_MISERE_RESTIVE | GR;
        else if (all) p->classes = GR;
        else s = tamed(v, call, options, count, g, GT, GT | GR, reverts_restive, &found);
        if (found) p->classes = GR;
    } else if (g.minus < 2 && all) {
        p->classes = TA_MISERE_RESTLESS;
    }
    return s;
}

ta_status ta_misere_facts(ta_miseres *v, ta_call *call, const ta_misere *options, size_t count,
                          misere_pair *p) {
    ta_amount plus;
    p->birthday = 0;
    for (size_t i = 0; i < count; i++) {
        ta_amount born = ta_misere_birthday(v, options[i]) + 1;
        if (born > p->birthday) p->birthday = (uint32_t)born;
    }
    ta_status s = find_mex(v, call, options, count, nim_digit, 0, NULL, &plus);
    if (s) return s;
    p->nim_value = (uint32_t)plus;
    s = genus(v, call, options, count, p);
    return s ? s : classes(v, call, options, count, p);
}
