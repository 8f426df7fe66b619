-- Regions and least forms of boards as text, in C, against spec/support/boards.lua, which works square by square.
local board = require "takeaway.rules.board"
local core = require "takeaway.core"
local definition = require "spec.support.boards"

local seed = require "spec.support.seed"()

local function texts(list)
  local out = {}
  for i, part in ipairs(list) do out[i] = part[1] end
  table.sort(out)
  return table.concat(out, " ")
end

describe("boards as text, seed " .. seed, function()
  it("have the regions and least forms that the definition says", function()
    math.randomseed(seed)
    local regions = 0
    for i = 1, 250 do
      local text = definition.board.random(math.random(10), math.random(10), ({ "..#", ".#", ".", "xo#", "xo##" })[i % 5 + 1])
      assert.equal(texts(definition.cram.parts(text)), texts(board.roomy_regions(text)), text)
      local parts = board.regions(text, "xo")
      assert.equal(texts(definition.clobber.parts(text)),
        texts(parts), text)
      regions = regions + #parts
      assert.equal(definition.cram.canonical(text), board.least(text, true), text)
      assert.equal(definition.domineering.canonical(text), board.least(text, false), text)
    end
    assert.is_true(regions > 50)
  end)

  it("may be no boards: some text or other", function()
    math.randomseed(seed)
    for _ = 1, 500 do
      local signs = {}
      for i = 1, math.random(0, 24) do signs[i] = ("/.x#\0"):sub(math.random(5)):sub(1, 1) end
      local text = table.concat(signs)
      assert.is_table(core.board_regions(text))
      assert.is_table(core.board_regions(text, "x"))
      assert.is_string(core.board_least(text, true))
      assert.is_string(core.board_least(text, false))
    end
    assert.is_false((pcall(core.board_regions)))
    assert.is_false((pcall(core.board_least, {})))
  end)
end)
