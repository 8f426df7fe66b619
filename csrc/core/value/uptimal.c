/*
** uptimal.c - recognises uptimals, and orders them.
**
** An uptimal is x + *m + a1 ^ + a2 ^<2> + ... + ak ^<k>, x a number. Let ak > 0, k > 1. Its only
** right option is
**
**     x + *(m xor 1) + (a1 - 1) ^ + ... + (ak - 1) ^<k>
**
** Let T = x + *m + a1 ^ + ... + aJ ^<J>. J is k - 1 if ak = 1, else the last index with aJ <= 0, or
** 0. The left options are
**
**     T and x + *(m xor 1) + (a1 + 1) ^ + ... + (aj + 1) ^<j>     if some ai < 0, j the last such;
**     T and x, x*, ..., x*(m-1)                                   else if a1 = 0;
**     T and x                                                     else if m = 1 and (a1, ..., ak)
**                                                                 is (1, ..., 1) or first differs
**                                                                 from it by a 0;
**     T, or x where J = 0                                         else.
**
** So its far option, k and the sign determine a form. The name has the sign, `order` is k, and the
** multiples follow from those of the far option and the sign. Source: Siegel, Combinatorial Game
** Theory, II.4 (McKay's theorem).
**
** Cost: a walk from far option to far option, as long as the multiples are large, for each of the
** k multiples.
*/
#include <string.h>

#include "value_int.h"

/* The largest k of forms named as uptimals in braces. Longer forms are ordered as other forms. */
#define LENGTH_MOST 64

static int sign_of(const ta_game *g) {
    return g->name == UP_SUM || g->name == UP_POWER || g->name == UP_BRACES ? 1 : -1;
}

int ta_is_uptimal(const ta_game *g) {
    return g->kind == COMPACT || g->name >= UP_SUM;
}

static const ta_game *far_of(const ta_values *v, const ta_game *g) {
    return &v->games[v->pool[g->first + (sign_of(g) > 0 ? g->left_count : 0)]];
}

static uint32_t length_of(const ta_game *g) {
    return g->kind == TREE ? g->order : g->ups != 0;
}

static uint32_t star_of(const ta_values *v, const ta_game *g) {
    uint32_t flips = 0;
    for (; g->kind == TREE; g = far_of(v, g)) flips ^= 1;
    return g->star ^ flips;
}

/* The multiple of ^<i>. */
static int64_t multiple(const ta_values *v, const ta_game *g, uint32_t i) {
    int64_t sum = 0;
    for (; g->kind == TREE; g = far_of(v, g))
        if (i <= g->order) sum += sign_of(g);
    return i == 1 ? sum + g->ups : sum;
}

int ta_uptimal_order(const ta_values *v, const ta_game *g, const ta_game *h) {
    int order = ta_dyadic_compare(ta_number_part(&v->games[g->stop[0]]),
                                  ta_number_part(&v->games[h->stop[0]]));
    uint32_t k = length_of(g), l = length_of(h);
    for (uint32_t i = 1; !order && i <= k && i <= l; i++) {
        int64_t a = multiple(v, g, i), b = multiple(v, h, i);
        order = a < b ? -1 : a > b;
    }
    if (order || k != l) return order ? order : k < l ? -1 : 1;
    k = star_of(v, g);
    l = star_of(v, h);
    return k < l ? -1 : k > l;
}

/* ---- Recognition ---- */

/* A candidate: its multiples `a`, times its sign, up to `length`. Its options are uptimals with its
** number. */
typedef struct guess {
    const ta_values *v;
    int sign;
    uint32_t length, star;
    int64_t a[LENGTH_MOST + 1];
} guess;

/* Read all multiples, times the sign, and the nimber. */
static uint32_t read(const guess *e, const ta_game *g, int64_t a[LENGTH_MOST + 1]) {
    uint32_t flips = 0;
    memset(a, 0, (LENGTH_MOST + 1) * sizeof *a);
    for (; g->kind == TREE; g = far_of(e->v, g)) {
        a[g->order] += e->sign * sign_of(g);
        flips ^= 1;
    }
    for (uint32_t i = LENGTH_MOST; i > 1; i--) a[i - 1] += a[i];
    a[1] += e->sign * g->ups;
    return g->star ^ flips;
}

