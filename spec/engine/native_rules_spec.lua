-- Rules in a C library (spec/fixtures/drive.c) can do all that rules in Lua can, with the same answers.
local box = require "spec.support.box"
local ta = require "takeaway"

local BUILD = os.getenv("TAKEAWAY_BUILD") or "build"
local LIBRARY = BUILD .. "/spec/drive.so"
if not LIBRARY:match("^/") then LIBRARY = "./" .. LIBRARY end

local function native(fields, settings)
  fields.path = LIBRARY
  return assert(ta.native_rules(fields, settings))
end

local function why(f, ...) return (tostring(select(2, pcall(f, ...))):gsub("^[^ ]-:%d+: ", ""):gsub("\n.*", "")) end

local AB = { "a", "b" }

describe("ta.native_rules", function()
  it("answers as the same rules in Lua", function()
    local c = native { name = "Wythoff", options = "wythoff", canonical = "sorted", parameters = AB }
    local lua = ta.rules.wythoff
    for a, b in box(0, 9, 0, 9) do
      local p, q = c(a, b), lua(a, b)
      assert.equal(q:nim_value(), p:nim_value())
      assert.equal(q:outcome(), p:outcome())
      assert.equal(q:misere_outcome(), p:misere_outcome())
      assert.equal(q:remoteness(), p:remoteness())
      assert.equal(#q:winning_moves(), #p:winning_moves())
    end
    local plain = native { name = "Wythoff", options = "wythoff", parameters = AB }
    for _, what in ipairs { "nim_value", "outcome", "remoteness" } do
      assert.equal(tostring(lua:table { to = 12, what = what }), tostring(plain:table { to = 12, what = what }))
    end
    assert.is_truthy(c:validate { from = { 5, 4 } })
    assert.equal("N", (c(3, 5) + ta.rules.nim(4)):outcome())
    assert.equal(4, (c(3, 5) + ta.rules.nim(4)):nim_value())
    assert.equal(tostring(ta.explore(lua:table { to = 20, what = "outcome" })),
      tostring(ta.explore(plain:table { to = 20, what = "outcome" })))
  end)

  it("takes positions of any size, that fall apart, and values that C knows", function()
    local heap = native { options = "nim", nim_value = "itself", measure = "itself" }
    assert.equal("drive (impartial ruleset)", tostring(heap))
    assert.equal(1 << 40, heap(1 << 40):nim_value())
    local nim = native { options = "nim" }
    assert.equal("P", nim(1, 2, 3):outcome())
    assert.equal("N", nim(1, 2, 3, 4):outcome())
    local kayles = native { options = "kayles", parts = "rows", name = "Kayles" }
    local values = ta.octal("0.77"):nim_values(40)
    for n = 0, 40 do assert.equal(values[n], kayles(n):nim_value()) end
    assert.equal(values[9] ~ values[17], kayles(9, 17):nim_value())
  end)

  it("takes partizan rules, and games that are over by rule", function()
    local c = native { left = "left", right = "right", name = "Uneven" }
    local lua = ta.ruleset { name = "Uneven", left = function(emit, n) if n >= 1 then emit(n - 1) end end,
      right = function(emit, n) for k = 1, math.min(2, n) do emit(n - k) end end }
    for n = 0, 12 do
      assert.equal(lua(n):canonical_form(), c(n):canonical_form())
      assert.equal(lua(n):outcome(), c(n):outcome())
    end
    local short = native { options = "nim", terminal = "over_at_3" }
    assert.equal("N", short(3):outcome())
    assert.equal("N", short(3):misere_outcome())
    local sevenfold = native { options = "nim", terminal = "seven", name = "Seven" }
    assert.matches("terminal of Seven at %(2%): expected \"win\"", why(function() return sevenfold(2):outcome() end))
  end)

  it("takes rules in Lua and in C together, and the engine's settings", function()
    local mixed = native { left = "left", right = function(emit, n) if n >= 2 then emit(n - 2) end end }
    assert.equal("1", tostring(mixed(1):canonical_form()))
    local small = native({ options = "wythoff", parameters = AB }, { limit = 50 })
    assert.same({ nil, "ELIMIT" }, { small(30, 30):nim_value(), (select(3, small(30, 30):nim_value())) })
    local texts = native { options = "wythoff", start = function(s) return s:byte(1, 2) end, name = "Bytes" }
    assert.equal(ta.rules.wythoff(("aB"):byte(1, 2)):nim_value(), texts("aB"):nim_value())
  end)

  it("says what is wrong in the library", function()
    local failing = native { options = "failing", name = "Failing" }
    assert.equal("outcome: options of Failing at (2): the C function returned 5; 0 is success",
      why(function() return failing(6):outcome() end))
    local bad = native { options = "misshapen", name = "Bad" }
    for n, count in pairs { 0, 65, -1, 2 } do
      assert.equal(("outcome: options of Bad at (%d): emit: got %d components; this position has 1, and so have its options")
        :format(n, count), why(function() return bad(n):outcome() end))
    end
    local null = native { options = "nothing_there", name = "Null" }
    assert.matches("emit: got 0 components", why(function() return null(1):outcome() end))
    local falls = native { options = "misshapen", parts = "rows", name = "Parts" }
    assert.matches("not 65 integers", why(function() return falls(2):outcome() end))
    local negative = native { options = "nim", nim_value = "below", name = "Below" }
    assert.matches("nim_value of Below%(4%): expected an integer from 0 to 2%^62, got %-5",
      why(function() return negative(4):nim_value() end))
    local flags = native { options = "nim", entails = "seven", name = "Flags" }
    assert.matches("entails of Flags at %(0%): expected true", why(function() return flags(4):nim_value() end))
    local two = native { options = "nim", canonical = "nim", name = "Two" }
    assert.matches("nim named 3 positions; canonical names one", why(function() return two(3):nim_value() end))
    local words = native { options = "nim", name = "Words" }
    assert.matches("nim: a C library's positions are integers, got a string", why(function() return words("x"):outcome() end))
  end)

  it("says which library or function is not there", function()
    local rules, message, code = ta.native_rules { path = "./no/such.so", options = "nim" }
    assert.same({ nil, "EIO" }, { rules, code })
    assert.matches("^native_rules: library: .*no/such.so", message)
    rules, message, code = ta.native_rules { path = LIBRARY, options = "nim", parts = "no_such" }
    assert.same({ nil, "EIO" }, { rules, code })
    assert.matches("^native_rules: symbol: .*no_such", message)
    assert.equal("native_rules: expected a table of rules, got nil", why(ta.native_rules))
    assert.equal("native_rules: path: expected a string, got one with a zero byte",
      why(ta.native_rules, { path = LIBRARY .. "\0junk", options = "nim" }))
    assert.equal("native_rules: symbol: expected a name in the library, got one with a zero byte",
      why(ta.native_rules, { path = LIBRARY, options = "nim\0junk" }))
    assert.equal("native_rules: path: expected the library's path, got nil", why(ta.native_rules, { options = "nim" }))
    assert.equal("native_rules: options: expected the name of a function of the library, or left and right, got nil",
      why(ta.native_rules, { path = LIBRARY }))
    assert.equal("ruleset: describe: expected a function, got a string",
      why(ta.native_rules, { path = LIBRARY, options = "nim", describe = "nim" }))
  end)

  it("keeps its library, and calls Lua's emit outside the engine", function()
    local rules = native { options = "nim", canonical = "sorted", parts = "rows" }
    local list = {}
    rules.options(function(a, b) list[#list + 1] = a .. "," .. b end, 1, 2)
    assert.same({ "0,2", "1,0", "1,1" }, list)
    assert.same({ 1, 4 }, { rules.canonical(4, 1) })
    assert.same({ { 4 }, { 1 } }, rules.parts(4, 0, 1))
    assert.equal("stop", why(rules.options, function() error("stop", 0) end, 3))
    assert.matches("expected emit, then a position", why(rules.options, 3))
    assert.matches("a position is 1 to 64 integers, got 0", why(rules.options, print))
    local options = rules.options
    rules = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    options(function() end, 3)
  end)
end)
