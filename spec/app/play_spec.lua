-- takeaway play: who has won, where the game is over by rule, and where no move is left.
local shell = require "spec.support.shell"

local rules = [[return { name = "Tag", terminal = function(n)
  if n == 0 then return "win" elseif n == 13 then return "draw" elseif n == 21 then return "loss" end end, ]]
local impartial = shell.file(rules .. "options = function(emit, n) for k = 1, math.min(n, 3) do emit(n - k) end end }")
local partizan = shell.file([[return { name = "Sides",
  terminal = function(n) return ({ [5] = "left", [3] = "right", [7] = "draw", [9] = "win", [11] = "loss" })[n] end,
  left = function(emit, n) if n > 0 then emit(n - 1) end end, right = function(emit, n) if n > 0 then emit(n - 1) end end }]])

local function last_line(command, moves)
  local out, err, status = shell.run("bin/takeaway play " .. command, moves)
  assert.equal("", err)
  assert.equal(0, status)
  return out:match "([^\n>]*)\n$":gsub("^ ", "")
end

describe("play", function()
  it("says who has won where the game is over by rule", function()
    for _, misere in ipairs { "", " --misere" } do
      assert.equal("Tag(0). The game is over: I win.", last_line(impartial .. " 1" .. misere, "1\n"))
      assert.equal("Tag(13). The game is over: a draw.", last_line(impartial .. " 14" .. misere, "1\n"))
      assert.equal("Tag(21). The game is over: you win.", last_line(impartial .. " 22" .. misere, "1\n"))
      for n, said in pairs { [6] = "Sides(5). The game is over: you win.", [4] = "Sides(3). The game is over: I win.",
                             [8] = "Sides(7). The game is over: a draw.", [10] = "Sides(9). The game is over: I win.",
                             [12] = "Sides(11). The game is over: you win." } do
        assert.equal(said, last_line(("%s %d"):format(partizan, n) .. misere, "1\n"))
      end
    end
    assert.equal("Sides(5). The game is over: I win.", last_line(partizan .. " 6 --right", "1\n"))
    assert.equal("Sides(3). The game is over: you win.", last_line(partizan .. " 4 --right", "1\n"))
    assert.equal("Sides(0). The game is over: you win.", last_line(partizan .. " 1", "1\n"))
    assert.equal("Sides(0). The game is over: I win.", last_line(partizan .. " 1 --misere", "1\n"))
  end)

  it("says who has won where no move is left", function()
    assert.equal("Nim(0). I have no move: you win.", last_line("nim 1", "1\n"))
    assert.equal("Nim(0). I have no move: I win.", last_line("nim 1 --misere", "1\n"))
    assert.equal("Nim(0). You have no move: I win.", last_line("nim 2", "1\n"))
  end)
end)
