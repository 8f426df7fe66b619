--- Least limits from P-positions: of a game whose last variable is a limit on the next move, the least x from 1 on
-- with which the player to move wins.
--
-- Let N be the (p, x) with x >= 1 outside P. L is N without the (p, x) for which some (p, y) with y < x is in N. The p
-- with some (p, x) in N are those with such a limit. Larger limits always win, too, iff no (p, x) of P has such a y.
-- @module takeaway.engine.automata.limits

local failure = require "takeaway.base.failure"

local must = failure.raise

--- @param numeration of the core
-- @param p the P-positions, an automaton
-- @tparam int count of the variables, the limit the last
-- @treturn table `least`, of the (p, L); `finite`, of the p that have one; `monotone`; or nil, message, code
return function(numeration, p, count)
  return failure.catch(function()
    local x, to = count - 1, {}
    for track = 1, count do to[track] = track - 1 end
    local won = must(must(numeration:linear({ x }, { -1 }, "<=", -1)):combine(p, "less"))
    to[count] = count
    local smaller = must(numeration:linear({ count, x }, { 1, -1 }, "<=", -1))
    local later = must(must(must(won:rename(to)):combine(smaller, "and")):exists(1 << count))
    return { least = must(won:combine(later, "less")), finite = must(won:exists(1 << x)),
             monotone = must(later:combine(p, "and")):is_empty() }
  end)
end
