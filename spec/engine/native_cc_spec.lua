-- native = "cc": programs compiled by the system's C compiler say what Lua says; without one the register machine runs
-- them, and rules:compiled() says why.
local box = require "spec.support.box"
local compiled = require "spec.support.compiled"
local ta = require "takeaway"
local random_rules = require "spec.support.random_rules"
local search = require "spec.support.search"
local shell = require "spec.support.shell"

local math, ipairs = math, ipairs

local function answer(rules, position)
  local ok, options = pcall(compiled.options, rules, table.unpack(position))
  return ok, ok and options or options:match "^[^\n]*" -- the traceback holds this file's lines
end

-- A folder ("mkdir") or a pipe ("mkfifo") of the spec's own; in a folder, empty, the compiler's is made.
local function made(how)
  local name = os.tmpname()
  os.remove(name)
  assert(os.execute(how .. " " .. name))
  return name
end

local function script(text)
  local name = shell.file("#!/bin/sh\n" .. text, ".sh")
  assert(os.execute("chmod 700 " .. name))
  return name
end

-- What the text prints, run by a Lua of its own with these variables; nothing is left of the compiler's.
local function run(text, environment)
  local name, place = shell.file('local ta = require "takeaway"\n' .. text), made "mkdir"
  local out, err = shell.run(("L=$(command -v lua5.4); TMPDIR=%s %s $L %s"):format(place, environment, name))
  assert.is_truthy(os.remove(place), "what the compiler used was left")
  return out .. err
end

local NIM = [[
local rules = ta.ruleset({ name = "nim", options = function(emit, a, b)
  for k = 1, a do emit(a - k, b) end
  for k = 1, b do if k % 2 == 1 or true then emit(a, b - k) end end
end }, { native = "cc" })
assert(rules(20, 30):nim_value() == 20 ~ 30)
local state, reasons = rules:compiled()
print(state, table.concat(reasons, "; "))
]]

