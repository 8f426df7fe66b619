/*
** sqlite.c - takeaway.sqlite: SQLite 3 for Lua, as far as surveys need it: open, prepare, bind, step.
**
** A failure returns nil, a message and "EIO", or "ECANCELLED" if Ctrl-C has ended a statement. Misuse raises.
** A statement keeps its database in a user value. If the database closes first, SQLite frees it with its last
** statement (sqlite3_close_v2), in whatever order finalizers run.
**
** Long statements poll: every TICK steps of SQLite's machine, lua_pcall calls an empty function, so that a hook set by
** Ctrl-C raises there. The error waits until SQLite has returned, and is then raised again. SQLite's machine also runs
** while a statement is prepared, because it reads the schema. While another process has locked the file, a function of
** the caller runs every STEP milliseconds and decides whether to wait on.
*/
#include <lauxlib.h>
#include <limits.h>
#include <lua.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "type.h"

enum {
    TICK = 20000,
    WAIT = 60000, /* milliseconds for other writers, if no function decides */
    STEP = 50
};

static const char database_name[] = "takeaway.sqlite.database";
static const char statement_name[] = "takeaway.sqlite.statement";

typedef struct database {
    sqlite3 *handle; /* NULL: closed */
    lua_State *L;    /* of the call in progress */
    bool raised;     /* a hook raised during a poll; the error is on top of L's stack */
    int waiting;     /* a reference to the function that decides whether to wait, or LUA_NOREF */
} database;

typedef struct statement {
    sqlite3_stmt *handle; /* NULL: closed */
} statement;

/* ---- Failures ---- */

static int failed_with(lua_State *L, const char *message, const char *code) {
    lua_pushnil(L);
    lua_pushstring(L, message);
    lua_pushstring(L, code);
    return 3;
}

static int failed(lua_State *L, sqlite3 *handle) {
    return failed_with(L, handle ? sqlite3_errmsg(handle) : "not enough memory", "EIO");
}

static database *open_database(lua_State *L) {
    database *d = luaL_checkudata(L, 1, database_name);
    if (!d->handle) luaL_error(L, "sqlite: the database is closed");
    return d;
}

/* A statement and its database, which the statement's user value keeps. */
static statement *open_statement(lua_State *L, database **of) {
    statement *s = luaL_checkudata(L, 1, statement_name);
    if (!s->handle) luaL_error(L, "sqlite: the statement is closed");
    lua_getiuservalue(L, 1, 1);
    *of = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return s;
}

/* ---- Ctrl-C ---- */

static int nothing(lua_State *L) {
    (void)L;
    return 0;
}

static int poll(void *ctx) {
    database *d = ctx;
    lua_pushcfunction(d->L, nothing); /* begin has reserved the stack */
    if (lua_pcall(d->L, 0, 0, 0) == LUA_OK) return 0;
    d->raised = true;
    return 1;
}

/* Runs when the file is locked, for the count-th time in this attempt. */
static int wait_on(void *ctx, int count) {
    database *d = ctx;
    if (!d->L || d->raised) return 0;
    if (lua_rawgeti(d->L, LUA_REGISTRYINDEX, d->waiting) != LUA_TFUNCTION) {
        lua_pop(d->L, 1);
        if (poll(d) || count >= WAIT / STEP) return 0;
    } else {
        lua_pushnumber(d->L, count * (STEP / 1000.0));
        d->raised = lua_pcall(d->L, 1, 1, 0) != LUA_OK;
        if (d->raised) return 0; /* the error stays on top */
        int waits = lua_toboolean(d->L, -1);
        lua_pop(d->L, 1);
        if (!waits) return 0;
    }
    sqlite3_sleep(STEP);
    return 1;
}

/* A call that polls in L. Returns the state that polled before, of an outer call, if any; `end` takes it. */
static lua_State *begin(lua_State *L, database *d) {
    luaL_checkstack(L, 8, NULL);
    lua_State *outer = d->L;
    d->L = L, d->raised = false;
    return outer;
}

/* Has a hook raised? Its error is then on top of the stack. */
static bool end(database *d, lua_State *outer) {
    bool raised = d->raised;
    d->L = outer, d->raised = false;
    return raised;
}

/* ---- Databases ---- */

