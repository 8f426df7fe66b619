/*
** json.c - JSON straight into Lua values, and from them.
**
**     json_read(text, null, list)    the value; or nil and what is wrong at which byte
**     json_text(v, shape, reply)     the text
**
** The reader keeps integers of 64 bits exact. It refuses longer ones, since a float would be
** another number. A number with a point or an exponent is a float. `null` is the value for null.
** Without it the reader leaves out a field that is null, and refuses a list with null, which would
** be a hole. Lists get the metatable `list`.
**
** The writer calls shape(v) for each table and object. It returns a string; a list v, for
** v[1..#v]; an object v and the list of its names, in their order; or nil for null. A float gets
** the fewest digits, from 15 to 17, that read back as it. Infinity is the string "inf". A byte that
** belongs to no character of UTF-8 becomes U+FFFD. Characters that steer a terminal are escaped.
** A reply has no blanks, and its floats have a point or an exponent.
**
** Both are linear in the text, bound the depth, and look at the budget and at Ctrl-C on the way.
** All memory is Lua's, so an error at any point leaves nothing behind.
*/
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "budget.h"
#include "modules.h"
#include "raise.h"

#define DEEPEST 100     /* depth of tables when reading */
#define EVERY (1 << 16) /* bytes between two checks of the budget */

/* ---- Reading ---- */

enum { NULL_VALUE = 2, LIST_METATABLE };

typedef struct reader {
    lua_State *L;
    json_scanner s;
    size_t look_at;
    char expected[48]; /* holds words that are not static */
} reader;

/* A reading function pushes the value and returns NULL. On a fault it returns the name of what it
** expected, and may leave values on the stack. */

static const char *read_string(reader *r) {
    json_string string;
    const char *wrong = json_read_string(&r->s, &string);
    if (wrong) return wrong;
    if (!string.escapes) {
        lua_pushlstring(r->L, string.from, string.length);
        return NULL;
    }
    luaL_Buffer b;
    char *out = luaL_buffinitsize(r->L, &b, string.length);
    luaL_pushresultsize(&b, json_decode(&string, out));
    return NULL;
}

static const char *read_number(reader *r) {
    json_number number;
    const char *wrong = json_read_number(&r->s, &number);
    if (wrong) return wrong;
    if (number.is_integer) {
        lua_pushinteger(r->L, number.integer);
        return NULL;
    }
    lua_pushlstring(r->L, number.from, number.length); /* adds a zero byte */
    lua_stringtonumber(r->L, lua_tostring(r->L, -1));
    lua_remove(r->L, -2);
    return NULL;
}

static const char *read_value(reader *r, int depth);

static const char *read_list(reader *r, int depth) {
    lua_State *L = r->L;
    lua_newtable(L);
    if (!lua_isnil(L, LIST_METATABLE)) {
        lua_pushvalue(L, LIST_METATABLE);
        lua_setmetatable(L, -2);
    }
    r->s.at++;
    if (json_take(&r->s, ']')) return NULL;
    for (lua_Integer i = 1;; i++) {
        json_next(&r->s);
        size_t from = r->s.at;
        const char *wrong = read_value(r, depth + 1);
        if (wrong) return wrong;
        if (lua_isnil(L, -1)) {
            r->s.at = from;
            snprintf(r->expected, sizeof r->expected, "entry %lld of a list, not null",
                     (long long)i);
            return r->expected;
        }
        lua_rawseti(L, -2, i);
        if (json_take(&r->s, ']')) return NULL;
        if (!json_take(&r->s, ',')) return json_next(&r->s) < 0 ? "]" : "a comma or ]";
    }
}

static const char *read_object(reader *r, int depth) {
    lua_State *L = r->L;
    lua_newtable(L);
    r->s.at++;
    if (json_take(&r->s, '}')) return NULL;
    for (;;) {
        int next = json_next(&r->s);
        if (next != '"') return next < 0 ? "a name" : "a name in quotes";
        const char *wrong = read_string(r);
        if (!wrong && !json_take(&r->s, ':')) wrong = "a colon";
        if (!wrong) wrong = read_value(r, depth + 1);
        if (wrong) return wrong;
        lua_rawset(L, -3);
        if (json_take(&r->s, '}')) return NULL;
        if (!json_take(&r->s, ',')) return json_next(&r->s) < 0 ? "}" : "a comma or }";
    }
}

