-- Certificates of theorems: random changes, and a proof by the core's automata, which share nothing with the checkers.

local obligations = require "takeaway.engine.automata.obligations"
local parse = require "takeaway.engine.declaration.parse"
local ta = require "takeaway"

local M = {}

local function set(text, n, name, tracks)
  local head, states = text:match("()\nset " .. name .. " (%d+)\n")
  local next_states, accepting, rows = {}, {}, text:gmatch("([+-])([%d ]+)\n", head)
  for i = 1, tonumber(states) do
    local sign, row = rows()
    accepting[i] = sign == "+" and 1 or 0
    for word in row:gmatch "%d+" do next_states[#next_states + 1] = tonumber(word) end
  end
  return n:table(tracks, next_states, accepting)
end

-- The plain moves of a certificate, as text of a declaration.
local function moves(text)
  local list = {}
  local function sum(words) return (words:gsub(" (%d)", " + %1"):gsub(" %-", " - ")) end
  for line in text:gmatch "[^\n]+" do
    local word, rest = line:match "^(%a+) ?(.*)$"
    if word == "move" then list[#list + 1] = { parameters = rest, guards = {}, targets = {} } end
    if word == "guard" then table.insert(list[#list].guards, "0 <= " .. sum(rest)) end
    if word == "target" then table.insert(list[#list].targets, sum(rest)) end
  end
  return list
end

-- Is what a certificate says true? A new proof of its P; E and K say nothing by themselves. Its words are to be those
-- that the numeration has.
function M.is_true(text)
  -- read as declarations are, but that parameters need no bounds: a guard that is changed may be one
  local scope, taken, declaration = {}, {}, { options = {} }
  declaration.variables = parse.variables(text:match "variables ([^\n]*)":gsub(" ", ", "), {}, error)
  local count = #declaration.variables
  for _, name in ipairs(declaration.variables) do scope[name], taken[name] = true, "a variable" end
  for _, move in ipairs(moves(text)) do
    for name in move.parameters:gmatch "%S+" do table.insert(move.guards, "0 <= " .. name) end -- names are of numbers >= 0
    local source = table.concat(move.guards, ", ") .. " -> " .. table.concat(move.targets, ", ")
    if move.parameters ~= "" then source = move.parameters:gsub(" ", ", ") .. ": " .. source end
    declaration.options[#declaration.options + 1] = parse.move(source, scope, taken, {}, count, error)
  end
  local function list(word)
    local numbers = {}
    for n in text:match("\n" .. word .. " ([^\n]*)"):gmatch "%-?%d+" do numbers[#numbers + 1] = tonumber(n) end
    return numbers
  end
  local n = assert(ta.numeration({ recurrence = list "recurrence", first = list "weights" }, { states = 1 << 22 })).core
  local game = assert(obligations.game(n, declaration, text:match "\nplay misere\n" ~= nil))
  local own, all = set(text, n, "P", count), assert(n:all((1 << count) - 1))
  return obligations.prove(game, assert(own:combine(all, "and"))) ~= nil
end

-- The line with one of the places of a pattern changed, chosen at random: by(what stands there, what stands at all
-- places).
local function change(line, random, pattern, by)
  local places, words = {}, {}
  for from, word, to in line:gmatch("()(" .. pattern .. ")()") do
    places[#places + 1], words[#words + 1] = { from, to }, word
  end
  if #places == 0 then return line end
  local at = random(#places)
  return line:sub(1, places[at][1] - 1) .. by(words[at], words) .. line:sub(places[at][2])
end

local function change_number(line, random)
  return change(line, random, "%f[%w]%d+", function(word)
    local old = tonumber(word)
    return ({ random(0, 9), old + 1, math.max(0, old - 1), random(0, old + 2) })[random(4)]
  end)
end

-- A name of the game becomes another, in one place; the first word, such as "move" or "guard", stays.
local function change_name(line, random)
  local first, rest = line:match "^(%a[%a_]*)(.*)$"
  if not first then first, rest = "", line end
  return first .. change(rest, random, "%a[%a_]*", function(_, words) return words[random(#words)] end)
end

local function change_sign(line, random)
  return change(line, random, "[+-]", function(word) return word == "+" and "-" or "+" end)
end

--- A certificate with one thing changed: a number, a name or a sign of a line, half of the time of the game's; or nil.
-- @treturn string the text
-- @treturn boolean whether a line before the sets is changed
function M.mutant(text, random)
  local lines, sets = {}, nil
  for line in text:gmatch "[^\n]+" do
    lines[#lines + 1] = line
    sets = sets or line:find "^set" and #lines
  end
  local at = random(2) == 1 and random(2, sets - 1) or random(sets, #lines)
  local line = lines[at]
  if line:find "^play" then
    lines[at] = line == "play normal" and "play misere" or "play normal"
  elseif line:find "^guard" and random(4) == 1 then
    table.remove(lines, at)
  else
    local how = ({ change_number, change_number, change_sign, line:find "^%l" and change_name or change_number })[random(4)]
    lines[at] = how(line, random)
  end
  local whole = table.concat(lines, "\n") .. "\n"
  return whole ~= text and whole or nil, at < sets
end

return M
