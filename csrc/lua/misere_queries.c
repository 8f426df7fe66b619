/*
** misere_queries.c - methods of misere forms: what they are, and what becomes of them.
*/
#include <string.h>

#include "arg.h"
#include "misere.h"
#include "push.h"
#include "base/status.h"

/* ---- Numbers ---- */

typedef ta_amount amount_of(const ta_miseres *, ta_misere);

static int amount(lua_State *L, const char *name, amount_of *query) {
    ta_misere g;
    lcall c;
    ta_status s = lmisere_method(&c, L, name, &g);
    if (s) return lcall_fail(&c, s);
    ta_amount n = query(c.object, g);
    lcall_end(&c);
    lua_pushinteger(L, n);
    return 1;
}

static int birthday(lua_State *L) {
    return amount(L, "birthday", ta_misere_birthday);
}

static int nim_value(lua_State *L) {
    return amount(L, "nim_value", ta_misere_nim_value);
}

static int misere_nim_value(lua_State *L) {
    return amount(L, "misere_nim_value", ta_misere_misere_nim_value);
}

static int outcome_by(lua_State *L, const char *name, amount_of *query) {
    amount(L, name, query);
    lua_pushstring(L, lua_tointeger(L, -1) ? "N" : "P");
    return 1;
}

static int outcome(lua_State *L) {
    return outcome_by(L, "outcome", ta_misere_nim_value);
}

static int misere_outcome(lua_State *L) {
    return outcome_by(L, "misere_outcome", ta_misere_misere_nim_value);
}

/* { g+, g0, g1, ..., classes = } */
static int genus(lua_State *L) {
    ta_misere g;
    void *block = NULL;
    lcall c;
    ta_status s = lmisere_method(&c, L, "genus", &g);
    size_t count = s ? 0 : ta_misere_genus_count(c.object, g) + 1;
    if (!s) s = lcall_block(&c, count * sizeof(ta_amount), &block);
    if (s) return lcall_fail(&c, s);
    ta_amount *digits = block;
    digits[0] = ta_misere_nim_value(c.object, g);
    for (size_t i = 1; i < count; i++) digits[i] = ta_misere_genus_digit(c.object, g, i - 1);
    ta_amount classes = ta_misere_classes(c.object, g);
    lcall_end(&c);
    lpush_amounts(L, digits, count);
    lpush_field(L, "classes", classes);
    return 1;
}

/* ---- Lists ---- */

/* A copy of a list of the store's memory. */
static ta_status copy(lcall *c, const ta_misere_list *list, const ta_misere **at) {
    void *block = NULL;
    ta_status s = lcall_block(c, (list->count + 1) * sizeof *list->at, &block);
    if (s) return s;
    if (list->count) memcpy(block, list->at, list->count * sizeof *list->at);
    *at = block;
    return TA_OK;
}

static int options(lua_State *L) {
    ta_misere g;
    void *block = NULL;
    lcall c;
    ta_status s = lmisere_method(&c, L, "options", &g);
    size_t count = s ? 0 : ta_misere_option_count(c.object, g);
    if (!s) s = lcall_block(&c, (count + 1) * sizeof(ta_misere), &block);
    if (!s) ta_misere_options(c.object, g, block);
    return lmisere_list(&c, s, block, count);
}

static int parts(lua_State *L) {
    ta_misere g;
    ta_misere_list list = { NULL, 0 };
    const ta_misere *at = NULL;
    lcall c;
    ta_status s = lmisere_method(&c, L, "parts", &g);
    if (!s) s = ta_misere_parts(c.object, &c.call, g, &list);
    if (!s) s = copy(&c, &list, &at);
    return lmisere_list(&c, s, at, list.count);
}