/* open(path, mode): mode "write", or "create" for a file that may not exist yet. Without write
** permission the file is opened for reading. */
static int open(lua_State *L) {
    static const char *const modes[] = { "write", "create", NULL };
    static const int flags[] = { SQLITE_OPEN_READWRITE,
                                 SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };
    size_t length;
    const char *path = luaL_checklstring(L, 1, &length);
    int mode = luaL_checkoption(L, 2, NULL, modes);
    if (strlen(path) != length) return failed_with(L, "the name has a zero byte", "EIO");
    database *d = lua_newuserdatauv(L, sizeof *d, 0);
    memset(d, 0, sizeof *d);
    d->waiting = LUA_NOREF;
    luaL_setmetatable(L, database_name);
    if (sqlite3_open_v2(path, &d->handle, flags[mode], NULL) != SQLITE_OK) {
        int results = failed(L, d->handle);
        sqlite3_close_v2(d->handle);
        d->handle = NULL;
        return results;
    }
    sqlite3_busy_handler(d->handle, wait_on, d);
    sqlite3_progress_handler(d->handle, TICK, poll, d);
    return 1;
}

static int close_database(lua_State *L) {
    database *d = luaL_checkudata(L, 1, database_name);
    if (d->handle) { /* `d` may be freed first */
        sqlite3_progress_handler(d->handle, 0, NULL, NULL);
        sqlite3_busy_handler(d->handle, NULL, NULL);
    }
    luaL_unref(L, LUA_REGISTRYINDEX, d->waiting);
    d->waiting = LUA_NOREF;
    sqlite3_close_v2(d->handle);
    d->handle = NULL;
    return 0;
}

