--- Hackenbush: a picture of edges from the ground, l Left's, r Right's, g anyone's; cut one edge, and whatever is then
-- not connected with the ground falls. Called with the edges from the ground: a stalk "lrg", a tree "l(l;rg)", or with
-- circles "g:agggg:a".
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 1 and 7 (1982).
return require "takeaway.rules.cutting"("Hackenbush", function() return true end)
