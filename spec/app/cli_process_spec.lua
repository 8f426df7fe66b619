-- The command line as a process: exit status, signals, pipes that close, closed or full outputs, environment variables,
-- a poor terminal. cli_cases_spec.lua and cli_spec.lua test the answers, in this process.
local shell = require "spec.support.shell"

local T = "bin/takeaway "

teardown(shell.clean)

describe("takeaway, a process", function()
  local script = shell.file("for i = 1, 20000 do print(i) end")
  local own = shell.file("return { name = 'Own', options = function(emit, a) if a > 0 then emit(a - 1) end end }")

  it("ends with the status of its answer", function()
    for line, wanted in pairs { ["rules"] = 0, ["--help"] = 0, ["period 0.07 --limit 20"] = 1, ["nosuch"] = 2,
                                ["solve wythoff 200 200 --limit 100"] = 3 } do
      local out, err, status = shell.run(T .. line)
      assert.equal(wanted, status, line)
      assert.equal(wanted > 1, out == "", line)
      assert.equal(wanted > 1, err ~= "", line)
    end
    assert.same({ "", "", 7 }, { shell.run(T .. "run " .. shell.file("os.exit(7)")) })
  end)

  it("reads a script and moves from standard input", function()
    assert.same({ "5\ta\n", "", 0 }, { shell.run(T .. "run - a", "#!/usr/bin/lua\nprint(2 + 3, ...)\n") })
    assert.matches("I have no move: you win%.\n$", (shell.run(T .. "play nim 1", "1\n")))
    assert.same({ "2\n", "", 0 }, { shell.run(T .. "repl", "1 + 1\n") })
  end)

  it("says so when standard output is full or closed", function()
    for _, command in ipairs { "rules", "--help", "--version", "solve " .. own .. " 3" } do
      for place, why in pairs { [">/dev/full"] = "No space left on device", [">&-"] = "Bad file descriptor" } do
        assert.same({ "", "takeaway: standard output: " .. why .. "\n", 2 }, { shell.run(T .. command .. " " .. place) }, command)
      end
    end
  end)

  it("is silent when its output pipe is closed", function()
    for _, command in ipairs { "nim 0.77 --to 100000", "rules", "completion bash", "run " .. script } do
      local out, err = shell.run(T .. command .. " | head -n 1")
      assert.equal("", err)
      assert.matches("^[^\n]+\n$", out)
      err = select(2, shell.run("trap '' PIPE; " .. T .. command .. " | head -n 1"))
      assert.is_nil(err:find("traceback", 1, true) and not command:find "^run" or nil, err)
      assert.is_true(command:find "^run" ~= nil or err == "", err)
    end
  end)

  it("needs no variable of the environment, and is plain on a poor terminal", function()
    for _, command in ipairs { "rules", "table two-pile 2k --max 30", "play " .. own .. " 3", "repl " .. own } do
      local out, err, status = shell.run("env COLUMNS=20 TERM=dumb LANG=C LC_ALL=C " .. T .. command, "q\n")
      assert.same({ "", 0 }, { err, status })
      assert.is_nil(out:find("[\27\128-\255]"))
      assert.equal(0, (select(3, shell.run("env -u HOME -u TERM -u LANG COLUMNS=nonsense " .. T .. command, "q\n"))))
    end
    local out = shell.run("COLUMNS=20 " .. T .. "table two-pile 2k --max 30")
    for line in out:gmatch("[^\n]+") do assert.is_true(#line <= 40, line) end
    assert.matches("%(0 more rows, %d+ more columns%)", out)
    out = shell.run("COLUMNS=20 " .. T .. "nim 0.77 --to 30")
    for line in out:gmatch("[^\n]+") do assert.is_true(#line <= 34, line) end
  end)

  it("leaves the file of --out as it was when it is killed", function()
    local name = shell.file("old", ".txt")
    local killed = shell.file(([[
      local file = require "takeaway.base.file"
      local write = file.write
      function file.write(path, f)
        return write(path, function(put)
          put "half"
          os.execute "kill -KILL $PPID"
          f(put)
        end)
      end
      local own = { input = io.stdin, output = io.stdout, error = io.stderr }
      require "takeaway.app.cli".run({ "nim", "0.77", "--out", %q }, own)]]):format(name))
    assert.equal(137, (select(3, shell.run(T .. "run " .. killed))))
    assert.equal("old", shell.read(name))
  end)

  it("says what to do when nothing is built", function()
    local out, err, status = shell.run("TAKEAWAY_BUILD=/nowhere LUA_CPATH='/nowhere/?.so' lua5.4 " .. T .. "rules")
    assert.same({ "", 2 }, { out, status })
    assert.matches("^takeaway: the module is not there or does not load; in the tree, run make\n", err)
  end)

  it("without argparse names the package to install; repl and run work without it", function()
    local without = "LUA_PATH='./lua/?.lua;./lua/?/init.lua' " .. T
    local _, err, status = shell.run(without .. "rules")
    if status ~= 2 then return pending("argparse is on the default path") end
    assert.matches("apt%-get install lua%-argparse, or luarocks install argparse", err)
    assert.matches("^1\n", (shell.run(without .. "run " .. script)))
    assert.equal("2\n", (shell.run(without .. "repl", "1 + 1\n")))
  end)

  -- command, whose work takes minutes and little memory | standard output matches | standard error matches | Ctrl-C
  -- comes when the work begins, not when some of it is done
  local INTERRUPTED = {
    { "table two-pile 'abs(k-10000)+1' --max 20000", "^L for f%(k%) = abs%(k%-10000%)%+1\np\\q 1 2 3",
      "interrupted; the table to %d+\n$" },
    { "table one-pile 'abs(k-500000)+1' --max 999999 --out /dev/null", "^$", "interrupted; least moves to %d+\n$" },
    { "nim 0.142 --to 10^8 --out /dev/null", "^$", "interrupted; nim values to %d+\n$" },
    { "period 0.142 --limit 10^8", "^octal 0.142: no period is seen among heaps 0 to %d+; values up to %d+\n$",
      "interrupted\n$" },
    { "period 0.142 --limit 10^8 --format json", '"found": false, "heaps": %d+', "interrupted\n$" },
    { "cash 999983,1000000 10^12 3000 10^12", "^$", "interrupted; [^\n]+ was being computed\n$" },
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
        .. T .. row[1])
      assert.matches(row[2], out)
      assert.matches(row[3], err)
      assert.equal(130, status)
    end)
  end
end)

describe("play without an end", function()
  local up = shell.file [[return { name = "Up", options = function(emit, n) emit(n + 1) end }]]
  local wide = shell.file [[return { name = "Wide", options = function(emit, n, m)
    for k = 0, m - 1 do emit(n, k) end
    emit(n + 1, m)
  end }]]
  local partizan = shell.file [[
    return { name = "Up", left = function(emit, n) emit(n + 1) end, right = function(emit, n) emit(n + 2) end }]]
  local page = shell.path ".html"

  -- Output, messages, status, and the most memory that a command took, in KiB: GNU time's, else the address space is
  -- bound.
  local function measured(command)
    local used = shell.file ""
    local line = ("ulimit -v 1000000; %s%s"):format(T, command)
    local out, err, status = shell.run(("if [ -x /usr/bin/time ]; then /usr/bin/time -o %s -f %%M sh -c '%s'; else %s; fi"):format(
      used, line, line))
    return out, err, status, tonumber(shell.read(used):match "(%d+)%s*$")
  end

  for _, row in ipairs {
    { "solve " .. up .. " 0", 3 }, { "solve " .. up .. " 0 --misere", 3 }, { "table " .. up, 3 }, { "explore " .. up, 3 },
    { "solve " .. wide .. " 0 3", 3 }, { "solve " .. partizan .. " 0", 3 }, { "table " .. partizan, 3 },
    { "report " .. up .. " 0 --out " .. page, 0 },
  } do
    it("ends by the usual bound, in little memory: " .. row[1]:gsub("/%S*/", ""), function()
      if os.getenv "LD_PRELOAD" then return pending "a sanitizer takes memory of its own" end
      local out, err, status, memory = measured(row[1])
      assert.equal(row[2], status, err)
      assert.equal(status == 0 and page .. "\n" or "", out)
      if status == 3 then assert.matches("; %-%-limit N replaces it by a limit of N positions\n$", err) end
      assert.matches("the limit of 1048576 moves is reached, with no end of play", status == 0 and shell.read(page) or err)
      assert.is_true((memory or 0) < 150000, memory)
    end)
  end
end)
