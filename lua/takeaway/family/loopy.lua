--- Values of loopy games: stoppers, and a & b.
--
-- Play of a loopy game need not end; infinite play is a draw. `ta.value` reads these values too. A position whose play
-- need not end has one as its `canonical_form`. They add up and compare with each other and with plain values. A
-- loopfree result is a plain value.
--
-- **Stoppers** have no infinite play in which Left and Right alternate; the simplest form is a graph. Equal stoppers
-- are the same object. `on` is {pass|}, `off` {|pass}, `over` {0|pass}, `under` {pass|0}, `upon` {pass|*}.
--
-- **a & b** is the game that equals the stopper a if Left wins all infinite play (its onside), and the stopper b if
-- Right wins it (its offside). `dud` is on & off, `tis` 1 & 0, `tisn` 0 & -1. They have no options. For some games no
-- stoppers are found as sides (Bach's Carousel). Their sums, order and outcomes are known, but they have no simplest
-- form. `v:is_stopper_sided()` is false for them, and equal ones may be different objects.
--
-- **Names**: `pass` is an option, a move to the game that it is an option of. A name before a brace names that game:
-- a{0||||0|||a|*||*}. Other names follow plain values: `5over`, `^[on]*`, `v<on>`, `Tiny(on)`, `+-{0|over}`.
--
-- Source: Winning Ways, chapter 11; Siegel, Combinatorial Game Theory (2013), chapter VI.
-- @module takeaway.family.loopy

local answers_kin = require "takeaway.base.unsupported"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local games = require "takeaway.family.loopy.games"
local names = require "takeaway.family.loopy.names"
local positions = require "takeaway.engine.loopy"
local powers = require "takeaway.family.loopy.powers"
local reader = require "takeaway.family.loopy.reader"
local sums = require "takeaway.family.loopy.sums"
local whole_number = require "takeaway.base.to_integer"
require "takeaway.family.loopy.stops" -- more methods

local M = {}
local metatable = games.metatable
local methods = metatable.__index
local plain_methods = core.value_methods

-- ---- Making ----

local value_of = reader.value_of

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
  return failure.raise(games.graph(start))
end

--- The value of a loopy game, from a name as `ta.value` reads it, or from a graph.
-- @function loopy_value
-- @param x text; a value; or a table of nodes by name with `start`, the name of one. A node is a table
--   `{left = {...}, right = {...}}`, whose options are names of nodes, "pass", and what `ta.value` takes
-- @treturn loopy the value, a plain one where it is loopfree; or nil, a message and "ELIMIT" (more than 32,768
--   positions, or the memory limit). Raises when the text is no value. Time and memory grow with the square of the
--   number of positions
-- @usage
-- local over = ta.loopy_value { start = "a", a = { left = { 0 }, right = { "a" } } }
-- assert(over == ta.value "over" and over == ta.value "{0|pass}")
function M.loopy_value(x)
  return failure.catch(type(x) == "table" and read_graph or value_of, x)
end

-- Does a list of options contain something loopy?
local function has_loopy(list)
  if type(list) ~= "table" then return false end
  for _, x in pairs(list) do
    if games.is_loopy(x) or type(x) == "string" and reader.is_loopy_name(x) then return true end
  end
  return false
end

-- The value for `ta.value` if x may be loopy; nil if it is plain.
function positions.read(x)
  if type(x) == "string" then return reader.is_loopy_name(x) and reader.read(x) or nil end
  if games.is_loopy(x) then return x end
  if type(x) ~= "table" or not is_options(x) or not (has_loopy(x.left) or has_loopy(x.right)) then return nil end
  local sides = {}
  for i, key in ipairs { "left", "right" } do
    sides[i] = {}
    for k, option in ipairs(x[key] or {}) do sides[i][k] = value_of(option) end
  end
  return failure.raise(games.game(sides[1], sides[2]))
end

-- ---- Arithmetic and order ----

function metatable.__add(g, h) return failure.raise(core.loopy_sum(value_of(g), value_of(h))) end

local negative = metatable.__unm

function metatable.__unm(g) return failure.raise(negative(g)) end

function metatable.__sub(g, h) return failure.raise(core.loopy_sum(value_of(g), -value_of(h))) end

function metatable.__mul(g, h)
  local n, v = whole_number(g), h
  if not n then n, v = whole_number(h), g end
  if not n then core.raise "*: expected an integer and a value" end
  if n == math.mininteger then return v * (n // 2) + v * (n // 2) end -- -n would overflow
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

-- a & b, of values of either kind.
local function sides_of(g, h)
  return failure.raise(core.loopy_sides(value_of(g), value_of(h)))
end

metatable.__band, core.metatable("takeaway.value").__band = sides_of, sides_of

function metatable.__le(g, h) return geq(h, g) end

function metatable.__lt(g, h) return geq(h, g) and not geq(g, h) end

-- Values with simplest forms are one object when equal.
function metatable.__eq(g, h)
  if not games.is_loopy(g) or not games.is_loopy(h) then return false end
  if methods.is_stopper_sided(g) and methods.is_stopper_sided(h) then return false end
  return geq(g, h) and geq(h, g)
end

--- Test whether g equals h. Unlike `==`, h may also be a number or text.
-- @function loopy:equals
-- @param h a value, a number or text
-- @treturn boolean
function methods.equals(g, h)
  h = value_of(h)
  return g == h or geq(g, h) and geq(h, g)
end

--- Test whether g is confused with h: neither greater nor less nor equal.
-- @function loopy:confused
-- @param h a value, a number or text
-- @treturn boolean
function methods.confused(g, h) return not geq(g, h) and not geq(h, g) end

-- Replace the method of plain values if its argument is loopy.
local function where_loopy(name, answer)
  local plain = plain_methods[name]
  plain_methods[name] = function(v, w, ...)
    if type(w) == "string" and reader.is_loopy_name(w) then w = reader.read(w) end
    if games.is_loopy(w) and games.is_value(v) then return answer(v, w, ...) end
    return plain(v, w, ...)
  end
end

-- A text beside a plain value that names a loopy one; operators of values call this.
core.metatable("takeaway.value").__read = function(text)
  return reader.is_loopy_name(text) and reader.read(text) or nil
end

where_loopy("equals", function(v, w) return methods.equals(w, v) end)
where_loopy("confused", function(v, w) return methods.confused(w, v) end)

--- The outcome: "L", "R", "N", "P"; "D" where neither player can win. Otherwise two letters name the winners when Left
-- starts and when Right starts, with D for neither: "LD", "DL", "RD", "DR".
-- @function loopy:outcome
-- @treturn string

--- The name of g.
-- @function loopy:text
-- @tparam[opt="ascii"] string notation "ascii", "unicode", "latex" or "cgscript"
-- @treturn string or nil, a message and "ELIMIT" when the name has more than about 65,000 characters, or "ECANCELLED"
function methods.text(g, notation)
  if not games.is_loopy(g) then core.raise "text: expected a loopy value (called with . instead of : ?)" end
  if notation ~= nil and not names.notations[notation] then
    core.raise 'text: notation: expected "ascii", "unicode", "latex" or "cgscript"'
  end
  return names.text(g, notation or "ascii")
end

function metatable.__tostring(g)
  local name, message, code = names.text(g, "ascii")
  if code and (code ~= "ELIMIT" or message:find("limit of .* is reached")) then failure.raise(nil, message, code) end
  return name or ("loopy value of %d positions (its name is too long)"):format(#methods.graph(g))
end

-- ---- Other sums, and powers ----

--- The ordinal sum g:h of stoppers in simplest form; a move in g ends h.
-- @function loopy:ordinal_sum
-- @param h a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where one is no stopper
function methods.ordinal_sum(g, h) return powers.ordinal_sum(g, value_of(h)) end

--- The x for which base:x, the ordinal sum, is g.
-- @function loopy:subordinate
-- @param base a value, a number, text, or a form (`ta.form`)
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where there is none
-- @usage assert(ta.value "over":subordinate(1) == ta.value "off")
function methods.subordinate(g, base) return powers.subordinate(g, type(base) == "table" and base or value_of(base)) end

--- g to the power 1 to x: g:y, where 1:y = x.
-- @function loopy:pow_to
-- @param x a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED"
function methods.pow_to(g, x) return powers.pow_to(g, value_of(x)) end

--- g to the power x, for g = {0|h}: {0 | h - g:pow_to(x - 1)}. Plain values take loopy exponents too:
-- `ta.up():pow "on"` is ^<on>.
-- @function loopy:pow
-- @param x a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED"
function methods.pow(g, x) return powers.pow(g, value_of(x)) end

--- The conjunctive sum of stoppers in simplest form: a move in both until one ends.
-- @function loopy:conjunctive_sum
-- @param h a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where one is no stopper
-- @usage assert(ta.value "on":conjunctive_sum "on" == ta.value "on")
function methods.conjunctive_sum(g, h) return powers.conjunctive_sum(g, value_of(h)) end

--- The selective sum of stoppers in simplest form, as of plain values: only the first move selects.
-- @function loopy:selective_sum
-- @param h a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where one is no stopper
function methods.selective_sum(g, h) return powers.selective_sum(g, value_of(h)) end

--- The selective compound of stoppers in simplest form: every move is in one part or in both.
-- @function loopy:selective_compound
-- @param h a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where one is no stopper
function methods.selective_compound(g, h) return powers.selective_compound(g, value_of(h)) end

--- The sequential compound of stoppers in simplest form: g until nobody can move there, then h.
-- @function loopy:sequential_compound
-- @param h a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where one is no stopper
function methods.sequential_compound(g, h) return powers.sequential_compound(g, value_of(h)) end

--- The join of stoppers in simplest form: a move in one removes the other.
-- @function loopy:join
-- @param h a value, a number or text
-- @treturn loopy the value; or nil, a message and "EUNSUPPORTED" where one is no stopper
function methods.join(g, h) return powers.join(g, value_of(h)) end

for _, name in ipairs { "ordinal_sum", "conjunctive_sum", "selective_sum", "selective_compound", "sequential_compound",
                        "join", "pow_to", "pow" } do
  where_loopy(name, powers[name])
end

-- Operations without a theory for loopy values.
for _, name in ipairs { "conway_product", "norton_product", "ordinal_product", "heat", "overheat", "cool" } do
  where_loopy(name, function()
    return nil, ("%s: defined only for plain values; this one is loopy"):format(name), "EUNSUPPORTED"
  end)
end

-- ---- Options ----

local function options(g, key, call)
  if not methods.is_stopper(g) then return games.no_stopper(call) end
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

--- The followers in the simplest form of a stopper, the stopper itself first.
-- @function loopy:followers
-- @treturn table list of values; or nil, a message and "EUNSUPPORTED" where it is no stopper
function methods.followers(g)
  if not methods.is_stopper(g) then return games.no_stopper "followers" end
  local list = setmetatable({}, core.metatable "takeaway.record")
  for node = 1, #methods.graph(g) do list[node] = failure.raise(core.loopy_follower(g, node)) end
  return list
end

--- The number of followers of a stopper, itself included.
-- @function loopy:follower_count
-- @treturn int or nil, a message and "EUNSUPPORTED" where it is no stopper
function methods.follower_count(g)
  if not methods.is_stopper(g) then return games.no_stopper "follower_count" end
  return #methods.graph(g)
end

--- The graph of the onside: a list of `{left = {...}, right = {...}}`, options by number, with the start of the game
-- first.
-- @function loopy:graph
-- @treturn table

--- The graph of the offside, as @{loopy:graph}.
-- @function loopy:offside_graph
-- @treturn table

--- The onside: the stopper that it equals if Left wins all infinite play.
-- @function loopy:onside
-- @treturn loopy a stopper; or nil, a message and "EUNSUPPORTED" where none was found

--- The offside: the stopper that it equals if Right wins all infinite play.
-- @function loopy:offside
-- @treturn loopy a stopper; or nil, a message and "EUNSUPPORTED" where none was found

--- Test whether it is a stopper: its simplest form has no infinite play in which the players alternate.
-- @function loopy:is_stopper
-- @treturn boolean

--- Test whether both sides are stoppers.
-- @function loopy:is_stopper_sided
-- @treturn boolean

--- Test whether play must end. A loopfree result is a plain value, and the test is true for it.
-- @function loopy:is_loopfree
-- @treturn boolean

--- Test whether it is a stopper whose only cycles are passes.
-- @function loopy:is_plumtree
-- @treturn boolean

-- ---- Methods of plain values ----

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
  upsum = function(v, w) return sums.side_of_sum(v, w, "onside") end,
  downsum = function(v, w) return sums.side_of_sum(v, w, "offside") end,
}

for name, answer in pairs(PLAIN) do
  plain_methods[name] = function(v, ...)
    if not games.is_value(v) then core.raise(name .. ": expected a value (called with . instead of : ?)") end
    return answer(v, ...)
  end
end

answers_kin(methods, plain_methods, "a loopy value")

return {
  title = "Values of loopy games",
  everywhere = true, -- the word also describes rules and play
  kin = { "value" },
  calls = M,
  documented = { "family/loopy/sums", "family/loopy/stops" },
  samples = { loopy_value = { "over" } },
  kinds = {
    loopy = {
      noun = "loopy value", sample = "loopy_value", reads = "text", methods = methods,
      gives = {
        onside = {}, offside = {}, left_options = {}, right_options = {}, followers = {}, degree = {}, variety = {},
        upsum = { "1" }, downsum = { "1" }, upsum_variety = {}, downsum_variety = {}, ordinal_sum = { "1" },
        conjunctive_sum = { "1" }, selective_sum = { "1" }, selective_compound = { "1" },
        sequential_compound = { "1" }, join = { "1" }, subordinate = { "1" }, pow_to = { "1" }, pow = { "1" },
        graph = {}, offside_graph = {},
      },
    },
  },
}
