-- Rules as programs: which are compiled, why others are not, what they refer to. Lua's errors stay Lua's.
local jobs = require "tools.jobs"
local refusals = require "spec.support.refusals"
local box = require "spec.support.box"
local compiled = require "spec.support.compiled"
local small_games = require "spec.support.small_games"
local ta = require "takeaway"

local raises, says = refusals.raises, refusals.says

-- A spec's globals come through a function, which no rule may call.
local math, string, ipairs, setmetatable = math, string, ipairs, setmetatable
local short = os.getenv "TAKEAWAY_SHORT"

-- Calls enough to be compiled, and no longer compared.
local function warm(rules, n)
  assert(rules:solve { from = n or 600, what = "nim_value" })
  rules:clear()
end

local agree, both, list_of = compiled.agree, compiled.both, compiled.options

local function rules_of(options, fields)
  fields = fields or {}
  fields.options = options
  return ta.ruleset(fields, { native = true })
end

describe("rules:compiled", function()
  it("takes no loop for a run whose body writes over what it has named", function()
    local function rule(emit, a)
      local x, y = a, 1
      for k = a & 7, 7 do
        emit((128 - x) * (y * 4))
        local _ = ~k
        local _ = (k + 1000) - (x << 3)
      end
    end
    local lua, native = both { name = "over", options = rule }
    assert.is_truthy(agree(lua, native, 0, 60):compiled())
  end)

  it("takes no loop for a run whose body changes what it or what follows reads, in its place", function()
    local min = math.min
    for _, rule in ipairs {
      function(emit, a)
        local x = min(a, 40)
        for k = 1, a // 5 do
          emit(a - k)
          x = x // 2
        end
        if a > 0 and x ~= 5 then emit(x) end
      end,
      function(emit, a)
        local x = min(a, 40)
        for k = 1, a do
          emit(a - k + 100 * x)
          x = x * 2 % 7
        end
      end,
      function(emit, a)
        local x = a + 1
        for k = 1, a // 5 do
          x = x - 1
          emit(a - k)
        end
        if x % 3 == 1 then emit(0) end
      end,
    } do
      local lua, native = both { options = rule }
      local state, reasons = agree(lua, native, 0, 60):compiled()
      assert.same({ true, {} }, { state, reasons })
    end
  end)

  -- Each differs from Lua's, if at all, where a > 50 alone, behind the calls that are compared.
  it("goes on as Lua does behind the calls that are compared", function()
    local abs, max, ult = math.abs, math.max, math.ult
    local entries = { 5, 6, 7 }
    local equal = setmetatable({}, { __eq = function() return true end })
    for _, rule in ipairs {
      function(emit, a, b) -- a limit that is a ratio, whose divisor lies where the limit goes
        if a > 50 then
          for k = a - 1, a / (b + 1), -1 do emit(k, b) end
        end
      end,
      function(emit, a, b)
        if a > 50 then
          for k = a - 1, a / max(b, 1), -1 do emit(k, b) end
        end
      end,
      function(emit, a, b) -- an entry that is not there, read after an option was named
        if a > 50 then
          for k = 1, 3 do
            emit(a - k, b)
            local _ = entries[b]
          end
        end
      end,
      function(emit, a, b) -- a boolean passed on with all results
        local function less(...) return ult(...) end
        if a > 50 and less(b, a) then emit(0, 0) end
      end,
      function(emit, a, b)
        local list = { ult(b, a) }
        if a > 50 and list[1] then emit(0, 0) end
      end,
      function(emit, a, b) -- more results than the function has registers
        local y = 0
        local function six()
          local w = y
          y = 0
          return 1, 2, 3, 0, 1, w
        end
        y = a > 50 and abs(a) or 0
        local most = max(six())
        emit(most, b)
      end,
      function(emit, a, b) -- a list that equals a table by its __eq
        local list = { a }
        if a > 50 and list == equal then emit(0, b) end
      end,
    } do
      local native = rules_of(rule)
      for n = 0, 900 do native(n % 30, n // 30):options() end
      agree((both { options = rule }), native, 51, 60, 0, 15)
    end
  end)

  it("is true of a rule that only computes", function()
    local rules = rules_of(function(emit, a, b)
      for k = 1, math.min(a, b) do emit(a - k, b - k) end
    end)
    local state, reasons, share, programs = rules:compiled()
    assert.is_true(state)
    assert.same({}, reasons)
    assert.equal(0, share)
    assert.equal(1, #programs)
    assert.is_truthy(programs[1]:find("run from", 1, true))
  end)

  it("says by line what is left to Lua", function()
    local count = 0
    for _, case in ipairs {
      { "partly", "line 2: concatenation of strings", function(emit, n)
        if n > 5 then
          local s = "x" .. n
          emit(#s)
        end
        emit(n - 1)
      end },
      { false, "line 1: a call of char", function(emit, n)
        string.char(n)
        emit(n - 1)
      end },
      { false, "line 1: a variable outside of the rule is written", function(emit, n)
        count = count + 1
        emit(n - 1)
      end },
      { false, "line 0: emit with a float", function(emit, n) emit(n / 2) end },
      { false, "line 0: a call of random", function(emit, n) emit(math.random(n)) end },
    } do
      local state, why, rule = table.unpack(case)
      local first = debug.getinfo(rule, "S").linedefined
      local found, reasons = rules_of(rule):compiled()
      assert.equal(state, found)
      assert.equal(why, (table.concat(reasons, "; "):gsub("line (%d+)", function(n) return "line " .. n - first end)))
    end
    assert.equal(0, count)
  end)

  it("is of all functions, each by its name", function()
    local state, reasons = ta.ruleset({
      left = function(emit, n) emit(n - 1) end,
      right = function(emit, n) emit(string.len(n)) end,
    }, { native = true }):compiled()
    assert.equal("partly", state)
    assert.equal(1, #reasons)
    assert.is_truthy(reasons[1]:find("^right: line %d+: a call of len"), reasons[1])
  end)

  it("is false for C functions and on request", function()
    local state, reasons = ta.ruleset({ options = print }, { native = true }):compiled()
    assert.is_false(state)
    assert.same({ "it is no function of Lua's" }, reasons)
    local rules = ta.ruleset({ options = function(emit, n) emit(n - 1) end }, { native = false })
    assert.is_false((rules:compiled()))
    assert.error_matches(function() ta.ruleset({ options = print }, { native = "yes" }) end,
      'native: expected true, false or "check", got yes')
  end)

  it('takes the deprecated "cc" for true, and says so', function()
    local rules = ta.ruleset({ options = compiled.nim, canonical = compiled.sorted }, { native = "cc" })
    local state, reasons = rules:compiled()
    assert.same({ true, { compiled.deprecated } }, { state, reasons })
    for a, b in box(0, 30, 0, 30) do assert.equal(a == b and "P" or "N", rules(a, b):outcome()) end
    local said = "true\t" .. compiled.deprecated .. "\n"
    assert.equal(said, (jobs.output_of([[TAKEAWAY_NATIVE=cc lua5.4 -e '
      local rules = require "takeaway".ruleset { options = function(emit, n) if n > 0 then emit(n - 1) end end }
      local state, reasons = rules:compiled()
      print(state, table.concat(reasons, "; "))' 2>&1]])))
  end)

  it("puts a program away that differs from Lua, and takes Lua's answer", function() -- that of another game's rule
    local out = jobs.output_of [[lua5.4 -e 'io.stdout:setvbuf "no"
      local ta, core = require "takeaway", require "takeaway.core"
      local rules = ta.ruleset({ options = core.board_code("upright", function(emit, n) emit(n - 1) end) }, { native = true })
      print((rules:compiled()))
      print(rules(825):options()[1][1])
      local state, reasons = rules:compiled()
      print(state, table.concat(reasons, "; "))' 2>&1]]
    local why = "internal error: the compiled rule differs from Lua's at (825)"
    local said = "true\ntakeaway: " .. why .. "; Lua's answer is taken. Please report it.\n824\nfalse\t" .. why .. "\n"
    assert.equal(said, out)
  end)

  it("canonical, parts and terminal are compiled too", function()
    local function whole(fields)
      local rules = ta.ruleset(fields, { native = true })
      assert.is_true((rules:compiled()))
      return rules
    end
    local nim = whole { options = compiled.nim, canonical = compiled.sorted }
    for a, b in box(0, 20, 0, 20) do assert.equal(a ~ b, nim(a, b):nim_value()) end
    local rows, kayles = whole { parts = small_games.parts(0), options = function(emit, n)
      for k = 1, 2 do
        for a = 0, (n - k) // 2 do emit(a, n - k - a) end
      end
    end }, ta.octal "0.77"
    for n = 0, 300 do assert.equal(kayles:nim_value(n), rows(n):nim_value()) end
    local race = whole { options = function(emit, n) for k = 1, 3 do emit(n - k) end end, terminal = function(n)
      if n < 0 then return "win" end
      if n == 0 then return "loss" end
    end }
    for n = 1, 500 do assert.equal(n % 4 == 0 and "P" or "N", race(n):outcome()) end
  end)
end)

describe("what a rule refers to", function()
  -- The options of 10 at first, and after each change: {change, options}.
  local function follows(rules, first, ...)
    warm(rules)
    assert.equal(first, list_of(rules, 10))
    for _, step in ipairs { ... } do
      step[1]()
      assert.equal(step[2], list_of(rules, 10))
    end
  end

  it("may be a variable that changes", function()
    local most = 3
    local rules = rules_of(function(emit, n) for k = 1, math.min(n, most) do emit(n - k) end end)
    follows(rules, "9 8 7", { function() most = 2 end, "9 8" })
    rules:clear()
    assert.equal(1, rules(400):nim_value())
  end)

  it("may be a function of Lua's that is replaced", function()
    local rules = rules_of(function(emit, n) for k = 1, math.min(n, 3) do emit(n - k) end end)
    warm(rules)
    local min = math.min
    math.min = function() return 1 end -- luacheck: ignore
    local found = list_of(rules, 10)
    math.min = min -- luacheck: ignore
    assert.equal("9", found)
    assert.equal("9 8 7", list_of(rules, 10))
  end)

  it("may be a table that changes, at its end and before its beginning", function()
    local set = { 1, 3 }
    follows(rules_of(function(emit, n)
      for _, k in ipairs(set) do
        if k <= n then emit(n - k) end
      end
      if set[0] then emit(set[0]) end
    end), "9 7", { function() set[2] = 4 end, "9 6" }, { function() set[3] = 5 end, "9 6 5" },
      { function() set[0] = 2 end, "9 6 5 2" }, { function()
        set[0] = nil
        setmetatable(set, { __index = function() return nil end })
      end, "9 6 5" })
  end)

  it("may be a field and a local function", function()
    local function step(n) return n - 1 end
    local game = { by = 2 }
    follows(rules_of(function(emit, n)
      if n > 0 then emit(step(n)) end
      if n > game.by then emit(n - game.by) end
    end), "9 8", { function() step, game.by = function(n) return n - 2 end, 5 end, "8 5" })
  end)

  it("is looked at again when it keeps changing, and then left to Lua", function()
    local by = 1
    local rules = rules_of(function(emit, n) if n >= by then emit(n - by) end end)
    warm(rules)
    for i = 1, 20 do
      by = i
      assert.equal(tostring(100 - i), list_of(rules, 100))
    end
    local state, reasons = rules:compiled()
    assert.is_false(state)
    assert.same({ "what it refers to keeps changing" }, reasons)
  end)
end)

describe("a rule that is compiled", function()
  it("fails as Lua does, with the line and the position", function()
    local function rule(emit, n) emit(n // (n - 700)) end
    local line = debug.getinfo(rule, "S").linedefined
    local rules = rules_of(rule)
    for n = 1, 600 do rules(n):options() end
    raises({ ("native_spec.lua:%d: attempt to divide by zero"):format(line), "at (700)", "traceback" },
      function() return rules(700):options() end)
  end)

  it("is refused too many options as Lua's is", function()
    local rules = rules_of(function(emit, n) for k = 1, n do emit(k) end end)
    for n = 1, 600 do rules(n):options() end
    assert.matches("more than 4194304 options of one position$", says("", "ELIMIT", rules(1 << 40):options()))
  end)

  it("keeps to Lua under a hook of the user's", function()
    local rules = rules_of(function(emit, n) for k = 1, math.min(n, 3) do emit(n - k) end end)
    warm(rules)
    local seen = 0
    debug.sethook(function() seen = seen + 1 end, "l")
    rules(10):options()
    debug.sethook()
    assert.is_true(seen > 5)
  end)

  it("is collected after as before it was compared with Lua's, also when that fails", function()
    local rules = rules_of(function(emit, n)
      if n > 420 then emit(n // (n - 421)) end
      if n > 0 then emit(n - 1) end
    end)
    for _, running in ipairs { true, false } do
      rules:clear()
      if not running then collectgarbage "stop" end
      for n = 1, 420 do rules(n):options() end
      local still = collectgarbage "isrunning"
      local ok = pcall(function() return rules(421):options() end)
      local after = collectgarbage "isrunning"
      collectgarbage "restart"
      assert.same({ running, false, running }, { still, ok, after })
    end
  end)

  it("follows what another function of the rules changes, which is Lua's", function()
    local function answer(mode)
      local set, calls = { 1, 2 }, 0
      local rules = ta.ruleset({
        options = function(emit, n)
          for _, k in ipairs(set) do
            if k <= n then emit(n - k) end
          end
        end,
        terminal = function()
          calls = calls + 1 -- which is not compiled
          if calls % 500 == 0 then set[2] = 2 + set[2] % 7 end
        end,
      }, { native = mode })
      local list = {}
      local grid = assert(rules:grid { what = "remoteness", to = 3000 })
      for n = 0, 3000 do list[n] = grid(n) end
      return list
    end
    assert.same(answer(false), answer(true))
  end)

  it("is put away when most of its calls are Lua's after all", function()
    local rules = rules_of(function(emit, n)
      if n % 4 > 0 and n > 9 then emit(#tostring(n)) end
      if n > 9 then emit(n - 1) end
    end)
    warm(rules, 6000)
    local state, reasons = rules:compiled()
    assert.is_false(state)
    assert.equal("more than half of its calls could not be done natively", reasons[1])
  end)

  it("counts what was left to Lua", function()
    local rules = rules_of(function(emit, n)
      if n % 10 == 0 then
        local s = "x" .. n
        if #s > 90 then emit(1) end
      end
      if n > 0 then emit(n - 1) end
    end)
    warm(rules, 3000)
    local state, _, share = rules:compiled()
    assert.equal("partly", state)
    assert.is_true(share > 0.09 and share < 0.11)
  end)
end)

describe("ready rules", function()
  local boxes = {
    nim = { 200 }, wythoff = { 25, 25 }, euclid = { 30, 23 }, kayles = { 150 }, dawsons_kayles = { 150 },
    grundy = { 120 }, even_odd = { 200 }, chomp = { 4, 5 }, silver_dollar = { 2, 5, 9 },
  }
  it("say in check mode what they say by Lua", function()
    local function same(name, source, from)
      local checked = ta.ruleset(source, { native = "check" })
      local plain = ta.ruleset(source, { native = false })
      for _, what in ipairs { "nim_value", "outcome", "remoteness", "followers" } do
        local sums = checked.parts and what ~= "nim_value" and what ~= "outcome"
        if not sums and not (checked.partizan and what == "nim_value") then
          assert.same({ plain(table.unpack(from))[what](plain(table.unpack(from))) },
            { checked(table.unpack(from))[what](checked(table.unpack(from))) }, name .. " " .. what)
        end
      end
      local state, reasons = checked:compiled()
      assert.is_true(state, name .. ": " .. table.concat(reasons, "; "))
    end
    for name, from in pairs(boxes) do same(name, require("takeaway.rules." .. name), from) end
    same("r_wythoff", require "takeaway.rules.r_wythoff"(3), { 20, 20 })
    same("partizan_subtraction", require "takeaway.rules.partizan_subtraction"({ 1, 2 }, { 1, 3 }), { 60 })
    same("two_pile", require "takeaway.rules.two_pile"("2k"), { 20, 20, 20 })
    same("one_pile", require "takeaway.rules.one_pile"("floor(7k/2)"), { 60 })
    same("cash", require "takeaway.rules.cash" { 1, 3, 4 }, { 20, 15, 15 })
  end)

  if not short then
    it("the examples print the same with every answer compared", function()
      for _, path in ipairs(jobs.lines_of "ls examples/[0-9]*.lua") do
        local function output(mode)
          local text, good = jobs.output_of(("TAKEAWAY_NATIVE=%s lua5.4 %s 2>&1"):format(mode, path))
          return text:gsub("%d+%.%d+ ?m?s", "time"), good
        end
        local off, good = output "off"
        assert.is_truthy(good, off)
        assert.equal(off, (output "check"), path)
      end
    end)
  end
end)
