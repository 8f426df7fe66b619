-- Numerations from a game's own recurrences: those found in sequences and slopes, and theorems that need them.

local box = require "spec.support.box"
local declared = require "spec.support.declared"
local recurrences = require "takeaway.engine.theorem.recurrences"
local says = require("spec.support.refusals").says

local one_pile = declared.one_pile

-- Weights by the definition.
local function weights(c, first, count)
  local U = { table.unpack(first) }
  for n = #U + 1, count do
    U[n] = 0
    for i, one in ipairs(c) do U[n] = U[n] + one * U[n - i] end
  end
  return U
end

describe("recurrences", function()
  it("are seen in sequences, from where on they hold", function()
    for _, case in ipairs { { { 2 }, { 1 } }, { { 1, 1 }, { 1, 2 } }, { { 2, 1 }, { 1, 3 } }, { { 1, 0, 1 }, { 1, 2, 3 } },
                            { { 1, 0, 0, 1, 0 }, { 1, 2, 3, 4, 6 } }, { { 1, 0, 1, 0, 0 }, { 1, 2, 4, 6, 10 } },
                            { { 2, 0, 0, 0 }, { 1, 2, 3, 5 } } } do
      local U = weights(case[1], case[2], 24)
      assert.same({ recurrence = case[1], first = case[2] }, recurrences.of_sequence(U))
      assert.is_nil(recurrences.of_sequence(table.move(U, 1, #case[2] + 4, 1, {}))) -- too few terms to tell
      U[20] = U[20] + 1
      assert.is_nil(recurrences.of_sequence(U))
    end
    assert.same({ recurrence = { 2, 0 }, first = { 1, 3 } }, recurrences.of_sequence { 3, 6, 12, 24, 48, 96, 192, 384 })
  end)

  it("are not seen where there are none that a numeration takes", function()
    for _, f in ipairs { function(n) return n end, function(n) return n * n end, function(n) return 2 ^ n // 1 | 0 + n end,
                         function(n) return math.tointeger(20 ^ (n - 1)) end } do -- 20: digits beyond 15
      local U = {}
      for n = 1, 14 do U[n] = f(n) end
      assert.is_nil(recurrences.of_sequence(U))
    end
    assert.is_nil(recurrences.of_sequence {})
  end)

  it("are seen in slopes", function()
    assert.equal(1, recurrences.of_slope(1.618, 1.6181))
    assert.equal(2, recurrences.of_slope(1.414, 1.415))
    assert.equal(3, recurrences.of_slope(1.302, 1.304))
    assert.is_nil(recurrences.of_slope(1.732, 1.7321)) -- [1; 1, 2, 1, 2, ...]
    assert.is_nil(recurrences.of_slope(1.1, 1.9))
  end)

  -- None of base 2, Zeckendorf's and Pell's numerations gives a theorem by a first guess of at most 60 states.
  it("give theorems where no other numeration does", function()
    for _, case in ipairs { { one_pile "3k", 10, { 1, 0, 0, 1, 0 }, { 1, 2, 3, 4, 6 } },
                            { one_pile "3k - 2", 10, { 1, 0, 1, 0, 0 }, { 1, 2, 4, 6, 10 } },
                            { declared.apart(3), 12, { 3, 1 }, { 1, 4 } } } do
      local rules = case[1]
      -- The numerations that are tried share the time: the slowest is tried alone in the short form.
      local alone = os.getenv "TAKEAWAY_SHORT" and case[2] == 12
      local t = assert(rules:theorem { seconds = alone and 3600 or 60,
        numeration = alone and { recurrence = case[3], first = case[4] } or "auto" })
      assert.same({ case[2], case[3], case[4] }, { t.positions:states(), t.numeration.recurrence, t.numeration.first })
      for a, b in box(0, 25, 0, 25) do assert.equal(rules(a, b):outcome(), t:outcome(a, b)) end
      for _, one in ipairs { "2", "zeckendorf", "pell" } do
        assert.is_nil((rules:theorem { numeration = one, states = 60, guesses = 1 }))
      end
    end
  end)

  it("that others have too are called by their names", function()
    assert.equal("zeckendorf", assert(one_pile "2k":theorem()).numeration.name)
  end)

  it("are reported where nothing is proved", function()
    says("in the numeration of the recurrence {1, 0, 0, 0, 0, 1, 0, 0} from {1, 2, 3, 4, 5, 7, 9, 12}, that of its losing sizes: ",
      "ELIMIT", one_pile "4k":theorem { states = 40 })
    says("\n  in a numeration of its own: no recurrence is seen in its P-positions", "ELIMIT",
      declared.diagonals(2):theorem { guesses = 1 })
  end)
end)
