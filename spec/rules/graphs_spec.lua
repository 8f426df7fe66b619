-- Graphs as text, and the games on them against their definition (spec/support/graph_games.lua).
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

  it("fall into parts whose names begin anew", function()
    local circles = rules.col ".:x-.-.-.:x;.:y-.-.-.:y;.-."
    assert.same({ { ".-." }, { ".:a-.-.-:a" }, { ".:a-.-.-:a" } }, rules.col.parts(circles[1]))
  end)

  it("say what is wrong", function()
    for text, why in pairs {
      [".-x"] = '"x" is none of the signs', [".(-.;-."] = "the end at 8: a parenthesis is open",
      [".-.)"] = '")" at 4: unexpected here', [".-.:"] = '":" at 4: a name is a letter',
      ["L:a-R:a"] = "another label already", [".(-.)-."] = '"-" at 6: unexpected here',
    } do
      for _, name in ipairs { "col", "snort" } do
        local good, message = pcall(rules[name], text)
        assert.is_false(good)
        assert.is_truthy(message:find(why, 1, true), message)
        assert.is_truthy(message:find("expected a graph such as", 1, true), message)
      end
    end
    for _, call in ipairs {
      function() rules.node_kayles(0, 3) end, function() rules.node_kayles(3) end, function() rules.arc_kayles({}) end,
      function() rules.arc_kayles(".-.", 3) end, function() rules.col(1000, 1000) end,
      function() rules.hackenbush(3, 3) end, function() rules.hackenbush "l;r" end, function() rules.hackenbush "l-r" end,
    } do
      local good, message = pcall(call)
      assert.is_false(good)
      assert.is_truthy(message:find("expected", 1, true), message)
    end
    assert.is_truthy(select(2, pcall(rules.hackenbush, "l;r")):find("not connected with the ground", 1, true))
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
