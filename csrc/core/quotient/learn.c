/*
** learn.c - learns the misere quotient with one heap more from known outcomes.
**
** Each round builds a table and finds an error in it. Where the table's rules agree it is a monoid.
** If they disagree, it is one below the lightest word with two normal forms. The monoid is verified
** there. If it is wrong, the outcome at the lightest wrong position becomes certain, and so does
** everything below. The rules are followed from that position. One of them joins two positions that
** the rest of the word distinguishes: that rest is a new test. If the monoid is right but rules
** disagree, their two normal forms have different outcomes under a test. One of the rules that lead
** there is found in the same way. Each round distinguishes more positions, so the table grows until
** it is the quotient, if that is finite. The monoid is then right at all positions, and its
** elements are distinguished: it is the misere quotient.
*/
#include "quotient_int.h"

/* Follow the rules from `start`: list the words met, and the rest of each word after its rule. */
static ta_status follow(const q_table *t, ta_call *call, q_word start, q_words *met, q_words *left) {
    const ta_allocator *a = &t->g->allocator;
    q_text x = { 0 }, rest = { 0 };
    size_t next = 0;
    ta_status s = q_add(a, &x, start, (q_word){ NULL, 0 });
    if (!s) s = q_words_add(a, met, q_read(&x));
    while (!s && !(s = q_table_rule(t, call, q_read(&x), &rest, &next)) && next < t->lhs.count) {
        s = q_words_add(a, left, q_read(&rest));
        if (!s) s = q_add(a, &x, q_read(&rest), q_words_get(&t->position, t->rule[next].to));
        if (!s) s = q_words_add(a, met, q_read(&x));
    }
    q_text_clear(a, &x);
    q_text_clear(a, &rest);
    return s;
}

/*
** Follow the rules from `start`, with z beside. If a step changes the outcome, its rule joined
** positions that the rest of the word plus z distinguishes: add that as a new test, *found = 1.
** Steps are examined from the last, where words are light.
*/
static ta_status catch_rule(q_table *t, ta_call *call, q_word start, q_word z, int *found) {
    const ta_allocator *a = &t->g->allocator;
    q_words met = { 0 }, left = { 0 };
    q_text whole = { 0 };
    int before = 0, after = 0;
    *found = 0;
    ta_status s = follow(t, call, start, &met, &left);
    for (size_t i = met.count; i-- > 0 && !s && !*found; after = before) {
        s = q_add(a, &whole, q_words_get(&met, i), z);
        if (!s) s = q_find_out(t->g, call, q_read(&whole), &before);
        if (s || i + 1 == met.count || before == after) continue;
        s = q_add(a, &whole, q_words_get(&left, i), z);
        if (!s) s = q_words_add(a, t->test, q_read(&whole));
        *found = !s;
    }
    q_words_clear(a, &met);
    q_words_clear(a, &left);
    q_text_clear(a, &whole);
    return s;
}

/* Apply catch_rule to position + generator, with z beside, and generator `beside` unless NULL. */
static ta_status catch_step(q_table *t, ta_call *call, size_t position, size_t generator, q_word z,
                            const q_letter *beside, int *found) {
    const ta_allocator *a = &t->g->allocator;
    q_text start = { 0 }, with = { 0 };
    ta_status s = q_add(a, &start, q_words_get(&t->position, position),
                        (q_word){ &t->generator[generator], 1 });
    if (!s) s = q_add(a, &with, z, (q_word){ beside, beside != NULL });
    if (!s) s = catch_rule(t, call, q_read(&start), q_read(&with), found);
    q_text_clear(a, &start);
    q_text_clear(a, &with);
    return s;
}

/* The rules disagree on a word: find a wrong rule on one of its two paths. */
static ta_status settle(q_table *t, ta_call *call, const q_bad *bad) {
    const ta_allocator *a = &t->g->allocator;
    size_t i = bad->position, x = bad->x, y = bad->y, gens = t->generators;
    size_t by_x = t->step[i * gens + x], by_y = t->step[i * gens + y];
    const q_letter *hx = &t->generator[x], *hy = &t->generator[y];
    q_text z = { 0 };
    int found = 0;
    ta_status s = q_add(a, &z, q_words_get(t->test, bad->test), (q_word){ NULL, 0 });
    if (!s) s = catch_step(t, call, by_x, y, q_read(&z), NULL, &found);
    if (!s && !found) s = catch_step(t, call, by_y, x, q_read(&z), NULL, &found);
    if (!s && !found) s = catch_step(t, call, i, x, q_read(&z), hy, &found);
    if (!s && !found) s = catch_step(t, call, i, y, q_read(&z), hx, &found);
    q_text_clear(a, &z);
    return s;
}

/* Record m as right below `weight`, and the outcome at `word`, if there is one. */
static ta_status trust(q_game *g, ta_call *call, const q_monoid *m, uint64_t weight,
                       const q_words *word) {
    ta_status s = TA_OK;
    if (weight < g->bound) return TA_OK;
    if (word->count) {
        q_word at = q_words_get(word, 0);
        s = q_map_set(&g->allocator, &g->memory, at, !m->p[q_element(m, at)]);
    }
    if (!s && weight > g->bound) {
        s = q_monoid_copy(&g->allocator, call, &g->guess, m);
        if (!s) g->bound = weight;
    }
    return s;
}

/* One round. */
static ta_status attempt(q_table *t, ta_call *call, q_words *wrong, int *done) {
    q_game *g = t->g;
    q_monoid m = { 0 };
    q_bad bad = { 0 };
    uint64_t lightest = 0, weight = 0;
    int right = 0, found;
    q_words_forget(wrong);
    ta_status s = q_table_fill(t, call);
    if (!s) s = q_table_disagree(t, call, &lightest, &bad);
    if (!s) s = q_table_monoid(t, call, &m);
    if (!s) s = q_verify(g, call, &m, lightest, &right, wrong, &weight);
    if (!s && right && lightest == UINT64_MAX) {
        *done = 1;
        q_monoid_clear(&g->allocator, &g->known);
        g->known = m;
        return TA_OK;
    }
    if (!s) s = trust(g, call, &m, weight, wrong);
    q_monoid_clear(&g->allocator, &g->hint);
    g->hint = m;
    if (s) return s;
    if (right) return settle(t, call, &bad);
    return catch_rule(t, call, q_words_get(wrong, 0), (q_word){ NULL, 0 }, &found);
}

ta_status q_learn(q_game *g, ta_call *call, q_words *tests) {
    q_table t = { .g = g, .test = tests };
    q_words wrong = { 0 };
    int done = 0;
    ta_status s = TA_OK;
    q_map_forget(&g->memory);
    q_monoid_clear(&g->allocator, &g->hint);
    while (!s && !done) s = attempt(&t, call, &wrong, &done);
    q_table_clear(&t);
    q_words_clear(&g->allocator, &wrong);
    return s;
}
