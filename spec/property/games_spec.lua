-- Random games of every family, each by every path: kernel, rules in Lua, compiled rules, rows, proofs, against the
-- definition by recursion, with one thread or with two. The families are in spec/property/games; each is played at
-- sizes 1, 2, ... in turn. The campaign soak plays them with other seeds.
local random = require "spec.support.random"
local ta = require "takeaway"

local LARGEST = 6

for _, name in ipairs { "rulesets", "heaps", "cash", "misere", "threads" } do
  describe("random games by every path, " .. name .. ", seed " .. random.seed, function()
    for _, family in ipairs(require("spec.property.games." .. name)) do
      it(family.name, random.forall(random.count(2 * family.short, family.short), function(number, tell)
        local size = (number - 1) % LARGEST + 1
        tell("size %d", size)
        ta.threads(math.random(2))
        family.play(size)
      end))
    end
  end)
end
