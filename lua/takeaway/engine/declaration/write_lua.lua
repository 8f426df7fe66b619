--- The Lua rule of a declaration: a loop for each parameter, over the range that the guards leave it, and one emit. The
-- other guards are tested as early as their names are known. The last parameter may occur in no target and in no other
-- guard. Then it only determines whether there is an option, so its range must not be empty. A parameter with a stride
-- steps from the first of its residue class.
--
-- Lua's // rounds towards minus infinity, so p <= t / c is p <= t // c, and p >= t / c is p >= (t + c - 1) // c. If
-- t calls a Lua function, whose result may be a fraction, or t + c - 1 has a number beyond 2^53, the lower bound is
-- written -(-t // c).
-- @module takeaway.engine.declaration.write_lua

local conditions = require "takeaway.engine.declaration.conditions"
local terms = require "takeaway.engine.declaration.terms"
local write = require "takeaway.engine.declaration.write"

local M = {}

-- math.min or math.max of texts and integers; the integers are combined into one.
local function extreme(op, items)
  local number, list, seen = nil, {}, {}
  for _, item in ipairs(items) do
    if math.type(item) then
      number = number and math[op](number, item) or item
    elseif not seen[item] then
      list[#list + 1], seen[item] = item, true
    end
  end
  if number then table.insert(list, op == "max" and 1 or #list + 1, tostring(number)) end
  if #list == 1 then return number or list[1] end
  return ("math.%s(%s)"):format(op, table.concat(list, ", "))
end

-- term / by, rounded up for a lower bound and down for an upper one: an integer or text.
local function quotient(term, by, lower, style)
  local up = lower and not terms.calls(term) and terms.add(term, terms.number(by - 1))
  local turned, over = lower and not up, up or term
  if terms.is_number(over) then return turned and -(-over.constant // by) or over.constant // by end
  if by == 1 and not turned then return write.term(over, style) end
  local shown = write.term(over, style)
  if not shown:find "^%a[%w_]*$" then shown = "(" .. shown .. ")" end
  return (turned and "-(-%s // %d)" or "%s // %d"):format(shown, by)
end

-- The bound of a range: the tightest of its bounds; of branches the weakest.
local function range_end(list, lower, style)
  local items = {}
  for i, one in ipairs(list) do
    if one.any then
      local branches = {}
      for j, branch in ipairs(one.any) do branches[j] = range_end(branch, lower, style) end
      items[i] = extreme(lower and "min" or "max", branches)
    else
      items[i] = quotient(one.term, one.by, lower, style)
    end
  end
  return extreme(lower and "max" or "min", items)
end

local Writer = {}
Writer.__index = Writer

function Writer:line(...)
  self[#self + 1] = ("  "):rep(self.depth) .. string.format(...)
end

function Writer:open(...)
  self:line(...)
  self.depth = self.depth + 1
end

function Writer:close(closing)
  self.depth = self.depth - 1
  self:line("%s", closing or "end")
end

-- Open an `if` around the following code; returns the number of blocks opened.
function Writer:ask(asked)
  if #asked == 0 then return 0 end
  local all = { op = "and", table.unpack(asked) }
  self:open("if %s then", write.condition(#asked == 1 and asked[1] or all, self.style))
  return 1
end

-- Write the first integer from `low` on in the residue class of a stride; return it and the number of blocks opened. If
-- `low` is not constant, the result may wrap around to below `low`: then there is none.
function Writer:first(low, stride, name)
  local by, rest = stride.by, stride.rest
  local class = terms.is_number(rest) and rest.constant % by
  if math.type(low) == "integer" and by <= 1 << 53 and math.abs(low) <= 1 << 53 then
    if class then return low + (class - low) % by, 0 end
    return ("%d + ((%s) %% %d - %d) %% %d"):format(low, write.term(rest, self.style), by, low % by, by), 0
  end
  local from, first = self.fresh(name .. "_from"), self.fresh(name .. "_first")
  class = class or ("(%s) %% %d"):format(write.term(rest, self.style), by)
  self:line("local %s = %s", from, low)
  self:line("local %s = %s + (%s - %s %% %d) %% %d", first, from, class, from, by, by)
  self:open("if %s <= %s then", from, first)
  return first, 1
end

function Writer:move(move, plan)
  local opened, option = self:ask(plan.asked), write.terms(move.targets, self.style)
  for _, loop in ipairs(plan) do
    local low, high = range_end(loop.lower, true, self.style), range_end(loop.upper, false, self.style)
    local stride, more = loop.stride, 0
    if stride then low, more = self:first(low, stride, loop.name) end
    if loop == plan.exists then self:open("if %s <= %s then", low, high)
    else self:open("for %s = %s, %s%s do", loop.name, low, high, stride and ", " .. stride.by or "") end
    opened = opened + 1 + more + self:ask(loop.asked)
  end
  self:line("emit(%s)", option)
  for _ = 1, opened do self:close() end
end

-- Names that are not in a declaration.
local function fresh_names(declaration)
  local taken = {}
  for _, list in ipairs { declaration.variables, declaration.names } do
    for _, name in ipairs(list) do taken[name] = true end
  end
  for _, key in ipairs { "options", "left", "right" } do
    for _, move in ipairs(declaration[key] or {}) do
      for _, name in ipairs(move.parameters) do taken[name] = true end
    end
  end
  return function(name)
    while taken[name] do name = name .. "_" end
    return name
  end
end

function Writer:rule(key, declaration, moves)
  self:open("%s = function(emit, %s)", key, table.concat(declaration.variables, ", "))
  local over = declaration.over and conditions.plain(declaration.over)
  if over then self:line("if %s then return end", write.condition(over, self.style)) end
  for i, move in ipairs(moves) do self:move(move, declaration.plans[moves][i]) end
  self:close "end,"
end

--- A chunk that takes the functions and tables of the declaration, in the order of their names, and returns the fields
-- of a ruleset.
-- @tparam table declaration
-- @treturn string
function M.text(declaration)
  local tables = {}
  for given, value in pairs(declaration.functions) do tables[given] = type(value) == "table" end
  local w = setmetatable({ depth = 0, style = write.lua(tables), fresh = fresh_names(declaration) }, Writer)
  if #declaration.names > 0 then
    w:line("local %s = ... -- given beside the moves", table.concat(declaration.names, ", "))
  end
  w:open "return {"
  if declaration.name then w:line("name = %s,", (("%q"):format(declaration.name):gsub("\\\n", "\\n"))) end
  for _, key in ipairs { "options", "left", "right" } do
    if declaration[key] then w:rule(key, declaration, declaration[key]) end
  end
  w:close "}"
  return table.concat(w, "\n")
end

return M
