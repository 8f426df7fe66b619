--- Budgets: how long a call may take, how much memory it may hold, and who may cancel it. Calls inside a call share
-- what is left of its budget.
--
-- Every call of an object with limits enters a budget (csrc/lua/base/budget.h), as do the calls below. Budgets are
-- nested: the least limit holds, and every progress function is called. So a rule that calls another game keeps to the
-- limits of its own rules, as do compounds, pictures and tables.
-- @module takeaway.base.budget

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local text = require "takeaway.base.text"

local M = {}

--- Raise "ELIMIT" or "ECANCELLED" when the budget in force is used up. For loops in Lua that may be long.
-- @function poll
-- @tparam ?string call its name, for the message
-- @tparam[opt] number done,total of the work, passed to progress functions
M.poll = core.poll

--- The message and the code when the budget in force is used up, else nothing.
-- @function over
M.over = core.over

--- The positions and the depth of play that the budget in force allows (0: any), and whether it has any limit.
-- @function inherited
M.inherited = core.inherited

--- The least of several bounds, and the first of their progress functions.
-- @tparam table list of bounds: positions, bytes, seconds, depth (0: none), `progress`
-- @treturn table bounds; nil where there are none
function M.least(list)
  local found
  for _, bounds in ipairs(list) do
    found = found or { 0, 0, 0, 0, who = bounds.who }
    if bounds.who ~= found.who then found.who = found.who .. ", " .. bounds.who end
    for i = 1, 4 do
      if bounds[i] > 0 and (found[i] == 0 or bounds[i] < found[i]) then found[i] = bounds[i] end
    end
    found.progress = found.progress or bounds.progress
  end
  return found
end

--- f(...) within bounds.
-- @tparam ?table bounds nil: none of its own
-- @tparam function f
-- @return what f returns; or nil, message, code for a failure that is raised in it
function M.run(bounds, f, ...)
  if not bounds then return core.within(0, 0, 0, 0, nil, nil, false, f, ...) end
  return core.within(bounds[1], bounds[2], bounds[3], bounds[4], bounds.progress, bounds.who, false, f, ...)
end

--- f(...) within the bounds of its subject, where it has some. Rules, positions and sums have the field `bounds_of` in
-- their metatable.
-- @param x
-- @tparam function f
function M.about(x, f, ...)
  local meta = type(x) == "table" and getmetatable(x)
  local bounds_of = type(meta) == "table" and rawget(meta, "__bounds")
  return M.run(bounds_of and bounds_of(x) or nil, f, ...)
end

--- A method that keeps to the bounds of its object.
-- @tparam function bounds_of gives the bounds of an object, or nil
-- @tparam function method
function M.method(bounds_of, method)
  return function(self, ...)
    local bounds = bounds_of(self)
    if not bounds then return method(self, ...) end
    return M.run(bounds, method, self, ...)
  end
end

local KNOWN = { limit = "number", memory = "number", seconds = "number", depth = "number", progress = "function" }

local function check(settings, f)
  if type(settings) ~= "table" then
    failure.misuse("within: settings: expected a table such as {seconds = 1}, got " .. text.shown(settings))
  end
  for name, value in pairs(settings) do
    local wanted = KNOWN[name]
    if not wanted then
      failure.misuse(("within: settings: unknown setting %s; known are depth, limit, memory, progress, seconds"):format(
        text.visible(tostring(name))))
    end
    local most = name == "seconds" and math.huge or 1 << 62
    if type(value) ~= wanted or wanted == "number" and not (value > 0 and value <= most) then
      failure.misuse(("within: %s: expected a %s%s, got %s"):format(name,
        wanted == "number" and "positive " or "", wanted, text.shown(value)))
    end
  end
  if type(f) ~= "function" then failure.misuse("within: f: expected a function, got " .. text.shown(f)) end
end

local function whole(limit) return limit and math.ceil(limit) or 0 end

--- Call a function within bounds. They hold for everything that runs in it, whatever objects it uses.
--
-- The clock is read in the inner loops of the core, before rules in Lua are called, and every 10000 instructions of
-- Lua. Lua then runs slower. A program that was started and a call of a C library are not interrupted. Memory counts
-- what objects of the core take from the start of the call, and allows Lua as much again. Budgets are nested, and the
-- limits of rules hold inside.
-- @function within
-- @tparam table settings `seconds`; `memory` (bytes); `limit`, the positions that the engine may hold of any one game;
--   `depth`, moves of play, as of @{takeaway.engine.ruleset.rules:limit}; `progress`, a function called with the work
--   done and the total (0: unknown), which cancels by returning false
-- @tparam function f it cannot yield out of the call
-- @param ... the arguments of f
-- @return what f returns, even after its time was over; or nil, message, code: "ELIMIT" and "ECANCELLED", or those of a
--   failure that an operator raised in f
-- @usage
-- local up = ta.ruleset { options = function(emit, n) emit(n + 1) end }
-- local outcome, why, code = ta.within({ limit = 1000 }, function() return up(0):outcome() end)
-- assert(outcome == nil and code == "ELIMIT")
local function within(settings, f, ...)
  check(settings, f)
  local seconds = settings.seconds and settings.seconds < math.huge and settings.seconds or 0
  return core.within(whole(settings.limit), whole(settings.memory), seconds, whole(settings.depth), settings.progress,
    "ta.within", true, f, ...)
end

-- Only `within` is public; the rest is for modules that make calls.
return setmetatable({ within = within }, { __index = M })
