/*
** automaton.c - numerations and automata for Lua, as the core has them: tracks are numbers, 0 to
** 31, and sets of tracks are masks. The front (lua/takeaway/engine/numeration.lua) gives them
** names. Both are read-only once made, so what is asked of them may nest.
*/
#include <string.h>

#include "arg.h"
#include "automaton_int.h"
#include "base/status.h"
#include "list.h"
#include "modules.h"
#include "push.h"
#include "takeaway/automaton.h"

static void destroy_numeration(void *object) {
    ta_numeration_destroy(object);
}

static const lbox_type numeration_type = {
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

static int numeration(lua_State *L) {
    static const char *const known[] = { "states", "bytes", NULL };
    lcall c;
    ta_automaton_limits limits = { 0, 0 };
    size_t order, starts;
    lcall_function(&c, L, "numeration");
    lua_settop(L, 3);
    const ta_amount *coefficients = llist_integers(&c, 1, "recurrence", &coefficients_kind, &order);
    const ta_amount *first = llist_integers(&c, 2, "first", &first_kind, &starts);
    if (order == 0) larg_error(&c, 1, "recurrence", "a list of 1 to 16 coefficients");
    if (starts != order) larg_error(&c, 2, "first", "as many weights as the recurrence has terms");
    larg_settings(&c, 3, known);
    limits.states = larg_field_integer(&c, 3, "states", 1, TA_MAX, 0);
    limits.bytes = (double)larg_field_integer(&c, 3, "bytes", 1, TA_MAX, 0);
    lbox *box = lbox_push(L, &numeration_type, 0);
    ta_allocator a = lcall_allocator(L);
    ta_numeration *made;
    lcall_begin(&c);
    ta_status s =
        ta_numeration_create(&a, &c.call, (unsigned)order, coefficients, first, &limits, &made);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, made);
    lcall_end(&c);
    return 1;
}

static int digits(lua_State *L) {
    const ta_numeration *n = lbox_object(lbox_check(L, 1, &numeration_type, "digits"));
    lua_pushinteger(L, ta_numeration_digits(n));
    return 1;
}

/* write(decimal): the digits, a byte each, most significant first. */
static int write_digits(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &numeration_type, "write");
    size_t length, count = 0;
    if (lua_type(L, 2) != LUA_TSTRING) larg_error(&c, 2, "number", "a number as decimal digits");
    const char *decimal = lua_tolstring(L, 2, &length);
    lcall_begin_shared(&c);
    ta_status s = ta_numeration_write(c.object, &c.call, decimal, length, NULL, &count);
    void *room = NULL;
    if (!s) s = lcall_block(&c, count + 1, &room);
    if (!s) s = ta_numeration_write(c.object, &c.call, decimal, length, room, &count);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushlstring(L, room, count);
    return 1;
}

static int read_digits(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &numeration_type, "read");
    size_t count, room = 0;
    if (lua_type(L, 2) != LUA_TSTRING) larg_error(&c, 2, "digits", "digits, a byte each");
    const char *word = lua_tolstring(L, 2, &count);
    lcall_begin_shared(&c);
    unsigned most = ta_numeration_digits(c.object);
    ta_status s = TA_OK;
    for (size_t i = 0; !s && i < count; i++)
        if ((unsigned char)word[i] >= most)
            s = ta_fail(&c.call, TA_EINVAL, "digit %zu is %d; digits are 0 to %u", i + 1,
                        (unsigned char)word[i], most - 1);
    if (!s) s = ta_numeration_read(c.object, &c.call, (const uint8_t *)word, count, NULL, &room);
    void *text = NULL;
    if (!s) s = lcall_block(&c, room, &text);
    if (!s) s = ta_numeration_read(c.object, &c.call, (const uint8_t *)word, count, text, &room);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushlstring(L, text, room - 1);
    return 1;
}

/* ---- Making automata ---- */

/* An empty box that keeps the numeration at stack index `numeration` alive. */
static lbox *push_box(lua_State *L, int numeration) {
    lbox *box = lbox_push(L, &lautomaton_type, 1);
    lua_pushvalue(L, numeration);
    lua_setiuservalue(L, -2, 1);
    return box;
}

/* The same for what is made of the automaton at index 1. */
static lbox *push_kin(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lbox *box = push_box(L, lua_gettop(L));
    return box;
}

