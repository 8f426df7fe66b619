--- Dovetail two methods with growing budgets: a search, and another way to the same answer. Return the first answer. It
-- is unknown beforehand which is quicker.
-- @module takeaway.engine.sum.dovetail

-- `first` is the number of positions of the first search, and `times` the factor for each further one. Each turn keeps
-- its results. So small turns cost little, and the faster method is soon found. `work` is the work in the store of
-- values for each position of a turn's budget, since few positions may have large values.
local M = { first = 100, times = 8, work = 16 }

--- Dovetail two methods.
-- @tparam function within the search with a limited number of positions, its argument: returns the answer; or nil,
--   message, code; and then whether the limit was too small
-- @tparam function search the search with the user's own limit
-- @tparam function other called with the limit of the round: returns the answer; or nil, and whether a larger limit may
--   help. Where it does not, only the search is left. Where it was cancelled: nil, false, message, code
-- @return the answer; or nil, message, code
function M.ask(within, search, other)
  local room = M.first
  while true do
    local answer, message, code, small = within(room)
    if answer then return answer end
    if not small then return nil, message, code end
    local more
    answer, more, message, code = other(room)
    if answer then return answer end
    if code then return nil, message, code end
    if not more then break end
    room = room * M.times
  end
  local answer, message, code = search()
  return answer, message, code
end

return M
