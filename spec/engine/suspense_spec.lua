-- Suspense, remoteness and the compounds of ONAG, chapter 14, for impartial games, against play by definition: for all
-- games born by day 3, and in threes. Game n is the set of the games whose bits are set in n.
local says = require("spec.support.refusals").says
local box = require "spec.support.box"
local ta = require "takeaway"

local GAMES = 16

local function options_of(n)
  local list = {}
  for i = 0, 15 do if n >> i & 1 == 1 then list[#list + 1] = i end end
  return list
end

local sets = ta.ruleset { name = "set", options = function(emit, n)
  for i = 0, 15 do if n >> i & 1 == 1 then emit(i) end end
end }

-- ---- By definition: a compound is a list of games, its moves are by a rule ----

-- All ways to move in the components of a set, and leave the others.
local function moves_in(list, chosen, see)
  local after = {}
  local function go(i)
    if i > #list then return see({ table.unpack(after) }) end
    if not chosen[i] then
      after[i] = list[i]
      return go(i + 1)
    end
    for _, o in ipairs(options_of(list[i])) do
      after[i] = o
      go(i + 1)
    end
  end
  go(1)
end

local function unended(list)
  local found = {}
  for i, n in ipairs(list) do if n > 0 then found[#found + 1] = i end end
  return found
end

-- The sets of components that a rule lets a player move in.
local function chosen_by(rule, list)
  local live, sets_ = unended(list), {}
  if #live < #list and rule.shortened or #live == 0 then return {} end
  if rule.all then
    local all = {}
    for _, i in ipairs(live) do all[i] = true end
    return { all }
  end
  for bits = 1, (1 << #live) - 1 do
    local some = {}
    for at, i in ipairs(live) do some[i] = bits >> (at - 1) & 1 == 1 end
    sets_[bits] = some
  end
  return sets_
end

local RULES = {
  conjunctive_sum = { all = true, shortened = true }, continued_conjunctive_sum = { all = true },
  selective_compound = {}, shortened_selective_compound = { shortened = true },
}

-- Does the player to move win? And the moves left if the winner hurries, and if the winner delays.
local function solver(rule, misere)
  local known = {}
  local function solve(list)
    local key = table.concat(list, " ")
    if known[key] then return known[key] end
    local answer, any = { wins = false, quick = 0, slow = 0 }, false
    local won, lost = {}, {}
    for _, chosen in ipairs(chosen_by(rule, list)) do
      moves_in(list, chosen, function(after)
        any = true
        local next = solve(after)
        table.insert(next.wins and lost or won, next)
      end)
    end
    answer.wins = #won > 0 or misere and not any
    if any then
      answer.quick, answer.slow = #won > 0 and math.huge or 0, #won > 0 and 0 or math.huge
      for _, next in ipairs(#won > 0 and won or lost) do
        answer.quick = (#won > 0 and math.min or math.max)(answer.quick, next.quick + 1)
        answer.slow = (#won > 0 and math.max or math.min)(answer.slow, next.slow + 1)
      end
    end
    known[key] = answer
    return answer
  end
  return solve
end

local function check(position, answer, misere, shown)
  local before = misere and "misere_" or ""
  assert.equal(answer.wins and "N" or "P", position[before .. "outcome"](position), shown)
  assert.equal(answer.quick, position[before .. "remoteness"](position), shown .. " remoteness")
  assert.equal(answer.slow, position[before .. "suspense"](position), shown .. " suspense")
end

describe("suspense and remoteness", function()
  it("of all games born by day 3, and of random ones of day 4, are those of play", function()
    require "spec.support.seed"()
    for _, misere in ipairs { false, true } do
      local solve = solver(RULES.conjunctive_sum, misere)
      for n = 0, GAMES - 1 do check(sets(n), solve { n }, misere, "game " .. n) end
      for _ = 1, 200 do
        local n = math.random(0, 65535)
        check(sets(n), solve { n }, misere, "game " .. n)
      end
    end
  end)

  for name, rule in pairs(RULES) do
    it("of the " .. name .. " of all pairs of games born by day 3, and of random threes", function()
      require "spec.support.seed"()
      for _, misere in ipairs { false, true } do
        local solve = solver(rule, misere)
        for m, n in box(0, GAMES - 1, 0, GAMES - 1) do
          local p = sets(m)[name](sets(m), sets(n))
          check(p, solve { m, n }, misere, tostring(p))
        end
        for _ = 1, 60 do
          local a, b, c = math.random(0, GAMES - 1), math.random(0, GAMES - 1), math.random(0, GAMES - 1)
          local two = sets(a)[name](sets(a), sets(b))
          local three = two[name](two, sets(c))
          local answer = solve { a, b, c }
          local before = misere and "misere_" or ""
          assert.equal(answer.wins and "N" or "P", three[before .. "outcome"](three), tostring(three))
        end
      end
    end)
  end

  it("tell who wins: the least remoteness, the greatest suspense [Smith 1966; ONAG, chapter 14]", function()
    local kayles = ta.rules.kayles
    for m, n in box(0, 7, 0, 7) do
      local both, last = kayles(m):conjunctive_sum(kayles(n)), kayles(m):continued_conjunctive_sum(kayles(n))
      assert.equal(math.min(kayles(m):remoteness(), kayles(n):remoteness()), both:remoteness())
      assert.equal(math.min(kayles(m):misere_remoteness(), kayles(n):misere_remoteness()), both:misere_remoteness())
      assert.equal(math.max(kayles(m):suspense(), kayles(n):suspense()), last:suspense())
      assert.equal(math.max(kayles(m):misere_suspense(), kayles(n):misere_suspense()), last:misere_suspense())
    end
  end)

  it("are of sums and values, too", function()
    local nim = ta.rules.nim
    assert.same({ 3, 2 }, { (nim(1) + nim(1) + nim(1)):suspense(), (nim(1) + nim(1)):suspense() })
    assert.equal(2, (nim(2) + nim(2)):suspense()) -- the loser takes a heap, and the winner must take the other
    assert.equal(1, nim(3):continued_conjunctive_sum(ta.star(2)):suspense())
  end)

  it("are refused where they have no meaning", function()
    local board, nim = ta.rules.domineering(2, 2), ta.rules.nim
    assert.same({ nil, "suspense: a partizan game; suspense is of impartial ones", "EPARTIZAN" }, { board:suspense() })
    assert.equal("EPARTIZAN", (select(3, (nim(1) + board):misere_suspense())))
    local over = ta.ruleset { name = "over", options = function(emit, n) if n > 0 then emit(n - 1) end end,
                              terminal = function(n) return n == 1 and "win" or nil end }
    assert.same({ nil, "suspense: over ends by a rule, or has entailing moves", "EUNSUPPORTED" }, { over(3):suspense() })
    local loop = ta.ruleset { name = "loop", options = function(emit, n) if n > 0 then emit(3 - n) emit(0) end end }
    assert.same({ nil, "misere_suspense: play need not end: loop(1) comes back", "ELOOPY" }, { loop(1):misere_suspense() })
    assert.equal("ELOOPY", (select(3, loop(1):continued_conjunctive_sum(loop(0)):outcome())))
    local short = ta.ruleset({ options = function(emit, n) if n > 0 then emit(n - 1) end end }, { limit = 5 })
    assert.same({ nil, "suspense: limit of 5 positions reached", "ELIMIT" }, { short(9):suspense() })
    local function chain(settings)
      return ta.ruleset({ name = "chain", options = function(emit, n) if n > 0 then emit(n - 1) end end }, settings)
    end
    assert.same({ nil, "suspense: the limit of 5 moves is reached, with no end of play", "ELIMIT" }, { chain { depth = 5 }(9):suspense() })
    for depth = 1, 11 do -- as every search counts them
      for n = 0, 9 do
        local p = chain { depth = depth }(n)
        assert.equal(p:remoteness() or "refused", p:suspense() or "refused", depth .. " " .. n)
      end
    end
    for name, settings in pairs { ["1000000 bytes of memory"] = { memory = 10 ^ 6 },
                                  ["1e%-09 seconds"] = { seconds = 1e-9 } } do
      assert.matches(("^suspense: the limit of %s is reached, set by chain$"):format(name),
        says("", "ELIMIT", chain(settings)(30000):suspense()))
    end
    local heard = 0
    local function endless(settings)
      return ta.ruleset({ name = "endless", options = function(emit, n) emit(n + 1) end }, settings)
    end
    local asked = endless { progress = function(held) heard = held return false end }
    assert.same({ nil, "suspense: cancelled by the progress function", "ECANCELLED" }, { asked(0):suspense() })
    assert.is_true(heard > 0)
    assert.matches("^misere_suspense: %d+ positions are held; a limit %(.*%) lets it hold more$",
      says("", "ELIMIT", endless()(0):misere_suspense()))
    local deep = ta.ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end end }
    assert.equal(30000, deep(30000):suspense())
    for _, name in ipairs { "continued_conjunctive_sum", "shortened_selective_compound" } do
      assert.error_matches(function() nim(1)[name](nim(1), board) end, name .. ": expected impartial games")
      assert.error_matches(function() nim(1)[name](nim(1), 3) end, name .. ": expected a position, a sum or a value")
    end
  end)
end)
