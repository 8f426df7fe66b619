--- A check of rules on a sample of positions: `rules:validate{from = ...}`.
-- @module takeaway.engine.ruleset.validate

local core = require "takeaway.core"
local failure = require "takeaway.base.failure"
local positions = require "takeaway.engine.ruleset.position"
local rulesets = require "takeaway.engine.ruleset"
local settings_of = require "takeaway.base.settings"
local text = require "takeaway.base.text"
local shortcuts = require "takeaway.engine.ruleset.shortcuts"
local whole_number = require "takeaway.base.to_integer"

local Report = { __name = "validation" }
Report.__index = Report
function Report:__tostring() return self.message end

-- Ends the sampling after a failed check; validate catches it.
local function fail(position, format, ...)
  error(setmetatable({ message = ("%s: " .. format):format(tostring(position), ...), position = position }, Report), 0)
end

local function key(components) return table.concat(components, ",", 1, #components) end

-- The options of one player by the rule, checked, as a list of component lists; none if the game is over.
local function call(rules, player, position)
  local list, given = {}, #position
  if rules.terminal then
    local ok, over = failure.try(rules.terminal, table.unpack(position))
    if not ok then fail(position, "terminal raises: %s", text.visible(text.message(over), true)) end
    if over ~= nil then return list end
  end
  local is_text = type(position[1]) == "string"
  local function emit(...)
    local option = { ... }
    local count = select("#", ...)
    if count == 1 and type(option[1]) == "table" then
      option = { table.unpack(option[1]) }
      count = #option
    end
    if count ~= given and not rules.parts then
      fail(position, "%s emits %d component%s; the position has %d", player, count, count == 1 and "" or "s", given)
    end
    for i = 1, count do
      local kind = math.type(option[i]) or type(option[i])
      if kind == "float" and math.tointeger(option[i]) then
        option[i] = math.tointeger(option[i])
      elseif kind ~= (is_text and "string" or "integer") then
        fail(position, "%s emits %s as component %d; expected %s", player, text.shown(option[i]), i,
          is_text and "a string" or "an integer")
      end
    end
    list[#list + 1] = option
    if #list > 1 << 20 then fail(position, "%s emits more than a million options; does its loop end?", player) end
  end
  local ok, result = failure.try(rules[player], emit, table.unpack(position))
  if not ok then
    if getmetatable(result) == Report then error(result, 0) end
    fail(position, "%s raises: %s", player, text.visible(text.message(result), true))
  end
  if result ~= nil then
    fail(position, "%s returns a %s; options are named by emit(...), not returned", player, type(result))
  end
  return list
end

local function same_lists(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if key(a[i]) ~= key(b[i]) then return false end
  end
  return true
end

local function check_measure(measure, position, option)
  local before, after = measure(table.unpack(position)), measure(table.unpack(option))
  if math.type(before) ~= "integer" or math.type(after) ~= "integer" then
    local wrong = math.type(before) == "integer" and after or before
    fail(position, "measure gives %s; expected an integer", text.shown(wrong))
  end
  if after >= before then
    fail(position, "the measure does not fall with the move to %s (%d, then %d)", text.visible(key(option)), before,
      after)
  end
  if after < 0 then fail(position, "the measure is negative after the move to %s", text.visible(key(option))) end
end

-- Call see for the positions of the sample that an option leads to: the option itself, if its options are those of the
-- whole, and its parts.
local function each_piece(rules, option, see)
  if not rules.parts then return see(option) end
  if shortcuts.is_whole(rules, option) then see(option) end
  for _, part in ipairs(rules.core:parts(table.unpack(option))) do see(part) end
end

-- The positions of the sample, breadth first, with their options by player.
local function gather(rules, from, sample, measure, state)
  local players = rules.partizan and { "left", "right" } or { "options" }
  local list, seen = {}, {}
  local found = {}
  local function add(components)
    local k = key(components)
    if seen[k] then return end
    seen[k] = #list < sample
    if not seen[k] then
      state.stopped = true
      return
    end
    list[#list + 1] = positions.wrap(rules, components)
  end
  each_piece(rules, { table.unpack(from) }, add)
  if #list == 0 then add { table.unpack(from) } end
  local at = 1
  while list[at] do
    local position = list[at]
    found[at], state.count = {}, at
    for _, player in ipairs(players) do
      local options = call(rules, player, position)
      found[at][player] = options
      for _, option in ipairs(options) do
        if measure then check_measure(measure, position, option) end
        each_piece(rules, option, add)
      end
    end
    at = at + 1
  end
  return list, found, players
end

local function check_again(rules, list, found, players)
  for at = #list, 1, -1 do -- in another order
    for i = #players, 1, -1 do
      local player = players[i]
      if not same_lists(found[at][player], call(rules, player, list[at])) then
        fail(list[at], "%s gives other options when it is called again; a rule depends on its position alone", player)
      end
    end
  end
end

--- Search a sample of the reachable positions for faults that no rules may have.
--
-- These are checked:
--
-- * options are emitted, with as many components as the position, and the same when the rules are called again in
--   another order;
-- * `measure` (of the rules, or given here) is a natural number and decreases with every move;
-- * `canonical` is idempotent;
-- * `canonical` and `parts` change nothing: nim values (of partizan rules canonical forms) and misere outcomes are
--   compared with them and without, smallest positions first. `parts` is compared where the options are those of the
--   whole position, with as many numbers as it has;
-- * quick answers agree with the engine.
--
-- Play need not end; give a `measure` where it must.
-- @function rules:validate
-- @tparam table settings `from` (a position or its components); `sample` (the number of positions checked, default
--   2000); `measure`
-- @return true and the number of positions checked. Where the check is incomplete a text follows: it stopped at its
--   sample, or left out a number of comparisons (beyond 200,000 positions held, 20,000 of canonical forms; quick
--   answers beyond 200 positions). Or false and a report with `message`, `position`, `positions` and `stopped`, which
--   prints as its message
local function validate(rules, settings)
  if type(settings) ~= "table" or settings.from == nil then
    core.raise("validate: from: expected a position to start from")
  end
  settings_of.check("validate", settings, { "from", "measure", "sample" })
  local sample = whole_number(settings.sample) or settings.sample or 2000
  if math.type(sample) ~= "integer" or sample < 1 then
    core.raise(("validate: sample: expected a positive integer, got %s"):format(tostring(sample)))
  end
  local from = rulesets.position_from(rules, settings.from)
  local state = { count = 0, stopped = false }
  local ok, report = pcall(function()
    local list, found, players = gather(rules, from, sample, settings.measure or rules.measure, state)
    check_again(rules, list, found, players)
    shortcuts.plain(rules)(table.unpack(from)):followers() -- raises if the rule fails outside the sample
    state.notes = shortcuts.check(rules, list, found, fail)
  end)
  local stopped = state.stopped and ("stopped at its sample of %d positions; more can be reached"):format(sample) or nil
  if ok then
    if stopped then table.insert(state.notes, 1, stopped) end
    if #state.notes == 0 then return true, state.count end
    return true, state.count, table.concat(state.notes, "; ")
  end
  if getmetatable(report) ~= Report then error(report, 0) end
  report.positions, report.stopped = state.count, state.stopped
  report.message = ("%s (%s looked at%s)"):format(report.message, text.count(state.count, "position"),
    stopped and ", " .. stopped or "")
  return false, report
end

rulesets.methods.validate = validate

return {}
