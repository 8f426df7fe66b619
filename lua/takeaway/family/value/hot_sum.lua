--- The component of a hot sum to move in: hotstrat, thermostrat, sentestrat, and the best move with the losses of the
-- others.
--
-- `ta.hot_sum { "{5|-3}", "+-2", ta.rules.domineering(2, 3) }` is a sum played move by move: its components are kept
-- apart. The score of a sum is its stop, the number that is reached. The loss of a move is the difference between the
-- best score and its own.
--
-- The strategies use only the thermographs of the components. With walls L_t and R_t of each:
--
-- * hotstrat moves in the component of the highest temperature;
-- * thermostrat, for Left, finds the least t >= 0 that makes the sum of all R_t and the largest width L_t - R_t
--   largest. It moves in the component that is widest there, the hottest of such. Followed to the end it reaches that
--   number at least;
-- * sentestrat answers the opponent's last move in its component where that is now hotter than the ambient temperature.
--   Otherwise it is hotstrat.
--
-- In the component each takes the option on which the wall rests at that temperature. No strategy moves in a component
-- where the player has no move. None moves in a number while there is any other component.
--
-- Source: Winning Ways, chapter 6; Berlekamp, The economist's view of combinatorial games (1996); Siegel, II.5.
-- @module takeaway.family.value.hot_sum

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local method_tables = require "takeaway.base.methods"

local values = core.value_methods

local M = {}

local meta, methods = method_tables.class("takeaway.hot_sum", "hot sum")

meta.__tostring = function(s)
  local names = {}
  for i, v in ipairs(s.components) do names[i] = tostring(v) end
  return "hot_sum{" .. table.concat(names, ", ") .. "}"
end

local function refuse(message, code) error({ message = message, code = code }, 0) end

local function need(result, message, code)
  if result == nil then refuse(message, code) end
  return result
end

local number = function(text) return need(core.number(text)) end

local PLAYERS = {
  left = { options = values.left_options, near = "left", far = "right", stop = values.right_stop },
  right = { options = values.right_options, near = "right", far = "left", stop = values.left_stop },
}

-- ---- Walls ----

-- The value of a wall at t; all are numbers (values).
local function wall_at(wall, t)
  local last = wall[1]
  for i = 2, #wall do
    if number(wall[i].t) > t then break end
    last = wall[i]
  end
  local value = number(last.value)
  if last.slope == 0 then return value end
  return last.slope > 0 and value + (t - number(last.t)) or value - (t - number(last.t))
end

local function walls_of(v) return need(values.thermograph(v)) end

-- The player's option in v that determines the wall at t, by the opponent's wall of the option at t. Ties go to the
-- option with the better stop.
local function best_option(v, player, t)
  local best, at, stop
  for _, o in ipairs(need(player.options(v))) do
    local here, there = wall_at(walls_of(o)[player.far], t), number(player.stop(o))
    if player.near == "right" then here, there = -here, -there end
    if not best or here > at or here == at and there > stop then best, at, stop = o, here, there end
  end
  return best
end

-- The components in which the player can move, `{component =, value =}`.
local function open_components(s, player)
  local list = {}
  for i, v in ipairs(s.components) do
    if #need(player.options(v)) > 0 then list[#list + 1] = { component = i, value = v } end
  end
  return list
end

-- The list of moves, or of components to move in; raises if it is empty.
local function some(list)
  if #list == 0 then refuse("this player has no move", "EUNSUPPORTED") end
  return list
end

