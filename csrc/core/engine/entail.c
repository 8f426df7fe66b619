/*
** entail.c - values of games with entailing moves. An entailing move names the component in which
** the answer must be made. The position there is *entailed*; at most one is at a time.
**
** The rest of a sum, beside one component, is a context: the number n, which is its value, or o, if
** a component of it is sunny. S(G) is the set of contexts in which the player to move wins by a
** move in G:
**
**     an option of value n      adds n, since n + n = 0
**     a sunny option            adds nothing, since the opponent wins
**     an entailed option E      adds all contexts that are not in S(E)
**
** For an entailed G, S(G) is the value. The value of another G is the least number not in S(G). If
** S(G) holds all numbers, G is *sunny*.
**
** S(G) is a finite set without o, or the complement of a finite set, with o (so o need not be
** stored). The first two rules give finite sets, the third a complement, and unions keep both
** kinds. So S(G) of a sunny G contains o too: it holds every context.
**
** Why it is right: take a sum without an entailed component. The player to move wins if a component
** is sunny, or else if the nim sum of the values is not 0. The proof is by induction on the moves
** left, and shows that S is as defined. (1) G is sunny: its context, whatever it is, lies in S(G).
** (2) The nim sum x is not 0: in some G of value v, v xor x is less than v, so it lies in S(G); it
** is also the value of the rest. (3) x is 0: the rest of each G has the value of G, which is not in
** S(G). So each move loses. Play must end. Winning Ways, chapter 12; J. West, New values for Top
** Entails, in Games of No Chance, 1996.
**
** An option in parts is their sum: values add, and a sunny part makes the sum sunny. If a part E is
** entailed, the other parts of value m add to the context: n is added if n xor m is not in S(E). If
** another part is sunny, the option adds all contexts if o is not in S(E), else none.
**
** In the column Q_NIM the number n has the code 2n, sunny has 1, and the entailed position with set
** i has 2i + 3. Cost: O(options + elements of the entailed options' sets), sorted once.
*/
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/status.h"
#include "solver_int.h"

#define SUNNY 1u
#define FIRST_SET 3u
#define CODES_MOST (1u << 30) /* of numbers, and of sets */

/* ---- Marks ---- */

static int marked(const ta_solver *s, uint32_t n) {
    return n < s->marks.cap && s->marks.at[n] == s->marks.stamp;
}

/* ---- Sums of parts ---- */

typedef struct parts {
    uint32_t rest; /* the nim sum of the values */
    int sunny;
    const nim_set *entailed; /* or NULL */
} parts;

/* Add the parts live[from..to), all known. EBADRULE: two of them are entailed. */
static ta_status add_up(const ta_solver *s, ta_call *call, size_t from, size_t to, parts *sum) {
    *sum = (parts){ 0, 0, NULL };
    for (size_t i = from; i < to; i++) {
        uint32_t id = s->map.live[i] & TA_ID_MASK;
        if (id == NO_PARTS) continue;
        uint32_t code = ta_column_get(&s->map.column[Q_NIM], id) - VALUE;
        if (code == SUNNY) {
            sum->sunny = 1;
        } else if (code % 2 == 0) {
            sum->rest ^= code / 2;
        } else if (!sum->entailed) {
            sum->entailed = &s->sets.set[(code - FIRST_SET) / 2];
        } else {
            char text[120];
            int64_t room[TA_COMPONENTS];
            ta_position p;
            ta_posmap_position(&s->map, id, room, &p);
            return ta_fail(call, TA_EBADRULE,
                           "%s and another part must both be answered at once; a move entails one "
                           "answer",
                           ta_sink_text(&s->rules, text, sizeof text, &p));
        }
    }
    return TA_OK;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort(uint32_t *list, size_t count) {
    if (count > 1) qsort(list, count, sizeof *list, ascending);
}

/* ---- The union over the options ---- */

/* The numbers in the set so far: those marked, listed in `some`; and, if `most`, all numbers except
** those in `left`. */
typedef struct gathered {
    size_t some, left;
    int most;
} gathered;

static ta_status put_number(ta_solver *s, gathered *u, uint32_t n) {
    nim_sets *sets = &s->sets;
    if (marked(s, n)) return TA_OK;
    ta_status st = ta_marks_room(&s->marks, &s->allocator, (size_t)n + 1);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&sets->some, &sets->some_cap, u->some + 1,
                        sizeof *sets->some);
    if (st) return st;
    s->marks.at[n] = s->marks.stamp;
    sets->some[u->some++] = n;
    return TA_OK;
}

