local core = require "takeaway.core"
local decode = require "spec.support.json"
local shell = require "spec.support.shell"
local ta = require "takeaway"
local refusals = require "spec.support.refusals"

local raises, refuses = refusals.matches, refusals.refuses

local function listing(path) return (shell.run("ls -A " .. path)) end

teardown(shell.clean)

describe("takeaway.export", function()
  local t = ta.two_pile("2k"):table(4)
  local function text_of(x, format, options)
    options = options or {}
    options.format = format
    return ta.export.write(x, options)
  end

  it("knows the requested format, and refuses other queries", function()
    local of = ta.export.format_of
    assert.equal("text", of())
    assert.equal("csv", of { out = "x.csv" })
    assert.equal("bfile", of { out = "b000045.txt" })
    raises("^[^\n]*format_of: settings: expected a table .* got 5", of, 5)
    raises("format_of: out: expected the name of a file, got 5", of, { out = 5 })
    raises("format: expected text, csv, .* got table", of, { format = {} })
  end)
  describe("a table", function()
    it("as text", function()
      assert.equal("L for f(k) = 2k\np\\q 1 2 3 4\n  1 1 1 1 1\n  2 1 2 2 2\n  3 1 2 3 1\n  4 1 2 1 4\n", text_of(t))
      assert.equal(text_of(t), text_of(t, "table"))
    end)
    it("as CSV", function()
      assert.equal("p\\q,1,2,3,4\n1,1,1,1,1\n2,1,2,2,2\n3,1,2,3,1\n4,1,2,1,4\n", text_of(t, "csv"))
    end)
    it("as JSON", function()
      assert.equal('{"title": "L for f(k) = 2k", "kind": "grid",\n "first": 1, "last": 4,\n "rows": '
        .. "[[1, 1, 1, 1],\n  [1, 2, 2, 2],\n  [1, 2, 3, 1],\n  [1, 2, 1, 4]]}\n", text_of(t, "json"))
    end)
    it("as LaTeX", function()
      local latex = text_of(t, "latex")
      assert.matches("\\begin{tabular}{rrrrr}\n\\toprule\n%$p \\backslash q%$ & 1 & 2", latex)
      assert.matches("\n4 & 1 & 2 & 1 & 4 \\\\\n\\bottomrule\n\\end{tabular}\n$", latex)
    end)
    it("as a b-file, by antidiagonals", function()
      local expected, n = {}, 0
      for diagonal = 2, 5 do
        for p = 1, diagonal - 1 do
          n = n + 1
          expected[n] = ("%d %d\n"):format(n, t(p, diagonal - p))
        end
      end
      assert.equal(table.concat(expected), text_of(t, "bfile"))
    end)
  end)

  describe("a sequence", function()
    it("of a list, indexed from first", function()
      assert.equal("0 1\n1 1\n2 2\n", text_of({ 1, 1, 2 }, "bfile", { first = 0 }))
      assert.equal("n,value\n1,5\n2,inf\n", text_of({ 5, math.huge }, "csv"))
      assert.equal('{"kind": "sequence",\n "first": 1, "last": 2,\n "values": [5, "inf"]}\n', text_of({ 5, math.huge }, "json"))
      assert.matches("2 & %$\\infty%$ ", text_of({ 5, math.huge }, "latex"))
    end)
    it("of a function", function()
      assert.equal("3 9\n4 16\n", text_of(function(n) return n * n end, "bfile", { first = 3, to = 4 }))
    end)
    it("of no entries", function()
      assert.equal("n,value\n", text_of({}, "csv"))
      assert.equal("", text_of({}, "bfile"))
    end)
    it("keeps all digits", function()
      local big = 2 ^ 62 // 1 | 0
      assert.equal(("1 %d\n"):format(big - 1), text_of({ big - 1 }, "bfile"))
      assert.matches(tostring(big - 1), text_of({ big - 1 }, "json"), 1, true)
      assert.equal("n,value\n1,0.1\n", text_of({ 0.1 }, "csv"))
    end)
    it("counts from first, however large, and takes every integral float", function()
      assert.equal("9007199254740992 1\n9007199254740993 2\n", text_of({ 1, 2 }, "bfile", { first = 2.0 ^ 53 }))
      assert.equal("0 1\n1 2\n", text_of({ { 1 }, { 2 } }, "bfile", { first = 0 }))
      assert.equal("5 1\n6 2\n", text_of({ columns = { "a" }, rows = { { 1 }, { 2 } } }, "bfile", { first = 5 }))
      assert.equal("1 9007199254740992\n2 1000000000000000000\n", text_of({ 2.0 ^ 53, 1e18 }, "bfile"))
      assert.equal("[9007199254740992]\n", text_of({ 2.0 ^ 53 }, "cgscript"))
    end)
    it("has entries of lists in LaTeX that are written as cells are", function()
      local latex = text_of({ { a = { 1, math.huge, -2, "x_y" }, b = { c_d = -math.huge } } }, "latex")
      assert.matches("\n1 $\\infty$ $-2$ x\\_y & c\\_d=$-\\infty$ \\\\\n", latex, 1, true)
    end)
    it("has no cell in LaTeX that is an argument of the line before", function()
      local latex = text_of({ columns = { "[a]", "b" }, rows = { { "*", "*" }, { " [x]", -math.huge } } }, "latex")
      assert.matches("\\toprule\n{}[a] & b \\\\\n\\midrule\n{}* & * \\\\\n{} [x] & $-\\infty$ \\\\\n", latex, 1, true)
      latex = text_of({ kind = "grid", first = 1, last = 1, p = "a_b", q = "5%", corner = "x", at = function() return 1 end }, "latex")
      assert.matches("$a\\_b \\backslash 5\\%$", latex, 1, true)
    end)
    it("refuses a b-file of what is not an integer", function()
      local text, message, code = text_of({ 1, math.huge }, "bfile")
      assert.is_nil(text)
      assert.equal("a b-file holds only integers: entry 2 is inf", message)
      assert.equal("EUNSUPPORTED", code)
    end)
  end)

  describe("records", function()
    local moves = ta.two_pile("2k"):winning_moves(4, 7, 3)
    it("have a column a field", function()
      local expected = { "take,pile\n" }
      for _, move in ipairs(moves) do expected[#expected + 1] = ("%d,%d\n"):format(move.take, move.pile) end
      assert.is_true(#moves > 1)
      assert.equal(table.concat(expected), text_of(moves, "csv"))
    end)
    it("quote what needs quoting", function()
      local csv = text_of({ { name = 'say "x, y"\nand', value = 1 } }, "csv")
      assert.equal('name,value\n"say ""x, y""\nand",1\n', csv)
      local latex = text_of({ { name = "50% of a_b & {c} \\ ^ ~ #1 $" } }, "latex")
      assert.matches("50\\% of a\\_b \\& \\{c\\} \\textbackslash{} \\textasciicircum{} \\textasciitilde{} \\#1 \\$", latex, 1, true)
      assert.matches('"name": "a\\u0001\\"\\n"', text_of({ { name = 'a\1"\n' } }, "json"), 1, true)
    end)
    it("may be nested, missing, or one alone", function()
      assert.equal("heap,to\n1,1 2\n2,\n", text_of({ { heap = 1, to = { 1, 2 } }, { heap = 2 } }, "csv"))
      assert.equal("period,preperiod\n12,71\n", text_of({ period = 12, preperiod = 71 }, "csv"))
      assert.equal("a,b\n1,2\n", text_of({ columns = { "a", "b" }, rows = { { 1, 2 } } }, "csv"))
      assert.equal('[[1, 2],\n  [3, 4]]}\n', text_of({ { 1, 2 }, { 3, 4 } }, "json"):match("%[%[.*"))
    end)
    it("keep their numbered and named fields, and objects are their text", function()
      local e = ta.value "{^^|^*}":uptimal_expansion()
      local object = '{"1": 2, "2": 1, "number": "0", "star": 0}'
      assert.equal(object, ta.export.json(e))
      assert.equal('{"1": 1, "3": 2}', ta.export.json { [1] = 1, [3] = 2 })
      assert.equal('"rows": [{"e": ' .. object .. ', "v": "x"}]}\n', text_of({ { v = "x", e = e } }, "json"):match('"rows".*'))
      assert.equal('"rows": [' .. object .. "]}\n", text_of(e, "json"):match('"rows".*'))
      assert.equal("1,2,number,star\n2,1,0,0\n", text_of(e, "csv"))
      assert.equal('"rows": [{"1": 1, "3": 2}]}\n', text_of({ [1] = 1, [3] = 2 }, "json"):match('"rows".*'))
      assert.equal('"rows": [[1, null, 3],\n  [4, 5, 6]]}\n', text_of({ { 1, nil, 3 }, { 4, 5, 6 } }, "json"):match('"rows".*'))
      local p = ta.rules.wythoff(3, 4)
      assert.equal('[[3, 4], "2 * Wythoff(3, 4)"]', ta.export.json { p, p + p })
      assert.equal('"values": [[3, 4], "2 * Wythoff(3, 4)"]}\n', text_of({ p, p + p }, "json"):match('"values".*'))
      assert.equal('n,value\n1,"Wythoff(3, 4)"\n2,"2 * Wythoff(3, 4)"\n', text_of({ p, p + p }, "csv"))
      assert.equal("[[2, 0, 1]]", ta.export.json { ta.rules.wythoff:sequence { to = 2, fix = { a = 2 } } })
      local found = ta.explore { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233 }
      assert.matches("^%[{.*}%]$", ta.export.json(found)) -- its fields are a heading
    end)
    it("are JSON that others read back", function()
      for _, x in ipairs { moves, t, { 1, 2 ^ 53 // 1 | 0 + 1 }, { { a = { b = { 1 } }, s = "\\\"\t" } } } do
        assert.is_table(decode(text_of(x, "json")))
      end
      local back = decode(text_of({ { a = { b = { 1 } }, s = "\\\"\t\127" } }, "json"))
      assert.same({ a = { b = { 1 } }, s = "\\\"\t\127" }, back.rows[1])
    end)
  end)

  it("of values, loopy and misere ones, genera and ordinals are their names", function()
    local list = { ta.value "1/2^", ta.value "over & v", ta.misere_value "*[2#0]", ta.genus "4^146", ta.ordinal "w",
                   ta.star(ta.ordinal "w+1"), ta.form "{*|*}" }
    local latex = text_of(list, "latex")
    for i, name in ipairs { "\\frac{1}{2}{\\uparrow}", "\\mathbf{over} \\mathbin{\\&} {\\downarrow}", "{\\ast}[2_{\\#}0]",
                            "4^{146}", "\\omega", "{\\ast}(\\omega+1)", "'\\{{\\ast}\\,|\\,{\\ast}\\}'" } do
      assert.matches(("%d & $%s$"):format(i, name), latex, 1, true)
    end
    assert.equal('"values": ["1/2^", "over & v", "*[2#0]", "4^146", "w", "*(w+1)", "\'{*|*}\'"]}\n',
      text_of(list, "json"):match('"values".*'))
    assert.equal("[over & v, {pass|*}, 1/2]\n",
      text_of({ ta.value "over & v", ta.value "upon", ta.value "1/2" }, "cgscript"))
  end)

  it("are lists that CGSuite takes for input", function()
    assert.equal('// n. *\n[1, 2, 3+*5]\n', text_of({ 1, 2.0, ta.value "3*5", title = "x" }, "cgscript", { title = "n. *" }))
    assert.equal('[["N", 1], ["P", 2]]\n', (text_of({ { "N", 1 }, { "P", 2 } }, "cgscript"):gsub("%],\n %[", "], [")))
    local race = ta.ruleset { name = "Race", left = function(emit, a, b) if a > b then emit(b, b) end end,
                              right = function(emit, a, b) if a < b then emit(a, 0) end end }
    assert.equal("// values of Race(a, b)\n[[0, -1],\n [1, 0]]\n",
      text_of(race:table { what = "canonical_form", to = 1 }, "cgscript"))
    assert.equal("[[1, [2, []]]]\n", text_of({ { 1, { 2, {} } } }, "cgscript"))
    for what, x in pairs { inf = { math.huge }, ["a\"b"] = { "a\"b" }, ["Nim%(3%)"] = { { 1, { ta.rules.nim(3) } } } } do
      refuses("EUNSUPPORTED", "CGScript has no name for " .. what, ta.export.write, x, { format = "cgscript" })
    end
  end)

  describe("files", function()
    it("take the format from the name", function()
      local dir = shell.directory()
      for name, begins in pairs { ["x.csv"] = "p\\q,1", ["x.json"] = "{", ["x.tex"] = "%", ["b000001.txt"] = "# takeaway 2\n1 1\n",
                                  ["x.txt"] = "L for", ["x"] = "L for" } do
        assert.is_true(ta.export.write(t, { out = dir .. "/" .. name }))
        assert.equal(begins, shell.read(dir .. "/" .. name):sub(1, #begins))
      end
    end)
    it("are written whole or not at all on a full disk", function()
      local dir = shell.directory()
      shell.write(dir .. "/x.csv", "old")
      -- A limit on file sizes stands for a full disk; lua runs in a shell that ignores its signal.
      local script = shell.file(("print(select(2, require 'takeaway'.export.write(function(n) return n end, "
        .. "{ to = 100000, out = '%s/x.csv' })))"):format(dir))
      local said = shell.run("trap '' XFSZ; ulimit -f 8; lua5.4 " .. script)
      assert.matches("cannot write .*/x.csv: File too large", said)
      assert.equal("old", shell.read(dir .. "/x.csv"))
      assert.equal("x.csv\n", listing(dir))
    end)
    it("say why they cannot be written", function()
      for path, why in pairs { ["/dev/full"] = "No space left on device", ["/nonexistent/x.csv"] = "No such file or directory",
                               ["/proc/x.csv"] = "." } do
        refuses("EIO", "cannot write .*: " .. why, ta.export.write, t, { out = path, format = "csv" })
      end
    end)
    it("stay when a rule raises in the middle", function()
      local dir = shell.directory()
      shell.write(dir .. "/x.csv", "old")
      assert.error_matches(function()
        ta.export.write(function(n) if n == 5 then error("rule broke") end return n end, { to = 9, out = dir .. "/x.csv" })
      end, "rule broke")
      assert.equal("old", shell.read(dir .. "/x.csv"))
      assert.equal("x.csv\n", listing(dir))
    end)
  end)

  it("names the fault", function()
    local write = ta.export.write
    raises('write: format: expected text, csv, json, latex, bfile or cgscript, got "xml"', write, t, { format = "xml" })
    raises("write: data: expected .*, got 3", write, 3)
    raises("got nil", write, nil)
    raises("write: data", write, { { 1 }, 2 })
    raises("unknown setting ouy; known are first, format", write, t, { ouy = "x" })
    raises("write: out: expected a string, got 3", write, t, { out = 3 })
    raises("write: to: expected an integer from 0", write, function() end)
    raises("write: first: expected an integer", write, { 1 }, { first = "x" })
    raises("write: settings: expected a table, got 3", write, t, 3)
  end)
end)

describe("takeaway.export.read", function()
  local file = shell.path()
  local function read_back(text, ending)
    shell.write(file .. ending, text)
    local results = table.pack(ta.export.read(file .. ending))
    os.remove(file .. ending)
    return table.unpack(results, 1, results.n)
  end

  it("reads back what was written, in every format that holds it", function()
    for _, game in ipairs { ta.octal "0.77":nim_values(40), ta.rules.wythoff:sequence { from = 3, to = 20, fix = { a = 4 } },
                            ta.rules.wythoff:table { from = { a = 2 }, to = { a = 9, b = 12 } },
                            ta.two_pile "2k":table(9), ta.rules.domineering:table {}, ta.one_pile "2k":least_moves(20) } do
      for _, format in ipairs { "csv", "json" } do
        local text = assert(ta.export.write(game, { format = format }))
        local back = assert(read_back(text, "." .. format))
        assert.equal(text, ta.export.write(back, { format = format, title = format == "json" and back.title or nil })
          :gsub("p\\q", text:match("^%w+\\%w+") or "p\\q"))
      end
    end
    local bfile = ta.export.write(ta.octal "0.77":nim_values(40), { format = "bfile" })
    assert.equal(bfile, ta.export.write(read_back(bfile, ".txt"), { format = "bfile" }))
    assert.equal(bfile, ta.export.write(read_back("# A123\n\n" .. bfile .. "# end\n", ".b"), { format = "bfile" }))
  end)

  it("keeps large integers, infinity and text", function()
    local d = assert(read_back('n,"a ""b"""\r\n5,9007199254740993\r\n6,inf\r\n7,-1.5\r\n8,"x,\ny"\r\n', ".csv"))
    assert.same({ "sequence", 5, 8, 9007199254740993, math.huge, -1.5, "x,\ny" },
      { d.kind, d.first, d.last, d.at(5), d.at(6), d.at(7), d.at(8) })
    for _, text in ipairs { "+-Tiny(2)", "-v", "=1+1", "'=1", "''@x", "'1", "-5/8", "'", "-inf", "'-inf" } do -- apostrophes guard formulas
      d = assert(read_back(ta.export.write({ { n = 5, value = text } }, { format = "csv" }), ".csv"))
      assert.equal(text, d.at(5))
    end
    d = assert(read_back('[1, 2, 9223372036854775807, "inf", "\\u00e9\\ud83d\\ude00\\n"]', ".json"))
    assert.same({ 1, 5, math.maxinteger, math.huge, "é😀\n" }, { d.first, d.last, d.at(3), d.at(4), d.at(5) })
    for ending, written in pairs { [".json"] = "[1e3, 2.5, 1e17, 3.0]", [".csv"] = "n,v\n1,1e3\n2,2.5\n3,1e17\n4,3.0\n" } do
      d = assert(read_back(written, ending))
      for n, shown in ipairs { "1000", "2.5", "100000000000000000", "3" } do assert.equal(shown, tostring(d.at(n))) end
    end
    d = assert(read_back("[[1,2],[3,4]]", ".json"))
    assert.same({ "grid", 1, 2, 3 }, { d.kind, d.first, d.last, d.at(2, 1) })
    d = assert(read_back("name,value\na,1\nb,2\n", ".csv"))
    assert.same({ "records", { "name", "value" }, { { "a", 1 }, { "b", 2 } } }, { d.kind, d.columns, d.rows })
    d = assert(read_back('"n","v"\n"3","-1"\n"4","a ""b"""\n"5","\'=1"\n', ".csv")) -- as spreadsheets may write all of it
    assert.same({ "sequence", 3, 5, -1, 'a "b"', "=1" }, { d.kind, d.first, d.last, d.at(3), d.at(4), d.at(5) })
  end)

  it("reads plain lists", function()
    for _, case in ipairs { { "5\n7\n\n9\n", ".txt" }, { "# mine\n5, 7, 9\n", ".txt" }, { "5 7 9", ".b" }, { "5,7,9\n", ".csv" },
      { "5\r\n7\r\n9\r\n", ".csv" } } do
      local d = assert(read_back(case[1], case[2]))
      assert.same({ "sequence", 1, 3, 5, 7, 9 }, { d.kind, d.first, d.last, d.at(1), d.at(2), d.at(3) })
    end
    local d = assert(read_back("0 5\n", ".txt")) -- a b-file of one term
    assert.same({ 0, 0, 5 }, { d.first, d.last, d.at(0) })
  end)

  it("reads records of CSV as they stand", function()
    for _, text in ipairs { "code,n\n0.003,1\n0.770,2\n", "k,v,w\n007,1e3,4.\n-0,1e999,0.1\nx,inf,-2.5\n,12,9223372036854775808\n" } do
      local d = assert(read_back(text, ".csv"))
      assert.equal("records", d.kind)
      assert.equal(text, ta.export.write(d, { format = "csv" }))
      assert.same(d.rows, assert(read_back(ta.export.write(d, { format = "csv" }), ".csv")).rows)
    end
    local d = assert(read_back("k,v\n0.003,12\n1e3,-2.5\n", ".csv"))
    assert.same({ { 0.003, 12 }, { "1e3", -2.5 } }, d.rows)
    assert.matches("toprule\n %\\\\", ta.export.write({ columns = {}, rows = {} }, { format = "latex" }))
  end)

  it("is explored, drawn and reported", function()
    local d = assert(read_back(ta.export.write(ta.octal "0.07":nim_values(400), { format = "csv" }), ".csv"))
    assert.matches("period 34 from n = 53", tostring(ta.explore(d)))
    assert.matches("<svg", ta.report(d))
    d = assert(read_back(ta.export.write(ta.rules.nim:table { from = 2, to = { 9, 14 } }, { format = "json" }), ".json"))
    assert.matches("every value is p xor q %(checked for p = 2..9, q = 2..14%)", tostring(ta.explore(d)))
    assert.matches("<svg", ta.plot.heat_map(d):svg())
  end)

  it("says what is wrong, and where", function()
    for _, case in ipairs {
      { "", ".csv", "expected a line of names" }, { "n,v\n", ".csv", "lines of values" },
      { "n,v\n1\n", ".csv", "line 2: expected 2 values, got 1" }, { 'n,v\n1,"x\n', ".csv", "quote is not closed" },
      { 'n,v\n1,"x"y\n', ".csv", "something after a quote" },
      { "# nothing\n", ".txt", "there are no values" }, { "1 2\n3 4\n", ".txt", "line 2: expected the number 2" },
      { "1 2.5\n", ".b", 'line 1: expected lines "n a%(n%)", or a list of numbers' }, { "x", ".txt", "line 1: expected lines" },
      { "[1,", ".json", "byte 4: expected a value" },
      { "[1] 2", ".json", "byte 5: expected the end" }, { "3", ".json", "expected a list or an object" },
      { '{"a": 1}', ".json", 'with "values" or "rows"' }, { "[[1],[1,2]]", ".json", "not equally long" },
      { "[[1],3]", ".json", "row 2 is none" }, { ("["):rep(100000), ".json", "nested less deep" },
      { '["\\x"]', ".json", "an escape of JSON" }, { '["\1"]', ".json", "no control character" }, { "[01]", ".json", "a value" },
      { '{"kind": "grid", "rows": [[], []]}', ".json", "no values" }, { "\255\0\1", ".json", "byte 1" },
    } do
      local value, message, code = read_back(case[1], case[2])
      assert.is_nil(value, case[1]:sub(1, 20))
      assert.matches(case[3], message)
      assert.matches("^read: ", message)
      assert.equal("EUNSUPPORTED", code)
    end
    for _, ending in ipairs { ".txt", ".json" } do -- cut off before its first byte
      local _, message, code = read_back("", ending)
      assert.matches("^read: .*: it is empty$", message)
      assert.equal("EIO", code)
    end
    assert.equal("EIO", select(3, ta.export.read "/nothing/there.csv"))
    assert.equal("EIO", select(3, ta.export.read "/proc/self/mem.csv"))
    assert.equal("EUNSUPPORTED", select(3, ta.export.read "README.md"))
    raises("read: path: expected the name of a file, got 3", ta.export.read, 3)
  end)

  it("ends with its budget, which is no fault of the file", function()
    local path = file .. ".json"
    finally(function() os.remove(path) core.step(0) end)
    shell.write(path, '{"kind": "records", "rows": [' .. ('{"n": 1},'):rep(1 << 16) .. '{"n": 1}]}')
    local function outcome(settings)
      local read, why, code = ta.within(settings, ta.export.read, path)
      return code or #read.rows, why
    end
    core.step(1)
    local code, why = outcome { seconds = 10 }
    assert.equal("ELIMIT", code)
    assert.is_nil(why:find("read:", 1, true), why)
    core.step(0)
    assert.equal("ECANCELLED", outcome { progress = function() return false end })
    collectgarbage() -- what is free already is no growth
    assert.equal("ELIMIT", outcome { memory = 1 << 20 })
    assert.equal((1 << 16) + 1, outcome { seconds = 1000 })
  end)

  it("keeps every entry, or says which it cannot keep", function()
    local d = assert(read_back('{"kind": "records", "rows": [{"code": "0.770", "n": "007", "m": "1e", "k": "inf"}]}', ".json"))
    assert.same({ { "0.770", math.huge, "1e", "007" } }, d.rows)
    d = assert(read_back('["1+2", "3-", "5", 5]', ".json"))
    assert.same({ 4, "1+2", "3-", "5", 5 }, { d.last, d.at(1), d.at(2), d.at(3), d.at(4) })
    d = assert(read_back("n,v\n1,3-\n2,1e\n3,1+2\n4,7\n", ".csv"))
    assert.same({ 4, "3-", "1e", "1+2", 7 }, { d.last, d.at(1), d.at(2), d.at(3), d.at(4) })
    for _, written in ipairs { "a,b\nx,1\ny,", "a,b\nx,1\ny,\n" } do
      assert.same({ { "x", 1 }, { "y", "" } }, assert(read_back(written, ".csv")).rows)
    end
    d = assert(read_back("name,key\na,12345678901234567890\n", ".csv")) -- records keep it as text
    assert.same({ { "a", "12345678901234567890" } }, d.rows)
    d = assert(read_back("1 -9223372036854775808\n", ".txt"))
    assert.equal(math.mininteger, d.at(1))
    d = assert(read_back(ta.export.write({}, { format = "json" }), ".json"))
    assert.same({ "sequence", 1, 0 }, { d.kind, d.first, d.last })
    for _, case in ipairs {
      { "[1,1,2, null,5,8]", ".json", "byte 9: expected entry 4 of a list, not null" },
      { '{"kind":"grid","first":0,"rows":[[1,2,null],[3,4,null]]}', ".json", "byte 39: expected entry 3 of a list, not null" },
      { ta.export.write({ 1, nil, 3 }, { format = "json" }), ".json", "entry 2 of a list, not null" },
      { "[1, 9223372036854775808]", ".json", "byte 5: expected an integer that 64 bits hold" },
      { "92 7540113804746346429\n93 12200160415121876738\n", ".txt", "line 2: 12200160415121876738 has more than 64 bits" },
      { "n,v\n1,2\n2,-9223372036854775809\n", ".csv", "line 3: %-9223372036854775809 has more than 64 bits" },
      { "p\\q,1,2\n1,12345678901234567890,2\n2,3,4\n", ".csv", "line 2: 12345678901234567890 has more" },
    } do
      refuses("EUNSUPPORTED", case[3], read_back, case[1], case[2])
    end
  end)

  it("survives whatever lies in a file", function()
    local seed = require "spec.support.seed"()
    local whole = { csv = 'n,v\n1,2\n2,"a""b"\n', json = '{"kind": "grid", "first": 1, "rows": [[1, "x\\u0041"], [3, null]]}',
                    txt = "# x\n1 2\n2 3\n" }
    for ending, text in pairs(whole) do
      for _ = 1, 300 do
        local at = math.random(#text)
        local damaged = text:sub(1, at - 1) .. string.char(math.random(0, 255)) .. text:sub(at + math.random(0, 2))
        local d, why, code = read_back(damaged, "." .. ending)
        assert.is_true(d ~= nil or type(why) == "string" and code == "EUNSUPPORTED", "seed " .. seed)
        if d then assert.is_true(pcall(ta.export.write, d, { format = "text" }), "seed " .. seed .. " " .. damaged) end
      end
    end
  end)
end)
