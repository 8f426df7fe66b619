/*
** tasks.c - results remembered by (operation, a, b), and missing results of rules.
**
** A rule computes a result from results of games born earlier. Missing results go on the stack of
** tasks, and the rule is tried again when they are known (operations.c). So there is no recursion,
** however deep the games. Sums and differences are remembered for even games only. Those of
** partners differ in the last bit.
*/
#include "misere_int.h"

#define RESULTS_START 1024

ta_status ta_misere_remember(ta_miseres *v, ta_call *call, const misere_task *task,
                             ta_misere result) {
    const ta_result_slot slot = { task->operation, task->a, task->b, result };
    ta_result_table *t = &v->results;
    if (2 * (t->used + 1) > t->cap) {
        ta_status s = ta_result_grow(&v->store, t, TA_RESULT_ALL, RESULTS_START);
        if (s) return s == TA_ELIMIT ? ta_store_full(&v->store, call) : s;
    }
    ta_result_put(t, TA_RESULT_ALL, 0, &slot);
    return TA_OK;
}

/* Sums and differences with 0 and *1, and those of equal games, are known. Others are reduced to
** even games, and *partner is the bit to xor with their result. */
static int known(misere_task *t, ta_misere *partner, ta_misere *result) {
    *partner = 0;
    if (t->operation == MISERE_SUM && t->a > t->b) {
        ta_misere a = t->a;
        t->a = t->b;
        t->b = a;
    }
    if (t->operation == MISERE_SUM || t->operation == MISERE_MINUS) {
        *partner = (t->a ^ t->b) & 1;
        t->a &= ~1u;
        t->b &= ~1u;
    }
    switch (t->operation) {
    case MISERE_SUM: *result = t->b; return !t->a;
    case MISERE_MINUS: *result = t->b ? TA_MISERE_ZERO : t->a; return !t->b || t->a == t->b;
    default: return 0;
    }
}

ta_status ta_misere_ask(ta_miseres *v, ta_call *call, uint32_t operation, ta_misere a, ta_misere b,
                        ta_misere *found) {
    misere_task task = { operation, a, b };
    ta_misere partner;
    if (known(&task, &partner, found) || ta_misere_recall(v, &task, found)) {
        if (*found != TA_NO_MISERE) *found ^= partner;
        return TA_OK;
    }
    *found = TA_NO_MISERE;
    v->missing++;
    ta_status s = TA_RESERVE(&v->store, call, &v->tasks, &v->task_cap, v->task_count + 1);
    if (!s) v->tasks[v->task_count++] = task;
    return s;
}
