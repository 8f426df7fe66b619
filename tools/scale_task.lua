-- The task of tools/scale_measure.lua: each row takes a given number of milliseconds and no processor time.

return {
  name = "sleep", version = 1, title = "Rows that take a number of milliseconds", settings = { milliseconds = 5 },
  member = function(i) return ("0.%010d"):format(i) end,
  columns = { { "digits", "INTEGER", "" }, { "period", "INTEGER", "" }, { "preperiod", "INTEGER", "" },
              { "largest", "INTEGER", "" }, { "proved", "INTEGER", "" } },
  row = function(key, settings)
    local n = math.tointeger(tonumber(key:sub(3)))
    if settings.milliseconds > 0 then require "takeaway.mpi".sleep(settings.milliseconds / 1000) end
    return { digits = n, period = n % 997, preperiod = n % 9973, largest = n % 61, proved = n % 2 }
  end,
}
