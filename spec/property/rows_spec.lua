-- Boxes swept by rows of neighbours, against the same rules called through Lua for every position: every question, loops
-- with as many turns as the last coordinate says, branches and quotients in them, options outside of the box, draws.
local ta = require "takeaway"
local search = require "spec.support.search"

local RULES = search.short and 60 or 300
local QUESTIONS = { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }

local min = math.min -- the rules below are compiled with it; the specs' own globals cannot be

local function pick(list) return list[math.random(#list)] end

local NAMES = { "a", "b", "c" }

-- An integer from 0 on, of what is known there.
local function size(names)
  local shapes = {
    function() return pick(names) end,
    function() return ("math.min(%s, %d)"):format(pick(names), math.random(1, 9)) end,
    function() return ("math.min(%s, %s)"):format(pick(names), pick(names)) end,
    function() return ("%s // %d"):format(pick(names), math.random(2, 5)) end,
    function() return ("%s %% %d"):format(pick(names), math.random(2, 9)) end,
    function() return ("(%s + %s) // 2"):format(pick(names), pick(names)) end,
    function() return tostring(math.random(0, 6)) end,
  }
  return pick(shapes)()
end

local function condition(names)
  return pick { ("%s %s %s"):format(size(names), pick { "<", "<=", "==", "~=", ">" }, size(names)),
    ("(%s + %s) %% %d == %d"):format(pick(names), pick(names), math.random(2, 5), math.random(0, 1)) }
end

-- An option of `arity` coordinates: one is k less, those before it stay; what comes after is anything small.
local function option(arity, k, names)
  local list, first = {}, math.random(arity)
  for i = 1, arity do
    if i < first then list[i] = NAMES[i]
    elseif i == first then list[i] = ("%s - %s"):format(NAMES[i], k)
    else list[i] = pick { NAMES[i], NAMES[i], size(names), ("math.min(2 * %s, 14)"):format(k), k, "2 * " .. k } end
  end
  return table.concat(list, ", "), NAMES[first]
end

local function source(arity)
  local lines, names = {}, { table.unpack(NAMES, 1, arity) }
  for _ = 1, math.random(3) do
    local k = { table.unpack(names) }
    k[#k + 1] = "k"
    if math.random(3) == 1 then
      local text, name = option(arity, "1", names)
      lines[#lines + 1] = ("if %s > 0 and %s then emit(%s) end"):format(name, condition(names), text)
    else
      local text, name = option(arity, "k", k)
      local limit = math.random(2) == 1 and name or ("math.min(%s, %s)"):format(name, size(names))
      local body = ("emit(%s)"):format(text)
      if math.random(3) == 1 then body = ("if %s then %s end"):format(condition(k), body) end
      if math.random(5) == 1 then body = body .. (" if %s then break end"):format(condition(k)) end
      if math.random(5) == 1 then
        local more, other = option(arity, "1", names)
        body = body .. (" if %s > 0 then emit(%s) end"):format(other, more)
      end
      lines[#lines + 1] = ("for k = 1, %s do %s end"):format(limit, body)
    end
  end
  if math.random(20) == 1 then
    lines[#lines + 1] = ("if %s then emit(%s) end"):format(condition(names), table.concat(names, ", "))
  end
  return ("return function(emit, %s)\n  %s\nend"):format(table.concat(names, ", "), table.concat(lines, "\n  "))
end

local function answers(rule, native, question, box, warm)
  local rules = ta.ruleset({ name = "random", options = rule }, { native = native })
  if warm then -- the first answers are compared, position by position
    rules:grid { what = question, from = box.from, to = box.to }
    rules:clear()
  end
  local grid, message = rules:grid { what = question, from = box.from, to = box.to }
  if not grid then return { message } end
  local list, at = {}, { table.unpack(box.from) }
  local i
  repeat
    list[#list + 1] = tostring(grid(table.unpack(at)))
    i = #at
    while i > 0 and at[i] == box.to[i] do
      at[i] = box.from[i]
      i = i - 1
    end
    if i > 0 then at[i] = at[i] + 1 end
  until i == 0
  return list
end

describe("rows", function()
  it("are what the positions are, one by one", function()
    local seed = require "spec.support.seed"()
    for number = 1, RULES do
      local arity = math.random(3)
      local text = source(arity)
      local rule = assert(load(text))()
      local box = { from = {}, to = {} }
      for i = 1, arity do
        box.from[i] = math.random(4) == 1 and math.random(0, 5) or 0
        box.to[i] = box.from[i] + (i == arity and math.random(20, 30) * (arity == 1 and 12 or 1) or math.random(4, arity == 2 and 20 or 9))
      end
      for _ = 1, 2 do
        local question, warm = pick(QUESTIONS), math.random(2) == 1
        assert.same(answers(rule, false, question, box), answers(rule, true, question, box, warm),
          ("seed %d, rule %d, %s to %s:\n%s"):format(seed, number, question, table.concat(box.to, ", "), text))
      end
    end
  end)

  it("fold an option outside of what is known once it is known", function()
    local function rule(emit, a, b, c)
      for k = 1, min(a, min(b, 1)) do emit(a - k, b, c) end
      for k = 1, min(a, c) do emit(a - k, min(2 * k, 14), b % 2) end
      if a > 0 and (a + b) // 2 > 4 then emit(a - 1, 2, b) end
    end
    local box = { from = { 0, 0, 0 }, to = { 10, 12, 24 } }
    for _, question in ipairs(QUESTIONS) do
      assert.same(answers(rule, false, question, box), answers(rule, true, question, box), question)
    end
  end)

  it("fold runs that grow", function()
    local function rule(emit, p, q, x)
      for k = 1, min(p, x) do emit(p - k, q, 2 * k) end
      for k = 1, min(q, x) do emit(p, q - k, 2 * k) end
    end
    local box = { from = { 0, 0, 0 }, to = { 12, 12, 26 } }
    for _, question in ipairs(QUESTIONS) do
      assert.same(answers(rule, false, question, box), answers(rule, true, question, box, true), question)
    end
  end)

  it("see what a rule refers to change", function()
    local most = 3
    local function rule(emit, a, b)
      for k = 1, min(b, most) do emit(a, b - k) end
    end
    local rules = ta.ruleset({ name = "changing", options = rule }, { native = true })
    assert.equal(1, rules:grid { what = "nim_value", to = { 40, 40 } }(40, 1))
    most = 1
    rules:clear()
    local grid = rules:grid { what = "nim_value", to = { 40, 40 } }
    assert.equal(0, grid(40, 2))
    assert.equal(1, grid(40, 39))
    assert.is_true((rules:compiled()))
  end)

  it("stop at a limit of positions, and go on", function()
    local rules = ta.ruleset({ name = "limited", options = function(emit, a, b)
      for k = 1, b do emit(a, b - k) end
    end }, { limit = 1000, native = true })
    local grid, _, code = rules:grid { what = "nim_value", to = { 60, 60 } }
    assert.is_nil(grid)
    assert.equal("ELIMIT", code)
    assert.equal(1000, rules:statistics().positions)
  end)
end)
