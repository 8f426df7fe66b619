--- Failures where three results cannot be returned: error objects that print; and errors that are no failures: Ctrl-C,
-- and modules that are not installed.
-- @module takeaway.base.failure

local core = require "takeaway.core"

local M = {}

--- Raise misuse: the message, with the position of the user's line.
M.misuse = core.raise

local terminal

--- Load a module that may be missing. Ctrl-C passes through.
-- @tparam string name
-- @return the module; nil where it is not installed; nil and the reason where it is, but does not load
function M.optional(name)
  local found, module = M.try(require, name)
  if found then return module end
  local why = tostring(module)
  return nil, not why:find("module '" .. name .. "' not found", 1, true) and why or nil
end

--- Test for an error of Ctrl-C. Where the command line or the prompt catches it, it is one object, which no rule can
-- raise by accident. Under the interpreter's own handler it is a text.
function M.is_interrupt(why)
  if terminal and (why == terminal.interrupt or terminal.catching()) then return why == terminal.interrupt end
  return type(why) == "string" and why:find("interrupted!", 1, true) ~= nil
end

local Failure = {}
Failure.__index = Failure
Failure.__name = "takeaway.failure"
function Failure:__tostring() return self.message end

--- Test for a failure raised as an object, by Lua or by the core.
function M.is_failure(why)
  local metatable = type(why) == "table" and getmetatable(why)
  return type(metatable) == "table" and rawget(metatable, "__name") == Failure.__name
end

--- Pass results through, or raise `nil, message, code` as an object with
-- `.message` and `.code` that prints as its message.
function M.raise(result, message, code)
  if result == nil and code then error(setmetatable({ message = message, code = code }, Failure), 0) end
  return result
end

--- Raise a caught error again. A message without a position gets that of the user's line, and the user's call.
function M.again(why)
  if type(why) == "string" and why:find "^[%w_ .-]+: " and not why:find "^[^\n]-:%d+: " then core.raise(why) end
  error(why, 0)
end

--- Call f and pass its result through. A failure raised with a code, by `raise` or an operator of values, is returned
-- as `nil, message, code`; other errors are raised again.
function M.catch(f, ...)
  local ok, result = pcall(f, ...)
  if ok then return result end
  if type(result) == "table" and result.code then
    return nil, result.message, result.code
  end
  M.again(result)
end

--- Call f for an operator, which has one result: a failure is raised as an object, as by `raise`, and misuse as text at
-- the line of the operator.
function M.operate(f, ...)
  local ok, result = pcall(f, ...)
  if ok then return result end
  if type(result) == "table" and result.code then M.raise(nil, result.message, result.code) end
  M.again(result)
end

--- Test for an error of refused memory.
function M.is_memory(why) return type(why) == "string" and why:find("not enough memory", 1, true) ~= nil end

-- Was this raised because a limit in force was reached?
local function is_limit(why)
  if not M.is_failure(why) or why.code ~= "ELIMIT" and why.code ~= "ECANCELLED" then return false end
  return core.over() ~= nil or select(3, core.inherited())
end

local function go_on(ok, why, ...)
  if not ok and (M.is_interrupt(why) or M.is_memory(why) or core.broken(why) or is_limit(why)) then error(why, 0) end
  return ok, why, ...
end

--- pcall for functions whose errors are reported. Some errors are raised again: Ctrl-C, refused memory, a reached limit
-- in force, and errors of a progress function.
function M.try(f, ...) return go_on(pcall(f, ...)) end

--- f(...), then `undo()` on every exit. No memory is taken between the two, and no budget ends `undo`, so every change
-- made for f is undone.
-- @function ensure
M.ensure = core.ensure

terminal = M.optional "takeaway.terminal" -- an embedder may go without

return M
