--- The game of a name, for every command. Only this module decides it.
--
--    wythoff, nim                     ready rules, see takeaway rules
--    r_wythoff:2, cash:1,3,4          those that depend on an argument
--    value:{3||2|1}                   a value
--    0.77   1,3,4   {1,3,4}   not:2   a family's own names: heap games
--    rules.lua, ./rules               a file of rules
--    x.csv x.json b000045.txt         a sequence or a table, as --format writes them
--
-- The result has `name`; one of `game` (an object of a family), `value`, `data`, or neither; and `rules`, a function
-- that returns the ruleset, where there is one.
-- @module takeaway.app.cli.game

local answers = require "takeaway.app.cli.answer"
local data = require "takeaway.research.data"
local read = require "takeaway.app.cli.read"
local registry = require "takeaway.registry"

local M = {}

local DATA = { csv = true, json = true, txt = true, b = true, bfile = true }

-- "2k" and "1,3,4" and "3" in name:argument:argument.
local function argument(text)
  if text:find("^-?%d+$") then return math.tointeger(tonumber(text)) end
  if text:find("^[%d{][%d,]*}?$") then return read.set(text) or text end
  return text
end

local function arguments(rest)
  local list = {}
  for text in rest:gmatch(":([^:]*)") do list[#list + 1] = argument(text) end
  return list
end

-- Ready rules with the arguments that they depend on.
local function ready_rules(ta, name, rest)
  local ready, list = ta.rules[name], arguments(rest)
  if type(ready) ~= "function" then
    if #list == 0 then return ready end
    answers.fail("bad", "%s: these rules take no argument, got '%s'", name, rest:sub(2))
  end
  if #list == 0 then
    answers.fail("bad", "%s: these rules depend on an argument: write %s:2k or %s:1,3", name, name, name)
  end
  return ready(table.unpack(list))
end

-- What a family makes of the arguments of its games, by the `reads` of its kind.
local READS = {
  none = function() end,
  text = function(rest) return rest:sub(2) end,
  set = function(rest) return answers.valid(read.set(rest:sub(2))) end,
  f = function(rest) -- f and, for one pile, the opening: one_pile:2k:3
    local f, opening = table.unpack(arguments(rest))
    return f, opening and { opening = opening }
  end,
}

local SUCH = { f = "2k", set = "1,3,4", text = "{1|0}" }

local function named(ta, name, rest)
  local kind = registry.kinds[name]
  local reads = kind and kind.reads and READS[kind.reads]
  local ready = data.is_ready(ta, name) and function() return ready_rules(ta, name, rest) end
  if not ready and not reads then
    answers.fail("bad", "no ready rules are called '%s'; expected one of those, or a file such as rules.lua:\n%s", name,
      tostring(ta.rules))
  end
  if reads and SUCH[kind.reads] and #rest < 2 then
    answers.fail("bad", "%s depends on an argument: write %s:%s", name, name, SUCH[kind.reads])
  end
  if ready then ready() end -- says what is wrong with its arguments
  local object = reads and answers.check(ta[name](reads(rest)))
  if reads and not ready then return { name = name .. rest, value = object } end
  return { name = name .. rest, game = object, rules = ready }
end

-- What families name in their own way.
local function of_family(ta, text, settings)
  for _, family in ipairs(registry) do
    local game = family.named and family.named(ta, text, settings, read)
    if game then return { name = text, game = game, rules = function() return game:position(0):ruleset() end } end
  end
end

-- What --sandbox and --fast-sandbox are to load_rules.
local WAYS = { [true] = "process", fast = true }

local function in_file(ta, path, settings)
  if path == "" then answers.fail("bad", "expected the name of a game, such as wythoff, 0.77 or rules.lua, got ''") end
  local ending = path:match("%.(%w+)$")
  if DATA[ending] then
    return { name = path, data = answers.check(ta.export.read(path)) }
  end
  local rules, why, code = ta.load_rules(path, { sandbox = WAYS[settings.sandbox] })
  if not rules and pcall(ta.move_function, path) then
    local names = {}
    for name, kind in pairs(registry.kinds) do
      if kind.reads == "f" then names[#names + 1] = name .. ":" .. path end
    end
    table.sort(names)
    answers.fail("bad", "%s is a move function, not a game: write %s", path, table.concat(names, " or "))
  end
  answers.check(rules, why, code)
  return { name = path, rules = function() return rules end }
end

-- What a name means, its rules without bounds.
local function found(ta, text, settings)
  text = read.unguard(text)
  local name, rest = text:match("^([%a_][%w_-]*)(.*)$")
  if name and (rest == "" or rest:sub(1, 1) == ":") then
    name = name:gsub("-", "_")
    local own = rest ~= "" and not registry.kinds[name] and not data.is_ready(ta, name)
      and of_family(ta, text, { progress = settings.progress })
    return own or named(ta, name, rest)
  end
  return of_family(ta, text, { progress = settings.progress }) or in_file(ta, text, settings)
end

--- The game of a name.
-- @param ta
-- @tparam string text
-- @tparam[opt] table settings `sandbox`, for a file of rules: true, or "fast"; `progress`, for a family's own; `args`,
--   whose `limit` is the most positions that its rules hold; without it the default limits hold
-- @treturn table see above
function M.read(ta, text, settings)
  settings = settings or {}
  local game = found(ta, text, settings)
  local rules, args = game.rules, settings.args
  if args and rules then game.rules = function() return answers.bound(rules(), args.limit) end end
  return game
end

--- The ruleset of a name; a name without rules is bad input.
function M.rules(ta, text, settings)
  local game = M.read(ta, text, settings)
  if not game.rules then answers.fail("bad", "%s has no positions: it is no game", game.name) end
  return game.rules()
end

return M
