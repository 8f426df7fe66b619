-- The sandbox under attack, in this process and in its own. Each file below once took time or memory without limit, or
-- is made to. docs/sandbox.md describes the limits.
local jobs = require "tools.jobs"
local ta = require "takeaway"

local MODES = { true, "process" }

local function rule(body) return "return { name = 'E', options = function(emit, n) " .. body .. " end }" end

-- The result of a query of the rules: true and the outcome, or false and the first line of the error.
local function try(mode, text, settings)
  local given = { sandbox = mode, text = text }
  for key, value in pairs(settings or {}) do given[key] = value end
  local ok, result
  for _ = 1, 3 do -- a process that the system stops for some seconds is given up; it is not every time
    ok, result = pcall(function() return ta.load_rules("e", given)(3):outcome() end)
    if ok or not tostring(result):find "^sandbox: no answer in" then break end
  end
  return ok, tostring(result):match("[^\n]*")
end

local function each(what, body)
  for _, mode in ipairs(MODES) do
    it(what .. (mode == true and " (here)" or " (apart)"), function() body(mode) end)
  end
end

-- The resident memory of this process, in KiB; 0 under the sanitizers, which keep what was freed.
local function resident()
  if os.getenv "TAKEAWAY_PRELOAD" then return 0 end
  for line in io.lines "/proc/self/status" do
    local kib = line:match "^VmRSS:%s*(%d+)"
    if kib then return tonumber(kib) end
  end
end

