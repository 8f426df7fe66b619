-- Published numbers: nim values and periods of heap games, from Winning Ways (chapter 4), Guy and Smith,
-- "The G-values of various games" (1956), and the tables of octal periods kept by A. Flammenkamp.
local ta = require "takeaway"

-- Some seconds each: the first is left out when TAKEAWAY_SHORT=1, the other taken in when TAKEAWAY_LONG=1.
local wanted = { long = os.getenv "TAKEAWAY_SHORT" ~= "1", longer = os.getenv "TAKEAWAY_LONG" == "1" }

describe("golden heaps", function()
  local values = {
    { "Kayles", ta.octal "0.77", "1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1" },
    { "Dawson's Kayles", ta.octal "0.07", "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3" },
    { "Grundy's game", ta.heap(require("takeaway.rules.grundy").heap), "0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0" },
    { "subtraction {2,3,7}", ta.subtraction { 2, 3, 7 }, "0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0" },
    { "all but {2,3,7}", ta.subtraction { all_but = { 2, 3, 7 } }, "1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10" },
  }
  for _, row in ipairs(values) do
    it("values of " .. row[1], function()
      assert.equal(row[3], table.concat(row[2]:nim_values(20):list(1, 20), " "))
    end)
  end

  -- code, period, preperiod (last exception + 1), largest value
  local periods = {
    { "0.07", 34, 53, 9 }, { "0.77", 12, 71, 8 }, { "0.156", 349, 3479, 23 }, { "0.165", 1550, 5181, 25 },
    { "0.356", 142, 7315, 19 }, { "0.16", 149459, 105351, 23 }, { "0.56", 144, 326640, 64 },
    { "0.376", 4, 2268248, 176, "long" }, { "0.354", 1180, 10061916, 113, "longer" },
  }
  for _, row in ipairs(periods) do
    if not row[5] or wanted[row[5]] then
      it("period of " .. row[1], function()
        local game = ta.octal(row[1])
        local p = game:periodicity(21000000)
        assert.is_true(p.proved)
        assert.same({ row[2], row[3], 0 }, { p.period, p.preperiod, p.saltus })
        local largest = 0
        for _, v in game:nim_values(p.preperiod + p.period):iter() do largest = math.max(largest, v) end
        assert.equal(row[4], largest)
      end)
    end
  end

  it(".161 and .36 differ first at heap 519", function()
    local a, b = ta.octal "0.161":nim_values(600), ta.octal "0.36":nim_values(600)
    for n = 0, 518 do assert.equal(b(n), a(n)) end
    assert.not_equal(b(519), a(519))
  end)
end)
