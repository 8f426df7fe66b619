-- Finalizers in the middle of calls: runs spec/support/finalizers.lua as a separate program.

describe("finalizers that close, clear and ask", function()
  local output, ended, _, code = require("tools.jobs").output_of "lua5.4 spec/support/finalizers.lua 2>&1"
  local calls, fired, inside = output:match("(%d+) calls, (%d+) finalizers, (%d+) of them inside C functions")

  it("change no result of any method of any kind of object", function()
    local wrong = {}
    for line in output:gmatch("[^\n]+") do
      if not line:find("^ok ") then wrong[#wrong + 1] = line end
    end
    assert.is_true(ended, ("ended with %s\n%s"):format(code, table.concat(wrong, "\n")))
  end)

  it("of a rule get no hold of the call in progress", function() -- it returned what they asked for
    local ta = require "takeaway"
    for _, disturb in ipairs { function(nim) return nim(5):options() end, function(nim) return nim:clear() end,
                               function(nim) return nim:close() end } do
      local nim, done
      nim = ta.ruleset { name = "nim", options = function(emit, n)
        if n == 20000 then
          setmetatable({}, { __gc = function() done = { pcall(disturb, nim) } end })
        end
        for k = 0, n - 1 do emit(k) end
      end }
      local options = nim(20000):options()
      assert.equal(20000, #options)
      assert.equal(19999, options[20000][1])
      assert.is_false(done and done[1] or false)
    end
  end)

  it("were run inside the binding, in every kind that has methods", function()
    assert.is_true(tonumber(calls) > 5000 and tonumber(fired) > tonumber(calls))
    assert.is_true(tonumber(inside) > 20000)
    for _, kind in ipairs { "callback", "cash", "heap", "least_table", "movefn", "one_pile", "ruleset", "sequence", "sum",
                            "two_pile", "value", "values", "win_condition" } do
      assert.is_truthy(output:find("ok takeaway." .. kind .. ".", 1, true), kind)
    end
  end)
end)
