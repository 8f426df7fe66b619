/*
** condition_template.h - certificates that solve (n; d, e) of NIM with Cash: the box, the methods
** and the fields that win conditions and phases share. win_condition.c and phases.c include it, a
** template over
**
**   CONDITION, NOUN        ta_CONDITION is the object; NOUN is its name in messages
**   INFO, INFO_OF          the struct of its numbers, and the function that fills it
**   LIMITS, LIMITS_ALONE   the struct that bounds a search, and its values without settings
**   LOAD, SHOWN, PROVED    the loader's name; the format of four numbers; the proved range
**                          ("n, d, e")
**   FINDING, CHECKING      the settings of these calls, as parameters
**
** and `limits_of`, which fills LIMITS from the settings of FINDING, and `fields`: numbers of INFO
** by name, the four that are shown first.
*/
#include <string.h>

#include "lua/base/method.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "base/status.h"

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

static const ludata_type type = {
    "takeaway." NAME,
    NOUN,
    destroy,
    .closable = 0,
};

/* ---- Making ---- */

static const llist_kind set_kind = { "a list of positive integers", .lo = 1, .hi = TA_MAX,
                                     .most = 4096 };

static ta_status find(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    LIMITS limits = LIMITS_ALONE;
    OBJECT *found = NULL;
    (void)object;
    if (a[0].count == 0)
        return ta_fail(call, TA_EINVAL,
                       "A: expected a list of positive integers, not an empty one, got a table");
    limits_of(a + 2, &limits);
    ta_status s = KERNEL(_find)(&allocator, call, a[0].list, a[0].count, &limits, &found);
    r->made = found;
    return s;
}

LMAKER(load_text, OBJECT, KERNEL(_load)(&allocator, call, a[0].bytes, a[0].count, &made))

/* ---- Queries ---- */

#define MOVES_MOST 64 /* the largest set has this many members */

LKERNEL(winner, KERNEL(_winner)(object, call, a[0].n, a[1].n, a[2].n, &r->truth))
LKERNEL(least_cash, KERNEL(_least_cash)(object, call, a[0].n, a[1].n, &r->amount))
LKERNEL(winning_moves, KERNEL(_moves)(object, call, a[0].n, a[1].n, a[2].n, r->record, &r->size))
LKERNEL(check, KERNEL(_check)(object, call, &r->truth))
LPLAIN(certificate, 0)

static int push_certificate(lua_State *L, const lanswer *r) {
    size_t length = KERNEL(_text)(r->object, NULL, 0);
    luaL_Buffer b;
    char *to = luaL_buffinitsize(L, &b, length + 1);
    KERNEL(_text)(r->object, to, length + 1);
    luaL_pushresultsize(&b, length);
    return 1;
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

/* ---- The module ---- */

/* Descriptions of methods. */
#define POSITION { LNATURAL("n"), LAMOUNT("d", 0), LAMOUNT("e", 0) }
#define CONDITION_METHODS                                                                        \
    { "winner", POSITION, LR_PLAYER, .kernel = winner },                                         \
    { "winning_moves", POSITION, LR_AMOUNTS, .kernel = winning_moves,                            \
      .size = MOVES_MOST * sizeof(ta_amount) },                                                  \
    { "least_cash", { LNATURAL("n"), LAMOUNT("e", 0) }, LR_AMOUNT, .kernel = least_cash },       \
    { "check", { CHECKING }, LR_VERDICT, .kernel = check },                                      \
    { "certificate", .gives = LR_RECORD, .kernel = certificate, .push = push_certificate,        \
      .busy = 1, .shared = 1 },                                                                  \
    { "__tostring", .gives = LR_SHOWN, .text = push_text }

static const lmethod functions[] = {
    { NAME, { LLIST("A", set_kind), FINDING }, LR_OBJECT, .kernel = find, .makes = &type },
    { LOAD, { LBYTES("text", "the text of a certificate") }, LR_OBJECT, .kernel = load_text,
      .makes = &type, .call = "load_certificate" },
    { .name = NULL },
};

/* The type with its methods, and the functions that make an object. The module on top gets the
** methods too: the Lua front adds those for text. */
static void open_type(lua_State *L, const lmethod *methods) {
    lmethod_functions(L, functions);
    lmethod_register(L, &type, methods);
    lmethod_share(L, &type, NAME "_methods");
    luaL_getmetatable(L, type.name);
    lua_getfield(L, -1, "__index");
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
