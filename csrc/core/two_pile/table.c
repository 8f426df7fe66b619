/*
** table.c - the table of a two-pile game: grows, resumes, and is viewed.
**
** Rows come from the closed form where it is proved (proved_rows.c), and from the recursion
** elsewhere. The grid grows in height by more rows. To grow in width, it copies the known cells to
** a new grid and computes the missing ones. The old grid is freed once the new one holds all its
** cells. An interrupted computation keeps its rows and continues from there. Small sizes double, so
** that queries of one position after another cost O(1) amortised rows.
*/
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "base/poll.h"
#include "base/status.h"
#include "two_pile_int.h"

#define SMALL_CELLS 4e6 /* grids up to this size grow by doubling */

struct ta_least_table {
    ta_allocator allocator;
    ta_grid *grid;
    ta_amount size;
};

/* ---- Layout ---- */

static double cells_of(double width, double rows) {
    double triangle = rows < width + 1 ? rows : width + 1;
    return triangle * (triangle + 1) / 2 + (rows - triangle) * (width + 1);
}

ta_amount ta_grid_value(const ta_grid *grid, uint32_t a, uint32_t b) {
    ta_assert(a <= b && a <= grid->width && b < grid->known);
    size_t i = ta_grid_row_start(grid, b) + a;
    if (grid->narrow) {
        uint16_t v = ((const uint16_t *)grid->block)[i];
        return v == UINT16_MAX ? TA_INF : v;
    }
    uint32_t v = ((const uint32_t *)grid->block)[i];
    return v == TA_ROW_INF ? TA_INF : v;
}

/* Store the cells (first, b), ... */
static void store(ta_grid *grid, uint32_t b, uint32_t first, size_t count, const uint32_t *values) {
    size_t start = ta_grid_row_start(grid, b) + first;
    if (!grid->narrow) {
        memcpy((uint32_t *)grid->block + start, values, count * sizeof *values);
        return;
    }
    uint16_t *to = (uint16_t *)grid->block + start;
    for (size_t i = 0; i < count; i++)
        to[i] = (uint16_t)values[i]; /* inf: all ones stay all ones */
}

/* ---- Memory ---- */

double ta_two_pile_allowance(const ta_two_pile *game) {
    if (game->memory > 0) return game->memory;
    return ta_two_pile_bytes(game) + 0.9 * ta_memory_available();
}

double ta_two_pile_bytes(const ta_two_pile *game) {
    return game->grid ? (double)game->grid->cells * (game->grid->narrow ? 2 : 4) : 0;
}

/* The method for these rows, which decides their memory. */
static ta_status method_of(ta_two_pile *game, ta_call *call, ta_amount width, ta_amount height,
                           ta_rows_method *method) {
    ta_amount falls_at, last = ta_rows_asked(game->misere, width, height);
    ta_status s = ta_movefn_nondecreasing(game->f, call, last, game->check, &falls_at);
    if (!s) *method = falls_at ? TA_ROWS_SCAN : TA_ROWS_STACK;
    return s;
}

/* Do rows of this shape fit, with a block of `cells` beside the current memory? */
static ta_status check_memory(ta_two_pile *game, ta_call *call, ta_amount width, ta_amount height,
                              double cells) {
    char what[120];
    ta_rows_method method = TA_ROWS_STACK;
    double have = ta_two_pile_allowance(game);
    double item = (game->misere ? height : width) < UINT16_MAX ? 2 : 4;
    double need = cells * item + ta_rows_bytes(TA_ROWS_STACK, game->misere, (double)width, (double)height);
    snprintf(what, sizeof what, "two-pile play to piles of %lld and %lld", (long long)(width + game->misere),
             (long long)(height + game->misere));
    if (height >= TA_ROWS_MOST)
        return ta_fail(call, TA_ELIMIT, "%s is past the largest table, 2^30; it would take %s",
                       what, ta_bytes_text((char[32]){ 0 }, need));
    if (need > have) return ta_fail_memory(call, what, need, have); /* before evaluating f */
    ta_status s = method_of(game, call, width, height, &method);
    if (s) return s;
    need = cells * item + ta_rows_bytes(method, game->misere, (double)width, (double)height);
    return need > have ? ta_fail_memory(call, what, need, have) : TA_OK;
}

