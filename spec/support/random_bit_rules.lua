-- Random rules of two numbers as Lua source, of what a declaration says as floors, mods, cases and named functions:
-- shifts, bits, entries of tables, products, loops by a step. `source()` gives the text of a chunk that returns one.
local M = {}

local random = math.random
local function pick(list) return list[random(#list)] end

local scope

local function small() return tostring(random(0, 5)) end

local function expression(level)
  if level == 0 then return random(4) == 1 and small() or pick(scope) end
  local function inner() return expression(level - 1) end
  return pick {
    function() return ("(%s >> %d)"):format(inner(), random(0, 3)) end,
    function() return ("(%s << %d)"):format(inner(), random(-1, 2)) end,
    function() return ("(%s & %d)"):format(inner(), pick { 1, 3, 6, 7, -2, -5, 10 }) end,
    function() return ("(%s | %d)"):format(inner(), pick { 1, 2, 5, -4 }) end,
    function() return ("(%s ~ %d)"):format(inner(), pick { 1, 2, 7, -1 }) end,
    function() return ("(%s + %s)"):format(inner(), inner()) end,
    function() return ("(%s - %s)"):format(inner(), inner()) end,
    function() return ("math.max(%s - %s, 0)"):format(inner(), inner()) end,
    function() return ("math.min(%s, %s)"):format(inner(), inner()) end,
    function() return ("(%s // %s)"):format(inner(), pick { "2", "3", "-2", "(b + 1)", "x" }) end,
    function() return ("(%s %% %s)"):format(inner(), pick { "2", "3", "-3", "(b + 1)", "x" }) end,
    function() return ("(%s * %s)"):format(pick(scope), inner()) end,
    function() return ("T[%s %% 3]"):format(inner()) end,
    function() return ("(LONG[%s] or %s)"):format(inner(), small()) end,
    function() return ("(T[%s] or %s)"):format(inner(), pick(scope)) end,
    function() return ("ROWS[1 + (%s & 1)][%s]"):format(inner(), pick { "1", "2" }) end,
    function() return ("F(1 + (%s & 3))"):format(inner()) end,
  }()
end

local function condition()
  if random(6) == 1 then return ("math.ult(%s, %s)"):format(expression(1), pick(scope)) end
  return ("%s %s %s"):format(expression(1), pick { "<", "<=", ">", ">=", "==", "~=" }, expression(1))
end

local function emit() return ("emit(%s, %s)"):format(expression(random(0, 2)), expression(random(0, 1))) end

local function loop()
  local step = pick { "1", "1", "2", "-1", "x", "b + 1", "-x", "b" }
  local from, to = pick { "1", "x", "b", "a & 1" }, pick { "a", "b", "a >> 1", "math.min(a, b)" }
  if step:find "^-" then from, to = to, from end
  scope[#scope + 1] = "k"
  local body = random(3) == 1 and emit() or ("if %s then %s end"):format(condition(), emit())
  scope[#scope] = nil
  return ("for k = %s, %s, %s do %s end"):format(from, to, step, body)
end

function M.source()
  scope = { "a", "b", "x" }
  local body = { pick { "", "if b == 0 then return end", "if a < b then return end" } }
  for i = 1, random(2) do
    body[i + 1] = pick { loop, emit, function() return ("if %s then %s end"):format(condition(), emit()) end }()
  end
  return ([[
local T, ROWS, LONG, F = { [0] = 2, 1, 3 }, { { 1, 4 }, { 2, 0 } }, {}, require "takeaway".move_function "k^2 + 1"
for i = -1, 11 do LONG[i] = i * i %% 7 end
return function(emit, a, b)
  local x = b + %d
  %s
end]]):format(random(0, 2), table.concat(body, " "))
end

return M
