/*
** compile_capture.c - what a function refers to outside of itself: upvalues, fields, tables of
** integers. Each is copied and guarded. A list anchors each object once, so two objects are the
** same exactly when their numbers are.
*/
#include <string.h>

#include "compile_int.h"
#include "lua/family/move_function.h"

/* A value with a guard must not change while the rest is compiled. */
static void add_guard(compiler *c, lguard_kind kind, int object, int64_t key, const lguard *as) {
    lcompiled *o = c->out;
    lguard made = *as;
    made.kind = (uint8_t)kind;
    made.object = object;
    made.key = key;
    for (size_t i = 0; i < o->guard_count; i++) {
        const lguard *g = &o->guards[i];
        if (g->kind != kind || g->object != object || (kind != LGUARD_LENGTH && g->key != key))
            continue;
        if (g->key == key && g->type == made.type && g->whole == made.whole &&
            g->value == made.value)
            return;
        lc_refuse(c, "what it refers to changed meanwhile");
    }
    if (ta_reserve(c->allocator, (void **)&o->guards, &o->guard_cap, o->guard_count + 1,
                   sizeof *o->guards))
        lc_refuse(c, "not enough memory");
    o->guards[o->guard_count++] = made;
}

static const lguard NOTHING = { 0, 0, 0, 0, 0, 0, 0, 0 };

/* ---- Objects ---- */

/* Are both the same value? 1 and 1.0 are equal but not the same. */
static int same(lua_State *L, int a, int b) {
    return lua_type(L, a) == lua_type(L, b) && lua_isinteger(L, a) == lua_isinteger(L, b) &&
           lua_rawequal(L, a, b);
}

static int anchor(compiler *c) {
    lua_State *L = c->L;
    int count = (int)lua_rawlen(L, c->anchors);
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, c->anchors, i);
        int found = same(L, -1, -2);
        lua_pop(L, 1);
        if (found) return i;
    }
    if (count + 1 >= OBJECTS) lc_refuse(c, "more than %d things are referred to", OBJECTS - 2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, c->anchors, count + 1);
    return count + 1;
}

/* Anchor the value on top, pop it and return its number. */
int lc_object(compiler *c) {
    lua_State *L = c->L;
    int id = anchor(c);
    captured *o = &c->objects[id];
    if (id >= c->object_count) c->object_count = id + 1;
    if (o->type == 0) {
        o->type = lua_type(L, -1);
        o->function = lua_tocfunction(L, -1);
        if (o->function && lua_getupvalue(L, -1, 1)) { /* a closure: its effect is unknown */
            lua_pop(L, 1);
            o->function = NULL;
        }
        o->c_function = lua_iscfunction(L, -1);
        o->table = o->grid = -2;
        o->movefn = lmovefn_test(L, -1);
    }
    lua_pop(L, 1);
    return id;
}

/* Pop the value on top and return what is known of it. `expect` gets the same for a guard. */
static known capture(compiler *c, lguard *expect) {
    lua_State *L = c->L;
    lguard scrap = { 0 };
    if (!expect) expect = &scrap;
    expect->type = (uint8_t)lua_type(L, -1);
    known v = lc_plain(K_NIL);
    switch (lua_type(L, -1)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN:
        expect->whole = (uint8_t)lua_toboolean(L, -1);
        v = lc_plain(expect->whole ? K_TRUE : K_FALSE);
        break;
    default:
        if (lua_isinteger(L, -1)) {
            expect->whole = 1;
            expect->value = lua_tointeger(L, -1);
            v = lc_constant(c, expect->value);
            break;
        }
        v = lc_plain(K_OBJECT);
        v.id = lc_object(c);
        expect->value = v.id;
        return v;
    }
    lua_pop(L, 1);
    return v;
}

known lc_capture(compiler *c) {
    return capture(c, NULL);
}

static void push_object(const compiler *c, int object) {
    lua_rawgeti(c->L, c->anchors, object);
}

known lc_upvalue(compiler *c, int object, int index) {
    lua_State *L = c->L;
    push_object(c, object);
    if (!lua_getupvalue(L, -1, index + 1)) {
        lua_pop(L, 1);
        return lc_plain(K_DEAD);
    }
    lua_remove(L, -2);
    lguard g = NOTHING;
    known v = capture(c, &g);
    add_guard(c, LGUARD_UPVALUE, object, index + 1, &g);
    return v;
}

