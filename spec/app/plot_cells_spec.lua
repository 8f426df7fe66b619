-- Pictures of cells: readable numbers, colours that match their legend, rows and columns as in the tables, windows, and
-- terminals that are too small.
local ta = require "takeaway"
local file = require "takeaway.base.file"
local gnuplot = require "takeaway.app.plot.gnuplot"
local pictures = dofile "spec/support/pictures.lua"
local xml = dofile "spec/support/xml.lua"
local refusals = require "spec.support.refusals"

local raises, refuses = refusals.matches, refusals.refuses

local plot, plain, words = ta.plot, pictures.plain, pictures.words

local function number(a, name) return tonumber(a[name]) end

-- The cells of a picture by their two numbers: {left, top, right, bottom, fill, tip}.
local function cells_of(svg, pattern)
  local found = {}
  for _, rect in ipairs(xml.all(svg, "rect")) do
    local a = rect.attributes
    local tip = a.class == "m" and a.fill ~= "none" and xml.texts(rect, "title")[1]
    local p, q = (tip or ""):match(pattern or "%((%-?%d+), (%-?%d+)%)")
    if p then
      local x, y = number(a, "x"), number(a, "y")
      found[p .. "," .. q] = { left = x, top = y, right = x + number(a, "width"), bottom = y + number(a, "height"),
                               fill = a.fill, tip = tip }
    end
  end
  return found
end

-- The numbers in the cells, as boxes of digits that are 0.64 of the size wide and 0.73 high.
local function labels_of(svg)
  local list = {}
  for _, group in ipairs(xml.all(svg, "g")) do
    if group.attributes["text-anchor"] == "middle" then
      local size = number(group.attributes, "font-size")
      for _, text in ipairs(xml.all(group, "text")) do
        local x, y, wide = number(text.attributes, "x"), number(text.attributes, "y"), 0.64 * size * #text.text
        list[#list + 1] = { left = x - wide / 2, right = x + wide / 2, top = y - 0.73 * size, bottom = y, x = x,
                            text = text.text, fill = text.attributes.fill, size = size }
      end
    end
  end
  return list
end

local function overlap(a, b)
  return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom
end

