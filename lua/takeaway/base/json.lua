--- JSON (RFC 8259), read and written by csrc/lua/base/json.c.
-- @module takeaway.base.json

local core = require "takeaway.core"

local M = {}

--- The value of a text. Integers are exact; the reader refuses one that 64 bits do not hold.
-- @function read
-- @tparam string text
-- @param[opt] null what null becomes; nil: a field that is null is left out, and a null in a list is refused
-- @tparam[opt] table list the metatable of lists
-- @return the value; or nil and what is wrong at which byte
M.read = core.json_read

--- A value as text. A float gets the fewest digits, from 15 to 17, that read back as it. Infinity is "inf".
-- @function text
-- @param v the value
-- @tparam[opt] function shape returns for a table or an object: a string; a list `v`; an object `v` and the list of
--   its names, in their order; nil: null
-- @tparam[opt] boolean reply no blanks, and a float has a point or an exponent
-- @treturn string; raises where tables lie in each other more than 100 deep
M.text = core.json_text

return M
