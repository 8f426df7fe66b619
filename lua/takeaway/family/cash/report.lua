--- What a report says about a game of NIM with Cash.
-- @module takeaway.family.cash.report

local core = require "takeaway.core"

-- The longest search for a win condition of the set.
local SECONDS = 5

return function(page, game, settings, tools)
  local n = tools.integer("n", settings.n or settings.to or 30, 0, 600)
  page:heading(("Who wins at n = %d"):format(n))
  page:picture(tools.plot.staircase(game, n))
  local rows = {}
  for m = 0, math.max(n, 60) do
    local rich1, rich2 = game:rich(m)
    local poor1, poor2 = game:poor(m)
    if not rich1 or not poor1 then break end
    rows[#rows + 1] = { tostring(m), game:winner(m, math.huge, math.huge), rich1, rich2, poor1, poor2 }
  end
  page:heading("Thresholds")
  page:table({ "n", "winner, cash unlimited", "f^I", "f^II", "g^I", "g^II" }, rows)
  page:heading("Patterns")
  page:findings(tools.explore(game))
  local theorem, why = game:theorem()
  page:heading("Closed form")
  if theorem then
    page:statement(tostring(theorem.source or theorem), theorem.standing == "proved", tostring(theorem.standing))
  else
    page:paragraph(tostring(why))
  end
  page:heading("Win condition")
  local wc, tried = core.win_condition(game:members(), { seconds = SECONDS })
  if wc then
    local checked = wc:check()
    page:statement("who wins for all n, d and e, by a certificate that was checked", checked, "not checked")
    page:verbatim(wc:describe())
  else
    page:paragraph(tostring(tried))
  end
end
