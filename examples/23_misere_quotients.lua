-- Misere quotients: who wins at every sum of heaps when the player who moves last loses.
local ta = require "takeaway"

-- Kayles. A period is proved, so this is the quotient of all heaps.
local kayles = ta.octal "0.77":misere_quotient()
print(kayles)
print(kayles:presentation())
print(kayles:values(30))

-- A row of 5, two of 9, and one of a million: its element, who wins, and how.
print(kayles:element(5, 9, 9, 10 ^ 6), kayles:outcome(5, 9, 9, 10 ^ 6))
print(kayles:winning_moves(5, 9, 12))

-- The least position of each P-element.
for _, x in ipairs(kayles:p_portion()) do
  print(x, table.concat(kayles:position(x), " + "))
end

-- A wild one of eight elements, with its products.
local q = ta.octal "0.75":misere_quotient()
print(q)
print(q:table())
print("kernel", q:kernel(), "idempotents", q:idempotents())

-- Tame ones are Nim in disguise.
for _, game in ipairs { ta.octal "0.33", ta.octal "4.3", ta.subtraction { 1, 2, 5 }, ta.octal "0.3" } do
  print(game:misere_quotient())
end

-- Your own game, for any number of heaps: take a divisor of the heap that is less than the heap.
local divisors = ta.heap(function(n, emit)
  for k = 1, n - 1 do
    if n % k == 0 then emit(n - k) end
  end
end)
print(divisors:misere_quotient(16))

-- Computed again with twice as many heaps, without the theorem that proved the period.
print(kayles:heaps(), kayles:verify())
