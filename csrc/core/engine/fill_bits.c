/*
** fill_bits.c - solves rows of single bits together (fill_rows.c): does the player to move lose?
**
** In a row the rule describes options by a list of items (option_runs.h): in position t the places
** id + t * by + i * step, for i up to turns + t * more. If by = 1, an item is for each i a row of
** answers some distance back. Then 64 positions are looked up at once, shifted. Other items are
** looked up one by one, only if no losing option is known.
**
** Options inside the current chunk: once a position is found losing, every later position at an
** option's distance from it is marked winning.
**
** Rays. A ray is an item with options in earlier rows, one step apart. The first one lies at a
** fixed distance from each position. Example: remove any number from a pile that is not the last. A
** position's ray is its first option, followed by the ray of the place one step away, if that ray
** ends at the same place. So one bit for each position (some place of the ray loses) costs two
** lookups, whatever the length. These bits are kept as far back as a step reaches. Spans record
** where a ray ends: for a range of columns in a row of the box, the number of options. If the spans
** do not fit, or the place lies before the ray was first seen, the options are looked up one by
** one. So a row costs the same however many options its positions have.
**
** Why it is right: wavefront.h says which answers exist already. A ray's bit is used only if the spans
** prove that the two rays have the same places except the first.
*/
#include "base/mem.h"
#include "base/poll.h"
#include "fill_int.h"

#define BITS_MOST 8388608 /* places of a batch */
#define CHUNK_WORDS 256   /* words of 64 positions in a chunk */
#define RAYS 8
#define RAY_WORTH 3                 /* options */
#define RAY_MOST ((int64_t)1 << 26) /* places of a step */
#define ROW_WIDTH 64                /* spans are not worth it for a shorter row */
#define ROWS_MOST 32768             /* of a batch, and of a step */
#define SPANS_EACH 4                /* spans of a row */

/* Columns first..end - 1 of row `row` - 1 of the box: column c has turns + c * more + 1 options. */
typedef struct span {
    atomic_llong row; /* written last, by the thread that solves the row */
    int64_t first, end, turns, more;
} span;

typedef struct ray {
    int64_t first, step; /* from a position to the first option; between options */
    uint8_t *sum;   /* bits of the batch, laid out as fill_bits.lost */
    uint8_t *old;   /* bits before the batch: place p at bit p mod old_bits */
    uint64_t old_bits;
    span *span;     /* spans of row r from (r mod spans) * SPANS_EACH on */
    size_t spans;
} ray;

/* An item of the current piece, reversed where that helps. Options still to look up: from `first`
** on for a growing item, first..end - 1 for a row of answers. */
typedef struct look {
    ta_row_item item;
    int64_t first, end;
    int across, growing;
} look;

/* The state of a thread. */
typedef struct hand {
    uint64_t won[CHUNK_WORDS], sum[CHUNK_WORDS]; /* by position of the chunk: an option, a place of
                                                 ** the ray loses */
    uint64_t strike[CHUNK_WORDS]; /* a losing position t makes t + 1 + j win, for each bit j */
    size_t strikes;               /* words in use */
    int64_t free; /* positions t < free of the piece have no options */
    int all;      /* all positions not yet decided win */
    char apart[TA_APART];
} hand;

typedef struct fill_bits {
    uint8_t *lost; /* answers of the batch: slab after slab, `slab` bytes each */
    size_t slab, cap;
    int64_t width; /* of a row of the box */
    ray ray[RAYS];
    unsigned rays;
    atomic_llong wish; /* -first and -step of a ray seen but not kept, 32 bits each; 0: none */
    hand *hand; /* one for each thread, and look_each looks */
    look *look;
    size_t look_each, look_cap;
} fill_bits;

/* ---- Bits ---- */

static inline uint64_t low(size_t count) {
    return ((uint64_t)1 << count) - 1;
}

