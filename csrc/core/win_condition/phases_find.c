/*
** phases_find.c - splits the excesses m into classes that run through the same phases.
**
** From the class m = 0 + k on, T_m(x) is computed for a whole class at once. A class
** from + modulus k is split for one of three reasons:
**   - the move with the largest value depends on k below some j, and not from k = j on: `first j`;
**   - the first move to overtake in a phase does so after floor((g + g' k) / f) periods. This is
**     linear in k if f divides g': `split` f / gcd(f, g');
**   - the move that overtakes first depends on k below some j: `first j` again.
** Then each part starts again at x = 0. A class is finished when a phase lasts for ever. It is not
** known whether the search ends for every A; it did for all that were tried. If it ends, every
** class is proved on the way, as phases_line.c explains.
*/
#include "base/amount.h"
#include "base/check.h"
#include "base/int128.h"
#include "base/poll.h"
#include "base/status.h"
#include "phases_int.h"

#define FIRST_LOOK 64 /* values at the first search for a period; half as many more at each next */
#define STRIDE 16     /* periods of other classes are tried after each sixteenth more values */
#define KNOWN 8       /* the number of such periods stored */
#define SHORT 8       /* a phase of fewer periods found between full searches is ignored */
#define POLL 4096     /* steps between two polls */

typedef struct finder {
    ta_phases *p;
    ta_call *call;
    const ta_phases_limits *limits;
    phases_walk walk;
    double steps, polled;
    ta_amount done;                         /* classes */
    size_t known[KNOWN], known_count, next; /* periods */
} finder;

/* What a class does next: continue, finish, or be split. */
typedef enum verdict { ON, DONE, SPLIT, FIRST } verdict;

/* The largest value of a move from `at`, for large k. */
static phases_pair largest(const phases_line *l, size_t at) {
    phases_pair most = l->t[at - (size_t)l->set->a[0]];
    for (size_t j = 1; j < l->set->count; j++) {
        phases_pair c = l->t[at - (size_t)l->set->a[j]];
        if (c.s > most.s || (c.s == most.s && c.v > most.v)) most = c;
    }
    return most;
}

/* A move whose value approaches the largest, at one of the last p values of x: what it lacks, and
** by how much more it rises in a period. */
typedef struct rival {
    phases_pair lacks;
    int64_t faster; /* 0: no such move */
} rival;

/* Does r overtake the largest value before o does, for large k? Both exist. */
static int sooner(const rival *r, const rival *o) {
    ta_int128 mine = (ta_int128)r->lacks.s * o->faster, other = (ta_int128)o->lacks.s * r->faster;
    return mine < other || (mine == other && r->lacks.v / r->faster < o->lacks.v / o->faster);
}

/* Visit the rivals at `at`. Without `times`, update *first to the rival that overtakes first. With
** `times`, raise *later to a k from which on no rival overtakes within that many periods. */
static void rivals(const phases_line *l, size_t p, size_t at, rival *first,
                   const phases_pair *times, int64_t *later) {
    int64_t rise = (int64_t)p - phases_line_rise(l, p, at);
    phases_pair most = largest(l, at);
    for (size_t j = 0; j < l->set->count; j++) {
        size_t from = at - (size_t)l->set->a[j];
        rival r = { { most.v - l->t[from].v, most.s - l->t[from].s },
                    phases_line_rise(l, p, from) - rise };
        if (r.faster <= 0) continue;
        if (!times) {
            if (first->faster == 0 || sooner(&r, first)) *first = r;
        } else if (times->v > r.lacks.v / r.faster) {
            ta_int128 short_of = (ta_int128)times->v * r.faster - r.lacks.v;
            ta_int128 k =
                (short_of - 1) / ((ta_int128)r.lacks.s - (ta_int128)times->s * r.faster) + 1;
            if (k > PHASES_LARGEST) k = PHASES_LARGEST; /* phases_walk_open refuses it */
            if (k > *later) *later = (int64_t)k;
        }
    }
}

/* The number of further periods for which the phase of period p lasts: ON with *times, or DONE for
** ever. SPLIT or FIRST with *arg if the class must be split. */
static verdict lasting(const phases_line *l, size_t p, phases_pair *times, int64_t *arg) {
    rival first = { { 0, 0 }, 0 };
    *arg = 0;
    for (size_t at = l->held - p; at < l->held; at++) rivals(l, p, at, &first, NULL, NULL);
    if (first.faster == 0) return DONE;
    *arg = first.faster / ta_gcd(first.faster, first.lacks.s);
    if (*arg > 1) return SPLIT;
    *times = (phases_pair){ first.lacks.v / first.faster, first.lacks.s / first.faster };
    *arg = 0;
    for (size_t at = l->held - p; at < l->held; at++) rivals(l, p, at, NULL, times, arg);
    return *arg > 0 ? FIRST : ON;
}

