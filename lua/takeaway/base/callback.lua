--- Lua functions as C function pointers, for C code that calls them from its own loops.
--
--    local twice <close> = ta.callback(function(k) return 2 * k end, "int64(int64)")
--    local pointer, address = twice:pointer()   -- int64_t (*)(int64_t)
--
-- The pointer is good for as long as the object is open, in the thread that made it. **Keep the object** while C has
-- the pointer: one that is collected is closed. A call after that, or from another thread, crashes nothing: it returns
-- the failure value, as does one whose Lua function raises, or gives what is not of the result's type.
--
-- Such a call from C runs on the main thread of the Lua state; it cannot yield. Ctrl-C in it ends the Lua function, not
-- C's loop: that sees a failure value. C may call only while Lua waits for it: from a C function that Lua has called,
-- or from a program that has Lua inside and is not in a call of Lua's.
-- @module takeaway.base.callback

local core = require "takeaway.core"

local M = {}

--- A Lua function as a C function pointer.
--
-- `signature` is `result(argument)`, as @{takeaway.base.move_function.native} takes it: integers come as integers and
-- double as floats, and a result must be one of its type (`math.huge` is the greatest of int64 and of uint64). Or it is
-- "options": the pointer is then a `ta_native_options` of `takeaway/native_rules.h`, and `f(emit, ...)` a rule
-- as @{takeaway.engine.ruleset} takes it, asked about positions of 1 to 64 integers.
--
-- The memory behind a pointer, some 200 bytes, is kept until the program ends.
-- @function callback
-- @tparam function f
-- @tparam string signature
-- @tparam[opt] table settings `failure`: what C gets for want of an answer (0; of options -1, and never 0)
-- @treturn callback the callback; raises where the signature is none
-- @usage
-- local twice = ta.callback(function(k) return 2 * k end, "int64(int64)")
-- assert(type(twice:pointer()) == "userdata" and twice:error() == nil)
-- twice:close()
M.callback = core.callback

--- The pointer, for functions that take one as light userdata, and for those that take an integer.
-- @function callback:pointer
-- @treturn userdata
-- @treturn int the same address

--- Why the last call that got the failure value did, also once it is closed.
-- @function callback:error
-- @treturn string the message, or nil where every call had an answer

return M
