-- Rulesets, their tables, slices, sequences and lists of positions as input of the app: export, explore, plot, report.
local decode = require "spec.support.json"
local ta = require "takeaway"

local w = ta.rules.wythoff

local function written(x, settings) return assert(ta.export.write(x, settings)) end

describe("what rulesets give", function()
  it("is exported, positions as arrays of numbers", function()
    local t = w:table { to = { a = 3, b = 5 }, from = { b = 2 } }
    local read = decode(written(t, { format = "json" }))
    assert.same({ 0, 3, 2, 5, "nim values of Wythoff(a, b)" }, { read.first, read.last, read.left, read.right, read.title })
    for p, q, value in t:cells() do assert.equal(value, read.rows[p + 1][q - 1]) end
    assert.equal("a\\b,2,3,4,5\n0,2,3,4,5\n1,0,4,5,3\n2,1,5,3,4\n3,5,6,2,0\n", written(t, { format = "csv" }))
    local positions = w:p_positions { to = 20 }
    read = decode(written(positions, { format = "json" }))
    for i, position in ipairs(positions) do assert.same({ position[1], position[2] }, read.rows[i]) end
    assert.equal("[[3, 4]]", ta.export.json { w(3, 4) })
    assert.equal("b,value\n0,5\n1,3\n2,4\n", written(w:sequence { to = 2, fix = { a = 5 } }, { format = "csv" }))
    assert.equal("[3],n,[2],nim_value\n0,0,0,0\n0,0,1,1\n0,1,0,1\n0,1,1,0\n1,0,0,1\n1,0,1,0\n1,1,0,0\n1,1,1,1\n",
      written(ta.rules.nim:table { to = { 1, 1, 1 } }, { format = "csv" }))
    assert.equal(written(w:table { to = 8 }, { format = "text" }), written(w, { format = "text", to = 8 }))
    assert.equal("1 2\n2 0\n3 0\n4 4\n5 1\n6 4\n", written(w:table { from = { a = 1, b = 1 }, to = { a = 3, b = 4 } },
      { format = "bfile" }))
  end)

  it("is the same of a grid as of the table, the slices or the sequence that hold its values", function()
    local rules = ta.rules.two_pile "2k"
    local function untitled(x) return tostring(ta.explore(x)):match "\n.*" end
    local function cells(x) return select(2, ta.report(x):gsub("<td>", "")) end
    local function same(grid, other)
      assert.equal(written(other, { format = "csv" }), written(grid, { format = "csv" }))
      assert.equal(untitled(other), untitled(grid))
      assert.equal(cells(other), cells(grid))
    end
    local box = { what = "remoteness", from = { p = 1, q = 0, x = 2 }, to = { p = 6, q = 5, x = 4 } }
    local grid = rules:grid(box)
    same(grid, rules:table(box))
    same(grid[3], rules:table { what = "remoteness", from = { q = 0, x = 2 }, to = { q = 5, x = 4 }, fix = { p = 3 } })
    same(grid[3][2], rules:sequence { what = "remoteness", from = { x = 2 }, to = { x = 4 }, fix = { p = 3, q = 2 } })
    for i, t in ipairs(rules:table(box)) do
      for p, q, value in t:cells() do assert.equal(value, grid:slices()[i](p, q)) end
      assert.equal(ta.plot.heat_map(t, { title = "T" }):svg(), ta.plot.heat_map(grid:slices()[i], { title = "T" }):svg())
    end
    assert.same({ "p", "q", "x" }, grid:coordinates())
    assert.error_matches(function() ta.plot.heat_map(grid) end, "these are several, draw each, such as .* g%[0%] of a grid")
    local four = ta.rules.nim:grid { to = { 1, 0, 1, 2 }, from = { 0, 0, 0, 2 } }
    assert.equal("n,[2],[3],[4],nim_value\n0,0,0,2,2\n0,0,1,2,3\n1,0,0,2,3\n1,0,1,2,2\n", written(four, { format = "csv" }))
    assert.matches("<td>3</td>", ta.report(four))
    assert.error_matches(function() four:slices() end, "4 are free: fix 1 of them, as in g%[0%]")
    assert.same({ "[2]", "[3]", "[4]" }, four[1]:coordinates())
    assert.equal(3, four[1]:slices()[1](0, 0))
  end)

  it("is explored", function()
    local found = ta.explore(ta.rules.nim:table { to = 20 })
    local texts = {}
    for _, finding in ipairs(found) do texts[finding.text] = finding end
    assert.is_truthy(texts["every value is p xor q"])
    -- for a game it also says that a theorem may exist
    local own, proposal = tostring(ta.explore(w)):match "^(.-)(\n  the P%-positions look automatic: 8 states .*)$"
    assert.equal(tostring(ta.explore(w:table { to = 32 })), own)
    assert.matches('rules:theorem{ numeration = "zeckendorf" }$', proposal)
    assert.matches("period 12 from n = 71", tostring(ta.explore(ta.rules.kayles, { to = 300 })))
    assert.matches("t%(2p, 2q%) = 2 t%(p, q%)", tostring(ta.explore(ta.rules.two_pile "2k", { to = 16 })))
    assert.matches("P%-positions", tostring(w:p_positions { to = 3 }))
    local tall = ta.explore(ta.rules.nim:table { to = { 9, 30 } })
    assert.matches("every value is p xor q %(checked for n = 0..9, %[2%] = 0..30%)", tostring(tall))
    local shifted = ta.ruleset { name = "Sum", options = function(emit, a, b)
      if a > 0 then emit(a - 1, b) end
      if b > 0 then emit(a, b - 1) end
    end }
    -- not symmetric in its labels: the columns begin elsewhere
    local other = ta.explore(shifted:table { to = { a = 12, b = 17 }, from = { b = 4 } })
    assert.matches("period 2 in a", tostring(other))
    assert.is_nil(tostring(other):find("symmetric"))
    local ok, why = pcall(ta.explore, ta.ruleset { name = "Four", options = function(_, a, b, c, d) return nil, a, b, c, d end })
    assert.is_false(ok)
    assert.matches("Four takes 4 numbers; make a table", why)
  end)

  it("is drawn", function()
    local t = w:table { what = "outcome", to = { a = 8, b = 12 } }
    local picture = ta.plot.positions(t)
    local svg = picture:svg()
    local _, cells = svg:gsub("<title>%(%d+, %d+%): [NP]</title>", "")
    assert.equal(9 * 13, cells)
    assert.is_truthy(picture:text { colour = false }:find("\ndown: a; across: b\n", 1, true))
    for p, q, outcome in t:cells() do
      assert.is_truthy(svg:find(("<title>(%d, %d): %s</title>"):format(p, q, outcome), 1, true))
    end
    local marked = ta.plot.positions(w:p_positions { to = 12 }):svg()
    assert.is_truthy(marked:find("<title>(5, 3): P</title>", 1, true))
    assert.is_truthy(marked:find("<title>(5, 4): not P</title>", 1, true))
    local values = ta.plot.heat_map(w:table { to = { a = 4, b = 6 }, from = { b = 3 } }):svg()
    assert.is_truthy(values:find("value(4, 6) = 9", 1, true))
    assert.is_nil(values:find("value(4, 2)", 1, true))
    assert.equal(ta.plot.heat_map(w:table { to = 9 }):svg(), ta.plot.heat_map(w, { to = 9 }):svg())
    assert.is_truthy(ta.plot.sequence(ta.rules.kayles, { to = 30 }):svg():find("Kayles", 1, true))
    assert.is_false((pcall(ta.plot.positions, w:table { to = 3 })))
    assert.error_matches(function() ta.plot.heat_map(ta.ruleset { name = "One", options = function(_, n) return n end }) end,
      "heat_map: One: a picture needs two free coordinates; 1 is free")
  end)

  it("has reports", function()
    local cases = {
      { w:table { to = 6 }, "nim values of Wythoff", "symmetric" },
      { w:table { what = "outcome", to = { a = 4, b = 9 } }, "outcomes of Wythoff" },
      { w:p_positions { to = 9 }, "(5, 3)" },
      { w:sequence { to = 20, fix = { a = 3 } }, "nim values of Wythoff(a = 3, b)" },
      { ta.rules.two_pile "2k", "least winning limits of two piles", "t(2p, 2q) = 2 t(p, q)" },
      { ta.rules.nim:table { to = { 6, 6, 2 } }, "nim values of Nim(n, [2], [3])", "Nim(n, [2], [3] = 2)" },
      { ta.rules.domineering:table { what = "canonical_form", from = 1, to = 3 }, "{1/2|-2}" },
    }
    for _, case in ipairs(cases) do
      local html = assert(ta.report(case[1], { to = 12 }))
      for i = 2, #case do assert.is_truthy(html:find(case[i], 1, true), case[i]) end
    end
  end)
end)

