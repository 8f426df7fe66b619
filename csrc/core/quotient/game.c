/*
** game.c - the options of a heap, as words; limits on them.
*/
#include "quotient_int.h"

typedef struct reader {
    q_game *g;
    q_text word, sum;
    q_map options;
    uint64_t heaviest;
    size_t heap;
} reader;

/* Write an option as a word: the sum of the forms of its heaps. */
static ta_status write_option(reader *r, ta_call *call, const ta_amount *heaps, size_t count) {
    q_game *g = r->g;
    ta_status s = TA_OK;
    r->word.count = 0;
    for (size_t i = 0; i < count && !s; i++) {
        if (heaps[i] < 0 || heaps[i] >= (ta_amount)r->heap)
            return ta_fail(call, TA_EUNSUPPORTED,
                           "%s: a move in heap %zu leaves a heap of %lld: misere quotients are "
                           "known of games in which heaps get smaller",
                           g->text, r->heap, (long long)heaps[i]);
        s = q_add(&g->allocator, &r->sum, q_read(&r->word),
                  q_words_get(&g->form, (size_t)heaps[i]));
        if (!s) q_drop_ones(g, &r->sum);
        q_text swap = r->word;
        r->word = r->sum;
        r->sum = swap;
    }
    return s;
}

static ta_status read_option(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    reader *r = ctx;
    q_game *g = r->g;
    ta_status s = write_option(r, call, heaps, count);
    if (s) return s;
    q_word word = q_read(&r->word);
    if (q_map_get(&r->options, word) >= 0) return TA_OK;
    uint64_t weight = q_weight(g, word);
    if (weight > r->heaviest) r->heaviest = weight;
    if (weight >= UINT32_MAX)
        return ta_fail(call, TA_ELIMIT, "%s: play from heap %zu can last more than 2^32 moves",
                       g->text, r->heap);
    s = q_poll(g, call, 64);
    return s ? s : q_map_set(&g->allocator, &r->options, word, 0);
}

ta_status q_read_heap(q_game *g, ta_call *call, ta_heap *game, size_t heap) {
    reader r = { .g = g, .heap = heap };
    g->heap = heap;
    ta_status s = ta_heap_options(game, call, (ta_amount)heap, read_option, &r);
    g->first[heap + 1] = g->option.count;
    g->weight[heap] = 0;
    if (!s) s = q_find_form(g, call, &r.options);
    if (!s && q_is_letter(g, heap)) {
        g->weight[heap] = (uint32_t)r.heaviest + 1;
        if (!g->one) g->one = (q_letter)heap;
        for (size_t i = 0; i < r.options.words.count && !s; i++)
            s = q_words_add(&g->allocator, &g->option, q_words_get(&r.options.words, i));
        g->first[heap + 1] = g->option.count;
    }
    q_text_clear(&g->allocator, &r.word);
    q_text_clear(&g->allocator, &r.sum);
    q_map_clear(&g->allocator, &r.options);
    return s;
}

ta_status q_too_many_positions(const q_game *g, ta_call *call) {
    return ta_fail(call, TA_ELIMIT,
                   "%s: the misere quotient of heaps to %zu needs more than positions = %lld; that "
                   "of heaps to %zu has %zu elements",
                   g->text, g->heap, (long long)g->settings.positions, g->heap - 1, g->known.order);
}
