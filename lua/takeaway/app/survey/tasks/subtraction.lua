--- The subtraction games of all sets of {1..k}: period and preperiod of their nim values.
--
-- A set is its members, as `ta.subtraction` takes them; its number has bit m - 1 for a member m.
-- @module takeaway.app.survey.tasks.subtraction

local HEAPS = 1 << 20 -- heaps examined by default

local function members(number)
  local set = {}
  for m = 1, 62 do
    if number >> (m - 1) & 1 == 1 then set[#set + 1] = m end
  end
  return set
end

return {
  name = "subtraction", version = 1,
  title = "Subtraction games: all sets of numbers up to k",
  settings = { k = 8 },
  count = function(settings)
    if settings.k < 1 or settings.k > 62 then error("k: expected 1 to 62, got " .. settings.k, 0) end
    return (1 << settings.k) - 1
  end,
  member = function(i) return table.concat(members(i + 1), ",") end,
  columns = {
    { "number", "INTEGER", "the set as bits: bit m - 1 for a member m" },
    { "period", "INTEGER", "of the nim values, the least" },
    { "preperiod", "INTEGER", "the least heap from which they repeat" },
    { "largest", "INTEGER", "the largest nim value" },
    { "proved", "INTEGER", "1 where the period holds for ever" },
  },
  row = function(key, _, context)
    local ta = require "takeaway"
    local set, number = {}, 0
    for digits in key:gmatch "%d+" do
      set[#set + 1] = math.tointeger(digits)
      number = number | 1 << (set[#set] - 1)
    end
    local game = ta.subtraction(set)
    local found, message, code = game:periodicity(context.limit or HEAPS)
    if not found then return nil, message, code end
    local values, largest = game:nim_values(found.preperiod + found.period - 1), 0
    for _, value in values:iter() do largest = math.max(largest, value) end
    return { number = number, period = found.period, preperiod = found.preperiod, largest = largest,
             proved = found.proved }
  end,
}
