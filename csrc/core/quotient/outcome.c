/*
** outcome.c - the outcome of a word in misere play, as far as it is known.
**
** A position without moves is an N-position. Any other is a P-position exactly if none of its
** options is. Three kinds of words need no recursion. Words of smaller heaps: the quotient proved
** for them answers. Words lighter than the bound: the guess verified up to it answers. Words met
** before: the memory answers. The recursion goes down to these. It gives up with "not known" after
** g->budget positions, and at depth DEPTH_MOST. Then no result that rests on this is stored.
** Options that are P by g->hint, the last table, come first. Where the hint is usually right, only
** one option of an N-position is examined (Kayles to heap 30: 8,000 positions in place of 10^6).
*/
#include "quotient_int.h"

#define DEPTH_MOST 4096 /* about 1 MiB of the C stack */

/* The outcome of the word at stack[from..from + count). */
static ta_status answer_at(q_game *g, ta_call *call, size_t from, size_t count, int *answer);

/* Replace the i-th heap by option o, and write the result behind the word. *held: its length. */
static ta_status move(q_game *g, size_t from, size_t count, size_t i, size_t o, size_t *held) {
    q_word option = q_words_get(&g->option, o);
    ta_status s = ta_reserve(&g->allocator, (void **)&g->stack, &g->stack_cap,
                             from + 2 * count + option.count, sizeof *g->stack);
    if (s) return s;
    *held = q_move(g, (q_word){ g->stack + from, count }, i, o, g->stack + from + count);
    return TA_OK;
}

/* The hint's element for the word without its i-th heap. */
static size_t hint_without(const q_game *g, size_t from, size_t count, size_t i) {
    size_t x = 0;
    for (size_t j = 0; j < count && g->hint.order; j++)
        if (j != i) x = q_times(&g->hint, x, g->hint.of[g->stack[from + j]]);
    return x;
}

static int seems_p(const q_game *g, size_t without, size_t o) {
    const q_monoid *m = &g->hint;
    return m->order && m->p[q_times(m, without, q_element(m, q_words_get(&g->option, o)))];
}

/* Examine the options that seem to be P (half 1), or the others. Keep *answer if none is P. */
static ta_status answer_by_half(q_game *g, ta_call *call, size_t from, size_t count, int half,
                                int *answer) {
    for (size_t i = 0; i < count; i++) {
        q_letter heap = g->stack[from + i];
        if (i > 0 && heap == g->stack[from + i - 1]) continue;
        size_t without = hint_without(g, from, count, i);
        ta_status s = q_poll_long(g, call, (g->first[heap + 1] - g->first[heap]) / 2);
        for (size_t o = g->first[heap]; o < g->first[heap + 1] && !s; o++) {
            size_t held;
            int option;
            if (seems_p(g, without, o) != half) continue;
            s = move(g, from, count, i, o, &held);
            if (!s) s = q_poll(g, call, 8);
            if (!s) s = answer_at(g, call, from + count, held, &option);
            if (s) return s;
            if (option == 1) {
                *answer = 0;
                return TA_OK;
            }
            if (option < 0) *answer = -1;
            if (option < 0 && g->spent >= g->budget) return TA_OK;
        }
        if (s) return s;
    }
    return TA_OK;
}

static ta_status answer_by_options(q_game *g, ta_call *call, size_t from, size_t count,
                                   int *answer) {
    *answer = 1;
    ta_status s = answer_by_half(g, call, from, count, 1, answer);
    if (s || *answer == 0 || (*answer < 0 && g->spent >= g->budget)) return s;
    return answer_by_half(g, call, from, count, 0, answer);
}

static ta_status answer_at(q_game *g, ta_call *call, size_t from, size_t count, int *answer) {
    q_word word = { g->stack + from, count };
    if (count == 0) {
        *answer = 0;
        return TA_OK;
    }
    if (word.at[count - 1] < g->heap) {
        *answer = g->known.p[q_element(&g->known, word)];
        return TA_OK;
    }
    if (q_weight(g, word) < g->bound) {
        *answer = g->guess.p[q_element(&g->guess, word)];
        return TA_OK;
    }
    *answer = q_map_get(&g->memory, word);
    if (*answer >= 0 || g->spent >= g->budget) return TA_OK;
    if (g->depth == DEPTH_MOST) {
        g->deep = 1;
        return TA_OK;
    }
    g->spent++;
    g->depth++;
    ta_status s = q_poll(g, call, 64);
    if (!s) s = answer_by_options(g, call, from, count, answer);
    g->depth--;
    if (s || *answer < 0) return s;
    if (g->memory.words.count >= (uint64_t)g->settings.positions)
        return q_too_many_positions(g, call);
    return q_map_set(&g->allocator, &g->memory, (q_word){ g->stack + from, count }, *answer);
}

ta_status q_ask(q_game *g, ta_call *call, q_word word, int *answer) {
    ta_status s = ta_reserve(&g->allocator, (void **)&g->stack, &g->stack_cap, word.count + 1,
                             sizeof *g->stack);
    if (s) return s;
    if (word.count) memcpy(g->stack, word.at, word.count * sizeof *g->stack);
    q_text start = { g->stack, word.count, g->stack_cap };
    q_drop_ones(g, &start);
    g->spent = g->depth = 0;
    g->deep = 0;
    return answer_at(g, call, 0, start.count, answer);
}

ta_status q_find_out(q_game *g, ta_call *call, q_word word, int *answer) {
    uint64_t usual = g->budget;
    ta_status s;
    while (!(s = q_ask(g, call, word, answer)) && *answer < 0) {
        if (g->deep) {
            s = ta_fail(call, TA_ELIMIT,
                        "%s: the misere quotient of heaps to %zu needs positions more than %d moves "
                        "ahead; that of heaps to %zu has %zu elements",
                        g->text, g->heap, DEPTH_MOST, g->heap - 1, g->known.order);
            break;
        }
        g->budget *= 4;
    }
    g->budget = usual;
    return s;
}
