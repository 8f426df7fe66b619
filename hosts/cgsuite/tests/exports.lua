-- The output of ta.export.cgsuite, for the test in CGSuite: blocks that end with a line ====. A block begins with the
-- name of the declared class, or with g, the expression's name. Then comes the text. After a line ---- come expressions
-- and their values, with a tab between.
local ta = require "takeaway"

local function block(name, game, settings, checks)
  print(name)
  print((assert(ta.export.cgsuite(game, settings))))
  print "----"
  for _, check in ipairs(checks) do print(check[1] .. "\t" .. tostring(check[2])) end
  print "===="
end

local function sequence(game)
  local checks = {}
  for n = 0, 30 do checks[#checks + 1] = { ("g(%d).NimValue"):format(n), game:nim_value(n) } end
  block("g", game, nil, checks)
end

for _, code in ipairs { "0.77", "0.07", "0.[3]", "4.007", "0.3F", "0.8", "C.07", "8.1B" } do
  sequence(ta.octal(code))
end
sequence(ta.subtraction { 1, 3, 4 })
sequence(ta.subtraction { all_but = { 2, 5 } })

for _, f in ipairs { "2k", "floor(3k/2)", "k^2", "max(k, 3)" } do
  local game, checks = ta.one_pile(f), {}
  local limit = require "takeaway.base.move_function".move_function(f)
  for n = 1, 12 do
    for k = 1, 4 do
      checks[#checks + 1] = { ("g(%d, %d).CanonicalForm == 0"):format(n, k), game:outcome(n, limit(k)) == "P" }
    end
  end
  block("g", game, { to = 12 }, checks)
end

for _, f in ipairs { "2k", "4k", "floor(3k/2) + 1", "k^2", "2k - 1", "mod(k, 3) + 1", "min(2k, 5)" } do
  local game, checks = ta.two_pile(f), {}
  for p = 0, 5 do
    for q = 0, 5 do
      for x = 1, 3 do
        local position = ("DynamicNim(%d, %d, %d)"):format(p, q, x)
        checks[#checks + 1] = { position .. ".NimValue == 0", game:outcome(p, q, x) == "P" }
      end
    end
  end
  block("DynamicNim", game, { name = "DynamicNim", to = 5 }, checks)
end

local cash, checks = ta.cash { 1, 3, 4 }, {}
for n = 0, 7 do
  for d = 0, 5 do
    local form = cash:canonical_form(n, d, 4)
    checks[#checks + 1] = { ("Cash(%d, %d, 4).CanonicalForm"):format(n, d), form:text "cgscript" }
  end
end
block("Cash", cash, nil, checks)

local push = ta.ruleset {
  name = "Both", options = function(emit, a, b)
    for k = 1, a do emit(a - k, b // k) end
    if b > 0 then emit(a, b - 1) end
  end,
}
for _, position in ipairs {
  ta.rules.nim(3, 4), ta.rules.kayles(9), ta.rules.domineering(3, 3), ta.rules.toads_and_frogs "TT..FF",
  ta.rules.clobber "xox/oxo", ta.rules.wythoff(4, 6), push(4, 5), ta.rules.hackenbush "lrlg",
  ta.rules.kayles(5) + 2 * ta.rules.domineering(2, 3) - ta.rules.toads_and_frogs "T.TF.",
  ta.value "{3||2|1}", ta.value "73/16v9*8",
} do
  local form = position.canonical_form and position:canonical_form() or position
  block("g", position, nil, { { "g.CanonicalForm", form:text "cgscript" } })
end
