/*
** loopy.c - loopy values in Lua: boxes of the core's values, one box for each pair of graphs. A
** loopfree result is a plain value. The front, lua/takeaway/family/loopy.lua, reads and writes
** their names, and passes these calls their operands: loopy values, plain ones and integers.
**
** All calls enter the store of values, since plain values may be created and freed.
*/
#include <string.h>

#include "lua/base/arg.h"
#include "lua/base/list.h"
#include "lua/base/modules.h"
#include "lua/base/push.h"
#include "value.h"
#include "base/status.h"
#include "takeaway/loopy.h"

static void destroy(void *object) {
    ta_loopy_destroy(object);
}

static const ludata_type type = { "takeaway.loopy", "loopy value", destroy, .closable = 0 };

static const char known_key = 0; /* registry: the weak table graphs -> box */

/* ---- Operands ---- */

/* The stack index of an operand, and a box for it when it is a plain value. */
typedef struct operand {
    int index;
    ludata *box;
    const ta_loopy *g;
} operand;

/* Check the operand at `index`; raises otherwise. [-0, +1] */
static operand check_operand(lcall *c, int index, const char *name) {
    ludata *box = ludata_test(c->L, index, &type);
    if (!box && !lstore_is_operand(c->L, index, &lvalue_store))
        larg_error(c, index, name, "a loopy value, a value, a number or text");
    operand o = { index, box ? box : ludata_push(c->L, &type, 0), NULL };
    if (box) lua_pushnil(c->L);
    return o;
}

/* Find the operand's loopy value. [-0, +0] */
static ta_status take(lcall *c, operand *o) {
    ta_loopy *made;
    ta_value value = TA_VALUE_ZERO;
    o->g = ludata_object(o->box);
    if (o->g) return TA_OK;
    ta_allocator a = lcall_allocator(c->L);
    ta_status s = lstore_take(c, o->index, &lvalue_store, &value);
    if (!s) s = ta_loopy_from_value(&a, &c->call, c->object, value, &made);
    if (s) return s;
    ludata_own(o->box, made);
    o->g = made;
    return TA_OK;
}

/* The loopy value at 1. */
static const ta_loopy *self(lcall *c) {
    return ludata_object(ludata_check(c->L, 1, &type, c->name));
}

/* ---- Results ---- */

static void add_side(luaL_Buffer *b, const ta_loopy *g, ta_side side) {
    uint32_t nodes = ta_loopy_nodes(g, side);
    luaL_addlstring(b, (const char *)&nodes, sizeof nodes);
    for (uint32_t v = 0; v < nodes; v++)
        for (int p = 0; p < 2; p++) {
            size_t count;
            const uint32_t *option = ta_loopy_options(g, side, v, (ta_player)p, &count);
            luaL_addlstring(b, (const char *)&count, sizeof count);
            if (count) luaL_addlstring(b, (const char *)option, count * sizeof *option);
        }
}

/* Replace the box on top by the one box with the same graphs. [-1, +1] */
static void push_known(lua_State *L, const ta_loopy *g) {
    luaL_Buffer b;
    int box = lua_gettop(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &known_key);
    luaL_buffinit(L, &b);
    add_side(&b, g, TA_ONSIDE);
    if (!ta_loopy_is_stopper(g)) add_side(&b, g, TA_OFFSIDE);
    luaL_pushresult(&b);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, box + 1) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, box);
        lua_rawset(L, box + 1);
        lua_settop(L, box);
    } else {
        lua_replace(L, box);
        lua_settop(L, box);
    }
}

/* Leave the call with a new value. The box at stack index `box` becomes its owner. */
static int give(lcall *c, ta_status s, int box, ta_loopy *made) {
    ta_value value = TA_VALUE_ZERO;
    if (s) return lcall_fail(c, s);
    lua_State *L = c->L;
    ludata_own(lua_touserdata(L, box), made);
    if (ta_loopy_is_loopfree(made)) {
        s = ta_loopy_value(made, &c->call, c->object, &value);
        return lstore_give(c, s, &lvalue_store, value);
    }
    lcall_end(c);
    lua_pushvalue(L, box);
    push_known(L, made);
    return 1;
}

/* Push a box for the result; return its stack index. [-0, +1] */
static int push_result(lua_State *L) {
    ludata_push(L, &type, 0);
    return lua_gettop(L);
}

/* ---- Making ---- */

/* A graph from the front: nodes 1.. are the values of a list, followed by new nodes. The moves are
** triples of node, player (0 or 1) and option. */
typedef struct written {
    int values; /* stack index of the list */
    size_t value_count, move_count;
    ta_amount nodes, start;
    const ta_amount *moves;
    uint32_t *number; /* in the form, by node */
} written;

