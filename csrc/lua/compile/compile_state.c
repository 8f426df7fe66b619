/*
** compile_state.c - what is known at a point, the register each value is in, and the versions of
** code.
**
** Within a block a value stays in the register where it was computed. R[r] = R[s] is no
** instruction: r is then known to share the register of s. A register is never written while
** another value is in it. A result goes to its own register, or to a temporary one when its own is
** taken. At an edge each live integer moves to its own register, all in parallel.
*/
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "compile_int.h"

_Noreturn void lc_refuse(compiler *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    lua_pushvfstring(c->L, format, arguments);
    va_end(arguments);
    c->refused = 1;
    lua_error(c->L);
    abort();
}

/* ---- The arena ---- */

struct block {
    block *next;
    size_t size;
    max_align_t room[];
};

void *lc_take(compiler *c, size_t count, size_t size) {
    if (count > SIZE_MAX / 4 / size) lc_refuse(c, "not enough memory");
    size_t bytes = sizeof(block) + (count ? count : 1) * size;
    block *b = ta_alloc(c->allocator, 1, bytes);
    if (!b) lc_refuse(c, "not enough memory");
    b->size = bytes;
    b->next = c->blocks;
    c->blocks = b;
    return b->room;
}

void *lc_grow(compiler *c, void *old, size_t count, size_t *cap, size_t size) {
    if (count <= *cap) return old;
    size_t target = *cap ? 2 * *cap : 32;
    if (target < count) target = count;
    void *grown = lc_take(c, target, size);
    if (*cap) memcpy(grown, old, *cap * size);
    *cap = target;
    return grown;
}

void lc_release(compiler *c) {
    while (c->blocks) {
        block *b = c->blocks;
        c->blocks = b->next;
        ta_free(c->allocator, b, 1, b->size);
    }
}

/* ---- Instructions, and code that is not supported ---- */

int lc_line(const compiler *c) {
    const frame *f = &c->now->frame[c->now->depth - 1];
    int pc = f->pc < f->p->code_count ? f->pc : f->p->code_count - 1;
    return f->p->line[pc];
}

void lc_check_builder(compiler *c) {
    if (c->b->failed == TA_ENOMEM) lc_refuse(c, "not enough memory");
    if (c->b->failed) lc_refuse(c, "too much code");
}

int lc_add(compiler *c, ta_op op, int a, int b, int d, int to, int n) {
    int at = ta_builder_add(c->b, op, a, b, d, to, n);
    lc_check_builder(c);
    if (c->listing) {
        c->line = lc_grow(c, c->line, (size_t)at + 1, &c->line_cap, sizeof *c->line);
        c->line[at] = lc_line(c);
    }
    return at;
}

void lc_bail_quietly(compiler *c) {
    c->trial.failed = 1;
    c->ended = 1;
    if (!c->trial.on) lc_add(c, TA_OP_BAIL, 0, 0, 0, 0, lc_line(c));
}

ta_status lc_say(lcompiled *o, const char *why) {
    for (size_t i = 0; i < o->reason_count; i++)
        if (strcmp(o->reason[i], why) == 0) return TA_OK;
    if (ta_reserve(o->allocator, (void **)&o->reason, &o->reason_cap, o->reason_count + 1,
                   sizeof *o->reason))
        return TA_ENOMEM;
    snprintf(o->reason[o->reason_count++], sizeof *o->reason, "%s", why);
    return TA_OK;
}

void lc_bail(compiler *c, const char *format, ...) {
    char why[sizeof *c->out->reason];
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(why, sizeof why, "line %d: ", lc_line(c));
    vsnprintf(why + used, sizeof why - (size_t)used, format, arguments);
    va_end(arguments);
    if (!c->trial.on && c->out->reason_count < REASONS && lc_say(c->out, why))
        lc_refuse(c, "not enough memory");
    lc_bail_quietly(c);
}

/* ---- Values ---- */

known lc_plain(known_kind k) {
    known v = { (uint8_t)k, 0, 0, 0 };
    return v;
}

known lc_constant(compiler *c, int64_t value) {
    known v = lc_plain(K_INT);
    v.at = (uint16_t)ta_builder_constant(c->b, value);
    lc_check_builder(c);
    return v;
}

int lc_value(const compiler *c, int at, int64_t *value) {
    if (!(at & TA_CONSTANT)) return 0;
    *value = c->b->constants[at & ~TA_CONSTANT];
    return 1;
}

/* One past the last register in use. */
static int extent(const state *s) {
    int most = 0;
    for (int i = 0; i < s->depth; i++) {
        const frame *f = &s->frame[i];
        int end = f->base + f->p->stack;
        if (f->extra + f->extra_count > end) end = f->extra + f->extra_count;
        if (i == s->depth - 1 && f->base + f->top > end) end = f->base + f->top; /* open results */
        if (end > most) most = end;
    }
    return most;
}

