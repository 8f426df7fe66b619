--- Games in the form given: options as they are, nothing removed.
--
-- A value is a canonical form; where the form matters (ordinal sums, Conway's product, selective sums, misère play) a
-- form keeps what is written: `ta.form "{*|*}"` is equal to 0 and is not 0: `f:ordinal_sum(1)` is ^, and 0:1 is 1.
-- Options are values, in canonical form, or forms, quoted: `"{'{*|*}'|0}"`. Compounds of forms, `+`, `-`, `n * f`
-- and the calls below, are forms, whose options are worked out when they are asked for. Equal forms are the same
-- object.
--
-- Source: Siegel, II.2; Conway, On Numbers and Games, chapters 1 and 14.
-- @module takeaway.family.value.form

local core = require "takeaway.core"
local powers = require "takeaway.family.value.powers"

local values = core.value_methods

local M = {}

local methods = {}
local meta = { __name = "takeaway.form", __index = methods }

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

-- The canonical form of a value, as a form. Values from before a clear of the store are others.
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

local NEGATIVE = {} -- how a compound is negated: f and g, or one of them

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

-- For each operation: give the options of one side to `add`.
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
    local query = side == 1 and values.left_options or values.right_options
    for _, o in ipairs(need(query(f.value))) do add(leaf(o)) end
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

-- Sums by their values; ordinal sums by the values of the options of the first; what is of two values by the value's
-- own.
local OF_VALUES = {
  ConjunctiveSum = values.conjunctive_sum, SelectiveSum = values.selective_sum, ConwayProduct = values.conway_product,
  SelectiveCompound = values.selective_compound,
}

function value_of(f)
  if f.value then return f.value end
  local v
  if f.operation == "+" then
    v = value_of(f.f) + value_of(f.g)
  elseif f.operation == ":" then
    local lists = option_values(f.f)
    v = powers.ordinal_summer(lists[1], lists[2])(value_of(f.g))
  elseif OF_VALUES[f.operation] and f.f.value and f.g.value then
    v = need(OF_VALUES[f.operation](f.f.value, f.g.value))
  else
    if f.found and f.found.generation == core.values:statistics().cleared then return f.found.value end
    local lists = option_values(f)
    v = need(core.value { left = lists[1], right = lists[2] })
    f.found = { value = v, generation = core.values:statistics().cleared }
  end
  return v
end

-- ---- Text ----

local function text_of(f)
  if f.value then return tostring(f.value) end
  if f.lists then
    local sides = { {}, {} }
    for side = 1, 2 do
      for i, o in ipairs(f.lists[side]) do sides[side][i] = text_of(o) end
    end
    return "'{" .. table.concat(sides[1], ",") .. "|" .. table.concat(sides[2], ",") .. "}'"
  end
  local function part(g)
    local bare = not g.operation or f.operation == "+" and (g.operation == ":" or g.operation == "+")
    return bare and text_of(g) or "(" .. text_of(g) .. ")"
  end
  return part(f.f) .. " " .. f.operation .. " " .. part(f.g)
end

meta.__tostring = text_of

-- The text of braces, cut at its longest run of bars outside inner braces, and each side at its commas.
local function cut(text)
  local depth, best, from, to = 0, 0, nil, nil
  local at = 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == "{" or c == "(" then depth = depth + 1 end
    if c == "}" or c == ")" then depth = depth - 1 end
    local run = depth == 0 and text:match("^|+", at)
    if run then
      if #run == best then return nil, "as many bars twice: which comes first?" end
      if #run > best then best, from, to = #run, at, at + #run - 1 end
      at = at + #run - 1
    end
    at = at + 1
  end
  if best == 0 then return nil, "braces without a bar; a game is {left|right}" end
  return { text:sub(1, from - 1), text:sub(to + 1) }
end

local function items_of(side)
  local depth, items, from = 0, {}, 1
  for at = 1, #side do
    local c = side:sub(at, at)
    if c == "{" or c == "(" then depth = depth + 1 end
    if c == "}" or c == ")" then depth = depth - 1 end
    if c == "|" and depth == 0 then return { "{" .. side .. "}" } end -- one game without its braces
    if c == "," and depth == 0 then
      items[#items + 1] = side:sub(from, at - 1)
      from = at + 1
    end
  end
  if side:find "%S" then items[#items + 1] = side:sub(from) end
  return items
end

local read

local function read_braces(text)
  local sides, what = cut(text)
  if not sides then error(("form: %s\n    {%s}"):format(what, text), 0) end
  local lists = { {}, {} }
  for side = 1, 2 do
    for i, item in ipairs(items_of(sides[side])) do lists[side][i] = read(item) end
  end
  return explicit(lists)
end

-- An item: a form in quotes, or a value.
function read(text)
  local quoted = text:match "^%s*'{(.*)}'%s*$"
  if quoted then return read_braces(quoted) end
  return leaf(need(core.value(text)))
end

-- ---- Calls ----

local function form_of(x, what)
  if is_form(x) then return x end
  if type(x) == "string" and x:find "^%s*'?{.*}'?%s*$" then
    return read_braces(x:match "^%s*'?{(.*)}'?%s*$")
  end
  if type(x) == "table" then
    local lists = { {}, {} }
    for side, name in ipairs { "left", "right" } do
      if x[name] ~= nil and type(x[name]) ~= "table" then error(what .. ": " .. name .. ": expected a list", 0) end
      for i, item in ipairs(x[name] or {}) do
        lists[side][i] = type(item) == "string" and read(item) or form_of(item, what)
      end
    end
    for name in pairs(x) do
      if name ~= "left" and name ~= "right" then error(what .. ": unknown setting " .. tostring(name), 0) end
    end
    return explicit(lists)
  end
  return leaf(need(core.value(x)))
end

-- f of forms; what cannot be done is nil, a message and a code.
local function answer(name, f, x, ...)
  if not is_form(x) then error(name .. ": expected a form (called with . instead of : ?)", 3) end
  local ok, result = pcall(f, x, ...)
  if ok then return result end
  if type(result) == "table" and result.code then return nil, result.message, result.code end
  error(result, 3)
end

--- A game in the form given.
-- @function form
-- @param x text in braces, `"{0,*|1}"`, whose options are values, or forms in quotes and braces; a table
--   `{left = {...}, right = {...}}` of forms and of what `value` takes; or a value or number: its canonical form
-- @treturn form or nil, a message and a code, as `value`. Raises when the text is none
-- @usage assert(tostring(ta.form "{*|*}":ordinal_sum(1):canonical_form()) == "^")
function M.form(x)
  local ok, result = pcall(form_of, x, "form")
  if ok then return result end
  if type(result) == "table" and result.code then return nil, result.message, result.code end
  error(result, 2)
end

local function binary(name, operation)
  methods[name] = function(f, g)
    return answer(name, function(a, b) return compound(operation, a, form_of(b, name)) end, f, g)
  end
end

--- The ordinal sum: a move in f ends g.
-- @function form:ordinal_sum
-- @param g a form, or what makes one
-- @treturn form
binary("ordinal_sum", ":")

--- The conjunctive sum: a move in both, until one ends.
-- @function form:conjunctive_sum
-- @param g a form, or what makes one
-- @treturn form
binary("conjunctive_sum", "ConjunctiveSum")

--- The selective sum as values have it: only the first move selects.
-- @function form:selective_sum
-- @param g a form, or what makes one
-- @treturn form
binary("selective_sum", "SelectiveSum")

--- The selective compound: every move selects (ONAG, chapter 14).
-- @function form:selective_compound
-- @param g a form, or what makes one
-- @treturn form
binary("selective_compound", "SelectiveCompound")

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

local function operator(name, f)
  return function(a, b)
    local ok, result = pcall(function() return f(form_of(a, name), form_of(b, name)) end)
    if ok then return result end
    error(type(result) == "table" and result.message or result, 2)
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
  if math.type(n) ~= "integer" or math.abs(n) > 10000 then
    error("*: expected an integer from -10000 to 10000 and a form", 2)
  end
  return copies(n < 0 and negative(f) or f, math.abs(n))
end

--- Its value.
-- @function form:canonical_form
-- @treturn v the value; or nil, a message and "ELIMIT" or "ERANGE"
function methods.canonical_form(f) return answer("canonical_form", value_of, f) end

--- Left's options, as they are.
-- @function form:left_options
-- @treturn table list of forms
function methods.left_options(f)
  return answer("left_options", function(g) return { table.unpack(options_of(g, 1)) } end, f)
end

--- Right's options, as they are.
-- @function form:right_options
-- @treturn table list of forms
function methods.right_options(f)
  return answer("right_options", function(g) return { table.unpack(options_of(g, 2)) } end, f)
end

--- The values of Left's options, and those of Right's.
-- @function form:option_values
-- @treturn table list of values; and a second list
function methods.option_values(f)
  local lists = option_values(f)
  return lists[1], lists[2]
end

--- Who wins.
-- @function form:outcome
-- @treturn string "P", "N", "L" or "R"; or nil, a message and a code as of `canonical_form`
function methods.outcome(f) return answer("outcome", function(g) return value_of(g):outcome() end, f) end

--- The followers: itself, its options, theirs, each form once.
-- @function form:followers
-- @treturn table list of forms
function methods.followers(f)
  return answer("followers", function(g)
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

--- Who wins when the player who cannot move wins.
-- @function form:misere_outcome
-- @treturn string "P", "N", "L" or "R"
function methods.misere_outcome(f)
  return answer("misere_outcome", function(whole)
    local of = {}
    local function wins(g, side) -- the player of `side`, moving first
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
