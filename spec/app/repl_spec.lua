-- The prompt on streams that are no terminal. repl_terminal_spec.lua tests it at one.
local shell = require "spec.support.shell"
local completion = require "takeaway.app.completion"

local function typed(input, columns) return shell.call("repl", input, columns) end

describe("the prompt, by a pipe", function()
  local function prints(input, expected)
    local out, err = typed(input)
    assert.equal("", err)
    assert.equal(expected, (out:gsub("%f[^\n\0]%(%d+%.%d s%)\n", ""))) -- what took over a second, as anything may
  end

  it("prints expressions, keeps the last in _, is silent after ;", function()
    prints("1 + 1\n_ * 3\n7;\n_\nx = 4\nx\n=x\nnil\n\n", "2\n6\n7\n4\n4\nnil\n")
  end)
  it("takes the values of a sequence by s[n] as by s(n)", function()
    prints("s = ta.octal('0.7'):nim_values(9)\ns[3], s(3)\nta.rules.kayles:sequence{to = 9}[4]\n", "1  1\n1\n")
    assert.equal("error: sequence: n: expected an integer from 0 to 9, got 10\n",
      (select(2, typed("ta.octal('0.7'):nim_values(9)[10]\n"))))
  end)
  it("is silenced by a last ; alone", function()
    prints('5 -- a;\n6; -- b\n"7;"\n8 ; \nx = 1;\n_\n;\n', "5\n7;\n8\n")
  end)
  it("answers queries, and leaves on request", function()
    assert.matches("^game:least_move%(p, q%)\n", (typed("least_move?\n")))
    assert.matches("^game:least_move%(p, q%)\n", (typed("?least_move\n")))
    assert.matches("^game:least_move%(p, q%)\n", (typed("x:least_move?\n")))
    assert.matches("^ta.two_pile%(f", (typed("ta.two_pile ?\n")))
    assert.matches("^two%-pile.-methods: ", (typed('g = ta.two_pile "2k"\ng?\n')))
    assert.equal((typed("help()\n")), (typed("?\n")))
    for _, word in ipairs { "quit", "exit()", " quit ( ) " } do prints("1\n" .. word .. "\n2\n", "1\n") end
    prints("quit = 7\nquit\n", "7\n")
    assert.equal((typed("help()\n")), (typed(" help \n")))
    assert.equal("nothing more\nno error so far\n7\n", (typed("more\ntraceback\nhelp = 7\nhelp\n")))
  end)
  it("continues until the input is complete", function()
    prints("{1,\n2}\nfor i = 1, 2 do\nprint(i)\nend\nfunction f(a)\nreturn a\nend\nf(\n3)\n", "{1, 2}\n1\n2\n3\n")
  end)
  it("shows tables, records and results", function()
    prints('{1, a = {b = "x\\ny"}}\n"text"\nmath.huge\n', '{1, a = {b = "x\\ny"}}\ntext\ninf\n')
    prints('ta.two_pile("2k"):winning_moves(9, 14, 1)\n', "{{take = 1, pile = 2}}\n")
    prints('ta.two_pile("2k"):table(3)\n', "L for f(k) = 2k\np\\q 1 2 3\n  1 1 1 1\n  2 1 2 2\n  3 1 2 3\n")
  end)
  it("shows lists of results one a line, and others filled, when they are too long for one", function()
    prints('t = {} for i = 1, 42 do t[i] = {pile = "larger", take = i} end\nt[42], t[41] = nil\nt\nt[1]\n',
      (function()
        local lines = {}
        for i = 1, 40 do lines[i] = ('  {take = %d, pile = "larger"}\n'):format(i) end
        return table.concat(lines) .. '{take = 1, pile = "larger"}\n'
      end)())
    local out = typed("ta.two_pile(2):winning_moves(40, 90, 33)\n"
      .. "t = {} for i = 1, 30 do t[i] = 10^6 // 1 | i end t\nta.one_pile(2):losing_sizes(10^9)\n", 40)
    assert.matches("^  {take = 2, pile = 2}\n  {take = 18, pile = 2}\n", out)
    for line in out:gmatch("[^\n]+") do assert.is_true(#line <= 40, line) end
  end)
  it("gives errors one line with the place, a caret its lines, and a traceback on request", function()
    local out, err = typed("local function f() error('oh') end\nfunction g()\n\nerror('oh') end g()\ntraceback()\nx.y\n1 +* 2\n"
      .. 'ta.two_pile("2k+")\nta.two_pile("k"):least_move(-1, 2)\nta.octal("0.9"):periodicity(-1)\n')
    assert.matches("^error: input:3: oh\n", err)
    assert.matches("error: attempt to index a nil value %(global 'x'%)\n", err)
    assert.matches("error: unexpected symbol near '%*'\n", err)
    assert.matches("\n    2k%+\n       %^\n", err)
    assert.matches("error: least_move: p: expected an integer from 0 to 2%^62, got %-1\n", err)
    assert.matches("stack traceback:.*'g'", out)
    assert.is_nil(out:find("repl.lua", 1, true))
    out, err = typed("for i = 1, 2 do\n")
    assert.equal("error: input ends in the middle\n", err)
    assert.equal("", out)
  end)
  it("helps from the docstrings", function()
    local out = typed('help()\n')
    assert.matches("ta.two_pile%(f%[, settings%]%)", out)
    assert.matches("ta.octal%(code", out)
    assert.matches("^ta.two_pile%(f.*admissible", (typed("help(ta.two_pile)\n")))
    assert.matches("^game:least_move%(p, q%)\nL%(p, q%), the least winning move", (typed('help "least_move"\n')))
    local once = typed('help "birthday"\n')
    assert.matches("^v:birthday%(%)\nThe day on which v is born%.\n", once)
    assert.equal(1, select(2, once:gsub("ordinal:birthday", "")))
    assert.matches("game:least_cash%(n, e%)\nThe least d that wins%.\n", (typed('help "least_cash"\n')))
    assert.matches("nothing is called \"zzz\"", (typed('help "zzz"\n')))
    for _, name in ipairs { "leastmove", "LeastMove", "Least_Move" } do
      assert.equal(('nothing is called "%s"; there are least_move\n'):format(name), (typed(('help %q\n'):format(name))))
    end
    local seen = {}
    for call in out:gmatch "\n  (ta%.[%w_.]+%b())" do
      assert.is_nil(seen[call], call .. " is listed twice")
      seen[call] = true
    end
    assert.matches("\nAnswers kept in a file: a box[^\n]*\n[^\n]*\n  ta%.open%(path%)", out)
    assert.matches("methods: .*admissible", (typed('help(ta.two_pile "k")\n')))
    assert.matches("Ready rulesets", (typed("help(ta.rules)\n")))
    assert.matches("01_two_pile.lua", (typed("examples()\n")))
    assert.matches("require \"takeaway\"", (typed('examples "01"\n')))
  end)
  it("helps on what it is given, and shows functions by how they are called", function()
    local heat_map = typed('help "heat_map"\n')
    assert.equal(heat_map, (typed("help(ta.plot.heat_map)\n")))
    assert.matches("^game:least_move%(p, q%)", (typed("help(ta.two_pile(2).least_move)\n")))
    assert.matches("\n  ta%.plot%.heat_map%(x%[, settings%]%) +Heat map", (typed("help()\n")))
    for _, line in ipairs { 'help ""', 'help "ta"', "help(ta)" } do
      assert.equal((typed("help()\n")), (typed(line .. "\n")))
    end
    prints("help(nil)\n", 'help: this is nil; help "name" looks names up\n')
    prints("ta.two_pile\n", "ta.two_pile(f[, settings])\n")
    prints("{print}\n", "{function}\n")
    assert.is_nil((typed("ta\n")):find("0x", 1, true))
    for line in typed("examples()\n", 50):gmatch("[^\n]+") do
      assert.is_true(#line <= 50, line)
    end
  end)
  it("helps on ready rules, with an example that runs", function()
    local ta = require "takeaway"
    assert.equal("ta.rules.domineering(rows, columns): put a domino, Left upright and Right across\n",
      (typed("help(ta.rules.domineering)\n"):match("^[^\n]*\n")))
    assert.matches('such as%s"..#/..." .# is out of play.*\n    ta.rules.domineering%("..#/..."%):canonical_form%(%)\n$',
      (typed("help(ta.rules.domineering)\n")))
    local help = require "takeaway.app.help"
    for name, _, _, example in ta.rules() do
      local about = help.text(ta.rules[name])
      assert.equal(about, help.text("ta.rules." .. name))
      assert.is_true(about:find("    ta.rules." .. name .. example, 1, true) ~= nil, name)
      assert.is_not_nil(load("return " .. "ta.rules." .. name .. example, "=example", "t", { ta = ta })(), name)
    end
  end)
  it("finds what tells of a word, and what was meant by one", function()
    assert.equal('nothing is called "Hexadecimal"; these match it:\n'
      .. "  ta.octal(code[, settings])       The take-and-break game of a code d0.d1d2....\n", (typed('help "Hexadecimal"\n')))
    assert.equal('nothing is called "laest_mvoe"; did you mean "least_move"?\n', (typed('help "laest_mvoe"\n')))
  end)
  it("suggests a name for an unknown one", function()
    for input, sentence in pairs {
      ["ta.two_pil(3)"] = "there is no ta.two_pil; did you mean ta.two_pile?",
      ["ta.two_pil"] = "there is no ta.two_pil; did you mean ta.two_pile?",
      ["ta.plto.heat_map(3)"] = "there is no ta.plto; did you mean ta.plot?",
      ["ta.rules.domineerin(2, 2)"] =
        "there is no ta.rules.domineerin; did you mean ta.rules.domineering? print(ta.rules) lists all",
      ["ta.rules.wythoff(3, 5):winning_move()"] = "there is no :winning_move of a position; did you mean :winning_moves?",
      ["ta.two_pile('2k'):least_mov(3, 4)"] = "there is no :least_mov of a two-pile game; did you mean :least_move?",
      ["ta.value('1'):meen()"] = "there is no :meen of a value; did you mean :mean?",
      ["p = ta.rules.nim(3) p:frobnicate()"] = "there is no :frobnicate of a position; help(p) lists what there is",
      ["local p = ta.rules.nim(3) p:nim_vaule()"] = "there is no :nim_vaule; did you mean :nim_value?",
      ["two_pile(3)"] = "there is no two_pile; did you mean ta.two_pile?",
      ["two_pil(3)"] = "there is no two_pil; did you mean ta.two_pile?",
      ["math.flor(3)"] = "there is no math.flor; did you mean math.floor?",
      ["wythoff(3, 5)"] = "there is no wythoff; did you mean ta.rules.wythoff?",
      ["ta.wythoff(3, 5)"] = "there is no ta.wythoff; did you mean ta.rules.wythoff?",
      ["p = ta.rules.nim(3) p.nim_value()"] = "with a colon: p:nim_value(...)",
      ["ta.rules.nim(3).outcome()"] = "with a colon: :outcome(...)",
      ["ta.export(3)"] = "ta.export is no call; there are ta.export.cgsuite, ta.export.format_of, ta.export.json, ta.export.read, "
        .. "ta.export.write",
      ["t = {export = {}} t.frob(3)"] = "attempt to call a nil value (field 'frob')",
      ["time(3)"] = "time: expected a function, and what it is called with, got number: time(function() return ... end)",
      ["ta.rules.wythoff:table{to = 3, fix = {a = 1}}"] =
        "table: to: a table needs two or three free coordinates; only b is free: use rules:sequence",
      ["frobnicate()"] = "attempt to call a nil value (global 'frobnicate')",
      ["t = {fool = print} t.fo()"] = "attempt to call a nil value (field 'fo')",
      ["s[3:5]"] = "']' expected near ':'; a part of a sequence is s:list(3, 5)",
      ["s[:n - 1]"] = "unexpected symbol near ':'; a part of a sequence is s:list(nil, n - 1)",
      ["x = s[2:]"] = "']' expected near ':'; a part of a sequence is s:list(2)",
    } do
      local out, err = typed(input .. "\n")
      assert.same({ "", "error: " .. sentence .. "\n" }, { out, err }, input)
    end
    local _, err = typed("p = ta.rules.nim(3) if p then\np:outcom()\nend\n")
    assert.equal("error: input:2: there is no :outcom of a position; did you mean :outcome?\n", err)
    prints("ta.rules.nim(3).outcom\nt = {}\nt.x\nx\n",
      "nil\n-- there is no .outcom of a position; did you mean .outcome?\nnil\nnil\n")
    prints('rawget(ta, "two_pil") == nil\n', "true\n")
  end)
  it("keeps what worked as a script, which runs again there and elsewhere", function()
    local name = os.tmpname() .. ".lua"
    local out, err = typed(table.concat({
      "x = 4 -- four", "x + 1 -- five", "_ * 2;", "nil", "error('no')", "local y = 7", "y", "(print)('said')",
      "function f(a)", "return a + x", "end", "return f(10)", "help 'mean';", "time(f, 1)", "z = time(f, 2)", "t.u = 1",
      ('save(%q)'):format(name) }, "\n") .. "\n")
    assert.matches("error: input:1: no", (err:gsub("^(error: )no\n", "%1input:1: no\n")))
    assert.matches("\n11 inputs are kept in " .. name:gsub("%p", "%%%0") .. "; load .* runs them again\n$", out)
    local again
    again, err = typed(("load %q\n_\nx\nz\nf(3)\ny\nsave %q\n"):format(name, name))
    assert.equal("", err)
    assert.matches("^said\n%(0%.%d+ s%)\n%(0%.%d+ s%)\n5\n4\n6\n7\nnil\n.* inputs are kept", again)
    local twice = typed(("load %q\nx, z\n"):format(name))
    assert.matches("\n4  6\n$", twice)
    assert.equal("said\n", (shell.call("run " .. name)))
    os.remove(name)
  end)
  it("has the rules of a file as game, and reads them again when they change", function()
    local name = os.tmpname()
    local function write(most)
      return ("local f = io.open(%q, 'w') f:write([[return {name = 'up to %d', options = function(emit, n) "
        .. "for k = 1, math.min(n, %d) do emit(n - k) end end}]]) f:close()\n"):format(name, most, most)
    end
    assert(load(write(2)))()
    local out, err = shell.call("repl " .. name, "game(3):nim_value()\n" .. write(3) .. "game(3):nim_value()\n"
      .. "reload()\n" .. ("f = io.open(%q, 'w') f:write('oh') f:close()\n"):format(name) .. "game(3):nim_value()\n7\n"
      .. ("save(%q)\n"):format(name .. ".lua"))
    local two, three = "game is up to 2 .-, from " .. name .. "\n", "game is up to 3 .-, from " .. name .. "\n"
    assert.matches("^" .. two .. "0\n" .. three .. "3\n" .. three .. "3\n7\n", out)
    assert.matches("^error: load_rules: " .. name .. ":1: syntax error near <eof>\n$", err)
    assert.matches('\ngame = ta.load_rules%("' .. name, io.open(name .. ".lua"):read("a"))
    os.remove(name)
    os.remove(name .. ".lua")
    out, err = shell.call("repl /nonexistent/rules.lua", "1\nreload\n")
    assert.matches("^1\n", out)
    assert.matches("^error: load_rules: /nonexistent/rules.lua: No such file", err)
    err = select(2, typed("reload()\n"))
    assert.equal("error: reload: there is no file of rules: takeaway repl rules.lua\n", err)
  end)
  it("leaves Lua's load as it is", function()
    prints("load 'return 7'()\nload '+'\nload(function() return nil end) ~= nil\nload('x', 'y.lua')\n",
      '7\nnil  [string "+"]:1: unexpected symbol near \'+\'\ntrue\nnil  [string "y.lua"]:1: syntax error near <eof>\n')
    local _, err = typed("load '/nonexistent/x.lua'\nsave(3)\nsave '/nonexistent/x.lua'\n")
    assert.matches("^error: load: cannot read /nonexistent/x.lua: No such file or directory\n"
      .. "error: save: expected the name of a file, got number\nerror: save: cannot write /nonexistent/x.lua: ", err)
  end)
  it("tells the time of a call", function()
    assert.matches("^%(0%.%d%d%d s%)\n3  4\n$", (typed("time(function(...) return ... end, 3, 4)\n")))
  end)
  it("says why a local is gone", function()
    local out, err = typed("local g, h = 3, 4\ng\nh:x()\nlocal function f() end\nf()\ng = 7\ng\nlocal g = 8\ng\n")
    assert.equal("nil\n-- g was local to the input that made it; without local it stays\n7\n7\n", out)
    assert.equal("error: h was local to the input that made it; without local it stays\n"
      .. "error: f was local to the input that made it; without local it stays\n", err)
  end)
  it("tells the time of what takes over a second", function()
    assert.matches("^1\n%(%d+%.%d s%)\n$", (typed("(function() local t = os.clock() while os.clock() < t + 1.1 do end return 1 end)()\n")))
  end)
end)

describe("completion", function()
  local env = setmetatable({ ta = require "takeaway" }, { __index = _G })
  env.g = env.ta.two_pile("2k")

  local function completes(line, ...)
    local found = completion.completions(env, line)
    for _, wanted in ipairs { ... } do
      local there = false
      for _, name in ipairs(found) do there = there or name == wanted end
      assert.is_true(there, wanted .. " completes " .. line)
    end
    return found
  end

  it("knows ta, methods, rules and globals", function()
    completes("ta.tw", "ta.two_pile")
    completes("x = ta.rules.wy", "ta.rules.wythoff")
    completes("ta.papers.", "ta.papers.two_pile", "ta.papers.nim_with_cash")
    completes("print(g:le", "g:least_move")
    completes("math.fl", "math.floor")
    completes("pri", "print")
    completes("whi", "while")
    assert.same({ "ta.two_pile" }, completes("ta.two_p"))
    assert.same({}, completion.completions(env, "nothing.here"))
    assert.same({}, completion.completions(env, "g.x.y:"))
  end)
  it("knows what calls give, without calling", function()
    completes('ta.octal("0.77"):ni', ":nim_value", ":nim_values")
    completes("ta.two_pile(2):", ":least_move", ":table", ":position")
    completes("ta.cash{1, 3, 4}:w", ":winner", ":win_condition")
    completes("x = 1 + ta.value'1':me", ":mean")
    completes("print(g:table(30):", ":checksum", ":rows")
    completes("ta.two_pile(2):table(3):si", ":size")
    completes("ta.octal '0.77' :nim_values(10):l", ":list")
    completes("ta.subtraction {1, 2}:periodicity(100).per", ".period")
    completes("ta.rules.wythoff(3, 5):wi", ":winning_moves")
    completes("ta.rules.wythoff(3, 5):options()[1]:nim", ":nim_value")
    completes("ta.rules.wythoff(3, 5):canonical_form():therm", ":thermograph")
    completes("ta.ruleset{name = ')'}:s", ":solve", ":statistics")
    completes("ta.win_condition{1, 2}:des", ":describe")
    completes("ta.plot.heat_map(g):s", ":svg")
    completes("f(ta.octal(')\\''):ni", ":nim_value")
    completes("ta.two_pile(2 -- )\n):le", ":least_move")
    for _, nothing in ipairs {
      "nothing():", "g:nothing():", "g.least_move():", "ta.two_pile():x.y:", ")):", "}:", "f[1]:", "):", ":", "[[x]]:", "1..:",
      "if(2):", "ta.nim_sum(1, 2):", "ta.octal('0.7'):nim_value(3):",
    } do assert.same({}, completion.completions(env, nothing), nothing) end
  end)
  it("offers for every constructor what its results answer", function()
    local ta = env.ta
    for line, value in pairs {
      ["ta.two_pile(3)"] = ta.two_pile(3), ["ta.one_pile(3)"] = ta.one_pile(3), ["ta.octal'0.6'"] = ta.octal "0.6",
      ["ta.subtraction{2}"] = ta.subtraction { 2 }, ["ta.heap(f)"] = ta.heap(function() end), ["ta.cash{2}"] = ta.cash { 2 },
      ["ta.value'2'"] = ta.value "2", ["ta.number(2)"] = ta.number(2), ["ta.star(2)"] = ta.star(2), ["ta.up(2)"] = ta.up(2),
      ["ta.move_function'2k'"] = ta.move_function "2k", ["ta.rules.kayles(3)"] = ta.rules.kayles(3),
      ["ta.octal'0.6':position(3)"] = ta.octal "0.6":position(3), ["g:move_function()"] = env.g:move_function(),
      ["ta.plot.sequence{1}"] = ta.plot.sequence { 1 },
    } do
      local expected = {}
      for i, name in ipairs(require "takeaway.app.help".methods(value)) do expected[i] = ":" .. name end
      assert.is_true(#expected > 0, line)
      assert.same(expected, (completion.completions(env, line .. ":")), line)
    end
  end)
  it("calls nothing of the user's", function()
    local called = false
    local function call() called = true return {} end
    env.t = setmetatable({ f = call, real = { inner = 1 } }, { __index = call, __call = call })
    env.rules = env.ta.ruleset { name = "own", options = call }
    for _, line in ipairs { "t.f():", "t.x.", "t():", "t:f():", "t.f{}.", "t.real.", "rules(1):options():", "rules(1):be" } do
      completion.completions(env, line)
      assert.is_false(called, line)
    end
    completes("t.real.", "t.real.inner")
    completes("rules(1):be", ":best_move")
    env.t, env.rules = nil, nil
  end)
  it("offers nothing inside strings and comments, but topics of help", function()
    for _, line in ipairs { 'x = "ta.tw', "'ta.tw", "-- ta.tw", "[[ta.tw", "[==[ ]] ta.tw", "--[[ ta.\nta.tw", "'a\\'ta.tw" } do
      assert.same({}, (completion.completions(env, line)), line)
    end
    completes('x = "a" .. ta.tw', "ta.two_pile")
    completes("--[[ a ]] ta.tw", "ta.two_pile")
    completes("-- a\nta.tw", "ta.two_pile")
    local found, word = completion.completions(env, 'help "le')
    assert.equal("le", word)
    assert.same({ "least_cash", "least_limit", "least_move", "least_moves", "left_incentives", "left_options",
                  "left_stop" }, found)
    completes("help('two_p", "two_pile")
  end)
end)