/* OR `count` bits of `from`, from `bit` on, into the words from bit `at` on. */
static void or_range(uint64_t *to, size_t at, const uint8_t *from, uint64_t bit, size_t count) {
    size_t s = at & 63, head = s ? 64 - s : 0;
    to += at >> 6;
    if (head > count) head = count;
    if (head) *to++ |= (ta_bits_at(from, bit) & low(head)) << s;
    bit += head;
    count -= head;
    ta_bits_or(to, count >> 6, from, bit);
    if (count & 63) to[count >> 6] |= ta_bits_at(from, bit + (count & ~(size_t)63)) & low(count & 63);
}

/* OR the bits of places from `place` on into the words from bit `at` on. `slabs` has the bits of
** the batch, `old` those before it. */
static void gather(const fill *w, const uint8_t *old, uint64_t old_bits, const uint8_t *slabs, uint64_t *to,
                   size_t at, int64_t place, int64_t count) {
    while (count > 0) {
        int64_t most;
        if (place < w->base) {
            uint64_t bit = (uint64_t)place & (old_bits - 1); /* a power of two, or 0: all are
                                                             ** kept */
            most = w->base - place;
            if (old_bits && most > (int64_t)(old_bits - bit)) most = (int64_t)(old_bits - bit);
            if (most > count) most = count;
            or_range(to, at, old, bit, (size_t)most);
        } else {
            int64_t slab = (place - w->base) / w->wave.n, bit = place - w->base - slab * w->wave.n;
            most = w->wave.n - bit < count ? w->wave.n - bit : count;
            or_range(to, at, slabs + (size_t)slab * w->bits->slab, (uint64_t)bit, (size_t)most);
        }
        at += (size_t)most;
        place += most;
        count -= most;
    }
}

static inline void gather_lost(const fill *w, uint64_t *to, size_t at, int64_t place, int64_t count) {
    gather(w, w->f->data, 0, w->bits->lost, to, at, place, count);
}

static inline int loses(const fill *w, int64_t place) {
    if (place < w->base) return (int)ta_answer_get(w->f->data, 1, (uint64_t)place);
    int64_t slab = w->wave.count > 1 ? (place - w->base) / w->wave.n : 0;
    int64_t bit = place - w->base - slab * w->wave.n;
    return (int)ta_answer_get(w->bits->lost + (size_t)slab * w->bits->slab, 1, (uint64_t)bit);
}

/* ---- Items ---- */

/* Reverse an item's options if their last one is the same in every position. Also reverse them if a
** fixed number of them step forward. */
static void turn(ta_row_item *item) {
    int same = item->by == -item->more * item->step;
    if (!same && !(item->more == 0 && item->step > 0)) return;
    item->id += item->turns * item->step;
    item->step = -item->step;
    if (same) item->by = 0;
}

/* Start a piece. */
static void take(hand *h, look *looks, const ta_wave_piece *piece) {
    h->all = 0;
    h->free = piece->n;
    for (size_t k = 0; k < piece->row.count; k++) {
        look *x = &looks[k];
        x->item = piece->row.item[k];
        turn(&x->item);
        x->first = x->end = 0;
        x->across = x->item.by == 1 && x->item.more >= 0;
        x->growing = x->item.by == 0 && x->item.more >= 0;
        if (x->item.from < h->free) h->free = x->item.from;
    }
}

/* Record options at distance `far` of positions lo..hi - 1, from t on, that lie among these
** positions. 0: not all positions have the option there; it must be looked up. */
static int strike(hand *h, int64_t far, int64_t lo, int64_t hi, int64_t t) {
    if (far <= 0 || t > lo + far) return 0;
    if (far >= hi - lo) return 1;
    size_t word = (size_t)(far - 1) >> 6;
    while (h->strikes <= word) h->strike[h->strikes++] = 0;
    h->strike[word] |= (uint64_t)1 << ((far - 1) & 63);
    return 1;
}

