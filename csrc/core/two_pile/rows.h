/*
** rows.h - rows of least winning moves, one after another.
**
** The grid. Cells (a, b), 0 <= a <= b, symmetric, hold the least winning x:
**   L(a, b) = least x with f(x) < L(a - x, b) or f(x) < L(a, b - x).
** `both` = 0, normal two-pile play: L(0, b) = inf, and x <= min(a, b).
** `both` = 1, play until both piles are empty: only L(0, 0) = inf is given, and
** x <= max(a, b); none may win (inf). Misere play of (p, q) is the cell
** (p - 1, q - 1) of this grid (theory 2.2: emptying a pile is suicide).
**
** A row b holds a = 0..min(b, width); rows come in order b = 0, 1, 2, ...
** Two methods, the same answers:
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

/* The last amount at which f is looked at. To take `width` is to take a pile whole: in normal play that ends the game and
** wins, whatever f is, and nothing larger is a least move. */
ta_amount ta_rows_asked(int both, ta_amount width, ta_amount height);

/*
** Rows 0..height of a grid `width` wide (width <= height < TA_ROWS_MOST).
** AUTO: the stack where f is nondecreasing as far as it is used, by test, else
** the scan with `vector`. Evaluates f at 1..ta_rows_asked, under
** `check`. STACK is for callers who know. Memory is not checked here: see
** ta_rows_bytes. Errors: those of f, ENOMEM.
*/
ta_status ta_rows_create(const ta_allocator *allocator, ta_call *call, ta_movefn *f, int both,
                         uint32_t width, uint32_t height, ta_amount check, ta_rows_method method,
                         ta_vector vector, ta_rows **rows);
void ta_rows_destroy(ta_rows *rows);

/*
** The next row: min(b, width) + 1 values, valid until the next call. For rows that are looked at and let go: a table is
** filled faster by ta_rows_fill. Errors: ENOMEM; see ta_rows_lost.
*/
ta_status ta_rows_next(ta_rows *rows, const uint32_t **row);

/* Where values come from and go to; called by several threads at once, of different cells. */
typedef struct ta_rows_sink {
    void *ctx;
    /* Of the cells (from, b), (from + 1, b), ..., (from + count - 1, b) those that are known, into
    ** `values`: how many from the first on. */
    uint32_t (*known)(void *ctx, uint32_t b, uint32_t from, uint32_t count, uint32_t *values);
    void (*store)(void *ctx, uint32_t b, uint32_t from, uint32_t count, const uint32_t *values);
} ta_rows_sink;

/*
** The rows from the next one to `last`, in tiles, by so many threads (ta_rows_threads). Errors: ENOMEM,
** those of the host's poll; after one, the rows below ta_rows_at are stored, and may go on from there
** unless they are lost.
*/
ta_status ta_rows_fill(ta_rows *rows, ta_call *call, unsigned threads, uint32_t last,
                       const ta_rows_sink *sink);

/* After an error: are the rows only good to destroy? */
int ta_rows_lost(const ta_rows *rows);

/* How many threads the rows to `last` are worth. */
unsigned ta_rows_threads(const ta_rows *rows, const ta_call *call, uint32_t last);

/* The index b of the row that ta_rows_next will give. */
uint32_t ta_rows_at(const ta_rows *rows);

/* The last row these rows can give. */
uint32_t ta_rows_height(const ta_rows *rows);

/* NULL, or what does not hold of the rows. */
const char *ta_rows_check(const ta_rows *rows);

/* Bytes that rows of this shape take, at most, by each method. */
double ta_rows_bytes(ta_rows_method method, int both, double width, double height);

#endif
