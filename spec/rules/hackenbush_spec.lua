-- Hackenbush by its shape against the definition: values, outcomes and winning moves; ordinal sums that rules declare.
local refusals = require "spec.support.refusals"
local ta = require "takeaway"
local cut_tree = require "takeaway.rules.cut_tree"
local defined = require "spec.support.graph_games"
local graph = require "takeaway.rules.graph"

local SHORT = os.getenv "TAKEAWAY_SHORT"
local shell = require "spec.support.shell"
local seed = require "spec.support.seed"()
local says, raises = refusals.says, refusals.raises
local hackenbush = ta.rules.hackenbush

-- The rules without anything that is quicker, and with ordinal sums alone.
local function bare(more)
  local fields = { name = "Bare", left = hackenbush.left, right = hackenbush.right }
  for key, value in pairs(more or {}) do fields[key] = value end
  return ta.ruleset(fields)
end

local plain = bare()
local ordinal = bare { parts = hackenbush.parts, ordinal_sum = hackenbush.ordinal_sum }

local function texts(list)
  local all = {}
  for i, p in ipairs(list) do all[i] = type(p) == "table" and p[1] or p end
  table.sort(all)
  return table.concat(all, " | ")
end

-- Value, outcome and winning moves of a picture; gives whether its value is known by its shape.
local function same(text)
  local p, q = hackenbush(text), plain(text)
  local value = q:canonical_form()
  assert.equal(value, p:canonical_form(), text)
  assert.equal(value, ordinal(text):canonical_form(), text)
  assert.equal(q:outcome(), p:outcome(), text)
  local known = hackenbush.canonical_form(text)
  assert.is_true(known == nil or known == value, text)
  for _, player in ipairs { "left", "right" } do
    local moves = hackenbush.winning_moves(player, text)
    if moves then assert.equal(texts(q:winning_moves(player)), texts(moves), text .. " " .. player) end
    assert.is_true(moves ~= nil or not known or text:find(":", 1, true) ~= nil, text)
  end
  return known ~= nil
end

