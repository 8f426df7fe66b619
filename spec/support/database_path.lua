-- The name of a database that a test makes: `fresh()`, where nothing is; `clear(name)`, where nothing is left, nor FILE.part.
local M = {}

function M.fresh()
  local name = os.tmpname()
  os.remove(name)
  return name
end

function M.clear(name)
  os.remove(name)
  os.remove(name .. ".part")
end

return M
