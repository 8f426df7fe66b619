local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local failed = refusals.failed

local function list(t) return table.concat(t, " ") end

describe("takeaway.one_pile", function()
  describe("losing_sizes", function()
    local cases = {
      { "k", "1 2 4 8 16 32", 40 }, { "2k", "1 2 3 5 8 13 21 34", 40 },
      { "3k", "1 2 3 4 6 8 11 15 21 29 40", 40 }, { "4k", "1 2 3 4 5 7 9 12 15 19 24 31 40", 40 },
      { "floor(3k/2)", "1 2 4 8 16 32", 40 }, { "2k-1", "1 2 4 8 16 32", 40 },
      { "ceil(3k/2)", "1 2 3 5 8 13 26 52", 60 }, { "k+1", "1 2 3 5 10 20 40", 40 },
      { "k+2", "1 2 3 4 6 10 20", 30 },
      { "0k+4", "1 2 3 4 5", 40, true }, { "ceil(k/2)", "1 2", 40, true },
      { "isqrt(k)+2", "1 2 3 4 8", 40, true },
      { "2*(isqrt(k)+1-floor(isqrt(k)^2/k))", "1 2 3 5 10", 40, nil }, -- 2 ceil(sqrt k)
      { { 2, 1, rest = 1 }, "1 3", 3, nil }, { { 3, 1, rest = 3 }, "1 2 3 5", 5, nil },
    }
    for _, case in ipairs(cases) do
      local f, expected, limit, finite = case[1], case[2], case[3], case[4]
      it(type(f) == "string" and f or "list", function()
        local sizes, complete = ta.one_pile(f):losing_sizes(limit)
        if type(f) == "string" then assert.equal(expected, list(sizes)) end
        if finite then assert.is_true(complete) else assert.is_not_true(complete) end
      end)
    end

    it("is complete, goes on, or is not known", function()
      assert.same({ { 1, 2, 4 }, false }, { ta.one_pile("min(k, 10)"):losing_sizes(5) })
      assert.same({ { 1, 2, 4, 8, 16 }, true }, { ta.one_pile("min(k, 10)"):losing_sizes(100) })
      assert.same({ { 1, 2, 4, 8 }, nil }, { ta.one_pile(function(k) return k end):losing_sizes(10) })
      assert.same({ {}, false }, { ta.one_pile(1):losing_sizes(0) })
    end)

    it("goes to 2^62 and refuses more", function()
      local sizes, complete, message = ta.one_pile(1):losing_sizes(1 << 62)
      assert.equal(63, #sizes)
      assert.equal(1 << 62, sizes[63])
      assert.is_false(complete)
      assert.matches("beyond 2^62", message, 1, true)
      sizes = ta.one_pile(2):losing_sizes(1 << 62)
      for i = 3, #sizes do assert.equal(sizes[i - 1] + sizes[i - 2], sizes[i]) end
      assert.is_true(sizes[#sizes] > (1 << 62) - sizes[#sizes - 1])
    end)

    it("is refused where it is too long to give, before it is made", function()
      for _, f in ipairs { math.huge, "k^2" } do
        failed("ELIMIT", "more than 10000000 entries", ta.one_pile(f):losing_sizes(1 << 62))
      end
      local all, squares = ta.one_pile(math.huge), ta.one_pile "k^2":losing_sizes(300000)
      for _, limit in ipairs { 1, 65535, 65536, 65537, 131072, 131073 } do
        assert.equal(limit, #all:losing_sizes(limit))
        local some = ta.one_pile "k^2":losing_sizes(limit)
        assert.is_true(some[#some] <= limit and squares[#some] == some[#some] and squares[#some + 1] > limit)
      end
    end)

    it("of f not monotone is by the recursion: the smallest failures of the theorem", function()
      -- f(1) = 2, f(2) = 1: the theorem would end H at 2
      assert.equal("1 2 3", list(ta.one_pile({ 2, 1, 1 }):losing_sizes(3)))
      -- f(1) = 3, f(2) = 1, f(3) = 3: the theorem would have 4
      local game = ta.one_pile({ 3, 1, 3, rest = 3 })
      assert.equal("1 2 3", list(game:losing_sizes(4)))
      assert.same({ 2 }, game:winning_moves(4))
    end)
  end)

  it("answers at 2^62", function()
    local game = ta.one_pile(1)
    assert.equal(1 << 62, game:least_move(1 << 62))
    assert.equal("P", game:outcome(1 << 62))
    assert.equal("N", game:outcome((1 << 62) - 1))
    assert.same({ 1, 3, 7 }, { table.unpack(game:winning_moves((1 << 62) - 1), 1, 3) })
    assert.equal(61 + 1, #game:winning_moves((1 << 62) - 1, math.huge))
    local huge = ta.one_pile("0k+3")
    assert.equal((1 << 62) % 4 == 0 and 4 or (1 << 62) % 4, huge:least_move(1 << 62))
    assert.same({ 3, 7, 11 }, huge:winning_moves((1 << 62) - 1, 12))
    assert.equal("ELIMIT", select(3, huge:winning_moves((1 << 62) - 1)))
    assert.equal("ELIMIT", select(3, huge:representation(1 << 62)))
  end)

  it("edges", function()
    local game = ta.one_pile(2)
    assert.equal(math.huge, game:least_move(0))
    assert.equal("P", game:outcome(0, math.huge))
    assert.equal("P", game:outcome(5, 0))
    assert.equal("P", game:outcome(1))
    assert.equal("N", game:outcome(1, 1))
    assert.same({}, game:winning_moves(5, 0))
    assert.same({}, game:winning_moves(0))
    assert.same({}, game:representation(0))
    assert.equal(0, game:nim_value(7, 0))
    assert.equal(0, game:nim_value(0))
    assert.same({ { x = 0, value = 0 } }, game:nim_row(0))
    assert.equal("N", game:outcome(5.0, 5.0))
  end)

  it("representation: Zeckendorf's, and a repeated last term", function()
    assert.same({ 89, 8, 3 }, ta.one_pile(2):representation(100))
    assert.same({ 64, 32, 4 }, ta.one_pile(1):representation(100))
    assert.same({ 5, 5, 5, 2 }, ta.one_pile("0k+4"):representation(17))
  end)

  it("nim rows", function()
    -- published rows, n = 10 with k the last move: take at most 2k, 3k
    local two, three = ta.one_pile(2), ta.one_pile(3)
    local row = {}
    for k = 0, 8 do row[k + 1] = two:nim_value(10, 2 * k) end
    assert.equal("0 2 2 2 5 5 5 5 5", list(row))
    for k = 0, 8 do row[k + 1] = three:nim_value(10, 3 * k) end
    assert.equal("0 2 2 6 6 6 6 6 6", list(row))
    for n = 0, 60 do
      local thresholds, at = two:nim_row(n), 0
      for x = 0, n + 1 do
        if thresholds[at + 1] and thresholds[at + 1].x == x then at = at + 1 end
        assert.equal(thresholds[at].value, two:nim_value(n, x))
      end
      assert.equal(#thresholds, at)
    end
  end)

  it("misere n is normal n - 1", function()
    for _, f in ipairs { "k", "2k", "0k+3", "1+mod(k,3)" } do
      local normal, misere = ta.one_pile(f), ta.one_pile(f, { misere = true })
      for n = 1, 40 do
        assert.equal(normal:least_move(n - 1), misere:least_move(n))
        for x = 0, 8 do
          assert.equal(normal:outcome(n - 1, x), misere:outcome(n, x))
          assert.same(normal:winning_moves(n - 1, x), misere:winning_moves(n, x))
        end
      end
    end
    local misere = ta.one_pile(2, { misere = true })
    assert.equal("N", misere:outcome(0))
    assert.equal(0, misere:least_move(0))
    assert.equal("EUNSUPPORTED", select(3, misere:nim_value(5)))
    -- (n, 0): P by the definition above, N as a position, where a player who cannot move wins
    assert.equal("P", misere:outcome(5, 0))
    assert.equal("N", misere:position(5, 0):misere_outcome())
    assert.equal("N", ta.rules.one_pile(2)(5, 0):misere_outcome())
  end)

  it("the opening takes any number but not all, or as many as are asked for, as the rule says", function()
    local naive = require "spec.support.naive"
    for f, opening in box({ "k", "2k", "3k", "0k+3", "1+mod(k,3)" }, { -1, -2, -3, 1, 2, 5, 100 }) do
      local rules = require "takeaway.rules.one_pile"(f, opening)
      local by_hand, ready = naive.game(rules), ta.rules.one_pile(f, { opening = opening })
      for _, misere in ipairs { false, true } do
        local game = ta.one_pile(f, { misere = misere, opening = opening })
        local what, lost = misere and "misere_outcome" or "outcome", {}
        for n = 1, 60 do
          local outcome = by_hand[what] { rules.start(n) }
          assert.equal(outcome, game:outcome(n), ("%s %d %d"):format(f, opening, n))
          assert.equal(outcome, ready(n)[what](ready(n)))
          assert.equal(outcome, game:position(n)[what](game:position(n)))
          if not misere then assert.equal(by_hand.nim_value { rules.start(n) }, game:nim_value(n)) end
          local moves = {}
          for _, option in ipairs(ready(n)[misere and "misere_winning_moves" or "winning_moves"](ready(n))) do
            moves[#moves + 1] = n - option[1]
          end
          local got = game:winning_moves(n)
          assert.same(moves, table.move(got, 1, #got, 1, {}))
          if outcome == "P" then lost[#lost + 1] = n end
          local some = game:losing_sizes(n)
          assert.same(lost, table.move(some, 1, #some, 1, {}))
        end
      end
    end
    local misere = ta.one_pile(2, { misere = true })
    assert.equal("N", misere:outcome(2))
    assert.equal("N", (ta.rules.one_pile("2k")(2):misere_outcome()))
    local none, finite = misere:losing_sizes(2 ^ 62 | 0)
    assert.same({ 0, true }, { #none, finite })
    local two = ta.one_pile(2, { misere = true, opening = -2 })
    assert.same({ 3, 4, 6, 9 }, (two:losing_sizes(9)))
    assert.equal(#ta.one_pile(2):losing_sizes(10 ^ 15) - 1, #two:losing_sizes(10 ^ 15 + 1))
    assert.equal("one-pile game, f(k) = 2k, misere, the first move leaves 2 or more", tostring(two))
    assert.equal("one-pile game, f(k) = 2k, the first move takes at most 3", tostring(ta.one_pile(2, { opening = 3 })))
    assert.equal("ELIMIT", select(3, ta.one_pile(2, { opening = 3, memory = 1000 }):losing_sizes(10 ^ 6)))
    for _, bad in ipairs { 0, 1.5, "3", {} } do
      assert.is_false((pcall(ta.one_pile, 2, { opening = bad })))
      assert.is_false((pcall(ta.rules.one_pile, 2, { opening = bad })))
    end
    assert.is_false((pcall(ta.rules.one_pile, 2, { first = 3 })))
  end)

  it("losing and solve agree on the command line", function()
    local shell = require "spec.support.shell"
    for opening, misere in box({ "", "-1", "-2", "4" }, { "", " --misere" }) do
      local option = opening == "" and "" or " --opening " .. opening
      local out, err = shell.run("bin/takeaway losing 2k --limit 60 --format csv" .. misere .. option)
      assert.equal("", err)
      local lost = {}
      for size in out:gmatch(",(%d+)") do lost[tonumber(size)] = true end
      local rules = ta.rules.one_pile("2k", tonumber(opening))
      for n = 1, 60 do
        local p = rules(n)
        local outcome = p[misere == "" and "outcome" or "misere_outcome"](p)
        assert.equal(lost[n] and "P" or "N", outcome, option .. misere .. " " .. n)
      end
      for _, n in ipairs { 1, 2, 3, 5, 59 } do
        local said = shell.run(("bin/takeaway solve one_pile:2k%s %d%s"):format(opening == "" and "" or ":" .. opening,
          n, misere))
        assert.equal(lost[n] and "P" or "N", said:match("\noutcome +(%u)"))
      end
    end
  end)

  it("a Lua function is called once for each k, and gives what its expression gives", function()
    local calls = {}
    local game = ta.one_pile(function(k) calls[k] = (calls[k] or 0) + 1; return 2 * k end)
    local twin = ta.one_pile("2k")
    for n = 0, 200 do
      assert.equal(twin:least_move(n), game:least_move(n))
      assert.same(twin:winning_moves(n), game:winning_moves(n))
      assert.equal(twin:nim_value(n), game:nim_value(n))
    end
    for _, count in pairs(calls) do assert.equal(1, count) end
    assert.equal(twin:least_moves(3000):checksum(), game:least_moves(3000):checksum())
  end)

  it("asks of a short list only what it needs", function()
    local game = ta.one_pile { 1, 2, 3 }
    assert.equal(4, game:least_move(4))
    assert.error_matches(function() game:least_moves(9) ; game:least_move(64) end, "list of 3 values")
  end)

  describe("bad input", function()
    it("settings, and a closed game", function()
      local game = ta.one_pile(2)
      assert.error_matches(function() ta.one_pile() end, "one_pile: f: expected a move function")
      game:close()
      assert.equal("one-pile game (closed)", tostring(game))
    end)

    it("rules that fail name k, and the game goes on", function()
      local broken = true
      local game = ta.one_pile(function(k)
        if broken and k == 7 then error("seven") end
        return k
      end)
      assert.error_matches(function() game:least_move(20) end, "seven.*f%(7%)")
      broken = false
      assert.equal(4, game:least_move(20))
      assert.error_matches(function() ta.one_pile(function(k) return k - 3 end):least_move(9) end, "f%(1%) = %-2")
      assert.matches("yield", select(2, pcall(ta.one_pile(function(k) coroutine.yield(k) end).least_move,
                                              ta.one_pile(function(k) coroutine.yield(k) end), 9)))
      local own
      own = ta.one_pile(function(k) return own:least_move(k) end)
      assert.error_matches(function() own:least_move(9) end, "in use")
    end)

    it("more than check is ELIMIT", function()
      local game = ta.one_pile(function(k) return 2 * k end, { check = 1000 })
      assert.equal(2, game:least_move(989))
      failed("ELIMIT", "check = 1000", game:least_move(1001))
      failed("ELIMIT", "", ta.one_pile(2, { check = 50 }):nim_value(51))
      failed("ELIMIT", "", ta.one_pile(2):least_moves(1 << 50))
    end)
  end)

  it("has its losing sizes by runs: f constant, infinite, fast or slow", function()
    assert.equal(1 << 61, ta.one_pile(math.huge):least_move(1 << 61))
    assert.equal((1 << 40) % 20000001, ta.one_pile("0k + 20000000"):least_move(1 << 40))
    assert.equal("P", ta.one_pile { rest = (1 << 62) - 1 }:outcome(1 << 62, (1 << 62) - 1))
    assert.same({ 1, 2, 4, 6, 10, 14, 18, 24, 30, 36, 42 }, (ta.one_pile("k^2"):losing_sizes(51)))
    assert.equal(2 * 10 ^ 6, #ta.one_pile("0k + 3"):winning_moves(8 * 10 ^ 6 - 1, 8 * 10 ^ 6 - 1))
    local _, finite, why = ta.one_pile(1, { misere = true, opening = -2 }):losing_sizes(1 << 62)
    assert.same({ false, "the next losing size is beyond 2^62" }, { finite, why })
    for _ = 1, 60 do -- steps of every kind, in any order
      local f, v = {}, math.random(3)
      for k = 1, math.random(20, 200) do
        if math.random(4) == 1 then v = v + math.random(0, 2 ^ math.random(0, 6) // 1 | 0) end
        f[k] = v
      end
      f.rest = math.random(3) == 1 and math.huge or v + math.random(0, 50)
      local L, game = { [0] = math.huge }, ta.one_pile(f)
      for n = 1, 250 do
        L[n] = 1
        while L[n] < n and (f[L[n]] or f.rest) >= L[n - L[n]] do L[n] = L[n] + 1 end
      end
      for _ = 1, 250 do
        local n = math.random(250)
        assert.equal(L[n], game:least_move(n))
      end
      local sizes = {}
      for n = 1, 250 do if L[n] == n then sizes[#sizes + 1] = n end end
      assert.same(sizes, (game:losing_sizes(250)))
    end
  end)

  it("is declared by f as it is: a fraction is no move function", function()
    assert.same({ "EUNSUPPORTED" }, { select(3, ta.one_pile("7k/2"):as_moves()) })
    assert.matches("floor(7k/2)", tostring(ta.one_pile("floor(7k/2)"):as_moves()), 1, true)
    assert.equal("EUNSUPPORTED", select(3, ta.export.cgsuite(ta.one_pile "7k/2")))
  end)

  it("tostring", function()
    assert.equal("one-pile game, f(k) = 2k", tostring(ta.one_pile(2)))
    assert.matches("misere", tostring(ta.one_pile(2, { misere = true })))
  end)

  it("says how it is played", function()
    local game = ta.one_pile("3k", { misere = true, opening = 4 })
    assert.same({ true, 4, "f(k) = 3k" }, { game:is_misere(), game:opening(), tostring(game:move_function()) })
    game = ta.one_pile { 1, 2, rest = 7 }
    assert.same({ false, -1, 7 }, { game:is_misere(), game:opening(), game:move_function()(3) })
  end)
end)
