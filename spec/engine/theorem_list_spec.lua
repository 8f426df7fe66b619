-- The games that are known to be automatic, proved again, with the states of their least automata. Games without a
-- known automaton, for which no theorem may be claimed. theorem_spec and family_theorem_spec cover the others.
--
-- With TAKEAWAY_LONG those that take a second each are proved, too, and all of the table in the docs.

local check_in_c = require "takeaway.engine.theorem.check_in_c"
local declared = require "spec.support.declared"
local games = dofile "spec/support/theorem_games.lua"
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local LONG = os.getenv "TAKEAWAY_LONG"

-- ---- Their theorems -----------------------------------------------------------------

-- The numbers below these, by how many a position has: all such positions against the engine.
local SIDES = { 100, 14, 7, 4, 3 }

-- `states` for those that take minutes, whose certificates have many states on the way.
local function prove(list, states)
  for _, case in ipairs(list) do
    local rules, misere = ta.moves(case[1]), case.misere or false
    local theorem = assert(rules:theorem { numeration = case[3] or "2", misere = misere, states = states,
                                           seconds = states and 1800 })
    assert.equal(case[2], theorem.positions:states(), rules.name .. (misere and ", misere" or ""))
    declared.hold(theorem, SIDES[#rules.declaration.variables] - 1)
    if states then assert.is_true(check_in_c(assert(theorem:certificate()))) end
  end
end

-- The table in docs/theorems.md: a row for each p, a column for each q, "states, seconds s" or "none found".
local function docs_table()
  local list = {}
  for line in io.lines "docs/theorems.md" do
    local p, rest = line:match "^| %*%*(%d+)%*%* (|.*)$"
    local q = 0
    for cell in (rest or ""):gmatch "|%s*([^|]*)" do
      q = q + 1
      local text = cell:match "^(.-)%s*$"
      if text ~= "" then
        local states = math.tointeger(text:match "^(%d+), [%d.]+ s$")
        list[#list + 1] = { q = q, f = ("floor(%sk/%d)"):format(p, q), states = states, text = text }
      end
    end
  end
  return list
end

describe("the games that are known to be automatic", function()
  it("are proved again", function() prove(games.proved) end)

  if LONG then
    it("are proved again, the longer ones", function() prove(games.proved_long) end)

    it("are proved again, those that take minutes", function() prove(games.proved_longest, 20000) end)
  end

  it("are in the docs' table as they are proved", function()
    local list, found = {}, docs_table()
    assert.equal(43, #found) -- 1 <= p, q <= 8 in lowest terms
    for _, one in ipairs(found) do
      if not one.states then
        assert.equal("none found", one.text)
      elseif LONG or one.q == 3 then
        list[#list + 1] = { declared.fields.two_pile(one.f), one.states }
      end
    end
    assert.is_true(#list >= 6)
    prove(list)
  end)
end)

describe("the games of which no automaton is known", function()
  local function meet(list, seconds, guesses)
    for _, case in ipairs(list) do
      says("none was found; what was tried is no proof that there is none\n  in ", "ELIMIT",
        ta.moves(case[1]):theorem { numeration = case[2] or "2", seconds = case.seconds or seconds, guesses = guesses })
    end
  end

  it("get no theorem", function() meet(games.walls, nil, 1) end)

  if LONG then
    it("get no theorem in more time", function()
      meet(games.walls, 5)
      meet(games.walls_long, 5)
    end)
  end
end)
