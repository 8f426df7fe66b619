local ta = require "takeaway"
local dkjson_there, dkjson = pcall(require, "dkjson")

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function write_file(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- A directory of its own for a test, removed with what is in it.
local function directory()
  local name = os.tmpname()
  os.remove(name)
  assert(os.execute("mkdir " .. name))
  return name, function() os.execute("rm -rf " .. name) end
end

local function listing(path)
  local pipe = io.popen("ls -A " .. path)
  local text = pipe:read("a")
  pipe:close()
  return text
end

describe("takeaway.export", function()
  local t = ta.two_pile("2k"):table(4)
  local function text_of(x, format, options)
    options = options or {}
    options.format = format
    return ta.export.write(x, options)
  end

  it("knows the format that is asked for, and says what is no question", function()
    local of = ta.export.format_of
    assert.equal("text", of())
    assert.equal("csv", of { out = "x.csv" })
    assert.equal("bfile", of { out = "b000045.txt" })
    assert.error_matches(function() of(5) end, "^[^\n]*format_of: settings: expected a table .* got 5")
    assert.error_matches(function() of { out = 5 } end, "format_of: out: expected the name of a file, got 5")
    assert.error_matches(function() of { format = {} } end, "format: expected text, csv, .* got table")
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
      assert.equal("n,value\n1,0.10000000000000001\n", text_of({ 0.1 }, "csv"))
    end)
    it("refuses a b-file of what is not an integer", function()
      local text, message, code = text_of({ 1, math.huge }, "bfile")
      assert.is_nil(text)
      assert.equal("a b-file holds integers alone: entry 2 is inf", message)
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
    it("are JSON that others read back", function()
      if not dkjson_there then pending("dkjson is not there: apt-get install lua-dkjson") return end
      for _, x in ipairs { moves, t, { 1, 2 ^ 53 // 1 | 0 + 1 }, { { a = { b = { 1 } }, s = "\\\"\t" } } } do
        assert.is_table(dkjson.decode(text_of(x, "json")))
      end
      local back = dkjson.decode(text_of({ { a = { b = { 1 } }, s = "\\\"\t\127" } }, "json"))
      assert.same({ a = { b = { 1 } }, s = "\\\"\t\127" }, back.rows[1])
    end)
  end)

  it("are lists that CGSuite takes for input", function()
    assert.equal('// n. *\n[1, 2, 3+*5]\n', text_of({ 1, 2.0, ta.value "3*5", title = "x" }, "cgscript", { title = "n. *" }))
    assert.equal('[["N", 1], ["P", 2]]\n', (text_of({ { "N", 1 }, { "P", 2 } }, "cgscript"):gsub("%],\n %[", "], [")))
    local race = ta.ruleset { name = "Race", left = function(emit, a, b) if a > b then emit(b, b) end end,
                              right = function(emit, a, b) if a < b then emit(a, 0) end end }
    assert.equal("// values of Race(a, b)\n[[0, -1],\n [1, 0]]\n",
      text_of(race:table { what = "canonical_form", to = 1 }, "cgscript"))
    for what, x in pairs { inf = { math.huge }, ["a\"b"] = { "a\"b" }, ["%["] = { { 1, { 2 } } } } do
      local written, why, code = ta.export.write(x, { format = "cgscript" })
      assert.same({ nil, "EUNSUPPORTED" }, { written, code })
      assert.matches("CGScript has no name for " .. (what == "%[" and "2" or what), why)
    end
  end)

  describe("files", function()
    it("take the format from the name", function()
      local dir, done = directory()
      for name, begins in pairs { ["x.csv"] = "p\\q,1", ["x.json"] = "{", ["x.tex"] = "%", ["b000001.txt"] = "1 1\n",
                                  ["x.txt"] = "L for", ["x"] = "L for" } do
        assert.is_true(ta.export.write(t, { out = dir .. "/" .. name }))
        assert.equal(begins, read(dir .. "/" .. name):sub(1, #begins))
      end
      done()
    end)
    it("are written whole or not at all on a full disk", function()
      local dir, done = directory()
      write_file(dir .. "/x.csv", "old")
      -- A limit on file sizes stands for a full disk; lua runs in a shell that ignores its signal.
      local script = ("local ta = require 'takeaway'; print(select(2, ta.export.write(function(n) return n end, "
        .. "{ to = 100000, out = '%s/x.csv' })))"):format(dir)
      local pipe = io.popen(("trap '' XFSZ; ulimit -f 8; lua5.4 -e \"%s\" 2>&1"):format(script))
      local said = pipe:read("a")
      pipe:close()
      assert.matches("cannot write .*/x.csv: File too large", said)
      assert.equal("old", read(dir .. "/x.csv"))
      assert.equal("x.csv\n", listing(dir))
      done()
    end)
    it("say why they cannot be written", function()
      for path, why in pairs { ["/dev/full"] = "No space left on device", ["/nonexistent/x.csv"] = "No such file or directory",
                               ["/proc/x.csv"] = "." } do
        local ok, message, code = ta.export.write(t, { out = path, format = "csv" })
        assert.is_nil(ok)
        assert.matches("cannot write .*: " .. why, message)
        assert.equal("EIO", code)
      end
    end)
    it("stay when a rule raises in the middle", function()
      local dir, done = directory()
      write_file(dir .. "/x.csv", "old")
      assert.error_matches(function()
        ta.export.write(function(n) if n == 5 then error("rule broke") end return n end, { to = 9, out = dir .. "/x.csv" })
      end, "rule broke")
      assert.equal("old", read(dir .. "/x.csv"))
      assert.equal("x.csv\n", listing(dir))
      done()
    end)
  end)

  it("names what is wrong", function()
    local write = ta.export.write
    assert.error_matches(function() write(t, { format = "xml" }) end,
      'export: format: expected text, csv, json, latex, bfile or cgscript, got "xml"')
    assert.error_matches(function() write(3) end, "export: data: expected .*, got 3")
    assert.error_matches(function() write(nil) end, "got nil")
    assert.error_matches(function() write({ { 1 }, 2 }) end, "export: data")
    assert.error_matches(function() write(t, { ouy = "x" }) end, "unknown setting ouy; known are first, format")
    assert.error_matches(function() write(t, { out = 3 }) end, "export: out: expected a string, got 3")
    assert.error_matches(function() write(function() end) end, "export: to: expected an integer from 0")
    assert.error_matches(function() write({ 1 }, { first = "x" }) end, "export: first: expected an integer")
    assert.error_matches(function() write(t, 3) end, "export: settings: expected a table, got 3")
  end)
end)
