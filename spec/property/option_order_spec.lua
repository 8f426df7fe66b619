-- The order of options, in names and in lists, against its definition: numbers, nimbers, uptimals by their
-- expansions, and others by their options in this order, Left's first. It is CGSuite's.
local box = require "spec.support.box"
local random = require "spec.support.random"
local ta = require "takeaway"

local MOST = random.count(2, 1) -- of an up-power

local function class_of(v)
  if v:is_number() then return 1 end
  if v:is_nimber() then return 2 end
  return v:is_uptimal() and 3 or 4
end

local order

local function order_lists(a, b)
  for i = 1, math.max(#a, #b) do
    if not a[i] then return -1 end
    if not b[i] then return 1 end
    local found = order(a[i], b[i])
    if found ~= 0 then return found end
  end
  return 0
end

local function compare(a, b) return a < b and -1 or a > b and 1 or 0 end

local function order_uptimals(a, b)
  a, b = a:uptimal_expansion(), b:uptimal_expansion()
  local found = compare(ta.value(a.number), ta.value(b.number))
  for i = 1, math.min(#a, #b) do
    if found == 0 then found = compare(a[i], b[i]) end
  end
  if found == 0 then found = compare(#a, #b) end
  return found == 0 and compare(a.star, b.star) or found
end

-- Of lists as they are given, which are in order themselves.
function order(g, h)
  if g == h then return 0 end
  local p, q = class_of(g), class_of(h)
  if p ~= q then return compare(p, q) end
  if p == 1 then return compare(g, h) end
  if p == 2 then return compare(g:nim_value(), h:nim_value()) end
  if p == 3 then return order_uptimals(g, h) end
  local found = order_lists(g:left_options(), h:left_options())
  return found ~= 0 and found or order_lists(g:right_options(), h:right_options())
end

-- All lists below a value, each value once.
local function check(v, seen)
  if seen[v] then return end
  seen[v] = true
  for _, list in ipairs { v:left_options(), v:right_options() } do
    for i, option in ipairs(list) do
      check(option, seen)
      if i > 1 then assert.equal(-1, order(list[i - 1], option), tostring(v)) end
    end
  end
end

describe("options", function()
  it("of all sums of a few up-powers are in order", function()
    local seen, count = {}, 0
    local function all(v, k, star)
      if k > 4 then
        count = count + 1
        check(v + star, seen)
        check(v + star + "3/2", seen)
        return
      end
      for a = -MOST, MOST do all(v + a * ta.value("^<" .. k .. ">"), k + 1, star) end
    end
    for star = 0, 3 do all(ta.value(0), 2, ta.star(star)) end
    for star, ups in box(0, 3, -MOST, MOST) do all(ta.up(ups), 2, ta.star(star)) end
    local each = (2 * MOST + 1) ^ 3
    assert.equal(4 * each + 4 * each * (2 * MOST + 1), count)
  end)

  local function uptimal()
    local v = ta.star(math.random(0, 2))
    for k = 1, math.random(1, 5) do v = v + math.random(-2, 2) * ta.value("^<" .. k .. ">") end
    return math.random(3) == 1 and v + math.random(-1, 1) or v
  end

  -- Of random games with one to four of these options for each player; `after(v)` sees each.
  local function random_games(option, after)
    local seen = {}
    return random.forall(random.count(3000, 200), function()
      local v = ta.value { left = random.list(1, 4, option), right = random.list(1, 4, option) }
      check(v, seen)
      if after then after(v) end
    end)
  end

  it("of all sums of up-powers are in order where they are options of one game", random_games(uptimal))

  local pool = {}
  for i, name in ipairs { 0, 1, -1, "1/2", "*", "*2", "^", "v", "^*", "^<2>", "v[2]", "+-1", "{2|0}", "Tiny(1)", "1*", "-1^" } do
    pool[i] = ta.value(name)
  end
  it("of random games are in order", random_games(function() return random.pick(pool) end, function(v)
    if v:birthday() < 9 then pool[math.min(#pool + 1, math.random(17, 200))] = v end
  end))

  it("stand in names as CGSuite writes them", function()
    for _, name in ipairs {
      "{3/2*|1/2||{*|-3},{-1*,{-1/2|-1*}|-5/2}}", "{10v6,10v5*||||10v7*,10v6|||10v8,10v7*||10v9*,10v8|10v10}",
      "{0,{0,*||*,v|vv*}||{0,*||*,v|vv*|||vv*,{*,v|vv*}},{0,*||*,v|vv*}|{0,*||*,v|vv*|||vv*,{*,v|vv*}||||vv*}}",
      "{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}", "{1||+-(1*)|-1,{-1|-3}}",
      "{^^*4||||{^^*4|*4,^*5},^^*4|||^^*4|*4,^*5||0,*,*2,*3,*4}", "+-{2|1}", "+-1/2", "+-(1^)", "+-(2Tiny(2))", "+-^^",
    } do
      assert.equal(name, tostring(ta.value(name)))
      assert.equal(ta.value(name), ta.value(tostring(ta.value(name))))
    end
  end)
end)
