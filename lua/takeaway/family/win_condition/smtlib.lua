--- Statements about NIM with Cash in SMT-LIB 2, for an outside solver.
--
-- Every query is the negation of what is to be proved: the answer "unsat" is the proof.
-- @module takeaway.family.win_condition.smtlib

local M = {}

local function number(x) return x < 0 and ("(- %d)"):format(-x) or tostring(x) end

-- g k + c as a term.
local function linear(c, g)
  if g == 0 then return number(c) end
  local slope = g == 1 and "k" or ("(* %s k)"):format(number(g))
  return c == 0 and slope or ("(+ %s %s)"):format(slope, number(c))
end

-- The height within a block as a function of the column r: nested ite terms, one for each change.
local function steps(heights)
  local term = tostring(heights[#heights])
  for i = #heights - 1, 1, -1 do
    if heights[i] ~= heights[i + 1] then term = ("(ite (< r %d) %d %s)"):format(i, heights[i], term) end
  end
  return term
end

-- The column function of a word (x counts columns) as a body over k and e; -1 is infinite.
local function column_function(word, x)
  local columns, rows = { 0, 0 }, { 0, 0 } -- at level 0, and their growth by level
  local body, open = {}, 0
  for _, item in ipairs(word) do
    local heights, height = {}, 0
    for letter in item[1]:gmatch(".") do
      if letter == x then heights[#heights + 1] = height else height = height + 1 end
    end
    local width, c, g = #heights, item[2], item[3]
    local from, base = linear(columns[1], columns[2]), linear(rows[1], rows[2])
    columns = { columns[1] + width * c, columns[2] + width * g }
    rows = { rows[1] + height * c, rows[2] + height * g }
    if width > 0 then
      body[#body + 1] = ("\n (ite (< e %s)"):format(linear(columns[1], columns[2]))
        .. (" (let ((q (div (- e %s) %d)) (r (mod (- e %s) %d)))"):format(from, width, from, width)
        .. (" (+ %s (* %d q) %s))"):format(base, height, steps(heights))
      open = open + 1
    end
  end
  body[#body + 1] = "\n " .. (word["end"] == x and linear(rows[1], rows[2]) or "(- 1)")
  return table.concat(body) .. (")"):rep(open)
end

--- Condition (S) of a certificate, one query a residue. See wc:smtlib().
-- @param wc a win condition
-- @treturn string
function M.certificate(wc)
  local m, set = wc.period, wc.set
  local from = (set[#set] - 1) // m + 1 -- the k0 of (B): smaller k are computed
  local out = {
    "; NIM with Cash {" .. table.concat(set, ",") .. ("}: condition (S), base %d, period %d, level %d\n")
      :format(wc.base, m, wc.level),
    ("; every answer must be unsat: no k >= %d, the least with %d k >= %d, and e >= 0 break the recursion\n")
      :format(from, m, set[#set]),
    "(set-logic ALL)\n(declare-const k Int)\n(declare-const e Int)\n",
    ("(assert (>= k %d))\n(assert (>= e 0))\n"):format(from),
  }
  for i = 0, m - 1 do
    local word = wc:word(i)
    out[#out + 1] = ("(define-fun F%d ((k Int) (e Int)) Int%s)\n"):format(i, column_function(word, "H"))
    out[#out + 1] = ("(define-fun T%d ((k Int) (e Int)) Int%s)\n"):format(i, column_function(word, "V"))
  end
  for i = 0, m - 1 do
    local none, least, met, own = {}, {}, {}, ("(F%d k e)"):format(i)
    for n, a in ipairs(set) do
      local branch = ("(T%d %s e)"):format((i - a) % m, linear((i - a) // m, 1))
      none[n] = ("(= %s (- 1))"):format(branch)
      least[n] = ("(or (= %s (- 1)) (and (not (= %s (- 1))) (<= %s (+ %d %s))))"):format(branch, own, own, a, branch)
      met[n] = ("(and (not (= %s (- 1))) (= %s (+ %d %s)))"):format(branch, own, a, branch)
    end
    out[#out + 1] = ("(push 1)\n(assert (not (and %s\n (or (and (= %s (- 1)) %s) %s))))\n(check-sat)\n(pop 1)\n")
      :format(table.concat(least, " "), own, table.concat(none, " "), table.concat(met, " "))
  end
  return table.concat(out)
end

return M
