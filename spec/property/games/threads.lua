-- The results of several threads equal those of one: tables, sequences, win conditions, cash and databases.
local database_path = require "spec.support.database_path"
local random_boxes = require "spec.support.random_box_rules"
local same = require "spec.property.games.same"
local ta = require "takeaway"

local FORMULAS = { "k", "2k", "4k", "k+1", "floor(3k/2)", "k^2", "max(1, 60-k)", "isqrt(k)+1", "mod(7919k, 1021) + 1", "lowbit(k)" }

-- The answers of `ask(1)` and of `ask(threads)`, which are texts.
local function compared(ask, what, ...)
  local threads = math.random(2, 5)
  same(ask(1), ask(threads), what .. ", threads = " .. threads, ...)
end

local function two_piles(size)
  local f, m, misere = FORMULAS[math.random(#FORMULAS)], math.random(120 * size), math.random(4) == 1
  compared(function(threads)
    local game, cells = ta.two_pile(f, { threads = threads, misere = misere }), {}
    local L = game:table(m)
    for p = 1, m do
      for q = 1, m do cells[#cells + 1] = L(p, q) end
    end
    return table.concat(cells, " ")
  end, "ta.two_pile(\"%s\", { misere = %s }):table(%d)", f, misere, m)
end

local function heaps(size)
  local digits, m = {}, math.random(3000 * size)
  for i = 1, math.random(1, 4) do digits[i] = math.random(0, 7) end
  local code = (math.random(4) == 1 and "4." or "0.") .. table.concat(digits)
  compared(function(threads)
    local game, values = ta.octal(code, { threads = threads }), {}
    local sequence = game:nim_values(m)
    for n = 0, m do values[n + 1] = sequence(n) end
    return table.concat(values, " ") .. tostring(game:periodicity(m))
  end, "ta.octal \"%s\":nim_values(%d) and its periodicity", code, m)
end

local function conditions(size)
  local set = {}
  for k = 1, math.random(4) do set[k] = math.random(2 * size) end
  compared(function(threads)
    local condition, why = ta.win_condition(set, { threads = threads })
    if not condition then return why end
    return condition:certificate() .. tostring(condition:check { threads = threads })
  end, "ta.win_condition{ %s }", table.concat(set, ", "))
end

local function cash(size)
  local set, n = {}, math.random(60 * size)
  for k = 1, math.random(4) do set[k] = math.random(4 * size) end
  compared(function(threads)
    local game, answers = ta.cash(set, { threads = threads }), {}
    for e = 0, n, 1 + n // 50 do
      for m = n, 0, -(1 + n // 20) do answers[#answers + 1] = tostring(game:least_cash(m, e)) end
    end
    return table.concat(answers, " ")
  end, "ta.cash{ %s }:least_cash to %d", table.concat(set, ", "), n)
end

local function databases()
  local fields, to = random_boxes.rules(true)
  local rules, path = ta.moves(fields), database_path.fresh()
  compared(function(threads)
    local db, why = rules:solve_to { file = path, to = to, threads = threads }
    if db then db:close() end
    local text = db and require("tools.jobs").read(path) or why
    database_path.clear(path)
    return text
  end, "%s:solve_to{ to = %s }", rules:text(), table.concat(to, ", "))
end

local WHAT = { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }

local function boxes()
  local fields, to = random_boxes.rules(true)
  local what = WHAT[math.random(#WHAT)]
  to[#to] = to[#to] + 60 -- rows that are worth it
  compared(function(threads)
    local grid, why = ta.moves(fields):grid { what = what, to = to, threads = threads }
    if not grid then return why end
    local answers = {}
    if #to == 1 then return tostring(grid) .. tostring(grid(to[1])) end
    for a, b, c, d in grid:cells() do answers[#answers + 1] = ("%s %s %s %s"):format(a, b, c, d) end
    return table.concat(answers, ", ")
  end, "%s:grid{ what = %q, to = { %s } }", ta.moves(fields):text(), what, table.concat(to, ", "))
end

local PATHS = { two_piles, heaps, conditions, cash, databases, boxes }

return { { name = "one thread and several", play = function(size) PATHS[math.random(#PATHS)](size) end, short = 60 } }
