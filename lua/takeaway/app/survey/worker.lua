--- A worker computes blocks of a survey's members. It receives and sends messages over any transport.
--
-- A member that fails has a row with the message. When a row exceeds its time, the budget (@{takeaway.base.budget})
-- ends the task where it polls, or by a hook where it runs Lua. Whatever the task then returns, the row says "limit". A
-- task that never polls, such as one call of a C function, is ended with its process a while later, if the process is
-- the survey's own. Then the coordinator writes the row.
-- @module takeaway.app.survey.worker

local budget = require "takeaway.base.budget"
local failure = require "takeaway.base.failure"
local message = require "takeaway.app.survey.message"
local tasks = require "takeaway.app.survey.task"
local text = require "takeaway.base.text"
local workers = require "takeaway.workers"

local M = {}
M.__index = M

--- A worker without a task yet.
-- @tparam[opt] table task the meaning of the name "": a task that was given as a table
function M.new(task) return setmetatable({ given = task }, M) end

--- The seconds after which the process of a row is ended; `seconds` is the time limit of the row.
function M.last_moment(seconds) return 2 * seconds + 2 end

--- The message of a row whose time is over.
function M.late_text(seconds) return ("more than %.14g seconds"):format(seconds) end

-- ---- One row --------------------------------------------------------------------------

-- The error without a position in a file, which differs between machines.
local function plain(why)
  why = text.message(why):gsub("\nstack traceback:.*$", ""):gsub("^[^\n:]*%.lua:%d+: ", "")
  return text.utf8(why)
end

local function column_value(column, v)
  local name, kind = column[1], column[2]
  local given = math.type(v) or type(v)
  if v == nil then return nil end
  if kind == "TEXT" and given == "string" then return text.utf8(v) end
  if kind == "INTEGER" then
    if given == "boolean" then return v and 1 or 0 end
    if given == "integer" then return v end
    if given == "float" and math.tointeger(v) then return math.tointeger(v) end
  end
  if kind == "REAL" and (given == "integer" or given == "float" and v == v) then return v + 0.0 end
  error(("column %s: expected %s, got %s"):format(name, kind, text.shown(v)), 0)
end

-- A row of the database without its seconds: key, status, message, and the columns in their order.
local function row_of(task, key, answer, why, code)
  local row = { key, "ok", nil, n = 3 + #task.columns }
  if answer == nil then
    row[2] = (code == "ELIMIT" or code == "ECANCELLED") and "limit" or "error"
    row[3] = why == nil and "no row, and no reason" or plain(why)
    return row
  end
  if type(answer) ~= "table" then error("row: expected a table of columns, got " .. text.shown(answer), 0) end
  local known = {}
  for i, column in ipairs(task.columns) do
    known[column[1]] = true
    row[3 + i] = column_value(column, answer[column[1]])
  end
  for name in pairs(answer) do
    if not known[name] then error(("row: there is no column %s"):format(tostring(name)), 0) end
  end
  return row
end

--- The row of a key, and the seconds it took.
function M:row(key)
  local task, limits, began = self.task, self.limits, workers.seconds()
  local function over() return limits.seconds ~= nil and workers.seconds() - began > limits.seconds end
  local function ask()
    return row_of(task, key, task.row(key, self.settings,
      { seconds = limits.seconds, bytes = limits.bytes, limit = limits.limit, over = over }))
  end
  local ok, row, why, code
  if limits.seconds then
    if self.mortal then self.mortal(M.last_moment(limits.seconds)) end
    ok, row, why, code = pcall(budget.run, { 0, 0, limits.seconds, 0 }, ask)
    if self.mortal then self.mortal(0) end
    if ok and row == nil then row = row_of(task, key, nil, why, code) end
  else ok, row = pcall(ask) end
  if not ok and failure.is_interrupt(row) then error(row, 0) end
  if over() then row = row_of(task, key, nil, M.late_text(limits.seconds), "ELIMIT")
  elseif not ok then
    code = failure.is_memory(row) and "ELIMIT" or type(row) == "table" and row.code or nil
    row = row_of(task, key, nil, row, code)
  end
  return row, workers.seconds() - began
end

-- ---- Messages -------------------------------------------------------------------------

local ANSWERS = {}

-- task, name, source, settings, seconds, bytes, limit, version of the library
function ANSWERS:task(list)
  local ta = require "takeaway"
  if list[8] ~= ta.version then
    return { { "refused", ("this is takeaway %s, the coordinator's is %s"):format(ta.version, list[8]) } }
  end
  local ok, task, why = true, self.given, nil
  if list[2] ~= "" then ok, task, why = failure.try(tasks.load, list[2], list[3]) end
  if not ok or not task then return { { "refused", plain(ok and why or task) } } end
  self.task, self.settings = task, message.read_settings(list[4])
  self.limits = { seconds = list[5], bytes = list[6], limit = list[7] }
  return { { "ready", ta.version } }
end

local function add(self, reply, key)
  local row, seconds = self:row(key)
  row[row.n + 1], row.n = seconds, row.n + 1
  reply[#reply + 1] = row
end

-- block, first, past
function ANSWERS:block(list)
  local reply, seen = { { "block", list[2], list[3] } }, {}
  for i = list[2], list[3] - 1 do
    local ok, key = failure.try(tasks.key, self.task, i, self.settings)
    if not ok then return { { "refused", ("member %d: %s"):format(i, plain(key)) } } end
    if key and not seen[key] then add(self, reply, key) end
    if key then seen[key] = true end
  end
  return reply
end

-- keys, then one key on each line
function ANSWERS:keys(_, lists)
  local reply = { { "keys" } }
  for i = 2, #lists do add(self, reply, lists[i][1]) end
  return reply
end

--- The reply to a message; nil after the last.
-- @tparam string message_text
-- @treturn string
function M:answer(message_text)
  local lists = message.read(message_text)
  local kind = lists[1][1]
  if kind == "stop" then return nil end
  local answer = ANSWERS[kind]
  if not answer then error("survey: a worker was sent " .. text.shown(kind), 0) end
  return message.write(answer(self, lists[1], lists))
end

return M
