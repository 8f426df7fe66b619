-- rules:as_moves: which declaration it reads from a rule in Lua, and which rules have none, with the line.
-- spec/property/as_moves_spec.lua tests random rules.
local says = require("spec.support.refusals").says
local raises = require("spec.support.refusals").raises
local ta = require "takeaway"

local error, ipairs, math, tostring = error, ipairs, math, tostring -- the rules here are compiled: no globals of busted's

local function read(options, settings)
  local rules = ta.ruleset { name = "r", options = options }
  local declared = assert(rules:as_moves(settings))
  assert.is_true(declared.compared > 100)
  local text = tostring(declared)
  return (text:match '"\n?.-,\n(.*)}$' or text):gsub('^%s+', ""):gsub(",\n$", ""):gsub(",\n%s*", "\n"), declared
end

local function refused(options, settings)
  local _, why, code = ta.ruleset { name = "r", options = options }:as_moves(settings)
  assert.equal("EUNSUPPORTED", code)
  return (why:gsub("line %d+", "line"))
end

describe("rules:as_moves", function()
  it("reads loops, ifs, several options in one loop, and where the game is over", function()
    local rules = ta.ruleset { name = "two piles", options = function(emit, a, b, x)
      if a == 0 or b == 0 then return end
      for k = 1, x do
        if k <= a then emit(a - k, b, 2 * k) end
        if k <= b then emit(a, b - k, 2 * k) end
      end
    end }
    local declared, more = rules:as_moves()
    assert.is_nil(more) -- nothing beside it, so that calls compose
    assert.equal([[
ta.moves{ "a, b, x", name = "two piles", over = "a = 0 or b = 0",
  "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
  "k: 1 <= k <= x, k <= b -> a, b - k, 2k",
}]], tostring(declared))
    assert.equal(1331 + 200, declared.compared)
    assert.equal(declared, declared:as_moves())
  end)

  it("reads loops that became runs, with min as two guards", function()
    assert.equal('"k: 1 <= k <= a, k <= b -> a - k, b - k"', (read(function(emit, a, b)
      for k = 1, math.min(a, b) do emit(a - k, b - k) end
    end)))
    assert.equal('"k: 1 <= k <= a -> a - k, b"', (read(function(emit, a, b)
      for k = a, 1, -1 do emit(a - k, b) end
    end)))
    assert.equal('"k: 0 <= k, 2k + 2 <= a -> a - 2k - 2"', (read(function(emit, a)
      for k = 2, a, 2 do emit(a - k) end
    end)))
    assert.equal('"k: 0 <= k, a - 3k >= 1 -> 3k"', (read(function(emit, a)
      for k = a, 1, -3 do emit(a - k) end
    end)))
  end)

  it("unrolls tables of integers and what has no form but by number", function()
    local amounts = { 1, 3, 4 }
    for _, rule in ipairs {
      function(emit, n) for _, k in ipairs { 1, 3, 4 } do if k <= n then emit(n - k) end end end,
      function(emit, n) for _, k in ipairs(amounts) do if k <= n then emit(n - k) end end end,
      function(emit, n) for i = 1, #amounts do if n >= amounts[i] then emit(n - amounts[i]) end end end,
    } do
      assert.equal('"n >= 1 -> n - 1"\n  "n >= 3 -> n - 3"\n  "n >= 4 -> n - 4"', (read(rule):gsub("\n", "\n  ")))
    end
    assert.equal('"n >= 1 -> n - 1"\n"n >= 4 -> n - 4"\n"n >= 9 -> n - 9"', (read(function(emit, n)
      for i = 1, 3 do if i * i <= n then emit(n - i * i) end end
    end)))
  end)

  it("reads local functions, constants from outside, move functions, // and %", function()
    local most, f = 5, ta.move_function "floor(3k/2)"
    local function limit(k) return math.max(f(k), 2) end
    assert.equal('"k: 1 <= k <= n, k <= x, k <= 5 -> n - k, max(floor(3k/2), 2)"', (read(function(emit, n, x)
      for k = 1, math.min(n, x, most) do emit(n - k, limit(k)) end
    end)))
    assert.equal('"n mod 3 = 0, n > 0 -> floor(n/3)"\n"n mod 4 = 1 -> -floor((-n)/2)"', (read(function(emit, n)
      if n % 3 == 0 and n > 0 then emit(n // 3) end
      if n & 3 == 1 then emit(math.ceil(n / 2)) end
    end)))
  end)

  it("reads a break by a condition that stays, and nested loops", function()
    assert.equal('"k: 1 <= k <= n, k <= x -> n - k, k"', (read(function(emit, n, x)
      for k = 1, n do
        if k > x then break end
        emit(n - k, k)
      end
    end)))
    assert.equal('"k, l: 1 <= k <= a, 1 <= l <= b, k - l < 2, l - k < 2 -> a - k, b - l"', (read(function(emit, a, b)
      for k = 1, a do
        for l = 1, b do
          if k - l < 2 and l - k < 2 then emit(a - k, b - l) end
        end
      end
    end)))
  end)

  it("follows tables that a rule makes and changes", function()
    assert.equal([[
ta.moves{ "a, b, c", name = "Chomp",
  "k: 1 <= k <= a - 1 -> min(a, k), min(b, k), min(c, k)",
  "k: 0 <= k <= b - 1 -> a, min(b, k), min(c, k)",
  "k: 0 <= k <= c - 1 -> a, b, min(c, k)",
}]], tostring(ta.rules.chomp:as_moves { numbers = 3 }))
    assert.equal([[
ta.moves{ "a, b, c", name = "Silver dollar",
  "k: 0 <= k <= a - 1 -> k, b, c",
  "k: a + 1 <= k <= b - 1 -> a, k, c",
  "k: b + 1 <= k <= c - 1 -> a, b, k",
}]], tostring(ta.rules.silver_dollar:as_moves { numbers = 3 }))
    -- in the second turn the entry is what the first made it
    assert.equal("as_moves: r: line: an entry that a loop changes is read in its next iteration, or after it",
      refused(function(emit, a, b)
        local left = { a }
        for _ = 1, b do
          left[1] = left[1] - 1
          if left[1] >= 0 then emit(left[1], 0) end
        end
      end))
    assert.equal("as_moves: r: line: an entry that a loop changes is read in its next iteration, or after it",
      refused(function(emit, a, b)
        local left = { a }
        for k = 1, b do left[1] = k end
        emit(left[1], 0)
      end))
  end)

  it("reads partizan rules, and sums of heaps", function()
    assert.equal([[
ta.moves{ "n", name = "Subtraction {1, 2} | {1, 3}",
  left = {
    "n >= 1 -> n - 1",
    "n >= 2 -> n - 2",
  },
  right = {
    "n >= 1 -> n - 1",
    "n >= 3 -> n - 3",
  },
}]], tostring(ta.rules.partizan_subtraction({ 1, 2 }, { 1, 3 }):as_moves()))
    assert.equal([[
ta.moves{ "a, b, c", name = "Nim",
  "k: 1 <= k <= a -> a - k, b, c",
  "k: 1 <= k <= b -> a, b - k, c",
  "k: 1 <= k <= c -> a, b, c - k",
}]], tostring(ta.rules.nim:as_moves { numbers = 3 }))
    assert.equal('ta.moves{ "heap", name = "heap",\n  "k: 1 <= k <= heap -> heap - k",\n}', tostring(ta.ruleset {
      name = "heap", options = function(emit, heap) for k = 1, heap do emit(heap - k) end end }:as_moves()))
  end)

  it("reads shifts and bits where they are floors and mods of numbers that are not below 0", function()
    for wanted, rule in pairs {
      ['"n >= 2 -> floor(n/2)"\n"n >= 2 -> 4n - 4"'] =
        function(emit, n) if n >= 2 then emit(n >> 1) emit((n - 1) << 2) end end,
      ['"k: 1 <= k <= floor(n/2) -> floor((n - k)/4)"'] = -- by the loop's range, n - k is not below 0
        function(emit, n) for k = 1, n >> 1 do emit((n - k) >> 2) end end,
      ['"b <= a -> floor((a - b)/8), 0"'] = function(emit, a, b) if a >= b then emit((a - b) >> 3, 0) end end,
      ['"a + b > 0 -> floor(min(a, b)/2), 0"'] =
        function(emit, a, b) if a + b > 0 then emit(math.min(a, b) >> 1, 0) end end,
      ['"n mod 8 = 5 -> n - (n mod 2) - 1"'] = function(emit, n) if n & 7 == 5 then emit((n & ~1) - 1) end end,
      ['"2(floor(n/2) mod 4) + 16(floor(n/16) mod 2) > 2 -> n - 1"'] = -- 22 is 10110
        function(emit, n) if n & 22 > 2 then emit(n - 1) end end,
      ['"n mod 4 = 2 -> n - (n mod 2)"\n"n mod 4 = 2 -> n - 2(n mod 2) + 1"'] =
        function(emit, n) if n & 3 == 2 then emit((n | 1) - 1) emit(n ~ 1) end end,
      ['"k: 1 <= k <= n, k < 4 -> n - k"'] =
        function(emit, n) for k = 1, n do if math.ult(k, 4) then emit(n - k) end end end,
      ['"n > 4 -> 0"\n"n > 4 -> floor(n/2)"'] =
        function(emit, n) if n > 4 then emit(n >> 64) emit(n << -1) end end,
    } do
      assert.equal(wanted, (read(rule)))
    end
  end)

  it("reads entries of tables of integers: case by case, and of long ones by the table", function()
    local counts, rows, squares = { [0] = 2, 5, 7 }, { { 1, 2 }, { 3 }, { 1, 4 } }, {}
    for i = 1, 12 do squares[i] = i * i end
    assert.equal(([[
"k: 1 <= k <= 2, n mod 3 = 0, k <= n -> n - k"
"k: 1 <= k <= 5, n mod 3 = 1, k <= n -> n - k"
"k: 1 <= k <= 7, n mod 3 = 2, k <= n -> n - k"]]), (read(function(emit, n)
      for k = 1, counts[n % 3] do if k <= n then emit(n - k) end end
    end)))
    assert.equal('"i = 0, n >= 2 -> n - 2, i"\n"i = 1, n >= 5 -> n - 5, i"\n"i = 2, n >= 7 -> n - 7, i"',
      (read(function(emit, n, i)
        local k = counts[i]
        if k and n >= k then emit(n - k, i) end
      end)))
    assert.equal('"i = 1 and n >= 1 or i = 3 and n >= 1 -> n - 1, 2"\n"i = 2, n >= 3 -> n - 3, 2"\n'
      .. '"i = 1, n >= 2 -> n - 2, 2"\n"i = 3, n >= 4 -> n - 4, 2"', (read(function(emit, n, i)
      if i < 1 or i > 3 then return end
      for j = 1, #rows[i] do
        if rows[i][j] <= n then emit(n - rows[i][j], 2) end
      end
    end):gsub('^over = "i < 1 or i > 3",%s*', "")))
    local declared = ta.ruleset { name = "r", options = function(emit, n)
      for k = 1, n do
        local s = squares[k]
        if s and s <= n then emit(n - s) end
      end
    end }:as_moves()
    assert.equal([[
ta.moves{ "n", name = "r", t = { 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144 },
  "k: 1 <= k <= n, k <= 12, t(k) <= n -> n - t(k)",
}]], tostring(declared))
    assert.equal(tostring(declared), tostring(assert(load("local ta = ... return " .. tostring(declared)))(ta)))
  end)

  it("reads products, and loops by a step with names, with functions, and proves nothing then", function()
    assert.equal('"k: 0 <= k <= quotient(b - a, a), a >= 1 -> a, b - a - times(k, a)"', (read(function(emit, a, b)
      if a >= 1 then
        for k = a, b, a do emit(a, b - k) end
      end
    end)))
    local squares = ta.ruleset { name = "squares", options = function(emit, n)
      for k = 1, n do
        if k * k <= n then emit(n - k * k) end
      end
    end }
    local declared = squares:as_moves()
    assert.equal('ta.moves{ "n", name = "squares", times = function(a, b) return a * b end,\n'
      .. '  "k: 1 <= k <= n, times(k, k) <= n -> n - times(k, k)",\n}', tostring(declared))
    for n = 0, 60 do assert.equal(squares(n):nim_value(), declared(n):nim_value()) end
    assert.is_false((declared:linear()))
    local theorem, why = squares:theorem()
    assert.is_nil(theorem)
    assert.matches("theorem: squares is not linear: line %d+: a product of two terms with names$", why)
    local f = ta.move_function "k^2"
    assert.equal('"k: 1 <= k <= n, k <= x -> n - k, f(k)"', (read(function(emit, n, x)
      for k = 1, math.min(n, x) do emit(n - k, f(k)) end
    end):gsub("\n", "")))
    -- down, and a remainder
    local down = '"k: 0 <= k <= quotient(a - 1, b), b > 0, a - times(k, b) < a or a < b -> rest(a - times(k, b), b), b"'
    assert.equal(down, (read(function(emit, a, b)
      if b > 0 then
        for k = a, 1, -b do
          if k < a or a < b then emit(k % b, b) end
        end
      end
    end)))
  end)

  it("reads rules in the sandbox where they are", function()
    local function sandboxed(source) return ta.load_rules("r.lua", { sandbox = true, text = source }) end
    local nim = sandboxed [[
      local most = { 3, 5 }
      local function least(a, b) return a < b and a or b end
      return { name = "N", options = function(emit, a, b)
        for k = 1, least(a, most[1]) do emit(a - k, b) end
        for k = 1, math.min(b, most[2]) do emit(a, b - k) end
      end }]]
    local declared = assert(nim:as_moves())
    assert.equal("k: 1 <= k <= b, k <= 5 -> a, b - k", tostring(declared):match '"(k: [^"]*5 [^"]*)"')
    assert.equal(1161, declared.compared)
    assert.matches("proved", tostring(assert(nim:theorem())))
    says("as_moves: r: line 1: a call of tostring", "EUNSUPPORTED",
      sandboxed "return { name = 'r', options = function(emit, n) emit(#tostring(n)) end }":as_moves())
    says("as_moves: c: it is no function of Lua's", "EUNSUPPORTED",
      ta.ruleset { name = "c", options = math.max, parameters = { "n" } }:as_moves())
  end)

  it("says by line what has no such form", function()
    for why, rule in pairs {
      ["r: line: // by a term that may be 0 or below is not linear"] =
        function(emit, a, b) if a > 0 then emit(a - 1, a // b) end end,
      ["r: line: % by a term that may be 0 or below is not linear"] =
        function(emit, a, b) if a > 1 then emit(a % (a - b), b) end end,
      ["r: line: >> of a term that may be below 0 is not linear; write //"] =
        function(emit, n) for k = 1, n do emit((n - 2 * k) >> 1) end end,
      ["r: line: << by a term with names is not linear"] =
        function(emit, n) for k = 1, n do if 1 << k <= n then emit(n - (1 << k)) end end end,
      ["r: line: & of two terms with names is not linear"] =
        function(emit, a, b) if a & b > 0 then emit(a - (a & b), b) end end,
      ["r: line: math.ult with a term that may be below 0 is not linear"] =
        function(emit, a, b) if math.ult(a, a - b) then emit(a - 1, b) end end,
      ["r: line: a value that a loop changes is read in its next iteration, or after it"] =
        function(emit, n) local j = 0 for k = 1, n do j = j + k if j <= n then emit(n - j) end end end,
      ["r: line: a loop that leaves more than numbers behind"] =
        function(emit, n) local odd for k = 1, n do odd = k > 3 emit(n - k) end if odd then emit(0) end end,
      ["r: line: a loop exit after an option of the same iteration was named"] =
        function(emit, n) for k = 1, n do emit(n - k) if k > 3 then break end end end,
      ["r: line: a loop exit by a condition that may hold in one iteration and not in a later one"] =
        function(emit, n) for k = n, 1, -1 do if k > 3 then break end emit(n - k) end end,
      ["r: line: a loop exit that leads elsewhere than the end of the loop"] =
        function(emit, n) for k = 1, n do if k > 3 then return end emit(n - k) end emit(0) end,
      ["r: line: a loop whose step has no certain sign"] =
        function(emit, n, m) for k = m, n, m do emit(n - k, m) end end,
      ["r: line: f(k) = k^2 is not linear"] = (function()
        local f = ta.move_function "k^2"
        return function(emit, n, x) for k = 0, math.min(n, x) do emit(n - k - 1, f(k)) end end
      end)(),
      ["r: line: ~ of two terms with names is not linear"] = function(emit, a, b) if a ~ b > 0 then emit(a, 0) end end,
      ["r: it never names an option"] = function(emit, n) for k = n + 1, n do emit(k) end end,
      ["r: its rule takes any number of numbers: give numbers = 3"] = function(emit, ...) emit(...) end,
    } do
      assert.equal("as_moves: " .. why, refused(rule))
    end
    assert.matches("line: a call of a function", refused(function(emit, n) emit(tostring(n)) end), 1, true)
    assert.matches("its positions have 1 number, not 2", refused(function(emit, n) if n > 0 then emit(n - 1) end end,
      { numbers = 2 }), 1, true)
    for name, rules in pairs { packed = ta.rules.clobber, terminal = ta.ruleset { options = function() end,
      terminal = function() end } } do
      local _, why = rules:as_moves()
      assert.matches("it has " .. name .. ", which no declaration has", why, 1, true)
    end
  end)

  it("rejects a rule that raises, and one whose options change", function()
    assert.matches("line: this ends in an error", refused(function(emit, n)
      if n > 7 then error "too large" end
      if n > 0 then emit(n - 1) end
    end), 1, true)
    local count = 0
    local strange = setmetatable({}, { __index = function() count = count + 1 return count end })
    assert.matches("line", refused(function(emit, n) if n > 0 then emit(n - strange[1]) end end), 1, true)
    assert.matches("line: this ends in an error", refused(function(emit, n) -- here k is below 0, n is not
      for k = -2, n do
        if k < 0 and n > 100000 then error "below 0" end
        if k > 0 then emit(n - k) end
      end
    end), 1, true)
    -- numbers that are positions do not come where this one raises
    assert.matches("n >= 1 %-> n %- 1", (read(function(emit, n)
      if n < 0 then error "below 0" end
      if n >= 1 then emit(n - 1) end
    end)))
  end)

  it("refuses settings it does not know", function()
    for why, settings in pairs {
      ["unknown setting size; known is numbers"] = { size = 3 },
      ["numbers: expected an integer from 1 to 64, got 0"] = { numbers = 0 },
      ["numbers: expected an integer from 1 to 64, got a string"] = { numbers = "3" },
    } do
      raises(why, ta.rules.nim.as_moves, ta.rules.nim, settings)
    end
    assert.is_false((pcall(ta.rules.nim.as_moves, ta.rules.nim, 3)))
  end)
end)

describe("theorems about rules in Lua", function()
  it("say which rule they are about, and how it was compared", function()
    local nim = assert(ta.rules.nim:theorem { numbers = 3 })
    assert.equal(ta.rules.nim, nim.origin)
    assert.matches("\nread from the Lua rule Nim: both have the same options at 1531 positions; the rule's own moves "
      .. "confirm the theorem at 373$", tostring(nim))
    assert.is_true(nim:is_p(1000, 24, 1008))
    local misere = assert(ta.ruleset { name = "1 or 2", options = function(emit, n)
      for k = 1, math.min(n, 2) do emit(n - k) end
    end }:theorem { misere = true })
    assert.is_true(misere:is_p(10) and not misere:is_p(0) and misere:is_p(1))
  end)

  it("are of nim values, too, each the least that no option of the Lua rule has", function()
    local rules = ta.ruleset { name = "1 to 3", options = function(emit, n)
      for k = 1, math.min(n, 3) do emit(n - k) end
    end }
    local theorem = assert(rules:theorem { what = "nim_value", numeration = "2" })
    assert.equal(3, theorem:nim_value(1003))
    assert.matches("the rule's own moves confirm the theorem at 91$", tostring(theorem))
  end)

  it("are none where the rule has no declaration", function()
    assert.matches("theorem: Euclid is not linear: line %d+: a loop whose step is no number",
      says("", "EUNSUPPORTED", ta.rules.euclid:theorem()))
    says("is partizan", "EUNSUPPORTED", ta.rules.partizan_subtraction({ 1 }, { 2 }):theorem())
  end)

  it("are none of rules with parts, which decide beside the moves, but for sums of heaps", function()
    local function parts(a, b)
      local list = {}
      for _, n in ipairs { a, b } do list[#list + 1] = n > 0 and { n, 0 } or nil end
      return list
    end
    local declared = ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", parts = parts }
    assert.equal("P", declared(2, 2):outcome()) -- the moves alone would win
    assert.matches("parts is a Lua function", (select(2, declared:theorem())), 1, true)
    assert.is_nil(declared:guess())
    local lua = ta.ruleset { name = "r", parts = parts, options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
    end }
    assert.same({ nil, "theorem: r: it has parts; a declaration has parts only for single heaps", "EUNSUPPORTED" },
      { lua:theorem() })
    local path = os.tmpname()
    assert.equal("EUNSUPPORTED", (select(3, lua:solve_to { file = path .. ".ta", to = 3 })))
    os.remove(path)
    -- one number, whose parts are others
    local split = ta.ruleset { name = "s", parts = function(n) return n > 2 and { { 2 }, { n - 2 } } or { { n } } end,
      options = function(emit, n) for k = 1, math.min(n, 2) do emit(n - k) end end }
    assert.same({ nil, "as_moves: s: its parts are not the numbers of the position", "EUNSUPPORTED" }, { split:as_moves() })
    assert.equal("P", assert(ta.rules.nim:theorem { numbers = 1 }):outcome(0))
  end)

  it("are refused where the rule's own moves speak against them", function()
    -- a rule that changes its mind once it was read
    local turned = false
    local rules = ta.ruleset { name = "turned", options = function(emit, n)
      for k = 1, math.min(n, 2) do emit(n - k) end
    end }
    local options = rules.options
    rules.options = function(emit, n) if turned then emit(n) else options(emit, n) end end
    local theorem, why = rules:theorem { progress = function() turned = true end }
    assert.is_nil(theorem)
    assert.matches("the theorem on its declaration disagrees with it at %(0%)", why)
  end)
end)
