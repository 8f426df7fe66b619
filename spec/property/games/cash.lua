-- NIM with Cash: the staircases, positions by their excess, the rich, win conditions and phases against the recursion
-- on (n; d, e), and against each other beyond it.
local cash_games = require "spec.support.cash_games"
local random = require "spec.support.random"
local same = require "spec.property.games.same"
local ta = require "takeaway"

-- A set as it is given, and in order without repeats.
local function random_set(size)
  local given, has = random.list(1, 3, math.random, 2 * size), {}
  for _, a in ipairs(given) do has[a] = true end
  return given, random.keys(has)
end

local function check(game, call, wins, winning, n)
  for _ = 1, 10 do
    local d, e = math.random(0, n), math.random(0, n)
    same(wins(n, d, e) and "I" or "II", game:winner(n, d, e), "%s:winner(%d, %d, %d)", call, n, d, e)
    local least = math.huge
    for own = n, 0, -1 do
      if wins(n, own, e) then least = own end
    end
    same(least, game:least_cash(n, e), "%s:least_cash(%d, %d)", call, n, e)
    same(table.concat(winning(n, d, e), " "), table.concat(game:winning_moves(n, d, e), " "), "%s:winning_moves(%d, %d, %d)", call,
      n, d, e)
  end
end

-- f^I and f^II of Definition 2.3, with W of standard Nim, for 0 to n.
local function rich_to(set, n)
  local least = math.min(table.unpack(set))
  local W, one, two = {}, {}, {}
  for m = 0, n do
    W[m], one[m], two[m] = false, m < least and 0 or math.huge, 0
    for _, a in ipairs(set) do
      if a <= m then W[m], two[m] = W[m] or not W[m - a], math.max(two[m], one[m - a]) end
    end
    for _, a in ipairs(set) do
      local counts = a <= m and (W[m] and not W[m - a] or not W[m] and one[m - a] == two[m])
      if counts then one[m] = math.min(one[m], two[m - a] + a) end
    end
  end
  return W, one, two
end

-- g^I and g^II by 3.2 and 3.4.
local function poor(least, n)
  if n >= 2 * least then
    local one, two = poor(least, n - 2 * least)
    return one + least, two + least
  end
  return math.min(n + 1, least), n < least and 0 or math.min(n - least + 1, least)
end

-- The least purse that is as good as any: of the winner of standard Nim, against any; then of the other, against one
-- dollar less.
local function exact_rich(wins, W, n)
  local function first(good)
    for own = 0, n do
      if good(own) then return own end
    end
    return math.huge
  end
  local one, two
  if W then
    one = first(function(d) return wins(n, d, n) end)
    return one, first(function(e) return not wins(n, one - 1, e) end)
  end
  two = first(function(e) return not wins(n, n, e) end)
  return two > 0 and first(function(d) return wins(n, d, two - 1) end) or 0, two
end

-- The outcomes that rich and poor purses decide: Theorems 2.4 and 3.7.
local function thresholds(game, call, wins, set, n)
  local W, one, two = rich_to(set, n)
  local pair = function(a, b) return ("%s, %s"):format(a, b) end
  same(W[n] and "I" or "II", game:normal_winner(n), "%s:normal_winner(%d)", call, n)
  same(pair(one[n], two[n]), pair(game:rich(n)), "%s:rich(%d)", call, n)
  local g1, g2 = poor(math.min(table.unpack(set)), n)
  same(pair(g1, g2), pair(game:poor(n)), "%s:poor(%d)", call, n)
  same(pair(exact_rich(wins, W[n], n)), pair(game:exact_rich(n)), "%s:exact_rich(%d)", call, n)
  local function purse(x, rich, least) return x >= rich and "rich" or x < least and "poor" or "middle" end
  for _ = 1, 10 do
    local d, e = math.random(0, n), math.random(0, n)
    if math.random(2) == 1 then d, e = ({ one[n], one[n] - 1, g1, g1 - 1 })[math.random(4)], e end
    if math.random(2) == 1 then e = ({ two[n], two[n] - 1, g2, g2 - 1 })[math.random(4)] end
    d, e = math.max(d, 0), math.max(e, 0)
    local c = game:classify(n, d, e)
    same(pair(purse(d, one[n], g1), purse(e, two[n], g2)), pair(c.I, c.II), "%s:classify(%d, %d, %d)", call, n, d, e)
    same(wins(n, d, e) and "I" or "II", c.winner, "%s:classify(%d, %d, %d).winner", call, n, d, e)
  end
end

local function cash(size)
  local given, set = random_set(size)
  local text, wins, winning = table.concat(given, ", "), cash_games.wins(set)
  local game, alone, call = ta.cash(given), ta.cash(given, { limit = 1 }), ("ta.cash{ %s }"):format(text) -- one has no staircases
  for _ = 1, 4 do
    local n = math.random(0, 6 * size)
    check(game, call, wins, winning, n)
    check(alone, ("ta.cash({ %s }, { limit = 1 })"):format(text), wins, winning, n)
    thresholds(game, call, wins, set, n)
    same(wins(n, n, n) and "I" or "II", game:winner(n, math.huge, math.huge), "%s:winner(%d, math.huge, math.huge)", call, n)
  end
end

local function conditions(size)
  local given, set = random_set(size)
  local call, wins, winning = ("ta.win_condition{ %s }"):format(table.concat(given, ", ")), cash_games.wins(set)
  local condition = ta.win_condition(given)
  if not condition then return end
  same(true, condition:check(), "%s:check()", call)
  local again = assert(ta.load_certificate(condition:certificate()))
  same(true, again:check(), "%s, loaded again:check()", call)
  for _ = 1, 3 do check(again, call, wins, winning, math.random(0, 6 * size)) end
  local game = ta.cash(set)
  for _ = 1, 40 do -- far from what the recursion reaches
    local n = math.random(0, 1 << math.random(9, 62))
    local e = math.random(0, n)
    local least = condition:least_cash(n, e)
    local d = math.max(0, (least == math.huge and n or least) - math.random(0, 1))
    same(condition:winner(n, d, e), game:winner(n, d, e), "ta.cash{ %s }:winner(%d, %d, %d)", table.concat(set, ", "), n, d, e)
  end
end

local function phases(size)
  local given, set = random_set(size)
  local call, wins, winning = ("ta.phases{ %s }"):format(table.concat(given, ", ")), cash_games.wins(set)
  local again = assert(ta.load_certificate(assert(ta.phases(given)):certificate()))
  same(true, again:check(), "%s, loaded again:check()", call)
  for _ = 1, 3 do check(again, call, wins, winning, math.random(0, 6 * size)) end
  local game = ta.cash(set)
  for _ = 1, 40 do
    local n = math.random(0, 1 << math.random(9, 62))
    local e = math.random(0, n)
    same(again:least_cash(n, e), game:least_cash(n, e), "ta.cash{ %s }:least_cash(%d, %d)", table.concat(set, ", "), n, e)
  end
end

return {
  { name = "NIM with Cash", play = cash, short = 180 },
  { name = "win conditions", play = conditions, short = 120 },
  { name = "phases of NIM with Cash", play = phases, short = 120 },
}
