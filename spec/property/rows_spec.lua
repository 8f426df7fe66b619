-- Boxes swept by rows of neighbours, against the same rules called through Lua for every position: every query, loops
-- with as many turns as the last coordinate, branches and quotients in them, options outside the box, draws.
local ta = require "takeaway"
local row_rules = require "spec.support.random_row_rules"
local random = require "spec.support.random"

local QUESTIONS = { "outcome", "misere_outcome", "nim_value", "remoteness", "misere_remoteness" }

local min = math.min -- the rules below are compiled with it; the specs' own globals cannot be

local function answers(rule, native, question, box, warm)
  local rules = ta.ruleset({ name = "random", options = rule }, { native = native })
  if warm then -- the first answers are compared, position by position
    rules:grid { what = question, from = box.from, to = box.to }
    rules:clear()
  end
  local grid, message = rules:grid { what = question, from = box.from, to = box.to }
  for _, reason in ipairs(select(2, rules:compiled()) or {}) do
    assert.is_nil(reason:find("internal error", 1, true), reason)
  end
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

-- Every question of every rule from 0 to `to`, compiled and by Lua.
local function compare(rules, to, warm)
  local from = {}
  for i = 1, #to do from[i] = 0 end
  for i, rule in ipairs(rules) do
    for _, question in ipairs(QUESTIONS) do
      local box = { from = from, to = to }
      assert.same(answers(rule, false, question, box), answers(rule, true, question, box, warm), i .. " " .. question)
    end
  end
end

describe("rows", function()
  it("are what the positions are, one by one", random.forall(random.count(300, 60), function(_, tell)
    local arity = math.random(3)
    local text = row_rules.source(arity)
    local rule = assert(load(text))()
    local box = { from = {}, to = {} }
    for i = 1, arity do
      box.from[i] = math.random(4) == 1 and math.random(0, 5) or 0
      box.to[i] = box.from[i] + (i == arity and math.random(20, 30) * (arity == 1 and 12 or 1) or math.random(4, arity == 2 and 20 or 9))
    end
    for _ = 1, 2 do
      local question, warm = random.pick(QUESTIONS), math.random(2) == 1
      tell("%s to %s:\n%s", question, box.to, text)
      assert.same(answers(rule, false, question, box), answers(rule, true, question, box, warm))
    end
  end))

  -- A loop has fewer turns for some runs of a row, and the program ends before they meet those after it.
  it("are whole where a loop is left in other ways than by its end", function()
    local rules = {
      function(emit, a, b)
        for k = 1, b do
          if k > 3 then return end
          emit(a, b - k)
        end
        if a > 0 then emit(a - 1, b) end
      end,
      function(emit, a, b)
        local x = a -- which is moved on the way out
        for k = 1, b do emit(a, b - k) end
        if x > 0 then emit(x - 1, b) end
      end,
      function(emit, ...)
        local a, b = ...
        for k = 1, b do emit(a, b - k) end
        if a > 0 then emit(a - 1, b) end
      end,
      function(emit, a, b)
        local x = a
        for k = 1, b do
          x = k
          emit(a, b - k)
        end
        if x > 0 and a > 0 then emit(a - 1, b) end
      end,
      function(emit, a, b)
        local last -- nil where the loop has no turn
        for k = 1, b do last = k end
        while last do
          if a > 0 then emit(a - 1, b) end
          last = nil
        end
      end,
    }
    for _, warm in ipairs { false, true } do compare(rules, { 30, 30 }, warm) end
  end)

  it("fold an option outside the known part once it is known", function()
    local function rule(emit, a, b, c)
      for k = 1, min(a, min(b, 1)) do emit(a - k, b, c) end
      for k = 1, min(a, c) do emit(a - k, min(2 * k, 14), b % 2) end
      if a > 0 and (a + b) // 2 > 4 then emit(a - 1, 2, b) end
    end
    compare({ rule }, { 10, 12, 24 })
  end)

  it("fold runs that grow", function()
    local function rule(emit, p, q, x)
      for k = 1, min(p, x) do emit(p - k, q, 2 * k) end
      for k = 1, min(q, x) do emit(p, q - k, 2 * k) end
    end
    compare({ rule }, { 12, 12, 26 }, true)
  end)

  it("compute bits, and values of move functions, of what is the same in a whole row", function()
    local f = ta.move_function "max(2k - 3, 1)"
    local rules = {
      function(emit, a, b)
        for k = 1, min(b, (a | 4) & 7) do emit(a, b - k) end
        if a > 0 then emit(a ~ (a & -a), b) end
      end,
      function(emit, a, b)
        for k = 1, min(b, a << 1) do emit(a, b - k) end
        if a > 0 then emit(a >> 1, b) end
      end,
      function(emit, a, b)
        for k = 1, min(b, (a ~ 5) + 1) do emit(a, b - k) end
        if a > 1 then emit((a - 2) | 1, b) end
      end,
      function(emit, a, b)
        for k = 1, min(b, f(a + 1)) do emit(a, b - k) end
        if a > 0 then emit(a - 1, b) end
      end,
    }
    compare(rules, { 24, 40 }, true)
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
