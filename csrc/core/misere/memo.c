/*
** memo.c - results remembered by (operation, a, b), and how rules ask for them.
**
** A rule says what a result is from results of games born earlier. It asks for all it needs;
** what is not there is put on the stack of tasks, and the rule is tried again when that is done
** (operations.c). So there is no recursion, however deep the games. Sums and differences are
** remembered of even games: that of partners is theirs, with the last bit changed.
**
** The memo is open-addressed, and at most half full.
*/
#include <string.h>

#include "base/mem.h"
#include "store.h"

static size_t slot_of(const misere_slot *at, size_t cap, uint32_t operation, uint32_t a,
                      uint32_t b) {
    size_t i = (size_t)ta_hash(ta_hash((uint64_t)a << 32 | b) ^ operation) & (cap - 1);
    while (at[i].operation && !(at[i].operation == operation && at[i].a == a && at[i].b == b))
        i = (i + 1) & (cap - 1);
    return i;
}

static ta_status grow(ta_miseres *v, ta_call *call) {
    misere_slot *before = v->memo;
    size_t old = v->memo_cap, cap = 0;
    if (2 * (v->memo_count + 1) <= old) return TA_OK;
    v->memo = NULL;
    v->memo_cap = 0;
    ta_status s = MISERE_ROOM(v, call, &v->memo, &v->memo_cap, old ? 2 * old : 1024);
    if (s) {
        v->memo = before;
        v->memo_cap = old;
        return s;
    }
    cap = v->memo_cap;
    memset(v->memo, 0, cap * sizeof *v->memo);
    for (size_t i = 0; i < old; i++)
        if (before[i].operation)
            v->memo[slot_of(v->memo, cap, before[i].operation, before[i].a, before[i].b)] =
                before[i];
    ta_free(&v->allocator, before, old, sizeof *before);
    v->bytes -= old * sizeof *before;
    return TA_OK;
}

ta_status ta_misere_remember(ta_miseres *v, ta_call *call, const misere_task *task,
                             ta_misere result) {
    misere_slot slot = { task->operation, task->a, task->b, result };
    ta_status s = grow(v, call);
    if (s) return s;
    v->memo[slot_of(v->memo, v->memo_cap, slot.operation, slot.a, slot.b)] = slot;
    v->memo_count++;
    return TA_OK;
}

int ta_misere_recall(const ta_miseres *v, const misere_task *task, ta_misere *result) {
    if (!v->memo_cap) return 0;
    const misere_slot *slot =
        &v->memo[slot_of(v->memo, v->memo_cap, task->operation, task->a, task->b)];
    if (!slot->operation) return 0;
    *result = slot->result;
    return 1;
}

/* Sums and differences with 0 and *1, and of equals, are known; others become those of even
** games, and *partner what their result is to be changed with. */
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
    ta_status s = MISERE_ROOM(v, call, &v->tasks, &v->task_cap, v->task_count + 1);
    if (!s) v->tasks[v->task_count++] = task;
    return s;
}
