--- Methods that are written in Lua: each checks the object that it is called of, and errors know it by its name.
--
-- Methods that are put into a table of this module are wrapped. Those of C check their object themselves. Names that
-- begin with "_" are no methods of a user's.
-- @module takeaway.base.methods

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

local function passed(...) return ... end

-- f, called of what is(x) holds of; `refuse(x)` raises of others. With arguments the wrapper stays on the stack while
-- f runs, since errors look there for the user's call.
local function wrapped(f, is, refuse)
  local info = debug.getinfo(f, "u")
  if info.nparams == 1 and not info.isvararg then
    return function(self)
      if not is(self) then refuse(self) end
      return f(self)
    end
  end
  return function(self, ...)
    if not is(self) then refuse(self) end
    return passed(f(self, ...))
  end
end

local function guarded(methods, is, refuser)
  if getmetatable(methods) then return methods end
  core.calls(methods)
  return setmetatable(methods, { __newindex = function(t, name, f)
    if type(f) == "function" and name:sub(1, 1) ~= "_" and debug.getinfo(f, "S").what ~= "C" then
      f = wrapped(f, is, refuser(name))
      core.calls { [name] = f }
    end
    rawset(t, name, f)
  end })
end

--- A table of methods.
-- @tparam string noun what they are called of
-- @tparam function is is(x): is it one?
-- @tparam[opt] table methods those there are
-- @treturn table
function M.of(noun, is, methods)
  return guarded(methods or {}, is, function(name)
    return function(x)
      core.raise(("%s: expected a%s %s (called with . instead of : ?), got %s"):format(name,
        noun:find "^[aeiou]" and "n" or "", noun, text.shown(x)))
    end
  end)
end

--- A metatable, whose `__index` is a table of methods; both are returned.
-- @tparam string name its `__name`
-- @tparam string noun
-- @tparam[opt] table methods that table; the metatable itself where it is true
function M.class(name, noun, methods)
  local class = { __name = name }
  if methods == true then methods = class end
  class.__index = M.of(noun, function(x) return getmetatable(x) == class end, methods)
  return class, class.__index
end

-- The types of the core: boxes, whose checks say what is none, or is closed; and the values that lie in its stores.
for full, metatable in pairs(debug.getregistry()) do
  local name = type(full) == "string" and full:match "^takeaway%.([%w_]+)$"
  local methods = name and type(metatable) == "table" and (core[name .. "_methods"] or rawget(metatable, "__index"))
  if type(methods) == "table" and rawget(metatable, 1) and rawget(metatable, "__gc") then
    guarded(methods, core.open_box(full), function(method) return core.checker(full, method) end)
  elseif type(methods) == "table" and rawget(metatable, "__metatable") == full then
    M.of((name:gsub("_", " ")), function(x) return type(x) == "userdata" and getmetatable(x) == full end, methods)
  end
end

return M
