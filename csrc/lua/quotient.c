/*
** quotient.c - misere quotients of heap games for Lua: one box around a ta_quotient. Elements are
** numbers here, from 0; lua/takeaway/family/heap/quotient.lua gives them names.
*/
#include "arg.h"
#include "heap.h"
#include "modules.h"
#include "push.h"
#include "takeaway/quotient.h"

static void destroy(void *object) {
    ta_quotient_destroy(object);
}

static const lbox_type type = { "takeaway.quotient", "misere quotient", destroy, .closable = 0 };

/* ---- Making ---- */

/* misere_quotient(game, n [, settings]); without n of as many heaps as prove a period. */
static int misere_quotient(lua_State *L) {
    static const char *const known[] = { "elements", "positions", "stop_at_period", NULL };
    ta_quotient_settings o;
    lcall c;
    lcall_on(&c, L, 1, lheap_type, "misere_quotient");
    lua_settop(L, 3);
    o.until_period = lua_isnil(L, 2);
    ta_amount to = larg_opt_integer(&c, 2, "n", 0, TA_QUOTIENT_HEAPS_MOST, TA_QUOTIENT_HEAPS_MOST);
    larg_settings(&c, 3, known);
    o.elements = larg_field_integer(&c, 3, "elements", 1, TA_QUOTIENT_ELEMENTS_MOST, 0);
    o.positions = larg_field_integer(&c, 3, "positions", 1, TA_MAX, 0);
    o.stop_at_period = larg_field_boolean(&c, 3, "stop_at_period");
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_quotient *made = NULL;
    lcall_begin(&c);
    ta_status s = ta_quotient_create(&a, &c.call, c.object, to, &o, &made);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, made);
    lcall_end(&c);
    lua_settop(L, 4);
    return 1;
}

/* ---- Asking ---- */

/* The size of the quotient at index 1, and its largest heap. */
static size_t size_of(lcall *c, lua_State *L, const char *name, ta_amount *heaps) {
    lcall_method(c, L, &type, name);
    lcall_begin_shared(c);
    size_t order = ta_quotient_order(c->object);
    *heaps = ta_quotient_heaps(c->object);
    lcall_end(c);
    return order;
}

static int order(lua_State *L) {
    lcall c;
    ta_amount heaps;
    lua_pushinteger(L, (lua_Integer)size_of(&c, L, "order", &heaps));
    return 1;
}

static int heaps(lua_State *L) {
    lcall c;
    ta_amount last;
    size_of(&c, L, "heaps", &last);
    lua_pushinteger(L, last);
    return 1;
}

static int is_p(lua_State *L) {
    lcall c;
    ta_amount last, most = (ta_amount)size_of(&c, L, "is_p", &last) - 1;
    size_t x = (size_t)larg_integer(&c, 2, "x", 0, most);
    lcall_begin_shared(&c);
    int p = ta_quotient_is_p(c.object, x);
    lcall_end(&c);
    lua_pushboolean(L, p);
    return 1;
}

static int product(lua_State *L) {
    lcall c;
    ta_amount last, most = (ta_amount)size_of(&c, L, "product", &last) - 1;
    size_t x = (size_t)larg_integer(&c, 2, "x", 0, most);
    size_t y = (size_t)larg_integer(&c, 3, "y", 0, most);
    lcall_begin_shared(&c);
    size_t xy = ta_quotient_product(c.object, x, y);
    lcall_end(&c);
    lua_pushinteger(L, (lua_Integer)xy);
    return 1;
}

static int element(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "element");
    ta_amount list[LHEAP_HEAPS_MOST];
    size_t count = lheap_heaps(&c, 2, list), x = 0;
    lcall_begin_shared(&c);
    ta_status s = ta_quotient_element(c.object, &c.call, list, count, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushinteger(L, (lua_Integer)x);
    return 1;
}

typedef struct place {
    const ta_quotient *quotient;
    size_t element;
} place;

static int push_position(lua_State *L, const void *results) {
    const place *x = results;
    size_t count;
    const uint16_t *at = ta_quotient_position(x->quotient, x->element, &count);
    lpush_list(L, (int)count);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, at[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int position(lua_State *L) {
    lcall c;
    ta_amount last, most = (ta_amount)size_of(&c, L, "position", &last) - 1;
    place x = { NULL, (size_t)larg_integer(&c, 2, "x", 0, most) };
    lcall_begin_shared(&c);
    x.quotient = c.object;
    return lcall_give(&c, push_position, &x);
}

/* {period =, preperiod =, heaps =}, or nothing. */
static int period(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "period");
    ta_period p = { .proved = 0 };
    lcall_begin_shared(&c);
    int proved = ta_quotient_period(c.object, &p);
    lcall_end(&c);
    if (!proved) return 0;
    lpush_record(L, 4);
    lpush_field(L, "period", p.period);
    lpush_field(L, "preperiod", p.preperiod);
    lpush_field(L, "heaps", p.heaps);
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, "proved");
    return 1;
}

/* misere_quotient_moves(game, quotient, ...): the moves in a sum of heaps to misere P-positions. The game
** comes first, for its rule looks for it there. */
static int moves(lua_State *L) {
    lcall c;
    lcall_on(&c, L, 1, lheap_type, "winning_moves");
    lbox *quotient = lbox_check(L, 2, &type, "winning_moves");
    ta_amount list[LHEAP_HEAPS_MOST];
    size_t count = lheap_heaps(&c, 3, list);
    lheap_moves x = { lbuffer_push(L, SIZE_MAX), 0 };
    lcall_also(&c, &quotient, 1);
    lcall_begin(&c);
    ta_status s = ta_quotient_winning_moves(lbox_object(quotient), &c.call, c.object, list, count,
                                            lheap_gather, &x);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lheap_push_moves(L, &x);
    return 1;
}

static int push_text(lua_State *L, const void *quotient) {
    lua_pushfstring(L, "quotient of heaps to %I, %I elements",
                    (LUAI_UACINT)ta_quotient_heaps(quotient),
                    (LUAI_UACINT)ta_quotient_order(quotient));
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

static const luaL_Reg methods[] = {
    { "order", order },     { "heaps", heaps },       { "is_p", is_p },     { "product", product },
    { "element", element }, { "position", position }, { "period", period }, { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "misere_quotient", misere_quotient },
    { "misere_quotient_moves", moves },
    { NULL, NULL },
};

void lquotient_open(lua_State *L) {
    lbox_register(L, &type, methods, meta);
    luaL_setfuncs(L, functions, 0);
}
