/*
** board.c - the functions of lua/takeaway/rules/bits.lua in C, for the boards of up to 56 squares that are
** integers: options, regions, and the least image.
**
** Square (r, c) of a board of width w is bit 8 + r w + c of an integer whose low 8 bits number the shape.
** Inside, the shape is taken off and bit r w + c is the square: so that no shift has to keep anything.
** Images are compared as bits.lua does, as signed integers 8 bits further left.
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

/* The board that an integer is; 0: it is none. */
static int read_board(int64_t board, shape *s, squares *b) {
    int number = (int)(board & 255), w = 1, h = number;
    *b = (squares)board >> 8;
    for (; w <= MOST && h > MOST / w; w++) h -= MOST / w;
    if (number == 0 || w > MOST) return 0;
    make_shape(s, number, w, h);
    return (*b & ~s->all) == 0;
}

/* The squares of a second piece, on the same shape. */
static int read_more(int64_t board, const shape *s, squares *b) {
    *b = (squares)board >> 8;
    return (board & 255) == 0 && (*b & ~s->all) == 0;
}

static int64_t written(squares b, int number) {
    return (int64_t)(b << 8 | (squares)number);
}

/* ---- Naming ---- */

enum { DONE, ENOUGH, BAILED };

/* Name (a), or (a, b) for size 2; not DONE: it is over. */
static int name(ta_program_frame *f, int size, int64_t a, int64_t b) {
    if (--f->left < 0) return BAILED;
    if (f->next >= f->end) {
        int over = f->flush(f);
        f->next = f->out;
        if (over) return ENOUGH;
    }
    f->next[0] = size;
    f->next[1] = a;
    if (size > 1) f->next[2] = b;
    f->next += size + 1;
    return DONE;
}

static int end(ta_program_frame *f, int how) {
    if (how == DONE) f->flush(f);
    f->at = f->code = 0;
    return how;
}

/* ---- Dominoes ---- */

enum { UPRIGHT = 1, ACROSS = 2 };

static int dominoes(ta_program_frame *f, int ways) {
    shape s;
    squares b;
    int how = DONE;
    if (!read_board(f->arguments[0], &s, &b)) return BAILED;
    squares down = ways & UPRIGHT ? b & b >> s.w : 0;
    squares across = ways & ACROSS ? b & b >> 1 & s.inner : 0;
    for (squares places = down | across; places && how == DONE; places &= places - 1) {
        squares at = places & (~places + 1);
        if (across & at) how = name(f, 1, written(b ^ at ^ at << 1, s.number), 0);
        if (down & at && how == DONE) how = name(f, 1, written(b ^ at ^ at << s.w, s.number), 0);
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

/* ---- Regions ---- */

static squares connected(const shape *s, squares region, squares b) {
    for (squares before = 0; region != before;) {
        before = region;
        region = (region | (region & s->inner) << 1 | (region >> 1 & s->inner)) & b;
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

/* The squares, which lie in these rows and columns, on a board of these alone. */
static squares cut(const shape *s, const extent *e, squares b) {
    squares kept = 0, row = ((squares)1 << e->width) - 1;
    for (int r = 0; r < e->height; r++)
        kept |= (b >> ((e->top + r) * s->w + e->left) & row) << r * e->width;
    return kept;
}

static int regions(ta_program_frame *f) {
    shape s;
    squares b, region;
    int how = DONE;
    if (!read_board(f->arguments[0], &s, &b)) return BAILED;
    for (squares rest = b; rest && how == DONE; rest ^= region) {
        region = connected(&s, rest & (~rest + 1), rest);
        if (!(region & (region - 1))) continue;
        extent e = extent_of(&s, region);
        how = name(f, 1, written(cut(&s, &e, region), shape_number(e.width, e.height)), 0);
    }
    return end(f, how);
}

static int regions_of_both(ta_program_frame *f) {
    shape s;
    squares x, o, region;
    int how = DONE;
    if (!read_board(f->arguments[0], &s, &x) || !read_more(f->arguments[1], &s, &o)) return BAILED;
    for (squares rest = x | o; rest && how == DONE; rest ^= region) {
        region = connected(&s, rest & (~rest + 1), rest);
        if (!(region & x) || !(region & o)) continue;
        extent e = extent_of(&s, region);
        how = name(f, 2, written(cut(&s, &e, region & x), shape_number(e.width, e.height)),
                   written(cut(&s, &e, region & o), 0));
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

static int before(squares a, squares b) {
    return (int64_t)(a << 8) < (int64_t)(b << 8);
}

/* Turned where it is higher than wide; the last step to an image. */
static int lie_down(shape *s, squares *x, squares *o) {
    if (s->w < s->h) {
        *x = transposed(s, *x);
        *o = transposed(s, *o);
        make_shape(s, shape_number(s->h, s->w), s->h, s->w);
    }
    return s->w == s->h ? 7 : 3;
}

static int least_one(ta_program_frame *f, int turns) {
    shape s;
    squares b, none = 0;
    if (!read_board(f->arguments[0], &s, &b)) return BAILED;
    int last = turns ? lie_down(&s, &b, &none) : 3;
    squares best = b;
    for (int number = 1; number <= last; number++) {
        b = step(&s, b, number);
        if (before(b, best)) best = b;
    }
    return end(f, name(f, 1, written(best, s.number), 0));
}

static int least(ta_program_frame *f) {
    return least_one(f, 0);
}

static int least_turned(ta_program_frame *f) {
    return least_one(f, 1);
}

static int least_of_both(ta_program_frame *f) {
    shape s;
    squares x, o;
    if (!read_board(f->arguments[0], &s, &x) || !read_more(f->arguments[1], &s, &o)) return BAILED;
    int last = lie_down(&s, &x, &o);
    squares best_x = x, best_o = o;
    for (int number = 1; number <= last; number++) {
        x = step(&s, x, number);
        o = step(&s, o, number);
        if (!before(x, best_x) && !(x == best_x && before(o, best_o))) continue;
        best_x = x;
        best_o = o;
    }
    return end(f, name(f, 2, written(best_x, s.number), written(best_o, 0)));
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
        { "regions", 1, regions },
        { "regions_of_both", 2, regions_of_both },
        { "least", 1, least },
        { "least_turned", 1, least_turned },
        { "least_of_both", 2, least_of_both },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].arity == arity && strcmp(known[i].name, named) == 0) return known[i].code;
    return NULL;
}
