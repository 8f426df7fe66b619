/*
** phases_line.c - T_m(x) along x for all m = from + modulus k at once: values v + s k at x + x' k.
**
** A value. T_m(x) = x + m + 1 - max of T_m(x - a). If one move has both the largest v and the
** largest s, its value v + s k is the largest for all k >= 0, and T_m(x) is linear in k too.
** Otherwise the value with the largest s is the largest from some k on, which is reported. After a
** skip, x is at least max A for every k, so all moves are legal.
**
** A phase. Let each of the last p + max A values have risen by r over the last p, and by the same r
** over the p before, where r does not depend on k. Then T_m(y + t p) = T_m(y) + t r(y) for y among
** the last p and all t up to N(k), while no move overtakes the largest. Reason: the maximum rises
** by p - r(y), as it did before. So the largest value rises as the maximum does, or faster.
** A value that rises by f > 0 more than the maximum and lacks g at y is not above it while
** t f <= g.
*/
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "phases_int.h"

void phases_line_start(phases_line *l, phases_class class) {
    l->class = class;
    l->x = (phases_pair){ 0, 0 };
    l->held = 0;
}

void phases_line_clear(phases_line *l) {
    ta_free(&l->alloc, l->t, l->cap, sizeof *l->t);
    l->t = NULL;
    l->held = l->cap = 0;
}

/* The value of a move that is the largest for all k >= *later; 0 + 0 k if there is no move. */
static phases_pair largest(const phases_pair *t, const ta_amount *a, size_t count, int64_t *later) {
    phases_pair most = { 0, 0 };
    int64_t highest = 0;
    for (size_t j = 0; j < count; j++) {
        phases_pair c = t[-a[j]];
        if (j == 0 || c.s > most.s || (c.s == most.s && c.v > most.v)) most = c;
        if (c.v > highest) highest = c.v;
    }
    for (size_t j = 0; j < count && most.v < highest; j++) {
        phases_pair c = t[-a[j]];
        if (c.v <= most.v) continue;
        int64_t k = (c.v - most.v - 1) / (most.s - c.s) + 1;
        if (k > *later) *later = k;
    }
    return most;
}

ta_status phases_line_extend(phases_line *l, size_t more, int64_t *later) {
    ta_status s = ta_reserve(&l->alloc, (void **)&l->t, &l->cap, l->held + more, sizeof *l->t);
    if (s) return s;
    const ta_amount *a = l->set->a;
    size_t count = l->set->count, moves = l->x.s ? count : 0;
    phases_pair *t = l->t + l->held, x = { l->x.v + l->class.from + 1, l->x.s + l->class.modulus };
    *later = 0;
    for (phases_pair *end = t + more; t < end; t++, x.v++) {
        while (moves < count && a[moves] <= l->x.v) moves++;
        phases_pair most = largest(t, a, moves, later);
        if (*later > 0) break;
        *t = (phases_pair){ x.v - most.v, x.s - most.s };
        l->x.v++;
    }
    l->held = (size_t)(t - l->t);
    return TA_OK;
}

int64_t phases_line_rise(const phases_line *l, size_t p, size_t at) {
    return l->t[at].v - l->t[at - p].v;
}

int phases_line_repeats(const phases_line *l, size_t p, double *steps) {
    size_t look = p + (size_t)l->set->a[l->set->count - 1], j = 0;
    if (2 * p + look > l->held) return 0;
    for (const phases_pair *t = l->t + l->held - 1; j < look; j++, t--)
        if (t->v - (t - p)->v != (t - p)->v - (t - 2 * p)->v || t->s != (t - p)->s ||
            t->s != (t - 2 * p)->s)
            break;
    *steps += (double)j + 1;
    return j == look;
}

ta_status phases_line_skip(phases_line *l, size_t p, phases_pair times) {
    size_t keep = 2 * p + (size_t)l->set->a[l->set->count - 1];
    int64_t period = (int64_t)p;
    ta_assert(keep <= l->held && times.v >= 0 && times.s >= 0);
    if (times.v > (PHASES_LARGEST - l->x.v) / period ||
        times.s > (PHASES_LARGEST - l->x.s) / period)
        return TA_ELIMIT;
    l->x.v += times.v * period;
    l->x.s += times.s * period;
    for (size_t j = 0, from = l->held - keep; j < keep; j++, from++) {
        int64_t rise = phases_line_rise(l, p, from);
        phases_pair t = l->t[from];
        l->t[j] = (phases_pair){ t.v + times.v * rise, t.s + times.s * rise };
    }
    l->held = keep;
    return TA_OK;
}
