/*
** compile_tables.c - upvalues, fields, captured tables, and lists that a rule makes.
**
** A list is made, appended to and read; it exists in the program. Two values are the same list when
** their numbers are equal. A position appended to a list (`parts` returns a list of positions) is
** emitted at once, and cannot be used otherwise. A returned list must hold all emitted positions.
*/
#include "compile_int.h"

/* ---- Upvalues ---- */

/* The register of upvalue `index` of a frame's function, when it is a register of a frame below.
** Else NULL, with the captured function in *object and the index of its upvalue in *at. */
static known *upvalue_register(compiler *c, int level, int index, int *object, int *at) {
    for (;;) {
        const frame *f = &c->now->frame[level];
        if (f->object >= 0) {
            *object = f->object;
            *at = index;
            return NULL;
        }
        const upvalue *u = &f->p->up[index < f->p->up_count ? index : 0];
        level = f->outer;
        if (u->in_stack) return &c->now->value[c->now->frame[level].base + u->index];
        index = u->index;
    }
}

static known get_upvalue(compiler *c, int index) {
    int object, at;
    known *there = upvalue_register(c, c->now->depth - 1, index, &object, &at);
    return there ? *there : lc_upvalue(c, object, at);
}

static void set_upvalue(compiler *c, int index, int r) {
    int object, at;
    known *there = upvalue_register(c, c->now->depth - 1, index, &object, &at);
    if (!there) lc_bail(c, "a variable outside of the rule is written");
    else *there = *lc_reg(c, r);
}

/* ---- Reading ---- */

/* R[r] = entry of a table of integers or a list at `key`, an integer; nil when there is none. */
static void read_entry(compiler *c, ta_op op, int number, int r, const known *key) {
    /* A run cannot branch: a missing entry would leave it before the position is named. */
    if (key->turn != 0 || op == TA_OP_GET || c->trial.emits > 0) c->trial.failed = c->trial.on;
    int next = lc_frame(c)->pc + 1;
    known before = *lc_reg(c, r);
    int to = lc_target(c, r);
    int at = lc_add(c, op, to, key->at, number, 0, 0);
    lc_set(c, r, lc_plain(K_NIL));
    lc_edge(c, at, next);
    lc_set(c, r, before);
    lc_computed(c, r, to, 0);
}

void lc_index(compiler *c, int r, const known *table, const known *key) {
    known found;
    if (table->kind == K_NEW || table->kind == K_LIST) {
        if (lc_is_int(key)) read_entry(c, TA_OP_GET, table->id, r, key);
        else lc_bail(c, "a field of a table the rule makes");
        return;
    }
    if (table->kind == K_ROW) {
        if (lc_is_int(key)) read_entry(c, TA_OP_ENTRY, table->at, r, key);
        else lc_bail(c, "an entry at %s", lc_kind(c, key));
        return;
    }
    if (table->kind != K_OBJECT || c->objects[table->id].type != LUA_TTABLE) {
        if (table->kind == K_NIL) lc_bail_quietly(c); /* Lua raises */
        else lc_bail(c, "an entry of %s", lc_kind(c, table));
        return;
    }
    if (key->kind == K_INT && !(key->at & TA_CONSTANT)) {
        int number = lc_table(c, table->id), grid = number < 0 ? lc_grid(c, table->id) : -1;
        if (number >= 0) {
            read_entry(c, TA_OP_CELL, number, r, key);
        } else if (grid >= 0) {
            int id = table->id;
            read_entry(c, TA_OP_CELL, grid, r, key);
            lc_reg(c, r)->kind = K_ROW;
            lc_reg(c, r)->id = id;
        } else {
            lc_bail(c, "a table of more than integers, or rows of them");
        }
    } else if (lc_is_int(key) || key->kind == K_OBJECT) {
        if (lc_field(c, table->id, key, NULL, &found)) lc_set(c, r, found);
        else lc_bail(c, "an entry that is not plain to see");
    } else {
        lc_bail(c, "an entry at %s", lc_kind(c, key));
    }
}

