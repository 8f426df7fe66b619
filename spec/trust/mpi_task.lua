-- The task of spec/trust/mpi.lua: rows that cost little but take a while, so there is always one to be killed at, on
-- any machine. Each writes a byte to the file that TAKEAWAY_TRACE names. Some are longer than what MPI sends at once.

return {
  name = "trust_mpi", version = 1, title = "Rows that take a few milliseconds",
  settings = { members = 60 },
  count = function(settings) return settings.members end,
  member = function(i) return ("m%d"):format(i) end,
  columns = { { "period", "INTEGER", "of the subtraction game" }, { "long", "TEXT", "a text of some length" } },
  row = function(key)
    local n = tonumber(key:sub(2))
    local trace = assert(io.open(os.getenv "TAKEAWAY_TRACE", "ab"))
    trace:write "."
    trace:close()
    local sum = 0
    for k = 1, 400000 do sum = sum ~ k end
    local game = require "takeaway".subtraction { 1 + n % 7, 2 + n % 11 }
    return { period = game:periodicity(1000).period, long = ("long"):rep(n % 20 == 7 and 20000 or n % 20) }
  end,
}
