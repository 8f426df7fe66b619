/*
** check.c - checks a certificate. It shares no code with the search, and uses only the
** set A and the words. It is written to be read.
**
** The staircase s_n(e), the least d with which the mover wins at (n; d, e), is a
** lattice path: H steps right (e), V steps up (d). s_n(e) is the number of V
** before the (e+1)-th H. Exchanging H and V gives t_n(d), the number of e at which
** the mover wins with d. Since a move a leads to (n-a; e, d-a),
**      s_n(e) = min over a in A, a <= n, of a + t_{n-a}(e).                    (1)
** The certificate gives a word F_i(k) for each residue i < m, with exponents c + g k,
** and a base N0 and a level k1. It holds if
**  (G) N0 >= max A, k1 m >= max A, k1 is the least level that (O) allows, and no
**      word outgrows its n: at most N0 + i + k m columns and as many rows;
**  (B) for N0 <= n < N0 + k0 m the path of s_n, computed by (1) from n = 0 on, is
**      F_i(k), where (k, i) = divmod(n - N0, m) and k0 = ceil(max A / m);
**  (S) for all i, all k >= k0 and all e:  F_i(k, e) = min of a + F_j^T(k - q, e),
**      where i - a = j - q m, 0 <= j < m, and T exchanges H and V. The terms of the
**      minimum are the branches of F_i.
** THEOREM 1. Then the path of s_n is F_i(k) for every n >= N0.
**   Proof by induction on n. For n < N0 + k0 m this is (B). Beyond, k m >= max A. Every
**   a <= N0 <= n is legal and n - a >= N0, so (1) is (S).
** Below k1 (S) is checked level by level. From k1 on it is a statement about all k
** and e, but a finite check decides it. The borders between items, of F_i and of its
** branches, are lines e = alpha k + beta.
**  (O) From k1 on the borders keep their order. Neighbours have alpha' >= alpha. If
**      alpha' > alpha, they are at least L apart, where L is the least common multiple
**      of the columns of the blocks active between them.
** In a growing strip put k = k1 + r + R t, e = alpha k + beta + x + L y, 0 <= r < R,
** 0 <= x < L. Choose R so that every active block meets e in the same column of its
** word for all t and y, and that the largest y is Y(t) = Y0 + t D, D >= 1.
** On such a class every F is affine in (t, y), or infinite throughout.
** THEOREM 2. Let Da = branch a - F_i. (S) holds from k1 on if and only if on every class
**   each Da has Da(0,0) >= 0, Da(0,Y0) >= 0, Da(1,0) >= Da(0,0) and
**   Da(1,Y(1)) >= Da(0,Y0); and some Da is 0 at all four points.
**   Sufficient: Da at (t,y) lies between its values on the two border rays, which start
**   at >= 0 and do not fall. An affine function with three zeros not in a line is 0.
**   Necessary: a function that falls along a ray ends below 0. If no Da were zero
**   everywhere, their zeros would be on finitely many lines, which cannot cover the
**   lattice points of a widening wedge. At some point no Da would be 0, and the minimum
**   would not be F_i.
** Affine means Da(t, y) = Da(0,0) + t up + y across. up and across are the same for all
** classes of a strip, so each class needs one value of each function.
** A strip of constant width has no y; the last strip (after all items) has one column.
*/
#include <stdlib.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "certificate.h"

#define CHECK_LEVELS 4096      /* the limit of k1, to bound the time */
#define CHECK_CLASSES 20000000 /* the limit of classes of one strip */
#define INFINITE INT64_MAX

/* One item of a word as a function of k and e. It starts at the border alpha k + beta with height
** rise_k k + rise_0. It rises by `rows` every `columns`, with `heights` within. */
typedef struct piece {
    int64_t alpha, beta;
    int64_t rise_k, rise_0;
    int64_t columns, rows; /* columns = 0: constant; INFINITE: no d wins */
    const int32_t *heights;
} piece;

