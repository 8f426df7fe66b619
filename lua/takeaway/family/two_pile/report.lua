--- The report on a two-pile game.
-- @module takeaway.family.two_pile.report

local failure = require "takeaway.base.failure"

local function admissibility(page, game)
  local admissible, second, third = game:admissible()
  if admissible == nil then
    page:paragraph("Admissibility: " .. tostring(second) .. " " .. tostring(third or ""))
  elseif admissible then
    page:statement("f is admissible: the closed form of the Main Theorem holds", second == nil,
      second and ("checked to %d"):format(second) or "")
  else
    page:paragraph(("f is not admissible: %s"):format(second.message))
    local ran, wrong, message = failure.try(game.counterexample, game) -- an f of one's own may fail far out
    if not ran then
      page:paragraph("The search for a counterexample ended when f failed: " .. tostring(wrong):gsub("\n.*$", ""))
    elseif wrong then
      page:paragraph("The position with the least larger pile at which the closed form is wrong:")
      page:record(wrong)
    else
      page:paragraph(message and "No counterexample: " .. message or "No counterexample was found.")
    end
  end
end

return function(page, game, settings, tools)
  local to = math.min(tools.reach(settings, 24), 1000)
  page:heading("Least winning moves")
  page:picture(tools.plot.heat_map(game, { to = to }))
  local t, message = game:table(math.min(to, 60))
  if t then
    page:heading(("Table to %d"):format(t:size()))
    page:grid("p\\q", 1, t:size(), t)
  else
    page:paragraph(message)
  end
  if not game:is_misere() then
    page:heading("The closed form")
    admissibility(page, game)
    local ok, cells = game:verify(math.max(to, 200))
    if ok then
      page:paragraph(("Verified against the recursion for all p, q <= %d (%d cells)."):format(math.max(to, 200), cells))
    elseif ok == false then
      page:paragraph("The closed form against the recursion differs first at:")
      page:record(cells)
      page:picture(tools.plot.heat_map(game, { to = math.min(math.max(to, cells.q + 8), 200), diff = true }))
    else
      page:paragraph(cells)
    end
  end
  page:heading("Patterns")
  page:findings(tools.explore(game, { to = math.max(to, 48) }))
end
