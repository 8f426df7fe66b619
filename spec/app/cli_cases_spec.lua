-- Every command line with its exit status and output: 0 answered, 1 the answer is no or unproved, 2 bad input, 3 a
-- limit was reached or play does not end. Then every command with every kind of bad argument, file and output. Commands
-- run in this process. cli_process_spec.lua has 130, after Ctrl-C, and other cases that need a process.
local shell = require "spec.support.shell"

local function rules(name, body) return shell.file(("return { name = '%s', options = function(emit, %s end }"):format(name, body)) end
local function claiming(name, value)
  return shell.file(("return { name = '%s', options = function(emit, a) if a > 0 then emit(a - 1) end end, "
    .. "nim_value = function(a) %s end }"):format(name, value))
end

local own = rules("Own", "a, b) if a > 0 then emit(a - 1, b) end if b > 0 then emit(a, b - 1) end")
local broken = rules("Broken", "a) local x = nil; emit(a .. x.y)")
local returning = rules("Returning", "a) return { a - 1 }")
local loopy = rules("Loop", "a) emit(1 - a)")
local endless = rules("Endless", "a) emit(a + 1)")
local down = rules("Down", "n) if n > 0 then emit(n - 1) end")
local escaping = rules("Escaping", "a) os.execute('true')")
local text = rules("Own", "s) if #s > 1 then emit(s:sub(2)) end")
local wrong, nan = claiming("Wrong", "return a"), claiming("NaN", "return 0 / 0")
local huge, nothing = claiming("Huge", "return 2.0 ^ 63"), claiming("None", "")
local syntax = shell.file("return {")
local prices = shell.file([[return ta.moves{ "n, d, e", name = "prices", "k: 1 <= k <= 2, k <= n, d >= 2k - 1 -> n - k, e, d - 2k + 1" }]])
local declared = shell.file('return { "a, b, x", over = "a = 0 or b = 0", "k: 1 <= k <= x, k <= a -> a - k, b, 2k", '
  .. '"k: 1 <= k <= x, k <= b -> a, b - k, 2k" }')
local wall = shell.file('return { "a, b", "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k", '
  .. '"k: 2 <= k <= a, k <= b -> a - k, b - k" }')
local rising = shell.file('return { "n", "-> n + 1" }')
local script = shell.file("print(ta.version, #arg, arg[1], ...)")
local failing = shell.file("local function deep() error('my fault') end\ndeep()")
local sequence, grid, records = shell.file("", ".csv"), shell.file("", ".json"), shell.file("", ".csv")
local certificate, database, heaps = shell.file("", ".json"), shell.file("", ".ta"), shell.file("", ".ta")
local page, drawn, proof = shell.file("", ".html"), shell.file("", ".svg"), shell.file("", ".txt")
os.remove(database)
os.remove(heaps)

local function made(line)
  local _, err, status = shell.call(line)
  assert(status == 0 and err == "", line .. "\n" .. err)
end
made("nim 0.77 --to 30 --out " .. sequence)
made("table wythoff --max 9 --out " .. grid)
made("rules --out " .. records)
made("solve-to wythoff " .. database .. " --max 20")
made("solve-to 0.77 " .. heaps .. " --max 90 --bits 4")
made("certify 1,2 --out " .. certificate)
local certified = shell.read(certificate)
local changed = shell.file(certified:gsub('"base": 30', '"base": 31'), ".json")
local large = shell.file(certified:gsub('"base": 30', '"base": 1000000'), ".json")

