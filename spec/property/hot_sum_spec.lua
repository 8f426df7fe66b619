-- Play of hot sums against its definition: scores by exhaustive search, and the scores of the strategies.

local ta = require "takeaway"
local random = require "spec.support.random"

local forall, seed = random.forall, random.seed

local OTHER = { left = "right", right = "left" }

-- A random game whose stops are numbers of some size.
local function draw(day)
  if day == 0 or math.random(4) == 1 then return ta.value(math.random(-6, 6)) end
  return ta.value { left = random.list(1, 2, draw, day - 1), right = random.list(1, 2, draw, day - 1) }
end

local function random_sum() return { draw(2), draw(2), draw(2) } end

local function total(list)
  local sum = ta.value(0)
  for _, v in ipairs(list) do sum = sum + v end
  return sum
end

local function options(v, player) return player == "left" and v:left_options() or v:right_options() end

local function each_move(list, player, f)
  for i, v in ipairs(list) do
    for _, o in ipairs(options(v, player)) do
      local after = { table.unpack(list) }
      after[i] = o
      f(after, i, o)
    end
  end
end

local function key(list, player)
  local names = {}
  for i, v in ipairs(list) do names[i] = tostring(v) end
  return table.concat(names, ";") .. player
end

-- The score with best play: the number that is reached.
local scores = {}
local function score(list, player)
  local sum = total(list)
  if sum:is_number() then return sum end
  local k = key(list, player)
  if scores[k] then return scores[k] end
  local best
  each_move(list, player, function(after)
    local reached = score(after, OTHER[player])
    if not best or player == "left" and reached > best or player == "right" and reached < best then best = reached end
  end)
  scores[k] = best
  return best
end

-- The worst score of Left, who plays `strategy(list, last)`, against all play of Right.
local function against_all(list, player, strategy, last, known)
  local sum = total(list)
  if sum:is_number() then return sum end
  local k = key(list, player) .. tostring(last)
  if known[k] then return known[k] end
  local worst
  if player == "left" then
    local move = strategy(list, last)
    local after = { table.unpack(list) }
    after[move.component] = move.option
    worst = against_all(after, "right", strategy, nil, known)
  else
    each_move(list, "right", function(after, i)
      local reached = against_all(after, "left", strategy, i, known)
      if not worst or reached < worst then worst = reached end
    end)
  end
  known[k] = worst
  return worst
end

