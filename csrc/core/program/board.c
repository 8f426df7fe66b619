/*
** board.c - functions of lua/takeaway/rules/bits.lua, and moves, in C, for boards of up to 56 squares that
** are integers: options, regions, and the least image.
**
** Square (r, c) of a board of width w is bit 8 + r w + c of an integer whose low 8 bits number the shape.
** Inside this file the shape is removed and the square is bit r w + c, so shifts need not preserve the
** shape. Images are compared as in bits.lua, as signed integers shifted left by 8 bits.
*/
#include "board.h"

#include <string.h>

#include "program_int.h"

enum { MOST = 56 };

typedef uint64_t squares;

typedef struct shape {
    int number, w, h;
    squares row, column, inner,
        all; /* the first row, the first column, those with a right neighbour */
} shape;

/* The shapes are numbered by width, then by height: 1 x 1, 1 x 2 ... 1 x 56, 2 x 1, ... */
static int shape_number(int w, int h) {
    int number = h;
    for (int i = 1; i < w; i++) number += MOST / i;
    return number;
}

static void make_shape(shape *s, int number, int w, int h) {
    s->number = number;
    s->w = w;
    s->h = h;
    s->row = ((squares)1 << w) - 1;
    s->all = ((squares)1 << w * h) - 1;
    s->column = 0;
    for (int r = 0; r < h; r++) s->column |= (squares)1 << r * w;
    s->inner = s->all & ~(s->column << (w - 1));
}

/* A position: the squares of one to three pieces, on one shape. */
typedef struct board {
    shape s;
    int count;
    squares piece[3];
} board;

/* Reads the board from the arguments; 0 if they are none. */
static int read_board(const ta_program_frame *f, int count, board *b) {
    int number = (int)(f->arguments[0] & 255), w = 1, h = number;
    for (; w <= MOST && h > MOST / w; w++) h -= MOST / w;
    if (number == 0 || w > MOST) return 0;
    make_shape(&b->s, number, w, h);
    b->count = count;
    memset(b->piece, 0, sizeof b->piece);
    for (int i = 0; i < count; i++) {
        b->piece[i] = (squares)f->arguments[i] >> 8;
        if ((b->piece[i] & ~b->s.all) || (i > 0 && (f->arguments[i] & 255))) return 0;
    }
    return 1;
}

/* ---- Naming ---- */

enum { DONE = TA_PROGRAM_DONE, ENOUGH = TA_PROGRAM_ENOUGH, BAILED = TA_PROGRAM_BAILED };

/* Emit the position of these pieces on the shape of this number. Returns DONE to go on. */
static int name(ta_program_frame *f, int number, int count, const squares *piece) {
    if (--f->left < 0) return BAILED;
    if (f->next >= f->end && ta_program_flush(f)) return ENOUGH;
    f->next[0] = count;
    for (int i = 0; i < count; i++) f->next[1 + i] = (int64_t)(piece[i] << 8);
    f->next[1] |= number;
    f->next += count + 1;
    return DONE;
}

static int end(ta_program_frame *f, int how) {
    if (how == DONE) ta_program_flush(f);
    return how;
}

static squares lowest(squares b) {
    return b & (~b + 1);
}

/* ---- Options ---- */

enum { UPRIGHT = 1, ACROSS = 2 };

static int dominoes(ta_program_frame *f, int ways) {
    board b;
    int how = DONE;
    if (!read_board(f, 1, &b)) return BAILED;
    squares all = b.piece[0];
    squares down = ways & UPRIGHT ? all & all >> b.s.w : 0;
    squares across = ways & ACROSS ? all & all >> 1 & b.s.inner : 0;
    for (squares places = down | across; places && how == DONE; places &= places - 1) {
        squares at = lowest(places), left = all ^ at ^ at << 1;
        if (across & at) how = name(f, b.s.number, 1, &left);
        left = all ^ at ^ at << b.s.w;
        if (down & at && how == DONE) how = name(f, b.s.number, 1, &left);
    }
    return end(f, how);
}

static int upright(ta_program_frame *f) {
    return dominoes(f, UPRIGHT);
}

static int across(ta_program_frame *f) {
    return dominoes(f, ACROSS);
}

static int both_ways(ta_program_frame *f) {
    return dominoes(f, UPRIGHT | ACROSS);
}

