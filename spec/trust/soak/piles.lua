-- Two piles, one pile and Euclid: the kernels against the ready rules by definition.
local naive = require "spec.support.naive"
local same = require "spec.trust.soak.same"
local ta = require "takeaway"

local FORMULAS = { "k", "2k", "3k", "k+1", "floor(3k/2)", "floor(7k/2)", "k^2", "2^k", "min(k^2, 7)", "1 + mod(k, 3)",
                   "max(1, 6-k)", "lowbit(k)", "isqrt(k)+1", "5/2", "0k+3" }

local function listed(list) return "{ " .. table.concat(list, ", ") .. " }" end

-- A move function and its text: a formula, a list with a rest, or the same list as a function in Lua.
local function move_function()
  local kind, list, last = math.random(3), {}, 1
  if kind == 1 then
    local text = FORMULAS[math.random(#FORMULAS)]
    return text, ('"%s"'):format(text)
  end
  local rising = math.random(2) == 1
  for k = 1, math.random(1, 12) do
    last = rising and last + math.random(0, 2) or math.random(9)
    list[k] = last
  end
  local text = listed(list)
  list.rest = last
  if kind == 2 then return list, ("%s, rest = %d }"):format(text:sub(1, -3), last) end
  return function(k) return list[k] or last end, ("function(k) return (%s)[k] or %d end"):format(text, last)
end

local function two_piles(size)
  local f, text = move_function()
  local misere = math.random(2) == 1
  local fields = require "takeaway.rules.two_pile"(f)
  local game, by_rule = ta.two_pile(f, { misere = misere }), naive.game(fields)
  local outcome = by_rule[misere and "misere_outcome" or "outcome"]
  local call, m = ("ta.two_pile(%s, { misere = %s })"):format(text, misere), 2 * size
  local least = game:table(m)
  for _ = 1, 30 do
    local p, q = math.random(0, m), math.random(0, m)
    local x = math.random(1, math.max(p, q, 1))
    same(outcome { p, q, x }, game:outcome(p, q, x), "%s:outcome(%d, %d, %d)", call, p, q, x)
    local expected = math.huge
    for k = math.max(p, q), 1, -1 do
      if outcome { p, q, k } == "N" then expected = k end
    end
    if misere and (p == 0 or q == 0) then expected = 0 end -- over, and won
    same(expected, game:least_move(p, q), "%s:least_move(%d, %d)", call, p, q)
    if p > 0 and q > 0 then same(expected, least(p, q), "%s:table(%d)(%d, %d)", call, m, p, q) end
    local winning = 0
    fields.options(function(...) winning = winning + (outcome { ... } == "P" and 1 or 0) end, p, q, x)
    same(winning, #game:winning_moves(p, q, x), "#%s:winning_moves(%d, %d, %d)", call, p, q, x)
  end
end

local function one_pile(size)
  local f, text = move_function()
  local misere = math.random(3) == 1
  local game, by_rule = ta.one_pile(f, { misere = misere }), naive.game(require "takeaway.rules.one_pile"(f))
  local call, m, losing = ("ta.one_pile(%s, { misere = %s })"):format(text, misere), 4 * size, {}
  local outcome = by_rule[misere and "misere_outcome" or "outcome"]
  for n = 0, m do
    local expected = math.huge
    for x = n, misere and n > 0 and 1 or 0, -1 do -- who may take nothing of some loses, also in misère play
      same(outcome { n, x }, game:outcome(n, x), "%s:outcome(%d, %d)", call, n, x)
      if x > 0 and outcome { n, x } == "N" then expected = x end
      if not misere then same(by_rule.nim_value { n, x }, game:nim_value(n, x), "%s:nim_value(%d, %d)", call, n, x) end
    end
    if not misere then
      if n > 0 then same(expected, game:least_move(n), "%s:least_move(%d)", call, n) end
      if n > 0 and outcome { n, n - 1 } == "P" then losing[#losing + 1] = n end
    end
  end
  if not misere then
    same(listed(losing), listed(game:losing_sizes(m)), "%s:losing_sizes(%d)", call, m)
  end
end

local euclid_game = ta.euclid()
local euclid_rules = naive.game(require "takeaway.rules.euclid")

local function euclid(size)
  local a, b = math.random(0, 10 * size), math.random(0, 10 * size)
  for _, question in ipairs { "outcome", "misere_outcome", "nim_value" } do
    same(euclid_rules[question] { a, b }, euclid_game[question](euclid_game, a, b), "ta.euclid():%s(%d, %d)", question, a, b)
    same(euclid_rules[question] { a, b }, ta.rules.euclid(a, b)[question](ta.rules.euclid(a, b)), "ta.rules.euclid(%d, %d):%s()",
      a, b, question)
  end
end

return {
  { name = "two piles, normal and misère", play = two_piles, short = 120 },
  { name = "one pile", play = one_pile, short = 180 },
  { name = "Euclid", play = euclid, short = 600 },
}
