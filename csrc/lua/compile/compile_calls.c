/*
** compile_calls.c - emit, Lua's own functions that are supported, calls of Lua functions, which are
** compiled inline, and returns.
*/
#include <lualib.h>
#include <string.h>

#include "compile_int.h"

const char *const lcompile_words[] = { "", "loss", "win", "draw", "left", "right" };

/* ---- Emitting positions ---- */

/* Emit the position of these values; `count` < 0: the one in a list. */
static void name_position(compiler *c, const known *values, int count) {
    trial *t = &c->trial;
    known nothing;
    if (count == 0 && c->rule == LRULE_HEAP) { /* an empty heap remains */
        nothing = lc_constant(c, 0);
        values = &nothing;
        count = 1;
    }
    if (count < 1 || count > TA_COMPONENTS || (count != c->arity && !c->has_parts)) {
        lc_bail_quietly(c); /* Lua raises */
        return;
    }
    for (int i = 0; i < count; i++) {
        if (lc_is_int(&values[i])) continue;
        if (values[i].kind == K_NIL) lc_bail_quietly(c); /* Lua raises */
        else lc_bail(c, "emit with %s", lc_kind(c, &values[i]));
        return;
    }
    if (t->on) {
        t->emits++;
        t->size = count;
        t->emitted = c->b->code_count;
        for (int i = 0; i < count; i++) {
            t->start[i] = values[i].at;
            t->step[i] = values[i].turn;
        }
        return;
    }
    int first = 0;
    for (int i = 0; i < count; i++) {
        int at = ta_builder_operand(c->b, values[i].at);
        if (i == 0) first = at;
    }
    lc_add(c, TA_OP_EMIT, 0, 0, 0, first, count);
}

static void name_list(compiler *c, int id) {
    c->trial.failed = 1;
    if (!c->has_parts) {
        int length = lc_temporary(c);
        lc_add(c, TA_OP_LEN, length, 0, id, 0, 0);
        int at = lc_add(c, TA_OP_JEQ, 0, length, lc_constant(c, c->arity).at, 0, 0);
        lc_add(c, TA_OP_BAIL, 0, 0, 0, 0, lc_line(c));
        c->b->code[at].to = (int)c->b->code_count;
    }
    lc_add(c, TA_OP_LIST, 0, 0, id, 0, 0);
}

static void name_values(compiler *c, const known *values, int count) {
    if (count == 1 && values->kind == K_LIST && c->rule == LRULE_HEAP) lc_bail_quietly(c);
    else if (count == 1 && (values->kind == K_LIST || values->kind == K_SPREAD))
        name_list(c, values->id);
    else name_position(c, values, count);
}

/* ---- Results of a call ---- */

/* R[a], ... = these values: `wanted` of them, or all for -1. */
static void give(compiler *c, int a, int wanted, const known *values, int count) {
    known room[256];
    frame *f = lc_frame(c);
    if (count > 250) lc_refuse(c, "too many results");
    if (count) memcpy(room, values, (size_t)count * sizeof *room);
    int most = wanted < 0 ? count : wanted;
    if (f->base + a + most >= KNOWNS) lc_refuse(c, "too many results");
    lc_forget(c, a);
    for (int i = 0; i < most; i++) lc_set(c, a + i, i < count ? room[i] : lc_plain(K_NIL));
    f->top = a + most;
}

/* ---- Lua's own functions ---- */

typedef enum builtin {
    NONE,
    MIN,
    MAX,
    ABS,
    FLOOR,
    CEIL,
    TOINTEGER,
    ULT,
    TYPE,
    IPAIRS,
    UNPACK,
    SELECT,
    RAISE,
    BUILTINS
} builtin;

static const struct {
    const char *library, *name;
} NAMES[BUILTINS] = {
    [MIN] = { "math", "min" },     [MAX] = { "math", "max" },
    [ABS] = { "math", "abs" },     [FLOOR] = { "math", "floor" },
    [CEIL] = { "math", "ceil" },   [TOINTEGER] = { "math", "tointeger" },
    [ULT] = { "math", "ult" },     [TYPE] = { "math", "type" },
    [IPAIRS] = { "_G", "ipairs" }, [UNPACK] = { "table", "unpack" },
    [SELECT] = { "_G", "select" }, [RAISE] = { "_G", "error" },
};

