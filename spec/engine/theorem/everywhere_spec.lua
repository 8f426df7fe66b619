-- Theorems of games whose kernel says who wins at every position: NIM with Cash, by its win conditions. They are held
-- against the kernel's tables, which share no code with those.

local ta = require "takeaway"
local seed = require "spec.support.seed"

-- A, and the states of the least automaton.
local SETS = { { { 1, 3, 4 }, 59 }, { { 3, 4 }, 95 }, { { 1, 6 }, 80 }, { { 4, 5, 6 }, 99 } }

local function hold(theorem, game)
  local name = tostring(game)
  for _ = 1, 3000 do
    local n = math.random(0, 300)
    local d, e = math.random(0, n), math.random(0, n)
    assert.equal(game:winner(n, d, e) == "II", theorem:is_p(n, d, e), ("%s (%d; %d, %d)"):format(name, n, d, e))
  end
end

-- The game declared, with another thing that its kernel says of all positions.
local function declared(game, everywhere)
  local rules = game:as_moves()
  local origin = setmetatable({ everywhere = everywhere }, { __index = rules.origin })
  rules.origin = origin
  return rules
end

describe("what is learned where a kernel answers everywhere", function()
  it("is proved: NIM with Cash", function()
    seed()
    for _, case in ipairs(SETS) do
      local game = ta.cash(case[1])
      local theorem = assert(game:as_moves():theorem())
      assert.equal(case[2], theorem.positions:states(), tostring(game))
      hold(theorem, game)
    end
  end)

  it("is asked of the kernel, about the play that it knows alone", function()
    local asked, game = 0, ta.cash { 1, 3 }
    local function none() asked = asked + 1 end
    assert.equal(11, declared(game, none):theorem().positions:states())
    assert.equal(1, asked)
    declared(game, none):theorem { misere = true, seconds = 0.5 }
    declared(game, none):theorem { what = "nim_value", seconds = 0.5 }
    assert.equal(1, asked)
  end)

  it("is no theorem where the kernel errs", function()
    seed()
    local game = ta.cash { 1, 3 }
    local condition = assert(game:win_condition())
    local theorem, _, code = declared(game, function()
      return { outcome = function(n, d, e)
        return (condition:winner(n, d, e) == "II") ~= (n == 5 and d == 2) and "P" or "N"
      end }
    end):theorem { numeration = "2", seconds = 1 }
    if theorem then hold(theorem, game) else assert.equal("ELIMIT", code) end
  end)
end)
