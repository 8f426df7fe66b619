-- Commands inside a program: `cli.run` uses only its streams, ends no process, and leaves the Lua state as it was.
local cli = require "takeaway.app.cli"
local shell = require "spec.support.shell"
local ta = require "takeaway"

local function copy(t)
  local copied = {}
  for key, value in pairs(t) do copied[key] = value end
  return copied
end

local INPUT = "print('typed')\n1 + 1\nquit\n"

describe("a command in a program", function()
  teardown(shell.clean)

  -- The words and the input of commands that reach every way in and out.
  local printing = shell.file([[
global_of_rules = true
return { name = "Prints", options = function(emit, n) print(n) io.write("w") if n > 0 then emit(n - 1) end end }]])
  local folder, module = shell.file(""):match "^(.*/)([^/]*)%.lua$"
  local script = shell.file(([[
package.path = "%s?.lua;" .. package.path
require "%s"
global_of_script = { ta.version, arg[0] }
string.shout = string.upper
print = nil
io.write(io.read "l", ":", #io.read "a", "\n")
io.stderr:write("said\n")
os.setlocale("C", "numeric")
ta.threads(3)
ta.values:limit { games = 77777, memory = 1 << 24 }
ta.misere_values:limit { games = 77777 }
os.exit(tonumber(arg[1]))]]):format(folder, module))

  -- words | status | output | messages
  local ROWS = {
    { "--help", 0, "^Usage: takeaway ", "^$" },
    { "solve --help", 0, "^Usage: takeaway solve ", "^$" },
    { "--version", 0, "^takeaway %d+%.%d+%.%d+\n$", "^$" },
    { "", 2, "^$", "^takeaway: a command is required" },
    { "solve wythoff 3 5 --threads 1", 0, "outcome         P", "^$" },
    { "solve " .. printing .. " 1", 0, "^1\nw0\nw", "^$" },
    { "table " .. shell.file("return {"), 2, "^$", "^takeaway: " },
    { "run " .. script .. " 7", 7, "^print%('typed'%):11\n$", "^said\n$" },
    { "run " .. script .. " 263", 7, "^print", "^said\n$" },
    { "run " .. shell.file("os.exit(false)"), 1, "^$", "^$" },
    { "run " .. shell.file("pcall(error) os.exit()"), 0, "^$", "^$" },
    { "run " .. shell.file("error 'mine'"), 1, "^$", "mine\nstack traceback" },
    { "run -", 0, "^typed\n$", "^$", "print('typed')" },
    { "run - a b", 1, "^$", "stdin:2: ab", "#!lua\nerror(arg[1] .. arg[2])" },
    { "repl", 0, "^typed\n2\n$", "^$" },
    { "repl", 9, "^$", "^$", "os.exit(9)\n1 + 1\n" },
    { "play nim 1", 0, "> ", "^$" },
    { "serve", 0, '"id":1', "^$", '{"id":1,"call":"hello"}\n' },
    { "survey subtraction --set k=3 --transport here --to " .. shell.file(""):gsub("%.lua$", ".db"), 0, "digest", "^$" },
  }

  local loaded = copy(package.loaded)

  it("answers on its streams", function()
    for _, row in ipairs(ROWS) do
      local out, err, status = shell.call(row[1], row[5] or INPUT)
      assert.equal(row[2], status, row[1] .. "\n" .. err)
      assert.matches(row[3], out, row[1])
      assert.matches(row[4], err, row[1])
    end
  end)

  it("leaves no state behind", function()
    local function state()
      return {
        globals = copy(_G), io = copy(io), os = copy(os), string = copy(string), package = copy(package),
        locale = os.setlocale(nil), threads = ta.threads(), output = io.output(), input = io.input(),
        values = { ta.values:statistics().most_bytes, ta.values:statistics().most_games },
        misere = { ta.misere_values:statistics().most_bytes, ta.misere_values:statistics().most_games },
      }
    end
    local before = state()
    for _, row in ipairs(ROWS) do
      shell.call(row[1], row[5] or INPUT)
      for name, value in pairs(state()) do assert.same(before[name], value, row[1] .. ": " .. name) end
      for name in pairs(package.loaded) do
        assert.is_truthy(loaded[name] or name:find "^takeaway%." or name == "argparse", name)
      end
    end
    local first, second = shell.call("solve nim 3"), shell.call("solve nim 3")
    assert.equal(first, second)
  end)

  it("forgets the bounds of the command before", function()
    local up = shell.file("return { name = 'Up', options = function(emit, n) emit(n + 1) end }")
    assert.matches("%-%-limit N replaces it", (select(2, shell.call("solve " .. up .. " 0"))))
    assert.equal("takeaway: nim_value: the limit of 1000 positions is reached\n",
      (select(2, shell.call("solve " .. up .. " 0 --limit 1000"))))
    local answers = require "takeaway.app.cli.answer"
    local met = "the limit of 9 moves is reached"
    shell.answer "solve nim 3"
    assert.matches("--limit N", answers.raised(met), 1, true)
    shell.answer "solve nim 3 --limit 99"
    assert.equal(met, answers.raised(met))
  end)

  it("bounds the store of values, and puts its limits back", function()
    local out, err = shell.call("repl", "ta.star(900):heat(1)\nta.values:limit { games = 9 }\nta.star(9)\n")
    assert.matches("*900 heated and its followers have 486810300 options, 1.814 GiB or more; the store of values may hold 512 MiB",
      out .. err, 1, true)
    local answers = require "takeaway.app.cli.answer"
    local before = ta.values:statistics().most_bytes
    answers.bounds(1000)
    assert.equal(before, ta.values:statistics().most_bytes)
    ta.values:limit { memory = 1 << 31 }
    answers.bounds()
    assert.equal(1 << 29, ta.values:statistics().most_bytes)
    ta.values:limit { memory = 1 << 20 }
    answers.bounds()
    assert.equal(1 << 20, ta.values:statistics().most_bytes)
    ta.values:clear()
    local _, message = ta.star(60):heat(1)
    assert.matches("its limits are %d+ games and 1 MiB; %-%-limit N replaces it by a limit of N positions$",
      answers.raised(message))
    ta.values:limit { memory = before }
    ta.values:clear()
  end)

  it("holds no file, database or lock when it has failed", function()
    local name = shell.file("", ".ta")
    os.remove(name)
    assert.equal(0, select(3, shell.call("solve-to wythoff " .. name .. " --max 20")))
    local function held()
      local list = require("tools.jobs").output_of "ls -l /proc/$PPID/fd 2>/dev/null"
      return select(2, list:gsub(name:gsub("%p", "%%%0"), ""))
    end
    local kept = assert(ta.open(name))
    assert.equal(1, held())
    kept:close()
    for _, line in ipairs { "open %s 3 21", "open %s x", "open %s 3 5 --plot x.svg", "solve-to wythoff %s --max 20 --what nim_value",
                            "open %s --format no" } do
      assert.is_true(select(3, shell.call(line:format(name))) > 1, line)
      assert.equal(0, held(), line)
    end
    local db <close> = assert(ta.open(name))
    assert.equal("P", db:outcome(db:rules():position(3, 5)))
  end)

  it("may run in a script that a command runs", function()
    local inner = shell.file([[
      local cli, out = require "takeaway.app.cli", ""
      local sink = { flush = function(self) return self end }
      function sink:write(...)
        out = out .. table.concat { ... }
        return self
      end
      local status = cli.run({ "solve", "nim", "0" }, { input = io.stdin, output = sink, error = sink })
      print(status, #out > 0, io.read "l")]])
    assert.same({ "0\ttrue\tline\n", "", 0 }, { shell.call("run " .. inner, "line\n") })
  end)

  it("is interrupted by what interrupts the program", function()
    local interrupt = require "takeaway.terminal".interrupt
    local file = shell.file("error(require 'takeaway.terminal'.interrupt, 0)")
    assert.same({ "", "takeaway: interrupted\n", 130 }, { shell.call("run " .. file) })
    local streams = { input = io.stdin, output = setmetatable({}, { __index = function() error(interrupt, 0) end }), error = {} }
    streams.error.write = function(self) return self end
    assert.equal(130, cli.run({ "rules" }, streams))
  end)

  it("says what its output says: full, closed, or a pipe that nobody reads", function()
    local function status_of(output, words)
      local said = ""
      local err = { write = function(self, ...) said = said .. table.concat { ... } return self end }
      return cli.run(words or { "rules" }, { input = io.stdin, output = output, error = err }), said
    end
    local full <close> = assert(io.open("/dev/full", "w"))
    assert.same({ 2, "takeaway: standard output: No space left on device\n" }, { status_of(full) })
    local full_too <close> = assert(io.open("/dev/full", "w"))
    assert.same({ 2, "takeaway: standard output: No space left on device\n" }, { status_of(full_too, { "--help" }) })
    local closed = { write = function() return nil, "Bad file descriptor", 9 end }
    assert.same({ 2, "takeaway: standard output: Bad file descriptor\n" }, { status_of(closed) })
    assert.same({ 1, "" }, { status_of { write = function() return nil, "Broken pipe", 32 end } })
  end)

  it("fits the columns of its streams, not those of the terminal", function()
    for _, columns in ipairs { 20, 40, 200 } do
      local widest = 0
      for line in shell.call("nim 0.77 --to 30", "", columns):gmatch "[^\n]+" do widest = math.max(widest, #line) end
      assert.is_true(widest <= math.max(34, columns), columns)
    end
  end)
end)
