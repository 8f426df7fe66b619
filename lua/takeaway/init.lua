--- Take-away games: nim values, winning moves, periods and proofs.
--
-- `local ta = require "takeaway"` gives one table with every public call. The core (`takeaway.core`) does the work in
-- C. The modules under `takeaway.` document it, family by family.
--
-- **Errors.** Misuse raises. A call that has no answer returns `nil, message, code` with code one of "ELIMIT",
-- "ECANCELLED", "ELOOPY", "EPARTIZAN", "EUNSUPPORTED", "ERANGE", "EIO". Infinity is `math.huge`.
--
-- An unknown name such as `ta.octl` raises too, and the error suggests the nearest name. `rawget(ta, "name")` is nil
-- where this version lacks a call. A loop over `ta.rules()` lists the ready rules.
-- @module takeaway

-- This file is read by other versions of Lua, and by hosts that have opened some of Lua's libraries alone.
local version = rawget(_G, "jit") and rawget(_G, "jit").version or tostring(_VERSION)
if _VERSION ~= "Lua 5.4" then error("takeaway needs Lua 5.4, this is " .. version, 0) end
for name in ("coroutine debug io math os package string table utf8"):gmatch "%a+%d?" do
  if type(_G[name]) ~= "table" then
    error("takeaway needs Lua's library " .. name .. ", which this program has not opened", 0)
  end
end

local core = require "takeaway.core"

-- Errors name the line that called this module, not a line in it.
local _, path = ...
if path then core.front((path:gsub("[^/\\]*$", ""))) end

require "takeaway.base.methods" -- before anything is added to them

local family_position = require "takeaway.engine.ruleset.family_position"
local ready = require "takeaway.rules"
local registry = require "takeaway.registry"
local unknown = require "takeaway.base.unknown"

local ta = {
  --- The version, "major.minor.patch".
  version = core.version,
}

for _, family in ipairs(registry) do
  for name, call in pairs(family.calls) do ta[name] = call end
  for name, positions in pairs(family.positions or {}) do
    ta[name] = family_position.with_positions(family.calls[name], positions, (family.moves or {})[name])
  end
  for _, rules in ipairs(family.rules or {}) do ready.add(table.unpack(rules)) end
end

-- Each module returns the calls it adds.
for _, module in ipairs {
  "base.move_function",
  "base.callback",
  "base.nimber",
  "base.threads",
  "base.budget",
  "engine.ruleset",
  "engine.sum.value_terms",
  "engine.sum.suspense",
  "engine.ruleset.variants",
  "engine.ruleset.native_rules",
  "engine.declaration",
  "engine.declaration.as_moves",
  "engine.database",
  "engine.numeration",
  "engine.theorem",
  "engine.declaration.guess",
  "engine.ruleset.load_rules",
  "engine.ruleset.validate",
  "engine.table.tabulate",
  "rules",
  "research.papers",
  "research.explore",
  "research.two_checkers",
  "research.cgscript",
  "app.report",
  "app.explorer",
  "app.surveys",
} do
  for name, call in pairs(require("takeaway." .. module)) do ta[name] = call end
end

--- Pictures: @{takeaway.app.plot}.
ta.plot = require "takeaway.app.plot"
--- Tables and sequences in five formats: @{takeaway.app.export}.
ta.export = require "takeaway.app.export"

core.calls(ta)
core.calls(ta.plot)
core.calls(ta.export)
unknown.guard(ta.plot, "ta.plot.")
unknown.guard(ta.export, "ta.export.")

return unknown.guard(ta, "ta.", function(name)
  for known in ta.rules() do
    if known == name then return ("did you mean ta.rules.%s?"):format(name) end
  end
end)
