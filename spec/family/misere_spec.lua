-- Misere canonical forms and genera: the published tables, the definition by play in Lua, the laws of classes, misuse
-- and limits. spec/c/misere compares the kernel with play on all games born by day 4.
local box = require "spec.support.box"
local refusals = require "spec.support.refusals"
local seed = require "spec.support.seed"
local ta = require "takeaway"

local refused, failed = refusals.raises, refusals.failed

local function names(list)
  local shown = {}
  for i, v in ipairs(list) do shown[i] = tostring(v) end
  return table.concat(shown, " ")
end

local outcome = require "spec.support.heap_games".misere_outcomes()

-- The misere nim value of a sum: the nim heap that makes it a P-position.
local function naive_misere_nim_value(sum)
  local beside = table.move(sum, 1, #sum, 1, {})
  for n = 0, 40 do
    beside[#sum + 1] = ta.misere_value(n)
    if outcome(table.unpack(beside)) == "P" then return n end
  end
end

local function random_form(base, most)
  local options = {}
  for i = 1, math.random(most) do options[i] = base[math.random(#base)] end
  return ta.misere_value(options)
end

it("genera of heap games begin with nim value and misere nim value by definition", function()
  for _, code in ipairs { "0.77", "0.07", "0.137", "4.3", "0.3F", "0.75", "0.123" } do
    local game = ta.octal(code)
    for n = 0, 12 do
      local p = game:position(n)
      assert.equal(game:nim_value(n), p:genus().nim_value)
      assert.equal(game:misere_nim_value(n), p:misere_nim_value(), code .. " " .. n)
    end
  end
end)

it("days from 5 on are too large", function() failed("ELIMIT", "day 5", ta.misere_day(6)) end)

-- name, birthday, genus, mate, parts, partitions: run in CGSuite 2.2, whose parts are listed in another order.
local FACTS = {
  { "*[0]", 0, "0", "*[1]", "", "" },
  { "*[1]", 1, "1", "*[0]", "", "*[1]" },
  { "*[2]", 2, "2", "*[2]", "", "*[2]" },
  { "*[3]", 3, "3", "*[3]", "", "*[2] *[1]" },
  { "*[2#]", 3, "0^0", "*[2#]", "*[2] *[2[#-2]]", "*[2] *[2[#-2]]" },
  { "*[2##]", 4, "1^1", "*[2##]", "*[2] *[2#] *[2[#-2]] *[2[##-2]] *[2[##-2]0] *[(2[##-2]0)[2]]",
    "*[2] *[2[#-2]] *[2[##-2]0]" },
  { "*[2[2]]", 4, "0^0", "*[2[2]]", "*[2]", "*[2] *[2]" },
  { "*[2[#2#]]", 6, "0^0", "*[2[#2#]]", "*[2] *[2#] *[2[2]] *[2[#-2]] *[2[#2]] *[2[#2#-2]] *[2[#2#-2-2]]",
    "*[2] *[2] *[2[#-2]] *[2[#-2]]" },
  { "*[2#0]", 4, "1^2", "*[2#1]", "", "*[2#0]" },
  { "*[2#1]", 4, "2^1420", "*[2#0]", "", "*[2#1]" },
  { "*[4[2#]]", 7, "0^0", "*[4[2#]]", "*[2] *[4] *[4[2#-2]] *[4[2#-4]]", "*[2] *[4[2#-2]] / *[4] *[4[2#-4]]" },
  { "*[(2#1)2##]", 5, "0^0", "*[(2#0)2##]", "", "*[(2#1)2##]" },
  { "*[((2#0)10)2##]", 6, "0^0", "*[((2#1)10)2##]", "", "*[((2#0)10)2##]" },
  { "*[((2#0)2[#1]2#)(2#1)[1]]", 6, "0^120", "*[((2#1)2[#1]2#)(2#0)[1]]", "", "*[((2#0)2[#1]2#)(2#1)[1]]" },
  { "*[(2#20)2[#1]1]", 5, "0^2", "*[(2#21)2[#1]0]", "", "*[(2#20)2[#1]1]" },
}

-- Which of these CGSuite says of the games above, by name.
local CLASSES = {
  is_even = "not *[1] *[3]", is_prime = "*[2] *[3] *[2#0] *[2#1] *[(2#1)2##] *[((2#0)10)2##] " ..
    "*[((2#0)2[#1]2#)(2#1)[1]] *[(2#20)2[#1]1]",
  is_nim_heap = "*[0] *[1] *[2] *[3]", is_tame = "*[0] *[1] *[2] *[3] *[2#] *[2##] *[2[2]] *[2[#2#]] *[4[2#]]",
  is_generally_tame = "*[0] *[1] *[2] *[3] *[2#] *[2##] *[2[2]] *[2[#2#]] *[4[2#]] *[(2#1)2##] *[((2#0)10)2##]",
  is_tameable = "*[0] *[1] *[2] *[3] *[2#] *[2##] *[2[2]] *[2[#2#]] *[4[2#]] *[(2#1)2##] *[((2#0)10)2##] " ..
    "*[((2#0)2[#1]2#)(2#1)[1]]",
  is_restive = "*[2#0]", is_generally_restive = "*[2#0] *[(2#20)2[#1]1]", is_restless = "*[2#1]",
  is_half_tame = "*[2#0] *[(2#20)2[#1]1]", is_introverted = "*[0] *[1]",
  is_extraverted = "*[0] *[1] *[2] *[3] *[2#] *[2##] *[2[2]] *[2[#2#]]",
}

describe("misere values", function()
  after_each(function() ta.misere_values:limit { memory = 1 << 30, games = 1 << 31 } end)

  it("are as run in CGSuite 2.2: birthday, genus, mate, parts, partitions", function()
    for _, fact in ipairs(FACTS) do
      local v = ta.misere_value(fact[1])
      assert.equal(fact[1], tostring(v))
      assert.equal(fact[2], v:birthday())
      assert.equal(fact[3], tostring(v:genus()))
      assert.equal(fact[4], tostring(v:mate()))
      assert.equal(fact[5], names(v:parts()))
      local ways = {}
      for i, way in ipairs(v:partitions()) do ways[i] = names(way) end
      assert.equal(fact[6], table.concat(ways, " / "))
    end
  end)

  for question, which in pairs(CLASSES) do
    it("are as run in CGSuite 2.2: " .. question, function()
      local negated, of = which:find("^not ") ~= nil, {}
      for name in which:gmatch "%*%S+" do of[name] = true end
      for _, fact in ipairs(FACTS) do
        local v = ta.misere_value(fact[1])
        assert.equal(negated ~= (of[fact[1]] or false), v[question](v), fact[1])
      end
    end)
  end

  it("have distinguishers, links and differences as run in CGSuite 2.2", function()
    local v = ta.misere_value
    assert.equal("*[(2#1)21]", tostring(v "*[2#]":distinguisher "*[2[2]]"))
    assert.equal("*[((2#1)21)32]", tostring(v "*[2##]":link "*[2[2]]"))
    assert.is_true(v "*[2##]":is_linked_to "*[2[2]]")
    assert.is_false(v "*[2##]":is_linked_to "*[2#]")
    failed("EUNSUPPORTED", "an option of the other", v "*[2##]":link "*[2#]")
    assert.equal("*[2[##-2]0]", tostring(v "*[2##]":misere_minus "*[2#]"))
    failed("EUNSUPPORTED", "no game added", v "*[2##]":misere_minus "*[4#]")
    failed("EUNSUPPORTED", "equal", v(2):distinguisher(2))
    assert.equal("*[2[2]321]", tostring(v "*[2[2],3,2,1]"))
  end)

  it("have the outcomes and the genus of play, alone and in sums", function()
    seed()
    local base = ta.misere_day(4)
    for _ = 1, 60 do
      local v, w = random_form(base, 3), base[math.random(#base)]
      assert.equal(outcome(v), v:misere_outcome())
      assert.equal(outcome(v, w), (v + w):misere_outcome(), tostring(v))
      local beside = { v }
      for i = 0, 4 do
        assert.equal(naive_misere_nim_value(beside), v:genus():digit(i), tostring(v))
        beside[#beside + 1] = ta.misere_value(2)
      end
    end
  end)

  it("are told apart, linked and taken apart as they say, on random games of day 5", function()
    seed()
    local base = ta.misere_day(4)
    for _ = 1, 150 do
      local v, w = random_form(base, 4), random_form(base, 4)
      if v ~= w then
        local x = v:distinguisher(w)
        assert.equal("PN", (v + x):misere_outcome() .. (w + x):misere_outcome())
      end
      local option = false
      for _, o in ipairs(v:options()) do option = option or o == w end
      for _, o in ipairs(w:options()) do option = option or o == v end
      assert.equal(not option, v:is_linked_to(w))
      if not option then
        local x = v:link(w)
        assert.equal("PP", (v + x):misere_outcome() .. (w + x):misere_outcome())
      end
      assert.equal("P", (v + v:mate()):misere_outcome())
      assert.equal(v, (v + w):misere_minus(w))
      assert.equal(v, ta.misere_value(tostring(v)))
      assert.equal(v, ta.misere_value(v:options()))
    end
  end)

  -- A class says how sums behave: with tame games the genus is that of nim arithmetic; generally tame games add with
  -- each other as well.
  it("that are tameable add with tame ones as heaps do", function()
    seed()
    local base, tame, tameable = ta.misere_day(4), {}, {}
    for _, v in ipairs(base) do if v:is_tame() then tame[#tame + 1] = v end end
    local all = table.move(base, 1, #base, 1, {})
    for _ = 1, 400 do
      local v = random_form(all, 3)
      all[#all + 1] = v
      if v:is_tameable() and not v:is_tame() then tameable[#tameable + 1] = v end
    end
    assert.is_true(#tameable > 5)
    for _, v in ipairs(tameable) do
      assert.is_true(v:genus():is_tame())
      for _ = 1, 3 do
        local w = tame[math.random(#tame)]
        local g = ta.genus(v:genus().nim_value .. "^" .. v:genus():digit(0)) + w:genus()
        assert.equal(g, (v + w):genus(), tostring(v) .. tostring(w))
      end
      local w = tameable[math.random(#tameable)]
      if v:birthday() + w:birthday() < 14 then
        assert.is_true((v + w):genus():is_tame())
        if v:is_generally_tame() and w:is_generally_tame() then
          assert.equal(v:genus() + w:genus(), (v + w):genus())
        end
      end
    end
  end)

  it("take text, heaps, lists and values, and are keys of tables", function()
    assert(rawequal(ta.misere_value "*[2#0]", ta.misere_value { { 2 }, 0 }))
    assert.equal("*[&12;]", tostring(ta.misere_value(12)))
    assert.equal("*[2[3]]", tostring(ta.misere_value(2) + 3))
    assert.equal("*[2[22]]", tostring(3 * ta.misere_value(2)))
    assert.equal(ta.misere_value(0), 1000001 * ta.misere_value(1) + "*")
    assert.is_true(ta.misere_value(2):equals "*2")
    assert.is_false(ta.misere_value(2) == 2)
    assert.equal("*[0] *[1]", names(ta.misere_value(2):options()))
    assert.equal("N", ta.misere_value(0):misere_outcome())
    assert.equal("P", ta.misere_value(0):outcome())
    assert.is_true(ta.misere_value "*[2#0]":is_wild())
  end)

  it("have names in Unicode and LaTeX", function()
    for name, latex in pairs {
      ["*[0]"] = "0", ["*[2[2]321]"] = "2_{2}321", ["*[2##]"] = "2_{\\#\\#}", ["*[2[#-2]]"] = "2_{\\#-2}",
      ["*[2[#2#]]"] = "2_{\\#2\\#}", ["*[((2#0)2[#1]2#)(2#1)[1]]"] = "((2_{\\#}0)2_{\\#1}2_{\\#})(2_{\\#}1)_{1}",
      ["*[&12;]"] = "\\&12;",
    } do
      local v = ta.misere_value(name)
      assert.equal("{\\ast}[" .. latex .. "]", v:text "latex")
      assert.equal("∗" .. name:sub(2), v:text "unicode")
      assert.equal(name, v:text())
    end
    for _, v in ipairs(ta.misere_day(4)) do assert.equal(v, ta.misere_value(v:text "unicode")) end
    assert.equal(ta.misere_value "*[2#] + *3", ta.misere_value "∗[2#]" + "∗3")
    refused("is wanted", ta.misere_value, "*[2\226\136]")
    refused("is written", ta.misere_value, "\226\136")
  end)

  it("have followers", function()
    for _, v in ipairs(ta.misere_day(4)) do
      local expected = { [v] = true }
      local function visit(g)
        for _, option in ipairs(g:options()) do
          expected[option] = true
          visit(option)
        end
      end
      visit(v)
      local followers = v:followers()
      assert.equal(v, followers[1])
      assert.equal(#followers, v:follower_count())
      for _, g in ipairs(followers) do
        assert.is_true(expected[g])
        expected[g] = nil
      end
      assert.is_nil(next(expected))
    end
  end)

  it("refuse what is none", function()
    refused("a misere form is written", ta.misere_value, "x")
    refused("^", ta.misere_value, "*[2#")
    refused("got -1", ta.misere_value, -1)
    refused("got 0.5", ta.misere_value, 0.5)
    refused("misere_value: x: expected a misere value", ta.misere_value, -1)
    refused("options", ta.misere_value, { 1, true })
    for _, list in ipairs { { options = { 2, 3 } }, { games = 5 }, { 2, x = 1 }, { { a = 1 }, 0 }, { 1, [3] = 2 } } do
      refused("options: expected a list of misere values, without gaps or other keys", ta.misere_value, list)
    end
    local own = { 2 }
    own[2] = { own }
    refused("options: expected a list of misere values, got one that holds itself", ta.misere_value, own)
    local twice = { 2 }
    assert.equal("*[2##2#]", tostring(ta.misere_value { twice, { twice }, twice }))
    refused("w: expected", function() return ta.misere_value(0):link {} end)
    refused("factor", function() return -1 * ta.misere_value(1) end)
    refused("factor: expected an integer from 0 to 2^62", function() return math.maxinteger * ta.misere_value(2) end)
    refused("n: expected", ta.misere_day, -1)
    local old = ta.misere_value "*[2#0]"
    ta.misere_values:clear()
    refused("cleared", function() return old + 1 end)
    assert.matches("cleared", tostring(old))
  end)

  it("keep within limits, and go on", function()
    ta.misere_values:clear()
    ta.misere_values:limit { games = 40 }
    failed("ELIMIT", "its limits are 40 forms", ta.misere_value "*[5[4]#] + *[6#0]")
    failed("ELIMIT", "its limits are 40 forms", ta.rules.kayles(12):genus())
    ta.misere_values:limit { memory = 1 << 28 }
    for _, n in ipairs { 1 << 30, 1 << 31, 1 << 40, math.maxinteger } do -- known before the first heap is made
      local _, message = failed("ELIMIT", "", ta.misere_value(n))
      assert.is_true(math.tointeger(message:match "holds (%d+) misere forms") < 1000000, message)
    end
    for _, n in ipairs { 4000000, 1 << 40, 1 << 62 } do -- n copies have n followers: before the first is made
      for _, v in ipairs { ta.misere_value(2), ta.misere_value "*[2#]" } do
        local held = ta.misere_values:statistics().games
        local ok, why = pcall(function() return n * v end)
        assert.is_false(ok)
        assert.same({ "ELIMIT", held }, { why.code, ta.misere_values:statistics().games })
      end
    end
    failed("ELIMIT", "", (4000000000 * ta.rules.nim(2)):misere_canonical_form())
    assert.equal(ta.misere_value(1), 4000001 * ta.misere_value(1))
    ta.misere_values:limit { games = 1 << 20 }
    assert.equal("4^046", tostring(ta.rules.kayles(12):genus()))
    local asked = 0
    ta.misere_values:limit { progress = function() asked = asked + 1 return false end }
    failed("ECANCELLED", "", ta.misere_value "*31 + *32 + *33")
    ta.misere_values:limit {}
    assert.is_true(asked > 0)
    assert.matches("forms", tostring(ta.misere_values))
    assert.is_true(ta.misere_values:statistics().results > 0)
  end)
end)

it("sequences and tables have genera, misere nim values and forms", function()
  local kayles = ta.rules.kayles
  local s = kayles:sequence { what = "genus", to = 20 }
  assert.equal(kayles(19):genus(), s(19))
  assert.matches("genera of Kayles%(n%), n = 0..20: 0 1 2 3 1 4^146 3 2^2", tostring(s))
  assert.same({ 1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2 }, kayles:sequence { what = "misere_nim_value", to = 10 }:list())
  assert.equal(ta.octal "0.77":misere_canonical_form(8), kayles:sequence { what = "misere_canonical_form", to = 8 }(8))
  assert.matches("0^0", tostring(ta.rules.wythoff:table { what = "genus", to = 5 }))
end)

describe("positions and sums", function()
  it("have misere canonical forms and genera of any impartial ruleset", function()
    local nim, kayles = ta.rules.nim, ta.rules.kayles
    assert.equal("*[2[3]]", tostring(kayles(8):misere_canonical_form()))
    assert.equal(kayles(8):misere_canonical_form(), (nim(2) + nim(3)):misere_canonical_form())
    assert.equal("7^57", tostring((kayles(3) + kayles(5)):genus()))
    assert.equal("3^3", tostring((kayles(3) + kayles(3) + kayles(3)):genus()))
    assert.equal(1, (nim(1) + nim(1)):misere_nim_value())
  end)

  it("have the genus of the canonical form where the terms' genera are added", function()
    local kayles = ta.rules.kayles
    for a = 0, 8 do
      for b = a, 8 do
        local sum = kayles(a) + kayles(b) + 3 * kayles(2)
        assert.equal(sum:misere_canonical_form():genus(), sum:genus())
        assert.equal(sum:misere_outcome(), sum:misere_nim_value() == 0 and "P" or "N")
      end
    end
  end)

  it("refuse partizan, loopy, entailing and ended games", function()
    failed("EPARTIZAN", "impartial", ta.rules.domineering(2, 2):misere_canonical_form())
    failed("EPARTIZAN", "impartial", (ta.rules.nim(1) + ta.rules.domineering(2, 2)):genus())
    local loop = ta.ruleset { name = "round", options = function(emit, n) emit(1 - n) end }
    failed("ELOOPY", "", loop(0):misere_canonical_form())
    local over = ta.ruleset { name = "over", options = function(emit, n) if n > 0 then emit(n - 1) end end,
                              terminal = function(n) if n == 0 then return "next" end end }
    failed("EUNSUPPORTED", "a terminal rule", over(2):misere_canonical_form())
  end)
end)

describe("genus", function()
  it("reads and writes text", function()
    for _, text in ipairs { "0", "1", "12", "0^0", "1^1", "2^2", "0^1", "1^0", "0^2", "1^4", "2^1420", "6^(1,9,10,8)" } do
      assert.equal(text, tostring(ta.genus(text)))
    end
    for unicode, text in pairs { ["4¹⁴⁶"] = "4^146", ["12²⁰⁵²⁰"] = "12^20520", ["0⁰"] = "0^0", ["3"] = "3" } do
      assert.equal(unicode, ta.genus(text):text "unicode")
      assert.is_true(ta.genus(unicode) == ta.genus(text))
    end
    assert.equal("4^{146}", ta.genus "4^146":text "latex")
    assert.equal("6^{(1,9,10,8)}", ta.genus "6^(1,9,10,8)":text "latex")
    assert.equal("6^(1,9,10,8)", ta.genus "6^(1,9,10,8)":text "unicode")
    assert.equal("0^02", tostring(ta.genus "0^020202"))
    assert.same({ 1, 2, 0 }, ta.genus("0").digits)
    assert.is_true(ta.genus "2^2" == ta.genus "2^20")
    assert.is_true(ta.genus "3^31":is_tame())
    assert.is_false(ta.genus "3^1431":is_tame())
    assert.equal(4, ta.genus "2^1420":digit(1))
    assert.equal(2, ta.genus "2^1420":digit(1000))
    assert.equal("2^2", tostring(ta.genus "3" + ta.genus "1^1"))
    assert.equal("2", tostring(ta.genus "3" + "1"))
  end)

  it("of a restive game is given by two numbers", function()
    local seen = {}
    for v, w in box(ta.misere_day(4), ta.misere_day(4)) do
      for _, x in ipairs { ta.misere_value { v, w }, ta.misere_value { v, w, "*[2##]" } } do
        if x:is_restive() then
          assert.is_true(ta.genus(tostring(x:genus())) == x:genus(), tostring(x))
          seen[tostring(x:genus())] = true
        end
      end
    end
    assert.is_true(next(seen) ~= nil)
    assert.equal("0^4", tostring(ta.misere_value "*[2##321]":genus()))
    assert.is_true(ta.genus "0^4" == ta.misere_value "*[2##321]":genus())
  end)

  it("refuses what is none", function()
    for _, text in ipairs { "x", "3^", 3, "2^(1,99999999999999999999,4)", "2^(99999999999999999999)",
                            "99999999999999999999", "2^(1,,4)" } do
      refused("genus: expected text", ta.genus, text)
    end
    refused("give more digits", ta.genus, "2^1")
    refused("so the sum is unknown", function() return ta.genus "2^1420" + "1" end)
    refused("digit: i: expected", function() return ta.genus("1"):digit(-1) end)
  end)
end)
