-- How far values of boards go: canonical forms by the rules, the engine and the store of values, without stored
-- results. Time, positions and bytes as the board grows. It takes minutes and gigabytes.
local ta = require "takeaway"

local function filled(rows, columns, sign)
  local list = {}
  for r = 1, rows do
    local row = {}
    for c = 1, columns do row[c] = sign(r, c, rows, columns) end
    list[r] = table.concat(row)
  end
  return table.concat(list, "/")
end

local function empty() return "." end
local function chequered(r, c) return (r + c) % 2 == 0 and "x" or "o" end
local function corners(r, c, rows, columns)
  return r == 1 and c == 1 and "x" or r == rows and c == columns and "o" or "."
end

print "time and bytes               positions      forms   comparisons     games  seconds  us a form  bytes a form"
local function report(name, rows, columns, sign)
  local rules = ta.rules[name]
  rules:clear()
  ta.values:clear()
  local before, from = ta.values:statistics(), os.clock()
  assert(rules(filled(rows, columns, sign)):canonical_form())
  local seconds, held, s = os.clock() - from, rules:statistics(), ta.values:statistics()
  local forms = s.canonical_forms - before.canonical_forms
  print(("%-12s %-14s %10d %10d %13d %9d %8.3f %10.2f %13.1f"):format(name, rows .. " x " .. columns, held.positions,
    forms, s.comparisons - before.comparisons, s.games, seconds, 1e6 * seconds / forms, (held.bytes + s.bytes) / forms))
  rules:clear()
  ta.values:clear()
end

for _, size in ipairs { { 1, 16 }, { 1, 32 }, { 2, 8 }, { 3, 4 }, { 4, 4 }, { 4, 5 } } do
  report("clobber", size[1], size[2], chequered)
end
for _, size in ipairs { { 2, 8 }, { 2, 16 }, { 4, 4 }, { 4, 5 }, { 5, 5 }, { 5, 6 }, { 6, 6 } } do
  report("domineering", size[1], size[2], empty)
end
for columns = 4, 9 do report("amazons", 2, columns, corners) end
