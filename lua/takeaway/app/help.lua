--- Help from the docstrings: `help()`, `help(ta.two_pile)`, `help "least_move"`.
--
-- The first call of help reads the comments of the modules. One block documents a public call. It starts with `---` and
-- has a line `@function name`, or `@function owner:name` for a method, and tags. The block with `@module` documents a
-- module. The site, the definitions for language servers and the check that every public name is documented read the
-- same blocks.
-- @module takeaway.app.help

local data = require "takeaway.research.data"
local prompt = require "takeaway.app.repl.words"
local registry = require "takeaway.registry"
local search = require "takeaway.app.help.search"
local text = require "takeaway.base.text"

local M = {}

-- The modules with public calls outside families, in help's order.
local BEFORE = { "init", "base/move_function", "base/callback", "base/threads", "base/budget" }
local AFTER = {
  "base/nimber", "base/sequence", "engine/ruleset/family_position", "engine/ruleset", "engine/ruleset/native_rules",
  "engine/declaration", "engine/ruleset/position", "engine/sum", "engine/sum/moves", "engine/sum/of_value",
  "engine/sum/operators",
  "engine/ruleset/variants", "engine/sum/suspense", "engine/sum/value_terms", "engine/declaration/as_moves",
  "engine/theorem",
  "engine/theorem/answers", "engine/declaration/guess", "engine/numeration", "engine/automata/sets", "rules/init",
  "engine/ruleset/load_rules", "engine/ruleset/validate", "engine/table/tabulate", "engine/table", "engine/table/grid",
  "engine/database",
  "engine/database/database", "research/papers", "research/check_certificate", "research/two_checkers",
  "research/explore", "research/cgscript", "app/export", "app/plot", "app/report", "app/explorer", "app/surveys",
  "app/help", "app/repl",
}

