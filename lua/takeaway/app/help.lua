--- Help from the docstrings: `help()`, `help(ta.two_pile)`, `help "least_move"`.
--
-- The comments of the modules are read when help is first asked for: blocks that start with `---`,
-- lists of calls in a module's head (`* \`game:outcome(n)\`: ...`), and their tags. The site, the definitions
-- for language servers and the check that every public name is documented use the same.
-- @module takeaway.app.help

local core = require "takeaway.core"
local text = require "takeaway.base.text"

local M = {}

-- The modules beside this one that hold public calls, by file name.
local function sources()
  local home = assert(package.searchpath("takeaway.app.help", package.path)):match("^(.*)/[^/]*/[^/]*$")
  local list = {}
  for _, name in ipairs {
    "init", "base/move_function", "family/two_pile", "family/one_pile", "family/heap", "base/nimber", "family/cash",
    "family/cash/solution", "research/papers", "engine/ruleset", "engine/position", "engine/sum", "engine/moves",
    "rules/init", "engine/load_rules", "engine/validate", "family/families", "family/value", "family/win_condition",
    "research/check_certificate", "app/export", "app/plot", "research/explore", "app/report", "app/help", "app/repl",
  } do
    local file = assert(io.open(("%s/%s.lua"):format(home, name)))
    list[#list + 1] = { module = name:gsub("/init$", ""):match("[^/]+$"), text = file:read("a") }
    file:close()
  end
  return list
end

-- "game:least_move" -> "game", "least_move"; "M.two_pile" -> "ta", "two_pile".
local function split(name, module)
  local owner, last = name:match("^([%w_]+)[.:]([%w_]+)$")
  if not owner then return nil, name end
  if owner == "M" or owner == "ta" then return nil, last end
  local alias = { position_methods = "position", rules_methods = "rules", methods = module, meta = "table" }
  return alias[owner] or owner, last
end

-- What is said of a call: without its name, and those beside it, before the colon, and without parentheses
-- around all of it.
local function said(item)
  local rest = item
  while rest:find("^`[^`]+`, `") do rest = rest:match("^`[^`]+`, (.*)$") end
  item = (rest:match("^`[^`]+`:%s+(%S.*)$") or item):gsub("[;,%s]+$", "")
  return item:match("^%b()$") and item:sub(2, -2) or item
end

-- A call may be told of in a list and again in the text around it: the longer one is kept.
local function add(index, entry)
  for _, known in ipairs(index.by_name[entry.name] or {}) do
    if known.module == entry.module and known.signature == entry.signature then
      if #table.concat(entry.lines) > #table.concat(known.lines) then known.lines = entry.lines end
      return
    end
  end
  index.list[#index.list + 1] = entry
  index.by_name[entry.name] = index.by_name[entry.name] or {}
  table.insert(index.by_name[entry.name], entry)
end

-- What the line after a block defines, if it is something public.
local function defined(line)
  if line:find("^local ") then return nil end
  return line:match("^function ([%w_.:]+)%s*%(") or line:match("^([%w_]+%.[%w_.]+) = ")
    or line:match("^%s+([%w_]+) = function") or line:match("^%s+([%w_]+) = [%w_.]+,$")
end

-- The tags of a block: parameters, results, an example.
local function tags(entry, lines)
  local open
  for _, line in ipairs(lines) do
    local tag, rest = line:match("^@(%w+)(.*)$")
    if tag then
      local optional = rest:find("^%[opt") and (rest:match("^%[opt=([^%]]*)%]") or true)
      rest = rest:gsub("^%[[^%]]*%]", ""):gsub("^%s+", "")
      open = { tag = tag, text = rest, optional = optional }
      if tag == "param" or tag == "tparam" then
        if tag == "tparam" then open.type, rest = rest:match("^(%S+)%s+(.*)$") end
        open.name, open.text = (rest or ""):match("^(%S+)%s*(.*)$")
        if open.name then entry.params[#entry.params + 1] = open end
      elseif tag == "return" or tag == "treturn" then
          if tag == "treturn" then open.type, open.text = rest:match("^([^%s;]+);?%s*(.*)$") end
        entry.returns[#entry.returns + 1] = open
      elseif tag == "usage" then
        entry.usage = { rest ~= "" and rest or nil }
        open = { usage = true }
      elseif tag == "function" then
        entry.full = rest
      end
    elseif open and open.usage then
      entry.usage[#entry.usage + 1] = line
    elseif open and open.text then
      open.text = open.text .. " " .. line:match("^%s*(.*)$")
    else
      entry.lines[#entry.lines + 1] = line
    end
  end
end

local function new_entry(module) return { module = module, params = {}, returns = {}, lines = {} } end

-- "* `g:outcome(h1, ...)`: text" in the head of a module: an entry for each call named before the colon.
local function bullets(index, module, lines)
  local at
  for _, line in ipairs(lines) do
    local item = line:match("^%* (.*)$") or line:match("^%s+(`[%w_]+:[%w_]+%(.*)$")
    local continued = not item and line:match("^%s%s+(%S.*)$")
    if item then at = { text = item } end
    if continued and at then at.text = at.text .. " " .. continued end
    if not item and not continued then at = nil end
    if item then at.done = false index.items[#index.items + 1] = { at = at, module = module } end
  end
end

local function calls_in(index, item, module)
  local found = {}
  for quoted in item:gmatch("`([^`]+)`") do
    for owner, sign, name, arguments in quoted:gmatch("([%a][%w_.]*)([:.])([%w_]+)(%b())") do
      found[#found + 1] = { owner, sign, name, arguments }
    end
    local owner, name, arguments = quoted:match("^([%a][%w_.]*):([%w_]+)(%b{})$")
    if owner then found[#found + 1] = { owner, ":", name, arguments } end
  end
  for _, call in ipairs(found) do
    local owner, sign, name, arguments = table.unpack(call)
    if sign == ":" or owner == "ta" and index.public[name] ~= nil and not index.by_name[name] then
      local entry = new_entry(module)
      entry.owner, entry.name, entry.signature = owner ~= "ta" and owner or nil, name, owner .. sign .. name
        .. arguments
      entry.lines = { said(item) }
      add(index, entry)
    end
  end
  for name in item:gmatch("`([%a][%w_]*)`") do -- `is_integer`, `is_nimber`: siblings named in short
    if item:find(("`%s`"):format(name), 1, true) and item:find("^`v:is_") and name:find("^is_") then
      local entry = new_entry(module)
      entry.owner, entry.name, entry.signature, entry.lines = "v", name, ("v:%s()"):format(name), { said(item) }
      add(index, entry)
    end
  end
end

-- Calls told in the text of a block, such as "The game has `winner(n, d, e)` (...), ..." and
-- "`f:tabulate(n)` is the list ...": each gets its own clause.
local function clauses(index, module, text_of)
  local game = text_of:match("The game has (.-%.) ") or text_of:match("The game has (.*)$")
  for piece in (game or ""):gmatch("`[%w_]+%([^`]*%)`[^`]*") do
    local name, arguments, rest = piece:match("^`([%w_]+)(%b())`(.*)$")
    local entry = new_entry(module)
    entry.owner, entry.name, entry.signature = "game", name, "game:" .. name .. arguments
    entry.lines = { said((rest:gsub("^%s+", ""):gsub("[,%s]+$", ""):gsub(",? and those below%.$", ""))) }
    add(index, entry)
  end
  for piece in text_of:gmatch("`[%a_.]+:[%w_]+[({][^;]*") do calls_in(index, piece, module) end
end

local function block(index, module, lines, following)
  local entry = new_entry(module)
  tags(entry, lines)
  local source = entry.full or following and defined(following)
  for _, line in ipairs(lines) do
    if line:find("^@module") then
      index.modules[module] = { summary = lines[1], lines = entry.lines }
      bullets(index, module, entry.lines)
      return
    end
  end
  local joined = table.concat(entry.lines, " ")
  if joined:find("^`%w+:[%w_]+%(") then calls_in(index, joined, module) end
  if not source then
    calls_in(index, joined:find("^`") and "" or joined:match("^(.*)$"), module)
    return
  end
  entry.owner, entry.name = split(source, module)
  if entry.owner == nil and source:find("^[%w_]+$") and following
    and following:find("^%s") then entry.owner = module end
  bullets(index, module, entry.lines)
  clauses(index, module, joined)
  local names = {}
  for i, p in ipairs(entry.params) do
    local name = p.name
    if p.optional then name = (i > 1 and "[, " or "[") .. name .. "]" elseif i > 1 then name = ", " .. name end
    names[i] = name
  end
  local before = entry.owner and entry.owner .. ":" or "ta."
  if not entry.owner and index.public[entry.name] == nil then -- a call of a module that is not part of `ta` itself
    entry.owner = module
    before = (index.public[module] ~= nil and "ta." or "takeaway.") .. module .. "."
  end
  local value = index.public[entry.name]
  local called = entry.owner or type(value) == "function" or (getmetatable(value) or {}).__call
  entry.signature = before .. entry.name .. (called and "(" .. table.concat(names) .. ")" or "")
  if joined:find("^`%w+:" .. entry.name .. "%(") then return end -- said above, with its arguments
  add(index, entry)
end

local function read_module(index, module, source)
  local lines, comment = {}, nil
  for line in (source .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  for i = 1, #lines + 1 do
    local line = lines[i] or ""
    local start = line:match("^%s*%-%-%-%s?(.*)$")
    local more = line:match("^%s*%-%-%s?(.*)$")
    if start and not start:find("^%-") then comment = { start }
    elseif more and comment then comment[#comment + 1] = more
    elseif comment then
      block(index, module, comment, line)
      comment = nil
    end
  end
end

local built

--- Everything documented: `list` of entries, `by_name`, `modules`.
-- @treturn table an entry has name, owner (nil for `ta`), module, signature, lines, params, returns, usage
function M.index()
  if built then return built end
  local index = { list = {}, by_name = {}, modules = {}, items = {}, order = {}, public = require "takeaway" }
  for _, source in ipairs(sources()) do
    index.order[#index.order + 1] = source.module
    read_module(index, source.module, source.text)
  end
  for _, item in ipairs(index.items) do calls_in(index, item.at.text, item.module) end
  built = index
  return index
end

local function tidy(line) return (line:gsub("@{([^}|]*)|?([^}]*)}", function(a, b) return b ~= "" and b or a end)) end

-- Paragraphs filled to the width; indented lines and lists as they are.
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
    local kind = p.type and (" (%s%s)"):format(p.type, p.optional and type(p.optional) == "string" and ", default "
      .. p.optional or "") or ""
    out[#out + 1] = fill({ ("* %s%s: %s"):format(p.name, kind, p.text) }, width)
  end
  for _, r in ipairs(entry.returns) do
    out[#out + 1] = fill({ "* gives " .. (r.type and r.type .. ": " or "") .. r.text }, width)
  end
  if entry.usage then out[#out + 1] = "    " .. table.concat(entry.usage, "\n    ") end
  return table.concat(out, "\n")
end

local function first_sentence(lines)
  local joined = tidy(table.concat(lines, " "))
  return joined:match("^(.-%.)%s") or joined
end

local function overview(width)
  local index, out = M.index(), {}
  out[1] = "help \"name\" or help(value) tells more; help \"two_pile\" for instance. examples() lists examples."
  for _, module in ipairs(index.order) do
    local shown = false
    for _, entry in ipairs(index.list) do
      if entry.module == module and not entry.owner then
        local from = index.modules[module]
        if not shown and from then out[#out + 1] = "\n" .. from.summary:gsub("%.$", "") end
        shown = true
        local line = ("  %-32s %s"):format(entry.signature, first_sentence(entry.lines))
        out[#out + 1] = #line > width and line:sub(1, width - 3) .. "..." or line
      end
    end
  end
  return table.concat(out, "\n")
end

local function by_name(name, width)
  local index, out = M.index(), {}
  name = name:gsub("^ta[.:]", ""):gsub("%(.*$", "")
  local owner, last = name:match("^([%w_]+)[.:]([%w_]+)$")
  for _, entry in ipairs(index.by_name[last or name] or {}) do
    if not owner or entry.owner == owner or entry.module == owner then out[#out + 1] = entry_text(entry, width) end
  end
  local module = index.modules[name]
  if module then out[#out + 1] = ("module takeaway.%s: %s"):format(name, fill(module.lines, width)) end
  if #out > 0 then return table.concat(out, "\n\n") end
  local near = {}
  for known in pairs(index.by_name) do
    if known:find(name, 1, true) then near[#near + 1] = known end
  end
  table.sort(near)
  return ("nothing is called %q%s"):format(name, #near > 0 and "; there are " .. table.concat(near, ", ")
    or "; help() lists what there is")
end

-- The name of a public function or table of `ta`, of its tables, or of the methods of its games and values.
local function name_of(value)
  local ta = require "takeaway"
  local places = { ta, ta.plot, ta.export }
  for _, family in ipairs { "two_pile", "one_pile", "heap", "cash", "value", "movefn", "sequence", "least_table" } do
    places[#places + 1] = core.metatable("takeaway." .. family).__index
  end
  for _, place in ipairs(places) do
    for name, call in pairs(type(place) == "table" and place or {}) do
      if rawequal(call, value) and M.index().by_name[name] then return name end
    end
  end
  return nil
end

--- How a public function is called: "ta.two_pile(f[, options])"; nil for others.
-- @tparam function call
-- @treturn string
function M.signature(call)
  local name = name_of(call)
  return name and M.index().by_name[name][1].signature
end

--- The methods that a value answers, sorted.
-- @param value an object
-- @treturn {string,...}
function M.methods(value)
  local metatable = debug.getmetatable(value)
  local methods, names = metatable and metatable.__index, {}
  if type(methods) ~= "table" or type(value) == "string" then return names end
  for name, call in pairs(methods) do
    if type(name) == "string" and type(call) == "function" and not name:find("^_") then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function about_value(value, width)
  local kind = type(value)
  if kind == "function" or kind == "table" then
    local name = name_of(value)
    if name then return by_name(name, width) end
  end
  local names = M.methods(value)
  if #names == 0 then return ("a %s; help \"name\" looks names up"):format(kind) end
  return fill({ tostring(value):match("^[^\n]*"), "", "methods: " .. table.concat(names, ", ") }, width)
end

--- Help as text.
-- @param[opt] topic a name, a function of `ta`, or an object; without it, what there is
-- @treturn string
function M.text(topic)
  local width = text.width()
  if topic == nil or topic == "" or topic == "ta" or topic == require "takeaway" then return overview(width) end
  if type(topic) == "string" then return by_name(topic, width) end
  return about_value(topic, width)
end

M.version = core.version

return M
