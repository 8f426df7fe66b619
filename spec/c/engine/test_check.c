/*
** test_check.c - breaks each invariant of the engine's checkers: they notice it.
*/
#include "base/mem.h"
#include "engine/solver_int.h"
#include "engine/sum_int.h"
#include "rules.h"

/* ---- Maps ---- */

static uint32_t put(ta_posmap *m, const int64_t *component, size_t count, const char *text) {
    ta_position p = { text ? NULL : component, text, count };
    uint32_t id;
    ok(ta_posmap_id(m, &plain, &p, &id));
    ta_column_put(&m->column[1], id, 1 + id % 7);
    m->column[1].known++;
    ok(ta_posmap_live_grow(m, &plain, 1));
    m->live[m->live_count++] = id;
    return id;
}

TEST(test_box) {
    ta_posmap m;
    ta_posmap_init(&m, &ta_default_allocator);
    assert_null(ta_posmap_check(&m));
    ok(ta_posmap_open(&m, &plain, 1, 1));
    for (int64_t a = 0; a < 10; a++)
        for (int64_t b = 0; b < 10; b++) put(&m, (int64_t[]){ a, b }, 2, NULL);
    assert_true(m.box);
    assert_null(ta_posmap_check(&m));
    assert_broken(ta_posmap_check(&m), m.arity, 0, "no dimension");
    assert_broken(ta_posmap_check(&m), m.arity, TA_COMPONENTS + 1, "no dimension");
    assert_broken(ta_posmap_check(&m), m.count, 1, "holds keys");
    assert_broken(ta_posmap_check(&m), m.hi[0], m.lo[0] - 1, "empty box");
    assert_broken(ta_posmap_check(&m), m.stride[0], m.stride[0] + 1, "stride");
    assert_broken(ta_posmap_check(&m), m.hi[0], m.hi[0] + 1, "not its room");
    assert_broken(ta_posmap_check(&m), m.room, m.room - 1, "not its room");
    assert_broken(ta_posmap_check(&m), m.column[1].known, 99, "miscounts");
    assert_broken(ta_posmap_check(&m), m.column[1].cells, 3, "without room");
    assert_broken(ta_posmap_check(&m), m.column[1].players, 3, "no shape");
    assert_broken(ta_posmap_check(&m), m.column[1].width, 3, "no shape");
    assert_broken(ta_posmap_check(&m), m.column[1].players, 0, "closed column");
    assert_broken(ta_posmap_check(&m), m.column[1].known, m.column[1].cells + 1, "more known");
    assert_broken(ta_posmap_check(&m), m.live_count, m.live_cap + 1, "without room");
    assert_broken(ta_posmap_check(&m), m.live[5], (uint32_t)m.room, "names nothing");
    ta_posmap_clear(&m);
    assert_null(ta_posmap_check(&m));
}

TEST(test_interned) {
    CLEARED(ta_posmap) m;
    ta_posmap_init(&m, &ta_default_allocator);
    m.plain = 1;
    ok(ta_posmap_open(&m, &plain, 1, 1));
    for (int64_t i = 0; i < 90; i++) put(&m, (int64_t[]){ i, i * i, -i }, 3, NULL);
    assert_false(m.box);
    assert_null(ta_posmap_check(&m));
    assert_broken(ta_posmap_check(&m), m.room, 50, "more ids");
    assert_broken(ta_posmap_check(&m), m.slot_cap, m.slot_cap - 1, "power of two");
    assert_broken(ta_posmap_check(&m), m.slot_cap, 64, "too full");
    assert_broken(ta_posmap_check(&m), m.arena_used, m.arena_cap + 1, "overflows");
    assert_broken(ta_posmap_check(&m), m.arena_used, 10, "a key that is none");
    assert_broken(ta_posmap_check(&m), m.keys[7], 0, "a key that is none");
    assert_broken(ta_posmap_check(&m), m.keys[7], m.keys[8], "does not lead to");
    assert_broken(ta_posmap_check(&m), m.arena[5], m.arena[5] + 1, "does not lead to");
    assert_broken(ta_posmap_check(&m), m.arity, 2, "another size");
    assert_broken(ta_posmap_check(&m), m.hi[1], 5, "outside the bounds");
    assert_broken(ta_posmap_check(&m), ((uint8_t *)m.column[1].data)[m.count], 1, "of no id");
    uint32_t *slot = m.slots;
    while (*slot == 0) slot++;
    assert_broken(ta_posmap_check(&m), *slot, 0, "does not lead to");
    put(&m, NULL, 3, "abc");
    put(&m, NULL, 20, "abcdefghijklmnopqrst");
    assert_null(ta_posmap_check(&m));
}

/* ---- Solvers ---- */

/* Two piles, one or two from one of them; Left from the first alone when `ctx`. */
OPTIONS(options) {
    ta_status s = TA_OK;
    for (int pile = 0; pile < 2; pile++)
        for (int64_t k = 1; !s && k <= 2 && k <= p->component[pile]; k++) {
            int64_t to[2] = { p->component[0], p->component[1] };
            if (ctx && pile != (int)player) continue;
            to[pile] -= k;
            s = ta_sink_emit_integers(sink, call, to, 2);
        }
    return s;
}

