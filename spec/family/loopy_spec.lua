-- Loopy values: results of books, their names, and play by definition, from Lua.
local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"
local watcher = require "takeaway.base.watch"
local seed = require "spec.support.seed"()

local v = ta.value
local refused, failed = refusals.raises, refusals.failed

local function named(expected, value) assert.equal(expected, tostring(value)) end

-- Siegel, Combinatorial Game Theory, VI.1-VI.3; Winning Ways, chapter 11.
describe("loopy values", function()
  it("are made from options, by name and as graphs", function()
    for name, text in pairs { on = "{pass|}", off = "{|pass}", over = "a{0|a}", under = "{pass|0}", upon = "{pass|*}", dud = "{pass|pass}",
                              tis = "a{{|a}|}", tisn = "a{|{a|}}", ["1 & 0"] = "tis", ["0 & -1"] = "tisn" } do
      assert.equal(v(name), v(text))
    end
    assert.equal(v "over", ta.loopy_value { start = "a", a = { left = { 0 }, right = { "a" } } })
    assert.equal(v "upon", ta.loopy_value { start = "u", u = { left = { "pass" }, right = { "*" } } })
    for _, on in ipairs { v "on", "on" } do assert.equal(v "{on|0}", v { left = { on }, right = { 0 } }) end
    assert.equal(v(2), ta.loopy_value { start = "a", a = { left = { "b" } }, b = { left = { 0 } } })
    assert.equal(v "on", v(v "on"))
    for _, count in ipairs { select("#", v "on"), select("#", v(3)), select("#", v "on":degree()) } do assert.equal(1, count) end
  end)

  it("obey the laws of the books", function()
    for sum, parts in pairs {
      dud = { "on", "off" }, on = { "on", "^", "{100|-100}" }, ["over & under"] = { "over", "-over" }, tis = { "tisn", "1" },
      ["1 & -1"] = { "tis", "tisn" }, upon = { "upon*", "*" },
    } do
      local total = v(0)
      for _, part in ipairs(parts) do total = total + part end
      assert.equal(v(sum), total, sum)
    end
    for _, other in ipairs { "over", "*", "^", "upon" } do assert.equal(v "over", v "over" + v(other)) end
    assert.equal(v "dud", v "dud" + 5)
    assert.equal(v "tisn", -v "tis")
    assert.equal(v(0), v "+-{0|under}")
    for _, x in ipairs { "1", "1/1024", "1/4611686018427387904" } do assert.is_true(v "over" < v(x)) end
    assert.is_true(v "over" > 0 and v "over" > v "^5" and v "upon" > v "^[9]" and v "upon" < v "^^")
    assert.is_true(v "on" > 1000 and v "off" < -1000)
    assert.is_true(v "upon":confused "*" and v "*":confused(v "upon") and not v "over":confused(v "*"))
    assert.is_true(v "on" >= v "dud" and v "dud" >= v "off" and v "dud" ~= v "on")
  end)

  it("have multiples, of any integer", function()
    local over, on = ta.loopy_value "over", ta.loopy_value "on"
    for _, n in ipairs { math.mininteger, math.mininteger + 1, -1, -2.0, -1e15 } do
      named("under", n * over)
      named("off", on * n)
    end
    for _, n in ipairs { 1, 2.0, 2 ^ 53, math.maxinteger } do named("over", n * over) end
    named("-4611686018427387904", math.mininteger * ta.loopy_value "1/2")
    refused("*: expected an integer and a value", function() return 1.5 * over end)
    refused("*: expected an integer and a value", function() return over * over end)
  end)

  it("have the outcomes of play that need not end", function()
    for name, outcome in pairs { on = "L", off = "R", over = "L", under = "R", dud = "D", tis = "DL", tisn = "RD",
                                 ["upon*"] = "N", ["{0|{dud|},*}"] = "LD", ["-{0|{dud|},*}"] = "DR",
                                 ["on & 0"] = "DL", ["over & v"] = "D" } do
      assert.equal(outcome, v(name):outcome())
    end
  end)

  -- Siegel, figure VI.3.2 and its text.
  it("have degrees and varieties", function()
    named("over", v "5over":degree())
    named("^<on>", v "upon":degree())
    named("on", v "on":degree())
    named("under", v "3/2under":variety())
    named("v<on>", v "upon":variety())
    named("+-{10over|over}", v "+-(5over)":variety())
    assert.equal(v(0), v "{3||2|1}":degree())
    named("^[on]", v "upon":downsum "^<on>")
    named("{0|^<on>*}", v "upon":upsum "^<on>")
    named("{0|^<on>*}", v "^<on>":upsum(v "upon"))
    named("2over", v(2):upsum "over")
    named("{0||0|^<on>*} & {0|^[on]}", v "^<on>" + v "{0|upon}")
    assert.is_true(v "over":is_idempotent() and not v "upon":is_idempotent() and v "dud":is_idempotent())
    assert.is_true(v(0):is_idempotent() and not v(1):is_idempotent())
  end)

  -- Grenville's game: the degree is idempotent, the varieties differ (Siegel's notes on the stability of stoppers).
  it("need not be stable", function()
    local u = v "a{0|{0||||0,*2|||a|0||0}||0}"
    assert.is_false(u:is_stable())
    failed("EUNSUPPORTED", "", u:variety())
    assert.is_true(v "upon":is_stable())
    failed("EUNSUPPORTED", "", v "{0|Tiny(on)}":is_stable())
  end)

  it("have options and stops where they are stoppers", function()
    named("0", v "over":left_options()[1])
    assert.equal(v "over", v "over":right_options()[1])
    assert.equal(7, v "{0|^<on>||v<on>}":follower_count())
    assert.equal(7, #v "{0|^<on>||v<on>}":followers())
    failed("EUNSUPPORTED", "", v "dud":left_options())
    failed("EUNSUPPORTED", "", v "dud":followers())
    failed("EUNSUPPORTED", "", v "dud":left_stop())
    for name, stops in pairs { on = { "on", "on" }, ["5over"] = { "5over", "5over" }, upon = { "0", "0" },
                               ["+-(5over)"] = { "5over", "-5under" }, ["{on|-2}"] = { "on", "-2" } } do
      assert.same(stops, { v(name):left_stop(), v(name):right_stop() })
    end
    assert.is_true(v "over":is_infinitesimal() and v "1/2under":is_numberish() and not v "+-(5over)":is_numberish())
    assert.is_true(v "over":is_pseudonumber() and not v "upon":is_pseudonumber() and v "3/4":is_pseudonumber())
    assert.is_true(v "Tiny(on)":is_number_tiny() and not v "upon":is_number_tiny())
    assert.is_true(v "over":is_plumtree() and not v "a{0||||0|||a|*||*}":is_plumtree())
    assert.is_true(v "over":is_stopper() and not v "tis":is_stopper() and v "tis":is_stopper_sided())
    assert.is_true(v(3):is_stopper() and v(3):is_loopfree() and not v "over":is_loopfree())
    assert.equal(v(3), v(3):onside())
    assert.equal(v "over", (v "over" - v "over"):onside())
    assert.equal(v "under", (v "over" - v "over"):offside())
  end)

  -- Siegel, II.4 and VI.4; the sum by its definition, base by base.
  it("have ordinal sums, subordinates and powers", function()
    assert.equal(v "over", v(1):ordinal_sum "off")
    for _, x in ipairs { "on", "off", "over", "upon", "^<on>", "5under", "+-over" } do
      for _, base in ipairs { "1", "*", "^", "{2|-1}", "{0||0|-2}", "over" } do
        local b, g = v(base), v(x)
        local left, right = b:left_options(), b:right_options()
        local nodes, number = { start = "n1" }, {}
        for i, f in ipairs(g:followers()) do number[f] = "n" .. i end
        for f, name in pairs(number) do
          local node = { left = table.move(left, 1, #left, 1, {}), right = table.move(right, 1, #right, 1, {}) }
          for _, option in ipairs(f:left_options()) do table.insert(node.left, number[option]) end
          for _, option in ipairs(f:right_options()) do table.insert(node.right, number[option]) end
          nodes[name] = node
        end
        local sum = b:ordinal_sum(g)
        assert.equal(ta.loopy_value(nodes), sum)
        local back = sum:subordinate(b)
        if back ~= nil then assert.equal(sum, b:ordinal_sum(back)) end
      end
    end
    assert.equal(v "off", v "over":subordinate(1))
    assert.equal(v "on", v "upon*":subordinate "*")
    assert.equal(v "over", v "{0,*|0,pass}":subordinate "*")
    failed("EUNSUPPORTED", "", v "on":subordinate "*")
    named("^<on>", v "^":pow "on")
    named("^[on]", v "^":pow_to "on")
    named("{0||0|-2,pass}", v "{0||0|-2}":pow "on")
    named("{0||0,pass|0,v[4]*}", v "^":pow "{5|pass}")
    failed("EUNSUPPORTED", "", v "over":pow "dud")
  end)

  it("are joined by &", function()
    assert.equal(v "over & v", v "over" & v "v")
    assert.equal(v "tis", v(1) & 0)
    assert.equal(v "over", v "over" & "over")
    refused("the onside is not at least the offside", function() return v "v" & v "over" end)
  end)

  -- Winning Ways, chapter 11: its sides are no stoppers.
  it("need not have sides that are stoppers", function()
    local bach = v "a{0,{1|1,{*,{1*|1*,a}|*}}|0}"
    assert.is_false(bach:is_stopper_sided())
    failed("EUNSUPPORTED", "", bach:onside())
    named("a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}", bach)
    assert.equal("N", bach:outcome())
    assert.is_true(bach == v(tostring(bach)) and bach + 1 == 1 + bach and bach ~= bach + 1)
    assert.is_true((bach + 1):equals(v(tostring(bach + 1))))
  end)
end)

describe("names of loopy values", function()
  local NAMES = {
    "on", "off", "dud", "over", "under", "5over", "-1/2under", "^[on]", "^[on]*", "v[on]", "3v[on]*", "^<on>", "^<on>*",
    "v<on>", "-5^<on>", "Tiny(on)", "Miny(on)", "Tiny(over)", "2Tiny(on)", "+-over", "+-(5over)", "+-{0|^<on>}",
    "+-{{0|^<on>},{0|^<on>*}}", "1 & 0", "2 & +-1", "^ & v*", "over & v", "{2|1} & -2*", "{0|^<on>||v<on>}",
    "a{0||||0|||a|*||*}", "a{0|{0||||0,*2|||a|0||0}||0}", "a{0|0,{0|||a|0||0}}", "{^[on]*,^<on>||v<on>|0}",
    "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}", "^[on]*2", "{0||0,pass|0,*}",
  }

  it("are read back", function()
    for _, name in ipairs(NAMES) do named(name, v(name)) end
    for _, name in ipairs(NAMES) do assert.is_true(v(v(name):text "cgscript") == v(name)) end
  end)

  it("are sums, differences, negatives and bars of the plain ones", function()
    for text, name in pairs {
      ["5 + over"] = "5over", ["over + 5"] = "5over", ["5 + {0,*||*|pass}"] = "5^<on>*", ["-^<on>"] = "v<on>",
      ["{-1/4*|pass}"] = "-1/4v[on]", ["3 - over"] = "3under",
      ["{0|||0||0|off}"] = "{0|Tiny(on)}", ["+-(^<on> + *)"] = "0", ["( {1|-1} & -1* )"] = "+-1 & -1*",
    } do named(name, v(text)) end
  end)

  it("are written for others, too", function()
    assert.equal("5↑[on]∗", v "5^[on]*":text "unicode")
    assert.equal("{5,pass|5}", v "5^[on]*":text "cgscript")
    assert.equal("5+over", v "5over":text "cgscript")
    assert.is_string(v "upon + 1":text "latex")
  end)

  it("stand in parentheses beside an & where CGScript would take a part of them", function()
    for name, written in pairs { ["1over & 0"] = "(1+over) & 0", ["{2|1} & -2*"] = "{2|1} & (-2+*)",
                                 ["on & 1/2"] = "on & (1/2)", ["^ & v*"] = "^ & v*", ["on & ^*3"] = "on & ^*3" } do
      assert.equal(written, v(name):text "cgscript")
      assert.is_true(v(written) == v(name))
    end
  end)

  it("of more than 65,536 signs are ELIMIT, though the game is small", function()
    local plain = v(0)
    for n = 1, 14 do plain = v { left = { plain }, right = { v { left = { plain }, right = { -n } } } } end
    local long = ta.loopy_value { start = "a", a = { left = { "a" }, right = { plain } } }
    for _, notation in ipairs { "ascii", "unicode", "latex", "cgscript" } do
      local name, why, code = long:text(notation)
      assert.same({ nil, "text: the name is longer than 65536 characters", "ELIMIT" }, { name, why, code })
      assert.equal("ELIMIT", select(3, (long & -1000):text(notation)))
    end
    assert.equal("loopy value of 44 positions (its name is too long)", tostring(long))
    assert.is_nil((ta.export.write({ long }, { format = "cgscript" })))
  end)

  it("say where what is no name goes wrong", function()
    for text, why in pairs {
      pass = "pass stands alone", ["{1|0+pass}"] = "pass stands alone", ["a{0|a+1}"] = "the name of a node stands alone",
      ["on + nought"] = "no game of this name", ["v & over"] = "the onside is not at least the offside",
      ["{on|0|1}"] = "which comes first", ["{on|0"] = "not closed", ["on )"] = "expected the end", ["a{0}"] = "expected a bar",
      ["on + "] = "expected a game", ["a{0|{a|0}+1}"] = "leads out of these braces",
    } do refused(why, v, text) end
    refused("nodes with names", ta.loopy_value, { start = "a", a = 3 })
    refused("start", ta.loopy_value, { a = { left = { 0 } } })
  end)
end)

-- ---- By definition, through the front ----

local function random_graph(n)
  local graph = {}
  for i = 1, n do
    graph[i] = { left = {}, right = {} }
    for side, k in box({ "left", "right" }, 1, n) do
      if math.random(3) == 1 then table.insert(graph[i][side], k) end
    end
  end
  return graph
end

local function value_of(graph)
  local nodes = { start = "n1" }
  for i, node in ipairs(graph) do
    local copy = { left = {}, right = {} }
    for side, list in pairs(node) do
      for _, k in ipairs(list) do table.insert(copy[side], "n" .. k) end
    end
    nodes["n" .. i] = copy
  end
  return ta.loopy_value(nodes)
end

local function rules_of(graph)
  local function moves(side)
    return function(emit, n) for _, k in ipairs(graph[n][side]) do emit(k) end end
  end
  return ta.ruleset { name = "Graph", left = moves "left", right = moves "right" }
end

describe("positions whose play need not end", function()
  it("have the value of their graph, and sums the outcomes of play", function()
    math.randomseed(seed)
    for _ = 1, 150 do
      local g, h = random_graph(math.random(4)), random_graph(3)
      local p, q = rules_of(g)(1), rules_of(h)(1)
      local x, y = value_of(g), value_of(h)
      assert.is_true(x == p:canonical_form())
      assert.equal(p:outcome(), x:outcome())
      assert.equal((p + q):outcome(), (x + y):outcome())
      assert.equal((p - q):outcome(), (x - y):outcome())
      if x:is_stopper_sided() and y:is_stopper_sided() then
        assert.equal(x <= y, p <= q)
        assert.equal(x:equals(y), (p:equals(q)))
      end
    end
  end)

  it("are nimbers and more where they are impartial", function()
    math.randomseed(seed + 1)
    for _ = 1, 60 do
      local g = random_graph(4)
      local p = ta.ruleset { options = function(emit, n) for _, k in ipairs(g[n].left) do emit(k) end end }(1)
      local x = p:canonical_form()
      if type(p:nim_value()) == "number" then assert.equal(ta.star(p:nim_value()), x) end
      for k = 0, 4 do assert.equal((p + ta.rules.nim(k)):outcome(), (x + ta.star(k)):outcome()) end
    end
  end)

  it("keep to limits", function()
    local r = ta.ruleset({ name = "Walk", left = function(emit, n) emit((n + 1) % 1000) end,
      right = function(emit, n) emit(n // 2) end }, { limit = 100 })
    failed("ELIMIT", "", r(1):canonical_form())
  end)

  -- Winning Ways, chapter 11; Siegel, Backsliding Toads and Frogs, Games of No Chance 3.
  it("Backsliding toads and frogs", function()
    local r = ta.rules.backsliding_toads_and_frogs
    for strip, value in pairs { ["T.F"] = "0", ["TF."] = "*", ["TT.F"] = "on", ["T.FF"] = "off", ["TT..FF"] = "*",
                                ["TTT..FFF"] = "{on||0|-1/2} & {1/2|0||off}" } do
      named(value, r(strip):canonical_form())
    end
    refused("expected a strip", r, "TxF")
  end)

  -- Berlekamp, Conway, Guy; a goose less than usual, and the usual four in the fourth row of eight columns.
  it("Fox and geese", function()
    local r = ta.rules.fox_and_geese
    named("{over|0}", r("x.x./..../..o."):canonical_form())
    named("1*", r("x.x.x./....../....../.o...."):canonical_form())
    named("off", r("o.../.x.x"):canonical_form())
    if not os.getenv "TAKEAWAY_SHORT" then
      named("{4*|7/2}", r(".x.x.x.x/......../......../o......."):canonical_form())
    end
    for board, message in pairs { ["x.x./.x.."] = "one fox", ["x.x./.o.."] = nil, ["xx../o..."] = "both colours",
                                  ["o/./x"] = "two columns" } do
      refused(message, r, board)
    end
  end)

  -- The same on a board with two more rows above, where the fox is never alone: on tuples of places.
  it("Fox and geese: the fox that has passed is off, by play", function()
    local function tall(width, rows)
      local function moves(emit, place, at, down)
        for _, way in ipairs { { 1, -1 }, { 1, 1 }, { -1, -1 }, { -1, 1 } } do
          local row, column = place[at] // width + way[1], place[at] % width + way[2]
          local to, free = row * width + column, row >= 0 and row < rows and column >= 0 and column < width
          for _, other in ipairs(place) do free = free and other ~= to end
          if free and (not down or way[1] == 1) then
            local after = table.move(place, 1, #place, 1, {})
            after[at] = to
            emit(after)
          end
        end
      end
      return ta.ruleset { name = "Tall", -- the fox, then the geese
        left = function(emit, ...) for at = 2, select("#", ...) do moves(emit, { ... }, at, true) end end,
        right = function(emit, ...) moves(emit, { ... }, 1, false) end }
    end
    assert.equal(ta.rules.fox_and_geese("x.x./..../..o."):canonical_form(), tall(4, 5)(18, 8, 10):canonical_form())
    assert.equal(ta.rules.fox_and_geese("x.x/.../o../..."):canonical_form(), tall(3, 6)(12, 6, 8):canonical_form())
    assert.equal(ta.rules.fox_and_geese(".x../x.../...x/o..."):canonical_form(),
      tall(4, 6)(20, 9, 12, 19):canonical_form())
  end)

  it("raise where their negative or their name was cancelled", function()
    local g = v "{220|^<on>||v<on>}"
    watcher.set(function() return false end, 0)
    local results = { { pcall(function() return -g end) }, { pcall(tostring, g) } }
    watcher.set(nil)
    for _, result in ipairs(results) do
      assert.is_false(result[1])
      assert.matches("cancelled by the progress function$", result[2])
    end
    assert.equal("{220|^<on>||v<on>}", tostring(g))
  end)

  it("say of calls on short games alone that they are", function()
    for _, name in ipairs { "mean", "temperature", "cool", "atomic_weight", "thermograph", "birthday", "is_all_small" } do
      for what, text in pairs { ["a loopy value"] = "over", ["an infinite nimber"] = "*w" } do
        local x = ta.value(text)
        local nothing, message, code = x[name](x, 1)
        if name ~= "birthday" or text == "over" then
          assert.same({ nil, "EUNSUPPORTED" }, { nothing, code })
          assert.equal(("%s: %s is %s, and this call takes values of short games"):format(name, text, what), message)
        end
      end
    end
    assert.is_nil(ta.value("over").nonsense)
    local w = ta.value "*w"
    assert.is_true(w:confused(0) and w:confused "*5" and not w:confused(w) and w <= w)
    assert.is_false(w < w or w > 0 or w < 0 or w <= ta.star(3))
    assert.equal("EUNSUPPORTED", (select(3, w:confused(1))))
    assert.has_error(function() return w < 1 end, "an infinite nimber is compared with nimbers")
  end)

  it("are read beside names of loopy games as they are read alone", function()
    local from, upon = require "spec.support.seed"(), ta.value "upon"
    local pieces = { "1", "2", "3", "1/2", "^", "^^", "v", "*", "*2", "+", "-", " ", "{1|0}", "{", "}", "|", "Tiny(1)", "Miny(2)", "(", ")",
                     "+-", "^2", "v3", "^[2]", "+-{2}", "+-1", "- 1" }
    local read = 0
    for _ = 1, 4000 do
      local list = {}
      for i = 1, math.random(5) do list[i] = pieces[math.random(#pieces)] end
      local text = table.concat(list)
      local ok, value = pcall(ta.value, text)
      if ok and value then
        assert.equal(value + upon, ta.value(text .. " + upon"), ("seed %d: %s"):format(from, text))
        read = read + 1
      end
    end
    assert.is_true(read > 400, read)
    for text, why in pairs {
      ["upon + 1 2"] = "not part of a value", ["upon + ^^3"] = "not part of a value", ["on + *2 3"] = "not part of a value",
      ["on + 2(3)"] = "not part of a value", ["on + 2{1|0}"] = "not part of a value",
      ["on + 0.3"] = "no dyadic number has these decimals",
    } do assert.error_matches(function() ta.value(text) end, why) end
    assert.equal(ta.value "upon + ^3 + 3/2", ta.value "upon + Tiny(v) + 1.5")
  end)
end)
