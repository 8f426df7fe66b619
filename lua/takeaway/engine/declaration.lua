--- Rules as a declaration: positions, end conditions and moves as linear text, from which the rule is made.
--
--    local g = ta.moves{ "a, b, x", over = "a = 0 or b = 0",
--      "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
--      "k: 1 <= k <= x, k <= b -> a, b - k, 2k" }
--    g(3, 5, 2):outcome()   --> "P"
--
-- The result is a ruleset like those of `ta.ruleset`, with all their methods. The declaration can also be printed as
-- text, as the Lua made from it, and as LaTeX. Programs read it from `rules.declaration`:
--
-- * `variables`: their names, in order; `names`: those of the Lua functions and tables that it calls, and `functions`,
--   by name;
-- * `over`: nil, or the condition that there is no move;
-- * `options`, or `left` and `right`: lists of moves
--   `{parameters = {name, ...}, guards = {condition, ...}, targets = {term, ...}}`. There is a move to the targets for
--   all values of the parameters for which each guard holds.
--
-- Terms are those of @{takeaway.engine.declaration.terms}, conditions those of
-- @{takeaway.engine.declaration.conditions}.
-- @module takeaway.engine.declaration

local beside = require "takeaway.engine.declaration.environment"
local bounds = require "takeaway.engine.declaration.bounds"
local core = require "takeaway.core"
local lists_of_users = require "takeaway.base.list"
local parse = require "takeaway.engine.declaration.parse"
local rulesets = require "takeaway.engine.ruleset"
local text = require "takeaway.base.text"
local tokens = require "takeaway.engine.declaration.tokens"
local whole_number = require "takeaway.base.to_integer"
local write = require "takeaway.engine.declaration.write"
local write_lua = require "takeaway.engine.declaration.write_lua"

local M = {}

local FUNCTIONS = 64 -- at most: the generated code has a local variable for each
local MOVES, BYTES = 4096, 1 << 20 -- at most, for each list: it takes half a second to read and write
local OWN = { over = true, left = true, right = true } -- read here; the ruleset reads the others
local SHOWN = { tables = true, example = true } -- tables for display, which are not called

-- Returns a function that raises an error at a position of a text.
local function failing(where, source)
  return function(at, what) core.raise(core.caret(("moves: %s: %s"):format(where, what), source, at)) end
end

local function callable(value)
  local metatable = debug.getmetatable(value)
  return type(value) == "function" or type(metatable) == "table" and metatable.__call ~= nil
end

-- The fields that are neither moves nor rules of a ruleset: what names mean in terms, and the functions and tables.
local function names_beside(fields)
  local scope, functions = {}, {}
  for key, value in pairs(fields) do
    local name = type(key) == "string" and key:find "^%a[%w_]*$" and not (OWN[key] or rulesets.fields[key]
      or tokens.words[key])
    local n = name and whole_number(value)
    if n and n >= -(1 << 53) and n <= 1 << 53 then
      scope[key] = n
    elseif name and (callable(value) or type(value) == "table" and not SHOWN[key]) then
      scope[key], functions[key] = "call", value
    end
  end
  return scope, functions
end

-- Settings of queries, which are not declared.
local ASKED = { misere = true, rank = true, what = true, numeration = true, limit = true, seconds = true }

