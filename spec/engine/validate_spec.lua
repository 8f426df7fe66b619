-- validate: it names every fault of a rule, and accepts rules without fault.
local raises = require("spec.support.refusals").raises
local ta = require "takeaway"

local function faulty(text, fields, from)
  local ok, report = ta.ruleset(fields):validate { from = from or 6 }
  assert.is_false(ok)
  assert.is_truthy(tostring(report):find(text, 1, true), tostring(report))
  assert.is_truthy(report.position)
end

local function down(emit, n) if n > 0 then emit(n - 1) end end

describe("validate", function()
  it("passes good rules and counts positions", function()
    local ok, count = ta.rules.wythoff:validate { from = { 5, 6 } }
    assert.is_true(ok)
    assert.equal(42, count)
    assert.is_true((ta.ruleset { options = down, measure = function(n) return n end }:validate { from = 6 }))
    assert.is_true((ta.rules.kayles:validate { from = ta.rules.kayles(9), sample = 5 }))
  end)

  it("asks for no options where the game is over by rule", function()
    local race = ta.ruleset { terminal = function(n) if n >= 20 then return "loss" end end, options = function(emit, n)
      if n >= 20 then error "over" end
      for k = 1, 3 do emit(n + k) end
    end }
    assert.same({ true, 18 }, { race:validate { from = 5 } })
    faulty("terminal raises: ", { options = down, terminal = function(n) if n == 2 then error "lost" end end })
  end)

  it("finds rules that change between calls", function()
    local calls = 0
    faulty("other options when it is called again", { name = "X", options = function(emit, n)
      calls = calls + 1
      if n > 0 and calls % 3 ~= 0 then emit(n - 1) end
    end })
  end)

  it("finds wrong options", function()
    faulty("emits 2 components; the position has 1", { options = function(emit, n) emit(n, n) end })
    faulty("emits 0.5 as component 1", { options = function(emit) emit(0.5) end })
    faulty("expected a string", { options = function(emit) emit(3) end }, "x")
    faulty("returns a table", { options = function() return {} end })
    faulty("raises", { options = function() error "x" end })
    faulty("left emits 2", { left = function(emit, n) emit(n, n) end, right = down })
    faulty("right emits 2", { right = function(emit, n) emit(n, n) end, left = down })
    faulty("more than a million", { options = function(emit, n) while true do emit(n) end end })
  end)

  it("finds endless play although a measure decreases", function()
    local ring = { options = function(emit, n) emit((n + 1) % 5) end }
    assert.is_true(ta.ruleset(ring):validate { from = 3 })
    ring.measure = function(n) return 5 - n end
    faulty("does not fall", ring)
  end)

  it("finds measures that do not fall", function()
    faulty("does not fall", { options = down, measure = function(n) return 7 - n end })
    faulty("negative", { options = down, measure = function(n) return n - 3 end })
    faulty("expected an integer", { options = down, measure = function() return "x" end })
    local ok, report = ta.ruleset { options = down }:validate { from = 3, measure = function() return 1 end }
    assert.is_false(ok)
    assert.is_truthy(tostring(report):find("does not fall"))
  end)

  it("finds wrong representatives", function()
    local lines = function(emit, a, b)
      if a > 0 then emit(a - 1, b) end
      if b > 1 then emit(a, b - 2) end
    end
    local function sorted(a, b) return math.min(a, b), math.max(a, b) end
    faulty("changes the", { options = lines, canonical = sorted }, { 4, 5 })
    faulty("not idempotent", { options = lines, canonical = function(a, b) return b, a end }, { 4, 5 })
  end)

  it("compares parts and canonical by value, and names the smallest position", function()
    local wythoff = ta.rules.wythoff.options
    faulty("X(1, 1): parts changes the nim value: 0 with it, 2 without (42 positions looked at)", { name = "X",
      options = wythoff, parts = function(a, b) return { { a, 0 }, { 0, b } } end }, { 5, 6 })
    faulty("emits nil as component 2", { name = "X", options = wythoff, parts = function(a, b)
      return { { a }, b and { b } }
    end }, { 5, 6 })
    -- Only the first pile is taken from: sorting changes no outcome of a position with both, but its value.
    faulty("X(2, 1): canonical changes the nim value: 1 with it, 2 without", { name = "X", options = function(emit, a,
      b)
      for k = 1, a do emit(a - k, b) end
    end, canonical = function(a, b) return math.min(a, b), math.max(a, b) end }, { 5, 1 })
    -- Both players in one column; the halves of a strip are not independent when a move may jump the gap.
    local strip = { name = "X", left = function(emit, s)
      local i = s:find("oo", 1, true)
      if i then emit(s:sub(1, i - 1) .. "##" .. s:sub(i + 2)) end
      if s:find("o#+o") then emit((s:gsub("o(#+)o", "#%1#"))) end
    end, right = function(emit, s)
      for i in s:gmatch("()o") do emit(s:sub(1, i - 1) .. "#" .. s:sub(i + 1)) end
    end, parts = function(s)
      local list = {}
      for part in s:gmatch("o+") do list[#list + 1] = { part } end
      return list
    end }
    faulty("X(\"o#o\"): parts changes the canonical form: -2 with it, {0|-1} without", strip, "ooooo")
    faulty("canonical changes the canonical form", { name = "X", left = function(emit, n)
      if n > 0 then emit(n - 1) end
    end, right = function(emit, n)
      if n > 1 then emit(n - 2) end
    end, canonical = function(n) return n % 2 end }, 9)
  end)

  it("says how many positions it looked at, and that it stopped", function()
    assert.same({ true, 42 }, { ta.rules.wythoff:validate { from = { 5, 6 } } })
    assert.same({ true, 30, "stopped at its sample of 30 positions; more can be reached" },
      { ta.rules.wythoff:validate { from = { 5, 6 }, sample = 30 } })
    local _, report = ta.ruleset { name = "X", options = function(emit, n)
      for k = 1, n do emit(n - k) end
    end, nim_value = function(n) return n + 1 end }:validate { from = 9, sample = 5 }
    assert.equal(5, report.positions)
    assert.is_true(report.stopped)
    assert.matches("5 positions looked at, stopped at its sample of 5 positions; more can be reached", tostring(report))
  end)

  it("reports the number of omitted comparisons", function()
    local function grid(emit, a, b)
      if a > 0 then emit(a - 1, b) end
      if b > 0 then emit(a, b - 1) end
    end
    local function sorted(a, b) return math.min(a, b), math.max(a, b) end
    local folded = ta.ruleset { options = grid, canonical = sorted }
    assert.same({ true, 3, "stopped at its sample of 3 positions; more can be reached; "
      .. "canonical not compared by nim value on 3 of 3 positions (ELIMIT)" },
      { folded:validate { from = { 500, 500 }, sample = 3 } })
    local quick = ta.ruleset { options = grid, nim_value = function(a, b) return (a + b) % 2 end }
    assert.same({ true, 289, "the quick answer not compared by nim value on 89 of 289 positions" },
      { quick:validate { from = { 16, 16 } } })
    local swing = ta.ruleset { left = function(emit, n) emit(1 - n) end, right = function(emit, n) emit(1 - n) end,
                               canonical = function(n) return n end }
    assert.same({ true, 2 },
      { swing:validate { from = 0 } })
  end)

  it("compares positions over by rule by outcome", function()
    faulty("X(1): canonical changes the outcome: P with it, N without", { name = "X", options = function(emit, n)
      if n > 0 then emit(n - 1) end
    end, terminal = function(n) return n == 0 and "loss" or nil end, canonical = function() return 0 end }, 3)
  end)

  it("finds wrong shortcuts", function()
    faulty("nim_value gives 6; by the options it is 0", { options = down, nim_value = function(n) return n end })
    faulty("outcome gives N", { options = down, outcome = function() return "N" end })
  end)

  it("lets Ctrl-C through a rule", function()
    local function interrupted() error("interrupted!") end
    local r = ta.ruleset { options = interrupted, describe = interrupted }
    for _, call in ipairs { function() return r:validate { from = 3 } end, function() return tostring(r(3)) end } do
      raises("interrupted!", call)
    end
  end)

  it("refuses unrequested messages", function()
    local r = ta.ruleset { options = down }
    assert.has_error(function() r:validate() end)
    assert.has_error(function() r:validate {} end)
    assert.has_error(function() r:validate { from = 3, smple = 3 } end)
    assert.has_error(function() r:validate { from = 3, sample = 0 } end)
  end)
end)
