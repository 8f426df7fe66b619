--- The command on theorems: prove.
-- @module takeaway.app.cli.theorems

local answers = require "takeaway.app.cli.answer"
local games = require "takeaway.app.cli.game"
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"

local check, fail = answers.check, answers.fail

local M = {}

-- "2", "zeckendorf", "pell", "sqrt(3)", or "1,1:1,2", a recurrence and its first weights.
local function numeration(text)
  if not text or not text:find ":" then return text end
  local recurrence, first = text:match "^([^:]*):([^:]*)$"
  local lists = {}
  for i, list in ipairs { recurrence or "", first or "" } do
    lists[i] = {}
    if (list .. ","):gsub("%-?%d+,", "") ~= "" then
      fail("bad", "--numeration: expected a base, a name, or a recurrence and first weights such as 1,1:1,2, got '%s'",
        text)
    end
    for digits in list:gmatch "[^,]+" do
      lists[i][#lists[i] + 1] = math.tointeger(tonumber(digits))
        or fail("bad", "--numeration: %s is too large", digits)
    end
  end
  return { recurrence = lists[1], first = lists[2] }
end

-- The numbers of a position, of any length; of least limits the limit may be left out.
local function numbers(list, variables, least_limit)
  local found = {}
  for i, text in ipairs(list) do
    text = read.unguard(text)
    if not text:find "^%d+$" then fail("bad", "position: expected numbers 0, 1, 2, ..., got '%s'", text) end
    found[i] = text
  end
  if #found ~= #variables and not (least_limit and #found == #variables - 1) then
    fail("bad", "position: expected %s%d numbers, (%s), got %d", least_limit and #variables - 1 .. " or " or "",
      #variables, table.concat(variables, ", "), #found)
  end
  return found
end

local function move_text(d, move)
  if not move then return "none" end
  local parts = {}
  for i, name in ipairs(d.options[move.move].parameters) do parts[i] = ("%s = %s"):format(name, move[name]) end
  return ("move %d%s"):format(move.move, #parts > 0 and " with " .. table.concat(parts, ", ") or "")
end

-- ---- What is asked of a theorem -----------------------------------------------------------

-- Each adds lines and data, and may return a standing.
local parts = {}

local function position(theorem, args, add, data)
  local variables = theorem.rules.declaration.variables
  if #args.position == 0 then return end
  local list = numbers(args.position, variables, theorem.what == "least_limit")
  local at = ("(%s)"):format(table.concat(list, ", "))
  if #list < #variables then
    data.least_limit = check(theorem:least_limit(table.unpack(list)))
    return add("%s: least limit %s", at, data.least_limit == math.huge and "inf" or data.least_limit)
  end
  data.outcome = theorem:outcome(table.unpack(list))
  local move = theorem:winning_move(table.unpack(list))
  data.winning_move = move_text(theorem.rules.declaration, move)
  local value = ""
  if theorem.what == "nim_value" then
    data.nim_value = theorem:nim_value(table.unpack(list))
    value = ("nim value %s, "):format(data.nim_value)
  end
  add("%s: %s, %swinning move: %s", at, data.outcome, value, data.winning_move)
end

function parts.ask(theorem, formula, add, data)
  data.holds = check(theorem:ask(formula))
  add("%s: %s", formula, data.holds and "yes" or "no")
  return not data.holds and "no" or nil
end

function parts.closed_form(theorem, _, add, data)
  local said, why, code = theorem:closed_form()
  if not said and code ~= "EUNSUPPORTED" then check(nil, why, code) end
  data.closed_form = said or false
  add("closed form: %s", said or "none of the known shapes")
  return not said and "no" or nil
end

function parts.count(theorem, bound, add, data)
  data.count = check(theorem:count(bound))
  add("P-positions with all numbers below %s: %s", bound, data.count)
end

function parts.first(theorem, n, add, data)
  local list = check(theorem:first(n))
  data.first = tostring(list)
  add("the first P-positions: %s", data.first)
end

function parts.automaton(theorem, form, add)
  add("%s", (check(theorem:text(form))))
end

function parts.certificate(theorem, path, add)
  local text = check(theorem:certificate())
  local file = answers.need("takeaway.base.file", "--certificate")
  check(file.write(path, function(put) put(text) end))
  add("certificate: %s", path)
end

-- The declaration of rules, or of a family's game, for positions of so many numbers.
local function declared(ta, args, what)
  local found = games.read(ta, args.rules, { sandbox = args.sandbox })
  local game = found.game and found.game.as_moves and found.game or games.rules(ta, args.rules,
    { sandbox = args.sandbox })
  local count = #args.position > 0 and what ~= "least_limit" and not game.declaration and #args.position or nil
  return check(game:as_moves { numbers = count })
end

local ORDER = { "closed_form", "count", "first", "ask", "automaton", "certificate" }

function M.prove(ta, args)
  local what = args.least_limit and "least_limit" or args.what
  local rules = declared(ta, args, what)
  if #args.position > 0 then
    numbers(args.position, rules.declaration.variables, what == "least_limit") -- before the search
  end
  local theorem, message, code, late = answers.tell(function()
    return rules:theorem { what = what, misere = args.misere, numeration = numeration(args.numeration),
                           rank = args.rank, seconds = args.seconds, progress = progress.bar() }
  end, function() return "nothing is proved" end)
  if not theorem and code == "ELIMIT" then
    return { text = message, data = { rules = rules.name, proved = false, why = message },
             standing = late and "stopped" or "unproved" }
  end
  check(theorem, message, code)
  local data = { rules = rules.name, proved = true, what = theorem.what, play = theorem.misere and "misere" or "normal",
                 numeration = theorem.numeration.name, states = theorem:automaton():states(), falls = theorem.rank }
  local lines, standing = { tostring(theorem) }, nil
  local function add(form, ...) lines[#lines + 1] = form:format(...) end
  position(theorem, args, add, data)
  for _, name in ipairs(ORDER) do
    if args[name] then standing = parts[name](theorem, args[name], add, data) or standing end
  end
  return { data = data, text = table.concat(lines, "\n"), standing = standing,
           plot = function(path) return ta.plot.automaton(theorem, { out = path }) end }
end

return M
