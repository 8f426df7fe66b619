-- Budgets: limits hold for everything that runs inside a call.
--
-- The clock advances by a step at each reading. So delays are counted, and do not depend on the machine.
local check_certificate = require "takeaway.research.check_certificate"
local check_phases = require "takeaway.research.check_phases"
local check_theorem = require "takeaway.research.check_theorem"
local core = require "takeaway.core"
local ta = require "takeaway"

local OPERATORS = { "join", "selective_sum", "selective_compound", "sequential_compound", "conway_product",
                    "ordinal_product", "ordinal_sum", "conjunctive_sum", "continued_conjunctive_sum",
                    "shortened_selective_compound" }
local IMPARTIAL = { continued_conjunctive_sum = true, shortened_selective_compound = true }
local QUESTIONS = { "outcome", "misere_outcome", "nim_value", "followers", "remoteness", "misere_remoteness", "suspense",
                    "best_move", "winning_moves", "canonical_form", "misere_canonical_form", "genus" }
local NONE = { ELIMIT = true, EPARTIZAN = true }

local function endless(settings)
  return ta.ruleset({ name = "U", options = function(emit, a, b) emit(a + 1, b) emit(a, b + 1) end }, settings)
end

local function partizan(settings)
  return ta.ruleset({ name = "U", left = function(emit, a, b) emit(a + 1, b) end,
                      right = function(emit, a, b) emit(a, b + 1) end }, settings)
end

-- Each question of each compound of endless games.
local function each(settings, see)
  for _, make in ipairs { endless, partizan } do
    for _, operator in ipairs(OPERATORS) do
      for _, question in ipairs(make == partizan and IMPARTIAL[operator] and {} or QUESTIONS) do
        local u = make(settings)
        local compound = u(0, 0)[operator](u(0, 0), u(0, 1))
        see(compound[question], compound, ("%s: %s"):format(operator, question))
      end
    end
  end
end

describe("compounds of endless games", function()
  it("keep to the positions and the depth of their components", function()
    for name, settings in pairs { limit = { limit = 300 }, depth = { depth = 30 } } do
      each(settings, function(ask, compound, what)
        local answer, message, code = ask(compound)
        assert.is_nil(answer, name .. ": " .. what)
        assert.is_true(NONE[code], ("%s: %s: %s"):format(name, what, message))
        local held = compound:ruleset():statistics().positions
        assert.is_true(held <= (name == "limit" and 300 or 2 ^ 20), ("%s: %s: %d held"):format(name, what, held))
      end)
    end
  end)

  it("keep to the time of their components, counted in readings of the clock", function()
    finally(function() core.step(0) end)
    core.step(1)
    each({ seconds = 40 }, function(ask, compound, what)
      core.counts()
      local answer, message, code = ask(compound)
      local _, late = core.counts()
      assert.is_nil(answer, what)
      assert.is_true(NONE[code], ("%s: %s"):format(what, message))
      assert.is_true(late <= 40, ("%s: %d polls after the end"):format(what, late))
    end)
  end)

  it("are cancelled by the progress function of a component", function()
    each({ progress = function() return false end }, function(ask, compound, what)
      local answer, message, code = ask(compound)
      assert.is_nil(answer, what)
      assert.is_true(code == "ECANCELLED" or code == "EPARTIZAN", ("%s: %s"):format(what, message))
    end)
  end)

  it("keep to the memory of their components", function()
    for _, operator in ipairs(OPERATORS) do
      local u = endless { memory = 2 ^ 20 }
      local compound = u(0, 0)[operator](u(0, 0), u(0, 1))
      local answer, message, code = compound:outcome()
      assert.same({ nil, "ELIMIT" }, { answer, code }, message)
    end
  end)

  it("may have less, and follow what is set later", function()
    local u = endless()
    local compound = u(0, 0):join(u(0, 1))
    u:limit { limit = 500 }
    assert.matches("limit of 500 positions", (select(2, compound:outcome())))
    compound:ruleset():limit { limit = 50 }
    assert.matches("limit of 50 positions", (select(2, compound:nim_value())))
    compound:ruleset():limit { limit = 5000 }
    assert.matches("limit of 500 positions", (select(2, compound:nim_value())))
    u:limit {}
    assert.matches("limit of 5000 positions", (select(2, compound:nim_value())))
  end)
end)

