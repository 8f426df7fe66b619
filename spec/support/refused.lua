-- What calls refuse: `raises` for misuse, `refuses` for what cannot be answered.
local M = {}

--- f(...) raises what matches a pattern.
function M.raises(pattern, f, ...)
  local ok, why = pcall(f, ...)
  assert(not ok, "nothing was raised; expected " .. pattern)
  if not tostring(why):find(pattern) then error(("expected %s\ngot %s"):format(pattern, tostring(why)), 2) end
end

--- f(...) gives nil, a message that matches a pattern, and a code.
function M.refuses(code, pattern, f, ...)
  local value, why, kind = f(...)
  if value ~= nil or kind ~= code or not tostring(why):find(pattern) then
    error(("expected nil, %s, %s\ngot %s, %s, %s"):format(pattern, code, tostring(value), tostring(why), tostring(kind)), 2)
  end
end

return M