static int is_among(const uint32_t *list, uint32_t count, uint32_t n) {
    return count > 0 && bsearch(&n, list, count, sizeof *list, ascending) != NULL;
}

/* Add all numbers except n xor m, for n in list[0..count). */
static ta_status put_all_but(ta_solver *s, gathered *u, const uint32_t *list, uint32_t count,
                             uint32_t m) {
    nim_sets *sets = &s->sets;
    size_t kept = 0;
    if (u->most) {
        for (size_t i = 0; i < u->left; i++)
            if (is_among(list, count, sets->left[i] ^ m)) sets->left[kept++] = sets->left[i];
    } else {
        ta_status st = ta_reserve(&s->allocator, (void **)&sets->left, &sets->left_cap,
                                  (size_t)count + 1, sizeof *sets->left);
        if (st) return st;
        for (; kept < count; kept++) sets->left[kept] = list[kept] ^ m;
        sort(sets->left, kept);
    }
    u->left = kept;
    u->most = 1;
    return TA_OK;
}

static ta_status put_option(ta_solver *s, gathered *u, const parts *option) {
    const nim_set *e = option->entailed;
    ta_status st = TA_OK;
    if (!e) return option->sunny ? TA_OK : put_number(s, u, option->rest);
    if (option->sunny) return e->all_but ? TA_OK : put_all_but(s, u, NULL, 0, 0);
    const uint32_t *list = s->sets.number + e->first;
    if (!e->all_but) return put_all_but(s, u, list, e->size, option->rest);
    for (uint32_t i = 0; !st && i < e->size; i++) st = put_number(s, u, list[i] ^ option->rest);
    return st;
}

/* ---- The value of the position ---- */

static ta_status keep_set(ta_solver *s, ta_call *call, const uint32_t *list, size_t count,
                          int all_but, uint32_t *code) {
    nim_sets *sets = &s->sets;
    double more = 2.0 * (double)(sets->used + count) * sizeof *sets->number;
    if (sets->count >= CODES_MOST)
        return ta_fail(call, TA_ELIMIT, "2^30 positions that must be answered are held");
    ta_status st = TA_OK;
    if (sets->used + count > sets->room) st = ta_posmap_allow(&s->map, call, more);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&sets->number, &sets->room, sets->used + count + 1,
                        sizeof *sets->number);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&sets->set, &sets->cap, sets->count + 1,
                        sizeof *sets->set);
    if (st) return st;
    if (count) memcpy(sets->number + sets->used, list, count * sizeof *list);
    sets->set[sets->count] = (nim_set){ sets->used, (uint32_t)count, (uint32_t)all_but };
    sets->used += count;
    *code = FIRST_SET + 2 * (uint32_t)sets->count++;
    return TA_OK;
}

/* The least number not in the set; SUNNY if it holds all numbers. */
static ta_status least_out(const ta_solver *s, ta_call *call, const gathered *u, uint32_t *code) {
    uint32_t n = 0;
    if (u->most && u->left == 0) {
        *code = SUNNY;
        return TA_OK;
    }
    if (u->most) n = s->sets.left[0];
    else
        while (marked(s, n)) n++;
    if (n >= CODES_MOST)
        return ta_fail(call, TA_ERANGE, "a nim value of 2^30 or more is beyond what is held");
    *code = 2 * n;
    return TA_OK;
}

ta_status ta_solver_entail(ta_solver *s, ta_call *call, const frame *f, uint32_t *code) {
    gathered u = { 0, 0, 0 };
    ta_status st = ta_marks_begin(&s->marks, &s->allocator, f->end - f->first + 1);
    for (size_t from = f->first + 1, to; !st && from < f->end; from = to) {
        parts option;
        for (to = from + 1; !(s->map.live[to - 1] & LAST);) to++;
        st = add_up(s, call, from, to, &option);
        if (!st) st = put_option(s, &u, &option);
    }
    if (st) return st;
    size_t left = 0;
    for (size_t i = 0; i < u.left; i++)
        if (!marked(s, s->sets.left[i])) s->sets.left[left++] = s->sets.left[i];
    u.left = left;
    int64_t room[TA_COMPONENTS];
    ta_position p;
    int entailed = 0;
    ta_posmap_position(&s->map, s->map.live[f->first] & TA_ID_MASK, room, &p);
    st = s->rules.entails(s->rules.ctx, call, &p, &entailed);
    if (st) return st;
    if (!entailed) return least_out(s, call, &u, code);
    if (u.most) return keep_set(s, call, s->sets.left, u.left, 1, code);
    sort(s->sets.some, u.some);
    return keep_set(s, call, s->sets.some, u.some, 0, code);
}

