-- Rules on strips, cakes and numbers by definition, and the theorems about them.
local raises = require("spec.support.refusals").raises
local box = require "spec.support.box"
local board = require("spec.support.boards").board
local play = require "spec.support.play"
local ta = require "takeaway"
local rules = ta.rules

local SHORT = os.getenv "TAKEAWAY_SHORT"
local seed = require "spec.support.seed"()

-- The value of a position by naming all options: left(p), right(p) give lists of positions; or lists of the parts of
-- them.
local function valuer(left, right, parts)
  return play.value(ta.value, function(p, side) return (side == 1 and left or right)(p) end, parts)
end

-- All strips of these signs of 1 to `most` squares.
local function strips(signs, most)
  return coroutine.wrap(function()
    for length = 1, most do
      for strip in board.all(1, length, signs) do coroutine.yield(strip) end
    end
  end)
end

local function squares(strip)
  local list = {}
  for sign in strip:gmatch "." do list[#list + 1] = sign end
  return list
end

describe("strips, seed " .. seed, function()
  it("toppling dominoes", function()
    local function topple(own)
      return function(row)
        local list = {}
        for i = 1, #row do
          if row:sub(i, i) == own or row:sub(i, i) == "g" then
            list[#list + 1] = row:sub(i + 1)
            list[#list + 1] = row:sub(1, i - 1)
          end
        end
        return list
      end
    end
    local value = valuer(topple "l", topple "r")
    for row in strips("lrg", SHORT and 4 or 6) do
      assert.equal(value(row), rules.toppling_dominoes(row):canonical_form(), row)
    end
  end)

  -- The squares from 1 on; a piece goes to the square before, and what stands there, or in Shove all before it, too.
  local function slid(own, shove)
    return function(strip)
      local list = {}
      for i = 1, #strip do
        if strip:sub(i, i) == own then
          local s = squares(strip)
          local first = i
          while first > 1 and (shove or s[first - 1] ~= ".") do first = first - 1 end
          for j = first, i do s[j - 1] = s[j] end
          s[i], s[0] = ".", nil
          list[#list + 1] = table.concat(s)
        end
      end
      return list
    end
  end

  it("push and shove are numbers (Albert, Nowakowski and Wolfe 2007)", function()
    for _, shove in ipairs { false, true } do
      local value = valuer(slid("l", shove), slid("r", shove))
      local made = shove and rules.shove or rules.push
      for strip in strips("lr.", SHORT and 4 or 6) do
        local v = made(strip):canonical_form()
        assert.equal(value(strip), v, strip)
        assert.is_true(v:is_number(), strip)
      end
    end
  end)

  it("toads and frogs with other slides and jumps", function()
    local function moves(own, way, slide, jump, friendly)
      return function(strip)
        local list, s = {}, squares(strip)
        for i, j in box(1, #s, 1, #s) do
          local far = (j - i) * way
          local between, own_between, clear = 0, 0, s[j] == "."
          for k = math.min(i, j) + 1, math.max(i, j) - 1 do
            if s[k] ~= "." then between = between + 1 end
            if s[k] == own then own_between = own_between + 1 end
          end
          local empty = between == 0 and far ~= 0 and far >= slide[1] and far <= slide[2]
          local over = far >= 2 and between == far - 1 and between <= jump and (friendly or own_between == 0)
          if s[i] == own and clear and (empty or over) then
            local after = table.move(s, 1, #s, 1, {})
            after[i], after[j] = ".", own
            list[#list + 1] = table.concat(after)
          end
        end
        return list
      end
    end
    for _, given in ipairs { { 1, 1, 1, false }, { 1, 1, 0, false }, { 1, 2, 2, false }, { 2, 3, 1, true }, { 1, 1, 3, true } } do
      local slide = { given[1], given[2] }
      local value = valuer(moves("T", 1, slide, given[3], given[4]), moves("F", -1, slide, given[3], given[4]))
      local made = rules.gen_toads_and_frogs {
        min_slide = given[1], max_slide = given[2], max_jump = given[3], friendly_jump = given[4],
      }
      for strip in strips("TF.", SHORT and 4 or 6) do
        assert.equal(value(strip), made(strip):canonical_form(), strip)
        if given[3] == 0 then
          assert.equal(value(strip), rules.elephants_and_rhinos(strip):canonical_form(), strip)
        elseif given[2] == 1 and given[3] == 1 and not given[4] then
          assert.equal(value(strip), rules.toads_and_frogs(strip):canonical_form(), strip)
        end
      end
    end
    local back = rules.gen_toads_and_frogs { min_slide = -1 } -- there is always a move
    assert.equal("L R", back "T.":outcome() .. " " .. back ".F":outcome())
  end)
end)

describe("cakes", function()
  -- Winning Ways, chapter 2: with rows between 2^k and 2^(k+1) - 1, columns c and c >= rows: floor(c / 2^k) - 1.
  it("Cutcake has the values of its formula", function()
    local function wide(a, b)
      local k = 1
      while 2 * k <= a do k = 2 * k end
      return b // k - 1
    end
    for a = 1, SHORT and 7 or 17 do
      for b = 1, a do
        assert.equal(ta.value(-wide(b, a)), rules.cutcake(a, b):canonical_form())
        assert.equal(ta.value(wide(b, a)), rules.cutcake(b, a):canonical_form())
      end
    end
  end)

  it("by definition", function()
    local divides = {
      cutcake = function(n, see) for a = 1, n - 1 do see { a, n - a } end end,
      eatcake = function(n, see) for a = 0, n - 1 do see { a, n - 1 - a } end end,
      maundy_cake = function(n, see)
        for k = 2, n do
          if n % k == 0 then
            local list = {}
            for i = 1, k do list[i] = n // k end
            see(list)
          end
        end
      end,
    }
    divides.turn_and_eatcake = divides.eatcake
    for name, divide in pairs(divides) do
      local function cut(rows)
        return function(cake)
          local a, b, list = cake[1], cake[2], {}
          if name == "turn_and_eatcake" then a, b = b, a end
          divide(rows and a or b, function(pieces)
            local sum = {}
            for _, n in ipairs(pieces) do
              if n > 0 then sum[#sum + 1] = rows and { n, b } or { a, n } end
            end
            list[#list + 1] = sum
          end)
          return list
        end
      end
      local value = valuer(cut(false), cut(true), function(sum) return sum end)
      local most = SHORT and 4 or 7
      for a, b in box(1, most, 1, most) do
        assert.equal(value { a, b }, rules[name](a, b):canonical_form(), name .. a .. " " .. b)
      end
    end
  end)
end)

describe("clobber's kin, seed " .. seed, function()
  local function at(squares_, r, c) return squares_[r] and squares_[r][c] end

  -- The options of `own` by definition, each board as text.
  local function options(text, own, kind)
    local rows_of, other, list = {}, own == "x" and "o" or "x", {}
    for row in text:gmatch "[^/]+" do rows_of[#rows_of + 1] = squares(row) end
    local high, wide = #rows_of, #rows_of[1]
    for r, c, i, j in box(1, high, 1, wide, 1, high, 1, wide) do
      local dr, dc = i - r, j - c
      local straight = (dr == 0) ~= (dc == 0)
      local slanted = math.abs(dr) == math.abs(dc) and dr ~= 0
      local jump = math.abs(dr * dc) == 2
      local far = math.max(math.abs(dr), math.abs(dc))
      local way = kind.directions == "orthogonal" and straight or kind.directions == "diagonal" and slanted
        or kind.directions == "compass" and (straight or slanted) or kind.directions == "knight" and jump
      local clear = far <= kind.distance or jump
      if not jump then
        for k = 1, far - 1 do
          clear = clear and at(rows_of, r + dr // far * k, c + dc // far * k) == "."
        end
      end
      local sign = rows_of[i][j]
      local enters = kind.clobbers == "empty" and sign == "." or kind.clobbers ~= "empty" and sign == other
        or kind.clobbers == "all" and sign == own
      if rows_of[r][c] == own and way and clear and enters and far > 0 then
        local from, to = rows_of[r][c], rows_of[i][j]
        rows_of[r][c], rows_of[i][j] = kind.leaves == "other" and other or ".", own
        local rows = {}
        for k = 1, high do rows[k] = table.concat(rows_of[k]) end
        list[#list + 1] = table.concat(rows, "/")
        rows_of[r][c], rows_of[i][j] = from, to
      end
    end
    table.sort(list)
    return table.concat(list, " ")
  end

  local KINDS = {
    kings = { directions = "compass" }, knights = { directions = "knight" }, rooks = { distance = math.huge },
    queens = { directions = "compass", distance = math.huge }, hot = { clobbers = "all" },
    anti = { clobbers = "empty", leaves = "other" },
  }

  it("have the options of their definition", function()
    local kinds = { { "bishops", { directions = "diagonal", distance = 2 } }, { "usual", {} } }
    for name, kind in pairs(KINDS) do kinds[#kinds + 1] = { name, kind, true } end
    for _, case in ipairs(kinds) do
      local name, kind = case[1], case[2]
      local full = { directions = kind.directions or "orthogonal", distance = kind.distance or 1,
                     clobbers = kind.clobbers or "other", leaves = kind.leaves or "empty" }
      local made = rules.gen_clobber(case[3] and name or kind)
      for _ = 1, SHORT and 20 or 60 do
        local text = board.random(3, 4, "xo.#")
        for _, own in ipairs { "x", "o" } do
          local list = {}
          made[own == "x" and "left" or "right"](function(option) list[#list + 1] = option end, text)
          table.sort(list)
          assert.equal(options(text, own, full), table.concat(list, " "), name .. " " .. text)
        end
      end
      assert.is_true(made:validate { from = "xo./o.x", sample = 200 }, name)
    end
  end)
end)

describe("numbers", function()
  it("Mem, and Wythoff with a bound, by definition", function()
    local mem = ta.ruleset { name = "mem", options = function(emit, n, m)
      for k = 1, n do
        if k >= m then emit(n - k, k) end
      end
    end }
    for n, m in box(0, 15, 0, 15) do assert.equal(mem(n, m):nim_value(), (rules.mem(n, m):nim_value())) end
    for _, f in ipairs { "k+1", "k+3", "2k", "2k+1", "k^2+1" } do
      local bound = ta.move_function(f)
      local given = ta.ruleset { name = "wythoff", options = function(emit, a, b)
        for k, l in box(0, a, 0, b) do
          local low, high = math.min(k, l), math.max(k, l)
          if high > 0 and (low == 0 or high < bound(low)) then emit(a - k, b - l) end
        end
      end }
      local made = rules.gen_wythoff(f)
      for a, b in box(0, 12, 0, 12) do assert.equal(given(a, b):nim_value(), (made(a, b):nim_value()), f) end
    end
    for r = 1, 3 do -- r-Wythoff is the bound k + r
      local made = rules.gen_wythoff("k+" .. r)
      for a, b in box(0, 12, 0, 12) do assert.equal(rules.r_wythoff(r)(a, b):nim_value(), (made(a, b):nim_value())) end
    end
  end)

  it("partizan Euclid: Left wins first or not, by play", function()
    local function wins(left, p, q)
      local r = q > 0 and p % q or 0
      if r == 0 then return false end
      return not wins(not left, q, left and r or q - r)
    end
    local names = { [true] = { [true] = "N", [false] = "L" }, [false] = { [true] = "R", [false] = "P" } }
    for p, q in box(0, 20, 0, 20) do
      assert.equal(names[wins(true, p, q)][wins(false, p, q)], (rules.partizan_euclid(p, q):outcome()))
    end
  end)
end)

describe("rules with settings", function()
  it("say which are known", function()
    for call, why in pairs {
      [function() rules.gen_clobber "pawns" end] = 'one of "kings"',
      [function() rules.gen_clobber() end] = "expected settings",
      [function() rules.gen_clobber { way = 1 } end] = "unknown setting \"way\"",
      [function() rules.gen_clobber { distance = 0 } end] = "distance: expected an integer from 1 on or math.huge, got 0",
      [function() rules.gen_clobber { clobbers = "none" } end] = 'clobbers: expected "other" or "all" or "empty"',
      [function() rules.gen_toads_and_frogs(3) end] = "expected a table of settings, got 3",
      [function() rules.gen_toads_and_frogs { jump = 1 } end] = "unknown setting \"jump\"",
      [function() rules.gen_toads_and_frogs { max_jump = -1 } end] = "max_jump: expected an integer from 0 on, got -1",
      [function() rules.gen_toads_and_frogs { min_slide = 1.5 } end] = "min_slide: expected an integer, got 1.5",
      [function() rules.gen_toads_and_frogs { friendly_jump = 1 } end] = "friendly_jump: expected true or false, got 1",
      [function() rules.gen_toads_and_frogs { min_slide = 2 } end] = "min_slide is greater than max_slide",
      [function() rules.cutcake(0, 3) end] = "expected (rows, columns), integers from 1 on",
      [function() rules.push "l-r" end] = '"-" is none of the signs',
      [function() rules.toppling_dominoes "l.r" end] = '"." is none of the signs',
      [function() rules.gen_wythoff "k+" end] = "k+",
    } do
      raises(why, call)
    end
  end)
end)
