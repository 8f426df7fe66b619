/*
** phases.c - phases as an object, and queries. T_m(x) comes from the class of m: values are
** computed up to the phase that contains x. They are linear in k and in the number of periods. The
** result is at most x + m + 1, so unsigned 64 bits hold it, even if terms of the sum overflow.
*/
#include "base/check.h"
#include "base/int128.h"
#include "base/mem.h"
#include "base/status.h"
#include "phases_int.h"

static ta_status create(const ta_allocator *allocator, ta_phases **phases) {
    const ta_allocator *a = ta_allocator_or_default(allocator);
    ta_phases *p = ta_alloc(a, 1, sizeof *p);
    if (!p) return TA_ENOMEM;
    p->alloc = p->line.alloc = *a;
    p->line.set = &p->set;
    *phases = p;
    return TA_OK;
}

void ta_phases_destroy(ta_phases *p) {
    if (!p) return;
    ta_allocator a = p->alloc;
    phases_line_clear(&p->line);
    ta_free(&a, p->code, p->cap, sizeof *p->code);
    ta_free(&a, p->leaves, p->leaf_cap, sizeof *p->leaves);
    ta_free(&a, p->shown, p->shown_cap, sizeof *p->shown);
    ta_free(&a, p, 1, sizeof *p);
}

ta_status ta_phases_find(const ta_allocator *allocator, ta_call *call, const ta_amount *set,
                         size_t count, const ta_phases_limits *limits, ta_phases **phases) {
    ta_phases *p;
    ta_require(limits->classes >= 1 && limits->values >= 1);
    ta_status s = create(allocator, &p);
    if (s) return s;
    s = certificate_set_make(&p->set, call, set, count, TA_PHASES_MEMBER);
    if (!s) s = phases_search(p, call, limits);
    int holds = 0;
    if (!s) s = ta_phases_check(p, call, &holds);
    ta_assert(s || holds);
    if (!s && !holds) s = TA_EUNSUPPORTED; /* a bug of the finder: claim no theorem */
    if (s) {
        ta_phases_destroy(p);
        return s;
    }
    *phases = p;
    return TA_OK;
}

ta_status ta_phases_load(const ta_allocator *allocator, ta_call *call, const char *text,
                         size_t length, ta_phases **phases) {
    ta_phases *p;
    ta_status s = create(allocator, &p);
    if (s) return s;
    s = phases_read(p, call, text, length);
    if (s) ta_phases_destroy(p);
    else *phases = p;
    return s;
}

/* ---- Queries ---- */

static ta_status proved(ta_phases *p, ta_call *call) {
    int holds = 1;
    ta_status s = p->checked ? TA_OK : ta_phases_check(p, call, &holds);
    return s || holds ? s : TA_EUNSUPPORTED; /* call->message has the reason */
}

static const phases_leaf *leaf_of(const ta_phases *p, ta_amount m) {
    const phases_leaf *l = p->leaves;
    for (;; l++) {
        ta_assert(l < p->leaves + p->leaf_count); /* each m is in one leaf */
        ta_amount k = m - l->class.from;
        if (k == 0 || (k > 0 && l->class.modulus > 0 && k % l->class.modulus == 0)) return l;
    }
}

static ta_amount k_of(const phases_leaf *l, ta_amount m) {
    return l->class.modulus ? (m - l->class.from) / l->class.modulus : 0;
}

/* Compute `count` more values of the line. */
static ta_status values(ta_phases *p, int64_t count) {
    int64_t later;
    ta_status s = phases_line_extend(&p->line, (size_t)count, &later);
    ta_assert(s || later == 0);
    return s;
}

static ta_int128 at_level(phases_pair c, ta_amount k) {
    return (ta_int128)c.s * k + c.v;
}

static uint64_t value_at(phases_pair c, ta_amount k) {
    return (uint64_t)c.v + (uint64_t)c.s * (uint64_t)k;
}

/* T_m(x). */
static ta_status least(ta_phases *p, ta_amount m, ta_amount x, uint64_t *out) {
    const phases_leaf *leaf = leaf_of(p, m);
    const int64_t *code = p->code + leaf->at;
    phases_line *l = &p->line;
    ta_amount k = k_of(leaf, m);
    phases_line_start(l, leaf->class);
    for (int64_t left = *code++;; left--, code += 4) {
        size_t period = (size_t)code[1];
        ta_int128 from = at_level(l->x, k);
        ta_status s = values(p, code[0]);
        if (s) return s;
        if (x < from + code[0]) { /* x >= from: a smaller x is in the phase before */
            *out = value_at(l->t[l->held - (size_t)(from + code[0] - x)], k);
            return TA_OK;
        }
        ta_amount beyond = x - (ta_amount)(from + code[0]);
        phases_pair times = { left ? code[2] : 0, left ? code[3] : 0 };
        if (left && beyond / code[1] >= at_level(times, k)) {
            s = phases_line_skip(l, period, times);
            ta_assert(!s);
            continue;
        }
        size_t at = l->held - period + (size_t)(beyond % code[1]);
        *out = value_at(l->t[at], k) +
               ((uint64_t)(beyond / code[1]) + 1) * (uint64_t)phases_line_rise(l, period, at);
        return TA_OK;
    }
}

