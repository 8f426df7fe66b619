/*
** store.h - a store is the one core object of a Lua state that holds games by number. Userdata
** stand for its games: values, and misere forms.
**
** A store is a box in the registry, which can be cleared but not closed. A game is a small userdata
** with its number and the generation of the store. So using a game from before a clear is an error,
** and never yields another game. Equal games are the same userdata (a weak table by number, a new
** one after each clear), so they can be keys of tables.
**
** A method on games checks its arguments, enters the store, and takes their numbers there. It
** leaves by lstore_result or lstore_list. These ensure that a result belongs to the generation it
** was found in, even when a finalizer clears the store meanwhile.
**
** An operand is a game, text that names it, or a value that `read` of the type converts to a game.
*/
#ifndef LSTORE_H
#define LSTORE_H

#include "call.h"

/* The addresses of its fields are registry keys, so each type is one object. The object of its box
** begins with a ta_store (store/store.h in the core). */
typedef struct lstore_type {
    ludata_type box;        /* of the store; `progress` 1 */
    const char *field;    /* field of the module that is the store: "values" */
    const char *more[2];  /* fields of `statistics` that only this type has; NULL: none */
    const char *item;     /* metatable name of its games: "takeaway.value" */
    const char *noun;     /* of a game, for messages: "value" */
    const char *stale;    /* the message about a game from before a clear */
    const char *operands; /* for messages: "a value, a number, or text" */
    const char *methods;  /* field of the module that is the methods of games */
    ta_status (*create)(const ta_allocator *a, ta_call *call, void **store);
    void (*clear)(void *store);
    void (*count)(const void *store, uint64_t more[2]);
    /* Can `read` convert the value at `index` to a game? Games and text are always operands. */
    int (*is_readable)(lua_State *L, int index);
    /* Convert an operand that is no game. */
    ta_status (*read)(lcall *c, int index, uint32_t *game);
    /* Write the name of a game, as ta_value_text does. */
    ta_status (*text)(lcall *c, uint32_t game, int notation, char *text, size_t room,
                      size_t *length);
    ta_amount (*birthday)(const void *store, uint32_t game);
} lstore_type;

/* ---- The store ---- */

/* Make the store, and the metatable of games with the metamethods `meta`. Sets the store and the
** methods of games as fields of the table on top, and pushes the table of methods. [-0, +1] */
void lstore_open(lua_State *L, const lstore_type *type, const luaL_Reg *meta);

/* Set functions as fields of the table on top, from a table of rows. A row begins with a luaL_Reg,
** and the last row has no name. The function of a row finds the row by lstore_row. [-0, +0] */
void lstore_set_rows(lua_State *L, const void *rows, size_t size);
static inline const void *lstore_row(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(1));
}

/* Push its box. Raises when the state is being closed and the store is gone. [-0, +1] */
ludata *lstore_push_box(lua_State *L, const lstore_type *type);

/* Enter the store for a call. [-0, +2] */
void lstore_begin(lcall *c, const lstore_type *type);

/* The number of times a store was cleared. */
uint64_t lstore_generation(const void *store);

/* ---- Arguments ---- */

/* Is there a game at `index`? lstore_self raises unless argument 1 is one. [-0, +0] */
int lstore_is(lua_State *L, int index, const lstore_type *type);
void lstore_self(lcall *c, const lstore_type *type);

/* Is there an operand at `index`? lstore_operand raises otherwise. [-0, +0] */
int lstore_is_operand(lua_State *L, int index, const lstore_type *type);
void lstore_operand(lcall *c, int index, const char *name, const lstore_type *type);

/* The game of the operand at `index`; EINVAL when it is from before a clear. [-0, +0] */
ta_status lstore_take(lcall *c, int index, const lstore_type *type, uint32_t *game);

/* Begin a method: enter, and take the game at 1. [-0, +2] */
ta_status lstore_method(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                        uint32_t *game);

/* The same with `count` further operands, whose names for messages are `names`. Takes all games.
** [-0, +2] */
ta_status lstore_operation(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                           const char *const *names, int count, uint32_t *games);

/* Begin a binary metamethod, either argument of which may need `read`. [-0, +2] */
ta_status lstore_pair(lcall *c, lua_State *L, const char *name, const lstore_type *type,
                      uint32_t games[2]);

/* A list of operands; nil is the empty list. Checking it pushes a block for its games [-0, +1].
** Taking reads the games in the store [-0, +0]. */
typedef struct lstore_games {
    int index;
    uint32_t *at;
    size_t count;
} lstore_games;

lstore_games lstore_check_list(lcall *c, int index, const char *name, const lstore_type *type);
ta_status lstore_take_list(lcall *c, const lstore_games *list, const lstore_type *type);

/* ---- Results ---- */

/* Leave the call with the game found in this generation, or with a failure as in lcall_fail. */
int lstore_result(lcall *c, ta_status status, const lstore_type *type, uint64_t generation,
                  uint32_t game);

/* The same in a call on the store itself, with one game, a list of games, lists of games that end
** at the indices `end`, or a boolean. The arrays are lcall_blocks. */
int lstore_give(lcall *c, ta_status status, const lstore_type *type, uint32_t game);
int lstore_list(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                size_t count);
int lstore_lists(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                 const size_t *end, size_t count);
int lstore_boolean(lcall *c, ta_status status, int answer);

/* ---- Whole calls ---- */

/* Return the game of operand 1, whose name for messages is `name`. */
int lstore_read(lcall *c, const char *name, const lstore_type *type);

/* Return the name of the game at 1. */
int lstore_text(lcall *c, const lstore_type *type, int notation);

#endif
