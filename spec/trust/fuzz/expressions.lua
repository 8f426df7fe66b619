-- Move functions as text. A function is written and read back unchanged, and equals itself in parentheses. If it is
-- said to be nondecreasing, it is.
local fuzz = require "spec.trust.fuzz.support"
local ta = require "takeaway"

local function values(f)
  local list = {}
  for k = 1, 20 do
    local v = fuzz.try(f, k)
    list[k] = tostring(v)
  end
  return list
end

return fuzz.target(function(text)
  local f = fuzz.try(ta.move_function, text)
  if not f then return end
  local list = values(f)
  local written = tostring(f):match "^f%(k%) = (.*)$"
  local again = { fuzz.must("read back", ta.move_function, written) }
  if written == text then again[2] = fuzz.try(ta.move_function, "(" .. text .. ")") end -- refused where it nests too deep
  for _, g in ipairs(again) do
    for k, v in ipairs(values(g)) do fuzz.same(list[k], v, ("f(%d)"):format(k)) end
  end
  local nondecreasing = fuzz.try(f.is_nondecreasing, f, 20)
  for k = 2, nondecreasing and 20 or 0 do
    local a, b = tonumber(list[k - 1]), tonumber(list[k])
    if a and b and a > b then error(("said to be nondecreasing, and f(%d) = %s"):format(k, b)) end
  end
end)
