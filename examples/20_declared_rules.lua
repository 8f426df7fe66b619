-- Rules as text: the text declares a move, not how to find all moves. Takeaway writes the Lua from it.
local ta = require "takeaway"

local games = {
  ta.moves { "n, x", name = "Fibonacci Nim",
    "k: 1 <= k <= x, k <= n -> n - k, 2k" },
  ta.moves { "a, b, x", name = "Two-pile dynamic Nim", over = "a = 0 or b = 0",
    "k: 1 <= k <= x, k <= a -> a - k, b, 2k",
    "k: 1 <= k <= x, k <= b -> a, b - k, 2k" },
  ta.moves { "a, b", name = "Wythoff",
    "k: 1 <= k <= a -> a - k, b",
    "k: 1 <= k <= b -> a, b - k",
    "k: 1 <= k <= min(a, b) -> a - k, b - k" },
  ta.moves { "a, b", name = "Euclid", over = "a = 0 or b = 0", times = function(k, n) return k * n end,
    "k: 1 <= k <= a, times(k, b) <= a -> a - times(k, b), b",
    "k: 1 <= k <= b, times(k, a) <= b -> a, b - times(k, a)" },
  ta.moves { "a, b", name = "Short and long", -- Left takes at most half of a pile, Right at least half
    left = { "k: 1 <= k <= a/2 -> a - k, b", "k: 1 <= k <= b/2 -> a, b - k" },
    right = { "k: max(a/2, 1) <= k <= a -> a - k, b", "k: max(b/2, 1) <= k <= b -> a, b - k" } },
}

for _, g in ipairs(games) do
  print(g)
  print("linear:", g:linear())
end

-- Each is a ruleset: values, tables, pictures, reports.
local fibonacci, two_piles, wythoff, _, partizan = table.unpack(games)
print(two_piles:table { what = "least_limit", to = 10 })
print(fibonacci:sequence { what = "least_limit", to = 21 })
print(ta.plot.positions(wythoff:table { what = "outcome", to = 20 }))
print(partizan:table { what = "canonical_form", to = 4 })

-- The declared rule gives the same options as the ready one.
for a = 0, 30 do
  for b = 0, 30 do assert(wythoff(a, b):nim_value() == ta.rules.wythoff(a, b):nim_value()) end
end

print(two_piles:text "lua")
print(wythoff:text "latex")
