-- A rule in Lua, converted to a declaration, and a theorem about it: the rule is written only once.
local ta = require "takeaway"

-- Two piles; the next player may take at most as many, and one more from the larger pile.
local rules = ta.ruleset { name = "one more from the larger", options = function(emit, a, b, x)
  if a == 0 or b == 0 then return end
  local large = math.max(a, b)
  for k = 1, x + 1 do
    if k <= a and (k <= x or a == large) then emit(a - k, b, k) end
    if k <= b and (k <= x or b == large) then emit(a, b - k, k) end
  end
end }

-- Read from its bytecode, and tested against it at a number of positions.
local declared = rules:as_moves()
print(declared)
print("compared at " .. declared.compared .. " positions; linear:", declared:linear())
print(declared:text "latex")

-- Does it look automatic? This one does not, as far as tested. Wythoff's game does, so a theorem is worth a try.
print(rules:guess())
print(ta.rules.wythoff:guess())

-- If a rule's loops do not go from one linear term to another, it has no such form. The message says where.
local euclid, why = ta.rules.euclid:as_moves()
print(euclid, why)

-- The ready ones and the families' games.
for _, game in ipairs { ta.rules.r_wythoff(2), ta.rules.partizan_subtraction({ 1, 2 }, { 1, 3 }), ta.two_pile "3k/2",
                        ta.cash { 1, 3 }, ta.subtraction { all_but = { 2, 4 } } } do
  print(game:as_moves())
end

-- From the Lua of Wythoff's game to the theorem, in the numeration that was guessed.
local wythoff = assert(ta.rules.wythoff:theorem { numeration = ta.rules.wythoff:guess().numeration })
print(wythoff)
print(wythoff:is_p("1618033988749894848204586834365", "2618033988749894848204586834365"))