ta_status ta_two_pile_stream(ta_two_pile *game, ta_call *call, ta_amount width, ta_amount height,
                             ta_rows **rows) {
    ta_status s = check_memory(game, call, width, height, 0);
    if (s) return s;
    return ta_rows_create(&game->allocator, call, game->f, game->misere, (uint32_t)width,
                          (uint32_t)height, game->check, TA_ROWS_AUTO, ta_vector_best(), rows);
}

/* ---- Growing ---- */

void ta_grid_release(ta_grid *grid) {
    if (!grid || --grid->references > 0) return;
    ta_allocator allocator = grid->allocator;
    ta_rows_destroy(grid->rows);
    ta_free(&allocator, grid->block, grid->cells, grid->narrow ? 2 : 4);
    ta_free(&allocator, grid, 1, sizeof *grid);
}

static ta_status create_grid(ta_two_pile *game, uint32_t width, uint32_t height, ta_grid **out) {
    ta_grid *grid = ta_alloc(&game->allocator, 1, sizeof *grid);
    if (!grid) return TA_ENOMEM;
    grid->allocator = game->allocator;
    grid->references = 1;
    grid->misere = game->misere;
    grid->narrow = (game->misere ? height : width) < UINT16_MAX;
    grid->width = width;
    *out = grid;
    return TA_OK;
}

/* Allocate all rows to `height`. Pages are touched only when rows are stored. */
static ta_status size_block(ta_grid *grid, uint32_t height) {
    size_t cells = (size_t)cells_of(grid->width, (double)height + 1);
    if (cells <= grid->cells) return TA_OK;
    void *block =
        ta_realloc(&grid->allocator, grid->block, grid->cells, cells, grid->narrow ? 2 : 4);
    if (!block) return TA_ENOMEM;
    grid->block = block;
    grid->cells = cells;
    return TA_OK;
}

static void drop_rows(ta_grid *grid) {
    ta_rows_destroy(grid->rows);
    grid->rows = NULL;
}

/* Read columns first, ... of row b of `from`, as far as it goes, into `count` values. Returns their
** number. */
static uint32_t read_row(const ta_grid *from, uint32_t b, uint32_t first, uint32_t count,
                         uint32_t *values) {
    if (!from || b >= from->known) return 0;
    uint32_t n = (b < from->width ? b : from->width) + 1;
    n = n < first ? 0 : n - first < count ? n - first : count;
    for (uint32_t i = 0; i < n; i++) {
        ta_amount v = ta_grid_value(from, first + i, b);
        values[i] = v == TA_INF ? TA_ROW_INF : (uint32_t)v;
    }
    return n;
}

/* A grid under computation, and a grid with known cells. */
typedef struct filling {
    ta_grid *grid;
    const ta_grid *from;
} filling;

static uint32_t known_cells(void *ctx, uint32_t b, uint32_t first, uint32_t count,
                            uint32_t *values) {
    const filling *f = ctx;
    return read_row(b < f->grid->known ? f->grid : f->from, b, first, count, values);
}

static void store_cells(void *ctx, uint32_t b, uint32_t first, uint32_t count,
                        const uint32_t *values) {
    const filling *f = ctx;
    if (b >= f->grid->known) store(f->grid, b, first, count, values);
}

