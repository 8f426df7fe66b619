--- One-pile dynamic Nim: take k counters, at most x; the next move takes at most f(k).
-- Called with a move function f, and another opening if wanted: the most counters the first move may take, 1 or more,
-- or -k for all but k (default -1). A position is (n, x), and (n) is the opening. The bound is clipped to the pile.
-- A. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970).
local core = require "takeaway.core"
local text = require "takeaway.base.text"

local function opening_of(settings)
  local most = settings
  if type(settings) == "table" then
    for key in pairs(settings) do
      if key ~= "opening" then core.raise(("one_pile: settings: unknown setting %s; known is opening"):format(
        tostring(key))) end
    end
    most = settings.opening
  end
  if most == nil then return -1 end
  local n = type(most) == "number" and math.tointeger(most)
  if not n or n == 0 then
    core.raise(("one_pile: opening: expected the most counters the first move may take, from 1 on, or -1, -2, ... for "
      .. "all but that many, got %s"):format(text.shown(most)))
  end
  return n
end

return function(f, settings)
  f = require "takeaway.base.move_function".move_function(f)
  local opening = opening_of(settings)
  local function first(n) return opening > 0 and opening or math.max(n + opening, 0) end
  return {
    name = "one pile, " .. tostring(f),
    check = require "takeaway.rules.start".numbers "n x*?",
    start = function(n, x) return n, math.min(x or first(n), n) end,
    options = function(emit, n, x)
      for k = 1, math.min(n, x) do emit(n - k, math.min(n - k, f(k))) end
    end,
  }
end
