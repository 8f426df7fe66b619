--- Commands on the families: `table`, which several answer, and those of each, from the registry.
-- @module takeaway.app.cli.families

local registry = require "takeaway.registry"
local rulesets = require "takeaway.app.cli.rulesets"
local tools = require "takeaway.app.cli.tools"

local M = {}

-- The families that have a table, by the name on the command line.
local tables, names = {}, {}

for _, family in ipairs(registry) do
  local commands = family.commands or {}
  if commands.table then
    names[#names + 1] = family.name:gsub("_", "-")
    tables[names[#names]] = commands.table
  end
  for _, command in ipairs(commands) do
    M[command.name:gsub("-", "_")] = function(ta, args) return command.answer(ta, args, tools) end
  end
end

function M.table(ta, args)
  local name, f = args.family:match("^([%w_-]+):(.+)$") -- two_pile:2k
  name = name and name:gsub("_", "-")
  local own = args.what or args.from or args.player or args.sandbox or #args.fix > 0
  if tables[name or ""] and not own and not args.f then args.family, args.f = name, f end
  local of_family = tables[args.family]
  if not of_family and args.f then
    tools.fail("bad", "argument 'family' must be one of '%s'; or rules alone, with their arguments in their name",
      table.concat(names, "', '"))
  end
  if not of_family then return rulesets.table(ta, args) end
  if not args.f then tools.fail("bad", "missing argument 'f', a move function after %s, such as 2k", args.family) end
  if own then tools.fail("bad", "--what, --fix, --from, --player and --sandbox are for rules: takeaway table %s:%s",
    args.family:gsub("-", "_"), args.f) end
  args.max = args.max or 16
  return of_family(ta, args, tools)
end

-- Ready rules in the command line's syntax: "wythoff, two_pile:2k, ...".
local examples = { "wythoff" }
for _, family in ipairs(registry) do
  for _, rules in ipairs(family.rules or {}) do examples[#examples + 1] = rules.example end
end

-- `names`: the arguments of `table`; `examples`: of ready rules.
return setmetatable(M, { __index = { names = names, examples = table.concat(examples, ", ") } })
