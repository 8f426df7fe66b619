-- Wind-up, Ski Jumps and Digraph Placement against separate definitions and published values.
local raises = require("spec.support.refusals").raises
local seed = require "spec.support.seed"()
local board = require("spec.support.boards").board
local play = require "spec.support.play"
local ta = require "takeaway"
local rules = ta.rules

local SHORT = os.getenv "TAKEAWAY_SHORT"

describe("Wind-up, seed " .. seed, function()
  -- Outcomes of a clock beside a nim heap by retrograde analysis: repeated until nothing more is decided.
  local function outcomes(n, set, heaps)
    local function options(hour, heap)
      local list = {}
      for _, k in ipairs(hour > 0 and set or {}) do list[#list + 1] = { (hour - k) % n, heap } end
      for m = 0, heap - 1 do list[#list + 1] = { hour, m } end
      return list
    end
    local known, more = {}, true
    while more do
      more = false
      for hour = 0, n - 1 do
        for heap = 0, heaps do
          local key, won, lost = hour * 100 + heap, false, true
          for _, option in ipairs(options(hour, heap)) do
            local after = known[option[1] * 100 + option[2]]
            won, lost = won or after == "P", lost and after == "N"
          end
          if not known[key] and (won or lost) then known[key], more = won and "N" or "P", true end
        end
      end
    end
    return known
  end

  it("outcomes and values beside nim heaps", function()
    for _ = 1, SHORT and 15 or 60 do
      local n, set = math.random(1, 14), {}
      for i = 1, math.random(3) do set[i] = math.random(1, 15) end
      local dial, known = rules.wind_up(n, set), outcomes(n, set, 6)
      for hour = 0, n - 1 do
        for heap = 0, 6 do
          local name = ("%s at %d beside %d"):format(tostring(dial(hour)), hour, heap)
          assert.equal(known[hour * 100 + heap] or "D", (dial(hour) + rules.nim(heap)):outcome(), name)
        end
        assert.equal(known[hour * 100] or "D", dial(hour):outcome())
      end
    end
  end)

  -- Values that the library cgt 0.11.0 states of its own "Wind Up", in its notation 0, *, *2, and infinity with
  -- options.
  it("has the published values", function()
    for case, expected in pairs { ["7 1 2 5"] = "0 1 2 0 1 2 0", ["4 2"] = "0 inf() 1 inf()",
                                  ["5 1 3"] = "0 inf(0) inf(0) inf(0) 0", ["6 2 3"] = "0 1 1 2 0 0" } do
      local numbers, values = {}, {}
      for number in case:gmatch "%d+" do numbers[#numbers + 1] = math.tointeger(tonumber(number)) end
      local dial = rules.wind_up(table.remove(numbers, 1), numbers)
      for value in ("x"):rep(math.tointeger(tonumber(case:match "%d+"))):gmatch "()x" do
        values[value] = tostring(dial(value - 1):nim_value())
      end
      assert.equal(expected, table.concat(values, " "))
    end
    raises("expected the hours of the clock", rules.wind_up, 0, { 1 })
    raises("expected a set of amounts", rules.wind_up, 5, { 0 })
    raises("expected an hour from 0 to 4", rules.wind_up(5, { 1 }), 5)
  end)
end)

describe("Ski Jumps, seed " .. seed, function()
  local function skied(own, other, way)
    return function(text)
      local list, slope = {}, {}
      for row in text:gmatch "[^/]+" do
        slope[#slope + 1] = {}
        for sign in row:gmatch "." do table.insert(slope[#slope], sign) end
      end
      local function emit(changes)
        local rows = {}
        for r, row in ipairs(slope) do
          rows[r] = ""
          for c, sign in ipairs(row) do rows[r] = rows[r] .. (changes[r * 100 + c] or sign) end
        end
        list[#list + 1] = table.concat(rows, "/")
      end
      for r, row in ipairs(slope) do
        for c, sign in ipairs(row) do
          if sign:upper() == own then
            local to = c + way
            while row[to] == "." do
              emit { [r * 100 + c] = ".", [r * 100 + to] = sign }
              to = to + way
            end
            if not row[to] then emit { [r * 100 + c] = "." } end
            local below, far = slope[r + 1], slope[r + 2]
            if sign == own and far and below[c]:upper() == other and far[c] == "." then
              emit { [r * 100 + c] = ".", [r * 100 + 100 + c] = other:lower(), [r * 100 + 200 + c] = sign }
            end
          end
        end
      end
      return list
    end
  end

  it("by definition, and integers where no piece jumps", function()
    local left, right = skied("L", "R", 1), skied("R", "L", -1)
    local value = play.value(ta.value, function(p, side) return (side == 1 and left or right)(p) end)
    local integers = 0
    for _ = 1, SHORT and 40 or 150 do
      local text = board.random(math.random(1, 4), math.random(1, 3), "LR.lr...")
      local p = rules.ski_jumps(text)
      assert.equal(value(text), p:canonical_form(), text)
      if rules.ski_jumps.value_by(text) then integers = integers + 1 end
    end
    assert.is_true(integers > 5)
    assert.equal(ta.value(10001 - 4000), rules.ski_jumps(("."):rep(3999) .. "r" .. ("."):rep(6001) .. "/L"
      .. ("."):rep(10000)):canonical_form())
  end)

  -- Winning Ways, chapter 1.
  it("has the values of Winning Ways", function()
    for text, value in pairs {
      ["...L..../..R...../........"] = "2", ["......../...l..../.......R/......../......L."] = "-1",
      [".L.../.R.../....."] = "5/2", ["...R./...L./....."] = "-5/2", ["L..../....R/....."] = "1/2",
      ["L..../R..../....."] = "9/2", ["L..../....R/l...."] = "5" } do
      assert.equal(ta.value(value), rules.ski_jumps(text):canonical_form(), text)
    end
  end)
end)

describe("Digraph Placement, seed " .. seed, function()
  -- A random graph: colours, and by vertex the set of those that its arcs lead to.
  local function random_digraph()
    local n, arcs = math.random(1, 6), {}
    local g = { labels = {}, to = {} }
    for v = 1, n do g.labels[v], g.to[v] = math.random(2) == 1 and "L" or "R", {} end
    for v = 1, n do
      for u = 1, n do
        if u ~= v and math.random(3) == 1 then
          g.to[v][u] = true
          arcs[#arcs + 1] = { v, u }
        end
      end
    end
    return g, { vertices = n, labels = g.labels, edges = arcs }
  end

  it("by definition, as tables of arcs and of neighbours", function()
    for _ = 1, SHORT and 40 or 200 do
      local g, given = random_digraph()
      local value = play.value(ta.value, function(left, side)
        local list = {}
        for v, label in ipairs(g.labels) do
          if left:sub(v, v) == "x" and label == (side == 1 and "L" or "R") then
            local after = {}
            for u = 1, #left do after[u] = (u == v or g.to[v][u]) and "." or left:sub(u, u) end
            list[#list + 1] = table.concat(after)
          end
        end
        return list
      end)
      local lists = {}
      for v in ipairs(g.labels) do
        lists[v] = {}
        for u in pairs(g.to[v]) do table.insert(lists[v], u) end
      end
      local p = rules.digraph_placement(given)
      assert.equal(value(("x"):rep(#g.labels)), p:canonical_form(), tostring(p))
      assert.equal(p:canonical_form(), rules.digraph_placement { adjacent = lists, labels = g.labels }:canonical_form())
      assert.equal(p:canonical_form(), rules.digraph_placement(tostring(p):match '"(.*)"'):canonical_form())
    end
    raises("a vertex is neither L nor R", rules.digraph_placement, "L>.")
    raises("expected a graph such as", rules.digraph_placement, "L+R")
  end)

  -- Clow and McKay: Col is a conflict placement game, and so the same as Digraph Placement on a graph of its moves. A
  -- vertex is one move of each player; a move conflicts with the other at its vertex and with the player's own next to
  -- it.
  it("Col as Digraph Placement", function()
    for _, case in ipairs { { ".-.", 2, { { 1, 2 } } }, { ".-.-.", 3, { { 1, 2 }, { 2, 3 } } },
      { ".:a-.-.-:a", 3, { { 1, 2 }, { 2, 3 }, { 3, 1 } } }, { ".(-.;-.;-.)", 4, { { 1, 2 }, { 1, 3 }, { 1, 4 } } },
      { ".-.-.-.-.", 5, { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 } } } } do
      local arcs, labels = {}, {}
      local function conflict(a, b)
        arcs[#arcs + 1] = { a, b, "-" }
      end
      for v = 1, case[2] do
        labels[v], labels[v + 10] = "L", "R"
        conflict(v, v + 10)
      end
      for _, edge in ipairs(case[3]) do
        conflict(edge[1], edge[2])
        conflict(edge[1] + 10, edge[2] + 10)
      end
      local p = rules.digraph_placement { edges = arcs, labels = labels }
      assert.equal(rules.col(case[1]):canonical_form(), p:canonical_form(), case[1])
    end
  end)
end)
