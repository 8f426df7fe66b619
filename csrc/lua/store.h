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
*/
#ifndef LSTORE_H
#define LSTORE_H

#include "call.h"

typedef struct lstore_statistics {
    size_t games, bytes, most_games, most_bytes;
    uint64_t generation; /* number of times the store was cleared */
    uint64_t more[2];    /* named by the type */
} lstore_statistics;

/* The addresses of its fields are the keys of the registry: each type is one object. */
typedef struct lstore_type {
    lbox_type box;       /* of the store; `progress` 1 */
    const char *field;   /* of the module that the store is: "values" */
    const char *counted; /* what it says to hold: "games" */
    const char *more[2]; /* fields of `statistics` beside those of every store; NULL: none */
    ta_amount most;      /* games that a limit may allow */
    const char *item;    /* name of the metatable of games: "takeaway.value" */
    const char *noun;    /* of a game, for messages: "value" */
    const char *stale;   /* what is said of a game from before a clear */
    ta_status (*create)(const ta_allocator *a, ta_call *call, void **store);
    void (*clear)(void *store);
    void (*limit)(void *store, size_t games, size_t bytes);
    void (*describe)(const void *store, lstore_statistics *s);
} lstore_type;

/* ---- The store ---- */

/* Make the metatable of games, and push it. [-0, +1] */
void lstore_push_metatable(lua_State *L, const lstore_type *type);

/* Make the store, with its methods, a field of the table on top. [-0, +0] */
void lstore_open(lua_State *L, const lstore_type *type);

/* Push its box. Raises when the state is being closed and the store is gone. [-0, +1] */
lbox *lstore_push_box(lua_State *L, const lstore_type *type);

/* Enter the store for a call. [-0, +2] */
void lstore_begin(lcall *c, const lstore_type *type);

/* How often it was cleared. */
uint64_t lstore_generation(const void *store, const lstore_type *type);

/* ---- Arguments ---- */

/* Is there a game at `index`? Is the argument 1 one? The second raises otherwise. [-0, +0] */
int lstore_is(lua_State *L, int index, const lstore_type *type);
void lstore_self(lcall *c, const lstore_type *type);

/* The game at `index`, where there is one; EINVAL when it is from before a clear. [-0, +0] */
ta_status lstore_take(lcall *c, int index, const lstore_type *type, uint32_t *game);

/* ---- Results ---- */

/* Leave the call: a failure as lcall_fail has it, or the game found in this generation. */
int lstore_result(lcall *c, ta_status status, const lstore_type *type, uint64_t generation,
                  uint32_t game);

/* The same in a call on the store itself: the game; a list of games, or lists of them that end
** where `end` says, which lie in lcall_blocks. */
int lstore_give(lcall *c, ta_status status, const lstore_type *type, uint32_t game);
int lstore_list(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                size_t count);
int lstore_lists(lcall *c, ta_status status, const lstore_type *type, const uint32_t *games,
                 const size_t *end, size_t count);

#endif
