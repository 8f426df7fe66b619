-- Queries of all followers, and the names of tinies and up-powers, against definitions.

local box = require "spec.support.box"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local compounds = require "spec.support.compounds"
local days = require "spec.support.days"
local random = require "spec.support.random"

local each_once, options, seed = compounds.remembered, compounds.all_options, random.seed

local stop_count = each_once(function(v, answer)
  if v:is_number() then return 1 end
  local total = 0
  for _, o in ipairs(options(v)) do total = total + answer(o) end
  return total
end)

local function all(v, holds)
  for _, o in ipairs(options(v)) do if not holds(o) then return false end end
  return true
end

local even, odd, even_tempered, odd_tempered
even = each_once(function(v) return all(v, odd) end)
odd = each_once(function(v) return v ~= ta.value(0) and all(v, even) end)
even_tempered = each_once(function(v) return v:is_number() or all(v, odd_tempered) end)
odd_tempered = each_once(function(v) return not v:is_number() and all(v, even_tempered) end)

-- Does the player with these options win moving first? A player without options wins.
local misere = each_once(function(v, answer)
  local function wins(list, own)
    if #list == 0 then return true end
    for _, o in ipairs(list) do
      local r = answer(o)
      if r == own or r == "P" then return true end
    end
    return false
  end
  local left, right = wins(v:left_options(), "L"), wins(v:right_options(), "R")
  return left and (right and "N" or "L") or right and "R" or "P"
end)

local function followers(v, seen)
  seen = seen or {}
  if seen[v] then return seen end
  seen[v] = true
  seen[1] = (seen[1] or 0) + 1
  for _, o in ipairs(options(v)) do followers(o, seen) end
  return seen
end

