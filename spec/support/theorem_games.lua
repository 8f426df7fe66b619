-- The games that are known to be automatic, with the states of their least automata; and those without a known one.
--
-- The states are those of the least automaton of the words of P-positions, so they depend only on the game and the
-- numeration. Figures elsewhere are one less if they omit the state that accepts nothing. theorem_list_spec and
-- bench/long/theorems.lua use the list; the latter finds and proves all of them.

local fields = require("spec.support.declared").fields
local one_pile, two_pile, three_pile, rooks = fields.one_pile, fields.two_pile, fields.three_pile, fields.rooks

local M = {}

-- ---- Declarations -------------------------------------------------------------------------

local function cash(...)
  local game = { "n, d, e", name = "NIM with Cash, A = {" .. table.concat({ ... }, ", ") .. "}" }
  for _, a in ipairs { ... } do
    game[#game + 1] = ("n >= %d, d >= %d -> n - %d, e, d - %d"):format(a, a, a, a)
  end
  return game
end

-- Moore's Nim: a move takes from 1 to `most` piles, from each of them what it likes; Nim for most = 1.
local function moore(most, piles)
  local names, game = {}, { name = ("Moore's Nim, %d of %d piles"):format(most, piles) }
  for i = 1, piles do names[i] = ("abcde"):sub(i, i) end
  game[1] = table.concat(names, ", ")
  for chosen = 1, (1 << piles) - 1 do
    local taken, guards, targets = {}, {}, { table.unpack(names) }
    for i = 1, piles do
      if chosen >> (i - 1) & 1 == 1 then
        taken[#taken + 1] = "k" .. i
        guards[#guards + 1] = ("1 <= k%d <= %s"):format(i, names[i])
        targets[i] = ("%s - k%d"):format(names[i], i)
      end
    end
    if #taken <= most then
      game[#game + 1] = ("%s: %s -> %s"):format(table.concat(taken, ", "), table.concat(guards, ", "),
        table.concat(targets, ", "))
    end
  end
  return game
end

-- From one heap at most `most`, or as many from both.
local function short_rooks(most)
  return { "a, b", name = "Wythoff's game, at most " .. most .. " from one heap",
           ("k: 1 <= k <= %d, k <= a -> a - k, b"):format(most), ("k: 1 <= k <= %d, k <= b -> a, b - k"):format(most),
           "k: 1 <= k <= a, k <= b -> a - k, b - k" }
end

local OVER = "a = 0 or b = 0 or c = 0"
local ROOT_13 = { recurrence = { 3, 1 }, first = { 1, 4 } } -- of t = 3 in Wythoff's game: x^2 = 3x + 1

-- ---- The lists ----------------------------------------------------------------------------

-- A declaration, the states; where it is not base 2, the numeration; and misere play.
M.proved = {
  { two_pile "floor(5k/2)", 19 }, { two_pile "floor(7k/2)", 19 },
  { two_pile "2k - 1", 10 }, { two_pile "k + 2", 20 }, { two_pile "2k + 1", 19 },
  { two_pile "4k - 3", 19 }, { two_pile "3", 21 }, { two_pile "4", 79 }, { two_pile "5", 50 }, { two_pile "7", 40 },
  { two_pile "floor(k/2) + 1", 12 }, { two_pile "(k + 1)//2", 10 },
  { two_pile "2k - 1", 7, misere = true }, { two_pile "floor(3k/2)", 7, misere = true },
  { two_pile "k + 1", 49, misere = true }, { two_pile "3", 14, misere = true },
  { one_pile "k + 1", 13 }, { one_pile "k + 3", 31 },
  { one_pile "k + 5", 46 }, { one_pile "2k - 1", 3 },
  { one_pile "floor(3k/2)", 3 }, { one_pile "k", 4, misere = true }, { one_pile "2k", 9, "zeckendorf", misere = true },
  { moore(1, 2), 2 }, { moore(1, 2), 5, misere = true }, { moore(2, 3), 2 },
  { rooks("Wythoff's game, odd numbers from both", "k: 0 <= k, 2k + 1 <= a, 2k + 1 <= b -> a - 2k - 1, b - 2k - 1"), 7 },
  { rooks("Wythoff's game, at most 3 from both", "k: 1 <= k <= 3, k <= a, k <= b -> a - k, b - k"), 18 },
  { rooks("one from a heap and two from the other", "k: 1 <= k <= a, 2k <= b -> a - k, b - 2k",
    "k: 1 <= k <= b, 2k <= a -> a - 2k, b - k"), 2 },
  { short_rooks(1), 10 }, { short_rooks(5), 25 }, { short_rooks(5), 12, "3" },
  { { "a, b", name = "king", "a >= 1 -> a - 1, b", "b >= 1 -> a, b - 1", "a >= 1, b >= 1 -> a - 1, b - 1" }, 2 },
  { cash(1), 11 }, { cash(1, 2), 18 }, { cash(1, 3), 11 }, { cash(2), 16 },
  { { "n, x", name = "not the number just taken", "k: 1 <= k <= n, k ~= x -> n - k, k" }, 5 },
  { { "a, b", name = "Chomp, two rows", over = "a < b", "k: 1 <= k < a -> k, min(k, b)", "k: 0 <= k < b -> a, k" }, 5 },
  { { "n", name = "at most half", "k: 1 <= k, 2k <= n -> n - k" }, 3 },
  { { "a, b", name = "three vectors", "a >= 1, b >= 2 -> a - 1, b - 2", "a >= 2, b >= 1 -> a - 2, b - 1",
    "a >= 3 -> a - 3, b" }, 14 },
  { one_pile "3k - 1", 8, { recurrence = { 1, 0, 1, 0 }, first = { 1, 2, 3, 5 } } },
  { one_pile "3k - 2", 10, { recurrence = { 1, 0, 1, 0, 0 }, first = { 1, 2, 4, 6, 10 } } },
  { one_pile "floor(5k/2)", 8, { recurrence = { 1, 0, 1, 0 }, first = { 1, 2, 3, 5 } } },
  { two_pile "k", 7, misere = true },
  { { "a, b, p", name = "Nim on two piles with passes", "k: 1 <= k <= a -> a - k, b, p",
    "k: 1 <= k <= b -> a, b - k, p", "p >= 1, a + b >= 1 -> a, b, p - 1" }, 8 },
}

-- The rest.
M.proved_long = {
  { two_pile "k + 3", 207, misere = true }, { three_pile("floor(3k/2)", OVER), 52 },
  { two_pile "3k - 2", 18 }, { two_pile "2k", 48, "zeckendorf", misere = true }, { one_pile "k + 2", 18 },
  { one_pile "k + 4", 35 }, { one_pile "k + 9", 102 },
  { { "a, b, x, i", name = "a limit on the pile just taken from", over = "i >= 2",
    "k: 1 <= k <= a, i = 1 or k <= x -> a - k, b, k, 0", "k: 1 <= k <= b, i = 0 or k <= x -> a, b - k, k, 1" }, 9 },
  { two_pile "floor(15k/4)", 21 }, { one_pile "k + 20", 168 }, { short_rooks(7), 30 }, { moore(2, 3), 5, misere = true },
  { two_pile "5k", 61 }, { two_pile "6", 133 }, { two_pile "k + 2", 88, misere = true }, { three_pile("k", OVER), 37 },
  { moore(1, 4), 2 }, { moore(1, 5), 2 }, { moore(1, 4), 5, misere = true }, { moore(2, 2), 2 }, { moore(2, 4), 2 },
  { moore(2, 5), 2 }, { moore(3, 4), 2 }, { moore(3, 5), 2 }, { two_pile "8", 30, "3" },
  { one_pile "2k + 1", 33, { recurrence = { 1, 1, 0, 0, 0, 0, 0, 0, 0 }, first = { 1, 2, 3, 4, 6, 9, 13, 19, 28 } } },
  { one_pile "2k + 2", 47, { recurrence = { 1, 1, 0, 0, 0, 0, 0, 0, 0, 0 }, first = { 1, 2, 3, 4, 5, 7, 10, 14, 21, 31 } } },
  { moore(2, 2), 3, misere = true }, { fields.apart(3), 12, ROOT_13 },
  { cash(3), 40 }, { cash(4), 25 }, { cash(2, 4), 26 }, { cash(1, 2, 3), 24 },
  { { "a, b, x", name = "not the number just taken, two piles", "k: 1 <= k <= a, k ~= x -> a - k, b, k",
    "k: 1 <= k <= b, k ~= x -> a, b - k, k" }, 13 },
}

-- Those that take minutes: { game, states }.
M.proved_longest = {
  { three_pile "k + 1", 585 }, -- to the last move
  { { "a, b, c, d, x", name = "four piles, f = k", over = "a = 0 or b = 0 or c = 0 or d = 0",
    "k: 1 <= k <= x, k <= a -> a - k, b, c, d, k", "k: 1 <= k <= x, k <= b -> a, b - k, c, d, k",
    "k: 1 <= k <= x, k <= c -> a, b, c - k, d, k", "k: 1 <= k <= x, k <= d -> a, b, c, d - k, k" }, 177 },
}

-- No automaton is known, or none in this numeration. Most end at the time limit, which does not change the message. One
-- pile, f = 3k, ends in base 2 at the states of a guess.
M.walls = {
  { two_pile "4k" }, { two_pile "floor((301k + 99)/100)" }, { one_pile "3k", seconds = 60 },
  { one_pile "4k", { recurrence = { 1, 0, 0, 0, 0, 1 }, first = { 1, 2, 3, 4, 5, 6 } } },
  { rooks("queen and knight", "k: 1 <= k <= a, k <= b -> a - k, b - k", "a >= 1, b >= 2 -> a - 1, b - 2",
    "a >= 2, b >= 1 -> a - 2, b - 1"), "zeckendorf" },
  { rooks("Wythoff's game, at least 3 from both", "k: 3 <= k <= a, k <= b -> a - k, b - k"), "zeckendorf" },
  { rooks("Wythoff's game, even numbers from both", "k: 1 <= k, 2k <= a, 2k <= b -> a - 2k, b - 2k"), "zeckendorf" },
}

M.walls_long = {
  { three_pile("2k", OVER) }, { three_pile("k + 1", OVER) },
  { { "a, b, x, y", name = "two piles, a limit for each", over = "a = 0 or b = 0",
    "k: 1 <= k <= x, k <= a -> a - k, b, k, y", "k: 1 <= k <= y, k <= b -> a, b - k, x, k" } },
  { { "a, b, c, p", name = "Nim on three piles with passes", "k: 1 <= k <= a -> a - k, b, c, p",
    "k: 1 <= k <= b -> a, b - k, c, p", "k: 1 <= k <= c -> a, b, c - k, p",
    "p >= 1, a + b + c >= 1 -> a, b, c, p - 1" } },
}

return M
