-- The command line as a shell sees it: what it prints, where, and its exit status.
local few = require "spec.support.few"
local shell = require "spec.support.shell"

local T = "bin/takeaway "
local own = shell.file([[
return {
  name = "Own",
  options = function(emit, a, b)
    if a > 0 then emit(a - 1, b) end
    if b > 0 then emit(a, b - 1) end
  end,
}]])
local broken = shell.file("return { name = 'Broken', options = function(emit, a) local x = nil; emit(a .. x.y) end }")
local returning = shell.file("return { name = 'Returning', options = function(emit, a) return { a - 1 } end }")
local syntax = shell.file("return {")
local loopy = shell.file("return { name = 'Loop', options = function(emit, a) emit(1 - a) end }")
local escaping = shell.file("return { name = 'Escaping', options = function(emit, a) os.execute('true') end }")
local prices = shell.file([[return ta.moves{ "n, d, e", name = "prices", "k: 1 <= k <= 2, k <= n, d >= 2k - 1 -> n - k, e, d - 2k + 1" }]])
local script = shell.file("print(ta.version, #arg, arg[1], ...)")
local failing = shell.file("local function deep() error('my fault') end\ndeep()")
local certificate = shell.file("", ".json")
local bad_certificate = shell.file("", ".json")

-- command | standard output matches
local ANSWERS = {
  { "table two-pile 2k --max 4", "^L for f%(k%) = 2k\np\\q 1 2 3 4\n  1 1 1 1 1\n  2 1 2 2 2\n  3 1 2 3 1\n  4 1 2 1 4\n$" },
  { "table two-pile 2k --max 12 --diff", "the closed form holds in the whole table\n$" },
  { "table two-pile 3k --max 5 --formula", "the closed form\np\\q 1 2 3 4 5\n  1 1 1 1 1 1\n" },
  { "table two-pile 2k --max 9 --misere", "misere" },
  { "table two-pile k --max 3 --misere --diff", "the closed form holds in the whole table\n$" },
  { "table " .. prices .. " --max 1", "^nim values of prices%(n, d, e = 0%)\nn\\d 0 1\n  0 0 0\n  1 0 1\n\nnim values" },
  { "table two_pile:2k --max 4", "^L for f%(k%) = 2k\n" },
  { "table one-pile 2k --max 12", "10:   2   3   1\n$" },
  { "losing 2k --limit 100", "\n1 2 3 5 8 13 21 34 55 89\n$" },
  { "losing 0k+2 --limit 100", "^losing sizes of" },
  { "nim 0.77 --to 12", "^nim values of 0.77\n 0: 0 1 2 3 1 4 3 2 1 4\n10: 2 6 4\n" },
  { "nim .77 --to 4", "^nim values of .77\n0: 0 1 2 3 1\n" },
  { "nim G.0 --to 8", "^nim values of G.0\n0: 0 0 0 0 1 1 1 2 2\n" },
  { "nim 1,2 --to 5", "0: 0 1 2 0 1 2\nperiod 3 from 0 on, proved\n$" },
  { "nim not:2 --to 5", "0: 0 1 0 1 2 3\nperiod 1 from 2 on, saltus 1, " },
  { "period 0.156 --limit 20000", "^0.156: period 349 from 3479 on, proved\n$" },
  { "period 0.77 --limit 2^10", "^0.77: period 12 from 71 on, proved\n$" },
  { "quotient 0.75", "^misere quotient of octal 0.75, all heaps %(period 2 from 8%): order 8, |P| = 2, wild\n"
    .. "<a, b, c | .*>, P = {a, b%^2}\n.*\n20:    b ab%^2\n$" },
  { "quotient grundy --to 14", "^misere quotient of Grundy's game, heaps 0..14: order 12, |P| = 3, wild\n" },
  { "quotient 1,2 --to 2", "heaps 0..2: order 6, |P| = 2, tame, T_2" },
  { "cash 1,3,4 14 9 9", "I wins\nwinning moves: 1\n" },
  { "cash 1,3,4 14 inf 9", "has inf" },
  { "phases 1,2", "modulus 1, 2 phases\nm = 20 %+ k, k = 0, 1, ...: 20 is k = 0\n  x = 1 %+ j %+ 3t,.*\n    T = 41 %+ 2k %+ t\n$" },
  { "phases 1,2 --excess 3", "\nm = 3\n  x = 8 %+ j %+ 2t" },
  { "cash 997,1000 10^12 3000 10^12", "II wins\n.*\nwhether I and II are rich or poor is not known: .*\nleast cash .* 500751126382" },
  { "solve wythoff 3 5", "outcome         P: .*\nnim value       0\nwinning moves   none" },
  { "solve wythoff 3 4 --misere", "misere play\noutcome         N" },
  { "solve two_pile:2k 3 4 2", "winning moves   [^\n]*%(3, 3, 2%)\n" },
  { "solve domineering 2 3", "left wins by" },
  { "solve " .. loopy .. " 1 --value", "\nvalue           dud\n" },
  { "solve " .. loopy .. " 3", "outcome         D: a draw\nnim value       inf%(%)\n"
    .. "winning moves   none\ndrawing moves   Loop%(%-2%)\n.*remoteness      inf" },
  { "solve -- toads_and_frogs TT..FF", "outcome         N" },
  { "solve " .. own .. " 3 4", "Own%(3, 4%)\noutcome         N" },
  { "solve --sandbox " .. own .. " 3 4", "Own%(3, 4%)\noutcome         N" },
  { "check-rules " .. own .. " 3 4", "20 positions from Own%(3, 4%) looked at, nothing wrong" },
  { "check-rules " .. own, "36 positions" },
  { "rules", "ta.rules.wythoff" },
  { "paper nim_with_cash 5.7.6", "FALSE: .*corrected: .*holds" },
  { "paper nim_with_cash 2.4", "printed:   2.4.1: .*2.4.3: " },
  { "paper nim_with_cash", "^NIM with Cash %(%d+ statements%)\n1.5.1 " },
  { "run " .. script .. " a --help", "^%d+%.%d+%.%d+\t2\ta\ta\t%-%-help\n$" },
  { "completion bash", "complete %-F _takeaway" },
  { "completion zsh", "#compdef takeaway" },
  { "--help", "check%-rules" },
  { "--version", "^takeaway %d" },
}
for _, command in ipairs { "table", "losing", "nim", "period", "quotient", "cash", "phases", "certify", "check", "solve",
                           "solve-to", "open", "check-rules", "rules", "paper", "play", "report", "repl", "run", "completion" } do
  ANSWERS[#ANSWERS + 1] = { command .. " --help", "Example:\n   takeaway " .. command:gsub("%-", "%%-") }
end

-- command | exit status | standard error matches
local REFUSED = {
  { "", 2, "a command is required" },
  { "nosuch", 2, "unknown command 'nosuch'" },
  { "table", 2, "missing argument 'family'\n%(takeaway table %-%-help tells more%)" },
  { "table three-pile 2k", 2, "must be one of 'two%-pile', 'one%-pile'" },
  { "table two-pile", 2, "missing argument 'f'" },
  { "table wythoff --fix y", 2, "expected a coordinate and its number" },
  { "table wythoff --fix c=3", 2, "no coordinate is called \"c\"; there are a, b" },
  { "table wythoff --what colour", 2, "what: expected one of canonical_form" },
  { "explore nosuch", 2, "no ready rules are called 'nosuch'" },
  { "table two-pile 2k 3", 2, "too many arguments" },
  { "table " .. prices .. " --plot x.svg", 2, "two numbers vary in a picture; here three do: fix one, such as %-%-fix e=0" },
  { "table two-pile 2k --miser", 2, "unknown option '%-%-miser'" },
  { "table two-pile 2k --formula --diff", 2, "can not be used together" },
  { "table two-pile 2k+", 2, "two_pile: expected a number, k, %( or a function\n    2k%+\n       %^" },
  { "table two-pile -1", 2, "the ratio %-1 is not a positive number" },
  { "table two-pile 2k --max", 2, "requires an argument" },
  { "table two-pile 2k --max 1.5", 2, "%-%-max: expected an amount from 0 to 2%^62, such as 17 or 10%^18, got '1.5'" },
  { "table two-pile 2k --max -3", 2, "got '%-3'" },
  { "table two-pile 2k --max 99999999999999999999", 2, "got '99999999999999999999'" },
  { "table two-pile 2k --max 10^30", 2, "got '10%^30'" },
  { "table two-pile 2k --max 10^9", 3, "EiB of memory" },
  { "table two-pile 2k --format yaml", 2, "must be one of 'text', 'csv'" },
  { "table two-pile 2k --plot x.gif", 2, "%-%-plot: expected a file that ends in .svg or .png, got 'x.gif'" },
  { "rules --plot x.svg", 2, "no picture" },
  { "losing 1/2 --limit 9", 2, "f%(1%) = 0" },
  { "nim 0.zz", 2, "expected a digit.*0.zz" },
  { "nim 1,,2", 2, "expected a set such as 1,3,4, got '1,,2'" },
  { "nim 0", 2, "expected members from 1 on" },
  { "nim ''", 2, "expected a heap game, a code such as 0.77, a set" },
  { "period 0.3 --limit nonsense", 2, "%-%-limit: expected an amount" },
  { "period 0.07 --limit 20", 1, "^$" },
  { "cash 1,3,4 14 9", 2, "missing argument 'e'" },
  { "cash 1,3,4 14 9 -9", 2, "e: expected an amount .*got '%-9'" },
  { "cash 1,a 14 9 9", 2, "expected a set" },
  { "phases 1,a", 2, "expected a set" },
  { "phases 3,5,6,10,11 --classes 10", 3, "more classes than are allowed; the class m = " },
  { "certify 1,3,4 --seconds never", 2, "expected a positive number of seconds" },
  { "check /nothing/there", 2, "/nothing/there: No such file" },
  { "check /", 2, "/: Is a directory" },
  { "check README.md", 2, "not a certificate" },
  { "solve", 2, "missing argument 'rules'" },
  { "solve wythoff", 2, "position: expected its components" },
  { "solve wythoff 3 x", 2, "position: expected integers or one text, got 'x'" },
  { "solve wythoff 1 2 3 4 5 6 7 8 9", 2, "expected %(a, b%), integers from 0 on, got %(1, 2, 3" },
  { "solve nothere 3", 2, "no ready rules are called 'nothere'" },
  { "solve nothere.lua 3", 2, "nothere.lua: No such file" },
  { "solve two_pile 3 4 2", 2, "write two_pile:2k" },
  { "solve wythoff:3 3 4", 2, "take no argument" },
  { "solve " .. broken .. " 3", 2, "attempt to index a nil value" },
  { "solve " .. returning .. " 3", 2, "emit" },
  { "solve " .. syntax .. " 3", 2, "unexpected symbol" },
  { "solve --sandbox " .. escaping .. " 3", 2, "os" },
  { "solve wythoff 200 200 --limit 100", 3, "100" },
  { "solve nim 5000000", 3, "options of Nim at %(5000000%): more than 4194304 options of one position" },
  { "certify 1,3,4 --max-base 3", 3, "the first base is 30, beyond max_base 3" },
  { "period 0.77 --limit 160", 1, "^$" },
  { "check-rules " .. returning .. " 3", 1, "^$" },
  { "paper nopaper", 2, "must be one of 'two_pile', 'take_away', 'nim_with_cash'" },
  { "paper nim_with_cash 99.9", 2, "no statement '99.9'" },
  { "run", 2, "missing argument 'script'" },
  { "run /nothing/there.lua", 2, "No such file" },
  { "run " .. syntax, 2, "unexpected symbol" },
  { "run " .. failing, 1, "my fault\nstack traceback:.*deep" },
  { "completion fish", 2, "must be one of" },
  { "completion bash --plot x.svg", 2, "no picture" },
  { "play wythoff 1 2 --format csv", 2, "%-%-format: play has no answer to write" },
  { "repl --out x.txt", 2, "%-%-out: repl has no answer to write" },
  { "report wythoff", 2, "%-%-out: expected the directory" },
}

describe("takeaway", function()
  teardown(shell.clean)

  for _, row in ipairs(few(ANSWERS, 3)) do
    it(row[1], function()
      local out, err, status = shell.run(T .. row[1])
      assert.equal("", err)
      assert.matches(row[2], out)
      assert.equal(0, status)
    end)
  end

  for _, row in ipairs(few(REFUSED, 3)) do
    it((row[1] == "" and "no command" or row[1]) .. " is refused", function()
      local out, err, status = shell.run(T .. row[1])
      assert.matches(row[3], err)
      assert.equal(row[2], status)
      if row[2] == 2 then assert.equal("", out) end
      assert.is_nil(err:find("lua/takeaway/", 1, true), "no place in our own files: " .. err)
    end)
  end

  it("--traceback shows where an error came from", function()
    local _, err = shell.run(T .. "solve --traceback " .. broken .. " 3")
    assert.matches("stack traceback:", err)
  end)

  it("certifies, checks, and finds a changed number", function()
    local out, err, status = shell.run(T .. "certify 1,3,4 --out " .. certificate)
    assert.equal("", err)
    assert.equal(0, status)
    assert.matches("period 14", shell.run(T .. "check " .. certificate))
    assert.matches("14k", out)
    out, err, status = shell.run(T .. "check " .. certificate)
    assert.equal("", err)
    assert.matches("checker in C: it holds\nchecker in Lua: it holds\n$", out)
    assert.equal(0, status)
    os.execute(("sed 's/\"base\": 30/\"base\": 29/' %s > %s"):format(certificate, bad_certificate))
    out, err, status = shell.run(T .. "check " .. bad_certificate)
    assert.equal("", err)
    assert.matches("REJECTED.*REJECTED", out)
    assert.equal(1, status)
  end)

  it("proves by phases, checks, and finds a changed number", function()
    local out, err, status = shell.run(T .. "phases 1,3,4 --out " .. certificate)
    assert.same({ "", 0 }, { err, status })
    assert.matches("^phases of NIM with Cash {1,3,4}, proved for all n, d, e, 3 classes.*\nm = 26 %+ 3k", out)
    out, err, status = shell.run(T .. "check " .. certificate)
    assert.same({ "", 0 }, { err, status })
    assert.matches("on {1,3,4}, phases of 3 classes and 26 single.*in C: it holds\nchecker in Lua: it holds\n$", out)
    os.execute(("(cat %s; echo 64 2) > %s"):format(certificate, bad_certificate))
    out, err, status = shell.run(T .. "check " .. bad_certificate)
    assert.matches("expected nothing more", err)
    assert.same({ "", 2 }, { out, status })
    os.execute(("sed '$s/ 1 / 2 /' %s > %s"):format(certificate, bad_certificate))
    out, err, status = shell.run(T .. "check " .. bad_certificate)
    assert.same({ "", 1 }, { err, status })
    assert.matches("in C: REJECTED, m = %d+ %+ 3 k: %(P%).*in Lua: REJECTED, m = %d+ %+ 3 k: %(P%)", out)
  end)

  -- The rule as people state it decides both: in misere play too the first move may take all but one.
  for _, row in ipairs { { "2k", "" }, { "2k", "3" }, { "k^2", "2" }, { "k+1", "4" } } do
    local f, opening = row[1], row[2]
    it(("losing and solve agree in misere play on every size to 60: %s %s"):format(f, opening), function()
      local losing = shell.run(("%s losing '%s' --limit 60 --misere %s"):format(T, f, opening ~= "" and "--opening " .. opening or ""))
      local lost = {}
      for size in losing:match("\n([^\n]*)"):gmatch("%d+") do lost[tonumber(size)] = "P" end
      local out, err = shell.run(("for n in $(seq 60); do %s solve 'one_pile:%s' $n %s --misere; done"):format(T, f, opening))
      assert.equal("", err)
      local n = 0
      for outcome in out:gmatch("\noutcome +(%u)") do
        n = n + 1
        assert.equal(lost[n] or "N", outcome, f .. " " .. n)
      end
      assert.equal(60, n)
      assert.equal(opening == "", next(lost) == nil)
    end)
  end

  it("checks theorems", function()
    local function write(text)
      local file = assert(io.open(certificate, "w"))
      file:write(text)
      file:close()
    end
    local rules = require "takeaway".moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }
    local text = assert(assert(rules:theorem { numeration = 2 }):certificate())
    write(text)
    local out, err, status = shell.run(T .. "check " .. certificate)
    assert.equal("", err)
    assert.equal(0, status)
    assert.equal(certificate .. ": a theorem on the P-positions (n)\nchecker in C: it holds\nchecker in Lua: it holds\n", out)
    write((text:gsub("%-1k 3", "-1k 2")))
    out, err, status = shell.run(T .. "check " .. certificate)
    assert.equal("", err)
    assert.equal(1, status)
    assert.matches("C: REJECTED, %(O3%) fails: K1 accepts what is no legal move %(for one: n = 3, k = 3%)\n", out)
    assert.matches("Lua: REJECTED, %(O3%) fails: K1 accepts what is no legal move %(for one: n = 3, k = 3%)\n", out)
    write((text:gsub("rank", "rnak")))
    out, err, status = shell.run(T .. "check " .. certificate)
    assert.equal("", out)
    assert.equal(2, status)
    assert.matches("line 9: not a certificate: expected \"rank\"", err)
  end)

  it("writes in every format, whole or not at all", function()
    local nim = T .. "nim 0.77 --to 3 "
    assert.equal("n,value\n0,0\n1,1\n2,2\n3,3\n", (shell.run(nim .. "--format csv")))
    assert.equal("0 0\n1 1\n2 2\n3 3\n", (shell.run(nim .. "--format bfile")))
    assert.matches('"values": %[0, 1, 2, 3%]', (shell.run(nim .. "--format json")))
    assert.matches("\\toprule", (shell.run(nim .. "--format latex")))
    assert.matches("^nim values", (shell.run(nim .. "--format text")))
    local name = shell.file("old", ".csv")
    assert.equal("", (shell.run(nim .. "--out " .. name)))
    assert.equal("n,value\n0,0\n1,1\n2,2\n3,3\n", (shell.run("cat " .. name)))
    local _, err, status = shell.run(nim .. "--out /nowhere/x.csv")
    assert.matches("/nowhere/x.csv", err)
    assert.equal(2, status)
    _, err, status = shell.run(nim .. "--out /dev/full")
    assert.matches("No space left", err)
    assert.equal(2, status)
    _, err, status = shell.run(T .. "paper nim_with_cash --format bfile")
    assert.matches("b%-file holds integers alone", err)
    assert.equal(2, status)
    assert.equal("1 1\n2 2\n3 3\n4 1\n", (shell.run(T .. "table one-pile 2k --max 4 --format bfile")))
    assert.equal("2 1\n3 2\n4 3\n", (shell.run(T .. "table one-pile 2k --max 4 --misere --format bfile")))
    name = shell.file("old", ""):gsub("[^/]*$", "b000045.txt")
    assert.equal("", (shell.run(nim .. "--out " .. name)))
    assert.matches("^# takeaway 2\n0 0\n1 1\n2 2\n3 3\n# crc32 %x+\n$", (shell.run("cat " .. name)))
    os.remove(name)
  end)

  it("draws", function()
    local name = shell.file("", ".svg")
    for _, command in ipairs { "table two-pile 2k", "nim 0.77", "losing 2k", "period 0.77", "cash 1,3,4 14 9 9", "solve wythoff 2 2" } do
      local _, err, status = shell.run(T .. command .. " --plot " .. name)
      assert.equal("", err)
      assert.equal(0, status)
      assert.matches("<svg .*</svg>%s*$", (shell.run("cat " .. name)))
    end
    shell.run(T .. "nim not:1,2 --to 60 --plot " .. name)
    local picture = shell.run("cat " .. name)
    assert.matches(">nim values of not:1,2<", picture)
    assert.matches(">period 3 from n = 0, %+1 each time; proved<", picture)
  end)

  it("says so when standard output is full, and is quiet when it is closed", function()
    local _, err, status = shell.run(T .. "rules >/dev/full")
    assert.matches("standard output: No space left", err)
    assert.equal(2, status)
    local out
    out, err = shell.run(T .. "nim 0.77 --to 100000 | head -n 2")
    assert.equal("nim values of 0.77\n", out:match("^[^\n]*\n"))
    assert.equal("", err)
    _, err = shell.run("trap '' PIPE; " .. T .. "nim 0.77 --to 100000 | head -n 1")
    assert.equal("", err)
  end)

  it("fits a narrow terminal, and runs in the C locale on a dumb one", function()
    local out = shell.run("COLUMNS=20 TERM=dumb LANG=C LC_ALL=C " .. T .. "table two-pile 2k --max 30")
    for line in out:gmatch("[^\n]+") do assert.is_true(#line <= 40, line) end
    assert.matches("%(0 more rows, %d+ more columns%)", out)
    out = shell.run("COLUMNS=20 TERM=dumb LANG=C LC_ALL=C " .. T .. "nim 0.77 --to 30")
    for line in out:gmatch("[^\n]+") do assert.is_true(#line <= 34, line) end
  end)

  it("without argparse says what to install; repl and run work without", function()
    local without = "LUA_PATH='./lua/?.lua;./lua/?/init.lua' " .. T
    local _, err, status = shell.run(without .. "rules")
    if status ~= 2 then return pending("argparse is on the default path") end
    assert.matches("apt%-get install lua%-argparse, or luarocks install argparse", err)
    assert.matches("^%d", (shell.run(without .. "run " .. script)))
    assert.equal("2\n", (shell.run(without .. "repl", "1 + 1\n")))
  end)

  it("completes in bash, and its man page is one", function()
    local source = "bash -c 'source share/bash-completion/completions/takeaway; COMP_WORDS=(takeaway %s); COMP_CWORD=%d; "
      .. "_takeaway; echo ${COMPREPLY[@]}'"
    assert.equal("table\n", (shell.run(source:format("ta", 1))))
    assert.equal("--max --misere\n", (shell.run(source:format("table --m", 2))))
    assert.matches("^%.\\\".*\n%.TH TAKEAWAY 1 .*%.SS certify", (shell.run("cat share/man/man1/takeaway.1")))
  end)

  -- command, whose work takes minutes and little memory | standard output matches | standard error matches | Ctrl-C comes
  -- when the work begins, not when some of it is done
  local INTERRUPTED = {
    { "table two-pile 'abs(k-10000)+1' --max 20000", "^L for f%(k%) = abs%(k%-10000%)%+1\np\\q 1 2 3",
      "interrupted; the table to %d+\n$" },
    { "table one-pile 'abs(k-500000)+1' --max 999999 --out /dev/null", "^$", "interrupted; least moves to %d+\n$" },
    { "nim 0.142 --to 10^8 --out /dev/null", "^$", "interrupted; nim values to %d+\n$" },
    { "period 0.142 --limit 10^8", "^octal 0.142: no period is seen among heaps 0 to %d+; values up to %d+\n$",
      "interrupted\n$" },
    { "period 0.142 --limit 10^8 --format json", '"found": false, "heaps": %d+', "interrupted\n$" },
    { "cash 999983,1000000 10^12 3000 10^12", "^$", "interrupted; [^\n]+ was being worked out\n$" },
    { "phases 47,131,196", "^$", "interrupted; %d+ classes were done\n$" },
    { "certify 200,233,255 --max-base 32768 --max-period 32768 --threads 1", "^$",
      "no certificate was found with [^\n]*base %d+ and a period below %d+\n$" },
    { "solve wythoff 3000 3000", "^$", "interrupted; not solved after %d+ positions" },
    { "check-rules wythoff 4000 4000 --sample 10^8", "^$", "interrupted; nothing wrong so far", true },
    { "paper nim_with_cash 5.7.6 --limit 1000000", "^$", "interrupted; 5.7.6 is not decided", true },
    { "report " .. shell.file([[return { name = "Slow", options = function(emit, a, b)
        local start = os.clock()
        repeat until os.clock() > start + 0.01
        if a + b > 0 then emit(a // 2, b // 2) end
      end }]]) .. " --out /dev/null/there", "^$", "interrupted; no report was written; %d+ of %d+ steps", true },
    { "run " .. shell.file("print(1) io.stdout:flush() local signal = io.popen 'kill -INT $PPID' while signal do end"), "^1\n$",
      "interrupted\n$" },
  }
  for _, row in ipairs(INTERRUPTED) do
    it("Ctrl-C ends with what is known and status 130: " .. row[1], function()
      local out, err, status = shell.run((row[4] and "AT_WORK=begun " or "") .. "LUA_INIT=@spec/support/at_work.lua "
        .. "timeout 1200 " .. T .. row[1])
      assert.matches(row[2], out)
      assert.matches(row[3], err)
      assert.equal(130, status)
    end)
  end

  it("asks for half when the work got less far than was said", function()
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

  it("draws its line of progress within the width", function()
    local progress = require "takeaway.app.cli.progress"
    assert.equal("[####################....................]  50% 500/s, 1 s left", progress.line(500, 1000, 1, 80))
    assert.equal(" 50% 500/s, 1 s left", progress.line(500, 1000, 1, 23))
    assert.equal("2500000 done, 2.5 M/s", progress.line(2500000, 0, 1, 80))
    assert.equal("[....................................]   0% 0/s, ? left", progress.line(0, 10, 0, 55))
    assert.equal("[########################################] 100% 10/s, 0 s left", progress.line(20, 10, 2, 80))
    assert.equal(" 50% 100/s, 5 s left", progress.line(500, 1000, 4, 23, 100))
    assert.is_nil(progress.bar(), "no bar where standard error is no terminal")
  end)

  it("plays: hint, undo, and wins what is won", function()
    local out, err, status = shell.run(T .. "play wythoff 4 6", "help\nhint\n4 5\nundo\nfoo\n99\n3 5\nmoves\n" .. ("1\n"):rep(20))
    assert.equal("", err)
    assert.equal(0, status)
    assert.matches("Wythoff%(3, 5%) wins %(1 winning move%)", out)
    assert.matches("I move to [^\n]*\n.*back to Wythoff%(4, 6%)", out)
    assert.matches("no move 'foo'.*no move '99'", out)
    assert.matches("no move: I win%.\n$", out)
    assert.matches("You have no move: you win%.\n$", (shell.run(T .. "play nim 0 --misere", "")))
    out = shell.run(T .. "play wythoff 1 2 --second", "hint\nquit\n")
    assert.matches("I move to", out)
    assert.matches("I win%.\n$", (shell.run(T .. "play nim 0", "")))
    out = shell.run(T .. "play " .. loopy .. " 3", "hint\nquit\n")
    assert.matches("no move wins; Loop%(%-2%) draws %(1 drawing move%)", out)
  end)
end)
