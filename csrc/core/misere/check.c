/*
** check.c - the invariants of a store of misere forms.
*/
#include "misere_int.h"

static const char *check_pair(const ta_miseres *v, size_t i) {
    const misere_pair *p = &v->pairs[i];
    const ta_misere *options = ta_misere_even_options(v, p);
    uint64_t hash = 0;
    if (i && !p->count) return "misere: a form other than 0 has no options";
    if (p->digits < 2 || p->genus + p->digits > v->digit_count)
        return "misere: a genus lies outside the digits";
    if (p->misere_nim_value != v->digits[p->genus])
        return "misere: a genus begins with another digit";
    if (p->is_heap ? p->count > v->heaps.count : p->first + p->count > v->pool_count)
        return "misere: options lie outside their array";
    for (size_t k = 0; k < p->count; k++) {
        if ((options[k] >> 1) >= i) return "misere: an option is stored after its game";
        if (k && ta_misere_order(v, options[k - 1], options[k]) >= 0)
            return "misere: options are not in order";
        if (ta_misere_birthday(v, options[k]) >= p->birthday)
            return "misere: an option is born after its game";
        hash = ta_misere_hash(hash, options[k]);
    }
    return (uint32_t)hash != p->hash ? "misere: a form lies in a wrong slot" : NULL;
}

const char *ta_miseres_check(const ta_miseres *v) {
    const char *broken = ta_store_check(&v->store);
    if (!broken && v->results.cap && 2 * v->results.used > v->results.cap)
        broken = "misere: the memo is too full";
    size_t step = ta_check_step(v->store.count);
    for (size_t i = 0; !broken && i < v->store.count; i += step) broken = check_pair(v, i);
    return broken;
}
