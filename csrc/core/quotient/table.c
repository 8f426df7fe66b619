/*
** table.c - distinguished positions, and rules for all others: a monoid under construction.
**
** A table has a list of tests, and positions that are pairwise distinguished by a test whose
** outcomes are known at both. These stand for different elements of the quotient, so it has at
** least as many elements. Words are taken in order. If no known outcome distinguishes a word from a
** position of the table, they are assumed indistinguishable. The table records a rule word ->
** position, for the position with most outcomes in common. Any other word becomes a position, and
** its sums with one heap are queued. A word that contains the word of a rule is skipped. Rules
** decrease the order of words, so every word has a normal form: a position. With too few known
** outcomes, rules may be wrong, and disagree: a word then has two normal forms.
*/
#include "quotient_int.h"

void q_table_clear(q_table *t) {
    const ta_allocator *a = &t->g->allocator;
    q_words_clear(a, &t->position);
    q_map_clear(a, &t->number);
    q_words_clear(a, &t->lhs);
    ta_free(a, t->row, t->row_cap, 1);
    ta_free(a, t->rule, t->rule_cap, sizeof *t->rule);
    ta_free(a, t->generator, t->generator_cap, sizeof *t->generator);
    ta_free(a, t->step, t->step_cap, sizeof *t->step);
    ta_free(a, t->outcomes, t->outcomes_cap, 1);
}

/* ---- Rules ---- */

static uint64_t letters_of(q_word word) {
    uint64_t set = 0;
    for (size_t i = 0; i < word.count; i++) set |= (uint64_t)1 << word.at[i] % 64;
    return set;
}

ta_status q_table_rule(const q_table *t, ta_call *call, q_word word, q_text *rest, size_t *number) {
    uint64_t letters = letters_of(word);
    ta_status s = ta_reserve(&t->g->allocator, (void **)&rest->at, &rest->cap, word.count + 1,
                             sizeof *rest->at);
    if (s) return s;
    for (*number = 0; *number < t->lhs.count; ++*number) {
        q_word lhs = q_words_get(&t->lhs, *number);
        if (t->rule[*number].letters & ~letters || !q_divides(lhs, word, rest->at)) continue;
        rest->count = word.count - lhs.count;
        break;
    }
    return q_poll_long(t->g, call, *number / 8 + 1);
}

/* The number of the normal form of position + one heap. */
static ta_status normal_form(const q_table *t, ta_call *call, size_t position, q_letter heap,
                             size_t *number) {
    const ta_allocator *a = &t->g->allocator;
    q_text x = { 0 }, rest = { 0 };
    size_t next = 0;
    ta_status s = q_add(a, &x, q_words_get(&t->position, position), (q_word){ &heap, 1 });
    while (!s && !(s = q_table_rule(t, call, q_read(&x), &rest, &next)) && next < t->lhs.count)
        s = q_add(a, &x, q_read(&rest), q_words_get(&t->position, t->rule[next].to));
    if (!s) *number = (size_t)q_map_get(&t->number, q_read(&x));
    q_text_clear(a, &x);
    q_text_clear(a, &rest);
    return s;
}

/* ---- Filling ---- */

static signed char *row_of(const q_table *t, size_t position) {
    return t->row + position * t->test->count;
}

/* Compute the known outcomes of a word under all tests, in t->outcomes. */
static ta_status look(q_table *t, ta_call *call, q_word word) {
    const ta_allocator *a = &t->g->allocator;
    q_text sum = { 0 };
    ta_status s = ta_reserve(a, (void **)&t->outcomes, &t->outcomes_cap, t->test->count, 1);
    for (size_t e = 0; e < t->test->count && !s; e++) {
        int answer = -1;
        s = q_add(a, &sum, word, q_words_get(t->test, e));
        if (!s) s = q_ask(t->g, call, q_read(&sum), &answer);
        if (!s) t->outcomes[e] = (signed char)answer;
    }
    q_text_clear(a, &sum);
    return s;
}

