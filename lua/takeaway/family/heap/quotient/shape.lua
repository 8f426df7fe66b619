--- The shape of a misere quotient: idempotents, kernel, is it that of Nim?
-- @module takeaway.family.heap.quotient.shape

local M = {}

--- The numbers of the elements for which `is` holds, in their order.
function M.filtered(q, is)
  local list = {}
  for _, x in ipairs(q.found) do
    if is(x) then list[#list + 1] = x end
  end
  return list
end

--- The elements x with x^2 = x.
function M.idempotents(q) return M.filtered(q, function(x) return q.core:product(x, x) == x end) end

--- The kernel's identity, and its elements.
function M.kernel(q)
  local z, seen = 0, {}
  for _, x in ipairs(M.idempotents(q)) do z = q.core:product(z, x) end
  for _, x in ipairs(q.found) do seen[q.core:product(z, x)] = true end
  return z, M.filtered(q, function(x) return seen[x] end)
end

--- The n for which the quotient is T_n, or nil. For n >= 2 that is {1, a} and a kernel Z_2^n with the identity z, where
-- a^2 = 1 and az is not z; P = {a, z}.
function M.rank(q)
  local order = q.core:order()
  if order <= 2 then return order - 1 end
  local z, elements = M.kernel(q)
  local n = 0
  while (1 << n) < #elements do n = n + 1 end
  if (1 << n) ~= #elements or order ~= #elements + 2 or n < 2 then return nil end
  for _, x in ipairs(elements) do
    if q.core:product(x, x) ~= z or q.core:is_p(x) ~= (x == z) then return nil end
  end
  local others = M.filtered(q, function(x) return q.core:product(x, z) ~= x and x ~= 0 end)
  local a = others[1]
  if #others ~= 1 or q.core:product(a, a) ~= 0 or not q.core:is_p(a) or q.core:product(a, z) == z then return nil end
  return n
end

return M
