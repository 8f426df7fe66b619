-- Many sets at once: every subset of {1..12} is certified. Both checkers reject 20 random changes of each of 200
-- certificates, except a changed set that is the same game: {2,3,5,9,12} and {2,3,5,9,11} are, since 11 and 12 never
-- help.
local ta = require "takeaway"
local check_in_lua = require "takeaway.research.check_certificate"
local mutants = require "spec.support.mutants"
local random = require "spec.support.random"

local forall, seed, count, subset = random.forall, random.seed, random.count, random.subset

-- The winner is the same for all n to 400 and all purses.
local function same_game(A, B)
  local g, h = ta.cash(A), ta.cash(B)
  for n = 0, 400 do
    for e = 0, n do
      if g:least_cash(n, e) ~= h:least_cash(n, e) then return false end
    end
  end
  return true
end

describe("win conditions in numbers, seed " .. seed, function()
  it("certify every nonempty subset of {1..12}", function()
    local most = count(4095, 255)
    local growing = {}
    for mask = 1, most do
      local wc = assert(ta.win_condition(subset(mask)))
      growing[wc.blocks] = (growing[wc.blocks] or 0) + 1
    end
    if not random.short then assert.same({ 1108, 2984, 2, 1 }, growing) end
  end)

  local function large_one()
    local wc
    repeat wc = ta.win_condition(subset(math.random(4095))) until wc.letters > 500
    return wc
  end

  it("reject 20 random changes of each of 200 large certificates", forall(count(200, 20), function(_, tell)
    local wc = large_one()
    local text = wc:certificate()
    local places = mutants.places(text)
    for _ = 1, 20 do
      local place = random.pick(places)
      local mutant = mutants.changed(text, place, math.random(#place[3]))
      tell("%s: %s", wc.set, mutant:sub(math.max(1, place[1] - 40), place[2] + 40))
      local loaded = ta.load_certificate(mutant)
      local accepted = loaded and loaded:check() or false
      local other = accepted and table.concat(loaded.set, ",") ~= table.concat(wc.set, ",")
      assert.is_true(not accepted or other and same_game(loaded.set, wc.set))
      assert.equal(accepted, (check_in_lua(mutant)))
    end
  end))

  it("pass the Lua checker too, at random", forall(count(60, 10), function()
    local wc = ta.win_condition(subset(math.random(4095)))
    if wc.letters < 5000 then assert.is_true(check_in_lua(wc:certificate())) end
  end))
end)
