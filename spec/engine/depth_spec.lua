-- The limit on the depth of play: the longest play reaches it exactly, with its own message.
local box = require "spec.support.box"
local ta = require "takeaway"

local function down(settings)
  return ta.ruleset({ name = "Down", options = function(emit, n) if n > 0 then emit(n - 1) end end }, settings)
end

local function limited(result, message, code)
  return result == nil and code == "ELIMIT" and message:find("moves is reached, with no end of play", 1, true) ~= nil
end

describe("depth", function()
  it("bounds every question on play that is deeper, and no other", function()
    for depth, what in box(1, 40, { "outcome", "misere_outcome", "nim_value", "remoteness" }) do
      local rules = down { depth = depth }
      assert.equal(depth <= 20, limited(rules(20)[what](rules(20))), what .. depth)
      assert.is_false(limited(rules(depth - 1)[what](rules(depth - 1)))) -- the path has this number of positions
    end
  end)

  it("is a setting of rules, of limit and of solve, whose bounds are its own", function()
    local rules = down()
    rules:limit { depth = 10 }
    assert.is_true(limited(rules(50):outcome()))
    assert.is_true(limited(rules:solve { from = 50, depth = 20 }))
    assert.is_truthy(rules:solve { from = 50, depth = 100 })
    assert.is_true(limited(rules(90):outcome()))
    assert.is_truthy(rules:solve { from = 70 })
    assert.is_true(limited(rules(90):outcome()))
    rules:limit {}
    assert.equal("P", rules(90):outcome())
    assert.is_true(limited((down { depth = 10 }(50) + down()(3)):outcome()))
    for _, wrong in ipairs { 0, -1, "9" } do
      assert.is_false(pcall(rules.limit, rules, { depth = wrong }))
    end
    assert.is_false(pcall(rules.limit, rules))
    assert.is_false(pcall(rules.limit, rules, { deep = 3 }))
  end)
end)
