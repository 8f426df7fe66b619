-- Theorems about declared games: found, proved, and compared with the engine. Games without a theorem get none.

local box = require "spec.support.box"
local declared = require "spec.support.declared"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local raises, says = refusals.raises, refusals.says
local nim, one_pile, two_pile, wythoff = declared.nim, declared.one_pile, declared.two_pile, declared.wythoff()

-- Every position with numbers up to `to`, against the engine; and its winning move.
local function hold(theorem, to)
  declared.hold(theorem, to)
  local rules, count = theorem.rules, #theorem.rules.declaration.variables
  for a, b, c in declared.vectors_of(rules, to) do
    local vector = table.pack(table.unpack({ a, b, c }, 1, count))
    local move, at = theorem:winning_move(table.unpack(vector)), table.concat(vector, ", ")
    if theorem:outcome(table.unpack(vector)) == "P" then
      assert.is_nil(move, at)
    elseif move then
      local names = {}
      for j, name in ipairs(rules.declaration.variables) do names[name] = vector[j] end
      for j, name in ipairs(rules.declaration.options[move.move].parameters) do names[name] = move[name] or j end
      local targets = {}
      for j, term in ipairs(rules.declaration.options[move.move].targets) do
        targets[j] = term.constant
        for _, part in ipairs(term) do
          local atom = part.atom
          local value = atom.op == "name" and names[atom.name]
          if atom.op == "floor" then
            value = atom.term.constant
            for _, inner in ipairs(atom.term) do value = value + inner.coefficient * names[inner.atom.name] end
            value = value // atom.by
          end
          targets[j] = targets[j] + part.coefficient * value
        end
      end
      assert.is_true(theorem:is_p(table.unpack(targets)), at)
    else
      assert.is_true(theorem.misere, at) -- won as it ends
    end
  end
end

describe("theorem settings", function()
  local rules = ta.moves { "n", most = 3.0, "k: 1 <= k <= min(n, most) -> n - k" }

  it("are integers, or floats that are", function()
    assert.matches("automaton of 3 states", tostring(rules:theorem { states = 1e3, guesses = 50.0 }))
    assert.is_true((rules:validate { from = 9, sample = 100.0 }))
    assert.equal("a, b", tostring(ta.rules.nim:as_moves { numbers = 2.0 }):match '"(.-)"')
    raises('theorem: states: expected a positive integer, got "5"', rules.theorem, rules, { states = "5" })
    raises("theorem: guesses: expected a positive integer, got 1.5", rules.theorem, rules, { guesses = 1.5 })
  end)
end)