/* Has the table no metatable? Adds a guard if so. */
static int plain(compiler *c, int table) {
    push_object(c, table);
    int has = lua_getmetatable(c->L, -1);
    lua_pop(c->L, has ? 2 : 1);
    if (!has) add_guard(c, LGUARD_PLAIN, table, 0, &NOTHING);
    return !has;
}

/* The raw field of the table, guarded. `text` is an anchored string, or 0 to use `index`. */
static known raw_field(compiler *c, int table, int text, int64_t index) {
    lguard g = NOTHING;
    push_object(c, table);
    if (text) {
        push_object(c, text);
        lua_rawget(c->L, -2);
    } else {
        lua_rawgeti(c->L, -1, index);
    }
    lua_remove(c->L, -2);
    known value = capture(c, &g);
    add_guard(c, text ? LGUARD_FIELD : LGUARD_INDEX, table, text ? text : index, &g);
    return value;
}

/* The number of the table that a metatable has as __index; 0: none, -1: unknown. */
static int next_table(compiler *c, int table) {
    lua_State *L = c->L;
    push_object(c, table);
    if (!lua_getmetatable(L, -1)) {
        lua_pop(L, 1);
        return plain(c, table) ? 0 : -1;
    }
    lua_remove(L, -2);
    lguard g = NOTHING;
    g.value = lc_object(c);
    add_guard(c, LGUARD_META, table, 0, &g);
    lua_pushliteral(L, "__index");
    known next = raw_field(c, (int)g.value, lc_object(c), 0);
    if (next.kind == K_NIL) return 0;
    return next.kind == K_OBJECT && c->objects[next.id].type == LUA_TTABLE ? next.id : -1;
}

int lc_field(compiler *c, int table, const known *key, const constant *name, known *value) {
    int64_t index = 0;
    int text = 0;
    if (c->objects[table].type != LUA_TTABLE) return 0;
    if (name) {
        lua_pushlstring(c->L, name->text, name->length);
        text = lc_object(c);
    } else if (key->kind == K_OBJECT && c->objects[key->id].type == LUA_TSTRING) {
        text = key->id;
    } else if (!lc_value(c, key->at, &index)) {
        return 0;
    }
    *value = raw_field(c, table, text, index);
    for (int level = 0; value->kind == K_NIL && level < 8; level++) {
        int next = next_table(c, table);
        if (next < 0) return 0;
        if (next == 0) break;
        table = next;
        *value = raw_field(c, table, text, index);
    }
    if (value->kind == K_OBJECT && text) c->objects[value->id].name = text;
    return value->kind != K_NIL || next_table(c, table) == 0;
}

/* ---- Tables of integers ---- */

#define CELLS_MOST (1 << 20)

/* Has the table on top no metatable? */
static int is_plain(lua_State *L) {
    if (!lua_getmetatable(L, -1)) return 1;
    lua_pop(L, 1);
    return 0;
}

/* Set *first and *last to the range of integer keys of the table on top. 0 unless the range has no
** gap, and its values are all integers or, with `tables`, all plain tables. */
static int dense(lua_State *L, int tables, int64_t *first, int64_t *last) {
    int64_t count = 0;
    *first = 1;
    *last = 0;
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        int fits = tables ? lua_istable(L, -1) && is_plain(L) : lua_isinteger(L, -1);
        lua_pop(L, 1);
        if (!lua_isinteger(L, -1)) continue;
        int64_t key = lua_tointeger(L, -1);
        if (!fits || key < -CELLS_MOST || key > CELLS_MOST) {
            lua_pop(L, 1);
            return 0;
        }
        if (count == 0 || key < *first) *first = key;
        if (count == 0 || key > *last) *last = key;
        count++;
    }
    return *last - *first + 1 == count;
}

static void keep_cells(compiler *c, const int64_t *cells, size_t count) {
    lcompiled *out = c->out;
    if (ta_reserve(c->allocator, (void **)&out->cells, &out->cell_cap, out->cell_count + count + 1,
                   sizeof *out->cells))
        lc_refuse(c, "not enough memory");
    if (count) memcpy(out->cells + out->cell_count, cells, count * sizeof *cells);
    out->cell_count += count;
}

