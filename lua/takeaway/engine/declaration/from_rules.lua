--- A declaration from the rules of a ruleset: the text for `ta.moves`, for positions with a given number of
-- coordinates.
-- @module takeaway.engine.declaration.from_rules

local besides = require "takeaway.engine.declaration.environment"
local coordinates = require "takeaway.engine.ruleset.coordinates"
local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local read_program = require "takeaway.engine.declaration.read_program"
local terms = require "takeaway.engine.declaration.terms"
local tokens = require "takeaway.engine.declaration.tokens"
local write = require "takeaway.engine.declaration.write"

local M = {}

local VARIABLES, PARAMETERS = "abcdefghijklmnopqrstuvwxyz", "klmijrsuvw"

-- Names for the components of a position: those in the rules if possible, else letters.
local function variables_of(rules, count)
  local own, taken, list = rules.parameters or coordinates.parameters(rules.options or rules.left) or {}, {}, {}
  if #own < count then own = {} end -- the rules have one heap, or no names
  for i = 1, count do
    local name = own[i]
    if not name or not name:find "^%a[%w_]*$" or tokens.words[name] or taken[name] then
      for letter in VARIABLES:gmatch "." do
        if not taken[letter] and not table.concat(own, ","):find("%f[%w_]" .. letter .. "%f[^%w_]") then
          name = letter
          break
        end
      end
      name = taken[name] and "x" .. i or name or "x" .. i
    end
    list[i], taken[name] = name, true
  end
  return list, taken
end