static int give(lcall *c, lbox *box, ta_status s, ta_automaton *made) {
    if (s) return lcall_fail(c, s);
    lbox_own(box, made);
    lcall_end(c);
    return 1;
}

/* linear(tracks, coefficients, relation, constant) */
static int linear(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &numeration_type, "linear");
    size_t count, other;
    const ta_amount *tracks = llist_integers(&c, 2, "tracks", &tracks_kind, &count);
    const ta_amount *a = llist_integers(&c, 3, "coefficients", &signed_kind, &other);
    if (count != other) larg_error(&c, 3, "coefficients", "one for each track");
    const char *relation = lua_type(L, 4) == LUA_TSTRING ? lua_tostring(L, 4) : "";
    int equal = strcmp(relation, "=") == 0;
    if (!equal && strcmp(relation, "<=") != 0) larg_error(&c, 4, "relation", "\"=\" or \"<=\"");
    ta_amount constant = larg_integer(&c, 5, "constant", signed_kind.lo, signed_kind.hi);
    uint8_t track[TA_TRACKS];
    uint32_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        track[i] = (uint8_t)tracks[i];
        if (seen >> track[i] & 1) larg_error(&c, 2, "tracks", "different tracks");
        seen |= (uint32_t)1 << track[i];
    }
    lbox *box = push_box(L, 1);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_linear(c.object, &c.call, count, track, a,
                                      equal ? TA_EQUAL : TA_AT_MOST, constant, &made);
    return give(&c, box, s, made);
}

static uint32_t mask_at(lcall *c, int index) {
    return (uint32_t)larg_integer(c, index, "tracks", 0, UINT32_MAX);
}

static int all(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &numeration_type, "all");
    uint32_t tracks = mask_at(&c, 2);
    lbox *box = push_box(L, 1);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_all(c.object, &c.call, tracks, &made);
    return give(&c, box, s, made);
}

/* table(tracks, next, accepting): states from 0; a row of `next` has a state for each letter, the
** digit of track 0 the most significant. */
static int from_table(lua_State *L) {
    static const llist_kind next_kind = { "a list of states", .lo = 0, .hi = UINT32_MAX,
                                          .most = (ta_amount)1 << 26 };
    static const llist_kind accepting_kind = { "a list of 0 and 1", .lo = 0, .hi = 1,
                                               .most = (ta_amount)1 << 24 };
    lcall c;
    lcall_method(&c, L, &numeration_type, "table");
    unsigned tracks = (unsigned)larg_integer(&c, 2, "tracks", 1, 8);
    size_t count, states, letters = 1;
    const ta_amount *next = llist_integers(&c, 3, "next", &next_kind, &count);
    const ta_amount *accepting = llist_integers(&c, 4, "accepting", &accepting_kind, &states);
    lbox *box = push_box(L, 1);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    for (unsigned t = 0; t < tracks; t++) letters *= ta_numeration_digits(c.object);
    void *to = NULL, *accepts = NULL;
    ta_status s = TA_OK;
    if (!states || count != states * letters)
        s = ta_fail(&c.call, TA_EINVAL,
                    "table: a state for each of %zu letters of each of %zu states was expected, "
                    "got %zu",
                    letters, states, count);
    if (!s) s = lcall_block(&c, count * sizeof(uint32_t), &to);
    if (!s) s = lcall_block(&c, states, &accepts);
    if (s) return lcall_fail(&c, s);
    for (size_t i = 0; i < count; i++) ((uint32_t *)to)[i] = (uint32_t)next[i];
    for (size_t i = 0; i < states; i++) ((uint8_t *)accepts)[i] = (uint8_t)accepting[i];
    s = ta_automaton_from_table(c.object, &c.call, tracks, (uint32_t)states, to, accepts, &made);
    lua_pushvalue(L, -3);
    return give(&c, box, s, made);
}

/* The Lua function at `fn` says, f(matters, x...), whether a vector is in the set: true, false, or nil. */
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

/* User value 1: the numeration's box; 2: how many tracks. */
static const lbox_type learner_type = {
    "takeaway.learner",
    "learner",
    destroy_learner,
    .closable = 0,
};

