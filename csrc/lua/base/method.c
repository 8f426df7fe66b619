/*
** method.c - the interpreter of method descriptions: reads the arguments, calls the core and pushes
** the result.
*/
#include "method.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "arg.h"
#include "userdata_int.h"
#include "modules.h"
#include "push.h"
#include "lua/ruleset/ruleset.h"
#include "base/check.h"

#define REST_MOST 200    /* integers of LP_REST */
#define RECORD_MOST 1024 /* bytes of a record on the C stack, which needs no finalizer */

/* A method description in a Lua state: the upvalue of its function. */
typedef struct bound_row {
    const lmethod *m;
    const ludata_type *type;
    const void *metatable; /* of the type */
    lstate *state;
    int last;   /* stack index of the last argument if blocks are pushed behind them; else 0 */
    int blocks; /* it needs blocks besides its arguments: push_blocks */
} bound_row;

/* One call of a method. */
typedef struct asking {
    lcall c;
    const lmethod *m;
    int first;          /* stack index of the first argument */
    int given;          /* arguments read */
    int also_count;
    ludata *also[LMETHOD_ARGUMENTS]; /* other objects to keep busy */
    int kept[LMETHOD_GIVEN]; /* stack index of the value for each user value of the made object */
    unsigned threads;        /* from the settings, for the made object */
    lgiven a[LMETHOD_GIVEN];
    ta_position position;
    ta_amount rest[REST_MOST]; /* or the components of the position */
    _Alignas(max_align_t) char record[RECORD_MOST];
} asking;

/* ---- Arguments ---- */

/* A finalizer may have closed the object while an earlier argument was read. */
static void bound(asking *q, const lparameter *p, ta_amount *lo, ta_amount *hi) {
    const ludata *box = q->c.box;
    if (box && !box->object) ludata_check(q->c.L, 1, box->type, q->c.name);
    p->bound(box ? box->object : NULL, q->a, lo, hi);
}

static void read_integer(asking *q, const lparameter *p, int index, lgiven *a) {
    ta_amount lo = p->lo, hi = p->hi;
    if (p->bound) bound(q, p, &lo, &hi);
    a->n = larg_integer(&q->c, index, p->name, lo, hi);
}

static void read_amount(asking *q, const lparameter *p, int index, lgiven *a) {
    ta_amount lo = p->lo, hi = TA_MAX;
    if (p->bound) bound(q, p, &lo, &hi);
    a->n = larg_amount(&q->c, index, p->name, lo);
}

static void read_rest(asking *q, const lparameter *p, int index, lgiven *a) {
    lua_State *L = q->c.L;
    int count = lua_gettop(L) - index + 1;
    if (count > REST_MOST) lraise(L, "%s: more than %d %s", q->c.name, REST_MOST, p->expected);
    for (int i = 0; i < count; i++) {
        char name[32];
        ta_amount *to = &q->rest[i];
        if (larg_is_integer(L, index + i, to) && *to >= p->lo && *to <= p->hi) continue;
        snprintf(name, sizeof name, p->name, i + 1);
        larg_integer(&q->c, index + i, name, p->lo, p->hi);
    }
    a->list = q->rest;
    a->count = count > 0 ? (size_t)count : 0;
}

static void read_bytes(asking *q, const lparameter *p, int index, lgiven *a) {
    if (lua_type(q->c.L, index) != LUA_TSTRING) larg_error(&q->c, index, p->name, p->expected);
    a->bytes = lua_tolstring(q->c.L, index, &a->count);
}

static void read_name(asking *q, const lparameter *p, int index, lgiven *a) {
    const char *name = lua_type(q->c.L, index) == LUA_TSTRING ? lua_tostring(q->c.L, index) : "";
    a->n = 0;
    while (p->names[a->n] && strcmp(p->names[a->n], name) != 0) a->n++;
    if (!p->names[a->n]) larg_error(&q->c, index, p->name, p->expected);
}

static void read_object(asking *q, const lparameter *p, int index, lgiven *a) {
    ludata *box = ludata_check(q->c.L, index, p->type, q->c.name);
    if (p->type->closable) a->box = q->also[q->also_count++] = box;
    else a->object = box->object;
}