/* Copy the entries of the table on top from `first` on, as cells and as a table of the program.
** Returns its number. */
static int copy_cells(compiler *c, int64_t first, size_t count) {
    size_t at = c->out->cell_count;
    int64_t *cells = lc_take(c, count, sizeof *cells);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(c->L, -1, first + (int64_t)i);
        cells[i] = lua_tointeger(c->L, -1);
        lua_pop(c->L, 1);
    }
    keep_cells(c, cells, count);
    return ta_builder_table(c->b, first, c->out->cells + at, count);
}

int lc_table(compiler *c, int table) {
    lua_State *L = c->L;
    captured *o = &c->objects[table];
    if (o->table != -2) return o->table;
    o->table = -1;
    if (o->type != LUA_TTABLE || !plain(c, table)) return -1;
    int64_t first, last;
    push_object(c, table);
    if (!dense(L, 0, &first, &last)) {
        lua_pop(L, 1);
        return -1;
    }
    lguard g = NOTHING;
    g.cells = c->out->cell_count;
    g.count = (size_t)(last - first + 1);
    o->table = copy_cells(c, first, g.count);
    lua_pop(L, 1);
    add_guard(c, LGUARD_CELLS, table, first, &g);
    return o->table;
}

/* ---- Tables of such tables ---- */

#define ROWS_MOST 2000

/* Is each entry of the table on top a table of integers, with a bounded total size? */
static int rows_fit(lua_State *L, int64_t first, int64_t last) {
    int64_t all = 0, from, to;
    if (last - first >= ROWS_MOST) return 0;
    for (int64_t key = first; key <= last; key++) {
        lua_rawgeti(L, -1, key);
        int fits = dense(L, 0, &from, &to);
        lua_pop(L, 1);
        all += to - from + 1;
        if (!fits || all > CELLS_MOST) return 0;
    }
    return 1;
}

/* Copy the table of integers on top, and return its number. */
static int copy_row(compiler *c, int64_t *length) {
    int64_t first, last;
    dense(c->L, 0, &first, &last);
    *length = (int64_t)lua_rawlen(c->L, -1);
    const int64_t head[3] = { first, last - first + 1, *length };
    keep_cells(c, head, 3);
    return copy_cells(c, first, (size_t)head[1]);
}

