local box = require "spec.support.box"
local ta = require "takeaway"
local file = require "takeaway.base.file"
local browser = require "spec.support.browser"
local xml = dofile "spec/support/xml.lua"

-- The pictures of a page, as XML.
local function pictures(html)
  local list = {}
  for svg in html:gmatch("<svg.-</svg>") do list[#list + 1] = xml.parse(svg) end
  return list
end

local games = {
  { "two piles", function() return ta.two_pile "2k", { to = 8 } end, 1, { "Least winning moves", "f is admissible" } },
  { "two piles, a wrong closed form", function() return ta.two_pile "4k", { to = 8 } end, 2,
    { "condition 2 fails at 1", "<td>21</td>", "exact minus formula" } },
  { "two piles, misere", function() return ta.two_pile("2k", { misere = true }), { to = 8 } end, 1, { "infinite" } },
  { "one pile", function() return ta.one_pile(2), { to = 40 } end, 1, { "1, 2, 3, 5, 8, 13", "a%(n%) = a%(n%-1%) %+ a%(n%-2%)" } },
  { "heaps", function() return ta.octal "0.77", { to = 100 } end, 1, { '"proved">proved</span> period 12 from n = 71' } },
  { "cash", function() return ta.cash { 1, 2 }, { n = 10 } end, 1,
    { "Who wins at n = 10", "Thresholds", "Closed form", "Win condition", "by a certificate that was checked" } },
  { "a value", function() return ta.value "{3||2|1}" end, 1, { "atomic weight", "<td>9/4</td>", "right wall: 2 at t = 0" } },
  { "rules of two numbers", function() return ta.ruleset((require "takeaway.rules.wythoff")), { to = 10, from = { 2, 3 } } end, 4,
    { "Game graph of Wythoff%(2, 3%)", "remoteness", "<h1>Wythoff</h1>\n<h2>All P%-positions</h2>\n<p><span class=\"proved\">",
      "floor%(n alpha%), floor%(n alpha%) %+ n", "P%-positions of Wythoff: %(a, b%)", "checked for a, b = 0..10</span> symmetric" } },
  { "rules of one number", function()
    return ta.ruleset { name = "Odd <b>", options = function(emit, n) for k = 1, n, 2 do emit(n - k) end end }, { to = 30 }
  end, 2, { "Odd &lt;b&gt;", "period 2 from n = 0" } },
  { "partizan rules", function() return ta.ruleset((require "takeaway.rules.toads_and_frogs")), { from = "TT.FF" } end, 2,
    { "misere outcome", "<th>value</th><td>%*</td>", "Thermograph of %*", "Game graph of Toads" } },
  { "an f that fails far out", function() return ta.two_pile(function(k) return k * k end), { to = 8 } end, 1,
    { "The search for a counterexample ended when f failed: counterexample: f = .-f%(4294967296%) = 0" } },
}

describe("takeaway.report", function()
  for _, case in ipairs(games) do
    it("of " .. case[1], function()
      local html = assert(ta.report(case[2]()))
      assert.equal(case[3], #pictures(html))
      for _, words in ipairs(case[4]) do assert.matches(words, html) end
      -- Nothing is fetched from elsewhere: the only address names the SVG namespace.
      for address in html:gmatch("https?://[^\"]*") do assert.equal("http://www.w3.org/2000/svg", address) end
      assert.is_nil(html:find("Not drawn"))
    end)
  end

  it("says nothing twice: outcomes are a picture, and no table of letters", function()
    local html = assert(ta.report(ta.rules.wythoff, { to = 10 }))
    assert.is_nil(html:find("<td>P</td>", 1, true))
    assert.equal(1, select(2, html:gsub("<table>", "")))
  end)

  it("writes index.html into a directory that it makes, or a file", function()
    local name = os.tmpname()
    os.remove(name)
    assert.equal(name .. "/a b/index.html", ta.report(ta.two_pile "k", { out = name .. "/a b", to = 4 }))
    assert.equal(name .. "/x.html", ta.report(ta.two_pile "k", { out = name .. "/x.html", to = 4, title = "Own" }))
    assert.matches("<h1>Own</h1>", file.read(name .. "/x.html"))
    assert.equal(ta.report(ta.two_pile "k", { to = 4 }), file.read(name .. "/a b/index.html"))
    os.execute("rm -rf " .. name)
  end)

  it("says why it cannot be written", function()
    local path, message, code = ta.report(ta.two_pile "k", { out = "/dev/null/x", to = 4 })
    assert.is_nil(path)
    assert.matches("cannot make the directory /dev/null/x: ", message)
    assert.equal("EIO", code)
  end)

  it("of a file's contents reports what cannot be drawn", function()
    local walk = ta.ruleset { name = "walk", options = function(emit, a, b)
      if a > 0 then emit(a - 1, b) end
      if b > 0 then emit(a, b - 1) end
      if a == 2 and b >= 1 then emit(a, b) end
    end }
    local name = os.tmpname() .. ".csv"
    assert(ta.export.write(walk:table { to = 3, what = "nim_value" }, { out = name }))
    local html = assert(ta.report(assert(ta.export.read(name))))
    os.remove(name)
    assert.matches("Not drawn: the value at (2, 1) is &quot;inf(0)&quot;, no amount", html, 1, true)
    assert.matches("<td>inf(0)</td>", html, 1, true)
    html = ta.report { kind = "grid", title = "x", corner = "x", first = 1, last = 2, at = function() return -math.huge end }
    assert.matches("Not drawn: the value at (1, 1) is -inf, no amount", html, 1, true)
  end)

  it("says what is left out of its tables", function()
    local nim = ta.rules.nim
    assert.matches("</table></div>\n<p>... 10 rows, 3 columns more</p>", ta.report(nim:table { to = { 40, 33 } }))
    assert.matches("<p>... 1 row more</p>", ta.report(nim:table { to = { 31, 30 } }))
    assert.is_nil(ta.report(nim:table { to = 30 }):find("<p>...", 1, true))
    local sequence = nim:sequence { to = 1203, fix = { [2] = 1 } }
    assert.matches("<p>... 204 rows more</p>", ta.report(sequence))
  end)

  it("is cancelled by progress, which hears of tables", function()
    local rules, heard = ta.ruleset((require "takeaway.rules.wythoff")), 0
    local html, message, code = ta.report(rules, { progress = function(done) return done < 3 end })
    assert.same({ nil, "report: cancelled by progress", "ECANCELLED" }, { html, message, code })
    assert.is_string(ta.report(rules, { to = 12, progress = function(done, total)
      assert(done <= total)
      heard = heard + 1
    end }))
    assert.is_true(heard >= 2)
  end)

  it("passes on what a rule raises", function()
    assert.error_matches(function()
      ta.report(ta.ruleset { name = "broken", options = function(_, n) if n == 3 then error("rule broke at 3") end end })
    end, "rule broke at 3")
  end)

  it("names the fault", function()
    assert.error_matches(function() ta.report(3) end, "report: game: expected a two%-pile")
    assert.error_matches(function() ta.report({ 1, 2 }) end, "report: game: expected")
    assert.error_matches(function() ta.report(ta.two_pile "k", { too = 1 }) end, "unknown setting too")
    assert.error_matches(function() ta.report(ta.two_pile "k", { to = -1 }) end, "report: to: expected an integer")
  end)

  it("shows hostile names as they are", function()
    local evil = "</title></svg><script>window.failed.push('ran')</script><img src=x onerror=\"window.failed.push('ran')\">'&amp;]]>"
    local rules = ta.ruleset { name = evil, options = function(emit, s) if #s > 1 then emit(s:sub(2)) end end }
    local html = assert(ta.report(rules, { from = evil:sub(-50), title = evil }))
    assert.is_nil(html:find("<img", 1, true))
    assert.equal(1, select(2, html:gsub("<script", "")))
    local dom, why = browser.opened(html, [[
      document.body.setAttribute("data-said", [document.title === document.querySelector("h1").textContent,
        document.querySelectorAll("img").length, window.failed.length].join(";"));]])
    if not dom then return pending(why) end
    assert.equal("true;0;0", dom:match('data%-said="([^"]*)"'))
  end)

  it("opens in a browser without a script error, and shows values on hover", function()
    local dom, why = browser.opened(ta.report(ta.two_pile "2k", { to = 8 }), [[
      function hover(mark) {
        mark.dispatchEvent(new MouseEvent("mouseover", { bubbles: true, clientX: 40, clientY: 40 }));
        var tip = document.getElementById("tip");
        return (tip.hidden ? "hidden" : tip.textContent);
      }
      var marks = document.querySelectorAll("[data-tip]"), said = document.createElement("p");
      said.id = "said";
      said.textContent = [marks.length, hover(marks[0]), hover(document.body), window.failed.length].join(";");
      document.body.appendChild(said);]])
    if not dom then return pending(why) end
    local game, marked = ta.two_pile "2k", 0
    for p, q in box(1, 8, 1, 8) do
      if game:least_move(p, q) == math.min(p, q) then marked = marked + 1 end
    end
    assert.equal(("%d;L(1, 1) = 1;hidden;0"):format(64 + marked), dom:match('<p id="said">([^<]*)</p>'))
  end)
end)
