-- tools/check_families.lua: an ordinary word as a name counts only where it means the family.
local names = require "tools.check_families".names

describe("tools/check_families.lua", function()
  it("finds a family's name in C, in Lua and in comparisons of families", function()
    for _, line in ipairs { "static int lmark_open(lua_State *L)", "ta_mark_least(game, n)", "local game = ta.mark()",
      "core.mark_methods", 'local rules = require "takeaway.rules.mark"', "takeaway.family.mark", "ta.rules.mark(3)",
      'if data.family(game) == "mark" then' } do
      assert.is_true(names("mark", line), line)
    end
    for _, line in ipairs { "two_pile = {}", "f(two_pile)", "ltwo_pile", "ta_two_pile_least" } do
      assert.is_true(names("two_pile", line), line)
    end
  end)

  it("passes the same word as a field, a text or a part of a word", function()
    for _, line in ipairs { "{ x = 1, mark = MARK }", "{ mark = true }", 'kind == "mark"', '{ "mark", "row" }', "t.mark = 3",
      'shapes["mark"]', "ta.marks", "delta.mark", "ta_marker_new", "benchmark", "remark_it" } do
      assert.is_false(names("mark", line), line)
    end
  end)
end)
