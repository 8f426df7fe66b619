-- Ready rules for which theory goes beyond a search, and boards of stones, against separate definitions.
local raises = require("spec.support.refusals").raises
local seed = require "spec.support.seed"()
local ta = require "takeaway"
local rules = ta.rules

local SHORT = os.getenv "TAKEAWAY_SHORT"

-- The value, by naming all options of texts: options(text, player) gives a list.
local function valued(options)
  local known = {}
  local function value(text)
    if not known[text] then
      local sides = {}
      for i, player in ipairs { "x", "o" } do
        sides[i] = {}
        for j, option in ipairs(options(text, player)) do sides[i][j] = value(option) end
      end
      known[text] = ta.value { left = sides[1], right = sides[2] }
    end
    return known[text]
  end
  return value
end

-- A text of rows as squares[row][column], and back.
local function squares(text)
  local grid = {}
  for row in text:gmatch "[^/]+" do
    grid[#grid + 1] = {}
    for sign in row:gmatch "." do table.insert(grid[#grid], sign) end
  end
  return grid
end

local function joined(grid)
  local rows = {}
  for i, row in ipairs(grid) do rows[i] = table.concat(row) end
  return table.concat(rows, "/")
end

local STEPS = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }
local function at(grid, r, c) return grid[r] and grid[r][c] or "#" end

local function konane(text, player)
  local other, list = player == "x" and "o" or "x", {}
  local grid = squares(text)
  for r = 1, #grid do
    for c = 1, #grid[r] do
      for _, step in ipairs(at(grid, r, c) == player and STEPS or {}) do
        local after, y, x = squares(text), r, c
        while at(after, y + step[1], x + step[2]) == other and at(after, y + 2 * step[1], x + 2 * step[2]) == "." do
          after[y][x], after[y + step[1]][x + step[2]] = ".", "."
          y, x = y + 2 * step[1], x + 2 * step[2]
          after[y][x] = player
          list[#list + 1] = joined(after)
        end
      end
    end
  end
  return list
end

-- Has the group of a stone an empty square beside it?
local function breathes(grid, r, c, seen)
  local colour = grid[r][c]
  seen[r * 100 + c] = true
  for _, step in ipairs(STEPS) do
    local y, x = r + step[1], c + step[2]
    if at(grid, y, x) == "." then return true end
    if at(grid, y, x) == colour and not seen[y * 100 + x] and breathes(grid, y, x, seen) then return true end
  end
  return false
end

local function nogo(text, player)
  local list, size = {}, squares(text)
  for r = 1, #size do
    for c = 1, #size[r] do
      local grid, good = squares(text), at(size, r, c) == "."
      grid[r][c] = player
      for y = 1, #grid do
        for x = 1, #grid[y] do
          good = good and (not grid[y][x]:find "[xo]" or breathes(grid, y, x, {}))
        end
      end
      if good then list[#list + 1] = joined(grid) end
    end
  end
  return list
end

local function random_board(rows, columns, signs)
  local grid = {}
  for r = 1, rows do
    grid[r] = {}
    for c = 1, columns do
      local i = math.random(#signs)
      grid[r][c] = signs:sub(i, i)
    end
  end
  return joined(grid)
end

describe("ready rules on boards of stones, seed " .. seed, function()
  local sizes = { { 1, 7 }, { 2, 4 }, { 3, 3 }, { 2, 3 } }
  it("Konane", function()
    local value = valued(konane)
    for case = 1, SHORT and 60 or 300 do
      local text = random_board(sizes[case % 4 + 1][1], sizes[case % 4 + 1][2], "xo.xo.#")
      assert.equal(value(text), rules.konane(text):canonical_form(), text)
    end
  end)

  it("NoGo", function()
    local value = valued(nogo)
    for case = 1, SHORT and 20 or 80 do
      local text = random_board(sizes[case % 4 + 1][1], sizes[case % 4 + 1][2], "xo....#")
      local whole = true
      local grid = squares(text)
      for y = 1, #grid do
        for x = 1, #grid[y] do whole = whole and (not grid[y][x]:find "[xo]" or breathes(grid, y, x, {})) end
      end
      if whole then assert.equal(value(text), rules.nogo(text):canonical_form(), text) end
    end
    assert.equal(value "..../....", rules.nogo(2, 4):canonical_form())
  end)

  it("Northcott: outcomes as found by retrograde analysis, and by gaps on long rows", function()
    local searched = ta.ruleset { name = "Northcott", start = rules.northcott.start, left = rules.northcott.left,
                                  right = rules.northcott.right }
    for _, text in ipairs { "x.o", "xo.", "x..o", ".x.o.", "x.o/.xo", "x..o/ox..", "x.o./o.x.", "x.o/ox./.xo" } do
      assert.equal(searched(text):outcome(), rules.northcott(text):outcome(), text)
    end
    local row = function(gap) return "x" .. ("."):rep(gap) .. "o" .. ("."):rep(60 - gap) end
    local p = rules.northcott(row(9) .. "/" .. row(30) .. "/" .. row(9 ~ 30))
    assert.equal("P", p:outcome())
    assert.same({}, p:winning_moves "left")
    assert.equal("N", rules.northcott(row(9) .. "/" .. row(30)):outcome())
    raises("expected rows with one x", rules.northcott, "x.x")
    raises("expected rows with one x", rules.northcott, "xo/x..")
  end)
end)

describe("ready rules by theory, seed " .. seed, function()
  it("Welter: the function is the nim value, of all positions to square 11", function()
    local known = {}
    local function value(coins)
      local key = table.concat(coins, " ")
      if not known[key] then
        local taken, values = {}, {}
        for _, square in ipairs(coins) do taken[square] = true end
        for i, from in ipairs(coins) do
          for to = 0, from - 1 do
            if not taken[to] then
              local after = table.move(coins, 1, #coins, 1, {})
              after[i] = to
              table.sort(after)
              values[#values + 1] = value(after)
            end
          end
        end
        known[key] = ta.mex(values)
      end
      return known[key]
    end
    local function each(coins, from, most)
      if #coins > 0 then
        assert.equal(value(coins), rules.welter(table.unpack(coins)):nim_value(), table.concat(coins, " "))
      end
      if #coins == most then return end
      for square = from, SHORT and 8 or 11 do
        coins[#coins + 1] = square
        each(coins, square + 1, most)
        coins[#coins] = nil
      end
    end
    each({}, 0, 4)
    assert.equal(rules.welter(9, 2, 5), rules.welter(2, 5, 9))
    assert.equal((1000000000 ~ 7) - 1, rules.welter(7, 10^9):nim_value())
    raises("no two on one", rules.welter, 3, 3)
  end)

  it("Treblecross: who wins on every strip, and on empty ones by 0.007", function()
    local known = {}
    local function wins(text)
      if known[text] == nil then
        known[text] = false
        for place in text:gmatch(text:find "xxx" and "()y" or "()%.") do
          if not wins(text:sub(1, place - 1) .. "x" .. text:sub(place + 1)) then known[text] = true break end
        end
      end
      return known[text]
    end
    for n = 0, SHORT and 8 or 11 do
      for bits = 0, (1 << n) - 1 do
        local text = ""
        for i = 0, n - 1 do text = text .. (bits >> i & 1 == 1 and "x" or ".") end
        assert.equal(wins(text) and "N" or "P", rules.treblecross(text):outcome(), text)
      end
    end
    local octal = ta.octal "0.007"
    for n = 3, 200 do assert.equal(octal:nim_value(n + 2) == 0 and "P" or "N", rules.treblecross(n):outcome()) end
    assert.equal(rules.treblecross(5), rules.treblecross ".....")
    raises("expected a number of squares", rules.treblecross, -1)
  end)

  it("Sylver Coinage: by plain search, by Hutchings, and the replies of Winning Ways", function()
    -- Numbers below `most` that are sums of a set, by adding one at a time.
    local function sums(set, most)
      local is = { [0] = true }
      for n = 1, most do
        for _, one in ipairs(set) do is[n] = is[n] or n >= one and is[n - one] or nil end
      end
      return is
    end
    local known = {}
    local function wins(set) -- the named numbers are below 60
      local is, key = sums(set, 60), {}
      for n = 1, 60 do key[n] = is[n] and "1" or "0" end
      key = table.concat(key)
      if known[key] == nil then
        known[key] = false
        for n = 2, 60 do
          local more = table.move(set, 1, #set, 1, {})
          more[#more + 1] = n
          if not is[n] and not wins(more) then known[key] = true break end
        end
      end
      return known[key]
    end
    for _, set in ipairs { { 2, 3 }, { 2, 5 }, { 3, 4 }, { 3, 5 }, { 3, 7 }, { 4, 5 }, { 4, 5, 6 }, { 4, 5, 11 }, { 4, 6, 7 }, { 5, 6, 7 },
      { 4, 7, 9 }, { 3, 7, 8 }, { 4, 6, 9 } } do
      assert.equal(wins(set) and "N" or "P", rules.sylver_coinage(table.unpack(set)):outcome(), table.concat(set, " "))
    end
    for pair, reply in pairs { ["4 5"] = 11, ["5 6"] = 19, ["4 7"] = 13 } do
      local a, b = pair:match "(%d+) (%d+)"
      local p = rules.sylver_coinage(math.tointeger(a), math.tointeger(b))
      assert.same({ rules.sylver_coinage(p[1]:match "%d+" // 1 | 0, math.tointeger(b), reply) }, p:winning_moves(), pair)
    end
    assert.equal("P", rules.sylver_coinage(1009):outcome())
    assert.equal("N", rules.sylver_coinage(2018):outcome())
    assert.equal(rules.sylver_coinage(4, 5), rules.sylver_coinage(5, 9.0, 4, 12))
    for _, p in ipairs { rules.sylver_coinage(4, 6), rules.sylver_coinage(16) } do
      assert.same({ nil, "EUNSUPPORTED" }, { (p:outcome()), (select(3, p:outcome())) })
    end
    assert.equal("EUNSUPPORTED", select(3, rules.sylver_coinage(5):options()))
    raises("integers from 2 on", rules.sylver_coinage, 1)
  end)
end)
