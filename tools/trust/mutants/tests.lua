-- The tests that a change is tried with: those of its folder, and those that spec/trust/mutants_tests.tsv adds. A row
-- that names a missing file, folder or test is an error.
local jobs = require "tools.jobs"

local M = {}

local SPECS = { "family", "golden", "property" } -- folders whose specs are named after a folder of csrc/core

-- The paths that match the shell pattern, with `from` replaced by `to` in each path.
local function paths(pattern, from, to)
  local list = {}
  for path in jobs.output_of("ls -d " .. pattern .. " 2>/dev/null"):gmatch "%S+" do
    list[#list + 1] = path:gsub(from, to)
  end
  return list
end

local function named(list, what)
  if #list == 0 then error("spec/trust/mutants_tests.tsv, spec/trust/mutants_short.tsv: there is no " .. what, 0) end
  return list
end

-- The C tests of a folder of spec/c, or one test by its name; a spec by its name.
local function c_tests(name)
  if not name:find "/" then name = name .. "/test_*" end
  return paths(("spec/c/%s.c"):format(name), "^spec/c/(.*)%.c$", "%1")
end
local function spec(name) return paths(("spec/%s_spec.lua"):format(name), "^spec/(.*)_spec%.lua$", "%1") end

local rows = {}
for line in io.lines "spec/trust/mutants_tests.tsv" do
  local name, programs, specs = line:match "^([^#\t]+)\t([^\t]*)\t([^\t]*)$"
  if name then
    local row = { programs = {}, specs = {} }
    named(paths(name:find "/" and name or "csrc/core/" .. name, "", ""), name)
    for one in programs:gmatch "%S+" do
      for _, test in ipairs(named(c_tests(one), "C test " .. one)) do table.insert(row.programs, test) end
    end
    for one in specs:gmatch "%S+" do table.insert(row.specs, named(spec(one), "spec " .. one)[1]) end
    rows[#rows + 1], rows[name] = name, row
  end
end

--- The files that may be changed, one list for each checker and for each folder of csrc/core.
function M.groups()
  local list = {}
  for _, name in ipairs(rows) do
    if name:find "/" then list[#list + 1] = { name = name, checker = true, name } end
  end
  for _, folder in ipairs(paths("csrc/core/*", "^csrc/core/", "")) do
    local group = { name = folder }
    for _, file in ipairs(paths("csrc/core/" .. folder .. "/*.c", "", "")) do
      if not rows[file] then group[#group + 1] = file end
    end
    list[#list + 1] = group
  end
  return list
end

--- The names of C tests and of specs for a file. `one` selects a single C test or spec.
function M.for_file(file, one)
  if one then
    local is_spec = not one:find "/test_"
    named(is_spec and spec(one) or c_tests(one), "test " .. one)
    return { not is_spec and one or nil }, { is_spec and one or nil }
  end
  local programs, specs, seen = {}, {}, {}
  local function add(list, names)
    for _, name in ipairs(names) do
      if not seen[name] then list[#list + 1], seen[name] = name, true end
    end
  end
  local folder = file:match "^csrc/core/([%w_]+)/"
  local row = rows[file] or rows[folder] or { programs = {}, specs = {} }
  add(programs, folder and c_tests(folder) or {})
  add(programs, row.programs)
  add(specs, row.specs)
  for _, kind in ipairs(folder and SPECS or {}) do add(specs, spec(("%s/%s"):format(kind, folder))) end
  for _, kind in ipairs(folder and SPECS or {}) do add(specs, spec(("%s/%s_*"):format(kind, folder))) end
  return programs, specs
end

for line in io.lines "spec/trust/mutants_short.tsv" do
  local one = line:match "^[^#].*\t([^\t]*)$"
  if one then M.for_file("", one) end
end

return M
