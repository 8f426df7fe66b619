-- The linear forms of f^I and f^II follow from certificates: by Theorem 2.2 the normal winner's threshold is the least
-- purse that wins against an infinite one.
local ta = require "takeaway"
local search = dofile("spec/support/search.lua")

local SETS = {
  { 1 }, { 2 }, { 1, 2 }, { 1, 4 }, { 2, 3 }, { 3, 4 }, { 1, 3, 4 }, { 1, 4, 5 }, { 2, 5, 7 }, { 4, 9 }, { 5, 6 },
  { 1, 2, 6 }, { 3, 5, 9, 11 }, { 3, 5, 6, 10, 11 }, { 3, 7, 8, 12 }, { 3, 5, 7, 8, 12 }, { 2, 6, 7, 11 }, { 11, 12 },
}

describe("rich thresholds by certificate", function()
  local seed = require "spec.support.seed"()
  it("equal their linear forms, seed " .. seed, function()
    for _, set in ipairs(SETS) do
      local game = ta.cash(set)
      local forms, wc = assert(game:asymptotics()), assert(game:win_condition())
      assert.is_true(forms:check())
      for i = 1, search.short and 60 or 600 do
        local n = i % 2 == 0 and math.random(0, 2000) or math.random(0, 1 << 50)
        local first, second = forms:rich(n)
        local where = ("{%s}, n = %d"):format(table.concat(set, ","), n)
        if wc:winner(n, math.huge, math.huge) == "I" then
          assert.equal("I", wc:winner(n, first, math.huge), where)
          assert.equal("II", first == 0 and "II" or wc:winner(n, first - 1, math.huge), where)
          assert.equal(first, wc:least_cash(n, math.huge), where)
        else
          assert.equal("II", wc:winner(n, math.huge, second), where)
          assert.equal("I", second == 0 and "I" or wc:winner(n, math.huge, second - 1), where)
        end
      end
    end
  end)
end)