describe("theorems", function()
  it("of two piles, one pile, nim and Wythoff's game, with the states of their least automata", function()
    for _, case in ipairs {
      { two_pile "k", 10, 9 }, { two_pile "2k", 14, 9 }, { two_pile "3k", 17, 9 }, { two_pile "floor(3k/2)", 12, 9 },
      { two_pile "k + 1", 15, 9 }, { one_pile "k", 3, 40 }, { one_pile "2k", 5, 40 }, { nim(3), 2, 9 },
      { wythoff, 8, 30 },
    } do
      local theorem = assert(case[1]:theorem())
      assert.equal(case[2], theorem.positions:states(), case[1].name)
      hold(theorem, case[3])
    end
  end)

  it("of guards with fractions", function()
    -- at most half of a pile, rounded up; a possibly negative parameter is detected
    local half = ta.moves { "a, b", name = "half", "k: 1 <= k <= a/2 + 1/2, k <= 4 -> a - k, b", "a >= b/3, b >= 1 -> a, b - 1" }
    hold(assert(half:theorem()), 25)
    hold(assert(ta.moves { "a, b", name = "from -1/2", "k: -1/2 <= k <= 3, k + 1 <= a -> a - k - 1, b",
                           "b >= 1 -> a, b - 1" }:theorem()), 20)
    says("a parameter takes a negative value", "EUNSUPPORTED",
      ta.moves { "a", "k: -1 <= k/2 <= 3/2, k <= a, a >= 1 -> a // 2" }:theorem())
  end)

  it("in misere play", function()
    for _, case in ipairs { { two_pile "k", 7, 9 }, { nim(3), 5, 8 }, { wythoff, 14, 25 }, { one_pile "k", nil, 30 } } do
      local theorem = assert(case[1]:theorem { misere = true })
      if case[2] then assert.equal(case[2], theorem.positions:states(), case[1].name) end
      hold(theorem, case[3])
    end
  end)

  it("answer for numbers of any length", function()
    local theorem = assert(two_pile "2k":theorem())
    local a = ("123456789"):rep(40)
    assert.is_false(theorem:is_p(a, 7, 3))
    local move = theorem:winning_move(a, 7, 3)
    assert.equal(1, move.move)
    assert.is_true(theorem:is_p(("123456789"):rep(39) .. "123456" .. 789 - move.k, 7, 2 * move.k))
    assert.is_true(theorem:is_p(a, a, 1) ~= theorem:is_p(a, a, a))
    local wide = assert(wythoff:theorem { numeration = "zeckendorf" })
    -- floor(n phi) and floor(n phi) + n, for n = 10^30
    assert.is_true(wide:is_p("1618033988749894848204586834365", "2618033988749894848204586834365"))
    assert.is_false(wide:is_p("1618033988749894848204586834365", "2618033988749894848204586834366"))
  end)

  it("give the least limit, as the kernel does", function()
    for _, f in ipairs { "k", "2k", "3k", "floor(3k/2)" } do
      local theorem, game = assert(two_pile(f):theorem()), ta.two_pile(f)
      for a, b in box(0, 12, 0, 12) do
        assert.equal(game:least_move(a, b), theorem:least_limit(a, b), f .. " " .. a .. " " .. b)
      end
    end
  end)

  it("answer formulas", function()
    local theorem = assert(two_pile "2k":theorem())
    assert.is_true(theorem:ask "A a, b, x: P(a, b, x) <=> P(b, a, x)")
    assert.is_true(theorem:ask "A a, b, x: P(a, b, x + 1) => P(a, b, x)")
    assert.is_false(theorem:ask "A a, b, x: P(a, b, x)")
  end)

  it("meet in one formula: the closed form for f = 2k is a theorem", function()
    local theorem, divisors = assert(two_pile "2k":theorem()), assert(one_pile "k":theorem())
    -- Q(n, x) says that x is below the largest power of two that divides n, which is infinite for n = 0
    local function true_of(formula)
      return theorem.numeration:ask(formula, { P = theorem.positions, Q = divisors.positions })
    end
    assert.is_true(true_of("A a, n, x: a >= 1 => (P(a, a + n, x) <=> Q(n, (a - 1) // 2) and x < a "
      .. "or not Q(n, (a - 1) // 2) and Q(n, x))"))
    assert.is_false(true_of("A a, n, x: a >= 1 => (P(a, a + n, x) <=> Q(n, a // 2) and x < a "
      .. "or not Q(n, a // 2) and Q(n, x))"))
    assert.is_false(true_of("A a, n, x: P(a, a + n, x) <=> Q(n, (a - 1) // 2) and x < a "
      .. "or not Q(n, (a - 1) // 2) and Q(n, x)"))
  end)

  it("say what they state", function()
    assert.equal("theorem: the P-positions (a, b) of wythoff, in normal play, are those that an automaton of 8 states accepts, "
      .. "reading Zeckendorf's numeration (1, 2, 3, 5, 8, ...)\nproved for all positions: a + b decreases with every "
      .. "move; no move leads from a P-position to a P-position; every other position has a move to a P-position",
      tostring(wythoff:theorem { numeration = "zeckendorf" }))
  end)

  it("are not claimed where there are none", function()
    -- Wythoff's game where diagonal moves take at least 2: no automaton is known
    local message = says("what was tried is no proof that there is none", "ELIMIT", declared.diagonals(2):theorem { guesses = 2 })
    assert.matches("in base 2: ", message, 1, true)
  end)

  it("need a game that is declared, linear, impartial, of numbers >= 0, that ends", function()
    for why, rules in pairs {
      ["Kayles: line 6: an option of 2 numbers"] = ta.rules.kayles,
      ["is partizan"] = ta.moves { "n", left = { "n >= 1 -> n - 1" }, right = { "n >= 2 -> n - 2" } },
      ["f is a Lua function"] = ta.moves { "n, x", f = math.abs, "k: 1 <= k <= x, k <= n -> n - k, f(k)" },
      ["move 1: n becomes negative (for one: n = 0)"] = ta.moves { "n", "-> n - 1" },
      ["no linear form of the position was found that decreases"] = ta.moves { "n", "-> n + 1" },
      ["a parameter takes a negative value"] = ta.moves { "n", "k: -2 <= k <= 2, k <= n -> n - k" },
    } do
      says(why, "EUNSUPPORTED", rules:theorem())
    end
  end)

  it("find a decreasing quantity, or get one", function()
    local function vectors(times, name) return ta.moves { "a, b", name = name, "a >= 1 -> a - 1, b + " .. times, "b >= 1 -> a, b - 1" } end
    assert.equal("4a + b", vectors(3):theorem().rank)
    assert.equal("5a + 3b", ta.moves({ "a, b", "a >= 2 -> a - 2, b + 3", "b >= 2 -> a + 1, b - 2" }):theorem().rank)
    local far = vectors(30, "Far")
    says("decreases with every move, so play might not end; name one with rank", "EUNSUPPORTED", far:theorem())
    for _, rank in ipairs { "31a + b", " b+31 * a ", "b + 30a + a", { 31, 1 } } do
      local t = assert(far:theorem { rank = rank })
      assert.equal("31a + b", t.rank)
      assert.same({ true, false }, { t:is_p(2, 4), t:is_p(3, 4) })
      for _, by in ipairs { "c", "lua" } do assert.is_true(ta.check_theorem(t:certificate(), { by = by })) end
    end
    local values = assert(far:theorem { rank = "31a + b", what = "nim_value" })
    assert.equal(1, values:nim_value(2, 3))
    assert.is_true(ta.check_theorem(values:certificate(), { by = "lua" }))
    assert.same({ nil, "theorem: the given rank does not decrease with every move", "EUNSUPPORTED" },
      { far:theorem { rank = "30a + b" } })
    for _, wrong in ipairs { "31c", "a - b", "", "a +", { 31 }, { 31, -1 }, { 31, 0.5 }, { 31, 1000001 }, 7 } do
      raises('theorem: rank: expected a sum such as "4a + b", or 2 coefficients from 0 to 1000000', far.theorem, far, { rank = wrong })
    end
  end)

  it("do not ask a move that is never legal to fall", function()
    local rules = ta.moves { "n", "n >= 1 -> n - 1", "n >= 5, n <= 2 -> n + 1" }
    hold(assert(rules:theorem()), 20)
    assert.equal("2n decreases", tostring(rules:theorem { rank = "2n" }):match "%w+ decreases")
  end)

  it("pass over a rank whose numbers are too large", function()
    -- 3a comes before b + 2c
    local rules = ta.moves { "a, b, c", "b >= 1 -> b + 549755813888, b - 1, c", "c >= 1 -> a, b + 1, c - 1" }
    assert.matches("\nproved for all positions: b + 2c decreases", tostring(rules:theorem()), 1, true)
  end)

  it("hold boxes that the core does not take to be too large", function()
    local limited = require "takeaway.engine.theorem.limited"
    local game = ta.moves { "n, x", "k: 1 <= k <= x, k <= n -> n - k, 2k + 3" }
    local moves = limited.moves(game.declaration, true)
    assert.same({ nil, "the box of positions is too large", "ELIMIT" }, { limited.box(moves, { 1 << 24 }, false) })
    assert.is_truthy(limited.box(moves, { 1 << 12 }, false))
  end)

  -- After each refusal the same objects answer as before.
  it("lose nothing by bad input", function()
    local take = ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }
    local t = assert(take:theorem { numeration = 2 })
    local text = assert(t:certificate())
    local function intact()
      assert.is_true(t:is_p(400))
      assert.equal(text, t:certificate())
      assert.is_true(ta.check_theorem(text))
      assert.equal("P", take(40):outcome())
      assert.equal(3, assert(take:theorem { numeration = 2 }).positions:states())
    end
    raises("not linear", ta.moves, { "n", "k: 1 <= k*k <= n -> n - k" })
    raises("unknown name m", ta.moves, { "n", "k: 1 <= k <= m -> n - k" })
    raises("unknown name m", t.ask, t, "A n: P(m)")
    raises("ask: unknown function Q; the sets are P\n", t.ask, t, "A n: Q(n)")
    raises("ask: unknown name n; none is known here\n", t.ask, t, "P(n)")
    raises("ask: P is a set of vectors of 1 number, not 2\n", t.ask, t, "A n: P(n, n)")
    raises("is_p: expected 1 number, (n), got 2", t.is_p, t, 1, 2)
    raises("is_p: n: expected a number 0, 1, 2, ...", t.is_p, t, -1)
    raises("outcome: n: expected a number 0, 1, 2, ...", t.outcome, t, "x")
    -- numbers that no automaton is made of
    local guards = {}
    for m = 2, 34 do guards[#guards + 1] = ("n mod %d <= %d"):format(m, m - 1) end
    for why, case in pairs {
      ["theorem: a coefficient or a constant beyond 2^40"] = { ta.moves { "n", "k: 1 <= k <= n, k <= 2199023255552 -> n - k" } },
      ["theorem: more than 32 numbers at once"] =
        { ta.moves { "n", "k: 1 <= k <= n, " .. table.concat(guards, ", ") .. " -> n - k" } },
      ["theorem: a coefficient beyond 2^53"] = { ta.moves { "a, b", "b = 0, a >= 1 -> a - 1, 0",
        "k: 1 <= k <= 3, b >= k, a = 0 -> 549755813888 k, b - k" }, { rank = { 1000000, 1000000 } } },
      ["theorem: a coefficient beyond 2^53 "] = -- 2^64, which is 0 in Lua's integers
        { ta.moves { "n", "n >= 1, 4294967296(n mod 4294967296) = 0 -> n - 1" }, { numeration = 2 } },
    } do
      assert.same({ nil, (why:gsub(" $", "")), "EUNSUPPORTED" }, { case[1]:theorem(case[2]) })
    end
    for _, formula in ipairs { "E x: x = 4294967296 and 4294967296(x mod 4294967296) = 0",
                               "E x: x = 1099511627776 and 16777216(x mod 1099511627776) = 0" } do
      raises("a coefficient beyond 2^53", t.ask, t, formula)
    end
    raises("theorem: states: expected at most 4294967295, got 8589934592", take.theorem, take, { states = 1 << 33 })
    assert.equal(1, select("#", t:ask "A n: n <= n"))
    raises("formula: a coefficient or a constant beyond 2^40", t.ask, t, "A n: n < 2199023255552")
    -- weights whose root is no Pisot number: that of f = 4k on one pile
    local wall, message, code = take:theorem { numeration = { recurrence = { 1, 0, 0, 0, 0, 1 }, first = { 1, 2, 3, 4, 5, 6 } },
                                               guesses = 2 }
    assert.is_nil(wall)
    assert.is_true(code == "ELIMIT" or code == "EUNSUPPORTED", message)
    -- weights whose greedy words are not found to have an automaton
    says("\n  in the numeration of the recurrence {1, 3} from {1, 2}: numeration: an intermediate automaton has more", "ELIMIT",
      take:theorem { numeration = { recurrence = { 1, 3 }, first = { 1, 2 } } })
    -- as many states as the digits of a number have values, in queries and in checks
    local n = ta.numeration(2, { states = 1000 })
    says("", "ELIMIT", n:ask "E a, b: 1234567a + 1 = 7654321b")
    assert.is_true(n:ask "E a, b: a = b")
    says("", "ELIMIT", ta.check_theorem(text, { steps = 100 }))
    assert.is_false((ta.check_theorem((text:gsub("%-1k 3", "-1k 4"))))) -- of another game
    intact()
  end)

  it("refuse settings they do not know", function()
    local function refused(why, settings) raises(why, wythoff.theorem, wythoff, settings) end
    refused("unknown setting second; known are", { second = 1 })
    refused("seconds: expected a positive number", { seconds = 0 })
    refused('theorem: misere: expected true or false, got "yes"', { misere = "yes" })
    refused("numeration: expected a base", { numeration = "phi" })
    refused("theorem: progress: expected a function, got a number", { progress = 3 })
    for name, wrong in box({ "bytes", "guesses", "states" }, { 0, -1, 2.5, "many" }) do
      refused(("theorem: %s: expected a positive integer"):format(name), { [name] = wrong })
    end
  end)

  -- Wythoff's game where from one number an even amount is taken: none is found of it.
  it("end at counted bounds, where they did before", function()
    local wall = ta.moves { "a, b", "k: 1 <= k, 2k <= a -> a - 2k, b", "k: 1 <= k <= b -> a, b - k",
                            "k: 1 <= k <= a, k <= b -> a - k, b - k" }
    local said, made = {}, {}
    for i = 1, 2 do
      local states, counted = 0, 0
      local theorem, why, code = wall:theorem { guesses = 2, states = 60, progress = function(of)
        states, counted = math.max(states, of), counted + 1
      end }
      assert.same({ nil, "ELIMIT" }, { theorem, code })
      assert.is_true(states <= 60)
      said[i], made[i] = why, counted
    end
    assert.equal(said[1], said[2])
    assert.equal(made[1], made[2])
    assert.is_true(made[1] <= 2 * select(2, said[1]:gsub("\n", "\n")), "2 in each numeration")
    assert.matches(", the last of 2\n", said[1], 1, true)
    -- The first guess in base 3 has more states than the first round may have: none was made there.
    local late = select(2, nim(3):theorem { guesses = 1, numeration = 3 })
    assert.matches("a guess of 88 states fails .*, the last of 1$", late)
    says("more than 3 states are needed", "ELIMIT", wythoff:theorem { numeration = "zeckendorf", states = 3 })
    assert.equal(8, assert(wythoff:theorem { numeration = "zeckendorf", states = 8 }).positions:states())
    assert.equal(8, assert(wythoff:theorem { guesses = 20 }).positions:states())
  end)

  it("take no more memory for an automaton than they may", function()
    local why = says("an intermediate automaton needs more than 1.953 KiB", "ELIMIT", nim(2):theorem { bytes = 2000, numeration = 2 })
    assert.matches("in base 2: [^\n]*an intermediate automaton needs", why)
    assert.equal(2, assert(nim(2):theorem { bytes = 1 << 20, numeration = 2 }).positions:states())
  end)

  it("can be cancelled", function()
    says("cancelled", "ECANCELLED", two_pile "5k":theorem { progress = function() return false end })
  end)
end)

