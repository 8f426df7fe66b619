-- Every command with every kind of bad argument, file, terminal and output: one message that begins with
-- "takeaway: ", no traceback, no place in our own files, no hang, and the right exit status.
local few = require "spec.support.few"
local shell = require "spec.support.shell"

local T = "timeout 1200 bin/takeaway "
local rules = shell.file("return { name = 'Own', options = function(emit, a) if a > 0 then emit(a - 1) end end }")
local script = shell.file("for i = 1, 20000 do print(i) end")
local certificate = shell.file("", ".json")
local binary = shell.file(("\0\255\27[31m"):rep(2000))
shell.run("bin/takeaway certify 1,3,4 --out " .. certificate)

-- A command as it should be, its words in a list; `numbers` and `files` are places in it, `talks`: it has no
-- answer to write, `any`: its last word may be followed by more.
local COMMANDS = {
  { "table", "two-pile", "2k", "--max", "30", numbers = { 5 }, nonsense = { 2, 3 } },
  { "table", "one-pile", "2k", "--max", "30", numbers = { 5 }, nonsense = { 2, 3 } },
  { "table", "wythoff", "--from", "2", "--max", "5", numbers = { 4, 6 }, nonsense = { 2 } },
  { "table", rules, files = { 2 } },
  { "explore", "0.77", "--max", "50", numbers = { 4 }, nonsense = { 2 } },
  { "explore", rules, files = { 2 } },
  { "losing", "2k", "--limit", "50", numbers = { 4 }, nonsense = { 2 } },
  { "nim", "0.77", "--to", "50", numbers = { 4 }, nonsense = { 2 } },
  { "period", "0.77", "--limit", "500", numbers = { 4 }, nonsense = { 2 } },
  { "quotient", "0.75", "--to", "9", "--elements", "99", "--positions", "999", numbers = { 4, 6, 8 },
    nonsense = { 2 } },
  { "cash", "1,3,4", "14", "9", "9", numbers = { 2, 3, 4, 5 } },
  { "phases", "1,3,4", "--excess", "9", "--classes", "60", "--values", "600", numbers = { 3, 5, 7 } },
  { "certify", "1,3,4", "--seconds", "9", "--max-base", "60", "--max-period", "60", numbers = { 2, 6, 8 },
    nonsense = { 4 } },
  { "check", certificate, files = { 2 } },
  { "solve", rules, "3", "--limit", "99", numbers = { 5 }, files = { 2 }, nonsense = { 3 }, any = true },
  { "check-rules", rules, "3", "--sample", "9", numbers = { 5 }, files = { 2 }, nonsense = { 3 }, any = true },
  { "rules" },
  { "paper", "nim_with_cash", "5.7.6", "--limit", "20", numbers = { 5 }, nonsense = { 2, 3 }, endless = true },
  { "play", rules, "3", files = { 2 }, any = true, talks = true },
  { "report", rules, "3", "--out", certificate .. "/x", files = { 2 }, nonsense = { 3 }, any = true, report = true },
  { "repl", rules, talks = true, alone = true }, -- alone: needs no arguments
  { "run", script, files = { 2 }, any = true, talks = true, script = true },
  { "completion", "bash", nonsense = { 2 } },
}

local function line(command, at, word)
  local words = {}
  for i = 1, #command do words[i] = i == at and word or command[i] end
  return T .. "'" .. table.concat(words, "' '") .. "'"
end

