-- Random rules as Lua source: loops, closures, tables, goto, extreme integers, shifts, division by what may be
-- zero. Every loop ends within a few turns. `source(arity)` gives the text of a function(emit, ...).
local M = {}

local random = math.random
local function pick(list) return list[random(#list)] end

local CONSTANTS = {
  "0", "1", "2", "3", "4", "7", "10", "-1", "-2", "63", "64", "-64", "127", "128", "255", "256", "1000", "70000",
  "0x7fffffffffffffff", "math.mininteger", "1 << 62", "-0x7fffffffffffffff", "0xfffffffff",
}
local BINARY = { "+", "-", "*", "//", "%", "&", "|", "~", "<<", ">>", "+", "-", "+", "-" }
local COMPARE = { "<", "<=", ">", ">=", "==", "~=" }

local scope -- names of integers that can be read; `fixed` of those, that are not written
local depth, emits, labels

local function name() return pick(scope) end

local expression

local function call(level)
  local kind = random(11)
  if kind == 1 then return ("math.min(%s, %s)"):format(expression(level), expression(level)) end
  if kind == 2 then
    return ("math.max(%s, %s, %s)"):format(expression(level), expression(level), expression(level))
  end
  if kind == 3 then return ("math.abs(%s)"):format(expression(level)) end
  if kind == 4 then return ("(math.ult(%s, %s) and %s or %s)"):format(expression(level), expression(level), name(), name()) end
  if kind == 5 then return ("twice(%s)"):format(expression(level)) end
  if kind == 6 then return ("least(%s, %s)"):format(expression(level), expression(level)) end
  if kind == 7 then return ("T[(%s & 3) + 1]"):format(expression(level)) end
  if kind == 8 then return ("math.floor(%s / %d)"):format(expression(level), random(2, 5)) end
  if kind == 9 then return ("(GRID[%s & 3][%s] or %s)"):format(expression(level), expression(level), name()) end
  if kind == 10 then return ("F((%s & 7) + %d)"):format(expression(level), random(8) == 1 and 0 or 1) end
  return ("(T[%s] or %s)"):format(expression(level), name())
end

local function condition(level)
  local kind = random(8)
  if kind == 1 then return ("not (%s)"):format(condition(level - 1)) end
  if kind == 2 and level > 0 then
    return ("(%s %s %s)"):format(condition(level - 1), pick { "and", "or" }, condition(level - 1))
  end
  if kind == 3 then return ("%s == nil"):format(name()) end
  if kind == 4 then return ("FLAG"):format() end
  return ("%s %s %s"):format(expression(level - 1), pick(COMPARE), expression(level - 1))
end

function expression(level)
  if level <= 0 or random(4) == 1 then return random(3) == 1 and pick(CONSTANTS) or name() end
  local kind = random(10)
  if kind == 1 then return "-" .. name() end
  if kind == 2 then return "~" .. name() end
  if kind == 3 then return call(level - 1) end
  if kind == 4 then
    return ("(%s and %s or %s)"):format(condition(level - 1), expression(level - 1), expression(level - 1))
  end
  return ("(%s %s %s)"):format(expression(level - 1), pick(BINARY), expression(level - 1))
end

local block

local function fresh(prefix)
  labels = labels + 1
  return prefix .. labels
end

local function emit(arity)
  local list = {}
  for i = 1, arity do list[i] = expression(random(0, 2)) end
  if random(12) == 1 then list[random(arity)] = nil end
  emits = emits + 1
  local text = {}
  for i = 1, arity do text[#text + 1] = list[i] end
  if random(10) == 1 then return ("emit({ %s })"):format(table.concat(text, ", ")) end
  return ("emit(%s)"):format(table.concat(text, ", "))
end

-- Statements in a scope of their own.
local function inner(arity, also)
  local outer = scope
  scope = { table.unpack(outer) }
  for _, n in ipairs(also or {}) do scope[#scope + 1] = n end
  depth = depth + 1
  local text = block(arity, random(1, 3))
  depth = depth - 1
  scope = outer
  return text
end

local writable

local statements = {
  function(arity) return emit(arity) end,
  function(arity) return emit(arity) end,
  function(arity) return emit(arity) end,
  function()
    local n = fresh "v"
    local text = ("local %s = %s"):format(n, expression(2))
    scope[#scope + 1] = n
    writable[n] = true
    return text
  end,
  function()
    local n = name()
    if not writable[n] then return "local _ = 1" end
    return ("%s = %s"):format(n, expression(2))
  end,
  function()
    local x, y = name(), name()
    if not (writable[x] and writable[y]) or x == y then return "" end
    return ("%s, %s = %s, %s"):format(x, y, y, x)
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local text = ("if %s then %s"):format(condition(2), inner(arity))
    if random(3) == 1 then text = text .. (" elseif %s then %s"):format(condition(1), inner(arity)) end
    if random(2) == 1 then text = text .. " else " .. inner(arity) end
    return text .. " end"
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local k = fresh "k"
    local step = pick { "", "", ", 1", ", 2", ", -1", ", -3", ", (" .. name() .. " & 3) + 1", ", " .. name() .. " & 1" }
    local from, to = ("%s & 7"):format(name()), ("%s & 7"):format(name())
    local special = random(16)
    if special == 1 then from, to, step = ("math.maxinteger - (%s & 3)"):format(name()), "math.maxinteger", "" end
    if special == 2 then from, to, step = "math.mininteger + 2", "math.mininteger", ", -1" end
    if special == 3 then to = ("(%s & 15) / 2"):format(name()) end
    return ("for %s = %s, %s%s do %s end"):format(k, from, to, step, inner(arity, { k }))
  end,
  function(arity) -- straight, affine: what becomes a run
    if depth > 2 then return emit(arity) end
    local k, list = fresh "k", {}
    for i = 1, arity do
      list[i] = pick { "%s", "%s - K", "%s + 2 * K", "%s - K * 3", "-K + %s", "~K - %s", "K * 0x4000000000000001 + %s" }
        :format(name()):gsub("K", k)
    end
    return ("for %s = %s & 7, %s & 31, %d do emit(%s) end"):format(k, name(), name(), random(1, 3),
      table.concat(list, ", "))
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local i, v = fresh "i", fresh "v"
    return ("for %s, %s in ipairs(%s) do %s end"):format(i, v, pick { "T", "T", "NONE", "{ " .. name() .. ", 5 }" },
      inner(arity, { i, v }))
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local i, v = fresh "i", fresh "v"
    return ("for %s, %s in ipairs(PAIRS) do local %sx, %sy = %s[1], %s[2] %s end"):format(i, v, v, v, v, v,
      inner(arity, { i, v .. "x", v .. "y" }))
  end,
  function(arity) -- rows of a table by a computed index
    if depth > 2 then return emit(arity) end
    local row, i, v = fresh "r", fresh "i", fresh "v"
    local loop = random(2) == 1 and ("for %s, %s in ipairs(%s) do"):format(i, v, row)
      or ("for %s = 1, #%s do local %s = %s[%s]"):format(i, row, v, row, i)
    return ("do local %s = GRID[%s & 7] if %s then if %s then %s = GRID[2] end %s %s end end end"):format(row, name(), row,
      condition(1), row, loop, inner(arity, { i, v }))
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local w = fresh "w"
    return ("local %s = %s & 7 while %s > 0 do %s = %s - 1 %s %s end"):format(w, name(), w, w, w, inner(arity, { w }),
      random(4) == 1 and ("if %s then break end"):format(condition(1)) or "")
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local w = fresh "w"
    return ("local %s = 0 repeat %s = %s + 1 %s until %s > (%s & 3)"):format(w, w, w, inner(arity, { w }), w, name())
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local w, label = fresh "w", fresh "again"
    return ("do local %s = %s & 3 ::%s:: %s if %s > 0 then %s = %s - 1 goto %s end end"):format(w, name(), label,
      inner(arity, { w }), w, w, w, label)
  end,
  function(arity)
    if depth > 2 then return emit(arity) end
    local k, label = fresh "k", fresh "continue"
    return ("for %s = 1, %s & 7 do if %s then goto %s end do %s end ::%s:: end"):format(k, name(), condition(1), label,
      inner(arity, { k }), label)
  end,
  function(arity)
    if depth > 1 then return emit(arity) end
    local f, x = fresh "f", fresh "x"
    local outer, was = scope, writable
    local body = inner(arity, { x })
    scope, writable = outer, was
    return ("local function %s(%s) %s return %s end %s(%s)"):format(f, x, body, name(), f, expression(1))
  end,
  function(arity)
    local n, f = fresh "n", fresh "f"
    local text = ("local %s = %s local function %s(x) %s = %s + x end %s(%s) %s(%s)"):format(n, name(), f, n, n, f,
      expression(1), f, name())
    scope[#scope + 1] = n
    if random(2) == 1 then text = text .. " " .. emit(arity) end
    return text
  end,
  function(arity)
    local t, i = fresh "t", fresh "i"
    return ("local %s = { %s, %s } %s[#%s + 1] = %s for %s = 1, #%s do %s[%s] = %s[%s] + %s end emit(%s)"):format(t,
      name(), name(), t, t, name(), i, t, t, i, t, i, expression(1),
      ("%s[1]"):format(t) .. (", " .. t .. "[3]"):rep(arity - 1))
  end,
  function(arity)
    local t, i = fresh "t", fresh "i"
    return ("local %s = {} for %s = 1, %d do %s[%s] = %s end emit(table.unpack(%s))"):format(t, i, arity, t, i,
      expression(1), t)
  end,
  function() return random(4) == 1 and ("if %s then return end"):format(condition(1)) or "" end,
  function() return random(4) == 1 and pick { 'if FLAG then local s = "x" .. 1 end', "if a == 5 then G = 1 end",
    "if a == 7 then error 'seven' end" } or "" end,
  function(arity) return ("if MODE == %s then %s end"):format(pick { '"left"', '"right"', "nil", "3" }, emit(arity)) end,
}

function block(arity, count)
  local list = {}
  for i = 1, count do list[i] = pick(statements)(arity) end
  return table.concat(list, " ")
end

--- The source of a rule of so many components.
function M.source(arity)
  scope, depth, emits, labels, writable = {}, 0, 0, 0, {}
  local names = {}
  for i = 1, arity do names[i] = ("abcdefgh"):sub(i, i) end
  for i, n in ipairs(names) do
    scope[i] = n
    writable[n] = random(3) == 1
  end
  scope[#scope + 1] = "U"
  local body = block(arity, random(2, 6))
  return ([[
local T, NONE, PAIRS, U, FLAG, MODE = { 1, 3, 4, 9 }, {}, { { 1, 2 }, { -1, 3 } }, %s, %s, %s
local GRID, F = { [0] = { 7, 8 }, { 1, 2, 3 }, {}, { [0] = 4, 5 }, { 6 } }, require "takeaway".move_function(function(k)
  return k * k
end)
local function twice(x) return x * 2 end
local function least(x, y) if x < y then return x else return y end end
return function(emit, %s) %s end]]):format(pick(CONSTANTS), pick { "true", "false" }, pick { '"left"', '"right"', "nil" },
    table.concat(names, ", "), body)
end

local NUMBERS = {
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 31, 63, 64, 65, -1, -2, -5, -64, math.maxinteger, math.mininteger,
  math.maxinteger - 1, math.mininteger + 1, 1 << 52, (1 << 52) + 1, -(1 << 53), 1 << 32, -(1 << 31),
}

--- A position of so many integers, small or extreme.
function M.position(arity)
  local list = {}
  for i = 1, arity do list[i] = random(3) > 1 and random(0, 9) or pick(NUMBERS) end
  return list
end

return M
