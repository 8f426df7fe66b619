--- Values of loopy games: stoppers, and a & b.
--
-- Play of a loopy game need not end; infinite play is a draw. `ta.value` reads these too, and a position whose play
-- need not end has them as its `canonical_form`. They add up and compare with each other and with
-- plain values, and a result that is loopfree is a plain value.
--
-- **Stoppers** have no infinite play in which Left and Right take turns; the simplest form is a graph. Equal stoppers
-- are the same object. `on` is {pass|}, `off` {|pass}, `over` {0|pass}, `under` {pass|0}, `upon` {pass|*}.
--
-- **a & b** stands for a game that is the stopper a where all infinite play is Left's (its onside), and the stopper b
-- where it is Right's (its offside). `dud` is on & off, `tis` 1 & 0, `tisn` 0 & -1. They have no options. Of games
-- whose sides are not found to be stoppers (Bach's Carousel) sums, order and outcomes are known, but there is no
-- simplest form: `v:is_stopper_sided()` is false, and equal ones need not be the same object.
--
-- **Names**: `pass` is an option, a move to the game it is an option of; a name before a brace is that game,
-- a{0||||0|||a|*||*}. `5over`, `^[on]*`, `v<on>`, `Tiny(on)`, `+-{0|over}` are what they say.
--
-- Source: Winning Ways, chapter 11; Siegel, Combinatorial Game Theory (2013), chapter VI.
-- @module takeaway.family.loopy

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local games = require "takeaway.family.loopy.games"
local names = require "takeaway.family.loopy.names"
local positions = require "takeaway.engine.loopy"
local reader = require "takeaway.family.loopy.reader"

local M = {}
local metatable = games.metatable
local methods = metatable.__index
local plain_methods = core.value_methods

-- ---- Making ----

-- An operand as a value; numbers and text are read.
local function value_of(x)
  if type(x) == "string" and reader.is_loopy_name(x) then return reader.read(x) end
  if games.is_value(x) then return x end
  return failure.raise(core.value(x))
end

local function is_options(x)
  if type(x) ~= "table" or getmetatable(x) then return false end
  for key in pairs(x) do
    if key ~= "left" and key ~= "right" then return false end
  end
  return true
end

-- The nodes of a table of named ones.
local function read_graph(x)
  local nodes = {}
  for name, node in pairs(x) do
    if name ~= "start" then
      if type(name) ~= "string" or not is_options(node) then
        core.raise("loopy_value: expected nodes with names, such as a = {left = {0}, right = {\"a\"}}, and start, " ..
          "the name of one")
      end
      nodes[name] = {}
    end
  end
  for name, node in pairs(nodes) do
    for _, key in ipairs { "left", "right" } do
      local list = {}
      for i, option in ipairs(x[name][key] or {}) do
        list[i] = type(option) == "string" and (nodes[option] or option == "pass" and node) or value_of(option)
      end
      node[key] = list
    end
  end
  local start = nodes[x.start]
  if not start then core.raise("loopy_value: start: expected the name of a node") end
  return games.graph(start)
end

--- The value of a loopy game: from a name, as `ta.value` reads it, or from a graph.
-- @function loopy_value
-- @param x text; a value; or a table of nodes by name with `start`, the name of one. A node is a table
--   `{left = {...}, right = {...}}`, whose options are names of nodes, "pass", and what `ta.value` takes
-- @treturn loopy the value, a plain one where it is loopfree; or nil, a message and "ELIMIT" (more than 32,768
--   positions, or the memory). Raises when the text is no value. Time and memory go with the square of the number of
--   positions
-- @usage
-- local over = ta.loopy_value { start = "a", a = { left = { 0 }, right = { "a" } } }
-- assert(over == ta.value "over" and over == ta.value "{0|pass}")
function M.loopy_value(x)
  if type(x) == "table" then return read_graph(x) end
  return value_of(x)
end

-- Does a list of options name something loopy?
local function has_loopy(list)
  if type(list) ~= "table" then return false end
  for _, x in pairs(list) do
    if games.is_loopy(x) or type(x) == "string" and reader.is_loopy_name(x) then return true end
  end
  return false
end

-- What `ta.value` makes of what may be loopy; nil: it is plain.
function positions.read(x)
  if type(x) == "string" then return reader.is_loopy_name(x) and reader.read(x) or nil end
  if games.is_loopy(x) then return x end
  if type(x) ~= "table" or not is_options(x) or not (has_loopy(x.left) or has_loopy(x.right)) then return nil end
  local sides = {}
  for i, key in ipairs { "left", "right" } do
    sides[i] = {}
    for k, option in ipairs(x[key] or {}) do sides[i][k] = value_of(option) end
  end
  return games.game(sides[1], sides[2])
end

-- ---- Arithmetic and order ----

function metatable.__add(g, h) return failure.raise(core.loopy_sum(value_of(g), value_of(h))) end

function metatable.__sub(g, h) return failure.raise(core.loopy_sum(value_of(g), -value_of(h))) end

function metatable.__mul(g, h)
  local n = math.type(g) == "integer" and g or math.type(h) == "integer" and h
  if not n then core.raise "*: expected an integer and a value" end
  local v = n == g and h or g
  if n < 0 then n, v = -n, -v end
  local sum = core.value(0)
  while n > 0 do
    if n % 2 == 1 then sum = sum + v end
    n = n // 2
    if n > 0 then v = v + v end
  end
  return sum
end

local function geq(g, h) return games.geq(value_of(g), value_of(h)) end

function metatable.__le(g, h) return geq(h, g) end

function metatable.__lt(g, h) return geq(h, g) and not geq(g, h) end

-- Those with simplest forms are one object where they are equal.
function metatable.__eq(g, h)
  if not games.is_loopy(g) or not games.is_loopy(h) then return false end
  if methods.is_stopper_sided(g) and methods.is_stopper_sided(h) then return false end
  return geq(g, h) and geq(h, g)
end

--- Is g equal to h? Unlike `==`, also where h is a number or text.
-- @function loopy:equals
-- @param h a value, a number or text
-- @treturn boolean
function methods.equals(g, h)
  h = value_of(h)
  return g == h or geq(g, h) and geq(h, g)
end

--- Is g confused with h: neither greater nor less nor equal?
-- @function loopy:confused
-- @param h a value, a number or text
-- @treturn boolean
function methods.confused(g, h) return not geq(g, h) and not geq(h, g) end

for _, name in ipairs { "equals", "confused" } do
  local plain = plain_methods[name]
  plain_methods[name] = function(v, w)
    if games.is_loopy(w) then return methods[name](w, v) end
    return plain(v, w)
  end
end

--- Who wins: "L", "R", "N", "P"; "D" where neither can win; or who wins when Left starts and who when Right
-- starts, D for neither: "LD", "DL", "RD", "DR".
-- @function loopy:outcome
-- @treturn string

--- The name.
-- @function loopy:text
-- @tparam[opt="ascii"] string notation "ascii", "unicode", "latex" or "cgscript"
-- @treturn string
function methods.text(g, notation)
  if not games.is_loopy(g) then core.raise "text: expected a loopy value (called with . instead of : ?)" end
  if notation ~= nil and not names.notations[notation] then
    core.raise 'text: notation: expected "ascii", "unicode", "latex" or "cgscript"'
  end
  return names.text(g, notation or "ascii")
end

function metatable.__tostring(g) return names.text(g, "ascii") end

-- ---- Options ----

local function no_stopper(call)
  return nil, call .. ": a value that is no stopper has a simplest form by its sides, and no options", "EUNSUPPORTED"
end

local function options(g, key, call)
  if not methods.is_stopper(g) then return no_stopper(call) end
  local list = setmetatable({}, core.metatable "takeaway.record")
  for i, node in ipairs(methods.graph(g)[1][key]) do list[i] = failure.raise(core.loopy_follower(g, node)) end
  return list
end

--- Left's options in the simplest form of a stopper.
-- @function loopy:left_options
-- @treturn table list of values; or nil, a message and "EUNSUPPORTED" where it is no stopper
function methods.left_options(g) return options(g, "left", "left_options") end

--- Right's options in the simplest form of a stopper.
-- @function loopy:right_options
-- @treturn table list of values; or nil, a message and "EUNSUPPORTED" where it is no stopper
function methods.right_options(g) return options(g, "right", "right_options") end

--- The followers in the simplest form of a stopper, itself first.
-- @function loopy:followers
-- @treturn table list of values; or nil, a message and "EUNSUPPORTED" where it is no stopper
function methods.followers(g)
  if not methods.is_stopper(g) then return no_stopper "followers" end
  local list = setmetatable({}, core.metatable "takeaway.record")
  for node = 1, #methods.graph(g) do list[node] = failure.raise(core.loopy_follower(g, node)) end
  return list
end

--- How many followers a stopper has, itself included.
-- @function loopy:follower_count
-- @treturn int or nil, a message and "EUNSUPPORTED" where it is no stopper
function methods.follower_count(g)
  if not methods.is_stopper(g) then return no_stopper "follower_count" end
  return #methods.graph(g)
end

--- The graph of the onside: a list of `{left = {...}, right = {...}}`, options by number, the first where the game
-- begins.
-- @function loopy:graph
-- @treturn table

--- The graph of the offside, as @{loopy:graph}.
-- @function loopy:offside_graph
-- @treturn table

--- What it is where all infinite play is won by Left.
-- @function loopy:onside
-- @treturn loopy a stopper; or nil, a message and "EUNSUPPORTED" where none was found

--- What it is where all infinite play is won by Right.
-- @function loopy:offside
-- @treturn loopy a stopper; or nil, a message and "EUNSUPPORTED" where none was found

--- Has it no infinite play in which the players take turns, in simplest form?
-- @function loopy:is_stopper
-- @treturn boolean

--- Are both sides stoppers?
-- @function loopy:is_stopper_sided
-- @treturn boolean

--- Must play end? Loopfree results are plain values, whose answer is true.
-- @function loopy:is_loopfree
-- @treturn boolean

--- Is it a stopper whose only cycles are passes?
-- @function loopy:is_plumtree
-- @treturn boolean

-- ---- Sums of stoppers ----

local function side_of_sum(g, h, side)
  local sum, message, code = core.loopy_sum(value_of(g), value_of(h))
  if sum == nil then return nil, message, code end
  if not games.is_loopy(sum) then return sum end
  return methods[side](sum)
end

--- The onside of g + h.
-- @function loopy:upsum
-- @param h a value, a number or text
-- @treturn loopy the value
function methods.upsum(g, h) return side_of_sum(g, h, "onside") end

--- The offside of g + h.
-- @function loopy:downsum
-- @param h a value, a number or text
-- @treturn loopy the value
function methods.downsum(g, h) return side_of_sum(g, h, "offside") end

--- The degree of loopiness: the onside of g - g.
-- @function loopy:degree
-- @treturn loopy the value, 0 where g is loopfree
function methods.degree(g) return methods.upsum(g, -g) end

--- Is g + g = g?
-- @function loopy:is_idempotent
-- @treturn boolean
function methods.is_idempotent(g)
  local twice = g + g
  return games.is_loopy(twice) and (twice == g or methods.equals(twice, g)) or twice == g
end

local function idempotent(call, degree)
  if methods.is_idempotent(degree) then return true end
  return nil, call .. ": the degree is not idempotent", "EUNSUPPORTED"
end

local function upsum_variety(g, degree)
  local under, message, code = methods.downsum(-g, -degree)
  if under == nil then return nil, message, code end
  return methods.upsum(g, under)
end

local function downsum_variety(g, degree)
  local over, message, code = methods.upsum(-g, degree)
  if over == nil then return nil, message, code end
  return methods.downsum(g, over)
end

local function variety_by(g, degree, call, by)
  if degree == nil then
    local message, code
    degree, message, code = methods.degree(g)
    if degree == nil then return nil, message, code end
  end
  degree = value_of(degree)
  local ok, message, code = idempotent(call, degree)
  if not ok then return nil, message, code end
  return by(g, degree)
end

--- The upsum variety: the upsum of g and the downsum of -g and minus a degree.
-- @function loopy:upsum_variety
-- @param[opt] degree an idempotent, at first the degree of g
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where the degree is not idempotent
function methods.upsum_variety(g, degree) return variety_by(g, degree, "upsum_variety", upsum_variety) end

--- The downsum variety: the downsum of g and the upsum of -g and a degree.
-- @function loopy:downsum_variety
-- @param[opt] degree an idempotent, at first the degree of g
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where the degree is not idempotent
function methods.downsum_variety(g, degree) return variety_by(g, degree, "downsum_variety", downsum_variety) end

--- Are the upsum and the downsum variety the same?
-- @function loopy:is_stable
-- @treturn boolean or nil, a message and "EUNSUPPORTED" where the degree is not idempotent
function methods.is_stable(g)
  local up, message, code = methods.upsum_variety(g)
  if up == nil then return nil, message, code end
  return up == methods.downsum_variety(g)
end

--- The variety of a stable stopper: its upsum and downsum variety.
-- @function loopy:variety
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where the degree is not idempotent or g not stable
function methods.variety(g)
  local up, message, code = methods.upsum_variety(g)
  if up == nil then return nil, message, code end
  if up ~= methods.downsum_variety(g) then return nil, "variety: not stable", "EUNSUPPORTED" end
  return up
end

-- ---- Stops ----

--- Is it on, off, or a number + over or + under?
-- @function loopy:is_pseudonumber
-- @treturn boolean
function methods.is_pseudonumber(g)
  if not methods.is_stopper(g) then return false end
  local left, right = methods.left_options(g), methods.right_options(g)
  if #left + #right == 1 then return (left[1] or right[1]) == g end
  if #left ~= 1 or #right ~= 1 then return false end
  local function is_number(x) return not games.is_loopy(x) and x:is_number() end
  return left[1] == g and is_number(right[1]) or right[1] == g and is_number(left[1])
end

local stop

-- The best stop that a move of the player leads to, by turns; `known` is by player and value.
local function best_stop(g, player, known)
  local best
  for _, option in ipairs(player == 1 and g:left_options() or g:right_options()) do
    local other = stop(option, 3 - player, known)
    if not best or player == 1 and geq(other, best) or player == 2 and geq(best, other) then best = other end
  end
  return best
end

function stop(g, player, known)
  if not games.is_loopy(g) then
    return core.number(player == 1 and g:left_stop() or g:right_stop())
  end
  if methods.is_pseudonumber(g) then return g end
  if not known[player][g] then known[player][g] = best_stop(g, player, known) end
  return known[player][g]
end

local function stop_of(g, player, call)
  if not methods.is_stopper(g) then return no_stopper(call) end
  return stop(g, player, { {}, {} })
end

--- The stop reached when Left starts: g itself where it is on, off, or a number with or without over or under, else the
-- greatest right stop of Left's options.
-- @function loopy:left_stop
-- @treturn string the name of the value; or nil, a message and "EUNSUPPORTED" where g is no stopper
function methods.left_stop(g)
  local found, message, code = stop_of(g, 1, "left_stop")
  if found == nil then return nil, message, code end
  return tostring(found)
end

--- The stop reached when Right starts, see @{loopy:left_stop}.
-- @function loopy:right_stop
-- @treturn string the name of the value; or nil, a message and "EUNSUPPORTED" where g is no stopper
function methods.right_stop(g)
  local found, message, code = stop_of(g, 2, "right_stop")
  if found == nil then return nil, message, code end
  return tostring(found)
end

-- A stop without its over or under.
local function strong_stop(g, player)
  local found = stop(g, player, { {}, {} })
  if not games.is_loopy(found) then return found end
  for _, option in ipairs(found:left_options()) do
    if option ~= found then return option end
  end
  for _, option in ipairs(found:right_options()) do
    if option ~= found then return option end
  end
  return found
end

local function sides(g)
  if games.is_loopy(g) and not methods.is_stopper_sided(g) then return nil end
  if not games.is_loopy(g) then return g, g end
  return methods.onside(g), methods.offside(g)
end

--- Is it infinitesimally near a number: are the stops, but for over and under, one number?
-- @function loopy:is_numberish
-- @treturn boolean
function methods.is_numberish(g)
  local on, off = sides(g)
  if not on then return false end
  local left = strong_stop(on, 1)
  return not games.is_loopy(left) and left == strong_stop(off, 2)
end

--- Is it infinitesimal: are the stops, but for over and under, 0?
-- @function loopy:is_infinitesimal
-- @treturn boolean
function methods.is_infinitesimal(g)
  local on, off = sides(g)
  if not on then return false end
  for _, side in ipairs { on, off } do
    for player = 1, 2 do
      if strong_stop(side, player) ~= core.value(0) then return false end
    end
  end
  return true
end

--- Is it x + Tiny(t) or x + Miny(t) for a number x and a t from over on?
-- @function loopy:is_number_tiny
-- @treturn boolean
function methods.is_number_tiny(g)
  if not methods.is_stopper(g) then return false end
  local minus = -g
  return names.tiny_parts(methods.left_options(g), methods.right_options(g)) ~= nil or
    names.tiny_parts(methods.left_options(minus), methods.right_options(minus)) ~= nil
end

-- ---- The same calls of plain values ----

local PLAIN = {
  onside = function(v) return v end,
  offside = function(v) return v end,
  is_stopper = function() return true end,
  is_stopper_sided = function() return true end,
  is_loopfree = function() return true end,
  is_plumtree = function() return true end,
  is_stable = function() return true end,
  is_pseudonumber = function(v) return v:is_number() end,
  is_idempotent = function(v) return v:equals(0) end,
  degree = function() return core.value(0) end,
  variety = function() return core.value(0) end,
  upsum = function(v, w) return side_of_sum(v, w, "onside") end,
  downsum = function(v, w) return side_of_sum(v, w, "offside") end,
}

for name, answer in pairs(PLAIN) do
  plain_methods[name] = function(v, ...)
    if not games.is_value(v) then core.raise(name .. ": expected a value (called with . instead of : ?)") end
    return answer(v, ...)
  end
end

return {
  title = "Values of loopy games",
  everywhere = true, -- the word is said of rules and play, too
  kin = { "value" },
  calls = M,
  samples = { loopy_value = { "over" } },
  kinds = {
    loopy = {
      noun = "loopy value", sample = "loopy_value", reads = "text", methods = methods,
      gives = {
        onside = {}, offside = {}, left_options = {}, right_options = {}, followers = {}, degree = {}, variety = {},
        upsum = { "1" }, downsum = { "1" }, upsum_variety = {}, downsum_variety = {}, graph = {}, offside_graph = {},
      },
    },
  },
}
