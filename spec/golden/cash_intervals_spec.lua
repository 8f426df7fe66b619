-- A = {L..M}: the corrected conjecture of section 8 as a theorem for single pairs, and the
-- smallest counterexamples between L < M < 2L - 1. The whole list: tools/certify_all.lua.
local intervals = require "takeaway.research.intervals"

describe("takeaway.cash_intervals", function()
  it("proves M = L and M >= 2L - 1", function()
    for low = 1, 4 do
      for high = low, 9 do
        if high == low or high >= 2 * low - 1 then
          local holds, found = intervals.settle(low, high)
          assert.is_true(holds, low .. ".." .. high)
          assert.is_true(found.horizon > 30)
        end
      end
    end
  end)

  it("finds the least counterexample elsewhere", function()
    local holds, found = intervals.settle(3, 4)
    assert.is_false(holds)
    assert.same({ n = 60, e = 30, conjectured = 34, exact = 31 }, found)
    for _, pair in ipairs { { 4, 5 }, { 4, 6 }, { 5, 7 } } do
      assert.is_false((intervals.settle(pair[1], pair[2])))
    end
  end)
end)
