-- A family's name may appear only in its own files and in those that combine families. Other files read the family's
-- descriptor. `make layers` runs this; the status is 1 when a name is found elsewhere.
--
-- The names come from the registry. A family's own files are the files and folders named after it or after a kind of
-- its objects (x.c, x/, test_x.c, x_tools.lua), the papers and files that its descriptor lists, and those of related
-- families. Comments do not count. Programs that use only public calls do not count: examples, benchmarks, specs, and
-- those in USERS. A name of two words counts everywhere. A name of one word may be an ordinary word, such as mark or
-- row. It counts where it means the family: ta_NAME_, lNAME_, ta.NAME, core.NAME, takeaway.family.NAME,
-- takeaway.rules.NAME, ta.rules.NAME, family(x) == "NAME".

local jobs = require "tools.jobs"
local registry = require "takeaway.registry"

local TOGETHER = {
  ["csrc/include/takeaway.h"] = true, ["csrc/lua/base/modules.h"] = true, ["csrc/lua/base/module.c"] = true,
  ["lua/takeaway/registry.lua"] = true,
}
local USERS = {
  ["tools/check_rockspec.sh"] = "makes one query of the installed module",
  ["tools/scale.lua"] = "simulates measured surveys", ["tools/scale.tsv"] = "measured surveys",
  ["tools/scale_measure.lua"] = "measures surveys",
}

-- The text without comments, line by line. Comments in C may span lines.
local function code_lines(path)
  local text = jobs.read(path)
  if path:find("%.[ch]$") then
    text = text:gsub("/%*.-%*/", function(comment) return (comment:gsub("[^\n]", "")) end)
  elseif path:find("%.lua$") then
    text = ("\n" .. text):gsub("\n%s*%-%-[^\n]*", "\n"):gsub("%s%-%- [^\n\"']*\n", "\n"):sub(2)
  elseif path:find("%.md$") then
    text = ("\n" .. text):gsub("\n```.-\n```", function(block) return (block:gsub("[^\n]", "")) end):sub(2)
  else
    text = ("\n" .. text):gsub("\n%s*#[^\n]*", "\n"):sub(2)
  end
  local list = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do list[#list + 1] = line end
  return list
end

-- Patterns that find the name.
local function patterns(name)
  if name:find("_") then return { "%f[%a]l?" .. name, "_" .. name } end
  local list = { "%f[%w_]ta_" .. name .. "_", "%f[%w_]l" .. name .. "_",
                 ("family%%b()%%s*[=~]=%%s*[\"']%s[\"']"):format(name) }
  for _, before in ipairs { "ta", "core", "takeaway", "takeaway%.family", "takeaway%.rules", "ta%.rules" } do
    list[#list + 1] = "%f[%w_]" .. before .. "%." .. name .. "%f[^%w]"
  end
  return list
end

--- Does the line of code name the family?
local function names(name, line)
  if not line:find(name, 1, true) then return false end
  for _, pattern in ipairs(patterns(name)) do
    if line:find(pattern) then return true end
  end
  return false
end

local function family_of(name)
  for _, family in ipairs(registry) do if family.name == name then return family end end
  error("no family is called " .. name)
end

-- Does the path belong to the family, by its name or by its descriptor?
local function owns(family, path)
  local name = family.name
  for part in path:gmatch("[^/]+") do
    part = part:gsub("^test_", ""):gsub("^bench_", "")
    if part:sub(1, #name) == name and not part:sub(#name + 1, #name + 1):find("%a") then return true end
    if family.kinds[part:match("^[%w_]*")] then return true end
  end
  for _, file in ipairs(family.files or {}) do if path == file then return true end end
  for _, paper in ipairs(family.papers or {}) do
    if path == ("lua/takeaway/research/papers/%s.lua"):format(paper) then return true end
  end
  return false
end

local function allowed(family, path)
  if owns(family, path) then return true end
  for _, other in ipairs(registry) do
    for _, kin in ipairs(other.kin or {}) do
      if kin == family.name and owns(other, path) then return true end
    end
  end
  return false
end

local function check()
  local found, names_of = 0, {}
  for _, family in ipairs(registry) do
    for _, kin in ipairs(family.kin or {}) do family_of(kin) end
    if not family.everywhere then names_of[#names_of + 1] = family end
  end
  for _, path in ipairs(jobs.lines_of("git ls-files csrc lua tools Makefile README.md .ci")) do
    for number, line in ipairs(not (TOGETHER[path] or USERS[path]) and code_lines(path) or {}) do
      for _, family in ipairs(names_of) do
        if names(family.name, line) and not allowed(family, path) then
          found = found + 1
          print(("%s:%d: names %s, which stands in its own files alone: %s"):format(path, number, family.name,
            line:match("^%s*(.-)%s*$")))
        end
      end
    end
  end
  if found > 0 then os.exit(1) end
  print("families: each is named in its own files alone")
end

if arg and arg[0] and arg[0]:find "check_families%.lua$" then check() end

return { names = names }
