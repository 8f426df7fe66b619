--- Fox and geese: Left moves one of the geese x, a square down on a diagonal; Right the fox o, a square on any
-- diagonal. Nothing is taken; the player who cannot move loses. Called with a board from the top row down, with all
-- pieces on squares of one colour: "x.x./..../..o.". Play need not end: the fox goes back and forth.
--
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapters 11 and 20 (1982); A. N. Siegel, Combinatorial Game
-- Theory (2013), chapter VI.
return require "takeaway.rules.gen_fox_and_geese"()