/* The rise of a function over R levels along the border, and over L columns. */
typedef struct growth {
    int64_t up, across;
} growth;

typedef struct line {
    int64_t alpha, beta, at;
} line; /* a border; it is sorted by at = alpha k + beta */

struct certificate_checker {
    const certificate *c;
    ta_call *call;
    ta_allocator a;
    int32_t *heights[2]; /* [0] the V before each H of an item, [1] the H before each V */
    size_t *place[2];    /* the index of an item's first entry in heights */
    piece *pieces;       /* F_i, then its branches, each a run of pieces */
    size_t *run;         /* run[f] .. run[f + 1) are the pieces of function f */
    size_t *active;      /* the piece of each function in the current strip */
    growth *growth;      /* of each function there */
    line *lines;
    size_t functions, line_count, most_items;
};
typedef certificate_checker checker;

/* ---- Setting up ---- */

void certificate_checker_close(checker *k) {
    if (!k) return;
    const ta_allocator a = k->a;
    const certificate *c = k->c;
    size_t functions = c->set.count + 1, pieces = functions * (k->most_items + 1);
    for (int turned = 0; turned < 2; turned++) {
        ta_free(&k->a, k->heights[turned], c->letter_count + 1, sizeof **k->heights);
        ta_free(&k->a, k->place[turned], c->item_count + 1, sizeof **k->place);
    }
    ta_free(&k->a, k->pieces, pieces, sizeof *k->pieces);
    ta_free(&k->a, k->lines, pieces, sizeof *k->lines);
    ta_free(&k->a, k->run, functions + 1, sizeof *k->run);
    ta_free(&k->a, k->active, functions, sizeof *k->active);
    ta_free(&k->a, k->growth, functions, sizeof *k->growth);
    ta_free(&a, k, 1, sizeof *k);
}

ta_status certificate_checker_open(const certificate *c, checker **out) {
    checker *k = ta_alloc(&c->allocator, 1, sizeof *k);
    if (!k) return TA_ENOMEM;
    *k = (checker){ .c = c, .a = c->allocator };
    for (size_t i = 0; i < c->word_count; i++)
        if (c->words[i].count > k->most_items) k->most_items = c->words[i].count;
    size_t functions = c->set.count + 1, pieces = functions * (k->most_items + 1);
    for (int turned = 0; turned < 2; turned++) {
        k->heights[turned] = ta_alloc(&k->a, c->letter_count + 1, sizeof **k->heights);
        k->place[turned] = ta_alloc(&k->a, c->item_count + 1, sizeof **k->place);
    }
    k->pieces = ta_alloc(&k->a, pieces, sizeof *k->pieces);
    k->lines = ta_alloc(&k->a, pieces, sizeof *k->lines);
    k->run = ta_alloc(&k->a, functions + 1, sizeof *k->run);
    k->active = ta_alloc(&k->a, functions, sizeof *k->active);
    k->growth = ta_alloc(&k->a, functions, sizeof *k->growth);
    if (!k->heights[0] || !k->heights[1] || !k->place[0] || !k->place[1] || !k->pieces ||
        !k->lines || !k->run || !k->active || !k->growth) {
        certificate_checker_close(k);
        return TA_ENOMEM;
    }
    for (int turned = 0; turned < 2; turned++) {
        size_t to = 0;
        for (size_t i = 0; i < c->item_count; i++) {
            int32_t height = 0;
            k->place[turned][i] = to;
            for (int64_t l = 0; l < c->items[i].length; l++) {
                int is_column = (c->letters[c->items[i].at + (size_t)l] == 'H') != turned;
                if (is_column) k->heights[turned][to++] = height;
                else height++;
            }
        }
    }
    *out = k;
    return TA_OK;
}

