-- Every public call has a scenario (spec/support/calls.lua), and a call without one is reported.

-- A fresh list, as in a separate program.
local function fresh()
  package.loaded["spec.support.calls"] = nil
  return require "spec.support.calls"
end

describe("the scenarios of public calls", function()
  local path = package.path
  setup(function() package.path = "./?.lua;" .. path end)
  teardown(function() package.path = path end)

  it("are there for every call, and are answered", function()
    local calls = fresh()
    assert.same({}, calls.missing())
    assert.is_true(#calls.names() > 700 and #calls.scenarios() > #calls.names())
  end)

  it("give the same answer twice, and of the same objects", function()
    for _, s in ipairs(fresh().scenarios()) do
      if s.name:find "^takeaway%.[hm]" or s.name:find "^rules" then
        local objects = table.pack(s.make())
        local answer = s.ask(table.unpack(objects, 1, objects.n))
        assert.equal(answer, s.ask(table.unpack(objects, 1, objects.n)), s.name)
        assert.equal(answer, s.ask(s.make()), s.name)
      end
    end
  end)

  local ta = require "takeaway"

  it("are missed for a new method, of the C core and of Lua", function()
    local form = debug.getmetatable(ta.form "{*|*}")
    for _, class in ipairs { debug.getmetatable(ta.two_pile "2k"), form } do
      function class.__index.planted(_, x) return x.field end
      local missing = table.concat(fresh().missing "planted", "\n")
      class.__index.planted = nil
      assert.is_truthy(missing:find("no scenario of " .. class.__name .. ".planted", 1, true), missing)
    end
  end)

  it("are missed for a new function of ta and of its tables, and a new operator", function()
    ta.planted, ta.plot.planted = function() end, function() end
    local class = debug.getmetatable(ta.form "{*|*}")
    function class.__mod(a, b) return a .. b end
    local missing = table.concat(fresh().missing "planted", "\n") .. table.concat(fresh().missing "form.__mod", "\n")
    ta.planted, ta.plot.planted, class.__mod = nil, nil, nil
    assert.is_truthy(missing:find("no scenario of ta.planted", 1, true), missing)
    assert.is_truthy(missing:find("no scenario of ta.plot.planted", 1, true), missing)
    assert.is_truthy(missing:find("no scenario of takeaway.form.__mod", 1, true), missing)
  end)

  it("are missed for a new kind of object, in reach of a module or not", function()
    local kind = { __name = "takeaway.planted", __index = { ask = function() return 1 end } }
    local module = require "takeaway.base.text"
    module.planted = function() return setmetatable({}, kind) end
    local missing = table.concat(fresh().missing "^none", "\n")
    assert.is_truthy(missing:find("no sample of takeaway.planted", 1, true), missing)
    module.planted = nil

    local mex = ta.mex
    ta.mex = function() return setmetatable({}, { __name = "takeaway.planted", __tostring = function() return "" end }) end
    missing = table.concat(fresh().missing "^ta.mex", "\n")
    ta.mex = mex
    assert.is_truthy(missing:find("gives an object of a kind that nothing leads to: takeaway.planted", 1, true), missing)
  end)
end)
