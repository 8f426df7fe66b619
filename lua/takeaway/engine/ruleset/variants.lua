--- Variants of rulesets, as CGSuite has them: impartial, dicotic, twisted; and two rulesets on one board.
--
-- A variant has the positions of its ruleset and other moves. It keeps the properties that still hold (parts, symmetry,
-- texts) and drops the quick answers. `p:impartial()` is the position in the variant of its ruleset, which is made only
-- once.
-- @module takeaway.engine.ruleset.variants

local check_component = require "takeaway.engine.sum.operators".check_component
local coordinates = require "takeaway.engine.ruleset.coordinates"
local core = require "takeaway.core"
local positions = require "takeaway.engine.ruleset.position"
local rulesets = require "takeaway.engine.ruleset"
local world = require "takeaway.engine.sum.compound_index"

local OPPONENT = { left = "right", right = "left" }
local BESIDE = { "start", "check", "describe", "measure", "parameters", "tables", "example" }

local function check_rules(call, rules)
  if rules.terminal or rules.entails then
    core.raise(("%s: %s ends by a rule, or has entailing moves; variants need games that end where nobody can move")
      :format(call, rules.name))
  end
end

-- The fields of `rules` that describe positions, and those named.
local function kept(rules, name, also)
  local fields = { name = name }
  for _, list in ipairs { BESIDE, also } do
    for _, key in ipairs(list) do fields[key] = rules[key] end
  end
  if not fields.parameters and not fields.start then
    local names, open = coordinates.parameters(rules.options or rules.left)
    fields.parameters = not open and names or nil
  end
  return fields
end

-- ---- Impartial -------------------------------------------------------------------------------

local function both(left, right)
  return function(emit, ...)
    left(emit, ...)
    right(emit, ...)
  end
end

local function impartial(rules)
  if not rules.partizan then return rules end
  local fields = kept(rules, "impartial " .. rules.name, { "parts", "canonical", "ordinal_sum" })
  fields.options = both(rules.left, rules.right)
  if rules.packed then
    fields.packed = {}
    for key, value in pairs(rules.packed) do fields.packed[key] = value end
    fields.packed.left, fields.packed.right = nil, nil
    fields.packed.options = both(rules.packed.left, rules.packed.right)
  end
  return rulesets.ruleset(fields)
end

-- ---- Positions by number --------------------------------------------------------------------------

-- Rules on positions numbered by W, called as `rules` are; with `sign` another number follows. `move(emit, W, player,
-- ...)` makes their moves.
local function numbered(rules, name, sign, move)
  local W = world(true)
  local variant = rulesets.ruleset({
    name = ("%s %s"):format(name, rules.name),
    start = function(...) return W:number(rules(...)), sign end,
    describe = function(n, s) return ("%s%s(%s)"):format(s == -1 and "-" or "", name, W:text(n)) end,
    left = function(emit, ...) move(emit, W, "left", ...) end,
    right = function(emit, ...) move(emit, W, "right", ...) end,
  }, { native = false })
  variant.worlds = { W }
  variant.of = function(position) return positions.wrap(variant, { W:number(position), sign }) end
  return variant
end

-- ---- Dicotic -----------------------------------------------------------------------------------

local ENOUGH = {} -- raised after one option, which is enough

local function first_of(rule, ...)
  local ok, why = pcall(rule, function() error(ENOUGH, 0) end, ...)
  if not ok and why ~= ENOUGH then error(why, 0) end
  return not ok
end

-- `rule`, but only if the other player has a move too.
local function where_both(rule, others)
  return function(emit, ...)
    if first_of(others, ...) then rule(emit, ...) end
  end
end

local function dicotic(rules)
  if not rules.partizan then return rules end
  if not rules.parts then
    local fields = kept(rules, "dicotic " .. rules.name, { "canonical" })
    fields.left, fields.right = where_both(rules.left, rules.right), where_both(rules.right, rules.left)
    return rulesets.ruleset(fields)
  end
  return numbered(rules, "dicotic", nil, function(emit, W, player, n)
    if #W:options(n, OPPONENT[player]) == 0 then return end
    for _, option in ipairs(W:options(n, player)) do emit(option) end
  end)
end

-- ---- Twisted -----------------------------------------------------------------------------------

