-- Theorems on NIM with Cash: the states of the automaton, for all nonempty subsets of {1..9}, {3, 5, 6, 10, 11} and
-- {3, 5, 7, 9, 10, 14}. In the table a row fixes the members from 5 on, a column those up to 4.
--
--   lua5.4 tools/cash_theorems.lua [OUT]      writes the table to OUT or to standard output
--
-- The C checker verifies every certificate; with CHECK=lua in the environment the Lua checker does too (an hour or
-- more). SECONDS is the time limit for a set, 300 by default. Progress and times go to standard error.

local ta = require "takeaway"
local check_in_c = require "takeaway.engine.theorem.check_in_c"
local check_in_lua = require "takeaway.research.check_theorem"

local SECONDS = tonumber(os.getenv "SECONDS") or 300
local STATES = 6000

local function text(set) return "{" .. table.concat(set, ",") .. "}" end

-- The bits of a number, added to `from`.
local function members(bits, from)
  local set = {}
  for a = 0, 4 do if bits >> a & 1 == 1 then set[#set + 1] = from + a end end
  return set
end

local function states_of(set)
  local start = os.clock()
  local theorem, why = ta.cash(set):as_moves():theorem { seconds = SECONDS, states = STATES }
  if theorem then
    local certificate = assert(theorem:certificate())
    assert(check_in_c(certificate))
    if os.getenv "CHECK" == "lua" then assert(check_in_lua(certificate)) end
  end
  io.stderr:write(("%s: %.2f seconds%s\n"):format(text(set), os.clock() - start, theorem and "" or ", none: " .. why))
  return theorem and theorem.positions:states() or "-"
end

local out, heads = arg[1] and assert(io.open(arg[1], "w")) or io.stdout, { "A" }
for low = 0, 15 do heads[low + 2] = text(members(low, 1)) end
out:write(table.concat(heads, "\t"), "\n")
for high = 0, 31 do
  local row = { text(members(high, 5)) }
  for low = 0, 15 do
    local set = members(low, 1)
    table.move(members(high, 5), 1, 5, #set + 1, set)
    row[low + 2] = set[1] and states_of(set) or ""
  end
  out:write(table.concat(row, "\t"), "\n")
  out:flush()
end
for _, set in ipairs { { 3, 5, 6, 10, 11 }, { 3, 5, 7, 9, 10, 14 } } do
  out:write(text(set), "\t", states_of(set), "\n")
end
if out ~= io.stdout then assert(out:close()) end
