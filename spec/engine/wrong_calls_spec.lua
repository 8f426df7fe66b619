-- Wrong calls around rules and declarations, as a new user makes them: each says what was wrong and what is taken.
local ta = require "takeaway"

local wythoff, nim = ta.rules.wythoff, ta.rules.nim
local take = "k: 1 <= k <= a -> a - k"

-- What is said, to how it begins; `nil, message` counts as said.
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
  ["explore: settings: unknown setting nope"] = function() ta.explore(wythoff, { nope = 1 }) end,
}

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