/* A period of the last values, or 0. Periods of other classes are tried first; `any`: then all. */
static size_t period(finder *f, int any) {
    const phases_line *l = &f->p->line;
    for (size_t i = 0; i < f->known_count; i++)
        if (phases_line_repeats(l, f->known[i], &f->steps)) return f->known[i];
    for (size_t p = 1; any && 3 * p + (size_t)l->set->a[l->set->count - 1] <= l->held; p++) {
        if (!phases_line_repeats(l, p, &f->steps)) continue;
        f->known_count += f->known_count < KNOWN;
        f->known[f->next++ % KNOWN] = p;
        return p;
    }
    return 0;
}

static ta_status poll(finder *f) {
    double steps = f->steps - f->polled;
    if (steps < POLL) return TA_OK;
    f->polled = f->steps;
    return ta_poll(f->call, steps < 1e9 ? (uint32_t)steps : 1000000000, (double)f->done, 0);
}

static ta_status open_class(finder *f, const char *why) {
    const phases_class *c = &f->p->line.class;
    return ta_fail(f->call, TA_ELIMIT, "%s; the class m = %lld + %lld k is open, after %lld", why,
                   (long long)c->from, (long long)c->modulus, (long long)f->done);
}

/* Append a phase to the leaf at `head`: its values, its period, and its times if it ends. */
static ta_status put_phase(finder *f, size_t head, int64_t values, size_t period, verdict v,
                           phases_pair times) {
    ta_phases *p = f->p;
    ta_status s = phases_put(p, values);
    if (!s) s = phases_put(p, (int64_t)period);
    if (s || v == DONE) return s;
    s = phases_put(p, times.v);
    if (!s) s = phases_put(p, times.s);
    if (s) return s;
    p->code[head]++;
    return phases_line_skip(&p->line, period, times) ? open_class(f, "its x is beyond 2^40")
                                                     : TA_OK;
}

/* Compute values of T until the class is finished or must be split. */
static ta_status run(finder *f, verdict *v, int64_t *arg) {
    phases_line *l = &f->p->line;
    size_t head = f->p->length;
    int64_t
        since = 0,
        look =
            FIRST_LOOK; /* values since the last phase, and their number at the next full search */
    ta_status s = phases_put(f->p, 0);
    for (*v = ON; !s && *v == ON;) {
        int64_t more = since / STRIDE > FIRST_LOOK / STRIDE ? since / STRIDE : FIRST_LOOK / STRIDE;
        if (more > look - since) more = look - since;
        if (since + more > f->limits->values)
            return open_class(f, "no phase is seen in as many values as are allowed");
        s = phases_line_extend(l, (size_t)more, arg);
        f->steps += (double)more * (double)l->set->count;
        if (!s) s = poll(f);
        if (s) break;
        if (*arg > 0) {
            *v = FIRST;
            break;
        }
        since += more;
        int any = since == look;
        size_t q = period(f, any);
        phases_pair times = { 0, 0 };
        if (any) look += look / 2;
        if (!q) continue;
        *v = lasting(l, q, &times, arg);
        f->steps += 2 * (double)q * (double)l->set->count;
        if (*v == SPLIT || *v == FIRST || (*v == ON && times.s == 0 && times.v < (any ? 1 : SHORT)))
            continue;
        s = put_phase(f, head, since, q, *v, times);
        since = 0;
        look = (int64_t)l->held / 4 > FIRST_LOOK ? (int64_t)l->held / 4 : FIRST_LOOK;
    }
    return s;
}

static ta_status settle(finder *f, phases_class class) {
    ta_phases *p = f->p;
    size_t head = p->length;
    verdict v = ON;
    int64_t arg = 0;
    phases_line_start(&p->line, class);
    ta_status s = run(f, &v, &arg);
    if (s) return s;
    if (v == DONE) {
        f->done++;
        return phases_leaf_put(p, class, head);
    }
    ta_assert(class.modulus > 0); /* a single m is never split: it has no k */
    p->length = head;
    if (f->done + arg > f->limits->classes) return open_class(f, "more classes than are allowed");
    int64_t kind = v == SPLIT ? PHASES_SPLIT : PHASES_FIRST;
    s = phases_put(p, kind);
    if (!s) s = phases_put(p, arg);
    if (!s) s = phases_walk_open(&f->walk, class, kind, arg);
    return s == TA_ELIMIT ? open_class(f, "its m is beyond 2^40") : s;
}

ta_status phases_search(ta_phases *p, ta_call *call, const ta_phases_limits *limits) {
    finder f = { .p = p, .call = call, .limits = limits };
    phases_class class;
    ta_status s = phases_walk_start(&f.walk, &p->alloc);
    while (!s && phases_walk_next(&f.walk, &class)) {
        if (f.done == limits->classes) {
            p->line.class = class;
            s = open_class(&f, "more classes than are allowed");
        } else s = settle(&f, class);
    }
    phases_walk_clear(&f.walk);
    return s;
}
