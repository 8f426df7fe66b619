--- The command on NIM with Cash: who wins, by which moves and why.
-- @module takeaway.family.cash.commands

local text = require "takeaway.base.text"

local function amounts(list)
  if #list == 0 then return "none" end
  local shown = {}
  for i, v in ipairs(list) do shown[i] = text.amount(v) end
  return table.concat(shown, " ")
end

local function cash(ta, args, tools)
  local watch = tools.watch()
  local game = ta.cash(args.set, { progress = watch.progress })
  local n, d, e = args.n, args.d, args.e
  local record = { n = n, d = d, e = e }
  local class, why, code
  tools.tell(function()
    record.winner = tools.check(game:winner(n, d, e))
    record.winning_moves = tools.check(game:winning_moves(n, d, e))
    record.least_cash = tools.check(game:least_cash(n, e))
    class, why, code = game:classify(n, d, e)
    if code ~= "ELIMIT" then tools.check(class, why, code) end
  end, function()
    return record.least_cash and ("%s wins; whether a purse is rich was being computed"):format(record.winner)
      or "who wins, by which moves and with how much was being computed"
  end)
  class = class or { by = "search" }
  for _, key in ipairs { "I", "II", "critical", "by" } do record[key] = class[key] end
  local lines = {
    ("%s, %d stones, the mover (I) has %s, the other (II) %s: %s wins"):format(tostring(game), n, text.amount(d),
      text.amount(e), record.winner),
    "winning moves: " .. amounts(record.winning_moves),
    class.I
      and ("I is %s, II is %s%s; settled by %s"):format(class.I, class.II, class.critical and ", critical" or "",
        class.by)
      or "whether I and II are rich or poor is not known: " .. why,
    ("least cash with which the mover wins: %s"):format(text.amount(record.least_cash)),
  }
  return { data = record, text = table.concat(lines, "\n"), plot = tools.draw("staircase", game, n, {}) }
end

return {
  {
    name = "cash", what = "Who wins NIM with Cash, by which moves and why.", example = "takeaway cash 1,3,4 14 9 9",
    answer = cash,
    arguments = function(c, types)
      c:argument("set", "Amounts that may be taken."):convert(types.set)
      c:argument("n", "Stones."):convert(types.number "n")
      c:argument("d", "Dollars of the mover, or inf."):convert(types.purse "d")
      c:argument("e", "Dollars of the other player, or inf."):convert(types.purse "e")
    end,
  },
}
