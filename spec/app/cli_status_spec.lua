-- The exit status of every command, by a table: 0 answered, 1 the answer is no or unproved, 2 bad input, 3 a limit was
-- met or play does not end. 130, after Ctrl-C, is in cli_spec.lua.
local few = require "spec.support.few"
local shell = require "spec.support.shell"

local T = "timeout 1200 bin/takeaway "

local endless = shell.file("return { name = 'Endless', options = function(emit, a) emit(a + 1) end }")
local loopy = shell.file("return { name = 'Loop', options = function(emit, a) emit(1 - a) end }")
local wrong = shell.file("return { name = 'Wrong', options = function(emit, a) if a > 0 then emit(a - 1) end end, "
  .. "nim_value = function(a) return a end }")
local nan = shell.file("return { name = 'NaN', options = function(emit, a) if a > 0 then emit(a - 1) end end, "
  .. "nim_value = function(a) return 0 / 0 end }")
local huge = shell.file("return { name = 'Huge', options = function(emit, a) if a > 0 then emit(a - 1) end end, "
  .. "nim_value = function(a) return 2.0 ^ 63 end }")
local nothing = shell.file("return { name = 'None', options = function(emit, a) if a > 0 then emit(a - 1) end end, "
  .. "nim_value = function(a) end }")
local declared = shell.file('return { "a, b, x", over = "a = 0 or b = 0", "k: 1 <= k <= x, k <= a -> a - k, b, 2k", '
  .. '"k: 1 <= k <= x, k <= b -> a, b - k, 2k" }')
local wall = shell.file('return { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k", '
  .. '"k: 2 <= k <= a, k <= b -> a - k, b - k" }')
local rising = shell.file('return { "n", "-> n + 1" }')
local failing = shell.file("error('mine')")
local sequence, grid, records = shell.file("", ".csv"), shell.file("", ".json"), shell.file("", ".csv")
local certificate, changed, large = shell.file("", ".json"), shell.file("", ".json"), shell.file("", ".json")
local database, heaps = shell.file("", ".ta"), shell.file("", ".ta")
local page, drawn, proof = shell.file("", ".html"), shell.file("", ".svg"), shell.file("", ".txt")

shell.run(T .. "nim 0.77 --to 30 --out " .. sequence)
shell.run(T .. "table wythoff --max 9 --out " .. grid)
shell.run(T .. "rules --out " .. records)
shell.run(("rm %s; %ssolve-to wythoff %s --max 20"):format(database, T, database))
shell.run(("rm %s; %ssolve-to 0.77 %s --max 90 --bits 4"):format(heaps, T, heaps))
shell.run(T .. "certify 1,2 --out " .. certificate)
shell.run(("sed 's/\"base\": 30/\"base\": 31/' %s > %s"):format(certificate, changed))
shell.run(("sed 's/\"base\": 30/\"base\": 1000000/' %s > %s"):format(certificate, large))

