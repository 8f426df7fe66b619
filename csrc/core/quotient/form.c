/*
** form.c - heaps that are equal to sums of smaller ones, and are replaced by them.
**
** Let a heap G have options O, and a sum w options W. Suppose that W is within O, and that each
** option of G outside W has w as an option. Suppose also that w has options, or that some option of
** G is a P-position. Then G = w in misere play (Conway, ONAG, chapter 12; Siegel, Combinatorial
** Game Theory, V.1).
**
** Proof. Take any X, and assume that G + Y and w + Y have the same outcome for the options Y of X.
** If w + X is an N-position, so is G + X. G too has each winning move from w to some w'. A winning
** move to w + Y leads from G + X to G + Y, a P-position too. If w and X have no moves, the move to
** a P-position among the options of G wins. If w + X is a P-position, so is G + X. Its moves to w'
** + X and G + Y lead to N-positions, as from w + X. Any other move can be answered by the move to w
** + X.
**
** The sum *1 + *1 is 0 by the same theorem. So outcomes are needed for far fewer words: Dawson's
** Kayles has 10 letters to heap 24.
*/
#include "quotient_int.h"

void q_drop_ones(const q_game *g, q_text *x) {
    size_t ones = 0;
    while (ones < x->count && x->at[ones] == g->one) ones++;
    ones -= ones % 2;
    x->count -= ones;
    if (ones) memmove(x->at, x->at + ones, x->count * sizeof *x->at);
}

size_t q_move(const q_game *g, q_word word, size_t i, size_t option, q_letter *to) {
    q_word in = q_words_get(&g->option, option);
    size_t n = 0, k = 0;
    for (size_t j = 0; j < word.count; j++) {
        if (j == i) continue;
        while (k < in.count && in.at[k] < word.at[j]) to[n++] = in.at[k++];
        to[n++] = word.at[j];
    }
    while (k < in.count) to[n++] = in.at[k++];
    q_text whole = { to, n, 0 };
    q_drop_ones(g, &whole);
    return whole.count;
}

/* The options of a word, one after another. */
typedef struct moves {
    q_word word;
    size_t i, option;
} moves;

static moves moves_of(const q_game *g, q_word word) {
    return (moves){ word, 0, word.count ? g->first[word.at[0]] : 0 };
}

static ta_status next_option(const q_game *g, ta_call *call, moves *m, q_text *to, int *more) {
    *more = 0;
    while (m->i < m->word.count && m->option == g->first[m->word.at[m->i] + 1])
        if (++m->i < m->word.count) m->option = g->first[m->word.at[m->i]];
    if (m->i == m->word.count) return TA_OK;
    size_t room = m->word.count + q_words_get(&g->option, m->option).count;
    ta_status s = q_poll(g, call, 1);
    if (!s) s = ta_reserve(&g->allocator, (void **)&to->at, &to->cap, room + 1, sizeof *to->at);
    if (s) return s;
    to->count = q_move(g, m->word, m->i, m->option++, to->at);
    *more = 1;
    return TA_OK;
}

typedef struct finder {
    q_game *g;
    q_map *options; /* of the heap; the value is the number of the last form with this option */
    q_map tried;
    q_text form, move;
    signed char *
        may_be; /* can a form have this element? 1: yes; -1: no; 0: unknown */
    int found;
} finder;

/* Can a form with element x equal the heap? No, if for some option y of the heap and some z both xz
** and yz are in P. For with z beside, the form loses, but the heap wins by the move to y. */
static int may_be(finder *f, size_t x) {
    const q_monoid *m = &f->g->known;
    const q_words *options = &f->options->words;
    if (f->may_be[x]) return f->may_be[x] > 0;
    f->may_be[x] = 1;
    for (size_t i = 0; i < options->count && f->may_be[x] > 0; i++) {
        size_t y = q_element(m, q_words_get(options, i));
        for (size_t z = 0; z < m->order; z++)
            if (m->p[q_times(m, x, z)] && m->p[q_times(m, y, z)]) f->may_be[x] = -1;
    }
    return f->may_be[x] > 0;
}

