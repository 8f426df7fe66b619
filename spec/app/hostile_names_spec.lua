-- A stranger's names, descriptions and messages in every output: they run no command, change no file's type, control no
-- terminal. Stand-ins replace programs that are not installed.
local decode = require "spec.support.json"
local jobs = require "tools.jobs"
local ta = require "takeaway"
local file = require "takeaway.base.file"
local gnuplot = require "takeaway.app.plot.gnuplot"
local png = require "takeaway.app.plot.png"
local shell = require "spec.support.shell"
local text = require "takeaway.base.text"
local xml = require "spec.support.xml"

local place = shell.directory()
local MARK = place .. "/PWNED"

-- MARK is the file that a command in the name would make.
local NAMES = {
  "`touch MARK`", "$(touch MARK)", '"`touch MARK`"', "'`touch MARK`'", "''`touch MARK`", "'\"`touch MARK`\"'", "'",
  "''", '"', "\\", "\\'", "x\n!touch MARK\n", "x'\nsystem('touch MARK')\nx = '", "x' ; system 'touch MARK'", "@A $A %s %d \\n",
  "| touch MARK", "; touch MARK ;", "-o MARK", "\27]0;owned\7\27[31m", "\x9b31m\u{9B}31m", "\u{202E}abc\u{2066}",
  "Nim\u{FFFE}\u{FFFF}`touch MARK`", "\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80", "a\0b`touch MARK`",
  ("x"):rep(5000) .. "`touch MARK`", "<script>alert(1)</script>&amp;]]>", "</svg><b>", "--><!--", "=cmd|'/c calc'!A1",
  "@SUM(1)", "+A1", "-cmd()", "\\input{MARK}%$#_^~&", "\r\n", "\t", "@/etc/passwd", "", "\u{E9}\u{1F600}", "EOD\nEOD",
}
for i, name in ipairs(NAMES) do NAMES[i] = name:gsub("MARK", MARK) end

local function steers(s) return s:find("[\0-\8\11-\31\127]") or s:find("\xC2[\x80-\x9F]") or s:find("\u{202E}", 1, true) end

-- Characters that may go to a terminal.
local function clean(s, what)
  assert.is_truthy(utf8.len(s), what)
  assert.is_nil(steers(s), ("%s: %q"):format(what or "", s:sub(1, 200)))
  return s
end

local function nothing_was_run()
  local made = jobs.output_of("ls -A " .. place)
  assert.is_nil(made:find("PWNED", 1, true), made)
end

local function down(emit, n) for i = 0, n - 1 do emit(i) end end

local function rules(name)
  return ta.ruleset { name = name, options = down, describe = function(n) return name .. n end }
end