-- the status | the command lines
local STATUS = {
  [0] = {
    "table two-pile 2k --max 9 --diff", "table two_pile:2k --max 5", "table one-pile:2k", "table 0.77", "table '{1,3,4}'",
    "table not:2,3", "table cash:1,3,4 --max 5", "table euclid", "table wythoff", "table domineering", "table cram",
    "table chomp", "table kayles", "table r_wythoff:2", "table partizan_subtraction:1,2:1,3", "table " .. sequence,
    "table " .. grid, "table " .. records,
    "table nim --from 3 --max 9", "explore two_pile:2k", "explore one_pile:2k", "explore 0.77", "explore not:2,3",
    "explore cash:1,3,4", "explore euclid", "explore domineering", "explore kayles", "explore " .. sequence,
    "explore " .. grid, "losing 2k", "losing one_pile:2k", "nim 1,2", "nim '{1,2}'", "period 0.77", "period 0.07 --limit 175",
    "cash 1,3,4 14 9 9", "cash 3 9 4 4", "certify 1,2", "phases 1,2", "check " .. certificate, "solve wythoff 3 5", "solve 0.77 5 7",
    "solve '{1,2,5}' 9", "solve cash:3 9 4 4", "solve euclid 3 8", "solve " .. loopy .. " 0", "solve " .. loopy .. " 1 --value",
    "solve-to wythoff " .. database .. " --max 20", "open " .. database, "open " .. database .. " 3 5 --check",
    "solve-to 0.77 " .. heaps .. " --max 90 --bits 4", "open " .. heaps, "open " .. heaps .. " 9 12 --check",
    "check-rules wythoff 5 5", "check-rules 0.77 5", "rules", "paper two_pile", "paper nim_with_cash 5.7.6",
    "completion bash", "prove " .. declared, "prove " .. declared .. " 100 7 3 --misere --automaton walnut",
    "prove " .. declared .. " --ask 'A a, b, x: P(a, b, x) <=> P(b, a, x)' --numeration 2",
    "prove " .. declared .. " 10 7 --least-limit --closed-form --count 10^40 --first 5",
    "prove " .. declared .. " --what p_positions --plot " .. drawn .. " --certificate " .. proof,
  },
  [1] = {
    "table two-pile 4k --max 21 --diff", "table two_pile:4k --max 21 --diff", "table two-pile 2k --max 3 --misere --diff",
    "period 0.07 --limit 20", "period 0.07 --limit 125", "period 0.07 --limit 174", "check " .. changed,
    "check-rules " .. wrong .. " 5", "run " .. failing,
    "prove " .. declared .. " --ask 'A a, b, x: P(a, b, x)'",
    "prove " .. declared .. " --misere --numeration zeckendorf --closed-form",
  },
  [2] = {
    "table nosuch", "table hackenbush", "table clobber", "table toads_and_frogs", "table silver_dollar", "table value:1",
    "table two-pile", "table 2k", "table /nothing/there.csv", "table " .. sequence .. " --what outcome",
    "explore hackenbush", "explore value:1", "explore 2k", "explore " .. records, "explore /nothing/there.lua",
    "explore domineering --from 0", "losing 2k+", "nim kayles", "nim 0.zz", "nim 0", "period not:", "cash 0 1 1 1",
    "solve-to kayles /nothing/there", "open /nothing/there", "open README.md",
    "solve-to wythoff " .. database .. " --max 21", "solve-to wythoff " .. database .. " --order c",
    "solve-to 0.77 " .. heaps .. " --max 90", "solve-to 0.77 " .. heaps .. " --order a", "open " .. heaps .. " x",
    "solve-to 0.77 " .. heaps .. " --what outcome", "solve-to 0.77 " .. heaps .. " --bits 3", "open " .. heaps .. " -1",
    "certify 1,a", "phases 0", "check /nothing/there", "check README.md", "check " .. page, "solve clobber 2", "solve euclid 1",
    "solve value:1 3", "solve nim -3", "solve wythoff -1 3", "solve hackenbush xyz", "solve domineering ab",
    "solve domineering -1 2", "solve toads_and_frogs tx", "solve cash 9 4 4", "solve cash:x 9 4 4", "solve 2k 3",
    "solve wythoff 3", "solve wythoff 3 4 5", "solve " .. sequence .. " 3", "solve " .. nan .. " 3",
    "solve " .. huge .. " 3", "solve " .. nothing .. " 3", "check-rules two_pile 3", "paper two_pile 0.0",
    "prove euclid", "prove nosuch", "prove " .. rising, "prove " .. declared .. " 3 4", "prove " .. declared .. " 3 4 x",
    "prove " .. declared .. " --numeration phi", "prove " .. declared .. " --numeration 1,1:", "prove " .. declared
    .. " --ask 'A a: P(a)'", "prove " .. declared .. " --seconds 0", "prove " .. declared .. " --automaton svg",
    "prove " .. declared .. " --what values", "prove " .. declared .. " --what nim_value --misere", "prove " .. declared
    .. " 1 2", "prove " .. declared .. " --what nim_value --least-limit", "prove " .. declared .. " --count 1e3",
    "prove " .. declared .. " --plot automaton.txt", "prove " .. declared .. " --certificate /nothing/there",
    "play hackenbush 3", "report wythoff", "report nosuch --out " .. page, "report value:x --out " .. page,
    "report value:1 3 --out " .. page, "report wythoff 3 --out " .. page, "report 2k --out " .. page,
    "report wythoff --max 0 --out " .. page, "run /nothing/there.lua", "completion fish",
  },
  [3] = {
    "open " .. database .. " 3 21", "open " .. heaps .. " 91", "solve-to wythoff /nothing/there --max 999999999",
    "prove " .. wall .. " --seconds 0.2",
    "table two-pile 2k --max 10^9", "table one_pile:2k --max 10^15", "table wythoff --max 10^9", "table nim --max 10^12",
    "table 0.77 --max 10^13", "table cash:1,3 --max 10^12", "explore two_pile:2k --max 10^9", "explore 0.77 --max 10^13",
    "explore wythoff --max 10^9", "nim 0.77 --to 10^13", "certify 1,3,4 --max-base 3", "phases 1,3,4 --classes 3", "check " .. large,
    "solve wythoff 200 200 --limit 100", "solve wythoff 3000 3000 --seconds 0.1",
    "solve " .. endless .. " 0 --limit 1000",
  },
}

describe("the exit status", function()
  for status, lines in pairs(STATUS) do
    for _, line in ipairs(few(lines, 3)) do
      it(("is %d: %s"):format(status, line), function()
        local out, err, got = shell.run(T .. line)
        assert.equal(status, got, err)
        assert.is_nil(err:find("stack traceback", 1, true) and status ~= 1 or nil, err)
        assert.is_nil(err:find("lua/takeaway/", 1, true), err)
        assert.is_true(status == 2 and err ~= "" or status ~= 2 and out .. err ~= "", "silence")
        if status == 0 then assert.equal("", err) end
      end)
    end
  end

  it("is in the man page and in --help", function()
    for _, command in ipairs { "cat share/man/man1/takeaway.1", T .. "--help" } do
      local text = shell.run(command):gsub("%s+", " ")
      assert.matches("0 answered; 1 the answer is no or unproved, or a script failed; 2 bad input; 3 a limit was met or "
        .. "play does not end", text)
    end
    assert.matches("exit status 1 when they differ", (shell.run(T .. "table --help"):gsub("%s+", " ")))
  end)

  it("of a check that stopped at a limit is not that of a rejection", function()
    assert.matches("checker in C: not decided, .*checker in Lua: not decided, ", (shell.run(T .. "check " .. large)))
    assert.matches('"decided": false', (shell.run(T .. "check --format json " .. large)))
    assert.is_nil(shell.run(T .. "check --format json " .. large):find("holds", 1, true))
    assert.matches("REJECTED.*REJECTED", (shell.run(T .. "check " .. changed)))
    assert.matches('"decided": true.*"holds": false', (shell.run(T .. "check --format json " .. changed)))
  end)
end)

