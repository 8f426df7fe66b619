-- Other compiled parts of a rule: nim_value, entails and packed parts, table rows by a computed index, move functions
-- that call Lua. The treatment of positions that are text.
local box = require "spec.support.box"
local compiled = require "spec.support.compiled"
local ta = require "takeaway"

local math, ipairs, table, setmetatable = math, ipairs, table, setmetatable

local agree, both, options, nim = compiled.agree, compiled.both, compiled.options, compiled.nim

describe("nim_value and entails", function()
  it("are compiled", function()
    local fields = { options = nim, nim_value = function(a, b) return a ~ b end }
    local lua, native = both(fields)
    local state, reasons, share, programs = native:compiled()
    assert.same({ true, {}, 0 }, { state, reasons, share })
    assert.equal(2, #programs)
    for a = 0, 12 do -- by the engine, since a position calls the function itself
      for b = 0, 12 do assert.equal(lua.core:nim_value(a, b), native.core:nim_value(a, b)) end
    end
    local calls = 0
    native = ta.ruleset({ options = nim, nim_value = function(a, b)
      calls = calls + 0
      return a ~ b
    end }, { native = true })
    assert.is_true((native:compiled()) == "partly")
    assert.is_truthy((select(2, native:compiled()))[1]:find "^nim_value: line %d+: a variable outside")
    assert.equal(5, native(3, 6):nim_value())
    assert.equal(0, calls)
  end)

  it("are Lua's where they fail", function()
    local function rules_of(nim_value, mode)
      return ta.ruleset({ name = "nim", options = nim, nim_value = nim_value }, { native = mode })
    end
    local function message(rules, a, b)
      local ok, why = pcall(function() return rules.core:nim_value(a, b) end)
      return ok and tostring(why) or why:match "^[^\n]*"
    end
    for _, f in ipairs {
      function(a, b) return a - b end,                        -- below 0
      function(a, b) return (a ~ b) | (a // 9) << 62 end,     -- above 2^62
      function(a, b) if a ~= b then return a ~ b end end,     -- nothing
      function(a, b) return a // b end,                       -- by 0
      function(a, b) if a < b then return "x" else return 1 end end,
      function(a, b) return (a + b) * 1.0 end,
    } do
      local lua, native = rules_of(f, false), rules_of(f, "check")
      for a, b in box(0, 10, 0, 10) do assert.equal(message(lua, a, b), message(native, a, b)) end
    end
  end)

  it("decide nothing when they differ from Lua", function()
    local odd = 0
    local rules = ta.ruleset({ options = nim, nim_value = function(a, b) return a ~ b, odd end }, { native = "check" })
    assert.equal(7, rules.core:nim_value(5, 2))
    odd = "x"
    assert.equal(6, rules.core:nim_value(4, 2))
  end)

  it("entails: true, false and nil alike", function()
    local function fields(entails)
      return {
        options = function(emit, n, must)
          if must == 1 then
            if n > 0 then emit(n - 1, 0) end
            return
          end
          for k = 1, math.min(n, 3) do emit(n - k, k == 2 and n > 4 and 1 or 0) end
        end,
        entails = entails,
      }
    end
    for _, entails in ipairs {
      function(_, must) return must == 1 end,
      function(_, must) if must == 1 then return true end end,
    } do
      local lua, native = both(fields(entails))
      assert.is_true((native:compiled()))
      for n = 0, 40 do
        assert.equal(tostring(lua(n, 0):nim_value()), tostring(native(n, 0):nim_value()), n)
        assert.equal(lua(n, 1):outcome(), native(n, 1):outcome(), n)
      end
    end
    local _, native = both(fields(function(_, must) return must end))
    assert.is_truthy((select(2, native:compiled()))[1]:find "^entails: line %d+: entails returns an integer$")
    assert.error_matches(function() native(7, 0):nim_value() end, "expected true where")
  end)
end)

describe("packed parts", function()
  it("are compiled", function()
    local fields = {
      options = function(emit, s)
        for i = 1, #s do if s:sub(i, i) == "x" then emit(s:sub(1, i - 1) .. "." .. s:sub(i + 1)) end end
      end,
      parts = function(s)
        local list = {}
        for part in s:gmatch "x+" do list[#list + 1] = part end
        return list
      end,
      packed = {
        read = function(s)
          local n = 0
          for i = 1, #s do n = n << 1 | (s:sub(i, i) == "x" and 1 or 0) end
          return #s, n
        end,
        show = function(size, n)
          local list = {}
          for i = size - 1, 0, -1 do list[#list + 1] = n >> i & 1 == 1 and "x" or "." end
          return table.concat(list)
        end,
        options = function(emit, size, n)
          for i = 0, size - 1 do if n >> i & 1 == 1 then emit(size, n & ~(1 << i)) end end
        end,
        parts = function(emit, size, n)
          local length, x = 0, 0
          for i = 0, size do
            if i < size and n >> i & 1 == 1 then
              length, x = length + 1, x << 1 | 1
            elseif length > 0 then
              emit(length, x)
              length, x = 0, 0
            end
          end
        end,
      },
    }
    local lua, native = both(fields)
    for n = 1, 9 do
      local board = ("x"):rep(n) .. "." .. ("x"):rep(10 - n)
      assert.equal(lua(board):nim_value(), native(board):nim_value())
    end
    local state, reasons = native:compiled(2)
    assert.same({ true, {} }, { state, reasons })
  end)
end)

describe("rows of a table", function()
  local grid = { [0] = { 2 }, { 1, 3, 4 }, {}, { 5, 1 }, { [0] = 9, 2, 6 } }
  local function fields()
    return { options = function(emit, n)
      local row = grid[n % 5]
      for i = 1, #row do if row[i] <= n then emit(n - row[i]) end end
      for _, k in ipairs(grid[n % 3]) do if k < n then emit(n - k) end end
      if n > 20 and grid[n - 21] and grid[n - 21][0] then emit(grid[n - 21][0]) end
    end }
  end

  it("are found by a computed index", function()
    local lua, native = both(fields())
    assert.same({ true, {} }, { (native:compiled()), (select(2, native:compiled())) })
    agree(lua, native, 0, 80)
    assert.equal(lua(300):nim_value(), native(300):nim_value())
    for n = 80, 100 do native(n):options() end -- each is a new query, which reads its references again
    assert.same({ true, {} }, { (native:compiled()), (select(2, native:compiled())) })
  end)

  it("may change, come and go", function()
    local lua, native = both(fields())
    local function same() agree(lua, native, 0, 30) end
    same()
    local was = grid[3]
    for _, change in ipairs {
      function() grid[3][2] = 7 end, function() grid[3][3] = 1 end, function() grid[3][3] = nil end,
      function() grid[3] = { 5, 2 } end, function() grid[5] = { [0] = 1, 1 } end, function() grid[5] = nil end,
      function() setmetatable(grid[3], { __index = function() return 2 end }) end, function() grid[3] = was end,
    } do
      change()
      same()
      native = select(2, both(fields()))
      same()
    end
    grid[3] = { 5, 1 }
  end)

  it("may be many, and gone through", function()
    local wide = {}
    for i = 1, 100 do wide[i] = { i, i % 7 } end
    local lua, native = both { options = function(emit, n)
      for i, row in ipairs(wide) do if row[1] <= n and row[2] == n % 7 then emit(n - i) end end
    end }
    assert.is_true((native:compiled()))
    agree(lua, native, 0, 130)
  end)

  it("are not compared, nor deeper, nor of more than integers", function()
    local function why(f)
      local state, reasons = ta.ruleset({ options = f }, { native = true }):compiled()
      assert.is_not_true(state)
      return reasons[1]:gsub("^line %d+: ", "")
    end
    local deep, mixed = { { { 1 } } }, { { 1, 2 }, { 1, "x" } }
    assert.equal("a test whether a table is equal", why(function(emit, n) if grid[n] == grid[0] then emit(0) end end))
    assert.equal("a table of more than integers, or rows of them", why(function(emit, n) emit(deep[n][n][n]) end))
    assert.equal("a table of more than integers, or rows of them", why(function(emit, n) emit(mixed[n][n]) end))
    assert.equal("a table outside of the rule is written", why(function(_, n) grid[n][1] = 3 end))
  end)
end)

describe("move functions that ask Lua", function()
  it("are called once for each k", function()
    local calls, outside = 0, 0
    local rule
    local f = ta.move_function(function(k)
      calls = calls + 1
      local level = 1 -- by the rule, and not while a program runs
      repeat
        level = level + 1
        local info = debug.getinfo(level, "f")
      until not info or info.func == rule
      if not debug.getinfo(level, "f") then outside = outside + 1 end
      return 2 * k + (k % 3)
    end)
    function rule(emit, n, x)
      for k = 1, math.min(n, x) do emit(n - k, f(k)) end
    end
    local lua, native = both { options = rule }
    assert.is_true((native:compiled()))
    local value = native(150, 149):nim_value() -- before f is known to either
    assert.equal(lua(150, 149):nim_value(), value)
    assert.is_true(calls <= 150)
    assert.equal(0, outside)
    assert.is_true((select(3, native:compiled())) < 0.1)
  end)

  it("may be lists with such a rest, and fail as they do", function()
    local f = ta.move_function { 1, 3, rest = function(k)
      if k == 9 then error "nine" end
      return k
    end }
    local lua, native = both { options = function(emit, n)
      if n > 0 then emit(n - 1) end
      if n > 1 then emit(n % f(n - 1)) end
    end }
    assert.is_true((native:compiled()))
    agree(lua, native, 0, 9)
    for _, rules in ipairs { lua, native } do
      assert.error_matches(function() return rules(10):options() end, "nine")
    end
    assert.equal(options(lua, 12), options(native, 12))
  end)
end)

describe("positions that are text", function()
  it("are Lua's, and that is the reason", function()
    local fields = { options = function(emit, s) for i = 1, #s do emit(s:sub(1, i - 1)) end end }
    local rules = ta.ruleset(fields, { native = true })
    local state, reasons = rules:compiled()
    assert.is_false(state)
    assert.equal(1, #reasons)
    assert.is_truthy(reasons[1]:find "^line %d+: positions are text$", reasons[1])
    rules = ta.ruleset(fields, { native = true })
    assert.equal(4, rules("abcd"):nim_value())
    assert.same({ false, { "positions are text" } }, { (rules:compiled()), (select(2, rules:compiled())) })
  end)
end)
