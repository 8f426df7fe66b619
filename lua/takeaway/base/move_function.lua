--- Move functions: the limit f(k) on the next move, from the size k of this one.
--
-- A move function may be given as any of these:
--
-- * a Lua function `k -> positive integer or math.huge`, called once for each k and remembered. It must be pure and
--   cannot yield;
-- * a number r, or a string without k such as `"7/2"`: floor(r k). A decimal number means its exact double;
-- * an expression in k: `"2k+1"`, `"floor(7k/2)"`, `"min(k, 10)"`, `"0k+4"`;
-- * a list `{f(1), f(2), ...}`, with `rest =` a constant or another f for larger k;
-- * `ta.native(path, symbol)`: a C function in a shared library;
-- * a move function made by @{move_function}.
--
-- A value beyond 2^62 becomes infinite. A value below 1, a fraction or NaN raises an error that names f, k and the
-- value.
-- @module takeaway.base.move_function

local core = require "takeaway.core"

local M = {}

--- A move function as an object.
--
-- Call the object as `f(k)`, k from 1 to 2^62; a bad value raises. `tostring(f)` describes f.
-- @function move_function
-- @param f any form of a move function
-- @treturn f the object; raises when f is none of the forms, for an expression with a caret under the error
-- @usage
-- local f = ta.move_function("floor(7k/2)")
-- assert(f(3) == 10 and f:is_nondecreasing(1000))
M.move_function = core.move_function

--- Tabulate f up to n.
-- @function f:tabulate
-- @tparam int n
-- @treturn table the list `{f(1), ..., f(n)}`

--- Test whether f is nondecreasing up to n.
-- @function f:is_nondecreasing
-- @tparam int n
-- @treturn boolean true, or false and the least k <= n with f(k) < f(k-1)

--- A C function in a shared library as a move function.
-- @function native
-- @tparam string path of the library, as dlopen takes it
-- @tparam string symbol the function's name
-- @tparam[opt="int64(int64)"] string signature `result(argument)` of int8, int16,
--   int32, int64, uint8, uint16, uint32, uint64, double
-- @treturn f the move function; or nil, a message and "EIO" when the library or the
--   symbol is not there
M.native = core.native

return M
