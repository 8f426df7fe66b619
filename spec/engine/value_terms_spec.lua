-- Values as terms of sums of positions: against plain play of both parts, move by move, in normal and in misere play.
local P = dofile "spec/support/partizan.lua"
local box = require "spec.support.box"
local play = require "spec.support.play"
local seed = require "spec.support.seed"()
local ta = require "takeaway"

local v = ta.value

-- The plain game that a position, a sum or a value is, as it is played.
local game_of = play.value(function(sides) return P.game(sides.left, sides.right) end, function(position, side)
  return side == 1 and position:left_options() or position:right_options()
end, nil, tostring)

local wins, outcome_of = play.winner(P.options), play.outcome(P.options)

local VALUES = { "0", "1", "-2", "1/2", "*", "*2", "^", "vv*", "{2|1}", "+-1", "{1|*}", "{2||1|0}", "Tiny(1)" }

local function positions()
  local r = ta.rules
  return { r.kayles(4), r.nim(2), r.domineering(2, 2), r.domineering(1, 3), r.toads_and_frogs "TT.F", r.hackenbush "lr",
           r.kayles(2) + r.nim(1), r.domineering(1, 2) - r.hackenbush "lrl" }
end

describe("values in sums of positions, seed " .. seed .. ":", function()
  it("play as their canonical forms, in every direction", function()
    for p, name in box(positions(), VALUES) do
      local x = v(name)
      local plain, of_p, of_x = game_of(x), game_of(p), p:canonical_form()
      for _, case in ipairs {
        { p + x, P.add(of_p, plain), of_x + x }, { x + p, P.add(of_p, plain), of_x + x },
        { p - x, P.add(of_p, P.negative(plain)), of_x - x }, { x - p, P.add(P.negative(of_p), plain), x - of_x },
        { ta.sum { x, p }, P.add(of_p, plain), of_x + x }, { ta.sum { name, p, p, x },
          P.add(P.add(of_p, of_p), P.add(plain, plain)), 2 * of_x + 2 * x },
        { 2 * (p + x), P.add(P.add(of_p, of_p), P.add(plain, plain)), 2 * of_x + 2 * x },
      } do
        local sum, of_sum, value = table.unpack(case)
        local shown = tostring(sum)
        assert.equal(outcome_of(of_sum, false), sum:outcome(), shown)
        assert.equal(outcome_of(of_sum, true), sum:misere_outcome(), shown)
        assert.equal(value, sum:canonical_form(), shown)
        assert.equal(value:nim_value(), (sum:is_partizan() and value or sum):nim_value(), shown)
      end
    end
  end)

  it("answer what their values answer, as the positions do", function()
    for p, name in box(positions(), VALUES) do
      local sum, shown = p + v(name), tostring(p) .. " + " .. name
      for _, question in ipairs { "mean", "temperature", "left_stop", "right_stop", "stops", "thermograph", "atomic_weight" } do
        for _, x in ipairs { p, sum } do
          local value = x:canonical_form()
          local expected, got = table.pack(value[question](value)), table.pack(x[question](x))
          assert.equal(tostring(expected[1]), tostring(got[1]), question .. " of " .. shown)
          assert.equal(expected[2], got[2])
        end
      end
    end
    assert.equal(tostring(v "{3||2|1}":thermograph(-1)), tostring((ta.rules.nim(0) + v "{3||2|1}"):thermograph(-1)))
    local walk = ta.ruleset { name = "Walk", left = function(emit, n) emit(n) end, right = function() end }
    assert.equal("EUNSUPPORTED", select(3, walk(1):temperature()))
    assert.same({ "on", "on" }, { walk(1):stops() })
    local entailing = ta.ruleset { name = "E", options = function(emit, n) if n > 0 then emit(n - 1) end end,
                                   entails = function() return true end }
    assert.equal("EUNSUPPORTED", select(3, entailing(1):mean()))
    assert.is_truthy(select(2, entailing(1):mean()):find "^mean:")
  end)

  it("are sums where a misere value and a value of normal play meet", function()
    local form = ta.misere_value "*[2]"
    for _, value in ipairs { v "*5", v "1/2", v "over" } do
      local expected = ta.sum { form, value }
      for _, sum in ipairs { form + value, value + form } do
        assert.equal(expected:outcome(), sum:outcome())
        assert.equal(expected:misere_outcome(), sum:misere_outcome())
      end
    end
    assert.equal("*[2] + *5", tostring(form + v "*5"))
  end)

  it("have the moves that win, and are among them", function()
    for p, name in box(positions(), VALUES) do
      local sum = p + v(name)
      for _, misere in ipairs { false, true } do
        for side, player in ipairs { "left", "right" } do
          local expected = 0
          for _, o in ipairs(sum[player .. "_options"](sum)) do
            if not wins(game_of(o), 3 - side, misere) then expected = expected + 1 end
          end
          local list = sum[misere and "misere_winning_moves" or "winning_moves"](sum, player)
          assert.equal(expected, #list, tostring(sum))
          for _, o in ipairs(list) do assert.is_false(wins(game_of(o), 3 - side, misere)) end
          local best = sum[misere and "misere_best_move" or "best_move"](sum, player)
          if expected > 0 then assert.is_false(wins(game_of(best), 3 - side, misere)) end
        end
      end
    end
    assert.equal('{2|1} + Domineering("#./#.")', tostring((ta.rules.domineering(2, 2) + v "{2|1}"):best_move "left"))
    assert.equal('Domineering("../..") + 2', tostring((ta.rules.domineering(2, 2) + v "{2|-7}"):best_move "left"))
  end)

  it("are nim heaps where they are nimbers, and leave a sum impartial", function()
    for n, m in box(0, 5, 0, 6) do
      local sum, heaps = ta.rules.kayles(m) + ta.star(n), ta.rules.kayles(m) + ta.rules.nim(n)
      assert.is_false(sum:is_partizan())
      for _, call in ipairs { "nim_value", "outcome", "misere_outcome", "misere_nim_value", "genus", "remoteness",
                              "misere_remoteness", "misere_canonical_form", "followers" } do
        assert.equal(heaps[call](heaps), sum[call](sum), call .. " of " .. tostring(sum))
      end
      assert.equal(#heaps:winning_moves(), #sum:winning_moves())
    end
    assert.same({ nil, "EPARTIZAN" }, { (ta.rules.kayles(3) + v "^"):genus(), (select(3, (ta.rules.kayles(3) + v "^"):genus())) })
    assert.equal("EPARTIZAN", (select(3, (ta.rules.kayles(3) + v "^"):nim_value())))
  end)

  it("of which two are two games, not their sum", function()
    assert.equal("P", ta.sum { "*2", "*2" }:misere_outcome())
    assert.equal("N", (v "*2" + v "*2" + ta.rules.nim(0)):misere_outcome())
    assert.equal("2 * *2", tostring(ta.sum { "*2", "*2" }))
    assert.equal(v "^^", ta.sum { "^", "^" }:canonical_form())
    assert.equal("0", tostring(ta.sum {}))
    assert.equal("P", ta.sum {}:outcome())
  end)

  it("are positions with all their calls", function()
    local plain = ta.rules.nim(3)
    for _, name in ipairs { "*3", "^", "{2|1}" } do
      local p = ta.sum { name }.terms[1].position
      for call in pairs(getmetatable(plain).__index) do assert.is_function(p[call], name .. " " .. call) end
    end
  end)

  it("compare with positions", function()
    for p, name in box(positions(), VALUES) do
      local x, y = v(name), p:canonical_form()
      assert.equal(y == x, p:equals(x))
      assert.equal(y == x, x:equals(p))
      assert.equal(y <= x, p <= x)
      assert.equal(x <= y, x <= p)
      assert.equal(y < x, p < x)
      assert.equal(x < y, x < p)
    end
  end)

  it("are not searched where they are large", function()
    local board = ta.rules.domineering(2, 3)
    assert.equal(board:canonical_form() + 2 ^ 40, (board + v(2 ^ 40)):canonical_form())
    assert.equal("L", (board + v(1000000)):outcome())
    assert.equal("R", (board - v(1000000)):outcome())
  end)

  it("may be loopy, where they have moves", function()
    local r = ta.rules
    for p, name in box({ r.domineering(2, 2), r.kayles(2), r.hackenbush "lr" }, { "on", "over", "upon*", "off" }) do
      local x, y = v(name), p:canonical_form()
      assert.equal(x + y, (p + x):canonical_form(), name)
      assert.equal(x + y, (x + p):canonical_form(), name)
      assert.equal(y - x, (p - x):canonical_form(), name)
      assert.equal(x - y, (x - p):canonical_form(), name)
      assert.equal((x + y):outcome(), (x + p):outcome(), name)
    end
    assert.is_true(v "over" > r.kayles(3) and r.kayles(3) < v "over")
    for _, f in ipairs { function() return v "over & v" + r.kayles(3) end, function() return r.kayles(3) - v "over & v" end,
                         function() return ta.sum { "over & v" } end } do
      assert.error_matches(f, "over & v stands for its two sides, and has no moves")
    end
  end)

  it("outlive a clear of the store, as text does", function()
    local sum = ta.rules.domineering(2, 2) + v "{2|-5}"
    local old = v "{2|-5}"
    ta.values:clear()
    assert.equal(v "+-1" + v "{2|-5}", sum:canonical_form())
    assert.error_matches(function() return sum + old end, "before the store of values was cleared")
  end)

  it("are parts of compounds", function()
    local nim, half = ta.rules.nim, ta.rules.hackenbush "lr"
    for m, n in box(0, 4, 0, 4) do
      for _, name in ipairs { "ordinal_sum", "conjunctive_sum", "selective_compound", "conway_product", "join" } do
        assert.equal(nim(m)[name](nim(m), nim(n)):nim_value(), nim(m)[name](nim(m), ta.star(n)):nim_value())
      end
      assert.equal(nim(m):sequential_compound(nim(n)):misere_outcome(),
        nim(m):sequential_compound(ta.star(n)):misere_outcome())
    end
    for _, name in ipairs { "ordinal_sum", "conjunctive_sum", "selective_compound" } do
      assert.equal(v "1/2"[name](v "1/2", "^"), half[name](half, v "^"):canonical_form())
    end
  end)

  it("are named by text and numbers in ta.sum alone, and anything else is refused", function()
    local p = ta.rules.kayles(3)
    assert.equal(v "3 + {1|0} + *3", ta.sum { p, 3, "{1|0}" }:canonical_form())
    for call, why in pairs {
      [function() return p + 1 end] = "%+: expected a position, a sum or a value, got 1 %(a number%)",
      [function() return "^" - p end] = "%-: expected a position, a sum or a value, got %^ %(a string%)",
      [function() return p + {} end] = "%+: expected a position, a sum or a value, got a table",
      [function() return p + ta.form "{|}" end] = "expected a position, a sum or a value, got '{|}'",
      [function() return p + ta.star "w" end] = "expected a position, a sum or a value, got %*w",
      [function() return ta.star "w" + p end] = "a transfinite nimber is added to and compared with nimbers",
      [function() return ta.form "{|}" + p end] = "%+: expected a form or a value, got Kayles%(3%)",
      [function() return ta.sum(3) end] = "sum: components: expected a list of positions and values, got 3",
      [function() return ta.sum(p) end] = "sum: components: expected a list",
      [function() return ta.sum { p, true } end] = "sum: component 2: expected a position, a sum or a value, got true",
      [function() return ta.sum { "foo" } end] = "sum: component 1: value: a value is expected here",
      [function() return ta.sum { 1 / 0 } end] = "sum: component 1: ",
    } do
      assert.error_matches(call, why)
    end
  end)
end)
