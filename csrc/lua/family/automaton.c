/*
** automaton.c - numerations and automata for Lua, as the core has them. A track is a number from 0
** to 31, and a set of tracks is a mask. lua/takeaway/engine/numeration.lua gives tracks names. Both
** objects are read-only once made, so calls on them may nest.
*/
#include "lua/base/arg.h"
#include "automaton_int.h"
#include "base/status.h"
#include "lua/base/modules.h"
#include "takeaway/automaton.h"

static void destroy_numeration(void *object) {
    ta_numeration_destroy(object);
}

static const ludata_type numeration_type = {
    "takeaway.numeration",
    "numeration",
    destroy_numeration,
    .closable = 0,
};

static const llist_kind coefficients_kind = { "a list of integers from -4096 to 4096",
                                              .lo = -TA_COEFFICIENTS_MOST,
                                              .hi = TA_COEFFICIENTS_MOST, .most = TA_ORDER_MOST };
static const llist_kind first_kind = { "a list of positive integers", .lo = 1,
                                       .hi = (ta_amount)1 << 60, .most = TA_ORDER_MOST };
static const llist_kind tracks_kind = { "a list of tracks, 0 to 31", .lo = 0, .hi = TA_TRACKS - 1,
                                        .most = TA_TRACKS };
static const llist_kind signed_kind = { "a list of integers within 2^40",
                                        .lo = -((ta_amount)1 << 40), .hi = (ta_amount)1 << 40,
                                        .most = TA_TRACKS };

/* ---- Numerations ---- */

static ta_status numeration(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_allocator allocator = lmethod_allocator(call);
    const ta_automaton_limits most = { a[3].n, (double)a[4].n };
    ta_numeration *made = NULL;
    (void)object;
    if (a[0].count == 0)
        return ta_fail(call, TA_EINVAL, "recurrence: expected a list of 1 to 16 coefficients");
    if (a[1].count != a[0].count)
        return ta_fail(call, TA_EINVAL,
                       "first: expected as many weights as the recurrence has terms");
    ta_status s = ta_numeration_create(&allocator, call, (unsigned)a[0].count, a[0].list,
                                       a[1].list, &most, &made);
    r->made = made;
    return s;
}

LPLAIN(digits, r->size = ta_numeration_digits(object))

/* write(decimal): the digits, a byte each, most significant first. */
static ta_status write_digits(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    r->size = 0;
    ta_status s = ta_numeration_write(object, call, a[0].bytes, a[0].count, NULL, &r->size);
    if (!s) s = lcall_block(call->host, r->size + 1, &r->record);
    return s ? s : ta_numeration_write(object, call, a[0].bytes, a[0].count, r->record, &r->size);
}

static ta_status read_digits(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    const uint8_t *digit = (const uint8_t *)a[0].bytes;
    unsigned most = ta_numeration_digits(object);
    for (size_t i = 0; i < a[0].count; i++)
        if (digit[i] >= most)
            return ta_fail(call, TA_EINVAL, "digit %zu is %d; digits are 0 to %u", i + 1, digit[i],
                           most - 1);
    r->size = 0;
    ta_status s = ta_numeration_read(object, call, digit, a[0].count, NULL, &r->size);
    if (!s) s = lcall_block(call->host, r->size, &r->record);
    if (!s) s = ta_numeration_read(object, call, digit, a[0].count, r->record, &r->size);
    r->size--; /* without the zero byte at the end */
    return s;
}

/* ---- Making automata ---- */

static const char *const relations[] = { "=", "<=", NULL };

/* linear(tracks, coefficients, relation, constant) */
static ta_status linear(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_automaton *made = NULL;
    uint8_t track[TA_TRACKS];
    uint32_t seen = 0;
    if (a[0].count != a[1].count)
        return ta_fail(call, TA_EINVAL, "coefficients: expected one for each track");
    for (size_t i = 0; i < a[0].count; i++) {
        track[i] = (uint8_t)a[0].list[i];
        if (seen >> track[i] & 1)
            return ta_fail(call, TA_EINVAL, "tracks: expected different tracks");
        seen |= (uint32_t)1 << track[i];
    }
    ta_status s = ta_automaton_linear(object, call, a[0].count, track, a[1].list,
                                      a[2].n ? TA_AT_MOST : TA_EQUAL, a[3].n, &made);
    r->made = made;
    return s;
}

LMAKER(all, ta_automaton, ta_automaton_all(object, call, (uint32_t)a[0].n, &made))

/* table(tracks, next, accepting): states are numbered from 0. For each state `next` has one state
** for each letter; track 0 has the most significant digit of a letter. */
static const llist_kind next_kind = { "a list of states", .lo = 0, .hi = UINT32_MAX,
                                      .most = (ta_amount)1 << 26 };
static const llist_kind accepting_kind = { "a list of 0 and 1", .lo = 0, .hi = 1,
                                           .most = (ta_amount)1 << 24 };

