-- Closed forms: each family has its form, which agrees with the engine. No other set has one.

local box = require "spec.support.box"
local declared = require "spec.support.declared"
local says = require("spec.support.refusals").says
local seed = require "spec.support.seed"
local ta = require "takeaway"

local nim, one_pile, two_pile, vectors, wythoff = declared.nim, declared.one_pile, declared.two_pile, declared.vectors,
  declared.wythoff()

local function form(rules, settings) return assert(rules:theorem(settings)):closed_form() end

-- The set that a text on one number describes: "n mod 5 in {0, 1} and n >= 7, or n = 3".
local function among(text, name, n)
  if text == "all " .. name or text == "no " .. name then return text == "all " .. name end
  for clause in (text .. ", or "):gmatch "(.-), or " do
    local what, list = clause:match "^(.-) in {(.-)}"
    if not what then what, list = clause:match "^(.-) = (%d+)" end
    local from = clause:match(name .. " >= (%d+)$")
    assert.is_truthy(list or clause == ("%s >= %s"):format(name, from), text)
    local m = what and what:match "mod (%d+)$"
    local fits = not list
    for one in (list or ""):gmatch "%d+" do fits = fits or (m and n % tonumber(m) or n) == tonumber(one) end
    if fits and n >= tonumber(from or 0) then return true end
  end
  return false
end

-- The same of two numbers that go on together.
local function among_pairs(text, a, b)
  local p, r = text:match "^%(a, b%) is as %(a %+ (%d+), b %+ (%d+)%)"
  local from = tonumber(text:match "^[^;]* at least (%d+);" or 0)
  p, r = tonumber(p), tonumber(r)
  while a >= from + p and b >= from + r do a, b = a - p, b - r end
  local name, row, other, n = "a", a, "b", b
  if a >= from + p then name, row, other, n = "b", b, "a", a end
  for line in text:match "^.-; (.*)$":gmatch "[^;]+" do
    local place, rows, said = line:match "^ ?(%a)[^:]-([%d, ]+)}?: (.*)$"
    for one in rows:gmatch "%d+" do
      if place == name and tonumber(one) == row then return among(said, other, n) end
    end
  end
  error(("no line for %s = %d in %s"):format(name, row, text))
end

