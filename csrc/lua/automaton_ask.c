/*
** automaton_ask.c - the box of an automaton, and what is asked of it: its size, whether it is empty
** or equal to another, where words lead in it, and its shortest word.
*/
#include "arg.h"
#include "automaton_int.h"
#include "takeaway/automaton.h"

static void destroy_automaton(void *object) {
    ta_automaton_destroy(object);
}

const lbox_type lautomaton_type = {
    "takeaway.automaton",
    "automaton",
    destroy_automaton,
    .closable = 0,
};

static const ta_automaton *self(lua_State *L, const char *call) {
    return lbox_object(lbox_check(L, 1, &lautomaton_type, call));
}

int lautomaton_states(lua_State *L) {
    lua_pushinteger(L, ta_automaton_states(self(L, "states")));
    return 1;
}

int lautomaton_nodes(lua_State *L) {
    lua_pushinteger(L, ta_automaton_nodes(self(L, "nodes")));
    return 1;
}

int lautomaton_tracks(lua_State *L) {
    lua_pushinteger(L, ta_automaton_tracks(self(L, "tracks")));
    return 1;
}

int lautomaton_is_empty(lua_State *L) {
    lua_pushboolean(L, ta_automaton_is_empty(self(L, "is_empty")));
    return 1;
}

int lautomaton_equal(lua_State *L) {
    const ta_automaton *a = self(L, "equal");
    const ta_automaton *b = lbox_object(lbox_check(L, 2, &lautomaton_type, "equal"));
    lua_pushboolean(L, ta_automaton_equal(a, b));
    return 1;
}

/* accepting(state) */
int lautomaton_accepting(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "accepting");
    const ta_automaton *a = self(L, "accepting");
    ta_amount state = larg_integer(&c, 2, "state", 0, (ta_amount)ta_automaton_states(a) - 1);
    lua_pushboolean(L, ta_automaton_accepts_at(a, (uint32_t)state));
    return 1;
}

/* read(state, words): the state after words[t + 1] is read on track t, each a string of digits, all
** of one length. */
int lautomaton_read_words(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "read");
    const ta_automaton *a = self(L, "read");
    unsigned most = ta_numeration_digits(ta_automaton_numeration(a));
    uint32_t state =
        (uint32_t)larg_integer(&c, 2, "state", 0, (ta_amount)ta_automaton_states(a) - 1);
    luaL_checktype(L, 3, LUA_TTABLE);
    luaL_checkstack(L, TA_TRACKS + 2, "read");
    const char *word[TA_TRACKS] = { NULL };
    size_t length = 0, count = lua_rawlen(L, 3);
    for (size_t t = 0; t < count && t < TA_TRACKS; t++) {
        size_t n;
        if (lua_rawgeti(L, 3, (lua_Integer)t + 1) != LUA_TSTRING)
            larg_error(&c, 3, "words", "a list of strings of digits");
        word[t] = lua_tolstring(L, -1, &n);
        if (t > 0 && n != length) larg_error(&c, 3, "words", "words of one length");
        for (size_t i = 0; i < n; i++)
            if ((unsigned char)word[t][i] >= most) larg_error(&c, 3, "words", "words of digits");
        length = n;
    }
    uint8_t digit[TA_TRACKS] = { 0 };
    for (size_t i = 0; i < length; i++) {
        for (size_t t = 0; t < count && t < TA_TRACKS; t++) digit[t] = (uint8_t)word[t][i];
        state = ta_automaton_next(a, state, digit);
    }
    lua_pushinteger(L, state);
    return 1;
}

typedef struct word {
    const uint8_t *digit;
    size_t length;
    uint32_t tracks;
} word;

static int push_word(lua_State *L, const void *results) {
    const word *w = results;
    lua_newtable(L);
    for (int t = 0; t < TA_TRACKS; t++) {
        if (!(w->tracks >> t & 1)) continue;
        luaL_Buffer b;
        char *to = luaL_buffinitsize(L, &b, w->length);
        for (size_t i = 0; i < w->length; i++) to[i] = (char)w->digit[i * TA_TRACKS + (size_t)t];
        luaL_pushresultsize(&b, w->length);
        lua_rawseti(L, -2, t + 1);
    }
    return 1;
}

/* shortest(): by track + 1 its digits; nil where there is none. */
int lautomaton_shortest(lua_State *L) {
    lcall c;
    lcall_method(&c, L, &lautomaton_type, "shortest");
    lcall_begin_shared(&c);
    word w = { NULL, 0, ta_automaton_tracks(c.object) };
    ta_status s = ta_automaton_shortest(&c.call, c.object, NULL, &w.length);
    void *room = NULL;
    if (!s && w.length != SIZE_MAX) s = lcall_block(&c, w.length * TA_TRACKS + 1, &room);
    if (!s && room) s = ta_automaton_shortest(&c.call, c.object, room, &w.length);
    if (s) return lcall_fail(&c, s);
    w.digit = room;
    if (room) return lcall_give(&c, push_word, &w);
    lcall_end(&c);
    lua_pushnil(L);
    return 1;
}
