-- load_rules, trusted and in the sandbox: the contents of files, and the messages about faults. sandbox_spec tests
-- attacks.
local raises = require("spec.support.refusals").raises
local says = require("spec.support.refusals").says
local ta = require "takeaway"

local path = os.tmpname()

local function write(text)
  require("tools.jobs").write(path, text)
  return path
end

local function rule(body) return "return { name = 'E', options = function(emit, n) " .. body .. " end }" end

-- Loads and solves in the sandbox; the first line of what is raised, or the outcome.
local function try(text, options)
  options = options or {}
  options.sandbox = true
  local ok, result = pcall(function() return ta.load_rules(write(text), options)(3):outcome() end)
  return ok, tostring(result):match("[^\n]*")
end

describe("load_rules", function()
  teardown(function() os.remove(path) end)

  it("takes the text instead of a file", function()
    for _, sandbox in ipairs { false, true } do
      local rules = ta.load_rules("mine", { text = rule "for k = 0, n - 1 do emit(k) end", sandbox = sandbox })
      assert.equal(5, rules(5):nim_value())
      local declared = ta.load_rules("mine", { text = "return { 'n', 'k: 1 <= k <= n -> n - k' }", sandbox = sandbox })
      assert.equal(5, declared(5):nim_value())
      local _, why = pcall(ta.load_rules, "mine", { text = "return {", sandbox = sandbox })
      assert.matches("mine:1: ", why)
      assert.same({ nil, "load_rules: mine: more than 1048576 bytes", "EIO" },
        { ta.load_rules("mine", { text = (" "):rep((1 << 20) + 1), sandbox = sandbox }) })
    end
    assert.has_error(function() ta.load_rules("mine", { text = 5 }) end, "load_rules: text: expected a string, got 5")
  end)

  it("reads a declaration, inside the sandbox and out", function()
    write [[return {
      "a, b", name = "Wythoff, declared", over = "a = b", most = 2, f = function(k) return 2 * k end,
      "k: 1 <= k <= a -> a - k, b", "k: 1 <= k <= b -> a, b - k", "k: 1 <= k <= a, f(k) <= most * b -> a - k, b - k",
    }]]
    for _, sandbox in ipairs { true, false } do
      local w = ta.load_rules(path, { sandbox = sandbox })
      assert.equal("Wythoff, declared", w.name)
      assert.equal("k: 1 <= k <= a, f(k) <= 2b -> a - k, b - k", (w:text():match '"(k: 1 <= k <= a, f[^"]*)"'))
      assert.equal(ta.rules.wythoff(0, 4):nim_value(), w(0, 4):nim_value())
      assert.equal(9, #w(3, 5):options() - 2)
      assert.is_true((w:validate { from = { 5, 6 } }))
    end
    write 'return { "n", "k: 1 <= k <= n, floor(k / 3) mod 7 = 8 -> n" }'
    raises("sandbox: more than 10000000 instructions in one call",
      function() return ta.load_rules(path, { sandbox = true })(1 << 53):outcome() end)
    write 'return { "a, b", "k: 1 <= k <= c -> a, b" }'
    for _, sandbox in ipairs { true, false } do
      raises("moves: move 1: unknown name c; known are a, b, k\n", ta.load_rules, path, { sandbox = sandbox })
    end
  end)

  it("gives a ruleset, inside the sandbox and out", function()
    write [[return {
      name = "Wythoff",
      options = function(emit, a, b)
        for k = 1, a do emit(a - k, b) end
        for k = 1, b do emit(a, b - k) end
        for k = 1, math.min(a, b) do emit(a - k, b - k) end
      end,
      canonical = function(a, b) return math.min(a, b), math.max(a, b) end,
      parts = function(a, b) return { { a, b } } end,
    }]]
    for _, sandbox in ipairs { true, false } do
      local w = ta.load_rules(path, { sandbox = sandbox })
      assert.equal("Wythoff (impartial ruleset)", tostring(w))
      assert.equal(28, w(10, 20):nim_value())
      assert.equal("P", w(5, 3):outcome())
      assert.is_true((w:validate { from = { 4, 5 } }))
    end
  end)

  it("keeps text and partizan rules in the sandbox", function()
    write [[return {
      left = function(emit, s) if #s > 0 then emit((s:gsub("^.", ""))) end end,
      right = function(emit, s) if #s > 1 then emit(s:sub(3)) end end,
    }]]
    local r = ta.load_rules(path, { sandbox = true })
    assert.equal("L", r("a"):outcome())
    assert.equal("P", r(("a"):rep(33)):outcome())
  end)

  it("says what is wrong with the file", function()
    says("/no/such/file.lua", "EIO", ta.load_rules("/no/such/file.lua"))
    for _, sandbox in ipairs { true, false } do
      assert.has_error(function() ta.load_rules(write("return 3"), { sandbox = sandbox }) end)
      assert.has_error(function() ta.load_rules(write("x ="), { sandbox = sandbox }) end)
      assert.has_error(function() ta.load_rules(write(string.dump(load "return {}")), { sandbox = sandbox }) end)
      assert.has_error(function() ta.load_rules(write("return {}"), { sandbox = sandbox }) end)
    end
    assert.has_error(function() ta.load_rules(3) end)
    assert.has_error(function() ta.load_rules(path, { sandbx = true }) end)
    assert.has_error(function() ta.load_rules(path, { sandbox = 1 }) end)
    assert.has_error(function() ta.load_rules(path, { memory = -1 }) end)
  end)

  it("leaves the host's strings alone", function()
    local ok, message = try(rule "string.rep = nil string.sub = nil ('x').rep = 3")
    assert.is_false(ok) -- a string cannot be assigned into
    assert.is_truthy(message:find("attempt to index"))
    try(rule "string.rep = nil")
    assert.equal("xx", ("x"):rep(2))
  end)

  local addresses = {
    ["tostring(emit)"] = "function", ["tostring({})"] = "table", ["tostring(math.floor)"] = "function",
    ["('%s'):format(emit)"] = "function", ["string.format('%10s', {})"] = "     table",
    ["tostring(n) .. tostring(nil) .. tostring(1.5) .. tostring(true) .. tostring('s')"] = "3nil1.5trues",
    ["('%d %5.1f %s %q %%p'):format(1, 2, 'x', 'y')"] = '1   2.0 x "y" %p',
  }
  for given, shown in pairs(addresses) do
    it("shows no address: " .. given, function()
      local _, message = try(rule("error(" .. given .. ", 0)"))
      assert.equal(shown, message)
    end)
  end
  for _, format in ipairs { "%p", "%-20p", "%s%%%p" } do
    it("refuses the format " .. format, function()
      assert.matches("%%p gives addresses", select(2, try(rule(("emit(#('%s'):format(emit, emit))"):format(format)))))
    end)
  end

  it("raises messages that steer no terminal", function()
    assert.matches("\\27%[31m\u{FFFD}\\u{9B}x$", select(2, try(rule("error('\\27[31m\\xff\\u{9B}x')"))))
    assert.matches("\\27%[31m$", select(2, try("error('\\27[31m')")))
    assert.is_nil(select(2, try("return {}\27[31m")):find("\27", 1, true))
  end)

  it("names a rule's fault, and continues", function()
    assert.is_truthy(select(2, try(rule "emit('x')")):find("component 1 is of type string"))
    assert.is_truthy(select(2, try(rule "emit({})")):find("component 1 is of type table"))
    assert.is_truthy(select(2, try(rule "emit(1, 2)")):find("got 2 components"))
    for _, count in ipairs { 65, 126, 127, 128, 200, 70000 } do
      local many = ("local t = {} for i = 1, %d do t[i] = i end emit(table.unpack(t))"):format(count)
      assert.is_truthy(select(2, try(rule(many))):find(("got %d components"):format(count)), count)
    end
    assert.is_truthy(select(2, try(rule "return { 1 }")):find("returned a table"))
    assert.is_truthy(select(2, try(rule "error 'mine'")):find("mine"))
    assert.is_truthy(select(2, try(rule "error {}")):find("not text"))
    write(rule "if n > 0 then emit{ n - 1 } end")
    assert.equal("N", (ta.load_rules(path, { sandbox = true })(5):outcome()))
    assert.is_truthy(select(2, try(rule("local t = {} for i = 1, 65 do t[i] = i end emit(t)"))):find("more than 64"))
    assert.is_truthy(select(2, try(rule "emit{ {}, 1 }")):find("is of type table"))
    write "return { name = 'Two', options = function(emit, a, b) for k = 1, b do emit(a, b - k) end end }"
    local named = ta.load_rules(path, { sandbox = true })
    assert.equal("nim values of Two(a = 3, b), b = 0..4: 0 1 2 3 4", tostring(named:sequence { to = { b = 4 }, fix = { a = 3 } }))
    raises("b is missing: the rule takes a, b", function() return named(3):outcome() end)
    write "return { name = 'One', start = function(size) return size, 0 end, options = function(emit, a, b) end }"
    assert.equal("nim values of One(size), size = 0..2: 0 0 0",
      tostring(ta.load_rules(path, { sandbox = true }):sequence { to = 2 }))
    write(rule "if n == 7 then error 'seven' end if n > 0 then emit(n - 1) end")
    local r = ta.load_rules(path, { sandbox = true })
    assert.is_false((pcall(function() return r(8):outcome() end)))
    assert.equal("P", r(6):outcome())
  end)
end)
