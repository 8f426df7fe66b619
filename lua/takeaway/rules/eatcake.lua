--- Eatcake: Left eats a column of a cake, Right a row, which may leave two cakes. Called with rows and columns.
-- J. Bynum; E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 8 (1982).
return require "takeaway.rules.cakes"("Eatcake", function(n, emit)
  for a = 0, (n - 1) // 2 do emit(a, n - 1 - a) end
end)