describe("extra results of a call", function()
  it("does not stop what takes the result", function()
    local g = ta.one_pile "2k"
    assert.equal("recurrence", ta.explore(g:losing_sizes(10 ^ 6))[1].kind)
    assert.equal("1 1\n2 2\n3 3\n", ta.export.write(g:losing_sizes(4), { format = "bfile" }))
    assert.matches("^1\n2\n3\n", (ta.export.write(g:losing_sizes(4)):gsub("[^\n]* (%d+\n)", "%1"):gsub("^.-value\n", "")))
    assert.is_not_nil(ta.plot.sequence(g:losing_sizes(100)))
    for _, take in ipairs { ta.explore, ta.export.write, ta.report } do
      assert.error_matches(function() take(ta.rules.wythoff:table { to = 10 ^ 6 }) end,
        "there is no result to take: table: 1000002000001 values are more than 10%^7; ask for fewer")
      assert.error_matches(function() take(ta.rules.domineering(2, 2):winning_moves()) end,
        "settings: expected a table such as {to = 20}, got a list; of a call with two results take one: [%w_]+%(%(...%)%)")
      assert.error_matches(function() take(3, "text") end, 'settings: expected a table, got "text"')
    end
  end)
end)

describe("ta.explore of three coordinates", function()
  local function texts(found)
    local list = {}
    for i, finding in ipairs(found) do list[i] = finding.text end
    return table.concat(list, "; ")
  end
  local nim = ta.ruleset { name = "Nim", options = function(emit, a, b, c)
    for k = 1, a do emit(a - k, b, c) end
    for k = 1, b do emit(a, b - k, c) end
    for k = 1, c do emit(a, b, c - k) end
  end }

  it("says what holds of all of them, and for which", function()
    local found = ta.explore(nim)
    assert.equal("every value is a xor b xor c; symmetric in all three; symmetric: t(a, b) = t(b, a) for every c; "
      .. "every value is a xor b for c = 0; t(2a, 2b) = 2 t(a, b) for c = 0; depends on a xor b alone for c = 1..16",
      texts(found))
    assert.same({ 0 }, found[4].levels)
    assert.equal(tostring(found):match "^(.-)\n  the P%-positions look automatic", tostring(ta.explore(nim:table { to = 16 })))
    assert.matches("^nim values of Nim%(a, b, c%), a = 0%.%.16, b = 0%.%.16, c = 0%.%.16:\n  every value is a xor b xor c "
      .. "%(checked for a = 0%.%.16, b = 0%.%.16, c = 0%.%.16%)\n", tostring(found))
    assert.equal("depends on lowbit(a - b) alone for c = 0, 4", ta.explore(nim, { what = "outcome", to = 7 })[3].text)
    local other = nim:table { to = { a = 7, b = 6, c = 9 } }
    assert.equal("every value is a xor b xor c; every value is a xor b for c = 0; depends on a xor b alone for c = 1..9",
      texts(ta.explore(other)))
  end)
  it("sees slices that repeat", function()
    local clock = ta.ruleset { name = "Clock", options = function(emit, a, b, hour)
      if a > 0 and hour % 3 > 0 then emit(a - 1, b, 0) end
      if b > 0 then emit(a, b - 1, hour % 3) end
    end }
    assert.matches("^period 3 in hour from hour = 0", texts(ta.explore(clock, { what = "nim_value", to = 11 })))
    local last = ta.ruleset { name = "Last", options = function(emit, a, b, q)
      for k = 1, 2 do
        if k ~= q and k <= a then emit(a - k, b, k) end
        if k ~= q and k <= b then emit(a, b - k, k) end
      end
    end }
    assert.equal("the same for every q from 3 on; symmetric: t(a, b) = t(b, a) for every q; period 3 in a for q = 1..2; "
      .. "period 3 in b for q = 1..2; period 3 in a and b together for q = 1..2; t(2a, 2b) = t(a, b) for q = 2",
      texts(ta.explore(last, { what = "nim_value", to = 14 })))
  end)
  it("finds nothing without a pattern, and reports that", function()
    local seed = 12345
    local noise = ta.ruleset { name = "Noise", options = function(_, a, b, c) assert(a and b and c) end,
                                nim_value = function(a, b, c)
      local x = (a * 7919 + b * 104729 + c * 1299709 + seed) * 2654435761 % 4294967296
      return x >> 16 & 1023
    end }
    assert.equal(0, #ta.explore(noise:table { to = 8 }))
    assert.matches("no pattern found", tostring(ta.explore(noise:table { to = 8 })))
    assert.matches("at least 6 rows are needed", tostring(ta.explore(nim:table { to = 3 })))
  end)
  it("asks L of what ends with a limit, and outcomes of partizan rules", function()
    assert.matches("^least winning limits", tostring(ta.explore(ta.rules.two_pile "2k")))
    local passes = ta.ruleset { name = "Passes", options = function(emit, a, b, left) -- a counter is none
      for k = 1, a do emit(a - k, b, left) end
      for k = 1, b do emit(a, b - k, left) end
      if a + b > 0 and left > 0 then emit(a, b, left - 1) end
    end }
    assert.matches("^nim values of Passes.*\n  period 2 in left from left = 0 .*every value is a xor b for left = 0, 2",
      tostring(ta.explore(passes, { to = 8 })))
    local taken = ta.ruleset { name = "Taken", options = function(emit, a, b, last) -- nor is what it forbids
      for k = 1, 3 do
        if k ~= last and k <= a then emit(a - k, b, k) end
        if k ~= last and k <= b then emit(a, b - k, k) end
      end
    end }
    assert.matches("^nim values of Taken", tostring(ta.explore(taken, { to = 6 })))
    assert.matches("^outcomes of NIM with Cash", tostring(ta.explore(ta.rules.cash { 1, 3 }, { to = 8 })))
    assert.error_matches(function() ta.explore(nim, { what = "nonsense" }) end, "what")
  end)
end)

describe("a LeastMoveTable", function()
  it("answers as tables of rulesets do", function()
    local t = ta.two_pile "2k":table(8)
    local cells = 0
    for p, q, value in t:cells() do
      assert.equal(t(p, q), value)
      assert.equal(value, t[p][q])
      assert.equal(value, t:row(p)(q))
      cells = cells + 1
    end
    assert.equal(81, cells)
    assert.is_false((pcall(function() return t[9] end)))
    assert.equal(8, t:size())
    assert.is_false((pcall(t.row, t, 9)))
    assert.equal("L for f(k) = 2k, p = 3, q = 0..8: inf 1 2 3 1 3 1 3 1", tostring(t:row(3)))
  end)
end)
