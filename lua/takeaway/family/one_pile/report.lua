--- The report on a one-pile game.
-- @module takeaway.family.one_pile.report

return function(page, game, settings, tools)
  local to = tools.reach(settings, 200)
  page:heading("Least winning moves")
  page:picture(tools.plot.sequence(game, { to = math.min(to, 20000) }))
  page:heading("Losing sizes of the opening")
  local sizes, finite, note = game:losing_sizes(10 ^ 12)
  if sizes then
    page:paragraph(table.concat(table.move(sizes, 1, math.min(#sizes, 60), 1, {}), ", ")
      .. (#sizes > 60 and (" ... (%d to 10^12)"):format(#sizes) or ""))
    local standing = "Whether there are more is not known."
    if finite then standing = "These are all." elseif finite == false then standing = "There are more beyond 10^12." end
    page:paragraph(note and standing .. " " .. note or standing)
  else
    page:paragraph(finite)
  end
  page:heading("Patterns of the losing sizes")
  page:findings(tools.explore(game, { to = 10 ^ 12 }))
end