void lcompile_genuine(lua_State *fresh, lua_CFunction functions[LCOMPILE_GENUINE]) {
    for (int i = 0; i < LCOMPILE_GENUINE; i++) {
        functions[i] = NULL;
        if (i >= BUILTINS || !NAMES[i].name) continue;
        lua_getglobal(fresh, NAMES[i].library);
        lua_getfield(fresh, -1, NAMES[i].name);
        functions[i] = lua_tocfunction(fresh, -1);
        lua_pop(fresh, 2);
    }
}

static builtin which(const compiler *c, const known *v) {
    if (v->kind != K_OBJECT || !c->objects[v->id].function) return NONE;
    for (int i = 1; i < BUILTINS; i++)
        if (c->genuine[i] == c->objects[v->id].function) return (builtin)i;
    return NONE;
}

static int all_integers(const known *values, int count) {
    for (int i = 0; i < count; i++)
        if (!lc_is_int(&values[i])) return 0;
    return count > 0;
}

/* math.min and max of integers. Infinite floats that cannot be the result are dropped. */
static void extreme(compiler *c, builtin f, int a, known *values, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int sign = lc_infinite(c, &values[i]);
        if (sign == 0 || sign == (f == MIN ? -1 : 1)) values[kept++] = values[i];
    }
    for (int i = 0; i < count; i++) {
        if (values[i].kind != K_NIL) continue;
        lc_bail_quietly(c); /* Lua raises */
        return;
    }
    if (!all_integers(values, kept)) {
        lc_bail(c, "math.min or math.max of %s",
                kept ? lc_kind(c, &values[lc_is_int(&values[0]) ? kept - 1 : 0]) : "nothing");
        return;
    }
    lc_set(c, a, values[0]);
    for (int i = 1; i < kept; i++)
        lc_compute(c, f == MIN ? TA_OP_MIN : TA_OP_MAX, a, *lc_reg(c, a), values[i]);
}

static void whole(compiler *c, builtin f, int a, const known *v) {
    if (lc_is_int(v) && f != ABS) {
        lc_set(c, a, *v);
    } else if (lc_is_int(v)) {
        lc_compute(c, TA_OP_ABS, a, *v, *v);
    } else if (v->kind == K_RATIO && (f == FLOOR || f == CEIL)) {
        known x = { K_INT, v->at, 0, 0 }, y = { K_INT, (uint16_t)v->id, 0, 0 };
        if (f == CEIL) lc_ceiling(c, a, x, y);
        else lc_compute(c, TA_OP_QUOTIENT, a, x, y);
    } else {
        lc_bail(c, "math.%s of %s", NAMES[f].name, lc_kind(c, v));
    }
}

/* math.ult: a branch, one version for true and one for false. */
static void less_unsigned(compiler *c, int a, int wanted, const known *values, int next) {
    known truth = lc_plain(K_TRUE);
    if (wanted < 0) { /* the number of open results is unknown at the edge */
        lc_bail(c, "math.ult handed on");
        return;
    }
    if (c->trial.on) c->trial.failed = 1;
    int at = lc_add(c, TA_OP_JULT, 0, values[0].at, values[1].at, 0, 0);
    state before = *c->now;
    give(c, a, wanted, &truth, 1);
    lc_edge(c, at, next);
    *c->now = before;
    truth = lc_plain(K_FALSE);
    give(c, a, wanted, &truth, 1);
}

static void start_ipairs(compiler *c, int a, int wanted, const known *values) {
    known three[3] = { lc_plain(K_IPAIRS), values[0], lc_constant(c, 0) };
    int64_t length;
    if (values->kind != K_OBJECT && values->kind != K_ROW && values->kind != K_LIST &&
        values->kind != K_NEW) {
        if (values->kind == K_NIL) lc_bail_quietly(c); /* Lua raises */
        else lc_bail(c, "ipairs of %s", lc_kind(c, values));
        return;
    }
    if (values->kind == K_OBJECT && lc_table(c, values->id) < 0) {
        if (lc_length(c, values->id, &length) && length <= 64) {
            three[2].kind = K_FIXED; /* the loop is unrolled */
        } else if (lc_grid(c, values->id) < 0) {
            lc_bail(c, "ipairs of a table of more than integers, or rows of them");
            return;
        }
    }
    give(c, a, wanted, three, 3);
}

