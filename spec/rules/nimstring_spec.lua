-- Nimstring, on graphs and on boxes, against a plain recursion in which a player who completes a box must move again.
local raises = require("spec.support.refusals").raises
local seed = require "spec.support.seed"()
local ta = require "takeaway"
local rules = ta.rules

local SHORT = os.getenv "TAKEAWAY_SHORT"
local HEAPS = 7

-- Does the player to move win with these strings beside a nim heap? Strings are bits; `coins` lists the sets of strings
-- at each coin.
local function plain(strings, coins)
  local known = {}
  local function wins(left, heap)
    local key = left << 4 | heap
    if known[key] ~= nil then return known[key] end
    known[key] = false
    for m = 0, heap - 1 do
      if not wins(left, m) then known[key] = true end
    end
    for i = 0, strings - 1 do
      if left >> i & 1 == 1 and not known[key] then
        local again = false
        for _, coin in ipairs(coins) do again = again or left & coin == 1 << i end
        known[key] = wins(left & ~(1 << i), heap) == again
      end
    end
    return known[key]
  end
  return wins
end

-- Are the value and the outcomes beside nim heaps those of the recursion?
local function check(p, wins, left, name)
  local value = p:nim_value()
  local sunny = tostring(value) == "sunny"
  for heap = 0, HEAPS do
    local won = wins(left, heap)
    assert.equal(won, sunny or value ~= heap, name .. " beside " .. heap)
    if heap < 3 then assert.equal(won and "N" or "P", (p + rules.nim(heap)):outcome(), name .. " beside " .. heap) end
  end
end

