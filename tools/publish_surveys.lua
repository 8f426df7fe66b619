-- The surveys whose tables lie in data/, made again: a database of each in build/surveys, and its rows in the order of
-- their keys in data/. What is in a database is not asked again; all of it takes ten minutes of one core.
--
--   lua5.4 tools/publish_surveys.lua [NAME...]        without names all of them: cash, octal, phases, two_numbers
--
-- The tables are the same on every machine: every row is bounded by counted work. Progress goes to standard error.

local ta = require "takeaway"

local SURVEYS = {
  { name = "cash", set = { k = 16 } },
  { name = "octal", set = { digits = 3 }, limit = 20000 },
  { name = "phases", set = { k = 16 } },
  { name = "two_numbers" },
}

local function wanted(name)
  if #arg == 0 then return true end
  for _, one in ipairs(arg) do
    if one == name then return true end
  end
  return false
end

assert(os.execute "mkdir -p build/surveys")
for _, one in ipairs(SURVEYS) do
  if wanted(one.name) then
    local s = assert(ta.survey { task = one.name, to = "build/surveys/" .. one.name .. ".db", set = one.set,
                                 limit = one.limit, progress = function(done, all)
      io.stderr:write(("\r%s: %d of %d "):format(one.name, done, all))
    end })
    local rows = assert(s:query "SELECT * FROM rows ORDER BY key")
    assert(ta.export.write(rows, { format = "csv", out = "data/" .. one.name .. ".csv" }))
    io.stderr:write(("\r%s, digest %s\n"):format(tostring(s), s:digest()))
    s:close()
  end
end
