/*
** native.c - programs of a ruleset's functions: when to compile them, running them, comparing them
** with Lua.
*/
#include "native.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/status.h"
#include "lua/base/board.h"
#include "lua/compile/bytecode_selftest.h"
#include "program/row.h"

enum {
    WARM = 300,       /* calls before a ruleset is compiled, for each function it has */
    COMPARED = 200,   /* number of first answers compared; later one of SAMPLED */
    SAMPLED = 4096,
    JUDGED = 1000,    /* calls after which a program is dropped if it bailed in over half */
    CHANGES_MOST = 8  /* number of times that captured values may change */
};

struct lnative_program {
    lcompiled made;
    unsigned question, ran; /* when its guards last held */
};
typedef struct lnative_program program;

void lnative_init(lnative *n, const ta_allocator *allocator, int partizan, int has_parts) {
    static const lrule_kind kinds[LNATIVE_RULES] = {
        LRULE_OPTIONS,   LRULE_OPTIONS,  LRULE_CANONICAL, LRULE_PARTS,
        LRULE_NIM_VALUE, LRULE_TERMINAL, LRULE_ENTAILS,
    };
    memset(n, 0, sizeof *n);
    n->allocator = allocator;
    n->partizan = partizan;
    n->has_parts = has_parts;
    ta_sink_init(&n->found, allocator);
    ta_sink_init(&n->expect, allocator);
    for (int i = 0; i < LNATIVE_RULES; i++) n->rule[i].kind = kinds[i];
}

static void drop(lnative *n, lnative_rule *rule, int arity) {
    program *p = rule->program[arity];
    if (!p) return;
    lcompiled_clear(&p->made);
    ta_free(n->allocator, p, 1, sizeof *p);
    rule->program[arity] = NULL;
}

void lnative_clear(lnative *n) {
    for (int i = 0; i < LNATIVE_RULES; i++)
        for (int k = 0; k <= TA_COMPONENTS; k++) drop(n, &n->rule[i], k);
    ta_sink_clear(&n->found);
    ta_sink_clear(&n->expect);
}

static void put_away(lnative_rule *rule, const char *why) {
    rule->off = 1;
    snprintf(rule->why, sizeof rule->why, "%s", why);
}

/* ---- Compiling ---- */

typedef struct genuine {
    const lua_CFunction *functions;
    int inside, differs;
} genuine;

static int find_genuine(lua_State *L) {
    genuine *g = lua_touserdata(L, 1);
    g->inside = 1;
    g->functions = lprobe_genuine(L, &g->differs);
    g->inside = 0;
    return 0;
}

/* Set n->genuine to the C functions that the compiler supports. Drops the rule's program when the
** compiler fails its own test. ENOMEM; ECALLBACK when a hook raised, with the error pushed. */
static ta_status make_ready(lnative *n, lua_State *L, lnative_rule *rule) {
    genuine g = { NULL, 0, 0 };
    if (n->genuine) return TA_OK;
    lua_pushcfunction(L, find_genuine);
    lua_pushlightuserdata(L, &g);
    int failed = lua_pcall(L, 1, 0, 0);
    if (failed && failed != LUA_ERRMEM && !g.inside) return TA_ECALLBACK;
    if (failed) {
        lua_pop(L, 1);
        return TA_ENOMEM;
    }
    n->genuine = g.functions;
    if (g.differs) {
        char why[80];
        snprintf(why, sizeof why, "the compiler does not agree with this Lua (probe %d)",
                 g.differs);
        put_away(rule, why);
    }
    return TA_OK;
}

/* Use the function's C code, unless its captured values have changed since. */
static void use_written(lua_State *L, const lnative_rule *rule, int function, int arity,
                        const program *p) {
    if (!p->made.program || rule->compiled > 1) return;
    ta_program_code code = lboard_code(L, function, arity);
    if (code) ta_program_use(p->made.program, code);
}