static int partitions(lua_State *L) {
    ta_misere g;
    ta_misere_list list = { NULL, 0 };
    const ta_misere *at = NULL;
    const size_t *end = NULL;
    size_t ways = 0;
    void *ends = NULL;
    lcall c;
    ta_status s = lmisere_method(&c, L, "partitions", &g);
    if (!s) s = ta_misere_partitions(c.object, &c.call, g, &list, &end, &ways);
    if (!s) s = copy(&c, &list, &at);
    if (!s) s = lcall_block(&c, (ways + 1) * sizeof *end, &ends);
    if (!s) memcpy(ends, end, ways * sizeof *end);
    return lstore_lists(&c, s, &lmisere_store, at, ends, ways);
}

/* ---- Of what kind it is ---- */

typedef ta_status test_of(ta_miseres *, ta_call *, ta_misere, int *);

static int boolean(lua_State *L, const char *name, test_of *test) {
    ta_misere g;
    int result = 0;
    lcall c;
    ta_status s = lmisere_method(&c, L, name, &g);
    if (!s) s = test(c.object, &c.call, g, &result);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, result);
    return 1;
}

static ta_status test_even(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    (void)store;
    (void)call;
    *result = !(g & 1);
    return TA_OK;
}

static int is_even(lua_State *L) {
    return boolean(L, "is_even", test_even);
}

static ta_status test_prime(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    ta_misere_list list = { NULL, 0 };
    ta_status s = ta_misere_parts(store, call, g, &list);
    *result = g > 1 && !list.count;
    return s;
}

static int is_prime(lua_State *L) {
    return boolean(L, "is_prime", test_prime);
}

/* Is g a part of the game whose only option is g? */
static ta_status test_extraverted(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    ta_misere above, rest;
    ta_status s = ta_misere_from_options(store, call, &g, 1, &above);
    if (!s) s = ta_misere_minus(store, call, above, g, &rest);
    *result = !s;
    return s == TA_EUNSUPPORTED ? TA_OK : s;
}

static int is_extraverted(lua_State *L) {
    return boolean(L, "is_extraverted", test_extraverted);
}

static ta_status test_half_tame(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    ta_misere twice;
    if (ta_misere_classes(store, g) & TA_MISERE_GENERALLY_TAME) return TA_OK;
    ta_status s = ta_misere_sum(store, call, g, g, &twice);
    if (s) return s;
    *result = (ta_misere_classes(store, twice) & TA_MISERE_GENERALLY_TAME) &&
              !ta_misere_nim_value(store, twice) && !ta_misere_misere_nim_value(store, twice);
    return TA_OK;
}

static int is_half_tame(lua_State *L) {
    return boolean(L, "is_half_tame", test_half_tame);
}

/* Is it in one of the classes? */
static int in_class(lua_State *L, const char *name, unsigned classes) {
    ta_misere g;
    lcall c;
    ta_status s = lmisere_method(&c, L, name, &g);
    if (s) return lcall_fail(&c, s);
    unsigned found = ta_misere_classes(c.object, g) & classes;
    lcall_end(&c);
    lua_pushboolean(L, found != 0);
    return 1;
}

static int is_nim_heap(lua_State *L) {
    return in_class(L, "is_nim_heap", TA_MISERE_NIM_HEAP);
}

static int is_tame(lua_State *L) {
    return in_class(L, "is_tame", TA_MISERE_TAME);
}

static int is_generally_tame(lua_State *L) {
    return in_class(L, "is_generally_tame", TA_MISERE_GENERALLY_TAME);
}

static int is_tameable(lua_State *L) {
    return in_class(L, "is_tameable", TA_MISERE_TAMEABLE);
}

static int is_restive(lua_State *L) {
    return in_class(L, "is_restive", TA_MISERE_RESTIVE);
}

static int is_generally_restive(lua_State *L) {
    return in_class(L, "is_generally_restive", TA_MISERE_GENERALLY_RESTIVE);
}

static int is_restless(lua_State *L) {
    return in_class(L, "is_restless", TA_MISERE_RESTLESS);
}