ta_status ta_phases_winner(ta_phases *p, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                           int *mover) {
    uint64_t t;
    ta_require(n >= 0 && n <= TA_MAX && d >= 0 && e >= 0);
    ta_status s = proved(p, call);
    if (s) return s;
    if (d > n) d = n; /* n dollars are as good as more */
    if (e > n) e = n;
    int more = d > n - e; /* d + e may overflow a ta_amount */
    s = least(p, more ? d - (n - e) : 0, more ? n : d + e, &t);
    if (!s) *mover = (uint64_t)d >= t;
    return s;
}

ta_status ta_phases_least_cash(ta_phases *p, ta_call *call, ta_amount n, ta_amount e,
                               ta_amount *least) {
    ta_amount low = 0, high = n + 1; /* more than n dollars are no better than n */
    while (low < high) {
        ta_amount d = low + (high - low) / 2;
        int wins = 0;
        ta_status s = ta_phases_winner(p, call, n, d, e, &wins);
        if (s) return s;
        if (wins) high = d;
        else low = d + 1;
    }
    *least = low > n ? TA_INF : low;
    return TA_OK;
}

ta_status ta_phases_moves(ta_phases *p, ta_call *call, ta_amount n, ta_amount d, ta_amount e,
                          ta_amount *moves, size_t *count) {
    size_t found = 0;
    ta_status s = proved(p, call);
    for (size_t j = 0; !s && j < p->set.count && p->set.a[j] <= n && p->set.a[j] <= d; j++) {
        int other = 1;
        ta_amount left = d == TA_INF ? d : d - p->set.a[j];
        s = ta_phases_winner(p, call, n - p->set.a[j], e, left, &other);
        if (!other) moves[found++] = p->set.a[j];
    }
    if (!s) *count = found;
    return s;
}

ta_status ta_phases_class_of(ta_phases *p, ta_call *call, ta_amount m, ta_phases_class *out) {
    ta_require(m >= 0 && m <= TA_MAX);
    ta_status s = proved(p, call);
    if (s) return s;
    const phases_leaf *l = leaf_of(p, m);
    *out = (ta_phases_class){ l->class.from, l->class.modulus, k_of(l, m), p->code[l->at] + 1 };
    return TA_OK;
}

/* Where the phase begins, a whole number of periods before the end of the line. */
static size_t begins(const phases_line *l, size_t period) {
    size_t at = l->held - period;
    for (; at >= period; at -= period)
        for (size_t j = 0; j < period; j++) {
            const phases_pair *t = l->t + at + j;
            if (t->s != (t - period)->s ||
                t->v - (t - period)->v != phases_line_rise(l, period, l->held - period + j))
                return at;
        }
    return at;
}

ta_status ta_phases_phase(ta_phases *p, ta_call *call, ta_amount m, size_t index, ta_phase *out) {
    ta_require(m >= 0 && m <= TA_MAX);
    ta_status s = proved(p, call);
    if (s) return s;
    const phases_leaf *leaf = leaf_of(p, m);
    const int64_t *code = p->code + leaf->at;
    size_t ended = (size_t)*code++;
    phases_line *l = &p->line;
    ta_require(index <= ended);
    phases_line_start(l, leaf->class);
    for (size_t i = 0; i < index && !s; i++, code += 4) {
        s = values(p, code[0]);
        if (!s) s = phases_line_skip(l, (size_t)code[1], (phases_pair){ code[2], code[3] });
    }
    if (!s) s = values(p, code[0]);
    size_t period = (size_t)code[1];
    if (!s)
        s = ta_reserve(&p->alloc, (void **)&p->shown, &p->shown_cap, 3 * period, sizeof *p->shown);
    if (s) return s;
    size_t at = begins(l, period), earlier = (l->held - at) / period - 1;
    for (size_t j = 0; j < period; j++) {
        p->shown[j] = l->t[at + j].v;
        p->shown[period + j] = l->t[at + j].s;
        p->shown[2 * period + j] = phases_line_rise(l, period, l->held - period + j);
    }
    *out = (ta_phase){ .from = l->x.v - (ta_amount)(l->held - at),
                       .from_k = l->x.s,
                       .period = code[1],
                       .times = index == ended ? TA_INF : code[2] + (ta_amount)earlier,
                       .times_k = index == ended ? 0 : code[3],
                       .least = p->shown,
                       .least_k = p->shown + period,
                       .rise = p->shown + 2 * period };
    return TA_OK;
}

void ta_phases_info_of(const ta_phases *p, ta_phases_info *info) {
    *info = (ta_phases_info){ .set = p->set.a, .set_count = p->set.count, .checked = p->checked };
    for (size_t i = 0; i < p->leaf_count; i++) {
        const phases_leaf *l = &p->leaves[i];
        ta_amount phases = p->code[l->at] + 1;
        if (phases > info->phases) info->phases = phases;
        if (l->class.modulus == 0) {
            info->single++;
            if (l->class.from >= info->from) info->from = l->class.from + 1;
            continue;
        }
        info->classes++;
        if (l->class.modulus > info->modulus) info->modulus = l->class.modulus;
    }
}