/* learner(tracks, side) */
static int learner(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &numeration_type, "learner");
    unsigned tracks = (unsigned)larg_integer(&c, 2, "tracks", 1, 8);
    ta_amount side = larg_integer(&c, 3, "side", 1, (ta_amount)1 << 30);
    lbox *box = lbox_push(L, &learner_type, 2);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushinteger(L, (lua_Integer)tracks);
    lua_setiuservalue(L, -2, 2);
    ta_learner *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_learner_create(c.object, &c.call, tracks, (uint32_t)side, &made);
    if (s) return lcall_fail(&c, s);
    lbox_own(box, made);
    lcall_end(&c);
    return 1;
}

/* guess(member, examples, states): examples a flat list of vectors, added to those before. */
static int guess(lua_State *L) {
    static const llist_kind vectors_kind = { "a list of numbers", .lo = 0,
                                             .hi = (ta_amount)1 << 60 };
    lcall c;
    lcall_method(&c, L, &learner_type, "guess");
    lua_settop(L, 4);
    lua_getiuservalue(L, 1, 2);
    membership m = { 2, (unsigned)lua_tointeger(L, -1) };
    luaL_checktype(L, 2, LUA_TFUNCTION);
    size_t count;
    const ta_amount *examples = llist_integers(&c, 3, "examples", &vectors_kind, &count);
    ta_amount most = larg_opt_integer(&c, 4, "states", 1, UINT32_MAX, 0);
    luaL_checkstack(L, TA_TRACKS, "guess");
    lbox *box = push_kin(L);
    int at = lua_gettop(L);
    ta_automaton *made = NULL;
    lcall_begin(&c);
    ta_status s = ta_learner_guess(c.object, &c.call, is_member, &m, examples, count / m.tracks,
                                   (uint32_t)most, &made);
    if (!s) lua_settop(L, at);
    return give(&c, box, s, made);
}

static int combine(lua_State *L) {
    static const char *const names[] = { "and", "or", "xor", "less" };
    static const unsigned truths[] = { TA_AND, TA_OR, TA_XOR, TA_LESS };
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "combine");
    const ta_automaton *b = lbox_object(lbox_check(L, 2, &lautomaton_type, "combine"));
    const char *name = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "";
    int op = 0;
    while (op < 4 && strcmp(names[op], name) != 0) op++;
    if (op == 4) larg_error(&c, 3, "how", "\"and\", \"or\", \"xor\" or \"less\"");
    lbox *box = push_kin(L);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = TA_OK;
    if (ta_automaton_numeration(c.object) != ta_automaton_numeration(b))
        s = ta_fail(&c.call, TA_EINVAL, "combine: the automata are of two numerations");
    if (!s) s = ta_automaton_combine(&c.call, c.object, b, truths[op], &made);
    return give(&c, box, s, made);
}

/* A list of automata of this numeration, at this index; their array is pushed. */
static const ta_automaton **automata(lcall *c, int index, const char *what, size_t *count) {
    lua_State *L = c->L;
    const ta_numeration *n = lbox_object(lbox_check(L, 1, &numeration_type, c->name));
    luaL_checktype(L, index, LUA_TTABLE);
    *count = lua_rawlen(L, index);
    const ta_automaton **list = lua_newuserdatauv(L, (*count + 1) * sizeof *list, 0);
    for (size_t i = 0; i < *count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1); /* which holds it */
        list[i] = lbox_object(lbox_check(L, -1, &lautomaton_type, c->name));
        if (ta_automaton_numeration(list[i]) != n)
            larg_error(c, index, what, "automata of this numeration");
        lua_pop(L, 1);
    }
    return list;
}

/* join(all, none, tracks): the vectors on the other tracks with which, for some numbers on these,
** all of the first automata accept and none of the second. */
static int join(lua_State *L) {
    lcall c;
    size_t count, missed;
    lcall_method(&c, L, &numeration_type, "join");
    uint32_t tracks = mask_at(&c, 4);
    const ta_automaton **a = automata(&c, 2, "all", &count);
    const ta_automaton **b = automata(&c, 3, "none", &missed);
    if (count + missed == 0) larg_error(&c, 2, "all", "an automaton here or among none");
    lbox *box = push_box(L, 1);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_join(&c.call, count, a, missed, b, tracks, &made);
    return give(&c, box, s, made);
}

