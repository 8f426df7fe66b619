-- All values born by a day: `days(ta, 2)` is the list of the 22.
--
-- Every game of the next day is {L | R} with antichains L and R of this day's games.

local function next_day(ta, games)
  local chains = {}
  local function extend(i, chain)
    if i > #games then
      chains[#chains + 1] = table.move(chain, 1, #chain, 1, {})
      return
    end
    extend(i + 1, chain)
    for _, g in ipairs(chain) do
      if g <= games[i] or games[i] <= g then return end
    end
    chain[#chain + 1] = games[i]
    extend(i + 1, chain)
    chain[#chain] = nil
  end
  extend(1, {})
  local seen, list = {}, {}
  for _, left in ipairs(chains) do
    for _, right in ipairs(chains) do
      local v = ta.value { left = left, right = right }
      if not seen[v] then
        seen[v] = true
        list[#list + 1] = v
      end
    end
  end
  return list
end

return function(ta, day)
  local list = { ta.value(0) }
  for _ = 1, day do list = next_day(ta, list) end
  return list
end
