--- Your own rules: any impartial or partizan game, from a few lines of Lua.
--
--    local wythoff = ta.ruleset{
--      name = "Wythoff",
--      options = function(emit, a, b)
--        for k = 1, a do emit(a - k, b) end
--        for k = 1, b do emit(a, b - k) end
--        for k = 1, math.min(a, b) do emit(a - k, b - k) end
--      end,
--    }
--    wythoff(3, 5):outcome()   --> "P"
--
-- Rules are pure: they always give the same options for the same position. C calls them, so they cannot yield. They may
-- use other games, but must not call the engine on their own.
-- @module takeaway.engine.ruleset

local core = require "takeaway.core"
local budget = require "takeaway.base.budget"
local coordinates = require "takeaway.engine.ruleset.coordinates"
local failure = require "takeaway.base.failure"
local lists = require "takeaway.base.list"
local method_tables = require "takeaway.base.methods"
local native = require "takeaway.base.native"
local packed = require "takeaway.engine.ruleset.packed"
local positions = require "takeaway.engine.ruleset.position"
local proved = require "takeaway.engine.theorem.proved"
local text = require "takeaway.base.text"

local is_position, rules_of, wrap = positions.is_position, positions.rules_of, positions.wrap

local Ruleset, rules_methods = method_tables.class("ruleset", "ruleset")

-- ---- Rulesets -----------------------------------------------------------------------

local FIELDS = { name = "string", parameters = "table", packed = "table" }
local KNOWN_FIELDS = "options, left, right, canonical, parts, ordinal_sum, describe, packed, "
  .. "nim_value, canonical_form, winning_moves, outcome, misere_outcome, "
  .. "terminal, entails, start, check, measure, heap, name"
for key in KNOWN_FIELDS:gmatch("[%a_]+") do FIELDS[key] = FIELDS[key] or "function" end

-- Text fields are the author's notes. These tables are for display, or belong to a declaration.
local NOTES = { tables = true, example = true, declaration = true }

local LIMITS = { limit = "number", memory = "number", seconds = "number", depth = "number", progress = "function" }

local function called(x)
  local meta = type(x) == "table" and getmetatable(x)
  return type(meta) == "table" and type(meta.__call) == "function"
end

