-- The start positions of ready rules: every rule refuses a start it cannot be played from, and names what it accepts.
local raises = require("spec.support.refusals").raises
local ta = require "takeaway"
local shell = require "spec.support.shell"
local rules = ta.rules

describe("ready rules", function()
  it("of numbers refuse numbers that are none", function()
    local made = {
      nim = { "(heap, ...)", rules.nim }, kayles = { "(row, ...)", rules.kayles },
      dawsons = { "(row, ...)", rules.dawsons_kayles }, grundy = { "(heap, ...)", rules.grundy },
      even_odd = { "(heap, ...)", rules.even_odd }, wythoff = { "(a, b)", rules.wythoff, 2 },
      r_wythoff = { "(a, b)", rules.r_wythoff(2), 2 }, euclid = { "(a, b)", rules.euclid, 2 },
      silver_dollar = { "(square, ...)", rules.silver_dollar }, two_pile = { "(p, q, x)", rules.two_pile "2k", 3 },
      one_pile = { "(n, x)", rules.one_pile "2k", 2, 1 }, cash = { "(n, d, e)", rules.cash { 1, 3 }, 3 },
      subtraction = { "(n)", rules.partizan_subtraction({ 1 }, { 2 }), 1 },
    }
    for name, case in pairs(made) do
      local call, make, most, least = table.unpack(case)
      local list = { 3, 4, 5 }
      for i = 1, most or 3 do
        local bad = { table.unpack(list, 1, most or 3) }
        bad[i] = -1
        raises("expected " .. call .. ", integers from 0 on", make, table.unpack(bad))
      end
      if most then
        raises("expected " .. call, make, 3, 4, 5, 6)
        for count = 1, (least or most) - 1 do raises("is missing; expected " .. call, make, table.unpack(list, 1, count)) end
      end
      raises("", make, "x")
      raises("", make, 1.5, 2)
      assert.is_truthy(make(table.unpack(list, 1, most or 3)), name)
      assert.is_truthy(make { table.unpack(list, 1, most or 3) }, name)
    end
    raises("Wythoff: b is missing; expected (a, b), integers from 0 on, got (3)", rules.wythoff, 3)
    raises("in increasing order, got (3, 2)", rules.silver_dollar, 3, 2)
    raises("in increasing order", rules.silver_dollar, 3, 3)
    assert.equal(9, rules.cash(3)(9, math.huge, 4)[2])
    assert.equal(9, rules.one_pile("2k")(9, math.huge)[2])
    raises("expected (rows, columns), integers from 1 on", rules.chomp, 0, 3)
    raises("at most 64 rows", rules.chomp, 65, 3)
    assert.equal(64, #rules.chomp(64, 2))
  end)

  it("of boards and strips read lines, and capital letters where they mean one thing", function()
    assert.equal("../..", rules.domineering("..\n..")[1])
    assert.equal("..#/...", rules.domineering([[
      ..#
      ...
    ]])[1])
    assert.equal("..#/...", rules.cram("..#\r\n...\r\n")[1])
    assert.equal("xo/ox", rules.clobber("XO/OX")[1])
    assert.equal("xo/ox", rules.clobber("xo|ox")[1])
    assert.equal("..#/...", rules.domineering("..# | ...\n")[1])
    assert.equal("xo/ox", rules.clobber("xo\nox")[1])
    assert.equal("N", (rules.clobber("XO/OX"):outcome()))
    assert.equal("lr", rules.hackenbush("LR")[1])
    assert.equal("1/2", tostring(rules.hackenbush("LR"):canonical_form()))
    assert.equal("TTFF", rules.toads_and_frogs("ttff")[1])
    assert.equal(tostring(rules.toads_and_frogs("TT..FF"):canonical_form()),
      tostring(rules.toads_and_frogs("tt..ff"):canonical_form()))
    assert.equal("N", (rules.domineering("..\n.."):outcome()))
    assert.equal(rules.domineering(2, 3), rules.domineering(2.0, 3.0))
  end)

  it("of boards and strips refuse what is none", function()
    for _, game in ipairs { rules.domineering, rules.cram } do
      for _, bad in ipairs { { -1, 2 }, { 2, 0 }, { 2 }, { 2, 3, 4 }, { "ab" }, { "" }, { "../." }, { "..", 2 },
        { 1 << 30, 1 << 30 }, { 1.5, 2 }, {}, { "..\n.a" } } do
        raises('integers from 1 on, or a board such as "..#/..."', game, table.unpack(bad))
      end
    end
    for _, bad in ipairs { 2, "xy", "xo/o", "" } do raises('such as "xo/ox"', rules.clobber, bad) end
    for _, bad in ipairs { 2, "xy", "xo/o", "" } do raises('such as "x../..#/..o"', rules.amazons, bad) end
    for _, bad in ipairs { 2, "lx", "l\nr" } do raises('such as "lrg"', rules.hackenbush, bad) end
    for _, bad in ipairs { 2, "TxF", "T\nF" } do raises('such as "TT..FF"', rules.toads_and_frogs, bad) end
    raises('"a" is none of the signs; expected', rules.domineering, "ab")
    raises("the rows are not equally long; expected", rules.domineering, "../.")
  end)

  it("that depend on a set take it or say so", function()
    assert.equal("NIM with Cash {3}", rules.cash(3).name)
    assert.equal("Subtraction {2} | {1, 3}", rules.partizan_subtraction(2, { 1, 3 }).name)
    for _, bad in ipairs { {}, { 0 }, { 1.5 }, { "x" }, "x", 0, {{}} } do
      raises("expected a set of amounts such as {1, 3, 4}", rules.cash, bad)
      raises("expected a set of amounts such as {1, 3, 4}", rules.partizan_subtraction, bad, { 1 })
      raises("expected a set of amounts such as {1, 3, 4}", rules.partizan_subtraction, { 1 }, bad)
    end
    raises("expected a set", rules.cash)
    raises("r_wythoff: r: expected a positive integer", rules.r_wythoff, "x")
  end)

  it("say so on the command line", function()
    local out, err, status = shell.run "bin/takeaway solve cash:3 9 4 4"
    assert.equal(0, status, err)
    assert.matches("^NIM with Cash {3}%(9, 4, 4%)\noutcome         P", out)
    for call, text in pairs {
      ["clobber 2"] = "expected a board", ["euclid 1"] = "b is missing", ["nim -3"] = "expected (heap, ...)",
      ["domineering ab"] = "none of the signs", ["hackenbush xyz"] = "none of the signs",
    } do
      out, err, status = shell.run("bin/takeaway solve " .. call)
      assert.equal("", out)
      assert.equal(2, status)
      assert.is_truthy(err:find(text, 1, true), err)
      assert.is_nil(err:find("lua:", 1, true), err)
    end
  end)
end)

describe("a ruleset's own check", function()
  it("is called with the arguments of the ruleset, not with options", function()
    local even = ta.ruleset { name = "Even", options = function(emit, n) if n > 0 then emit(n - 1) end end,
      check = function(n) if n % 2 == 1 then return "expected an even number" end end }
    assert.equal("P", (even(4):outcome()))
    raises("Even: expected an even number, got (3)", even, 3)
    raises("Even: expected an even number, got (3)", even, { 3 })
    assert.equal(3, even(4):options()[1][1])
  end)
end)
