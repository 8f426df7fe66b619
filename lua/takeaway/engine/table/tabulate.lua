--- One quantity for many positions: tables, sequences and lists of P-positions of any ruleset.
-- @module takeaway.engine.table.tabulate

local core = require "takeaway.core"
local coordinates = require "takeaway.engine.ruleset.coordinates"
local grids = require "takeaway.engine.table.grid"
local least_limit = require "takeaway.engine.table.least_limit"
local rulesets = require "takeaway.engine.ruleset"
local settings_of = require "takeaway.base.settings"
local tables = require "takeaway.engine.table"
local text = require "takeaway.base.text"

local WHAT = {
  outcome = "outcomes", misere_outcome = "misere outcomes", nim_value = "nim values", canonical_form = "values",
  remoteness = "remoteness", misere_remoteness = "misere remoteness", least_limit = "least winning limits",
  misere_least_limit = "least winning limits in misere play", misere_nim_value = "misere nim values",
  genus = "genera", misere_canonical_form = "misere values",
}

local KNOWN = { what = true, from = true, to = true, fix = true, progress = true, threads = true, most = true,
                player = true }

-- ---- Settings -------------------------------------------------------------------------

local function check_settings(call, rules, settings, known)
  if type(settings) ~= "table" then
    core.raise(("%s: settings: expected a table such as {to = 20}, got %s"):format(call, type(settings)))
  end
  local names = {}
  for name in pairs(known) do names[#names + 1] = name end
  table.sort(names)
  settings_of.check(call, settings, names)
  local _, to, none = coordinates.reach(rules)
  if settings.to == nil and not to and not none then
    core.raise(("%s: to: expected how far, such as to = 20, got nil"):format(call))
  end
  if settings.progress ~= nil and type(settings.progress) ~= "function" then
    core.raise(("%s: progress: expected a function, got %s"):format(call, type(settings.progress)))
  end
  local threads = settings.threads
  if threads ~= nil and (math.type(threads) ~= "integer" or threads < 1 or threads > 256) then
    core.raise(("%s: threads: expected an integer from 1 to 256, got %s"):format(call, tostring(threads)))
  end
end

local function check_what(call, rules, settings)
  local what = settings.what or ((rules.partizan or rules.terminal) and "outcome" or "nim_value")
  if not WHAT[what] then
    local names = {}
    for name in pairs(WHAT) do names[#names + 1] = name end
    table.sort(names)
    core.raise(("%s: what: expected one of %s, got %s"):format(call, table.concat(names, ", "), tostring(what)))
  end
  if settings.most ~= nil and not what:find "least_limit" then
    core.raise(("%s: most: is for least_limit, not for %s"):format(call, what))
  end
  return what
end

-- Returns a function that answers the question at a cell's coordinates (a list), and whether Right starts.
local function asker(call, rules, what, settings, found)
  if what:find "least_limit" then
    return least_limit.finder(rules, what ~= "least_limit", settings.most, found)
  end
  local second = false
  if rules.partizan and what:find "remoteness" then
    local player = settings.player
    if player ~= "left" and player ~= "right" then
      core.raise(('%s: player: expected "left" or "right", who starts, got %s'):format(call, tostring(player)))
    end
    second = player == "right"
  end
  return function(list, count)
    local position = rules:position(table.unpack(list, 1, count))
    local first, other, code = position[what](position)
    if first ~= nil and second then return other end
    return first, other, code
  end, second
end

-- ---- The cells of a box -----------------------------------------------------------------

-- Check a call's arguments. Returns the box, a function that computes its answers, the quantity, and a table that
-- receives `monotone` and `not_monotone` (@{takeaway.engine.table.least_limit}).
local function prepare(call, rules, settings, wanted, known, what)
  check_settings(call, rules, settings, known)
  what = what or check_what(call, rules, settings)
  local box = coordinates.box(call, rules, settings, wanted, what:find "least_limit" ~= nil)
  local found = {}
  local ask, second = asker(call, rules, what, settings, found)
  local function answers()
    return grids.answers(call, box, what, ask, settings.progress, second, settings.threads)
  end
  return box, answers, what, found
end

local function refuse_partizan_limits(call, rules, what)
  if rules.partizan and what:find "least_limit" then
    return nil, call .. ": a partizan game has a least limit for each player; none is defined here", "EPARTIZAN"
  end
  return true
end

-- ---- Tables -----------------------------------------------------------------------------

local function note_of(box, found)
  if found.monotone == nil then return nil end
  local limit = coordinates.label(box.all, box.limit)
  if found.monotone then return ("winning is monotone in %s, as far as was searched"):format(limit) end
  local lost = table.concat(found.not_monotone, ", ")
  return ("winning is not monotone in %s: (%s) is lost and a smaller limit wins"):format(limit, lost)
end

-- The view of a box with the answers of `at`, as an object.
local function make_view(box, what, at, found, fields)
  fields = fields or {}
  fields.title = ("%s of %s"):format(WHAT[what], coordinates.text(box, fields.fix))
  fields.what, fields.rules, fields.at = what, box.rules, at
  fields.monotone, fields.not_monotone, fields.note = found.monotone, found.not_monotone, note_of(box, found)
  return grids.view(box, fields)
end

--- One quantity for all positions in a box of two coordinates.
--
-- Any two coordinates vary, by the rule's own names or by number, and the rest are fixed. Three varying coordinates
-- give slices: a list of tables, one for each value of the third. `least_limit` is for rules whose last number is a
-- limit. It is the least limit >= 1 with which the mover wins, `math.huge` where there is none
-- (@{takeaway.engine.table.least_limit}). `t.monotone` says whether every larger limit wins too; `t.not_monotone` is a
-- position where one does not.
-- @function rules:table
-- @tparam table settings a number, `to`, with settings behind it; or `what`: "nim_value" (the default of impartial
--   rules), "outcome" (of partizan ones, and with `terminal`), "misere_outcome", "remoteness", "misere_remoteness",
--   "canonical_form", "misere_nim_value", "genus", "misere_canonical_form", "least_limit" or "misere_least_limit";
--   `to`: a number for all coordinates that are not fixed, or `{a = 10, b = 20}`; `from`, the same (`from` is 0 and
--   `to` is required, unless the ruleset has `tables = {from =, to =}`); `fix`, such as `{x = 3}`; `progress`, a
--   function called with the cells done and the total, which cancels by returning false; `threads`, 1 to 256, for boxes
--   of rules that are compiled by rows (@{takeaway.base.threads}; the results do not depend on it); `player`, the
--   player who starts, for the remoteness of partizan rules; `most`, for `least_limit`: the largest limit that matters,
--   a number or a function of the other coordinates
-- @treturn table.table a table `t`, see @{takeaway.engine.table}: `t[p][q]`, `t(p, q)`, `t:row(p)`, `t:cells()`; or
--   nil, message, code of the first cell without an answer. Solved positions are kept
-- @usage
-- local t = ta.rules.wythoff:table { what = "outcome", to = 10 }
-- assert(t[1][2] == "P" and t(2, 2) == "N")
function rulesets.methods.table(rules, settings)
  local box, answers, what, found = prepare("table", rules, settings, 2, KNOWN)
  local fine, message, code = refuse_partizan_limits("table", rules, what)
  if not fine then return nil, message, code end
  local count = #box.order
  if count == 1 then
    core.raise(("table: to: a table needs two or three free coordinates; only %s is free: use rules:sequence"):format(
      coordinates.label(box.names, box.order[1])))
  end
  if count ~= 2 and count ~= 3 then
    core.raise(("table: to: a table needs two or three free coordinates; %d are free. "
      .. "Fix the others: fix = {%s = ...}"):format(count, coordinates.label(box.names, box.order[count] or 1)))
  end
  local third = count == 3 and table.remove(box.order)
  local list = {}
  for level = third and box.first[third] or 1, third and box.last[third] or 1 do
    local fix = {}
    if third then box.fix[third] = level end
    for i, value in pairs(box.fix) do fix[i] = value end
    local at, reason, kind = answers()
    if not at then return nil, reason, kind end
    list[#list + 1] = make_view(box, what, at, found, { fix = fix, level = level })
  end
  if not third then return list[1] end
  box.fix[third] = nil
  return tables.slices(list, coordinates.label(box.names, third), ("%s of %s"):format(WHAT[what],
    coordinates.text(box)))
end

--- One quantity for the positions along one coordinate.
-- @function rules:sequence
-- @tparam table settings as of @{rules:table}, a number or a table; one coordinate varies
-- @treturn sequence.s a sequence: `s(n)`, `s[n]`, `#s`, `s:size()`, `s:list(from, to)`, `s:iter()`; or nil,
--   message, code
-- @usage
-- local s = ta.rules.wythoff:sequence { to = 6, fix = { a = 5 } }
-- assert(s(3) == 6 and #s == 7)
function rulesets.methods.sequence(rules, settings)
  local box, answers, what, found = prepare("sequence", rules, settings, 1, KNOWN)
  local fine, message, code = refuse_partizan_limits("sequence", rules, what)
  if not fine then return nil, message, code end
  if #box.order ~= 1 then
    core.raise(("sequence: to: a sequence needs one free coordinate; %d are free. "
      .. "Fix the others: fix = {%s = ...}"):format(#box.order,
      coordinates.label(box.names, box.order[#box.order] or 1)))
  end
  fine, message, code = answers()
  if not fine then return nil, message, code end
  return make_view(box, what, fine, found)
end

--- One quantity for all positions in a box of any number of coordinates. The box is solved in one pass, and each answer
-- takes a byte or two: 10^8 positions where memory allows.
-- @function rules:grid
-- @tparam table settings as of @{rules:table}, a number or a table; any number of coordinates vary
-- @treturn grid.grid a grid `g`, see @{takeaway.engine.table.grid}: `g(a, b, c)`, `g[a][b][c]`, `g:cells()`; of two
--   coordinates it is a table, of one a sequence. Or nil, message, code
-- @usage
-- local g = ta.rules.two_pile("2k"):grid { what = "outcome", to = 10 }
-- assert(g(3, 3, 1) == "P" and g[3][3][1] == "P")
function rulesets.methods.grid(rules, settings)
  local box, answers, what, found = prepare("grid", rules, settings, nil, KNOWN)
  if #box.order == 0 then core.raise "grid: to: a grid needs a free coordinate; none is free: use a position" end
  local fine, message, code = refuse_partizan_limits("grid", rules, what)
  if not fine then return nil, message, code end
  fine, message, code = answers()
  if not fine then return nil, message, code end
  return make_view(box, what, fine, found)
end

--- The names of the arguments of the rules. The list is empty where they take any number of numbers. (Heaps with
-- `parts` that do not interact have one.)
-- @function rules:coordinates
-- @treturn table list of names
function rulesets.methods.coordinates(rules)
  local names, open = coordinates.names(rules)
  return open and #names ~= 1 and {} or table.move(names, 1, #names, 1, {})
end

--- Test whether the last number may be a limit on the move, as x in two_pile(a, b, x). It may where no move changes it
-- alone, raising it removes no move and 0 allows none, in about a hundred positions. It also may where this cannot be
-- tested (a `start`, a rule that raises). Tables, pictures and reports of three numbers then show `least_limit` by
-- default.
-- @function rules:has_limit
-- @tparam[opt] table fix fixed coordinates, by name or number: a fixed coordinate is no limit
-- @treturn boolean false for partizan rules and for rules with fewer than two numbers, or any number of them
-- @usage
-- assert(ta.rules.two_pile("2k"):has_limit() and not ta.rules.cash({ 1, 3 }):has_limit())
function rulesets.methods.has_limit(rules, fix)
  local names = rules:coordinates()
  if fix ~= nil and type(fix) ~= "table" then
    core.raise(("has_limit: fix: expected a table, got %s"):format(type(fix)))
  end
  if rules.partizan or #names < 2 or fix and (fix[#names] or fix[names[#names]]) then return false end
  return least_limit.may_be_limit(rules, #names)
end

-- ---- P-positions --------------------------------------------------------------------------

local Positions = { __name = "takeaway.positions" }

local function position_text(list)
  local parts = {}
  for i = 1, #list do parts[i] = type(list[i]) == "string" and ("%q"):format(list[i]) or tostring(list[i]) end
  return "(" .. table.concat(parts, ", ") .. ")"
end

local SHOWN = 200

function Positions.__tostring(list)
  local title = getmetatable(list).titles[list]
  if #list == 0 then return title .. ": none" end
  local parts = {}
  local most = text.most(SHOWN)
  for i = 1, math.min(#list, most) do parts[i] = position_text(list[i]):gsub(" ", "\0") end
  if #list > most then parts[#parts + 1] = ("... %d more"):format(#list - most) end
  return (text.wrap(title .. ": " .. table.concat(parts, " "), text.width(), "  "):gsub("\0", " "))
end

Positions.titles = setmetatable({}, { __mode = "k" })
Positions.boxes = setmetatable({}, { __mode = "k" })
Positions.whats = setmetatable({}, { __mode = "k" })

-- All outcomes of the box of a list of P-positions: a sequence or a table, as from @{rules:sequence} and
-- @{rules:table}; nil if more coordinates vary.
function Positions._outcomes(list)
  local box, fix, from, to = Positions.boxes[list], {}, {}, {}
  local varies = {}
  for _, i in ipairs(box.order) do varies[i] = true end
  local cell = coordinates.cell(box)
  for i = 1, box.count do
    local name = box.names[i] or i
    if varies[i] then from[name], to[name] = box.first[i], box.last[i] else fix[name] = cell[i] end
  end
  local call = #box.order == 1 and "sequence" or #box.order == 2 and "table"
  if not call then return nil end
  return box.rules[call](box.rules, { what = Positions.whats[list], from = from, to = to, fix = fix })
end

local KNOWN_P = { threads = true, from = true, to = true, fix = true, progress = true, misere = true }

--- The P-positions in a box: those where the player to move loses.
-- @function rules:p_positions
-- @tparam table settings a number, `to`, with settings behind it; or `to`, `from`, `fix`, `progress` and `threads` as
--   of @{rules:table}, with any number of coordinates varying; `misere = true` for misere play, where the player who
--   cannot move wins
-- @treturn table a list of positions, each a list of numbers, the arguments of the ruleset; it prints. Or nil, message,
--   code
-- @usage
-- local list = ta.rules.wythoff:p_positions { to = 5 }
-- assert(#list == 5 and list[2][1] == 1 and list[2][2] == 2)
function rulesets.methods.p_positions(rules, settings)
  check_settings("p_positions", rules, settings, KNOWN_P)
  local what = settings.misere and "misere_outcome" or "outcome"
  local box, answers = prepare("p_positions", rules, settings, nil, KNOWN_P, what)
  local list = setmetatable({}, Positions)
  local title = ("P-positions of %s%s"):format(coordinates.text(box), settings.misere and ", misere play" or "")
  Positions.titles[list], Positions.boxes[list], Positions.whats[list] = title, box, what
  local at, message, code = answers()
  if not at then return nil, message, code end
  grids.each(box, at, function(cell, value)
    if value == "P" then list[#list + 1] = { table.unpack(cell, 1, box.count) } end
  end)
  return list
end

settings_of.by_number(rulesets.methods, { "table", "sequence", "grid", "p_positions" })

return {}
