--- Sets of vectors of numbers, made from formulas and decided by automata.
--
--    local N = ta.numeration "2"
--    N:ask "A n: E k: n = 2k or n = 2k + 1"          --> true
--    local lower = ta.numeration "zeckendorf":set "a, b: E k: a = k and b = 2k"
--    lower:contains(21, 42)                          --> true
--
-- A formula compares linear terms, as declarations do (@{takeaway.engine.declaration.moves}). `and`, `or`, `not`, `=>`,
-- `<=>`, `E a, b:` (there are) and `A a, b:` (for all) join comparisons. `P(a, 2b + 1)` is membership in the set P. All
-- variables are numbers 0, 1, 2, ... Every such formula is decided: it becomes the minimal automaton that reads the
-- digits of its variables side by side. Source: Buechi 1960; Bruyere, Hansel, Michaux and Villemaire 1994.
-- @module takeaway.engine.numeration

local compile = require "takeaway.engine.automata.compile"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local formula = require "takeaway.engine.automata.formula"
local method_tables = require "takeaway.base.methods"
local ostrowski = require "takeaway.engine.automata.ostrowski"
local sets = require "takeaway.engine.automata.sets"
local text = require "takeaway.base.text"
local whole_number = require "takeaway.base.to_integer"

local M = {}

-- ---- Numerations --------------------------------------------------------------------------

local Numeration = method_tables.class("takeaway.number_system", "numeration", true)

local NAMED = {
  zeckendorf = { { 1, 1 }, { 1, 2 }, "Zeckendorf's numeration (1, 2, 3, 5, 8, ...)" },
  pell = { { 2, 1 }, { 1, 2 }, "the numeration of Pell's numbers (1, 2, 5, 12, ...)" },
}

-- A copy of the caller's list, with integral floats converted to integers.
local function integers(name, list)
  local own, count = {}, 0
  for key, n in pairs(list) do own[key], count = whole_number(n) or n, count + 1 end
  for i = 1, count do
    if own[i] == nil then
      core.raise(("numeration: %s: expected a list of integers, without gaps or other keys"):format(name))
    end
  end
  return own
end

-- A text that differs for different lists, even with members that are no integers.
local function list_text(list)
  local parts = {}
  for i, one in ipairs(list) do parts[i] = math.type(one) == "integer" and tostring(one) or text.shown(one) end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local function is_base(n) return math.type(n) == "integer" and n >= 2 and n <= 16 end

-- The name of the numeration of a recurrence: a base, "zeckendorf" or "pell"; nil for others.
local function name_of(which)
  local c, first = list_text(which.recurrence), list_text(which.first)
  for name, one in pairs(NAMED) do
    if list_text(one[1]) == c and list_text(one[2]) == first then return name end
  end
  local base = first == "{1}" and #which.recurrence == 1 and which.recurrence[1]
  return is_base(base) and tostring(base) or nil
end

local function known_title(name) return NAMED[name] and NAMED[name][3] or "base " .. name end

