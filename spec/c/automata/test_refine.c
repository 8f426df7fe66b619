/*
** test_refine.c - the coarsest partition that letters respect, against its definition: it splits blocks
** by the successors of their elements, until none splits. Least automata of random tables,
** against the number of Myhill-Nerode classes.
*/
#include "automata.h"
#include "automata/automata_int.h"

enum { ELEMENTS = 300, DIGITS = 5 };

typedef struct graph {
    uint32_t elements, digits, blocks;
    uint32_t next[ELEMENTS * DIGITS], block[ELEMENTS];
} graph;

/* The allocator of tests that refuse no memory. */
static oom counted;
static const ta_allocator *counting = &counted.allocator;

static ta_budget budget_of(const ta_allocator *a) {
    return (ta_budget){ .allocator = a };
}

/* Few classes and successors that are near, or the same for many: so blocks come in all sizes. */
static void random_graph(rng *r, graph *g) {
    g->elements = (uint32_t)rng_between(r, 1, rng_between(r, 0, 1) ? 12 : ELEMENTS);
    g->digits = (uint32_t)rng_between(r, 1, DIGITS);
    uint32_t classes = (uint32_t)rng_between(r, 1, 4), name[4] = { 0 };
    int64_t near = rng_between(r, 0, 2), period = rng_between(r, 1, g->elements);
    for (uint32_t i = 0; i < g->elements; i++) {
        uint32_t class = (uint32_t)rng_between(r, 0, near && i % 7 ? 0 : classes - 1);
        if (!name[class]) name[class] = ++g->blocks;
        g->block[i] = name[class] - 1;
        for (uint32_t d = 0; d < g->digits; d++) {
            int64_t to = near == 2   ? (i + d + 1) % period
                         : near == 1 ? i + rng_between(r, 0, 2)
                                     : rng_between(r, 0, g->elements - 1);
            g->next[i * g->digits + d] = (uint32_t)(to % g->elements);
        }
    }
}

/* By the definition: two elements are apart when their blocks are, or those of what follows. */
static uint32_t naive(const graph *g, uint32_t *block) {
    uint32_t count = 0, before;
    memcpy(block, g->block, g->elements * sizeof *block);
    do {
        uint32_t name[ELEMENTS];
        before = count;
        count = 0;
        for (uint32_t i = 0; i < g->elements; i++) {
            uint32_t j = 0;
            for (; j < i; j++) {
                int same = block[i] == block[j];
                for (uint32_t d = 0; d < g->digits; d++)
                    same &= block[g->next[i * g->digits + d]] == block[g->next[j * g->digits + d]];
                if (same) break;
            }
            name[i] = j < i ? name[j] : count++;
        }
        memcpy(block, name, g->elements * sizeof *block);
    } while (count != before);
    return count;
}

TEST(test_partition) {
    rng r = rng_start(1405);
    for (int k = 0; k < (short_run() ? 100 : 1500); k++) {
        static graph g;
        uint32_t right[ELEMENTS], block[ELEMENTS], name[ELEMENTS], blocks;
        ta_budget budget = budget_of(counting);
        memset(&g, 0, sizeof g);
        random_graph(&r, &g);
        uint32_t count = naive(&g, right);
        memcpy(block, g.block, sizeof block);
        blocks = g.blocks;
        ok(ta_refine(&budget, &plain, g.elements, g.digits, g.next, block, &blocks));
        assert_int_equal(blocks, count);
        assert_true(budget.bytes == 0);
        memset(name, 0xff, sizeof name);
        for (uint32_t i = 0; i < g.elements; i++) { /* blocks are named otherwise, but the same */
            assert_true(block[i] < count);
            if (name[right[i]] == UINT32_MAX) name[right[i]] = block[i];
            if (name[right[i]] != block[i]) fail_msg("graph %d: element %u", k, i);
        }
    }
}

/* ---- Automata ---- */

