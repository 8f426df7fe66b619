--- Certificates of theorems, checked by two independent programs: one in C (`ta_theorem_check`, fast), one in plain Lua
-- (@{takeaway.research.check_theorem}), for those who trust nobody.
-- @module takeaway.research.two_checkers

local failure = require "takeaway.base.failure"
local in_c = require "takeaway.engine.theorem.check_in_c"
local in_lua = require "takeaway.research.check_theorem"
local settings_of = require "takeaway.base.settings"

local M = {}

local BY = { both = true, c = true, lua = true }

local function check_arguments(text, settings)
  if type(text) ~= "string" then
    failure.misuse("check_theorem: text: expected the text of a certificate, got a " .. type(text))
  end
  settings = settings_of.check("check_theorem", settings, { "by", "progress", "steps" })
  if settings.progress ~= nil and type(settings.progress) ~= "function" then
    failure.misuse("check_theorem: progress: expected a function, got a " .. type(settings.progress))
  end
  if settings.by ~= nil and not BY[settings.by] then
    failure.misuse "check_theorem: by: expected \"both\", \"c\" or \"lua\""
  end
  return settings, settings_of.integer("check_theorem", "steps", settings.steps, 1, 1 << 62)
end

local function told(why) return why and "check_theorem: " .. why end

--- Test whether the certificate of a theorem proves it.
-- @function check_theorem
-- @tparam string text as `theorem:certificate()` gives it
-- @tparam[opt] table settings
--   `by`: "both" checkers (the default), the one in "c" or the one in "lua";
--   `steps`: the most steps of each. By default the checker in Lua may take 60 million, at some millions a second. The
--   one in C may take any number, at some hundred millions a second;
--   `progress`: called with the steps of the one in C and 0; returning false cancels
-- @treturn boolean true when it does; false and the obligation that fails, with an example where there is one; or nil,
--   message and "EIO" (not a certificate; the message names the line), "EUNSUPPORTED" (an unknown version or
--   numeration), "ELIMIT" or "ECANCELLED"
-- @usage
-- local t = ta.moves{ "n", "k: 1 <= k <= 3, k <= n -> n - k" }:theorem()
-- assert(ta.check_theorem(t:certificate()))
function M.check_theorem(text, settings)
  local steps
  settings, steps = check_arguments(text, settings)
  local by = settings.by or "both"
  local holds, why, code
  if by ~= "lua" then
    holds, why, code = in_c(text, { steps = steps, progress = settings.progress })
    if holds == nil then return nil, why, code end
    if by == "c" then return holds, why end
  end
  local again, reason, lua_code = in_lua(text, steps)
  if by == "lua" then
    if again == nil then return nil, told(reason), lua_code end
    return again, reason
  end
  if again == holds or again == nil and not holds then return holds, why end
  if again == nil then
    return nil, ("check_theorem: the checker in C accepts it; the one in Lua: %s"):format(reason), lua_code
  end
  return false, ("the checkers differ: %s in C, %s in Lua"):format(why or "it holds", reason or "it holds")
end

return M
