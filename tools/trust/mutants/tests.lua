-- Which tests a change is tried with: the C tests of its folder, then a few fast specs.

local M = {}

-- Folder of csrc/core: C tests (a folder of spec/c, or one program of it), and specs.
M.of = {
  automata = { { "automata" }, { "engine/numeration", "engine/theorem/oracle" } },
  base = { { "base", "engine/test_posmap", "misere", "win_condition", "heap/test_heap_failures", "theorem" },
    { "base/nimber", "base/text" } },
  cash = { { "cash" }, { "golden/cash", "golden/cash_intervals", "property/cash" } },
  engine = { { "engine" }, { "engine/packed", "property/engine", "engine/native", "engine/table", "property/rows",
    "engine/loopy", "engine/entailing" } },
  euclid = { { "euclid" }, { "family/euclid" } },
  heap = { { "heap/test_heap_options", "heap/test_heap_outcome", "heap/test_heap_check", "heap/test_seek",
    "heap/test_misere", "heap/test_heap_failures", "heap/test_period", "heap/test_block", "heap/test_heap" },
    { "golden/heap", "family/spawning", "property/heap", "family/heap_codes", "family/heap" } },
  loopy = { { "loopy" }, { "family/loopy" } },
  misere = { { "misere" }, { "family/misere" } },
  movefn = { { "movefn", "two_pile/test_two_pile" }, { "base/move_function", "family/two_pile" } },
  one_pile = { { "one_pile" }, { "family/one_pile" } },
  program = { { "program" }, { "engine/native", "engine/native_functions", "property/native" } },
  quotient = { { "quotient" }, {} },
  theorem = { { "theorem" }, { "engine/theorem_kinds" } },
  two_pile = { { "two_pile" }, { "family/two_pile", "golden/two_pile", "property/two_pile", "property/rows" } },
  value = { { "value" }, { "golden/value", "property/value_products", "property/value_thermograph",
    "property/value_followers", "property/form", "property/hot_sum", "property/ordinal", "family/value" } },
  win_condition = { { "win_condition" }, { "research/check_certificate", "golden/win_condition_closed_forms",
    "property/win_condition" } },
}
-- The checkers written in Lua.
M.lua = {
  ["lua/takeaway/research/check_certificate.lua"] = { "research/check_certificate", "property/win_condition" },
  ["lua/takeaway/research/check_theorem.lua"] = { "research/check_theorem", "engine/theorem_list" },
  ["lua/takeaway/research/read_certificate.lua"] = { "research/check_certificate", "property/win_condition" },
}

local function c_tests(names)
  local list = {}
  for _, name in ipairs(names) do
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

-- Of a file: the folder it counts to, names of C tests, names of specs; or `one` of either alone.
function M.for_file(file, one)
  if one then
    local is_spec = not one:find "/test_"
    return nil, { not is_spec and one or nil }, { is_spec and one or nil }
  end
  if M.lua[file] then return "lua", {}, M.lua[file] end
  local folder = file:match("^csrc/core/([%w_]+)/")
  return folder, c_tests(M.of[folder][1]), M.of[folder][2]
end

return M
