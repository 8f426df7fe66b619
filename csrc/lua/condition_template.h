/*
** condition_template.h - what answers (n; d, e) of NIM with Cash from a certificate: the box, the
** methods and the fields that win conditions and phases share. Included by win_condition.c and
** phases.c, a template over
**
**   CONDITION, NOUN       ta_CONDITION is the object; what messages call it
**   INFO, INFO_OF         the struct of its numbers, and the function that fills it
**   LIMITS, LIMITS_ALONE  the struct that bounds a search, and its values without settings
**   LOAD, SHOWN, PROVED   the loader's name; as text: how four numbers are shown, and for all what
**
** and `finding`, `checking`: the settings of these calls; `limits_of`, which reads the first; and
** `fields`: numbers of INFO by name, the four that are shown first.
*/
#include <string.h>

#include "list.h"
#include "modules.h"
#include "push.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define OBJECT JOIN(ta_, CONDITION, )
#define KERNEL(what) JOIN(ta_, CONDITION, what)
#define QUOTED_(a) #a
#define QUOTED(a) QUOTED_(a)
#define NAME QUOTED(CONDITION)

static void destroy(void *object) {
    KERNEL(_destroy)(object);
}

static const lbox_type type = {
    "takeaway." NAME,
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

static int find(lua_State *L) {
    LIMITS limits = LIMITS_ALONE;
    size_t count;
    lcall c;
    lcall_function(&c, L, NAME);
    lua_settop(L, 2);
    const ta_amount *set = set_of(&c, &count);
    larg_settings(&c, 2, finding);
    limits_of(&c, &limits);
    larg_push_function(&c, 2, "progress");
    lcall_progress(&c, -1);
    lbox *box = lbox_push(L, &type, 0);
    ta_allocator a = lcall_allocator(L);
    OBJECT *found;
    lcall_begin(&c);
    ta_status s = KERNEL(_find)(&a, &c.call, set, count, &limits, &found);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, found);
    lcall_end(&c);
    return 1;
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

/* ---- Its numbers ---- */

static ta_amount number(const INFO *info, size_t field) {
    ta_amount value;
    memcpy(&value, (const char *)info + fields[field].at, sizeof value);
    return value;
}

static int push_set(lua_State *L, const void *results) {
    const INFO *info = results;
    lpush_amounts(L, info->set, info->set_count);
    return 1;
}

/* A method (first upvalue), or a field: `set`, `checked`, one of `fields`, or nil. */
static int index_of(lua_State *L) {
    lcall c;
    INFO info;
    size_t i = 0;
    lua_settop(L, 2);
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lcall_method(&c, L, &type, NOUN);
    lcall_begin_shared(&c);
    INFO_OF(c.object, &info);
    if (strcmp(key, "set") == 0) return lcall_give(&c, push_set, &info);
    lcall_end(&c);
    const size_t count = sizeof fields / sizeof *fields;
    while (i < count && strcmp(key, fields[i].name) != 0) i++;
    if (i < count) lpush_amount(L, number(&info, i));
    else if (strcmp(key, "checked") == 0) lua_pushboolean(L, info.checked);
    else lua_pushnil(L);
    return 1;
}

/* "NOUN of NIM with Cash {1,2,5}, proved for all n, ...". */
static int push_text(lua_State *L, const void *object) {
    INFO info;
    INFO_OF(object, &info);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, NOUN " of NIM with Cash {");
    for (size_t i = 0; i < info.set_count; i++) {
        if (i) luaL_addchar(&b, ',');
        lua_pushinteger(L, info.set[i]);
        luaL_addvalue(&b);
    }
    luaL_addstring(&b, info.checked ? "}, proved for all " PROVED : "}, not checked");
    lua_pushfstring(L, ", " SHOWN, (LUAI_UACINT)number(&info, 0), (LUAI_UACINT)number(&info, 1),
                    (LUAI_UACINT)number(&info, 2), (LUAI_UACINT)number(&info, 3));
    luaL_addvalue(&b);
    luaL_pushresult(&b);
    return 1;
}

static int to_string(lua_State *L) {
    return lcall_tostring(L, &type, push_text);
}

/* ---- The module ---- */

/* The type with its methods, and the functions that make one. The methods stand in the module on
** top, too: the Lua front adds what is text. */
static void open_type(lua_State *L, const luaL_Reg *methods) {
    static const luaL_Reg meta[] = { { "__tostring", to_string }, { NULL, NULL } },
                          functions[] = { { NAME, find }, { LOAD, load_text }, { NULL, NULL } };
    luaL_setfuncs(L, functions, 0);
    lbox_register(L, &type, methods, meta);
    luaL_getmetatable(L, type.name);
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, NAME "_methods");
    lua_pushcclosure(L, index_of, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

#undef JOIN_
#undef JOIN
#undef OBJECT
#undef KERNEL
#undef QUOTED_
#undef QUOTED
#undef NAME
