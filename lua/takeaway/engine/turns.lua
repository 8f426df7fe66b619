--- By turns: a search, and another way to the same answer, with more room each time, until one of them answers. Which
-- is quicker is not known beforehand.
-- @module takeaway.engine.turns

-- Positions that the first search may take; each further one so many times as many. What a turn did is kept, so many
-- small turns cost little, and the quicker of the two is found out soon. `work` is what a position of a turn's room may
-- take in the store of values, where few positions may have large values.
local M = { first = 100, times = 8, work = 16 }

--- Ask by turns.
-- @tparam function within the search with so much room, which it is called with: gives the answer; or nil, message,
--   code; and then whether the room was too small
-- @tparam function search the search with all the room that the user leaves
-- @tparam function other called with the room of a turn: gives the answer; or nil, and whether more room may help.
--   Where it does not, only the search is left. Where it was cancelled: nil, false, message, code
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
