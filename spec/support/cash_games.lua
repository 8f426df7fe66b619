-- NIM with Cash by definition: sets, and winners computed directly from the rules.
local M = {}

--- All nonempty subsets of {1..m}, in the order of their masks.
function M.subsets(m)
  local list = {}
  for mask = 1, (1 << m) - 1 do
    local set = {}
    for a = 1, m do if mask >> (a - 1) & 1 == 1 then set[#set + 1] = a end end
    list[#list + 1] = set
  end
  return list
end

--- A function of (n, d, e): does the mover win with n counters, d dollars and e of the other? And the list of takes
-- that win.
function M.wins(set)
  local known, wins = {}, nil
  local function winning(n, d, e)
    local takes = {}
    for _, a in ipairs(set) do
      if a <= n and a <= d and not wins(n - a, e, d - a) then takes[#takes + 1] = a end
    end
    return takes
  end
  function wins(n, d, e)
    local key = n << 40 | d << 20 | e
    if known[key] == nil then known[key] = #winning(n, d, e) > 0 end
    return known[key]
  end
  return wins, winning
end

--- Calls visit(n, d, e) for all n to `top`, and d and e to n, or to `purses`.
function M.states(top, visit, purses)
  for n = 0, top do
    for d = 0, purses or n do
      for e = 0, purses or n do visit(n, d, e) end
    end
  end
end

return M
