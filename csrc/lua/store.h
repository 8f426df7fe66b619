/*
** store.h - stores: the one core object of a Lua state that holds games by number, and the
** userdata that stand for these: values, and misere forms.
**
** A store is a box in the registry, which cannot be closed, only cleared. A game is a small
** userdata with its number and the generation of the store it belongs to, so one from before a
** clear is an error and never another game. Equal games are the same userdata (a weak table by
** number, a new one after each clear), so they can be keys of tables.
**
** A method on games checks its arguments, enters the store, takes the numbers of its arguments
** there, and leaves by lstore_result or lstore_list, which see to it that a result belongs to the
** generation it was found in whatever finalizers do meanwhile.
**
** An operand is what stands for a game: the game itself, text that names it, or what `read` of the
** type makes a game of.
*/
#ifndef LSTORE_H
#define LSTORE_H

#include "call.h"

/* The addresses of its fields are the keys of the registry: each type is one object. The object of
** its box begins with a ta_store (store/store.h in the core). */
typedef struct lstore_type {
    lbox_type box;        /* of the store; `progress` 1 */
    const char *field;    /* the store is this field of the module: "values" */
    const char *more[2];  /* fields of `statistics` beside those of every store; NULL: none */
    const char *item;     /* name of the metatable of games: "takeaway.value" */
    const char *noun;     /* of a game, for messages: "value" */
    const char *stale;    /* the message about a game from before a clear */
    const char *operands; /* what an operand may be: "a value, a number, or text" */
    const char *methods;  /* the methods of games are this field of the module */
    ta_status (*create)(const ta_allocator *a, ta_call *call, void **store);
    void (*clear)(void *store);
    void (*count)(const void *store, uint64_t more[2]);
    /* Can `read` make a game of what is at `index`? Games and text are known to be operands. */
    int (*is_readable)(lua_State *L, int index);
    /* Read an operand that is no game yet. */
    ta_status (*read)(lcall *c, int index, uint32_t *game);
    /* Write the name of a game, as ta_value_text does. */
    ta_status (*text)(lcall *c, uint32_t game, int notation, char *text, size_t room,
                      size_t *length);
    ta_amount (*birthday)(const void *store, uint32_t game);
} lstore_type;

/* ---- The store ---- */

/* Make the store, and the metatable of games with the metamethods `meta`. The store and the table
** of methods of games become fields of the table on top. That of methods is pushed. [-0, +1] */
void lstore_open(lua_State *L, const lstore_type *type, const luaL_Reg *meta);

/* Make the methods of a table of rows fields of the table on top. A row begins with a luaL_Reg, and
** the last row has no name. The function of a row finds the row by lstore_row. [-0, +0] */
void lstore_set_rows(lua_State *L, const void *rows, size_t size);
static inline const void *lstore_row(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(1));
}

/* Push its box. Raises when the state is being closed and the store is gone. [-0, +1] */
lbox *lstore_push_box(lua_State *L, const lstore_type *type);

/* Enter the store for a call. [-0, +2] */
void lstore_begin(lcall *c, const lstore_type *type);

/* The number of times a store was cleared. */
uint64_t lstore_generation(const void *store);

/* ---- Arguments ---- */

/* Is there a game at `index`? Is the argument 1 one? The second raises otherwise. [-0, +0] */
int lstore_is(lua_State *L, int index, const lstore_type *type);
void lstore_self(lcall *c, const lstore_type *type);

/* Is there an operand at `index`? The second raises otherwise. [-0, +0] */
int lstore_is_operand(lua_State *L, int index, const lstore_type *type);
void lstore_operand(lcall *c, int index, const char *name, const lstore_type *type);

/* The game meant by the operand at `index`; EINVAL when it is from before a clear. [-0, +0] */
ta_status lstore_take(lcall *c, int index, const lstore_type *type, uint32_t *game);

/* The beginning of a method: enter, and take the game at 1. [-0, +2] */
ta_status lstore_method(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                        uint32_t *game);

/* The same with `count` operands behind it, which messages call `names`: all games. [-0, +2] */
ta_status lstore_operation(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                           const char *const *names, int count, uint32_t *games);

/* The beginning of a binary metamethod, either argument of which may be no game yet. [-0, +2] */
ta_status lstore_pair(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                      uint32_t games[2]);

/* A list of operands, empty where there is nil. Check it, which pushes room for its games; then
** take the games in the store. [-0, +1], [-0, +0] */
typedef struct lstore_games {
    int index;
    uint32_t *at;
    size_t count;
} lstore_games;

lstore_games lstore_check_list(lcall *c, int index, const char *name, const lstore_type *type);
ta_status lstore_take_list(lcall *c, const lstore_games *list, const lstore_type *type);

/* ---- Results ---- */

/* Leave the call: a failure as lcall_fail has it, or the game found in this generation. */
int lstore_result(lcall *c, ta_status status, const lstore_type *type, uint64_t generation,
                  uint32_t game);

/* The same in a call on the store itself: the game; a list of games, or lists of them that end
** where `end` says, which lie in lcall_blocks; a boolean. */
int lstore_give(lcall *c, ta_status status, const lstore_type *type, uint32_t game);
int lstore_list(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                size_t count);
int lstore_lists(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                 const size_t *end, size_t count);
int lstore_boolean(lcall *c, ta_status status, int answer);

/* ---- Whole calls ---- */

/* The game meant by the argument 1, whose name is `name`. */
int lstore_read(lcall *c, const char *name, const lstore_type *type);

/* The name of the game at 1. */
int lstore_text(lcall *c, const lstore_type *type, int notation);

#endif