local function refused(call, statuses, input)
  local out, err, status = shell.run(call, input)
  assert.is_truthy(err:find("^takeaway: ") or err == "" and status == 1 and out ~= "", call .. "\n" .. err) -- 1: it answers
  assert.is_nil(err:find("stack traceback", 1, true), call .. "\n" .. err)
  assert.is_nil(err:find("lua/takeaway/", 1, true), call .. "\n" .. err)
  assert.is_true(#err < 1500 and not err:find("\27"), call .. "\n" .. err)
  assert.matches(statuses or "^2$", tostring(status), call .. "\n" .. err)
  if status == 2 then assert.equal("", out, call) end
end

describe("bad input on the command line:", function()
  teardown(shell.clean)

  for _, command in ipairs(COMMANDS) do
    local name = command[1] .. (command[1] == "table" and " " .. command[2] or "")

    if #command > 1 and not command.alone then
      it(name .. " with missing arguments", function()
        refused(T .. command[1])
        if command[#command - 1]:find("^%-%-") and not command.report then
          refused(T .. table.concat(command, " ", 1, #command - 1))
        end
      end)
    end

    it(name .. " with more arguments and unknown options", function()
      if not command.any then refused(line(command) .. " surplus") end
      if command.script then return end -- what follows is the script's
      for _, option in ipairs(few({ "--surplus", "--surplus=3", "-x", "--format", "--format yaml" }, 3)) do
        refused(line(command) .. " " .. option)
      end
    end)

    for _, at in ipairs(command.numbers or {}) do
      it(("%s with a number that is none, argument %d"):format(name, at), function()
        for _, word in ipairs(few({ "10^30", "2^64", "18446744073709551616", "-1", "1.5", "0x10", "nan", "abc", "", "2^" }, 5)) do
          refused(line(command, at, word))
        end
      end)
      if not command.endless then it(("%s with a number that is too much, argument %d"):format(name, at), function()
        local out, err, status = shell.run(line(command, at, "2^62"))
        if status ~= 0 then refused(line(command, at, "2^62"), "^[123]$") else assert.equal("", err) end
        assert.is_true(status == 0 or status == 3 and out == "" or status == 2, line(command, at, "2^62"))
      end) end
    end

    for _, at in ipairs(command.nonsense or {}) do
      it(("%s with nonsense, argument %d"):format(name, at), function()
        for _, word in ipairs(few({ "", "(((", "%s%n", "\27[31m", "\255\254", ("9"):rep(400) }, 4)) do
          refused(line(command, at, word), "^[12]$")
        end
      end)
    end

    for _, at in ipairs(command.files or {}) do
      it(name .. " with files that are none", function()
        for _, word in ipairs(few({ "/nothing/there.lua", "/", "/proc/self/mem", "/dev/null", binary, "" }, 4)) do
          if not (word == "/dev/null" and command.script) then refused(line(command, at, word), "^[12]$") end
        end
      end)
    end

    if not command.talks and not command.report then
      it(name .. " to places that cannot be written", function()
        for _, place in ipairs(few({ "/nothing/there.csv", "/dev/full", "/proc/x.csv", "/", "" }, 4)) do
          refused(line(command) .. " --format text --out '" .. place .. "'")
        end
        refused(line(command) .. " >/dev/full")
        refused(line(command) .. " --plot x.gif")
        local _, err, status = shell.run(line(command) .. " --plot /nothing/there.svg") -- the answer is there
        assert.is_truthy(err:find("^takeaway: [^\n]*/nothing/there.svg: No such") or err:find("no picture", 1, true), err)
        assert.equal(2, status)
      end)
    end
    if command.talks and not command.script then
      it(name .. " has no answer to write", function()
        for _, option in ipairs { "--format csv", "--out x", "--plot x.svg" } do
          refused(line(command) .. " " .. option)
        end
      end)
    end

    if not command.report then
      it(name .. " into a pipe that closes, a closed output and a poor terminal", function()
        local _, err = shell.run("set -o pipefail 2>/dev/null; " .. line(command) .. " | head -n 1", "q\n")
        assert.equal("", err)
        _, err = shell.run("trap '' PIPE; " .. line(command) .. " | true", "q\n")
        assert.is_nil(err:find("traceback", 1, true), err)
        assert.is_true(command.script or err == "", err)
        if not command.talks then refused(line(command) .. " >&-") end
        local out, status
        out, err, status = shell.run("env COLUMNS=20 TERM=dumb LANG=C LC_ALL=C " .. line(command), "q\n")
        assert.equal("", err)
        assert.equal(0, status)
        assert.is_nil(out:find("[\27\128-\255]"))
        assert.equal(0, (select(3, shell.run("env -u HOME -u TERM -u LANG COLUMNS=nonsense " .. line(command), "q\n"))))
      end)
    end
  end
end)