/* Add the pieces of offset + F_residue(level - lag, e); `turned`: with H and V exchanged. */
static void add_function(checker *k, int64_t residue, int64_t lag, int64_t offset, int turned) {
    const certificate_word *word = &k->c->words[residue];
    piece at = { 0, 0, 0, offset, 0, 0, NULL };
    piece *to = k->pieces + k->run[k->functions];
    for (size_t i = word->first; i < word->first + word->count; i++) {
        const certificate_item *item = &k->c->items[i];
        at.columns = turned ? item->rows : item->columns;
        at.rows = turned ? item->columns : item->rows;
        at.heights = k->heights[turned] + k->place[turned][i];
        if (at.columns > 0) *to++ = at; /* an item without columns only raises later items */
        int64_t times = item->c - item->g * lag;
        at.alpha += at.columns * item->g;
        at.beta += at.columns * times;
        at.rise_k += at.rows * item->g;
        at.rise_0 += at.rows * times;
    }
    at.columns = (word->end == 'H') != turned ? 0 : INFINITE;
    *to++ = at;
    k->functions++;
    k->run[k->functions] = (size_t)(to - k->pieces);
}

/* Set the functions: F_i, and its branches a + F_j^T(k - q), i - a = j - q m. */
static void set_functions(checker *k, int64_t i) {
    k->functions = 0;
    k->run[0] = 0;
    add_function(k, i, 0, 0, 0);
    for (size_t b = 0; b < k->c->set.count; b++) {
        int64_t a = k->c->set.a[b];
        int64_t lag = i < a ? (a - i - 1) / k->c->period + 1 : 0;
        add_function(k, i - a + lag * k->c->period, lag, a, 1);
    }
}

static int by_place(const void *x, const void *y) {
    const line *p = x, *q = y;
    if (p->at != q->at) return p->at < q->at ? -1 : 1;
    if (p->alpha != q->alpha) return p->alpha < q->alpha ? -1 : 1;
    return 0;
}

/* List all borders once each, in their order at `level`. */
static void set_lines(checker *k, int64_t level) {
    size_t n = 0;
    for (size_t p = 0; p < k->run[k->functions]; p++) {
        const piece *from = &k->pieces[p];
        k->lines[n++] = (line){ from->alpha, from->beta, from->alpha * level + from->beta };
    }
    qsort(k->lines, n, sizeof *k->lines, by_place);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || by_place(&k->lines[kept - 1], &k->lines[i]))
            k->lines[kept++] = k->lines[i];
    k->line_count = kept;
    for (size_t f = 0; f < k->functions; f++) k->active[f] = k->run[f];
}

/* Advance every function to its piece in the strip that begins at `from`. */
static void enter_strip(checker *k, const line *from, int64_t level) {
    for (size_t f = 0; f < k->functions; f++) {
        while (k->active[f] + 1 < k->run[f + 1]) {
            const piece *next = &k->pieces[k->active[f] + 1];
            line border = { next->alpha, next->beta, next->alpha * level + next->beta };
            if (by_place(&border, from) > 0) break;
            k->active[f]++;
        }
    }
}

