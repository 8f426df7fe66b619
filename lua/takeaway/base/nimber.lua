--- Mex, and the arithmetic of nimbers.
--
-- Nimbers are integers from 0 to 2^63 - 1.
-- @module takeaway.base.nimber

local core = require "takeaway.core"
local nim_values = require "takeaway.base.nim_value"

local M = {}

--- The least integer from 0 on that is not in the list.
-- @function mex
-- @tparam {integer,...} values each >= 0
-- @treturn integer
-- @usage assert(ta.mex { 0, 1, 3 } == 2)
M.mex = core.mex

--- The exclusive or of any number of nimbers; 0 of none. Nim values that are no numbers (of games that
-- need not end, or with entailing moves, see @{takeaway.base.nim_value}) are added too.
-- @function nim_sum
-- @tparam integer ...
-- @treturn integer
-- @usage assert(ta.nim_sum(3, 5) == 6)
M.nim_sum = nim_values.nim_sum

--- The nim product (Conway, On Numbers and Games, chapter 6).
-- @function nim_product
-- @tparam integer a
-- @tparam integer b
-- @treturn integer or nil, message, "ERANGE" when it is beyond 2^63 - 1
-- @usage assert(ta.nim_product(2, 2) == 3)
M.nim_product = core.nim_product

--- The nimber b with nim product a b = 1; raises for a = 0.
-- @function nim_inverse
-- @tparam integer a
-- @treturn integer or nil, message, "ERANGE" when it is beyond 2^63 - 1
-- @usage assert(ta.nim_inverse(2) == 3)
M.nim_inverse = core.nim_inverse

return M