/* R[r] = table[name] */
static void get_field(compiler *c, int r, const known *table, int k) {
    const proto *p = lc_frame(c)->p;
    known found;
    if (table->kind == K_OBJECT && k < p->k_count && p->k[k].type == LUA_TSTRING &&
        lc_field(c, table->id, NULL, &p->k[k], &found))
        lc_set(c, r, found);
    else if (table->kind == K_NIL) lc_bail_quietly(c);
    else lc_bail(c, "a field of %s", lc_kind(c, table));
}

static void length(compiler *c, int r, const known *of) {
    int64_t n;
    if (of->kind == K_OBJECT && c->objects[of->id].type == LUA_TTABLE && lc_length(c, of->id, &n)) {
        lc_set(c, r, lc_constant(c, n));
    } else if (of->kind == K_ROW) { /* every table of integers has its length */
        int at = lc_target(c, r);
        int i = lc_add(c, TA_OP_CELL, at, of->at, c->objects[of->id].lengths, 0, 0);
        c->b->code[i].to = i + 1;
        lc_computed(c, r, at, 0);
    } else if (of->kind == K_INT) {
        lc_bail(c, "positions are text"); /* an integer has no length */
    } else if (lc_is_list(of)) {
        if (c->trial.on) c->trial.failed = 1;
        int at = lc_target(c, r);
        lc_add(c, TA_OP_LEN, at, 0, of->id, 0, 0);
        lc_computed(c, r, at, 0);
    } else if (of->kind == K_NIL) {
        lc_bail_quietly(c); /* Lua raises */
    } else {
        lc_bail(c, "the length of %s", lc_kind(c, of));
    }
}

/* ---- Lists ---- */

/* Change the kind of all values that are list `id`. */
static void turn_into(compiler *c, int id, known_kind k) {
    for (int i = 0; i < KNOWNS; i++) {
        known *v = &c->now->value[i];
        if (lc_is_list(v) && v->id == id) v->kind = (uint8_t)k;
    }
}

static void make(compiler *c, int r) {
    int id = 0;
    if (c->trial.on) c->trial.failed = 1;
    lc_set(c, r, lc_plain(K_DEAD));
    for (int i = 0; i < KNOWNS; i++) {
        const known *v = &c->now->value[i];
        if ((lc_is_list(v) || v->kind == K_SPREAD) && v->id == id) {
            id++;
            i = -1;
        }
    }
    if (id >= 64) lc_refuse(c, "too many tables at once");
    if (id >= c->b->lists) c->b->lists = id + 1;
    lc_add(c, TA_OP_NEW, 0, 0, id, 0, 0);
    known v = { K_NEW, 0, id, 0 };
    lc_set(c, r, v);
}

/* Append a position as the next part of list `id`: emit it. */
static void put_part(compiler *c, const known *list, int key, const known *part) {
    int id = list->id, one = lc_constant(c, 1).at, end = lc_temporary(c), inner = part->id;
    int made = part->kind == K_LIST && (list->kind == K_NEW || list->kind == K_PARTS);
    if (c->rule != LRULE_PARTS || !made) {
        lc_bail(c, "a table in a table");
        return;
    }
    lc_add(c, TA_OP_LEN, end, 0, id, 0, 0);
    lc_add(c, TA_OP_ADD, end, end, one, 0, 0);
    int at = lc_add(c, TA_OP_JEQ, 0, key, end, 0, 0);
    lc_add(c, TA_OP_BAIL, 0, 0, 0, 0, lc_line(c));
    c->b->code[at].to = (int)c->b->code_count;
    lc_add(c, TA_OP_LIST, 0, 0, inner, 0, 0);
    lc_add(c, TA_OP_SET, key, key, id, 0, 0);
    turn_into(c, inner, K_DEAD);
    turn_into(c, id, K_PARTS);
}

