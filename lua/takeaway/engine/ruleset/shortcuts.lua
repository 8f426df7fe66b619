--- Shortcuts of rules against the rules without them, for @{takeaway.engine.ruleset.validate}.
--
-- `canonical`, `parts`, `ordinal_sum` and `packed` may change no answer. On each position the nim value (of partizan
-- rules the canonical form) and the misere outcome are compared with those of the rules without them. The smallest
-- positions come first, so that the reported one is the smallest of the sample.
-- @module takeaway.engine.ruleset.shortcuts

local failure = require "takeaway.base.failure"
local text = require "takeaway.base.text"
local rulesets = require "takeaway.engine.ruleset"

local M = {}

local LIMIT = 200000 -- positions held for comparison
local LIMIT_VALUES = 20000 -- the same for canonical forms
local FEW = 200 -- positions on which quick answers are compared

local function key(components) return table.concat(components, ",") end

--- Test whether the options of the rule are those of the whole position, before `parts` splits it. A text is one board.
-- So are numbers, when the rule has as many parameters as there are numbers (Kayles has one, so several numbers are
-- several rows).
function M.is_whole(rules, position)
  if type(position[1]) == "string" then return true end
  if rules.parameters and not rules.start then return #rules.parameters == #position end
  local rule = debug.getinfo(rules.options or rules.left, "uS")
  if rule.what == "C" then return false end
  return rule.isvararg or rule.nparams - 1 == #position
end

--- The rules without their quick answers and their packed form, and without the field named.
-- @tparam rules rules
-- @tparam[opt] string without
-- @tparam[opt] table packed a packed form to keep
function M.plain(rules, without, packed)
  local fields = { packed = packed }
  local kept = { "name", "options", "left", "right", "parts", "ordinal_sum", "canonical", "terminal", "entails",
    "describe" }
  for _, name in ipairs(kept) do
    if name ~= without then fields[name] = rules[name] end
  end
  return rulesets.ruleset(fields, { limit = rules.partizan and LIMIT_VALUES or LIMIT })
end

