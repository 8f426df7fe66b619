-- Random declarations: each piece of text is made together with a function that evaluates it.
local M = {}

local random = math.random

local function pick(list) return list[random(#list)] end

-- ---- Terms: text and its value in an environment -------------------------------------------------

local linear = false -- no calls of f and t

local functions = {
  f = function(k) return k * k % 7 end,
  t = setmetatable({ [0] = 3, 1, 4, 1, 5 }, { __index = function(_, k) return k % 5 - 1 end }),
}
local function f_of(k) return functions.f(k) end
local function t_of(k) return functions.t[k] end

local term

local function space() return pick { "", " ", "" } end

-- A name, a number or a term in parentheses: what binds tightest.
local function tight(names, depth)
  local which = random(5)
  if which == 1 then
    local n = random(0, 5)
    return tostring(n), function() return n end
  elseif which == 2 and depth > 0 then
    local s, v = term(names, depth - 1)
    return "(" .. s .. ")", v
  end
  local name = pick(names)
  return name, function(env) return env[name] end
end

local function quotient(names, depth)
  local d, s, v = random(1, 4), term(names, depth - 1)
  local which = random(5)
  if which == 1 then return ("floor((%s)/%d)"):format(s, d), function(env) return v(env) // d end end
  if which == 2 then return ("ceil((%s) / %d)"):format(s, d), function(env) return -(-v(env) // d) end end
  local op = pick { "//", "%", " mod " }
  local down = op == "//"
  return ("(%s)%s%d"):format(s, op, d), function(env) return down and v(env) // d or not down and v(env) % d end
end

local function several(names, depth)
  local s, v = term(names, depth - 1)
  local s2, v2 = term(names, depth - 1)
  local op = pick(linear and { "min", "max", "abs" } or { "min", "max", "abs", "f", "t" })
  if op == "abs" then return ("abs(%s)"):format(s), function(env) return math.abs(v(env)) end end
  if op == "f" or op == "t" then
    local call = op == "f" and f_of or t_of
    return ("%s(%s)"):format(op, s), function(env) return call(v(env)) end
  end
  return ("%s(%s, %s)"):format(op, s, s2), function(env) return math[op](v(env), v2(env)) end
end

local small = false -- no products beyond one by 3

-- Products and quotients from left to right: 3k//2, -a * 2 mod 3.
local function chain(names, depth)
  local s, v = tight(names, depth)
  local c = random(2, 3)
  local minus = random(4) == 1
  if minus then -- binds tighter than the products
    s = "-" .. s
    local before = v
    v = function(env) return -before(env) end
  elseif not s:find "^%d" and random(2) == 1 then
    s = c .. space() .. s
    local before = v
    v = function(env) return c * before(env) end
  end
  for _ = 1, random(0, 2) do
    local before, d, op = v, random(1, 4), pick(small and { "//", "%" } or { "*", "//", "%", " mod " })
    s = s .. op .. space() .. d
    v = function(env)
      local value = before(env)
      if op == "*" then return value * d elseif op == "//" then return value // d end
      return value % d
    end
  end
  return s, v
end

function term(names, depth)
  local which = depth > 0 and random(8) or random(2)
  if which <= 2 then return chain(names, depth) end
  if which <= 4 then return quotient(names, depth) end
  if which <= 6 then
    local s, v = chain(names, depth)
    local s2, v2 = chain(names, depth)
    if random(2) == 1 then return s .. " + " .. s2, function(env) return v(env) + v2(env) end end
    return s .. " - " .. s2, function(env) return v(env) - v2(env) end
  end
  return several(names, depth)
end

-- A term that may be a fraction, 12 times.
local function fraction(names, depth)
  local s, v = term(names, depth)
  local d = pick { 1, 1, 2, 3, 4 }
  if d == 1 then return s, function(env) return 12 * v(env) end end
  return ("(%s)/%d"):format(s, d), function(env) return 12 // d * v(env) end
end

-- ---- Conditions -----------------------------------------------------------------------------------

local RELATIONS = {
  ["<"] = function(a, b) return a < b end, ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end, [">="] = function(a, b) return a >= b end,
  ["="] = function(a, b) return a == b end, ["=="] = function(a, b) return a == b end,
  ["~="] = function(a, b) return a ~= b end, ["!="] = function(a, b) return a ~= b end,
}
local SIGNS = { "<", "<=", ">", ">=", "=", "==", "~=", "!=" }

local function comparison(names)
  local list, shown, signs = {}, {}, {}
  for i = 1, random(2, 3) do
    shown[i], list[i] = fraction(names, 1)
    signs[i] = pick(SIGNS)
  end
  local s = shown[1]
  for i = 2, #list do s = s .. " " .. signs[i] .. space() .. shown[i] end
  return s, function(env)
    for i = 2, #list do
      if not RELATIONS[signs[i]](list[i - 1](env), list[i](env)) then return false end
    end
    return true
  end
end

local function condition(names, depth)
  local which = depth > 0 and random(5) or 1
  if which <= 2 then return comparison(names) end
  local s, v = condition(names, depth - 1)
  if which == 3 then return ("not (%s)"):format(s), function(env) return not v(env) end end
  local s2, v2 = condition(names, depth - 1)
  if which == 4 then return ("(%s) or %s"):format(s, s2), function(env) return v(env) or v2(env) end end
  return ("(%s) and (%s)"):format(s, s2), function(env) return v(env) and v2(env) end
end

-- A term within 30 of 0 by the variables; by the parameters too it is held within 15.
local function small_term(names, variables)
  small = true
  local s, v = term(names, 1)
  small = false
  if names == variables then return s, v end
  return ("min(max(%s, -15), 15)"):format(s), function(env) return math.min(math.max(v(env), -15), 15) end
end

-- Guards that leave p a range, by the variables and the parameters before it.
local function bounding(p, before, variables)
  local top, high = small_term(pick { variables, before }, variables)
  local low = random(-3, 2)
  local c = random(2, 3)
  local a, b = random(-2, 3), random(0, 4)
  return table.unpack(pick {
    { ("%d <= %s <= %s"):format(low, p, top), function(env) return low <= env[p] and env[p] <= high(env) end },
    { ("%d%s < %s, %s > %d"):format(c, p, top, p, low),
      function(env) return c * env[p] < high(env) and env[p] > low end },
    { ("%s = %s"):format(p, top), function(env) return env[p] == high(env) end },
    { ("%d%s = %s"):format(c, p, top), function(env) return c * env[p] == high(env) end },
    { ("not (%s < %d or %s > %s)"):format(p, low, p, top),
      function(env) return env[p] >= low and env[p] <= high(env) end },
    { ("floor(%s/%d) <= min(7, %s), (%s + 1) // 2 >= %d"):format(p, c, top, p, low),
      function(env) return env[p] // c <= math.min(7, high(env)) and (env[p] + 1) // 2 >= low end },
    { ("%s = %d or %s = %d or %d <= %s and %s < %d"):format(p, a, p, b, low, p, p, a),
      function(env) local k = env[p] return k == a or k == b or low <= k and k < a end },
    { ("max(%s, %d) <= %s, min(%s, %d) >= %d"):format(p, b, top, p, b, low),
      function(env) return math.max(env[p], b) <= high(env) and math.min(env[p], b) >= low end },
    { ("abs(%s) <= %s"):format(p, top), function(env) return math.abs(env[p]) <= high(env) end },
  })
end

-- ---- Declarations -----------------------------------------------------------------------------------

local function append(list, s, v)
  list[#list + 1], list.test[#list + 1] = s, v
end

local function random_move(variables)
  local parameters, all = {}, { table.unpack(variables) }
  for i = 1, random(0, 2) do parameters[i] = pick { "k", "take" } .. i end
  local guards, targets = { test = {} }, { test = {} }
  if #parameters == 2 and random(3) == 1 then -- bounded together
    local p, q = table.unpack(parameters)
    local s, v = small_term(variables, variables)
    append(guards, ("%s + 2%s <= %s, %s >= 0, %s > -2"):format(p, q, s, p, q),
      function(env) return env[p] + 2 * env[q] <= v(env) and env[p] >= 0 and env[q] > -2 end)
    all = { p, q, table.unpack(variables) }
  else
    for _, p in ipairs(parameters) do
      append(guards, bounding(p, all, variables))
      all = { p, table.unpack(all) }
    end
  end
  for _ = 1, random(0, 2) do append(guards, condition(all, 1)) end
  for i = #guards, 2, -1 do -- in any order
    local j = random(i)
    guards[i], guards[j] = guards[j], guards[i]
    guards.test[i], guards.test[j] = guards.test[j], guards.test[i]
  end
  for _ = 1, #variables do append(targets, term(all, 1)) end
  local head = #parameters > 0 and table.concat(parameters, ", ") .. ": " or ""
  return { text = head .. table.concat(guards, ", ") .. " -> " .. table.concat(targets, ", "),
           parameters = parameters, guards = guards.test, targets = targets.test }
end

--- `d`, what `ta.moves` takes, its moves and over as functions of an environment, and its variables. With `is_linear` it
-- calls no functions.
function M.declaration(is_linear)
  linear = is_linear or false
  local variables = pick { { "n" }, { "a", "b" }, { "a", "b", "limit_1" } }
  local d = { table.concat(variables, ", "), functions = functions, f = functions.f, t = functions.t }
  local moves, over = {}, nil
  if random(3) == 1 then d.over, over = condition(variables, 1) end
  for i = 1, random(1, 3) do
    moves[i] = random_move(variables)
    d[i + 1] = moves[i].text
  end
  d.functions = nil
  return d, moves, over, variables
end

M.functions = functions

return M
