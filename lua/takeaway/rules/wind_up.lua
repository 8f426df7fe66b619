--- Wind-up: a hand stands on a clock of n hours 0, 1, ..., n - 1; turn it back by a number of hours of a set. A player
-- who finds it at 0 cannot move. Called with the hours of the clock and the set: wind_up(7, {1, 2, 5})(3). Play need
-- not end.
-- A. Davies, Games at Dal (2023), as in the library cgt, cgt.tools; for nim values C. A. B. Smith, Graphs and composite
-- games, J. Combinatorial Theory 1 (1966).
local core = require "takeaway.core"
local starts = require "takeaway.rules.start"
local text_of = require "takeaway.base.text"

return function(n, set)
  local hours = math.type(n) == "integer" and n or type(n) == "number" and math.tointeger(n)
  if not hours or hours < 1 then
    core.raise("wind_up: expected the hours of the clock, an integer from 1 on, got " .. text_of.shown(n))
  end
  set = starts.set("wind_up", set)
  return {
    name = ("Wind-up %d {%s}"):format(hours, table.concat(set, ", ")),
    check = starts.numbers("hour", 0, function(hour)
      if hour >= hours then return ("expected an hour from 0 to %d"):format(hours - 1) end
    end),
    tables = { from = 0, to = hours - 1 },
    options = function(emit, hour)
      if hour == 0 then return end
      for _, k in ipairs(set) do emit((hour - k) % hours) end
    end,
  }
end