local function strings(name)
  return ta.ruleset { name = name, options = function(emit, s) if #s > 0 then emit("") end end }
end

-- A file of such rules; `body` is what options does first.
local function rules_file(name, body)
  return shell.file(("local name = %q\nreturn { name = name, options = function(emit, n) %s\nfor i = 0, n - 1 do emit(i) "
    .. "end end, describe = function(n) return name .. n end }"):format(name, body or ""))
end

-- One picture that holds them all, but for those too long to be drawn.
local SHORT = {}
for _, name in ipairs(NAMES) do if #name < 1000 then SHORT[#SHORT + 1] = name end end

local function picture_of_all()
  local all = ta.ruleset {
    name = NAMES[1], options = function(emit, n) if n > 0 then emit(n - 1) end end,
    describe = function(n) return SHORT[n + 1] end,
  }
  return ta.plot.graph(all(#SHORT - 1), { title = table.concat(SHORT, " ") })
end

teardown(shell.clean)

describe("hostile names", function()
  after_each(nothing_was_run)

  it("are harmless as text of rules, positions, sums, reports of validate", function()
    for _, name in ipairs(NAMES) do
      local r, s = rules(name), strings(name)
      for _, x in ipairs { r, r(2), s, s(name), r(2) + r(1), r.name } do clean(tostring(x), name) end
      local liar = ta.ruleset { name = name, options = down, describe = r.describe, outcome = function() return name end }
      clean(tostring(select(2, liar:validate { from = 2 })), name)
      local broken = ta.ruleset { name = name, options = function() error(name) end }
      clean(tostring(select(2, broken:validate { from = 2 })), name)
      local function again(emit, position) emit(position) end
      local loop = ta.ruleset { name = name, options = again }
      clean((select(2, loop(name):misere_canonical_form())), name) -- the cycle, position by position
    end
  end)

  it("are text in pictures: SVG, text, Graphviz, gnuplot", function()
    local function check(picture)
      xml.parse(picture:svg())
      for _, colour in ipairs { true, false } do
        clean((picture:text { colour = colour, utf8 = true }:gsub("\27%[[%d;]*m", "")))
      end
      local script = gnuplot.render(picture.figure, "out.png")
      local bare = script:gsub("'[^'\n]*'", "") -- outside of the texts is nothing of a stranger's
      for _, sign in ipairs { "`", '"', "'", "touch", "system", "!", "@A" } do assert.is_nil(bare:find(sign, 1, true), bare) end
      clean(script)
      if picture.dot then clean(picture:dot()) end
    end
    for _, name in ipairs(NAMES) do
      check(ta.plot.graph(rules(name)(2)))
      check(ta.plot.graph(strings(name)(name)))
      check(ta.plot.sequence({ 1, 2 }, { title = name }))
      check(ta.plot.heat_map({ { 1, 2 }, { 3, 4 } }, { title = name }))
    end
    check(picture_of_all())
    if not file.installed "dot" then return end
    local out = place .. "/all.dot"
    assert.is_true(picture_of_all():write(out))
    assert.is_true(os.execute("LD_PRELOAD= dot -Tsvg " .. out .. " >/dev/null"))
  end)

  it("draw through every converter that is installed, and run nothing", function()
    local found = png.converters()
    if #found == 0 then return pending("no converter is installed: rsvg-convert, inkscape, ImageMagick or gnuplot") end
    for _, converter in ipairs(found) do
      assert.same({ true }, { png.write(picture_of_all().figure, place .. "/all.png", converter) }, converter)
      nothing_was_run()
    end
  end)

  it("draw one by one through gnuplot", function()
    if not file.installed "gnuplot" then return pending("gnuplot is not installed") end
    for _, name in ipairs(SHORT) do
      assert.same({ true }, { png.write(ta.plot.graph(rules(name)(1)).figure, place .. "/one.png", "gnuplot") }, name)
    end
  end)

  it("are distinct in a graph even when they look alike", function()
    local r = ta.ruleset { options = down, describe = function() return "same" end }
    assert.equal(4, #ta.plot.graph(r(3)).figure.nodes)
  end)

  it("are data in exports", function()
    for _, name in ipairs(NAMES) do
      local records = { { who = name, n = 1, list = { name } } }
      for _, format in ipairs { "text", "csv", "json", "latex" } do
        clean(ta.export.write(records, { format = format, title = name }), format)
      end
      assert.equal("1 5\n", ta.export.write({ 5 }, { format = "bfile", title = name }))
      local lines = select(2, ta.export.write(records, { format = "text" }):gsub("\n", ""))
      assert.equal(2, lines, "one line a row")
      local read = decode(ta.export.write(records, { format = "json", title = name }))
      assert.equal(text.utf8(name), read.rows[1].who)
      assert.equal(text.utf8(name), read.title)
      assert.equal(text.utf8(name), decode(ta.export.json { [name] = name })[text.utf8(name)])
      local cell = ta.export.write({ { who = name } }, { format = "csv" }):match('^who\n"?(.-)"?\n$')
      assert.is_nil(cell:find("^[=@]") or cell:find("^[+-].*[%a(]"), cell)
    end
    assert.equal("v\n-5/8\n+-1\n-3\n", ta.export.write({ { v = "-5/8" }, { v = "+-1" }, { v = -3 } }, { format = "csv" }))
  end)

  it("are text in reports", function()
    for _, name in ipairs(NAMES) do
      local html = ta.report(rules(name), { from = { 2 }, title = name })
      clean(html)
      assert.equal(1, select(2, html:gsub("<script", "")))
      assert.is_nil(html:find("<b>", 1, true))
      for svg in html:gmatch("<svg.-</svg>") do xml.parse(svg) end
    end
  end)

  it("may name files and directories", function()
    for _, name in ipairs { "-o", "'`touch MARK`'", "$(touch MARK)", "a\nb", "; touch MARK", "*", '"', "\27[31m" } do
      name = name:gsub("MARK", "PWNED")
      local out = place .. "/" .. name .. ".svg"
      assert.is_true(ta.plot.sequence({ 1, 2 }, { out = out }))
      assert.is_truthy(file.read(out))
      os.remove(out)
      local made = place .. "/" .. name:gsub("PWNED", "x")
      assert.equal(made .. "/index.html", ta.report(rules "x", { out = made, from = { 1 } }))
    end
    local ok, message, code = file.write(place .. "/a\0.svg", function() error "not reached" end)
    assert.same({ "EIO" }, { code }, ok)
    assert.matches("zero byte", message)
  end)

  it("steer no terminal from the command line, sandboxed or not", function()
    for _, name in ipairs(NAMES) do
      local good, bad = rules_file(name), rules_file(name, "error(name)")
      for _, line in ipairs { "solve %s 3", "solve %s 3 --format csv", "check-rules %s 3" } do
        for _, sandbox in ipairs { "", " --sandbox" } do clean(shell.answer(line:format(good) .. sandbox), name) end
      end
      for _, line in ipairs { "solve %s 3", "solve --sandbox %s 3" } do
        local _, err = shell.call(line:format(bad))
        assert.matches("^takeaway: ", clean(err, name))
      end
      local word = name:gsub("%z", "")
      for _, words in ipairs { { "solve", word, "3" }, { word }, { "table", "two-pile", word }, { "solve", "nim", word },
                               { "solve", "nim", "3", "--plot", word } } do
        local out, err = shell.call(words)
        clean(out, name)
        clean(err, name)
      end
    end
  end)

  it("are made harmless once more where a command writes", function()
    local answers, streams = require "takeaway.app.cli.answer", require "takeaway.app.cli.streams"
    for _, name in ipairs(NAMES) do
      local said = ""
      local output = { flush = function() return true end, write = function(_, part) said = said .. part return true end }
      streams.with({ input = io.stdin, output = output, error = output }, answers.put, name)
      clean(said, name)
    end
  end)

  it("are UTF-8 in the JSON of the command line", function()
    for _, name in ipairs(NAMES) do
      local out = shell.answer("solve " .. rules_file(name) .. " 2 --format json")
      assert.equal(text.visible(name .. "2"), decode(clean(out)).rows[1].position)
    end
    local out = shell.answer("solve " .. rules_file "\xff" .. " 2 --format json")
    assert.is_truthy(out:find('"position": "\u{FFFD}2"', 1, true), out)
  end)

  it("steer no terminal from the prompt", function()
    for _, name in ipairs(NAMES) do
      local out, err = shell.call("repl", (("x = %q;\nx\n{x}\nta.ruleset{name=x,options=print}\nerror(x)\ntraceback()\n"
        .. "setmetatable({}, {__tostring = function() return x end})\n"):format(name):gsub("\\\n", "\\n"):gsub("\r", "\\r")))
      clean(out, name)
      clean(err, name)
    end
  end)
end)

describe("converters", function()
  -- A folder that is all of PATH: what the command line needs, and stand-ins.
  local function path_of(programs)
    local folder = shell.directory()
    assert(os.execute(("for p in env lua5.4 readlink; do ln -s \"$(command -v $p)\" %s; done"):format(folder)))
    for name, body in pairs(programs) do
      jobs.write(folder .. "/" .. name, ('#!/bin/sh\necho "$0 $*" >> %s/log\n%s\n'):format(folder, body))
      os.execute("chmod +x " .. folder .. "/" .. name)
    end
    return folder
  end

  local DRAWS = "for last; do :; done; last=${last#png:}; printf '\\211PNG\\r\\n\\032\\n' > \"$last\""
  local GNUPLOT = "while read -r a b c; do case $a$b in setoutput) printf '\\211PNG\\r\\n\\032\\n' > \"$(eval echo $c)\";; esac; "
    .. "done < $1"
  local RSVG = "printf '\\211PNG\\r\\n\\032\\n' > \"$3\""
  local MAGICK = "case $1 in -version) echo 'Version: ImageMagick 7';; *) " .. DRAWS .. ";; esac"
  local IMPOSTOR = "case $1 in -version) echo 'convert 1.0 of somebody else';; *) " .. DRAWS .. ";; esac"

  -- The programs that ran to draw, and the messages.
  local function draw(programs)
    local folder = path_of(programs)
    local _, err, status = shell.run(("PATH=%s bin/takeaway solve nim 2 --plot %s/out.png"):format(folder, folder))
    local ran = {}
    for line in jobs.read(folder .. "/log"):gmatch("[^\n]+") do
      local name, arguments = line:match("/([^/ ]+) (.*)$")
      ran[#ran + 1] = line:find("%-version") and name .. " -version" or arguments and line:match("^%S*/(%S+)")
    end
    local drawn = file.read(folder .. "/out.png") ~= nil
    return table.concat(ran, ", "), drawn, status, err
  end

  local ROUTES = {
    { { ["rsvg-convert"] = RSVG, gnuplot = GNUPLOT }, "rsvg-convert", true },
    { { ["rsvg-convert"] = "echo broken; exit 1", convert = MAGICK, gnuplot = GNUPLOT }, "rsvg-convert", false, "rsvg%-convert: broken" },
    { { ["rsvg-convert"] = "exit 0", gnuplot = GNUPLOT }, "rsvg-convert", false, "it made no PNG" },
    { { magick = MAGICK, convert = MAGICK, gnuplot = GNUPLOT }, "magick -version, magick", true },
    { { convert = MAGICK, gnuplot = GNUPLOT }, "convert -version, convert", true },
    { { convert = IMPOSTOR, gnuplot = GNUPLOT }, "convert -version, gnuplot", true },
    { { convert = IMPOSTOR }, "convert -version", false, "a PNG needs rsvg%-convert" },
    { { gnuplot = GNUPLOT }, "gnuplot", true },
    { {}, "", false, "a PNG needs rsvg%-convert" },
  }
  for i, row in ipairs(ROUTES) do
    it("are tried in order, and none after one that fails: " .. i, function()
      local ran, drawn, status, err = draw(row[1])
      assert.equal(row[2], ran)
      assert.equal(row[3], drawn, err)
      assert.equal(row[3] and 0 or 2, status)
      if row[4] then assert.matches(row[4], err) end
    end)
  end

  it("steer no terminal by what they say", function()
    local _, _, _, err = draw { ["rsvg-convert"] = "printf '\\033]0;owned\\007\\233m'; exit 1" }
    assert.is_nil(steers(err))
    assert.matches("\\27%]0;owned", err)
  end)
end)
