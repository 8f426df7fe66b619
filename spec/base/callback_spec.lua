-- Lua functions as C function pointers. A C library calls them from its own loops (spec/fixtures/drive.c).
local box = require "spec.support.box"
local ta = require "takeaway"

local BUILD = os.getenv("TAKEAWAY_BUILD") or "build"
local LIBRARY = BUILD .. "/spec/drive.so"
if not LIBRARY:match("^/") then LIBRARY = "./" .. LIBRARY end

-- A function of the library; a new one each time, since f is remembered.
local function drive(name, signature) return assert(ta.native(LIBRARY, name, signature)) end

local loaded -- while it is, the library remembers the pointer

setup(function() loaded = drive "keep" end)
teardown(function() loaded = loaded and nil end)

local keep = function(callback) -- the library calls this from now on
  drive "keep"(select(2, callback:pointer()))
  return callback
end

describe("ta.callback", function()
  it("is called from C's own loops", function()
    local calls = 0
    local twice <close> = keep(ta.callback(function(k)
      calls = calls + 1
      return 2 * k
    end, "int64(int64)"))
    assert.equal(1 + 1000 * 1001, drive "sum_to"(1000))
    assert.equal(1000, calls)
    assert.is_nil(twice:error())
    assert.equal("callback int64(int64)", tostring(twice))
    local pointer, address = twice:pointer()
    assert.equal("userdata", type(pointer))
    assert.equal("integer", math.type(address))
    assert.equal(("%x"):format(address), (tostring(pointer):gsub("^userdata: 0x", "")))
  end)

  it("converts by its signature, both ways", function()
    local got
    local function ask(name, signature, prototype, k, result)
      local callback <close> = keep(ta.callback(function(x) got = x return result end, prototype))
      local ok, answer = pcall(drive(name, signature), k)
      return ok and answer or answer, callback:error()
    end
    assert.equal(100, ask("narrow", "int64(int64)", "int8(int8)", 200, 100))
    assert.equal(-56, got)
    assert.equal(65535, ask("unsigned_narrow", "int64(int64)", "uint16(uint8)", 200, 65535))
    assert.equal(200, got)
    assert.equal(6, ask("real", "double(double)", "double(double)", 7, 6))
    assert.equal("float", math.type(got))
    assert.equal(math.huge, ask("most", "uint64(uint64)", "uint64(uint64)", 7, math.huge))
    assert.equal(7, got)
    assert.equal(math.huge, ask("at", "int64(int64)", "int64(int64)", 7, math.huge))
    assert.equal(5, ask("at", "int64(int64)", "int64(int64)", 7, 5.0))
    local answer, why = ask("above", "int64(int64)", "int64(uint64)", 7, 5)
    assert.same({ 1, "called with an argument above 2^63 - 1" }, { answer, why })
  end)

  it("refuses results that are none of the type", function()
    local result
    local function why(name, prototype)
      local callback <close> = keep(ta.callback(function() return result end, prototype))
      pcall(drive(name, name == "real" and "double(double)" or nil), 3)
      return callback:error() and callback:error():gsub("^.-: ", "")
    end
    for _, case in ipairs {
      { 128, "narrow", "int8(int8)", "the result 128 is none of int8(int8)" }, { -129, "narrow", "int8(int8)", "-129" },
      { 127, "narrow", "int8(int8)" }, { -128, "narrow", "int8(int8)" },
      { -1, "unsigned_narrow", "uint16(uint8)", "the result -1" }, { 65536, "unsigned_narrow", "uint16(uint8)", "65536" },
      { 2.5, "at", "int64(int64)", "the result 2.5" }, { "7", "at", "int64(int64)", "of type string" },
      { nil, "at", "int64(int64)", "of type nil" }, { 0 / 0, "at", "int64(int64)", "nan" },
      { math.huge, "narrow", "int8(int8)", "inf" }, { -math.huge, "at", "int64(int64)", "-inf" },
      { (1 << 53) + 1, "real", "double(double)", "9007199254740993" }, { 1 << 53, "real", "double(double)" },
    } do
      result = case[1]
      local message = why(case[2], case[3])
      if case[4] then assert.truthy(message and message:find(case[4], 1, true), tostring(result) .. ": " .. tostring(message))
      else assert.is_nil(message) end
    end
  end)

  it("gives the failure value and keeps the message when Lua raises", function()
    local callback <close> = keep(ta.callback(function(k)
      if k > 3 then error("no more than 3, got " .. k, 0) end
      return k
    end, "int64(int64)", { failure = 1000 }))
    assert.equal(1 + 1 + 2 + 3 + 1000 + 1000, drive "sum_to"(5))
    assert.equal("no more than 3, got 5", callback:error())
    assert.equal(3, drive "at"(3))
    assert.equal("no more than 3, got 5", callback:error()) -- until the next one
    local object <close> = keep(ta.callback(function()
      error(setmetatable({}, { __tostring = function() return "an object" end }))
    end, "int64(int64)", { failure = 7 }))
    assert.equal(7, drive "at"(3))
    assert.equal("an object", object:error())
  end)

  it("gives the failure value after close, and says so", function()
    local callback = keep(ta.callback(function() return 5 end, "int64(int64)", { failure = 9 }))
    assert.equal(5, drive "at"(1))
    callback:close()
    callback:close()
    assert.equal(9, drive "at"(1))
    assert.equal("called after it was closed", callback:error())
    assert.equal("callback (closed)", tostring(callback))
    assert.has_error(function() callback:pointer() end, "pointer: this callback is closed")
    callback = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.equal(9, drive "at"(2)) -- and the memory stays
  end)

  it("may be closed by its own function, and is collected with what it refers to", function()
    local callback
    callback = keep(ta.callback(function(k) callback:close() return k + 1 end, "int64(int64)", { failure = 9 }))
    assert.equal(4, drive "at"(3))
    assert.equal(9, drive "at"(4))
    local weak = setmetatable({}, { __mode = "k" })
    for _ = 1, 20 do
      local own
      local f = function() return own and 1 or 2 end
      own = ta.callback(f, "int64(int64)")
      keep(own)
      weak[f] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(weak))
    local ok, why = pcall(drive "at", 3) -- 0 is no limit
    assert.is_false(ok)
    assert.matches("f%(3%) = 0", why)
  end)

  it("may call C that calls it, to a bounded depth, and from coroutines", function()
    local callback <close> = keep(ta.callback(function(k) return k < 2 and 1 or k + drive "at"(k - 1) end, "int64(int64)",
      { failure = 1 << 40 }))
    assert.equal(20 * 21 // 2, drive "at"(20))
    assert.is_nil(callback:error())
    assert.is_true(drive "at"(100000) > 1 << 40)
    assert.matches("C stack overflow", callback:error())
    local co = coroutine.wrap(function()
      return ta.callback(function(k) return coroutine.isyieldable() and 0 or k end, "int64(int64)")
    end)
    local made <close> = keep(co())
    co = nil -- luacheck: ignore
    collectgarbage()
    assert.equal(7, drive "at"(7))
    assert.equal(8, coroutine.wrap(function() return drive "at"(8) end)())
    local yields <close> = keep(ta.callback(function() coroutine.yield() end, "int64(int64)", { failure = 3 }))
    assert.equal(3, coroutine.wrap(function() return drive "at"(8) end)())
    assert.matches("yield", yields:error())
    assert.is_nil(made:error())
  end)

  describe("options", function()
    local function nim_value(a, b) return drive "nim_value_of"(1 + 16 * a + b) - 1 end

    it("are called from C", function()
      local rules = ta.rules.wythoff
      local callback <close> = keep(ta.callback(rules.options, "options"))
      for a, b in box(0, 6, 0, 9) do assert.equal(rules(a, b):nim_value(), nim_value(a, b)) end
      assert.is_nil(callback:error())
      assert.equal("callback options", tostring(callback))
      assert.equal(16, drive "count_to"(100))
      local emitted = 0
      local counting <close> = keep(ta.callback(function(emit, a, b)
        for k = 1, a do
          emitted = k
          emit { a - k, b }
        end
      end, "options"))
      assert.equal(1 + 2, drive "count_to"(2)) -- C has enough
      assert.equal(2, emitted)
      assert.is_nil(counting:error())
    end)

    it("report the fault of a rule", function()
      local kept
      local function why(f, name, k)
        local callback <close> = keep(ta.callback(f, "options", { failure = 77 }))
        assert.equal(77, drive(name or "count_to")(k or 100))
        return (callback:error():gsub("^[^ ]-:%d+: ", ""))
      end
      assert.equal("bad", why(function() error("bad", 0) end))
      assert.equal("emit: component 2 is of type string; expected an integer", why(function(emit) emit(1, "2") end))
      assert.equal("emit: component 1 is of type number; expected an integer", why(function(emit) emit { 1.5 } end))
      assert.equal("emit: expected 1 to 64 integers, got 0", why(function(emit) emit() end))
      assert.equal("emit: expected 1 to 64 integers, got 65", why(function(emit) emit(table.unpack({}, 1, 65)) end))
      assert.equal("called with a position of 0 integers; expected 1 to 64", why(ta.rules.wythoff.options, "badly", 1))
      assert.equal("called with a position of 0 integers; expected 1 to 64", why(ta.rules.wythoff.options, "badly", 2))
      assert.equal("called with a position of 65 integers; expected 1 to 64", why(ta.rules.wythoff.options, "badly", 3))
      local callback <close> = keep(ta.callback(function(emit) kept = emit end, "options"))
      assert.equal(1, drive "count_to"(100))
      assert.is_nil(callback:error())
      assert.has_error(function() kept(1, 2) end,
        "emit: called outside the rule it was given to; options are emitted before the rule returns")
    end)
  end)

  it("refuses what is no function, signature or failure value", function()
    local function why(...) return (select(2, pcall(ta.callback, ...)):gsub("^[^ ]-:%d+: ", "")) end
    assert.equal("callback: f: expected a function, got 7", why(7, "int64(int64)"))
    assert.equal('callback: signature: expected "options", or a string such as "int64(int64)", got nil', why(print, nil))
    assert.matches('^callback: signature: expected result%(argument%) of int8', why(print, "int(int)"))
    assert.equal("callback: failure: expected a number of the result's type, int8", why(print, "int8(int64)", { failure = 128 }))
    assert.equal("callback: failure: expected a number of the result's type, int", why(print, "options", { failure = 1.5 }))
    assert.equal('callback: signature: expected "options", or a string such as "int64(int64)", got one with a zero byte',
      why(print, "int64(int64)\0junk"))
    for _, failure in ipairs { 2.0 ^ 60, -2.0 ^ 63, 2 ^ 53 + 2, -(1 << 62) } do
      local callback <close> = ta.callback(math.sqrt, "double(double)", { failure = failure })
      assert.is_nil(callback:error())
    end
    for _, failure in ipairs { (1 << 53) + 1, math.maxinteger, math.mininteger + 1 } do
      assert.equal("callback: failure: expected a number of the result's type, double", why(print, "double(double)", { failure = failure }))
    end
    assert.equal("callback: failure: 0 is the success of options", why(print, "options", { failure = 0 }))
    assert.matches("^callback: failure: expected a number, got", why(print, "options", { failure = "1" }))
    assert.matches("^callback: .*fail", why(print, "options", { fail = 1 }))
  end)
end)