local function parameters_beside(taken)
  local list = {}
  for letter in PARAMETERS:gmatch "." do
    if not taken[letter] then list[#list + 1] = letter end
  end
  return list
end

-- ---- A move as text -----------------------------------------------------------------------------

local function compared(...)
  local list, relations = {}, {}
  for i, one in ipairs { ... } do
    if i % 2 == 1 then list[#list + 1] = one else relations[#relations + 1] = one end
  end
  return { op = "compare", terms = list, relations = relations }
end

-- Add the guards of a loop: from <= k <= to, a constant first, and its other bounds.
local function add_range(guards, loop)
  local k, first, to = terms.name(loop.parameter), 1, loop.upper[1]
  for i, term in ipairs(loop.lower) do first = terms.is_number(term) and i or first end
  local from = loop.lower[first]
  guards[#guards + 1] = to and compared(from, "<=", k, "<=", to) or compared(from, "<=", k)
  for i, term in ipairs(loop.lower) do
    if i ~= first then guards[#guards + 1] = compared(term, "<=", k) end
  end
  for i = 2, #loop.upper do guards[#guards + 1] = compared(k, "<=", loop.upper[i]) end
  if type(loop.beside) == "table" then guards[#guards + 1] = loop.beside.shown end
end

local function move_text(move, without)
  local guards, names = {}, {}
  for i, loop in ipairs(move.loops) do
    names[i] = loop.parameter
    add_range(guards, loop)
  end
  for at = without + 1, #move.path do guards[#guards + 1] = move.path[at].shown end
  local shown, seen = {}, {}
  for _, guard in ipairs(guards) do
    for _, one in ipairs(guard.op == "and" and guard or { guard }) do
      local words = write.condition(one, write.text)
      if not seen[words] then shown[#shown + 1], seen[words] = words, true end
    end
  end
  return (#names > 0 and table.concat(names, ", ") .. ": " or "")
    .. (#shown > 0 and table.concat(shown, ", ") .. " " or "") .. "-> " .. write.terms(move.targets, write.text)
end

-- ---- The rule as a whole ------------------------------------------------------------------------

-- The number of leading conditions, common to all moves, whose negation ends the game.
local function over_count(read)
  local first, count = read.moves[1], 0
  while first and first.path[count + 1] do
    local condition, ended = first.path[count + 1], false
    for _, move in ipairs(read.moves) do
      if move.path[count + 1] ~= condition then return count end
    end
    for _, way in ipairs(read.ends) do
      local this = #way == count + 1 and way[count + 1] == condition.contrary
      for i = 1, count do this = this and way[i] == first.path[i] end
      ended = ended or this
    end
    if not ended then return count end
    count = count + 1
  end
  return count
end

local function over_text(read, count)
  local list = {}
  for i = 1, count do list[i] = write.condition(read.moves[1].path[i].contrary.shown, write.text) end
  return table.concat(list, " or ")
end

local function texts(read, without)
  local list, seen = {}, {}
  for _, move in ipairs(read.moves) do
    local words = move_text(move, without)
    if not seen[words] then list[#list + 1], seen[words] = words, true end
  end
  return list
end

-- ---- Sums -----------------------------------------------------------------------------------------

-- The moves on one component, repeated for each of several.
local function on_each(read, variables)
  local own, moves = variables[1], {}
  for at, name in ipairs(variables) do
    local map = { [own] = terms.name(name) }
    local function put(term) return terms.put(term, map) end
    local function put_in(node)
      local new = { op = node.op, relations = node.relations }
      if node.terms then
        new.terms = {}
        for i, term in ipairs(node.terms) do new.terms[i] = put(term) end
      end
      for i, one in ipairs(node) do new[i] = put_in(one) end
      return new
    end
    for _, move in ipairs(read.moves) do
      local new = { loops = {}, path = {}, targets = {} }
      for i, loop in ipairs(move.loops) do
        local range = { parameter = loop.parameter, lower = {}, upper = {} }
        for _, key in ipairs { "lower", "upper" } do
          for j, term in ipairs(loop[key]) do range[key][j] = put(term) end
        end
        range.beside = type(loop.beside) == "table" and { shown = put_in(loop.beside.shown) }
        new.loops[i] = range
      end
      for i, condition in ipairs(move.path) do new.path[i] = { shown = put_in(condition.shown) } end
      for i, other in ipairs(variables) do new.targets[i] = i == at and put(move.targets[1]) or terms.name(other) end
      moves[#moves + 1] = new
    end
  end
  return { moves = moves, ends = {} }
end

-- Set the functions and tables that the texts call as fields. Returns by name the Lua text of each, and the reason for
-- it.
local function add_called(fields, beside)
  local all, needed = { fields.over }, { sources = {}, reasons = {} }
  for _, list in ipairs { fields, fields.left or {}, fields.right or {} } do
    table.move(list, 1, #list, #all + 1, all)
  end
  local words = {}
  for word in table.concat(all, "\n"):gmatch "%a[%w_]*" do words[word] = true end
  for name, value in pairs(beside.functions) do
    if words[name] then
      fields[name], needed.sources[name], needed.reasons[name] = value, beside.sources[name], beside.reasons[name]
    end
  end
  return needed
end

--- The fields that `ta.moves` takes.
-- @tparam ruleset.rules rules
-- @tparam int count numbers of the position
-- @tparam int arity the arguments of the rule: count, or 1 where the numbers are a sum
-- @treturn table the fields; or nil and the reason why there are none
-- @treturn table its functions and tables, by name: `sources` in Lua, `reasons`, why each is not linear
function M.fields(rules, count, arity)
  local variables, taken = variables_of(rules, count)
  local parameters = parameters_beside(taken)
  for _, name in ipairs(parameters) do taken[name] = true end
  local beside = besides.new(taken)
  local fields, found = { table.concat(variables, ", "), name = rules.name }, {}
  for i, key in ipairs(rules.partizan and { "left", "right" } or { "options" }) do
    local where = rules.partizan and key .. ": " or ""
    local listing, why = core.sandbox_listing(rules[key], arity, rules.partizan, rules.parts ~= nil)
    if listing == nil then
      listing = failure.raise(rules.core:listing(i == 2 and "right" or "left", arity))
      why = select(2, rules:compiled())[1]
    end
    if type(listing) ~= "table" then return nil, where .. (listing or why or "it is not compiled here") end
    local read
    read, why = read_program.read(listing, table.move(variables, 1, arity, 1, {}), parameters,
      beside)
    if not read then return nil, where .. why end
    if #read.moves == 0 then return nil, where .. "it never names an option" end
    if arity < count then read = on_each(read, variables) end
    found[i] = read
  end
  local without, over = over_count(found[1]), nil
  if found[2] and over_text(found[1], without) ~= over_text(found[2], over_count(found[2])) then without = 0 end
  if without > 0 then over = over_text(found[1], without) end
  fields.over = over
  if rules.partizan then
    fields.left, fields.right = texts(found[1], without), texts(found[2], without)
  else
    table.move(texts(found[1], without), 1, 200 * count, 2, fields)
  end
  return fields, add_called(fields, beside)
end

return M
