--- The report on a heap game.
-- @module takeaway.family.heap.report

return function(page, game, settings, tools)
  local to = tools.reach(settings, 200)
  page:heading("Nim values")
  page:picture(tools.plot.sequence(game, { to = math.min(to, 20000), limit = math.max(to, 2000) }))
  page:heading("Period")
  local found, message = game:periodicity(math.max(to, 2000))
  if found then
    local words = ("period %d from n = %d, saltus %d"):format(found.period, found.preperiod, found.saltus)
    page:statement(words, found.proved, ("observed in heaps to %d"):format(found.heaps))
  else
    page:paragraph(message)
  end
  local values, why = game:nim_values(to)
  if values then
    page:heading(("Values, heaps 0 to %d"):format(math.min(to, 1000)))
    local rows = {}
    for n = 0, math.min(to, 1000), 10 do
      local row = { tostring(n) }
      for k = n, math.min(n + 9, to) do row[#row + 1] = values(k) end
      rows[#rows + 1] = row
    end
    page:table({ "n", "+0", "+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8", "+9" }, rows)
    page:paragraph(("P-positions (heaps of value 0) to %d: %s"):format(to,
      tostring(table.concat(game:p_positions(to) or {}, " "))))
  else
    page:paragraph(why)
  end
  page:heading("Patterns")
  page:findings(tools.explore(game, { to = math.min(math.max(to, 2000), 20000) }))
end
