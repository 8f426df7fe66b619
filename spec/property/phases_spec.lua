-- Phases of NIM with Cash in numbers: all subsets of {1..12}, or of {1..16} with TAKEAWAY_LONG, and larger random sets.
-- Their winners against the kernel, the theory of win conditions and the rules, at all sizes. Changed certificates.
local box = require "spec.support.box"
local ta = require "takeaway"
local check_in_lua = require "takeaway.research.check_phases"

local random = require "spec.support.random"

local long = os.getenv "TAKEAWAY_LONG"
local forall, seed, count, subset = random.forall, random.seed, random.count, random.subset

-- Where it is close: the purses of a random winner or loser by one dollar.
local function close_positions(game, n, f)
  local e = math.random(0, n)
  local least = game:least_cash(n, e)
  if least == math.huge then return f(n, n, e, "II") end
  f(n, least, e, "I")
  if least > 0 then f(n, least - 1, e, "II") end
end

describe("phases in numbers, seed " .. seed, function()
  it("prove who wins for every nonempty subset of {1..12}", function()
    local highest = long and 16 or count(12, 8)
    local counts, largest = {}, 0
    for mask = 1, (1 << highest) - 1 do
      local ph = assert(ta.phases(subset(mask)))
      assert.is_true(ph:check())
      counts[ph.phases] = (counts[ph.phases] or 0) + 1
      largest = math.max(largest, ph.modulus)
    end
    assert.same(({ [8] = { { 16, 239 }, 17 }, [12] = { { 52, 4035, 7, 1 }, 60 },
                   [16] = { { 189, 65137, 189, 16, 4 }, 1806 } })[highest], { counts, largest })
  end)

  it("are what the recurrence says, as the Lua checker reads them, and the kernel, for every subset of {1..7}", forall(127, function(mask)
    local set = subset(mask)
    local ph = ta.phases(set)
    assert.is_true(check_in_lua(ph:certificate()))
    local game = ta.cash(set)
    for n = 0, 16 do
      for d, e in box(0, n, 0, n) do
        if ph:winner(n, d, e) ~= game:winner(n, d, e) then
          error(("{%s}: (%d; %d, %d)"):format(table.concat(set, ","), n, d, e))
        end
      end
    end
  end))

  local compared = 0
  it("agree with positions one by one and with win conditions, of larger sets and numbers to 2^61",
    forall(count(120, 20), function(round, tell)
      local set = random.list(1, 6, math.random, round % 4 == 0 and 90 or 40)
      tell("%s", set)
      local ph, game = assert(ta.phases(set)), ta.cash(set)
      local wc = round % 10 == 1 and ta.win_condition(set, { max_base = 120, max_period = 60 })
      assert.is_true(ph:check())
      for i = 1, 60 do
        local n = math.random(0, i < 20 and 200 or i < 40 and 10 ^ 6 // 1 or 1 << 61)
        close_positions(game, n, function(_, d, e, winner)
          compared = compared + 1
          assert.equal(winner, ph:winner(n, d, e))
          if wc then assert.equal(winner, wc:winner(n, d, e)) end
        end)
      end
    end, function() assert.is_true(compared > count(6000, 1000)) end))

  -- Certificates, each with the places of its numbers behind the set.
  local originals = {}
  for i, set in ipairs { { 1, 2 }, { 1, 3, 4 }, { 7, 8 }, { 2, 5, 9 }, { 3, 5, 6, 10, 11 } } do
    local text, places = ta.phases(set):certificate(), {}
    for at in text:sub(20):gmatch "()%d+" do places[#places + 1] = at + 19 end
    originals[i] = { text = text, places = places }
  end
  local refused, held = 0, 0

  it("that are changed are refused by both checkers, or true", forall(count(2000, 300), function(_, tell)
    local original = random.pick(originals)
    local text, at = original.text, random.pick(original.places)
    local number = math.tointeger(text:match("^%d+", at))
    local changed = text:sub(1, at - 1) .. math.max(0, number + random.pick { -1, 1, 2, -3, 60 })
      .. text:sub(at + #tostring(number))
    tell("%s", changed)
    local ph = ta.load_certificate(changed)
    local holds = ph and ph:check() or false
    assert.equal(holds, (check_in_lua(changed)))
    if not holds then
      refused = refused + 1
      return
    end
    held = held + 1
    local game = ta.cash(ph.set)
    for _ = 1, 20 do
      close_positions(game, math.random(0, 300), function(n, d, e, winner) assert.equal(winner, ph:winner(n, d, e)) end)
    end
  end, function() assert.is_true(refused > 50 and held > 50) end))
end)
