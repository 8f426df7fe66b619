-- The command line: the certificates it writes and checks, theorems, formats, pictures, play, its progress line.
-- cli_cases_spec.lua tests exit statuses and messages, cli_process_spec.lua the cases that need a process.
local shell = require "spec.support.shell"

local answer = shell.answer

teardown(shell.clean)

describe("takeaway", function()
  local name = shell.file("", ".json")

  -- Check a certificate: its status, what is printed, and the messages.
  local function checks(certificate, status, said, messages)
    local out, err, got = shell.call("check " .. shell.file(certificate, ".json"))
    assert.equal(status, got, err)
    assert.matches(said, out)
    assert.matches(messages or "^$", err)
  end

  it("--traceback shows where an error came from", function()
    local broken = shell.file("return { name = 'Broken', options = function(emit, a) local x = nil; emit(a .. x.y) end }")
    assert.matches("stack traceback:", (select(2, shell.call("solve --traceback " .. broken .. " 3"))))
  end)

  it("certifies, checks, and finds a changed number", function()
    assert.matches("14k", answer("certify 1,3,4 --out " .. name))
    assert.matches("period 14", answer("check " .. name))
    local text = shell.read(name)
    checks(text, 0, "checker in C: it holds\nchecker in Lua: it holds\n$")
    checks(text:gsub('"base": 30', '"base": 29'), 1, "REJECTED.*REJECTED")
  end)

  it("proves by phases, checks, and finds a changed number", function()
    assert.matches("^phases of NIM with Cash {1,3,4}, proved for all n, d, e, 3 classes.*\nm = 26 %+ 3k",
      answer("phases 1,3,4 --out " .. name))
    local text = shell.read(name)
    checks(text, 0, "on {1,3,4}, phases of 3 classes and 26 single.*in C: it holds\nchecker in Lua: it holds\n$")
    checks(text .. "64 2\n", 2, "^$", "expected nothing more")
    local before, last = text:match "^(.*\n)([^\n]*\n)$"
    checks(before .. last:gsub(" 1 ", " 2 ", 1), 1,
      "in C: REJECTED, m = %d+ %+ 3 k: %(P%).*in Lua: REJECTED, m = %d+ %+ 3 k: %(P%)")
  end)

  it("checks theorems", function()
    local rules = require "takeaway".moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }
    local text = assert(assert(rules:theorem { numeration = 2 }):certificate())
    checks(text, 0, ": a theorem on the P%-positions %(n%)\nchecker in C: it holds\nchecker in Lua: it holds\n$")
    local fails = "REJECTED, %(O3%) fails: K1 accepts an illegal move %(for one: n = 3, k = 3%)\n"
    checks(text:gsub("%-1k 3", "-1k 2"), 1, "C: " .. fails .. ".*Lua: " .. fails)
    checks(text:gsub("rank", "rnak"), 2, "^$", "line 9: not a certificate: expected \"rank\"")
  end)

  -- The rule as people state it decides both: in misere play too the first move may take all but one.
  for _, row in ipairs { { "2k", "" }, { "2k", "3" }, { "k^2", "2" }, { "k+1", "4" } } do
    local f, opening = row[1], row[2]
    it(("losing and solve agree in misere play on every size to 60: %s %s"):format(f, opening), function()
      local losing = answer(("losing '%s' --limit 60 --misere %s"):format(f, opening ~= "" and "--opening " .. opening or ""))
      local lost = {}
      for size in losing:match("\n([^\n]*)"):gmatch("%d+") do lost[tonumber(size)] = "P" end
      for n = 1, 60 do
        local out = answer(("solve 'one_pile:%s' %d %s --misere"):format(f, n, opening))
        assert.equal(lost[n] or "N", out:match("\noutcome +(%u)"), f .. " " .. n)
      end
      assert.equal(opening == "", next(lost) == nil)
    end)
  end

  it("writes in every format, whole or not at all", function()
    local nim = "nim 0.77 --to 3 "
    local csv = "n,value\n0,0\n1,1\n2,2\n3,3\n"
    assert.equal(csv, answer(nim .. "--format csv"))
    assert.equal("0 0\n1 1\n2 2\n3 3\n", answer(nim .. "--format bfile"))
    assert.matches('"values": %[0, 1, 2, 3%]', answer(nim .. "--format json"))
    assert.matches("\\toprule", answer(nim .. "--format latex"))
    assert.matches("^nim values", answer(nim .. "--format text"))
    local old = shell.file("old", ".csv")
    assert.equal("", answer(nim .. "--out " .. old))
    assert.equal(csv, shell.read(old))
    for place, why in pairs { ["/nowhere/x.csv"] = "/nowhere/x.csv", ["/dev/full"] = "No space left" } do
      local _, err, status = shell.call(nim .. "--out " .. place)
      assert.matches(why, err)
      assert.equal(2, status)
    end
    assert.equal("1 1\n2 2\n3 3\n4 1\n", answer("table one-pile 2k --max 4 --format bfile"))
    assert.equal("2 1\n3 2\n4 3\n", answer("table one-pile 2k --max 4 --misere --format bfile"))
    local bfile = shell.file("old", ""):gsub("[^/]*$", "b000045.txt")
    assert.equal("", answer(nim .. "--out " .. bfile))
    assert.matches("^# takeaway 2\n0 0\n1 1\n2 2\n3 3\n# crc32 %x+\n$", shell.read(bfile))
    os.remove(bfile)
  end)

  it("draws", function()
    local svg = shell.file("", ".svg")
    for _, command in ipairs { "table two-pile 2k", "nim 0.77", "losing 2k", "period 0.77", "cash 1,3,4 14 9 9",
                               "solve wythoff 2 2" } do
      answer(command .. " --plot " .. svg)
      assert.matches("<svg .*</svg>%s*$", shell.read(svg))
    end
    answer("nim not:1,2 --to 60 --plot " .. svg)
    local picture = shell.read(svg)
    assert.matches(">nim values of not:1,2<", picture)
    assert.matches(">period 3 from n = 0, %+1 each time; proved<", picture)
  end)

  it("completes in bash, and its man page is one", function()
    local source = "bash -c 'source share/bash-completion/completions/takeaway; COMP_WORDS=(takeaway %s); COMP_CWORD=%d; "
      .. "_takeaway; echo ${COMPREPLY[@]}'"
    assert.equal("table\n", (shell.run(source:format("ta", 1))))
    assert.equal("--max --misere --memory\n", (shell.run(source:format("table --m", 2))))
    assert.matches("^%.\\\".*\n%.TH TAKEAWAY 1 .*%.SS certify", (shell.read("share/man/man1/takeaway.1")))
  end)

  it("halves the block when the work got less far than planned", function()
    local answers = require "takeaway.app.cli.answer"
    local asked, stopped = {}, nil
    local watch = { stop = function(seconds) stopped = seconds end }
    local got, n, cut = answers.keep(watch, 1000, function() return 900 end, function(to)
      asked[#asked + 1] = to
      if to == 1000 then error("interrupted!", 0) end
      if to > 300 then return nil, "cancelled", "ECANCELLED" end
      return "as far as it got"
    end)
    assert.same({ "as far as it got", 225, true, 2 }, { got, n, cut, stopped })
    assert.same({ 1000, 900, 450, 225 }, asked)
  end)

  it("says the time left as the work grows", function()
    local progress = require "takeaway.app.cli.progress"
    local function log(n) return n * math.log(n + 2) end
    -- Progress toward `total`, by seconds. The last, 0.007, is as recorded.
    local LAWS = {
      { "n", function(n) return n / 1000 end, 0, 100000 }, { "from the middle", function(n) return n / 1000 end, 50000, 100000 },
      { "n log n", function(n) return log(n) / 10000 end, 0, 100000 }, { "n^2", function(n) return n * n / 1e8 end, 0, 100000 },
      { "n^2 from the middle", function(n) return n * n / 1e8 end, 50000, 100000 },
      { "n^3", function(n) return n ^ 3 / 1e13 end, 0, 100000 },
      { "copied at first", function(n) return math.min(n, 20000) / 1e6 + math.max(0, n - 20000) / 1000 end, 0, 100000 },
    }
    local RECORDED = { { 903, 0.00 }, { 28739, 0.46 }, { 37397, 0.89 }, { 45102, 1.34 }, { 51458, 1.75 }, { 56886, 2.18 },
      { 62255, 2.60 }, { 67694, 3.06 }, { 73384, 3.49 }, { 79041, 3.94 }, { 84545, 4.36 }, { 89441, 4.78 }, { 93923, 5.18 },
      { 98318, 5.62 }, { 102913, 6.05 }, { 107137, 6.51 }, { 110835, 6.94 }, { 114291, 7.35 }, { 117875, 7.76 }, { 120001, 7.98 } }
    local function judge(title, points, total)
      local trace, finish, judged = {}, points[#points][2], 0
      for i, point in ipairs(points) do
        progress.add(trace, point[1], point[2] * 1.0)
        assert.is_true(#trace <= 64)
        assert.same(point, trace[#trace])
        local gone = (point[2] - points[1][2]) / (finish - points[1][2])
        if i > 3 and gone > 0.15 and gone < 0.95 then
          judged = judged + 1
          local left, right = progress.estimate(trace, total), finish - point[2]
          local label = ("%s, at %d: %.2f s, not %.2f"):format(title, point[1], left, right)
          assert.is_true(left < 1.6 * right and left > 0.7 * right, label)
        end
      end
      assert.is_true(judged > 5, title)
    end
    for _, law in ipairs(LAWS) do
      local title, seconds, from, total = table.unpack(law)
      for _, count in ipairs { 25, 300 } do
        local points, start = {}, seconds(from)
        for i = 0, count do
          local done = math.floor(from + (total - from) * i / count)
          points[i + 1] = { done, seconds(done) - start + (i % 2) * 0.003 * seconds(total) / count } -- not quite even
        end
        judge(title, points, total)
      end
    end
    judge("0.007", RECORDED, 120001)
    assert.is_nil((progress.estimate({}, 10)))
  end)

  it("draws its line of progress within the width", function()
    local progress = require "takeaway.app.cli.progress"
    assert.equal("[####################....................]  50% 500/s, 1 s left", progress.line({ { 0, 0 }, { 500, 1 } }, 1000, 80))
    assert.equal(" 50% 500/s, 1 s left", progress.line({ { 0, 0 }, { 500, 1 } }, 1000, 23))
    assert.equal("2500000 done, 2.5 M/s", progress.line({ { 0, 0 }, { 2500000, 1 } }, 0, 80))
    assert.equal("[....................................]   0% 0/s, ? left", progress.line({ { 0, 0 } }, 10, 55))
    assert.equal("[########################################] 100% 10/s, 0 s left", progress.line({ { 0, 0 }, { 20, 2 } }, 10, 80))
    assert.equal(" 50% 100/s, 5 s left", progress.line({ { 100, 0 }, { 500, 4 } }, 1000, 23))
    assert.equal("[....................................]   0% 0/s, ? left", progress.line({ { 0, 0 }, { 0, 9 } }, 10, 55))
    assert.is_nil(progress.bar(), "no bar where standard error is no terminal")
  end)
end)

describe("takeaway play", function()
  local loopy = shell.file("return { name = 'Loop', options = function(emit, a) emit(1 - a) end }")
  local tag = shell.file([[return { name = "Tag", terminal = function(n)
    if n == 0 then return "win" elseif n == 13 then return "draw" elseif n == 21 then return "loss" end
  end, options = function(emit, n) for k = 1, math.min(n, 3) do emit(n - k) end end }]])
  local sides = shell.file([[return { name = "Sides",
    terminal = function(n) return ({ [5] = "left", [3] = "right", [7] = "draw", [9] = "win", [11] = "loss" })[n] end,
    left = function(emit, n) if n > 0 then emit(n - 1) end end, right = function(emit, n) if n > 0 then emit(n - 1) end end }]])

  it("gives hints, takes back, and wins won positions", function()
    local out = answer("play wythoff 4 6", "help\nhint\n4 5\nundo\nfoo\n99\n3 5\nmoves\n" .. ("1\n"):rep(20))
    assert.matches("Wythoff%(3, 5%) wins %(1 winning move%)", out)
    assert.matches("I move to [^\n]*\n.*back to Wythoff%(4, 6%)", out)
    assert.matches("no move 'foo'.*no move '99'", out)
    assert.matches("no move: I win%.\n$", out)
    assert.matches("You have no move: you win%.\n$", answer("play nim 0 --misere"))
    assert.matches("I win%.\n$", answer("play nim 0"))
    assert.matches("I move to", answer("play wythoff 1 2 --second", "hint\nquit\n"))
    assert.matches("no move wins; Loop%(%-2%) draws %(1 drawing move%)", answer("play " .. loopy .. " 3", "hint\nquit\n"))
  end)

  it("ends by a limit", function()
    local up = shell.file("return { name = 'Up', options = function(emit, n) emit(n + 1) end }")
    local _, err, status = shell.call("play " .. up .. " 0 --limit 1000", "1\n")
    assert.equal(3, status)
    assert.matches("the limit of 1000 positions is reached\n$", err)
  end)

  -- The position at which the first move is taken | the last line.
  local LAST = {
    { "nim 1", "Nim(0). I have no move: you win." }, { "nim 1 --misere", "Nim(0). I have no move: I win." },
    { "nim 2", "Nim(0). You have no move: I win." },
    { sides .. " 6 --right", "Sides(5). The game is over: I win." },
    { sides .. " 4 --right", "Sides(3). The game is over: you win." },
    { sides .. " 1", "Sides(0). The game is over: you win." },
    { sides .. " 1 --misere", "Sides(0). The game is over: I win." },
  }
  for _, misere in ipairs { "", " --misere" } do -- by rule it is the same
    for _, row in ipairs {
      { tag .. " 1", "Tag(0)", "I win" }, { tag .. " 14", "Tag(13)", "a draw" }, { tag .. " 22", "Tag(21)", "you win" },
      { sides .. " 6", "Sides(5)", "you win" }, { sides .. " 4", "Sides(3)", "I win" }, { sides .. " 8", "Sides(7)", "a draw" },
      { sides .. " 10", "Sides(9)", "I win" }, { sides .. " 12", "Sides(11)", "you win" },
    } do
      LAST[#LAST + 1] = { row[1] .. misere, ("%s. The game is over: %s."):format(row[2], row[3]) }
    end
  end
  it("names the winner, by rule or when no move is left", function()
    for _, row in ipairs(LAST) do
      assert.equal(row[2], (answer("play " .. row[1], "1\n"):match "([^\n>]*)\n$":gsub("^ ", "")), row[1])
    end
  end)
end)

describe("takeaway prove", function()
  local two = shell.file [[
return { "a, b, x", name = "two piles", over = "a = 0 or b = 0",
  "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
  "k: 1 <= k <= x, k <= b -> a, b - k, 2k" }]]

  it("prints the theorem, a position of any length, and whether a formula holds", function()
    local large = ("7"):rep(50)
    local out, err, status = shell.call(("prove %s %s 7 3 --ask 'A a: P(a, a, 1)'"):format(two, large))
    assert.equal("theorem: the P-positions (a, b, x) of two piles, in normal play, are those that an automaton of 14 states "
      .. "accepts, reading base 2\nproved for all positions: a + b decreases with every move; no move leads from a "
      .. "P-position to a P-position; every other position has a move to a P-position\n(" .. large
      .. ", 7, 3): N, winning move: move 1 with k = 2\n"
      .. "A a: P(a, a, 1): no\n", out)
    assert.same({ "", 1 }, { err, status })
  end)

  it("says what was tried where nothing is found", function()
    local said = shell.call("prove " .. two .. " --numeration 1,1:1,3 --seconds 0.01") -- it takes seconds
    assert.matches("in the numeration of the recurrence {1, 1} from {1, 3}: ", said, 1, true)
    assert.matches(", and the time was up", said, 1, true)
  end)

  local odd = shell.file [[
return { name = "one or three", options = function(emit, n)
  for k = 1, 3, 2 do
    if k <= n then emit(n - k) end
  end
end }]]
  local squares = shell.file [[
return { name = "squares", options = function(emit, n)
  for k = 1, n do
    if k * k <= n then emit(n - k * k) end
  end
end }]]
  local typed = shell.file [[return ta.moves{ "n", name = "odd", "k: 1 <= 2k + 1 <= n -> n - 2k - 1" }]]
  -- arguments | what is printed
  for _, row in ipairs {
    { two .. " 4 4 3", "(4, 4, 3): P, winning move: none\n" },
    { two .. " 2 1 1 --misere --format json", '"play": "misere"', '"proved": true', '"outcome": "N"',
      '"winning_move": "move 1 with k = 1"' },
    { two .. " --automaton dot", "digraph" },
    { odd .. " 17 --numeration 2", "read from the Lua rule one or three: both have the same options at 401 positions; the "
      .. "rule's own moves confirm the theorem at 91\n(17): N, winning move: move 1 with k = 0\n" },
    { "nim 3 5 7 --numeration 2", "the P-positions (a, b, c) of Nim" },
    { "nim 3 3 --numeration 'sqrt(3)'", "reading Ostrowski's numeration of sqrt(3) (1, 3, 4, 11, ...)" },
    { "1,2 9 --numeration 3,-1:1,3", "reading the numeration of the recurrence {3, -1} from {1, 3}" },
    { "cash:1,3 --numeration 2", "declared for NIM with Cash, A = {1, 3}; its kernel" },
    { "1,3,4 --numeration 2", "declared for subtraction {1, 3, 4}; its kernel" },
    { typed, "the P-positions (n) of odd" },
  } do
    it("takes any game that has a declaration: " .. row[1], function()
      local out = answer("prove " .. row[1])
      for i = 2, #row do assert.matches(row[i], out, 1, true) end
    end)
  end

  it("says why rules have none", function()
    assert.matches("theorem: squares is not linear: line 3: a product of two terms with names",
      (select(2, shell.call("prove " .. squares))), 1, true)
    assert.matches("game is ta.moves{", answer("repl " .. typed, "1\n"), 1, true)
  end)

  it("is what explore proposes, typed in", function()
    assert.matches("\n  to look for a proof: takeaway prove 'two_pile:floor(3k/2)' --numeration 2\n",
      answer "explore 'two_pile:floor(3k/2)' --max 16", 1, true)
    assert.matches("look for a proof: takeaway prove wythoff --numeration zeckendorf\n", answer "explore wythoff --max 9", 1, true)
    assert.is_nil(answer "explore 0.07 --max 40":find("look for a proof", 1, true))
  end)
end)
