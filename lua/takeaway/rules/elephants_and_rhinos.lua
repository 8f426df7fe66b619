--- Elephants and rhinos: toads and frogs that do not jump. Called with a strip: "TT..FF".
-- E. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982).
local rules = require "takeaway.rules.gen_toads_and_frogs" { max_jump = 0 }
rules.name = "Elephants and rhinos"
return rules
