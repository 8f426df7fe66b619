/*
** operations.c - runs the rules of arithmetic.c and link.c until the result is known; public calls.
**
** The rule of the top task is tried. Missing results become tasks above it. The birthdays of their
** games have a smaller total than those of the task, so this ends.
*/
#include "base/poll.h"
#include "misere_int.h"

static ta_status step(ta_miseres *v, ta_call *call, const misere_task *task) {
    static misere_rule *const rules[] = { NULL,
                                          ta_misere_sum_rule,
                                          ta_misere_mate_rule,
                                          ta_misere_minus_rule,
                                          ta_misere_link_rule,
                                          ta_misere_tell_rule };
    ta_misere result = TA_NO_MISERE;
    if (ta_misere_recall(v, task, &result)) {
        v->task_count--;
        return TA_OK;
    }
    v->missing = 0;
    ta_status s = rules[task->operation](v, call, task->a, task->b, &result);
    if (s || v->missing) return s;
    s = ta_misere_remember(v, call, task, result);
    if (!s) v->task_count--;
    return s;
}

ta_status ta_misere_run(ta_miseres *v, ta_call *call, uint32_t operation, ta_misere a, ta_misere b,
                        ta_misere *found) {
    v->task_count = 0;
    for (;;) {
        v->missing = 0;
        ta_status s = ta_misere_ask(v, call, operation, a, b, found);
        if (s || !v->missing) return s;
        while (!s && v->task_count) {
            misere_task task = v->tasks[v->task_count - 1];
            s = ta_store_poll(&v->store, call, 64);
            if (!s) s = step(v, call, &task);
        }
        if (s) return s;
    }
}

/* The same for a public call, which checks both ids. */
static ta_status run(ta_miseres *v, ta_call *call, uint32_t operation, ta_misere a, ta_misere b,
                     ta_misere *found) {
    ta_status s = ta_miseres_check_id(v, call, a);
    if (!s) s = ta_miseres_check_id(v, call, b);
    if (!s) s = ta_misere_run(v, call, operation, a, b, found);
    ta_sound(ta_miseres_check(v));
    return s;
}

ta_status ta_misere_sum(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                        ta_misere *sum) {
    ta_misere found;
    ta_status s = run(store, call, MISERE_SUM, g, h, &found);
    if (!s) *sum = found;
    return s;
}

/* The bytes of n items of this size beyond the `cap` items already reserved. */
static double beyond(uint64_t n, size_t cap, size_t size) {
    return n > cap ? ((double)n - (double)cap) * (double)size : 0;
}

/* ELIMIT if n copies of a game other than 0 and *1 certainly do not fit. 1, 2, ... n copies are
** different games, and no two are partners, since sums cancel. All sums but the first are
** remembered. */
static ta_status room_for_copies(const ta_miseres *v, ta_call *call, uint64_t n) {
    const ta_store *s = &v->store;
    double need = beyond(n, s->cap, sizeof *v->pairs) +
                  beyond(n, v->results.cap / 2, 2 * sizeof *v->results.at) +
                  beyond(n, s->slots.cap / 2, 2 * sizeof *s->slots.at);
    if (n > s->most_games / 2 || need > (double)ta_store_room(s)) return ta_store_full(s, call);
    return TA_OK;
}

ta_status ta_misere_multiple(ta_miseres *store, ta_call *call, int64_t n, ta_misere g,
                             ta_misere *multiple) {
    ta_misere all = TA_MISERE_ZERO;
    ta_status s = ta_miseres_check_id(store, call, g);
    if (!s && n < 0) s = ta_fail(call, TA_EINVAL, "a multiple has a factor of 0 or more");
    if (!s && g < 2) n &= 1; /* *1 + *1 = 0 */
    else if (!s) s = room_for_copies(store, call, (uint64_t)n);
    for (; n > 0 && !s; n--) s = run(store, call, MISERE_SUM, all, g, &all);
    if (!s) *multiple = all;
    return s;
}

ta_status ta_misere_minus(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                          ta_misere *difference) {
    ta_misere found;
    ta_status s = run(store, call, MISERE_MINUS, g, h, &found);
    if (!s && found == TA_NO_MISERE)
        s = ta_fail(call, TA_EUNSUPPORTED, "no game added to the second is the first");
    if (!s) *difference = found;
    return s;
}

ta_status ta_misere_mate(ta_miseres *store, ta_call *call, ta_misere g, ta_misere *mate) {
    ta_misere found;
    ta_status s = run(store, call, MISERE_MATE, g, 0, &found);
    if (!s) *mate = found;
    return s;
}

ta_status ta_misere_link(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h, int *linked,
                         ta_misere *link) {
    ta_misere found;
    ta_status s = run(store, call, MISERE_LINK, g < h ? g : h, g < h ? h : g, &found);
    if (s) return s;
    *linked = found != TA_NO_MISERE;
    if (*linked) *link = found;
    return TA_OK;
}

ta_status ta_misere_distinguisher(ta_miseres *store, ta_call *call, ta_misere g, ta_misere h,
                                  ta_misere *x) {
    ta_misere found;
    if (g == h)
        return ta_fail(call, TA_EUNSUPPORTED, "the games are equal: nothing distinguishes them");
    ta_status s = run(store, call, MISERE_TELL, g, h, &found);
    if (!s) *x = found;
    return s;
}
