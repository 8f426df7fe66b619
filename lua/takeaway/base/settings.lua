--- The settings of a call: a table of known names, and integers among them.
-- @module takeaway.base.settings

local failure = require "takeaway.base.failure"
local text = require "takeaway.base.text"
local whole = require "takeaway.base.to_integer"

local M = {}

--- Check that settings are a table, and have no other names than the known ones.
-- @tparam string call the call, as errors name it
-- @param settings what was given; nil is {}
-- @tparam table known a list of names
-- @treturn table the settings
function M.check(call, settings, known)
  if settings == nil then return {} end
  if type(settings) ~= "table" then
    failure.misuse(("%s: settings: expected a table, got %s"):format(call, text.shown(settings)))
  end
  local is = {}
  for _, name in ipairs(known) do is[name] = true end
  for key in pairs(settings) do
    if not is[key] then
      failure.misuse(("%s: settings: unknown setting %s; known %s %s"):format(call, text.visible(tostring(key)),
        #known == 1 and "is" or "are", table.concat(known, ", ")))
    end
  end
  return settings
end

--- Check an integer among the settings. A float with an integral value is one.
-- @tparam string call the call, as errors name it
-- @tparam string name of the setting
-- @param value what was given
-- @tparam int least,most its range
-- @treturn int the value; nil stays nil
function M.integer(call, name, value, least, most)
  if value == nil then return nil end
  local n = whole(value)
  if n and n >= least and n <= most then return n end
  failure.misuse(("%s: %s: expected an integer from %d to %s, got %s"):format(call, name, least,
    most == 1 << 62 and "2^62" or ("%d"):format(most), text.shown(value)))
end

-- ---- Calls with a bound ----------------------------------------------------------------

local kindred = setmetatable({}, { __mode = "k" })

--- Test whether the call takes its bound in both ways, as a number and as a setting.
function M.is_kindred(call) return kindred[call] ~= nil end

--- Record that the call takes its bound in both ways, since it passes its arguments on to a call that does.
function M.mark(call) kindred[call] = true end

-- Is it a table of settings, not an object?
local function is_plain(x) return type(x) == "table" and getmetatable(x) == nil end

--- Let methods that take a bound, a number, take it by name as well: `nim_values(20)` and `nim_values{to = 20}`.
-- @tparam table methods
-- @tparam table bounds by name of a method, the names of its first arguments in order. The first is the bound, which
--   may also be named `to`. With `settings = true` the other fields are passed on, as one table behind these arguments
function M.by_name(methods, bounds)
  for name, arguments in pairs(bounds) do
    local f, count, is = methods[name], #arguments, { to = true }
    for _, argument in ipairs(arguments) do is[argument] = true end
    methods[name] = function(self, first, ...)
      if not is_plain(first) then return f(self, first, ...) end
      local list, rest = {}, nil
      for key, value in pairs(first) do
        if not is[key] then
          rest = rest or {}
          rest[key] = value
        end
      end
      if rest and not arguments.settings then
        local known = { table.unpack(arguments) }
        if arguments[1] ~= "to" then known[count + 1] = "to" end
        M.check(name, rest, known)
      end
      for i, argument in ipairs(arguments) do list[i] = first[argument] end
      if list[1] == nil then list[1] = first.to end
      if list[1] == nil and not rest then return f(self, first, ...) end -- f reports what it expects
      if rest or arguments.settings then list[count + 1] = rest or {} end
      return f(self, table.unpack(list, 1, count + 1))
    end
    kindred[methods[name]] = name
  end
end

--- Let methods that take settings with a bound `to` take it as a number too, settings behind it.
-- @tparam table methods
-- @tparam table names a list of methods
function M.by_number(methods, names)
  for _, name in ipairs(names) do
    local f = methods[name]
    methods[name] = function(self, first, more, ...)
      if type(first) ~= "number" then return f(self, first, more, ...) end
      if more ~= nil and type(more) ~= "table" then M.check(name, more, {}) end
      local settings = { to = first }
      for key, value in pairs(more or {}) do
        if key ~= "to" then settings[key] = value end
      end
      return f(self, settings)
    end
    kindred[methods[name]] = name
  end
end

return M