/* Keep the value on top as a user value of the object to be made. A function without a user value
** gets the progress of this call. */
static void keep(asking *q, const lparameter *p) {
    if (p->anchor) q->kept[p->anchor] = lua_gettop(q->c.L);
    else if (p->kind == LP_FUNCTION) lcall_progress(&q->c, -1);
}

static double read_seconds(lcall *c, const char *name, int settings) {
    lua_State *L = c->L;
    double seconds = 0;
    if (lua_istable(L, settings) && lua_getfield(L, settings, name) != LUA_TNIL) {
        seconds = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
        if (!(seconds > 0)) larg_error(c, lua_gettop(L), name, "a positive number");
    }
    return seconds < HUGE_VAL ? seconds : 0;
}

static void read_field(asking *q, const lparameter *p, int settings) {
    lgiven *a = &q->a[q->given++];
    switch (p->kind) {
    case LP_BOOLEAN: a->n = larg_field_boolean(&q->c, settings, p->name); break;
    case LP_SECONDS: a->seconds = read_seconds(&q->c, p->name, settings); break;
    case LP_THREADS: q->threads = larg_threads(&q->c, settings); break;
    case LP_FUNCTION:
        larg_push_function(&q->c, settings, p->name);
        a->n = lua_gettop(q->c.L);
        keep(q, p);
        break;
    case LP_VALUE: break;
    default: a->n = larg_field_integer(&q->c, settings, p->name, p->lo, p->hi, p->otherwise);
    }
}

static void read_settings(asking *q, const lparameter *p, int index) {
    const char *known[LMETHOD_GIVEN + 1] = { NULL };
    for (int i = 0; p->fields[i]; i++) known[i] = p->fields[i]->name;
    larg_settings(&q->c, index, known);
    for (int i = 0; p->fields[i]; i++) read_field(q, p->fields[i], index);
}

static void read_rare(asking *q, const lparameter *p, int index, lgiven *a) {
    switch (p->kind) {
    case LP_REST: read_rest(q, p, index, a); break;
    case LP_BYTES: read_bytes(q, p, index, a); break;
    case LP_TEXT: a->bytes = larg_text(&q->c, index, p->name, p->expected); break;
    case LP_NAME: read_name(q, p, index, a); break;
    case LP_OBJECT: read_object(q, p, index, a); break;
    case LP_LIST:
        a->list = llist_integers(&q->c, index, p->name, p->list, &a->count);
        break;
    case LP_READ:
        p->read(&q->c, index, a);
        keep(q, p);
        break;
    case LP_SETTINGS: read_settings(q, p, index); break;
    case LP_POSITION:
        lposition_check(&q->c, 1, index, lua_gettop(q->c.L), q->rest, &q->position);
        a->position = &q->position;
        break;
    default: a->n = lua_toboolean(q->c.L, index);
    }
}

static void read_arguments(asking *q) {
    lua_State *L = q->c.L;
    int index = q->first;
    q->given = q->also_count = 0;
    for (const lparameter *const *take = q->m->take; *take; take++, index++) {
        const lparameter *p = *take;
        lgiven *a = &q->a[q->given++];
        if (p->optional && lua_isnoneornil(L, index)) {
            a->n = p->otherwise;
            a->count = 0;
        } else if (p->kind == LP_INTEGER) {
            read_integer(q, p, index, a);
        } else if (p->kind == LP_AMOUNT) {
            read_amount(q, p, index, a);
        } else {
            read_rare(q, p, index, a);
        }
    }
}

/* ---- Results ---- */

