/*
** board.c - boards as text, for board games whose boards are too large for one integer. Finds the
** connected regions of a board, and the least of its mirror images and quarter turns. Also records
** which rules of small boards have C code (core/program/board.h).
**
** A board is rows of signs with "/" between them, each as long as the first; "#" is a square out of
** play. Other texts give an unspecified text: the rules check that a board is valid.
*/
#include <string.h>

#include <lauxlib.h>

#include "board.h"
#include "modules.h"

typedef struct board {
    const char *text;
    size_t length, wide, high; /* `wide` counts the "/" of a row */
} board;

static board check_board(lua_State *L) {
    board b;
    b.text = luaL_checklstring(L, 1, &b.length);
    const char *end = b.length ? memchr(b.text, '/', b.length) : NULL;
    b.wide = (end ? (size_t)(end - b.text) : b.length) + 1;
    b.high = (b.length + 1) / b.wide;
    return b;
}

/* ---- Regions ---- */

typedef struct region {
    size_t squares, first, last, low, high; /* its range of rows and columns */
} region;

/* Label with `number` the squares connected with the one at `start`: by sides, and with 8 `ways` by
** corners too. `stack` has room for all squares. */
static region fill(const board *b, int ways, size_t start, size_t number, size_t *owner,
                   size_t *stack) {
    region r = { 0, b->length, 0, b->wide, 0 };
    size_t top = 0;
    stack[top++] = start;
    owner[start] = number;
    while (top > 0) {
        size_t at = stack[--top], row = at / b->wide, column = at % b->wide;
        r.squares++;
        if (row < r.first) r.first = row;
        if (row > r.last) r.last = row;
        if (column < r.low) r.low = column;
        if (column > r.high) r.high = column;
        const size_t near[8] = { at + 1,           at - 1,           at + b->wide,
                                 at - b->wide,     at + b->wide + 1, at + b->wide - 1,
                                 at - b->wide + 1, at - b->wide - 1 };
        for (int i = 0; i < ways; i++) { /* below 0 wraps around, past the end */
            size_t to = near[i];
            if (to >= b->length || owner[to] || b->text[to] == '#' || b->text[to] == '/') continue;
            owner[to] = number;
            stack[top++] = to;
        }
    }
    return r;
}

/* Write the region on the smallest board that contains it. */
static size_t cut(const board *b, const region *r, size_t number, const size_t *owner, char *out) {
    size_t n = 0;
    for (size_t row = r->first; row <= r->last; row++) {
        if (row > r->first) out[n++] = '/';
        for (size_t column = r->low; column <= r->high; column++) {
            size_t at = row * b->wide + column;
            out[n++] = at < b->length && owner[at] == number ? b->text[at] : '#';
        }
    }
    return n;
}

static int has_all(const char *text, size_t length, const char *wanted) {
    for (; *wanted; wanted++)
        if (!memchr(text, *wanted, length)) return 0;
    return 1;
}

/* board_regions(text, wanted, corners): a list of the regions, each a list of texts. Keeps the
** regions that have each sign in `wanted`, by default those of two squares or more. With `corners`,
** squares that share a corner connect. */
static int regions(lua_State *L) {
    board b = check_board(L);
    const char *wanted = luaL_optstring(L, 2, NULL);
    int ways = lua_toboolean(L, 3) ? 8 : 4;
    lua_settop(L, 2);
    /* owner, stack, and a text that may have one sign more in each row than the board */
    size_t room = b.length + 1, found = 0;
    size_t *owner = lua_newuserdatauv(L, 2 * room * sizeof *owner + 2 * room, 0);
    size_t *stack = owner + room;
    char *part = (char *)(stack + room);
    memset(owner, 0, room * sizeof *owner);
    lua_newtable(L);
    for (size_t at = 0; at < b.length; at++) {
        if (owner[at] || b.text[at] == '#' || b.text[at] == '/') continue;
        region r = fill(&b, ways, at, at + 1, owner, stack);
        size_t length = cut(&b, &r, at + 1, owner, part);
        if (wanted ? !has_all(part, length, wanted) : r.squares < 2) continue;
        lua_createtable(L, 1, 0);
        lua_pushlstring(L, part, length);
        lua_rawseti(L, -2, 1);
        lua_rawseti(L, -2, (lua_Integer)++found);
    }
    return 1;
}

/* ---- Images ---- */

enum { UPSIDE_DOWN = 1, MIRRORED = 2, TURNED = 4 }; /* TURNED: swap rows and columns first */

static size_t image(const board *b, int way, char *out) {
    size_t w = b->wide - 1, h = b->high, rows = way & TURNED ? w : h,
           columns = way & TURNED ? h : w;
    size_t n = 0;
    for (size_t r = 0; r < rows; r++) {
        if (r > 0) out[n++] = '/';
        for (size_t c = 0; c < columns; c++) {
            size_t row = way & UPSIDE_DOWN ? rows - 1 - r : r;
            size_t column = way & MIRRORED ? columns - 1 - c : c;
            out[n++] = b->text[way & TURNED ? column * b->wide + row : row * b->wide + column];
        }
    }
    return n;
}

/* board_least(text, turns): the lexicographically least of the board's mirror images. With `turns`
** also of its quarter turns, among those not higher than wide. */
static int least(lua_State *L) {
    board b = check_board(L);
    int turns = lua_toboolean(L, 2), first = 0, last = MIRRORED | UPSIDE_DOWN;
    size_t w = b.wide - 1;
    lua_settop(L, 1);
    if (w == 0) return 1;
    if (turns && w < b.high) first = TURNED;
    if (turns && w <= b.high) last |= TURNED;
    size_t room = b.length + 1, length = 0;
    char *best = lua_newuserdatauv(L, 2 * room, 0), *next = best + room;
    for (int way = first; way <= last; way++) {
        size_t n = image(&b, way, next);
        if (way > first && memcmp(next, best, n) >= 0) continue;
        char *kept = best;
        best = next;
        next = kept;
        length = n;
    }
    lua_pushlstring(L, best, length);
    return 1;
}

/* ---- Functions that have C code ---- */

static const char codes_key = 0; /* registry: the weak table function -> name */

/* board_code(name, f): returns f, and records that its program may be the C code of that name. */
static int board_code(lua_State *L) {
    luaL_checkstring(L, 1);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &codes_key);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 1);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    return 1;
}

ta_program_code lboard_code(lua_State *L, int function, int arity) {
    ta_program_code code = NULL;
    lua_pushvalue(L, function);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &codes_key) == LUA_TTABLE) {
        lua_insert(L, -2);
        if (lua_rawget(L, -2) == LUA_TSTRING) code = ta_board_code(lua_tostring(L, -1), arity);
    }
    lua_pop(L, 2);
    return code;
}

static const luaL_Reg functions[] = { { "board_regions", regions },
                                      { "board_least", least },
                                      { "board_code", board_code },
                                      { NULL, NULL } };

void lboard_open(lua_State *L) {
    luaL_setfuncs(L, functions, 0);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &codes_key);
}
