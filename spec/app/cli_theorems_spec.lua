-- takeaway prove, as a shell sees it: what it prints. Its statuses are in cli_status_spec.lua.
local shell = require "spec.support.shell"

local two = shell.file [[
return { "a, b, x", name = "two piles", over = "a = 0 or b = 0",
  "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
  "k: 1 <= k <= x, k <= b -> a, b - k, 2k" }]]

local function out(arguments) return (shell.run("bin/takeaway prove " .. two .. " " .. arguments)) end

describe("takeaway prove", function()
  it("prints the theorem, a position of any length, and whether a formula holds", function()
    local large = ("7"):rep(50)
    assert.equal("theorem: the P-positions (a, b, x) of two piles, in normal play, are those that an automaton of 14 states "
      .. "accepts, reading base 2\nproved for all of them: a + b falls with every move, no move joins two, every other "
      .. "position has a move to one\n(" .. large .. ", 7, 3): N, winning move: move 1 with k = 2\n"
      .. "A a: P(a, a, 1): no\n", out(large .. " 7 3 --ask 'A a: P(a, a, 1)'"))
    assert.matches("%(4, 4, 3%): P, winning move: none\n", out "4 4 3")
  end)

  it("writes its answer as data, and the automaton as text", function()
    local data = out "2 1 1 --misere --format json"
    for _, field in ipairs { '"play": "misere"', '"proved": true', '"outcome": "N"', '"winning_move": "move 1 with k = 1"' } do
      assert.matches(field, data, 1, true)
    end
    assert.matches("digraph", out "--automaton dot", 1, true)
  end)

  it("says what was tried where nothing is found", function()
    local said = out "--numeration 1,1:1,3 --seconds 0.01" -- it takes seconds
    assert.matches("in the numeration of the recurrence {1, 1} from {1, 3}: ", said, 1, true)
    assert.matches(", and the time was up", said, 1, true)
  end)

  it("takes any game that has a declaration: rules in Lua, ready ones, those of families", function()
    local rules = shell.file [[
return { name = "one or three", options = function(emit, n)
  for k = 1, 3, 2 do
    if k <= n then emit(n - k) end
  end
end }]]
    local squares = shell.file [[
return { name = "squares", options = function(emit, n)
  for k = 1, n do
    if k * k <= n then emit(n - k * k) end
  end
end }]]
    local function prove(what) return (shell.run("bin/takeaway prove " .. what .. " 2>&1")) end
    assert.matches("read from the Lua rule one or three: the same options at 401 positions, and its own moves bear the "
      .. "theorem out at 91\n(17): N, winning move: move 1 with k = 0\n", prove(rules .. " 17 --numeration 2"), 1, true)
    assert.matches("the P-positions (a, b, c) of Nim", prove "nim 3 5 7 --numeration 2", 1, true)
    assert.matches("reading Ostrowski's numeration of sqrt(3) (1, 3, 4, 11, ...)", prove "nim 3 3 --numeration 'sqrt(3)'", 1, true)
    assert.matches("reading the numeration of the recurrence {3, -1} from {1, 3}", prove "1,2 9 --numeration 3,-1:1,3", 1, true)
    assert.matches("or a recurrence and first weights such as 1,1:1,2, got '3,-:1,3'", prove "1,2 --numeration 3,-:1,3", 1, true)
    assert.matches("declared for NIM with Cash, A = {1, 3}, whose kernel", prove "cash:1,3 --numeration 2", 1, true)
    assert.matches("declared for subtraction {1, 3, 4}, whose kernel", prove "1,3,4 --numeration 2", 1, true)
    assert.matches("theorem: squares is not linear: line 3: a product of two terms with names", prove(squares), 1, true)
  end)

  it("reads a file that says what is said at the prompt", function()
    local typed = shell.file [[return ta.moves{ "n", name = "odd", "k: 1 <= 2k + 1 <= n -> n - 2k - 1" }]]
    assert.matches("the P-positions (n) of odd", (shell.run("bin/takeaway prove " .. typed)), 1, true)
    assert.matches("game is ta.moves{", (shell.run("bin/takeaway repl " .. typed, "1\n")), 1, true)
  end)

  it("is what explore proposes, as it is typed", function()
    local said = shell.run "bin/takeaway explore 'two_pile:floor(3k/2)' --max 16"
    assert.matches("\n  to look for a proof: takeaway prove 'two_pile:floor(3k/2)' --numeration 2\n", said, 1, true)
    assert.matches("look for a proof: takeaway prove wythoff --numeration zeckendorf\n", (shell.run
      "bin/takeaway explore wythoff --max 9"), 1, true)
    assert.is_nil((shell.run "bin/takeaway explore 0.07 --max 40"):find("look for a proof", 1, true))
  end)
end)