/* Push a result that does not need the core. */
static int push_result(lua_State *L, const lmethod *m, lanswer *r) {
    switch (m->gives) {
    case LR_NOTHING: return 0;
    case LR_AMOUNT: lpush_amount(L, r->amount); break;
    case LR_INTEGER: lua_pushinteger(L, r->amount); break;
    case LR_SIZE: lua_pushinteger(L, (lua_Integer)r->size); break;
    case LR_SUM: lua_pushinteger(L, (lua_Integer)r->sum); break;
    case LR_BOOLEAN: lua_pushboolean(L, r->truth); break;
    case LR_VERDICT:
        lua_pushboolean(L, r->truth);
        if (r->truth) break;
        lua_pushstring(L, r->call->message);
        return 2;
    case LR_OUTCOME: lpush_outcome(L, r->outcome); break;
    case LR_PLAYER: lua_pushstring(L, r->truth ? "I" : "II"); break;
    case LR_BYTES: lua_pushlstring(L, r->record, r->size); break;
    case LR_AMOUNTS: lpush_amounts(L, r->record, r->size); break;
    case LR_LIST: lbuffer_push_list(L, r->list); break;
    case LR_PAIR:
        lpush_amount(L, r->pair[0]);
        lpush_amount(L, r->pair[1]);
        return 2;
    case LR_RECORD: {
        int results = m->push(L, r);
        if (r->list) lbuffer_free(r->list);
        return results;
    }
    case LR_FILLED:
    case LR_OBJECT: return m->push ? m->push(L, r) : 1;
    default: break; /* already on top */
    }
    return 1;
}

typedef struct busy_result {
    const lmethod *m;
    const lanswer *r;
} busy_result;

static int push_busy(lua_State *L, const void *results) {
    const busy_result *b = results;
    return b->m->push(L, b->r);
}

/* ---- The call ---- */

/* Push what the method needs besides its arguments: a buffer, a record, an object to be made. */
static ludata *push_blocks(asking *q, lanswer *r) {
    lua_State *L = q->c.L;
    const lmethod *m = q->m;
    if (m->most) r->list = lbuffer_push(L, m->most);
    if (m->size > RECORD_MOST) r->record = lua_newuserdatauv(L, m->size, 0);
    if (m->gives == LR_FILLED) {
        lpush_list(L, 0);
        r->index = lua_gettop(L);
    }
    if (!m->makes) return NULL;
    r->made = NULL;
    if (m->keeps == 2) lua_getiuservalue(L, 1, 1);
    else lua_pushvalue(L, 1);
    ludata *box = ludata_push(L, m->makes, m->uservalues);
    for (int i = 1; i <= m->uservalues; i++) {
        if (!q->kept[i] && !(i == 1 && m->keeps)) continue;
        lua_pushvalue(L, i == 1 && m->keeps ? -2 : q->kept[i]);
        if (i == m->makes->progress) ludata_hear(L, -2);
        else lua_setiuservalue(L, -2, i);
    }
    r->index = lua_gettop(L);
    return box;
}

/* The object at 1, recognized by its metatable. */
static void find_self(lcall *c, const bound_row *row) {
    lua_State *L = c->L;
    ludata *box = lua_touserdata(L, 1);
    int is = box && lua_getmetatable(L, 1);
    if (is) {
        is = lua_topointer(L, -1) == row->metatable && box->object;
        lua_pop(L, 1);
    }
    c->self = 1;
    c->box = is ? box : ludata_check(L, 1, row->type, c->name);
}

