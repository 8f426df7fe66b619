--- Childish Hackenbush: Hackenbush where a cut of l or r may leave no other edge off the ground; g may be cut always.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 2 (1982); g as in CGSuite.
return require "takeaway.rules.cutting"("Childish Hackenbush", function(label, fallen)
  return fallen == 0 or label == "g"
end)