/* Gather an item's options of positions lo..hi - 1: those before lo into `to`, those inside by
** `strike`. Note the rest in x->first and x->end. Returns their number. */
static int64_t gather_item(const fill *w, hand *h, look *x, int64_t id, int64_t lo, int64_t hi, uint64_t *to) {
    const ta_row_item *item = &x->item;
    int64_t count = item->turns + (hi - 1) * item->more + 1, place = item->id;
    x->first = x->end = 0;
    for (int64_t i = 0; i < count; i++, place += item->step) {
        int64_t t = item->from > lo ? item->from : lo;
        if (i > item->turns) { /* this option exists from some t on */
            int64_t later = (i - item->turns + item->more - 1) / item->more;
            if (later > t) t = later;
        }
        if (t >= hi) continue;
        int64_t far = id - place, end = lo + far < hi ? lo + far : hi;
        if (t < end) gather_lost(w, to, (size_t)(t - lo), place + t, end - t);
        if (strike(h, far, lo, hi, t)) continue;
        if (x->end == 0) x->first = i;
        x->end = i + 1;
    }
    return count;
}

/* ---- Rays ---- */

static span *spans_of(const ray *r, int64_t row) {
    return r->span + ((size_t)row & (r->spans - 1)) * SPANS_EACH;
}

/* Is the ray one step away from `count` positions, from t on, their own ray without the first
** option? `place` is one step from t. */
static int continues(const fill *w, const ray *r, const ta_row_item *item, int64_t place, int64_t t, int64_t count) {
    int64_t row = place / w->bits->width, column = place - row * w->bits->width, end = column + count;
    const span *x = spans_of(r, row);
    if (place < 0) return 0; /* the step leaves the box: one option */
    for (int k = 0; k < SPANS_EACH && column < end; k++, x++) { /* in the order of columns */
        if (atomic_load_explicit(&x->row, memory_order_acquire) != row + 1) continue;
        if (column < x->first || column >= x->end || x->more != item->more) continue;
        if (x->turns + column * x->more + 1 != item->turns + t * item->more) continue;
        t += x->end - column;
        column = x->end;
    }
    return column >= end;
}

/* Are these places done already? `lead` covers only options, and they need not be options. */
static int reached(const fill *w, int64_t place, int64_t own, int64_t lead) {
    int64_t n = w->wave.n;
    return place < w->base || (place - w->base) % n <= (own - w->base) % n + lead;
}

/* Record a span: the piece's row has this ray from here on. If the ray begins with one option, the
** column before has none. */
static void claim(const fill *w, ray *r, const ta_row_item *item, const ta_wave_piece *piece) {
    int64_t row = piece->id / w->bits->width, column = piece->id - row * w->bits->width, from = item->from;
    span *x = spans_of(r, row);
    if (from > 0 && item->turns + (from - 1) * item->more == -1) from--;
    for (int k = 0; k < SPANS_EACH; k++, x++) {
        if (atomic_load_explicit(&x->row, memory_order_relaxed) == row + 1) continue;
        x->first = column + from;
        x->end = column + piece->n;
        x->turns = item->turns - column * item->more;
        x->more = item->more;
        atomic_store_explicit(&x->row, row + 1, memory_order_release);
        return;
    }
}

/* The item's ray number; -1: no ray, or none kept. A worthwhile new ray goes to b->wish. */
static int ray_of(fill_bits *b, const look *x, const ta_wave_piece *piece) {
    const ta_row_item *item = &x->item;
    int64_t first = item->id - piece->id, places = -item->step;
    if (!x->across || places < piece->n || -first < piece->n) return -1;
    for (unsigned k = 0; k < b->rays; k++)
        if (b->ray[k].step == item->step && b->ray[k].first == first) return (int)k;
    if (b->width < ROW_WIDTH || places > RAY_MOST || places / b->width > ROWS_MOST || first < -RAY_MOST) return -1;
    if (item->turns + (piece->n - 1) * item->more >= RAY_WORTH - 1 && b->rays < RAYS)
        atomic_store_explicit(&b->wish, -first << 32 | places, memory_order_relaxed);
    return -1;
}

