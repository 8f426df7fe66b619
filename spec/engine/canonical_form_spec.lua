-- canonical_form of positions, sums and cash games: the calls, misuse, loops, limits, cleared
-- stores, callbacks that fail; and win_condition and theorem as methods of cash games.
local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local raises, says = refusals.raises, refusals.says

-- Left takes 1 or 2, Right 1 or 3; `see` is called with every queried position.
local function unequal(options, see)
  return ta.ruleset({
    name = "Unequal",
    left = function(emit, n)
      if see then see(n) end
      for _, k in ipairs { 1, 2 } do if k <= n then emit(n - k) end end
    end,
    right = function(emit, n)
      for _, k in ipairs { 1, 3 } do if k <= n then emit(n - k) end end
    end,
  }, options)
end

local function by_hand(most)
  local v = {}
  for n = 0, most do
    local left, right = {}, {}
    for _, k in ipairs { 1, 2 } do left[#left + 1] = v[n - k] end
    for _, k in ipairs { 1, 3 } do right[#right + 1] = v[n - k] end
    v[n] = ta.value { left = left, right = right }
  end
  return v
end

describe("canonical_form", function()
  it("of a partizan position is the value by its options, in any order of asking", function()
    local v, up, down = by_hand(40), unequal(), unequal()
    for n = 0, 40 do assert.equal(v[n], up(n):canonical_form()) end
    for n = 40, 0, -1 do assert.equal(v[n], down(n):canonical_form()) end
    assert(rawequal(v[40], up(40):canonical_form()))
  end)

  it("of an impartial position is a nimber", function()
    assert.equal(ta.star(6), ta.rules.nim(5, 3):canonical_form())
    assert.equal(ta.value(0), ta.rules.wythoff(3, 5):canonical_form())
    for n = 0, 30 do
      local k = ta.rules.kayles(n)
      assert.equal(ta.star(k:nim_value()), k:canonical_form())
    end
    assert.equal(ta.star(ta.octal("0.77"):nim_value(9) ~ 3), ta.octal("0.77"):position(9, 3):canonical_form())
    local p = ta.two_pile("2k"):position(5, 7, 3)
    assert.equal(ta.star(p:nim_value()), p:canonical_form())
    p = ta.one_pile("k"):position(9, 2)
    assert.equal(ta.star(p:nim_value()), p:canonical_form())
  end)

  it("does not use the C stack, however long the play", function()
    local r = ta.ruleset { name = "Line", left = function(emit, n) if n > 0 then emit(n - 1) end end,
      right = function() end }
    assert.equal(ta.value(100000), r(100000):canonical_form())
  end)

  it("of endless play is loopy", function()
    local r = ta.ruleset { name = "Swing", left = function(emit, n) if n < 2 then emit(1 - n) end end,
      right = function(emit, n) if n == 9 then emit(1) elseif n == 5 then emit(0, 0) end end }
    assert.equal(ta.value "on", r(0):canonical_form())
    assert.equal(ta.value "{|on}", r(9):canonical_form())
    assert.equal(ta.value(0), r(2):canonical_form())
    assert.equal(ta.value "on", (r(0) + r(2)):canonical_form())
    raises("component", r(5).canonical_form, r(5))
    local i = ta.ruleset { name = "Turn", options = function(emit, n) emit(1 - n) end }
    assert.equal(ta.value "dud", i(0):canonical_form())
    assert.equal(ta.value(0), r(2):canonical_form())
  end)

  it("stops at the limit of the ruleset, and resumes there", function()
    local calls = 0
    local r = unequal({ limit = 20 }, function() calls = calls + 1 end)
    says("20", "ELIMIT", r(60):canonical_form())
    assert.equal(by_hand(10)[10], r(10):canonical_form())
    local statistics = assert(r:solve { from = 60, what = "canonical_form" })
    assert.equal(61, statistics.positions)
    assert.equal(by_hand(60)[60], r(60):canonical_form())
    local outcomes = unequal()
    for n = 0, 60 do outcomes(n):outcome() end
    local held, plain = r:statistics().bytes, outcomes:statistics().bytes
    assert(held >= plain + 4 * 61, "the values themselves are not counted: " .. held .. " " .. plain)
    assert(calls < 61 + 21 + 21, calls)
  end)

  it("stops at the limit of the store, and resumes there", function()
    local r, s = ta.ruleset { name = "Domineering", left = ta.rules.domineering.left,
      right = ta.rules.domineering.right, parts = ta.rules.domineering.parts }, ta.values:statistics()
    ta.values:clear()
    ta.values:limit { games = 30 }
    local p = r "..../..../...."
    local v, text, code = p:canonical_form()
    ta.values:limit { games = s.most_games }
    says("games", "ELIMIT", v, text, code)
    assert.equal(ta.rules.domineering(3, 4):canonical_form(), p:canonical_form())
  end)

  it("starts again when the store or the ruleset is cleared", function()
    local r = unequal()
    local old = r(20):canonical_form()
    local text = tostring(old)
    ta.values:clear()
    raises("before the store of values was cleared", old.outcome, old)
    local new = r(20):canonical_form()
    assert.equal(text, tostring(new))
    assert.equal(by_hand(20)[20], new)
    r:clear()
    assert.equal(0, r:statistics().positions)
    assert.equal(new, r(20):canonical_form())
    ta.values:clear()
    assert.equal(r(5):outcome(), r(5):canonical_form():outcome())
    ta.values:clear()
    assert.equal("P", (r(20) - r(20)):outcome())
  end)

  it("says so when its ruleset is closed", function()
    local r = unequal()
    r(7):canonical_form()
    r.core:close()
    raises("closed", r(7).canonical_form, r(7))
  end)

  it("a rule that clears the store gets an error, and nothing stale is left", function()
    local clear = true
    local r = unequal(nil, function(n) if n == 5 and clear then ta.values:clear() end end)
    raises("before the store was cleared", r(20).canonical_form, r(20))
    clear = false
    assert.equal(by_hand(20)[20], r(20):canonical_form())
  end)

  it("a rule that raises or yields is an error; what was solved is kept", function()
    local how = function() error "no such square" end
    local r = unequal(nil, function(n) if n == 3 and how then how() end end)
    raises("no such square", r(12).canonical_form, r(12))
    raises("no such square", r(12).canonical_form, r(12))
    assert.equal(by_hand(2)[2], r(2):canonical_form())
    how = coroutine.yield
    raises("yield", coroutine.wrap(function() return r(12):canonical_form() end))
    how = nil
    assert.equal(by_hand(12)[12], r(12):canonical_form())
  end)

  it("a rule may use values and other games, not its own", function()
    local other, r = unequal(), nil
    local own = false
    r = unequal(nil, function(n)
      assert(other(n):canonical_form() and ta.value "1/2" + ta.up() > 0)
      if own then r(1):canonical_form() end
    end)
    assert.equal(by_hand(15)[15], r(15):canonical_form())
    own = true
    raises("its own game", r(16).canonical_form, r(16))
  end)

  it("is cancelled by progress", function()
    local stop, calls = true, 0
    local r
    r = unequal { progress = function()
      calls = calls + 1
      assert(not pcall(r(3).canonical_form, r(3)))
      return not stop
    end }
    says("cancelled", "ECANCELLED", r(100000):canonical_form())
    assert(calls > 0)
    stop = false
    assert.equal(by_hand(30)[30], r(30):canonical_form())
  end)

  it("of a sum is the sum of the values", function()
    local r, v = unequal(), by_hand(12)
    for a, b in box(0, 12, 0, 12) do
      assert.equal(v[a] + v[b], (r(a) + r(b)):canonical_form())
      assert.equal(v[a] - v[b], (r(a) - r(b)):canonical_form())
    end
    assert.equal(3 * v[7] - 2 * v[4] + ta.star(5), (3 * r(7) - 2 * r(4) + ta.rules.nim(5)):canonical_form())
    assert.equal(ta.value(0), (0 * r(3)):canonical_form())
    assert.equal(ta.star(), (5 * ta.rules.nim(1)):canonical_form())
    local line = ta.ruleset { name = "Line", left = function(emit, n) if n > 0 then emit(n - 1) end end,
      right = function() end }
    assert.equal(ta.value "12884901885", (0xffffffff * line(1) + 0xffffffff * line(2)):canonical_form())
  end)

  it("known of every term answers the outcome of a sum where the search is out of reach", function()
    local fields = { name = "Toads", left = ta.rules.toads_and_frogs.left, right = ta.rules.toads_and_frogs.right }
    local p, q = "TTT..FFF", "TTTT.FFF"
    local free, tight = ta.ruleset(fields), ta.ruleset(fields, { limit = 600 })
    local outcome = (free(p) - free(q)):outcome()
    says("600", "ELIMIT", (tight(p) - tight(q)):outcome())
    assert(tight(p):canonical_form())
    says("600", "ELIMIT", (tight(p) - tight(q)):outcome()) -- one is not enough
    assert(tight(q):canonical_form())
    assert.equal(outcome, (tight(p) - tight(q)):outcome())
    assert.equal("P", (2 * tight(p) - 2 * tight(q)):outcome())
    assert.equal("P", (100 * tight(p) - 100 * tight(p)):outcome())
    assert(tight(p):equals(tight(p)))
    assert.equal((9 * tight(p) - tight(q)):canonical_form():outcome(), (9 * tight(p) - tight(q)):outcome())
    ta.values:clear()
    says("600", "ELIMIT", (tight(p) - tight(q)):outcome())
  end)
end)

describe("many copies in a sum", function()
  local domineering, clobber = ta.rules.domineering, ta.rules.clobber
  -- The same rules with nothing solved, and limits that a search of a hundred copies meets.
  local function fresh(rules, board)
    local plain = rules(board):ruleset()
    return ta.ruleset({ name = plain.name, left = plain.left, right = plain.right, parts = plain.parts },
      { limit = 30000 })(board)
  end
  local boards = { { domineering, "../.." }, { domineering, ".../..." }, { domineering, "..../...." }, { clobber, "xo.ox" },
    { clobber, "xoo/.xx" }, { clobber, "xxo" } }

  it("have the outcome of their value, and those of few of them the outcome of a search", function()
    local searched = 0
    for _, b in ipairs(boards) do
      local v = b[1](b[2]):canonical_form()
      local less = domineering(2, 1) + domineering(1, 2) -- 0, and not dead
      for n, q in box({ 2, 3, 5, 9, 10 }, { domineering(1, 2), domineering(2, 1), ta.rules.nim(1), less }) do
        local sum = n * fresh(b[1], b[2]) + q
        local known = (n * v + q:canonical_form()):outcome()
        local left, right = (n * fresh(b[1], b[2]) + q):remoteness()
        if left then
          searched = searched + 1
          assert.equal(known, left % 2 == 1 and (right % 2 == 1 and "N" or "L") or right % 2 == 1 and "R" or "P")
        end
        assert.equal(known, sum:outcome(), tostring(sum))
      end
    end
    assert(searched > 60)
  end)

  it("go by values where a search meets the limits: outcomes, moves, order", function()
    for _, b in ipairs(boards) do
      local v = b[1](b[2]):canonical_form()
      for _, n in ipairs { 100, 101 } do
        local p = fresh(b[1], b[2])
        assert.equal((n * v):outcome(), (n * p):outcome(), tostring(n * p))
        assert.equal((n * v - 1):outcome(), (n * p - domineering(2, 1)):outcome())
        assert.equal(n * v >= 1, n * p >= domineering(2, 1))
        assert.is_true((n * p):equals(n * p + domineering(2, 1) - domineering(2, 1)))
        local left, right = (n * p):winning_moves()
        local wins = (n * v):outcome()
        assert.equal(wins == "L" or wins == "N", #left > 0)
        assert.equal(wins == "R" or wins == "N", #right > 0)
        for _, option in ipairs(left) do assert.is_true(option:canonical_form() >= 0) end
      end
    end
    local p = fresh(domineering, ".../...")
    local move = (100 * p):best_move("left") -- how many moves are left is beyond the limits
    assert.is_true(move:canonical_form() >= 0)
    says("", "ELIMIT", (100 * p):best_move "right") -- which of Right's moves lasts longest is unknown
    assert.equal("L", (4000000000 * p):outcome())
    assert.equal("R", (-4000000000 * p + 3 * p):outcome())
    assert.equal("P", (100 * p - 100 * fresh(domineering, ".../...")):outcome())
    assert.equal("N", (101 * fresh(domineering, "../..") + 7 * ta.rules.nim(0)):outcome())
    assert.equal("P", (4000000000 * fresh(domineering, "../..")):outcome())
  end)

  it("whose value is large end at the limits of rules and store, which stay", function()
    -- the mean of the sum is 0: that decides nothing, and the values of so many copies are large
    local values, p = ta.values:statistics(), fresh(domineering, ".../...")
    local sum = 400 * p - 300 * domineering(2, 1)
    local outcome, _, code = sum:outcome()
    assert.is_true(outcome ~= nil or code == "ELIMIT")
    ta.values:limit { games = ta.values:statistics().games + 50 }
    local most = ta.values:statistics().most_games
    p = fresh(clobber, "xoo/.xx")
    outcome, _, code = (100 * p):outcome()
    assert.is_true(outcome == "L" or code == "ELIMIT")
    assert.equal(most, ta.values:statistics().most_games)
    ta.values:limit { games = values.most_games, memory = values.most_bytes }
  end)

  it("of impartial games, in misere play and where play need not end are what they were", function()
    local nim, p = ta.rules.nim, fresh(domineering, "../..")
    assert.equal("P", (100 * nim(5)):outcome())
    assert.same({ "P", "N" }, { (100 * nim(1) + nim(0)):outcome(), (100 * nim(1)):misere_outcome() })
    assert.equal("P", (4 * p):outcome())
    local loop = ta.ruleset { name = "Loop", left = function(emit, n) emit(n) end, right = function(emit, n) emit(n) end }
    assert.equal("D", (9 * loop(1) + 9 * p):outcome())
    local misere = (3 * p):misere_outcome()
    assert(#misere == 1)
    assert.equal("ELIMIT", (select(3, (400 * fresh(domineering, "..../....")):misere_outcome())))
  end)
end)

describe("cash games", function()
  it("have canonical_form", function()
    local game = ta.cash { 1, 2 }
    assert.equal("1/2", tostring(game:canonical_form(2, 2, 1)))
    assert.equal(game:canonical_form(9, 9, 5), game:canonical_form(9, math.huge, 5))
    assert.equal(game:position(6, 4, 3):canonical_form(), game:canonical_form(6, 4, 3))
    raises("n", game.canonical_form, game, -1, 2, 2)
    raises("d", game.canonical_form, game, 1, 0.5, 2)
    raises("e", game.canonical_form, game, 1, 2)
    local s = ta.values:statistics()
    ta.values:clear()
    ta.values:limit { games = 3 }
    local v, text, code = game:canonical_form(30, 8, 5)
    ta.values:limit { games = s.most_games }
    says("games", "ELIMIT", v, text, code)
    game:close()
    raises("closed", game.canonical_form, game, 1, 1, 1)
  end)

  it("have win_condition", function()
    local game = ta.cash { 4, 1, 3, 3 }
    local wc = assert(game:win_condition { max_base = 200 })
    assert(wc:check())
    assert.equal(ta.win_condition({ 1, 3, 4 }):certificate(), wc:certificate())
    says("win_condition", "ELIMIT", game:win_condition { max_base = 2 })
    raises("unknown setting", game.win_condition, game, { speed = 1 })
    says("2000", "EUNSUPPORTED", ta.cash({ 1, 2000 }):win_condition())
    game:close()
    raises("closed", game.win_condition, game)
  end)

  it("have the closed form of {3,5,6,10,11} as their theorem", function()
    local game = ta.cash { 11, 3, 6, 5, 10 }
    local theorem = assert(game:theorem())
    assert.equal("proved", theorem.standing)
    assert.matches("closed form", theorem.source)
    assert.equal("closed form of NIM with Cash {3,5,6,10,11}, proved for all n", tostring(theorem))
    for n = 0, 60 do
      for d, e in box(0, n + 1, 0, n + 1) do
        if theorem:winner(n, d, e) ~= game:winner(n, d, e) then error(("%d %d %d"):format(n, d, e)) end
      end
    end
    assert.equal(theorem:winner(1 << 60, 1 << 59, 1 << 59), theorem(1 << 60, 1 << 59, 1 << 59))
    local other, _, code = ta.cash({ 3, 5, 6, 10 }):theorem()
    assert(other and other.standing or code == "EUNSUPPORTED")
  end)
end)