-- By status: command lines; {command line, what its output matches, or for 1 to 3 its messages}.
local CASES = {
  [0] = {
    { "--help", "check%-rules.*Exit status: 0 answered; 1 the answer is no or unproved, or a script failed; 2 bad input;\n"
      .. " *3 a limit was met or play does not end" },
    { "--version", "^takeaway %d" },
    { "table --help", "exit status 1 when\n? *they differ" },
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
    { "cash 997,1000 10^12 3000 10^12", "II wins\n.*\nwhether I and II are rich or poor is not known: .*\n"
      .. "least cash .* 500751126382" },
    { "phases 1,2", "modulus 1, 2 phases\nm = 20 %+ k, k = 0, 1, ...: 20 is k = 0\n  x = 1 %+ j %+ 3t,.*\n    T = 41 %+ 2k %+ t\n$" },
    { "phases 1,2 --excess 3", "\nm = 3\n  x = 8 %+ j %+ 2t" },
    { "solve wythoff 3 5", "outcome         P: .*\nnim value       0\nwinning moves   none" },
    { "solve wythoff 3 4 --misere", "misere play\noutcome         N" },
    { "solve two_pile:2k 3 4 2", "winning moves   [^\n]*%(3, 3, 2%)\n" },
    { "solve domineering 2 3", "left wins by" },
    { "solve " .. loopy .. " 1 --value", "\nvalue           dud\n" },
    { "solve " .. loopy .. " 3", "outcome         D: a draw\nnim value       inf%(%)\n"
      .. "winning moves   none\ndrawing moves   Loop%(%-2%)\n.*remoteness      inf" },
    { "solve " .. down .. " 1100001 --limit 2000000", "nim value       1\n" },
    { "solve -- toads_and_frogs TT..FF", "outcome         N" },
    { "solve " .. own .. " 3 4", "Own%(3, 4%)\noutcome         N" },
    { "solve --sandbox " .. own .. " 3 4", "Own%(3, 4%)\noutcome         N" },
    { "check-rules " .. own .. " 3 4", "20 positions from Own%(3, 4%) checked, nothing wrong" },
    { "check-rules " .. own, "36 positions" },
    { "rules", "ta.rules.wythoff" },
    { "paper nim_with_cash 5.7.6", "FALSE: .*corrected: .*holds" },
    { "paper nim_with_cash 2.4", "printed:   2.4.1: .*2.4.3: " },
    { "paper nim_with_cash", "^NIM with Cash %(%d+ statements%)\n1.5.1 " },
    { "run " .. script .. " a --help", "^%d+%.%d+%.%d+\t2\ta\ta\t%-%-help\n$" },
    { "completion bash", "complete %-F _takeaway" },
    { "completion zsh", "#compdef takeaway" },
    "table two-pile 2k --max 9 --diff", "table two_pile:2k --max 5", "table one-pile:2k", "table 0.77", "table '{1,3,4}'",
    "table not:2,3", "table cash:1,3,4 --max 5", "table euclid", "table wythoff", "table domineering", "table cram",
    "table chomp", "table kayles", "table r_wythoff:2", "table partizan_subtraction:1,2:1,3", "table " .. sequence,
    "table " .. grid, "table " .. records,
    "table nim --from 3 --max 9", "explore two_pile:2k", "explore one_pile:2k", "explore 0.77", "explore not:2,3",
    "explore cash:1,3,4", "explore euclid", "explore domineering", "explore kayles", "explore " .. sequence,
    "explore " .. grid, "losing 2k", "losing one_pile:2k", "nim 1,2", "nim '{1,2}'", "period 0.77", "period 0.07 --limit 175",
    "cash 3 9 4 4", "certify 1,2", "check " .. certificate, "solve 0.77 5 7",
    "solve '{1,2,5}' 9", "solve cash:3 9 4 4", "solve euclid 3 8", "solve " .. loopy .. " 0",
    "solve-to wythoff " .. database .. " --max 20", "open " .. database, "open " .. database .. " 3 5 --check",
    "solve-to 0.77 " .. heaps .. " --max 90 --bits 4", "solve-to 0.77 " .. heaps .. " --max 40",
    "open " .. heaps, "open " .. heaps .. " 9 12 --check",
    "check-rules wythoff 5 5", "check-rules 0.77 5", "paper two_pile", "prove " .. declared,
    "prove " .. declared .. " 100 7 3 --misere --automaton walnut",
    "prove " .. declared .. " --ask 'A a, b, x: P(a, b, x) <=> P(b, a, x)' --numeration 2",
    "prove " .. declared .. " 10 7 --least-limit --closed-form --count 10^40 --first 5",
    "prove " .. declared .. " --what p_positions --plot " .. drawn .. " --certificate " .. proof,
  },
  [1] = {
    { "run " .. failing, "my fault\nstack traceback:.*deep" },
    "table two-pile 4k --max 21 --diff", "table two_pile:4k --max 21 --diff", "table two-pile 2k --max 3 --misere --diff",
    "period 0.77 --limit 160", "period 0.07 --limit 20", "period 0.07 --limit 125", "period 0.07 --limit 174",
    "check " .. changed, "check-rules " .. returning .. " 3", "check-rules " .. wrong .. " 5",
    "prove " .. declared .. " --ask 'A a, b, x: P(a, b, x)'",
    "prove " .. declared .. " --misere --numeration zeckendorf --closed-form",
  },
  [2] = {
    { "", "a command is required" },
    { "nosuch", "unknown command 'nosuch'" },
    { "table", "missing argument 'family'\n%(takeaway table %-%-help tells more%)" },
    { "table three-pile 2k", "must be one of 'two%-pile', 'one%-pile'" },
    { "table two-pile", "missing argument 'f'" },
    { "table wythoff --fix y", "expected a coordinate and its number" },
    { "table wythoff --fix c=3", "no coordinate is called \"c\"; there are a, b" },
    { "table wythoff --what colour", "what: expected one of canonical_form" },
    { "explore nosuch", "no ready rules are called 'nosuch'" },
    { "table two-pile 2k 3", "too many arguments" },
    { "table " .. prices .. " --plot x.svg", "a picture needs two free coordinates; 3 are free: fix one, such as %-%-fix e=0" },
    { "table two-pile 2k --miser", "unknown option '%-%-miser'" },
    { "table two-pile 2k --formula --diff", "can not be used together" },
    { "table two-pile 2k+", "two_pile: expected a number, k, %( or a function\n    2k%+\n       %^" },
    { "table two-pile -1", "the ratio %-1 is not a positive number" },
    { "table two-pile 2k --max", "requires an argument" },
    { "table two-pile 2k --max 1.5", "%-%-max: expected an amount from 0 to 2%^62, such as 17 or 10%^18, got '1.5'" },
    { "table two-pile 2k --max -3", "got '%-3'" },
    { "table two-pile 2k --max 99999999999999999999", "got '99999999999999999999'" },
    { "table two-pile 2k --max 10^30", "got '10%^30'" },
    { "table two-pile 2k --format yaml", "must be one of 'text', 'csv'" },
    { "table two-pile 2k --plot x.gif", "%-%-plot: expected a file that ends in .svg or .png, got 'x.gif'" },
    { "rules --plot x.svg", "no picture" },
    { "losing 1/2 --limit 9", "f%(1%) = 0" },
    { "nim 0.zz", "expected a digit.*0.zz" },
    { "nim 1,,2", "expected a set such as 1,3,4, got '1,,2'" },
    { "nim 0", "expected members from 1 on" },
    { "nim ''", "expected a heap game, a code such as 0.77, a set" },
    { "period 0.3 --limit nonsense", "%-%-limit: expected an amount" },
    { "cash 1,3,4 14 9", "missing argument 'e'" },
    { "cash 1,3,4 14 9 -9", "e: expected an amount .*got '%-9'" },
    { "cash 1,a 14 9 9", "expected a set" },
    { "phases 1,a", "expected a set" },
    { "certify 1,3,4 --seconds never", "expected a positive number of seconds" },
    { "table wythoff --memory 2X", "%-%-memory: expected a positive number of bytes" },
    { "check /nothing/there", "/nothing/there: No such file" },
    { "check /", "/: Is a directory" },
    { "check README.md", "not a certificate" },
    { "solve", "missing argument 'rules'" },
    { "solve wythoff", "position: expected its components" },
    { "solve wythoff 3 x", "position: expected integers or one text, got 'x'" },
    { "solve wythoff 1 2 3 4 5 6 7 8 9", "expected %(a, b%), integers from 0 on, got %(1, 2, 3" },
    { "solve nothere 3", "no ready rules are called 'nothere'" },
    { "solve nothere.lua 3", "nothere.lua: No such file" },
    { "solve two_pile 3 4 2", "write two_pile:2k" },
    { "solve wythoff:3 3 4", "take no argument" },
    { "solve " .. broken .. " 3", "attempt to index a nil value" },
    { "solve " .. returning .. " 3", "emit" },
    { "solve " .. syntax .. " 3", "unexpected symbol" },
    { "solve --sandbox " .. escaping .. " 3", "os" },
    { "paper nopaper", "must be one of 'two_pile', 'take_away', 'nim_with_cash'" },
    { "paper nim_with_cash 99.9", "no statement '99.9'" },
    { "paper nim_with_cash --format bfile", "b%-file holds only integers" },
    { "run", "missing argument 'script'" },
    { "run /nothing/there.lua", "No such file" },
    { "run " .. syntax, "unexpected symbol" },
    { "completion fish", "must be one of" },
    { "completion bash --plot x.svg", "no picture" },
    { "play wythoff 1 2 --format csv", "%-%-format: play has no answer to write" },
    { "repl --out x.txt", "%-%-out: repl has no answer to write" },
    { "report wythoff", "%-%-out: expected the directory" },
    { "report " .. text .. " --out " .. page, "in options of Own at %(0%)\n%(the report tried numbers from 0 on; "
      .. ".*takeaway report .* POSITION%)" },
    { "prove 1,2 --numeration 3,-:1,3", "or a recurrence and first weights such as 1,1:1,2, got '3,%-:1,3'" },
    "table nosuch", "table hackenbush", "table clobber", "table toads_and_frogs", "table silver_dollar", "table value:1",
    "table 2k", "table /nothing/there.csv", "table " .. sequence .. " --what outcome",
    "explore hackenbush", "explore value:1", "explore 2k", "explore " .. records, "explore /nothing/there.lua",
    "explore domineering --from 0", "losing 2k+", "nim kayles", "period not:", "cash 0 1 1 1",
    "solve-to kayles /nothing/there", "open /nothing/there", "open README.md",
    "solve-to euclid " .. database .. " --max 20", "solve-to wythoff " .. database .. " --order c",
    "solve-to 0.77 " .. heaps .. " --order a", "open " .. heaps .. " x",
    "solve-to 0.77 " .. heaps .. " --what outcome", "solve-to 0.77 " .. heaps .. " --bits 3", "open " .. heaps .. " -1",
    "phases 0", "certify 1,a", "check " .. page, "solve clobber 2", "solve euclid 1",
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
    "play hackenbush 3", "report nosuch --out " .. page, "report value:x --out " .. page,
    "report value:1 3 --out " .. page, "report wythoff 3 --out " .. page, "report 2k --out " .. page,
    "report wythoff --max 0 --out " .. page,
  },
  [3] = {
    { "table two-pile 2k --max 10^9", "EiB of memory" },
    { "phases 3,5,6,10,11 --classes 10", "more classes than are allowed; the class m = " },
    { "solve wythoff 200 200 --limit 100", "100" },
    { "solve nim 5000000", "options of Nim at %(5000000%): more than 4194304 options of one position" },
    { "certify 1,3,4 --max-base 3", "the first base is 30, beyond max_base 3" },
    { "solve wythoff 3000 3000 --seconds 0.001", "the limit of 0.001 seconds is reached" },
    { "solve chomp 9 9 --memory 10K", "10 KiB may be used" },
    { "table wythoff --max 300 --seconds 1e-6", "the limit of 1e%-06 seconds is reached, set by %-%-seconds" },
    { "period 0.007 --seconds 1e-6", "set by %-%-seconds" }, { "explore wythoff --max 900 --seconds 1e-6", "set by %-%-seconds" },
    { "check-rules wythoff 50 50 --seconds 1e-6 --memory 1G", "set by %-%-seconds and %-%-memory" },
    "open " .. database .. " 3 21", "open " .. heaps .. " 91", "solve-to wythoff /nothing/there --max 999999999",
    "prove " .. wall .. " --seconds 0.2", "table one_pile:2k --max 10^15", "table wythoff --max 10^9", "table nim --max 10^12",
    "table 0.77 --max 10^13", "table cash:1,3 --max 10^12", "explore two_pile:2k --max 10^9", "explore 0.77 --max 10^13",
    "explore wythoff --max 10^9", "nim 0.77 --to 10^13", "phases 1,3,4 --classes 3", "check " .. large,
    { "solve " .. endless .. " 0 --limit 1000", "^takeaway: nim_value: the limit of 1000 positions is reached\n$" },
    { "table " .. endless .. " --limit 1000", "the limit of 1000 positions is reached\n$" },
    { "explore " .. endless .. " --limit 1000", "the limit of 1000 positions is reached\n$" },
    { "solve " .. down .. " 1100001", "%-%-limit N" }, -- play that is deep and ends
  },
}
for _, command in ipairs { "table", "losing", "nim", "period", "quotient", "cash", "phases", "certify", "check", "solve",
                           "solve-to", "open", "check-rules", "rules", "paper", "play", "report", "repl", "run", "completion" } do
  table.insert(CASES[0], { command .. " --help", "Example:\n   takeaway " .. command:gsub("%-", "%%-") })