/* Gather the ray of an item in positions lo..hi - 1 of a piece of this slab. */
static int64_t follow(const fill *w, ray *r, hand *h, look *x, size_t slab, const ta_wave_piece *piece, int64_t lo,
                      int64_t hi, int64_t lead) {
    const ta_row_item *item = &x->item;
    size_t words = (size_t)(hi - lo + 63) / 64;
    int64_t t = item->from > lo ? item->from : lo, looked = 2;
    x->first = x->end = 0;
    if (lo == 0) claim(w, r, item, piece);
    if (t >= hi) return 0;
    memset(h->sum, 0, words * sizeof *h->sum);
    int64_t own = piece->id + t, next = own + item->step;
    if (continues(w, r, item, next, t, hi - t) && reached(w, next, own, lead)) {
        gather_lost(w, h->sum, (size_t)(t - lo), item->id + t, hi - t);
        gather(w, r->old, r->old_bits, r->sum, h->sum, (size_t)(t - lo), next, hi - t);
    } else {
        looked = gather_item(w, h, x, piece->id, lo, hi, h->sum);
    }
    for (size_t k = 0; k < words; k++) h->won[k] |= h->sum[k];
    ta_bits_add(r->sum + slab * w->bits->slab, (uint64_t)(piece->at + lo), h->sum, (size_t)(hi - lo));
    return looked;
}

/* ---- Positions ---- */

/* Does one of `count` places from `place` on, `step` apart, lose? */
static int one_loses(const fill *w, int64_t place, int64_t step, int64_t count) {
    if ((step != 1 && step != -1) || count < 16) {
        while (count > 0 && !loses(w, place)) count--, place += step;
        return count > 0;
    }
    if (step < 0) place -= count - 1;
    for (; count > 0; count -= 64, place += 64) {
        uint64_t any = 0;
        gather_lost(w, &any, 0, place, count < 64 ? count : 64);
        if (any) return 1;
    }
    return 0;
}

/* Does an option of position t that was not gathered lose? *all: all later positions have it. */
static int wins(const fill *w, look *looks, size_t count, int64_t t, int *all, int64_t *looked) {
    for (size_t k = 0; k < count; k++) {
        look *x = &looks[k];
        const ta_row_item *item = &x->item;
        if (item->from > t) continue;
        int64_t i = 0, end = item->turns + t * item->more + 1;
        if (x->across) {
            i = x->first;
            if (end > x->end) end = x->end;
        } else if (x->growing) {
            i = x->first;
            if (end > i) x->first = end;
        }
        if (end <= i) continue;
        *looked += end - i;
        if (!one_loses(w, item->id + t * item->by + i * item->step, item->step, end - i)) continue;
        *all = x->growing;
        return 1;
    }
    return 0;
}

/* Position `at` of a chunk loses: mark what it makes win. The chunk has `words` words. */
static inline void strike_out(hand *h, size_t at, size_t words) {
    size_t to = (at + 1) >> 6, s = (at + 1) & 63;
    for (size_t k = 0; k < h->strikes && to + k < words; k++) {
        h->won[to + k] |= h->strike[k] << s;
        if (s && to + k + 1 < words) h->won[to + k + 1] |= h->strike[k] >> (64 - s);
    }
}

/* Decide positions lo..hi - 1 from the options not gathered, if there are `any`; write answers. */
static ta_status decide(fill *w, ta_call *call, hand *h, look *looks, size_t slab, const ta_wave_piece *piece, int64_t lo,
                        int64_t hi, int any) {
    uint8_t *lost = w->bits->lost + slab * w->bits->slab;
    size_t words = (size_t)(hi - lo + 63) / 64;
    ta_status st = TA_OK;
    for (int64_t t = lo; w->misere && t < h->free && t < hi; t++)
        h->won[(t - lo) >> 6] |= (uint64_t)1 << ((t - lo) & 63);
    for (int64_t from = lo; !st && from < hi && !h->all; from += 64) {
        size_t word = (size_t)(from - lo) >> 6;
        uint64_t left = hi - from < 64 ? low((size_t)(hi - from)) : ~(uint64_t)0; /* undecided */
        uint64_t open = left & ~h->won[word];
        int64_t looked = 0;
        if (!any && !h->strikes) ta_bits_add(lost, (uint64_t)(piece->at + from), &open, 64);
        while ((any || h->strikes) && open && !h->all) {
            int bit = __builtin_ctzll(open);
            left &= ~(uint64_t)1 << bit;
            if (!any || !wins(w, looks, piece->row.count, from + bit, &h->all, &looked)) {
                ta_answer_put(lost, 1, (uint64_t)(piece->at + from + bit), 1);
                strike_out(h, (size_t)(from - lo) + (size_t)bit, words);
            }
            open = left & ~h->won[word];
        }
        if (looked > 0) st = ta_poll(call, (uint32_t)(looked / 8), w->wave.at, w->wave.total);
    }
    return st;
}

