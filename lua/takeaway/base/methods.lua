--- Methods that are written in Lua: each checks the object that it is called on, and errors name the method.
--
-- A table of this module wraps each method that is put into it. It does not wrap methods that check the object
-- themselves, such as those in C. Users do not call names that begin with "_", so these are not wrapped either.
-- @module takeaway.base.methods

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

local getmetatable = getmetatable

-- With arguments a wrapper stays on the stack while the method runs, since errors search the stack for the user's call.
local function passed(...) return ... end

-- Returns functions refuse(x) that raise, for a method of this name, or for the name that the user called.
local function refuser(noun)
  return function(name)
    return function(x)
      core.raise(("%sexpected a%s %s (called with . instead of : ?), got %s"):format(name and name .. ": " or "",
        noun:find "^[aeiou]" and "n" or "", noun, text.shown(x)))
    end
  end
end

local function wrapped_by(is)
  return function(f, refuse)
    return function(self, ...)
      if not is(self) then refuse(self) end
      return passed(f(self, ...))
    end
  end
end

-- The class test needs no call; a single argument, the usual case, needs no list.
local function wrapped_of(class)
  return function(f, refuse)
    local info = debug.getinfo(f, "u")
    if info.nparams == 1 and not info.isvararg then
      return function(self)
        if getmetatable(self) ~= class then refuse(self) end
        return f(self)
      end
    end
    return function(self, ...)
      if getmetatable(self) ~= class then refuse(self) end
      return passed(f(self, ...))
    end
  end
end

-- Does f have the function `check` as an upvalue, which refuses a wrong receiver?
local function asks(f, check)
  for i = 1, check and 255 or 0 do
    local name, value = debug.getupvalue(f, i)
    if not name or value == check then return name ~= nil end
  end
  return false
end

-- Register both functions under the name, since a wrapper without arguments leaves the stack by its tail call.
local function guarded(methods, wrapped, refuse, check)
  if getmetatable(methods) then return methods end
  core.calls(methods)
  return setmetatable(methods, { __newindex = function(t, name, f)
    if type(f) == "function" and name:sub(1, 1) ~= "_" and debug.getinfo(f, "S").what ~= "C" then
      core.calls { [name] = f }
      if not asks(f, check) then f = wrapped(f, refuse(name)) end
      core.calls { [name] = f }
    end
    rawset(t, name, f)
  end })
end

--- A table that wraps the methods put into it. A wrapped method raises if its object is of another kind.
-- @tparam string noun the kind of object, as errors name it
-- @tparam function is is(x) returns whether x is of that kind
-- @tparam[opt] table methods the table to use; methods that it has already are not wrapped
-- @tparam[opt] function check check(x) raises if x is of another kind. A method with `check` as an upvalue is not
--   wrapped, and calls it first
-- @treturn table
function M.of(noun, is, methods, check) return guarded(methods or {}, wrapped_by(is), refuser(noun), check) end

--- A metatable whose `__index` is a table of methods. Returns both, and refuse(x), which raises that x is none such.
-- Methods that refer to `refuse` are not wrapped: short and frequent ones, which compare the metatable themselves.
-- @tparam string name its `__name`
-- @tparam string noun
-- @tparam[opt] table methods that table; the metatable itself where it is true
function M.class(name, noun, methods)
  local class, new = { __name = name }, refuser(noun)
  if methods == true then methods = class end
  local refuse = new()
  class.__index = guarded(methods or {}, wrapped_of(class), new, refuse)
  return class, class.__index, refuse
end

-- The types of the core: boxes, whose checks refuse wrong or closed objects; and the values of its stores.
for full, metatable in pairs(debug.getregistry()) do
  local name = type(full) == "string" and full:match "^takeaway%.([%w_]+)$"
  local methods = name and type(metatable) == "table" and (core[name .. "_methods"] or rawget(metatable, "__index"))
  if type(methods) == "table" and rawget(metatable, 1) and rawget(metatable, "__gc") then
    guarded(methods, wrapped_by(core.open_box(full)), function(method) return core.checker(full, method) end)
  elseif type(methods) == "table" and rawget(metatable, "__metatable") == full then
    M.of((name:gsub("_", " ")), function(x) return type(x) == "userdata" and getmetatable(x) == full end, methods)
  end
end

return M