/* select("#", ...), and select(n, ...) for a constant n. */
static void choose(compiler *c, int a, int wanted, const known *values, int count) {
    int64_t n = 0;
    const char *text = values->kind == K_OBJECT ? lc_text(c, values->id) : NULL;
    if (text && strcmp(text, "#") == 0) {
        known number = lc_constant(c, count - 1);
        give(c, a, wanted, &number, 1);
    } else if (lc_is_int(values) && lc_value(c, values->at, &n) && n >= 1) {
        int skip = n < count ? (int)n : count;
        give(c, a, wanted, values + skip, count - skip);
    } else {
        lc_bail(c, "select of %s", lc_kind(c, values));
    }
}

/* Call of a known function; the results go to R[a]. */
static void call_builtin(compiler *c, builtin f, int a, int wanted, known *values, int count) {
    int next = lc_frame(c)->pc + 1;
    known result;
    switch (f) {
    case RAISE: lc_bail_quietly(c); return;
    case MIN:
    case MAX: extreme(c, f, a, values, count); break;
    case IPAIRS:
        if (count > 0) start_ipairs(c, a, wanted, values);
        else lc_bail_quietly(c);
        return;
    case SELECT:
        if (count > 0) choose(c, a, wanted, values, count);
        else lc_bail_quietly(c);
        return;
    case UNPACK:
        if (count != 1 || wanted >= 0 || !(values->kind == K_LIST || values->kind == K_NEW)) {
            lc_bail(c, "table.unpack of %s", count ? lc_kind(c, values) : "nothing");
            return;
        }
        result = (known){ K_SPREAD, 0, values->id, 0 };
        give(c, a, -1, &result, 1);
        return;
    case ULT:
        if (count >= 2 && all_integers(values, 2)) less_unsigned(c, a, wanted, values, next);
        else lc_bail(c, "math.ult of something else");
        return;
    case TYPE:
        if (count > 0 && lc_is_int(values)) {
            lua_pushliteral(c->L, "integer");
            result = lc_capture(c);
            give(c, a, wanted, &result, 1);
        } else {
            lc_bail(c, "math.type of %s", count ? lc_kind(c, values) : "nothing");
        }
        return;
    default:
        if (count < 1) lc_bail_quietly(c);
        else whole(c, f, a, values);
    }
    if (c->ended) return;
    result = *lc_reg(c, a);
    give(c, a, wanted, &result, 1);
}

/* ---- Functions in Lua ---- */

/* Enter the function in a frame of its own, above R[a] and the arguments. */
static void enter_function(compiler *c, int a, int wanted, const known *function,
                           const known *values, int count) {
    state *s = c->now;
    frame *caller = lc_frame(c), f = { 0 };
    const char *why = "";
    f.object = -1;
    if (function->kind == K_CLOSURE) {
        f.outer = function->at;
        f.p = &s->frame[f.outer].p->inner[function->id];
    } else {
        f.object = function->id;
        f.p = lc_proto(c, f.object, &why);
        if (!f.p) {
            lc_bail(c, "a call of a function: %s", why);
            return;
        }
    }
    f.func = caller->base + a;
    f.base = f.func + 1;
    if (f.p->vararg) {
        f.extra = f.base + f.p->params;
        f.extra_count = count > f.p->params ? count - f.p->params : 0;
        f.base += count > f.p->params ? count : f.p->params;
    }
    if (s->depth >= FRAMES || f.base + f.p->stack + 256 > KNOWNS) {
        lc_bail(c, "calls too deep for it");
        return;
    }
    known room[256];
    for (int i = 0; i < count; i++) room[i] = values[i];
    f.results = wanted;
    caller->pc++;
    lc_forget(c, a);
    s->frame[s->depth++] = f;
    for (int i = 0; i < f.extra_count; i++) s->value[f.extra + i] = room[f.p->params + i];
    for (int r = 0; r < f.p->stack; r++)
        lc_set(c, r, r < f.p->params ? (r < count ? room[r] : lc_plain(K_NIL)) : lc_plain(K_DEAD));
}

/* R[a] = f(k) of a move function. */
static void move_function(compiler *c, int a, ta_movefn *f, const known *k) {
    int number = ta_builder_function(c->b, f), at = lc_target(c, a);
    if (k->turn != 0) c->trial.failed = 1;
    lc_add(c, TA_OP_VALUE, at, k->at, number, 0, 0);
    lc_computed(c, a, at, 0);
}

