-- Run the Lua blocks of Markdown files and compare what they print with the output
-- block that follows:   ```lua ... ```  then  ```output ... ```. One Lua state a file,
-- with `ta` loaded; `print` is captured. A shell block ```sh is not run.

local failed, ran = 0, 0

local function run_file(name)
  local file = assert(io.open(name))
  local text = file:read("a")
  file:close()
  local printed = {}
  local env = setmetatable({}, { __index = _G })
  env.ta = require "takeaway"
  env.print = function(...)
    local parts = table.pack(...)
    for i = 1, parts.n do parts[i] = tostring(parts[i]) end
    printed[#printed + 1] = table.concat(parts, "\t")
  end
  local at = 1
  while true do
    local from, to, code = text:find("\n```lua\n(.-)\n?```", at)
    if not from then break end
    local line = select(2, text:sub(1, from):gsub("\n", "")) + 2
    local _, out_end, expected = text:find("^%s*\n```output\n(.-)\n?```", to + 1)
    printed = {}
    local chunk, why = load(("\n"):rep(line - 1) .. code, "@" .. name, "t", env)
    local ok = chunk ~= nil
    if ok then ok, why = xpcall(chunk, debug.traceback) end
    local got = table.concat(printed, "\n")
    ran = ran + 1
    if not ok then
      failed = failed + 1
      print(("%s:%d: %s"):format(name, line, why))
    elseif (expected or "") ~= got then
      failed = failed + 1
      print(("%s:%d: printed\n%s\n-- expected\n%s"):format(name, line, got, expected or ""))
    end
    at = (out_end or to) + 1
  end
end

for _, name in ipairs(arg) do run_file(name) end
print(("docs: %d blocks ran, %d differ"):format(ran, failed))
os.exit(failed == 0 and 0 or 1)