static void put_entry(compiler *c, const known *list, const known *key, const known *value) {
    if (c->trial.on) c->trial.failed = 1;
    if (!lc_is_list(list) || list->kind == K_DEAD) {
        lc_bail(c, list->kind == K_OBJECT || list->kind == K_ROW
                       ? "a table outside of the rule is written"
                       : "an entry of something else is written");
    } else if (!lc_is_int(key)) {
        lc_bail(c, "a field of a table the rule makes");
    } else if (lc_is_list(value)) {
        put_part(c, list, key->at, value);
    } else if (value->kind == K_NIL) {
        lc_bail_quietly(c); /* mostly the path where an entry read before was absent */
    } else if (!lc_is_int(value) || list->kind == K_PARTS) {
        lc_bail(c, "%s in a table", lc_kind(c, value));
    } else {
        lc_add(c, TA_OP_SET, value->at, key->at, list->id, 0, 0);
        turn_into(c, list->id, K_LIST);
    }
}

/* {...}: append the values behind R[a] from entry `first` + 1 on. */
static void put_values(compiler *c, int a, int count, int first) {
    frame *f = lc_frame(c);
    if (count == 0) count = f->top - a - 1;
    for (int i = 1; i <= count && !c->ended; i++) {
        known list = *lc_reg(c, a), key = lc_constant(c, first + i), value = *lc_reg(c, a + i);
        put_entry(c, &list, &key, &value);
    }
}

/* ---- One instruction ---- */

static int writes(compiler *c, code i) {
    int a = arg_a(i);
    const proto *p = lc_frame(c)->p;
    known list = *lc_reg(c, a), key, value;
    if (op_of(i) != OP_SETTABLE && op_of(i) != OP_SETI) return 0;
    if (!arg_k(i)) {
        value = *lc_reg(c, arg_c(i));
    } else {
        const constant *k = &p->k[arg_c(i) < p->k_count ? arg_c(i) : 0];
        value = k->type == LUA_TNUMBER && k->whole ? lc_constant(c, k->i) : lc_plain(K_DEAD);
    }
    key = op_of(i) == OP_SETI ? lc_constant(c, arg_b(i)) : *lc_reg(c, arg_b(i));
    put_entry(c, &list, &key, &value);
    return 1;
}

static int reads(compiler *c, code i) {
    int a = arg_a(i);
    known table = *lc_reg(c, arg_b(i)), key;
    switch (op_of(i)) {
    case OP_GETTABUP:
        table = get_upvalue(c, arg_b(i));
        get_field(c, a, &table, arg_c(i));
        return 1;
    case OP_GETTABLE:
        key = *lc_reg(c, arg_c(i));
        lc_index(c, a, &table, &key);
        return 1;
    case OP_GETI:
        key = lc_constant(c, arg_c(i));
        lc_index(c, a, &table, &key);
        return 1;
    case OP_GETFIELD: get_field(c, a, &table, arg_c(i)); return 1;
    default: return 0;
    }
}

int lc_tables(compiler *c, code i) {
    int a = arg_a(i), more = 0;
    frame *f = lc_frame(c);
    known v;
    if (reads(c, i) || writes(c, i)) {
        f->pc++;
        return 1;
    }
    switch (op_of(i)) {
    case OP_GETUPVAL: lc_set(c, a, get_upvalue(c, arg_b(i))); break;
    case OP_SETUPVAL: set_upvalue(c, arg_b(i), a); break;
    case OP_SETTABUP: lc_bail(c, "a global is written"); break;
    case OP_SETFIELD: lc_bail(c, "a field is written"); break;
    case OP_SELF:
        lc_bail(c, lc_is_int(lc_reg(c, arg_b(i))) ? "positions are text" : "a method");
        break;
    case OP_NEWTABLE:
        make(c, a);
        more = 1;
        break;
    case OP_SETLIST:
        if (arg_k(i)) lc_bail(c, "a long list");
        else put_values(c, a, arg_b(i), arg_c(i));
        break;
    case OP_LEN:
        v = *lc_reg(c, arg_b(i));
        length(c, a, &v);
        break;
    default: return 0;
    }
    f->pc += 1 + more;
    return 1;
}
