--- Sums of positions: `p + q`, `p - q`, `-p`, `n * p`, of any rulesets, and of values
-- (@{takeaway.engine.sum.value_terms}).
--
-- A sum has the same methods as a position. Impartial games in normal play are added by their nim values. Other sums
-- are searched, component by component. The outcome of a partizan sum is found from the values of its terms where that
-- is quicker (takeaway.engine.sum.sum_outcome).
-- @module takeaway.engine.sum

local budget = require "takeaway.base.budget"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local forms = require "takeaway.engine.sum.misere_forms"
local keys = require "takeaway.base.position_key"
local loopy = require "takeaway.engine.loopy"
local method_tables = require "takeaway.base.methods"
local misere_outcome = require "takeaway.engine.sum.misere_outcome"
local nim_values = require "takeaway.base.nim_value"
local outcomes = require "takeaway.engine.outcome"
local questions = require "takeaway.engine.question"
local sum_outcome = require "takeaway.engine.sum.sum_outcome"
local text = require "takeaway.base.text"

local Sum, methods, refuse = method_tables.class("sum", "sum")

-- Set by takeaway.engine.ruleset.position, which is loaded later, since it requires sums.
local is_position, rules_of, same_position

local function bind(position, rules, same)
  is_position, rules_of, same_position = position, rules, same
end

-- The position of a value; takeaway.engine.sum.value_terms sets it.
local of_value

local function bind_values(f) of_value = f end

local function is_sum(x) return getmetatable(x) == Sum end

