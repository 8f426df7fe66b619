/*
** rows.h - rows of least winning moves, one after another.
**
** The grid. Cells (a, b), 0 <= a <= b, symmetric, hold the least winning x:
**   L(a, b) = least x with f(x) < L(a - x, b) or f(x) < L(a, b - x).
** `both` = 0, normal two-pile play: L(0, b) = inf, and x <= min(a, b). `both` = 1, play until both
** piles are empty: only L(0, 0) = inf is given, and x <= max(a, b). If no move wins, L is inf.
** Misere play of (p, q) is the cell (p - 1, q - 1) of this grid: emptying a pile there is suicide.
**
** A row b holds a = 0..min(b, width); rows come in order b = 0, 1, 2, ... Two methods, the same
** answers:
**   stack  for nondecreasing f: O(1) amortised a cell, 72 bytes a column;
**   scan   for any f: a vector scan over the reversed lines, O(L / 16) a cell,
**          about width^2 / 2 items (height * width with `both`).
*/
#ifndef TA_TWO_PILE_ROWS_H
#define TA_TWO_PILE_ROWS_H

#include "scan.h"
#include "takeaway/movefn.h"

#define TA_ROW_INF UINT32_MAX
#define TA_ROWS_MOST (1 << 30) /* coordinates stay below this */

typedef struct ta_rows ta_rows;

typedef enum ta_rows_method { TA_ROWS_AUTO, TA_ROWS_STACK, TA_ROWS_SCAN } ta_rows_method;

/* The last amount at which f is evaluated. Taking `width` empties a pile. In normal play that ends
** the game and wins, whatever f is, and nothing larger is a least move. */
ta_amount ta_rows_asked(int both, ta_amount width, ta_amount height);

/*
** Rows 0..height of a grid `width` wide (width <= height < TA_ROWS_MOST). AUTO: the stack if f is
** tested to be nondecreasing on the arguments used, else the scan with `vector`. It evaluates f at
** 1..ta_rows_asked, if ta_movefn_allow permits it with `check`. STACK is for callers that know f is
** nondecreasing. The caller checks memory with ta_rows_bytes. Errors: those of f, ELIMIT, ENOMEM.
*/
ta_status ta_rows_create(const ta_allocator *allocator, ta_call *call, ta_movefn *f, int both,
                         uint32_t width, uint32_t height, ta_amount check, ta_rows_method method,
                         ta_vector vector, ta_rows **rows);
void ta_rows_destroy(ta_rows *rows);

/*
** The next row: min(b, width) + 1 values, valid until the next call. For rows that are used once:
** ta_rows_fill fills a table faster. Errors: ENOMEM; see ta_rows_lost.
*/
ta_status ta_rows_next(ta_rows *rows, const uint32_t **row);

/* Source and destination of values. Several threads call it at once, for different cells. */
typedef struct ta_rows_sink {
    void *ctx;
    /* Copies known cells among (from, b), (from + 1, b), ..., (from + count - 1, b) into `values`.
    ** Returns how many, from the first on, are known. */
    uint32_t (*known)(void *ctx, uint32_t b, uint32_t from, uint32_t count, uint32_t *values);
    void (*store)(void *ctx, uint32_t b, uint32_t from, uint32_t count, const uint32_t *values);
} ta_rows_sink;

/*
** Compute the rows from the next one to `last`, in tiles, by this number of threads (see
** ta_rows_threads). Errors: ENOMEM, those of the host's poll. After an error the rows below
** ta_rows_at are stored. A later call can continue unless the rows are lost.
*/
ta_status ta_rows_fill(ta_rows *rows, ta_call *call, unsigned threads, uint32_t last,
                       const ta_rows_sink *sink);

/* After an error: can the rows only be destroyed? */
int ta_rows_lost(const ta_rows *rows);

/* The number of threads worth using for the rows to `last`. */
unsigned ta_rows_threads(const ta_rows *rows, const ta_call *call, uint32_t last);

/* The index b of the next row. */
uint32_t ta_rows_at(const ta_rows *rows);

/* The last row these rows can give. */
uint32_t ta_rows_height(const ta_rows *rows);

/* NULL, or the invariant that the rows break. */
const char *ta_rows_check(const ta_rows *rows);

/* Most bytes that rows of this shape take, by each method. */
double ta_rows_bytes(ta_rows_method method, int both, double width, double height);

#endif