/* A join at this stack index: {automaton, ..., none = {automaton, ...}, gone = tracks}. What it
** borrows stays on the stack. */
static void join_at(lcall *c, int index, ta_join *join) {
    lua_State *L = c->L;
    join->all = automata(c, index, "joins", &join->count);
    lua_getfield(L, index, "none");
    join->none = automata(c, lua_gettop(L), "joins", &join->missed);
    lua_getfield(L, index, "gone");
    join->tracks = (uint32_t)larg_integer(c, lua_gettop(L), "joins: gone", 0, UINT32_MAX);
    if (join->count + join->missed == 0) larg_error(c, index, "joins", "an automaton in each");
}

/* any(all, none, joins): is there a vector that all of the first accept, none of the second, and
** that none of the joins has? */
static int any(lua_State *L) {
    lcall c;
    size_t count, missed;
    int some = 0;
    lcall_method(&c, L, &numeration_type, "any");
    const ta_automaton **a = automata(&c, 2, "all", &count);
    const ta_automaton **b = automata(&c, 3, "none", &missed);
    luaL_checktype(L, 4, LUA_TTABLE);
    size_t joins = lua_rawlen(L, 4);
    if (count + missed + joins == 0) larg_error(&c, 2, "all", "an automaton here or elsewhere");
    if (joins > 1000) larg_error(&c, 4, "joins", "at most 1000 joins");
    ta_join *join = lua_newuserdatauv(L, (joins + 1) * sizeof *join, 0);
    for (size_t i = 0; i < joins; i++) {
        luaL_checkstack(L, LUA_MINSTACK, c.name);
        if (lua_rawgeti(L, 4, (lua_Integer)i + 1) != LUA_TTABLE)
            larg_error(&c, 4, "joins", "a list of joins");
        join_at(&c, lua_gettop(L), &join[i]);
    }
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_any(c.object, &c.call, count, a, missed, b, joins, join, &some);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, some);
    return 1;
}

static int complement(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "complement");
    lbox *box = push_kin(L);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_not(&c.call, c.object, &made);
    return give(&c, box, s, made);
}

static int exists(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "exists");
    uint32_t tracks = mask_at(&c, 2);
    lbox *box = push_kin(L);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_exists(&c.call, c.object, tracks, &made);
    return give(&c, box, s, made);
}

/* rename(to): track i - 1 becomes to[i]. */
static int rename_tracks(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "rename");
    size_t count;
    uint8_t to[TA_TRACKS] = { 0 };
    const ta_amount *given = llist_integers(&c, 2, "to", &tracks_kind, &count);
    for (size_t i = 0; i < TA_TRACKS; i++) to[i] = (uint8_t)(i < count ? given[i] : (ta_amount)i);
    lbox *box = push_kin(L);
    ta_automaton *made = NULL;
    lcall_begin_shared(&c);
    ta_status s = ta_automaton_rename(&c.call, c.object, to, &made);
    return give(&c, box, s, made);
}

/* ---- Opening ---- */

static const luaL_Reg numeration_methods[] = {
    { "digits", digits }, { "write", write_digits }, { "read", read_digits }, { "linear", linear },
    { "all", all },       { "table", from_table },   { "learner", learner },  { "join", join },
    { "any", any },       { NULL, NULL },
};

static const luaL_Reg automaton_methods[] = {
    { "combine", combine },
    { "complement", complement },
    { "exists", exists },
    { "rename", rename_tracks },
    { "states", lautomaton_states },
    { "nodes", lautomaton_nodes },
    { "tracks", lautomaton_tracks },
    { "is_empty", lautomaton_is_empty },
    { "equal", lautomaton_equal },
    { "accepting", lautomaton_accepting },
    { "read", lautomaton_read_words },
    { "shortest", lautomaton_shortest },
    { NULL, NULL },
};

static const luaL_Reg learner_methods[] = { { "guess", guess }, { NULL, NULL } };

static const luaL_Reg functions[] = { { "numeration", numeration }, { NULL, NULL } };

void lautomaton_open(lua_State *L) {
    lbox_register(L, &numeration_type, numeration_methods, NULL);
    lbox_register(L, &lautomaton_type, automaton_methods, NULL);
    lbox_register(L, &learner_type, learner_methods, NULL);
    luaL_setfuncs(L, functions, 0);
}