/* The name of the called function, or its kind, for a reason. */
static const char *called(const compiler *c, const known *function) {
    const captured *o = &c->objects[function->id];
    const char *name = function->kind == K_OBJECT && o->name ? lc_text(c, o->name) : NULL;
    return name ? name : lc_kind(c, function);
}

static void call(compiler *c, code i) {
    frame *f = lc_frame(c);
    int a = arg_a(i), wanted = op_of(i) == OP_TAILCALL ? -1 : arg_c(i) - 1;
    int count = arg_b(i) ? arg_b(i) - 1 : f->top - a - 1;
    known function = *lc_reg(c, a), values[256];
    if (count < 0 || count > 250) lc_refuse(c, "too many arguments");
    for (int k = 0; k < count; k++) values[k] = *lc_reg(c, a + 1 + k);
    builtin b = which(c, &function);
    int type = function.kind == K_OBJECT ? c->objects[function.id].type : LUA_TNONE;
    int spread = count > 0 && values[count - 1].kind == K_SPREAD;
    if (function.kind == K_EMIT) {
        name_values(c, values, count);
        if (!c->ended) give(c, a, wanted, NULL, 0);
    } else if (spread) {
        lc_bail(c, "a call with all entries of a table");
    } else if (b != NONE) {
        call_builtin(c, b, a, wanted, values, count);
    } else if (function.kind == K_CLOSURE ||
               (type == LUA_TFUNCTION && !c->objects[function.id].c_function)) {
        enter_function(c, a, wanted, &function, values, count);
        return;
    } else if (type == LUA_TUSERDATA && c->objects[function.id].movefn && count >= 1 &&
               lc_is_int(values)) {
        move_function(c, a, c->objects[function.id].movefn, values);
        known result = *lc_reg(c, a);
        if (!c->ended) give(c, a, wanted, &result, 1);
    } else if (function.kind == K_NIL) {
        lc_bail_quietly(c); /* Lua raises */
    } else {
        lc_bail(c, "a call of %s", called(c, &function));
    }
    lc_frame(c)->pc++;
}

/* ---- Returns ---- */

/* The rule returned a word, or nothing. */
static void finish_terminal(compiler *c, const known *values, int count) {
    const char *word = count > 0 && values->kind == K_OBJECT ? lc_text(c, values->id) : NULL;
    for (int i = 1; word && i <= (c->partizan ? 5 : 3); i++) {
        if (strcmp(word, lcompile_words[i]) != 0) continue;
        lc_add(c, TA_OP_END, 0, 0, 0, 0, i);
        return;
    }
    if (count == 0 || values->kind == K_NIL) lc_add(c, TA_OP_END, 0, 0, 0, 0, 0);
    else lc_bail(c, "terminal returns %s", lc_kind(c, values));
}

/* The rule itself returns: end the program with its result. */
static void finish(compiler *c, const known *values, int count) {
    c->ended = 1;
    switch (c->rule) {
    case LRULE_OPTIONS:
    case LRULE_HEAP:
        if (count > 0 && values->kind != K_NIL) lc_bail_quietly(c);
        else lc_add(c, TA_OP_END, 0, 0, 0, 0, 0);
        return;
    case LRULE_CANONICAL:
        c->ended = 0;
        if (count == 1 && values->kind == K_LIST) lc_bail_quietly(c);
        else if (count == 1 && values->kind == K_SPREAD) name_list(c, values->id);
        else name_position(c, values, count);
        if (!c->ended) lc_add(c, TA_OP_END, 0, 0, 0, 0, 0);
        c->ended = 1;
        return;
    case LRULE_PARTS:
        if (count > 0 && (values->kind == K_NEW || values->kind == K_PARTS)) {
            int length = lc_temporary(c), named = lc_temporary(c);
            lc_add(c, TA_OP_LEN, length, 0, values->id, 0, 0);
            lc_add(c, TA_OP_COUNT, named, 0, 0, 0, 0);
            int at = lc_add(c, TA_OP_JEQ, 0, length, named, 0, 0);
            lc_add(c, TA_OP_BAIL, 0, 0, 0, 0, lc_line(c));
            c->b->code[at].to = (int)c->b->code_count; /* before an addition moves the code */
            lc_add(c, TA_OP_END, 0, 0, 0, 0, 0);
        } else {
            lc_bail(c, "parts returns %s", count ? lc_kind(c, values) : "nothing");
        }
        return;
    case LRULE_NIM_VALUE:
        if (count > 0 && lc_is_int(values)) {
            lc_add(c, TA_OP_EMIT, 0, 0, 0, ta_builder_operand(c->b, values->at), 1);
            lc_add(c, TA_OP_END, 0, 0, 0, 0, 0);
        } else if (count == 0 || values->kind == K_NIL) {
            lc_bail_quietly(c); /* no answer, or Lua raises */
        } else {
            lc_bail(c, "nim_value returns %s", lc_kind(c, values));
        }
        return;
    case LRULE_ENTAILS:
        if (count > 0 && values->kind != K_NIL && values->kind != K_FALSE && values->kind != K_TRUE)
            lc_bail(c, "entails returns %s", lc_kind(c, values));
        else lc_add(c, TA_OP_END, 0, 0, 0, 0, count > 0 && values->kind == K_TRUE);
        return;
    case LRULE_TERMINAL: finish_terminal(c, values, count); return;
    }
}

