-- Operations with a shortcut, against their definition: every option from the definition goes through ta.value, which
-- finds dominated and reversible ones.

local box = require "spec.support.box"
local ta = require "takeaway"
local compounds = require "spec.support.compounds"
local days = require "spec.support.days"
local random = require "spec.support.random"

local of = compounds.values

local heats = {}
local function heat(g, t)
  if g:is_number() then return g end
  heats[t] = heats[t] or compounds.remembered(function(v)
    return compounds.map(v, function(o, side) return of.sum(heat(o, t), side == 1 and t or -t) end)
  end)
  return heats[t](g)
end

local function numbers(...)
  local list = {}
  for i, x in ipairs { ... } do list[i] = ta.value(x) end
  return list
end

describe("shorter ways, seed " .. random.seed .. ":", function()
  local pool = days(ta, 2)
  for _ = 1, 40 do
    local function list() return { pool[math.random(22)], pool[math.random(#pool)] } end
    pool[#pool + 1] = ta.value { left = list(), right = list() }
  end

  pool[#pool + 1] = ta.value "{{5|-1},{6|4||0}|-9}" -- its options and their negatives lie in different orders

  it("a number and any game add up by translation", function()
    for x, g in box(numbers("1", "-1/2", "3/4", "-2"), pool) do
      local moved = g + x
      local negative = -moved -- both before their definitions store them
      assert.are.equal(of.sum(g, x), moved)
      assert.are.equal(of.sum(-g, -x), negative)
    end
  end)

  it("numbers with integers: ordinal sums, and of integers conjunctive sums and selective compounds", function()
    local whole = numbers(-4, -3, -1, 0, 1, 2, 5)
    for _, n in ipairs(whole) do
      for _, x in ipairs(numbers("0", "1", "-2", "3", "1/2", "-3/4", "5/8", "-9/4", "7/16")) do
        assert.are.equal(of.ordinal_sum(x, n), x:ordinal_sum(n))
      end
      for _, m in ipairs(whole) do
        assert.are.equal(of.conjunctive_sum(m, n), m:conjunctive_sum(n))
        assert.are.equal(of.selective_compound(m, n), m:selective_compound(n))
      end
    end
  end)

  it("options that are all a number with nimbers are a mex", function()
    local P = require "spec.support.partizan"
    local value, stars = P.valuer(ta), { P.zero }
    for m = 1, 4 do stars[m + 1] = P.game(stars, stars) end
    local one = P.game({ P.zero }, {})
    for _, x in ipairs { P.zero, P.negative(one), P.game({ P.zero }, { one }) } do
      local function subset(bits, count)
        local list = {}
        for m = 0, count - 1 do
          if bits >> m & 1 == 1 then list[#list + 1] = P.add(x, stars[m + 1]) end
        end
        return list
      end
      local count = x == P.zero and 5 or 4
      for a, b in box(0, (1 << count) - 1, 0, (1 << count) - 1) do
        local g = P.game(subset(a, count), subset(b, count))
        local v = value(g)
        for m = 0, 4 do
          local t = P.add(x, stars[m + 1])
          assert.are.equal(P.le(g, t), v <= value(t))
          assert.are.equal(P.le(t, g), value(t) <= v)
        end
      end
    end
    local long = { left = {}, right = {} }
    for m = 5000, 0, -1 do
      if m ~= 4321 then table.insert(long.left, ta.star(m) + ta.value "3/4") end
      if m ~= 4321 and m % 7 ~= 0 or m < 4321 then table.insert(long.right, ta.star(m) + ta.value "3/4") end
    end
    local before = ta.values:statistics().comparisons
    assert.are.equal(ta.star(4321) + ta.value "3/4", ta.value(long))
    assert.are.equal(before, ta.values:statistics().comparisons)
  end)

  it("heated nimbers are canonical as they come", function()
    for n, x in box(1, 6, numbers("0", "1", "-1/2")) do
      local g = ta.star(n) + x
      for _, t in ipairs(numbers("1", "1/4", "3", "-1/2")) do assert.are.equal(heat(g, t), g:heat(t)) end
    end
    assert.are.equal(heat(ta.star(6), ta.value "1/2"), ta.star(6):cool "-1/2")
    assert.are.equal(heat(ta.star(6), ta.value(2)), ta.star(6):overheat(5, 2))
    local v = ta.star(100):heat(1)
    assert.are.same({ 100, 100, "1", "-1" }, { #v:left_options(), #v:right_options(), v:left_stop(), v:right_stop() })
  end)

  it("a form for each of 2^100 days is refused at once", function()
    local huge = ta.number "2^100"
    local function refused(v, message, code)
      assert.are.same({ false, "ELIMIT" }, { v ~= nil, code })
      assert(message:find("a form for each of", 1, true), message)
    end
    refused(ta.star():ordinal_sum(huge))
    refused(ta.value "1/2":selective_compound(-huge))
    refused(ta.up():selective_compound(huge))
    refused(ta.up():pow_to(huge))
  end)

  it("2^100 days are no matter where few values are needed", function()
    local huge, one = ta.number "2^100", ta.value(1)
    assert.are.equal(one, ta.up():conjunctive_sum(huge))
    assert.are.equal(huge + huge, huge:selective_compound(huge))
    assert.are.equal(ta.value(3), huge:conjunctive_sum(3))
    assert.are.equal(one - ta.number "1/2^101", ta.value "1/2":ordinal_sum(100))
    assert.are.equal(one - ta.number "3/2^103", ta.value "1/2":ordinal_sum "201/2")
    assert.are.equal(huge + 1, (huge + "*"):conjunctive_sum(huge + 1))
    assert.are.equal(huge - "1/2", (huge + "1/2"):ordinal_sum(-1) - "3/4")
  end)
end)
