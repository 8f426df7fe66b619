-- Theorems on NIM with Cash: the states of the automaton, and the seconds that took, for all nonempty subsets of
-- {1..9}, {3, 5, 6, 10, 11} and {3, 5, 7, 9, 10, 14}.
--
--   lua5.4 tools/cash_theorems.lua [OUT]      the table, into OUT or to standard output
--
-- Every certificate passes the checker in C; with CHECK=lua in the environment the one in Lua, too (an hour or more).
-- SECONDS is the time for a set, 300 without it. Progress goes to standard error.

local ta = require "takeaway"
local check_in_c = require "takeaway.engine.theorem.check_in_c"
local check_in_lua = require "takeaway.research.check_theorem"

local SECONDS = tonumber(os.getenv "SECONDS") or 300
local STATES = 6000

local function sets()
  local list = {}
  for mask = 1, 511 do
    local set = {}
    for a = 1, 9 do if mask >> (a - 1) & 1 == 1 then set[#set + 1] = a end end
    list[#list + 1] = set
  end
  list[#list + 1] = { 3, 5, 6, 10, 11 }
  list[#list + 1] = { 3, 5, 7, 9, 10, 14 }
  return list
end

local out = arg[1] and assert(io.open(arg[1], "w")) or io.stdout
out:write("A\tstates\tseconds\n")
local list, proved = sets(), 0
for i, set in ipairs(list) do
  local start, name = os.clock(), table.concat(set, ",")
  local theorem, why = ta.cash(set):as_moves():theorem { seconds = SECONDS, states = STATES }
  local seconds = os.clock() - start
  if theorem then
    local certificate = assert(theorem:certificate())
    assert(check_in_c(certificate))
    if os.getenv "CHECK" == "lua" then assert(check_in_lua(certificate)) end
    proved = proved + 1
  else
    io.stderr:write(("none for {%s}: %s\n"):format(name, why))
  end
  out:write(("%s\t%s\t%.2f\n"):format(name, theorem and theorem.positions:states() or "-", seconds))
  out:flush()
  if i % 16 == 0 then io.stderr:write(("%d of %d\n"):format(i, #list)) end
end
io.stderr:write(("%d of %d proved\n"):format(proved, #list))
if out ~= io.stdout then assert(out:close()) end
