-- Repeats the surveys whose tables are in data/. Each has a database in build/surveys; its rows, ordered by their keys,
-- go to data/. Rows in a database are not computed again. A run of all surveys takes ten minutes on one core.
--
--   lua5.4 tools/publish_surveys.lua [NAME...]        without names all of them: cash, octal, phases, two_numbers
--
-- The tables are the same on every machine, because counted work limits every row. Progress goes to standard error.

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
