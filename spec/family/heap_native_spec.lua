-- Heap games whose rule is compiled, against the same rule by Lua and against the definition.
local deprecated = require "spec.support.compiled".deprecated
local heap_games = require "spec.support.heap_games"
local random_rules = require "spec.support.random_rules"
local seed = require "spec.support.seed"
local ta = require "takeaway"

local TO = 620 -- 300 calls by Lua, 200 compared, the rest by the program alone

-- The options of a heap as Lua names them, and the nim values by the definition.
local function named(rule, n)
  local list = {}
  rule(n, function(...)
    local left = {}
    for _, heap in ipairs { ... } do
      if heap > 0 then left[#left + 1] = heap end
    end
    list[#list + 1] = left
  end)
  return list
end

local function by_definition(rule, to)
  local g = {}
  for n = 0, to do g[n] = heap_games.mex_of(named(rule, n), function(heap) return g[heap] end) end
  return g
end

local function agree(rule, text, to)
  local g = by_definition(rule, to or TO)
  for _, mode in ipairs { true, false } do
    local up, down = ta.heap(rule, { native = mode }), ta.heap(rule, { native = mode })
    local values = up:nim_values(to or TO)
    for n = 0, to or TO do
      if values(n) ~= g[n] then assert.equal(g[n], values(n), ("%s: heap %d, native = %s"):format(text, n, mode)) end
    end
    for _, n in ipairs { to or TO, 17, (to or TO) - 3 } do
      assert.equal(g[n], down:nim_value(n), text)
      assert.same(named(rule, n), up:options(n), text) -- kept
    end
    assert.same(named(rule, TO + 31), up:options(TO + 31), text) -- asked of the rule
    assert.equal(down:misere_outcome(9, 5), up:misere_outcome(9, 5), text)
  end
  return ta.heap(rule, { native = true }):compiled()
end

local function first_line(text) return tostring(text):match "[^\n]*" end

local function from(source)
  return assert(load("return " .. source))()
end

describe("heap rules, compiled", function()
  it("have the values, options and moves of the rule: each kind of loop and of option", function()
    for _, source in ipairs {
      "function(n, emit) for k = 1, n do emit(n - k) end end",
      "function(n, emit) for k = 1, (n + 1) // 2 do emit(n - k) end end",
      "function(n, emit) for h = n - 1, 0, -3 do emit(h) end end",
      "function(n, emit) for a = 1, (n - 1) // 2 do emit(a, n - a) end end",
      "function(n, emit) for a = 0, n - 1 do emit(a, n - 1 - a) end if n > 1 then emit() end end",
      "function(n, emit) for a = 0, (n - 1) // 3 do emit(a, a, a) end if n > 0 then emit(0, 0) end end",
      "function(n, emit) for a = 1, n // 2 do emit(a, n - a - (a & 1)) end end",
      "function(n, emit) for k = 1, math.min(n, 9) do if k % 4 ~= 2 then emit(n - k) end end end",
      "function(n, emit) local k = 1 while k * k <= n do emit(n - k * k) k = k + 1 end end",
      "function(n, emit) if n > 0 then emit(n // 2) emit(n // 3, n // 7, 0) end end",
      "function(n, emit) for a = 0, n - 1 do for b = a, math.min(a + 2, n - 1 - a) do emit(a, b) end end end",
      "function(n, emit) local t = {1, 3, 4} for i = 1, #t do if t[i] <= n then emit(n - t[i]) end end end",
      "function(n, emit, more) if n > 0 and more == nil then emit(n - 1) end end",
      "function(n, emit) for k = 1, n do emit(n - k) end return nil end",
      "function(n, emit) for k = 1, n, 2 do emit(n - k, 0) end end",
    } do
      assert.is_true(agree(from(source), source), source)
    end
  end)

  it("are left to Lua where they are no programs, and say so", function()
    local calls = 0
    local count = function(n, emit) calls = calls + 1 if n > 0 then emit(n - 1) end end
    local game = ta.heap(count, { native = true })
    game:nim_values(400)
    local state, reasons = game:compiled()
    assert.same({ 401, false }, { calls, state })
    assert.matches("^line %d+: a variable outside of the rule is written$", reasons[1])
    agree(from "function(n, emit) for _, k in ipairs {1, 2, 5} do if k <= n then emit(n - k) end end end", "ipairs")
    agree(from "function(...) local n, emit = ... if n > 0 then emit(n - 1) end end", "dots")
    local texts = select(4, ta.heap(from "function(n, emit) for k = 1, n do emit(n - k) end end", { native = true }):compiled())
    assert.matches("run from", texts[1])
    assert.is_false(ta.heap(count, { native = false }):compiled())
    assert.error_matches(function() ta.octal "0.77":compiled() end, "compiled: the game is by no rule")
    assert.error_matches(function() ta.heap(count, { native = "yes" }) end,
      'heap: native: expected true, false or "check", got yes')
  end)

  it("random rules", function()
    seed()
    local function term()
      local terms = { "n - k", "n - 2 * k", "n // 2", "k", "n - k - 1", "(n - k) // 2", "k - 1", "0", "n - 1", "n ~ k" }
      return terms[math.random(#terms)]
    end
    for _ = 1, 60 do
      local heaps = {}
      for i = 1, math.random(3) do heaps[i] = term() end
      local loop = ("for k = %d, %s%s do"):format(math.random(0, 2),
        ({ "n", "n // 2", "math.min(n, 7)", "(n - 1) // 3" })[math.random(4)], ({ "", ", 2", ", 3" })[math.random(3)])
      local guard = {}
      for i, heap in ipairs(heaps) do guard[i] = ("%s >= 0 and %s < n"):format(heap, heap) end
      local source = ("function(n, emit) %s if %s then emit(%s) end end end"):format(loop, table.concat(guard, " and "),
        table.concat(heaps, ", "))
      agree(from(source), source, 520)
    end
  end)

  it("random programs name the same options, or fail alike, whatever is in them", function()
    seed()
    local named_some, failed_some = 0, 0
    for _ = 1, 14 do
      local source, swapped = random_rules.source(1):gsub("return function%(emit, a%)", "return function(a, emit)")
      assert.equal(1, swapped)
      source = source:gsub("emit(%b())", function(args) -- most that is named is a heap of some size
        if args ~= "()" and not args:find "[{,]" and not args:find "unpack" then return ("emit(%s & 0xfffff)"):format(args) end
      end)
      local rule = assert(load(source))()
      local compiled, by_lua = ta.heap(rule, { native = true }), ta.heap(rule, { native = false })
      for i = 1, 540 do
        local n = i < 10 and i or (1 << 40) + i * 7919
        local ok, options = pcall(compiled.options, compiled, n)
        local fine, expected = pcall(by_lua.options, by_lua, n)
        if ok ~= fine then error(("%s\nheap %d: %s, %s"):format(source, n, options, expected)) end
        if ok then assert.same(expected, options, source) else assert.equal(first_line(expected), first_line(options)) end
        if i > 520 and ok and #options > 0 then named_some = named_some + 1 end
        if i > 520 and not ok then failed_some = failed_some + 1 end
      end
    end
    assert.is_true(named_some > 50 and failed_some > 20, ("%d named options, %d failed"):format(named_some, failed_some))
  end)

  it("errors are Lua's, with its line, wherever the program meets them", function()
    local function both(source, n, pattern)
      for _, native in ipairs { true, false } do
        local game = ta.heap(from(source), { native = native })
        assert.error_matches(function() return game:nim_values(700) end, pattern)
        assert.error_matches(function() return game:options(n) end, pattern)
        assert.equal(0, game:nim_value(0)) -- nothing is lost
      end
    end
    local whole = "function(n, emit) for k = 1, n do emit(n - k) end %s end"
    both(whole:format "if n == 600 then emit(n) end", 600, "heap 600: an option leaves a heap of 600; it must be from 0 to 599")
    both(whole:format "if n == 600 then emit(-1) end", 600, "heap 600: an option leaves a heap of %-1;")
    both(whole:format "if n == 600 then emit(3, 2.5) end", 600, "the rule for heap 600: heap 2 of an option: expected an integer")
    both(whole:format "if n == 600 then emit(nil) end", 600, "the rule for heap 600: heap 1 of an option: expected an integer")
    both(whole:format "if n == 600 then emit {3} end", 600, "the rule for heap 600: heap 1 of an option: expected an integer")
    both(whole:format "if n == 600 then return 3 end", 600, "the rule for heap 600 returned a number")
    both(whole:format "if n == 600 then error 'no such heap' end", 600, "no such heap")
    both("function(n, emit) for k = 1, n do emit(n - k * (n // 600 + 1)) end end", 600, "heap 600: an option leaves a heap of %-2;")
    both("function(n, emit) for k = 1, n // 600 * 3 do emit((k << 61) + (k >> 1) * 2) end if n > 0 then emit(0) end end", 601,
      "heap 60[01]: an option leaves a heap of 2305843009213693952;") -- its middle wraps around
    both("function(n, emit) for k = 1, n // 600 * 2 do emit(k << 63) end if n > 0 then emit(0) end end", 601,
      "heap 60[01]: an option leaves a heap of %-9223372036854775808;")
    for _, native in ipairs { true, false } do
      local filled = ta.heap(from "function(n, emit) if n == 0 then emit(0) end end", { native = native })
      assert.error_matches(function() filled:nim_value(0) end, "heap 0: an empty heap has no options")
      local many = ta.heap(from "function(n, emit) for k = 1, n == 600 and 10000001 or n do emit(0) end end", { native = native })
      local values, message, code = many:nim_values(600)
      assert.same({ n = 3, nil, "ELIMIT" }, { n = 3, values, code })
      assert.matches("heap 600: the rule names more than 10000000 options", message)
    end
  end)

  it("follows what the rule refers to", function()
    local rule, change = assert(load [[local most = 3
      return function(n, emit) for k = 1, math.min(n, most) do emit(n - k) end end, function(m) most = m end]])()
    local games = { ta.heap(rule, { native = true }), ta.heap(rule, { native = false }) }
    for _, game in ipairs(games) do assert.equal(601 % 4, game:nim_values(601)(601)) end
    assert.is_true(games[1]:compiled())
    change(1)
    assert.same(games[2]:nim_values(700):list(), games[1]:nim_values(700):list())
    assert.same({ { 899 } }, games[1]:options(900))
    local hooked = 0
    debug.sethook(function() hooked = hooked + 1 end, "", 1)
    local options = games[1]:options(901)
    debug.sethook()
    assert.same({ { 900 } }, options)
    assert.is_true(hooked > 5)
  end)

  it("looks at what the rule refers to once a call, not once a heap", function() -- that would take minutes here
    local rule = from [[(function()
      local t = {}
      for i = 1, 10 ^ 6 do t[i] = i % 7 + 1 end
      return function(n, emit) if n > 0 and t[n] <= n then emit(n - t[n]) end end
    end)()]]
    local game = ta.heap(rule, { native = true })
    assert.is_true(game:compiled())
    assert.equal(ta.heap(rule, { native = false }):nim_values(30000):checksum(), game:nim_values(30000):checksum())
  end)

  it("is compared with Lua in check mode; cc is deprecated and means true", function()
    for _, mode in ipairs { "check", "cc" } do
      local game = ta.heap(from "function(n, emit) for a = 0, (n - 1) // 2 do emit(a, n - 1 - a) end end", { native = mode })
      assert.equal(ta.octal "0.7":nim_values(900):checksum(), game:nim_values(900):checksum())
      local state, reasons = game:compiled()
      assert.same({ true, mode == "cc" and { deprecated } or {} }, { state, reasons })
    end
  end)

  it("stops at once, and resumes", function()
    local heard = 0
    local rule = from "function(n, emit) for a = 0, (n - 1) // 2 do emit(a, n - 1 - a) end if n > 1 then emit(n - 2) end end"
    local game = ta.heap(rule, { progress = function() heard = heard + 1 return heard < 2 end })
    local values, _, code = game:nim_values(10 ^ 5)
    assert.same({ n = 3, nil, "ECANCELLED" }, { n = 3, values, code })
    local seen = {}
    local wide = ta.heap(from [[function(n, emit)
      if n > 0 then emit(n - 1) end
      if n > 600 then for k = 1, 4000000 do emit(1) end end
    end]], { native = true, progress = function(done) seen[#seen + 1] = done return #seen < 4 end })
    assert.equal("ECANCELLED", select(3, wide:nim_values(10 ^ 6)))
    assert.is_true(seen[4] - seen[3] < 500, table.concat(seen, " ")) -- heaps of that many options between two reports
    heard = -10 ^ 9
    assert.equal(ta.heap(rule, { native = false }):nim_values(3000):checksum(), game:nim_values(3000):checksum())
  end)
end)
