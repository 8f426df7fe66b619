-- Fission, and foxes that move further, against rules on coordinates.

local board = require("spec.support.boards").board
local box = require "spec.support.box"
local play = require "spec.support.play"
local ta = require "takeaway"
local seed = require "spec.support.seed"()

local function at(text, i) return i >= 1 and text:sub(i, i) or "" end

-- An amoeba between two empty squares splits into both: Left's up and down, Right's left and right.
local fission = play.value(ta.value, function(text, side)
  local list, step = {}, side == 1 and board.down(text) or 1
  for i in text:gmatch "()x" do
    if at(text, i - step) == "." and at(text, i + step) == "." then
      list[#list + 1] = board.put(text, i, ".", i - step, "x", i + step, "x")
    end
  end
  return list
end)

describe("Fission and the fox, seed " .. seed .. ":", function()
  before_each(function() math.randomseed(seed) end)

  it("Fission on random boards", function()
    local hot = 0
    for _ = 1, 150 do
      local text = board.random(math.random(3, 5), math.random(3, 5), ".......x#")
      local value = fission(text)
      if not value:is_integer() then hot = hot + 1 end
      assert.are.equal(value, ta.rules.fission(text):canonical_form())
    end
    assert(hot > 5)
    assert.has_error(function() ta.rules.fission "o.." end)
  end)

  it("the fox moves as far as nothing stands in the way", function()
    -- Is a goose in a row above the one of this square?
    local function above(text, i) return text:sub(1, (i - 1) // board.down(text) * board.down(text)):find "x" ~= nil end
    for _ = 1, 200 do
      local rows, columns, range = math.random(2, 6), math.random(2, 6), math.random(1, 4)
      local text, places = board.random(rows, columns, "."), {}
      for r, c in box(1, rows, 1, columns) do
        if (r + c) % 2 == 0 then places[#places + 1] = (r - 1) * board.down(text) + c end
      end
      text = board.put(text, 1, "x")
      for _ = 1, 3 do text = board.put(text, places[math.random(#places)], "x") end
      local fox
      repeat fox = places[math.random(#places)] until fox >= board.down(text) or #places == 1
      text = board.put(text, fox, "o")
      local wanted, got = {}, {}
      for down, across in box({ -1, 1 }, { -1, 1 }) do
        local to = fox
        for _ = 1, range do
          to = to + down * board.down(text) + across
          if at(text, to) ~= "." then break end
          wanted[above(text, to) and board.put(text, fox, ".", to, "o") or "o./.."] = true
        end
      end
      if above(text, fox) then
        for _, option in ipairs(ta.rules.gen_fox_and_geese({ range = range })(text):right_options()) do
          got[(tostring(option):match '"(.*)"')] = true
        end
        assert.are.same(wanted, got)
      end
    end
  end)

  it("published values", function()
    -- Of CGSuite's own facts: the geese on the fourth row, the fox in the corner.
    local text = ".x.x.x.x/......../......../o......."
    assert.are.equal("{9||4v[on]*|5/2*|||3|5/2*,5/2v||5/2}",
      tostring(ta.rules.gen_fox_and_geese({ range = 2 })(text):canonical_form()))
    if not os.getenv "TAKEAWAY_SHORT" then -- seconds each
      assert.are.equal("{4*|7/2}", tostring(ta.rules.gen_fox_and_geese()(text):canonical_form()))
      assert.are.equal("{6over|5*}", tostring(ta.rules.fox_and_geese("x.x.x.x.x./........../........o."):canonical_form()))
    end
    for _, given in ipairs { 3, { range = 0 }, { range = 1.5 }, { reach = 1 } } do
      assert.has_error(function() ta.rules.gen_fox_and_geese(given) end)
    end
  end)
end)