static lcompile_of what_of(const lnative *n, const lnative_rule *rule, int arity, int listing) {
    lcompile_of of = { rule->kind,  arity,      n->has_parts && rule->kind <= LRULE_HEAP,
                       n->partizan, n->genuine, listing };
    return of;
}

/* A hook's error on top becomes the call's error. */
static ta_status kept(lcall *c, ta_status s) {
    if (s == TA_ECALLBACK) c->error = lua_gettop(c->L);
    return s;
}

ta_status lnative_compile(lnative *n, ta_call *call, int which, int function, int anchors,
                          int arity) {
    lcall *c = call->host;
    lua_State *L = c->L;
    lnative_rule *rule = &n->rule[which];
    if (rule->program[arity] || rule->off || !lua_checkstack(L, 10)) return TA_OK;
    ta_status s = kept(c, make_ready(n, L, rule));
    if (rule->off) return TA_OK;
    lcompile_of of = what_of(n, rule, arity, 0);
    program *p = s ? NULL : ta_alloc(n->allocator, 1, sizeof *p);
    rule->program[arity] = p;
    rule->compiled++;
    if (p) s = kept(c, lcompile(L, n->allocator, function, anchors, &of, &p->made));
    else if (!s) s = TA_ENOMEM;
    if (!s) use_written(L, rule, function, arity, p);
    if (!s) return TA_OK;
    drop(n, rule, arity); /* as if it had not been tried: some calls later it will be */
    rule->compiled--;
    n->calls = 0;
    return s;
}

ta_status lnative_listing(lnative *n, ta_call *call, int which, int function, int anchors,
                          int arity) {
    lcall *c = call->host;
    lnative_rule *rule = &n->rule[which];
    lcompiled made;
    ta_status s = kept(c, make_ready(n, c->L, rule));
    if (!s && !n->genuine) lua_pushnil(c->L);
    if (s || !n->genuine) return s;
    lcompile_of of = what_of(n, rule, arity, 1);
    s = kept(c, lcompile(c->L, n->allocator, function, anchors, &of, &made));
    if (!s) lcompiled_clear(&made);
    return s;
}

/* The program for `arity` components if its guards hold, else NULL. */
static ta_program *holding(const lnative *n, const lcall *c, const lnative_rule *rule, int anchors,
                           int arity) {
    program *now = rule->program[arity];
    if (!now || !now->made.program) return NULL;
    int seen = now->question == n->question && now->ran == c->ran;
    if (!seen && !lcompiled_holds(c->L, anchors, &now->made)) return NULL;
    now->question = n->question;
    now->ran = c->ran;
    return now->made.program;
}

/* The same, compiled first when it is missing or its guards no longer hold. */
static ta_status current(lnative *n, ta_call *call, int which, int function, int anchors, int arity,
                         ta_program **found) {
    const lcall *c = call->host;
    lnative_rule *rule = &n->rule[which];
    ta_status s = TA_OK;
    for (int changed = 0; changed < 2; changed++) {
        if (!rule->program[arity]) s = lnative_compile(n, call, which, function, anchors, arity);
        *found = s ? NULL : holding(n, c, rule, anchors, arity);
        const program *now = rule->program[arity];
        if (*found || s || !now || !now->made.program || changed) break;
        if (rule->compiled > CHANGES_MOST) {
            put_away(rule, "what it refers to keeps changing");
            break;
        }
        drop(n, rule, arity);
    }
    return s == TA_ENOMEM ? TA_OK : s; /* Lua is called, which needs less */
}

/* ---- Asking ---- */

/* State of a sink before a program ran. */
typedef struct mark {
    size_t used, count, live;
    int stopped;
} mark;

static mark mark_of(const ta_sink *sink) {
    mark m = { sink->used, sink->count, sink->box ? sink->box->live_count : 0, sink->stopped };
    return m;
}

/* Undo a program's options. A fold keeps those it has seen: Lua names them again, and seeing an
** option twice changes no fold. */
static void rewind_to(ta_sink *sink, mark m) {
    sink->used = m.used;
    sink->count = m.count;
    sink->stopped = m.stopped;
    if (sink->box) sink->box->live_count = m.live;
}

