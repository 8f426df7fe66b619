-- The reader and writer of JSON in C, against the definition in spec/support/json.lua.
local core = require "takeaway.core"
local defined = require "spec.support.json"
local json = require "takeaway.base.json"
local refusals = require "spec.support.refusals"
local seed = require "spec.support.seed"()
local ta = require "takeaway"
local text_of = require "takeaway.base.text"

local NULL = {}

-- Names in order; an empty table is a list.
local function shape(v)
  if v == NULL then return nil end
  if #v > 0 or next(v) == nil then return v end
  local names = {}
  for name in pairs(v) do names[#names + 1] = name end
  table.sort(names)
  return v, names
end

local function written(v) return json.text(v, shape) end

describe("a text of JSON", function()
  it("is read as it is defined, and refused where it is none, when signs of it are changed", function()
    local PIECES = { "[", "]", "{", "}", ",", ":", '"', "\\", "\\u", "d83d", "\\ude00", "00e9", "null", "true", "false", "-", "0",
                     "1", "9223372036854775808", ".", "e", "E+", " ", "\n", "\11", "é", "\255", "\127", "\0", "a" }
    local TEXTS = { '{"a": [1, -2.5e3, "x\\n\\u00e9\\ud83d\\ude00"], "b": {"c": null, "d": [[], {}, true, false]}}',
                    '[-9223372036854775808, 9223372036854775807, 0.1, 1e-7, 1E+300, "\\"\\\\\\/\\b\\f\\n\\r\\t"]', "null" }
    local read_count = 0
    for i = 1, 20000 do
      local text = TEXTS[i % #TEXTS + 1]
      for _ = 1, i % 4 do
        local at = math.random(0, #text)
        text = text:sub(1, at) .. PIECES[math.random(#PIECES)] .. text:sub(at + 1 + math.random(0, 3))
      end
      local ok, expected = pcall(defined, text, NULL)
      local value, why = json.read(text, NULL)
      assert.equal(ok, why == nil, ("seed %s: %q: %s"):format(seed, text, why or expected))
      if ok then
        read_count = read_count + 1
        assert.same(expected, value, ("seed %s: %q"):format(seed, text))
      end
    end
    assert.is_true(read_count > 5000)
  end)

  it("has a fault at a byte", function()
    for text, why in pairs {
      [""] = "1: expected a value", ["  "] = "3: expected a value", ["[1,"] = "4: expected a value", ["[1"] = "3: expected ]",
      ["[1 2]"] = "4: expected a comma or ]", ["[1,]"] = "4: expected a value", ["{"] = "2: expected a name",
      ['{"a" 1}'] = "6: expected a colon", ['{"a": 1,'] = "9: expected a name", ["{a}"] = "2: expected a name in quotes",
      ['{"a": 1 "b"}'] = "9: expected a comma or }", ["1 2"] = "3: expected the end", ["nul"] = "1: expected a value",
      ['"a'] = "3: expected the end of a string", ['"\\x"'] = "2: expected an escape of JSON",
      ['"\\u12g4"'] = "2: expected an escape of JSON", ['"\\'] = "2: expected an escape of JSON",
      ['"a\0"'] = "3: expected no control character in a string", ["[01]"] = "2: expected a value", ["-"] = "1: expected a value",
      ["1."] = "1: expected a value", ["1e+"] = "1: expected a value", ["[+1]"] = "2: expected a value",
      ["[0, 9223372036854775808]"] = "5: expected an integer that 64 bits hold",
      ["-9223372036854775809"] = "1: expected an integer that 64 bits hold", ["[1, null]"] = "5: expected entry 2 of a list, not null",
    } do
      local value, said = json.read(text)
      assert.same({ nil, "byte " .. why }, { value, said }, text)
    end
  end)

  it("is read to a depth of 100", function()
    assert.is_table(json.read(("["):rep(100) .. ("]"):rep(100)))
    for _, open in ipairs { "[", '{"a":' } do
      local _, why = json.read(open:rep(1000000))
      assert.equal(("byte %d: expected lists that are nested less deep"):format(100 * #open + 1), why)
    end
  end)

  it("has nulls and lists on request", function()
    local List = {}
    local v = json.read('{"a": [null, []], "b": null}', NULL, List)
    assert.is_true(v.a[1] == NULL and v.b == NULL and getmetatable(v.a) == List and getmetatable(v.a[2]) == List)
    assert.is_nil(getmetatable(v))
    assert.same({ a = 1 }, json.read '{"a": 1, "b": null, "c": 5, "c": null}')
    assert.same({ nil, n = 1 }, table.pack(json.read "null"))
  end)

  it("may be long, and is looked after while it is read and written", function()
    local long = "[" .. ("[],"):rep(1 << 19) .. "[]]"
    local function code_of(settings, ...) return select(3, ta.within(settings, ...)) end
    assert.equal("ELIMIT", code_of({ memory = 1 << 20 }, json.read, long))
    finally(function() core.step(0) end)
    core.step(1)
    assert.equal("ELIMIT", code_of({ seconds = 10 }, json.read, long))
    core.step(0)
    local list, heard = json.read(long), 0
    assert.equal((1 << 19) + 1, #list)
    debug.sethook(function() heard = heard + 1 end, "c") -- as a Ctrl-C does
    json.read(long)
    debug.sethook()
    assert.is_true(heard > 20)
    local ones = {}
    for i = 1, 1 << 18 do ones[i] = 1 end
    core.step(1)
    assert.equal("ELIMIT", code_of({ seconds = 10 }, json.text, ones, function(v) return v end))
    core.step(0)
    assert.equal(3 << 18, #json.text(ones, function(v) return v end))
  end)
end)

describe("a value as JSON", function()
  it("reads back as it is", function()
    for _, v in ipairs { { 1, { a = { 2.5, "x" }, b = {} } }, { math.maxinteger, math.mininteger }, "é\n\0\u{202E}\u{9B}\127\"\\/",
                         { ["é\""] = true, z = false }, -0.1 } do
      local text = written(v)
      assert.same(v, json.read(text, NULL))
      assert.same(v, defined(text, NULL))
      assert.is_nil(text:find "[%c\127]")
    end
    assert.equal('"\\u202e\\u009b\\u007f\\n\\u0000"', written "\u{202E}\u{9B}\127\n\0")
    assert.equal('"\u{FFFD}\u{FFFD}x\u{FFFD}"', written "\xED\xA0x\xC3")
    assert.equal('{"a": [1, null], "b": "inf"}', written { a = { 1, NULL }, b = math.huge })
    assert.equal('{"a":[1,null],"b":2.0}', json.text({ a = { 1, NULL }, b = 2.0 }, shape, true))
  end)

  it("has floats in as many digits, of 15 to 17, as read back", function()
    for i = 1, 20000 do
      local v = string.unpack("d", string.pack("j", math.random(0)))
      if i % 4 == 0 then v = math.random(1000) / 8 + 1 / 16 end
      if i % 4 == 1 then v = math.random(0) * 1.0 end
      if v - v == 0 then
        assert.equal(v == v // 1 and math.abs(v) < 2 ^ 53 and ("%d"):format(v) or text_of.float(v), written(v), "seed " .. seed)
        local back = json.read(json.text(v, nil, true))
        assert.is_true(math.type(back) == "float" and back == v, "seed " .. seed)
      end
    end
    assert.equal("[0.1,0.3333333333333333,0.30000000000000004,9007199254740992.0,1e+15,5e+22,-0.0,3.0]",
      json.text({ 0.1, 1 / 3, 0.1 + 0.2, 2.0 ^ 53, 1e15, 5e22, -0.0, 3.0 }, shape, true))
    assert.equal("3", written(3.0))
  end)

  it("is a text, a list or an object as its shape says", function()
    assert.equal('["f", [1, 2], {"2": 1, "x": null}]', json.text({ print, "list", "object" }, function(v)
      if v == print then return "f" end
      return v
    end):gsub('"list"', "[1, 2]"):gsub('"object"', '{"2": 1, "x": null}'))
    local t = { 7, 8, x = 9 }
    assert.equal('{"x": 9, "2": 8, "y": null}', json.text(t, function(v) return v, { "x", 2, "y" } end))
    assert.equal('"' .. tostring(print) .. '"', ta.export.json(print))
  end)

  it("is refused where it is too deep, and raises what its shape raises", function()
    local round = {}
    round[1] = round
    refusals.matches("json: tables lie in each other more than 100 deep", ta.export.json, round)
    refusals.matches("json: tables lie in each other more than 104 deep", json.text, round, shape, true)
    refusals.matches("mine", json.text, { {} }, function(v) if #v == 0 then error "mine" end return v end)
    refusals.matches("attempt to call a nil value", json.text, { 1 })
  end)
end)
