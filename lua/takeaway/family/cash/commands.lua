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
  local winner = tools.check(tools.tell(function() return game:winner(n, d, e) end, function()
    return ("who wins is worked out for up to %d of %d stones"):format(tools.by_square(n)(watch), n)
  end))
  local moves, class = tools.tell(function()
    return tools.check(game:winning_moves(n, d, e)), tools.check(game:classify(n, d, e))
  end, function() return ("%s wins; by which moves was being worked out"):format(winner) end)
  local function purse(who) return text.amount(who) end
  local record = { n = n, d = d, e = e, winner = winner, winning_moves = moves, I = class.I, II = class.II,
                   critical = class.critical, by = class.by, least_cash = tools.check(game:least_cash(n, e)) }
  local lines = {
    ("%s, %d stones, the mover (I) has %s, the other (II) %s: %s wins"):format(tostring(game), n, purse(d), purse(e),
      winner),
    "winning moves: " .. amounts(moves),
    ("I is %s, II is %s%s; settled by %s"):format(class.I, class.II, class.critical and ", critical" or "", class.by),
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
