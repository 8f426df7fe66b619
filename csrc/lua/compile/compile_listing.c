/*
** compile_listing.c - a program as a Lua table, for readers that analyse the rule itself, not its
** options at one position: the instructions and the lines they come from.
*/
#include "compile_int.h"
#include "program/program_int.h"

static void set_integer(lua_State *L, const char *key, lua_Integer value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

static void append(lua_State *L, lua_Integer value) {
    lua_pushinteger(L, value);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* Push the registers and constants an instruction reads, the components of a position in order.
** List n is -1 - n. */
static void push_reads(const compiler *c, const ta_instruction *i) {
    const ta_op_shape *shape = &ta_op_shapes[i->op];
    lua_State *L = c->L;
    lua_newtable(L);
    for (int k = 0; shape->reads_a && k <= 2 * shape->loop; k++) append(L, i->a + k);
    if (shape->reads_b) append(L, i->b);
    if (shape->reads_c) append(L, i->c);
    if (shape->list && i->op != TA_OP_NEW) append(L, -1 - i->c);
    for (int k = 0; i->op == TA_OP_EMIT && k < i->n; k++) append(L, c->b->operands[i->to + k]);
    lua_setfield(L, -2, "reads");
}

/* Push the registers, or the list, that the instruction writes. A loop writes all but its step. */
static void push_writes(lua_State *L, const ta_instruction *i) {
    const ta_op_shape *shape = &ta_op_shapes[i->op];
    lua_newtable(L);
    for (int k = 0; shape->writes_a && k <= 3 * shape->loop; k++)
        if (k != 2) append(L, i->a + k);
    if (i->op == TA_OP_NEW) append(L, -1 - i->c);
    lua_setfield(L, -2, "writes");
}

/* Push an instruction. Targets are counted from 1. */
static void push_instruction(const compiler *c, size_t at) {
    lua_State *L = c->L;
    const ta_instruction *i = &c->b->code[at];
    const ta_op_shape *shape = &ta_op_shapes[i->op];
    lua_createtable(L, 0, 10);
    lua_pushstring(L, shape->name);
    lua_setfield(L, -2, "op");
    set_integer(L, "a", i->a);
    set_integer(L, "b", i->b);
    set_integer(L, "c", i->c);
    set_integer(L, "n", i->n);
    set_integer(L, "line", c->line[at]);
    if (shape->jumps) set_integer(L, "to", i->to + 1);
    lua_pushboolean(L, shape->ends);
    lua_setfield(L, -2, "ends");
    push_reads(c, i);
    push_writes(L, i);
}

static void push_tables(const compiler *c) {
    lua_State *L = c->L;
    lua_createtable(L, (int)c->b->table_count, 0);
    for (size_t k = 0; k < c->b->table_count; k++) {
        const ta_program_table *t = &c->b->tables[k];
        lua_createtable(L, (int)t->count, 1);
        set_integer(L, "first", t->first);
        for (size_t i = 0; i < t->count; i++) {
            lua_pushinteger(L, c->b->cells[t->cells + i]);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)k + 1);
    }
}

int lc_listing(const compiler *c) {
    lua_State *L = c->L;
    lua_createtable(L, 0, 9);
    lua_createtable(L, (int)c->b->code_count, 0);
    for (size_t i = 0; i < c->b->code_count; i++) {
        push_instruction(c, i);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "code");
    lua_createtable(L, (int)c->b->constant_count, 0);
    for (size_t i = 0; i < c->b->constant_count; i++) append(L, c->b->constants[i]);
    lua_setfield(L, -2, "constants");
    push_tables(c);
    lua_setfield(L, -2, "tables");
    lua_createtable(L, (int)c->b->function_count, 0);
    for (size_t i = 0; i < c->b->function_count; i++) {
        lua_pushstring(L, ta_movefn_text(c->b->functions[i]));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "functions");
    lua_createtable(L, (int)c->out->reason_count, 0);
    for (size_t i = 0; i < c->out->reason_count; i++) {
        lua_pushstring(L, c->out->reason[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "reasons");
    set_integer(L, "first", c->b->first);
    set_integer(L, "arguments", c->arity);
    set_integer(L, "constant", TA_CONSTANT);
    return 1;
}
