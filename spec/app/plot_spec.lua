local ta = require "takeaway"
local png = require "takeaway.app.plot.png"
local figures = require "takeaway.app.plot.figure"
local file = require "takeaway.base.file"
local pictures = dofile "spec/support/pictures.lua"
local xml = dofile "spec/support/xml.lua"
local refusals = require "spec.support.refusals"

local raises, refuses = refusals.matches, refusals.refuses

local plot = ta.plot

local tips, words, plain, box = pictures.tips, pictures.words, pictures.plain, pictures.box

describe("takeaway.plot", function()
  describe("heat_map", function()
    it("shows L, and the P-positions when no pile may be emptied", function()
      local game = ta.two_pile "2k"
      local found = tips(plot.heat_map(game, { to = 12 }))
      for p, q in box(1, 12) do
        local L = game:least_move(p, q)
        local tip = ("L(%d, %d) = %d"):format(p, q, L)
        assert.equal(1, found[tip], tip)
        local opening = math.min(p, q) == 1 and "P" or game:outcome(p, q, math.min(p, q) - 1)
        assert.equal(opening == "P" and 1 or nil, found[tip .. ", P when no pile may be emptied"], tip)
      end
    end)
    it("shows the P-positions of a limit, misere too", function()
      for _, misere in ipairs { false, true } do
        local game = ta.two_pile("2k", { misere = misere })
        for _, limit in ipairs { 1, 3, math.huge } do
          local found = tips(plot.heat_map(game, { to = 9, limit = limit }))
          for p, q in box(1, 9) do
            local L = game:least_move(p, q)
            local tip = ("L(%d, %d) = %s, P when the limit is %s"):format(p, q, L == math.huge and "inf" or L,
              limit == math.huge and "inf" or limit)
            assert.equal(game:outcome(p, q, limit) == "P" and 1 or nil, found[tip], tip)
          end
        end
      end
    end)
    it("says where the closed form is wrong", function()
      local found = tips(plot.heat_map(ta.two_pile "4k", { to = 21 }))
      assert.equal(1, found["L(18, 21) = 3, closed form 1"])
      assert.equal(1, found["L(21, 18) = 3, closed form 1"])
      local notes = words(plot.heat_map(ta.two_pile "4k", { to = 21 }))
      assert.equal(1, notes["the closed form is wrong in 2 of 441 cells, p and q to 21"])
      assert.equal(1, words(plot.heat_map(ta.two_pile "2k", { to = 21 }))["the closed form agrees, checked for p and q to 21"])
    end)
    it("draws the difference to the formula", function()
      local found = tips(plot.heat_map(ta.two_pile "4k", { to = 21, diff = true }))
      assert.equal(1, found["(18, 21): exact 3, formula 1"])
      assert.equal(1, found["(20, 20): exact 20, formula 20"])
      local own = plot.heat_map(function(p, q) return p ~ q end, { to = 8, diff = true, formula = function(p, q) return p + q end })
      local differ = 0
      for p = 0, 8 do for q = 0, 8 do if p & q ~= 0 then differ = differ + 1 end end end
      assert.equal(1, words(own)[("%d of 81 cells differ"):format(differ)])
      raises("heat_map: diff", plot.heat_map, function() return 1 end, { to = 8, diff = true })
    end)
    it("draws the difference of fractions, of the largest numbers and of values", function()
      local function picture(value, formula) return plot.heat_map(value, { to = 1, diff = true, formula = formula }) end
      local halves = picture(function(p, q) return p / 2 + q end, function(p) return p end)
      assert.matches("0|   %.   %+1\n1|%-0%.5 %+0%.5", plain(halves))
      local far = picture(function() return math.mininteger end, function() return 7 end)
      assert.equal(1, tips(far)["(0, 0): exact -9223372036854775808, formula 7"])
      assert.matches("0|%-9%.22337e%+18", plain(far))
      local values = picture(function(p, q) return ta.value(p) + ta.star(q) end, function(p) return p end)
      assert.equal(1, tips(values)["(1, 0): exact 1, formula 1"])
      assert.equal(1, words(values)["2 of 4 cells differ"])
      assert.matches("0|%. #\n1|%. #\n", plain(values))
      raises("heat_map: the formula at %(0, 0%): expected a number", picture, function() return 1 end, function() return "x" end)
    end)
    it("marks no P-positions of a limit where a value is no number", function()
      local rules = ta.ruleset { name = "Tossed", options = function(emit, a, b)
        if a > 0 then emit(b, a - 1) elseif b > 0 then emit(a, b) end
      end }
      local text = plain(plot.heat_map(rules:table { to = 2 }, { limit = 1 }))
      assert.matches("0|    0 inf%(%) inf%(%)\n1|    1 +0 +inf%(%)\n2|inf%(%) +1 +0", text)
    end)
    it("prints plainly", function()
      local text = plain(plot.heat_map(ta.two_pile "2k", { to = 4 }))
      assert.equal(table.concat({
        "L for f(k) = 2k", "the closed form agrees, checked for p and q to 4", "down: p; across: q", "  1  2  3  4",
        " +------------", "1|1P 1P 1P 1P", "2|1P 2P 2P 2P", "3|1P 2P 3P 1", "4|1P 2P 1  4P", " in each cell: L",
        " P P when no pile may be emptied",
      }, "\n"), text)
    end)
    it("takes values near 2^62, rows and one cell, and refuses what is no number", function()
      local found = tips(plot.heat_map(function(p, q) return 1 << (p + q) end, { to = 30 }))
      assert.equal(1, found[("value(30, 30) = %d"):format(1 << 60)])
      assert.matches("\n1|  %-1    2\n2|   3 %-100\n", plain(plot.heat_map { { -1, 2 }, { 3, -100 } }))
      assert.is_string(plain(plot.heat_map { { 1 } }))
      assert.is_string(plain(plot.heat_map(ta.two_pile "k":table(0))))
      raises("the value at %(1, 1%): expected a number", plot.heat_map, { { 0 / 0 } })
      raises("entry 1: expected a number", plot.sequence, { 0 / 0 })
      assert.is_string(plain(plot.sequence { -5, -1e300, -math.huge }))
    end)
    it("takes large tables, merged, and refuses what cannot be seen", function()
      local svg = plot.heat_map(ta.two_pile "2k", { to = 300 }):svg()
      assert.is_true(#svg < 3000000)
      assert.equal("svg", xml.parse(svg).tag)
      refuses("ELIMIT", "1001 cells a side", plot.heat_map, ta.two_pile("k"):table(1001))
      refuses("ELIMIT", "cells a side", plot.heat_map, function() return 1 end, { to = 5000 })
    end)
  end)

  describe("sequence", function()
    it("marks a proved period", function()
      local picture = plot.sequence(ta.octal "0.77", { to = 150 })
      local text, game = words(picture), ta.octal "0.77"
      assert.equal(1, text["period 12 from n = 71, exactly; proved"])
      assert.equal(1, text["preperiod, n < 71"])
      assert.equal(1, text["first period, n = 71 to 82"])
      local found = tips(picture)
      for n = 0, 150 do assert.equal(1, found[("n = %d: %d"):format(n, game:nim_value(n))], n) end
    end)
    it("marks a period that is given only where it holds", function()
      local good = plot.sequence({ 5, 1, 2, 1, 2, 1 }, { first = 0, period = 2, preperiod = 1 })
      assert.equal(1, words(good)["period 2 from n = 1, exactly; observed to n = 5"])
      local bad = plot.sequence({ 5, 1, 2, 1, 3, 1 }, { first = 0, period = 2, preperiod = 1 })
      assert.equal(1, words(bad)["period 2 from n = 1 does not hold: n = 2 and 4 differ"])
      local given = plot.sequence({ 5, 1, 2, 1, 2, 1 }, { first = 0, period = { period = 2, preperiod = 1, saltus = 0, proved = true } })
      assert.equal(1, words(given)["period 2 from n = 1, exactly; proved"])
      local rising = plot.sequence({ 0, 1, 2, 3, 4 }, { first = 0, period = 1, saltus = 1 })
      assert.equal(1, words(rising)["period 1 from n = 0, +1 each time; observed to n = 4"])
    end)
    it("says nothing of a period of which no two values are compared", function()
      local note = "period 5 from n = 1, exactly; not seen, as no two values here are a period apart"
      assert.equal(1, words(plot.sequence({ 1, 2, 3 }, { period = 5 }))[note])
      assert.equal(1, words(plot.sequence({ 1, 2, 3 }, { period = 5, proved = true }))[note])
      assert.equal(1, words(plot.sequence(ta.octal "0.77", { to = 20 }))["period 12 from n = 71, exactly; proved"])
    end)
    it("has a range that floats tell apart, and ticks that end", function()
      for _, list in ipairs { { -1e30, -1e30 }, { 1e30, 1e30 }, { 1 << 60, (1 << 60) + 1 }, { 5e-324, 1e-323 },
                              { math.mininteger, math.maxinteger }, { -1e300, 1e300 } } do
        for _, settings in ipairs { {}, { period = 1 } } do
          local picture = plot.sequence(list, settings)
          assert.matches("%*.*%*", (plain(picture):gsub("\n", " ")))
          assert.equal("svg", xml.parse(picture:svg()).tag)
          local texts = {}
          for _, tick in ipairs(figures.ticks(picture.figure.y, 8)) do
            assert.is_nil(texts[tick.text])
            texts[tick.text] = true
          end
          assert.is_true(next(texts) ~= nil)
        end
      end
      local rows = {}
      for row in plain(plot.sequence { 1e-12, 2e-12, 9e-12 }):gmatch "[^\n]+" do
        if row:find("*", 1, true) then rows[#rows + 1] = row end
      end
      assert.equal(3, #rows)
      local picture, message, code = plot.sequence { -1e308, 1e308 }
      assert.same({ nil, "ERANGE" }, { picture, code }, message)
    end)
    it("draws huge values by their logarithm", function()
      local picture = plot.sequence((ta.one_pile(2):losing_sizes(10 ^ 12)))
      assert.equal(1, words(picture)["log10 of the value"])
      assert.equal(1, tips(picture)["n = 58: 956722026041"])
      assert.is_nil(words(plot.sequence { 0, 10 ^ 6 })["log10 of the value"])
    end)
    it("draws outcomes as cells, and values that are numbers", function()
      local rules = ta.ruleset { name = "Sides", left = function(emit, n) if n > 0 then emit(n - 1) end end,
                                 right = function(emit, n) if n > 1 then emit(n - 2) end end }
      local text = ta.plot.sequence(rules:sequence { to = 30, what = "outcome" }):text { colour = false }
      assert.matches("0|P L . P L . P L .", text, 1, true)
      assert.matches("L L: Left wins", text, 1, true)
      assert.matches("5: D", ta.plot.sequence({ "P", "N", "N", "D" }, { first = 2 }):svg(), 1, true)
      raises("sequence: entry 3: expected an outcome, as those before, got 4", ta.plot.sequence, { "P", "N", 4 })
      refuses("ELIMIT", "402 outcomes are more than the 401", ta.plot.sequence, rules:sequence { to = 401, what = "outcome" })
      text = ta.plot.sequence(rules:sequence { to = 12, what = "canonical_form" }):text { colour = false }
      assert.matches("no numbers and not drawn: 4 of 13 values", text, 1, true)
      assert.matches("n = 2: 1/2", ta.plot.sequence({ ta.value(0), ta.value "1/2" }):svg(), 1, true)
    end)
    it("says what is infinite, and refuses too much", function()
      assert.equal(1, words(plot.sequence { 1, math.huge, 3 })["infinite and not drawn: 1 of 3 values"])
      refuses("ELIMIT", "give from and to", plot.sequence, function(n) return n end, { to = 200000 })
      assert.is_table(plot.sequence(function(n) return n end, { from = 150000, to = 200000 }))
      assert.is_table(plot.sequence {})
    end)
  end)

  describe("staircase", function()
    it("says of every purse who wins and by which rule", function()
      for _, set_of in ipairs { { 1, 2 }, { 1, 3, 4 }, { 2, 3 }, { 3, 5, 6, 10, 11 } } do
        local game = ta.cash(set_of)
        for _, n in ipairs { 0, 1, 7, 15, 20 } do
          local found = tips(plot.staircase(game, n))
          for d, e in box(0, n) do
            local answer = game:classify(n, d, e)
            local region = answer.critical and "critical" or answer.by:sub(1, 1) == "2" and "rich" or "poor"
            local tip = ("d = %d, e = %d: %s wins (%s)"):format(d, e, game:winner(n, d, e), region)
            assert.equal(1, found[tip], tip)
          end
        end
      end
    end)
    it("draws the least cash that wins", function()
      local game, n = ta.cash { 1, 3, 4 }, 14
      local svg = xml.parse(plot.staircase(game, n):svg())
      local stairs = xml.all(svg, "polyline")
      stairs = stairs[#stairs].attributes.points
      local corners = {}
      for x, y in stairs:gmatch("([%d.]+),([%d.]+)") do corners[#corners + 1] = { x = tonumber(x), y = tonumber(y) } end
      assert.equal(2 * (n + 1), #corners)
      local unit = corners[2].x - corners[1].x
      for e = 1, n do
        local rise = math.min(game:least_cash(n, e), n + 1) - math.min(game:least_cash(n, e - 1), n + 1)
        assert.equal(rise, math.floor((corners[2 * e + 1].y - corners[2 * e].y) / unit + 0.5), "e = " .. e)
      end
    end)
    it("refuses invisible pictures, and games without cash", function()
      local picture, _, code = plot.staircase(ta.cash { 1, 2 }, 5000)
      assert.is_nil(picture)
      assert.equal("ELIMIT", code)
      assert.is_table(plot.staircase(ta.cash { 1, 2 }, 5000, { to = 20 }))
      raises("staircase: game: expected a game of ta.cash", plot.staircase, ta.two_pile "k", 5)
      raises("staircase: n: expected an integer", plot.staircase, ta.cash { 1 })
      raises("staircase: n", plot.staircase, ta.cash { 1 }, -1)
    end)
  end)

  describe("positions", function()
    it("goes as far as the rules say, where nobody else does", function()
      for _, name in ipairs { "domineering", "cram" } do
        local rules = ta.rules[name]
        assert.equal(tostring(ta.plot.positions(rules, { from = 1, to = 4 })), tostring(ta.plot.positions(rules)), name)
      end
      assert.equal(tostring(ta.plot.heat_map(ta.rules.cram, { from = 1, to = 4 })), tostring(ta.plot.heat_map(ta.rules.cram)))
    end)
    it("shows the outcomes of rules", function()
      local rules = ta.ruleset((require "takeaway.rules.wythoff"))
      local found, count = tips(plot.positions(rules, { to = 14 })), 0
      for a, b in box(0, 14) do
        local outcome = rules(a, b):outcome()
        assert.equal(1, found[("(%d, %d): %s"):format(a, b, outcome)])
        if outcome == "P" then count = count + 1 end
      end
      assert.equal(1, words(plot.positions(rules, { to = 14 }))[("%d P-positions of 225, a and b to 14"):format(count)])
    end)
    it("shows sums of two heaps, and misere play", function()
      local game = ta.octal "0.77"
      local found = tips(plot.positions(game, { to = 8, misere = true }))
      for a, b in box(0, 8) do
        assert.equal(1, found[("(%d, %d): %s"):format(a, b, game:misere_outcome(a, b))])
      end
    end)
    it("shows a list of positions of floats with integral values, too", function()
      local found = tips(plot.positions { { 0, 0 }, { 1.0, 2.0 }, { 2, 1 } })
      assert.equal(1, found["(1, 2): P"])
      assert.equal(1, found["(2, 1): P"])
    end)
    it("refuses misere play of outcomes that are given", function()
      local w = ta.rules.wythoff
      for _, x in ipairs { w:table { to = 3, what = "outcome" }, function() return "P" end, { { 1, 2 } },
                           w:p_positions { to = 3 } } do
        raises("positions: misere: is for rulesets", plot.positions, x, { misere = true })
      end
      assert.is_table(plot.positions(w:table { to = 3, what = "misere_outcome" }, { misere = true }))
    end)
    it("passes rules' errors through and refuses others", function()
      raises("broken", plot.positions, function() error "broken" end, { to = 3 })
      raises("the outcome of %(0, 0%): expected N, P, L or R", plot.positions, function() return "Q" end, { to = 3 })
      raises("positions: rules", plot.positions, 4)
      raises("heat_map", plot.positions, ta.two_pile "k")
      local picture, message, code = plot.positions(function() return nil, "too far", "ELIMIT" end)
      assert.same({ nil, "too far", "ELIMIT" }, { picture, message, code })
    end)
  end)

  describe("graph", function()
    local wythoff = ta.ruleset((require "takeaway.rules.wythoff"))
    it("has every follower once, with its outcome", function()
      local p = wythoff(2, 3)
      local picture = plot.graph(p)
      local found = tips(picture)
      local seen = 0
      for a, b in box(0, 2, 0, 3) do
        local q = wythoff(a, b)
        assert.equal(1, found[("%s: %s"):format(tostring(q), q:outcome())])
        seen = seen + 1
      end
      assert.equal(p:followers(), seen)
    end)
    it("leads moves around the boxes of their row", function()
      local token = ta.ruleset { options = function(emit, n)
        if n >= 2 then emit(n - 2) end
        if n >= 3 then emit(n - 3) end
        if n % 4 == 2 and n < 60 then emit(n + 5) end
      end }
      local svg = ta.plot.graph(token(6)):svg()
      assert.equal(1, select(2, svg:gsub('<path d="M[%d.]+ [%d.]+Q', ""))) -- from 2 to 0, past 1
      assert.equal(0, select(2, ta.plot.graph(ta.rules.nim(3)):svg():gsub('<path d="M[%d.]+ [%d.]+Q', "")))
    end)

    it("is text for Graphviz, one edge a move", function()
      local dot = plot.graph(wythoff(2, 3)):dot()
      local moves = 0
      for a = 0, 2 do for b = 0, 3 do moves = moves + #wythoff(a, b):options() end end
      assert.equal(moves, select(2, dot:gsub(" %-> ", "")))
      if file.installed "dot" then
        local name = os.tmpname()
        assert.is_true(file.write(name, function(put) put(dot) end))
        assert.is_true(os.execute("LD_PRELOAD= dot -Tsvg " .. name .. " >/dev/null"))
        os.remove(name)
      end
    end)
    it("tells Left's moves from Right's", function()
      local frogs = ta.ruleset((require "takeaway.rules.toads_and_frogs"))
      local dot = plot.graph(frogs "T.F"):dot()
      assert.matches('"L"', plot.graph(frogs "T."):dot() .. '"L"')
      assert.matches("style=dashed", dot)
      assert.matches("#0072B2", dot)
    end)
    it("refuses what is no position", function()
      raises("graph: position: expected a position", plot.graph, 7)
    end)
  end)

  describe("output", function()
    local picture = plot.sequence { 3, 1, 2 }
    it("escapes what XML cannot hold", function()
      local svg = plot.sequence({ 1, 2 }, { title = 'a < b & "c" > d\1\255\u{FFFE}' }):svg()
      assert.equal('a < b & "c" > d\u{FFFD}\u{FFFD}\u{FFFD}', xml.parse(svg).attributes["aria-label"])
    end)
    it("is SVG, PNG or text by the ending, whole or not at all", function()
      local name = os.tmpname()
      assert.is_true(picture:write(name .. ".svg"))
      assert.equal(picture:svg(), file.read(name .. ".svg"))
      assert.is_true(plot.sequence({ 3, 1, 2 }, { out = name .. ".txt" }))
      assert.equal(picture:text { colour = false } .. "\n", file.read(name .. ".txt"))
      local ok, message, code = picture:write("/nonexistent/x.svg")
      assert.same({ "cannot write /nonexistent/x.svg: No such file or directory", "EIO" }, { message, code }, ok)
      assert.error_matches(function() picture:write "x.gif" end, "ending in .svg, .png or .txt, got \"x.gif\"")
      raises("sequence: out: expected a file name", plot.sequence, { 1 }, { out = "x" })
      for _, ending in ipairs { "", ".svg", ".txt" } do os.remove(name .. ending) end
    end)
    it("is PNG through every converter that is installed", function()
      local any = false
      local cells = plot.heat_map(ta.two_pile "4k", { to = 22 })
      local name = os.tmpname()
      for _, converter in ipairs(png.converters()) do
        any = true
        for _, drawn in ipairs { picture, cells } do
          assert.same({ true }, { png.write(drawn.figure, name, converter) }, converter)
          assert.equal("\137PNG\r\n\26\n", file.read(name):sub(1, 8))
        end
      end
      os.remove(name)
      if not any then pending("no converter is installed: rsvg-convert, inkscape, ImageMagick or gnuplot") end
    end)
    it("through gnuplot has a legend of lines, points and squares as they are drawn", function()
      local script = require "takeaway.app.plot.gnuplot".render(plot.staircase(ta.cash { 1, 3, 4 }, 16).figure, "x")
      assert.matches('1/0 with lines lw 2 dt 2 lc rgb %d+ title \'f^I = 11', script)
      assert.matches('1/0 with lines lw 2 dt 3 lc rgb %d+ title \'g^I = 9', script)
      assert.matches('1/0 with lines lw 2 lc rgb %d+ title \'s_n', script)
      assert.matches('1/0 with points pt 5 [^\n]* title \'I wins, critical\'', script)
      script = require "takeaway.app.plot.gnuplot".render(plot.heat_map(ta.two_pile "4k", { to = 21 }).figure, "x")
      assert.matches('points pt 9 [^\n]* title \'P when', script)
      assert.matches('points pt 4 [^\n]* title \'closed form is wrong\'', script)
    end)
    it("says what a PNG needs when nothing is installed", function()
      refuses("EIO", "a PNG needs rsvg%-convert %(Debian: librsvg2%-bin%)", png.write, picture.figure, "x.png", "none")
    end)
    it("is plain when not a terminal, and has no escape codes then", function()
      local script = "print(require('takeaway').plot.sequence { 3, 1, 2 })"
      for _, term in ipairs { "TERM=xterm-256color", "TERM=dumb" } do
        local text = require("tools.jobs").output_of(("%s LANG=C lua5.4 -e \"%s\""):format(term, script))
        assert.is_nil(text:find("[\27\128-\255]"))
        assert.matches("%*", text)
      end
    end)
    it("has blocks in 256 colours in a terminal", function()
      local cells = plot.heat_map(ta.two_pile "2k", { to = 60 })
      local text = cells:text { colour = true, utf8 = true, width = 80 }
      assert.matches("\27%[0;38;5;%d+;48;5;%d+m▀", text)
      for line in text:gmatch("[^\n]+") do
        local bare = line:gsub("\27%[[%d;]*m", "")
        assert.is_true(utf8.len(bare) <= 80, bare)
      end
      assert.is_nil(cells:text({ colour = true, utf8 = false }):find("▀"))
    end)
    it("fits a narrow terminal", function()
      for _, width in ipairs { 20, 40, 80 } do
        for _, drawn in ipairs { plot.heat_map(ta.two_pile "2k", { to = 60 }), plot.staircase(ta.cash { 1, 3, 4 }, 16) } do
          for line in drawn:text({ colour = false, width = width }):gmatch("[^\n]*") do
            assert.is_true(#line <= math.max(width, 29), line) -- the longest name of an axis has 26
          end
        end
      end
    end)
  end)

  describe("thermograph", function()
    it("takes the text of a value", function()
      assert.equal(tostring(ta.plot.thermograph(ta.value "{3|{2|0}}")), tostring(ta.plot.thermograph "{3|{2|0}}"))
      assert.has_error(function() ta.plot.thermograph "{3|" end)
    end)
    it("is the same text in every process", function() -- the order of a table's keys is not
      local walls = {}
      for wall in plot.thermograph(ta.value "{4|1}"):svg():gmatch "(%l+) wall: " do walls[#walls + 1] = wall:sub(1, 1) end
      assert.matches("^l+r+$", table.concat(walls))
    end)

    it("has the corners of the walls", function()
      for _, name in ipairs { "{3||2|1}", "{7|||5||4|-2}", "7", "*", "{1|1/2}", "-5/8", "+-{2|1}" } do
        local v = ta.value(name)
        local t, found = v:thermograph(), tips(plot.thermograph(v))
        for _, side in ipairs { "left", "right" } do
          for _, corner in ipairs(t[side]) do
            assert.equal(1, found[("%s wall: %s at t = %s"):format(side, corner.value, corner.t)], name)
          end
        end
        assert.equal(1, words(plot.thermograph(t))[("mean %s, temperature %s"):format(v:mean(), v:temperature())])
      end
    end)
    it("has the values of Left on the left, and slopes of the walls as they are", function()
      local svg = xml.parse(plot.thermograph(ta.value "{4|1}"):svg())
      local lines, ends = xml.all(svg, "polyline"), {}
      for i = 1, 2 do
        local x1, y1, x2, y2 = lines[i].attributes.points:match("([%d.]+),([%d.]+) ([%d.]+),([%d.]+)")
        ends[i] = { x1 = tonumber(x1), y1 = tonumber(y1), x2 = tonumber(x2), y2 = tonumber(y2) }
      end
      assert.is_true(ends[1].x1 < ends[2].x1)
      assert.is_true(math.abs(ends[1].x2 - ends[2].x2) < 0.05 and math.abs(ends[1].y2 - ends[2].y2) < 0.05)
      assert.is_true(math.abs((ends[1].x1 + ends[2].x1) / 2 - ends[1].x2) < 0.05)
    end)
    it("from -1 has its stops at t = 0, and the mast at its foot", function()
      local feet = { ["{2|1}"] = 1 / 2, ["{2||1|-5}"] = 1, ["{5|-1||-2}"] = 1 }
      for name, stops in pairs { ["25/16"] = "25/16, Right stop 25/16", ["{2|1}"] = "2, Right stop 1",
                                 ["7"] = "7, Right stop 7", ["{2||1|-5}"] = "2, Right stop 1",
                                 ["{5|-1||-2}"] = "-1, Right stop -2", ["^"] = "0, Right stop 0" } do
        for _, from in ipairs { 0, -1 } do
          local t = ta.value(name):thermograph(from)
          local picture = plot.thermograph(t)
          assert.equal(1, words(picture)["Left stop " .. stops], name)
          assert.equal(from, picture.figure.y.low)
          assert.is_string(plain(picture))
          local foot = feet[name] or name == "25/16" and from / 16 or name == "7" and from or 0
          local lines = picture.figure.lines
          assert.equal(foot, lines[#lines].corners[1][2], name)
        end
      end
    end)
    it("has walls that are upright up to the mast", function()
      for _, name in ipairs { "{2||1|-5}", "{5|-1||-2}" } do
        for i, line in ipairs(plot.thermograph(ta.value(name)).figure.lines) do
          if i <= 2 then assert.equal(1, line.corners[#line.corners][2]) end
        end
      end
    end)
    it("of large numbers ends", function()
      for _, x in ipairs { ta.value "9007199254740993", ta.value(1 << 60) + ta.value "+-1",
                           ta.value "{4611686018427387904|-4611686018427387904}" } do
        assert.is_string(plain(plot.thermograph(x)))
        assert.equal("svg", xml.parse(plot.thermograph(x):svg()).tag)
      end
      assert.is_string(tostring(ta.report(ta.value "9007199254740993")))
    end)
    it("of a position is that of its value", function()
      local position = ta.ruleset((require "takeaway.rules.toads_and_frogs")) "TT.FF"
      assert.equal(1, words(plot.thermograph(position))[("mean %s, temperature %s"):format(position:canonical_form():mean(),
        position:canonical_form():temperature())])
    end)
  end)

  it("says where the call is that is wrong", function()
    for _, call in ipairs {
      function() local p = plot.heat_map {} return p end,
      function() local p = plot.heat_map(function() return 1 end, { from = 4, to = 3 }) return p end,
      function() local p = plot.heat_map(ta.two_pile "k", { too = 4 }) return p end,
      function() local p = plot.sequence(5) return p end,
      function() local p = plot.sequence({ 1 }, { to = "x" }) return p end,
      function() local p = plot.sequence({ 1 }, { period = 0 }) return p end,
      function() local p = plot.staircase(ta.cash { 1 }, -1) return p end,
      function() local p = plot.positions(4) return p end,
      function() local p = plot.graph(4) return p end,
      function() local p = plot.thermograph { left = {}, right = {}, mean = 0, temperature = 0 } return p end,
      function() local p = plot.sequence({ 1 }):write "x.gif" return p end,
      function() local p = ta.explore(3) return p end,
      function() local p = ta.report(3) return p end,
      function() local p = ta.export.write({ 1 }, { format = "x" }) return p end,
    } do
      local ok, why = pcall(call)
      assert.is_false(ok)
      local place = ("spec/app/plot_spec.lua:%d: "):format(debug.getinfo(call, "S").linedefined)
      assert.equal(place, why:sub(1, #place), why)
    end
  end)
  it("names the fault", function()
    raises("heat_map: data: expected a two%-pile game", plot.heat_map, 3)
    raises("heat_map: settings: unknown setting too; known are diff", plot.heat_map, ta.two_pile "k", { too = 4 })
    raises("heat_map: to: expected an integer from 1 to 9007199254740992, got 0", plot.heat_map, ta.two_pile "k", { to = 0 })
    raises("heat_map: limit", plot.heat_map, ta.two_pile "k", { to = 9, limit = "x" })
    raises("the value at %(0, 0%)", plot.heat_map, function() return "x" end, { to = 3 })
    raises("sequence: data", plot.sequence, "x")
    raises("thermograph: position", plot.thermograph, 3)
    raises("sequence: settings: expected a table, got 3", plot.sequence, { 1 }, 3)
  end)
end)