-- The indices of the sample, smallest positions first.
local function by_size(list, found)
  local order, size, moves = {}, {}, {}
  for i, position in ipairs(list) do
    order[i], size[i], moves[i] = i, 0, 0
    for _, c in ipairs(position) do size[i] = size[i] + (type(c) == "string" and #c or math.abs(c)) end
    for _, options in pairs(found[i]) do moves[i] = moves[i] + #options end
  end
  table.sort(order, function(i, j)
    if size[i] ~= size[j] then return size[i] < size[j] end
    if moves[i] ~= moves[j] then return moves[i] < moves[j] end
    return i < j
  end)
  return order
end

local function ask(rules, position, question, fail, original, what)
  local ok, value, message, code = failure.try(function()
    local p = rules(table.unpack(position))
    return p[question](p)
  end)
  if not ok then fail(original, "with %s: %s", what, tostring(value)) end
  return value, message, code
end

-- The text for what was not compared: its number, the total, and the reason.
local function note(notes, what, missed, asked, question, why)
  if missed == 0 then return end
  local codes = {}
  for code in pairs(why) do codes[#codes + 1] = code end
  table.sort(codes)
  notes[#notes + 1] = ("%s not compared by %s on %d of %s%s"):format(what, question:gsub("_", " "), missed,
    text.count(asked, "position"), #codes > 0 and " (" .. table.concat(codes, ", ") .. ")" or "")
end

-- By value. Games that end by rule have none, and are compared by outcome.
local function questions_of(rules)
  return { rules.partizan and not rules.terminal and "canonical_form" or rules.terminal and "outcome" or "nim_value",
           "misere_outcome" }
end

local function compare(with, without, list, order, what, fits, fail, notes)
  for _, question in ipairs(questions_of(with)) do
    local asked, missed, why = 0, 0, {}
    for _, i in ipairs(order) do
      local position = list[i]
      if fits(position) then
        local a, _, code = ask(with, position, question, fail, position, what)
        local b, _, code2 = ask(without, position, question, fail, position, what)
        asked = asked + 1
        if a == nil or b == nil then
          missed = missed + 1
          why[code or code2] = true
        elseif a ~= b then
          fail(position, "%s changes the %s: %s with it, %s without", what, question:gsub("_", " "), tostring(a),
            tostring(b))
        end
      end
    end
    note(notes, what, missed, asked, question, why)
  end
end

-- Positions as lines, in a canonical order.
local function lines(found)
  local keys = {}
  for i, components in ipairs(found) do keys[i] = text.visible(key(components)) end
  table.sort(keys)
  return table.concat(keys, " ")
end

local function check_packed(rules, list, order, fail, notes)
  local form = {}
  for name, f in pairs(rules.packed) do form[name] = f end
  form.nim_value = nil
  local with, without = M.plain(rules, nil, form), M.plain(rules)
  local questions = rules.partizan and { "left", "right" } or { "options" }
  if rules.parts then questions[#questions + 1] = "parts" end
  local function answer(r, number, board)
    return lines(questions[number] == "parts" and r.core:parts(board) or r.core:options(number - 1, nil, board))
  end
  for _, i in ipairs(order) do
    local board = list[i][1]
    local numbers = type(board) == "string" and { form.read(board) } or {}
    local back = #numbers > 0 and form.show(table.unpack(numbers)) or board
    if back ~= board then
      local made = type(back) == "string" and text.quoted(back) or tostring(back)
      fail(list[i], "packed: read and show turn it into %s", made)
    end
    for number, name in ipairs(#numbers > 0 and questions or {}) do
      local a, b = answer(with, number, board), answer(without, number, board)
      if a ~= b then fail(list[i], "packed: %s gives %s; without it there are %s", name, a, b) end
    end
  end
  compare(with, without, list, order, "packed", function() return true end, fail, notes)
end

local function check_canonical(rules, list, fail)
  for _, position in ipairs(list) do
    local one = rules.core:canonical(table.unpack(position))[1]
    local two = rules.core:canonical(table.unpack(one))[1]
    if key(one) ~= key(two) then
      fail(position, "canonical is not idempotent: it gives %s, and from that %s", text.visible(key(one)),
        text.visible(key(two)))
    end
  end
end

-- Without parts, a position has options of its own only if they have its number of components.
local function stays_whole(list, found)
  local whole = {}
  for i, position in ipairs(list) do
    whole[key(position)] = true
    for _, options in pairs(found[i]) do
      for _, option in ipairs(options) do
        if #option ~= #position then whole[key(position)] = false end
      end
    end
  end
  return whole
end

-- The winning moves as text.
local function winners(positions_or_lists)
  local list = {}
  for i, p in ipairs(positions_or_lists) do list[i] = type(p) == "table" and { table.unpack(p) } or { p } end
  return lines(list)
end

local function check_winning_moves(rules, bare, list, fail, notes)
  local asked, missed, why = 0, 0, {}
  for at = 1, math.min(FEW, #list) do
    for _, player in ipairs { "left", "right" } do
      local got = rules.winning_moves_by(player, table.unpack(list[at]))
      if got then
        local expected, _, code = bare(table.unpack(list[at])):winning_moves(rules.partizan and player or nil)
        asked = asked + 1
        if not expected then
          missed, why[code] = missed + 1, true
        elseif winners(got) ~= winners(expected) then
          fail(list[at], "winning_moves gives %s to %s; by the options %s", winners(got), player, winners(expected))
        end
      end
    end
  end
  note(notes, "the quick answer", missed, asked, "winning_moves", why)
end

local QUICK = { canonical_form = "value_by", nim_value = "nim_value", outcome = "outcome_by",
                misere_outcome = "misere_outcome_by" }

local function check_quick(rules, list, fail, notes)
  local bare = M.plain(rules)
  if rules.winning_moves_by then check_winning_moves(rules, bare, list, fail, notes) end
  for _, name in ipairs { "nim_value", "canonical_form", "outcome", "misere_outcome" } do
    local quick, missed, why = rules[QUICK[name]], 0, {}
    for at = 1, quick and math.min(FEW, #list) or 0 do
      local p = bare(table.unpack(list[at]))
      local expected, _, code = p[name](p)
      local got = quick(table.unpack(list[at]))
      if expected == nil then
        missed = missed + 1
        why[code] = true
      elseif expected ~= got and not (got == nil and name == "canonical_form") then
        fail(list[at], "%s gives %s; by the options it is %s", name, text.visible(tostring(got)), tostring(expected))
      end
    end
    if quick then note(notes, "the quick answer", missed + math.max(0, #list - FEW), #list, name, why) end
  end
end

--- Compare all shortcuts of the rules on a sample.
-- @param rules
-- @tparam table list positions
-- @tparam table found their options by player, as lists of components
-- @tparam function fail called with a position and a format for a fault
-- @treturn table texts that say what was not compared: past the limits here, or where an engine has no answer
function M.check(rules, list, found, fail)
  local notes = {}
  local order = by_size(list, found)
  if rules.canonical then
    check_canonical(rules, list, fail)
    compare(M.plain(rules), M.plain(rules, "canonical"), list, order, "canonical", function() return true end, fail,
      notes)
  end
  if rules.parts then
    local whole = stays_whole(list, found)
    compare(M.plain(rules), M.plain(rules, "parts"), list, order, "parts", function(p)
      return whole[key(p)] and M.is_whole(rules, p)
    end, fail, notes)
  end
  if rules.ordinal_sum then
    compare(M.plain(rules), M.plain(rules, "ordinal_sum"), list, order, "ordinal_sum", function() return true end,
      fail, notes)
  end
  if rules.packed then check_packed(rules, list, order, fail, notes) end
  check_quick(rules, list, fail, notes)
  return notes
end

return M
