local jobs = require "tools.jobs"
local ta = require "takeaway"
local check_in_lua = require "takeaway.research.check_certificate"
local closed_form = require "takeaway.family.cash.closed_form"
local cash_games = require "spec.support.cash_games"
local refusals = require "spec.support.refusals"
local mutants = require "spec.support.mutants"

local refused, failed = refusals.raises, refusals.failed

local function accepted_by_c(text)
  local wc = ta.load_certificate(text)
  return wc and wc:check() or false
end

describe("takeaway.win_condition", function()
  describe("win_condition", function()
    it("agrees with the rules for all n, d, e to 30", function()
      for _, set in ipairs { { 1 }, { 2 }, { 1, 2 }, { 1, 3, 4 }, { 2, 5, 7 }, { 4, 9 }, { 3, 5, 6, 10, 11 } } do
        local wc, wins = ta.win_condition(set), cash_games.wins(set)
        cash_games.states(30, function(n, d, e) assert.equal(wins(n, d, e) and "I" or "II", wc:winner(n, d, e)) end, 30)
      end
    end)

    it("has its numbers as fields and prints them", function()
      local wc = ta.win_condition { 11, 3, 5, 6, 10, 10 }
      assert.same({ 3, 5, 6, 10, 11 }, wc.set)
      assert.same({ 240, 240, 4, 4, 5967, true },
                  { wc.period, wc.base, wc.level, wc.blocks, wc.letters, wc.checked })
      assert.equal("win condition of NIM with Cash {3,5,6,10,11}, proved for all n, base 240, period 240, "
                   .. "level 4, 4 growing blocks", tostring(wc))
      assert.is_nil(wc.nonsense)
    end)

    it("takes infinite purses, floats with an integral value, and n to 2^62", function()
      local wc = ta.win_condition { 1, 3, 4 }
      assert.equal("I", wc:winner(1e18, math.huge, math.huge))
      assert.equal(wc:winner(10, 10, 10), wc:winner(10, math.huge, math.huge))
      assert.equal("II", wc:winner(1 << 62, 0, math.huge))
      assert.equal(math.huge, wc:least_cash(7, math.huge))
      assert.same(wc:winning_moves(8, 8, 3), wc:winning_moves(8, math.huge, 3))
    end)

    it("lists exactly the moves that leave a loss", function()
      local wc, _, winning = ta.win_condition { 1, 3, 4 }, cash_games.wins { 1, 3, 4 }
      cash_games.states(20, function(n, d, e) assert.same(winning(n, d, e), wc:winning_moves(n, d, e)) end, 20)
    end)

    it("says what was tried when the limits end the search", function()
      local set = { 3, 5, 6, 10, 11 }
      failed("ELIMIT", "base up to 60 and period up to 60", ta.win_condition(set, { max_base = 60, max_period = 60 }))
      local _, message = failed("ELIMIT", "found in 0.001 seconds; ", ta.win_condition({ 3, 5, 7, 9, 10, 14 }, { seconds = 0.001 }))
      assert.matches("they ended at base %d+, period %d+$", message)
      failed("ELIMIT", "", ta.win_condition(set, { max_period = 239, max_base = 240 }))
      assert.equal(240, ta.win_condition(set, { max_period = 240, max_base = 240 }).period)
    end)

    it("tells its progress function of bases and periods", function()
      failed("ECANCELLED", "", ta.win_condition({ 11, 12 }, { progress = function(done, total)
        assert(done > 30 and done <= total and total == 2 * 3840)
        return false
      end }))
    end)
  end)

  it("a member beyond 1024 is not supported, for a set and for a game alike", function()
    local message = "win_condition: members of A to 1024 are supported, here is 2000"
    failed("EUNSUPPORTED", message, ta.win_condition { 1, 2000 })
    failed("EUNSUPPORTED", message, ta.cash { 1, 2000 }:win_condition())
  end)

  it("refuses what is no set, wrong settings, and no certificate", function()
    for _, bad in ipairs { {}, { 1, nil, 3 }, { 1, x = 3 }, 3 } do
      refused("win_condition: A: expected a list of positive integers", ta.win_condition, bad)
    end
    for member, set in pairs { ["1: %s0"] = { 0 }, ["2: %s-3"] = { 1, -3 }, ["1: %s1.5"] = { 1.5 }, ['1: %s"2"'] = { "2" } } do
      refused("win_condition: A: member " .. member:format "expected an integer from 1 to 2^62, got ", ta.win_condition, set)
    end
    refused("seconds: expected a positive number, got 0", ta.win_condition, { 1 }, { seconds = 0 })
    refused("text: expected the text of a certificate, got nil", ta.load_certificate, nil)
  end)

  describe("a certificate", function()
    it("comes back from its text, and both checkers accept it", function()
      for _, set in ipairs { { 1 }, { 3, 4 }, { 1, 3, 4 }, { 3, 7, 8, 12 }, { 3, 5, 7, 8, 12 }, { 3, 5, 6, 10, 11 } } do
        local text = ta.win_condition(set):certificate()
        local wc = assert(ta.load_certificate(text))
        assert.is_false(wc.checked)
        assert.equal(text, wc:certificate())
        assert.is_true(wc:check())
        assert.is_true(wc.checked)
        assert.is_true(check_in_lua(text))
      end
    end)

    it("may have its fields in any order and any white space", function()
      local text = ta.win_condition({ 1, 2 }):certificate()
      local words = text:match('"words": (%b[])')
      local other = ('\t{"words":%s , "level":1,"period" : 3,"base":30,"set":[ 1 ,2],"version":1,'
                     .. '"format":"takeaway win condition"} '):format(words:gsub("%s", ""))
      assert.is_true(accepted_by_c(other))
      assert.is_true(check_in_lua(other))
    end)

    it("is checked before it answers, and answers nothing when it does not hold", function()
      local text = ta.win_condition({ 1, 3, 4 }):certificate()
      local wc = ta.load_certificate(text)
      assert.equal(cash_games.wins { 1, 3, 4 }(14, 9, 9) and "I" or "II", wc:winner(14, 9, 9))
      assert.is_true(wc.checked)
      local wrong = ta.load_certificate((text:gsub('"set": %[1,3,4%]', '"set": [1,3,5]')))
      failed("EUNSUPPORTED", "does not hold: (B) fails", wrong:winner(14, 9, 9))
      assert.is_nil((wrong:winning_moves(14, 9, 9)))
      assert.is_false((wrong:check()))
    end)

    it("proves the set it names, also where another set plays alike", function()
      local text = ta.win_condition({ 1, 3 }):certificate():gsub("%[1,3%]", "[1,5]")
      local wc = ta.load_certificate(text)
      if wc:check() then -- all-odd sets with 1 are one game: a true statement
        local wins = cash_games.wins { 1, 5 }
        cash_games.states(20, function(n, d, e) assert.equal(wins(n, d, e) and "I" or "II", wc:winner(n, d, e)) end, 20)
      end
      assert.equal(wc:check(), check_in_lua(text))
    end)
  end)

  describe("text that is no certificate", function()
    local good = ta.win_condition({ 1, 2 }):certificate()
    local function with(from, to) return (good:gsub(from, to)) end
    for name, case in pairs {
      empty = { "", "EIO" },
      truncated = { good:sub(1, 200), "EIO" },
      ["not JSON"] = { "hello", "EIO" },
      ["another object"] = { '{"a": 1}', "EIO" },
      ["another format"] = { with("win condition", "win"), "EIO" },
      ["another version"] = { with('"version": 1', '"version": 2'), "EUNSUPPORTED" },
      ["a field missing"] = { with('"level": 1,', ""), "EIO" },
      ["a field twice"] = { with('"level": 1,', '"level": 1, "level": 1,'), "EIO" },
      ["a string for a number"] = { with('"level": 1', '"level": "1"'), "EIO" },
      ["a fraction"] = { with('"level": 1', '"level": 1.0'), "EIO" },
      ["an exponent"] = { with('"level": 1', '"level": 1e0'), "EIO" },
      ["a negative"] = { with('"level": 1', '"level": -1'), "EIO" },
      ["a leading zero"] = { with('"level": 1', '"level": 01'), "EIO" },
      ["a huge number"] = { with('"level": 1', '"level": 99999999999999999999999'), "ERANGE" },
      ["a set in disorder"] = { with("%[1,2%]", "[2,1]"), "EIO" },
      ["a member twice"] = { with("%[1,2%]", "[1,1]"), "EIO" },
      ["an empty set"] = { with("%[1,2%]", "[]"), "EIO" },
      ["an item of two"] = { with('%["V",1,0%]', '["V",1]'), "EIO" },
      ["no letters"] = { with('%["V",1,0%]', '["",1,0]'), "EIO" },
      ["other letters"] = { with('%["V",1,0%]', '["X",1,0]'), "EIO" },
      ["runs cut short"] = { with('%["V",1,0%]', '["VV",1,0]'), "EIO" },
      ["a count of one"] = { with('%["V",1,0%]', '["V1",1,0]'), "EIO" },
      ["a word of a billion letters"] = { with('%["V",1,0%]', '["V1000000000",1,0]'), "ELIMIT" },
      ["many words of millions"] = { with('%["V",1,0%]', ('["V16000000",1,0],'):rep(3) .. '["V",1,0]'), "ELIMIT" },
      ["a zero byte"] = { good .. "\0", "EIO" },
      ["something after it"] = { good .. "{}", "EIO" },
      ["100 MB of nested arrays"] = { function() return ("["):rep(100000000) end, "EIO" },
      ["nested arrays in words"] = {
        function() return with('"words": %[', '"words": ' .. ("["):rep(1000000)) end, "EIO" },
    } do
      it("is refused: " .. name, function()
        local text = type(case[1]) == "function" and case[1]() or case[1]
        failed(case[2], "load_certificate: ", ta.load_certificate(text))
        local holds, why, limit = check_in_lua(text)
        assert.is_falsy(holds)
        assert.equal(case[2] ~= "EIO" and case[2] ~= "EUNSUPPORTED" and "ELIMIT" or nil, limit) -- too large, not wrong
        assert.is_string(why)
      end)
    end

    it("is rejected by both checkers where it is well formed but absurd", function()
      for from, to in pairs {
        ['"base": 30'] = '"base": 1000000000', ['"period": 3'] = '"period": 1000000000',
        ['"level": 1'] = '"level": 65000', ["%[1,2%]"] = "[1,999999999]", ['"HV",20,2'] = '"HV",1000000000,2',
        ['"HV",20,2%]'] = '"HV",20,1000000000]', ['"VH",20,2'] = '"VH",20,0',
        ['"words".*'] = '"words": []}',
      } do
        local text, times = good:gsub(from, to)
        assert.is_true(times > 0, from)
        local wc = ta.load_certificate(text)
        if wc then
          local holds, _, code = wc:check()
          assert.is_truthy(not holds, from)
          if holds == nil then assert.equal("ELIMIT", code) end
        end
        assert.is_falsy((check_in_lua(text)), from)
      end
    end)
  end)

  describe("mutants", function()
    it("of small certificates, at every place, are rejected by both checkers", function()
      local count = 0
      for _, set in ipairs { { 1 }, { 2 }, { 1, 2 }, { 2, 3 }, { 1, 3, 4 } } do
        local text = ta.win_condition(set):certificate()
        for _, place in ipairs(mutants.places(text)) do
          for which = 1, #place[3] do
            local mutant = mutants.changed(text, place, which)
            count = count + 1
            if accepted_by_c(mutant) or check_in_lua(mutant) then
              error("accepted: " .. mutant:sub(math.max(1, place[1] - 40), place[2] + 40))
            end
          end
        end
      end
      assert.is_true(count > 1500, count)
    end)
  end)

  describe("describe", function()
    it("writes words, exponents and corners", function()
      local text = ta.win_condition({ 1, 2 }):describe()
      assert.matches("n mod 3 in {0}", text, 1, true)
      assert.matches("[VH]^(20+2k) V^inf", text, 1, true)
      assert.matches("corners (e, d): (0, 1), (20+2k, 21+2k)", text, 1, true)
      local latex = ta.win_condition({ 1, 2 }):describe("latex")
      assert.matches("$i = 0$: $[VH]^{20+2k}\\,V^\\infty$", latex, 1, true)
      local _, opened = latex:gsub("\\begin", "")
      local _, closed = latex:gsub("\\end", "")
      assert.equal(opened, closed)
    end)

    it("puts every residue in one group", function()
      local wc = ta.win_condition { 3, 7, 8, 12 }
      local count = 0
      for i in wc:describe():gmatch("  i = (%d+) ") do
        assert.is_true(tonumber(i) < 30)
        count = count + 1
      end
      assert.equal(30, count)
    end)
  end)

  describe("the closed form of {3,5,6,10,11}", function()
    local theorem = closed_form.theorem { 3, 5, 6, 10, 11 }
    local wc = ta.win_condition { 3, 5, 6, 10, 11 }

    it("is right for all e at n to 700, and at random to 2^60", function()
      local most = os.getenv("TAKEAWAY_SHORT") and 200 or 700
      for n = 0, most do for e = 0, n do
        if theorem:least_cash(n, e) ~= wc:least_cash(n, e) then error(("n = %d, e = %d"):format(n, e)) end
      end end
      for i = 1, 50000 do
        local n = math.random(1 << 60)
        local e = i % 2 == 0 and math.random(n) or n // 16 * (10 + i % 3 // 2) + math.random(-40, 40)
        assert(theorem:least_cash(n, e) == wc:least_cash(n, e), n)
      end
      for e = (1 << 62) - 9, 1 << 62 do assert.equal(wc:least_cash(1 << 62, e), theorem:least_cash(1 << 62, e)) end
    end)

    it("names its exceptions: the formula fails there and nowhere else to 300", function()
      local failing = {}
      for n = 0, 300 do
        for e = 0, n do
          if theorem:formula(n, e) ~= wc:least_cash(n, e) then
            failing[#failing + 1] = n
            break
          end
        end
      end
      assert.same(failing, theorem:exceptions())
    end)

    it("is proved, and for no other set", function()
      assert.equal("proved", theorem.standing)
      assert.is_string(theorem.source)
      assert.is_nil(closed_form.theorem { 3, 5, 6, 10 })
      assert.is_table(closed_form.theorem { 11, 10, 6, 5, 3, 3 })
      assert.equal("I", theorem:winner(20, math.huge, 0))
      for _, bad in ipairs { { -1, 0, 0 }, { 1.5, 0, 0 }, { "1", 0, 0 }, { 1, -1, 0 }, { 1, 0 } } do
        refused("expected an integer from 0 to 2^62", theorem.winner, theorem, table.unpack(bad, 1, 3))
      end
    end)
  end)

  describe("SMT-LIB", function()
    local function answers(text)
      local name = os.tmpname()
      jobs.write(name, text)
      local counts = {}
      for line in jobs.output_of("z3 -T:60 " .. name):gmatch "[^\n]+" do counts[line] = (counts[line] or 0) + 1 end
      os.remove(name)
      return counts
    end
    local there = os.execute("command -v z3 >/dev/null 2>&1")

    it("of (S): one query a residue, accepted by z3, and refuted for a changed word", function()
      local text = ta.win_condition({ 1, 3, 4 }):smtlib()
      local _, queries = text:gsub("check%-sat", "")
      assert.equal(14, queries)
      if not there then return pending("z3 is not installed") end
      assert.same({ unsat = 14 }, answers(text))
      local broken, times = text:gsub("%(%+ %(%* (%d+) k%) (%d+)%)", function(g, c)
        return ("(+ (* %s k) %d)"):format(g, c + 1)
      end, 1)
      assert.equal(1, times)
      assert.is_truthy(answers(broken).sat)
    end)

    it("of (S) ask for all levels that (B) does not work out", function()
      local wc = ta.win_condition { 3, 7, 8, 12 }
      assert.same({ 30, 2 }, { wc.period, wc.level })
      assert.matches("(assert (>= k 1))", wc:smtlib(), 1, true)
    end)

    it("and words are not written of a certificate that does not hold", function()
      local text = ta.win_condition({ 1, 2 }):certificate()
      local longer, shorter = text:gsub('"VH",20,2', '"VH",25,2'), text:gsub('"period": 3', '"period": 4')
      for call, wrong in pairs { describe = longer, smtlib = shorter } do
        local wc = ta.load_certificate(wrong)
        local none, why, code = wc[call](wc)
        assert.same({ nil, "EUNSUPPORTED" }, { none, code })
        assert.matches("^" .. call .. ": %([BG]%) fails", why)
      end
      assert.equal(ta.win_condition({ 1, 2 }):describe(), ta.load_certificate(text):describe())
      failed("ELIMIT", "the first base is 60, beyond max_base 30", ta.win_condition({ 40 }, { max_base = 30 }))
    end)

    it("of the closed form: 48 classes, accepted by z3, and refuted for a changed number", function()
      local text = closed_form.smtlib()
      local _, queries = text:gsub("check%-sat", "")
      assert.equal(48, queries)
      if not there then return pending("z3 is not installed") end
      assert.same({ unsat = 48 }, answers(text))
      local broken = text:gsub("%(%* 33 q%) 2%)", "(* 33 q) 3)")
      assert.is_truthy(answers(broken).sat)
    end)
  end)
end)
