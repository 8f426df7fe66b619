-- A stranger's text: valid UTF-8, without terminal control.
local text = require "takeaway.base.text"

describe("text", function()
  it("makes UTF-8 of any bytes, a U+FFFD for each that is none", function()
    local bad = "\u{FFFD}"
    for given, expected in pairs {
      ["abc"] = "abc", ["\u{E9}\u{1F600}\0"] = "\u{E9}\u{1F600}\0", ["\xff"] = bad, ["a\xffb"] = "a" .. bad .. "b",
      ["\xc0\x80"] = bad .. bad, ["\xed\xa0\x80"] = bad:rep(3), ["\xf4\x90\x80\x80"] = bad:rep(4), ["\xe2\x82"] = bad:rep(2),
    } do assert.equal(expected, text.utf8(given)) end
    local seed = require "spec.support.seed"()
    for _ = 1, 2000 do
      local bytes = {}
      for i = 1, math.random(0, 12) do bytes[i] = math.random(0, 255) end
      local s = string.char(table.unpack(bytes))
      local made = text.utf8(s)
      assert.is_truthy(utf8.len(made), "seed " .. seed)
      if utf8.len(s) then assert.equal(s, made) end
      local shown = text.visible(s)
      assert.is_truthy(utf8.len(shown))
      assert.is_nil(shown:find("[\0-\31\127]") or shown:find("\xC2[\x80-\x9F]"), "seed " .. seed)
      assert.equal(shown, text.visible(shown), "showing twice shows the same")
      assert.is_nil(text.quoted(s):find("[\0-\31\127]"))
    end
  end)
  it("shows control characters and turns of direction", function()
    for given, expected in pairs {
      ["plain ~"] = "plain ~", ["\27[31m"] = "\\27[31m", ["\0271"] = "\\0271", ["\127"] = "\\127", ["a\nb\t"] = "a\\10b\\9",
      ["\u{9B}1"] = "\\u{9B}1", ["\x9b"] = "\u{FFFD}", ["\u{202E}x"] = "\\u{202E}x", ["\u{2066}"] = "\\u{2066}", ["\u{61C}"] = "\\u{61C}",
      ["\u{A0}\u{E9}\u{20AC}"] = "\u{A0}\u{E9}\u{20AC}", ["\u{2028}"] = "\\u{2028}",
    } do assert.equal(expected, text.visible(given)) end
    assert.equal("a\n\tb\\13", text.visible("a\n\tb\r", true))
  end)
  it("quotes as Lua reads it", function()
    for _, s in ipairs { "a\nb", "\27\0001", '"\\', "\u{E9}" } do assert.equal(s, load("return " .. text.quoted(s))()) end
  end)
  it("has a message for whatever is raised, never an address", function()
    assert.equal("x", text.message "x")
    assert.equal("3", text.message(3))
    assert.equal("an error that is a table, not text", text.message {})
    assert.equal("an error that is a nil, not text", text.message(nil))
    assert.equal("mine", text.message(setmetatable({}, { __tostring = function() return "mine" end })))
  end)
end)