/* Push user value 1 of the object. */
static int give_kept(lua_State *L) {
    const bound_row *row = lua_touserdata(L, lua_upvalueindex(1));
    ludata_check(L, 1, row->type, row->m->name);
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int to_string(lua_State *L) {
    const bound_row *row = lua_touserdata(L, lua_upvalueindex(1));
    return lcall_tostring(L, row->type, row->m->text);
}

static int call_row(lua_State *L) {
    asking q;
    lanswer r;
    const bound_row *row = lua_touserdata(L, lua_upvalueindex(1));
    const lmethod *m = row->m;
    const ludata_type *type = row->type;
    lcall_start(&q.c, L, row->state, m->call ? m->call : m->name);
    if (type) find_self(&q.c, row);
    q.m = m;
    q.first = 1 + (type != NULL);
    q.threads = 0;
    if (m->makes) memset(q.kept, 0, sizeof q.kept);
    if (row->last && lua_gettop(L) < row->last) lua_settop(L, row->last); /* absent ones: nil */
    read_arguments(&q);
    if (m->body) return m->body(&q.c, q.a);
    ludata *made = NULL;
    r.a = q.a;
    r.record = q.record;
    r.list = NULL;
    if (m->direct) {
        m->kernel(q.c.box ? q.c.box->object : NULL, &q.c.call, q.a, &r);
        return push_result(L, m, &r);
    }
    r.call = &q.c.call;
    if (row->blocks) made = push_blocks(&q, &r);
    if (q.also_count) lcall_also(&q.c, q.also, q.also_count);
    if (m->enter) m->enter(&q.c);
    else if (m->shared) lcall_begin_shared(&q.c);
    else lcall_begin(&q.c);
    r.object = q.c.object;
    ta_status s = m->kernel(q.c.object, &q.c.call, q.a, &r);
    if (made && r.made) ludata_own(made, r.made);
    if (s) return m->raises ? lcall_raise(&q.c, s) : lcall_fail(&q.c, s);
    if (m->busy) {
        const busy_result b = { m, &r };
        return lcall_give(&q.c, push_busy, &b);
    }
    if (made && q.threads) ludata_use_threads(made, q.threads);
    lcall_end(&q.c);
    if (m->gives >= LR_FILLED) lua_settop(L, r.index);
    return push_result(L, m, &r);
}

ta_allocator lmethod_allocator(const ta_call *call) {
    return lcall_allocator(((const lcall *)call->host)->L);
}

/* ---- Registering ---- */

static const char rows_key = 0; /* registry: list of types and their method tables, alternating */

/* Add a type and its table of methods to the list that `rows` reads. */
static void list_rows(lua_State *L, const ludata_type *type, const lmethod *rows) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &rows_key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &rows_key);
    }
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)type);
    lua_rawseti(L, -2, count + 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)rows);
    lua_rawseti(L, -2, count + 2);
    lua_pop(L, 1);
}

/* The number of arguments; 0 unless one of them is read into a block on the stack. */
static int blocks_after(const lmethod *m) {
    int count = 0, blocks = 0, fields = 0;
    for (; m->take[count]; count++) {
        const lparameter *p = m->take[count];
        blocks |= p->kind == LP_LIST || p->kind == LP_READ || p->kind == LP_SETTINGS;
        while (p->fields && p->fields[fields]) fields++;
    }
    ta_assert(count < LMETHOD_ARGUMENTS && count + fields <= LMETHOD_GIVEN);
    return blocks ? count : 0;
}

/* Push the function of a method. [-0, +1] */
static void push_function(lua_State *L, const ludata_type *type, const lmethod *m) {
    if (m->hand) {
        lua_pushcfunction(L, m->hand);
        return;
    }
    bound_row *row = lua_newuserdatauv(L, sizeof *row, 0);
    lua_rawgetp(L, LUA_REGISTRYINDEX, type);
    *row = (bound_row){ m, type, lua_topointer(L, -1), lstate_of(L), 0, 0 };
    lua_pop(L, 1);
    row->blocks = m->most || m->size > RECORD_MOST || m->makes || m->gives == LR_FILLED;
    if (blocks_after(m)) row->last = blocks_after(m) + (type != NULL);
    lua_pushcclosure(
        L, m->gives == LR_KEPT ? give_kept : m->gives == LR_SHOWN ? to_string : call_row, 1);
}

void lmethod_functions(lua_State *L, const lmethod *rows) {
    list_rows(L, NULL, rows);
    for (const lmethod *m = rows; m->name; m++) {
        push_function(L, m->on, m);
        lua_setfield(L, -2, m->name);
    }
}

void lmethod_register(lua_State *L, const ludata_type *type, const lmethod *rows) {
    list_rows(L, type, rows);
    ludata_start_type(L, type);
    for (const lmethod *m = rows; m->name; m++) {
        int is_event = m->name[0] == '_';
        push_function(L, type, m);
        lua_setfield(L, is_event ? -3 : -2, m->name);
    }
    ludata_finish_type(L, type, NULL);
}

