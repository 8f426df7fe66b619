-- Random move functions of one- and two-pile games, and the same as text.
local random = require "spec.support.random"

local M = {}

M.FORMULAS = { "k", "2k", "3k", "k+1", "floor(3k/2)", "floor(7k/2)", "k^2", "2^k", "min(k^2, 7)", "1 + mod(k, 3)",
               "max(1, 6-k)", "lowbit(k)", "isqrt(k)+1", "5/2", "0k+3" }

--- A move function and its text: a formula, a list with a rest, or the same list as a function in Lua.
function M.random()
  local kind, list, last = math.random(3), {}, 1
  if kind == 1 then
    local text = random.pick(M.FORMULAS)
    return text, ('"%s"'):format(text)
  end
  local rising = math.random(2) == 1
  for k = 1, math.random(1, 12) do
    last = rising and last + math.random(0, 2) or math.random(9)
    list[k] = last
  end
  local text = ("{ %s, rest = %d }"):format(table.concat(list, ", "), last)
  list.rest = last
  if kind == 2 then return list, text end
  return function(k) return list[k] or last end, "the function of " .. text
end

return M
