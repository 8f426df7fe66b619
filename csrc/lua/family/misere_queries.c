/*
** misere_queries.c - methods of misere forms: queries and operations; the opener. The table at the
** end has for each method its function, and the query of the core that the function runs.
*/
#include <string.h>

#include "misere.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "base/status.h"

typedef struct row {
    luaL_Reg method;
    union {
        ta_amount (*amount)(const ta_miseres *, ta_misere);
        ta_status (*test)(ta_miseres *, ta_call *, ta_misere, int *);
        ta_status (*binary)(ta_miseres *, ta_call *, ta_misere, ta_misere, ta_misere *);
        unsigned classes;
    };
} row;

/* Begin a method: enter, and take the form at 1. [-0, +2] */
static ta_status begin(lcall *c, lua_State *L, const row **r, ta_misere *g) {
    *r = lstore_row(L);
    return lstore_method(c, L, (*r)->method.name, &lmisere_store, g);
}

/* ---- Numbers ---- */

static int amount(lua_State *L) {
    const row *r;
    ta_misere g;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    if (s) return lcall_fail(&c, s);
    ta_amount n = r->amount(c.object, g);
    lcall_end(&c);
    lua_pushinteger(L, n);
    return 1;
}

static int outcome(lua_State *L) {
    int results = amount(L);
    if (results > 1) return results;
    lua_pushstring(L, lua_tointeger(L, -1) ? "N" : "P");
    return 1;
}

/* { g+, g0, g1, ..., classes = } */
static int genus(lua_State *L) {
    ta_misere g;
    void *block = NULL;
    lcall c;
    ta_status s = lstore_method(&c, L, "genus", &lmisere_store, &g);
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

/* Copy a list out of the store's memory. */
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
    ta_status s = lstore_method(&c, L, "options", &lmisere_store, &g);
    size_t count = s ? 0 : ta_misere_option_count(c.object, g);
    if (!s) s = lcall_block(&c, (count + 1) * sizeof(ta_misere), &block);
    if (!s) ta_misere_options(c.object, g, block);
    return lstore_list(&c, s, &lmisere_store, block, count);
}

static int parts(lua_State *L) {
    ta_misere g;
    ta_misere_list list = { NULL, 0 };
    const ta_misere *at = NULL;
    lcall c;
    ta_status s = lstore_method(&c, L, "parts", &lmisere_store, &g);
    if (!s) s = ta_misere_parts(c.object, &c.call, g, &list);
    if (!s) s = copy(&c, &list, &at);
    return lstore_list(&c, s, &lmisere_store, at, list.count);
}

static int partitions(lua_State *L) {
    ta_misere g;
    ta_misere_list list = { NULL, 0 };
    const ta_misere *at = NULL;
    const size_t *end = NULL;
    size_t ways = 0;
    void *ends = NULL;
    lcall c;
    ta_status s = lstore_method(&c, L, "partitions", &lmisere_store, &g);
    if (!s) s = ta_misere_partitions(c.object, &c.call, g, &list, &end, &ways);
    if (!s) s = copy(&c, &list, &at);
    if (!s) s = lcall_block(&c, (ways + 1) * sizeof *end, &ends);
    if (!s) memcpy(ends, end, ways * sizeof *end);
    return lstore_lists(&c, s, &lmisere_store, at, ends, ways);
}

/* ---- Classes ---- */

static int boolean(lua_State *L) {
    const row *r;
    ta_misere g;
    int result = 0;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    if (!s) s = r->test(c.object, &c.call, g, &result);
    return lstore_boolean(&c, s, result);
}

static ta_status is_even(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    (void)store;
    (void)call;
    *result = !(g & 1);
    return TA_OK;
}

static ta_status is_prime(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    ta_misere_list list = { NULL, 0 };
    ta_status s = ta_misere_parts(store, call, g, &list);
    *result = g > 1 && !list.count;
    return s;
}

/* Is g a part of the game whose only option is g? */
static ta_status is_extraverted(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    ta_misere above, rest;
    ta_status s = ta_misere_from_options(store, call, &g, 1, &above);
    if (!s) s = ta_misere_minus(store, call, above, g, &rest);
    *result = !s;
    return s == TA_EUNSUPPORTED ? TA_OK : s;
}

static ta_status is_half_tame(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    ta_misere twice;
    if (ta_misere_classes(store, g) & TA_MISERE_GENERALLY_TAME) return TA_OK;
    ta_status s = ta_misere_sum(store, call, g, g, &twice);
    if (s) return s;
    *result = (ta_misere_classes(store, twice) & TA_MISERE_GENERALLY_TAME) &&
              !ta_misere_nim_value(store, twice) && !ta_misere_misere_nim_value(store, twice);
    return TA_OK;
}

