-- The name of a test's database. `fresh()` is an unused name; `clear(name)` removes the file and FILE.part;
-- `local file <close> = scoped()`: file.name, removed however its scope ends.
local M = {}

function M.fresh()
  local name = os.tmpname()
  os.remove(name)
  return name
end

function M.clear(name)
  os.remove(name)
  os.remove(name .. ".part")
  for k = 2, 15 do os.remove(name .. ".part." .. k) end
end

local scope = { __close = function(file) M.clear(file.name) end }

function M.scoped() return setmetatable({ name = M.fresh() }, scope) end

return M
