--- Cutcake: Left cuts a cake between two columns, Right between two rows. Called with rows and columns.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 2 (1982).
return require "takeaway.rules.cakes"("Cutcake", function(n, emit)
  for a = 1, n // 2 do emit(a, n - a) end
end)