/* Entries get consecutive numbers. */
int lc_grid(compiler *c, int table) {
    lua_State *L = c->L;
    captured *o = &c->objects[table];
    if (o->grid != -2) return o->grid;
    o->grid = -1;
    if (o->type != LUA_TTABLE || !plain(c, table)) return -1;
    int64_t first, last;
    push_object(c, table);
    if (!dense(L, 1, &first, &last) || first > last || !rows_fit(L, first, last)) {
        lua_pop(L, 1);
        return -1;
    }
    lguard g = NOTHING;
    g.cells = c->out->cell_count;
    g.count = (size_t)(last - first + 1);
    int64_t *numbers = lc_take(c, g.count, sizeof *numbers);
    int64_t *lengths = lc_take(c, g.count, sizeof *lengths);
    for (size_t i = 0; i < g.count; i++) {
        lua_rawgeti(L, -1, first + (int64_t)i);
        numbers[i] = copy_row(c, &lengths[i]);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    o->grid = ta_builder_table(c->b, first, numbers, g.count);
    o->lengths = ta_builder_table(c->b, numbers[0], lengths, g.count);
    lc_check_builder(c);
    add_guard(c, LGUARD_GRID, table, first, &g);
    return o->grid;
}

int lc_length(compiler *c, int table, int64_t *length) {
    if (c->objects[table].type != LUA_TTABLE || !plain(c, table)) return 0;
    push_object(c, table);
    *length = (int64_t)lua_rawlen(c->L, -1);
    lua_pop(c->L, 1);
    add_guard(c, LGUARD_LENGTH, table, *length, &NOTHING);
    return 1;
}

const char *lc_text(const compiler *c, int object) {
    if (c->objects[object].type != LUA_TSTRING) return NULL;
    push_object(c, object);
    const char *text = lua_tostring(c->L, -1); /* the list keeps it alive */
    lua_pop(c->L, 1);
    return text;
}

proto *lc_proto(compiler *c, int object, const char **why) {
    captured *o = &c->objects[object];
    if (!o->p) {
        push_object(c, object);
        o->p = lc_read(c, why);
        lua_pop(c->L, 1);
    }
    return o->p;
}

/* ---- Checking guards later ---- */

/* Is the value on top the expected one? Pops it. */
static int expected(lua_State *L, int anchors, const lguard *g) {
    int good = lua_type(L, -1) == g->type;
    if (good && g->type == LUA_TBOOLEAN) {
        good = lua_toboolean(L, -1) == g->whole;
    } else if (good && g->whole) {
        good = lua_isinteger(L, -1) && lua_tointeger(L, -1) == g->value;
    } else if (good && g->type != LUA_TNIL) {
        lua_rawgeti(L, anchors, g->value);
        good = same(L, -1, -2);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return good;
}

static int integer_at(lua_State *L, int64_t key, int64_t *value) {
    lua_rawgeti(L, -1, key);
    int there = lua_isinteger(L, -1);
    *value = there ? lua_tointeger(L, -1) : 0;
    lua_pop(L, 1);
    return there;
}

static int nil_at(lua_State *L, int64_t key) {
    int nil = lua_rawgeti(L, -1, key) == LUA_TNIL;
    lua_pop(L, 1);
    return nil;
}

/* Does the table on top have these cells, and none just beside them? */
static int cells_hold(lua_State *L, int64_t first, size_t count, const int64_t *cells) {
    int64_t found;
    for (size_t i = 0; i < count; i++)
        if (!integer_at(L, first + (int64_t)i, &found) || found != cells[i]) return 0;
    return nil_at(L, first - 1) && nil_at(L, first + (int64_t)count);
}

/* Does the table on top have these tables of integers, and none just beside them? */
static int grid_holds(lua_State *L, const lguard *g, const int64_t *row) {
    for (size_t i = 0; i < g->count; i++) {
        lua_rawgeti(L, -1, g->key + (int64_t)i);
        int good = lua_istable(L, -1) && is_plain(L) && (int64_t)lua_rawlen(L, -1) == row[2] &&
                   cells_hold(L, row[0], (size_t)row[1], row + 3);
        lua_pop(L, 1);
        if (!good) return 0;
        row += 3 + row[1];
    }
    return nil_at(L, g->key - 1) && nil_at(L, g->key + (int64_t)g->count);
}

/* Does the guard hold? Its object stays on top. */
static int holds(lua_State *L, int anchors, const lcompiled *c, const lguard *g) {
    int good;
    switch ((lguard_kind)g->kind) {
    case LGUARD_UPVALUE:
        return lua_getupvalue(L, -1, (int)g->key) != NULL && expected(L, anchors, g);
    case LGUARD_FIELD:
        lua_rawgeti(L, anchors, g->key);
        lua_rawget(L, -2);
        return expected(L, anchors, g);
    case LGUARD_INDEX: lua_rawgeti(L, -1, g->key); return expected(L, anchors, g);
    case LGUARD_PLAIN:
        if (!lua_getmetatable(L, -1)) return 1;
        lua_pop(L, 1);
        return 0;
    case LGUARD_META:
        if (!lua_getmetatable(L, -1)) return 0;
        lua_rawgeti(L, anchors, g->value);
        good = lua_rawequal(L, -1, -2);
        lua_pop(L, 2);
        return good;
    case LGUARD_LENGTH: return (int64_t)lua_rawlen(L, -1) == g->key;
    case LGUARD_CELLS: return cells_hold(L, g->key, g->count, c->cells + g->cells);
    case LGUARD_GRID: return grid_holds(L, g, c->cells + g->cells);
    }
    return 0;
}

int lcompiled_holds(lua_State *L, int anchors, const lcompiled *c) {
    for (size_t i = 0; i < c->guard_count; i++) {
        lua_rawgeti(L, anchors, c->guards[i].object);
        int good = holds(L, anchors, c, &c->guards[i]);
        lua_pop(L, 1);
        if (!good) return 0;
    }
    return 1;
}