static ta_status write_value(lcall *c, ta_loopy_form *form, int index, uint32_t *node) {
    ludata *box = ludata_test(c->L, index, &type);
    ta_value value = TA_VALUE_ZERO;
    if (box) return ta_loopy_form_loopy(form, &c->call, ludata_object(box), node);
    if (!lstore_is(c->L, index, &lvalue_store))
        return ta_fail(&c->call, TA_EINVAL, "expected a list of values");
    ta_status s = lstore_take(c, index, &lvalue_store, &value);
    return s ? s : ta_loopy_form_value(form, &c->call, c->object, value, node);
}

static ta_status write_form(lcall *c, const written *w, ta_loopy_form *form) {
    ta_status s = TA_OK;
    size_t nodes = w->value_count + (size_t)w->nodes;
    for (size_t i = 0; i < nodes && !s; i++) {
        if (i >= w->value_count) {
            s = ta_loopy_form_node(form, &c->call, &w->number[i]);
            continue;
        }
        lua_rawgeti(c->L, w->values, (lua_Integer)i + 1);
        s = write_value(c, form, lua_gettop(c->L), &w->number[i]);
        lua_pop(c->L, 1);
    }
    for (size_t i = 0; i + 2 < w->move_count && !s; i += 3) {
        const ta_amount *move = w->moves + i;
        if (move[0] < 1 || (size_t)move[0] > nodes || move[1] > 1 || move[2] < 1 ||
            (size_t)move[2] > nodes)
            s = ta_fail(&c->call, TA_EINVAL, "no such node");
        else
            s = ta_loopy_form_option(form, &c->call, w->number[move[0] - 1], (ta_player)move[1],
                                     w->number[move[2] - 1]);
    }
    return s;
}

/* loopy_form(values, nodes, moves, start) */
static int loopy_form(lua_State *L) {
    static const llist_kind any = { .expected = "a list of values" },
                            integers = { .expected = "a list of moves", .lo = 0, .hi = TA_MAX };
    lcall c;
    ta_loopy_form *form = NULL;
    ta_loopy *made = NULL;
    written w = { .values = 1 };
    lcall_function(&c, L, "loopy_value");
    lua_settop(L, 4);
    w.value_count = llist_count(&c, 1, "values", &any);
    w.nodes = larg_integer(&c, 2, "nodes", 0, TA_LOOPY_MOST);
    w.moves = llist_integers(&c, 3, "moves", &integers, &w.move_count);
    w.start = larg_integer(&c, 4, "start", 1, (ta_amount)w.value_count + w.nodes);
    w.number = lua_newuserdatauv(L, (w.value_count + (size_t)w.nodes) * sizeof *w.number, 0);
    int result = push_result(L);
    lstore_begin(&c, &lvalue_store);
    ta_allocator a = lcall_allocator(L);
    ta_status s = ta_loopy_form_create(&a, &c.call, &form);
    if (!s) s = write_form(&c, &w, form);
    if (!s) s = ta_loopy_form_simplify(form, &c.call, w.number[w.start - 1], &made);
    ta_loopy_form_destroy(form);
    return give(&c, s, result, made);
}

/* ---- Values from values ---- */

typedef ta_status (*operation)(const ta_loopy *, const ta_loopy *, ta_call *, ta_loopy **);

static int of_two(lua_State *L, const char *name, operation work) {
    lcall c;
    ta_loopy *made = NULL;
    lcall_function(&c, L, name);
    operand g = check_operand(&c, 1, "left operand"), h = check_operand(&c, 2, "right operand");
    int result = push_result(L);
    lstore_begin(&c, &lvalue_store);
    ta_status s = take(&c, &g);
    if (!s) s = take(&c, &h);
    if (!s) s = work(g.g, h.g, &c.call, &made);
    return give(&c, s, result, made);
}

/* loopy_sum(g, h) */
static int loopy_sum(lua_State *L) {
    return of_two(L, "+", ta_loopy_sum);
}

/* loopy_sides(g, h) */
static int loopy_sides(lua_State *L) {
    return of_two(L, "&", ta_loopy_sides);
}

/* loopy_geq(g, h) */
static int loopy_geq(lua_State *L) {
    lcall c;
    int geq = 0;
    lcall_function(&c, L, "<=");
    operand g = check_operand(&c, 1, "left operand"), h = check_operand(&c, 2, "right operand");
    lstore_begin(&c, &lvalue_store);
    ta_status s = take(&c, &g);
    if (!s) s = take(&c, &h);
    if (!s) s = ta_loopy_geq(g.g, h.g, &c.call, &geq);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lua_pushboolean(L, geq);
    return 1;
}

/* ---- Methods ---- */