static ta_status take(void *ctx, ta_call *call, const int64_t *words, size_t used, int *enough) {
    ta_sink *sink = ctx;
    ta_status s = ta_sink_records(sink, call, words, used);
    *enough = sink->stopped;
    return s;
}

static void count_bail(lnative_rule *rule) {
    rule->bailed++;
    if (rule->asked >= JUDGED && rule->bailed > rule->asked / 2)
        put_away(rule, "more than half of its calls could not be done natively");
}

/* No finalizer runs while Lua is compared with a program. If the results agree, Lua did only what
** the program did, and changed nothing that a guard checks. Check mode compares every call, so
** there the collector keeps running. */
static void begin_quiet(lnative *n, const lcall *c) {
    n->quiet = n->mode != LNATIVE_CHECK;
    n->collects = n->quiet && lua_gc(c->L, LUA_GCISRUNNING) == 1;
    n->ran = c->ran;
    if (n->collects) lua_gc(c->L, LUA_GCSTOP);
}

static void end_quiet(lnative *n, lcall *c, int agreed) {
    if (n->collects) lua_gc(c->L, LUA_GCRESTART);
    if (n->quiet && agreed) c->ran = n->ran;
}

static int functions_of(const lnative *n) {
    int count = 0;
    for (int i = 0; i < LNATIVE_RULES; i++) count += n->rule[i].there;
    return count;
}

/* Options go to the sink, or else to `to`. A rule that names no options has neither. */
static lnative_answer ask(lnative *n, ta_call *call, int which, int function, int anchors,
                          const ta_position *position, ta_sink *sink, ta_program_take to,
                          void *ctx) {
    lnative_rule *rule = &n->rule[which];
    lcall *c = call->host;
    if (!position->component) n->text = 1;
    if (rule->off || n->mode == LNATIVE_OFF || !position->component) return LNATIVE_NONE;
    if (!rule->compiled && n->mode != LNATIVE_CHECK && n->calls < WARM * functions_of(n)) {
        n->calls++;
        return LNATIVE_NONE;
    }
    if (lbudget_foreign_hook(c->L)) return LNATIVE_NONE;
    ta_program *p;
    n->status = current(n, call, which, function, anchors, (int)position->count, &p);
    if (n->status) return LNATIVE_FAILED;
    if (!p) return LNATIVE_NONE;
    int64_t answered = rule->asked - rule->bailed;
    int compare = answered < COMPARED || answered % SAMPLED == 0 || n->mode == LNATIVE_CHECK;
    if (compare || (!sink && !to)) {
        sink = &n->found;
        ta_sink_empty(sink);
    }
    mark before = sink ? mark_of(sink) : (mark){ 0 };
    ta_program_result result;
    rule->asked++;
    n->status = sink ? ta_program_run(p, call, position->component, take, sink, &result)
                     : ta_program_run(p, call, position->component, to, ctx, &result);
    n->code = result.code;
    call->ticks += (uint32_t)(ta_program_turns(p) >> 4); /* they count towards the next poll */
    if (n->status) return LNATIVE_FAILED;
    int bailed = result.end == TA_PROGRAM_BAILED;
    if (!bailed && rule->kind == LRULE_NIM_VALUE) {
        n->code = n->found.words[1];
        bailed = n->code < 0 || n->code > TA_MAX; /* Lua refuses it */
        ta_sink_empty(&n->found);
    }
    if (bailed) {
        if (sink) rewind_to(sink, before);
        count_bail(rule);
        return LNATIVE_NONE;
    }
    if (!compare) return LNATIVE_DONE;
    ta_sink_empty(&n->expect);
    begin_quiet(n, c);
    return LNATIVE_COMPARE;
}

lnative_answer lnative_ask(lnative *n, ta_call *call, int which, int function, int anchors,
                           const ta_position *position, ta_sink *sink) {
    return ask(n, call, which, function, anchors, position, sink, NULL, NULL);
}

