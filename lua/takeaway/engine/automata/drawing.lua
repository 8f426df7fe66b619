--- Automata as text: a table, Graphviz's DOT, Walnut's format, a regular expression.
-- @module takeaway.engine.automata.drawing

local core = require "takeaway.core"
local letters = require "takeaway.engine.automata.letters"
local regex = require "takeaway.engine.automata.regex"
local text = require "takeaway.base.text"

local M = {}

local LETTERS_MOST = 4096

--- For each state its successors, in order: {to = , letters = {...}}.
function M.moves(set, call)
  local digits, count = set.numeration.core:digits(), #set.variables
  if digits ^ count > LETTERS_MOST then
    core.raise(("%s: each letter is listed, and %d tracks of %d digits have more than %d"):format(call, count,
      digits, LETTERS_MOST))
  end
  local all, rows = letters(digits, count), {}
  for state = 0, set.automaton:states() - 1 do
    local row, by = {}, {}
    for _, letter in ipairs(all) do
      local to = set.automaton:read(state, letter)
      if not by[to] then
        by[to] = { to = to, letters = {} }
        row[#row + 1] = by[to]
      end
      table.insert(by[to].letters, letter)
    end
    rows[state] = row
  end
  return rows
end

local function shown(letter, between)
  local digits = {}
  for i, digit in ipairs(letter) do digits[i] = ("%d"):format(digit:byte()) end
  return table.concat(digits, between)
end

--- Is it the dead state, which has no edge to another state and does not accept?
function M.is_dead(set, rows, state)
  return not set.automaton:accepting(state) and #rows[state] == 1 and rows[state][1].to == state
end

local forms = {}

function forms.table(set)
  local rows, lines = M.moves(set, "text"), { tostring(set) }
  for state = 0, #rows do
    local row = {}
    for i, move in ipairs(rows[state]) do
      local list = {}
      for j, letter in ipairs(move.letters) do list[j] = shown(letter, "") end
      row[i] = ("%s -> %d"):format(table.concat(list, " "), move.to)
    end
    lines[#lines + 1] = ("%s%d: %s"):format(set.automaton:accepting(state) and "*" or " ", state,
      table.concat(row, "; "))
  end
  return table.concat(lines, "\n")
end

function forms.dot(set)
  local rows = M.moves(set, "text")
  local lines = { "digraph automaton {", "  rankdir = LR;", "  node [shape = circle];", "  start [shape = point];",
                  "  start -> 0;" }
  for state = 0, #rows do
    if not M.is_dead(set, rows, state) then
      lines[#lines + 1] = ("  %d%s;"):format(state, set.automaton:accepting(state) and " [shape = doublecircle]" or "")
      for _, move in ipairs(rows[state]) do
        if not M.is_dead(set, rows, move.to) then
          local list = {}
          for j, letter in ipairs(move.letters) do list[j] = shown(letter, ",") end
          lines[#lines + 1] = ("  %d -> %d [label = \"%s\"];"):format(state, move.to, table.concat(list, " "))
        end
      end
    end
  end
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n") .. "\n"
end

-- Walnut's files: the numeration of each track, then the states with their output and moves.
function forms.walnut(set)
  local name = set.numeration.name
  local known = tonumber(name) and "msd_" .. name or ({ zeckendorf = "msd_fib", pell = "msd_pell" })[name]
  if not known then core.raise("text: form: Walnut has no name for " .. set.numeration.title) end
  local rows, head = M.moves(set, "text"), {}
  for i = 1, #set.variables do head[i] = known end
  local lines = { table.concat(head, " ") }
  for state = 0, #rows do
    lines[#lines + 1] = ""
    lines[#lines + 1] = ("%d %d"):format(state, set.automaton:accepting(state) and 1 or 0)
    for _, move in ipairs(rows[state]) do
      for _, letter in ipairs(move.letters) do
        lines[#lines + 1] = ("%s -> %d"):format(shown(letter, " "), move.to)
      end
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local DIGITS = "0123456789ABCDEF"

function forms.regex(set)
  local rows, single = M.moves(set, "text"), #set.variables == 1
  for state = 0, #rows do
    for _, move in ipairs(rows[state]) do
      for i, letter in ipairs(move.letters) do
        local digits = {}
        for j, digit in ipairs(letter) do digits[j] = DIGITS:sub(digit:byte() + 1, digit:byte() + 1) end
        move.letters[i] = single and digits[1] or "[" .. table.concat(digits, ",") .. "]"
      end
    end
  end
  local found = regex.of(rows, function(state) return set.automaton:accepting(state) end,
    function(state) return M.is_dead(set, rows, state) end)
  if found then return found end
  return nil, ("text: the regular expression is longer than %d characters"):format(regex.MOST), "ELIMIT"
end

--- The automaton as text.
-- @return it; or nil, message, code
function M.text(set, form)
  if type(form) ~= "string" or not forms[form] then
    core.raise(("text: form: expected \"table\", \"dot\", \"regex\" or \"walnut\", got %s"):format(text.shown(form)))
  end
  return forms[form](set)
end

return M
