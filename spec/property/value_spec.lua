-- Values against games by definition: random and exhaustive.

local box = require "spec.support.box"
local ta = require "takeaway"
local P = require "spec.support.partizan"
local compounds = require "spec.support.compounds"
local born_by = require "spec.support.days"

local random = require "spec.support.random"

local forall, seed, count, options = random.forall, random.seed, random.count, compounds.options

local le = P.le
local function same(g, h) return le(g, h) and le(h, g) end

-- A list without domination and reversibility, by definition; `better(a, b)`: the mover of
-- `side` likes a at least as much.
local function assert_canonical(g)
  for side = 1, 2 do
    local better = side == 1 and function(a, b) return le(b, a) end or le
    local own = side == 1 and P.left(g) or P.right(g)
    for i, a in ipairs(own) do
      for j, b in ipairs(own) do assert(i == j or not better(a, b), "a dominated option") end
      for _, reply in ipairs(side == 1 and P.right(a) or P.left(a)) do
        assert(not better(g, reply), "a reversible option")
      end
    end
  end
end

describe("values, seed " .. seed .. ":", function()
  local value, form = P.valuer(ta), P.former()
  local size, pool = count(20000, 1500), {}
  setup(function()
    math.randomseed(seed)
    for i = 1, size do pool[i] = P.random(4, 3) end
  end)

  it("the canonical form is equal by definition, and canonical by definition", function()
    for _, g in ipairs(pool) do
      local c = form(value(g))
      assert(same(g, c))
      assert_canonical(c)
    end
  end)

  it("order and equality are those of the definition; equal games are one value", function()
    for i = 2, #pool do
      local g, h = pool[i], pool[math.random(1, i - 1)]
      local v, w = value(g), value(h)
      assert.are.equal(le(g, h), v <= w)
      assert.are.equal(le(h, g), w <= v)
      assert.are.equal(same(g, h), v == w)
      assert.are.equal(same(g, h), rawequal(v, w))
      assert.are.equal(le(g, h) and not le(h, g), v < w)
      assert.are.equal(not le(g, h) and not le(h, g), v:confused(w))
    end
  end)

  it("of games with dozens of options, the canonical form is equal by definition, and canonical", forall(count(40, 10), function()
    local lists = { {}, {} }
    for side = 1, 2 do
      for i = 1, math.random(5, 60) do lists[side][i] = random.pick(pool) end
      if math.random(2) == 1 then -- and switches, of which none is better than another
        for n = 2, 12 do
          local hot = form(ta.value(("{%d|%d}"):format(n, -n - math.random(0, 1))))
          table.insert(lists[side], math.random(#lists[side] + 1), hot)
        end
      end
    end
    local g = P.game(lists[1], lists[2])
    local c = form(value(g))
    assert(same(g, c))
    assert_canonical(c)
  end))

  -- Where stops do not decide: the difference between all-small games and multiples of up.
  it("order is that of the definition among infinitesimals", function()
    local function dicotic(day)
      if day == 0 or math.random(8) == 1 then return P.zero end
      local function option() return dicotic(math.random(0, day - 1)) end
      return P.game(random.list(1, 3, option), random.list(1, 3, option))
    end
    local stars = { P.zero }
    for m = 1, 4 do stars[m + 1] = P.game({ table.unpack(stars) }, { table.unpack(stars) }) end
    local up = P.game({ P.zero }, { stars[2] })
    local gauges, ups = { stars[3], stars[4], stars[5] }, P.zero
    for _ = 1, 9 do
      for m = 1, 2 do
        local g = form(value(P.add(ups, stars[m])))
        gauges[#gauges + 1] = g
        gauges[#gauges + 1] = P.negative(g)
      end
      ups = form(value(P.add(ups, up)))
    end
    local games = {}
    for i = 1, count(300, 60) do
      games[i] = dicotic(5)
      if i % 3 == 0 then games[i] = form(value(P.add(games[i], gauges[math.random(#gauges)]))) end
    end
    for i, g in ipairs(games) do
      local v = value(g)
      for _, t in ipairs(gauges) do
        assert.are.equal(le(g, t), v <= value(t))
        assert.are.equal(le(t, g), value(t) <= v)
      end
      for _ = 1, 20 do
        local h = games[math.random(i)]
        assert.are.equal(le(g, h), v <= value(h))
        assert.are.equal(le(h, g), value(h) <= v)
      end
    end
  end)

  it("sums and negatives are those of the definition", forall(size // 20, function()
    local g, h = P.random(3, 2), P.random(3, 2)
    assert.are.equal(value(P.add(g, h)), value(g) + value(h))
    assert.are.equal(value(P.negative(g)), -value(g))
  end))

  it("G - G = 0, and sums associate and commute", function()
    local zero = ta.value(0)
    for _ = 1, size // 20 do
      local g, h, k = value(P.random(4, 2)), value(P.random(3, 2)), value(P.random(2, 2))
      assert.are.equal(zero, g - g)
      assert.are.equal(g + h, h + g)
      assert.are.equal((g + h) + k, g + (h + k))
      assert.are.equal(3 * h, h + h + h)
      assert.are.equal(-2 * h, -h - h)
    end
  end)

  it("dominated and reversible options never change the value", forall(size // 4, function(i)
    local v = value(pool[i])
    local lists = { v:left_options(), v:right_options() }
    for side = 1, 2 do
      local worse = value(random.pick(pool))
      for _, o in ipairs(lists[side]) do
        if side == 1 and worse <= o or side == 2 and o <= worse then
          table.insert(lists[side], worse) -- dominated
          break
        end
      end
    end
    -- an option x reversible through y <= v (left): x = {anything | y, ...}, and the left
    -- options of y must be no better than those of v, which holds as y <= v
    local y = value(random.pick(pool))
    local any = value(random.pick(pool))
    if y <= v then table.insert(lists[1], ta.value { left = { any }, right = { y } }) end
    if v <= y then table.insert(lists[2], ta.value { left = { y }, right = { any } }) end
    assert.are.equal(v, ta.value { left = lists[1], right = lists[2] })
  end))

  it("games that are not simplified are read as text, as loopy values too", forall(size // 5, function(i, tell)
    local text, v = P.text(pool[i]), value(pool[i])
    tell("%s", text)
    assert.are.equal(v, ta.value(text))
    assert.is_true(ta.loopy_value(text) == v)
  end))

  it("names are read back, in ASCII and Unicode", function()
    for _, g in ipairs(pool) do
      local v = value(g)
      assert.are.equal(v, ta.value(tostring(v)))
      assert.are.equal(v, ta.value(v:text "unicode"))
    end
  end)
end)

describe("all-small games, seed " .. seed .. ":", function()
  local function all_small(day)
    if day == 0 then return ta.value(0) end
    local function option() return all_small(math.random(0, day - 1)) end
    return ta.value { left = random.list(1, 3, option), right = random.list(1, 3, option) }
  end
  local far, up, pool = ta.star(1024), ta.up(), {}

  it("have atomic weights that add and satisfy their definition; two ahead wins", forall(count(1000, 100), function(i)
    local g = all_small(5)
    pool[i] = g
    local w = assert(g:atomic_weight())
    local rest = g - w:norton_product(up)
    assert(far - up < rest and rest < far + up)
    if w >= ta.value(2) then assert.are.equal("L", g:outcome()) end
    if w <= ta.value(-2) then assert.are.equal("R", g:outcome()) end
    local h = random.pick(pool)
    assert.are.equal(w + h:atomic_weight(), (g + h):atomic_weight())
  end))
end)

describe("numbers with ups and nimbers:", function()
  it("are born one day after the last of their options", function()
    local birthday = compounds.remembered(function(v, birthday)
      local last = 0
      for _, o in ipairs(compounds.all_options(v)) do last = math.max(last, birthday(o) + 1) end
      return last
    end)
    for x, ups, star in box({ "0", "1", "-2", "1/2", "-3/4", "5/8" }, -5, 5, 0, 7) do
      local v = ta.value(x) + ta.up(ups) + ta.star(star)
      assert.are.equal(birthday(v), v:birthday())
      assert.are.equal(v, ta.value { left = v:left_options(), right = v:right_options() })
    end
  end)
end)

describe("the games born early:", function()
  local days = {}
  for d = 0, 3 do days[d] = born_by(ta, d) end
  local function any(day) return random.pick(days[day]) end

  it("there are 1, 4, 22, 1474", function()
    assert.are.same({ 1, 4, 22, 1474 }, { #days[0], #days[1], #days[2], #days[3] })
  end)

  it("each has the birthday on which it first appears", function()
    local first = {}
    for d = 3, 0, -1 do
      for _, v in ipairs(days[d]) do first[v] = d end
    end
    for v, d in pairs(first) do assert.are.equal(d, v:birthday()) end
  end)

  it("each is canonical by definition, and its name is read back", function()
    local form = P.former()
    for _, v in ipairs(days[3]) do
      assert_canonical(form(v))
      assert.are.equal(v, ta.value(tostring(v)))
    end
  end)

  it("outcomes, stops and all-small are those of the definition", function()
    -- the stop for `side` to move: numbers are stops
    local function stop(v, side)
      if v:is_number() then return v end
      local best
      for _, o in ipairs(options(v, side)) do
        local s = stop(o, 3 - side)
        if not best or (side == 1 and best < s or side == 2 and s < best) then best = s end
      end
      return best
    end
    local function all_small(v)
      if (#v:left_options() == 0) ~= (#v:right_options() == 0) then return false end
      for _, o in ipairs(compounds.all_options(v)) do if not all_small(o) then return false end end
      return true
    end
    for _, v in ipairs(days[3]) do
      assert.are.equal(tostring(stop(v, 1)), v:left_stop())
      assert.are.equal(tostring(stop(v, 2)), v:right_stop())
      assert.are.equal(all_small(v), v:is_all_small())
      local left_wins = false -- Left starting
      for _, o in ipairs(v:left_options()) do left_wins = left_wins or o >= ta.value(0) end
      local right_wins = false
      for _, o in ipairs(v:right_options()) do right_wins = right_wins or o <= ta.value(0) end
      local letter = left_wins and (right_wins and "N" or "L") or (right_wins and "R" or "P")
      assert.are.equal(letter, v:outcome())
    end
  end)

  it("thermographs are those of the scaffolds, point by point", function()
    -- walls at t = i / 16 as multiples of 1/1024, by the definition of the walls: the scaffolds
    -- until they meet, then the mast. All coordinates here are multiples of 1/16.
    local unit, step = 1024, 16
    local function number(text)
      local a, b = text:match "^(-?%d+)/(%d+)$"
      return a and tonumber(a) * unit // tonumber(b) or tonumber(text) * unit
    end
    local walls = {}
    local function wall(v)
      if walls[v] then return walls[v] end
      local w = { {}, {} }
      local low, high = number(v:right_stop()), number(v:left_stop())
      if low == high and v:is_number() then
        for i = 0, 5 * step do w[1][i], w[2][i] = low, low end
      else
        local mast
        local lefts, rights = v:left_options(), v:right_options()
        for i = 0, 5 * step do
          local t, l, r = i * unit // step, -math.huge, math.huge
          for _, o in ipairs(lefts) do l = math.max(l, wall(o)[2][i] - t) end
          for _, o in ipairs(rights) do r = math.min(r, wall(o)[1][i] + t) end
          if not mast and l <= r then
            assert(l == r, "they meet on the grid")
            mast = l
            w.temperature = t
          end
          w[1][i], w[2][i] = mast or l, mast or r
        end
        w.mean = mast
      end
      walls[v] = w
      return w
    end
    local function read(corners)
      local list = {}
      for i, c in ipairs(corners) do list[i] = { t = number(c.t), value = number(c.value), slope = c.slope } end
      return list
    end
    local function at(corners, t)
      local i = #corners
      while corners[i].t > t do i = i - 1 end
      return corners[i].value + corners[i].slope * (t - corners[i].t)
    end
    for _, v in ipairs(days[3]) do
      local w, th = wall(v), v:thermograph()
      local left, right = read(th.left), read(th.right)
      for i = 0, 5 * step do
        local t = i * unit // step
        assert.are.equal(w[1][i], at(left, t))
        assert.are.equal(w[2][i], at(right, t))
      end
      if w.mean then
        assert.are.equal(w.mean, number(v:mean()))
        assert.are.equal(w.temperature, number(v:temperature()))
      end
    end
  end)

  it("mean and temperature of sums: means add, temperatures do not rise", forall(count(3000, 200), function()
    local g, h = any(3), any(3)
    local s = g + h
    assert.are.equal(ta.number(g:mean()) + ta.number(h:mean()), ta.number(s:mean()))
    local t, u = ta.number(g:temperature()), ta.number(h:temperature())
    local most = t < u and u or t
    assert(ta.number(s:temperature()) <= most)
    if t ~= u then assert.are.equal(most, ta.number(s:temperature())) end
  end))

  it("cooling adds; the cooled game is the taxed one; cooling undoes heating", forall(count(1000, 100), function()
    local g, h = any(3), any(3)
    local t = ta.number(math.random(0, 8) / 4)
    assert.are.equal(g:cool(t) + h:cool(t), (g + h):cool(t))
    -- cooling by t and then by u is cooling by t + u
    assert.are.equal(g:cool(t):cool "1/4", g:cool(t + ta.number "1/4"))
    if not g:is_number() and t <= ta.number(g:temperature()) then
      assert.are.equal(compounds.map(g, function(o, side) return o:cool(t) + (side == 1 and -t or t) end), g:cool(t))
    end
    assert.are.equal(g, g:heat(t):cool(t))
  end))

  it("heating and overheating are those of their definitions", function()
    local function heated(g, base, t)
      return base(g) or compounds.map(g, function(o, side) return heated(o, base, t) + (side == 1 and t or -t) end)
    end
    math.randomseed(seed)
    for _ = 1, count(300, 50) do
      local g, s, t = any(3), any(2), any(2)
      assert.are.equal(heated(g, function(v) return v:is_number() and v end, t), g:heat(t))
      local function multiple(v) return v:is_integer() and tonumber(tostring(v)) * s end
      assert.are.equal(heated(g, multiple, t), g:overheat(s, t))
    end
  end)

  it("atomic weights add, and satisfy v + far star < g - w up < ^ + far star", function()
    math.randomseed(seed)
    local small = {}
    for _, v in ipairs(days[3]) do
      if v:is_infinitesimal() then small[#small + 1] = v end
    end
    local up, far = ta.up(), ta.star(64)
    local had = 0
    for _, g in ipairs(small) do
      local w = g:atomic_weight()
      if g:is_all_small() then assert(w) end
      if w then
        had = had + 1
        local rest = g - w:norton_product(up)
        assert(far - up < rest and rest < far + up)
      end
    end
    assert(had > 50)
    for _ = 1, count(500, 50) do
      local g, h = small[math.random(#small)], small[math.random(#small)]
      local w, x = g:atomic_weight(), h:atomic_weight()
      if w and x then assert.are.equal(w + x, (g + h):atomic_weight()) end
    end
  end)

  it("reduced forms: at an infinitesimal's distance, equal for such games, unchanged by reduction", function()
    math.randomseed(seed)
    local small = {}
    for _, v in ipairs(days[2]) do
      if v:is_infinitesimal() then small[#small + 1] = v end
    end
    for i, g in ipairs(days[3]) do
      local r = g:reduced_canonical_form()
      assert((g - r):is_infinitesimal())
      assert.are.equal(r, r:reduced_canonical_form())
      if i % count(3, 50) == 0 then
        for _, e in ipairs(small) do assert.are.equal(r, (g + e):reduced_canonical_form()) end
      end
    end
  end)

  it("two games reduce to the same exactly when they differ by an infinitesimal", function()
    math.randomseed(seed)
    local reduced, equal = {}, 0
    for i, g in ipairs(days[3]) do reduced[i] = g:reduced_canonical_form() end
    for _ = 1, count(20000, 2000) do
      local i, j = math.random(1474), math.random(1474)
      local near = (days[3][i] - days[3][j]):is_infinitesimal()
      assert.are.equal(near, reduced[i] == reduced[j])
      assert.are.equal(near, reduced[i]:equals(reduced[j]))
      if near then equal = equal + 1 end
    end
    assert(equal > 50)
  end)

  it("Norton's product by positive games: adds, and keeps the order", function()
    math.randomseed(seed)
    for _, unit in ipairs { "^", "Tiny(1)", "1", "1/2", "1*", "^[2]", "^<2>", "{2|1}", "{3||2|1}", "2Tiny(3)", "{1|^}" } do
      for _ = 1, count(60, 10) do
        local g, h = any(2), any(3)
        local gu, hu = g:norton_product(unit), h:norton_product(unit)
        assert.are.equal((g + h):norton_product(unit), gu + hu)
        assert.are.equal(g <= h, gu <= hu)
        assert.are.equal(h <= g, hu <= gu)
      end
    end
    for _ = 1, 50 do
      local g = any(3)
      assert.are.equal(g, g:norton_product(1))
      assert.are.equal(g, g:norton_product "^":atomic_weight())
    end
  end)

  it("what is written for CGSuite is read as the same, by its grammar", function()
    local cgscript = dofile "spec/support/cgscript.lua"
    for _, g in ipairs(days[3]) do assert.are.equal(g, cgscript(g:text "cgscript")) end
    math.randomseed(seed)
    local PARTS = { "^[2]", "v[3]", "^<2>", "v<4>", "^[2]*", "1/2", "-3", "*2", "^3*", "vv", "Tiny(2)", "Miny(1/4)", "2v[2]*",
                    "-1/2^<3>", "+-1/2", "+-1*", "-2Tiny(3/2)", "1/4v5*3", "+-{1,1*}" }
    local function part() return ta.value(random.pick(PARTS)) end
    local function option() return (math.random(2) == 1 and part() or any(3)) + part() end
    for _ = 1, count(3000, 300) do
      local left, right = random.list(1, 3, option), random.list(1, 3, option)
      local g = math.random(4) == 1 and left[1] or ta.value { left = left, right = right }
      assert.are.equal(g, cgscript(g:text "cgscript"), g:text "cgscript")
    end
  end)

  it("ordinal, conjunctive and selective sums are those of their definitions", forall(count(1000, 100), function()
    local g, h = any(3), any(2)
    for _, name in ipairs { "ordinal_sum", "conjunctive_sum", "selective_sum", "selective_compound" } do
      assert.are.equal(compounds.values[name](g, h), g[name](g, h))
    end
  end))
end)
