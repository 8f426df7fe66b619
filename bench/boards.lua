-- Rows of the book: boards of two players, and sums. The definition uses the rules of spec/support/boards.lua, square
-- by square on texts, and the canonical forms of spec/support/canonical.lua.
local ta = require "takeaway"
local row = dofile "bench/row.lua"
local defined = dofile "spec/support/boards.lua"
local canonical = dofile "spec/support/canonical.lua"

local NAMES = { "left", "right" }

-- All boards that play reaches from the given ones, as texts.
local function reachable(name, texts)
  local list, seen = {}, {}
  local function add(text)
    if not seen[text] then
      seen[text] = true
      list[#list + 1] = text
    end
  end
  for _, text in ipairs(texts) do add(text) end
  local i = 1
  while list[i] do
    for _, side in ipairs(NAMES) do defined[name][side](add, list[i]) end
    i = i + 1
  end
  return list
end

local function boards(r)
  local list
  r.n, r.tiny = 2, 1 -- the index in the list of boards
  r.clear = function() ta.values:clear() end
  r.prepare = function(n) list = reachable(r.game, r.boards[n]) end
  r.bound = "calls: the rules in Lua, on texts, once on each board that play can meet"
  r.limit = function()
    return row.calls(function(emit)
      for i = 1, #list do
        for _, side in ipairs(NAMES) do defined[r.game][side](emit, list[i]) end
      end
    end)
  end
  r.items = function() return #list end
  row.measure(r)
end

local function fresh(name) return ta.ruleset((require("takeaway.rules." .. name))) end

-- Canonical forms by definition: a function of a text, and the store of its games.
local function forms_of(game)
  local P = dofile "spec/support/partizan.lua"
  local form, games = canonical(P, P.le), {}
  local function game_of(board)
    if games[board] then return games[board] end
    local lists = { {}, {} }
    for side, rule in ipairs(NAMES) do
      defined[game][rule](function(option) table.insert(lists[side], game_of(option)) end, board)
    end
    games[board] = form(P.game(lists[1], lists[2]))
    return games[board]
  end
  return game_of, P
end

local function values(game, small, large)
  local P
  boards {
    name = ("boards, canonical form, %s %s"):format(game, large), game = game, boards = { { small }, { large } },
    definition = "Lua: texts, every board once, options compared with g <= h remembered",
    kernel = function(n)
      local rules, before = fresh(game), ta.values:statistics().bytes
      local value = assert(rules(n == 1 and small or large):canonical_form())
      return value, rules:statistics().bytes + ta.values:statistics().bytes - before
    end,
    define = function(n)
      local game_of
      game_of, P = forms_of(game)
      return game_of(n == 1 and small or large)
    end,
    same = function(value, _, kernel) return tostring(kernel and value or P.valuer(ta)(value)) end,
  }
end

values("domineering", "../..", "..../..../..../....")
values("clobber", "xo/ox", "xoxo/oxox")
values("amazons", "x./.o", "x..../....o")

-- The result of `f` for the sum of all terms, and for the sums without one of them.
local function each_sum(terms, add, f)
  local answers = {}
  for without = 0, #terms do
    local total
    for i, term in ipairs(terms) do
      if i ~= without then total = total and add(total, term) or term end
    end
    answers[#answers + 1] = tostring(f(total))
  end
  return answers
end

-- Sums whose terms have values. A search of all terms together would visit the product of their positions.
local function sums(game, small, large)
  boards {
    name = ("sums, outcomes, %d boards of %s, and one less"):format(#large, game), game = game,
    boards = { small, large },
    definition = "Lua: the canonical form of each board, as above, and g <= 0, g >= 0 of their sum, remembered",
    kernel = function(n)
      local rules, terms = fresh(game), {}
      for i, text in ipairs(n == 1 and small or large) do terms[i] = rules(text) end
      return each_sum(terms, function(a, b) return a + b end, function(total) return total:outcome() end),
        rules:statistics().bytes
    end,
    define = function(n)
      local game_of, P = forms_of(game)
      local zero, terms = P.game({}, {}), {}
      for i, text in ipairs(n == 1 and small or large) do terms[i] = game_of(text) end
      return each_sum(terms, P.add, function(total)
        local below, above = P.le(total, zero), P.le(zero, total)
        return below and (above and "P" or "R") or above and "L" or "N"
      end)
    end,
    same = function(answers) return answers end,
  }
end

sums("clobber", { "xo", "xxo" }, { "xoxoxo", "xooxxo", "xxoxo", "oxxoxo", "xoxxox" })
sums("toads_and_frogs", { "T.F", "TF." }, { "TT..FF", "TTT.FF.", "T.TF..F", "TT...FF" })

-- Green Hackenbush by its shape: a stalk where each edge but the last has an edge beside it; n is odd. By definition a
-- move cuts an edge, everything off the ground falls, and the nim value is the least that no option has.
local function comb(n) return ("(g;g"):rep(n // 2) .. "g" .. (")"):rep(n // 2) end

-- The standing edges as a set of bits: the tooth of step i is bit 2i, its stalk bit 2i + 1, the last edge bit n - 1.
local function nim_value_by_cutting(n)
  local known = {}
  local function value(edges)
    if known[edges] then return known[edges] end
    local taken, least = {}, 0
    for i = 0, n - 1 do
      if edges >> i & 1 == 1 then
        local rest = edges & ~(1 << i)
        taken[value(i % 2 == 1 and rest & (1 << i) - 1 or rest)] = true
      end
    end
    while taken[least] do least = least + 1 end
    known[edges] = least
    return least
  end
  return value((1 << n) - 1)
end

row.measure {
  name = "Hackenbush, a green tree of n edges, its nim value", n = 31, tiny = 7,
  definition = "Lua: each edge cut in turn, what stands a set of bits, remembered",
  bound = "calls: a function called once for each edge",
  limit = function(n) return row.calls(function(emit) for _ = 1, n do emit() end end) end,
  items = function(n) return n end,
  kernel = function(n) return (ta.rules.hackenbush(comb(n)):nim_value()) end,
  define = nim_value_by_cutting,
  same = tostring,
}
