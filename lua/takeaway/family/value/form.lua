--- Games in the form given: no option is changed or removed.
--
-- A value is a canonical form. A form keeps what you write, for operations that depend on it: ordinal sums, Conway's
-- product, selective sums, misere play. `ta.form "{*|*}"` equals 0 but is another form: `f:ordinal_sum(1)` is ^, and
-- 0:1 is 1. Options are values, in canonical form, or forms, quoted: `"{'{*|*}'|0}"`. Compounds of forms, `+`, `-`,
-- `n * f` and the calls below, are forms. Their options are computed when they are needed. Equal forms are the same
-- object.
--
-- Source: Siegel, II.2; Conway, On Numbers and Games, chapters 1 and 14.
-- @module takeaway.family.value.form

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local loopy = require "takeaway.engine.loopy"
local method_tables = require "takeaway.base.methods"
local whole_number = require "takeaway.base.to_integer"
local powers = require "takeaway.family.value.powers"

local values = core.value_methods

local M = {}

local meta, methods = method_tables.class("takeaway.form", "form")

local function need(result, message, code)
  if result == nil then error({ message = message, code = code }, 0) end
  return result
end

local function is_form(x) return getmetatable(x) == meta end

-- ---- One object for each form ----

local known, count = setmetatable({}, { __mode = "v" }), 0

local function intern(key, make)
  local form = known[key]
  if not form then
    count = count + 1
    form = setmetatable(make(), meta)
    form.id = count
    known[key] = form
  end
  return form
end

-- The canonical form of a value, as a form. Values from before a clear of the store have other forms.
local leaves = setmetatable({}, { __mode = "k" })

local function leaf(v)
  local form = leaves[v]
  if not form then
    count = count + 1
    form = setmetatable({ value = v, id = count }, meta)
    leaves[v] = form
  end
  return form
end

local function is_loopy(v) return type(v) == "userdata" and getmetatable(v) == "takeaway.loopy" end

-- The form for x, which names a value. A loopy value has no form; it is allowed `above` another, where only its value
-- matters.
local function leaf_of(x, what, above)
  local v = loopy.read(x)
  if not is_loopy(v) then return leaf(v or need(core.value(x))) end
  if not above then
    error(("%s: %s is loopy, and has no form; it may be the upper part of an ordinal sum, f:ordinal_sum(%s)"):format(
      what, tostring(v), type(x) == "string" and ("%q"):format(x) or "v"), 0)
  end
  if not v:is_stopper() then need(nil, what .. ": of stoppers", "EUNSUPPORTED") end
  return leaf(v)
end

