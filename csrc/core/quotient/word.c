/*
** word.c - words, and maps from words to numbers.
**
** A map is a hash table with open addressing over consecutively stored words.
*/
#include "base/hash.h"
#include "quotient_int.h"

void q_words_clear(const ta_allocator *a, q_words *w) {
    ta_free(a, w->letter, w->cap, sizeof *w->letter);
    ta_free(a, w->place, w->place_cap, sizeof *w->place);
    memset(w, 0, sizeof *w);
}

void q_words_forget(q_words *w) {
    w->used = w->count = 0;
}

ta_status q_words_add(const ta_allocator *a, q_words *w, q_word word) {
    ta_status s =
        ta_reserve(a, (void **)&w->letter, &w->cap, w->used + word.count + 1, sizeof *w->letter);
    if (!s) s = ta_reserve(a, (void **)&w->place, &w->place_cap, w->count + 1, sizeof *w->place);
    if (s) return s;
    if (word.count) memcpy(w->letter + w->used, word.at, word.count * sizeof *w->letter);
    w->place[w->count++] = (struct q_place){ w->used, word.count };
    w->used += word.count;
    return TA_OK;
}

void q_text_clear(const ta_allocator *a, q_text *x) {
    ta_free(a, x->at, x->cap, sizeof *x->at);
    memset(x, 0, sizeof *x);
}

ta_status q_add(const ta_allocator *a, q_text *x, q_word u, q_word v) {
    ta_status s = ta_reserve(a, (void **)&x->at, &x->cap, u.count + v.count + 1, sizeof *x->at);
    if (s) return s;
    size_t i = 0, j = 0, n = 0;
    while (i < u.count && j < v.count) x->at[n++] = u.at[i] <= v.at[j] ? u.at[i++] : v.at[j++];
    while (i < u.count) x->at[n++] = u.at[i++];
    while (j < v.count) x->at[n++] = v.at[j++];
    x->count = n;
    return TA_OK;
}

int q_divides(q_word u, q_word v, q_letter *rest) {
    size_t i = 0, n = 0;
    if (u.count > v.count) return 0;
    for (size_t j = 0; j < v.count; j++) {
        if (i < u.count && u.at[i] == v.at[j]) i++;
        else if (n == v.count - u.count) return 0;
        else rest[n++] = v.at[j];
    }
    return 1;
}

int q_equal(q_word u, q_word v) {
    return u.count == v.count && (u.count == 0 || memcmp(u.at, v.at, u.count * sizeof *u.at) == 0);
}

int q_before(q_word u, q_word v) {
    for (size_t i = 0; i < u.count && i < v.count; i++)
        if (u.at[i] != v.at[i]) return u.at[i] < v.at[i];
    return u.count < v.count;
}

/* ---- The map ---- */

void q_map_clear(const ta_allocator *a, q_map *m) {
    ta_free(a, m->value, m->value_cap, sizeof *m->value);
    ta_free(a, m->slot, m->slots, sizeof *m->slot);
    q_words_clear(a, &m->words);
    memset(m, 0, sizeof *m);
}

void q_map_forget(q_map *m) {
    q_words_forget(&m->words);
    if (m->slots) memset(m->slot, 0, m->slots * sizeof *m->slot);
}

static uint64_t hash(q_word word) {
    uint64_t h = word.count;
    for (size_t i = 0; i < word.count; i++) h = ta_hash(h ^ word.at[i]);
    return h;
}

/* The slot of the word, or the free one for it. */
static size_t find(const q_map *m, q_word word) {
    size_t mask = m->slots - 1, i = (size_t)hash(word) & mask;
    while (m->slot[i] && !q_equal(q_words_get(&m->words, m->slot[i] - 1), word)) i = (i + 1) & mask;
    return i;
}

int32_t q_map_get(const q_map *m, q_word word) {
    if (!m->slots) return -1;
    uint32_t number = m->slot[find(m, word)];
    return number ? m->value[number - 1] : -1;
}

static ta_status widen(const ta_allocator *a, q_map *m) {
    size_t slots = m->slots ? 2 * m->slots : 256;
    uint32_t *slot = ta_alloc(a, slots, sizeof *slot);
    if (!slot) return TA_ENOMEM;
    ta_free(a, m->slot, m->slots, sizeof *m->slot);
    m->slot = slot;
    m->slots = slots;
    for (size_t i = 0; i < m->words.count; i++)
        m->slot[find(m, q_words_get(&m->words, i))] = (uint32_t)i + 1;
    return TA_OK;
}

ta_status q_map_set(const ta_allocator *a, q_map *m, q_word word, int32_t value) {
    ta_status s = TA_OK;
    if (2 * (m->words.count + 1) > m->slots) s = widen(a, m);
    if (!s)
        s = ta_reserve(a, (void **)&m->value, &m->value_cap, m->words.count + 1, sizeof *m->value);
    if (s) return s;
    size_t i = find(m, word);
    if (!m->slot[i]) {
        s = q_words_add(a, &m->words, word);
        if (s) return s;
        m->slot[i] = (uint32_t)m->words.count;
    }
    m->value[m->slot[i] - 1] = value;
    return TA_OK;
}

/* ---- Work ---- */

ta_status q_too_much_work(const q_game *g, ta_call *call) {
    return ta_fail(call, TA_ELIMIT,
                   "%s: no period is proved by the misere quotient of heaps to %zu, which has %zu "
                   "elements, after all the work that positions = %lld allow; more positions, or a "
                   "number of heaps, allow more",
                   g->text, g->heap - 1, g->known.order, (long long)g->settings.positions);
}
