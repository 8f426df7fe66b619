-- A survey: one question asked of a whole family, by all cores, into a SQLite database that can be killed and gone on
-- with. Here: the nim values of which subtraction games with members up to 6 have the longest periods?
local ta = require "takeaway"

local name = os.tmpname()
os.remove(name)

local survey, why, code = ta.survey { task = "subtraction", to = name, set = { k = 6 } }
if code == "EUNSUPPORTED" then -- built without SQLite
  print(why)
  return
end
assert(survey, why)
print(survey)
print(survey:query "select key, period, preperiod from rows order by period desc, key limit 4")

-- How often each period occurs, and whether those of sets with 1 are shorter.
print(survey:query [[select case when number & 1 then 'with 1' else 'without 1' end as sets, avg(period) as mean,
  max(period) as largest from rows group by 1]])

-- The same, asked again by one process: the same rows.
local digest = survey:digest()
survey:close()
os.remove(name)
local again = assert(ta.survey { task = "subtraction", to = name, set = { k = 6 }, transport = "here" })
print("the same rows: " .. tostring(again:digest() == digest))
again:close()
os.remove(name)
