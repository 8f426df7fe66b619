--- Packed forms: positions that are text for callers and integers in the engine.
--
-- A ruleset on text may have the same rules on integers, in a table `packed`, with `read` and `show`, which convert
-- between text and integers. Positions, options and messages are still text. The engine reads its input and plays,
-- compares and stores by the integers (csrc/lua/ruleset/callbacks.c). A text for which `read` returns nil stays text,
-- so one ruleset has boards of all sizes.
-- @module takeaway.engine.ruleset.packed

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

--- The rules that a ruleset and its packed form both have, or neither.
M.RULES = { "options", "left", "right", "canonical", "parts", "nim_value", "terminal", "entails",
            "ordinal_sum" }
local BESIDE = { "read", "show" }

local known = {}
for _, list in ipairs { M.RULES, BESIDE } do
  for _, name in ipairs(list) do known[name] = true end
end

--- Raise for an invalid packed form of these fields.
function M.check(fields)
  local packed = fields.packed
  if not packed then return end
  for key, value in pairs(packed) do
    if not known[key] or type(value) ~= "function" then
      core.raise(("ruleset: packed: expected functions called read, show, %s, got a %s called %s"):format(
        table.concat(M.RULES, ", "), type(value), text.visible(tostring(key))))
    end
  end
  for _, name in ipairs(BESIDE) do
    if not packed[name] then core.raise(("ruleset: packed: %s is missing"):format(name)) end
  end
  for _, name in ipairs(M.RULES) do
    if packed[name] and not fields[name] then
      core.raise(("ruleset: packed: %s: the ruleset has none for text"):format(name))
    elseif fields[name] and not packed[name] then
      core.raise(("ruleset: packed: %s is missing; the ruleset has one for text"):format(name))
    end
  end
end

return M
