-- Ctrl-C at any moment from the first instruction to the last gives status 130, or the whole answer; and nothing else
-- is taken for a Ctrl-C. spec/c/terminal tests takeaway.terminal in its hosts.
local shell = require "spec.support.shell"

local T = "bin/takeaway "
local SHORT = os.getenv "TAKEAWAY_SHORT" ~= nil
local seed = require "spec.support.seed"()

-- In the first instructions of bin/takeaway the interpreter itself still catches Ctrl-C: it then ends with status 1.
local function before_the_first(status, err)
  return status == 1 and err:find("^lua5%.4: [^\n]*interrupted!\n.*main chunk\n[^\n]*%[C%]: in %?\n$")
    and not err:find("load_command", 1, true)
end

local AT_WORK = "LUA_INIT=@spec/support/at_work.lua "

describe("Ctrl-C", function()
  teardown(shell.clean)

  local COMMANDS = { "table two-pile 2k --max 60", "solve wythoff 20 30", "nim 0.77 --to 3000", "run "
    .. shell.file("local t = {} for i = 1, 10^5 do t[i] = {} end print(#t)"), "--help" }
  for _, command in ipairs(COMMANDS) do
    it(("at any instruction ends with status 130, or after the answer (seed %d): %s"):format(seed, command), function()
      local count = shell.file ""
      local whole, said = shell.run(("AT_WORK_COUNT=%s %s%s%s"):format(count, AT_WORK, T, command))
      assert.equal("", said)
      local instructions = math.tointeger(tonumber(shell.read(count)))
      assert.is_true(instructions > 10000)
      local interrupted, early = 0, 0
      math.randomseed(seed)
      for _ = 1, SHORT and 10 or 40 do
        local at = math.random(instructions)
        local out, err, status = shell.run(("AT_WORK=%d %s%s%s"):format(at, AT_WORK, T, command))
        local where = ("seed %d, at instruction %d: status %s\n%s"):format(seed, at, status, err)
        if before_the_first(status, err) then
          early = early + 1
        else
          assert.is_true(status == 130 or status == 0 and out == whole, where)
          assert.equal("", err:gsub("^takeaway: interrupted[^\n]*\n$", ""), where)
        end
        if status == 130 then interrupted = interrupted + 1 end
      end
      assert.is_true(early <= 2)
      assert.is_true(interrupted >= 5, interrupted)
    end)
  end

  it("differs from an error with the same text", function()
    local says = 'return { name = "E", options = function() error("interrupted!") end }'
    for _, sandbox in ipairs { "", " --sandbox" } do
      local file = shell.file(says)
      local out, _, status = shell.run(T .. "check-rules " .. file .. " 3" .. sandbox)
      assert.equal(1, status)
      assert.matches("raises: .*interrupted!", out)
      local _, err
      _, err, status = shell.run(T .. "solve " .. file .. " 3" .. sandbox)
      assert.equal(2, status)
      assert.matches("interrupted!", err)
      assert.is_nil(err:find("not solved after", 1, true))
    end
    local _, err, status = shell.run(T .. "run " .. shell.file 'error("interrupted!")')
    assert.equal(1, status)
    assert.matches("interrupted!\nstack traceback", err)
    _, err = shell.run(T .. "repl", 'error("interrupted!")\n')
    assert.equal("error: interrupted!\n", (err:gsub("input:1: ", "")))
  end)

  it("reaches a script as an error object that prints", function()
    local script = shell.file([[local signal
      local ok, why = pcall(function()
        signal = io.popen "kill -INT $PPID"
        while true do end
      end)
      print(ok, tostring(why), type(why))]])
    local out, _, status = shell.run(T .. "run " .. script)
    assert.equal("false\tinterrupted!\tuserdata\n", out)
    assert.equal(0, status)
  end)

  it("is no difference between rules and what is read from them", function()
    local ta, terminal = require "takeaway", require "takeaway.terminal"
    for times = 1, 30, 7 do
      local rule = function(emit, n) for k = 1, 3 do if k <= n then emit(n - k) end end end
      local rules, met = ta.ruleset { options = rule }, 0
      debug.sethook(function()
        if debug.getinfo(2, "f").func ~= rule then return end
        met = met + 1
        if met == times then error(terminal.interrupt, 0) end
      end, "c")
      local ok, why = pcall(rules.as_moves, rules)
      debug.sethook()
      assert.is_false(ok, tostring(why))
      assert.is_true(why == terminal.interrupt, tostring(why))
      assert.is_truthy(rules:as_moves())
    end
  end)

  it("is no reason why a rule is not compiled", function()
    local ta, terminal = require "takeaway", require "takeaway.terminal"
    local asks = {
      function(rules)
        local all, why_not = rules:compiled()
        return all == true and #why_not == 0
      end,
      function(rules) return type(rules.core:listing("left", 1)) == "table" end,
    }
    for _, raised in ipairs { terminal.interrupt, "interrupted!", { "another" } } do
      for i, ask in ipairs { asks[1], asks[2], asks[1], asks[2] } do
        local mask = i <= 2 and "c" or "r"
        local at, met, live = 0, nil, nil
        repeat
          local rules = ta.ruleset { options = function(emit, n) for k = 1, 3 do if k <= n then emit(n - k) end end end }
          at, met, live = at + 1, 0, false
          debug.sethook(function()
            if not live then return end
            met = met + 1
            if met == at then error(raised, 0) end
          end, mask)
          local ok, why = pcall(function()
            live = true
            local answer = ask(rules)
            live = false
            return answer
          end)
          debug.sethook()
          assert.is_true(ok and why or why == raised, ("%s at call %d"):format(tostring(why), at))
          assert.is_true(ok == (met < at), ("call %d of %d was not raised on"):format(at, met))
          assert.is_true(ask(rules))
        until ok
        assert.is_true(at > 4)
      end
    end
  end)

  it("is raised on by what catches errors of rules", function()
    local failure = require "takeaway.base.failure"
    local terminal = require "takeaway.terminal"
    local function interrupt() error(terminal.interrupt, 0) end
    for _, catch in ipairs { failure.try, failure.catch } do
      assert.is_true(select(2, pcall(catch, interrupt)) == terminal.interrupt)
    end
    package.preload.takeaway_interrupted = interrupt
    assert.is_true(select(2, pcall(failure.optional, "takeaway_interrupted")) == terminal.interrupt)
    package.preload.takeaway_interrupted = nil
    assert.is_nil(failure.optional "no_such_module")
    package.preload.takeaway_broken = function() error "broken" end
    assert.matches("broken", (select(2, failure.optional "takeaway_broken")))
    package.preload.takeaway_broken = nil
    assert.is_false(failure.is_interrupt("interrupted") or failure.is_interrupt {} or failure.is_interrupt(nil))
    terminal.catch_interrupts()
    local text = failure.is_interrupt "x.lua:1: interrupted!"
    terminal.release_interrupts()
    assert.is_false(text)
    assert.is_true(failure.is_interrupt "x.lua:1: interrupted!") -- the interpreter's own
  end)
end)