-- The form with these lists of forms, each once.
local function explicit(lists)
  local kept, keys = { {}, {} }, {}
  for side = 1, 2 do
    local seen, ids = {}, {}
    for _, f in ipairs(lists[side]) do
      if not seen[f] then
        seen[f] = true
        table.insert(kept[side], f)
        ids[#ids + 1] = f.id
      end
    end
    table.sort(ids)
    keys[side] = table.concat(ids, ",")
  end
  return intern("{" .. keys[1] .. "|" .. keys[2], function() return { lists = kept } end)
end

local function compound(operation, f, g)
  return intern(operation .. " " .. f.id .. " " .. g.id, function() return { operation = operation, f = f, g = g } end)
end

-- ---- Options ----

local options_of

local NEGATIVE = {} -- for each operation: negate f and g, or one of them

local function negative(f)
  if f.negated then return f.negated end
  local result
  if f.value then
    result = leaf(-f.value)
  elseif f.lists then
    local lists = { {}, {} }
    for side = 1, 2 do
      for i, o in ipairs(f.lists[side]) do lists[3 - side][i] = negative(o) end
    end
    result = explicit(lists)
  else
    local which = NEGATIVE[f.operation] or "both"
    local first, second = which == "second" and f.f or negative(f.f), which == "first" and f.g or negative(f.g)
    result = compound(f.operation, first, second)
  end
  f.negated = result
  return result
end

NEGATIVE.ConwayProduct, NEGATIVE.OrdinalProduct = "first", "second"

-- For each operation: pass the options of one side to `add`.
local OPTIONS = {}

OPTIONS["+"] = function(f, g, side, add)
  for _, o in ipairs(options_of(f, side)) do add(compound("+", o, g)) end
  for _, o in ipairs(options_of(g, side)) do add(compound("+", f, o)) end
end

OPTIONS[":"] = function(f, g, side, add)
  for _, o in ipairs(options_of(f, side)) do add(o) end
  for _, o in ipairs(options_of(g, side)) do add(compound(":", f, o)) end
end

local function in_both(operation, f, g, side, add)
  for _, a in ipairs(options_of(f, side)) do
    for _, b in ipairs(options_of(g, side)) do add(compound(operation, a, b)) end
  end
end

function OPTIONS.ConjunctiveSum(f, g, side, add) in_both("ConjunctiveSum", f, g, side, add) end

function OPTIONS.SelectiveSum(f, g, side, add)
  OPTIONS["+"](f, g, side, add)
  in_both("ConjunctiveSum", f, g, side, add)
end

function OPTIONS.SelectiveCompound(f, g, side, add)
  for _, o in ipairs(options_of(f, side)) do add(compound("SelectiveCompound", o, g)) end
  for _, o in ipairs(options_of(g, side)) do add(compound("SelectiveCompound", f, o)) end
  in_both("SelectiveCompound", f, g, side, add)
end

function OPTIONS.SequentialCompound(f, g, side, add)
  local over = #options_of(f, 1) + #options_of(f, 2) == 0
  for _, o in ipairs(options_of(over and g or f, side)) do add(over and o or compound("SequentialCompound", o, g)) end
end

function OPTIONS.Join(f, g, side, add)
  for _, h in ipairs { f, g } do
    for _, o in ipairs(options_of(h, side)) do add(o) end
  end
end

function OPTIONS.ConwayProduct(f, g, side, add)
  for near = 1, 2 do
    local far = side == 1 and near or 3 - near
    for _, a in ipairs(options_of(f, near)) do
      for _, b in ipairs(options_of(g, far)) do
        local both = compound("+", compound("ConwayProduct", a, g), compound("ConwayProduct", f, b))
        add(compound("+", both, negative(compound("ConwayProduct", a, b))))
      end
    end
  end
end

function OPTIONS.OrdinalProduct(f, g, side, add)
  for _, o in ipairs(options_of(g, 1)) do
    for _, k in ipairs(options_of(f, side)) do add(compound(":", compound("OrdinalProduct", f, o), k)) end
  end
  for _, o in ipairs(options_of(g, 2)) do
    for _, k in ipairs(options_of(f, 3 - side)) do add(compound(":", compound("OrdinalProduct", f, o), negative(k))) end
  end
end

function options_of(f, side)
  if f.lists then return f.lists[side] end
  local list, seen = {}, {}
  local function add(o)
    if not seen[o] then list[#list + 1], seen[o] = o, true end
  end
  if f.value then
    local query = side == 1 and "left_options" or "right_options"
    for _, o in ipairs(need(f.value[query](f.value))) do add(leaf(o)) end
  else
    OPTIONS[f.operation](f.f, f.g, side, add)
  end
  return list
end

-- ---- Values ----

local value_of

local function option_values(f)
  local lists = { {}, {} }
  for side = 1, 2 do
    for i, o in ipairs(options_of(f, side)) do lists[side][i] = value_of(o) end
  end
  return lists
end

local function value_with(lists)
  local options = { left = lists[1], right = lists[2] }
  return loopy.read(options) or need(core.value(options))
end

-- The ordinal sum of a base whose options have these values, and a value.
local function ordinal_sum(lists, g)
  local any = is_loopy(g)
  for side = 1, 2 do
    for _, v in ipairs(lists[side]) do any = any or is_loopy(v) end
  end
  if not any then return powers.ordinal_summer(lists[1], lists[2])(g) end
  return need(loopy.ordinal_sum({ left = lists[1], right = lists[2] }, g))
end

-- Values: of sums by their terms' values; of ordinal sums by the values of the first term's options; of binary
-- operations by the operation on values.
local OF_VALUES = {
  ConjunctiveSum = values.conjunctive_sum, SelectiveSum = values.selective_sum, ConwayProduct = values.conway_product,
  SelectiveCompound = values.selective_compound,
}

function value_of(f)
  if f.value then return f.value end
  local cleared = core.values:statistics().cleared
  if f.found and f.found.generation == cleared then return f.found.value end
  local v
  if f.operation == "+" then
    v = value_of(f.f) + value_of(f.g)
  elseif f.operation == ":" then
    local lists = option_values(f.f)
    v = ordinal_sum(lists, value_of(f.g))
  elseif OF_VALUES[f.operation] and f.f.value and f.g.value then
    v = need(OF_VALUES[f.operation](f.f.value, f.g.value))
  else
    local lists = option_values(f)
    v = value_with(lists)
  end
  f.found = { value = v, generation = cleared }
  return v
end

-- ---- Text ----

local texts = require "takeaway.family.value.form_text" {
  explicit = explicit, leaf_of = leaf_of, need = need, compound = compound, negative = negative,
}

local answer = failure.catch -- f of forms; a failure is nil, a message and a code

--- The form as text: braces in quotes, values without. `ta.form` reads it.
-- @function form:text
-- @tparam[opt="ascii"] string notation "ascii", "unicode" or "latex", which `ta.form` does not read
-- @treturn string or nil, a message and "ELIMIT", as of values
function methods.text(f, notation)
  if notation ~= nil and not texts.notations[notation] then
    failure.misuse('text: notation: expected "ascii", "unicode" or "latex"')
  end
  return answer(texts.write, f, notation or "ascii")
end

function meta.__tostring(f) return texts.write(f, "ascii") end

-- ---- Calls ----

local function form_of(x, what, above)
  if is_form(x) then return x end
  local braces = type(x) == "string" and texts.read(x)
  if braces then return braces end
  if type(x) == "table" and not getmetatable(x) then
    local lists = { {}, {} }
    for side, name in ipairs { "left", "right" } do
      if x[name] ~= nil and type(x[name]) ~= "table" then error(what .. ": " .. name .. ": expected a list", 0) end
      for i, item in ipairs(x[name] or {}) do
        lists[side][i] = type(item) == "string" and texts.read_item(item) or form_of(item, what)
      end
    end
    for name in pairs(x) do
      if name ~= "left" and name ~= "right" then error(what .. ": unknown setting " .. tostring(name), 0) end
    end
    return explicit(lists)
  elseif type(x) == "table" then
    error(("%s: expected a form or a value, got %s"):format(what, tostring(x)), 0)
  end
  return leaf_of(x, what, above)
end

--- A game in the form given.
-- @function form
-- @param x text in braces, `"{0,*|1}"`, whose options are values, forms in quotes and braces, or compounds; a compound
--   as it prints, `"'{*|*}' : 1 + ^"`; a table `{left = {...}, right = {...}}` of forms and arguments of `value`; or a
--   value, a number or other text: the canonical form of that value. So `ta.form(tostring(f))` is f
-- @treturn form or nil, a message and a code, as `value`. Raises for a wrong text
-- @usage assert(tostring(ta.form "{*|*}":ordinal_sum(1):canonical_form()) == "^")
function M.form(x)
  return failure.catch(form_of, x, "form")
end

local BINARY = {}

local function binary(name, operation)
  BINARY[#BINARY + 1] = name
  methods[name] = function(f, g)
    return answer(function(a, b) return compound(operation, a, form_of(b, name, operation == ":")) end, f, g)
  end
end

--- The ordinal sum: a move in f ends g.
-- @function form:ordinal_sum
-- @param g a form, or what makes one, or a loopy value that is a stopper; only the value of g matters
-- @treturn form
-- @usage assert(tostring(ta.form "{-1|1}":ordinal_sum "on":canonical_form()) == "1under")
binary("ordinal_sum", ":")

--- The conjunctive sum: a move in both, until one ends.
-- @function form:conjunctive_sum
-- @param g a form, or what makes one
-- @treturn form
binary("conjunctive_sum", "ConjunctiveSum")

--- The selective sum, as of values: only the first move selects.
-- @function form:selective_sum
-- @param g a form, or what makes one
-- @treturn form
binary("selective_sum", "SelectiveSum")

--- The selective compound: every move selects (ONAG, chapter 14).
-- @function form:selective_compound
-- @param g a form, or what makes one
-- @treturn form
binary("selective_compound", "SelectiveCompound")

--- The sequential compound: f until nobody can move there, then g.
-- @function form:sequential_compound
-- @param g a form, or what makes one
-- @treturn form
binary("sequential_compound", "SequentialCompound")

--- The join: a move in one removes the other.
-- @function form:join
-- @param g a form, or what makes one
-- @treturn form
binary("join", "Join")

--- Conway's product.
-- @function form:conway_product
-- @param g a form, or what makes one
-- @treturn form
binary("conway_product", "ConwayProduct")

--- The ordinal product.
-- @function form:ordinal_product
-- @param g a form, or what makes one
-- @treturn form
binary("ordinal_product", "OrdinalProduct")

-- An operation on a value and a form gives a form.
for _, name in ipairs(BINARY) do
  local of_forms, of_values = methods[name], values[name]
  values[name] = function(v, w, ...)
    if is_form(w) then return of_forms(leaf(v), w) end
    return of_values(v, w, ...)
  end
end

local function operator(name, f)
  return function(a, b)
    local result = failure.operate(function() return f(form_of(a, name), form_of(b, name)) end)
    return result
  end
end

meta.__add = operator("+", function(f, g) return compound("+", f, g) end)
meta.__sub = operator("-", function(f, g) return compound("+", f, negative(g)) end)
meta.__unm = negative
local function copies(f, n)
  if n == 0 then return leaf(core.value(0)) end
  return n == 1 and f or compound("+", copies(f, n // 2), copies(f, n - n // 2))
end

meta.__mul = function(a, b)
  local n, f = a, b
  if is_form(a) then n, f = b, a end
  n = whole_number(n)
  if not n or n < -10000 or n > 10000 then
    failure.misuse("*: expected an integer from -10000 to 10000 and a form")
  end
  return copies(n < 0 and negative(f) or f, math.abs(n))
end

--- The value of the form.
-- @function form:canonical_form
-- @treturn v the value; or nil, a message and "ELIMIT" or "ERANGE"
function methods.canonical_form(f) return answer(value_of, f) end

--- Left's options, as forms.
-- @function form:left_options
-- @treturn table list of forms
function methods.left_options(f)
  return answer(function(g) return { table.unpack(options_of(g, 1)) } end, f)
end

--- Right's options, as forms.
-- @function form:right_options
-- @treturn table list of forms
function methods.right_options(f)
  return answer(function(g) return { table.unpack(options_of(g, 2)) } end, f)
end

--- The values of Left's options, and those of Right's.
-- @function form:option_values
-- @treturn table list of values; and a second list
function methods.option_values(f)
  local lists = option_values(f)
  return lists[1], lists[2]
end

--- The outcome, which says who wins.
-- @function form:outcome
-- @treturn string "P", "N", "L" or "R"; or nil, a message and a code as of `canonical_form`
function methods.outcome(f) return answer(function(g) return value_of(g):outcome() end, f) end

--- The birthday: the most moves that play can last.
-- @function form:birthday
-- @treturn int or nil, a message and "ERANGE", as of values
function methods.birthday(f)
  local of = {}
  local function born(g)
    if g.value then return need(values.birthday(g.value)) end
    if g.operation == "+" then
      local day = born(g.f) + born(g.g)
      return need(day >= 0 and day <= 1 << 62 and day or nil, "it is born after day 2^62", "ERANGE")
    end
    if not of[g] then
      local day = 0
      for side = 1, 2 do
        for _, o in ipairs(options_of(g, side)) do day = math.max(day, born(o) + 1) end
      end
      of[g] = day
    end
    return of[g]
  end
  return answer(born, f)
end

--- The followers, each form once: the form itself, its options, their options, and so on.
-- @function form:followers
-- @treturn table list of forms
function methods.followers(f)
  return answer(function(g)
    local list, seen, at = { g }, { [g] = true }, 1
    while list[at] do
      for side = 1, 2 do
        for _, o in ipairs(options_of(list[at], side)) do
          if not seen[o] then list[#list + 1], seen[o] = o, true end
        end
      end
      at = at + 1
    end
    return list
  end, f)
end

--- The outcome in misere play, where the player who cannot move wins.
-- @function form:misere_outcome
-- @treturn string "P", "N", "L" or "R"
function methods.misere_outcome(f)
  return answer(function(whole)
    local of = {}
    local function wins(g, side) -- `side` moves first
      if g.value then
        local outcome = values.misere_outcome(g.value)
        return outcome == "N" or outcome == (side == 1 and "L" or "R")
      end
      of[g] = of[g] or {}
      if of[g][side] == nil then
        local options = options_of(g, side)
        local won = #options == 0
        for _, o in ipairs(options) do won = won or not wins(o, 3 - side) end
        of[g][side] = won
      end
      return of[g][side]
    end
    local left, right = wins(whole, 1), wins(whole, 2)
    return left and (right and "N" or "L") or right and "R" or "P"
  end, f)
end

return { calls = M, methods = methods }