lnative_answer lnative_ask_records(lnative *n, ta_call *call, int which, int function, int anchors,
                                   const ta_position *position, ta_program_take to, void *ctx) {
    return ask(n, call, which, function, anchors, position, NULL, to, ctx);
}

static int64_t read_rows(void *of, void *room, ta_call *call, const ta_position *position,
                         int64_t most, int64_t *rows, const int64_t **words, size_t *used) {
    return ta_program_row_in(of, room, call, position->component, most, rows, words, used);
}

static void ready_room(void *of, void *room) {
    ta_program_row_ready(of, room);
}

int lnative_rows(lnative *n, ta_call *call, int which, int anchors, size_t size,
                 ta_row_reader *reader) {
    lnative_rule *rule = &n->rule[which];
    lcall *c = call->host;
    if (rule->off || (n->mode != LNATIVE_ON && n->mode != LNATIVE_CC) ||
        rule->asked - rule->bailed < COMPARED || lbudget_foreign_hook(c->L))
        return 0;
    /* compiling may be interrupted, and only lnative_ask can return that */
    ta_program *p = holding(n, c, rule, anchors, (int)size);
    if (!p) return 0;
    *reader = (ta_row_reader){ p, read_rows, ready_room, ta_program_row_shared(p), ta_program_row_room(p),
                               ta_program_row_own(p), (unsigned)rule->compiled };
    return 1;
}

/* ---- Comparing ---- */

static int same(const ta_sink *a, const ta_sink *b) {
    return a->count == b->count && a->used == b->used &&
           (a->used == 0 || memcmp(a->words, b->words, a->used * sizeof *a->words) == 0);
}

/* Drop the program: from now on the rule is called in Lua. */
static ta_status differs(lnative *n, ta_call *call, lnative_rule *rule,
                         const ta_position *position) {
    char text[80];
    snprintf(rule->why, sizeof rule->why,
             "internal error: the compiled rule differs from Lua's at %s",
             ta_position_text(text, sizeof text, position));
    rule->off = 1;
    if (n->mode == LNATIVE_CHECK) return ta_fail(call, TA_EBADRULE, "%s", rule->why);
    fprintf(stderr, "takeaway: %s; Lua's answer is taken. Please report it.\n", rule->why);
    return TA_OK;
}

/* Lua raised where the program had an answer. Ctrl-C and lack of memory are no difference. */
static ta_status raised(lnative *n, ta_call *call, lnative_rule *rule, const ta_position *position,
                        ta_status status) {
    const lcall *c = call->host;
    const char *text = c->error ? lua_tostring(c->L, c->error) : NULL;
    if (status == TA_ECALLBACK && (!text || lua_type(c->L, c->error) != LUA_TSTRING)) return status;
    if (status != TA_ECALLBACK && status != TA_EBADRULE) return status;
    if (text && (strstr(text, "interrupted!") || strstr(text, "not enough memory"))) return status;
    ta_status s = differs(n, call, rule, position);
    return s ? s : status;
}

ta_status lnative_compare(lnative *n, ta_call *call, int which, const ta_position *position,
                          ta_status status, int64_t code, ta_sink *sink) {
    lnative_rule *rule = &n->rule[which];
    int agreed = !status && same(&n->found, &n->expect) && code == n->code;
    end_quiet(n, call->host, agreed);
    if (status) return raised(n, call, rule, position, status);
    ta_status s = agreed ? TA_OK : differs(n, call, rule, position);
    for (size_t at = 0; sink && !s && at < n->expect.used;) {
        ta_position p;
        at = ta_sink_read(&n->expect, at, &p);
        s = ta_sink_emit(sink, call, &p);
    }
    return s;
}

void lnative_compare_not(lnative *n, ta_call *call) {
    end_quiet(n, call->host, 0);
}

/* ---- Description ---- */

