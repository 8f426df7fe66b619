--- Col: colour a vertex of a graph, no neighbour of one of your own. Called with a graph, ".-.-.", or rows and columns.
-- C. Vout; J. H. Conway, On Numbers and Games, chapter 8 (1976).
return require "takeaway.rules.colour"("Col", false)
