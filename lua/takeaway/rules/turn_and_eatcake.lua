--- Turn-and-Eatcake: after a quarter turn of the cake, Left eats a column, Right a row. Called with rows and columns.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 8 (1982).
return require "takeaway.rules.cakes"("Turn-and-Eatcake", function(n, emit)
  for a = 0, (n - 1) // 2 do emit(a, n - 1 - a) end
end, true)