int lc_lies_in(const known *v, int at) {
    if (v->kind == K_RATIO) return v->at == at || v->id == at;
    return (v->kind == K_INT || v->kind == K_ROW) && v->at == at;
}

/* Is the value of another register than `own` in register `at`? */
static int taken(const compiler *c, int own, int at) {
    int end = extent(c->now);
    for (int i = 0; i < end; i++)
        if (i != own && lc_lies_in(&c->now->value[i], at)) return 1;
    return 0;
}

int lc_temporary(compiler *c) {
    if (c->temporary >= KNOWNS + TEMPORARIES) lc_refuse(c, "too long an expression");
    int at = c->temporary++;
    if (at >= c->b->registers) c->b->registers = at + 1;
    return at;
}

int lc_target(compiler *c, int r) {
    int own = lc_frame(c)->base + r;
    if (own >= c->b->registers) c->b->registers = own + 1;
    return taken(c, own, own) ? lc_temporary(c) : own;
}

void lc_set(compiler *c, int r, known v) {
    *lc_reg(c, r) = v;
}

void lc_computed(compiler *c, int r, int at, int64_t turn) {
    known v = { K_INT, (uint16_t)at, 0, turn };
    lc_set(c, r, v);
}

void lc_home(compiler *c, int r) {
    int own = lc_frame(c)->base + r, end = extent(c->now);
    known *v = lc_reg(c, r);
    if (own >= c->b->registers) c->b->registers = own + 1;
    int away = 0; /* move other values out of it */
    for (int i = 0; i < end; i++) {
        known *w = &c->now->value[i];
        if (i == own || !lc_lies_in(w, own)) continue;
        if (!away) {
            away = lc_temporary(c);
            lc_add(c, TA_OP_MOVE, away, own, 0, 0, 0);
        }
        if (w->at == own) w->at = (uint16_t)away;
        if (w->kind == K_RATIO && w->id == own) w->id = away;
    }
    if (v->at != own) lc_add(c, TA_OP_MOVE, own, v->at, 0, 0, 0);
    v->at = (uint16_t)own;
    v->kind = K_INT;
}

void lc_forget(compiler *c, int from) {
    int end = extent(c->now);
    for (int i = lc_frame(c)->base + (from > 0 ? from : 0); i < end; i++)
        c->now->value[i] = lc_plain(K_DEAD);
}

/* ---- Edges ---- */

static int is_live(const state *s, int i) {
    for (int k = s->depth - 1; k >= 0; k--) {
        const frame *f = &s->frame[k];
        int r = i - f->base;
        if (i >= f->extra && i < f->extra + f->extra_count) return 1;
        if (r < 0 || r >= f->p->stack) continue;
        /* A return discards everything above the called function. */
        if (k + 1 < s->depth && i >= s->frame[k + 1].func) continue;
        if (f->pc < f->p->code_count && mask_has(&f->p->live[f->pc], r)) return 1;
    }
    return 0;
}

/* Move each integer to its own register, as one parallel move. First those whose target holds no
** other value; a temporary register breaks a cycle. */
static int move_home(compiler *c) {
    state *s = c->now;
    int end = extent(s), moves = 0;
    for (;;) {
        int waiting = -1, done = 0;
        for (int i = 0; i < end; i++) {
            known *v = &s->value[i];
            if ((v->kind != K_INT && v->kind != K_ROW) || v->at == i) continue;
            waiting = i;
            if (taken(c, i, i)) continue;
            if (i >= c->b->registers) c->b->registers = i + 1;
            lc_add(c, TA_OP_MOVE, i, v->at, 0, 0, 0);
            v->at = (uint16_t)i;
            done = 1;
            moves++;
        }
        if (waiting < 0) return moves;
        if (done) continue;
        int away = lc_temporary(c);
        lc_add(c, TA_OP_MOVE, away, waiting, 0, 0, 0);
        for (int i = 0; i < end; i++)
            if (i != waiting && lc_lies_in(&s->value[i], waiting)) s->value[i].at = (uint16_t)away;
    }
}

/* Keep only what is live here, or at `other` of the running frame, with each integer in its own
** register. */
static int canonical(compiler *c, int other) {
    state *s = c->now;
    frame *f = lc_frame(c);
    int end = extent(s), pc = f->pc;
    for (int i = 0; i < end; i++) {
        known *v = &s->value[i];
        int live = is_live(s, i);
        f->pc = other;
        live |= is_live(s, i);
        f->pc = pc;
        if (v->kind == K_RATIO || !live) *v = lc_plain(K_DEAD);
        v->turn = 0;
    }
    for (int i = end; i < KNOWNS; i++) s->value[i] = lc_plain(K_DEAD);
    for (int i = 0; i < s->depth; i++) s->frame[i].crossed = 1;
    f->top = 0;
    return move_home(c);
}

void lc_settle(compiler *c, int pc, int other) {
    int here = lc_frame(c)->pc;
    lc_frame(c)->pc = pc;
    canonical(c, other);
    lc_frame(c)->pc = here;
}

