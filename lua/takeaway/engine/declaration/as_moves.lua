--- A rule in Lua as a declaration, where it has such a form. You can read it and prove theorems from it.
--
--    local rules = ta.ruleset{ name = "two piles", options = function(emit, a, b, x)
--      if a == 0 or b == 0 then return end
--      for k = 1, x do
--        if k <= a then emit(a - k, b, 2 * k) end
--        if k <= b then emit(a, b - k, 2 * k) end
--      end
--    end }
--    print(rules:as_moves())   --> ta.moves{ "a, b, x", name = "two piles", over = "a = 0 or b = 0", ...
--
-- Takeaway reads the declaration from the compiled program of the rule (@{takeaway.engine.declaration.read_program}),
-- not from samples. Then it calls both at some hundreds or thousands of positions, and returns the declaration only if
-- they name the same options at each. A theorem about it says so.
-- @module takeaway.engine.declaration.as_moves

local core = require "takeaway.core"
local declaration = require "takeaway.engine.declaration"
local failure = require "takeaway.base.failure"
local from_rules = require "takeaway.engine.declaration.from_rules"
local proved = require "takeaway.engine.theorem.proved"
local rulesets = require "takeaway.engine.ruleset"
local settings_of = require "takeaway.base.settings"
local text = require "takeaway.base.text"
local whole_number = require "takeaway.base.to_integer"

local M = {}

-- ---- Positions to compare at --------------------------------------------------------------------

local SIDES = { 200, 30, 10, 6, 4, 3, 2, 2 } -- largest coordinate in the box, by the number of coordinates; else 1
local LARGE, WORK = 200, 300000 -- positions beyond it, and the most options generated there

-- A random generator with a seed of its own, so that each run gives the same numbers.
local function generator()
  local state = 20160229
  return function(most)
    state = state * 6364136223846793005 + 1442695040888963407
    return (state >> 33) % (most + 1)
  end
end

-- Visit all positions of a box, then larger ones. see(position) returns the work done, or nil to end.
local function each_position(count, see, side, large)
  local position = {}
  local function fill(i)
    if i > count then return see(position) ~= nil end
    for n = 0, side or SIDES[count] or 1 do
      position[i] = n
      if not fill(i + 1) then return false end
    end
    return true
  end
  if not fill(1) then return end
  local random, work, reach = generator(), 0, count <= 2 and 10 or 8
  for _ = 1, large or LARGE do
    for i = 1, count do position[i] = random((1 << random(reach)) - 1) + random(3) end
    local done = work < WORK and see(position)
    if not done then return end
    work = work + done
  end
end

-- ---- The options of a rule ----------------------------------------------------------------------

local function shown(position) return "(" .. table.concat(position, ", ") .. ")" end

-- Options as a set of texts, and their number. Raises what the rule raises.
local function options(rule, position)
  local set, count = {}, 0
  rule(function(...)
    local list = ...
    local key = type(list) == "table" and table.concat(list, ",") or table.concat({ ... }, ",")
    set[key], count = true, count + 1
  end, table.unpack(position))
  return set, count
end

-- The options of a sum: replace a component by the options of its part. Components that are no part have no options.
local function sum_options(rules, position)
  local set, count, left = {}, 0, {}
  for _, n in ipairs(position) do left[n] = (left[n] or 0) + 1 end
  for _, part in ipairs(rules.parts(table.unpack(position))) do
    if #part ~= 1 or (left[part[1]] or 0) == 0 then return nil, "its parts are not the numbers of the position" end
    left[part[1]] = left[part[1]] - 1
  end
  for i, n in ipairs(position) do
    local own, named = options(rules.options, { n })
    if left[n] > 0 and next(own) then return nil, "a number that is no part has options" end
    local other = table.move(position, 1, #position, 1, {})
    for key in pairs(own) do
      other[i] = key
      set[table.concat(other, ",")] = true
    end
    count = count + named
  end
  return set, count
end

local function equal(a, b)
  for key in pairs(a) do
    if not b[key] then return false end
  end
  for key in pairs(b) do
    if not a[key] then return false end
  end
  return true
end

-- The number of positions at which rules and declaration were called; or nil and the difference found.
local function compare(rules, declared, count, is_sum)
  local wrong, compared = nil, 0
  each_position(count, function(position)
    local work = 0
    for _, player in ipairs(rules.partizan and { "left", "right" } or { "options" }) do
      local ok, set, named = failure.try(is_sum and sum_options or options, is_sum and rules or rules[player], position)
      if not ok then wrong = ("at %s it raises: %s"):format(shown(position), text.visible(text.message(set))) end
      if ok and not set then wrong = named end
      if wrong then return nil end
      local fine, other = failure.try(options, declared[player], position)
      if not fine or not equal(set, other) then
        wrong = ("at %s its options differ from those of the declaration read from it"):format(shown(position))
        return nil
      end
      work = work + named
    end
    compared = compared + 1
    return work
  end)
  if wrong then return nil, wrong end
  return compared
end

-- ---- Rules as a declaration ---------------------------------------------------------------------

local function check_settings(call, settings)
  if settings ~= nil and type(settings) ~= "table" then
    core.raise(("%s: settings: expected a table, got a %s"):format(call, type(settings)))
  end
  local numbers = settings and settings.numbers
  numbers = whole_number(numbers) or numbers
  if numbers ~= nil and (math.type(numbers) ~= "integer" or numbers < 1 or numbers > 64) then
    core.raise(("%s: numbers: expected an integer from 1 to 64, got %s"):format(call,
      type(numbers) == "number" and numbers or "a " .. type(numbers)))
  end
  return numbers
end

--- Check and return the only setting of `as_moves`.
function M.numbers(settings)
  return check_settings("as_moves", settings_of.check("as_moves", settings, { "numbers" }))
end

local UNFIT = { "terminal", "entails", "packed" }

local function misfit(own, numbers)
  return ("its positions have %s, not %d"):format(text.count(own, "number"), numbers)
end

-- The number of components that the rule takes; or nil and the reason that it is unknown.
local function arity_of(rules, numbers)
  for _, field in ipairs(UNFIT) do
    if rules[field] then return nil, ("it has %s, which no declaration has"):format(field) end
  end
  local own = rules.names
  if rules.parts and own ~= 1 then return nil, "it has parts; a declaration has parts only for single heaps" end
  if own == 0 then return nil, "its rule names no numbers" end
  if not own and not numbers then return nil, "its rule takes any number of numbers: give numbers = 3" end
  if own and numbers and own ~= numbers then
    if own == 1 and rules.parts and not rules.partizan then return 1 end
    return nil, misfit(own, numbers)
  end
  return own or numbers
end

--- Rules from the fields of a declaration that stands for something else.
-- @tparam table fields as `ta.moves` takes them
-- @tparam table origin what it stands for: `note`, words for a theorem; `holds(theorem, position)`, whether the theorem
--   agrees with it about a position, nil where it does not know; `fits(theorem)`, whether it can be compared; `also`,
--   words for the number of positions compared; `misere`, the play convention
-- @treturn ruleset.rules the rules
function M.declared(fields, origin)
  local rules = declaration.moves(fields)
  rules.origin = origin
  return rules
end

-- Is the theorem's claim for a position consistent with its claims for the options that the rule lists?
local function follows(theorem, rules, position, is_sum)
  local set = is_sum and sum_options(rules, position) or options(rules.options, position)
  local won, seen, mex = theorem.misere and not next(set), {}, 0
  for key in pairs(set) do
    local option = {}
    for n in key:gmatch "-?%d+" do option[#option + 1] = math.tointeger(tonumber(n)) end
    won = won or theorem:is_p(table.unpack(option))
    if theorem.what == "nim_value" then seen[theorem:nim_value(table.unpack(option))] = true end
  end
  while seen[mex] do mex = mex + 1 end
  return theorem:is_p(table.unpack(position)) == not won
    and (theorem.what ~= "nim_value" or theorem:nim_value(table.unpack(position)) == mex)
end

-- The declaration, and the number of positions where it was compared; or nil and the reason that there is none.
local function declare(rules, numbers)
  local arity, why = arity_of(rules, numbers)
  if not arity then return nil, why end
  local count, fields = numbers or arity
  fields, why = from_rules.fields(rules, count, arity)
  if not fields then return nil, why end
  local is_sum, origin, needed = rules.parts ~= nil and not rules.partizan, {}, why
  local ok, declared = failure.try(M.declared, fields, origin)
  if not ok then return nil, text.message(declared) end
  declared.declaration.sources, declared.declaration.reasons = needed.sources, needed.reasons
  local compared
  compared, why = compare(rules, declared, count, is_sum)
  if not compared then return nil, why end
  origin.rules = rules
  origin.note = ("read from the Lua rule %s: both have the same options at %s"):format(text.visible(rules.name),
    text.count(compared, "position"))
  origin.also = "; the rule's own moves confirm the theorem at %d"
  function origin.holds(theorem, position) return follows(theorem, rules, position, is_sum) end
  declared.compared = compared
  return declared
end

--- The rules as a declaration.
--
-- A rule has a declaration if its loops run from one linear term to another, its guards compare linear terms, and its
-- options are linear terms. Terms may use // and % by numbers, `math.min`, `math.max` and `math.abs`. These are
-- understood:
--
-- * loops over tables of integers, local functions, several loops and ifs, `break` by a condition that stays true, and
--   `return` where the game is over;
-- * shifts of numbers >= 0, and `&`, `|` and `~` with a number;
-- * entries of tables of integers, as cases; a long table becomes a named table of the declaration.
--
-- Products, quotients and steps by a variable become named functions of the declaration, about which nothing is proved.
--
-- Positions are numbers 0, 1, 2, ... Both are called at all positions of a box and at some larger ones, and must name
-- the same options.
-- @function rules:as_moves
-- @tparam[opt] table settings `numbers`: how many numbers a position has. It is needed where the rule takes `...`, or
--   describes one heap of a sum (it has `parts`)
-- @treturn ruleset.rules rules made by `ta.moves`: `tostring` gives the text, `compared` is the number of positions at
--   which both were called. Rules made by `ta.moves` are returned unchanged. Or nil, the reason with the line of the
--   rule, "EUNSUPPORTED"
-- @usage
-- local nim = ta.ruleset { options = function(emit, a, b)
--   for k = 1, a do emit(a - k, b) end
--   for k = 1, b do emit(a, b - k) end
-- end }
-- assert(#nim:as_moves().declaration.options == 2)
function rulesets.methods:as_moves(settings)
  local numbers = M.numbers(settings)
  if self.declaration then
    local count = #self.declaration.variables
    if not numbers or numbers == count then return self end
    return nil, ("as_moves: %s: %s"):format(self.name, misfit(count, numbers)), "EUNSUPPORTED"
  end
  local declared, why = declare(self, numbers)
  if not declared then return nil, ("as_moves: %s: %s"):format(self.name, why), "EUNSUPPORTED" end
  return declared
end

-- ---- Theorems -----------------------------------------------------------------------------------

local AFTER, AFTER_LARGE = { 60, 12, 6, 4, 3, 2 }, 30

--- Compare a theorem about a declaration with the game that the declaration stands for, and add the result to its text.
-- @tparam ruleset.rules rules
-- @tparam theorem theorem
-- @treturn theorem the theorem; or nil, the difference, "EUNSUPPORTED"
function M.confirm(rules, theorem)
  local origin = rules.origin
  if not origin then return theorem end
  theorem.origin, theorem.note = origin.rules, origin.note
  if not theorem.is_p or origin.fits and not origin.fits(theorem) then return theorem end
  local count, wrong, asked = #rules.declaration.variables, nil, 0
  each_position(count, function(position)
    local holds = origin.holds(theorem, position)
    if holds == false then
      wrong = shown(position)
      return nil
    end
    asked = asked + (holds and 1 or 0)
    return 0
  end, AFTER[count] or 1, AFTER_LARGE)
  if wrong then
    return nil, ("theorem: %s: the theorem on its declaration disagrees with it at %s"):format(rules.name, wrong),
      "EUNSUPPORTED"
  end
  theorem.note = origin.note .. origin.also:format(asked)
  return theorem
end

-- Prove a theorem on the declaration of x.
local function prove(x, settings)
  local rest = {}
  for key, value in pairs(settings) do
    if key ~= "numbers" then rest[key] = value end
  end
  local declared, why, code = x:as_moves { numbers = settings.numbers }
  if not declared then return nil, (why:gsub("^as_moves: ", "theorem: ")), code end
  return declared:theorem(rest)
end

--- A theorem by way of a declaration, for objects that have no `theorem` of their own.
-- @param x an object with `as_moves`
-- @tparam table settings those of `rules:theorem`
-- @return as of `rules:theorem`
function M.theorem(x, settings)
  check_settings("theorem", settings)
  return proved.once(x, settings or {}, prove)
end

-- Only the method is public; the rest is for sibling modules.
return setmetatable({}, { __index = M })