/* Compute rows up to `height` by the recursion. Cells known in the grid or in `from` are copied;
** `from` may be the grid. On failure the stored rows stay. */
static ta_status fill_by_recursion(ta_two_pile *game, ta_call *call, ta_grid *grid,
                                   const ta_grid *from, uint32_t height) {
    filling f = { grid, from };
    const ta_rows_sink sink = { &f, known_cells, store_cells };
    ta_status s = TA_OK;
    if (grid->rows && ta_rows_height(grid->rows) < height) drop_rows(grid); /* they are too short */
    if (!grid->rows)
        s = ta_rows_create(&game->allocator, call, game->f, game->misere, grid->width, height,
                           game->check, TA_ROWS_AUTO, ta_vector_best(), &grid->rows);
    if (s) return s;
    s = ta_rows_fill(grid->rows, call, ta_rows_threads(grid->rows, call, height), height, &sink);
    if (ta_rows_at(grid->rows) > grid->known) grid->known = ta_rows_at(grid->rows);
    if (!s || ta_rows_lost(grid->rows)) drop_rows(grid); /* else keep them for the next call */
    return s;
}

/* Compute rows up to `height`: by the closed form as far as it is proved, then by the recursion. */
static ta_status fill(ta_two_pile *game, ta_call *call, ta_grid *grid, const ta_grid *from,
                      uint32_t height) {
    ta_status s = ta_grid_fill_proved(game, call, grid, height);
    return s || grid->known > height ? s : fill_by_recursion(game, call, grid, from, height);
}

/* Replace the game's grid by a wider one that holds at least as much. */
static ta_status widen(ta_two_pile *game, ta_call *call, uint32_t width, uint32_t height) {
    ta_grid *wide, *old = game->grid;
    ta_status s = create_grid(game, width, height, &wide);
    if (s) return s;
    s = size_block(wide, height);
    if (!s) s = fill(game, call, wide, old, height);
    if (s && (wide->known == 0 || (old && wide->known < old->known))) {
        ta_grid_release(wide);
        return s;
    }
    ta_grid_release(old);
    game->grid = wide;
    return s;
}

static ta_status taller(ta_two_pile *game, ta_call *call, uint32_t height) {
    ta_grid *grid = game->grid;
    ta_status s = size_block(grid, height);
    return s ? s : fill(game, call, grid, grid, height);
}

static int covers(const ta_two_pile *game, ta_amount a, ta_amount b) {
    const ta_grid *grid = game->grid;
    return grid && a <= grid->width && b < grid->known;
}

/* The present size `have` if it is enough, else the greater of `wanted` and twice `have`. */
static ta_amount generous(ta_amount wanted, ta_amount have) {
    return wanted > have && wanted < 2 * have ? 2 * have : wanted > have ? wanted : have;
}

/* Check memory, and grow to `width` by `height`. */
static ta_status grow(ta_two_pile *game, ta_call *call, ta_amount width, ta_amount height) {
    ta_grid *grid = game->grid;
    int narrow = (game->misere ? height : width) < UINT16_MAX;
    int stays = grid && width <= grid->width && grid->narrow == narrow;
    double old = grid && !stays ? (double)grid->cells : 0; /* held during the copy */
    ta_status s = check_memory(game, call, width, height, cells_of((double)width, (double)height + 1) + old);
    if (s) return s;
    if (stays) return taller(game, call, (uint32_t)height);
    return widen(game, call, (uint32_t)width, (uint32_t)height);
}

ta_status ta_two_pile_cover(ta_two_pile *game, ta_call *call, ta_amount a, ta_amount b) {
    ta_require(0 <= a && a <= b);
    if (covers(game, a, b)) return TA_OK;
    const ta_grid *grid = game->grid;
    ta_amount width = grid ? grid->width : 0, height = grid && grid->known ? grid->known - 1 : 0;
    ta_amount w = generous(a, width), h = generous(b, height);
    if (h < w) h = w;
    /* A host's f is not called beyond the piles. Other functions may fail there, harmlessly. */
    if (cells_of((double)w, (double)h + 1) <= SMALL_CELLS && !ta_movefn_is_host(game->f)) {
        ta_status s = grow(game, call, w, h);
        ta_sound(ta_two_pile_check(game));
        if (s != TA_ELIMIT && s != TA_EBADRULE && s != TA_ERANGE) return s;
        call->message[0] = '\0';
    }
    w = a > width ? a : width;
    h = b > w ? b : w;
    ta_status s = grow(game, call, w, h);
    ta_sound(ta_two_pile_check(game));
    return s;
}