-- All pictures of this number of edges, adding one edge at a time; `circles`: also between existing vertices.
local function pictures(most, circles)
  local list, found, from = { { labels = { "" }, edges = {} } }, { [""] = true }, 1
  while from <= #list do
    local g = list[from]
    from = from + 1
    for a = 1, #g.edges < most and #g.labels or 0 do
      for b = circles and a or #g.labels + 1, #g.labels + 1 do
        for label in ("lrg"):gmatch "." do
          local more = { labels = table.move(g.labels, 1, #g.labels, 1, {}), edges = table.move(g.edges, 1, #g.edges, 1, {}) }
          more.labels[b], more.edges[#more.edges + 1] = "", { a, b, label }
          local text = graph.text(more, 1)
          if not found[text] then
            found[text] = true
            list[#list + 1] = more
          end
        end
      end
    end
  end
  return list
end

describe("Hackenbush by its shape, seed " .. seed, function()
  it("all trees of few edges", function()
    for _, g in ipairs(pictures(SHORT and 4 or 5)) do
      local text = graph.text(g, 1)
      assert.is_true(same(text), text)
      if #g.edges <= 3 then assert.equal(defined.hackenbush(#g.labels, g.edges), hackenbush(text):canonical_form()) end
    end
  end)

  it("all pictures with circles of few edges", function()
    local known, all = 0, pictures(3, true)
    for _, g in ipairs(all) do
      local text = graph.text(g, 1)
      if same(text) then known = known + 1 end
      assert.equal(defined.hackenbush(#g.labels, g.edges), hackenbush(text):canonical_form(), text)
    end
    assert.is_true(known > #all // 2 and known < #all)
  end)

  it("random pictures of one colour, two and three", function()
    for round = 1, SHORT and 60 or 300 do
      local signs, n, g = ({ "g", "lr", "lrg" })[round % 3 + 1], math.random(2, 8), { labels = { "" }, edges = {} }
      local function label() return signs:sub((math.random(#signs))):sub(1, 1) end
      for v = 2, n do g.labels[v], g.edges[v - 1] = "", { math.random(math.max(1, v - 3), v - 1), v, label() } end
      for _ = 1, round % 2 * math.random(0, 3) do
        table.insert(g.edges, { math.random(n), math.random(n), label() })
      end
      same(graph.text(g, 1))
    end
  end)

  it("texts without an edge are those that the graph without it has", function()
    local kind = { vertices = "", edges = "lrg", fold = function(label) return label end }
    for round = 1, SHORT and 200 or 1000 do
      local g = { labels = { "" }, edges = {} }
      for v = 2, math.random(2, 16) do
        local k = round % 2 == 0 and 1 or math.random(3)
        g.labels[v], g.edges[v - 1] = "", { math.random(math.max(1, v - 5), v - 1), v, ("lrg"):sub(k, k) }
      end
      local text = graph.text(g, 1)
      local cut, tree = cut_tree(text), graph.read(text, kind)
      for i, edge in ipairs(tree.edges) do
        local rest = graph.kept(tree, function() return true end, edge)
        local _, stands = graph.component(rest, 1)
        assert.equal(graph.text(graph.kept(rest, function(v) return stands[v] end), 1), cut(i), text .. " " .. i)
      end
    end
  end)

  it("circles of green edges are fused [WW 7]", function()
    for n = 1, 12 do
      assert.equal(n % 2, hackenbush(":a" .. ("g"):rep(n) .. ":a"):nim_value())
      assert.equal(n % 2 + 3, hackenbush("ggg:a" .. ("g"):rep(n) .. ":a"):nim_value()) -- a circle on a stalk of three
      local hung = ("g:a(g"):rep(1) .. (";" .. ("g"):rep(n)) .. ")" -- a loop, a stalk of one, and one of n
      assert.equal(1 ~ 1 ~ n, hackenbush(":a" .. hung):nim_value())
    end
    assert.equal(0, hackenbush ":a(g:b(g:c(g:a;g:{d}(g:a;g:b))))":nim_value()) -- four vertices, each with each
    assert.equal(2, hackenbush ":a(g:b(g:c(g:a;g:{d}(gg;g:a;g:b))))":nim_value())
  end)

  it("trees of 100,000 edges have the values of their construction", function()
    local n = 100000
    local function value(text) return hackenbush(text):canonical_form() end
    local green = hackenbush(("g"):rep(n))
    assert.equal(n, green:nim_value())
    assert.equal(texts { "" }, texts(green:winning_moves "left"))
    assert.equal(ta.number("1/2^" .. n - 1), value("l" .. ("r"):rep(n - 1)))
    assert.equal(1 - ta.number("1/2^" .. n - 1), value("lr" .. ("l"):rep(n - 2)))
    assert.equal(ta.value(-n), value(("r"):rep(n)))
    assert.equal("R", hackenbush("r" .. ("l"):rep(n - 1)):outcome())
    local comb, teeth = "g", 1 -- stalks with an edge beside each: f is 1 + (1 xor the f of what is above)
    for _ = 1, n // 2 do teeth = 1 ~ teeth + 1 end
    comb = ("(g;g"):rep(n // 2) .. comb .. (")"):rep(n // 2)
    assert.equal(teeth, hackenbush(comb):nim_value())
    local star = hackenbush("(" .. ("g;"):rep(n) .. "g)")
    assert.equal("N", star:outcome())
    assert.equal(1, #star:winning_moves "left")
    assert.equal(n + 1, #star[1] - #star[1]:gsub("g", ""))
    assert.equal(0, hackenbush(":a" .. ("g"):rep(n) .. ":a"):nim_value())
    assert.equal("", graph.text(graph.read(("l("):rep(n) .. (")"):rep(n), { vertices = "", edges = "l",
      fold = function(x) return x end }), 1):gsub("l", ""))
  end)

  it("wins by the moves of a Fibonacci tree", function()
    local tree = { [0] = "", "g" }
    for k = 2, 10 do tree[k] = "(g" .. tree[k - 1] .. ";g" .. tree[k - 2] .. ")" end
    local p = hackenbush(tree[10]) -- 142 edges
    assert.equal(7, p:nim_value())
    for _, q in ipairs(p:winning_moves "left") do assert.equal(0, q:nim_value()) end
    assert.equal(15, #p:winning_moves "left")
  end)

  it("answer after the store of values was cleared", function()
    local function asked() return tostring(ta.rules.hackenbush "l(r;g(l;rg))":canonical_form()) end
    local before = asked()
    ta.values:clear()
    assert.equal(before, asked())
  end)

  it("marks an error in a text", function()
    raises({ '")" at 7: unexpected here', "    l(r;g))l\n          ^" }, hackenbush, "l(r;g))l")
    raises("the end at 5: a parenthesis is open", hackenbush, "l(r;")
    assert.is_true(#refusals.raised(hackenbush, ("g"):rep(100000) .. "x") < 1000)
  end)
end)

describe("nim values of partizan rules", function()
  it("are those of values that are nimbers", function()
    assert.equal(4, hackenbush "g(g;gg)":nim_value())
    assert.equal(5, (hackenbush "g(g;gg)" + ta.rules.nim(1)):nim_value())
    assert.equal(0, (hackenbush "l" - hackenbush "l"):nim_value())
    assert.equal(3, bare() "ggg":nim_value())
    says("the value is 1/2, and no nimber; with p:impartial()", "EPARTIZAN", hackenbush "lr":nim_value())
    assert.equal(2, hackenbush "lr":impartial():nim_value())
    says("no nimber", "EPARTIZAN", (hackenbush "lr" + ta.rules.nim(1)):nim_value())
    assert.is_truthy(shell.call("solve hackenbush g(g;gg)"):find("nim value       4\n", 1, true))
    assert.is_nil(shell.call("solve hackenbush lr"):find("nim value", 1, true))
  end)
end)

describe("ordinal sums that rules declare", function()
  -- A stalk that is cut in two at `at`: base and upper as the user says.
  local function stalks(at, base)
    return ta.ruleset { name = "Stalk", left = hackenbush.left, right = hackenbush.right, ordinal_sum = function(text)
      if #text > at then return { base and base(text) or text:sub(1, at) }, { text:sub(at + 1) } end
    end }
  end

  it("have the values of their options, whatever the base", function()
    for at = 1, 4 do
      local rules = stalks(at)
      for _ = 1, SHORT and 50 or 200 do
        local text = ""
        for _ = 1, math.random(at + 1, 9) do
          local k = math.random(3)
          text = text .. ("lrg"):sub(k, k)
        end
        assert.equal(plain(text):canonical_form(), rules(text):canonical_form(), text)
      end
    end
  end)

  it("of impartial rules follow the mex rule", function()
    -- Kayles on a row, on top of a heap of Nim: to take of the heap ends the row
    local function options(emit, heap, row)
      for k = 0, heap - 1 do emit(k, 0) end
      for k = 1, math.min(2, row) do emit(heap, row - k) end
    end
    local fields = { name = "On a heap", options = options }
    local defined_rules = ta.ruleset(fields)
    function fields.ordinal_sum(heap, row)
      if heap > 0 and row > 0 then return { heap, 0 }, { 0, row } end
    end
    local rules = ta.ruleset(fields)
    for heap = 0, 6 do
      for row = 0, 9 do
        assert.equal(defined_rules(heap, row):nim_value(), rules(heap, row):nim_value())
        assert.equal(defined_rules(heap, row):outcome(), rules(heap, row):outcome())
        assert.equal(defined_rules(heap, row):misere_outcome(), rules(heap, row):misere_outcome())
      end
    end
    assert.is_true((rules:validate { from = { 6, 9 } }))
  end)

  it("are checked by validate", function()
    assert.is_true((stalks(1):validate { from = "lrgl" }))
    -- another base, and one of the same value, 0, in another form
    local ok, report = stalks(1, function() return "g" end):validate { from = "lrg" }
    assert.is_false(ok)
    assert.is_truthy(tostring(report):find("ordinal_sum changes the canonical form", 1, true), tostring(report))
    ok, report = bare { ordinal_sum = function(text) if #text > 1 then return { "" }, { text:sub(2) } end end }
      :validate { from = "lrg" }
    assert.is_false(ok)
    assert.is_truthy(tostring(report):find("ordinal_sum", 1, true))
    ok, report = ta.ruleset { left = hackenbush.left, right = hackenbush.right, canonical_form = function() return ta.star(1) end,
      winning_moves = function() return {} end }:validate { from = "lrg" }
    assert.is_false(ok)
    assert.is_truthy(tostring(report):find("winning_moves gives", 1, true), tostring(report))
    ok, report = ta.ruleset { left = hackenbush.left, right = hackenbush.right, canonical_form = function() return ta.star(1) end }
      :validate { from = "lrg" }
    assert.is_false(ok)
    assert.is_truthy(tostring(report):find("canonical_form gives *", 1, true), tostring(report))
    assert.is_true((hackenbush:validate { from = "l(r;g:ag:a)" }))
  end)

  it("refuse what is none", function()
    local function with(ordinal_sum, parts)
      local rules = bare { ordinal_sum = ordinal_sum, parts = parts }
      return function() return rules "lg":canonical_form() end
    end
    raises("expected a base and an upper part, each a list of components, or nothing", with(function() return { "l" } end))
    raises("ordinal_sum of Bare", with(function() return {}, { "l" } end))
    raises("the base is 2 parts; expected one", with(function(text)
      if text == "lg" then return { "(l;g)" }, { "g" } end
    end, hackenbush.parts))
    raises("terminal", ta.ruleset, { options = print, ordinal_sum = print, terminal = print })
    raises("canonical_form: of partizan rules", ta.ruleset, { options = print, canonical_form = print })
    raises("expected a value or nil", function()
      ta.ruleset { left = hackenbush.left, right = hackenbush.right, canonical_form = function() return 1 end } "l":outcome()
    end)
  end)

  it("take loopy values above a form", function()
    local f = ta.form "{-1|1}":ordinal_sum "on"
    assert.equal("1under", tostring(f:canonical_form()))
    assert.equal(f, ta.form(tostring(f)))
    raises("on is loopy, and has no form; it may be the upper part of an ordinal sum", ta.form, "on")
    assert.equal(ta.value "*":ordinal_sum "on", ta.form "*":ordinal_sum "on":canonical_form())
    says("of stoppers", "EUNSUPPORTED", ta.form "*":ordinal_sum "dud")
  end)
end)
