-- Families with kernels against the engine on their rules: outcomes, nim values, winning moves,
-- alone and in sums. A family that is not built in is not looked at.
local ta = require "takeaway"
local positions = require "takeaway.engine.family_position"

local short = os.getenv("TAKEAWAY_SHORT")

-- The family's rules with nothing but the rules: every answer by search.
local function bare(game)
  local rules, fields = positions.rules(game), {}
  for _, key in ipairs { "name", "options", "left", "right", "parts", "start" } do fields[key] = rules[key] end
  return ta.ruleset(fields)
end

local function same(expected, got, ...)
  if expected ~= got then
    error(("%s: the engine says %s, the kernel %s"):format(table.concat({ ... }, ", "), tostring(expected),
      tostring(got)))
  end
end

describe("families through the engine", function()
  if ta.two_pile then
    it("two piles, normal and misere", function()
      local size = short and 6 or 10
      for _, f in ipairs { "k", "2k", "3k", "4k", "k+1", "0k+3", "floor(7k/2)", "min(k^2, 7)", "1 + mod(k, 3)",
                           "2^k" } do
        for _, misere in ipairs { false, true } do
          local game = ta.two_pile(f, { misere = misere })
          local rules = bare(game)
          for p = 1, size do
            for q = p, size do
              for x = 1, q do
                local at = rules(p, q, x)
                same(misere and at:misere_outcome() or not misere and at:outcome(), game:outcome(p, q, x), f, p, q, x)
                local list = misere and at:misere_winning_moves() or at:winning_moves()
                same(#list, #game:winning_moves(p, q, x), f, p, q, x)
                if not misere then same(at:outcome(), game:position(p, q, x):outcome(), f, p, q, x) end
              end
            end
          end
        end
      end
    end)
  end

  if ta.one_pile then
    it("one pile", function()
      for _, f in ipairs { "k", "2k", "3k", "0k+4", "1 + mod(k, 4)", "k^2" } do
        local game = ta.one_pile(f)
        local rules = bare(game)
        for n = 0, short and 15 or 25 do
          for x = 0, n do
            same(rules(n, x):nim_value(), game:nim_value(n, x), f, n, x)
            same(rules(n, x):outcome(), game:position(n, x):outcome(), f, n, x)
          end
        end
      end
    end)
  end

  if ta.octal then
    it("heap games, and their sums with other games", function()
      local games = { ta.subtraction { 2, 3, 7 }, ta.subtraction { all_but = { 2, 3, 7 } }, ta.octal "0.77",
                      ta.octal "0.07", ta.octal "4.3", ta.octal "0.F", ta.octal "0.[3]", ta.octal "0.3[03]",
                      ta.octal "8.26",
                      ta.heap(function(n, emit) for a = 1, (n - 1) // 2 do emit(a, n - a) end end) }
      for i, game in ipairs(games) do
        local rules = bare(game)
        for n = 0, short and 15 or 30 do
          same(rules(n):nim_value(), game:nim_value(n), i, n)
          if n <= 10 then
            same(rules(n):misere_outcome(), game:misere_outcome(n), i, n)
            same(rules(n):misere_outcome(), game:position(n):misere_outcome(), i, n)
          end
        end
        same((rules(9) + rules(7)):nim_value(), game:position(9, 7):nim_value(), i)
        local w = ta.rules.wythoff(3, 4)
        same((rules(9) + w):outcome(), (game:position(9) + w):outcome(), i)
        local half = ta.rules.hackenbush("lr")
        same("P", (game:position(9) + half - half - rules(9)):outcome(), i)
      end
    end)
  end

  if ta.cash then
    it("cash, both players starting", function()
      for _, set in ipairs { { 1, 2 }, { 1, 3, 4 }, { 2, 3 }, { 3, 5, 6 }, { 2, 4, 7 } } do
        local game = ta.cash(set)
        local rules = bare(game)
        for n = 0, short and 8 or 12 do
          for d = 0, n do
            for e = 0, n do
              same(rules(n, d, e):outcome(), game:position(n, d, e):outcome(), table.concat(set, " "), n, d, e)
              same(#rules(n, d, e):winning_moves("left"), #game:winning_moves(n, d, e), n, d, e)
            end
          end
        end
      end
    end)
  end

  it("are there to look at, or are not built in", function() assert.is_table(ta) end)
end)