static unsigned char *put(unsigned char *to, const void *from, size_t size) {
    memcpy(to, from, size);
    return to + size;
}

/* The state as bytes: equal exactly when the code that follows is the same. */
static version make_key(compiler *c) {
    const state *s = c->now;
    int end = extent(s);
    size_t most = sizeof s->depth + (size_t)s->depth * (sizeof(proto *) + 10 * sizeof(int)) +
                  (size_t)end * (1 + sizeof(uint16_t) + sizeof(int32_t));
    unsigned char *key = lc_take(c, most, 1), *to = put(key, &s->depth, sizeof s->depth);
    for (int i = 0; i < s->depth; i++) {
        const frame *f = &s->frame[i];
        const int of[] = { f->pc,    f->base,        f->func,   f->results,
                           f->extra, f->extra_count, f->object, f->outer };
        to = put(to, &f->p, sizeof f->p);
        to = put(to, of, sizeof of);
    }
    for (int i = 0; i < end; i++) {
        const known *v = &s->value[i];
        int own = v->kind == K_INT || v->kind == K_ROW; /* in its own register */
        uint16_t at = own ? 0 : v->at;
        to = put(to, &v->kind, 1);
        to = put(to, &at, sizeof at);
        to = put(to, &v->id, sizeof v->id);
    }
    version made = { 0, key, (size_t)(to - key), 0 };
    for (size_t i = 0; i < made.size; i++) made.hash = ta_hash(made.hash ^ key[i]);
    return made;
}

static const version *find(const compiler *c, const version *v) {
    for (size_t i = 0; i < c->version_count; i++) {
        const version *w = &c->versions[i];
        if (w->hash == v->hash && w->size == v->size && memcmp(w->key, v->key, v->size) == 0)
            return w;
    }
    return NULL;
}

/* Continue in the version for the state, from here or, with a patch, from that instruction. */
static void go_on(compiler *c, int patch) {
    int here = (int)c->b->code_count;
    int moves = canonical(c, lc_frame(c)->pc);
    version v = make_key(c);
    const version *there = find(c, &v);
    c->temporary = KNOWNS;
    if (there) {
        int direct =
            patch >= 0 && moves == 0 && (there->at > patch || c->b->code[patch].op == TA_OP_NEXT);
        if (direct) c->b->code[patch].to = there->at;
        else lc_add(c, TA_OP_LOOP, 0, 0, 0, there->at, 0);
        if (patch >= 0 && !direct) c->b->code[patch].to = here;
        c->ended = 1;
        return;
    }
    if (c->version_count >= VERSIONS) lc_refuse(c, "its branches are too many");
    if (patch >= 0) c->b->code[patch].to = here;
    v.at = (int)c->b->code_count;
    c->versions =
        lc_grow(c, c->versions, c->version_count + 1, &c->version_cap, sizeof *c->versions);
    c->versions[c->version_count++] = v;
    c->ended = 0;
    c->fresh = 1;
}

void lc_enter(compiler *c) {
    if (c->trial.on) {
        c->trial.failed = 1;
        c->ended = 1;
        return;
    }
    go_on(c, -1);
}

void lc_start(compiler *c, edge e) {
    *c->now = *e.state;
    c->temporary = KNOWNS;
    for (int i = 0; i < KNOWNS; i++) {
        const known *v = &c->now->value[i];
        if (lc_in_register(v) && v->at >= c->temporary) c->temporary = v->at + 1;
    }
    go_on(c, e.patch);
}

void lc_edge(compiler *c, int patch, int pc) {
    edge e = { patch, lc_take(c, 1, sizeof(state)) };
    *e.state = *c->now;
    e.state->frame[e.state->depth - 1].pc = pc;
    c->edges = lc_grow(c, c->edges, c->edge_count + 1, &c->edge_cap, sizeof *c->edges);
    c->edges[c->edge_count++] = e;
}

/* ---- Reasons ---- */

const char *lc_kind(const compiler *c, const known *v) {
    switch ((known_kind)v->kind) {
    case K_NIL: return "nil";
    case K_FALSE:
    case K_TRUE: return "a boolean";
    case K_INT:
    case K_FIXED: return "an integer";
    case K_RATIO: return "a float";
    case K_ROW:
    case K_NEW:
    case K_LIST:
    case K_PARTS: return "a table";
    case K_EMIT: return "emit";
    case K_CLOSURE:
    case K_IPAIRS: return "a function";
    case K_OBJECT:
        switch (c->objects[v->id].type) {
        case LUA_TNUMBER: return "a float";
        case LUA_TSTRING: return "a string";
        case LUA_TTABLE: return "a table";
        case LUA_TFUNCTION: return "a function";
        default: return c->objects[v->id].movefn ? "a move function" : "a userdata";
        }
    case K_DEAD:
    case K_SPREAD: break;
    }
    return "a value beyond it";
}
