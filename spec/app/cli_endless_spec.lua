-- Play that never ends is told by every command in little memory, and how the bound is raised; what ends is searched as
-- far as --limit says.
local shell = require "spec.support.shell"

local UP = [[return { name = "Up", options = function(emit, n) emit(n + 1) end }]]
local WIDE = [[return { name = "Wide", options = function(emit, n, m)
  for k = 0, m - 1 do emit(n, k) end
  emit(n + 1, m)
end }]]
local PARTIZAN = [[return { name = "Up", left = function(emit, n) emit(n + 1) end, right = function(emit, n) emit(n + 2) end }]]
local DOWN = [[return { name = "Down", options = function(emit, n) if n > 0 then emit(n - 1) end end }]]

-- Output, messages, status, and the most memory that a command took, in KiB: GNU time's, else the address space is bound.
local function measured(command)
  local name = os.tmpname()
  local line = ("ulimit -v 1000000; bin/takeaway %s"):format(command)
  local out, err, status = shell.run(("if [ -x /usr/bin/time ]; then /usr/bin/time -o %s -f %%M sh -c '%s'; else %s; fi"):format(
    name, line, line))
  local file = assert(io.open(name))
  local memory = tonumber(file:read "a":match "(%d+)%s*$")
  file:close()
  os.remove(name)
  return out, err, status, memory
end

-- What a sanitizer holds is not ours.
local SANITIZED = os.getenv "LD_PRELOAD" ~= nil

describe("play without an end", function()
  teardown(shell.clean)

  local up, wide, partizan = shell.file(UP), shell.file(WIDE), shell.file(PARTIZAN)
  local page = os.tmpname() .. ".html"
  teardown(function() os.remove(page) end)

  for command, status in pairs {
    ["solve " .. up .. " 0"] = 3, ["solve " .. up .. " 0 --misere"] = 3, ["table " .. up] = 3,
    ["explore " .. up] = 3, ["solve " .. wide .. " 0 3"] = 3, ["solve " .. partizan .. " 0"] = 3,
    ["table " .. partizan] = 3, ["report " .. up .. " 0 --out " .. page] = 0,
  } do
    it("ends by the usual bound: " .. command:gsub("/%S*/", ""), function()
      if SANITIZED then return pending "a sanitizer takes memory of its own" end
      local out, err, ended, memory = measured(command)
      assert.equal(status, ended, err)
      local said = err
      if status == 0 then
        local file = assert(io.open(page))
        said = file:read "a"
        file:close()
        assert.equal(page .. "\n", out)
      else
        assert.equal("", out)
        assert.matches("; %-%-limit N, the most positions to hold, is the bound instead\n$", err)
      end
      assert.matches("the limit of 1048576 moves is reached, with no end of play", said)
      assert.is_true((memory or 0) < 150000, memory)
    end)
  end

  it("or is a value: the store is bounded in commands and at the prompt", function()
    local out, err = shell.call("repl", "ta.star(900):heat(1)\nta.values:limit { games = 9 }\nta.star(9)\n")
    assert.matches("*900 heated and its followers have 486810300 options, 1.814 GiB or more; the store of values may hold 512 MiB",
      out .. err, 1, true)
    local ta, answers = require "takeaway", require "takeaway.app.cli.answer"
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
    assert.matches("its limits are %d+ games and 1 MiB; %-%-limit N, the most positions to hold, is the bound instead$",
      answers.raised(message))
    ta.values:limit { memory = before }
    ta.values:clear()
  end)

  it("ends by --limit, which is the bound instead", function()
    local _, err, status = shell.call("solve " .. up .. " 0 --limit 1000")
    assert.same({ "takeaway: nim_value: the limit of 1000 positions is reached\n", 3 }, { err, status })
    for _, command in ipairs { "table %s --limit 1000", "explore %s --limit 1000" } do
      _, err, status = shell.call(command:format(up))
      assert.equal(3, status)
      assert.matches("the limit of 1000 positions is reached\n$", err)
    end
    _, err, status = shell.call("play " .. up .. " 0 --limit 1000", "1\n")
    assert.equal(3, status)
    assert.matches("the limit of 1000 positions is reached\n$", err)
  end)

  it("is told from play that is deep and ends, by --limit", function()
    local down = shell.file(DOWN)
    local out, err, status = shell.call("solve " .. down .. " 1100001")
    assert.equal("", out)
    assert.matches("%-%-limit N", err)
    assert.equal(3, status)
    out, err, status = shell.call("solve " .. down .. " 1100001 --limit 2000000")
    assert.equal("", err)
    assert.equal(0, status)
    assert.matches("nim value       1\n", out)
  end)
end)
