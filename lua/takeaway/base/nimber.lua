--- Mex, and the arithmetic of nimbers.
--
-- Nimbers are integers of 64 bits and form a field. Lua shows those from 2^63 on as negative integers: `1 << 63` is
-- 2^63. `("%x"):format(n)` shows a nimber in base 16, and `math.ult(m, n)` compares two.
-- @module takeaway.base.nimber

local core = require "takeaway.core"
local nim_values = require "takeaway.base.nim_value"

local M = {}

--- The least integer >= 0 that is not in the list.
-- @function mex
-- @tparam {integer,...} values each >= 0
-- @treturn integer
-- @usage assert(ta.mex { 0, 1, 3 } == 2)
M.mex = core.mex

--- The exclusive or of any number of nimbers; 0 of none. A nim value that is no number is added too, to integers from 0
-- on: see @{takeaway.base.nim_value}. Games that need not end and entailing moves have such values. Also called
-- exclusive or, xor, nim addition.
-- @function nim_sum
-- @tparam integer ...
-- @treturn integer
-- @usage assert(ta.nim_sum(3, 5) == 6)
M.nim_sum = nim_values.nim_sum

--- The nim product (Conway, On Numbers and Games, chapter 6).
-- Also called nim multiplication.
-- @function nim_product
-- @tparam integer a
-- @tparam integer b
-- @treturn integer
-- @usage assert(ta.nim_product(2, 2) == 3 and ta.nim_product(1 << 63, 3) == 1 << 62)
M.nim_product = core.field_product

--- The nimber b with nim product a b = 1; raises for a = 0.
-- @function nim_inverse
-- @tparam integer a
-- @treturn integer
-- @usage assert(ta.nim_inverse(2) == 3)
M.nim_inverse = core.nim_inverse

--- The nimber x with nim product b x = a; raises for b = 0.
-- @function nim_quotient
-- @tparam integer a
-- @tparam integer b
-- @treturn integer
-- @usage assert(ta.nim_quotient(1, 2) == 3)
M.nim_quotient = core.nim_quotient

--- The nimber b with nim product b b = a. Each nimber has exactly one.
-- @function nim_sqrt
-- @tparam integer a
-- @treturn integer
-- @usage assert(ta.nim_sqrt(5) == 6)
M.nim_sqrt = core.nim_sqrt

--- The nimbers x with a x^2 + b x + c = 0, by nim sums and products; raises where a and b are 0.
-- @function nim_roots
-- @tparam integer a
-- @tparam integer b
-- @tparam integer c
-- @treturn table a list of one or two integers, ascending as integers without sign; or nil, message, "ERANGE" where the
--   two roots are 2^64 or more
-- @usage assert(ta.nim_roots(1, 1, 1)[1] == 2 and ta.nim_roots(1, 1, 1)[2] == 3)
M.nim_roots = core.nim_roots

return M
