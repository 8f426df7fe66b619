--- A survey's task: a family, the names of its members, and the columns of a row. Built-in tasks are in
-- `takeaway.app.survey.tasks`; your own file returns the same table, see docs/surveys.md.
-- @module takeaway.app.survey.task

local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local message = require "takeaway.app.survey.message"
local registry = require "takeaway.registry"
local text = require "takeaway.base.text"

local M = {}

--- The names of the built-in tasks, with and without a family.
M.built_in = { "two_numbers" }

for _, family in ipairs(registry) do
  for _, name in ipairs(family.surveys or {}) do M.built_in[#M.built_in + 1] = name end
end

local TYPES = { INTEGER = true, REAL = true, TEXT = true }
local KINDS = { integer = "an integer", float = "a number", boolean = "true or false,", string = "a text" }
local TAKEN = { key = true, status = true, message = true, seconds = true }
local FUNCTIONS = { count = false, member = true, row = true } -- is it needed?
local FIELDS = { name = "string", version = "number", title = "string", settings = "table", columns = "table",
                 count = "function", member = "function", row = "function" }

local function wrong(task, format, ...)
  local name = type(task) == "table" and type(task.name) == "string" and task.name or "task"
  failure.misuse(("survey: %s: %s"):format(name, format:format(...)))
end

local function check_columns(task)
  local seen = {}
  for i, column in ipairs(task.columns) do
    if type(column) ~= "table" then wrong(task, "columns: entry %d: expected {name, type, doc}", i) end
    local name, kind, doc = column[1], column[2], column[3]
    if type(name) ~= "string" or not name:find "^%l[%l%d_]*$" then
      wrong(task, "columns: entry %d: expected a name such as closed_form, got %s", i, text.shown(name))
    end
    if TAKEN[name] or seen[name] then wrong(task, "columns: %s is listed twice", name) end
    if not TYPES[kind] then
      wrong(task, "columns: %s: expected INTEGER, REAL or TEXT, got %s", name, text.shown(kind))
    end
    if type(doc) ~= "string" then
      wrong(task, "columns: %s: expected a line of documentation, got %s", name, text.shown(doc))
    end
    seen[name] = true
  end
  if #task.columns == 0 then wrong(task, "columns: expected at least one") end
end

local SETTING = { integer = true, float = true, string = true, boolean = true }

--- A task, checked.
-- @param task what a task's file returned
-- @treturn table the task
function M.check(task)
  if type(task) ~= "table" then wrong(nil, "expected a table that describes a task, got %s", text.shown(task)) end
  for field, value in pairs(task) do
    if not FIELDS[field] then wrong(task, "unknown field %s", tostring(field)) end
    if type(value) ~= FIELDS[field] then
      wrong(task, "%s: expected a %s, got %s", field, FIELDS[field], text.shown(value))
    end
  end
  if not task.name or not task.name:find "^%l[%l%d_]*$" then
    wrong(task, "name: expected a name such as octal, got %s", text.shown(task.name))
  end
  if math.type(task.version) ~= "integer" then
    wrong(task, "version: expected an integer, got %s", text.shown(task.version))
  end
  for name, needed in pairs(FUNCTIONS) do
    if needed and not task[name] then wrong(task, "%s: expected a function, got nil", name) end
  end
  if not task.columns then wrong(task, "columns: expected a list, got nil") end
  check_columns(task)
  for name, value in pairs(task.settings or {}) do
    if type(name) ~= "string" or not name:find "^%l[%l%d_]*$" or not SETTING[math.type(value) or type(value)] then
      wrong(task, "settings: %s: expected a number, a text or a boolean as default", tostring(name))
    end
  end
  return task
end

-- The task of a Lua text; errors name the place in it.
local function compile(source, name)
  local chunk, why = load(source, name, "t")
  if not chunk then error("survey: " .. why, 0) end
  return M.check(chunk())
end

--- A task with its source: by the name of a built-in one, from a file, or from a coordinator.
-- @tparam string name a built-in one, or a file that ends in .lua
-- @tparam[opt] string source the file's text, where it was sent
-- @treturn table the task; its name; its source, "" for a built-in one. Or nil, message, "EIO"
function M.load(name, source)
  if name:find "%.lua$" then
    if not source or source == "" then
      local why, code
      source, why, code = file.read(name)
      if not source then return nil, why, code end
    end
    return compile(source, "@" .. name), name, source
  end
  for _, known in ipairs(M.built_in) do
    if known == name then return M.check(require("takeaway.app.survey.tasks." .. name)), name, "" end
  end
  failure.misuse(("survey: task: expected one of %s, or a file that ends in .lua, got %s"):format(
    table.concat(M.built_in, ", "), text.shown(name)))
end

--- The settings of a survey: the task's defaults, and the given values in their place.
-- @tparam table task
-- @tparam[opt] table given values; texts are read as the type of the default
-- @treturn table
function M.settings(task, given)
  local settings, names = {}, {}
  for name, value in pairs(task.settings or {}) do
    settings[name], names[#names + 1] = value, name
  end
  table.sort(names)
  for name, value in pairs(given or {}) do
    local default = settings[name]
    if default == nil then
      wrong(task, "settings: unknown setting %s; known are %s", tostring(name), #names > 0 and table.concat(names, ", ")
        or "none")
    end
    local kind = math.type(default) or type(default)
    local v = value
    if kind == "integer" then v = math.tointeger(tonumber(v))
    elseif kind == "float" then v = tonumber(v) and tonumber(v) + 0.0
    elseif kind == "boolean" and v == "true" then v = true
    elseif kind == "boolean" and v == "false" then v = false
    end
    if (math.type(v) or type(v)) ~= kind or v ~= v then
      wrong(task, "settings: %s: expected %s such as %s, got %s", name, KINDS[kind], tostring(default),
        text.shown(value))
    end
    settings[name] = v
  end
  return settings
end

--- The number of members; nil for an infinite family.
function M.count(task, settings)
  if not task.count then return nil end
  local n = task.count(settings)
  local count = n ~= nil and math.tointeger(n)
  if n ~= nil and (not count or count < 0) then
    wrong(task, "count: expected an integer from 0 on, got %s", text.shown(n))
  end
  return count or nil
end

--- The key of member i; nil where it does not exist.
function M.key(task, i, settings)
  local key = task.member(i, settings)
  if key ~= nil and (type(key) ~= "string" or key == "") then
    wrong(task, "member: expected a text or nil at %d, got %s", i, text.shown(key))
  end
  if key and not utf8.len(key) then wrong(task, "member: the text at %d is no UTF-8", i) end
  return key
end

--- The columns as text, for comparison with a database.
function M.columns_text(task)
  local flat = {}
  for _, column in ipairs(task.columns) do table.move(column, 1, 3, #flat + 1, flat) end
  return message.line(flat)
end

return M
