-- Codes beyond octal games, compounds of two positions, and variants of rules.
local ta = require "takeaway"

-- Codes: Grundy's game, splitting a heap into equal parts, turning coins three at a time.
for _, game in ipairs { ta.octal "4!.0", ta.octal "{2+}=.0", ta.spawning "1-3" } do
  print(game, table.concat(game:nim_values(20):list(1, 20), " "))
end
print("Grundy's heap of 8 may become", #ta.octal("4!.0"):options(8), "pairs")
print("{2, 3, 7} is", ta.subtraction { 2, 3, 7 }:code())

-- Left takes one counter, Right takes one or two and may break the heap.
local rules = ta.rules.partizan_take_and_break("0.3", "0.77")
for n = 1, 6 do print(("%s: %s"):format(rules(n), rules(n):canonical_form())) end

-- Compounds of two positions: all of On Numbers and Games, chapter 14, and more.
local p, q = ta.rules.kayles(5), ta.rules.nim(3)
for _, name in ipairs { "ordinal_sum", "conjunctive_sum", "selective_compound", "selective_sum", "sequential_compound",
                        "join", "conway_product", "ordinal_product" } do
  local both = p[name](p, q)
  print(("%-40s %s, nim value %d"):format(both, both:outcome(), both:nim_value()))
end

-- Domineering with three rules: both place dominoes either way; no player may move once the other cannot; roles change.
local board = ta.rules.domineering(2, 3)
for _, variant in ipairs { board:impartial(), board:dicotic(), board:twisted() } do
  print(variant, variant:canonical_form())
end