describe("takeaway report", function()
  teardown(shell.clean)

  -- the game | headings of the report
  local REPORTS = {
    { "two_pile:4k", "Least winning moves", "The closed form", "Patterns" },
    { "two-pile:2k 3 4 2", "Least winning moves", "From two piles, f%(k%) = 2k%(3, 4, 2%)", "Game graph" },
    { "one_pile:2k", "Losing sizes of the opening" }, { "cash:1,3,4", "Thresholds", "Win condition" },
    { "cash:3 9 4 4", "Thresholds", "From NIM with Cash {3}" },
    { "0.77", "Nim values", "Period" }, { "'{1,2,5}'", "Nim values", "Period" }, { "1,2,5", "Nim values" },
    { "not:2", "Nim values" }, { "0.77 1 2", "Period", "From 0.77%(1, 2%)" },
    { "euclid", "Outcomes", "Nim values" }, { "euclid 3 8", "Outcomes", "From Euclid%(3, 8%)" },
    { "wythoff", "Outcomes of Wythoff", "Nim values of Wythoff", "Patterns" }, { "wythoff 2 3", "Game graph" },
    { "nim", "Nim values of Nim" }, { "nim 1 2 3", "From Nim%(1, 2, 3%)" }, { "kayles", "Patterns" },
    { "r_wythoff:2", "Outcomes of 2%-Wythoff" }, { "chomp", "Outcomes of Chomp" }, { "domineering", "Outcomes of Domineering" },
    { "domineering 2 3", "Thermograph" }, { "cram", "Nim values of Cram" },
    { "hackenbush", "From Hackenbush", "Thermograph", "Game graph" }, { "hackenbush lr", "Thermograph" },
    { "clobber", "Game graph" }, { "toads_and_frogs", "Game graph" }, { "silver_dollar", "Game graph" },
    { "partizan_subtraction:1,2:1,3", "Outcomes of Subtraction" }, { "'value:{3||2|1}'", "Value", "Thermograph" },
    { sequence, "Patterns" }, { grid, "Nim values of Wythoff", "Patterns" }, { records, "csv" },
  }
  local head = "return { name = 'Own', options = function(emit, %s) "
  local function own(names, body) return shell.file(head:format(names) .. body .. " end }") end
  local text = own("s", "if #s > 1 then emit(s:sub(2)) end")
  for _, row in ipairs {
    { own("a", "if a > 0 then emit(a - 1) end"), "Nim values of Own" },
    { own("a, b", "if a > 0 then emit(a - 1, b) end if b > 1 then emit(a, b - 2) end"), "Outcomes of Own%(a, b%)" },
    { own("a, b", "if a > 0 then emit(a - 1, b) end") .. " 2 2", "Outcomes of Own", "From Own%(2, 2%)" },
    { own("n, m, x", "for k = 1, math.min(n, x) do emit(n - k, m, 2 * k) end"), "Least winning limits of Own", "P%-positions" },
    { own("a, b, c, d", "if a > 0 then emit(a - 1, b, c, d) end"), "P%-positions" },
    { own("...", "local t = { ... } if t[1] > 0 then t[1] = t[1] - 1 emit(table.unpack(t)) end"), "Outcomes of Own" },
    { text .. " abc", "From Own", "Game graph" },
  } do REPORTS[#REPORTS + 1] = row end

  for _, row in ipairs(few(REPORTS, 3)) do
    it("is a good one: " .. row[1], function()
      local out, err, status = shell.run(T .. "report " .. row[1] .. " --out " .. page)
      assert.equal("", err)
      assert.equal(0, status)
      assert.equal(page .. "\n", out)
      local html = shell.run("cat " .. page)
      local headings = {}
      for heading in html:gmatch("<h2>(.-)</h2>") do headings[#headings + 1] = heading end
      headings = table.concat(headings, "\n"):gsub("&quot;", '"')
      for i = 2, #row do assert.matches(row[i], headings) end
      assert.is_nil(html:find("Give a position", 1, true))
      assert.is_nil(html:find("Not drawn", 1, true))
    end)
  end

  it("asks for a position where the rules take no numbers", function()
    local _, err, status = shell.run(T .. "report " .. text .. " --out " .. page)
    assert.equal(2, status)
    assert.matches("in options of Own at %(0%)\n%(the rules were asked of numbers from 0 on; .*takeaway report .* POSITION%)",
      err)
  end)
end)
