-- Fission, and foxes that move further, against rules on coordinates.

local ta = require "takeaway"
local seed = require "spec.support.seed"()

-- A board as a table of signs by row and column, and back.
local function squares(text)
  local board = {}
  for row in text:gmatch "[^/]+" do
    board[#board + 1] = {}
    for sign in row:gmatch "." do table.insert(board[#board], sign) end
  end
  return board
end

local function text_of(board)
  local rows = {}
  for i, row in ipairs(board) do rows[i] = table.concat(row) end
  return table.concat(rows, "/")
end

local function at(board, row, column) return board[row] and board[row][column] end

local function put(text, ...)
  local board = squares(text)
  for _, change in ipairs { ... } do board[change[1]][change[2]] = change[3] end
  return text_of(board)
end

local function random_board(rows, columns, signs)
  local board = {}
  for row = 1, rows do
    board[row] = {}
    for column = 1, columns do
      local k = math.random(#signs)
      board[row][column] = signs:sub(k, k)
    end
  end
  return text_of(board)
end

local function naive_fission(known, text)
  if known[text] then return known[text] end
  local board, lists = squares(text), { left = {}, right = {} }
  for r, row in ipairs(board) do
    for c, sign in ipairs(row) do
      for side, step in pairs { left = { 1, 0 }, right = { 0, 1 } } do
        if sign == "x" and at(board, r - step[1], c - step[2]) == "." and at(board, r + step[1], c + step[2]) == "." then
          table.insert(lists[side], naive_fission(known, put(text, { r, c, "." }, { r - step[1], c - step[2], "x" },
            { r + step[1], c + step[2], "x" })))
        end
      end
    end
  end
  known[text] = ta.value(lists)
  return known[text]
end

describe("Fission and the fox, seed " .. seed .. ":", function()
  before_each(function() math.randomseed(seed) end)

  it("Fission on random boards", function()
    local hot = 0
    for _ = 1, 150 do
      local text = random_board(math.random(3, 5), math.random(3, 5), ".......x#")
      local value = naive_fission({}, text)
      if not value:is_integer() then hot = hot + 1 end
      assert.are.equal(value, ta.rules.fission(text):canonical_form())
    end
    assert(hot > 5)
    assert.has_error(function() ta.rules.fission "o.." end)
  end)

  it("the fox moves as far as nothing stands in the way", function()
    local function above(board, row)
      for r = 1, row - 1 do
        for _, sign in ipairs(board[r]) do
          if sign == "x" then return true end
        end
      end
      return false
    end
    for _ = 1, 200 do
      local rows, columns, range = math.random(2, 6), math.random(2, 6), math.random(1, 4)
      local board, places = squares((("."):rep(columns) .. "/"):rep(rows)), {}
      for r = 1, rows do
        for c = 1, columns do
          if (r + c) % 2 == 0 then places[#places + 1] = { r, c } end
        end
      end
      board[1][1] = "x"
      for _ = 1, 3 do
        local p = places[math.random(#places)]
        board[p[1]][p[2]] = "x"
      end
      local fox
      repeat fox = places[math.random(#places)] until fox[1] ~= 1 or #places == 1
      board[fox[1]][fox[2]] = "o"
      local text, wanted = text_of(board), {}
      for _, way in ipairs { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } } do
        for k = 1, range do
          local r, c = fox[1] + k * way[1], fox[2] + k * way[2]
          if at(board, r, c) ~= "." then break end
          local free = not above(board, r)
          wanted[free and "o./.." or put(text, { fox[1], fox[2], "." }, { r, c, "o" })] = true
        end
      end
      local got = {}
      if above(board, fox[1]) then
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
    assert.are.equal("{4*|7/2}", tostring(ta.rules.gen_fox_and_geese()(text):canonical_form()))
    assert.are.equal("{6over|5*}",
      tostring(ta.rules.fox_and_geese("x.x.x.x.x./........../........o."):canonical_form()))
    for _, given in ipairs { 3, { range = 0 }, { range = 1.5 }, { reach = 1 } } do
      assert.has_error(function() ta.rules.gen_fox_and_geese(given) end)
    end
  end)
end)