-- The components in which a strategy moves: numbers only if there are no others.
local function live_components(s, player)
  local all, live = some(open_components(s, player)), {}
  for _, c in ipairs(all) do
    if not values.is_number(c.value) then live[#live + 1] = c end
  end
  return #live > 0 and live or all
end

local function move_in(c, player, t)
  return { component = c.component, option = best_option(c.value, player, t < 0 and t - t or t) }
end

-- ---- Strategies ----

local strategies = {}

function strategies.hotstrat(s, player)
  local best, high
  for _, c in ipairs(live_components(s, player)) do
    local t = number(need(values.temperature(c.value)))
    if not best or t > high then best, high = c, t end
  end
  local move = move_in(best, player, high)
  move.temperature = tostring(high)
  return move
end

-- The width of a thermograph at t.
local function width_at(walls, t) return wall_at(walls.left, t) - wall_at(walls.right, t) end

function strategies.thermostrat(s, player)
  local zero = core.value(0)
  local all, seen, times = {}, {}, {}
  for i, v in ipairs(s.components) do
    all[i] = walls_of(v)
    for _, side in ipairs { "left", "right" } do
      for _, corner in ipairs(all[i][side]) do
        local t = number(corner.t)
        if not seen[t] then times[#times + 1], seen[t] = t, true end
      end
    end
  end
  table.sort(times, function(a, b) return a < b end)
  local open = live_components(s, player)
  local best, ambient, widest
  for _, t in ipairs(times) do -- between corners the bound is convex, so it is largest at one
    local total, wide, at, hot = zero, nil, nil, nil
    for _, walls in ipairs(all) do
      local wall = wall_at(walls[player.far], t)
      total = player.near == "left" and total + wall or total - wall
    end
    for _, c in ipairs(open) do
      local width, heat = width_at(all[c.component], t), number(all[c.component].temperature)
      if not wide or width > wide or width == wide and heat > hot then wide, at, hot = width, c, heat end
    end
    total = total + wide
    if not best or total > best then best, ambient, widest = total, t, at end
  end
  local move = move_in(widest, player, ambient)
  move.ambient = tostring(ambient)
  move.score = tostring(player.near == "left" and best or -best)
  return move
end

function strategies.sentestrat(s, player, settings)
  local ambient = settings.ambient and number(settings.ambient)
  local last = settings.last and s.components[settings.last]
  if settings.last and not last then error("sentestrat: last: there is no component " .. tostring(settings.last), 0) end
  if last and #need(player.options(last)) > 0 then
    local t = number(need(values.temperature(last)))
    if t > (ambient or core.value(-1)) then
      local move = move_in({ component = settings.last, value = last }, player, ambient or t)
      move.ambient = tostring(ambient or t)
      return move
    end
  end
  local move = strategies.hotstrat(s, player)
  local t = number(move.temperature)
  move.ambient = tostring(ambient and ambient < t and ambient or t)
  move.temperature = nil
  return move
end

-- ---- Scores ----

local function total_of(s)
  local total = core.value(0)
  for _, v in ipairs(s.components) do total = total + v end
  return total
end

-- All moves of the player with their scores and losses. `sign` is the score, negated for Right: a higher one is better.
local function scored(s, player)
  local total = total_of(s)
  local list, best = {}, nil
  for _, c in ipairs(open_components(s, player)) do
    local rest = total - c.value
    for _, o in ipairs(need(player.options(c.value))) do
      local after = rest + o
      local score = number(player.stop(after))
      local sign = player.near == "left" and score or -score
      list[#list + 1] = { component = c.component, option = o, score = tostring(score), left = after, sign = sign }
      if not best or sign > best then best = sign end
    end
  end
  for _, move in ipairs(list) do
    move.loss = tostring(best - move.sign)
    move.sign = nil
  end
  return list
end

local function run(name, s, who, f)
  local player = PLAYERS[who]
  if not player then failure.misuse(name .. ': player: expected "left" or "right"') end
  return failure.catch(f, s, player)
end

-- ---- Calls ----

local function component_of(x, i)
  if type(x) == "table" and type(x.canonical_form) == "function" then return need(x:canonical_form()) end
  local ok, v, message, code = failure.try(core.value, x)
  if not ok then error(("hot_sum: component %d: %s"):format(i, tostring(v)), 0) end
  return need(v, message, code)
end

--- A sum whose components are kept apart.
-- Also called sum of hot games, switches, Go endgame.
-- @function hot_sum
-- @tparam {any,...} components values, numbers, texts, or positions (which are valued)
-- @treturn hot or nil, a message and a code where a component has no value. `#s.components` and `s.components[i]` are
--   its values
-- @usage
-- local s = ta.hot_sum { "{5|-3}", "{2|-2}" }
-- assert(s:best_move("left").component == 1)
function M.hot_sum(components)
  if type(components) ~= "table" then failure.misuse("hot_sum: expected a list of values, got " .. type(components)) end
  return failure.catch(function()
    local list = {}
    for i = 1, #components do list[i] = component_of(components[i], i) end
    return setmetatable({ components = list }, meta)
  end)
end

--- The value of the sum.
-- @function hot:value
-- @treturn v the value; raises as `+` of values
function methods.value(s) return total_of(s) end

--- The move in the hottest component.
-- @function hot:hotstrat
-- @tparam string player "left" or "right"
-- @treturn table `{component, option, temperature}`; or nil, a message and "EUNSUPPORTED" (no move), "ERANGE",
--   "ELIMIT"
function methods.hotstrat(s, player) return run("hotstrat", s, player, strategies.hotstrat) end

--- The move in the component that is widest at the ambient temperature.
-- @function hot:thermostrat
-- @tparam string player "left" or "right"
-- @treturn table `{component, option, ambient, score}`: the score is what the strategy reaches at least (for Right: at
--   most); or nil, a message and a code as of `hotstrat`
-- @usage assert(ta.hot_sum { "{5|-3}", "{2|-2}" }:thermostrat("left").component == 1)
function methods.thermostrat(s, player) return run("thermostrat", s, player, strategies.thermostrat) end

--- An answer in the component where the opponent moved, if it is hot, or the move in the hottest component.
-- @function hot:sentestrat
-- @tparam string player "left" or "right"
-- @tparam[opt] table settings `last`, the component of the opponent's last move; `ambient`, a temperature as a text or
--   number: only hotter components are answered (by default all)
-- @treturn table `{component, option, ambient}`, the ambient temperature for the next call; or nil, a message and a
--   code as of `hotstrat`
function methods.sentestrat(s, player, settings)
  if settings ~= nil and type(settings) ~= "table" then failure.misuse("sentestrat: settings: expected a table") end
  return run("sentestrat", s, player, function(sum, who) return strategies.sentestrat(sum, who, settings or {}) end)
end

--- Every move, with its score and its loss against the best.
-- @function hot:moves
-- @tparam string player "left" or "right"
-- @treturn table list of `{component, option, score, loss, left}`, left the value of the sum after it, empty where
--   there is no move; or nil, a message and a code: "ERANGE", "ELIMIT". Cost: a sum of all components a move
-- @usage assert(#ta.hot_sum { "-1" }:moves("left") == 0)
function methods.moves(s, player) return run("moves", s, player, scored) end

--- The first of the moves that lose nothing.
-- @function hot:best_move
-- @tparam string player "left" or "right"
-- @treturn table `{component, option, score, loss, left}`; or nil, a message and a code as of `hotstrat`
-- @usage assert(ta.hot_sum { "{5|-3}", "{2|-2}" }:best_move("left").score == "3")
function methods.best_move(s, player)
  return run("best_move", s, player, function(sum, who)
    for _, move in ipairs(some(scored(sum, who))) do
      if move.loss == "0" then return move end
    end
  end)
end

--- The loss of each strategy's move against the best.
-- @function hot:losses
-- @tparam string player "left" or "right"
-- @treturn table `{hotstrat, thermostrat, sentestrat}`, each `{component, option, score, loss, left}`; or nil, a
--   message and a code as of `hotstrat`
function methods.losses(s, player)
  return run("losses", s, player, function(sum, who)
    local all, out = some(scored(sum, who)), {}
    for name, strategy in pairs(strategies) do
      local chosen = strategy(sum, who, {})
      for _, move in ipairs(all) do
        if move.component == chosen.component and move.option == chosen.option then out[name] = move end
      end
    end
    return out
  end)
end

--- The sum after a move.
-- @function hot:play
-- @tparam table move with `component` and `option`, as these calls give
-- @treturn hot
function methods.play(s, move)
  if type(move) ~= "table" or not s.components[move.component] or not move.option then
    failure.misuse("play: move: expected a move {component =, option =}")
  end
  local list = { table.unpack(s.components) }
  local option, message, code = core.value(move.option)
  if not option then return nil, message, code end
  list[move.component] = option
  return setmetatable({ components = list }, meta)
end

return { calls = M, methods = methods }
