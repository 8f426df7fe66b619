--- Coin-turning games on a row of coins, t and h for tails and heads: turn over some coins, the last of them from heads
-- to tails. A code, as for `ta.spawning`, says which ones: "1-3" is Mock Turtles, "1+C" Ruler.
-- Berlekamp, Conway, Guy, Winning Ways, chapter 14; codes as in Siegel's CGSuite.
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"

local check, start = require("takeaway.rules.start").text {
  letters = "thTH", fold = string.lower, expected = 'expected a row of coins such as "tthh"',
}

return function(code)
  local game = core.spawning(code)
  local function heads(row)
    local places = {}
    for place in row:gmatch "()h" do places[#places + 1] = place end
    return places
  end
  return {
    name = "turning " .. code,
    check = check,
    start = start,
    options = function(emit, row)
      for _, n in ipairs(heads(row)) do
        for _, coins in ipairs(failure.raise(game:options(n))) do
          local turned = { row:byte(1, -1) }
          turned[n] = 116
          for _, place in ipairs(coins) do turned[place] = turned[place] == 116 and 104 or 116 end
          emit(string.char(table.unpack(turned)))
        end
      end
    end,
    nim_value = function(row) -- the sum of the heaps that the heads are
      local sum = 0
      for _, n in ipairs(heads(row)) do
        local value, message, code_of = game:nim_value(n)
        if not value then return nil, message, code_of end
        sum = core.nim_sum(sum, value)
      end
      return sum
    end,
  }
end
