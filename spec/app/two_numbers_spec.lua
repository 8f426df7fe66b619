-- The smallest rules on two numbers, by definition. Each text is a different game, except for an exchange of a and b,
-- and each game of that number of moves has a text. Games are compared by their options at all positions up to 9.

local rules = require "takeaway.app.survey.two_numbers"
local ta = require "takeaway"

local SIZE = os.getenv "TAKEAWAY_LONG" and 5 or 4 -- of the rules: at 6 a box of 9 does not distinguish all moves
local SIDE = 9

-- All moves to a size; then all sets of them, whatever they repeat.
local function moves(size)
  local list = {}
  for i = -size, size do
    for j = math.max(-size, 1 - i), size do
      for _, run in ipairs { 1, 20 } do
        for _, asks in ipairs { "", ">", "<" } do
          local of = math.abs(i) + math.abs(j) + #asks
          if of <= size then list[#list + 1] = { i = i, j = j, run = run, asks = asks, size = of } end
        end
      end
    end
  end
  return list
end

local function sets(size)
  local all, list, chosen = moves(size), {}, {}
  local function go(from, left)
    if #chosen > 0 then list[#list + 1] = { table.unpack(chosen) } end
    for i = from, #all do
      if all[i].size <= left then
        chosen[#chosen + 1] = all[i]
        go(i + 1, left - all[i].size)
        chosen[#chosen] = nil
      end
    end
  end
  go(1, size)
  return list
end

-- The options of a set of moves at (a, b), each as a number.
local function options(set, a, b, swapped)
  local there, list = {}, {}
  for _, move in ipairs(set) do
    if move.asks == "" or move.asks == ">" and a >= b or move.asks == "<" and a <= b then
      for k = 1, move.run do
        local x, y = a - k * move.i, b - k * move.j
        if x >= 0 and y >= 0 then there[swapped and 100 * y + x or 100 * x + y] = true end
      end
    end
  end
  for option in pairs(there) do list[#list + 1] = option end
  table.sort(list)
  return table.concat(list, " ")
end

-- A game up to the exchange of a and b: the lesser of two texts of its options.
local function name_of(at)
  local texts = {}
  for i, swapped in ipairs { false, true } do
    local parts = {}
    for a = 0, SIDE do
      for b = 0, SIDE do parts[#parts + 1] = swapped and at(b, a, true) or not swapped and at(a, b, false) end
    end
    texts[i] = table.concat(parts, "; ")
  end
  return texts[1] < texts[2] and texts[1] or texts[2]
end

describe("the rules on two numbers", function()
  it("are all games of their size, each once", function()
    local games, all, seen, list = 0, {}, {}, {}
    for _, set in ipairs(sets(SIZE)) do
      local name = name_of(function(a, b, swapped) return options(set, a, b, swapped) end)
      if not all[name] then games = games + 1 end
      all[name] = true
    end
    local many = rules.family(games)
    assert.equal(games, #many)
    assert.equal(SIZE, rules.size(many[#many]))
    for i, key in ipairs(many) do
      local game = rules.game(key)
      local name = name_of(function(a, b, swapped)
        local numbers = {}
        for j, option in ipairs(game(a, b):options()) do
          numbers[j] = swapped and 100 * option[2] + option[1] or 100 * option[1] + option[2]
        end
        table.sort(numbers)
        for j = #numbers, 2, -1 do
          if numbers[j] == numbers[j - 1] then table.remove(numbers, j) end
        end
        return table.concat(numbers, " ")
      end)
      assert.is_true(all[name], key)
      assert.is_nil(seen[name], key)
      seen[name] = key
      list[i] = key
      if i > 1 then assert.is_true(rules.size(list[i - 1]) <= rules.size(key), key) end
    end
  end)

  it("have names that are read", function()
    assert.equal(4, rules.size "a-k | a-k b-k | b-k")
    assert.equal(6, rules.size "a<=b: a+2k b-3k")
    local game = rules.game "a<=b: a+2k b-3k | b-1"
    assert.same({ { 2, 5 }, { 4, 2 }, { 0, 7 } }, (function()
      local list = {}
      for i, option in ipairs(game(0, 8):options()) do list[i] = { option[1], option[2] } end
      return list
    end)())
    assert.equal(ta.rules.wythoff(12, 20):outcome(), rules.game "a-k | a-k b-k | b-k"(12, 20):outcome())
  end)
end)
