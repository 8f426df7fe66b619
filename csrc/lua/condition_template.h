/*
** condition_template.h - what answers (n; d, e) of NIM with Cash from a certificate: the box and the methods that win
** conditions and phases share; a template over CONDITION (ta_CONDITION is the object), NAME (the type's) and NOUN, with
** the settings that checking one takes as CHECKING. Included by win_condition.c and phases.c.
*/
#include "method.h"
#include "modules.h"
#include "push.h"
#include "base/status.h"

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

static const llist_kind set_kind = { "a list of positive integers", .lo = 1, .hi = TA_MAX,
                                     .most = 4096 };

static ta_status no_members(ta_call *call) {
    return ta_fail(call, TA_EINVAL,
                   "A: expected a list of positive integers, not an empty one, got a table");
}

LMAKER(load_text, OBJECT, KERNEL(_load)(&allocator, call, a[0].bytes, a[0].count, &made))

/* ---- Asking ---- */

#define MOVES_MOST 64 /* as many as the largest set has members */

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

/* Rows that both have. */
#define POSITION { LNATURAL("n"), LAMOUNT("d", 0), LAMOUNT("e", 0) }
#define CONDITION_METHODS                                                                        \
    { "winner", POSITION, LR_PLAYER, .kernel = winner },                                         \
    { "winning_moves", POSITION, LR_AMOUNTS, .kernel = winning_moves,                            \
      .size = MOVES_MOST * sizeof(ta_amount) },                                                  \
    { "least_cash", { LNATURAL("n"), LAMOUNT("e", 0) }, LR_AMOUNT, .kernel = least_cash },       \
    { "check", { CHECKING }, LR_VERDICT, .kernel = check },                                      \
    { "certificate", .gives = LR_RECORD, .kernel = certificate, .push = push_certificate,        \
      .busy = 1, .shared = 1 }

#define CONDITION_LOADER                                                                         \
    { LBYTES("text", "the text of a certificate") }, LR_OBJECT, .kernel = load_text,             \
    .makes = &type, .call = "load_certificate"

/* "NOUN of NIM with Cash {1,2,5}, proved for all `of`", as the start of a buffer. */
static void add_head(luaL_Buffer *b, const ta_amount *members, size_t count, int checked,
                     const char *of) {
    luaL_addstring(b, NOUN " of NIM with Cash {");
    for (size_t i = 0; i < count; i++) {
        if (i) luaL_addchar(b, ',');
        lua_pushinteger(b->L, members[i]);
        luaL_addvalue(b);
    }
    luaL_addstring(b, checked ? "}, proved for all " : "}, not checked");
    if (checked) luaL_addstring(b, of);
}

/* ---- The module ---- */

/* The type with its methods, whose fields `index` reads, and whose methods are the field `shared` of
** the module on top: the Lua front adds what is text. */
static void open_type(lua_State *L, const lmethod *methods, lua_CFunction index,
                      const char *shared) {
    lmethod_register(L, &type, methods);
    lmethod_share(L, &type, shared);
    luaL_getmetatable(L, type.name);
    lua_getfield(L, -1, "__index");
    lua_pushcclosure(L, index, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}

#undef JOIN_
#undef JOIN
#undef OBJECT
#undef KERNEL