static ta_status from_table(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    lcall *c = call->host;
    ta_automaton *made = NULL;
    void *to = NULL, *accepts = NULL;
    size_t count = a[1].count, rows = a[2].count, letters = 1;
    for (ta_amount t = 0; t < a[0].n; t++) letters *= ta_numeration_digits(object);
    if (!rows || count != rows * letters)
        return ta_fail(call, TA_EINVAL,
                       "table: a state for each of %zu letters of each of %zu states was expected, "
                       "got %zu",
                       letters, rows, count);
    ta_status s = lcall_block(c, count * sizeof(uint32_t), &to);
    if (!s) s = lcall_block(c, rows, &accepts);
    if (s) return s;
    for (size_t i = 0; i < count; i++) ((uint32_t *)to)[i] = (uint32_t)a[1].list[i];
    for (size_t i = 0; i < rows; i++) ((uint8_t *)accepts)[i] = (uint8_t)a[2].list[i];
    s = ta_automaton_from_table(object, call, (unsigned)a[0].n, (uint32_t)rows, to, accepts, &made);
    r->made = made;
    return s;
}

/* ---- Learning ---- */

/* The Lua function at stack index `fn`. f(matters, x...) returns whether a vector is in the set:
** true, false or nil. */
typedef struct membership {
    int fn;
    unsigned tracks;
} membership;

static ta_status is_member(void *ctx, ta_call *call, const int64_t *x, int *in) {
    const membership *m = ctx;
    lcall *c = call->host;
    lua_State *L = c->L;
    lua_pushvalue(L, m->fn);
    lua_pushboolean(L, *in);
    for (unsigned t = 0; t < m->tracks; t++) lua_pushinteger(L, x[t]);
    ta_status s = lcall_protected(c, (int)m->tracks + 1, 1, "members");
    if (s) return s;
    *in = lua_isnil(L, -1) ? TA_UNKNOWN : lua_toboolean(L, -1);
    lua_pop(L, 1);
    return TA_OK;
}

static void destroy_learner(void *object) {
    ta_learner_destroy(object);
}

/* User value 1: the numeration's box; 2: the number of tracks. */
static const ludata_type learner_type = {
    "takeaway.learner",
    "learner",
    destroy_learner,
    .closable = 0,
};

/* learner(tracks, side) */
static int learner(lcall *c, const lgiven *a) {
    lua_State *L = c->L;
    ludata *box = ludata_push(L, &learner_type, 2);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushinteger(L, a[0].n);
    lua_setiuservalue(L, -2, 2);
    ta_learner *made = NULL;
    lcall_begin_shared(c);
    ta_status s =
        ta_learner_create(c->object, &c->call, (unsigned)a[0].n, (uint32_t)a[1].n, &made);
    if (s) return lcall_fail(c, s);
    ludata_own(box, made);
    lcall_end(c);
    return 1;
}

static void read_member(lcall *c, int index, lgiven *a) {
    luaL_checktype(c->L, index, LUA_TFUNCTION);
    lua_getiuservalue(c->L, 1, 2);
    a->n = lua_tointeger(c->L, -1); /* the number of tracks */
}
static const llist_kind vectors_kind = { "a list of numbers", .lo = 0, .hi = (ta_amount)1 << 60 };

/* guess(member, examples, states): `examples` is a flat list of vectors, added to earlier ones. */
static ta_status guess(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    membership m = { 2, (unsigned)a[0].n };
    ta_automaton *made = NULL;
    if (!lua_checkstack(((lcall *)call->host)->L, TA_TRACKS)) return TA_ENOMEM;
    ta_status s = ta_learner_guess(object, call, is_member, &m, a[1].list, a[1].count / m.tracks,
                                   (uint32_t)a[2].n, &made);
    r->made = made;
    return s;
}

/* ---- Joins ---- */

/* The list at this index, of automata of this numeration. Pushes a userdata with their array. */
static const ta_automaton **automata(lcall *c, int index, const char *what, size_t *count) {
    lua_State *L = c->L;
    const ta_numeration *n = ludata_object(ludata_check(L, 1, &numeration_type, c->name));
    luaL_checktype(L, index, LUA_TTABLE);
    *count = lua_rawlen(L, index);
    const ta_automaton **list = lua_newuserdatauv(L, (*count + 1) * sizeof *list, 0);
    for (size_t i = 0; i < *count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1); /* the list keeps it alive */
        list[i] = ludata_object(ludata_check(L, -1, &lautomaton_type, c->name));
        if (ta_automaton_numeration(list[i]) != n)
            larg_error(c, index, what, "automata of this numeration");
        lua_pop(L, 1);
    }
    return list;
}

static void read_all(lcall *c, int index, lgiven *a) {
    a->object = automata(c, index, "all", &a->count);
}
static void read_none(lcall *c, int index, lgiven *a) {
    a->object = automata(c, index, "none", &a->count);
}

/* join(all, none, tracks): project `tracks` away. A vector on the other tracks is accepted when
** some numbers on these make every automaton of `all` accept, and none of `none`. */
static ta_status join(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_automaton *made = NULL;
    (void)object;
    if (a[0].count + a[1].count == 0)
        return ta_fail(call, TA_EINVAL, "all: expected an automaton here or among none");
    ta_status s = ta_automaton_join(call, a[0].count, a[0].object, a[1].count, a[1].object,
                                    (uint32_t)a[2].n, &made);
    r->made = made;
    return s;
}