/* The position that t->outcomes does not distinguish and that has most outcomes in common; else the
** number of positions. */
static size_t match(const q_table *t) {
    size_t best = t->position.count, tests = t->test->count, most = 0;
    for (size_t i = 0; i < t->position.count; i++) {
        const signed char *row = row_of(t, i);
        size_t common = 1, e = 0;
        for (; e < tests; e++) {
            if (row[e] < 0 || t->outcomes[e] < 0) continue;
            if (row[e] != t->outcomes[e]) break;
            common++;
        }
        if (e == tests && common > most) most = common, best = i;
    }
    return best;
}

static ta_status add_rule(q_table *t, q_word word, size_t to) {
    const ta_allocator *a = &t->g->allocator;
    ta_status s = ta_reserve(a, (void **)&t->rule, &t->rule_cap, t->lhs.count + 1, sizeof *t->rule);
    if (s) return s;
    t->rule[t->lhs.count] = (q_rule){ (uint32_t)to, letters_of(word) };
    return q_words_add(a, &t->lhs, word);
}

static ta_status add_position(q_table *t, ta_call *call, q_word word) {
    q_game *g = t->g;
    const ta_allocator *a = &g->allocator;
    size_t count = t->position.count;
    if (count >= (uint64_t)g->settings.elements)
        return ta_fail(
            call, TA_ELIMIT,
            "%s: the misere quotient of heaps to %zu has more than elements = %lld; that "
            "of heaps to %zu has %zu",
            g->text, g->heap, (long long)g->settings.elements, g->heap - 1, g->known.order);
    ta_status s = ta_reserve(a, (void **)&t->row, &t->row_cap, (count + 1) * t->test->count, 1);
    if (s) return s;
    memcpy(row_of(t, count), t->outcomes, t->test->count);
    if (word.count == 1) {
        s = ta_reserve(a, (void **)&t->generator, &t->generator_cap, t->generators + 1,
                       sizeof *t->generator);
        if (s) return s;
        t->generator[t->generators++] = word.at[0];
    }
    s = q_map_set(a, &t->number, word, (int32_t)count);
    return s ? s : q_words_add(a, &t->position, word);
}

typedef struct line {
    q_words words;
    q_queue queue;
} line;

static ta_status stand(const q_game *g, line *l, q_word word) {
    ta_status s = q_words_add(&g->allocator, &l->words, word);
    if (s) return s;
    q_waiting entry = { q_weight(g, word), (uint32_t)(l->words.count - 1), 0 };
    return q_queue_put(&g->allocator, &l->queue, entry);
}

/* Process one word: skip it if a rule applies, else make it a rule or a position. */
static ta_status sort_in(q_table *t, ta_call *call, q_word word, line *l) {
    q_game *g = t->g;
    const ta_allocator *a = &g->allocator;
    q_text x = { 0 };
    size_t number = 0;
    ta_status s = q_table_rule(t, call, word, &x, &number);
    if (s || number < t->lhs.count) goto done;
    if (q_map_get(&t->number, word) >= 0) goto done; /* met along another path */
    s = look(t, call, word);
    if (!s) s = q_poll_long(g, call, t->position.count * t->test->count / 64);
    if (s) goto done;
    number = match(t);
    if (number < t->position.count) {
        s = add_rule(t, word, number);
        goto done;
    }
    s = add_position(t, call, word);
    for (q_letter h = 1; h <= g->heap && !s; h++) {
        if (!g->weight[h]) continue;
        s = q_add(a, &x, word, (q_word){ &h, 1 });
        if (!s) s = stand(g, l, q_read(&x));
    }
done:
    q_text_clear(a, &x);
    return s;
}

/* Compute position + generator, for all. */
static ta_status find_steps(q_table *t, ta_call *call) {
    size_t count = t->position.count, gens = t->generators;
    ta_status s = ta_reserve(&t->g->allocator, (void **)&t->step, &t->step_cap, count * gens + 1,
                             sizeof *t->step);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < gens && !s; k++) {
            size_t number = 0;
            s = normal_form(t, call, i, t->generator[k], &number);
            t->step[i * gens + k] = (uint16_t)number;
        }
    return s;
}

