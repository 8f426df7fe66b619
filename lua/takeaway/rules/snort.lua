--- Snort: colour a vertex of a graph, no neighbour of one of the other's. Called with a graph, ".-.-.", or rows and
-- columns.
-- S. Norton; J. H. Conway, On Numbers and Games, chapter 8 (1976).
return require "takeaway.rules.colour"("Snort", true)