-- The boards of this number of boxes: for each string its line's position in the picture, and the strings of each box.
local function boxes(rows, columns)
  local places, number, coins = {}, {}, {}
  for r = 0, 2 * rows do
    for c = 0, 2 * columns do
      if r % 2 ~= c % 2 then
        number[r * 100 + c] = #places
        places[#places + 1] = { r, c }
      end
    end
  end
  for r = 1, 2 * rows, 2 do
    for c = 1, 2 * columns, 2 do
      local coin = 0
      for _, step in ipairs { -100, 100, -1, 1 } do coin = coin | 1 << number[r * 100 + c + step] end
      coins[#coins + 1] = coin
    end
  end
  local function picture(left)
    local text = {}
    for r = 0, 2 * rows do
      local row = {}
      for c = 0, 2 * columns do
        local line = r % 2 ~= c % 2
        row[c + 1] = r % 2 == 0 and c % 2 == 0 and "+" or (not line or left >> number[r * 100 + c] & 1 == 1) and "."
          or r % 2 == 0 and "-" or "|"
      end
      text[r + 1] = table.concat(row)
    end
    return table.concat(text, "/")
  end
  return places, coins, picture
end

-- A random graph as Nimstring reads it, and its coins as sets of strings.
local function random_graph()
  local n = math.random(1, 5)
  local text, coins, strings = {}, {}, 0
  local edges, ground = {}, {}
  for v = 1, n do
    ground[v], coins[v] = math.random(0, 2), 0
    for _ = 1, ground[v] do
      coins[v] = coins[v] | 1 << strings
      strings = strings + 1
    end
  end
  for _ = 1, math.random(0, 9 - strings) do
    local a, b = math.random(n), math.random(n)
    edges[#edges + 1] = { a, b }
    coins[a], coins[b] = coins[a] | 1 << strings, coins[b] | 1 << strings
    strings = strings + 1
  end
  for v = 1, n do text[v] = ground[v] > 0 and tostring(ground[v]) or nil end
  return rules.nimstring { edges = edges, labels = text, vertices = n }, strings, coins
end

describe("Nimstring, seed " .. seed, function()
  it("on boxes: every position of small boards", function()
    for _, size in ipairs(SHORT and { { 1, 1 }, { 1, 2 } } or { { 1, 1 }, { 1, 2 }, { 3, 1 }, { 2, 2 } }) do
      local places, coins, picture = boxes(size[1], size[2])
      local wins = plain(#places, coins)
      for left = 0, (1 << #places) - 1 do check(rules.dots_and_boxes(picture(left)), wins, left, picture(left)) end
    end
  end)

  it("on boxes and on graphs is the same", function()
    for rows = 1, 2 do
      for columns = 1, SHORT and 2 or 3 do
        if rows * columns < 6 then
          assert.equal(rules.dots_and_boxes(rows, columns):nim_value(), rules.nimstring(rows, columns):nim_value())
        end
      end
    end
    assert.equal(rules.nimstring(2, 2), rules.nimstring "2:a-2-2-2-:a")
  end)

  it("on random graphs", function()
    for _ = 1, SHORT and 40 or 250 do
      local p, strings, coins = random_graph()
      check(p, plain(strings, coins), (1 << strings) - 1, tostring(p))
    end
  end)

  it("of larger boards as text and packed: random positions, mirrored and in parts", function()
    local places, coins, picture = boxes(3, 3)
    for _ = 1, SHORT and 20 or 100 do
      local left = 0
      for _ = 1, 11 do left = left | 1 << math.random(0, #places - 1) end
      local p = rules.dots_and_boxes(picture(left))
      check(p, plain(#places, coins), left, tostring(p))
      -- the same beside boxes without an open line, too many for the packed form
      local wide = {}
      for row in picture(left):gmatch "[^/]+" do
        wide[#wide + 1] = row .. ((#wide % 2 == 0 and "-+" or ".|"):rep(20))
      end
      for i = 2, #wide, 2 do wide[i] = wide[i]:sub(1, 6) .. (wide[i]:sub(7, 7) == "." and "." or "|") .. wide[i]:sub(8) end
      local q = rules.dots_and_boxes(table.concat(wide, "/"))
      local alone = {}
      for i = 1, #wide do alone[i] = wide[i]:sub(1, 9) end
      assert.equal(tostring(rules.dots_and_boxes(table.concat(alone, "/")):nim_value()), tostring(q:nim_value()))
    end
    for _, from in ipairs { "+.+.+/...../+.+.+", "+.+-+/...../+.+.+/|...|/+-+.+" } do
      assert.is_true((rules.dots_and_boxes:validate { from = from, sample = SHORT and 50 or 300 }))
    end
  end)

  -- Winning Ways, chapter 16: every move in a chain of three coins or more, or in a loop of four or more, is loony, so
  -- that these count nothing. A chain of one or two coins is 1.
  it("has the chains and loops of Winning Ways", function()
    assert.equal(1, rules.nimstring "2":nim_value())
    assert.equal(1, rules.nimstring "1-1":nim_value())
    for coins = 3, 12 do
      local chain = rules.nimstring("1" .. ("-."):rep(coins - 2) .. "-1")
      assert.equal(0, chain:nim_value())
      for _, option in ipairs(chain:options()) do assert.equal("sunny", tostring(option:nim_value())) end
      local loop = rules.nimstring(".:a" .. ("-."):rep(coins - 1) .. "-:a")
      assert.equal(coins == 3 and 1 or 0, loop:nim_value())
    end
  end)

  -- Found by a program of its own, over all 2^24 sets of lines, without parts or images.
  it("has the values of the larger empty boards", function()
    for size, value in pairs { ["1 4"] = 1, ["2 3"] = 1, ["2 4"] = 0, ["3 3"] = 2 } do
      local rows, columns = size:match "(%d) (%d)"
      if rows * columns < 7 or not SHORT then
        assert.equal(value, rules.dots_and_boxes(rows // 1 | 0, columns // 1 | 0):nim_value(), size)
      end
    end
  end)

  it("a box completed is answered by a pass", function()
    local p = rules.dots_and_boxes "+-+/|.|/+.+"
    assert.equal('{Dots and Boxes("+-+/|.|/+-+!")}', tostring(p:options()))
    assert.equal('{Dots and Boxes("+")}', tostring(p:options()[1]:options()))
    assert.equal("P", p:outcome()) -- a player who completes the last box must move again
    assert.equal("N", p:misere_outcome())
    assert.equal("entailed {0}", tostring(rules.nimstring "!":nim_value()))
    assert.equal("Nimstring(\"1-1!\")", tostring(rules.nimstring "1-1!"))
    assert.equal(p, rules.dots_and_boxes "+-+\n| |\n+ +\n")
    for _, wrong in ipairs { "", "+-", "+-+/|.|", "+|+/|.|/+-+", "+-+/|-|/+-+", "+-+/|.|/+-+!!", "+-+/|.|/+-+-+" } do
      raises("expected (rows, columns) of boxes", rules.dots_and_boxes, wrong)
    end
    raises("expected (rows, columns)", rules.dots_and_boxes, 0, 3)
    raises("expected a graph such as", rules.nimstring, "1-1!!")
  end)
end)