static ta_status has_option(finder *f, ta_call *call, q_word word, q_word option, int *has) {
    moves m = moves_of(f->g, word);
    *has = 0;
    for (int more = 1; more && !*has;) {
        ta_status s = next_option(f->g, call, &m, &f->move, &more);
        if (s) return s;
        *has = more && q_equal(q_read(&f->move), option);
    }
    return TA_OK;
}

/* Are all options of f->form options of the heap? Mark them with `number`; *any: there is one. */
static ta_status mark_options(finder *f, ta_call *call, int32_t number, int *within, int *any) {
    moves m = moves_of(f->g, q_read(&f->form));
    *within = 1;
    *any = 0;
    for (int more = 1; *within;) {
        ta_status s = next_option(f->g, call, &m, &f->move, &more);
        if (s || !more) return s;
        *any = 1;
        *within = q_map_get(f->options, q_read(&f->move)) >= 0;
        if (*within) s = q_map_set(&f->g->allocator, f->options, q_read(&f->move), number);
        if (s) return s;
    }
    return TA_OK;
}

/* Is the heap equal to `word`? */
static ta_status try_form(finder *f, ta_call *call, q_word word) {
    const ta_allocator *a = &f->g->allocator;
    const q_monoid *known = &f->g->known;
    int within, any, has = 1;
    int32_t number = (int32_t)f->tried.words.count + 1;
    if (f->found || !may_be(f, q_element(known, word)) || q_map_get(&f->tried, word) >= 0)
        return TA_OK;
    ta_status s = q_map_set(a, &f->tried, word, number);
    if (!s) s = q_add(a, &f->form, word, (q_word){ NULL, 0 });
    if (!s) s = mark_options(f, call, number, &within, &any);
    if (s || !within) return s;
    for (size_t i = 0; i < f->options->words.count && has && !s; i++) {
        q_word option = q_words_get(&f->options->words, i);
        if (f->options->value[i] == number) continue;
        s = has_option(f, call, option, q_read(&f->form), &has);
        any |= known->p[q_element(known, option)];
    }
    f->found = has && any;
    return s;
}

/* Try candidate forms: options of options; an option plus *1; a letter. */
static ta_status try_forms(finder *f, ta_call *call) {
    q_game *g = f->g;
    q_text word = { 0 };
    ta_status s = try_form(f, call, (q_word){ NULL, 0 });
    for (size_t i = 0; i < f->options->words.count && !s && !f->found; i++) {
        moves m = moves_of(g, q_words_get(&f->options->words, i));
        for (int more = 1; more && !s && !f->found;) {
            s = next_option(g, call, &m, &word, &more);
            if (!s && more) s = try_form(f, call, q_read(&word));
        }
        if (s || f->found || !g->one || (m.word.count && m.word.at[0] == g->one)) continue;
        s = q_add(&g->allocator, &word, m.word, (q_word){ &g->one, 1 });
        if (!s) s = try_form(f, call, q_read(&word));
    }
    for (q_letter h = 1; h < g->heap && !s && !f->found; h++)
        if (g->weight[h]) s = try_form(f, call, (q_word){ &h, 1 });
    q_text_clear(&g->allocator, &word);
    return s;
}

ta_status q_find_form(q_game *g, ta_call *call, q_map *options) {
    finder f = { .g = g, .options = options };
    q_letter heap = (q_letter)g->heap;
    ta_status s = TA_OK;
    f.found = !options->words.count; /* no moves */
    f.may_be = ta_alloc(&g->allocator, g->known.order, 1);
    if (!f.may_be) return TA_ENOMEM;
    if (!f.found) s = try_forms(&f, call);
    if (!s)
        s = q_words_add(&g->allocator, &g->form, f.found ? q_read(&f.form) : (q_word){ &heap, 1 });
    ta_free(&g->allocator, f.may_be, g->known.order, 1);
    q_map_clear(&g->allocator, &f.tried);
    q_text_clear(&g->allocator, &f.form);
    q_text_clear(&g->allocator, &f.move);
    return s;
}
