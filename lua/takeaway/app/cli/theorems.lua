--- The command on theorems: prove.
-- @module takeaway.app.cli.theorems

local answers = require "takeaway.app.cli.answer"
local games = require "takeaway.app.cli.game"
local progress = require "takeaway.app.cli.progress"
local read = require "takeaway.app.cli.read"

local check, fail = answers.check, answers.fail

local M = {}

-- "2", "zeckendorf", "pell", or "1,1:1,2", a recurrence and its first weights.
local function numeration(text)
  if not text or not text:find ":" then return text end
  local recurrence, first = text:match "^([^:]*):([^:]*)$"
  local lists = {}
  for i, list in ipairs { recurrence or "", first or "" } do
    lists[i] = {}
    if not list:find "^%d+[%d,]*$" then
      fail("bad", "--numeration: expected a base, a name, or a recurrence and first weights such as 1,1:1,2, got '%s'",
        text)
    end
    for digits in list:gmatch "%d+" do
      lists[i][#lists[i] + 1] = math.tointeger(tonumber(digits))
        or fail("bad", "--numeration: %s is too large", digits)
    end
  end
  return { recurrence = lists[1], first = lists[2] }
end

-- The numbers of a position, of any length.
local function numbers(list, variables)
  local found = {}
  for i, text in ipairs(list) do
    text = read.unguard(text)
    if not text:find "^%d+$" then fail("bad", "position: expected numbers 0, 1, 2, ..., got '%s'", text) end
    found[i] = text
  end
  if #found ~= #variables then
    fail("bad", "position: expected %d numbers, (%s), got %d", #variables, table.concat(variables, ", "), #found)
  end
  return found
end

local function move_text(d, move)
  if not move then return "none" end
  local parts = {}
  for i, name in ipairs(d.options[move.move].parameters) do parts[i] = ("%s = %s"):format(name, move[name]) end
  return ("move %d%s"):format(move.move, #parts > 0 and " with " .. table.concat(parts, ", ") or "")
end

-- The declaration of rules, or of a family's game, for positions of so many numbers.
local function declared(ta, args)
  local found = games.read(ta, args.rules, { sandbox = args.sandbox })
  local game = found.game and found.game.as_moves and found.game or games.rules(ta, args.rules,
    { sandbox = args.sandbox })
  local count = #args.position > 0 and not game.declaration and #args.position or nil
  return check(game:as_moves { numbers = count })
end

function M.prove(ta, args)
  local rules = declared(ta, args)
  local position = #args.position > 0 and numbers(args.position, rules.declaration.variables)
  local theorem, message, code, late = answers.tell(function()
    return rules:theorem { misere = args.misere, numeration = numeration(args.numeration), seconds = args.seconds,
                           progress = progress.bar() }
  end, function() return "nothing is proved" end)
  if not theorem and code == "ELIMIT" then
    return { text = message, data = { rules = rules.name, proved = false, why = message },
             standing = late and "stopped" or "unproved" }
  end
  check(theorem, message, code)
  local data = { rules = rules.name, proved = true, play = theorem.misere and "misere" or "normal",
                 numeration = theorem.numeration.name, states = theorem.positions:states(), falls = theorem.rank }
  local lines, standing = { tostring(theorem) }, nil
  if position then
    data.outcome = theorem:outcome(table.unpack(position))
    local move = theorem:winning_move(table.unpack(position))
    data.winning_move = move_text(rules.declaration, move)
    lines[#lines + 1] = ("(%s): %s, winning move: %s"):format(table.concat(position, ", "), data.outcome,
      data.winning_move)
  end
  if args.ask then
    data.holds = check(theorem:ask(args.ask))
    lines[#lines + 1] = ("%s: %s"):format(args.ask, data.holds and "yes" or "no")
    standing = not data.holds and "no" or nil
  end
  if args.automaton then lines[#lines + 1] = theorem:text(args.automaton) end
  return { data = data, text = table.concat(lines, "\n"), standing = standing }
end

return M