/* The states of a table that are reached, as a graph. */
static void reachable(const uint32_t *next, const uint8_t *accepting, uint32_t letters, graph *g) {
    uint32_t number[ELEMENTS] = { 0 }, queue[ELEMENTS], count = 1;
    queue[0] = 0;
    number[0] = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < letters; d++) {
            uint32_t to = next[queue[i] * letters + d];
            if (!number[to]) {
                queue[count++] = to;
                number[to] = count;
            }
            g->next[i * letters + d] = number[to] - 1;
        }
    uint32_t name[2] = { 0 };
    g->blocks = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t class = accepting[queue[i]];
        if (!name[class]) name[class] = ++g->blocks;
        g->block[i] = name[class] - 1;
    }
    g->elements = count;
    g->digits = letters;
}

/* Base 2 and base 4 have the same tables: two tracks, or one. The first state stays where it is
** after zeros, so they do not matter. */
TEST(test_least) {
    static const int64_t bases[2] = { 2, 4 }, one[1] = { 1 };
    rng r = rng_start(1406);
    for (int k = 0; k < (short_run() ? 40 : 400); k++) {
        static graph g;
        uint32_t states = (uint32_t)rng_between(&r, 1, 60), next[60 * 4], right[ELEMENTS];
        uint8_t accepting[60];
        int64_t near = rng_between(&r, 0, 1);
        for (uint32_t q = 0; q < states; q++) {
            accepting[q] = rng_between(&r, 0, 5) == 0;
            for (uint32_t d = 0; d < 4; d++) {
                int64_t to = near ? q + rng_between(&r, 0, 3) : rng_between(&r, 0, states - 1);
                next[q * 4 + d] = (uint32_t)(to % states);
            }
        }
        next[0] = 0;
        reachable(next, accepting, 4, &g);
        uint32_t count = naive(&g, right);
        for (unsigned i = 0; i < 2; i++) {
            MADE(ta_numeration, n,
                 ta_numeration_create(counting, &plain, 1, &bases[i], one, NULL, &n));
            MADE(ta_automaton, a,
                 ta_automaton_from_table(n, &plain, 2 - i, states, next, accepting, &a));
            assert_int_equal(ta_automaton_states(a), count);
        }
    }
}

/* ---- Failures ---- */

TEST(test_failures) {
    static graph g;
    rng r = rng_start(1407);
    while (g.elements < 200) memset(&g, 0, sizeof g), random_graph(&r, &g);
    EACH_REFUSAL(o, 1) {
        ta_budget budget = budget_of(&o.allocator);
        uint32_t block[ELEMENTS], blocks = g.blocks;
        memcpy(block, g.block, sizeof block);
        assert_refused(&o,
                       ta_refine(&budget, &plain, g.elements, g.digits, g.next, block, &blocks));
        assert_true(budget.bytes == 0);
    }
    ta_budget small = { .allocator = counting, .bytes_most = 1000 };
    uint32_t blocks = g.blocks;
    refused(TA_ELIMIT, "needs more than",
            ta_refine(&small, &plain, g.elements, g.digits, g.next, g.block, &blocks));
    assert_true(small.bytes == 0);
}

/* A chain, in which each element ends as a block; the host is polled meanwhile. */
TEST(test_cancelled) {
    enum { LONG = 100000 };
    FREED uint32_t *next = calloc(LONG, sizeof *next), *block = calloc(LONG, sizeof *block);
    uint32_t blocks = 2;
    polled p;
    polled_start(&p, 0);
    assert_true(next && block);
    for (uint32_t i = 0; i < LONG; i++) next[i] = i + 1 < LONG ? i + 1 : i;
    block[LONG - 1] = 1;
    ta_budget budget = budget_of(counting);
    assert_stopped(&p, ta_refine(&budget, &p.call, LONG, 1, next, block, &blocks));
    assert_int_equal(p.asked, 1);
    assert_true(budget.bytes == 0);
    memset(block, 0, LONG * sizeof *block);
    block[LONG - 1] = 1;
    blocks = 2;
    p.left = -1, p.stopped = 0;
    assert_stopped(&p, ta_refine(&budget, &p.call, LONG, 1, next, block, &blocks));
    assert_int_equal(blocks, LONG);
}

/* No test leaves memory behind. */
int main(void) {
    oom_start(&counted, -1, 0);
    int failed = entered_tests();
    return failed ? failed : counted.blocks != 0;
}
