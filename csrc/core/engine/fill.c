/*
** fill.c - solves a box place by place (fill.h).
**
** Why it is right: places are solved in order. An option is looked up only if its place is smaller
** than the position's own, so it is answered; the answer is then the definition. Rows (fill_rows.c)
** do the same for many positions at once, with the same test of places. If that test fails, this
** file solves the position alone and reports the fault.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "fill_int.h"

#define REACHED_EVERY 4096 /* places, when they are solved one by one */

uint64_t ta_fill_places(size_t size, const int64_t *from, const int64_t *to) {
    uint64_t count = 1, most = (uint64_t)1 << 48;
    for (size_t i = 0; i < size; i++) {
        uint64_t wide = (uint64_t)to[i] - (uint64_t)from[i];
        if (wide >= most || __builtin_mul_overflow(count, wide + 1, &count) || count > most)
            return 0;
    }
    return count;
}

/* ---- One position ---- */

static ta_status misplaced(const fill *w, ta_call *call, const ta_position *option,
                           const char *what) {
    char text[80];
    return ta_fail(call, TA_EUNSUPPORTED, "its option %s %s",
                   ta_sink_text(&w->s->rules, text, sizeof text, option), what);
}

/* The place of an option. It must be smaller than w->place. */
static ta_status place_of(const fill *w, ta_call *call, const ta_position *p, uint64_t *place) {
    uint64_t at = 0;
    if (!p->component || p->count != w->f->size) return misplaced(w, call, p, "is not in the box");
    for (size_t i = 0; i < p->count; i++) {
        uint64_t lo = (uint64_t)w->f->from[i], c = (uint64_t)p->component[i] - lo;
        if (c > (uint64_t)w->f->to[i] - lo) return misplaced(w, call, p, "is not in the box");
        at += c * w->stride[i];
    }
    if (at >= w->place)
        return misplaced(w, call, p, "is not before it in this order of the coordinates");
    *place = at;
    return TA_OK;
}

/* The answer of the position at w->place, from the rule itself. */
static ta_status answer(fill *w, ta_call *call, uint32_t *value) {
    const ta_filling *f = w->f;
    ta_position p = { w->at, NULL, f->size }, option;
    int loses = 1, nim = f->what == TA_ASK_NIM_VALUE;
    ta_sink_empty(&w->options);
    ta_status st = w->s->rules.options(w->s->rules.ctx, call, TA_LEFT, &p, &w->options);
    if (nim) fill_forget(&w->seen, w->seen_cap);
    for (size_t at = 0; !st && at < w->options.used;) {
        uint64_t place = 0;
        at = ta_sink_read(&w->options, at, &option);
        st = place_of(w, call, &option, &place);
        if (st) break;
        uint32_t v = ta_answer_get(f->data, f->bits, place);
        if (nim) w->seen.at[v] = w->seen.stamp;
        else if (v) loses = 0;
    }
    if (st) return st;
    if (w->misere && w->options.count == 0) loses = 0;
    *value = nim ? fill_mex(&w->seen, w->seen_cap) : (uint32_t)loses;
    return TA_OK;
}

static ta_status solve(fill *w, ta_call *call) {
    uint32_t v;
    unsigned bits = w->f->bits;
    ta_status st = answer(w, call, &v);
    if (st) return st;
    if (v >> bits && w->f->refused) *w->f->refused = v;
    if (v >> bits) return ta_fail(call, TA_ELIMIT, "the nim value %u takes more than %u bits", v, bits);
    ta_answer_put(w->f->data, bits, w->place, v);
    return TA_OK;
}

/* ---- Checks of positions filled by rows ---- */

#define SAMPLE_EACH 65536 /* places */

static void locate(fill *w, uint64_t place);

/* Check some of the places first..w->place - 1 against the rule (samples.h), unless the rule may
** have changed. If an answer differs, fail with w->at at that position; `reached` is not called for
** places from `first` on. */
static ta_status sample(fill *w, ta_call *call, uint64_t first) {
    const ta_filling *f = w->f;
    ta_solver *s = w->s;
    uint64_t end = w->place, wide = (uint64_t)(f->to[f->size - 1] - f->from[f->size - 1]) + 1, n;
    ta_row_reader now;
    while (ta_samples_next(&w->samples, first, end, wide, SAMPLE_EACH, &n)) {
        uint32_t v = 0;
        if (!s->row_rule(s->rules.ctx, call, f->size, &now) || now.version != s->row_version) break;
        locate(w, n);
        ta_status st = answer(w, call, &v);
        if (st) return st;
        if (v == ta_answer_get(f->data, f->bits, n)) continue;
        s->row_rule = NULL;
        return ta_fail(call, TA_EBADRULE,
                       "internal error: batched options of the rule differ from the rule here; remove the file. The next "
                       "call uses single positions. Please report it");
    }
    locate(w, end);
    return TA_OK;
}

/* ---- Known answers ---- */

#define TAKE_MOST 65536 /* copied at once */

/* Find w->place in the known box `k`. Returns how many answers follow one another from it on, and
** their first index, *there. 0: `k` has no answer from w->place up to place *next. */
static uint64_t find(const fill *w, const ta_filled *k, uint64_t *there, uint64_t *next) {
    const ta_filling *f = w->f;
    uint64_t stride = 1, at = 0, place = w->place, run;
    size_t outside = f->size, last = f->order[f->size - 1];
    for (size_t n = f->size; n-- > 0;) { /* the fastest coordinate first */
        size_t i = f->order[n];
        if (w->at[i] > k->to[i]) outside = n;
        at += ((uint64_t)w->at[i] - (uint64_t)f->from[i]) * stride;
        stride *= (uint64_t)k->to[i] - (uint64_t)f->from[i] + 1;
    }
    *next = w->count;
    if (outside == f->size) {
        if (at >= k->count) return 0; /* `k` has no answer here or later */
        *there = at;
        run = (uint64_t)(k->to[last] < f->to[last] ? k->to[last] : f->to[last]) -
              (uint64_t)w->at[last] + 1;
        return k->count - at < run ? k->count - at : run;
    }
    /* The next position in `k`: one more in a slower coordinate, all faster ones at their start. */
    while (outside-- > 0) {
        size_t i = f->order[outside];
        place -= place % w->stride[i];
        if (w->at[i] < k->to[i] && w->at[i] < f->to[i]) {
            *next = place + w->stride[i];
            break;
        }
        place -= ((uint64_t)w->at[i] - (uint64_t)f->from[i]) * w->stride[i];
    }
    return 0;
}

