/*
** automaton_ask.c - methods of automata: operations that make automata, size, emptiness and
** equality tests, runs on words, and the shortest word.
*/
#include "lua/base/arg.h"
#include "automaton_int.h"
#include "base/status.h"
#include "takeaway/automaton.h"

static void destroy_automaton(void *object) {
    ta_automaton_destroy(object);
}

const ludata_type lautomaton_type = {
    "takeaway.automaton",
    "automaton",
    destroy_automaton,
    .closable = 0,
};

/* ---- Automata from automata ---- */

static const char *const operations[] = { "and", "or", "xor", "less", NULL };
static const llist_kind tracks_kind = { "a list of tracks, 0 to 31", .lo = 0, .hi = TA_TRACKS - 1,
                                        .most = TA_TRACKS };

static ta_status combine(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    static const unsigned truths[] = { TA_AND, TA_OR, TA_XOR, TA_LESS };
    ta_automaton *made = NULL;
    if (ta_automaton_numeration(object) != ta_automaton_numeration(a[0].object))
        return ta_fail(call, TA_EINVAL, "combine: the automata are of two numerations");
    ta_status s = ta_automaton_combine(call, object, a[0].object, truths[a[1].n], &made);
    r->made = made;
    return s;
}

LMAKER(complement, ta_automaton, ta_automaton_not(call, object, &made))
LMAKER(exists, ta_automaton, ta_automaton_exists(call, object, (uint32_t)a[0].n, &made))

/* rename(to): track i - 1 becomes to[i]. */
static ta_status rename_tracks(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    ta_automaton *made = NULL;
    uint8_t track[TA_TRACKS];
    for (size_t i = 0; i < TA_TRACKS; i++)
        track[i] = (uint8_t)(i < a[0].count ? a[0].list[i] : (ta_amount)i);
    ta_status s = ta_automaton_rename(call, object, track, &made);
    r->made = made;
    return s;
}

/* ---- Queries ---- */

static void bound_state(const void *automaton, const lgiven *a, ta_amount *lo, ta_amount *hi) {
    (void)a, (void)lo;
    *hi = (ta_amount)ta_automaton_states(automaton) - 1;
}
static const lparameter words = { "words", LP_VALUE, .expected = "a list of strings of digits" };

LPLAIN(states, r->size = ta_automaton_states(object))
LPLAIN(nodes, r->size = ta_automaton_nodes(object))
LPLAIN(tracks, r->size = ta_automaton_tracks(object))
LPLAIN(is_empty, r->truth = ta_automaton_is_empty(object))
LPLAIN(equal, r->truth = ta_automaton_equal(object, a[0].object))
LPLAIN(accepting, r->truth = ta_automaton_accepts_at(object, (uint32_t)a[0].n))

/* read(state, words): the state reached from `state` when words[t + 1] is read on track t. The
** words are strings of digits of one length. */
static int read_words(lcall *c, const lgiven *given) {
    lua_State *L = c->L;
    const ta_automaton *a = ludata_object(c->box);
    unsigned most = ta_numeration_digits(ta_automaton_numeration(a));
    uint32_t at = (uint32_t)given[0].n;
    luaL_checktype(L, 3, LUA_TTABLE);
    luaL_checkstack(L, TA_TRACKS + 2, "read");
    const char *word[TA_TRACKS] = { NULL };
    size_t length = 0, count = lua_rawlen(L, 3);
    for (size_t t = 0; t < count && t < TA_TRACKS; t++) {
        size_t n;
        if (lua_rawgeti(L, 3, (lua_Integer)t + 1) != LUA_TSTRING)
            larg_error(c, 3, words.name, words.expected);
        word[t] = lua_tolstring(L, -1, &n);
        if (t > 0 && n != length) larg_error(c, 3, words.name, "words of one length");
        for (size_t i = 0; i < n; i++)
            if ((unsigned char)word[t][i] >= most) larg_error(c, 3, words.name, "words of digits");
        length = n;
    }
    uint8_t digit[TA_TRACKS] = { 0 };
    for (size_t i = 0; i < length; i++) {
        for (size_t t = 0; t < count && t < TA_TRACKS; t++) digit[t] = (uint8_t)word[t][i];
        at = ta_automaton_next(a, at, digit);
    }
    lua_pushinteger(L, at);
    return 1;
}

/* shortest(): the shortest word, as a list with the digits of track t at t + 1; nil when the
** language is empty. */
typedef struct word {
    const uint8_t *digit; /* NULL: no word */
    size_t length;
    uint32_t tracks;
} word;

static ta_status shortest(void *object, ta_call *call, const lgiven *a, lanswer *r) {
    word *w = r->record;
    void *room = NULL;
    (void)a;
    *w = (word){ NULL, 0, ta_automaton_tracks(object) };
    ta_status s = ta_automaton_shortest(call, object, NULL, &w->length);
    if (s || w->length == SIZE_MAX) return s;
    s = lcall_block(call->host, w->length * TA_TRACKS + 1, &room);
    w->digit = room;
    return s ? s : ta_automaton_shortest(call, object, room, &w->length);
}

static int push_word(lua_State *L, const lanswer *r) {
    const word *w = r->record;
    if (!w->digit) {
        lua_pushnil(L);
        return 1;
    }
    lua_newtable(L);
    for (int t = 0; t < TA_TRACKS; t++) {
        if (!(w->tracks >> t & 1)) continue;
        luaL_Buffer b;
        char *digits = luaL_buffinitsize(L, &b, w->length);
        for (size_t i = 0; i < w->length; i++)
            digits[i] = (char)w->digit[i * TA_TRACKS + (size_t)t];
        luaL_pushresultsize(&b, w->length);
        lua_rawseti(L, -2, t + 1);
    }
    return 1;
}

/* ---- Method tables ---- */

/* An automaton keeps its numeration in user value 1, like the automaton it is made from. */
#define MADE LR_OBJECT, .makes = &lautomaton_type, .uservalues = 1, .keeps = 2, .shared = 1

static const lmethod methods[] = {
    { "combine", { LOBJECT("b", lautomaton_type),
      LNAME("how", operations, "\"and\", \"or\", \"xor\" or \"less\"") }, MADE, .kernel = combine },
    { "complement", { NULL }, MADE, .kernel = complement },
    { "exists", { LINTEGER("tracks", 0, UINT32_MAX) }, MADE, .kernel = exists },
    { "rename", { LLIST("to", tracks_kind) }, MADE, .kernel = rename_tracks },
    { "states", .gives = LR_SIZE, .kernel = states, .direct = 1 },
    { "nodes", .gives = LR_SIZE, .kernel = nodes, .direct = 1 },
    { "tracks", .gives = LR_SIZE, .kernel = tracks, .direct = 1 },
    { "is_empty", .gives = LR_BOOLEAN, .kernel = is_empty, .direct = 1 },
    { "equal", { LOBJECT("b", lautomaton_type) }, LR_BOOLEAN, .kernel = equal, .direct = 1 },
    { "accepting", { LBOUND("state", bound_state) }, LR_BOOLEAN, .kernel = accepting, .direct = 1 },
    { "read", { LBOUND("state", bound_state), &words }, LR_INTEGER, .body = read_words },
    { "shortest", .gives = LR_RECORD, .kernel = shortest, .push = push_word, .size = sizeof(word),
      .shared = 1 },
    { .name = NULL },
};

void lautomaton_register(lua_State *L) {
    lmethod_register(L, &lautomaton_type, methods);
}