ta_status ta_solver_entailing_sum(ta_solver *s, ta_call *call, size_t count, ta_entailing *value) {
    parts sum;
    ta_status st = add_up(s, call, 0, count, &sum);
    if (st) return st;
    size_t size = sum.entailed && !sum.sunny ? sum.entailed->size : 0;
    st = ta_reserve(&s->allocator, (void **)&s->reach, &s->reach_cap, size + 1, sizeof *s->reach);
    if (!st)
        st = ta_reserve(&s->allocator, (void **)&s->sets.some, &s->sets.some_cap, size + 1,
                        sizeof *s->sets.some);
    if (st) return st;
    uint32_t *some = s->sets.some;
    for (size_t i = 0; i < size; i++) some[i] = s->sets.number[sum.entailed->first + i] ^ sum.rest;
    sort(some, size);
    for (size_t i = 0; i < size; i++) s->reach[i] = (ta_amount)some[i];
    *value = (ta_entailing){ sum.entailed ? TA_ENTAILED
                             : sum.sunny  ? TA_SUNNY
                                          : TA_NUMBER,
                             (ta_amount)sum.rest, sum.entailed && sum.entailed->all_but, s->reach,
                             size };
    return TA_OK;
}

ta_status ta_solver_entailed(ta_solver *s, ta_call *call, const ta_position *position, int *here) {
    int found = 0;
    if (!s->rules.entails) {
        *here = 0;
        return TA_OK;
    }
    ta_solver_begin(s, call);
    ta_status st = ta_posmap_open(&s->map, call, Q_NIM, 1);
    if (!st) st = ta_solver_intern(s, call, position);
    for (size_t i = 0; !st && !found && i < s->map.live_count; i++) {
        uint32_t id = s->map.live[i] & TA_ID_MASK;
        int64_t room[TA_COMPONENTS];
        ta_position p;
        if (id == NO_PARTS) continue;
        ta_posmap_position(&s->map, id, room, &p);
        st = s->rules.entails(s->rules.ctx, call, &p, &found);
    }
    ta_sound(ta_solver_check(s));
    if (!st) *here = found != 0;
    return st;
}

/* ---- Storage ---- */

void ta_nim_sets_clear(ta_solver *s) {
    const ta_allocator *a = &s->allocator;
    nim_sets *sets = &s->sets;
    ta_free(a, sets->set, sets->cap, sizeof *sets->set);
    ta_free(a, sets->number, sets->room, sizeof *sets->number);
    ta_free(a, sets->some, sets->some_cap, sizeof *sets->some);
    ta_free(a, sets->left, sets->left_cap, sizeof *sets->left);
    memset(sets, 0, sizeof *sets);
}

double ta_nim_sets_bytes(const ta_solver *s) {
    const nim_sets *sets = &s->sets;
    return (double)sets->cap * sizeof *sets->set +
           (double)(sets->room + sets->some_cap + sets->left_cap) * sizeof *sets->number;
}

const char *ta_nim_sets_check(const ta_solver *s) {
    const nim_sets *sets = &s->sets;
    if (sets->count > sets->cap || sets->used > sets->room) return "solver: more sets than room";
    size_t step = ta_check_step(sets->count);
    for (size_t i = step > 1 ? sets->used % step : 0; i < sets->count; i += step) {
        const nim_set *set = &sets->set[i];
        if (set->first + set->size > sets->used) return "solver: a set outside the numbers";
        const uint32_t *list = sets->number + set->first;
        for (uint32_t k = 1; k < set->size; k++)
            if (list[k - 1] >= list[k]) return "solver: a set out of order";
    }
    return NULL;
}
