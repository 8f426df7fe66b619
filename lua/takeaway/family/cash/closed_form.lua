--- The closed form of NIM with Cash for {3, 5, 6, 10, 11}, the set for which the paper
-- has none: its rich thresholds grow at two rates.
--
-- Write n = 16k + i, r = n mod 6, g = (n - r)/2 + max(0, r - 2), c = (n + 2) mod 3, M(e) = 3 floor((e - c)/3) + c + 3.
-- For all n but 23 small ones the mover wins exactly when d >= s(e). Here s is 3 floor(e/3) + 3 while e < g (the poor
-- end), M(e) plus a correction by r at e = g, g+1, g+2, and M(e) up to e = 10k + p. Beyond it is a wall of slope 0, 5,
-- 1/5 or infinity. Proof: docs/win-conditions.md; in `make smt` a solver replays it from @{smtlib}. The game computes
-- the small n.
-- @module takeaway.family.cash.closed_form

local core = require "takeaway.core"
local method_tables = require "takeaway.base.methods"

local M = {}

local SET = { 3, 5, 6, 10, 11 }
local P = { [0] = 2, 0, 1, 5, 3, 4, 5, 6, 7, 5, 6, 10, 8, 9, 10, 11 }
local EPSILON = { [0] = { 0, 2, 0 }, { -1, -1, 1 }, { 2, -1, -1 }, { 1, -1, -1 }, { 2, -1, 0 }, { 2, 0, 0 } }
-- Beyond 10k + p. rise: s = min(11k + top, max(10k + low, 5e - 44k + shift));
-- step: s = min(11k + top, (e + 44k + shift) // 5); infinite from e = 11k on for i = 0, 2.
local RISE = { [0] = { 2, 2, 8 }, [5] = { 3, 4, -17 }, [8] = { 6, 7, -14 }, [13] = { 11, 9, -39 } }
local STEP = { [2] = { 4, 25 }, [10] = { 10, 47 } }
local NONE = { [1] = true, [9] = true }
local ENDS = { [0] = true, [2] = true }

-- n at which the closed form is wrong or not claimed.
local LAST_EXCEPTION, EXCEPTIONS = 43, { [32] = true, [35] = true, [40] = true, [43] = true }
for n = 0, 19 do EXCEPTIONS[n] = n ~= 15 end

-- Beyond the border e = 10k + p, x = e - 10k; no product exceeds 11k + 8.
local function beyond(k, i, x)
  if NONE[i] then return math.huge end
  if ENDS[i] and x >= k then return math.huge end
  if RISE[i] then
    local top, low, shift = table.unpack(RISE[i])
    local near = math.min(x, k + 16) -- at k + 16 the top is reached
    return math.min(11 * k + top, math.max(10 * k + low, 6 * k + 5 * near + shift))
  end
  if STEP[i] then
    local top, shift = table.unpack(STEP[i])
    local near = math.min(x, k + 64)
    return math.min(11 * k + top, 10 * k + (4 * k + near + shift) // 5)
  end
  return 10 * k + P[i]
end

-- s(e) by the closed form.
local function closed(n, e)
  local k, i, r, c = n // 16, n % 16, n % 6, (n + 2) % 3
  local g = (n - r) // 2 + math.max(0, r - 2)
  if e < g then return 3 * (e // 3) + 3 end
  local m = 3 * ((e - c) // 3) + c + 3
  if e < g + 3 then return m + EPSILON[r][e - g + 1] end
  if e < 10 * k + P[i] then return m end
  return beyond(k, i, e - 10 * k)
end

local function amount(x, name)
  local whole = math.type(x) == "integer" and x or math.type(x) == "float" and math.tointeger(x)
  if whole and 0 <= whole and whole <= 1 << 62 then return whole end
  if x == math.huge and name ~= "n" then return x end
  core.raise(("winner: %s: expected an integer from 0 to 2^62%s, got %s")
    :format(name, name == "n" and "" or " or math.huge", tostring(x)))
end

local theorem = method_tables.class("closed form", "closed form", true)
theorem.standing = "proved"
theorem.source = "closed form for {3,5,6,10,11}; induction over 48 classes of n, each step decided by an SMT solver"

-- s(e) for e <= n at the exceptions, asked of the game once.
local function small_rows()
  local rows, game <close> = {}, core.cash(SET)
  for n in pairs(EXCEPTIONS) do
    rows[n] = {}
    for e = 0, n do rows[n][e] = game:least_cash(n, e) end
  end
  return rows
end

local rows
local function least(n, e)
  if e > n then e = n end -- a purse beyond n is worth n
  if not EXCEPTIONS[n] then return closed(n, e) end
  rows = rows or small_rows()
  return rows[n][e]
end

--- The winner.
-- @tparam integer n stones, 0 to 2^62
-- @param d dollars of the mover, 0 to 2^62 or math.huge
-- @param e dollars of the other, likewise
-- @treturn string "I" (the mover) or "II"
function theorem:winner(n, d, e) -- luacheck: no self
  n, d, e = amount(n, "n"), amount(d, "d"), amount(e, "e")
  local s = least(n, e)
  return s < math.huge and s <= d and "I" or "II"
end

function theorem:__call(n, d, e) return self:winner(n, d, e) end

--- The least d with which the mover wins, or math.huge.
function theorem:least_cash(n, e) -- luacheck: no self
  return least(amount(n, "n"), amount(e, "e"))
end

--- The closed form alone, without the exceptions by table.
function theorem:formula(n, e) -- luacheck: no self
  n, e = amount(n, "n"), amount(e, "e")
  return closed(n, math.min(e, n))
end

--- The n, ascending, at which the formula fails and the table answers.
function theorem:exceptions() -- luacheck: no self
  local list = {}
  for n = 0, LAST_EXCEPTION do if EXCEPTIONS[n] then list[#list + 1] = n end end
  return list
end

function theorem:__tostring() -- luacheck: no self
  return "closed form of NIM with Cash {3,5,6,10,11}, proved for all n"
end

--- The closed form as an object, or nil when `set` is not {3, 5, 6, 10, 11}.
-- @tparam table set A, in any order
function M.theorem(set)
  local sorted, seen = {}, {}
  for _, a in ipairs(set) do
    if not seen[a] then sorted[#sorted + 1] = a end
    seen[a] = true
  end
  table.sort(sorted)
  if table.concat(sorted, ",") ~= table.concat(SET, ",") then return nil end
  return setmetatable({}, theorem)
end

-- ---- The induction step in SMT-LIB ---------------------------------------------------

local function integer(x) return x < 0 and ("(- %d)"):format(-x) or tostring(x) end
local function linear(slope, x) return ("(+ (* %d q) %s)"):format(slope, integer(x)) end

-- "d >= s(e)" beyond the border for k = 3q + h.
local function wall(i, h, d, e)
  local function at(slope, x) return linear(3 * slope, slope * h + x) end
  if NONE[i] then return "false" end
  local term = at(10, P[i])
  if RISE[i] then
    local top, low, shift = table.unpack(RISE[i])
    term = ("(smaller %s (larger %s (- (* 5 %s) %s)))"):format(at(11, top), at(10, low), e, at(44, -shift))
  elseif STEP[i] then
    local top, shift = table.unpack(STEP[i])
    term = ("(smaller %s (div (+ %s %s) 5))"):format(at(11, top), e, at(44, shift))
  end
  local wins = ("(>= %s %s)"):format(d, term)
  return ENDS[i] and ("(and (< %s %s) %s)"):format(e, at(11, 0), wins) or wins
end

-- The closed form at n = 48q + j, as a formula in q and the terms d and e.
local function wins(j, d, e)
  local h, i, r, c = j // 16, j % 16, j % 6, (j + 2) % 3
  local x = (j - r) // 2 + math.max(0, r - 2)
  local m = ("(+ (* 3 (div (- %s %d) 3)) %d)"):format(e, c, c + 3)
  local out = { ("(ite (< %s %s) (>= %s (+ (* 3 (div %s 3)) 3))"):format(e, linear(24, x), d, e) }
  for y, epsilon in ipairs(EPSILON[r]) do
    out[#out + 1] = (" (ite (= %s %s) (>= %s (+ %s %s))"):format(e, linear(24, x + y - 1), d, m, integer(epsilon))
  end
  out[#out + 1] = (" (ite (< %s %s) (>= %s %s) %s)))))"):format(e, linear(30, 10 * h + P[i]), d, m, wall(i, h, d, e))
  return table.concat(out)
end

--- The induction step in SMT-LIB: for each class of n mod 48, from n = 55 on, the negation
-- of "the closed form satisfies W(n;d,e) = I iff some a in A, a <= d, has W(n-a;e,d-a) =
-- II". Every answer "unsat" proves one class; n from 44 to 54 is brute force.
-- @treturn string
function M.smtlib()
  local out = { "; NIM with Cash {3,5,6,10,11}: the closed form satisfies the recursion, n = 48q + j >= 55\n",
    "(set-logic ALL)\n(declare-const q Int)\n(declare-const d Int)\n(declare-const e Int)\n",
    "(define-fun smaller ((x Int) (y Int)) Int (ite (< x y) x y))\n",
    "(define-fun larger ((x Int) (y Int)) Int (ite (< x y) y x))\n" }
  for j = 0, 47 do
    local moves = {}
    for x, a in ipairs(SET) do
      moves[x] = ("(and (>= d %d) (not %s))"):format(a, wins(j - a, "e", ("(- d %d)"):format(a)))
    end
    out[#out + 1] = ("(push 1)\n(assert (and (>= d 0) (>= e 0) (>= %s 55)))\n(assert (not (= %s\n (or %s))))\n")
      :format(linear(48, j), wins(j, "d", "e"), table.concat(moves, "\n  "))
    out[#out + 1] = "(check-sat)\n(pop 1)\n"
  end
  return table.concat(out)
end

return M