describe('native = "cc"', function()
  teardown(shell.clean)

  it("says what Lua says, errors too", function()
    local seed = require "spec.support.seed"()
    local failures = 0
    for program = 1, search.short and 5 or 16 do
      local arity = math.random(3)
      local source = random_rules.source(arity)
      local rule = assert(load(source))()
      local cc = ta.ruleset({ name = "random", options = rule }, { native = "cc" })
      local lua = ta.ruleset({ name = "random", options = rule }, { native = false })
      local _, reasons = cc:compiled()
      for _ = 1, 12 do
        local position = random_rules.position(arity)
        local expected, said = answer(lua, position)
        local where = ("seed %d, program %d at %s\n%s"):format(seed, program, table.concat(position, ","), source)
        local ok, found = answer(cc, position)
        assert.equal(expected, ok, where)
        assert.equal(said, found, where)
        if not ok then failures = failures + 1 end
      end
      for _, reason in ipairs(reasons) do assert.is_nil(reason:find("C compiler", 1, true), reason) end
      for _, reason in ipairs((select(2, cc:compiled()))) do assert.is_nil(reason:find("internal error", 1, true), reason) end
    end
    assert.is_true(failures > 0)
  end)

  it("is of every function of the rule, past what is compared as well", function()
    local rules = ta.ruleset({ options = compiled.nim, canonical = compiled.sorted,
                               terminal = function(a, b) if a + b == 0 then return "loss" end end }, { native = "cc" })
    local state, reasons = rules:compiled()
    assert.same({ true, {} }, { state, reasons })
    for a, b in box(0, 30, 0, 30) do assert.equal(a == b and "P" or "N", rules(a, b):outcome()) end
    assert.same({}, (select(2, rules:compiled())))
  end)

  it("compiles anew when what a rule refers to changes", function()
    local most, set = 3, { 1, 3 }
    local rules = ta.ruleset({ options = function(emit, n)
      for k = 1, math.min(n, most) do emit(n - k) end
      for _, k in ipairs(set) do emit(n + k) end
    end }, { native = "cc" })
    assert.is_true((rules:compiled()))
    assert.equal("9 8 7 11 13", compiled.options(rules, 10))
    most = 2
    assert.equal("9 8 11 13", compiled.options(rules, 10))
    set[2] = 5
    assert.equal("9 8 11 15", compiled.options(rules, 10))
    assert.same({}, (select(2, rules:compiled())))
  end)

  it("leaves endless loops and too many options to Lua", function()
    local rules = ta.ruleset({ options = function(emit, n)
      local k = n
      while k < 5000000 do k = k + 1 end
      for i = 1, n do emit(i) end
    end }, { native = "cc" })
    assert.is_true((rules:compiled()))
    assert.equal("1", compiled.options(rules, 1))
    assert.equal(1, (select(3, rules:compiled())))
    assert.equal("ELIMIT", (select(3, rules(1 << 40):options())))
  end)

  it("is the register machine where there is no compiler, or a bad one", function()
    assert.equal("true\tnot by the C compiler: no C compiler: cc is not on PATH\n", run(NIM, "CC= PATH="))
    assert.equal("true\tnot by the C compiler: no C compiler: gcc-0 is not on PATH\n", run(NIM, "CC='gcc-0 -O1'"))
    assert.equal("true\tnot by the C compiler: the C compiler failed: it says nothing\n", run(NIM, "CC=false"))
    assert.equal("true\tnot by the C compiler: what the C compiler made cannot be loaded\n", run(NIM, "CC=true"))
    assert.equal("true\t\n", run(NIM, "CC='cc -g'"))
  end)

  it("works in a folder for its owner alone", function()
    local mark = os.tmpname()
    assert.equal("true\t\n", run(NIM, "CC=" .. script(('stat -c %%a "$(dirname "$6")" >%s\nexec cc "$@"\n'):format(mark))))
    assert.equal("700\n", io.open(mark):read "a")
    os.remove(mark)
  end)

  it("is compared with Lua", function()
    local wrong = script 'sed -i "s/next += 2;/next[1]++; next += 2;/" "$7"\nexec cc "$@"\n'
    local out = run(NIM, "CC=" .. wrong)
    assert.is_truthy(out:find "^false\tinternal error: the compiled rule differs from Lua's at %(%d+, %d+%)\n", out)
    assert.is_truthy(out:find("Lua's answer is taken", 1, true), out)
  end)

  it("does not start a compiler for sandboxed rules", function()
    local rule = shell.file "return { name = 'nim', options = function(emit, n) for k = 1, n do emit(n - k) end end }"
    local mark = os.tmpname()
    os.remove(mark)
    local text = ([[
      local rules = ta.ruleset(ta.load_rules(%q, { sandbox = true }), { native = "cc" })
      assert(rules(100):nim_value() == 100)
      print(rules:compiled())]]):format(rule)
    local out = run(text, "CC=" .. script("touch " .. mark .. "\n"))
    assert.is_truthy(out:find "^false", out)
    assert.is_nil(io.open(mark))
  end)

  -- The question runs for ever, from the moment that it opened the pipe `ready`; Ctrl-C comes then.
  local function interrupted(text, environment, ready)
    local name, place = shell.file('local ta = require "takeaway"\n' .. text), made "mkdir"
    local out, err = shell.run(("{ set -m; } 2>/dev/null; TMPDIR=%s %s lua5.4 %s & cat %s; kill -INT $!; wait $!")
      :format(place, environment, name, ready))
    assert.is_truthy(os.remove(place), "what the compiler used was left")
    os.remove(ready)
    return out .. err
  end

  it("ends at Ctrl-C in a rule that never ends", function()
    local ready = made "mkfifo"
    local out = interrupted(([[
      local rules = ta.ruleset({ options = function(emit, n)
        while n > 500 do n = n + 1 n = n - 1 end
        if n > 0 then emit(n - 1) end
      end }, { native = "cc" })
      print(rules:compiled())
      local ok, why = pcall(function()
        io.open(%q, "w"):close()
        rules(501):nim_value()
      end)
      print(ok, why:match "^[^\n]*interrupted!" ~= nil, rules(499):nim_value())]]):format(ready), "", ready)
    assert.is_truthy(out:find "^true.*\nfalse\ttrue\t1\n$", out)
  end)

  it("ends at Ctrl-C while the compiler works, and with it the compiler; then it may be asked again", function()
    local ready = made "mkfifo"
    local slow = script(("test -e %s.2 && exec cc \"$@\"\ntouch %s.2\n: >%s\nexec tail -f /dev/null\n"):format(ready, ready, ready))
    local out = interrupted([[
      local rules = ta.ruleset({ options = function(emit, n) if n > 0 then emit(n - 1) end end }, { native = "cc" })
      local ok, why = pcall(rules.compiled, rules)
      print(ok, why:match "interrupted!")
      print(#rules(7):options())
      local state, reasons = rules:compiled()
      print(state, table.concat(reasons, "; "))]], "CC=" .. slow, ready)
    os.remove(ready .. ".2")
    assert.equal("false\tinterrupted!\n1\ntrue\t\n", out)
  end)
end)
