-- The outcome of a sum of heaps in misere play: by a search of the reachable sums, alternating with the misere quotient
-- of the heaps. The quotient is kept: it gives the outcomes of all sums of its heaps.

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local turns = require "takeaway.engine.sum.dovetail"

-- Costs. A position of the search has as many options as its heaps have counters, and costs as much as that number of
-- options read for a quotient. A position of the quotient costs as much as 32 options.
local LEAST, OPTIONS = 16, 32
local HEAPS_MOST, POSITIONS_MOST = 4095, 2000000 -- of a quotient

local kept = setmetatable({}, { __mode = "k" }) -- game -> the quotient of its heaps to some n, and its budget

-- If the rule raises, the search takes over: it may not need that heap.
local function make(game, n, room)
  local settings = { positions = room, stop_at_period = true }
  local ran, quotient, message, code = failure.try(core.misere_quotient, game, n, settings)
  return ran and quotient or nil, code, message
end

-- Keep a quotient of heaps up to n, or of as many as the budget allows: these may prove a period, and so cover all
-- heaps. An existing quotient is doubled if the budget suffices. True; or nil, and whether a larger budget may help.
local function learn(game, n, room)
  local before = kept[game] and kept[game].quotient:heaps() or 0
  local options = room * math.min(math.max(n, LEAST), HEAPS_MOST)
  local most = math.min(HEAPS_MOST, math.floor(math.sqrt(2 * options)))
  local to = math.min(most, math.max(n, 2 * before))
  if to <= before then return nil, most < HEAPS_MOST end
  local positions = math.min(options // OPTIONS + 1, POSITIONS_MOST)
  local quotient, code, message = make(game, to, positions)
  if code == "ELIMIT" and to > n then quotient, code, message = make(game, n, positions) end
  if code == "ECANCELLED" then return nil, false, message, code end
  if not quotient then return nil, code == "ELIMIT" and positions < POSITIONS_MOST end
  kept[game] = { quotient = quotient, room = room }
  return true
end

-- The largest of some heaps, which are converted to integers; nil if one is none.
local function largest_of(heaps)
  local largest = 0
  for i = 1, heaps.n do
    local n = type(heaps[i]) == "number" and math.tointeger(heaps[i])
    if not n or n < 0 or n > 1 << 62 then return nil end
    heaps[i], largest = n, math.max(largest, n)
  end
  return largest
end

-- The outcome by the quotient that is kept; nil if it does not cover these heaps.
local function known(game, heaps)
  local quotient = kept[game] and kept[game].quotient
  local x = quotient and quotient:element(table.unpack(heaps, 1, heaps.n))
  return x and (quotient:is_p(x) and "P" or "N")
end

return function(game, ...)
  local heaps = table.pack(...)
  local largest = largest_of(heaps)
  local function ask(room) return core.heap_misere_outcome_within(game, room, table.unpack(heaps, 1, heaps.n)) end
  local function search() return ask(0) end
  local function within(room)
    local answer, message, code = ask(room)
    return answer, message, code, code == "ELIMIT" and not message:find("more than positions", 1, true)
  end
  local function by_quotient(room)
    local learned, more, message, code = learn(game, largest, room)
    if not learned then return nil, more, message, code end
    return known(game, heaps), true
  end
  if not largest or heaps.n > core.heaps_most then return search() end -- the search reports the error
  local answer = known(game, heaps)
  if answer then return answer end
  if kept[game] then
    local _, message, code
    answer, _, message, code = by_quotient(kept[game].room)
    if answer or code then return answer, message, code end
  end
  return turns.ask(within, search, by_quotient)
end
