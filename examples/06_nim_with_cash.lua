-- NIM with Cash, the paper's Example 1.11: A = {1, 3, 4}, 14 stones.
local ta = require "takeaway"

local game = ta.cash { 1, 3, 4 }
print(game)

local why = {
  ["2.4.1"] = "I is rich, II is not", ["2.4.2"] = "II is rich, I is not",
  ["2.4.3"] = "both are rich: standard Nim", ["3.7.1"] = "II is poor, I is not",
  ["3.7.2"] = "I is poor, II is not", ["3.7.3"] = "both are poor: count the coins",
  ["4.8"] = "critical: the solution set says so", search = "critical: searched",
}

local function show(n, d, e)
  local moves, c = game:winning_moves(n, d, e), game:classify(n, d, e)
  print(("(%d; %s, %d)  %-2s wins%s   %s (%s)"):format(n, d == math.huge and "inf" or d, e, c.winner,
    #moves > 0 and " by taking " .. table.concat(moves, " or ") or "", why[c.by], c.by))
end

print "\nThe states of the example:"
for _, s in ipairs {
  { 14, math.huge, 10 }, { 14, 4, 4 }, { 14, 9, 9 }, { 9, 8, 5 }, { 10, 8, 6 }, { 12, 8, 8 }, { 7, 7, 4 },
  { 8, 7, 5 }, { 10, 7, 7 },
} do show(s[1], s[2], s[3]) end

print "\nEvery state with 14 stones: player I has d (down), player II has e (across)."
print("  d\\e " .. table.concat({ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, "    ") .. "    10")
for d = 0, 14 do
  local row = {}
  for e = 0, 10 do
    local moves = game:winning_moves(14, d, e)
    row[#row + 1] = ("%-5s"):format(#moves > 0 and table.concat(moves, "") or ".")
  end
  print(("  %2d  %s"):format(d, (table.concat(row):gsub("%s+$", ""))))
end
print "(the winning moves; . where player II wins)"

local f1, f2 = game:rich(14)
local g1, g2 = game:poor(14)
print(("\nI is rich from %d dollars and poor below %d; II rich from %d, poor below %d."):format(f1, g1, f2, g2))

local theorem = game:theorem()
print("Closed form: " .. tostring(theorem))
local n = 1 << 60
f1, f2 = game:rich(n)
print(("With %d stones I is rich from %d, and (n; %d, %d) is won by %s."):format(n, f1, f1 - 9, f2 - 8,
  theorem:winner(n, f1 - 9, f2 - 8)))