ta_status q_table_fill(q_table *t, ta_call *call) {
    q_game *g = t->g;
    const ta_allocator *a = &g->allocator;
    line l = { .queue = { .words = &l.words } };
    q_text x = { 0 };
    q_words_forget(&t->position);
    q_words_forget(&t->lhs);
    q_map_forget(&t->number);
    t->generators = 0;
    ta_status s = stand(g, &l, (q_word){ NULL, 0 });
    while (!s && l.queue.count) {
        s = q_poll(g, call, 256);
        size_t word = q_queue_take(&l.queue).a;
        if (!s) s = q_add(a, &x, q_words_get(&l.words, word), (q_word){ NULL, 0 });
        if (!s) s = sort_in(t, call, q_read(&x), &l);
    }
    q_text_clear(a, &x);
    q_words_clear(a, &l.words);
    q_queue_clear(a, &l.queue);
    return s ? s : find_steps(t, call);
}

/* ---- Words with two normal forms ---- */

static size_t step(const q_table *t, size_t position, size_t generator) {
    return t->step[position * t->generators + generator];
}

/* The lightest test that distinguishes positions u and v. */
static size_t telling(const q_table *t, size_t u, size_t v, uint64_t *least) {
    size_t best = 0;
    const signed char *x = row_of(t, u), *y = row_of(t, v);
    *least = UINT64_MAX;
    for (size_t e = 0; e < t->test->count; e++) {
        if (x[e] < 0 || y[e] < 0 || x[e] == y[e]) continue;
        uint64_t weight = q_weight(t->g, q_words_get(t->test, e));
        if (weight < *least) *least = weight, best = e;
    }
    return best;
}

ta_status q_table_disagree(const q_table *t, ta_call *call, uint64_t *lightest, q_bad *bad) {
    const q_game *g = t->g;
    uint64_t least = UINT64_MAX, test;
    *lightest = UINT64_MAX;
    for (size_t i = 0; i < t->position.count; i++)
        for (size_t x = 0; x < t->generators; x++) {
            ta_status s = q_poll_long(g, call, x + 1);
            if (s) return s;
            uint64_t part = q_weight(g, q_words_get(&t->position, i)) + g->weight[t->generator[x]];
            for (size_t y = 0; y < x; y++) {
                size_t u = step(t, step(t, i, x), y), v = step(t, step(t, i, y), x);
                uint64_t weight = part + g->weight[t->generator[y]];
                if (u == v) continue;
                if (weight < *lightest) *lightest = weight;
                if (weight >= least) continue;
                q_bad found = { i, x, y, u, v, telling(t, u, v, &test), weight };
                s = q_poll_long(g, call, t->test->count);
                if (s) return s;
                if (weight + test < least) least = weight + test, *bad = found;
            }
        }
    return TA_OK;
}

/* ---- The monoid ---- */

/* Compute the products with positions 0, 1, ...: each but 0 is an earlier one and a generator. */
static ta_status multiply(const q_table *t, ta_call *call, q_monoid *m) {
    size_t count = t->position.count;
    for (size_t i = 0; i < count; i++) {
        q_word word = q_words_get(&t->position, i);
        size_t before = 0, k = 0;
        if (word.count) {
            before = (size_t)q_map_get(&t->number, (q_word){ word.at, word.count - 1 });
            while (t->generator[k] != word.at[word.count - 1]) k++;
        }
        for (size_t x = 0; x < count; x++)
            m->product[x * count + i] =
                (uint16_t)(word.count ? step(t, m->product[x * count + before], k) : x);
        ta_status s = q_poll(t->g, call, (uint32_t)count);
        if (s) return s;
    }
    return TA_OK;
}

ta_status q_table_monoid(const q_table *t, ta_call *call, q_monoid *m) {
    q_game *g = t->g;
    const ta_allocator *a = &g->allocator;
    size_t count = t->position.count;
    ta_status s = q_monoid_make(a, call, m, count, g->heaps);
    if (!s) s = multiply(t, call, m);
    for (size_t i = 0; i < count && !s; i++) {
        q_word word = q_words_get(&t->position, i);
        int answer = 0;
        s = q_words_add(a, &m->word, word);
        if (!s) s = q_ask(g, call, word, &answer);
        m->p[i] = answer == 1;
    }
    for (q_letter h = 1; h <= g->heap && !s; h++) {
        size_t number = 0;
        if (g->weight[h]) s = normal_form(t, call, 0, h, &number);
        else number = q_element(m, q_words_get(&g->form, h));
        m->of[h] = (uint16_t)number;
    }
    return s;
}
