--- The command `table two-pile F`: the table, the closed form beside it, and where they differ.
-- @module takeaway.family.two_pile.commands

local closed_form = require "takeaway.family.two_pile.closed_form"
local text = require "takeaway.base.text"

local function least_moves(ta, args, tools)
  local watch = tools.watch()
  local game = ta.two_pile(args.f, { misere = args.misere, progress = watch.progress })
  local t, m, cut = tools.keep(watch, args.max, tools.by_square(args.max), function(n) return game:table(n) end)
  local answer = { data = t, text = tostring(t), plot = tools.draw("heat_map", t, {}), standing = cut
    and tools.interrupted("the table", m) or nil }
  if not (args.formula or args.diff) then return answer end
  local closed, wrong, unknown = closed_form(game), 0, 0
  local function cell(p, q)
    local value = closed(p, q)
    if value == nil then return "?" end -- misere: not proved here
    if not args.diff then return value end
    return t(p, q) == value and 0 or t(p, q) - value
  end
  local title = ("%s: %s"):format(t:title(), args.diff and "L minus the closed form" or "the closed form")
  answer.text = text.grid(title, "p\\q", 1, m, cell)
  answer.data = { kind = "grid", title = title, corner = "p\\q", first = 1, last = m, at = cell }
  if not args.diff then return answer end
  for p = 1, m do
    for q = p, m do
      local difference = cell(p, q)
      if difference == "?" then unknown = unknown + 1 elseif difference ~= 0 then wrong = wrong + 1 end
    end
  end
  local verdict, standing = "the closed form holds in the whole table", nil
  if wrong > 0 then
    verdict, standing = ("the closed form is wrong at %s with p <= q"):format(text.count(wrong, "position")), "no"
  elseif unknown > 0 then
    verdict = ("no closed form is known at %s with p <= q"):format(text.count(unknown, "position"))
    standing = "unproved"
  end
  answer.standing = answer.standing or standing
  answer.text = ("%s\n%s\n%s"):format(tostring(t), answer.text, verdict)
  return answer
end

return { table = least_moves }
