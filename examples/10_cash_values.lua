-- NIM with Cash as a partizan game: Left pays from d dollars, Right from e. With unequal
-- purses the players have different moves, and a position has a value.

local ta = require "takeaway"

local function kind(v)
  if v:is_number() then return v:is_integer() and "integer" or "fraction" end
  if v:is_nimber() then return "nimber" end
  if ta.number(v:temperature()) > 0 then return "hot" end
  return "tepid"
end

local function study(moves, most)
  local name = "{" .. table.concat(moves, ",") .. "}"
  local game = ta.cash(moves)
  local count, hottest, where = {}, ta.number(-1), nil
  for n = 0, most do
    for d = 0, n do
      for e = 0, n do
        local v = game:canonical_form(n, d, e)
        count[kind(v)] = (count[kind(v)] or 0) + 1
        local t = ta.number(v:temperature())
        if hottest < t then hottest, where = t, { n, d, e, v } end
      end
    end
  end
  print(("A = %s, all n <= %d and all purses to n:"):format(name, most))
  for _, k in ipairs { "integer", "fraction", "nimber", "tepid", "hot" } do
    print(("  %-9s %4d"):format(k, count[k] or 0))
  end
  print(("  hottest: temperature %s at n = %d, d = %d, e = %d: %s"):format(tostring(hottest), table.unpack(where)))
end

local function table_of(moves, n)
  print(("\nA = {%s}, n = %d: Left's purse d down, Right's purse e across"):format(table.concat(moves, ","), n))
  local game = ta.cash(moves)
  for d = 0, n do
    local row = {}
    for e = 0, n do row[#row + 1] = ("%-15s"):format(tostring(game:canonical_form(n, d, e))) end
    print(("  d=%d  %s"):format(d, table.concat(row)))
  end
end

study({ 1, 2 }, 8)
study({ 1, 3, 4 }, 8)
table_of({ 1, 2 }, 4)
table_of({ 1, 3, 4 }, 4)
