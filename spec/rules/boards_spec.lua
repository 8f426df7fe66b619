-- The board games, packed or not, against their definition (spec/support/boards.lua).
local box = require "spec.support.box"
local ta = require "takeaway"
local defined = require "spec.support.boards"

local SHORT = os.getenv "TAKEAWAY_SHORT"
local seed = require "spec.support.seed"()
local boards, random_board = defined.board.all, defined.board.random

local function players(name) return defined[name].left and { "left", "right" } or { "options" } end

local function emitted(rule, ...)
  local list = {}
  rule(function(text) list[#list + 1] = text end, ...)
  return table.concat(list, " ")
end

local function first(list)
  local texts = {}
  for i, one in ipairs(list) do texts[i] = one[1] end
  return table.concat(texts, " ")
end

-- assert.equal, where there are a million to compare.
local function same(expected, got, board)
  if expected ~= got then error(("%s: expected %s, got %s"):format(board, expected, got), 2) end
end

-- What the engine says of one board is what the definition says: its options in order, its parts, and that its text
-- comes back.
local function check_board(name, text)
  local rules = ta.rules[name]
  for player, rule in ipairs(players(name)) do
    same(emitted(defined[name][rule], text), first(rules.core:options(player - 1, nil, text)), text)
    same(emitted(defined[name][rule], text), emitted(rules[rule], text), text)
  end
  if not defined[name].parts or name == "domineering" then return end -- its parts are those of cram
  local parts = first(defined[name].parts(text))
  same(parts, first(rules.core:parts(text)), text)
  same(parts, first(rules.parts(text)), text)
end

-- The representative is an image of the board, and that of each of its images.
local function check_canonical(name, text)
  local rules = ta.rules[name]
  local one = rules.core:canonical(text)[1][1]
  local least = defined[name].canonical(text)
  same(least, defined[name].canonical(one), text)
  same(one, rules.core:canonical(least)[1][1], text)
  same(least, rules.canonical(text), text)
end

local SIGNS = { cram = ".", domineering = ".", clobber = "xo", amazons = ".xo" }

describe("boards, seed " .. seed, function()
  it("up to 4 x 4: every board of squares, from 10 squares on up to symmetry", function()
    for rows = 1, 4 do
      for columns = 1, 4 do
        local large = rows * columns > 9
        for text in boards(rows, columns, ".#") do
          if SHORT and rows * columns > 9 then break end
          if not large or text:find("%.") and defined.cram.canonical(text) == text then
            check_board("cram", text)
            check_board("domineering", text)
          end
        end
      end
    end
  end)

  it("up to 3 x 3: every board of stones, 3 x 3 up to symmetry", function()
    for rows = 1, 3 do
      for columns = 1, 3 do
        for text in boards(rows, columns, "#xo") do
          if SHORT and rows * columns == 9 then break end
          if rows * columns < 9 or text:find("[xo]") and defined.clobber.canonical(text) == text then
            check_board("clobber", text)
          end
        end
      end
    end
  end)

  it("up to 2 x 2 and 1 x 5: every board of queens", function()
    for _, shape in ipairs { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 1, 3 }, { 3, 1 }, { 2, 2 }, { 1, 5 } } do
      for text in boards(shape[1], shape[2], "#.xo") do
        check_board("amazons", text)
        if text:find("[.xo]") then check_canonical("amazons", text) end
      end
    end
  end)

  it("every strip of toads and frogs up to 8", function()
    for length = 1, SHORT and 6 or 8 do
      for text in boards(1, length, ".TF") do check_board("toads_and_frogs", text) end
    end
  end)

  it("representatives under symmetry, every board up to 3 x 3", function()
    for rows, columns in box(1, 3, 1, 3) do
      for text in boards(rows, columns, ".#") do
        if text:find("%.") then
          check_canonical("cram", text)
          check_canonical("domineering", text)
        end
      end
      if rows * columns < 8 then
        for text in boards(rows, columns, "#xo") do
          if text:find("[xo]") then check_canonical("clobber", text) end
        end
      end
    end
  end)

  it("large ones, at random: 56 squares are packed, more are text", function()
    local shapes = { { 7, 8 }, { 8, 7 }, { 1, 56 }, { 56, 1 }, { 2, 28 }, { 28, 2 }, { 11, 5 }, { 5, 11 }, { 4, 14 },
      { 1, 57 }, { 57, 1 }, { 8, 8 }, { 3, 30 }, { 12, 6 }, { 1, 1 }, { 4, 9 }, { 7, 7 } }
    for _, shape in ipairs(shapes) do
      for name, signs in pairs(SIGNS) do
        for _ = 1, (SHORT or name == "amazons") and 3 or 20 do
          local text = random_board(shape[1], shape[2], signs, math.random() ^ 2)
          check_board(name, text)
          if text:find("[^#/]") then check_canonical(name, text) end
        end
      end
    end
    for _ = 1, SHORT and 20 or 200 do
      check_board("toads_and_frogs", random_board(1, math.random(50, 60), ".TF", 0))
    end
  end)

  it("what is written in C says what Lua says, on every shape", function()
    for name, signs in pairs(SIGNS) do
      local rules = ta.ruleset(require("takeaway.rules." .. name), { native = "check" })
      for rows = 1, 56 do
        for columns, _ in box(1, 56 // rows, 1, SHORT and 1 or 2) do
          local text = random_board(rows, columns, signs, math.random() ^ 2)
          for player = 1, #players(name) do assert(rules.core:options(player - 1, nil, text)) end
          assert(rules.core:parts(text))
          assert(rules.core:canonical(text))
        end
      end
    end
  end)

  it("the packed form holds 56 squares, and no more", function()
    local form = ta.rules.cram.packed
    for _, text in ipairs { ("."):rep(56), ("."):rep(55) .. "#", (("."):rep(8) .. "/"):rep(6) .. ("#"):rep(8), "#" } do
      local number, more = form.read(text)
      assert.equal("integer", math.type(number))
      assert.is_nil(more)
      assert.equal(text, form.show(number))
    end
    assert.is_nil(form.read(("."):rep(57)))
    assert.is_nil(form.read("../."))
    assert.is_nil(form.read(".x"))
    assert.is_nil(form.read(""))
    assert.is_nil(ta.rules.toads_and_frogs.packed.read(("T"):rep(57)))
  end)

  it("values and misere outcomes are those of the definition", function()
    local function compare(name, text, plain)
      local value = name == "cram" and "nim_value" or "canonical_form"
      local p, q = ta.rules[name](text), plain(text)
      assert.equal(q[value](q), p[value](p), text)
      assert.equal(q:outcome(), p:outcome(), text)
      assert.equal(q:misere_outcome(), p:misere_outcome(), text)
      assert.equal(q:followers(), p:followers(), text)
    end
    for name in pairs(SIGNS) do
      local plain = ta.ruleset(defined[name])
      local rows, columns = 3, 4
      if name == "amazons" then rows, columns = 2, 3 end
      for _ = 1, SHORT and 5 or 60 do
        compare(name, random_board(math.random(rows), math.random(columns), SIGNS[name], math.random() / 2), plain)
      end
    end
    local plain = ta.ruleset(defined.toads_and_frogs)
    for _ = 1, SHORT and 5 or 60 do compare("toads_and_frogs", random_board(1, 8, ".TF", 0), plain) end
  end)

  it("parts of a board of more than 56 squares are packed: the same positions as on their own", function()
    local rules = ta.rules.domineering
    local rows = {}
    for r = 1, 2 do rows[r] = "...######" end
    for r = 3, 8 do rows[r] = ("#"):rep(9) end
    rows[9] = "#####...."
    local text = table.concat(rows, "/")
    rules:clear()
    local sum = rules(2, 3):canonical_form() + rules(1, 4):canonical_form()
    local held = rules:statistics().positions
    assert.is_true(held > 3)
    assert.equal(sum, rules(text):canonical_form())
    assert.equal(held, rules:statistics().positions)
    rules:clear()
  end)
end)
