-- A reference search over rules, by definition: outcomes of impartial rulesets in normal and misere play.
local play = require "spec.support.play"

local search = {}

function search.options(rules, position)
  local list = {}
  rules.options(function(...) list[#list + 1] = { ... } end, table.unpack(position))
  return list
end

-- wins(position) -> true when the mover wins; misere: no option means a win.
function search.solver(rules, misere)
  local wins = play.winner(function(position) return search.options(rules, position) end, nil, true)
  return function(position) return wins(position, 1, misere) end
end

search.short = os.getenv("TAKEAWAY_SHORT") ~= nil

return search
