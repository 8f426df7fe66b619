-- A survey: one query for a whole family, on all cores, into a SQLite database. It can be killed and resumed. Here: the
-- nim values of which subtraction games with members up to 6 have the longest periods?
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

-- The same by one process: the rows are equal.
local digest = survey:digest()
survey:close()
os.remove(name)
local again = assert(ta.survey { task = "subtraction", to = name, set = { k = 6 }, transport = "here" })
print("the same rows: " .. tostring(again:digest() == digest))
again:close()
os.remove(name)