-- The name of the rule most like a field.
local function meant(key)
  local known = { "over" }
  for rule in pairs(rulesets.fields) do known[#known + 1] = rule end
  return not ASKED[key] and text.nearest(key, known)
end

local function refuse_field(key, what, otherwise)
  local near = meant(key)
  core.raise(("moves: %s: %s%s"):format(text.visible(key), what, near and "; did you mean " .. near .. "?"
    or ASKED[key] and "; it is a setting of calls of the rules" or otherwise or ""))
end

-- Text fields are the author's notes, unless one looks like a misspelled rule: with `ovre` a theorem would be about
-- another game. Booleans and numbers are no notes.
local function check_notes(fields, scope)
  for key, value in pairs(fields) do
    local own, kind = type(key) ~= "string" or OWN[key] or rulesets.fields[key], type(value)
    if not own and (kind == "string" or kind == "boolean" or kind == "number" and not scope[key]) then
      if ASKED[key] or kind ~= "string" or meant(key) then refuse_field(key, "nothing reads it") end
    end
  end
end

-- A function that nothing calls is a mistake, and so is a number that no text names.
local function check_called(fields, lists, scope, called)
  local texts = { fields.over }
  for _, list in pairs(lists) do table.move(list, 1, #list, #texts + 1, texts) end
  local all = table.concat(texts, "\n")
  for name, value in pairs(scope) do
    if math.type(value) and not all:find("%f[%a_]" .. name .. "%f[^%w_]") then
      refuse_field(name, "no move names it")
    elseif value == "call" and not called[name] and callable(fields[name]) then
      refuse_field(name, "no move calls it", ", and no ruleset has a rule of this name")
    end
  end
end

local function check_arguments(where, functions, called)
  for name, count in pairs(called) do
    if count ~= 1 and not callable(functions[name]) then
      core.raise(("moves: %s: %s is a table and takes one argument, not %d"):format(where, name, count))
    end
  end
end

-- The position of a move, for messages.
local function place(key, i) return (key == "options" and "" or key .. ": ") .. "move " .. i end

local function text_list(key, given)
  if type(given) ~= "string" and type(given) ~= "table" then
    core.raise(("moves: %s: expected a list of moves as text, got %s"):format(key, text.shown(given)))
  end
  local list = type(given) == "string" and { given } or lists_of_users.copy(given, "moves: " .. key)
  if #list > MOVES then core.raise(("moves: %s: %d moves; at most %d are read"):format(key, #list, MOVES)) end
  local bytes = 0
  for i, one in ipairs(list) do
    bytes = bytes + (type(one) == "string" and #one or 0)
    if bytes > BYTES then core.raise(("moves: %s: more than %d bytes of text"):format(place(key, i), BYTES)) end
    if type(one) ~= "string" then
      core.raise(("moves: %s: expected text such as \"k: 1 <= k <= n -> n - k\", got %s"):format(place(key, i),
        text.shown(one)))
    end
  end
  return list
end

local TRIED = 1 << 40 -- values of parameters tried at each position
local MISSING = { upper = { "upper bound", "<= %s" }, lower = { "lower bound", ">= 1" } }

-- Read the moves of one list, and plan their loops.
local function read_moves(d, key, list, scope, called)
  local taken, moves, plans = {}, {}, {}
  for name, kind in pairs(scope) do taken[name] = kind == true and "a variable" or "given beside the moves" end
  for i, source in ipairs(list) do
    local where = place(key, i)
    local fail = failing(where, source)
    local move, at = parse.move(source, scope, taken, called, #d.variables, fail)
    check_arguments(where, d.functions, called)
    local plan, name, which = bounds.plan(move, d.variables)
    if not plan then
      local kind, example = table.unpack(MISSING[which])
      fail(at[name], ("the guards give %s no %s; add one, such as %s %s"):format(name, kind, name,
        example:format(d.variables[1])))
    end
    local widest, tried = bounds.tried(plan)
    if tried > TRIED then
      fail(at[widest], ("%.0f values of the parameters would be tried at every position, at most 2^40 may be; give "
        .. "%s a smaller range, or a guard such as %s mod 7 = 3"):format(tried, widest, widest))
    end
    moves[i], plans[i] = move, plan
  end
  d[key], d.plans[moves] = moves, plans
end

local function lists_of(fields)
  local list = {}
  for i = 2, lists_of_users.length(fields, "moves") do list[i - 1] = fields[i] end
  if fields.options ~= nil then core.raise "moves: options: the texts after the first are the moves" end
  if fields.left == nil and fields.right == nil then
    if #list == 0 then core.raise "moves: expected at least one move after the variables" end
    return { options = text_list("options", list) }
  end
  if fields.left == nil or fields.right == nil then core.raise "moves: left and right: a partizan game has both" end
  if #list > 0 then
    core.raise "moves: left and right: a game has moves for both players, or left and right, not both"
  end
  return { left = text_list("left", fields.left), right = text_list("right", fields.right) }
end

local function read(fields)
  if type(fields) ~= "table" then core.raise("moves: expected a table of text, got " .. text.shown(fields)) end
  if type(fields[1]) ~= "string" then
    core.raise("moves: variables: expected their names as text, such as \"a, b\", got " .. text.shown(fields[1]))
  end
  if fields.over ~= nil and type(fields.over) ~= "string" then
    core.raise("moves: over: expected a condition as text, got " .. text.shown(fields.over))
  end
  local lists = lists_of(fields)
  local scope, functions = names_beside(fields)
  local given, called, taken = {}, {}, {}
  local d = { functions = {}, names = {}, plans = {} }
  for name in pairs(scope) do given[name], taken[name] = true, "given beside the moves" end
  d.variables = parse.variables(fields[1], taken, failing("variables", fields[1]))
  for _, name in ipairs(d.variables) do scope[name] = true end
  d.functions = functions
  if fields.over then
    d.over = parse.conditions(fields.over, scope, called, failing("over", fields.over))
    check_arguments("over", functions, called)
  end
  for _, key in ipairs { "options", "left", "right" } do
    if lists[key] then read_moves(d, key, lists[key], scope, called) end
  end
  check_called(fields, lists, scope, called)
  check_notes(fields, scope)
  for name in pairs(called) do d.names[#d.names + 1] = name end
  if #d.names > FUNCTIONS then core.raise(("moves: more than %d functions and tables"):format(FUNCTIONS)) end
  table.sort(d.names)
  return d, given
end

-- The rules' fields, from the code generated for a declaration.
local function load_here(d, source)
  local given = {}
  for i, name in ipairs(d.names) do given[i] = d.functions[name] end
  return assert(load(source, "=moves", "t"))(table.unpack(given))
end

-- Convert a declaration with named variables and moves to a list.
local function listed(fields)
  if type(fields) ~= "table" or fields[1] ~= nil or fields.variables == nil then return fields end
  local list, moves = { fields.variables }, fields.options
  if type(moves) == "table" then table.move(lists_of_users.copy(moves, "moves: options"), 1, #moves, 2, list) end
  for key, value in pairs(fields) do
    if key ~= "variables" and (key ~= "options" or type(moves) ~= "table") then list[key] = value end
  end
  return list
end

-- Make the rules; `load_rule(d, source)` runs the generated code.
local function make(fields, settings, load_rule)
  fields = listed(fields)
  local d, given = read(fields)
  local own = {}
  for key, value in pairs(fields) do
    if type(key) == "string" and not OWN[key] and not given[key] then own[key] = value end
  end
  d.name = type(fields.name) == "string" and fields.name or nil
  for key, rule in pairs(load_rule(d, write_lua.text(d))) do own[key] = rule end
  own.declaration, own.parameters = d, own.parameters or not own.start and d.variables or nil
  return rulesets.ruleset(own, settings)
end

--- Make a ruleset from a declaration.
--
-- The first text names the variables of the position. Each further text is a move: its parameters and a colon, guards
-- with commas between, an arrow, and a target for each variable. There is a move for all integer parameters that
-- satisfy the guards, which must bound each parameter. A move without parameters begins with its guards, or with the
-- arrow.
--
-- Guards compare terms, in chains (`1 <= k <= x`) and with `and`, `or`, `not` and parentheses. The signs are those of
-- Lua, and `=` and `!=`. Terms are linear: whole numbers, names, sums, multiples (`2k`), `floor(k/2)` and `k // 2`,
-- `ceil(k/2)`, `k mod 3` and `k % 3`, `min`, `max`, `abs`. Terms can use any other named field of the table. An integer
-- stands for that number. A function or a table is used as `f(k)`, which gives integers or `math.huge`, and theorems
-- assume nothing about it. Numbers are Lua's integers of 64 bits.
--
-- * `over`: the condition that the game is over, so that there is no move;
-- * `left`, `right`: lists of moves, in place of those after the variables;
-- * `variables` and `options`: the text and the list of moves by name, for programs with plain lists
--   (`{variables = "n", options = {"k: 1 <= k <= n -> n - k"}, name = "Nim"}`);
-- * the other fields of @{takeaway.engine.ruleset.ruleset}: `name`, `canonical`, `parts`, `measure`, ..., and the
--   tables `tables` and `example`, which control how it is shown
-- @function moves
-- @tparam table fields the declaration
-- @tparam[opt] table settings those of @{takeaway.engine.ruleset.ruleset}
-- @treturn ruleset.rules the ruleset; raises for a wrong text, with a caret under the error
-- @usage
-- local fibonacci = ta.moves{ "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k" }
-- assert(fibonacci(13, 12):outcome() == "P")
function M.moves(fields, settings)
  return make(fields, settings, load_here)
end

-- ---- The declaration in three languages -----------------------------------------------------------

local function move_text(move)
  local guards = {}
  for i, guard in ipairs(move.guards) do guards[i] = write.condition(guard, write.text) end
  return (#move.parameters > 0 and table.concat(move.parameters, ", ") .. ": " or "")
    .. (#guards > 0 and table.concat(guards, ", ") .. " " or "") .. "-> " .. write.terms(move.targets, write.text)
end

local function list_text(moves, indent)
  local lines = {}
  for i, move in ipairs(moves) do lines[i] = ('%s"%s",\n'):format(indent, move_text(move)) end
  return table.concat(lines)
end

local forms = {}

-- The text for a function or table: as Lua if its source is known, else its name.
local function given_text(d, name)
  local value = d.functions[name]
  return d.sources and d.sources[name] or type(value) == "table" and beside.shown(value) or name
end

-- The call that makes the declaration again, except for its functions.
function forms.text(d)
  local head = { ('"%s"'):format(table.concat(d.variables, ", ")) }
  if d.name then head[#head + 1] = "name = " .. text.quoted(d.name) end
  if d.over then head[#head + 1] = ('over = "%s"'):format(write.condition(d.over, write.text)) end
  for _, name in ipairs(d.names) do
    head[#head + 1] = ("%s = %s"):format(name, given_text(d, name))
  end
  local body = d.options and list_text(d.options, "  ")
    or ("  left = {\n%s  },\n  right = {\n%s  },\n"):format(list_text(d.left, "    "), list_text(d.right, "    "))
  return ("ta.moves{ %s,\n%s}"):format(table.concat(head, ", "), body)
end

function forms.lua(d) return write_lua.text(d) end

local function latex_moves(d, moves, arrow)
  local from, lines = {}, {}
  for i, name in ipairs(d.variables) do from[i] = write.latex.name(name) end
  for i, move in ipairs(moves) do
    local guards = {}
    for j, guard in ipairs(move.guards) do guards[j] = write.condition(guard, write.latex) end
    lines[i] = ("(%s) & %s"):format(write.terms(move.targets, write.latex), table.concat(guards, ",\\ "))
  end
  return ("\\[\n(%s) %s\n\\begin{cases}\n%s\n\\end{cases}\n\\]"):format(table.concat(from, ", "), arrow,
    table.concat(lines, " \\\\\n"))
end

function forms.latex(d)
  local parts = { "% needs \\usepackage{amsmath}" }
  if d.options then parts[2] = latex_moves(d, d.options, "\\to") end
  if d.left then
    parts[2], parts[3] = latex_moves(d, d.left, "\\to_L"), latex_moves(d, d.right, "\\to_R")
  end
  if d.over then parts[#parts + 1] = ("Over when $%s$."):format(write.condition(d.over, write.latex)) end
  return table.concat(parts, "\n")
end

local function undeclared(call, rules)
  return nil, ("%s: %s was made from Lua functions, not from a declaration (ta.moves)"):format(call, rules.name),
    "EUNSUPPORTED"
end

--- The declaration as text.
-- @function rules:text
-- @tparam[opt="text"] string form "text": the call of `ta.moves` that makes it again, without its functions; "lua": the
--   rules made from it, as a rules file holds them; "latex"
-- @treturn string the text; or nil, message, "EUNSUPPORTED" for rules made in another way
function rulesets.methods:text(form)
  form = form or "text"
  if not forms[form] then
    core.raise("text: form: expected \"text\", \"lua\" or \"latex\", got " .. text.shown(form))
  end
  if not self.declaration then return undeclared("text", self) end
  return forms[form](self.declaration)
end

--- Test whether the rules are linear throughout, so that theorems can be proved from them.
-- @function rules:linear
-- @treturn boolean true; or false and the reason; or nil, message, "EUNSUPPORTED" for rules made in another way
function rulesets.methods:linear()
  local d = self.declaration
  if not d then return undeclared("linear", self) end
  local name = d.names[1]
  if name then
    return false, d.reasons and d.reasons[name] or ("%s is a Lua %s, about which nothing is known"):format(name,
      type(d.functions[name]) == "table" and "table" or "function")
  end
  for _, rule in ipairs { "terminal", "entails", "parts" } do -- they change the meaning of the moves
    if self[rule] then return false, rule .. " is a Lua function, about which nothing is known" end
  end
  return true
end

-- Only `ta.moves` is public; the rest is for a sibling module.
return setmetatable(M, { __index = { make = make, move_text = move_text } })
