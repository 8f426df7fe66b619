-- The game tree: its statements about options, against the definition; as text, and as a page that a browser opens.
local box = require "spec.support.box"
local ta = require "takeaway"
local browser = require "spec.support.browser"
local file = require "takeaway.base.file"

local seed = require "spec.support.seed"()

-- Random partizan rules on numbers below `size`, every move to a smaller number.
local function random_rules(size)
  local moves = {}
  for n = 0, size do
    moves[n] = { {}, {} }
    for side, m in box(1, 2, 0, n - 1) do
      if math.random() < 0.4 then table.insert(moves[n][side], m) end
    end
  end
  local function rule(side)
    return function(emit, n)
      for _, m in ipairs(moves[n][side]) do emit(m) end
    end
  end
  return ta.ruleset { name = "Random", left = rule(1), right = rule(2) }
end

describe("explorer, seed " .. seed, function()
  it("says of each option what its value makes of it", function()
    for _ = 1, 60 do
      local rules = random_rules(7)
      local top = rules(7)
      local value = top:canonical_form()
      local listed = { left = top:left_options(), right = top:right_options() }
      local seen = { left = 0, right = 0 }
      for _, move in ipairs(ta.explorer(top):moves()) do
        local left = move.by == "left"
        seen[move.by] = seen[move.by] + 1
        local at = seen[move.by]
        local function least(v, w) if left then return v >= w end return v <= w end
        assert.is_true(move.position == listed[move.by][at])
        local v = move.position:canonical_form()
        assert.equal(v, move.value)
        assert.equal(move.position:outcome(), move.outcome)
        assert.equal(v:temperature() .. v:mean(), move.temperature .. move.mean)
        local zero = ta.value(0)
        assert.equal(least(v, zero), move.wins)
        local dominated = false
        for i, other in ipairs(listed[move.by]) do
          local w = other:canonical_form()
          if i ~= at and least(w, v) and (w ~= v or i < at) then dominated = true end
        end
        assert.equal(dominated, move.dominated_by ~= nil)
        if dominated then assert.is_true(least(move.dominated_by:canonical_form(), v)) end
        local replies = left and move.position:right_options() or move.position:left_options()
        local reversible = false
        for _, reply in ipairs(replies) do
          if least(value, reply:canonical_form()) then reversible = true end
        end
        assert.equal(reversible, move.reversible_through ~= nil)
        if reversible then assert.is_true(least(value, move.reversible_through:canonical_form())) end
      end
      assert.same({ #listed.left, #listed.right }, { seen.left, seen.right })
    end
  end)

  it("of a canonical form has nothing dominated or reversible", function()
    for _, name in ipairs { "{3||2|1}", "+-{2|{1|0}}", "{^^*|v3}", "*4", "Tiny(2)" } do
      for _, move in ipairs(ta.explorer(ta.value(name)):moves()) do
        assert.is_nil(move.dominated_by or move.reversible_through)
      end
    end
  end)

  it("prints", function()
    assert.equal([[
Toads and frogs("TT.F")  {1/2|0}  N  temperature 1/4
  L ("T.TF")  1/2  L  temperature -1/2  [wins]
    L (".TTF")  0  P  temperature -1  [wins]
    R ("TFT.")  1  L  temperature -1
  R ("TTF.")  0  P  temperature -1  [wins]
    L ("T.FT")  *  N  temperature 0  [reversible through ("TF.T")]
]], tostring(ta.explorer(ta.rules.toads_and_frogs "TT.F")) .. "\n")
    assert.equal([[
Kayles(3)  *3  N  temperature 0
  (0, 2)  *2  N  temperature 0
  (1, 1)  0  P  temperature -1  [wins]
  (0, 1)  *  N  temperature 0
]], ta.explorer(ta.rules.kayles(3)):text { depth = 1 } .. "\n")
    local many = tostring(ta.explorer(ta.rules.nim(9, 9, 9)))
    assert.equal(61, select(2, (many .. "\n"):gsub("\n", "")))
    assert.is_truthy(many:find("more; the page has them", 1, true))
  end)

  it("tells positions of a sum apart by their rules and numbers, not by their text", function()
    local function any(emit, n) for k = 1, n do emit(n - k) end end
    local function one(emit, n) if n > 0 then emit(n - 1) end end
    local function alike(n) return tostring(n % 2) end
    for _, names in ipairs { {}, { describe = alike } } do
      local A, B = ta.ruleset { options = any, describe = names.describe }, ta.ruleset { options = one }
      for _, sum in ipairs { A(3) + B(2), A(2) + A(4), B(3) - A(2), A(3) + A(2) } do
        local graph = ta.plot.graph(sum, { limit = 1000 }).figure.graph
        assert.equal(sum:followers(), #graph.nodes)
        for _, node in ipairs(graph.nodes) do
          for i, option in ipairs(node.position:options()) do
            assert.equal(option:nim_value(), node.moves[i].to.position:nim_value())
          end
        end
        for i, move in ipairs(ta.explorer(sum):moves()) do
          assert.equal(sum:options()[i]:canonical_form(), move.value)
        end
      end
    end
  end)

  it("goes where play need not end", function()
    local loop = ta.ruleset { name = "Loop", left = function(emit, n) emit(1 - n) end, right = function() end }
    local text = ta.explorer(loop(0), { depth = 3 }):text()
    assert.equal(4, select(2, (text .. "\n"):gsub("\n", "")))
  end)

  it("stops where requested", function()
    local bounded = ta.ruleset({ name = "Bounded", options = function(emit, n)
      if n > 0 then emit(n - 1) end
    end }, { limit = 3 })
    local tree, message, code = ta.explorer(bounded(50))
    assert.is_nil(tree)
    assert.equal("ELIMIT", code)
    assert.is_truthy(message:find("limit of 3 positions", 1, true))
    bounded = ta.ruleset({ name = "Bounded", options = function(emit, n) -- the outcome is found, the value is not
      for m = 0, n - 1 do emit(m) end
    end }, { limit = 3 })
    assert.equal("Bounded(50)  (canonical_form: the limit of 3 positions is reached)  N",
      ta.explorer(bounded(50)):text { depth = 0 })
  end)

  it("names the fault", function()
    assert.error_matches(function() ta.explorer(3) end, "explorer: position: expected a position of a ruleset")
    assert.error_matches(function() ta.explorer(ta.value(1), { out = "x.txt" }) end, 'ending in %.html, got "x%.txt"')
    assert.error_matches(function() ta.explorer(ta.value(1), { deep = 1 }) end, "unknown setting deep")
    assert.error_matches(function() ta.explorer(ta.value(1), { limit = 0 }) end, "limit: expected an integer")
    local good, _, code = ta.explorer(ta.value(1), { out = "/nothing/there/x.html" })
    assert.is_nil(good)
    assert.equal("EIO", code)
    local name = os.tmpname()
    os.remove(name)
    assert.is_true(ta.explorer(ta.value(1), { out = name .. ".html" }))
    assert.is_truthy(file.read(name .. ".html"):find("Game tree of 1", 1, true))
    os.remove(name .. ".html")
  end)

  local READ = [[
    function rows() { return document.querySelectorAll(".tree li > button"); }
    function words(row, name) {
      var e = row.querySelector("." + name);
      return e ? e.textContent : "";
    }
    var before = rows().length;
    rows()[1].click();
    var opened = rows().length, second = rows()[2];
    var said = document.createElement("p");
    said.id = "said";
    said.textContent = [before, opened, words(rows()[0], "position"), words(rows()[0], "value"), words(second, "by"),
      words(second, "position"), words(second, "value"), words(second, "outcome"), words(second, "temperature"),
      words(second, "mark")].join(";");
    rows()[1].click();
    said.textContent += ";" + document.querySelectorAll(".tree ul[hidden]").length;
    document.querySelector(".tree input").click();
    said.textContent += ";" + document.querySelector(".tree").className + ";" + window.failed.length;
    document.body.appendChild(said);]]

  it("is opened by click in a browser", function()
    local dom, why = browser.opened(ta.explorer(ta.rules.toads_and_frogs "TT.F"):html(), READ)
    if not dom then return pending(why) end
    assert.equal('3;5;Toads and frogs("TT.F");{1/2|0};Left;(".TTF");0;P;temperature -1;wins;1;tree best;0',
      (dom:match('<p id="said">([^<]*)</p>'):gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&amp;", "&")))
  end)

  -- Every position of a page, as the script shows it and as it is written: boards row by row, all else as it is.
  it("draws boards, and says where nothing is left", function()
    local board, frogs = ta.rules.domineering(2, 3), ta.rules.toads_and_frogs "TTT..FF"
    local function shown(position)
      local dom, why = browser.opened(ta.explorer(position, { limit = 4 }):html(), [[
        document.querySelector(".tree input").click();
        var e = document.querySelector(".tree .position"), board = e.querySelectorAll(".board"), none =
          document.querySelector(".tree .none");
        document.body.setAttribute("data-said", JSON.stringify([e.textContent.replace(/\s+/g, " "),
          Array.from(board, function (b) { return b.textContent + "=" + b.title; }), window.failed.length,
          none && getComputedStyle(none).display]));]])
      if not dom then return pending(why) end
      return dom:match('data%-said="([^"]*)"'):gsub("&quot;", '"')
    end
    local seen = shown(board + frogs)
    assert.equal([==[["Domineering... ... + Toads and frogs(\"TTT..FF\")",["...\n...=.../..."],0,null]]==], seen)
    assert.equal([==[["Toads and frogs(\"TTT..FF\")",[],0,"block"]]==], shown(frogs))
    local uneven = ta.ruleset { name = "Uneven", options = function() end }
    assert.equal([==[["Uneven(\"ab/c\")",[],0,null]]==], shown(uneven "ab/c"))
  end)

  -- A heap of n has n options, each answered in as many ways: as many comparisons as options of options.
  it("marks all moves of a large heap, each with the first that shows why", function()
    local heap = ta.explorer(ta.rules.nim(60))
    local marked = 0
    for _, move in ipairs(heap:moves()) do marked = marked + (move.dominated_by and 1 or 0) + (move.reversible_through and 1 or 0) end
    assert.equal(0, marked)
    local sum = ta.explorer(ta.rules.nim(3, 2)):text()
    assert.is_truthy(sum:find("(3) + (1)  *2  N  temperature 0  [dominated by (2) + (0); reversible through (1) + (0)]", 1, true))
    assert.is_truthy(sum:find("(2) + (0)  *2  N  temperature 0  [reversible through (1) + (0)]", 1, true))
  end)

  it("refuses forms, which do not say what they are worth", function()
    local ok, why = pcall(ta.explorer, ta.form "{*|*}")
    assert.is_false(ok)
    assert.matches("^explorer: position: expected a position of a ruleset", why)
  end)

  it("is in a report, and shows hostile names as they are", function()
    local evil = "<img src=x onerror=\"window.failed.push('ran')\">'&amp;\t]]>"
    local rules = ta.ruleset { name = evil, options = function(emit, s) if #s > 1 then emit(s:sub(2)) end end }
    local html = assert(ta.report(rules, { from = evil:sub(1, 30) }))
    assert.is_truthy(html:find('<div class="tree" data-tree="', 1, true))
    assert.is_nil(html:find("<img", 1, true))
    assert.equal(1, select(2, html:gsub("<script", "")))
    local dom, why = browser.opened(html, [[
      document.querySelectorAll(".tree li > button")[0].click();
      document.body.setAttribute("data-said", [document.querySelectorAll("img").length, window.failed.length].join(";"));]])
    if not dom then return pending(why) end
    assert.equal("0;0", dom:match('data%-said="([^"]*)"'))
  end)
end)