local function sources()
  local home = assert(package.searchpath("takeaway.app.help", package.path)):match("^(.*)/[^/]*/[^/]*$")
  local list = {}
  local function add(names)
    for _, name in ipairs(names) do
      local file = assert(io.open(("%s/%s.lua"):format(home, name)))
      list[#list + 1] = { module = name:gsub("/init$", ""):match("[^/]+$"), text = file:read("a") }
      file:close()
    end
  end
  add(BEFORE)
  for _, family in ipairs(registry) do
    add { "family/" .. family.name }
    add(family.documented or {})
  end
  add(AFTER)
  return list
end

-- The parts of a tag such as "@tparam[opt=5] int n how many".
local function tag_of(line)
  local tag, rest = line:match("^@(%w+)%s?(.*)$")
  if not tag then return nil end
  local open = { tag = tag, optional = rest:find("^%[opt") and (rest:match("^%[opt=([^%]]*)%]") or true) }
  rest = rest:gsub("^%[[^%]]*%]%s*", "")
  if tag == "tparam" then open.type, rest = rest:match("^(%S+)%s*(.*)$") end
  if tag == "treturn" then open.type, rest = rest:match("^([^%s;]+);?%s*(.*)$") end
  if tag == "param" or tag == "tparam" then open.name, rest = rest:match("^(%S+)%s*(.*)$") end
  open.text = rest
  return open
end

-- Read a block's tags: parameters, results, an example, and the text before them.
local function read_block(block)
  local entry = { params = {}, returns = {}, lines = {} }
  local lists = { param = entry.params, tparam = entry.params, ["return"] = entry.returns, treturn = entry.returns }
  local open
  for _, line in ipairs(block) do
    local tag = tag_of(line)
    if tag then
      open = tag
      if lists[tag.tag] then table.insert(lists[tag.tag], tag) end
      if tag.tag == "function" then entry.full = tag.text end
      if tag.tag == "module" then entry.is_module = true end
      if tag.tag == "usage" then entry.usage = { tag.text ~= "" and tag.text or nil } end
    elseif open and open.tag == "usage" then
      entry.usage[#entry.usage + 1] = line
    elseif open then
      open.text = open.text .. " " .. line:match("^%s*(.*)$")
    else
      entry.lines[#entry.lines + 1] = line
    end
  end
  return entry
end

local function arguments_of(entry)
  local names = {}
  for i, p in ipairs(entry.params) do
    local name = p.name:gsub(",", ", ")
    names[i] = p.optional and (i > 1 and "[, " or "[") .. name .. "]" or (i > 1 and ", " or "") .. name
  end
  return "(" .. table.concat(names) .. ")"
end

-- Classes documented in two modules, and classes with the methods of another.
local SAME = { ["moves.position"] = "position.position", ["operators.position"] = "position.position",
               ["variants.position"] = "position.position", ["suspense.position"] = "position.position",
               ["of_positions.position"] = "position.position", ["of_positions.sum"] = "sum.sum",
               ["variants.rules"] = "ruleset.rules", ["of_value.position"] = "position.position",
               ["validate.rules"] = "ruleset.rules",
               ["tabulate.rules"] = "ruleset.rules", ["declaration.rules"] = "ruleset.rules",
               ["theorem.rules"] = "ruleset.rules", ["as_moves.rules"] = "ruleset.rules",
               ["guess.rules"] = "ruleset.rules", ["of_rules.rules"] = "ruleset.rules",
               ["database.rules"] = "ruleset.rules", ["theorem.theorem"] = "answers.theorem",
               ["followers.v"] = "value.v", ["powers.v"] = "value.v", ["hot_sum.v"] = "value.v",
               ["form.v"] = "value.v",
               ["sums.loopy"] = "loopy.loopy", ["stops.loopy"] = "loopy.loopy" }
local INHERITS = { ["sum.sum"] = "position.position" }

local function add_entry(index, module, entry)
  local owner, name = entry.full:match("^([%w_]+):([%w_]+)$")
  entry.module, entry.owner, entry.name = module, owner, name or entry.full
  local before = "ta."
  if owner then
    before = owner .. ":"
    local class = SAME[module .. "." .. owner] or module .. "." .. owner
    if not index.classes[class] then
      index.classes[class], index.class_order[#index.class_order + 1] = {}, class
    end
    table.insert(index.classes[class], entry)
  elseif rawget(index.public, entry.name) == nil then -- a function of a module that is a table of `ta`
    entry.part = module
    before = ("ta.%s."):format(module)
  end
  entry.signature = before .. entry.name .. arguments_of(entry)
  index.list[#index.list + 1] = entry
  index.by_name[entry.name] = index.by_name[entry.name] or {}
  table.insert(index.by_name[entry.name], entry)
end

local function read_module(index, module, source)
  local comment
  for line in (source .. "\n\n"):gmatch("(.-)\n") do
    local start = line:match("^%s*%-%-%-%s?(.*)$")
    local more = line:match("^%s*%-%-%s?(.*)$")
    if start and not start:find("^%-") then
      comment = { start }
    elseif comment and more then
      comment[#comment + 1] = more
    elseif comment then
      local entry = read_block(comment)
      if entry.is_module and not index.modules[module] then
        index.modules[module] = { summary = comment[1], lines = entry.lines }
      end
      if entry.full then add_entry(index, module, entry) end
      comment = nil
    end
  end
end

local built

--- Everything documented.
-- @treturn table `list` of entries, `by_name`, `modules`, `module_order`, `classes` (of methods, by "module.owner") in
--   `class_order`; an entry has name, owner (nil for `ta`), part (the table of `ta` it is in), module, signature,
--   lines, params, returns, usage
function M.index()
  if built then return built end
  local index = { list = {}, by_name = {}, modules = {}, module_order = {}, classes = {}, class_order = {},
                  public = require "takeaway" }
  for _, source in ipairs(sources()) do
    local known = index.modules[source.module] -- part of a module: both the module and its folder have this name
    if not known then index.module_order[#index.module_order + 1] = source.module end
    read_module(index, source.module, source.text)
  end
  built = index
  return index
end

--- The class, as "module.owner", of the result of a call; nil where that is no object.
-- @tparam table entry of the index
function M.class_of(entry)
  local kind = entry.returns[1] and entry.returns[1].type
  if not kind then return nil end
  local classes = M.index().classes
  for _, class in ipairs { entry.module .. "." .. kind, kind } do
    class = SAME[class] or class
    if classes[class] then return class end
  end
end

--- The class whose calls a class inherits: games those of positions, sums those of positions.
function M.inherits(class)
  return INHERITS[class] or class:find("%.game$") and class ~= "family_position.game" and "family_position.game" or nil
end

local function tidy(line) return (line:gsub("@{([^}|]*)|?([^}]*)}", function(a, b) return b ~= "" and b or a end)) end

-- Paragraphs wrapped to the width; indented lines and lists unchanged.
local function fill(lines, width)
  local out, paragraph = {}, nil
  local function flush()
    if not paragraph then return end
    local indent, line = paragraph.indent, nil
    for word in paragraph.text:gmatch("%S+") do
      if line and #line + 1 + #word > width then out[#out + 1], line = line, nil end
      line = line and line .. " " .. word or indent .. word
      if paragraph.hang and line == indent .. word then indent, paragraph.hang = indent .. "  ", nil end
    end
    out[#out + 1] = line
    paragraph = nil
  end
  for _, line in ipairs(lines) do
    line = tidy(line)
    if line == "" then
      flush()
      out[#out + 1] = ""
    elseif line:find("^%* ") then
      flush()
      paragraph = { indent = "", text = line, hang = true }
    elseif line:find("^    ") then
      flush()
      out[#out + 1] = line
    else
      paragraph = paragraph or { indent = "", text = "" }
      paragraph.text = paragraph.text .. " " .. line
    end
  end
  flush()
  while out[#out] == "" do out[#out] = nil end
  return table.concat(out, "\n")
end

local function entry_text(entry, width)
  local out = { entry.signature, fill(entry.lines, width) }
  for _, p in ipairs(entry.params) do
    local about = p.text ~= "" and ": " .. p.text or ""
    local kind = p.type and (" (%s%s)"):format(p.type, p.optional and type(p.optional) == "string" and ", default "
      .. p.optional or "") or ""
    out[#out + 1] = fill({ ("* %s%s%s"):format(p.name, kind, about) }, width)
  end
  local is_object = M.class_of(entry) ~= nil
  for _, r in ipairs(entry.returns) do
    out[#out + 1] = fill({ "* gives " .. (r.type and not is_object and r.type .. ": " or "") .. r.text }, width)
  end
  if entry.usage then out[#out + 1] = "    " .. table.concat(entry.usage, "\n    ") end
  return table.concat(out, "\n")
end

local function first_sentence(lines)
  local joined = tidy(table.concat(lines, " "))
  return joined:match("^(.-%.)%s") or joined
end

local function prompt_text(name, width)
  for _, word in ipairs(prompt) do
    if word.name == name and word.long then
      return ("%s, at the prompt\n%s"):format(word.call, fill({ word.long }, width))
    end
  end
end

local function line_of(signature, sentence, width)
  local line = ("  %-32s %s"):format(signature, sentence)
  return #line > width and line:sub(1, width - 3) .. "..." or line
end

local function overview(width)
  local index, out = M.index(), {}
  out[1] = ("help \"name\" or help(value) shows more, for instance help %q."):format(registry[1].name)
  local words = {}
  for k, word in ipairs(prompt) do words[k] = ("%s %s"):format(word.call, word.short) end
  out[2] = fill({ "At the prompt: " .. table.concat(words, "; ") .. "." }, width)
  local function line(name, sentence) out[#out + 1] = line_of(name, sentence, width) end
  for _, module in ipairs(index.module_order) do
    local title = index.modules[module] and first_sentence(index.modules[module].lines):gsub("%.$", "")
    local calls = {}
    for _, entry in ipairs(index.list) do
      if entry.module == module and not entry.owner then calls[#calls + 1] = entry end
    end
    if #calls > 0 then out[#out + 1] = "\n" .. fill({ title }, width) end
    for _, entry in ipairs(calls) do line(entry.signature, first_sentence(entry.lines)) end
    if #calls == 0 and type(rawget(index.public, module)) == "table" then
      out[#out + 1] = ""
      line("ta." .. module, title)
    end
  end
  return table.concat(out, "\n")
end

-- A ready rule: its call, a description, its file's head comment, which explains boards, and an example.
local function rule_text(name, width)
  for known, call, line, example in (require "takeaway").rules() do
    if known == name then
      local path = assert(package.searchpath("takeaway.rules." .. name, package.path))
      local lines = {}
      for comment in io.lines(path) do
        local said = comment:match("^%-%-%-?%s?(.*)$")
        if not said or said:find("^@") then break end
        lines[#lines + 1] = said
      end
      local out = { ("ta.rules.%s%s: %s"):format(name, call, line), fill(lines, width) }
      if example then out[#out + 1] = ("    ta.rules.%s%s"):format(name, example) end
      return table.concat(out, "\n")
    end
  end
end

local MOST = 12 -- most results shown for a word

-- The results for a word that is no name: calls with one line each.
local function by_word(word, width)
  local found = search(M.index(), word)
  if #found == 0 then return nil end
  local out = { ("nothing is called %q; these match it:"):format(word) }
  for i = 1, math.min(#found, MOST) do out[i + 1] = line_of(found[i].signature, found[i].first, width) end
  if #found > MOST then out[#out + 1] = ("  ... and %d more"):format(#found - MOST) end
  return table.concat(out, "\n")
end

local WHOLE, ALSO, NEAR = 3, 8, 42 -- most entries of one name shown in full; most further lines; least nearness

-- Lines on the other entries of a name, and on near ones.
local function see_also(name, told, width)
  local out = {}
  for _, one in ipairs(search(M.index(), name)) do
    if #out < ALSO and not told[one.signature] and (one.near >= NEAR or one.name == name) then
      out[#out + 1] = line_of(one.signature, one.first, width)
    end
  end
  return #out > 0 and "see also\n" .. table.concat(out, "\n") or nil
end

-- The letters of a name typed from memory: least_move, leastMove, LeastMove.
local function letters_of(name) return (name:lower():gsub("[^%w]", "")) end

local function by_name(name, width)
  local index, out = M.index(), {}
  name = name:gsub("^ta[.:]", ""):gsub("%(.*$", "")
  local owner, last = name:match("^([%w_]+)[.:]([%w_]+)$")
  local entries, told = {}, {}
  for i, entry in ipairs(index.by_name[last or name] or {}) do
    if not owner or entry.owner == owner or entry.module == owner then
      entries[#entries + 1] = { entry = entry, place = i - 1000 * search.generality(entry) }
    end
  end
  table.sort(entries, function(a, b) return a.place < b.place end)
  for i = 1, owner and #entries or math.min(#entries, WHOLE) do
    out[i], told[entries[i].entry.signature] = entry_text(entries[i].entry, width), true
  end
  local module = index.modules[name]
  if module then out[#out + 1] = ("module takeaway.%s: %s"):format(name, fill(module.lines, width)) end
  local word = not owner and prompt_text(name, width)
  if word then table.insert(out, 1, word) end
  local rule = (not owner or owner == "rules") and rule_text(last or name:gsub("^rules%.", ""), width)
  if rule then
    out[#out + 1] = rule
    told[rule:match "^[^:]*"] = true
  end
  if #out > 0 then
    if not owner and not word then out[#out + 1] = see_also(name, told, width) end
    return table.concat(out, "\n\n")
  end
  local near = {}
  local plain = letters_of(name)
  for known in pairs(index.by_name) do
    if plain ~= "" and letters_of(known) == plain then near[#near + 1] = known end
  end
  table.sort(near)
  if #near > 0 then return ("nothing is called %q; there are %s"):format(name, table.concat(near, ", ")) end
  local found = #name > 2 and by_word(name, width)
  if found then return found end
  for known in pairs(index.by_name) do near[#near + 1] = known end
  local meant = text.nearest(name, near)
  return ("nothing is called %q%s"):format(name, meant and ("; did you mean %q?"):format(meant)
    or "; help() lists what there is")
end

-- The name of a public function or table of `ta`, of its tables, or of the methods of its games and values.
local function name_of(value)
  local ta = require "takeaway"
  local places = { ta, ta.plot, ta.export }
  for _, of in pairs(registry.kinds) do places[#places + 1] = of.methods end
  for _, place in ipairs(places) do
    for name, call in pairs(type(place) == "table" and place or {}) do
      if rawequal(call, value) and (M.index().by_name[name] or M.index().modules[name]) then return name end
    end
  end
  return nil
end

--- The signature of a public function: "ta.two_pile(f[, options])"; nil for others.
-- @tparam function call
-- @treturn string
function M.signature(call)
  local name = name_of(call)
  local known = name and M.index().by_name[name]
  return known and known[1].signature
end

--- The methods of a value, sorted.
-- @param value an object
-- @treturn {string,...}
function M.methods(value)
  local metatable = debug.getmetatable(value)
  local methods, names = metatable and (rawget(metatable, "methods") or metatable.__index), {}
  if type(methods) ~= "table" or type(value) == "string" then return names end
  for name, call in pairs(methods) do
    if type(name) == "string" and type(call) == "function" and not name:find("^_") then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Objects documented at the head of a module.
local MODULES = { sequence = "sequence", row = "sequence", table = "table" }

local function about_value(value, width)
  local kind = type(value)
  if kind == "function" or kind == "table" then
    local name = name_of(value)
    if name then return by_name(name, width) end
    for rule in (require "takeaway").rules() do
      if rawequal(rawget(require "takeaway".rules, rule), value) then return rule_text(rule, width) end
    end
  end
  local names = M.methods(value)
  if #names == 0 then return ("a %s; help \"name\" looks names up"):format(kind) end
  local lines, module = { tostring(value):match("^[^\n]*"), "" }, MODULES[data.family(value)]
  if module then
    for _, line in ipairs(M.index().modules[module].lines) do lines[#lines + 1] = line end
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = "methods: " .. table.concat(names, ", ")
  return fill(lines, width)
end

--- Help as text.
-- @param[opt] topic a name, a function of `ta`, or an object; without it, an overview
-- @treturn string
function M.text(topic)
  local width = text.width()
  if topic == nil or topic == "" or topic == "ta" or topic == require "takeaway" then return overview(width) end
  if type(topic) == "string" then return by_name(topic, width) end
  return about_value(topic, width)
end

return M
