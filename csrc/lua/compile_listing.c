/*
** compile_listing.c - a program as a table of Lua's, for readers that ask what a rule says and not
** what it names at one position: instructions with the lines they come from.
*/
#include "compile_int.h"
#include "program/program_int.h"

static void set_integer(lua_State *L, const char *key, lua_Integer value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

/* A target, or the first of the operands, counted from 1. */
static void push_instruction(const compiler *c, size_t at) {
    lua_State *L = c->L;
    const ta_instruction *i = &c->b->code[at];
    lua_createtable(L, 0, 7);
    lua_pushstring(L, ta_op_shapes[i->op].name);
    lua_setfield(L, -2, "op");
    set_integer(L, "a", i->a);
    set_integer(L, "b", i->b);
    set_integer(L, "c", i->c);
    set_integer(L, "to", i->to + 1);
    set_integer(L, "n", i->n);
    set_integer(L, "line", c->line[at]);
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

/* Lists of integers: registers, and behind TA_CONSTANT constants. */
static void push_numbers(const compiler *c) {
    lua_State *L = c->L;
    lua_createtable(L, (int)c->b->operand_count, 0);
    for (size_t i = 0; i < c->b->operand_count; i++) {
        lua_pushinteger(L, c->b->operands[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "operands");
    lua_createtable(L, (int)c->b->constant_count, 0);
    for (size_t i = 0; i < c->b->constant_count; i++) {
        lua_pushinteger(L, c->b->constants[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "constants");
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
    push_numbers(c);
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
