-- Writes Lua files as a C file for the host library: lua5.4 tools/bundle.lua OUT FILE...
-- lua/takeaway/x/y.lua is the module takeaway.x.y.

local out = assert(io.open(arg[1], "w"))
out:write('/* made by tools/bundle.lua */\n#include "host/bundle.h"\n\n')

local function c_bytes(text)
  local line = {}
  for at = 1, #text, 4096 do
    line[#line + 1] = table.concat({ text:byte(at, at + 4095) }, ",")
  end
  return table.concat(line, ",\n")
end

local rows = {}
for i = 2, #arg do
  local file = assert(io.open(arg[i], "rb"))
  local text = file:read("a")
  file:close()
  local module = arg[i]:match("^lua/(.*)%.lua$"):gsub("/init$", ""):gsub("/", ".")
  out:write(("static const unsigned char text_%d[] = {\n%s\n};\n"):format(i, c_bytes(text)))
  rows[#rows + 1] = ('    { "%s", "<takeaway>/%s", text_%d, sizeof text_%d },\n'):format(module,
    arg[i]:match "^lua/takeaway/(.*)$", i, i)
end
out:write("\nconst bundled bundle[] = {\n", table.concat(rows), "    { 0, 0, 0, 0 },\n};\n")
assert(out:close())