-- The least limits of the terms' rules; nil if there are none.
local function bounds_of(sum)
  local list
  for _, t in ipairs(sum.terms) do
    local bounds = rules_of(t.position).bounds
    if bounds then
      list = list or {}
      list[#list + 1] = bounds
    end
  end
  return list and budget.least(list)
end

Sum.__bounds = bounds_of
local add_method = getmetatable(methods).__newindex -- it checks the receiver of a method
getmetatable(methods).__newindex = function(_, name, method)
  add_method(methods, name, budget.method(bounds_of, method))
end

-- ---- Making -----------------------------------------------------------------

local TIMES_MOST <const> = 0xffffffff -- the largest n in n * p
local COPIES_MOST <const> = math.maxinteger -- of one position

local function check_copies(count, position, call) -- a float, since integers would wrap
  if count >= 0x1p63 then
    core.raise(("%s: more than %d copies of %s"):format(call, COPIES_MOST, tostring(position)))
  end
end

local function add_term(terms, position, sign, count, call)
  local rules = rules_of(position)
  if not rules.partizan then sign = 1 end
  for _, t in ipairs(terms) do
    if t.sign == sign and rules_of(t.position) == rules and same_position(t.position, position) then
      check_copies(t.count + 0.0 + count, position, call)
      t.count = t.count + count
      return
    end
  end
  if count > 0 then terms[#terms + 1] = { position = position, sign = sign, count = count } end
end

local function describe(x)
  local calls = type(x) == "userdata" and debug.getmetatable(x).__index
  if type(calls) == "table" and calls.position then return tostring(x) .. ", a game; game(...) is a position" end
  local object = type(x) == "table" and (getmetatable(x) and tostring(x) or "a table")
  return object or x == nil and "nil" or ("%s (a %s)"):format(tostring(x), type(x))
end

local function add_all(terms, x, sign, count, call)
  x = of_value(x) or x
  if is_position(x) then
    add_term(terms, x, sign, count, call)
  elseif is_sum(x) then
    for _, t in ipairs(x.terms) do
      check_copies((count + 0.0) * t.count, t.position, call)
      add_term(terms, t.position, sign * t.sign, count * t.count, call)
    end
  else
    core.raise(("%s: expected a position, a sum or a value, got %s"):format(call, describe(x)))
  end
end

local function new(terms) return setmetatable({ terms = terms }, Sum) end

local arithmetic = {}

function arithmetic.__add(a, b)
  local terms = {}
  add_all(terms, a, 1, 1, "+")
  add_all(terms, b, 1, 1, "+")
  return new(terms)
end

function arithmetic.__sub(a, b)
  local terms = {}
  add_all(terms, a, 1, 1, "-")
  add_all(terms, b, -1, 1, "-")
  return new(terms)
end

function arithmetic.__unm(a)
  local terms = {}
  add_all(terms, a, -1, 1, "-")
  return new(terms)
end

function arithmetic.__mul(a, b)
  if type(a) ~= "number" then a, b = b, a end
  local n = math.type(a) == "integer" and a or math.tointeger(a)
  if type(a) ~= "number" or not n then
    core.raise(("*: expected an integer times a position, got %s"):format(describe(a)))
  end
  if n < -TIMES_MOST or n > TIMES_MOST then
    core.raise(("*: expected at most %d times a position, got %s"):format(TIMES_MOST, describe(a)))
  end
  local terms = {}
  add_all(terms, b, n < 0 and -1 or 1, math.abs(n), "*")
  return new(terms)
end

-- a - b, for comparing.
local function difference(a, b, call)
  local terms = {}
  add_all(terms, a, 1, 1, call)
  add_all(terms, b, -1, 1, call)
  return new(terms)
end

-- Is a >= b? From the outcome of a - b, when Right starts: true if Left wins, false if she loses. A draw, which takes
-- endless play, decides nothing: nil.
local function not_less(outcome)
  local who = outcomes.starting(outcome, "right")
  if who == "D" then return nil end
  return who == "L"
end

local function not_more(outcome)
  local who = outcomes.starting(outcome, "left")
  if who == "D" then return nil end
  return who == "R"
end

local UNKNOWN = "%s: play need not end, and the difference is drawn (%s): their order is not known"

-- Is a >= b, by their values when the difference is drawn? Raises if the values are unknown.
local function geq_by_values(a, b, call, outcome)
  local function value_of(x)
    local sum = core.value(0)
    for _, t in ipairs((x + new {}).terms) do
      local value, _, code = t.position:canonical_form()
      if code == "ELOOPY" then value = loopy.value(rules_of(t.position), t.position) end
      if value == nil then failure.raise(nil, UNKNOWN:format(call, outcome), "ELOOPY") end
      sum = sum + t.sign * t.count * value
    end
    return sum
  end
  return failure.raise(core.loopy_geq(value_of(a), value_of(b)))
end

function arithmetic.__le(a, b)
  if a == b then return true end
  local outcome = failure.raise(difference(b, a, "<="):outcome())
  local holds = not_less(outcome)
  if holds == nil then return geq_by_values(b, a, "<=", outcome) end
  return holds
end

function arithmetic.__lt(a, b)
  if a == b then return false end
  local outcome = failure.raise(difference(b, a, "<"):outcome())
  local above, below = not_less(outcome), not_more(outcome)
  if above == false or below == true then return false end
  if above == nil and not geq_by_values(b, a, "<", outcome) then return false end
  return below ~= nil or not geq_by_values(a, b, "<", outcome)
end

-- ---- The engine behind a sum ------------------------------------------------------

local engines = setmetatable({}, { __mode = "v" })

-- The core's sum of the rulesets of these terms, shared while in use, and the terms in the core's form: {game, sign,
-- count, component, ...}.
local function engine_of(self)
  local index, list = {}, {}
  for _, t in ipairs(self.terms) do
    local rules = rules_of(t.position)
    if not index[rules] then
      index[rules] = true
      list[#list + 1] = rules
    end
  end
  table.sort(list, function(a, b) return a.serial < b.serial end)
  local key, boxes = {}, {}
  for i, rules in ipairs(list) do
    index[rules], key[i], boxes[i] = i, rules.serial, rules.core
  end
  key = table.concat(key, " ")
  local engine = engines[key]
  if not engine then
    engine = core.sum(boxes)
    engines[key] = engine
    for _, rules in ipairs(list) do
      -- `rules:clear()` clears these engines. Values are weak: Lua removes them before it closes their objects
      rules.engines = rules.engines or setmetatable({}, { __mode = "v" })
      rules.engines[key] = engine
    end
  end
  self.engine = engine
  if #list == 1 then list[1].sums = engine end
  local question = questions.of(list)
  engine:limit(table.unpack(question.limits))
  local terms = {}
  for i, t in ipairs(self.terms) do
    terms[i] = { index[rules_of(t.position)], t.sign, t.count, table.unpack(t.position) }
  end
  return engine, terms, question
end

local function partizan(self)
  for _, t in ipairs(self.terms) do
    if rules_of(t.position).partizan then return true end
  end
  return false
end

-- ---- Values -----------------------------------------------------------------------

--- The value: the sum of the values of the terms, with nimbers for impartial terms.
-- @function sum:canonical_form
-- @return the value; or nil, message, code as for a position
function methods:canonical_form()
  local values = {}
  for i, t in ipairs(self.terms) do
    local value, message, code = t.position:canonical_form()
    if not value then return nil, message, code end
    values[i] = value
  end
  return failure.catch(function()
    local sum = core.value(0)
    for i, t in ipairs(self.terms) do sum = sum + t.sign * t.count * values[i] end
    return sum
  end)
end

--- The misere canonical form of a sum of impartial positions: the sum of those of the terms.
-- @function sum:misere_canonical_form
-- @treturn misere.v the misere value; or nil, message, code as for a position
function methods:misere_canonical_form()
  local terms, message, code = forms.of_terms(self.terms)
  if not terms then return nil, message, code end
  return forms.sum(terms)
end

--- The misere nim value, found from the genus.
-- @function sum:misere_nim_value
-- @treturn int; or nil, message, code as for a position
function methods:misere_nim_value()
  local genus, message, code = self:genus()
  if not genus then return nil, message, code end
  return genus:digit(0)
end

--- The genus: the sum of the terms' genera where all terms are generally tame, else found from the misere canonical
-- form.
-- @function sum:genus
-- @treturn genus.genus the genus; or nil, message, code as for a position
function methods:genus()
  local terms, message, code = forms.of_terms(self.terms)
  if not terms then return nil, message, code end
  return forms.genus_of_sum(terms)
end

-- ---- Questions --------------------------------------------------------------------

local EPARTIZAN = "nim_value: the value is %s, and no nimber; with p:impartial() both players have the moves of both"

-- The nim value of a game that may be partizan, from its value.
local function nim_value_by_value(self)
  local value, message, code = self:canonical_form()
  if code == "ELOOPY" or code == "EUNSUPPORTED" then
    return nil, "nim_value: a partizan game has no nim values; ask for the outcome", "EPARTIZAN"
  elseif value == nil then
    return nil, (message:gsub("^canonical_form:", "nim_value:")), code
  end
  if getmetatable(value) == "takeaway.value" and value:is_nimber() then return value:nim_value() end
  local shown = tostring(value)
  return nil, EPARTIZAN:format(#shown <= 60 and shown or shown:sub(1, 57) .. "..."), "EPARTIZAN"
end

--- The nim value: the nim sum of the terms' nim values. With a partizan term it is found from the value, where that is
-- a nimber.
-- @function sum:nim_value
-- @treturn integer; or nil, message, "EPARTIZAN" and the engine's other failures
function methods:nim_value()
  if getmetatable(self) ~= Sum then refuse(self) end
  if partizan(self) then return nim_value_by_value(self) end
  local values = {}
  for _, t in ipairs(self.terms) do
    local value, message, code = t.position:nim_value()
    if not value then return nil, message, code end
    local copies = nim_values.is_special(value) and math.min(t.count, 2) or t.count % 2 -- more than two give the same
    for _ = 1, copies do values[#values + 1] = value end
  end
  return failure.catch(nim_values.nim_sum, table.unpack(values))
end

-- Does some component's ruleset have entailing moves?
local function entailing(self)
  for _, t in ipairs(self.terms) do
    if rules_of(t.position).entails then return true end
  end
  return false
end

--- The outcome: "N", "P" or "D"; with a partizan component as of @{position:outcome}.
-- @function sum:outcome
function methods:outcome()
  if getmetatable(self) ~= Sum then refuse(self) end
  if not partizan(self) then
    local value, message, code = self:nim_value()
    if value then return nim_values.outcome(value) end
    -- with entailing moves, endless play has no values but has outcomes
    if not entailing(self) or code ~= "ELOOPY" and code ~= "EUNSUPPORTED" then
      return nil, (message:gsub("^nim_value:", "outcome:")), code
    end
  end
  local engine, terms, question = engine_of(self)
  return sum_outcome(self.terms, rules_of, engine, question, function()
    return engine:outcome(terms, question.progress, false)
  end)
end

--- The outcome in misere play, where the player who cannot move wins. A search alternates with the misere quotient of
-- all impartial positions that the terms can reach.
-- @function sum:misere_outcome
function methods:misere_outcome()
  local engine, terms, question = engine_of(self)
  return misere_outcome.outcome(self.terms, rules_of, engine, question, function()
    return engine:outcome(terms, question.progress, true)
  end)
end

local function remoteness(self, misere)
  local engine, terms, question = engine_of(self)
  local left, message, code = engine:remoteness(terms, question.progress, misere, 0)
  if not left then return nil, message, code end
  if not partizan(self) then return left end
  local right, message2, code2 = engine:remoteness(terms, question.progress, misere, 1)
  if not right then return nil, message2, code2 end
  return left, right
end

--- The number of moves left when the winner hurries and the loser delays; two numbers, Left and Right starting, when a
-- component is partizan.
-- @function sum:remoteness
function methods:remoteness() return remoteness(self, false) end
function methods:misere_remoteness() return remoteness(self, true) end

--- The number of sums that can be reached, this one included; order and dead components do not count.
-- @function sum:followers
function methods:followers()
  local engine, terms, question = engine_of(self)
  return engine:followers(terms, question.progress)
end

-- The index of the term that must be answered, if there is one: only in it may the player move.
local function entailed(self)
  for i, t in ipairs(self.terms) do
    local rules = rules_of(t.position)
    if rules.entails then
      local here, message, code = rules.core:entailed(table.unpack(t.position))
      if here then return i end
      if here == nil then return nil, message, code end
    end
  end
end

-- The sums in which one copy of one term is replaced by its option for `player`.
local function options(self, player)
  local list = text.record {}
  local only, why, kind = entailed(self)
  if kind then return nil, why, kind end
  for i, t in ipairs(self.terms) do
    if only and i ~= only then goto continue end
    local mover = t.sign > 0 and player or (player == "left" and "right" or "left")
    local moves, message, code = t.position[mover .. "_options"](t.position)
    if not moves then return nil, message, code end
    for _, option in ipairs(moves) do
      local terms = {}
      for j, u in ipairs(self.terms) do add_term(terms, u.position, u.sign, j == i and u.count - 1 or u.count) end
      add_all(terms, option, t.sign, 1, "options")
      list[#list + 1] = new(terms)
    end
    ::continue::
  end
  return list
end

function methods:left_options() return options(self, "left") end
function methods:right_options() return options(self, "right") end

function methods:options()
  local list, message, code = options(self, "left")
  if not list then return nil, message, code end
  if not partizan(self) then return list end
  local right, message2, code2 = options(self, "right")
  if not right then return nil, message2, code2 end
  return keys.append(list, right)
end

function methods:equals(other)
  if self == other then return true end
  local outcome, message, code = difference(self, other, "equals"):outcome()
  if not outcome then return nil, message, code end
  local above, below = not_less(outcome), not_more(outcome)
  if above == false or below == false then return false end
  return failure.catch(function()
    return (above or geq_by_values(self, other, "equals", outcome)) and
      (below or geq_by_values(other, self, "equals", outcome))
  end)
end

--- Test whether some component is partizan.
-- @function sum:is_partizan
methods.is_partizan = partizan

function Sum.__tostring(self)
  if #self.terms == 0 then return "0" end
  local parts = {}
  for i, t in ipairs(self.terms) do
    local one = (t.count > 1 and t.count .. " * " or "") .. tostring(t.position)
    if t.sign < 0 then one = i == 1 and "-" .. one or "- " .. one
    elseif i > 1 then one = "+ " .. one end
    parts[i] = one
  end
  return table.concat(parts, " ")
end

-- The terms of a sum or a position, with equal ones (up to `canonical`) merged.
local function merged(x)
  local list = {}
  for _, t in ipairs(is_position(x) and { { position = x, sign = 1, count = 1 } } or x.terms) do
    local known
    for _, u in ipairs(list) do
      if not known and t.sign == u.sign and t.position == u.position then known = u end
    end
    if known then known.count = known.count + t.count
    else list[#list + 1] = { position = t.position, sign = t.sign, count = t.count } end
  end
  return list
end

-- Do both have the same positions with the same multiplicities, in any order? Also compares a sum and a position.
local function same(a, b)
  if not (is_sum(a) or is_position(a)) or not (is_sum(b) or is_position(b)) then return false end
  local terms, others = merged(a), merged(b)
  if #terms ~= #others then return false end
  for _, t in ipairs(terms) do
    local found = false
    for _, u in ipairs(others) do
      found = found or t.sign == u.sign and t.count == u.count and t.position == u.position
    end
    if not found then return false end
  end
  return true
end

Sum.__eq = same

for name, f in pairs(arithmetic) do Sum[name] = f end

return { new = new, is_sum = is_sum, same = same, arithmetic = arithmetic, methods = methods, bind = bind,
         nim_value_by_value = nim_value_by_value,
         bind_values = bind_values, of_value = function(x) return of_value(x) end }