static int64_t gcd(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

/* The least common multiple; -1 if it is beyond CHECK_CLASSES, or if a or b is -1. */
static int64_t lcm(int64_t a, int64_t b) {
    if (a < 0 || b < 0) return -1;
    int64_t m = a / gcd(a, b);
    return m > CHECK_CLASSES / b ? -1 : m * b;
}

static int is_block(const piece *p) {
    return p->columns != 0 && p->columns != INFINITE;
}

/* L: the least number of columns that is a multiple of every active block's; -1: too many. */
static int64_t strip_columns(const checker *k) {
    int64_t L = 1;
    for (size_t f = 0; f < k->functions; f++)
        if (is_block(&k->pieces[k->active[f]])) L = lcm(L, k->pieces[k->active[f]].columns);
    return L;
}

/* ---- (O): the order of the borders ---- */

typedef enum order { ORDER_KEPT, ORDER_BROKEN, ORDER_TOO_LARGE } order;
static order borders_in_order(checker *k, int64_t i, int64_t level) {
    set_functions(k, i);
    set_lines(k, level);
    for (size_t s = 0; s + 1 < k->line_count; s++) {
        const line *from = &k->lines[s], *to = from + 1;
        if (to->alpha < from->alpha) return ORDER_BROKEN;
        if (to->alpha == from->alpha) continue;
        enter_strip(k, from, level);
        int64_t L = strip_columns(k);
        if (L < 0) return ORDER_TOO_LARGE;
        if (to->at - from->at < L) return ORDER_BROKEN;
    }
    return ORDER_KEPT;
}

int64_t certificate_first_level(const certificate *c) {
    return (c->set.a[c->set.count - 1] - 1) / c->period + 1;
}

static ta_status too_large(checker *k) {
    return ta_fail(k->call, TA_ELIMIT, "the blocks have more than %d common columns",
                   CHECK_CLASSES);
}

ta_status certificate_least_level(const certificate *c, ta_call *call, int64_t most,
                                  int64_t *level) {
    checker *k;
    ta_status s = certificate_checker_open(c, &k);
    if (s) return s;
    k->call = call;
    int64_t least = certificate_first_level(c);
    for (int64_t i = 0; i < c->period && !s; i++) {
        order o;
        while ((o = borders_in_order(k, i, least)) == ORDER_BROKEN && least <= most) least++;
        if (o == ORDER_TOO_LARGE) s = too_large(k);
        else if (least > most)
            s = ta_fail(call, TA_ELIMIT, "the level would be over %lld", (long long)most);
        else s = ta_poll(call, (uint32_t)k->line_count, (double)i, (double)c->period);
    }
    certificate_checker_close(k);
    if (!s) *level = least;
    return s;
}

/* ---- (S) on one strip ---- */

static int64_t value(const piece *p, int64_t k, int64_t e) {
    int64_t height = p->rise_k * k + p->rise_0;
    if (p->columns == 0) return height;
    int64_t local = e - p->alpha * k - p->beta, copy = local / p->columns;
    ta_assert(local >= 0); /* by (O), pieces begin before their strip */
    return height + copy * p->rows + p->heights[local - copy * p->columns];
}

/* Set the rise of all functions in the strip that begins at `from`. R levels and L columns bring
** each block back to the same column; L = 0: there is no y. */
static void set_growth(checker *k, const line *from, int64_t R, int64_t L) {
    for (size_t f = 0; f < k->functions; f++) {
        const piece *p = &k->pieces[k->active[f]];
        k->growth[f] = (growth){ p->rise_k * R, 0 };
        if (!is_block(p)) continue;
        k->growth[f].up += (from->alpha - p->alpha) * R / p->columns * p->rows;
        k->growth[f].across = L / p->columns * p->rows;
    }
}

/* On the columns e + L y, 0 <= y <= last, of one level: is F_i nowhere above a branch, and equal
** to one branch throughout, at this level and at those above? */
static int class_holds(const checker *k, int64_t level, int64_t e, int64_t last) {
    const piece *own = &k->pieces[k->active[0]];
    int equal = own->columns == INFINITE;
    int64_t own_value = equal ? 0 : value(own, level, e);
    for (size_t f = 1; f < k->functions; f++) {
        const piece *branch = &k->pieces[k->active[f]];
        if (branch->columns == INFINITE) continue;
        if (own->columns == INFINITE) return 0;
        int64_t D = value(branch, level, e) - own_value;
        int64_t up = k->growth[f].up - k->growth[0].up;
        int64_t across = k->growth[f].across - k->growth[0].across;
        if (D < 0 || D + last * across < 0) return 0;
        if (D == 0 && up == 0 && across == 0) equal = 1;
    }
    return equal;
}

/* Does no branch fall towards F_i along either border? R levels add `more` to the largest y. */
static int rays_hold(const checker *k, int64_t more) {
    if (k->pieces[k->active[0]].columns == INFINITE) return 1; /* class_holds checks it */
    for (size_t f = 1; f < k->functions; f++) {
        if (k->pieces[k->active[f]].columns == INFINITE) continue;
        int64_t up = k->growth[f].up - k->growth[0].up;
        if (up < 0 || up + more * (k->growth[f].across - k->growth[0].across) < 0) return 0;
    }
    return 1;
}

/* R: the levels after which every active block meets the border `from`, and the
** far border (`spread` = alpha' - alpha), in the same column again. */
static int64_t strip_levels(const checker *k, const line *from, int64_t L, int64_t spread) {
    int64_t R = spread ? L / gcd(L, spread) : 1;
    for (size_t f = 0; f < k->functions; f++) {
        const piece *p = &k->pieces[k->active[f]];
        if (is_block(p)) R = lcm(R, p->columns / gcd(p->columns, from->alpha - p->alpha));
    }
    return R;
}

/* Check the strip from one border to the next (NULL: an endless strip). */
static ta_status check_strip(checker *k, const line *from, const line *to, int *holds) {
    int64_t level = k->c->level, spread = to ? to->alpha - from->alpha : 0;
    int64_t width = to ? to->beta - from->beta : 1;
    int64_t L = spread ? strip_columns(k) : width;
    ta_assert(spread >= 0 && (spread || width > 0)); /* (O): the borders are in order */
    int64_t R = L < 0 ? -1 : strip_levels(k, from, L, spread);
    if (R < 0 || R > CHECK_CLASSES / (L + 1)) return too_large(k);
    set_growth(k, from, R, spread ? L : 0);
    *holds = rays_hold(k, spread * R / L);
    for (int64_t r = 0; r < R && *holds; r++) {
        ta_status s = ta_poll(k->call, (uint32_t)(k->functions * 8), 0, 0);
        if (s) return s;
        int64_t near = level + r, e = from->alpha * near + from->beta;
        int64_t columns = spread * near + width;
        for (int64_t x = 0; x < L && *holds; x++)
            *holds = class_holds(k, near, e + x, spread ? (columns - 1 - x) / L : 0);
    }
    return TA_OK;
}

/* (S) for residue i at one level below k1. The borders have their order at this level. On each
** class of e modulo L all functions are affine in y. A class with more columns than branches has a
** branch equal to F_i at two of them, hence at all. In a narrower strip each column is a class. */
static ta_status check_level(checker *k, int64_t i, int64_t level, int *holds) {
    set_functions(k, i);
    set_lines(k, level);
    for (size_t l = 0; l < k->line_count && *holds; l++) {
        const line *from = &k->lines[l];
        enter_strip(k, from, level);
        int64_t width = l + 1 < k->line_count ? from[1].at - from->at : 1;
        int64_t L = strip_columns(k);
        if (L < 0 || width < (int64_t)k->functions * L) L = width;
        set_growth(k, from, 0, L < width ? L : 0);
        for (int64_t x = 0; x < L && *holds; x++) {
            ta_status s = ta_poll(k->call, (uint32_t)k->functions, 0, 0);
            if (s) return s;
            *holds = class_holds(k, level, from->at + x, (width - 1 - x) / L);
        }
    }
    return TA_OK;
}

/* (S) for residue i: the levels below k1 one by one, then every strip. */
ta_status certificate_check_residue(checker *k, ta_call *call, int64_t i, int *holds) {
    k->call = call;
    ta_status s = ta_poll(call, 64, (double)i, (double)k->c->period);
    int64_t level = certificate_first_level(k->c);
    for (; level < k->c->level && *holds && !s; level++) s = check_level(k, i, level, holds);
    set_functions(k, i);
    set_lines(k, k->c->level);
    for (size_t l = 0; l < k->line_count && *holds && !s; l++) {
        const line *from = &k->lines[l], *to = l + 1 < k->line_count ? from + 1 : NULL;
        enter_strip(k, from, k->c->level);
        s = check_strip(k, from, to, holds);
    }
    if (!s && !*holds)
        ta_fail(k->call, s, "(S) fails for residue %lld: the word does not follow from the others",
                (long long)i);
    return s;
}

/* ---- (G): the shape ---- */

/* Is word i well formed, without empty items, and no longer than its n at any level? */
static int word_fits(const certificate *c, size_t i) {
    int64_t columns = 0, rows = 0, more_columns = 0, more_rows = 0;
    int64_t n = c->base + (int64_t)i;
    for (size_t j = c->words[i].first; j < c->words[i].first + c->words[i].count; j++) {
        const certificate_item *item = &c->items[j];
        if (item->length < 1 || item->c < 0 || item->g < 0 || item->c + item->g == 0) return 0;
        if (item->c > n || item->g > c->period || item->length > 2 * n) return 0;
        columns += item->columns * item->c;
        rows += item->rows * item->c;
        more_columns += item->columns * item->g;
        more_rows += item->rows * item->g;
        if (columns > n || rows > n || more_columns > c->period || more_rows > c->period) return 0;
        if (j + 1 == c->words[i].first + c->words[i].count &&
            c->letters[item->at + (size_t)item->length - 1] == c->words[i].end)
            return 0; /* letters of the end would precede it */
    }
    return 1;
}

static ta_status check_shape(checker *k, int *holds) {
    const certificate *c = k->c;
    *holds = 0;
    int64_t largest = c->set.count ? c->set.a[c->set.count - 1] : 0;
    if (largest < 1 || c->set.a[0] < 1)
        return ta_fail(k->call, TA_OK, "(G) fails: A has no members, or 0");
    if (c->period < 1 || c->level < 1 || c->base < largest || c->level * c->period < largest)
        return ta_fail(k->call, TA_OK, "(G) fails: base and level times period must reach max A");
    if (c->base > CERTIFICATE_STONES || c->period > CERTIFICATE_STONES || c->level > CHECK_LEVELS ||
        c->base + certificate_first_level(c) * c->period > CERTIFICATE_STONES)
        return ta_fail(k->call, TA_ELIMIT, "brute force would go beyond n = %d",
                       CERTIFICATE_STONES);
    if ((int64_t)c->word_count != c->period)
        return ta_fail(k->call, TA_OK, "(G) fails: %zu words for %lld residues", c->word_count,
                       (long long)c->period);
    for (size_t i = 0; i < c->word_count; i++)
        if (!word_fits(c, i))
            return ta_fail(k->call, TA_OK,
                           "(G) fails: the word of residue %zu is empty or too long", i);
    *holds = 1;
    return TA_OK;
}

/* Check that the level is the least at which (O) holds. */
static ta_status check_order(checker *k, int *holds) {
    int least = k->c->level == certificate_first_level(k->c);
    for (int64_t i = 0; i < k->c->period; i++) {
        order o = borders_in_order(k, i, k->c->level);
        if (o == ORDER_TOO_LARGE) return too_large(k);
        if (o == ORDER_BROKEN) {
            *holds = 0;
            return ta_fail(
                k->call, TA_OK,
                "(O) fails: at level %lld the borders of residue %lld still change order",
                (long long)k->c->level, (long long)i);
        }
        if (!least) least = borders_in_order(k, i, k->c->level - 1) == ORDER_BROKEN;
        ta_status s = ta_poll(k->call, (uint32_t)k->line_count, (double)i, (double)k->c->period);
        if (s) return s;
    }
    *holds = least;
    return least ? TA_OK : ta_fail(k->call, TA_OK, "(G) fails: a lower level would do");
}

/* ---- All but (S) ---- */

ta_status certificate_check_finite(const certificate *c, ta_call *call, int *holds) {
    checker *k;
    ta_status s = certificate_checker_open(c, &k);
    if (s) return s;
    k->call = call;
    s = check_shape(k, holds);
    if (!s && *holds) s = check_order(k, holds);
    if (!s && *holds) s = certificate_brute(c, call, certificate_first_level(c), holds);
    certificate_checker_close(k);
    return s;
}
