/*
** proved_rows.c - rows of the table where the closed form is proved: a copy and a few corrected
** cells.
**
** L of piles a and b, N = b - a, is g(N), except for cells with a <= f(g(N)), where it is a (misere
** play has no exceptions). g(N) over a row is the ruler sequence backwards, so each row is a piece
** of one array:
**
**     ruler: g(h) g(h-1) ... g(2) g(1) g(0)      row b, from a = 0:  ruler[h - b], ...
**
** By condition (2) f(2^j) < 4 * 2^j, and the N with g(N) = 2^j lie 2^(j+1) apart. So about two
** cells for each j are corrected afterwards. A row of n cells costs its n stores and O(log n).
*/
#include <string.h>

#include "base/mem.h"
#include "base/poll.h"
#include "two_pile_int.h"

#define POWERS 31 /* rows are below 2^30 */

typedef struct ruler {
    void *g;                /* items as wide as the grid's */
    uint32_t height;        /* the last row it serves */
    uint32_t limit[POWERS]; /* f(2^j), at most the width */
    int powers;
} ruler;

/* The rows for which the closed form is known to hold, in grid coordinates: those below *end. The
** host's f is called only at amounts that the recursion needs too. */
static ta_status proved_end(ta_two_pile *game, ta_call *call, uint32_t width, uint32_t height, ta_amount *end) {
    ta_amount pile = (ta_amount)height + game->misere;
    int all = 0, host = ta_movefn_is_host(game->f);
    ta_status s = TA_OK;
    if (!host || (!game->misere && ta_two_pile_worth_proving(game, width, height)))
        s = ta_two_pile_proved(game, call, pile, &all);
    if (s == TA_ELIMIT || ((s == TA_EBADRULE || s == TA_ERANGE) && !host)) {
        call->message[0] = '\0'; /* f may fail beyond the piles, harmlessly */
        s = TA_OK;
    }
    ta_amount last = game->checked < game->fails ? game->checked : game->fails - 1;
    *end = (last < pile ? last : pile) + 1 - game->misere;
    return s;
}

static ta_status make(ta_two_pile *game, ta_call *call, const ta_grid *grid, uint32_t height,
                      ruler *r) {
    size_t count = (size_t)height + 1;
    r->height = height;
    r->powers = 0;
    r->g = NULL;
    while (!game->misere && r->powers < POWERS && (ta_amount)1 << r->powers <= height) {
        ta_amount limit;
        ta_status s = ta_movefn_value(game->f, call, (ta_amount)1 << r->powers, &limit);
        if (s) return s;
        r->limit[r->powers++] = limit < grid->width ? (uint32_t)limit : grid->width;
    }
    r->g = ta_alloc(&game->allocator, count, grid->narrow ? 2 : 4);
    if (!r->g) return TA_ENOMEM;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = height - i, g = n ? n & (~n + 1) : UINT32_MAX;
        if (grid->narrow) ((uint16_t *)r->g)[i] = (uint16_t)g;
        else ((uint32_t *)r->g)[i] = g;
    }
    return TA_OK;
}

static void destroy(const ta_two_pile *game, const ta_grid *grid, ruler *r) {
    ta_free(&game->allocator, r->g, (size_t)r->height + 1, grid->narrow ? 2 : 4);
}

static void put(const ta_grid *grid, size_t start, uint32_t a, uint32_t value) {
    if (grid->narrow) ((uint16_t *)grid->block)[start + a] = (uint16_t)value;
    else ((uint32_t *)grid->block)[start + a] = value;
}

static void fill_row(const ta_grid *grid, const ruler *r, uint32_t b) {
    size_t item = grid->narrow ? 2 : 4, start = ta_grid_row_start(grid, b);
    uint32_t last = b < grid->width ? b : grid->width;
    memcpy((char *)grid->block + start * item, (const char *)r->g + (r->height - b) * item,
           (last + (size_t)1) * item);
    if (grid->misere) return;
    for (int j = 0; j < r->powers && b >> j; j++) {
        uint32_t g = (uint32_t)1 << j, first = (b - g) & (2 * g - 1); /* g(b - first) = g */
        uint32_t most = r->limit[j] < b - g ? r->limit[j] : b - g;
        for (uint32_t a = first; a <= most; a += 2 * g) put(grid, start, a, a);
    }
    if (b <= grid->width) put(grid, start, b, b);
    put(grid, start, 0, TA_ROW_INF);
}

ta_status ta_grid_fill_proved(ta_two_pile *game, ta_call *call, ta_grid *grid, uint32_t height) {
    ta_amount end;
    ta_status s = proved_end(game, call, grid->width, height, &end);
    if (s || end <= grid->known) return s;
    ruler r;
    s = make(game, call, grid, (uint32_t)(end - 1), &r);
    while (!s && grid->known < end) {
        uint32_t b = grid->known;
        fill_row(grid, &r, b);
        grid->known = b + 1;
        s = ta_poll(call, (b >> 6) + 1, (double)b, (double)height);
    }
    destroy(game, grid, &r);
    return s;
}