describe("ta.within", function()
  local function code_of(settings, f) return select(3, ta.within(settings, f)) end

  it("gives what the function gives", function()
    assert.same({ 3, nil, "x", n = 3 }, table.pack(ta.within({ seconds = 1 }, function(...) return ... end, 3, nil, "x")))
    assert.error_matches(function() ta.within({ seconds = 1 }, function() error "mine" end) end, "mine")
  end)

  it("bounds what runs inside, loops in Lua as well", function()
    local u = endless()
    local function join() return u(0, 0):join(u(0, 1)):outcome() end
    for _, settings in ipairs { { limit = 100 }, { depth = 50 }, { memory = 2 ^ 20 }, { seconds = 1e-9 } } do
      assert.equal("ELIMIT", code_of(settings, join))
    end
    assert.equal("ECANCELLED", code_of({ progress = function() return false end }, join))
    assert.equal("ELIMIT", code_of({ seconds = 1e-9 }, function() while true do end end))
    assert.equal("ELIMIT", code_of({ memory = 2 ^ 20 }, function()
      local t = {}
      while #t >= 0 do t[#t + 1] = {} end
    end))
    assert.equal("ELIMIT", code_of({ memory = 2 ^ 20 }, function() return ta.value "{3||2|1}" * 1000 end))
    assert.equal("ELIMIT", code_of({ seconds = 1e-9 }, function() return ta.octal "0.007":periodicity(2 ^ 62) end))
  end)

  it("names the call whose limit was reached", function()
    local _, message = ta.within({ memory = 2 ^ 20 }, function() return endless()(0, 0):outcome() end)
    assert.matches("limit of 1048576 bytes of memory is reached, set by ta.within", message)
  end)

  it("is inherited by what a rule asks", function()
    local u = endless()
    local inner
    local asks = ta.ruleset { options = function(emit, n)
      local answer, message, code = u(0, 0):outcome()
      inner = code
      assert(answer, message)
      emit(n)
    end }
    asks:limit { limit = 100 }
    assert.has_error(function() asks(1):outcome() end)
    assert.equal("ELIMIT", inner)
  end)

  it("is over when the function has ended, however it ends", function()
    local function none() assert.same({ 0, 0, false }, { core.inherited() }) end
    ta.within({ limit = 5 }, function() assert.same({ 5, 0, true }, { core.inherited() }) end)
    none()
    pcall(ta.within, { limit = 5, progress = print }, error, "x")
    none()
    ta.within({ limit = 5 }, function()
      ta.within({ limit = 9, depth = 3 }, function() assert.same({ 5, 3, true }, { core.inherited() }) end)
      assert.same({ 5, 0, true }, { core.inherited() })
    end)
    local thread = coroutine.wrap(function() ta.within({ limit = 5 }, coroutine.yield) end)
    assert.error_matches(thread, "yield")
    none()
    ta.within({ limit = 5 }, function()
      local inside = coroutine.wrap(function() coroutine.yield((core.inherited())) end)
      assert.equal(5, inside())
    end)
    local broken = ta.ruleset { options = function() error "broken" end }
    broken:limit { limit = 7 }
    pcall(function() return broken(1):outcome() end)
    none()
  end)

  -- A query inside a call may end with ELIMIT. The call must not take that for an answer.
  it("ends calls that would say something wrong of what they were kept from", function()
    local euclid = ta.euclid()
    local function limited() return ta.moves { "a, b, x", "k: 1 <= k <= x, k <= a -> a - k, b, 2k" } end
    local guessed = ta.moves { "n", "k: 1 <= k <= 2, k <= n -> n - k" }
    local named = 7 * ta.misere_value "*[2#0]"
    local numbers = ta.numeration(2):set "a, b: a < b"
    for what, ask in pairs {
      ["as_moves"] = function() return euclid:as_moves() end,
      ["theorem"] = function() return limited():theorem() end,
      ["count"] = function() return numbers:count(100) end,
      ["first"] = function() return numbers:first(9) end,
      ["misere name"] = function() return tostring(named) end,
      ["report"] = function() return ta.report(ta.octal "0.07", { to = 9 }) end,
    } do
      local answer = tostring(ask())
      finally(function() core.step(0) end)
      for k = 1, 40, 3 do
        core.step(1)
        local limit, message, code = ta.within({ seconds = k - 0.5 }, ask)
        core.step(0)
        assert.is_true(code == "ELIMIT" or tostring(limit) == answer,
          ("%s: %d: %s %s"):format(what, k, limit, message))
      end
      assert.equal(answer, tostring(ask()))
    end
    assert.equal("ELIMIT", code_of({ limit = 5 }, function() return guessed:guess() end))
    assert.equal("ELIMIT", code_of({ memory = 1024 }, function() return ta.rules.wythoff:has_limit() end))
    assert.equal("ELIMIT", code_of({ memory = 1 },
      function() return ta.load_rules("n", { text = "return { options = function(emit, n) emit(n - 1) end }" }) end))
  end)

  it("are not reported as a fault of the input", function()
    local edges = {}
    for i = 1, 20000 do edges[i] = { i, i + 1 } end
    local words, phases = ta.win_condition({ 1, 3, 4 }):certificate(), ta.phases({ 1, 3, 4 }):certificate()
    local theorem = ta.moves({ "n", "k: 1 <= k <= 2, k <= n -> n - k" }):theorem():certificate()
    finally(function() core.step(0) end)
    for what, ask in pairs {
      text = function() return ta.rules.hackenbush(("g"):rep(50000)) end,
      edges = function() return ta.rules.node_kayles(edges) end,
      words = function() return check_certificate(words) end,
      phases = function() return check_certificate(phases) end,
      ["phases alone"] = function() return check_phases(phases) end,
      theorem = function() return check_theorem(theorem) end,
    } do
      local answer = tostring(ask())
      core.step(1)
      assert.equal("ELIMIT", code_of({ seconds = 0.5 }, ask), what)
      core.step(0)
      assert.equal(answer, tostring(ask()))
    end
  end)

  it("and seconds of rules end a rule that loops for ever, in Lua or declared", function()
    local forever = ta.ruleset { options = function() while true do end end }
    local far = ta.moves { "a", "k: 1 <= k <= a, floor(k/2) mod 10 = 3, floor(k/3) mod 7 = 9 -> a - k" }
    for _, position in ipairs { forever(3), far(2 ^ 62 - 1) } do
      local function ask() return position:outcome() end
      assert.equal("ELIMIT", code_of({ seconds = 1e-3 }, ask))
      position:ruleset():limit { seconds = 1e-3 }
      assert.equal("ELIMIT", (select(3, ask())))
      assert.is_nil(debug.gethook())
    end
  end)

  it("looks at a Ctrl-C", function()
    local forever = ta.ruleset { options = function(emit, n) emit(n + 1) end }
    local terminal = require "takeaway.terminal"
    local function stop() error(terminal.interrupt, 0) end
    for _, settings in ipairs { { seconds = 1e6 }, { memory = 2 ^ 40 }, { progress = function() end } } do
      local ok, why = pcall(ta.within, settings, function()
        debug.sethook(stop, "", 100000)
        return forever(1):outcome()
      end)
      debug.sethook()
      assert.is_true(not ok and why == terminal.interrupt, tostring(why))
    end
  end)

  it("ends at the first request for memory that is refused", function()
    local game = ta.octal "0.007"
    for bits = 14, 18, 2 do
      core.counts()
      assert.equal("ELIMIT", code_of({ memory = 2 ^ bits }, function() return game:periodicity(2 ^ 62) end))
      assert.equal(1, (select(3, core.counts())))
    end
  end)

  it("refuses what is no limit", function()
    assert.error_matches(function() ta.within({ second = 1 }, print) end, "unknown setting second")
    assert.error_matches(function() ta.within({ seconds = 0 }, print) end, "seconds: expected a positive number")
    assert.error_matches(function() ta.within({ limit = 2 ^ 63 }, print) end, "limit: expected a positive number")
    assert.error_matches(function() ta.within({}, 3) end, "f: expected a function")
  end)
end)