/* Solve positions lo..hi - 1 of a piece: one chunk. */
static ta_status solve(fill *w, ta_call *call, unsigned thread, size_t slab, const ta_wave_piece *piece, int64_t lo,
                       int64_t hi) {
    fill_bits *b = w->bits;
    hand *h = &b->hand[thread];
    look *looks = b->look + thread * b->look_each;
    unsigned had = 0;
    int any = 0;
    int64_t looked = 0;
    int64_t lead = w->wave.rows[thread].lead;
    memset(h->won, 0, (size_t)(hi - lo + 63) / 64 * sizeof *h->won);
    h->strikes = 0;
    for (size_t k = 0; k < piece->row.count; k++) {
        look *x = &looks[k];
        int r = ray_of(b, x, piece);
        if (r >= 0 && !(had >> r & 1)) {
            looked += follow(w, &b->ray[r], h, x, slab, piece, lo, hi, lead);
            had |= 1u << r; /* a ray serves one item of a row */
        } else if (x->across && !h->all) {
            looked += gather_item(w, h, x, piece->id, lo, hi, h->won);
        }
        any |= !x->across || x->end > x->first;
    }
    ta_status st = h->all ? TA_OK : decide(w, call, h, looks, slab, piece, lo, hi, any);
    int64_t steps = looked * ((hi - lo) / 1024 + 1) + (hi - lo) / 64 + (int64_t)piece->row.count;
    return st ? st : ta_poll(call, (uint32_t)steps, w->wave.at, w->wave.total);
}

static ta_status run(void *ctx, ta_call *call, size_t slab, ta_wave_piece *piece, int64_t from, int64_t to,
                     unsigned thread, int64_t *done) {
    fill *w = ctx;
    ta_status st = TA_OK;
    if (from == 0) take(&w->bits->hand[thread], w->bits->look + thread * w->bits->look_each, piece);
    for (int64_t lo = from, hi; !st && lo < to; lo = hi) {
        hi = to - lo < CHUNK_WORDS * 64 ? to : lo + CHUNK_WORDS * 64;
        st = solve(w, call, thread, slab, piece, lo, hi);
    }
    *done = to;
    return st;
}

/* ---- Memory ---- */

static ta_status room(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    const ta_filling *f = w->f;
    fill_bits *b = ta_alloc(a, 1, sizeof *b);
    if (!b) return TA_ENOMEM;
    w->bits = b;
    b->width = f->to[f->size - 1] - f->from[f->size - 1] + 1;
    w->room = b->width < BITS_MOST / ROWS_MOST ? b->width * ROWS_MOST : BITS_MOST;
    if (w->count < (uint64_t)w->room) w->room = (int64_t)w->count;
    b->cap = (size_t)w->room / 8 + 24 * WAVE_SLABS;
    b->lost = ta_alloc(a, b->cap, 1);
    b->hand = ta_alloc(a, w->team.threads, sizeof *b->hand);
    if (!b->lost || !b->hand) return TA_ENOMEM;
    return ta_wave_open(&w->wave, a, &w->team, w->room, 64);
}

