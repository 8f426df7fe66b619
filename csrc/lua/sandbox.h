/*
** sandbox.h - rules from a stranger, in a Lua state of their own.
*/
#ifndef LSANDBOX_H
#define LSANDBOX_H

#include <lua.h>

/* Fill the sandboxed state with what rules may use; `charge` is called before work
** that no instruction count would see. Runs protected, in `S`. */
void lsandbox_fill(lua_State *S, void (*charge)(lua_State *S, double steps));

#endif
