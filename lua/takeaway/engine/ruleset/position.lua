--- Positions: call a ruleset with components to get one.
--
-- A position is a list of its components, `p[1]`, `p[2]`, ..., with the methods below. Positions add up to sums
-- (@{takeaway.engine.sum}). `p == q` means the same position; `p:equals(q)`, `p <= q` and `p < q` compare values.
-- @module takeaway.engine.ruleset.position

local budget = require "takeaway.base.budget"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local forms = require "takeaway.engine.sum.misere_forms"
local keys = require "takeaway.base.position_key"
local known_value = require "takeaway.engine.ruleset.known_value"
local loopy = require "takeaway.engine.loopy"
local method_tables = require "takeaway.base.methods"
local moves = require "takeaway.engine.sum.moves"
local nim_values = require "takeaway.base.nim_value"
local of_value = require "takeaway.engine.sum.of_value"
local sums = require "takeaway.engine.sum"
local text = require "takeaway.base.text"

local debug_metatable = debug.getmetatable

local MARK = {} -- in the metatable of every position

local function is_position(x)
  local mt = type(x) == "table" and getmetatable(x)
  return type(mt) == "table" and mt.mark == MARK
end

local function rules_of(position)
  local mt = debug_metatable(position)
  if not mt or mt.mark ~= MARK then
    core.raise("expected a position (called with . instead of : ?), got " .. text.shown(position))
  end
  return mt.rules
end

local position_methods = method_tables.of("position", is_position, nil, rules_of)

