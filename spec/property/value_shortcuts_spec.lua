-- Operations that take a shorter way than their definition, against it: every option from the definition goes
-- through ta.value, which looks for dominated and reversible ones.

local ta = require "takeaway"
local days = require "spec.support.days"

local seed = require "spec.support.seed"()

-- {f(o, "left") for Left's options o | the same for Right's}
local function over(lists, f)
  local made = { {}, {} }
  for side, options in ipairs(lists) do
    for _, o in ipairs(options) do table.insert(made[side], f(o, side)) end
  end
  return made
end

local function options(v) return { v:left_options(), v:right_options() } end

local function remembered(f)
  local known = {}
  return function(a, b)
    known[a] = known[a] or {}
    known[a][b] = known[a][b] or f(a, b)
    return known[a][b]
  end
end

local function value(lists) return ta.value { left = lists[1], right = lists[2] } end

local function joined(a, b) return { table.move(b[1], 1, #b[1], #a[1] + 1, a[1]), table.move(b[2], 1, #b[2], #a[2] + 1, a[2]) } end

local sum
sum = remembered(function(g, h)
  return value(joined(over(options(g), function(o) return sum(o, h) end), over(options(h), function(o) return sum(g, o) end)))
end)

local ordinal
ordinal = remembered(function(g, h)
  return value(joined(options(g), over(options(h), function(o) return ordinal(g, o) end)))
end)

-- The moves in both.
local function both(g, h, f)
  local a, b, made = options(g), options(h), { {}, {} }
  for side = 1, 2 do
    for _, x in ipairs(a[side]) do
      for _, y in ipairs(b[side]) do table.insert(made[side], f(x, y)) end
    end
  end
  return made
end

local conjunctive
conjunctive = remembered(function(g, h) return value(both(g, h, conjunctive)) end)

local compound
compound = remembered(function(g, h)
  local one = joined(over(options(g), function(o) return compound(o, h) end),
    over(options(h), function(o) return compound(g, o) end))
  return value(joined(one, both(g, h, compound)))
end)

local heat
heat = remembered(function(g, t)
  if g:is_number() then return g end
  return value(over(options(g), function(o, side) return side == 1 and sum(heat(o, t), t) or sum(heat(o, t), -t) end))
end)

local function numbers(...)
  local list = {}
  for i, x in ipairs { ... } do list[i] = ta.value(x) end
  return list
end

describe("shorter ways, seed " .. seed .. ":", function()
  local pool = days(ta, 2)
  for _ = 1, 40 do
    local function list() return { pool[math.random(22)], pool[math.random(#pool)] } end
    pool[#pool + 1] = ta.value { left = list(), right = list() }
  end

  pool[#pool + 1] = ta.value "{{5|-1},{6|4||0}|-9}" -- its options and their negatives lie in different orders

  pool[#pool + 1] = ta.value "{{5|-1},{6|4||0}|-9}" -- its options and their negatives lie in different orders

  it("a number and any game add up by translation", function()
    for _, x in ipairs(numbers("1", "-1/2", "3/4", "-2")) do
      for _, g in ipairs(pool) do
        local moved = g + x
        local negative = -moved -- both before their definitions store them
        assert.are.equal(sum(g, x), moved)
        assert.are.equal(sum(-g, -x), negative)
      end
    end
  end)

  it("numbers with integers: ordinal sums, and of integers conjunctive sums and selective compounds", function()
    local whole = numbers(-4, -3, -1, 0, 1, 2, 5)
    for _, n in ipairs(whole) do
      for _, x in ipairs(numbers("0", "1", "-2", "3", "1/2", "-3/4", "5/8", "-9/4", "7/16")) do
        assert.are.equal(ordinal(x, n), x:ordinal_sum(n))
      end
      for _, m in ipairs(whole) do
        assert.are.equal(conjunctive(m, n), m:conjunctive_sum(n))
        assert.are.equal(compound(m, n), m:selective_compound(n))
      end
    end
  end)

  it("options that are all a number with nimbers are a mex", function()
    local P = dofile "spec/support/partizan.lua"
    local of, stars = P.valuer(ta), { P.zero }
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
      for a = 0, (1 << count) - 1 do
        for b = 0, (1 << count) - 1 do
          local g = P.game(subset(a, count), subset(b, count))
          local v = of(g)
          for m = 0, 4 do
            local t = P.add(x, stars[m + 1])
            assert.are.equal(P.le(g, t), v <= of(t))
            assert.are.equal(P.le(t, g), of(t) <= v)
          end
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
    for n = 1, 6 do
      for _, x in ipairs(numbers("0", "1", "-1/2")) do
        local g = ta.star(n) + x
        for _, t in ipairs(numbers("1", "1/4", "3", "-1/2")) do assert.are.equal(heat(g, t), g:heat(t)) end
      end
    end
    assert.are.equal(heat(ta.star(6), ta.value "1/2"), ta.star(6):cool "-1/2")
    assert.are.equal(heat(ta.star(6), ta.value(2)), ta.star(6):overheat(5, 2))
    local v = ta.star(100):heat(1)
    assert.are.same({ 100, 100, "1", "-1" }, { #v:left_options(), #v:right_options(), v:left_stop(), v:right_stop() })
  end)

  it("what would take a form for each of 2^100 days is refused at once", function()
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