/* Copy known answers from w->place on, and move w->place behind them. Returns 0 if none is known
** before w->until, which it sets. */
static int take(fill *w) {
    const ta_filling *f = w->f;
    uint64_t there = 0, next;
    w->until = w->count;
    for (size_t n = 0; n < f->knowns; n++) {
        const ta_filled *k = &f->known[n];
        uint64_t run = find(w, k, &there, &next);
        if (run == 0) {
            if (next < w->until) w->until = next;
            continue;
        }
        if (run > TAKE_MOST) run = TAKE_MOST;
        ta_answers_copy(f->data, f->bits, w->place, k->data, k->bits, there, (size_t)run);
        w->place += run;
        w->until = w->place;
        return 1;
    }
    return 0;
}

/* ---- The whole box ---- */

/* Set w->place and its position. Behind the last place the position may wrap around. */
static void locate(fill *w, uint64_t place) {
    w->place = place;
    for (size_t k = 0; k < w->f->size; k++) {
        size_t i = w->f->order[k];
        w->at[i] = (int64_t)((uint64_t)w->f->from[i] + place / w->stride[i]);
        place %= w->stride[i];
    }
}

static void advance(fill *w) {
    w->place++;
    for (size_t k = w->f->size; k-- > 0;) {
        size_t i = w->f->order[k];
        if (w->at[i] < w->f->to[i]) {
            w->at[i]++;
            return;
        }
        w->at[i] = w->f->from[i];
    }
}

static ta_status each(fill *w, ta_call *call) {
    const ta_filling *f = w->f;
    uint64_t told = w->place;
    ta_status st = TA_OK;
    while (!st && w->place < w->count) {
        uint64_t first = w->place;
        int taken = first >= w->until && take(w), went = taken;
        if (taken) locate(w, w->place);
        else if (w->wait > 0) w->wait--;
        else if (w->by_rows) st = ta_fill_rows(w, call, &went);
        if (st) break;
        if (went) {
            if (!taken) st = sample(w, call, first);
        } else {
            st = solve(w, call);
            if (!st) advance(w);
        }
        if (!st && (went || w->place - told >= REACHED_EVERY || w->place == w->count)) {
            st = f->reached(f->ctx, call, w->place);
            told = w->place;
        }
        if (!st)
            st = ta_poll(call, taken ? 64 : went ? 4096 : 16, (double)w->place, (double)w->count);
    }
    return st;
}

static ta_status check(const ta_solver *s, ta_call *call, const ta_filling *f) {
    if (s->rules.partizan)
        return ta_fail(call, TA_EPARTIZAN, "answers of partizan rules are not kept in files");
    if (s->rules.terminal || s->rules.parts || s->rules.canonical || s->rules.nim_value ||
        s->rules.entails)
        return ta_fail(
            call, TA_EUNSUPPORTED,
            "rules with terminal, parts, canonical, nim_value or entails are not kept in "
            "files");
    if (f->size < 1 || f->size > TA_COMPONENTS || ta_fill_places(f->size, f->from, f->to) == 0)
        return ta_fail(call, TA_EINVAL, "this is no box of 1 to 2^48 positions");
    return TA_OK;
}

static ta_status begin(fill *w, ta_call *call, uint64_t first) {
    const ta_filling *f = w->f;
    uint64_t stride = 1;
    w->by_rows = w->s->row_rule != NULL;
    for (size_t k = f->size; k-- > 0;) {
        size_t i = f->order[k];
        w->stride[i] = stride;
        stride *= (uint64_t)(f->to[i] - f->from[i]) + 1;
        if (i != k) w->by_rows = 0; /* rows follow the last component */
    }
    w->count = stride;
    locate(w, first);
    w->misere = f->what == TA_ASK_MISERE_OUTCOME;
    if (f->what == TA_ASK_NIM_VALUE) {
        w->seen_cap = (size_t)1 << f->bits;
        w->seen.at = ta_alloc(&w->s->allocator, w->seen_cap, sizeof *w->seen.at);
        if (!w->seen.at) return TA_ENOMEM;
    }
    return w->by_rows ? ta_fill_rows_room(w, call) : TA_OK;
}

ta_status ta_solver_fill(ta_solver *s, ta_call *call, const ta_filling *f, uint64_t first,
                         int64_t *at) {
    ta_status st = check(s, call, f);
    if (st) return st;
    fill *w = ta_alloc(&s->allocator, 1, sizeof *w);
    if (!w) return TA_ENOMEM;
    w->s = s;
    w->f = f;
    ta_sink_init(&w->options, &s->allocator);
    st = begin(w, call, first);
    if (!st) st = each(w, call);
    for (size_t i = 0; st && at && i < f->size; i++) at[i] = w->at[i];
    ta_fill_rows_clear(w);
    ta_free(&s->allocator, w->seen.at, w->seen_cap, sizeof *w->seen.at);
    ta_sink_clear(&w->options);
    ta_free(&s->allocator, w, 1, sizeof *w);
    return st;
}