static ta_solver *solver_of(int partizan) {
    static int yes;
    return solver_by(NULL, (ta_ruleset){ partizan ? &yes : NULL, partizan, .options = options });
}

static ta_status see(void *ctx, ta_call *call, uint32_t number, const ta_position *p,
                     const ta_options *left, const ta_options *right) {
    return TA_OK;
}

TEST(test_solver) {
    ta_position p = AT(9, 7);
    ta_amount value;
    ta_result wins;
    const uint32_t *numbers;
    size_t count;
    OWN(ta_solver) *s = solver_of(0);
    assert_null(ta_solver_check(s));
    ok(ta_solver_result(s, &plain, &p, TA_LEFT, 0, &wins));
    ok(ta_solver_nim_value(s, &plain, &p, &value));
    ok(ta_solver_followers(s, &plain, &p, &value));
    ok(ta_solver_walk(s, &plain, &p, see, NULL, &numbers, &count));
    assert_null(ta_solver_check(s));
    assert_broken(ta_solver_check(s), s->depth, 1, "stack");
    assert_broken(ta_solver_check(s), s->walked, 3, "miscounts");
    assert_broken(ta_solver_check(s), s->marks.stamp, 1, "future");
    assert_broken(ta_solver_check(s), s->rules.partizan, 1, "other movers");
    assert_broken(ta_solver_check(s), s->map.column[Q_SEEN].players, 1, "");
    uint8_t *wins_of = s->map.column[Q_WINS].data, *order = s->map.column[Q_ORDER].data;
    while (!*wins_of) wins_of++;
    while (!*order) order++;
    assert_broken(ta_solver_check(s), *wins_of, ON_STACK, "on the stack");
    assert_broken(ta_solver_check(s), *wins_of, VALUE + 2, "neither won");
    assert_broken(ta_solver_check(s), *order, 255, "not yet given");
}

static ta_status odd(void *ctx, ta_call *call, const ta_position *p, int *here) {
    *here = p->component[0] % 2 != 0;
    return TA_OK;
}

TEST(test_sets) {
    ta_position p = AT(9, 7);
    ta_entailing value;
    OWN(ta_solver) *s = SOLVER(NULL, .options = options, .entails = odd);
    ok(ta_solver_entailing(s, &plain, &p, &value));
    assert_null(ta_solver_check(s));
    nim_set *set = s->sets.set;
    while (set->size < 2) set++;
    assert_broken(ta_solver_check(s), s->sets.cap, 1, "more sets than room");
    assert_broken(ta_solver_check(s), s->sets.room, 1, "more sets than room");
    assert_broken(ta_solver_check(s), set->first, s->sets.used, "outside the numbers");
    assert_broken(ta_solver_check(s), s->sets.number[set->first], 1000, "out of order");
    assert_broken(ta_solver_check(s), s->sets.count, 3, "a set that is not there");
}

/* ---- Sums ---- */

TEST(test_sum) {
    OWN(ta_solver) *impartial = solver_of(0), *partizan = solver_of(1);
    size_t game[2];
    ta_term terms[2] = { { 0, 0, 1, AT(3, 1) }, { 1, 0, 2, AT(4, 2) } };
    ta_outcome outcome;
    MADE(ta_sum, s, ta_sum_create(NULL, &plain, 1, &s));
    assert_null(ta_sum_check(s));
    ok(ta_sum_add(s, &plain, impartial, &game[0]));
    ok(ta_sum_add(s, &plain, partizan, &game[1]));
    ok(ta_sum_outcome(s, &plain, terms, 2, 0, &outcome));
    assert_null(ta_sum_check(s));
    term *twin = NULL, *heap = NULL;
    for (size_t i = 0; i < s->term_count; i++) {
        term *t = &s->terms[i];
        if (t->game != NIMBER && t->expanded && t->end[0] > t->first[0]) twin = t;
        if (t->game == NIMBER && t->expanded && t->end[0] > t->first[0]) heap = t;
    }
    assert_true(twin && heap && twin->twin != NO_TERM);
    assert_broken(ta_sum_check(s), s->term_count, s->term_count - 1, "terms and keys");
    assert_broken(ta_sum_check(s), twin->game, 2, "no game");
    assert_broken(ta_sum_check(s), twin->impartial, 1, "mistakes");
    assert_broken(ta_sum_check(s), twin->twin, (uint32_t)s->term_count, "none");
    assert_broken(ta_sum_check(s), twin->negative, !twin->negative, "negative");
    assert_broken(ta_sum_check(s), twin->end[0], s->list_count + 1, "outside");
    assert_broken(ta_sum_check(s), s->lists[twin->end[0] - 1], 0, "goes on");
    assert_broken(ta_sum_check(s), s->lists[twin->first[0]], LAST | (uint32_t)s->term_count,
                  "no term");
    assert_broken(ta_sum_check(s), heap->end[0], heap->end[0] - 1, "smaller ones");
    assert_broken(ta_sum_check(s), heap->first[1], heap->first[1] + 1, "differ");
    s->bag.count = 1;
    assert_broken(ta_sum_check(s), s->bag.e[0].term, (uint32_t)s->term_count, "bag");
    assert_broken(ta_sum_check(s), s->solver->depth, 1, "stack");
}

RUN_TESTS
