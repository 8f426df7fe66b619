/*
** compile_loops.c - for loops, and which of them are runs.
**
** A numeric loop is tried as a run. Its body is compiled once, for the first turn, and each integer
** carries what a turn adds to it (compile_values.c). The loop is a run when
** - the body is straight and names one position,
** - it changes nothing that a later turn, the code after the loop or the named position reads,
** - a turn adds a constant to each component.
**
** The first position and the number of turns then give all positions exactly, since both the loop
** and the run wrap around. A trial that fails leaves nothing behind.
**
** A listing has no runs: its reader follows each loop itself.
*/
#include <string.h>

#include "compile_int.h"

/* ---- Numeric loops ---- */

/* Round a loop's limit towards the start when it is a ratio and the step a constant; else 0. */
static int round_limit(compiler *c, int a) {
    known limit = *lc_reg(c, a + 1);
    int64_t step;
    if (limit.kind != K_RATIO || !lc_value(c, lc_reg(c, a + 2)->at, &step) || step == 0) return 0;
    known x = { K_INT, limit.at, 0, 0 }, y = { K_INT, (uint16_t)limit.id, 0, 0 };
    if (step < 0) lc_ceiling(c, a + 1, x, y);
    else lc_compute(c, TA_OP_QUOTIENT, a + 1, x, y);
    return 1;
}

/* May the body be straight? A first check by its opcodes alone. */
static int looks_straight(const proto *p, int from, int to) {
    for (int pc = from; pc < to; pc++) {
        opcode op = op_of(p->code[pc]);
        if (p->leader[pc] && pc > from) return 0;
        if ((op >= OP_CLOSE && op <= OP_TESTSET) || (op >= OP_RETURN && op <= OP_CLOSURE)) return 0;
    }
    return to < p->code_count;
}

static void prepare(compiler *c, code i) {
    frame *f = lc_frame(c);
    int a = arg_a(i), base = f->base + a, exit = f->pc + 2 + arg_bx(i), body = f->pc + 1;
    for (int r = a; r <= a + 2; r++) {
        if (r == a + 1 && round_limit(c, a)) continue;
        const known *v = lc_reg(c, r);
        if (lc_is_int(v)) continue;
        lc_bail(c, "a loop over %s", lc_kind(c, v));
        return;
    }
    if (c->trial.on) { /* a run contains no loop */
        lc_bail_quietly(c);
        return;
    }
    int64_t step = 0;
    int stepped = lc_value(c, lc_reg(c, a + 2)->at, &step);
    for (int r = a; r <= a + 2; r++) lc_home(c, r);
    lc_set(c, a + 3, lc_plain(K_DEAD));
    int variable = lc_target(c, a + 3);
    if (variable != base + 3) { /* move another value out of it */
        lc_computed(c, a + 3, variable, 0);
        lc_home(c, a + 3);
    }
    int at = lc_add(c, TA_OP_PREP, base, 0, 0, 0, 0);
    lc_set(c, a + 3, lc_plain(K_DEAD));
    lc_edge(c, at, exit);
    lc_computed(c, a + 3, base + 3, step);
    f->pc = body;
    if (c->listing || !stepped || !looks_straight(f->p, body, exit - 1)) return;
    c->trial = (trial){ .on = 1,
                        .depth = c->now->depth,
                        .loop = exit - 1,
                        .code = c->b->code_count,
                        .operands = c->b->operand_count,
                        .edges = c->edge_count,
                        .versions = c->version_count,
                        .temporary = c->temporary };
    *c->spare = *c->now;
    c->fresh = 1;
}

int lc_is_trial_end(const compiler *c) {
    const trial *t = &c->trial;
    return t->on && (t->failed || c->ended ||
                     (c->now->depth == t->depth && c->now->frame[t->depth - 1].pc == t->loop));
}

/* Does the body write to the register of this value? (An instruction writes only to its field
** a.) */
static int written(const compiler *c, const known *was) {
    for (size_t at = c->trial.code; at < c->b->code_count; at++)
        if (lc_lies_in(was, c->b->code[at].a)) return 1;
    return 0;
}

/* Is the value the same as before, in the same register, which the body does not write? */
static int same_as_before(const compiler *c, int i) {
    const known *was = &c->spare->value[i], *is = &c->now->value[i];
    return was->kind == is->kind && was->at == is->at && was->id == is->id && !written(c, was);
}

/* Are all registers that are read from here on unchanged? The loop's own registers do not count. */
static int unchanged(const compiler *c, int pc, int loop) {
    const frame *f = &c->now->frame[c->now->depth - 1];
    if (pc >= f->p->code_count) return 1;
    for (int r = 0; r < f->p->stack; r++) {
        if (r >= loop && r <= loop + 3) continue;
        if (!mask_has(&f->p->live[pc], r)) continue;
        if (!same_as_before(c, f->base + r)) return 0;
    }
    return 1;
}

