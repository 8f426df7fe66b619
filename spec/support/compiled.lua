-- Compares a compiled rule with its Lua: the same options, the same errors, at a position.

local box = require "spec.support.box"
local ta = require "takeaway"

local M = {}

--- The message of `compiled` for the deprecated mode.
M.deprecated = 'not by the C compiler: native = "cc" is deprecated and means true'

--- The options of a position as text, in order.
function M.options(rules, ...)
  local list = {}
  for i, option in ipairs(rules(...):options()) do list[i] = table.concat(option, ",") end
  return table.concat(list, " ")
end

--- The same rules by Lua alone, and compiled, with each answer compared.
function M.both(fields) return ta.ruleset(fields, { native = false }), ta.ruleset(fields, { native = "check" }) end

--- Both name the same options at all positions of a box; returns the compiled rules.
function M.agree(lua, native, ...)
  for a, b in box(...) do
    local at = { a, b }
    require "luassert".equal(M.options(lua, table.unpack(at)), M.options(native, table.unpack(at)), table.concat(at, ", "))
  end
  return native
end

-- The options of the function; or nil if it fails, or emits something that is no position.
local function by_lua(rule, position)
  local list = {}
  local ok = pcall(rule, function(...)
    local option = type(...) == "table" and ... or { ... }
    if #option ~= #position or select("#", ...) > #option then error "refused" end
    for i = 1, #position do
      if math.type(option[i]) ~= "integer" then error "refused" end
    end
    list[#list + 1] = table.concat(option, ",")
  end, table.unpack(position))
  return ok and list
end

local function distinct(list)
  local seen, kept = {}, {}
  for _, text in ipairs(list) do
    if not seen[text] then kept[#kept + 1] = text end
    seen[text] = true
  end
  table.sort(kept)
  return table.concat(kept, "; ")
end

--- The rule as a ruleset of which each compiled answer is compared with Lua's.
function M.rules(rule) return ta.ruleset({ name = "random", options = rule }, { native = "check" }) end

--- Does a compiled rule say what the function says? `where` goes before what differs.
-- @treturn boolean whether the function has an answer there
function M.check(rules, rule, position, where)
  local expected = by_lua(rule, position)
  local ok, options, message = pcall(function() return rules:position(position):options() end)
  where = ("%s at %s: "):format(where, table.concat(position, ","))
  if ok and not options then return nil, message end
  if ok ~= (expected and true or false) then error(where .. (ok and "Lua alone fails" or tostring(options)), 0) end
  if ok then
    local texts = {}
    for i, option in ipairs(options) do texts[i] = table.concat(option, ",") end
    local by_definition, compiled = distinct(expected), distinct(texts)
    if by_definition ~= compiled then
      error(("%sLua names %s; compiled it names %s"):format(where, by_definition, compiled), 0)
    end
  end
  local _, reasons = rules:compiled()
  for _, reason in ipairs(reasons) do
    if reason:find("internal error", 1, true) then error(where .. reason, 0) end
  end
  return ok
end

--- Rules that are compiled whole: two heaps of Nim, and their representative.
function M.nim(emit, a, b)
  for k = 1, a do emit(a - k, b) end
  for k = 1, b do emit(a, b - k) end
end

function M.sorted(a, b)
  if a > b then return b, a end
  return a, b
end

return M
