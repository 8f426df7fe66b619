-- Numerations, sets of numbers, theorems about games: scenarios for spec/support/calls.lua.
local ta = require "takeaway"

local calls, samples = {}, {}

local function nim() return ta.moves { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k" } end
local function small() return ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" } end
local function limited() return ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k" } end

samples["takeaway.number_system"] = { function() return ta.numeration(2) end, function() return ta.numeration "zeckendorf" end }
samples["takeaway.number_set"] = { function() return ta.numeration(2):set "n: n mod 3 = 0" end,
                                   function() return ta.numeration "zeckendorf":set "a, b: a < b" end }
samples["takeaway.theorem"] = { function() return assert(small():theorem()) end, function() return assert(nim():theorem()) end }
samples.guess = { function() return small():guess() end }

calls["takeaway.number_system.write"] = { "123456789012345678901234567890" }
calls["takeaway.number_system.read"] = { "10010" }
calls["takeaway.number_system.set"] = { "a, b: a + b = 7" }
calls["takeaway.number_system.ask"] = { "A a, b: a < b => E c: c > 0 and a + c = b" }
local function numbers(object, name, count, ...)
  local list = {}
  for i = 1, count do list[i] = select(i, ...) end
  return object[name](object, table.unpack(list, 1, count))
end
calls["takeaway.number_set.contains"] = function(set) return numbers(set, "contains", #set.variables, 3, "5") end
calls["takeaway.number_set.count"] = { 100 }
calls["takeaway.number_set.first"] = { 3 }
calls["takeaway.number_set.vectors"] = { { to = 4 } }
local function threes() return ta.numeration(2):set "n: n mod 3 = 0" end
calls["takeaway.number_set.text"] = { each = true, function() return threes():text() end, function() return threes():text "regex" end }

local function variables(t) return #t.rules.declaration.variables end
for _, name in ipairs { "is_p", "outcome", "winning_move" } do
  calls["takeaway.theorem." .. name] = function(t)
    if variables(t) == 1 then return t[name](t, "1000000000000000000001") end
    return t[name](t, 5, 9)
  end
end
calls["takeaway.theorem.nim_value"] = { each = true, function() return small():theorem { what = "nim_value" }:nim_value(10) end }
calls["takeaway.theorem.least_limit"] = { each = true, function() return assert(limited():theorem()):least_limit(12) end }
calls["takeaway.theorem.ask"] = function(t) return t:ask(variables(t) == 1 and "A a: P(4a)" or "A a: P(a, a)") end
calls["takeaway.theorem.count"] = { 50 }
calls["takeaway.theorem.first"] = { 4 }

-- ---- ta ----

calls["ta.numeration"] = { each = true, function() return ta.numeration "pell" end,
                           function() return ta.numeration { recurrence = { 2, 1 }, first = { 1, 3 } } end }
local certificate -- found once
calls["ta.check_theorem"] = function()
  certificate = certificate or assert(small():theorem()):certificate()
  return ta.check_theorem(certificate)
end
calls["ta.moves"] = { { "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k" } }
calls["ta.ruleset"] = function()
  local rules = ta.ruleset { name = "Nim", options = function(emit, n) for k = 1, n do emit(n - k) end end }
  return (rules(3) + rules(5)):nim_value(), rules:compiled()
end
local RULE = "return { options = function(emit, n) for k = 1, n do emit(n - k) end end }"
calls["ta.load_rules"] = { each = true, function() return ta.load_rules("mine", { text = RULE })(4):nim_value() end,
                           function() return ta.load_rules("mine", { text = RULE, sandbox = true })(4):nim_value() end }
calls["ta.rules"] = {}
calls["ta.papers"] = {}

return { samples = samples, calls = calls }