/* The same for the frames below, which an inner function may write, and the varargs. */
static int unchanged_below(const compiler *c) {
    int base = c->now->frame[c->now->depth - 1].base;
    for (int i = 0; i < base; i++)
        if (!same_as_before(c, i)) return 0;
    return 1;
}

/* Is the named position still in its registers? The run reads it at the end of the body, so the
** rest of the body must not write there. */
static int still_there(const compiler *c) {
    const trial *t = &c->trial;
    for (size_t at = t->emitted; at < c->b->code_count; at++)
        for (int k = 0; k < t->size; k++)
            if (c->b->code[at].a == t->start[k]) return 0;
    return 1;
}

void lc_trial_end(compiler *c) {
    trial *t = &c->trial;
    const frame *f = &c->spare->frame[t->depth - 1];
    code loop = f->p->code[t->loop];
    int a = arg_a(loop), exit = t->loop + 1;
    t->on = 0;
    if (t->failed || c->ended || t->emits != 1 || !still_there(c) ||
        !unchanged(c, f->pc, a) || !unchanged(c, exit, a) || !unchanged_below(c)) {
        c->b->code_count = t->code;
        c->b->operand_count = t->operands;
        c->edge_count = t->edges;
        c->version_count = t->versions;
        c->temporary = t->temporary;
        c->ended = 0;
        *c->now = *c->spare;
        lc_enter(c);
        return;
    }
    int first = 0;
    for (int k = 0; k < t->size; k++) {
        int place = ta_builder_operand(c->b, t->start[k]);
        if (k == 0) first = place;
    }
    for (int k = 0; k < t->size; k++) ta_builder_operand(c->b, lc_constant(c, t->step[k]).at);
    lc_add(c, TA_OP_RUN, f->base + a + 1, 0, 0, first, t->size);
    *c->now = *c->spare;
    lc_frame(c)->pc = exit;
    lc_forget(c, a);
}

static void next_turn(compiler *c, code i) {
    frame *f = lc_frame(c);
    int a = arg_a(i), body = f->pc + 1 - arg_bx(i), exit = f->pc + 1;
    if (c->trial.on) { /* the trial never reaches its own end here */
        lc_bail_quietly(c);
        return;
    }
    lc_set(c, a + 3, lc_plain(K_DEAD));
    lc_settle(c, body, exit);
    int at = lc_add(c, TA_OP_NEXT, f->base + a, 0, 0, 0, 0);
    lc_computed(c, a + 3, f->base + a + 3, 0);
    lc_edge(c, at, body);
    lc_set(c, a + 3, lc_plain(K_DEAD));
    f->pc = exit;
    lc_enter(c);
}

/* ---- ipairs ---- */

/* R[a+4], R[a+5] = the next index and entry, or nil. */
static void call_iterator(compiler *c, code i) {
    frame *f = lc_frame(c);
    int a = arg_a(i);
    known table = *lc_reg(c, a + 1), control = *lc_reg(c, a + 2);
    int64_t index = 0;
    if (lc_reg(c, a)->kind != K_IPAIRS || !lc_is_int(&control)) {
        lc_bail(c, "a loop over %s", lc_kind(c, lc_reg(c, a)));
        return;
    }
    for (int r = a + 4; r <= a + 3 + arg_c(i) && r < f->p->stack; r++)
        lc_set(c, r, lc_plain(K_NIL));
    known next = lc_plain(K_NIL);
    if (control.kind == K_FIXED) {
        lc_value(c, control.at, &index);
        next = lc_constant(c, index + 1);
        next.kind = K_FIXED;
        lc_set(c, a + 4, next);
    } else {
        lc_compute(c, TA_OP_ADD, a + 4, control, lc_constant(c, 1));
        next = *lc_reg(c, a + 4);
    }
    /* At the end the index is nil too; the loop tests the index. */
    size_t edges = c->edge_count;
    lc_set(c, a + 5, lc_plain(K_DEAD));
    lc_index(c, a + 5, &table, &next);
    for (size_t e = edges; e < c->edge_count; e++)
        c->edges[e].state->value[f->base + a + 4] = lc_plain(K_NIL);
    if (lc_reg(c, a + 5)->kind == K_NIL) lc_set(c, a + 4, lc_plain(K_NIL));
    f->pc++;
}

static void next_item(compiler *c, code i) {
    frame *f = lc_frame(c);
    int a = arg_a(i);
    known index = *lc_reg(c, a + 4);
    if (index.kind == K_NIL) {
        f->pc++;
    } else {
        lc_set(c, a + 2, index);
        f->pc += 1 - arg_bx(i);
    }
    lc_enter(c);
}

int lc_loops(compiler *c, code i) {
    frame *f = lc_frame(c);
    switch (op_of(i)) {
    case OP_FORPREP: prepare(c, i); break;
    case OP_FORLOOP: next_turn(c, i); break;
    case OP_TFORPREP:
        f->pc += 1 + arg_bx(i);
        lc_enter(c);
        break;
    case OP_TFORCALL: call_iterator(c, i); break;
    case OP_TFORLOOP: next_item(c, i); break;
    default: return 0;
    }
    return 1;
}
