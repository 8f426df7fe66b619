-- Graphs as text, and the games on them against their definition (spec/support/graph_games.lua).
local raises = require("spec.support.refusals").raises
local box = require "spec.support.box"
local ta = require "takeaway"
local graph = require "takeaway.rules.graph"
local defined = require "spec.support.graph_games"
local rules = ta.rules

local SHORT = os.getenv "TAKEAWAY_SHORT"
local seed = require "spec.support.seed"()

local PLAIN = { vertices = "LRlr", edges = "-", fold = string.upper }

-- A random graph: by vertex a label, and edges, now and then twice or from a vertex to itself with `loops`.
local function random_graph(n, labels, signs, more, loops)
  local g = { labels = {}, edges = {} }
  for v = 1, n do g.labels[v] = labels[math.random(#labels)] end
  for v = 2, n do
    if math.random() < 0.9 then g.edges[#g.edges + 1] = { math.random(v - 1), v, signs[math.random(#signs)] } end
  end
  for _ = 1, math.random(0, more) do
    local a, b = math.random(n), math.random(n)
    if loops or a ~= b then g.edges[#g.edges + 1] = { a, b, signs[math.random(#signs)] } end
  end
  return g
end

-- The graph with its vertices in another order, from `first` on, and its edges too.
local function shuffled(g, first)
  local to, order = {}, {}
  for v = 1, #g.labels do order[v] = v end
  for v = #order, first + 1, -1 do
    local u = math.random(first, v)
    order[v], order[u] = order[u], order[v]
  end
  local other = { labels = {}, edges = {} }
  for i, v in ipairs(order) do to[v], other.labels[i] = i, g.labels[v] end
  for _, e in ipairs(g.edges) do
    local a, b = to[e[1]], to[e[2]]
    if math.random() < 0.5 then a, b = b, a end
    table.insert(other.edges, math.random(#other.edges + 1), { a, b, e[3] })
  end
  return other
end

local function marks_of(g)
  local marks = {}
  for v, label in ipairs(g.labels) do marks[v] = label == "L" and 1 or label == "R" and 2 or 0 end
  return marks
end

-- Whether the graphs are the same but for the order of vertices and edges.
local function isomorphic(g, h)
  local n = #g.labels
  if n ~= #h.labels or #g.edges ~= #h.edges then return false end
  local function edges(k, to)
    local list = {}
    for i, e in ipairs(k.edges) do
      local a, b = to[e[1]], to[e[2]]
      list[i] = math.min(a, b) .. " " .. math.max(a, b) .. e[3]
    end
    table.sort(list)
    return table.concat(list, ",")
  end
  local same, to, used = {}, {}, {}
  for v = 1, n do same[v] = v end
  local wanted = edges(h, same)
  local function place(v)
    if v > n then return edges(g, to) == wanted end
    for u = 1, n do
      if not used[u] and g.labels[v] == h.labels[u] then
        used[u], to[v] = true, u
        if place(v + 1) then return true end
        used[u] = nil
      end
    end
    return false
  end
  return place(1)
end

describe("graphs as text, seed " .. seed, function()
  it("are read", function()
    local function edges(text)
      local list = {}
      for i, e in ipairs(graph.read(text, PLAIN).edges) do list[i] = e[1] .. e[2] end
      return table.concat(list, " ")
    end
    assert.equal("12 23", edges ".-.-.")
    assert.equal("12 23", edges "--")
    assert.equal("12 13 14", edges ".(-.;-.;-.)")
    assert.equal("12 23 32", edges ".-.:a-.-.:a")
    assert.equal("11", edges ".:a-:a")
    assert.equal("12 34", edges ".-.;.-.")
    assert.equal("12 12", edges ".(-.:{far end};-:{far end})")
    assert.same({ "L", "", "R" }, graph.read("l-.-R", PLAIN).labels)
    assert.same({}, graph.read("", PLAIN).labels)
  end)

  it("come back the same, and trees from any order of theirs", function()
    for _ = 1, SHORT and 200 or 1000 do
      local g = random_graph(math.random(6), { "", "", "L", "R" }, { "-" }, 3, true)
      local text = graph.text(g)
      local back = assert(graph.read(text, PLAIN))
      assert.is_true(isomorphic(g, back), text)
      assert.equal(text, graph.text(graph.read(text, PLAIN)))
      assert.is_true(isomorphic(g, graph.read(graph.text(shuffled(g, 1)), PLAIN)), text)
    end
    for _ = 1, SHORT and 200 or 1000 do
      local g = random_graph(math.random(12), { "", "L" }, { "-" }, 0)
      assert.equal(graph.text(g), graph.text(shuffled(g, 1)))
      local rooted = random_graph(math.random(9), { "" }, { "l", "r", "g" }, 0)
      local whole = #graph.component(rooted, 1) == #rooted.labels
      if whole then assert.equal(graph.text(rooted, 1), graph.text(shuffled(rooted, 2), 1)) end
    end
  end)

  it("fall into parts with fresh names", function()
    local circles = rules.col ".:x-.-.-.:x;.:y-.-.-.:y;.-."
    assert.same({ { ".-." }, { ".:a-.-.-:a" }, { ".:a-.-.-:a" } }, rules.col.parts(circles[1]))
  end)

  it("report the fault", function()
    for text, why in pairs {
      [".-x"] = '"x" is none of the signs', [".(-.;-."] = "the end at 8: a parenthesis is open",
      [".-.)"] = '")" at 4: unexpected here', [".-.:"] = '":" at 4: a name is a letter',
      ["L:a-R:a"] = "another label already", [".(-.)-."] = '"-" at 6: unexpected here',
    } do
      for _, name in ipairs { "col", "snort" } do
        raises({ why, "expected a graph such as" }, rules[name], text)
      end
    end
    for _, call in ipairs {
      function() rules.node_kayles(0, 3) end, function() rules.node_kayles(3) end, function() rules.arc_kayles(true) end,
      function() rules.arc_kayles(".-.", 3) end, function() rules.col(1000, 1000) end,
      function() rules.hackenbush(3, 3) end, function() rules.hackenbush "l;r" end, function() rules.hackenbush "l-r" end,
    } do
      raises("expected", call)
    end
    assert.is_truthy(select(2, pcall(rules.hackenbush, "l;r")):find("not connected with the ground", 1, true))
  end)
end)

describe("graphs as tables, seed " .. seed, function()
  -- The table of a graph, its vertices called by names, which say nothing of their order.
  local function tables(g, plain)
    local edges, adjacent, labels, names = {}, {}, {}, {}
    for v, label in ipairs(g.labels) do
      names[v] = v % 2 == 0 and "v" .. 100 - v or 100 - v
      adjacent[names[v]] = {}
      if label ~= "" then labels[names[v]] = label end
    end
    for i, e in ipairs(g.edges) do
      local a, b = names[e[1]], names[e[2]]
      edges[i] = plain and { a, b } or { a, b, e[3] }
      table.insert(adjacent[a], b)
      if a ~= b and (i % 2 == 0) then table.insert(adjacent[b], a) end
    end
    return { edges = edges, labels = labels, vertices = names, ground = not plain and names[1] or nil },
      { adjacent = adjacent, labels = labels }
  end

  it("are the graphs that their texts are", function()
    for _ = 1, SHORT and 200 or 1000 do
      local g = random_graph(math.random(7), { "", "", "L", "R" }, { "-" }, 4, true)
      local by_edges, by_neighbours = tables(g, true)
      assert.is_true(isomorphic(g, graph.of(by_edges, PLAIN)))
      local other = graph.of(by_neighbours, PLAIN)
      local once = {}
      for _, e in ipairs(g.edges) do once[#once + 1] = math.min(e[1], e[2]) .. " " .. math.max(e[1], e[2]) end
      table.sort(once)
      local twice = false
      for i = 2, #once do twice = twice or once[i] == once[i - 1] end
      if not twice then assert.is_true(isomorphic(g, other)) end
      local coloured = random_graph(math.random(6), { "" }, { "l", "r", "g" }, 2, true)
      local _, stands = graph.component(coloured, 1)
      local picture = graph.kept(coloured, function(v) return stands[v] end)
      assert.equal(rules.hackenbush(graph.text(picture, 1)):canonical_form(),
        rules.hackenbush((tables(picture))):canonical_form())
    end
  end)

  it("need no names: lists of edges, and of neighbours", function()
    local petersen = { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 5 }, { 5, 1 }, { 1, 6 }, { 2, 7 }, { 3, 8 }, { 4, 9 }, { 5, 10 },
                       { 6, 8 }, { 8, 10 }, { 10, 7 }, { 7, 9 }, { 9, 6 } }
    assert.equal(defined.node_kayles(10, petersen), ta.star(rules.node_kayles(petersen):nim_value()))
    local path = rules.node_kayles ".-.-."
    for _, given in ipairs {
      { { 1, 2 }, { 2, 3 } }, { { "a", "b" }, { "b", 3 } }, { { 2 }, { 1, 3 }, { 2 } }, { a = { "b" }, b = { "c" } },
      { adjacent = { { 2 }, { 1, 3 }, { 2 } } }, { vertices = { 5, 6, 7 }, edges = { { 7, 5 }, { 5, 6 } } },
    } do
      assert.equal(path, rules.node_kayles(given))
    end
    assert.equal(rules.node_kayles ".:a-.-.-:a", rules.node_kayles { { 2, 3 }, { 1, 3 }, { 1, 2 } })
    assert.equal(rules.node_kayles ".;.;.", rules.node_kayles { vertices = 3 })
    assert.equal(rules.node_kayles "", rules.node_kayles {})
    assert.equal(rules.hackenbush "l(l;rg)", rules.hackenbush { { 0, 1, "l" }, { 1, 2, "L" }, { 3, 1, "r" }, { 3, 4, "e" } })
    assert.equal(rules.weighted_arc_kayles "2-1-3",
      rules.weighted_arc_kayles { edges = { { "a", "b" }, { "b", "c" } }, labels = { a = 2, b = "1", c = 3 } })
    assert.equal(rules.fjords "L-.-R", rules.fjords { edges = { { 1, 2 }, { 2, 3 } }, labels = { "L", nil, "r" } })
  end)

  it("report the fault", function()
    for why, given in pairs {
      ["or of the neighbours of 1, 2, ...? say {edges"] = { { 2, 4 }, { 1, 3 }, { 2, 4 }, { 1, 3 } },
      ["edge 1: expected {from, to}, got a list of 1"] = { { 1 } },
      ["edge 2: expected {from, to}, got 7"] = { { 1, 2 }, 7 },
      ["edge 1: edges have no label here"] = { { 1, 2, "l" } },
      ["edge 1: expected the name of a vertex, a number or text, got a table"] = { { 1, {} } },
      ["edge 1: expected the name of a vertex, a number or text, got nan"] = { { 1, math.abs(0 / 0) } },
      ["labels: there is no vertex 5"] = { edges = { { 1, 2 } }, labels = { [5] = "L" } },
      ["the label of 1: expected one of \"LRlr\", got \"x\""] = { edges = { { 1, 2 } }, labels = { "x" } },
      ["unknown field \"vertex\""] = { edges = {}, vertex = 3 },
      ["vertices: expected a table, got \"3\""] = { vertices = "3" },
      ["vertices: at most 4096"] = { vertices = 5000 },
      ["adjacent: expected the name of a vertex, a number or text, got true"] = { adjacent = { [true] = {} } },
      ["the neighbours of \"b\": expected a list, got 3"] = { b = 3 },
    } do
      raises({ why, "expected a graph such as" }, rules.snort, given)
    end
    raises({ "edge 1: expected a label, one of", "got nil" }, rules.hackenbush, { { 0, 1 } })
    raises({ "not connected with the ground" }, rules.hackenbush, { { 1, 2, "l" } })
    raises({ "has no labels of edges" }, rules.hackenbush, { adjacent = {} })
    raises({ "vertices have none here" }, rules.arc_kayles, { edges = {}, labels = { "L" } })
  end)
end)

describe("games on graphs by definition, seed " .. seed, function()
  local rounds = SHORT and 30 or 120

  it("Col and Snort", function()
    for _ = 1, rounds do
      local g = random_graph(math.random(6), { "", "", "", "L", "R" }, { "-" }, 3)
      local text = graph.text(g)
      for _, name in ipairs { "col", "snort" } do
        assert.equal(defined.coloured(#g.labels, g.edges, marks_of(g), name == "snort"),
          rules[name](text):canonical_form(), name .. " " .. text)
      end
    end
  end)

  it("Node and Arc Kayles", function()
    for _ = 1, rounds do
      local g = random_graph(math.random(7), { "" }, { "-" }, 4, true)
      local text = graph.text(g)
      for _, name in ipairs { "node_kayles", "arc_kayles" } do
        local value = defined[name](#g.labels, g.edges)
        assert.equal(value, ta.star(rules[name](text):nim_value()), name .. " " .. text)
      end
    end
  end)

  it("partizan Arc Kayles, Hackenbush and its childish form", function()
    for _ = 1, rounds do
      local g = random_graph(math.random(6), { "" }, { "l", "r", "g" }, 2, true)
      assert.equal(defined.arc_kayles(#g.labels, g.edges), rules.partizan_arc_kayles(graph.text(g)):canonical_form())
      local _, stands = graph.component(g, 1)
      local picture = graph.kept(g, function(v) return stands[v] end)
      local text = graph.text(picture, 1)
      assert.equal(defined.hackenbush(#picture.labels, picture.edges), rules.hackenbush(text):canonical_form(), text)
      assert.equal(defined.hackenbush(#picture.labels, picture.edges, nil, true),
        rules.childish_hackenbush(text):canonical_form(), text)
    end
  end)

  it("weighted Arc Kayles", function()
    for _ = 1, rounds do
      local g = random_graph(math.random(5), { "", "0", "1", "2", "3", "4" }, { "-" }, 2, true)
      local counters = {}
      for v, label in ipairs(g.labels) do counters[v] = label == "" and 1 or math.tointeger(tonumber(label)) end
      local text = graph.text(g)
      local p = rules.weighted_arc_kayles(text)
      assert.equal(defined.weighted_arc_kayles(g.edges, counters), ta.star(p:nim_value()), text)
      assert.equal(p, rules.weighted_arc_kayles(p[1]), text)
    end
    assert.equal('Weighted Arc Kayles("12-3")', tostring(rules.weighted_arc_kayles "012-0-3-12;0-1;7"))
    assert.equal(rules.weighted_arc_kayles "12-5-14", rules.weighted_arc_kayles "{12}-5-{14}")
    assert.equal(rules.weighted_arc_kayles "12:a-5(-14;-2:{end})", rules.weighted_arc_kayles "{12}:a-{5}(-{14};-2:{end})")
    for text, why in pairs { ["2-x"] = '"x" is none of the signs', ["2:a-3:a"] = "another label already",
      ["1-1234567890123456789"] = "at most 18 digits", ["-1-2-"] = true, ["2-"] = true } do
      local good, message = pcall(rules.weighted_arc_kayles, text)
      if why == true then assert.is_true(good, text)
      else assert.is_truthy(not good and message:find(why, 1, true), message) end
    end
    for _, bad in ipairs { { 5 }, 3, true } do assert.is_false(pcall(rules.weighted_arc_kayles, bad)) end
  end)

  it("Fjords", function()
    for _ = 1, rounds do
      local g = random_graph(math.random(7), { "", "", "", "L", "R" }, { "-" }, 3, true)
      local text = graph.text(g)
      local p = rules.fjords(text)
      assert.equal(defined.fjords(g.edges, marks_of(g)), p:canonical_form(), text)
      assert.equal(p, rules.fjords(p[1]), text)
      local mirrored = text:gsub("[LR]", { L = "R", R = "L" })
      assert.equal(-p:canonical_form(), rules.fjords(mirrored):canonical_form())
    end
    assert.equal('Fjords(".-L;.-.-L")', tostring(rules.fjords "l(-.;-.-.;-R);.-."))
    for _, bad in ipairs { { 5 }, 3, true } do assert.is_false(pcall(rules.fjords, bad)) end
    assert.error_matches(function() rules.fjords(2, 3) end, "Fjords: expected a graph such as")
  end)

  it("a grid is called by rows and columns", function()
    assert.equal(".-.-.", rules.col(1, 3)[1])
    for _, size in ipairs { { 1, 4 }, { 2, 2 }, { 2, 3 } } do
      local g = graph.grid(size[1], size[2])
      assert.equal(defined.coloured(#g.labels, g.edges, marks_of(g), true),
        rules.snort(size[1], size[2]):canonical_form())
      assert.equal(defined.node_kayles(#g.labels, g.edges), ta.star(rules.node_kayles(size[1], size[2]):nim_value()))
    end
  end)
end)

-- The result of brute force for all small boards of a kind.
describe("facts about weighted Arc Kayles", function()
  local weighted = rules.weighted_arc_kayles
  local function value(text) return weighted(text):nim_value() end

  -- Call see(edges) for every graph of n vertices without loops.
  local function each_graph(n, see)
    local pairs_, edges = {}, {}
    for a = 1, n do for b = a + 1, n do pairs_[#pairs_ + 1] = { a, b, "-" } end end
    local function choose(i)
      if i > #pairs_ then return see(edges) end
      choose(i + 1)
      edges[#edges + 1] = pairs_[i]
      choose(i + 1)
      edges[#edges] = nil
    end
    choose(1)
  end

  it("with one counter everywhere it is Arc Kayles, on every graph of 5 vertices", function()
    each_graph(5, function(edges)
      local text = graph.text { labels = { "", "", "", "", "" }, edges = edges }
      assert.equal(rules.arc_kayles(text):nim_value(), value(text), text)
    end)
  end)

  it("on a star play lasts as long as the lesser side: the nim value is its parity", function()
    for a, b in box(0, 6, 0, 6) do
      assert.equal(math.min(a, b) % 2, value(a .. "-" .. b))
      for c = 0, 6 do
        assert.equal(math.min(a, b + c) % 2, value(a .. "(-" .. b .. ";-" .. c .. ")"))
      end
    end
  end)

  it("a loop is a leaf with as many counters, or more, as its vertex", function()
    for n, a, b, more in box(0, 5, 0, 3, 0, 3, 0, 1) do
      assert.equal(value(("%d:a(-%d-%d;-:a)"):format(n, a, b)), value(("%d(-%d-%d;-%d)"):format(n, a, b, n + more)))
    end
  end)

  it("counters of a vertex beyond its neighbours' do not matter", function()
    for a, b, c, more in box(0, 3, 0, 3, 0, 3, 1, 3) do
      assert.equal(value(("%d(-%d-%d;-%d)"):format(a + b, a, c, b)), value(("%d(-%d-%d;-%d)"):format(a + b + more, a, c, b)))
    end
  end)
end)

describe("facts about Fjords", function()
  local function value(text) return rules.fjords(text):canonical_form() end

  it("between Left's and Right's end of a row the value is 0 or *, by parity", function()
    for n = 1, 12 do
      assert.equal(n % 2 == 0 and ta.value(0) or ta.star(1), value("L" .. ("-."):rep(n) .. "-R"))
    end
  end)

  it("where Left alone can claim, each vertex in reach is a move", function()
    for _ = 1, 60 do
      local g = random_graph(math.random(8), { "", "", "", "L" }, { "-" }, 3)
      local count = 0
      for v, label in ipairs(g.labels) do
        local free = false
        for _, u in ipairs((graph.component(g, v))) do free = free or g.labels[u] == "L" end
        if label == "" and free then count = count + 1 end
      end
      assert.equal(ta.value(count), value(graph.text(g)))
    end
  end)

  it("a player who claims the middle of a star has its n ends: +-n", function()
    for n = 1, 7 do assert.equal(ta.value("+-" .. n), value(".(-L;-R;" .. ("-."):rep(n, ";") .. ")")) end
    assert.equal(ta.star(1), value ".(-L;-R)")
  end)
end)