/* d:waits(f): while another process has locked the file, f(seconds waited) decides whether to wait on. */
static int waits(lua_State *L) {
    database *d = open_database(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    luaL_unref(L, LUA_REGISTRYINDEX, d->waiting);
    d->waiting = LUA_NOREF;
    d->waiting = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

/* inode(path): the number of a file in /proc/locks; nil if there is no file. Opening the file instead would release the
** locks that this process holds on it. */
static int inode(lua_State *L) {
    struct stat s;
    if (stat(luaL_checkstring(L, 1), &s) != 0) lua_pushnil(L);
    else lua_pushinteger(L, (lua_Integer)s.st_ino);
    return 1;
}

/* Lets a user's statement read, and use nothing outside the database. */
static int reads_alone(void *ctx, int action, const char *a, const char *b, const char *c,
                       const char *d) {
    (void)ctx, (void)a, (void)c, (void)d;
    if (action == SQLITE_FUNCTION)
        return b && sqlite3_stricmp(b, "load_extension") == 0 ? SQLITE_DENY : SQLITE_OK;
    return action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE
               ? SQLITE_OK
               : SQLITE_DENY;
}

/* d:guard(): from now on statements may only read. */
static int guard(lua_State *L) {
    database *d = open_database(L);
    sqlite3_limit(d->handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_set_authorizer(d->handle, reads_alone, NULL);
    return 0;
}

/* d:prepare(sql): one statement. */
static int prepare(lua_State *L) {
    database *d = open_database(L);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length), *rest;
    if (length > INT_MAX) return failed_with(L, "the statement is too long", "EIO");
    statement *s = lua_newuserdatauv(L, sizeof *s, 1);
    s->handle = NULL;
    luaL_setmetatable(L, statement_name);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_State *outer = begin(L, d);
    int status = sqlite3_prepare_v2(d->handle, text, (int)length, &s->handle, &rest);
    if (end(d, outer)) return lua_error(L);
    if (status != SQLITE_OK) return failed(L, d->handle);
    if (!s->handle) return failed_with(L, "there is no statement in the text", "EIO");
    if (rest[strspn(rest, " \t\r\n;")] != '\0')
        return failed_with(L, "there is more than one statement in the text", "EIO");
    return 1;
}

/* ---- Statements ---- */

static int close_statement(lua_State *L) {
    statement *s = luaL_checkudata(L, 1, statement_name);
    sqlite3_finalize(s->handle);
    s->handle = NULL;
    return 0;
}

static int bind_one(lua_State *L, sqlite3_stmt *to, int place, int at) {
    size_t length;
    const char *text;
    switch (lua_type(L, at)) {
    case LUA_TNIL:
    case LUA_TNONE: return sqlite3_bind_null(to, place);
    case LUA_TBOOLEAN: return sqlite3_bind_int(to, place, lua_toboolean(L, at));
    case LUA_TNUMBER:
        return lua_isinteger(L, at) ? sqlite3_bind_int64(to, place, lua_tointeger(L, at))
                                    : sqlite3_bind_double(to, place, lua_tonumber(L, at));
    case LUA_TSTRING:
        text = lua_tolstring(L, at, &length);
        return sqlite3_bind_text64(to, place, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
    default: return luaL_argerror(L, at, "expected nil, a boolean, a number or a text");
    }
}

/* s:bind(...): sets the values of all parameters and resets the statement. */
static int bind(lua_State *L) {
    database *d;
    statement *s = open_statement(L, &d);
    int count = sqlite3_bind_parameter_count(s->handle), given = lua_gettop(L) - 1;
    if (given != count) return luaL_error(L, "sqlite: %d parameters, and %d values", count, given);
    sqlite3_reset(s->handle); /* returns the last step's error, which that step reported */
    for (int i = 1; i <= count; i++)
        if (bind_one(L, s->handle, i, i + 1) != SQLITE_OK) return failed(L, d->handle);
    lua_settop(L, 1);
    return 1;
}

static void push_column(lua_State *L, sqlite3_stmt *from, int i) {
    const void *bytes;
    switch (sqlite3_column_type(from, i)) {
    case SQLITE_INTEGER: lua_pushinteger(L, sqlite3_column_int64(from, i)); break;
    case SQLITE_FLOAT: lua_pushnumber(L, sqlite3_column_double(from, i)); break;
    case SQLITE_NULL: lua_pushnil(L); break;
    case SQLITE_TEXT:
        bytes = sqlite3_column_text(from, i);
        lua_pushlstring(L, bytes, (size_t)sqlite3_column_bytes(from, i));
        break;
    default:
        bytes = sqlite3_column_blob(from, i);
        lua_pushlstring(L, bytes ? bytes : "", (size_t)sqlite3_column_bytes(from, i));
    }
}

/* s:step(): the next row, a table {..., n = columns}; false at the end. */
static int step(lua_State *L) {
    database *d;
    statement *s = open_statement(L, &d);
    if (!d->handle) return luaL_error(L, "sqlite: the database is closed");
    lua_State *outer = begin(L, d);
    int status = sqlite3_step(s->handle);
    if (end(d, outer)) {
        sqlite3_reset(s->handle);
        return lua_error(L);
    }
    if (status == SQLITE_DONE) {
        sqlite3_reset(s->handle);
        lua_pushboolean(L, 0);
        return 1;
    }
    if (status != SQLITE_ROW) {
        int results = failed(L, d->handle);
        sqlite3_reset(s->handle);
        return results;
    }
    int count = sqlite3_column_count(s->handle);
    lua_createtable(L, count, 1);
    for (int i = 0; i < count; i++) {
        push_column(L, s->handle, i);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, count);
    lua_setfield(L, -2, "n");
    return 1;
}

/* s:columns(): the names of the columns. */
static int columns(lua_State *L) {
    database *d;
    statement *s = open_statement(L, &d);
    int count = sqlite3_column_count(s->handle);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushstring(L, sqlite3_column_name(s->handle, i));
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* ---- The module ---- */

__attribute__((visibility("default"))) int luaopen_takeaway_sqlite(lua_State *L);

int luaopen_takeaway_sqlite(lua_State *L) {
    static const luaL_Reg functions[] = { { "open", open }, { "inode", inode }, { NULL, NULL } };
    static const luaL_Reg of_databases[] = {
        { "prepare", prepare },      { "guard", guard }, { "waits", waits },
        { "close", close_database }, { NULL, NULL },
    };
    static const luaL_Reg of_statements[] = {
        { "bind", bind }, { "step", step }, { "columns", columns }, { "close", close_statement },
        { NULL, NULL },
    };
    luaL_checkversion(L);
    make_type(L, database_name, of_databases, close_database);
    make_type(L, statement_name, of_statements, close_statement);
    luaL_newlib(L, functions);
    return 1;
}
