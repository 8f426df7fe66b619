-- Certificates of theorems: the checker in Lua accepts them, and refuses what was changed and is false.

local ta = require "takeaway"

local function two_pile(f)
  return ta.moves { "a, b, x", name = "two piles, f = " .. f, over = "a = 0 or b = 0",
                    "k: 1 <= k <= x, k <= a -> a - k, b, " .. f,
                    "k: 1 <= k <= x, k <= b -> a, b - k, " .. f }
end

local function one_pile(f) return ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, " .. f } end

local nim = ta.moves { "a, b, c", "k: 1 <= k <= a -> a - k, b, c", "k: 1 <= k <= b -> a, b - k, c",
                       "k: 1 <= k <= c -> a, b, c - k" }

local wythoff = ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k",
                           "k: 1 <= k <= a, k <= b -> a - k, b - k" }

local take = ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }

local function certificate(rules, settings) return assert(assert(rules:theorem(settings)):certificate()) end

local small = certificate(take, { numeration = 2 })

describe("certificates of theorems", function()
  it("are accepted", function()
    local misere = { misere = true }
    for i, case in ipairs {
      { two_pile "k" }, { two_pile "2k" }, { two_pile "3k" }, { two_pile "floor(3k/2)" }, { one_pile "k" }, { one_pile "2k" },
      { nim }, { wythoff }, { take, { numeration = 3 } },
      { ta.moves { "a, b", "i, j: i >= 0, j >= 0, i + j >= 1, i <= a, j <= b, i + j <= 2 -> a - i, b - j" } },
      { ta.moves { "n", "n >= 1 -> min(n - 1, floor(n/2))" } },
      { two_pile "k", misere }, { nim, misere }, { wythoff, misere }, { one_pile "k", misere },
      { ta.moves { "n", "k: 1 <= k <= 2, k <= n -> n - k" }, { numeration = "pell", misere = true } },
    } do
      assert.same({ true }, { ta.check_theorem(certificate(case[1], case[2])) }, i)
    end
  end)

  it("are text", function()
    assert.equal([[
takeaway theorem 1
play normal
variables n
move k: 1 <= k <= 3, k <= n -> n - k
recurrence 2
weights 1
rank 1
set P ]], small:match "^(.-set P )")
  end)
end)
