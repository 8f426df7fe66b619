-- Run the command line in a shell: its output, messages and exit status.
local M = {}

local function slurp(name)
  local file = assert(io.open(name))
  local text = file:read("a")
  file:close()
  os.remove(name)
  return text
end

--- @treturn string output
-- @treturn string messages
-- @treturn int exit status
function M.run(line, input)
  local out, err = os.tmpname(), os.tmpname()
  local from = "/dev/null"
  if input then
    from = os.tmpname()
    local file = assert(io.open(from, "w"))
    file:write(input)
    file:close()
  end
  local _, how, code = os.execute(("{ %s ; } >%s 2>%s <%s"):format(line, out, err, from))
  if input then os.remove(from) end
  return slurp(out), slurp(err), how == "signal" and 128 + code or code
end

--- Write a file that is removed by M.clean.
local made = {}
function M.file(text, ending)
  local name = os.tmpname()
  os.remove(name)
  name = name .. (ending or ".lua")
  local file = assert(io.open(name, "w"))
  file:write(text)
  file:close()
  made[#made + 1] = name
  return name
end

function M.clean()
  for _, name in ipairs(made) do os.remove(name) end
  made = {}
end

return M
