--- Surveys by processes of this machine: a transport, see @{takeaway.app.survey.coordinator}. A message is its length
-- in four bytes, then its text.
-- @module takeaway.app.survey.processes

local failure = require "takeaway.base.failure"
local file = require "takeaway.base.file"
local workers = require "takeaway.workers"

local M = {}

local Processes = { name = "processes" }
Processes.__index = Processes

local LONGEST = 1 << 30 -- bytes of a message

-- ---- Programs -------------------------------------------------------------------------

-- The interpreter that runs this, or the one there is.
local function interpreter()
  local arguments = rawget(_G, "arg")
  if type(arguments) == "table" then
    local i = 0
    while type(arguments[i - 1]) == "string" do i = i - 1 end
    if i < 0 and arguments[i]:match "[^/]*$":find "^lua" then return arguments[i] end
  end
  return "lua5.4"
end

-- A path of templates, whatever directory it is read in.
local function absolute(path)
  local pipe = io.popen "pwd"
  local here = pipe:read "l"
  pipe:close()
  return (path:gsub("[^;]+", function(part) return part:find "^/" and part or here .. "/" .. part end))
end

local function start(self, number)
  local program = ("package.path, package.cpath = %q, %q; require('takeaway.app.survey.processes').work()"):format(
    self.path, self.cpath)
  local made, why = workers.start(self.program, "-E", "-e", program)
  if not made then
    failure.raise(nil, ("survey: no worker can be started (%s): %s"):format(self.program, why), "EIO")
  end
  self.list[number], self.parts[number] = made, { size = 0 }
end

--- A transport.
-- @tparam table settings `workers`, their number; by default one a core
function M.open(settings)
  local self = setmetatable({ size = settings.workers or workers.cores(), list = {}, parts = {}, last = 0,
                              program = interpreter(), path = absolute(package.path),
                              cpath = absolute(package.cpath) }, Processes)
  if not self.program:find "/" and not file.installed(self.program) then
    failure.raise(nil, ("survey: workers run %s, which is not installed"):format(self.program), "EIO")
  end
  for number = 1, self.size do start(self, number) end
  return self
end

-- ---- Messages -------------------------------------------------------------------------

local function framed(text) return string.pack("<s4", text) end

-- The message that the parts begin with; nil where it is not whole.
local function whole(parts)
  if parts.size < 4 then return nil end
  while #parts[1] < 4 do parts[1] = parts[1] .. table.remove(parts, 2) end
  local length = string.unpack("<I4", parts[1])
  if parts.size < 4 + length then return nil, length end
  return table.concat(parts):sub(5, 4 + length)
end

function Processes:send(number, text)
  self.list[number]:write(framed(text)) -- one that has ended is heard of by receive
end

-- What came from a worker: its message; or nil and why it ended; or false.
local function read(self, number)
  local bytes, why = self.list[number]:read()
  if not bytes then return nil, why end
  if bytes == "" then return false end
  local parts = self.parts[number]
  parts[#parts + 1], parts.size = bytes, parts.size + #bytes
  local text, length = whole(parts)
  if text then
    self.parts[number] = { size = 0 } -- one answer a question: nothing is after it
    return text
  end
  if length and length > LONGEST then
    self.list[number]:close()
    return nil, "it sent an invalid message"
  end
  return false
end

function Processes:receive(timeout)
  local number = workers.wait(self.list, timeout, self.last + 1)
  if not number then return nil end
  self.last = number
  local text, why = read(self, number)
  if text == false then return nil end
  if text then return number, text end
  start(self, number)
  return number, nil, why
end

function Processes:close()
  for _, one in pairs(self.list) do one:close() end
  self.list = {}
end

-- ---- The worker's side ----------------------------------------------------------------

local function read_whole(coordinator)
  local parts = { size = 0 }
  while true do
    local text = whole(parts)
    if text then return text end
    local bytes = coordinator:read(true)
    if not bytes then return nil end
    parts[#parts + 1], parts.size = bytes, parts.size + #bytes
  end
end

--- The main loop of a worker's process: reply until the last message, on one thread, since there are other workers.
function M.work()
  require "takeaway".threads(1)
  local coordinator, worker = workers.inherited(), require "takeaway.app.survey.worker".new()
  worker.mortal = workers.mortal
  for text in read_whole, coordinator do
    local reply = worker:answer(text)
    if not reply or not coordinator:write(framed(reply)) then return end
  end
end

return M
