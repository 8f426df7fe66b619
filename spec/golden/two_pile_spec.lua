-- Reference values of two-pile dynamic Nim, computed by brute force with two
-- independent programs; counterexamples and samples of the strategy of Holshouser
-- and Reiter, Two Pile Move-Size Dynamic Nim.
local ta = require "takeaway"

-- f, checksum and sum of L for 1 <= p <= q <= 100; then misere, with cells that are infinite
local CHECKSUMS = {
  { "k", 19269, 410863555, 17096, 780970726, 100 },
  { "2k", 20510, 660133094, 17343, 367284390, 100 },
  { "3k", 22484, 162957824, 19185, 680117932, 100 },
  { "4k", 27249, 308571687, 23281, 74895662, 100 },
  { "k+1", 19364, 271755173, 17400, 780616365, 100 },
  { "floor(7k/2)", 23608, 702616224, 19878, 280822751, 100 },
  { "k^2", 29353, 735424544, 25900, 597028526, 100 },
  { "0k+1", 7551, 211362928, 7596, 834467662, 2 },
}

local function sums(t)
  local sum, infinite = 0, 0
  for p = 1, t:size() do
    for q = p, t:size() do
      local v = t(p, q)
      if v == math.huge then infinite = infinite + 1 else sum = sum + v end
    end
  end
  return sum, infinite
end

-- Rows a of L(a, 1..24), "." infinite.
local ROWS = {
  { "2k", false, 9, "1 2 3 1 5 1 2 1 9 1 2 1 4 1 2 1 9 1 2 1 4 1 2 1" },
  { "2k", false, 10, "1 2 1 4 1 6 1 2 1 10 1 2 1 4 1 2 1 10 1 2 1 4 1 2" },
  { "4k", false, 18, "1 2 3 4 1 6 1 8 1 10 1 2 1 14 1 2 1 18 1 2 3 4 3 2" },
  { "4k", false, 20, "1 2 3 4 1 6 1 8 1 2 1 12 1 2 1 16 1 2 1 20 1 2 3 4" },
  { "2k", true, 1, ". 1 2 3 1 5 1 2 8 1 2 3 1 13 1 2 3 1 5 1 2 21 1 2" },
  { "2k", true, 9, "8 1 1 3 1 3 1 1 . 1 1 3 1 5 1 1 5 1 2 2 1 8 1 1" },
}

describe("takeaway.two_pile reference values", function()
  for _, row in ipairs(CHECKSUMS) do
    it("checksums of " .. row[1], function()
      local f, sum, hash, misere_sum, misere_hash, infinite = table.unpack(row)
      local t = ta.two_pile(f):table(100)
      assert.same({ sum, 0 }, { sums(t) })
      assert.equal(hash, t:checksum())
      t = ta.two_pile(f, { misere = true }):table(100)
      assert.same({ misere_sum, infinite }, { sums(t) })
      assert.equal(misere_hash, t:checksum())
    end)
  end

  for _, row in ipairs(ROWS) do
    it(("row %d of %s%s"):format(row[3], row[1], row[2] and ", misere" or ""), function()
      local game, q = ta.two_pile(row[1], { misere = row[2] }), 0
      for v in row[4]:gmatch("%S+") do
        q = q + 1
        assert.equal(v == "." and math.huge or math.tointeger(v), game:least_move(row[3], q))
      end
      assert.equal(24, q)
    end)
  end

  it("the first failures of the closed form", function()
    for _, row in ipairs {
      { "4k", 2, 1, 18, 21, 1, 3 }, { "k+3", 2, 1, 9, 12, 1, 3 }, { "ceil(7k/2)", 2, 1, 16, 19, 1, 3 },
      { "0k+1", 3, 2, 4, 4, 4, 2 }, { "0k+4", 2, 1, 5, 8, 1, 3 }, { "popcount(k)", 3, 2, 4, 4, 4, 2 },
      { "k^2", 2, 4, 261, 273, 4, 12 }, { "ceil(301k/100)", 2, 1, 15, 18, 1, 3 },
    } do
      local game = ta.two_pile(row[1])
      local holds, violation = game:admissible()
      assert.is_false(holds)
      assert.same({ row[2], row[3] }, { violation.condition, violation.at })
      local c = game:counterexample()
      assert.same({ table.unpack(row, 4) }, { c.p, c.q, c.formula, c.exact })
    end
  end)

  it("2^k fails first far out: the set that must hold a failure", function()
    local c = ta.two_pile("2^k", { memory = 10000000 }):counterexample()
    assert.same({ { 65541, 65553 }, { 65541, 65549 }, { 65537, 65553 } }, { { table.unpack(c.set[1]) },
      { table.unpack(c.set[2]) }, { table.unpack(c.set[3]) } })
    assert.equal("K3", c.witness)
    assert.is_nil(c.exact)
  end)

  it("samples of the strategy", function()
    for sample in ([[
      k 1 6 1 1 smaller; k 4 7 B1 1 larger; k 9 10 A 1 larger; k 9 15 B1 2 larger; k 30 38 A 8 larger;
      k 33 57 B1 8 larger; k 7 7 1 7 smaller; 2k 1 6 1 1 smaller; 2k 4 7 B2 1 smaller; 2k 5 8 B2 1 smaller;
      2k 9 10 A 1 larger; 2k 13 19 B2 2 smaller; 2k 20 32 B2 4 smaller; 2k 33 57 B2 8 smaller;
      3k 4 7 B2 1 larger; 3k 5 8 B2 1 smaller; 3k 9 15 B2 2 smaller; 3k 30 38 A 8 larger;
      k+1 4 7 B2 1 smaller; k+1 9 15 B1 2 larger; k+1 20 32 B1 4 larger; k+1 7 7 1 7 smaller]]):gmatch("[^;]+") do
      local f, p, q, case, take, pile = sample:match("(%S+) (%d+) (%d+) (%w+) (%d+) (%a+)")
      local s = ta.two_pile(f):strategy(math.tointeger(p), math.tointeger(q))
      assert.same({ case, math.tointeger(take), pile }, { s.case, s.take, s.pile })
    end
  end)
end)