/* One step in the direction 0..8 of a 3 x 3 board; 4 stays. */
static squares step_to(const shape *s, squares at, int direction) {
    int across = direction % 3, down = direction / 3;
    if (across == 0) at = at >> 1 & s->inner;
    else if (across == 2) at = (at & s->inner) << 1;
    return (down == 0 ? at >> s->w : down == 2 ? at << s->w : at) & s->all;
}

/* Emits the shots of a queen after its move between two squares. */
static int shoot(ta_program_frame *f, const board *b, int own, squares from, squares to) {
    squares open = b->piece[0] | from;
    for (int j = 0; j < 9; j++) {
        if (j == 4) continue;
        for (squares at = step_to(&b->s, to, j) & open; at; at = step_to(&b->s, at, j) & open) {
            squares after[3] = { open ^ to ^ at, b->piece[1], b->piece[2] };
            after[own] ^= from ^ to;
            int how = name(f, b->s.number, 3, after);
            if (how != DONE) return how;
        }
    }
    return DONE;
}

static int queens(ta_program_frame *f, int own) {
    board b;
    int how = DONE;
    if (!read_board(f, 3, &b)) return BAILED;
    for (squares rest = b.piece[own]; rest && how == DONE; rest &= rest - 1) {
        squares from = lowest(rest), empty = b.piece[0];
        for (int i = 0; i < 9 && how == DONE; i++) {
            squares to = i == 4 ? 0 : step_to(&b.s, from, i) & empty;
            for (; to && how == DONE; to = step_to(&b.s, to, i) & empty)
                how = shoot(f, &b, own, from, to);
        }
    }
    return end(f, how);
}

static int queens_of_x(ta_program_frame *f) {
    return queens(f, 1);
}

static int queens_of_o(ta_program_frame *f) {
    return queens(f, 2);
}

/* ---- Regions ---- */

static squares connected(const shape *s, squares region, squares b) {
    for (squares before = 0; region != before;) {
        before = region;
        region = (region | (region & s->inner) << 1 | (region >> 1 & s->inner)) & b;
        region = (region | region << s->w | region >> s->w) & b;
    }
    return region;
}

/* Like `connected`, but squares that share a corner connect too. */
static squares touching(const shape *s, squares region, squares b) {
    for (squares before = 0; region != before;) {
        before = region;
        region |= (region & s->inner) << 1 | (region >> 1 & s->inner);
        region = (region | region << s->w | region >> s->w) & b;
    }
    return region;
}

typedef struct extent {
    int top, height, left, width;
} extent;

static extent extent_of(const shape *s, squares region) {
    extent e = { 0, 0, 0, 0 };
    squares columns = 0;
    for (; !(region & s->row); region >>= s->w) e.top++;
    for (; region; region >>= s->w) {
        columns |= region & s->row;
        e.height++;
    }
    for (; !(columns & 1); columns >>= 1) e.left++;
    for (; columns; columns >>= 1) e.width++;
    return e;
}

/* The squares b, all within these rows and columns, on a board of only those rows and columns. */
static squares cut(const shape *s, const extent *e, squares b) {
    squares kept = 0, row = ((squares)1 << e->width) - 1;
    for (int r = 0; r < e->height; r++)
        kept |= (b >> ((e->top + r) * s->w + e->left) & row) << r * e->width;
    return kept;
}

static int name_region(ta_program_frame *f, const board *b, squares region) {
    extent e = extent_of(&b->s, region);
    squares piece[3];
    for (int i = 0; i < b->count; i++) piece[i] = cut(&b->s, &e, region & b->piece[i]);
    return name(f, shape_number(e.width, e.height), b->count, piece);
}

static int regions(ta_program_frame *f) {
    board b;
    squares region;
    int how = DONE;
    if (!read_board(f, 1, &b)) return BAILED;
    for (squares rest = b.piece[0]; rest && how == DONE; rest ^= region) {
        region = connected(&b.s, lowest(rest), rest);
        if (region & (region - 1)) how = name_region(f, &b, region);
    }
    return end(f, how);
}

static int regions_of_both(ta_program_frame *f) {
    board b;
    squares region;
    int how = DONE;
    if (!read_board(f, 2, &b)) return BAILED;
    for (squares rest = b.piece[0] | b.piece[1]; rest && how == DONE; rest ^= region) {
        region = connected(&b.s, lowest(rest), rest);
        if (region & b.piece[0] && region & b.piece[1]) how = name_region(f, &b, region);
    }
    return end(f, how);
}