static void clear(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    fill_bits *b = w->bits;
    if (!b) return;
    for (unsigned k = 0; k < RAYS; k++) {
        ray *r = &b->ray[k];
        ta_free(a, r->sum, b->cap, 1);
        ta_free(a, r->old, r->old_bits / 8 + TA_ANSWERS_PAD, 1);
        ta_free(a, r->span, r->spans * SPANS_EACH, sizeof *r->span);
    }
    ta_free(a, b->lost, b->cap, 1);
    ta_free(a, b->hand, w->team.threads, sizeof *b->hand);
    ta_free(a, b->look, b->look_cap, sizeof *b->look);
    ta_free(a, b, 1, sizeof *b);
}

/* Open the ray recorded in b->wish. */
static ta_status open_ray(fill *w) {
    const ta_allocator *a = &w->s->allocator;
    fill_bits *b = w->bits;
    int64_t wish = atomic_load(&b->wish), step = wish & 0xffffffff;
    ray *r = &b->ray[b->rays];
    size_t bits = 64, rows = 4;
    atomic_store(&b->wish, 0);
    if (step == 0 || b->rays == RAYS) return TA_OK;
    while (bits < (size_t)step + 64) bits *= 2;
    while (rows < (size_t)((step + w->room) / b->width) + 4) rows *= 2;
    r->first = -(wish >> 32);
    r->step = -step;
    r->old_bits = bits;
    r->spans = rows;
    r->sum = ta_alloc(a, b->cap, 1);
    r->old = ta_alloc(a, bits / 8 + TA_ANSWERS_PAD, 1);
    r->span = ta_alloc(a, rows * SPANS_EACH, sizeof *r->span);
    if (!r->sum || !r->old || !r->span) return TA_ENOMEM;
    for (size_t k = 0; k < rows * SPANS_EACH; k++) atomic_init(&r->span[k].row, 0);
    b->rays++;
    return TA_OK;
}

/* ---- A batch ---- */

static ta_status ready(fill *w) {
    fill_bits *b = w->bits;
    const ta_wave *v = &w->wave;
    ta_status st = open_ray(w);
    b->slab = ((size_t)(v->n + 63) / 64 + 2) * 8;
    b->look_each = v->item_cap;
    if (!st) st = ta_reserve(&w->s->allocator, (void **)&b->look, &b->look_cap, v->item_cap * w->team.threads, sizeof *b->look);
    if (st) return st;
    memset(b->lost, 0, v->count * b->slab);
    for (unsigned k = 0; k < b->rays; k++) memset(b->ray[k].sum, 0, v->count * b->slab);
    return TA_OK;
}

/* Keep the last places of a ray, as far as a step reaches. */
static void keep(const fill *w, const ray *r, size_t slabs) {
    int64_t n = w->wave.n, all = (int64_t)slabs * n, most = (int64_t)r->old_bits;
    for (int64_t from = all > most ? all - most : 0; from < all;) {
        int64_t slab = from / n, bit = from - slab * n, count = n - bit;
        int64_t to = (w->base + from) & (most - 1);
        if (count > most - to) count = most - to;
        ta_bits_copy(r->old, (uint64_t)to, r->sum + (size_t)slab * w->bits->slab, (uint64_t)bit, (size_t)count);
        from += count;
    }
}

static void write(fill *w, size_t slabs, size_t had) {
    const fill_bits *b = w->bits;
    int64_t n = w->wave.n;
    for (size_t k = 0; k < slabs; k++)
        ta_bits_copy(w->f->data, (uint64_t)(w->base + (int64_t)k * n), b->lost + k * b->slab, 0, (size_t)n);
    for (unsigned k = 0; k < b->rays; k++) {
        const ray *r = &b->ray[k];
        keep(w, r, slabs);
        if (slabs == had) continue;
        int64_t last = (w->base + (int64_t)had * n - 1) / b->width; /* unfinished rows have no
                                                                    ** spans */
        for (int64_t row = (w->base + (int64_t)slabs * n) / b->width; row <= last; row++)
            for (int i = 0; i < SPANS_EACH; i++) atomic_store(&spans_of(r, row)[i].row, 0);
    }
}

const fill_kind ta_fill_bits = { room, clear, ready, write, run };