describe("what must hold", function()
  local core = require "takeaway.core"
  local obligations = require "takeaway.engine.automata.obligations"

  -- A right automaton with one state's acceptance turned, or one move led elsewhere, is refused.
  it("does not hold of a set that is changed", function()
    local rules = two_pile "2k"
    local theorem = assert(rules:theorem())
    local n = theorem.numeration.core
    local game = assert(obligations.game(n, rules.declaration, false))
    local p = theorem.positions.automaton
    local next_states, accepting = {}, {}
    for state = 0, p:states() - 1 do
      for letter = 0, 7 do
        next_states[#next_states + 1] = p:read(state, { string.char(letter >> 2 & 1), string.char(letter >> 1 & 1),
                                                        string.char(letter & 1) })
      end
      accepting[#accepting + 1] = p:accepting(state) and 1 or 0
    end
    assert.is_true(n:table(3, next_states, accepting):equal(p))
    require "spec.support.seed"()
    local refused = 0
    for _ = 1, 60 do
      local changed, accepts = { table.unpack(next_states) }, { table.unpack(accepting) }
      if math.random(2) == 1 then
        local at = math.random(#accepts)
        accepts[at] = 1 - accepts[at]
      else
        changed[math.random(#changed)] = math.random(0, p:states() - 1)
      end
      local ok, mutant = pcall(n.table, n, 3, changed, accepts)
      if ok and not mutant:equal(p) then
        assert.is_nil((obligations.prove(game, mutant)))
        refused = refused + 1
      end
    end
    assert.is_true(refused > 20)
    assert.is_truthy(obligations.prove(game, p))
  end)

  it("is of the core", function() assert.is_function(core.numeration) end)
end)
