-- Games in which a larger number allows more: which games they are, and that their proof obligations on fewer positions
-- are as strong as those on all.

local box = require "spec.support.box"
local core = require "takeaway.core"
local declared = require "spec.support.declared"
local growing = require "takeaway.engine.automata.growing"
local obligations = require "takeaway.engine.automata.obligations"
local ta = require "takeaway"

local binary = core.numeration({ 2 }, { 1 })

local function game(misere, fields, numeration)
  return assert(obligations.game(numeration or binary, ta.moves(fields).declaration, misere))
end

local TWO = declared.fields.two_pile "2k"

describe("games that a number grows", function()
  it("are known", function()
    for case, misere in box({
      { 3, TWO },
      { 1, { "x, n", "k: 1 <= k <= x, k <= n -> k, n - k" } },
      { 2, { "n, x", "k: 1 <= k, 2k <= x + 3, k <= n -> n - k, min(k, 7)" } },
      { 2, { "n, x", "n >= 1 -> n - 1, 3" } }, -- it changes nothing
      { nil, { "n, x", "k: 1 <= k <= n, k ~= x -> n - k, k" } },
      { nil, { "n, x", over = "x >= 5", "k: 1 <= k <= x, k <= n -> n - k, k" } },
      { nil, { "n, x", "k: 1 <= k <= x, k <= n -> n - k, x" } },
      { nil, declared.fields.nim(2) },
    }, { false, true }) do
      local found = growing.of(game(misere, case[2]))
      assert.equal(case[1], found and found.place, table.concat(case[2], "; "))
    end
  end)

  -- One vector more or less in a set.
  local function changed(numeration, set, vector)
    local one
    for i, n in ipairs(vector) do
      local is = assert(numeration:linear({ i - 1 }, { 1 }, "=", n))
      one = one and assert(one:combine(is, "and")) or is
    end
    return assert(set:combine(one, "xor"))
  end

  it("have theorems either way or neither, of sets that are right, and changed in one place", function()
    require "spec.support.seed"()
    for _, misere in ipairs { false, true } do
      local fields = misere and declared.fields.one_pile "k" or TWO
      local theorem = assert(ta.moves(fields):theorem { numeration = 2, misere = misere })
      local p, numeration = theorem.positions.automaton, theorem.numeration.core
      local shorter = game(misere, fields, numeration)
      local longer = setmetatable({}, { __index = shorter })
      assert.is_table(shorter.growing)
      longer.growing = false
      assert.is_table(obligations.prove(shorter, p))
      assert.is_table(obligations.prove(longer, p))
      for _ = 1, 40 do
        local vector = {}
        for i = 1, #shorter.d.variables do vector[i] = math.random(0, 9) end
        local wrong = changed(numeration, p, vector)
        local a, b = obligations.prove(shorter, wrong), obligations.prove(longer, wrong)
        assert.equal(a == nil, b == nil, table.concat(vector, ", "))
        -- in normal play no vector may be changed; in misere play none that has a move
        assert.is_nil(a, table.concat(vector, ", "))
      end
    end
  end)
end)