/* If this word is next, skips it and returns 1. */
static int takes(reader *r, const char *word) {
    size_t n = strlen(word);
    if (r->s.length - r->s.at < n || memcmp(r->s.text + r->s.at, word, n) != 0) return 0;
    r->s.at += n;
    return 1;
}

static const char *read_value(reader *r, int depth) {
    int next = json_next(&r->s);
    if (next < 0) return "a value";
    if (depth > DEEPEST) return "lists that are nested less deep";
    if (r->s.at >= r->look_at) {
        lbudget_look(r->L, (double)r->s.at, (double)r->s.length);
        r->look_at = r->s.at + EVERY;
    }
    if (next == '"') return read_string(r);
    if (next == '[') return read_list(r, depth);
    if (next == '{') return read_object(r, depth);
    if (takes(r, "null")) lua_pushvalue(r->L, NULL_VALUE);
    else if (takes(r, "true")) lua_pushboolean(r->L, 1);
    else if (takes(r, "false")) lua_pushboolean(r->L, 0);
    else return read_number(r);
    return NULL;
}

static int json_read(lua_State *L) {
    reader r = { .L = L, .look_at = EVERY };
    r.s.text = luaL_checklstring(L, 1, &r.s.length);
    lua_settop(L, 3);
    luaL_checkstack(L, 4 * DEEPEST, "JSON");
    const char *wrong = read_value(&r, 1);
    if (!wrong && json_next(&r.s) >= 0) wrong = "the end";
    if (!wrong) return 1;
    lua_pushnil(L);
    lua_pushfstring(L, "byte %I: expected %s", (LUAI_UACINT)r.s.at + 1, wrong);
    return 2;
}

/* ---- Writing ---- */

typedef struct style {
    const char *comma, *colon;
    int points;  /* a float always has a point or an exponent */
    int deepest; /* tables in tables */
} style;

static const style for_files = { ", ", ": ", 0, 100 };
/* A result is at most 100 deep, inside the reply and its list of results. */
static const style for_replies = { ",", ":", 1, 104 };

enum { SHAPE = 2, BLOCK = 4 };

/* The text so far: in `first`, then in a block at BLOCK that Lua owns. */
typedef struct writer {
    lua_State *L;
    const style *style;
    char *text;
    size_t length, room, look_at;
    char first[256];
} writer;

static void put(writer *w, const char *text, size_t n) {
    if (n > w->room - w->length) {
        size_t room = 2 * w->room > w->length + n ? 2 * w->room : w->length + n;
        char *block = lua_newuserdatauv(w->L, room, 0);
        memcpy(block, w->text, w->length);
        lua_replace(w->L, BLOCK);
        w->text = block;
        w->room = room;
    }
    memcpy(w->text + w->length, text, n);
    w->length += n;
}

static void put_text(writer *w, const char *text) {
    put(w, text, strlen(text));
}

/* Writes a character as an escape. */
static void put_escape(writer *w, unsigned character) {
    static const char special[] = "\"\\\n\r\t", shown[] = "\"\\nrt";
    const char *at = character ? strchr(special, (int)character) : NULL;
    char text[8];
    if (at && character < 0x80) snprintf(text, sizeof text, "\\%c", shown[at - special]);
    else snprintf(text, sizeof text, "\\u%04x", character & 0xFFFF);
    put_text(w, text);
}

/* Write the string at this index. */
static void put_string(writer *w, int index) {
    size_t n;
    const char *text = lua_tolstring(w->L, index, &n);
    put(w, "\"", 1);
    size_t from = 0; /* the start of the bytes that need no escape */
    for (size_t i = 0, bytes; i < n; i += bytes) {
        unsigned character;
        bytes = ta_utf8(text + i, n - i, &character);
        if (bytes > 0 && !ta_steers(character) && character != '"' && character != '\\') continue;
        put(w, text + from, i - from);
        if (bytes > 0) put_escape(w, character);
        else put_text(w, "\xEF\xBF\xBD");
        if (bytes == 0) bytes = 1;
        from = i + bytes;
    }
    put(w, text + from, n - from);
    put(w, "\"", 1);
}

