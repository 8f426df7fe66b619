-- Published or independently computed numbers for NIM with Cash.
local ta = require "takeaway"
local short = os.getenv("TAKEAWAY_SHORT") == "1"

local function subsets(m)
  local list = {}
  for mask = 1, (1 << m) - 1 do
    local A = {}
    for a = 1, m do if mask >> (a - 1) & 1 == 1 then A[#A + 1] = a end end
    list[#list + 1] = A
  end
  return list
end

describe("NIM with Cash, numbers", function()
  -- By the cube of (1.12), computed apart from this library.
  for _, row in ipairs {
    { { 1 }, 4355 }, { { 1, 2 }, 5103 }, { { 1, 3, 4 }, 5149 }, { { 2, 3 }, 4591 }, { { 2, 5, 7 }, 4864 },
    { { 3, 4 }, 4299 }, { { 4, 9 }, 4029 }, { { 3, 5, 6, 10, 11 }, 4737 },
  } do
    it("counts states won with n, d, e <= 20: {" .. table.concat(row[1], ",") .. "}", function()
      assert.equal(row[2], ta.cash(row[1]):count(20))
    end)
  end

  it("f by Definition 2.3", function()
    local function rows(A, to)
      local game, one, two = ta.cash(A), {}, {}
      for n = 0, to do one[n + 1], two[n + 1] = game:rich(n) end
      return table.concat(one, ","), table.concat(two, ",")
    end
    assert.same({ "0,0,2,2,3,2,4,4,5,6,6,6,7", "0,0,0,0,2,2,3,3,4,4,5,6,6" }, { rows({ 2, 3 }, 12) })
    assert.same({ "0,1,1,2,4,4,5,5,6,6,7", "0,0,1,1,2,4,4,5,5,6,6" }, { rows({ 1, 3, 4 }, 10) })
  end)

  it("what the loser of standard Nim needs is not f", function()
    assert.same({ 5, 4 }, { (ta.cash({ 1, 3, 4 }):rich(7)), (ta.cash({ 1, 3, 4 }):exact_rich(7)) })
    assert.same({ 3, 2 }, { select(2, ta.cash({ 2, 3 }):rich(7)), select(2, ta.cash({ 2, 3 }):exact_rich(7)) })
    local game = ta.cash { 3, 5, 6, 10, 11 }
    assert.same({ 100, 105 }, { (game:exact_rich(161)), (game:exact_rich(169)) })
    assert.equal(102, (select(2, game:exact_rich(163))))
  end)

  it("staircases of {2,3}", function()
    local game, seven, ten = ta.cash { 2, 3 }, {}, {}
    for e = 0, 4 do seven[e + 1] = game:least_cash(7, e) end
    for e = 0, 5 do ten[e + 1] = game:least_cash(10, e) end
    assert.same({ 2, 2, 4, 4, 4 }, seven)
    assert.same({ 2, 2, 4, 4, 6, math.huge }, ten)
  end)

  it("of the 255 subsets of {1..8}, all are cash-periodic, 121 without an offset", function()
    local without = 0
    for _, A in ipairs(subsets(8)) do
      if assert(ta.cash(A):cash_period()).offset == 0 then without = without + 1 end
    end
    assert.equal(121, without)
  end)

  it("the linear forms of {1..16}: modulus to 196, preperiod to 869", function()
    local m, late, uneven = 0, 0, 0
    for _, A in ipairs(subsets(short and 12 or 16)) do
      local as = assert(ta.cash(A):asymptotics())
      m, late = math.max(m, as.modulus), math.max(late, as.preperiod)
      for i = 0, as.modulus - 1 do
        if as.slope1[i] ~= as.slope1[0] or as.slope2[i] ~= as.slope1[0] then uneven = uneven + 1 break end
      end
    end
    assert.same(short and { 88, 461, 4 } or { 196, 869, 67 }, { m, late, uneven })
  end)

  it("Theta of {L..M}, L <= 8, M <= 40, by the closed form", function()
    for L = 1, 8 do
      for M = L, short and 16 or 40 do
        local A = {}
        for a = L, M do A[#A + 1] = a end
        local as, theta = assert(ta.cash(A):asymptotics()), 0
        if L > 1 and M > L then
          local q, r = 2 * (L - 1) // (M - L), 2 * (L - 1) % (M - L)
          theta = q == 0 and 3 * L - 1 or q * (L + M) + r + 1
        end
        assert.equal(0, (L + M) % as.modulus)
        assert.equal(theta, as.preperiod)
      end
    end
  end)
end)