/* ---- Invariants ---- */

static const char *check_cell(const ta_grid *grid, uint32_t a, uint32_t b) {
    ta_amount v = ta_grid_value(grid, a, b), most = grid->misere ? b : a;
    if (v == TA_INF) return !grid->misere && a > 0 ? "table: no move where one wins" : NULL;
    return v < 1 || v > most ? "table: a least move that nobody can make" : NULL;
}

const char *ta_two_pile_check(const ta_two_pile *game) {
    const ta_grid *grid = game->grid;
    if (game->fails < 1 || game->checked < 0 || game->checked > TA_MAX)
        return "two_pile: conditions checked on no amounts";
    if (!grid) return NULL;
    if (grid->references < 1) return "table: used after it was let go";
    if (grid->misere != game->misere) return "table: of other rules than the game's";
    if (cells_of(grid->width, grid->known) > (double)grid->cells)
        return "table: more rows than room";
    size_t step = ta_check_step(grid->known);
    for (size_t b = step > 1 ? grid->known % step : 0; b < grid->known; b += step) {
        uint32_t last = b < grid->width ? (uint32_t)b : grid->width;
        const char *broken = check_cell(grid, last, (uint32_t)b);
        if (!broken) broken = check_cell(grid, (uint32_t)(b * 7919 % (last + 1)), (uint32_t)b);
        if (broken) return broken;
    }
    return NULL;
}

/* ---- Views ---- */

ta_status ta_two_pile_table(ta_two_pile *game, ta_call *call, ta_amount m, ta_least_table **table) {
    if (m < 0 || m > TA_MAX) return ta_fail(call, TA_EINVAL, "m must be from 0 to 2^62");
    ta_amount last = m > 0 ? ta_to_grid(game, m) : 0;
    ta_status s = ta_two_pile_cover(game, call, last, last);
    if (s) return s;
    ta_least_table *view = ta_alloc(&game->allocator, 1, sizeof *view);
    if (!view) return TA_ENOMEM;
    view->allocator = game->allocator;
    view->grid = game->grid;
    view->grid->references++;
    view->size = m;
    *table = view;
    return TA_OK;
}

void ta_least_table_release(ta_least_table *table) {
    if (!table) return;
    ta_allocator allocator = table->allocator;
    ta_grid_release(table->grid);
    ta_free(&allocator, table, 1, sizeof *table);
}

ta_amount ta_least_table_size(const ta_least_table *table) {
    return table->size;
}

ta_amount ta_least_table_value(const ta_least_table *table, ta_amount p, ta_amount q) {
    ta_require(0 <= p && p <= table->size && 0 <= q && q <= table->size);
    ta_amount a = p < q ? p : q, b = p < q ? q : p, misere = table->grid->misere;
    if (a == 0) return misere ? 0 : TA_INF;
    return ta_grid_value(table->grid, (uint32_t)(a - misere), (uint32_t)(b - misere));
}

ta_status ta_least_table_checksum(const ta_least_table *table, ta_call *call, uint64_t *sum) {
    uint64_t h = 0;
    for (ta_amount p = 1; p <= table->size; p++) {
        for (ta_amount q = p; q <= table->size; q++) {
            ta_amount v = ta_least_table_value(table, p, q);
            h = (h * 1000003 + (v == TA_INF ? 0 : (uint64_t)v)) % 1000000007;
        }
        ta_status s = ta_poll(call, (uint32_t)(table->size - p), (double)p, (double)table->size);
        if (s) return s;
    }
    *sum = h;
    return TA_OK;
}
