-- Loopy values beside plain ones: text as an operand, Unicode and LaTeX, sums with moves in both parts, powers.
local failed = require "spec.support.refusals".failed
local ta = require "takeaway"
local seed = require "spec.support.seed"()

local v = ta.value

-- Random values; half of what moves lead to are other nodes.
local PLAIN = { "0", "*", "1", "-1/2", "^", "v*", "{1|0}", "+-1", "on", "over", "under", "upon", "Tiny(1)" }

local function random_value()
  local graph, n = { start = "n1" }, math.random(3)
  for i = 1, n do
    local node = { left = {}, right = {} }
    for _, list in pairs(node) do
      for k = 1, math.random(0, 2) do
        list[k] = math.random(2) == 1 and "n" .. math.random(n) or PLAIN[math.random(#PLAIN)]
      end
    end
    graph["n" .. i] = node
  end
  return ta.loopy_value(graph)
end

local function is_loopy(x) return getmetatable(x) == "takeaway.loopy" end

local function random_stopper()
  while true do
    local g = random_value()
    if g:is_stopper() and is_loopy(g) and g:follower_count() < 8 then return g end
  end
end

-- The rules whose position 1 has the graph of g.
local function position_of(g)
  local graph = g:graph()
  local function moves(side)
    return function(emit, n) for _, k in ipairs(graph[n][side]) do emit(k) end end
  end
  return ta.ruleset { name = "Graph", left = moves "left", right = moves "right" }(1)
end

describe("loopy values, seed " .. seed .. ":", function()
  before_each(function() math.randomseed(seed) end)

  it("text that names one stands beside a plain value", function()
    assert.equal(v "on", v(1) + "on")
    assert.equal(v "on", "on" + v(1))
    assert.equal(v "off", v(1) - "on")
    assert.equal(v "-1over", "over" - v(1))
    assert.equal(v "over & under", v(0) + "over & under")
    assert.is_true(v(1) < "on" and v(1) <= "on" and "over" < v(1))
    assert.is_false(v(1) <= "over")
    for _, wrong in ipairs { "up", "pass", "on + nought", "a{0|", "" } do
      assert.is_false(pcall(function() return v(1) + wrong end), wrong)
      assert.is_false(pcall(function() return v(1) < wrong end), wrong)
    end
    assert.equal(v "3/2", v(1) + "1/2")
  end)

  it("calls of plain values that no theory tells of loopy ones say so", function()
    for _, name in ipairs { "conway_product", "norton_product", "ordinal_product", "heat", "overheat", "cool" } do
      for _, w in ipairs { "on", v "over" } do
        local _, message = failed("EUNSUPPORTED", "loopy", v(1)[name](v(1), w))
        assert.matches(name .. ": .*loopy", message)
      end
    end
  end)

  it("Unicode is read back, and LaTeX is that of plain values", function()
    for name, unicode in pairs {
      ["^[on]"] = "↑[on]", ["v<on>*2"] = "↓<on>∗2", ["+-on"] = "±on", ["Tiny(on)"] = "⧾(on)", ["Miny(on)"] = "⧿(on)",
      ["over & vv"] = "over & ⇓", ["-3/2over"] = "-1½over", ["25/2under"] = "12½under", ["{on|^^*}"] = "{on|⇑∗}",
    } do
      assert.equal(unicode, v(name):text "unicode")
      assert.equal(v(name), v(unicode))
    end
    for name, latex in pairs {
      dud = "\\mathbf{dud}", ["1/2over"] = "\\frac{1}{2}\\mathbf{over}", ["^[on]*"] = "{\\uparrow}^{[\\mathbf{on}]}{\\ast}",
      ["-1v<on>"] = "-1{\\downarrow}^{\\mathbf{on}}", ["3Tiny(on)"] = "3+_{\\mathbf{on}}", ["+-on"] = "\\pm\\mathbf{on}",
      ["{2|1||over}"] = "\\{2\\,|\\,1\\,||\\,\\mathbf{over}\\}", ["1 & 0"] = "1 \\mathbin{\\&} 0",
      ["{1/2,pass|0}"] = "\\{\\frac{1}{2},\\mathbf{pass}\\,|\\,0\\}",
      ["a{0||||0|||a|*||*}"] = "a\\{0\\,||||\\,0\\,|||\\,a\\,|\\,{\\ast}\\,||\\,{\\ast}\\}",
    } do assert.equal(latex, v(name):text "latex") end
    for _ = 1, 300 do
      local g = random_value()
      if is_loopy(g) and g:is_stopper_sided() then
        assert.equal(g, v(g:text "unicode"))
        assert.equal(g, -v("-(" .. tostring(g) .. ")"))
        assert.equal(-g, v(tostring(-g)))
      end
    end
  end)

  it("sums other than the disjunctive one are those of the graphs", function()
    assert.equal("on", tostring(v "on":conjunctive_sum "on"))
    assert.equal("0", tostring(v "on":conjunctive_sum "off"))
    assert.equal("1", tostring(v(1):conjunctive_sum "on"))
    for _ = 1, 60 do
      local g, h = random_stopper(), random_stopper()
      for name, turns in pairs { conjunctive_sum = true, selective_sum = true, selective_compound = true, join = true,
                                 sequential_compound = false, ordinal_sum = false } do
        local value, position = g[name](g, h), position_of(g)[name](position_of(g), position_of(h))
        if value:is_stopper_sided() then assert.equal(position:canonical_form(), value, tostring(g) .. name .. tostring(h)) end
        local plain = v(PLAIN[math.random(8)])
        if turns then assert.is_true(plain[name](plain, g):equals(g[name](g, plain))) end
      end
    end
    failed("EUNSUPPORTED", "", v "dud":conjunctive_sum(1))
  end)

  it("a subordinate is found again, and powers are those of the ordinal sum", function()
    for _ = 1, 60 do
      local x = random_stopper()
      for _, base in ipairs { "1", "*", "^", "{1|0}", "+-1", "Tiny(1)", "{0,*|*,^}" } do
        assert.equal(x, v(base):ordinal_sum(x):subordinate(base))
      end
      local one = v(1):ordinal_sum(x) -- an exponent
      assert.equal(v "^":ordinal_sum(x), v "^":pow_to(one))
      assert.equal(v { left = { 0 }, right = { v "*" - v "^":ordinal_sum(x) } }, v "^":pow(one + 1))
    end
    for _, g in ipairs { "over", "^", "Tiny(1)" } do
      assert.equal(v(0), v(g):pow_to(0))
      assert.equal(v(g), v(g):pow(1))
    end
    assert.equal(v "^[on]", ta.up():pow_to "on")
    assert.equal(v "^<on>", ta.up():pow "on")
    for _, call in ipairs { { "pow", "over" }, { "pow_to", "off" }, { "pow_to", "under" }, { "pow", "1under" } } do
      failed("EUNSUPPORTED", "exponent", ta.up()[call[1]](ta.up(), call[2]))
    end
  end)
end)
