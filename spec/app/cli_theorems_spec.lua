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
    local said = out "--numeration 1,1:1,3 --seconds 0.1"
    assert.matches("in the numeration of the recurrence {1, 1} from {1, 3}: ", said, 1, true)
    assert.matches(", and the time was up", said, 1, true)
  end)
end)
