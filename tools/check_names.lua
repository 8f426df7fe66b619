-- Every public name is documented: all of `ta` and its tables, and all methods of its objects. Prints the names that
-- are not; the status is then 1. The lint makes objects of each kind, so it checks the methods that exist. The
-- documentation of a call names the class of its result, and the page of that class must have each of its methods.
-- A docstring describes the arguments as the core takes them (tools/rows.lua).

local completion = require "takeaway.app.completion"
local data = require "takeaway.research.data"
local help = require "takeaway.app.help"
local registry = require "takeaway.registry"
local rows = require "tools.rows"
local ta = require "takeaway"

local index = help.index()
local missing, count = {}, 0

-- Names that users do not call.
local SKIP = {
  close = "every box has it",
  closed_form = "behind theorem()", closed_winner = "behind theorem()", closed_solution = "behind solution_set()",
}

local function note(...) missing[#missing + 1] = string.format(...) end

local function documented(name, part)
  for _, entry in ipairs(index.by_name[name] or {}) do
    if not entry.owner and entry.part == part then return entry end
  end
end

local function method(class, name)
  for _, entry in ipairs(index.classes[class] or {}) do
    if entry.name == name then return entry end
  end
  local base = help.inherits(class)
  return base and method(base, name)
end

local function check_table(t, part, shown)
  for name, value in pairs(t) do
    if type(value) == "function" then
      count = count + 1
      if not documented(name, part) then note("%s.%s", shown, name) end
    elseif type(value) == "table" and not part and not index.modules[name] and not documented(name) then
      note("%s.%s", shown, name)
    end
  end
end

local seen = {}

-- Checks the methods of an object against `entry`, and the results that cost nothing to make.
local function check_object(object, entry, gives)
  local class = help.class_of(entry)
  if not class then return note("%s gives an object; @treturn does not say of which class", entry.signature) end
  if seen[class] then return end
  seen[class] = true
  for _, name in ipairs(help.methods(object)) do
    if not SKIP[name] and not name:find("^_") then
      count = count + 1
      if not method(class, name) then note("%s:%s", class, name) end
    end
  end
  for name, arguments in pairs(gives) do
    local made = object[name](object, table.unpack(arguments))
    local told = method(class, name)
    if told and data.family(made) and data.family(made) ~= "record" and #help.methods(made) > 0 then
      check_object(made, told, select(2, completion.sample(data.family(made))))
    end
  end
end

check_table(ta, nil, "ta")
for _, part in ipairs { "plot", "export" } do check_table(ta[part], part, "ta." .. part) end

for _, family in ipairs(registry) do
  for name in pairs(family.calls) do
    if type(family.calls[name]) == "function" and not family.samples[name] then note("a sample of ta.%s", name) end
  end
  for kind, of in pairs(family.kinds) do
    if of.sample then
      local object, gives = completion.sample(kind)
      if object == nil then note("a %s cannot be made", kind)
      else check_object(object, documented(of.sample), gives) end
    end
  end
end
check_object(ta.move_function "2k", documented "move_function", {})
local callback = ta.callback(math.abs, "int64(int64)")
check_object(callback, documented "callback", {})
callback:close()
check_object(completion.sample "ruleset", documented "ruleset", { theorem = {} })
local path = os.tmpname()
os.remove(path)
local solved = assert(ta.moves({ "n", "n > 0 -> n - 1" }):solve_to { file = path, to = 9 })
check_object(solved, documented "open", {})
solved:close()
os.remove(path)
local sequence = assert(ta.octal "0.7":solve_to { file = path, to = 9 })
check_object(sequence, method("heap.game", "solve_to"), { nim_values = {}, game = {} })
sequence:close()
os.remove(path)
check_object(ta.numeration(2), documented "numeration", { set = { "n: n > 0" } })
check_object(ta.rules.nim(1), method("ruleset.rules", "position"), {})
check_object(ta.rules.nim(1) + ta.rules.nim(2), { module = "sum", returns = { { type = "sum" } } }, {})
check_object(ta.values, { module = "value", returns = { { type = "values" } } }, {})
local paper = ta.papers()()
check_object(ta.papers[paper], { module = "papers", returns = { { type = "paper" } } }, {})
local survey = assert(ta.survey { task = "subtraction", to = path, set = { k = 1 }, transport = "here" })
check_object(survey, documented "survey", {})
survey:close()
os.remove(path)
check_object(ta.plot.sequence {}, documented("sequence", "plot"), {})

table.sort(missing)
for _, name in ipairs(missing) do print("not documented: " .. name) end
local differences, compared = rows.differences()
for _, text in ipairs(differences) do print("a docstring and the core differ: " .. text) end
print(("names: %d public names, %d not documented; %d docstrings compared with the core, %d differ"):format(count,
  #missing, compared, #differences))
os.exit(#missing == 0 and #differences == 0)