-- The processes of sandboxes that this one has started and not waited for, by number.
local function children()
  local found, self = {}, io.open("/proc/self/stat"):read "a":match "^%d+"
  for pid in io.open(("/proc/self/task/%s/children"):format(self)):read "a":gmatch "%d+" do
    local file = io.open(("/proc/%s/comm"):format(pid))
    local command = file and file:read "a" or ""
    if file then file:close() end
    if command:find "^takeaway" then found[#found + 1] = tonumber(pid) end
  end
  return found
end

-- The one process that is not among those.
local function other(than)
  local known = {}
  for _, pid in ipairs(than) do known[pid] = true end
  for _, pid in ipairs(children()) do
    if not known[pid] then return pid end
  end
end

describe("time in one call", function()
  -- Each is refused before it runs, or ended by a check of the clock; counting only instructions would let all of them
  -- run on.
  local attacks = {
    'local s = (("a"):rep(2000)):gsub((".-"):rep(12) .. "x", "", 1)',
    'local s = (("a"):rep(2000)):match((".-"):rep(12) .. "x", 1, true)',
    'for _ in (("a"):rep(2000)):gmatch((".-"):rep(12) .. "x", 1, true) do end',
    'for _ in (("^"):rep(40000)):gmatch("^.-x") do end',
    'local s = string.find(12345678901234567890, (".-"):rep(20) .. "x")',
    'local s = string.find(1.2345678901234567e300, (".-"):rep(20) .. "x")',
    'local s = (("a"):rep(1000000) .. "b"):find(("a"):rep(500000) .. "b", 1, true)',
    'local s = (("a"):rep(1000000) .. "b"):find(("a"):rep(500000) .. "b")',
    'local s = (("ab"):rep(20000)):find("(a.*)%1(.*)%2x")',
    'local s = (("a"):rep(100000)):gsub("", ("%1"):rep(100000))',
    'local s = (("("):rep(100000)):find("%b()%b()x")',
    'local s = (("a"):rep(2000)):find("^" .. ("a?"):rep(40) .. ("a"):rep(40) .. "b")',
    'local t, s = {}, ("x"):rep(4000000) for i = 1, 3 do t[i] = s .. i end while true do t[1], t[3] = t[3], t[1] table.sort(t) end',
    'local t, s = {}, ("x"):rep(1000000) for i = 1, 1000 do t[i] = s .. i end table.sort(t)',
    'local t, s = {}, ("x"):rep(4000) for i = 1, 1000 do t[i] = s .. i % 7 end for i = 1, 1000000 do table.sort(t) end',
    'local s = (("a"):rep(2000000) .. "b"):find(("a"):rep(1000000) .. "b", 1, true)',
    'local t = {} for i = 1, 500000 do t[i] = i end for i = 1, 1000000 do table.insert(t, 1, i) t[#t] = nil end',
    'local s = ("9"):rep(4000000) for i = 1, 1000000 do tonumber(s, 16) end',
    'for i = 1, 1000000 do table.unpack({}, 1, 900000) end',
    'table.unpack({}, 0 / 0, 0 / 0)',
    'local t = {} for i = 1, 400000 do t[i] = i end local function f(...) while true do local x = select("#", ...) end end '
      .. 'f(table.unpack(t))',
    'local t = {} for i = 1, 100000 do t[i] = {} end while true do t[1] = {} end',
    "while true do end", "local function f() return f() end f()", "for i = 1, math.maxinteger do ('').rep('', 1 << 60) end",
    "('a'):rep(3000):find(('a*'):rep(12) .. 'b')", "('a'):rep(200):gsub(('a-'):rep(9) .. 'b', '')",
    "for _ in (('a'):rep(3000)):gmatch(('.-'):rep(9) .. 'b') do end", "for i = 1, 1 << 60 do table.unpack({}, 1, 100000) end",
    "local t = {} for i = 1, 1000 do t[i] = -i end while true do table.sort(t) end", "goto a ::a:: goto a",
    "while true do table.concat({ ('x'):rep(1000), ('y'):rep(1000) }) end",
  }
  for _, attack in ipairs(attacks) do
    each("is bounded: " .. attack, function(mode)
      local ok, message = try(mode, rule(attack), { instructions = 1e7, seconds = 0.1 })
      assert.is_false(ok)
      assert.is_truthy(message:find "sandbox: more than" or message:find "invalid capture" or message:find "attempt to"
        or message:find "number has no integer" or message:find "too many results" or message:find "too big", message)
    end)
  end

  each("is bounded while the file is read", function(mode)
    local ok, message = try(mode, "return " .. ("a and "):rep(170000) .. "a", { seconds = 0.1 })
    assert.is_false(ok)
    assert.matches("sandbox: more than 0.1 seconds in one call", message)
    ok, message = try(mode, "while true do end")
    assert.is_false(ok)
    assert.matches("sandbox: more than", message)
  end)

  each("goes by settings of any size", function(mode)
    local fine = rule "if n > 0 then emit(n - 1) end"
    for _, settings in ipairs {
      { seconds = math.huge }, { instructions = 3e9 }, { instructions = math.huge }, { memory = math.huge }, { total = math.huge },
      { seconds = 1e300, total = 1e300, instructions = 1e300 },
    } do
      local ok, outcome = try(mode, fine, settings)
      assert.is_true(ok, outcome)
      assert.equal("N", outcome)
    end
    local ok, message = try(mode, rule "local s = ('').rep('', 1 << 62)", { instructions = 3e9, seconds = math.huge })
    assert.is_false(ok)
    assert.matches("^sandbox: more than 3000000000 instructions in one call", message)
    ok, message = try(mode, rule "while true do end", { instructions = math.huge, seconds = 0.1 })
    assert.is_false(ok)
    assert.matches("^sandbox: more than 0.1 seconds in one call", message)
  end)

  each("is bounded in all", function(mode)
    local rules = ta.load_rules("e", { sandbox = mode, total = 0.1, instructions = 1e6, text = rule
      "for i = 1, 100000 do end if n > 0 then emit(n - 1) end" })
    for _, n in ipairs { 1000000, 3 } do
      local ok, message = pcall(function() return rules(n):outcome() end)
      assert.is_false(ok)
      assert.matches("^sandbox: more than 0.1 seconds in all", message)
    end
  end)
end)

describe("memory", function()
  local attacks = {
    'local t = 1 for _ = 1, 4 do local u = {} for i = 1, 400 do u[i] = t end t = u end return t',
    'local t, s = {}, ("x"):rep(100000) for i = 1, 20000 do t[i] = s end return t',
    'for i = 1, 10000 do emit(("x"):rep(1000000)) end', 'while true do emit(n) end',
    'local s = ("x"):rep(1000000) return s, s, s, s, s, s, s, s, s, s',
    'local t = {} for i = 1, 200000 do t[i] = {} end return t',
    'local t = {} for i = 1, 10000 do t[{}] = 1 end local u = {} for i = 1, 10000 do u[i] = t end return u',
    'local s = ("x"):rep(10000000)', 'local t = {} for i = 1, 1e9 do t[i] = 1 end',
    'local s = ("x"):rep(1000000) s = s:gsub("x", s)', 'return table.concat({}, ("x"):rep(100), 1, 1e9)',
    'local t, s = {}, ("x"):rep(100000) for i = 1, 1000 do t[i] = s end return table.concat(t)',
    'local s = ("%s"):rep(200) local x = ("x"):rep(100000) s:format(' .. ("x, "):rep(199) .. 'x)',
    'local function f() return f() + 1 end f()', 'local function f(s) return (s:gsub(".", f)) end f "x"',
    'local s = "x" while true do s = s .. s end', "local s = ('x'):rep(1 << 27)", "local function f() f() end f()",
    "local t = { f = 1 } while true do t = { t } emit(0) end",
  }
  for _, attack in ipairs(attacks) do
    each("is bounded: " .. attack, function(mode)
      collectgarbage()
      local before = resident()
      local ok, message = try(mode, rule(attack), { memory = 2 << 20, instructions = 1e8 })
      assert.is_false(ok)
      assert.is_truthy(message:find "sandbox: more than" or message:find "stack overflow" or message:find "invalid value"
        or message:find "resulting string too large", message)
      assert.is_true(resident() - before < 64 << 10)
    end)
  end

  each("of what a file returns is bounded", function(mode)
    for _, text in ipairs {
      'local t = 1 for _ = 1, 4 do local u = {} for i = 1, 400 do u[i] = t end t = u end return { name = t }',
      'local t, s = {}, ("x"):rep(100000) for i = 1, 20000 do t[i] = s end return { name = t }',
      'local t, s = {}, ("x"):rep(1000) for i = 1, 20000 do t[s .. i] = string.len end return { packed = t }',
    } do
      local ok, message = try(mode, text, { memory = 2 << 20 })
      assert.is_false(ok)
      assert.matches("sandbox: more than 2 MiB of memory", message)
    end
  end)

  it("of dropped rules is freed", function()
    collectgarbage()
    local before, most = resident(), 0
    for _ = 1, 100 do
      ta.load_rules("e", { sandbox = true, instructions = 1e8,
        text = "local t = ('x'):rep(4 << 20) " .. rule "if n > #t then emit(0) end" })
      most = math.max(most, resident() - before)
    end
    for _ = 1, 100 do -- filled by a call, not by the file
      local rules = ta.load_rules("e", { sandbox = true, instructions = 1e8, text = "local t " .. rule "t = ('x'):rep(4 << 20)" })
      assert.equal("P", rules(1):outcome())
      most = math.max(most, resident() - before)
    end
    assert.is_true(most < 200 << 10, most) -- of 800 MiB; the address sanitizer keeps what is freed for a while
  end)
end)

describe("the process", function()
  local fine = rule "for k = 0, n - 1 do emit(k) end"

  it("answers as the sandbox here does", function()
    local wythoff = [[return { name = "Wythoff", options = function(emit, a, b)
      for k = 1, a do emit(a - k, b) end
      for k = 1, b do emit(a, b - k) end
      for k = 1, math.min(a, b) do emit(a - k, b - k) end
    end, parts = function(a, b) return { { a, b } } end, canonical = math.min and function(a, b)
      return math.min(a, b), math.max(a, b) end }]]
    local text = "return { left = function(emit, s) if #s > 0 then emit((s:gsub('^.', ''))) end end,"
      .. " right = function(emit, s) if #s > 1 then emit(s:sub(3)) end end, tables = 'no' }"
    local declared = "return { 'n', 'k: 1 <= k <= most, k <= n -> n - k', most = 3 }"
    local given = "return { 'n', 'k: 1 <= k <= n, f(k) <= 4 -> n - k', f = function(k) return k + 1 end }"
    local asked = {}
    for i, mode in ipairs { false, true, "process" } do
      local function load(source) return ta.load_rules("w", { text = source, sandbox = mode }) end
      local w, t, d, g = load(wythoff), load(text), load(declared), load(given)
      local validated = { w:validate { from = { 4, 5 } } }
      asked[i] = {
        tostring(w), w(10, 20):nim_value(), w(5, 3):outcome(), validated, tostring(w(3, 5):best_move()),
        t("a"):outcome(), t(("a"):rep(33)):outcome(), tostring(w:table { to = 5 }), tostring(d:sequence { to = 9 }),
        d:text(), tostring(g:sequence { to = 9 }), tostring(load(fine):as_moves()),
        tostring(load("return { name = 'P', parameters = { 'x' }, options = function(emit, ...) end }")(4)),
      }
    end
    assert.same(asked[1], asked[2])
    assert.same(asked[1], asked[3])
  end)

  it("is refused the files and the system, as the sandbox here", function()
    for _, body in ipairs {
      "io.open('/etc/passwd')", "os.exit()", "require 'os'", "load('return 1')()", "debug.getinfo(1)", "coroutine.wrap(print)",
      "setmetatable({}, { __gc = print })", "pcall(error)", "collectgarbage()", "dofile 'x'", "loadstring ''",
      "coroutine.yield()", "getmetatable('').__index = nil", "xpcall(error, error)", "string.dump(emit)", "_G.x = 1",
      "package.loaded.x = 1", "math.random()", "print(1)", "rawset(string, 'x', 1)", "table.move({}, 1, 1 << 60, 2)",
      "utf8.char(1)", "('').dump(emit)", "warn 'x'",
    } do
      local _, here = try(true, rule(body))
      local _, apart = try("process", rule(body))
      assert.equal(here, apart)
      assert.matches("attempt to", apart)
    end
  end)

  it("ends when its rules are collected, and leaves no zombie", function()
    collectgarbage()
    local before = #children()
    do
      local rules = {}
      for i = 1, 8 do rules[i] = ta.load_rules("w", { text = fine, sandbox = "process" }) end
      assert.equal(5, rules[8](5):nim_value())
      assert.equal(before + 8, #children())
    end
    collectgarbage()
    collectgarbage()
    assert.equal(before, #children())
  end)

  it("is started again after a kill", function()
    collectgarbage()
    local before = children()
    local rules = ta.load_rules("w", { text = fine, sandbox = "process" })
    assert.equal(4, rules(4):nim_value())
    for round = 1, 3 do
      os.execute("kill -KILL " .. other(before))
      local ok, message = pcall(function() return rules(10 * round):nim_value() end)
      assert.is_false(ok)
      assert.matches("^sandbox: the process was ended by signal 9", message)
      assert.equal(10 * round, rules(10 * round):nim_value())
    end
  end)

  it("has one file descriptor, no privileges to gain, a filter and limits", function()
    collectgarbage()
    local before = children()
    local file <close> = io.open("/proc/self/status") -- one more that it must not have
    local rules = ta.load_rules("w", { text = fine, sandbox = "process", memory = 1 << 20, total = 7000 })
    assert.equal(4, rules(4):nim_value())
    local own = other(before)
    local told = jobs.output_of(("env -u LD_PRELOAD ls /proc/%d/fd"):format(own))
    for _, name in ipairs { "status", "limits" } do told = told .. jobs.read(("/proc/%d/%s"):format(own, name)) end
    assert.matches("^0\n%D", told)
    assert.matches("NoNewPrivs:%s*1", told)
    assert.matches("Seccomp:%s*2", told)
    assert.matches("Max cpu time%s+7001%s+7002", told)
    assert.matches("Max open files%s+0%s+0", told)
    assert.matches("Max address space%s+" .. (3 << 20) + (64 << 20), told)
    assert.matches("Max processes%s+0%s+0", told)
    assert.matches("Max file size%s+0%s+0", told)
    assert.is_truthy(file)
  end)

  it("answers after an error of the rule", function()
    local rules = ta.load_rules("w", { text = rule "if n == 7 then error 'seven' end if n > 0 then emit(n - 1) end",
      sandbox = "process" })
    assert.matches("seven", select(2, pcall(function() return rules(8):outcome() end)))
    assert.equal("P", rules(6):outcome())
  end)

  it("is one of the settings", function()
    assert.has_error(function() ta.load_rules("w", { text = fine, sandbox = "proces" }) end,
      'load_rules: sandbox: expected true, false or "process", got proces')
    assert.has_error(function() ta.load_rules("w", { text = fine, total = 0 }) end,
      "load_rules: total: expected a positive number, got 0")
  end)
end)
