--- Take-away games: nim values, winning moves, periods and proofs.
--
-- `local ta = require "takeaway"` gives one table with every public call. The
-- work is done in C (`takeaway.core`); the modules under `takeaway.` document
-- it, family by family.
--
-- **Errors.** Misuse raises. What is asked but cannot be answered returns
-- `nil, message, code` with code one of "ELIMIT", "ECANCELLED", "ELOOPY",
-- "EPARTIZAN", "EUNSUPPORTED", "ERANGE", "EIO". Infinity is `math.huge`.
-- @module takeaway

local core = require "takeaway.core"

-- Errors name the line that called this module, not a line in it.
local _, path = ...
if path then core.front((path:gsub("[^/\\]*$", ""))) end

local ta = {
  --- The version, "major.minor.patch".
  version = core.version,
}

-- Each family's module returns the calls it adds to the front.
for _, family in ipairs {
  "move_function",
  "two_pile",
  "one_pile",
  "heap",
  "nimber",
  "ruleset",
  "rules",
  "load_rules",
  "validate",
  "cash",
  "papers",
  "value",
  "win_condition",
  "explore",
  "report",
} do
  for name, call in pairs(require("takeaway." .. family)) do ta[name] = call end
end

-- Positions of the families, `game:position(...)`.
require "takeaway.families"(ta)

--- Pictures: @{takeaway.plot}.
ta.plot = require "takeaway.plot"
--- Tables and sequences in five formats: @{takeaway.export}.
ta.export = require "takeaway.export"

return ta
