-- Two-pile kernels against the same game as Lua rules: outcome, options and the set
-- of winning moves of every position with p, q, x <= 20 (9 when short); of random f with p, q, x <= 14 (9).
local ta = require "takeaway"
local rules_for = require "takeaway.rules.two_pile"
local move_functions = require "spec.support.move_functions"
local random = require "spec.support.random"
local search = require "spec.support.search"

local SIZE, RANDOM_SIZE, RANDOM = random.count(20, 9), random.count(14, 9), random.count(100, 10)

local function check(name, f, misere, size)
  local rules = rules_for(f)
  local wins = search.solver(rules, misere)
  local game = ta.two_pile(f, { misere = misere })
  local cells = game:table(size)
  for p = 0, size do
    for q = p, size do
      local least = math.huge
      for x = (p > 0) and 1 or 0, size do
        local where = ("%s%s (%d, %d, %d)"):format(name, misere and ", misere" or "", p, q, x)
        local expected = wins { p, q, x } and "N" or "P"
        if game:outcome(p, q, x) ~= expected then error(where .. " is " .. expected) end
        if expected == "N" then least = math.min(least, x) end
        local options = search.options(rules, { p, q, x })
        local ours = game:options(p, q, x)
        if #options ~= #ours then error(where .. ": number of options") end
        local winning = {}
        for i, option in ipairs(options) do
          local o = ours[i]
          if o[1] ~= option[1] or o[2] ~= option[2] or math.min(o[3], math.max(p, q)) ~= option[3] then
            error(where .. ": option " .. i)
          end
          if not wins(option) then
            local pile = option[1] < p and 1 or 2
            winning[#winning + 1] = ("%d/%d"):format(pile == 1 and p - option[1] or q - option[2], pile)
          end
        end
        local found = {}
        for i, move in ipairs(game:winning_moves(p, q, x)) do found[i] = ("%d/%d"):format(move.take, move.pile) end
        if table.concat(found, " ") ~= table.concat(winning, " ") then
          error(("%s: winning moves %s, not %s"):format(where, table.concat(found, " "), table.concat(winning, " ")))
        end
      end
      assert.equal(least, game:least_move(p, q), ("%s, misere %s (%d, %d)"):format(name, misere, p, q))
      if p > 0 then assert.equal(least, cells(p, q), ("%s, misere %s, table (%d, %d)"):format(name, misere, p, q)) end
    end
  end
end

local named = {
  ["k"] = function(k) return k end,
  ["2k"] = function(k) return 2 * k end,
  ["3k"] = function(k) return 3 * k end,
  ["4k"] = function(k) return 4 * k end,
  ["k+1"] = function(k) return k + 1 end,
  ["7k//2"] = function(k) return 7 * k // 2 end,
  ["k^2"] = function(k) return k * k end,
  ["2^k"] = function(k) return 1 << k end,
  ["1"] = function() return 1 end,
  ["4"] = function() return 4 end,
  ["lowbit"] = function(k) return k & -k end,
  ["falling"] = function(k) return math.max(1, 9 - k) end,
  ["k%5+1"] = function(k) return k % 5 + 1 end,
  ["inf at 3"] = function(k) return k == 3 and math.huge or k end,
}

describe("two-pile kernels and Lua rules", function()
  for _, name in ipairs(random.keys(named)) do
    it("agree for " .. name, function()
      check(name, named[name], false, SIZE)
      check(name, named[name], true, SIZE)
    end)
  end

  it("agree for formulas", random.forall(#move_functions.FORMULAS, function(i)
    local f = move_functions.FORMULAS[i]
    check(f, f, false, RANDOM_SIZE)
    check(f, f, true, RANDOM_SIZE)
  end))

  it(("agree for %d random f, seed %d"):format(RANDOM, random.seed), random.forall(RANDOM, function(i)
    local values, shape, last = {}, math.random(4), 1
    for k = 1, SIZE do
      last = last + math.random(0, 2)
      values[k] = shape == 1 and math.random(SIZE) or shape == 2 and last
        or shape == 3 and math.random(k, 4 * k) or math.random(1, 3)
    end
    values.rest = last
    local f = i % 2 == 0 and values or function(k) return values[k] or last end
    check("random " .. i, f, false, RANDOM_SIZE)
    check("random " .. i, f, true, RANDOM_SIZE)
  end))
end)
