/*
** condition_template.h - what answers (n; d, e) of NIM with Cash from a certificate: the box and the methods that win
** conditions and phases share; a template over CONDITION (ta_CONDITION is the object), NAME (the type's) and NOUN, with
** the settings that checking one takes in `checking`. Included by win_condition.c and phases.c.
*/
#include "arg.h"
#include "list.h"
#include "modules.h"
#include "push.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define OBJECT JOIN(ta_, CONDITION, )
#define KERNEL(what) JOIN(ta_, CONDITION, what)

static void destroy(void *object) {
    KERNEL(_destroy)(object);
}

static const lbox_type type = {
    NAME,
    NOUN,
    destroy,
    .closable = 0,
};

/* ---- Making ---- */

/* The set A at 1. */
static const ta_amount *set_of(lcall *c, size_t *count) {
    static const llist_kind kind = { "a list of positive integers", .lo = 1, .hi = TA_MAX,
                                     .most = 4096 };
    const ta_amount *set = llist_integers(c, 1, "A", &kind, count);
    if (*count == 0) larg_error(c, 1, "A", "a list of positive integers, not an empty one");
    return set;
}

static int load_text(lua_State *L) {
    lcall c;
    lcall_function(&c, L, "load_certificate");
    if (lua_type(L, 1) != LUA_TSTRING) larg_error(&c, 1, "text", "the text of a certificate");
    size_t length;
    const char *text = lua_tolstring(L, 1, &length);
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    OBJECT *loaded;
    lcall_begin(&c);
    ta_status s = KERNEL(_load)(&a, &c.call, text, length, &loaded);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, loaded);
    lcall_end(&c);
    return 1;
}

/* ---- Asking ---- */

static int winner(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winner");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0);
    ta_amount e = larg_amount(&c, 4, "e", 0);
    int mover;
    lcall_begin(&c);
    ta_status s = KERNEL(_winner)(c.object, &c.call, n, d, e, &mover);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushstring(L, mover ? "I" : "II");
    return 1;
}

static int least_cash(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "least_cash");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount e = larg_amount(&c, 3, "e", 0), least;
    lcall_begin(&c);
    ta_status s = KERNEL(_least_cash)(c.object, &c.call, n, e, &least);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amount(L, least);
    return 1;
}

static int winning_moves(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "winning_moves");
    ta_amount n = larg_integer(&c, 2, "n", 0, TA_MAX);
    ta_amount d = larg_amount(&c, 3, "d", 0);
    ta_amount e = larg_amount(&c, 4, "e", 0);
    ta_amount moves[64]; /* as many as the largest set has members */
    size_t count;
    lcall_begin(&c);
    ta_status s = KERNEL(_moves)(c.object, &c.call, n, d, e, moves, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_amounts(L, moves, count);
    return 1;
}

static int check(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "check");
    lua_settop(L, 2);
    larg_settings(&c, 2, checking);
    larg_threads(&c, 2);
    larg_push_function(&c, 2, "progress");
    int holds;
    lcall_progress(&c, 3);
    lcall_begin(&c);
    ta_status s = KERNEL(_check)(c.object, &c.call, &holds);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, holds);
    if (holds) return 1;
    lua_pushstring(L, c.call.message);
    return 2;
}

/* ---- Its text ---- */

static int push_certificate(lua_State *L, const void *object) {
    size_t length = KERNEL(_text)(object, NULL, 0);
    luaL_Buffer b;
    char *to = luaL_buffinitsize(L, &b, length + 1);
    KERNEL(_text)(object, to, length + 1);
    luaL_pushresultsize(&b, length);
    return 1;
}

static int certificate(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &type, "certificate");
    lcall_begin_shared(&c);
    return lcall_give(&c, push_certificate, c.object);
}

/* "NOUN of NIM with Cash {1,2,5}, proved for all `of`", as the start of a buffer. */
static void add_head(luaL_Buffer *b, const ta_amount *set, size_t count, int checked,
                     const char *of) {
    luaL_addstring(b, NOUN " of NIM with Cash {");
    for (size_t i = 0; i < count; i++) {
        if (i) luaL_addchar(b, ',');
        lua_pushinteger(b->L, set[i]);
        luaL_addvalue(b);
    }
    luaL_addstring(b, checked ? "}, proved for all " : "}, not checked");
    if (checked) luaL_addstring(b, of);
}

/* ---- The module ---- */

/* The type with its methods, of which the fields are asked by `index`, and which stand in the module on top as
** `shared`: the Lua front adds what is text. */
static void open_type(lua_State *L, const luaL_Reg *methods, const luaL_Reg *meta,
                      lua_CFunction index, const char *shared) {
    lbox_register(L, &type, methods, meta);
    luaL_getmetatable(L, type.name);
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, shared);
    lua_pushcclosure(L, index, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

#undef JOIN_
#undef JOIN
#undef OBJECT
#undef KERNEL