static ta_status is_introverted(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    (void)store;
    (void)call;
    *result = g < 2;
    return TA_OK;
}

static ta_status is_wild(ta_miseres *store, ta_call *call, ta_misere g, int *result) {
    (void)call;
    *result = !(ta_misere_classes(store, g) & TA_MISERE_TAME);
    return TA_OK;
}

/* Is it in one of the method's classes? */
static int in_class(lua_State *L) {
    const row *r;
    ta_misere g;
    lcall c;
    ta_status s = begin(&c, L, &r, &g);
    return lstore_boolean(&c, s, !s && ta_misere_classes(c.object, g) & r->classes);
}

/* ---- Operations ---- */

static int mate(lua_State *L) {
    ta_misere g, result = TA_MISERE_ZERO;
    lcall c;
    ta_status s = lstore_method(&c, L, "mate", &lmisere_store, &g);
    if (!s) s = ta_misere_mate(c.object, &c.call, g, &result);
    return lstore_give(&c, s, &lmisere_store, result);
}

/* Enter with the forms at 1 and 2. [-0, +2] */
static ta_status begin_pair(lcall *c, lua_State *L, const char *name, ta_misere ids[2]) {
    static const char *const with = "w";
    return lstore_operation(c, L, name, &lmisere_store, &with, 1, ids);
}

static int combine(lua_State *L) {
    const row *r = lstore_row(L);
    ta_misere ids[2], result = TA_MISERE_ZERO;
    lcall c;
    ta_status s = begin_pair(&c, L, r->method.name, ids);
    if (!s) s = r->binary(c.object, &c.call, ids[0], ids[1], &result);
    return lstore_give(&c, s, &lmisere_store, result);
}

static ta_status link(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                      ta_misere *result) {
    int linked = 0;
    ta_status s = ta_misere_link(store, call, g, h, &linked, result);
    if (s || linked) return s;
    return ta_fail(call, TA_EUNSUPPORTED, "one of the games is an option of the other: no link");
}

static int is_linked_to(lua_State *L) {
    ta_misere ids[2], result;
    int linked = 0;
    lcall c;
    ta_status s = begin_pair(&c, L, "is_linked_to", ids);
    if (!s) s = ta_misere_link(c.object, &c.call, ids[0], ids[1], &linked, &result);
    return lstore_boolean(&c, s, linked);
}

static int equals(lua_State *L) {
    ta_misere ids[2];
    lcall c;
    ta_status s = begin_pair(&c, L, "equals", ids);
    return lstore_boolean(&c, s, !s && ids[0] == ids[1]);
}

static const row rows[] = {
    { { "birthday", amount }, .amount = ta_misere_birthday },
    { { "nim_value", amount }, .amount = ta_misere_nim_value },
    { { "misere_nim_value", amount }, .amount = ta_misere_misere_nim_value },
    { { "outcome", outcome }, .amount = ta_misere_nim_value },
    { { "misere_outcome", outcome }, .amount = ta_misere_misere_nim_value },
    { .method = { "genus", genus } },
    { .method = { "options", options } },
    { .method = { "parts", parts } },
    { .method = { "partitions", partitions } },
    { { "is_even", boolean }, .test = is_even },
    { { "is_prime", boolean }, .test = is_prime },
    { { "is_extraverted", boolean }, .test = is_extraverted },
    { { "is_half_tame", boolean }, .test = is_half_tame },
    { { "is_introverted", boolean }, .test = is_introverted },
    { { "is_wild", boolean }, .test = is_wild },
    { { "is_nim_heap", in_class }, .classes = TA_MISERE_NIM_HEAP },
    { { "is_tame", in_class }, .classes = TA_MISERE_TAME },
    { { "is_generally_tame", in_class }, .classes = TA_MISERE_GENERALLY_TAME },
    { { "is_tameable", in_class }, .classes = TA_MISERE_TAMEABLE },
    { { "is_restive", in_class }, .classes = TA_MISERE_RESTIVE },
    { { "is_generally_restive", in_class }, .classes = TA_MISERE_GENERALLY_RESTIVE },
    { { "is_restless", in_class }, .classes = TA_MISERE_RESTLESS },
    { .method = { "mate", mate } },
    { { "misere_minus", combine }, .binary = ta_misere_minus },
    { { "distinguisher", combine }, .binary = ta_misere_distinguisher },
    { { "link", combine }, .binary = link },
    { .method = { "is_linked_to", is_linked_to } },
    { .method = { "equals", equals } },
    { .method = { NULL, NULL } },
};

void lmisere_open(lua_State *L) {
    lmisere_open_store(L);
    lstore_set_rows(L, rows, sizeof *rows);
    lua_pop(L, 1);
}
