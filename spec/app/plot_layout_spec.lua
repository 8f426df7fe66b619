-- The layout of pictures: separate texts, marks on all colours, distinct colours, graphs in the terminal.
local ta = require "takeaway"
local palette = require "takeaway.app.plot.palette"
local pictures = dofile "spec/support/pictures.lua"
local xml = dofile "spec/support/xml.lua"

local plot = ta.plot

local words, plain = pictures.words, pictures.plain

describe("takeaway.plot, as rendered", function()
  describe("layout", function()
    -- The texts of a picture as boxes: generous heights, widths by 0.55 of the size a letter.
    local function boxes(picture)
      local list, size = {}, nil
      local function walk(tag, outer)
        for _, child in ipairs(tag) do
          if type(child) == "table" then
            local a = child.attributes
            size = tonumber(a["font-size"]) or outer
            if child.tag == "text" and a.x then
              local wide = 0.55 * size * (utf8.len(child.text) or #child.text)
              local shift = a["text-anchor"] == "middle" and 0.5 or a["text-anchor"] == "end" and 1 or 0
              local x, y = tonumber(a.x) - shift * wide, tonumber(a.y)
              list[#list + 1] = { left = x, right = x + wide, top = y - 0.7 * size, bottom = y, text = child.text }
            end
            walk(child, size)
          end
        end
      end
      local svg = xml.parse(picture:svg())
      walk(svg, 12)
      return list, tonumber(svg.attributes.width), tonumber(svg.attributes.height)
    end
    it("keeps texts apart and inside, at all sizes", function()
      local cash = ta.cash { 1, 3, 4 }
      for _, picture in ipairs {
        plot.heat_map(ta.two_pile "2k", { to = 1 }), plot.heat_map(ta.two_pile "4k", { to = 24 }),
        plot.heat_map(function(p, q) return (p + 1) << (4 * q) end, { to = 14 }),
        plot.heat_map(function(p, q) return (p - q) * 0.37 end, { to = 12 }),
        plot.heat_map(function() return math.huge end, { to = 4 }),
        plot.heat_map(ta.two_pile "4k", { to = 24, diff = true }), plot.heat_map(ta.two_pile "2k", { to = 300 }),
        plot.staircase(cash, 0), plot.staircase(cash, 1), plot.staircase(cash, 16), plot.staircase(cash, 200),
        plot.positions(ta.rules.wythoff, { to = 0 }), plot.positions(ta.rules.wythoff, { to = 40 }),
        plot.sequence {}, plot.sequence { 5 }, plot.sequence { -10 ^ 12, 3 }, plot.sequence { 1, 4e18 },
        plot.sequence(ta.octal "0.77", { to = 300 }), plot.sequence({ 1, 2 }, { first = 10 ^ 14 }),
        plot.sequence({ 1, 2 }, { title = ("A very long WIDE title "):rep(9) }),
        plot.thermograph(ta.value "{1000000|1}"), plot.thermograph(ta.value "0"),
        plot.graph(ta.rules.wythoff(3, 3)), plot.graph(ta.rules.nim(0)), plot.graph(ta.rules.clobber "xox.oxo"),
      } do
        local list, width, height = boxes(picture)
        for i, a in ipairs(list) do
          assert.is_true(a.left >= 0 and a.right <= width and a.top >= 0 and a.bottom <= height, a.text)
          for j = 1, i - 1 do
            local b = list[j]
            assert.is_true(a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top,
              ("%q is over %q"):format(a.text, b.text))
          end
        end
      end
    end)
    it("leaves numbers out that do not fit their cells", function()
      local found = words(plot.heat_map(function(p, q) return (p + 1) << (4 * q) end, { to = 14 }))
      assert.is_nil(found["256"])
      assert.is_true(words(plot.heat_map(function(p, q) return p * q end, { to = 12 }))["144"] == 2) -- in its cell and in the legend
    end)
    it("has ticks at fractions, and a constant in the middle", function()
      local found = words(plot.sequence { 0.1, 0.25, 0.5 })
      assert.equal(1, found["0.2"])
      local svg = xml.parse(plot.sequence({ 7, 7 }):svg())
      local frame = xml.all(svg, "rect")[2].attributes
      assert.equal(frame.y + frame.height / 2, tonumber(xml.all(svg, "circle")[1].attributes.cy))
      assert.equal(1, words(plot.sequence {})["no values"])
    end)
    it("counts the cells of the tables it is given", function()
      local picture = plot.heat_map(function(p, q) return p * q end, { to = 2, formula = function() return 0 end })
      assert.equal(1, words(picture)["the closed form is wrong in 4 of 9 cells, p and q to 2"])
      assert.equal(1, words(plot.heat_map(ta.two_pile "2k", { to = 200 }))[
        "P-positions are marked in pictures of at most 121 cells a side"])
      assert.equal(1, words(plot.positions(ta.rules.wythoff, { to = 0 }))["1 P-position of 1, a and b to 0"])
    end)
    it("marks over cells with a white rim", function()
      local svg = plot.heat_map(ta.two_pile "4k", { to = 50 }):svg()
      local _, rims = svg:gsub('<circle fill="#FFFFFF"', "")
      local _, dots = svg:gsub('<circle class="m"', "")
      assert.is_true(rims > 0)
      assert.equal(dots - 1, rims) -- one is in the legend
    end)
  end)

  it("lists a graph in the terminal, by outcome with the options", function()
    local text = plain(plot.graph(ta.rules.wythoff(1, 1)))
    assert.equal(table.concat({
      "Game graph of Wythoff(1, 1)", "4 positions, the longest play has 2 moves", " N (1, 1) -> (0, 1), (1, 0), (0, 0)",
      " N (0, 1) -> (0, 0)", " N (1, 0) -> (0, 0)", " P (0, 0) (the end)", " P: the player to move loses",
      " N: the player to move wins",
    }, "\n"), text)
    text = plain(plot.graph(ta.cash({ 1 }):position(1, 1, 1)))
    assert.matches("%(1, 1, 1%) Left %-> %(0, 0, 1%); Right %-> %(0, 1, 0%)", text)
    for _, width in ipairs { 30, 60 } do
      local narrow = plot.graph(ta.rules.wythoff(3, 2)):text { colour = true, width = width }
      for line in narrow:gmatch("[^\n]+") do assert.is_true(#line:gsub("\27%[[%d;]*m", "") <= width, line) end
    end
  end)
  it("folds wide graphs into rows, their text in its nodes and all in the picture", function()
    for _, position in ipairs { ta.rules.clobber "xxoox.o", ta.rules.clobber "xox.oxo", ta.rules.wythoff(9, 9),
      ta.rules.nim(3, 3, 3), ta.rules.hackenbush "lrlr" } do
      local svg = xml.parse(plot.graph(position):svg())
      local width = tonumber(svg.attributes.width)
      assert.is_true(width < 1100, width) -- a page shows it as it is
      local nodes, boxes = 0, {}
      for _, group in ipairs(xml.all(svg, "g")) do
        local rect = group.attributes.class == "m" and xml.all(group, "rect")[1]
        if rect then
          local text, a = xml.all(group, "text")[1], rect.attributes
          local left, wide = tonumber(a.x), tonumber(a.width)
          assert.equal("12", text.attributes["font-size"])
          assert.is_true(left >= 0 and left + wide <= width, text.text)
          assert.is_true(0.6 * 12 * utf8.len(text.text) <= wide, text.text)
          for _, box in ipairs(boxes) do
            assert.is_true(math.abs(box.y - a.y) >= 24 or math.abs(box.x - a.x) >= wide, text.text)
          end
          nodes, boxes[#boxes + 1] = nodes + 1, { x = tonumber(a.x), y = tonumber(a.y) }
        end
      end
      assert.is_true(nodes >= 4)
    end
  end)
  it("cuts large graphs, reports it, and marks positions with more moves", function()
    local wythoff = ta.rules.wythoff
    for _, settings in ipairs { {}, { limit = 12 }, { depth = 1 }, { depth = 1, limit = 500 }, { limit = 30, depth = 1 } } do
      local picture = plot.graph(wythoff(12, 12), settings)
      local nodes, drawn, cut, deepest = picture.figure.graph.nodes, {}, 0, 0
      for _, node in ipairs(nodes) do drawn[tostring(node.position)] = node end
      for _, node in ipairs(nodes) do
        local missing = false
        for _, option in ipairs(node.position:options()) do missing = missing or not drawn[tostring(option)] end
        assert.equal(missing, node.mark.cut, node.label)
        if missing then cut = cut + 1 end
        deepest = math.max(deepest, node.away)
      end
      assert.is_true(#nodes <= (settings.limit or 60) or settings.depth ~= nil)
      assert.is_true(deepest <= (settings.depth or deepest))
      local found = words(picture)
      assert.equal(1, found[("%d of them have moves that are not drawn; limit and depth draw more or fewer"):format(cut)])
      assert.equal(1, found[("cut: the nearest %d positions, to %d move%s from the first"):format(#nodes, deepest,
        deepest == 1 and "" or "s")])
      assert.equal(1, found["it has moves that are not drawn"])
      assert.matches("; %.%.%.\n", plain(picture))
      assert.is_nil(plain(picture):find("longest play", 1, true))
      local _, dotted = picture:dot():gsub(' %.%.%."', "")
      assert.equal(cut, dotted)
    end
    local whole = plot.graph(wythoff(5, 5), { limit = 36 })
    assert.equal(1, words(whole)["36 positions, the longest play has 10 moves"])
    assert.is_nil(words(whole)["it has moves that are not drawn"])
    assert.is_nil(plain(whole):find("...", 1, true))
    assert.is_truthy(plain(plot.graph(wythoff(5, 5))):find("\ncut: the nearest", 1, true))
  end)
  it("has labels that are read on every colour, and colours that colour-blind readers tell apart", function()
    local function contrast(a, b)
      a, b = palette.luminance(a), palette.luminance(b)
      return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
    end
    assert.is_true(math.abs(contrast("#000000", "#FFFFFF") - 21) < 1e-9)
    -- Colours as protanopes and deuteranopes see them (Vienot, Brettel and Mollon 1999), in CIE Lab.
    local function lab(colour, sight)
      local c = { palette.rgb(colour) }
      for i, v in ipairs(c) do
        v = v / 255
        c[i] = v <= 0.03928 and v / 12.92 or ((v + 0.055) / 1.055) ^ 2.4
      end
      local r, g, b = c[1], c[2], c[3]
      if sight then
        local yellow, blue = sight[1] * r + (1 - sight[1]) * g, b + sight[2] * (r - g)
        r, g, b = yellow, yellow, blue
      end
      local function f(t) return t > 0.008856 and t ^ (1 / 3) or 7.787 * t + 16 / 116 end
      local x, y = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505), f(0.2126 * r + 0.7152 * g + 0.0722 * b)
      local z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
      return { 116 * y - 16, 500 * (x - y), 200 * (y - z) }
    end
    local figures = {
      plot.staircase(ta.cash { 1, 3, 4 }, 16), plot.heat_map(ta.two_pile "2k", { to = 24 }),
      plot.heat_map(ta.two_pile "4k", { to = 24, diff = true }), plot.heat_map(function(p, q) return p - q end, { to = 12 }),
      plot.heat_map(function(p, q) return p > 6 and math.huge or q end, { to = 12 }),
      plot.positions(function(a, b) return a > b and "L" or a < b and "R" or a % 2 == 0 and "P" or "N" end, { to = 8 }),
      plot.graph(ta.cash({ 1, 2 }):position(3, 2, 2)),
    }
    for _, picture in ipairs(figures) do
      local fills, drawn = {}, picture.figure
      if #drawn:legend() > 12 then -- with more values, numbers distinguish the colours
        for _, cell in ipairs(drawn.cells) do assert.is_string(cell.label) end
        goto continue
      end
      for _, class in ipairs(picture.figure:legend()) do
        if class.mark == "cell" or class.mark == "node" then fills[#fills + 1] = class.fill end
      end
      for i, fill in ipairs(fills) do
        assert.is_true(contrast(fill, palette.on(fill)) >= 4.5, fill)
        for _, sight in ipairs { false, { 0.11238, 0.00401 }, { 0.29275, -0.02234 } } do
          for j = 1, i - 1 do
            local a, b = lab(fill, sight), lab(fills[j], sight)
            local apart = math.sqrt((a[1] - b[1]) ^ 2 + (a[2] - b[2]) ^ 2 + (a[3] - b[3]) ^ 2)
            assert.is_true(apart > 6, ("%s and %s: %.1f"):format(fill, fills[j], apart))
          end
        end
      end
      ::continue::
    end
  end)
  it("has a colour of the terminal for every class of values", function()
    for n = 2, 61 do
      local seen = {}
      for _, step in ipairs(palette.steps(n)) do
        assert.is_nil(seen[step.terminal])
        seen[step.terminal] = true
        assert.is_true(n > 11 or not step.char:find("%w"))
        assert.is_not.equal("P", step.char)
      end
    end
  end)

  it("has a palette in which every class differs in colour and in character", function()
    for n = 1, 61 do
      local fills, chars = {}, {}
      for _, step in ipairs(palette.steps(n)) do fills[#fills + 1], chars[#chars + 1] = step.fill, step.char end
      for _, count in pairs(pictures.counts(fills)) do assert.equal(1, count) end
      for _, count in pairs(pictures.counts(chars)) do assert.equal(1, count) end
    end
    assert.equal(16, palette.terminal "#000000")
    assert.equal(231, palette.terminal "#FFFFFF")
    assert.equal(196, palette.terminal "#FF0000")
  end)
end)