describe("an embedder without takeaway.terminal", function()
  it("has everything that needs no terminal, 80 columns wide or COLUMNS", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir -p %s/takeaway && ln -s \"$PWD/%s/takeaway/core.so\" %s/takeaway/"):format(folder,
      os.getenv "TAKEAWAY_BUILD" or "build", folder)))
    local script = shell.file([[
      assert(not pcall(require, "takeaway.terminal"))
      local ta, text = require "takeaway", require "takeaway.base.text"
      print(text.width(), text.columns(1))
      print(#tostring(ta.two_pile("2k"):table(60)):match("\n([^\n]*)"))
      print(ta.plot.sequence { 1, 2 } ~= nil, ta.rules.nim(3):outcome())
      print((require "takeaway.base.failure").is_interrupt("interrupted!"))]])
    local run = ("LUA_CPATH='%s/?.so' lua5.4 %s"):format(folder, script)
    local out, err = shell.run("env -u COLUMNS " .. run)
    assert.equal("", err)
    assert.equal("80\tnil\n78\ntrue\tN\ntrue\n", out)
    out = shell.run("COLUMNS=33 " .. run)
    assert.matches("^33\tnil\n%d+\n", out)
    os.execute("rm -rf " .. folder)
    shell.clean()
  end)
end)
