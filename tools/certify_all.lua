-- Certifies and checks every nonempty subset of {1..MAX}. Writes a Markdown table of all of them, and lists those
-- without a certificate.
--
--   lua5.4 tools/certify_all.lua [MAX] [OUT]         writes the table to OUT (default: no table)
--   lua5.4 tools/certify_all.lua intervals MAX       the pairs L..M and what they prove
--
-- With CHECK=lua in the environment the Lua checker also verifies every certificate (slow).
-- Progress and times go to standard error.

local ta = require "takeaway"
local check_in_lua = require "takeaway.research.check_certificate"
local intervals = require "takeaway.research.intervals"

local function subset(mask)
  local set = {}
  for a = 1, 62 do if mask >> (a - 1) & 1 == 1 then set[#set + 1] = a end end
  return set
end

local function say(...) io.stderr:write(string.format(...), "\n") end

local LIMITS = { max_base = 7680, max_period = 7680 }

-- The subsets of {1..max} with certificate, and those without.
local function certify(max)
  local rows, failures, checking = {}, {}, 0
  local began = os.clock()
  for mask = 1, (1 << max) - 1 do
    local set = subset(mask)
    local wc, why = ta.win_condition(set, LIMITS)
    if wc then
      local before = os.clock()
      assert(wc:check())
      checking = checking + os.clock() - before
      if os.getenv("CHECK") == "lua" then assert(check_in_lua(wc:certificate())) end
      rows[#rows + 1] = { set = set, m = wc.period, base = wc.base, level = wc.level,
                          blocks = wc.blocks, letters = wc.letters }
    else
      failures[#failures + 1] = { set = set, why = why }
    end
    if mask % 4096 == 0 then say("%d of %d, %.0f s", mask, (1 << max) - 1, os.clock() - began) end
  end
  say("%d of %d certified in %.1f s, of which checking them again %.1f s", #rows, (1 << max) - 1,
      os.clock() - began, checking)
  for _, failure in ipairs(failures) do say("none for {%s}: %s", table.concat(failure.set, ","), failure.why) end
  return rows, failures
end

-- The number of rows with each value of a field, as "1: 12, 2: 3".
local function counts(rows, field)
  local seen, values, parts = {}, {}, {}
  for _, row in ipairs(rows) do
    local value = row[field]
    if not seen[value] then values[#values + 1] = value end
    seen[value] = (seen[value] or 0) + 1
  end
  table.sort(values)
  for i, value in ipairs(values) do parts[i] = value .. ": " .. seen[value] end
  return table.concat(parts, ", ")
end

local function largest(rows, field)
  local best = rows[1]
  for _, row in ipairs(rows) do if row[field] > best[field] then best = row end end
  return ("%d for {%s}"):format(best[field], table.concat(best.set, ","))
end

local function write_table(rows, failures, max, name)
  local out = { "# Certificates of all subsets of {1.." .. max .. "}\n\n",
    ("Made by `make certify MAX=%d`; docs/win-conditions.md says what\n"):format(max),
    "the columns mean. Every row is proved for all n, d and e.\n\n",
    ("%d certified, %d not. Growing blocks J: %s. Levels k1: %s.\n")
      :format(#rows, #failures, counts(rows, "blocks"), counts(rows, "level")),
    ("Largest period %s; most letters %s.\n\n"):format(largest(rows, "m"), largest(rows, "letters")),
    "| A | m | N0 | k1 | J | letters |\n|---|---|---|---|---|---|\n" }
  for _, row in ipairs(rows) do
    out[#out + 1] = ("| %s | %d | %d | %d | %d | %d |\n"):format(table.concat(row.set, ","), row.m, row.base, row.level,
      row.blocks, row.letters)
  end
  require("tools.jobs").write(name, table.concat(out))
end

if arg[1] == "intervals" then
  local max = assert(math.tointeger(tonumber(arg[2] or 16)), "certify_all: MAX: expected an integer")
  local proved, total = 0, 0
  for low = 1, max do
    for high = low, max do
      local holds, found = intervals.settle(low, high)
      local claimed = high == low or high >= 2 * low - 1
      if claimed then total = total + 1 end
      if holds then
        if claimed then proved = proved + 1 end
        print(("{%d..%d}: proved (compared to n = %d)%s")
          :format(low, high, found.horizon, claimed and "" or ", not conjectured"))
      else
        print(("{%d..%d}: false, n = %d, e = %d: least d %s, conjectured %s")
          :format(low, high, found.n, found.e, found.exact, found.conjectured))
      end
    end
  end
  print(("%d of %d conjectured pairs proved"):format(proved, total))
else
  local max = math.tointeger(tonumber(arg[1]) or 12)
  assert(max and 1 <= max and max <= 20, "certify_all: MAX: expected an integer from 1 to 20")
  local rows, failures = certify(max)
  if arg[2] then write_table(rows, failures, max, arg[2]) end
end
