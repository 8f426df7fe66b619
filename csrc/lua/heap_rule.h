/*
** heap_rule.h - heap games by a rule in Lua.
*/
#ifndef LHEAP_RULE_H
#define LHEAP_RULE_H

#include "call.h"
#include "takeaway/heap.h"

/* User values of a game: its rule, its progress function, the emit function given to the rule, and a list of what the
** rule's program refers to. */
enum { LHEAP_RULE = 1, LHEAP_PROGRESS, LHEAP_EMIT, LHEAP_ANCHORS };

/* The game on top of the stack, an empty box, is to be one by the function at index 1, under this name. What is there
** of it in the box's user values is the game's. [-0, +0] */
typedef struct lheap_rule lheap_rule;
lheap_rule *lheap_rule_add(lua_State *L);
ta_status lheap_rule_game(const ta_allocator *allocator, ta_call *call, lheap_rule *rule,
                          const char *name, const ta_heap_settings *settings, ta_heap **game);

/* The mode that the value at `index` says: whether it is compiled. [-0, +0] */
void lheap_rule_native(lheap_rule *rule, lua_State *L, int index);

/* The rule of the game at index 1, with its function and what it refers to on top; NULL where it is by none. [-0, +2] */
lheap_rule *lheap_rule_of(lua_State *L);

/* In a call, with these two at `function` and behind it: compile it, where that was not done. Then what is said of it, as
** of a ruleset: a pusher. */
ta_status lheap_rule_compile(lheap_rule *rule, ta_call *call, int function);
int lheap_rule_push_compiled(lua_State *L, const void *rule);

#endif