/* Forget the running frame's closures that captured a register from here on. */
static void forget_closures(compiler *c, int from) {
    int level = c->now->depth - 1;
    for (int i = 0; i < KNOWNS; i++) {
        known *v = &c->now->value[i];
        if (v->kind != K_CLOSURE || v->at != level) continue;
        const proto *p = &lc_frame(c)->p->inner[v->id];
        if (from == 0) v->kind = K_DEAD;
        for (int k = 0; k < p->up_count; k++)
            if (p->up[k].in_stack && p->up[k].index >= from) v->kind = K_DEAD;
    }
}

static void come_back(compiler *c, int a, int count) {
    state *s = c->now;
    frame f = *lc_frame(c);
    known values[256];
    if (count < 0 || count > 250) lc_refuse(c, "too many results");
    if (s->depth == 1) {
        for (int i = 0; i < count; i++) values[i] = *lc_reg(c, a + i);
        if (c->trial.on) lc_bail_quietly(c);
        else finish(c, values, count);
        return;
    }
    forget_closures(c, 0); /* no closure outlives its frame */
    for (int i = 0; i < count; i++) values[i] = *lc_reg(c, a + i);
    for (int i = f.func; i < KNOWNS; i++) s->value[i] = lc_plain(K_DEAD);
    s->depth--;
    int spread = f.results >= 0 && count > 0 && values[count - 1].kind == K_SPREAD;
    if (spread) lc_bail(c, "all entries of a table as results");
    else give(c, f.func - lc_frame(c)->base, f.results, values, count);
    if (f.crossed && !c->ended && f.results >= 0) lc_enter(c);
}

/* ---- One instruction ---- */

static void take_varargs(compiler *c, code i) {
    const frame *f = lc_frame(c);
    known values[256];
    int count = f->extra_count < 250 ? f->extra_count : 250;
    for (int k = 0; k < count; k++) values[k] = c->now->value[f->extra + k];
    give(c, arg_a(i), arg_c(i) - 1, values, count);
}

int lc_calls(compiler *c, code i) {
    frame *f = lc_frame(c);
    int a = arg_a(i);
    known v = { K_CLOSURE, (uint16_t)(c->now->depth - 1), arg_bx(i), 0 };
    switch (op_of(i)) {
    case OP_CALL:
    case OP_TAILCALL: call(c, i); return 1;
    case OP_RETURN: come_back(c, a, arg_b(i) ? arg_b(i) - 1 : f->top - a); return 1;
    case OP_RETURN0: come_back(c, a, 0); return 1;
    case OP_RETURN1: come_back(c, a, 1); return 1;
    case OP_VARARG: take_varargs(c, i); break;
    case OP_CLOSE: forget_closures(c, a); break;
    case OP_CLOSURE:
        if (v.id < f->p->inner_count) lc_set(c, a, v);
        else lc_bail(c, "a function");
        break;
    case OP_TBC: lc_bail(c, "a variable to be closed"); break;
    default: return 0;
    }
    lc_frame(c)->pc++;
    return 1;
}