static int negative(lua_State *L) {
    lcall c;
    ta_loopy *made = NULL;
    lcall_function(&c, L, "-");
    const ta_loopy *g = self(&c);
    int result = push_result(L);
    lstore_begin(&c, &lvalue_store);
    ta_status s = ta_loopy_negative(g, &c.call, &made);
    return give(&c, s, result, made);
}

static int side_of(lua_State *L, const char *name, ta_side side) {
    lcall c;
    ta_loopy *made = NULL;
    lcall_function(&c, L, name);
    const ta_loopy *g = self(&c);
    int result = push_result(L);
    lstore_begin(&c, &lvalue_store);
    ta_status s = ta_loopy_side(g, &c.call, side, &made);
    return give(&c, s, result, made);
}

static int onside(lua_State *L) {
    return side_of(L, "onside", TA_ONSIDE);
}

static int offside(lua_State *L) {
    return side_of(L, "offside", TA_OFFSIDE);
}

/* loopy_follower(g, node): nodes are counted from 1 */
static int loopy_follower(lua_State *L) {
    lcall c;
    ta_loopy *made = NULL;
    lcall_function(&c, L, "follower");
    const ta_loopy *g = self(&c);
    ta_amount node = larg_integer(&c, 2, "node", 1, TA_LOOPY_MOST);
    int result = push_result(L);
    lstore_begin(&c, &lvalue_store);
    ta_status s = ta_loopy_follower(g, &c.call, (uint32_t)node - 1, &made);
    return give(&c, s, result, made);
}

static int outcome(lua_State *L) {
    lcall c;
    ta_outcome o = TA_D;
    lcall_function(&c, L, "outcome");
    const ta_loopy *g = self(&c);
    lstore_begin(&c, &lvalue_store);
    ta_status s = ta_loopy_outcome(g, &c.call, &o);
    if (s) return lcall_fail(&c, s);
    lcall_end(&c);
    lpush_outcome(L, o);
    return 1;
}

static int tell(lua_State *L, const char *name, int (*is)(const ta_loopy *)) {
    lcall c;
    lcall_function(&c, L, name);
    lua_pushboolean(L, is(self(&c)));
    return 1;
}

static int is_stopper(lua_State *L) {
    return tell(L, "is_stopper", ta_loopy_is_stopper);
}

static int is_stopper_sided(lua_State *L) {
    return tell(L, "is_stopper_sided", ta_loopy_is_stopper_sided);
}

static int is_loopfree(lua_State *L) {
    return tell(L, "is_loopfree", ta_loopy_is_loopfree);
}

static int is_plumtree(lua_State *L) {
    return tell(L, "is_plumtree", ta_loopy_is_plumtree);
}

/* Push a list of {left = {...}, right = {...}}, options by number; the game starts at node 1. */
static int graph_of(lua_State *L, const char *name, ta_side side) {
    static const char *const key[2] = { "left", "right" };
    lcall c;
    lcall_function(&c, L, name);
    const ta_loopy *g = self(&c);
    uint32_t nodes = ta_loopy_nodes(g, side);
    lpush_list(L, (int)nodes);
    for (uint32_t v = 0; v < nodes; v++) {
        lpush_record(L, 2);
        for (int p = 0; p < 2; p++) {
            size_t count;
            const uint32_t *option = ta_loopy_options(g, side, v, (ta_player)p, &count);
            lpush_list(L, (int)count);
            for (size_t i = 0; i < count; i++) {
                lua_pushinteger(L, (lua_Integer)option[i] + 1);
                lua_rawseti(L, -2, (lua_Integer)i + 1);
            }
            lua_setfield(L, -2, key[p]);
        }
        lua_rawseti(L, -2, (lua_Integer)v + 1);
    }
    return 1;
}

static int graph(lua_State *L) {
    return graph_of(L, "graph", TA_ONSIDE);
}

static int offside_graph(lua_State *L) {
    return graph_of(L, "offside_graph", TA_OFFSIDE);
}

/* ---- Opening ---- */

static const luaL_Reg methods[] = {
    { "outcome", outcome },
    { "onside", onside },
    { "offside", offside },
    { "is_stopper", is_stopper },
    { "is_stopper_sided", is_stopper_sided },
    { "is_loopfree", is_loopfree },
    { "is_plumtree", is_plumtree },
    { "graph", graph },
    { "offside_graph", offside_graph },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__unm", negative }, { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "loopy_form", loopy_form },         { "loopy_sum", loopy_sum },
    { "loopy_geq", loopy_geq },           { "loopy_sides", loopy_sides },
    { "loopy_follower", loopy_follower }, { NULL, NULL },
};

void lloopy_open(lua_State *L) {
    luaL_checkstack(L, 8, "loopy");
    luaL_setfuncs(L, functions, 0);
    ludata_register(L, &type, methods, meta);
    ludata_index_open(L, &known_key);
}
