--- Rules in a C library; otherwise the same as rules in Lua.
--
-- The library has functions of the types in `takeaway/native_rules.h`, which needs no other header:
--
--    #include "takeaway/native_rules.h"
--
--    int wythoff(const int64_t *at, int count, ta_native_emit *emit, void *sink) {
--        for (int64_t k = 1; k <= at[0]; k++) emit(sink, (int64_t[]){ at[0] - k, at[1] }, 2);
--        for (int64_t k = 1; k <= at[1]; k++) emit(sink, (int64_t[]){ at[0], at[1] - k }, 2);
--        for (int64_t k = 1; k <= at[0] && k <= at[1]; k++) emit(sink, (int64_t[]){ at[0] - k, at[1] - k }, 2);
--        return 0;
--    }
-- @module takeaway.engine.ruleset.native_rules

local core = require "takeaway.core"
local ruleset = require "takeaway.engine.ruleset".ruleset
local text = require "takeaway.base.text"

local M = {}

-- The fields that may name functions of the library, and the types of these.
local KINDS = {
  options = "options", left = "options", right = "options", canonical = "canonical", parts = "parts",
  nim_value = "number", measure = "number", terminal = "terminal", entails = "entails",
}

--- A ruleset whose functions are in a C library.
--
-- The fields are those of @{takeaway.engine.ruleset}. Here `options`, `left`, `right`, `canonical`, `parts`,
-- `nim_value`, `terminal`, `entails` and `measure` may be names of functions in the library. Positions are integers;
-- `parameters` names them, for tables. A C function that never returns cannot be interrupted.
-- @function native_rules
-- @tparam table fields `path` of the library, as dlopen takes it, and the rules
-- @tparam[opt] table settings as of @{takeaway.engine.ruleset.ruleset}
-- @treturn ruleset.rules the ruleset; or nil, a message and "EIO" where the library or a function is not there
-- @usage
-- local game, why = ta.native_rules{ path = "./wythoff.so", options = "wythoff", parameters = {"a", "b"} }
-- print(game and game(3, 5):outcome() or why)
function M.native_rules(fields, settings)
  if type(fields) ~= "table" then
    core.raise(("native_rules: expected a table of rules, got %s"):format(type(fields)))
  end
  local path = fields.path
  if type(path) ~= "string" then
    core.raise(("native_rules: path: expected the library's path, got %s"):format(text.shown(path)))
  end
  if not (fields.options or fields.left or fields.right) then
    core.raise "native_rules: options: expected the name of a function of the library, or left and right, got nil"
  end
  local rules = {}
  for key, value in pairs(fields) do
    if key == "path" then value = nil
    elseif KINDS[key] and type(value) == "string" then
      local rule, message, code = core.native_rule(path, value, KINDS[key])
      if not rule then return nil, message, code end
      value = rule
    end
    rules[key] = value
  end
  rules.name = rules.name or path:match "([^/]*)$":gsub("%.so[%d.]*$", "")
  return ruleset(rules, settings)
end

return M