static void put_float(writer *w, double v) {
    char text[40];
    if (!isfinite(v)) {
        snprintf(text, sizeof text, "\"%.17g\"", v); /* "inf" */
    } else if (!w->style->points && v == floor(v) && fabs(v) < 0x1p53) {
        snprintf(text, sizeof text, "%lld", (long long)v);
    } else {
        int precision = 15;
        do snprintf(text, sizeof text - 2, "%.*g", precision, v);
        while (precision++ < 17 && strtod(text, NULL) != v);
        char *point = strchr(text, localeconv()->decimal_point[0]);
        if (point) *point = '.';
        if (w->style->points && !strpbrk(text, ".e")) strcat(text, ".0");
    }
    put_text(w, text);
}

static void put_value(writer *w, int depth);

/* Write the list at this index, v[1..#v]. */
static void put_list(writer *w, int index, int depth) {
    lua_Integer n = luaL_len(w->L, index);
    put(w, "[", 1);
    for (lua_Integer i = 1; i <= n; i++) {
        if (i > 1) put_text(w, w->style->comma);
        lua_geti(w->L, index, i);
        put_value(w, depth + 1);
    }
    put(w, "]", 1);
}

/* Write the object at this index; the list of its names is at the next. */
static void put_object(writer *w, int index, int depth) {
    lua_State *L = w->L;
    lua_Integer n = luaL_len(L, index + 1);
    put(w, "{", 1);
    for (lua_Integer i = 1; i <= n; i++) {
        if (i > 1) put_text(w, w->style->comma);
        lua_geti(L, index + 1, i);
        luaL_tolstring(L, -1, NULL);
        put_string(w, -1);
        put_text(w, w->style->colon);
        lua_pop(L, 1);
        lua_gettable(L, index);
        put_value(w, depth + 1);
    }
    put(w, "}", 1);
}

/* Write the value on top. [-1, +0] */
static void put_value(writer *w, int depth) {
    lua_State *L = w->L;
    int top = lua_gettop(L);
    if (depth > w->style->deepest)
        lraise(L, "json: tables lie in each other more than %d deep", w->style->deepest);
    if (w->length >= w->look_at) {
        lbudget_look(L, 0, 0);
        w->look_at = w->length + EVERY;
    }
    luaL_checkstack(L, 16, "JSON");
    if (lua_type(L, top) >= LUA_TTABLE || lua_islightuserdata(L, top)) {
        lua_pushvalue(L, SHAPE);
        lua_insert(L, top);
        lua_call(L, 1, 2); /* its form, at top, and its names */
    }
    switch (lua_type(L, top)) {
    case LUA_TNIL: put_text(w, "null"); break;
    case LUA_TBOOLEAN: put_text(w, lua_toboolean(L, top) ? "true" : "false"); break;
    case LUA_TSTRING: put_string(w, top); break;
    case LUA_TNUMBER:
        if (!lua_isinteger(L, top)) {
            put_float(w, lua_tonumber(L, top));
            break;
        }
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)lua_tointeger(L, top));
        put_text(w, text);
        break;
    default:
        if (lua_isnil(L, top + 1)) put_list(w, top, depth);
        else put_object(w, top, depth);
    }
    lua_settop(L, top - 1);
}

static int json_text(lua_State *L) {
    writer w = { .L = L, .room = sizeof w.first, .look_at = EVERY };
    lua_settop(L, 3);
    w.text = w.first;
    w.style = lua_toboolean(L, 3) ? &for_replies : &for_files;
    lua_pushnil(L); /* BLOCK */
    lua_pushvalue(L, 1);
    put_value(&w, 0);
    lua_pushlstring(L, w.text, w.length);
    return 1;
}

static const luaL_Reg functions[] = {
    { "json_read", json_read }, { "json_text", json_text }, { NULL, NULL }
};

void ljson_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
}
