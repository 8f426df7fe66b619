-- For an outcome the engine leaves a rule at the first losing option: in a box, and where positions lie too far apart
-- for a box.
local ta = require "takeaway"

describe("an outcome", function()
  for where, far in pairs { ["in a box"] = 1, ["of positions far apart"] = 1000003 } do
    it("leaves the rule at an option known to lose, " .. where, function()
      local emitted = 0
      local rules = ta.ruleset({
        name = "nine",
        options = function(emit, n)
          for k = 9, 1, -1 do
            if n >= k * far then
              emitted = emitted + 1
              emit(n - k * far)
            end
          end
        end,
      }, { native = false })
      assert.equal("P", tostring(rules:position(0):outcome()))
      for k = 1, 9 do
        emitted = 0
        assert.equal("N", tostring(rules:position(k * far):outcome()))
        assert.equal(1, emitted)
      end
      assert.equal("P", tostring(rules:position(10 * far):outcome()))
      emitted = 0
      assert.equal("N", tostring(rules:position(19 * far):outcome())) -- the first option is 10
      assert.equal(1, emitted)
      emitted = 0
      assert.equal(9, rules:position(19 * far):nim_value()) -- which reads them all
      assert.is_true(emitted > 9)
    end)
  end
end)
