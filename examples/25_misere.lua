-- Misere play: a player who cannot move wins. Canonical forms, genera, and their uses.
local ta = require "takeaway"

-- Kayles: the genus of each row, g^{g0 g1 ...}: its nim value, and its misere nim values with heaps of two added. A row
-- whose genus is a number, or n^n, is tame: it behaves like nim heaps. The others are wild.
local kayles = ta.rules.kayles
local genera = {}
for n = 0, 20 do genera[#genera + 1] = tostring(kayles(n):genus()) end
print(table.concat(genera, " "))

-- The canonical form determines the outcome of a row in every sum.
for n = 4, 8 do print(n, kayles(n):misere_canonical_form()) end

-- Tame rows add by their genera; wild ones by their forms.
print((kayles(3) + kayles(7)):genus(), (kayles(5) + kayles(5)):genus())

-- Two games that look alike: no heap distinguishes {2} from 2 + 2, another game does.
local sharp, twice = ta.misere_value "*[2#]", ta.misere_value "*[2[2]]"
print(sharp:genus() == twice:genus(), sharp == twice)
local x = sharp:distinguisher(twice)
print(x, (sharp + x):misere_outcome(), (twice + x):misere_outcome())

-- Parts: X with X + 2 = {2}. Games are sums of primes, but not always in one way (Norton).
print(sharp:misere_minus(2), sharp:misere_minus(2) + 2 == sharp)
for _, way in ipairs(ta.misere_value "*[4[2#]]":partitions()) do
  local terms = {}
  for i, prime in ipairs(way) do terms[i] = tostring(prime) end
  print(table.concat(terms, " + "))
end

-- The number of games, by birthday.
local born = {}
for day = 0, 4 do born[#born + 1] = #ta.misere_day(day) end
print(table.concat(born, " "))
