-- Which tests a change is tried with, from spec/trust/mutants_tests.tsv: C tests first, then a few fast specs.

local M = {}

local rows = {}
for line in io.lines "spec/trust/mutants_tests.tsv" do
  local name, programs, specs = line:match "^([^#\t]+)\t([^\t]*)\t([^\t]*)$"
  if name then
    rows[#rows + 1] = name
    rows[name] = { at = #rows, programs = programs, specs = specs }
  end
end

-- The row of a file: its own, or that of its folder.
local function name_of(file) return rows[file] and file or file:match("^csrc/core/([%w_]+)/") end

-- The files that have a row, one list a row, in their order.
function M.groups()
  local list = {}
  for i, name in ipairs(rows) do
    list[i] = { name = name, checker = name:find "/" ~= nil }
    if list[i].checker then
      list[i][1] = name
    else
      local pipe = assert(io.popen("ls csrc/core/" .. name .. "/*.c"))
      for file in pipe:lines() do
        if name_of(file) == name then table.insert(list[i], file) end
      end
      pipe:close()
    end
  end
  return list
end

local function c_tests(names)
  local list = {}
  for name in names:gmatch "%S+" do
    if name:find("/", 1, true) then
      list[#list + 1] = name
    else
      local pipe = assert(io.popen("ls spec/c/" .. name .. "/test_*.c"))
      for path in pipe:lines() do list[#list + 1] = path:match("^spec/c/(.*)%.c$") end
      pipe:close()
    end
  end
  return list
end

-- Names of C tests and of specs for a file; or `one` of either alone.
function M.for_file(file, one)
  if one then
    local is_spec = not one:find "/test_"
    return { not is_spec and one or nil }, { is_spec and one or nil }
  end
  local row, specs = rows[name_of(file)], {}
  for name in row.specs:gmatch "%S+" do specs[#specs + 1] = name end
  return c_tests(row.programs), specs
end

return M