/* The join in the table at this stack index: {automaton, ..., none = {automaton, ...}, gone =
** tracks}. What it borrows stays on the stack. */
static void join_at(lcall *c, int index, ta_join *join) {
    lua_State *L = c->L;
    join->all = automata(c, index, "joins", &join->count);
    lua_getfield(L, index, "none");
    join->none = automata(c, lua_gettop(L), "joins", &join->missed);
    lua_getfield(L, index, "gone");
    join->tracks = (uint32_t)larg_integer(c, lua_gettop(L), "joins: gone", 0, UINT32_MAX);
    if (join->count + join->missed == 0) larg_error(c, index, "joins", "an automaton in each");
}

static void read_joins(lcall *c, int index, lgiven *a) {
    lua_State *L = c->L;
    luaL_checktype(L, index, LUA_TTABLE);
    a->count = lua_rawlen(L, index);
    if (a->count > 1000) larg_error(c, index, "joins", "at most 1000 joins");
    ta_join *join = lua_newuserdatauv(L, (a->count + 1) * sizeof *join, 0);
    for (size_t i = 0; i < a->count; i++) {
        luaL_checkstack(L, LUA_MINSTACK, c->name);
        if (lua_rawgeti(L, index, (lua_Integer)i + 1) != LUA_TTABLE)
            larg_error(c, index, "joins", "a list of joins");
        join_at(c, lua_gettop(L), &join[i]);
    }
    a->object = join;
}

/* any(all, none, joins): does some vector satisfy every automaton of `all`, and none of `none` nor
** of the joins? */
static ta_status any(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    r->truth = 0;
    if (a[0].count + a[1].count + a[2].count == 0)
        return ta_fail(call, TA_EINVAL, "all: expected an automaton here or elsewhere");
    return ta_automaton_any(object, call, a[0].count, a[0].object, a[1].count, a[1].object,
                            a[2].count, a[2].object, &r->truth);
}

/* ---- Method tables ---- */

/* An automaton keeps its numeration in user value 1. Here that is the object of the call. */
#define OF_NUMERATION LR_OBJECT, .makes = &lautomaton_type, .uservalues = 1, .keeps = 1, .shared = 1

static const lmethod numeration_methods[] = {
    { "digits", .gives = LR_SIZE, .kernel = digits, .direct = 1 },
    { "write", { LBYTES("number", "a number as decimal digits") }, LR_BYTES, .kernel = write_digits,
      .shared = 1 },
    { "read", { LBYTES("digits", "digits, a byte each") }, LR_BYTES, .kernel = read_digits,
      .shared = 1 },
    { "linear", { LLIST("tracks", tracks_kind), LLIST("coefficients", signed_kind),
      LNAME("relation", relations, "\"=\" or \"<=\""),
      LINTEGER("constant", -((ta_amount)1 << 40), (ta_amount)1 << 40) }, OF_NUMERATION,
      .kernel = linear },
    { "all", { LINTEGER("tracks", 0, UINT32_MAX) }, OF_NUMERATION, .kernel = all },
    { "table", { LINTEGER("tracks", 1, 8), LLIST("next", next_kind),
      LLIST("accepting", accepting_kind) }, OF_NUMERATION, .kernel = from_table },
    { "learner", { LINTEGER("tracks", 1, 8), LINTEGER("side", 1, (ta_amount)1 << 30) }, LR_OBJECT,
      .body = learner },
    { "join", { LREAD("all", read_all, "a list of automata"),
      LREAD("none", read_none, "a list of automata"), LINTEGER("tracks", 0, UINT32_MAX) },
      OF_NUMERATION, .kernel = join },
    { "any", { LREAD("all", read_all, "a list of automata"),
      LREAD("none", read_none, "a list of automata"),
      LREAD("joins", read_joins, "a list of joins") }, LR_BOOLEAN, .kernel = any, .shared = 1 },
    { .name = NULL },
};

static const lmethod learner_methods[] = {
    { "guess", { LREAD("member", read_member, "a function"), LLIST("examples", vectors_kind),
      LOPTIONAL("states", 1, UINT32_MAX, 0) }, LR_OBJECT, .kernel = guess,
      .makes = &lautomaton_type, .uservalues = 1, .keeps = 2 },
    { .name = NULL },
};

static const lmethod functions[] = {
    { "numeration", { LLIST("recurrence", coefficients_kind), LLIST("first", first_kind),
      LSETTINGS(LCOUNT("states"), LCOUNT("bytes")) }, LR_OBJECT, .kernel = numeration,
      .makes = &numeration_type },
    { .name = NULL },
};

void lautomaton_open(lua_State *L) {
    lmethod_register(L, &numeration_type, numeration_methods);
    lautomaton_register(L);
    lmethod_register(L, &learner_type, learner_methods);
    lmethod_functions(L, functions);
}