static void add_text(lua_State *L, int list, const char *prefix, const char *text) {
    lua_pushfstring(L, "%s%s", prefix, text);
    for (lua_Integer i = 1, n = (lua_Integer)lua_rawlen(L, list); i <= n; i++) {
        lua_rawgeti(L, list, i);
        int there = lua_rawequal(L, -1, -2);
        lua_pop(L, 1);
        if (!there) continue;
        lua_pop(L, 1);
        return;
    }
    lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

static void add_program(lua_State *L, int list, const ta_program *p) {
    luaL_Buffer b;
    char line[400];
    luaL_buffinit(L, &b);
    for (int i = 0; ta_program_line(p, i, line, sizeof line); i++) {
        char number[16];
        snprintf(number, sizeof number, "%s%4d  ", i ? "\n" : "", i);
        luaL_addstring(&b, number);
        luaL_addstring(&b, line);
    }
    luaL_pushresult(&b);
    lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

static const char NO_CC[] = "not by the C compiler: native = \"cc\" is deprecated and means true";

/* 2 when all of a rule is compiled, 1 when some is, else 0. Adds the reasons, each with the prefix,
** to the list at `reasons`, and the programs' text to the list at `texts`. */
static int state_of(lua_State *L, const lnative *n, int which, const char *prefix, int reasons,
                    int texts) {
    const lnative_rule *rule = &n->rule[which];
    int programs = 0, whole = 1;
    if (rule->why[0]) add_text(L, reasons, prefix, rule->why);
    if (n->mode == LNATIVE_CC) add_text(L, reasons, "", NO_CC);
    for (int k = 1; k <= TA_COMPONENTS; k++) {
        const program *p = rule->program[k];
        if (!p) continue;
        if (p->made.program) programs++;
        if (!p->made.program || p->made.reason_count > 0) whole = 0;
        for (size_t i = 0; i < p->made.reason_count; i++)
            add_text(L, reasons, prefix, p->made.reason[i]);
        if (p->made.program) add_program(L, texts, p->made.program);
    }
    if (rule->off || programs == 0) return 0;
    return whole ? 2 : 1;
}

static const char *prefix_of(const lnative *n, int which) {
    switch (n->rule[which].kind) {
    case LRULE_CANONICAL: return "canonical: ";
    case LRULE_PARTS: return "parts: ";
    case LRULE_NIM_VALUE: return "nim_value: ";
    case LRULE_ENTAILS: return "entails: ";
    case LRULE_TERMINAL: return "terminal: ";
    default: /* options, and parts named by emit */
        return which > 1 ? "parts: " : !n->partizan ? "" : which == 0 ? "left: " : "right: ";
    }
}

/* Has every call been for positions that are text? */
static int is_of_text(const lnative *n) {
    int64_t calls = n->calls;
    for (int fn = 0; fn < LNATIVE_RULES; fn++) calls += n->rule[fn].asked;
    return n->text && calls == 0;
}

static int push_text(lua_State *L) {
    lua_pushboolean(L, 0);
    lua_createtable(L, 1, 0);
    lua_pushliteral(L, "positions are text");
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, 0);
    lua_newtable(L);
    return 4;
}

/* Push true, "partly" or false; the reasons; the share that bailed; the programs' texts. */
int lnative_push_compiled(lua_State *L, const void *results) {
    const lnative *n = results;
    if (is_of_text(n)) return push_text(L);
    int64_t asked = 0, bailed = 0;
    int least = 2, most = 0;
    lua_newtable(L);
    lua_newtable(L);
    for (int fn = 0; fn < LNATIVE_RULES; fn++) {
        const lnative_rule *rule = &n->rule[fn];
        if (!rule->there) continue;
        int state = state_of(L, n, fn, prefix_of(n, fn), 1, 2);
        if (state < least) least = state;
        if (state > most) most = state;
        asked += rule->asked;
        bailed += rule->bailed;
    }
    if (least == 0 && most > 0) lua_pushliteral(L, "partly");
    else if (least == 1) lua_pushliteral(L, "partly");
    else lua_pushboolean(L, least == 2);
    lua_insert(L, 1);
    lua_pushnumber(L, asked ? (double)bailed / (double)asked : 0);
    lua_insert(L, 3);
    return 4;
}