-- An Ostrowski numeration, from the quotients before and in a period: the recurrence, the first weights, the name, a
-- title.
local function of_quotients(before, period, name)
  local c, first = ostrowski.weights(before, period)
  if not c then core.raise(("numeration: %s: %s"):format(name, first)) end
  local known = name_of { recurrence = c, first = first }
  if known then return c, first, known, known_title(known) end
  local shown = table.concat(first, ", ", 1, math.min(#first, 4))
  return c, first, name, ("Ostrowski's numeration of %s (%s, ...)"):format(name, shown)
end

-- The recurrence, the first weights, a short name and a title.
local function meaning(which)
  local digits = type(which) == "string" and which:find "^%d+$"
  local base = whole_number(digits and tonumber(which) or which)
  if is_base(base) then
    return { base }, { 1 }, tostring(base), known_title(tostring(base))
  elseif type(which) == "string" and NAMED[which] then
    local c, first, title = table.unpack(NAMED[which])
    return c, first, which, title
  elseif type(which) == "string" then
    local before, period = ostrowski.quotients(which)
    if before then return of_quotients(before, period, which) end
    if period then core.raise(("numeration: %s: %s"):format(text.visible(which), period)) end
  elseif type(which) == "table" and type(which.recurrence) == "table" and type(which.first) == "table" then
    local c, first = integers("recurrence", which.recurrence), integers("first", which.first)
    local known, name = name_of { recurrence = c, first = first }, list_text(c) .. " from " .. list_text(first)
    return c, first, known or name, known and known_title(known) or "the numeration of the recurrence " .. name
  elseif type(which) == "table" and type(which.ostrowski) == "table" and type(which.before or {}) == "table" then
    local before, period = integers("before", which.before or {}), integers("ostrowski", which.ostrowski)
    return of_quotients(before, period, ostrowski.text(before, period))
  end
  core.raise(("numeration: expected a base from 2 to 16, \"zeckendorf\", \"pell\", a root such as \"sqrt(3)\" or "
    .. "\"(1 + sqrt(13))/2\", {ostrowski = {1, 2}} or {recurrence = {1, 1}, first = {1, 2}}, got %s")
    :format(text.shown(which)))
end

-- The title of a numeration.
local function title_of(which) return (select(4, meaning(which))) end

-- One core object for each numeration and its limits, so that a formula may use sets of two theorems.
local cores = setmetatable({}, { __mode = "v" })

local function core_of(c, first, limits)
  local parts = { list_text(c), list_text(first) }
  for name, value in pairs(type(limits) == "table" and limits or { limits }) do
    parts[#parts + 1] = ("%s = %s %s"):format(tostring(name), math.type(value) or type(value), tostring(value))
  end
  table.sort(parts)
  local key = table.concat(parts, "; ")
  if cores[key] then return cores[key] end
  local made, message, code = core.numeration(c, first, limits) -- the core refuses invalid ones
  cores[key] = made
  return made, message, code
end

--- A way to write numbers, in which formulas are decided.
-- @function numeration
-- @param which a base from 2 to 16; "zeckendorf"; "pell"; a quadratic irrational for Ostrowski's numeration, "sqrt(3)",
--   "(1 + sqrt(13))/2", or by its partial quotients, `{ostrowski = {1, 2}}` for [...; 1, 2, 1, 2, ...], with `before`
--   for those before the period; or `{recurrence = {c1, c2, ...}, first = {1, ...}}`: the
--   weights U(n) = c1 U(n-1) + c2 U(n-2) + ..., written greedily. If the recurrence starts late, the last c are 0, and
--   there are as many more weights. c may be negative if sums prove that the weights grow: with d the common divisor
--   of the n with nonzero c, cd - 1, cd + c2d - 1, ... must be 0 or more
-- @tparam[opt] table limits `states` and `bytes`: the most of an intermediate automaton (bytes: half of the free
--   memory)
-- @treturn numeration the numeration, or nil, message, code; raises if these are not weights
-- @usage assert(ta.numeration "zeckendorf":write(100) == "1000010100")
function M.numeration(which, limits)
  local c, first, name, title = meaning(which)
  local made, message, code = core_of(c, first, limits)
  if not made then return nil, message, code end
  return setmetatable({ core = made, name = name, title = title, recurrence = c, first = first }, Numeration)
end

function Numeration:__tostring() return self.title end

local DIGITS = "0123456789ABCDEF"

--- The digits of a number in this numeration, most significant first; digits from 10 on are letters.
-- @function numeration:write
-- @param n a number, or its decimal digits as text, of any length
-- @treturn string the digits; "0" for 0
function Numeration:write(n)
  local digits = failure.raise(self.core:write(sets.decimal("write", "n", n))):gsub(".", function(digit)
    return DIGITS:sub(digit:byte() + 1, digit:byte() + 1)
  end)
  return digits == "" and "0" or digits
end

--- The number of a text of digits.
-- @function numeration:read
-- @tparam string digits
-- @treturn int the number, or its decimal digits as text from 10^18 on; raises for an invalid text
function Numeration:read(digits)
  local known = type(digits) == "string" and DIGITS:sub(1, self.core:digits())
  local word = known and digits:gsub(".", function(digit)
    local at = known:find(digit:upper(), 1, true)
    return at and string.char(at - 1) or core.raise(("read: digits: %s is no digit of %s"):format(text.quoted(digit),
      self.title))
  end)
  if not word then core.raise("read: digits: expected a text of digits, got a " .. type(digits)) end
  local value = failure.raise(self.core:read(word))
  if failure.raise(self.core:write(value)) ~= word:gsub("^\0+", "") then
    core.raise(("read: digits: %s is not a valid expansion in %s; the valid one is %s"):format(digits, self.title,
      self:write(value)))
  end
  return sets.number(value)
end

local function failing(call, source)
  return function(at, what) core.raise(core.caret(("%s: %s"):format(call, what), source, at)) end
end

local function check_sets(self, call, named)
  local counts = {}
  if named ~= nil and type(named) ~= "table" then
    core.raise(("%s: sets: expected a table of sets by name"):format(call))
  end
  for name, set in pairs(named or {}) do
    if not sets.is_set(set) then
      core.raise(("%s: %s: expected a set, got a %s"):format(call, text.visible(tostring(name)), type(set)))
    elseif set.numeration.core ~= self.core then
      local other = list_text(set.numeration.recurrence) ~= list_text(self.recurrence)
        or list_text(set.numeration.first) ~= list_text(self.first)
      core.raise(("%s: %s: a set of %s, %s"):format(call, text.visible(tostring(name)),
        other and "another numeration" or "a numeration with other limits (states, bytes)", set.numeration.title))
    end
    counts[name] = #set.variables
  end
  return counts
end

local function check_text(call, source)
  if type(source) ~= "string" then
    core.raise(("%s: formula: expected text, got %s"):format(call, text.shown(source)))
  end
end

-- Raise if the formula has no automaton: that is the user's error.
local function unless_misuse(result, message, code)
  if code == "EUNSUPPORTED" then core.raise("formula: " .. message) end
  if result == nil then return nil, message, code end
  return result
end

--- The set of the vectors for which a formula holds.
-- @function numeration:set
-- @tparam string source the variables, a colon and the formula: "a, b: a < 2b"
-- @tparam[opt] {[string]=sets.set,...} named sets that the formula names
-- @treturn sets.set the set, or nil, message, code; raises for a wrong text, with a caret at the error
-- @usage assert(ta.numeration(2):set("a, b: a + b = 7"):contains(3, 4))
function Numeration:set(source, named)
  check_text("set", source)
  local counts = check_sets(self, "set", named)
  local variables, read = formula.read_set(source, counts, failing("set", source))
  local automaton, message, code = unless_misuse(compile.automaton(self.core, read, variables, named))
  if not automaton then return nil, message, code end
  return sets.of(self, variables, automaton)
end

--- Decide a formula without free variables.
-- @function numeration:ask
-- @tparam string source such as "A a: E b: a <= b"
-- @tparam[opt] {[string]=sets.set,...} named sets that the formula names
-- @treturn boolean whether it holds for all numbers; or nil, message, code
-- @usage assert(ta.numeration(2):ask "A a, b: a < b => E c: c > 0 and a + c = b")
function Numeration:ask(source, named)
  check_text("ask", source)
  local read = formula.read(source, {}, check_sets(self, "ask", named), failing("ask", source))
  return unless_misuse(compile.holds(self.core, read, named))
end

-- Only `ta.numeration` is public; the rest is for the registry and for theorems.
return setmetatable(M, { __index = { methods = Numeration, named = name_of, title = title_of } })
