--- The smallest rules on two numbers a and b, by size, and the theorem on each. The theorem gives all P-positions, as
-- an automaton that two checkers accept, and a closed form where a known shape fits.
-- @{takeaway.app.survey.two_numbers} lists the rules.
--
-- The search for a theorem is bounded by counts: guesses of a numeration, and states of a guess. So a rule without a
-- theorem here has none on any machine. That does not mean that none exists.
-- @module takeaway.app.survey.tasks.two_numbers

local rules = require "takeaway.app.survey.two_numbers"

local STEPS = 4000000 -- of the checker in Lua

-- The checkers' verdict on a certificate: "both" accept it, or "c" does and the other reached its limit of steps.
local function checked(text)
  local ta = require "takeaway"
  assert(ta.check_theorem(text, { by = "c" }))
  local holds, why, code = ta.check_theorem(text, { by = "lua", steps = STEPS })
  assert(holds or code == "ELIMIT", why)
  return holds and "both" or "c"
end

return {
  name = "two_numbers", version = 1,
  title = "The smallest rules on two numbers: theorems on their P-positions",
  settings = { rules = 2000, guesses = 16, states = 80 },
  count = function(settings)
    if settings.rules < 1 or settings.rules > 100000 then
      error("rules: expected 1 to 100000, got " .. settings.rules, 0)
    end
    return settings.rules
  end,
  member = function(i, settings) return rules.family(settings.rules)[i + 1] end,
  columns = {
    { "size", "INTEGER", "of the rule" },
    { "numeration", "TEXT", "in which the numbers are read" },
    { "states", "INTEGER", "of the least automaton of the P-positions" },
    { "winning", "INTEGER", "states of those of the winning moves, in all" },
    { "bytes", "INTEGER", "of the certificate" },
    { "crc", "INTEGER", "CRC-32 of its text" },
    { "checked", "TEXT", "both: by the checker in C and the one in Lua; c: the latter needs too many steps" },
    { "closed_form", "TEXT", "what the set is, where a known shape is proved to be it" },
  },
  row = function(key, settings)
    local theorem, message, code = rules.game(key):theorem { guesses = settings.guesses, states = settings.states }
    if not theorem then return nil, message:gsub("^theorem: ", ""):gsub("\n%s*", "; "), code end
    local text, winning = assert(theorem:certificate()), 0
    for states in text:gmatch "\nset K%d* (%d+)" do winning = winning + math.tointeger(states) end
    local seal = require "takeaway.base.checksum"
    return { size = rules.size(key), numeration = theorem.numeration.name, states = theorem.positions:states(),
             winning = winning, bytes = #text, crc = seal.crc32(text), checked = checked(text),
             closed_form = theorem:closed_form() }
  end,
}