-- A field that nothing reads may be misspelled, or unsupported here, such as three players.
local function check_note(key, value)
  local known = {}
  for name in KNOWN_FIELDS:gmatch "[%a_]+" do known[#known + 1] = name end
  local near = type(key) == "string" and text.nearest(key, known)
  if type(key) == "string" and type(value) == "string" and not near then return end
  core.raise(("ruleset: unknown rule %s; %sknown are %s"):format(text.visible(tostring(key)),
    near and ("did you mean %s? "):format(near) or "", KNOWN_FIELDS))
end

local function check_fields(fields)
  if type(fields) ~= "table" then
    core.raise(("ruleset: expected a table of rules, got %s"):format(type(fields)))
  end
  for key, value in pairs(fields) do
    local wanted = FIELDS[key]
    if LIMITS[key] then
      core.raise(("ruleset: %s: limits are a second argument: ruleset(rules, {limit = 1000000})"):format(key))
    elseif not wanted and not NOTES[key] then
      check_note(key, value)
    elseif wanted and type(value) ~= wanted and not (key == "check" and called(value)) then
      core.raise(("ruleset: %s: expected a %s, got a %s"):format(key, wanted, type(value)))
    end
  end
  for i, name in ipairs(fields.parameters or {}) do
    if type(name) ~= "string" then
      core.raise(("ruleset: parameters: expected names, got a %s as number %d"):format(type(name), i))
    end
  end
  local partizan = fields.left or fields.right
  if partizan and not (fields.left and fields.right) then
    core.raise("ruleset: left and right: a partizan ruleset has both")
  end
  if partizan and fields.options then
    core.raise("ruleset: options: a ruleset has options, or left and right, not both")
  end
  if fields.terminal and fields.parts then
    core.raise("ruleset: terminal: a game that a rule ends is no sum of parts")
  end
  for _, over in ipairs { "terminal", "entails" } do
    if fields[over] and fields.ordinal_sum then
      core.raise(("ruleset: %s: ordinal sums have values where play ends because nobody can move"):format(over))
    end
  end
  if fields.canonical_form and not partizan then
    core.raise("ruleset: canonical_form: of partizan rules; impartial ones have nim_value")
  end
  for _, other in ipairs { "left", "terminal", "nim_value" } do
    if fields.entails and fields[other] then
      core.raise(("ruleset: entails: with entailing moves a game is impartial, ends where nobody can move, and has "
        .. "values that are no integers; it has no %s"):format(other))
    end
  end
  if not partizan and not fields.options then
    core.raise("ruleset: options: expected a function options(emit, ...), or left and right, got nil")
  end
end

local function check_settings(call, settings, also, known)
  if settings == nil then return {} end
  if type(settings) ~= "table" then
    core.raise(("%s: settings: expected a table, got %s"):format(call, type(settings)))
  end
  for key, value in pairs(settings) do
    local wanted = LIMITS[key]
    if not wanted and not (also and also[key]) then
      core.raise(("%s: settings: unknown setting %s; known are %sdepth, limit, memory, progress, seconds"):format(call,
        tostring(key), known or ""))
    end
    if wanted and type(value) ~= wanted then
      core.raise(("%s: %s: expected a %s, got a %s"):format(call, key, wanted, type(value)))
    end
    local positive = wanted ~= "number" or value > 0
    if not positive then
      core.raise(("%s: %s: expected a positive number, got %s"):format(call, key, value))
    end
    if wanted == "number" and key ~= "seconds" and value > 1 << 62 then
      core.raise(("%s: %s: expected at most 2^62, got %s"):format(call, key, value))
    end
  end
  return settings
end

local compounds = setmetatable({}, { __mode = "k" }) -- of rules: the set of rules made of their positions

-- The rules' own limits apply, and those of the rules they are made of; rules made of these inherit them.
local function bound(rules)
  local list = { rules.own }
  for _, part in ipairs(rules.made_of or {}) do list[#list + 1] = part.bounds end
  rules.bounds = budget.least(list)
  local bounds = rules.bounds or {}
  rules.limits, rules.progress = { bounds[1] or 0, bounds[2] or 0, bounds[3] or 0.0, bounds[4] or 0 }, bounds.progress
  rules.core:limit(table.unpack(rules.limits))
  rules.core:progress(rules.progress)
  positions.bound(rules)
  for compound in pairs(compounds[rules] or {}) do bound(compound) end
end

local function set_limits(rules, settings)
  local function whole(limit) return limit and math.ceil(limit) or 0 end
  local limited = false
  for name in pairs(LIMITS) do limited = limited or settings[name] ~= nil end
  rules.own = limited and { whole(settings.limit), whole(settings.memory), settings.seconds or 0.0,
    whole(settings.depth), progress = settings.progress, who = rules.name } or nil
  bound(rules)
end

-- Record that the rules are made of positions of these others, and inherit their limits.
local function make_of(rules, parts)
  rules.made_of = {}
  for _, part in ipairs(parts) do
    compounds[part] = compounds[part] or setmetatable({}, { __mode = "k" })
    if not compounds[part][rules] then table.insert(rules.made_of, part) end
    compounds[part][rules] = true
  end
  bound(rules)
end

local serial = 0

--- Make a ruleset.
--
-- Impartial: `options(emit, ...)`. Partizan: `left(emit, ...)` and `right(emit, ...)`. Each call of `emit(...)` names
-- one option, with as many components as the position has. A position is 1 to 64 integers, or one string; `emit` also
-- takes a list of components. Optional fields:
--
-- * `parts(...)`: the list of independent positions whose sum this one is, each a list of components. With it an option
--   may have any number of components that `parts` can take apart. The parts of a part are the part itself;
-- * `ordinal_sum(...)`: returns two positions, each a list of components, when this position, a part, is the ordinal
--   sum base : upper. A move in the base removes the upper. Values in normal play then need only the options of the
--   base and the value of the upper (the colon principle: Winning Ways, chapter 7). The form of the base matters, with
--   its options as the rule names them, so the base must be one part. Return nothing for other positions. `options`
--   still names all moves, and `validate` compares;
-- * `canonical(...)`: returns the components of a representative under symmetry;
-- * `describe(...)`: the position as text;
-- * `check(...)`: returns a text that says what is wrong with the arguments of the ruleset, or nothing. For text
--   arguments it also returns the byte to mark. A callable table will do. If it has an integer `least`, the result is
--   the same for all integers from there on, and only one position of a box is checked;
-- * `start(...)`: turns the arguments of the ruleset into components;
-- * `nim_value(...)`, `canonical_form(...)` (partizan rules), `outcome(...)`, `misere_outcome(...)`: a faster way to
--   the same answer, if you have one (`validate` compares);
-- * `winning_moves(player, ...)`, likewise: a list of positions, each a list of components; `player` is "left" or
--   "right". This and `canonical_form` return nil where they do not know. Each may fail with nil, a message and a code;
-- * `terminal(...)`: "win", "loss" or "draw" for the player to move where a rule ends the game, and nil where play
--   continues. In a partizan game also "left" or "right", the winner. The engine calls it before the options, in normal
--   and misere play;
-- * `entails(...)`: true at a position where the player to move must answer here, whatever else is in the sum. Its
--   options are the answers that the last move allows. The engine calls it on parts, in impartial games only;
-- * `measure(...)`: an integer that decreases with every move (`validate` checks it);
-- * `packed`: for positions that are text, a table with the same rules for positions as integers: see below;
-- * `heap(n, emit)`: the rule on one heap as `ta.heap` takes it, kept for readers;
-- * `parameters`: names of the coordinates, for tables; the default is the functions' parameter names;
-- * `tables`: the default range of tables, `{from = 1, to = 4}`, or a text that says why there are none;
-- * `example`: a list of arguments of the ruleset, the default start of a report.
--
-- A *packed form* makes text fast. Callers still see text; the engine reads it into 1 to 64 integers, which it plays
-- and stores. `packed.read(text)` returns the integers, or nil for a text without such a form (a board too large),
-- which stays text. `packed.show(...)` returns the text. The other functions of the table are those of the ruleset with
-- integers in place of the text. But `parts(emit, ...)` names each part by `emit` (`validate` compares).
--
-- Any other field is refused, so that typing errors are found. A text is accepted as a note of the author's if its name
-- resembles none of these.
--
-- Also called own rules, new game, recursion.
-- @function ruleset
-- @tparam table fields the rules; a ruleset is returned unchanged
-- @tparam[opt] table settings `limit` (positions), `memory` (bytes), `seconds`, `depth` (moves of play), `progress` (a
--   function called with the positions held and 0; returning false cancels). Without limits play may be 2^24 moves deep
--   and take half of the free memory. `native` controls how the functions are compiled (@{rules:compiled}): true;
--   false; or "check", which compares every answer with Lua's; "cc" is deprecated and means true
-- @treturn rules the ruleset: called with components it gives a position
-- @usage
-- local nim = ta.ruleset{ name = "Nim", options = function(emit, n) for k = 1, n do emit(n - k) end end }
-- assert((nim(3) + nim(5)):nim_value() == 6)
local function ruleset(fields, settings)
  if getmetatable(fields) == Ruleset then return fields end
  check_fields(fields)
  packed.check(fields)
  settings = check_settings("ruleset", settings, { native = true }, "native, ")
  local mode = native.mode("ruleset", settings.native)
  local rules = {}
  for key, value in pairs(fields) do rules[key] = value end
  rules.name = text.visible(fields.name or "ruleset")
  rules.partizan = fields.left ~= nil
  if fields.parameters then
    rules.parameters = {}
    for i, name in ipairs(fields.parameters) do rules.parameters[i] = text.visible(name) end
  end
  rules.outcome_by, rules.misere_outcome_by = fields.outcome, fields.misere_outcome
  rules.value_by, rules.winning_moves_by = fields.canonical_form, fields.winning_moves
  local same = fields.name == rules.name
  local names, open = coordinates.parameters(fields.options or fields.left)
  if fields.parameters and not fields.start then names, open = rules.parameters, false end
  rules.core = core.ruleset(same and fields or setmetatable({ name = rules.name }, { __index = fields }),
    not open and names or nil)
  rules.core:native(mode)
  rules.names = not open and names and #names or nil
  rules.own, rules.made_of = nil, nil
  serial = serial + 1
  rules.serial = serial
  rules.metatable = positions.new_metatable(rules)
  rules.plain = not (fields.start or fields.check or fields.packed) and rules.metatable or nil
  setmetatable(rules, Ruleset)
  set_limits(rules, settings)
  return rules
end

-- Is it a list of components, or of one text? A `start` with one argument reads a longer list itself.
local function is_list(self, x)
  if #x == 0 or type(x[1]) ~= "number" and (type(x[1]) ~= "string" or #x > 1) then return false end
  if not self.start or #x == 1 then return true end
  local info = debug.getinfo(self.start, "u")
  return info.isvararg or info.nparams > 1
end

-- The position of these components, `count` of them.
local function components_of(self, components, count)
  count = count or #components
  if count == 1 and type(components[1]) == "string" then return wrap(self, components) end
  if self.packed then
    core.raise(("%s: position: expected one string, which the packed form reads"):format(self.name))
  end
  if count < 1 or count > 64 then
    core.raise(("%s: position: expected 1 to 64 integers or one string, got %d values"):format(self.name, count))
  end
  for i = 1, count do
    local value = components[i]
    local integer = type(value) == "number" and math.tointeger(value)
    if not integer then
      core.raise(("%s: component %d of the position: expected an integer%s, got %s"):format(self.name, i,
        count == 1 and " or a string" or "", text.shown(value)))
    end
    components[i] = integer
  end
  return wrap(self, components)
end

-- Raise what the ruleset's own check finds wrong with the arguments.
local function check_called(self, ...)
  if not self.check then return end
  local wrong, at = self.check(...)
  if not wrong then return end
  if at then core.raise(core.caret(("%s: %s"):format(self.name, text.visible(tostring(wrong))), (...), at)) end
  local shown = {}
  for i = 1, select("#", ...) do shown[i] = text.shown((select(i, ...))) end
  core.raise(("%s: %s, got (%s)"):format(self.name, text.visible(tostring(wrong)), table.concat(shown, ", ")))
end

--- The position with these components, or the components that `start` makes of the arguments. A list of them will do. A
-- position of this ruleset is returned unchanged.
-- @function rules:position
-- @param ... components, or a list of them
-- @treturn position.position the position
function rules_methods:position(...)
  local given = ...
  if select("#", ...) == 1 and type(given) == "table" then
    if is_position(given) and rules_of(given) == self then return given end
    local list = lists.copy(given, "position")
    if is_list(self, list) then return self:position(table.unpack(list)) end
  end
  if self.start then
    check_called(self, ...)
    return components_of(self, { self.start(...) })
  end
  local position = components_of(self, { ... }, select("#", ...))
  check_called(self, ...)
  return position
end

-- Other methods, including those that modules add, keep to the limits of the rules. These do not:
local UNBOUND = { solve = true, limit = true, statistics = true, compiled = true, clear = true }

function Ruleset.__bounds(self) return self.bounds end

local add_method = getmetatable(rules_methods).__newindex
getmetatable(rules_methods).__newindex = function(methods, name, method)
  if UNBOUND[name] or type(method) ~= "function" then return add_method(methods, name, method) end
  add_method(methods, name, function(self, ...)
    if self.bounds then return budget.run(self.bounds, method, self, ...) end
    return method(self, ...)
  end)
end

-- Make a position of rules that take components unchanged (`plain`) directly; otherwise call the function.
Ruleset.__call = core.caller(function(self, ...) return self:position(...) end)

function Ruleset:__tostring()
  if self.declaration then return self:text() end
  return ("%s (%s ruleset)"):format(self.name, self.partizan and "partizan" or "impartial")
end

local function position_from(self, from)
  if is_position(from) then return from end
  if type(from) == "table" then return self:position(table.unpack(from)) end
  return self:position(from)
end

local WHAT = { outcome = true, misere_outcome = true, nim_value = true, remoteness = true, misere_remoteness = true,
               canonical_form = true }

-- On a terminal: positions, rate and depth, once a second, on standard error.
local function progress_line(self)
  local start, last, shown = os.time(), os.time(), false
  return function()
    if os.time() == last then return end
    last = os.time()
    shown = true
    local s = self:statistics()
    io.stderr:write(("\r%s: %d positions, %d a second, stack %d, %.1f MiB  "):format(self.name, s.positions,
      s.positions // (last - start), s.depth, s.bytes / 2 ^ 20))
  end, function() if shown then io.stderr:write("\n") end end
end

local Statistics = {
  __tostring = function(s)
    return ("%d positions, %d rule calls, %d bytes, stack %d"):format(s.positions, s.rule_calls, s.bytes, s.depth)
  end,
}

--- Solve everything that `from` needs, under the limits given here.
-- @function rules:solve
-- @tparam table settings `from` (a position or its components); `what`: "nim_value" (the default of impartial rules),
--   "outcome" (the default of others: partizan, ended by a rule, with entailing moves), "misere_outcome", "remoteness",
--   "misere_remoteness" or "canonical_form"; `limit` (positions held), `memory` (bytes), `seconds`, `depth` (moves of
--   play), `progress`
-- @return statistics; or nil, message, code. Solved positions are kept, and the next call continues from them
function rules_methods:solve(settings)
  settings = check_settings("solve", settings, { from = true, what = true }, "from, what, ")
  if settings.from == nil then core.raise("solve: from: expected a position, got nil") end
  local position = position_from(self, settings.from)
  if rules_of(position) ~= self then core.raise("solve: from: expected a position of this ruleset") end
  local what = settings.what or ((self.partizan or self.terminal or self.entails) and "outcome" or "nim_value")
  if not WHAT[what] then core.raise(("solve: what: unknown quantity %s"):format(tostring(what))) end
  local own, done = self.own, nil
  local function restore()
    self.own = own
    bound(self)
    if done then done() end
  end
  local line = settings.progress
  if not line and text.columns(2) then line, done = progress_line(self) end
  local answer, message, code = failure.ensure(restore, function()
    set_limits(self, { limit = settings.limit, memory = settings.memory, seconds = settings.seconds,
                       depth = settings.depth, progress = line })
    return position[what](position)
  end)
  if answer == nil then return nil, message, code end
  return self:statistics()
end

--- Limit all later searches.
-- Also called memory limit, time limit, timeout, budget.
-- @function rules:limit
-- @tparam table settings `limit` (positions), `memory` (bytes), `seconds`, `depth` (moves of play), `progress`, as of
--   @{ruleset}; a limit left out is removed. At a limit calls return nil, a message and "ELIMIT", and solved positions
--   are kept
-- @usage
-- local up = ta.ruleset{ options = function(emit, n) emit(n + 1) end }
-- up:limit{ depth = 1000 }
-- assert(select(3, up(0):outcome()) == "ELIMIT")
function rules_methods:limit(settings)
  if settings == nil then core.raise("limit: settings: expected a table, got nil") end
  set_limits(self, check_settings("limit", settings))
end

--- Counts of the work held: positions, rule_calls, bytes, depth of the stack.
-- @function rules:statistics
function rules_methods:statistics()
  local s = self.core:statistics()
  if self.sums then
    for key, value in pairs(self.sums:statistics()) do s[key] = s[key] + value end
  end
  return setmetatable(s, Statistics)
end

--- Test whether the functions of the rules are compiled.
--
-- After a few hundred calls, Takeaway compiles a function on integers that only computes, from its own bytecode. It
-- compiles the function again when something that it refers to changes. Lua runs what the compiler cannot handle,
-- position by position. Answers, errors and messages are the same.
-- @function rules:compiled
-- @treturn boolean true; "partly", where Lua runs some of it; or false
-- @treturn {string,...} the reasons, by line; or that positions are text, or that `native = "cc"` is deprecated
-- @treturn number the share of calls that Lua has run so far
-- @treturn {string,...} the programs, for reading
-- @usage
-- local nim = ta.ruleset{ options = function(emit, n) for k = 1, n do emit(n - k) end end }
-- assert(nim:compiled() == true)
function rules_methods:compiled()
  return self.core:compiled(self.names or 1)
end

--- Forget all solved positions, sums of them with positions of other rules, and the theorems. The rules of a compound
-- (`p:ordinal_sum(q)` and the like, whose rules are `c:ruleset()`) keep the options of its components until they are
-- cleared.
-- @function rules:clear
function rules_methods:clear()
  self.quotient = nil -- used by takeaway.engine.sum.misere_outcome
  proved.forget(self)
  self.core:clear()
  for _, engine in pairs(self.engines or {}) do engine:clear() end
  if self.worlds then
    for _, world in ipairs(self.worlds) do world:forget() end
  end
end

-- Only `ta.ruleset` is public; the rest is for sibling modules.
return setmetatable({ ruleset = ruleset }, {
  __index = { methods = rules_methods, make_of = make_of, position_from = position_from, fields = FIELDS },
})
