-- A survey by as many processes as there are processors, its database included; where Takeaway was built with SQLite.
local ta = require "takeaway"
local row = dofile "bench/row.lua"
local failure = require "takeaway.base.failure"

if not failure.optional "takeaway.sqlite" then
  io.stderr:write "bench: no SQLite in this build, so no row of surveys\n"
  return
end

local path = os.tmpname()
row.measure {
  name = "threads: a survey, periods of the sets within 1..k", n = 11, tiny = 4,
  clear = function() os.remove(path) end,
  kernel = function(n, workers)
    local survey = assert(ta.survey { task = "subtraction", set = { k = n }, to = path, workers = workers })
    local digest = survey:digest()
    survey:close()
    return digest, 0
  end,
  same = tostring,
  items = function(n) return 2 ^ n - 1 end,
}
os.remove(path)
