/*
** heap_rule.h - heap games by a rule in Lua.
*/
#ifndef LHEAP_RULE_H
#define LHEAP_RULE_H

#include "lua/base/call.h"
#include "takeaway/heap.h"

/* User values of a game: its rule, its progress function, the emit function given to the rule, and
** the list of objects that the rule's program refers to. */
enum { LHEAP_RULE = 1, LHEAP_PROGRESS, LHEAP_EMIT, LHEAP_ANCHORS };

/* Make the empty box on top of the stack a game by the rule at index 1, under this name. The box's
** user values keep the rule's parts. [-0, +0] */
typedef struct lheap_rule lheap_rule;
lheap_rule *lheap_rule_add(lua_State *L);
ta_status lheap_rule_game(const ta_allocator *allocator, ta_call *call, lheap_rule *rule,
                          const char *name, const ta_heap_settings *settings, ta_heap **game);

/* Set the compilation mode from the value at `index`. [-0, +0] */
void lheap_rule_native(lheap_rule *rule, lua_State *L, int index);

/* The rule of the game at index 1; pushes its function and the list of captured objects. NULL for a
** game by no rule. [-0, +2] */
lheap_rule *lheap_rule_of(lua_State *L);

/* During a call, with these two at `function` and the next index: compile the rule unless that was
** done. Then push the description of its program, as for a ruleset: a pusher. */
ta_status lheap_rule_compile(lheap_rule *rule, ta_call *call, int function);
int lheap_rule_push_compiled(lua_State *L, const void *rule);

#endif
