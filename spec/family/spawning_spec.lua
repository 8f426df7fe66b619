-- Coin-turning codes against the definition: all sets of coins, filtered.
local box = require "spec.support.box"
local heap_games = require "spec.support.heap_games"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"
local seeded = require "spec.support.seed"

local mex_of, shown = heap_games.mex_of, heap_games.shown

-- Do the coins of the row, ascending, fit the term?
local function fits(coins, term)
  local count, low, high = #coins, coins[1], coins[#coins]
  if count < term.least or count > term.most or high - low + 1 > term.span then return false end
  if term.first and low ~= 1 then return false end
  local set = {}
  for _, c in ipairs(coins) do set[c] = true end
  for i = 2, count do
    if term.shape == "C" and coins[i] ~= coins[i - 1] + 1 then return false end
    if term.shape == "E" and coins[i] - coins[i - 1] ~= coins[2] - coins[1] then return false end
  end
  for _, c in ipairs(coins) do
    if term.shape == "S" and not set[low + high - c] then return false end
  end
  return true
end

-- The coins turned with coin n, as lists: every set of smaller ones that fits a term, once a term.
local function options(terms, n)
  local found = {}
  for term, bits in box(terms, 0, (1 << n - 1) - 1) do
    local coins = {}
    for c = 1, n - 1 do
      if bits >> c - 1 & 1 == 1 then coins[#coins + 1] = c end
    end
    coins[#coins + 1] = n
    if fits(coins, term) then
      coins[#coins] = nil
      found[#found + 1] = coins
    end
  end
  return found
end

local function random_term()
  local least = math.random(4)
  local style, span = math.random(4), math.random(3) == 1 and math.random(2, 7)
  local most = style == 1 and math.huge or style == 2 and least + math.random(0, 3) or least
  local shape, first = ({ "", "", "C", "E", "S" })[math.random(5)], math.random(4) == 1
  local text = least .. (style == 1 and "+" or style == 2 and "-" .. most or "") .. shape
    .. (span and ("C(%d)"):format(span) or "") .. (first and "F" or "")
  return { least = least, most = most, shape = shape, span = span or math.huge, first = first }, text
end

local function values(code, to) return table.concat(ta.spawning(code):nim_values(to):list(1, to), " ") end

describe("coin-turning codes", function()
  it("are played as they say", function()
    seeded()
    for _ = 1, 70 do
      local terms, texts = {}, {}
      for i = 1, math.random(2) do terms[i], texts[i] = random_term() end
      local text = table.concat(texts, ",")
      local game, known = ta.spawning(text), { [0] = 0 }
      local s = game:nim_values(11)
      for n = 1, 11 do
        local list = options(terms, n)
        known[n] = mex_of(list, function(c) return known[c] end)
        assert.equal(known[n], s(n), ("%s: coin %d"):format(text, n))
        if n < 9 then assert.equal(shown(list), shown(game:options(n)), ("%s: coin %d"):format(text, n)) end
      end
      assert.equal(text, game:code())
    end
  end)

  it("are the games of Winning Ways, chapter 14", function()
    local ruler, motley, turtles = ta.spawning "1+C", ta.spawning "1+", ta.spawning "1-3"
    local s = ruler:nim_values(4000)
    for n = 1, 4000 do assert.equal(n & -n, s(n)) end
    for n = 1, 20 do assert.equal(1 << n - 1, motley:nim_value(n)) end
    s = turtles:nim_values(1500) -- 2 n or 2 n + 1, the one with an odd number of ones
    for n = 0, 1499 do
      local ones, m = 0, n
      while m > 0 do ones, m = ones + (m & 1), m >> 1 end
      assert.equal(2 * n + (ones + 1) % 2, s(n + 1))
    end
    assert.equal(table.concat(ta.octal "4!.0":nim_values(59):list(0, 59), " "), values("4FS", 60)) -- Grunt
  end)

  it("of any number of coins have the values of their options where these are large", function()
    for _, code in ipairs { "1+S", "2+S", "3+", "4+", "1-2,4+", "2+,5S", "3+S,1", "2-4,6+S", "1,3+C(12)", "3+F,1-2" } do
      local game = ta.spawning(code)
      local s = game:nim_values(14)
      for n = 1, 14 do assert.equal(mex_of(game:options(n), s), s(n), code .. " " .. n) end
    end
  end)

  it("of any number of coins are those of up to as many as there are", function()
    for _, code in ipairs { "3%s", "4%s", "5%s", "2%sS", "3%sS", "5%sS", "3%sC(9)", "4%sC(11)", "6%sF,2" } do
      local to = code:find "S" and 17 or 20
      local s, t = ta.spawning(code:format "+"):nim_values(to), ta.spawning(code:format("-" .. to)):nim_values(to)
      for n = 1, to do assert.equal(t(n), s(n), code .. " " .. n) end
    end
  end)

  it("are rows of coins too", function()
    for _, code in ipairs { "1-3", "1+C", "2", "3E", "1+S", "4FS", "1-2F" } do
      local rules = ta.rules.turning(code)
      local plain = ta.ruleset { options = rules.options }
      for bits = 0, 127 do
        local row = {}
        for i = 1, 7 do row[i] = bits >> i - 1 & 1 == 1 and "h" or "t" end
        row = table.concat(row)
        assert.equal(plain(row):nim_value(), rules(row):nim_value(), code .. " " .. row)
      end
      assert.equal(plain "thhthht":misere_outcome(), rules "thhthht":misere_outcome())
    end
    assert.equal(7 ~ 2, ta.rules.turning "1-3"("tHtH"):nim_value())
    assert.error_matches(function() ta.rules.turning "1-3"("thx") end, "expected a row of coins")
    assert.error_matches(function() ta.rules.turning "0" end, "a move turns one coin at least")
  end)

  it("that are none are refused, with a caret", function()
    for code, why in pairs {
      [""] = "expected a number of coins", ["0"] = "one coin at least", ["3-1"] = "a range goes up", ["1-"] = "expected a",
      ["1X"] = "expected C, C%(n%), E, S, F", ["1CE"] = "one of C, E and S", ["1C(3"] = "expected %)", ["1,"] = "expected a",
      ["1C("] = "expected a number", ["9999999999"] = "so many coins", ["1C(0)"] = "one coin at least",
    } do
      assert.error_matches(function() ta.spawning(code) end, why .. ".*\n *%^")
    end
    assert.error_matches(function() ta.spawning(("1,"):rep(64) .. "1") end, "at most 64 terms")
    assert.error_matches(function() ta.spawning(13) end, 'spawning: code: expected a string such as "1%-3"')
  end)

  it("are turned far away as near by", function()
    for _, n in ipairs { 1 << 30, (1 << 30) + 1, (1 << 40) + 1 } do
      local half = n % 2 == 1 and { { 1, (n + 1) // 2 } } or {}
      for code, expected in pairs {
        ["2F"] = { { 1 } }, ["2EF"] = { { 1 } }, ["2SF"] = { { 1 } }, ["3EF"] = half, ["3SF"] = half, ["3FC(9)"] = {},
        ["2C"] = { { n - 1 } }, ["2+C(3)"] = { { n - 2 }, { n - 1 }, { n - 2, n - 1 } },
      } do
        assert.same(expected, ta.spawning(code):options(n), code)
      end
    end
    assert.equal("ELIMIT", (select(3, ta.spawning("2E"):options(1 << 40))))
  end)

  it("with values past memory say so", function()
    refusals.failed("ELIMIT", "the sets of values of coins", ta.spawning("1+", { memory = 1 << 20 }):nim_value(40))
  end)
end)
