-- A call restores what it changed on every exit. Refused memory is not reported as an error of a rule.
local failure = require "takeaway.base.failure"
local ta = require "takeaway"
local watches = require "takeaway.base.watch"

describe("failure.ensure", function()
  it("undoes, and gives what the call gives", function()
    local undone = 0
    local function undo() undone = undone + 1 end
    assert.same({ 3, nil, "x", n = 3 }, table.pack(failure.ensure(undo, function(...) return ..., nil, "x" end, 3)))
    assert.equal(1, undone)
    local why = { "no text" }
    local ok, raised = pcall(failure.ensure, undo, function() error(why) end)
    assert.is_false(ok)
    assert.equal(why, raised)
    assert.equal(2, undone)
  end)

  it("takes no memory between the end of the call and the undoing", function()
    local before, taken
    local function begin(...)
      before = collectgarbage("count")
      return ...
    end
    local function ask()
      failure.ensure(function() taken = collectgarbage("count") - before end,
        function() return begin(table.unpack({}, 1, 200)) end)
    end
    collectgarbage("stop")
    ask() -- the stack grows
    ask()
    collectgarbage("restart")
    assert.is_true(taken <= 0) -- frames are let go
  end)
end)

describe("want of memory", function()
  it("goes on where the errors of rules are reported", function()
    local function rule() error("not enough memory", 0) end
    assert.is_true(failure.is_memory "not enough memory")
    assert.is_false(failure.is_memory {})
    assert.same({ false, "not enough memory" }, { pcall(failure.try, rule) })
    assert.same({ false, "mine" }, { failure.try(error, "mine", 0) })
    local described = ta.ruleset { name = "d", options = function() end, describe = rule }
    assert.has_error(function() return tostring(described(1)) end, "not enough memory")
  end)

  it("leaves no watcher behind", function()
    local rules = ta.moves { "n", "k: 1 <= k <= 3, k <= n -> n - k" }
    assert.has_error(function() rules:theorem { progress = function() error("not enough memory", 0) end } end)
    assert.is_nil(watches.get())
  end)
end)
