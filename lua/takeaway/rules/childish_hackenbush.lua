--- Childish Hackenbush: Hackenbush where a cut of l or r must leave every other edge connected with the ground. g may
-- always be cut.
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 2 (1982); g as in CGSuite.
return require "takeaway.rules.cutting"("Childish Hackenbush", function(label, fallen)
  return fallen == 0 or label == "g"
end)