static int is_wild(lua_State *L) {
    in_class(L, "is_wild", TA_MISERE_TAME);
    lua_pushboolean(L, !lua_toboolean(L, -1));
    return 1;
}

static ta_status test_introverted(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    (void)store;
    (void)call;
    *result = g < 2;
    return TA_OK;
}

static int is_introverted(lua_State *L) {
    return boolean(L, "is_introverted", test_introverted);
}

/* ---- What becomes of it ---- */

static int mate(lua_State *L) {
    ta_misere g, result = TA_MISERE_ZERO;
    lcall c;
    ta_status s = lmisere_method(&c, L, "mate", &g);
    if (!s) s = ta_misere_mate(c.object, &c.call, g, &result);
    return lmisere_give(&c, s, result);
}

/* Enter with the forms at 1 and 2. */
static ta_status begin_pair(lcall *c, lua_State *L, const char *name, ta_misere ids[2]) {
    lcall_function(c, L, name);
    lmisere_self(c);
    lmisere_operand(c, 2, "w");
    lmisere_begin(c);
    ta_status s = lmisere_take(c, 1, &ids[0]);
    return s ? s : lmisere_take(c, 2, &ids[1]);
}

typedef ta_status binary(ta_miseres *, ta_call *, ta_misere, ta_misere, ta_misere *);

static int combine(lua_State *L, const char *name, binary *work) {
    ta_misere ids[2], result = TA_MISERE_ZERO;
    lcall c;
    ta_status s = begin_pair(&c, L, name, ids);
    if (!s) s = work(c.object, &c.call, ids[0], ids[1], &result);
    return lmisere_give(&c, s, result);
}

static int misere_minus(lua_State *L) {
    return combine(L, "misere_minus", ta_misere_minus);
}

static int distinguisher(lua_State *L) {
    return combine(L, "distinguisher", ta_misere_distinguisher);
}

static ta_status link_of(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                         ta_misere *result) {
    int linked = 0;
    ta_status s = ta_misere_link(store, call, g, h, &linked, result);
    if (s || linked) return s;
    return ta_fail(call, TA_EUNSUPPORTED, "one of the games is an option of the other: no link");
}

static int link(lua_State *L) {
    return combine(L, "link", link_of);
}

static int is_linked_to(lua_State *L) {
    ta_misere ids[2], result;
    int linked = 0;
    lcall c;
    ta_status s = begin_pair(&c, L, "is_linked_to", ids);
    if (!s) s = ta_misere_link(c.object, &c.call, ids[0], ids[1], &linked, &result);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, linked);
    return 1;
}

static int equals(lua_State *L) {
    ta_misere ids[2];
    lcall c;
    ta_status s = begin_pair(&c, L, "equals", ids);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, ids[0] == ids[1]);
    return 1;
}

const luaL_Reg lmisere_queries[] = {
    { "birthday", birthday },
    { "nim_value", nim_value },
    { "misere_nim_value", misere_nim_value },
    { "outcome", outcome },
    { "misere_outcome", misere_outcome },
    { "genus", genus },
    { "options", options },
    { "parts", parts },
    { "partitions", partitions },
    { "is_even", is_even },
    { "is_prime", is_prime },
    { "is_extraverted", is_extraverted },
    { "is_half_tame", is_half_tame },
    { "is_nim_heap", is_nim_heap },
    { "is_tame", is_tame },
    { "is_generally_tame", is_generally_tame },
    { "is_tameable", is_tameable },
    { "is_restive", is_restive },
    { "is_generally_restive", is_generally_restive },
    { "is_restless", is_restless },
    { "is_wild", is_wild },
    { "is_introverted", is_introverted },
    { "mate", mate },
    { "misere_minus", misere_minus },
    { "distinguisher", distinguisher },
    { "link", link },
    { "is_linked_to", is_linked_to },
    { "equals", equals },
    { NULL, NULL },
};