void lmethod_share(lua_State *L, const ludata_type *type, const char *field) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, type);
    lua_getfield(L, -1, "__index");
    lua_setfield(L, -3, field);
    lua_pop(L, 1);
}

/* ---- Method descriptions for Lua ---- */

static void set_text(lua_State *L, const char *key, const char *text) {
    if (!text) return;
    lua_pushstring(L, text);
    lua_setfield(L, -2, key);
}

static void push_parameters(lua_State *L, const lparameter *const *list);

/* {name =, kind =, from =, to =, optional =, expected =, fields = {...}} */
static void push_parameter(lua_State *L, const lparameter *p) {
    static const char *const kinds[] = { /* by lparameter_kind */
        "integer", "amount", "position", "rest",    "list",     "string",  "string", "name",
        "object",  "read",   "settings", "boolean", "function", "seconds", "threads", "value",
    };
    lua_createtable(L, 0, 6);
    set_text(L, "name", p->name);
    set_text(L, "kind", kinds[p->kind]);
    set_text(L, "expected", p->kind == LP_LIST ? p->list->expected : p->expected);
    set_text(L, "type", p->type ? p->type->name : NULL);
    if (p->kind == LP_INTEGER || p->kind == LP_AMOUNT || p->kind == LP_REST || p->kind == LP_LIST) {
        lpush_field(L, "from", p->kind == LP_LIST ? p->list->lo : p->lo);
        ta_amount to = p->kind == LP_LIST ? p->list->hi : p->hi;
        lua_pushinteger(L, p->kind == LP_AMOUNT ? TA_MAX : to);
        lua_setfield(L, -2, "to");
    }
    lua_pushboolean(L, p->optional || p->kind == LP_SETTINGS);
    lua_setfield(L, -2, "optional");
    lua_pushboolean(L, p->bound != NULL);
    lua_setfield(L, -2, "bound");
    if (!p->fields) return;
    push_parameters(L, p->fields);
    lua_setfield(L, -2, "fields");
}

static void push_parameters(lua_State *L, const lparameter *const *list) {
    luaL_checkstack(L, 8, "rows");
    lua_newtable(L);
    for (int i = 0; list[i]; i++) {
        push_parameter(L, list[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* rows(): a list of {type =, on =, name =, call =, by_hand =, takes = {...}, gives =}. Without a
** type it is a function of the core, perhaps on an object of the type `on`. A function written by
** hand may leave out what it takes. */
static int rows(lua_State *L) {
    static const char *const results[] = { /* by lresult_kind */
        "nothing", "amount", "integer", "integer", "integer", "boolean", "boolean",
        "outcome", "player", "string",  "list",    "list",    "pair",    "record",
        "object",  "list",   "object",  "kept",    "string",
    };
    lua_newtable(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &rows_key) == LUA_TNIL) return 1;
    lua_Integer tables = (lua_Integer)lua_rawlen(L, 2), count = 0;
    for (lua_Integer i = 1; i <= tables; i += 2) {
        lua_rawgeti(L, 2, i);
        lua_rawgeti(L, 2, i + 1);
        const ludata_type *type = lua_touserdata(L, -2);
        for (const lmethod *m = lua_touserdata(L, -1); m->name; m++) {
            lua_createtable(L, 0, 6);
            set_text(L, "type", type ? type->name : NULL);
            set_text(L, "on", m->on ? m->on->name : NULL);
            set_text(L, "name", m->name);
            set_text(L, "call", m->call ? m->call : m->name);
            set_text(L, "gives", results[m->gives]);
            lua_pushboolean(L, m->hand != NULL);
            lua_setfield(L, -2, "by_hand");
            push_parameters(L, m->take);
            lua_setfield(L, -2, "takes");
            lua_rawseti(L, 1, ++count);
        }
        lua_pop(L, 2);
    }
    lua_settop(L, 1);
    return 1;
}

void lmethod_open(lua_State *L) {
    lua_pushcfunction(L, rows);
    lua_setfield(L, -2, "rows");
}
