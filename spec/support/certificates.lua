-- Certificates of theorems: changed at random, and proved anew by the core's automata, which share nothing with the
-- checkers.

local limits = require "takeaway.engine.automata.limits"
local obligations = require "takeaway.engine.automata.obligations"
local parse = require "takeaway.engine.declaration.parse"
local ta = require "takeaway"
local values = require "takeaway.engine.automata.values"

local M = {}

local function set(text, n, name, tracks)
  local head, states = text:match("()\nset " .. name .. " (%d+) states\n")
  local next_states, accepting, rows = {}, {}, text:gmatch("([+-])([%d ]+)\n", head)
  for i = 1, tonumber(states) do
    local sign, row = rows()
    accepting[i] = sign == "+" and 1 or 0
    for word in row:gmatch "%d+" do next_states[#next_states + 1] = tonumber(word) end
  end
  return n:table(tracks, next_states, accepting)
end

-- Is what a certificate says true? A new proof of its P, V, L and F; E, B and K say nothing by themselves.
function M.is_true(text)
  -- read as declarations are, but that parameters need no bounds: a guard that is changed may be one
  local scope, taken, declaration = {}, {}, { options = {} }
  declaration.variables = parse.variables(text:match "variables ([^\n]*)", {}, error)
  local count = #declaration.variables
  for _, name in ipairs(declaration.variables) do scope[name], taken[name] = true, "a variable" end
  for parameters, rest in text:gmatch "\nmove ([^:]*):([^\n]*)" do
    for name in parameters:gmatch "[%w_]+" do rest = (" 0 <= %s,%s"):format(name, rest) end -- names are of numbers >= 0
    local move = parameters:find "%S" and parameters .. ":" .. rest or rest
    declaration.options[#declaration.options + 1] = parse.move(move, scope, taken, {}, count, error)
  end
  local function list(word)
    local numbers = {}
    for n in text:match("\n" .. word .. " ([^\n]*)"):gmatch "%d+" do numbers[#numbers + 1] = tonumber(n) end
    return numbers
  end
  local what = text:match "\nwhat ([%w_]+)\n"
  local n = ta.numeration { recurrence = list "recurrence", first = list "weights" }.core
  local game = assert(obligations.game(n, declaration, text:match "\nplay misere\n" ~= nil))
  if what == "nim_value" then return values.prove(game, set(text, n, "V", count + 1)) ~= nil end
  local p = set(text, n, "P", count)
  if not obligations.prove(game, p) then return false end
  if what == "p_positions" then return true end
  local found = assert(limits(n, p, count))
  return found.least:equal(set(text, n, "L", count)) and found.finite:equal(set(text, n, "F", count - 1))
    and (found.monotone or not text:find "\nmonotone\n")
end

local function replaced(line, from, to, by) return line:sub(1, from - 1) .. by .. line:sub(to + 1) end

local function change_number(line, random)
  local places = {}
  for from, to in line:gmatch "()%f[%w]%d+()" do places[#places + 1] = { from, to - 1 } end
  if #places == 0 then return line end
  local place = places[random(#places)]
  local old = tonumber(line:sub(place[1], place[2]))
  local new = ({ random(0, 9), old + 1, math.max(0, old - 1), random(0, old + 2) })[random(4)]
  return replaced(line, place[1], place[2], tostring(new))
end

-- A name of the game becomes another, in one place.
local function change_name(line, random)
  local names, places = {}, {}
  for from, name, to in line:gmatch "()%f[%a]([%a][%w_]*)()" do
    if from > 5 then -- not the word "move"
      names[#names + 1] = name
      places[#places + 1] = { from, to - 1 }
    end
  end
  if #places == 0 then return line end
  local place = places[random(#places)]
  return replaced(line, place[1], place[2], names[random(#names)])
end

local function change_sign(line, random)
  local places = {}
  for from in line:gmatch "()[+-] " do places[#places + 1] = from end
  if #places == 0 then return line end
  local at = places[random(#places)]
  return replaced(line, at, at, line:sub(at, at) == "+" and "-" or "+")
end

--- A certificate with one thing changed: a number, a name or a sign of a line, half of the time of the game's; or nil.
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
  elseif line:find "^what" then
    lines[at] = "what " .. ({ "p_positions", "nim_value", "least_limit" })[random(3)]
  elseif line == "monotone" then
    table.remove(lines, at)
  else
    local change = ({ change_number, change_number, change_sign, line:find "^move" and change_name or change_number })[random(4)]
    lines[at] = change(line, random)
  end
  local whole = table.concat(lines, "\n") .. "\n"
  return whole ~= text and whole or nil
end

return M