describe("hot sums, seed " .. seed .. ":", function()
  it("the score of a move, and what it loses, are those of a search of all play", forall(60, function()
    local list = random_sum()
    local s = ta.hot_sum(list)
    for _, player in ipairs { "left", "right" } do
        local other = OTHER[player]
      local moves, best = s:moves(player), nil
      local n = 0
      if #moves > 0 then
        each_move(list, player, function(after, i, o)
          n = n + 1
          assert.are.equal(i, moves[n].component)
          assert.are.equal(o, moves[n].option)
          assert.are.equal(total(after), moves[n].left)
          local reached = score(after, other)
          assert.are.equal(tostring(reached), moves[n].score)
          if not best or player == "left" and reached > best or player == "right" and reached < best then
            best = reached
          end
        end)
        assert.are.equal(n, #moves)
        for _, move in ipairs(moves) do
          local loss = player == "left" and best - move.score or ta.value(move.score) - best
          assert.are.equal(tostring(loss), move.loss)
        end
        assert.are.equal(tostring(best), s:best_move(player).score)
        assert.are.equal("0", s:best_move(player).loss)
        if not total(list):is_number() then
          assert.are.equal(tostring(best), player == "left" and total(list):left_stop() or total(list):right_stop())
        end
      end
    end
  end))

  it("thermostrat reaches its guarantee, for both players, against any play [Winning Ways, chapter 6]", function()
    local hot = 0
    forall(60, function()
      local list = random_sum()
      local sum = total(list)
      if not sum:is_number() and sum:temperature() ~= "0" then
        hot = hot + 1
        local move = ta.hot_sum(list):thermostrat "left"
        local reached = against_all(list, "left", function(l) return ta.hot_sum(l):thermostrat "left" end, nil, {})
        assert(reached >= ta.number(move.score), tostring(ta.hot_sum(list)))
        local mirror = {}
        for i, v in ipairs(list) do mirror[i] = -v end
        local other = ta.hot_sum(mirror):thermostrat "right"
        assert.are.equal(-ta.number(move.score), ta.number(other.score))
        assert.are.equal(move.ambient, other.ambient)
        assert.are.equal(-move.option, other.option)
      end
    end)()
    assert(hot > 20)
  end)

  it("thermostrat reaches the mean, and loses no more than the highest temperature [Winning Ways, chapter 6]", forall(40, function()
    local list = random_sum()
    local sum = total(list)
    if not sum:is_number() then
      local hottest = ta.value(0)
      for _, v in ipairs(list) do
        local t = ta.number((v:temperature()))
        if t > hottest then hottest = t end
      end
      local reached = against_all(list, "left", function(l) return ta.hot_sum(l):thermostrat "left" end, nil, {})
      assert(reached >= ta.number((sum:mean())))
      assert(ta.number((sum:left_stop())) - reached <= hottest)
    end
  end))

  it("in a sum of switches every strategy moves in the hottest and loses nothing", forall(30, function()
    local list = {}
    for i = 1, math.random(2, 5) do
      local b = math.random(-5, 5)
      list[i] = ta.value { left = { b + math.random(1, 9) }, right = { b } }
    end
    for _, player in ipairs { "left", "right" } do
      local losses = ta.hot_sum(list):losses(player)
      for _, name in ipairs { "hotstrat", "thermostrat", "sentestrat" } do assert.are.equal("0", losses[name].loss) end
      local move = ta.hot_sum(list):hotstrat(player)
      for _, v in ipairs(list) do assert(ta.number(v:temperature()) <= ta.number(move.temperature)) end
    end
  end))

  it("thermostrat takes the least ambient temperature, and the hottest component that is widest there", function()
    local move = ta.hot_sum { "{5|-3}", "{2|-2}" }:thermostrat "left"
    assert.are.same({ 1, "0", "3" }, { move.component, move.ambient, move.score }) -- -5 and the width 8; so up to t = 2
    move = ta.hot_sum { "{1|0}", "{9|0}", "{13|4}", "{9|0}", "{-3|-5}" }:thermostrat "left"
    assert.are.same({ 2, "9/2" }, { move.component, move.ambient }) -- all are masts there
  end)

  it("sentestrat answers a threat that is hotter than the ambient temperature, and only such", function()
    -- Left's {{20|4}|0} leaves {20|4}; Right answers there unless 8 is not above the ambient temperature
    local s = ta.hot_sum { "{20|4}", "{9|-9}", "{3|1}" }
    assert.are.equal(1, s:sentestrat("right", { last = 1, ambient = 7 }).component)
    assert.are.equal(2, s:sentestrat("right", { last = 1, ambient = 8 }).component)
    assert.are.equal(1, s:sentestrat("right", { last = 1 }).component)
    assert.are.equal(2, s:sentestrat("right").component)
    assert.are.equal("7", s:sentestrat("right", { last = 1, ambient = 7 }).ambient)
    assert.are.equal("9", s:sentestrat("right").ambient)
  end)

  it("of a player without a move have no moves, and no best one", function()
    for _, components in ipairs { { "-1" }, {}, { "-2", "-3", "-1" } } do
      local s = ta.hot_sum(components)
      local mirror = {}
      for i, v in ipairs(components) do mirror[i] = v:sub(2) end
      assert.same({}, s:moves "left")
      assert.same({}, ta.hot_sum(mirror):moves "right")
      for _, call in ipairs { "best_move", "losses", "hotstrat", "thermostrat", "sentestrat" } do
        assert.same({ nil, "this player has no move", "EUNSUPPORTED", n = 3 }, table.pack(s[call](s, "left")), call)
      end
    end
  end)

  it("takes positions, plays moves, and says what it cannot do", function()
    local s = ta.hot_sum { ta.rules.domineering(2, 3), "+-1", 2 }
    assert.are.equal("hot_sum{{2|-1/2}, +-1, 2}", tostring(s))
    assert.are.equal(s.components[1] + s.components[2] + 2, s:value())
    local after = s:play(s:hotstrat "left")
    assert.are.equal(3, #after.components)
    assert.are.equal("EUNSUPPORTED", (select(3, ta.hot_sum { 3 }:hotstrat "right")))
    assert.are.equal("EUNSUPPORTED", (select(3, ta.hot_sum {}:best_move "left")))
    assert.are.equal("2", ta.hot_sum { 3 }:best_move("left").score)
    for _, wrong in ipairs { function() ta.hot_sum(1) end, function() ta.hot_sum { true } end,
      function() s:hotstrat "up" end, function() s.hotstrat("left") end, function() s:play {} end,
      function() s:sentestrat("left", { last = 9 }) end } do assert.is_false(pcall(wrong)) end
  end)
end)
