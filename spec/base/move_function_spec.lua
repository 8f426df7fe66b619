local ta = require "takeaway"

local BUILD = os.getenv("TAKEAWAY_BUILD") or "build"
local LIBRARY = BUILD .. "/spec/movefns.so"
if not LIBRARY:match("^/") then LIBRARY = "./" .. LIBRARY end

describe("takeaway.move_function", function()
  it("one f in every form gives one table", function()
    local list = {}
    for k = 1, 200 do list[k] = 2 * k end
    local forms = {
      function(k) return 2 * k end, function(k) return 2.0 * k end, 2, 2.0, "2", "4/2", "2k", "k+k", "2*k", "k/1*2",
      list, { 2, 4, 6, rest = "2k" }, { 2, rest = 2 * 1 == 2 and function(k) return 2 * k end },
      { 2, 4, rest = { 9, 9, 6, rest = 2 * 1 == 2 and ta.move_function(2) } },
      ta.move_function("2k"), ta.native(LIBRARY, "twice"), ta.native(LIBRARY, "twice32", "int32(int32)"),
      ta.native(LIBRARY, "twice16", "uint16(uint16)"), ta.native(LIBRARY, "twice_double", "double(double)"),
    }
    local expected = ta.two_pile("2k"):table(100):checksum()
    for i, f in ipairs(forms) do
      assert.equal(expected, ta.two_pile(f):table(100):checksum(), "form " .. i)
      assert.same(list, { table.unpack(ta.move_function(f):tabulate(200)) }, "form " .. i)
    end
    assert.equal(660133094, expected)
  end)

  it("calls a Lua function once for each k", function()
    local calls = {}
    local f = ta.move_function(function(k) calls[k] = (calls[k] or 0) + 1 return k + 3 end)
    for _ = 1, 3 do
      assert.is_nil((ta.two_pile(f):table(50) or nil) and nil)
      f:tabulate(60)
      f:is_nondecreasing(60)
      f(1 << 40)
    end
    for k, n in pairs(calls) do assert.equal(1, n, k) end
    assert.equal(1, calls[1 << 40])
  end)

  it("may be recursive through another move function", function()
    local fibonacci
    fibonacci = ta.move_function(function(k) return k < 3 and 1 or fibonacci(k - 1) + fibonacci(k - 2) end)
    assert.equal(6765, fibonacci:tabulate(20)[20])
  end)

  it("takes a decimal number as the exact double", function()
    local f = ta.move_function(2.1)
    assert.equal("f(k) = floor(4728779608739021k/2251799813685248)", tostring(f))
    assert.equal(21, f(10))
    assert.equal(math.huge, ta.move_function(1e300)(1))
    assert.equal(math.huge, ta.move_function(math.huge)(1))
    assert.equal(math.huge, ta.move_function("2k")(1 << 62))
    local most = 1 << 62 -- larger values are infinite, also fractions
    assert.same({ math.huge, math.huge }, { ta.move_function "3^k/2"(41), ta.move_function "3k/2"(most - 1) })
    assert.is_false((pcall(ta.move_function "3k/2", 2 ^ 61 // 1 | 1)))
    assert.is_false((pcall(ta.move_function "3^k/2", 39)))
    assert.equal(most - 1, ta.move_function { 1, rest = most - 1 }(5))
    assert.equal(most, ta.move_function { most, rest = most }(1))
    assert.equal(most, ta.move_function { 2.0 ^ 62, rest = 2.0 ^ 62 }(2))
    assert.same({ math.huge, math.huge }, { ta.move_function { most + 1 }(1), ta.move_function { 1, rest = most + 1 }(2) })
    assert.equal(1 << 62, ta.move_function("2k")(1 << 61))
  end)

  it("says what it knows of its direction", function()
    assert.is_true(ta.move_function("2^k"):is_nondecreasing(1 << 62))
    assert.same({ false, 3 }, { ta.move_function("lowbit(k)"):is_nondecreasing(10) })
    assert.same({ false, 2 }, { ta.move_function({ 3, 1, rest = "k" }):is_nondecreasing(10) })
    assert.is_true(ta.move_function({ 1, 1, rest = "k" }):is_nondecreasing(1 << 62))
    local value, message, code = ta.move_function(function(k) return k end):is_nondecreasing(1 << 62)
    assert.is_nil(value)
    assert.equal("ELIMIT", code)
    assert.matches("more than check = 1000000", message)
  end)

  it("is collected with its game, cycles included", function()
    local weak = setmetatable({}, { __mode = "k" })
    for _ = 1, 50 do
      local game
      local f = function(k) return game and k or 1 end
      game = ta.two_pile(f)
      game:least_move(3, 4)
      weak[f] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(weak))
  end)

  describe("native", function()
    it("widens narrow results and keeps their sign", function()
      assert.equal(126, ta.native(LIBRARY, "twice8", "int8(int8)")(63))
      assert.has_error(function() ta.native(LIBRARY, "minus_one8", "int8(int8)")(5) end,
        "move function: f = native minus_one8 in " .. LIBRARY .. ": f(5) = -1; a limit is a positive integer or infinity")
      assert.equal(math.huge, ta.native(LIBRARY, "all_of_it", "uint64(uint64)")(4))
    end)

    it("refuses what does not fit its signature", function()
      local ok, why = pcall(ta.native(LIBRARY, "twice8", "int8(int8)"), 200)
      assert.is_false(ok)
      assert.equal("ERANGE", why.code)
      assert.matches("does not fit int8", tostring(why))
      assert.has_error(function() ta.native(LIBRARY, "twice", "int(int)") end)
      assert.has_error(function() ta.native(LIBRARY, "twice", "int64") end)
      ok, why = pcall(ta.native(LIBRARY, "half", "double(double)"), 3)
      assert.is_false(ok)
      assert.matches("f%(3%) = 1.5", why)
    end)

    it("says which library or symbol is missing", function()
      local f, message, code = ta.native("./no/such/library.so", "twice")
      assert.is_nil(f)
      assert.equal("EIO", code)
      assert.matches("no/such/library.so", message)
      f, message, code = ta.native(LIBRARY, "thrice")
      assert.is_nil(f)
      assert.equal("EIO", code)
      assert.matches("thrice", message)
    end)

    it("takes no name that C would cut at a zero byte", function()
      for argument, with in pairs { path = { LIBRARY .. "\0junk", "twice" }, symbol = { LIBRARY, "twice\0junk" },
                                    signature = { LIBRARY, "twice", "int64(int64)\0junk" } } do
        assert.matches(("native: %s: expected a string.*, got one with a zero byte$"):format(argument),
          select(2, pcall(ta.native, table.unpack(with))))
      end
    end)
  end)
end)
