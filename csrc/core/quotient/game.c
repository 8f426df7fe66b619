/*
** game.c - the options of a heap, as words; what is too much.
*/
#include "quotient.h"

typedef struct reader {
    q_game *g;
    q_text word;
    uint64_t heaviest;
    size_t heap;
    int any;
} reader;

/* The heaps that have moves, ascending. */
static ta_status write_option(reader *r, ta_call *call, const ta_amount *heaps, size_t count) {
    q_game *g = r->g;
    ta_status s = ta_reserve(&g->allocator, (void **)&r->word.at, &r->word.cap, count + 1,
                             sizeof *r->word.at);
    r->word.count = 0;
    for (size_t i = 0; i < count && !s; i++) {
        if (heaps[i] < 0 || heaps[i] >= (ta_amount)r->heap)
            return ta_fail(call, TA_EUNSUPPORTED,
                           "%s: a move in heap %zu leaves a heap of %lld: misere quotients are "
                           "known of games in which heaps get smaller",
                           g->text, r->heap, (long long)heaps[i]);
        if (!g->weight[heaps[i]]) continue;
        size_t at = r->word.count++;
        for (; at > 0 && r->word.at[at - 1] > heaps[i]; at--) r->word.at[at] = r->word.at[at - 1];
        r->word.at[at] = (q_letter)heaps[i];
    }
    return s;
}

static ta_status read_option(void *ctx, ta_call *call, const ta_amount *heaps, size_t count) {
    reader *r = ctx;
    q_game *g = r->g;
    ta_status s = write_option(r, call, heaps, count);
    if (s) return s;
    q_word word = q_read(&r->word);
    r->any = 1;
    uint64_t weight = q_weight(g, word);
    if (weight > r->heaviest) r->heaviest = weight;
    if (weight >= UINT32_MAX)
        return ta_fail(call, TA_ELIMIT, "%s: play from heap %zu can last more than 2^32 moves",
                       g->text, r->heap);
    s = q_poll(g, call, 64);
    return s ? s : q_words_add(&g->allocator, &g->option, word);
}

ta_status q_read_heap(q_game *g, ta_call *call, ta_heap *game, size_t heap) {
    reader r = { .g = g, .heap = heap };
    ta_status s = ta_heap_options(game, call, (ta_amount)heap, read_option, &r);
    g->weight[heap] = r.any ? (uint32_t)r.heaviest + 1 : 0;
    g->first[heap + 1] = g->option.count;
    q_text_clear(&g->allocator, &r.word);
    return s;
}

ta_status q_too_many_positions(const q_game *g, ta_call *call) {
    return ta_fail(call, TA_ELIMIT,
                   "%s: the misere quotient of heaps to %zu needs more than positions = %lld; that "
                   "of heaps to %zu has %zu elements",
                   g->text, g->heap, (long long)g->settings.positions, g->heap - 1, g->known.order);
}
