--- Values, plain, loopy and misere, as terms of sums: `p + v`, `v - p`, `ta.sum { p, v, "1/2" }`.
--
-- A value in a sum of positions is played as its canonical form. Its position is its name, and a move leads to the name
-- of an option. `*n` is a Nim heap of n, so an impartial sum stays impartial. In normal play any game of this value
-- would do. In misere play, and where moves are counted, this form is played. Loopy values that are stoppers are terms
-- too, and so are misere values, which are impartial. The value and the outcomes of a term are known without a search.
-- @module takeaway.engine.sum.value_terms

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local loopy = require "takeaway.engine.loopy"
local positions = require "takeaway.engine.ruleset.position"
local ruleset = require "takeaway.engine.ruleset".ruleset
local sums = require "takeaway.engine.sum"
local text = require "takeaway.base.text"

local M = {}

-- The value of a name, plain or loopy.
local function read(name) return failure.raise(loopy.read(name) or core.value(name)) end

local function is_plain(x) return type(x) == "userdata" and getmetatable(x) == "takeaway.value" end

local function is_misere(x) return type(x) == "userdata" and getmetatable(x) == "takeaway.misere_value" end

local function is_value(x)
  return is_plain(x) or is_misere(x) or type(x) == "userdata" and getmetatable(x) == "takeaway.loopy"
end

local function moves(side)
  return function(emit, name)
    local v = read(name)
    for _, option in ipairs(failure.raise(v[side](v))) do emit((failure.raise(option:text()))) end
  end
end

-- Games in canonical form, by name. If such a position is a plain value, solving it needs no search.
local function make_values()
  return ruleset({
    name = "value",
    left = moves "left_options", right = moves "right_options",
    describe = function(name) return name end,
    outcome = function(name) return read(name):outcome() end,
    canonical_form = function(name)
      local v = read(name)
      return is_plain(v) and v or nil
    end,
  }, { native = false })
end

-- *n as a Nim heap of n; Bouton's theorem gives both outcomes.
local function make_nimbers()
  return ruleset({
    name = "nimber",
    options = function(emit, n) for k = 0, n - 1 do emit(k) end end,
    describe = function(n) return tostring(core.star(n)) end,
    nim_value = function(n) return n end,
    misere_outcome = function(n) return n == 1 and "P" or "N" end,
  }, { native = false })
end

-- Misere values by name: forms played as they are, in normal or misere play.
local function make_misere_values()
  local function form(name) return failure.raise(core.misere_value(name)) end
  return ruleset({
    name = "misere value",
    options = function(emit, name)
      for _, option in ipairs(failure.raise(form(name):options())) do emit((failure.raise(option:text()))) end
    end,
    describe = function(name) return name end,
    nim_value = function(name) return form(name):nim_value() end,
    misere_outcome = function(name) return form(name):misere_outcome() end,
  }, { native = false })
end

-- Made at first use: positions have the methods that existed when their ruleset was made.
local of_values, of_nimbers, of_misere_values

-- The position of a value as a term. In misere play a nim heap is a form like others. nil if x is no value.
local function of_value(x)
  if not is_value(x) then return nil end
  if not of_values then
    of_values, of_nimbers, of_misere_values = make_values(), make_nimbers(), make_misere_values()
  end
  local n = is_plain(x) and x:is_nimber() and x:nim_value()
  if n then return of_nimbers(n) end
  local name = failure.raise(x:text())
  if is_misere(x) then return of_misere_values(name) end
  if not is_plain(x) and not x:is_stopper() then
    core.raise(("a sum of positions: %s stands for its two sides, and has no moves"):format(name))
  end
  return of_values(name)
end

sums.bind_values(of_value)

-- A value on the left, whose own operators accept no positions.
local function is_term(x) return positions.is_position(x) or sums.is_sum(x) end

-- A misere value plus a value of normal play is not a misere value, but a sum of both.
local function is_mixed(a, b) return is_value(a) and is_value(b) and is_misere(a) ~= is_misere(b) end

for _, kind in ipairs { "takeaway.loopy", "takeaway.misere_value" } do
  local operators = core.metatable(kind)
  for name, own in pairs(sums.arithmetic) do
    local before = operators[name]
    operators[name] = before and function(a, b)
      if is_term(a) or is_term(b) or is_mixed(a, b) then return own(a, b) end
      return before(a, b)
    end
  end
end

local equals = core.value_methods.equals

function core.value_methods.equals(v, w)
  if is_plain(v) and is_term(w) then return w:equals(v) end
  return equals(v, w)
end


local function term(x, i)
  if type(x) == "string" or type(x) == "number" then
    local made, v, message, code = failure.try(function() return loopy.read(x) or core.value(x) end)
    if not made and type(v) == "table" and v.code then failure.raise(nil, v.message, v.code) end
    if not made then core.raise(("sum: component %d: %s"):format(i, tostring(v))) end
    if v == nil then failure.raise(nil, message, code) end
    x = v
  end
  if is_value(x) or is_term(x) then return x end
  core.raise(("sum: component %d: expected a position, a sum or a value, got %s"):format(i, text.shown(x)))
end

--- A sum of positions of any rules and of values. Each value is a component of its own: two values are played as two
-- games, where `v + w` is one. Also called disjunctive sum, disjunctive compound, sum of games.
-- @function sum
-- @tparam table components a list of positions, sums, values, and numbers and texts that name values
-- @treturn sum.sum the sum, with the calls of positions; or nil, message, code as of `value`
-- @usage
-- local sum = ta.sum { ta.rules.domineering(2, 2), "^", ta.value "{2|-1}" }
-- assert(sum:outcome() == "N" and (sum - ta.rules.domineering(2, 2)):canonical_form() == ta.value "{2^|-1^}")
function M.sum(components)
  if type(components) ~= "table" or getmetatable(components) then
    core.raise(("sum: components: expected a list of positions and values, got %s"):format(text.shown(components)))
  end
  return failure.catch(function()
    local sum = sums.new {}
    for i, x in ipairs(components) do sum = sum + term(x, i) end
    return sum
  end)
end

return M