local function twisted(rules)
  if not rules.partizan then return rules end
  return numbered(rules, "twisted", 1, function(emit, W, player, n, sign)
    for _, option in ipairs(W:options(n, sign > 0 and player or OPPONENT[player])) do emit(option, -sign) end
  end)
end

-- ---- Two rulesets on one board --------------------------------------------------------------------

local function check_pair(call, rules, other)
  if type(other) ~= "table" or getmetatable(other) ~= getmetatable(rules) then
    core.raise(("%s: expected rules, got %s"):format(call, type(other)))
  end
  check_rules(call, rules)
  check_rules(call, other)
  if rules.parts ~= other.parts then
    core.raise(("%s: %s and %s take positions apart in different ways"):format(call, rules.name, other.name))
  end
end

local function of_player(rules, player) return rules[player] or rules.options end

--- The moves of two rulesets on the same positions: a player may make a move of either.
-- @function rules:join
-- @tparam rules other rules with positions of the same form
-- @treturn rules impartial where both are
-- @usage assert(ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end end }
--   :join(ta.ruleset { options = function(emit, n) if n > 1 then emit(n - 2) end end })(5):nim_value() == 2)
function rulesets.methods.join(rules, other)
  check_pair("join", rules, other)
  local fields = kept(rules, ("join of %s and %s"):format(rules.name, other.name), { "parts" })
  if not rules.partizan and not other.partizan then
    fields.options = both(rules.options, other.options)
  else
    for _, player in ipairs { "left", "right" } do
      fields[player] = both(of_player(rules, player), of_player(other, player))
    end
  end
  return rulesets.ruleset(fields)
end

--- Two rulesets on the same positions: Left moves by the first, Right by the second.
-- @function rules:partizan_join
-- @tparam rules other rules with positions of the same form, Right's
-- @treturn rules partizan rules
-- @usage
-- local left, right = ta.subtraction { 1 }:position(0):ruleset(), ta.subtraction { 2 }:position(0):ruleset()
-- assert(tostring(left:partizan_join(right)(2):canonical_form()) == "{1|0}")
function rulesets.methods.partizan_join(rules, other)
  check_pair("partizan_join", rules, other)
  local fields = kept(rules, ("%s | %s"):format(rules.name, other.name), { "parts" })
  fields.left, fields.right = of_player(rules, "left"), of_player(other, "right")
  return rulesets.ruleset(fields)
end

-- ---- Calls -------------------------------------------------------------------------------------

--- The impartial variant: both players may make the moves of both. Domineering becomes Cram.
-- @function rules:impartial
-- @treturn rules impartial rules; an impartial game is returned unchanged
-- @usage assert(ta.rules.domineering:impartial()(3, 3):nim_value() == ta.rules.cram(3, 3):nim_value())

--- The dicotic variant: where one player cannot move, the other cannot either, so that all values are all-small.
-- @function rules:dicotic
-- @treturn rules partizan rules; an impartial game is returned unchanged
-- @usage assert(ta.rules.domineering:dicotic()(2, 2):canonical_form():is_all_small())

--- The twisted variant: after each move the players change roles. The player in Left's role moves as Left in the
-- ruleset. Positions print as negatives while the roles are changed.
-- @function rules:twisted
-- @treturn rules partizan rules; an impartial game is returned unchanged
-- @usage print(ta.rules.domineering:twisted()(2, 3):canonical_form())

--- The position in the impartial variant of its ruleset, by `rules:impartial`.
-- @function position:impartial
-- @treturn position.position the position

--- The position in the dicotic variant of its ruleset, by `rules:dicotic`.
-- @function position:dicotic
-- @treturn position.position the position

--- The position in the twisted variant of its ruleset, by `rules:twisted`.
-- @function position:twisted
-- @treturn position.position the position

local made = setmetatable({}, { __mode = "k" }) -- of each ruleset its variants, by name

for name, make in pairs { impartial = impartial, dicotic = dicotic, twisted = twisted } do
  rulesets.methods[name] = function(rules)
    check_rules(name, rules)
    local own = made[rules] or {}
    made[rules] = own
    own[name] = own[name] or make(rules)
    return own[name]
  end
  positions.methods[name] = function(position)
    check_component(name, position)
    local rules = position:ruleset()
    local variant = rules[name](rules)
    if variant == rules then return position end
    if variant.of then return variant.of(position) end
    return positions.wrap(variant, { table.unpack(position) })
  end
end

return {}