end

-- Checks every command that was refused or failed. With status 1 it may also have answered.
local function check_failed(call, out, err, status)
  assert.is_truthy(err:find("^takeaway: ") or status == 1 and err == "" or status == 3 and err == "" and out ~= "", call .. "\n" .. err)
  assert.is_nil(err:find("lua/takeaway/", 1, true), call .. "\n" .. err)
  assert.is_true((#err < 1500 or err:find("ta.rules.nim", 1, true) ~= nil) and not err:find("\27"), call .. "\n" .. err)
  if status ~= 1 then assert.is_nil(err:find("stack traceback", 1, true), call .. "\n" .. err) end
  if status == 2 or status == 3 and err ~= "" then assert.equal("", out, call) end
end

teardown(shell.clean)

describe("the command line", function()
  it("say up to which heap a period that is seen must go on", function()
    local out = shell.call "period 1,100 --limit 50"
    assert.equal("1,100: period 2 from 0 on, seen in heaps 0..50, not proved; proved if it goes on to heap 101\n", out)
  end)

  for status = 0, 3 do
    for _, row in ipairs(CASES[status]) do
      local line, pattern = row, nil
      if type(row) == "table" then line, pattern = row[1], row[2] end
      it(("gives status %d: %s"):format(status, line), function()
        local out, err, got = shell.call(line)
        assert.equal(status, got, err)
        assert.is_true(out .. err ~= "", "silence")
        if status == 0 then
          assert.equal("", err)
          assert.matches(pattern or "", out)
        else
          check_failed(line, out, err, status)
          assert.matches(pattern or status == 1 and "^$" or "", err)
        end
      end)
    end
  end

  it("has its statuses in the man page", function()
    local manual = shell.read("share/man/man1/takeaway.1"):gsub("%s+", " ")
    assert.matches("0 answered; 1 the answer is no or unproved, or a script failed; 2 bad input; 3 a limit was met or "
      .. "play does not end", manual)
  end)

  it("reports a check that stopped at a limit as undecided", function()
    assert.matches("checker in C: not decided, .*checker in Lua: not decided, ", (shell.call("check " .. large)))
    assert.matches('"decided": false', (shell.call("check --format json " .. large)))
    assert.is_nil(shell.call("check --format json " .. large):find("holds", 1, true))
    assert.matches("REJECTED.*REJECTED", (shell.call("check " .. changed)))
    assert.matches('"decided": true.*"holds": false', (shell.call("check --format json " .. changed)))
  end)
end)

local own_one = rules("Own", "a) if a > 0 then emit(a - 1) end")
local numbers = shell.file("for i = 1, 20000 do print(i) end")
local binary = shell.file(("\0\255\27[31m"):rep(2000))

-- A correct command as a list of words. `numbers`, `nonsense` and `files` are positions in it. `talks`: a dialogue
-- without an answer to write. `any`: more may follow its last word. `endless`: it runs up to its limit. `alone`: it
-- needs no arguments.
local COMMANDS = {
  { "table", "two-pile", "2k", "--max", "30", numbers = { 5 }, nonsense = { 2, 3 } },
  { "table", "one-pile", "2k", "--max", "30", numbers = { 5 }, nonsense = { 2, 3 } },
  { "table", "wythoff", "--from", "2", "--max", "5", numbers = { 4, 6 }, nonsense = { 2 } },
  { "table", own_one, files = { 2 } },
  { "explore", "0.77", "--max", "50", numbers = { 4 }, nonsense = { 2 } },
  { "explore", own_one, files = { 2 } },
  { "losing", "2k", "--limit", "50", numbers = { 4 }, nonsense = { 2 } },
  { "nim", "0.77", "--to", "50", numbers = { 4 }, nonsense = { 2 } },
  { "period", "0.77", "--limit", "500", numbers = { 4 }, nonsense = { 2 } },
  { "quotient", "0.75", "--to", "9", "--elements", "99", "--positions", "999", numbers = { 4, 6, 8 },
    nonsense = { 2 } },
  { "cash", "1,3,4", "14", "9", "9", numbers = { 2, 3, 4, 5 } },
  { "phases", "1,3,4", "--excess", "9", "--classes", "60", "--values", "600", numbers = { 3, 5, 7 } },
  { "certify", "1,3,4", "--seconds", "999", "--max-base", "60", "--max-period", "60", numbers = { 2, 6, 8 },
    nonsense = { 4 } },
  { "check", certificate, files = { 2 } },
  { "solve", own_one, "3", "--limit", "99", numbers = { 5 }, files = { 2 }, nonsense = { 3 }, any = true },
  { "check-rules", own_one, "3", "--sample", "9", numbers = { 5 }, files = { 2 }, nonsense = { 3 }, any = true },
  { "rules" },
  { "paper", "nim_with_cash", "5.7.6", "--limit", "20", numbers = { 5 }, nonsense = { 2, 3 }, endless = true },
  { "play", own_one, "3", files = { 2 }, any = true, talks = true },
  { "report", own_one, "3", "--out", certificate .. "/x", files = { 2 }, nonsense = { 3 }, any = true, report = true },
  { "repl", own_one, talks = true, alone = true },
  { "run", numbers, files = { 2 }, any = true, talks = true, script = true },
  { "completion", "bash", nonsense = { 2 } },
}

-- The words of a command with another at a place; with more behind them.
local function with(command, at, word)
  local words = table.move(command, 1, #command, 1, {})
  words[at] = word
  return words
end

local function and_more(command, ...) return table.move({ ... }, 1, select("#", ...), #command + 1, with(command, 1, command[1])) end

local function refused(words, statuses, input)
  local out, err, status = shell.call(words, input)
  local call = table.concat(words, " ")
  assert.matches(statuses or "^2$", tostring(status), call .. "\n" .. err)
  check_failed(call, out, err, status)
  assert.is_nil(err:find("stack traceback", 1, true), call .. "\n" .. err)
end

describe("bad input on the command line:", function()
  for _, command in ipairs(COMMANDS) do
    local name = command[1] .. (command[1] == "table" and " " .. command[2] or "")

    if #command > 1 and not command.alone then
      it(name .. " with missing arguments", function()
        refused { command[1] }
        if command[#command - 1]:find("^%-%-") and not command.report then refused { table.unpack(command, 1, #command - 1) } end
      end)
    end

    it(name .. " with more arguments and unknown options", function()
      if not command.any then refused(and_more(command, "surplus")) end
      if command.script then return end -- later arguments are the script's
      for _, option in ipairs { { "--surplus" }, { "--surplus=3" }, { "-x" }, { "--format" }, { "--format", "yaml" } } do
        refused(and_more(command, table.unpack(option)))
      end
    end)

    for _, at in ipairs(command.numbers or {}) do
      it(("%s with a number that is none, argument %d"):format(name, at), function()
        for _, word in ipairs { "10^30", "2^64", "18446744073709551616", "-1", "1.5", "0x10", "nan", "abc", "", "2^" } do
          refused(with(command, at, word))
        end
      end)
      if not command.endless then it(("%s with a number that is too much, argument %d"):format(name, at), function()
        local words = with(command, at, "2^62")
        local out, err, status = shell.call(words)
        assert.is_true(status == 0 or status == 3 and out == "" or status == 2, table.concat(words, " "))
        if status == 0 then assert.equal("", err) else check_failed(table.concat(words, " "), out, err, status) end
      end) end
    end

    for _, at in ipairs(command.nonsense or {}) do
      it(("%s with nonsense, argument %d"):format(name, at), function()
        for _, word in ipairs { "", "(((", "%s%n", "\27[31m", "\255\254", ("9"):rep(400) } do
          refused(with(command, at, word), "^[12]$")
        end
      end)
    end

    for _, at in ipairs(command.files or {}) do
      it(name .. " with files that are none", function()
        for _, word in ipairs { "/nothing/there.lua", "/", "/proc/self/mem", "/dev/null", binary, "" } do
          if not (word == "/dev/null" and command.script) then refused(with(command, at, word), "^[12]$") end
        end
      end)
    end

    if not command.talks and not command.report then
      it(name .. " to places that cannot be written", function()
        for _, place in ipairs { "/nothing/there.csv", "/dev/full", "/proc/x.csv", "/", "" } do
          refused(and_more(command, "--format", "text", "--out", place))
        end
        refused(and_more(command, "--plot", "x.gif"))
        local _, err, status = shell.call(and_more(command, "--plot", "/nothing/there.svg")) -- the answer was written
        assert.is_truthy(err:find("^takeaway: [^\n]*/nothing/there.svg: No such") or err:find("no picture", 1, true), err)
        assert.equal(2, status)
        for said, wanted in pairs { ["No space left on device"] = 2, ["Bad file descriptor"] = 2, ["Broken pipe"] = 1 } do
          local got
          err, got = shell.call_to({ write = function() return nil, said end }, command)
          assert.equal(wanted, got)
          assert.equal(wanted == 2 and ("takeaway: standard output: %s\n"):format(said) or "", err)
        end
      end)
    end
    if command.talks and not command.script then
      it(name .. " has no answer to write", function()
        for _, option in ipairs { { "--format", "csv" }, { "--out", "x" }, { "--plot", "x.svg" } } do
          refused(and_more(command, table.unpack(option)))
        end
      end)
    end

    if not command.report then
      it(name .. " on few columns", function()
        local out, err, status = shell.call(command, "q\n", 20)
        assert.same({ "", 0 }, { err, status })
        assert.is_nil(out:find("[\27\128-\255]"))
      end)
    end
  end
end)

describe("takeaway report", function()
  -- the game | headings of the report
  local REPORTS = {
    { "two_pile:4k", "Least winning moves", "The closed form", "Patterns" },
    { "two-pile:2k 3 4 2", "Least winning moves", "From two piles, f%(k%) = 2k%(3, 4, 2%)", "Game graph" },
    { "one_pile:2k", "Losing sizes of the opening" }, { "cash:1,3,4", "Thresholds", "Win condition" },
    { "cash:3 9 4 4", "Thresholds", "From NIM with Cash {3}" },
    { "0.77", "Nim values", "Period" }, { "'{1,2,5}'", "Nim values", "Period" }, { "1,2,5", "Nim values" },
    { "not:2", "Nim values" }, { "0.77 1 2", "Period", "From 0.77%(1, 2%)" },
    { "euclid", "Outcomes", "Nim values" }, { "euclid 3 8", "Outcomes", "From Euclid%(3, 8%)" },
    { "wythoff", "Outcomes of Wythoff", "Nim values of Wythoff", "All P%-positions" }, { "wythoff 2 3", "Game graph" },
    { "nim", "Nim values of Nim" }, { "nim 1 2 3", "From Nim%(1, 2, 3%)" }, { "kayles", "Nim values of Kayles" },
    { "r_wythoff:2", "Outcomes of 2%-Wythoff" }, { "chomp", "Outcomes of Chomp" }, { "domineering", "Outcomes of Domineering" },
    { "domineering 2 3", "Thermograph" }, { "cram", "Nim values of Cram" },
    { "hackenbush", "From Hackenbush", "Thermograph", "Game graph" }, { "hackenbush lr", "Thermograph" },
    { "clobber", "Game graph" }, { "toads_and_frogs", "Game graph" }, { "silver_dollar", "Game graph" },
    { "partizan_subtraction:1,2:1,3", "Outcomes of Subtraction" }, { "'value:{3||2|1}'", "Value", "Thermograph" },
    { sequence, "csv" }, { grid, "Nim values of Wythoff" }, { records, "csv" },
    { own_one, "Nim values of Own" },
    { rules("Own", "a, b) if a > 0 then emit(a - 1, b) end if b > 1 then emit(a, b - 2) end"), "Outcomes of Own%(a, b%)" },
    { rules("Own", "a, b) if a > 0 then emit(a - 1, b) end") .. " 2 2", "Outcomes of Own", "From Own%(2, 2%)" },
    { rules("Own", "n, m, x) for k = 1, math.min(n, x) do emit(n - k, m, 2 * k) end"), "Least winning limits of Own",
      "P%-positions" },
    { rules("Own", "a, b, c, d) if a > 0 then emit(a - 1, b, c, d) end"), "P%-positions" },
    { rules("Own", "...) local t = { ... } if t[1] > 0 then t[1] = t[1] - 1 emit(table.unpack(t)) end"), "Outcomes of Own" },
    { text .. " abc", "From Own", "Game graph" },
  }
  for _, row in ipairs(REPORTS) do
    it("is a good one: " .. row[1], function()
      assert.same({ page .. "\n", "", 0 }, { shell.call("report " .. row[1] .. " --out " .. page) })
      local html = shell.read(page)
      local headings = {}
      for heading in html:gmatch("<h2>(.-)</h2>") do headings[#headings + 1] = heading end
      headings = table.concat(headings, "\n"):gsub("&quot;", '"')
      for i = 2, #row do assert.matches(row[i], headings) end
      assert.is_nil(html:find("Give a position", 1, true))
      assert.is_nil(html:find("Not drawn", 1, true))
    end)
  end
end)
