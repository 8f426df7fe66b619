--- Lua functions as C function pointers, for C code that calls them from its own loops.
--
--    local twice <close> = ta.callback(function(k) return 2 * k end, "int64(int64)")
--    local pointer, address = twice:pointer()   -- int64_t (*)(int64_t)
--
-- The pointer is valid while the object is open, in the thread that made it. **Keep the object** while C has the
-- pointer, because a collected object is closed. A later call, or one from another thread, crashes nothing: it returns
-- the failure value. So does a call whose Lua function raises or returns a value of the wrong type.
--
-- A call from C runs on the main thread of the Lua state and cannot yield. Ctrl-C ends the Lua function, not C's loop,
-- which gets a failure value. C may call only while Lua waits for it. That is so in a C function called from Lua, and
-- in a host program of Lua that is not inside a Lua call.
-- @module takeaway.base.callback

local core = require "takeaway.core"

local M = {}

--- A Lua function as a C function pointer.
--
-- `signature` is `result(argument)`, as @{takeaway.base.move_function.native} takes it. C integers become Lua integers,
-- doubles become floats, and a result must be one of its type. (`math.huge` is the greatest int64 or uint64.) The
-- signature "options" makes the pointer a `ta_native_options` of `takeaway/native_rules.h`. `f(emit, ...)` is then a
-- rule as @{takeaway.engine.ruleset} takes it, for positions of 1 to 64 integers.
--
-- The memory behind a pointer, about 200 bytes, is kept until the program ends.
-- @function callback
-- @tparam function f
-- @tparam string signature
-- @tparam[opt] table settings `failure`: what C gets when there is no answer (0; for options -1, and never 0)
-- @treturn callback the callback; raises for an invalid signature
-- @usage
-- local twice = ta.callback(function(k) return 2 * k end, "int64(int64)")
-- assert(type(twice:pointer()) == "userdata" and twice:error() == nil)
-- twice:close()
M.callback = core.callback

--- The pointer, as light userdata and as an integer.
-- @function callback:pointer
-- @treturn userdata
-- @treturn int the same address

--- The reason why the last call returned the failure value. It can be read after the object is closed.
-- @function callback:error
-- @treturn string the message, or nil where no call failed

return M
