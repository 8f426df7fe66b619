-- Codes beyond d0.d1d2... with digits to F, against the definition: partitions listed one by one and filtered.
local box = require "spec.support.box"
local heap_games = require "spec.support.heap_games"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"
local seeded = require "spec.support.seed"

local shown, failed = heap_games.shown, refusals.failed

local LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

-- ---- The definition -----------------------------------------------------------------------

-- All partitions of n, parts ascending.
local partitions = setmetatable({}, { __index = function(self, n)
  local found = {}
  local function go(left, least, list)
    if left == 0 then found[#found + 1] = table.move(list, 1, #list, 1, {}) end
    for a = least, left do
      list[#list + 1] = a
      go(left - a, a, list)
      list[#list] = nil
    end
  end
  go(n, 1, {})
  self[n] = found
  return found
end })

local function differ(parts, how)
  if #parts < 2 or how == "" then return true end
  local equal, repeated = parts[1] == parts[#parts], false
  for i = 2, #parts do repeated = repeated or parts[i] == parts[i - 1] end
  if how == "=" then return equal end
  if how == "?" then return not equal end
  return not repeated
end

-- A code as a table: rows[k] = { [heaps] = "" or a condition, more = the number of heaps from which on all larger
-- ones are allowed as it is }, k from -added on; tail repeats.
local function row_of(code, k)
  local last = code.last
  if k > last and code.tail > 0 then k = last - code.tail + 1 + (k - last - 1) % code.tail end
  return code.rows[k] or {}
end

local function options(code, n)
  local found = {}
  if n == 0 then return found end
  for k = -code.added, n do
    local row = row_of(code, k)
    for _, parts in ipairs(partitions[n - k]) do
      local how = row[#parts] or row.more and #parts > row.more and row[row.more]
      if how and differ(parts, how) then found[#found + 1] = parts end
    end
  end
  return found
end

-- The nim value of a heap; nil where a heap comes back or grows past any bound.
local function naive(code)
  local known, open = { [0] = 0 }, {}
  local function value(n)
    if known[n] ~= nil then return known[n] end
    if open[n] or n > 24 then return false end
    open[n] = true
    local seen, mex, ends = {}, 0, true
    for _, parts in ipairs(options(code, n)) do
      local sum = 0
      for _, m in ipairs(parts) do
        local v = ends and value(m)
        ends = v and true or false
        sum = v and sum ~ v
      end
      if not ends then break end
      seen[sum] = true
    end
    open[n] = nil
    if not ends then return false end -- not kept: it may be for a heap that is open
    while seen[mex] do mex = mex + 1 end
    known[n] = mex
    return mex
  end
  return value
end

-- The winner of the sum in misere play.
local function misere(code)
  return heap_games.outcomes(function(n, emit)
    for _, parts in ipairs(options(code, n)) do emit(table.unpack(parts)) end
  end)
end

-- ---- Random codes -------------------------------------------------------------------------

local HOWS = { "", "", "!", "?", "=" }
local function pick(list) return list[math.random(#list)] end

-- A digit as its text and its row; `least` the fewest heaps it may leave.
local function random_digit(least)
  local row, style = {}, math.random(5)
  if style == 1 then return "0", row end
  if style <= 3 then
    local bits, how = math.random(0, 31) >> least << least, pick(HOWS)
    for heaps = 0, 4 do
      if bits >> heaps & 1 == 1 then row[heaps] = how end
    end
    return LETTERS:sub(bits + 1, bits + 1) .. how, row
  end
  local listed, outer, heaps = {}, pick(HOWS), least - 1
  for _ = 1, math.random(3) do
    heaps = heaps + math.random(2)
    local how = outer == "" and pick(HOWS) or ""
    listed[#listed + 1] = heaps .. how
    row[heaps] = how .. outer
  end
  row.more = math.random(3) == 1 and heaps or nil
  return "{" .. table.concat(listed, ",") .. (row.more and "+" or "") .. "}" .. outer, row
end

local function random_code(added)
  local code, text = { rows = {}, added = added, tail = 0 }, {}
  for k = -added, 0 do text[#text + 1], code.rows[k] = random_digit(k == 0 and 2 or 0) end
  text[#text + 1] = "."
  code.last = math.random(3)
  local group = math.random(3) == 1 and math.random(code.last)
  for k = 1, code.last do
    if k == group then text[#text + 1], code.tail = "[", code.last - group + 1 end
    text[#text + 1], code.rows[k] = random_digit(0)
  end
  return code, table.concat(text) .. (group and "]" or "")
end

describe("codes of heap games", function()
  it("are played as they say", function()
    seeded()
    for _ = 1, 60 do
      local code, text = random_code(0)
      local game, value = ta.octal(text), naive(code)
      local rules = game:position(0):ruleset()
      local plain = ta.ruleset { options = rules.options, parts = rules.parts }
      local s = game:nim_values(18)
      for n = 0, 18 do assert.equal(value(n), s(n), text .. " " .. n) end
      for n = 0, 12 do
        assert.equal(shown(options(code, n)), shown(game:options(n)), text .. " " .. n)
        assert.equal(value(n), plain(n):nim_value(), text .. " " .. n)
      end
      local loses = misere(code)
      for a = 0, 6 do
        for b = a, 6, 2 do assert.equal(loses(a, b), game:misere_outcome(a, b), ("%s %d %d"):format(text, a, b)) end
      end
      assert.equal(game:code(), ta.octal(game:code()):code())
    end
  end)

  -- The options of a code, by the definition, at heaps 0..to.
  local function signature(code, to)
    local all = {}
    for n = 0, to do all[n + 1] = shown(options(code, n)) end
    return table.concat(all, ";")
  end

  -- A code as a table of few digits, each of bits and a condition, and as text in one of many ways.
  local function plain_code(digits, tail)
    local code, text = { rows = {}, added = 0, last = #digits - 1, tail = tail or 0 }, {}
    for i, d in ipairs(digits) do
      local row = {}
      for heaps = 0, 4 do
        if d[1] >> heaps & 1 == 1 then row[heaps] = d[2] end
      end
      code.rows[i - 1] = row
      local sign = LETTERS:sub(d[1] + 1, d[1] + 1)
      text[#text + 1] = (code.tail > 0 and i == #digits - tail + 1 and "[" or "") .. sign .. d[2] .. (i == 1 and "." or "")
    end
    return code, table.concat(text) .. (code.tail > 0 and "]" or "")
  end

  it("have one normal form for each game, which identifies it", function()
    local by_code, by_options, count = {}, {}, 0
    local function see(code, text, to)
      local normal = ta.octal(text):code()
      local does = signature(code, to)
      assert.equal(by_code[normal] or does, does, text .. " as " .. normal)
      assert.equal(by_options[does] or normal, normal, text)
      by_code[normal], by_options[does], count = does, normal, count + 1
      assert.equal(normal, ta.octal(normal):code())
    end
    -- all codes d0.d1d2 of these digits, without a group, with one of the last digit, and of the last two
    local few = { { 0, "" }, { 3, "" }, { 4, "" }, { 4, "!" }, { 4, "?" }, { 7, "=" }, { 2, "!" }, { 12, "?" }, { 12, "!" } }
    for d0, d1, d2, tail in box({ { 0, "" }, { 4, "" }, { 4, "!" } }, few, few, 0, 2) do
      local code, text = plain_code({ d0, d1, d2 }, tail)
      see(code, text, 12)
    end
    -- groups of two kinds of digits
    for bits = 0, 127 do
      local digits = { { 0, "" } }
      for i = 0, 4 do digits[i + 2] = { bits >> i & 1 == 1 and 7 or 1, "" } end
      local tail = math.min(bits >> 5, 3) + 2
      local code, text = plain_code(digits, tail)
      see(code, text, 20)
    end
    assert.is_true(count > 800)
    seeded()
    for _ = 1, 200 do
      local code, text = random_code(0)
      see(code, text, 12)
    end
  end)

  it("that add counters have normal forms too", function()
    seeded()
    local by_code = {}
    for _ = 1, 300 do
      local code, text = random_code(math.random(2))
      local game, to = ta.octal(text), 9
      local normal, does = game:code(), {}
      for n = 0, to do does[n + 1] = shown(options(code, n)) end
      does = table.concat(does, ";")
      assert.equal(by_code[normal] or does, does, text)
      by_code[normal] = does
      assert.equal(normal, ta.octal(normal):code())
      assert.is_true(game:same_game(normal))
      local again = ta.octal(normal)
      for n = 0, to do assert.equal(shown(game:options(n)), shown(again:options(n)), text) end
    end
  end)

  it("are written one way, however they are given", function()
    for normal, ways in pairs {
      ["0.77"] = { "0.77", ".77", "00.7700", "0.77[0]", "0.{0,1,2}{2,1,0}", "0.77[000]", "000.7{0,1,2}" },
      ["0.[3]"] = { "0.3[3]", "0.[333]", "0.33[33]", ".[3]", "0.[{0,1}]", "0.3![3=]" },
      ["0.7[70]"] = { "0.7[7070]", "0.77[07]", "0.770[70]" },
      ["0.0"] = { "0.000", "0.[0]", "10.0", "0.0[00]", "0.00" },
      ["0.G"] = { "0.g", "0.{4}", "0.G0" }, ["0.C!"] = { "0.{2!,3!}", "0.{3,2}!", "0.c!" }, ["0.{5,6}!"] = { "0.{6!,5!}" },
      ["0.{2!,3}"] = { "0.{3,2!}", "0.{2?,3}" }, ["0.C?"] = { "0.{2?,3?}", "0.{2!,3?}", "0.{3,2}?" }, ["4!.0"] = { "4!.00", "{2!}.0" },
      ["0.*"] = { "0.{0+}", "0.{0,1+}", "0.{0,1,2,3,4,5+}" }, ["0.*!"] = { "0.{0+}!", "0.{0,1,2!,3!+}", "0.{0,1!,2?,3!+}" },
      ["0.{0,4+}"] = { "0.{0,4,5+}" },
      ["0.[{4+}]"] = { "0.[{4,5+}{4+}]" }, ["20.77"] = { "30.77", "020.77" }, ["0.{2,4+}="] = { "0.{2=,4=+}" },
    } do
      for _, way in ipairs(ways) do
        assert.equal(normal, ta.octal(way):code(), way)
        assert.equal("octal " .. normal, tostring(ta.octal(way)))
        assert.equal(normal .. "(3)", tostring(ta.octal(way):position(3)))
      end
    end
    assert.equal("0.[7]", ta.octal("0." .. ("7"):rep(2000) .. "[" .. ("7"):rep(2000) .. "]"):code())
    local long = "0." .. ("70"):rep(2000)
    assert.equal(long:sub(1, -2), ta.octal(long):code())
    assert.error_matches(function() ta.octal("." .. ("7"):rep(4095)) end,
      "4097 characters with the 0 before the point; at most 4096")
    assert.equal(4096, #ta.octal("0." .. ("7"):rep(4094)):code())
  end)

  it("are the same game or not", function()
    for _, case in ipairs {
      { ta.octal "0.77", "0.770" }, { ta.subtraction { 1, 2, 5 }, "0.33003[0]" }, { ta.octal "0.[3]", { all_but = {} } },
      { ta.octal "0.330", { 2, 1 } }, { ta.subtraction { all_but = { 1, 3 } }, ta.octal "0.030[33]" },
      { ta.spawning "1-2", ta.spawning "1-2" },
    } do
      assert.same({ true }, { case[1]:same_game(case[2]) })
    end
    for _, case in ipairs {
      { ta.octal "0.77", "0.73", 4 }, { ta.octal "0.77", "0.777", 3 }, { ta.octal "4.0", "4!.0", 2 },
      { ta.subtraction { 1, 2 }, { 1, 3 }, 2 }, { ta.octal "0.[3]", "0.[7]", 3 }, { ta.spawning "1-2", "0.3", 2 },
      { ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end), "0.3333", 5 },
    } do
      assert.same({ false, case[3] }, { case[1]:same_game(case[2]) })
    end
    assert.same({ false }, { ta.octal("0." .. ("0"):rep(60) .. "7"):same_game("0." .. ("0"):rep(60) .. "3") })
    local nim = ta.heap(function(n, emit) for k = 1, n do emit(n - k) end end, { name = "Nim by rule" })
    assert.is_true(nim:same_game(nim))
    failed("EUNSUPPORTED", "same_game: Nim by rule and octal 0.[3] have the same options at heaps 0..40, and larger heaps are undecided",
      nim:same_game "0.[3]")
    for _, bad in ipairs { 3, true, ta.one_pile "2k" } do
      assert.error_matches(function() nim:same_game(bad) end, "same_game: expected a heap game, got ")
    end
    assert.error_matches(function() nim:same_game() end, "same_game: expected a heap game, got nil")
    assert.error_matches(function() nim:same_game "0.x" end, "code: expected a digit")
  end)

  it("that add counters have values where play ends, and ELOOPY where it need not", function()
    seeded()
    local ended, endless = 0, 0
    for _ = 1, 150 do
      local code, text = random_code(math.random(3))
      local game, value = ta.octal(text), naive(code)
      for n = 0, 9 do
        local expected, got, message, kind = value(n), game:nim_value(n)
        if expected then
          ended = ended + 1
          assert.equal(expected, got, text .. " " .. n)
        else
          endless = endless + 1
          failed("ELOOPY", "play need not end", got, message, kind)
          failed("ELOOPY", "", game:misere_outcome(n))
          failed("ELOOPY", "", game:outcome(1, n))
        end
        assert.equal(shown(options(code, n)), shown(game:options(n)), text .. " " .. n)
      end
    end
    assert.is_true(ended > 250 and endless > 250, ended .. " " .. endless)
  end)

  it("of unequal pairs take the fast ways, which say what the rule says", function()
    for _, code in ipairs { "4!.0", "0.4!4!", "0.7!", "0.07!3", "0.5!2", "4!.3" } do
      local fast, portable = ta.octal(code), ta.octal(code, { portable = true })
      local rule = require "takeaway.rules.take_and_break"(code).heap
      local s, t = fast:nim_values(2500), portable:nim_values(2500)
      assert.equal(s:checksum(), t:checksum(), code)
      local u = ta.heap(rule):nim_values(700)
      for n = 0, 700 do assert.equal(u(n), s(n), code .. " " .. n) end
    end
    local s = ta.octal "4!.0":nim_values(6000)
    local t = ta.octal("4!.0", { portable = true }):nim_values(6000)
    for m = 4500, 6000, 50 do -- by the definition, on the values themselves
      local seen = {}
      for a = 1, (m - 1) // 2 do seen[s(a) ~ s(m - a)] = true end
      local mex = heap_games.mex(seen)
      assert.equal(mex, s(m))
      assert.equal(mex, t(m))
    end
  end)

  it("give the published values", function()
    local function values(code, to) return table.concat(ta.octal(code):nim_values(to):list(0, to), " ") end
    -- Kayles and Dawson's Kayles, written in other ways
    assert.equal(values("0.77", 60), values("0.{0,1,2}{2,1,0}", 60))
    assert.equal(values("0.07", 60), values("0.0{0+}", 2) .. " " .. table.concat(ta.octal "0.07":nim_values(60):list(3, 60),
      " "))
    -- Into equal heaps: by induction the value is the number of odd primes in n, and one more where n is even
    local s = ta.octal "{2+}=.0":nim_values(300)
    for n = 1, 300 do
      local count, m = n % 2 == 0 and 1 or 0, n
      while m % 2 == 0 do m = m // 2 end
      for p = 3, m, 2 do
        while m % p == 0 do m, count = m // p, count + 1 end
      end
      assert.equal(count, s(n), n)
    end
  end)

  it("of sets are written out", function()
    assert.equal("0.0330003", ta.subtraction { 2, 3, 7 }:code())
    assert.equal("0.3003330[3]", ta.subtraction { all_but = { 2, 3, 7 } }:code())
    assert.equal("0.[3]", ta.subtraction { all_but = {} }:code())
    assert.equal(2 + 1000000, #ta.subtraction { 1000000 }:code())
    for _, set in ipairs { { 1 }, { 5, 3, 3 }, { all_but = { 4 } } } do
      local game = ta.subtraction(set)
      assert.equal(game:nim_values(40):checksum(), ta.octal(game:code()):nim_values(40):checksum())
    end
    failed("EUNSUPPORTED", "its rule is a function", ta.heap(function() end):code())
  end)

  it("may be Left's and Right's", function()
    local P = require "spec.support.partizan"
    local value = P.valuer(ta)
    seeded()
    for _ = 1, 12 do
      local left, left_text = random_code(0)
      local right, right_text = random_code(0)
      local known = { [0] = P.zero }
      local function game(n)
        if not known[n] then
          local lists = { {}, {} }
          for side, code in ipairs { left, right } do
            for i, parts in ipairs(options(code, n)) do
              local sum = P.zero
              for _, m in ipairs(parts) do sum = P.add(sum, game(m)) end
              lists[side][i] = sum
            end
          end
          known[n] = P.game(lists[1], lists[2])
        end
        return known[n]
      end
      local rules = ta.rules.partizan_take_and_break(left_text, right_text)
      for n = 0, 5 do
        assert.equal(value(game(n)), rules(n):canonical_form(), ("%s | %s: %d"):format(left_text, right_text, n))
      end
    end
    -- Fraenkel and Kotzig's subtraction games are codes of 0 and 3
    for n = 0, 12 do
      assert.equal(ta.rules.partizan_subtraction({ 1, 3 }, { 2, 3 })(n):canonical_form(),
        ta.rules.partizan_take_and_break("0.303", "0.033")(n):canonical_form())
    end
    assert.error_matches(function() ta.rules.partizan_take_and_break("0.3", "1.3") end, "who takes nothing")
  end)

  it("are joined", function()
    local join = ta.octal "0.3":join(ta.octal "0.07")
    local s, t = join:nim_values(60), ta.octal "0.37":nim_values(60)
    for n = 0, 60 do assert.equal(t(n), s(n)) end
    assert.equal(ta.octal "0.37":misere_outcome(5, 3), join:misere_outcome(5, 3))
    assert.equal(3, #join:options(5))
    assert.equal(s(9), join:position(9):nim_value())
    local each = ta.octal "0.3":partizan_join(ta.octal "0.07")
    for n = 0, 8 do
      assert.equal(ta.rules.partizan_take_and_break("0.3", "0.07")(n):canonical_form(), each(n):canonical_form())
    end
    assert.error_matches(function() join:join(3) end, "join: expected a heap game, got number")
    assert.error_matches(function() join:partizan_join "0.3" end, "expected a heap game, got string")
  end)

  it("have digits to Z, as five heaps may be left", function()
    for digit, list in pairs { W = "{5}", X = "{0,5}", Y = "{1,5}", Z = "{0,1,5}" } do
      local game, same = ta.octal("0.3" .. digit), ta.octal("0.3" .. list)
      assert.equal(same:code(), game:code())
      assert.equal(tostring(same:nim_values(60)), tostring(game:nim_values(60)))
      assert.equal("0.3" .. digit, game:code())
      local rules = ta.rules.take_and_break("4." .. digit) -- the same in Lua
      local both = ta.rules.partizan_take_and_break("4." .. digit, "4." .. list)
      local values = ta.octal("4." .. digit):nim_values(16)
      for n = 0, 16 do
        assert.equal(values(n), rules(n):nim_value())
        assert.equal(ta.star(values(n)), both(n):canonical_form())
      end
      local long = "0." .. digit:rep(4000) .. "7"
      assert.equal(long, ta.octal(long):code())
      assert.equal("0." .. digit:rep(500), ta.octal("0." .. list:rep(500)):code())
    end
  end)

  it("have periods that are proved only where a theorem stands", function()
    for _, code in ipairs { "0.V7T", "0.N", "0.V2U", "0.ANB" } do
      local p = ta.octal(code):periodicity(1000)
      assert.is_true(p.proved, code)
      local s = ta.octal(code .. "[0]"):nim_values(900) -- the same game
      assert.is_true(ta.octal(code .. "[0]"):periodicity(1000).proved)
      for n = p.preperiod, 900 - p.period do assert.equal(s(n), s(n + p.period), code) end
    end
    for _, code in ipairs { "0.1{0,1!}", "0.3{1}" } do -- conditions that say nothing
      assert.is_true(ta.octal(code):periodicity(200).proved, code)
    end
    for _, code in ipairs { "0.[{0+}=]", "0.5!2", "4=.3", "80.01" } do
      local p = ta.octal(code):periodicity(400)
      assert.is_true(p == nil or not p.proved, code)
    end
  end)

  it("that are none are refused, with a caret", function()
    for code, why in pairs {
      ["2.3"] = "who takes nothing leaves two heaps or more", ["*.3"] = "who takes nothing", ["0.{"] = "expected a number",
      ["0.{1"] = "expected , or }", ["0.{1,}"] = "expected a number", ["0.{1,1}"] = "stands twice",
      ["0.{64}"] = "up to 63", ["0.{3,2+}"] = "the largest", ["0.{1!}="] = "inside of the list too",
      ["0.#"] = "expected a digit 0%-9 A%-Z", ["0.!"] = "expected a digit", ["0.3!!"] = "expected a digit",
      ["[3].0"] = "expected a digit", ["20"] = "expected a point", ["4!."] = "after the point",
    } do
      assert.error_matches(function() ta.octal(code) end, why, nil, nil, code)
      local _, message = pcall(ta.octal, code)
      assert.matches("\n    [^\n]*\n *%^", message)
    end
    assert.error_matches(function() ta.octal(("0"):rep(5000)) end, "5000 characters; at most 4096")
    local all = {}
    for i = 0, 63 do all[i + 1] = i end
    assert.error_matches(function() ta.octal("0.{" .. table.concat(all, ",") .. ",5}") end, "stands twice")
    assert.equal("0.3", ta.octal "0.3":code())
  end)

  -- A * before the point leaves {1+}.
  it("are refused if their normal form is longer than the reader's limit", function()
    local code = ("*"):rep(1022) .. "0.1"
    assert.equal(("{1+}"):rep(1022) .. "0.1", ta.octal(code):code())
    assert.is_true(ta.octal(code):same_game(ta.octal(ta.octal(code):code())))
    assert.error_matches(function() ta.octal(("*"):rep(1024) .. "0.1") end, "in normal form it has 4099 characters; at most 4096")
  end)
end)
