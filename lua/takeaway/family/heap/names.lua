--- Names of heap games on the command line, for every command: 0.77, 1,3,4 or {1,3,4}, not:2,3.
-- @module takeaway.family.heap.names

local core = require "takeaway.core"

local M = { text = "a code such as 0.77, a set to take such as 1,3,4, or not:2,3" }

-- A code: what stands before the point begins with a digit, a list or a star. Digits past F, or none there, are a code
-- where all is written as in one, in capitals: else it may be a file.
local CODE, CAPITALS = "^[%x{*][%w{},+!?=*]*%.[^/]*$", "^[%u%d{},+!?=*]*%.[%u%d{*%[][%u%d{},+!?=*%[%]]*$"
local FILES = { lua = true, csv = true, json = true, txt = true }

--- The game that a name means.
-- @param ta the public calls
-- @tparam string name
-- @tparam table settings of the game
-- @tparam table read `set`, which makes "1,3,4" a list or says what is wrong
-- @return the game; nil where this is no heap game's name. Raises when it is one and wrong
function M.game(ta, name, settings, read)
  local code = name:find(CODE) and not FILES[name:match("[^.]*$")] or name:find(CAPITALS)
  if code then return ta.octal(name, settings) end
  local excluded = name:match("^not:(.*)$")
  if not excluded and not name:find("^{?%d[%d,]*}?$") then return nil end
  local set, why = read.set(excluded or name)
  if not set then core.raise(why) end
  return ta.subtraction(excluded and { all_but = set } or set, settings)
end

return M
