-- Every public name is documented: all of `ta`, and all methods of its objects. Says which is
-- not; status 1 then. An object of each kind is made, so that what is checked is what there is.

local ta = require "takeaway"
local help = require "takeaway.app.help"

local index = help.index()
local missing, count = {}, 0

-- Names that are nobody's call: protocols of Lua, and rows of data.
local SKIP = {
  close = "every box has it",
  closed_form = "behind theorem()", closed_winner = "behind theorem()", closed_solution = "behind solution_set()",
}

local function documented(name, owner)
  for _, entry in ipairs(index.by_name[name] or {}) do
    if not owner or entry.owner then return true end
  end
  return false
end

local function check(name, owner, shown)
  if SKIP[name] or name:find("^_") then return end
  count = count + 1
  if not documented(name, owner) then missing[#missing + 1] = shown end
end

for name, value in pairs(ta) do
  if type(value) == "function" then check(name, nil, "ta." .. name) end
  if type(value) == "table" and not index.modules[name] and not index.by_name[name] then
    missing[#missing + 1] = "ta." .. name
  end
end

for _, part in ipairs { "plot", "export" } do
  for name, value in pairs(ta[part] or {}) do
    if type(value) == "function" then check(name, part, ("ta.%s.%s"):format(part, name)) end
  end
end

local function sample(kind, make)
  local ok, object = pcall(make)
  if not ok or object == nil then
    missing[#missing + 1] = ("a %s cannot be made: %s"):format(kind, tostring(object))
    return
  end
  for _, name in ipairs(help.methods(object)) do check(name, kind, kind .. ":" .. name) end
end

local samples = {
  { "two_pile", "two-pile game", function() return ta.two_pile("2k") end },
  { "two_pile", "table", function() return ta.two_pile("2k"):table(3) end },
  { "move_function", "move function", function() return ta.move_function("2k") end },
  { "one_pile", "one-pile game", function() return ta.one_pile("2k") end },
  { "octal", "heap game", function() return ta.octal("0.77") end },
  { "octal", "sequence", function() return ta.octal("0.77"):nim_values(5) end },
  { "heaps", "sum of heaps", function() return ta.heaps { { ta.octal("0.77"), 5 } } end },
  { "ruleset", "ruleset", function() return ta.rules.wythoff end },
  { "ruleset", "position", function() return ta.rules.wythoff(3, 5) end },
  { "ruleset", "sum", function() return ta.rules.wythoff(3, 5) + ta.rules.wythoff(1, 2) end },
  { "cash", "cash game", function() return ta.cash { 1, 3, 4 } end },
  { "cash", "theorem", function() return ta.cash { 1, 2 }:theorem() end },
  { "win_condition", "win condition", function() return ta.win_condition { 1, 2 } end },
  { "papers", "paper", function() return ta.papers.two_pile end },
  { "value", "value", function() return ta.value("{1|0}") end },
  { "plot", "picture", function() return ta.plot.heat_map(ta.two_pile("2k"), { to = 4 }) end },
  { "explore", "finding", function() return ta.explore { 1, 2, 1, 2, 1, 2, 1, 2 } end },
  { "values", "store of values", function() return ta.values end },
}
for _, s in ipairs(samples) do
  if ta[s[1]] then sample(s[2], s[3]) end
end

table.sort(missing)
for _, name in ipairs(missing) do print("not documented: " .. name) end
print(("names: %d public names, %d not documented"):format(count, #missing))
os.exit(#missing == 0)
