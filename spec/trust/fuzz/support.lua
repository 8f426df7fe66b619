--- Shared code of the fuzzer's targets. A call may refuse, with our message; it may give up; it never has an internal
-- failure. Long queries give up at their twentieth progress report. So an input that still takes long is one without
-- progress reports.
local core = require "takeaway.core"

local M = {}

local CODES = { ELIMIT = true, ECANCELLED = true, ELOOPY = true, EPARTIZAN = true, EUNSUPPORTED = true, ERANGE = true,
                EIO = true }
local PATIENCE = 20

local heard = 0
core.watch(function(done)
  heard = done and heard + 1 or heard
  return heard < PATIENCE
end)

--- A target: what it raises is a fault.
function M.target(f)
  local count = 0
  return function(input)
    heard, count = 0, count + 1
    if count % 64 == 0 then collectgarbage() end
    f(input)
  end
end

--- The results of f(...); nil, message and code where it refuses or gives up.
function M.try(f, ...)
  local results = table.pack(pcall(f, ...))
  local message, code = results[3], results[4]
  if not results[1] then
    message, code = results[2], "refused"
    if type(message) == "table" then message, code = message.message, message.code end
  elseif results[2] ~= nil or not message then
    return table.unpack(results, 2, results.n)
  end
  if type(message) ~= "string" or not message:find "%S" then error("says nothing: " .. tostring(message)) end
  if message:find "lua/takeaway/[%w_/]+%.lua:%d+: " then
    error("fails inside: " .. message)
  end
  if code ~= "refused" and not CODES[code] then error(("code %s: %s"):format(tostring(code), message)) end
  return nil, message, code
end

--- Raise unless a and b are the same; both are shown.
function M.same(a, b, what)
  if a ~= b then error(("%s: %s, and %s"):format(what, tostring(a), tostring(b)), 2) end
end

--- Calls f(...), which must not be refused. Returns nil if it was abandoned.
function M.must(what, f, ...)
  local results = table.pack(M.try(f, ...))
  if results[1] == nil and results[3] == "refused" then error(what .. ": " .. tostring(results[2]), 2) end
  return table.unpack(results, 1, results.n)
end

--- The first byte of an input as one of a list, and the rest of it.
function M.choice(input, list)
  return list[(input:byte() or 0) % #list + 1], input:sub(2)
end

-- math.random draws from the bytes of an input, then from what follows from them, so that what grammars make at random
-- is made of the input, and ends. They keep the function they find: this file is required before them.
local drawn, at, state = "", 1, 0

local function byte()
  local next_one = drawn:byte(at)
  at, state = at + 1, (state ~ (next_one or 0)) * 6364136223846793005 + 1442695040888963407
  return next_one or state >> 56
end

function math.random(m, n) -- luacheck: ignore
  if not m then return byte() / 256 end
  local low, high = n and m or 1, n or m
  local span = high - low + 1
  local number = byte()
  if span > 256 or span <= 0 then number = number << 8 | byte() end
  return low + (span > 0 and number % span or number)
end

--- From now on math.random draws from `input`.
function M.draw(input) drawn, at, state = input, 1, 0 end

return M
