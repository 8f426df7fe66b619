/*
** order_filter.c - quick tests of <= against 32 fixed games, the gauges T.
**
** The gauges are n up + *m with -7 <= n <= 7 and m = 0 or 1, and *2 and *3. By definition g >= T
** unless some right option of g is <= T, or g <= some left option of T. The first condition is a
** bit of the union of the masks `below` of the right options. The second concerns a gauge again, of
** a smaller birthday. So the masks of a game follow from those of its options, for all gauges at
** once. They decide most comparisons of infinitesimals, whose stops are equal:
**
**     g <= h is false  where g >= T and not h >= T, or h <= T and not g <= T
**     g <= h is true   where g <= T <= h
**
** They include the outcome (T = 0) and the atomic weight up to 7. The bits:
**
**     0 *  *2 *3 | up up* down down* | 2up 2up* 2down 2down* | ...
*/
#include "value_int.h"

#define STARS 0x3u        /* 0 and * */
#define UPS 0x33333330u   /* n up, n up* */
#define DOWNS 0xccccccc0u /* their negatives */
#define UP_STAR 0x20u     /* {0, * | 0}, the one with two plain options */
#define DOWN_STAR 0x80u

/* Exchange bits 2k and 2k + 1: T and T + *. */
static uint32_t starred(uint32_t bits) {
    return (bits & 0x55555555u) << 1 | (bits & 0xaaaaaaaau) >> 1;
}

/* Set the bit of one of 0, *, *2, *3, whose options are those before it. */
static void gauge_nimber(ta_gauge *g, const ta_gauge *options, uint32_t t) {
    int above = !(options->below & t) && !(g->below & (t - 1));
    int below = !(options->above & t) && !(g->above & (t - 1));
    g->above |= above ? t : 0;
    g->below |= below ? t : 0;
}

/* The gauge from the union of `above` of the left options and `below` of the right options. */
static ta_gauge gauge(const ta_gauge *options) {
    ta_gauge g = { 0, 0 };
    for (uint32_t t = 1; t < 16; t *= 2) gauge_nimber(&g, options, t);
    uint32_t up = ~options->below & UPS, down = ~options->above & DOWNS;
    if (g.below & 1) up = 0; /* 0, and * of up*, are left options of the ups */
    if (g.below & 2) up &= ~UP_STAR;
    if (g.above & 1) down = 0;
    if (g.above & 2) down &= ~DOWN_STAR;
    uint32_t ups = starred(up | (g.above & STARS)) << 4;
    uint32_t downs = starred(down) << 4 | starred(g.below & STARS) << 6;
    g.above |= up | (~options->below & DOWNS & ~downs);
    g.below |= down | (~options->above & UPS & ~ups);
    return g;
}

ta_gauge ta_gauge_lists(const ta_values *v, const ta_ids lists[2]) {
    ta_gauge options = { 0, 0 };
    for (size_t i = 0; i < lists[0].count; i++)
        options.above |= v->games[lists[0].at[i]].gauge.above;
    for (size_t i = 0; i < lists[1].count; i++)
        options.below |= v->games[lists[1].at[i]].gauge.below;
    return gauge(&options);
}

/* The bits of the negatives: n up and -n up are exchanged. */
static uint32_t negated(uint32_t bits) {
    return (bits & 0xfu) | (bits & UPS) << 2 | (bits & DOWNS) >> 2;
}

ta_gauge ta_gauge_negative(ta_gauge g) {
    ta_gauge negative = { negated(g.below), negated(g.above) };
    return negative;
}

/* n up + *m >= 0? */
static int reaches(int64_t n, uint32_t m) {
    return n >= 2 || (n == 1 && m != 1) || (n == 0 && m == 0);
}

ta_gauge ta_gauge_compact(const ta_game *g) {
    ta_gauge all = { 0, 0 };
    if (g->num > 0) all.above = UINT32_MAX;
    if (g->num < 0) all.below = UINT32_MAX;
    for (uint32_t t = 0; t < 32 && !g->num; t++) {
        int64_t n = t / 4;
        uint32_t m = t < 4 ? t : t % 2;
        if (t >= 4 && t % 4 >= 2) n = -n;
        all.above |= (uint32_t)reaches(g->ups - n, g->star ^ m) << t;
        all.below |= (uint32_t)reaches(n - g->ups, g->star ^ m) << t;
    }
    return all;
}
