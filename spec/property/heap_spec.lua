-- Heap games: rules in Lua against codes, sums against a search of whole positions, laws of sums.
local box = require "spec.support.box"
local heap_games = require "spec.support.heap_games"
local move_functions = require "spec.support.move_functions"
local naive = require "spec.support.naive"
local random = require "spec.support.random"
local ta = require "takeaway"

describe("heap properties", function()
  it("rules agree with their codes: values to 120", function()
    for _, code in ipairs { "0.77", "0.07", "0.137", "0.17", "0.6", "0.156", "0.165", "0.356", "0.16", "0.56", "0.376",
                            "0.354", "0.007", "0.36", "0.04", "0.4", "4.3", "0.333", "0.21", "4.7" } do
      local by_rule, by_code = ta.heap(heap_games.rule(code)), ta.octal(code)
      assert.equal(by_code:nim_values(120):checksum(), by_rule:nim_values(120):checksum())
      for a = 0, 8 do
        for b = 0, a do
          assert.equal(#by_code:winning_moves(a, b), #by_rule:winning_moves(a, b))
          assert.equal(by_code:misere_outcome(a, b), by_rule:misere_outcome(a, b))
        end
      end
    end
  end)

  it("sums of heaps to 8 agree with a full search, normal and misere", function()
    for _, code in ipairs { "0.77", "0.07", "0.333", "4.3", "0.26" } do
      local game, rule = ta.octal(code), heap_games.rule(code)
      local normal, misere = heap_games.outcomes(rule, true), heap_games.outcomes(rule)
      for a = 0, 8 do
        for b = 0, a do
          for c = 0, math.min(b, 4) do
            assert.equal(normal(a, b, c), game:outcome(a, b, c))
            assert.equal(misere(a, b, c), game:misere_outcome(a, b, c))
          end
        end
      end
    end
  end)

  it("laws of sums", function()
    local game = ta.octal "0.16"
    for a = 0, 40 do
      assert.equal("P", game:outcome(a, a))
      for b = 0, 40 do
        assert.equal(game:nim_value(a) == game:nim_value(b) and "P" or "N", game:outcome(a, b))
        assert.equal(game:outcome(a, b, 17), game:outcome(17, b, a))
        assert.equal(game:outcome(a, b), game:outcome(a, b, 23, 23))
      end
    end
  end)

  it("sums of one-pile games, each with its own bound, agree with a full search", function()
    for _, factor in ipairs { 1, 2, 3 } do
      local game, memo = ta.one_pile(factor), {}
      local function wins(n, x, m, y)
        x, y = math.min(x, n), math.min(y, m)
        local key = ((n * 16 + x) * 16 + m) * 16 + y
        if memo[key] == nil then
          memo[key] = false
          for k = 1, x do if not wins(n - k, factor * k, m, y) then memo[key] = true end end
          for k = 1, y do if not wins(n, x, m - k, factor * k) then memo[key] = true end end
        end
        return memo[key]
      end
      for n = 0, 9 do
        for x, m in box(0, n, 0, 9) do
          for y = 0, m do
            local expected = wins(n, x, m, y) and "N" or "P"
            assert.equal(expected, ta.heaps { { game, n, x }, { game, m, y } }:outcome())
          end
        end
      end
    end
  end)

  it("the rules of one pile are the kernel, misere too", random.forall(random.count(60, 12), function(_, tell)
    local f, text = move_functions.random()
    local fields = require "takeaway.rules.one_pile"(f)
    local game, misere, by_rule, losing = ta.one_pile(f), ta.one_pile(f, { misere = true }), naive.game(fields), {}
    for n = 0, 25 do
      local least = math.huge
      for x = 0, n do
        tell("%s (%d, %d)", text, n, x)
        assert.equal(by_rule.nim_value { n, x }, game:nim_value(n, x))
        assert.equal(by_rule.outcome { n, x }, game:outcome(n, x))
        if x > 0 or n == 0 then assert.equal(by_rule.misere_outcome { n, x }, misere:outcome(n, x)) end
        local wins = {}
        fields.options(function(m, y) wins[#wins + 1] = by_rule.outcome { m, y } == "P" and n - m or nil end, n, x)
        assert.same(wins, game:winning_moves(n, x))
        if x > 0 and by_rule.outcome { n, x } == "N" then least = math.min(least, x) end
      end
      if n > 0 then assert.equal(least, game:least_move(n)) end
      if n > 0 and by_rule.outcome { n, n - 1 } == "P" then losing[#losing + 1] = n end
    end
    local some = game:losing_sizes(25)
    assert.same(losing, table.move(some, 1, #some, 1, {}))
  end))

  it("opening values: 0 exactly on H, and as with any first move off it", function()
    for _, f in ipairs { "k", "2k", "3k", "4k", "k+1", "floor(3k/2)" } do
      local game, losing, last = ta.one_pile(f), {}, 0
      for _, n in ipairs((game:losing_sizes(200))) do losing[n] = true end
      for n = 1, 200 do
        local opening, whole = game:nim_value(n), game:nim_value(n, n)
        assert.equal(losing[n] == true, opening == 0)
        if not losing[n] then assert.equal(whole, opening) end
        assert.is_true(whole >= last)
        last = whole
      end
    end
  end)
end)
