-- Values of boards: canonical forms by the rules, the engine and the store of values, against the definition, and how
-- time and bytes grow with the board. TAKEAWAY_LONG=1 goes on to boards that take minutes and gigabytes.

local ta = require "takeaway"
local defined = dofile "spec/support/boards.lua"
local canonical = dofile "spec/support/canonical.lua"

local LONG = os.getenv "TAKEAWAY_LONG"

-- The least of three times, in seconds, and what f gave.
local function timed(f, prepare)
  local best, result
  repeat
    prepare()
    collectgarbage()
    local from = os.clock()
    result = f()
    local seconds = os.clock() - from
    local again = best == nil or seconds < best
    best = math.min(best or seconds, seconds)
  until best > 0.5 or not again
  return best, result
end

local function filled(rows, columns, sign)
  local list = {}
  for r = 1, rows do
    local row = {}
    for c = 1, columns do row[c] = sign(r, c) end
    list[r] = table.concat(row)
  end
  return table.concat(list, "/")
end

local function empty() return "." end
local function chequered(r, c) return (r + c) % 2 == 0 and "x" or "o" end

-- Queens in opposite corners.
local function corners(rows, columns)
  return filled(rows, columns, function(r, c)
    return r == 1 and c == 1 and "x" or r == rows and c == columns and "o" or "."
  end)
end

-- ---- The definition: every position of the whole board, as it is, brought to canonical form in Lua ----

local function by_definition(name, text)
  local P = dofile "spec/support/partizan.lua"
  local form = canonical(P, P.le)
  local games = {}
  local function game(board)
    if games[board] then return games[board] end
    local lists = { {}, {} }
    for side, rule in ipairs { "left", "right" } do
      defined[name][rule](function(option) table.insert(lists[side], game(option)) end, board)
    end
    games[board] = form(P.game(lists[1], lists[2]))
    return games[board]
  end
  return P, game(text)
end

-- Seconds, the value, and what was counted before the last run.
local function by_rules(name, text)
  local rules, before = ta.rules[name], nil
  local seconds, value = timed(function() return assert(rules(text):canonical_form()) end, function()
    rules:clear()
    ta.values:clear()
    before = ta.values:statistics()
  end)
  return seconds, value, before
end

print "definition and kernel              definition     kernel   ratio"
for _, case in ipairs {
  { "domineering", filled(3, 4, empty) }, { "domineering", filled(4, 4, empty) },
  { "clobber", filled(2, 5, chequered) }, { "clobber", filled(3, 3, chequered) },
  { "amazons", corners(2, 4) }, { "amazons", corners(2, 5) },
} do
  local name, text = table.unpack(case)
  local from = os.clock()
  local P, game = by_definition(name, text)
  local slow = os.clock() - from
  local fast, value = by_rules(name, text)
  assert(P.former()(value) == game, "the kernel's form is the definition's")
  print(("%-12s %-20s %9.3f s %9.5f s  %6.0f"):format(name, text, slow, fast, slow / fast))
end

-- ---- Growth ----

print ""
print "time and bytes               positions      forms   comparisons     games  seconds  us a form  bytes a form"
local function report(name, label, text)
  local rules = ta.rules[name]
  local seconds, _, before = by_rules(name, text)
  local held, s = rules:statistics(), ta.values:statistics()
  local forms = s.canonical_forms - before.canonical_forms
  print(("%-12s %-14s %10d %10d %13d %9d %8.3f %10.2f %13.1f"):format(name, label, held.positions, forms,
    s.comparisons - before.comparisons, s.games, seconds, 1e6 * seconds / forms, (held.bytes + s.bytes) / forms))
  rules:clear()
  ta.values:clear()
  return seconds
end

-- Each board has twice the squares of the one before it, or a row more.
local function grow(name, sizes, make)
  local before
  for _, size in ipairs(sizes) do
    local rows, columns = size[1], size[2]
    local seconds = report(name, ("%d x %d"):format(rows, columns), make(rows, columns))
    if before then print(("%40s times the time of the last"):format(("%.1f"):format(seconds / before))) end
    before = seconds
  end
end

local function boards(sign) return function(rows, columns) return filled(rows, columns, sign) end end

grow("clobber", { { 1, 8 }, { 1, 16 }, { 1, 32 } }, boards(chequered))
grow("clobber", { { 2, 4 }, { 2, 8 } }, boards(chequered))
grow("clobber", { { 3, 4 }, { 4, 4 } }, boards(chequered))
grow("domineering", { { 2, 4 }, { 2, 8 }, { 2, 16 } }, boards(empty))
grow("domineering", { { 4, 4 }, { 4, 5 }, { 5, 5 } }, boards(empty))
grow("amazons", { { 2, 3 }, { 2, 4 }, { 2, 5 }, { 2, 6 } }, corners)
if LONG then
  grow("domineering", { { 5, 5 }, { 5, 6 }, { 6, 6 } }, boards(empty))
  grow("clobber", { { 4, 4 }, { 4, 5 } }, boards(chequered))
  grow("amazons", { { 2, 7 }, { 2, 8 }, { 2, 9 } }, corners)
end
