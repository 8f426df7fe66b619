-- Phases of NIM with Cash at the prompt: queries and refusals.
local check = require "takeaway.research.check_phases"
local check_both = require "takeaway.research.check_certificate"
local refusals = require "spec.support.refusals"
local ta = require "takeaway"

local refused, failed = refusals.raises, refusals.failed

describe("phases of NIM with Cash", function()
  it("are proved, and answer queries", function()
    local ph = ta.phases { 4, 3, 1, 3 }
    assert.equal("phases of NIM with Cash {1,3,4}, proved for all n, d, e, 3 classes and 26 single m, modulus 3, 2 phases",
      tostring(ph))
    assert.same({ { 1, 3, 4 }, 3, 26, 3, 26, 2, true },
      { ph.set, ph.classes, ph.single, ph.modulus, ph.from, ph.phases, ph.checked })
    assert.is_nil(ph.nonsense)
    assert.equal("I", ph:winner(14, 9, 9))
    assert.equal("I", ph:winner(10 ^ 18, 10 ^ 18, 7))
    assert.equal("II", ph:winner(7, math.huge, math.huge))
    local game = ta.cash { 1, 3, 4 }
    for n = 0, 40 do
      for e = 0, n do
        local least = game:least_cash(n, e)
        assert.equal(least, ph:least_cash(n, e))
        assert.same(game:winning_moves(n, math.min(n, least), e), ph:winning_moves(n, math.min(n, least), e))
      end
    end
    assert.same({ 1, 3 }, ph:winning_moves(10, math.huge, math.huge))
    assert.equal(math.huge, ph:least_cash(7, math.huge))
    assert.equal(tostring(ph), tostring(ta.cash({ 1, 3, 4 }):phases()))
  end)

  it("are read and written, and checked before they answer", function()
    local text = ta.phases({ 1, 3, 4 }):certificate()
    local ph = ta.load_certificate(text)
    assert.matches("not checked", tostring(ph))
    assert.equal(text, ph:certificate())
    assert.is_false(ph.checked)
    assert.equal("I", ph:winner(14, 9, 9))
    assert.is_true(ph.checked)
    assert.is_true(ph:check())
    assert.is_true(check(text))
    assert.is_true(check_both(text))
    assert.same({ false, "not a certificate of phases" }, { check(ta.win_condition({ 1, 2 }):certificate()) })
  end)

  it("that lie are refused", function()
    local lie = ta.load_certificate "takeaway phases 1\nset 1 2\n64 2\n"
    local holds, why = lie:check()
    assert.is_false(holds)
    assert.equal("m = 0 + 1 k: (V) no move's value is the largest for all k at x = 5 + 0 k", why)
    failed("EUNSUPPORTED", "winner: " .. why, lie:winner(3, 3, 3))
    failed("EUNSUPPORTED", "class: " .. why, lie:class(3))
    failed("EUNSUPPORTED", "class: " .. why, lie:describe(3))
    assert.same({ false, "m = 0 + 1 k: (V) or (P) fails before x = 5 + 0 k" }, { check(lie:certificate()) })
  end)

  it("are refused beyond their end, and beyond 2^40", function()
    local text = ta.phases({ 1, 2 }):certificate()
    assert.same({ false, "line 44: nothing more was expected" }, { check(text .. "64 2\n") })
    for _, other in ipairs { (text:gsub("^(.*) (%d+\n)$", "%1\t%2")), (text:gsub("\n$", "\r\n")), (text:gsub("(set %d+) ", "%1\t")) } do
      assert.is_false((check(other)))
      assert.is_nil((ta.load_certificate(other)))
    end
    for _, leaf in ipairs { "64", "64 2 0", "64 2 0 0", "64 02", "0 2", "64 2 0 0 64" } do -- without an end, or no numbers
      local other = "takeaway phases 1\nset 1\n" .. leaf .. "\n"
      assert.is_false((check(other)), leaf)
      assert.is_nil((ta.load_certificate(other)), leaf)
    end
    assert.matches("line 44: expected nothing more", (select(2, ta.load_certificate(text .. "64 2\n"))))
    local far = "takeaway phases 1\nset 1\n64 2 %d 0 64 2\n" -- an endless phase in two
    assert.is_true(check(far:format(549755813856)))
    assert.is_true(ta.load_certificate(far:format(549755813856)):check())
    assert.same({ false, "m = 0 + 1 k: x is beyond 2^40" }, { check(far:format(549755813857)) })
    assert.same({ nil, "check: m = 0 + 1 k: x beyond 2^40", "ELIMIT" },
      { ta.load_certificate(far:format(549755813857)):check() })
  end)

  it("are reported for one class", function()
    local class = ta.phases({ 1, 3, 4 }):class(1000)
    assert.same({ 28, 3, 324, 2 }, { class.from, class.modulus, class.k, #class.phases })
    local first, last = class.phases[1], class.phases[2]
    assert.same({ 0, 0, 7, 8, 1 }, { first.from, first.from_k, first.period, first.times, first.times_k })
    assert.same({ 2, math.huge, 0 }, { last.period, last.times, last.times_k })
    assert.same({ 29, 1, 30, 2, 4, 4, 5 }, first.least)
    assert.same({ 3, 0, 3, 0, 0, 0, 0 }, first.least_k)
    assert.same({ 2, 5, 2, 5, 5, 5, 5 }, first.rise)
    local single = ta.phases({ 1, 3, 4 }):class(7)
    assert.same({ 7, 0, 0, 1 }, { single.from, single.modulus, single.k, #single.phases })
  end)

  it("are described in words", function()
    assert.equal([[
m = 26 + 3k, k = 0, 1, ...: 26 is k = 0
  x = j + 7t, 0 <= j < 7, 0 <= t <= 8 + k:
    T = (27 1 28 2 4 4 5) + (3 0 3 0 0 0 0) k + (2 5 2 5 5 5 5) t
  x = 61 + 7k + j + 2t, 0 <= j < 2, 0 <= t:
    T = (44 45) + 5k + t]], ta.phases({ 1, 3, 4 }):describe())
    assert.equal([[
m = 20 + k, k = 0, 1, ...: 1000 is k = 980
  x = 1 + j + 3t, 0 <= j < 3, 0 <= t <= 20 + k:
    T = (1 2 22) + (0 0 1) k + (2 2 1) t
  x = 60 + 3k + j + 2t, 0 <= j < 2, 0 <= t:
    T = 41 + 2k + t]], ta.phases({ 1, 2 }):describe(1000))
    assert.equal("m = k, k = 0, 1, ...: 7 is k = 7\n  x = j + 2t, 0 <= j < 2, 0 <= t:\n    T = 1 + (1 0) k + t",
      ta.phases({ 1 }):describe(7))
    assert.equal("m = 3\n  x = 8 + j + 2t, 0 <= j < 2, 0 <= t:\n    T = (6 7) + t", ta.phases({ 1, 2 }):describe(3))
  end)

  it("refuse what they cannot take", function()
    refused("phases: A: expected a list of positive integers", ta.phases)
    refused("phases: A: expected a list of positive integers, not an empty one", ta.phases, {})
    refused("phases: A: member 2: expected an integer from 1 to 2^62, got 0", ta.phases, { 1, 0 })
    refused("load_certificate: text: expected the text of a certificate", ta.load_certificate, 7)
    failed("EUNSUPPORTED", "phases: members of A to 1000000 are supported, here is 1000001", ta.phases { 1000001 })
    local set = { 3, 5, 6, 10, 11 }
    failed("ELIMIT", "phases: more classes than are allowed; the class m = 10 + 1 k is open, after 10", ta.phases(set, { classes = 10 }))
    failed("ELIMIT", "phases: no phase is seen in as many values as are allowed; the class m = 0 + 0 k is open, after 0",
      ta.phases(set, { values = 10 }))
    failed("EUNSUPPORTED", "load_certificate: a certificate of version 2; this reads version 1", ta.load_certificate "takeaway phases 2\n")
  end)

  it("are cancelled by progress, which counts classes", function()
    local told = {}
    local nothing, message, code = ta.phases({ 10, 54, 87, 131 }, { progress = function(done, total)
      told[#told + 1] = done
      assert.equal(0, total)
      return #told < 3
    end })
    assert.same({ nil, "phases: cancelled by the progress function", "ECANCELLED" }, { nothing, message, code })
    assert.equal(3, #told)
    assert.is_true(told[1] < told[2] and told[2] < told[3])
    local ph = ta.load_certificate(ta.phases({ 10, 54, 87, 131 }):certificate())
    assert.same({ nil, "check: cancelled by the progress function", "ECANCELLED" },
      { ph:check { progress = function() return false end } })
    assert.is_true(ph:check { progress = function(done, total) return done <= total end })
  end)

  it("are there for sets that have no block words within reach", function()
    local wc, _, code = ta.win_condition({ 200, 233, 255 }, { max_base = 480, max_period = 480 })
    assert.same({ nil, "ELIMIT" }, { wc, code })
    local ph = ta.phases { 200, 233, 255 }
    assert.equal(55, ph.modulus)
    local game = ta.cash { 200, 233, 255 }
    for i = 1, 50 do
      local n = 10 ^ 15 // 1 + 7919 * i
      local e = n // 3 + i
      local least = game:least_cash(n, e)
      if least ~= math.huge then assert.equal("I", ph:winner(n, least, e)) end
      assert.equal("II", ph:winner(n, least == math.huge and n or least - 1, e))
    end
  end)
end)