describe("closed forms", function()
  it("are xors, of numbers and remainders, in normal and misere play", function()
    assert.equal("a xor b xor c = 0", form(nim(3)))
    assert.equal("a xor b xor c = 0, but = 1 if no number is above 1", form(nim(3), { misere = true }))
    assert.equal("(a mod 4) xor (b mod 4) = 0", form(nim(2, 3)))
    assert.equal("a mod 6 = 0", form(nim(1, 5)))
    assert.equal("a xor b is the nim value", form(nim(2), { what = "nim_value" }))
    assert.equal("(a mod 4) xor (b mod 4) is the nim value", form(nim(2, 3), { what = "nim_value" }))
    assert.equal("a mod 6 is the nim value", form(nim(1, 5), { what = "nim_value" }))
  end)

  it("are low bits, least parts, and the Main Theorem on two piles", function()
    assert.equal("x < g, g the largest power of two that divides n, without bound for n = 0", form(one_pile "k"))
    assert.equal("x < g, g the least Fibonacci number of the sum of n in Zeckendorf's numeration, without bound for n = 0",
      form(one_pile "2k", { numeration = "zeckendorf" }))
    for f, slope in pairs { k = "g", ["2k"] = "2 g", ["floor(3k/2)"] = "floor(3 g/2)", ["2k - 1"] = "2 g - 1" } do
      assert.equal("x < L, where for s the smaller and d the difference of a and b, g the largest power of two that "
        .. "divides d: L = s if d = 0 or s <= " .. slope .. ", else g; without bound if s = 0", form(two_pile(f)))
    end
  end)

  it("are Beatty's pairs", function()
    assert.equal("(a, b) and (b, a) are floor(n alpha), floor(n alpha) + n, n = 0, 1, 2, ..., alpha = (1 + sqrt(5))/2",
      form(wythoff, { numeration = "zeckendorf" }))
    assert.equal("(a, b) and (b, a) are floor(n alpha), floor(n alpha) + 2 n, n = 0, 1, 2, ..., alpha = sqrt(2)",
      form(declared.apart(2), { numeration = "pell" }))
  end)

  it("have no names of the game", function()
    local named = ta.moves { "n, alpha", "k: 1 <= k <= n -> n - k, alpha", "k: 1 <= k <= alpha -> n, alpha - k",
                             "k: 1 <= k <= n, k <= alpha -> n - k, alpha - k" }
    assert.equal("(n, alpha) and (alpha, n) are floor(n_ alpha_), floor(n_ alpha_) + n_, n_ = 0, 1, 2, ..., "
      .. "alpha_ = (1 + sqrt(5))/2", form(named, { numeration = "zeckendorf" }))
    assert.equal("g < g_, g_ the least Fibonacci number of the sum of g__ in Zeckendorf's numeration, without bound for "
      .. "g__ = 0", form(ta.moves { "g__, g", "k: 1 <= k <= g, k <= g__ -> g__ - k, 2k" }, { numeration = "zeckendorf" }))
    assert.equal("L < L_, where for s_ the smaller and d_ the difference of d and s, g the largest power of two that "
      .. "divides d_: L_ = s_ if d_ = 0 or s_ <= 2 g, else g; without bound if s_ = 0",
      form(ta.moves { "d, s, L", over = "d = 0 or s = 0", "k: 1 <= k <= L, k <= d -> d - k, s, 2k",
                      "k: 1 <= k <= L, k <= s -> d, s - k, 2k" }))
  end)

  it("are periods", function()
    local three = declared.take(2, 5, 7)
    assert.equal("n mod 22 in {0, 1, 4, 10, 13, 14}", form(three))
    assert.equal("the nim value of n + 22 is that of n; those of 0 to 21: 0, 0, 1, 1, 0, 2, 1, 3, 2, 2, 0, 3, 1, 0, 0, 1, "
      .. "1, 2, 2, 3, 3, 2", form(three, { what = "nim_value" }))
    local from_three = ta.moves { "n", "k: 3 <= k <= n -> n - k" }
    assert.equal("n in {0, 1, 2}", form(from_three))
    assert.equal("the nim value of n + 3 is 1 more than that of n; those of 0 to 2: 0, 0, 0",
      form(from_three, { what = "nim_value" }))
    assert.equal("a matters by a mod 2, b matters by b mod 2; with a < 2, b < 2: (0, 0)",
      form(vectors { { 1, 0 }, { 0, 1 }, { 1, 1 } }))
    assert.equal("(a, b) is as (a + 3, b + 3); a = 0: b = 0; a = 1: b = 2; a = 2: b = 1; b = 0: a = 0; b = 1: a = 2; "
      .. "b = 2: a = 1", form(declared.rooks("and a king", "a >= 1, b >= 1 -> a - 1, b - 1")))
  end)

  it("are wedges of the plane: two numbers that go on together, by some each", function()
    local three = vectors { { 1, 2 }, { 2, 1 }, { 3, 0 } }
    assert.equal("(a, b) is as (a + 4, b + 2); a = 0: all b; a = 1: b in {0, 1}; a = 2: b = 0; a = 3: no b; "
      .. "b = 0: a mod 6 in {0, 1, 2}; b = 1: a mod 6 in {0, 1, 5}", form(three))
    seed()
    local said, sets = 0, { three }
    for i = 2, 12 do
      local moves = {}
      for k = 1, math.random(2, 3) do moves[k] = { math.random(1, 4), math.random(0, 4) } end
      sets[i] = vectors(moves)
    end
    for _, rules in ipairs(sets) do
      local theorem = rules:theorem { numeration = 2, guesses = 12 }
      local text = theorem and theorem:closed_form()
      if text and text:find "^%(a, b%) is as " then
        said = said + 1
        for a, b in box(0, 40, 0, 40) do assert.equal(rules(a, b):outcome() == "P", among_pairs(text, a, b), text) end
      end
    end
    assert.is_true(said >= 4)
  end)

  it("say of random subtraction games what the engine does", function()
    seed()
    for _ = 1, 12 do
      local set = {}
      for i = 1, math.random(2, 3) do set[i] = math.random(1, 7) end
      local rules = declared.take(table.unpack(set))
      local text = form(rules, { numeration = 2 })
      for n = 0, 300 do assert.equal(among(text, "n", n) and "P" or "N", rules(n):outcome(), text) end
    end
  end)

  it("are those of normal play with exceptions, all of which are listed", function()
    local said = form(wythoff, { misere = true, numeration = "zeckendorf" })
    local list = {}
    for a, b in box(0, 30, 0, 30) do -- beyond 2 the two are the same
      local position = wythoff(a, b)
      if position:outcome() ~= position:misere_outcome() then list[#list + 1] = { math.max(a, b), a, b } end
    end
    table.sort(list, function(x, y) return x[1] * 10000 + x[2] * 100 + x[3] < y[1] * 10000 + y[2] * 100 + y[3] end)
    for i, one in ipairs(list) do list[i] = ("(%d, %d)"):format(one[2], one[3]) end
    assert.equal(("as in normal play except at %s; in normal play %s"):format(table.concat(list, ", "),
      form(wythoff, { numeration = "zeckendorf" })), said)
    -- infinitely many: with one counter fewer to go, all changes
    assert.equal("n mod 4 = 1", form(ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }, { misere = true }))
  end)

  it("are those of normal play with exceptions under any bounds of the theorem", function()
    local plain = wythoff:theorem { misere = true, numeration = "zeckendorf" }
    for _, settings in ipairs { { bytes = 1 << 28 }, { states = 3000, rank = "2a + b" } } do
      settings.misere, settings.numeration = true, "zeckendorf"
      local theorem = assert(wythoff:theorem(settings))
      assert.equal(plain:closed_form(), theorem:closed_form())
      assert.is_true(plain.positions == theorem.positions)
    end
  end)

  it("are nil, with a word, where none is proved", function()
    for _, case in ipairs { { two_pile "k", { misere = true } }, { one_pile "k + 1" } } do
      says("the set has none of the known shapes; it may have another", "EUNSUPPORTED", form(case[1], case[2]))
    end
  end)
end)