local function same_position(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

sums.bind(is_position, rules_of, same_position)

local function wrap(rules, components) return setmetatable(components, rules.metatable) end

local function wrap_all(rules, list, message, code)
  if not list then return nil, message, code end
  for i = 1, #list do wrap(rules, list[i]) end
  return list
end

local function position_text(self)
  local rules = rules_of(self)
  if rules.describe then
    local ok, described = failure.try(rules.describe, table.unpack(self))
    if ok and type(described) == "string" then return text.visible(described) end
  end
  local parts = {}
  for i = 1, #self do parts[i] = type(self[i]) == "string" and text.quoted(self[i]) or tostring(self[i]) end
  return rules.name .. "(" .. table.concat(parts, ", ") .. ")"
end

-- Fields of a ruleset that may give an answer of its own, by query.
local QUICK = { outcome_by = "outcome", misere_outcome_by = "misere_outcome", nim_value = "nim_value" }
local OUTCOMES = { N = "N", P = "P", L = "L", R = "R", D = "D", LD = "LD", DL = "DL", RD = "RD",
                   DR = "DR" }
local SOME_OUTCOME = "N, P, L, R, D, LD, DL, RD or DR"
local NIM_VALUES = setmetatable({}, { __index = function(_, value)
  local n = type(value) == "number" and math.tointeger(value)
  return n and n >= 0 and n <= 1 << 62 and n or nil
end })

-- Queries that the engine solves, by number; an answer it holds is returned at once. An infinite nim value is a list,
-- and the remoteness of a partizan position is two numbers.
local ENGINE = { [0] = "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }

local function engine_answers(rules, question)
  if rules.parts or rules.canonical then return false end
  if question == "outcome" then return not rules.outcome_by and not rules.nim_value end
  if question == "misere_outcome" then return not rules.misere_outcome_by end
  return not rules.partizan and (question ~= "nim_value" or not rules.nim_value and not rules.entails)
end

local UNBOUND = { ruleset = true, is_partizan = true }

local function bounds_of(position) return rules_of(position).bounds end

-- The methods of the positions of these rules, which keep to the rules' limits if there are any.
local function bound(rules)
  local mt = rules.metatable
  local own = mt.__index
  for name, f in pairs(position_methods) do
    own[name] = rules.bounds and not UNBOUND[name] and budget.method(bounds_of, f) or f
  end
  for number, question in pairs(ENGINE) do
    if engine_answers(rules, question) then own[question] = core.asker(own[question], number, mt, rules.core) end
  end
end

local function new_metatable(rules)
  local mt = { rules = rules, mark = MARK, __name = "position", __index = {}, __tostring = position_text,
               __bounds = bounds_of }
  for name, f in pairs(sums.arithmetic) do mt[name] = f end
  function mt.__eq(a, b)
    if sums.is_sum(a) or sums.is_sum(b) then return sums.same(a, b) end
    if not is_position(a) or not is_position(b) or rules_of(a) ~= rules_of(b) then return false end
    if same_position(a, b) then return true end
    if not rules.canonical then return false end
    local x, y = rules.core:canonical(table.unpack(a)), rules.core:canonical(table.unpack(b))
    return same_position(x[1], y[1])
  end
  return mt
end

-- The position as a sum of its parts, if its ruleset has parts and it does not consist of one part.
local function as_sum(self)
  local rules = rules_of(self)
  if not rules.parts then return nil end
  local parts, message, code = rules.core:parts(table.unpack(self))
  if not parts then return nil, message, code end
  if #parts == 1 and same_position(parts[1], self) then return nil end
  local sum = sums.new {}
  for _, part in ipairs(parts) do sum = sum + wrap(rules, part) end
  return sum
end

-- The answer by a faster method of the ruleset, which must be valid: `fits` converts it, or returns nil.
local function quick(self, field, fits, expected)
  local rules = rules_of(self)
  local value, message, code = rules[field](table.unpack(self))
  if value == nil and type(message) == "string" and type(code) == "string" then return nil, message, code end
  local answer = fits[value]
  if answer == nil then
    core.raise(("%s of %s: expected %s, got %s"):format(QUICK[field], position_text(self), expected,
      text.shown(value)))
  end
  return answer
end

--- Test whether the position belongs to a partizan ruleset.
-- @function position:is_partizan
function position_methods:is_partizan() return rules_of(self).partizan end

--- The ruleset of the position.
-- @function position:ruleset
-- @treturn ruleset.rules the ruleset
function position_methods:ruleset() return (rules_of(self)) end

--- The winner: "N", the next player, or "P", the previous one. "D" is a draw, where play need not end and neither
-- player can win. A partizan position also has "L" and "R". Where one starting player draws, two letters name the
-- winners when Left starts and when Right starts: "LD", "DL", "RD", "DR". The search stops at the first winning option.
-- Also called outcome class, winner, who wins.
-- @function position:outcome
-- @treturn string; or nil, message, code ("ELIMIT", "ECANCELLED")
function position_methods:outcome()
  local rules = rules_of(self)
  if rules.outcome_by then return quick(self, "outcome_by", OUTCOMES, SOME_OUTCOME) end
  if rules.nim_value and not rules.partizan then
    local value, message, code = self:nim_value()
    if not value then return nil, (message:gsub("^nim_value:", "outcome:")), code end
    return nim_values.outcome(value)
  end
  local value, message, code = known_value(rules, self)
  if value then value, message, code = value:outcome() end
  if value then return value end
  if code then return nil, message, code end
  if rules.parts and (rules.partizan or rules.entails) then return sums.methods.outcome(self + sums.new {}) end
  return rules.core:outcome(false, table.unpack(self))
end

--- The outcome in misere play, where the player who cannot move wins.
-- @function position:misere_outcome
function position_methods:misere_outcome()
  local rules = rules_of(self)
  if rules.misere_outcome_by then return quick(self, "misere_outcome_by", OUTCOMES, SOME_OUTCOME) end
  if rules.parts then return sums.methods.misere_outcome(self + sums.new {}) end
  return rules.core:outcome(true, table.unpack(self))
end

--- The nim value (Grundy value) of an impartial position. Where play need not end it may be inf(K). With entailing
-- moves it may be sunny, or a set where the player to move must answer here: see @{takeaway.base.nim_value}. A partizan
-- position has a nim value where its canonical form is a nimber. This holds wherever both players have the same moves
-- to the end. Also called Grundy value, Grundy number, Sprague-Grundy value, nimber.
-- @function position:nim_value
-- @treturn int; or nil, message, code ("EPARTIZAN" where the value is no nimber, and those of
--   @{position:canonical_form})
-- @usage assert(ta.rules.hackenbush "g(g;gg)":nim_value() == 4)
function position_methods:nim_value()
  local rules = rules_of(self)
  if rules.partizan then return sums.nim_value_by_value(self) end
  if rules.nim_value and not rules.parts and not rules.partizan then
    return quick(self, "nim_value", NIM_VALUES, "an integer from 0 to 2^62")
  end
  local value, message, code = rules.core:nim_value(table.unpack(self))
  if not value then return nil, message, code end
  return nim_values.from(value)
end

--- The value of the position in normal play: its canonical form. Takeaway computes it from the ends of the game upwards
-- and keeps it with the other solved positions. An impartial position has a nimber. A `progress` function of the
-- ruleset is called with the number of positions or games held. Where play need not end, the result is a loopy value
-- (@{takeaway.family.loopy}); positions on common cycles are valued together. Also called simplest form, game value,
-- form without dominated options and reversible moves.
-- @function position:canonical_form
-- @treturn value.v the value, see @{takeaway.family.value}; or nil, message, code: "ELOOPY" where the sides of a loopy
--   game are not found to be stoppers; "ELIMIT" by the limits of the ruleset or of `ta.values`, with the values found
--   so far kept; "ERANGE", "ECANCELLED"
-- @usage assert(tostring(ta.rules.domineering(2, 2):canonical_form()) == "+-1")
function position_methods:canonical_form()
  local rules = rules_of(self)
  if rules.partizan then
    local value, message, code = known_value(rules, self)
    if value then return value end -- nothing follows it
    if code then return nil, message, code end
    value, message, code = rules.core:canonical_form(table.unpack(self))
    if value then return value end -- nothing follows it
    if code == "ELOOPY" then return loopy.canonical_form(rules, self) end
    return nil, message, code
  end
  if rules.entails then
    return nil, "canonical_form: a game with entailing moves has nim values, and no canonical forms", "EUNSUPPORTED"
  end
  local value, message, code = self:nim_value()
  if not value then return nil, (message:gsub("^nim_value:", "canonical_form:")), code end
  if nim_values.is_infinite(value) then return loopy.canonical_form(rules, self) end
  return core.star(value)
end

--- The misere canonical form of an impartial position. It determines the outcome of every sum when the player who
-- cannot move wins. Takeaway computes it from the ends of the game upwards and keeps it with the other solved
-- positions.
-- @function position:misere_canonical_form
-- @treturn misere.v the misere value, see @{takeaway.family.misere}; or nil, message, code: "EPARTIZAN"; "ELOOPY" with
--   a cycle; "EUNSUPPORTED" with entailing moves or a `terminal` rule; "ELIMIT" by the limits of the ruleset or of
--   `ta.misere_values`, with the forms found so far kept; "ECANCELLED"
-- @usage assert(tostring(ta.rules.kayles(8):misere_canonical_form()) == "*[2[3]]")
function position_methods:misere_canonical_form()
  local rules = rules_of(self)
  if rules.entails or rules.terminal then
    local what = rules.entails and "entailing moves" or "a terminal rule"
    return nil, ("misere_canonical_form: a game with %s has no canonical forms"):format(what), "EUNSUPPORTED"
  end
  return rules.core:misere_canonical_form(table.unpack(self))
end

--- The misere nim value: the n for which the sum of this position and `*n` is a P-position in misere play. It is read
-- off the misere canonical form.
-- @function position:misere_nim_value
-- @treturn int; or nil, message, code as for @{position:misere_canonical_form}
function position_methods:misere_nim_value() return forms.misere_nim_value(self) end

--- The genus: the nim value and the misere nim values of the sums with heaps of two. It is read off the misere
-- canonical form.
-- @function position:genus
-- @treturn genus.genus the genus, see @{takeaway.base.genus}; or nil, message, code as for
--   @{position:misere_canonical_form}
-- @usage assert(tostring(ta.rules.kayles(5):genus()) == "4^146")
function position_methods:genus() return forms.genus(self) end

local function remoteness(self, misere)
  local rules = rules_of(self)
  if rules.parts then
    return sums.methods[misere and "misere_remoteness" or "remoteness"](self + sums.new {})
  end
  local left, message, code = rules.core:remoteness(0, misere, table.unpack(self))
  if not left then return nil, message, code end
  if not rules.partizan then return left end
  local right, message2, code2 = rules.core:remoteness(1, misere, table.unpack(self))
  if not right then return nil, message2, code2 end
  return left, right
end

--- The number of moves left under best play, when the winner hurries and the loser delays; inf for a draw.
-- @function position:remoteness
-- @treturn int impartial: one number; partizan: two, Left and Right starting
function position_methods:remoteness() return remoteness(self, false) end
--- The number of moves left in misere play; results as of @{position:remoteness}.
-- @function position:misere_remoteness
function position_methods:misere_remoteness() return remoteness(self, true) end

--- The number of distinct positions that moves of either player can reach, this one included. Positions with the same
-- canonical representative count once. In a ruleset with parts, so do positions with the same parts that can still
-- move. Also called subpositions, reachable positions.
-- @function position:followers
function position_methods:followers()
  local rules = rules_of(self)
  if rules.parts then return sums.methods.followers(self + sums.new {}) end
  return rules.core:followers(table.unpack(self))
end

local function options(self, player)
  local sum, message, code = as_sum(self)
  if sum then return sum[player == 0 and "left_options" or "right_options"](sum) end
  if code then return nil, message, code end
  local rules = rules_of(self)
  return wrap_all(rules, rules.core:options(player, nil, table.unpack(self)))
end

--- The options, as positions, in the order in which the rule emits them and without repeats. A partizan position gives
-- those of both players. Also called moves, children.
-- @function position:options
function position_methods:options()
  local list, message, code = options(self, 0)
  if not list then return nil, message, code end
  if not rules_of(self).partizan then return list end
  local right, message2, code2 = options(self, 1)
  if not right then return nil, message2, code2 end
  return keys.append(list, right)
end

--- The options of Left; all options of an impartial position.
-- @function position:left_options
-- @treturn table list of positions
function position_methods:left_options() return options(self, 0) end

--- The options of Right; all options of an impartial position.
-- @function position:right_options
-- @treturn table list of positions
function position_methods:right_options() return options(self, rules_of(self).partizan and 1 or 0) end

--- Test whether two values are equal, so that the second player wins `p - q`. Also called equality, equal games,
-- comparison, comparing.
-- @function position:equals
function position_methods:equals(other)
  local mt = debug_metatable(self)
  if not mt or mt.mark ~= MARK then rules_of(self) end
  if self == other then return true end
  return sums.methods.equals(self + sums.new {}, other)
end

-- The winning moves by the ruleset's own faster method, as positions; nil if it has none, or none for this position.
local function known_winning_moves(self, player)
  local rules = rules_of(self)
  local list, message, code = rules.winning_moves_by(player, table.unpack(self))
  if list == nil then return nil, message, code end
  if type(list) ~= "table" then
    core.raise(("winning_moves of %s: expected a list of positions or nil, got %s"):format(position_text(self),
      text.shown(list)))
  end
  local moved = text.record {}
  for i, option in ipairs(list) do moved[i] = wrap(rules, type(option) == "table" and option or { option }) end
  return moved
end

moves.add(position_methods, function(self, player, misere)
  local rules = rules_of(self)
  if rules.winning_moves_by and not misere then
    local list, message, code = known_winning_moves(self, player)
    if list or code then return list, message, code end
  end
  if rules.parts or rules.outcome_by or rules.nim_value then return nil end
  return wrap_all(rules, rules.core:options(player == "left" and 0 or 1, misere and 1 or 0, table.unpack(self)))
end)
moves.add(sums.methods, nil, true)
of_value(position_methods)
of_value(sums.methods)

return { methods = position_methods, is_position = is_position, rules_of = rules_of, wrap = wrap,
         new_metatable = new_metatable, bound = bound, same = same_position }
