-- The closed forms of "NIM with Cash" (Gasarch, Purtilo, Ulrich), sections 5-7, as corrected in ta.cash, against the
-- certificates, which share no code with them. The sets are {1,L} for even L, {1,L,L+1} for odd and even L, and all-odd sets
-- with 1; n is small in full, and random to 2^60. spec/property/cash_spec.lua compares the closed forms with the game.
local cash_games = require "spec.support.cash_games"
local ta = require "takeaway"

local short = os.getenv("TAKEAWAY_SHORT")
local seed = require "spec.support.seed"()

local SETS = { { 1 }, { 1, 3 }, { 1, 5, 9 }, { 1, 7, 11 } }
for L = 2, 12 do
  if L % 2 == 0 then SETS[#SETS + 1] = { 1, L } end
  SETS[#SETS + 1] = { 1, L, L + 1 }
end

local function compare(set)
  local wc, closed = assert(ta.win_condition(set)), assert(ta.cash(set):theorem())
  assert.equal("proved", closed.standing)
  local function one(n, d, e)
    if closed:winner(n, d, e) ~= wc:winner(n, d, e) then
      error(("{%s} (%d; %d, %d), seed %d"):format(table.concat(set, ","), n, d, e, seed))
    end
  end
  cash_games.states(short and 30 or 60, one)
  for _ = 1, 2500 do
    local n = math.random(1 << math.random(8, 60))
    local e = math.random(0, n)
    local d = wc:least_cash(n, e)
    if d == math.huge then d = math.random(0, n) end
    for x = math.max(0, d - 2), d + 2 do one(n, x, e) end
    one(n, math.random(0, n), e)
    one(n, e + math.random(0, 2), e)
  end
end

describe("certificates and the closed forms of the paper, seed " .. seed, function()
  math.randomseed(seed)
  for _, set in ipairs(SETS) do
    it(("agree for {%s}"):format(table.concat(set, ",")), function() compare(set) end)
  end
end)
