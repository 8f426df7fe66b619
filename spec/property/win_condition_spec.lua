-- Many sets at once: every subset of {1..12} is certified; 20 random changes of each of
-- 200 certificates are rejected by both checkers, but for a changed set that is the same
-- game: {2,3,5,9,12} and {2,3,5,9,11} are, since 11 and 12 never help.
local ta = require "takeaway"
local check_in_lua = require "takeaway.research.check_certificate"
local mutants = require "spec.support.mutants"

local short = os.getenv("TAKEAWAY_SHORT")
local random = require "spec.support.random"

local forall, seed, count = random.forall, random.seed, random.count

local function subset(mask)
  local set = {}
  for a = 1, 16 do if mask >> (a - 1) & 1 == 1 then set[#set + 1] = a end end
  return set
end

-- Who wins is the same for all n to 400 and all purses.
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
    local most = short and 255 or 4095
    local growing = {}
    for mask = 1, most do
      local wc = assert(ta.win_condition(subset(mask)))
      growing[wc.blocks] = (growing[wc.blocks] or 0) + 1
    end
    if not short then assert.same({ 1108, 2984, 2, 1 }, growing) end
  end)

  it("reject 20 random changes of each of 200 large certificates", function()
    math.randomseed(seed)
    local sets, large, changes = short and 20 or 200, 0, 0
    while large < sets do
      local wc = ta.win_condition(subset(math.random(4095)))
      if wc.letters > 500 then
        large = large + 1
        local text = wc:certificate()
        local places = mutants.places(text)
        for _ = 1, 20 do
          local place = places[math.random(#places)]
          local mutant = mutants.changed(text, place, math.random(#place[3]))
          local loaded = ta.load_certificate(mutant)
          changes = changes + 1
          local accepted = loaded and loaded:check() or false
          if accepted and (table.concat(loaded.set, ",") == table.concat(wc.set, ",")
            or not same_game(loaded.set, wc.set)) then
            error(("seed %d, {%s}: accepted: %s"):format(seed, table.concat(wc.set, ","),
              mutant:sub(math.max(1, place[1] - 40), place[2] + 40)))
          end
          assert.equal(accepted, (check_in_lua(mutant)))
        end
      end
    end
    assert.equal(20 * sets, changes)
  end)

  it("pass the Lua checker too, at random", forall(count(60, 10), function()
    local wc = ta.win_condition(subset(math.random(4095)))
    if wc.letters < 5000 then assert.is_true(check_in_lua(wc:certificate())) end
  end))
end)
