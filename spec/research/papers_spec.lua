-- The papers as predicates: which statements hold, and the counterexamples to the others.
local ta = require "takeaway"
local short = os.getenv("TAKEAWAY_SHORT") == "1"

-- The statements that are false as printed; every corrected form must hold.
local FALSE = {
  nim_with_cash = { "1.11.3b", "1.11.3c.ii", "2.3", "4.1", "4.2", "4.4.1", "4.6", "5.5", "5.7.3", "5.7.6",
    "5.7.7", "6.4.3", "6.5", "6.5.w", "8.1.2", "8.1.3", "8.2", "8.2.thin", "9.1", "9.3", "11" },
  two_pile = { "2.ceil", "converse.1", "converse.2", "converse.3", "converse.4", "misere" },
  take_away = { "lemma 3a", "lemma 3b", "theorem 1" },
}

for name, list in pairs(FALSE) do
  describe("takeaway.papers." .. name, function()
    local paper, is_false = ta.papers[name], {}
    for _, id in ipairs(list) do is_false[id] = true end
    for _, id in ipairs(paper:list()) do
      if not (short and (id:match("^8") or id:match("^converse"))) then
        it(id .. (is_false[id] and " is false as printed" or " holds as printed"), function()
          local check = paper:check(id)
          assert.equal(not is_false[id], check.printed.holds)
          assert.equal(check.printed.holds, check.printed.counterexample == nil)
          if check.corrected then
            assert(check.corrected.holds, check.corrected.counterexample)
          end
          assert.matches(id, tostring(check), 1, true)
        end)
      end
    end
  end)
end

describe("takeaway.papers", function()
  it("finds counterexamples no larger than the published errata", function()
    local function bad(id, limit) return ta.papers.nim_with_cash:check(id, { limit = limit }).printed.counterexample end
    assert.matches("{1}, n = 0", bad("4.2"), 1, true)
    assert.matches("{1,2,6}, (8;6,5): I", bad("4.6"), 1, true)
    assert.matches("{1,2}, (0;0,0)", bad("5.7.6"), 1, true)
    assert.matches("{1,2}, (9;5,5): II", bad("5.7.7"), 1, true)
    assert.matches("{1,4}, n = 4", bad("5.5"), 1, true)
    assert.matches("{1,3,4}, (i;b,b') = (4;2,0)", bad("6.5"), 1, true)
    assert.matches("{2..3}: Theta = 11", bad("8.1.2"), 1, true)
    assert.matches("{1..2}: Theta = 0", bad("8.1.3"), 1, true)
    assert.matches("f^I(65) = 43, not 42", bad("9.3"), 1, true)
  end)
  it("takes a limit, and sees nothing below a counterexample", function()
    local check = ta.papers.nim_with_cash:check("5.7.7", { limit = 5 })
    assert.is_true(check.printed.holds)
    assert.matches("<= 5", check.printed.range, 1, true)
  end)
  it("takes the number of a statement in parts", function()
    local all = ta.papers.nim_with_cash:check("2.4", { limit = 6 })
    assert.is_true(all.printed.holds)
    assert.is_nil(all.corrected)
    assert.matches("2.4.1: .*; 2.4.2: .*; 2.4.3: ", all.claim)
    local some = ta.papers.nim_with_cash:check("5.7", { limit = 8 })
    assert.is_false(some.printed.holds)
    assert.matches("^5.7.3: ", some.printed.counterexample)
    assert.is_true(some.corrected.holds)
    assert.matches("5.7.6: d < g^I, e < g^II: I wins iff d > e", some.corrected.claim, 1, true)
  end)
  it("refuses unknown ids and limits, and knows no other paper", function()
    assert.error_matches(function() ta.papers.two_pile:check("9.9") end, "check: id: expected one of 2.linear")
    assert.error_matches(function() ta.papers.two_pile:check("main", { limit = -1 }) end, "limit")
    assert.error_matches(function() ta.papers.two_pile:check("main", { to = 3 }) end, "unknown setting to")
    assert.error_matches(function() ta.papers.two_pile:check("x", 5) end, "check: settings: expected a table, got 5")
    assert.error_matches(function() ta.papers.two_pile:check(2.2) end, "check: id: expected one of")
    assert.is_nil(ta.papers.no_such)
  end)
  it("rejects limits at which a statement is empty, or exceeds 64 bits", function()
    local function refused(paper, id, limit, why)
      assert.error_matches(function() ta.papers[paper]:check(id, { limit = limit }) end, why, 1, true)
    end
    refused("nim_with_cash", "9", 100, "check: limit of 9.1: expected an integer from 0 to 16, got 100")
    refused("nim_with_cash", "9.3", 63, "check: limit of 9.3: expected an integer from 64 to 1048576, got 63")
    refused("two_pile", "lemma 2", 60, "check: limit of lemma 2: expected an integer from 0 to 59, got 60")
    refused("two_pile", "misere", 2, "check: limit of misere: expected an integer from 3 to 1048576, got 2")
    assert.is_true(ta.papers.two_pile:check("lemma 2", { limit = 59.0 }).corrected.holds)
  end)
end)
