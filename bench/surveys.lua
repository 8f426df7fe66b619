-- A survey by one process for each processor, with its database; only if Takeaway was built with SQLite.
local ta = require "takeaway"
local row = dofile "bench/row.lua"

local path = os.tmpname()
os.remove(path)
local survey, why, code = ta.survey { task = "subtraction", set = { k = 1 }, to = path, workers = 1 }
if code == "EUNSUPPORTED" then
  io.stderr:write("bench: no row of surveys: ", why, "\n")
  return
end
survey:close()

row.measure {
  name = "threads: a survey, periods of the sets within 1..k", n = 11, tiny = 4,
  clear = function() os.remove(path) end,
  kernel = function(n, workers)
    local asked = assert(ta.survey { task = "subtraction", set = { k = n }, to = path, workers = workers })
    local digest = asked:digest()
    asked:close()
    return digest, 0
  end,
  same = tostring,
  items = function(n) return 2 ^ n - 1 end,
}
os.remove(path)
