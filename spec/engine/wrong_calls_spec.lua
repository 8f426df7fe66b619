-- Wrong calls around rules and declarations, as a new user makes them: each message names the fault and what is
-- expected.
local ta = require "takeaway"

local wythoff, nim = ta.rules.wythoff, ta.rules.nim
-- A list whose `__len` is this.
local function lying(length) return setmetatable({ 1, 2 }, { __len = function() return length end }) end

local function deep(n)
  local list = {}
  for _ = 1, n do list = { list } end
  return list
end

local take = "k: 1 <= k <= a -> a - k"

-- The message, compared by its beginning; `nil, message` counts too.
local CALLS = {
  ["moves: expected a table of text, got nil"] = function() ta.moves() end,
  ['moves: variables: expected their names as text, such as "a, b", got nil'] = function() ta.moves {} end,
  ["moves: expected at least one move after the variables"] = function() ta.moves { "a" } end,
  ['moves: move 1: expected text such as "k: 1 <= k <= n -> n - k", got 3'] = function() ta.moves { "a", 3 } end,
  ["moves: move 1: a sign that means nothing here; write floor(a/2) for a >> 1"] =
    function() ta.moves { "a", "a >> 1 > 0 -> a - 1" } end,
  ["moves: move 1: a sign that means nothing here; write 2a for a << 1"] =
    function() ta.moves { "a", "a < 2 -> a << 1" } end,
  ["moves: move 1: a sign that means nothing here; write a mod 2 for a & 1"] =
    function() ta.moves { "a", "a & 1 = 0 -> a" } end,
  ["moves: move 1: a sign that means nothing here; write and"] = function() ta.moves { "a", "a > 1 && a < 9 -> 0" } end,
  ["moves: move 1: a sign that means nothing here; write or"] = function() ta.moves { "a", "a > 9 || a = 1 -> 0" } end,
  ["moves: move 1: a sign that means nothing here; write not"] = function() ta.moves { "a", "!(a = 0) -> 0" } end,
  ["moves: move 1: a sign that means nothing here; a power is not linear"] =
    function() ta.moves { "a", "a > 0 -> a ^ 2" } end,
  ["moves: over: expected a condition as text, got 3"] = function() ta.moves { "a", over = 3, take } end,
  ["moves: left and right: a partizan game has both"] = function() ta.moves { "a", left = { take } } end,
  ["moves: options: the texts after the first are the moves"] = function() ta.moves { "a", options = { take } } end,
  ["moves: f: no move calls it"] = function() ta.moves { "a", take, f = print } end,
  ['text: form: expected "text", "lua" or "latex", got "html"'] = function() ta.moves { "a", take }:text "html" end,
  ["text: Nim was made from Lua functions, not from a declaration (ta.moves)"] = function() return nim:text() end,
  ["linear: expected a ruleset (called with . instead of : ?), got nil"] = function() nim.linear() end,
  ["as_moves: expected a ruleset (called with . instead of : ?), got 3"] = function() nim.as_moves(3) end,
  ["as_moves: settings: expected a table, got 3"] = function() nim:as_moves(3) end,
  ["as_moves: settings: unknown setting n; known is numbers"] = function() nim:as_moves { n = 3 } end,
  ["as_moves: Wythoff: its positions have 2 numbers, not 3"] = function() return wythoff:as_moves { numbers = 3 } end,
  ["as_moves: declared: its positions have 1 number, not 3"] =
    function() return ta.moves { "a", take, name = "declared" }:as_moves { numbers = 3 } end,
  ["theorem: declared: its positions have 1 number, not 3"] =
    function() return ta.moves { "a", take, name = "declared" }:theorem { numbers = 3 } end,
  ["theorem: numbers: expected an integer from 1 to 64, got a string"] =
    function() return ta.moves { "a", take }:theorem { numbers = "1" } end,
  ["theorem: expected a ruleset (called with . instead of : ?), got a table"] = function() nim.theorem {} end,
  ["guess: expected a ruleset (called with . instead of : ?), got nil"] = function() nim.guess() end,
  ["guess: expected nothing, got a table"] = function() wythoff:guess { to = 3 } end,
  ["compiled: expected a ruleset (called with . instead of : ?), got nil"] = function() nim.compiled() end,
  ["grid: expected a ruleset (called with . instead of : ?), got a table"] = function() wythoff.grid { to = 5 } end,
  ["grid: settings: expected a table such as {to = 20}, got nil"] = function() wythoff:grid() end,
  ["grid: to: expected how far, such as to = 20, got nil"] = function() wythoff:grid {} end,
  ['grid: to: no coordinate is called "c"; there are a, b'] = function() wythoff:grid { to = { a = 3, c = 4 } } end,
  ["grid: b: is neither fixed nor varies"] = function() wythoff:grid { to = { a = 3 } } end,
  ["grid: a box of 1000000002000000000 positions is more than the 2147483646 that can be numbered"] =
    function() return wythoff:grid { to = 1000000000 } end,
  ['r_wythoff: r: expected a positive integer, got "x"'] = function() ta.rules.r_wythoff "x" end,
  ["explore: settings: expected a table, got 3"] = function() ta.explore(wythoff, 3) end,
  ["explore: data: expected rules, or a table or sequence of them, not one position"] =
    function() ta.explore(nim(3)) end,
  ["ruleset: unknown rule players; known are options, left"] =
    function() ta.ruleset { players = 3, options = print } end,
  ["ruleset: unknown rule 1; known are options"] = function() ta.ruleset { "Nim", options = print } end,
  ["ruleset: unknown rule optoins; did you mean options?"] = function() ta.ruleset { optoins = print } end,
  ["ruleset: unknown rule nmae; did you mean name?"] = function() ta.ruleset { nmae = "Nim", options = print } end,
  ["moves: most: no move names it"] = function() ta.moves { "a", take, most = 3 } end,
  ["moves: limit: no move names it; it is a setting of calls of the rules"] =
    function() ta.moves { "a", take, limit = 3 } end,
  ["moves: most: nothing reads it"] = function() ta.moves { "a", take, most = 1.5 } end,
  ["there is no ta.octl; did you mean ta.octal?"] = function() return ta.octl end,
  ["there is no ta.nim; did you mean ta.rules.nim?"] = function() return ta.nim end,
  ["there is no ta.plot.positons; did you mean ta.plot.positions?"] = function() return ta.plot.positons end,
  ["there is no ta.export.jsn; did you mean ta.export.json?"] = function() return ta.export.jsn end,
  ["there is no ta.rules.wythof; did you mean ta.rules.wythoff?"] = function() return ta.rules.wythof end,
  ['partizan_subtraction: set: expected a list of at most 67108864 entries; its length (__len) is "x"'] =
    function() ta.rules.partizan_subtraction({ 1 }, lying "x") end,
  ["cash: set: expected a list of at most 67108864 entries; its length (__len) is 9223372036854775807"] =
    function() ta.rules.cash(lying(math.maxinteger)) end,
  ["subtraction: set: expected a list of at most 67108864 entries; its length (__len) is -1"] =
    function() return (ta.subtraction(lying(-1))) end,
  ["explore: data: expected a list of at most 67108864 entries; its length (__len) is 1.5"] =
    function() ta.explore(lying(1.5)) end,
  ["position: expected a list of at most 67108864 entries; its length (__len) is 1099511627776"] =
    function() return (nim:position(lying(1 << 40))) end,
  ["moves: left: expected a list of at most 67108864 entries"] =
    function() ta.moves { "a", left = lying {}, right = { take } } end,
  ["json: tables lie in each other more than 100 deep"] = function() return (ta.export.json(deep(200000))) end,
  ["subordinate: base: expected a value or a form, got a table"] = function() ta.value "1":subordinate {} end,
  ["sensible_lines: value: a value is expected"] = function() ta.sensible_lines("", "left") end,
  ["genus: n: expected an integer from 0 to 2^62, got 9.2233720368548e+18"] =
    function() ta.octal "0.77":genus(2 ^ 63) end,
  ["misere_quotient: Wythoff: its positions are not heaps: Wythoff: b is missing"] =
    function() return wythoff:misere_quotient(3) end,
  ["explore: settings: unknown setting nope"] = function() ta.explore(wythoff, { nope = 1 }) end,
}

describe("a name of ta", function()
  it("is reached by rawget, and by keys without a call", function()
    assert.is_nil(rawget(ta, "octl"))
    assert.is_nil(ta[1])
    assert.is_nil(ta.__name)
    assert.equal(ta.octal, rawget(ta, "octal"))
  end)
end)

describe("a wrong call", function()
  for said, call in pairs(CALLS) do
    it(("says %q"):format(said), function()
      local ok, result, why = pcall(call)
      local message = tostring(ok and why or result):gsub("^[^\n]-:%d+: ", "")
      assert.is_true(not ok or result == nil)
      assert.equal(said, message:sub(1, #said))
    end)
  end
end)
