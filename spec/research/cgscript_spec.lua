-- Lines of CGSuite's worksheet: their kinds, and the faults of others.
local seed = require "spec.support.seed"()
local ta = require "takeaway"

-- Each is what CGSuite's help and papers write, and what it is.
local LINES = {
  { "3*5", "15" }, { "3^5", "243" }, { "2^100", "1267650600228229401496703205376" }, { "1/3+1/6", "1/2" }, { "7 % 4", "3" },
  { "-3^2", "-9" }, { "2*3+4*5", "26" }, { "2^3^2", "512" }, { "1/3", "1/3" }, { "*3+*5", "*6" }, { "*", "*" }, { "^*", "^*" },
  { "^3*2", "^3*2" }, { "^^*", "^^*" }, { "vv", "vv" }, { "v*", "v*" }, { "3+*", "3*" }, { "3*^", "^3" }, { "*(1+1)", "*2" },
  { "^(2)", "^^" }, { "{3||2|1}", "{3||2|1}" }, { "{2|1}.Mean", "3/2" }, { "{0,*|0}", "^*" }, { "{|}", "0" },
  { "g := {3||2|1}; g.Temperature", "3/4" }, { "x := 3\ny := x*2\nx+y", "9" }, { "+-1", "+-1" }, { "+-{2|1}", "+-{2|1}" },
  { "1+-2", "{3|-1}" }, { "{0|pass}", "over" }, { "a{0|a}", "over" }, { "{0|a{0|a}}", tostring(ta.value "{0|a{0|a}}") },
  { "on+off", "dud" }, { "on & off", "dud" }, { "'{*|*}':1", "'{*|*}' : 1" }, { "1:*", tostring(ta.value(1):ordinal_sum "*") },
  { "1:*+1", tostring(ta.value(1):ordinal_sum "*" + 1) }, { "{2|1} Cool 1/2", "3/2*" }, { "* Heat 1 + 1", tostring(ta.star(1):heat(2)) },
  { "*2 ConjunctiveSum *3", "*2" }, { 'game.grid.Domineering("..|..").CanonicalForm', "+-1" },
  { 'game.heap.TakeAndBreak("0.77").NimValueSequence(10)', tostring(ta.octal "0.77":nim_values(10):list(1, 10)) },
  { "game.heap.Kayles(5).NimValue", "4" }, { "(game.heap.Kayles(5) + *3).NimValue", "7" },
  { 'game.strip.ToadsAndFrogs("TT..FF").CanonicalForm', "*" }, { 'game.heap.TakeAndBreak("0.07").CheckPeriodicity(1000).Period', "34" },
  { "{1|1/2} <> 0", "false" }, { "{1|-1} <> 0", "true" }, { "1 < 2 and not 3 == 4", "true" }, { "* <| 0", "true" }, { "1 <| 0", "false" },
  { "omega*omega", "w^2" }, { "*omega", "*w" }, { "{2|1}.Options(Left)", "{2}" }, { "^.AtomicWeight", "1" }, { "'{1|1}'.GameValue", "1*" },
}

local WRONG = {
  ["3*"] = { "expected a number, a name or a game", 3 }, foo = { "nothing is called foo", 1 }, ["{1|2"] = { "never closed", 1 },
  ["{1|2|3}"] = { "the same number of bars", 5 }, ["game.grid.Foo(1)"] = { "there are no rules Foo", 11 },
  ["if 1 then 2 end"] = { "programs are not read", 1 }, ["1 2"] = { "not part of what is before it", 3 }, ["(1"] = { "expected )", 3 },
  ["3/0"] = { "division by 0", 2 }, ["{1|0}*{2|1}"] = { "a product is of numbers", 6 }, ["@"] = { "no sign of CGScript", 1 },
  game = { "a package", 1 }, ["'{0|"] = { "never closed", 1 }, ["{2|1}.Nothing"] = { "no Nothing of {2|1}", 7 },
  ["1.Cool(1"] = { "expected ,", 9 }, ["2^(1/2)"] = { "a power is of a number", 2 }, ["x := "] = { "expected a number", 6 },
}

describe("cgscript", function()
  it("is read", function()
    for _, line in ipairs(LINES) do assert.equal(line[2], tostring(ta.cgscript(line[1])), line[1]) end
    local names = { g = ta.value "^" }
    ta.cgscript("h := g + *", names)
    assert.equal(ta.value "^*", names.h)
    assert.equal(ta.value "^*", ta.cgscript("h", names))
    assert.is_nil(ta.cgscript "")
  end)

  it("is what values are written as in it, seed " .. seed, function()
    local values = { ta.value(0), ta.star(1), ta.value "1/2", ta.value "-3", ta.value "^" }
    for _ = 1, 300 do
      local function some()
        local list = {}
        for i = 1, math.random(0, 2) do list[i] = values[math.random(#values)] end
        return list
      end
      local v = ta.value { left = some(), right = some() } + values[math.random(#values)]
      values[#values + 1] = v
      local text = v:text "cgscript"
      assert.equal(v, ta.value(ta.cgscript(text)), text)
    end
  end)

  it("is refused with a caret where it is wrong", function()
    for source, where in pairs(WRONG) do
      local good, why = pcall(ta.cgscript, source)
      assert.is_false(good, source)
      assert.matches("cgscript: ", why, 1, true)
      assert.is_truthy(why:find(where[1], 1, true), why)
      assert.equal(where[2] + 3, #why:match "\n( *)%^[^\n]*$", source .. "\n" .. why)
    end
    assert.error_matches(function() ta.cgscript(3) end, "cgscript: source: expected a text, got 3")
    assert.error_matches(function() ta.cgscript("1", 3) end, "cgscript: names: expected a table, got 3")
  end)
end)
