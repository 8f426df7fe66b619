--- Rules from a file, trusted or not.
-- @module takeaway.engine.ruleset.load_rules

local core = require "takeaway.core"
local declaration = require "takeaway.engine.declaration"
local ruleset = require "takeaway.engine.ruleset".ruleset
local text = require "takeaway.base.text"

local M = {}

local MOST = 1 << 20 -- bytes of a rules file

-- By setting: the expected value, and a test.
local function positive(value) return type(value) == "number" and value > 0 end
local KNOWN = {
  sandbox = { 'true, false or "process"', function(value) return type(value) == "boolean" or value == "process" end },
  memory = { "a positive number", positive },
  instructions = { "a positive number", positive },
  seconds = { "a positive number", positive },
  total = { "a positive number", positive },
  text = { "a string", function(value) return type(value) == "string" end },
}
local NAMES = {}
for name in pairs(KNOWN) do NAMES[#NAMES + 1] = name end
table.sort(NAMES)

local function is_declaration(fields) return type(fields[1]) == "string" end

-- The text of the file, or the given text.
local function read(path, source)
  if type(path) ~= "string" then
    core.raise(("load_rules: path: expected a string, got %s"):format(type(path)))
  end
  if not source then
    local file, message = io.open(path, "rb")
    if not file then return nil, "load_rules: " .. message, "EIO" end
    local read_text, why = file:read(MOST + 1)
    file:close()
    if why then return nil, "load_rules: " .. path .. ": " .. why, "EIO" end
    source = read_text or ""
  end
  if #source > MOST then return nil, ("load_rules: %s: more than %d bytes"):format(path, MOST), "EIO" end
  return source
end

local function load_in_sandbox(source, path, settings)
  local function run(chunk, apart)
    return core.sandbox(chunk, "@" .. path, text.visible, apart, settings.memory or 16 << 20,
      settings.instructions or 1e7, settings.seconds or 5, settings.total or 3600)
  end
  local apart = settings.sandbox == "process"
  local fields, message, code = run(source, apart)
  if not fields then return nil, message, code end
  if not is_declaration(fields) then return ruleset(fields) end
  return declaration.make(fields, nil, function(d, rule)
    -- Code generated for the declaration is trusted, except its bounds. If it calls functions of the file, it runs in
    -- their sandbox.
    if #d.names == 0 then return run(rule, false) end
    local given = {}
    for i, name in ipairs(d.names) do given[i] = "given." .. name end
    return run(("local given = (function(...) %s\nend)() return (function(...) %s end)(%s)"):format(source, rule,
      table.concat(given, ", ")), apart)
  end)
end

--- Read the ruleset in a file. The file returns a table as @{takeaway.engine.ruleset} or @{takeaway.engine.declaration}
-- takes it.
--
-- In a sandbox the file must be text. The file and its rules see only functions that compute: no load, require, io, os,
-- debug, coroutines, metatables, pcall, random numbers or addresses. Each call is bounded in Lua instructions, memory
-- and time. A call that exceeds a bound raises, like any rule that fails, and later calls work. With "process" the
-- rules run in their own process, which the system confines; use it for a stranger's rules. With true they run in their
-- own Lua state in this process. That is faster for rules with few options, but it is no security boundary.
-- docs/sandbox.md states the guarantees.
-- @function load_rules
-- @tparam string path of the file
-- @tparam[opt] table settings `sandbox` (false; true or "process"); with it `memory` (bytes of the rules, and of the
--   results of one call; 16 MiB), `instructions` and `seconds` of one call (10 million, 5), `total`, the seconds of all
--   calls (3600); `text`: the rules themselves, in place of the file, and path is their name in errors
-- @treturn ruleset.rules the ruleset; or nil, message, code: "EIO" when the file cannot be read, "EUNSUPPORTED" when
--   the process cannot be started
function M.load_rules(path, settings)
  settings = settings or {}
  if type(settings) ~= "table" then
    core.raise(("load_rules: settings: expected a table, got %s"):format(type(settings)))
  end
  for key, value in pairs(settings) do
    local known = KNOWN[key]
    if not known then
      core.raise(("load_rules: settings: unknown setting %s; known are %s"):format(tostring(key),
        table.concat(NAMES, ", ")))
    end
    if not known[2](value) then
      core.raise(("load_rules: %s: expected %s, got %s"):format(key, known[1], tostring(value)))
    end
  end
  local source, message, code = read(path, settings.text)
  if not source then return nil, message, code end
  if settings.sandbox then return load_in_sandbox(source, path, settings) end
  local chunk, syntax = load(source, "@" .. path, "t")
  if not chunk then core.raise("load_rules: " .. syntax) end
  local fields = chunk()
  if type(fields) ~= "table" then
    core.raise(("load_rules: %s: a rules file returns a table, this one a %s"):format(path, type(fields)))
  end
  return (is_declaration(fields) and declaration.moves or ruleset)(fields)
end

return M