-- The marks on the cells: triangles and the four sides of frames, as boxes.
local function marks_of(svg)
  local list = {}
  for _, path in ipairs(xml.all(svg, "path")) do
    local x, y, h, v = (path.attributes.d or ""):match("^M([%d.]+) ([%d.]+)h([%d.]+)v([%d.]+)z$")
    if x and path.attributes.class == "m" then
      list[#list + 1] = { left = tonumber(x), top = tonumber(y), right = x + h, bottom = y + v }
    end
  end
  for _, rect in ipairs(xml.all(svg, "rect")) do
    local a = rect.attributes
    if a.class == "m" and a.fill == "none" then
      local x, y, wide, high = number(a, "x"), number(a, "y"), number(a, "width"), number(a, "height")
      local half = 1
      for _, side in ipairs { { x, y, x + wide, y }, { x, y + high, x + wide, y + high }, { x, y, x, y + high },
        { x + wide, y, x + wide, y + high } } do
        list[#list + 1] = { left = side[1] - half, top = side[2] - half, right = side[3] + half,
                            bottom = side[4] + half }
      end
    end
  end
  for _, circle in ipairs(xml.all(svg, "circle")) do
    local a = circle.attributes
    local x, y, r = number(a, "cx"), number(a, "cy"), number(a, "r")
    list[#list + 1] = { left = x - r, top = y - r, right = x + r, bottom = y + r }
  end
  return list
end

describe("takeaway.plot, cells", function()
  it("say L in numbers on which no mark stands, at every size that has room", function()
    for _, case in ipairs { { "2k", 4 }, { "4k", 12 }, { "4k", 24 }, { "4k", 30 }, { "4k", 36 } } do
      local game, to = ta.two_pile(case[1]), case[2]
      local svg = xml.parse(plot.heat_map(game, { to = to }):svg())
      local cells, marks, seen = cells_of(svg), marks_of(svg), 0
      assert.is_true(#marks > to)
      local side = cells["1,1"].right - cells["1,1"].left
      for _, label in ipairs(labels_of(svg)) do
        -- The cell that it may be in, by the left upper corner of all; what is in none is in the legend.
        local p = (label.bottom - cells["1,1"].top) // side + 1
        local q = (label.x - cells["1,1"].left) // side + 1
        local cell = cells[("%.0f,%.0f"):format(p, q)]
        if cell and label.x > cell.left and label.x < cell.right and label.bottom > cell.top and label.top < cell.bottom then
          assert.equal(tostring(game:least_move(p, q)), label.text)
          assert.is_true(label.left > cell.left and label.right < cell.right and label.top > cell.top
            and label.bottom < cell.bottom, cell.tip)
          assert.is_true(label.size >= 7)
          seen = seen + 1
        end
        for _, mark in ipairs(marks) do
          if overlap(label, mark) then error(("%s to %d: a mark on %s"):format(case[1], to, label.text)) end
        end
      end
      assert.equal(to * to, seen)
    end
  end)

  it("are misere when the game is, not when its name says so", function()
    local function drawn(source, settings)
      local f = assert(load("return function(k) return 2 * k end", source))()
      return plain(plot.heat_map(ta.two_pile(f, settings), { to = 5 }))
    end
    assert.matches("P P when no pile may be emptied", drawn "@my_misere_study.lua")
    assert.matches("P for every limit", drawn("@study.lua", { misere = true }))
  end)

  it("have a colour for each value, and the legend says exactly which", function()
    for _, case in ipairs { { ta.rules.wythoff, 24 }, { ta.rules.nim, 31 }, { ta.rules.wythoff, 8 } } do
      local picture = plot.heat_map(case[1], { to = case[2] })
      local svg, colour_of, value_of, values = xml.parse(picture:svg()), {}, {}, 0
      for _, cell in pairs(cells_of(svg)) do
        local value = cell.tip:match("= (%d+)$")
        assert.equal(colour_of[value] or cell.fill, cell.fill, value)
        assert.equal(value_of[cell.fill] or value, value, cell.fill)
        if not colour_of[value] then values = values + 1 end
        colour_of[value], value_of[cell.fill] = cell.fill, value
      end
      -- swatches: a rectangle and then its text
      local said = 0
      for fill, text in picture:svg():gmatch('<rect x="[%d.]+" y="[%d.]+" width="[%d.]+" height="18" fill="(#%x+)"[^\n]*\n'
        .. '<text [^>]*>(%d+)</text>') do
        assert.equal(fill, colour_of[text])
        said = said + 1
      end
      assert.equal(values, said)
      assert.equal(1, words(picture)["nim value"])
      assert.is_nil(picture:svg():find("%d to %d"))
    end
  end)

  it("share colours by ranges where they are too many, each range exact", function()
    local picture = plot.heat_map(ta.rules.nim, { to = 63 })
    local range_of = {}
    for _, class in ipairs(picture.figure:legend()) do
      local from, to = class.label:match("= (%d+) to (%d+)$")
      from = from or class.label:match("= (%d+)$")
      range_of[class.fill] = { tonumber(from), tonumber(to or from) }
    end
    local at_ends = 0
    for _, cell in pairs(cells_of(xml.parse(picture:svg()))) do
      local value, range = tonumber(cell.tip:match("= (%d+)$")), range_of[cell.fill]
      assert.is_true(value >= range[1] and value <= range[2], cell.tip)
      if value == range[2] then at_ends = at_ends + 1 end
    end
    assert.is_true(at_ends > 0)
    assert.equal(0, #labels_of(xml.parse(picture:svg())))
  end)

  it("share colours by at most eleven ranges where the numbers are the largest", function()
    for _, wide in ipairs { 1 << 58, 5e306 } do
      local picture = plot.heat_map(function(p, q) return (p - 15) * 2 * wide + q end, { to = 30 })
      assert.is_true(#picture.figure:legend() <= 11)
    end
  end)

  it("show values that are no numbers as they are", function()
    local forms = ta.rules.domineering:table { what = "canonical_form", from = 1, to = 3 }
    local picture = plot.heat_map(forms)
    local labels = pictures.counts(xml.texts(xml.parse(picture:svg()), "text"))
    for _, _, value in forms:cells() do assert.is_true((labels[tostring(value)] or 0) >= 2, tostring(value)) end
    local hop = ta.ruleset { name = "Hop", options = function(emit, a, b)
      if a > 0 then emit(a - 1, b) end
      if b > 0 then emit(a, b - 1) end
      if a == 2 then emit(5, b) end
    end }
    assert.equal(table.concat({
      "nim values of Hop(a, b)", "down: a; across: b", "       0      1      2", " +---------------------", "0|     0      1      0",
      "1|     1      0      1", "2|inf(1) inf(0) inf(1)", " in each cell: nim value",
    }, "\n"), plain(plot.heat_map(hop, { to = 2 })))
    assert.equal(1, words(plot.sequence(hop:sequence { to = 9, fix = { b = 0 } }))["no numbers and not drawn: 8 of 10 values"])
  end)
end)

describe("takeaway.plot, as the tables run", function()
  local w = ta.rules.wythoff

  -- The second number grows to the right, the first downwards.
  local function check_order(picture, pattern)
    local svg = xml.parse(picture:svg())
    local cells, count = cells_of(svg, pattern), 0
    for key, cell in pairs(cells) do
      local p, q = key:match("^(.-),(.*)$")
      local below, right = cells[p + 1 .. "," .. q], cells[p .. "," .. q + 1]
      if below then assert.is_true(below.top >= cell.bottom - 0.01 and below.left == cell.left, key) end
      if right then assert.is_true(right.left >= cell.right - 0.01 and right.top == cell.top, key) end
      count = count + 1
    end
    assert.is_true(count >= 9)
    return svg
  end
  it("draw the first number down and the second across", function()
    check_order(plot.heat_map(ta.two_pile "2k", { to = 9 }))
    check_order(plot.heat_map(ta.two_pile "2k":table(5)))
    check_order(plot.heat_map(ta.two_pile "4k", { to = 22, diff = true }))
    check_order(plot.heat_map(w:table { from = 3, to = 9 }))
    check_order(plot.heat_map { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } })
    check_order(plot.heat_map(function(a, b) return a - 3 * b end, { to = 5 }))
    check_order(plot.positions(w, { to = 9 }))
    check_order(plot.positions(w:p_positions { to = 9 }))
    check_order(plot.staircase(ta.cash { 1, 3, 4 }, 9), "d = (%d+), e = (%d+)")
  end)
  it("print the same numbers in the same places as the table", function()
    for _, t in ipairs { w:table { from = { a = 2, b = 5 }, to = { a = 9, b = 17 } }, ta.two_pile("4k", {}):table(12),
      ta.rules.two_pile "2k":table { what = "least_limit", from = 1, to = 9 } } do
      local rows, printed = {}, {}
      for line in plain(plot.heat_map(t, {})):gmatch("[^\n]+") do
        local p, rest = line:match("^ *(%d+)|(.*)$")
        if p then
          rows[tonumber(p)] = {}
          for v in rest:gmatch("%w+") do table.insert(rows[tonumber(p)], (v:gsub("P$", ""))) end
        end
      end
      for line in tostring(t):gmatch("[^\n]+") do
        local p, rest = line:match("^ *(%d+) (.*)$")
        if p then
          printed[tonumber(p)] = {}
          for v in rest:gmatch("%w+") do table.insert(printed[tonumber(p)], v) end
        end
      end
      assert.is_true(next(printed) ~= nil)
      assert.same(printed, rows)
    end
  end)
  it("name the axes as the rules do, and what is fixed with its value", function()
    local rules = ta.ruleset { name = "Three", options = function(emit, left, right, last)
      if left > last then emit(left - 1, right, last) end
    end }
    for _, picture in ipairs { plot.heat_map(rules, { fix = { last = 2 }, what = "nim_value", to = 6 }),
      plot.positions(rules, { fix = { last = 2 }, to = 6 }),
      plot.heat_map(rules:table { fix = { last = 2 }, to = 6 }),
      plot.positions(rules:p_positions { fix = { last = 2 }, to = { left = 6, right = 6 } }) } do
      local found = words(picture)
      assert.equal(1, found.left)
      assert.equal(1, found.right)
      assert.matches("Three%(left, right, last = 2%)", picture.figure.title)
      assert.matches("\ndown: left; across: right\n", plain(picture))
    end
    local found = words(plot.staircase(ta.cash { 1, 3, 4 }, 9))
    assert.equal(1, found["d, dollars of I (the mover)"])
    assert.equal(1, found["e, dollars of II"])
    assert.equal(1, words(plot.heat_map(function(x, y) return x + y end, { to = 3 })).y)
    assert.equal(1, words(plot.heat_map(math.max, { to = 3 })).q)
    assert.equal("Three(left = 1, right, last = 2)", rules:sequence { to = 5, fix = { left = 1, last = 2 } }.title:match("of (.*)"))
    raises("one table: these are several", plot.heat_map, rules:table { to = 2 })
    raises("Three: a picture needs two free coordinates; 3 are free; fix some, such as fix = {last = 1}", plot.heat_map,
      rules, { what = "nim_value" })
  end)
end)

describe("takeaway.plot, a window", function()
  local function check(picture, from, to, value)
    local cells, count = cells_of(xml.parse(picture:svg())), 0
    for key, cell in pairs(cells) do
      local p, q = key:match("^(.-),(.*)$")
      p, q = math.tointeger(tonumber(p)), math.tointeger(tonumber(q))
      assert.is_true(p >= from[1] and p <= to[1] and q >= from[2] and q <= to[2], key)
      assert.equal(tostring(value(p, q)), cell.tip:match("= (%-?%w+)"), key)
      count = count + 1
    end
    assert.equal((to[1] - from[1] + 1) * (to[2] - from[2] + 1), count)
    local found = words(picture)
    for _, n in ipairs { from[1], from[2] } do assert.is_true((found[tostring(n)] or 0) >= 1, n) end
  end
  it("from and to, of games, rulesets, tables, functions and rows", function()
    local game, w = ta.two_pile "2k", ta.rules.wythoff
    check(plot.heat_map(game, { from = 30, to = 41 }), { 30, 30 }, { 41, 41 }, function(p, q) return game:least_move(p, q) end)
    check(plot.heat_map(game, { from = { p = 3, q = 20 }, to = { p = 9, q = 24 } }), { 3, 20 }, { 9, 24 },
      function(p, q) return game:least_move(p, q) end)
    local function nim_value(a, b) return w(a, b):nim_value() end
    check(plot.heat_map(w, { from = 5, to = 12 }), { 5, 5 }, { 12, 12 }, nim_value)
    check(plot.heat_map(w, { from = { b = 5 }, to = { a = 3, b = 12 } }), { 0, 5 }, { 3, 12 }, nim_value)
    check(plot.heat_map(w:table { to = 15 }, { from = { a = 4, b = 7 }, to = 13 }), { 4, 7 }, { 13, 13 }, nim_value)
    check(plot.heat_map(game:table(20), { from = 12, to = 19 }), { 12, 12 }, { 19, 19 }, function(p, q) return game:least_move(p, q) end)
    check(plot.heat_map(function(x, y) return 7 * x - y end, { from = { x = -3, y = 2 }, to = { x = 0, y = 6 } }), { -3, 2 }, { 0, 6 },
      function(x, y) return 7 * x - y end)
    check(plot.heat_map({ { 1, 2, 3 }, { 4, 5, 6 } }, { first = 0, from = { q = 1 } }), { 0, 1 }, { 1, 2 },
      function(p, q) return 3 * p + q + 1 end)
    assert.equal(1, words(plot.heat_map(game, { from = 30, to = 41 }))["the closed form agrees, checked for p and q from 30 to 41"])
    local first = plot.positions(w, { from = 1, to = 3 })
    assert.equal(1, words(first)["2 P-positions of 9, a and b from 1 to 3"])
    assert.equal(1, words(plot.positions(w:table { from = 1, to = 3, what = "outcome" }))["2 P-positions of 9, a and b from 1 to 3"])
    local own = plot.positions(function() return "P" end, { from = { p = -1, q = 0 }, to = 1 })
    assert.equal(1, words(own)["6 P-positions of 6, p from -1 to 1, q to 1"])
    local found = pictures.tips(plot.positions(w, { from = { a = 3, b = 5 }, to = { a = 4, b = 7 } }))
    assert.equal(1, found["(3, 5): P"])
    assert.equal(1, found["(4, 7): P"])
    assert.is_nil(found["(0, 0): P"])
  end)
  it("is checked", function()
    local t = ta.rules.wythoff:table { to = 9 }
    raises("heat_map: to: expected an integer from 0 to 9, got 12", plot.heat_map, t, { to = 12 })
    raises("heat_map: from: expected an integer from 0 to 5", plot.heat_map, t, { from = 8, to = 5 })
    raises("heat_map: to: there is no coordinate c; there are a and b", plot.heat_map, t, { to = { c = 5 } })
    raises("heat_map: fix: is for rulesets", plot.heat_map, t, { fix = { a = 1 } })
    raises("heat_map: row 2: expected a list of 2 values", plot.heat_map, { { 1, 2 }, { 3 } })
    for _, x in ipairs { ta.two_pile "k", ta.rules.wythoff } do
      refuses("ELIMIT", "2000 cells a side are more than the 1000", plot.heat_map, x, { to = 2000 })
    end
  end)
end)

describe("takeaway.plot, a terminal that is too small", function()
  local function power(n) return n > 0 and n & (n - 1) == 0 end
  local function f(a, b) return (power(a) or power(b)) and 1 or 0 end
  it("shows the first cells and says so, never each second or fourth", function()
    for _, settings in ipairs { { colour = false, width = 80 }, { colour = false, width = 40, height = 10 },
      { colour = true, utf8 = false, width = 60 } } do
      local text = plot.heat_map(f, { to = 127 }):text(settings):gsub("\27%[[%d;]*m", "")
      local a_to, b_to = text:gsub("of\n", "of "):match("%(cut: a = 0 to (%d+) of 127, b = 0 to (%d+) of 127; ")
      assert.is_truthy(a_to, text)
      local rows = 0
      for label, line in text:gmatch("\n *(%d+)|([^\n]*)") do
        for b = 0, b_to do
          assert.equal(tostring(f(tonumber(label), b)), line:sub(b + 1, b + 1), label .. "," .. b)
        end
        assert.equal(b_to + 1, #line)
        rows = rows + 1
      end
      assert.equal(a_to + 1, rows)
    end
  end)
  it("says in half blocks what it shows", function()
    local text = plot.heat_map(f, { to = 127 }):text { colour = true, utf8 = true, width = 80, height = 20 }
    assert.matches("%(cut: a = 0 to 39 of 127, b = 0 to 70 of 127; from", text)
    assert.is_nil(plot.heat_map(f, { to = 39 }):text({ colour = true, utf8 = true, width = 80, height = 20 }):find("cut:"))
  end)
  it("says how many values a column of a sequence stands for", function()
    assert.matches("\n%(a column stands for up to 5 values of n%)\n", plain(plot.sequence(function(n) return n % 7 end, { to = 300 })))
    assert.is_nil(plain(plot.sequence(function(n) return n % 7 end, { to = 60 })):find("column stands"))
  end)
  it("is not what a .txt file is: that has all", function()
    local name = os.tmpname()
    assert.is_true(plot.heat_map(f, { to = 127, out = name .. ".txt" }))
    local rows = 0
    for label, line in file.read(name .. ".txt"):gmatch("\n *(%d+)|([^\n]*)") do
      for b = 0, 127 do assert.equal(f(tonumber(label), b), tonumber(line:sub(2 * b + 1, 2 * b + 1))) end
      rows = rows + 1
    end
    assert.equal(128, rows)
    os.remove(name)
    os.remove(name .. ".txt")
  end)
end)

describe("takeaway.plot through gnuplot", function()
  it("has every number in its cell, and the columns named above", function()
    local game = ta.two_pile "4k"
    local script = gnuplot.render(plot.heat_map(game, { from = 15, to = 22 }).figure, "x")
    local seen = 0
    for label, q, p in script:gmatch("\nset label '(%d+)' at (%d+),(%d+) center front font") do
      assert.equal(tostring(game:least_move(tonumber(p), tonumber(q))), label)
      seen = seen + 1
    end
    assert.equal(64, seen)
    assert.matches("set x2tics", script)
    assert.matches("set x2label 'q'", script)
    assert.matches("set ylabel 'p'", script)
    assert.matches("set yrange %[22.5:14.5%]", script)
    assert.is_nil(gnuplot.render(plot.heat_map(game, { to = 50 }).figure, "x"):find("center front font", 1, true))
  end)
end)