static int regions_of_queens(ta_program_frame *f) {
    board b;
    squares region;
    int how = DONE;
    if (!read_board(f, 3, &b)) return BAILED;
    squares queen = b.piece[1] | b.piece[2];
    for (squares rest = b.piece[0] | queen; rest && how == DONE; rest ^= region) {
        region = touching(&b.s, lowest(rest), rest);
        if (region & b.piece[0] && region & queen) how = name_region(f, &b, region);
    }
    return end(f, how);
}

/* ---- Images ---- */

static squares mirrored(const shape *s, squares b) {
    for (int c = 0; c < s->w / 2; c++) {
        int apart = s->w - 1 - 2 * c;
        squares other = (b >> apart ^ b) & s->column << c;
        b ^= other ^ other << apart;
    }
    return b;
}

static squares upside_down(const shape *s, squares b) {
    for (int r = 0; r < s->h / 2; r++) {
        int apart = (s->h - 1 - 2 * r) * s->w;
        squares other = (b >> apart ^ b) & s->row << r * s->w;
        b ^= other ^ other << apart;
    }
    return b;
}

static squares transposed(const shape *s, squares b) {
    squares turned = 0;
    for (int r = 0; r < s->h; r++)
        for (int c = 0; c < s->w; c++, b >>= 1) turned |= (b & 1) << (c * s->h + r);
    return turned;
}

/* Steps 1, 2, 3 lead through all mirror images, and 4 to 7 through those of a square's quarter turns. */
static squares step(const shape *s, squares b, int number) {
    if (number == 4) return transposed(s, b);
    return number & 1 ? mirrored(s, b) : upside_down(s, b);
}

/* Is `a` before `best`, piece by piece, as signed integers shifted left by 8 bits? */
static int is_before(const board *a, const squares *best) {
    for (int i = 0; i < a->count; i++)
        if (a->piece[i] != best[i]) return (int64_t)(a->piece[i] << 8) < (int64_t)(best[i] << 8);
    return 0;
}

/* Transposes a board that is higher than wide. Returns the number of the last step through its
** images. */
static int lie_down(board *b) {
    if (b->s.w < b->s.h) {
        for (int i = 0; i < b->count; i++) b->piece[i] = transposed(&b->s, b->piece[i]);
        make_shape(&b->s, shape_number(b->s.h, b->s.w), b->s.h, b->s.w);
    }
    return b->s.w == b->s.h ? 7 : 3;
}

static int least_image(ta_program_frame *f, int count, int turns) {
    board b;
    if (!read_board(f, count, &b)) return BAILED;
    int last = turns ? lie_down(&b) : 3;
    squares best[3];
    memcpy(best, b.piece, sizeof best);
    for (int number = 1; number <= last; number++) {
        for (int i = 0; i < count; i++) b.piece[i] = step(&b.s, b.piece[i], number);
        if (is_before(&b, best)) memcpy(best, b.piece, sizeof best);
    }
    return end(f, name(f, b.s.number, count, best));
}

static int least(ta_program_frame *f) {
    return least_image(f, 1, 0);
}

static int least_turned(ta_program_frame *f) {
    return least_image(f, 1, 1);
}

static int least_of_both(ta_program_frame *f) {
    return least_image(f, 2, 1);
}

static int least_of_three(ta_program_frame *f) {
    return least_image(f, 3, 1);
}

/* ---- By name ---- */

ta_program_code ta_board_code(const char *named, int arity) {
    static const struct {
        const char *name;
        int arity;
        ta_program_code code;
    } known[] = {
        { "upright", 1, upright },
        { "across", 1, across },
        { "dominoes", 1, both_ways },
        { "queens_of_x", 3, queens_of_x },
        { "queens_of_o", 3, queens_of_o },
        { "regions", 1, regions },
        { "regions_of_both", 2, regions_of_both },
        { "regions_of_queens", 3, regions_of_queens },
        { "least", 1, least },
        { "least_turned", 1, least_turned },
        { "least_of_both", 2, least_of_both },
        { "least_of_three", 3, least_of_three },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].arity == arity && strcmp(known[i].name, named) == 0) return known[i].code;
    return NULL;
}