describe("followers of values, seed " .. seed .. ":", function()
  local pool = days(ta, 2)
  setup(function()
    math.randomseed(seed)
    local value = P.valuer(ta)
    for _ = 1, 150 do pool[#pool + 1] = value(P.random(4, 3)) end
    for x, ups, star in box({ "0", "1", "-2", "1/2", "-3/4", "25/16" }, -7, 7, 0, 6) do
      pool[#pool + 1] = ta.value(x) + ta.up(ups) + ta.star(star)
    end
    for n = -6, 6 do pool[#pool + 1] = ta.value(n) end
  end)

  it("are counted, and listed once each", function()
    for _, v in ipairs(pool) do
      local seen = followers(v)
      assert.are.equal(seen[1], v:follower_count(), tostring(v))
      local list = v:followers()
      assert.are.equal(seen[1], #list)
      for _, f in ipairs(list) do
        assert(seen[f], "twice, or no follower")
        seen[f] = nil
      end
    end
    assert.are.equal(1823437481925, ta.value(-1823437481924):follower_count())
    assert.are.equal("ELIMIT", (select(3, ta.value(-1823437481924):followers())))
  end)

  it("stopping positions, parity, temper and misère play are their definitions", function()
    for _, v in ipairs(pool) do
      local name = tostring(v)
      assert.are.equal(stop_count(v), v:stop_count(), name)
      assert.are.equal(even(v), v:is_even(), name)
      assert.are.equal(odd(v), v:is_odd(), name)
      assert.are.equal(even_tempered(v), v:is_even_tempered(), name)
      assert.are.equal(odd_tempered(v), v:is_odd_tempered(), name)
      assert.are.equal(misere(v), v:misere_outcome(), name)
    end
  end)

  it("are counted exactly where they are many, or not at all", function()
    assert.are.equal(8105110306037952534, ta.star(40):stop_count()) -- 2 3^39
    assert.are.equal("ERANGE", (select(3, ta.star(41):stop_count())))
    assert.are.equal("R", ta.up(1000000):misere_outcome())
    assert.are.equal("L", ta.value(-1 << 60):misere_outcome())
    assert.are.equal(999999 + 1 + 2, ta.up(1000000):stop_count() - (ta.up(2):stop_count() - 4))
  end)

  it("incentives of both players are the undominated ones of all", function()
    for _, v in ipairs(pool) do
      local gains, best = v:left_incentives(), {}
      for _, g in ipairs(v:right_incentives()) do gains[#gains + 1] = g end
      for _, g in ipairs(gains) do
        local beaten = false
        for _, h in ipairs(gains) do beaten = beaten or g < h end
        if not beaten then best[g] = true end
      end
      for _, g in ipairs(v:incentives()) do
        assert(best[g])
        best[g] = nil
      end
      assert.is_nil(next(best))
    end
  end)
end)

describe("names of tinies and up-powers, seed " .. seed .. ":", function()
  it("tinies and minies of any game with a positive mean, and of nothing else", function()
    local named = 0
    for _, v in ipairs(days(ta, 2)) do
      for _, g in ipairs { v + 3, v + "1/4", 2 * v + 1, ta.value { left = { v + 4 }, right = { "0" } }, v } do
        for _, x in ipairs { "0", "3", "-1/2" } do
          local z = ta.number(x) - g
          local tiny = ta.value { left = { x }, right = { ta.value { left = { x }, right = { z } } } }
          local name = "Tiny(" .. tostring(g) .. ")"
          local near, far = tiny:left_options(), tiny:right_options()
          local is = tostring(tiny):find "^%-?[%d/]*Tiny%(" ~= nil
          local threat = is and far[1]:right_options()[1]
          if is then
            named = named + 1
            assert(ta.number((threat:mean())) < near[1])
            assert.are.equal(#near + #far + #far[1]:right_options() + #far[1]:left_options(), 4)
          end
          if is and threat == z then assert.are.equal((x == "0" and "" or x) .. name, tostring(tiny)) end
          assert.are.equal(is, tiny:is_number_tiny() and not tiny:is_number())
          assert.are.equal(tiny, ta.value(tostring(tiny)))
          assert.are.equal(-tiny, ta.value(tostring(-tiny)))
          if is and x == "0" then assert.are.equal("Miny" .. tostring(tiny):sub(5), tostring(-tiny)) end
        end
      end
    end
    assert(named > 100)
  end)

  it("published names [Winning Ways, chapter 5; Siegel, II.1]", function()
    for form, name in pairs {
      ["{0||0|-2}"] = "Tiny(2)", ["{0|||0||-1|-2}"] = "Tiny({2|1})", ["{1|0||0}"] = "Miny(1)",
      ["{0|||0||-1|-3}"] = "Tiny({3|1})", ["{5||3|1|||0||||0}"] = "Miny({5||3|1})",
      ["{3|||3||2|*}"] = "3Tiny({3*|1})", ["{0|||0||0|-4}"] = "Tiny({4|0})", ["{0||0|v3}"] = "{0||0|v3}",
      ["3 + Miny({1/4|0})"] = "3Miny({1/4|0})", ["{0|||0||-1,{0|-7}|-4}"] = "Tiny({4|1})",
    } do
      assert.are.equal(name, tostring(ta.value(form)))
      assert.are.equal(ta.value(form), ta.value(name))
      assert.are.equal(ta.value(form), ta.value(ta.value(form):text "unicode"))
    end
    for _, other in ipairs { "{0|||0||0,{2|0}|-1/2}", "{0||||0|||2|Tiny(1)||-1}", "{0||0|v*}" } do -- the mean is 0
      assert.is_nil(tostring(ta.value(other)):find "^Tiny")
      assert.is_nil(tostring(-ta.value(other)):find "^Miny")
    end
    assert.are.equal("3+_{\\{3{\\ast}\\,|\\,1\\}}", ta.value "{3|||3||2|*}":text "latex")
    assert.are.equal("3+Tiny({3+*|1})", ta.value "{3|||3||2|*}":text "cgscript")
  end)

  it("an up-power, or the sum of the first n, with a nimber", function()
    for n, star, shape, sign, x in box(2, 5, 0, 5, { "<%d>", "[%d]" }, { "^", "v" }, { "", "5", "-1/2" }) do
      local name = x .. sign .. shape:format(n) .. (star == 0 and "" or star == 1 and "*" or "*" .. star)
      local v = ta.value(name)
      local power = shape == "<%d>" and ta.up():pow(n) or ta.up():pow_to(n)
      assert.are.equal((sign == "^" and power or -power) + ta.star(star) + (x == "" and "0" or x), v)
      assert.are.equal(name, tostring(v))
      assert.are.equal(v, ta.value(v:text "unicode"))
    end
  end)

  it("random sums of such games are read back", function()
    math.randomseed(seed)
    local some = { "Tiny(2)", "Miny({1/4|0})", "Tiny({3|1})", "^<2>*3", "v[3]*", "+-1", "1/2", "*", "{2|1}", "Tiny({2|1||0})" }
    for _ = 1, 300 do
      local v = ta.value(random.pick(some)) + random.pick(some)
      if math.random(2) == 1 then v = ta.value { left = { v }, right = { random.pick(some) } } end
      assert.are.equal(v, ta.value(tostring(v)))
      assert.are.equal(v, ta.value(v:text "unicode"))
    end
  end)
end)
