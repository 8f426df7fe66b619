--- The octal games with a given number of digits after the point: period and preperiod of their nim values.
-- @module takeaway.app.survey.tasks.octal

local HEAPS = 10000 -- that are looked at, where no limit is given

return {
  name = "octal", version = 1,
  title = "Octal games: all codes with this number of digits after the point",
  settings = { digits = 2 },
  count = function(settings)
    local digits = settings.digits
    if digits < 1 or digits > 20 then error("digits: expected 1 to 20, got " .. digits, 0) end
    return 1 << 3 * digits
  end,
  member = function(i, settings)
    local code = "0." .. ("%0" .. settings.digits .. "o"):format(i):gsub("0+$", "")
    return code == "0." and "0.0" or code
  end,
  columns = {
    { "digits", "INTEGER", "the digits as an octal number" },
    { "period", "INTEGER", "of the nim values, the least" },
    { "preperiod", "INTEGER", "the least heap from which they repeat" },
    { "saltus", "INTEGER", "what they grow by in a period" },
    { "largest", "INTEGER", "the largest nim value up to the end of the first period" },
    { "proved", "INTEGER", "1 where the period holds for ever" },
  },
  row = function(key, settings, context)
    local ta = require "takeaway"
    local game, digits = ta.octal(key), key:sub(3)
    local found, message, code = game:periodicity(context.limit or HEAPS)
    if not found then return nil, message, code end
    local values, largest = game:nim_values(found.preperiod + found.period - 1), 0
    for _, value in values:iter() do largest = math.max(largest, value) end
    return { digits = tonumber(digits .. ("0"):rep(settings.digits - #digits), 8), period = found.period,
             preperiod = found.preperiod, saltus = found.saltus, largest = largest, proved = found.proved }
  end,
}
