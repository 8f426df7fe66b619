--- Numbers that complete given ones: a word on the free tracks with which the automaton accepts.
--
-- The search follows the reachable states letter by letter, with any digits on the free tracks. For each state it keeps
-- one letter that leads there, and traces the accepting one back. The free numbers may be longer than the given ones.
-- These get more and more leading zeros, until the states reached by zeros repeat.
-- @module takeaway.engine.automata.path

local failure = require "takeaway.base.failure"
local letters = require "takeaway.engine.automata.letters"

local M = {}

-- One more letter: by state {from = entry, letter =}, the first that leads there.
local function step(automaton, reached, given, free)
  local next_ones, order, read = {}, {}, { table.unpack(given) }
  for _, entry in ipairs(reached) do
    for _, letter in ipairs(free) do
      for i, digit in ipairs(letter) do read[#given + i] = digit end
      local state = automaton:read(entry.state, read)
      if not next_ones[state] then
        next_ones[state] = { state = state, from = entry, letter = letter }
        order[#order + 1] = next_ones[state]
      end
    end
  end
  return order
end

local function trace(numeration, entry, count)
  local words = {}
  for i = 1, count do words[i] = {} end
  while entry.from do
    for i = 1, count do table.insert(words[i], entry.letter[i]) end
    entry = entry.from
  end
  local numbers = {}
  for i, word in ipairs(words) do
    local digits = failure.raise(numeration:read(table.concat(word):reverse()))
    numbers[i] = #digits < 19 and math.tointeger(tonumber(digits)) or digits
  end
  return numbers
end

--- Numbers on the tracks after the given ones for which the automaton accepts.
-- @param numeration of the core
-- @param automaton over the given tracks, then the free ones
-- @tparam {string,...} words the given numbers, of one length
-- @tparam int count of the free tracks
-- @treturn {int,...} the numbers (decimal text from 10^18 on), or nil if there are none
function M.find(numeration, automaton, words, count)
  local free, zeros = letters(numeration:digits(), count), {}
  for i = 1, #words do zeros[i] = "\0" end
  local reached, seen = { { state = 0 } }, { [0] = true }
  for i = 1, math.huge do -- all that zeros lead to; the list grows while it is read
    local entry = reached[i]
    if not entry then break end
    for _, next_one in ipairs(step(automaton, { entry }, zeros, free)) do
      if not seen[next_one.state] then
        seen[next_one.state] = true
        reached[#reached + 1] = next_one
      end
    end
  end
  for at = 1, words[1] and #words[1] or 0 do
    local given = {}
    for i, word in ipairs(words) do given[i] = word:sub(at, at) end
    reached = step(automaton, reached, given, free)
  end
  for _, entry in ipairs(reached) do
    if automaton:accepting(entry.state) then return trace(numeration, entry, count) end
  end
  return nil
end

return M
