-- The watcher: what a prompt shows of queries without their own progress function.
local core = require "takeaway.core"
local watcher = require "takeaway.base.watch"
local ta = require "takeaway"
local light = { name = "Light", options = function(emit, a, b) -- many positions with few options
  if a > 0 then emit(a - 1, b) end
  if b > 1 then emit(a, b - 2) end
end }

describe("the watcher", function()
  local heard, ended
  local function watch(f)
    heard, ended = {}, 0
    watcher.set(function(done, total)
      if not done then
        ended = ended + 1
      else
        heard[#heard + 1] = { done, total }
        if f then return f(done, total) end
      end
    end)
  end
  after_each(function() watcher.set(nil) end)

  it("hears of every kind of question, and of its end", function()
    watch()
    for label, ask in pairs {
      ruleset = function() return ta.ruleset(light)(400, 400):nim_value() end,
      outcome = function() return ta.ruleset(light)(400, 801):outcome() end,
      sum = function()
        local rules = ta.ruleset(light)
        return (rules(20, 41) + rules(20, 40)):misere_outcome()
      end,
      heap = function() return ta.octal "0.16":nim_values(20000) end,
      two_pile = function() return ta.two_pile("2k", { misere = true }):table(1000) end,
      value = function() return ta.cash_value({ 1, 2, 3 }, 80, 60, 60) end,
    } do
      heard, ended = {}, 0
      assert.is_not_nil(ask(), label)
      assert.is_true(#heard > 0, label)
      assert.is_true(ended >= 1, label)
      for _, one in ipairs(heard) do assert.is_true(one[1] >= 0 and one[2] >= 0, label) end
    end
    watcher.set(nil)
    heard = {}
    ta.octal "0.16":nim_values(20000)
    assert.same({}, heard)
    assert.is_nil(watcher.get())
  end)

  it("gets no report of a short call, or of one with a progress function", function()
    watch()
    assert.equal("N", ta.rules.nim(3, 4):outcome())
    local own = 0
    ta.octal("0.16", { progress = function() own = own + 1 end }):nim_values(20000)
    local rules = ta.ruleset(light, { progress = function() own = own + 1 end })
    rules(500, 500):nim_value()
    rules:table { to = 3 }
    assert.is_true(own >= 2)
    ta.rules.wythoff:table { to = 3, progress = function() own = -1 end }
    assert.equal(-1, own)
    assert.same({ {}, 0 }, { heard, ended })
  end)

  it("gets reports of cells, and of the end once, for a table", function()
    watch()
    ta.ruleset(light):table { to = 400 }
    assert.is_true(#heard > 0)
    assert.equal(1, ended)
  end)

  it("cancels by false, and what it raises is raised, after which it hears of the end", function()
    watch(function() return false end)
    local game = ta.octal "0.16"
    local answer, message, code = game:nim_values(20000)
    assert.same({ nil, "nim_values: cancelled by the progress function", "ECANCELLED" }, { answer, message, code })
    assert.equal(1, ended)
    watch(function() error("not now", 0) end)
    local ok, why = pcall(game.nim_values, game, 20000)
    assert.is_false(ok)
    assert.equal("not now\n  in progress", why:sub(1, 21))
    assert.equal(1, ended)
    watcher.set(nil)
    assert.equal(20001, #game:nim_values(20000))
  end)

  it("cancels what asks many calls, whatever these make of it", function()
    core.step(1)
    finally(function() core.step(0) end)
    watch(function() return #heard > 1 end) -- the first is refused
    local answer, message, code = ta.one_pile "2k":theorem()
    assert.same({ nil, "ECANCELLED" }, { answer, code }, message)
    core.step(1)
    local function swallows()
      assert(not ta.octal "0.16":nim_values(20000))
      return nil, "no such game", "EUNSUPPORTED"
    end
    answer, message, code = ta.within({ progress = function() return false end }, swallows)
    assert.same({ nil, "cancelled by the progress function", "ECANCELLED" }, { answer, message, code })
  end)

  it("hears of the end of what meets a limit, and of questions that a rule asks", function()
    watch()
    local answer, _, code = ta.ruleset(light):solve { from = { 800, 800 }, limit = 100000 }
    assert.same({ nil, "ELIMIT" }, { answer, code })
    assert.equal(1, ended)
    local inner = ta.ruleset { name = "Inner", options = function(emit, n)
      if n == 1 then ta.octal "0.16":nim_values(20000) end
      if n > 0 then emit(n - 1) end
    end }
    ended = 0
    assert.equal("N", inner(3):outcome())
    assert.equal(1, ended)
  end)

  it("may raise at the end, when the answer is lost and the game is free again", function()
    local game = ta.octal "0.16"
    watcher.set(function(done) if not done then error("the end", 0) end end)
    assert.error_matches(function() game:nim_values(20000) end, "^the end$")
    watcher.set(nil)
    assert.equal(0, game:nim_value(3))
    game:close()
  end)

  it("is a function", function()
    assert.error_matches(function() watcher.set(3) end, "function expected")
  end)
end)