/* Is the option x + *star + (a1 + more) ^ + ... + (an + more) ^<n>? */
static int is_part(const guess *e, ta_value option, uint32_t n, int more, uint32_t star) {
    int64_t a[LENGTH_MOST + 1];
    if (read(e, &e->v->games[option], a) != star) return 0;
    for (uint32_t i = 1; i <= LENGTH_MOST; i++)
        if (a[i] != (i <= n ? e->a[i] + more : 0)) return 0;
    return 1;
}

/* The index of the last multiple that is `most` or less, or 0. */
static uint32_t last_of(const guess *e, int64_t most) {
    uint32_t i = e->length;
    while (i > 0 && e->a[i] > most) i--;
    return i;
}

static int is_nimber(const guess *e, ta_value option, uint32_t star) {
    return is_part(e, option, 0, 0, star);
}

/* If m = 1, is the candidate without its number confused with 0? */
static int is_confused(const guess *e) {
    uint32_t i = 1;
    while (i < e->length && e->a[i] == 1) i++;
    return e->star == 1 && e->a[i] <= 1;
}

/* Are these the options of one side by the theorem at the head of this file? */
static int is_right(const guess *e, const ta_value *near, uint32_t count) {
    uint32_t cut = e->a[e->length] == 1 ? e->length - 1 : last_of(e, 0), below = last_of(e, -1);
    if (below) {
        for (uint32_t i = 0; count == 2 && i < 2; i++)
            if (is_part(e, near[i], cut, 0, e->star) &&
                is_part(e, near[1 - i], below, 1, e->star ^ 1))
                return 1;
        return 0;
    }
    if (e->a[1] == 0) {
        if (count != e->star + 1) return 0;
        for (uint32_t i = 0; i < e->star; i++)
            if (!is_nimber(e, near[i], i)) return 0;
        return is_part(e, near[e->star], cut, 0, e->star);
    }
    if (e->a[1] == 1 && is_confused(e))
        return count == 2 && is_nimber(e, near[0], 0) && is_part(e, near[1], cut, 0, e->star);
    return count == 1 && is_part(e, near[0], cut, 0, cut ? e->star : 0);
}

static int fits(guess *e, const ta_game *far, uint32_t length, const ta_value *near,
                uint32_t count) {
    if (length < 2) return 0;
    e->length = length;
    e->star = read(e, far, e->a) ^ 1;
    for (uint32_t i = 1; i <= length; i++) e->a[i]++;
    return e->a[length] > 0 && is_right(e, near, count);
}

void ta_uptimal_name(const ta_values *v, ta_game *g, int sign) {
    int side = sign > 0 ? TA_LEFT : TA_RIGHT;
    ta_value only = ta_only_option(v, g, 1 - side);
    if (only == TA_NO_VALUE) return;
    const ta_game *far = &v->games[only];
    const ta_value *near = &v->pool[g->first + (side ? g->left_count : 0)];
    uint32_t count = side ? g->right_count : g->left_count, longest = length_of(far);
    if (!ta_is_uptimal(far) || far->stop[0] != g->stop[0]) return;
    for (uint32_t i = 0; i < count; i++) {
        const ta_game *option = &v->games[near[i]];
        if (!ta_is_uptimal(option) || option->stop[0] != g->stop[0]) return;
        if (length_of(option) > longest) longest = length_of(option);
    }
    if (longest >= LENGTH_MOST) return;
    guess e = { .v = v, .sign = sign };
    if (!fits(&e, far, length_of(far), near, count) && !fits(&e, far, longest + 1, near, count))
        return;
    g->name = sign > 0 ? UP_BRACES : DOWN_BRACES;
    g->order = (uint16_t)e.length;
}
